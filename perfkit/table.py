"""Games in, one row per player and event out: what counted, and what each method makes of it.

Reading drops nothing; this is the one place that leaves games out. It does so by stated rules, and
keeps what it left out beside the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from perfkit import _validation as check
from perfkit.curves import expected_score
from perfkit.games import DECIDED_WITHOUT_PLAY, complete, text_arrays
from perfkit.methods import FIRST_FOUR, METHODS, Method, methods_by_name, performance_ratings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from perfkit._validation import FloatArray, IntArray

By = str | Callable[[pd.DataFrame], Any]

UNRATED = "unrated opponent"
NO_RESULT = "no result"
NOT_PLAYED = "not played"
SELF_PAIRING = "a player who meets himself"

#: Grouping by one of these names groups by its identifier and shows both.
IDENTIFIERS = {"event": "event_id", "player": "player_id", "opponent": "opponent_id"}

#: Columns that the table computes, so that no group may bear their names.
COMPUTED = (
    "games_found", "games", "score", "average_opponent_rating", "opponent_spread",
    "expected_score", "score_minus_expected",
)  # fmt: skip

#: Columns of `left_out`, the frame of what did not count.
LEFT_OUT = (
    "event", "player", "player_id", "opponent", "opponent_rating", "round", "color", "result",
    "code", "why", "source", "source_line",
)  # fmt: skip


class LeftOut(pd.DataFrame):
    """The games that did not count, as a frame that may travel in `.attrs`.

    pandas compares and deep-copies attributes whenever it joins or copies tables; of a plain frame
    the comparison has no truth value and raises. This one compares as a whole and is not copied.
    What is selected from it is a plain frame.
    """

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame

    def __eq__(self, other: object) -> Any:
        return self.equals(other) if isinstance(other, LeftOut) else super().__eq__(other)

    def __deepcopy__(self, memo: Any = None) -> LeftOut:
        return self


def performance_table(
    games: Any,
    *,
    by: By | Sequence[By] = ("event", "player"),
    methods: Any = FIRST_FOUR,
    unrated: str | float = "drop",
    forfeits: str = "drop",
    intervals: float | None = None,
) -> pd.DataFrame:
    """How well did everybody perform, in these games, by each definition?

    One row per group, by default per player and event. A group's games are those that were played,
    have a result and a rated opponent; its score is the sum of their results, never a file's points
    column.

    Parameters
    ----------
    games : DataFrame
        A games table as `read_games` gives it, or any frame with the columns `player`,
        `opponent_rating` (Elo points, NaN or 0 for unrated) and `result` (0 to 1); see
        `perfkit.games.COLUMNS` for the others.
    by : str, callable, or list of them
        What makes a group: names of columns, or functions that take the frame and return one value
        per row. "event", "player" and "opponent" group by their identifiers and show both.
    methods : list of str, or "all"
        Methods of `METHODS`, one column each.
    unrated : "drop", "refuse" or number
        Games against unrated opponents are left out; or raise an error; or the opponent counts with
        this rating.
    forfeits : {"drop", "count"}
        "count" takes in what was decided without play, as over-the-board games: codes + and -,
        games of less than one move (codes W D L), and results without moves. Byes and absences
        never count.
    intervals : float, optional
        A level such as 0.95 puts `_low` and `_high` columns beside `true_logistic` and
        `true_normal`: score intervals as `perfkit.interval` gives them with the draws observed.

    Returns
    -------
    DataFrame
        The groups, `player_rating` (own rating; the mean over the games used where it changed),
        `games_found`, `games`, `score`, `average_opponent_rating`, `opponent_spread` (highest less
        lowest), `expected_score` (own rating, logistic), `score_minus_expected`, then a column per
        method. `.attrs` holds `left_out` (a frame: every row found but not used, with its reason),
        `methods`, `choices` (`unrated`, `forfeits`), `caption`, and with intervals `level` and
        `kind`.

    Raises
    ------
    ValueError
        No frame, a missing column (named), an unknown method or choice; with `unrated="refuse"` an
        unrated opponent; a method that needs half points or whole ratings and meets others; with
        intervals a level outside (0, 1), or a result other than 1, ½ and 0.

    See Also
    --------
    perfkit.performance_ratings : the same numbers from flat arrays, without names.

    Notes
    -----
    Functions in `by` see the frame as it came: an unrated opponent is NaN in it, whatever `unrated`
    says. Per group, games_found = games + rows of `left_out`. A group without a usable game keeps
    its row with NaN. Unbounded values, at a score of 0 or n, are -inf and inf. Method "fide_ptp"
    needs whole ratings and raises where an opponent's is not: which way to round is for the user to
    say.
    No interval stands beside the other methods: none of them is a rating at which the curve makes
    the score likely, so nothing says how far the chance of the games carries them.

    References
    ----------
    FIDE C.07 (1 March 2026) article 10: only games played over the board; each column's method
    names its own.

    Examples
    --------
    >>> mine = pd.DataFrame({
    ...     "player": ["Ann"] * 4,
    ...     "opponent_rating": [2400, 2500, 2600, None],
    ...     "result": [1, 1, 0.5, 1],
    ... })
    >>> table = performance_table(mine, by="player")
    >>> table[["player", "games_found", "games", "score", "true_normal", "fide"]].round(2)
      player  games_found  games  score  true_normal    fide
    0    Ann            4      3    2.5      2785.03  2773.0
    >>> table.attrs["left_out"]["why"].tolist()
    ['unrated opponent']
    """
    chosen = methods_by_name(methods)
    check.one_of(forfeits, ("drop", "count"), "forfeits")
    frame = complete(games)
    opponent_ratings = _opponent_ratings(frame, unrated)
    table, group = _groups(frame, by)
    why = _why_left_out(frame, opponent_ratings, forfeits)
    if isinstance(unrated, str) and unrated == "refuse":
        _refuse_unrated(frame, why)
    rows = np.flatnonzero(why == "")
    rows = rows[np.argsort(group[rows], kind="stable")]
    used = Used(
        group=group[rows],
        counts=np.bincount(group[rows], minlength=len(table)),
        own_ratings=frame["player_rating"].to_numpy()[rows],
        opponent_ratings=opponent_ratings[rows],
        results=frame["result"].to_numpy()[rows],
    )
    table["player_rating"] = _own_rating(frame, group, used)
    table["games_found"] = np.bincount(group, minlength=len(table))
    _add_games(table, used)
    for method in chosen:
        table[method.name] = performance_ratings(
            used.opponent_ratings, counts=used.counts, scores=used.scores, method=method.name
        )
        if intervals is not None:
            _add_interval(table, used, method, intervals)
    _add_attributes(table, frame, why, [method.name for method in chosen], unrated, forfeits)
    if intervals is not None:
        table.attrs |= {"level": float(intervals), "kind": "score"}
        table.attrs["caption"] += _interval_caption(table, float(intervals))
    return table


@dataclass(frozen=True)
class Used:
    """The games that count, group after group, and how many each group has."""

    group: IntArray
    counts: IntArray
    own_ratings: FloatArray
    opponent_ratings: FloatArray
    results: FloatArray

    @cached_property
    def scores(self) -> FloatArray:
        """Points of each group."""
        return self.sums(self.results)

    def sums(self, values: FloatArray) -> FloatArray:
        """Sum of a value over the games of each group; 0 for a group without games."""
        sums = np.bincount(self.group, weights=values, minlength=self.counts.size)
        return sums.astype(np.float64)

    def means(self, values: FloatArray) -> FloatArray:
        """Mean of a value over the games of each group; NaN for a group without games."""
        return self.known(self.sums(values) / np.maximum(self.counts, 1))

    def known(self, values: FloatArray) -> FloatArray:
        """Replace what stands for a group without games by NaN."""
        return np.where(self.counts > 0, values, np.nan)


# Groups.


def _groups(frame: pd.DataFrame, by: By | Sequence[By]) -> tuple[pd.DataFrame, IntArray]:
    """Frame of the groups, in the order in which they first occur, and every row's number in it."""
    if not isinstance(by, str | Sequence) and not callable(by):
        check.fail("by", "hold column names or functions of the frame", check.show(by))
    wanted = [by] if isinstance(by, str) or callable(by) else list(by)
    if not wanted:
        check.fail("by", "name at least one column or function", "none")
    shown: dict[str, pd.Series[Any]] = {}
    group = np.zeros(len(frame), dtype=np.int64)
    for at, item in enumerate(wanted, 1):
        columns = _key(frame, item, at)
        for label in columns:
            if label in shown or label in COMPUTED or label in METHODS:
                check.fail("by", "give every column of the table one name", f"{label!r} twice")
        codes, values = pd.factorize(next(iter(columns.values())), use_na_sentinel=False)
        group = pd.factorize(group * max(1, len(values)) + codes)[0].astype(np.int64)
        shown |= columns
    first = np.unique(group, return_index=True)[1]
    keys = {label: values.iloc[first].reset_index(drop=True) for label, values in shown.items()}
    return pd.DataFrame(keys), group


