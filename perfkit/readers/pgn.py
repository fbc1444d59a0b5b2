"""PGN, with moves or with tags only, as it is met: games to columns of the games table."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import repeat

from perfkit.games import BAD_RESULT, NO_MOVES, outcome
from perfkit.readers import fields
from perfkit.readers.parsed import Columns, Parsed, alternate, each, no_columns
from perfkit.readers.pgn_text import Games, split
from perfkit.readers.text import TextFile

FORMAT = "PGN"

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
    sides = zip(games.column("White"), games.column("Black"), strict=True)
    nobody = {game for game, (white, black) in enumerate(sides) if not white and not black}
    if not nobody:
        return games
    kept, others = games.parted(nobody)
    for line, names in others:
        parsed.miss(line, "game without players", ", ".join(names), records=2)
    return kept


# From games to columns.


def _add_games(parsed: Parsed, games: Games, tags_only: bool, before: int) -> None:
    columns = parsed.columns
    sides = [_Side(parsed, games, color) for color in ("White", "Black")]
    outcomes = _outcomes(parsed, games, tags_only)
    given = games.column("GameId") if games.has("GameId") else repeat("")
    numbers = range(before + 1, before + len(games) + 1)
    shared: Columns = {
        "source_line": games.lines,
        "game_id": [own or str(at) for own, at in zip(given, numbers, strict=False)],
        "event": each(fields.name, games.column("Event")),
        "site": each(fields.name, games.column("Site")),
        "date": _dates(parsed, games),
        "round": each(fields.known, games.column("Round")),
        "board": each(fields.known, games.column("Board")),
    }
    places = [shared["event"], shared["site"], shared["date"], games.column("EventDate")]
    shared["event_id"] = list(map(_event_id, *places))
    if games.has("EventId"):
        given = games.column("EventId")
        shared["event_id"] = [
            own or made for own, made in zip(given, shared["event_id"], strict=True)
        ]
    for label, values in shared.items():
        columns[label] = alternate(values, values)
    for own, (white, black) in {"player": sides, "opponent": sides[::-1]}.items():
        columns[own] = alternate(white.names, black.names)
        columns[f"{own}_rating"] = alternate(white.ratings, black.ratings)
        columns[f"{own}_title"] = alternate(white.titles, black.titles)
        columns[f"{own}_federation"] = alternate(white.federations, black.federations)
        columns[f"{own}_id"] = alternate(white.ids, black.ids)
    columns["color"] = ["white", "black"] * len(games)
    for at, label in enumerate(("result", "played", "code", "reason")):
        white_values = [outcome[0][at] for outcome in outcomes]
        columns[label] = alternate(white_values, [outcome[1][at] for outcome in outcomes])
    parsed.paired = True
    parsed.moves = {
        line: moves for line, moves in zip(games.lines, games.moves, strict=True) if moves
    }


class _Side:
    """One side of every game, as lists."""

    def __init__(self, parsed: Parsed, games: Games, color: str) -> None:
        self.names = each(_player, games.column(color))
        self.titles = each(fields.title, games.column(color + "Title"))
        self.ids = each(fields.identifier, games.column(color + "FideId"))
        federations = each(fields.known, games.column(color + "Federation"))
        self.federations = _filled(games, federations, color + "Fed", color + "Country")
        texts = _filled(games, games.column(color + "Elo"), color + "USCF", color + "Rating")
        self.ratings = each(_rating, texts)
        if any(fields.rating(text).remark for text in set(texts)):
            for line, text, player in zip(games.lines, texts, self.names, strict=True):
                if remark := fields.rating(text).remark:
                    parsed.remark(line, remark, text, player=player)


def _player(text: str) -> str:
    return fields.name(text) or "?"


def _rating(text: str) -> float:
    return fields.rating(text).value


def _filled(games: Games, values: list[str], *others: str) -> list[str]:
    """Fill the gaps of a column with the first of some other tags that says anything."""
    for name in others:
        if games.has(name) and "" in values:
            more = each(fields.known, games.column(name))
            values = [value or other for value, other in zip(values, more, strict=True)]
    return values


def _dates(parsed: Parsed, games: Games) -> list[str]:
    """Date of every game; where Date says nothing, UTCDate or EventDate may."""
    found = each(fields.iso_date, games.column("Date"))
    if all(found):
        return [date or "" for date in found]
    labels = ("Date", "UTCDate", "EventDate")
    texts = zip(*(games.column(label) for label in labels), strict=True)
    return [
        _date(parsed, line, dict(zip(labels, told, strict=True)))
        for line, told in zip(games.lines, texts, strict=True)
    ]


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


@lru_cache(maxsize=4096)
def _event_id(event: str, site: str, date: str, event_date: str) -> str:
    """Event, Site and year; an address of the single game is no place of an event."""
    place = "" if _GAME_ADDRESS.match(site) else site
    return fields.event_id(event, place, fields.iso_date(event_date) or date)


OneSide = tuple[float, bool, str, str]
Outcome = tuple[OneSide, OneSide, tuple[tuple[str, str], ...]]


def _outcomes(parsed: Parsed, games: Games, tags_only: bool) -> list[Outcome]:
    """Both sides' result, played, code and reason of every game."""
    results, ended = games.column("Result"), games.column("Termination")
    moved = map(bool, games.moves)
    outcomes = list(map(_outcome, results, games.tokens, moved, repeat(tags_only), ended))
    for line, (_, _, remarks) in zip(games.lines, outcomes, strict=True):
        for kind, detail in remarks:
            parsed.remark(line, kind, detail)
    return outcomes


@lru_cache(maxsize=4096)
def _outcome(tag: str, token: str, has_moves: bool, tags_only: bool, ended: str) -> Outcome:
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
