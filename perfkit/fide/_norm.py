"""The performance part of a title norm, articles 1.4.6 to 1.4.9 of the Title Regulations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit._validation import FloatArray
from perfkit.fide._conditions import Condition, conditions_text
from perfkit.fide._editions import TITLES, edition
from perfkit.fide_tables import dp_of_percentage, percentage, round_half_up


@dataclass(frozen=True)
class NormLevel:
    """What a title asks of a performance.

    Parameters
    ----------
    floor : int
        Adjusted rating floor of one opponent (1.4.6b).
    average : int
        Lowest average of the opponents (1.4.8a).
    performance : int
        Lowest performance rating after rounding (1.4.8).
    """

    floor: int
    average: int
    performance: int


#: B.01 (1 January 2024) 1.4.6b, 1.4.8a and 1.4.8.
NORM_LEVELS: Mapping[str, NormLevel] = MappingProxyType(
    {
        "GM": NormLevel(2200, 2380, 2600),
        "IM": NormLevel(2050, 2230, 2450),
        "WGM": NormLevel(2000, 2180, 2400),
        "WIM": NormLevel(1850, 2030, 2250),
    }
)
_UNRATED_COUNTS_AS = 1400.0  # 1.4.6d
_LOWEST_PERCENTAGE = 35  # 1.4.8b


@dataclass(frozen=True)
class NormRating:
    """A performance rating for a norm with its working; `str()` gives it as a text.

    Parameters
    ----------
    title : str
        The title asked for.
    rating : int
        Rp in Elo points.
    average_opponent_rating : int
        Ra in Elo points, after `raised`, to a whole number.
    percentage, dp : int
        The score as a whole percentage, and what table 1.4.9 makes of it.
    score : float
        Points made.
    opponent_ratings : tuple of float
        Ratings as they were counted, in the order given.
    raised : tuple of float or None
        Rating before and after for the one opponent raised to the floor; None if nobody was.
    unrated_opponents : int
        How many opponents were counted as 1400.
    conditions : tuple of Condition
        What the articles ask of the performance.
    edition : str
        Regulation and date.
    """

    title: str
    rating: int
    average_opponent_rating: int
    percentage: int
    dp: int
    score: float
    opponent_ratings: tuple[float, ...]
    raised: tuple[float, float] | None
    unrated_opponents: int
    conditions: tuple[Condition, ...]
    edition: str

    @property
    def met(self) -> bool:
        """Whether the performance is enough; titles, federations and games are not looked at."""
        return all(condition.met for condition in self.conditions)

    def __str__(self) -> str:
        lines = [
            f"{self.title} norm: Rp = {self.average_opponent_rating} {self.dp:+d} = {self.rating}, "
            f"{score_text(self.score)} of {len(self.opponent_ratings)} ({self.percentage} %)"
        ]
        if self.unrated_opponents:
            lines.append(f"1.4.6d: unrated opponents counted as 1400: {self.unrated_opponents}")
        if self.raised:
            lines.append(
                f"1.4.6c: lowest opponent raised from {self.raised[0]:g} to {self.raised[1]:g}"
            )
        lines.append(conditions_text(self.conditions))
        return "\n".join([*lines, self.edition])


def norm_rating(opponent_ratings: Any, score: float, title: str, *, on: Any = None) -> NormRating:
    """Is this performance enough for a norm?

    Rp = Ra + dp(p), with one opponent, the lowest, raised to the title's floor where the rating is
    below it, and unrated opponents counted as 1400.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents, nan for the unrated ones.
    score : float
        Points made against them, a multiple of ½.
    title : {"GM", "IM", "WGM", "WIM"}
        The title, in capitals or not.
    on : date or str, optional
        Day on which the rules are asked for (the start of the event); the newest by default.

    Returns
    -------
    NormRating
        `rating` (Rp) in Elo points, `met`, and each article's condition in `conditions`.

    Raises
    ------
    ValueError
        No opponents; an infinite rating; a score outside [0, n_games] or no multiple of ½; an
        unknown title; a date before the first edition known.

    See Also
    --------
    tpr : the same formula with everybody's own rating.

    Notes
    -----
    Ra - 800 at score 0 and Ra + 800 at n_games; the first fails the 35 %. Only the performance is
    looked at: number of games, federations and titles of the opponents (1.4.1 to 1.4.5) are not.
    At most one opponent is raised, also when several are below the floor. 35 % is tested on the
    exact score, in integers, not on the rounded percentage.

    References
    ----------
    FIDE B.01 (1 January 2024) 1.4.6 to 1.4.9.

    Examples
    --------
    >>> norm_rating([2434] * 9, 6.5, "GM").rating
    2600
    >>> print(norm_rating([2100, 2450, 2500, 2520, 2480, 2550, 2440, 2530, 2510], 7, "GM"))
    GM norm: Rp = 2464 +220 = 2684, 7 of 9 (78 %)
    1.4.6c: lowest opponent raised from 2100 to 2200
    article  condition                        required  reached
    1.4.8    performance rating Rp            2600      2684     met
    1.4.8a   average of the opponents Ra      2380      2464     met
    1.4.8b   score                            35 %      77.8 %   met
    B.01, 1 January 2024
    """
    rules = edition(TITLES, on)
    name = title.upper() if isinstance(title, str) else title
    level = NORM_LEVELS[check.one_of(name, NORM_LEVELS, "title")]
    given = check.floats(opponent_ratings, "opponent_ratings")
    unrated = np.isnan(given)
    counted = check.opponents(np.where(unrated, _UNRATED_COUNTS_AS, given))
    points = check.one_number(score, "score")
    check.score_in_range(points, counted.size)
    check.half_points(points, "article 1.4.9")
    counted, raised = _raise_lowest(counted, level.floor)
    games = np.asarray(counted.size, dtype=np.int64)
    average = int(round_half_up(np.asarray(counted.sum()), games))
    percent = percentage(points, games)
    dp = int(dp_of_percentage(percent))
    return NormRating(
        title=name,
        rating=average + dp,
        average_opponent_rating=average,
        percentage=int(percent),
        dp=dp,
        score=float(points),
        opponent_ratings=tuple(counted.tolist()),
        raised=raised,
        unrated_opponents=int(unrated.sum()),
        conditions=_conditions(level, average + dp, average, float(points), counted.size),
        edition=rules.source,
    )


def _raise_lowest(ratings: FloatArray, floor: int) -> tuple[FloatArray, tuple[float, float] | None]:
    """Raise the one lowest rating to the floor where it is below (1.4.6b, 1.4.6c)."""
    lowest = int(ratings.argmin())
    before = float(ratings[lowest])
    if before >= floor:
        return ratings, None
    after = ratings.copy()
    after[lowest] = floor
    return after, (before, float(floor))


def _conditions(
    level: NormLevel, rating: int, average: int, score: float, n_games: int
) -> tuple[Condition, ...]:
    share = 100.0 * score / n_games
    enough = 50 * round(2 * score) >= _LOWEST_PERCENTAGE * n_games
    return (
        Condition(
            "1.4.8", "performance rating Rp", f"{level.performance}", f"{rating}",
            rating >= level.performance,
        ),
        Condition(
            "1.4.8a", "average of the opponents Ra", f"{level.average}", f"{average}",
            average >= level.average,
        ),
        Condition("1.4.8b", "score", f"{_LOWEST_PERCENTAGE} %", f"{share:.1f} %", enough),
    )  # fmt: skip
