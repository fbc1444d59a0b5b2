"""Every rounding and the step search against exact fractions and plain enumeration."""

import math
from fractions import Fraction

import numpy as np

import perfkit as pk
from perfkit.fide_tables import PD, dp_of_percentage


def half_up(value):
    """A fraction to the nearest whole number, exact halves up, by the definition."""
    return math.floor(value + Fraction(1, 2))


def test_percentage_of_every_score_up_to_100_games():
    checked = 0
    for n in range(1, 101):
        halves = np.arange(2 * n + 1)
        expected = [half_up(Fraction(100 * int(k), 2 * n)) for k in halves]
        assert pk.fide.percentage(halves / 2, n).tolist() == expected
        assert pk.fide.dp(halves / 2, n).tolist() == dp_of_percentage(np.array(expected)).tolist()
        checked += halves.size
    assert checked == sum(2 * n + 1 for n in range(1, 101))


def test_exact_halves_go_up():
    # rules.md 6: p .13, .63, .13, .63; dp -322 and 95. Halves need 4, 8, 12, ... games.
    assert pk.fide.percentage([0.5, 2.5], 4).tolist() == [13, 63]
    assert pk.fide.percentage([1.5, 7.5], 12).tolist() == [13, 63]
    assert pk.fide.dp([0.5, 2.5], 4).tolist() == [-322, 95]
    with_halves = [n for n in range(1, 41) for k in range(2 * n + 1) if 200 * k % (4 * n) == 2 * n]
    assert {n % 4 for n in with_halves} == {0}


def test_average_of_every_remainder_up_to_100_games():
    # Ratings 2000 ... 2000 and one that makes the sum leave every possible remainder.
    for n in range(1, 101):
        for extra in range(n):
            ratings = [2000] * (n - 1) + [2000 + extra]
            assert pk.fide.aro(ratings) == half_up(Fraction(sum(ratings), n))


def test_average_below_zero_goes_up_too():
    assert pk.fide.aro([-1, 0]) == 0  # -0.5
    assert pk.fide.aro([-2, -1]) == -1  # -1.5


def test_tpr_of_random_events_by_fractions():
    rng = np.random.default_rng(20260301)
    for _ in range(300):
        n = int(rng.integers(1, 101))
        ratings = rng.integers(800, 2900, n)
        k = int(rng.integers(0, 2 * n + 1))
        average = half_up(Fraction(int(ratings.sum()), n))
        dp = int(dp_of_percentage(np.array(half_up(Fraction(100 * k, 2 * n)))))
        assert pk.fide.tpr(ratings, k / 2) == average + dp


def lowest_by_walking(ratings, twice_score):
    """PTP by its text: walk through all whole ratings, sum hundredths, stop at the first."""
    if twice_score == 0:
        return min(ratings) - 800
    every = np.arange(min(ratings) - 800, max(ratings) + 737)
    difference = np.clip(every[:, None] - np.array(ratings), -736, 736)
    hundredths = PD[difference + 736].sum(axis=1)
    return int(every[2 * hundredths >= 100 * twice_score][0])


def test_ptp_of_2000_random_events_by_walking_through_all_whole_numbers():
    rng = np.random.default_rng(103)
    for _ in range(2000):
        n = int(rng.integers(1, 8))
        middle, spread = rng.integers(1000, 2600), rng.integers(1, 900)
        ratings = (middle + rng.integers(-spread, spread + 1, n)).tolist()
        twice = int(rng.integers(0, 2 * n + 1))
        assert pk.fide.ptp(ratings, twice / 2) == lowest_by_walking(ratings, twice)
