"""Article 10 for one player and for whole events."""

import math

import pandas as pd
import pytest
from fide_frames import exercise, frame, rows_of

import perfkit as pk

NINE = ["aro", "aro_c1", "aro_c2", "aro_m1", "aro_m2", "tpr", "ptp", "apro", "appo"]


def numbers(text):
    return [float(word) for word in text.split()]


def by_player(table):
    return table.set_index("player")


@pytest.mark.parametrize("row", rows_of("fide_performances.csv"), ids=lambda row: row["id"])
def test_published_performance(row):
    function = {"tpr": pk.fide.tpr, "ptp": pk.fide.ptp}[row["function"]]
    found = function(numbers(row["opponent_ratings"]), float(row["score"]))
    assert found == int(row["expected"])
    assert type(found) is int


# FIDE's own exercise: 16 players, 80 values, byes, forfeits, a zero score, exact halves.


@pytest.mark.parametrize("measure", ["aro", "tpr", "apro", "ptp", "appo"])
def test_80_values_of_fides_exercise(measure):
    games, listed = exercise()
    table = by_player(pk.fide.tie_breaks(games))
    assert len(listed) == 16
    for row in listed:
        assert table.loc[row["number"], measure] == int(row[measure]), row["number"]


def test_first_cut_of_fides_exercise():
    games, listed = exercise()
    table = by_player(pk.fide.tie_breaks(games))
    known = {row["number"]: row["aro_c1"] for row in listed if row["aro_c1"]}
    assert len(known) == 7
    for number, value in known.items():
        found = table.loc[number, "aro_c1"]
        assert (found is pd.NA) if value == "undefined" else found == int(value), number


def test_the_exercise_counts_games_found_and_used():
    games, _ = exercise()
    table = by_player(pk.fide.tie_breaks(games))
    assert (table["games_found"] == table["games"] + table["unplayed"]).all()
    # Player 9: two games lost, a half point bye, a forfeit, a bye; player 12: one game.
    assert table.loc["9", ["games", "unplayed", "score"]].tolist() == [2, 3, 0.0]
    assert table.loc["12", ["games", "unplayed", "score"]].tolist() == [1, 4, 0.0]


def test_the_functions_for_one_player_agree_with_the_table():
    games, _ = exercise()
    table = by_player(pk.fide.tie_breaks(games))
    for player, own in games[games["played"]].groupby("player"):
        ratings, score = own["opponent_rating"].tolist(), own["result"].sum()
        row = table.loc[player]
        assert row["aro"] == pk.fide.aro(ratings)
        assert row["tpr"] == pk.fide.tpr(ratings, score)
        assert row["ptp"] == pk.fide.ptp(ratings, score)
        assert row["apro"] == pk.fide.apro(table.loc[own["opponent"], "tpr"].tolist())
        assert row["appo"] == pk.fide.appo(table.loc[own["opponent"], "ptp"].tolist())
        for cut in pk.fide.CUTS:
            if len(ratings) > sum(pk.fide.CUTS[cut]):
                assert row[f"aro_{cut.lower()}"] == pk.fide.aro(ratings, cut=cut)


def test_the_order_of_the_rows_changes_nothing():
    games, _ = exercise()
    straight = by_player(pk.fide.tie_breaks(games)).sort_index()
    mixed = games.sample(frac=1, random_state=5)
    assert by_player(pk.fide.tie_breaks(mixed)).sort_index()[NINE].equals(straight[NINE])


# Who has no game, and what a cut leaves.


def test_a_player_without_a_game_has_na_and_not_0():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1), (3, "", 1, False, 1)]
    table = by_player(pk.fide.tie_breaks(frame(rows, {1: 2000, 2: 2100, 3: 2200})))
    assert table.loc["3", NINE].isna().all()
    assert table.loc["3", ["games_found", "games", "unplayed"]].tolist() == [1, 0, 1]
    assert all(str(dtype) == "Int64" for dtype in table[NINE].dtypes)
    assert table.loc["1", "aro"] == 2100


def test_a_cut_that_leaves_nobody_is_na_in_the_table_and_an_error_for_one_player():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1)]
    table = by_player(pk.fide.tie_breaks(frame(rows, {1: 2000, 2: 2100})))
    assert table.loc["1", ["aro_c1", "aro_c2", "aro_m1", "aro_m2"]].isna().all()
    with pytest.raises(ValueError, match='leave a rating after cut "C1", got 1'):
        pk.fide.aro([2100], cut="C1")


def test_cuts_by_hand():
    opponents = [2400, 1500, 2000, 1600, 2300]
    assert pk.fide.aro(opponents) == 1960  # 9800 / 5
    assert pk.fide.aro(opponents, cut="C1") == 2075  # 8300 / 4
    assert pk.fide.aro(opponents, cut="C2") == 2233  # 6700 / 3
    assert pk.fide.aro(opponents, cut="M1") == 1967  # 5900 / 3
    assert pk.fide.aro(opponents, cut="M2") == 2000


