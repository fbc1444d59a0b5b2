"""What people met in files, and the right answer: the cases C41 to C79 of the collection.

Each test has a small input of our own; expected numbers are those of the case, computed there
with exact fractions and 40-digit arithmetic.
"""

import pandas as pd
import pytest

import perfkit as pk
from perfkit import games


def pgn(*entries, event="Case", **shared):
    """Write games from (White, Black, result, movetext) with further tags from keywords."""
    text = ""
    for number, (white, black, result, moves, *tags) in enumerate(entries, 1):
        lines = {"Event": event, "Round": number, "White": white, "Black": black}
        lines |= {"Result": result} | shared | (tags[0] if tags else {})
        text += "".join(f'[{name} "{value}"]\n' for name, value in lines.items())
        text += f"\n{moves}\n\n"
    return text


def sides(*entries, player="Ada"):
    """Write a CSV with one row per game of one player: (opponent rating, result)."""
    lines = ["player,opponent,opponent_rating,result"]
    lines += [f"{player},O{at},{rating},{res}" for at, (rating, res) in enumerate(entries)]
    return "\n".join(lines) + "\n"


def trf_line(number, name, rating, points, *entries, points_at=81):
    line = f"001 {number:4}      {name:33} {rating:>4}".ljust(points_at - 1)
    line = (line + f"{points:4}").ljust(91)
    return line + "".join(f"{other:>4} {color:1} {code:1}  " for other, color, code in entries)


def trf(*lines, head=("012 Case", "042 2025/01/01")):
    return "\n".join([*head, *lines]) + "\n"


def check_values(text, player="Ada", **expected):
    row = pk.performance_table(pk.read_games(text).games).set_index("player").loc[player]
    for name, value in expected.items():
        assert row[name] == pytest.approx(value, abs=6e-6), name


def kinds(file):
    return file.report.frame["kind"].tolist()


def test_c41_a_win_that_was_never_played():
    file = pk.read_games(
        pgn(("Ada", "Ben", "1-0", "1. e4 e5 1-0"), ("Ada", "Cleo", "1-0", "1-0"), BlackElo=2000)
    )
    own = file.games[file.games["player"] == "Ada"]
    assert own["played"].tolist() == [True, False]
    assert own["reason"].tolist() == ["", games.NO_MOVES]
    assert kinds(file).count(games.NO_MOVES) == 2
    for forfeits, n_games in (("drop", 1), ("count", 2)):
        table = pk.performance_table(file.games, forfeits=forfeits)
        assert table.set_index("player").loc["Ada", "games"] == n_games
        assert table.attrs["choices"]["forfeits"] == forfeits


def test_c42_a_bye_does_not_make_a_clean_score():
    text = trf(
        trf_line(1, "Ada", 1800, 1.0, (2, "w", "0"), ("0000", "-", "F")),
        trf_line(2, "Ben", 2000, 1.0, (1, "b", "1")),
    )
    check_values(text, score=0, games=1, true_logistic=-float("inf"), fide=1200, linear=1600)


def test_c46_no_rapid_rating_but_a_standard_one():
    known = ((1800, 1), (1900, 1), (2000, 0))
    check_values(
        sides(*known, ("", 1)), games=3, true_logistic=2026.7864, fide=2025, linear=2033.333333
    )
    with_source = sides(*known, (2100, 1)).replace("result", "result,rating_source", 1)
    with_source = with_source.replace("2100,1", "2100,1,standard")
    file = pk.read_games(with_source)
    assert file.games["rating_source"].tolist() == ["", "", "", "standard"]
    check_values(with_source, games=4, true_logistic=2158.49974, fide=2143, linear=2150)


def test_c47_the_default_1500_is_no_rating():
    text = sides(("1500?", 1), (1900, 1), (1950, 0), (2000, 1))
    assert "placeholder rating, read as missing" in kinds(pk.read_games(text))
    check_values(text, games=3, true_logistic=2072.00976, fide=2075, linear=2083.333333)


def test_c48_zero_is_no_rating():
    text = sides((2000, 1), (2100, 0), (0, 1))
    check_values(text, games=2, true_logistic=2050, fide=2050, linear=2050)
    for unrated in ("", "0", "?", "-", "unr."):
        file = pk.read_games(sides((2000, 1), (unrated, 1)))
        assert file.games["opponent_rating"].isna().tolist() == [False, True]
        assert kinds(file) == ["unrated opponent"]


