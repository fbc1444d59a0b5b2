"""Which scores could a player of this strength make? Exact chances, and replays of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import LOGISTIC_SCALE, expected_score
from perfkit.uncertainty._draws import check_results, given_rate
from perfkit.uncertainty._ends import score_chances

DRAW_MODELS = ("linear", "davidson")


@dataclass(frozen=True, eq=False)
class ScoreDistribution:
    """Chances of every score of one event, and of every result of its games.

    Parameters
    ----------
    scores : ndarray, shape (2 n + 1,)
        0, ½, 1, ..., n.
    probabilities : ndarray, shape (2 n + 1,)
        Probability of each of them.
    win, draw, loss : ndarray, shape (n_games,)
        Probabilities of the three results of each game.
    """

    scores: FloatArray
    probabilities: FloatArray
    win: FloatArray
    draw: FloatArray
    loss: FloatArray

    def at_least(self, score: Any) -> float:
        """Probability of a score at least this good in the event."""
        points = check.one_number(score, "score")
        return float(self.probabilities[self.scores >= points].sum())

    def games_at_least(self, results: Any) -> FloatArray:
        """Probability, game by game, of a result at least this good."""
        checked = check_results(results, self.win.size)
        return np.select(
            [checked == 1.0, checked == 0.5], [self.win, self.win + self.draw], default=1.0
        )


def score_distribution(
    rating: Any, opponent_ratings: Any, *, draw_rate: float = 0.0, curve: str = "logistic"
) -> ScoreDistribution:
    """How likely is every score for a player of this strength?

    Each game is won, drawn or lost with W = E − D/2, D and L = 1 − E − D/2, where
    D = D0 · 2 min(E, 1 − E); games are independent, and one after the other is folded in.

    Parameters
    ----------
    rating : float
        The player's strength in Elo points; it comes first, as wherever an expectation is asked.
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents.
    draw_rate : float
        Probability of a draw between equals, D0, from 0 to 1.
    curve : {"logistic", "normal", "line", "fide"}
        Expected score of a game.

    Returns
    -------
    ScoreDistribution
        Arrays scores, probabilities, win, draw and loss; ``at_least(score)`` for the event and
        ``games_at_least(results)`` for its games give the chance of a result at least this good.

    Raises
    ------
    ValueError
        Arguments swapped; ratings that are no finite numbers; a draw rate outside [0, 1].

    See Also
    --------
    simulate_events : the same model, drawn at random.
    interval : the ratings at which a score made is not too unlikely.

    Notes
    -----
    Exact up to rounding: no approximation by a normal distribution.

    References
    ----------
    Hong, Computational Statistics and Data Analysis 59 (2013), on the Poisson-binomial
    distribution; here every game has three results.

    Examples
    --------
    >>> chances = score_distribution(2000, [2000, 2000], draw_rate=0.5)
    >>> chances.probabilities
    array([0.0625, 0.25  , 0.375 , 0.25  , 0.0625])
    >>> chances.at_least(1.5)
    0.3125
    """
    own = one_rating(rating)
    opponents = check.opponents(opponent_ratings)
    win, draw, loss = result_chances(own, opponents, draw_rate, curve)
    chances = score_chances(win[:, None], draw[:, None], loss[:, None])[:, 0]
    return ScoreDistribution(np.arange(chances.size) / 2.0, chances, win, draw, loss)


def simulate_events(
    rating: Any,
    opponent_ratings: Any,
    n_events: int,
    *,
    rng: np.random.Generator,
    draw_rate: float = 0.0,
    draw_model: str = "linear",
    curve: str = "logistic",
) -> FloatArray:
    """What would happen if the same event were played many times?

    Parameters
    ----------
    rating : array_like
        The player's strength in Elo points, one number, or one per game: so the games of a whole
        round robin can be replayed, rating and opponent_ratings holding both sides of each pair.
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents.
    n_events : int
        How many times to play it.
    rng : numpy.random.Generator
        The source of chance, for instance ``numpy.random.default_rng(1)``.
    draw_rate : float
        Probability of a draw between equals, D0, from 0 to 1.
    draw_model : {"linear", "davidson"}
        "linear": D = D0 · 2 min(E, 1 − E), a straight line on either side of E = ½; the expected
        score stays E. "davidson": W : D : L = √E² : ν √(E(1 − E)) : √(1 − E)² with
        ν = 2 D0/(1 − D0) on the logistic curve; the expected score is then flatter than E.
    curve : {"logistic", "normal", "line", "fide"}
        Expected score of a game without draws.

    Returns
    -------
    ndarray, shape (n_events, n_games)
        Results 1, ½ and 0; sum over the last axis for the scores.

    Raises
    ------
    ValueError
        Ratings that are no finite numbers or do not fit together; n_events that is no whole number
        from 0 up; no generator; a draw rate outside [0, 1]; an unknown draw model; "davidson" on
        another curve than the logistic one.

    See Also
    --------
    score_distribution : the exact chances, without chance.

    Notes
    -----
    One random number per game. The same generator state gives the same events.

    References
    ----------
    Davidson, JASA 65 (1970), 317-328.

    Examples
    --------
    >>> games = simulate_events(2400, [2000] * 9, 1000, rng=np.random.default_rng(1))
    >>> games.shape, float((games.sum(axis=1) == 9).mean())     # exactly (10/11)^9 = 0.424
    ((1000, 9), 0.401)
    """
    own, opponents = check.finite(rating, "rating"), check.opponents(opponent_ratings)
    if own.shape not in ((), opponents.shape):
        check.fail("rating", f"be one number or hold {opponents.size}", f"shape {own.shape}")
    events = check.whole_number(n_events, "n_events", at_least=0)
    check_generator(rng)
    check.one_of(draw_model, DRAW_MODELS, "draw_model")
    if draw_model == "davidson":
        win, draw = _davidson(own, opponents, draw_rate, curve)
    else:
        win, draw, _ = result_chances(own, opponents, draw_rate, curve)
    chance = rng.random((events, opponents.size))
    return 0.5 * (chance < win) + 0.5 * (chance < win + draw)


def result_chances(
    rating: FloatArray, opponents: FloatArray, draw_rate: Any, curve: str
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Chances of win, draw and loss in each game under D = D0 · 2 min(E, 1 − E)."""
    expected = np.atleast_1d(expected_score(rating, opponents, curve=curve))
    draw = given_rate(draw_rate).share(expected)
    return expected - 0.5 * draw, draw, 1.0 - expected - 0.5 * draw


