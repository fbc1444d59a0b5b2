"""The first rating of a player who has none, by article 8.2."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit._validation import FloatArray, IntArray
from perfkit.fide._conditions import Condition, conditions_text
from perfkit.fide._editions import STANDARD, RatingEdition, edition
from perfkit.fide_tables import dp_of_percentage, percentage, round_half_up

_GAMES_NEEDED = 5  # B.02 7.1.4
_PER_HALF_POINT = 20  # B.02 (1 January 2022) 8.2.3


@dataclass(frozen=True)
class InitialRating:
    """A first rating with its working; `str()` gives it as a text.

    Parameters
    ----------
    rating : int or None
        Ru in Elo points; None where a score of zero is disregarded.
    published : bool
        Whether all `conditions` are met.
    average_opponent_rating : float
        Ra in Elo points, unrounded, with the hypothetical opponents of the edition.
    percentage : int
        The score, with the draws against them, as a whole percentage.
    difference : int
        What is added to Ra: dp, or 20 for each half point above 50 % before March 2024.
    n_games : int
        Games against rated opponents.
    conditions : tuple of Condition
        What the article asks for before a rating is published.
    edition : str
        Regulation and date.
    """

    rating: int | None
    published: bool
    average_opponent_rating: float
    percentage: int
    difference: int
    n_games: int
    conditions: tuple[Condition, ...]
    edition: str

    def __str__(self) -> str:
        reached = "disregarded" if self.rating is None else f"{self.rating}"
        limited = self.rating is not None and (
            self.rating < round(self.average_opponent_rating + self.difference)
        )
        return "\n".join([
            f"Ru = {self.average_opponent_rating:.2f} {self.difference:+d}: {reached}"
            f"{' (at most that, 8.2.3)' if limited else ''}, "
            f"{'published' if self.published else 'not published'}",
            conditions_text(self.conditions),
            self.edition,
        ])  # fmt: skip


def initial_rating(opponent_ratings: Any, score: float, *, on: Any = None) -> InitialRating:
    """Which first rating do these results give an unrated player?

    From 1 March 2024: Ru = Ra + dp(p), with two draws against hypothetical opponents rated 1800
    added to the games, at most 2200. Before: no such draws; Ra + 20 for each half point above 50 %,
    Ra + dp below.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the rated opponents, pooled over the events of 26 months at most.
    score : float
        Points made against them, a multiple of ½.
    on : date or str, optional
        Day on which the rules are asked for (the start of the event); the newest by default.

    Returns
    -------
    InitialRating
        `rating` in Elo points, whether it is `published`, and the working.

    Raises
    ------
    ValueError
        No games; an unrated opponent (no finite number); a score outside [0, n_games] or no
        multiple of ½; a date before the first edition known.

    See Also
    --------
    tpr : the same without the two draws and the limits.
    rating_change : for a player who has a rating.

    Notes
    -----
    Score 0 is disregarded in a first event: the rating is None. The article speaks of the first
    event only; leave that event out before pooling. A full score is finite, since the two draws
    keep p below 1. Games against unrated opponents do not count. Published from 1400 (1000 before
    March 2024) and 5 games on; fewer games give a number that is not published. Ra is not rounded
    before dp is added; half a point goes up, which the article leaves open. FIDE's online
    calculator followed the older rule still in October 2026. Rapid and blitz have the same rule for
    players who have no standard rating either; who has one starts from it (7.2.1 there).

    References
    ----------
    FIDE B.02 (1 March 2024) 8.2.1 to 8.2.3, 7.1.4; B.02 (1 January 2022) 8.2.2, 8.2.3.

    Examples
    --------
    >>> initial_rating([2000] * 5, 3).rating              # (10000 + 3600) / 7 + dp(4 of 7)
    1993
    >>> initial_rating([2000] * 5, 3, on="2023-06-01").rating     # one half point above 50 %
    2020
    """
    rules = edition(STANDARD, on)
    ratings = check.opponents(opponent_ratings)
    points = check.one_number(score, "score")
    check.score_in_range(points, ratings.size)
    check.half_points(points, "article 8.2")
    added = np.array(rules.newcomers.hypothetical_opponents, dtype=np.float64)
    total = np.asarray(ratings.sum() + added.sum())
    games = np.asarray(ratings.size + added.size, dtype=np.int64)
    with_draws = points + 0.5 * added.size
    percent = percentage(with_draws, games)
    difference = _difference(with_draws, games, percent, rules)
    rating = int(round_half_up(total, games)) + difference
    if rules.newcomers.highest is not None:
        rating = min(rating, rules.newcomers.highest)
    conditions = _conditions(float(points), ratings.size, rating, rules)
    return InitialRating(
        rating=rating if points > 0 else None,
        published=all(condition.met for condition in conditions),
        average_opponent_rating=float(total / games),
        percentage=int(percent),
        difference=difference,
        n_games=ratings.size,
        conditions=conditions,
        edition=rules.source,
    )


def _difference(score: FloatArray, games: IntArray, percent: IntArray, rules: RatingEdition) -> int:
    """What is added to Ra, by the edition that has hypothetical opponents or by the one before."""
    half_points_above = int(2 * score) - int(games)
    if not rules.newcomers.hypothetical_opponents and half_points_above >= 0:
        return _PER_HALF_POINT * half_points_above
    return int(dp_of_percentage(percent))


def _conditions(
    score: float, n_games: int, rating: int, rules: RatingEdition
) -> tuple[Condition, ...]:
    lowest = rules.newcomers.lowest_published
    return (
        Condition("8.2.1", "score in the first event", "above 0", score_text(score), score > 0),
        Condition(
            "7.1.4", "games against rated opponents", f"{_GAMES_NEEDED}", f"{n_games}",
            n_games >= _GAMES_NEEDED,
        ),
        Condition(
            "7.1.4", "rating", f"{lowest}", f"{rating}" if score > 0 else "none",
            score > 0 and rating >= lowest,
        ),
    )  # fmt: skip
