"""The grid of methods: curve × opponents, with the number in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text

from perfkit import _validation as check
from perfkit.curves import CURVES
from perfkit.methods import METHODS, performance_rating
from perfkit.plots import _style as style


@dataclass(frozen=True)
class GridNumbers:
    """What `method_grid` shows: the method and its rating for each curve and way to count."""

    curves: tuple[str, ...]
    methods: tuple[tuple[str, str], ...]
    ratings: tuple[tuple[float, float], ...]


def grid_numbers(opponent_ratings: Any, score: Any, curves: Sequence[str]) -> GridNumbers:
    """Find the two methods of each curve, each opponent and average, and their ratings."""
    names = tuple(check.one_of(curve, CURVES, "curves") for curve in curves)
    methods = tuple((_method_of(curve, "each"), _method_of(curve, "average")) for curve in names)
    ratings = tuple(
        (
            float(performance_rating(opponent_ratings, score, method=each)),
            float(performance_rating(opponent_ratings, score, method=average)),
        )
        for each, average in methods
    )
    return GridNumbers(names, methods, ratings)


def _method_of(curve: str, opponents: str) -> str:
    """Name the first method of the grid on a curve that takes the opponents in this way."""
    return next(
        name
        for name, method in METHODS.items()
        if method.curve.name == curve and method.opponents == opponents
    )


@dataclass(frozen=True)
class GridArtists:
    """The artists of `method_grid`: the number in each cell, row by row."""

    ax: Axes
    cells: tuple[tuple[Text, Text], ...]


def draw_grid(ax: Axes, numbers: GridNumbers) -> GridArtists:
    """Make the artists of `method_grid`."""
    rows = len(numbers.curves)
    style.label(ax, "opponents", "curve")
    ax.xaxis.set_label_position("top")
    ax.set_xticks([0, 1], ["each one counted", "only their average"])
    ax.set_yticks(range(rows), numbers.curves)
    ax.tick_params(
        length=0, labelsize=style.LABEL_SIZE, top=False, labeltop=True, labelbottom=False
    )
    ax.set(xlim=(-0.5, 1.5), ylim=(rows - 0.5, -0.5))
    for edge in np.arange(-0.5, rows):
        ax.axhline(edge, color=style.LIGHT, linewidth=0.8)
    for edge in (-0.5, 0.5, 1.5):
        ax.axvline(edge, color=style.LIGHT, linewidth=0.8)
    ax.spines[:].set_visible(False)
    cells = []
    for row, methods in enumerate(numbers.methods):
        made = []
        for column, method in enumerate(methods):
            color = style.METHOD_STYLES[method]["color"]
            ax.text(
                column,
                row + 0.22,
                method,
                ha="center",
                va="center",
                color=style.NEUTRAL,
                fontsize=style.SMALL_SIZE,
            )
            made.append(
                ax.text(
                    column,
                    row - 0.14,
                    "",
                    ha="center",
                    va="center",
                    color=color,
                    fontsize=style.LABEL_SIZE + 4,
                    fontweight="bold",
                )
            )
        cells.append((made[0], made[1]))
    artists = GridArtists(ax, tuple(cells))
    move_grid(artists, numbers)
    return artists


def move_grid(artists: GridArtists, numbers: GridNumbers) -> None:
    """Bring the artists of `method_grid` to other numbers of the same curves."""
    for texts, methods, ratings in zip(
        artists.cells, numbers.methods, numbers.ratings, strict=True
    ):
        for text, method, rating in zip(texts, methods, ratings, strict=True):
            text.set_text(style.rating_text(rating, method))


def method_grid(
    opponent_ratings: Any,
    score: Any,
    *,
    curves: Sequence[str] = ("normal", "logistic"),
    ax: Axes | None = None,
) -> Axes:
    """Which curve, and each opponent or their average: which number stands in which cell?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    score : float
        Points made, 0 to n_games.
    curves : sequence of str
        Rows, of {"logistic", "normal", "line", "fide"}.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        Rows: curves; columns: each opponent counted, only their average; cells: Elo points.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`; an unknown curve.

    See Also
    --------
    perfkit.compare : the same as a table, with references.

    Notes
    -----
    "unbounded" stands where a method has no finite value.

    References
    ----------
    Each entry of `perfkit.METHODS` names its own.

    Examples
    --------
    >>> ax = method_grid([2400, 2500, 2600], 2.5)
    >>> [text.get_text() for text in ax.texts][:2]
    ['true_normal', '2785.03']
    """
    numbers = grid_numbers(opponent_ratings, score, curves)
    size = (style.SINGLE[0], 0.6 + 0.7 * len(numbers.curves))
    return draw_grid(style.new_axes(ax, size), numbers).ax
