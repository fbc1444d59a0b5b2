"""The twelve files of ../shared/data: every reference value of the README there, and every count.

The counts are made a second time here, from the raw text and without the readers.
"""

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import perfkit as pk
from perfkit import games

DATA = Path(__file__).parents[1] / ".." / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not there")

PGN = {  # games, by the README
    "candidates2022.pgn": 56,
    "tatasteel2022.pgn": 91,
    "palma_gp2017.pgn": 81,
    "womens_world_rapid2024.pgn": 605,
    "olympiad2022_headers.pgn": 4069,
    "dortmund_latin1.pgn": 347,
    "chess960_mainz2009.pgn": 20,
}
TRF = {  # players and rounds held, by the README
    "open2005_284players.trf": (284, 7),
    "open2010_midevent_crlf.trf": (52, 4),
    "swiss2020_no_ratings.trf": (13, 10),
    "trf26_small_forfeits.trf": (16, 5),
}


def read(name):
    return pk.read_games(DATA / name)


def raw(name):
    return (DATA / name).read_bytes().decode("latin-1").replace("\r\n", "\n")


def by_name(table, name):
    found = table[table["player"].str.startswith(name)]
    assert len(found) == 1, f"{name}: {len(found)} rows"
    return found.iloc[0]


# README of the data, table "Reference values": file, player, score of games, true, FIDE, linear.
PLAYERS = [
    ("candidates2022.pgn", "Nepomniachtchi", 9.5, 14, 2902.92, 2906, 2915.57),
    ("candidates2022.pgn", "Ding", 8, 14, 2817.06, 2817, 2824.14),
    ("candidates2022.pgn", "Nakamura", 7.5, 14, 2798.50, 2803, 2802.14),
    ("tatasteel2022.pgn", "Carlsen", 8.5, 12, 2884.68, 2886, None),
    ("tatasteel2022.pgn", "Dubov", 3.5, 9, 2652.35, 2652, None),
    ("tatasteel2022.pgn", "Giri", 6.5, 12, 2765.24, 2764, None),
    ("palma_gp2017.pgn", "Jakovenko", 5.5, 9, 2823.46, 2823, 2832.22),
    ("palma_gp2017.pgn", "Aronian", 5.5, 9, 2821.01, 2821, 2830.33),
    ("palma_gp2017.pgn", "Nakamura", 5, 9, 2788.35, 2792, 2793.67),
    ("womens_world_rapid2024.pgn", "Koneru, Humpy", 8.5, 11, 2554.48, 2541, 2548.55),
    ("womens_world_rapid2024.pgn", "Ju, Wenjun", 8, 11, 2578.31, 2577, 2584.00),
    ("womens_world_rapid2024.pgn", "Dronavalli, Harika", 8, 11, 2545.20, 2536, 2542.36),
    ("olympiad2022_headers.pgn", "Gukesh", 9, 11, 2907.88, 2867, 2859.82),
    ("olympiad2022_headers.pgn", "Howell", 7.5, 8, 2960.29, 2898, 2803.63),
    ("olympiad2022_headers.pgn", "Abdusattorov, Nodirbek", 8.5, 11, 2856.69, 2803, 2810.00),
    ("chess960_mainz2009.pgn", "Nakamura", 7.5, 10, 2967.56, 2968, 2974.60),
]


@pytest.mark.parametrize(
    ("file", "name", "score", "n_games", "true", "fide", "linear"),
    PLAYERS,
    ids=[f"{case[0].split('.')[0]}-{case[1].split(',')[0]}" for case in PLAYERS],
)
def test_reference_value(file, name, score, n_games, true, fide, linear):
    row = by_name(pk.performance_table(read(file).games), name)
    assert (row["score"], row["games"]) == (score, n_games)
    assert row["true_logistic"] == pytest.approx(true, abs=0.00501)
    assert row["fide"] == fide
    if linear is not None:
        assert row["linear"] == pytest.approx(linear, abs=0.00501)


@pytest.mark.parametrize(
    ("name", "score", "true", "fide", "linear"),
    [
        ("Carlsen", 9.5, 2903.44, 2902, 2911.69),
        ("Dubov", 3.5, 2560.28, 2563, 2553.62),
        ("Giri", 7.5, 2789.49, 2791, 2795.77),
    ],
)
def test_tata_steel_with_the_forfeits_counted(name, score, true, fide, linear):
    table = pk.performance_table(read("tatasteel2022.pgn").games, forfeits="count")
    row = by_name(table, name)
    assert (row["score"], row["games"]) == (score, 13)
    assert row["true_logistic"] == pytest.approx(true, abs=0.00501)
    assert row["fide"] == fide
    assert row["linear"] == pytest.approx(linear, abs=0.00501)


