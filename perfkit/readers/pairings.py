"""Events given player by player, as report files and crosstables do: entries to rows.

A player has a number, and per round an entry: the opponent's number, the colour, a code. Both sides
of a game are written down, so they can be compared; nothing is corrected.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from perfkit.games import (
    ABSENT,
    BAD_RESULT,
    CODES,
    COLUMNS,
    FULL_POINT_BYE,
    HALF_POINT_BYE,
    PENDING,
    ZERO_POINT_BYE,
)
from perfkit.readers import fields
from perfkit.readers.errors import MAX_ROUNDS, ReadError
from perfkit.readers.parsed import Parsed

SIDES_DISAGREE = "the two sides disagree"
POINTS_DIFFER = "points column differs from the codes"
LESS_THAN_ONE = "points of the two sides add up to less than one"
LATE_ABSENCE = "absence after the last round"
_COLUMNS = [name for name in COLUMNS if name != "source"]
_COLORS = {"w": "white", "b": "black"}
_BYES = {"1": FULL_POINT_BYE, "=": HALF_POINT_BYE, "0": ZERO_POINT_BYE, "-": ABSENT}


class Entry(NamedTuple):
    """What stands in one round: opponent's number or 0, "w", "b" or "", and the code.

    `game` names the game where the round does not, as in the table of a round robin.
    """

    opponent: int
    color: str
    code: str
    game: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was written."""
        return not self.opponent and not self.code


NOTHING = Entry(0, "", "")


@dataclass
class Entrant:
    """One player's line."""

    number: int
    name: str
    line: int
    rating: float = math.nan
    title: str = ""
    federation: str = ""
    identifier: str = ""
    points: float | None = None
    entries: list[Entry] = field(default_factory=list)


@dataclass(frozen=True)
class Event:
    """What is the same for all rows of an event.

    The table of a round robin has a column per opponent: no rounds, no colours, no byes.
    """

    event: str = ""
    site: str = ""
    date: str = ""
    round_dates: Mapping[int, str] = field(default_factory=dict)
    scoring: Mapping[str, float] = field(default_factory=dict)
    round_robin: bool = False

    @cached_property
    def event_id(self) -> str:
        """Event, Site and year."""
        return fields.event_id(self.event, self.site, self.date)


def add_rows(
    parsed: Parsed, source: str, event: Event, entrants: Sequence[Entrant], rounds: int = 0
) -> None:
    """Add the rows of an event to what was parsed; `rounds` is the number the file states."""
    for player in entrants:
        if len(player.entries) > MAX_ROUNDS:
            got = f"{len(player.entries)} for {player.name or player.number}"
            raise ReadError(source, f"at most {MAX_ROUNDS} rounds", got, player.line)
    by_number = _by_number(parsed, entrants)
    last = max((_last_pairing(player) for player in entrants), default=0)
    held = max(last, rounds if any(_later(player, last) for player in entrants) else 0)
    rows: list[tuple[Any, ...]] = []
    for player in entrants:
        rows += _rows_of(parsed, event, player, by_number, last, held)
        _check_points(parsed, event, player)
    for name, values in zip(_COLUMNS, zip(*rows, strict=True), strict=False):
        parsed.columns[name] += values
    parsed.records += len(rows)


def _by_number(parsed: Parsed, entrants: Sequence[Entrant]) -> dict[int, Entrant]:
    by_number: dict[int, Entrant] = {}
    for player in entrants:
        first = by_number.setdefault(player.number, player)
        if first is not player:
            detail = f"{player.number}, also in line {first.line}"
            parsed.remark(player.line, "starting number used twice", detail, player=player.name)
    seen: dict[str, int] = {}
    for player in entrants:
        if player.identifier:
            seen[player.identifier] = seen.get(player.identifier, 0) + 1
    for player in entrants:
        if seen.get(player.identifier, 0) > 1:
            parsed.remark(
                player.line, "identifier used twice", player.identifier, player=player.name
            )
            player.identifier += f"/{player.number}"
    return by_number


def _last_pairing(player: Entrant) -> int:
    paired = [at for at, entry in enumerate(player.entries, 1) if entry.opponent]
    return paired[-1] if paired else 0


def _later(player: Entrant, last: int) -> bool:
    return any(not entry.empty for entry in player.entries[last:])


