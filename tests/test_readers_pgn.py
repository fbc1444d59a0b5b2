"""PGN as it is met."""

from pathlib import Path

import numpy as np
import pytest

import perfkit as pk
from perfkit import games
from perfkit.readers import pgn_games, pgn_moves, pgn_plain

FILES = Path(__file__).parent / "files"
NAMES = '[White "A"]\n[Black "B"]\n'


def read(text):
    return pk.read_games(text)


def kinds(file):
    return file.report.frame["kind"].tolist()


def test_four_players():
    # made by hand: six games, one result without moves, one to come
    file = pk.read_games(FILES / "four_players.pgn")
    assert (file.report.records, file.report.rows, file.report.played) == (12, 12, 8)
    table = pk.performance_table(file.games).set_index("player")
    assert table["games_found"].tolist() == [3, 3, 3, 3]
    assert table.loc["Adler, Ada", ["games", "score"]].tolist() == [1, 1]
    assert table.loc["Baum, Ben", ["games", "score"]].tolist() == [2, 1.5]
    assert table.loc["Cesar, Cleo", "linear"] == 2300 + 200  # 1.5 of 2 against 2400 and 2200
    assert table.attrs["left_out"]["why"].value_counts().to_dict() == {
        games.NO_MOVES: 2,
        games.PENDING: 2,
    }
    first = file.games.iloc[0]
    assert first["player_title"] == "GM"
    assert first["event_id"] == "Made-up Match Days | Nowhere | 2024"
    assert first[["date", "round", "color", "code"]].tolist() == ["2024-03-01", "1", "white", "1"]


def test_tags_only_counts_every_result():
    file = pk.read_games(FILES / "tags_only.pgn")
    assert file.games["played"].all()
    assert kinds(file) == ["tags only"]


def test_two_encodings_and_crlf_are_one_player():
    file = pk.read_games(FILES / "two_encodings_crlf.pgn")
    assert file.games["player"].value_counts().to_dict() == {"Nüß, Alfred": 2, "Öhm, Paul": 2}
    assert file.games["site"].unique().tolist() == ["Köln"]
    assert file.games["date"].unique().tolist() == ["1999"]
    assert file.games["source_line"].tolist() == [1, 1, 13, 13]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_line_ends(line_end):
    data = (FILES / "four_players.pgn").read_bytes().replace(b"\n", line_end.encode())
    expected = pk.read_games(FILES / "four_players.pgn").games.drop(columns="source")
    assert pk.read_games(data).games.drop(columns="source").equals(expected)


def test_byte_order_marks_anywhere():
    text = NAMES + '[Result "1-0"]\n\n1. e4 1-0\n\n'
    file = read("\ufeff" + text + "\ufeff" + text.replace("A", "C"))
    assert file.games["player"].tolist() == ["A", "B", "C", "B"]
    utf_16 = pk.read_games(text.encode("utf-16"))
    assert utf_16.games["player"].tolist() == ["A", "B"]


def test_a_comment_that_looks_like_tags():
    text = NAMES + '[Result "1-0"]\n\n1. e4 {\n[White "X"]\n[%clk 1:00]\n} e5 1-0\n'
    assert read(text).games["player"].tolist() == ["A", "B"]


def test_a_comment_that_is_never_closed_loses_no_game():
    game = '[Event "E"]\n' + NAMES + '[Result "1-0"]\n\n1. e4 {oops e5 1-0\n\n'
    assert len(read(game * 3).games) == 6


def test_quotes_and_backslashes_in_values():
    text = '[Event "The \\"Big\\" Open"]\n[Site "A "quoted" place"]\n' + NAMES + '[Result "1-0"]\n'
    table = read(text).games
    assert table.loc[0, ["event", "site"]].tolist() == ['The "Big" Open', 'A "quoted" place']


def test_all_tags_on_one_line():
    table = read('[White "A"] [Black "B"] [Result "0-1"]\n\n1. e4 0-1\n').games
    assert table["player"].tolist() == ["A", "B"]
    assert table["result"].tolist() == [0, 1]


def test_a_line_that_is_no_tag_is_reported():
    file = read(NAMES + "[nonsense]\n" + '[Result "1-0"]\n\n1. e4')
    assert file.games["result"].tolist() == [1, 0]
    remark = file.report.frame.query("kind == 'tag line not understood'").iloc[0]
    assert remark[["line", "detail"]].tolist() == [3, "[nonsense]"]


def test_a_game_without_players_is_not_understood():
    file = read('[Event "E"]\n[Result "1-0"]\n\n1. e4 1-0\n\n' + NAMES + "\n1. d4 1/2-1/2\n")
    report = file.report
    assert (report.records, report.rows, report.not_understood) == (4, 2, 2)
    assert file.games["result"].tolist() == [0.5, 0.5]  # from the moves: there is no tag
    assert "result taken from the moves" in kinds(file)


def test_moves_without_tags_are_counted():
    file = read(NAMES + '[Result "1-0"]\n\n1. e4 1-0\n\n1. d4 d5 0-1\n\n1. c4 1/2-1/2\n')
    assert (file.report.records, file.report.not_understood) == (6, 4)
    assert "moves without tags" in kinds(file)


