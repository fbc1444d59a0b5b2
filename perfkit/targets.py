"""How many points, or which opponents, does a performance need?

Nothing is inverted by formula: every half point, or every whole rating, is put through the method
itself, so that the answer is right for FIDE's steps and roundings too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit._text import rating_text, score_text
from perfkit._validation import FloatArray
from perfkit.methods import Method, method_by_name, methods_by_name, performance_rating

if TYPE_CHECKING:
    import pandas as pd

_BEYOND_ANY_CURVE = 20_000.0
"""Rating points; at this difference the logistic curve's smaller expected score is 10^-50."""


@dataclass(frozen=True)
class ScoreNeeded:
    """The smallest score that reaches a target, between its two neighbours.

    Parameters
    ----------
    score : float
        Points needed, a multiple of ½; nan where even a full score does not reach the target.
    rating : float
        Performance at this score (at a full score where the target is impossible).
    score_below, rating_below : float
        Half a point less and its performance, which misses the target; nan where `score` is 0.
    n_games : int
        Number of games.
    target : float
        Performance wanted.
    method : str
        Which performance.
    """

    score: float
    rating: float
    score_below: float
    rating_below: float
    n_games: int
    target: float
    method: str

    @property
    def possible(self) -> bool:
        """Whether any score reaches the target."""
        return not math.isnan(self.score)

    def __float__(self) -> float:
        return self.score

    def __str__(self) -> str:
        what = f"{self.target:g} ({self.method})"
        if not self.possible:
            return (
                f"{what} is impossible: even {self.n_games} of {self.n_games} is "
                f"{rating_text(self.rating, whole=True)}"
            )
        text = f"{what} needs {score_text(self.score)} of {self.n_games}: "
        text += rating_text(self.rating, whole=True)
        if math.isnan(self.score_below):
            return text
        below = rating_text(self.rating_below, whole=True)
        return f"{text}; {score_text(self.score_below)} is {below}"


@dataclass(frozen=True)
class RatingNeeded:
    """The lowest rating that the opponents still to come must have.

    Parameters
    ----------
    opponent_rating : float
        Whole Elo points, the same for each of them; -inf where any opponent will do, inf where none
        is strong enough.
    rating : float
        Performance with opponents of this rating.
    rating_below : float
        Performance with opponents one point weaker, which misses the target.
    games_to_come : int
        How many opponents are still to come.
    score : float
        Points in all games together.
    target : float
        Performance wanted.
    method : str
        Which performance.
    """

    opponent_rating: float
    rating: float
    rating_below: float
    games_to_come: int
    score: float
    target: float
    method: str

    @property
    def possible(self) -> bool:
        """Whether opponents strong enough can exist."""
        return self.opponent_rating < math.inf

    def __float__(self) -> float:
        return self.opponent_rating

    def __str__(self) -> str:
        what = f"{self.target:g} ({self.method}) with {score_text(self.score)} points"
        if not self.possible:
            return f"{what} is impossible: no opponent is strong enough"
        if math.isinf(self.opponent_rating):
            return f"{what} is reached against any opponents still to come"
        return f"{what} needs opponents of {self.opponent_rating:.0f} in the games still to come"


def score_needed(
    opponent_ratings: Any, target: Any, *, method: str = "true_logistic"
) -> ScoreNeeded:
    """How many points against these opponents make this performance?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of all opponents.
    target : float
        Performance wanted, in Elo points.
    method : str
        One of `METHODS`.

    Returns
    -------
    ScoreNeeded
        The smallest multiple of ½ whose performance is at least the target, with its value and that
        of half a point less. An impossible target has the score nan, ``possible`` False and a
        sentence that says so.

    Raises
    ------
    ValueError
        Opponents or method as `performance_rating`; a target that is no finite number.

    See Also
    --------
    rating_needed : the points are fixed, the opponents asked.
    points_table : all scores of the games still to come.

    Notes
    -----
    Every half point is tried, since a performance may jump over the target. At a full score the
    methods ``true_...`` and ``average_...`` are unbounded and reach every target.

    References
    ----------
    FIDE B.01 (1 January 2024) 1.4.9 for norms, where this is asked most.

    Examples
    --------
    >>> print(score_needed([2425] * 9, 2600, method="fide"))
    2600 (fide) needs 7 of 9: 2645; 6½ is 2591
    >>> score_needed([2425] * 9, 2600, method="linear").score
    6.5
    """
    chosen = method_by_name(method)
    ratings = check.opponents(opponent_ratings)
    wanted = float(check.one_number(target, "target"))
    scores = half_points_of(ratings.size)
    values = np.asarray(performance_rating(ratings, scores, method=chosen.name))
    enough = np.flatnonzero(values >= wanted)
    first = int(enough[0]) if enough.size else -1
    below = first - 1 if first > 0 else None
    return ScoreNeeded(
        score=float(scores[first]) if enough.size else math.nan,
        rating=float(values[first]),
        score_below=math.nan if below is None else float(scores[below]),
        rating_below=math.nan if below is None else float(values[below]),
        n_games=ratings.size,
        target=wanted,
        method=chosen.name,
    )


