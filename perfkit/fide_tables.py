"""FIDE's conversion tables as data, with their look-ups in integers.

Source: FIDE Handbook B.02, Rating Regulations effective 1 March 2024, article 8.1 (tables 8.1.1 and
8.1.2; 8.1a and 8.1b before). Table 1.4.9 of B.01, Title Regulations effective 1 January 2024, is
the same as 8.1.1. Neither table is the normal or the logistic curve at any standard deviation:
they are data, not a formula.
"""

from __future__ import annotations

import numpy as np

from perfkit._validation import FloatArray, IntArray

# Table 8.1.1 for p = .50 to 1.00, ten hundredths a row; below .50 it is the same with a minus sign.
# The article calls the entries at .00 and 1.00 indeterminate and prints 800 as a notional value.
_DP_FROM_50 = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65,            # .50 to .59
    72, 80, 87, 95, 102, 110, 117, 125, 133, 141,    # .60 to .69
    149, 158, 166, 175, 184, 193, 202, 211, 220, 230,
    240, 251, 262, 273, 284, 296, 309, 322, 336, 351,
    366, 383, 401, 422, 444, 470, 501, 538, 589, 677,
    800,
)  # fmt: skip

# Table 8.1.2: the smallest difference at which the higher rated player has .50, .51, ..., 1.00.
_PD_FROM_50_STARTS_AT = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62,            # .50 to .59
    69, 77, 84, 92, 99, 107, 114, 122, 130, 138,     # .60 to .69
    146, 154, 163, 171, 180, 189, 198, 207, 216, 226,
    236, 246, 257, 268, 279, 291, 303, 316, 329, 345,
    358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip

#: The difference from which on table 8.1.2 gives 1.00 ("over 735").
FULL_SCORE_DIFFERENCE = _PD_FROM_50_STARTS_AT[-1]

DP: IntArray = np.array([-dp for dp in _DP_FROM_50[:0:-1]] + list(_DP_FROM_50), dtype=np.int64)
DP.setflags(write=False)

_HIGHER = 50 + np.searchsorted(
    _PD_FROM_50_STARTS_AT[1:], np.arange(FULL_SCORE_DIFFERENCE + 1), side="right"
)
PD: IntArray = np.concatenate([100 - _HIGHER[:0:-1], _HIGHER]).astype(np.int64)
PD.setflags(write=False)


def percentage(score: FloatArray, n_games: IntArray | int) -> IntArray:
    """Percentage of a score in half points, to a whole number, exact halves up (B.01 1.4.9).

    In integers: with k = 2 · score it is (100 k + n) // (2 n). A float p of 11.5/20 would give 57
    where the exact 57.5 becomes 58.
    """
    twice = np.rint(2.0 * np.asarray(score)).astype(np.int64)
    games = np.asarray(n_games, dtype=np.int64)
    return np.asarray((100 * twice + games) // (2 * games), dtype=np.int64)


def dp_of_percentage(percent: IntArray) -> IntArray:
    """Rating difference of table 8.1.1 for a whole percentage from 0 to 100."""
    return np.asarray(DP[percent], dtype=np.int64)


def pd_hundredths(rating_diff: FloatArray | IntArray) -> IntArray:
    """Scoring probability of table 8.1.2 in hundredths for whole rating differences, no 400 cut."""
    cut = np.clip(rating_diff, -FULL_SCORE_DIFFERENCE, FULL_SCORE_DIFFERENCE)
    return np.asarray(PD[cut.astype(np.int64) + FULL_SCORE_DIFFERENCE], dtype=np.int64)


def round_half_up(total: FloatArray, count: IntArray) -> FloatArray:
    """Quotient total / count to the nearest whole number, exact halves up (B.01 1.4.7, C.07 10.1).

    Whole totals, the usual case, are divided in integers; other totals in floating point.
    """
    exact = (total == np.rint(total)) & (np.abs(total) < 2.0**52)
    in_integers = (2 * np.where(exact, total, 0.0).astype(np.int64) + count) // (2 * count)
    return np.where(exact, in_integers, np.floor(total / count + 0.5)).astype(np.float64)
