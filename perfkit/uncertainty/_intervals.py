"""Between which ratings does a performance lie? Standard errors and intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import CURVES, Curve
from perfkit.solver import Events, solve
from perfkit.uncertainty._draws import (
    Draws,
    check_draws,
    check_results,
    given_rate,
    no_draws,
    observed,
)
from perfkit.uncertainty._ends import KINDS, Block, ends, standard_errors

SIDES = ("both", "lower", "upper")
SMOOTH_CURVES = ("logistic", "normal")


@dataclass(frozen=True)
class Interval:
    """An interval for a true performance, with what has to be said beside it.

    Parameters
    ----------
    low, high : float
        Elo points, unrounded; -inf and inf where unbounded, nan where undefined.
    level : float
        Share of events whose interval is to hold the rating.
    kind : str
        One of `KINDS`.
    side : {"both", "lower", "upper"}
        Which ends were asked for.
    draws : str
        What was known about draws: "4 draws observed", "draw rate 0.5 given", "no draws assumed".
    draw_rate : float
        The draw rate between equals that was used.
    estimate : float
        The true performance that the interval belongs to.
    curve : str
        "logistic" or "normal".
    """

    low: float
    high: float
    level: float
    kind: str
    side: str
    draws: str
    draw_rate: float
    estimate: float
    curve: str

    def __str__(self) -> str:
        kind = self.kind.replace("_", "-")
        name = kind if self.side == "both" else f"one-sided {kind}"
        return f"{self._range()}, {100 * self.level:.10g} %, {name} interval, {self.draws}"

    def _range(self) -> str:
        low, high = f"{self.low:.0f}", f"{self.high:.0f}"
        if math.isnan(self.low) or math.isnan(self.high):
            return "undefined at a score of 0 or n"
        if math.isinf(self.low) and math.isinf(self.high):
            return "unbounded below and above"
        if math.isinf(self.high):
            return f"{low} or more, unbounded above"
        return (
            f"{high} or less, unbounded below"
            if math.isinf(self.low)
            else f"between {low} and {high}"
        )


def interval(
    opponent_ratings: Any,
    score: Any,
    *,
    level: float = 0.95,
    kind: str = "score",
    side: str = "both",
    draw_rate: float | None = None,
    results: Any = None,
    curve: str = "logistic",
) -> Interval:
    """Which ratings could have given this score without surprise?

    The default takes every rating R at which the score test does not reject:
    ``|S − Σ E(R − Rᵢ)| ≤ z √Σ Varᵢ(R)``, with z = 1.96 at 95 %. The variance is that of the rating
    tried, not of the estimate, which is why the interval holds its level even at 0 and n.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games; a multiple of ½ for the kinds "exact" and "mid_p".
    level : float
        Between 0 and 1; above 0.5 for one side.
    kind : {"score", "exact", "mid_p", "profile", "wald"}
        "score": see above. "exact": the ratings at which neither this score or better nor this
        score or worse has a probability below (1 − level)/2; never less than the level where the
        draw rate is right. "mid_p": the same with half the probability of the score itself, nearer
        to the level on average. "profile": likelihood ratio, on the logistic curve only. "wald":
        estimate ± z · standard error, kept to teach: see Notes.
    side : {"both", "lower", "upper"}
        "lower" asks for the lower end alone, with the whole error on this side.
    draw_rate : float, optional
        Probability of a draw between equals, D0, from 0 to 1.
    results : array_like, shape (n_games,), optional
        Result of each game, 1, ½ or 0, from which the draw rate is estimated. Not with `draw_rate`.
        With neither no draws are assumed, which is conservative: the variance is the largest.
    curve : {"logistic", "normal"}
        The interval is about `true_logistic` or `true_normal`.

    Returns
    -------
    Interval
        Fields low, high, level, kind, side, draws, draw_rate, estimate, curve; ``str()`` gives the
        sentence. At 0 the lower end is -inf, at n the upper one inf, and the other is finite.

    Raises
    ------
    ValueError
        Opponents or score as `performance_rating`; `level` outside (0, 1), or not above 0.5 for one
        side; a draw rate outside [0, 1], or beside results; results that are not 0, ½ or 1, not one
        per game, or do not add up to the score; "profile" on the normal curve, where the score is
        not sufficient and the likelihood would be about another number than `true_normal`.

    See Also
    --------
    standard_error : one number for the spread; no interval should be made of it near 0 or n.
    score_intervals : the default kind for many events in one call.

    Notes
    -----
    The opponents' ratings are taken as exact. A given draw rate means
    D(d) = D0 · 2 min(E, 1 − E), W = E − D/2, L = 1 − E − D/2. Observed draws enter through the
    variance: with p = (S + ½)/(n + 1) and d = draws/(n + 2) it is (1 − d/4p(1 − p)) Σ E(1 − E), so
    nine draws of nine give −96 to +96 and not ±0. By exact enumeration over 5, 9, 14 and 30 games,
    gaps 0 to 400 and draw rates 0 to .6 between equal opponents, 98.6 % of 140 cells lie within
    .93 and .99, the worst at .922; the same shrinkage put into D0 · 2 min(E, 1 − E) gives 87.9 %
    and .867. Where the accepted ratings are two pieces, the piece with the estimate is returned.

    "exact" without draw information takes a half point as the geometric mean of the tails on either
    side, which stays above the level when some games are drawn after all. "profile" with draws is
    the quasi-likelihood ratio: its bound is multiplied by the variance with draws over the one
    without. ``benchmarks/coverage.py`` has the coverage of every kind.

    Where "wald" fails: at 0 and n it does not exist (low and high are nan), and before that it is
    too short on the side of the opponents. Nine games without draws and a true gap of 400: it
    holds the rating in 53 % of events, "score" in 96 %.

    References
    ----------
    Wilson, JASA 22 (1927), for the score test; Clopper and Pearson, Biometrika 26 (1934), for
    "exact"; Agresti and Coull, The American Statistician 52 (1998), for coverage; McCullagh and
    Nelder, Generalized Linear Models (1989), chapter 9, for the dispersion.

    Examples
    --------
    >>> print(interval([2000] * 10, 9.5))
    between 2112 and 2911, 95 %, score interval, no draws assumed
    >>> print(interval([2585] * 9, 9, kind="exact", side="lower"))
    2746 or more, unbounded above, 95 %, one-sided exact interval, no draws assumed
    >>> nine_draws = interval([2500] * 9, 4.5, results=[0.5] * 9)
    >>> round(nine_draws.low), round(nine_draws.high)
    (2404, 2596)
    """
    check_level(level, side)
    chosen = check_kind(kind, curve)
    event, said = one_event(chosen, opponent_ratings, score, draw_rate, results)
    if kind in ("exact", "mid_p"):
        check.half_points(event.scores, f'kind "{kind}"')
    low, high = ends(kind, event, level, side)
    return Interval(
        low=float(low[0]),
        high=float(high[0]),
        level=float(level),
        kind=kind,
        side=side,
        draws=said,
        draw_rate=float(event.draws.rate[0]),
        estimate=float(event.estimates[0]),
        curve=curve,
    )


def standard_error(
    opponent_ratings: Any,
    score: Any,
    *,
    draw_rate: float | None = None,
    results: Any = None,
    curve: str = "logistic",
) -> float:
    """How far does a true performance scatter around the rating that it estimates?

    √Σ Varᵢ / Σ E′(R − Rᵢ) at the estimate R: the standard deviation of the score, translated into
    rating points by the slope of the expected score.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games.
    draw_rate : float, optional
        Probability of a draw between equals, 0 to 1.
    results : array_like, shape (n_games,), optional
        Result of each game, from which the draw rate is estimated, as in `interval`.
    curve : {"logistic", "normal"}
        Standard error of `true_logistic` or of `true_normal`.

    Returns
    -------
    float
        Elo points; inf at score 0 and n, where the estimate is unbounded. Never 0 unless the draw
        rate was given as 1.

    Raises
    ------
    ValueError
        As `interval`.

    See Also
    --------
    interval : what to print; estimate ± 1.96 standard errors is only right in the middle.

    Notes
    -----
    Between equals and without draws it is 347/√n points at an even score, 200 for three games.
    Half the games drawn make that 246/√n.

    References
    ----------
    The delta method; for the binomial case without draws, 1/(q √Σ E(1 − E)) with q = ln 10/400.

    Examples
    --------
    >>> round(standard_error([2000, 2050, 2100], 2), 2)
    214.06
    >>> standard_error([2500, 2500], 2)
    inf
    """
    chosen = CURVES[check.one_of(curve, SMOOTH_CURVES, "curve")]
    event, _ = one_event(chosen, opponent_ratings, score, draw_rate, results)
    return float(standard_errors(event)[0])


def score_intervals(
    opponent_ratings: Any,
    *,
    counts: Any,
    scores: Any,
    draws: Any = None,
    level: float = 0.95,
    curve: str = "logistic",
) -> tuple[FloatArray, FloatArray]:
    """Which ratings could have given each of many scores? `interval` for many events in one call.

    Parameters
    ----------
    opponent_ratings : array_like, shape (sum(counts),)
        Opponents' Elo ratings of all events, one event after the other.
    counts : array_like of int, shape (n_events,)
        Number of games of each event; 0 is allowed.
    scores : array_like, shape (n_events,)
        Points made in each event.
    draws : array_like, shape (n_events,), optional
        Number of drawn games of each event, which is all that `interval` takes from `results`.
        Without it no draws are assumed.
    level : float
        Between 0 and 1.
    curve : {"logistic", "normal"}
        The intervals are about `true_logistic` or `true_normal`.

    Returns
    -------
    low, high : ndarray, shape (n_events,)
        Elo points, -inf and inf where unbounded; nan for an event without games.

    Raises
    ------
    ValueError
        As `interval` and `performance_ratings`; draws that do not fit the score.

    See Also
    --------
    interval : one event, all kinds, one-sided intervals and draw rates.

    Notes
    -----
    Kind "score", both sides; one implementation serves one event and many.

    References
    ----------
    As `interval`.

    Examples
    --------
    >>> low, high = score_intervals([2000] * 10 + [2500] * 9, counts=[10, 9, 0],
    ...                             scores=[9.5, 4.5, 0], draws=[1, 9, 0])
    >>> low.round(), high.round()
    (array([2152., 2404.,   nan]), array([2871., 2596.,   nan]))
    """
    check_level(level, "both")
    chosen = CURVES[check.one_of(curve, SMOOTH_CURVES, "curve")]
    ratings = check.finite(opponent_ratings, "opponent_ratings")
    points = check.finite(scores, "scores")
    n_games = check.counts(counts, ratings, points)
    check.score_in_range(points, n_games, "scores")
    known = no_draws(points.size)
    if draws is not None:
        known = observed_of_events(check_draws(draws, points, n_games), points, n_games)
    low, high = np.full(points.shape, np.nan), np.full(points.shape, np.nan)
    played = np.flatnonzero(n_games > 0)
    if not played.size:
        return low, high
    every = Events(ratings, n_games[played])
    estimates, _ = solve(chosen, every, points[played])
    for part, opponents in every.blocks():
        at = played[part]
        events = Block(chosen, opponents, points[at], estimates[part], known.of(at))
        low[at], high[at] = ends("score", events, level, "both")
    return low, high


def observed_of_events(draws: FloatArray, scores: FloatArray, n_games: Any) -> Draws:
    """Draw rates of many events; one without games has none, and its rate is never used."""
    return observed(draws, scores, np.maximum(n_games, 1))


def one_event(
    curve: Curve, opponent_ratings: Any, score: Any, draw_rate: Any, results: Any
) -> tuple[Block, str]:
    """Check one event and make it a block of one column, with a word on what draws are known."""
    ratings = check.opponents(opponent_ratings)
    points = check.one_number(score, "score")
    check.score_in_range(points, ratings.size)
    if draw_rate is not None and results is not None:
        check.fail("draw_rate", "be left out where `results` are given", check.show(draw_rate))
    draws, said = no_draws(1), "no draws assumed"
    if draw_rate is not None:
        draws = given_rate(draw_rate)
        said = f"draw rate {float(draws.rate[0]):g} given"
    elif results is not None:
        checked = check_results(results, ratings.size, float(points))
        drawn = np.count_nonzero(checked == 0.5)
        draws = observed(np.array([float(drawn)]), points[None], ratings.size)
        said = f"{drawn} draw{'' if drawn == 1 else 's'} observed"
    estimate, _ = solve(curve, Events(ratings, np.array([ratings.size])), points[None])
    return Block(curve, ratings[:, None], points[None], estimate, draws), said


def check_level(level: Any, side: str) -> None:
    """Check a level; one-sided it must exceed ½, or the end would lie beyond the estimate."""
    check.one_of(side, SIDES, "side")
    value = check.one_number(level, "level")
    if not 0 < value < 1:
        check.fail("level", "lie between 0 and 1, both excluded", check.show(level))
    if side != "both" and value <= 0.5:
        check.fail("level", "be above 0.5 for a one-sided interval", check.show(level))


def check_kind(kind: str, curve: str) -> Curve:
    """Check kind and curve together."""
    check.one_of(kind, KINDS, "kind")
    check.one_of(curve, SMOOTH_CURVES, "curve")
    if kind == "profile" and curve != "logistic":
        check.fail(
            "curve",
            'be "logistic" for kind "profile" (on the normal curve the score is not sufficient, so '
            "a likelihood interval would not be about true_normal)",
            check.show(curve),
        )
    return CURVES[curve]
