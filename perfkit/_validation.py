"""Checks of what users hand in: one sentence with the argument, what is allowed, what came."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]

_LARGEST_RATING = 1e9


def fail(name: str, allowed: str, got: str) -> NoReturn:
    """Raise the ValueError that every check raises, always in the same form."""
    raise ValueError(f"`{name}` must {allowed}, got {got}")


def show(value: Any) -> str:
    """Shorten a value for an error message: numbers as people write them, text in quotes."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, str | bytes):
        text = f"text {value!r}"
    elif isinstance(value, float | np.floating):
        text = f"{float(value):.15g}"
    elif isinstance(value, np.generic):
        text = repr(value.item())
    else:
        text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def floats(value: Any, name: str) -> FloatArray:
    """Convert anything that holds numbers to float64, so that no integer can wrap around.

    Lists, tuples, arrays of any integer or floating type, pandas Series, Decimal and Fraction are
    taken; text (numeric text too), booleans, dates, complex numbers and None are refused.
    """
    if isinstance(value, np.ndarray) and value.dtype.kind in "fiu":
        if isinstance(value, np.ma.MaskedArray):  # what is masked is missing
            return np.asarray(np.ma.filled(value.astype(np.float64), np.nan))
        return value.astype(np.float64, copy=False)  # nobody writes into what was handed in
    try:
        array = np.asarray(value)
    except ValueError:
        fail(name, "hold one number per game", "a nested list whose rows differ in length")
    if array.dtype.kind in "fiu" and not _holds_booleans(value):
        return array.astype(np.float64)
    if array.dtype.kind == "O" and array.ndim:
        flat = [_number(item, name, at) for at, item in enumerate(array.ravel())]
        return np.array(flat, dtype=np.float64).reshape(array.shape)
    if array.ndim == 0:
        return np.array(_number(value, name, None), dtype=np.float64)
    if array.size == 0:
        return np.empty(array.shape, dtype=np.float64)
    items: Iterable[Any] = value if isinstance(value, list | tuple) else array.ravel().tolist()
    for at, item in enumerate(items):
        if not _is_number(item):
            fail(name, "hold numbers", f"{show(item)} at position {at}")
    fail(name, "hold numbers", f"an array of {array.dtype}")


def _holds_booleans(value: Any) -> bool:
    # NumPy makes the list [2400, True] integers: an opponent rated 1.
    return isinstance(value, list | tuple) and any(isinstance(x, bool | np.bool_) for x in value)


def _is_number(item: Any) -> bool:
    return isinstance(item, Real | Decimal) and not isinstance(item, bool | np.bool_)


def _number(item: Any, name: str, at: int | None) -> float:
    if not _is_number(item):
        place = "" if at is None else f" at position {at}"
        what = "be a number" if at is None else "hold numbers"
        fail(name, what, f"{show(item)}{place}")
    try:
        return float(item)
    except (OverflowError, ValueError):  # an integer of 400 digits, a signalling NaN
        fail(name, "hold finite numbers", show(item))


def finite(value: Any, name: str) -> FloatArray:
    """Convert to float64 and refuse NaN and infinity, naming the place of the first."""
    array = floats(value, name)
    _refuse_unbounded(array, name)
    return array


def _refuse_unbounded(array: FloatArray, name: str) -> None:
    if not np.isfinite(array).all():
        if array.ndim == 0:
            fail(name, "be a finite number", show(array[()]))
        at = int(np.flatnonzero(~np.isfinite(array.ravel()))[0])
        fail(name, "hold finite numbers", f"{show(array.ravel()[at])} at position {at}")


def ratings(value: Any, name: str = "opponent_ratings") -> FloatArray:
    """Convert ratings to float64; finite, and of a size at which sums keep their digits."""
    array = floats(value, name)
    flat = np.asarray(array).ravel()
    # In one pass: where the sum of the squares is no more than 1e18, no rating is beyond 1e9.
    if not np.einsum("i,i->", flat, flat) <= _LARGEST_RATING**2:
        _refuse_unbounded(array, name)
        beyond = np.flatnonzero(np.abs(flat) > _LARGEST_RATING)
        if beyond.size:
            at = int(beyond[0])
            fail(name, "lie within 1e9 of 0", f"{show(flat[at])} at position {at}")
    return array


