"""PGN, with moves or with tags only, as it is met: 605 tag blocks without a result token between
them, tag names with a blank, quotes inside values, comments that look like tags.

Nothing here plays chess. Of the moves only three things matter: whether there are any, which result
stands behind them, and whether two games have the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from perfkit.games import BAD_RESULT, NO_MOVES, outcome
from perfkit.readers import fields
from perfkit.readers.parsed import Columns, Parsed, alternate, both, no_columns
from perfkit.readers.text import TextFile

FORMAT = "PGN"

# Possessive quantifiers (*+) keep every pattern linear on a line of any length.
_BLOCK = re.compile(r"^[ \t]*+\[[^\n]*+(?:\n[ \t]*+\[[^\n]*+)*+", re.M)
_TAG = re.compile(r'^[ \t]*+\[([^"\n]*+)"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]?[ \t]*+$', re.M)
_TAG_BEGINS = re.compile(r'^[ \t]*+\[[ \t]*+\w[^"\n]*+"', re.M)
_INNER_QUOTES = re.compile(r'\[([^"\n]*+)"(.*)"[ \t]*+\]?[ \t]*+')
_TAGS_IN_ONE_LINE = re.compile(r'\[[ \t]*+(\w++)[ \t]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]')
_COMMENT = re.compile(r"\{[^}]*+\}?|;[^\n]*+|^%[^\n]*+", re.M)
_MOVE = re.compile(r"[a-h][1-8]")
_RESULT_TOKEN = re.compile(r"(?:^|(?<=\s))(?:1-0|0-1|1/2-1/2|½-½|0-0|\*)(?=\s|$)")
_WITHOUT_PLAY = {"1": "+", "0": "-", "=": "D", "+": "+", "-": "-"}
_UNPLAYED = {"unplayed", "forfeit", "walkover", "bye", "not played"}
_GAME_ADDRESS = re.compile(r"https?://(www\.)?(lichess\.org/\w{8}|chess\.com/)\S*")

#: Tags that hold what the games table wants, for the side named by the first part.
_RATINGS = ("Elo", "USCF", "Rating")
_FEDERATIONS = ("Federation", "Fed", "Country")


@dataclass
class Game:
    """One game: its tags, and what its movetext says."""

    line: int
    tags: dict[str, str]
    moves: str = ""
    token: str = ""


class Odd(NamedTuple):
    """A line or a piece of the file that is no part of a game."""

    line: int
    kind: str
    text: str
    records: int = 0


def looks_like_pgn(text: str) -> bool:
    """Tell whether a text has a tag pair near its beginning."""
    return _TAG_BEGINS.search(text[:65536]) is not None


def has_moves(text: str) -> bool:
    """Tell whether any game of a text has moves."""
    return any(isinstance(item, Game) and item.moves for item in split(text, 1))


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


# From text to games.


def split(text: str, first_line: int) -> Iterator[Game | Odd]:
    """Cut a text into games.

    A game begins where tags follow moves or a blank line, or where a tag comes again; a blank line
    between tags that have named no player yet does not part them.
    """
    game: Game | None = None
    at, counted, line = 0, 0, first_line
    comments = _Comments(text)
    search_from = 0
    while block := _BLOCK.search(text, search_from):
        start, end = block.span()
        if skip_to := comments.end_if_open(search_from, start):
            search_from = skip_to
            continue
        gap = text[at:start]
        filled = bool(gap) and not gap.isspace()
        if filled and game is not None:
            yield from _end_of_game(game, gap)
        elif filled:
            yield Odd(line, "text before the first tag", gap.strip())
        line += text.count("\n", counted, start)
        counted = start
        tags, odd = _tags(block[0], line)
        yield from odd
        for number, (offset, some) in enumerate(tags):
            same = game is not None and not number and not filled and _continues(game.tags, some)
            if game is not None and same:
                game.tags.update(some)
                continue
            if game is not None:
                yield game
            game = Game(line + offset, some)
        at = search_from = end
    rest = text[at:]
    if game is not None:
        yield from _end_of_game(game, rest)
        yield game
    elif rest.strip():
        yield Odd(line, "text before the first tag", rest.strip())


def _continues(before: dict[str, str], after: dict[str, str]) -> bool:
    """Tell whether tags after a blank line still belong to the game before it."""
    return not ("White" in before or "Black" in before) and not before.keys() & after.keys()


class _Comments:
    """Where comments that are open at a tag block end; every search runs once over the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.close = self.event = -1

    def end_if_open(self, begin: int, start: int) -> int:
        """Position behind the comment open at `start`, 0 if none has opened since `begin`.

        A comment that is still open where the next game begins was never closed: the game counts.
        """
        if self.text.find("{", begin, start) < 0 or not _opens(self.text[begin:start]):
            return 0
        if self.text.startswith('[Event "', start):
            return 0
        if self.close < start:
            found = self.text.find("}", start)
            self.close = found if found >= 0 else len(self.text)
        if self.event < start:
            found = self.text.find('\n[Event "', start)
            self.event = found if found >= 0 else len(self.text)
        return self.close + 1 if self.close < self.event else 0


def _opens(gap: str) -> bool:
    """Tell whether a brace stays open; one behind a semicolon is part of that comment."""
    return any(found[0][0] == "{" and found[0][-1] != "}" for found in _COMMENT.finditer(gap))


def _tags(block: str, line: int) -> tuple[list[tuple[int, dict[str, str]]], list[Odd]]:
    """Tags of one block: usually one game's; a tag that comes again begins the next game's."""
    found = _TAG.findall(block)
    tags = {label.rstrip(): value for label, value in found}
    if "\\" in block:
        tags = {label: _unescaped(value) for label, value in tags.items()}
    if len(tags) == len(found) == block.count("\n") + 1:
        return [(0, tags)], []
    return _tags_one_by_one(block, line)