@pytest.mark.parametrize(
    ("cut", "unplayed", "expected"),
    # 1500 1600 2000 2300 2400: unplayed rounds take the place of the lowest, then of the highest.
    [
        *[("C1", 0, 2075), ("C1", 1, 1960), ("C1", 3, 1960), ("C2", 1, 2075), ("C2", 2, 1960)],
        *[("M1", 1, 1850), ("M1", 2, 1960), ("M2", 1, 1800), ("M2", 2, 1700), ("M2", 3, 1850)],
    ],
)
def test_before_2024_an_unplayed_round_is_cut(cut, unplayed, expected):
    opponents = [2400, 1500, 2000, 1600, 2300]
    assert pk.fide.aro(opponents, cut=cut, unplayed=unplayed, on="2023-12-31") == expected
    newest = pk.fide.aro(opponents, cut=cut)
    assert pk.fide.aro(opponents, cut=cut, unplayed=unplayed, on="2024-04-01") == newest
    assert pk.fide.aro(opponents, cut=cut, unplayed=unplayed) == newest


def test_the_table_finds_the_unplayed_rounds_itself():
    # Player 1 has a bye in round 3; round 4 was never held and stands in one row only.
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1), (3, 4, 1, True, 1), (4, 3, 0, True, 1)]
    rows += [(1, 3, 1, True, 2), (3, 1, 0, True, 2), (2, 4, 1, True, 2), (4, 2, 0, True, 2)]
    rows += [(2, 3, 1, True, 3), (3, 2, 0, True, 3), (1, "", 1, False, 3), (2, "", 0, False, 4)]
    games = frame(rows, {1: 2000, 2: 2100, 3: 2200, 4: 2300})
    old = by_player(pk.fide.tie_breaks(games, on="2022-06-01"))
    new = by_player(pk.fide.tie_breaks(games, on="2026-03-01"))
    assert (old.loc["1", "aro_c1"], new.loc["1", "aro_c1"]) == (2150, 2200)
    # Player 2 played all three: 2000 2300 2200, the lowest goes in both editions.
    assert (old.loc["2", "aro_c1"], new.loc["2", "aro_c1"]) == (2250, 2250)
    # Player 4 left after round 2 and has no row for round 3, which is unplayed all the same.
    assert (old.loc["4", "aro_c1"], new.loc["4", "aro_c1"]) == (2150, 2200)
    assert old[["tpr", "ptp", "apro"]].equals(new[["tpr", "ptp", "apro"]])


def test_board_numbers_behind_the_round_do_not_count():
    games, _ = exercise()
    boards = games.assign(round=games["round"] + ".12")
    for on in ("2022-06-01", None):
        plain, with_boards = (pk.fide.tie_breaks(each, on=on) for each in (games, boards))
        assert plain[NINE].equals(with_boards[NINE])


# Which games count.


def test_forfeits_and_byes_never_count_in_a_round_robin_either():
    # 15.2: forfeits are regular games there, except in rating-based tie-breaks.
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1), (1, 3, 1, False, 2), (3, 1, 0, False, 2)]
    rows += [(2, 3, 1, True, 3), (3, 2, 0, True, 3)]
    table = by_player(pk.fide.tie_breaks(frame(rows, {1: 2000, 2: 2100, 3: 1000})))
    assert table.loc["1", ["games", "score", "aro", "tpr"]].tolist() == [1, 1.0, 2100, 2900]
    assert table.loc["2", ["games", "score", "aro", "tpr"]].tolist() == [2, 1.0, 1500, 1500]


def test_an_opponent_met_twice_counts_twice():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1), (1, 2, 0.5, True, 2), (2, 1, 0.5, True, 2)]
    rows += [(1, 3, 0, True, 3), (3, 1, 1, True, 3)]
    table = by_player(pk.fide.tie_breaks(frame(rows, {1: 2000, 2: 2100, 3: 2400})))
    assert table.loc["1", "aro"] == 2200  # (2100 + 2100 + 2400) / 3
    # Opponents' TPR: 2000 - 193 twice (½ of 2), 2000 + 800 (1 of 1): 6414 / 3.
    assert table.loc["1", "apro"] == 2138


def test_of_several_ratings_the_first_is_used():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1), (1, 3, 1, True, 2), (3, 1, 0, True, 2)]
    games = frame(rows, {1: 2000, 2: 2100, 3: 2200})
    games.loc[2, "player_rating"] = 2050  # a new list came out before round 2
    games.loc[3, "opponent_rating"] = 2050
    table = by_player(pk.fide.tie_breaks(games))
    assert table.loc["1", "player_rating"] == 2000
    assert table.loc["3", "aro"] == 2000


