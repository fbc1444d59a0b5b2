"""Exact chances, replays and the test of fit."""

import itertools
import math

import numpy as np
import pandas as pd
import pytest

import perfkit as pk
from perfkit.uncertainty import goodness_of_fit, score_distribution, simulate_events


def by_enumeration(rating, opponents, draw_rate):
    """Chances of the doubled score, from all 3^n results one by one."""
    chances = np.zeros(2 * len(opponents) + 1)
    for outcome in itertools.product((0, 1, 2), repeat=len(opponents)):
        chance = 1.0
        for result, opponent in zip(outcome, opponents, strict=True):
            expected = pk.expected_score(rating, opponent)
            draw = draw_rate * 2 * min(expected, 1 - expected)
            chance *= (1 - expected - draw / 2, draw, expected - draw / 2)[result]
        chances[sum(outcome)] += chance
    return chances


@pytest.mark.parametrize("draw_rate", [0, 0.35, 0.73, 1])
def test_distribution_is_that_of_all_results(draw_rate):
    opponents = [1700, 2000, 2050, 2400]
    found = score_distribution(2100, opponents, draw_rate=draw_rate)
    assert found.probabilities == pytest.approx(by_enumeration(2100, opponents, draw_rate))
    assert found.scores.tolist() == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]
    mean = (found.scores * found.probabilities).sum()
    assert mean == pytest.approx(pk.total_expected_score(opponents, 2100))


def test_even_players_with_half_drawn_are_a_doubled_binomial():
    # Course 09.3: 2 · score is Binomial(2n, ½); 8 points of nine: 172/2^18.
    found = score_distribution(2500, [2500] * 9, draw_rate=0.5)
    assert found.at_least(8) == pytest.approx(172 / 2**18)
    # And without draws 195 of 10,000.
    assert score_distribution(2500, [2500] * 9).at_least(8) == pytest.approx(0.0195, abs=5e-5)


def test_a_result_at_least_this_good():
    found = score_distribution(2400, [2000, 2000, 2000], draw_rate=1.0)
    # At 400 points E = 10/11: no loss, 2/11 drawn (course 02.2).
    assert found.loss == pytest.approx([0, 0, 0], abs=1e-15)
    assert found.draw == pytest.approx([2 / 11] * 3)
    assert found.games_at_least([1, 0.5, 0]) == pytest.approx([9 / 11, 1, 1])
    assert found.at_least(3) == pytest.approx((9 / 11) ** 3)
    assert found.at_least(0) == pytest.approx(1)


def test_swapped_arguments_are_noticed():
    with pytest.raises(ValueError, match="`rating` must be one number and come first"):
        score_distribution([2000, 2100], 2000)


@pytest.mark.parametrize("rate", [-0.01, 1.01])
def test_draw_rate_of_a_distribution(rate):
    with pytest.raises(ValueError, match=r"`draw_rate` must lie in \[0, 1\]"):
        score_distribution(2000, [2000], draw_rate=rate)


def test_replays_follow_the_exact_chances():
    opponents, n_events = [2300, 2500, 2600, 2750], 40_000
    rng = np.random.default_rng(11)
    games = simulate_events(2550, opponents, n_events, rng=rng, draw_rate=0.6)
    exact = score_distribution(2550, opponents, draw_rate=0.6)
    assert set(np.unique(games)) == {0, 0.5, 1}
    seen = np.bincount((2 * games.sum(axis=1)).astype(int), minlength=9) / n_events
    # Five standard deviations of a share.
    margin = 5 * np.sqrt(exact.probabilities * (1 - exact.probabilities) / n_events)
    assert (np.abs(seen - exact.probabilities) <= margin).all()
    drawn = (games == 0.5).mean(axis=0)
    assert drawn == pytest.approx(exact.draw, abs=5 * 0.5 / math.sqrt(n_events))


def test_same_generator_state_same_events():
    one, two = (
        simulate_events(2400, [2300, 2500], 50, rng=np.random.default_rng(3)) for _ in range(2)
    )
    assert (one == two).all()


def test_davidson_with_a_third_drawn_is_the_curve_of_800():
    # ν = 2 at D0 = ½: the expected score is exactly E(d/2) (literature, section 7).
    n_events = 60_000
    rng = np.random.default_rng(5)
    opponents = [2000, 2400, 2800]
    games = simulate_events(
        2400, opponents, n_events, rng=rng, draw_rate=0.5, draw_model="davidson"
    )
    expected = pk.expected_score(2400 - (2400 - np.array(opponents)) / 2, 2400)
    margin = 5 * 0.5 / math.sqrt(n_events)
    assert games.mean(axis=0) == pytest.approx(1 - expected, abs=margin)
    assert (games[:, 1] == 0.5).mean() == pytest.approx(0.5, abs=margin)


def test_davidson_at_its_ends():
    rng = np.random.default_rng(5)
    always = simulate_events(
        2400, [0, 2400, 900_000], 20, rng=rng, draw_rate=1, draw_model="davidson"
    )
    assert (always[:, 1] == 0.5).all()
    never = simulate_events(2400, [2400], 2000, rng=rng, draw_model="davidson")
    assert set(np.unique(never)) == {0, 1}


