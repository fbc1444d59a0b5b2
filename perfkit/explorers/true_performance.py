"""True performance explorer: which rating would this event not have changed?"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit._text import score_text
from perfkit.explorers._controls import Buttons, Control, LinkedNumber, Turns
from perfkit.explorers._explorer import Explorer, Page, plain, ratings_code
from perfkit.explorers._games import (
    check_games,
    results_of,
    results_text,
    spread_of,
    spread_out,
)
from perfkit.explorers._picture import Panel
from perfkit.explorers._relaid import RelaidPicture
from perfkit.methods import METHODS
from perfkit.plots import _true_performance as plots
from perfkit.plots._style import number_text, rating_text, signed_fixed

_CURVES = (("logistic", "logistic"), ("normal", "normal"))


class TruePerformanceExplorer(Explorer):
    """Drag a rating until the expected points meet the score; there the event changes nothing.

    Parameters
    ----------
    opponent_ratings : sequence of float
        Elo ratings of the opponents at the start; the spread slider moves them apart or together
        about their average.
    results : sequence of float
        1, 0.5 or 0 per game.
    rating : float
        Rating tried at the start, in Elo points.
    k_factor : float
        Development coefficient at the start.
    guess : None, ... or float
        The reader's guess of the true performance rating in Elo points: None hides nothing, ...
        covers the answer, a number is marked.

    Raises
    ------
    ValueError
        No opponents, not one result per game, a result that is not 1, 0.5 or 0.

    Notes
    -----
    "Shuffle results" gives the same results to other opponents: nothing moves.

    Examples
    --------
    >>> TruePerformanceExplorer((2400, 2500, 2600), rating=2400)
    TruePerformanceExplorer: Unchanged rating: true_logistic 2792.23. At 2400 the event promises \
1.10 of 3 points, 2½ were made: +28.0 with K = 20.
    """

    def __init__(
        self,
        opponent_ratings: Sequence[float] = (2000, 2500, 3000),
        results: Sequence[float] = (1, 1, 0.5),
        rating: float = 2500,
        k_factor: float = 20,
        guess: float | EllipsisType | None = None,
    ) -> None:
        self._opponents, self._results = check_games(opponent_ratings, results)
        score, n_games = sum(self._results), len(self._results)
        self.rating = LinkedNumber("Rating", rating, 0, 4000, step=1, unit="Elo points")
        self.score = LinkedNumber(
            "Score", score, 0, n_games, step=0.5, multiple_of=0.5, unit=f"of {n_games}"
        )
        self.k_factor = LinkedNumber("K", k_factor, 1, 60, step=1, unit="points")
        self.spread = LinkedNumber(
            "Spread ±", spread_of(self._opponents), 0, 1000, step=10, unit="Elo points"
        )
        self.curve = Buttons("Curve", _CURVES, "logistic")
        self.shuffle = Turns("Shuffle results", "Give the same results to other opponents")
        controls: dict[str, Control] = {
            "Rating": self.rating,
            "Score": self.score,
            "K": self.k_factor,
            "Spread ±": self.spread,
            "Curve": self.curve,
            "Shuffle results": self.shuffle,
        }
        picture = RelaidPicture(
            (8.6, 3.3),
            _two_axes,
            [
                Panel(plots.draw_changes, plots.move_changes),
                Panel(plots.draw_stack, plots.move_stack),
            ],
            _beside,
        )
        question = "the rating at which this event changes nothing"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        numbers = widgets.GridBox(
            [self.rating, self.k_factor, self.score, self.spread],
            layout={"grid_template_columns": "1fr 1fr"},
        )
        others = widgets.HBox([self.curve, self.shuffle])
        return [self.guess, numbers, others, self.readout, self.picture, self.details, self._foot()]

    def _page(self, guess: float | None) -> Page:
        rating, k_factor, score = (
            control.number() for control in (self.rating, self.k_factor, self.score)
        )
        opponents = spread_out(self._opponents, self.spread.number())
        results = self._results_now(score)
        event = plots.true_numbers(
            opponents, score, curve=self.curve.value, rating=rating, guess=guess
        )
        changes, stack = plots.changes_numbers(event, [k_factor]), plots.stack_numbers(event)
        method = plots.TRUE_METHODS[event.curve]
        promised = f"{stack.total_now:.2f} of {len(opponents)} points"
        answer = (
            f"Unchanged rating: {method} {rating_text(event.answer, method)}. "
            f"At {rating:g} the event promises {promised}, {score_text(score)} were made: "
            f"{signed_fixed(changes.changes_now[0], 1)} with K = {k_factor:g}."
        )
        shares = ", ".join(
            f"{number_text(name)} {share:.2f}"
            for name, share in zip(stack.names, stack.pieces_now, strict=True)
        )
        return Page(
            numbers=(changes, stack),
            sentence=answer,
            alt=f"Change of rating, and expected points per opponent, against rating. {answer} "
            f"Opponents and the points expected against them at {rating:g}: {shares}.",
            details=_details(opponents, results, method),
            code=f'pk.performance_rating({ratings_code(opponents)}, {score:g}, method="{method}")',
            answer=event.answer,
        )

    def _results_now(self, score: float) -> list[float]:
        """Results that make up the score, handed on by one opponent at each shuffle."""
        n_games = len(self._results)
        made = self._results if sum(self._results) == score else results_of(score, n_games)
        return list(np.roll(made, self.shuffle.turns).tolist())


def _two_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(1, 2))


def _beside(numbers: Sequence[Any]) -> Hashable:
    """Length of the numbers on both height axes, and the opponents' ratings at the right."""
    changes, stack = numbers
    lengths = [len(f"{end:.0f}") for end in plots.reach_of(changes)]
    names = [number_text(name) for name in stack.names]
    return *lengths, max(map(len, names)), len(names)


def _details(opponents: Sequence[float], results: Sequence[float], method: str) -> str:
    """Say what the number stands on: games, results in order, method, rounding."""
    games = ", ".join(f"{rating:g}" for rating in opponents)
    return plain(
        f"Results {results_text(results)} against {games}; {len(opponents)} of {len(opponents)} "
        f"games used. Method {method}, rounding {METHODS[method].rounding}, "
        f"{METHODS[method].opponents} opponent counted."
    )
