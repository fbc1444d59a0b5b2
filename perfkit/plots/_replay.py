"""How sure is a performance? One event round by round with its band, and its replays."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib import patheffects
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.methods import performance_ratings
from perfkit.plots import _style as style
from perfkit.plots._coverage import OF
from perfkit.uncertainty import interval

_TRUE = {"logistic": "true_logistic", "normal": "true_normal"}
_HELD, _MISSED = "#00548f", "#d55e00"
#: Room of the rating axis under the weakest and above the strongest of opponents and truth.
_ROOM_BELOW, _ROOM_ABOVE = 350.0, 500.0


@dataclass(frozen=True)
class Band:
    """The interval of one event; not a number where the kind has none, infinite where open."""

    low: float
    high: float
    estimate: float

    def holds(self, rating: float) -> bool:
        """Whether the rating lies inside; a band that does not exist holds nothing."""
        return self.low <= rating <= self.high


@lru_cache(maxsize=4096)
def band(
    opponent_ratings: tuple[float, ...],
    score: float,
    kind: str,
    level: float,
    draw_rate: float | None,
    curve: str = "logistic",
) -> Band:
    """Take the interval of an event. Kept, since replays of one event have few different scores."""
    found = interval(
        opponent_ratings, score, kind=kind, level=level, draw_rate=draw_rate, curve=curve
    )
    return Band(found.low, found.high, found.estimate)


@dataclass(frozen=True)
class FunnelNumbers:
    """What `funnel` shows: round by round the performance, its band, and the other replays."""

    opponent_ratings: FloatArray
    bands: tuple[Band, ...]
    rating: float | None
    replays: FloatArray
    level: float
    curve: str


def funnel_numbers(
    opponent_ratings: Any,
    results: Any,
    *,
    rating: Any = None,
    replays: Any = None,
    kind: str = "score",
    level: float = 0.95,
    draw_rate: float | None = None,
    curve: str = "logistic",
) -> FunnelNumbers:
    """Rate the first game, the first two, ... of an event, with an interval each time."""
    opponents = check.opponents(opponent_ratings)
    made = _results(results, opponents.size, "results")
    if made.ndim != 1:
        check.fail("results", "be a flat list with one result per game", f"shape {made.shape}")
    ratings, scores = tuple(opponents.tolist()), made.cumsum().tolist()
    bands = tuple(
        band(ratings[:games], points, kind, level, draw_rate, curve)
        for games, points in enumerate(scores, 1)
    )
    others = np.empty((0, opponents.size)) if replays is None else replays
    others = np.atleast_2d(_results(others, opponents.size, "replays"))
    return FunnelNumbers(
        opponents,
        bands,
        style.optional_number(rating, "rating"),
        running_performances(opponents, others, curve=curve),
        float(level),
        curve,
    )


def _results(value: Any, n_games: int, name: str) -> FloatArray:
    made = check.finite(value, name)
    if made.ndim == 0 or made.shape[-1] != n_games:
        check.fail(name, f"hold one result per game, {n_games}", f"shape {made.shape}")
    if ((made < 0) | (made > 1)).any():
        check.fail(name, "hold points from 0 to 1", check.show(float(made.ravel()[0])))
    return made


def running_performances(
    opponent_ratings: FloatArray, results: FloatArray, *, curve: str = "logistic"
) -> FloatArray:
    """Rate the first game, the first two, ... of each replay: (replays, games) of Elo points."""
    n_replays, n_games = results.shape
    first = np.concatenate([opponent_ratings[:games] for games in range(1, n_games + 1)])
    flat = performance_ratings(
        np.tile(first, n_replays),
        counts=np.tile(np.arange(1, n_games + 1), n_replays),
        scores=results.cumsum(axis=1).ravel(),
        method=_TRUE[curve],
    )
    return np.asarray(flat.reshape(results.shape))


def window(opponent_ratings: FloatArray, rating: float | None) -> tuple[float, float]:
    """Range of the rating axis; bands that are wider run out of the picture."""
    shown = opponent_ratings if rating is None else np.append(opponent_ratings, rating)
    low, high = shown.min() - _ROOM_BELOW, shown.max() + _ROOM_ABOVE
    return float(np.floor(low / 100.0) * 100.0), float(np.ceil(high / 100.0) * 100.0)


@dataclass(frozen=True)
class FunnelArtists:
    """The artists of `funnel`."""

    ax: Axes
    replays: LineCollection
    area: PolyCollection
    running: Line2D
    unbounded: Line2D
    truth: Line2D
    truth_text: Annotation


def draw_funnel(ax: Axes, numbers: FunnelNumbers) -> FunnelArtists:
    """Make the artists of `funnel`."""
    style.label(ax, "games played", "rating (Elo points)")
    look = style.METHOD_STYLES[_TRUE[numbers.curve]]
    replays = LineCollection([], colors=style.NEUTRAL, linewidths=0.7, alpha=0.45, zorder=2)
    ax.add_collection(replays, autolim=False)
    area = PolyCollection([], facecolors=look["color"], alpha=0.2, linewidths=0.0, zorder=1)
    ax.add_collection(area, autolim=False)
    running = ax.plot([], [], linewidth=1.8, markersize=5, zorder=4, **look)[0]
    unbounded = ax.plot(
        [], [], linestyle="none", marker=look["marker"], color=look["color"], fillstyle="none",
        markersize=6, clip_on=False, zorder=4, in_layout=False,
    )[0]  # fmt: skip
    truth = ax.axhline(0.0, color="#1a1a1a", linestyle=(0, (2, 2)), linewidth=1.4, zorder=3)
    truth_text = ax.annotate(
        "", (1.0, 0.0), xycoords=("axes fraction", "data"), xytext=(-2, 3),
        textcoords="offset points", ha="right", fontsize=style.SMALL_SIZE, zorder=5,
        path_effects=[patheffects.withStroke(linewidth=2.0, foreground="white")],
    )  # fmt: skip
    artists = FunnelArtists(ax, replays, area, running, unbounded, truth, truth_text)
    move_funnel(artists, numbers)
    return artists


def move_funnel(artists: FunnelArtists, numbers: FunnelNumbers) -> None:
    """Bring the artists of `funnel` to another replay, with more or fewer games too."""
    ax, n_games = artists.ax, len(numbers.bands)
    low, high = window(numbers.opponent_ratings, numbers.rating)
    games = np.arange(1, n_games + 1)
    estimates = np.array([band.estimate for band in numbers.bands])
    bounded = np.isfinite(estimates)
    artists.replays.set_segments(
        [np.column_stack([games, _gaps(replay)]) for replay in numbers.replays]
    )
    others = len(numbers.replays)
    plural = "replay" if others == 1 else "replays"
    artists.replays.set_label(f"{others} {plural}" if others else "_none")
    artists.area.set_verts(_areas(games, numbers.bands))
    artists.area.set_label(f"{100 * numbers.level:g} % band")
    artists.running.set_data(games, _gaps(estimates))
    artists.running.set_label("performance")
    artists.unbounded.set_data(games[~bounded], np.where(estimates[~bounded] > 0, high, low))
    artists.unbounded.set_label("_at the edge" if bounded.all() else "unbounded")
    artists.truth.set_visible(numbers.rating is not None)
    artists.truth_text.set_visible(numbers.rating is not None)
    if numbers.rating is not None:
        artists.truth.set_ydata([numbers.rating, numbers.rating])
        artists.truth_text.xy = (1.0, numbers.rating)
        artists.truth_text.set_text(f"truth {style.number_text(numbers.rating)}")
    ax.set(xlim=(0.8, n_games + 0.2), ylim=(low, high))
    step = 1 if n_games <= 12 else 5
    ax.set_xticks(np.arange(step, n_games + 1, step))
    style.legend(ax, ncols=2, **style.ABOVE)


def _gaps(ratings: FloatArray) -> FloatArray:
    """Leave a gap where a performance is unbounded."""
    return np.where(np.isfinite(ratings), ratings, np.nan)


_HALF_BAR = 0.12  # games; half the width of a band that stands alone
_FAR = 1e5  # Elo points; where an open band is cut off, far outside of every picture


def _areas(games: Any, bands: tuple[Band, ...]) -> list[FloatArray]:
    """Outlines of the band, one for each run of rounds that have one."""
    exists = np.array([not np.isnan([band.low, band.high]).any() for band in bands])
    lows = np.array([max(band.low, -_FAR) for band in bands])
    highs = np.array([min(band.high, _FAR) for band in bands])
    runs = np.split(np.arange(exists.size), np.flatnonzero(np.diff(exists)) + 1)
    outlines = []
    for run in runs:
        if exists[run[0]]:
            there, back = run, run[::-1]
            forth = np.asarray(games[run], dtype=np.float64)
            if run.size == 1:  # one round alone has no area: an upright bar
                there, back = np.repeat(run, 2), np.repeat(run, 2)
                forth = games[run] + np.array([-_HALF_BAR, _HALF_BAR])
            corners = np.r_[forth, forth[::-1]], np.r_[lows[there], highs[back]]
            outlines.append(np.column_stack(corners))
    return outlines


def funnel(
    opponent_ratings: Any,
    results: Any,
    *,
    rating: Any = None,
    replays: Any = None,
    kind: str = "score",
    level: float = 0.95,
    draw_rate: float | None = None,
    curve: str = "logistic",
    ax: Axes | None = None,
) -> Axes:
    """How does a performance settle, round by round, and how wide is its band?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played, in order.
    results : array_like, shape (n_games,)
        1, 0.5 or 0 per game.
    rating : float, optional
        The true rating in Elo points where it is known, as in a simulation: a dashed level.
    replays : array_like, shape (n_replays, n_games), optional
        Results of other events against the same opponents, as faint lines.
    kind, level, draw_rate, curve
        As `perfkit.interval`.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: games played; y: Elo points.

    Raises
    ------
    ValueError
        As `perfkit.interval`; not one result per game.

    See Also
    --------
    replays : the final bands of many such events side by side.

    Notes
    -----
    Where only wins or only losses were made so far, the performance is unbounded: an open mark
    stands at the edge. Kind "wald" has no band there.

    References
    ----------
    Hullman, Resnick and Adar, PLoS ONE 10 (2015), on replays in place of error bars.

    Examples
    --------
    >>> ax = funnel([2500] * 4, [1, 0.5, 0, 1], rating=2600)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['95 % band', 'performance', 'unbounded']
    """
    numbers = funnel_numbers(
        opponent_ratings, results, rating=rating, replays=replays, kind=kind, level=level,
        draw_rate=draw_rate, curve=curve,
    )  # fmt: skip
    return draw_funnel(style.new_axes(ax), numbers).ax


# The final bands of many replays, side by side.


@dataclass(frozen=True)
class ReplaysNumbers:
    """What `replays` shows: the band of each replay, the truth, and the number of the first."""

    bands: tuple[Band, ...]
    rating: float
    opponent_ratings: FloatArray
    first: int = 1

    @property
    def missed(self) -> int:
        """How many of these bands do not hold the truth."""
        return sum(not band.holds(self.rating) for band in self.bands)

    def last(self, replays: int, *, step: int = 1) -> ReplaysNumbers:
        """Keep at most the last so many, under their numbers; the first moves on by `step`."""
        over = max(0, len(self.bands) - replays)
        before = step * -(-over // step)
        return ReplaysNumbers(
            self.bands[before:], self.rating, self.opponent_ratings, self.first + before
        )


def replays_numbers(
    opponent_ratings: Any,
    results: Any,
    rating: Any,
    *,
    kind: str = "score",
    level: float = 0.95,
    draw_rate: float | None = None,
) -> ReplaysNumbers:
    """Take the interval of each replay."""
    opponents = check.opponents(opponent_ratings)
    made = np.atleast_2d(_results(results, opponents.size, "results"))
    ratings = tuple(opponents.tolist())
    bands = tuple(
        band(ratings, points, kind, level, draw_rate) for points in made.sum(axis=1).tolist()
    )
    return ReplaysNumbers(bands, style.one_number(rating, "rating"), opponents)


@dataclass(frozen=True)
class ReplaysArtists:
    """The artists of `replays`: bars and ticks of bands that hold the truth, and of the others."""

    ax: Axes
    bars: LineCollection
    held: Line2D
    missed: Line2D
    estimates: Line2D
    unbounded: Line2D
    truth: Line2D
    count: Text
    places: int


def draw_replays(ax: Axes, numbers: ReplaysNumbers, *, places: int | None = None) -> ReplaysArtists:
    """Make the artists of `replays`, with room for as many bands as there are, or for `places`."""
    style.label(ax, "replay", "rating (Elo points)")
    bars = LineCollection([], linewidths=2.4, zorder=2)
    ax.add_collection(bars, autolim=False)
    feet: dict[str, Any] = {
        "linestyle": "none",
        "transform": ax.get_xaxis_transform(),
        "in_layout": False,
    }
    held = ax.plot([], [], marker="|", color=_HELD, markersize=7, label="held", **feet)[0]
    missed = ax.plot(
        [], [], marker="x", color=_MISSED, markersize=6, markeredgewidth=2.0, label="missed", **feet
    )[0]
    estimates = ax.plot(
        [], [], "D", color="#1a1a1a", markersize=3.0, zorder=3, label="_performance"
    )[0]
    truth = ax.axhline(0.0, color="#1a1a1a", linestyle=(0, (2, 2)), linewidth=1.4, zorder=1)
    count = ax.set_title("", fontsize=style.SMALL_SIZE, loc="right")
    room = len(numbers.bands) if places is None else places
    unbounded = ax.plot(
        [], [], "D", color="#1a1a1a", markersize=4.0, fillstyle="none", clip_on=False,
        in_layout=False, label="_unbounded",
    )[0]  # fmt: skip
    artists = ReplaysArtists(ax, bars, held, missed, estimates, unbounded, truth, count, room)
    move_replays(artists, numbers)
    return artists


def move_replays(artists: ReplaysArtists, numbers: ReplaysNumbers) -> None:
    """Bring the artists of `replays` to other bands, at most as many as there are places."""
    ax, truth = artists.ax, numbers.rating
    low, high = window(numbers.opponent_ratings, truth)
    at = np.arange(numbers.first, numbers.first + len(numbers.bands), dtype=np.float64)
    drawn = [
        (x, band, band.holds(truth)) for x, band in zip(at.tolist(), numbers.bands, strict=True)
    ]
    bars = [(x, band, held) for x, band, held in drawn if not np.isnan(band.low)]
    artists.bars.set_segments(
        [[(x, max(band.low, -_FAR)), (x, min(band.high, _FAR))] for x, band, _ in bars]
    )
    artists.bars.set_color([_HELD if held else _MISSED for _, _, held in bars])
    held = [x for x, _, held in drawn if held]
    missed = [x for x, _, held in drawn if not held]
    # The ticks stand in a row of their own at the foot of the picture.
    artists.held.set_data(held, [0.035] * len(held))
    artists.missed.set_data(missed, [0.035] * len(missed))
    estimates = np.array([band.estimate for band in numbers.bands])
    artists.estimates.set_data(at, _gaps(estimates))
    clean = np.isinf(estimates)
    artists.unbounded.set_data(at[clean], np.where(estimates[clean] > 0, high, low))
    artists.truth.set_ydata([truth, truth])
    artists.count.set_text(f"{len(missed)} of {len(drawn)} missed (×)")
    first = numbers.first
    ax.set(xlim=(first - 0.8, first + artists.places - 0.2), ylim=(low, high))
    step = 1 if artists.places <= 10 else 5
    ax.set_xticks([x for x in range(first, first + artists.places) if x % step == 0 or step == 1])


def replays(
    opponent_ratings: Any,
    results: Any,
    rating: Any,
    *,
    kind: str = "score",
    level: float = 0.95,
    draw_rate: float | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Of many events by one player, how many bands hold the true rating?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents of every event.
    results : array_like, shape (n_replays, n_games)
        Points of each game, a row per event.
    rating : float
        The true rating in Elo points.
    kind, level, draw_rate
        As `perfkit.interval`.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: replays; y: Elo points, one upright bar per band, and a tick or a cross at the foot.

    Raises
    ------
    ValueError
        As `perfkit.interval`; not one result per game.

    See Also
    --------
    funnel : one of them round by round.
    coverage : how many miss in the long run.

    Notes
    -----
    An open mark at the edge is an unbounded performance. A replay without bar has no band: kind
    "wald" does not exist for a clean score, which counts as missed.

    References
    ----------
    Hullman, Resnick and Adar, PLoS ONE 10 (2015), on replays in place of error bars.

    Examples
    --------
    >>> ax = replays([2500] * 9, [[1] * 9, [1, 0] * 4 + [1]], 2900, kind="wald")
    >>> ax.get_title(loc="right")
    '2 of 2 missed (×)'
    """
    numbers = replays_numbers(
        opponent_ratings, results, rating, kind=kind, level=level, draw_rate=draw_rate
    )
    return draw_replays(style.new_axes(ax), numbers).ax


