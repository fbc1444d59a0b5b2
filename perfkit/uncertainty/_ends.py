"""Where does an interval end? One bracketed search per kind, for many events at once.

Every kind says how surprising the score would be at a rating tried, as a number above 0 where the
rating is rejected. `lower_ends` finds the lowest rating that is not. The upper end is the lower one
of the mirrored event: ratings with their sign reversed, points lost instead of points made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.special import ndtri

from perfkit._validation import FloatArray, IntArray
from perfkit.curves import LOGISTIC_SCALE, Curve
from perfkit.uncertainty._draws import Draws

Excess = Callable[[FloatArray, IntArray], FloatArray]

_STEP = 40.0  # rating points; a curve needs 174 (logistic) or 283 (normal) for its shape to change
_MOST_STEPS = 500
_CLOSE_ENOUGH = 1e-6  # the next round would change the end by far less than its square root
_MOST_ROUNDS = 200


@dataclass(frozen=True)
class Block:
    """Events of one length: opponents (games, events), scores, estimates and draws (events,)."""

    curve: Curve
    opponents: FloatArray
    scores: FloatArray
    estimates: FloatArray
    draws: Draws

    @property
    def n_games(self) -> int:
        """Number of games of each event."""
        return int(self.opponents.shape[0])

    def mirrored(self) -> Block:
        """Count the points lost, with all ratings negative: its lower end is our upper one."""
        return Block(
            self.curve, -self.opponents, self.n_games - self.scores, -self.estimates, self.draws
        )

    def of(self, events: Any) -> Block:
        """Keep some of the events."""
        return Block(
            self.curve,
            self.opponents[:, events],
            self.scores[events],
            self.estimates[events],
            self.draws.of(events),
        )

    def expected(self, ratings: FloatArray) -> FloatArray:
        """Expected score of each game at these ratings, one per event."""
        return self.curve.expected(ratings - self.opponents)


def standard_errors(events: Block) -> FloatArray:
    """√ΣVar / ΣE′ at the estimate: infinite where the estimate is."""
    answer = np.full(events.scores.shape, np.inf)
    inside = np.flatnonzero(np.isfinite(events.estimates))
    part = events.of(inside)
    slope = part.curve.slope(part.estimates - part.opponents).sum(axis=0)
    answer[inside] = np.sqrt(part.draws.variance(part.expected(part.estimates))) / slope
    return answer


def ends(kind: str, events: Block, level: float, side: str) -> tuple[FloatArray, FloatArray]:
    """Both ends of each event's interval; the end that `side` does not ask for is infinite."""
    tail = 0.5 * (1.0 - level) if side == "both" else 1.0 - level
    low, high = np.full(events.scores.shape, -np.inf), np.full(events.scores.shape, np.inf)
    if side != "upper":
        low = lower_ends(kind, events, tail)
    if side != "lower":
        high = -lower_ends(kind, events.mirrored(), tail)
    return low, high


def lower_ends(kind: str, events: Block, tail: float) -> FloatArray:
    """Lowest rating at which a score this high has not become too surprising; -inf at score 0."""
    if kind == "wald":
        return _wald(events, tail)
    answer = np.full(events.scores.shape, -np.inf)
    some = np.flatnonzero(events.scores > 0)
    if some.size:
        answer[some] = _KINDS[kind](events.of(some), tail)
    return answer


def _wald(events: Block, tail: float) -> FloatArray:
    inside = np.isfinite(events.estimates)
    margin = ndtri(1.0 - tail) * standard_errors(events)
    with np.errstate(invalid="ignore"):
        return np.where(inside, events.estimates - margin, np.nan)


def _score(events: Block, tail: float) -> FloatArray:
    """Score test: (S − ΣE)/√ΣVar, both at the rating tried, is at most the normal quantile.

    With unequal opponents the accepted ratings can be two pieces, so the search walks down from the
    estimate in steps too short to jump over a gap that matters, and then closes in. It starts
    at the estimate, or for a full score where m = 1 − E is small enough in every game to be
    accepted: ΣVar ≥ c Σm with c = ¾ · (share of the variance left) once m ≤ ¼, and Σm ≤ nm ≤ z²c.
    It ends where n E = t² with t² + zt = S for the weakest opponent: from there down
    ΣE + z√ΣVar ≤ nE + z√(nE) ≤ S.
    """
    n, z = events.n_games, ndtri(1.0 - tail)
    lowest, highest = events.opponents.min(axis=0), events.opponents.max(axis=0)
    t = 0.5 * (np.sqrt(z * z + 4.0 * events.scores) - z)
    floor = lowest + events.curve.difference(t * t, n) - 1.0
    left = 0.75 * (1.0 - events.draws.rate)
    if events.draws.source == "given":
        left = 0.75 - 0.5 * events.draws.rate
    small = np.minimum(0.25, z * z * left / n)
    start = np.where(
        events.scores < n, events.estimates, highest - events.curve.difference(small, 1.0)
    )

    def excess(ratings: FloatArray, at: IntArray) -> FloatArray:
        part = events if at.size == events.scores.size else events.of(at)
        expected = part.expected(ratings)
        spread = np.sqrt(part.draws.variance(expected))
        return np.asarray(part.scores - expected.sum(axis=0) - z * spread)

    return _walk_down(excess, start, floor)


