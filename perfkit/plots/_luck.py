"""How high does the winner come out where everybody is equal? Two histograms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import StepPatch

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.luck import WinnersLuck
from perfkit.plots import _style as style

_PLAYER, _WINNER = "#8c8c8c", "#00548f"
_HALF_BAR = 50.0  # Elo points, where there is one bar alone
_SCORES_PER_BAR = 2.0  # at least, where bars are of equal width
_LEFT_OFF = 0.001  # less of the events than this at an end needs no room on the axis


@dataclass(frozen=True)
class LuckNumbers:
    """What `winners_luck` shows: shares of the events by bars, of one width or one per score."""

    edges: FloatArray
    player: FloatArray
    winner: FloatArray
    player_mean: float
    player_unbounded: float
    winner_mean: float
    unbounded: float
    bar_width: float | None
    rating: float
    method: str
    real: float | None
    guess: float | None


def luck_numbers(luck: WinnersLuck, *, real: Any = None, guess: Any = None) -> LuckNumbers:
    """Count the events between the performances that neighbouring scores give.

    A bar per score, since bars of equal width would now hold one possible value and now two. With
    a favourite the same score gives him another performance: then bars of equal width, twice as
    wide as the scores lie apart.
    """
    if not isinstance(luck, WinnersLuck):
        check.fail("luck", "come from perfkit.luck.winners_luck", type(luck).__name__)
    possible = luck.possible[np.isfinite(luck.possible)]
    width = _bar_width(possible) if luck.advantage else None
    edges = _edges(possible, luck.rating) if width is None else _equal_edges(luck, width)
    return LuckNumbers(
        edges,
        _shares(luck.player, edges),
        _shares(luck.winner, edges),
        luck.player_mean,
        luck.player_unbounded,
        luck.winner_mean,
        luck.unbounded,
        width,
        luck.rating,
        luck.method,
        style.optional_number(real, "real"),
        style.optional_number(guess, "guess"),
    )


def _edges(possible: FloatArray, rating: float) -> FloatArray:
    """Half-way points between the possible performances; two players have one or none."""
    if possible.size < 2:
        return np.array([rating - _HALF_BAR, rating + _HALF_BAR])
    inner = 0.5 * (possible[:-1] + possible[1:])
    first = 2.0 * possible[0] - inner[0]
    return np.concatenate([[first], inner, [2.0 * possible[-1] - inner[-1]]])


def _bar_width(possible: FloatArray) -> float:
    """Twice the usual distance of two possible performances, in whole tens of Elo points."""
    if possible.size < 2:
        return 2.0 * _HALF_BAR
    return float(np.ceil(_SCORES_PER_BAR * np.median(np.diff(possible)) / 10.0) * 10.0)


def _equal_edges(luck: WinnersLuck, width: float) -> FloatArray:
    """Borders of equal width about everything that is bounded."""
    found = np.concatenate([luck.player, luck.winner, [luck.rating]])
    found = found[np.isfinite(found)]
    first, last = np.floor(found.min() / width), np.floor(found.max() / width) + 1.0
    return width * np.arange(first, last + 1.0)


def _shares(values: FloatArray, edges: FloatArray) -> FloatArray:
    """Share of the events in each bar, in per cent; unbounded ones are in none and are told."""
    counts, _ = np.histogram(values, edges)
    return np.asarray(100.0 * counts / values.size)


@dataclass(frozen=True)
class LuckArtists:
    """The artists of `winners_luck`."""

    ax: Axes
    player: StepPatch
    winner: StepPatch
    player_mean: Line2D
    winner_mean: Line2D
    real: Line2D
    guess: style.GuessMark


def draw_luck(ax: Axes, numbers: LuckNumbers) -> LuckArtists:
    """Make the artists of `winners_luck`."""
    style.label(ax, "", "")
    player = ax.stairs(
        numbers.player, numbers.edges, fill=True, facecolor=_PLAYER, alpha=0.35, edgecolor=_PLAYER
    )
    winner = ax.stairs(numbers.winner, numbers.edges, color=_WINNER, linewidth=1.6)
    means = [
        ax.axvline(0.0, color=color, linewidth=1.2, linestyle=(0, (1, 1)))
        for color in (_PLAYER, _WINNER)
    ]
    real = ax.axvline(0.0, color="#d55e00", linewidth=1.6, linestyle="-.")
    guess = style.guess_mark(ax, None)
    artists = LuckArtists(ax, player, winner, means[0], means[1], real, guess)
    move_luck(artists, numbers)
    return artists


def move_luck(artists: LuckArtists, numbers: LuckNumbers) -> None:
    """Bring the artists of `winners_luck` to other round robins."""
    ax = artists.ax
    artists.player.set_data(numbers.player, numbers.edges)
    artists.winner.set_data(numbers.winner, numbers.edges)
    given = numbers.player_mean
    artists.player.set_label(f"one given player{_mean_text(numbers)}")
    mean = numbers.winner_mean
    artists.winner.set_label(
        f"the winner, mean {mean:.0f}"
        if np.isfinite(mean)
        else f"the winner, {100 * numbers.unbounded:.2g} % unbounded"
    )
    style.put_upright(artists.player_mean, given if np.isfinite(given) else None)
    style.put_upright(artists.winner_mean, mean if np.isfinite(mean) else None)
    style.put_upright(artists.real, numbers.real)
    artists.real.set_label(
        "_none" if numbers.real is None else f"a real winner, {style.number_text(numbers.real)}"
    )
    artists.guess.move(numbers.guess)
    ax.set_xlabel(f"performance, {numbers.method} (Elo points)", fontsize=style.LABEL_SIZE)
    bars = "a bar per possible score"
    if numbers.bar_width is not None:
        bars = f"bars of {numbers.bar_width:g} points"
    ax.set_ylabel(f"events (%), {bars}", fontsize=style.LABEL_SIZE)
    highest = max(numbers.player.max(), numbers.winner.max())
    ax.set(xlim=_window(numbers), ylim=(0.0, np.ceil(highest / 10.0 + 0.1) * 10.0))
    style.legend(ax, ncols=2, **style.ABOVE)


def _mean_text(numbers: LuckNumbers) -> str:
    """Write the given player's mean, and what share of the events it leaves out."""
    left_out = numbers.player_unbounded
    unbounded = f"{100 * left_out:.2g} % unbounded" if left_out else ""
    if not np.isfinite(numbers.player_mean):
        return f", {unbounded}"
    without = f" without {unbounded}" if unbounded else ""
    return f", mean {numbers.player_mean:.0f}{without}"


