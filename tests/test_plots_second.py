"""Pictures of notebooks 06 to 09: the drawn numbers are read back from the artists."""

import numpy as np
import pandas as pd
import pytest
from cases import SHARED
from matplotlib.figure import Figure
from matplotlib.text import Text
from test_plots import legend_texts, pixels

import perfkit as pk
from perfkit.plots import (
    _coverage,
    _form,
    _luck,
    _method_map,
    _replay,
    _tournament,
)

TRIO = [2400, 2500, 2600]
# course.md 08.2: Gukesh at the Olympiad 2022, eight wins, then a half, a loss, a half.
GUKESH = [2215, 2365, 2578, 2616, 2704, 2698, 2566, 2783, 2759, 2688, 2686]
GUKESH_RESULTS = [1] * 8 + [0.5, 0, 0.5]
LUCK = pk.luck.winners_luck(n_events=200, rng=np.random.default_rng(1))
LUCK_WITHOUT_DRAWS = pk.luck.winners_luck(
    n_events=200, n_players=4, draw_rate=0, rng=np.random.default_rng(1)
)
CANDIDATES = pk.datasets.load("candidates2022")


def form_of(player, **window):
    return pk.form.rolling_performance(CANDIDATES, player=player, **window)


def coverage_numbers(**changed):
    settings = {"n_games": 5, "draw_rate": 0.0, "kinds": ("wald", "score"), "level": 0.95}
    return _coverage.coverage_numbers(**settings | changed)


# Every picture with its draw, move, and the numbers of two states.
PICTURES = {
    "method_map": (
        lambda ax: pk.plots.method_map(score=7.5, half_spread=300, guess=20, ax=ax),
        _method_map.draw_map,
        _method_map.move_map,
        _method_map.map_numbers("true_logistic", "fide", events=_method_map.known_events()),
        _method_map.map_numbers(
            "uscf", "linear", score=3, half_spread=90, events=_method_map.known_events()
        ),
    ),
    "funnel": (
        lambda ax: pk.plots.funnel(TRIO, [1, 0.5, 0], rating=2600, ax=ax),
        _replay.draw_funnel,
        _replay.move_funnel,
        _replay.funnel_numbers(TRIO, [1, 0.5, 0]),
        _replay.funnel_numbers(
            [2500] * 5, [1, 1, 0, 1, 1], rating=2700, replays=[[0, 1, 1, 0.5, 0]], kind="wald"
        ),
    ),
    "replays": (
        lambda ax: pk.plots.replays(TRIO, [[1, 0.5, 0], [1, 1, 1]], 2600, ax=ax),
        _replay.draw_replays,
        _replay.move_replays,
        _replay.replays_numbers(TRIO, [[1, 0.5, 0], [1, 1, 1]], 2600),
        _replay.replays_numbers(TRIO, [[1, 1, 1], [0, 0, 0.5]], 2700, kind="wald"),
    ),
    "coverage": (
        lambda ax: pk.plots.coverage(rating_diff=400, guess=1, ax=ax),
        _coverage.draw_coverage,
        _coverage.move_coverage,
        coverage_numbers(),
        coverage_numbers(n_games=3, draw_rate=0.5, level=0.9, rating_diff=200, guess=2),
    ),
    "points_per_game": (
        lambda ax: pk.plots.points_per_game(GUKESH, GUKESH_RESULTS, ax=ax),
        _tournament.draw_points,
        _tournament.move_points,
        _tournament.points_numbers(GUKESH, GUKESH_RESULTS),
        _tournament.points_numbers(
            TRIO, [1, 1, 0.5], methods=["uscf", "fide"], moved=("forfeits left out", -5.0), guess=3
        ),
    ),
    "form": (
        lambda ax: pk.plots.form(form_of("Ding, Liren", window=7), ax=ax),
        _form.draw_form,
        _form.move_form,
        _form.form_numbers(form_of("Ding, Liren", window=7)),
        _form.form_numbers(form_of("Nakamura, Hikaru", days=9)),
    ),
    "winners_luck": (
        lambda ax: pk.plots.winners_luck(LUCK, real=2903, guess=2725, ax=ax),
        _luck.draw_luck,
        _luck.move_luck,
        _luck.luck_numbers(LUCK, real=2903),
        _luck.luck_numbers(LUCK_WITHOUT_DRAWS, guess=2725),
    ),
}


