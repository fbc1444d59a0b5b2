"""When does a win cost points? The gain by one more game, and the bars Rᵢ ± 400."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from perfkit import _validation as check
from perfkit._validation import FloatArray
from perfkit.curves import LINE
from perfkit.methods import method_by_name, performance_rating, performance_ratings
from perfkit.plots import _style as style

_RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True)
class GainNumbers:
    """What `extra_game` shows: what a game adds to each method, along the extra opponent."""

    extra_ratings: FloatArray
    gains: Mapping[str, FloatArray]
    extra_rating: float | None
    gains_now: Mapping[str, float]
    n_games: int
    result: float
    guess: float | None


def gain_numbers(
    opponent_ratings: Any,
    score: Any,
    *,
    result: Any = 1,
    extra_rating: Any = None,
    methods: Sequence[str] = style.THREE,
    guess: Any = None,
) -> GainNumbers:
    """Rate the event with and without the extra game, for extra opponents around the field.

    From 1000 points under the average opponent to 400 above, and in whole hundreds as far as the
    marked one; inf − inf, a method that is unbounded with and without the game, is nan.
    """
    opponents = check.opponents(opponent_ratings)
    points = style.one_number(score, "score")
    last = _result(result, "result")
    names = [method_by_name(method).name for method in methods]
    middle = np.round(opponents.mean())
    now = style.optional_number(extra_rating, "extra_rating")
    marked = middle if now is None else now
    low = min(middle - 1000.0, np.floor(marked / 100.0) * 100.0)
    high = max(middle + 400.0, np.ceil(marked / 100.0) * 100.0)
    tried = np.linspace(low, high, 701)
    gains = {name: _gain(opponents, points, tried, last, name) for name in names}
    at_mark = (
        {}
        if now is None
        else {
            name: float(_gain(opponents, points, np.array([now]), last, name)[0]) for name in names
        }
    )
    guessed = style.optional_number(guess, "guess")
    return GainNumbers(tried, gains, now, at_mark, opponents.size, last, guessed)


def _result(value: Any, name: str) -> float:
    number = style.one_number(value, name)
    if number not in _RESULTS:
        check.fail(name, "be 1, 0.5 or 0", check.show(number))
    return number


def _gain(
    opponents: FloatArray, score: float, extra: FloatArray, result: float, method: str
) -> FloatArray:
    before = performance_rating(opponents, score, method=method)
    fields = np.column_stack([np.tile(opponents, (extra.size, 1)), extra])
    after = performance_ratings(
        fields.ravel(),
        counts=np.full(extra.size, fields.shape[1]),
        scores=np.full(extra.size, score + result),
        method=method,
    )
    with np.errstate(invalid="ignore"):
        return np.asarray(after - before)


@dataclass(frozen=True)
class GainArtists:
    """The artists of `extra_game`."""

    ax: Axes
    lines: Mapping[str, Line2D]
    dots: Mapping[str, Line2D]
    now: Line2D
    guess: style.GuessMark


def draw_gain(ax: Axes, numbers: GainNumbers) -> GainArtists:
    """Make the artists of `extra_game`, a line and a dot per method."""
    style.label(ax, "rating of the extra opponent (Elo points)", "")
    ax.axhline(0.0, color=style.NEUTRAL, linewidth=0.8)
    lines, dots = {}, {}
    for method in numbers.gains:
        look = style.METHOD_STYLES[method]
        (lines[method],) = ax.plot([], [], linewidth=1.6, **style.line_only(look))
        (dots[method],) = ax.plot(
            [], [], markersize=7, zorder=4, clip_on=False, **style.marker_only(look)
        )
    now = ax.axvline(0.0, color=style.NEUTRAL, linewidth=0.8)
    artists = GainArtists(ax, lines, dots, now, style.guess_mark(ax, None, upright=False))
    move_gain(artists, numbers)
    return artists


def move_gain(artists: GainArtists, numbers: GainNumbers) -> None:
    """Bring the artists of `extra_game` to other games, with the same methods."""
    now = numbers.extra_rating
    for method, line in artists.lines.items():
        line.set_data(numbers.extra_ratings, numbers.gains[method])
        style.put_point(artists.dots[method], now, numbers.gains_now.get(method))
        line.set_label(method)
    style.put_upright(artists.now, now)
    artists.guess.move(numbers.guess)
    ax = artists.ax
    what = {1.0: "win", 0.5: "draw", 0.0: "loss"}[numbers.result]
    ax.set_ylabel(f"gain by one more {what} (Elo points)", fontsize=style.LABEL_SIZE)
    ax.set(xlim=(numbers.extra_ratings[0], numbers.extra_ratings[-1]), ylim=_height(numbers))
    style.legend(ax, ncols=2, **style.ABOVE)


def _height(numbers: GainNumbers) -> tuple[float, float]:
    """Range of the gains, in steps of 50 so that it stands still while a slider moves a little."""
    values = np.concatenate([*numbers.gains.values(), [0.0, 50.0, numbers.guess or 0.0]])
    finite = values[np.isfinite(values)]
    low = np.floor((finite.min() - 5.0) / 50.0) * 50.0
    return float(low), float(np.ceil((finite.max() + 5.0) / 50.0) * 50.0)


def extra_game(
    opponent_ratings: Any,
    score: Any,
    *,
    result: Any = 1,
    extra_rating: Any = None,
    methods: Sequence[str] = style.THREE,
    guess: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """What does one more game add to the performance, against opponents of every rating?

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents of the games before.
    score : float
        Points made in them, 0 to n_games.
    result : {1, 0.5, 0}
        Result of the extra game.
    extra_rating : float, optional
        One rating of the extra opponent, in Elo points, to be marked.
    methods : sequence of str
        Of `perfkit.METHODS`.
    guess : float, optional
        The reader's guess of the gain in Elo points, as a dashed level mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: rating of the extra opponent in Elo points; y: gain in Elo points, one line per method.

    Raises
    ------
    ValueError
        As `perfkit.performance_rating`; a result that is not 1, 0.5 or 0.

    See Also
    --------
    linear_twin : why the line pays for a weak opponent.

    Notes
    -----
    Where a method is unbounded before or after the extra game it has no gain and no line.

    References
    ----------
    Encyclopaedia article "Performance rating (chess)", on the drawback of the linear method.

    Examples
    --------
    >>> ax = extra_game([2400] * 8, 6, extra_rating=1400)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['true_logistic', 'fide', 'linear']
    """
    numbers = gain_numbers(
        opponent_ratings,
        score,
        result=result,
        extra_rating=extra_rating,
        methods=methods,
        guess=guess,
    )
    return draw_gain(style.new_axes(ax), numbers).ax


@dataclass(frozen=True)
class TwinNumbers:
    """What `linear_twin` shows: each game's opponent and value, and the mean of the values."""

    opponent_ratings: FloatArray
    values: FloatArray
    mean: float


