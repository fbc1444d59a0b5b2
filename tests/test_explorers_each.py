"""What each explorer of notebooks 01 to 05 does by itself."""

import numpy as np
import pytest
from test_explorers import alt_of, make, no_pixels, pictures_of, said  # noqa: F401

import perfkit as pk

pytestmark = pytest.mark.usefixtures("no_pixels")


class TestEvent:
    def test_four_numbers_in_the_order_of_compare(self):
        details = make("EventExplorer").details.value
        places = [details.index(f">{name}<") for name in list(pk.METHODS)[:4]]
        assert places == sorted(places)
        assert ">average_logistic<" not in details

    def test_more_methods_shows_all_twelve(self):
        explorer = make("EventExplorer")
        explorer.more.value = True
        places = [explorer.details.value.index(f">{name}<") for name in pk.METHODS]
        assert places == sorted(places)
        assert "2779.59" in explorer.details.value  # course.md, 01.3: average_logistic
        assert explorer.code.value == 'pk.compare([2400, 2500, 2600], 2.5, methods="all")'

    @pytest.mark.parametrize("row", [0, 1, 2])
    def test_ratings_and_results_reach_the_readout_in_one_redraw(self, row):
        explorer = make("EventExplorer")
        drawn = pictures_of(explorer)
        explorer.games.rows[row].rating.value = "2450"
        assert len(drawn) == 1
        explorer.games.rows[row].result.value = 0.0
        assert len(drawn) == 2
        ratings, results = explorer.games.read()
        expected = pk.compare(ratings, sum(results)).rating["true_logistic"]
        assert f"true_logistic {expected:.2f}" in said(explorer)

    def test_moving_the_draw_moves_no_number(self):
        # course.md, 01, predict (b): the draw moved from 2600 to 2400
        explorer = make("EventExplorer")
        before = said(explorer)
        explorer.games.rows[0].result.value = 0.5
        explorer.games.rows[2].result.value = 1.0
        assert said(explorer) == before

    def test_games_are_added_and_removed(self):
        explorer = make("EventExplorer")
        drawn = pictures_of(explorer)
        explorer.games.add.click()
        assert len(drawn) == 1
        assert said(explorer).startswith("3½ of 4: ")
        assert explorer.games.rows[3].rating.description == "Opponent 4"
        explorer.games.rows[0].remove.click()
        assert said(explorer).startswith("2½ of 3: ")
        assert [row.rating.description for row in explorer.games.rows] == [
            "Opponent 1",
            "Opponent 2",
            "Opponent 3",
        ]
        assert [row.rating.value for row in explorer.games.rows] == ["2500", "2600", "2600"]

    def test_no_game_left_is_said_and_the_picture_stays(self):
        explorer = make("EventExplorer")
        for _ in range(3):
            picture = explorer.picture.value
            explorer.games.rows[0].remove.click()
        assert said(explorer) == (
            "`opponent_ratings` must hold at least one rating, got none: add a game"
        )
        assert explorer.picture.value == picture
        explorer.games.add.click()
        assert said(explorer).startswith("1 of 1: ")

    def test_full_score_is_unbounded(self):
        explorer = make("EventExplorer", results=(1, 1, 1))
        # issue 1, ends: 3/3 is +inf, fide 3300, linear 2900
        assert said(explorer) == (
            "3 of 3: true_normal unbounded above, fide 3300, linear 2900.00, "
            "true_logistic unbounded above."
        )
        zero = make("EventExplorer", results=(0, 0, 0), guess=2000)
        assert "fide 1700, linear 2100.00, true_logistic unbounded below" in said(zero)
        assert said(zero).endswith("Your guess 2000: the answer is unbounded.")

    def test_the_other_classic_example(self):
        # design.md section 1, second row
        explorer = make(
            "EventExplorer",
            opponent_ratings=[1851, 2457, 1989, 2379, 2407],
            results=[1, 1, 0, 1, 1],
        )
        for number in ("2545.25", "2457,", "2456.60", "2550.51"):
            assert number in said(explorer)

    def test_fractional_ratings_say_which_method_refuses_them(self):
        explorer = make("EventExplorer", opponent_ratings=[2400.5], results=[1])
        explorer.more.value = True
        assert "fide 3201" in said(explorer)  # the others are shown all the same
        assert "fide_ptp is undefined here" in explorer.details.value
        assert "must hold whole numbers for method" in explorer.details.value

    @pytest.mark.parametrize(
        ("settings", "message"),
        [
            ({"opponent_ratings": [], "results": []}, "`opponent_ratings` must hold at least one"),
            ({"results": [1, 1]}, "`results` must hold one result per game, 3, got 2"),
            ({"results": [1, 1, 2]}, "`results` must hold 1, 0.5 or 0, got 2 at position 2"),
        ],
    )
    def test_wrong_start(self, settings, message):
        with pytest.raises(ValueError, match=message):
            make("EventExplorer", **settings)

    def test_reset_brings_the_games_back(self):
        explorer = make("EventExplorer")
        explorer.games.rows[1].remove.click()
        explorer.games.rows[0].rating.value = "nonsense"
        explorer.more.value = True
        drawn = pictures_of(explorer)
        explorer.reset.click()
        assert said(explorer) == said(make("EventExplorer"))
        assert len(drawn) == 1
        assert not explorer.more.value


