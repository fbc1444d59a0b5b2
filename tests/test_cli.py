"""The command line: what it prints, and one clear line with status 2 for bad input."""

import importlib
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import perfkit
from perfkit import _lab
from perfkit.cli import main

ROOT = Path(__file__).parents[1]
TRIO = ["2400", "2500", "2600", "--score"]


def run(capsys, *words):
    status = main(words)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def first_words(text):
    return [line.split()[:2] for line in text.splitlines() if line[:1].isalpha()]


def test_rate_shows_the_four_in_order(capsys):
    status, out, _ = run(capsys, "rate", *TRIO, "2.5")
    assert status == 0
    assert first_words(out)[1:] == [
        ["true_normal", "2785.03"],
        ["fide", "2773"],
        ["linear", "2766.67"],
        ["true_logistic", "2792.23"],
    ]
    assert out.startswith("2½ of 3 against opponents of 2400 to 2600, average 2500.00")
    assert "also printed as" in out


def test_rate_all_and_some(capsys):
    _, out, _ = run(capsys, "rate", *TRIO, "3", "--all")
    assert [words[0] for words in first_words(out)[1:]] == list(perfkit.METHODS)
    assert "unbounded above" in out
    assert "inf" not in out.replace("infin", "")
    _, out, _ = run(capsys, "rate", *TRIO, "3", "--method", "uscf", "--method", "fide")
    assert first_words(out)[1:] == [["uscf", "3000.00"], ["fide", "3300"]]


@pytest.mark.parametrize("score", ["2.5", "2,5", "2½"])
def test_scores_as_people_type_them(capsys, score):
    _, out, _ = run(capsys, "rate", *TRIO, score, "--method", "fide")
    assert "2773" in out


def test_rate_working(capsys):
    _, out, _ = run(capsys, "rate", *TRIO, "2.5", "--working")
    assert out.count("performance rating") == 4
    assert str(perfkit.working([2400, 2500, 2600], 2.5, method="fide")) in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rate", *TRIO, "3.5"], "`score` must lie in [0, 3], got 3.5"),
        (["rate", *TRIO, "two"], "`score` must be a number such as 2.5 or 2½, got 'two'"),
        (["rate", *TRIO, "1_0"], "`score` must be a number such as 2.5 or 2½, got '1_0'"),
        (["rate", "24OO", "--score", "1"], "`RATING` must be a number (blanks between several)"),
        (["rate", "2400,2500", "--score", "1"], "(blanks between several), got '2400,2500'"),
        (["rate", "nan", "--score", "1"], "`RATING` must be a number (blanks between several)"),
        (["rate", *TRIO, "2", "--method", "true"], "which names two definitions"),
        (["rate", *TRIO, "2", "--method", "glicko"], "must be one of true_normal, fide"),
        (["table", "no_such_file.pgn"], "no_such_file.pgn"),
        (["table", "x.pgn", "--unrated", "weak"], "must be drop, refuse or a rating, got 'weak'"),
        (["table", "x.pgn", "x.pgn"], "`FILE` must name each file once, got x.pgn again"),
        (["table", "folder", "folder/x.pgn"], "name each file once, got folder/x.pgn again"),
        (["table", ""], "`FILE` must name a file or a folder, got nothing"),
        (["table", "x.pgn", "--csv", "./x.pgn"], "`OUT` must not be one of the files read"),
        (["table", "x.pgn", "--csv", "o", "--json", "o"], "`OUT` must be two files"),
        (["lab", "77"], "`notebook` must be one of 01_worked_example.ipynb"),
        (["lab", "--port", "70000"], "`port` must lie in [1, 65535], got 70000"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys, words, message):
    status, out, err = run(capsys, *words)
    assert status == 2
    assert out == ""
    assert message in err
    assert err.count("\n") == 1
    assert err.startswith("perfkit: ")


@pytest.mark.parametrize("words", [[], ["rate"], ["rate", "2400"], ["guess"]])
def test_wrong_usage_is_status_2(capsys, words):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert "usage: perfkit" in capsys.readouterr().err