def rating_needed(
    opponent_ratings: Any,
    score: Any,
    target: Any,
    *,
    games_to_come: int = 1,
    method: str = "true_logistic",
) -> RatingNeeded:
    """How strong must the opponents still to come be for this performance?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_played,)
        Elo ratings of the opponents so far; an empty list asks for the average opponent of a whole
        event.
    score : float
        Points in all games together, those still to come included.
    target : float
        Performance wanted, in Elo points.
    games_to_come : int
        Number of games still to come, all against equal opponents.
    method : str
        One of `METHODS`.

    Returns
    -------
    RatingNeeded
        The lowest whole rating of the opponents to come with which the performance is at least the
        target, and the performance with it and with one point less. -inf means that any opponent
        will do, inf that none is strong enough.

    Raises
    ------
    ValueError
        Ratings, score or method as `performance_rating`; a target that is no finite number;
        games_to_come that is no whole number from 1 up.

    See Also
    --------
    score_needed : the opponents are fixed, the points asked.

    Notes
    -----
    A performance never falls when an opponent is stronger, so halving the range of whole ratings
    ends at the lowest. Beyond 20 000 points no curve tells opponents apart any more.

    References
    ----------
    FIDE B.01 (1 January 2024) 1.4.9.

    Examples
    --------
    >>> print(rating_needed([], 6.5, 2600, games_to_come=9, method="fide"))
    2600 (fide) with 6½ points needs opponents of 2434 in the games still to come
    >>> rating_needed([2400, 2500], 2.5, 2700).opponent_rating
    2335.0
    """
    chosen = method_by_name(method)
    played = check.finite(opponent_ratings, "opponent_ratings")
    if played.ndim != 1:
        check.fail("opponent_ratings", "be a flat list", f"an array of shape {played.shape}")
    wanted, points = (
        float(check.one_number(target, "target")),
        float(check.one_number(score, "score")),
    )
    to_come = check.whole_number(games_to_come, "games_to_come", at_least=1)

    def value(opponent: float) -> float:
        ratings = np.append(played, np.full(int(to_come), opponent))
        return float(np.asarray(performance_rating(ratings, points, method=chosen.name)))

    def answer(opponent: float, at: float) -> RatingNeeded:
        return RatingNeeded(
            opponent, value(at), value(at - 1.0), int(to_come), points, wanted, chosen.name
        )

    n_games = played.size + int(to_come)
    reach = math.ceil(n_games * (_BEYOND_ANY_CURVE + np.ptp(np.append(played, wanted))))
    low, high = math.floor(wanted) - reach, math.ceil(wanted) + reach
    if value(low) >= wanted:
        return answer(-math.inf, low)
    if value(high) < wanted:
        return answer(math.inf, high)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if value(middle) >= wanted else (middle, high)
    return answer(float(high), float(high))


def points_table(
    opponent_ratings: Any,
    score: Any,
    opponents_to_come: Any,
    *,
    target: Any = None,
    methods: Any = None,
) -> pd.DataFrame:
    """What will the performance be after the games still to come?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_played,)
        Elo ratings of the opponents so far; may be empty.
    score : float
        Points made against them.
    opponents_to_come : array_like, shape (n_to_come,)
        Elo ratings of the opponents still to come.
    target : float, optional
        Performance wanted.
    methods : None, "all", or list of str
        As in `compare`: None for the four that are met in print.

    Returns
    -------
    DataFrame, index "points_to_come"
        One row per half point from the games to come: the final score, one column per method, and
        with a target one column "<method>_enough" that says whether it is reached. A target out of
        reach is a column of False.

    Raises
    ------
    ValueError
        Ratings, score or methods as `performance_rating`; no games to come.

    See Also
    --------
    score_needed : the smallest score alone.

    Notes
    -----
    Only the total counts, never which of the games brings the points.

    References
    ----------
    As `performance_rating`.

    Examples
    --------
    >>> points_table([2400] * 7, 5, [2500, 2600], target=2600, methods=["fide"])
                    score    fide  fide_enough
    points_to_come
    0.0               5.0  2476.0        False
    0.5               5.5  2513.0        False
    1.0               6.0  2558.0        False
    1.5               6.5  2599.0        False
    2.0               7.0  2653.0         True
    """
    import pandas as pd

    chosen = methods_by_name(methods)
    played = check.finite(opponent_ratings, "opponent_ratings")
    to_come = check.opponents(opponents_to_come, "opponents_to_come")
    if played.ndim != 1:
        check.fail("opponent_ratings", "be a flat list", f"an array of shape {played.shape}")
    made = check.one_number(score, "score")
    check.score_in_range(made, played.size)
    wanted = None if target is None else float(check.one_number(target, "target"))
    every = np.append(played, to_come)
    points = half_points_of(to_come.size)
    columns: dict[str, Any] = {"score": made + points}
    for method in chosen:
        columns |= _final(method, every, made + points, wanted)
    return pd.DataFrame(columns, index=pd.Index(points, name="points_to_come"))


def _final(
    method: Method, ratings: FloatArray, scores: FloatArray, target: float | None
) -> dict[str, Any]:
    values = np.asarray(performance_rating(ratings, scores, method=method.name))
    if target is None:
        return {method.name: values}
    return {method.name: values, f"{method.name}_enough": values >= target}


def half_points_of(n_games: int) -> FloatArray:
    """Every score of n games: 0, ½, 1, ..., n."""
    return np.arange(2 * n_games + 1) / 2.0
