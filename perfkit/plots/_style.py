"""What all pictures share: one colour, line and marker per method, letter sizes, the rating axis.

The sizes are those of print: a picture made by these functions goes into a paper at 1:1. Nothing
here changes Matplotlib's global settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypedDict

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from perfkit import _text
from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.methods import METHODS

#: Inches: a picture by itself, and two side by side on a text width of 18 cm.
SINGLE = (5.0, 3.1)
WIDE = (7.2, 3.0)

#: Points: axis labels and titles, and the smaller letters of ticks, legends and notes.
LABEL_SIZE = 9.0
SMALL_SIZE = 8.0

#: What is compared where three methods must do: a curve, the table, the line.
THREE = ("true_logistic", "fide", "linear")

#: The sign that people read as a minus, as Matplotlib writes it on axes.
MINUS = "−"

NEUTRAL = "#595959"
LIGHT = "#d9d9d9"
GUESS_DASH = (0, (4, 3))


class LineStyle(TypedDict):
    """Keyword arguments of ``Axes.plot`` for one method or curve."""

    color: str
    linestyle: Any
    marker: str


def _line(color: str, linestyle: Any, marker: str) -> LineStyle:
    return {"color": color, "linestyle": linestyle, "marker": marker}


# The first four differ in hue for every kind of colour vision, in lightness when printed in grey,
# and in dash and marker. The other eight keep the hue of their curve's family and differ in marker.
_STYLES = {
    "true_normal": _line("#c24e00", "-.", "o"),
    "fide": _line("#1a1a1a", (0, (7, 1)), "s"),
    "linear": _line("#c971a2", (0, (1, 1)), "^"),
    "true_logistic": _line("#00548f", "-", "D"),
    "fide_ptp": _line("#6b6b6b", (0, (7, 1, 1, 1)), "P"),
    "uscf": _line("#8e4585", (0, (1, 2)), "v"),
    "average_logistic": _line("#2e86c1", (0, (5, 2)), "<"),
    "average_normal": _line("#a04000", (0, (3, 2, 1, 2)), ">"),
    "lichess": _line("#6a3d9a", (0, (2, 2)), "X"),
    "half_point": _line("#007a5a", (0, (8, 2)), "h"),
    "complete": _line("#3a8f7d", (0, (8, 2, 1, 2)), "p"),
    "estimated": _line("#7d7a00", (0, (8, 2, 1, 2, 1, 2)), "*"),
}

#: Colour, line style and marker of each method, the same in every picture.
METHOD_STYLES: Mapping[str, LineStyle] = MappingProxyType({name: _STYLES[name] for name in METHODS})

#: The same for each curve: it looks like the first method that stands on it.
CURVE_STYLES: Mapping[str, LineStyle] = MappingProxyType(
    {
        "logistic": METHOD_STYLES["true_logistic"],
        "normal": METHOD_STYLES["true_normal"],
        "line": METHOD_STYLES["linear"],
        "fide": METHOD_STYLES["fide"],
    }
)


def line_only(style: LineStyle) -> dict[str, Any]:
    """Colour and line style without the marker, for curves of many points."""
    return {"color": style["color"], "linestyle": style["linestyle"]}


def marker_only(style: LineStyle) -> dict[str, Any]:
    """Colour and marker without the line, for single points; a white rim parts dots that touch."""
    return {
        "color": style["color"],
        "marker": style["marker"],
        "linestyle": "none",
        "markeredgecolor": "white",
    }


def on_axis(ax: Axes, style: LineStyle) -> dict[str, Any]:
    """Marker that stands on the x axis wherever the y axis begins, and is not cut by the frame."""
    at_foot = {"transform": ax.get_xaxis_transform(), "clip_on": False}
    return {**marker_only(style), **at_foot, "markersize": 7}


def new_axes(ax: Axes | None, size: tuple[float, float] = SINGLE) -> Axes:
    """Take the caller's Axes, or make a figure of the given size (inches) with one."""
    if ax is not None:
        return ax
    from matplotlib import pyplot

    _, made = pyplot.subplots(figsize=size, layout="constrained")
    return made


def label(ax: Axes, x: str, y: str) -> None:
    """Name both axes with their units, in letters for print, on a quiet frame."""
    ax.set_xlabel(x, fontsize=LABEL_SIZE)
    ax.set_ylabel(y, fontsize=LABEL_SIZE)
    ax.tick_params(labelsize=SMALL_SIZE)
    ax.spines[["top", "right"]].set_visible(False)


