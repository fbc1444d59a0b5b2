"""Every explorer in a real JupyterLab, as a student uses it: by keyboard, read, look."""

import re

import pytest

import perfkit as pk

expect = pytest.importorskip("playwright.sync_api").expect

# For each explorer: a control by its role and name (or place, since a slider of ipywidgets has no
# name), the key that changes it, and what is said then. The numbers come from perfkit; that they
# are right is for the other tests.
FOUR = pk.compare([2400, 2500, 2600], 2).rating
CHANGES = {
    "EventExplorer": (
        ("button", "Result 3: 0"),
        "Enter",
        f"2 of 3: true_normal {FOUR.true_normal:.2f}, fide {FOUR.fide:.0f}, "
        f"linear {FOUR.linear:.2f}, true_logistic {FOUR.true_logistic:.2f}.",
    ),
    "ExpectedScoreExplorer": (
        ("slider", 5),
        "ArrowLeft",  # from 191, the slider's place nearest to 190.8
        f"Difference +190: expected score {pk.expected_score(190, 0):.3f}.",
    ),
    "TruePerformanceExplorer": (("slider", 0), "ArrowRight", "At 2501 the event promises"),
    "FideTableExplorer": (("slider", 1), "ArrowRight", "2 of 4 is 50 %, rounded 50 %: dp 0."),
    "LinearExplorer": (("slider", 3), "ArrowRight", "One more win against 1410 after 6 of 8"),
}
COVERED = "Covered until a number stands in the box “Your guess”."


@pytest.fixture(scope="module")
def explorers(page, run_in_lab, write_notebook):
    """One notebook with all explorers, open and then with covered answers, run in JupyterLab."""
    calls = [f"pk.explorers.{name}()" for name in CHANGES]
    calls += [f"pk.explorers.{name}(guess=...)" for name in CHANGES]
    write_notebook("all_explorers.ipynb", "import perfkit as pk", *calls)
    panel = run_in_lab(page, "all_explorers.ipynb")
    cells = panel.locator(".jp-OutputArea-output")
    expect(cells).to_have_count(len(calls), timeout=60_000)
    names = [*CHANGES, *(f"{name} covered" for name in CHANGES)]
    return {name: cells.nth(at) for at, name in enumerate(names)}


@pytest.fixture(params=CHANGES)
def name(request):
    return request.param


def control(explorer, role, name):
    """A control by its title, or by its place among those of its role."""
    if isinstance(name, str):
        return explorer.get_by_title(name, exact=True)
    return explorer.get_by_role(role).nth(name)


def reset(explorer):
    """Press Reset and return the readout, as it is then."""
    explorer.get_by_role("button", name="Reset").press("Enter")
    readout = explorer.get_by_role("status")
    expect(readout).not_to_contain_text("must")
    return readout


def code_height(explorer):
    """How far below its top an explorer's last line stands: it must not jump."""
    code = explorer.get_by_role("textbox", name="As code").bounding_box()
    return code["y"] - explorer.bounding_box()["y"]


def test_change_by_keyboard_read_the_answer_find_the_picture(explorers, name, page, shot):
    explorer = explorers[name]
    shot(explorer, name)
    (role, which), key, answer = CHANGES[name]
    readout = reset(explorer)
    before, height = readout.text_content(), code_height(explorer)
    control(explorer, role, which).press(key)
    expect(readout).to_contain_text(answer)
    expect(explorer.get_by_role("img", name=re.compile(re.escape(answer)))).to_be_visible()
    shot(explorer, f"{name}_changed")
    assert code_height(explorer) == height
    reset(explorer)
    expect(readout).to_have_text(before)
    assert page.problems == []


def test_picture_is_not_wider_than_its_cell(explorers, name):
    explorer = explorers[name]
    cell = explorer.bounding_box()
    shown = explorer.locator("img, table, textarea, .widget-box").all()
    boxes = [box for box in (part.bounding_box() for part in shown) if box]
    assert boxes
    for box in boxes:
        assert box["x"] + box["width"] <= cell["x"] + cell["width"] + 1
    assert cell["width"] <= 900


