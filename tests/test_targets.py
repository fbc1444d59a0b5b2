"""Points and opponents that a performance needs."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfkit as pk
from perfkit.targets import points_table, rating_needed, score_needed


def test_case_c09_points_for_a_norm():
    found = score_needed([2425] * 9, 2600, method="fide")
    assert (found.score, found.rating) == (7, 2645)
    assert (found.score_below, found.rating_below) == (6.5, 2591)
    assert float(found) == 7
    assert score_needed([2425] * 9, 2600, method="linear").score == 6.5


def test_case_c09_where_line_and_table_disagree_for_nine_games():
    too_low, too_high = set(), set()
    for average in range(2400, 2700):
        line, table = (score_needed([average] * 9, 2600, method=m) for m in ("linear", "fide"))
        if line.score < table.score:
            too_low.add(average)
        if line.score > table.score:
            too_high.add(average)
    assert too_low == {*range(2423, 2434), *range(2467, 2475), *range(2512, 2520), 2556}
    assert too_high == {2643, 2644, *range(2680, 2689)}


def test_course_04_average_for_a_norm():
    # Nine games with 6½: an average of 2434 is 2600, 2433 is 2599.
    found = rating_needed([], 6.5, 2600, games_to_come=9, method="fide")
    assert found.opponent_rating == 2434
    assert (found.rating, found.rating_below) == (2600, 2599)


def test_course_03_3_fewest_games():
    # Against 2000s one draw, all else won: 50 games make 2798.25, 51 make 2801.73.
    assert score_needed([2000] * 51, 2800).score == 50.5
    assert score_needed([2000] * 50, 2800).score == 50


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from(list(pk.METHODS)),
    st.lists(st.integers(1200, 2850), min_size=1, max_size=12),
    st.integers(900, 3300),
)
def test_half_a_point_less_misses_the_target(method, opponents, target):
    found = score_needed(opponents, target, method=method)
    if found.possible:
        assert pk.performance_rating(opponents, found.score, method=method) >= target
        assert found.rating >= target
    else:
        assert pk.performance_rating(opponents, len(opponents), method=method) < target
    if not math.isnan(found.score_below):
        assert found.score_below == found.score - 0.5
        assert pk.performance_rating(opponents, found.score_below, method=method) < target


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(list(pk.METHODS)),
    st.lists(st.integers(1200, 2850), max_size=8),
    st.integers(1, 3),
    st.integers(1500, 3000),
    st.data(),
)
def test_one_point_weaker_opponents_miss_the_target(method, played, to_come, target, data):
    score = data.draw(st.integers(0, 2 * (len(played) + to_come))) / 2
    found = rating_needed(played, score, target, games_to_come=to_come, method=method)

    def value(opponent):
        return pk.performance_rating([*played, *[opponent] * to_come], score, method=method)

    if math.isfinite(found.opponent_rating):
        assert value(found.opponent_rating) >= target > value(found.opponent_rating - 1)
    elif found.possible:
        assert value(-10_000) >= target
    else:
        assert value(20_000) < target


def test_rating_needed_by_hand():
    # 2½ of 3 with 2400 and 2500 for 2700: E(2700 − x) may be at most what the two leave over.
    left = 2.5 - pk.total_expected_score([2400, 2500], 2700)
    exact = 2700 - pk.rating_difference(left)
    assert rating_needed([2400, 2500], 2.5, 2700).opponent_rating == math.ceil(exact)


def test_impossible_targets_say_so():
    found = score_needed([2425] * 9, 4000, method="fide")
    assert not found.possible
    assert math.isnan(found.score)
    assert str(found) == "4000 (fide) is impossible: even 9 of 9 is 3225"
    found = rating_needed([2400, 2500], 1, 2900)
    assert not found.possible
    assert found.opponent_rating == math.inf
    assert str(found).endswith("is impossible: no opponent is strong enough")


def test_a_full_score_of_a_true_performance_reaches_everything():
    found = score_needed([2425] * 9, 4000)
    assert (found.score, found.rating) == (9, math.inf)
    assert str(found) == "4000 (true_logistic) needs 9 of 9: unbounded above; 8½ is 2917.18"


def test_targets_below_everything():
    found = score_needed([2425] * 9, 1000, method="fide")
    assert (found.score, found.rating) == (0, 1625)
    assert math.isnan(found.rating_below)
    found = rating_needed([2400, 2500], 3, 2000)
    assert found.opponent_rating == -math.inf
    assert str(found).endswith("is reached against any opponents still to come")


def test_points_table_is_the_performance_of_all_games():
    table = points_table([2400] * 7, 5, [2500, 2600], target=2600, methods="all")
    assert table.index.tolist() == [0, 0.5, 1, 1.5, 2]
    assert table["score"].tolist() == [5, 5.5, 6, 6.5, 7]
    every = [2400] * 7 + [2500, 2600]
    for method in pk.METHODS:
        values = np.array([pk.performance_rating(every, s, method=method) for s in table["score"]])
        assert table[method].to_numpy() == pytest.approx(values)
        assert table[f"{method}_enough"].tolist() == (values >= 2600).tolist()
    needed = score_needed(every, 2600, method="fide").score
    assert table.loc[table["fide_enough"], "score"].iloc[0] == needed


def test_points_table_before_the_first_game_and_out_of_reach():
    table = points_table([], 0, [2400, 2400], target=4000, methods="fide")
    assert table["fide"].tolist() == [1600, 2207, 2400, 2593, 3200]  # dp −800 −193 0 193 800
    assert not table["fide_enough"].any()
    assert list(points_table([], 0, [2400], methods="fide").columns) == ["score", "fide"]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score_needed([], 2600), "`opponent_ratings` must hold at least one rating"),
        (lambda: score_needed([2400], math.inf), "`target` must be a finite number"),
        (lambda: score_needed([2400], [2600]), "`target` must be one number"),
        (lambda: score_needed([2400], 2600, method="true"), "`method` must name one definition"),
        (lambda: rating_needed([2400], 3, 2600), r"`score` must lie in \[0, 2\], got 3"),
        (
            lambda: rating_needed([2400], 1, 2600, games_to_come=0),
            "`games_to_come` must be a whole number from 1 up, got 0",
        ),
        (lambda: points_table([2400], 2, [2500]), r"`score` must lie in \[0, 1\], got 2"),
        (lambda: points_table([2400], 1, []), "`opponents_to_come` must hold at least one rating"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_points_table_wants_one_score():
    with pytest.raises(
        ValueError, match=r"`score` must be one number, got an array of shape \(3,\)"
    ):
        pk.targets.points_table([2400, 2500], [1, 0, 1], [2400], methods="fide")
