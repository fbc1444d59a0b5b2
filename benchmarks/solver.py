"""How fast are the solvers? Ratios of one run, each the median of seven rounds taken in turn.

    python benchmarks/solver.py [--events 1000000] [--runs 7]

Against a loop over the classic bisection and over scipy's `brentq`, against gacrux, FIDE's checker
of tie-breaks, and against a kernel in C (`kernel.c`), which is compiled on the spot where gcc is
found: the limit of what one core can do. The loops answer the first thousand events of the batch,
since they would take a minute for all; times are per event. `_timing.py` says how it is measured.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from _made_up import Batch, classic, events, first
from _timing import in_turn, ratio, report, wall
from scipy.optimize import brentq
from scipy.special import expit, ndtr

import perfkit as pk
from perfkit.curves import LOGISTIC_SCALE, NORMAL_SIGMA

LOOP = 1000
FLAGS = ("-O3", "-march=native", "-ffast-math", "-shared", "-fPIC")
Row = tuple[str, str, str]


def batch_call(batch: Batch, method: str, threads: int = 1) -> Callable[[], object]:
    ratings, counts, scores = batch
    return lambda: pk.performance_ratings(
        ratings, counts=counts, scores=scores, method=method, threads=threads
    )


def loop_call(function: Callable[..., object], batch: Batch) -> Callable[[], object]:
    opponents, scores = first(batch, LOOP)
    return lambda: [function(o, s) for o, s in zip(opponents, scores, strict=True)]


def by_brentq(curve: Callable[..., np.ndarray], scale: float) -> Callable[..., float]:
    def search(opponents: list[float], score: float) -> float:
        ratings = np.array(opponents)
        low, high = ratings.min() - 1500.0, ratings.max() + 1500.0
        return float(
            brentq(lambda r: curve((r - ratings) / scale).sum() - score, low, high, xtol=1e-9)
        )

    return search


def compiled() -> Callable[[Batch], Callable[[], np.ndarray]] | None:
    """Compile the kernel; None without a compiler."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    library = Path(tempfile.mkdtemp()) / "kernel.so"
    source = Path(__file__).with_name("kernel.c")
    subprocess.run([gcc, *FLAGS, "-o", str(library), str(source), "-lm"], check=True)
    solve = ctypes.CDLL(str(library)).solve
    solve.restype = ctypes.c_double
    doubles = np.ctypeslib.ndpointer(np.float64, flags="C")
    solve.argtypes = [doubles, ctypes.c_int, doubles, ctypes.c_long, doubles]

    def kernel(batch: Batch) -> Callable[[], np.ndarray]:
        ratings, counts, scores = batch
        answers = np.empty_like(scores)

        def call() -> np.ndarray:
            solve(ratings, int(counts[0]), scores, scores.size, answers)
            return answers

        return call

    return kernel


def true_logistic(nine: Batch, runs: int) -> list[Row]:
    work = {
        "ours": batch_call(nine, "true_logistic"),
        "classic": loop_call(classic, nine),
        "brentq": loop_call(by_brentq(expit, LOGISTIC_SCALE), nine),
    }
    kernel = compiled()
    if kernel:
        work["C"] = kernel(nine)
        gap = np.abs(work["C"]() - work["ours"]()).max()
    times, size = in_turn(work, runs=runs), nine[2].size
    rows = [
        (
            f"true_logistic, {size:,} events of 9: the classic search takes",
            f"{ratio(times['classic'], times['ours'], per=(LOOP, size)):.0f} times as long",
            "300",
        ),
        (
            "   scipy brentq takes",
            f"{ratio(times['brentq'], times['ours'], per=(LOOP, size)):.0f} times as long",
            "",
        ),
    ]
    if not kernel:
        return [*rows, ("   C kernel: no gcc here", "", "")]
    slower = f"{ratio(times['ours'], times['C']):.2f} times the kernel's time"
    return [*rows, (f"   C kernel, answers equal to {gap:.0e} points", slower, "2.5 or less")]


def against_loops(nine: Batch, ragged: Batch, runs: int) -> list[Row]:
    rows = []
    cases = [
        ("true_logistic, ragged 1 to 30", ragged, "true_logistic", "classic", classic, "200"),
        ("true_normal", nine, "true_normal", "brentq", by_brentq(ndtr, NORMAL_SIGMA), "30"),
        *gacrux_cases(nine),
    ]
    for label, batch, method, other, function, goal in cases:
        work = {"ours": batch_call(batch, method), other: loop_call(function, batch)}
        times = in_turn(work, runs=runs)
        times_faster = ratio(times[other], times["ours"], per=(LOOP, batch[2].size))
        rows.append((f"{label}: {other} takes", f"{times_faster:.0f} times as long", goal))
    return rows


def gacrux_cases(nine: Batch) -> list[tuple[str, Batch, str, str, Callable[..., object], str]]:
    try:
        from gacrux import rating
    except ImportError:
        return []

    def ptp(opponents: list[float], score: float) -> object:
        return rating.ComputePerfectTournamentPerformance(score, [int(r) for r in opponents])

    def tpr(opponents: list[float], score: float) -> object:
        return rating.ComputeTournamentPerformanceRating(score, opponents)

    return [
        ("fide_ptp", nine, "fide_ptp", "gacrux", ptp, "100"),
        ("fide", nine, "fide", "gacrux", tpr, "15"),
    ]


def threads(nine: Batch, runs: int) -> Row:
    work = {str(n): batch_call(nine, "true_logistic", threads=n) for n in (1, 2)}
    times = in_turn(work, runs=runs, clock=wall)
    return ("two threads: one takes", f"{ratio(times['1'], times['2']):.2f} times as long", "1.4")


def one_event(nine: Batch, runs: int) -> Row:
    work = {"classic": loop_call(classic, nine), "ours": loop_call(pk.performance_rating, nine)}
    times = in_turn(work, runs=runs)
    slower = f"{ratio(times['ours'], times['classic']):.2f} times the classic search's time"
    return ("one event of 9 by performance_rating", slower, "3 or less")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--events", type=int, default=1_000_000)
    options.add_argument("--runs", type=int, default=7)
    chosen = options.parse_args()
    nine = events(np.full(chosen.events, 9))
    ragged = events(np.random.default_rng(2).integers(1, 31, chosen.events))
    report(
        [
            ("measure", "this run", "goal"),
            *true_logistic(nine, chosen.runs),
            *against_loops(nine, ragged, chosen.runs),
            threads(nine, chosen.runs),
            one_event(nine, chosen.runs),
        ]
    )


if __name__ == "__main__":
    main()
