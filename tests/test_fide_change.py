"""Rating changes: published values, the 400-point rule by date, K, and exact halves."""

import datetime
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from fide_frames import rows_of

import perfkit as pk
from perfkit.fide._change import away_from_zero
from perfkit.fide_tables import PD


def numbers(text):
    return [float(word) for word in text.split()]


@pytest.mark.parametrize("row", rows_of("fide_changes.csv"), ids=lambda row: row["id"])
def test_published_change(row):
    found = pk.fide.rating_change(
        int(row["rating"]),
        numbers(row["opponent_ratings"]),
        numbers(row["results"]),
        k_factor=int(row["k_factor"]),
        time_control=row["time_control"],
        on=row["on"],
    )
    assert found.unrounded == float(row["unrounded"])
    assert found.change == int(row["change"])
    assert found.new_rating == int(row["rating"]) + int(row["change"])


def test_the_newest_edition_is_the_default():
    assert pk.fide.rating_change(2650, 2150, 1, k_factor=10).unrounded == 0.4
    assert "1 October 2025" in pk.fide.rating_change(2000, 2000, 1, k_factor=10).edition


def test_one_upgrade_in_each_event_before_march_2024():
    opponents, results = [1500, 1400, 1450], [1, 1, 1]
    one = pk.fide.rating_change(2000, opponents, results, k_factor=20, on="2023-01-01")
    assert [game.counted_diff for game in one.games] == [500, 400, 550]
    two = pk.fide.rating_change(
        2000,
        opponents,
        results,
        k_factor=20,
        on="2023-01-01",
        events=["spring", "autumn", "spring"],
    )
    assert [game.counted_diff for game in two.games] == [500, 400, 400]


def test_rapid_games_with_a_wide_gap_are_not_rated_since_december_2024():
    # Rapid and Blitz 7.3.1: 600 or more, one player above 2600; the other game is rated.
    played = {"k_factor": 10, "time_control": "rapid"}
    found = pk.fide.rating_change(2601, [2001, 2002], [1, 1], on="2024-12-01", **played)
    assert [game.rated for game in found.games] == [False, True]
    assert found.score == 1
    assert found.unrounded == 0.8
    assert "not rated" in found.games[0].note
    before = pk.fide.rating_change(2601, [2001, 2002], [1, 1], on="2024-11-30", **played)
    assert before.unrounded == 1.6
    standard = pk.fide.rating_change(2601, [2001, 2002], [1, 1], k_factor=10, on="2024-12-01")
    assert standard.unrounded == 1.6
    at_2600 = pk.fide.rating_change(2600, 2000, 1, on="2024-12-01", **played)
    assert at_2600.games[0].rated


@pytest.mark.parametrize(
    ("about", "k"),
    [
        ({"rating": 2399, "games_completed": 30}, 20),
        ({"rating": 2400, "games_completed": 30}, 10),
        ({"rating": 2380, "games_completed": 30, "ever_2400": True}, 10),
        ({"rating": 2000, "games_completed": 29}, 40),
        ({"rating": 2299, "games_completed": 100, "age": 18}, 40),
        ({"rating": 2299, "games_completed": 100, "age": 19}, 20),
        ({"rating": 2300, "games_completed": 100, "age": 18}, 20),
        ({"rating": 2299, "games_completed": 100, "age": 18, "ever_2300": True}, 20),
        ({"rating": 2400, "games_completed": 3, "age": 15}, 10),
        ({"rating": 2000, "games_completed": 100, "games_in_period": 35}, 20),
        ({"rating": 2000, "games_completed": 100, "games_in_period": 36}, 19),
        ({"rating": 2000, "games_completed": 100, "games_in_period": 39}, 17),
        ({"rating": 2000, "games_completed": 100, "games_in_period": 0}, 20),
    ],
)
def test_k_by_article_8_3_3(about, k):
    # 39 games and K 20 -> 17 is a published case; the others are the article's own numbers.
    assert pk.fide.k_factor(about.pop("rating"), **about) == k


def test_k_times_n_stays_at_or_below_700():
    for k in (10, 20, 40):
        for n in range(1, 80):
            found = pk.fide.rating_change(2000, [2000] * n, [0.5] * n, k_factor=k)
            assert found.k_used * n <= 700
            assert found.k_used == k or (found.k_used + 1) * n > 700


def test_k_is_derived_where_it_is_not_given():
    derived = pk.fide.rating_change(2000, 2000, 1, games_completed=10)
    assert (derived.k_factor, derived.change) == (40, 20)
    junior = pk.fide.rating_change(2000, 2000, 1, games_completed=99, age=12)
    assert junior.k_factor == 40


def test_k_of_the_whole_period_and_its_text():
    found = pk.fide.rating_change(2000, [2000], [1], k_factor=20, games_in_period=39)
    assert (found.k_factor, found.k_used, found.unrounded) == (20, 17, 8.5)
    assert "K 17 (from 20: K n ≤ 700)" in str(found)


def test_k_of_zero_changes_nothing():
    assert pk.fide.rating_change(2000, 2000, 1, k_factor=0).change == 0


