"""What bad input raises: the file, the line, what was expected there and what stands there."""

from __future__ import annotations

MAX_ROUNDS = 999
"""Most rounds one player may have: the round number has three columns in TRF26."""


class ReadError(ValueError):
    """A file that cannot be read as games.

    Parameters
    ----------
    source : str
        Name of the file, or "text" and "bytes" for what came without one.
    expected : str
        What should stand there.
    got : str
        What does.
    line : int, optional
        Line of the file, from 1; 0 for the file as a whole.
    """

    def __init__(self, source: str, expected: str, got: str, line: int = 0) -> None:
        place = printable(source) + (f", line {line}" if line else "")
        super().__init__(f"{place}: expected {expected}, got {shorten(got)}")
        self.source = source
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return (_again, (str(self), self.source, self.line))


def _again(message: str, source: str, line: int) -> ReadError:
    """Rebuild an error that travelled between processes."""
    error = ReadError.__new__(ReadError, message)
    error.args, error.source, error.line = (message,), source, line
    return error


def shorten(text: str, width: int = 60) -> str:
    """Cut a piece of a file to a length that fits a message."""
    text = printable(" ".join(text[: 4 * width].split()))
    return text if len(text) <= width else text[: width - 3] + "..."


def printable(text: str) -> str:
    """Quote a text that holds control characters, so that none reaches a terminal or a log."""
    return text if text.isprintable() else repr(text)
