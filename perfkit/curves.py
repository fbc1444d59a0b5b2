"""Four curves: how the expected score depends on the rating difference.

A curve is data: its function, the inverse, and the name of the solver that can invert its sum over
several opponents. Every difference d is own rating minus opponent's rating, in Elo points.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from perfkit import _validation as check
from perfkit import fide_tables
from perfkit._validation import FloatArray

LOGISTIC_SCALE = 400.0 / math.log(10.0)
"""Points per unit of log odds: 400 / ln 10 = 173.7."""
NORMAL_SIGMA = 200.0 * math.sqrt(2.0)
"""Standard deviation of the difference of two performances of deviation 200 (Elo 1978)."""
_DENSITY_AT_ZERO = 1.0 / (NORMAL_SIGMA * np.sqrt(2.0 * np.pi))


@dataclass(frozen=True)
class Curve:
    """One relation between rating difference and expected score.

    Parameters
    ----------
    name : str
        Key in `CURVES`.
    formula : str
        Expected score of a difference d, in symbols.
    inverse : str
        Rating difference of a share p, in symbols.
    solver : str
        Which solver of `perfkit.solver` inverts a sum of this curve: "strengths", "smooth", "line"
        or "steps".
    reference : str
        Where it is defined.
    expected : callable
        Rating differences in Elo points -> expected scores, elementwise.
    difference : callable
        Scores and numbers of games -> rating difference that one average opponent would need.
    slope : callable
        Derivative of `expected`, per Elo point.
    span : float
        Points from expected score 0 to 1; infinite for the smooth curves.
    width : float
        Standard deviation in Elo points of the nearest normal curve; for the smooth curves.
    whole_ratings : bool
        Whether only whole rating differences have an expected score.
    half_points : bool
        Whether `difference` is defined for multiples of one half only.
    in_hundredths : bool
        Whether shares and expected scores are whole hundredths.
    """

    name: str
    formula: str
    inverse: str
    solver: str
    reference: str
    expected: Callable[[FloatArray], FloatArray] = field(repr=False)
    difference: Callable[[FloatArray, Any], FloatArray] = field(repr=False)
    slope: Callable[[FloatArray], FloatArray] = field(repr=False)
    span: float = np.inf
    width: float = np.inf
    whole_ratings: bool = False
    half_points: bool = False
    in_hundredths: bool = False

    def total(self, d: FloatArray) -> FloatArray:
        """Sum of the expected scores over the last axis; hundredths add up without error."""
        total = np.asarray(self.expected(d).sum(axis=-1))
        return np.asarray(np.round(total, 2)) if self.in_hundredths else total

    def difference_of_share(self, p: FloatArray) -> FloatArray:
        """Rating difference of a float p = S/n; a table takes it to the hundredth, halves up."""
        if self.in_hundredths:
            p = np.floor(np.round(100.0 * p, 9) + 0.5)
            return np.asarray(self.difference(p, 100.0))
        return np.asarray(self.difference(p, 1.0))


def _logistic(d: FloatArray) -> FloatArray:
    with np.errstate(
        over="ignore"
    ):  # at differences below -123,000 the quotient is 0, as it should
        return np.asarray(1.0 / (1.0 + np.exp(-d / LOGISTIC_SCALE)))


def _logistic_difference(score: FloatArray, n_games: Any) -> FloatArray:
    with np.errstate(divide="ignore"):
        return np.asarray(LOGISTIC_SCALE * (np.log(score) - np.log(n_games - score)))


def _logistic_slope(d: FloatArray) -> FloatArray:
    smaller = _logistic(-np.abs(d))
    return np.asarray(smaller * (1.0 - smaller) / LOGISTIC_SCALE)


# SciPy's special functions take longer to load than all the rest of perfkit and NumPy together, and
# only the normal curve needs them: they are loaded with its first use.


def _normal(d: FloatArray) -> FloatArray:
    from scipy.special import ndtr

    return np.asarray(ndtr(d / NORMAL_SIGMA))


def _normal_difference(score: FloatArray, n_games: Any) -> FloatArray:
    from scipy.special import ndtri

    # The smaller of p and 1 - p keeps its digits; the larger one does not.
    lower = 2.0 * score <= n_games
    tail = np.where(lower, score, n_games - score) / n_games
    return np.asarray(NORMAL_SIGMA * np.where(lower, ndtri(tail), -ndtri(tail)))


def _normal_slope(d: FloatArray) -> FloatArray:
    return np.asarray(_DENSITY_AT_ZERO * np.exp(-0.5 * np.square(d / NORMAL_SIGMA)))


def straight_line(span: float) -> Curve:
    """Make the line ½ + d/span, cut at 0 and 1: it rises over `span` points."""
    return Curve(
        name="line" if span == 800.0 else f"line of span {span:g}",
        formula=f"½ + d/{span:g}, cut at 0 and 1",
        inverse=f"{span:g} p − {0.5 * span:g}",
        solver="line",
        reference="Elo (1978), the linear approximation",
        expected=lambda d: np.clip(0.5 + d / span, 0.0, 1.0),
        difference=lambda score, n_games: span * score / n_games - 0.5 * span,
        slope=lambda d: np.where(np.abs(d) < 0.5 * span, 1.0 / span, 0.0),
        span=span,
    )


def _fide(d: FloatArray) -> FloatArray:
    return fide_tables.pd_hundredths(d) / 100.0


def _fide_difference(score: FloatArray, n_games: Any) -> FloatArray:
    percent = fide_tables.percentage(score, n_games)
    return fide_tables.dp_of_percentage(percent).astype(np.float64)


LOGISTIC = Curve(
    name="logistic",
    formula="1 / (1 + 10^(-d/400))",
    inverse="400 log10(p / (1 − p))",
    solver="strengths",
    reference="Elo's expected score in its logistic form, as rating programs compute it today",
    expected=_logistic,
    difference=_logistic_difference,
    slope=_logistic_slope,
    width=math.sqrt(8.0 / math.pi) * LOGISTIC_SCALE,  # 277.2: the same slope at 0
)
NORMAL = Curve(
    name="normal",
    formula="Φ(d / (200√2))",
    inverse="200√2 Φ⁻¹(p)",
    solver="smooth",
    reference="Elo, The Rating of Chessplayers, Past and Present (1978)",
    expected=_normal,
    difference=_normal_difference,
    slope=_normal_slope,
    width=NORMAL_SIGMA,
)
LINE = straight_line(800.0)
FIDE = Curve(
    name="fide",
    formula="table 8.1.2",
    inverse="table 8.1.1",
    solver="steps",
    reference="FIDE Rating Regulations B.02 (1 March 2024), article 8.1",
    expected=_fide,
    difference=_fide_difference,
    slope=lambda d: np.zeros_like(d),
    whole_ratings=True,
    half_points=True,
    in_hundredths=True,
)

#: The four curves by name, in a fixed order; read-only.
CURVES: Mapping[str, Curve] = MappingProxyType(
    {curve.name: curve for curve in (LOGISTIC, NORMAL, LINE, FIDE)}
)


def by_name(curve: str) -> Curve:
    """Look a curve up; an unknown name raises and lists the known ones."""
    return CURVES[check.one_of(curve, CURVES, "curve")]


def expected_score(
    rating: Any, opponent_rating: Any, *, curve: str = "logistic"
) -> float | FloatArray:
    """What score per game does a rating difference promise?

    Expected score E(d) of a player against an opponent, with d = rating - opponent_rating: the
    long-run share of points, draws counted as half.

    Parameters
    ----------
    rating : array_like
        Own rating in Elo points.
    opponent_rating : array_like
        Opponent's rating in Elo points; broadcast against `rating`.
    curve : {"logistic", "normal", "line", "fide"}
        Which curve; see `CURVES`.

    Returns
    -------
    float or ndarray
        Expected score from 0 to 1, of the broadcast shape, unrounded (on the "fide" curve the
        table's hundredths).

    Raises
    ------
    ValueError
        Ratings that are no finite numbers, shapes that do not fit, an unknown curve, or ratings on
        the "fide" curve that are not whole.

    See Also
    --------
    total_expected_score : the sum over the opponents of one event; there the opponents come first.

    Notes
    -----
    The "fide" curve is table 8.1.2 at full scale: the 400-point rule belongs to rating changes.

    References
    ----------
    Elo, The Rating of Chessplayers, Past and Present (1978); FIDE B.02 (1 March 2024) 8.1.2.

    Examples
    --------
    >>> round(expected_score(2400, 2000), 4)         # 10/11
    0.9091
    >>> expected_score([2400, 2000], 2000, curve="line")
    array([1. , 0.5])
    """
    chosen = by_name(curve)
    own, other = check.ratings(rating, "rating"), check.ratings(opponent_rating, "opponent_rating")
    if chosen.whole_ratings:
        check.whole(own, 'the "fide" curve', "rating")
        check.whole(other, 'the "fide" curve', "opponent_rating")
    try:
        difference = own - other
    except ValueError:
        check.fail(
            "opponent_rating",
            f"fit the shape of `rating`, {own.shape}",
            f"an array of shape {other.shape}",
        )
    return check.plain(np.asarray(chosen.expected(difference)))


def total_expected_score(
    opponent_ratings: Any, rating: Any, *, curve: str = "logistic"
) -> float | FloatArray:
    """How many points does a rating promise against these opponents together?

    Sum of the expected scores against each opponent. The rating at which it equals the score made
    is the true performance rating.

    Parameters
    ----------
    opponent_ratings : array_like, shape (n_games,)
        Elo ratings of the opponents actually played.
    rating : array_like
        Own rating in Elo points: one number, or an array of ratings to try.
    curve : {"logistic", "normal", "line", "fide"}
        Which curve; see `CURVES`.

    Returns
    -------
    float or ndarray, shape of `rating`
        Expected points, 0 to n_games, unrounded.

    Raises
    ------
    ValueError
        No opponents, ratings that are no finite numbers, arguments swapped, an unknown curve.

    See Also
    --------
    expected_score : one game; there the own rating comes first.

    Notes
    -----
    Rises with `rating` towards n_games and falls towards 0, so on the smooth curves every score
    strictly between has exactly one rating.

    References
    ----------
    Elo (1978); FIDE Tie-Break Regulations C.07 (1 March 2026) 10.3 for the "fide" curve.

    Examples
    --------
    >>> total_expected_score([2000, 2000], 2000)
    1.0
    >>> round(total_expected_score([2400, 2500, 2600], 2792.2251), 4)
    2.5
    """
    chosen = by_name(curve)
    check.opponents_first(opponent_ratings, rating, "rating")
    own = check.ratings(rating, "rating")
    field_of_opponents = check.opponents(opponent_ratings)
    if chosen.whole_ratings:
        check.whole(own, 'the "fide" curve', "rating")
        check.whole(field_of_opponents, 'the "fide" curve')
    return check.plain(chosen.total(own[..., None] - field_of_opponents))


def rating_difference(p: Any, *, curve: str = "logistic") -> float | FloatArray:
    """Which rating difference goes with a share p of the points?

    The inverse of `expected_score`: dp, to be added to the average opponent's rating.

    Parameters
    ----------
    p : array_like
        Score divided by games, 0 to 1.
    curve : {"logistic", "normal", "line", "fide"}
        Which curve; see `CURVES`.

    Returns
    -------
    float or ndarray, shape of `p`
        Elo points, own minus opponent: -inf and inf at 0 and 1 on the logistic and the normal
        curve, -400 and 400 on the line, -800 and 800 (notional) in FIDE's table.

    Raises
    ------
    ValueError
        `p` outside [0, 1] or no number; an unknown curve.

    See Also
    --------
    perfkit.fide.dp : the table entry for a score of n games, exact in integers.

    Notes
    -----
    On the "fide" curve p is first rounded to hundredths, halves up, as B.01 1.4.9 orders. A float
    cannot hold 0.575 exactly; it is read as the nine-digit decimal that it stands for, so that
    0.575 is a half and goes up.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1; Elo (1978) for the normal curve.

    Examples
    --------
    >>> round(rating_difference(0.75), 2)            # 400 log10(3)
    190.85
    >>> rating_difference(0.75, curve="fide")
    193.0
    >>> rating_difference([0.5, 1])
    array([ 0., inf])
    """
    chosen = by_name(curve)
    share = check.finite(p, "p")
    check.score_in_range(share, 1, "p")
    return check.plain(chosen.difference_of_share(share))
