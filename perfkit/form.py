"""Form over time: the true performance over the last games or the last days, with its band."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit.games import complete
from perfkit.methods import performance_ratings
from perfkit.table import LEFT_OUT, LeftOut, performance_table
from perfkit.uncertainty import score_intervals

if TYPE_CHECKING:
    import pandas as pd

    from perfkit._validation import FloatArray, IntArray

__all__ = ["rolling_performance", "used_games"]

NO_FULL_DATE = "no full date"
_MOST_COMPARED = 5000  # names; more than so many take seconds to compare
_FULL_DATE = r"\d{4}-\d\d-\d\d"
_TRUE = {"logistic": "true_logistic", "normal": "true_normal"}
_SHOWN = ("date", "round", "opponent", "opponent_rating", "result")


def rolling_performance(
    games: Any,
    *,
    player: str | Sequence[str] | None = None,
    window: int = 20,
    days: int | None = None,
    level: float = 0.95,
    curve: str = "logistic",
    unrated: str | float = "drop",
    forfeits: str = "drop",
) -> pd.DataFrame:
    """How did a player's performance move, over the last so many games or days?

    After every game the true performance over the games in the window, Σ E(R − Rᵢ) = S, with its
    score interval from the draws observed in it.

    Parameters
    ----------
    games : DataFrame
        As `perfkit.performance_table` takes it.
    player : str or list of str, optional
        Identifier or name of the player; or the identifiers that are known to be one player, where
        a file shows one name with several ratings. May be left out where all games are one
        player's.
    window : int
        Number of games in the window, at most those that count. The rows before it is full are NaN.
    days : int, optional
        Length of the window in days up to and with the day of the game, in place of `window`.
        Every row then has a value, and games without a full date are left out.
    level : float
        Between 0 and 1, for the band.
    curve : {"logistic", "normal"}
        Whether the ratings are `true_logistic` or `true_normal`.
    unrated, forfeits
        As `perfkit.performance_table`.

    Returns
    -------
    DataFrame
        One row per game that counts, in order of time: date, round, opponent, opponent_rating (Elo
        points), result, then for the window that ends there games, score,
        average_opponent_rating, rating, low and high (Elo points; infinite where unbounded).
        `.attrs` holds player, window (in words), days, curve, level, order and left_out.

    Raises
    ------
    ValueError
        As `perfkit.performance_table`; a player who has no games or whose name stands for several
        identifiers (they are listed); a window longer than the games that count; `days` below 1.

    See Also
    --------
    perfkit.performance_table : slices that do not overlap, such as by month.
    perfkit.plots.form : the picture of this frame.

    Notes
    -----
    Neighbouring windows share nearly all their games, so a swing over many rows may be the work of
    one game that came in and went out again. Games are ordered by date and round where every one of
    them has a full date, otherwise as they stand in the source; `.attrs["order"]` says which.

    References
    ----------
    As `perfkit.performance_rating` and `perfkit.interval`.

    Examples
    --------
    >>> from perfkit import datasets
    >>> form = rolling_performance(datasets.load("candidates2022"), player="Ding, Liren", window=7)
    >>> form[["round", "games", "score", "rating"]].round(2).iloc[[5, 6, 13]]
       round  games  score   rating
    5      6      6    NaN      NaN
    6      7      7    3.0  2716.93
    13    14      7    5.0  2926.43
    """
    check.one_of(curve, _TRUE, "curve")
    counted = used_games(games, player=player, unrated=unrated, forfeits=forfeits)
    told: dict[Any, Any] = counted.attrs
    if days is not None:
        counted, told = _with_full_date(counted)
    starts = _starts(counted, window, days)
    frame = counted[list(_SHOWN)].reset_index(drop=True)
    _add_windows(frame, starts, level, curve)
    frame.attrs = {
        **told,
        "window": f"{days} days" if days is not None else f"{window} games",
        "days": days,
        "curve": curve,
        "level": float(level),
    }
    return frame


def used_games(
    games: Any,
    *,
    player: str | Sequence[str] | None = None,
    unrated: str | float = "drop",
    forfeits: str = "drop",
) -> pd.DataFrame:
    """Which games of a player count for a performance, in order of time?

    What `perfkit.performance_table` adds up, game by game: for `perfkit.interval` with its results,
    or for `perfkit.explain.leave_one_out`.

    Parameters
    ----------
    games : DataFrame
        As `perfkit.performance_table` takes it.
    player : str or list of str, optional
        Identifier or name of the player; or the identifiers that are known to be one player, where
        a file shows one name with several ratings. May be left out where all games are one
        player's.
    unrated, forfeits
        As `perfkit.performance_table`.

    Returns
    -------
    DataFrame
        The rows that count; `.attrs` holds player, order ("date and round" or "as in the source")
        and left_out, the other rows with their reason.

    Raises
    ------
    ValueError
        As `perfkit.performance_table`; a player who has no games, or whose name stands for several
        identifiers.

    See Also
    --------
    rolling_performance : the performance over these games as it moved.

    Notes
    -----
    An unrated opponent with a stated rating carries it in `opponent_rating`.

    References
    ----------
    FIDE C.07 (1 March 2026) article 10: only games played over the board.

    Examples
    --------
    >>> from perfkit import datasets
    >>> giri = used_games(datasets.load("tatasteel2022"), player="Giri, Anish")
    >>> len(giri), float(giri["result"].sum()), giri.attrs["left_out"]["why"].tolist()
    (12, 6.5, ['forfeit win'])
    """
    own = _games_of(complete(games), player)
    counted, left_out = _that_count(own, unrated, forfeits)
    ordered, order = _in_order(counted)
    ordered = ordered.reset_index(drop=True)
    ordered.attrs = {
        "player": str(own["player"].iloc[0]), "order": order, "left_out": LeftOut(left_out)
    }  # fmt: skip
    return ordered


def _games_of(frame: pd.DataFrame, player: str | Sequence[str] | None) -> pd.DataFrame:
    """Rows of one player: by name, by identifier, or by several identifiers told to be one."""
    if player is not None and not isinstance(player, str):
        unknown = sorted(set(player) - set(frame["player_id"]))
        if unknown or not player:
            check.fail("player", "list identifiers in the games", ", ".join(unknown) or "none")
        return frame[frame["player_id"].isin(player)]
    if player is not None:
        named = (frame["player_id"] == player) | (frame["player"] == player)
        if not named.any():
            near = _names_like(player, frame["player"].unique())
            like = f", such as {' or '.join(map(repr, near))}" if near else ""
            wanted = f"be an identifier or a name in the games{like}"
            check.fail("player", wanted, check.show(str(player)))
        frame = frame[named]
    found = frame["player_id"].drop_duplicates().tolist()
    if len(found) != 1:
        shown = f"{', '.join(found[:5])}{', ...' if len(found) > 5 else ''}" or "no game"
        check.fail("player", "name one player or list his identifiers", f"{len(found)}: {shown}")
    return frame


def _names_like(wanted: str, names: Iterable[str]) -> list[str]:
    """Names that have all words of the one wanted, or are nearly it; the order does not matter."""
    words = {name: sorted(re.findall(r"\w+", name.casefold())) for name in (wanted, *names)}
    asked = words.pop(wanted)
    if not asked:
        return []
    having = [name for name, own in words.items() if set(asked) <= set(own)]
    if having or len(words) > _MOST_COMPARED:
        return having[:3]
    known = {" ".join(own): name for name, own in words.items()}
    return [known[key] for key in difflib.get_close_matches(" ".join(asked), known)]


def _that_count(
    frame: pd.DataFrame, unrated: str | float, forfeits: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Let the table decide game by game which count; the second frame says why the others do not.

    Every row is made a group of its own, so the rules are those of `performance_table`.
    """
    # A table needs a method; of this one only the games are read, and "linear" takes any.
    table = performance_table(
        frame, by=_row_number, methods="linear", unrated=unrated, forfeits=forfeits
    )
    counts = table["games"].to_numpy() == 1
    used = frame.assign(opponent_rating=table["average_opponent_rating"].to_numpy())[counts]
    return used, table.attrs["left_out"]