def test_c57_latin_1_and_windows_1252():
    text = pgn(("Nüss, Alfred", "Ben “the” Best", "1-0", "1. e4 1-0"))
    from_windows = pk.read_games(text.encode("cp1252"))
    from_utf = pk.read_games(text.encode("utf-8"))
    assert "“the”" in from_windows.games.loc[1, "player"]  # byte 94 is a quotation mark
    assert from_windows.games["player_id"].tolist() == from_utf.games["player_id"].tolist()
    remark = from_windows.report.frame.query("kind.str.startswith('lines not in UTF-8')")
    assert remark["count"].item() == 2


def test_c58_a_tag_name_with_a_blank():
    text = '[Event "x"]\n[White ACPL "25"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 1-0\n'
    table = pk.read_games(text).games
    assert table["player"].tolist() == ["A", "B"]
    assert table["result"].tolist() == [1, 0]


def test_c59_tags_without_moves_are_two_games():
    one = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
    two = '[White "C"]\n[Black "D"]\n[Result "0-1"]\n'
    for text in (one + "\n" + two, one + two):  # parted by a blank line, or by a repeated tag
        table = pk.read_games(text).games
        assert table["player"].tolist() == ["A", "B", "C", "D"]
        assert table["result"].tolist() == [1, 0, 0, 1]
        assert table["played"].all()


def test_c60_tag_and_movetext_disagree():
    file = pk.read_games(pgn(("A", "B", "1-0", "1. e4 e5 0-1")))
    assert file.games["result"].tolist() == [1, 0]  # the tag, never half
    remark = file.report.frame.iloc[0]
    assert remark["kind"] == "result and moves disagree"
    assert "tag 1-0, moves 0-1" in remark["detail"]


def test_c62_many_spellings_of_a_draw():
    spellings = ("1/2-1/2", "½-½", "½–½", "0.5-0.5", "0,5-0,5", "=")
    file = pk.read_games(pgn(*[("A", "B", draw, "1. e4") for draw in (*spellings, "5-5")]))
    assert file.games["result"].tolist()[:12] == [0.5] * 12
    assert file.games["reason"].tolist()[12:] == [games.BAD_RESULT] * 2
    assert file.report.frame.query("kind == 'result not understood'")["detail"].item() == "5-5"
    dated = pk.read_games(sides((2000, "2024-01-02"), (2000, "02-Jan")))
    assert dated.games["result"].tolist() == [0.5, 0.5]
    assert kinds(dated) == ["date read as ½"] * 2


def test_c63_both_players_lose():
    file = pk.read_games(pgn(("A", "B", "0-0", "0-0"), BlackElo="2000"))
    assert file.games["result"].tolist() == [0, 0]
    assert file.games["played"].tolist() == [False, False]
    assert pk.performance_table(file.games)["games"].tolist() == [0, 0]
    played = pk.read_games(pgn(("A", "B", "0-0", "1. e4 e5 0-0")))
    assert played.games["played"].all()
    assert "points of the two sides add up to less than one" in kinds(played)


def test_c64_half_a_point_for_one_side_only():
    ratings = (2000, 2100, 2200, 2300)
    entries = [
        ("Ada", f"O{rating}", result, "1. e4", {"WhiteElo": 2300, "BlackElo": rating})
        for rating, result in zip(ratings, ("1-0", "1-0", "1-0", "0-1"), strict=True)
    ]
    entries.append(("Ada", "Ben", "1/2-0", "1. e4", {"WhiteElo": 2300, "BlackElo": 2400}))
    text = pgn(*entries)
    check_values(text, score=3.5, games=5, true_logistic=2369.53839, fide=2349, linear=2360)
    check_values(text, player="Ben", score=0, games=1)
    assert "points of the two sides add up to less than one" in kinds(pk.read_games(text))


