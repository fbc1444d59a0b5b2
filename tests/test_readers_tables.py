"""Spreadsheets, lists of games, crosstables, the US Chess table."""

from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

import perfkit as pk
from perfkit import games
from perfkit.readers import ReadError
from perfkit.readers.crosstable import swiss_cell, us_chess_cell
from perfkit.readers.pairings import Entry

FILES = Path(__file__).parent / "files"


def kinds(file):
    return file.report.frame["kind"].tolist()


def results(file):
    """Points by player and opponent, of the games that were played."""
    table = file.games[file.games["played"]]
    return table.groupby(["player", "opponent"])["result"].sum().to_dict()


# Lists of games.


def test_one_row_per_game():
    file = pk.read_games(FILES / "one_row_per_game.csv")
    assert (file.report.records, file.report.rows, file.report.played) == (12, 12, 6)
    table = file.games
    assert table.loc[0, ["player", "player_rating", "opponent", "result"]].tolist() == [
        "Adler, Ada",
        2500,
        "Baum, Ben",
        0.5,
    ]
    assert table["date"].unique().tolist() == ["2024-02-01", "2024-02-02", "2024-02-03"]
    assert table["color"].tolist() == ["white", "black"] * 6
    assert table.loc[4:5, "reason"].tolist() == [games.FORFEIT_WIN, games.FORFEIT_LOSS]
    assert kinds(file).count(games.BAD_RESULT) == 1


def test_one_row_per_player_keeps_further_columns():
    file = pk.read_games(FILES / "one_row_per_player.tsv")
    row = pk.performance_table(file.games).iloc[0]
    # C46 without the rapid rating: 1800 won, 1900 won, 2000 lost
    assert (row["games_found"], row["games"], row["score"]) == (5, 3, 2)
    assert row["true_logistic"] == pytest.approx(2026.7864, abs=5e-5)
    assert file.games["Rating source"].tolist() == ["rapid"] * 3 + ["none", ""]
    assert file.games["color"].tolist() == ["white", "black", "white", "black", ""]


def test_the_games_table_goes_out_and_comes_back_equal():
    odd = pk.read_games(FILES / "every_code.trf").games
    odd.loc[0, "player"] = 'Quote "me", please;\ttab'
    odd.loc[1, "player_rating"] = 2345.678901234567
    odd["further"] = np.arange(len(odd)) / 4
    for separator in (",", ";", "\t"):
        again = pk.read_games(odd.to_csv(index=False, sep=separator)).games
        pd.testing.assert_frame_equal(odd, again)


def test_a_broken_row_of_a_games_table_is_not_understood():
    table = pk.read_games(FILES / "tags_only.pgn").games.astype({"played": "str"})
    table.loc[3, "played"] = "perhaps"
    file = pk.read_games(table.to_csv(index=False))
    assert (file.report.records, file.report.rows, file.report.not_understood) == (12, 11, 1)
    assert "played 'perhaps'" in file.report.frame["detail"].tolist()


def test_rows_without_a_player_are_counted():
    text = "white,black,result\nA,B,1-0\n,,1-0\nA,,*\n"
    file = pk.read_games(text)
    assert (file.report.records, file.report.rows, file.report.not_understood) == (6, 4, 2)
    assert file.games["player"].tolist() == ["A", "B", "A", "?"]


@pytest.mark.parametrize("result", ["1", "1,0", "1.0", "W", "win"])
def test_one_sides_result(result):
    text = f"player;opponent_rating;result\nA;2000;{result}\n"
    assert pk.read_games(text).games["result"].tolist() == [1]


def test_a_frame_without_played_and_with_odd_points():
    file = pk.read_games("player,opponent_rating,result\nA,2000,0.75\nA,2000,7\n")
    assert file.games["result"].tolist()[0] == 0.75
    assert file.games["played"].tolist() == [True, False]
    assert kinds(file) == ["points other than 1, ½ and 0", "result not understood"]


# Crosstables.


def test_swiss_crosstable():
    file = pk.read_games(FILES / "swiss_crosstable.txt")
    assert (file.report.records, file.report.rows, file.report.played) == (12, 12, 10)
    assert results(file) == {
        ("Muster, Max", "Demo, Dora"): 1,
        ("Muster, Max", "Beispiel, Berta"): 0.5,
        ("Muster, Max", "Test, Tim"): 1,
        ("Beispiel, Berta", "Test, Tim"): 1,
        ("Beispiel, Berta", "Muster, Max"): 0.5,
        ("Beispiel, Berta", "Demo, Dora"): 0.5,
        ("Demo, Dora", "Muster, Max"): 0,
        ("Demo, Dora", "Beispiel, Berta"): 0.5,
        ("Test, Tim", "Muster, Max"): 0,
        ("Test, Tim", "Beispiel, Berta"): 0,
    }
    table = file.games
    assert table["event"].unique().tolist() == ["Club Open 2024"]
    assert table.loc[0, ["player_title", "player_federation", "color"]].tolist() == [
        "GM",
        "GER",
        "white",
    ]
    assert "the two sides disagree" not in kinds(file)
    assert "points column differs from the codes" not in kinds(file)
    assert "Program: made by hand" in file.report.frame["detail"].tolist()


