"""One expected score, many ways to reach it: games lost, drawn and won of a hundred."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from perfkit import _validation as check
from perfkit.plots import _style as style

GAMES = 100
# Light to dark, so that the order loss, draw, win also reads in grey.
_PARTS = {"lost": "#f2f2f2", "drawn": "#a9bfd3", "won": "#00548f"}


@dataclass(frozen=True)
class SharesNumbers:
    """What `result_shares` shows: games of 100; empty shares while the answer is covered."""

    expected_score: float
    games: dict[str, float]
    guess: float | None


#: Nothing to be seen yet.
COVERED = SharesNumbers(expected_score=0.0, games={}, guess=None)


def shares_numbers(expected_score: Any, draw_rate: Any, *, guess: Any = None) -> SharesNumbers:
    """Split a hundred games: with D drawn, W + D/2 is the expected score, the rest is lost.

    A loss or a win cannot be rarer than never, so at most 2·min(E, 1 − E) of the games are drawn.
    """
    share = style.one_number(expected_score, "expected_score")
    if not 0.0 <= share <= 1.0:
        check.fail("expected_score", "lie in [0, 1]", check.show(share))
    drawn = style.one_number(draw_rate, "draw_rate")
    most = 2.0 * min(share, 1.0 - share)
    if not 0.0 <= drawn <= most:
        allowed = f"lie in [0, {most:.3g}] at an expected score of {share:.3f}"
        check.fail("draw_rate", allowed, check.show(drawn))
    parts = {"lost": 1.0 - share - drawn / 2.0, "drawn": drawn, "won": share - drawn / 2.0}
    games = {name: GAMES * part for name, part in parts.items()}
    return SharesNumbers(share, games, style.optional_number(guess, "guess"))


@dataclass(frozen=True)
class SharesArtists:
    """The artists of `result_shares`: a piece for each of lost, drawn, won."""

    ax: Axes
    pieces: dict[str, Rectangle]
    sum: Text
    guess: style.GuessMark


def draw_shares(ax: Axes, numbers: SharesNumbers) -> SharesArtists:
    """Make the artists of `result_shares`."""
    style.label(ax, "", f"games of {GAMES}")
    ax.set(xlim=(-0.5, 0.5), ylim=(0.0, GAMES))
    ax.set_xticks([])
    pieces = {
        name: ax.bar([0.0], [0.0], width=0.7, color=face, edgecolor="#1a1a1a", lw=0.6)[0]
        for name, face in _PARTS.items()
    }
    under: dict[str, Any] = {"ha": "center", "va": "top", "fontsize": style.SMALL_SIZE}
    total = ax.text(0.5, -0.03, "", transform=ax.transAxes, **under)
    guess = style.guess_mark(ax, None, upright=False)
    artists = SharesArtists(ax, pieces, total, guess)
    move_shares(artists, numbers)
    return artists


def move_shares(artists: SharesArtists, numbers: SharesNumbers) -> None:
    """Bring the artists of `result_shares` to other shares."""
    foot = 0.0
    for name, piece in artists.pieces.items():
        height = numbers.games.get(name, 0.0)
        piece.set(y=foot, height=height)
        piece.set_label(f"{name} {height:.1f}" if numbers.games else "_covered")
        foot += height
    label = f"won + ½ drawn = {GAMES * numbers.expected_score:.1f}" if numbers.games else "covered"
    artists.sum.set_text(label)
    artists.guess.move(numbers.guess)
    beside: dict[str, Any] = {
        "loc": "center left",
        "bbox_to_anchor": (0.92, 0.5),
        "handlelength": 1.2,
    }
    style.legend(artists.ax, reverse=True, **beside)


def result_shares(
    expected_score: Any, draw_rate: Any, *, guess: Any = None, ax: Axes | None = None
) -> Axes:
    """How many of a hundred games are lost, drawn and won at one expected score?

    Parameters
    ----------
    expected_score : float
        Expected score per game, 0 to 1.
    draw_rate : float
        Share of drawn games, 0 to 2·min(E, 1 − E).
    guess : float, optional
        The reader's guess of the games lost of a hundred, as a dashed level mark.
    ax : matplotlib Axes, optional
        Where to draw; without it a figure is made.

    Returns
    -------
    matplotlib Axes
        One bar of a hundred games, stacked from below: lost, drawn, won.

    Raises
    ------
    ValueError
        An expected score outside [0, 1]; a draw rate that this expected score does not allow.

    See Also
    --------
    expected_score_curves : where the expected score comes from.

    Notes
    -----
    Won + ½ drawn stays the same while the draw rate changes: an expected score is no
    probability of winning.

    References
    ----------
    Elo, The Rating of Chessplayers, Past and Present (1978).

    Examples
    --------
    >>> ax = result_shares(0.75, 0.5)
    >>> [float(piece.get_height()) for piece in ax.patches]   # lost, drawn, won
    [0.0, 50.0, 50.0]
    """
    numbers = shares_numbers(expected_score, draw_rate, guess=guess)
    return draw_shares(style.new_axes(ax, (2.4, style.SINGLE[1])), numbers).ax
