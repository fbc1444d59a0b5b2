"""The two true performance ratings against arithmetic of 120 digits (mpmath).

Σ E(R − Rᵢ) rises with R, so an answer is within 1e-9 points of the root exactly when the sum is
below the score at answer − 1e-9 and above it at answer + 1e-9. That is what is checked, with far
more digits than the fifty that are asked for: in the valley between two far groups of opponents
a difference of 1e-9 points moves the sum by 1e-58.
"""

from __future__ import annotations

from collections import Counter

import mpmath
import numpy as np
import pytest

from perfkit import performance_rating, performance_ratings

WITHIN = "1e-9"
DIGITS = 120


def _logistic(d):
    return 1 / (1 + mpmath.power(10, -d / 400))


def _normal(d):
    return mpmath.ncdf(d / (200 * mpmath.sqrt(2)))


EXACT = {"true_logistic": _logistic, "true_normal": _normal}

HARD = {
    "one game": ([2000.0], [0.5, 1e-9, 1 - 1e-9]),
    "two groups 4000 apart": ([0.0] * 5 + [4000.0] * 5, [0.5, 1.0, 4.5, 5.0, 5.5, 9.5]),
    "two groups 8000 apart": ([-2000.0] * 2 + [6000.0] * 2, [0.5, 1.5, 2.0, 2.5, 3.5]),
    "500 in two groups": ([-2000.0] * 250 + [6000.0] * 250, [0.5, 249.5, 250.0, 250.5, 499.5]),
    "one far above 499": ([-2000.0] * 499 + [6000.0], [0.5, 498.5, 499.0, 499.5]),
    "one far below 499": ([-2000.0] + [6000.0] * 499, [0.5, 1.0, 1.5, 499.5]),
    "three groups": ([-2000.0] * 9 + [2000.0] * 5 + [6000.0] * 7, [0.5, 9.0, 11.5, 14.0, 20.5]),
    "one each 4000 apart": ([0.0, 4000.0, 8000.0 - 2000.0], [0.5, 1.0, 1.5, 2.0, 2.5]),
    "500 evenly spread": (np.linspace(-2000.0, 6000.0, 500).tolist(), [0.5, 250.0, 499.5]),
    "500 equal": ([2345.0] * 500, [0.5, 250.0, 499.5]),
    "a wide gap, not whole": ([1000.1, 1000.2, 3200.3, 3200.4], [0.5, 1.9, 2.0, 2.1, 3.5]),
    "repeated ratings": ([1500.0, 1500.0, 2400.0, 2400.0, 2400.0], [0.5, 2.0, 2.5, 4.5]),
    "scores of no half points": ([2400.0, 2500.0, 2600.0], [1e-6, 0.1, 1 / 3, 2.9, 3 - 1e-6]),
}


def _random_cases(number):
    """Events of 1 to 500 opponents, from equal to thousands of points apart, whole and not."""
    rng = np.random.default_rng(20260301)
    for _ in range(number):
        n_games = int(rng.choice([1, 2, 3, 9, 30, 100, 500]))
        middle, spread = rng.uniform(0, 4000), rng.choice([0, 30, 300, 2000])
        ratings = np.clip(rng.normal(middle, spread, n_games), -2000, 6000)
        if rng.random() < 0.5:
            ratings = np.rint(ratings)
        scores = {0.5, n_games - 0.5, int(rng.integers(1, 2 * n_games)) / 2}
        yield ratings.tolist(), sorted(scores)


def assert_within(method, ratings, score, answer):
    """Check that the exact root lies in [answer − 1e-9, answer + 1e-9]."""
    with mpmath.workdps(DIGITS):
        expected, games = EXACT[method], Counter(ratings)
        for sign in (-1, 1):
            rating = mpmath.mpf(float(answer)) + sign * mpmath.mpf(WITHIN)
            total = sum(k * expected(rating - mpmath.mpf(r)) for r, k in games.items())
            assert sign * (total - mpmath.mpf(score)) > 0, (ratings[:3], len(ratings), score)


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("method", EXACT)
def test_hard_events_agree_with_exact_arithmetic(method, name):
    ratings, scores = HARD[name]
    for score in scores:
        assert_within(method, ratings, score, performance_rating(ratings, score, method=method))


@pytest.mark.parametrize("method", EXACT)
def test_random_events_agree_with_exact_arithmetic(method):
    for ratings, scores in _random_cases(25):
        for score, answer in zip(
            scores, performance_rating(ratings, scores, method=method), strict=True
        ):
            assert_within(method, ratings, score, answer)


@pytest.mark.parametrize("method", EXACT)
def test_hard_events_inside_a_large_batch(method):
    """The batch takes the fast way where it may; hard and easy events lie in the same block."""
    rng = np.random.default_rng(7)
    events = [(ratings, score) for ratings, scores in HARD.values() for score in scores]
    lengths = {len(ratings) for ratings, _ in events if len(ratings) < 100}
    easy = [
        (rng.integers(1400, 2800, n).astype(float).tolist(), rng.integers(1, 2 * n) / 2)
        for n in sorted(lengths)
        for _ in range(300)
    ]
    batch = [both[at] for at in range(300) for both in (events, easy) if at < len(both)]
    batch += easy[300:]
    answers = performance_ratings(
        np.concatenate([ratings for ratings, _ in batch]),
        counts=[len(ratings) for ratings, _ in batch],
        scores=[score for _, score in batch],
        method=method,
    )
    step = 97  # every hard event, and enough of the easy ones for the time it takes
    for at, ((ratings, score), answer) in enumerate(zip(batch, answers, strict=True)):
        if at < 2 * len(events) or at % step == 0:
            assert_within(method, ratings, score, answer)