def opponents(value: Any, name: str = "opponent_ratings") -> FloatArray:
    """Check the ratings of one event: one dimension, at least one game, every rating finite."""
    array = ratings(value, name)
    if array.ndim == 0:
        fail(name, "be a list with one rating per game", show(value))
    if array.ndim > 1:
        fail(name, "be a flat list with one rating per game", f"an array of shape {array.shape}")
    if array.size == 0:
        fail(name, "hold at least one rating", "none")
    return array


def opponents_first(opponents: Any, second: Any, name: str) -> None:
    """Recognise arguments in the wrong order: one number where the list of opponents belongs."""
    if _is_number(opponents) and hasattr(second, "__len__") and not isinstance(second, str):
        fail(
            "opponent_ratings",
            f"come first, `{name}` second",
            f"one number first and {len(second)} after it: are they swapped?",
        )


def one_number(value: Any, name: str) -> FloatArray:
    """Check that a value is one finite number, and give it back as a 0-d array."""
    array = finite(value, name)
    if array.ndim:
        fail(name, "be one number", f"an array of shape {array.shape}")
    return array


def whole_number(value: Any, name: str, *, at_least: int | None = None) -> int:
    """Check that a value is one whole number, and not below a limit."""
    limit = "" if at_least is None else f" from {at_least} up"
    number = finite(value, name)
    if number.ndim or number != np.rint(number) or (at_least is not None and number < at_least):
        fail(name, f"be a whole number{limit}", show(value))
    return int(number)


def score_in_range(score: FloatArray, n_games: Any, name: str = "score") -> None:
    """Check that every score lies between 0 and its number of games."""
    if score.ndim == 0:
        fits = 0 <= float(score) <= n_games
    else:
        fits = not (score < 0).any() and not (score > n_games).any()
    if fits:
        return
    wrong = (score < 0) | (score > n_games)
    at = int(np.flatnonzero(wrong)[0])
    got, games = score.ravel()[at], np.broadcast_to(n_games, score.shape).ravel()[at]
    place = f" at position {at}" if score.ndim else ""
    fail(name, f"lie in [0, {games:g}]", f"{show(got)}{place}")


def half_points(score: FloatArray, needed_by: str, name: str = "score") -> None:
    """Check that every score is a multiple of one half, as `needed_by` wants it."""
    twice = 2.0 * score
    wrong = twice != np.rint(twice)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        place = f" at position {at}" if score.ndim else ""
        fail(name, f"be a multiple of 0.5 for {needed_by}", f"{show(score.ravel()[at])}{place}")


def whole(values: FloatArray, needed_by: str, name: str = "opponent_ratings") -> None:
    """Check that every rating is a whole number, as `needed_by` wants it."""
    wrong = values != np.rint(values)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        place = f" at position {at}" if values.ndim else ""
        fail(name, f"hold whole numbers for {needed_by}", f"{show(values.ravel()[at])}{place}")


def one_of(value: Any, known: Iterable[str], name: str) -> str:
    """Check a name against the known ones and list them where it is none of them."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        fail(name, f"be one of {', '.join(names)}", show(value))
    return value


def counts(value: Any, ratings: FloatArray, scores: FloatArray) -> IntArray:
    """Check the games per event of a batch against its flat ratings and its scores."""
    whole = isinstance(value, np.ndarray) and value.dtype.kind in "iu"
    array = value if whole else finite(value, "counts")
    for name, flat in (("opponent_ratings", ratings), ("counts", array), ("scores", scores)):
        if flat.ndim != 1:
            fail(name, "be a flat list", f"an array of shape {flat.shape}")
    if (array < 0).any() or (not whole and (array != np.rint(array)).any()):
        at = int(np.flatnonzero((array < 0) | (array != np.rint(array)))[0])
        fail("counts", "hold whole numbers from 0 up", f"{show(array[at])} at position {at}")
    if array.size != scores.size:
        fail("scores", f"hold one score per event, {array.size}", f"{scores.size}")
    if array.sum() != ratings.size:
        fail("counts", f"add up to the {ratings.size} opponent ratings", f"{array.sum():g}")
    return np.asarray(array.astype(np.int64, copy=False))


def plain(array: FloatArray) -> float | FloatArray:
    """Give a scalar back as a plain Python float, an array as it is."""
    return float(array) if array.ndim == 0 else array
