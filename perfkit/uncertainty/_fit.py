"""Does one rating explain these results?"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.curves import CURVES
from perfkit.uncertainty._distribution import check_generator
from perfkit.uncertainty._draws import RESULTS, check_results
from perfkit.uncertainty._ends import Block
from perfkit.uncertainty._intervals import SMOOTH_CURVES, one_event

if TYPE_CHECKING:
    import pandas as pd

_MOST_GAMES = {2: 15, 3: 10}  # results a game can have -> games whose outcomes are all tried
_TIE = 1e-9


@dataclass(frozen=True)
class GoodnessOfFit:
    """How well one rating explains the results of one event.

    Parameters
    ----------
    rating : float
        The true performance of the event; -inf or inf at a score of 0 or n.
    dispersion : float
        Mean square of the standardised surprises over n − 1: about 1 where one rating explains
        everything; nan where nothing can be said (one game, a score of 0 or n).
    p_value : float
        Chance of results at least as scattered, among all with the same score.
    exact : bool
        Whether all results with this score were tried; otherwise they were drawn at random.
    outcomes : int
        How many were tried or drawn.
    draw_rate : float
        Draw rate between equals that was used.
    games : DataFrame
        One row per game: opponent_rating, result, expected_score, standardised (result − expected,
        in standard deviations), probability of the result, at_least (probability of a result at
        least this good), surprise (in bits: 1 for a result as likely as not, 3 for one in eight).
    """

    rating: float
    dispersion: float
    p_value: float
    exact: bool
    outcomes: int
    draw_rate: float
    games: pd.DataFrame = field(repr=False, compare=False)

    def __str__(self) -> str:
        if math.isnan(self.dispersion):
            return "one rating explains these results: nothing in them could contradict it"
        way = "exact" if self.exact else "simulated"
        return f"dispersion {self.dispersion:.2f}, p = {self.p_value:.3f} ({way})"


def goodness_of_fit(
    opponent_ratings: Any,
    results: Any,
    *,
    draw_rate: float | None = None,
    curve: str = "logistic",
    rng: np.random.Generator | None = None,
    n_simulations: int = 10_000,
) -> GoodnessOfFit:
    """Does one rating explain all these results, or did wins and losses come in odd places?

    At the true performance R each game has an expected score Eᵢ and a variance Varᵢ. The statistic
    is Σ (resultᵢ − Eᵢ)²/Varᵢ: large where strong opponents were beaten and weak ones were not.
    It is compared with every other way to make the same score against the same opponents.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    results : array_like, shape (n_games,)
        Result of each game: 1, ½ or 0.
    draw_rate : float, optional
        Probability of a draw between equals; without it the rate is estimated from the results.
    curve : {"logistic", "normal"}
        Expected score of a game.
    rng : numpy.random.Generator, optional
        Needed for more games than can be tried one by one: 10, or 15 without draws.
    n_simulations : int
        How many events are drawn then.

    Returns
    -------
    GoodnessOfFit
        Fields rating, dispersion, p_value, exact, outcomes, draw_rate and games.

    Raises
    ------
    ValueError
        Ratings, results or draw rate as `interval`; draws among the results beside a draw rate of
        0; too many games and no generator; fewer than one simulation.

    See Also
    --------
    interval : how far the rating itself is uncertain.
    perfkit.explain.leave_one_out : what each game brought.

    Notes
    -----
    Given the score the estimate is fixed, so only the order of surprises is judged. On the logistic
    curve without draws the score is sufficient and the p-value does not depend on the unknown
    rating; elsewhere the estimate stands in for it. Against equal opponents without draws
    every order is alike: p is 1 always. A simulated p-value counts the observed event as one of
    those drawn, so it is never 0.

    References
    ----------
    Rasch, Probabilistic Models (1960), on tests given the total score; Davison and Hinkley,
    Bootstrap Methods and their Application (1997), 4.2.1, for the simulated p-value.

    Examples
    --------
    Odds ten times as good in the first game, three equal ones: of the six ways to make 2 of 4, the
    three without the easy win have 3 chances in 33.

    >>> print(goodness_of_fit([1400, 1800, 1800, 1800], [0, 1, 1, 0]))
    dispersion 3.34, p = 0.091 (exact)
    """
    chosen = CURVES[check.one_of(curve, SMOOTH_CURVES, "curve")]
    opponents = check.opponents(opponent_ratings)
    made = check_results(results, opponents.size)
    known = made if draw_rate is None else None
    event, _ = one_event(chosen, opponents, made.sum(), draw_rate, known)
    if draw_rate is not None and event.draws.rate[0] == 0 and (made == 0.5).any():
        check.fail("draw_rate", "be above 0 where games were drawn", check.show(draw_rate))
    expected, chances, squares = _every_result(event)
    seen = np.rint(2.0 * made).astype(np.int64)
    every = np.arange(seen.size)
    statistic = float(squares[seen, every].sum())
    said: tuple[float, bool, int] = 1.0, True, 1
    contradictable = seen.size > 1 and bool(np.isfinite(event.estimates[0]))
    if contradictable:
        said = _p_value(chances, squares, seen, statistic, rng, n_simulations)
    return GoodnessOfFit(
        rating=float(event.estimates[0]),
        dispersion=statistic / (seen.size - 1) if contradictable else math.nan,
        p_value=said[0],
        exact=said[1],
        outcomes=said[2],
        draw_rate=float(event.draws.rate[0]),
        games=_games(opponents, made, expected, chances, squares),
    )


def _every_result(event: Block) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Expected scores, and (3, n_games): chances and squared surprises of loss, draw and win."""
    expected = event.expected(event.estimates)
    draw = event.draws.share(expected)[:, 0]
    expected = expected[:, 0]
    chances = np.stack([1.0 - expected - 0.5 * draw, draw, expected - 0.5 * draw])
    chances = np.maximum(chances, 0.0)  # a rounding error below 0 is no chance
    variance = expected * (1.0 - expected) - 0.25 * draw
    square = np.square(np.array(RESULTS)[:, None] - expected)
    never = np.where(square > 0, np.inf, 0.0)
    return expected, chances, np.divide(square, variance, out=never, where=variance > 0)


