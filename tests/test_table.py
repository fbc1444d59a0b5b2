"""performance_table: which games count, how they are grouped, what travels with the table."""

import pickle

import numpy as np
import pandas as pd
import pytest

import perfkit as pk
from perfkit import games
from perfkit.methods import METHODS


def rows(*entries, player="Ann", rating=2000.0):
    """Make a user's frame from (opponent rating, result) pairs."""
    return pd.DataFrame(
        {
            "player": player,
            "player_rating": rating,
            "opponent_rating": [entry[0] for entry in entries],
            "result": [float(entry[1]) for entry in entries],
        }
    )


TRIO = rows((2400, 1), (2500, 1), (2600, 0.5))


def test_the_trio_by_every_method():
    table = pk.performance_table(TRIO, methods="all").iloc[0]
    # design.md section 1
    known = {
        "true_normal": 2785.0303,
        "fide": 2773,
        "linear": 2766.6667,
        "true_logistic": 2792.2251,
    }
    known |= {"fide_ptp": 2789, "uscf": 2766.6667, "average_logistic": 2779.5880}
    known |= {"half_point": 2700.3751, "complete": 2754.4647}
    for name, value in known.items():
        assert table[name] == pytest.approx(value, abs=5e-5), name
    assert list(table.index[-len(METHODS) :]) == list(METHODS)


def test_the_columns_beside_the_methods():
    table = pk.performance_table(TRIO).iloc[0]
    assert table["games_found"] == table["games"] == 3
    assert table["score"] == 2.5
    assert table["average_opponent_rating"] == 2500
    assert table["opponent_spread"] == 200  # 2600 less 2400
    # 2000 against 2400, 2500, 2600: 1/11 + 1/(1 + 10^1.25) + 1/(1 + 10^1.5)
    expected = 1 / 11 + 1 / (1 + 10**1.25) + 1 / (1 + 10**1.5)
    assert table["expected_score"] == pytest.approx(expected, abs=1e-12)
    assert table["score_minus_expected"] == pytest.approx(2.5 - expected, abs=1e-12)


def test_found_is_used_plus_left_out_for_every_player():
    frame = pd.concat([rows((2400, 1), (None, 1), (0, 0.5)), rows((2000, 0), player="Bob")])
    frame["played"] = [True, True, True, False]
    frame["reason"] = ["", "", "", "forfeit loss"]
    table = pk.performance_table(frame, by="player")
    left = table.attrs["left_out"]["player"].value_counts()
    for row in table.itertuples():
        assert row.games_found == row.games + left.get(row.player, 0)
    assert set(table.attrs["left_out"]["why"]) == {"unrated opponent", "forfeit loss"}


def test_a_player_without_a_usable_game_keeps_a_row():
    table = pk.performance_table(rows((None, 1)), methods="all").iloc[0]
    assert (table["games_found"], table["games"]) == (1, 0)
    assert table["player_rating"] == 2000
    assert table[["score", "average_opponent_rating", "expected_score", *METHODS]].isna().all()


def test_an_empty_frame_gives_an_empty_table():
    table = pk.performance_table(games.empty())
    assert len(table) == 0
    assert "fide" in table.columns


# Choices.


def test_unrated_opponents_dropped_refused_or_given_a_rating():
    frame = rows((2400, 1), (2500, 1), (None, 0.5))
    assert pk.performance_table(frame)["games"].item() == 2
    with pytest.raises(ValueError, match="rated opponents only .* got 1 not: Ann against"):
        pk.performance_table(frame, unrated="refuse")
    valued = pk.performance_table(frame, unrated=2600)
    assert valued["fide"].item() == 2773  # the trio of design.md section 1
    assert "unrated opponents counted as 2600" in valued.attrs["caption"]


def test_forfeits_count_only_with_an_opponent():
    frame = rows((2400, 1), (2500, 1), (2600, 0.5), (None, 1))
    frame["opponent"] = ["A", "B", "C", ""]
    frame["played"] = [True, True, False, False]
    frame["reason"] = ["", "", games.NO_MOVES, games.FORFEIT_WIN]
    assert pk.performance_table(frame)["games"].item() == 2
    counted = pk.performance_table(frame, forfeits="count", unrated=2000)
    assert counted["games"].item() == 3
    assert counted["fide"].item() == 2773
    assert counted.attrs["choices"] == {"unrated": 2000, "forfeits": "count"}


