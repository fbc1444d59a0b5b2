"""The four curves: values, symmetry, inverses, what they refuse."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perfkit as pk

SMOOTH = ["logistic", "normal"]


@pytest.mark.parametrize(
    ("rating", "opponent", "curve", "expected"),
    [
        (2400, 2000, "logistic", 10 / 11),  # odds of ten to one, by definition
        (1516, 1484, "logistic", 0.545922),  # C78: 1/(1 + 10^(-32/400))
        (2400, 2000, "normal", 0.9214),  # course 02.3; Φ(√2)
        (2400, 2000, "line", 1.0),
        (2100, 2000, "line", 0.625),
        (2735, 2000, "fide", 0.99),  # table 8.1.2: "over 735" is 1.00
        (2736, 2000, "fide", 1.0),
        (2000, 2736, "fide", 0.0),
        (2003, 2000, "fide", 0.50),
        (2004, 2000, "fide", 0.51),
        (1996, 2000, "fide", 0.49),
    ],
)
def test_expected_score(rating, opponent, curve, expected):
    found = pk.expected_score(rating, opponent, curve=curve)
    assert type(found) is float
    assert found == pytest.approx(expected, abs=5e-5 if curve == "normal" else 5e-7)


def test_course_values_at_0_100_200_400_800():
    found = pk.expected_score([0, 100, 200, 400, 800], 0)
    np.testing.assert_allclose(found, [0.500, 0.640, 0.760, 0.909, 0.990], atol=5e-4)


def test_largest_gap_between_normal_and_logistic():
    """Course 02: under 2 thousandths up to 200, most 14.7 at 516."""
    d = np.arange(801)
    gap = 1000 * (pk.expected_score(d, 0, curve="normal") - pk.expected_score(d, 0))
    assert np.abs(gap[:201]).max() < 2
    assert int(np.abs(gap).argmax()) == 516
    assert np.abs(gap).max() == pytest.approx(14.7, abs=0.05)


@pytest.mark.parametrize("curve", list(pk.CURVES))
@given(d=st.integers(-3000, 3000))
def test_both_players_share_one_point(curve, d):
    both = pk.expected_score(d, 0, curve=curve) + pk.expected_score(0, d, curve=curve)
    assert both == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("curve", list(pk.CURVES))
def test_never_falls_with_the_difference(curve):
    assert (np.diff(pk.expected_score(np.arange(-1500, 1501), 0, curve=curve)) >= 0).all()


@pytest.mark.parametrize("curve", SMOOTH)
@settings(deadline=None)
@given(d=st.floats(-900, 900))
def test_rating_difference_inverts_the_curve(curve, d):
    p = pk.expected_score(d, 0, curve=curve)
    assert pk.rating_difference(p, curve=curve) == pytest.approx(d, abs=1e-7)


@pytest.mark.parametrize(
    ("curve", "low", "high"),
    [
        ("logistic", -math.inf, math.inf),
        ("normal", -math.inf, math.inf),
        ("line", -400, 400),
        ("fide", -800, 800),
    ],
)
def test_ends(curve, low, high):
    assert pk.rating_difference(0, curve=curve) == low
    assert pk.rating_difference(1, curve=curve) == high
    assert pk.rating_difference(0.5, curve=curve) == 0


@pytest.mark.parametrize(
    ("p", "dp"),
    [(0.375, -87), (0.625, 95), (11.5 / 20, 57), (0.125, -322), (5 / 9, 43), (0.83, 273)],
)
def test_fide_takes_p_to_the_hundredth_halves_up(p, dp):
    assert pk.rating_difference(p, curve="fide") == dp  # rules: .38, .63, .58, .13, .56, .83


def test_total_expected_score():
    # Course 02: 1600 twice against 1200 and 2000, seen from 2000.
    assert pk.total_expected_score([1600, 1600], 2000) == pytest.approx(1.818, abs=5e-4)
    assert pk.total_expected_score([1200, 2000], 2000) == pytest.approx(1.490, abs=5e-4)
    # C28, literature: hundredths must add up without error; at 2112 exactly 3.50.
    assert pk.total_expected_score([1700, 1950, 1850, 2050, 2150], 2112, curve="fide") == 3.5
    several = pk.total_expected_score([1600, 1600], [[2000, 2100]])
    assert several.shape == (1, 2)


def test_arguments_swapped_are_recognised():
    with pytest.raises(
        ValueError, match="`opponent_ratings` must come first, `rating` second.*swapped"
    ):
        pk.total_expected_score(2000, [1600, 1700])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pk.expected_score(2000, 2000, curve="elo"), "`curve` must be one of logistic"),
        (lambda: pk.expected_score("2000", 2000), "`rating` must be a number, got text '2000'"),
        (lambda: pk.expected_score(2000, math.nan), "`opponent_rating` must be a finite number"),
        (lambda: pk.expected_score([1, 2], [1, 2, 3]), r"must fit the shape of `rating`, \(2,\)"),
        (lambda: pk.expected_score(2000.5, 2000, curve="fide"), 'whole numbers for the "fide"'),
        (lambda: pk.total_expected_score([], 2000), "must hold at least one rating, got none"),
        (lambda: pk.rating_difference(1.01), r"`p` must lie in \[0, 1\], got 1.01"),
        (lambda: pk.rating_difference(75), r"`p` must lie in \[0, 1\], got 75"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.int8, np.int16, np.uint64])
def test_integers_never_wrap_around(kind):
    small, large = kind(3), kind(100)
    assert pk.expected_score(small, large) == pytest.approx(1 / (1 + 10 ** (97 / 400)))
