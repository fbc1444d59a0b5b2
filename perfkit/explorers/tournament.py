"""Tournament explorer: a file of one's own, a player, the methods, and what every game brought."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import EllipsisType
from typing import Any, NoReturn

import ipywidgets as widgets
import numpy as np
import pandas as pd

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit.explorers._controls import Buttons, ByValue, Callback, Control
from perfkit.explorers._explorer import Explorer, Page, html_table, unbounded_change
from perfkit.explorers._picture import Panel, text_width
from perfkit.explorers._relaid import RelaidPicture
from perfkit.form import used_games
from perfkit.methods import METHODS, methods_by_name
from perfkit.plots import _tournament
from perfkit.plots._style import THREE, number_text, rating_text, signed_text
from perfkit.readers import GamesFile, read_games
from perfkit.table import performance_table
from perfkit.uncertainty import Interval, interval

_FORFEITS = (("left out", "drop"), ("counted as games", "count"))
_MOST_KEPT = 100  # frames
_NO_FILE = "Upload a file: PGN, TRF, CSV, a spreadsheet or a crosstable."
#: Methods that have an interval, and the curve that it is for.
_CURVES = {"true_logistic": "logistic", "true_normal": "normal"}


class _Upload(ByValue, widgets.FileUpload):
    """A button for one file of any kind; what it is, reading finds out."""

    def __init__(self) -> None:
        self._start = ()
        super().__init__(description="Upload a file", multiple=False, layout={"width": "12em"})

    def file(self) -> tuple[str, bytes] | None:
        """Name and contents of the file, None where none was uploaded."""
        if not self.value:
            return None
        return str(self.value[0]["name"]), bytes(self.value[0]["content"])


class _Players(widgets.Dropdown):
    """The players of the file that is shown."""

    def __init__(self) -> None:
        self._offering = False
        super().__init__(
            description="Player", layout={"width": "28em"}, style={"description_width": "6em"}
        )

    def offer(self, options: Sequence[tuple[str, Any]], first: Any) -> None:
        """Offer other players without asking for an update, which is under way."""
        self._offering = True
        self.options = options
        self.value = self._start = first
        self._offering = False

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each choice of the reader."""
        self.observe(lambda _: None if self._offering else callback(), names="value")

    def reset(self) -> None:
        """Go back to the player that the file began with."""
        if self.options:
            self.value = self._start


