"""Event explorer: a row per game, four numbers, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType

import ipywidgets as widgets
import pandas as pd

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit.explorers._controls import (
    RATING_RANGE,
    Buttons,
    Callback,
    Control,
    NumberBox,
    Switch,
    plain_number,
)
from perfkit.explorers._explorer import Explorer, Page, html_table, ratings_code
from perfkit.explorers._games import RESULTS, check_games
from perfkit.explorers._picture import Panel, Picture
from perfkit.methods import FIRST_FOUR, compare
from perfkit.plots import _event
from perfkit.plots._style import rating_text


class _GameRow(widgets.HBox):
    """One game: the opponent's rating, the result, and a way to take the game out."""

    def __init__(self, number: int, rating: float, result: float, games: Games) -> None:
        self.rating = NumberBox(
            f"Opponent {number}", rating, *RATING_RANGE, width="10.5em", label_width="6em"
        )
        self.result = Buttons(
            f"Result {number}",
            RESULTS,
            result,
            width="10em",
            label_width=None,
            button_width="2.8em",
        )
        self.remove = widgets.Button(
            description="Remove", tooltip=f"Remove game {number}", layout={"width": "6.5em"}
        )
        self.remove.on_click(lambda _: games.remove(self))
        super().__init__([self.rating, self.result, self.remove])

    def put(self, rating: float, result: float) -> None:
        """Show another rating and result."""
        self.rating.value, self.result.value = plain_number(rating), result

    def renumber(self, number: int) -> None:
        """Give the row its place among the games."""
        self.rating.description = f"Opponent {number}"
        self.result.tooltips = [f"Result {number}: {shown}" for shown, _ in RESULTS]
        self.remove.tooltip = f"Remove game {number}"


class Games(widgets.VBox):
    """The games of an event as rows that can be changed, added and removed."""

    def __init__(self, opponent_ratings: Sequence[float], results: Sequence[float]) -> None:
        self._start = tuple(zip(opponent_ratings, results, strict=True))
        self._callbacks: list[Callback] = []
        self._list = widgets.VBox(layout={"max_height": "17em", "overflow": "hidden auto"})
        self.add = widgets.Button(description="Add a game", layout={"width": "9em"})
        self.add.on_click(lambda _: self._append(self._last_rating(), 1.0))
        super().__init__([self._list, self.add], layout={"flex": "0 0 auto"})
        self.reset()

    @property
    def rows(self) -> tuple[_GameRow, ...]:
        """The rows in order."""
        return tuple(self._list.children)

    def read(self) -> tuple[list[float], list[float]]:
        """Return ratings and results, or raise the sentence that says what is wrong."""
        if not self.rows:
            check.fail("opponent_ratings", "hold at least one rating", "none: add a game")
        return [row.rating.number() for row in self.rows], [row.result.value for row in self.rows]

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each change in a row, and after each row more or less."""
        self._callbacks.append(callback)

    def remove(self, row: _GameRow) -> None:
        """Take a game out."""
        self._put([other for other in self.rows if other is not row])

    def reset(self) -> None:
        """Go back to the games at the start; rows that are there stay, so that no focus is lost."""
        rows = list(self.rows[: len(self._start)])
        for row, game in zip(rows, self._start, strict=False):
            row.put(*game)
        more = range(len(rows), len(self._start))
        self._put([*rows, *(self._row(at + 1, *self._start[at]) for at in more)])

    def _row(self, number: int, rating: float, result: float) -> _GameRow:
        row = _GameRow(number, rating, result, self)
        row.rating.on_change(self._tell)
        row.result.on_change(self._tell)
        return row

    def _append(self, rating: float, result: float) -> None:
        self._put([*self.rows, self._row(len(self.rows) + 1, rating, result)])

    def _last_rating(self) -> float:
        """Rating of the last game where it can be read, else the first of the start."""
        try:
            return self.rows[-1].rating.number()
        except (IndexError, ValueError):
            return self._start[0][0]

    def _put(self, rows: list[_GameRow]) -> None:
        for at, row in enumerate(rows):
            row.renumber(at + 1)
        self._list.children = rows
        self._tell()

    def _tell(self) -> None:
        for callback in self._callbacks:
            callback()


class EventExplorer(Explorer):
    """One event, live: change ratings and results, see which of the printed numbers move.

    Parameters
    ----------
    opponent_ratings : sequence of float
        Elo ratings of the opponents at the start.
    results : sequence of float
        1, 0.5 or 0 per game at the start.
    guess : None, ... or float
        The reader's guess of `true_logistic`, the default of `performance_rating`, in Elo points:
        None hides nothing, ... covers the answer, a number is marked.

    Raises
    ------
    ValueError
        No opponents, not one result per game, a result that is not 1, 0.5 or 0.

    Notes
    -----
    The four numbers stand in the order in which `compare` shows them; "More methods" shows all
    twelve.

    Examples
    --------
    >>> explorer = EventExplorer()
    >>> explorer
    EventExplorer: 2½ of 3: true_normal 2785.03, fide 2773, linear 2766.67, true_logistic 2792.23.
    """

    def __init__(
        self,
        opponent_ratings: Sequence[float] = (2400, 2500, 2600),
        results: Sequence[float] = (1, 1, 0.5),
        guess: float | EllipsisType | None = None,
    ) -> None:
        ratings, made = check_games(opponent_ratings, results)
        self.games = Games(ratings, made)
        self.more = Switch("More methods")
        picture = Picture(
            (5.2, 3.6),
            lambda figure: [figure.subplots()],
            [Panel(_event.draw_event, _event.move_event)],
        )
        controls: dict[str, Control] = {"Games": self.games, "More methods": self.more}
        super().__init__(controls, picture, guess, "the rating that performance_rating prints")

    def _arrange(self) -> Sequence[widgets.Widget]:
        right = widgets.VBox([self.readout, self.picture], layout={"flex": "1 1 auto"})
        event = widgets.HBox([self.games, right])
        return [self.guess, event, self.more, self.details, self._foot()]

    def _page(self, guess: float | None) -> Page:
        opponents, results = self.games.read()
        score = sum(results)
        methods = "all" if self.more.value else None
        table = compare(opponents, score, methods=methods)
        numbers = _event.event_numbers(opponents, score, guess=guess)
        four = ", ".join(f"{name} {rating_text(table.rating[name], name)}" for name in FIRST_FOUR)
        made = f"{score_text(score)} of {len(opponents)}"
        asked = ', methods="all"' if methods else ""
        return Page(
            numbers=(numbers,),
            sentence=f"{made}: {four}.",
            alt=f"Expected points against rating tried, normal and logistic curve; {made}: {four}.",
            details=_table(table, len(opponents)),
            code=f"pk.compare({ratings_code(opponents)}, {score:g}{asked})",
            answer=float(table.rating["true_logistic"]),
        )


_COLUMNS = ("curve", "opponents", "rounding", "also_printed_as")


def _table(table: pd.DataFrame, n_games: int) -> str:
    """HTML table of the methods: the number first, then what it stands on."""
    rows = [
        (str(method), rating_text(row["rating"], str(method)), *(row[name] for name in _COLUMNS))
        for method, row in table.iterrows()
    ]
    head = ("method", "rating", "curve", "opponents", "rounding", "also printed as")
    caption = f"{n_games} of {n_games} games used, none left out; ratings in Elo points"
    for name, reason in table.attrs["undefined"].items():
        caption += f"; {name} is undefined here: {reason}"
    return html_table(head, rows, caption)
