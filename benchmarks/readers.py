"""How fast are the readers? Processor time, in turns: least seconds, and the middle ratio.

    python benchmarks/readers.py [--big]

Files are those of ``../shared/data`` (see the README there); without them the benchmark says so.
python-chess is compared where it can be imported; it is no dependency of perfkit (GPL), so install
it in an environment of its own and let this one see it::

    python3 -m venv /some/where && /some/where/bin/pip install chess==1.11.2
    PYTHONPATH=$(echo /some/where/lib/python3*/site-packages) python benchmarks/readers.py

``--big`` also writes a PGN of 1 GB by repetition and reads it with `iter_games`.
"""

from __future__ import annotations

import io
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import perfkit as pk

DATA = Path(__file__).resolve().parents[1] / ".." / "shared" / "data"
TAGS_ONLY = "olympiad2022_headers.pgn"
WITH_MOVES = ("candidates2022.pgn", "tatasteel2022.pgn", "palma_gp2017.pgn")
REPORT_FILE = "open2005_284players.trf"


def times_in_turn(*functions: Callable[[], object], runs: int = 25) -> list[list[float]]:
    """Processor time of each run of each function; they take turns, so all meet the same load."""
    times: list[list[float]] = [[] for _ in functions]
    for _ in range(runs):
        for function, taken in zip(functions, times, strict=True):
            start = time.process_time()
            function()
            taken.append(time.process_time() - start)
    return times


def headers_of(path: Path) -> int:
    import chess.pgn

    stream = io.StringIO(path.read_text(encoding="utf-8"))
    games = 0
    while chess.pgn.read_headers(stream) is not None:
        games += 1
    return games


def copies_of(name: str, copies: int) -> bytes:
    """Repeat a file with another year and other first moves, so that no game is a duplicate."""
    data = (DATA / name).read_bytes()
    if copies == 1:
        return data
    parts = []
    for copy in range(copies):
        file, rank = copy % 8, copy // 8 % 8 + 1
        other = re.sub(rb'"20\d\d\.', b'"%d.' % (1900 + copy), data)
        parts.append(other.replace(b"\n1. ", b"\n1. %cx%c%d 1. " % (97 + file, 97 + file, rank)))
    return b"\n".join(parts)


def against_python_chess(name: str, copies: int = 1) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(copies_of(name, copies))
        text = f"{name} × {copies}: "
        try:
            import chess.pgn  # noqa: F401
        except ImportError:
            (ours,) = times_in_turn(lambda: pk.read_games(path))
            print(f"{text}perfkit {min(ours):.3f} s; python-chess cannot be imported here")
            return
        ours, theirs = times_in_turn(lambda: pk.read_games(path), lambda: headers_of(path))
        ratios = sorted(slow / fast for slow, fast in zip(theirs, ours, strict=True))
        print(
            f"{text}perfkit {min(ours):.4f} s (games, identifiers, whole report); "
            f"read_headers {min(theirs):.4f} s; {min(theirs) / min(ours):.2f} times as fast, "
            f"in the middle one of {len(ratios)} pairs {ratios[len(ratios) // 2]:.2f} times"
        )


def report_file() -> None:
    """Time what a tournament page needs: read, true_logistic, all of FIDE's measures."""
    path = DATA / REPORT_FILE

    def page() -> object:
        games = pk.read_games(path).games
        table = pk.performance_table(games, methods=["true_logistic"])
        return table, pk.fide.tie_breaks(games, unrated="drop")

    (seconds,) = times_in_turn(page, runs=9)
    print(
        f"{REPORT_FILE}: read, true_logistic and FIDE's measures for everybody {min(seconds):.3f} s"
    )


def one_gigabyte() -> None:
    data = (DATA / "candidates2022.pgn").read_bytes() + b"\n"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "big.pgn")
        with path.open("wb") as file:
            for _ in range(2**30 // len(data) + 1):
                file.write(data)
        start, rows = time.perf_counter(), 0
        for piece in pk.iter_games(path):
            rows += len(piece.games)
        seconds = time.perf_counter() - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        size = path.stat().st_size / 2**20
    print(f"{size:.0f} MB: {rows} rows in {seconds:.0f} s, peak {peak:.0f} MB of memory")


def main() -> None:
    if not DATA.is_dir():
        sys.exit(f"{DATA} is not there: nothing to measure")
    if "--big" in sys.argv:
        one_gigabyte()
        return
    against_python_chess(TAGS_ONLY)
    for copies in (1, 20, 60):  # of 56 to 91 games; reading a few is mostly building two frames
        for name in WITH_MOVES:
            against_python_chess(name, copies)
    report_file()


if __name__ == "__main__":
    main()