def _key(frame: pd.DataFrame, item: By, at: int) -> dict[str, pd.Series[Any]]:
    """What one entry of `by` groups by, first, and the name shown beside an identifier."""
    if isinstance(item, str):
        if item not in frame.columns:
            known = ", ".join(map(str, frame.columns))
            check.fail("by", f"name columns of the games ({known})", check.show(item))
        identifier = IDENTIFIERS.get(item, item)
        return {identifier: frame[identifier], item: frame[item]}
    if not callable(item):
        check.fail("by", "hold column names or functions of the frame", check.show(item))
    values = item(frame)
    if isinstance(values, pd.Series) and not values.index.equals(frame.index):
        check.fail("by", "return its values in the order of the frame", "another index")
    name = getattr(item, "__name__", "<lambda>")
    label = f"group_{at}" if name == "<lambda>" else name
    if np.ndim(values) != 1 or len(values) != len(frame):
        check.fail("by", f"return one value per row, {len(frame)}", f"{check.show(values)}")
    return {label: pd.Series(np.asarray(values), index=frame.index)}


# Which games count.


def _opponent_ratings(frame: pd.DataFrame, unrated: str | float) -> FloatArray:
    """Opponents' ratings, with a stated value where there is none."""
    ratings = frame["opponent_rating"].to_numpy(dtype=np.float64)
    if isinstance(unrated, str):
        check.one_of(unrated, ("drop", "refuse"), "unrated")
        return ratings
    value = check.finite(unrated, "unrated")
    if value.ndim:
        check.fail("unrated", 'be "drop", "refuse" or one rating', check.show(unrated))
    return np.where(np.isnan(ratings), value, ratings)


