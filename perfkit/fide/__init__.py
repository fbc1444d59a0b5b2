"""The FIDE Handbook's own numbers, by its own abbreviations, each with article and date.

Tables (`dp`, `pd`, `dp_card`), tie-breaks of C.07 article 10 for one player (`aro`, `tpr`, `ptp`,
`apro`, `appo`) and for whole events (`tie_breaks`), rating changes and first ratings of B.02
(`rating_change`, `k_factor`, `initial_rating`), the performance part of a norm of B.01
(`norm_rating`), and the curve behind the tables (`pd_deviations`, `dp_deviations`,
`dp_from_midpoints`).

Where regulations changed, ``on=`` asks for the edition of a day; without it the newest one known is
used. All sums are whole hundredths, and halves are rounded as each article says.
"""

from __future__ import annotations

from perfkit.fide._change import GameChange, RatingChange, rating_change
from perfkit.fide._conditions import Condition
from perfkit.fide._curve_behind import (
    TABLE_SIGMA,
    dp_deviations,
    dp_from_midpoints,
    pd_deviations,
)
from perfkit.fide._event import tie_breaks
from perfkit.fide._initial import InitialRating, initial_rating
from perfkit.fide._k_factor import k_factor
from perfkit.fide._norm import NORM_LEVELS, NormLevel, NormRating, norm_rating
from perfkit.fide._tables import dp, dp_card, pd, percentage
from perfkit.fide._tie_breaks import CUTS, appo, apro, aro, ptp, tpr

__all__ = [
    "CUTS",
    "NORM_LEVELS",
    "TABLE_SIGMA",
    "Condition",
    "GameChange",
    "InitialRating",
    "NormLevel",
    "NormRating",
    "RatingChange",
    "appo",
    "apro",
    "aro",
    "dp",
    "dp_card",
    "dp_deviations",
    "dp_from_midpoints",
    "initial_rating",
    "k_factor",
    "norm_rating",
    "pd",
    "pd_deviations",
    "percentage",
    "ptp",
    "rating_change",
    "tie_breaks",
    "tpr",
]
