"""Where do two methods agree and where not? Score share against the spread of the opponents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib import colormaps, patheffects
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colorbar import Colorbar
from matplotlib.colors import BoundaryNorm, ListedColormap
from matplotlib.contour import ContourSet
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.methods import (
    method_by_name,
    methods_by_name,
    performance_rating,
    performance_ratings,
)
from perfkit.plots import _style as style

#: The field of the map: five opponents at 2000 − d, five at 2000 + d. Ten games give the shares
#: .05 to .95 in half points, and every one of them is a whole per cent, as FIDE's table wants it.
N_GAMES, MIDDLE = 10, 2000.0
WIDEST = 400.0
_SCORES = np.arange(0.5, N_GAMES, 0.5)
_SPREADS = np.arange(0.0, WIDEST + 1.0, 10.0)
_LEVELS = (3.0, 10.0, 20.0, 50.0, 100.0)
_BORDERS = (*(-level for level in reversed(_LEVELS)), *_LEVELS)
# Violet below, orange above, pale where the two agree; the darkest ends would drown letters.
_COLOURS = ListedColormap(colormaps["PuOr_r"](np.linspace(0.1, 0.9, 256)))


@dataclass(frozen=True)
class MapEvent:
    """One real event on the map: whose, against whom, how many points."""

    name: str
    opponent_ratings: tuple[float, ...]
    score: float


@dataclass(frozen=True)
class MapPoint:
    """One place on the map, and how far the two methods lie apart there."""

    name: str
    share: float
    half_spread: float
    difference: float


@dataclass(frozen=True)
class MapNumbers:
    """What `method_map` shows: the difference of two methods, in rows of spread."""

    method: str
    minus: str
    shares: FloatArray
    half_spreads: FloatArray
    differences: FloatArray
    events: tuple[MapPoint, ...]
    marked: MapPoint | None
    guess: float | None


def field_of(half_spread: float) -> FloatArray:
    """Opponents of one row of the map."""
    return np.repeat([MIDDLE - half_spread, MIDDLE + half_spread], N_GAMES // 2)


@cache
def map_differences(method: str, minus: str) -> FloatArray:
    """Rate every score against every field by both methods, and subtract: (spreads, scores).

    Kept, so that moving the mark does not compute the map again.
    """
    n_events = _SPREADS.size * _SCORES.size
    fields = np.concatenate([np.tile(field_of(spread), _SCORES.size) for spread in _SPREADS])
    first, second = (
        performance_ratings(
            fields,
            counts=np.full(n_events, N_GAMES),
            scores=np.tile(_SCORES, _SPREADS.size),
            method=name,
        )
        for name in (method, minus)
    )
    differences = (first - second).reshape(_SPREADS.size, _SCORES.size)
    differences.setflags(write=False)
    return np.asarray(differences)


def map_point(
    name: str, opponent_ratings: Any, score: float, *, method: str, minus: str
) -> MapPoint:
    """Place an event: share of the points, standard deviation of its opponents, difference."""
    opponents = check.opponents(opponent_ratings)
    first, second = (
        float(performance_rating(opponents, score, method=one)) for one in (method, minus)
    )
    return MapPoint(name, score / opponents.size, float(opponents.std()), first - second)


def known_events() -> tuple[MapEvent, ...]:
    """Four events with every opponent's rating known, of little and of much spread."""
    from perfkit.datasets import famous

    wanted = {"Nepomniachtchi", "Gukesh", "Abdusattorov", "Howell"}
    table = famous()
    table = table[
        (table["year"] == 2022)
        & (table["opponents_known"] == "each")
        & table["player"].isin(wanted)
    ].drop_duplicates("player")
    columns = (table["player"], table["opponents"], table["score"])
    return tuple(MapEvent(*row) for row in zip(*columns, strict=True))


