"""Columns in which values repeat: every different value once, and a number per row.

A file of thousands of games has few players, dates and results. Whatever is done once per different
value, and with whole arrays of numbers, costs next to nothing per row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, overload

import numpy as np

from perfkit._validation import IntArray


class Numbers(dict[Any, int]):
    """Numbers of values, given in the order in which the values are first asked for."""

    def __missing__(self, value: Any) -> int:
        """Give a new value the next number."""
        self[value] = number = len(self)
        return number

    def of(self, items: Sequence[Any]) -> IntArray:
        """Numbers of many values, in one pass: to reach values apart in memory takes longest."""
        return np.fromiter(map(self.__getitem__, items), np.intp, len(items))


class Coded(Sequence[Any]):
    """A column as `values`, all different, and `codes`: row i holds `values[codes[i]]`.

    To read from it is like reading a list; it cannot be changed.
    """

    __slots__ = ("codes", "values")

    def __init__(self, values: list[Any], codes: IntArray) -> None:
        self.values, self.codes = values, codes

    @classmethod
    def of(cls, items: Sequence[Any]) -> Coded:
        """Number the values of a list in the order in which they first occur."""
        if isinstance(items, Coded):
            return items
        values = dict.fromkeys(items)
        if len(values) == len(items):
            return cls(list(values), np.arange(len(values)))
        numbers = dict(zip(values, range(len(values)), strict=True))
        codes = np.fromiter(map(numbers.__getitem__, items), np.intp, len(items))
        return cls(list(values), codes)

    @classmethod
    def constant(cls, value: Any, n_rows: int) -> Coded:
        """Make a column that holds one value."""
        return cls([value], np.zeros(n_rows, np.intp))

    def __len__(self) -> int:
        return self.codes.size

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.__getitem__, self.codes.tolist())

    @overload
    def __getitem__(self, row: int) -> Any: ...
    @overload
    def __getitem__(self, row: slice | IntArray) -> Coded: ...
    def __getitem__(self, row: int | slice | IntArray) -> Any:
        if isinstance(row, slice | np.ndarray):
            return Coded(self.values, self.codes[row])
        return self.values[self.codes[row]]

    def map(self, function: Callable[[Any], Any]) -> Coded:
        """Apply a function to every different value."""
        made = Coded.of([function(value) for value in self.values])
        kept = len(made.values) == len(self.values)
        return Coded(made.values, self.codes if kept else made.codes[self.codes])

    def compact(self) -> Coded:
        """Keep only the values that occur."""
        occurs = np.zeros(len(self.values), np.bool_)
        occurs[self.codes] = True
        kept = np.flatnonzero(occurs)
        numbers = np.empty(occurs.size, np.intp)
        numbers[kept] = np.arange(kept.size)
        return Coded([self.values[code] for code in kept.tolist()], numbers[self.codes])

    def array(self, dtype: Any) -> Any:
        """Give the rows as an array of numbers or truth values."""
        return np.array(self.values, dtype)[self.codes] if self.values else np.empty(0, dtype)

    def seen(self) -> list[Any]:
        """Values that occur, in the order in which they first do."""
        order = np.fromiter(dict.fromkeys(self.codes.tolist()), np.intp)
        return [self.values[code] for code in order]


def alternate(first: Coded, second: Coded) -> Coded:
    """Interleave White's and Black's values."""
    if first is second:
        return Coded(first.values, first.codes.repeat(2))
    one, other = alike(first, second)
    codes = np.empty(2 * one.codes.size, np.intp)
    codes[::2], codes[1::2] = one.codes, other.codes
    return Coded(one.values, codes)


def crosswise(column: Coded) -> Coded:
    """Give each side what the other side has, in rows that are paired."""
    return Coded(column.values, column.codes.reshape(-1, 2)[:, ::-1].ravel())


def alike(first: Sequence[Any], second: Sequence[Any]) -> tuple[Coded, Coded]:
    """Number two columns by the same values, so that equal numbers are equal values."""
    one, other = Coded.of(first), Coded.of(second)
    if one.values is other.values:
        return one, other
    numbers = dict(zip(one.values, range(len(one.values)), strict=True))
    codes = [numbers.setdefault(value, len(numbers)) for value in other.values]
    values = list(numbers)
    return Coded(values, one.codes), Coded(values, np.array(codes, np.intp)[other.codes])


_MOST_CODES = 2**62
_FEW = 500  # rows, which are numbered before pandas has looked at their type


def _in_order(codes: IntArray) -> IntArray:
    """Number different numbers in the order in which they first occur."""
    if codes.size < _FEW:
        return Coded.of(codes.tolist()).codes
    from pandas import factorize

    return factorize(codes)[0]


def numbered(*columns: Coded) -> tuple[IntArray, IntArray]:
    """Number the different rows of some columns, and say where each first stands."""
    codes: Any = np.zeros(len(columns[0]), np.int64)
    n_codes = 1
    for column in columns:
        n_values = max(1, len(column.values))
        if n_codes * n_values > _MOST_CODES:
            codes = _in_order(codes)
            n_codes = int(codes.max(initial=0)) + 1
        codes, n_codes = codes * n_values + column.codes, n_codes * n_values
    codes = _in_order(codes)
    first = np.empty(codes.max(initial=-1) + 1, np.intp)
    first[codes[::-1]] = np.arange(codes.size - 1, -1, -1)
    return codes, first


def combined(function: Callable[..., Any], *columns: Coded) -> Coded:
    """Apply a function to every different row of some columns."""
    codes, first = numbered(*columns)
    rows = zip(*(column[first] for column in columns), strict=True)
    return Coded(list(rows), codes).map(lambda row: function(*row))