def test_players_of_one_name_in_two_events_stay_apart():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1)]
    first = frame(rows, {1: 2000, 2: 2100}).assign(event="spring")
    second = frame(rows, {1: 2400, 2: 2500}).assign(event="autumn")
    table = pk.fide.tie_breaks(pd.concat([first, second]))
    assert table["event"].tolist() == ["spring", "spring", "autumn", "autumn"]
    assert table["aro"].tolist() == [2100, 2000, 2500, 2400]


def test_opponents_without_rows_of_their_own():
    # One player's own games: ARO, TPR and PTP by the row's ratings, no APRO, and it is visible.
    mine = frame([(1, 2, 1, True, 1), (1, 3, 0.5, True, 2)], {1: 2000, 2: 2100, 3: 2300})
    row = pk.fide.tie_breaks(mine).iloc[0]
    assert (row["aro"], row["tpr"]) == (2200, 2393)
    assert row[["apro", "appo"]].isna().all()
    assert row["opponents_without_tpr"] == 2


def test_opponents_without_names_are_nobody_else():
    # Nobody says who the opponents were; Bob of the first event is not the one of the second.
    games = pd.DataFrame(
        {
            "event": ["spring", "spring", "autumn", "autumn"],
            "player": ["Ann", "Bob", "Ann", "Ann"],
            "player_rating": [1500, 1600, 1500, 1500],
            "opponent_rating": [2000, 2100, 2000, 2100],
            "result": [1, 0, 0.5, 0.5],
        }
    )
    table = pk.fide.tie_breaks(games)
    assert table["aro"].tolist() == [2000, 2100, 2050]
    assert table["tpr"].tolist() == [2800, 1300, 2050]
    assert table["apro"].isna().all()
    assert table["opponents_without_tpr"].tolist() == [1, 1, 2]


def test_without_round_numbers_the_longest_list_of_games_counts():
    rows = [(1, 2, 1, True, ""), (2, 1, 0, True, ""), (2, 3, 1, True, ""), (3, 2, 0, True, "")]
    rows += [(2, 4, 1, True, ""), (4, 2, 0, True, ""), (3, 4, 1, True, ""), (4, 3, 0, True, "")]
    games = frame(rows, {1: 2000, 2: 2100, 3: 2200, 4: 2300})
    old = by_player(pk.fide.tie_breaks(games, on="2022-06-01"))
    # Player 2 had three games, player 3 two and so one unplayed round, which is what C1 cuts.
    assert old.loc["2", "aro_c1"] == 2250
    assert old.loc["3", "aro_c1"] == 2200


def test_0_is_no_rating():
    rows = [(1, 2, 1, True, 1), (2, 1, 0, True, 1)]
    with pytest.raises(ValueError, match='got "refuse" with 1 unrated'):
        pk.fide.tie_breaks(frame(rows, {1: 2000, 2: 0}))


# Unrated players.

UNRATED = {1: 2000.0, 2: math.nan, 3: 2200.0}
THREE = [
    *[(1, 2, 1, True, 1), (2, 1, 0, True, 1), (1, 3, 0.5, True, 2), (3, 1, 0.5, True, 2)],
    *[(2, 3, 1, True, 3), (3, 2, 0, True, 3)],
]


def test_unrated_players_are_refused_by_default():
    message = r'`unrated` must be "drop" or a rating .* got "refuse" with 1 unrated, the first .2.'
    with pytest.raises(ValueError, match=message):
        pk.fide.tie_breaks(frame(THREE, UNRATED))


def test_unrated_players_with_a_stated_rating():
    table = pk.fide.tie_breaks(frame(THREE, UNRATED), unrated=1400)
    stated = pk.fide.tie_breaks(frame(THREE, {**UNRATED, 2: 1400.0}))
    assert table[NINE].equals(stated[NINE])
    assert table["unrated_opponents"].tolist() == [1, 0, 1]
    assert table["games"].tolist() == [2, 2, 2]
    assert table["player_rating"].isna().tolist() == [False, True, False]
    assert table.attrs["unrated"] == 1400


def test_games_against_unrated_players_dropped_and_counted():
    table = by_player(pk.fide.tie_breaks(frame(THREE, UNRATED), unrated="drop"))
    assert table["games_found"].tolist() == [2, 2, 2]
    assert table["games"].tolist() == [1, 2, 1]
    assert table["unrated_opponents"].tolist() == [1, 0, 1]
    assert table.loc["1", ["aro", "tpr", "score"]].tolist() == [2200, 2200, 0.5]
    # The unrated player's own games are against rated opponents: 2100, one of two.
    assert table.loc["2", ["aro", "tpr"]].tolist() == [2100, 2100]
    assert table.attrs["left_out"] == {"not played over the board": 0, "opponent unrated": 2}


