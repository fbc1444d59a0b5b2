"""For which rating do the expected scores against these opponents add up to the score made?

Everything here works on blocks: a matrix with one row per game and one column per event, so that a
single event is a block of one column. `SOLVERS` maps the name a curve carries to its solver; each
returns the interval of ratings that solve Σ E(R − Rᵢ) = S, event by event. On the smooth curves the
two ends are one and the same number.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfkit._validation import FloatArray, IntArray
from perfkit.curves import LOGISTIC_SCALE, Curve
from perfkit.fide_tables import FULL_SCORE_DIFFERENCE, PD

Interval = tuple[FloatArray, FloatArray]
SingleArray = NDArray[np.float32]

_CELLS_PER_BLOCK = 1 << 17
_GAMES_PER_PIECE = 1 << 22
_MANY = 1 << 11  # games from which on a table, or memory kept for the next block, is worth its time
_NEWTON_STEPS, _ALL_STEPS = 30, 120
_LAST_STEP = 1e-5  # a Newton step this short, in rating points, leaves an error below 1e-10
_LAST_QUICK_STEP = 4e-4  # on the logistic curve a step of s leaves at most s²/347, below 5e-10
_STRENGTHS = np.exp(np.arange(8192) / LOGISTIC_SCALE)  # of the whole ratings from 0 on
_ILL_CONDITIONED = 0.01  # below this Σ E(1 − E) / Σ E a plain sum does not hold enough digits


@dataclass(frozen=True)
class Events:
    """Many events at once: all opponents flat, and how many of them each event has (at least 1)."""

    ratings: FloatArray
    counts: IntArray
    cells_per_block: int = _CELLS_PER_BLOCK

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
        """Yield event numbers and ratings (games, events), events of one length together.

        The ratings are to be read only: where the events of a block lie one after the other, they
        are a view of the caller's own array.
        """
        if self.counts.size == 1:
            yield np.zeros(1, dtype=np.int64), self.ratings[:, None]
            return
        events_of_length = np.bincount(self.counts)
        lengths = np.flatnonzero(events_of_length)
        order = self._by_length() if lengths.size > 1 else np.arange(self.counts.size)
        last = np.cumsum(events_of_length[lengths])
        for n, events in zip(lengths.tolist(), np.split(order, last[:-1]), strict=True):
            width = max(1, self.cells_per_block // n)
            for at in range(0, events.size, width):
                part = events[at : at + width]
                yield part, self._side_by_side(part, n)

    def _by_length(self) -> IntArray:
        """Event numbers from the shortest to the longest event; short keys sort much faster."""
        keys = self.counts.astype(np.uint16) if self.counts.max() < 1 << 16 else self.counts
        return np.argsort(keys, kind="stable")

    def _side_by_side(self, part: IntArray, n: int) -> FloatArray:
        if _neighbours(part):
            first = self.starts[part[0]]
            ratings = self.ratings[first : first + n * part.size].reshape(part.size, n).T
        else:
            ratings = self._runs(n)[self.starts[part]].view(np.float64).reshape(part.size, n).T
        ratings.flags.writeable = False
        return ratings

    def _runs(self, n: int) -> NDArray[np.void]:
        """Every run of n ratings as one element, so that an event is fetched in one piece."""
        rating = self.ratings.itemsize
        shape = (self.ratings.size - n + 1,)
        return np.ndarray(shape, f"V{n * rating}", np.ascontiguousarray(self.ratings), 0, (rating,))


def _neighbours(part: IntArray) -> bool:
    """Whether rising event numbers follow one another without a gap."""
    return bool(part[-1] - part[0] == part.size - 1)


def in_pieces(
    rate: Callable[[Events, FloatArray], FloatArray],
    events: Events,
    scores: FloatArray,
    threads: int = 1,
) -> FloatArray:
    """Call `rate` on a few million games at a time, on one thread or several.

    Bounds the memory for intermediate results. NumPy works without Python's lock, so that threads
    run side by side; they wait for it between two steps, which larger blocks make rarer.
    """
    pieces = threads * -(-events.ratings.size // (threads * _GAMES_PER_PIECE))
    if pieces == 1:
        return rate(events, scores)
    ends = events.starts + events.counts
    cuts = np.searchsorted(ends, np.linspace(0, events.ratings.size, pieces + 1)[1:-1]) + 1
    borders = [0, *np.minimum(cuts, scores.size).tolist(), scores.size]
    answer = np.empty_like(scores)
    cells = _CELLS_PER_BLOCK * min(threads, 2)

    def one(first: int, last: int) -> None:
        if first < last:
            games = slice(events.starts[first], ends[last - 1])
            part = Events(events.ratings[games], events.counts[first:last], cells)
            answer[first:last] = rate(part, scores[first:last])

    if threads == 1:
        for first, last in pairwise(borders):
            one(first, last)
        return answer
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(one, borders[:-1], borders[1:]))
    return answer


def solve(curve: Curve, events: Events, scores: FloatArray, *, both_ends: bool = True) -> Interval:
    """Interval of ratings whose expected scores on `curve` add up to each event's score.

    Without `both_ends` the lower end is given twice, in half the time where the two differ.
    """
    solver = SOLVERS[curve.solver]
    low = np.empty_like(scores)
    high = np.empty_like(scores) if both_ends else low
    with np.errstate(all="ignore"):
        for part, opponents in events.blocks():
            place = slice(part[0], part[-1] + 1) if _neighbours(part) else part
            low[place], ends = solver(curve, opponents, scores[place], both_ends)
            if both_ends:
                high[place] = ends
    return low, high


def solve_strengths(
    curve: Curve, opponents: FloatArray, scores: FloatArray, both_ends: bool = True
) -> Interval:
    """Solve on the logistic curve, the quick way.

    With strengths x = 10^(R/400) and qᵢ = 10^(Rᵢ/400) the equation reads Σ x/(x + qᵢ) = S: one
    exponential per game for the whole search, and none for whole ratings, whose strengths are in a
    table. Newton's step in ln x is δ = (S − g)/(g − Σ E²) with E = x/(x + qᵢ) and g = Σ E, because
    E′ = E(1 − E). From `_start` two such steps, or a few more, in single precision, at half the
    time each, come close to 0.001 points; then one is taken in double precision.

    A step of s points leaves at most s²/347, because E″ is never larger than E′ in ln x. So a short
    step ends an event, and it leaves the block. An event goes to `solve_smooth` when three steps do
    not end it, as at score 0 and n, or when Σ E(1 − E) is so small beside g that the sum does not
    hold enough digits.
    """
    if opponents.size < _MANY:  # too few for single precision to be worth its copies
        strengths = np.exp(opponents / LOGISTIC_SCALE)
        scratch = np.empty_like(strengths)
        x = _first_strength(curve, opponents, scores, scratch)
        x = _approach(x, scores, strengths, scratch)
    else:
        strengths, scratch, single, spare = _buffers(opponents.shape)
        _fill(opponents, strengths, scratch, single, spare)
        single_score = scores.astype(np.float32)
        x = _first_strength(curve, single, single_score, spare)
        np.copyto(single, strengths, casting="same_kind")
        x = np.asarray(_approach(x, single_score, single, spare), dtype=np.float64)
    answer, score = np.empty_like(scores), scores
    todo: Any = slice(None)
    for _ in range(3):
        won, slope = _expected_and_slope(x, strengths, scratch)
        delta = (score - won) / slope
        answer[todo] = LOGISTIC_SCALE * (np.log(x) + delta)
        ended = np.abs(delta) <= _LAST_QUICK_STEP / LOGISTIC_SCALE
        ended &= slope >= _ILL_CONDITIONED * won
        if ended.all():
            return answer, answer
        left = np.flatnonzero(~ended)
        todo = np.arange(scores.size)[todo][left]
        x, score, strengths = x[left] * np.exp(delta[left]), score[left], strengths[:, left]
        scratch = np.empty_like(strengths)
    answer[todo] = solve_smooth(curve, opponents[:, todo], score)[0]
    return answer, answer


def _fill(
    opponents: FloatArray,
    strengths: FloatArray,
    scratch: FloatArray,
    single: SingleArray,
    spare: SingleArray,
) -> None:
    """Put strengths into `strengths` and ratings into `single`."""
    if _all_whole(opponents, scratch, spare):
        whole = scratch.view(np.intp)
        np.copyto(whole, opponents, casting="unsafe")
        np.copyto(single, whole, casting="unsafe")
        if single.min() >= 0 and single.max() < _STRENGTHS.size:
            np.take(_STRENGTHS, whole, out=strengths, mode="clip")
            return
    np.copyto(single, opponents, casting="same_kind")
    np.divide(opponents, LOGISTIC_SCALE, out=scratch)
    np.exp(scratch, out=strengths)


def _all_whole(opponents: FloatArray, scratch: FloatArray, spare: SingleArray) -> bool:
    rows = opponents if opponents.flags.c_contiguous else opponents.T  # as they lie in memory
    same = spare.ravel().view(np.bool_)[: rows.size].reshape(rows.shape)
    nearest = np.rint(rows, out=scratch.reshape(rows.shape))
    return bool(np.equal(nearest, rows, out=same).all())


def _first_strength(curve: Curve, opponents: Any, score: Any, scratch: Any) -> Any:
    target = LOGISTIC_SCALE * np.log(score / (opponents.shape[0] - score))
    return np.exp(_start(curve, opponents, target, scratch) / LOGISTIC_SCALE)


def _approach(x: Any, score: Any, strengths: Any, scratch: Any) -> Any:
    """Take Newton's steps until 19 of 20 events move by less than 0.2 points, four at most."""
    for step in range(4):
        won, slope = _expected_and_slope(x, strengths, scratch)
        delta = (score - won) / slope
        x *= np.exp(delta)
        if step and np.count_nonzero(np.abs(delta) > 0.001) <= 0.05 * delta.size:
            break
    return x


