"""The solvers: they end, give the score back, and answer many events as they answer one."""

from __future__ import annotations

import dataclasses
import tracemalloc

import numpy as np
import pytest

from perfkit import METHODS, performance_rating, performance_ratings, solver
from perfkit.curves import FIDE, LINE, LOGISTIC, NORMAL
from perfkit.fide_tables import PD, pd_hundredths
from perfkit.solver import Events, solve

SMOOTH = {"logistic": LOGISTIC, "normal": NORMAL}


def ragged(number, longest=30, seed=1):
    """Events of 1 to `longest` games with whole ratings and scores in half points."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, longest + 1, number)
    level = np.repeat(rng.normal(2000, 250, number), counts)
    ratings = np.rint(level + rng.normal(0, 200, counts.sum()))
    return ratings, counts, rng.integers(0, 2 * counts + 1) / 2


# They end.


@pytest.mark.parametrize("curve", SMOOTH.values(), ids=SMOOTH)
@pytest.mark.parametrize(
    "ratings",
    [
        [0.0, 30_000.0],  # between the two every tail is below the smallest double
        [0.0, 1e6, 2e6],
        [-1e15, 1e15],
        [1e300, -1e300],
        [5e-324, 1e-300],
        [1e6] * 3,
        [-40_000.0] * 2,
    ],
    ids=str,
)
def test_absurd_ratings_end_inside_the_bracket(curve, ratings):
    n_games = len(ratings)
    for score in (1e-12, 0.5, 1.0, n_games - 0.5):
        (low,), (high,) = solve(
            curve, Events(np.array(ratings), np.array([n_games])), np.array([score])
        )
        with np.errstate(all="ignore"):
            difference = float(curve.difference(np.array(score), n_games))
        assert min(ratings) + difference - 1 <= low == high <= max(ratings) + difference + 1


@pytest.mark.parametrize("wrong", [np.nan, 0.0, 0.25, 1.0], ids=str)
def test_the_number_of_steps_is_bounded_whatever_the_curve_does(wrong):
    """Not even a curve that is no curve keeps the loop from ending."""
    calls = []

    def expected(d):
        calls.append(d.size)
        return np.full_like(d, wrong)

    broken = dataclasses.replace(NORMAL, expected=expected)
    solve(broken, Events(np.array([1500.0, 2500.0]), np.array([2])), np.array([0.5]))
    assert 1 <= len(calls) <= 120


# They give the score back.


@pytest.mark.parametrize("curve", SMOOTH.values(), ids=SMOOTH)
def test_the_expected_scores_add_up_to_the_score(curve):
    ratings, counts, scores = ragged(400)
    answers, _ = solve(curve, Events(ratings, counts), scores)
    starts = np.cumsum(counts) - counts
    for start, n, score, rating in zip(starts, counts, scores, answers, strict=True):
        total = curve.expected(rating - ratings[start : start + n]).sum()
        assert total == pytest.approx(score, abs=1e-11)


def test_ptp_is_the_lowest_rating_that_reaches_the_score_by_trying_them_all():
    ratings, counts, scores = ragged(60, longest=12)
    low, high = solve(FIDE, Events(ratings, counts), scores)
    starts = np.cumsum(counts) - counts
    for at, (start, n) in enumerate(zip(starts, counts, strict=True)):
        opponents = ratings[start : start + n]
        tried = np.arange(opponents.min() - 737, opponents.max() + 738)
        hundredths = pd_hundredths(tried[:, None] - opponents).sum(axis=1)
        reached, not_above = hundredths >= 100 * scores[at], hundredths <= 100 * scores[at]
        assert low[at] == (-np.inf if scores[at] == 0 else tried[reached][0])
        assert high[at] == (np.inf if scores[at] == n else tried[not_above][-1])


def test_every_hundredth_has_its_first_difference():
    for share, first in enumerate(solver._FIRST_DIFFERENCE.tolist()):
        at = first + 736
        assert PD[at] >= share
        assert at == 0 or PD[at - 1] < share


def test_both_ends_of_the_line_solve_the_equation():
    ratings, counts, scores = ragged(300, longest=9)
    low, high = solve(LINE, Events(ratings, counts), scores)
    starts = np.cumsum(counts) - counts
    for at, (start, n) in enumerate(zip(starts, counts, strict=True)):
        for end in (low[at], high[at]):
            if np.isfinite(end):
                total = LINE.expected(end - ratings[start : start + n]).sum()
                assert total == pytest.approx(scores[at], abs=1e-9)
        assert (low[at] == -np.inf) == (scores[at] == 0)
        assert (high[at] == np.inf) == (scores[at] == n)


# Many events as one.


@pytest.mark.parametrize("method", METHODS)
def test_a_batch_answers_as_single_calls_do(method):
    ratings, counts, scores = ragged(120, seed=3)
    batch = performance_ratings(ratings, counts=counts, scores=scores, method=method)
    events = np.split(ratings, np.cumsum(counts)[:-1])
    single = [performance_rating(r, s, method=method) for r, s in zip(events, scores, strict=True)]
    np.testing.assert_allclose(batch, single, rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", METHODS)
def test_pieces_and_threads_change_nothing(method, monkeypatch):
    ratings, counts, scores = ragged(3000, seed=4)
    counts[[5, 17]] = 0
    scores[[5, 17]] = 0
    ratings = ratings[: counts.sum()]
    whole = performance_ratings(ratings, counts=counts, scores=scores, method=method)
    assert np.flatnonzero(np.isnan(whole)).tolist() == [5, 17]
    monkeypatch.setattr(solver, "_GAMES_PER_PIECE", 1000)
    for threads in (1, 2, 3):
        pieces = performance_ratings(
            ratings, counts=counts, scores=scores, method=method, threads=threads
        )
        np.testing.assert_allclose(pieces, whole, rtol=0, atol=1e-9)


def test_more_threads_than_events_and_one_event_longer_than_a_piece(monkeypatch):
    monkeypatch.setattr(solver, "_GAMES_PER_PIECE", 4)
    answers = performance_ratings([2000] * 12, counts=[1, 10, 1], scores=[0.5, 5, 0.5], threads=7)
    assert answers.tolist() == [2000.0, 2000.0, 2000.0]


def test_the_quick_way_and_the_careful_way_agree():
    ratings, counts, scores = ragged(20_000, seed=5)
    for flat in (ratings, ratings + 0.123, ratings - 3000.0, ratings + 9000.0):
        events = Events(flat, counts)
        quick, _ = solve(LOGISTIC, events, scores)
        careful, _ = solve(dataclasses.replace(LOGISTIC, solver="smooth"), events, scores)
        np.testing.assert_allclose(quick, careful, rtol=0, atol=1e-9)


def test_blocks_hold_every_event_once_and_leave_the_callers_array_alone():
    ratings, counts, scores = ragged(200, longest=9)
    before = ratings.copy()
    events, seen = Events(ratings, counts, cells_per_block=40), []
    for part, opponents in events.blocks():
        assert opponents.shape == (counts[part[0]], part.size)
        assert opponents.size <= 40
        for column, event in enumerate(part):
            start = events.starts[event]
            expected = ratings[start : start + counts[event]]
            assert opponents[:, column].tolist() == expected.tolist()
        seen += part.tolist()
    assert sorted(seen) == list(range(200))
    for method in METHODS:
        performance_ratings(ratings, counts=counts, scores=scores, method=method)
    assert ratings.tolist() == before.tolist()


def test_a_block_of_neighbours_cannot_be_written_to():
    _, opponents = next(Events(np.full(12, 2000.0), np.full(4, 3)).blocks())
    with pytest.raises(ValueError, match="read-only"):
        opponents[0, 0] = 1.0


@pytest.mark.parametrize("method", ["true_logistic", "true_normal", "fide", "fide_ptp"])
def test_a_batch_takes_at_most_three_times_the_memory_of_its_input(method):
    rng = np.random.default_rng(6)
    counts = np.full(300_000, 9)
    ratings = rng.integers(1400, 2800, counts.sum()).astype(np.float64)
    scores = rng.integers(1, 18, counts.size) / 2
    given = ratings.nbytes + counts.nbytes + scores.nbytes
    performance_ratings(ratings[:900], counts=counts[:100], scores=scores[:100], method=method)
    tracemalloc.start()
    performance_ratings(ratings, counts=counts, scores=scores, method=method)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert given + peak <= 3 * given


# Bad input.


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"counts": [1, 1]}, r"`counts` must add up to the 3 opponent ratings, got 2"),
        ({"counts": [1, 2, 0]}, r"`scores` must hold one score per event, 3, got 2"),
        ({"counts": [4, -1]}, r"`counts` must hold whole numbers from 0 up, got -1 at position 1"),
        ({"counts": [1.5, 1.5]}, r"`counts` must hold whole numbers from 0 up, got 1.5 at"),
        ({"counts": [[1, 2]]}, r"`counts` must be a flat list"),
        ({"scores": [0.5, 2.5]}, r"`scores` must lie in \[0, 2\], got 2.5 at position 1"),
        ({"scores": [0.5, np.nan]}, r"`scores` must hold finite numbers, got nan at position 1"),
        (
            {"opponent_ratings": [2000, np.inf, 2000]},
            r"`opponent_ratings` must hold finite numbers, got inf at position 1",
        ),
        ({"threads": 0}, r"`threads` must be a whole number from 1 up, got 0"),
        ({"threads": 2.5}, r"`threads` must be a whole number from 1 up, got 2.5"),
        ({"threads": True}, r"`threads` must be a number, got True"),
    ],
    ids=str,
)
def test_bad_batches_are_refused_with_the_place(changed, message):
    given = {"opponent_ratings": [2000, 2100, 2200], "counts": [1, 2], "scores": [0.5, 1.5]}
    given |= changed
    with pytest.raises(ValueError, match=message):
        performance_ratings(given.pop("opponent_ratings"), **given)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.float32])
def test_counts_of_any_number_type_are_taken(dtype):
    answers = performance_ratings(
        np.full(254, 2000), counts=np.array([127, 127], dtype), scores=[63.5, 63.5]
    )
    assert answers == pytest.approx([2000.0, 2000.0], abs=1e-9)


def test_no_events_at_all():
    assert performance_ratings([], counts=[], scores=[]).shape == (0,)
    assert np.isnan(performance_ratings([], counts=[0], scores=[0])).all()
