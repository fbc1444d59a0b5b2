"""The explorers of notebooks 06 to 09 in a real JupyterLab: by keyboard, read, look; an upload."""

import re

import pytest
from test_lab import COVERED, code_height, reset

import perfkit as pk

expect = pytest.importorskip("playwright.sync_api").expect

CALLS = {
    "MethodMapExplorer": "pk.explorers.MethodMapExplorer({})",
    "ReplayExplorer": "pk.explorers.ReplayExplorer({})",
    "TournamentExplorer": 'pk.explorers.TournamentExplorer(pk.datasets.path("tatasteel2022"), '
    'player="Dubov, Daniil", {})',
    "LuckExplorer": "pk.explorers.LuckExplorer({})",
}
COUNTED = pk.form.used_games(
    pk.datasets.load("tatasteel2022"), player="Dubov, Daniil", forfeits="count"
)
COUNTED_RATING = pk.performance_rating(COUNTED["opponent_rating"], COUNTED["result"].sum())
# For each explorer: what a user does, and what is said then. 7½ of 10 on the line: 2000 + 200.
CHANGES = {
    "MethodMapExplorer": (
        lambda explorer: choose(explorer, "minus", "linear"),
        "7½ of 10 against 2000 ± 300: true_logistic 2319.16 − linear 2200.00 = +119.16.",
    ),
    "ReplayExplorer": (lambda explorer: press(explorer, "Replay"), "Replay 2: "),
    "TournamentExplorer": (
        lambda explorer: pick(explorer, "Forfeits: counted as games"),
        f"13 of 13 games found used. 3½ of 13: true_logistic {COUNTED_RATING:.2f}",
    ),
    "LuckExplorer": (
        lambda explorer: pick(explorer, "Rounds: double round"),
        "14 players, double round: ",
    ),
}
BYE = "player,opponent,opponent_rating,result,played,reason\nDee,,,1,False,full-point bye\n"
MINE = "player,opponent,opponent_rating,result\nAnn,Bob,2400,1\nAnn,Cy,2500,0.5\n"


def choose(explorer, menu, option):
    explorer.get_by_role("combobox", name=menu, exact=True).select_option(label=option)


def pick(explorer, title):
    """Press one of a row of buttons, by its title."""
    explorer.get_by_title(title, exact=True).press("Enter")


def press(explorer, button):
    explorer.get_by_role("button", name=button, exact=True).press("Enter")


@pytest.fixture(scope="module")
def explorers(page, run_in_lab, write_notebook):
    """One notebook with all explorers, open and then with covered answers, run in JupyterLab."""
    calls = [call.format("") for call in CALLS.values()]
    calls += [call.format("guess=...") for call in CALLS.values()]
    write_notebook("second_explorers.ipynb", "import perfkit as pk", *calls)
    cells = run_in_lab(page, "second_explorers.ipynb").locator(".jp-OutputArea-output")
    expect(cells).to_have_count(len(calls), timeout=60_000)
    names = [*CALLS, *(f"{name} covered" for name in CALLS)]
    return {name: cells.nth(at) for at, name in enumerate(names)}


@pytest.fixture(params=CALLS)
def name(request):
    return request.param


def test_change_by_keyboard_read_the_answer_find_the_picture(explorers, name, page, shot):
    explorer = explorers[name]
    shot(explorer, name)
    change, answer = CHANGES[name]
    readout = reset(explorer)
    before = readout.text_content()
    change(explorer)
    expect(readout).to_contain_text(answer)
    expect(explorer.get_by_role("img", name=re.compile(re.escape(answer)))).to_be_visible()
    shot(explorer, f"{name}_changed")
    reset(explorer)
    expect(readout).to_have_text(before)
    assert page.problems == []


@pytest.mark.parametrize("name", ["MethodMapExplorer", "ReplayExplorer", "LuckExplorer"])
def test_slider_by_keyboard_and_nothing_jumps(explorers, name):
    explorer = explorers[name]
    readout = reset(explorer)
    before, height = readout.text_content(), code_height(explorer)
    explorer.get_by_role("slider").first.press("ArrowLeft")
    expect(readout).not_to_have_text(before)
    assert abs(code_height(explorer) - height) < 2
    reset(explorer)
    expect(readout).to_have_text(before)


def test_picture_is_not_wider_than_its_cell(explorers, name):
    explorer = explorers[name]
    cell = explorer.bounding_box()
    for part in explorer.locator("img, textarea, .widget-box").all():
        box = part.bounding_box()
        assert box is None or box["x"] + box["width"] <= cell["x"] + cell["width"] + 1


def test_answer_is_covered_until_guessed(explorers, name, shot):
    explorer = explorers[f"{name} covered"]
    readout = explorer.get_by_role("status")
    expect(readout).to_have_text(COVERED)
    expect(explorer.get_by_role("img")).to_have_count(0)
    guess = explorer.get_by_role("textbox", name="Your guess")
    guess.fill("10")
    guess.press("Enter")
    expect(readout).to_contain_text("Your guess 10 is ")
    expect(explorer.get_by_role("img", name=re.compile("[0-9]"))).to_be_visible()
    shot(explorer, f"{name}_guessed")


def test_printed_number_is_identified(explorers):
    explorer = explorers["MethodMapExplorer"]
    readout = reset(explorer)
    box = explorer.get_by_role("textbox", name="Printed", exact=True)
    box.fill("3103")
    box.press("Enter")
    expect(readout).to_contain_text("3103 is average_logistic, estimated.")
    expect(explorer.get_by_role("row")).to_have_count(13)  # a head and the twelve methods
    reset(explorer)


def upload(explorer, name, content):
    """Press the button as a user does; its file input is no part of the page."""
    with explorer.page.expect_file_chooser() as chooser:
        explorer.get_by_role("button", name="Upload a file").press("Enter")
    chooser.value.set_files({"name": name, "mimeType": "text/plain", "buffer": content})


def test_upload_player_and_code(explorers, page, shot):
    explorer = explorers["TournamentExplorer"]
    readout = reset(explorer)
    upload(explorer, "mine.csv", MINE.encode())
    expect(readout).to_contain_text("Ann: 2 of 2 games found used. 1½ of 2: true_logistic")
    code = explorer.get_by_role("textbox", name="As code")
    expect(code).to_have_value(re.compile(re.escape("pk.read_games('mine.csv')")))
    shot(explorer, "TournamentExplorer_upload")
    reset(explorer)
    expect(readout).to_contain_text("13 games found used")
    assert page.problems == []


@pytest.mark.parametrize(
    ("name", "content", "answer"),
    [
        ("picture.png", bytes(range(256)), "picture.png"),
        ("byes.csv", BYE.encode(), "Dee: 0 of 1 games found used, left out: full-point bye (1)."),
    ],
)
def test_an_upload_of_no_use_is_answered_in_the_readout(explorers, name, content, answer, shot):
    explorer = explorers["TournamentExplorer"]
    readout = reset(explorer)
    upload(explorer, name, content)
    expect(readout).to_contain_text(answer)
    shot(explorer, f"TournamentExplorer_{name.split('.')[0]}")
    reset(explorer)
    expect(readout).to_contain_text("13 games found used")
