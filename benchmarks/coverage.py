"""How often do the intervals hold the rating that they promise to hold? By exact enumeration.

Run ``python benchmarks/coverage.py`` for the table, with ``--full`` for every cell of the grid.

A player is truly `gap` points above n equal opponents and draws with D = D0 · 2 min(E, 1 − E). For
every possible result (wins, draws, losses) there is one interval and one multinomial probability;
coverage is the sum of the probabilities whose interval holds the gap. Nothing is simulated.

Over 5, 9, 14 and 30 games, gaps 0 to 400 and draw rates 0 to .7 (160 cells), at 95 %, with the draw
rate given ("rate"), no draws assumed ("none") or the rate estimated from the event ("results"):

    kind     known   .93-.99  <.95   mean    most  least
    score    rate      96.2 %   0.36  0.955  0.987  0.918 (5 games, gap 400, rate 0.6)
    score    none      80.6 %   0.06  0.975  1.000  0.931 (5 games, gap 400, rate 0)
    score    results   98.1 %   0.20  0.960  0.996  0.922 (5 games, gap 0, rate 0.1)
    exact    rate      84.4 %   0.00  0.976  1.000  0.950 (9 games, gap 0, rate 0.4)
    exact    none      25.0 %   0.00  0.992  1.000  0.957 (30 games, gap 0, rate 0)
    exact    results   75.6 %   0.00  0.980  1.000  0.953 (9 games, gap 0, rate 0.1)
    mid_p    rate      93.8 %   0.28  0.961  0.994  0.928 (14 games, gap 300, rate 0.3)
    mid_p    results   95.0 %   0.16  0.967  0.996  0.922 (5 games, gap 0, rate 0.1)
    profile  rate      80.0 %   0.50  0.946  0.993  0.833 (5 games, gap 100, rate 0)
    profile  results   85.0 %   0.46  0.953  0.996  0.833 (5 games, gap 100, rate 0)
    wald     rate      56.2 %   0.54  0.876  1.000  0.310 (5 games, gap 400, rate 0)
    wald     none      42.5 %   0.42  0.893  1.000  0.310 (5 games, gap 400, rate 0)

".93-.99" is the share of cells in that range and "<.95" the share below the level; an interval of
kind "wald" at a score of 0 or n counts as a miss. Five games have eleven possible scores, so
coverage moves in jumps there. "exact" pays for its guarantee with length.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from functools import cache
from itertools import product

import numpy as np
from scipy.special import gammaln, xlogy

import perfkit as pk
from perfkit.uncertainty import score_intervals

GAMES = (5, 9, 14, 30)
GAPS = (0, 100, 200, 300, 400)
DRAW_RATES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7)
LEVEL = 0.95

Ends = tuple[np.ndarray, np.ndarray]


def results_of(n_games: int) -> np.ndarray:
    """Every (wins, draws, losses) of n games."""
    return np.array(
        [(w, d, n_games - w - d) for w in range(n_games + 1) for d in range(n_games + 1 - w)]
    )


def probabilities(results: np.ndarray, gap: float, draw_rate: float) -> np.ndarray:
    """Multinomial probability of each of them at this gap."""
    expected = float(pk.expected_score(gap, 0))
    draw = draw_rate * 2 * min(expected, 1 - expected)
    chances = np.maximum([expected - draw / 2, draw, 1 - expected - draw / 2], 0)
    ways = gammaln(results.sum(axis=1) + 1) - gammaln(results + 1).sum(axis=1)
    return np.exp(ways + xlogy(results, chances).sum(axis=1))


@cache
def ends_of_scores(n_games: int, kind: str, draw_rate: float | None) -> Ends:
    """Ends by the doubled score, for a draw rate given or none assumed."""
    each = [
        pk.interval([0] * n_games, score, kind=kind, draw_rate=draw_rate, level=LEVEL)
        for score in np.arange(2 * n_games + 1) / 2
    ]
    return np.array([one.low for one in each]), np.array([one.high for one in each])


@cache
def ends_when_observed(n_games: int, kind: str) -> Ends:
    """Ends by result, the draw rate estimated from the draws in it."""
    results = results_of(n_games)
    scores, draws = results[:, 0] + results[:, 1] / 2, results[:, 1]
    if kind == "score":
        counts = np.full(scores.size, n_games)
        return score_intervals(
            np.zeros(counts.sum()), counts=counts, scores=scores, draws=draws, level=LEVEL
        )
    each = [
        pk.interval(
            [0] * n_games,
            wins + drawn / 2,
            kind=kind,
            level=LEVEL,
            results=[1] * wins + [0.5] * drawn + [0] * lost,
        )
        for wins, drawn, lost in results.tolist()
    ]
    return np.array([one.low for one in each]), np.array([one.high for one in each])


def coverage(
    kind: str,
    known: str,
    games: Iterable[int] = GAMES,
    gaps: Iterable[float] = GAPS,
    draw_rates: Iterable[float] = DRAW_RATES,
) -> dict[tuple[int, float, float], float]:
    """Coverage of every cell (n, gap, draw rate); `known` is "rate", "none" or "results"."""
    cells = {}
    for n_games, draw_rate in product(games, draw_rates):
        results = results_of(n_games)
        if known == "results":
            low, high = ends_when_observed(n_games, kind)
        else:
            twice = 2 * results[:, 0] + results[:, 1]
            of_scores = ends_of_scores(n_games, kind, draw_rate if known == "rate" else None)
            low, high = of_scores[0][twice], of_scores[1][twice]
        for gap in gaps:
            held = (low <= gap) & (gap <= high)
            cells[n_games, gap, draw_rate] = float(
                probabilities(results, gap, draw_rate)[held].sum()
            )
    return cells


STUDY = (
    ("score", "rate"),
    ("score", "none"),
    ("score", "results"),
    ("exact", "rate"),
    ("exact", "none"),
    ("exact", "results"),
    ("mid_p", "rate"),
    ("mid_p", "results"),
    ("profile", "rate"),
    ("profile", "results"),
    ("wald", "rate"),
    ("wald", "none"),
)


def summary(kind: str, known: str, cells: dict[tuple[int, float, float], float]) -> str:
    """One line of the table."""
    values = np.array(list(cells.values()))
    inside = np.mean((values >= 0.93) & (values <= 0.99))
    n_games, gap, draw_rate = min(cells, key=cells.__getitem__)
    worst = f"{values.min():.3f} ({n_games} games, gap {gap}, rate {draw_rate:g})"
    return (
        f"{kind:8} {known:8} {100 * inside:5.1f} % {np.mean(values < LEVEL):6.2f} "
        f"{values.mean():6.3f} {values.max():6.3f}  {worst}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--full", action="store_true", help="print every cell")
    full = parser.parse_args().full
    print("kind     known   .93-.99  <.95   mean    most  least")
    for kind, known in STUDY:
        cells = coverage(kind, known)
        print(summary(kind, known, cells))
        if full:
            for (n_games, gap, draw_rate), value in cells.items():
                print(f"    {n_games:3} games, gap {gap:3}, draw rate {draw_rate:.1f}: {value:.4f}")


if __name__ == "__main__":
    main()