def _with_full_date(frame: pd.DataFrame) -> tuple[pd.DataFrame, dict[Any, Any]]:
    """Leave out games of which the day is not known, and what to say about it."""
    import pandas as pd

    full = frame["date"].str.fullmatch(_FULL_DATE)
    undated = frame[~full].assign(why=NO_FULL_DATE)[list(LEFT_OUT)]
    both = pd.concat([pd.DataFrame(frame.attrs["left_out"]), undated], ignore_index=True)
    dated, order = _in_order(frame[full])
    return dated, {**frame.attrs, "order": order, "left_out": LeftOut(both)}


def _row_number(frame: pd.DataFrame) -> IntArray:
    return np.arange(len(frame))


def _in_order(frame: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Sort by date and round where all dates are full; ISO dates sort as text."""
    import pandas as pd

    if frame.empty or not frame["date"].str.fullmatch(_FULL_DATE).all():
        return frame, "as in the source"
    rounds = pd.to_numeric(frame["round"].str.split(".").str[0], errors="coerce")
    ordered = frame.assign(_round=rounds).sort_values(["date", "_round"], kind="stable")
    return ordered.drop(columns="_round"), "date and round"


def _starts(frame: pd.DataFrame, window: int, days: int | None) -> IntArray:
    """First row of the window that ends with each row; -1 where the window is not full yet."""
    import pandas as pd

    n_games = len(frame)
    if days is not None:
        length = check.whole_number(days, "days")
        if length < 1:
            check.fail("days", "be at least 1", f"{length}")
        day = pd.to_datetime(frame["date"]).to_numpy(dtype="datetime64[D]")
        return np.searchsorted(day, day - np.timedelta64(length - 1, "D")).astype(np.int64)
    length = check.whole_number(window, "window")
    if not 1 <= length <= n_games:
        check.fail("window", f"lie in [1, {n_games}], the games that count", f"{length}")
    starts = np.arange(n_games) - length + 1
    return np.where(starts < 0, -1, starts)


def _add_windows(frame: pd.DataFrame, starts: IntArray, level: float, curve: str) -> None:
    """Add the columns of the windows; all of them are rated in one call."""
    full = np.flatnonzero(starts >= 0)
    counts = full - starts[full] + 1
    rows = np.concatenate(
        [np.arange(starts[end], end + 1) for end in full] or [np.empty(0, dtype=np.int64)]
    )
    opponents = frame["opponent_rating"].to_numpy()[rows]
    results = frame["result"].to_numpy()[rows]
    scores = _sums(results, counts)
    ratings = performance_ratings(opponents, counts=counts, scores=scores, method=_TRUE[curve])
    low, high = score_intervals(
        opponents,
        counts=counts,
        scores=scores,
        draws=_sums((results == 0.5).astype(np.float64), counts),
        level=level,
        curve=curve,
    )
    so_far = np.arange(len(frame))
    frame["games"] = np.where(starts >= 0, so_far - starts, so_far) + 1
    columns = {
        "score": scores,
        "average_opponent_rating": _sums(opponents, counts) / counts,
        "rating": ratings, "low": low, "high": high,
    }  # fmt: skip
    for name, values in columns.items():
        column = np.full(len(frame), np.nan)
        column[full] = values
        frame[name] = column


def _sums(values: FloatArray, counts: IntArray) -> FloatArray:
    window = np.repeat(np.arange(counts.size), counts)
    return np.bincount(window, weights=values, minlength=counts.size).astype(np.float64)
