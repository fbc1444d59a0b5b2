"""The games table: one row per player and game, and why a row may not count.

Every reader ends here and every table, measure and explorer starts here. A game gives two rows, one
for each side; a bye or an absence gives one. `result` belongs to the row's own player, so that 0-0
and a half point for one side only are nothing special.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfkit import _validation as check
from perfkit._coded import Coded

if TYPE_CHECKING:
    import pandas as pd

#: Columns of the games table, in order, and what each holds.
COLUMNS: Mapping[str, str] = MappingProxyType(
    {
        "source": "text",
        "source_line": "whole",
        "game_id": "text",
        "event_id": "text",
        "event": "text",
        "site": "text",
        "date": "text",
        "round": "text",
        "board": "text",
        "player_id": "text",
        "player": "text",
        "player_rating": "number",
        "player_title": "text",
        "player_federation": "text",
        "opponent_id": "text",
        "opponent": "text",
        "opponent_rating": "number",
        "opponent_title": "text",
        "opponent_federation": "text",
        "color": "text",
        "result": "number",
        "played": "truth",
        "code": "text",
        "reason": "text",
    }
)

#: What a frame must hold at least to be a games table.
NEEDED = ("player", "opponent_rating", "result")

# Why a row is no game that was played; the words are those of `reason`.
FORFEIT_WIN = "forfeit win"
FORFEIT_LOSS = "forfeit loss"
SHORT_GAME = "game of less than one move"
NO_MOVES = "result without moves: suspected forfeit"
HALF_POINT_BYE = "half-point bye"
FULL_POINT_BYE = "full-point bye"
ALLOCATED_BYE = "pairing-allocated bye"
ZERO_POINT_BYE = "zero-point bye"
ABSENT = "absent"
NO_ENTRY = "no entry"
PENDING = "pending: no result yet"
BAD_RESULT = "result not understood"

#: Rows with an opponent and a result that nobody played for; `forfeits="count"` takes them in.
DECIDED_WITHOUT_PLAY = (FORFEIT_WIN, FORFEIT_LOSS, SHORT_GAME, NO_MOVES)


class Code(NamedTuple):
    """What a result code says: points of the row's player, played or not, and why not."""

    result: float
    played: bool
    reason: str


#: The codes of the Tournament Report File (TRF16, TRF26); a blank is written as "".
CODES: Mapping[str, Code] = MappingProxyType(
    {
        "1": Code(1.0, True, ""),
        "0": Code(0.0, True, ""),
        "=": Code(0.5, True, ""),
        "W": Code(1.0, False, SHORT_GAME),
        "D": Code(0.5, False, SHORT_GAME),
        "L": Code(0.0, False, SHORT_GAME),
        "+": Code(1.0, False, FORFEIT_WIN),
        "-": Code(0.0, False, FORFEIT_LOSS),
        "H": Code(0.5, False, HALF_POINT_BYE),
        "F": Code(1.0, False, FULL_POINT_BYE),
        "U": Code(1.0, False, ALLOCATED_BYE),
        "Z": Code(0.0, False, ZERO_POINT_BYE),
        "": Code(np.nan, False, NO_ENTRY),
    }
)


def outcome(code: str, *, understood: bool = True) -> Code:
    """Meaning of a code where a game stands; without one it is to come, or was not understood."""
    if code:
        return CODES[code]
    return Code(np.nan, False, PENDING if understood else BAD_RESULT)