class _Methods(widgets.GridBox):
    """A box to tick for each method."""

    def __init__(self, ticked: Sequence[str]) -> None:
        self._start = tuple(ticked)
        self.boxes = {
            name: widgets.Checkbox(
                value=name in ticked, description=name, indent=False, layout={"width": "auto"}
            )
            for name in METHODS
        }
        columns = {"grid_template_columns": "repeat(4, 1fr)", "width": "44em"}
        super().__init__(list(self.boxes.values()), layout=columns)

    def names(self) -> list[str]:
        """Methods that are ticked, those of the start first."""
        order = dict.fromkeys((*self._start, *METHODS))
        ticked = [name for name in order if self.boxes[name].value]
        if not ticked:
            check.fail("Methods", "have at least one method ticked", "none")
        return ticked

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each tick."""
        for box in self.boxes.values():
            box.observe(lambda _: callback(), names="value")

    def reset(self) -> None:
        """Tick the methods of the start."""
        for name, box in self.boxes.items():
            box.value = name in self._start


class TournamentExplorer(Explorer):
    """One's own event: file, player, methods; the number with its interval, and every game's part.

    Parameters
    ----------
    source : str or path, optional
        The file to begin with, as `perfkit.read_games` takes it; without it the explorer waits for
        an upload.
    player : str, optional
        Identifier or name of the player to begin with; by default the first of the file.
    methods : sequence of str
        Methods of `perfkit.METHODS` that are ticked at the start.
    guess : None, ... or float
        The reader's guess by how many Elo points the first method moves when the player's forfeits
        are left out instead of counted: None hides nothing, ... covers the answer, a number is
        marked.

    Raises
    ------
    ValueError
        An unknown method, a player who is not in the file; a `source` that cannot be read.

    Notes
    -----
    "As code" gives the call with the file's name, since what was uploaded cannot be run again:
    put the file beside the notebook.

    Examples
    --------
    >>> from perfkit import datasets
    >>> file = datasets.path("tatasteel2022")
    >>> round(TournamentExplorer(file, player="Dubov, Daniil").answer, 2)
    92.08
    """

    code_rows = 3

    def __init__(
        self,
        source: str | PathLike[str] | None = None,
        *,
        player: str | None = None,
        methods: Sequence[str] = THREE,
        guess: float | EllipsisType | None = None,
    ) -> None:
        names = [method.name for method in methods_by_name(methods)]
        self._source = source
        self._wanted = player
        self._uploaded: tuple[str, bytes] | None = None
        self._file: GamesFile | None = None
        self.table: pd.DataFrame | None = None
        self._kept: dict[tuple[Any, ...], pd.DataFrame] = {}
        self.upload = _Upload()
        self.player = _Players()
        self.forfeits = Buttons("Forfeits", _FORFEITS, "drop")
        self.methods = _Methods(names)
        self.report = widgets.HTML()
        if source is not None:
            self._take(read_games(source), None)
        controls: dict[str, Control] = {
            "Upload a file": self.upload,
            "Player": self.player,
            "Forfeits": self.forfeits,
            "Methods": self.methods,
        }
        picture = RelaidPicture(
            (8.6, 4.4),
            lambda figure: [figure.subplots()],
            [Panel(_tournament.draw_points, _tournament.move_points)],
            _beside,
            _room,
        )
        question = f"by how much leaving the forfeits out moves {names[0]}, in Elo points"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        file = widgets.HBox([self.upload, self.player])
        return [
            self.guess, file, self.forfeits, self.methods, self.readout, self.picture, self.details,
            self.report, self._foot(),
        ]  # fmt: skip

    def _page(self, guess: float | None) -> Page:
        file = self._read()
        key, methods = self.player.value, self.methods.names()
        rule = str(self.forfeits.value)
        self.table = self._table_of(file, methods, rule).copy()
        own = {each: self._table_of(file, methods, each, key) for _, each in _FORFEITS}
        rows = {each: table.iloc[0] for each, table in own.items()}
        used = self._used_games(file, key, rule)
        left_out = _reasons(used.attrs["left_out"])
        if used.empty:
            self._nobody(f"{_counted(rows[rule], left_out)} Every rating is undefined.")
        ratings, results = used["opponent_rating"].tolist(), used["result"].tolist()
        with_them, without = (float(rows[each][methods[0]]) for each in ("count", "drop"))
        with np.errstate(invalid="ignore"):  # two unbounded numbers have no difference: nan
            moved = float(np.subtract(without, with_them))
        has_forfeits = rows["drop"]["games"] != rows["count"]["games"]
        sized = has_forfeits and np.isfinite(moved)
        numbers = _tournament.points_numbers(
            ratings, results, names=used["opponent"].tolist(), methods=methods,
            moved=("forfeits left out", moved) if sized else None, guess=guess,
        )  # fmt: skip
        ends = {
            name: interval(ratings, sum(results), results=results, curve=_CURVES[name])
            for name in methods
            if name in _CURVES
        }
        sentence = _said(rows[rule], methods, ends, left_out)
        if sized:
            sentence += f" Leaving the forfeits out moves {methods[0]} by {signed_text(moved)}."
        elif has_forfeits:
            change = unbounded_change(with_them, without, methods[0])
            sentence += f" Leaving the forfeits out moves {methods[0]}: {change}."
        return Page(
            numbers=(numbers,),
            sentence=sentence,
            alt=f"Points that each game brought, by {', '.join(methods)}. {sentence}",
            details=_details(rows[rule], methods, ends, left_out),
            code=self._call(methods, rule),
            answer=moved if has_forfeits else None,
        )

    def _table_of(
        self, file: GamesFile, methods: list[str], rule: str, key: tuple[str, str] | None = None
    ) -> pd.DataFrame:
        """Table of the whole file or of one player's games, made once."""

        def make() -> pd.DataFrame:
            games = file.games if key is None else _rows_of(file.games, key)
            return performance_table(games, methods=methods, forfeits=rule)

        return self._once((key, *methods, rule), make)

    def _used_games(self, file: GamesFile, key: tuple[str, str], rule: str) -> pd.DataFrame:
        """Games of a player that count, found once."""
        return self._once((key, rule), lambda: used_games(_rows_of(file.games, key), forfeits=rule))

    def _once(self, asked: tuple[Any, ...], make: Callable[[], pd.DataFrame]) -> pd.DataFrame:
        """Keep what was made for the file, since people go to and fro."""
        if asked not in self._kept:
            if len(self._kept) == _MOST_KEPT:
                self._kept.clear()
            self._kept[asked] = make()
        return self._kept[asked]

    def _read(self) -> GamesFile:
        """Take in what was uploaded since the last time, or go back to the first file."""
        uploaded = self.upload.file()
        if uploaded is None and self._source is not None and self._uploaded is not None:
            self._take(read_games(self._source), None)
        if uploaded is not None and uploaded != self._uploaded:
            self._take(_read_upload(*uploaded), uploaded)
        if self._file is None:
            self._nobody(_NO_FILE)
        return self._file

    def _take(self, file: GamesFile, uploaded: tuple[str, bytes] | None) -> None:
        """Show the players of a file; the one to begin with is the caller's or the first."""
        options = _players(file)
        wanted = self._wanted if uploaded is None else None
        fitting = [key for label, key in options if wanted in (None, key[1], label.split(" – ")[0])]
        if not fitting:
            check.fail("player", "be an identifier or a name in the file", check.show(wanted))
        self._file, self._uploaded, self._kept = file, uploaded, {}
        self.player.offer(options, fitting[0])
        self.report.value = file.report._repr_html_()

    def _nobody(self, why: str) -> NoReturn:
        """Cover a picture that belongs to somebody else, and say why there is none."""
        self.picture.cover(why)
        self.details.value, self.code.value, self.answer = "", "", None
        raise ValueError(why)

    def _call(self, methods: Sequence[str], rule: str) -> str:
        name = self._uploaded[0] if self._uploaded is not None else str(self._source)
        counted = "" if rule == "drop" else f', forfeits="{rule}"'
        event, player = self.player.value
        several = len({key[0] for _, key in self.player.options}) > 1
        of_event = f'(table["event_id"] == {event!r}) & ' if several else ""
        return (
            f"table = pk.performance_table(pk.read_games({name!r}).games, "
            f"methods={list(methods)}{counted})\n"
            f'table[{of_event}(table["player_id"] == {player!r})]'
        )


