"""Do the intervals hold what they promise? Exact enumeration, nothing simulated.

The enumeration is that of benchmarks/coverage.py, which prints the whole grid.
"""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

import perfkit as pk

_STUDY = Path(__file__).parents[1] / "benchmarks" / "coverage.py"
_SPEC = importlib.util.spec_from_file_location("coverage_study", _STUDY)
study = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(study)

GRID = {"games": (5, 9, 14, 30), "gaps": (0, 200, 400), "draw_rates": (0, 0.3, 0.5, 0.7)}

# Reference literature, section 5: n, gap, draw rate, and the coverage of wald, score and profile
# with no draws assumed.
TABLE = [
    (5, 0, 0, 0.938, 0.938, 0.938),
    (5, 200, 0, 0.733, 0.987, 0.987),
    (5, 400, 0, 0.310, 0.931, 0.993),
    (9, 0, 0, 0.961, 0.961, 0.961),
    (9, 0, 0.5, 0.999, 0.992, 0.992),
    (9, 200, 0, 0.874, 0.958, 0.874),
    (9, 400, 0, 0.534, 0.958, 0.958),
    (14, 200, 0, 0.947, 0.947, 0.947),
    (14, 400, 0, 0.704, 0.967, 0.967),
    (30, 400, 0, 0.893, 0.950, 0.927),
]


@pytest.mark.parametrize(("n_games", "gap", "draw_rate", "wald", "score", "profile"), TABLE)
def test_the_table_of_the_literature(n_games, gap, draw_rate, wald, score, profile):
    cell = {"games": [n_games], "gaps": [gap], "draw_rates": [draw_rate]}
    found = [
        study.coverage(kind, "none", **cell)[n_games, gap, draw_rate]
        for kind in ("wald", "score", "profile")
    ]
    assert found == pytest.approx([wald, score, profile], abs=0.0006)


def test_default_with_the_rate_given_is_near_the_level():
    values = np.array(list(study.coverage("score", "rate", **GRID).values()))
    assert round(values.min(), 3) >= 0.925  # 5 games, gap 400, draw rate .7: .9247
    assert values.max() <= 0.99


def test_default_without_a_rate_is_conservative():
    values = np.array(list(study.coverage("score", "none", **GRID).values()))
    assert values.min() >= 0.93


def test_default_with_observed_draws_on_140_cells():
    cells = study.coverage(
        "score", "results", gaps=(0, 100, 200, 300, 400), draw_rates=np.arange(7) / 10
    )
    values = np.array(list(cells.values()))
    assert values.size == 140
    assert np.mean((values >= 0.93) & (values <= 0.99)) >= 0.97
    assert np.count_nonzero(values < 0.93) == 2
    assert values.min() >= 0.9215
    assert values.max() <= 0.99


def test_shrinkage_in_the_straight_form_would_be_worse():
    # The same p and d put into D0 · 2 min(E, 1 − E): the reason for the rule that is used.
    below = []
    for n_games in (5, 9, 14, 30):
        results = study.results_of(n_games)
        scores, draws = results[:, 0] + results[:, 1] / 2, results[:, 1]
        p = (scores + 0.5) / (n_games + 1)
        rate = np.minimum(draws / (n_games + 2) / (2 * np.minimum(p, 1 - p)), 1)
        for gap in (0, 100, 200, 300, 400):
            expected = pk.expected_score(gap, 0)
            variance = n_games * (1 - expected) * (expected - rate / 2)
            held = (scores - n_games * expected) ** 2 <= 1.959963984540054**2 * variance
            for draw_rate in np.arange(7) / 10:
                chance = study.probabilities(results, gap, draw_rate)[held].sum()
                below.append(chance < 0.93)
    assert sum(below) == 17  # of 140; the rule that is used leaves 2


@pytest.mark.parametrize("known", ["rate", "none", "results"])
def test_exact_never_holds_less_than_its_level(known):
    games = (5, 9, 14) if known == "results" else (5, 9, 14, 30)
    values = study.coverage("exact", known, **{**GRID, "games": games}).values()
    assert min(values) >= 0.95


def test_exact_without_draw_information_survives_a_few_draws():
    # 7 games, a gap of 60 and a draw rate of .1: tails of the next whole score hold 94.3 %.
    chance = study.coverage("exact", "none", games=[7], gaps=[60], draw_rates=[0.1])
    assert chance[7, 60, 0.1] >= 0.95


def test_clean_score_of_course_07_3():
    chances = pk.uncertainty.score_distribution(400, [0] * 9)
    assert chances.probabilities[-1] == pytest.approx(0.4241, abs=5e-5)