def test_swiss_crosstable_pasted_with_tabs():
    text = (FILES / "swiss_crosstable.txt").read_text(encoding="utf-8").split("\n")
    rows = [
        "Rk.\tSNo\t\tName\tFED\tRtg\t1.Rd\t2.Rd\t3.Rd\tPts",
        "1\t2\tGM\tMuster, Max\tGER\t2500\t3w1\t2b½\t4w1\t2,5",
        "2\t1\t\tBeispiel, Berta\tGER\t2400\t4b1\t1w½\t3b½\t2",
        "3\t4\t\tDemo, Dora\tAUT\t2300\t1b0\t-1\t2w½\t1,5",
        "4\t3\tFM\tTest, Tim\tSUI\t\t2w0\t+\t1b0\t1",
    ]
    expected = pk.read_games("\n".join(text[:6])).games
    pasted = pk.read_games("\n".join([text[0], *rows])).games
    columns = ["player", "opponent", "opponent_rating", "round", "color", "result", "code"]
    pd.testing.assert_frame_equal(pasted[columns], expected[columns])


def test_numbers_in_the_cells_may_be_starting_numbers():
    rows = ["1 3 Ada 2000 1w1 2b1 2", "2 1 Ben 1900 3b0 - 0", "3 2 Cleo 1800 - 3w0 0"]
    text = "\n".join(["Rk No Name Rtg R1 R2 Pts", *rows])
    file = pk.read_games(text)
    assert results(file)[("Ada", "Ben")] == 1
    assert results(file)[("Ada", "Cleo")] == 1
    assert "the two sides disagree" not in kinds(file)


def test_round_robin():
    file = pk.read_games(FILES / "round_robin.txt")
    assert (file.report.records, file.report.played) == (24, 22)  # one game was a forfeit
    found = results(file)
    assert found[("Muster, Max", "Beispiel, B")] == 1.5
    assert found[("Demo, Dora", "Test, Tim")] == 0.5
    assert set(file.games.groupby("game_id").size()) == {2}
    assert kinds(file) == [games.FORFEIT_WIN, games.FORFEIT_LOSS]
    row = pk.performance_table(file.games).set_index("player").loc["Beispiel, B"]
    # 0.5 of 2 against 2500, 1 of 2 against 2300, 1 of 1 against 2200: 2.5 of 5
    assert (row["score"], row["games"], row["linear"]) == (2.5, 5, 2360)


def test_round_robin_that_contradicts_itself():
    text = (FILES / "round_robin.txt").read_text(encoding="utf-8").replace("½0 *", "11 *")
    file = pk.read_games(text)
    disagree = file.report.frame.query("kind == 'the two sides disagree'")
    assert disagree["detail"].item() == "2: = 1 against 1 1"
    assert "points column differs from the codes" in kinds(file)


@pytest.mark.parametrize(
    ("cell", "entry"),
    [
        ("12w1", Entry(12, "w", "1")),
        ("3b½", Entry(3, "b", "=")),
        ("7s0", Entry(7, "b", "0")),
        ("45w+", Entry(45, "w", "+")),
        ("12w", Entry(12, "w", "")),
        ("-1", Entry(0, "", "F")),
        ("-½", Entry(0, "", "H")),
        ("-0", Entry(0, "", "Z")),
        ("+", Entry(0, "", "+")),
        ("-", Entry(0, "", "-")),
        ("", Entry(0, "", "")),
        ("12z1", None),
        ("w1", None),
    ],
)
def test_cells_of_a_swiss_table(cell, entry):
    assert swiss_cell(cell) == entry


@pytest.mark.parametrize(
    ("cell", "entry"),
    # README of the data: codes W L D H B U X
    [
        ("W  39", Entry(39, "", "1")),
        ("D3", Entry(3, "", "=")),
        ("L 7", Entry(7, "", "0")),
        ("H", Entry(0, "", "H")),
        ("B", Entry(0, "", "F")),
        ("U", Entry(0, "", "Z")),
        ("X", Entry(0, "", "+")),
        ("F", Entry(0, "", "-")),
        ("Q 3", None),
    ],
)
def test_cells_of_the_us_chess_table(cell, entry):
    assert us_chess_cell(cell) == entry


