"""What did each game of an event bring? A row per game, the points by each method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit._validation import FloatArray
from perfkit.explain import leave_one_out
from perfkit.plots import _style as style

_MOST_NAMED = 30  # more rows than this and only some carry their name
_WIN = 1.0


@dataclass(frozen=True)
class PointsNumbers:
    """What `points_per_game` shows: a name per game, and what it brought by each method."""

    names: tuple[str, ...]
    results: FloatArray
    brought: Mapping[str, FloatArray]
    moved: tuple[str, float] | None
    guess: float | None


def points_numbers(
    opponent_ratings: Any,
    results: Any,
    *,
    names: Sequence[str] | None = None,
    methods: Sequence[str] = style.THREE,
    moved: tuple[str, float] | None = None,
    guess: Any = None,
) -> PointsNumbers:
    """Leave each game out in turn; name it by its opponent and result."""
    table = leave_one_out(opponent_ratings, results, methods=methods)
    ratings, made = table["opponent_rating"].to_numpy(), table["result"].to_numpy()
    if names is not None and len(names) != len(table):
        check.fail("names", f"hold one name per game, {len(table)}", f"{len(names)}")
    before = [f"{name} " for name in names] if names is not None else [""] * len(table)
    labels = tuple(
        f"{name}{rating:g}  {score_text(result)}"
        for name, rating, result in zip(before, ratings, made, strict=True)
    )
    brought = {
        name: table[name].to_numpy()
        for name in table.columns[2:]  # after rating and result
    }
    return PointsNumbers(labels, made, brought, moved, style.optional_number(guess, "guess"))


@dataclass(frozen=True)
class PointsArtists:
    """The artists of `points_per_game`."""

    ax: Axes
    dots: Mapping[str, Line2D]
    rings: Line2D
    open_ends: Line2D
    moved: Line2D
    guess: style.GuessMark


def draw_points(ax: Axes, numbers: PointsNumbers) -> PointsArtists:
    """Make the artists of `points_per_game`, dots for every method there is."""
    style.label(ax, "points that the game brought (Elo points)", "")
    ax.axvline(0.0, color=style.NEUTRAL, linewidth=0.8)
    ax.grid(axis="y", color=style.LIGHT, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.tick_params(axis="y", length=0)
    dots = {
        method: ax.plot([], [], markersize=6.5, zorder=3, **style.marker_only(look))[0]
        for method, look in style.METHOD_STYLES.items()
    }
    rings = ax.plot(
        [], [], "o", color="#b00020", markersize=12, fillstyle="none", markeredgewidth=1.3, zorder=4
    )[0]
    open_ends = ax.plot([], [], linestyle="none", marker="$\\infty$", color="#1a1a1a",
                        markersize=9, clip_on=False, zorder=4, in_layout=False)[0]  # fmt: skip
    moved = ax.axvline(0.0, color="#1a1a1a", linestyle=(0, (1, 1)), linewidth=1.6)
    artists = PointsArtists(ax, dots, rings, open_ends, moved, style.guess_mark(ax, None))
    move_points(artists, numbers)
    return artists


def move_points(artists: PointsArtists, numbers: PointsNumbers) -> None:
    """Bring the artists of `points_per_game` to other games or methods, more or fewer.

    The dots of one game stand a little above each other, so that equal ones can be told apart.
    """
    ax, rows = artists.ax, np.arange(len(numbers.names))
    low, high = _window(numbers)
    offsets = np.linspace(-0.28, 0.28, len(numbers.brought)) if len(numbers.brought) > 1 else [0.0]
    costly: list[tuple[float, float]] = []
    open_ended: list[tuple[float, float]] = []
    for method, line in artists.dots.items():
        line.set_visible(method in numbers.brought)
        line.set_label("_not asked for")
    for (method, values), offset in zip(numbers.brought.items(), offsets, strict=True):
        line, heights = artists.dots[method], rows + offset
        finite = np.isfinite(values)
        line.set_data(values[finite], heights[finite])
        line.set_label(method)
        lost = finite & (values < 0.0) & (numbers.results == _WIN)
        costly += zip(values[lost].tolist(), heights[lost].tolist(), strict=True)
        edges = np.where(values > 0.0, high, low)
        infinite = np.isinf(values)
        open_ended += zip(edges[infinite].tolist(), heights[infinite].tolist(), strict=True)
    _put(artists.rings, costly, "a win that cost points")
    _put(artists.open_ends, open_ended, "unbounded")
    style.put_upright(artists.moved, None if numbers.moved is None else numbers.moved[1])
    artists.moved.set_label(
        "_none"
        if numbers.moved is None
        else f"{numbers.moved[0]} {style.signed_text(numbers.moved[1])}"
    )
    artists.guess.move(numbers.guess)
    step = int(np.ceil(rows.size / _MOST_NAMED))
    ax.set_yticks(rows[::step], numbers.names[::step])
    ax.set(xlim=(low, high), ylim=(rows.size - 0.4, -0.6))
    # To the left above the names, where there is room for it.
    style.legend(ax, ncols=3, loc="lower right", bbox_to_anchor=(1.02, 1.0), columnspacing=1.2)


def _put(mark: Line2D, points: list[tuple[float, float]], label: str) -> None:
    mark.set_data([x for x, _ in points], [y for _, y in points])
    mark.set_label(label if points else "_none")


def _window(numbers: PointsNumbers) -> tuple[float, float]:
    """Range of all finite numbers shown, the same on both sides of zero at least by 10 points."""
    others = [numbers.guess, None if numbers.moved is None else numbers.moved[1]]
    values = np.concatenate(
        [*numbers.brought.values(), [value for value in others if value is not None], [-10.0, 10.0]]
    )
    finite = values[np.isfinite(values)]
    room = 0.06 * (finite.max() - finite.min())
    return float(finite.min() - room), float(finite.max() + room)


def points_per_game(
    opponent_ratings: Any,
    results: Any,
    *,
    names: Sequence[str] | None = None,
    methods: Sequence[str] = style.THREE,
    moved: tuple[str, float] | None = None,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Which games made this performance, and which wins cost points?

    Every game is left out in turn: what it brought is the performance of all games minus the
    performance without it.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    results : array_like, shape (n_games,)
        1, 0.5 or 0 per game.
    names : sequence of str, optional
        Names of the opponents.
    methods : sequence of str
        Of `perfkit.METHODS`.
    moved : (str, float), optional
        A change in Elo points to be shown beside the games, with its name: what leaving the
        forfeits out does, for instance.
    guess : float, optional
        The reader's guess of it in Elo points, as a dashed upright mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: Elo points that the game brought; a row per game, with opponent, rating and result.

    Raises
    ------
    ValueError
        As `perfkit.explain.leave_one_out`; not one name per game.

    See Also
    --------
    perfkit.explain.leave_one_out : the numbers.
    extra_game : one more game against opponents of every rating.

    Notes
    -----
    Left of zero the performance would be higher without the game. A ring marks a win there, which
    happens to the methods that use the average opponent only. The sign for infinity stands at the
    edge where the performance is unbounded with the game or without it.

    References
    ----------
    Encyclopaedia article "Performance rating (chess)", on the drawback of the linear method.

    Examples
    --------
    >>> ax = points_per_game([2200, 2200, 2200, 1400], [1, 0.5, 0, 1])
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['2200  1', '2200  ½', '2200  0', '1400  1']
    """
    numbers = points_numbers(
        opponent_ratings, results, names=names, methods=methods, moved=moved, guess=guess
    )
    size = (5.6, 1.0 + 0.24 * max(4, len(numbers.names)))
    return draw_points(style.new_axes(ax, size), numbers).ax
