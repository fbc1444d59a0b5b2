"""Tables with one row per game, or one per player and game."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from perfkit.games import BAD_RESULT, COLUMNS, outcome
from perfkit.readers import fields, headers
from perfkit.readers.parsed import Columns, Parsed

Row = tuple[int, list[str]]
NO_PLAYER = "row without a player"
HALF_FROM_DATE = "date read as ½"
_PLAIN_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,20})?", re.A)
_TRUTHS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def read_sides(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a table with one row per player and game."""
    table = _Table(parsed, heading)
    for line, cells in rows:
        if not table.cell(cells, "player"):
            parsed.miss(line, NO_PLAYER, " ".join(cells))
            continue
        table.add(line, cells, table.outcome(line, cells))


def read_own(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a games table that perfkit wrote: nothing is interpreted, so it comes back equal."""
    at = {name: heading.index(name) for name in COLUMNS}
    extra = {name: place for place, name in enumerate(heading) if name and name not in COLUMNS}
    parsed.finished = True
    parsed.columns = {name: [] for name in COLUMNS}
    parsed.extra = {name: [] for name in extra}
    for line, cells in rows:
        row = {name: cells[place] for name, place in at.items() if place < len(cells)}
        values = {name: _own_value(row.get(name), what) for name, what in COLUMNS.items()}
        wrong = [name for name, value in values.items() if value is None]
        if wrong:
            detail = f"{wrong[0]} {row.get(wrong[0], 'missing')!r}"
            parsed.miss(line, "row of a games table not understood", detail)
            continue
        for name, value in values.items():
            parsed.columns[name].append(value)
        for name, place in extra.items():
            parsed.extra[name].append(cells[place] if place < len(cells) else "")
        parsed.records += 1


def _own_value(text: str | None, what: str) -> Any:
    """Read one cell of perfkit's own table; None where it is none."""
    if text is None or what == "text":
        return text
    if what == "truth":
        return {"True": True, "False": False}.get(text)
    if what == "whole":
        return int(text) if text.isdecimal() and len(text) < 12 else None
    if not text:
        return math.nan
    return float(text) if _PLAIN_NUMBER.fullmatch(text) else None


def read_games_list(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a table with one row per game."""
    table = _Table(parsed, heading)
    for number, (line, cells) in enumerate(rows, 1):
        white, black = table.cell(cells, "white"), table.cell(cells, "black")
        if not white and not black:
            parsed.miss(line, NO_PLAYER, " ".join(cells), records=2)
            continue
        text = table.cell(cells, "result")
        result = fields.game_result(text)
        if not result.understood:
            parsed.remark(line, BAD_RESULT, text)
        table.remark_date(line, text)
        for own, other, code in (
            ("white", "black", result.white),
            ("black", "white", result.black),
        ):
            told: dict[str, Any] = _told(code, result.understood)
            told |= {"color": own, "game_id": table.cell(cells, "game_id") or str(number)}
            for side, color in (("player", own), ("opponent", other)):
                told[side] = fields.name(table.cell(cells, color)) or "?"
                told[f"{side}_rating"] = table.rating(line, cells, f"{color}_rating")
                told[f"{side}_title"] = fields.title(table.cell(cells, f"{color}_title"))
                told[f"{side}_id"] = fields.identifier(table.cell(cells, f"{color}_id"))
                told[f"{side}_federation"] = table.cell(cells, f"{color}_federation")
            table.add(line, cells, told)


def _told(code: str, understood: bool) -> dict[str, Any]:
    return {"code": code, **outcome(code, understood=understood)._asdict()}


class _Table:
    """A heading and the columns that its rows are added to."""

    def __init__(self, parsed: Parsed, heading: Sequence[str]) -> None:
        self.parsed = parsed
        self.at = headers.places(heading)
        used = set(self.at.values())
        self.extra = {name: at for at, name in enumerate(heading) if name and at not in used}

    def cell(self, cells: Sequence[str], name: str) -> str:
        """Text of a named cell, "" where the table or the row has none."""
        at = self.at.get(name, -1)
        return cells[at].strip() if 0 <= at < len(cells) else ""

    def rating(self, line: int, cells: Sequence[str], name: str) -> float:
        """Rating of a named cell, remarked where something has to be said."""
        text = self.cell(cells, name)
        value, what = fields.rating(text)
        if what:
            self.parsed.remark(line, what, text)
        return value

    def remark_date(self, line: int, text: str) -> None:
        """Say so where a spreadsheet's date was taken for a half point."""
        if fields.is_second_of_january(text):
            self.parsed.remark(line, HALF_FROM_DATE, text)

    def outcome(self, line: int, cells: Sequence[str]) -> dict[str, Any]:
        """Code, result, played and reason of one side; the table's own columns come first."""
        text, stated = self.cell(cells, "result"), self.cell(cells, "code")
        self.remark_date(line, text)
        points = fields.number(text)
        if points is not None and not 0.0 <= points <= 1.0:
            points = None
        code = fields.own_code(stated or text)
        told = _told(code or "", code is not None)
        if points is not None:
            told["result"] = points
        if code is None and points is not None:
            told |= {"played": True, "reason": ""}
        elif code is None:
            self.parsed.remark(line, BAD_RESULT, text)
        truth = _TRUTHS.get(self.cell(cells, "played").lower())
        if truth is not None:
            told |= {"played": truth, "reason": self.cell(cells, "reason")}
        return told

    def add(self, line: int, cells: Sequence[str], told: dict[str, Any]) -> None:
        """Add a row: what is told, then what the table's columns hold."""
        columns: Columns = self.parsed.columns
        row = dict(told)
        for name, what in COLUMNS.items():
            if name in row or name == "source":
                continue
            if what == "number":
                row[name] = self.rating(line, cells, name)
            else:
                row[name] = self.cell(cells, name)
        row["source_line"] = line
        row["date"] = self._date(line, row["date"])
        row["color"] = _COLORS.get(row["color"].lower(), "")
        row["event_id"] = row["event_id"] or fields.event_id(row["event"], row["site"], row["date"])
        for name, value in row.items():
            columns[name].append(value)
        for name, at in self.extra.items():
            self.parsed.extra.setdefault(name, []).append(cells[at] if at < len(cells) else "")
        self.parsed.records += 1

    def _date(self, line: int, text: str) -> str:
        found = fields.iso_date(text)
        if found is None:
            self.parsed.remark(line, "date not understood", text)
            return text
        return found


_COLORS = {
    "w": "white", "white": "white", "weiss": "white",
    "b": "black", "black": "black", "s": "black", "schwarz": "black",
}  # fmt: skip
