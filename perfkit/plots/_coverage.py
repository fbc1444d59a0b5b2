"""Do intervals hold what they promise? The share that holds the truth, against the true gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.plots import _style as style
from perfkit.uncertainty import interval, score_distribution

_WIDEST_GAP = 500.0
#: A guess is a number of misses of twenty bands.
OF = 20
_LOOKS: Mapping[str, dict[str, Any]] = {
    "wald": {"color": "#d55e00", "linestyle": "-"},
    "score": {"color": "#00548f", "linestyle": "-"},
    "exact": {"color": "#1a1a1a", "linestyle": (0, (7, 1))},
    "mid_p": {"color": "#6b6b6b", "linestyle": (0, (3, 1))},
    "profile": {"color": "#c971a2", "linestyle": (0, (1, 1))},
}


def coverage_at(
    rating_diff: Any,
    *,
    n_games: int = 9,
    draw_rate: float = 0.0,
    kind: str = "score",
    level: float = 0.95,
    curve: str = "logistic",
) -> float | FloatArray:
    """Of many events, which share has an interval that holds the true rating?

    Every score is taken with its exact probability and with its interval, so nothing is simulated.

    Parameters
    ----------
    rating_diff : array_like
        True rating minus the opponents', who are all equal, in Elo points.
    n_games : int
        Games of the event.
    draw_rate : float
        Probability of a draw between equals, which the interval is told (0: no draws).
    kind, level, curve
        As `perfkit.interval`.

    Returns
    -------
    float or ndarray, shape of `rating_diff`
        Share of the events, 0 to 1.

    Raises
    ------
    ValueError
        As `perfkit.interval` and `perfkit.uncertainty.score_distribution`.

    See Also
    --------
    coverage : the picture.

    Notes
    -----
    An interval that does not exist (kind "wald" at score 0 and n) holds nothing.

    References
    ----------
    Agresti and Coull, The American Statistician 52 (1998), on coverage by exact enumeration.

    Examples
    --------
    >>> round(coverage_at(400, kind="wald"), 3), round(coverage_at(400), 3)
    (0.534, 0.958)
    """
    gaps = check.finite(rating_diff, "rating_diff")
    chances = _chances(gaps.ravel(), n_games, draw_rate, curve)
    ends = _ends_by_score(n_games, draw_rate, kind, level, curve)
    return check.plain(_shares_holding(gaps.ravel(), chances, ends).reshape(gaps.shape))


def _chances(gaps: FloatArray, n_games: int, draw_rate: float, curve: str) -> FloatArray:
    """Probability of each score 0, ½, ..., n: a row per gap."""
    rows = [
        score_distribution(gap, np.zeros(n_games), draw_rate=draw_rate, curve=curve).probabilities
        for gap in gaps.tolist()
    ]
    return np.array(rows)


@lru_cache(maxsize=64)
def _ends_by_score(
    n_games: int, draw_rate: float, kind: str, level: float, curve: str
) -> FloatArray:
    """Lower and upper end of the interval for each score 0, ½, ..., n that can occur.

    Kept, since the same intervals serve every true gap.
    """
    told = draw_rate if draw_rate else None
    rows = np.full((2 * n_games + 1, 2), np.nan)
    for twice in range(0, 2 * n_games + 1, 2 if told is None else 1):
        found = interval(
            np.zeros(n_games), twice / 2, kind=kind, level=level, draw_rate=told, curve=curve
        )
        rows[twice] = found.low, found.high
    return rows


def _shares_holding(gaps: FloatArray, chances: FloatArray, ends: FloatArray) -> FloatArray:
    """Add up the probabilities of the scores whose interval holds the gap."""
    holds = (ends[:, 0] <= gaps[:, None]) & (gaps[:, None] <= ends[:, 1])
    return np.asarray((chances * holds).sum(axis=1))


@dataclass(frozen=True)
class CoverageNumbers:
    """What `coverage` shows: the share of events whose interval holds the truth, along the gap."""

    gaps: FloatArray
    shares: Mapping[str, FloatArray]
    level: float
    n_games: int
    draw_rate: float
    rating_diff: float | None
    shares_now: Mapping[str, float]
    guess: float | None


def coverage_numbers(
    *,
    n_games: int,
    draw_rate: float,
    kinds: Sequence[str],
    level: float,
    rating_diff: Any = None,
    guess: Any = None,
) -> CoverageNumbers:
    """Enumerate the coverage of each kind over the gaps, and at the marked one."""
    gaps = np.arange(0.0, _WIDEST_GAP + 1.0, 4.0)
    now = style.optional_number(rating_diff, "rating_diff")
    tried = gaps if now is None else np.append(gaps, now)
    chances = _chances(tried, n_games, draw_rate, "logistic")
    found = {
        kind: _shares_holding(
            tried, chances, _ends_by_score(n_games, draw_rate, kind, level, "logistic")
        )
        for kind in kinds
    }
    shares = {kind: share[: gaps.size] for kind, share in found.items()}
    shares_now = {} if now is None else {kind: float(share[-1]) for kind, share in found.items()}
    guessed = style.optional_number(guess, "guess")
    return CoverageNumbers(gaps, shares, level, n_games, draw_rate, now, shares_now, guessed)


@dataclass(frozen=True)
class CoverageArtists:
    """The artists of `coverage`."""

    ax: Axes
    lines: Mapping[str, Line2D]
    dots: Mapping[str, Line2D]
    level: Line2D
    now: Line2D
    guess: Line2D


def draw_coverage(ax: Axes, numbers: CoverageNumbers) -> CoverageArtists:
    """Make the artists of `coverage`, a line per kind."""
    style.label(ax, "true rating less the opponents' (Elo points)", "share that holds the truth")
    ax.set(xlim=(0.0, _WIDEST_GAP), ylim=(0.0, 1.03))
    level = ax.axhline(0.0, color=style.NEUTRAL, linewidth=0.8)
    lines, dots = {}, {}
    for kind in numbers.shares:
        (lines[kind],) = ax.plot([], [], linewidth=1.6, **_LOOKS[kind])
        (dots[kind],) = ax.plot(
            [], [], "o", color=_LOOKS[kind]["color"], markersize=7, markeredgecolor="white",
            zorder=4,
        )  # fmt: skip
    now = ax.axvline(0.0, color=style.NEUTRAL, linewidth=0.8)
    guess = ax.axhline(0.0, color=style.NEUTRAL, linestyle=style.GUESS_DASH, linewidth=1.6)
    artists = CoverageArtists(ax, lines, dots, level, now, guess)
    move_coverage(artists, numbers)
    return artists


def move_coverage(artists: CoverageArtists, numbers: CoverageNumbers) -> None:
    """Bring the artists of `coverage` to other events, with the same kinds."""
    for kind, line in artists.lines.items():
        line.set_data(numbers.gaps, numbers.shares[kind])
        line.set_label(f"{kind} interval")
        style.put_point(artists.dots[kind], numbers.rating_diff, numbers.shares_now.get(kind))
    artists.level.set_ydata([numbers.level, numbers.level])
    artists.level.set_label(f"promised: {100 * numbers.level:g} %")
    style.put_upright(artists.now, numbers.rating_diff)
    guess = numbers.guess
    artists.guess.set_visible(guess is not None)
    artists.guess.set_label("_none")
    if guess is not None:
        artists.guess.set_ydata([1.0 - guess / OF] * 2)
        artists.guess.set_label(f"your guess: {style.number_text(guess)} of {OF} miss")
    style.legend(artists.ax, loc="lower left")


def coverage(
    *,
    n_games: int = 9,
    draw_rate: float = 0.0,
    kinds: Sequence[str] = ("wald", "score"),
    level: float = 0.95,
    rating_diff: Any = None,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Do intervals hold the truth as often as they promise?

    Parameters
    ----------
    n_games : int
        Games of the event, against equal opponents.
    draw_rate : float
        Probability of a draw between equals; the intervals are told.
    kinds : sequence of str
        Of the kinds of `perfkit.interval`.
    level : float
        What they promise, between 0 and 1.
    rating_diff : float, optional
        One true gap in Elo points, to be marked.
    guess : float, optional
        The reader's guess how many of twenty bands miss, as a dashed level mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: true gap in Elo points; y: share of events whose interval holds the truth.

    Raises
    ------
    ValueError
        As `coverage_at`; an unknown kind.

    See Also
    --------
    coverage_at : the numbers.
    replays : the same, event by event.

    Notes
    -----
    The lines are jagged because there are few scores: at each jump one more of them gets an
    interval that reaches the truth, or loses it.

    References
    ----------
    Agresti and Coull, The American Statistician 52 (1998).

    Examples
    --------
    >>> ax = coverage(rating_diff=400)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['promised: 95 %', 'wald interval', 'score interval']
    """
    for kind in kinds:
        check.one_of(kind, _LOOKS, "kinds")
    numbers = coverage_numbers(
        n_games=n_games, draw_rate=draw_rate, kinds=kinds, level=level, rating_diff=rating_diff,
        guess=guess,
    )  # fmt: skip
    return draw_coverage(style.new_axes(ax), numbers).ax
