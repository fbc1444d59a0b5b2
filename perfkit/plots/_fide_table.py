"""FIDE's table beside the normal curve: first that they agree, then where they do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import rating_difference
from perfkit.fide_tables import dp_of_percentage
from perfkit.plots import _style as style

_CURVE_ENDS = (0.1, 99.9)  # per cent; at 0 and 100 the curve is unbounded


@dataclass(frozen=True)
class TableNumbers:
    """What `fide_table` shows: the table's entries, the curve, and one percentage."""

    percentages: FloatArray
    dp: FloatArray
    curve_at: FloatArray
    curve: FloatArray
    percentage: int | None
    guess: float | None


def table_numbers(
    percentages: tuple[int, int], *, percentage: Any = None, guess: Any = None
) -> TableNumbers:
    """Read table 8.1.1 between two percentages, and the normal curve 200√2 Φ⁻¹(p) beside it."""
    first, last = (_whole_percentage(end, "percentages") for end in percentages)
    whole = np.arange(first, last + 1)
    curve_at = np.clip(np.linspace(first, last, 241), *_CURVE_ENDS)
    marked = None if percentage is None else _whole_percentage(percentage, "percentage")
    return TableNumbers(
        whole.astype(np.float64),
        dp_of_percentage(whole).astype(np.float64),
        curve_at,
        np.asarray(rating_difference(curve_at / 100.0, curve="normal")),
        marked,
        style.optional_number(guess, "guess"),
    )


def _whole_percentage(value: Any, name: str) -> int:
    number = style.one_number(value, name)
    if number != round(number) or not 0 <= number <= 100:
        check.fail(name, "be whole, from 0 to 100", check.show(number))
    return int(number)


@dataclass(frozen=True)
class TableArtists:
    """The artists of `fide_table`."""

    ax: Axes
    dots: Line2D
    curve: Line2D
    entry: Line2D
    guess: style.GuessMark


def draw_table(ax: Axes, numbers: TableNumbers) -> TableArtists:
    """Make the artists of `fide_table`."""
    style.label(ax, "percentage of the points (%)", "dp (Elo points)")
    look = style.marker_only(style.METHOD_STYLES["fide"])
    curve = ax.plot(
        [], [], linewidth=1.4, zorder=3, **style.line_only(style.CURVE_STYLES["normal"])
    )[0]
    curve.set_label("normal curve 200√2 Φ⁻¹(p)")
    dots = ax.plot([], [], **look, markersize=4.5, label="table 8.1.1")[0]
    ink = style.METHOD_STYLES["fide"]["color"]
    entry = ax.plot([], [], "s-", color=ink, linewidth=0.8, fillstyle="none", markersize=9)[0]
    entry.set_markevery([1])  # of the three points of the reading line only the entry itself
    artists = TableArtists(ax, dots, curve, entry, style.guess_mark(ax, None, upright=False))
    move_table(artists, numbers)
    return artists


def move_table(artists: TableArtists, numbers: TableNumbers) -> None:
    """Bring the artists of `fide_table` to another percentage or guess."""
    ax = artists.ax
    low, high = numbers.percentages[0], numbers.percentages[-1]
    bottom = -40.0 if low == 50 else -880.0
    ax.set(xlim=(low - 1.0, high + 1.0), ylim=(bottom, 880.0))
    artists.dots.set_data(numbers.percentages, numbers.dp)
    artists.curve.set_data(numbers.curve_at, numbers.curve)
    artists.entry.set_data([], [])
    artists.entry.set_label("_none")
    if numbers.percentage is not None:
        at = numbers.percentage
        dp = float(dp_of_percentage(np.array(at)))
        # From the axis up to the entry and across to its value, as one reads a table.
        artists.entry.set_data([at, at, low - 1.0], [bottom, dp, dp])
        # At both ends the square is shown whole; elsewhere the line ends where the axes end, also
        # after somebody has narrowed them.
        artists.entry.set_clip_on(0 < at < 100)
        artists.entry.set_label(f"{at} %: dp {style.signed_text(dp)}")
    artists.guess.move(numbers.guess)
    style.legend(ax, loc="upper left")


