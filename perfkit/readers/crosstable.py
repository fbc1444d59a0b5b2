"""Crosstables: one row per player, one column per round or, in a round robin, per opponent.

The cells of a Swiss table name the opponent: "12w1", "3b½", "7s0" (s for schwarz), "12w+" for a
forfeit; "-1", "-½" and "-0" are points without an opponent, "+" and "-" stand alone. US Chess
writes "W12", "D3", "L7", H, B, U; others sign the opponent: "+12", "=3", "-7".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from perfkit.readers import fields, headers
from perfkit.readers.pairings import NOTHING, SIDES_DISAGREE, Entrant, Entry, Event, add_rows
from perfkit.readers.parsed import Parsed

Row = tuple[int, list[str]]
BAD_CELL = "cell of a crosstable not understood"
BAD_ROW = "row of a crosstable not understood"

_SWISS = re.compile(r"\*?(\d{1,4}) ?([wbs]) ?([01½=+\-rx*]?)", re.I | re.A)
_US_CHESS = re.compile(r"([WDLXFHBUZ])[ :-]*(\d{1,4})?(?:[ :]*\(?([wb])\)?)?", re.I | re.A)
_SIGNED = re.compile(r"([+=-])(\d{1,4})", re.A)
_NO_OPPONENT = {
    "": "", "-": "-", "--": "Z", "+": "+", "½": "H", "=": "H", "1": "F", "0": "Z",
    "-1": "F", "-0": "Z", "-½": "H", "-=": "H", "-+": "+", "bye": "F", "*": "", "0.5": "H",
    "½bye": "H", "-bye": "F",
}  # fmt: skip
_US_CODES = {"W": "1", "D": "=", "L": "0", "X": "+", "F": "-", "H": "H", "B": "F", "U": "Z"}
_DIAGONAL = {"*", "x", "■", "#", "\\", "**", "xx", "xxx", "***", "█"}
_GAME = re.compile(r"1/2|0[.,]5|[01½=+\-]", re.A)
_CODES = {"1/2": "=", "0.5": "=", "0,5": "=", "½": "="}


def swiss_cell(text: str) -> Entry | None:
    """Read a cell as chess-results and Swiss-Manager write it; None if it is none."""
    token = text.strip().replace("−", "-").replace("–", "-").lower()
    if token in _NO_OPPONENT:
        return Entry(0, "", _NO_OPPONENT[token])
    found = _SWISS.fullmatch(token)
    if found is None:
        return None
    code = {"½": "=", "r": "=", "x": "", "*": ""}.get(found[3], found[3])
    return Entry(int(found[1]), "w" if found[2] == "w" else "b", code)


def us_chess_cell(text: str, color: str = "") -> Entry | None:
    """Read a cell as US Chess writes it: "W  39", "H"; an unplayed round is Z, a bye F."""
    token = text.strip()
    found = _US_CHESS.fullmatch(token)
    if found is None:
        return None if token else NOTHING
    opponent = int(found[2] or 0)
    code = _US_CODES.get(found[1].upper(), "Z")
    return Entry(opponent, (found[3] or color).lower(), code)


def _signed_cell(text: str) -> Entry | None:
    found = _SIGNED.fullmatch(text.strip())
    if found is None:
        return swiss_cell(text)
    return Entry(int(found[2]), "", {"+": "1", "-": "0", "=": "="}[found[1]])


def read_crosstable(
    parsed: Parsed, source: str, event: Event, heading: Sequence[str], rows: Iterable[Row]
) -> None:
    """Read a crosstable whose heading and rows are cut into cells."""
    at = headers.places(heading)
    columns = headers.rounds(heading)
    kept: list[tuple[Entrant, list[str]]] = []
    numbers: dict[str, list[int]] = {"number": [], "rank": []}
    for line, cells in rows:
        player = _entrant(parsed, line, cells, at)
        if player is None:
            continue
        kept.append((player, [_at(cells, column) for column in columns.values()]))
        for name, found in numbers.items():
            text = _cell(cells, at, name).rstrip(".")
            found.append(int(text) if text.isdecimal() and len(text) < 6 else 0)
    every = [cell for _, cells in kept for cell in cells]
    if _is_round_robin(every):
        _add_round_robin(parsed, source, event, kept, list(columns))
        return
    read = _style(every)
    for player, cells in kept:
        player.entries = [_entry(parsed, player, cell, read) for cell in cells]
        while player.entries and player.entries[-1].empty:
            player.entries.pop()
    _number(kept, numbers)
    add_rows(parsed, source, event, [player for player, _ in kept])


def _cell(cells: Sequence[str], at: Mapping[str, int], name: str) -> str:
    return _at(cells, at.get(name, len(cells)))


def _at(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if place < len(cells) else ""


def _entrant(
    parsed: Parsed, line: int, cells: Sequence[str], at: Mapping[str, int]
) -> Entrant | None:
    name = fields.name(_cell(cells, at, "player"))
    if not name:
        if any(cell.strip() for cell in cells):
            parsed.remark(line, "text outside the table", " ".join(cells).strip())
        return None
    title = fields.title(_cell(cells, at, "player_title"))
    first, _, rest = name.partition(" ")
    if not title and rest and first in fields.TITLES:
        title, name = first, rest
    text = _cell(cells, at, "player_rating")
    rating, what = fields.rating(text)
    if what:
        parsed.remark(line, what, text, player=name)
    points = _cell(cells, at, "result")
    return Entrant(
        number=0,
        name=name,
        line=line,
        rating=rating,
        title=title,
        federation=_cell(cells, at, "player_federation"),
        identifier=fields.identifier(_cell(cells, at, "player_id")),
        points=fields.number(points) if points else None,
    )


# Swiss tables.


def _style(cells: Sequence[str]) -> Callable[[str], Entry | None]:
    """Choose how the table writes its cells: "-1" alone may be a bye or a loss to number 1."""
    filled = [cell for cell in cells if cell]
    if any(re.fullmatch(r"[WDL] *\d+.*", cell, re.A) for cell in filled):
        return us_chess_cell
    if any(re.fullmatch(r"[+=]\d+", cell, re.A) for cell in filled):
        return _signed_cell
    return swiss_cell


def _entry(
    parsed: Parsed, player: Entrant, cell: str, read: Callable[[str], Entry | None]
) -> Entry:
    entry = read(cell)
    if entry is None:
        parsed.remark(player.line, BAD_CELL, cell, player=player.name)
        return Entry(0, "", "?")
    return entry


def _number(kept: Sequence[tuple[Entrant, list[str]]], numbers: Mapping[str, list[int]]) -> None:
    """Number the players as the cells do: by starting number, by rank, or by order."""
    in_order = list(range(1, len(kept) + 1))
    candidates = [found for found in (numbers["number"], numbers["rank"]) if any(found)]
    players = [player for player, _ in kept]
    best = max([*candidates, in_order], key=lambda found: _mutual(players, found))
    for player, number in zip(players, best, strict=True):
        player.number = number


def _mutual(players: Sequence[Entrant], numbers: Sequence[int]) -> int:
    """Count the entries that the opponent's entry of the same round mirrors."""
    by_number = dict(zip(numbers, players, strict=True))
    count = 0
    for number, player in zip(numbers, players, strict=True):
        for at, entry in enumerate(player.entries):
            opponent = by_number.get(entry.opponent)
            if opponent is not None and opponent is not player and at < len(opponent.entries):
                back = opponent.entries[at]
                count += back.opponent == number and _agree([entry.code], [back.code])
    return count


