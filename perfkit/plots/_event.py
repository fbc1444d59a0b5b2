"""One event: expected points against the rating tried, on two curves, and the four answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.text import Annotation

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit._validation import FloatArray
from perfkit.curves import total_expected_score
from perfkit.methods import FIRST_FOUR, performance_rating
from perfkit.plots import _style as style

_CROSSING = {"normal": "true_normal", "logistic": "true_logistic"}
_AVERAGE_ONLY = ("fide", "linear")
# The curves nearly cover each other: the one behind is the wider line.
_WIDTHS = {"normal": 2.8, "logistic": 1.3}


@dataclass(frozen=True)
class EventNumbers:
    """What `event_curves` shows: ratings tried, expected points per curve, score, four answers."""

    ratings: FloatArray
    totals: Mapping[str, FloatArray]
    score: float
    n_games: int
    answers: Mapping[str, float]
    guess: float | None
    close_up: tuple[float, float] | None


def event_numbers(
    opponent_ratings: Any, score: Any, *, guess: Any = None, inset: bool = True
) -> EventNumbers:
    """Compute everything that the picture of one event shows."""
    opponents = check.opponents(opponent_ratings)
    points = style.one_number(score, "score")
    marked = style.optional_number(guess, "guess")
    answers = {
        method: float(performance_rating(opponents, points, method=method)) for method in FIRST_FOUR
    }
    ratings = np.linspace(*style.rating_window(opponents, answers.values()), 241)
    totals = {
        curve: np.asarray(total_expected_score(opponents, ratings, curve=curve))
        for curve in _CROSSING
    }
    close_up = _close_up(answers) if inset else None
    return EventNumbers(ratings, totals, points, opponents.size, answers, marked, close_up)


def _close_up(answers: Mapping[str, float]) -> tuple[float, float] | None:
    """Range of ratings just wide enough for the answers; none where one of them is unbounded."""
    values = list(answers.values())
    if not np.isfinite(values).all():
        return None
    margin = max(0.4 * (max(values) - min(values)), 8.0)
    return min(values) - margin, max(values) + margin


@dataclass(frozen=True)
class _View:
    """The artists of one view of an event; the picture has a wide one and a close one."""

    curves: Mapping[str, Line2D]
    level: Line2D
    dots: Mapping[str, Line2D]
    ticks: Mapping[str, Line2D]


@dataclass(frozen=True)
class EventArtists:
    """The artists of `event_curves`."""

    ax: Axes
    wide: _View
    inset: Axes
    close: _View
    guess: style.GuessMark
    level_text: Annotation
    handles: Mapping[str, Line2D]


def _draw_view(ax: Axes) -> _View:
    curves = {
        curve: ax.plot([], [], linewidth=width, **style.line_only(style.CURVE_STYLES[curve]))[0]
        for curve, width in _WIDTHS.items()
    }
    level = ax.axhline(0.0, color=style.NEUTRAL, linewidth=0.8)
    dots = {
        method: ax.plot(
            [], [], markersize=7, zorder=4, **style.marker_only(style.METHOD_STYLES[method])
        )[0]
        for method in _CROSSING.values()
    }
    ticks = {
        method: ax.plot([], [], zorder=4, **style.on_axis(ax, style.METHOD_STYLES[method]))[0]
        for method in _AVERAGE_ONLY
    }
    return _View(curves, level, dots, ticks)


def _move_view(view: _View, numbers: EventNumbers) -> None:
    for curve, line in view.curves.items():
        line.set_data(numbers.ratings, numbers.totals[curve])
    view.level.set_ydata([numbers.score, numbers.score])
    for method, mark in {**view.dots, **view.ticks}.items():
        rating = numbers.answers[method]
        height = numbers.score if method in view.dots else 0.0  # a tick stands at the foot
        style.put_point(mark, rating, height)


def draw_event(ax: Axes, numbers: EventNumbers) -> EventArtists:
    """Make the artists of `event_curves`."""
    style.label(ax, "rating tried (Elo points)", "")
    inset = ax.inset_axes((0.62, 0.13, 0.37, 0.44))
    inset.tick_params(labelsize=style.SMALL_SIZE - 1, length=2, pad=1.5)
    inset.locator_params(axis="x", nbins=4)
    inset.set_yticks([])
    level_text = ax.annotate(
        "",
        (0.0, 0.0),
        xycoords=("axes fraction", "data"),
        xytext=(3, 2),
        textcoords="offset points",
        fontsize=style.SMALL_SIZE,
        color=style.NEUTRAL,
    )
    guess = style.guess_mark(ax, None)
    wide, close = _draw_view(ax), _draw_view(inset)
    artists = EventArtists(ax, wide, inset, close, guess, level_text, _handles())
    move_event(artists, numbers)
    return artists


def _handles() -> dict[str, Line2D]:
    """What the legend shows: mark and curve together, which stay where a mark is unbounded."""
    handles = {
        method: Line2D([], [], markersize=7, **style.marker_only(style.METHOD_STYLES[method]))
        for method in FIRST_FOUR
    }
    for curve, method in _CROSSING.items():
        look = style.line_only(style.CURVE_STYLES[curve])
        handles[method].set(linestyle=look["linestyle"], linewidth=_WIDTHS[curve])
    return handles


def move_event(artists: EventArtists, numbers: EventNumbers) -> None:
    """Bring the artists of `event_curves` to other numbers."""
    ax = artists.ax
    ax.set_ylabel(f"expected points of {numbers.n_games}", fontsize=style.LABEL_SIZE)
    ax.set(xlim=(numbers.ratings[0], numbers.ratings[-1]))
    ax.set(ylim=(0.0, 1.04 * numbers.n_games))
    _move_view(artists.wide, numbers)
    artists.guess.move(numbers.guess)
    artists.level_text.set_text(f"score made {score_text(numbers.score)}")
    # At score 0 the curves begin above the level and run close to it; at the right there is room.
    at_right = numbers.score == 0
    artists.level_text.xy = (1.0 if at_right else 0.0, numbers.score)
    artists.level_text.set(ha="right" if at_right else "left")
    artists.level_text.xyann = (-3 if at_right else 3, 2)
    marks = {**artists.wide.dots, **artists.wide.ticks}
    for method, handle in artists.handles.items():
        kind = " (average only)" if method in _AVERAGE_ONLY else ""
        handle.set_label(f"{method} {style.rating_text(numbers.answers[method], method)}{kind}")
        marks[method].set_label(handle.get_label())
    guessed = [] if numbers.guess is None else [artists.guess.line]
    handles = [*artists.handles.values(), *guessed]
    style.legend(ax, handles=handles, ncols=2, handlelength=3.2, **style.ABOVE)
    artists.inset.set_visible(numbers.close_up is not None)
    if numbers.close_up is not None:
        _move_view(artists.close, numbers)
        ends = [
            np.interp(numbers.close_up, numbers.ratings, total) for total in numbers.totals.values()
        ]
        artists.inset.set(xlim=numbers.close_up, ylim=(np.min(ends), np.max(ends)))


def event_curves(
    opponent_ratings: Any,
    score: Any,
    *,
    guess: Any = None,
    inset: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Where does each curve promise exactly the points that were made?

    Two rising curves give the points expected at each rating, Σ E(R − Rᵢ), on the normal and on the
    logistic curve. Where one meets the level of the score stands a true performance rating. The
    two marks on the axis use the average opponent only: linear and FIDE.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games, in half points.
    guess : float, optional
        The reader's guess in Elo points, as a dashed upright mark.
    inset : bool
        Whether a close view of the four answers is set into the picture.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating tried in Elo points; y: expected points.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`; a guess that is no finite number.

    See Also
    --------
    method_grid : the same answers ordered by curve and opponents.
    stacked_expectation : the expected points opponent by opponent.

    Notes
    -----
    At score 0 and n the two true ones are unbounded: no dot, and the legend says so.

    References
    ----------
    Each entry of `perfkit.METHODS` names its own.

    Examples
    --------
    >>> ax = event_curves([2400, 2500, 2600], 2.5)
    >>> ax.get_xlabel()
    'rating tried (Elo points)'
    """
    numbers = event_numbers(opponent_ratings, score, guess=guess, inset=inset)
    return draw_event(style.new_axes(ax), numbers).ax
