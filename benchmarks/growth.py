"""How do time and memory grow from ten thousand to ten million events?

    python benchmarks/growth.py [--most 10000000] [--runs 3]

`true_logistic`, nine games per event. Every size is ten times the one before; its time is the
median of the runs, in seconds of the processor. Memory is what the call holds at its peak, by
NumPy's own account, with its input, divided by the input.
"""

from __future__ import annotations

import argparse
import statistics
import tracemalloc

import numpy as np
from _made_up import events
from _timing import in_turn, report

import perfkit as pk


def measured(number: int, runs: int) -> tuple[float, float]:
    """Seconds of one call, and its peak memory as a multiple of its input."""
    ratings, counts, scores = events(np.full(number, 9))

    def call() -> object:
        return pk.performance_ratings(ratings, counts=counts, scores=scores)

    seconds = statistics.median(in_turn({"call": call}, runs=runs)["call"])
    given = ratings.nbytes + counts.nbytes + scores.nbytes
    tracemalloc.start()
    call()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return seconds, (given + peak) / given


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--most", type=int, default=10_000_000)
    options.add_argument("--runs", type=int, default=3)
    chosen = options.parse_args()
    rows = [("events", "seconds, and times the size before (goal 11)", "memory / input (goal 3)")]
    number, before = 10_000, None
    while number <= chosen.most:
        seconds, memory = measured(number, chosen.runs)
        growth = f", {seconds / before:.1f} times" if before else ""
        rows.append((f"{number:,}", f"{seconds:.4f} s{growth}", f"{memory:.2f}"))
        number, before = 10 * number, seconds
    report(rows)


if __name__ == "__main__":
    main()
