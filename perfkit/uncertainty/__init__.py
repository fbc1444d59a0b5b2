"""How sure is a performance over a few games? Intervals, exact chances, and a test of fit."""

from __future__ import annotations

from perfkit.uncertainty._distribution import (
    ScoreDistribution,
    score_distribution,
    simulate_events,
)
from perfkit.uncertainty._ends import KINDS
from perfkit.uncertainty._fit import GoodnessOfFit, goodness_of_fit
from perfkit.uncertainty._intervals import (
    SMOOTH_CURVES,
    Interval,
    interval,
    score_intervals,
    standard_error,
)

__all__ = [
    "KINDS",
    "SMOOTH_CURVES",
    "GoodnessOfFit",
    "Interval",
    "ScoreDistribution",
    "goodness_of_fit",
    "interval",
    "score_distribution",
    "score_intervals",
    "simulate_events",
    "standard_error",
]
