"""Which game made the number, and which method."""

import math
from decimal import Decimal

import numpy as np
import pytest

import perfkit as pk
from perfkit.explain import identify_method, leave_one_out

CARUANA = [2877, 2805, 2787, 2772, 2768] * 2
KARPOV = [2805, 2715, 2715, 2710, 2710, 2695, 2685, 2685, 2650, 2640, 2630, 2625, 2590]
ABDUSATTOROV = [1975, 2549, 2512, 2783, 2594, 2720, 2549, 2686, 2698, 2684, 2760]
GUKESH = [2215, 2365, 2578, 2616, 2704, 2698, 2566, 2783, 2759, 2688, 2686]


def test_a_win_that_costs_points():
    # Win, draw, loss against 2200s and a win against 1400: fide 2200 -> 2095, linear by 100,
    # true_logistic 2200 -> 2202.26.
    table = leave_one_out([2200, 2200, 2200, 1400], [1, 0.5, 0, 1])
    last = table.loc[4]
    assert last["fide"] == -105
    assert last["linear"] == pytest.approx(-100)
    assert last["true_logistic"] == pytest.approx(2.26, abs=0.005)
    assert table.attrs["rating"]["fide"] == 2095
    assert table.attrs["rating"]["true_logistic"] == pytest.approx(2202.26, abs=0.005)


def test_course_06_3_leaving_a_game_out_is_the_opposite():
    # 8½ of 11; without the win against 1975 fide rises by 44, true_logistic falls by 0.60.
    results = [1] * 7 + [0.5] * 3 + [0]
    table = leave_one_out(ABDUSATTOROV, results)
    assert -table.loc[1, "fide"] == 44
    assert -table.loc[1, "true_logistic"] == pytest.approx(-0.60, abs=0.005)


def test_course_08_2_wins_that_lower_fide():
    table = leave_one_out(GUKESH, [1] * 8 + [0.5, 0, 0.5])
    wins = table[table["result"] == 1]
    assert wins.loc[wins["fide"] < 0, "fide"].tolist() == [-17, -2]
    assert (wins["true_logistic"] > 0).all()
    assert (wins["true_normal"] > 0).all()


def test_course_05_a_ninth_win_against_a_weak_opponent():
    # After 6 of 8 against 2400s a win against 1400: linear −88.9, fide −84, true +0.1.
    table = leave_one_out([2400] * 8 + [1400], [1] * 6 + [0] * 2 + [1])
    assert table.loc[9, "linear"] == pytest.approx(-88.9, abs=0.05)
    assert table.loc[9, "fide"] == -84
    assert table.loc[9, "true_logistic"] == pytest.approx(0.1, abs=0.05)


@pytest.mark.parametrize("method", pk.METHODS)
def test_each_cell_is_a_difference_of_two_performances(method):
    opponents, results = [2210, 2305, 2450, 2600], np.array([1, 0.5, 0.5, 0])
    table = leave_one_out(opponents, results, methods=method)
    assert list(table.columns) == ["opponent_rating", "result", method]
    whole = pk.performance_rating(opponents, results.sum(), method=method)
    for game in range(4):
        others = opponents[:game] + opponents[game + 1 :]
        without = pk.performance_rating(others, results.sum() - results[game], method=method)
        assert table[method].iloc[game] == pytest.approx(whole - without, abs=1e-7)


def test_unbounded_values_are_kept():
    # Without the only loss the true performance is unbounded; of two wins it is so both times.
    assert leave_one_out([2000, 2100], [1, 0])["true_logistic"].tolist() == [math.inf, -math.inf]
    assert leave_one_out([2000, 2100], [1, 1])["true_logistic"].isna().all()
    assert leave_one_out([2000], [1])["fide"].isna().all()


def test_results_are_checked():
    with pytest.raises(ValueError, match="`results` must hold one result per game, 2"):
        leave_one_out([2000, 2100], [1])
    with pytest.raises(ValueError, match="`results` must hold 0, 0.5 or 1, got 2"):
        leave_one_out([2000, 2100], [1, 2])


