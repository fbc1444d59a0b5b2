"""How much of a winner's performance is luck? Whole round robins, simulated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.methods import performance_rating
from perfkit.uncertainty import simulate_events

__all__ = ["WinnersLuck", "winners_luck"]

_MOST_PLAYERS = 100


@dataclass(frozen=True)
class WinnersLuck:
    """Performances of the winner and of one given player in many simulated round robins.

    Parameters
    ----------
    winner : ndarray, shape (n_events,)
        Performance of each event's winner in Elo points, the mean where several share first place.
    player : ndarray, shape (n_events,)
        Performance of one given player, who is not the favourite.
    favourite_wins : float
        Share of the events that the favourite wins, a first place shared by k counted as 1/k.
    possible : ndarray
        Performances that the given player's score can give, in order; infinite at the ends where
        the method is unbounded.
    rating : float
        Rating of everybody but the favourite.
    method : str
        Method of the performances.
    advantage : float
        How many Elo points the favourite is stronger.
    """

    winner: FloatArray
    player: FloatArray
    favourite_wins: float
    possible: FloatArray
    rating: float
    method: str
    advantage: float = 0.0

    @property
    def winner_mean(self) -> float:
        """Mean of the winners' performances; infinite as soon as one of them is."""
        return float(self.winner.mean())

    @property
    def winner_median(self) -> float:
        """Median of the winners' performances."""
        return float(np.median(self.winner))

    @property
    def player_mean(self) -> float:
        """Mean of the given player's performances where they are bounded; nan if none is.

        `player_unbounded` is the share that it leaves out.
        """
        bounded = self.player[np.isfinite(self.player)]
        return float(bounded.mean()) if bounded.size else np.nan

    @property
    def player_unbounded(self) -> float:
        """Share of the events in which the given player has an unbounded performance."""
        return float(np.isinf(self.player).mean())

    @property
    def unbounded(self) -> float:
        """Share of the events whose winner has an unbounded performance."""
        return float(np.isinf(self.winner).mean())

    def reaching(self, rating: float) -> float:
        """Share of the events whose winner performs at this rating or above."""
        return float((self.winner >= check.finite(rating, "rating")).mean())


def winners_luck(
    *,
    n_players: int = 14,
    rounds: int = 1,
    draw_rate: float = 0.5,
    advantage: float = 0.0,
    n_events: int = 20_000,
    rating: float = 2700.0,
    method: str = "true_logistic",
    rng: np.random.Generator,
) -> WinnersLuck:
    """How high does the winner come out where everybody is equally strong?

    Round robins in which every pair meets `rounds` times. All players but one have `rating`; the
    favourite has `advantage` points more.

    Parameters
    ----------
    n_players : int
        2 to 100.
    rounds : int
        How often each pair meets: 1 for a single, 2 for a double round robin.
    draw_rate : float
        Probability of a draw between equals, 0 to 1.
    advantage : float
        How many Elo points the favourite is stronger; 0 for none.
    n_events : int
        How many round robins to play, at least 1.
    rating : float
        Rating of all the others in Elo points.
    method : str
        One of `perfkit.METHODS`.
    rng : numpy.random.Generator
        The source of chance.

    Returns
    -------
    WinnersLuck
        `winner`, `player`, `favourite_wins`, `winner_mean`, `reaching(rating)` and more.

    Raises
    ------
    ValueError
        Numbers outside these ranges; as `perfkit.performance_rating` and
        `perfkit.uncertainty.simulate_events`.

    See Also
    --------
    perfkit.plots.winners_luck : the picture.
    perfkit.uncertainty.simulate_events : the draw model.

    Notes
    -----
    The favourite's rating counts in the others' performances. Without draws a full score occurs,
    and with it an unbounded performance and mean: ask for the median or a bounded method then.

    References
    ----------
    Order statistics: the largest of 14 equal scores lies about 1.7 standard deviations up.

    Examples
    --------
    >>> luck = winners_luck(n_events=4000, rng=np.random.default_rng(1))
    >>> 2824 < luck.winner_mean < 2828, 2698 < luck.player_mean < 2702
    (True, True)
    """
    players = _whole_in(n_players, "n_players", 2, _MOST_PLAYERS)
    meetings = _whole_in(rounds, "rounds", 1, 10)
    events = _whole_in(n_events, "n_events", 1, 10_000_000)
    own, more = check.finite(rating, "rating"), check.finite(advantage, "advantage")
    ratings = np.full(players, float(own))
    ratings[0] += float(more)
    scores = _play(ratings, meetings, draw_rate, events, rng)
    first = scores == scores.max(axis=1, keepdims=True)
    shared = first / first.sum(axis=1, keepdims=True)
    of_favourite = _by_score(np.delete(ratings, 0), meetings, method)
    of_others = _by_score(np.delete(ratings, 1), meetings, method)
    twice = np.rint(2.0 * scores).astype(np.int64)
    performances = np.column_stack([of_favourite[twice[:, 0]], of_others[twice[:, 1:]]])
    # Infinity times a share of 0 is no number, so who is not first is set to 0 before.
    of_first = np.where(first, performances, 0.0)
    return WinnersLuck(
        winner=np.asarray((of_first * shared).sum(axis=1)),
        player=performances[:, 1],
        favourite_wins=float(shared[:, 0].mean()),
        possible=of_others[:: 1 if draw_rate else 2],  # without draws no half points
        rating=float(own),
        method=method,
        advantage=float(more),
    )


def _whole_in(value: Any, name: str, low: int, high: int) -> int:
    number = check.finite(value, name)
    if number.ndim or number != np.rint(number) or not low <= number <= high:
        check.fail(name, f"be a whole number in [{low}, {high}]", check.show(value))
    return int(number)


def _play(
    ratings: FloatArray, rounds: int, draw_rate: float, n_events: int, rng: np.random.Generator
) -> FloatArray:
    """Score of every player in every event."""
    one, other = np.triu_indices(ratings.size, 1)
    scores = np.zeros((n_events, ratings.size))
    for _ in range(rounds):
        results = simulate_events(
            ratings[one], ratings[other], n_events, rng=rng, draw_rate=draw_rate
        )
        for game, (white, black) in enumerate(zip(one, other, strict=True)):
            scores[:, white] += results[:, game]
            scores[:, black] += 1.0 - results[:, game]
    return scores


def _by_score(opponent_ratings: FloatArray, rounds: int, method: str) -> FloatArray:
    """Performance for each score 0, ½, ..., n against these opponents."""
    opponents = np.tile(opponent_ratings, rounds)
    possible = np.arange(2 * opponents.size + 1) / 2.0
    return np.asarray(performance_rating(opponents, possible, method=method))
