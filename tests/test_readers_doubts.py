"""What a file leaves in doubt is said: slips of the pen, contradictions, missing parts."""

import io
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest

import perfkit as pk
from perfkit import games
from perfkit.readers import ReadError, fields

HEADING = "player,opponent,opponent_rating,result,round"
GAME = '[Event "E"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'


def sides(*rows, heading=HEADING):
    return pk.read_games("\n".join([heading, *rows]) + "\n")


def details(file, kind):
    frame = file.report.frame
    return frame.loc[frame["kind"] == kind, "detail"].tolist()


def kinds(file):
    return file.report.frame["kind"].tolist()


def workbook(*sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


# Ratings.


@pytest.mark.parametrize("text", ["2.350", "2,350"])
def test_a_thousands_separator_in_a_rating(text):
    file = pk.read_games(f"player;opponent_rating;result\nA;{text};1\n")
    assert file.games["opponent_rating"].tolist() == [2350]
    assert details(file, "rating with a thousands separator") == [text]


def test_a_thousands_separator_in_a_tag_and_a_crosstable():
    file = pk.read_games(GAME.replace("[Result", '[WhiteElo "2.350"]\n[Result'))
    assert file.games["player_rating"].tolist()[0] == 2350
    assert details(file, "rating with a thousands separator") == ["2.350"]
    table = pk.read_games("No.;Name;Rtg;1\n1;A;2.350;2w1\n2;B;2100;1b0\n")
    assert table.games["player_rating"].tolist() == [2350, 2100]


@pytest.mark.parametrize("text", ["2.35", "99", "99.5"])
def test_a_rating_below_100_is_kept_and_remarked(text):
    assert fields.rating(text) == (float(text), "rating below 100")


def test_a_rating_with_decimals_is_no_thousand():
    for text in ("2350.5", "2350,125", "100"):
        assert fields.rating(text) == (float(text.replace(",", ".")), "")


# Sources.


def test_an_empty_string_is_not_the_current_folder(tmp_path, monkeypatch):
    (tmp_path / "x.pgn").write_text(GAME)
    monkeypatch.chdir(tmp_path)
    for read in (pk.read_games, lambda source: list(pk.iter_games(source))):
        with pytest.raises(ReadError, match="`source`: expected a path.* got an empty string"):
            read("")
    assert len(pk.read_games(".").games) == 2


def test_the_same_game_in_two_files_of_a_folder(tmp_path):
    (tmp_path / "a.pgn").write_text(GAME)
    (tmp_path / "b.pgn").write_text(GAME.replace('"E"', '"Another"') + GAME)
    file = pk.read_games(tmp_path)
    assert len(file.games) == 6  # nothing is deleted
    found = file.report.frame.query("kind == 'suspected duplicate'")
    assert found[["source", "player", "round"]].values.tolist() == [["b.pgn", "A", "1"]]
    # the second game of b.pgn stands behind the eight lines of the first
    assert found["line"].tolist() == [9]
    assert found["detail"].item() == "the same round, players and colours as in a.pgn, line 1"


def test_a_game_doubled_within_a_file_is_remarked_once(tmp_path):
    (tmp_path / "a.pgn").write_text(GAME * 2)
    (tmp_path / "b.pgn").write_text(GAME.replace('"1"', '"2"'))
    assert kinds(pk.read_games(tmp_path)).count("suspected duplicate") == 1


def test_pieces_of_a_folder_name_links(tmp_path):
    (tmp_path / "a.pgn").write_text(GAME)
    (tmp_path / "link.pgn").symlink_to(tmp_path / "a.pgn")
    parts = list(pk.iter_games(tmp_path))
    assert [len(part.games) for part in parts] == [2, 0]
    assert details(parts[1], "file not read") == ["a link, not followed"]


def test_pieces_of_a_folder_of_bad_files_are_an_error(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text("nothing\nto see\n")
    with pytest.raises(ReadError, match="b.txt: expected one of the formats"):
        list(pk.iter_games(tmp_path))


def test_headings_without_rows_are_an_empty_table(tmp_path):
    heading = HEADING.split(",")
    file = pk.read_games(workbook([heading], [heading]))
    pd.testing.assert_frame_equal(file.games, games.empty())
    for name in "ab":
        (tmp_path / f"{name}.csv").write_text(HEADING + "\n")
    assert pk.read_games(tmp_path).games.empty


@pytest.mark.parametrize(
    ("heading", "missing"),
    [("White;Black;Date", "result"), ("player,result", "opponent_rating"), ("a|player|opp|", "")],
)
def test_the_column_that_is_missing_is_named(heading, missing):
    text = heading + "\nA;B;2024\n"
    said = f"; {missing} is missing, got" if missing else "one of the formats"
    with pytest.raises(ReadError, match=said):
        pk.read_games(text)
    if missing:
        with pytest.raises(ReadError, match=said):
            pk.read_games(text, format="csv")


def test_an_archive_is_to_be_unpacked_first():
    for names, said in (
        (["x.pgn"], "a zip archive: unpack it first"),
        (["mimetype", "content.xml"], "an OpenDocument file: save it as .xlsx or .csv"),
    ):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for name in names:
                archive.writestr(name, GAME)
        with pytest.raises(ReadError, match=said):
            pk.read_games(stream.getvalue())


def test_a_table_stated_to_be_pgn_is_an_error():
    for read in (pk.read_games, lambda *a, **k: list(pk.iter_games(*a, **k))):
        with pytest.raises(ReadError, match="expected a game in PGN, with its tags, got player,"):
            read(HEADING + "\nA,B,2000,1,1\n", format="pgn")


def test_a_workbook_has_no_encoding():
    file = pk.read_games(workbook([HEADING.split(","), ["A", "B", 2000, 1, 1]]))
    assert file.report.summary.startswith("bytes (XLSX): 1 records")


# Tables.


@pytest.mark.parametrize("opponent", ["", "Freilos", "bye"])
@pytest.mark.parametrize(
    ("points", "code", "reason"),
    [
        ("1", "F", games.FULL_POINT_BYE),
        ("0,5", "H", games.HALF_POINT_BYE),
        ("0", "Z", games.ZERO_POINT_BYE),
    ],
)
def test_points_against_nobody_are_a_bye(opponent, points, code, reason):
    row = sides("A,B,2000,1,1", f'A,{opponent},,"{points}",2').games.iloc[1]
    assert (row["code"], row["reason"], row["played"], row["opponent"]) == (code, reason, False, "")
    table = pk.performance_table(
        sides("A,B,2000,1,1", f'A,{opponent},,"{points}",2').games, unrated=1500
    )
    assert table[["games", "score"]].values.tolist() == [[1, 1]]


def test_a_bye_in_a_list_of_pairings():
    file = pk.read_games("white,black,result\nA,Freilos,1-0\n")
    assert file.games[["player", "reason"]].values.tolist() == [["A", games.FULL_POINT_BYE]]
    assert file.report.records == 1


def test_an_opponent_with_a_name_or_a_rating_is_no_bye():
    file = sides("A,B,,1,1", "A,,2000,1,2")
    assert file.games["played"].tolist() == [True, True]
    assert sides("A,,1", heading="player,opponent_rating,result").games["played"].tolist() == [True]
    stated = sides("A,,,1,yes", heading="player,opponent,opponent_rating,result,played")
    assert stated.games["played"].tolist() == [True]


def test_both_lose_in_a_list_without_moves_as_in_pgn():
    listed = pk.read_games("white,black,result\nA,B,0-0\n").games
    tags = pk.read_games('[White "A"]\n[Black "B"]\n[Result "0-0"]\n').games
    columns = ["player", "result", "played", "code", "reason"]
    pd.testing.assert_frame_equal(listed[columns], tags[columns])
    assert listed["reason"].tolist() == [games.FORFEIT_LOSS] * 2


@pytest.mark.parametrize("result", ["½-0", "0-½"])
def test_half_a_point_for_one_side_of_a_list_is_remarked(result):
    file = pk.read_games(f"white,black,result\nA,B,{result}\n")
    assert file.games["played"].all()
    assert details(file, "points of the two sides add up to less than one") == [result]


def test_contradictions_of_a_row_are_remarked():
    file = sides(
        "A,B,2000,0,1,",
        "A,B,2000,1,zz,",
        "A,B,2000,1,1,maybe",
        heading="player,opponent,opponent_rating,result,code,played",
    )
    assert file.games["result"].tolist() == [0, 1, 1]
    (said,) = details(file, "code and result disagree")
    assert said == "code 1, result 0; the points are the result's"
    assert details(file, "code not understood") == ["zz; the result 1 is used"]
    assert details(file, "played not understood") == ["maybe"]


def test_an_allocated_bye_of_half_a_point_is_no_contradiction():
    file = sides("A,,,0.5,U", heading="player,opponent,opponent_rating,result,code")
    assert kinds(file) == [games.ALLOCATED_BYE]


def test_a_quarter_point_is_remarked():
    file = sides("A,B,2000,0.25,1")
    assert file.games["result"].tolist() == [0.25]
    assert details(file, "points other than 1, ½ and 0") == ["0.25"]


def test_our_own_table_saved_by_a_spreadsheet():
    table = pk.read_games("white,black,result,white_rating\nA,B,½-½,2345.5\n").games
    text = table.to_csv(index=False, sep=";", decimal=",")
    assert ";0,5;True;" in text
    for truths in ("TRUE", "true"):
        again = pk.read_games(text.replace("True", truths))
        pd.testing.assert_frame_equal(again.games, table)
        assert again.report.not_understood == 0


def test_a_thousand_in_our_own_table_is_not_guessed():
    table = pk.read_games("white,black,result,white_rating\nA,B,1-0,2345\n").games
    text = table.to_csv(index=False, sep=";").replace("2345.0", "2,345")
    file = pk.read_games(text)
    assert details(file, "row of a games table not understood")[0] == "player_rating '2,345'"


# Dates.


def dated(*dates):
    return sides(
        *[f"A,B,2000,1,{date}" for date in dates], heading=HEADING.replace("round", "date")
    )


def test_a_column_of_dates_with_the_month_first():
    file = dated("12/31/2023", "02/01/2024")
    assert file.games["date"].tolist() == ["2023-12-31", "2024-02-01"]
    assert kinds(file) == ["dates read with the month first"]
    assert dated("02/01/2024", "31/12/2023").games["date"].tolist() == ["2024-01-02", "2023-12-31"]


def test_a_column_of_dates_written_both_ways():
    file = dated("12/31/2023", "31/12/2023", "02/01/2024", "03/03/2024")
    assert file.games["date"].tolist() == ["12/31/2023", "2023-12-31", "2024-01-02", "2024-03-03"]
    (said,) = details(file, "day and month may be meant the other way round")
    assert said == "read with the day first, but 12/31/2023 has the month first"
    counts = file.report.kinds
    assert counts["day and month may be meant the other way round"] == 1  # 3 March is 3 March
    assert counts["date not understood"] == 1


# Report files.


def trf_line(number, name, rating, opponent, code):
    line = f"001 {number:4}      {name:33} {rating:>4}".ljust(80) + f"{1.0:4}"
    return line.ljust(91) + f"{opponent:>4} w {code}  " + f"{opponent:>4} b {code}"


@pytest.mark.parametrize("end", [49, 50, 51])
def test_a_report_cut_within_a_rating_gives_no_rating(end):
    whole = trf_line(1, "Ada", 1992, 2, "1")
    assert whole[48:52] == "1992"  # columns 49 to 52 of record 001
    file = pk.read_games(f"{trf_line(2, 'Ben', 1900, 1, '0')}\n{whole[:end]}\n")
    cut = file.games[file.games["player"] == "Ada"]
    assert len(cut) == 2
    assert np.isnan(cut["player_rating"]).all()
    (said,) = details(file, "player record cut short")
    assert said == f"it ends in column {end}, before its points"


def test_a_report_cut_behind_a_rating_keeps_it():
    whole = trf_line(1, "Ada", 1992, 2, "1")
    file = pk.read_games(f"{trf_line(2, 'Ben', 1900, 1, '0')}\n{whole[:52]}\n")
    assert set(file.games.query("player == 'Ada'")["player_rating"]) == {1992}
    assert kinds(file).count("player record cut short") == 1
    # lines that end with the points are whole, as lichess writes them for who played no round
    ended = pk.read_games(f"{trf_line(2, 'Ben', 1900, 1, '0')}\n{whole[:84]}\n")
    assert "player record cut short" not in kinds(ended)


def test_rounds_dated_by_the_first_day_are_remarked():
    lines = [trf_line(1, "Ada", 1992, 2, "1"), trf_line(2, "Ben", 1900, 1, "0")]
    head = ["012 Open", "042 2024/03/01"]
    file = pk.read_games("\n".join([*head, *lines]))
    assert set(file.games["date"]) == {"2024-03-01"}
    (said,) = details(file, "rounds without a date of their own")
    assert said == "2 of 2 have the first day, 2024-03-01"
    days = "132".ljust(91) + "24/03/01  24/03/02"
    known = pk.read_games("\n".join([*head, days, *lines]))
    assert known.games["date"].tolist()[:2] == ["2024-03-01", "2024-03-02"]
    assert "rounds without a date of their own" not in kinds(known)


# Who is who.


def numbered(*players):
    heading = "player,player_rating,player_id,opponent,opponent_rating,result,event"
    return sides(
        *[f"{player},O{at},2000,1,E" for at, player in enumerate(players)], heading=heading
    )


def test_one_name_with_and_without_an_identifier():
    kind = "one name with two ratings"
    half = numbered('"Li, Wei",2400,8600001', '"Li, Wei",1700,')
    assert half.games["player_id"].tolist() == ["8600001"] * 2
    joined = "1700 and 2400: one of them has no identifier, joined by name"
    assert details(half, kind) == [joined]
    both = numbered('"Li, Wei",2400,8600001', '"Li, Wei",1700,8600001')
    assert details(both, kind) == ["1700 and 2400: the identifier is one"]
    two = numbered('"Li, Wei",2400,8600001', '"Li, Wei",1700,8600002')
    assert details(two, kind) == ["1700 and 2400: kept apart by identifier"]


def test_nobody_shares_the_identifier_of_an_empty_name():
    text = '[White "?"]\n[WhiteFideId "77"]\n[Black "B"]\n[Result "1-0"]\n\n'
    file = pk.read_games(text + text.replace('[WhiteFideId "77"]\n', ""))
    assert file.games["player_id"].tolist() == ["77", "B", "?", "B"]