@pytest.mark.parametrize(
    ("result", "points", "reason"),
    [
        ("*", None, games.PENDING),
        ("", None, games.PENDING),
        ("1-1", None, games.BAD_RESULT),
        ("1-0 forfeit", None, games.BAD_RESULT),
        ("+--", [1, 0], games.FORFEIT_WIN),
        ("- - +", [0, 1], games.FORFEIT_LOSS),
        ("1:0", [1, 0], ""),
        ("½-0", [0.5, 0], ""),
    ],
)
def test_results(result, points, reason):
    table = read(NAMES + f'[Result "{result}"]\n\n1. e4\n').games
    if points is None:
        assert np.isnan(table["result"]).all()
    else:
        assert table["result"].tolist() == points
    assert table.loc[0, "reason"] == reason
    assert table.loc[0, "played"] == (not reason)


@pytest.mark.parametrize(
    ("rating", "value", "kind"),
    [
        ("2500", 2500, None),
        ("2500.5", 2500.5, None),
        ("0", np.nan, "unrated opponent"),
        ("", np.nan, "unrated opponent"),
        ("1641P17", 1641, "provisional rating"),
        ("1823?", 1823, "provisional rating"),
        ("1500?", np.nan, "placeholder rating, read as missing"),
        ("1400P0", np.nan, "placeholder rating, read as missing"),
        ("25000", np.nan, "rating not understood"),
        ("strong", np.nan, "rating not understood"),
    ],
)
def test_ratings(rating, value, kind):
    tags = f'[WhiteElo "{rating}"]\n[BlackElo "2000"]\n[Result "1-0"]\n\n1. e4\n'
    file = read(NAMES + tags)
    np.testing.assert_equal(file.games.loc[0, "player_rating"], value)
    assert (kind in kinds(file)) if kind else not kinds(file)


def test_termination_says_unplayed_but_time_forfeit_is_a_game():
    tags = NAMES + '[Result "1-0"]\n[Termination "{}"]\n\n1. e4 e5\n'
    assert read(tags.format("Time forfeit")).games["played"].all()
    unplayed = read(tags.format("Unplayed")).games
    assert unplayed["reason"].tolist() == [games.FORFEIT_WIN, games.FORFEIT_LOSS]


def test_a_game_against_bye_is_a_bye():
    bye = '[White "A"]\n[Black "BYE"]\n[Result "1-0"]\n\n1-0\n\n'
    file = read(bye + NAMES + '[Result "1-0"]\n\n1. e4\n')
    assert file.games["player"].tolist() == ["A", "A", "B"]
    assert file.games.loc[0, ["opponent", "code", "played"]].tolist() == ["", "F", False]
    assert file.report.records == file.report.rows == 3


def test_events_that_cross_the_new_year_and_games_with_addresses():
    date = '[Event "Hastings"]\n[Date "{}"]\n[EventDate "2021.12.28"]\n' + NAMES + "\n1. e4\n\n"
    file = read(date.format("2021.12.30") + date.format("2022.01.03"))
    assert file.games["event_id"].unique().tolist() == ["Hastings | 2021"]
    online = '[Event "Arena"]\n[Site "https://lichess.org/{}"]\n[Date "2024.01.01"]\n' + NAMES
    file = read("\n".join(online.format(f"abcdefg{at}") + "\n1. e4\n" for at in range(3)))
    assert file.games["event_id"].unique().tolist() == ["Arena | 2024"]


def test_one_name_takes_the_identifier_it_has_elsewhere():
    with_id = NAMES + '[WhiteFideId "777"]\n\n1. e4\n\n'
    table = read(with_id + NAMES + "\n1. d4\n").games
    assert table.query("player == 'A'")["player_id"].tolist() == ["777", "777"]
    assert table.query("player == 'B'")["opponent_id"].tolist() == ["777", "777"]


def test_unequal_numbers_in_a_round_robin():
    pairs = [("A", "B"), ("C", "A"), ("B", "C"), ("A", "B")]
    text = "".join(
        f'[Round "{at}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "1-0"]\n\n1. e4 {at}\n\n'
        for at, (white, black) in enumerate(pairs)
    )
    unequal = read(text).report.frame.query("kind.str.startswith('unequal')")
    assert unequal["player"].tolist() == ["C"]
    assert unequal["detail"].item() == "2 games, most have 3"


def test_same_moves_under_other_names():
    moves = " ".join(f"{at}. Nf3 Nf6 {at + 1}. Ng1 Ng8" for at in range(1, 20, 2))
    one = '[White "A"]\n[Black "B"]\n[Round "1"]\n\n' + moves
    two = '[White "C"]\n[Black "D"]\n[Round "2"]\n\n' + moves.replace(" 5.", "\n5.")
    file = read(one + "\n\n" + two + "\n")
    duplicate = file.report.frame.query("kind == 'suspected duplicate'")
    assert duplicate["detail"].item() == "moves of the same beginning, length and end as in line 1"


