"""What a rating difference promises: the curves, and how far they lie apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import CURVES, expected_score
from perfkit.plots import _style as style

#: Rating differences of the picture, and the five at which readers draw their own curve.
REACH = 800
DRAWN_AT = (0, 100, 200, 400, 800)


@dataclass(frozen=True)
class CurvesNumbers:
    """What `expected_score_curves` shows; `curves` may be empty."""

    rating_diffs: FloatArray
    curves: Mapping[str, FloatArray]
    drawn: FloatArray | None
    rating_diff: float | None
    height: float | None

    def drawn_alone(self) -> CurvesNumbers:
        """Return the reader's own curve without the truth."""
        return CurvesNumbers(self.rating_diffs, {}, self.drawn, None, None)


def curves_numbers(
    curves: Sequence[str], *, drawn: Any = None, rating_diff: Any = None
) -> CurvesNumbers:
    """Compute the curves, and check the reader's own one."""
    names = [check.one_of(curve, CURVES, "curves") for curve in curves]
    differences = np.arange(-REACH, REACH + 1.0, 2.0)
    values = {name: np.asarray(expected_score(differences, 0.0, curve=name)) for name in names}
    own = None if drawn is None else check_drawn(drawn)
    marked = style.optional_number(rating_diff, "rating_diff")
    on_curve = marked is not None and "logistic" in values and abs(marked) <= REACH
    height = float(expected_score(marked, 0.0)) if on_curve else None
    return CurvesNumbers(differences, values, own, marked, height)


def check_drawn(drawn: Any) -> FloatArray:
    """Check the reader's own curve: an expected score from 0 to 1 at each of `DRAWN_AT`."""
    own = check.finite(drawn, "drawn")
    if own.shape != (len(DRAWN_AT),):
        check.fail("drawn", "hold five expected scores", f"an array of shape {own.shape}")
    check.score_in_range(own, 1, "drawn")
    return own


@dataclass(frozen=True)
class CurvesArtists:
    """The artists of `expected_score_curves`."""

    ax: Axes
    curves: Mapping[str, Line2D]
    truth: Line2D
    drawn: Line2D
    mark: Line2D


def draw_curves(ax: Axes, numbers: CurvesNumbers) -> CurvesArtists:
    """Make the artists of `expected_score_curves`."""
    style.label(ax, "rating difference (Elo points)", "expected score per game")
    ax.set(xlim=(-REACH, REACH), ylim=(-0.02, 1.02))
    ax.axhline(0.5, color=style.LIGHT, linewidth=0.8, zorder=0)
    ax.axvline(0.0, color=style.LIGHT, linewidth=0.8, zorder=0)
    curves = {
        name: ax.plot([], [], linewidth=1.6, **style.line_only(style.CURVE_STYLES[name]))[0]
        for name in CURVES
    }
    truth = ax.plot(
        [], [], markersize=6, clip_on=False, **style.marker_only(style.CURVE_STYLES["logistic"])
    )[0]
    drawn = ax.plot(
        [], [], color=style.NEUTRAL, linestyle=style.GUESS_DASH, marker="o", markersize=6,
        fillstyle="none", clip_on=False,
    )[0]  # fmt: skip
    mark = ax.axvline(0.0, color=style.NEUTRAL, linewidth=0.8)
    artists = CurvesArtists(ax, curves, truth, drawn, mark)
    move_curves(artists, numbers)
    return artists


def move_curves(artists: CurvesArtists, numbers: CurvesNumbers) -> None:
    """Bring the artists of `expected_score_curves` to other numbers."""
    for name, line in artists.curves.items():
        shown = name in numbers.curves
        line.set_visible(shown)
        if shown:
            line.set_data(numbers.rating_diffs, numbers.curves[name])
        line.set_label(name if shown else "_covered")
    own = numbers.drawn
    artists.drawn.set_visible(own is not None)
    if own is not None:
        artists.drawn.set_data(DRAWN_AT, own)
    artists.drawn.set_label("_none" if own is None else "your own curve")
    at = numbers.rating_diff
    style.put_upright(artists.mark, at)
    style.put_point(artists.truth, at, numbers.height)
    style.legend(artists.ax, loc="upper left")