def test_c65_the_same_game_twice():
    def game(opponent, rating, result, number, moves):
        tags = {"WhiteElo": 2300, "BlackElo": rating, "Round": number}
        return ("Ada", opponent, result, moves, tags)

    long = " ".join(f"{at}. Nf3 Nf6 {at + 1}. Ng1 Ng8" for at in range(1, 20, 2))
    text = pgn(
        game("Karg, K.", 2400, "0-1", 1, "1. d4"),
        game("Lang, L.", 2300, "1/2-1/2", 2, "1. c4"),
        game("Muster, Max", 2200, "1-0", 3, long),
        game("Muster, M.", 2200, "1-0", 3, long),
    )
    file = pk.read_games(text)
    assert len(file.games) == 8  # nothing is deleted
    duplicates = file.report.frame.query("kind == 'suspected duplicate'")
    assert len(duplicates) == 1
    assert "same round, players and colours" in duplicates["detail"].item()
    # with the duplicate 2.5/4, without it 1.5/3
    check_values(text, score=2.5, true_logistic=2368.04232, fide=2370, linear=2375)
    clean = file.games.drop(file.games.index[-2:])
    row = pk.performance_table(clean).set_index("player").loc["Ada"]
    assert (row["score"], row["true_logistic"], row["fide"], row["linear"]) == (
        1.5,
        2300,
        2300,
        2300,
    )
    # a double round robin repeats the pairing with other rounds and colours
    twice = pgn(("A", "B", "1-0", "1. e4"), ("B", "A", "1-0", "1. d4"))
    assert kinds(pk.read_games(twice)) == ["unrated opponent"] * 4


def test_c66_bye_codes_f_and_u():
    text = trf(
        trf_line(1, "Ada", 1900, 4.0, *[(2, "w", "1"), (3, "b", "1"), (4, "w", "0")],
                 *[("0000", "-", "U"), ("0000", "-", "F")]),
        trf_line(2, "Ben", 1700, 0.0, (1, "b", "0")),
        trf_line(3, "Cleo", 1800, 0.0, ("", "", ""), (1, "w", "0")),
        trf_line(4, "Dan", 1750, 1.0, ("", "", ""), ("", "", ""), (1, "b", "1")),
    )  # fmt: skip
    check_values(text, score=2, games=3, true_logistic=1872.00976, fide=1875, linear=1883.333333)
    own = pk.read_games(text).games.query("player == 'Ada'")
    assert own["code"].tolist() == ["1", "1", "0", "U", "F"]
    assert "points column differs from the codes" not in kinds(pk.read_games(text))


def test_c67_a_half_point_allocated_bye():
    lines = [
        trf_line(1, "Ada", 1900, 3.5, *[(2, "w", "1"), (3, "b", "1"), (4, "w", "1")],
                 *[(5, "b", "0"), ("0000", "-", "U")]),
        *[trf_line(at, f"O{at}", 1700, 0.0) for at in (2, 3, 4)],
        trf_line(5, "O5", 1700, 1.0),
    ]  # fmt: skip
    plain = pk.read_games(trf(*lines))
    row = pk.performance_table(plain.games).set_index("player").loc["Ada"]
    assert (row["score"], row["games"]) == (3, 4)
    differ = plain.report.frame.query("kind == 'points column differs from the codes'")
    assert differ.query("player == 'Ada'")["detail"].item() == "3.5 in the file, 4 by the codes"
    for record in ("XXS PAB=0.5", "162  W 1.0    D 0.5    L 0.0    P 0.5"):
        stated = pk.read_games(trf(*lines, head=("012 Case", record)))
        differ = stated.report.frame.query("kind == 'points column differs from the codes'")
        assert "Ada" not in set(differ["player"]), record


def test_c68_a_round_too_many():
    text = trf(
        trf_line(1, "Ada", 2000, 1.0, (2, "w", "1"), ("0000", "-", "-")),
        trf_line(2, "Ben", 2000, 0.0, (1, "b", "0")),
        head=("012 Case", "XXR 1"),
    )
    file = pk.read_games(text)
    assert kinds(file).count("absence after the last round") == 2  # the row, and how many
    table = pk.performance_table(file.games).set_index("player")
    assert table.loc["Ada", ["games_found", "games", "score"]].tolist() == [2, 1, 1]
    assert table.loc["Ben", "games_found"] == 1  # nobody else is made absent


@pytest.mark.parametrize("points_at", [80, 82])
def test_c70_fields_off_their_columns(points_at):
    first = trf_line(1, "Ada", 2000, 10.0, (2, "w", "1"), points_at=points_at)
    file = pk.read_games(trf(first, trf_line(2, "Ben", 1900, 0.0, (1, "b", "0"))))
    shifted = file.report.frame.query("kind == 'fields not in their columns'")
    assert "by words: points 10, 1 rounds" in shifted["detail"].item()
    assert "10 in the file, 1 by the codes" in set(file.report.frame["detail"])
    assert file.games["opponent"].tolist() == ["Ben", "Ada"]
    hopeless = pk.read_games(trf("001 no number and nothing more", first))
    assert hopeless.report.not_understood == 1
    assert hopeless.report.frame.iloc[0][["line", "kind"]].tolist() == [
        3,
        "player record not understood",
    ]