class TestExpectedScore:
    def test_own_curve_is_drawn_while_the_truth_is_covered(self):
        explorer = make("ExpectedScoreExplorer", guess=...)
        curve, bar = explorer.picture.figure.axes
        explorer.drawn[400].slider.value = 0.8
        own = next(line for line in curve.lines if line.get_label() == "your own curve")
        assert list(own.get_ydata()) == [0.5, 0.5, 0.5, 0.8, 0.5]
        visible = {str(line.get_label()) for line in curve.lines if line.get_visible()}
        assert not visible & {"logistic", "normal", "line"}
        assert all(piece.get_height() == 0 for piece in bar.patches)
        explorer.guess_box.value = "25"
        visible = {str(line.get_label()) for line in curve.lines if line.get_visible()}
        assert {"logistic", "normal", "line"} <= visible

    def test_truth_of_the_course_stands_under_it(self):
        details = make("ExpectedScoreExplorer").details.value
        for value in ("0.500", "0.640", "0.760", "0.909", "0.990"):  # course.md, 02
            assert value in details

    def test_draw_rate_changes_the_parts_and_not_the_score(self):
        explorer = make("ExpectedScoreExplorer", rating_diff=0, draw_rate=0.2)
        assert "0.500. Of 100 games 40.0 won, 20.0 drawn, 40.0 lost" in said(explorer)
        explorer.draw_rate.slider.value = 0.6
        assert "0.500. Of 100 games 20.0 won, 60.0 drawn, 20.0 lost" in said(explorer)

    def test_impossible_draw_rate_is_said(self):
        explorer = make("ExpectedScoreExplorer")
        picture = explorer.picture.value
        explorer.rating_diff.box.value = "400"
        # course.md, 02.2: at most 2/11 = .182
        assert said(explorer) == (
            "`draw_rate` must lie in [0, 0.182] at an expected score of 0.909, got 0.5"
        )
        assert explorer.picture.value == picture

    @pytest.mark.parametrize("guess", [None, ...])
    def test_own_curve_is_told_covered_or_not(self, guess):
        explorer = make("ExpectedScoreExplorer", guess=guess)
        explorer.drawn[400].box.value = "0.9"
        own = "Your own curve: 0.5 at 0, 0.5 at 100, 0.5 at 200, 0.9 at 400, 0.5 at 800"
        assert own in alt_of(explorer)

    def test_wrong_start(self):
        with pytest.raises(ValueError, match="`drawn` must hold five expected scores"):
            make("ExpectedScoreExplorer", drawn=[0.5])


