"""PGN, with moves or with tags only, as it is met: games to columns of the games table."""

from __future__ import annotations

import re
from functools import lru_cache

from perfkit.games import BAD_RESULT, NO_MOVES, outcome
from perfkit.readers import fields
from perfkit.readers.parsed import Columns, Parsed, alternate, both, no_columns
from perfkit.readers.pgn_text import Game, split
from perfkit.readers.text import TextFile

FORMAT = "PGN"

_WITHOUT_PLAY = {"1": "+", "0": "-", "=": "D", "+": "+", "-": "-"}
_UNPLAYED = {"unplayed", "forfeit", "walkover", "bye", "not played"}
_GAME_ADDRESS = re.compile(r"https?://(www\.)?(lichess\.org/\w{8}|chess\.com/)\S*")


def read(file: TextFile, tags_only: bool | None = None, games_before: int = 0) -> Parsed:
    """Read a PGN file; for a piece of one, say whether it has tags only and how many games before.

    Without moves anywhere in the file every result counts as played.
    """
    games: list[Game] = []
    parsed = Parsed(FORMAT, no_columns())
    for item in split(file.text, file.first_line):
        if isinstance(item, Game):
            games.append(item)
        elif item.records:
            parsed.miss(item.line, item.kind, item.text, item.records)
        else:
            parsed.remark(item.line, item.kind, item.text)
    if tags_only is None:
        tags_only = not any(game.moves for game in games)
    if tags_only and games:
        detail = "no game of the file has moves, so every result counts as played"
        parsed.remark(file.first_line, "tags only", detail)
    games = [game for game in games if _has_player(parsed, game)]
    _add_games(parsed, games, tags_only, games_before)
    parsed.records += len(parsed.columns["player"])
    return parsed


def _has_player(parsed: Parsed, game: Game) -> bool:
    if game.tags.get("White") or game.tags.get("Black"):
        return True
    parsed.miss(game.line, "game without players", ", ".join(game.tags), records=2)
    return False


# From games to columns.


def _add_games(parsed: Parsed, games: list[Game], tags_only: bool, before: int) -> None:
    columns = parsed.columns
    tags = [game.tags for game in games]
    sides = [_Side(parsed, games, color) for color in ("White", "Black")]
    results = [_results(parsed, game, tags_only) for game in games]
    shared: Columns = {
        "source_line": [game.line for game in games],
        "game_id": [some.get("GameId") or str(at) for at, some in enumerate(tags, before + 1)],
        "event": [fields.name(some.get("Event", "")) for some in tags],
        "site": [fields.name(some.get("Site", "")) for some in tags],
        "date": [_date(parsed, game) for game in games],
        "round": [fields.known(some.get("Round", "")) for some in tags],
        "board": [fields.known(some.get("Board", "")) for some in tags],
    }
    places = zip(shared["event"], shared["site"], shared["date"], tags, strict=True)
    shared["event_id"] = [
        some.get("EventId") or _event_id(event, site, date, some.get("EventDate", ""))
        for event, site, date, some in places
    ]
    for label, values in shared.items():
        columns[label] = both(values)
    for own, (white, black) in {"player": sides, "opponent": sides[::-1]}.items():
        columns[own] = alternate(white.names, black.names)
        columns[f"{own}_rating"] = alternate(white.ratings, black.ratings)
        columns[f"{own}_title"] = alternate(white.titles, black.titles)
        columns[f"{own}_federation"] = alternate(white.federations, black.federations)
        columns[f"{own}_id"] = alternate(white.ids, black.ids)
    columns["color"] = ["white", "black"] * len(games)
    for at, label in enumerate(("result", "played", "code", "reason")):
        columns[label] = [side[at] for pair in results for side in pair]
    parsed.moves = {game.line: game.moves for game in games if game.moves}


class _Side:
    """One side of every game, as lists."""

    def __init__(self, parsed: Parsed, games: list[Game], color: str) -> None:
        tags = [game.tags for game in games]
        elo, others = color + "Elo", (color + "USCF", color + "Rating")
        self.names = [fields.name(some.get(color, "")) or "?" for some in tags]
        self.titles = [fields.title(some.get(color + "Title", "")) for some in tags]
        self.ids = [fields.identifier(some.get(color + "FideId", "")) for some in tags]
        federations = (color + "Federation", color + "Fed", color + "Country")
        self.federations = [_first(some, federations) for some in tags]
        texts = [some.get(elo) or _first(some, others) for some in tags]
        rated = [fields.rating(text) for text in texts]
        self.ratings = [rating.value for rating in rated]
        for at, rating in enumerate(rated):
            if rating.remark:
                line, player = games[at].line, self.names[at]
                parsed.remark(line, rating.remark, texts[at], player=player)


def _first(tags: dict[str, str], names: tuple[str, ...]) -> str:
    """Value of the first of several tags that says anything."""
    for name in names:
        if name in tags and fields.known(tags[name]):
            return fields.known(tags[name])
    return ""


def _date(parsed: Parsed, game: Game) -> str:
    found = fields.iso_date(game.tags.get("Date", ""))
    if found:
        return found
    for label in ("Date", "UTCDate", "EventDate"):
        text = game.tags.get(label, "")
        found = fields.iso_date(text)
        if found is None:
            parsed.remark(game.line, "date not understood", f"{label} {text}")
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


def _results(parsed: Parsed, game: Game, tags_only: bool) -> tuple[OneSide, OneSide]:
    """Both sides' result, played, code and reason."""
    tag, ended = game.tags.get("Result", ""), game.tags.get("Termination", "")
    white, black, remarks = _outcome(tag, game.token, bool(game.moves), tags_only, ended)
    for kind, detail in remarks:
        parsed.remark(game.line, kind, detail)
    return white, black


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
