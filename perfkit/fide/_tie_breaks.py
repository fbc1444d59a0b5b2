"""The rating-based tie-breaks of article 10 for one player: ARO, TPR, PTP, APRO, APPO."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.fide._averages import average_ratings
from perfkit.fide._editions import TIE_BREAKS, edition
from perfkit.fide._tables import plain_int
from perfkit.methods import performance_rating

#: Modifiers of ARO (C.07 14.1 to 14.4): how many of the lowest and of the highest are cut.
CUTS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"C1": (1, 0), "C2": (2, 0), "M1": (1, 1), "M2": (2, 2)}
)


def opponents_cut(cut: str | None, unplayed: IntArray, on: Any) -> tuple[IntArray, IntArray]:
    """How many of the lowest and highest opponents a modifier cuts, by number of unplayed rounds.

    In the older editions unplayed rounds are cut first, for the lowest and then for the highest.
    """
    low, high = (0, 0) if cut is None else CUTS[check.one_of(cut, CUTS, "cut")]
    spare = unplayed if edition(TIE_BREAKS, on).unplayed_rounds_are_cut else np.zeros_like(unplayed)
    from_low = np.minimum(spare, low)
    from_high = np.minimum(spare - from_low, high)
    return low - from_low, high - from_high


def aro(opponent_ratings: Any, *, cut: str | None = None, unplayed: int = 0, on: Any = None) -> int:
    """How strong were the opponents? ARO, the average rating of opponents.

    The mean of the ratings of the opponents played over the board, to the nearest whole number,
    0.5 up.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents played over the board; who was met twice stands twice. Byes,
        forfeits and other unplayed rounds removed.
    cut : {None, "C1", "C2", "M1", "M2"}
        Leave out the lowest one or two ("C1", "C2"), or as many of the highest too ("M1", "M2").
    unplayed : int
        Rounds without a game. Only the editions before 2024 use it, together with `cut`.
    on : date or str, optional
        Day on which the rules are asked for (the start of the event); the newest by default.

    Returns
    -------
    int
        Elo points.

    Raises
    ------
    ValueError
        No opponents, or none left after the cut; a rating that is no finite number (an unrated
        opponent has none); an unknown cut; a date before the first edition known.

    See Also
    --------
    tpr : ARO plus what the score is worth.
    tie_breaks : ARO with every cut for a whole event.

    Notes
    -----
    The score does not enter. Without an opponent ARO is undefined: no 0 is returned. Unrated
    opponents: article 10 drops the tie-break unless the event's own rules give them a rating; write
    that rating into the list, or leave the game out.

    Before 2024 an unplayed round is what a cut removes: with one of them "C1" cuts no opponent.
    From the edition of 1 April 2024 on the lowest opponent is cut whatever was not played.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.1, 14.1 to 14.4, 4.4 (met twice counts twice), 15.2 (forfeits).

    Examples
    --------
    >>> aro([1750, 1900, 2200, 1450, 2100])
    1880
    >>> aro([1750, 1900, 2200, 1450, 2100], cut="C1")     # without 1450: 1987.5, half up
    1988
    >>> aro([1750, 1900, 2200, 2100], cut="C1", unplayed=1, on="2022-12-25")
    1988
    """
    ratings = check.opponents(opponent_ratings)
    rounds = check.whole_number(unplayed, "unplayed", at_least=0)
    low, high = opponents_cut(cut, np.array([rounds]), on)
    average = average_ratings(ratings, np.array([ratings.size]), low, high)[0]
    if np.isnan(average):
        check.fail("opponent_ratings", f'leave a rating after cut "{cut}"', f"{ratings.size}")
    return int(average)


def tpr(opponent_ratings: Any, score: Any) -> int | IntArray:
    """Which rating does FIDE's table give for this score against these opponents? TPR.

    Tournament performance rating: ARO + dp(p), p the score as a whole percentage, 0.5 up.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents played over the board.
    score : array_like
        Points made in these games, a multiple of ½: one score, or several.

    Returns
    -------
    int or ndarray, shape of `score`
        Elo points.

    Raises
    ------
    ValueError
        No opponents; a rating that is no finite number; a score outside [0, n_games] or no multiple
        of ½.

    See Also
    --------
    ptp : counts each opponent instead of their average.
    perfkit.performance_rating : the same number as ``method="fide"``, beside the other definitions.
    norm_rating : raises one weak opponent first.

    Notes
    -----
    ARO - 800 at score 0 and ARO + 800 at n_games, both notional. Without a game it is undefined.
    The 400-point rule does not enter. Half percentages go up, so that mirrored results are not
    mirrored: 1½ of 4 gives -87, 2½ of 4 gives +95.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.2; B.02 (1 March 2024) 8.1.1; rounding of p: B.01 (1 January 2024),
    after 1.4.9.

    Examples
    --------
    >>> tpr([2400, 2500, 2600], 2.5)                      # 2500 + 273
    2773
    """
    return _whole(performance_rating(opponent_ratings, score, method="fide"))


def ptp(opponent_ratings: Any, score: Any) -> int | IntArray:
    """Which lowest rating would have been expected to make this score? PTP.

    Perfect tournament performance: the smallest whole R with Σ PD(R − Rᵢ) ≥ score, PD from table
    8.1.2 at full scale, summed in hundredths.

    Parameters
    ----------
    opponent_ratings : array_like of int, shape (n_games,)
        Elo ratings of the opponents played over the board, whole numbers.
    score : array_like
        Points made in these games, a multiple of ½: one score, or several.

    Returns
    -------
    int or ndarray, shape of `score`
        Elo points.

    Raises
    ------
    ValueError
        No opponents; a rating that is no whole number; a score outside [0, n_games] or no multiple
        of ½.

    See Also
    --------
    tpr : takes the average opponent.
    perfkit.performance_rating : ``method="fide_ptp"`` is this number, "true_logistic" the same idea
        without the table.

    Notes
    -----
    At score 0 the lowest opponent - 800, by the article. At n_games the highest opponent + 736,
    since the table reaches 1.00 only above 735: the two ends are not alike. Half the points against
    equal opponents give their rating less 3, the lower end of the row of .50. Without a game it is
    undefined.
    "Perfect" does not mean a full score.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.3; B.02 (1 March 2024) 8.1.2.

    Examples
    --------
    >>> ptp([1700, 1950, 1850, 2050, 2150], 3.5)
    2112
    >>> ptp([2000, 1900, 1800], [0, 3])
    array([1000, 2736])
    """
    return _whole(performance_rating(opponent_ratings, score, method="fide_ptp"))


def _whole(rating: float | FloatArray) -> int | IntArray:
    return plain_int(np.asarray(rating).astype(np.int64))


def apro(opponent_tprs: Any) -> int:
    """How well did the opponents play? APRO, the average TPR of the opponents.

    The mean of the opponents' tournament performance ratings, to the nearest whole number, 0.5 up.

    Parameters
    ----------
    opponent_tprs : array_like, shape (n_games,)
        TPR, over the whole event, of each opponent played over the board.

    Returns
    -------
    int
        Elo points.

    Raises
    ------
    ValueError
        No opponents; a value that is no finite number.

    See Also
    --------
    tpr : each of these numbers; ``tpr`` of one player is not what APRO is about.
    tie_breaks : computes all of them from the games of an event.

    Notes
    -----
    The own score does not enter, nor do 0 and n of the own games; an opponent's TPR may be a
    notional ∓800. Without an opponent it is undefined. An opponent whose own opponents are all
    unrated has no TPR: see `tie_breaks`.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.4.

    Examples
    --------
    >>> apro([2401, 2402, 2402, 2401])                    # 2401.5
    2402
    """
    return _mean_performance(opponent_tprs, "opponent_tprs")


def appo(opponent_ptps: Any) -> int:
    """How well did the opponents play? APPO, the average PTP of the opponents.

    The mean of the opponents' perfect tournament performances, to the nearest whole number, 0.5 up.

    Parameters
    ----------
    opponent_ptps : array_like, shape (n_games,)
        PTP, over the whole event, of each opponent played over the board.

    Returns
    -------
    int
        Elo points.

    Raises
    ------
    ValueError
        No opponents; a value that is no finite number.

    See Also
    --------
    apro : the same with TPR.

    Notes
    -----
    As `apro`; an opponent's PTP may be the lowest - 800 or the highest + 736.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.5.

    Examples
    --------
    >>> appo([2402, 2403])                                # 2402.5
    2403
    """
    return _mean_performance(opponent_ptps, "opponent_ptps")


def _mean_performance(values: Any, name: str) -> int:
    performances = check.opponents(values, name)
    return int(average_ratings(performances, np.array([performances.size]))[0])
