"""Every exercise: its answer derived anew without perfkit, its usual mistakes, and odd input.

The numbers are those of the course's script; each is derived below from the formula it comes from.
"""

import math
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from perfkit import course

TRIO = [2400, 2500, 2600]
CODE_EXAMPLE = [1851, 2457, 1989, 2379, 2407]
NORMAL = NormalDist(0, 200 * math.sqrt(2))


def logistic(d):
    return 1 / (1 + 10 ** (-d / 400))


def rating_where(rising, wanted, low=0.0, high=6000.0):
    """Where does a rising function reach a value? By halving an interval."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < wanted else (low, middle)
    return low


def true_performance(expected, opponents, score):
    return rating_where(lambda r: sum(expected(r - other) for other in opponents), score)


# FIDE Handbook B.02 (1 March 2024), table 8.1.1, the rows that exercises 04.2 and 04.3 meet.
FIDE_DP = {62: 87, 63: 95, 72: 166, 78: 220}


def percentage(score, n_games):
    """Whole percentage, exact halves up, in exact fractions."""
    return math.floor(100 * Fraction(score) / n_games + Fraction(1, 2))


def scores_that_go_wrong(shortened):
    """In which events of 1 to 12 games does a shortened percentage miss the right one?"""
    events = [(Fraction(twice, 2), n) for n in range(1, 13) for twice in range(2 * n + 1)]
    return [(s, n) for s, n in events if shortened(100 * float(s) / n) != percentage(s, n)]


def change_game_by_game(start, results, k_factor=40):
    """Change of a rating that moves after each game of the trio's event."""
    rating = start
    for opponent, result in zip(TRIO, results, strict=True):
        rating += k_factor * (result - logistic(rating - opponent))
    return rating - start


def unchanged(results, k_factor=40):
    """Which rating does the trio's event leave as it was, game by game?"""
    return rating_where(lambda r: -change_game_by_game(r, results, k_factor), 0)


def tangent_span(slope_at_zero):
    """Span of the line ½ + d/s that has the slope of a curve at 0."""
    return 1 / slope_at_zero


WIN_WIN_DRAW, DRAW_WIN_WIN = unchanged([1, 1, 0.5]), unchanged([0.5, 1, 1])

RIGHT = {
    "01.1": true_performance(NORMAL.cdf, [2300, 2500, 2700], 2.5),
    "01.2": true_performance(NORMAL.cdf, CODE_EXAMPLE, 4),
    "01.3": "average_logistic",
    "02.1": 10 * 10 / (10 * 10 + 1),  # odds of 10 to 1, twice
    "02.2": 2 * (1 - logistic(400)),  # nobody loses: all that is missing are draws
    "02.3": (2 / (NORMAL.cdf(400) - logistic(400))) ** 2 * logistic(400) * (1 - logistic(400)),
    "03.1": true_performance(logistic, TRIO, 2.5 - 10 / 20),
    "03.2": (WIN_WIN_DRAW, DRAW_WIN_WIN, DRAW_WIN_WIN - WIN_WIN_DRAW),
    "03.3": next(n for n in range(2, 100) if 2000 + 400 * math.log10((n - 0.5) / 0.5) >= 2800),
    "04.1": round(2500 + NORMAL.inv_cdf(0.83)),
    "04.2": (len(scores_that_go_wrong(round)), FIDE_DP[63] - FIDE_DP[62]),
    "04.3": next(s for s in (6.5, 7.0) if 2425 + FIDE_DP[percentage(s, 9)] >= 2600),
    "05.1": 2400 + 800 * 6 / 8 - 400 - 400,  # a win moves the line towards its opponent + 400
    "05.2": tangent_span(math.log(10) / 1600),
    "05.3": (1500 + 2400) / 2,
}

#: What the normal curve's own variance adds to 02.3.
NORMAL_TOO = (2 / (NORMAL.cdf(400) - logistic(400))) ** 2 * NORMAL.cdf(400) * (1 - NORMAL.cdf(400))