def _expected_and_slope(x: Any, strengths: Any, scratch: Any) -> tuple[Any, Any]:
    """Σ E and its derivative Σ E(1 − E) in ln x, with E = x/(x + q)."""
    np.add(strengths, x, out=scratch)
    np.divide(x, scratch, out=scratch)
    expected = np.add.reduce(scratch, axis=0)
    return expected, expected - np.einsum("ij,ij->j", scratch, scratch)


def _start(curve: Curve, opponents: Any, target: Any, scratch: Any) -> Any:
    """Rating near the root: mean + D(S/n) · √(1 + variance/width²).

    It is the root itself against equal opponents, and on the normal curve against a normal spread
    of them, which widens the curve; the logistic one is nearly a normal curve.
    """
    n_games = opponents.shape[0]
    mean = np.add.reduce(opponents, axis=0) / n_games
    np.subtract(opponents, mean, out=scratch)
    squares = np.einsum("ij,ij->j", scratch, scratch)
    return mean + target * np.sqrt(1.0 + squares / (n_games * curve.width**2))


_KEPT = threading.local()


def _buffers(shape: tuple[int, ...]) -> tuple[FloatArray, FloatArray, SingleArray, SingleArray]:
    """Working memory for one block: two matrices in double precision and two in single."""
    return (
        _kept("strengths", shape, np.float64),
        _kept("scratch", shape, np.float64),
        _kept("single", shape, np.float32),
        _kept("spare", shape, np.float32),
    )


