"""The winner's luck: simulated round robins against exact chances and the course's numbers."""

import numpy as np
import pytest

import perfkit as pk
from perfkit.luck import winners_luck


def play(seed=11, **settings):
    return winners_luck(rng=np.random.default_rng(seed), **settings)


class TestNumbersOfTheCourse:
    """course.md 09, each from 20,000 events: a standard error of 0.3 points."""

    def test_winner_of_a_single_round(self):
        luck = play()
        assert luck.winner_mean == pytest.approx(2826, abs=2)
        assert luck.winner_median == pytest.approx(2810, abs=1)
        assert luck.player_mean == pytest.approx(2700, abs=3)
        assert luck.reaching(2850) == pytest.approx(0.19, abs=0.01)

    def test_winner_of_a_double_round(self):
        assert play(rounds=2).winner_mean == pytest.approx(2787, abs=2)

    def test_usual_mistakes(self):
        assert play(method="linear").winner_mean == pytest.approx(2838, abs=2)
        without_draws = play(draw_rate=0).winner
        assert without_draws[np.isfinite(without_draws)].mean() == pytest.approx(2889, abs=3)

    @pytest.mark.parametrize(("advantage", "share"), [(50, 0.21), (100, 0.44)])
    def test_a_favourite(self, advantage, share):
        assert play(advantage=advantage).favourite_wins == pytest.approx(share, abs=0.012)

    def test_eight_of_nine_among_equals(self):
        # 09.3: 2·score is Binomial(18, ½); 172 of 2^18 reach 16
        chances = pk.uncertainty.score_distribution(2700, [2700] * 9, draw_rate=0.5)
        assert chances.at_least(8) == pytest.approx(172 / 2**18)
        assert round(10_000 * chances.at_least(8), 1) == 6.6
        none = pk.uncertainty.score_distribution(2700, [2700] * 9)
        assert round(10_000 * none.at_least(8)) == 195
        assert round(pk.rating_difference(8 / 9)) == 361


class TestExactly:
    def test_two_players_win_half_of_the_events_each(self):
        # ties shared, so the share is that of the points: ½, whatever the draws
        luck = play(n_players=2, n_events=40_000)
        assert luck.favourite_wins == pytest.approx(0.5, abs=0.01)

    def test_a_favourite_against_one_is_his_expected_score(self):
        luck = play(n_players=2, advantage=200, n_events=40_000)
        assert luck.favourite_wins == pytest.approx(pk.expected_score(200, 0), abs=0.01)

    def test_three_players_without_draws(self):
        # Of the 8 outcomes 6 have one winner with 2 of 2, two are rings with 1 of 2 for each.
        luck = play(n_players=3, draw_rate=0, n_events=40_000)
        assert luck.unbounded == pytest.approx(6 / 8, abs=0.01)
        assert luck.winner_mean == np.inf
        assert set(luck.winner) == {2700.0, np.inf}
        assert luck.possible.tolist() == [-np.inf, 2700.0, np.inf]

    def test_only_draws(self):
        luck = play(draw_rate=1, n_events=50)
        np.testing.assert_allclose([luck.winner, luck.player], 2700)
        assert luck.favourite_wins == pytest.approx(1 / 14)

    def test_the_favourites_rating_counts_for_the_others(self):
        # Average opponent 2700 + 130/13; half of 13 points is that average on the line.
        luck = play(advantage=130, method="linear", n_events=3)
        assert luck.possible[13] == pytest.approx(2710)

    def test_the_same_seed_gives_the_same_events(self):
        np.testing.assert_array_equal(play(n_events=50).winner, play(n_events=50).winner)
        assert not np.array_equal(play(n_events=50).winner, play(seed=12, n_events=50).winner)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_players": 1}, r"`n_players` must be a whole number in \[2, 100\], got 1"),
        ({"n_players": 2.5}, "`n_players` must be a whole number"),
        ({"rounds": 0}, "`rounds` must be a whole number in"),
        ({"n_events": 0}, "`n_events` must be a whole number in"),
        ({"draw_rate": 1.5}, r"`draw_rate` must lie in \[0, 1\], got 1.5"),
        ({"method": "true"}, "`method` must name one definition"),
    ],
)
def test_bad_input(settings, message):
    with pytest.raises(ValueError, match=message):
        play(**settings)


def test_chance_comes_from_a_generator():
    with pytest.raises(ValueError, match="`rng` must be a numpy.random.Generator, got 1"):
        winners_luck(rng=1)


def test_share_that_the_given_players_mean_leaves_out():
    luck = play(n_players=4, draw_rate=0)
    # three games without draws: 1/8 all won, 1/8 all lost; 20,000 events, s.e. 0.003
    assert luck.player_unbounded == pytest.approx(1 / 4, abs=0.015)
    assert np.isfinite(luck.player_mean)
    assert play(n_players=14).player_unbounded == pytest.approx(0, abs=1e-3)
