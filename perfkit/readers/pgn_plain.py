"""The usual games of a PGN text, many at once, by arrays of characters and lines.

Most games of most files are written plainly: `[Name "value"]` on every line of the tags, White and
Black among them, no comment open where the next game's tags begin. Tags of such games are where
lines begin with a bracket. A game that is not plain is left to `perfkit.readers.pgn_text`, which
knows every way to write a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import numpy as np

from perfkit._validation import BoolArray, IntArray
from perfkit.readers.pgn_games import Games, Odd
from perfkit.readers.pgn_moves import bare, endings, opens, remark_paragraphs

INDENTED = re.compile(r"\n[ \t]++(?=\[)")
MOST = 1 << 18
"""Characters that are looked at together."""
_FEWEST = 4  # games on end; fewer are sooner read one by one
_AT_A_TIME = 64  # games, whose tags fit into the cache of a processor
_BETWEEN_TAGS = '"]\n['


class PlainGames:
    """Reads plain games, as many as there are on end; every piece of the text is cut once."""

    def __init__(self, text: str, games: Games) -> None:
        self._text, self._games = text, games
        self._origin = self._end = 0
        self._piece = Piece("")
        self._odd = self._codes = self._codes_end = np.empty(0, np.int64)

    def read(self, start: int, line: int) -> tuple[int, int]:
        """Add the plain games from the tags at `start` on; give place and line of the tags left.

        These are the tags of a game that is not plain or stands among such, or of the last of a
        piece, whose end is not seen yet.
        """
        if start >= self._end:
            self._cut(start)
        piece = self._piece
        first = int(piece.begins.searchsorted(start - self._origin))
        known = first < piece.n_games and piece.begins[first] == start - self._origin
        odd = self._odd[self._odd.searchsorted(first) :]
        stop = int(odd[0]) if odd.size else piece.n_games
        if not known or stop - first < _FEWEST:
            return start, line
        some, above = slice(first, stop), line - int(piece.lines[first])
        lines = (above + piece.lines[some]).tolist()
        moves, tokens = piece.endings(some, lines, self._games.odd)
        codes = self._codes[self._codes_end[first] : self._codes_end[stop]]
        self._games.add_some(lines, piece.n_tags[some].tolist(), codes, moves, tokens)
        return self._origin + int(piece.begins[stop]), above + int(piece.lines[stop])

    def _cut(self, start: int) -> None:
        """Cut the next piece into games, and find the odd ones."""
        self._piece = piece = Piece(self._text[start : start + MOST])
        self._origin, self._end = start, start + int(piece.begins[-1])
        plain = np.ones(piece.n_games, np.bool_)
        codes = self._numbers(piece, plain)
        if codes.size < piece.n_tags.sum() or not piece.ends_of_tags_are_plain():
            plain = piece.lines_of_tags_are_plain()
            codes = self._numbers(piece, plain)
        self._codes = codes
        self._codes_end = np.concatenate([[0], np.where(plain, piece.n_tags, 0).cumsum()])
        if codes.size:
            plain[plain] = self._games.tags.plain(codes, piece.n_tags[plain])
        self._odd = np.flatnonzero(~(plain & piece.comments_are_closed()))

    def _numbers(self, piece: Piece, games: BoolArray) -> IntArray:
        """Numbers of the tags of some games, a few at a time: their memory then serves the next."""
        parts = [self._games.tags.of(tags) for tags in piece.tags(games)]
        return np.concatenate([np.empty(0, np.int64), *parts])


class Piece:
    """A text that begins with tags, cut into games, all but the last.

    Parameters
    ----------
    text : str
        The text.

    Attributes
    ----------
    n_games : int
        Number of games, without the last.
    begins, lines : arrays of int
        Places and lines, from 0, where the tags of the games begin, those of the last too.
    n_tags : array of int
        Number of lines of tags of each game.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._characters = _characters(text)
        self._line_ends = np.flatnonzero(self._characters == ord("\n"))
        self._line_begins = np.concatenate([[0], self._line_ends + 1])
        self._firsts = self._characters[self._line_begins[:-1]]
        self._find_tags()
        self._find_moves()

    def _find_tags(self) -> None:
        """Find the lines that begin with a bracket, on end."""
        self._is_tag = is_tag = self._firsts == ord("[")
        following = np.flatnonzero(is_tag[1:] & ~is_tag[:-1]) + 1
        self.n_games = following.size
        self._after = np.flatnonzero(is_tag[:-1] & ~is_tag[1:])[: self.n_games] + 1
        self.lines = np.concatenate([[0], following])
        self.begins = self._line_begins[self.lines]
        self.n_tags = self._after - self.lines[:-1]
        self._tags_end = self._line_ends[self._after - 1]

    def _find_moves(self) -> None:
        """Find what stands between tags, without the blank line before and the one behind.

        Where one blank line is all, it is taken off twice: such moves end before they begin.
        """
        is_blank = self._firsts == ord("\n")
        before, behind = is_blank[self._after], is_blank[self.lines[1:] - 1]
        self._moves_begin = self._line_begins[self._after + before]
        self._moves_end = self._line_ends[self.lines[1:] - 1 - behind]
        blanks = is_blank.cumsum()
        self._paragraphs = blanks[self.lines[1:] - 2] > blanks[self._after]
        at_ends = self._characters[np.stack([self._moves_begin, self._moves_end - 1])]
        self._ragged = ((at_ends <= ord(" ")) | (at_ends > ord("~"))).any(axis=0)
        marks = np.count_nonzero(self._characters[: self._line_begins[-1]] == ord("["))
        has_comments = "{" in self._text or ";" in self._text
        self._is_bare = not has_comments and marks == np.count_nonzero(self._is_tag)

    def _plain_at(self, line_ends: IntArray) -> BoolArray:
        """Tell which lines end in a quotation mark and a bracket."""
        characters = self._characters
        last, mark = characters[line_ends - 1] == ord("]"), characters[line_ends - 2] == ord('"')
        plain: BoolArray = last & mark
        return plain

    def ends_of_tags_are_plain(self) -> bool:
        """Tell whether the last tags of all games end as they should: quick to see."""
        return bool(self._plain_at(self._tags_end).all())

    def lines_of_tags_are_plain(self) -> BoolArray:
        """Tell of which games all tags end as they should."""
        tags = np.flatnonzero(self._is_tag)
        odd = tags[~self._plain_at(self._line_ends[tags])]
        games = self.lines.searchsorted(odd, "right") - 1
        plain = np.ones(self.n_games + 1, np.bool_)
        plain[games] = False
        return plain[:-1]

    def comments_are_closed(self) -> BoolArray:
        """Tell behind which games no comment stays open, and no tag is indented."""
        if self._is_bare:
            return np.ones(self.n_games, np.bool_)
        gaps = self._texts(self._tags_end, self.begins[1:])
        return np.fromiter(map(_is_closed, gaps), np.bool_, len(gaps))

    def tags(self, games: BoolArray) -> Iterator[list[str]]:
        """Tags of some games, without what stands between them, a few games at a time."""
        begins, ends = self.begins[:-1][games] + 1, self._tags_end[games] - 2
        for at in range(0, begins.size, _AT_A_TIME):
            some = slice(at, at + _AT_A_TIME)
            yield _BETWEEN_TAGS.join(self._texts(begins[some], ends[some])).split(_BETWEEN_TAGS)

    def endings(self, some: slice, lines: list[int], odd: list[Odd]) -> tuple[list[str], list[str]]:
        """Moves and result tokens of some games, whose lines in the file are given."""
        text = self._text
        if self._is_bare:
            begins, ends = self._moves_begin[some].tolist(), self._moves_end[some].tolist()
            for at in np.flatnonzero(self._ragged[some]).tolist():
                moves = text[begins[at] : ends[at]].lstrip()
                begins[at] = ends[at] - len(moves)
                ends[at] = begins[at] + len(moves.rstrip())
        else:
            texts = list(map(bare, self._texts(self._tags_end[some], self.begins[1:][some])))
            text, ends = "".join(texts), list(accumulate(map(len, texts)))
            begins = [0, *ends[:-1]]
        for at in np.flatnonzero(self._paragraphs[some]).tolist():
            remark_paragraphs(text[begins[at] : ends[at]], lines[at], odd)
        return endings(text, begins, ends)

    def _texts(self, begins: IntArray, ends: IntArray) -> list[str]:
        places = zip(begins.tolist(), ends.tolist(), strict=True)
        return [self._text[begin:end] for begin, end in places]


def _characters(text: str) -> Any:
    """Characters as numbers, of one byte each where all are ASCII."""
    if text.isascii():
        return np.frombuffer(text.encode(), np.uint8)
    # Halves of surrogate pairs can only come from who calls `split` with them.
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")


def _is_closed(gap: str) -> bool:
    """Tell whether no comment stays open at the end of movetext, and no tag in it is indented."""
    return not ("{" in gap and opens(gap)) and not ("[" in gap and INDENTED.search(gap))
