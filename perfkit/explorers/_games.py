"""The games an explorer starts with, checked; and results that make up a score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perfkit import _validation as check

#: A game's results as they are printed and as they count.
RESULTS = (("1", 1.0), ("½", 0.5), ("0", 0.0))
_PRINTED = {value: printed for printed, value in RESULTS}


def check_games(opponent_ratings: Any, results: Any) -> tuple[list[float], list[float]]:
    """Check that there are games, and one result of 1, 0.5 or 0 for each."""
    ratings = check.opponents(opponent_ratings)
    made = check.finite(results, "results")
    if made.shape != ratings.shape:
        check.fail("results", f"hold one result per game, {ratings.size}", f"{made.size}")
    for at, result in enumerate(made.tolist()):
        if result not in _PRINTED:
            check.fail("results", "hold 1, 0.5 or 0", f"{check.show(result)} at position {at}")
    return ratings.tolist(), made.tolist()


def results_of(score: float, n_games: int) -> list[float]:
    """Make results that add up to a score: wins first, at most one draw, then losses.

    Examples
    --------
    >>> results_of(2.5, 4)
    [1.0, 1.0, 0.5, 0.0]
    """
    return [min(1.0, max(0.0, score - game)) for game in range(n_games)]


def results_text(results: Sequence[float]) -> str:
    """Write results in a row: 1 1 ½."""
    return " ".join(_PRINTED[result] for result in results)


def spread_of(opponent_ratings: Sequence[float]) -> float:
    """Return how far the farthest opponent is from the average, in Elo points."""
    ratings = np.asarray(opponent_ratings)
    return float(np.round(np.abs(ratings - ratings.mean()).max(), 2))


def spread_out(opponent_ratings: Sequence[float], spread: float) -> list[float]:
    """Move opponents apart or together about their average, the farthest to `spread` from it.

    Equal opponents have no order of their own; they are laid out evenly.

    Examples
    --------
    >>> spread_out([2400, 2500, 2600], 500)
    [2000.0, 2500.0, 3000.0]
    """
    ratings = np.asarray(opponent_ratings, dtype=np.float64)
    deviations = ratings - ratings.mean()
    if not deviations.any():
        deviations = np.linspace(-1.0, 1.0, ratings.size) if ratings.size > 1 else deviations
    farthest = np.abs(deviations).max() or 1.0
    return list(np.round(ratings.mean() + spread / farthest * deviations, 2).tolist())
