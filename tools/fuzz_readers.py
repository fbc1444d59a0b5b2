"""Hand the readers mutated files for a long time: nothing but ReadError may come out.

    python tools/fuzz_readers.py [NUMBER] [SEED] [WHOLE]

Originals are tests/files and, where it is there, ../shared/data: whole files when small, else
pieces of some kilobytes. Each input is mutated (bytes changed, cut, doubled, spliced with another
file, lines shuffled), read by content or by a stated format, and its account is checked. Printed
are the number of inputs, how many could be read, the slowest, and the peak of memory. Every input
of WHOLE, 20, goes through `read_games` and on into `performance_table`; the others stop before the
two frames are built, which takes most of the time and does not depend on what is in them.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from pathlib import Path

import perfkit as pk
from perfkit.readers import ReadError, pgn_plain
from perfkit.readers.reading import parse
from perfkit.readers.sources import load, locate

ROOT = Path(__file__).resolve().parents[1]
PIECE = 1_500
FORMATS = (None,) * 8 + ("pgn", "uscf", "trf", "csv", "tsv", "crosstable", "xlsx")
TOKENS = (
    b'[White "', b'"]\n', b"{", b"}", b";", b"\r", b"\r\n", b"\n\n", b"1-0", b"0-0", b"+--", b"*",
    b"1/2-1/2", b"001 ", b"013 ", b"162 ", b"XXS ", b"0000 - H", b"0000 - +", b"9999 w 1", b"12w1",
    b"-1", b"\t", b",", b"|", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf", b"\x00", b"\xbd", b"\xe9",
    b"PK\x03\x04", b"\x1f\x8b", b"BZh9", b"\x28\xb5\x2f\xfd", b"9" * 30, b"1500?", b"1641P17",
    "½".encode(), "–".encode(), "٣".encode(), "e\u0301".encode(), b"'", b"\\", b"\\\"",
    b"nan", b"inf",
)  # fmt: skip


def originals() -> list[bytes]:
    files = list((ROOT / "tests" / "files").iterdir())
    shared = ROOT / ".." / "shared" / "data"
    if shared.is_dir():
        files += [path for path in shared.iterdir() if path.name != "README.md"]
    return [path.read_bytes() for path in sorted(files)]


def piece_of(data: bytes, rng: random.Random) -> bytes:
    if len(data) <= 2 * PIECE or data.startswith(b"PK"):
        return data
    at = rng.randrange(len(data) - PIECE)
    start = data.find(b"\n", at) + 1 if rng.random() < 0.7 else at
    return data[start : start + rng.randrange(200, PIECE)]


def mutated(files: list[bytes], rng: random.Random) -> bytes:
    data = bytearray(piece_of(rng.choice(files), rng))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 5, 10))):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(7)
        if what == 0 and data:
            data[at % len(data)] = rng.randrange(256)
        elif what == 1:
            data[at:at] = rng.choice(TOKENS)
        elif what == 2:
            del data[at : at + rng.choice((1, 2, 10, 100))]
        elif what == 3:
            data[at:at] = data[at : at + rng.choice((1, 10, 200))]
        elif what == 4:
            data[at:at] = piece_of(rng.choice(files), rng)[: rng.choice((10, 100, 1000))]
        elif what == 5:
            data[at:at] = rng.choice(TOKENS) * rng.choice((2, 10, 100))
        else:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def check(data: bytes, format: str | None) -> str:
    try:
        files = parse("fuzz", load(locate(data)), format)
    except ReadError:
        return "ReadError"
    for parsed, _ in files:
        rows = {len(column) for column in [*parsed.columns.values(), *parsed.extra.values()]}
        assert len(rows) == 1, rows
        assert parsed.records == rows.pop() + parsed.not_understood
    return files[0][0].format


def check_whole(data: bytes, format: str | None) -> str:
    try:
        file = pk.read_games(data, format=format)
    except ReadError:
        return "ReadError"
    report = file.report
    assert report.records == report.rows + report.not_understood, report
    assert report.rows == len(file.games)
    assert file.games["result"].dropna().between(0, 1).all()
    table = pk.performance_table(file.games)
    assert table["games_found"].sum() == len(file.games)
    return report.files[0].format


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    whole = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    # Inputs are short, and the reading of many plain games at once is to be met too.
    pgn_plain._FEWEST, pgn_plain.MOST = 1, 2_500
    files, counts, slowest, start = originals(), Counter[str](), 0.0, time.perf_counter()
    for at in range(number):
        rng = random.Random(f"{seed}/{at}")
        data, format = mutated(files, rng), rng.choice(FORMATS)
        began = time.process_time()
        try:
            counts[(check if at % whole else check_whole)(data, format)] += 1
        except Exception:
            print(f"input {at} of seed {seed}, format {format}: {data[:2000]!r}")
            raise
        slowest = max(slowest, time.process_time() - began)
        if at % 1000 == 999:
            print(f"{at + 1} inputs, {time.perf_counter() - start:.0f} s", flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{number} inputs, seed {seed}: {dict(counts.most_common())}")
    print(f"slowest {slowest:.2f} s of processor time, peak {peak:.0f} MB of memory")


if __name__ == "__main__":
    main()