def _p_value(
    chances: FloatArray,
    squares: FloatArray,
    seen: IntArray,
    statistic: float,
    rng: np.random.Generator | None,
    n_simulations: int,
) -> tuple[float, bool, int]:
    """Chance of a statistic this large given the score, whether it is exact, and outcomes used."""
    every = np.arange(seen.size)
    if chances[seen, every].prod() <= 0:
        return 0.0, True, 1
    kinds = (0, 1, 2) if chances[1].any() else (0, 2)
    limit = statistic - _TIE * max(1.0, statistic)
    if seen.size <= _MOST_GAMES[len(kinds)]:
        outcomes = np.array(list(itertools.product(kinds, repeat=seen.size)))
        outcomes = outcomes[outcomes.sum(axis=1) == seen.sum()]
        weight = chances[outcomes, every].prod(axis=1)
        extreme = squares[outcomes, every].sum(axis=1) >= limit
        return float(weight[extreme].sum() / weight.sum()), True, len(outcomes)
    if rng is None:
        check.fail(
            "rng",
            f"be given for more than {_MOST_GAMES[len(kinds)]} games, whose outcomes are too many "
            f"to try",
            "None",
        )
    check_generator(rng)
    times = check.whole_number(n_simulations, "n_simulations", at_least=1)
    drawn = _given_the_score(chances, int(seen.sum()), times, rng)
    extreme = squares[drawn, every].sum(axis=1) >= limit
    return float((1 + np.count_nonzero(extreme)) / (1 + len(drawn))), False, len(drawn)


def _given_the_score(
    chances: FloatArray, twice_score: int, n_events: int, rng: np.random.Generator
) -> IntArray:
    """Draw events with exactly this score: each game in turn, weighed by what the rest can make."""
    n_games = chances.shape[1]
    rest = [np.eye(1, 2 * n_games + 1)[0]]  # chances of the doubled score of the games after this
    for game in range(n_games - 1, 0, -1):
        rest.append(np.convolve(rest[-1], chances[:, game])[: 2 * n_games + 1])
    left = np.full(n_events, twice_score)
    drawn = np.empty((n_events, n_games), dtype=np.int64)
    for game in range(n_games):
        after = left - np.arange(3)[:, None]
        weight = chances[:, game, None] * np.where(after >= 0, rest[-1 - game][after], 0.0)
        weight = np.cumsum(weight, axis=0)
        result = (rng.random(n_events) * weight[2] >= weight[:2]).sum(axis=0)
        drawn[:, game] = result
        left = left - result
    return drawn


def _games(
    opponents: FloatArray,
    made: FloatArray,
    expected: FloatArray,
    chances: FloatArray,
    squares: FloatArray,
) -> pd.DataFrame:
    """Lay the surprise of every game out as a table."""
    import pandas as pd

    seen, every = np.rint(2.0 * made).astype(np.int64), np.arange(made.size)
    probability = chances[seen, every]
    with np.errstate(divide="ignore"):
        surprise = -np.log2(probability)
    frame = pd.DataFrame(
        {
            "opponent_rating": opponents,
            "result": made,
            "expected_score": expected,
            "standardised": np.sign(made - expected) * np.sqrt(squares[seen, every]),
            "probability": probability,
            "at_least": np.cumsum(chances[::-1], axis=0)[::-1][seen, every],
            "surprise": surprise + 0.0,
        },
        index=pd.RangeIndex(1, made.size + 1, name="game"),
    )
    return frame