def _tags_one_by_one(block: str, line: int) -> tuple[list[tuple[int, dict[str, str]]], list[Odd]]:
    games: list[tuple[int, dict[str, str]]] = [(0, {})]
    odd = []
    for offset, raw in enumerate(block.split("\n")):
        pairs = _TAG.findall(raw) or _TAGS_IN_ONE_LINE.findall(raw)
        if not pairs and (inner := _INNER_QUOTES.fullmatch(raw.strip())):
            pairs = [inner.groups()]
        if not pairs:
            odd.append(Odd(line + offset, "tag line not understood", raw.strip()))
        for label, value in pairs:
            if label.strip() in games[-1][1]:
                games.append((offset, {}))
            games[-1][1][label.strip()] = _unescaped(value)
    return games, odd


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\") if "\\" in value else value


def _end_of_game(game: Game, movetext: str) -> Iterator[Odd]:
    """Note moves and result token of the text that follows a game's tags."""
    bare = _COMMENT.sub(" ", movetext) if "{" in movetext or ";" in movetext else movetext
    last = bare[-400:].split()
    if last and last[-1] != "-" and fields.game_result(last[-1]).understood:
        game.token = last[-1]
    if _MOVE.search(bare):
        game.moves = bare
        games = _count_results(bare)
        if games > 1:
            detail = f"{games} results behind one set of tags"
            yield Odd(game.line, "moves without tags", detail, 2 * (games - 1))


def _count_results(bare: str) -> int:
    """Count result tokens; more than one means games whose tags are missing."""
    head = bare[:-10]
    if "1-0" not in head and "0-1" not in head and "1/2-1/2" not in head:
        return 1
    return len(_RESULT_TOKEN.findall(bare))


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
        "round": [_known(some.get("Round", "")) for some in tags],
        "board": [_known(some.get("Board", "")) for some in tags],
    }
    shared["event_id"] = [
        _event_id(some, *place)
        for some, *place in zip(tags, shared["event"], shared["site"], shared["date"], strict=True)
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
        label = {part: color + part for part in ("Title", "FideId")}
        self.names = [fields.name(some.get(color, "")) or "?" for some in tags]
        self.titles = [fields.title(some.get(label["Title"], "")) for some in tags]
        self.ids = [fields.identifier(some.get(label["FideId"], "")) for some in tags]
        self.federations = [_first(some, color, _FEDERATIONS) for some in tags]
        self.ratings = []
        for game, player in zip(games, self.names, strict=True):
            text = _first(game.tags, color, _RATINGS)
            value, what = fields.rating(text)
            if what:
                parsed.remark(game.line, what, text, player=player)
            self.ratings.append(value)


def _first(tags: dict[str, str], color: str, endings: tuple[str, ...]) -> str:
    """Value of the first of several tags that says anything."""
    for ending in endings:
        value = tags.get(color + ending, "")
        if value and value not in ("?", "-"):
            return value
    return ""


def _known(text: str) -> str:
    return "" if text in ("?", "-") else text.strip()


def _date(parsed: Parsed, game: Game) -> str:
    for label in ("Date", "UTCDate", "EventDate"):
        text = game.tags.get(label, "")
        found = fields.iso_date(text)
        if found is None:
            parsed.remark(game.line, "date not understood", f"{label} {text}")
        elif found:
            return found
    return ""


def _event_id(tags: dict[str, str], event: str, site: str, date: str) -> str:
    """Event, Site and year; an address of the single game is no place of an event."""
    if tags.get("EventId"):
        return tags["EventId"]
    place = "" if _GAME_ADDRESS.match(site) else site
    year = (fields.iso_date(tags.get("EventDate", "")) or date)[:4]
    return fields.event_id(event, place, year)


OneSide = tuple[float, bool, str, str]


def _results(parsed: Parsed, game: Game, tags_only: bool) -> tuple[OneSide, OneSide]:
    """Both sides' result, played, code and reason."""
    tag = game.tags.get("Result", "")
    result, token = fields.game_result(tag), fields.game_result(game.token)
    if token.white and not result.white and result.understood:
        detail = f"tag {tag or 'missing'}, moves {game.token}"
        parsed.remark(game.line, "result taken from the moves", detail)
        result = token
    elif game.token and token.understood and token != result:
        detail = f"tag {tag}, moves {game.token}; the tag is used"
        parsed.remark(game.line, "result and moves disagree", detail)
    if not result.understood:
        parsed.remark(game.line, BAD_RESULT, tag)
    played = tags_only or bool(game.moves)
    if _unplayed(game, result):
        result = fields.Result(_WITHOUT_PLAY[result.white], _WITHOUT_PLAY[result.black])
    white, black = (_one_side(code, played, result.understood) for code in result[:2])
    if white[0] + black[0] < 1.0 and white[1]:
        parsed.remark(game.line, "points of the two sides add up to less than one", tag)
    return white, black


def _unplayed(game: Game, result: fields.Result) -> bool:
    """Tell whether a decided game is marked as not played: by its Termination, or as 0-0."""
    if not result.white:
        return False
    if game.tags.get("Termination", "").strip().lower() in _UNPLAYED:
        return True
    return result[:2] == ("0", "0") and not game.moves


def _one_side(code: str, played: bool, understood: bool) -> OneSide:
    meaning = outcome(code, understood=understood)
    if meaning.played and not played:
        return meaning.result, False, code, NO_MOVES
    return meaning.result, meaning.played, code, meaning.reason
