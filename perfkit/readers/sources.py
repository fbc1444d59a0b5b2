"""Where the bytes come from: a path, bytes, text or a folder; compressed or not, within bounds."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from perfkit.games import kind
from perfkit.readers.errors import ReadError

MOST_BYTES = 512 * 1024**2
"""Most bytes that are read into memory at once; PGN in pieces has no such bound."""
_PIECE = 1 << 20
_FEW_BYTES = 512
_SUSPICIOUS_BYTES, _SUSPICIOUS_RATIO = 64 * 1024**2, 200


class Source(NamedTuple):
    """One file, or what stands for one: a name to show, and how to open it."""

    name: str
    open: Callable[[], IO[bytes]]
    size: int


class Folder(NamedTuple):
    """The files of a folder, and the entries of it that are no regular files."""

    files: tuple[Source, ...]
    links: tuple[str, ...]


def locate(source: Any) -> Source | Folder:
    """Find out what the user handed in; text with a line end is text, other text a path."""
    if isinstance(source, bytes | bytearray | memoryview):
        return _in_memory("bytes", bytes(source))
    if isinstance(source, str) and ("\n" in source or "\r" in source):
        return _in_memory("text", source.encode("utf-8", "surrogatepass"))
    if not isinstance(source, str | os.PathLike):
        raise ReadError("`source`", "a path, bytes, text or a folder", kind(source))
    if source == "":  # pathlib would take it for the folder we are in
        raise ReadError("`source`", "a path, bytes, text or a folder", "an empty string")
    return _on_disk(Path(os.fsdecode(source)))


def _in_memory(name: str, data: bytes) -> Source:
    return Source(name, lambda: io.BytesIO(data), len(data))


def _on_disk(path: Path) -> Source | Folder:
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        found = "no such file"
    except (OSError, ValueError) as error:
        found = str(error)
    else:
        if stat.S_ISDIR(mode):
            return _folder(path)
        if stat.S_ISREG(mode):
            return _file(path, path.name)
        found = "something else"
    raise ReadError(str(path)[:200], "a file, a folder, or text with line ends", found)


def _file(path: Path, name: str) -> Source:
    return Source(name, lambda: path.open("rb"), path.stat().st_size)


def _folder(folder: Path) -> Folder:
    """List every file beneath a folder; links are named and not followed, so nothing outside is."""
    files, links = [], []
    for top, below, names in os.walk(folder):
        below.sort()
        for name in sorted([*names, *below]):
            path = Path(top, name)
            shown = path.relative_to(folder).as_posix()
            if path.is_symlink():
                links.append(shown)
            elif path.is_file():
                files.append(_file(path, shown))
    if not files:
        raise ReadError(folder.name, "a folder with files", "none in it")
    return Folder(tuple(files), tuple(links))


# Compression, by the first bytes.


def _gzip(stream: IO[bytes]) -> Iterator[bytes]:
    packed = gzip.GzipFile(fileobj=stream)
    return iter(lambda: packed.read(_PIECE), b"")


def _bzip2(stream: IO[bytes]) -> Iterator[bytes]:
    packed = bz2.BZ2File(stream)
    return iter(lambda: packed.read(_PIECE), b"")


def _zstandard(stream: IO[bytes]) -> Iterator[bytes]:
    """Unpack frame after frame; the library's own reader would end quietly in a cut one.

    So few bytes go in at a time that what comes out, 128 kB per block of 4 bytes, fits in memory.
    """
    import zstandard

    unpack = None
    while data := stream.read(_FEW_BYTES):
        while data:
            unpack = unpack or zstandard.ZstdDecompressor().decompressobj()
            try:
                yield unpack.decompress(data)
            except zstandard.ZstdError as error:
                raise OSError(str(error)) from None
            data = unpack.unused_data
            unpack = None if unpack.eof else unpack
    if unpack is not None:
        raise EOFError("compressed data ended before the end of its frame")


_COMPRESSIONS: tuple[tuple[bytes, Callable[[IO[bytes]], Iterator[bytes]]], ...] = (
    (b"\x1f\x8b", _gzip),
    (b"BZh", _bzip2),
    (b"\x28\xb5\x2f\xfd", _zstandard),
)


def pieces(source: Source, size: int | None = None) -> Iterator[bytes]:
    """Yield the bytes of a file, unpacked; what needs no unpacking, `size` bytes at a time."""
    with source.open() as raw:
        start = raw.read(4)
        raw.seek(0)
        unpack = next((make for magic, make in _COMPRESSIONS if start.startswith(magic)), None)
        if unpack is None:
            size = size or _PIECE  # at the call, not in the signature: tests make it small
            while piece := raw.read(size):
                yield piece
                if len(piece) < size:  # to ask again would take memory for another piece
                    break
            return
        try:
            yield from unpack(raw)
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise ReadError(source.name, "a whole compressed file", str(error)) from None


def load(source: Source) -> bytes:
    """Read a whole file, unpacked, up to `MOST_BYTES`."""
    parts, total = [], 0
    for piece in pieces(source, max(_PIECE, min(source.size, MOST_BYTES) + 1)):
        total += len(piece)
        if total > MOST_BYTES:
            expected = f"at most {MOST_BYTES // 1024**2} MB at once (iter_games reads more)"
            raise ReadError(source.name, expected, "more")
        if total > _SUSPICIOUS_BYTES and total > _SUSPICIOUS_RATIO * source.size:
            expected = f"data that unpacks to at most {_SUSPICIOUS_RATIO} times its size"
            raise ReadError(source.name, expected, f"more than {total // 1024**2} MB")
        parts.append(piece)
    return b"".join(parts)
