"""Tables with one row per game, or one per player and game."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

from perfkit.games import BAD_RESULT, CODES, COLUMNS, outcome
from perfkit.readers import fields, headers
from perfkit.readers.pairings import LESS_THAN_ONE
from perfkit.readers.parsed import Columns, Parsed, each

Row = tuple[int, list[str]]
NO_PLAYER = "row without a player"
HALF_FROM_DATE = "date read as ½"
CODE_AND_RESULT = "code and result disagree"
BAD_CODE = "code not understood"
BAD_PLAYED = "played not understood"
ODD_POINTS = "points other than 1, ½ and 0"
MONTHS_FIRST = "dates read with the month first"
AMBIGUOUS_DATE = "day and month may be meant the other way round"
_PLAIN_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,20})?", re.A)
_DECIMAL_COMMA = re.compile(r"(?!-?[1-9],\d{3}$)-?\d{1,9},\d{1,20}", re.A)  # 2,345 may be 2345
_OWN_TRUTHS = {
    "True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False,
}  # fmt: skip
_TRUTHS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def read_sides(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a table with one row per player and game."""
    table = _Table(parsed, heading)
    for line, cells in rows:
        if not table.cell(cells, "player"):
            parsed.miss(line, NO_PLAYER, " ".join(cells))
            continue
        table.add(line, cells, table.outcome(line, cells))
    table.settle_dates()


def read_own(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a games table that perfkit wrote: nothing is interpreted, so it comes back equal.

    Spreadsheets write TRUE for True and, in many languages, 0,5 for 0.5.
    """
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
        return _OWN_TRUTHS.get(text)
    if what == "whole":
        return int(text) if text.isdecimal() and len(text) < 12 else None
    if not text:
        return math.nan
    if _PLAIN_NUMBER.fullmatch(text):
        return float(text)
    return float(text.replace(",", ".")) if _DECIMAL_COMMA.fullmatch(text) else None


def read_games_list(parsed: Parsed, heading: Sequence[str], rows: Iterable[Row]) -> None:
    """Read a table with one row per game."""
    table = _Table(parsed, heading)
    for number, (line, cells) in enumerate(rows, 1):
        white, black = table.cell(cells, "white"), table.cell(cells, "black")
        if not white and not black:
            parsed.miss(line, NO_PLAYER, " ".join(cells), records=2)
            continue
        result = table.game_result(line, cells)
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
    table.settle_dates()


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

    def game_result(self, line: int, cells: Sequence[str]) -> fields.Result:
        """Read a game's result; 0-0 in a list without moves is a forfeit of both, as in PGN."""
        text = self.cell(cells, "result")
        result = fields.game_result(text)
        if not result.understood:
            self.parsed.remark(line, BAD_RESULT, text)
        self.remark_date(line, text)
        if result[:2] == ("0", "0"):
            return fields.Result("-", "-")
        if result[:2] in (("=", "0"), ("0", "=")):
            self.parsed.remark(line, LESS_THAN_ONE, text)
        return result

    def outcome(self, line: int, cells: Sequence[str]) -> dict[str, Any]:
        """Code, result, played and reason of one side; the table's own columns come first."""
        text = self.cell(cells, "result")
        self.remark_date(line, text)
        points = self._points(line, text)
        code = self._code(line, cells, points)
        told = _told(code or "", code is not None)
        if points is not None:
            told["result"] = points
        if code is None and points is not None:
            told |= {"played": True, "reason": ""}
        elif code is None:
            self.parsed.remark(line, BAD_RESULT, text)
        truth = self._truth(line, cells)
        if truth is not None:
            told |= {"played": truth, "reason": self.cell(cells, "reason")}
        elif told["played"] and self._against_nobody(cells):
            told["opponent"] = "bye"
        return told

    def _points(self, line: int, text: str) -> float | None:
        """Points of one game, None where they are none."""
        points = fields.number(text)
        if points is None or not 0.0 <= points <= 1.0:
            return None
        if points not in fields.CODE_OF_POINTS:
            self.parsed.remark(line, ODD_POINTS, text)
        return points

    def _code(self, line: int, cells: Sequence[str], points: float | None) -> str | None:
        """Code that the table states, else the one that its result says; None for neither.

        What an allocated bye gives is the event's affair, so its points never disagree.
        """
        text, stated = self.cell(cells, "result"), self.cell(cells, "code")
        code = fields.own_code(stated or text)
        if not stated:
            return code
        if code is None:
            self.parsed.remark(line, BAD_CODE, f"{stated}; the result {text} is used")
            return fields.own_code(text)
        expected = points if code in (None, "", "U") else CODES[code].result
        if points is not None and points != expected:
            detail = f"code {stated}, result {text}; the points are the result's"
            self.parsed.remark(line, CODE_AND_RESULT, detail)
        return code

    def _truth(self, line: int, cells: Sequence[str]) -> bool | None:
        """Tell whether the table says that the game was played; None if it does not."""
        text = self.cell(cells, "played")
        if not text:
            return None
        truth = _TRUTHS.get(text.lower())
        if truth is None:
            self.parsed.remark(line, BAD_PLAYED, text)
        return truth

    def _against_nobody(self, cells: Sequence[str]) -> bool:
        """Tell whether a table that names opponents leaves this one out, with his rating."""
        if "opponent" not in self.at or self.cell(cells, "opponent"):
            return False
        return not (self.cell(cells, "opponent_rating") or self.cell(cells, "opponent_id"))

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
        row["color"] = _COLORS.get(row["color"].lower(), "")
        for name, value in row.items():
            columns[name].append(value)
        for name, at in self.extra.items():
            self.parsed.extra.setdefault(name, []).append(cells[at] if at < len(cells) else "")
        self.parsed.records += 1

    def settle_dates(self) -> None:
        """Read the dates, now that all are there to show whether their months stand first."""
        columns = self.parsed.columns
        texts = columns["date"]
        months_first = self._months_first(texts)
        found = each(lambda text: fields.iso_date(text, months_first), texts)
        if None in found:
            for line, text, date in zip(columns["source_line"], texts, found, strict=True):
                if date is None:
                    self.parsed.remark(line, "date not understood", text)
        columns["date"] = [
            text if date is None else date for text, date in zip(texts, found, strict=True)
        ]
        named = list(zip(columns["event"], columns["site"], columns["date"], strict=True))
        made = {names: fields.event_id(*names) for names in set(named)}
        columns["event_id"] = [
            own or made[names] for own, names in zip(columns["event_id"], named, strict=True)
        ]

    def _months_first(self, texts: Sequence[str]) -> bool:
        """Tell whether some dates only make sense month first and none day first; remark both."""
        told = {text: fields.month_first(text) for text in set(texts)}
        if True not in told.values():
            return False
        months_first = False not in told.values()
        row, example = next((at, text) for at, text in enumerate(texts) if told[text])
        line = self.parsed.columns["source_line"][row]
        if months_first:
            self.parsed.remark(line, MONTHS_FIRST, f"{example} cannot be meant otherwise")
        elif count := sum(map(fields.is_ambiguous_date, texts)):
            detail = f"read with the day first, but {example} has the month first"
            self.parsed.remark(line, AMBIGUOUS_DATE, detail, count=count)
        return months_first


_COLORS = {
    "w": "white", "white": "white", "weiss": "white",
    "b": "black", "black": "black", "s": "black", "schwarz": "black",
}  # fmt: skip