MISTAKES = [
    ("01.1", true_performance(NORMAL.cdf, TRIO, 2.5), "the trio's number"),
    ("01.1", true_performance(logistic, [2300, 2500, 2700], 2.5), "other true curve"),
    ("01.2", true_performance(logistic, CODE_EXAMPLE, 4), "own curve again"),
    ("01.2", sum(CODE_EXAMPLE) / 5 + NORMAL.inv_cdf(0.8), "used the average"),
    ("01.2", sum(CODE_EXAMPLE) / 5 + 400 * math.log10(4), "used the average"),
    ("01.3", "fide", "2773"),
    ("01.3", "true_normal", "2785"),
    ("01.3", "true_logistic", "2792"),
    ("02.1", (10 / 11) ** 2, "multiplied the scores"),
    ("02.1", 10 / 11, "one step of 400"),
    ("02.1", 100 * RIGHT["02.1"], "per cent"),
    ("02.1", 10 * 10, "those are the odds"),
    ("02.2", 1 / 11, "half a point to each"),
    ("02.2", 100 * RIGHT["02.2"], "per cent"),
    ("02.2", 1 - RIGHT["02.2"], "games not drawn"),
    ("02.2", 10 / 11, "expected score itself"),
    ("02.3", RIGHT["02.3"] / 4, "one standard error"),
    ("02.3", (2 / (NORMAL.cdf(400) - logistic(400))) ** 2 / 4, "too cautious"),  # p = ½
    ("02.3", RIGHT["02.3"] + NORMAL_TOO, "added two variances"),
    ("03.1", true_performance(logistic, TRIO, 2.5), "gains 0"),
    ("03.1", 2500 + 800 * 2 / 3 - 400, "straight line"),
    ("03.1", 2500, "gains 20"),
    ("03.1", true_performance(NORMAL.cdf, TRIO, 2.0), "normal curve"),
    ("03.3", 50, "2798.25"),
    ("03.3", 101, "odds are"),
    ("04.1", 2500 + NORMAL.inv_cdf(5 / 6), "rounded to .83 first"),
    ("04.1", 2774, "rounded to .83 first"),
    ("04.1", 2773, "FIDE's table"),
    ("04.2", (len(scores_that_go_wrong(int)), 8), "part 1: not this: that many go wrong if the"),
    ("04.2", (3, 8), "both ends"),
    ("04.3", 6.5, "2602.78"),
    ("05.1", 2000, "not under the average"),
    ("05.1", 2153, "FIDE's number begins to fall"),
    ("05.2", tangent_span(NORMAL.pdf(0)), "normal curve"),
    ("05.2", 800, "238"),
    ("05.3", (1500 + 1800 + 2400) / 3, "symmetric"),
]


@pytest.mark.parametrize("exercise", RIGHT)
def test_the_derived_answer_is_right(exercise, capsys):
    assert course.check(exercise, RIGHT[exercise])
    assert capsys.readouterr().out == f"{exercise}: right.\n"


def test_every_exercise_of_notebooks_01_to_05_is_derived_here():
    stored = {row.exercise for row in course.answers() if row.exercise < "06"}
    assert stored == set(RIGHT)


@pytest.mark.parametrize(("exercise", "answer", "hint"), MISTAKES)
def test_a_usual_mistake_gets_its_hint(exercise, answer, hint, capsys):
    assert not course.check(exercise, answer)
    said = capsys.readouterr().out
    assert hint in said
    assert "not this" in said


def test_the_numbers_of_the_script():
    """Answers and hints name these numbers; here they come out of the formulas above."""
    assert RIGHT["01.1"] == pytest.approx(2818.97, abs=0.005)
    assert RIGHT["01.2"] == pytest.approx(2545.25, abs=0.005)
    assert true_performance(logistic, [2300, 2500, 2700], 2.5) == pytest.approx(2828.38, abs=0.005)
    assert true_performance(logistic, CODE_EXAMPLE, 4) == pytest.approx(2550.51, abs=0.005)
    average = sum(CODE_EXAMPLE) / 5
    assert average + NORMAL.inv_cdf(0.8) == pytest.approx(2454.65, abs=0.005)
    assert average + 400 * math.log10(4) == pytest.approx(2457.42, abs=0.005)
    on_average = 2500 + 400 * math.log10(2.5 / 0.5)
    assert on_average == pytest.approx(2779.59, abs=0.005)
    assert RIGHT["02.1"] == pytest.approx(0.9901, abs=5e-5)
    one_step, product = 10 / 11, (10 / 11) ** 2
    assert (one_step, product) == pytest.approx((0.909, 0.826), abs=5e-4)
    assert NORMAL.cdf(400) == pytest.approx(0.9214, abs=5e-5)
    assert RIGHT["02.2"] == pytest.approx(2 / 11)
    assert RIGHT["02.3"] == pytest.approx(2200, abs=1)
    assert RIGHT["02.3"] / 4 == pytest.approx(550, abs=0.5)
    assert RIGHT["03.1"] == pytest.approx(2626.79, abs=0.005)
    assert RIGHT["03.2"] == pytest.approx((2786.26, 2802.25, 15.99), abs=0.0051)
    fifty_games, line = 2000 + 400 * math.log10(49.5 / 0.5), 2425 + 800 * 6.5 / 9 - 400
    half_k = unchanged([0.5, 1, 1], 20) - unchanged([1, 1, 0.5], 20)
    assert half_k == pytest.approx(7.94, abs=0.005)
    assert RIGHT["03.3"] == 51
    assert fifty_games == pytest.approx(2798.25, abs=0.005)
    assert 2500 + NORMAL.inv_cdf(0.83) == pytest.approx(2769.88, abs=0.005)
    assert 2500 + NORMAL.inv_cdf(5 / 6) == pytest.approx(2773.63, abs=0.005)
    assert RIGHT["04.2"] == (6, 8)
    assert len(scores_that_go_wrong(int)) == 54
    assert 2425 + FIDE_DP[percentage(6.5, 9)] == 2591
    assert line == pytest.approx(2602.78, abs=0.005)
    assert 2425 + FIDE_DP[percentage(7, 9)] == 2645
    assert RIGHT["05.2"] == pytest.approx(694.87, abs=0.005)
    second_crossing = rating_where(lambda d: 0.5 + d / 800 - logistic(d), 0, low=100, high=400)
    assert second_crossing == pytest.approx(238, abs=0.5)
    assert tangent_span(NORMAL.pdf(0)) == pytest.approx(709, abs=0.05)