@pytest.mark.parametrize("reason", ["half-point bye", "pairing-allocated bye", "zero-point bye"])
def test_byes_never_count(reason):
    frame = pd.concat([TRIO, rows((None, 1))], ignore_index=True)
    frame["opponent"] = ["A", "B", "C", ""]
    frame["played"] = [True, True, True, False]
    frame["reason"] = ["", "", "", reason]
    table = pk.performance_table(frame, unrated=1000, forfeits="count")
    assert table["games"].item() == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"methods": "tpr"}, "names four definitions"),
        ({"methods": ["fidee"]}, "`method` must be one of true_normal"),
        ({"unrated": "keep"}, "`unrated` must be one of drop, refuse"),
        ({"unrated": [1, 2]}, '`unrated` must be "drop", "refuse" or one rating'),
        ({"unrated": np.nan}, "`unrated` must be a finite number"),
        ({"forfeits": "refuse"}, "`forfeits` must be one of drop, count"),
        ({"by": "club"}, "`by` must name columns of the games"),
        ({"by": []}, "`by` must name at least one"),
        ({"by": [3]}, "`by` must hold column names or functions"),
        ({"by": lambda frame: 3}, "`by` must return one value per row, 3"),
    ],
)
def test_a_wrong_choice_is_named(options, message):
    with pytest.raises(ValueError, match=message):
        pk.performance_table(TRIO, **options)


def test_fractional_ratings_stop_fide_ptp_only():
    frame = rows((2400.5, 1), (2500, 0))
    assert np.isfinite(pk.performance_table(frame)["fide"].item())
    with pytest.raises(ValueError, match='whole numbers for method "fide_ptp", got 2400.5'):
        pk.performance_table(frame, methods="all")


# Groups.


def test_groups_by_identifier_and_shows_the_name():
    frame = pd.concat([rows((2400, 1)), rows((2400, 0), player="Ann K.")], ignore_index=True)
    frame["player_id"] = ["7", "7"]
    table = pk.performance_table(frame, by="player")
    assert table[["player_id", "player", "games"]].to_dict("records") == [
        {"player_id": "7", "player": "Ann", "games": 2}
    ]


def test_groups_by_columns_and_functions():
    frame = rows((2400, 1), (2450, 0), (2500, 1), (2600, 0.5))
    frame["color"] = ["white", "black", "white", "black"]
    by_color = pk.performance_table(frame, by=["player", "color"])
    assert by_color["color"].tolist() == ["white", "black"]
    assert by_color["score"].tolist() == [2.0, 0.5]

    def band(frame):
        return np.where(frame["opponent_rating"] >= 2500, "from 2500", "below")

    by_band = pk.performance_table(frame, by=["player", band, lambda frame: frame["color"]])
    assert list(by_band)[:4] == ["player_id", "player", "band", "group_3"]
    assert by_band["games"].sum() == 4
    assert by_band["band"].tolist() == ["below", "below", "from 2500", "from 2500"]


def test_own_rating_that_changed_is_the_mean_of_the_games_used():
    frame = pd.concat([rows((2400, 1)), rows((2400, 1), rating=2100.0)], ignore_index=True)
    table = pk.performance_table(frame)
    assert table["player_rating"].item() == 2050
    # 1/11 at 400 points below, 1/(1 + 10^0.75) at 300
    assert table["expected_score"].item() == pytest.approx(1 / 11 + 1 / (1 + 10**0.75))


def test_batch_agrees_with_one_by_one():
    rng = np.random.default_rng(5)
    frame = pd.concat(
        rows(
            *zip(rng.integers(1800, 2700, n), rng.integers(0, 3, n) / 2, strict=True),
            player=f"P{n}",
        )
        for n in rng.permutation(np.arange(1, 30))
    ).sample(frac=1, random_state=3)
    table = pk.performance_table(frame, by="player", methods="all").set_index("player")
    for player, one in frame.groupby("player"):
        for method in METHODS:
            alone = pk.performance_rating(
                one["opponent_rating"], one["result"].sum(), method=method
            )
            assert table.loc[player, method] == pytest.approx(alone, abs=1e-9), (player, method)


def test_a_game_against_oneself_does_not_count():
    frame = rows((2000, 1), (2000, 0))
    frame["opponent"] = ["Ann", "Bob"]
    frame["opponent_id"] = ["Ann", "Bob"]
    table = pk.performance_table(frame)
    assert table["games"].item() == 1
    assert table.attrs["left_out"]["why"].tolist() == ["a player who meets himself"]


# What travels along.


