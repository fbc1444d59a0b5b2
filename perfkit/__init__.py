"""perfkit: chess performance ratings, every definition by its name.

Start with ``perfkit.compare([2400, 2500, 2600], 2.5)``. The packages that only some functions need
(pandas, matplotlib, ipywidgets, ...) are loaded when such a function is first used.
"""

from __future__ import annotations

import importlib
from typing import Any

from perfkit.curves import CURVES, expected_score, rating_difference, total_expected_score
from perfkit.methods import METHODS, compare, performance_rating, performance_ratings

__version__ = "0.1.0"

# Loaded on first use: name -> module that holds it; a module's own name stands for the module.
_LATER = {
    "course": "perfkit.course",
    "datasets": "perfkit.datasets",
    "explain": "perfkit.explain",
    "explorers": "perfkit.explorers",
    "fide": "perfkit.fide",
    "form": "perfkit.form",
    "games": "perfkit.games",
    "interval": "perfkit.uncertainty",
    "iter_games": "perfkit.readers",
    "luck": "perfkit.luck",
    "methods_text": "perfkit._methods_text",
    "performance_table": "perfkit.table",
    "plots": "perfkit.plots",
    "read_games": "perfkit.readers",
    "readers": "perfkit.readers",
    "scale": "perfkit.scale",
    "standard_error": "perfkit.uncertainty",
    "table": "perfkit.table",
    "targets": "perfkit.targets",
    "uncertainty": "perfkit.uncertainty",
    "working": "perfkit._working",
}

__all__ = [
    "CURVES",
    "METHODS",
    "compare",
    "course",
    "datasets",
    "expected_score",
    "explain",
    "explorers",
    "fide",
    "form",
    "games",
    "interval",
    "iter_games",
    "luck",
    "methods_text",
    "performance_rating",
    "performance_ratings",
    "performance_table",
    "plots",
    "rating_difference",
    "read_games",
    "readers",
    "scale",
    "standard_error",
    "table",
    "targets",
    "total_expected_score",
    "uncertainty",
    "working",
]


def __getattr__(name: str) -> Any:
    """Load what is not needed at once (PEP 562)."""
    if name not in _LATER:
        raise AttributeError(f"module 'perfkit' has no attribute {name!r}")
    module = importlib.import_module(_LATER[name])
    return module if _LATER[name] == f"perfkit.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