@pytest.fixture
def ax():
    return Figure(figsize=(5, 3), layout="constrained").subplots()


def labelled(ax, start):
    """The line whose label starts like this."""
    return next(line for line in ax.lines if str(line.get_label()).startswith(start))


@pytest.mark.parametrize("name", PICTURES)
class TestEveryPicture:
    def test_returns_the_axes_it_drew_on_with_units(self, name, ax):
        assert PICTURES[name][0](ax) is ax
        assert ax.get_xlabel()
        # The rows of points per game say themselves what they are.
        assert ax.get_ylabel() or name == "points_per_game"

    def test_letters_are_readable_in_print(self, name, ax):
        PICTURES[name][0](ax)
        ax.figure.draw_without_rendering()
        texts = ax.figure.findobj(Text)
        assert min(text.get_fontsize() for text in texts if text.get_text()) >= 7

    def test_moving_gives_the_picture_that_drawing_gives(self, name):
        _, draw, move, here, there = PICTURES[name]
        moved, drawn = Figure(figsize=(6, 3)), Figure(figsize=(6, 3))
        artists = draw(moved.subplots(), here)
        before = pixels(moved)
        move(artists, there)
        draw(drawn.subplots(), there)
        assert not np.array_equal(pixels(moved), before)
        np.testing.assert_array_equal(pixels(moved), pixels(drawn))


class TestMethodMap:
    def test_differences_are_those_of_the_literature(self):
        # literature.md section 1: 7½ of 10 against five at 2000 − d and five at 2000 + d
        numbers = _method_map.map_numbers("true_logistic", "fide")
        column = list(numbers.shares).index(0.75)
        rows = [list(numbers.half_spreads).index(d) for d in (0, 100, 200, 300, 400)]
        true = np.array([2190.85, 2205.32, 2249.04, 2319.16, 2406.63])
        np.testing.assert_allclose(numbers.differences[rows, column], true - 2193, atol=0.006)

    def test_equal_at_an_even_score(self):
        numbers = _method_map.map_numbers("true_logistic", "fide")
        column = list(numbers.shares).index(0.5)
        np.testing.assert_allclose(numbers.differences[:, column], 0, atol=1e-9)

    def test_the_two_halves_mirror_each_other(self):
        # Every share is a whole per cent and 2000 a whole number, so FIDE's rounding is symmetric.
        differences = _method_map.map_numbers("true_logistic", "fide").differences
        np.testing.assert_allclose(differences, -differences[:, ::-1], atol=1e-6)

    def test_real_events(self, ax):
        pk.plots.method_map(ax=ax)
        texts = [text.get_text() for text in ax.texts]
        for event in ("Nepomniachtchi −3", "Gukesh +41", "Abdusattorov +54", "Howell +62"):
            assert event in texts  # course.md 06

    def test_real_events_stand_at_share_and_standard_deviation(self):
        points = _method_map.map_numbers(
            "true_logistic", "fide", events=_method_map.known_events()
        ).events
        gukesh = next(point for point in points if point.name == "Gukesh")
        mean = sum(GUKESH) / 11
        deviation = (sum((rating - mean) ** 2 for rating in GUKESH) / 11) ** 0.5
        assert gukesh.share == 9 / 11
        assert gukesh.half_spread == pytest.approx(deviation)

    def test_exercise_06_2(self):
        # course.md: half-spreads at which true_logistic and true_normal are 100 above fide, and
        # true_logistic 100 above linear
        for method, minus, spread in (
            ("true_logistic", "fide", 266.2),
            ("true_normal", "fide", 277.5),
            ("true_logistic", "linear", 275.6),
        ):
            marked = _method_map.map_numbers(method, minus, score=7.5, half_spread=spread).marked
            assert marked.difference == pytest.approx(100, abs=0.06)

    def test_place_outside_the_map(self):
        with pytest.raises(ValueError, match=r"`score` must lie in \[0.5, 9.5\], got 10"):
            pk.plots.method_map(score=10, half_spread=100)
        with pytest.raises(ValueError, match=r"`half_spread` must lie in \[0, 400\], got 500"):
            pk.plots.method_map(score=5, half_spread=500)


