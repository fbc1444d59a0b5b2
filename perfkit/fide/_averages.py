"""Averages of ratings for many players at once, with the lowest and highest left out."""

from __future__ import annotations

import numpy as np

from perfkit._validation import FloatArray, IntArray
from perfkit.fide_tables import round_half_up


def average_ratings(
    ratings: FloatArray, counts: IntArray, low: IntArray | int = 0, high: IntArray | int = 0
) -> FloatArray:
    """Average each player's ratings to a whole number, halves up; nan where none is left.

    Ratings of all players flat, `counts` of them for each player. Of these the `low` lowest are
    left out first, then the `high` highest (C.07 14.3: in that order).
    """
    players = np.repeat(np.arange(counts.size), counts)
    ascending = ratings[np.lexsort((ratings, players))]
    place = np.arange(ratings.size) - np.repeat(np.cumsum(counts) - counts, counts)
    first = np.broadcast_to(low, counts.shape)
    behind = counts - np.broadcast_to(high, counts.shape)
    kept = (place >= np.repeat(first, counts)) & (place < np.repeat(behind, counts))
    left = np.bincount(players[kept], minlength=counts.size)
    total = np.bincount(players[kept], ascending[kept], counts.size).astype(np.float64)
    average = np.full(counts.shape, np.nan)
    some = left > 0
    average[some] = round_half_up(total[some], left[some])
    return average
