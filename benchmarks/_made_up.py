"""Events and searches that the benchmarks of the solver share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Batch = tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]


def events(counts: NDArray[np.int64], seed: int = 1) -> Batch:
    """Whole ratings, counts and scores: opponents 200 points around the player, fair results.

    Each event's level is drawn around 2000 with a deviation of 250, as in a rating list; scores of
    0 and n are moved by half a point, since no search for the root ends there.
    """
    rng = np.random.default_rng(seed)
    level = np.repeat(rng.normal(2000.0, 250.0, counts.size), counts)
    ratings = np.rint(level + rng.normal(0.0, 200.0, level.size))
    scores = np.clip(rng.binomial(2 * counts, 0.5), 1, 2 * counts - 1) / 2.0
    return ratings, counts, scores


def first(batch: Batch, number: int) -> tuple[list[list[float]], list[float]]:
    """The first events as lists, which is what a loop in Python is fastest on."""
    ratings, counts, scores = batch
    parts = np.split(ratings[: counts[:number].sum()], np.cumsum(counts[: number - 1]))
    return [part.tolist() for part in parts], scores[:number].tolist()


def classic(opponents: Sequence[float], score: float) -> float:
    """True performance rating by bisection, as the encyclopaedia's code sample does it.

    From 0 to 4000 and to 0.001 points, with the logistic expected score.
    """
    low, high = 0.0, 4000.0
    while high - low > 0.001:
        middle = (low + high) / 2
        expected = sum([1 / (1 + 10 ** ((rating - middle) / 400)) for rating in opponents])
        if expected < score:
            low = middle
        else:
            high = middle
    return round(middle, 3)