def test_version_and_help(capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"perfkit {perfkit.__version__}\n"
    for words in (["--help"], ["rate", "--help"], ["table", "--help"], ["lab", "--help"]):
        with pytest.raises(SystemExit):
            main(words)
        assert "usage: perfkit" in capsys.readouterr().out


PGN = """\
[Event "Club Cup"]
[Site "Town"]
[Date "2024.05.01"]
[Round "1"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo "2100"]

1. e4 e5 1-0

[Event "Club Cup"]
[Site "Town"]
[Date "2024.05.02"]
[Round "2"]
[White "Ben"]
[Black "Ada"]
[Result "1/2-1/2"]
[WhiteElo "2100"]
[BlackElo "2000"]

1. d4 d5 1/2-1/2

[Event "Club Cup"]
[Site "Town"]
[Date "2024.05.03"]
[Round "3"]
[White "Ada"]
[Black "Cyd"]
[Result "1-0"]
[WhiteElo "2000"]
[BlackElo ""]

1. d4 d5 1-0
"""


def test_table_of_a_file(capsys, tmp_path):
    """Ada: 1½ of 2 against 2100 twice; the win against the unrated Cyd is left out and said."""
    path, csv, records = tmp_path / "cup.pgn", tmp_path / "out.csv", tmp_path / "out.json"
    path.write_text(PGN, encoding="utf-8")
    status, out, err = run(capsys, "table", str(path), "--csv", str(csv), "--json", str(records))
    assert (status, err) == (0, "")
    ada = next(line for line in out.splitlines() if "Ada" in line)
    # 2100 + 193 by the table at 75 %; 2100 + 400 log10 3 = 2290.85; 2100 + 800 · .75 − 400 = 2300.
    assert re.search(r"1½ +2 of 3 +2100\.00 .*2293 +2300\.00 +2290\.85", ada)
    assert "unrated" in out
    frame = pd.read_csv(csv)
    assert frame.loc[frame["player"] == "Ada", "games"].tolist() == [2]
    rows = {row["player"]: row for row in json.loads(records.read_text("utf-8"))}
    assert set(rows) == {"Ada", "Ben", "Cyd"}
    assert rows["Cyd"]["true_logistic"] == "-inf"  # infinity is a value, and JSON has none
    assert rows["Cyd"]["player_rating"] is None
    _, out, _ = run(capsys, "table", str(path), "--unrated", "1800", "--method", "linear")
    # 2½ of 3 against 2100, 2100, 1800: 2000 + 800 · 5/6 − 400
    assert re.search(r"Ada .*2½ +3 of 3 +2000\.00 +2266\.67", out)
    status, _, err = run(capsys, "table", str(path), "--unrated", "refuse")
    assert status == 2
    assert "unrated" in err


# perfkit lab


def test_notebooks_are_found_by_number_or_name():
    first = Path("01_worked_example.ipynb")
    assert _lab.notebook_path("01") == _lab.notebook_path("1") == first
    assert _lab.notebook_path("01_worked") == first
    assert _lab.notebook_path("02_expected_score.ipynb").name == "02_expected_score.ipynb"
    assert _lab.notebook_path("01", student=True) == "student" / first


def test_without_a_clone_it_says_where_the_notebooks_are(monkeypatch, tmp_path):
    monkeypatch.setattr(_lab, "__file__", str(tmp_path / "site" / "perfkit" / "_lab.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="get its source"):
        _lab.notebook_folder()


def test_a_port_in_use_is_said():
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ValueError, match=f"`port` must be free, got {port}"):
            _lab.free_port(port)
        assert _lab.free_port(None) != port


def test_the_token_is_not_in_the_call(monkeypatch):
    monkeypatch.setattr(_lab, "is_root", lambda: True)
    call = _lab.command(Path("01_worked_example.ipynb"), port=8900, browser=False)
    assert {"--allow-root", "--no-browser", "--ServerApp.ip=127.0.0.1"} <= set(call)
    assert not any("token" in word.lower() for word in call)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_lab_starts_and_prints_an_address_that_works(tmp_path, stop):
    pytest.importorskip("jupyterlab")
    if signal.getsignal(stop) is signal.SIG_IGN:  # as under nohup, which the server inherits
        pytest.skip(f"{stop.name} is ignored where these tests were started")
    home = {name: str(tmp_path / name.lower()) for name in (
        "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
        "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")}  # fmt: skip
    command = [sys.executable, "-m", "perfkit.cli", "lab", "--no-browser"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=tmp_path,
        env={**os.environ, **home, "PYTHONUNBUFFERED": "1"},
    ) as server:  # fmt: skip
        try:
            lines = iter(server.stdout.readline, "")
            address = next(line.strip() for line in lines if "http://127.0.0.1:" in line)
            assert "/lab/tree/01_worked_example.ipynb?token=" in address
            base, token = address.split("/lab/")[0], address.split("token=")[1]
            contents = f"{base}/api/contents/01_worked_example.ipynb?content=0&token={token}"
            with urllib.request.urlopen(contents, timeout=30) as reply:
                assert json.load(reply)["name"] == "01_worked_example.ipynb"
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(contents.split("&")[0], timeout=30)
        finally:
            server.send_signal(stop)
            server.communicate(timeout=30)
    with pytest.raises(urllib.error.URLError):  # Jupyter's server has ended too
        urllib.request.urlopen(contents, timeout=30)


def test_lab_sends_each_message_at_once(monkeypatch):
    """Jupyter's server would wait up to 40 ms for the browser, which a slider's user feels."""
    channels = pytest.importorskip("jupyter_server.services.kernels.connection.channels")
    option, name = _lab.PROMPT.split("=")
    module, kind = name.rsplit(".", 1)
    connection = getattr(importlib.import_module(module), kind)
    assert option == "--ServerApp.kernel_websocket_connection_class"
    assert _lab.PROMPT in _lab.command(Path("01_worked_example.ipynb"), port=8888, browser=False)

    done = []
    parent = channels.ZMQChannelsWebsocketConnection
    monkeypatch.setattr(parent, "connect", lambda self: done.append("connected"))
    handler = SimpleNamespace(set_nodelay=done.append)
    monkeypatch.setattr(connection, "websocket_handler", handler)
    connection.__new__(connection).connect()
    assert done == [True, "connected"]
