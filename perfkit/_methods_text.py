"""The paragraph for a paper: what the numbers of a table mean, and on what they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perfkit import _validation as check
from perfkit._text import rating_text
from perfkit.methods import METHODS, Method

if TYPE_CHECKING:
    import pandas as pd

    from perfkit.uncertainty import Interval

_NEEDED = ("methods", "choices", "left_out")
_OPPONENTS = {
    "each": "each opponent counted",
    "average": "the opponents taken as their average",
}
_UNRATED = {"drop": "were left out", "refuse": "did not occur"}
_FORFEITS = {
    "drop": "Forfeits, byes and unplayed rounds do not count",
    "count": "Forfeits count like games over the board; byes and unplayed rounds do not",
}


def methods_text(table: Any, *, interval: Interval | None = None) -> str:
    """What must a paper say beside these numbers?

    Parameters
    ----------
    table : DataFrame
        As `perfkit.performance_table` gives it, or some of its rows.
    interval : Interval, optional
        As `perfkit.interval` gives it, for the one number that the paper is about.

    Returns
    -------
    str
        One paragraph: the games used of those found with the reasons, whose ratings, each method
        with its curve, opponents, rounding and source, draws, intervals where the table has them,
        the version, and how to cite perfkit.

    Raises
    ------
    ValueError
        A table that comes from elsewhere, or has lost its attributes.

    See Also
    --------
    perfkit.performance_table : where the choices are made.

    Notes
    -----
    Of a part of the table, only the games of the players in it are counted. pandas drops attributes
    in some operations, such as a merge: call this before.

    References
    ----------
    Each entry of `perfkit.METHODS` names its own.

    Examples
    --------
    >>> import pandas as pd
    >>> from perfkit import performance_table
    >>> mine = pd.DataFrame({"player": "Ann", "opponent_rating": [2400, None], "result": [1, 0.5]})
    >>> text = methods_text(performance_table(mine, by="player", methods=["linear"]))
    >>> print(text[:97])
    1 of 2 games found was used (one player's game each); left out: unrated opponent (1). Opponents'
    """
    _check(table)
    sentences = [
        _games(table),
        _ratings(table),
        f"{_FORFEITS[table.attrs['choices']['forfeits']]}.",
        *(_method(METHODS[name]) for name in table.attrs["methods"] if name in table.columns),
        "A draw is half a point, and the score is the sum of the results of the games used.",
        *_intervals(table, interval),
        _citation(),
    ]
    return " ".join(sentences)


def _check(table: Any) -> None:
    attributes = getattr(table, "attrs", {})
    missing = [name for name in _NEEDED if name not in attributes]
    if missing or "games_found" not in table.columns:
        check.fail(
            "table",
            "come from perfkit.performance_table, with its attributes",
            f"{type(table).__name__} without {', '.join(missing) or 'its columns'}",
        )


def _games(table: pd.DataFrame) -> str:
    """Say how many games were used of those found, and why not the others."""
    found, used = int(table["games_found"].sum()), int(table["games"].sum())
    left_out = table.attrs["left_out"]
    if "player_id" in table.columns:
        left_out = left_out[left_out["player_id"].isin(table["player_id"])]
    reasons = left_out["why"].value_counts()
    verb = "was" if used == 1 else "were"
    text = f"{used} of {found} games found {verb} used (one player's game each)"
    if used == found:
        return f"{text}."
    if int(reasons.sum()) != found - used:  # groups that cut through players, such as by month
        return f"{text}; {found - used} were left out."
    told = ", ".join(f"{why} ({count})" for why, count in reasons.items())
    return f"{text}; left out: {told}."


def _ratings(table: pd.DataFrame) -> str:
    """Say whose ratings they are, and what became of unrated opponents."""
    unrated = table.attrs["choices"]["unrated"]
    missing = _UNRATED.get(unrated) if isinstance(unrated, str) else None
    said = missing or f"were counted with a rating of {unrated:g}"
    return (
        "Opponents' ratings are those printed in the source, taken as exact: no uncertainty of "
        f"theirs enters. Unrated opponents {said}."
    )


def _method(method: Method) -> str:
    """Define one method: solution, curve, opponents, score, rounding, source."""
    score = "" if method.score_rule == "as made" else f", score: {method.score_rule}"
    return (
        f"The column {method.name} is {method.solution}: {method.curve.name} curve, "
        f"E(d) = {method.curve.formula}, {_OPPONENTS[method.opponents]}{score}, "
        f"rounding: {method.rounding}; source: {method.reference}."
    )


def _intervals(table: pd.DataFrame, interval: Interval | None) -> list[str]:
    """Say what the columns of intervals hold and the interval given, or that there are none."""
    methods = table.attrs["methods"]
    having = [name for name in methods if f"{name}_low" in table.columns]
    said = []
    if having:
        level, kind = table.attrs["level"], table.attrs["kind"]
        said.append(
            f"The columns _low and _high of {', '.join(having)} are {100 * level:g} % {kind} "
            "intervals from the draws observed."
        )
    if interval is not None:
        number = f"true_{interval.curve} {rating_text(interval.estimate)}"
        said.append(f"The interval for {number} is {interval}.")
    if said:
        said.append("Intervals hold the chance of the games alone.")
    without = [name for name in methods if not name.startswith("true_")]
    if said and without:
        said.append(f"No interval is given for {', '.join(without)}.")
    return said or ["No intervals are given."]


def _citation() -> str:
    from perfkit import __version__

    return (
        f"Computed with perfkit {__version__} (The perfkit developers, perfkit: chess performance "
        f"ratings, every definition by its name, version {__version__}; see CITATION.cff), citing "
        "the method by its name."
    )