def _beside(numbers: Sequence[Any]) -> Hashable:
    """Names of the rows."""
    return tuple(numbers[0].names)


def _room(numbers: Sequence[Any]) -> Hashable:
    """Width of the longest name of a row, and how many entries the legend above them has."""
    points: _tournament.PointsNumbers = numbers[0]
    width = max(text_width(name) for name in points.names)
    return width, tuple(points.brought), points.moved is None


def _read_upload(name: str, content: bytes) -> GamesFile:
    """Read an uploaded file under its own name, which the report and errors then show."""
    with TemporaryDirectory() as folder:
        path = Path(folder, Path(name).name or "upload")
        path.write_bytes(content)
        return read_games(path)


def _players(file: GamesFile) -> list[tuple[str, tuple[str, str]]]:
    """Label and key of every player of every event; the event is named where there are several."""
    table = performance_table(file.games, methods="linear")
    if table.empty:
        check.fail("file", "hold at least one game", "none")
    several = table["event_id"].nunique() > 1
    columns = (table[name] for name in ("event_id", "event", "player_id", "player"))
    return [
        (f"{player} – {event or code}" if several else player, (code, identifier))
        for code, event, identifier, player in zip(*columns, strict=True)
    ]


def _rows_of(frame: pd.DataFrame, key: tuple[str, str]) -> pd.DataFrame:
    """Rows of one player in one event."""
    return frame[(frame["event_id"] == key[0]) & (frame["player_id"] == key[1])]


def _reasons(left_out: pd.DataFrame) -> str:
    counts = left_out["why"].value_counts()
    return ", ".join(f"{why} ({count})" for why, count in counts.items())


def _counted(row: pd.Series[Any], left_out: str) -> str:
    """Say how many games count, and why the others do not."""
    text = f"{row['player']}: {row['games']} of {row['games_found']} games found used"
    return f"{text}, left out: {left_out}." if left_out else f"{text}."


def _said(
    row: pd.Series[Any], methods: Sequence[str], ends: Mapping[str, Interval], left_out: str
) -> str:
    """Say score, every method with its interval where it has one, and the games used."""
    numbers = ", ".join(
        f"{name} {rating_text(row[name], name)}" + (f" ({ends[name]})" if name in ends else "")
        for name in methods
    )
    made = f"{score_text(row['score'])} of {row['games']}"
    return f"{_counted(row, left_out)} {made}: {numbers}."


def _details(
    row: pd.Series[Any], methods: Sequence[str], ends: Mapping[str, Interval], left_out: str
) -> str:
    """HTML table of the methods, with intervals and roundings."""
    rows = [
        (
            name,
            rating_text(row[name], name),
            str(ends[name]) if name in ends else "none is defined",
            METHODS[name].opponents,
            METHODS[name].rounding,
        )
        for name in methods
    ]
    average = f"Average opponent {number_text(row['average_opponent_rating'])}"
    head = ("method", "rating", "interval", "opponents", "rounding")
    return html_table(head, rows, f"{_counted(row, left_out)} {average}; ratings as in the file")
