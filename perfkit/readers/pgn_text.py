"""PGN as text, cut into games: tags, and what little of the movetext matters.

Nothing here plays chess. Of the moves only three things matter: whether there are any, which result
stands behind them, and whether two games have the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from perfkit.readers import fields

# Possessive quantifiers (*+) keep every pattern linear on a line of any length.
_BLOCK = re.compile(r"\[[^\n]*+(?:\n\[[^\n]*+)*+")
_PLAIN_TAGS = re.compile(r'(?:\[\w++ "[^"\\\n]*+"\](?:\n|\Z))++')
_TAG = re.compile(r'^\[([^"\n]*+)"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]?[ \t]*+$', re.M)
_TAG_BEGINS = re.compile(r'^[ \t]*+\[[ \t]*+\w[^"\n]*+"', re.M)
_INDENTED = re.compile(r"^[ \t]++(?=\[)", re.M)
_INNER_QUOTES = re.compile(r'\[([^"\n]*+)"(.*)"[ \t]*+\]?[ \t]*+')
_TAGS_IN_ONE_LINE = re.compile(r'\[[ \t]*+(\w++)[ \t]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]')
_COMMENT = re.compile(r"\{[^}]*+\}?|;[^\n]*+|^%[^\n]*+", re.M)
_MOVE = re.compile(r"[a-h][1-8]")
_RESULT_TOKEN = re.compile(r"(?:^|(?<=\s))(?:1-0|0-1|1/2-1/2|½-½|0-0|\*)(?=\s|$)")


@dataclass(slots=True)
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


Tags = tuple[int, dict[str, str]]


def looks_like_pgn(text: str) -> bool:
    """Tell whether a text has a tag pair near its beginning."""
    return _TAG_BEGINS.search(text[:65536]) is not None


def has_moves(text: str) -> bool:
    """Tell whether any game of a text has moves."""
    return any(isinstance(item, Game) and item.moves for item in split(text, 1))


def split(text: str, first_line: int) -> Iterator[Game | Odd]:
    """Cut a text into games.

    A game begins where tags follow moves or a blank line, or where a tag comes again; a blank line
    between tags that have named no player yet does not part them.
    """
    text = "\n" + (_INDENTED.sub("", text) if "\n " in text or "\n\t" in text else text.lstrip(" "))
    comments = _Comments(text)
    game: Game | None = None
    at = searched = counted = 0
    line = first_line - 1
    while (start := text.find("\n[", searched) + 1) > 0:
        if skip_to := comments.end_if_open(searched, start):
            searched = skip_to
            continue
        gap = text[at:start]
        filled = not gap.isspace()
        if filled and game is None:
            yield Odd(line + 1, "text before the first tag", gap.strip())
        elif filled and game is not None:
            yield from _end_of_game(game, gap)
        line += text.count("\n", counted, start)
        found, odd, end = _tags(text, start, line)
        at = searched = counted = end
        yield from odd
        for number, (offset, tags) in enumerate(found):
            if game is not None:
                if not number and not filled and _continues(game.tags, tags):
                    game.tags.update(tags)
                    continue
                yield game
            game = Game(line + offset, tags)
        line += text.count("\n", start, end)
    rest = text[at:]
    if game is not None:
        yield from _end_of_game(game, rest)
        yield game
    elif rest.strip():
        yield Odd(first_line, "text before the first tag", rest.strip())


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


# Tags.


def _tags(text: str, start: int, line: int) -> tuple[list[Tags], list[Odd], int]:
    """Tags of the block that begins at `start`, whatever is odd in it, and where it ends.

    Usually every line has the plain form `[Name "value"]` and the block is one game's; then the
    whole block is cut at once.
    """
    plain = _PLAIN_TAGS.match(text, start)
    if plain is not None and not text.startswith("[", plain.end()):
        end = plain.end() - 1 if text[plain.end() - 1] == "\n" else plain.end()
        words = text[start + 1 : end - 2].replace('"]\n[', ' "').split(' "')
        tags = dict(zip(words[::2], words[1::2], strict=True))
        if 2 * len(tags) == len(words):
            return [(0, tags)], [], end
    block = _BLOCK.match(text, start)
    end = block.end() if block else start + 1
    return *_tags_line_by_line(text[start:end], line), end


def _tags_line_by_line(block: str, line: int) -> tuple[list[Tags], list[Odd]]:
    games: list[Tags] = [(0, {})]
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


# Movetext.


def _end_of_game(game: Game, movetext: str) -> list[Odd]:
    """Note moves and result token of the text that follows a game's tags."""
    bare = _COMMENT.sub(" ", movetext) if "{" in movetext or ";" in movetext else movetext
    bare = bare.strip()
    last = bare.rsplit(None, 1)[-1] if bare else "-"
    if last != "-" and len(last) < 12 and fields.game_result(last).understood:
        game.token = last
    if not _MOVE.search(bare):
        return []
    game.moves = bare
    tokens = len(_RESULT_TOKEN.findall(bare)) if "\n\n" in bare else 1
    if tokens < 2:
        return []
    detail = f"{tokens} results behind one set of tags"
    return [Odd(game.line, "moves without tags", detail, 2 * (tokens - 1))]