class TestMethodEnds:
    def test_finite_values_and_arrows(self, ax):
        pk.plots.method_ends(TRIO, ax=ax)
        texts = [text.get_text().strip() for text in ax.texts]
        assert texts.count("+∞") == texts.count("−∞") == 4  # the four smooth ones, design.md 1
        # course.md, table of statements: 3 of 3 is 3300 by FIDE and 2900 by the line
        for value in ("3300", "2900", "1700", "2100"):
            assert value in texts

    def test_chosen_methods(self, ax):
        pk.plots.method_ends(TRIO, methods=["fide", "uscf"], ax=ax)
        assert [text.get_text() for text in ax.get_yticklabels()] == ["fide", "uscf"]


class TestFunnel:
    def test_running_performance_and_band(self, ax):
        results = [1, 0, 0.5, 1]
        pk.plots.funnel([2500] * 4, results, ax=ax)
        running = labelled(ax, "performance").get_ydata()
        assert np.isnan(running[0])
        # 1 of 2, 1½ of 3, 2½ of 4 against equal opponents: 2500 + 400 log10(p / (1 − p))
        by_hand = [2500, 2500, 2500 + 400 * np.log10(2.5 / 1.5)]
        np.testing.assert_allclose(running[1:], by_hand)
        outline = ax.collections[1].get_paths()[0].vertices
        ends = pk.interval([2500] * 4, 2.5)
        last = outline[outline[:, 0] == 4][:, 1]
        assert (last.min(), last.max()) == pytest.approx((ends.low, ends.high))

    def test_a_band_of_one_round_is_an_upright_bar(self, ax):
        # won, lost, won, ...: Wald has bands from the second game on; here it ends with the second
        pk.plots.funnel([2500] * 2, [1, 0], kind="wald", ax=ax)
        (bar,) = ax.collections[1].get_paths()
        found = pk.interval([2500] * 2, 1, kind="wald")
        assert bar.get_extents().width > 0
        assert bar.get_extents().intervaly == pytest.approx([found.low, found.high])

    def test_wald_has_no_band_after_a_win_alone(self, ax):
        pk.plots.funnel([2500] * 3, [1, 0, 1], kind="wald", ax=ax)
        outline = ax.collections[1].get_paths()[0].vertices
        assert outline[:, 0].min() == 2
        assert "unbounded" in legend_texts(ax)

    def test_replays_are_faint_lines(self, ax):
        pk.plots.funnel([2500] * 2, [1, 0], replays=[[0, 1], [0.5, 0.5]], ax=ax)
        segments = ax.collections[0].get_segments()
        assert len(segments) == 2
        assert segments[1][-1].tolist() == [2, 2500]

    def test_not_one_result_per_game(self):
        with pytest.raises(ValueError, match="`results` must hold one result per game, 3"):
            pk.plots.funnel(TRIO, [1, 0])


class TestReplays:
    def test_held_and_missed(self, ax):
        # Kind "wald" has no band for 9 of 9; at 5 of 9 its band ends far below 3000.
        results = [[1] * 9, [1] * 5 + [0] * 4, [1] * 8 + [0]]
        pk.plots.replays([2500] * 9, results, 2900, kind="wald", ax=ax)
        assert labelled(ax, "missed").get_xdata() == [1, 2]
        assert labelled(ax, "held").get_xdata() == [3]
        assert len(ax.collections[0].get_segments()) == 2
        assert ax.get_title(loc="right") == "2 of 3 missed (×)"

    def test_the_same_events_by_the_score_interval(self):
        results = [[1] * 9, [1] * 8 + [0]]
        numbers = _replay.replays_numbers([2500] * 9, results, 2900, kind="score")
        assert numbers.missed == 0

    def test_last_ones_keep_their_numbers(self):
        numbers = _replay.replays_numbers([2500], [[1], [0], [0.5]], 2500).last(2)
        assert (numbers.first, len(numbers.bands)) == (2, 2)