def _walk_down(excess: Excess, start: FloatArray, floor: FloatArray) -> FloatArray:
    """Go down from an accepted rating until one is rejected, and close in on the end between."""
    step = np.maximum(_STEP, (start - floor) / _MOST_STEPS)
    low, high = start - step, start.copy()
    above, below = np.empty_like(start), np.zeros_like(start)
    todo = np.arange(start.size)
    while todo.size:
        value = excess(low[todo], todo)
        above[todo] = value
        accepted = (value <= 0) & (low[todo] > floor[todo])
        todo, value = todo[accepted], value[accepted]
        high[todo], below[todo] = low[todo], value
        low[todo] -= step[todo]
    return close_in(excess, low, high, above, below)


def _tail_of_score(mid_p: bool) -> Callable[[Block, float], FloatArray]:
    """Tails of the exact distribution of the score: P(this score or better) equals `tail`.

    The tail rises with the rating, so there is one end. By Markov's inequality it lies above the
    rating with n E = tail² · S against the weakest opponent, and below the one at which a score as
    low as this is rare enough even against the strongest.
    """

    def lower(events: Block, tail: float) -> FloatArray:
        n, scores = events.n_games, events.scores
        lowest, highest = events.opponents.min(axis=0), events.opponents.max(axis=0)
        low = lowest + events.curve.difference(tail * tail * scores / n, 1.0) - 1.0
        enough = 2.0 * tail if mid_p else tail  # half of the top score's probability counts
        beyond = np.maximum(n - scores, 0.5) if mid_p else n - scores + 0.5
        lost = np.minimum(0.25, (1.0 - enough) * beyond / n)
        high = highest - events.curve.difference(lost, 1.0) + 1.0

        def excess(ratings: FloatArray, at: IntArray) -> FloatArray:
            return np.asarray(tail - upper_tail(events.of(at), ratings, mid_p))

        every = np.arange(scores.size)
        return close_in(excess, low, high, excess(low, every), excess(high, every))

    return lower


def upper_tail(events: Block, ratings: FloatArray, mid_p: bool) -> FloatArray:
    """P(score this high or higher) at these ratings; mid-P counts the score itself by half.

    Where no draws are assumed a half point cannot occur. Mid-P is then P(more than this score),
    and the tail itself the geometric mean of those of the whole scores on either side. (The tail of
    the next whole score alone is too narrow for a game that can be drawn: 7 games with a draw rate
    of .1 were covered 94.3 % of the time instead of 95.)
    """
    expected = events.expected(ratings)
    drawn = events.draws.share(expected)
    chances = score_chances(expected - 0.5 * drawn, drawn, 1.0 - expected - 0.5 * drawn)
    at_least = np.cumsum(chances[::-1], axis=0)[::-1]
    twice, every = np.rint(2.0 * events.scores).astype(np.int64), np.arange(ratings.size)
    if mid_p:
        return np.asarray(at_least[twice, every] - 0.5 * chances[twice, every])
    if events.draws.source == "none":
        half = twice % 2
        neighbours = at_least[twice - half, every] * at_least[twice + half, every]
        return np.asarray(np.sqrt(neighbours))
    return np.asarray(at_least[twice, every])


def score_chances(win: FloatArray, draw: FloatArray, loss: FloatArray) -> FloatArray:
    """Probabilities of the scores 0, ½, 1, ..., n: one game after the other is folded in.

    Each argument is (games, events); the answer has 2n + 1 rows.
    """
    chances = np.zeros((2 * win.shape[0] + 1, win.shape[1]))
    chances[0] = 1.0
    for game, (won, drawn, lost) in enumerate(zip(win, draw, loss, strict=True)):
        last = 2 * game + 1  # scores 0 to `game` have been possible so far
        before = chances[:last].copy()
        chances[:last] *= lost
        chances[1 : last + 1] += drawn * before
        chances[2 : last + 2] += won * before
    return chances


