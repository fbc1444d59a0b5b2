"""Which game made the number, and which method made a number that somebody printed?"""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit._text import rating_text
from perfkit._validation import FloatArray
from perfkit.methods import (
    METHODS,
    Method,
    methods_by_name,
    performance_rating,
    performance_ratings,
)
from perfkit.uncertainty._draws import check_results

if TYPE_CHECKING:
    import pandas as pd

_ROUNDINGS = {"rounded": ROUND_HALF_UP, "cut off": ROUND_DOWN}
_MOST_DECIMALS = 15  # a float holds no more
_NOISE = 6  # decimals of a distance; below lies the rounding error of the solver


def leave_one_out(opponent_ratings: Any, results: Any, *, methods: Any = None) -> pd.DataFrame:
    """What did each game bring, by each method?

    The performance of all games minus the performance without this one. Positive: the game raised
    the performance. Negative: it cost points, and without it the number would be that much higher.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    results : array_like, shape (n_games,)
        Result of each game: 1, ½ or 0.
    methods : None, "all", or list of str
        As in `compare`: None for the four that are met in print.

    Returns
    -------
    DataFrame, index "game" from 1
        Columns opponent_rating, result and one per method: Elo points that the game brought. The
        change when the game is left out is the same with the opposite sign. ``attrs["rating"]``
        holds each method's performance of all games.

    Raises
    ------
    ValueError
        Ratings or methods as `performance_rating`; results that are not one per game, or not 1, ½
        or 0.

    See Also
    --------
    identify_method : the way back from a printed number to its method.

    Notes
    -----
    A win never lowers a true performance, and may lower the methods that use the average opponent.
    Infinite where the performance is unbounded with the game or without it: the only loss of an
    event brings -inf. nan where it is unbounded both times, and for an event of one game.

    References
    ----------
    Encyclopaedia article "Performance rating (chess)", on the drawback of the linear method.

    Examples
    --------
    >>> leave_one_out([2200, 2200, 2200, 1400], [1, 0.5, 0, 1]).round(2)
          opponent_rating  result  true_normal   fide  linear  true_logistic
    game
    1              2200.0     1.0       184.81  162.0  166.67         180.74
    2              2200.0     0.5        -0.27   37.0   33.33          -1.11
    3              2200.0     0.0      -190.33 -111.0 -100.00        -190.11
    4              1400.0     1.0         0.55 -105.0 -100.00           2.26
    """
    import pandas as pd

    chosen = methods_by_name(methods)
    ratings = check.opponents(opponent_ratings)
    made = check_results(results, ratings.size)
    columns: dict[str, Any] = {"opponent_rating": ratings, "result": made}
    whole: dict[str, float] = {}
    for method in chosen:
        whole[method.name] = _performance(method, ratings, made.sum())
        without = _without_each(method, ratings, made)
        with np.errstate(invalid="ignore"):  # inf - inf: unbounded with the game and without it
            columns[method.name] = whole[method.name] - without
    frame = pd.DataFrame(columns, index=pd.RangeIndex(1, ratings.size + 1, name="game"))
    frame.attrs["rating"] = whole
    frame.attrs["sign"] = "points that the game brought: with it minus without it"
    return frame


def _performance(method: Method, ratings: FloatArray, score: float) -> float:
    return float(np.asarray(performance_rating(ratings, score, method=method.name)))


def _without_each(method: Method, ratings: FloatArray, results: FloatArray) -> FloatArray:
    """Performance without the first game, without the second, and so on."""
    n_games = ratings.size
    others = ~np.eye(n_games, dtype=bool)
    return performance_ratings(
        np.broadcast_to(ratings, others.shape)[others],
        counts=np.full(n_games, n_games - 1),
        scores=results.sum() - results,
        method=method.name,
    )