def test_other_styles_of_cells():
    signed = (
        "No,Name,Rating,1,2,Points\n1,Ada,2000,+2,=3,1.5\n2,Ben,1900,-1,+3,1\n3,Cleo,1800,,-2,0\n"
    )
    file = pk.read_games(signed)
    assert results(file)[("Ben", "Ada")] == 0
    assert "the two sides disagree" in kinds(file)  # 3 does not know of the draw
    letters = "No,Name,Rating,1,2,Pts\n1,Ada,2000,W2,H,1.5\n2,Ben,1900,L1,B,1\n"
    file = pk.read_games(letters)
    assert results(file) == {("Ada", "Ben"): 1, ("Ben", "Ada"): 0}
    assert set(kinds(file)) == {games.HALF_POINT_BYE, games.FULL_POINT_BYE}


def test_a_bye_that_names_an_opponent():
    # found by fuzzing: a bye's code beside a number, which no other side can mirror
    text = "No,Name,Rating,1,2,Pts\n1,Ada,2000,H2,W2,1.5\n2,Ben,1900,B1,L1,1\n"
    file = pk.read_games(text)
    assert results(file) == {("Ada", "Ben"): 1, ("Ben", "Ada"): 0}
    assert file.report.records == file.report.rows == 4


def test_a_cell_that_is_none_is_reported():
    file = pk.read_games("No,Name,Rtg,1,2,Pts\n1,A,2000,2w1,hello,1\n2,B,1900,1b0,,0\n")
    assert "hello" in file.report.frame["detail"].tolist()
    assert file.games["reason"].tolist() == ["", games.BAD_RESULT, ""]


def test_us_chess_table():
    file = pk.read_games(FILES / "us_chess.txt")
    assert (file.report.records, file.report.played) == (12, 8)
    assert results(file)[("ADLER ADA", "DORN DAN")] == 1
    table = file.games
    assert table.loc[0, ["player_id", "player_rating", "player_federation"]].tolist() == [
        "10000001",
        1800,
        "MI",
    ]
    assert table["event"].unique().tolist() == ["Made-up Club Championship"]
    assert table["color"].tolist()[:3] == ["white", "black", "white"]
    provisional = file.report.frame.query("kind == 'provisional rating'")
    assert provisional[["player", "detail"]].values.tolist() == [["BAUM BEN", "1641P17"]]
    assert np.isnan(table.query("player == 'CESAR CLEO'")["player_rating"]).all()


# Spreadsheets.


def test_workbook():
    file = pk.read_games(FILES / "workbook.xlsx")
    assert file.games["result"].tolist() == [1, 0.5, 0.5, 0]
    row = pk.performance_table(file.games).iloc[0]
    assert (row["games_found"], row["games"], row["score"]) == (4, 3, 2)
    assert set(kinds(file)) == {
        "sheet without a table",
        "text before the table",
        "date read as ½",
        "unrated opponent",
    }


def save(path, *sheets):
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, rows in sheets:
        sheet = workbook.create_sheet(title)
        for row in rows:
            sheet.append(row)
    workbook.save(path)
    return path


def test_every_sheet_with_a_table_is_read(tmp_path):
    crosstable = [
        ["No", "Name", "Rtg", 1, "Pts"],
        [1, "A", 2000, "2w1", 1],
        [2, "B", 1900, "1b0", 0],
    ]
    listed = [["White", "Black", "Result"], ["C", "D", "1/2-1/2"]]
    file = pk.read_games(save(tmp_path / "two.xlsx", ("Swiss", crosstable), ("List", listed)))
    assert file.games["source"].unique().tolist() == ["two.xlsx [Swiss]", "two.xlsx [List]"]
    assert file.games["player"].tolist() == ["A", "B", "C", "D"]
    assert file.report.records == file.report.rows == 4


def test_half_points_in_cells(tmp_path):
    rows = [
        ["Name", "Opp Elo", "Points"],
        *[["A", 2000, value] for value in (0.5, "½", "0,5", "1/2")],
    ]
    file = pk.read_games(save(tmp_path / "halves.xlsx", ("x", rows)))
    assert file.games["result"].tolist() == [0.5] * 4


def test_a_cell_far_away_does_not_make_millions_of_rows(tmp_path):
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (["Player", "Opp Elo", "Result"], ["A", 2000, 1]):
        sheet.append(row)
    sheet.cell(1_048_576, 1, "far")
    workbook.save(tmp_path / "far.xlsx")
    with pytest.raises(ReadError, match="at most 10000 empty rows"):
        pk.read_games(tmp_path / "far.xlsx")
