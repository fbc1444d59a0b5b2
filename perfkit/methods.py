"""Twelve performance ratings from one grid: a curve × the opponents × a rule for the score.

`METHODS` is the grid. Each entry says on which curve it stands, whether every opponent counts or
only their average, what is done to the score, and which rating is the answer where several fit.
`performance_rating` (one event), `performance_ratings` (many) and `compare` all read it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.curves import FIDE, LINE, LOGISTIC, NORMAL, Curve, straight_line
from perfkit.fide_tables import round_half_up
from perfkit.solver import Events, in_pieces, solve

if TYPE_CHECKING:
    import pandas as pd

ScoreRule = Callable[[FloatArray, IntArray], FloatArray]
EPR_THRESHOLD = 0.75
"""Ismail's t: the largest probability that the result may have (arXiv 2312.12700)."""


@dataclass(frozen=True)
class Method:
    """One definition of a performance rating: a point of the grid, and how it is printed.

    Parameters
    ----------
    name : str
        Key in `METHODS` and value of `method=`.
    curve : Curve
        How the expected score depends on the rating difference.
    opponents : {"each", "average"}
        Whether every opponent counts, or their mean alone.
    score_rule : str
        What is done to the score before it is looked up.
    solution : str
        The definition in one line of symbols.
    at_zero, at_full : str
        The value at score 0 and at a full score.
    rounding : str
        "none", or what the regulation rounds.
    also_printed_as : str
        Under which other names this number is printed.
    reference : str
        Regulation with article and date, or paper.
    half_points : bool
        Whether the score must be a multiple of one half.
    whole_ratings : bool
        Whether the opponents' ratings must be whole numbers.
    rule : callable
        The score rule as a function: scores and numbers of games -> scores to be met.
    rate : callable
        How the answer is found: the method, events and scores -> ratings in Elo points.
    """

    name: str
    curve: Curve
    opponents: str
    score_rule: str
    solution: str
    at_zero: str
    at_full: str
    rounding: str
    also_printed_as: str
    reference: str
    half_points: bool = False
    whole_ratings: bool = False
    rule: ScoreRule = field(default=lambda score, n_games: score, repr=False)
    rate: Callable[[Method, Events, FloatArray], FloatArray] = field(kw_only=True, repr=False)

    @property
    def in_whole_numbers(self) -> bool:
        """Whether the method is defined in whole numbers, so that no decimals are shown."""
        return self.rounding != "none"


# How an answer is found.


def _half_added(score: FloatArray, n_games: IntArray) -> FloatArray:
    return n_games * (score + 0.5) / (n_games + 1.0)


def _estimated(score: FloatArray, n_games: IntArray) -> FloatArray:
    shrunk = EPR_THRESHOLD ** (1.0 / n_games)
    ends = np.where(score >= n_games, n_games * shrunk, n_games * (1.0 - shrunk))
    return np.where((score <= 0) | (score >= n_games), ends, score)


