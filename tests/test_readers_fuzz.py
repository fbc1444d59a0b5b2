"""Whatever comes in, games and a report come out, or ReadError.

tools/fuzz_readers.py runs the same check for longer, on mutations of the real files too.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import perfkit as pk
from perfkit.readers import ReadError

FILES = [path.read_bytes() for path in sorted((Path(__file__).parent / "files").iterdir())]
PIECES = [
    b'[White "', b'"]', b"\n", b"\r", b"{", b"}", b"1-0", b"1/2-1/2", b"*", b"001 ", b"XXS ",
    b"0000 - H", b"12w1", b"\t", b";", b",", b"\xff\xfe", b"\xef\xbb\xbf", b"\x00", b"\xbd", b"|",
    b"PK\x03\x04", b"\x1f\x8b", b"99999", "½".encode(), b"'", b"\\",
]  # fmt: skip
FORMATS = (None, None, None, "pgn", "uscf", "trf", "csv", "crosstable")
quick = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def check(data, format=None):
    try:
        file = pk.read_games(data, format=format)
    except ReadError:
        return
    report = file.report
    assert report.records == report.rows + report.not_understood
    assert report.rows == len(file.games)
    assert file.games["result"].dropna().between(0, 1).all()
    table = pk.performance_table(file.games)
    assert table["games_found"].sum() == len(file.games)
    assert report.summary


@quick
@given(st.binary(max_size=300) | st.lists(st.sampled_from(PIECES)).map(b"".join))
def test_any_bytes(data):
    check(data)


@quick
@given(st.data())
def test_mutated_files(data):
    original = data.draw(st.sampled_from(FILES))
    mutated = bytearray(original)
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(mutated)))
        cut = data.draw(st.integers(0, 40))
        mutated[at : at + cut] = data.draw(st.sampled_from(PIECES) | st.binary(max_size=8))
    check(bytes(mutated), data.draw(st.sampled_from(FORMATS)))


@pytest.mark.parametrize("data", [b"\x1f\x8b\x08\x00", b"BZh9", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"])
def test_bare_beginnings(data):
    with pytest.raises(ReadError):
        pk.read_games(data)