class TestCoverage:
    # literature.md section 5, exact enumeration without draws: n, gap, wald, score, profile
    TABLE = (
        (5, 0, 0.938, 0.938, 0.938),
        (5, 200, 0.733, 0.987, 0.987),
        (5, 400, 0.310, 0.931, 0.993),
        (9, 0, 0.961, 0.961, 0.961),
        (9, 200, 0.874, 0.958, 0.874),
        (9, 400, 0.534, 0.958, 0.958),
        (14, 200, 0.947, 0.947, 0.947),
        (14, 400, 0.704, 0.967, 0.967),
        (30, 400, 0.893, 0.950, 0.927),
    )

    @pytest.mark.parametrize(("n_games", "gap", "wald", "score", "profile"), TABLE)
    def test_table_of_the_literature(self, n_games, gap, wald, score, profile):
        for kind, share in (("wald", wald), ("score", score), ("profile", profile)):
            found = pk.plots.coverage_at(gap, n_games=n_games, kind=kind)
            assert found == pytest.approx(share, abs=0.0006), kind

    def test_nine_of_twenty_wald_bands_miss(self, ax):
        pk.plots.coverage(rating_diff=400, guess=1, ax=ax)
        dots = [line for line in ax.lines if line.get_marker() == "o"]
        assert sorted(round(20 * (1 - dot.get_ydata()[0])) for dot in dots) == [1, 9]
        guess = labelled(ax, "your guess")
        assert guess.get_ydata()[0] == 0.95
        assert guess.get_label() == "your guess: 1 of 20 miss"

    def test_arrays_and_numbers_agree(self):
        shares = pk.plots.coverage_at([0, 400])
        assert shares.shape == (2,)
        assert shares[1] == pk.plots.coverage_at(400)

    def test_unknown_kind(self):
        with pytest.raises(ValueError, match="`kinds` must be one of"):
            pk.plots.coverage(kinds=["jeffreys"])


class TestPointsPerGame:
    def test_dots_are_the_leave_one_out_of_the_issue(self, ax):
        # Win, draw, loss against 2200s and a win against 1400: the last game costs fide 105 points
        # and linear 100, true_logistic rises by 2.26.
        pk.plots.points_per_game([2200, 2200, 2200, 1400], [1, 0.5, 0, 1], ax=ax)
        last = {name: labelled(ax, name).get_xdata()[-1] for name in ("fide", "linear")}
        assert last == {"fide": -105, "linear": pytest.approx(-100)}
        assert labelled(ax, "true_logistic").get_xdata()[-1] == pytest.approx(2.26, abs=0.005)

    def test_wins_left_of_zero_are_ringed(self, ax):
        pk.plots.points_per_game(GUKESH, GUKESH_RESULTS, methods=["fide"], ax=ax)
        rings = labelled(ax, "a win that cost points")
        assert rings.get_xdata() == [-17, -2]  # course.md 08.2: 2215 by 17, 2365 by 2
        assert legend_texts(ax) == ["fide", "a win that cost points"]

    def test_no_win_lowers_the_true_one(self, ax):
        pk.plots.points_per_game(GUKESH, GUKESH_RESULTS, methods=["true_logistic"], ax=ax)
        assert "a win that cost points" not in legend_texts(ax)

    def test_unbounded_stands_at_the_edge(self, ax):
        pk.plots.points_per_game(TRIO, [1, 1, 0.5], methods=["true_logistic"], ax=ax)
        assert labelled(ax, "unbounded").get_xdata() == [ax.get_xlim()[0]]

    def test_rows_carry_name_rating_and_result(self, ax):
        pk.plots.points_per_game(TRIO, [1, 0.5, 0], names=["Ann", "Bob", "Cy"], ax=ax)
        rows = [text.get_text() for text in ax.get_yticklabels()]
        assert rows == ["Ann 2400  1", "Bob 2500  ½", "Cy 2600  0"]

    def test_many_rows_name_some(self, ax):
        pk.plots.points_per_game([2500] * 70, [1, 0] * 35, ax=ax)
        assert len(ax.get_yticklabels()) == 24

    def test_not_one_name_per_game(self):
        with pytest.raises(ValueError, match="`names` must hold one name per game, 3, got 1"):
            pk.plots.points_per_game(TRIO, [1, 1, 0], names=["Ann"])


class TestForm:
    def test_band_and_line_are_those_of_the_frame(self, ax):
        frame = form_of("Ding, Liren", window=7)
        pk.plots.form(frame, ax=ax)
        full = frame["rating"].dropna()
        np.testing.assert_array_equal(labelled(ax, "Ding").get_ydata(), full)
        outline = ax.collections[0].get_paths()[0].vertices
        assert outline[:, 1].max() == frame["high"].max()

    def test_games_on_the_axis_where_dates_are_missing(self, ax):
        undated = CANDIDATES.assign(date="2022")
        pk.plots.form(pk.form.rolling_performance(undated, player="Ding, Liren", window=7), ax=ax)
        assert ax.get_xlabel() == "game"

    def test_other_frames_are_refused(self):
        with pytest.raises(ValueError, match="`frame` must come from perfkit.form"):
            pk.plots.form(CANDIDATES)


