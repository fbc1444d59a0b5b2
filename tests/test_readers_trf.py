"""Tournament Report Files: every code, every record, and what may be wrong with them."""

from pathlib import Path

import numpy as np
import pytest

import perfkit as pk
from perfkit import games

FILES = Path(__file__).parent / "files"


def line(number, name, rating, points, *entries):
    text = f"001 {number:4}      {name:33} {rating:>4}".ljust(80) + f"{points:4}"
    return text.ljust(91) + "".join(
        f"{other:>4} {color:1} {code:1}  " for other, color, code in entries
    )


def read(*lines):
    return pk.read_games("\n".join(lines) + "\n")


def kinds(file):
    return file.report.frame["kind"].tolist()


@pytest.fixture(scope="module")
def every_code():
    return pk.read_games(FILES / "every_code.trf")


def test_every_code_is_a_row_with_its_reason(every_code):
    # the file was written by hand: 8 players, 6 rounds, each code at least once
    table = every_code.games
    assert every_code.report.records == len(table) == 48
    assert set(table["code"]) == {*"10=WDL+-HFUZ", ""}
    for code, reason in (
        ("W", games.SHORT_GAME),
        ("+", games.FORFEIT_WIN),
        ("H", games.HALF_POINT_BYE),
        ("F", games.FULL_POINT_BYE),
        ("U", games.ALLOCATED_BYE),
        ("Z", games.ZERO_POINT_BYE),
    ):
        rows = table[table["code"] == code]
        assert set(rows["reason"]) == {reason}
        assert not rows["played"].any()
    blank = table[table["code"] == ""]
    assert set(blank["reason"]) == {games.NO_ENTRY, games.PENDING}
    dashes = table[table["code"] == "-"]
    assert dashes["reason"].value_counts().to_dict() == {games.FORFEIT_LOSS: 4, games.ABSENT: 1}


def test_only_played_games_count(every_code):
    table = pk.performance_table(every_code.games).set_index("player")
    # Adler: 1 against Ebner 2000 and Cesar 2200; W, +, F and U are no games
    assert table.loc["Adler, Ada", ["games_found", "games", "score"]].tolist() == [6, 2, 2]
    assert table.loc["Adler, Ada", "fide"] == 2100 + 800
    # Huber lost to Dorn and Gruber; two forfeits and an absence are none
    assert table.loc["Huber, Hans", ["games", "score", "games_found"]].tolist() == [2, 0, 6]
    counted = pk.performance_table(every_code.games, forfeits="count").set_index("player")
    # with W against 2300 and + against 2100: four games, four points
    assert counted.loc["Adler, Ada", ["games", "score"]].tolist() == [4, 4]


def test_head_records(every_code):
    row = every_code.games.iloc[1]
    assert row[["event", "site", "date", "round"]].tolist() == [
        "Every Code Open",
        "Nowhere",
        "2025-05-02",
        "2",
    ]
    assert row["event_id"] == "Every Code Open | Nowhere | 2025"
    assert row[["player_id", "player_title", "player_federation"]].tolist() == [
        "90001",
        "GM",
        "AUT",
    ]
    assert row[["opponent_id", "opponent", "color"]].tolist() == ["90003", "Cesar, Cleo", "black"]


def test_both_rows_of_a_game_share_its_identifier(every_code):
    paired = every_code.games[every_code.games["opponent"] != ""]
    assert set(paired.groupby("game_id").size()) == {2}


def test_unknown_records_are_kept_in_the_report(every_code):
    remark = every_code.report.frame.query("kind == 'unknown record, kept here'")
    assert remark["detail"].tolist() == ["ZZZ 1 a record of some other program"]


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_line_ends(every_code, line_end):
    data = (FILES / "every_code.trf").read_bytes().replace(b"\r\n", line_end.encode())
    columns = every_code.games.columns.drop("source")
    assert pk.read_games(data).games[columns].equals(every_code.games[columns])


