"""The two tables of article 8.1 as functions, and the card of dp that every arbiter carries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.fide_tables import dp_of_percentage, pd_hundredths
from perfkit.fide_tables import percentage as percentage_of_score

if TYPE_CHECKING:
    import pandas as pd_  # `pd` is the table's own name here


def plain_int(array: IntArray) -> int | IntArray:
    """Give a scalar back as a plain Python int, an array as it is."""
    return int(array) if array.ndim == 0 else array


def _score_and_games(score: Any, n_games: Any) -> tuple[FloatArray, IntArray]:
    points, games = check.finite(score, "score"), check.finite(n_games, "n_games")
    check.whole(games, "a number of games", "n_games")
    if (games < 1).any():
        check.fail("n_games", "be at least 1", check.show(games.min()))
    try:
        points, games = np.broadcast_arrays(points, games)
    except ValueError:
        check.fail("n_games", f"fit the shape of `score`, {points.shape}", f"{games.shape}")
    check.score_in_range(points, games)
    check.half_points(points, "FIDE's tables")
    return points, games.astype(np.int64)


def percentage(score: Any, n_games: Any) -> int | IntArray:
    """How many per cent of the points is that, as FIDE rounds it?

    To the nearest whole number, exact halves up, computed in integers: with k = 2 · score it is
    (100 k + n) // (2 n).

    Parameters
    ----------
    score : array_like
        Points made in n_games games, a multiple of ½.
    n_games : array_like of int
        Games played over the board, at least 1.

    Returns
    -------
    int or ndarray
        0 to 100.

    Raises
    ------
    ValueError
        A score outside [0, n_games] or no multiple of ½; no game.

    See Also
    --------
    dp : what the tables make of the percentage.

    Notes
    -----
    At 0 it is 0, at n_games 100. Halves occur when n_games is a multiple of 4. Half up is not
    symmetric: 1½ of 4 is 38, 2½ of 4 is 63. Python's own ``round`` goes to the even number and
    misses both .125 and .625.

    References
    ----------
    FIDE B.01 (1 January 2024), sentence after table 1.4.9.

    Examples
    --------
    >>> percentage(1.5, 4), percentage(2.5, 4)
    (38, 63)
    """
    return plain_int(percentage_of_score(*_score_and_games(score, n_games)))


def dp(score: Any, n_games: Any) -> int | IntArray:
    """Which rating difference goes with this score in so many games, by table 8.1.1?

    The percentage is rounded to a whole number, halves up, and looked up; nothing is interpolated.

    Parameters
    ----------
    score : array_like
        Points made in n_games games, a multiple of ½.
    n_games : array_like of int
        Games played over the board, at least 1.

    Returns
    -------
    int or ndarray
        Elo points, to be added to the average opponent.

    Raises
    ------
    ValueError
        A score outside [0, n_games] or no multiple of ½; no game.

    See Also
    --------
    perfkit.rating_difference : the same look-up for a float p, which cannot hold every half.
    pd : the other table, from a difference to a probability.

    Notes
    -----
    -800 at score 0 and 800 at n_games: the article calls both indeterminate and the 800 notional.
    dp(p) = -dp(1 - p) for whole percentages only, because halves are always rounded up.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1, 8.1.1; the same table is B.01 (1 January 2024) 1.4.9.

    Examples
    --------
    >>> dp(2.5, 3)                                   # 83 %
    273
    >>> dp([0, 1.5, 2.5, 4], 4)                      # 0, 38, 63 and 100 %
    array([-800,  -87,   95,  800])
    """
    return plain_int(dp_of_percentage(percentage_of_score(*_score_and_games(score, n_games))))


def pd(rating_diff: Any) -> float | FloatArray:
    """Which scoring probability goes with a rating difference, by table 8.1.2?

    Parameters
    ----------
    rating_diff : array_like of int
        Own rating minus opponent's rating, whole Elo points.

    Returns
    -------
    float or ndarray
        Whole hundredths, .00 to 1.00.

    Raises
    ------
    ValueError
        A difference that is no whole number.

    See Also
    --------
    perfkit.expected_score : the curves; with ``curve="fide"`` this table for two ratings.
    rating_change : where differences over 400 are cut first.

    Notes
    -----
    Full scale, no 400-point rule: .99 up to 735 points and 1.00 above. The table is a staircase, so
    a whole row of differences has one value.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.2.

    Examples
    --------
    >>> pd([0, 3, 4, -391, 735, 736])
    array([0.5 , 0.5 , 0.51, 0.09, 0.99, 1.  ])
    """
    difference = check.finite(rating_diff, "rating_diff")
    check.whole(difference, "table 8.1.2", "rating_diff")
    return check.plain(np.asarray(pd_hundredths(difference) / 100.0))


def dp_card(rounds: Iterable[int] = range(8, 12)) -> pd_.DataFrame:
    """Which rating difference does each score of an event of so many rounds give?

    The card for the wallet: every score of events of 8 to 11 rounds.

    Parameters
    ----------
    rounds : iterable of int
        Numbers of games, each at least 1.

    Returns
    -------
    DataFrame
        One row per number of rounds and score, highest score first: n_games, score, p (unrounded),
        percentage (p to a whole per cent, halves up) and dp in Elo points.

    Raises
    ------
    ValueError
        A number of rounds that is not whole or below 1; no rounds.

    See Also
    --------
    dp : one entry of the card.

    Notes
    -----
    The first and last row of each event are the notional 800 and -800. Two neighbouring scores have
    the same dp only when a half point is less than one per cent, beyond 50 rounds.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1; B.01 (1 January 2024) 1.4.9.

    Examples
    --------
    >>> card = dp_card(rounds=[9])
    >>> card[card["score"].isin([5.5, 6, 6.5])]
       n_games  score         p  percentage   dp
    5        9    6.5  0.722222          72  166
    6        9    6.0  0.666667          67  125
    7        9    5.5  0.611111          61   80
    """
    import pandas

    if not isinstance(rounds, Iterable):
        check.fail("rounds", "be a list of numbers of rounds", check.show(rounds))
    lengths = check.finite(list(rounds), "rounds")
    if not lengths.size:
        check.fail("rounds", "hold at least one number of rounds", "none")
    check.whole(lengths, "a number of rounds", "rounds")
    games = np.concatenate([np.full(max(int(2 * n) + 1, 1), n) for n in lengths])
    score = np.concatenate([np.arange(max(int(2 * n), 0), -1, -1) / 2.0 for n in lengths])
    return pandas.DataFrame(
        {
            "n_games": games.astype(np.int64),
            "score": score,
            "p": score / np.where(games == 0, 1, games),
            "percentage": percentage(score, games),
            "dp": dp(score, games),
        }
    )