def map_numbers(
    method: Any,
    minus: Any,
    *,
    score: Any = None,
    half_spread: Any = None,
    events: Sequence[MapEvent] = (),
    guess: Any = None,
) -> MapNumbers:
    """Compute what the map shows."""
    pair = {"method": method_by_name(method).name, "minus": method_by_name(minus).name}
    points = tuple(
        map_point(event.name, event.opponent_ratings, event.score, **pair) for event in events
    )
    marked = _marked(score, half_spread, **pair)
    return MapNumbers(
        shares=_SCORES / N_GAMES,
        half_spreads=_SPREADS,
        differences=map_differences(**pair),
        events=points,
        marked=marked,
        guess=style.optional_number(guess, "guess"),
        **pair,
    )


def _marked(score: Any, half_spread: Any, *, method: str, minus: str) -> MapPoint | None:
    points, spread = (
        style.optional_number(score, "score"),
        style.optional_number(half_spread, "half_spread"),
    )
    if points is None or spread is None:
        return None
    if not _SCORES[0] <= points <= _SCORES[-1]:
        check.fail("score", f"lie in [{_SCORES[0]:g}, {_SCORES[-1]:g}]", check.show(points))
    if not 0.0 <= spread <= WIDEST:
        check.fail("half_spread", f"lie in [0, {WIDEST:g}]", check.show(spread))
    return map_point("", field_of(spread), points, method=method, minus=minus)


@dataclass
class _Layer:
    """The coloured areas and their lines, made anew when the methods change."""

    sets: list[ContourSet]
    differences: FloatArray | None = None


@dataclass(frozen=True)
class MapArtists:
    """The artists of `method_map`."""

    ax: Axes
    layer: _Layer
    bar: Colorbar
    events: Line2D
    names: tuple[Any, ...]
    marked: Line2D
    guess: style.GuessMark


_PLACES = {
    "Nepomniachtchi": (-5, -3, "right"),
    "Gukesh": (-6, 1, "right"),
    "Abdusattorov": (-6, 0, "right"),
    "Howell": (-4, 7, "right"),
}


def draw_map(ax: Axes, numbers: MapNumbers) -> MapArtists:
    """Make the artists of `method_map`."""
    style.label(ax, "share of the points", "half-spread d of the opponents (Elo points)")
    ax.set(xlim=(numbers.shares[0], numbers.shares[-1]), ylim=(0.0, WIDEST))
    norm = BoundaryNorm(_BORDERS, _COLOURS.N, extend="both")
    bar = ax.figure.colorbar(
        ScalarMappable(norm, _COLOURS),
        ax=ax,
        ticks=_BORDERS,
        spacing="uniform",
        pad=0.02,
        use_gridspec=False,  # the kind of colour bar that a layout solved later can move
    )
    bar.ax.tick_params(labelsize=style.SMALL_SIZE)
    halo = [patheffects.withStroke(linewidth=2.0, foreground="white")]
    events = ax.plot(
        [], [], "o", color="#1a1a1a", markersize=5, markeredgecolor="white", zorder=5,
        clip_on=False, in_layout=False,
    )[0]  # fmt: skip
    names = tuple(
        ax.annotate(
            "", (0.0, 0.0), xytext=_PLACES.get(event.name, (-6, 0, "right"))[:2],
            textcoords="offset points", ha=_PLACES.get(event.name, (0, 0, "right"))[2],
            va="center", fontsize=style.SMALL_SIZE, path_effects=halo, zorder=6,
        )
        for event in numbers.events
    )  # fmt: skip
    marked = ax.plot(
        [], [], "o", color="#1a1a1a", markersize=10, fillstyle="none", markeredgewidth=1.6,
        zorder=7, path_effects=[patheffects.withStroke(linewidth=3.5, foreground="white")],
        clip_on=False, in_layout=False,
    )[0]  # fmt: skip
    guess = style.guess_mark(bar.ax, None, upright=False)
    artists = MapArtists(ax, _Layer([]), bar, events, names, marked, guess)
    move_map(artists, numbers)
    return artists


def move_map(artists: MapArtists, numbers: MapNumbers) -> None:
    """Bring the artists of `method_map` to other methods, or the mark to another place."""
    if artists.layer.differences is not numbers.differences:
        _colour(artists, numbers)
        _place_events(artists, numbers.events)
    marked = numbers.marked
    at = (None, None) if marked is None else (marked.share, marked.half_spread)
    style.put_point(artists.marked, *at)
    artists.guess.move(numbers.guess)
    artists.bar.set_label(_bar_text(numbers), fontsize=style.LABEL_SIZE)


