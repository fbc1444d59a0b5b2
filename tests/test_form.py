"""Form over time: windows in games and in days, and which games are in them."""

import re

import numpy as np
import pandas as pd
import pytest

import perfkit as pk
from perfkit.form import NO_FULL_DATE, rolling_performance, used_games

CANDIDATES = pk.datasets.load("candidates2022")
TATA = pk.datasets.load("tatasteel2022")
DATES = ["2024-01-05", "2024-01-01", "2024-01-03", "2024-03-01"]


def made_up(**changed):
    columns = {
        "player": "Ann",
        "opponent": ["Bob", "Cy", "Dee", "Eve"],
        "opponent_rating": [2400.0, 2500.0, 2600.0, 2450.0],
        "result": [1, 0.5, 0.5, 0],
        "date": DATES,
    }
    return pd.DataFrame(columns | changed)


class TestWindowOfGames:
    @pytest.mark.parametrize("curve", ["logistic", "normal"])
    def test_each_row_is_the_performance_of_its_window(self, curve):
        frame = rolling_performance(CANDIDATES, player="Ding, Liren", window=5, curve=curve)
        for end in range(4, len(frame)):
            part = frame.iloc[end - 4 : end + 1]
            opponents, results = part["opponent_rating"], part["result"]
            rating = pk.performance_rating(opponents, results.sum(), method=f"true_{curve}")
            ends = pk.interval(opponents, results.sum(), results=results, curve=curve)
            assert frame["rating"][end] == pytest.approx(rating)
            assert frame["low"][end] == pytest.approx(ends.low)
            assert frame["high"][end] == pytest.approx(ends.high)
            assert frame["score"][end] == results.sum()
            assert frame["average_opponent_rating"][end] == pytest.approx(opponents.mean())

    def test_rows_before_it_is_full_are_undefined_and_say_how_many_games(self):
        frame = rolling_performance(CANDIDATES, player="Ding, Liren", window=5)
        assert frame["rating"].isna().tolist() == [True] * 4 + [False] * 10
        assert frame["games"].tolist() == [1, 2, 3, 4, *[5] * 10]

    def test_whole_event_is_the_value_of_the_reference(self):
        # shared data README: Candidates 2022, Nepomniachtchi 9½ of 14, true 2902.92
        frame = rolling_performance(CANDIDATES, player="Nepomniachtchi, Ian", window=14)
        assert frame["rating"].iloc[-1] == pytest.approx(2902.92, abs=0.005)

    def test_clean_windows_are_unbounded(self):
        frame = rolling_performance(made_up(result=[1, 1, 1, 0]), window=2)
        # in order of dates the wins against Cy, Dee and Bob, then the loss
        assert frame["rating"].tolist()[1:3] == [np.inf, np.inf]
        assert frame["high"].tolist()[1:3] == [np.inf, np.inf]
        assert np.isfinite(frame["low"].iloc[1:]).all()

    @pytest.mark.parametrize("window", [0, 15, 20])
    def test_longer_than_the_games(self, window):
        with pytest.raises(
            ValueError, match=rf"`window` must lie in \[1, 14\], the games that count, got {window}"
        ):
            rolling_performance(CANDIDATES, player="Ding, Liren", window=window)

    def test_no_whole_number(self):
        with pytest.raises(ValueError, match="`window` must be a whole number, got 2.5"):
            rolling_performance(made_up(), window=2.5)


class TestWindowOfDays:
    def test_counts_the_day_itself_and_those_before(self):
        frame = rolling_performance(made_up(), days=3)
        # 1, 3 and 5 January: each window of three days reaches to the day two days before
        assert frame["games"].tolist() == [1, 2, 2, 1]
        assert frame["opponent"].tolist() == ["Cy", "Dee", "Bob", "Eve"]

    def test_one_day_more_holds_three_games(self):
        assert rolling_performance(made_up(), days=5)["games"].tolist() == [1, 2, 3, 1]

    def test_several_games_of_a_day(self):
        games = made_up(date=["2024-01-01"] * 4, round=["2", "1", "10", "3"])
        frame = rolling_performance(games, days=1)
        assert frame["round"].tolist() == ["1", "2", "3", "10"]  # as numbers, not as text
        assert frame["games"].tolist() == [1, 2, 3, 4]

    def test_games_without_a_full_date_are_left_out_with_a_reason(self):
        frame = rolling_performance(made_up(date=["2024-01-05", "2024", "", "2024-03-01"]), days=30)
        assert frame["opponent"].tolist() == ["Bob", "Eve"]
        left_out = frame.attrs["left_out"]
        assert left_out["why"].tolist() == [NO_FULL_DATE] * 2
        assert left_out["opponent"].tolist() == ["Cy", "Dee"]

    def test_below_one_day(self):
        with pytest.raises(ValueError, match="`days` must be at least 1, got 0"):
            rolling_performance(made_up(), days=0)