def _rows_of(
    parsed: Parsed,
    event: Event,
    player: Entrant,
    by_number: Mapping[int, Entrant],
    last: int,
    held: int,
) -> Iterator[tuple[Any, ...]]:
    """Yield a row per round up to the last that was paired, and per later entry that says anything.

    A round that the player's line no longer reaches is "no entry": nothing tells why.
    """
    missing = 0 if event.round_robin else max(0, last - len(player.entries))
    late = 0
    for at, entry in enumerate([*player.entries, *[NOTHING] * missing], 1):
        if at > last and entry.empty:
            continue
        reason_if_late = ""
        if at > held > 0 and entry.code in ("-", "Z"):
            reason_if_late, late = LATE_ABSENCE, late + 1
        yield _row(parsed, event, player, at, entry, by_number, reason_if_late)
    if late:
        detail = f"{late} after round {held}"
        parsed.remark(player.line, LATE_ABSENCE, detail, player=player.name, count=late)


def _row(
    parsed: Parsed,
    event: Event,
    player: Entrant,
    at: int,
    entry: Entry,
    by_number: Mapping[int, Entrant],
    late: str,
) -> tuple[Any, ...]:
    """One row of the games table, without its source, in the order of the columns."""
    opponent = by_number.get(entry.opponent) if entry.opponent else None
    points, played, reason = _meaning(entry)
    if entry.opponent and not event.round_robin:
        _check_sides(parsed, player, at, entry, opponent)
    named = opponent or Entrant(0, "?" if entry.opponent else "", 0)
    ids = (player.number, entry.opponent) if entry.color != "b" else (entry.opponent, player.number)
    round_name = "" if event.round_robin else str(at)
    game = f"{ids[0]}-{ids[1]}" if entry.opponent else f"{player.number}"
    if reason == BAD_RESULT:
        parsed.remark(player.line, BAD_RESULT, entry.code, player=player.name, round=round_name)
    return (
        *(player.line, entry.game or f"{at}:{game}"),
        *(event.event_id, event.event, event.site, event.round_dates.get(at, event.date)),
        *(round_name, ""),
        *(player.identifier, player.name, player.rating, player.title, player.federation),
        *(named.identifier, named.name, named.rating, named.title, named.federation),
        *(_COLORS.get(entry.color, ""), points, played, entry.code, late or reason),
    )


def _meaning(entry: Entry) -> tuple[float, bool, str]:
    """Points, played and reason of an entry; the code alone does not say whether there was a game.

    Report files write "0000 - =" for a half-point bye and "0000 - -" for an absence; an opponent
    without a code is a game to come.
    """
    meaning = CODES.get(entry.code)
    if meaning is None:
        return math.nan, False, BAD_RESULT
    if entry.opponent and not entry.code:
        return math.nan, False, PENDING
    if not entry.opponent and entry.code in _BYES:
        return meaning.result, False, _BYES[entry.code]
    return meaning


def _check_sides(
    parsed: Parsed, player: Entrant, at: int, entry: Entry, opponent: Entrant | None
) -> None:
    """Compare an entry with the opponent's; each game is looked at once, from the lower number."""

    def remark(kind: str, detail: str) -> None:
        parsed.remark(player.line, kind, detail, player=player.name, round=str(at))

    if opponent is None:
        remark("opponent not in the file", f"number {entry.opponent}")
        return
    back = opponent.entries[at - 1] if at <= len(opponent.entries) else NOTHING
    if back.opponent != player.number:
        remark(SIDES_DISAGREE, f"{opponent.number} meets {back.opponent or 'nobody'}")
        return
    if opponent.number < player.number:
        return
    ours, theirs = CODES.get(entry.code), CODES.get(back.code)
    if ours is None or theirs is None:
        return
    total = ours.result + theirs.result
    same_color = entry.color == back.color and entry.color in _COLORS
    if ours.played != theirs.played or total > 1.0 or same_color:
        remark(SIDES_DISAGREE, f"{entry.color}{entry.code} against {back.color}{back.code}")
    elif ours.played and total < 1.0:
        remark(LESS_THAN_ONE, f"{entry.code} against {back.code}")


def _check_points(parsed: Parsed, event: Event, player: Entrant) -> None:
    """Compare the points column with the codes, by the file's scoring where it states one."""
    if player.points is None:
        return
    points = [
        event.scoring.get(entry.code, CODES[entry.code].result)
        for entry in player.entries
        if entry.code and entry.code in CODES
    ]
    if abs(sum(points) - player.points) > 1e-9:
        detail = f"{player.points:g} in the file, {sum(points):g} by the codes"
        parsed.remark(player.line, POINTS_DIFFER, detail, player=player.name)