class TestTruePerformance:
    def test_dragging_to_the_answer_changes_nothing(self):
        explorer = make("TruePerformanceExplorer", opponent_ratings=(2400, 2500, 2600))
        explorer.rating.box.value = "2792.23"
        assert "promises 2.50 of 3 points, 2½ were made: 0.0 with K = 20" in said(explorer)

    @pytest.mark.parametrize(("k_factor", "change"), [(10, "+14.0"), (20, "+28.0"), (40, "+56.0")])
    def test_k_scales_the_change_and_moves_no_answer(self, k_factor, change):
        # course.md, 03: K = 20 at 2400 gives +28.0
        explorer = make("TruePerformanceExplorer", opponent_ratings=(2400, 2500, 2600), rating=2400)
        explorer.k_factor.slider.value = k_factor
        assert change in said(explorer)
        assert "true_logistic 2792.23" in said(explorer)

    def test_spread_moves_the_true_one_at_a_constant_average(self):
        # course.md, 03: spread 100 is the trio, spread 500 gives 3032.82, normal 3022.98
        explorer = make("TruePerformanceExplorer", opponent_ratings=(2400, 2500, 2600))
        explorer.spread.slider.value = 500
        assert "true_logistic 3032.82" in said(explorer)
        explorer.curve.value = "normal"
        assert "true_normal 3022.98" in said(explorer)
        assert "[2000, 2500, 3000]" in explorer.code.value

    def test_equal_opponents_can_be_spread(self):
        explorer = make("TruePerformanceExplorer", opponent_ratings=(2500,) * 3)
        explorer.spread.slider.value = 100
        assert "[2400, 2500, 2600]" in explorer.code.value

    def test_one_opponent_has_no_spread(self):
        explorer = make("TruePerformanceExplorer", opponent_ratings=(2500,), results=(0.5,))
        explorer.spread.slider.value = 100
        assert "pk.performance_rating([2500], 0.5" in explorer.code.value

    def test_shuffled_results_move_nothing(self):
        explorer = make("TruePerformanceExplorer")
        before, order = said(explorer), explorer.details.value
        explorer.shuffle.click()
        assert said(explorer) == before
        assert "Results ½ 1 1 against" in explorer.details.value
        assert explorer.details.value != order

    @pytest.mark.parametrize(("score", "end"), [(3, "above"), (0, "below")])
    def test_ends_are_unbounded(self, score, end):
        explorer = make("TruePerformanceExplorer", guess=2700)
        explorer.score.slider.value = score
        assert f"true_logistic unbounded {end}." in said(explorer)
        assert np.isinf(explorer.answer)

    def test_no_minus_before_zero(self):
        # as many points as promised by equals: 0 at every K
        settings = {"opponent_ratings": (2500, 2500), "results": (1, 0), "rating": 2500}
        assert said(make("TruePerformanceExplorer", **settings)).endswith("made: 0.0 with K = 20.")

    def test_alt_names_each_opponents_points(self):
        alt = alt_of(make("TruePerformanceExplorer"))
        # 1 / (1 + 10^(∓500/400)), an even game between
        assert alt.endswith("expected against them at 2500: 2000 0.95, 2500 0.50, 3000 0.05.")

    def test_score_above_the_games_is_said(self):
        explorer = make("TruePerformanceExplorer")
        explorer.score.box.value = "4"
        assert said(explorer) == "`Score` must lie in [0, 3], got 4"

    def test_quarter_points_are_said(self):
        explorer = make("TruePerformanceExplorer")
        explorer.score.box.value = "2.25"
        assert said(explorer) == "`Score` must be a multiple of 0.5, got 2.25"


