"""Checks across the games of one file: repeated games, unequal numbers in a round robin."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

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
    short = {name: fields.short_name(name) for name in {*columns["player"], *columns["opponent"]}}
    pairings: dict[tuple[object, ...], int] = {}
    moves: dict[str, int] = {}
    endings = _moves_like_others(parsed)
    names = ("source_line", "event_id", "round", "player", "opponent", "date", "result")
    whites = [row for row, color in enumerate(columns["color"]) if color == "white"]
    rows = zip(*(_at(columns[name], whites) for name in names), strict=True)
    for row, (line, event, round_, white, black, date, result) in zip(whites, rows, strict=True):
        pairing = (event, round_ or (date, result), short[white], short[black])
        first = pairings.setdefault(pairing, line)
        same = "the same round, players and colours"
        if first == line and line in endings:
            first = moves.setdefault(parsed.moves[line].replace("\n", " "), line)
            same = "the same moves"
        if first != line:
            _remark(parsed, row, DUPLICATE, f"{same} as in line {first}")


def _at(values: list[Any], rows: list[int]) -> list[Any]:
    return [values[row] for row in rows]


def _moves_like_others(parsed: Parsed) -> set[int]:
    """Lines of the games, long enough, that begin and end as another: all others have no like."""
    short = {
        line: (text[:_SHORTEST_GAME] + text[-_SHORTEST_GAME:]).replace("\n", " ")
        for line, text in parsed.moves.items()
        if len(text) >= _SHORTEST_GAME
    }
    if len(set(short.values())) == len(short):
        return set()
    number = Counter(short.values())
    return {line for line, text in short.items() if number[text] > 1}


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
    names = ("event_id", "player_id", "opponent_id")
    rows = zip(*(columns[name] for name in names), strict=True)
    met = [row for row in rows if row[2] and row[1] != row[2]]
    records = Counter([event for event, _, _ in met])
    players = Counter([event for event, _ in {(event, own) for event, own, _ in met}])
    candidates = {
        event
        for event, size in players.items()
        if size >= 3 and records[event] >= _NEARLY_ALL_PAIRS * size * (size - 1)
    }
    if not candidates:
        return
    games: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: Counter[str] = Counter()
    for (event, own, _), count in Counter(met).items():
        if event in candidates:
            games[event][own] += count
            pairs[event] += 1
    unequal: dict[tuple[str, str], str] = {}
    for event, counts in games.items():
        if pairs[event] < _NEARLY_ALL_PAIRS * len(counts) * (len(counts) - 1):
            continue
        usual = Counter(counts.values()).most_common(1)[0][0]
        for player, number in counts.items():
            if number != usual:
                unequal[event, player] = f"{number} games, most have {usual}"
    if unequal:
        for row, key in enumerate(zip(columns["event_id"], columns["player_id"], strict=True)):
            if detail := unequal.pop(key, ""):
                _remark(parsed, row, UNEQUAL, detail)
