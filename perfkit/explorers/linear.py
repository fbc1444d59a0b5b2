"""Linear explorer: when does a win cost points?"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType

import ipywidgets as widgets
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit._text import score_text
from perfkit.explorers._controls import Buttons, Control, LinkedNumber
from perfkit.explorers._explorer import Explorer, Page, html_table, ratings_code
from perfkit.explorers._games import RESULTS, results_of
from perfkit.explorers._picture import Panel, Picture
from perfkit.methods import METHODS, performance_rating
from perfkit.plots import _linear
from perfkit.plots._style import MINUS, rating_text

_MOST_GAMES = 20
_NOUNS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


class LinearExplorer(Explorer):
    """One more game against an opponent of any rating: what does each method make of it?

    Parameters
    ----------
    n_games : int
        Games before the extra one at the start, 1 to 20.
    score : float
        Points made in them at the start, in half points.
    average_opponent_rating : float
        Rating of every opponent in them at the start, in Elo points.
    extra_rating : float
        Rating of the extra opponent at the start, in Elo points.
    guess : None, ... or float
        The reader's guess of what the extra game adds to `linear`, in Elo points: None hides
        nothing, ... covers the answer, a number is marked.

    Raises
    ------
    ValueError
        A guess that is no number.

    Notes
    -----
    Beside the gains stands the twin of the linear method: each game counts as the opponent's rating
    + 400, ± 0 or − 400, and the performance is their mean.

    Examples
    --------
    >>> LinearExplorer()
    LinearExplorer: One more win against 1400 after 6 of 8 against 2400: linear −88.9, fide −84, \
true_logistic +0.1 Elo points.
    """

    def __init__(
        self,
        n_games: int = 8,
        score: float = 6,
        average_opponent_rating: float = 2400,
        extra_rating: float = 1400,
        guess: float | EllipsisType | None = None,
    ) -> None:
        self.n_games = LinkedNumber(
            "Games", n_games, 1, _MOST_GAMES, step=1, multiple_of=1, unit="games"
        )
        self.score = LinkedNumber(
            "Score", score, 0, n_games, step=0.5, multiple_of=0.5, unit="points"
        )
        self.average = LinkedNumber(
            "Field", average_opponent_rating, 0, 4000, step=10, unit="Elo points"
        )
        self.extra = LinkedNumber("Extra", extra_rating, 0, 4000, step=10, unit="Elo points")
        self.result = Buttons("Extra result", RESULTS, 1.0, button_width="3em")
        controls: dict[str, Control] = {
            "Games": self.n_games,
            "Score": self.score,
            "Field": self.average,
            "Extra": self.extra,
            "Extra result": self.result,
        }
        picture = Picture(
            (8.6, 3.6),
            _two_axes,
            [
                Panel(_linear.draw_gain, _linear.move_gain),
                Panel(_linear.draw_twin, _linear.move_twin),
            ],
        )
        question = "what the extra game adds to linear, in Elo points"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        numbers = widgets.GridBox(
            [self.n_games, self.average, self.score, self.extra],
            layout={"grid_template_columns": "1fr 1fr"},
        )
        return [
            self.guess,
            numbers,
            self.result,
            self.readout,
            self.picture,
            self.details,
            self._foot(),
        ]

    def _page(self, guess: float | None) -> Page:
        n_games = int(self.n_games.number())
        self.score.set_high(n_games)
        score, average, extra = (
            control.number() for control in (self.score, self.average, self.extra)
        )
        result, field = float(self.result.value), [average] * n_games
        gains = _linear.gain_numbers(field, score, result=result, extra_rating=extra, guess=guess)
        twin = _linear.twin_numbers([*field, extra], [*results_of(score, n_games), result])
        said = ", ".join(
            f"{method} {_gain_text(gains.gains_now[method], method)}"
            for method in reversed(list(gains.gains_now))
        )
        answer = (
            f"One more {_NOUNS[result]} against {extra:g} after {score_text(score)} of {n_games} "
            f"against {average:g}: {said} Elo points."
        )
        before, extended = ratings_code(field), f"{ratings_code(field)} + [{extra:g}]"
        return Page(
            numbers=(gains, twin),
            sentence=answer,
            alt=f"Gain by one more game against the rating of its opponent, and each game as a "
            f"bar of R ± 400. {answer}",
            details=_before_and_after(field, score, extra, result),
            code=f'pk.performance_rating({extended}, {score + result:g}, method="linear") '
            f'- pk.performance_rating({before}, {score:g}, method="linear")',
            answer=gains.gains_now["linear"],
        )


def _two_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(1, 2, width_ratios=(3, 2)))


def _gain_text(gain: float, method: str) -> str:
    """Show a change in tenths, FIDE's in whole points; where both sides are unbounded, say so."""
    if gain != gain or abs(gain) == float("inf"):
        return "unbounded"
    decimals = 0 if METHODS[method].curve.in_hundredths else 1
    return f"{gain:+.{decimals}f}".replace("-", MINUS)


def _before_and_after(field: Sequence[float], score: float, extra: float, result: float) -> str:
    """HTML table: each method before and after the extra game, with its rounding."""
    rows = []
    for method in ("linear", "fide", "true_logistic"):
        before = float(performance_rating(field, score, method=method))
        after = float(performance_rating([*field, extra], score + result, method=method))
        texts = (rating_text(before, method), rating_text(after, method))
        rows.append((method, *texts, METHODS[method].opponents, METHODS[method].rounding))
    games = len(field)
    head = ("method", f"{games} games", f"{games + 1} games", "opponents", "rounding")
    return html_table(head, rows, f"All {games} and {games + 1} games used; ratings in Elo points")