def _davidson(
    rating: FloatArray, opponents: FloatArray, draw_rate: Any, curve: str
) -> tuple[FloatArray, FloatArray]:
    """Win and draw; all weights times 1 − D0, divided by the stronger side's: none overflows."""
    if curve != "logistic":
        check.fail("curve", 'be "logistic" for draw model "davidson"', check.show(curve))
    rate = float(given_rate(draw_rate).rate[0])
    if rate == 1.0:
        return np.zeros(opponents.shape), np.ones(opponents.shape)
    half = 0.5 * np.abs(rating - opponents) / LOGISTIC_SCALE
    draw, weaker = 2.0 * rate * np.exp(-half), (1.0 - rate) * np.exp(-2.0 * half)
    total = (1.0 - rate) + draw + weaker
    win = np.where(rating >= opponents, 1.0 - rate, weaker)
    return win / total, draw / total


def one_rating(rating: Any) -> FloatArray:
    """Check the rating of one player, and that it was not swapped with the opponents'."""
    own = check.finite(rating, "rating")
    if own.ndim:
        check.fail(
            "rating",
            "be one number and come first, `opponent_ratings` second",
            f"an array of shape {own.shape}: are they swapped?",
        )
    return own


def check_generator(rng: Any) -> None:
    """Check that chance comes from a Generator, so that it can be repeated."""
    if not isinstance(rng, np.random.Generator):
        check.fail("rng", "be a numpy.random.Generator", check.show(rng))
