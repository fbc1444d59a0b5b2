"""Explorers: widgets around the pictures of `perfkit.plots`."""

from perfkit.explorers.event import EventExplorer
from perfkit.explorers.expected_score import ExpectedScoreExplorer
from perfkit.explorers.fide_table import FideTableExplorer
from perfkit.explorers.linear import LinearExplorer
from perfkit.explorers.luck import LuckExplorer
from perfkit.explorers.method_map import MethodMapExplorer
from perfkit.explorers.replay import ReplayExplorer
from perfkit.explorers.tournament import TournamentExplorer
from perfkit.explorers.true_performance import TruePerformanceExplorer

__all__ = [
    "EventExplorer",
    "ExpectedScoreExplorer",
    "FideTableExplorer",
    "LinearExplorer",
    "LuckExplorer",
    "MethodMapExplorer",
    "ReplayExplorer",
    "TournamentExplorer",
    "TruePerformanceExplorer",
]