def test_a_round_robin_is_one_call():
    pairs = np.array(list(itertools.combinations(range(14), 2)))
    ratings = np.full(14, 2700.0)
    games = simulate_events(
        ratings[pairs[:, 0]],
        ratings[pairs[:, 1]],
        4000,
        rng=np.random.default_rng(2),
        draw_rate=0.5,
    )
    scores = np.zeros((4000, 14))
    for game, (white, black) in enumerate(pairs):
        scores[:, white] += games[:, game]
        scores[:, black] += 1 - games[:, game]
    winner = scores.max(axis=1)
    rated = pk.performance_ratings(
        np.full(4000 * 13, 2700), counts=np.full(4000, 13), scores=winner
    )
    assert rated.mean() == pytest.approx(2826, abs=4)  # course 09.1: 2826 ± 2 with 20,000 events


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rng": None}, "`rng` must be a numpy.random.Generator"),
        ({"rng": 7}, "`rng` must be a numpy.random.Generator"),
        ({"n_events": 2.5}, "`n_events` must be a whole number from 0 up"),
        ({"n_events": -1}, "`n_events` must be a whole number from 0 up"),
        ({"draw_model": "rao"}, "`draw_model` must be one of linear, davidson"),
        ({"draw_model": "davidson", "curve": "normal"}, '`curve` must be "logistic" for draw'),
        ({"rating": [2400, 2500, 2600]}, "`rating` must be one number or hold 2"),
        ({"draw_rate": 2}, r"`draw_rate` must lie in \[0, 1\]"),
    ],
)
def test_replays_name_bad_input(arguments, message):
    rng = np.random.default_rng(1)
    call = {"rating": 2400, "opponent_ratings": [2300, 2400], "n_events": 5, "rng": rng}
    with pytest.raises(ValueError, match=message):
        simulate_events(**{**call, **arguments})


def test_fit_by_hand():
    # Odds 10 : 1 against the first, all else alike: 3 of the 33 weighted ways leave the easy win.
    found = goodness_of_fit([1400, 1800, 1800, 1800], [0, 1, 1, 0])
    assert found.p_value == pytest.approx(3 / 33)
    assert found.exact
    assert found.outcomes == 6
    rating = pk.performance_rating([1400, 1800, 1800, 1800], 2)
    assert found.rating == pytest.approx(rating)
    expected = pk.expected_score(rating, [1400, 1800, 1800, 1800])
    squares = (np.array([0, 1, 1, 0]) - expected) ** 2 / (expected * (1 - expected))
    assert found.dispersion == pytest.approx(squares.sum() / 3)
    assert found.games["surprise"].iloc[0] == pytest.approx(-math.log2(1 - expected[0]))
    assert found.games["at_least"].tolist() == pytest.approx([1, expected[1], expected[2], 1])
    assert found.games["standardised"].to_numpy() ** 2 == pytest.approx(squares)
    assert found.games["standardised"].iloc[0] < 0 < found.games["standardised"].iloc[1]


def test_equal_opponents_without_draws_never_contradict_one_rating():
    assert goodness_of_fit([2000] * 6, [1, 0, 1, 1, 0, 0]).p_value == pytest.approx(1)


def test_draws_make_three_results():
    # Two equal opponents, ½ + ½ or 1 + 0: with D0 = ½ and E = ½ a win is ¼, so 1 + 0 in either
    # order has ⅛ and two draws have ¼; given the score, 1 + 0 has a third.
    found = goodness_of_fit([2000, 2000], [1, 0], draw_rate=0.5)
    assert found.p_value == pytest.approx(1 / 3)
    assert goodness_of_fit([2000, 2000], [0.5, 0.5], draw_rate=0.5).p_value == pytest.approx(1)


def test_simulated_p_value_agrees_with_the_exact_one(monkeypatch):
    opponents, made = [1900, 2100, 2200, 2250, 2400, 2500], [0, 1, 0.5, 1, 0.5, 0.5]
    exact = goodness_of_fit(opponents, made, draw_rate=0.4)
    monkeypatch.setattr("perfkit.uncertainty._fit._MOST_GAMES", {2: 0, 3: 0})
    drawn = goodness_of_fit(
        opponents, made, draw_rate=0.4, rng=np.random.default_rng(8), n_simulations=20_000
    )
    assert not drawn.exact
    assert 0.01 < exact.p_value < 0.99
    margin = 5 * math.sqrt(exact.p_value * (1 - exact.p_value) / 20_000)
    assert drawn.p_value == pytest.approx(exact.p_value, abs=margin)
    assert "simulated" in str(drawn)


@pytest.mark.parametrize("made", [[1, 1, 1], [0, 0, 0], [1]])
def test_clean_scores_and_single_games_contradict_nothing(made):
    found = goodness_of_fit([2000, 2100, 2500][: len(made)], made)
    assert math.isnan(found.dispersion)
    assert found.p_value == 1
    assert "nothing in them" in str(found)
    assert (found.games["surprise"] == 0).all()


def test_an_impossible_result_has_no_chance():
    found = goodness_of_fit([2000, 2000], [1, 0], draw_rate=1)
    assert found.p_value == 0
    assert found.games["surprise"].tolist() == [math.inf, math.inf]


def test_fit_says_what_it_needs():
    with pytest.raises(ValueError, match="`rng` must be given for more than 10 games"):
        goodness_of_fit(range(2000, 2011), [0.5, 1] * 5 + [0])
    with pytest.raises(ValueError, match="`draw_rate` must be above 0 where games were drawn"):
        goodness_of_fit([2000, 2100], [0.5, 1], draw_rate=0)
    with pytest.raises(ValueError, match="`results` must hold one result per game, 2"):
        goodness_of_fit([2000, 2100], [1])
    with pytest.raises(ValueError, match="`n_simulations` must be a whole number from 1 up"):
        goodness_of_fit(
            range(2000, 2011), [0.5, 1] * 5 + [0], rng=np.random.default_rng(1), n_simulations=0
        )


def test_games_of_a_fit_are_a_table():
    games = goodness_of_fit([2000, 2100], [0.5, 1]).games
    assert isinstance(games, pd.DataFrame)
    assert games.index.tolist() == [1, 2]
    assert games["opponent_rating"].tolist() == [2000, 2100]
