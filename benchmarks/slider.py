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
from playwright.sync_api import sync_playwright

from perfkit._lab import PROMPT

HERE = pathlib.Path(__file__).resolve().parent
EXPLORERS = {  # name: role of a control, which one, two keys that move it to and fro
    "EventExplorer": ("button", "Result 1: ", ("½", "1")),
    "ExpectedScoreExplorer": ("slider", 5, ("ArrowLeft", "ArrowLeft")),  # half drawn ends at 190
    "TruePerformanceExplorer": ("slider", 1, ("ArrowRight", "ArrowLeft")),
    "FideTableExplorer": ("slider", 1, ("ArrowRight", "ArrowLeft")),
    "LinearExplorer": ("slider", 3, ("ArrowRight", "ArrowLeft")),
    "MethodMapExplorer": ("slider", 1, ("ArrowLeft", "ArrowRight")),
    "ReplayExplorer": ("slider", 0, ("ArrowLeft", "ArrowRight")),
    "TournamentExplorer": ("button", "Forfeits: ", ("counted as games", "left out")),
    "LuckExplorer": ("slider", 2, ("ArrowRight", "ArrowLeft")),
}
ARGUMENTS = {
    "LuckExplorer": "advantage=50",  # beside 0, where all are equal and bars become scores
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
        window.tell(performance.now() - window.pressed);
    }).observe(explorer, {childList: true, subtree: true, attributes: true});
}"""
ASK = """() => {
    window.took = new Promise(tell => { window.tell = tell; setTimeout(tell, 3000, null); });
}"""


def browser_tools():
    """Load what the browser tests share: the server, Chromium's flags, the wait for the kernel."""
    path = HERE.parent / "tests" / "browser" / "conftest.py"
    spec = importlib.util.spec_from_file_location("browser_tools", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_notebook(folder, name):
    """Write a notebook with one explorer, as the course has it: one or two in a page."""
    calls = ["import perfkit as pk", f"pk.explorers.{name}({ARGUMENTS.get(name, '')})"]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    cells = [nbformat.v4.new_code_cell(call) for call in calls]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.write(notebook, folder / f"{name}.ipynb")


def start_lab(tools, folder):
    """Start JupyterLab as `perfkit lab` does."""
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
        PROMPT,
    )
    home = folder / "home"
    home.mkdir()
    return tools.Server(command, folder=home, address=f"http://127.0.0.1:{port}", token=token)


def press_and_wait(page, explorer, name, turn):
    """Press one key and return the milliseconds until the changed picture is decoded, or None."""
    role, which, keys = EXPLORERS[name]
    page.evaluate(ASK)
    if role == "slider":
        explorer.get_by_role("slider").nth(which).press(keys[turn % 2])
    else:
        explorer.get_by_title(which + keys[turn % 2], exact=True).press("Enter")
    return page.evaluate("window.took")


def measure(page, server, tools, name, presses):
    """Open the explorer's notebook and return the time of each press."""
    page.goto(f"{server.address}/lab/tree/{name}.ipynb?token={server.token}&reset")
    page.wait_for_function(tools.KERNEL_IS_IDLE)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    explorer = page.locator(".jp-OutputArea-output").first
    explorer.get_by_role("img").wait_for()
    page.wait_for_timeout(2_000)
    explorer.evaluate(WATCH)
    for turn in range(4):  # the first presses of a page are another thing
        press_and_wait(page, explorer, name, turn)
    return [press_and_wait(page, explorer, name, turn) for turn in range(presses)]


def main(presses):
    tools = browser_tools()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as player:
        folder = pathlib.Path(name)
        for explorer in EXPLORERS:
            write_notebook(folder, explorer)
        server = start_lab(tools, folder)
        try:
            path = shutil.which("chromium") or shutil.which("google-chrome")
            browser = player.chromium.launch(executable_path=path, args=tools.CHROMIUM_FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 1000})
            page.set_default_timeout(120_000)
            for explorer in EXPLORERS:
                every = measure(page, server, tools, explorer, presses)
                report(explorer, every)
            browser.close()
        finally:
            server.stop()


def report(explorer, every):
    """Print one line; presses that changed no pixel are counted apart."""
    times = [took for took in every if took is not None]
    same = len(every) - len(times)
    if len(times) < 2:
        print(f"{explorer:24} {same} of {len(every)} presses changed nothing", flush=True)
        return
    median, worst = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    note = f"   {same} without a change" * (same > 0)
    print(f"{explorer:24} median {median:5.0f} ms   p95 {worst:5.0f} ms{note}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
