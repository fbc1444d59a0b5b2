"""The parts of the site's build that need no Sphinx; the build itself is a step of CI."""

import sys
from pathlib import Path

import pytest

import perfkit as pk

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import build_docs  # noqa: E402
import docs_api  # noqa: E402


def page(*parts):
    return f"<html><body>{''.join(parts)}</body></html>"


def test_every_public_module_has_a_page():
    assert {"fide", "games", "datasets", "uncertainty"} <= set(docs_api.MODULES)
    assert not {"interval", "read_games", "working"} & set(docs_api.MODULES)  # functions


def test_a_page_lists_every_function_that_has_a_full_docstring(tmp_path):
    members = docs_api.public(pk.datasets)
    assert list(members) == ["famous", "load", "names", "path"]
    text = docs_api.page("perfkit.datasets", members)
    assert ".. automodule:: perfkit.datasets\n" in text
    for name in members:
        assert f".. autofunction:: perfkit.datasets.{name}\n" in text


def test_helpers_and_imported_names_have_no_entry():
    members = docs_api.public(pk.games)
    assert "complete" in members
    assert not {"frame_of", "MappingProxyType", "NamedTuple"} & set(members)


def test_a_cell_may_hold_a_bar():
    made = build_docs.table(("a", "b"), [("|x|", "y")])
    assert made == "| a | b |\n| --- | --- |\n| \\|x\\| | y |\n"


def test_tables_name_every_method_data_set_and_performance(tmp_path):
    build_docs.write_tables(tmp_path / "tables")
    lines = {
        name: (tmp_path / "tables" / f"{name}.md").read_text("utf-8").splitlines()
        for name in ("methods", "datasets", "famous")
    }
    assert [line.split("`")[1] for line in lines["methods"][2:]] == list(pk.METHODS)
    assert [line.split("`")[1] for line in lines["datasets"][2:]] == list(pk.datasets.names())
    assert len(lines["famous"]) - 2 == len(pk.datasets.famous())
    assert "inf |" not in "".join(lines["methods"])  # people are told "unbounded"


@pytest.mark.parametrize(
    ("link", "broken"),
    [
        ("b.html", False),
        ("b.html#here", False),
        ("#top", False),
        ("", False),
        ("pic%20ture.png", False),
        ("https://example.org/nowhere", False),  # other sites are not followed
        ("mailto:somebody@example.org", False),
        ("c.html", True),
        ("b.html#nowhere", True),
        ("#nowhere", True),
        ("GLOSSARY.md", True),
    ],
)
def test_links_inside_the_site_are_followed(tmp_path, link, broken):
    (tmp_path / "a.html").write_text(page('<h1 id="top">A</h1>', f'<a href="{link}">x</a>'))
    (tmp_path / "b.html").write_text(page('<h2 id="here">B</h2>'))
    (tmp_path / "pic ture.png").write_bytes(b"")
    found = list(build_docs.broken_links(tmp_path))
    assert found == ([f"a.html: {link}"] if broken else [])


def test_a_missing_picture_is_found(tmp_path):
    (tmp_path / "a.html").write_text(page('<img src="missing.png" alt="a picture">'))
    assert list(build_docs.broken_links(tmp_path)) == ["a.html: missing.png"]
