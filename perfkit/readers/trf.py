"""FIDE's Tournament Report File, TRF16 and TRF26, with the extensions that are met.

Columns are counted in characters from 1, as the specification does; a line whose fields are not
where they belong is read word by word, and the report shows both readings.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from perfkit.games import CODES
from perfkit.readers import fields
from perfkit.readers.errors import MAX_ROUNDS, ReadError, shorten
from perfkit.readers.pairings import Entrant, Entry, Event, add_rows
from perfkit.readers.parsed import Parsed, no_columns
from perfkit.readers.text import TextFile

FORMAT = "TRF"
SHIFTED = "fields not in their columns"
CUT_SHORT = "player record cut short"
WITHOUT_DATES = "rounds without a date of their own"

#: Records of TRF16, TRF26 and the extensions; what games need is read, the rest is left alone.
_KNOWN = re.compile(
    r"0[0-9]2|013|1[0-9]2|2[0-2]2|240|250|260|299|300|310|320|330|352|362|801|802|XX[RCZPSA]|"
    r"BB[WDLZFU]"
)
_PLAYER = re.compile(r"^001[ \t]", re.M)
_RATING_FROM, _RATING_TO, _POINTS_TO = 48, 52, 84
_FIRST_ROUND, _ROUND_WIDTH = 91, 10
_LONGEST_HEAD = 300
_LOOSE_ENTRY = re.compile(r"(\d{1,4})[ \t]+([wbWB-])[ \t]+([-+=0-9WDLHFUZwdlhfuz])(?!\S)", re.A)
_LOOSE_HEAD = re.compile(
    r"001[ \t]+(\d{1,4})[ \t]+(?:([mwMW])[ \t]*(?=[A-Za-z \t]))?(.*?)"
    r"[ \t](\d{1,2}[.,]\d)(?:[ \t]+(\d{1,4}))??[ \t]*$",
    re.A,
)
_SCORING_26 = {"W": "1+F", "D": "=H", "L": "0", "A": "Z-", "P": "U"}
_SCORING_XX = {
    "WW": "1", "BW": "1", "WD": "=", "BD": "=", "WL": "0", "BL": "0", "ZPB": "Z", "HPB": "H",
    "FPB": "F", "PAB": "U", "FW": "+", "FL": "-", "W": "1+FU", "D": "=H",
}  # fmt: skip
_SCORING_BB = {"BBW": "1", "BBD": "=", "BBL": "0", "BBZ": "Z", "BBF": "-", "BBU": "U"}


def looks_like_trf(text: str) -> bool:
    """Tell whether a text has a player record."""
    return _PLAYER.search(text[: 1 << 20]) is not None


@dataclass
class _Head:
    """What the records around the players say."""

    event: str = ""
    site: str = ""
    date: str = ""
    date_line: int = 0
    rounds: int = 0
    round_dates: dict[int, str] = field(default_factory=dict)
    scoring: dict[str, float] = field(default_factory=dict)


def read(file: TextFile) -> Parsed:
    """Read a report file."""
    parsed = Parsed(FORMAT, no_columns())
    head, entrants = _Head(), []
    for at, line in enumerate(file.lines(), file.first_line):
        code = line[:3]
        if code == "001":
            player = _player(parsed, line, at)
            if player is not None:
                entrants.append(player)
        elif _KNOWN.fullmatch(code):
            _head_record(parsed, head, code, line, at)
        elif line.strip() and not line.startswith("###") and not _national(line):
            parsed.remark(at, "unknown record, kept here", shorten(line, 200))
    if not entrants:
        raise ReadError(file.name, "a player record (001) with a starting number", "none")
    _remark_dates(parsed, head, entrants)
    event = Event(head.event, head.site, head.date, head.round_dates, head.scoring)
    add_rows(parsed, file.name, event, entrants, head.rounds)
    return parsed


def _national(line: str) -> bool:
    """Tell whether a line is a national rating record: federation, then the starting number."""
    return re.match(r"[A-Z]{3} [ \d]{4} ", line, re.A) is not None


# Records around the players.


def _head_record(parsed: Parsed, head: _Head, code: str, line: str, at: int) -> None:
    rest = line[4:].strip()
    if code == "012":
        head.event = fields.name(rest)
    elif code == "022":
        head.site = fields.name(rest)
    elif code == "042":
        found = fields.iso_date(rest)
        head.date, head.date_line = found or "", at
        if found is None:
            parsed.remark(at, "date not understood", rest)
    elif code == "132":
        head.round_dates = _round_dates(line)
    elif code in ("142", "XXR"):
        head.rounds = int(rest) if re.fullmatch(r"\d{1,3}", rest, re.A) else head.rounds
    elif code in ("162", "XXS") or code in _SCORING_BB:
        _scoring(parsed, head, code, rest, at)


def _round_dates(line: str) -> dict[int, str]:
    dates = {}
    for number, start in enumerate(range(_FIRST_ROUND, len(line), _ROUND_WIDTH), 1):
        found = fields.iso_date(line[start : start + _ROUND_WIDTH])
        if found and number <= MAX_ROUNDS:
            dates[number] = found
    return dates


def _remark_dates(parsed: Parsed, head: _Head, entrants: list[Entrant]) -> None:
    """Say so where rounds have the event's first day for want of a date in record 132."""
    last = max(len(player.entries) for player in entrants)
    without = sum(number not in head.round_dates for number in range(1, last + 1))
    if head.date and without and last > 1:
        detail = f"{without} of {last} have the first day, {head.date}"
        parsed.remark(head.date_line, WITHOUT_DATES, detail)