def _kept(name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    """Give working memory that is kept for the next block, one piece per name and thread.

    Fresh memory for every block costs more than the arithmetic, and threads that ask the system for
    it wait for each other.
    """
    cells = shape[0] * shape[1]
    if cells < _MANY:
        return np.empty(shape, dtype)
    held = _KEPT.__dict__.get(name)
    if held is None or held.size < cells:
        held = _KEPT.__dict__[name] = np.empty(max(cells, _CELLS_PER_BLOCK), dtype)
    return held[:cells].reshape(shape)


def solve_smooth(
    curve: Curve, opponents: FloatArray, scores: FloatArray, both_ends: bool = True
) -> Interval:
    """Solve on a curve without corners: one rating for every score strictly between 0 and n.

    With g = Σ E and h = n − g, Newton's method runs on the odds, ln(g/h) = ln(S/(n − S)), which is
    much nearer to a straight line than Σ E = S: the step is ln(1 − n(g − S)/((n − S)g)) · gh/(n g′)
    and keeps its digits near the root. With D the curve's inverse, the root lies between
    min Rᵢ + D(S/n) and max Rᵢ + D(S/n), because there every single expected score is at most, or at
    least, S/n. Each step narrows this bracket, a step that would leave it becomes a bisection, and
    after thirty steps only bisections follow, so the loop always ends.

    Precision. Where the opponents fall into far groups, Σ E hardly moves between them, and the
    plain sum loses the root in rounding. So every game contributes the smaller of E and 1 − E, with
    its sign, against the exact number of expected wins: Σ E − S = (wins − S) + Σ ± min(E, 1 − E).
    """
    n_games = opponents.shape[0]
    answer = np.where(scores <= 0, -np.inf, np.inf)
    todo = np.flatnonzero((scores > 0) & (scores < n_games))
    opponents, score = np.ascontiguousarray(opponents[:, todo]), scores[todo]
    target = curve.difference(score, n_games)
    low, high = opponents.min(axis=0) + target - 1.0, opponents.max(axis=0) + target + 1.0
    start = _start(curve, opponents, target, np.empty_like(opponents))
    rating = np.clip(np.where(np.isfinite(start), start, 0.5 * (low + high)), low, high)
    for step_number in range(_ALL_STEPS):
        if not todo.size:
            break
        gap = opponents - rating
        wins = np.count_nonzero(gap < 0, axis=0)
        tails = np.copysign(curve.expected(-np.abs(gap)), gap).sum(axis=0)
        won, lost, excess = wins + tails, (n_games - wins) - tails, (wins - score) + tails
        low, high = np.where(excess <= 0, rating, low), np.where(excess >= 0, rating, high)
        step = np.log1p(-n_games * excess / ((n_games - score) * won))
        step *= won * lost / (n_games * curve.slope(gap).sum(axis=0))
        inside = (rating + step > low) & (rating + step < high)
        newton = (inside & (step_number < _NEWTON_STEPS)) | (np.abs(step) <= _LAST_STEP)
        newton |= excess == 0
        step = np.where(newton, step, 0.5 * (low + high) - rating)
        step = np.where(excess == 0, 0.0, step)
        rating = rating + step
        ended = (newton & (np.abs(step) <= _LAST_STEP)) | (high - low <= 1e-12)
        if ended.any():
            answer[todo[ended]] = rating[ended]
            on = ~ended
            todo, rating, opponents = todo[on], rating[on], opponents[:, on]
            score, low, high = score[on], low[on], high[on]
    answer[todo] = rating
    return answer, answer


def solve_line(
    curve: Curve, opponents: FloatArray, scores: FloatArray, both_ends: bool = True
) -> Interval:
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


def solve_steps(
    curve: Curve, opponents: FloatArray, scores: FloatArray, both_ends: bool = True
) -> Interval:
    """Solve on FIDE's table 8.1.2: lowest whole rating with Σ PD ≥ S, highest with Σ PD ≤ S.

    In hundredths, so nothing is rounded. The table never falls, so halving a range of whole ratings
    finds the step. With d the first difference at which one game has its share S/n, no rating below
    min Rᵢ + d reaches S, since there every game has less, and max Rᵢ + d does. Where the sum jumps
    over the score the highest rating is the lower one of the two, by a single point.
    """
    n_games = opponents.shape[0]
    wanted = np.rint(200.0 * scores).astype(np.int64)  # half points in half hundredths: 2 · 100 · S
    low = np.where(scores <= 0, -np.inf, _lowest_reaching(opponents, wanted))
    if not both_ends:
        return low, low
    above = _lowest_reaching(opponents, wanted + 1) - 1.0
    return low, np.where(scores >= n_games, np.inf, above)


#: For 0 to 100 hundredths the first rating difference at which table 8.1.2 gives as much.
_FIRST_DIFFERENCE = np.searchsorted(PD, np.arange(101)) - FULL_SCORE_DIFFERENCE


def _lowest_reaching(opponents: FloatArray, wanted: IntArray) -> FloatArray:
    """Lowest whole rating at which 2 Σ PD reaches `wanted` hundredths."""
    n_games = opponents.shape[0]
    share = -(-wanted // (2 * n_games))  # hundredths per game, rounded up
    first = _FIRST_DIFFERENCE[np.clip(share, 0, 100)]
    index, hundredths, rank = (
        _kept(name, opponents.shape, np.int64) for name in ("index", "hundredths", "rank")
    )
    np.subtract(opponents, FULL_SCORE_DIFFERENCE, out=rank, casting="unsafe")
    low = rank.min(axis=0) + FULL_SCORE_DIFFERENCE + first - 1
    high = rank.max(axis=0) + FULL_SCORE_DIFFERENCE + first
    while (high - low > 1).any():
        middle = (low + high) >> 1
        np.subtract(middle, rank, out=index)
        np.take(PD, index, out=hundredths, mode="clip")
        enough = 2 * np.add.reduce(hundredths, axis=0) >= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return np.asarray(high, dtype=np.float64)


SOLVERS: Mapping[str, Callable[..., Interval]] = MappingProxyType(
    {
        "strengths": solve_strengths,
        "smooth": solve_smooth,
        "line": solve_line,
        "steps": solve_steps,
    }
)