def _window(numbers: LuckNumbers) -> tuple[float, float]:
    """Range of the bars that hold something, in steps of 100, with every line inside."""
    shown = np.flatnonzero((numbers.player + numbers.winner) >= 100.0 * _LEFT_OFF)
    filled = shown if shown.size else np.array([0])
    lines = [value for value in (numbers.real, numbers.guess) if value is not None]
    low = min([numbers.edges[filled[0]], *lines])
    high = max([numbers.edges[filled[-1] + 1], *lines])
    return float(np.floor(low / 100.0) * 100.0) - 20.0, float(np.ceil(high / 100.0) * 100.0) + 20.0


def winners_luck(
    luck: WinnersLuck, *, real: Any = None, guess: Any = None, ax: Axes | None = None
) -> Axes:
    """How high does the winner come out, and how high one given player, in the same events?

    Parameters
    ----------
    luck : WinnersLuck
        As `perfkit.luck.winners_luck` gives it.
    real : float, optional
        A real winner's performance in Elo points, as a line.
    guess : float, optional
        The reader's guess of the winners' mean in Elo points, as a dashed upright mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: performance in Elo points; y: per cent of the events.

    Raises
    ------
    ValueError
        `luck` that comes from elsewhere; numbers that are not finite.

    See Also
    --------
    perfkit.luck.winners_luck : the numbers.

    Notes
    -----
    One bar per possible score, from half-way to the score before to half-way to the next: only so
    many performances can occur. With a favourite, who meets other opponents, they are not the same
    for all, and the bars are of equal width. Unbounded ones are in no bar; the legend says how many
    there are.

    References
    ----------
    As `perfkit.luck.winners_luck`.

    Examples
    --------
    >>> from perfkit.luck import winners_luck as play
    >>> ax = winners_luck(play(n_events=500, rng=np.random.default_rng(2)), real=2850)
    >>> ax.get_legend().get_texts()[-1].get_text()
    'a real winner, 2850'
    """
    return draw_luck(style.new_axes(ax), luck_numbers(luck, real=real, guess=guess)).ax
