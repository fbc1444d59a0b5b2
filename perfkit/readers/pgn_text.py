"""PGN as text, cut into games: tags, and what little of the movetext matters.

Nothing here plays chess. Of the moves only three things matter: whether there are any, which result
stands behind them, and whether two games have the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from perfkit._coded import Coded, Numbers
from perfkit._validation import IntArray
from perfkit.readers import fields

# Possessive quantifiers (*+) keep every pattern linear on a line of any length.
_BLOCK = re.compile(r"\[[^\n]*+(?:\n\[[^\n]*+)*+")
_PLAIN_TAGS = re.compile(r'(?:\[\w++ "[^"\\\n]*+"\](?:\n|\Z))++(?!\[)')
_NEVER = re.compile(r"(?!)")
PATIENCE = 16
"""Games that are cut one by one before their tags are made a pattern, which takes a while."""
_MOST_TAGS = 60
_AT_A_TIME = 128  # games, whose values fit into the cache of a processor
_USED = re.compile(
    r"Event|Site|Date|Round|Result|Board|GameId|EventId|EventDate|UTCDate|Termination|"
    r"(?:White|Black)(?:Title|Elo|USCF|Rating|FideId|Federation|Fed|Country)?"
)
_TAG = re.compile(r'^\[([^"\n]*+)"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]?[ \t]*+$', re.M)
_TAG_BEGINS = re.compile(r'^[ \t]*+\[[ \t]*+\w[^"\n]*+"', re.M)
_INDENTED = re.compile(r"\n[ \t]++(?=\[)")
_INNER_QUOTES = re.compile(r'\[([^"\n]*+)"(.*)"[ \t]*+\]?[ \t]*+')
_TAGS_IN_ONE_LINE = re.compile(r'\[[ \t]*+(\w++)[ \t]*+"([^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"[ \t]*+\]')
_COMMENT = re.compile(r"\{[^}]*+\}?|;[^\n]*+|^%[^\n]*+", re.M)
_MOVE = re.compile(r"[a-h][1-8]")
_USUAL_TOKENS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))
_RESULT_TOKEN = re.compile(r"(?:^|(?<=\s))(?:1-0|0-1|1/2-1/2|½-½|0-0|\*)(?=\s|$)")


class Odd(NamedTuple):
    """A line or a piece of the file that is no part of a game."""

    line: int
    kind: str
    text: str
    records: int = 0


Names = tuple[str, ...]
Tags = tuple[int, Names, Sequence[str]]  # lines below the block's first, names, values


class _Alike:
    """Games with the same tags in the same order: a coded column per tag.

    Values are taken in some games at a time, while they are at hand: most are not new, and give
    their memory back at once.
    """

    def __init__(self, names: Names) -> None:
        self.games: list[int] = []
        self._names = names
        self._fresh: list[str] = []
        self._numbers = [Numbers() for _ in names]
        self._codes: list[list[IntArray]] = [[] for _ in names]

    def add(self, game: int, values: Sequence[str]) -> None:
        """Add a game by its number in the file."""
        self.games.append(game)
        self._fresh.extend(values)
        if len(self.games) % _AT_A_TIME == 0:
            self._take_in()

    def _take_in(self) -> None:
        for at, (numbers, codes) in enumerate(zip(self._numbers, self._codes, strict=True)):
            codes.append(numbers.of(self._fresh[at :: len(self._names)]))
        self._fresh.clear()

    def column(self, name: str) -> Coded:
        """Values of a tag, one per game."""
        if self._fresh:
            self._take_in()
        at = self._names.index(name)
        return Coded(list(self._numbers[at]), np.concatenate(self._codes[at]))


class Games:
    """The games of a text, tag by tag: no object per game, which is what makes reading fast."""

    def __init__(self) -> None:
        self.lines: list[int] = []
        self.moves: list[str] = []
        self.tokens: list[str] = []
        self.odd: list[Odd] = []
        self.forms: dict[Names, _Alike] = {}

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, line: int, names: Names, values: Sequence[str], moves: str, token: str) -> None:
        """Add a game."""
        self.add_to(self.alike(names), line, values, moves, token)

    def alike(self, names: Names) -> _Alike:
        """Games with these tags."""
        return self.forms.get(names) or self.forms.setdefault(names, _Alike(names))

    def add_to(
        self, alike: _Alike, line: int, values: Sequence[str], moves: str, token: str
    ) -> None:
        """Add a game to those with the same tags."""
        alike.add(len(self.lines), values)
        self.lines.append(line)
        self.moves.append(moves)
        self.tokens.append(token)

    def has(self, name: str) -> bool:
        """Tell whether any game has a tag."""
        return any(name in names for names in self.forms)

    def coded(self, name: str) -> Coded:
        """Values of a tag, one per game, "" where a game has none."""
        having = [alike for names, alike in self.forms.items() if name in names]
        numbers, codes = Numbers(), np.zeros(len(self), np.intp)
        if sum(len(alike.games) for alike in having) < len(self):
            numbers[""] = 0
        for alike in having:
            column = alike.column(name)
            codes[alike.games] = numbers.of(column.values)[column.codes]
        return Coded(list(numbers), codes)

    def parted(self, left_out: set[int]) -> tuple[Games, list[tuple[int, Names]]]:
        """The same without some of the games, and the lines and tag names of those."""
        tags: dict[int, tuple[Names, Sequence[str]]] = {}
        for names, alike in self.forms.items():
            columns = [alike.column(name) for name in names]
            for at, game in enumerate(alike.games):
                tags[game] = names, [column[at] for column in columns]
        kept, others = Games(), []
        for game, line in enumerate(self.lines):
            if game in left_out:
                others.append((line, tags[game][0]))
            else:
                kept.add(line, *tags[game], self.moves[game], self.tokens[game])
        return kept, others


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
    text = "\n" + text
    comments, games, form = _Comments(text), Games(), _Form()
    tags: Tags | None = None  # of the game whose moves come next, with its line in the file
    moves = token = ""
    at = searched = 0
    line = first_line - 1
    while (start := text.find("\n[", searched) + 1) > 0:
        gap = text[searched:start]
        if "[" in gap and _INDENTED.search(gap):
            return split(_INDENTED.sub("\n", text)[1:], first_line)
        if "{" in gap and (skip_to := comments.end_if_open(searched, start)):
            searched = skip_to
            continue
        gap = gap if at == searched else text[at:start]
        filled = not gap.isspace()
        if filled and tags is None:
            games.odd.append(Odd(line + 1, "text before the first tag", gap.strip()))
        elif filled and tags is not None:
            moves, token = _movetext(gap, tags[0], games.odd)
        line += gap.count("\n")
        usual = form.match(text, start)
        if usual is not None and (filled or tags is None or "White" in tags[1]):
            if tags is not None:
                games.add(*tags, moves, token)
            usual, line = _run_of_usual_games(text, usual, line, form, games)
            start, end = usual.start(), usual.end() - 1
            tags = line, form.caught, usual.groups("")
            moves = token = ""
        else:
            found, end = _tags(text, start, line, games)
            form.learn(found)
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
    if _INDENTED.search(rest):
        return split(_INDENTED.sub("\n", text)[1:], first_line)
    if tags is not None:
        games.add(*tags, *_movetext(rest, tags[0], games.odd))
    elif rest.strip():
        games.odd.append(Odd(first_line, "text before the first tag", rest.strip()))
    return games


def _run_of_usual_games(
    text: str, tags: re.Match[str], line: int, form: _Form, games: Games
) -> tuple[re.Match[str], int]:
    """Add games for as long as usual tags and moves without comments follow one another.

    Returns the tags of the first game whose end is not as usual, and their line.
    """
    match, alike = form.match, games.alike(form.caught)
    while True:
        end = tags.end() - 1
        start = text.find("[", end)
        gap = text[end:start]
        if start < 0 or gap[-1] != "\n" or "{" in gap or not (following := match(text, start)):
            return tags, line
        moves, token = _movetext(gap, line, games.odd)
        games.add_to(alike, line, tags.groups(""), moves, token)
        line += text.count("\n", tags.start(), start)
        tags = following


class _Form:
    """The tags of a file in their usual order, as one pattern that takes a whole block at once.

    Each tag may be missing, so that the pattern fits most games of most files; tags that nothing is
    read from are passed over. Only a block that names White fits. The pattern is made after some
    games, and again after twice as many misfits.
    """

    def __init__(self) -> None:
        self.names: Names = ()
        self.caught: Names = ()
        self.match = _NEVER.match
        self._misfits: list[Names] = []
        self._patience = PATIENCE

    def learn(self, block: list[Tags]) -> None:
        """Note the tags of a block that did not fit."""
        self._misfits += [names for _, names, _ in block]
        if len(self._misfits) < self._patience:
            return
        order = list(self.names)
        for names in dict.fromkeys(self._misfits):
            at = 0
            for name in names:
                if name in order:
                    at = order.index(name) + 1
                elif name.isidentifier() and len(order) < _MOST_TAGS:
                    order.insert(at, name)
                    at += 1
        self._misfits.clear()
        self._patience *= 2
        if "White" in order:
            self.names = tuple(order)
            self.caught = tuple(name for name in order if _USED.fullmatch(name))
            self.match = re.compile("".join(map(_tag_pattern, order)) + r"(?!\[)").match


def _tag_pattern(name: str) -> str:
    some, maybe = ("++", "") if name == "White" else ("*+", "?+")
    value = rf'[^"\\\n]{some}'
    return rf'(?:\[{name} "{f"({value})" if _USED.fullmatch(name) else value}"\]\n){maybe}'


def _continues(before: Names, after: Names) -> bool:
    """Tell whether tags after a blank line still belong to the game before it."""
    return not ("White" in before or "Black" in before or set(before) & set(after))


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


def _tags(text: str, start: int, line: int, games: Games) -> tuple[list[Tags], int]:
    """Tags of the block that begins at `start`, and where it ends.

    Usually every line has the plain form `[Name "value"]` and the block is one game's; then the
    whole block is cut at once.
    """
    plain = _PLAIN_TAGS.match(text, start)
    if plain is not None:
        end = plain.end() - 1 if text[plain.end() - 1] == "\n" else plain.end()
        words = text[start + 1 : end - 2].replace('"]\n[', ' "').split(' "')
        names = tuple(words[::2])
        if names in games.forms or len(set(names)) == len(names):
            return [(0, names, words[1::2])], end
    block = _BLOCK.match(text, start)
    end = block.end() if block else start + 1
    return _tags_line_by_line(text[start:end], line, games.odd), end


def _tags_line_by_line(block: str, line: int, remarks: list[Odd]) -> list[Tags]:
    games: list[tuple[int, dict[str, str]]] = [(0, {})]
    for offset, raw in enumerate(block.split("\n")):
        pairs = _TAG.findall(raw) or _TAGS_IN_ONE_LINE.findall(raw)
        if not pairs and (inner := _INNER_QUOTES.fullmatch(raw.strip())):
            pairs = [inner.groups()]
        if not pairs:
            remarks.append(Odd(line + offset, "tag line not understood", raw.strip()))
        for label, value in pairs:
            if label.strip() in games[-1][1]:
                games.append((offset, {}))
            games[-1][1][label.strip()] = _unescaped(value)
    return [(offset, tuple(tags), list(tags.values())) for offset, tags in games]


def _unescaped(value: str) -> str:
    return value.replace('\\"', '"').replace("\\\\", "\\") if "\\" in value else value


# Movetext.


def _movetext(text: str, line: int, remarks: list[Odd]) -> tuple[str, str]:
    """Moves and result token of the text that follows the tags of the game of a line."""
    bare = (_COMMENT.sub(" ", text) if "{" in text or ";" in text else text).strip()
    last = bare[-24:].rsplit(None, 1)[-1] if bare else "-"
    usual = last in _USUAL_TOKENS
    token = last if usual or (last != "-" and len(last) < 12 and _is_result(last)) else ""
    if not _MOVE.search(bare):
        return "", token
    tokens = len(_RESULT_TOKEN.findall(bare)) if "\n\n" in bare else 1
    if tokens > 1:
        detail = f"{tokens} results behind one set of tags"
        remarks.append(Odd(line, "moves without tags", detail, 2 * (tokens - 1)))
    return bare, token


def _is_result(text: str) -> bool:
    return fields.game_result(text).understood
