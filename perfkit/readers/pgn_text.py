"""PGN as text, cut into games: every way to write tags that is met."""

from __future__ import annotations

import re
from collections.abc import Sequence

from perfkit.readers.pgn_games import Games, Names, Odd
from perfkit.readers.pgn_moves import Comments, movetext
from perfkit.readers.pgn_plain import INDENTED, PlainGames

# Possessive quantifiers (*+) keep every pattern linear on a line of any length.
_BLOCK = re.compile(r"\[[^\n]*+(?:\n\[[^\n]*+)*+")
_PLAIN_TAGS = re.compile(r'(?:\[\w++ "[^"\\\n]*+"\](?:\n|\Z))++(?!\[)')
_TAG = re.compile(r'^\[([^"\n]*+)"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]?[ \t]*+$', re.M)
_TAG_BEGINS = re.compile(r'^[ \t]*+\[[ \t]*+\w[^"\n]*+"', re.M)
_INNER_QUOTES = re.compile(r'\[([^"\n]*+)"(.*)"[ \t]*+\]?[ \t]*+')
_TAGS_IN_ONE_LINE = re.compile(r'\[[ \t]*+(\w++)[ \t]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]')

_MOST_TAGS = 200  # of a game that is cut by blank lines
TagsOfGame = tuple[int, Names, Sequence[str]]  # lines below the block's first, names, values


def looks_like_pgn(text: str) -> bool:
    """Tell whether a text has a tag pair near its beginning."""
    return _TAG_BEGINS.search(text[:65536]) is not None


def has_moves(text: str) -> bool:
    """Tell whether any game of a text has moves."""
    return any(split(text, 1).moves)


def split(text: str, first_line: int) -> Games:
    """Cut a text into games.

    A game begins where tags follow moves or a blank line, or where a tag comes again; a blank line
    between tags that have named no player yet does not part them.
    """
    if text[:1] in (" ", "\t") and text.lstrip(" \t").startswith("["):
        text = INDENTED.sub("\n", "\n" + text)[1:]
    comments, games = Comments(text), Games()
    plain = PlainGames(text, games)
    tags: TagsOfGame | None = None  # of the game whose moves come next, with its line in the file
    moves = token = ""
    at = searched = 0
    line = first_line
    while (start := _next_tags(text, searched)) >= 0:
        gap = text[searched:start]
        if "[" in gap and INDENTED.search(gap):
            return split(INDENTED.sub("\n", text), first_line)
        if "{" in gap and (skip_to := comments.end_if_open(searched, start)):
            searched = skip_to
            continue
        gap = gap if at == searched else text[at:start]
        filled = gap != "" and not gap.isspace()
        if filled and tags is None:
            games.odd.append(Odd(line, "text before the first tag", gap.strip()))
        elif filled and tags is not None:
            moves, token = movetext(gap, tags[0], games.odd)
        line += gap.count("\n")
        if tags is None or filled or "White" in tags[1]:
            if tags is not None:
                games.add(*tags, moves, token)
                tags = None
            start, line = plain.read(start, line)
        found, end = _tags(text, start, line, games.odd)
        for number, (offset, names, values) in enumerate(found):
            if tags is not None:
                if not number and not filled and _continues(tags[1], names):
                    tags = tags[0], tags[1] + names, (*tags[2], *values)
                    continue
                games.add(*tags, moves, token)
            tags = line + offset, names, values
            moves = token = ""
        line += text.count("\n", start, end)
        at = searched = end
    rest = text[at:]
    if INDENTED.search(rest):
        return split(INDENTED.sub("\n", text), first_line)
    if tags is not None:
        games.add(*tags, *movetext(rest, tags[0], games.odd))
    elif rest.strip():
        games.odd.append(Odd(first_line, "text before the first tag", rest.strip()))
    return games


def _next_tags(text: str, searched: int) -> int:
    """Place of the next line that begins with a bracket, -1 if there is none."""
    return 0 if not searched and text.startswith("[") else (text.find("\n[", searched) + 1 or -1)


def _continues(before: Names, after: Names) -> bool:
    """Tell whether tags after a blank line still belong to the game before it."""
    if len(before) > _MOST_TAGS or "White" in before or "Black" in before:
        return False
    return not set(before) & set(after)


# Tags.


def _tags(text: str, start: int, line: int, odd: list[Odd]) -> tuple[list[TagsOfGame], int]:
    """Tags of the block that begins at `start`, and where it ends.

    Usually every line has the plain form `[Name "value"]` and the block is one game's; then the
    whole block is cut at once.
    """
    plain = _PLAIN_TAGS.match(text, start)
    if plain is not None:
        end = plain.end() - 1 if text[plain.end() - 1] == "\n" else plain.end()
        words = text[start + 1 : end - 2].replace('"]\n[', ' "').split(' "')
        names = tuple(words[::2])
        if len(set(names)) == len(names):
            return [(0, names, words[1::2])], end
    block = _BLOCK.match(text, start)
    end = block.end() if block else start + 1
    return _tags_line_by_line(text[start:end], line, odd), end


def _tags_line_by_line(block: str, line: int, odd: list[Odd]) -> list[TagsOfGame]:
    games: list[tuple[int, dict[str, str]]] = [(0, {})]
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
    return [(offset, tuple(tags), list(tags.values())) for offset, tags in games]


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\") if "\\" in value else value
