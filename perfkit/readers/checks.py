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
    short = {name: fields.short_name(name) for name in {*columns["player"], *columns["opponent"]}}
    pairings: dict[tuple[object, ...], int] = {}
    moves: dict[str, int] = {}
    names = ("color", "source_line", "event_id", "round", "player", "opponent", "date", "result")
    rows = zip(*(columns[name] for name in names), strict=True)
    for row, (color, line, event, round_, white, black, date, result) in enumerate(rows):
        if color != "white":
            continue
        pairing = (event, round_ or (date, result), short[white], short[black])
        first = pairings.setdefault(pairing, line)
        same = "the same round, players and colours"
        if first == line and len(text := parsed.moves.get(line, "")) >= _SHORTEST_GAME:
            first = moves.setdefault(text.replace("\n", " "), line)
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
    sides = list(
        zip(columns["event_id"], columns["player_id"], columns["opponent_id"], strict=True)
    )
    games: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: Counter[str] = Counter()
    for (event, own, other), count in Counter(sides).items():
        if other and other != own:
            games[event][own] += count
            pairs[event] += 1
    unequal: dict[tuple[str, str], str] = {}
    for event, counts in games.items():
        size = len(counts)
        if size < 3 or pairs[event] < _NEARLY_ALL_PAIRS * size * (size - 1):
            continue
        usual = Counter(counts.values()).most_common(1)[0][0]
        for player, number in counts.items():
            if number != usual:
                unequal[event, player] = f"{number} games, most have {usual}"
    for row, (event, own, _) in enumerate(sides if unequal else ()):
        if detail := unequal.pop((event, own), ""):
            _remark(parsed, row, UNEQUAL, detail)
