"""The tournament explorer as an app: upload a real file, choose a player, read; a wrong file."""

import re
from pathlib import Path

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

DATA = Path(__file__).parents[3] / "shared" / "data"


@pytest.fixture(scope="module")
def explorer(voila, write_notebook, page):
    """An app of the tournament explorer alone, waiting for a file."""
    name = "tournament_alone.ipynb"
    write_notebook(name, "import perfkit as pk", "pk.explorers.TournamentExplorer()")
    page.goto(f"{voila.address}/voila/render/{name}", wait_until="commit")
    expect(page.get_by_role("status")).to_contain_text("Upload a file", timeout=60_000)
    return page


def upload(page, file):
    """Press the button as a user does; its file input is no part of the page."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Upload a file").press("Enter")
    chooser.value.set_files(file)


@pytest.mark.skipif(not DATA.is_dir(), reason="needs ../shared/data")
def test_upload_of_a_real_trf(explorer, shot):
    upload(explorer, DATA / "open2010_midevent_crlf.trf")
    readout = explorer.get_by_role("status")
    expect(readout).to_contain_text("games found used")
    explorer.get_by_role("combobox", name="Player").select_option(index=3)
    expect(explorer.get_by_role("img", name=re.compile("games found used"))).to_be_visible()
    shot(explorer.locator("body"), "voila_tournament_trf")
    assert explorer.problems == []


def test_a_wrong_file_is_answered_in_the_readout(explorer, shot):
    wrong = {"name": "letter.txt", "mimeType": "text/plain", "buffer": b"Dear all, thank you.\n"}
    upload(explorer, wrong)
    expect(explorer.get_by_role("status")).to_contain_text("letter.txt")
    shot(explorer.locator("body"), "voila_tournament_wrong")
    assert explorer.problems == []


def test_notebook_08_as_an_app(voila, served, page, shot):
    name = "08_your_tournament.ipynb"
    if not (served / name).exists():
        pytest.skip(f"there is no {name} yet")
    page.goto(f"{voila.address}/voila/render/{name}", wait_until="commit")
    readout = page.get_by_role("status").first
    expect(readout).to_contain_text("games found used", timeout=90_000)
    expect(page.get_by_role("img", name=re.compile("games found used")).first).to_be_visible()
    shot(page.locator("body"), "voila_08")
    assert page.problems == []
