"""From a parsed file to the games table: who is who, and which event is which."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit._coded import Coded, alike, combined, crosswise
from perfkit.games import CODES, FULL_POINT_BYE, HALF_POINT_BYE, frame_of
from perfkit.readers import fields
from perfkit.readers.parsed import Columns, Parsed

if TYPE_CHECKING:
    import pandas as pd

TWO_RATINGS = "one name with two ratings"
SELF_PAIRING = "a player who meets himself"
_BYE_CODES = {1.0: "F", 0.5: "H", 0.0: "Z"}
_Key = tuple[str, str, str, float]  # event, name, the file's identifier, rating


def complete_columns(parsed: Parsed, name: str, *, whole: bool = True) -> None:
    """Fill in what the rows do not say by themselves: source, byes, who is who.

    What takes a look at the whole file (one event at two sites, one name with two ratings) is left
    out for a piece of a file, so that all pieces name a player alike.
    """
    columns = parsed.columns
    if parsed.finished:
        return
    columns["source"] = Coded.constant(name, len(columns["player"]))
    opponents = Coded.of(columns["opponent"]).values
    if not fields.NOBODY.isdisjoint(opponent.lower() for opponent in opponents):
        _take_byes_for_byes(parsed)
    if whole:
        _join_sites(parsed)
    _identify(parsed, whole)


def games_of(parsed: Parsed) -> pd.DataFrame:
    """Build the games table of one parsed file, with a table's further columns at the end."""
    table = frame_of(parsed.columns)
    for label, values in parsed.extra.items():
        numbers = [fields.number(value) for value in values]
        table[label] = values if None in numbers else numbers
    return table


def _take_byes_for_byes(parsed: Parsed) -> None:
    """Make of a "game" against nobody, called Bye, one row: a bye, by the points it gave."""
    columns = parsed.columns
    for label, values in columns.items():
        columns[label] = list(values)
    bye = [
        not who and name.lower() in fields.NOBODY
        for who, name in zip(columns["player_id"], columns["player"], strict=True)
    ]
    for row, opponent in enumerate(columns["opponent"]):
        if opponent.lower() not in fields.NOBODY or columns["opponent_id"][row]:
            continue
        code = _BYE_CODES.get(columns["result"][row], "")
        meaning = CODES[code]
        reason = {"F": FULL_POINT_BYE, "H": HALF_POINT_BYE}.get(code, meaning.reason)
        new: dict[str, Any] = {"opponent": "", "color": "", "played": False, "code": code}
        new |= {"reason": reason, "opponent_rating": math.nan}
        for label, value in new.items():
            columns[label][row] = value
    keep = [row for row, drop in enumerate(bye) if not drop]
    parsed.records -= len(bye) - len(keep)
    parsed.paired = False
    for part in (columns, parsed.extra):
        for label, values in part.items():
            part[label] = [values[row] for row in keep]


def _join_sites(parsed: Parsed) -> None:
    """Give one identifier to an event whose games are filed under two spellings of its site.

    Two sites are one event where the same identified players play at both, each in other rounds:
    at least half of the players of the smaller part, and nobody twice in a round. Players without
    an identifier prove nothing, so their sites stay apart.
    """
    columns = parsed.columns
    if len(Coded.of(columns["event_id"]).values) < 2:
        return
    years = Coded.of(columns["date"]).map(lambda date: date[:4])
    columns = columns | {"year": years}
    parts_of: dict[tuple[str, str], set[str]] = defaultdict(set)
    for event, year, event_id in _rows_of(columns, "event", "year", "event_id").values:
        parts_of[event, year].add(event_id)
    in_parts = {key for key, parts in parts_of.items() if len(parts) > 1}
    if not in_parts:
        return
    played: dict[tuple[str, str], dict[str, dict[str, set[str]]]] = defaultdict(dict)
    names = ("event", "year", "event_id", "player_id", "round")
    for event, year, event_id, number, round_ in _rows_of(columns, *names).values:
        if (event, year) not in in_parts:
            continue
        players = played[event, year].setdefault(event_id, defaultdict(set))
        if number and round_:
            players[number].add(round_)
    joined: dict[str, str] = {}
    for parts in played.values():
        first, *others = parts
        for other in others:
            if _one_event(parts[first], parts[other]):
                joined[other] = first
    for other, first in joined.items():
        row = columns["event_id"].index(other)
        detail = f"{columns['site'][row]}: the same players in other rounds"
        parsed.remark(columns["source_line"][row], "one event at two sites", detail, event=first)
    if joined:
        events = Coded.of(columns["event_id"])
        parsed.columns["event_id"] = events.map(lambda event: joined.get(event, event))


def _one_event(one: dict[str, set[str]], other: dict[str, set[str]]) -> bool:
    both = one.keys() & other.keys()
    if not both or 2 * len(both) < min(len(one), len(other)):
        return False
    return not any(one[player] & other[player] for player in both)


