"""What all explorers have in common: controls by name, a spoken answer, a picture, the guess.

A control is set as a browser sets it, by its trait; then readout and picture are read.
"""

import html
import re

import ipywidgets as widgets
import numpy as np
import pytest

import perfkit as pk
from perfkit.explorers._controls import LinkedNumber, NumberBox, parse_number
from perfkit.explorers._explorer import _compared, ratings_code
from perfkit.explorers._picture import Picture

# Explorer, what it says at the start (course.md, "predict" of 01 to 05), a likely wrong guess, and
# how that guess is commented on.
EXPLORERS = {
    "EventExplorer": (
        "2½ of 3: true_normal 2785.03, fide 2773, linear 2766.67, true_logistic 2792.23.",
        2785,
        "Your guess 2785 is 7.23 too low.",
    ),
    "ExpectedScoreExplorer": (
        "Difference +190.8: expected score 0.750. Of 100 games 50.0 won, 50.0 drawn, 0.0 lost.",
        25,
        "Your guess 25 is 25 too high.",  # of the 0.0 that the reader sees
    ),
    "TruePerformanceExplorer": (
        "Unchanged rating: true_logistic 3032.82. At 2500 the event promises 1.50 of 3 points, "
        "2½ were made: +20.0 with K = 20.",
        2785,
        "Your guess 2785 is 247.82 too low.",
    ),
    "FideTableExplorer": (
        "1½ of 4 is 37.5 %, rounded 38 %: dp −87. Average 2500 − 87: fide 2413.",
        -95,
        "Your guess −95 is 8 too low.",
    ),
    "LinearExplorer": (
        "One more win against 1400 after 6 of 8 against 2400: linear −88.9, fide −84, "
        "true_logistic +0.1 Elo points.",
        20,
        "Your guess 20 is 108.9 too high.",
    ),
}


def make(name, **settings):
    return getattr(pk.explorers, name)(**settings)


def said(explorer):
    return html.unescape(re.sub(r"<[^>]+>", "", explorer.readout.value))


def alt_of(explorer):
    return html.unescape(re.search(r'<img alt="([^"]*)"', explorer.picture.value)[1])


def parts(widget):
    """A widget and everything inside it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def pictures_of(explorer):
    """A list that grows by each new picture."""
    drawn = []
    explorer.picture.observe(lambda change: drawn.append(change["new"]), names="value")
    return drawn


def linked_numbers(explorer):
    return [part for part in parts(explorer) if isinstance(part, LinkedNumber)]


def number_boxes(explorer):
    return [part for part in parts(explorer) if isinstance(part, NumberBox)]


@pytest.fixture
def no_pixels(monkeypatch):
    """Leave out the drawing, the slow part, where a test reads texts and artists only."""
    monkeypatch.setattr(Picture, "_lay_out", lambda picture: None)
    monkeypatch.setattr(Picture, "_source", lambda picture, frame_for: "data:,")


@pytest.fixture(params=EXPLORERS)
def name(request):
    return request.param


@pytest.fixture(params=[name for name in EXPLORERS if name != "EventExplorer"])
def with_sliders(request):
    """An explorer with sliders; the event's rows are boxes and menus, tested with it."""
    return request.param


class TestComparison:
    """Guess and answer are both taken in the decimals that the readout shows."""

    @pytest.mark.parametrize(
        ("name", "guess"),
        [("ExpectedScoreExplorer", 0), ("LinearExplorer", -88.9), ("EventExplorer", 2792.23)],
    )
    def test_the_number_shown_is_right(self, name, guess, no_pixels):
        assert said(make(name, guess=guess)).endswith(" is right.")

    @pytest.mark.parametrize(
        ("answer", "comment"),
        [
            (np.inf, "Your guess 5: the answer is unbounded."),
            (np.nan, "Your guess 5: the answer is undefined."),
            (None, "Your guess 5 has no answer to be compared with here."),
            (4.96, "Your guess 5 is right."),
            (4.94, "Your guess 5 is 0.1 too high."),
        ],
    )
    def test_every_kind_of_answer(self, answer, comment):
        assert _compared(5.0, answer, 1) == comment