def test_tata_steel_names_the_four_forfeits():
    file = read("tatasteel2022.pgn")
    remarks = file.report.frame.query("kind == @games.NO_MOVES", local_dict={"games": games})
    dubov = remarks[remarks["player"] == "Dubov, Daniil"]
    assert dubov["round"].tolist() == ["7.7", "11.7", "12.7", "13.7"]  # README of the data
    assert len(remarks) == 8  # each from both sides
    left = pk.performance_table(file.games).attrs["left_out"]
    assert sorted(left["round"].unique()) == sorted(["7.7", "11.7", "12.7", "13.7"])


# README: start number, score, games, true, FIDE, linear.
STARTS = [
    ("open2005_284players.trf", 1, 6, 7, 2524.55, 2486, 2463.00),
    ("open2005_284players.trf", 3, 6, 7, 2573.06, 2515, 2491.29),
    ("open2005_284players.trf", 4, 4.5, 6, 2417.78, 2372, 2379.00),
    ("open2010_midevent_crlf.trf", 1, 4, 4, np.inf, 2806, 2406.25),
    ("open2010_midevent_crlf.trf", 4, 2, 3, 2312.68, 2264, 2272.33),
    ("trf26_small_forfeits.trf", 2, 4, 5, 2509.83, 2248, 2248.00),
    ("uscf_crosstable.txt", 1, 6, 7, 1929.63, 1914, 1891.00),
    ("uscf_crosstable.txt", 48, 1.5, 5, 1142.80, 1207, 1195.80),
]


@pytest.mark.parametrize(("file", "number", "score", "n_games", "true", "fide", "linear"), STARTS)
def test_reference_value_by_number(file, number, score, n_games, true, fide, linear):
    line = rf"(?m)^001 +{number} .*" if file.endswith(".trf") else rf"(?m)^ +{number} \|.*"
    name = re.search(line, raw(file))[0]
    name = name.split("|")[1].strip() if "|" in name else name[14:47].strip()
    table = pk.performance_table(read(file).games)
    row = table[table["player"] == name].iloc[0]
    assert (row["score"], row["games"]) == (score, n_games)
    assert row["true_logistic"] == pytest.approx(true, abs=0.00501)
    assert row["fide"] == fide
    assert row["linear"] == pytest.approx(linear, abs=0.00501)


def test_us_chess_average_opponent_of_pair_1():
    row = pk.performance_table(read("uscf_crosstable.txt").games).iloc[0]
    assert round(row["average_opponent_rating"]) == 1605  # README of the data


# Counts: found, used, left out by reason.


def reasons(file):
    table = pk.performance_table(file.games)
    left = Counter(table.attrs["left_out"]["why"])
    per_player = table.attrs["left_out"].groupby(["player_id"]).size()
    for row in table.groupby("player_id")[["games_found", "games"]].sum().itertuples():
        assert row.games_found == row.games + per_player.get(row.Index, 0)
    assert table["games_found"].sum() == len(file.games) == file.report.rows
    assert file.report.records == file.report.rows + file.report.not_understood
    return table["games"].sum(), left


@pytest.mark.parametrize(("name", "n_games"), PGN.items())
def test_counts_of_a_pgn_file(name, n_games):
    file, text = read(name), raw(name)
    assert len(re.findall(r'(?m)^\[Result "', text)) == n_games
    assert file.report.records == 2 * n_games
    assert file.report.not_understood == 0
    used, left = reasons(file)
    rated = len(re.findall(r'(?m)^\[(?:White|Black)Elo "\d{3,4}"', text))
    forfeits = 8 if name == "tatasteel2022.pgn" else 0
    assert left["unrated opponent"] == 2 * n_games - rated
    assert left[games.NO_MOVES] == forfeits
    assert used == rated - forfeits
    assert sum(left.values()) == 2 * n_games - used


