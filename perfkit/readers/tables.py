"""Tables cut into cells, from wherever they come: find the heading, then read what stands below."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NoReturn

from perfkit.games import COLUMNS
from perfkit.readers import fields, headers
from perfkit.readers.crosstable import read_crosstable
from perfkit.readers.errors import ReadError
from perfkit.readers.game_lists import Row, read_games_list, read_own, read_sides
from perfkit.readers.pairings import Event
from perfkit.readers.parsed import Parsed, no_columns
from perfkit.readers.text import TextFile

_FIRST_ROWS = 60  # a heading stands within these
_DELIMITERS = ",;\t|"
EXPECTED = (
    "a heading with player, result and opponent_rating, or white, black and result, "
    "or a name and rounds"
)


def _expected(texts: Iterable[str]) -> str:
    """Say what a table needs and, if one of these lines is nearly a heading, what that lacks."""
    lines = (_cut(text, delimiter) for text in texts for delimiter in _DELIMITERS)
    lacking = next(filter(None, map(headers.missing, lines)), "")
    return f"{EXPECTED}; {lacking} is missing" if lacking else EXPECTED


def fail_without_heading(file: TextFile) -> NoReturn:
    """Raise the error of a text that has no heading, naming what one lacks."""
    lines = file.lines()[:_FIRST_ROWS]
    first = next((line for line in lines if line.strip()), "")
    raise ReadError(file.name, _expected(lines), first, file.first_line)


def is_nearly_csv(text: str) -> bool:
    """Tell whether a text is delimited and has a heading but for one column."""
    return _expected(text[:65536].split("\n")[:_FIRST_ROWS]) != EXPECTED


def read_rows(name: str, format: str, rows: Iterable[Row]) -> Parsed | None:
    """Read a table; None if no row is a heading."""
    parsed = Parsed(format, no_columns())
    before: list[str] = []
    rows = iter(rows)
    for line, cells in rows:
        what = headers.kind_of_table(cells)
        if what:
            break
        text = " ".join(cell.strip() for cell in cells if cell.strip())
        before += [text] if text else []
        if line > _FIRST_ROWS:
            return None
    else:
        return None
    filled = ((line, row) for line, row in rows if any(cell.strip() for cell in row))
    for text in before[what == "crosstable" :]:
        parsed.remark(line, "text before the table", text)
    heading = [cell.strip() for cell in cells]
    if what == "sides" and COLUMNS.keys() <= set(heading):
        read_own(parsed, heading, filled)
    elif what == "sides":
        read_sides(parsed, heading, filled)
    elif what == "games":
        read_games_list(parsed, heading, filled)
    else:
        event = Event(fields.name(before[0]) if before else "")
        read_crosstable(parsed, name, event, heading, filled)
    return parsed


# Delimited text.


def _delimiter(text: str) -> str:
    """Delimiter under which one of the first lines is a heading, "" if none does."""
    for line in text[:65536].split("\n")[:_FIRST_ROWS]:
        for delimiter in _DELIMITERS:
            if delimiter in line and headers.kind_of_table(_cut(line, delimiter)):
                return delimiter
    return ""


def _cut(line: str, delimiter: str) -> list[str]:
    return [cell.strip().strip('"') for cell in line.split(delimiter)]


def looks_like_csv(text: str) -> bool:
    """Tell whether a text is delimited and has a heading."""
    return bool(_delimiter(text))


def read_csv(file: TextFile) -> Parsed:
    """Read text with a delimiter: comma, semicolon, tab or bar."""
    delimiter = _delimiter(file.text)
    name = {",": "CSV", ";": "CSV", "\t": "TSV"}.get(delimiter, "table")
    parsed = read_rows(file.name, name, _csv_rows(file, delimiter)) if delimiter else None
    if parsed is None:
        fail_without_heading(file)
    return parsed


def _csv_rows(file: TextFile, delimiter: str) -> Iterator[Row]:
    if delimiter == "|":
        for line, text in enumerate(file.lines(), file.first_line):
            if text.strip(" \t-+|="):
                yield line, text.split("|")
        return
    reader = csv.reader(io.StringIO(file.text, newline=""), delimiter=delimiter)
    line = file.first_line
    try:
        for cells in reader:
            yield line, cells
            line = file.first_line + reader.line_num
    except csv.Error as error:
        raise ReadError(file.name, "a row of delimited text", str(error), line) from None


# Text in columns of blanks.


def looks_like_text_table(text: str) -> bool:
    """Tell whether a text has a heading with a name and rounds, parted by blanks."""
    lines = text[:65536].split("\n")[:_FIRST_ROWS]
    return any(headers.kind_of_table(_words(line)) == "crosstable" for line in lines)


def read_text_table(file: TextFile) -> Parsed:
    """Read a crosstable as it is pasted: columns parted by blanks, or by any delimiter."""
    if looks_like_csv(file.text):
        return read_csv(file)
    parsed = read_rows(file.name, "crosstable", _text_rows(file))
    if parsed is None:
        fail_without_heading(file)
    return parsed


def _words(line: str) -> list[str]:
    """Words of a heading; "1. Rd" and "Rd 1" are one each."""
    joined = re.sub(r"(?<!\S)(\d{1,3})\. ?(Rd|R|Rnd|Runde)\b", r"\1.\2", line)
    return re.sub(r"\b(Rd|R|Rnd|Round|Runde)\.? (\d{1,3})(?!\S)", r"\1\2", joined).split()


def _text_rows(file: TextFile) -> Iterator[Row]:
    """Cut the rows beneath the heading as it is cut; lines before and after are one cell."""
    heading: list[str] = []
    for line, text in enumerate(file.lines(), file.first_line):
        if heading:
            yield line, _row(text, heading)
        elif headers.kind_of_table(_words(text)) == "crosstable":
            heading = _words(text)
            yield line, heading
        else:
            yield line, [text]


_START = re.compile(r"[ \t]*(\d{1,4})\.?(?=\s)", re.A)


def _row(text: str, heading: Sequence[str]) -> list[str]:
    """Cut a row: as many words before and behind the name as the heading has, the rest is name.

    A heading over the titles is often empty, so a title is left with the name. Words missing at
    the end are missing cells.
    """
    words = text.split()
    name = next(at for at, word in enumerate(heading) if headers.meaning(word) == "player")
    before, behind = name, len(heading) - name - 1
    if name and not _START.match(text + " "):
        return [text]
    while before and not _fits(words[before - 1 : before], heading[before - 1]):
        before -= 1
    stop = len(words) - behind
    if stop <= before:
        return [*words[:before], *[""] * (name - before), " ".join(words[before:])]
    middle = " ".join(words[before:stop])
    return [*words[:before], *[""] * (name - before), middle, *words[stop:]]


def _fits(word: Sequence[str], heading: str) -> bool:
    """Tell whether a word may stand in a column before the name: numbers in those of numbers."""
    if not word:
        return False
    what = headers.meaning(heading)
    if what in ("rank", "number"):
        return word[0].rstrip(".").isdecimal()
    return what != "player_title" or fields.title(word[0]) in fields.TITLES
