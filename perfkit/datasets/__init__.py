"""Small data sets of facts: who met whom, at which rating, with which result.

All files are written for perfkit from facts; `SOURCES.csv` beside them says for each where the
facts come from and when they were entered. Nothing is downloaded.
"""

from __future__ import annotations

import csv
import math
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from perfkit import _validation as check
from perfkit.methods import METHODS, performance_rating

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["famous", "load", "names", "path"]

_HERE = Path(__file__).parent


class _Source(NamedTuple):
    """One row of SOURCES.csv."""

    name: str
    kind: str
    line: str
    origin: str
    date: str


@cache
def _sources() -> dict[str, _Source]:
    with (_HERE / "SOURCES.csv").open(encoding="utf-8", newline="") as file:
        rows = [_Source(**row) for row in csv.DictReader(file)]
    return {row.name: row for row in rows}


def names() -> dict[str, str]:
    """Which data sets are there, and what does each hold?

    Returns
    -------
    dict
        Name -> one line.

    See Also
    --------
    load : one of them as a frame.

    Notes
    -----
    The origin of each stands in `SOURCES.csv` in the folder of `path`.

    Examples
    --------
    >>> from perfkit import datasets
    >>> print(datasets.names()["linares1994"])
    Linares 1994: ratings and scores of 14 players, every pair met once (no single results)
    """
    return {row.name: row.line for row in _sources().values()}


def path(name: str) -> Path:
    """Where does the file of a data set lie?

    Parameters
    ----------
    name : str
        One of `names()`.

    Returns
    -------
    pathlib.Path
        The CSV file; those with games can go to `perfkit.read_games` as any other file.

    Raises
    ------
    ValueError
        A name that is none of them; the message lists them.

    See Also
    --------
    load : the same as a frame.

    Examples
    --------
    >>> from perfkit import datasets
    >>> datasets.path("tatasteel2022").name
    'tatasteel2022.csv'
    """
    return _HERE / f"{check.one_of(name, _sources(), 'name')}.csv"


def load(name: str) -> pd.DataFrame:
    """Load a data set as a frame.

    Parameters
    ----------
    name : str
        One of `names()`.

    Returns
    -------
    DataFrame
        For an event with games the games table of `perfkit.games.COLUMNS`, one row per player and
        game, ready for `perfkit.performance_table`; byes and forfeits are rows with `played` False
        and a reason, missing ratings are NaN. "linares1994" has one row per player, with rating,
        score and number of games; "famous" is what `famous` gives.

    Raises
    ------
    ValueError
        A name that is none of them; the message lists them.

    See Also
    --------
    path : the file itself.
    famous : single performances with the value that was printed.

    Notes
    -----
    Ratings are those that the event was played with.

    Examples
    --------
    >>> from perfkit import datasets
    >>> games = datasets.load("tatasteel2022")
    >>> games.loc[~games["played"], ["round", "player", "opponent", "result"]].head(2)
       round         player       opponent  result
    96     7   Giri, Anish  Dubov, Daniil     1.0
    97     7  Dubov, Daniil   Giri, Anish     0.0
    """
    import pandas as pd

    from perfkit.readers import read_games

    file = path(name)
    kind = _sources()[name].kind
    if kind == "performances":
        return famous()
    if kind == "scores":
        return pd.read_csv(file, encoding="utf-8")
    return read_games(file).games


def famous() -> pd.DataFrame:
    """Which famous performances were printed, and which method gives the printed value?

    Returns
    -------
    DataFrame
        One row per performance and printed value: player, event, year, opponents (their ratings, a
        tuple), opponents_known ("each", "average" or "none"), score, n_games, printed (whole Elo
        points, missing where no value is known), printed_source, method (the method of `METHODS`
        that gives the printed value, missing where none does), also (further methods that round to
        it), value (what `method` gives, unrounded), note.

    See Also
    --------
    perfkit.compare : every method for one of these performances.

    Notes
    -----
    Where only the average opponent is known, `opponents` repeats it for every game, and only the
    methods that need no more than the average are asked. A method gives a printed value when its
    own, rounded to a whole number with halves up, is the same.

    References
    ----------
    Column `printed_source`.

    Examples
    --------
    >>> from perfkit import datasets
    >>> columns = ["player", "year", "printed", "method", "value"]
    >>> datasets.famous().loc[[0, 1], columns].round(2)
        player  year  printed            method    value
    0  Caruana  2014     3098              fide  3098.00
    1  Caruana  2014     3103  average_logistic  3103.13
    """
    import pandas as pd

    with path("famous").open(encoding="utf-8", newline="") as file:
        rows = [_performance(row) for row in csv.DictReader(file)]
    return pd.DataFrame(rows).astype({"printed": "Int64"})


def _performance(row: dict[str, str]) -> dict[str, Any]:
    """Make a row of `famous` from a row of its file."""
    n_games, score, method = int(row["n_games"]), float(row["score"]), row["method"] or None
    printed = int(row["printed"]) if row["printed"] else None
    opponents, known = _opponents(row, n_games)
    value = performance_rating(opponents, score, method=method) if method else math.nan
    others = _methods_giving(printed, opponents, score, known) if printed else []
    return {
        "player": row["player"],
        "event": row["event"],
        "year": int(row["year"]),
        "opponents": opponents,
        "opponents_known": known,
        "score": score,
        "n_games": n_games,
        "printed": printed,
        "printed_source": row["printed_source"],
        "method": method,
        "also": ", ".join(name for name in others if name != method),
        "value": value,
        "note": row["note"],
    }


def _opponents(row: dict[str, str], n_games: int) -> tuple[tuple[float, ...], str]:
    """Give the opponents' ratings, and how much of them is known."""
    if row["opponents"]:
        return tuple(float(rating) for rating in row["opponents"].split()), "each"
    if row["average_opponent_rating"]:
        return (float(row["average_opponent_rating"]),) * n_games, "average"
    return (), "none"


def _methods_giving(
    printed: int, opponents: tuple[float, ...], score: float, known: str
) -> list[str]:
    """Name the methods whose value rounds to the printed one, halves up."""
    asked = [m for m in METHODS.values() if known == "each" or m.opponents == known]
    values = {m.name: performance_rating(opponents, score, method=m.name) for m in asked}
    return [name for name, value in values.items() if printed - 0.5 <= value < printed + 0.5]
