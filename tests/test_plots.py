"""Pictures of notebooks 01 to 05: the drawn numbers are read back from the artists."""

import csv

import matplotlib as mpl
import numpy as np
import pytest
from cases import SHARED
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import perfkit as pk
from perfkit.plots import (
    _event,
    _expected_score,
    _fide_table,
    _linear,
    _method_grid,
    _result_shares,
    _true_performance,
)

TRIO, SCORE = [2400, 2500, 2600], 2.5

# Every public picture of notebooks 01 to 05 with its draw, move, and numbers of two states.
PICTURES = {
    "event_curves": (
        lambda ax: pk.plots.event_curves(TRIO, SCORE, guess=2785, ax=ax),
        _event.draw_event,
        _event.move_event,
        _event.event_numbers(TRIO, SCORE),
        _event.event_numbers([1851, 2457, 1989, 2379, 2407], 5, guess=2785),
    ),
    "method_grid": (
        lambda ax: pk.plots.method_grid(TRIO, SCORE, ax=ax),
        _method_grid.draw_grid,
        _method_grid.move_grid,
        _method_grid.grid_numbers(TRIO, SCORE, ["normal", "fide"]),
        _method_grid.grid_numbers(TRIO, 0, ["normal", "fide"]),
    ),
    "expected_score_curves": (
        lambda ax: pk.plots.expected_score_curves(drawn=[0.5, 0.6, 0.7, 0.8, 0.9], ax=ax),
        _expected_score.draw_curves,
        _expected_score.move_curves,
        _expected_score.curves_numbers(["logistic", "normal"], rating_diff=100),
        _expected_score.curves_numbers(["line"], drawn=[0.5, 0.6, 0.7, 0.8, 0.9]),
    ),
    "curve_differences": (
        lambda ax: pk.plots.curve_differences(ax=ax),
        _expected_score.draw_differences,
        _expected_score.move_differences,
        _expected_score.differences_numbers("normal", "logistic"),
        _expected_score.differences_numbers("line", "fide"),
    ),
    "result_shares": (
        lambda ax: pk.plots.result_shares(0.75, 0.5, guess=25, ax=ax),
        _result_shares.draw_shares,
        _result_shares.move_shares,
        _result_shares.shares_numbers(0.75, 0.5, guess=25),
        _result_shares.shares_numbers(0.4, 0.1),
    ),
    "rating_changes": (
        lambda ax: pk.plots.rating_changes(TRIO, SCORE, rating=2400, guess=2785, ax=ax),
        _true_performance.draw_changes,
        _true_performance.move_changes,
        _true_performance.changes_numbers(
            _true_performance.true_numbers(TRIO, SCORE, curve="logistic", rating=2400), [20]
        ),
        _true_performance.changes_numbers(
            _true_performance.true_numbers([2000] * 5, 0, curve="normal", guess=1900), [50]
        ),
    ),
    "stacked_expectation": (
        lambda ax: pk.plots.stacked_expectation(TRIO, SCORE, rating=2600, guess=2785, ax=ax),
        _true_performance.draw_stack,
        _true_performance.move_stack,
        _true_performance.stack_numbers(
            _true_performance.true_numbers(TRIO, SCORE, curve="logistic", rating=2400)
        ),
        _true_performance.stack_numbers(
            _true_performance.true_numbers([2000] * 12, 3, curve="line", guess=1900)
        ),
    ),
    "fide_table": (
        lambda ax: pk.plots.fide_table(percentage=83, guess=250, ax=ax),
        _fide_table.draw_table,
        _fide_table.move_table,
        _fide_table.table_numbers((50, 100), percentage=83, guess=250),
        _fide_table.table_numbers((0, 100)),
    ),
    "fide_table_minus_normal": (
        lambda ax: pk.plots.fide_table_minus_normal(ax=ax),
        _fide_table.draw_deviation,
        _fide_table.move_deviation,
        _fide_table.deviation_numbers((50, 100), percentage=83),
        _fide_table.deviation_numbers((0, 100)),
    ),
    "extra_game": (
        lambda ax: pk.plots.extra_game([2400] * 8, 6, extra_rating=1400, guess=10, ax=ax),
        _linear.draw_gain,
        _linear.move_gain,
        _linear.gain_numbers([2400] * 8, 6, extra_rating=1400, guess=10),
        _linear.gain_numbers([2000] * 3, 3, extra_rating=2100, result=0),
    ),
    "linear_twin": (
        lambda ax: pk.plots.linear_twin(TRIO, [1, 1, 0.5], ax=ax),
        _linear.draw_twin,
        _linear.move_twin,
        _linear.twin_numbers(TRIO, [1, 1, 0.5]),
        _linear.twin_numbers([2000] * 5, [1, 0, 0, 0, 0]),
    ),
}


