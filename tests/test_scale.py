"""Tables of many games with Parquet and Dask: the same answers, in pieces."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pandas as pd
import pytest

import perfkit as pk

pytest.importorskip("distributed", reason='needs the extra "scale"')
pytest.importorskip("pyarrow", reason='needs the extra "scale"')

import dask.dataframe as dd
from distributed import Client, LocalCluster

from perfkit import scale

# Dask still uses what pandas 3.1 calls outdated.
pytestmark = pytest.mark.filterwarnings("ignore:The inplace keyword in")

KEYS = ["event_id", "player_id"]

PGN = """[Event "Open"]
[Site "Town"]
[Date "2024.05.01"]
[White "Player {white}"]
[Black "Player {black}"]
[WhiteElo "{elo}"]
[BlackElo "{other}"]
[Result "{result}"]

1. e4 e5 {result}

"""


def some_games(rows=20_000, players=300, events=12, seed=1):
    """Games as a table of one's own: whole ratings, some unrated, two not played."""
    rng = np.random.default_rng(seed)
    rating = rng.integers(1500, 2600, players)
    player, opponent = rng.integers(0, players, (2, rows))
    frame = pd.DataFrame(
        {
            "event": [f"Event {at}" for at in rng.integers(0, events, rows)],
            "player": [f"Player {at}" for at in player],
            "player_rating": rating[player].astype(float),
            "opponent": [f"Player {at}" for at in opponent],
            "opponent_rating": np.where(rng.random(rows) < 0.02, np.nan, rating[opponent]),
            "result": rng.integers(0, 3, rows) / 2,
            "played": rng.random(rows) > 0.01,
        }
    )
    return frame[frame.player != frame.opponent].reset_index(drop=True)


def write(frame, folder, files=5):
    folder.mkdir()
    for at, part in enumerate(np.array_split(np.arange(len(frame)), files)):
        frame.iloc[part].to_parquet(folder / f"part-{at}.parquet", index=False)
    return folder


def assert_same(found, expected, keys):
    found, expected = (
        frame.sort_values(keys).reset_index(drop=True) for frame in (found, expected)
    )
    expected.attrs = {}
    pd.testing.assert_frame_equal(found, expected, check_dtype=False, rtol=0, atol=1e-9)


@pytest.fixture(scope="module")
def cluster():
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        Client(local) as client,
    ):
        yield client


def test_a_data_set_gives_the_table_that_memory_gives(tmp_path):
    games = some_games()
    lazy = scale.performance_table(write(games, tmp_path / "games"), methods="all")
    expected = pk.performance_table(games, methods="all")
    assert list(lazy.columns) == list(expected.columns)
    assert_same(lazy.compute(scheduler="sync"), expected, KEYS)


@pytest.mark.parametrize("by", ["player", ["event"], ["played", "player"]], ids=str)
def test_a_dask_frame_and_other_groups(by):
    games = some_games(3000)
    lazy = scale.performance_table(
        dd.from_pandas(games, npartitions=4), by=by, methods=["linear"], unrated=1200
    )
    expected = pk.performance_table(games, by=by, methods=["linear"], unrated=1200)
    keys = [name for name in expected.columns if name in ("event_id", "player_id", "played")]
    assert_same(lazy.compute(scheduler="sync"), expected, keys)


def test_pgn_becomes_files_of_one_schema(tmp_path):
    rng = np.random.default_rng(2)
    text = "".join(
        PGN.format(white=w, black=b + 10, elo=2000 + w, other=2100 + b, result=r)
        for w, b, r in zip(
            rng.integers(0, 10, 400),
            rng.integers(0, 10, 400),
            rng.choice(["1-0", "0-1", "1/2-1/2"], 400),
            strict=True,
        )
    )
    (tmp_path / "dump.pgn").write_text(text)
    done = scale.pgn_to_parquet(tmp_path / "dump.pgn", tmp_path / "games")
    assert done.records == done.rows == 800
    assert done.not_understood == 0
    assert [file.name for file in done.files] == ["part-00000.parquet"]
    written = pd.concat([pd.read_parquet(file) for file in done.files])
    pieces = [piece.games for piece in pk.iter_games(tmp_path / "dump.pgn")]
    expected = pd.concat(pieces).reset_index(drop=True)
    pd.testing.assert_frame_equal(written.reset_index(drop=True), expected, check_dtype=False)
    table = scale.performance_table(tmp_path / "games").compute(scheduler="sync")
    assert_same(table, pk.performance_table(expected), KEYS)


def test_pieces_go_to_new_files_and_remarks_beside_them(tmp_path, monkeypatch):
    text = PGN.format(white=1, black=2, elo=2000, other=2100, result="1-0")
    odd = text.replace('"1-0"', '"?!"')
    monkeypatch.setattr(scale, "iter_games", lambda source: map(pk.read_games, source))
    done = scale.pgn_to_parquet([text, odd, text], tmp_path / "games", rows_per_file=3)
    assert [file.name for file in done.files] == ["part-00000.parquet", "part-00001.parquet"]
    assert [len(pd.read_parquet(file)) for file in done.files] == [4, 2]
    assert done.records == done.rows + done.not_understood == 6
    remarks = pd.read_csv(tmp_path / "games" / "_remarks.csv")
    expected = sum(len(pk.read_games(piece).report.frame) for piece in (text, odd, text))
    assert len(remarks) == expected > 0


