"""PGN, with moves or with tags only, as it is met: games to columns of the games table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import repeat
from typing import Any

import numpy as np

from perfkit._coded import Coded, alternate, combined, crosswise
from perfkit.games import BAD_RESULT, NO_MOVES, outcome
from perfkit.readers import fields
from perfkit.readers.parsed import Parsed, no_columns
from perfkit.readers.pgn_games import Games
from perfkit.readers.pgn_text import split
from perfkit.readers.text import TextFile

FORMAT = "PGN"
COLORS = ("white", "black")

_WITHOUT_PLAY = {"1": "+", "0": "-", "=": "D", "+": "+", "-": "-"}
_UNPLAYED = {"unplayed", "forfeit", "walkover", "bye", "not played"}
_GAME_ADDRESS = re.compile(r"https?://(www\.)?(lichess\.org/\w{8}|chess\.com/)\S*")


def read(file: TextFile, tags_only: bool | None = None, games_before: int = 0) -> Parsed:
    """Read a PGN file; for a piece of one, say whether it has tags only and how many games before.

    Without moves anywhere in the file every result counts as played.
    """
    parsed = Parsed(FORMAT, no_columns())
    games = split(file.text, file.first_line)
    for odd in games.odd:
        if odd.records:
            parsed.miss(odd.line, odd.kind, odd.text, odd.records)
        else:
            parsed.remark(odd.line, odd.kind, odd.text)
    if tags_only is None:
        tags_only = not any(games.moves)
    if tags_only and games:
        detail = "no game of the file has moves, so every result counts as played"
        parsed.remark(file.first_line, "tags only", detail)
    _add_games(parsed, _with_players(parsed, games), tags_only, games_before)
    parsed.records += len(parsed.columns["player"])
    return parsed


def _with_players(parsed: Parsed, games: Games) -> Games:
    """Leave out, with a remark, the games that name nobody."""
    white, black = (games.coded(color).map(bool).array(np.bool_) for color in ("White", "Black"))
    nobody = ~white & ~black
    if not nobody.any():
        return games
    kept, others = games.parted(nobody)
    for line, names in others:
        parsed.miss(line, "game without players", ", ".join(names), records=2)
    return kept


# From games to columns.


def _add_games(parsed: Parsed, games: Games, tags_only: bool, before: int) -> None:
    columns = parsed.columns
    white, black = (_Side(parsed, games, color) for color in ("White", "Black"))
    columns["source_line"] = np.repeat(games.lines, 2).tolist()
    shared = {
        "game_id": _game_ids(games, before),
        "event": games.coded("Event").map(fields.name),
        "site": games.coded("Site").map(fields.name),
        "date": _dates(parsed, games),
        "round": games.coded("Round").map(fields.known),
        "board": games.coded("Board").map(fields.known),
    }
    years = combined(_or, games.coded("EventDate").map(_year), shared["date"].map(_year))
    places = shared["site"].map(_place)
    shared["event_id"] = combined(fields.event_id, shared["event"], places, years)
    if games.has("EventId"):
        shared["event_id"] = combined(_or, games.coded("EventId"), shared["event_id"])
    for label, values in shared.items():
        columns[label] = alternate(values, values)
    for label in ("", "_rating", "_title", "_federation", "_id"):
        columns[f"player{label}"] = alternate(white.columns[label], black.columns[label])
        columns[f"opponent{label}"] = crosswise(columns[f"player{label}"])
    columns["color"] = alternate(*(Coded.constant(side, len(games)) for side in COLORS))
    outcomes = _outcomes(parsed, games, tags_only)
    for at, label in enumerate(("result", "played", "code", "reason")):
        sides = (outcomes.map(partial(_part, side=side, at=at)) for side in (0, 1))
        columns[label] = alternate(*sides)
    parsed.paired = True
    parsed.moves = dict(zip(games.lines, games.moves, strict=True))


def _game_ids(games: Games, before: int) -> Coded:
    """Identifiers of the games: their own, else their numbers in the file."""
    numbers = map(str, range(before + 1, before + len(games) + 1))
    own: Iterable[str] = games.coded("GameId") if games.has("GameId") else repeat("")
    made = [given or number for given, number in zip(own, numbers, strict=False)]
    return Coded(made, np.arange(len(made)))


class _Side:
    """One side of every game."""

    def __init__(self, parsed: Parsed, games: Games, color: str) -> None:
        names = games.coded(color).map(_player)
        federations = games.coded(color + "Federation").map(fields.known)
        texts = _filled(games, games.coded(color + "Elo"), color + "USCF", color + "Rating")
        self.columns = {
            "": names,
            "_rating": texts.map(_rating),
            "_title": games.coded(color + "Title").map(fields.title),
            "_federation": _filled(games, federations, color + "Fed", color + "Country"),
            "_id": games.coded(color + "FideId").map(fields.identifier),
        }
        if any(fields.rating(text).remark for text in texts.values):
            for line, text, player in zip(games.lines, texts, names, strict=True):
                if remark := fields.rating(text).remark:
                    parsed.remark(line, remark, text, player=player)


def _player(text: str) -> str:
    return fields.name(text) or "?"


def _rating(text: str) -> float:
    return fields.rating(text).value


def _filled(games: Games, values: Coded, *others: str) -> Coded:
    """Fill the gaps of a column with the first of some other tags that says anything."""
    for name in others:
        if games.has(name) and "" in values.values:
            values = combined(_or, values, games.coded(name).map(fields.known))
    return values


def _or(value: str, other: str) -> str:
    return value or other


def _dates(parsed: Parsed, games: Games) -> Coded:
    """Date of every game; where Date says nothing, UTCDate or EventDate may."""
    found = games.coded("Date").map(fields.iso_date)
    if all(found.values):
        return found
    labels = ("Date", "UTCDate", "EventDate")
    texts = zip(*(games.coded(label) for label in labels), strict=True)
    return Coded.of(
        [
            _date(parsed, line, dict(zip(labels, told, strict=True)))
            for line, told in zip(games.lines, texts, strict=True)
        ]
    )


def _date(parsed: Parsed, line: int, texts: dict[str, str]) -> str:
    if found := fields.iso_date(texts["Date"]):
        return found
    for label, text in texts.items():
        found = fields.iso_date(text)
        if found is None:
            parsed.remark(line, "date not understood", f"{label} {text}")
        elif found:
            return found
    return ""


def _year(text: str) -> str:
    return (fields.iso_date(text) or "")[:4]


def _place(site: str) -> str:
    """Site of an event; the address of a single game is none."""
    return "" if _GAME_ADDRESS.match(site) else site


OneSide = tuple[float, bool, str, str]
Outcome = tuple[OneSide, OneSide, tuple[tuple[str, str], ...]]


def _outcomes(parsed: Parsed, games: Games, tags_only: bool) -> Coded:
    """Both sides' result, played, code and reason of every game."""
    has_moves = Coded([False, True], np.fromiter(map(bool, games.moves), np.intp, len(games)))
    tags = games.coded("Result"), Coded.of(games.tokens), has_moves
    ended = games.coded("Termination")
    outcomes = combined(partial(_outcome, tags_only=tags_only), *tags, ended)
    if any(remarks for _, _, remarks in outcomes.values):
        for line, (_, _, remarks) in zip(games.lines, outcomes, strict=True):
            for kind, detail in remarks:
                parsed.remark(line, kind, detail)
    return outcomes


