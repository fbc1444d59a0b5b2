"""Which rating would this event not have changed? The change, and the points piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.text import Text

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import expected_score, total_expected_score
from perfkit.methods import performance_rating
from perfkit.plots import _style as style

#: The method that solves Σ E = S on each curve.
TRUE_METHODS = {"logistic": "true_logistic", "normal": "true_normal", "line": "uscf"}
_MOST_NAMED = 9  # more pieces than this are too thin to carry their opponent's rating
_WIDTHS = (0.9, 1.6, 2.4)


@dataclass(frozen=True)
class TrueNumbers:
    """What both pictures of the true performance show."""

    opponent_ratings: FloatArray
    score: float
    curve: str
    ratings: FloatArray
    answer: float
    rating: float | None
    guess: float | None


def true_numbers(
    opponent_ratings: Any, score: Any, *, curve: str, rating: Any = None, guess: Any = None
) -> TrueNumbers:
    """Find the answer and the range of ratings around it."""
    opponents = check.opponents(opponent_ratings)
    points = style.one_number(score, "score")
    method = TRUE_METHODS[check.one_of(curve, TRUE_METHODS, "curve")]
    answer = float(performance_rating(opponents, points, method=method))
    marked = style.optional_number(rating, "rating")
    guessed = style.optional_number(guess, "guess")
    shown = [answer] if marked is None else [answer, marked]
    ratings = np.linspace(*style.rating_window(opponents, shown), 161)
    return TrueNumbers(opponents, points, curve, ratings, answer, marked, guessed)


@dataclass(frozen=True)
class ChangesNumbers:
    """What `rating_changes` shows: the change at each rating, for each K."""

    event: TrueNumbers
    k_factors: tuple[float, ...]
    changes: FloatArray
    changes_now: tuple[float, ...]


def changes_numbers(event: TrueNumbers, k_factors: Sequence[float]) -> ChangesNumbers:
    """Compute K (S − Σ E) along the axis and at the marked rating, for each K."""
    factors = check.finite(k_factors, "k_factors")
    if factors.ndim != 1 or not factors.size or (factors <= 0).any():
        check.fail("k_factors", "be a list of numbers above 0", check.show(k_factors))

    def changes(rating: Any) -> FloatArray:
        total = total_expected_score(event.opponent_ratings, rating, curve=event.curve)
        return np.asarray(np.multiply.outer(factors, event.score - total))

    now = () if event.rating is None else tuple(changes(event.rating).tolist())
    return ChangesNumbers(event, tuple(factors.tolist()), changes(event.ratings), now)


@dataclass(frozen=True)
class ChangesArtists:
    """The artists of `rating_changes`."""

    ax: Axes
    lines: tuple[Line2D, ...]
    zero: Line2D
    now: Line2D
    dots: tuple[Line2D, ...]
    guess: style.GuessMark


def draw_changes(ax: Axes, numbers: ChangesNumbers) -> ChangesArtists:
    """Make the artists of `rating_changes`, one line per K."""
    style.label(ax, "rating before the event (Elo points)", "change of rating (points)")
    ax.axhline(0.0, color=style.NEUTRAL, linewidth=0.8)
    widths = np.resize(_WIDTHS if len(numbers.k_factors) > 1 else _WIDTHS[-1:], 32)
    lines = tuple(
        ax.plot([], [], linewidth=width)[0]
        for width, _ in zip(widths, numbers.k_factors, strict=False)
    )
    zero = ax.plot([], [], markersize=8, zorder=5)[0]
    now = ax.axvline(0.0, color=style.NEUTRAL, linewidth=0.8)
    dots = tuple(
        ax.plot([], [], "o", color="#1a1a1a", markersize=5, fillstyle="none", zorder=5)[0]
        for _ in numbers.k_factors
    )
    artists = ChangesArtists(ax, lines, zero, now, dots, style.guess_mark(ax, None))
    move_changes(artists, numbers)
    return artists


def move_changes(artists: ChangesArtists, numbers: ChangesNumbers) -> None:
    """Bring the artists of `rating_changes` to other numbers with as many K."""
    event, ax = numbers.event, artists.ax
    look = style.METHOD_STYLES[TRUE_METHODS[event.curve]]
    for line, k_factor, changes in zip(
        artists.lines, numbers.k_factors, numbers.changes, strict=True
    ):
        line.set_data(event.ratings, changes)
        line.set(**style.line_only(look), label=f"K = {style.number_text(k_factor)}")
    style.put_point(artists.zero, event.answer, 0.0)
    artists.zero.set(**style.marker_only(look))
    unchanged = style.rating_text(event.answer, TRUE_METHODS[event.curve])
    artists.zero.set_label(f"unchanged ({event.curve}): {unchanged}")
    style.put_upright(artists.now, event.rating)
    for dot, change in zip_longest(artists.dots, numbers.changes_now):
        style.put_point(dot, event.rating, change)
    artists.guess.move(event.guess)
    ax.set(xlim=(event.ratings[0], event.ratings[-1]), ylim=reach_of(numbers))
    style.legend(ax, loc="upper right")


def reach_of(numbers: ChangesNumbers) -> tuple[float, float]:
    """Range of changes: what the event could give and take at K = 40, more for a larger K.

    It does not depend on a smaller K, so that a change of K turns the line and not the axis.
    """
    largest, event = 1.1 * max(40.0, *numbers.k_factors), numbers.event
    lost = len(event.opponent_ratings) - event.score
    return -largest * max(lost, 0.5), largest * max(event.score, 0.5)


def rating_changes(
    opponent_ratings: Any,
    score: Any,
    *,
    k_factors: Sequence[float] = (10, 20, 40),
    curve: str = "logistic",
    rating: Any = None,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """By how much would this event have changed each rating, and which one not at all?

    The change is K (S − Σ E), every game computed from the rating before the event.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games.
    k_factors : sequence of float
        Development coefficients, one line for each.
    curve : {"logistic", "normal", "line"}
        Which expected score.
    rating : float, optional
        A rating in Elo points to be marked, with its change for each K.
    guess : float, optional
        The reader's guess in Elo points, as a dashed upright mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating before the event in Elo points; y: change in points.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`; a K that is not above 0.

    See Also
    --------
    stacked_expectation : the expected points behind it, opponent by opponent.

    Notes
    -----
    All lines cross zero at the true performance rating, whatever K is. At score 0 and n none does.
    The 400-point rule of FIDE's rating changes is left out: this is the definition's own change.

    References
    ----------
    Elo, The Rating of Chessplayers, Past and Present (1978).

    Examples
    --------
    >>> ax = rating_changes([2400, 2500, 2600], 2.5)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['K = 10', 'K = 20', 'K = 40', 'unchanged (logistic): 2792.23']
    """
    event = true_numbers(opponent_ratings, score, curve=curve, rating=rating, guess=guess)
    return draw_changes(style.new_axes(ax), changes_numbers(event, k_factors)).ax


@dataclass(frozen=True)
class StackNumbers:
    """What `stacked_expectation` shows: borders of the pieces, lowest opponent at the bottom."""

    event: TrueNumbers
    names: tuple[float, ...]
    borders: FloatArray
    total_now: float | None
    pieces_now: tuple[float, ...]


def stack_numbers(event: TrueNumbers) -> StackNumbers:
    """Add the expected scores up opponent by opponent, the surest points first."""
    ordered = np.sort(event.opponent_ratings)
    pieces = expected_score(event.ratings, ordered[:, None], curve=event.curve)
    borders = np.vstack([np.zeros_like(event.ratings), np.cumsum(pieces, axis=0)])
    now, pieces_now = None, ()
    if event.rating is not None:
        now = float(total_expected_score(ordered, event.rating, curve=event.curve))
        at_rating = np.asarray(expected_score(event.rating, ordered, curve=event.curve))
        pieces_now = tuple(at_rating.tolist())
    return StackNumbers(event, tuple(ordered.tolist()), borders, now, pieces_now)


@dataclass(frozen=True)
class StackArtists:
    """The artists of `stacked_expectation`."""

    ax: Axes
    pieces: PolyCollection
    names: tuple[Text, ...]
    level: Line2D
    answer: Line2D
    now: Line2D
    total: Line2D
    guess: style.GuessMark


def draw_stack(ax: Axes, numbers: StackNumbers) -> StackArtists:
    """Make the artists of `stacked_expectation`."""
    style.label(ax, "rating tried (Elo points)", "")
    pieces = PolyCollection([], edgecolors="white", linewidths=0.8)
    ax.add_collection(pieces, autolim=False)
    beside = ax.get_yaxis_transform()
    names = tuple(
        ax.text(
            1.01,
            0.0,
            "",
            va="center",
            fontsize=style.SMALL_SIZE - 1,
            color=style.NEUTRAL,
            transform=beside,
        )
        for _ in range(_MOST_NAMED)
    )
    level = ax.axhline(0.0, color="#1a1a1a", linewidth=1.2)
    answer = ax.plot([], [], markersize=8, zorder=5)[0]
    now = ax.axvline(0.0, color="#1a1a1a", linewidth=0.8)
    total = ax.plot([], [], "o", color="#1a1a1a", markersize=6, zorder=5)[0]
    artists = StackArtists(ax, pieces, names, level, answer, now, total, style.guess_mark(ax, None))
    move_stack(artists, numbers)
    return artists


def move_stack(artists: StackArtists, numbers: StackNumbers) -> None:
    """Bring the artists of `stacked_expectation` to other numbers, of other games too."""
    event, ax = numbers.event, artists.ax
    n_games, ratings = len(numbers.names), event.ratings
    back = ratings[::-1]
    artists.pieces.set_verts(
        [
            np.column_stack([np.r_[ratings, back], np.r_[lower, upper[::-1]]])
            for lower, upper in zip(numbers.borders[:-1], numbers.borders[1:], strict=True)
        ]
    )
    shades = colormaps["cividis"](np.linspace(0.25, 0.95, n_games))
    artists.pieces.set_facecolor([tuple(shade) for shade in shades])
    _move_names(artists, numbers)
    artists.level.set_ydata([event.score, event.score])
    look = style.METHOD_STYLES[TRUE_METHODS[event.curve]]
    style.put_point(artists.answer, event.answer, event.score)
    artists.answer.set(**style.marker_only(look))
    style.put_upright(artists.now, event.rating)
    style.put_point(artists.total, event.rating, numbers.total_now)
    artists.guess.move(event.guess)
    ax.set_ylabel(f"expected points of {n_games}", fontsize=style.LABEL_SIZE)
    ax.set(xlim=(ratings[0], ratings[-1]), ylim=(0.0, 1.04 * n_games))


def _move_names(artists: StackArtists, numbers: StackNumbers) -> None:
    """Write each opponent's rating beside its piece, at the right where the pieces are thick."""
    middles = 0.5 * (numbers.borders[:-1, -1] + numbers.borders[1:, -1])
    named = list(zip(numbers.names, middles, strict=True))
    for text, entry in zip_longest(artists.names, named if len(named) <= _MOST_NAMED else []):
        text.set_text("" if entry is None else style.number_text(entry[0]))
        text.set_y(0.0 if entry is None else entry[1])


def stacked_expectation(
    opponent_ratings: Any,
    score: Any,
    *,
    curve: str = "logistic",
    rating: Any = None,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """How many points does each opponent promise, and at which rating do they add up to the score?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games; drawn as a level.
    curve : {"logistic", "normal", "line"}
        Which expected score.
    rating : float, optional
        A rating in Elo points to be marked, with its stack of expected points.
    guess : float, optional
        The reader's guess in Elo points, as a dashed upright mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating tried in Elo points; y: expected points, one piece per opponent.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`.

    See Also
    --------
    rating_changes : K times what the stack lacks to the score.

    Notes
    -----
    The lowest opponent lies at the bottom, dark; up to nine pieces have their opponent's rating
    beside them.
    At score 0 and n the stack never meets the level.

    References
    ----------
    Elo, The Rating of Chessplayers, Past and Present (1978).

    Examples
    --------
    >>> ax = stacked_expectation([2400, 2500, 2600], 2.5)
    >>> ax.get_ylabel()
    'expected points of 3'
    """
    event = true_numbers(opponent_ratings, score, curve=curve, rating=rating, guess=guess)
    return draw_stack(style.new_axes(ax), stack_numbers(event)).ax
