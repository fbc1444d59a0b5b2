"""How much of the chance in a game do draws take away?

With expected score E and draw probability D a game is won with W = E − D/2 and lost with
L = 1 − E − D/2, so its variance is E(1 − E) − D/4. Everything here works on a matrix of expected
scores, one row per game and one column per event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray

RESULTS = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Draws:
    """What is known about draws, event by event.

    Parameters
    ----------
    rate : ndarray, shape (n_events,)
        Draw rate between equals, D0: 0 where no draws are assumed.
    source : {"none", "given", "observed"}
        Where the rate comes from, which also decides how draws thin out between unequal players.

    Notes
    -----
    A rate that the user gives means D(d) = D0 · 2 min(E, 1 − E): a distribution for every D0 from
    0 to 1. (D0 · 4E(1 − E) is none above ½, since there L = (1 − E)(1 − 2 D0 E) turns negative.)

    Observed draws say how much smaller the variance of a game was, p(1 − p) − draws/4 in place of
    p(1 − p), and this ratio is kept at every rating: Var = (1 − D0) E(1 − E), the dispersion of
    quasi-likelihood. It belongs to D = D0 · 4E(1 − E); where probabilities are needed this is cut
    at 2 min(E, 1 − E), the most draws there can be.
    """

    rate: FloatArray
    source: str

    def share(self, expected: FloatArray) -> FloatArray:
        """Probability of a draw in each game."""
        most = 2.0 * np.minimum(expected, 1.0 - expected)
        if self.source == "observed":
            return np.asarray(np.minimum(4.0 * self.rate * expected * (1.0 - expected), most))
        return np.asarray(self.rate * most)

    def variance(self, expected: FloatArray) -> FloatArray:
        """Variance of the score of each event."""
        without = (expected * (1.0 - expected)).sum(axis=0)
        if self.source == "observed":
            return np.asarray((1.0 - self.rate) * without)
        if self.source == "none":
            return np.asarray(without)
        smaller = np.minimum(expected, 1.0 - expected).sum(axis=0)
        # Cancellation may leave a rounding error below 0 where every game must be drawn.
        return np.asarray(np.maximum(without - 0.5 * self.rate * smaller, 0.0))

    def of(self, events: Any) -> Draws:
        """Keep some of the events."""
        return Draws(self.rate[events], self.source)


def no_draws(n_events: int) -> Draws:
    """Assume that nobody draws: the largest variance that an expected score allows."""
    return Draws(np.zeros(n_events), "none")


def given_rate(draw_rate: Any) -> Draws:
    """Take the draw rate between equals from the user, for one event."""
    rate = check.one_number(draw_rate, "draw_rate")
    check.score_in_range(rate, 1, "draw_rate")
    return Draws(rate[None], "given")


def observed(draws: FloatArray, scores: FloatArray, n_games: Any) -> Draws:
    """Estimate the draw rate from the number of draws, drawn in so that it stays below 1.

    With p = (S + ½)/(n + 1) and d = draws/(n + 2), both a little nearer to the middle than what was
    seen, D0 = d / 4p(1 − p). Nine draws of nine give 9/11, not 1.

    The share p is that of the whole event. Summing E(1 − E) over unequal opponents instead would
    allow fewer draws than were seen, and then no width would be left.
    """
    p = (scores + 0.5) / (n_games + 1.0)
    return Draws(draws / (n_games + 2.0) / (4.0 * p * (1.0 - p)), "observed")


def check_results(results: Any, n_games: int, score: float | None = None) -> FloatArray:
    """Check the results of single games: one of 1, ½, 0 per game, adding up to the score."""
    array = check.finite(results, "results")
    if array.shape != (n_games,):
        check.fail("results", f"hold one result per game, {n_games}", f"shape {array.shape}")
    wrong = np.flatnonzero(~np.isin(array, RESULTS))
    if wrong.size:
        at = int(wrong[0])
        check.fail("results", "hold 0, 0.5 or 1", f"{check.show(array[at])} at position {at}")
    if score is not None and array.sum() != score:
        check.fail("results", f"add up to `score`, {score:g}", f"{array.sum():g}")
    return array


def check_draws(draws: Any, scores: FloatArray, n_games: Any) -> FloatArray:
    """Check the number of draws of each event against its score and its number of games."""
    array = check.finite(draws, "draws")
    if array.shape != scores.shape:
        check.fail("draws", f"hold one number per event, {scores.size}", f"shape {array.shape}")
    wins = scores - 0.5 * array
    possible = (array >= 0) & (wins >= 0) & (wins == np.rint(wins)) & (wins + array <= n_games)
    if not possible.all():
        at = int(np.flatnonzero(~possible)[0])
        check.fail(
            "draws",
            f"leave a whole number of wins, from 0 up, and no more games than played "
            f"(score {scores[at]:g} of {np.broadcast_to(n_games, scores.shape)[at]:g})",
            f"{check.show(array[at])} at position {at}",
        )
    return array
