"""Linear explorer: when does a win cost points?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import EllipsisType

import ipywidgets as widgets
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit._text import score_text
from perfkit._validation import FloatArray
from perfkit.explorers._controls import Buttons, Control, LinkedNumber
from perfkit.explorers._explorer import (
    Explorer,
    Page,
    html_table,
    ratings_code,
    unbounded_change,
)
from perfkit.explorers._games import RESULTS, results_of
from perfkit.explorers._picture import Panel, Picture
from perfkit.methods import METHODS, performance_rating
from perfkit.plots import _linear
from perfkit.plots._style import THREE, rating_text, signed_fixed

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
        rated = _before_and_after(field, score, extra, result)
        answer = (
            f"One more {_NOUNS[result]} against {extra:g} after {score_text(score)} of {n_games} "
            f"against {average:g}: {_gains_text(rated)}."
        )
        before, extended = ratings_code(field), f"{ratings_code(field)} + [{extra:g}]"
        return Page(
            numbers=(gains, twin),
            sentence=answer,
            alt=f"Gain by one more game against the rating of its opponent, and each game as a "
            f"bar of R ± 400. {answer} {_costs_text(gains)}",
            details=_details(rated, n_games),
            code=f'pk.performance_rating({extended}, {score + result:g}, method="linear") '
            f'- pk.performance_rating({before}, {score:g}, method="linear")',
            answer=gains.gains_now["linear"],
            decimals=1,
        )


def _two_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(1, 2, width_ratios=(3, 2)))


_Rated = Mapping[str, tuple[float, float]]


def _before_and_after(field: Sequence[float], score: float, extra: float, result: float) -> _Rated:
    """Rate the event by each method without and with the extra game."""
    return {
        method: (
            float(performance_rating(field, score, method=method)),
            float(performance_rating([*field, extra], score + result, method=method)),
        )
        for method in reversed(THREE)
    }


def _gains_text(rated: _Rated) -> str:
    """Say each change in tenths, FIDE's in whole points; one that has no size in words."""
    sized, others = [], []
    for method, (before, after) in rated.items():
        if np.isfinite([before, after]).all():
            decimals = 0 if METHODS[method].curve.in_hundredths else 1
            sized.append(f"{method} {signed_fixed(after - before, decimals)}")
        else:
            others.append(f"{method} {unbounded_change(before, after, method)}")
    return "; ".join([f"{', '.join(sized)} Elo points", *others])


def _costs_text(gains: _linear.GainNumbers) -> str:
    """Say against which extra opponents of the picture each method takes points away."""
    tried = gains.extra_ratings
    costs = [f"{method} {_below(tried, gains.gains[method])}" for method in reversed(THREE)]
    return (
        f"Among extra opponents of {tried[0]:.0f} to {tried[-1]:.0f} the {_NOUNS[gains.result]} "
        f"costs points: {', '.join(costs)}."
    )


def _below(tried: FloatArray, gains: FloatArray) -> str:
    """Say where a rising gain crosses zero."""
    losing = np.flatnonzero(gains < 0)
    if not losing.size:
        return "nowhere"
    last = losing[-1]
    if last == tried.size - 1:
        return "everywhere"
    zero = np.interp(0.0, gains[last : last + 2], tried[last : last + 2])
    return f"below {zero:.0f}"


def _details(rated: _Rated, games: int) -> str:
    """HTML table: each method before and after the extra game, with its rounding."""
    rows = [
        (
            method,
            *(rating_text(rating, method) for rating in both),
            METHODS[method].opponents,
            METHODS[method].rounding,
        )
        for method, both in rated.items()
    ]
    head = ("method", f"{games} games", f"{games + 1} games", "opponents", "rounding")
    return html_table(head, rows, f"All {games} and {games + 1} games used; ratings in Elo points")