def test_scores_that_go_wrong_are_the_ones_the_script_names():
    assert scores_that_go_wrong(round) == [
        (0.5, 4), (2.5, 4), (1, 8), (5, 8), (1.5, 12), (7.5, 12)
    ]  # fmt: skip


@pytest.mark.parametrize("answer", [2818.96, 2818.97, 2818.98, np.float64(2818.97), 2818.9689])
def test_a_number_is_taken_within_one_unit_of_its_last_digit(answer):
    assert course.check("01.1", answer)


@pytest.mark.parametrize("answer", [2818.95, 2819, 2819.5, 2817])
def test_a_near_miss_is_close_and_no_more(answer, capsys):
    assert not course.check("01.1", answer)
    assert capsys.readouterr().out == "01.1: close: give two decimals.\n"


@pytest.mark.parametrize(
    ("games", "right"), [(1899, 0), (1900, 1), (1929, 1), (2250, 1), (2251, 0)]
)
def test_a_range_ends_where_the_script_says(games, right):
    assert course.check("02.3", games) == bool(right)


@pytest.mark.parametrize("word", ["average_logistic", " Average logistic ", "average-logistic"])
def test_a_name_is_taken_however_it_is_spaced(word):
    assert course.check("01.3", word)


@pytest.mark.parametrize("exercise", RIGHT)
def test_three_dots_are_not_answered_yet(exercise, capsys):
    assert not course.check(exercise, ...)
    assert "not answered yet" in capsys.readouterr().out


def test_one_part_still_open(capsys):
    assert not course.check("03.2", (2786.26, ..., 15.99))
    assert "not answered yet" in capsys.readouterr().out


def test_each_part_is_judged_alone(capsys):
    assert not course.check("03.2", np.array([2802.25, 2802.25, 7.94]))
    assert capsys.readouterr().out == (
        "03.2: part 1: not this: the two orders are swapped; part 2: right; "
        "part 3: not this: that is K = 20.\n"
    )


@pytest.mark.parametrize(
    ("exercise", "answer", "said"),
    [
        ("01.1", "2818.97", "the answer is a number, without quotes"),
        ("01.1", None, "the answer is one finite number, this is None"),
        ("01.1", math.inf, "the answer is one finite number, this is inf"),
        ("01.1", [2818.97], "the answer is one finite number, this is [2818.97]"),
        ("01.1", True, "the answer is one finite number, this is True"),
        ("01.1", 0, "not this"),
        ("01.3", 2780, "the answer is a name in quotes"),
        ("04.2", 6, "the answer has 2 parts, in round brackets with commas between them"),
        ("03.2", (1, 2), "the answer has 3 parts, in round brackets with commas between them"),
        ("03.2", "2786", "the answer has 3 parts, in round brackets with commas between them"),
    ],
)
def test_no_answer_stops_the_notebook(exercise, answer, said, capsys):
    assert not course.check(exercise, answer)
    assert capsys.readouterr().out == f"{exercise}: {said}.\n"


def test_an_exercise_that_does_not_exist():
    with pytest.raises(ValueError, match=r"`exercise` must be one of 01\.1, 01\.2, .*got text '1'"):
        course.check("1", 5)


def test_the_table_keeps_digests_only():
    for row in course.answers():
        assert row.verdict in ("right", "mistake", "close")
        assert all(len(digest) == 8 and int(digest, 16) >= 0 for digest in row.digests.split())
        assert (row.hint == "") == (row.verdict == "right")


def test_digests_want_multiples_of_the_step():
    with pytest.raises(ValueError, match=r"`lowest` must be a multiple of 0\.1, got 266\.15"):
        course.digests("06.2", 266.15, step=0.1)


@pytest.mark.parametrize(("guess", "there"), [(..., 0), (0, 1), (None, 1), ((0.5, 0.6), 1)])
def test_a_picture_waits_for_a_guess(guess, there, capsys):
    assert course.guessed(guess) == bool(there)
    assert ("Guess first" in capsys.readouterr().out) != bool(there)


@pytest.mark.parametrize("exercise", sorted({row.exercise for row in course.answers()}))
@pytest.mark.parametrize(
    "answer",
    [Fraction(100, 101), Decimal("2.5"), 10**400, 10**5000, np.array(5.0), 1j, object(), {}, b"x"],
    ids=["fraction", "decimal", "large", "very large", "0-d", "complex", "object", "dict", "bytes"],
)
def test_an_answer_of_any_type_gets_a_verdict(exercise, answer, capsys):
    n_parts = max(row.part for row in course.answers() if row.exercise == exercise)
    for given in (answer, (answer,) * n_parts):
        course.check(exercise, given)
        assert capsys.readouterr().out.startswith(f"{exercise}: ")