def fide_table(
    *,
    percentages: tuple[int, int] = (50, 100),
    percentage: Any = None,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Does FIDE's table follow the normal curve?

    Parameters
    ----------
    percentages : (int, int)
        First and last whole percentage shown, 0 to 100.
    percentage : int, optional
        One entry of the table to be marked.
    guess : float, optional
        The reader's guess of dp in Elo points, as a dashed level mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: percentage of the points; y: rating difference dp in Elo points.

    Raises
    ------
    ValueError
        A percentage that is not whole or outside 0 to 100.

    See Also
    --------
    fide_table_minus_normal : the difference, which this picture is too small to show.

    Notes
    -----
    At 0 and 100 % the table has a notional ∓800, the curve is unbounded.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1; Elo (1978) for the curve.

    Examples
    --------
    >>> ax = fide_table(percentage=83)
    >>> ax.get_legend().get_texts()[-1].get_text()
    '83 %: dp +273'
    """
    numbers = table_numbers(percentages, percentage=percentage, guess=guess)
    return draw_table(style.new_axes(ax), numbers).ax


@dataclass(frozen=True)
class DeviationNumbers:
    """What `fide_table_minus_normal` shows: table − curve where the curve is finite."""

    percentages: FloatArray
    points: FloatArray
    percentage: int | None


def deviation_numbers(percentages: tuple[int, int], *, percentage: Any = None) -> DeviationNumbers:
    """Compute table − curve from 1 to 99 per cent, as far as shown."""
    shown = table_numbers(percentages, percentage=percentage)
    inside = (shown.percentages > 0) & (shown.percentages < 100)
    at = shown.percentages[inside]
    points = shown.dp[inside] - rating_difference(at / 100.0, curve="normal")
    return DeviationNumbers(at, points, shown.percentage)


@dataclass(frozen=True)
class DeviationArtists:
    """The artists of `fide_table_minus_normal`."""

    ax: Axes
    stems: Line2D
    entry: Line2D


def draw_deviation(ax: Axes, numbers: DeviationNumbers) -> DeviationArtists:
    """Make the artists of `fide_table_minus_normal`."""
    style.label(ax, "percentage of the points (%)", f"table {style.MINUS} curve\n(Elo points)")
    ax.axhline(0.0, color=style.LIGHT, linewidth=0.8, zorder=0)
    look = style.marker_only(style.METHOD_STYLES["fide"])
    stems = ax.plot([], [], **look, markersize=4)[0]
    entry = ax.plot(
        [],
        [],
        "s",
        color=style.METHOD_STYLES["fide"]["color"],
        fillstyle="none",
        markersize=9,
        clip_on=False,
    )[0]
    artists = DeviationArtists(ax, stems, entry)
    move_deviation(artists, numbers)
    return artists


def move_deviation(artists: DeviationArtists, numbers: DeviationNumbers) -> None:
    """Bring the artists of `fide_table_minus_normal` to another percentage."""
    at = numbers.percentages
    artists.stems.set_data(at, numbers.points)
    artists.ax.set(xlim=(at[0] - 1.0, at[-1] + 2.0))
    artists.ax.set(
        ylim=(1.15 * min(0.0, *numbers.points) - 1, 1.15 * max(0.0, *numbers.points) + 1)
    )
    chosen = at == numbers.percentage
    artists.entry.set_data(at[chosen], numbers.points[chosen])


def fide_table_minus_normal(
    *, percentages: tuple[int, int] = (50, 100), ax: Axes | None = None
) -> Axes:
    """By how many points does FIDE's table differ from the normal curve?

    Parameters
    ----------
    percentages : (int, int)
        First and last whole percentage shown, 0 to 100.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made, a flat strip.

    Returns
    -------
    matplotlib Axes
        x: percentage of the points; y: table entry − 200√2 Φ⁻¹(p) in Elo points.

    Raises
    ------
    ValueError
        A percentage that is not whole or outside 0 to 100.

    See Also
    --------
    fide_table : table and curve themselves.

    Notes
    -----
    Within 4.1 points from 50 up to 90 per cent, 19 at 99. The entries at 0 and 100 have no partner.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1; Elo (1978) for the curve.

    Examples
    --------
    >>> ax = fide_table_minus_normal()
    >>> round(float(ax.lines[1].get_ydata()[-1]), 1)       # at 99 %
    19.0
    """
    numbers = deviation_numbers(percentages)
    return draw_deviation(style.new_axes(ax, (style.SINGLE[0], 1.6)), numbers).ax
