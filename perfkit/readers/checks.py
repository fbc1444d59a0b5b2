"""Checks across the games of one file: repeated games, unequal numbers in a round robin."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from operator import eq
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
    white = _rows_of_white(parsed)
    players, opponents = white("player"), white("opponent")
    short = {name: fields.short_name(name) for name in {*players, *opponents}}
    sides = [short[name] for name in players], [short[name] for name in opponents]
    events, rounds = white("event_id"), white("round")
    endings = _moves_like_others(parsed)
    if not endings and len(set(zip(events, rounds, *sides, strict=True))) == len(events):
        return
    pairings: dict[tuple[object, ...], int] = {}
    moves: dict[str, int] = {}
    told = (white("source_line"), events, rounds, white("date"), white("result"), *sides)
    for row, (line, event, round_, date, result, *names) in enumerate(zip(*told, strict=True)):
        first = pairings.setdefault((event, round_ or (date, result), *names), line)
        same = "the same round, players and colours"
        if first == line and line in endings:
            first = moves.setdefault(parsed.moves[line].replace("\n", " "), line)
            same = "the same moves"
        if first != line:
            at = {"event": event, "player": players[row], "round": round_}
            parsed.remark(line, DUPLICATE, f"{same} as in line {first}", **at)


def _rows_of_white(parsed: Parsed) -> Callable[[str], list[Any]]:
    """Give a column's values in the rows of the white players, one per game."""
    columns = parsed.columns
    if parsed.paired:
        return lambda name: columns[name][::2]
    rows = [row for row, color in enumerate(columns["color"]) if color == "white"]
    return lambda name: [columns[name][row] for row in rows]


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
    met = [columns[name] for name in ("event_id", "player_id", "opponent_id")]
    if "" in met[2] or any(map(eq, met[1], met[2])):
        rows = [row for row in zip(*met, strict=True) if row[2] and row[1] != row[2]]
        met = [list(values) for values in zip(*rows, strict=True)] or [[], [], []]
    records = Counter(met[0])
    own_games = Counter(zip(met[0], met[1], strict=True))
    players = Counter([event for event, _ in own_games])
    candidates = {
        event
        for event, size in players.items()
        if size >= 3 and records[event] >= _NEARLY_ALL_PAIRS * size * (size - 1)
    }
    if not candidates:
        return
    pairs = Counter([event for event, _, _ in set(zip(*met, strict=True))])
    games: dict[str, dict[str, int]] = defaultdict(dict)
    for (event, own), count in own_games.items():
        if event in candidates:
            games[event][own] = count
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
