"""The US Chess crosstable: two lines per player between rules of dashes.

The first line has pair number, name, points and a result per round ("W  39", "H"), the second
state, number, rating before and after, and the colours.
"""

from __future__ import annotations

import re

from perfkit.readers import fields
from perfkit.readers.crosstable import BAD_CELL, us_chess_cell
from perfkit.readers.errors import ReadError
from perfkit.readers.pairings import Entrant, Entry, Event, add_rows
from perfkit.readers.parsed import Parsed, no_columns
from perfkit.readers.text import TextFile

FORMAT = "US Chess crosstable"

_FIRST = re.compile(
    r"^[ \t]*\d{1,4}[ \t]*\|[^|\n]{1,60}\|[ \t]*\d{1,3}(?:\.\d)?[ \t]*\|", re.M | re.A
)
_RATING = re.compile(r"R:([^->]*+)->", re.A)
_NUMBER = re.compile(r"\d{5,9}", re.A)


def looks_like_uscf(text: str) -> bool:
    """Tell whether a text has a first line of a player."""
    return _FIRST.search(text[:65536]) is not None


def read(file: TextFile) -> Parsed:
    """Read a US Chess crosstable."""
    parsed = Parsed(FORMAT, no_columns())
    entrants: list[Entrant] = []
    title: list[str] = []
    second_of: tuple[Entrant, list[str]] | None = None
    for at, line in enumerate(file.lines(), file.first_line):
        cells = [cell.strip() for cell in line.split("|")]
        if second_of is not None and len(cells) > 2:
            _finish(parsed, *second_of, cells)
            second_of = None
        elif _FIRST.match(line):
            player = Entrant(int(cells[0]), fields.name(cells[1]), at)
            player.points = fields.number(cells[2])
            entrants.append(player)
            second_of = player, cells[3:]
        elif "|" in line and not entrants:
            continue  # the heading
        elif line.strip(" \t-=+|"):
            if entrants:
                parsed.remark(at, "text outside the table", line.strip())
            else:
                title.append(line.strip())
    if second_of is not None:
        _finish(parsed, *second_of, [])
    if not entrants:
        raise ReadError(file.name, "rows of a US Chess crosstable", "none")
    add_rows(parsed, file.name, Event(fields.name(title[0]) if title else ""), entrants)
    return parsed


def _finish(parsed: Parsed, player: Entrant, results: list[str], second: list[str]) -> None:
    """Read the rounds of a player's first line with the second line's colours, then its rating."""
    player.federation = second[0] if second else ""
    told = second[1] if len(second) > 1 else ""
    number, rating = _NUMBER.search(told), _RATING.search(told)
    player.identifier = number[0] if number else ""
    before = rating[1].strip() if rating else ""
    player.rating, what = fields.rating(before)
    if what:
        parsed.remark(player.line, what, before, player=player.name)
    colors = second[3:]
    if results and not results[-1]:
        results = results[:-1]
    for at, cell in enumerate(results):
        entry = us_chess_cell(cell, colors[at] if at < len(colors) else "")
        if entry is None:
            parsed.remark(player.line, BAD_CELL, cell, player=player.name, round=str(at + 1))
            entry = Entry(0, "", "?")
        player.entries.append(entry)
