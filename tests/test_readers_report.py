"""The import report: the account, the frame to filter, the text and the HTML for people."""

from pathlib import Path

import pytest

import perfkit as pk
from perfkit.readers.report import COLUMNS

FILES = Path(__file__).parent / "files"
EVERY = sorted(path.name for path in FILES.iterdir())


@pytest.mark.parametrize("name", EVERY)
def test_records_are_rows_and_not_understood(name):
    file = pk.read_games(FILES / name)
    report = file.report
    assert report.records == report.rows + report.not_understood
    assert report.rows == len(file.games)
    assert report.played == file.games["played"].sum()
    assert file.games["source"].unique().tolist() == [name]


@pytest.mark.parametrize("name", EVERY)
def test_every_row_that_may_not_count_is_named(name):
    file = pk.read_games(FILES / name)
    rows = file.games[~file.games["played"] | file.games["opponent_rating"].isna()]
    named = set(file.report.frame["line"])
    assert set(rows["source_line"]) <= named


@pytest.mark.parametrize("name", EVERY)
def test_found_is_used_plus_left_out(name):
    games = pk.read_games(FILES / name).games
    table = pk.performance_table(games)
    left = table.attrs["left_out"].groupby("player_id").size()
    for row in table.itertuples():
        assert row.games_found == row.games + left.get(row.player_id, 0)
    assert table["games_found"].sum() == len(games)


def test_frame_is_there_to_filter():
    frame = pk.read_games(FILES / "every_code.trf").report.frame
    assert list(frame) == list(COLUMNS)
    assert frame["line"].is_monotonic_increasing
    bye = frame.query("kind == 'half-point bye'").iloc[0]
    assert bye[["source", "line", "player", "round"]].tolist() == [
        "every_code.trf",
        11,
        "Cesar, Cleo",
        "5",
    ]
    assert bye["event"] == "Every Code Open | Nowhere | 2025"


def test_summary_is_short_and_counts_every_kind():
    report = pk.read_games(FILES / "four_players.pgn").report
    assert report.summary.split("\n") == [
        "four_players.pgn (PGN, utf-8): 12 records = 12 rows + 0 not understood; "
        "8 rows are games that were played",
        "  2 × result without moves: suspected forfeit",
        "  2 × pending: no result yet",
    ]
    assert str(report) == report.summary
    assert repr(report).startswith("<Report: four_players.pgn")


def test_html_is_escaped_and_folded():
    text = '[White "<script>alert(1)</script>"]\n[Black "B"]\n[Result "9-9"]\n\n1. e4\n'
    shown = pk.read_games(text)._repr_html_()
    assert "<script>" not in shown
    assert "<details>" in shown
    assert "result not understood" in shown


def test_html_of_a_long_report_says_what_it_leaves_off():
    game = '[White "A{}"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4\n\n'
    report = pk.read_games("".join(game.format(at) for at in range(150))).report
    assert len(report.frame) == 300
    assert "and 100 more" in report._repr_html_()