def frame_of(columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Build the games table from one list per column, with the types that it always has."""
    types: dict[str, Any] = {"whole": np.int64, "number": np.float64, "truth": np.bool_}
    texts = [name for name, kind in COLUMNS.items() if kind == "text"]
    made: dict[str, Any] = dict.fromkeys(COLUMNS)
    made |= zip(texts, text_arrays([columns[name] for name in texts]), strict=True)
    for name in COLUMNS.keys() - texts:
        values, dtype = columns[name], types[COLUMNS[name]]
        made[name] = values.array(dtype) if isinstance(values, Coded) else np.asarray(values, dtype)
    return frame_with(made)


def text_arrays(columns: Sequence[Sequence[str]]) -> list[Any]:
    """Build text columns of one length, in which texts repeat: each value is converted once.

    To make an array takes long, so short columns are parts of one; of long ones each has its own,
    and memory is free again when nobody holds the column.
    """
    coded = list(map(Coded.of, columns))
    n_rows = len(columns[0])
    if n_rows > _LONG:
        return [_text_array(column.values).take(column.codes) for column in coded]
    starts = accumulate((len(column.values) for column in coded), initial=0)
    codes = [column.codes + start for column, start in zip(coded, starts, strict=False)]
    whole = _text_array([text for column in coded for text in column.values])
    whole = whole.take(np.concatenate(codes))
    return [whole[at * n_rows : (at + 1) * n_rows] for at in range(len(columns))]


_LONG = 10_000


def _text_array(texts: list[str]) -> Any:
    import pandas as pd

    return pd.array(texts, dtype=_text_dtype())


def frame_with(columns: Mapping[str, Any]) -> pd.DataFrame:
    """Build a frame of arrays; the index of its names, slow to make, is made once."""
    import pandas as pd

    frame = pd.DataFrame(dict(enumerate(columns.values())), copy=False)
    frame.columns = _index(tuple(columns)).copy(deep=True)
    return frame


@lru_cache(maxsize=8)
def _index(names: tuple[str, ...]) -> pd.Index[str]:
    import pandas as pd

    return pd.Index(names)


@lru_cache(maxsize=1)
def _text_dtype() -> Any:
    """What pandas calls "str" here, looked up once."""
    import pandas as pd

    return pd.Series([], dtype="str").dtype


def empty() -> pd.DataFrame:
    """Build a games table without rows."""
    return frame_of({name: [] for name in COLUMNS})


def complete(games: Any) -> pd.DataFrame:
    """Check a frame that may come from anywhere and add the columns of a games table it lacks.

    Parameters
    ----------
    games : DataFrame
        At least `player`, `opponent_rating` (Elo points, NaN or 0 for unrated) and `result`
        (0 to 1, NaN for none). Where they are missing, `player_id` is the player, `event_id` the
        event, every row is played whose `code` or `reason` says nothing else, ratings are NaN and
        texts empty.

    Returns
    -------
    DataFrame
        A new frame with every column of `COLUMNS`; further columns are kept as they are.

    Raises
    ------
    ValueError
        No frame, a missing column (named), text where numbers belong, a result outside [0, 1], an
        infinite rating.

    See Also
    --------
    perfkit.read_games : files to games.

    Notes
    -----
    A rating of 0 is how files write "unrated", so it becomes NaN, never a number to average.

    References
    ----------
    FIDE Tournament Report File 2026 (applied 1 September 2025), record 001: blank or 0 is unrated.

    Examples
    --------
    >>> import pandas as pd
    >>> mine = pd.DataFrame({"player": ["Ann"], "opponent_rating": [2400], "result": [0.5]})
    >>> complete(mine)[["player_id", "played", "opponent_rating"]]
      player_id  played  opponent_rating
    0       Ann    True           2400.0
    """
    import pandas as pd

    if not isinstance(games, pd.DataFrame):
        check.fail("games", "be a pandas DataFrame with one row per player and game", kind(games))
    for name in NEEDED:
        if name not in games.columns:
            found = ", ".join(map(str, games.columns)) or "no column"
            check.fail("games", f"have the columns {', '.join(NEEDED)}; `{name}` is missing", found)
    twice = games.columns[games.columns.duplicated()]
    if len(twice):
        check.fail("games", "have each column once", f"{twice[0]!r} twice")
    frame = games.copy(deep=False)
    frame.attrs = {}
    for name, what in COLUMNS.items():
        if name not in frame.columns:
            frame[name] = _default(name, frame)
        elif what == "number":
            _set(frame, name, _numbers(frame[name], name))
        elif what == "text":
            _set_text(frame, name)
        elif what == "truth" and frame[name].dtype != bool:
            frame[name] = _truths(frame[name], name)
    for name in ("player_rating", "opponent_rating"):
        ratings = frame[name].to_numpy()
        _set(frame, name, np.where(ratings == 0.0, np.nan, ratings))
    _check_results(frame["result"])
    return frame


def _set_text(frame: pd.DataFrame, name: str) -> None:
    """Fill missing texts; dates become ISO text, rounds and categories text, identifiers stay."""
    given = column = frame[name]
    if column.dtype.kind == "M":
        column = column.dt.strftime("%Y-%m-%d")
    elif name in ("date", "round") and column.dtype.kind in "iuf":
        column = column.map(lambda value: "" if value != value else f"{value:g}")
    if column.hasnans or column.dtype.name == "category":
        column = column.astype(object).where(column.notna(), "")
    if column is not given:
        frame[name] = column


def _played(frame: pd.DataFrame) -> Any:
    """What codes and reasons say of each row where the frame has no column `played`."""
    known = {code: meaning.played for code, meaning in CODES.items() if code}
    not_played = {meaning.reason for meaning in CODES.values() if not meaning.played}
    not_played |= {NO_MOVES, ABSENT, PENDING, BAD_RESULT}
    played = np.ones(len(frame), dtype=bool)
    if "code" in frame.columns:
        played &= frame["code"].map(lambda code: known.get(code, True)).to_numpy(dtype=bool)
    if "reason" in frame.columns:
        played &= ~frame["reason"].isin(not_played).to_numpy(dtype=bool)
    return played


def _set(frame: pd.DataFrame, name: str, values: Any) -> None:
    """Put values in a column where they differ from what it holds."""
    if frame[name].dtype != np.float64 or not np.array_equal(frame[name], values, equal_nan=True):
        frame[name] = values


def kind(value: Any) -> str:
    """Name the type of a value for an error message."""
    return f"a {type(value).__name__}"


def _default(name: str, frame: pd.DataFrame) -> Any:
    if name == "played":
        return _played(frame)
    if name in ("player_id", "opponent_id", "event_id"):
        named = name.removesuffix("_id")
        return frame[named] if named in frame.columns else ""
    by_type = {"text": "", "whole": 0, "number": np.nan, "truth": True}
    return by_type[COLUMNS[name]]


def _numbers(column: pd.Series[Any], name: str) -> Any:
    if column.dtype == np.float64:
        values = column.to_numpy()
    else:
        missing = column.isna().to_numpy(dtype=bool)
        values = np.full(len(column), np.nan)
        if not missing.all():
            values[~missing] = check.floats(column[~missing].tolist(), name)
    if np.isinf(values).any():
        at = int(np.flatnonzero(np.isinf(values))[0])
        check.fail(name, "be finite, or NaN where missing", f"{values[at]} in row {at}")
    return values


def _truths(column: pd.Series[Any], name: str) -> Any:
    wrong = [value for value in column.tolist() if not isinstance(value, bool | np.bool_)]
    if wrong:
        check.fail(name, "hold True and False", check.show(wrong[0]))
    return column.astype(bool)


def _check_results(results: pd.Series[Any]) -> None:
    values = results.to_numpy()
    wrong = (values < 0) | (values > 1)
    if wrong.any():
        at = int(np.flatnonzero(wrong)[0])
        check.fail("result", "lie in [0, 1], one game's points", f"{values[at]:g} in row {at}")