def _why_left_out(
    frame: pd.DataFrame, opponent_ratings: FloatArray, forfeits: str
) -> NDArray[np.object_]:
    """Reason of every row that does not count, "" for those that do; the first that applies."""
    reason = frame["reason"].to_numpy(dtype=object)
    no_opponent = (frame["opponent"] == "").to_numpy()
    off_board = ~frame["played"].to_numpy()
    if forfeits == "count":
        off_board &= no_opponent | ~frame["reason"].isin(DECIDED_WITHOUT_PLAY).to_numpy()
    stated = np.where(reason == "", NOT_PLAYED, reason)
    player, opponent = (frame[name].to_numpy(dtype=object) for name in ("player_id", "opponent_id"))
    same = (player == opponent) & ~no_opponent
    rules = (
        (off_board, stated),
        (frame["result"].isna().to_numpy(), NO_RESULT),
        (same, SELF_PAIRING),
        (np.isnan(opponent_ratings), UNRATED),
    )
    why = np.full(len(frame), "", dtype=object)
    for applies, text in reversed(rules):
        why = np.where(applies, text, why)
    return why


def _refuse_unrated(frame: pd.DataFrame, why: NDArray[np.object_]) -> None:
    at = np.flatnonzero(why == UNRATED)
    if at.size:
        row = frame.iloc[int(at[0])]
        who = f"{row['player']} against {row['opponent'] or 'nobody named'}"
        check.fail("games", 'have rated opponents only (unrated="refuse")', f"{at.size} not: {who}")


# Columns.


def _own_rating(frame: pd.DataFrame, group: IntArray, used: Used) -> FloatArray:
    """Own rating of each group: over the games used, or over all found where none was."""
    everywhere = frame["player_rating"].to_numpy(dtype=np.float64)
    return np.where(
        used.counts > 0,
        _mean_of_known(used.own_ratings, used.group, used.counts.size),
        _mean_of_known(everywhere, group, used.counts.size),
    )