def put_point(mark: Line2D, x: float | None, y: float | None) -> None:
    """Put a mark at one point, or nowhere where a coordinate is missing or unbounded."""
    nowhere = x is None or y is None or not np.isfinite([x, y]).all()
    mark.set_visible(not nowhere)
    if x is not None and y is not None:
        mark.set_data([x], [y])


def put_upright(line: Line2D, x: float | None) -> None:
    """Move an upright line that crosses the whole picture, or hide it."""
    line.set_visible(x is not None)
    if x is not None:
        line.set_xdata([x, x])


@dataclass(frozen=True)
class GuessMark:
    """The dashed mark of the reader's guess: upright on a rating axis, level on a height."""

    line: Line2D
    upright: bool

    def move(self, guess: float | None) -> None:
        """Put the mark in its place, or hide it where there is no guess."""
        self.line.set_visible(guess is not None)
        if guess is not None:
            (self.line.set_xdata if self.upright else self.line.set_ydata)([guess, guess])
            self.line.set_label(f"your guess {number_text(guess)}")
        else:
            self.line.set_label("_no guess")


def guess_mark(ax: Axes, guess: float | None, *, upright: bool = True) -> GuessMark:
    """Draw the mark of the reader's guess."""
    draw = ax.axvline if upright else ax.axhline
    mark = GuessMark(draw(0.0, color=NEUTRAL, linestyle=GUESS_DASH, linewidth=1.6), upright)
    mark.move(guess)
    return mark


def legend(
    ax: Axes, handles: Sequence[Artist] | None = None, *, reverse: bool = False, **place: Any
) -> None:
    """Draw the legend in small letters on white; again only when one of the labels has changed.

    Digits are all of one width: where nothing but digits differs, they are written in place.
    """
    shown = ax.get_legend_handles_labels()[0] if handles is None else list(handles)
    shown = shown[::-1] if reverse else shown
    labels = [str(handle.get_label()) for handle in shown]
    old = ax.get_legend()
    if old is not None:
        texts = old.get_texts()
        if [_any_digit(text.get_text()) for text in texts] == [_any_digit(text) for text in labels]:
            for text, new in zip(texts, labels, strict=True):
                text.set_text(new)
            return
        old.remove()
    look: dict[str, Any] = {
        "fontsize": SMALL_SIZE,
        "edgecolor": "none",
        "framealpha": 0.85,
        "borderpad": 0.2,
    }
    ax.legend(shown, labels, **{**look, **place})


def _any_digit(text: str) -> str:
    return re.sub("[0-9]", "0", text)


#: Where a legend stands that has no room among the curves: above the picture.
ABOVE: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.02, 1.0)}


def one_number(value: Any, name: str) -> float:
    """Check a single finite number."""
    number = check.one_number(value, name)
    return float(number)


def optional_number(value: Any, name: str) -> float | None:
    """Check a number that may be left out."""
    return None if value is None else one_number(value, name)


def rating_window(opponent_ratings: FloatArray, ratings: Iterable[float]) -> tuple[float, float]:
    """Range of a rating axis: the opponents, room above them, and every finite rating to be shown.

    From the lowest opponent − 100 to the highest + 400, widened to whole hundreds, so that the axis
    stands still while a rating moves a little.
    """
    shown = [rating for rating in ratings if np.isfinite(rating)]
    low = min([opponent_ratings.min() - 100.0, *(rating - 50.0 for rating in shown)])
    high = max([opponent_ratings.max() + 400.0, *(rating + 50.0 for rating in shown)])
    return float(np.floor(low / 100.0) * 100.0), float(np.ceil(high / 100.0) * 100.0)


def rating_text(rating: float, method: str) -> str:
    """Show a rating as people read it: tables in whole points, the others with two decimals."""
    text = _text.rating_text(rating, whole=METHODS[method].in_whole_numbers)
    return text.replace("-", MINUS)


def number_text(value: float) -> str:
    """Show a number with as many decimals as it has, at most two: 2.5, 3, 2766.67."""
    return np.format_float_positional(round(value, 2) + 0.0, trim="-").replace("-", MINUS)


def signed_text(value: float) -> str:
    """Show a change with its sign: +95, −87, 0."""
    text = number_text(value)
    return text if text.startswith(MINUS) or text == "0" else f"+{text}"


def signed_fixed(value: float, decimals: int) -> str:
    """Show a change with its sign and always so many decimals: +95.0, −87.0, 0.0."""
    shown = round(value, decimals)
    sign = "" if shown == 0 else "+" if shown > 0 else MINUS
    return f"{sign}{abs(shown):.{decimals}f}"
