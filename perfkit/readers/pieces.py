"""A PGN file in pieces that fit in memory, each cut where a game begins."""

from __future__ import annotations

from collections.abc import Iterator

from perfkit.readers import pgn_text
from perfkit.readers.errors import ReadError
from perfkit.readers.sources import Source, pieces
from perfkit.readers.text import TextFile, decode

PIECE = 4 << 20
LONGEST_GAME = 64 << 20
_BEGINNINGS = (b"\n[Event ", b"\r[Event ", b"\n\n[", b"\r\n\r\n[", b"\r\r[")


def is_pgn(source: Source) -> bool:
    """Tell from its beginning whether a file is PGN that can be cut."""
    start = next(pieces(source), b"")
    if start.startswith((b"\xff\xfe", b"\xfe\xff", b"PK\x03\x04")):
        return False
    return pgn_text.looks_like_pgn(decode(start, source.name).text)


def cut(source: Source) -> Iterator[TextFile]:
    """Yield the text of a file in pieces of a few megabytes, whole games each."""
    line = 1
    for data in _cut_bytes(source):
        file = decode(data, source.name, line)
        yield file
        line += file.text.count("\n")


def _cut_bytes(source: Source) -> Iterator[bytes]:
    rest = b""
    for piece in pieces(source):
        rest += piece
        if len(rest) < PIECE:
            continue
        at = _last_beginning(rest)
        if at > 0:
            yield rest[:at]
            rest = rest[at:]
        elif len(rest) > LONGEST_GAME:
            expected = f"a game that begins within {LONGEST_GAME // 1024**2} MB"
            raise ReadError(source.name, expected, "none")
    if rest:
        yield rest


def _last_beginning(data: bytes) -> int:
    """Where the last game begins, after its line end; 0 if none does."""
    for mark in _BEGINNINGS:
        at = data.rfind(mark)
        if at > 0:
            return at + len(mark) - len(mark.lstrip(b"\r\n"))
    return 0


def tags_only(source: Source) -> bool:
    """Tell whether no game of the file has moves; reads up to the first that has."""
    return not any(pgn_text.has_moves(file.text) for file in cut(source))