# How many of them missed so far, for the explorer.


@dataclass(frozen=True)
class TallyNumbers:
    """Bands that missed, of twenty: after each replay, in the long run, promised, and guessed."""

    so_far: FloatArray
    long_run: float
    promised: float
    guess: float | None


def tally_numbers(
    numbers: ReplaysNumbers, *, coverage: float, level: float, guess: Any = None
) -> TallyNumbers:
    """Count the misses after each replay, and bring all shares to twenty."""
    missed = np.array([not band.holds(numbers.rating) for band in numbers.bands])
    so_far = OF * missed.cumsum() / np.arange(1, missed.size + 1)
    return TallyNumbers(
        so_far, OF * (1.0 - coverage), OF * (1.0 - level), style.optional_number(guess, "guess")
    )


@dataclass(frozen=True)
class TallyArtists:
    """The artists of the tally."""

    ax: Axes
    so_far: Line2D
    long_run: Line2D
    promised: Line2D
    guess: style.GuessMark


def draw_tally(ax: Axes, numbers: TallyNumbers) -> TallyArtists:
    """Make the artists of the tally."""
    style.label(ax, "replays so far", f"missed, of {OF}")
    ax.set(ylim=(0.0, OF))
    ax.set_yticks(range(0, OF + 1, 5))
    so_far = ax.plot([], [], ".-", color=_MISSED, markersize=5, linewidth=1.2, zorder=3)[0]
    long_run = ax.axhline(0.0, color=_MISSED, linewidth=1.0, linestyle=(0, (1, 1)))
    promised = ax.axhline(0.0, color=style.NEUTRAL, linewidth=0.8)
    guess = style.guess_mark(ax, None, upright=False)
    artists = TallyArtists(ax, so_far, long_run, promised, guess)
    move_tally(artists, numbers)
    return artists


def move_tally(artists: TallyArtists, numbers: TallyNumbers) -> None:
    """Bring the artists of the tally to other replays."""
    replays = np.arange(1, numbers.so_far.size + 1)
    artists.so_far.set_data(replays, numbers.so_far)
    artists.so_far.set_label("so far")
    artists.long_run.set_ydata([numbers.long_run] * 2)
    artists.long_run.set_label(f"long run {numbers.long_run:.1f}")
    artists.promised.set_ydata([numbers.promised] * 2)
    artists.promised.set_label(f"promised {numbers.promised:.3g}")
    artists.guess.move(numbers.guess)
    room = OF * -(-replays.size // OF)  # in twenties, so that the axis stands still for a while
    artists.ax.set(xlim=(0.0, room + 1.0))
    style.legend(artists.ax, loc="upper right")