def test_random_changes_against_fractions():
    rng = np.random.default_rng(831)
    for _ in range(500):
        n, own = int(rng.integers(1, 20)), int(rng.integers(1400, 2850))
        opponents = rng.integers(1400, 2850, n)
        results = rng.integers(0, 3, n) / 2
        k = int(rng.integers(0, 41))
        found = pk.fide.rating_change(own, opponents, results, k_factor=k)
        counted = own - opponents if own >= 2650 else np.clip(own - opponents, -400, 400)
        expected = [Fraction(int(PD[np.clip(d, -736, 736) + 736]), 100) for d in counted]
        total = sum(Fraction(s) for s in results.tolist()) - sum(expected)
        change = total * min(k, 700 // n)
        away = int(abs(change) + Fraction(1, 2)) * (1 if change >= 0 else -1)
        assert Fraction(str(found.unrounded)) == change
        assert found.change == away
        assert Fraction(str(found.expected_score)) == sum(expected)


@pytest.mark.parametrize(
    ("hundredths", "whole"),
    [(0, 0), (49, 0), (50, 1), (-49, 0), (-50, -1), (149, 1), (150, 2), (-150, -2), (-250, -3)],
)
def test_half_away_from_zero(hundredths, whole):
    assert away_from_zero(hundredths) == whole


def test_the_working_shows_every_game():
    text = str(pk.fide.rating_change(2700, [2300, 2250], [1, 0.5], k_factor=10))
    lines = text.splitlines()
    assert lines[1].split()[:6] == ["2300", "1", "+400", "+400", "0.92", "+0.08"]
    assert lines[2].split()[:6] == ["2250", "½", "+450", "+450", "0.94", "-0.44"]
    assert lines[2].endswith("difference counts in full (8.3.1)")
    assert "score 1½, expected 1.86, K 10" in text
    assert "change -3.60, rounded -4: 2700 becomes 2696" in text


@pytest.mark.parametrize(
    "on",
    [
        datetime.date(2025, 10, 1),
        datetime.datetime(2025, 10, 1, 9, 30),
        np.datetime64("2025-10-01"),
        pd.Timestamp("2025-10-01 09:30"),
        "2025-10-01",
    ],
    ids=lambda on: type(on).__name__,
)
def test_a_date_of_any_kind(on):
    assert pk.fide.rating_change(2650, 2150, 1, k_factor=10, on=on).unrounded == 0.4


@pytest.mark.parametrize("on", [pd.NaT, np.datetime64("NaT", "D"), "2025", 2025.0, (2025, 10, 1)])
def test_no_date(on):
    with pytest.raises(ValueError, match="`on` must be a date such as"):
        pk.fide.rating_change(2650, 2150, 1, k_factor=10, on=on)


def test_the_result_cannot_be_changed():
    found = pk.fide.rating_change(2000, 2000, 1, k_factor=20)
    with pytest.raises(AttributeError, match="cannot assign"):
        found.change = 99


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"k_factor": -1}, "`k_factor` must be a whole number from 0 up, got -1"),
        ({"k_factor": 2.5}, "`k_factor` must be a whole number"),
        ({}, "`k_factor` must be given, or games_completed"),
        ({"games_completed": -1}, "`games_completed` must be a whole number from 0 up"),
        ({"k_factor": 20, "results": [0.7]}, "`results` must hold 1, 0.5 or 0, got 0.7"),
        ({"k_factor": 20, "results": [1, 1]}, "`results` must hold one result per game, 1, got 2"),
        ({"k_factor": 20, "opponent_ratings": []}, "`opponent_ratings` must hold at least one"),
        ({"k_factor": 20, "opponent_ratings": [float("nan")]}, "must hold finite numbers, got nan"),
        ({"k_factor": 20, "opponent_ratings": [2000.5]}, "must hold whole numbers for table 8.1.2"),
        ({"k_factor": 20, "rating": 2000.5}, "`rating` must be a whole number"),
        ({"k_factor": 20, "rating": "2000"}, "`rating` must be a number, got text '2000'"),
        ({"k_factor": 20, "events": ["a", "b"]}, "`events` must name one event per game, 1, got 2"),
        ({"k_factor": 20, "games_in_period": 0}, "`games_in_period` must be a whole number from 1"),
        ({"k_factor": 20, "time_control": "bullet"}, "must be one of standard, rapid, blitz"),
        ({"k_factor": 20, "on": "2021-12-31"}, "from 2022-01-01 on; editions known: 2022-01-01 "),
        (
            {"k_factor": 20, "on": 2024},
            "`on` must be a date .* editions known: 2022-01-01 .*2025-10",
        ),
        ({"k_factor": 20, "on": "next year"}, "`on` must be a date such as"),
    ],
)
def test_bad_input(call, message):
    given = {"rating": 2000, "opponent_ratings": [2000], "results": [1], **call}
    positional = [given.pop(name) for name in ("rating", "opponent_ratings", "results")]
    with pytest.raises(ValueError, match=message):
        pk.fide.rating_change(*positional, **given)