def _identify(parsed: Parsed, whole: bool) -> None:
    """Give every row the identifiers of player and opponent.

    The file's own identifier comes first. A name without one takes that of the same name elsewhere
    in the file, if there is just one. Else the name is the identifier, with the rating added where
    one name shows two ratings in one event: those may be two people.
    """
    own = _keys(parsed.columns, "player")
    people = _People(own.values)
    if whole:
        _remark_names(parsed, people, own)
    else:
        people.numbers.clear()
        people.split.clear()
    parsed.columns["player_id"] = identifiers = own.map(people.identifier)
    parsed.columns["opponent_id"] = (
        crosswise(identifiers)
        if parsed.paired
        else _keys(parsed.columns, "opponent").map(people.identifier)
    )
    _remark_self_pairings(parsed)


def _rows_of(columns: Columns, *names: str) -> Coded:
    """Make one column of tuples of several columns."""
    return combined(lambda *row: row, *(Coded.of(columns[name]) for name in names))


def _keys(columns: Columns, side: str) -> Coded:
    """Event, name, the file's identifier and rating of a side in every row."""
    return _rows_of(columns, "event_id", side, f"{side}_id", f"{side}_rating")


class _People:
    """What the rows say about names: their identifiers, and their ratings in each event."""

    def __init__(self, keys: Iterable[_Key]) -> None:
        self.numbers: dict[str, list[str]] = defaultdict(list)
        self.ratings: dict[tuple[str, str], list[float]] = defaultdict(list)
        for event, name, number, rating in keys:
            if number and name != "?" and number not in self.numbers[name]:
                self.numbers[name].append(number)
            found = self.ratings[event, name]
            if not math.isnan(rating) and rating not in found:
                found.append(rating)
        self.split = {at for at, found in self.ratings.items() if len(found) > 1 and at[1] != "?"}

    def identifier(self, key: _Key) -> str:
        """Identifier of a player as one row shows him."""
        event, name, number, rating = key
        if number or not name:
            return number
        known = self.numbers.get(name, ())
        if len(known) == 1:
            return known[0]
        if (event, name) in self.split and not math.isnan(rating):
            return f"{name} ({rating:g})"
        return name


def _remark_names(parsed: Parsed, people: _People, own: Coded) -> None:
    """Remark names with two ratings or identifiers, at the last line that shows another one."""
    doubled = {name for name, known in people.numbers.items() if len(known) > 1}
    lines: dict[_Key, int] = {}
    if people.split or doubled:
        for key, line in zip(own, parsed.columns["source_line"], strict=True):
            lines.setdefault(key, line)
    at_event: dict[tuple[str, str], int] = {}
    at_name: dict[str, int] = {}
    unnumbered = {(event, name) for event, name, number, _ in lines if not number}
    for (event, name, _, _), line in lines.items():
        at_event[event, name] = at_name[name] = line
    for event, name in sorted(people.split):
        values = " and ".join(f"{rating:g}" for rating in sorted(people.ratings[event, name]))
        apart = _apart(len(people.numbers.get(name, ())), (event, name) in unnumbered)
        line = at_event[event, name]
        parsed.remark(line, TWO_RATINGS, f"{values}: {apart}", event=event, player=name)
    for name in sorted(doubled):
        detail = " and ".join(people.numbers[name])
        parsed.remark(at_name[name], "one name with two identifiers", detail, player=name)
    _remark_similar_names(parsed)


def _apart(numbers: int, unnumbered: bool) -> str:
    """Say whether the two ratings of a name are one player's, and why."""
    if numbers == 1:
        joined = "one of them has no identifier, joined by name"
        return joined if unnumbered else "the identifier is one"
    return "kept apart by identifier" if numbers else "kept apart by rating"


def _remark_similar_names(parsed: Parsed) -> None:
    """List names that differ only in accents, case or ä/ae: candidates, never joined unasked."""
    similar: dict[str, list[str]] = defaultdict(list)
    for name in Coded.of(parsed.columns["player"]).seen():
        similar[fields.plain_name(name)].append(name)
    for names in similar.values():
        if len(names) > 1:
            line = parsed.columns["source_line"][parsed.columns["player"].index(names[-1])]
            parsed.remark(line, "names that may be one player", " / ".join(sorted(names)))


def _remark_self_pairings(parsed: Parsed) -> None:
    columns = parsed.columns
    player, opponent = alike(columns["player"], columns["opponent"])
    for row in np.flatnonzero(player.codes == opponent.codes).tolist():
        name = columns["player"][row]
        if name != "?" and columns["color"][row] != "black":
            same = columns["player_id"][row] == columns["opponent_id"][row]
            detail = "the same person, so no game" if same else "kept apart by rating or identifier"
            parsed.remark(
                columns["source_line"][row],
                SELF_PAIRING,
                detail,
                event=columns["event_id"][row],
                player=name,
                round=columns["round"][row],
            )
