"""For which rating do the expected scores against these opponents add up to the score made?

Everything here works on blocks: a matrix with one row per game and one column per event, so that a
single event is a block of one column. `SOLVERS` maps the name a curve carries to its solver; each
returns the interval of ratings that solve Σ E(R − Rᵢ) = S, event by event. On the smooth curves the
two ends are one and the same number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from perfkit._validation import FloatArray, IntArray
from perfkit.curves import Curve
from perfkit.fide_tables import FULL_SCORE_DIFFERENCE, pd_hundredths

Interval = tuple[FloatArray, FloatArray]

_CELLS_PER_BLOCK = 1 << 16
_NEWTON_STEPS, _ALL_STEPS = 30, 120
_CLOSE_ENOUGH = 1e-10  # a Newton step this short, in rating points, is the last one


@dataclass(frozen=True)
class Events:
    """Many events at once: all opponents flat, and how many of them each event has (at least 1)."""

    ratings: FloatArray
    counts: IntArray

    @cached_property
    def starts(self) -> IntArray:
        """Where in `ratings` each event begins."""
        return np.asarray(np.cumsum(self.counts) - self.counts)

    @cached_property
    def totals(self) -> FloatArray:
        """Sum of the opponents' ratings."""
        return np.asarray(np.add.reduceat(self.ratings, self.starts))

    @cached_property
    def averages(self) -> FloatArray:
        """Mean opponent rating, unrounded."""
        return np.asarray(self.totals / self.counts)

    @cached_property
    def lowest(self) -> FloatArray:
        """Lowest rated opponent."""
        return np.asarray(np.minimum.reduceat(self.ratings, self.starts))

    @cached_property
    def highest(self) -> FloatArray:
        """Highest rated opponent."""
        return np.asarray(np.maximum.reduceat(self.ratings, self.starts))

    def blocks(self) -> Iterator[tuple[IntArray, FloatArray]]:
        """Yield event numbers and ratings (games, events), events of one length together."""
        order = np.argsort(self.counts, kind="stable")
        lengths, firsts = np.unique(self.counts[order], return_index=True)
        for n, events in zip(lengths, np.split(order, firsts[1:]), strict=True):
            width = max(1, _CELLS_PER_BLOCK // int(n))
            for at in range(0, events.size, width):
                part = events[at : at + width]
                yield part, self.ratings[self.starts[part] + np.arange(n)[:, None]]


def solve(curve: Curve, events: Events, scores: FloatArray) -> Interval:
    """Interval of ratings whose expected scores on `curve` add up to each event's score."""
    low, high = np.empty_like(scores), np.empty_like(scores)
    for part, opponents in events.blocks():
        low[part], high[part] = SOLVERS[curve.solver](curve, opponents, scores[part])
    return low, high


def solve_smooth(curve: Curve, opponents: FloatArray, scores: FloatArray) -> Interval:
    """Solve on a curve without corners: one rating for every score strictly between 0 and n.

    With D the curve's inverse, Newton's method runs on D(Σ E / n) = D(S / n) and not on Σ E = S:
    against equal opponents that is a straight line, so one step ends it; against unequal ones it is
    nearly straight. The root lies between min Rᵢ + D(S/n) and max Rᵢ + D(S/n), because there every
    single expected score is at most, or at least, S/n. Each step narrows this bracket, a step that
    would leave it becomes a bisection, and after thirty steps only bisections follow, so the loop
    always ends.

    Precision. Where the opponents fall into far groups, Σ E hardly moves between them, and the
    plain sum loses the root in rounding. So every game contributes the smaller of E and 1 − E, with
    its sign, against the exact number of expected wins: Σ E − S = (wins − S) + Σ ± min(E, 1 − E).
    """
    n_games = opponents.shape[0]
    answer = np.where(scores <= 0, -np.inf, np.inf)
    todo = np.flatnonzero((scores > 0) & (scores < n_games))
    opponents, score = opponents[:, todo], scores[todo]
    target = curve.difference(score, n_games)
    low, high = opponents.min(axis=0) + target - 1.0, opponents.max(axis=0) + target + 1.0
    rating = opponents.mean(axis=0) + target
    for step_number in range(_ALL_STEPS):
        if not todo.size:
            break
        d = rating - opponents
        tail = curve.expected(-np.abs(d))
        ahead = d > 0
        wins = np.count_nonzero(ahead, axis=0)
        excess = (wins - score) + np.where(ahead, -tail, tail).sum(axis=0)
        low, high = np.where(excess <= 0, rating, low), np.where(excess >= 0, rating, high)
        step = _newton_step(curve, n_games, score, target, excess, curve.slope(d).sum(axis=0))
        bisect = ~((rating + step > low) & (rating + step < high)) | (step_number >= _NEWTON_STEPS)
        bisect &= np.abs(step) > _CLOSE_ENOUGH
        step = np.where(bisect | np.isnan(step), 0.5 * (low + high) - rating, step)
        step = np.where(excess == 0, 0.0, step)
        rating = rating + step
        ended = (~bisect & (np.abs(step) <= _CLOSE_ENOUGH)) | (high - low <= 1e-12)
        if ended.any():
            answer[todo[ended]] = rating[ended]
            on = ~ended
            todo, rating, opponents = todo[on], rating[on], opponents[:, on]
            score, target, low, high = score[on], target[on], low[on], high[on]
    answer[todo] = rating
    return answer, answer


def _newton_step(
    curve: Curve,
    n_games: int,
    score: FloatArray,
    target: FloatArray,
    excess: FloatArray,
    slope: FloatArray,
) -> FloatArray:
    """Step on the curve's own link; near the root the plain one, which keeps more digits there."""
    with np.errstate(all="ignore"):
        plain = -excess / slope
        total = np.clip(score + excess, 0.0, n_games)
        now = curve.difference(total, n_games)
        linked = (target - now) * n_games * curve.slope(now) / slope
        near = np.abs(excess) <= 1e-6 * np.minimum(score, n_games - score)
        return np.where(near | ~np.isfinite(linked), plain, linked)


def solve_line(curve: Curve, opponents: FloatArray, scores: FloatArray) -> Interval:
    """Solve on a straight line cut at 0 and 1: the sum is made of straight pieces.

    Each opponent bends the sum twice, half a span below and above the own rating. Between two bends
    it rises with as many opponents as are in reach; where none is, it is flat and a whole number,
    and every rating on that piece solves the equation.
    """
    n_games = opponents.shape[0]
    half = 0.5 * curve.span
    bends = np.concatenate([opponents - half, opponents + half])
    order = np.argsort(bends, axis=0, kind="stable")
    bends = np.take_along_axis(bends, order, axis=0)
    begins = order < n_games
    in_reach = np.cumsum(np.where(begins, 1, -1), axis=0)
    passed = np.cumsum(~begins, axis=0)
    # The sum at each bend, in units of span: exact on flat pieces, where it is the number passed.
    gains = np.diff(bends, axis=0, prepend=bends[:1])
    climbed = np.cumsum(gains * np.concatenate([in_reach[:1] * 0, in_reach[:-1]]), axis=0)
    at_bend = np.where(in_reach == 0, passed * curve.span, climbed)
    at_bend[1:] = np.where(in_reach[:-1] == 0, at_bend[:-1], at_bend[1:])
    wanted = scores * curve.span
    events = np.arange(scores.size)

    def reach(bend: IntArray) -> FloatArray:
        """Rating on the piece that begins at `bend` at which the sum is the score."""
        piece = np.clip(bend, 0, 2 * n_games - 1)
        rise = np.maximum(in_reach[piece, events], 1)
        return np.asarray(bends[piece, events] + (wanted - at_bend[piece, events]) / rise)

    below = np.count_nonzero(at_bend < wanted, axis=0)  # bends where the sum is still too small
    up_to = np.count_nonzero(at_bend <= wanted, axis=0)
    low = np.where(below == 0, -np.inf, reach(below - 1))
    high = np.where(up_to == 2 * n_games, np.inf, reach(up_to - 1))
    return low, high


def solve_steps(curve: Curve, opponents: FloatArray, scores: FloatArray) -> Interval:
    """Solve on FIDE's table 8.1.2: lowest whole rating with Σ PD ≥ S, highest with Σ PD ≤ S.

    In hundredths, so nothing is rounded. The table never falls, so halving the range of whole
    ratings finds the step; below min Rᵢ − 736 the sum is 0, from max Rᵢ + 736 on it is n. Where the
    sum jumps over the score the first of the two is the higher one, by a single point.
    """
    wanted = np.rint(200.0 * scores).astype(np.int64)  # half points in half hundredths: 2 · 100 · S

    def lowest_reaching(threshold: IntArray) -> FloatArray:
        low = opponents.min(axis=0) - FULL_SCORE_DIFFERENCE - 1.0
        high: FloatArray = opponents.max(axis=0) + FULL_SCORE_DIFFERENCE + 1.0
        while (high - low > 1).any():
            middle = np.floor(0.5 * (low + high))
            enough = 2 * pd_hundredths(middle - opponents).sum(axis=0) >= threshold
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        return high

    low = np.where(scores <= 0, -np.inf, lowest_reaching(wanted))
    n_games = opponents.shape[0]
    high = np.where(scores >= n_games, np.inf, lowest_reaching(wanted + 1) - 1.0)
    return low, high


SOLVERS: Mapping[str, Callable[[Curve, FloatArray, FloatArray], Interval]] = MappingProxyType(
    {"smooth": solve_smooth, "line": solve_line, "steps": solve_steps}
)