def _part(made: Outcome, side: int, at: int) -> Any:
    return made[side][at]


@lru_cache(maxsize=4096)
def _outcome(tag: str, token: str, has_moves: bool, ended: str, *, tags_only: bool) -> Outcome:
    """What Result tag, result token and Termination make of a game, with what is to be remarked."""
    remarks = []
    result, behind = fields.game_result(tag), fields.game_result(token)
    if behind.white and not result.white and result.understood:
        detail = f"tag {tag or 'missing'}, moves {token}"
        remarks.append(("result taken from the moves", detail))
        result = behind
    elif token and behind != result:
        detail = f"tag {tag}, moves {token}; the tag is used"
        remarks.append(("result and moves disagree", detail))
    if not result.understood:
        remarks.append((BAD_RESULT, tag))
    if _unplayed(result, has_moves, ended):
        white, black = _WITHOUT_PLAY[result.white], _WITHOUT_PLAY[result.black]
        result = fields.Result(white, black)
    played = tags_only or has_moves
    one, other = (_one_side(code, played, result.understood) for code in result[:2])
    if one[0] + other[0] < 1.0 and one[1]:
        remarks.append(("points of the two sides add up to less than one", tag))
    return one, other, tuple(remarks)


def _unplayed(result: fields.Result, has_moves: bool, ended: str) -> bool:
    """Tell whether a decided game is marked as not played: by its Termination, or as 0-0."""
    if not result.white:
        return False
    if ended.strip().lower() in _UNPLAYED:
        return True
    return result[:2] == ("0", "0") and not has_moves


def _one_side(code: str, played: bool, understood: bool) -> OneSide:
    meaning = outcome(code, understood=understood)
    if meaning.played and not played:
        return meaning.result, False, code, NO_MOVES
    return meaning.result, meaning.played, code, meaning.reason