def _place_events(artists: MapArtists, events: Sequence[MapPoint]) -> None:
    artists.events.set_data(
        [event.share for event in events], [event.half_spread for event in events]
    )
    for text, event in zip(artists.names, events, strict=True):
        text.xy = (event.share, event.half_spread)
        text.set_text(f"{event.name} {style.signed_text(round(event.difference))}")


def _bar_text(numbers: MapNumbers) -> str:
    """Name the colours, and the mark of the guess across them, which may lie off the bar."""
    what = f"{numbers.method} − {numbers.minus} (Elo points)"
    if numbers.guess is None:
        return what
    where = "across the bar" if abs(numbers.guess) <= _LEVELS[-1] else "beyond the bar"
    return f"{what}\nyour guess {style.number_text(numbers.guess)}: {where}"


def _colour(artists: MapArtists, numbers: MapNumbers) -> None:
    for old in artists.layer.sets:
        old.remove()
    ax, grid = artists.ax, (numbers.shares, numbers.half_spreads, numbers.differences)
    norm = artists.bar.norm
    areas = ax.contourf(*grid, levels=_BORDERS, cmap=_COLOURS, norm=norm, extend="both", zorder=1)
    lines = ax.contour(*grid, levels=_BORDERS, colors="#595959", linewidths=0.6, zorder=2)
    texts = ax.clabel(
        lines, fontsize=style.SMALL_SIZE - 1, fmt=lambda level: style.signed_text(level)
    )
    for text in texts:
        text.set_path_effects([patheffects.withStroke(linewidth=1.5, foreground="white")])
        text.set_visible(not _meets_a_name(text.get_position(), numbers.events))
    artists.layer.sets[:] = [areas, lines]
    artists.layer.differences = numbers.differences


def _meets_a_name(at: tuple[float, float], events: Sequence[MapPoint]) -> bool:
    """Whether a contour's number would stand under the name to the left of an event's dot."""
    return any(
        -0.25 < at[0] - event.share < 0.05 and abs(at[1] - event.half_spread) < 25.0
        for event in events
    )