def _profile(events: Block, tail: float) -> FloatArray:
    """Likelihood ratio: 2(log L at the estimate − log L at the rating tried) is at most z² · φ.

    φ is the variance with draws over the one without, at the rating tried; 1 where no draws are
    assumed. log L is concave in the rating. The tangent at the rating where ΣE is at most S/2
    bounds it from above, and so the search from below; a full score starts where even against the
    strongest opponent −log L ≤ n · 10^(−d/400) is small enough for the smallest φ.
    """
    n, z = events.n_games, ndtri(1.0 - tail)
    lowest, highest = events.opponents.min(axis=0), events.opponents.max(axis=0)
    scores, middle = events.scores, events.opponents.mean(axis=0)
    inside, drop = scores < n, 0.5 * z * z
    half = lowest + events.curve.difference(0.5 * scores, n)
    floor = half - 2.0 * LOGISTIC_SCALE * drop / scores - 1.0
    least = 0.5 * drop * (1.0 if events.draws.source == "given" else 1.0 - events.draws.rate)
    ceiling = np.maximum(highest, highest + LOGISTIC_SCALE * np.log(n / least)) + 1.0
    start = np.where(inside, events.estimates, ceiling)

    def log_likelihood(ratings: FloatArray, at: IntArray) -> FloatArray:
        # Written from points lost, so that a full score comes close to exactly 0 far above.
        x = (ratings - events.opponents[:, at]) / LOGISTIC_SCALE
        lost = (n - scores[at]) * (ratings - middle[at]) / LOGISTIC_SCALE
        return np.asarray(-np.logaddexp(0.0, -x).sum(axis=0) - lost)

    best = np.where(inside, log_likelihood(start, np.arange(scores.size)), 0.0)

    def excess(ratings: FloatArray, at: IntArray) -> FloatArray:
        left = _dispersion(events.of(at), ratings)
        return np.asarray(best[at] - log_likelihood(ratings, at) - drop * left)

    return _walk_down(excess, start, floor)


def _dispersion(events: Block, ratings: FloatArray) -> FloatArray:
    """Variance with draws over variance without; where both vanish their limit."""
    expected = events.expected(ratings)
    without = (expected * (1.0 - expected)).sum(axis=0)
    limit = 1.0 - (0.5 if events.draws.source == "given" else 1.0) * events.draws.rate
    left = np.divide(events.draws.variance(expected), without, out=limit, where=without > 0)
    return np.asarray(left)


_KINDS: Mapping[str, Callable[[Block, float], FloatArray]] = MappingProxyType(
    {
        "score": _score,
        "exact": _tail_of_score(mid_p=False),
        "mid_p": _tail_of_score(mid_p=True),
        "profile": _profile,
    }
)
#: The kinds of interval, default first.
KINDS = (*_KINDS, "wald")


def close_in(
    excess: Excess, low: FloatArray, high: FloatArray, above: FloatArray, below: FloatArray
) -> FloatArray:
    """Find where `excess` falls from `above` 0 at `low` to `below` at `high` (Ridders' method).

    Each round halves the bracket at least, and near the end doubles the digits.
    """
    answer = high.copy()
    todo, last = np.arange(low.size), np.full(low.shape, np.nan)
    small = 1e-9 * above
    for _ in range(_MOST_ROUNDS):
        middle = 0.5 * (low + high)
        at_middle = excess(middle, todo)
        root = np.sqrt(at_middle * at_middle - above * below)
        ratio = np.divide(at_middle, root, out=np.zeros_like(root), where=root > 0)
        guess = np.clip(middle + (middle - low) * ratio, low, high)
        at_guess = excess(guess, todo)
        for rating, value in ((middle, at_middle), (guess, at_guess)):
            up = (value > 0) & (rating >= low)
            down = (value <= 0) & (rating <= high)
            low, above = np.where(up, rating, low), np.where(up, value, above)
            high, below = np.where(down, rating, high), np.where(down, value, below)
        answer[todo] = guess
        settled = (np.abs(guess - last) <= _CLOSE_ENOUGH) & (np.abs(at_guess) <= small)
        on = ~settled & (high - low > _CLOSE_ENOUGH)
        if not on.any():
            break
        todo, last, small = todo[on], guess[on], small[on]
        low, high, above, below = low[on], high[on], above[on], below[on]
    return answer
