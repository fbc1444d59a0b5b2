"""Times of several pieces of work, taken in turn: what the benchmarks share.

    times = in_turn({"ours": ours, "theirs": theirs}, runs=7)
    ratio(times["theirs"], times["ours"])      # how many times faster "ours" is

Each round runs every piece once, one after the other, and a ratio is the median of the rounds'
ratios: what the machine does besides then hits both sides alike. Work on one thread is measured in
seconds of the processor, so that a busy machine does not count as slow code; threads and processes
need `wall`. Prepare data outside: only the call is timed.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence

wall = time.perf_counter
processor = time.process_time


def in_turn(
    work: Mapping[str, Callable[[], object]],
    *,
    runs: int = 7,
    clock: Callable[[], float] = processor,
) -> dict[str, list[float]]:
    """Seconds of every piece of work in every round; a first round warms up and is dropped."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(runs + 1):
        for name, function in work.items():
            began = clock()
            function()
            times[name].append(clock() - began)
    return {name: seconds[1:] for name, seconds in times.items()}


def ratio(slow: Sequence[float], fast: Sequence[float], *, per: tuple[int, int] = (1, 1)) -> float:
    """Median over the rounds of slow/fast, each divided by the number of events it answered."""
    return statistics.median(s / per[0] / (f / per[1]) for s, f in zip(slow, fast, strict=True))


def report(rows: Sequence[tuple[str, str, str]]) -> None:
    """Print measure, figure and goal in columns."""
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        print(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