@pytest.mark.usefixtures("no_pixels")
class TestStart:
    def test_says_the_courses_numbers(self, name):
        assert said(make(name)) == EXPLORERS[name][0]

    def test_readout_is_a_status(self, name):
        assert '<p role="status"' in make(name).readout.value

    def test_picture_says_what_it_shows(self, name):
        alt = re.search(r'<img alt="([^"]*)"', make(name).picture.value)[1]
        assert EXPLORERS[name][0] in alt
        assert alt[0].isupper()

    def test_one_line_stands_for_it_on_paper(self, name):
        assert repr(make(name)) == f"{name}: {EXPLORERS[name][0]}"

    def test_code_gives_the_number_shown(self, name):
        explorer = make(name)
        last = explorer.code.value.splitlines()[-1]
        value = eval(last, {"pk": pk})
        if name == "EventExplorer":
            value = value.rating["true_logistic"]
        shown = {"ExpectedScoreExplorer": f"{value:.3f}", "FideTableExplorer": f"{value:.0f}"}
        decimals = 1 if name == "LinearExplorer" else 2
        expected = shown.get(name, f"{value:.{decimals}f}".replace("-", "−"))
        assert expected in said(explorer)

    def test_details_name_method_games_and_rounding(self, name):
        details = make(name).details.value
        if name == "ExpectedScoreExplorer":  # curves, not a performance
            wanted = ("logistic", "normal", "line", "three decimals")
        else:
            wanted = ("games", "used", "ounding", "linear" if name == "LinearExplorer" else "")
        for word in wanted:
            assert word in details


class TestControls:
    @pytest.mark.usefixtures("no_pixels")
    def test_only_core_controls_and_no_output_widget(self, name):
        for part in parts(make(name)):
            assert part._model_module in {"@jupyter-widgets/controls", "@jupyter-widgets/base"}

    @pytest.mark.usefixtures("no_pixels")
    def test_every_input_has_a_name(self, name):
        inputs = (widgets.Text, widgets.Textarea, widgets.ToggleButtons, widgets.Button)
        for part in parts(make(name)):
            if isinstance(part, inputs):
                assert part.description or all(part.tooltips)  # each button by itself

    @pytest.mark.usefixtures("no_pixels")
    def test_every_slider_is_linked_to_a_box_of_the_same_name(self, with_sliders):
        sliders = [
            part for part in parts(make(with_sliders)) if isinstance(part, widgets.FloatSlider)
        ]
        linked = linked_numbers(make(with_sliders))
        assert len(sliders) == len(linked)
        for number in linked:
            assert number.slider.description == number.box.description

    def test_every_slider_reaches_readout_or_picture_once(self, with_sliders):
        explorer = make(with_sliders)
        drawn = pictures_of(explorer)
        for number in linked_numbers(explorer):
            explorer._reset()
            before, count = explorer.picture.value, len(drawn)
            number.slider.value -= number.slider.step
            assert len(drawn) == count + 1
            assert drawn[-1] != before
            assert number.box.number() == pytest.approx(number.slider.value)

    def test_every_box_moves_its_slider_and_redraws_once(self, with_sliders):
        explorer = make(with_sliders)
        drawn = pictures_of(explorer)
        for number in linked_numbers(explorer):
            explorer._reset()
            count, value = len(drawn), number.slider.value - number.slider.step
            number.box.value = f"{value:g}"
            assert len(drawn) == count + 1
            assert number.slider.value == pytest.approx(value)

    @pytest.mark.usefixtures("no_pixels")
    def test_a_number_between_two_slider_positions_is_kept(self, with_sliders):
        explorer = make(with_sliders)
        for number in linked_numbers(explorer):
            if number.box.multiple_of is None:
                value = number.slider.value - 0.3 * number.slider.step
                number.box.value = f"{value:.3f}"
                assert number.box.number() == pytest.approx(value, abs=0.001)

    @pytest.mark.usefixtures("no_pixels")
    def test_ends_of_every_slider(self, with_sliders):
        explorer = make(with_sliders)
        for number in linked_numbers(explorer):
            for end in (number.slider.min, number.slider.max):
                explorer._reset()
                number.slider.value = end
                assert said(explorer)
                assert "fault" not in said(explorer)

    def test_reset_goes_back_in_one_redraw(self, name):
        explorer = make(name)
        for number in linked_numbers(explorer):
            number.slider.value -= number.slider.step
        for box in number_boxes(explorer)[:1]:
            box.value = "nonsense"
        drawn = pictures_of(explorer)
        explorer.reset.click()
        assert said(explorer) == EXPLORERS[name][0]
        assert len(drawn) <= 1
        assert said(explorer) == said(make(name))


@pytest.mark.usefixtures("no_pixels")
class TestWrongInput:
    @pytest.mark.parametrize(
        ("typed", "complaint"),
        [
            ("abc", "must be a number, got text 'abc'"),
            ("", "must be a number, got an empty box"),
            ("1e99", "must lie in ["),
            ("nan", "must be a finite number, got nan"),
        ],
    )
    def test_is_said_in_one_sentence_and_the_picture_stays(self, name, typed, complaint):
        explorer = make(name)
        drawn = pictures_of(explorer)
        for box in number_boxes(explorer):
            good = box.value
            box.value = typed
            assert said(explorer).startswith(f"`{box.description}` {complaint}")
            assert drawn == []
            box.value = good
            assert said(explorer) == EXPLORERS[name][0]
            drawn.clear()

    def test_a_fault_is_said_too(self, name, monkeypatch):
        explorer = make(name)

        def broken(guess):
            raise RuntimeError("out of paper")

        monkeypatch.setattr(explorer, "_page", broken)
        explorer.update()
        assert said(explorer).startswith("This is a fault of perfkit, please report it: Runtime")