@pytest.fixture
def ax():
    return Figure(figsize=pk.plots.SINGLE, layout="constrained").subplots()


def lines(ax):
    """The lines of a picture by their labels."""
    return {str(line.get_label()): line for line in ax.lines}


def starting(ax, beginning):
    return next(line for name, line in lines(ax).items() if name.startswith(beginning))


def legend_texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def pixels(figure):
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


@pytest.mark.parametrize("name", PICTURES)
class TestEveryPicture:
    def test_returns_the_axes_it_drew_on(self, name, ax):
        assert PICTURES[name][0](ax) is ax

    def test_changes_no_global_setting(self, name, ax):
        before = dict(mpl.rcParams)
        PICTURES[name][0](ax)
        assert dict(mpl.rcParams) == before

    def test_letters_are_readable_in_print(self, name, ax):
        PICTURES[name][0](ax)
        ax.figure.draw_without_rendering()
        texts = [text for text in ax.findobj(mpl.text.Text) if text.get_text()]
        assert texts
        assert min(text.get_fontsize() for text in texts) >= 7

    def test_moving_gives_the_picture_that_drawing_gives(self, name):
        _, draw, move, here, there = PICTURES[name]
        moved, drawn = Figure(figsize=(5, 3)), Figure(figsize=(5, 3))
        artists = draw(moved.subplots(), here)
        before = pixels(moved)
        move(artists, there)
        draw(drawn.subplots(), there)
        assert not np.array_equal(pixels(moved), before)
        np.testing.assert_array_equal(pixels(moved), pixels(drawn))


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [
        ("event_curves", "rating tried (Elo points)", "expected points of 3"),
        ("expected_score_curves", "rating difference (Elo points)", "expected score per game"),
        (
            "curve_differences",
            "rating difference (Elo points)",
            "normal − logistic\n(thousandths)",
        ),
        ("result_shares", "", "games of 100"),
        (
            "rating_changes",
            "rating before the event (Elo points)",
            "change of rating (points)",
        ),
        ("stacked_expectation", "rating tried (Elo points)", "expected points of 3"),
        ("fide_table", "percentage of the points (%)", "dp (Elo points)"),
        (
            "fide_table_minus_normal",
            "percentage of the points (%)",
            "table − curve\n(Elo points)",
        ),
        (
            "extra_game",
            "rating of the extra opponent (Elo points)",
            "gain by one more win (Elo points)",
        ),
        ("linear_twin", "game", "rating (Elo points)"),
    ],
)
def test_axes_name_their_units(name, x, y, ax):
    PICTURES[name][0](ax)
    assert (ax.get_xlabel(), ax.get_ylabel()) == (x, y)


class TestStyles:
    def test_every_method_has_its_own_look(self):
        styles = pk.plots.METHOD_STYLES
        assert list(styles) == list(pk.METHODS)
        for part in ("color", "linestyle", "marker"):
            assert len({str(style[part]) for style in styles.values()}) == len(styles)

    def test_curves_look_like_their_true_method(self):
        assert pk.plots.CURVE_STYLES["normal"] == pk.plots.METHOD_STYLES["true_normal"]
        assert list(pk.plots.CURVE_STYLES) == list(pk.CURVES)

    @pytest.mark.parametrize("method", pk.METHODS)
    def test_contrast_to_white_paper(self, method):
        # WCAG 2.2, 1.4.11: graphical objects need 3:1
        assert 1.05 / (luminance(pk.plots.METHOD_STYLES[method]["color"]) + 0.05) >= 3

    def test_first_four_differ_in_grey(self):
        four = list(pk.plots.METHOD_STYLES.values())[:4]
        greys = sorted(luminance(style["color"]) ** (1 / 2.2) for style in four)
        assert min(np.diff(greys)) > 0.07

    @pytest.mark.parametrize("deficiency", ["protan", "deutan", "tritan"])
    def test_first_four_differ_for_colour_blind_readers(self, deficiency):
        four = [style["color"] for style in list(pk.plots.METHOD_STYLES.values())[:4]]
        seen = [lab(COLOUR_BLIND[deficiency] @ linear_rgb(color)) for color in four]
        for at, one in enumerate(seen):
            for other in seen[at + 1 :]:
                assert np.linalg.norm(one - other) > 20


