"""The command `perfkit`: rate one event, print a table for a file, open the notebooks."""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import re
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

import perfkit
from perfkit._text import rating_text, score_text, text_table
from perfkit.methods import METHODS, methods_by_name

if TYPE_CHECKING:
    import pandas as pd

_EXAMPLES = """\
examples:
  perfkit rate 2400 2500 2600 --score 2.5      2½ of 3 against these three: four definitions
  perfkit rate 2400 2500 2600 --score 2.5 --method true_normal --working
  perfkit table tournament.pgn                 one row per player, with games used of found
  perfkit lab                                  the notebooks in JupyterLab
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status: 0, or 2 with one clear line for bad input."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except BrokenPipeError:  # `perfkit table … | head`: nobody reads on, so say nothing more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as problem:
        print(f"perfkit: {_one_line(problem)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _one_line(problem: BaseException) -> str:
    if isinstance(problem, OSError) and problem.filename is not None and problem.strerror:
        return f"{problem.filename}: {problem.strerror}"
    return " ".join(str(problem).split())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="perfkit",
        description="Chess performance ratings: how well a player did, under which definition.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"perfkit {perfkit.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_rate(commands)
    _add_table(commands)
    _add_lab(commands)
    return parser


def _add_rate(commands: Any) -> None:
    rate = commands.add_parser(
        "rate",
        help="performance rating of one event from the opponents' ratings and the score",
        description="How well did a player do in these games? Prints the four definitions that are "
        "met in print; --all prints twelve.",
    )
    rate.add_argument("opponents", nargs="+", metavar="RATING", help="rating of each opponent met")
    rate.add_argument("--score", required=True, help="points made, such as 2.5 or 2½")
    _add_methods(rate)
    rate.add_argument("--working", action="store_true", help="the steps, as homework shows them")
    rate.set_defaults(run=_rate)


def _add_table(commands: Any) -> None:
    table = commands.add_parser(
        "table",
        help="one row per player from a tournament file (PGN, TRF, CSV, XLSX, crosstable)",
        description="Reads tournament files as they are and prints one row per event and player, "
        "with the games used of the games found, and what was left out and why.",
    )
    table.add_argument("files", nargs="+", metavar="FILE", help="file or folder to read")
    _add_methods(table)
    table.add_argument(
        "--by",
        action="append",
        metavar="COLUMN",
        help="group by this column of the games, may be repeated (default: event and player)",
    )
    table.add_argument(
        "--unrated",
        default="drop",
        metavar="drop|refuse|NUMBER",
        help="games against unrated opponents: leave out (default), refuse, or count as NUMBER",
    )
    table.add_argument(
        "--forfeits",
        default="drop",
        choices=["drop", "count"],
        help="games decided by forfeit: leave out (default) or count like games",
    )
    table.add_argument("--report", action="store_true", help="every line of the import report")
    table.add_argument("--csv", metavar="OUT", help="write the whole table, unrounded, as CSV")
    table.add_argument("--json", metavar="OUT", help="write the whole table, unrounded, as JSON")
    table.set_defaults(run=_table)


def _add_lab(commands: Any) -> None:
    lab = commands.add_parser(
        "lab",
        help="start JupyterLab on the notebooks",
        description="Starts JupyterLab on this machine alone (127.0.0.1, with a token) and opens a "
        "notebook of the course. Stop it with Ctrl+C.",
    )
    lab.add_argument("notebook", nargs="?", default="01", help="number or name (default: 01)")
    lab.add_argument("--student", action="store_true", help="the copy with blank exercises")
    lab.add_argument("--no-browser", action="store_true", help="print the address only")
    lab.add_argument("--port", type=int, help="port to use (default: the first free from 8888)")
    lab.set_defaults(run=_lab)


def _add_methods(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--all", action="store_true", help="all twelve methods")
    names = f"one method, may be repeated: {', '.join(METHODS)}"
    which.add_argument("--method", action="append", metavar="NAME", help=names)


def _rating(text: str) -> float:
    """Read a rating; a comma is refused, for it may stand between two."""
    if not re.fullmatch(r"[+-]?\d+(\.\d+)?", text.strip()):
        raise ValueError(f"`RATING` must be a number (blanks between several), got {text!r}")
    return float(text)


def _score(text: str) -> float:
    """Read a score as people type it: 2.5, 2,5, 2½ or ½."""
    found = re.fullmatch(r"(\d*)(½|[.,]\d+)?", text.strip())
    if not found or not text.strip():
        raise ValueError(f"`score` must be a number such as 2.5 or 2½, got {text!r}")
    whole, rest = found[1] or "0", (found[2] or "").replace(",", ".").replace("½", ".5")
    return float(whole + rest)


def _methods(arguments: argparse.Namespace) -> tuple[str, ...]:
    wanted = "all" if arguments.all else arguments.method
    return tuple(method.name for method in methods_by_name(wanted))


def _rate(arguments: argparse.Namespace) -> int:
    opponents = [_rating(text) for text in arguments.opponents]
    score = _score(arguments.score)
    names = _methods(arguments)
    if arguments.working:
        texts = [str(perfkit.working(opponents, score, method=name)) for name in names]
        print("\n\n".join(texts))
        return 0
    wanted: Any = "all" if arguments.all else arguments.method
    frame = perfkit.compare(opponents, score, methods=wanted)
    low, high, mean = min(opponents), max(opponents), float(np.mean(opponents))
    print(
        f"{score_text(score)} of {len(opponents)} against opponents of {low:g} to {high:g}, "
        f"average {mean:.2f}\n"
    )
    rows = [
        [
            name,
            rating_text(row["rating"], whole=METHODS[str(name)].in_whole_numbers),
            row["curve"],
            row["opponents"],
            row["rounding"],
            row["also_printed_as"],
        ]
        for name, row in frame.iterrows()
    ]
    head = ["method", "rating", "curve", "opponents", "rounding", "also printed as"]
    left = shutil.get_terminal_size((100, 24)).columns - 66
    print(text_table(head, rows, [16, -15, 17, 9, 20, max(20, left)]))
    for name, reason in frame.attrs["undefined"].items():
        print(f"\n{name} is undefined here: {reason}")
    return 0


@contextlib.contextmanager
def _progress(what: str) -> Iterator[None]:
    """Say on standard error that something is still going on, from the third second on."""
    done, began = threading.Event(), time.monotonic()

    def speak() -> None:
        while not done.wait(2.0):
            seconds = time.monotonic() - began
            print(f"perfkit: {what}, {seconds:.0f} s", file=sys.stderr, flush=True)

    speaker = threading.Thread(target=speak, daemon=True)
    speaker.start()
    try:
        yield
    finally:
        done.set()
        speaker.join()


def _table(arguments: argparse.Namespace) -> int:
    import pandas as pd

    unrated: Any = arguments.unrated
    if unrated not in ("drop", "refuse"):
        if not re.fullmatch(r"\d+(\.\d+)?", unrated):
            raise ValueError(f"`unrated` must be drop, refuse or a rating, got {unrated!r}")
        unrated = float(unrated)
    _check_paths(arguments)
    files = []
    for name in arguments.files:
        with _progress(f"reading {name}"):
            files.append(perfkit.read_games(Path(name)))
    games = pd.concat([file.games for file in files], ignore_index=True)
    options = {"by": tuple(arguments.by)} if arguments.by else {}
    with _progress("computing"):
        table = perfkit.performance_table(
            games,
            methods=_methods(arguments),
            unrated=unrated,
            forfeits=arguments.forfeits,
            **options,
        )
    _write(table, arguments.csv, arguments.json)  # first: the output may be cut off by a pager
    width = shutil.get_terminal_size((100, 24)).columns
    print(_table_text(table, _methods(arguments)))
    print()
    print(textwrap.fill(table.attrs["caption"], width))
    for file in files:
        print()
        print(file.report.frame.to_string() if arguments.report else file.report.summary)
    return 0


def _check_paths(arguments: argparse.Namespace) -> None:
    """Refuse a file named twice, whose games would count twice, and an output over an input."""
    if not all(name.strip() for name in arguments.files):
        raise ValueError("`FILE` must name a file or a folder, got nothing")
    inputs = [Path(name).resolve() for name in arguments.files]
    for at, path in enumerate(inputs):
        others = inputs[:at] + inputs[at + 1 :]
        if path in others or not others == [x for x in others if x not in path.parents]:
            raise ValueError(f"`FILE` must name each file once, got {arguments.files[at]} again")
    outputs = [Path(name).resolve() for name in (arguments.csv, arguments.json) if name]
    for path in outputs:
        if path in inputs:
            raise ValueError(f"`OUT` must not be one of the files read, got {path.name}")
    if len(set(outputs)) < len(outputs):
        raise ValueError("`OUT` must be two files for --csv and --json, got one")


def _write(table: pd.DataFrame, csv: str | None, records: str | None) -> None:
    """Write the whole table, unrounded; JSON has no infinity, so there it is text as in the CSV."""
    if csv:
        table.to_csv(csv, index=False, encoding="utf-8")
    if records:
        rows = table.astype(object).where(table.notna(), None).to_dict("records")
        unbounded = {math.inf: "inf", -math.inf: "-inf"}
        for row in rows:
            row.update({k: unbounded[v] for k, v in row.items() if v in (math.inf, -math.inf)})
        text = json.dumps(rows, ensure_ascii=False, indent=1, default=_plain)
        Path(records).write_text(text + "\n", encoding="utf-8")


def _plain(value: Any) -> Any:
    """Give json a NumPy number as a Python one, and anything else as text."""
    return value.item() if isinstance(value, np.generic) else str(value)


def _table_text(table: pd.DataFrame, methods: Sequence[str]) -> str:
    """Write what people read first, best first; --csv and --json have every column, unrounded."""
    columns = [str(column) for column in table.columns]
    groups = columns[: columns.index("games_found")]
    # An identifier is shown only where the names alone would not tell two rows apart.
    by_name = [name for name in groups if f"{name}_id" in groups]
    if not table.duplicated(by_name or groups).any():
        groups = [
            name for name in groups if name.removesuffix("_id") not in by_name or name in by_name
        ]
    title = ""
    if "event" in groups and len(table) and table["event"].nunique(dropna=False) == 1:
        groups.remove("event")
        title = f"{table['event'].iloc[0]}\n\n".lstrip("\n")
    order = [name for name in groups if name in ("event_id", "event")] + [methods[0]]
    table = table.sort_values(order, ascending=[True] * (len(order) - 1) + [False], kind="stable")
    ratings = [name for name in groups if name == "player_rating"]
    names = [name for name in groups if name != "player_rating"]
    rows = [
        [str(row[name]) for name in names]
        + [_or_dash(rating_text(row[name], whole=True)) for name in ratings]
        + [_or_dash(score_text(row["score"])), f"{int(row['games'])} of {int(row['games_found'])}"]
        + [_or_dash(rating_text(row["average_opponent_rating"]))]
        + [_rating_cell(name, row[name]) for name in methods]
        for _, row in table.iterrows()
    ]
    head = [*names, *("rating" for _ in ratings), "score", "games", "average", *methods]
    widths = [28] * len(names) + [-8] * len(ratings) + [-6, -11, -8] + [-15] * len(methods)
    return title + text_table(head, rows, widths) + f"\n\nsorted by {methods[0]}"


def _rating_cell(method: str, value: float) -> str:
    return _or_dash(rating_text(value, whole=METHODS[method].in_whole_numbers))


def _or_dash(text: str) -> str:
    return "-" if text in ("undefined", "nan") else text


def _lab(arguments: argparse.Namespace) -> int:
    from perfkit._lab import start

    return start(
        arguments.notebook,
        student=arguments.student,
        browser=not arguments.no_browser,
        port=arguments.port,
    )


if __name__ == "__main__":
    sys.exit(main())