@pytest.mark.usefixtures("no_pixels")
class TestGuess:
    def test_none_hides_nothing_and_asks_nothing(self, name):
        explorer = make(name)
        assert explorer.guess.layout.display == "none"
        assert explorer.answer is not None
        assert "guess" not in said(explorer)

    def test_a_number_is_compared_and_marked(self, name):
        _, guess, comment = EXPLORERS[name]
        explorer = make(name, guess=guess)
        assert said(explorer).endswith(comment)
        assert explorer.guess_box.value == str(guess)
        labels = [str(line.get_label()) for ax in explorer.picture.figure.axes for line in ax.lines]
        assert any(label.startswith("your guess") for label in labels)

    def test_dots_cover_the_answer_until_a_number_stands_in_the_box(self, name):
        start, guess, comment = EXPLORERS[name]
        explorer = make(name, guess=...)
        numbers = re.findall(r"\d+\.\d+", start)
        for shown in (
            said(explorer),
            explorer.details.value,
            re.sub("base64.*", "", explorer.picture.value),
        ):
            assert not any(number in shown for number in numbers)
        assert explorer.answer is None
        assert said(explorer) == "Covered until a number stands in the box “Your guess”."
        explorer.guess_box.value = str(guess)
        assert said(explorer) == f"{start} {comment}"
        assert "<img" in explorer.picture.value
        assert explorer.answer is not None

    def test_a_removed_guess_covers_again(self, name):
        explorer = make(name, guess=...)
        explorer.guess_box.value = "1"
        explorer.guess_box.value = " "
        assert explorer.answer is None
        explorer.guess_box.value = "1"
        explorer.reset.click()
        assert explorer.answer is None

    def test_covered_controls_redraw_nothing_of_the_answer(self, name):
        explorer = make(name, guess=...)
        for number in linked_numbers(explorer):
            number.slider.value -= number.slider.step
        assert explorer.answer is None

    def test_text_as_a_guess_is_said(self, name):
        explorer = make(name, guess=...)
        explorer.guess_box.value = "about 20"
        assert said(explorer) == "`Your guess` must be a number, got text 'about 20'"

    def test_a_guess_in_code_must_be_a_number(self, name):
        with pytest.raises(ValueError, match="`guess` must be a number, got text '2785'"):
            make(name, guess="2785")


@pytest.mark.parametrize(
    ("text", "number"),
    [("2.5", 2.5), ("2,5", 2.5), ("2½", 2.5), ("½", 0.5), (" −87 ", -87), ("1e3", 1000)],
)
def test_numbers_are_read_as_people_type_them(text, number):
    assert parse_number(text, "Score") == number


@pytest.mark.parametrize(
    ("ratings", "code"),
    [
        ([2400, 2500, 2600], "[2400, 2500, 2600]"),
        ([2400] * 4, "[2400] * 4"),
        ([2400.25, 2500], "[2400.25, 2500]"),
    ],
)
def test_ratings_as_code(ratings, code):
    assert ratings_code(ratings) == code
    assert eval(code) == ratings


class TestComma:
    @pytest.mark.parametrize(
        ("typed", "value"), [("2,5", 2.5), ("0,125", 0.125), ("2785,03", 2785.03)]
    )
    def test_a_decimal_comma_is_read(self, typed, value):
        assert parse_number(typed, "Rating") == value

    @pytest.mark.parametrize("typed", ["2,400", " 2,400 ", "−2,400"])
    def test_one_that_may_part_thousands_is_refused(self, typed):
        with pytest.raises(ValueError, match="`Rating` must be written −?2400, or with a decimal"):
            parse_number(typed, "Rating")


def test_long_numbers_on_the_axis_are_not_cut():
    explorer = make("TruePerformanceExplorer")
    explorer.k_factor.box.value = "60"
    explorer.score.box.value = "0"
    figure = explorer.picture.figure
    boxes = [ax.yaxis.get_tightbbox(figure.canvas.get_renderer()) for ax in figure.axes]
    assert min(box.x0 for box in boxes) >= 0


@pytest.mark.usefixtures("no_pixels")
def test_reset_keeps_the_rows_of_games_that_are_there():
    """A box that is replaced while somebody types into it loses what was typed."""
    explorer = make("EventExplorer")
    before, first = explorer.games.rows, said(explorer)
    before[0].rating.value = "1234"
    before[1].result.value = 0.0
    explorer.reset.click()
    assert explorer.games.rows == before
    assert said(explorer) == first
    explorer.games.remove(before[0])
    explorer.games.add.click()
    explorer.games.add.click()
    explorer.reset.click()
    assert len(explorer.games.rows) == 3
    assert said(explorer) == first
