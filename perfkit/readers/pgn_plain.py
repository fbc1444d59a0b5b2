"""The usual games of a PGN text, many at once, by arrays of characters and lines.

Most games of most files are written plainly: `[Name "value"]` on every line of the tags, White and
Black among them, no comment open where the next game's tags begin. Tags of such games are where
lines begin with a bracket. The first game that is not plain is left to `perfkit.readers.pgn_text`,
which knows every way to write a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, takewhile

import numpy as np

from perfkit._validation import IntArray
from perfkit.readers.pgn_games import Games, Odd
from perfkit.readers.pgn_moves import bare, endings, opens, remark_paragraphs

INDENTED = re.compile(r"\n[ \t]++(?=\[)")
LEAST, MOST = 1 << 12, 1 << 18
"""Characters that are looked at together: few after a game that is not plain, else many."""
_LONGEST_PAUSE = 64  # games that are left at once where hardly any is plain
_AT_A_TIME = 64  # games
_BETWEEN_TAGS = '"]\n['


class PlainGames:
    """Reads plain games, as many as there are on end."""

    def __init__(self, text: str, games: Games) -> None:
        self._text, self._games = text, games
        self._size = MOST
        self._pause = self._waiting = 0

    def read(self, start: int, line: int) -> tuple[int, int]:
        """Add games from the tags that begin at `start`; say where the tags begin that are left.

        These are the tags of the first game that is not plain, or of the last that is looked at.
        """
        if self._waiting:
            self._waiting -= 1
            return start, line
        text = self._text[start : start + self._size]
        piece = _Piece(text)
        codes = self._codes(piece)
        whole = piece.closed and codes.size == piece.n_tags.sum()
        if not whole:
            piece = _Piece(text, careful=True)
            codes = self._codes(piece)
        number = self._add(piece, codes, line) if piece.n_games else 0
        whole = whole and number == piece.n_games
        self._size = min(2 * self._size, MOST) if whole else LEAST
        self._pause = 0 if number or whole else min(2 * self._pause + 1, _LONGEST_PAUSE)
        self._waiting = self._pause
        return start + int(piece.begins[number]), line + int(piece.lines[number])

    def _codes(self, piece: _Piece) -> IntArray:
        """Numbers of all tags; some are read at a time, whose memory then serves the next."""
        parts = [self._games.tags.of(tags) for tags in piece.tags()]
        return np.concatenate([np.empty(0, np.intp), *parts])

    def _add(self, piece: _Piece, codes: IntArray, line: int) -> int:
        """Add the games before the first that is not plain; count them."""
        plain = self._games.tags.plain(codes, piece.n_tags)
        number = piece.n_games if plain.all() else int(plain.argmin())
        lines = (line + piece.lines[:number]).tolist()
        moves, tokens = piece.endings(lines, self._games.odd)
        number = len(moves)
        n_tags = piece.n_tags[:number]
        self._games.add_some(lines[:number], n_tags.tolist(), codes[: n_tags.sum()], moves, tokens)
        return number


class _Piece:
    """A text that begins with tags, in lines: its games, all but the last.

    `begins` and `lines` are places and lines of the tags, those of the last game too. If a line of
    tags does not end as it should, `closed` is false or there are fewer tags than lines; then be
    `careful`, and the games before that line are found.
    """

    def __init__(self, text: str, *, careful: bool = False) -> None:
        self._text = text
        ascii_only = text.isascii()
        encoded = text.encode() if ascii_only else text.encode("utf-32-le", "surrogatepass")
        characters = np.frombuffer(encoded, np.uint8 if ascii_only else np.uint32)
        ends = np.flatnonzero(characters == ord("\n"))
        begins = np.concatenate([[0], ends + 1])
        firsts = characters[begins[:-1]]
        is_tag, is_blank = firsts == ord("["), firsts == ord("\n")
        following = np.flatnonzero(is_tag[1:] & ~is_tag[:-1]) + 1
        if careful:
            as_it_should = (characters[ends - 1] == ord("]")) & (characters[ends - 2] == ord('"'))
            following = following[following <= (is_tag & ~as_it_should).argmax()]
        after = np.flatnonzero(is_tag[:-1] & ~is_tag[1:])[: following.size] + 1
        self.n_games = following.size
        self.lines = np.concatenate([[0], following])
        self.begins = begins[self.lines]
        self.n_tags = after - self.lines[:-1]
        self._tags_end = tags_end = ends[after - 1]
        blanks = is_blank.cumsum()
        self._paragraphs = blanks[following - 2] > blanks[after]  # blank lines but at the ends
        self._moves_begin = begins[after + is_blank[after]]
        self._moves_end = ends[following - 1 - is_blank[following - 1]]
        at_ends = characters[np.stack([self._moves_begin, self._moves_end - 1])]
        self._ragged = np.flatnonzero(((at_ends <= ord(" ")) | (at_ends > ord("~"))).any(axis=0))
        brackets = np.count_nonzero(characters[: begins[-1]] == ord("["))
        self._bare = not ("{" in text or ";" in text) and brackets == np.count_nonzero(is_tag)
        before = characters[np.stack([tags_end - 2, tags_end - 1])]
        self.closed = bool((before == [[ord('"')], [ord("]")]]).all())

    def tags(self) -> Iterator[list[str]]:
        """Tags of all games, without what stands between them, of some games at a time."""
        for at in range(0, self.n_games, _AT_A_TIME):
            games = slice(at, at + _AT_A_TIME)
            heads = self._texts(self.begins[:-1][games] + 1, self._tags_end[games] - 2)
            yield _BETWEEN_TAGS.join(heads).split(_BETWEEN_TAGS)

    def _texts(self, begins: IntArray, ends: IntArray) -> list[str]:
        places = zip(begins.tolist(), ends.tolist(), strict=True)
        return [self._text[begin:end] for begin, end in places]

    def endings(self, lines: list[int], odd: list[Odd]) -> tuple[list[str], list[str]]:
        """Moves and result tokens of the games of some lines, up to a comment left open."""
        number = len(lines)
        if self._bare:
            begins, ends = self._moves_begin[:number].tolist(), self._moves_end[:number].tolist()
            text = self._text
            for at in self._ragged[self._ragged < number].tolist():
                moves = text[begins[at] : ends[at]].lstrip()
                begins[at] = ends[at] - len(moves)
                ends[at] = begins[at] + len(moves.rstrip())
        else:
            gaps = self._texts(self._tags_end[:number], self.begins[1 : number + 1])
            texts = list(map(bare, takewhile(_closed, gaps)))
            ends = list(accumulate(map(len, texts)))
            begins, text = [0, *ends[:-1]][: len(ends)], "".join(texts)
        for at in np.flatnonzero(self._paragraphs[: len(ends)]).tolist():
            remark_paragraphs(text[begins[at] : ends[at]], lines[at], odd)
        return endings(text, begins, ends)


def _closed(gap: str) -> bool:
    """Tell whether no comment stays open at the end of movetext, and no tag in it is indented."""
    return not ("{" in gap and opens(gap)) and not ("[" in gap and INDENTED.search(gap))