def test_plain_games_many_at_once_and_one_by_one_are_the_same(monkeypatch):
    usual = '[Event "E"]\n[White "A{at}"]\n[Black "B"]\n[ECO "A00"]\n[WhiteElo "{elo}"]\n'
    usual += "\n1. e4 {at}\n\n"
    two = '[White "A"]\n[Black "B"]\n'
    many = "".join(f'[Tag{at} "{at}"]\n' for at in range(70))
    long = " ".join(f"{at}. Nf3 Nf6 {at + 1}. Ng1 Ng8" for at in range(1, 20, 2))
    odd = [
        '[Event "E"]\n[Black "B"]\n[White "turned round"]\n\n1. d4\n\n',
        '[Event "no White"]\n[Black "B"]\n\n[Site "below a blank line"]\n\n1. d4\n\n',
        '[Event "E"]\n[White ""]\n[Black "B"]\n\n1. d4\n\n',
        '[Event "E \\\\ \\"quoted\\""]\n[White "A"]\n[Black "B"]\n\n1. d4\n\n',
        '  [Event "indented"]\n  [White "A"]\n[Black "B"]\n\n1. d4 {[%clk 1]\n[Site "no"]}\n\n',
        '[Event "E"]\n[White "A"]\n[White "twice"]\n[Black "B"]\n\n',
        two + "1. c4 ; {\n1-0\n\n",  # no blank line, and a brace that opens nothing
        two + "\n1. c4 {open\n\n",
        two + "\n\n\n  1. c4 c5  \n\n\n",
        two + "\n1. c4 1-0\n\n1. d4 0-1\n\n",  # two games behind one set of tags
        '[White "Ð\N{MOUSE FACE}"] \n[Black "B\x85"]\n\n1. c4 ½-½\xa0\n\n',
        two + many + "\n1. c4\n\n",
        two + '[Round ""7""]\n[Site "a"]x\n[Date 2000]\n\n1-0\n\n',
        two + "\n" + long + "\n\n" + two + "\n" + long.replace("5.", "\n5.") + "\n\n",
        two + '\n{\n[White "in"]\n[Black "a comment"]\n} 1. e4\n\n',
        "[]\n[x]\n[\n\n",
        two,
    ]
    texts = {"all": "", **{kind: usual.format(at=0, elo="") * 2 + kind for kind in odd}}
    for at in range(6 * len(odd)):
        texts["all"] += usual.format(at=at, elo=2000 + at if at % 3 else "") + odd[at % len(odd)]
    texts["first six"] = "".join(
        usual.format(at=at, elo=2000 + at if at % 3 else "") + odd[at % 6] for at in range(60)
    )
    # "twice" begins a game: ten more than 120
    assert read(texts["first six"]).report.rows == 2 * 130
    for text in texts.values():
        assert_alike_however_cut(text, monkeypatch)


@pytest.mark.parametrize("odd", [1, 2, 5, 10, 10_000])
def test_every_piece_of_a_text_is_cut_once_however_many_games_are_odd(odd, monkeypatch):
    pieces, added = [], []
    make, add = pgn_plain.Piece, pgn_games.Games.add
    monkeypatch.setattr(pgn_plain, "Piece", lambda text: pieces.append(text) or make(text))
    monkeypatch.setattr(
        pgn_games.Games, "add", lambda games, *more: added.append(add(games, *more))
    )
    game = '[Event "E"]{}\n[White "A"]\n[Black "B"]\n\n1. e4 {{{}}} 1-0\n\n'
    text = "".join(game.format("" if (at + 1) % odd else " ", at) for at in range(9000))
    assert len(read(text).games) == 18_000
    assert len(pieces) <= 3 + len(text) // pgn_plain.MOST
    if odd >= 5:  # fewer plain games on end are read one by one
        assert len(added) <= 9000 // odd + 5 * len(pieces)


@pytest.mark.parametrize(
    ("gap", "is_open"),
    [
        ("\n1. e4 {a", True),
        ("\n1. e4 {a} e5 {b} 2. d4", False),
        ("} {", True),
        ("{a {b}", False),  # a brace within a comment opens nothing
        ("e4 ; {\n", False),
        ("{ ; }", False),
        ("e4 ; }\n{", True),
        ("e4\n%{\n", False),
        ("%{\n", False),
        ("{ [%clk 1:00]", True),
        ("{ [%clk 1:00] }", False),
    ],
)
def test_which_comments_stay_open(gap, is_open):
    assert pgn_moves.opens(gap) is is_open


def assert_alike_however_cut(text, monkeypatch):
    monkeypatch.setattr(pgn_plain.PlainGames, "read", lambda _, start, line: (start, line))
    one_by_one = read(text)
    monkeypatch.undo()
    for size in (100, 500, 1 << 18):
        monkeypatch.setattr(pgn_plain, "MOST", size)
        monkeypatch.setattr(pgn_plain, "_FEWEST", 1)
        again = read(text)
        assert again.games.equals(one_by_one.games)
        assert again.report.frame.equals(one_by_one.report.frame)