# Machado, Oliveira and Fernandes, IEEE Trans. Vis. Comput. Graph. 15 (2009), table 1, severity 1.
COLOUR_BLIND = {
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritan": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


def linear_rgb(color):
    """IEC 61966-2-1: sRGB to light."""
    rgb = np.array(to_rgb(color))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(color):
    return float(linear_rgb(color) @ [0.2126, 0.7152, 0.0722])


def lab(rgb):
    """CIE 1976 L*a*b* of linear sRGB, white point D65."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    ratio = to_xyz @ np.clip(rgb, 0, 1) / [0.9505, 1.0, 1.089]
    cube = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = cube
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


class TestEventCurves:
    def test_curves_are_the_sums_of_the_formula(self, ax):
        pk.plots.event_curves(TRIO, SCORE, ax=ax)
        by_color = {line.get_color(): line for line in ax.lines if len(line.get_xdata()) > 9}
        logistic = by_color[pk.plots.CURVE_STYLES["logistic"]["color"]]
        rating = logistic.get_xdata()
        by_hand = sum(1 / (1 + 10 ** ((opponent - rating) / 400)) for opponent in TRIO)
        np.testing.assert_allclose(logistic.get_ydata(), by_hand, rtol=1e-12)

    def test_range_is_the_one_of_the_course(self, ax):
        pk.plots.event_curves(TRIO, SCORE, ax=ax)
        assert ax.get_xlim() == (2300, 3000)  # course.md, 01

    @pytest.mark.parametrize(
        ("method", "rating", "height"),  # design.md section 1, second table
        [
            ("true_normal", 2785.0303, 2.5),
            ("true_logistic", 2792.2251, 2.5),
            ("fide", 2773, 0),
            ("linear", 2766.6667, 0),
        ],
    )
    def test_marks(self, ax, method, rating, height):
        pk.plots.event_curves(TRIO, SCORE, ax=ax)
        mark = starting(ax, method)
        assert mark.get_xdata()[0] == pytest.approx(rating, abs=1e-4)
        assert mark.get_ydata()[0] == height

    def test_legend_in_the_order_of_compare(self, ax):
        pk.plots.event_curves(TRIO, SCORE, guess=2785, ax=ax)
        assert legend_texts(ax) == [
            "true_normal 2785.03",
            "fide 2773 (average only)",
            "linear 2766.67 (average only)",
            "true_logistic 2792.23",
            "your guess 2785",
        ]

    @pytest.mark.parametrize("score", [0, 2.5, 3])
    def test_legend_shows_curve_and_mark_together(self, ax, score):
        pk.plots.event_curves([2400, 2500, 2600], score, ax=ax)
        handles = {
            handle.get_label().split()[0]: handle for handle in ax.get_legend().legend_handles
        }
        for curve, method in (("normal", "true_normal"), ("logistic", "true_logistic")):
            assert handles[method].get_visible()
            assert handles[method].get_color() == pk.plots.CURVE_STYLES[curve]["color"]
            assert handles[method].get_linestyle() == pk.plots.CURVE_STYLES[curve]["linestyle"]
            assert handles[method].get_marker() == pk.plots.METHOD_STYLES[method]["marker"]

    def test_score_0_is_written_where_the_curves_are_high(self, ax):
        pk.plots.event_curves([2400, 2500, 2600], 0, ax=ax)
        (level,) = [text for text in ax.texts if text.get_text() == "score made 0"]
        assert (level.xy[0], level.get_ha()) == (1.0, "right")

    def test_unbounded_answers_have_no_dot(self, ax):
        pk.plots.event_curves(TRIO, 3, ax=ax)
        assert legend_texts(ax)[0] == "true_normal unbounded above"
        assert not starting(ax, "true_normal").get_visible()
        assert starting(ax, "fide").get_xdata()[0] == 3300  # issue: ends, 3/3
        assert not ax.child_axes[0].get_visible()

    def test_close_view_holds_the_four_answers(self, ax):
        pk.plots.event_curves(TRIO, SCORE, ax=ax)
        low, high = ax.child_axes[0].get_xlim()
        assert 2750 < low < 2766.67
        assert 2792.23 < high < 2810

    def test_without_inset(self, ax):
        pk.plots.event_curves(TRIO, SCORE, inset=False, ax=ax)
        assert not ax.child_axes[0].get_visible()

    def test_guess_is_dashed(self, ax):
        pk.plots.event_curves(TRIO, SCORE, guess=2700, ax=ax)
        guess = lines(ax)["your guess 2700"]
        assert list(guess.get_xdata()) == [2700, 2700]
        assert guess.is_dashed()

    def test_without_ax_a_figure_is_made(self):
        from matplotlib import pyplot

        made = pk.plots.event_curves(TRIO, SCORE)
        assert tuple(made.figure.get_size_inches()) == pk.plots.SINGLE
        pyplot.close(made.figure)

    def test_bad_score(self, ax):
        with pytest.raises(ValueError, match=r"`score` must lie in \[0, 3\], got 9"):
            pk.plots.event_curves(TRIO, 9, ax=ax)

    def test_bad_guess(self, ax):
        with pytest.raises(ValueError, match="`guess` must be a number, got text '2785'"):
            pk.plots.event_curves(TRIO, SCORE, guess="2785", ax=ax)


def test_method_grid_cells(ax):
    pk.plots.method_grid(TRIO, SCORE, curves=["normal", "logistic", "line", "fide"], ax=ax)
    shown = [text.get_text() for text in ax.texts]
    assert dict(zip(shown[::2], shown[1::2], strict=True)) == {
        # design.md section 1; average_normal = 2500 + 200√2 Φ⁻¹(5/6), Φ⁻¹(5/6) = 0.967422
        "true_normal": "2785.03",
        "average_normal": "2773.63",
        "true_logistic": "2792.23",
        "average_logistic": "2779.59",
        "uscf": "2766.67",
        "linear": "2766.67",
        "fide_ptp": "2789",
        "fide": "2773",
    }
    assert 2500 + 200 * np.sqrt(2) * 0.967422 == pytest.approx(2773.63, abs=0.005)


class TestExpectedScore:
    def test_logistic_values_of_the_course(self, ax):
        pk.plots.expected_score_curves(ax=ax)
        curve = lines(ax)["logistic"]
        values = np.interp([0, 100, 200, 400, 800], curve.get_xdata(), curve.get_ydata())
        # course.md, 02
        np.testing.assert_allclose(values, [0.5, 0.64, 0.76, 0.909, 0.99], atol=0.0005)

    def test_the_line_is_cut_at_400(self, ax):
        pk.plots.expected_score_curves(ax=ax)
        line = lines(ax)["line"]
        at = np.interp([-400, 0, 200, 400], line.get_xdata(), line.get_ydata())
        np.testing.assert_allclose(at, [0, 0.5, 0.75, 1])

    def test_own_curve(self, ax):
        pk.plots.expected_score_curves(drawn=[0.5, 0.6, 0.7, 0.8, 0.9], ax=ax)
        own = lines(ax)["your own curve"]
        assert list(own.get_xdata()) == [0, 100, 200, 400, 800]
        assert list(own.get_ydata()) == [0.5, 0.6, 0.7, 0.8, 0.9]

    def test_marked_difference_sits_on_the_curve(self, ax):
        pk.plots.expected_score_curves(rating_diff=400, ax=ax)
        dot = next(line for line in ax.lines if list(line.get_xdata()) == [400])
        assert dot.get_ydata()[0] == pytest.approx(10 / 11)

    @pytest.mark.parametrize(
        ("drawn", "message"),
        [
            ([0.5, 0.6], r"`drawn` must hold five expected scores, got an array of shape \(2,\)"),
            ([0.5, 0.6, 0.7, 0.8, 1.1], r"`drawn` must lie in \[0, 1\], got 1.1 at position 4"),
        ],
    )
    def test_bad_own_curve(self, ax, drawn, message):
        with pytest.raises(ValueError, match=message):
            pk.plots.expected_score_curves(drawn=drawn, ax=ax)

    def test_unknown_curve(self, ax):
        with pytest.raises(ValueError, match="`curves` must be one of logistic, normal"):
            pk.plots.expected_score_curves(curves=["elo"], ax=ax)

    def test_differences_in_thousandths(self, ax):
        pk.plots.curve_differences(ax=ax)
        strip = ax.lines[-1]
        at, value = strip.get_xdata(), strip.get_ydata()
        # course.md, 02: under 2 up to 200, most 14.7 at 516
        assert np.abs(value[np.abs(at) <= 200]).max() < 2
        assert value.max() == pytest.approx(14.7, abs=0.05)
        assert at[value.argmax()] == 516


class TestResultShares:
    def test_half_drawn_at_three_quarters(self, ax):
        pk.plots.result_shares(0.75, 0.5, guess=25, ax=ax)
        heights = [piece.get_height() for piece in ax.patches]
        assert heights == [0, 50, 50]  # course.md, 02, predict (b)
        assert legend_texts(ax) == ["your guess 25", "won 50.0", "drawn 50.0", "lost 0.0"]
        assert list(lines(ax)["your guess 25"].get_ydata()) == [25, 25]

    @pytest.mark.parametrize(("share", "draws"), [(0.75, 0.1), (0.2, 0.4), (0, 0), (1, 0)])
    def test_won_and_half_drawn_is_the_expected_score(self, ax, share, draws):
        pk.plots.result_shares(share, draws, ax=ax)
        lost, drawn, won = (piece.get_height() for piece in ax.patches)
        assert won + drawn / 2 == pytest.approx(100 * share)
        assert lost + drawn + won == pytest.approx(100)
        assert [piece.get_y() for piece in ax.patches] == pytest.approx([0, lost, lost + drawn])

    def test_too_many_draws(self, ax):
        # course.md, 02.2: at 400 points at most 2/11 can be drawn
        with pytest.raises(ValueError, match=r"`draw_rate` must lie in \[0, 0.182\] at an exp"):
            pk.plots.result_shares(10 / 11, 0.2, ax=ax)

    def test_bad_expected_score(self, ax):
        with pytest.raises(ValueError, match=r"`expected_score` must lie in \[0, 1\], got 1.5"):
            pk.plots.result_shares(1.5, 0, ax=ax)


class TestTruePerformance:
    @pytest.mark.parametrize(
        ("rating", "change"),
        [(2400, 28.0), (2600, 12.0), (2900, -4.1)],  # course.md, 03, K = 20
    )
    def test_changes_of_the_course(self, ax, rating, change):
        pk.plots.rating_changes(TRIO, SCORE, ax=ax)
        line = lines(ax)["K = 20"]
        at = np.interp(rating, line.get_xdata(), line.get_ydata())
        assert at == pytest.approx(change, abs=0.06)

    def test_marked_rating_has_a_dot_per_k(self, ax):
        pk.plots.rating_changes(TRIO, SCORE, rating=2400, ax=ax)
        dots = [line for line in ax.lines if list(line.get_xdata()) == [2400]]
        changes = [dot.get_ydata()[0] for dot in dots]
        assert changes == pytest.approx([14.0, 28.0, 56.0], abs=0.05)  # half and twice of 28.0

    @pytest.mark.parametrize("k_factor", [10, 20, 40])
    def test_all_lines_cross_zero_at_one_rating(self, ax, k_factor):
        pk.plots.rating_changes(TRIO, SCORE, ax=ax)
        line = lines(ax)[f"K = {k_factor}"]
        zero = np.interp(0, -line.get_ydata(), line.get_xdata())
        assert zero == pytest.approx(2792.23, abs=0.3)

    def test_nobody_is_unchanged_at_a_full_score(self, ax):
        pk.plots.rating_changes(TRIO, 3, ax=ax)
        assert legend_texts(ax)[-1] == "unchanged (logistic): unbounded above"
        assert (lines(ax)["K = 20"].get_ydata() > 0).all()

    def test_bad_k(self, ax):
        with pytest.raises(ValueError, match="`k_factors` must be a list of numbers above 0"):
            pk.plots.rating_changes(TRIO, SCORE, k_factors=[0], ax=ax)

    def test_stack_has_a_piece_per_opponent_and_meets_the_score(self, ax):
        pk.plots.stacked_expectation(TRIO, SCORE, ax=ax)
        pieces = ax.collections[0].get_paths()
        assert len(pieces) == 3
        top = pieces[-1].vertices
        upper = top[len(top) // 2 : -1]  # the way back along the upper border
        order = np.argsort(upper[:, 0])
        at_answer = np.interp(2792.2251, upper[order, 0], upper[order, 1])
        assert at_answer == pytest.approx(SCORE, abs=0.001)

    def test_pieces_are_named_by_their_opponents(self, ax):
        pk.plots.stacked_expectation([2600, 2400, 2500], SCORE, ax=ax)
        assert [text.get_text() for text in ax.texts if text.get_text()] == ["2400", "2500", "2600"]

    def test_marked_total(self, ax):
        pk.plots.stacked_expectation(TRIO, SCORE, rating=2500, ax=ax)
        dot = next(line for line in ax.lines if list(line.get_xdata()) == [2500])
        assert dot.get_ydata()[0] == pytest.approx(1.5)  # symmetric field: half of three

    def test_unknown_curve(self, ax):
        with pytest.raises(ValueError, match="`curve` must be one of logistic, normal, line"):
            pk.plots.stacked_expectation(TRIO, SCORE, curve="fide", ax=ax)


class TestFideTable:
    def test_dots_are_the_handbook(self, ax):
        source = SHARED / "reference" / "fide_dp.csv"
        if not source.exists():
            pytest.skip("the transcription in ../shared is not there")
        with source.open(encoding="utf-8", newline="") as file:
            rows = [row for row in csv.reader(file) if row and row[0][:1].isdigit()]
        table = {round(100 * float(row[0])): float(row[1]) for row in rows}
        pk.plots.fide_table(percentages=(0, 100), ax=ax)
        dots = lines(ax)["table 8.1.1"]
        drawn = dict(zip(dots.get_xdata(), dots.get_ydata(), strict=True))
        assert len(drawn) == 101
        assert drawn == table

    def test_curve_is_the_normal_one(self, ax):
        pk.plots.fide_table(ax=ax)
        curve = starting(ax, "normal curve")
        at_84 = np.interp(84.134, curve.get_xdata(), curve.get_ydata())  # Φ(1) = .84134
        assert at_84 == pytest.approx(200 * np.sqrt(2), abs=0.1)

    def test_marked_entry_is_read_like_a_table(self, ax):
        pk.plots.fide_table(percentages=(0, 100), percentage=38, guess=-95, ax=ax)
        entry = lines(ax)["38 %: dp −87"]  # course.md, 04
        assert list(entry.get_xdata())[:2] == [38, 38]
        assert list(entry.get_ydata())[1:] == [-87, -87]
        assert list(lines(ax)["your guess −95"].get_ydata()) == [-95, -95]

    def test_a_reading_line_ends_where_narrowed_axes_end(self, ax):
        """Drawn beyond them it would leave no room for the picture, and Matplotlib would warn."""
        pk.plots.fide_table(percentages=(30, 50), percentage=38, ax=ax)
        ax.set_ylim(-200, 100)
        FigureCanvasAgg(ax.figure).draw()
        assert ax.get_position().height > 0.6

    @pytest.mark.parametrize("percentage", [38.5, 101, -1])
    def test_bad_percentage(self, ax, percentage):
        with pytest.raises(ValueError, match="`percentage` must be whole, from 0 to 100, got"):
            pk.plots.fide_table(percentage=percentage, ax=ax)

    def test_deviations_of_the_course(self, ax):
        pk.plots.fide_table_minus_normal(ax=ax)
        dots = ax.lines[1]
        at, points = dots.get_xdata(), dots.get_ydata()
        # course.md, 04: within 4.1 up to 90 %, 19 at 99 %
        assert np.abs(points[at <= 90]).max() == pytest.approx(4.1, abs=0.05)
        assert points[at == 99][0] == pytest.approx(19, abs=0.05)
        assert at.max() == 99


class TestLinear:
    def gains(self, ax, method):
        line = lines(ax)[method]
        return line.get_xdata(), line.get_ydata()

    def test_linear_costs_points_below_2200(self, ax):
        pk.plots.extra_game([2400] * 8, 6, ax=ax)
        rating, gain = self.gains(ax, "linear")
        assert np.interp(0, gain, rating) == pytest.approx(2200)  # course.md, 05.1
        assert (rating[0], rating[-1]) == (1400, 2800)

    def test_fide_costs_points_just_below(self, ax):
        pk.plots.extra_game([2400] * 8, 6, ax=ax)
        rating, gain = self.gains(ax, "fide")
        assert 2140 <= rating[gain < 0].max() <= 2153  # course.md, 05.1: 2153 is FIDE's

    def test_true_never_loses_by_a_win(self, ax):
        pk.plots.extra_game([2400] * 8, 6, ax=ax)
        assert (self.gains(ax, "true_logistic")[1] > 0).all()

    @pytest.mark.parametrize(
        ("method", "gain"), [("linear", -88.9), ("fide", -84), ("true_logistic", 0.1)]
    )
    def test_marked_gains_of_the_course(self, ax, method, gain):
        pk.plots.extra_game([2400] * 8, 6, extra_rating=1400, ax=ax)
        color = pk.plots.METHOD_STYLES[method]["color"]
        dot = next(
            line
            for line in ax.lines
            if list(line.get_xdata()) == [1400] and line.get_color() == color
        )
        assert dot.get_ydata()[0] == pytest.approx(gain, abs=0.05)

    def test_unbounded_methods_have_no_line(self, ax):
        pk.plots.extra_game([2400] * 8, 8, extra_rating=1400, ax=ax)
        assert np.isnan(self.gains(ax, "true_logistic")[1]).all()

    @pytest.mark.parametrize(("result", "word"), [(0.5, "draw"), (0, "loss")])
    def test_other_results(self, ax, result, word):
        pk.plots.extra_game([2400] * 8, 6, result=result, ax=ax)
        assert ax.get_ylabel() == f"gain by one more {word} (Elo points)"

    def test_bad_result(self, ax):
        with pytest.raises(ValueError, match=r"`result` must be 1, 0.5 or 0, got 2"):
            pk.plots.extra_game([2400] * 8, 6, result=2, ax=ax)

    def test_twin_counts_each_game(self, ax):
        pk.plots.linear_twin(TRIO, [1, 0.5, 0], ax=ax)
        values = lines(ax)["what the game counts"]
        assert list(values.get_ydata()) == [2800, 2500, 2200]
        assert list(lines(ax)["their mean, linear 2500.00"].get_ydata()) == [2500, 2500]
        bars = [segment[:, 1].tolist() for segment in ax.collections[0].get_segments()]
        assert bars == [[2000, 2800], [2100, 2900], [2200, 3000]]

    def test_twin_does_not_ask_whom(self, ax):
        pk.plots.linear_twin(TRIO, [1, 1, 0.5], ax=ax)
        other = Figure().subplots()
        pk.plots.linear_twin(TRIO, [0.5, 1, 1], ax=other)
        assert legend_texts(ax)[-1] == legend_texts(other)[-1] == "their mean, linear 2766.67"

    @pytest.mark.parametrize(
        ("results", "message"),
        [
            ([1, 1], "`results` must hold one result per game, 3, got 2"),
            ([1, 1, 2], "`results` must hold 1, 0.5 or 0, got 2"),
        ],
    )
    def test_bad_results(self, ax, results, message):
        with pytest.raises(ValueError, match=message):
            pk.plots.linear_twin(TRIO, results, ax=ax)