class TestSlices:
    def test_small_slices_are_grey(self, ax):
        games = CANDIDATES[CANDIDATES["player"] == "Ding, Liren"]

        def month(frame):
            return frame["date"].str[:7]

        table = pk.performance_table(games, by=["player", month])
        pk.plots.slices(table, ax=ax)
        rows = {text.get_text(): text.get_color() for text in ax.get_yticklabels()}
        # Candidates 2022: eleven rounds until 30 June, three from 1 July on
        assert list(rows) == ["2022-06 (11)", "2022-07 (3)"]
        assert rows["2022-06 (11)"] != rows["2022-07 (3)"] == "#9a9a9a"

    def test_intervals_where_the_table_has_them(self, ax):
        table = pk.performance_table(CANDIDATES, by="player", intervals=0.95)
        pk.plots.slices(table, ax=ax)
        bars = [line for line in ax.lines if len(line.get_xdata()) == 2]
        assert len(bars) == len(table)
        ends = [table["true_logistic_low"][0], table["true_logistic_high"][0]]
        assert list(bars[0].get_xdata()) == ends

    def test_a_method_that_is_no_column(self):
        table = pk.performance_table(CANDIDATES, methods=["fide"])
        with pytest.raises(ValueError, match="`method` must be a column of the table"):
            pk.plots.slices(table)


class TestWinnersLuck:
    def test_bars_count_every_event(self):
        numbers = _luck.luck_numbers(LUCK)
        assert numbers.player.sum() == pytest.approx(100)
        assert numbers.winner.sum() == pytest.approx(100)

    def test_with_a_favourite_bars_have_one_width_and_no_hole(self, ax):
        luck = pk.luck.winners_luck(advantage=100.0, n_events=4000, rng=np.random.default_rng(3))
        pk.plots.winners_luck(luck, ax=ax)
        player, winner = (patch.get_data() for patch in ax.patches)
        widths = np.diff(winner.edges)
        assert widths == pytest.approx(widths[0])
        assert ax.get_ylabel() == f"events (%), bars of {widths[0]:g} points"
        assert winner.values.sum() == pytest.approx(100)
        assert player.values.sum() == pytest.approx(100)
        filled = np.flatnonzero(winner.values >= 1)
        assert (winner.values[filled[0] : filled[-1] + 1] >= 1).all()

    def test_unbounded_winners_are_told(self, ax):
        numbers = _luck.luck_numbers(LUCK_WITHOUT_DRAWS)
        assert numbers.winner.sum() == pytest.approx(100 * (1 - LUCK_WITHOUT_DRAWS.unbounded))
        pk.plots.winners_luck(LUCK_WITHOUT_DRAWS, ax=ax)
        assert "unbounded" in legend_texts(ax)[1]

    def test_other_objects_are_refused(self):
        with pytest.raises(ValueError, match="`luck` must come from perfkit.luck.winners_luck"):
            pk.plots.winners_luck([2700, 2800])


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs ../shared/data")
def test_dortmund_needs_no_date(ax):
    games = pk.read_games(SHARED / "data" / "dortmund_latin1.pgn").games
    # The file shows Kramnik with three ratings, so three identifiers; here they are one player.
    kramnik = games.loc[games["player"] == "Kramnik, Vladimir", "player_id"].unique().tolist()
    frame = pk.form.rolling_performance(games, player=kramnik, window=20)
    pk.plots.form(frame, ax=ax)
    assert len(labelled(ax, "Kramnik").get_xdata()) == len(frame) - 19  # the window fills up


def test_windows_with_nothing_in_common_are_not_joined(ax):
    games = pd.DataFrame(
        {
            "player": "Ann",
            "opponent_rating": 2400.0,
            "result": [1, 0, 0.5, 0],
            "date": ["2024-01-01", "2024-01-02", "2024-06-01", "2024-06-02"],
        }
    )
    pk.plots.form(pk.form.rolling_performance(games, days=30), ax=ax)
    assert len(ax.collections[0].get_paths()) == 2
    # a win: unbounded; 1 of 2: 2400; then in June ½ of 1: 2400; ½ of 2: 2400 + 400 log10(1/3)
    line = labelled(ax, "Ann").get_ydata()
    np.testing.assert_allclose(line, [np.nan, 2400, np.nan, 2400, 2400 - 190.8485], atol=1e-4)