def expected_score_curves(
    *,
    curves: Sequence[str] = ("logistic", "normal", "line"),
    drawn: Any = None,
    rating_diff: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """What score per game does a rating difference promise, curve by curve?

    Parameters
    ----------
    curves : sequence of str
        Of {"logistic", "normal", "line", "fide"}.
    drawn : array_like, shape (5,), optional
        The reader's own expected scores, 0 to 1, at differences of 0, 100, 200, 400 and 800.
    rating_diff : float, optional
        One rating difference in Elo points to be marked.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating difference, own minus opponent's, in Elo points; y: expected score per game.

    Raises
    ------
    ValueError
        An unknown curve; not five expected scores from 0 to 1; a difference that is no number.

    See Also
    --------
    curve_differences : how far two of the curves lie apart.

    Notes
    -----
    The line is cut at 0 and 1, 400 points to each side.

    References
    ----------
    Each entry of `perfkit.CURVES` names its own.

    Examples
    --------
    >>> ax = expected_score_curves()
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['logistic', 'normal', 'line']
    """
    numbers = curves_numbers(curves, drawn=drawn, rating_diff=rating_diff)
    return draw_curves(style.new_axes(ax), numbers).ax


@dataclass(frozen=True)
class DifferencesNumbers:
    """What `curve_differences` shows: one curve minus another, in thousandths of a point."""

    rating_diffs: FloatArray
    thousandths: FloatArray
    curve: str
    minus: str


def differences_numbers(curve: str, minus: str) -> DifferencesNumbers:
    """Compute how far two curves lie apart."""
    differences = np.arange(-REACH, REACH + 1.0)
    upper = np.asarray(expected_score(differences, 0.0, curve=curve))
    lower = np.asarray(expected_score(differences, 0.0, curve=minus))
    return DifferencesNumbers(differences, 1000.0 * (upper - lower), curve, minus)


@dataclass(frozen=True)
class DifferencesArtists:
    """The artists of `curve_differences`."""

    ax: Axes
    line: Line2D


def draw_differences(ax: Axes, numbers: DifferencesNumbers) -> DifferencesArtists:
    """Make the artists of `curve_differences`."""
    ax.axhline(0.0, color=style.LIGHT, linewidth=0.8, zorder=0)
    ax.set(xlim=(-REACH, REACH))
    line = ax.plot([], [], linewidth=1.6)[0]
    artists = DifferencesArtists(ax, line)
    move_differences(artists, numbers)
    return artists


def move_differences(artists: DifferencesArtists, numbers: DifferencesNumbers) -> None:
    """Bring the artists of `curve_differences` to two other curves."""
    label = f"{numbers.curve} {style.MINUS} {numbers.minus}\n(thousandths)"
    style.label(artists.ax, "rating difference (Elo points)", label)
    artists.line.set(**style.line_only(style.CURVE_STYLES[numbers.curve]))
    artists.line.set_data(numbers.rating_diffs, numbers.thousandths)
    artists.ax.relim()
    artists.ax.autoscale_view(scalex=False)


def curve_differences(
    *, curve: str = "normal", minus: str = "logistic", ax: Axes | None = None
) -> Axes:
    """How far apart do two curves lie, in thousandths of a point per game?

    Parameters
    ----------
    curve, minus : {"logistic", "normal", "line", "fide"}
        The first curve minus the second.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made, a flat strip.

    Returns
    -------
    matplotlib Axes
        x: rating difference in Elo points; y: difference of the expected scores in thousandths.

    Raises
    ------
    ValueError
        An unknown curve.

    See Also
    --------
    expected_score_curves : the curves themselves.

    Notes
    -----
    Normal and logistic stay within two thousandths up to 200 points; most is 14.7 at 516.

    References
    ----------
    Each entry of `perfkit.CURVES` names its own.

    Examples
    --------
    >>> ax = curve_differences()
    >>> round(float(ax.lines[-1].get_ydata().max()), 1)
    14.7
    """
    numbers = differences_numbers(curve, minus)
    return draw_differences(style.new_axes(ax, (style.SINGLE[0], 1.6)), numbers).ax