@pytest.mark.parametrize(
    ("name", "box", "typed", "answer"),
    [
        ("EventExplorer", "Opponent 1", "abc", "`Opponent 1` must be a number, got text 'abc'"),
        ("ExpectedScoreExplorer", "Draw rate", "0.9", "`draw_rate` must lie in [0, 0.5]"),
        ("TruePerformanceExplorer", "Score", "9", "`Score` must lie in [0, 3], got 9"),
        ("FideTableExplorer", "Rounds", "", "`Rounds` must be a number, got an empty box"),
        ("LinearExplorer", "Field", "2e9", "`Field` must lie in [0, 4000], got 2000000000"),
    ],
)
def test_wrong_input_is_said_and_the_picture_stays(explorers, name, box, typed, answer, shot):
    explorer = explorers[name]
    readout = reset(explorer)
    before, height = readout.text_content(), code_height(explorer)
    field = explorer.get_by_role("textbox", name=box, exact=True)
    field.fill(typed)
    field.press("Enter")
    expect(readout).to_contain_text(answer)
    expect(explorer.get_by_role("img", name=re.compile(re.escape(before)))).to_be_visible()
    shot(explorer, f"{name}_wrong")
    assert code_height(explorer) == height
    reset(explorer)
    expect(readout).to_have_text(before)


def test_answer_is_covered_until_guessed(explorers, name, shot):
    explorer = explorers[f"{name} covered"]
    readout = explorer.get_by_role("status")
    expect(readout).to_have_text(COVERED)
    if name != "ExpectedScoreExplorer":  # there the own curve is in sight
        expect(explorer.get_by_role("img")).to_have_count(0)
    shot(explorer, f"{name}_covered")
    guess = explorer.get_by_role("textbox", name="Your guess")
    guess.fill("100")
    guess.press("Enter")
    expect(readout).to_contain_text("Your guess 100 is ")
    expect(explorer.get_by_role("img", name=re.compile("[0-9]"))).to_be_visible()
    shot(explorer, f"{name}_guessed")


def test_the_right_guess_is_called_right(explorers):
    explorer = explorers["LinearExplorer covered"]
    readout = reset(explorer)
    guess = explorer.get_by_role("textbox", name="Your guess")
    guess.fill("-88.9")  # course.md, 05
    guess.press("Enter")
    expect(readout).to_contain_text("Your guess −88.9 is right.")


def test_extra_opponent_beyond_the_usual_picture(explorers, shot):
    explorer = explorers["LinearExplorer"]
    readout = reset(explorer)
    before = readout.text_content()
    box = explorer.get_by_role("textbox", name="Extra", exact=True)
    box.fill("4000")
    box.press("Enter")
    picture = explorer.get_by_role("img", name=re.compile("Among extra opponents of 1400 to 4000"))
    expect(picture).to_be_visible()
    shot(explorer, "LinearExplorer_4000")
    reset(explorer)
    expect(readout).to_have_text(before)


def test_games_by_keyboard(explorers, shot):
    explorer = explorers["EventExplorer"]
    readout = reset(explorer)
    before = readout.text_content()
    explorer.get_by_role("button", name="Add a game").press("Enter")
    expect(readout).to_contain_text("3½ of 4:")
    explorer.get_by_role("button", name="More methods").press("Enter")
    expect(explorer.get_by_role("row", name=re.compile("average_logistic"))).to_be_visible()
    shot(explorer, "EventExplorer_more")
    explorer.get_by_role("button", name="Remove").nth(0).press("Enter")
    expect(readout).to_contain_text("2½ of 3:")
    reset(explorer)
    expect(readout).to_have_text(before)


def test_own_curve_by_keyboard(explorers):
    explorer = explorers["ExpectedScoreExplorer"]
    reset(explorer)
    explorer.get_by_role("slider").nth(3).press("ArrowUp")
    box = explorer.get_by_role("textbox", name="at 400", exact=True)
    expect(box).to_have_value("0.51")
    reset(explorer)
    expect(box).to_have_value("0.5")


def test_shuffled_results_move_nothing(explorers):
    explorer = explorers["TruePerformanceExplorer"]
    before = reset(explorer).text_content()
    explorer.get_by_role("button", name="Shuffle results").press("Enter")
    expect(explorer.get_by_text("Results ½ 1 1 against")).to_be_visible()
    expect(explorer.get_by_role("status")).to_have_text(before)
    reset(explorer)
    expect(explorer.get_by_text("Results 1 1 ½ against")).to_be_visible()