@pytest.mark.parametrize(("name", "size"), TRF.items())
def test_counts_of_a_report_file(name, size):
    players, rounds = size
    file, text = read(name), raw(name)
    lines = [line for line in text.split("\n") if line.startswith("001")]
    rated = {line[4:8].strip() for line in lines if line[48:52].strip() not in ("", "0")}
    fields = [
        (line.ljust(200)[at : at + 4].strip(), line.ljust(200)[at + 7])
        for line in lines
        for at in range(91, 91 + 10 * rounds, 10)
    ]
    assert len(lines) == players
    assert file.report.records == len(fields) == players * rounds
    assert file.report.not_understood == 0
    used, left = reasons(file)
    assert used == sum(code in "10=" and number in rated for number, code in fields)
    assert left["unrated opponent"] == sum(
        code in "10=" and number not in rated for number, code in fields
    )
    for code, reason in (("H", games.HALF_POINT_BYE), ("U", games.ALLOCATED_BYE)):
        assert left[reason] == sum(field[1] == code for field in fields)
    for code, reason in (("+", games.FORFEIT_WIN), ("Z", games.ZERO_POINT_BYE)):
        assert left[reason] == sum(field[1] == code for field in fields)
    dashes = sum(field[1] == "-" for field in fields)
    assert left[games.FORFEIT_LOSS] + left[games.ABSENT] == dashes
    assert left[games.NO_ENTRY] == sum(field == ("", " ") for field in fields)


def test_no_points_column_differs():
    # README: in every TRF file the points column equals the sum of the codes
    for name in TRF:
        kinds = set(read(name).report.frame["kind"])
        assert not [kind for kind in kinds if "points" in kind or "disagree" in kind], name


def test_counts_of_the_us_chess_table():
    file, text = read("uscf_crosstable.txt"), raw("uscf_crosstable.txt")
    first = [line for line in text.split("\n") if re.match(r" +\d+ \| [A-Z]", line)]
    codes = Counter(cell[0] for line in first for cell in line.split("|")[3:-1])
    used, left = reasons(file)
    assert len(first) == 64
    assert file.report.records == 64 * 7
    assert used == codes["W"] + codes["L"] + codes["D"]
    assert left[games.HALF_POINT_BYE] == codes["H"]
    assert left[games.FULL_POINT_BYE] == codes["B"]
    assert left[games.ZERO_POINT_BYE] == codes["U"]
    assert left[games.FORFEIT_WIN] == codes["X"]
    provisional = len(re.findall(r"R: +\d+P\d+ *->", text))
    kinds = file.report.frame["kind"].value_counts()
    assert kinds["provisional rating"] == provisional


# What is special about a file.


def test_womens_rapid_is_one_event_at_two_site_names():
    file = read("womens_world_rapid2024.pgn")
    assert file.games["site"].nunique() == 2
    assert file.games["event_id"].nunique() == 1
    assert "one event at two sites" in set(file.report.frame["kind"])
    assert pk.performance_table(file.games)["player_id"].nunique() == 110  # README: 110 players


def test_dortmund_keeps_28_events_apart():
    file = read("dortmund_latin1.pgn")
    assert pk.performance_table(file.games)["event_id"].nunique() == 28  # README: 28 groups
    assert "Réti, Richard" in set(file.games["player"])
    fallback = file.report.frame.query("kind.str.startswith('lines not in UTF-8')")
    lines = (DATA / "dortmund_latin1.pgn").read_bytes().split(b"\r\n")
    assert fallback["count"].item() == sum(any(byte > 127 for byte in line) for line in lines)


def test_dortmund_2001_has_two_lekos():
    # cases.md C79
    file = read("dortmund_latin1.pgn")
    table = pk.performance_table(file.games)
    event = table[table["event_id"] == "Dortmund | 29.Schachtage | 2001"].set_index("player_id")
    assert event["games_found"].tolist() == [10] * 6
    high, low = event.loc["Leko, Peter (2730)"], event.loc["Leko, Peter (2744)"]
    assert (high["score"], round(high["true_logistic"], 2), high["fide"]) == (5.5, 2795.19, 2796)
    assert (low["score"], round(low["true_logistic"], 2), low["fide"]) == (3.5, 2648.56, 2647)
    assert (high["linear"], round(low["linear"], 2)) == (2800, 2637.2)
    kinds = file.report.frame.query("event == 'Dortmund | 29.Schachtage | 2001'")["kind"]
    assert Counter(kinds)["a player who meets himself"] == 2
    assert Counter(kinds)["one name with two ratings"] == 1


def test_olympiad_players_and_missing_ratings():
    table = read("olympiad2022_headers.pgn").games
    assert table["player_id"].nunique() == 920  # README: 920 players
    white = table[table["color"] == "white"]
    missing = white["player_rating"].isna() | white["opponent_rating"].isna()
    assert missing.sum() == 540  # README: 540 games with a missing rating


def test_every_games_table_survives_csv():
    for name in (*PGN, *TRF, "uscf_crosstable.txt"):
        table = read(name).games
        again = pk.read_games(table.to_csv(index=False)).games
        pd.testing.assert_frame_equal(table, again)
