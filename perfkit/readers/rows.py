"""From a parsed file to the games table: who is who, and which event is which."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from perfkit.games import CODES, FULL_POINT_BYE, HALF_POINT_BYE, frame_of
from perfkit.readers import fields
from perfkit.readers.parsed import Columns, Parsed

if TYPE_CHECKING:
    import pandas as pd

TWO_RATINGS = "one name with two ratings"
SELF_PAIRING = "a player who meets himself"
_BYE_CODES = {1.0: "F", 0.5: "H", 0.0: "Z"}
_Key = tuple[str, str, str]


def games_of(parsed: Parsed, name: str, *, whole: bool = True) -> pd.DataFrame:
    """Build the games table of one parsed file, with the identifiers of players filled in.

    What takes a look at the whole file (one event at two sites, one name with two ratings) is left
    out for a piece of a file, so that all pieces name a player alike.
    """
    columns = parsed.columns
    if not parsed.finished:
        columns["source"] = [name] * len(columns["player"])
        if "bye" in {opponent.lower() for opponent in set(columns["opponent"])}:
            _take_byes_for_byes(parsed)
        if whole:
            _join_sites(parsed)
        _identify(parsed, whole)
    table = frame_of(columns)
    for label, values in parsed.extra.items():
        numbers = [fields.number(value) for value in values]
        table[label] = values if None in numbers else numbers
    return table


def _take_byes_for_byes(parsed: Parsed) -> None:
    """Make of a "game" against nobody called Bye one row: a bye, by the points it gave."""
    columns = parsed.columns
    bye = [
        not who and name.lower() == "bye"
        for who, name in zip(columns["player_id"], columns["player"], strict=True)
    ]
    for row, opponent in enumerate(columns["opponent"]):
        if opponent.lower() != "bye" or columns["opponent_id"][row]:
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
    played: dict[tuple[str, str], dict[str, dict[str, set[str]]]] = defaultdict(dict)
    for row, number in enumerate(columns["player_id"]):
        key = (columns["event"][row], columns["date"][row][:4])
        players = played[key].setdefault(columns["event_id"][row], defaultdict(set))
        if number and columns["round"][row]:
            players[number].add(columns["round"][row])
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
        columns["event_id"] = [joined.get(event, event) for event in columns["event_id"]]


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
    columns = parsed.columns
    own = _keys(columns, "player")
    other = _keys(columns, "opponent")
    numbers: dict[str, dict[str, int]] = defaultdict(dict)
    ratings: dict[tuple[str, str], dict[float, int]] = defaultdict(dict)
    for row, (event, name, number) in enumerate(own):
        if number:
            numbers[name].setdefault(number, row)
        rating = columns["player_rating"][row]
        if not math.isnan(rating):
            ratings[event, name].setdefault(rating, row)
    split = {key for key, found in ratings.items() if len(found) > 1 and key[1] != "?"}
    if whole:
        _remark_names(parsed, numbers, ratings, split)
    else:
        numbers, split = {}, set()
    for side, keys in (("player", own), ("opponent", other)):
        columns[f"{side}_id"] = [
            _identifier(key, rating, numbers, split)
            for key, rating in zip(keys, columns[f"{side}_rating"], strict=True)
        ]
    _remark_self_pairings(parsed)


def _keys(columns: Columns, side: str) -> list[_Key]:
    return list(zip(columns["event_id"], columns[side], columns[f"{side}_id"], strict=True))


def _identifier(
    key: _Key, rating: float, numbers: dict[str, dict[str, int]], split: set[tuple[str, str]]
) -> str:
    event, name, number = key
    if number or not name:
        return number
    known = numbers.get(name)
    if known and len(known) == 1:
        return next(iter(known))
    if (event, name) in split and not math.isnan(rating):
        return f"{name} ({rating:g})"
    return name


def _remark_names(
    parsed: Parsed,
    numbers: dict[str, dict[str, int]],
    ratings: dict[tuple[str, str], dict[float, int]],
    split: set[tuple[str, str]],
) -> None:
    lines = parsed.columns["source_line"]
    for event, name in sorted(split):
        found = ratings[event, name]
        line = lines[max(found.values())]
        values = " and ".join(f"{rating:g}" for rating in sorted(found))
        apart = "the identifier is one" if name in numbers else "kept apart by rating"
        parsed.remark(line, TWO_RATINGS, f"{values}: {apart}", event=event, player=name)
    for name, known in numbers.items():
        if len(known) > 1:
            parsed.remark(
                lines[max(known.values())],
                "one name with two identifiers",
                " and ".join(known),
                player=name,
            )
    _remark_similar_names(parsed)


def _remark_similar_names(parsed: Parsed) -> None:
    """List names that differ only in accents, case or ä/ae: candidates, never joined unasked."""
    first: dict[str, int] = {}
    for name, line in zip(parsed.columns["player"], parsed.columns["source_line"], strict=True):
        first.setdefault(name, line)
    alike: dict[str, list[str]] = defaultdict(list)
    for name in first:
        alike[fields.plain_name(name)].append(name)
    for names in alike.values():
        if len(names) > 1:
            parsed.remark(
                max(first[name] for name in names),
                "names that may be one player",
                " / ".join(sorted(names)),
            )


def _remark_self_pairings(parsed: Parsed) -> None:
    columns = parsed.columns
    for row, name in enumerate(columns["player"]):
        if name == columns["opponent"][row] and name != "?" and columns["color"][row] != "black":
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
