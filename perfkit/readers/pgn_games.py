"""The games of a PGN text, tag by tag: no object per game, which is what makes reading fast."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from itertools import compress, islice, pairwise
from typing import NamedTuple

import numpy as np

from perfkit._coded import Coded, Numbers
from perfkit._validation import BoolArray, IntArray

_PLAIN = re.compile(r'\w++ "[^"\\\n]*+')
_ALL_PLAIN = re.compile(r'(?:\w++ "[^"\\\n]*+(?:\n|\Z))++')
_AT_A_TIME = 2048  # tags, which fit into the cache of a processor
_NO_BIT = 60  # the bit of all names but the first sixty, and of tags that are not plain

Names = tuple[str, ...]


class Odd(NamedTuple):
    """A line or a piece of the file that is no part of a game."""

    line: int
    kind: str
    text: str
    records: int = 0


class Tags(Numbers):
    """Numbers of tags, written `Name "value`, and what names and values they have."""

    def __init__(self) -> None:
        super().__init__()
        self.name_numbers = Numbers(White=0, Black=1)
        self.texts: list[str] = []
        self._names, self._bits = array("q"), array("q")

    def of(self, items: Sequence[str]) -> IntArray:
        """Numbers of some tags; what is new is taken in."""
        known = len(self)
        codes = super().of(items)
        if len(self) > known:
            self._learn([*islice(reversed(self), len(self) - known)][::-1])
        return codes

    def _learn(self, tags: list[str]) -> None:
        parts = [tag.partition(' "') for tag in tags]
        self.texts += [value for _, _, value in parts]
        names = self.name_numbers.of([name for name, _, _ in parts]).astype(np.int64)
        bits = np.int64(1) << np.minimum(names, _NO_BIT)
        lines = "\n".join(tags)
        if lines.count("\n") >= len(tags) or not _ALL_PLAIN.fullmatch(lines):
            bits[[_PLAIN.fullmatch(tag) is None for tag in tags]] = 1 << _NO_BIT
        self._names.frombytes(names.tobytes())
        self._bits.frombytes(bits.tobytes())

    def names(self, codes: IntArray) -> IntArray:
        """Numbers of the names of some tags."""
        return np.frombuffer(self._names, np.int64)[codes]

    def plain(self, codes: IntArray, n_tags: IntArray) -> BoolArray:
        """Tell which games have plain tags, White and Black among them, no name twice.

        `n_tags` are the numbers of tags of each game. Names have a bit each; those that come late
        have none, and a game with such a name, which is rare, does not count as plain.
        """
        bits = np.frombuffer(self._bits, np.int64)[codes]
        every = np.bitwise_or.reduceat(bits, n_tags.cumsum() - n_tags)
        once = np.bitwise_count(every) == n_tags
        plain: BoolArray = once & (every & 3 == 3) & (every < 1 << _NO_BIT)
        return plain


class Games:
    """The games of a text: lines, result tokens, moves that may be shortened, and tags."""

    def __init__(self, tags: Tags | None = None) -> None:
        self.lines: list[int] = []
        self.moves: list[str] = []
        self.tokens: list[str] = []
        self.odd: list[Odd] = []
        self.tags = tags or Tags()
        self._n_tags: list[int] = []
        self._fresh: list[str] = []
        self._codes: list[IntArray] = []
        self._found: dict[str, tuple[IntArray, IntArray]] | None = None

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, line: int, names: Names, values: Sequence[str], moves: str, token: str) -> None:
        """Add a game."""
        self._fresh += [f'{name} "{value}' for name, value in zip(names, values, strict=True)]
        self._note([line], [len(names)], [moves], [token])
        if len(self._fresh) > _AT_A_TIME:
            self._take_in()

    def add_some(
        self,
        lines: list[int],
        n_tags: list[int],
        codes: IntArray,
        moves: list[str],
        tokens: list[str],
    ) -> None:
        """Add games whose tags have numbers already: one array, in the order of the games."""
        self._take_in()
        self._codes.append(codes)
        self._note(lines, n_tags, moves, tokens)

    def _note(
        self, lines: list[int], n_tags: list[int], moves: list[str], tokens: list[str]
    ) -> None:
        self.lines += lines
        self.moves += moves
        self.tokens += tokens
        self._n_tags += n_tags
        self._found = None

    def _take_in(self) -> None:
        if self._fresh:
            self._codes.append(self.tags.of(self._fresh))
            self._fresh.clear()

    def has(self, name: str) -> bool:
        """Tell whether any game has a tag."""
        return name in self._columns()

    def coded(self, name: str) -> Coded:
        """Values of a tag, one per game, "" where a game has none."""
        columns = self._columns()
        if name not in columns:
            return Coded.constant("", len(self))
        games, codes = columns[name]
        having = Coded(self.tags.texts, codes).compact()
        if games.size == len(self):
            return having
        column = np.full(len(self), len(having.values), np.intp)
        column[games] = having.codes
        return Coded([*having.values, ""], column).map(str)  # "" may be there already

    def _columns(self) -> dict[str, tuple[IntArray, IntArray]]:
        """By name of a tag: the games that have it, and its numbers there."""
        if self._found is None:
            codes = self._all_tags()
            names = self.tags.names(codes)
            narrow = names.astype(np.uint16) if names.max(initial=0) < 2**16 else names
            order = narrow.argsort(kind="stable")  # of narrow numbers much faster
            games, codes = np.arange(len(self)).repeat(self._n_tags)[order], codes[order]
            ends = [0, *np.bincount(names).cumsum().tolist()]
            self._found = {
                name: (games[begin:end], codes[begin:end])
                for name, (begin, end) in zip(self.tags.name_numbers, pairwise(ends), strict=False)
                if begin < end
            }
        return self._found

    def _all_tags(self) -> IntArray:
        self._take_in()
        if len(self._codes) != 1:
            self._codes = [np.concatenate([np.empty(0, np.intp), *self._codes])]
        return self._codes[0]

    def parted(self, left_out: BoolArray) -> tuple[Games, list[tuple[int, Names]]]:
        """The same without some of the games, and the lines and tag names of those."""
        known, codes = list(self.tags.name_numbers), self._all_tags()
        kept, others = Games(self.tags), []
        keep = ~left_out
        lines, n_tags = (list(compress(part, keep)) for part in (self.lines, self._n_tags))
        moves, tokens = (list(compress(part, keep)) for part in (self.moves, self.tokens))
        kept.add_some(lines, n_tags, codes[keep.repeat(self._n_tags)], moves, tokens)
        ends = np.cumsum(self._n_tags)
        for game in np.flatnonzero(left_out).tolist():
            names = self.tags.names(codes[ends[game] - self._n_tags[game] : ends[game]])
            others.append((self.lines[game], tuple(known[name] for name in names)))
        return kept, others
