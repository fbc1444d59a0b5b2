"""Bytes to text: encodings and line ends, decided once for every format."""

from __future__ import annotations

from dataclasses import dataclass, field

from perfkit.readers.errors import ReadError

_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


@dataclass(frozen=True)
class TextFile:
    """A decoded file whose lines all end in a line feed.

    Parameters
    ----------
    name : str
        File name as reports and errors show it.
    text : str
        The contents, without byte-order marks.
    encoding : str
        "utf-8", "utf-16", or "utf-8 and cp1252" where lines had to fall back.
    fallback_lines : tuple of int
        Lines, from 1, that are no UTF-8 and were read as Windows-1252.
    first_line : int
        Number of the first line, for a piece of a longer file.
    """

    name: str
    text: str
    encoding: str = "utf-8"
    fallback_lines: tuple[int, ...] = field(default=(), repr=False)
    first_line: int = 1

    def lines(self) -> list[str]:
        """Split into lines."""
        return self.text.split("\n")


def decode(data: bytes, name: str, first_line: int = 1) -> TextFile:
    """Decode UTF-8 with or without a mark, else line by line: UTF-8, or Windows-1252.

    One decision for the whole file would garble one group of lines where two encodings meet. The
    five bytes that Windows-1252 leaves undefined are read as ISO 8859-1 control codes.
    """
    for mark, codec in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                text = data[2:].decode(codec)
            except UnicodeDecodeError as error:
                raise ReadError(name, "UTF-16 text", f"byte {error.start} that is none") from None
            return TextFile(name, _line_ends(text), "utf-16", (), first_line)
    try:
        return TextFile(name, _line_ends(data.decode("utf-8")), "utf-8", (), first_line)
    except UnicodeDecodeError:
        lines, fallback = _line_by_line(data, first_line)
        return TextFile(
            name, _line_ends("\n".join(lines)), "utf-8 and cp1252", fallback, first_line
        )


def _line_ends(text: str) -> str:
    """Make every line end a line feed and drop byte-order marks, also those inside joined files."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\ufeff", "") if "\ufeff" in text else text


def _line_by_line(data: bytes, first_line: int) -> tuple[list[str], tuple[int, ...]]:
    data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines, fallback = [], []
    for at, line in enumerate(data.split(b"\n"), first_line):
        try:
            lines.append(line.decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(_windows_1252(line))
            fallback.append(at)
    return lines, tuple(fallback)


def _windows_1252(line: bytes) -> str:
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return "".join(
            bytes([byte]).decode("cp1252" if byte not in _UNDEFINED else "latin-1") for byte in line
        )


_UNDEFINED = frozenset((0x81, 0x8D, 0x8F, 0x90, 0x9D))
