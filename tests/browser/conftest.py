"""A real Chromium, and a JupyterLab and a Voilà for it, each started once and ended at the end.

Without a Chromium these tests are skipped; where the variable CI is set they fail instead. With
PERFKIT_SHOTS set to a folder, every test leaves its screenshot there, to be looked at.
"""

from __future__ import annotations

import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import nbformat
import pytest

from perfkit._lab import PROMPT

PROJECT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = PROJECT / "notebooks"

# What keeps Chromium from asking the network for anything but this machine's servers.
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
JUPYTER_FOLDERS = (
    "JUPYTER_CONFIG_DIR",
    "JUPYTER_DATA_DIR",
    "JUPYTER_RUNTIME_DIR",
    "JUPYTERLAB_SETTINGS_DIR",
    "JUPYTERLAB_WORKSPACES_DIR",
    "IPYTHONDIR",
    "MPLCONFIGDIR",
)
LAB_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    # Otherwise a cell outside the window may not be in the page at all.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}


class Server:
    """A server on this machine, from the first answer to its end."""

    def __init__(self, command, *, folder, address, token=""):
        self.address = address
        self.token = token
        self.log = folder / "log.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=folder,
                env=private_environment(folder),
                stdout=log,
                stderr=log,
            )
        self._wait(seconds=180)

    def _wait(self, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.1)
        self.stop()
        pytest.fail(f"the server did not start:\n{self.log.read_text()[-3000:]}")

    def _answers(self):
        try:
            with urllib.request.urlopen(f"{self.address}/?token={self.token}", timeout=5) as reply:
                return reply.status == 200
        except urllib.error.HTTPError as error:
            error.close()
            return False
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def private_environment(folder):
    """Give Jupyter folders of its own, so that no setting of this machine's user matters."""
    environment = dict(os.environ)
    for name in JUPYTER_FOLDERS:
        (folder / name.lower()).mkdir()
        environment[name] = str(folder / name.lower())
    settings = folder / "jupyter_config_dir" / "labconfig"
    settings.mkdir()
    (settings / "default_setting_overrides.json").write_text(json.dumps(LAB_SETTINGS))
    environment.pop("MPLBACKEND", None)
    return environment


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="session")
def write_notebook(served):
    """Write a notebook of code cells among the served ones."""

    def write(name, *sources):
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
        nbformat.write(notebook, served / name)

    return write


@pytest.fixture(scope="session")
def served(tmp_path_factory):
    """A copy of the notebooks, so that nothing is saved over the tracked ones."""
    folder = tmp_path_factory.mktemp("served")
    for notebook in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(notebook, folder)
    return folder


@pytest.fixture(scope="session")
def lab(served, chromium, tmp_path_factory):
    port, token = free_port(), secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}"
    command = (
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={served}",
        "--LabApp.expose_app_in_browser=True",
        PROMPT,
    )
    server = Server(command, folder=tmp_path_factory.mktemp("lab"), address=address, token=token)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def voila(served, chromium, tmp_path_factory):
    port = free_port()
    command = (
        "voila",
        "--no-browser",
        "--Voila.ip=127.0.0.1",
        f"--port={port}",
        str(served),
    )
    folder = tmp_path_factory.mktemp("voila")
    server = Server(command, folder=folder, address=f"http://127.0.0.1:{port}")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    playwright = pytest.importorskip("playwright.sync_api")
    playwright.expect.set_options(timeout=30_000)  # on two cores that all tests share
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        absent = "no Chromium on this machine"
        pytest.fail(absent) if os.environ.get("CI") else pytest.skip(absent)
    with playwright.sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def page(chromium):
    """One page for all tests of a file; `problems` collects what goes wrong in its scripts."""
    context = chromium.new_context(viewport={"width": 1280, "height": 1000})
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.problems = []
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    yield page
    context.close()


KERNEL_IS_IDLE = """() => {
    const panels = window.jupyterapp ? [...window.jupyterapp.shell.widgets('main')] : [];
    const open = panels.find(panel => panel.sessionContext);
    return Boolean(open?.sessionContext.isReady
        && open.sessionContext.session?.kernel?.status === 'idle');
}"""


@pytest.fixture(scope="session")
def run_in_lab(lab):
    """Open a notebook in JupyterLab and run all its cells; returns its panel."""

    def run(page, name):
        page.goto(f"{lab.address}/lab/tree/{name}?token={lab.token}&reset")
        page.wait_for_function(KERNEL_IS_IDLE)  # before that, Run All Cells is lost in silence
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        return page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    return run


@pytest.fixture
def shot():
    """Save a picture of an element where PERFKIT_SHOTS names a folder."""

    def save(element, name):
        if "PERFKIT_SHOTS" in os.environ:
            element.screenshot(path=pathlib.Path(os.environ["PERFKIT_SHOTS"], f"{name}.png"))

    return save