def _mean_of_known(values: FloatArray, group: IntArray, n_groups: int) -> FloatArray:
    known = ~np.isnan(values)
    counts = np.bincount(group[known], minlength=n_groups)
    sums = np.bincount(group[known], weights=values[known], minlength=n_groups)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _add_games(table: pd.DataFrame, used: Used) -> None:
    """Add what the games themselves say, before any method."""
    table["games"] = used.counts
    table["score"] = used.known(used.scores)
    table["average_opponent_rating"] = used.means(used.opponent_ratings)
    table["opponent_spread"] = _spread(used)
    expected = np.full(used.results.size, np.nan)
    rated = ~np.isnan(used.own_ratings)
    expected[rated] = expected_score(used.own_ratings[rated], used.opponent_ratings[rated])
    table["expected_score"] = used.known(used.sums(expected))
    table["score_minus_expected"] = table["score"] - table["expected_score"]


def _add_interval(table: pd.DataFrame, used: Used, method: Method, level: float) -> None:
    """Put an interval beside a method that counts each opponent on a smooth curve; others: none."""
    from perfkit.uncertainty import score_intervals

    if not _has_interval(method):
        return
    wrong = ~np.isin(used.results, (0.0, 0.5, 1.0))
    if wrong.any():
        check.fail("games", "hold results 1, ½ and 0 for intervals", f"{used.results[wrong][0]:g}")
    low, high = score_intervals(
        used.opponent_ratings,
        counts=used.counts,
        scores=used.scores,
        draws=used.sums((used.results == 0.5).astype(np.float64)),
        level=level,
        curve=method.curve.name,
    )
    table[f"{method.name}_low"], table[f"{method.name}_high"] = low, high


def _has_interval(method: Method) -> bool:
    """Whether the method is a rating at which a smooth curve makes the very score likely."""
    from perfkit.uncertainty import SMOOTH_CURVES

    plain = method.score_rule == "as made" and method.opponents == "each"
    return plain and method.curve.name in SMOOTH_CURVES


def _spread(used: Used) -> FloatArray:
    spread = np.full(used.counts.size, np.nan)
    some = used.counts > 0
    if some.any():
        starts = (np.cumsum(used.counts) - used.counts)[some]
        highest = np.maximum.reduceat(used.opponent_ratings, starts)
        spread[some] = highest - np.minimum.reduceat(used.opponent_ratings, starts)
    return spread


# What travels with the table.


def _add_attributes(
    table: pd.DataFrame,
    frame: pd.DataFrame,
    why: NDArray[np.object_],
    methods: list[str],
    unrated: str | float,
    forfeits: str,
) -> None:
    rows = np.flatnonzero(why != "")
    known = [name for name in LEFT_OUT if name != "why"]
    left_out = frame[known].iloc[rows].reset_index(drop=True)
    left_out.insert(LEFT_OUT.index("why"), "why", text_arrays([why[rows].tolist()])[0])
    choices = {"unrated": unrated, "forfeits": forfeits}
    table.attrs = {
        "left_out": LeftOut(left_out),
        "methods": methods,
        "choices": choices,
        "caption": _caption(len(frame), left_out["why"].value_counts().to_dict(), methods, choices),
    }


def _interval_caption(table: pd.DataFrame, level: float) -> str:
    names = table.attrs["methods"]
    having = [name for name in names if _has_interval(METHODS[name])]
    without = [name for name in names if name not in having]
    text = ""
    if having:
        text += (
            f" _low and _high: {100 * level:g} % score intervals about {' and '.join(having)}, "
            "draws as observed, opponents' ratings taken as exact."
        )
    if without:
        text += (
            f" No interval for {', '.join(without)}: it is no rating at which a curve makes the "
            "score likely, so nothing says how far chance carries it."
        )
    return text


def _caption(
    found: int, left_out: Mapping[Any, int], methods: list[str], choices: Mapping[str, Any]
) -> str:
    """Which games, whose ratings, which formula, which rounding, in a few sentences."""
    used = found - sum(left_out.values())
    text = f"{used} of {found} games used, counted once for each player"
    if left_out:
        text += "; left out: " + ", ".join(f"{count} {why}" for why, count in left_out.items())
    unrated = {"drop": "left out", "refuse": "refused"}.get(
        choices["unrated"], f"counted as {choices['unrated']}"
    )
    forfeits = {"drop": "left out", "count": "counted as games"}[choices["forfeits"]]
    text += f". Ratings as in the source; unrated opponents {unrated}; forfeits {forfeits}."
    for name in methods:
        method = METHODS[name]
        text += f" {name}: {method.solution}, rounding: {method.rounding}."
    return text
