"""The steps that lead to a number, as homework shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._text import games_text, rating_text, score_text, text_table
from perfkit._validation import FloatArray
from perfkit.fide_tables import percentage, round_half_up
from perfkit.methods import Method, method_by_name, performance_rating
from perfkit.solver import Events, solve


@dataclass(frozen=True)
class Step:
    """One line of a working: what is computed, how, and what comes out."""

    what: str
    how: str
    value: str


@dataclass(frozen=True)
class Working:
    """The steps of one method for one event; `str()` gives them as a text.

    Parameters
    ----------
    method : str
        The method's name.
    rating : float
        The performance rating, in Elo points, as `performance_rating` gives it.
    steps : tuple of Step
        From the ratings and the score to the answer.
    games : tuple of tuple
        For methods that count each opponent and have a finite answer: opponent's rating, rating
        difference and expected score at the answer, game by game; empty otherwise.
    """

    method: str
    rating: float
    steps: tuple[Step, ...]
    games: tuple[tuple[float, float, float], ...]

    def __str__(self) -> str:
        lines = [[step.what, step.how, step.value] for step in self.steps]
        text = text_table([self.method, "how", "value"], lines, [34, 52, -16])
        if self.games:
            digits = 0 if all(d == round(d) for _, d, _ in self.games) else 2
            rows = [[f"{r:g}", f"{d:+.{digits}f}", f"{e:.4f}"] for r, d, e in self.games]
            rows.append(["total", "", f"{sum(e for _, _, e in self.games):.4f}"])
            head = ["opponent", "difference", "expected score"]
            text += "\n\n" + text_table(head, rows, [-10, -12, -16])
        return text

    __repr__ = __str__


def working(opponent_ratings: Any, score: Any, *, method: str) -> Working:
    """How is this number worked out, step by step?

    Sum, average and percentage before and after rounding, the table row, and for methods that count
    each opponent the expected score of every game at the answer, which must add up to the score.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games.
    method : str
        One of `METHODS`.

    Returns
    -------
    Working
        A frozen object with `rating`, `steps` and `games`; print it to read it.

    Raises
    ------
    ValueError
        As `performance_rating`; a score that is not one number.

    See Also
    --------
    compare : the answers of several methods without the steps.

    Notes
    -----
    The steps show rounded figures; the rating is computed from the unrounded ones, except where the
    method orders a rounding, which then is a step of its own.

    References
    ----------
    The method's own, see `METHODS`.

    Examples
    --------
    >>> print(working([2400, 2500, 2600], 2.5, method="fide"))
    fide                  how                                            value
    sum of the ratings    2400 + 2500 + 2600                              7500
    average Ra            7500 / 3                                   2500.0000
    Ra, rounded           nearest whole number, halves up                 2500
    percentage            100 · 2½ / 3                               83.3333 %
    percentage, rounded   nearest whole number, halves up                 83 %
    rating difference dp  table 8.1.1, row .83                            +273
    performance rating    Ra + dp = 2500 + 273                            2773
    """
    chosen = method_by_name(method)
    check.opponents_first(opponent_ratings, score, "score")
    ratings, points = check.opponents(opponent_ratings), check.one_number(score, "score")
    rating = float(performance_rating(ratings, points, method=method))
    show = _SPECIAL.get(chosen.name, _GENERAL[chosen.opponents])
    steps = tuple(show(chosen, ratings, float(points), rating))
    games: tuple[tuple[float, float, float], ...] = ()
    if chosen.opponents == "each" and np.isfinite(rating):
        expected = chosen.curve.expected(rating - ratings)
        columns = (ratings, rating - ratings, expected)
        games = tuple(zip(*(map(float, column) for column in columns), strict=True))
    return Working(chosen.name, rating, steps, games)


def _sum_text(ratings: FloatArray) -> str:
    if ratings.size <= 5:
        return " + ".join(f"{r:g}" for r in ratings)
    first, last = (" + ".join(f"{r:g}" for r in part) for part in (ratings[:3], ratings[-1:]))
    return f"{first} + … + {last} ({ratings.size} ratings)"


def _average_steps(ratings: FloatArray) -> list[Step]:
    total, n = ratings.sum(), ratings.size
    return [
        Step("sum of the ratings", _sum_text(ratings), f"{total:.10g}"),
        Step("average Ra", f"{total:.10g} / {n}", f"{total / n:.4f}"),
    ]


def _share_step(score: float, n: int) -> Step:
    return Step("share p", f"{score_text(score)} / {n}", f"{score / n:.6f}")


def _answer(how: str, method: Method, rating: float) -> Step:
    return Step("performance rating", how, rating_text(rating, whole=method.in_whole_numbers))


def _each_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    n = ratings.size
    steps = [Step("score", f"of {games_text(n)}", score_text(score))]
    target = method.rule(np.array([score]), np.array([n]))[0]
    if target != score:
        how = f"{method.score_rule}: {n} · ({score_text(score)} + ½) / {n + 1}"
        steps.append(Step("score to be met", how, f"{target:.6f}"))
    steps.append(_answer(method.solution, method, rating))
    if np.isinf(rating):
        side = "every rating falls short of" if rating > 0 else "every rating exceeds"
        steps.append(Step("why unbounded", f"{side} a score of {score_text(score)}", ""))
    return steps


def _ptp_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    if score == 0:
        how = "score 0: lowest opponent − 800 (C.07 10.3)"
        return [Step("score", f"of {games_text(ratings.size)}", "0"), _answer(how, method, rating)]

    def total(tried: float) -> str:
        return f"{method.curve.total(tried - ratings):.2f}"

    return [
        Step("score", f"of {games_text(ratings.size)}", score_text(score)),
        Step(f"table sum at {rating:.0f}", "Σ PD(R − Rᵢ), at least the score", total(rating)),
        Step(f"table sum at {rating - 1:.0f}", "one point lower: not enough", total(rating - 1)),
        _answer(method.solution, method, rating),
    ]


def _uscf_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    events = Events(ratings, np.array([ratings.size]))
    low, high = (float(end[0]) for end in solve(method.curve, events, np.array([score])))
    linear = float(performance_rating(ratings, score, method="linear"))
    ends = f"{rating_text(low)} to {rating_text(high)}"
    where = "one solution" if low == high else "every rating from low to high solves it"
    return [
        *_average_steps(ratings),
        Step("linear", "Ra + 800 S/n − 400", rating_text(linear)),
        Step("solutions of Σ clip(½ + d/800) = S", where, rating_text(low) if low == high else ""),
        *([] if low == high else [Step("their interval", ends, "")]),
        _answer("linear, moved into the solutions", method, rating),
    ]


def _mean_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    n = ratings.size
    target = float(method.rule(np.array([score]), np.array([n]))[0])
    steps = [*_average_steps(ratings), _share_step(score, n)]
    if target != score:
        steps.append(Step("share used", method.score_rule, f"{target / n:.6f}"))
    difference = float(method.curve.difference(np.array(target), n))
    steps.append(Step("rating difference D(p)", method.curve.inverse, _signed(difference)))
    return [
        *steps,
        _answer(f"Ra + D(p) = {ratings.mean():.2f} {_signed(difference)}", method, rating),
    ]


def _signed(value: float) -> str:
    return f"{value:+.4f}" if np.isfinite(value) else rating_text(value)


def _fide_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    n = ratings.size
    average = round_half_up(ratings.sum(keepdims=True), np.array([n]))[0]
    percent = int(percentage(np.array(score), n))
    dp = int(method.curve.difference(np.array(score), n))
    halves_up = "nearest whole number, halves up"
    sign = "+" if dp >= 0 else "−"
    return [
        *_average_steps(ratings),
        Step("Ra, rounded", halves_up, f"{average:.0f}"),
        Step("percentage", f"100 · {score_text(score)} / {n}", f"{100 * score / n:.4f} %"),
        Step("percentage, rounded", halves_up, f"{percent} %"),
        Step("rating difference dp", f"table 8.1.1, row {percent / 100:.2f}".replace(" 0.", " ."),
             f"{dp:+d}"),
        _answer(f"Ra + dp = {average:.0f} {sign} {abs(dp)}", method, rating),
    ]  # fmt: skip


def _complete_steps(method: Method, ratings: FloatArray, score: float, rating: float) -> list[Step]:
    n = ratings.size
    difference = float(method.curve.difference(np.array(score + 0.5), n + 1))
    stretched = difference * (n + 1) / n
    made, lost = score_text(score + 0.5), score_text(n - score + 0.5)
    return [
        *_average_steps(ratings),
        Step("score and its rest, ½ added", f"{score_text(score)} + ½, {score_text(n - score)} + ½",
             f"{made}, {lost}"),
        Step("rating difference", f"400 log10({made} / {lost})", _signed(difference)),
        Step("times (n + 1)/n", f"{n + 1}/{n}", _signed(stretched)),
        _answer(f"Ra + that = {ratings.mean():.2f} {_signed(stretched)}", method, rating),
    ]  # fmt: skip


_Show = Callable[[Method, FloatArray, float, float], list[Step]]
_GENERAL: dict[str, _Show] = {"each": _each_steps, "average": _mean_steps}
_SPECIAL: dict[str, _Show] = {
    "fide": _fide_steps,
    "fide_ptp": _ptp_steps,
    "uscf": _uscf_steps,
    "complete": _complete_steps,
}
