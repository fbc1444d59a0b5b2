"""Where files come from: folders, compression, bounds, and what cannot be read at all."""

import bz2
import contextlib
import gzip
import io
import pickle
import zipfile
from pathlib import Path

import pandas as pd
import pytest
import zstandard

import perfkit as pk
from perfkit.readers import ReadError, errors, pieces, sources

FILES = Path(__file__).parent / "files"
GAME = '[Event "E"]\n[White "A"]\n[Black "B"]\n[WhiteElo "2000"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'


def without_source(games):
    return games.drop(columns="source")


def test_path_text_and_bytes_are_the_same():
    path = FILES / "four_players.pgn"
    tables = [
        pk.read_games(source).games
        for source in (path, str(path), path.read_text(encoding="utf-8"), path.read_bytes())
    ]
    for table in tables[1:]:
        pd.testing.assert_frame_equal(without_source(table), without_source(tables[0]))
    names = [table["source"].iloc[0] for table in tables]
    assert names == ["four_players.pgn", "four_players.pgn", "text", "bytes"]


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, zstandard.compress])
def test_compressed(compress, tmp_path):
    data = (FILES / "four_players.pgn").read_bytes()
    (tmp_path / "x.pgn").write_bytes(compress(data))
    expected = without_source(pk.read_games(data).games)
    for read in (pk.read_games, lambda path: next(pk.iter_games(path))):
        pd.testing.assert_frame_equal(without_source(read(tmp_path / "x.pgn").games), expected)
    joined = compress(data) + compress(data)  # two frames, as parallel compressors write
    assert len(pk.read_games(joined).games) == 2 * len(expected)
    with pytest.raises(ReadError, match="bytes: expected a whole compressed file"):
        pk.read_games(compress(data)[:-20])


def test_a_folder_is_read_whole_and_a_bad_file_is_a_row(tmp_path):
    (tmp_path / "b.pgn").write_text(GAME)
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "c.csv").write_text("player,opponent_rating,result\nC,2000,1\n")
    (tmp_path / "a.txt").write_text("nothing to see\n")
    outside = tmp_path.parent / f"{tmp_path.name} outside.pgn"
    outside.write_text(GAME)
    (tmp_path / "link.pgn").symlink_to(outside)
    file = pk.read_games(tmp_path)
    assert file.games["source"].unique().tolist() == ["b.pgn", "below/c.csv"]
    bad = file.report.frame.query("kind == 'file not read'")
    assert bad["source"].tolist() == ["a.txt", "link.pgn"]
    assert "got nothing to see" in bad["detail"].iloc[0]
    assert bad["detail"].iloc[1] == "a link, not followed"
    assert [one.source for one in file.report.files] == ["b.pgn", "below/c.csv"]
    assert file.report.records == file.report.rows == 3
    assert [len(piece.games) for piece in pk.iter_games(tmp_path)] == [0, 2, 1, 0]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"", "bytes: expected a file in one of the formats .* got an empty file"),
        (b" \n\n", "an empty file"),
        ("no such file.pgn", "no such file.pgn: expected a file, a folder, or text"),
        ("bad\0name", "expected a file, a folder, or text with line ends"),
        ("x" * 5000, "expected a file, a folder, or text with line ends"),
        (3, "`source`: expected a path, bytes, text or a folder, got a int"),
        ("just\nsome\nprose\n", "text: expected one of the formats pgn, .* got just"),
        (b"\x00\xff\xfe\x80" * 50, "expected one of the formats"),
        (b"\xff\xfea", "expected UTF-16 text"),
        (b"\xd0\xcf\x11\xe0" + b"x" * 600, "an encrypted workbook or one of the old .xls format"),
        (b"PK\x03\x04 broken", "a workbook .* got BadZipFile"),
    ],
)
def test_what_cannot_be_read(source, message):
    with pytest.raises(ReadError, match=message):
        pk.read_games(source)


def test_a_folder_without_files_or_with_bad_ones_only(tmp_path):
    with pytest.raises(ReadError, match="a folder with files, got none in it"):
        pk.read_games(tmp_path)
    (tmp_path / "a.txt").write_text("nothing\nto see\n")
    with pytest.raises(ReadError, match="a.txt: expected one of the formats"):
        pk.read_games(tmp_path)


def test_a_zip_that_is_no_workbook():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("readme.txt", "no workbook")
    with pytest.raises(ReadError, match="a workbook ..xlsx. that is whole and has no password"):
        pk.read_games(stream.getvalue())


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("trf", "a player record"),
        ("uscf", "rows of a US Chess crosstable"),
        ("csv", "a heading with player"),
        ("crosstable", "a heading with player"),
        ("xlsx", "a workbook"),
    ],
)
def test_a_stated_format_that_is_wrong(format, expected):
    with pytest.raises(ReadError, match=f"expected {expected}"):
        pk.read_games(GAME, format=format)