def _scoring(parsed: Parsed, head: _Head, code: str, rest: str, at: int) -> None:
    """Read points per code; they matter for the points column only, never for a game."""
    if code in _SCORING_BB:
        pairs = [(code, rest)]
    elif code == "XXS":
        pairs = re.findall(r"(\w+)=(\S+)", rest)
    else:
        pairs = re.findall(r"(\S)\s*(-?\d+[.,]\d)", rest)
    meanings = {**_SCORING_26, **_SCORING_BB} if code != "XXS" else _SCORING_XX
    for symbol, text in pairs:
        points = fields.number(text)
        if symbol not in meanings or points is None:
            parsed.remark(at, "scoring symbol not understood", f"{symbol} {text}")
            continue
        for result_code in meanings[symbol]:
            head.scoring[result_code] = points


# Player records.


def _player(parsed: Parsed, line: str, at: int) -> Entrant | None:
    """Read a player record by its columns, else word by word."""
    padded = line.expandtabs().ljust(_FIRST_ROUND)
    player = _by_columns(parsed, padded, at)
    if player is not None:
        return player
    player = _by_words(line, at)
    if player is None:
        parsed.miss(at, "player record not understood", shorten(line, 200))
        return None
    by_column = f"by columns: points {padded[80:84].strip()!r}, round 1 {padded[91:99].strip()!r}"
    by_word = f"by words: points {player.points:g}, {len(player.entries)} rounds"
    parsed.remark(at, SHIFTED, f"{by_column}; {by_word}", player=player.name)
    return player


def _by_columns(parsed: Parsed, line: str, at: int) -> Entrant | None:
    number, points = line[4:8].strip(), line[80:84].strip()
    made = fields.number(points) if points else None
    if not number.isdecimal() or (points and made is None) or line[79] + line[84] != "  ":
        return None
    entries = []
    for start in range(_FIRST_ROUND, len(line), _ROUND_WIDTH):
        entry = _entry(line[start : start + _ROUND_WIDTH])
        if entry is None:
            return None
        entries.append(entry)
    while entries and entries[-1].empty:
        entries.pop()
    name = fields.name(line[14:47])
    rating = _rating(parsed, line, at, name)
    return Entrant(
        number=int(number),
        name=name or number,
        line=at,
        rating=rating,
        title=fields.title(line[10:13]),
        federation=line[53:56].strip(),
        identifier=fields.identifier(line[57:68]),
        points=made,
        entries=entries,
    )


def _rating(parsed: Parsed, line: str, at: int, name: str) -> float:
    """Read the rating; of a line that ends within it the digits are some, so there is none."""
    end = len(line.rstrip())
    if end < _POINTS_TO:
        parsed.remark(at, CUT_SHORT, f"it ends in column {end}, before its points", player=name)
        if _RATING_FROM < end < _RATING_TO:
            return math.nan
    text = line[_RATING_FROM:_RATING_TO]
    rating, remark = fields.rating(text)
    if remark:
        parsed.remark(at, remark, text, player=name)
    return rating


@lru_cache(maxsize=65536)
def _entry(chunk: str) -> Entry | None:
    """Read ten columns: opponent, colour, code; None where they do not hold that."""
    chunk = chunk.ljust(_ROUND_WIDTH)
    number, color, code = chunk[:4].strip(), chunk[5].lower(), chunk[7].strip().upper()
    blanks = chunk[4] + chunk[6] + chunk[8:]
    if blanks.strip() or color not in "wb- " or not (number or "0").isdecimal():
        return None
    return Entry(int(number or 0), color.strip(" -"), code)


def _by_words(line: str, at: int) -> Entrant | None:
    """Read a record whose fields are shifted: number, name and rating, points, then the rounds."""
    first = _LOOSE_ENTRY.search(line, 60)
    start = line[: first.start()].rstrip() if first else line.rstrip()
    head = _LOOSE_HEAD.match(start) if len(start) <= _LONGEST_HEAD else None
    if head is None:
        return None
    entries = [
        Entry(int(number), color.lower().strip("-"), code.upper())
        for number, color, code in _LOOSE_ENTRY.findall(line[first.start() :] if first else "")
    ]
    if any(entry.code not in CODES for entry in entries):
        return None
    number, _, middle, points, _ = head.groups()
    words = re.match(r"(.*?)[ \t]{2,}(\d{3,4})?(?:[ \t]+([A-Z]{3}))?(?:[ \t]+(\d{3,11}))?", middle)
    name, rating, federation, identifier = words.groups() if words else (middle, "", "", "")
    return Entrant(
        number=int(number),
        name=fields.name(name),
        line=at,
        rating=fields.rating(rating or "").value,
        federation=federation or "",
        identifier=fields.identifier(identifier or ""),
        points=fields.number(points),
        entries=entries,
    )