class TestOrder:
    def test_by_date(self):
        frame = used_games(made_up())
        assert frame["opponent"].tolist() == ["Cy", "Dee", "Bob", "Eve"]
        assert frame.attrs["order"] == "date and round"

    def test_as_in_the_source_where_a_date_is_missing(self):
        frame = used_games(made_up(date=["2024-01-05", "2024-01", "2024-01-03", "2024-03-01"]))
        assert frame["opponent"].tolist() == ["Bob", "Cy", "Dee", "Eve"]
        assert frame.attrs["order"] == "as in the source"

    def test_days_need_only_the_full_dates(self):
        frame = rolling_performance(made_up(date=["2024-01-05", "", *DATES[2:]]), days=9)
        assert frame.attrs["order"] == "date and round"
        assert frame["opponent"].tolist() == ["Dee", "Bob", "Eve"]


# course.md 08, Tata Steel 2022, played games only
PLAYED = {
    "Carlsen, Magnus": (12, 2884.68),
    "Mamedyarov, Shakhriyar": (13, 2818.41),
    "Rapport, Richard": (12, 2796.31),
    "Giri, Anish": (12, 2765.24),
    "Karjakin, Sergey": (13, 2763.97),
    "Van Foreest, Jorden": (13, 2767.17),
    "Caruana, Fabiano": (13, 2732.61),
    "Esipenko, Andrey": (13, 2738.73),
    "Duda, Jan-Krzysztof": (13, 2707.58),
    "Vidit, Santosh Gujrathi": (13, 2710.18),
    "Praggnanandhaa, R": (12, 2658.19),
    "Shankland, Sam": (13, 2683.85),
    "Grandelius, Nils": (13, 2628.79),
    "Dubov, Daniil": (9, 2652.35),
}


class TestUsedGames:
    @pytest.mark.parametrize("player", PLAYED)
    def test_the_courses_list(self, player):
        games = used_games(TATA, player=player)
        rating = pk.performance_rating(games["opponent_rating"], games["result"].sum())
        assert (len(games), round(rating, 2)) == PLAYED[player]

    def test_forfeits_counted(self):
        games = used_games(TATA, player="Giri, Anish", forfeits="count")
        rating = pk.performance_rating(games["opponent_rating"], games["result"].sum())
        assert (len(games), round(rating, 2)) == (13, 2789.49)  # course.md 08.1
        assert games.attrs["left_out"].empty

    def test_a_stated_rating_for_the_unrated(self):
        games = made_up(opponent_rating=[2400.0, np.nan, 2600.0, 2450.0])
        assert len(used_games(games)) == 3
        assert used_games(games).attrs["left_out"]["why"].tolist() == ["unrated opponent"]
        stated = used_games(games, unrated=1400)
        assert stated["opponent_rating"].tolist() == [1400, 2600, 2400, 2450]

    def test_nobody_rated_leaves_no_game(self):
        games = used_games(made_up(opponent_rating=np.nan))
        assert games.empty
        assert len(games.attrs["left_out"]) == 4

    def test_a_player_who_is_not_there(self):
        with pytest.raises(ValueError, match="`player` must be an identifier or a name"):
            used_games(TATA, player="Fischer")

    @pytest.mark.parametrize(
        ("typed", "named"),
        [
            ("Carlsen", "such as 'Carlsen, Magnus', got text 'Carlsen'"),
            ("magnus carlsen", "such as 'Carlsen, Magnus', got text 'magnus carlsen'"),
            ("Caruanna, Fabiano", "such as 'Caruana, Fabiano', got"),
            ("Fischer", "a name in the games, got text 'Fischer'"),
        ],
    )
    def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(self, typed, named):
        with pytest.raises(ValueError, match=re.escape(named)):
            used_games(TATA, player=typed)

    def test_several_players(self):
        with pytest.raises(ValueError, match="`player` must name one player .* got 14: "):
            used_games(TATA)

    def test_one_name_with_two_identifiers(self):
        games = made_up(player_id=["Ann (2400)", "Ann (2400)", "Ann (2500)", "Ann (2500)"])
        with pytest.raises(ValueError, match=r"got 2: Ann \(2400\), Ann \(2500\)"):
            used_games(games, player="Ann")
        assert len(used_games(games, player="Ann (2400)")) == 2
        assert len(used_games(games, player=["Ann (2400)", "Ann (2500)"])) == 4

    def test_unknown_identifiers_in_a_list(self):
        with pytest.raises(ValueError, match="`player` must list identifiers .* got Bob"):
            used_games(made_up(), player=["Ann", "Bob"])


def test_dates_of_any_type_and_only_full_dates_order_the_games():
    frame = pd.DataFrame({"player": "Ann", "opponent_rating": 2000, "result": [1, 0, 0.5]})
    days = ["2024-01-03", "2024-01-01", "2024-01-02"]
    ordered = pk.form.rolling_performance(frame.assign(date=pd.to_datetime(days)), window=1)
    assert ordered["result"].tolist() == [0, 0.5, 1]
    # Ten characters are no full date: 15 January must not come before 31 December by its text.
    text = pk.form.rolling_performance(
        frame.assign(date=["31.12.2023", "15.01.2024", "02.01.2024"]), window=1
    )
    assert text["result"].tolist() == [1, 0, 0.5]
    assert text.attrs["order"] == "as in the source"
