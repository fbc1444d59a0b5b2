"""Pictures of performance ratings: each takes numbers, draws on an Axes and returns it.

Behind every public function stands a pair, ``draw(ax, numbers) -> artists`` and
``move(artists, numbers)``, and a function that computes the numbers; the explorers use these.
"""

from perfkit.plots._coverage import coverage, coverage_at
from perfkit.plots._event import event_curves
from perfkit.plots._expected_score import curve_differences, expected_score_curves
from perfkit.plots._fide_table import fide_table, fide_table_minus_normal
from perfkit.plots._form import form, slices
from perfkit.plots._linear import extra_game, linear_twin
from perfkit.plots._luck import winners_luck
from perfkit.plots._method_grid import method_grid
from perfkit.plots._method_map import method_ends, method_map
from perfkit.plots._replay import funnel, replays
from perfkit.plots._result_shares import result_shares
from perfkit.plots._style import CURVE_STYLES, METHOD_STYLES, SINGLE, WIDE
from perfkit.plots._tournament import points_per_game
from perfkit.plots._true_performance import rating_changes, stacked_expectation

__all__ = [
    "CURVE_STYLES",
    "METHOD_STYLES",
    "SINGLE",
    "WIDE",
    "coverage",
    "coverage_at",
    "curve_differences",
    "event_curves",
    "expected_score_curves",
    "extra_game",
    "fide_table",
    "fide_table_minus_normal",
    "form",
    "funnel",
    "linear_twin",
    "method_ends",
    "method_grid",
    "method_map",
    "points_per_game",
    "rating_changes",
    "replays",
    "result_shares",
    "slices",
    "stacked_expectation",
    "winners_luck",
]