def identify_method(
    opponent_ratings: Any,
    score: Any,
    printed: Any,
    *,
    decimals: int | None = None,
    every: bool = False,
) -> pd.DataFrame:
    """Which methods and roundings give this printed number?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made.
    printed : float
        The number as it was printed, with as many decimals.
    decimals : int, optional
        Decimals that were printed, where the number itself does not show them: 3097.50 is the same
        float as 3097.5. A whole float counts as printed without decimals.
    every : bool
        Whether to list every method by its distance, and not only those that fit.

    Returns
    -------
    DataFrame, index "method"
        The methods that give the printed number, nearest first, of equally near ones in the order
        of `METHODS`; where none does, the nearest alone. Columns: value (unrounded), rounding
        ("rounded", "cut off", "rounded or cut off", "none" where the value is the printed number
        itself; empty where it does not fit), distance (of value and printed) and fits.
        ``attrs["sentence"]`` says the result in words, ``attrs["left_out"]`` names the methods that
        are not defined for these games, with the reason.

    Raises
    ------
    ValueError
        Ratings or score as `performance_rating`; a printed number that is not finite.

    See Also
    --------
    perfkit.compare : what each method gives.

    Notes
    -----
    A number fits where the value is rounded to it (halves up), or where its further decimals are
    simply cut off. Distances equal to a millionth count as equal.

    References
    ----------
    `METHODS` names the source of each method.

    Examples
    --------
    >>> caruana = [2877, 2805, 2787, 2772, 2768] * 2
    >>> identify_method(caruana, 8.5, 3098)[["value", "rounding"]].round(2)
                   value rounding
    method
    fide         3098.00     none
    true_normal  3097.85  rounded
    >>> identify_method(caruana, 8.5, 3200).attrs["sentence"]
    'no method gives 3200; the nearest is lichess, 3151.80, 48.20 away'
    """
    import pandas as pd

    ratings = check.opponents(opponent_ratings)
    points = check.one_number(score, "score")
    check.score_in_range(points, ratings.size)
    number, places = _as_printed(printed, decimals)
    rows, left_out = [], {}
    for method in METHODS.values():
        try:
            value = _performance(method, ratings, float(points))
        except ValueError as reason:  # half points or whole ratings that this method needs
            left_out[method.name] = str(reason)
            continue
        rounding = _rounding(value, number, places)
        rows.append(
            {
                "method": method.name,
                "value": value,
                "rounding": rounding,
                "distance": round(abs(value - float(number)), _NOISE),
                "fits": rounding != "",
            }
        )
    table = pd.DataFrame(rows).set_index("method").sort_values("distance", kind="stable")
    fitting = table[table["fits"]]
    nearest = table[table["distance"] == table["distance"].iloc[0]]
    answer = table if every else (nearest if fitting.empty else fitting)
    answer.attrs["sentence"] = _sentence(number, fitting, nearest)
    answer.attrs["left_out"] = left_out
    return answer


def _as_printed(printed: Any, decimals: int | None) -> tuple[Decimal, int]:
    """The printed number as a decimal, and how many decimals it was printed with."""
    value = check.one_number(printed, "printed")
    if isinstance(printed, Decimal):
        exact = printed
    else:  # repr is the shortest decimal that means this float; 3098.0 stands for 3098
        short = str(printed) if isinstance(printed, np.floating) else repr(float(value))
        exact = Decimal(short.removesuffix(".0"))
    if decimals is None:
        return exact, max(0, -int(exact.as_tuple().exponent))
    places = check.whole_number(decimals, "decimals", at_least=0)
    if places > _MOST_DECIMALS:
        check.fail("decimals", f"be at most {_MOST_DECIMALS}", str(places))
    return exact, places


def _rounding(value: float, printed: Decimal, places: int) -> str:
    """How this value becomes the printed number; empty where it does not."""
    if not math.isfinite(value):
        return ""
    # The solver's last digits are noise; a value of 2766.4999999999995 is meant to be a half.
    exact = Decimal(repr(round(value, 9)))
    if exact == printed:
        return "none"
    unit = Decimal(1).scaleb(-places)
    fitting = [
        name for name, how in _ROUNDINGS.items() if exact.quantize(unit, rounding=how) == printed
    ]
    return " or ".join(fitting)


def _sentence(printed: Decimal, fitting: pd.DataFrame, nearest: pd.DataFrame) -> str:
    if not fitting.empty:
        return f"{printed:f} is {', '.join(fitting.index)}"
    value, distance = nearest["value"].iloc[0], nearest["distance"].iloc[0]
    names = ", ".join(nearest.index)
    if not math.isfinite(distance):
        return f"no method gives {printed:f}; all are unbounded"
    return (
        f"no method gives {printed:f}; the nearest is {names}, {rating_text(value)}, "
        f"{distance:.2f} away"
    )