def test_an_opponent_who_met_only_unrated_players_has_no_tpr():
    # Player 3's only opponent is unrated; for player 2, who met player 3, it shows.
    ratings = {1: 2000.0, 2: math.nan, 3: 2200.0}
    rows = [(2, 3, 1, True, 1), (3, 2, 0, True, 1), (2, 1, 1, True, 2), (1, 2, 0, True, 2)]
    rows += [(1, 4, 1, True, 3), (4, 1, 0, True, 3)]
    table = by_player(pk.fide.tie_breaks(frame(rows, {**ratings, 4: 1800.0}), unrated="drop"))
    assert table.loc["3", NINE].isna().all()
    assert table.loc["2", "aro"] == 2100
    assert table.loc["2", "opponents_without_tpr"] == 1
    assert table.loc["2", "apro"] == table.loc["1", "tpr"] == 2600  # 1 of 1 against 1800


def test_a_table_without_rows():
    from perfkit.games import empty

    table = pk.fide.tie_breaks(empty())
    assert table.empty
    assert set(NINE) <= set(table.columns)


def test_the_choice_and_the_edition_stay_with_the_table():
    games, _ = exercise()
    table = pk.fide.tie_breaks(games, on="2025-05-05")
    assert table.attrs["edition"] == "C.07, 1 August 2024"
    assert table.attrs["left_out"]["not played over the board"] == table["unplayed"].sum() == 12


# Averages of performances.


def test_average_performances_round_half_up():
    # Python's own round gives 2402 for both.
    assert pk.fide.apro([2401, 2402, 2402, 2401]) == 2402
    assert pk.fide.apro([2402, 2403]) == 2403
    assert pk.fide.appo([2402, 2403]) == 2403


def test_several_scores_at_once():
    assert pk.fide.tpr([2400, 2500, 2600], [0, 2.5, 3]).tolist() == [1700, 2773, 3300]
    assert pk.fide.ptp([2400, 2500, 2600], [0, 2.5, 3]).tolist() == [1600, 2789, 3336]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pk.fide.aro([]), "`opponent_ratings` must hold at least one rating"),
        (lambda: pk.fide.aro([2000, math.nan]), "must hold finite numbers, got nan at position 1"),
        (lambda: pk.fide.aro([2000], cut="C3"), "`cut` must be one of C1, C2, M1, M2, got text"),
        (lambda: pk.fide.aro([2000], unplayed=-1), "`unplayed` must be a whole number from 0 up"),
        (lambda: pk.fide.aro([2000], on="2021-12-31"), "`on` must be a date from 2022-01-01 on"),
        (lambda: pk.fide.tpr([2000], 1.5), r"`score` must lie in \[0, 1\], got 1.5"),
        (lambda: pk.fide.tpr([2000, 2100], 0.7), "`score` must be a multiple of 0.5"),
        (lambda: pk.fide.ptp([2000.5], 1), "`opponent_ratings` must hold whole numbers"),
        (lambda: pk.fide.apro([]), "`opponent_tprs` must hold at least one rating, got none"),
        (lambda: pk.fide.appo([math.inf]), "`opponent_ptps` must hold finite numbers"),
        (lambda: pk.fide.tie_breaks([1]), "`games` must be a pandas DataFrame"),
        (lambda: pk.fide.tie_breaks(pd.DataFrame()), "`games` must have the columns player"),
        (lambda: pk.fide.tie_breaks(exercise()[0], unrated="1400"), '"drop" or a rating'),
        (lambda: pk.fide.tie_breaks(exercise()[0], unrated=math.nan), "or a whole rating, got nan"),
        (lambda: pk.fide.tie_breaks(exercise()[0], unrated=[1]), '"drop" or a whole rating'),
        (lambda: pk.fide.tie_breaks(exercise()[0], on="1999-01-01"), "editions known: 2022-01-01"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_played_game_needs_a_result():
    games = frame([(1, 2, 1, True, 1), (2, 1, 0, True, 1)], {1: 2000, 2: 2100})
    games.loc[1, "result"] = math.nan
    with pytest.raises(ValueError, match="have a result in every played game, got none in row 1"):
        pk.fide.tie_breaks(games)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("Ann", 2000, "Bob", 2100.5, 1.0), "have whole opponent ratings .*, got 2100.5 with"),
        (("Ann", 2000, "Bob", 2100, 0.3), "have results 1, 0.5 or 0, got 2100 with result 0.3 for"),
    ],
)
def test_what_the_tables_cannot_hold_is_named_with_its_player(row, message):
    columns = ["player", "player_rating", "opponent", "opponent_rating", "result"]
    with pytest.raises(ValueError, match=f"`games` must {message}.*Ann"):
        pk.fide.tie_breaks(pd.DataFrame([row], columns=columns), unrated="drop")