def test_an_unknown_format_is_a_wrong_argument():
    for read in (pk.read_games, lambda *a, **k: next(pk.iter_games(*a, **k))):
        with pytest.raises(ValueError, match="`format` must be one of pgn, uscf, trf"):
            read(GAME, format="pgp")


def test_the_error_names_file_and_line():
    error = ReadError("x.trf", "a name", "none", 7)
    assert str(error) == "x.trf, line 7: expected a name, got none"
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.source, again.line) == (str(error), "x.trf", 7)
    assert isinstance(error, ValueError)


# Bounds.


def test_a_single_line_of_ten_megabytes():
    for line in ("[" + "x" * 10_000_000, " " * 10_000_000 + "x", '[A "' + '\\"' * 5_000_000):
        file = pk.read_games(GAME + line)
        assert len(file.games) == 2
        for start in ("001    1", "001 " + " " * 60):
            text = f"{start}{line}\n001    1      A".ljust(40)
            with contextlib.suppress(ReadError):  # what counts is that it ends
                pk.read_games(text, format="trf")


def test_a_player_of_a_million_rounds():
    start = "001    1      A".ljust(80) + " 0.0".ljust(11)
    with pytest.raises(ReadError, match="line 1: expected at most 999 rounds, got 1000000 for A"):
        pk.read_games(start + "   1 w 1  " * 1_000_000 + "\n")


def test_a_compression_bomb(monkeypatch):
    bomb = zstandard.compress(GAME.encode() + b" " * 70_000_000)
    with pytest.raises(ReadError, match="unpacks to at most 200 times its size"):
        pk.read_games(bomb)
    monkeypatch.setattr(sources, "MOST_BYTES", 1000)
    with pytest.raises(ReadError, match="iter_games reads more"):
        pk.read_games(GAME * 100)


def test_a_workbook_bomb():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 200_000_000)
    with pytest.raises(ReadError, match="unpacks to at most 128 MB, got 190 MB"):
        pk.read_games(stream.getvalue())


# Pieces.


def test_pieces_agree_with_the_whole(monkeypatch, tmp_path):
    text = "".join(GAME.replace('"A"', f'"A{at}"') for at in range(500))
    path = tmp_path / "big.pgn"
    for line_end in ("\n", "\r\n", "\r"):
        path.write_bytes(text.replace("\n", line_end).encode())
        monkeypatch.setattr(pieces, "PIECE", 10_000)
        monkeypatch.setattr(sources, "_PIECE", 3_000)
        parts = list(pk.iter_games(path))
        assert len(parts) > 3
        joined = pd.concat([part.games for part in parts], ignore_index=True)
        pd.testing.assert_frame_equal(joined, pk.read_games(path).games)
        assert sum(part.report.records for part in parts) == 1000


def test_pieces_know_whether_the_file_has_moves(monkeypatch, tmp_path):
    monkeypatch.setattr(pieces, "PIECE", 5_000)
    monkeypatch.setattr(sources, "_PIECE", 1_000)
    bare = GAME.replace("1. e4 1-0", "1-0")
    path = tmp_path / "x.pgn"
    path.write_text(bare * 200 + GAME)
    played = [part.games["played"].sum() for part in pk.iter_games(path)]
    assert sum(played) == 2  # the last game has moves, so the 200 before are suspected forfeits
    path.write_text(bare * 200)
    assert all(part.games["played"].all() for part in pk.iter_games(path))


def test_a_piece_without_an_end(monkeypatch, tmp_path):
    monkeypatch.setattr(pieces, "PIECE", 1_000)
    monkeypatch.setattr(pieces, "LONGEST_GAME", 2_000_000)
    path = tmp_path / "x.pgn"
    path.write_text(GAME.strip() + " e4" * 2_000_000)
    with pytest.raises(ReadError, match="a game that begins within 1 MB"):
        list(pk.iter_games(path))


def test_what_is_no_pgn_is_one_piece():
    whole = pk.read_games(FILES / "every_code.trf").games
    (only,) = pk.iter_games(FILES / "every_code.trf")
    pd.testing.assert_frame_equal(only.games, whole)


def test_messages_stay_short():
    assert len(errors.shorten("x" * 10_000)) == 60


def test_messages_hold_no_control_characters():
    with pytest.raises(ReadError) as caught:
        pk.read_games("\x1b[2Jprose\nand \a more\n")
    assert str(caught.value).isprintable()
    assert "got '\\x1b[2Jprose'" in str(caught.value)
    with pytest.raises(ReadError) as caught:
        pk.read_games("no\x1b[2Jsuch file")
    assert str(caught.value).isprintable()