def twin_numbers(opponent_ratings: Any, results: Any) -> TwinNumbers:
    """Give each game its opponent's rating, +400 for a win, −400 for a loss, and average them."""
    opponents = check.opponents(opponent_ratings)
    made = check.finite(results, "results")
    if made.shape != opponents.shape:
        check.fail("results", f"hold one result per game, {opponents.size}", f"{made.size}")
    wrong = made[~np.isin(made, _RESULTS)]
    if wrong.size:
        check.fail("results", "hold 1, 0.5 or 0", check.show(wrong[0]))
    values = opponents + LINE.difference(made, 1.0)
    return TwinNumbers(
        opponents, values, float(performance_rating(opponents, made.sum(), method="linear"))
    )


@dataclass(frozen=True)
class TwinArtists:
    """The artists of `linear_twin`."""

    ax: Axes
    bars: LineCollection
    opponents: Line2D
    values: Line2D
    mean: Line2D


def draw_twin(ax: Axes, numbers: TwinNumbers) -> TwinArtists:
    """Make the artists of `linear_twin`."""
    style.label(ax, "game", "rating (Elo points)")
    ax.locator_params(axis="x", integer=True)
    bars = LineCollection([], colors=style.LIGHT, linewidths=5)
    ax.add_collection(bars, autolim=False)
    opponents = ax.plot(
        [], [], "_", color=style.NEUTRAL, markersize=9, label="opponent R, R ± 400"
    )[0]
    look = style.METHOD_STYLES["linear"]
    values = ax.plot([], [], markersize=7, **style.marker_only(look), label="what the game counts")[
        0
    ]
    mean = ax.axhline(0.0, linewidth=1.6, **style.line_only(look))
    artists = TwinArtists(ax, bars, opponents, values, mean)
    move_twin(artists, numbers)
    return artists


def move_twin(artists: TwinArtists, numbers: TwinNumbers) -> None:
    """Bring the artists of `linear_twin` to other games, more or fewer too."""
    ax, rated = artists.ax, numbers.opponent_ratings
    games = np.arange(1, rated.size + 1)
    artists.bars.set_segments(
        [
            [(game, rating - 400.0), (game, rating + 400.0)]
            for game, rating in zip(games, rated, strict=True)
        ]
    )
    artists.opponents.set_data(games, rated)
    artists.values.set_data(games, numbers.values)
    artists.mean.set_ydata([numbers.mean, numbers.mean])
    artists.mean.set_label(f"their mean, linear {style.rating_text(numbers.mean, 'linear')}")
    low, high = rated.min() - 450.0, rated.max() + 450.0
    ax.set(
        xlim=(0.4, rated.size + 0.6), ylim=(np.floor(low / 100) * 100, np.ceil(high / 100) * 100)
    )
    style.legend(ax, **style.ABOVE)


def linear_twin(opponent_ratings: Any, results: Any, *, ax: Axes | None = None) -> Axes:
    """What does each game count when the linear performance is taken game by game?

    A win counts as the opponent's rating + 400, a draw as the rating, a loss as − 400; the mean of
    these numbers is the linear performance Ra + 800 S/n − 400.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    results : array_like, shape (n_games,)
        1, 0.5 or 0 per game.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        x: games in order; y: Elo points, a bar from R − 400 to R + 400 per game.

    Raises
    ------
    ValueError
        No opponents; not one result per game; a result that is not 1, 0.5 or 0.

    See Also
    --------
    extra_game : what one more game adds.

    Notes
    -----
    The mean does not depend on which opponent was beaten: exchanging two results moves one point
    up and another down by the same amount.

    References
    ----------
    Encyclopaedia article "Performance rating (chess)", "algorithm of 400".

    Examples
    --------
    >>> ax = linear_twin([2400, 2500, 2600], [1, 1, 0.5])
    >>> ax.get_legend().get_texts()[-1].get_text()
    'their mean, linear 2766.67'
    """
    return draw_twin(style.new_axes(ax), twin_numbers(opponent_ratings, results)).ax
