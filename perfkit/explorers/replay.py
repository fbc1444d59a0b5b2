"""Replay explorer: play the same event again and again, and count the bands that miss."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit._text import score_text
from perfkit._validation import FloatArray
from perfkit.explorers._controls import Buttons, Control, LinkedNumber, Turns
from perfkit.explorers._explorer import Explorer, Page, plain, ratings_code
from perfkit.explorers._picture import Panel, Picture
from perfkit.plots import _coverage, _replay
from perfkit.plots._style import rating_text
from perfkit.uncertainty import KINDS, simulate_events

_MOST_GAMES = 30
_AT_ONCE = 20
_PLACES, _STEP = 25, 5  # bands shown; the oldest leave in fives, so that the axis stands still
_OPPONENT = 2500.0
_LEVELS = tuple((f"{percent} %", percent / 100) for percent in (80, 90, 95, 99))


class ReplayExplorer(Explorer):
    """One press of a key plays the event once more: a line, a band, and a tick "held" or "missed".

    Parameters
    ----------
    rating_diff : float
        True rating minus that of the opponents, all 2500, at the start; 0 to 500 Elo points.
    n_games : int
        Games of the event at the start, 1 to 30.
    draw_rate : float
        Probability of a draw between equals at the start, 0 to 1; the interval is told.
    kind : {"score", "exact", "mid_p", "profile", "wald"}
        Kind of interval at the start.
    level : {0.8, 0.9, 0.95, 0.99}
        What the interval promises at the start.
    seed : int
        Start of the random numbers, so that the replays can be repeated.
    guess : None, ... or float
        The reader's guess how many of twenty bands miss in the long run: None hides nothing, ...
        covers the answer, a number is marked.

    Raises
    ------
    ValueError
        A guess that is no number.

    Notes
    -----
    The random numbers stay the same while kind, gap or draw rate change, so that one sees the same
    luck under other rules. "Missed" includes events for which kind "wald" has no band at all.

    Examples
    --------
    >>> explorer = ReplayExplorer()
    >>> round(explorer.answer, 1)               # of 20 Wald bands; the promise is 1
    9.3
    """

    code_rows = 3

    def __init__(
        self,
        rating_diff: float = 400,
        n_games: int = 9,
        draw_rate: float = 0.0,
        kind: str = "wald",
        level: float = 0.95,
        seed: int = 1,
        guess: float | EllipsisType | None = None,
    ) -> None:
        self._seed = seed
        self.gap = LinkedNumber("True gap", rating_diff, 0, 500, step=10, unit="Elo points")
        self.n_games = LinkedNumber(
            "Games", n_games, 1, _MOST_GAMES, step=1, multiple_of=1, unit="games"
        )
        self.draws = LinkedNumber("Draw rate", draw_rate, 0, 1, step=0.05, unit="of games")
        self.kind = Buttons("Interval", tuple((each, each) for each in KINDS), kind, width="32em")
        self.level = Buttons("Level", _LEVELS, level)
        self.once = Turns("Replay", "Play the event once more")
        self.many = Turns(f"{_AT_ONCE} replays", f"Play the event {_AT_ONCE} times more")
        controls: dict[str, Control] = {
            "True gap": self.gap,
            "Games": self.n_games,
            "Draw rate": self.draws,
            "Interval": self.kind,
            "Level": self.level,
            "Replay": self.once,
            f"{_AT_ONCE} replays": self.many,
        }
        picture = Picture(
            (9.0, 3.5),
            _three_axes,
            [
                Panel(_replay.draw_funnel, _replay.move_funnel),
                Panel(_draw_last, _replay.move_replays),
                Panel(_replay.draw_tally, _replay.move_tally),
            ],
        )
        question = f"how many of {_AT_ONCE} bands miss the truth in the long run"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        numbers = widgets.GridBox(
            [self.gap, self.n_games, self.draws, self.level],
            layout={"grid_template_columns": "1fr 1fr"},
        )
        buttons = widgets.HBox([self.kind, self.once, self.many])
        return [
            self.guess,
            numbers,
            buttons,
            self.readout,
            self.picture,
            self.details,
            self._foot(),
        ]

    def _page(self, guess: float | None) -> Page:
        n_games, draw_rate = int(self.n_games.number()), self.draws.number()
        truth = _OPPONENT + self.gap.number()
        kind, level = str(self.kind.value), float(self.level.value)
        opponents = [_OPPONENT] * n_games
        results = self._play(truth, opponents, draw_rate)
        choices: dict[str, Any] = {"kind": kind, "level": level, "draw_rate": draw_rate or None}
        funnel = _replay.funnel_numbers(
            opponents, results[-1], rating=truth, replays=results[-_AT_ONCE - 1 : -1], **choices
        )
        every = _replay.replays_numbers(opponents, results, truth, **choices)
        held = _coverage.coverage_at(
            truth - _OPPONENT, n_games=n_games, draw_rate=draw_rate, kind=kind, level=level
        )
        tally = _replay.tally_numbers(every, coverage=float(held), level=level, guess=guess)
        sentence = _said(results[-1], every, kind, tally.long_run)
        asked = f", draw_rate={draw_rate:g}" if draw_rate else ""
        shown = every.last(_PLACES, step=_STEP)
        return Page(
            numbers=(funnel, shown, tally),
            sentence=sentence,
            alt="Running performance with its band, the bands of the last replays, and the misses "
            f"so far. Of {len(every.bands)} replays {len(shown.bands)} are shown, {shown.missed} "
            f"of them missed. {sentence}",
            details=plain(
                f"Truth {truth:g}, {n_games} games against {_OPPONENT:g}; all {n_games} used. "
                f"Method true_logistic, rounding none; {kind} interval, {level:.0%}, "
                f"{'told the draw rate of equals' if draw_rate else 'no draws'}."
            ),
            code=f"pk.interval({ratings_code(opponents)}, {results[-1].sum():g}, "
            f'kind="{kind}", level={level:g}{asked})\n'
            f"20 * (1 - pk.plots.coverage_at({truth - _OPPONENT:g}, n_games={n_games}, "
            f'draw_rate={draw_rate:g}, kind="{kind}", level={level:g}))',
            answer=tally.long_run,
            decimals=1,
        )

    def _play(self, truth: float, opponents: list[float], draw_rate: float) -> FloatArray:
        """Results of all replays so far; more replays continue the same random numbers."""
        replays = 1 + self.once.turns + _AT_ONCE * self.many.turns
        rng = np.random.default_rng(self._seed)
        return simulate_events(truth, opponents, replays, rng=rng, draw_rate=draw_rate)


def _three_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(1, 3, width_ratios=(4, 4, 3)))


def _draw_last(ax: Axes, numbers: _replay.ReplaysNumbers) -> _replay.ReplaysArtists:
    return _replay.draw_replays(ax, numbers, places=_PLACES)


def _said(results: FloatArray, every: _replay.ReplaysNumbers, kind: str, long_run: float) -> str:
    """Say what the last replay gave, and how many have missed so far."""
    last, n_replays = every.bands[-1], len(every.bands)
    held = "held" if last.holds(every.rating) else "missed"
    if np.isnan(last.low):
        found = f"no {kind} band, which counts as missed"
    else:
        ends = f"{_end(last.low)} to {_end(last.high)}"
        found = f"{kind} band {ends} {held} the truth {every.rating:g}"
    return (
        f"Replay {n_replays}: {score_text(results.sum())} of {results.size}, performance "
        f"{rating_text(last.estimate, 'true_logistic')}, {found}. So far {every.missed} of "
        f"{n_replays} missed; in the long run {long_run:.1f} of {_AT_ONCE}."
    )


def _end(rating: float) -> str:
    return f"{rating:.0f}" if np.isfinite(rating) else "unbounded"
