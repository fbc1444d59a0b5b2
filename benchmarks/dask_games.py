"""A table of a hundred million games over Parquet and Dask, on this machine.

    python benchmarks/dask_games.py [--games 100000000] [--workers 1 2] [--folder DIR]

A seeded generator writes a Parquet data set: players of 1400 to 2800, nine games each in every
event, results drawn from the logistic curve. `perfkit.scale.performance_table` then makes one row
per player and event, with one worker and with two. Printed are the time, the peak memory of this
process and all workers together, sampled from the system every half second, and whether a sample of
events equals the table made in memory. One row is one player's game.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
from _timing import report
from distributed import Client, LocalCluster

import perfkit as pk
from perfkit import scale
from perfkit.curves import LOGISTIC_SCALE

GAMES_PER_EVENT, PLAYERS_PER_EVENT = 9, 100
ROWS_PER_FILE = 900_000
METHODS = ["true_logistic", "fide"]
KEYS = ["event", "player"]


def write(folder: Path, rows: int) -> int:
    """Write the data set file by file; the rounds of an event lie in different files."""
    events = max(1, rows // (GAMES_PER_EVENT * PLAYERS_PER_EVENT))
    files = max(GAMES_PER_EVENT, -(-rows // ROWS_PER_FILE))
    rng = np.random.default_rng(20260301)
    rating = rng.integers(1400, 2801, PLAYERS_PER_EVENT)
    written = 0
    per_round = -(-files // GAMES_PER_EVENT)
    for shift in range(1, GAMES_PER_EVENT + 1):
        for part in np.array_split(np.arange(events), per_round):
            event = np.repeat(part, PLAYERS_PER_EVENT).astype(np.int32)
            player = np.tile(np.arange(PLAYERS_PER_EVENT), part.size)
            opponent = (player + shift) % PLAYERS_PER_EVENT
            own, other = ((rating[who] + event % 200) for who in (player, opponent))
            chance = 1.0 / (1.0 + np.exp((other - own) / LOGISTIC_SCALE))
            frame = pd.DataFrame(
                {
                    "event": event,
                    "player": player.astype(np.int32),
                    "player_rating": own.astype(np.float32),
                    "opponent": opponent.astype(np.int32),
                    "opponent_rating": other.astype(np.float32),
                    "result": (rng.binomial(2, chance) / 2.0).astype(np.float32),
                }
            )
            frame.to_parquet(folder / f"part-{written:05d}.parquet", index=False)
            written += 1
    return events * PLAYERS_PER_EVENT * GAMES_PER_EVENT


class PeakMemory:
    """Largest resident memory of the given processes together, while the block runs."""

    def __init__(self, pids: list[int]) -> None:
        self.pids, self.bytes, self._over = pids, 0, threading.Event()

    def __enter__(self) -> PeakMemory:
        self._watcher = threading.Thread(target=self._watch)
        self._watcher.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._watcher.join()

    def _watch(self) -> None:
        while not self._over.wait(0.5):
            self.bytes = max(self.bytes, sum(map(resident, self.pids)))


def resident(pid: int) -> int:
    """Resident memory of a process in bytes, from Linux's own account; 0 when it has ended."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * 4096


def run(source: Path, out: Path, workers: int) -> tuple[float, float]:
    """Seconds and GiB for one table with so many workers."""
    with (
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            memory_limit=f"{2.2 / workers:.1f}GiB",
            dashboard_address=None,
        ) as cluster,
        Client(cluster) as client,
    ):
        pids = [os.getpid(), *client.run(os.getpid).values()]
        with PeakMemory(pids) as memory:
            began = time.perf_counter()
            scale.performance_table(source, methods=METHODS, out=out, client=client, progress=False)
            seconds = time.perf_counter() - began
    return seconds, memory.bytes / 2**30


def sample_equals(source: Path, out: Path) -> bool:
    """Compare three events with the table made in memory."""
    chosen = [("event", "in", [0, 1, 7])]
    games = pd.read_parquet(source, filters=chosen)
    expected = pk.performance_table(games, methods=METHODS)
    found = pd.read_parquet(out, filters=chosen)
    found, expected = (f.sort_values(KEYS).reset_index(drop=True) for f in (found, expected))
    numbers = expected.select_dtypes("number").columns
    return bool(
        len(found) == len(expected)
        and np.allclose(found[numbers], expected[numbers], rtol=0, atol=1e-9, equal_nan=True)
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000_000)
    options.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    options.add_argument("--folder", type=Path, default=None)
    chosen = options.parse_args()
    folder = Path(tempfile.mkdtemp(dir=chosen.folder))
    try:
        source = folder / "games"
        source.mkdir()
        rows = write(source, chosen.games)
        lines = [("workers", f"{rows:,} games: seconds, peak memory (goal 3 GiB)", "sample")]
        for workers in chosen.workers:
            out = folder / f"table-{workers}"
            seconds, gib = run(source, out, workers)
            same = "equal" if sample_equals(source, out) else "DIFFERENT"
            lines.append((str(workers), f"{seconds:.1f} s, {gib:.2f} GiB", same))
        report(lines)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