def test_old_titles_and_dates_in_any_order():
    text = line(1, "Ada", 2000, 0.0, (2, "w", "0")).replace("      Ada", "m  g  Ada", 1)
    for date in ("28. 07. 2005", "2005/07/28", "2005.07.28", "July 28, 2005"):
        file = read("012 X", f"042 {date}", "001    1 m  g Ada".ljust(80) + " 0.0", text[:0])
        assert "date not understood" not in kinds(file)
    table = read("042 May 29, 2020", "001    1 m  g Ada".ljust(80) + " 0.5".ljust(11) + "0000 - =")
    assert table.games.loc[0, ["player_title", "date", "reason"]].tolist() == [
        "GM",
        "2020-05-29",
        games.HALF_POINT_BYE,  # "0000 - =" is an old half-point bye
    ]
    assert "date not understood" in kinds(read("042 in spring", line(1, "A", 0, 0.0)))


def test_short_lines_and_pairings_to_come():
    file = read(
        line(1, "Ada", 2000, 1.0, (2, "w", "1"), (3, "b", " ")).rstrip(),
        line(2, "Ben", 1900, 0.0, (1, "b", "0")).rstrip(),
        line(3, "Cleo", 1800, 0.0, ("", "", ""), (1, "w", "")).rstrip(),
    )
    ada, ben, cleo = ["", games.PENDING], ["", games.NO_ENTRY], [games.NO_ENTRY, games.PENDING]
    assert file.games["reason"].tolist() == [*ada, *ben, *cleo]


def test_sides_that_disagree():
    def pair(one, two, color="b"):
        return read(
            line(1, "A", 2000, 1.0, (2, "w", one)), line(2, "B", 1900, 0.0, (1, color, two))
        )

    assert "the two sides disagree" not in kinds(pair("1", "0"))
    assert "the two sides disagree" in kinds(pair("1", "1"))
    assert "the two sides disagree" in kinds(pair("1", "-"))
    assert "the two sides disagree" in kinds(pair("1", "0", color="w"))
    assert "points of the two sides add up to less than one" in kinds(pair("=", "0"))
    lonely = read(line(1, "A", 2000, 1.0, (2, "w", "1")), line(2, "B", 1900, 0.0))
    assert "2 meets nobody" in lonely.report.frame["detail"].tolist()


def test_numbers_that_are_missing_or_doubled():
    file = read(line(1, "A", 2000, 1.0, (9, "w", "1")), line(1, "B", 1900, 0.0))
    assert {"opponent not in the file", "starting number used twice"} <= set(kinds(file))
    assert file.games.loc[0, "opponent"] == "?"
    assert np.isnan(file.games.loc[0, "opponent_rating"])
    same = [line(at, f"P{at}", 2000, 0.0, (3 - at, "wb"[at - 1], "=")) for at in (1, 2)]
    same = [text[:57] + f"{'123456':>11}" + text[68:] for text in same]
    file = read(*same)
    assert kinds(file).count("identifier used twice") == 2
    assert file.games["player_id"].tolist() == ["123456/1", "123456/2"]


def test_a_code_that_is_none():
    file = read(line(1, "A", 2000, 0.0, (2, "w", "?")), line(2, "B", 1900, 0.0, (1, "b", "x")))
    assert file.games["reason"].tolist() == [games.BAD_RESULT] * 2
    assert kinds(file).count("result not understood") == 2
    small = read(line(1, "A", 2000, 1.0, (2, "w", "w")), line(2, "B", 1900, 0.0, (1, "b", "l")))
    assert small.games["code"].tolist() == ["W", "L"]


def test_scoring_records():
    # three points for a win, as the record says: no difference to remark
    lines = [line(1, "A", 2000, 3.0, (2, "w", "1")), line(2, "B", 1900, 0.0, (1, "b", "0"))]
    assert "points column differs from the codes" in kinds(read(*lines))
    for record in ("162  W 3.0    D 1.0    L 0.0", "XXS WW=3.0 BW=3.0", "BBW  3.0"):
        assert kinds(read(record, *lines)) == []


def test_trf26_national_lines_and_comments_are_no_players():
    text = line(1, "A", 2000, 0.0, ("0000", "-", "Z"))
    file = read("172 NIDOF", "### comment", text, "FRA    1    A  national".ljust(60))
    assert len(file.games) == 1
    assert kinds(file) == [games.ZERO_POINT_BYE]
