"""The twelve methods: published values, what they have in common, and the answer put back."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from cases import cases
from hypothesis import given, settings
from hypothesis import strategies as st

import perfkit as pk
from perfkit.fide_tables import DP

ORDER = [
    "true_normal",
    "fide",
    "linear",
    "true_logistic",
    "fide_ptp",
    "uscf",
    "average_logistic",
    "average_normal",
    "lichess",
    "half_point",
    "complete",
    "estimated",
]
UNBOUNDED = ["true_normal", "true_logistic", "average_normal", "average_logistic"]
TRIO = [2400, 2500, 2600]

fields = st.lists(st.integers(1000, 2900), min_size=1, max_size=30)


@st.composite
def events(draw, ends=True):
    """Opponents and a score in half points, the two ends included or not."""
    opponents = draw(fields)
    low, high = (0, 2 * len(opponents)) if ends else (1, 2 * len(opponents) - 1)
    return opponents, draw(st.integers(low, high)) / 2


def rate(opponents, score, method):
    return pk.performance_rating(opponents, score, method=method)


@pytest.mark.parametrize("case", cases("published.csv"), ids=lambda case: case.id)
def test_published_value(case):
    found = rate(case.opponent_ratings, case.score, case.method)
    assert found == pytest.approx(case.expected, abs=case.tolerance, rel=0), case.source


def test_every_method_has_a_published_value_in_the_ordinary_middle():
    middle = {c.method for c in cases("published.csv") if 0 < c.score < len(c.opponent_ratings)}
    assert middle | {"average_normal"} == set(ORDER)


def test_average_normal_in_the_ordinary_middle():
    # 5½ of 9: Φ⁻¹(11/18) = 0.28221614706 by a printed table of the normal quantile; σ is 200√2.
    found = rate([2400] * 9, 5.5, "average_normal")
    assert found == pytest.approx(2400 + 200 * math.sqrt(2) * 0.28221614706, abs=1e-6)


def test_the_order_is_the_same_everywhere():
    assert list(pk.METHODS) == ORDER
    assert list(pk.compare(TRIO, 2.5, methods="all").index) == ORDER
    assert list(pk.compare(TRIO, 2.5).index) == ORDER[:4]


@pytest.mark.parametrize("method", UNBOUNDED)
def test_unbounded_at_the_ends(method):
    assert rate(TRIO, 0, method) == -math.inf
    assert rate(TRIO, 3, method) == math.inf


@pytest.mark.parametrize("method", ORDER)
def test_ends_are_what_the_method_says(method):
    """at_zero and at_full are shown to people: here they are read as formulas and compared."""
    opponents = [2000, 2101]
    known = {"Ra": 2050.5, "lowest": 2000, "highest": 2101, "inf": math.inf}
    for score, said in ((0, pk.METHODS[method].at_zero), (2, pk.METHODS[method].at_full)):
        found = rate(opponents, score, method)
        if said == "finite":
            assert math.isfinite(found)
            continue
        if said.lstrip("-") == "inf":
            assert found == float(said)
            continue
        word, sign, points = said.split()
        value = known[word] + (int(points) if sign == "+" else -int(points))
        assert found == (math.floor(value + 0.5) if method == "fide" else value)


# What all methods have in common: one loop each.


@pytest.mark.parametrize("method", ORDER)
@settings(max_examples=25, deadline=None)
@given(event=events(), shift=st.integers(-500, 500))
def test_shifting_all_opponents_shifts_the_answer(method, event, shift):
    opponents, score = event
    shifted = rate([r + shift for r in opponents], score, method)
    assert shifted == pytest.approx(rate(opponents, score, method) + shift, abs=1e-7)


@pytest.mark.parametrize("method", ORDER)
@settings(max_examples=25, deadline=None)
@given(opponents=fields)
def test_never_falls_as_the_score_rises(method, opponents):
    scores = np.arange(2 * len(opponents) + 1) / 2
    ratings = rate(opponents, scores, method)
    assert (ratings[1:] >= ratings[:-1] - 1e-9).all()


@pytest.mark.parametrize("method", ORDER)
@settings(max_examples=25, deadline=None)
@given(event=events(), rng=st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_nothing(method, event, rng):
    opponents, score = event
    shuffled = rng.sample(opponents, len(opponents))
    assert rate(shuffled, score, method) == pytest.approx(rate(opponents, score, method), abs=1e-8)


@pytest.mark.parametrize("method", ORDER)
@settings(max_examples=15, deadline=None)
@given(batch=st.lists(events(), min_size=1, max_size=8))
def test_scalar_equals_batch(method, batch):
    together = pk.performance_ratings(
        [rating for opponents, _ in batch for rating in opponents],
        counts=[len(opponents) for opponents, _ in batch],
        scores=[score for _, score in batch],
        method=method,
    )
    alone = [rate(opponents, score, method) for opponents, score in batch]
    np.testing.assert_allclose(together, alone, rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ORDER)
@pytest.mark.parametrize("n", [1, 2, 8, 9])
def test_half_the_points_against_equal_opponents_is_their_rating(method, n):
    expected = 2400 - 3 * (method == "fide_ptp")  # table 8.1.2: .50 already at 3 points less
    assert rate([2400] * n, n / 2, method) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("method", ORDER)
def test_an_event_without_games_is_undefined(method):
    found = pk.performance_ratings([2000.0], counts=[0, 1, 0], scores=[0, 1, 0], method=method)
    assert np.isnan(found[[0, 2]]).all()
    assert found[1] == rate([2000], 1, method)


# The answer put back into its own definition.


@pytest.mark.parametrize("method", ["true_normal", "true_logistic", "uscf"])
@settings(max_examples=60, deadline=None)
@given(event=events(ends=False))
def test_expected_score_at_the_answer_is_the_score(method, event):
    opponents, score = event
    curve = pk.METHODS[method].curve.name
    total = pk.total_expected_score(opponents, rate(opponents, score, method), curve=curve)
    assert total == pytest.approx(score, abs=1e-10)


@settings(max_examples=80, deadline=None)
@given(event=events())
def test_ptp_is_the_lowest_rating_that_reaches_the_score(event):
    opponents, score = event
    found = rate(opponents, score, "fide_ptp")
    if score == 0:
        assert found == min(opponents) - 800
        return
    assert pk.total_expected_score(opponents, found, curve="fide") >= score
    assert pk.total_expected_score(opponents, found - 1, curve="fide") < score


@settings(max_examples=80, deadline=None)
@given(event=events())
def test_averages_by_hand(event):
    opponents, score = event
    n, mean = len(opponents), sum(opponents) / len(opponents)
    assert rate(opponents, score, "linear") == pytest.approx(mean + 800 * score / n - 400)
    assert rate(opponents, score, "lichess") == pytest.approx(mean + 1000 * score / n - 500)
    for curve in ("logistic", "normal"):
        expected = mean + pk.rating_difference(score / n, curve=curve)
        assert rate(opponents, score, f"average_{curve}") == pytest.approx(expected, abs=1e-7)


@settings(max_examples=150, deadline=None)
@given(event=events())
def test_fide_with_fractions(event):
    opponents, score = event
    half = Fraction(1, 2)
    average = math.floor(Fraction(sum(opponents), len(opponents)) + half)
    percent = math.floor(Fraction(score) * 100 / len(opponents) + half)
    assert rate(opponents, score, "fide") == average + DP[percent]


@settings(max_examples=60, deadline=None)
@given(event=events())
def test_the_finite_three_solve_their_own_equation(event):
    opponents, score = event
    n, mean = len(opponents), sum(opponents) / len(opponents)
    at = rate(opponents, score, "half_point")
    assert pk.total_expected_score(opponents, at) == pytest.approx(n * (score + 0.5) / (n + 1))
    # One more game, drawn against an opponent of one's own rating, that is averaged in first.
    at = rate(opponents, score, "complete")
    with_own = (n * mean + at) / (n + 1)
    assert at == pytest.approx(with_own + pk.rating_difference((score + 0.5) / (n + 1)), abs=1e-6)
    at = rate(opponents, score, "estimated")
    share = pk.expected_score(at, mean)
    if score == n:
        assert share**n == pytest.approx(0.75)
    elif score == 0:
        assert (1 - share) ** n == pytest.approx(0.75)
    else:
        assert share == pytest.approx(score / n)


@settings(max_examples=40, deadline=None)
@given(rating=st.integers(1000, 2900), n=st.integers(1, 20), data=st.data())
def test_equal_opponents_make_each_and_average_agree(rating, n, data):
    score = data.draw(st.integers(0, 2 * n)) / 2
    for curve in ("logistic", "normal"):
        each = rate([rating] * n, score, f"true_{curve}")
        assert each == pytest.approx(rate([rating] * n, score, f"average_{curve}"), abs=1e-9)


def test_the_twin_of_linear():
    """Each game worth opponent + 400, opponent or opponent - 400: its mean is linear."""
    opponents, results = [1900, 2100, 2050, 2300], [1, 0.5, 0, 1]
    twin = [r + 400 * (2 * made - 1) for r, made in zip(opponents, results, strict=True)]
    assert np.mean(twin) == rate(opponents, sum(results), "linear")


@pytest.mark.parametrize(("d", "n"), [(265, 10), (267, 10)])
def test_spread_counts_in_the_true_one_alone(d, n):
    """Course 06.2: at d = 266.2 true_logistic is 100 above fide; on either side of it."""
    opponents = [2000 - d] * 5 + [2000 + d] * 5
    gap = rate(opponents, 7.5, "true_logistic") - rate(opponents, 7.5, "fide")
    assert (gap > 100) == (d > 266.2)


# What goes in.


@pytest.mark.parametrize(
    "opponents",
    [
        (1851, 2457, 1989, 2379, 2407),
        np.array([1851, 2457, 1989, 2379, 2407], dtype=np.uint16),
        np.array([1851, 2457, 1989, 2379, 2407], dtype=np.int16),
        np.array([1851, 2457, 1989, 2379, 2407], dtype=np.float32),
        [Decimal(1851), Decimal(2457), Fraction(1989), 2379, 2407.0],
        pd.Series([1851, 2457, 1989, 2379, 2407], index=list("abcde")),
        pd.Series([1851, 2457, 1989, 2379, 2407], dtype="Int64"),
        pd.Series([1851, 2457, 1989, 2379, 2407], dtype="uint16"),
    ],
    ids=lambda value: f"{type(value).__name__}-{getattr(value, 'dtype', '')}",
)
@pytest.mark.parametrize("method", ORDER)
def test_any_kind_of_number_goes_in(opponents, method):
    plain = rate([1851, 2457, 1989, 2379, 2407], 4, method)
    assert rate(opponents, Decimal(4), method) == plain
    assert rate(opponents, np.uint8(4), method) == plain
    assert rate(opponents, Fraction(8, 2), method) == plain


@pytest.mark.parametrize("method", ORDER)
def test_scalar_in_float_out_array_in_array_out(method):
    assert type(rate(TRIO, 1.5, method)) is float
    several = rate(TRIO, [[0.5, 1], [1.5, 2]], method)
    assert several.shape == (2, 2)
    assert several[1, 0] == rate(TRIO, 1.5, method)
    assert rate(TRIO, [], method).shape == (0,)


BAD = [
    ([], 0, "`opponent_ratings` must hold at least one rating, got none"),
    (TRIO, 3.5, r"`score` must lie in \[0, 3\], got 3.5"),
    (TRIO, -0.5, r"`score` must lie in \[0, 3\], got -0.5"),
    (TRIO, math.nan, "`score` must be a finite number, got nan"),
    ([2400, math.nan], 1, "`opponent_ratings` must hold finite numbers, got nan at position 1"),
    ([2400, math.inf], 1, "`opponent_ratings` must hold finite numbers, got inf at position 1"),
    ([2400, "2500"], 1, "`opponent_ratings` must hold numbers, got text '2500' at position 1"),
    ("2400", 1, "`opponent_ratings` must be a number, got text '2400'"),
    (TRIO, "2.5", "`score` must be a number, got text '2.5'"),
    ([2400, None], 1, "`opponent_ratings` must hold numbers, got None at position 1"),
    ([True, False], 1, "`opponent_ratings` must hold numbers, got True at position 0"),
    ([2400, 2500j], 1, "`opponent_ratings` must hold numbers, got 2500j at position 1"),
    (pd.Series([2400, pd.NA], dtype="Int64"), 1, "hold finite numbers, got nan at position 1"),
    (pd.Series(pd.to_datetime(["2022-01-01"])), 1, "`opponent_ratings` must hold numbers"),
    ([[2400], [2500]], 1, r"must be a flat list with one rating per game, got .*\(2, 1\)"),
    ([[2400], [2500, 2600]], 1, "got a nested list whose rows differ in length"),
    (
        2.5,
        TRIO,
        r"`opponent_ratings` must come first, `score` second, .* 3 after it: are they swap",
    ),
    (2400, 1, "`opponent_ratings` must be a list with one rating per game, got 2400"),
    ([2400, True], 1, "`opponent_ratings` must hold numbers, got True at position 1"),
    (np.ma.array([2400, 0], mask=[0, 1]), 1, "must hold finite numbers, got nan at position 1"),
    ([10**400, 2400], 1, "`opponent_ratings` must hold finite numbers, got 1000"),
    ([1e300, 2400], 1, "`opponent_ratings` must lie within 1e9 of 0, got 1e\\+300 at position 0"),
    (TRIO, [1, 4], r"`score` must lie in \[0, 3\], got 4 at position 1"),
]


@pytest.mark.parametrize(("opponents", "score", "message"), BAD, ids=[str(b[2])[:40] for b in BAD])
def test_bad_input(opponents, score, message):
    with pytest.raises(ValueError, match=message):
        pk.performance_rating(opponents, score)


@pytest.mark.parametrize("method", ["fide", "fide_ptp", "estimated"])
def test_half_points_where_they_are_needed(method):
    with pytest.raises(ValueError, match=f'multiple of 0.5 for method "{method}", got 1.25'):
        rate(TRIO, 1.25, method)


def test_whole_ratings_where_they_are_needed():
    with pytest.raises(ValueError, match='for method "fide_ptp", got 2500.5 at position 1'):
        rate([2400, 2500.5], 1, "fide_ptp")
    assert rate([2400.5, 2500], 1, "fide") == 2450  # 2450.25, averages may be of any ratings


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("true", ["true_normal", "true_logistic"]),
        ("tpr", ["fide", "average_logistic"]),
        ("perfect", ["fide_ptp", "complete", "estimated"]),
        ("elo", ["true_logistic", "linear"]),
        ("TPR", ["fide"]),
    ],
)
def test_a_name_of_several_definitions_is_answered_with_them(name, meant):
    with pytest.raises(ValueError, match=f'got "{name}", which names') as caught:
        rate(TRIO, 2.5, name)
    assert all(f'"{method}"' in str(caught.value) for method in meant)


@pytest.mark.parametrize("name", ["glicko", "", None, 3, "Fide"])
def test_an_unknown_method_lists_the_known_ones(name):
    with pytest.raises(ValueError, match="`method` must be one of true_normal, fide, linear"):
        rate(TRIO, 2.5, name)


@pytest.mark.parametrize(
    ("counts", "scores", "message"),
    [
        ([1, 1], [0, 1], "`counts` must add up to the 3 opponent ratings, got 2"),
        ([4, -1], [0, 1], "`counts` must hold whole numbers from 0 up, got -1 at position 1"),
        ([1.5, 1.5], [0, 1], "`counts` must hold whole numbers from 0 up, got 1.5 at position 0"),
        ([1, 2], [1], "`scores` must hold one score per event, 2, got 1"),
        ([1, 2], [1, 2.5], r"`scores` must lie in \[0, 2\], got 2.5 at position 1"),
        ([[3]], [1], r"`counts` must be a flat list, got an array of shape \(1, 1\)"),
    ],
)
def test_bad_batches(counts, scores, message):
    with pytest.raises(ValueError, match=message):
        pk.performance_ratings(TRIO, counts=counts, scores=scores)


def test_inputs_are_left_as_they_were():
    opponents, scores = np.array([2400.0, 2500.0, 2600.0]), np.array([1.0, 2.5])
    for method in ORDER:
        pk.performance_rating(opponents, scores, method=method)
    assert opponents.tolist() == TRIO
    assert scores.tolist() == [1.0, 2.5]


# compare and the grid.


def test_compare_carries_the_definition():
    frame = pk.compare(TRIO, 2.5, methods="all")
    assert list(frame.columns) == [
        "rating",
        "curve",
        "opponents",
        "rounding",
        "at_zero",
        "at_full",
        "also_printed_as",
        "reference",
    ]
    assert frame.loc["fide", "opponents"] == "average"
    assert frame.loc["fide_ptp", "curve"] == "fide"
    assert frame.loc["lichess", "curve"] == "line of span 1000"
    assert not (frame == "").any().any()
    both = frame.loc[["true_normal", "true_logistic"], "also_printed_as"]
    assert both.str.contains("true performance rating").all()


def test_compare_some():
    assert list(pk.compare(TRIO, 2.5, methods=["uscf", "fide"]).index) == ["uscf", "fide"]
    assert list(pk.compare(TRIO, 2.5, methods="uscf").index) == ["uscf"]
    with pytest.raises(
        ValueError, match='`methods` must be a list of method names or "all", got 3'
    ):
        pk.compare(TRIO, 2.5, methods=3)
    with pytest.raises(ValueError, match=r"`score` must be one number, got .* shape \(2,\)"):
        pk.compare(TRIO, [1, 2])
    with pytest.raises(ValueError, match="`methods` must name at least one method, got none"):
        pk.compare(TRIO, 1, methods=[])


def test_compare_says_which_method_is_not_defined_here():
    """Eleven good numbers are not withheld because the twelfth needs whole ratings."""
    frame = pk.compare([2400.5, 2500], 1, methods="all")
    assert frame.index[frame["rating"].isna()].tolist() == ["fide_ptp"]
    assert "whole numbers" in frame.attrs["undefined"]["fide_ptp"]
    assert pk.compare([2000, 2000], 1 / 3)["rating"].isna().tolist() == [False, True, False, False]
    with pytest.raises(ValueError, match="multiple of 0.5"):
        pk.compare([2000, 2000], 1 / 3, methods=["fide"])
    with pytest.raises(ValueError, match=r"`score` must lie in \[0, 2\], got 3"):
        pk.compare([2000, 2000], 3)


def test_the_grid_is_read_only():
    with pytest.raises(TypeError):
        pk.METHODS["mine"] = pk.METHODS["fide"]
    with pytest.raises(TypeError):
        pk.CURVES["mine"] = pk.CURVES["line"]