def method_map(
    *,
    method: str = "true_logistic",
    minus: str = "fide",
    score: Any = None,
    half_spread: Any = None,
    events: bool = True,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Where do two methods agree, and where do they lie 20, 50 or 100 points apart?

    The map is that of ten games against five opponents at Ra − d and five at Ra + d. Pale where
    the two methods agree within 3 points; each line is a difference.

    Parameters
    ----------
    method, minus : str
        Two of `perfkit.METHODS`; shown is `method` − `minus`.
    score : float, optional
        Points of ten, 0.5 to 9.5, of a place to be marked.
    half_spread : float, optional
        Half-spread d in Elo points, 0 to 400, of this place.
    events : bool
        Whether four real events are shown, at the standard deviation of their opponents.
    guess : float, optional
        The reader's guess of the difference at the place, as a dashed mark on the colour bar.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: share of the points; y: half-spread d in Elo points; colour: difference in Elo points.

    Raises
    ------
    ValueError
        An unknown method; a place outside the map.

    See Also
    --------
    method_ends : what the methods do beyond the map, at score 0 and n.
    perfkit.explain.identify_method : which method printed a number.

    Notes
    -----
    The standard deviation of a field of two halves is d itself, so real events are placed by
    theirs; the number beside a dot is computed from the event's own opponents.

    References
    ----------
    Olympiad 2022 and Candidates 2022: see `perfkit.datasets.famous`.

    Examples
    --------
    >>> ax = method_map()
    >>> [text.get_text() for text in ax.texts if "Howell" in text.get_text()]
    ['Howell +62']
    """
    numbers = map_numbers(
        method,
        minus,
        score=score,
        half_spread=half_spread,
        events=known_events() if events else (),
        guess=guess,
    )
    return draw_map(style.new_axes(ax, (5.6, 3.6)), numbers).ax


# The other picture of the same question: where the map ends.


@dataclass(frozen=True)
class EndsNumbers:
    """What `method_ends` shows: each method at score 0 and at n."""

    methods: tuple[str, ...]
    at_zero: FloatArray
    at_full: FloatArray
    opponent_ratings: FloatArray


def ends_numbers(opponent_ratings: Any, methods: Any) -> EndsNumbers:
    """Rate a score of 0 and a full score by each method."""
    opponents = check.opponents(opponent_ratings)
    names = tuple(method.name for method in methods_by_name(methods))
    pairs = np.array(
        [performance_rating(opponents, [0.0, opponents.size], method=name) for name in names]
    )
    return EndsNumbers(names, pairs[:, 0], pairs[:, 1], opponents)


@dataclass(frozen=True)
class EndsArtists:
    """The artists of `method_ends`."""

    ax: Axes


def draw_ends(ax: Axes, numbers: EndsNumbers) -> EndsArtists:
    """Make the artists of `method_ends`."""
    style.label(ax, "rating (Elo points)", "")
    values = np.concatenate([numbers.at_zero, numbers.at_full])
    finite = [*values[np.isfinite(values)], *numbers.opponent_ratings]
    low, high = min(finite), max(finite)
    room = 0.22 * max(high - low, 100.0)
    ax.set(xlim=(low - room, high + room), ylim=(len(numbers.methods) - 0.4, -0.6))
    ax.set_yticks(range(len(numbers.methods)), numbers.methods)
    for rating in np.unique(numbers.opponent_ratings):
        ax.axvline(rating, color=style.LIGHT, linewidth=0.8, zorder=0)
    for row, method in enumerate(numbers.methods):
        for value in (numbers.at_zero[row], numbers.at_full[row]):
            _draw_end(ax, row, value, method, (low, high))
    return EndsArtists(ax)


def _draw_end(ax: Axes, row: int, value: float, method: str, window: tuple[float, float]) -> None:
    """Draw a mark with its number, or an arrow out of the picture where the value is unbounded."""
    look = style.METHOD_STYLES[method]
    upwards = value > window[0] + 0.5 * (window[1] - window[0])
    if not np.isfinite(value):
        edge = 1.0 if upwards else 0.0
        start = 0.9 if upwards else 0.1
        ax.annotate(
            "", xy=(edge, row), xytext=(start, row), xycoords=ax.get_yaxis_transform(),
            arrowprops={"arrowstyle": "-|>", "color": look["color"], "linewidth": 1.4},
        )  # fmt: skip
        ax.text(
            start, row, "+∞ " if upwards else " −∞", transform=ax.get_yaxis_transform(),
            ha="right" if upwards else "left", va="center", fontsize=style.SMALL_SIZE,
        )  # fmt: skip
        return
    ax.plot([value], [row], markersize=8, **style.marker_only(look))
    ax.annotate(
        f"{value:.0f}".replace("-", style.MINUS), (value, row), xytext=(6 if upwards else -6, 0),
        textcoords="offset points", ha="left" if upwards else "right", va="center",
        fontsize=style.SMALL_SIZE,
    )  # fmt: skip


def method_ends(opponent_ratings: Any, *, methods: Any = "all", ax: Axes | None = None) -> Axes:
    """What does each method print for no point at all, and for all of them?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    methods : str or list of str
        "all", one method or a list of them; None for the first four.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating in Elo points; a row per method, score 0 at the left and n at the right.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`; an unknown method.

    See Also
    --------
    method_map : everything between the ends.

    Notes
    -----
    An arrow out of the picture is an unbounded value. Pale upright lines are the opponents.

    References
    ----------
    Each entry of `perfkit.METHODS` names its own.

    Examples
    --------
    >>> ax = method_ends([2400, 2500, 2600], methods=["fide", "linear"])
    >>> sorted(text.get_text() for text in ax.texts)
    ['1700', '2100', '2900', '3300']
    """
    numbers = ends_numbers(opponent_ratings, methods)
    size = (5.6, 0.8 + 0.24 * len(numbers.methods))
    return draw_ends(style.new_axes(ax, size), numbers).ax
