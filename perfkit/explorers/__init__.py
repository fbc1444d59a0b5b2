"""Explorers: widgets around the pictures of `perfkit.plots`."""

from perfkit.explorers.event import EventExplorer
from perfkit.explorers.expected_score import ExpectedScoreExplorer
from perfkit.explorers.fide_table import FideTableExplorer
from perfkit.explorers.linear import LinearExplorer
from perfkit.explorers.true_performance import TruePerformanceExplorer

__all__ = [
    "EventExplorer",
    "ExpectedScoreExplorer",
    "FideTableExplorer",
    "LinearExplorer",
    "TruePerformanceExplorer",
]