def test_a_run_that_breaks_off_leaves_no_half_file(tmp_path, monkeypatch):
    def pieces(source):
        yield pk.read_games(PGN.format(white=1, black=2, elo=2000, other=2100, result="1-0"))
        raise OSError("the line went dead")

    monkeypatch.setattr(scale, "iter_games", pieces)
    with pytest.raises(OSError, match="went dead"):
        scale.pgn_to_parquet("far away", tmp_path / "games")
    assert not list((tmp_path / "games").glob("*.parquet"))


def test_a_cluster_writes_the_table(tmp_path, cluster, capsys):
    games = some_games()
    written = scale.performance_table(
        write(games, tmp_path / "games"), out=tmp_path / "table", client=cluster
    )
    assert "Completed" in capsys.readouterr().out
    assert_same(written.compute(scheduler="sync"), pk.performance_table(games), KEYS)


def test_a_killed_worker_loses_nothing(tmp_path, cluster):
    games = some_games(60_000, players=1000, events=100)
    source = write(games, tmp_path / "games", files=12)
    victim = next(iter(cluster.run(os.getpid).values()))

    def finished(dask_scheduler):
        return sum(task.state == "memory" for task in dask_scheduler.tasks.values())

    def kill_in_mid_run():
        until = time.monotonic() + 60
        while cluster.run_on_scheduler(finished) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = threading.Thread(target=kill_in_mid_run)
    killer.start()
    written = scale.performance_table(
        source, out=tmp_path / "table", client=cluster, progress=False
    )
    killer.join()
    assert victim not in cluster.run(os.getpid).values()
    assert_same(written.compute(scheduler="sync"), pk.performance_table(games), KEYS)


# Bad input, before any work.


@pytest.fixture
def no_work(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("work has begun")

    monkeypatch.setattr(dd, "read_parquet", refuse)
    monkeypatch.setattr(scale, "_cluster", refuse)


def test_files_of_another_schema_are_named(tmp_path, no_work):
    games = some_games(100)
    folder = write(games, tmp_path / "games", files=2)
    games.assign(result=games.result.astype(str)).to_parquet(folder / "part-9.parquet", index=False)
    with pytest.raises(
        ValueError, match=r"`result` is double in part-0\.parquet, got .*string in "
    ):
        scale.performance_table(folder, out=tmp_path / "table")
    games.drop(columns="played").to_parquet(folder / "part-9.parquet", index=False)
    with pytest.raises(ValueError, match=r"`played` is bool in .*, got no such column in .*part-9"):
        scale.performance_table(folder)


def test_a_missing_column_and_an_unknown_group(tmp_path):
    games = some_games(100)
    frame = dd.from_pandas(games.drop(columns="opponent_rating"), npartitions=1)
    with pytest.raises(ValueError, match=r"`opponent_rating` is missing, got event, player"):
        scale.performance_table(frame)
    frame = dd.from_pandas(games, npartitions=1)
    with pytest.raises(ValueError, match=r"`by` must name columns of the games .*text 'month'"):
        scale.performance_table(frame, by=["player", "month"])
    with pytest.raises(ValueError, match=r"`by` must name at least one column, got none"):
        scale.performance_table(frame, by=[])
    with pytest.raises(ValueError, match=r"`method` must be one of true_normal"):
        scale.performance_table(frame, methods=["elos"])
    with pytest.raises(ValueError, match=r"`forfeits` must be one of drop, count"):
        scale.performance_table(frame, forfeits="maybe")


def test_sources_and_targets_that_cannot_be(tmp_path, no_work):
    with pytest.raises(ValueError, match="`games` must be a folder of Parquet files or a Dask"):
        scale.performance_table(some_games(10))
    with pytest.raises(ValueError, match="`games` must be a Parquet file or a folder that holds"):
        scale.performance_table(tmp_path)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    frame = dd.from_pandas(some_games(100), npartitions=1)
    with pytest.raises(ValueError, match="`out` must be a new or an empty folder"):
        scale.performance_table(frame, out=tmp_path / "full")
    with pytest.raises(ValueError, match="`out` must be a new or an empty folder"):
        scale.pgn_to_parquet("games.pgn", tmp_path / "full")
    with pytest.raises(ValueError, match="`rows_per_file` must be a whole number from 1 up, got 0"):
        scale.pgn_to_parquet("games.pgn", tmp_path / "new", rows_per_file=0)


def test_a_client_that_is_none(tmp_path):
    frame = dd.from_pandas(some_games(100), npartitions=1)
    with pytest.raises(ValueError, match="`client` must be a distributed.Client or the address"):
        scale.performance_table(frame, out=tmp_path / "table", client=3)
