"""The games table: its columns, its codes, and frames that users built."""

import numpy as np
import pandas as pd
import pytest

from perfkit import games


def test_columns_are_those_of_the_design():
    # design.md section 3, in its order
    expected = (
        "source source_line game_id event_id event site date round board player_id player "
        "player_rating player_title player_federation opponent_id opponent opponent_rating "
        "opponent_title opponent_federation color result played code reason"
    )
    assert list(games.COLUMNS) == expected.split()


@pytest.mark.parametrize(
    ("code", "points", "played"),
    # rules.md 5.3 (TRF16, TRF26): default points; over the board and rated
    [
        *[("1", 1, True), ("=", 0.5, True), ("0", 0, True)],
        *[("W", 1, False), ("D", 0.5, False), ("L", 0, False), ("+", 1, False), ("-", 0, False)],
        *[("H", 0.5, False), ("F", 1, False), ("U", 1, False), ("Z", 0, False)],
    ],
)
def test_codes_of_the_report_file(code, points, played):
    assert games.CODES[code][:2] == (points, played)
    assert bool(games.CODES[code].reason) == (not played)


def test_an_empty_table_keeps_the_types():
    table = games.empty()
    assert list(table) == list(games.COLUMNS)
    assert table["played"].dtype == bool
    assert table["result"].dtype == np.float64
    assert pd.concat([table, table])["player"].dtype == table["player"].dtype


def test_a_users_frame_is_completed():
    mine = pd.DataFrame({"player": ["A"], "opponent_rating": [2000], "result": [1], "mine": ["x"]})
    full = games.complete(mine)
    assert set(games.COLUMNS) <= set(full.columns)
    assert full.loc[0, "player_id"] == "A"
    assert full.loc[0, "played"]
    assert full.loc[0, "mine"] == "x"
    assert list(mine) == ["player", "opponent_rating", "result", "mine"]  # untouched


def test_zero_and_none_are_no_ratings():
    mine = pd.DataFrame(
        {"player": ["A"] * 3, "opponent_rating": [0, None, 2000], "result": [1.0, 1.0, 1.0]}
    )
    assert games.complete(mine)["opponent_rating"].isna().tolist() == [True, True, False]


def frame(**columns):
    base = {"player": ["A"], "opponent_rating": [2000.0], "result": [1.0]}
    return pd.DataFrame(base | columns)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([1, 2], "`games` must be a pandas DataFrame"),
        (frame().drop(columns="opponent_rating"), "`opponent_rating` is missing"),
        (frame().drop(columns="player"), "`player` is missing"),
        (frame(opponent_rating=["2000"]), "`opponent_rating` must hold numbers"),
        (frame(result=[1.5]), r"`result` must lie in \[0, 1\], one game's points, got 1.5"),
        (frame(opponent_rating=[np.inf]), "`opponent_rating` must be finite"),
        (frame(played=["yes"]), "`played` must hold True and False"),
    ],
)
def test_a_wrong_frame_is_named(wrong, message):
    with pytest.raises(ValueError, match=message):
        games.complete(wrong)
