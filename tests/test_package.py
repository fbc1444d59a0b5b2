"""What `import perfkit` loads, what it offers, and that all documents say the same."""

import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import perfkit as pk

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
OTHER_NAME_IN_CONDA = {"playwright": "playwright-python", "dask": "dask"}
NOT_FROM_PYPROJECT = {"python", "pip", "distributed"}
ONLY_ON_PYPI = {"gacrux", "choix"}


def test_import_loads_numpy_and_scipy_special_at_most():
    code = "import sys, perfkit; print('\\n'.join(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    # What else of scipy comes along is what scipy.special itself loads.
    heavy = {"pandas", "matplotlib", "ipywidgets", "IPython", "openpyxl", "zstandard", "dask"}
    heavy |= {"scipy.stats", "scipy.optimize", "scipy.linalg", "scipy.sparse"}
    assert "numpy" in loaded
    assert not heavy & set(loaded)


def test_every_public_name_is_there():
    for name in pk.__all__:
        assert getattr(pk, name) is not None, name
    assert set(pk.__all__) <= set(dir(pk))
    assert pk.__all__ == sorted(set(pk.__all__), key=lambda name: (name.islower(), name))
    with pytest.raises(AttributeError, match="no attribute 'performance'"):
        _ = pk.performance


def test_one_version_everywhere():
    assert PROJECT["version"] == pk.__version__
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == pk.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## (\S+)", changelog, re.M)[1] in ("Unreleased", pk.__version__)


def required():
    lines = itertools.chain(PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    return {r.name: r.specifier for r in map(Requirement, lines)}


def in_conda():
    listed = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    items = listed["dependencies"]
    by_pip = next(item["pip"] for item in items if isinstance(item, dict))
    texts = [item for item in items if isinstance(item, str)]
    texts += [item for item in by_pip if not item.startswith("-e")]
    pairs = (re.fullmatch(r"([\w.-]+?)\s*([<>=!~].*)?", item) for item in texts)
    return {pair[1]: pair[2] or "" for pair in pairs}


def test_conda_asks_for_the_same():
    expected = {OTHER_NAME_IN_CONDA.get(name, name): spec for name, spec in required().items()}
    found = {
        name: SpecifierSet(spec)
        for name, spec in in_conda().items()
        if name not in NOT_FROM_PYPROJECT
    }
    assert found == expected


def test_conda_python_is_a_supported_one():
    version = in_conda()["python"].lstrip("=")
    assert version in SpecifierSet(PROJECT["requires-python"])
    assert re.fullmatch(r"3\.\d+", version), "Binder reads only a plain python=3.x"


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
def test_every_requirement_has_a_fitting_pin(python):
    world = default_environment() | {
        "python_version": python,
        "python_full_version": python + ".0",
    }
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = map(Requirement, lines)
    pinned = {p.name: p for p in pins if p.marker is None or p.marker.evaluate(world)}
    for name, wanted in required().items():
        version = str(pinned[name].specifier).removeprefix("==")
        assert version in wanted, f"{name} {version} does not fit {wanted}"


def test_constraints_hold_no_address():
    assert "http" not in (ROOT / "constraints.txt").read_text(encoding="utf-8").replace(
        "httpcore", ""
    ).replace("httpx", "")
