"""Form over time with its band, and the performance slice by slice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import dates
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.plots import _style as style

if TYPE_CHECKING:
    import pandas as pd

_METHOD = {"logistic": "true_logistic", "normal": "true_normal"}


@dataclass(frozen=True)
class FormNumbers:
    """What `form` shows: where each window ends, its rating and its band, in runs of windows.

    A new run begins where a window has nothing in common with the one before.
    """

    runs: tuple[IntArray, ...]
    at: FloatArray
    dated: bool
    ratings: FloatArray
    low: FloatArray
    high: FloatArray
    curve: str
    label: str
    level: float


def form_numbers(frame: Any) -> FormNumbers:
    """Take what `perfkit.form.rolling_performance` gave; dates where every row has a full one."""
    import pandas as pd

    if not isinstance(frame, pd.DataFrame) or "window" not in frame.attrs:
        check.fail("frame", "come from perfkit.form.rolling_performance", type(frame).__name__)
    dated = frame.attrs["order"] != "as in the source"
    games = np.arange(1.0, len(frame) + 1.0)
    at = _day_numbers(frame["date"]) if dated else games
    days = frame.attrs["days"]
    apart = np.diff(at) >= (np.inf if days is None else days)
    return FormNumbers(
        tuple(np.split(np.arange(len(frame)), np.flatnonzero(apart) + 1)),
        at,
        dated,
        frame["rating"].to_numpy(),
        frame["low"].to_numpy(),
        frame["high"].to_numpy(),
        frame.attrs["curve"],
        f"{frame.attrs['player']}, last {frame.attrs['window']}",
        frame.attrs["level"],
    )


def _day_numbers(column: pd.Series[str]) -> FloatArray:
    """Days since 1970, as Matplotlib's date axis counts them."""
    days = column.to_numpy(dtype=object).astype("datetime64[D]")
    return np.asarray(days.astype(np.float64))


@dataclass(frozen=True)
class FormArtists:
    """The artists of `form`."""

    ax: Axes
    area: PolyCollection
    line: Line2D
    unbounded: Line2D


def draw_form(ax: Axes, numbers: FormNumbers) -> FormArtists:
    """Make the artists of `form`."""
    style.label(ax, "date" if numbers.dated else "game", "rating (Elo points)")
    if numbers.dated:
        locator = dates.AutoDateLocator(minticks=3, maxticks=7)  # type: ignore[no-untyped-call]
        ax.xaxis.set_major_locator(locator)
        short = dates.ConciseDateFormatter(locator)  # type: ignore[no-untyped-call]
        ax.xaxis.set_major_formatter(short)
        ax.xaxis.get_offset_text().set_fontsize(style.SMALL_SIZE)
    look = style.METHOD_STYLES[_METHOD[numbers.curve]]
    area = PolyCollection([], facecolors=look["color"], alpha=0.2, linewidths=0.0)
    ax.add_collection(area, autolim=False)
    line = ax.plot([], [], linewidth=1.6, markersize=3.5, zorder=3, **look)[0]
    unbounded = ax.plot(
        [], [], linestyle="none", marker=look["marker"], color=look["color"], fillstyle="none",
        markersize=5, clip_on=False, zorder=3, in_layout=False,
    )[0]  # fmt: skip
    artists = FormArtists(ax, area, line, unbounded)
    move_form(artists, numbers)
    return artists


def move_form(artists: FormArtists, numbers: FormNumbers) -> None:
    """Bring the artists of `form` to another frame."""
    ax, ratings = artists.ax, numbers.ratings
    bottom, top = _heights(numbers)
    low, high = np.maximum(numbers.low, bottom - 1.0), np.minimum(numbers.high, top + 1.0)
    runs = [run[~np.isnan(numbers.low[run])] for run in numbers.runs]
    artists.area.set_verts(
        [
            np.column_stack(
                [np.r_[numbers.at[run], numbers.at[run[::-1]]], np.r_[low[run], high[run[::-1]]]]
            )
            for run in runs
            if run.size
        ]
    )
    artists.area.set_label(f"{100 * numbers.level:g} % band")
    shown = np.where(np.isfinite(ratings), ratings, np.nan)
    artists.line.set_data(_broken(numbers.at, runs), _broken(shown, runs))
    artists.line.set_label(numbers.label)
    infinite = np.isinf(ratings)
    artists.unbounded.set_data(numbers.at[infinite], np.where(ratings[infinite] > 0, top, bottom))
    artists.unbounded.set_label("unbounded" if infinite.any() else "_none")
    full = numbers.at[np.concatenate(runs)]  # rows before the first full window are left off
    room = 0.02 * max(full[-1] - full[0], 1.0)
    ax.set(xlim=(full[0] - room, full[-1] + room), ylim=(bottom, top))
    style.legend(ax, ncols=3, **style.ABOVE)


def _broken(values: FloatArray, runs: Sequence[IntArray]) -> FloatArray:
    """Put a gap behind every run."""
    return np.concatenate([np.append(values[run], np.nan) for run in runs])[:-1]


def _heights(numbers: FormNumbers) -> tuple[float, float]:
    """Range of every finite number shown, in steps of 50."""
    values = np.concatenate([numbers.ratings, numbers.low, numbers.high])
    finite = values[np.isfinite(values)]
    low, high = (finite.min(), finite.max()) if finite.size else (0.0, 0.0)
    return float(np.floor((low - 10) / 50) * 50), float(np.ceil((high + 10) / 50) * 50)