def _root(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    """Solve Σ E(R − Rᵢ) = S; on a smooth curve there is one answer."""
    target = method.rule(scores, events.counts)
    return solve(method.curve, events, target, both_ends=False)[0]


def _average(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    """Ra + D(S of n): the average opponent instead of each."""
    target = method.rule(scores, events.counts)
    return np.asarray(events.averages + method.curve.difference(target, events.counts))


def _uscf(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    low, high = solve(method.curve, events, scores)
    return np.clip(_average(method, events, scores), low, high)


def _fide(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    average = round_half_up(events.totals, events.counts)
    return np.asarray(average + method.curve.difference(scores, events.counts))


def _fide_ptp(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    low, _ = solve(method.curve, events, scores, both_ends=False)
    return np.where(scores <= 0, events.lowest - 800.0, low)


def _complete(method: Method, events: Events, scores: FloatArray) -> FloatArray:
    n = events.counts
    difference = method.curve.difference(method.rule(scores, n), n)
    return np.asarray(events.averages + (n + 1.0) / n * difference)


_ELO = "Elo, The Rating of Chessplayers, Past and Present (1978)"
_ISMAIL = "Ismail, arXiv 2312.12700 (2023)"

_GRID = (
    Method(
        "true_normal",
        NORMAL,
        "each",
        "as made",
        "R with Σ Φ((R − Rᵢ)/(200√2)) = S",
        "-inf",
        "inf",
        "none",
        '"true performance rating" (the other one is true_logistic); DWZ performance',
        f"{_ELO}; DSB Wertungsordnung 3.2",
        rate=_root,
    ),
    Method(
        "fide",
        FIDE,
        "average",
        "percentage to a whole number",
        "round(Ra) + dp(round(100 S/n))",
        "Ra - 800",
        "Ra + 800",
        "Ra and percentage to whole numbers, halves up (B.01 1.4.7, 1.4.9)",
        '"Rp", "TPR", "performance" on crosstables',
        "FIDE B.01 (1 Jan 2024) 1.4.6-1.4.9; C.07 (1 March 2026) 10.2",
        half_points=True,
        rate=_fide,
    ),
    Method(
        "linear",
        LINE,
        "average",
        "as made",
        "Ra + 800 S/n − 400",
        "Ra - 400",
        "Ra + 400",
        "none",
        '"algorithm of 400"; "linear performance rating"',
        _ELO,
        rate=_average,
    ),
    Method(
        "true_logistic",
        LOGISTIC,
        "each",
        "as made",
        "R with Σ 1/(1 + 10^((Rᵢ − R)/400)) = S",
        "-inf",
        "inf",
        "none",
        '"true performance rating" (the other one is true_normal); "Elo performance"',
        'Encyclopaedia article "Performance rating (chess)", code sample; Zermelo (1929)',
        rate=_root,
    ),
    Method(
        "fide_ptp",
        FIDE,
        "each",
        "as made",
        "lowest whole R with Σ PD(R − Rᵢ) ≥ S",
        "lowest - 800",
        "highest + 736",
        "lowest whole rating (C.07 10.3)",
        '"PTP"; "perfect tournament performance"',
        "FIDE C.07 (1 March 2026) 10.3",
        half_points=True,
        whole_ratings=True,
        rate=_fide_ptp,
    ),
    Method(
        "uscf",
        LINE,
        "each",
        "as made",
        "R with Σ clip(½ + (R − Rᵢ)/800, 0, 1) = S; of several the nearest to linear",
        "lowest - 400",
        "highest + 400",
        "none",
        '"US Chess performance"; special rating without earlier games (there kept in 100 to 2700)',
        "Glickman and Doan, The US Chess Rating System, special rating",
        rate=_uscf,
    ),
    Method(
        "average_logistic",
        LOGISTIC,
        "average",
        "as made",
        "Ra + 400 log10(S/(n − S))",
        "-inf",
        "inf",
        "none",
        '"TPR" or "performance" in web calculators; "logistic"',
        "Ismail, arXiv 2312.12700 (2023), as TPR",
        rate=_average,
    ),
    Method(
        "average_normal",
        NORMAL,
        "average",
        "as made",
        "Ra + 200√2 Φ⁻¹(S/n)",
        "-inf",
        "inf",
        "none",
        '"Rc + D(P)" without the table',
        _ELO,
        rate=_average,
    ),
    Method(
        "lichess",
        straight_line(1000.0),
        "average",
        "as made",
        "Ra + 1000 S/n − 500",
        "Ra - 500",
        "Ra + 500",
        "none",
        '"performance" in online arenas and Swiss events',
        "lichess-org/lila, modules tournament and swiss",
        rate=_average,
    ),
    Method(
        "half_point",
        LOGISTIC,
        "each",
        "half a point added to each side",
        "R with Σ E(R − Rᵢ) = n (S + ½)/(n + 1)",
        "finite",
        "finite",
        "none",
        '"Firth" or "bias-reduced" estimate (equal to it for equal opponents)',
        "Firth, Biometrika 80 (1993)",
        rule=_half_added,
        rate=_root,
    ),
    Method(
        "complete",
        LOGISTIC,
        "average",
        "half a point added to each side",
        "Ra + (n + 1)/n · 400 log10((S + ½)/(n − S + ½))",
        "finite",
        "finite",
        "none",
        '"CPR"; "complete performance rating"',
        _ISMAIL,
        rule=_half_added,
        rate=_complete,
    ),
    Method(
        "estimated",
        LOGISTIC,
        "average",
        "as made; at n p = 0.75^(1/n), at 0 p = 1 − 0.75^(1/n)",
        "Ra + 400 log10(p/(1 − p))",
        "finite",
        "finite",
        "none",
        '"EPR"; "estimated performance rating"',
        _ISMAIL,
        half_points=True,
        rule=_estimated,
        rate=_average,
    ),
)

#: The twelve methods by name, in the order in which they are always shown; read-only.
METHODS: Mapping[str, Method] = MappingProxyType({method.name: method for method in _GRID})

#: The four that are shown first.
FIRST_FOUR = tuple(METHODS)[:4]

_AMBIGUOUS = {
    "true": ("true_normal", "true_logistic"),
    "tpr": ("fide", "average_logistic", "true_normal", "true_logistic"),
    "perfect": ("fide_ptp", "complete", "estimated"),
    "elo": ("true_normal", "true_logistic", "linear"),
}
_COUNT = {2: "two", 3: "three", 4: "four"}


def method_by_name(method: Any) -> Method:
    """Look a method up; a name the literature uses for several is answered with all of them."""
    meant = _AMBIGUOUS.get(method.lower()) if isinstance(method, str) else None
    if meant:
        options = ", ".join(f'"{name}"' for name in meant)
        raise ValueError(
            f'`method` must name one definition, got "{method}", which names '
            f"{_COUNT[len(meant)]} definitions: say which of {options}"
        )
    return METHODS[check.one_of(method, METHODS, "method")]


def methods_by_name(methods: Any) -> tuple[Method, ...]:
    """Look several up: None for the first four, "all", one name, or a list of names."""
    if methods is None:
        methods = FIRST_FOUR
    elif isinstance(methods, str):
        methods = METHODS if methods == "all" else (methods,)
    elif not isinstance(methods, Iterable):
        check.fail("methods", 'be a list of method names or "all"', check.show(methods))
    chosen = tuple(method_by_name(name) for name in methods)
    if not chosen:
        check.fail("methods", "name at least one method", "none")
    return chosen


def check_for(
    method: Method, ratings: FloatArray, score: FloatArray, n_games: Any, name: str = "score"
) -> None:
    """Check that a method is defined for these scores and ratings."""
    check.score_in_range(score, n_games, name)
    if method.half_points:
        check.half_points(score, f'method "{method.name}"', name)
    if method.whole_ratings:
        check.whole(ratings, f'method "{method.name}"')


def performance_rating(
    opponent_ratings: Any, score: Any, *, method: str = "true_logistic"
) -> float | FloatArray:
    """How well did a player do in these games, in rating points?

    The default is the true performance rating on the logistic curve: the rating R at which the
    expected score equals the score made, opponent by opponent, Σ 1/(1 + 10^((Rᵢ − R)/400)) = S.
    The other eleven definitions go by name; `compare` shows them side by side.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played; byes, forfeits and unrated opponents removed.
    score : array_like
        Points made, 0 to n_games: one number, or several scores against the same opponents.
    method : str
        One of `METHODS`.

    Returns
    -------
    float or ndarray, shape of `score`
        Elo points, unrounded unless the method is defined in whole numbers. An unbounded value is
        -inf or inf.

    Raises
    ------
    ValueError
        No opponents; a rating or score that is no finite number; a score outside [0, n_games], or
        no multiple of ½ where the method needs one; an unknown method, or a name such as "true"
        that several definitions share.

    See Also
    --------
    performance_ratings : many events in one call.
    compare : several methods for one event, with their definitions.
    perfkit.fide.tpr : the same number as method "fide", by its name in the tie-break rules.

    Notes
    -----
    At score 0 and n the methods ``true_...`` and ``average_...`` are -inf and inf; the others are
    finite, see `METHODS`. "True performance rating" is printed for two curves: 2785 below is the
    normal one, 2792 the logistic one.

    References
    ----------
    Elo, The Rating of Chessplayers, Past and Present (1978); FIDE B.01 (1 January 2024) 1.4.6-1.4.9
    for "fide"; each entry of `METHODS` names its own.

    Examples
    --------
    >>> round(performance_rating([2400, 2500, 2600], 2.5), 1)
    2792.2
    >>> round(performance_rating([2400, 2500, 2600], 2.5, method="true_normal"), 1)
    2785.0
    >>> performance_rating([2400, 2500, 2600], [0, 1.5, 3])
    array([ -inf, 2500.,   inf])
    """
    chosen = method_by_name(method)
    check.opponents_first(opponent_ratings, score, "score")
    ratings = check.opponents(opponent_ratings)
    points = check.finite(score, "score")
    check_for(chosen, ratings, points, ratings.size)
    flat = points.ravel()
    if not flat.size:
        return points
    if flat.size == 1:
        events = Events(ratings, np.array([ratings.size]))
    else:
        events = Events(np.tile(ratings, flat.size), np.full(flat.size, ratings.size))
    return check.plain(chosen.rate(chosen, events, flat).reshape(points.shape))


def performance_ratings(
    opponent_ratings: Any,
    *,
    counts: Any,
    scores: Any,
    method: str = "true_logistic",
    threads: int = 1,
) -> FloatArray:
    """How well did each of many players do? `performance_rating` for many events in one call.

    Parameters
    ----------
    opponent_ratings : array_like, shape (sum(counts),)
        Opponents' Elo ratings of all events, one event after the other.
    counts : array_like of int, shape (n_events,)
        Number of games of each event; 0 is allowed.
    scores : array_like, shape (n_events,)
        Points made in each event, 0 to its count.
    method : str
        One of `METHODS`.
    threads : int
        On how many threads to work; worth it from a few hundred thousand games on.

    Returns
    -------
    ndarray, shape (n_events,)
        Elo points as `performance_rating` gives them; nan for an event without games.

    Raises
    ------
    ValueError
        As `performance_rating`; a negative or fractional count; counts that do not add up to the
        number of ratings, or as many scores as counts.

    See Also
    --------
    performance_rating : one event.

    Notes
    -----
    One implementation serves both: a single event is a batch of one.

    References
    ----------
    As `performance_rating`.

    Examples
    --------
    >>> opponents = [2000, 1500, 1800, 2400]
    >>> performance_ratings(opponents, counts=[1, 3, 0], scores=[0.5, 1.5, 0]).round(2)
    array([2000.  , 1852.57,     nan])
    """
    chosen = method_by_name(method)
    ratings = check.ratings(opponent_ratings)
    points = check.finite(scores, "scores")
    n_games = check.counts(counts, ratings, points)
    check_for(chosen, ratings, points, n_games, "scores")
    threads = check.whole_number(threads, "threads", at_least=1)
    rate = partial(chosen.rate, chosen)
    if n_games.size and n_games.all():
        return in_pieces(rate, Events(ratings, n_games), points, threads)
    answer = np.full(points.shape, np.nan)
    played = n_games > 0
    if played.any():
        answer[played] = in_pieces(rate, Events(ratings, n_games[played]), points[played], threads)
    return answer


def compare(opponent_ratings: Any, score: Any, *, methods: Any = None) -> pd.DataFrame:
    """Which number does each definition give for the same games?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games.
    methods : None, "all", or list of str
        None shows the four that are met in print; "all" the twelve.

    Returns
    -------
    DataFrame, index "method"
        Columns rating (Elo points, -inf and inf where unbounded), curve, opponents, rounding,
        at_zero, at_full, also_printed_as, reference.

    Raises
    ------
    ValueError
        As `performance_rating`. Where the methods were not named, one that is not defined for these
        numbers (no half point, no whole rating) has the rating NaN, and `.attrs["undefined"]` says
        why.

    See Also
    --------
    performance_rating : one of these numbers.
    working : the steps that lead to it.

    Notes
    -----
    The order is that of `METHODS` where `methods` does not give another.

    References
    ----------
    Each row names its own.

    Examples
    --------
    >>> compare([2400, 2500, 2600], 2.5)["rating"].round(2)
    method
    true_normal      2785.03
    fide             2773.00
    linear           2766.67
    true_logistic    2792.23
    Name: rating, dtype: float64
    """
    import pandas as pd

    check.opponents_first(opponent_ratings, score, "score")
    ratings = check.opponents(opponent_ratings)
    points = check.one_number(score, "score")
    check.score_in_range(points, ratings.size)
    rows, undefined = [], {}
    for method in methods_by_name(methods):
        try:
            rating = performance_rating(ratings, points, method=method.name)
        except ValueError as problem:
            if methods is not None and methods != "all":
                raise
            rating, undefined[method.name] = np.nan, str(problem)
        rows.append(
            {
                "method": method.name,
                "rating": rating,
                "curve": method.curve.name,
                "opponents": method.opponents,
                "rounding": method.rounding,
                "at_zero": method.at_zero,
                "at_full": method.at_full,
                "also_printed_as": method.also_printed_as,
                "reference": method.reference,
            }
        )
    frame = pd.DataFrame(rows).set_index("method")
    frame.attrs["undefined"] = undefined
    return frame
