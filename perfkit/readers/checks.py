"""Checks across the games of one file: repeated games, unequal numbers in a round robin."""

from __future__ import annotations

from collections import Counter

import numpy as np

from perfkit._coded import Coded, alike, numbered
from perfkit._validation import IntArray
from perfkit.readers import fields
from perfkit.readers.parsed import Parsed

DUPLICATE = "suspected duplicate"
UNEQUAL = "unequal numbers of games in a round robin"
_SHORTEST_GAME = 60  # characters of moves below which two games may well be alike
_NEARLY_ALL_PAIRS = 0.9


def check_games(parsed: Parsed) -> None:
    """Add what the games of a whole file show together."""
    _remark_repeated(parsed)
    _remark_unequal(parsed)


def _remark_repeated(parsed: Parsed) -> None:
    """Remark a pairing that comes again in the same round with the same colours, and same moves.

    A match or a double round robin repeats pairings with other rounds or colours, which is no
    remark. Names are compared by surname and initial.
    """
    columns = parsed.columns
    whites = _rows_of_white(parsed)
    events, rounds, *players = (
        Coded.of(columns[name])[whites] for name in ("event_id", "round", "player", "opponent")
    )
    sides = [names.map(fields.short_name) for names in players]
    endings = _moves_like_others(parsed)
    if not endings and len(numbered(events, rounds, *sides)[1]) == len(events):
        return
    pairings: dict[tuple[object, ...], int] = {}
    moves: dict[str, int] = {}
    dates, results = (Coded.of(columns[name])[whites] for name in ("date", "result"))
    rows = zip(whites.tolist(), events, rounds, dates, results, *sides, strict=True)
    for row, event, round_, date, result, *names in rows:
        line = columns["source_line"][row]
        first = pairings.setdefault((event, round_ or (date, result), *names), line)
        same = "the same round, players and colours"
        if first == line and line in endings:
            first = moves.setdefault(parsed.moves[line], line)
            same = "moves of the same beginning, length and end"
        if first != line:
            _remark(parsed, row, DUPLICATE, f"{same} as in line {first}")


def _rows_of_white(parsed: Parsed) -> IntArray:
    """Rows of the white players, one per game."""
    if parsed.paired:
        return np.arange(0, len(parsed.columns["player"]), 2)
    colors = Coded.of(parsed.columns["color"])
    return np.flatnonzero(colors.map(lambda color: color == "white").array(np.bool_))


def _moves_like_others(parsed: Parsed) -> set[int]:
    """Lines of the games, long enough, that have the moves of another."""
    long = {line: moves for line, moves in parsed.moves.items() if len(moves) >= _SHORTEST_GAME}
    if len(set(long.values())) == len(long):
        return set()
    number = Counter(long.values())
    return {line for line, moves in long.items() if number[moves] > 1}


def _remark(parsed: Parsed, row: int, kind: str, detail: str) -> None:
    columns = parsed.columns
    parsed.remark(
        columns["source_line"][row],
        kind,
        detail,
        event=columns["event_id"][row],
        player=columns["player"][row],
        round=columns["round"][row],
    )


def _remark_unequal(parsed: Parsed) -> None:
    """Remark players with another number of games than most where (nearly) all pairs have met."""
    columns = parsed.columns
    events = Coded.of(columns["event_id"])
    own, other = alike(columns["player_id"], columns["opponent_id"])
    met = other.map(bool).array(np.bool_) & (own.codes != other.codes)
    events, own, other = events[met], own[met], other[met]
    player, first = numbered(events, own)
    event_of_player = events.codes[first]
    size = np.bincount(event_of_player, minlength=len(events.values))
    enough = _NEARLY_ALL_PAIRS * size * (size - 1)
    records = np.bincount(events.codes, minlength=size.size)
    candidates = np.flatnonzero((size >= 3) & (records >= enough))
    if not candidates.size:
        return
    pairs = np.bincount(events.codes[numbered(events, own, other)[1]], minlength=size.size)
    number = np.bincount(player)
    unequal: dict[tuple[str, str], str] = {}
    for event in candidates[pairs[candidates] >= enough[candidates]].tolist():
        players = np.flatnonzero(event_of_player == event)
        usual = Counter(number[players].tolist()).most_common(1)[0][0]
        for at in players[number[players] != usual].tolist():
            detail = f"{number[at]} games, most have {usual}"
            unequal[events.values[event], own[int(first[at])]] = detail
    if unequal:
        for row, key in enumerate(zip(columns["event_id"], columns["player_id"], strict=True)):
            if detail := unequal.pop(key, ""):
                _remark(parsed, row, UNEQUAL, detail)