def test_the_caption_says_which_games_ratings_formula_and_rounding():
    caption = pk.performance_table(rows((2400, 1), (None, 0)), methods=["fide"]).attrs["caption"]
    assert caption.startswith("1 of 2 games used")
    assert "left out: 1 unrated opponent" in caption
    assert "fide: round(Ra) + dp(round(100 S/n)), rounding: Ra and percentage" in caption


def test_attributes_survive_copies_joins_and_pickling():
    one, two = pk.performance_table(TRIO), pk.performance_table(rows((2400, 1), (None, 1)))
    assert one.copy().attrs["methods"] == ["true_normal", "fide", "linear", "true_logistic"]
    assert len(pd.concat([one, two])) == 2
    assert len(one.merge(two, on="player")) == 1
    again = pickle.loads(pickle.dumps(two))
    assert again.attrs["left_out"]["why"].tolist() == ["unrated opponent"]
    left = two.attrs["left_out"]
    assert isinstance(left[left["why"] == "unrated opponent"], pd.DataFrame)
    assert left.equals(two.copy().attrs["left_out"])


# Intervals beside the true methods.


def test_interval_columns_are_what_interval_gives():
    """Each row put to `interval` game by game, with its own results."""
    games = pk.datasets.load("tatasteel2022")
    table = pk.performance_table(games, methods="all", intervals=0.9)
    assert (table.attrs["level"], table.attrs["kind"]) == (0.9, "score")
    at = list(table.columns).index("true_logistic")
    assert list(table.columns[at : at + 3]) == [
        "true_logistic",
        "true_logistic_low",
        "true_logistic_high",
    ]
    others = [name for name in METHODS if name not in ("true_normal", "true_logistic")]
    assert not {f"{name}_low" for name in others} & set(table.columns)
    assert f"No interval for {', '.join(others)}: it is no rating" in table.attrs["caption"]
    played = games[games["played"]]
    for _, row in table.iterrows():
        own = played[played["player_id"] == row["player_id"]]
        for curve in ("logistic", "normal"):
            one = pk.interval(
                own["opponent_rating"],
                own["result"].sum(),
                results=own["result"],
                curve=curve,
                level=0.9,
            )
            found = row[[f"true_{curve}_low", f"true_{curve}_high"]].tolist()
            assert found == pytest.approx([one.low, one.high], abs=1e-6)


def test_intervals_refuse_what_they_cannot_hold():
    games = pd.DataFrame({"player": "Ann", "opponent_rating": [2400, 2500], "result": [1, 0.25]})
    with pytest.raises(ValueError, match="`games` must hold results 1, ½ and 0 for intervals"):
        pk.performance_table(games, by="player", methods=["true_normal"], intervals=0.95)
    with pytest.raises(ValueError, match="`level` must"):
        pk.performance_table(games.head(1), by="player", methods=["true_normal"], intervals=95)


# Frames that people build.


def mine(**columns):
    return pd.DataFrame(
        {"player": "Ann", "opponent_rating": [2000.0, 2100.0], "result": 1.0} | columns
    )


@pytest.mark.parametrize(
    "columns",
    [{"code": ["1", "+"]}, {"reason": ["", "half-point bye"]}, {"code": ["1", "F"]}],
    ids=str,
)
def test_codes_and_reasons_count_where_played_is_missing(columns):
    table = pk.performance_table(mine(**columns), by="player", methods="linear")
    assert table.loc[0, ["games_found", "games", "score"]].tolist() == [2, 1, 1]


def test_categories_and_nullable_text_are_text():
    frame = mine(opponent=pd.Categorical(["Bob", "Cem"]), player=pd.Categorical(["Ann", "Ann"]))
    frame["reason"] = pd.array(["", pd.NA], dtype="string")
    assert pk.performance_table(frame, by="player").loc[0, "games"] == 2


def test_groups_keep_their_names_and_their_order():
    frame = mine(score=[1, 2], round=[2, 1])
    with pytest.raises(
        ValueError, match="`by` must give every column .* one name, got 'score' twice"
    ):
        pk.performance_table(frame, by=["player", "score"])
    with pytest.raises(ValueError, match="values in the order of the frame, got another index"):
        pk.performance_table(frame, by=lambda games: games.sort_values("round")["round"])
    with pytest.raises(ValueError, match="`by` must hold column names or functions .*, got None"):
        pk.performance_table(frame, by=None)
    with pytest.raises(ValueError, match="`games` must have each column once, got 'result' twice"):
        pk.performance_table(pd.concat([frame, frame[["result"]]], axis=1))