@pytest.mark.parametrize(
    ("printed", "methods", "values"),
    [
        (3098, ["fide", "true_normal"], [3098, 3097.85]),
        (3103, ["average_logistic", "estimated"], [3103.13, 3103.13]),
        (3082, ["linear", "uscf"], [3081.8, 3081.8]),
        (3106, ["true_logistic"], [3106.39]),
        (3106.39, ["true_logistic"], [3106.39]),
        (3097.8, ["true_normal"], [3097.85]),  # cut off
        (3081.8, ["linear", "uscf"], [3081.8, 3081.8]),
    ],
)
def test_caruana_2014(printed, methods, values):
    table = identify_method(CARUANA, 8.5, printed)
    assert table.index.tolist() == methods
    assert table["value"].tolist() == pytest.approx(values, abs=0.005)
    assert table["fits"].all()
    assert table["distance"].tolist() == pytest.approx(
        [abs(v - printed) for v in values], abs=0.006
    )


def test_which_rounding_made_the_number():
    assert identify_method(CARUANA, 8.5, 3098)["rounding"].tolist() == ["none", "rounded"]
    assert identify_method(CARUANA, 8.5, 3097)["rounding"].tolist() == ["cut off"]
    assert identify_method(CARUANA, 8.5, 3106)["rounding"].tolist() == ["rounded or cut off"]


def test_karpov_1994_fits_none():
    table = identify_method(KARPOV, 11, 2985)
    assert table.index.tolist() == ["true_logistic"]
    assert not table["fits"].any()
    assert table["distance"].iloc[0] == pytest.approx(2985 - 2982.86, abs=0.005)
    assert table.attrs["sentence"] == (
        "no method gives 2985; the nearest is true_logistic, 2982.86, 2.14 away"
    )


def test_a_printed_half_is_rounded_up():
    # linear against 2000 and 2001 with 1 of 2 is 2000.5.
    assert "linear" in identify_method([2000, 2001], 1, 2001).index
    table = identify_method([2000, 2001], 1, 2000, every=True)
    assert table.loc["linear", "rounding"] == "cut off"


def test_decimals_that_a_float_does_not_show():
    # 3081.80 printed with two decimals is linear; a true_normal of 3097.85 is not 3097.80.
    assert identify_method(CARUANA, 8.5, Decimal("3081.80")).index.tolist() == ["linear", "uscf"]
    assert not identify_method(CARUANA, 8.5, Decimal("3097.80"))["fits"].any()
    assert not identify_method(CARUANA, 8.5, 3097.8, decimals=2)["fits"].any()
    assert identify_method(CARUANA, 8.5, 3098.0, decimals=0)["fits"].all()


def test_every_method_by_distance():
    table = identify_method(CARUANA, 8.5, 3098, every=True)
    assert sorted(table.index) == sorted(pk.METHODS)
    assert table["distance"].is_monotonic_increasing
    assert table.loc[table["fits"]].index.tolist() == ["fide", "true_normal"]


def test_unbounded_methods_never_fit_and_undefined_ones_are_named():
    table = identify_method([2500.5, 2400], 2, 2850, every=True)
    assert table.loc["true_logistic", "distance"] == math.inf
    assert not table.loc["true_logistic", "fits"]
    assert "fide_ptp" in table.attrs["left_out"]
    assert "whole numbers" in table.attrs["left_out"]["fide_ptp"]
    assert "fide_ptp" not in table.index


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"printed": math.nan}, "`printed` must be a finite number"),
        ({"printed": "3098"}, "`printed` must be a number"),
        ({"printed": [3098]}, "`printed` must be one number"),
        ({"score": 11}, r"`score` must lie in \[0, 10\], got 11"),
        ({"score": [8.5]}, "`score` must be one number"),
        ({"decimals": -1}, "`decimals` must be a whole number from 0 up"),
        ({"opponent_ratings": []}, "`opponent_ratings` must hold at least one rating"),
    ],
)
def test_bad_input_is_named(arguments, message):
    call = {"opponent_ratings": CARUANA, "score": 8.5, "printed": 3098, **arguments}
    with pytest.raises(ValueError, match=message):
        identify_method(**call)