class TestFideTable:
    def test_below_zero_has_a_minus_sign(self):
        explorer = make("FideTableExplorer", n_games=4, score=0.5, average_opponent_rating=300)
        # table 8.1.1: −322 at .13
        assert said(explorer).endswith("Average 300 − 322: fide −22.")

    @pytest.mark.parametrize("score", [0, 4])
    def test_mark_at_the_edge_is_whole(self, score):
        explorer = make("FideTableExplorer", score=score)
        marks = [line for line in explorer.picture.axes[0].lines if line.get_markersize() == 9]
        assert [mark.get_clip_on() for mark in marks] == [False]

    def test_predictions_of_the_course(self):
        explorer = make("FideTableExplorer", score=2.5)
        assert "dp +95" in said(explorer)
        explorer.score.slider.value = 1.5
        assert "dp −87" in said(explorer)

    def test_norm_average_at_the_edge(self):
        # course.md, 04: nine games, average 2434 with 6½ is 2600, 2433 is 2599
        explorer = make("FideTableExplorer", n_games=9, score=6.5, average_opponent_rating=2434)
        assert said(explorer).endswith("fide 2600.")
        explorer.average.box.value = "2433"
        assert said(explorer).endswith("fide 2599.")

    def test_fewer_rounds_than_points_are_said_and_nothing_is_cut(self):
        explorer = make("FideTableExplorer", n_games=9, score=6.5)
        explorer.n_games.slider.value = 5
        assert said(explorer) == "`Score` must lie in [0, 5], got 6.5"
        assert explorer.score.box.value == "6.5"
        explorer.n_games.slider.value = 8
        assert said(explorer).startswith("6½ of 8 is 81.25 %, rounded 81 %")
        assert explorer.score.slider.value == 6.5

    def test_card_of_8_to_11_rounds_with_the_entry_set_off(self):
        explorer = make("FideTableExplorer", n_games=9, score=6.5)
        # 6½ of 9 is 72.2 %, table 8.1.1 gives 166 at .72
        assert "font-weight:bold" in explorer.card.value
        assert explorer.card.value.count("font-weight:bold") == 1
        set_off = explorer.card.value.split("font-weight:bold")[1]
        assert set_off.split(">")[1].startswith("+166<")
        rounds = ("8", "9", "10", "11")
        assert all(f">{name}</th>" in explorer.card.value for name in rounds)

    def test_card_is_covered_too(self):
        assert make("FideTableExplorer", guess=...).card.value == ""

    def test_half_rounds_are_said(self):
        explorer = make("FideTableExplorer")
        explorer.n_games.box.value = "4.5"
        assert said(explorer) == "`Rounds` must be a multiple of 1, got 4.5"


class TestLinear:
    def test_zero_of_the_line(self):
        # course.md, 05.1: below 2200 a ninth win lowers linear
        explorer = make("LinearExplorer", extra_rating=2200)
        assert explorer.answer == pytest.approx(0, abs=1e-9)
        explorer.extra.slider.value = 2190
        assert explorer.answer < 0

    @pytest.mark.parametrize(("result", "noun"), [(1.0, "win"), (0.5, "draw"), (0.0, "loss")])
    def test_extra_result(self, result, noun):
        explorer = make("LinearExplorer")
        explorer.result.value = result
        assert said(explorer).startswith(f"One more {noun} against 1400")
        # by hand: linear is Ra + 800 S/n − 400
        after = (8 * 2400 + 1400) / 9 + 800 * (6 + result) / 9 - 400
        assert explorer.answer == pytest.approx(after - 2600)

    def test_full_score_is_unbounded(self):
        explorer = make("LinearExplorer", score=8)
        assert said(explorer).endswith(
            "Elo points; true_logistic undefined (unbounded before and after)."
        )
        assert "unbounded above" in explorer.details.value

    def test_a_change_from_unbounded_names_both_ends(self):
        explorer = make("LinearExplorer", n_games=1, score=0, extra_rating=4000)
        # one of two is the average of 2400 and 4000
        assert said(explorer).endswith("true_logistic from unbounded below to 3200.00.")

    @pytest.mark.parametrize("extra", ["4000", "2900", "200"])
    def test_marks_stay_inside_the_picture(self, extra):
        explorer = make("LinearExplorer")
        explorer.extra.box.value = extra
        ax = explorer.picture.axes[0]
        dots = [line for line in ax.lines if line.get_marker() in {"D", "s", "^"}]
        (low, high), (bottom, top) = ax.get_xlim(), ax.get_ylim()
        assert len(dots) == 3
        for dot in dots:
            assert low <= dot.get_xdata()[0] <= high
            assert bottom <= dot.get_ydata()[0] <= top
            assert dot.get_visible()

    def test_alt_says_where_a_win_costs_points(self):
        alt = alt_of(make("LinearExplorer"))
        # by hand: the eight have linear 2600, so a win counts more from 2600 − 400 on
        assert "the win costs points: linear below 2200, fide below " in alt
        assert "true_logistic nowhere" in alt

    def test_twin_has_a_bar_per_game(self):
        explorer = make("LinearExplorer")
        twin = explorer.picture.figure.axes[1]
        assert len(twin.collections[0].get_segments()) == 9
        explorer.n_games.slider.value = 12
        assert len(twin.collections[0].get_segments()) == 13

    def test_fewer_games_than_points_are_said(self):
        explorer = make("LinearExplorer")
        explorer.n_games.slider.value = 3
        assert said(explorer) == "`Score` must lie in [0, 3], got 6"
