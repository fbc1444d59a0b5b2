"""Key press to changed picture, for each explorer, in a real JupyterLab.

    python benchmarks/slider.py [presses]

A script in the page notes the time of a key press and of the next change of the picture's source
that has been decoded; median and 95th percentile are printed in milliseconds. The aim on a quiet
machine: median 80 ms or less, 95th percentile 120 ms or less. Needs the extras lab and test and a
Chromium.
"""

import importlib.util
import pathlib
import secrets
import shutil
import statistics
import sys
import tempfile

import nbformat
from playwright.sync_api import TimeoutError, sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
EXPLORERS = {  # name: role of a control, which one, two keys that move it to and fro
    "EventExplorer": ("button", "Result 1: ", ("½", "1")),
    "ExpectedScoreExplorer": ("slider", 5, ("ArrowLeft", "ArrowLeft")),  # half drawn ends at 190
    "TruePerformanceExplorer": ("slider", 0, ("ArrowRight", "ArrowLeft")),
    "FideTableExplorer": ("slider", 1, ("ArrowRight", "ArrowLeft")),
    "LinearExplorer": ("slider", 3, ("ArrowRight", "ArrowLeft")),
    "MethodMapExplorer": ("slider", 1, ("ArrowLeft", "ArrowRight")),
    "ReplayExplorer": ("slider", 0, ("ArrowLeft", "ArrowRight")),
    "TournamentExplorer": ("button", "Forfeits: ", ("counted as games", "left out")),
    "LuckExplorer": ("slider", 2, ("ArrowRight", "ArrowLeft")),
}
ARGUMENTS = {
    "TournamentExplorer": 'pk.datasets.path("tatasteel2022"), player="Dubov, Daniil"',
}
WATCH = """explorer => {
    window.source = explorer.querySelector('img').src;
    explorer.addEventListener('keydown', () => { window.pressed = performance.now(); }, true);
    new MutationObserver(async () => {
        const picture = explorer.querySelector('img');
        if (!picture || picture.src === window.source) return;
        window.source = picture.src;
        await picture.decode().catch(() => {});  // replaced meanwhile: the next one counts
        window.took = performance.now() - window.pressed;
    }).observe(explorer, {childList: true, subtree: true, attributes: true});
}"""


def browser_tools():
    """Load what the browser tests share: the server, Chromium's flags, the wait for the kernel."""
    path = HERE.parent / "tests" / "browser" / "conftest.py"
    spec = importlib.util.spec_from_file_location("browser_tools", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def start_lab(tools, folder):
    calls = [f"pk.explorers.{name}({ARGUMENTS.get(name, '')})" for name in EXPLORERS]
    calls.insert(0, "import perfkit as pk")
    cells = [nbformat.v4.new_code_cell(call) for call in calls]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / "slider.ipynb")
    port, token = tools.free_port(), secrets.token_hex(16)
    command = (
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={folder}",
        "--LabApp.expose_app_in_browser=True",
    )
    home = folder / "home"
    home.mkdir()
    return tools.Server(command, folder=home, address=f"http://127.0.0.1:{port}", token=token)


def press_and_wait(page, explorer, name, turn):
    """Press one key and return the milliseconds until the changed picture is decoded."""
    role, which, keys = EXPLORERS[name]
    page.evaluate("window.took = null")
    if role == "slider":
        explorer.get_by_role("slider").nth(which).press(keys[turn % 2])
    else:
        explorer.get_by_title(which + keys[turn % 2], exact=True).press("Enter")
    try:
        page.wait_for_function("window.took !== null", timeout=3_000)
    except TimeoutError:  # the picture of this press is the one that was there
        return None
    return page.evaluate("window.took")


def main(presses):
    tools = browser_tools()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        server = start_lab(tools, pathlib.Path(folder))
        try:
            path = shutil.which("chromium") or shutil.which("google-chrome")
            browser = player.chromium.launch(executable_path=path, args=tools.CHROMIUM_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            page.set_default_timeout(120_000)
            page.goto(f"{server.address}/lab/tree/slider.ipynb?token={server.token}&reset")
            page.wait_for_function(tools.KERNEL_IS_IDLE)
            page.get_by_role("menuitem", name="Run", exact=True).click()
            page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
            for at, name in enumerate(EXPLORERS):
                explorer = page.locator(".jp-OutputArea-output").nth(at)
                explorer.get_by_role("img").wait_for()
                explorer.evaluate(WATCH)
                for turn in range(2):  # the first press of a page is another thing
                    press_and_wait(page, explorer, name, turn)
                every = [press_and_wait(page, explorer, name, turn) for turn in range(presses)]
                times = [took for took in every if took is not None]
                same = f"   {presses - len(times)} pictures unchanged" * (len(times) < presses)
                worst = statistics.quantiles(times, n=20)[-1]
                median = statistics.median(times)
                print(f"{name:24} median {median:5.0f} ms   p95 {worst:5.0f} ms{same}", flush=True)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