def form(frame: Any, *, ax: Axes | None = None) -> Axes:
    """How did a player's performance move over time, and how sure is any of it?

    Parameters
    ----------
    frame : DataFrame
        As `perfkit.form.rolling_performance` gives it.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: dates, or games where not every game has a full date; y: Elo points.

    Raises
    ------
    ValueError
        A frame that comes from elsewhere.

    See Also
    --------
    slices : windows that do not overlap, such as months.

    Notes
    -----
    The band is that of each window by itself. It is no band for the whole line: of many windows
    some miss the truth, and neighbouring ones miss together.

    References
    ----------
    As `perfkit.interval`.

    Examples
    --------
    >>> from perfkit import datasets
    >>> from perfkit.form import rolling_performance
    >>> games = datasets.load("candidates2022")
    >>> ax = form(rolling_performance(games, player="Ding, Liren", window=7))
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['95 % band', 'Ding, Liren, last 7 games']
    """
    return draw_form(style.new_axes(ax), form_numbers(frame)).ax


# Slices that do not overlap.


@dataclass(frozen=True)
class SlicesNumbers:
    """What `slices` shows: a row per slice, with its games and its interval where there is one."""

    kind: str
    names: tuple[str, ...]
    games: FloatArray
    ratings: FloatArray
    low: FloatArray
    high: FloatArray
    method: str
    least: int


def slices_numbers(table: pd.DataFrame, method: str, least: int) -> SlicesNumbers:
    """Take groups, games and ratings from a performance table."""
    if method not in table.columns:
        check.fail("method", "be a column of the table", check.show(method))
    groups = list(table.columns[: list(table.columns).index("player_rating")])
    shown = [name for name in groups if not name.endswith("_id")]
    # What is the same in every row needs no room beside every bar.
    told = [name for name in shown if table[name].nunique() > 1] or shown
    missing = np.full(len(table), np.nan)
    low, high = (
        table[f"{method}_{end}"].to_numpy() if f"{method}_{end}" in table.columns else missing
        for end in ("low", "high")
    )
    names = tuple(", ".join(map(str, row)) for row in zip(*(table[n] for n in told), strict=True))
    kind = ", ".join(told)
    return SlicesNumbers(
        kind, names, table["games"].to_numpy(), table[method].to_numpy(), low, high, method, least
    )


@dataclass(frozen=True)
class SlicesArtists:
    """The Axes of `slices`; its rows are drawn once."""

    ax: Axes


def draw_slices(ax: Axes, numbers: SlicesNumbers) -> SlicesArtists:
    """Make the artists of `slices`."""
    style.label(ax, f"{numbers.method} (Elo points)", f"{numbers.kind} (games)")
    rows = range(len(numbers.names))
    few = numbers.games < numbers.least
    labels = [
        f"{name} ({games:g})" for name, games in zip(numbers.names, numbers.games, strict=True)
    ]
    ax.set_yticks(rows, labels)
    ax.set_ylim(len(rows) - 0.5, -0.5)
    for tick, small in zip(ax.get_yticklabels(), few, strict=True):
        tick.set_color(_GREY if small else "#1a1a1a")
    look = style.METHOD_STYLES[numbers.method]
    window = _window_of(numbers)
    ax.set_xlim(*window)
    for row in rows:
        color = _GREY if few[row] else look["color"]
        if not np.isnan(numbers.low[row]):
            bar = np.clip([numbers.low[row], numbers.high[row]], window[0] - 1, window[1] + 1)
            ax.plot(bar, [row, row], color=color, linewidth=2.2, solid_capstyle="butt")
        rating = numbers.ratings[row]
        if np.isinf(rating):
            ax.text(
                1.0 if rating > 0 else 0.0, row, "unbounded", transform=ax.get_yaxis_transform(),
                ha="right" if rating > 0 else "left", va="bottom", fontsize=style.SMALL_SIZE,
                color=color,
            )  # fmt: skip
        elif np.isfinite(rating):
            ax.plot([rating], [row], look["marker"], color=color, markersize=6)
    return SlicesArtists(ax)


_GREY = "#9a9a9a"


def _window_of(numbers: SlicesNumbers) -> tuple[float, float]:
    values = np.concatenate([numbers.ratings, numbers.low, numbers.high])
    finite = values[np.isfinite(values)]
    if not finite.size:
        return 0.0, 1.0
    return float(finite.min() - 40.0), float(finite.max() + 40.0)


def slices(
    table: pd.DataFrame,
    *,
    method: str = "true_logistic",
    least: int = 5,
    ax: Axes | None = None,
) -> Axes:
    """How did a player perform by colour, month or strength of the opponent?

    Parameters
    ----------
    table : DataFrame
        As `perfkit.performance_table` gives it, grouped `by=` what makes a slice.
    method : str
        Column of the table that is shown; its columns `_low` and `_high` are the bars.
    least : int
        Slices of fewer games are greyed: they say next to nothing.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: Elo points; a row per slice, with its number of games in brackets.

    Raises
    ------
    ValueError
        A method that is no column of the table.

    See Also
    --------
    form : windows that move.

    Notes
    -----
    With many slices some look special by chance alone.

    References
    ----------
    As `perfkit.interval`.

    Examples
    --------
    >>> from perfkit import datasets, performance_table
    >>> games = datasets.load("candidates2022")
    >>> ding = games[games["player"] == "Ding, Liren"]
    >>> ax = slices(performance_table(ding, by=["player", "color"]))
    >>> [text.get_text() for text in ax.get_yticklabels()]
    ['white (7)', 'black (7)']
    """
    numbers = slices_numbers(table, method, least)
    size = (style.SINGLE[0], 0.7 + 0.28 * max(len(numbers.names), 3))
    return draw_slices(style.new_axes(ax, size), numbers).ax