# Round robins.


def _is_round_robin(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    if not filled:
        return False
    plain = sum(cell.lower() in _DIAGONAL or bool(_results(cell)) for cell in filled)
    return plain == len(filled) or (
        any(cell in ("*", "■", "█") for cell in filled) and (2 * plain > len(filled))
    )


def _results(cell: str) -> list[str]:
    """Results of a round robin's cell as codes: "½", "1 0", "½1"; empty if it holds others."""
    text = cell.replace(" ", "").replace("−", "-").replace("–", "-")
    if _GAME.sub("", text):
        return []
    return [_CODES.get(token, token) for token in _GAME.findall(text)]


def _add_round_robin(
    parsed: Parsed,
    source: str,
    event: Event,
    kept: Sequence[tuple[Entrant, list[str]]],
    columns: Sequence[int],
) -> None:
    """Add the games of a round robin: the column of a number belongs to the row of that place."""
    results: dict[tuple[int, int], list[str]] = {}
    for place, (player, cells) in enumerate(kept, 1):
        player.number = place
        for other, cell in zip(columns, cells, strict=True):
            if other == place or other > len(kept):
                if cell and cell.lower() not in _DIAGONAL:
                    parsed.remark(player.line, BAD_CELL, cell, player=player.name)
                continue
            codes = _results(cell)
            if cell and not codes:
                parsed.remark(player.line, BAD_CELL, cell, player=player.name)
                codes = ["?"]
            results[place, other] = codes or [""]
    for (place, other), codes in results.items():
        low, high = min(place, other), max(place, other)
        player = kept[place - 1][0]
        for game, code in enumerate(codes, 1):
            player.entries.append(Entry(other, "", code, f"{low}-{high}.{game}"))
        if place < other and not _agree(codes, results.get((other, place), [])):
            detail = f"{' '.join(codes)} against {' '.join(results.get((other, place), []))}"
            parsed.remark(player.line, SIDES_DISAGREE, f"{other}: {detail}", player=player.name)
    players = [player for player, _ in kept]
    add_rows(parsed, source, replace(event, round_robin=True), players)


def _agree(codes: Sequence[str], back: Sequence[str]) -> bool:
    pairs = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+-", "": "", "?": "?"}
    if len(codes) != len(back):
        return False
    both = zip(codes, back, strict=True)
    return all(other in pairs.get(code, "") if other else not code for code, other in both)
