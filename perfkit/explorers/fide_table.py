"""FIDE table explorer: from rounds and score to a row of the table and a rating."""

from __future__ import annotations

import html
from collections.abc import Sequence
from types import EllipsisType

import ipywidgets as widgets
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit import fide
from perfkit._text import score_text
from perfkit.explorers._controls import Control, LinkedNumber
from perfkit.explorers._explorer import Explorer, Page, plain
from perfkit.explorers._picture import Panel, Picture
from perfkit.methods import METHODS, performance_rating
from perfkit.plots import _fide_table
from perfkit.plots._style import MINUS, number_text, rating_text, signed_text

_CARD_ROUNDS = range(8, 12)
_MOST_ROUNDS = 30
_ALL = (0, 100)


class FideTableExplorer(Explorer):
    """Percentage exact, percentage rounded, row of the table, Ra + dp.

    Parameters
    ----------
    n_games : int
        Rounds at the start, 1 to 30.
    score : float
        Points made at the start, in half points.
    average_opponent_rating : float
        Average rating of the opponents at the start, in Elo points.
    guess : None, ... or float
        The reader's guess of dp in Elo points: None hides nothing, ... covers the answer, a number
        is marked.

    Raises
    ------
    ValueError
        A guess that is no number.

    Notes
    -----
    Beside the picture stands the card of all scores for 8 to 11 rounds, with the row that is shown
    set off.

    Examples
    --------
    >>> FideTableExplorer(n_games=3, score=2.5)
    FideTableExplorer: 2½ of 3 is 83.33 %, rounded 83 %: dp +273. Average 2500 + 273: fide 2773.
    """

    def __init__(
        self,
        n_games: int = 4,
        score: float = 1.5,
        average_opponent_rating: float = 2500,
        guess: float | EllipsisType | None = None,
    ) -> None:
        self.n_games = LinkedNumber(
            "Rounds", n_games, 1, _MOST_ROUNDS, step=1, multiple_of=1, unit="games"
        )
        self.score = LinkedNumber(
            "Score", score, 0, n_games, step=0.5, multiple_of=0.5, unit="points"
        )
        self.average = LinkedNumber(
            "Average", average_opponent_rating, 0, 4000, step=1, unit="Elo points"
        )
        self.card = widgets.HTML()
        controls: dict[str, Control] = {
            "Rounds": self.n_games,
            "Score": self.score,
            "Average": self.average,
        }
        picture = Picture(
            (6.0, 4.4),
            _two_axes,
            [
                Panel(_fide_table.draw_table, _fide_table.move_table),
                Panel(_fide_table.draw_deviation, _fide_table.move_deviation),
            ],
        )
        super().__init__(controls, picture, guess, "dp, the rating difference of the table")

    def _arrange(self) -> Sequence[widgets.Widget]:
        numbers = widgets.VBox([self.n_games, self.score, self.average])
        beside = widgets.HBox([self.picture, self.card], layout={"align_items": "flex-start"})
        return [self.guess, numbers, self.readout, beside, self.details, self._foot()]

    def _page(self, guess: float | None) -> Page:
        n_games = int(self.n_games.number())
        self.score.set_high(n_games)
        score, average = self.score.number(), self.average.number()
        percentage, dp = int(fide.percentage(score, n_games)), int(fide.dp(score, n_games))
        rating = float(performance_rating([average] * n_games, score, method="fide"))
        table = _fide_table.table_numbers(_ALL, percentage=percentage, guess=guess)
        answer = (
            f"{score_text(score)} of {n_games} is {number_text(100 * score / n_games)} %, rounded "
            f"{percentage} %: dp {signed_text(dp)}. Average {number_text(average)} "
            f"{'+' if dp >= 0 else MINUS} {abs(dp)}: fide {rating_text(rating, 'fide')}."
        )
        return Page(
            numbers=(table, _fide_table.deviation_numbers(_ALL, percentage=percentage)),
            sentence=answer,
            alt=f"FIDE's table as dots on the normal curve, and table minus curve. {answer}",
            details=plain(
                f"Method fide, rounding: {METHODS['fide'].rounding}. Only the total of the results "
                f"and the average of the {n_games} opponents count; {n_games} of {n_games} games "
                f"used. At 0 and 100 % the ∓800 are notional."
            ),
            code=f"pk.fide.dp({score:g}, {n_games})\n"
            f'pk.performance_rating([{average:g}] * {n_games}, {score:g}, method="fide")',
            answer=float(dp),
        )

    def _show(self, page: Page, guess: float | None) -> None:
        super()._show(page, guess)
        self.card.value = _card(int(self.n_games.number()), self.score.number())

    def _cover(self, page: Page) -> None:
        super()._cover(page)
        self.card.value = ""


def _two_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(2, 1, sharex=True, height_ratios=(3, 1.4)))


def _card(n_games: int, score: float) -> str:
    """HTML card: dp of every score for 8 to 11 rounds, the present entry set off."""
    card = fide.dp_card(rounds=_CARD_ROUNDS).pivot(index="score", columns="n_games", values="dp")
    head = "".join(f'<th scope="col" style="{_CARD_CELL}">{rounds}</th>' for rounds in card)
    rows = []
    for made, row in card.sort_index(ascending=False).iterrows():
        cells = "".join(
            f'<td style="{_CARD_CELL}{_HERE if (made, rounds) == (score, n_games) else ""}">'
            f"{'' if dp != dp else html.escape(signed_text(dp))}</td>"
            for rounds, dp in row.items()
        )
        name = score_text(float(str(made)))
        rows.append(f'<tr><th scope="row" style="{_CARD_CELL}">{name}</th>{cells}</tr>')
    return (
        f'<table style="font-size:11px;line-height:1.45;border-collapse:collapse">'
        f'<caption style="white-space:nowrap">dp by score and rounds</caption>'
        f'<thead><tr><th scope="col" style="{_CARD_CELL}">score</th>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


_CARD_CELL = "text-align:right;padding:0 0.5em;"
_HERE = "outline:2px solid currentColor;font-weight:bold;"
