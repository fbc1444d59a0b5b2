"""Checks across the games of one file: repeated games, unequal numbers in a round robin."""

from __future__ import annotations

from collections import Counter, defaultdict

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
    short = {name: fields.short_name(name) for name in set(columns["player"])}
    short[""] = ""
    pairings: dict[tuple[object, ...], int] = {}
    moves: dict[str, int] = {}
    for row, color in enumerate(columns["color"]):
        if color != "white":
            continue
        line = columns["source_line"][row]
        pairing = (
            columns["event_id"][row],
            columns["round"][row] or (columns["date"][row], columns["result"][row]),
            short[columns["player"][row]],
            short.get(columns["opponent"][row], columns["opponent"][row]),
        )
        text = parsed.moves.get(line, "")
        key = " ".join(text.split()) if len(text) >= _SHORTEST_GAME else ""
        first = pairings.setdefault(pairing, line)
        same = "the same round, players and colours"
        if first == line and key:
            first = moves.setdefault(key, line)
            same = "the same moves"
        if first != line:
            _remark(parsed, row, DUPLICATE, f"{same} as in line {first}")


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
    games: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: dict[str, set[tuple[str, str]]] = defaultdict(set)
    first_row: dict[tuple[str, str], int] = {}
    for row, event in enumerate(columns["event_id"]):
        own, other = columns["player_id"][row], columns["opponent_id"][row]
        if not other or other == own:
            continue
        games[event][own] += 1
        pairs[event].add((own, other))
        first_row.setdefault((event, own), row)
    for event, counts in games.items():
        size = len(counts)
        if size < 3 or len(pairs[event]) < _NEARLY_ALL_PAIRS * size * (size - 1):
            continue
        usual = Counter(counts.values()).most_common(1)[0][0]
        for player, number in counts.items():
            if number != usual:
                detail = f"{number} games, most have {usual}"
                _remark(parsed, first_row[event, player], UNEQUAL, detail)