def test_c71_no_rank_other_order():
    text = trf(
        trf_line(3, "Ada", 1900, 0.0, (2, "w", "0")),
        trf_line(1, "Ben", 2000, 0.5, ("0000", "-", "H")),
        trf_line(2, "Cleo", 1950, 1.0, (3, "b", "1")),
    )
    table = pk.performance_table(pk.read_games(text).games)
    assert table["player"].tolist() == ["Ada", "Ben", "Cleo"]  # the file's order, no rank made up
    assert not [name for name in table.columns if "rank" in name]


def test_c73_an_unknown_symbol_in_the_scoring_line():
    lines = [
        trf_line(1, "Ada", 2000, 1.0, (2, "w", "1")),
        trf_line(2, "Ben", 1900, 0.0, (1, "b", "0")),
    ]
    known = pk.read_games(trf(*lines, head=("162  W 1.0    D 0.5    A 0.5",)))
    odd = pk.read_games(trf(*lines, head=("162  W 1.0    D 0.5    Q 0.5", "777 kept")))
    assert kinds(known) == []
    assert kinds(odd) == ["scoring symbol not understood", "unknown record, kept here"]
    pd.testing.assert_frame_equal(
        odd.games.drop(columns="source_line"), known.games.drop(columns="source_line")
    )


def test_c76_two_encodings_in_one_file():
    lines = sides((2000, 1)).split("\n")
    first = lines[1].replace("Ada", "Granda Zuñiga").encode("latin-1")
    second = lines[1].replace("Ada", "Ftáčnik").encode("utf-8")
    file = pk.read_games(b"\n".join([lines[0].encode(), first, second]))
    assert file.games["player"].tolist() == ["Granda Zuñiga", "Ftáčnik"]
    remark = file.report.frame.query("kind.str.startswith('lines not in UTF-8')").iloc[0]
    assert (remark["count"], remark["detail"]) == (1, "lines 2")


def test_c77_names_that_may_be_one_player():
    names = ("Müller, Jörg", "Mueller, Joerg", "Muller, Jorg", "Maier, Max")
    file = pk.read_games(pgn(*[(name, "Ben", "1-0", "1. e4") for name in names]))
    remark = file.report.frame.query("kind == 'names that may be one player'")["detail"].item()
    assert remark == "Mueller, Joerg / Muller, Jorg / Müller, Jörg"
    assert file.games["player_id"].nunique() == 5  # candidates, not taken blindly
    numbered = [(name, "Ben", "1-0", "1. e4", {"WhiteFideId": 4600000}) for name in names[:3]]
    assert set(pk.read_games(pgn(*numbered)).games.query("player != 'Ben'")["player_id"]) == {
        "4600000"
    }


def test_c78_small_integers_do_not_wrap():
    frame = pd.DataFrame({"player": ["A"], "opponent_rating": [1516], "result": [1]})
    frame["player_rating"] = 1484
    frame = frame.astype({"opponent_rating": "uint16", "player_rating": "uint16"})
    table = pk.performance_table(frame)
    assert 1 - table["expected_score"].item() == pytest.approx(0.545922, abs=5e-7)


def test_c79_a_player_who_meets_himself():
    def game(white, black, white_rating, black_rating, result="1/2-1/2"):
        return (white, black, result, "1. e4", {"WhiteElo": white_rating, "BlackElo": black_rating})

    file = pk.read_games(
        pgn(
            game("Leko, Peter", "Leko, Peter", 2730, 2744, "1-0"),
            game("Leko, Peter", "Anand, V", 2744, 2794),
            game("Anand, V", "Leko, Peter", 2794, 2730),
        )
    )
    table = pk.performance_table(file.games).set_index("player_id")
    assert table.loc["Leko, Peter (2730)", ["score", "games"]].tolist() == [1.5, 2]
    assert table.loc["Leko, Peter (2744)", ["score", "games"]].tolist() == [0.5, 2]
    assert {"a player who meets himself", "one name with two ratings"} <= set(kinds(file))
    # without ratings nobody can tell them apart: the game counts for neither
    alone = pk.read_games(pgn(game("Leko, Peter", "Leko, Peter", "", "")))
    table = pk.performance_table(alone.games, unrated=2700)
    assert (table["games_found"].item(), table["games"].item()) == (2, 0)
