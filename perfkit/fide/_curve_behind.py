"""The curve behind the tables: where a normal distribution gives another entry, and where not.

Both tables look like a normal distribution, and neither is one. With the textbook's standard
deviation 200√2 = 282.8 the expected score is one hundredth off at 110 differences; with 2000/7 =
285.7, that is with 10/7 in place of √2, at 6. No standard deviation gives both tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from perfkit import _validation as check
from perfkit.curves import NORMAL_SIGMA
from perfkit.fide_tables import DP, FULL_SCORE_DIFFERENCE, pd_hundredths

if TYPE_CHECKING:
    import pandas as pd

#: Standard deviation that comes closest among the simple ones: Φ(7 d / 2000).
TABLE_SIGMA = 2000.0 / 7.0

_LARGEST_DIFFERENCE = 1200  # from 736 on the table is 1.00, from 737 on so is the formula


def _sigma(value: Any) -> float:
    sigma = float(check.finite(value, "sigma"))
    if sigma <= 0:
        check.fail("sigma", "be above 0", check.show(sigma))
    return sigma


def pd_deviations(*, sigma: float = float(NORMAL_SIGMA)) -> pd.DataFrame:
    """Where does table 8.1.2 differ from a normal distribution rounded to hundredths?

    Φ(d / sigma), rounded half up to hundredths, against the table's PD of the higher rated player,
    for every whole difference d from 0 to 1200.

    Parameters
    ----------
    sigma : float
        Standard deviation of the normal distribution in Elo points; 200√2 by default.

    Returns
    -------
    DataFrame
        One row per difference with another hundredth: rating_diff, table, rounded, formula (the
        unrounded probability).

    Raises
    ------
    ValueError
        A sigma that is not above 0.

    See Also
    --------
    dp_deviations : the same question for the other table.

    Notes
    -----
    110 rows for 200√2, in each of which the table is one hundredth lower; 6 rows for 2000/7.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.2; Elo, The Rating of Chessplayers, Past and Present (1978).

    Examples
    --------
    >>> len(pd_deviations())
    110
    >>> pd_deviations(sigma=2000 / 7)["rating_diff"].tolist()
    [54, 343, 344, 358, 392, 620]
    """
    import pandas as pd
    from scipy.special import ndtr

    difference = np.arange(_LARGEST_DIFFERENCE + 1)
    formula = ndtr(difference / _sigma(sigma))
    rounded = np.floor(100.0 * formula + 0.5).astype(np.int64)
    table = pd_hundredths(difference)
    frame = pd.DataFrame(
        {
            "rating_diff": difference,
            "table": table / 100.0,
            "rounded": rounded / 100.0,
            "formula": formula,
        }
    )
    deviating: pd.DataFrame = frame[table != rounded].reset_index(drop=True)
    return deviating


def dp_deviations(*, sigma: float = float(NORMAL_SIGMA)) -> pd.DataFrame:
    """Where does table 8.1.1 differ from the inverse normal distribution rounded to whole points?

    sigma · Φ⁻¹(p), to the nearest whole number, against the table's dp, for p = .51 to .99. Below
    .50 both are the same with a minus sign.

    Parameters
    ----------
    sigma : float
        Standard deviation of the normal distribution in Elo points; 200√2 by default.

    Returns
    -------
    DataFrame
        One row per entry that differs: p, table, rounded, formula (unrounded), in Elo points.

    Raises
    ------
    ValueError
        A sigma that is not above 0.

    See Also
    --------
    pd_deviations : the other table; the two standard deviations that are asked about are there.
    dp_from_midpoints : the rule that does give dp.

    Notes
    -----
    40 entries for 200√2, 14 for 2000/7. p = 1 is left out: there the formula is infinite and the
    table prints a notional 800.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1.

    Examples
    --------
    >>> len(dp_deviations()), len(dp_deviations(sigma=2000 / 7))
    (40, 14)
    >>> dp_deviations()[["p", "table", "rounded"]].tail(2)
           p  table  rounded
    38  0.98    589      581
    39  0.99    677      658
    """
    import pandas as pd
    from scipy.special import ndtri

    percent = np.arange(51, 100)
    formula = _sigma(sigma) * ndtri(percent / 100.0)
    rounded = np.floor(formula + 0.5).astype(np.int64)
    frame = pd.DataFrame(
        {"p": percent / 100.0, "table": DP[percent], "rounded": rounded, "formula": formula}
    )
    return frame[frame["table"] != frame["rounded"]].reset_index(drop=True)


def dp_from_midpoints() -> pd.DataFrame:
    """How does table 8.1.1 follow from table 8.1.2?

    dp(p) is the middle of the row of p in table 8.1.2, rounded down: floor((d_min + d_max) / 2).

    Returns
    -------
    DataFrame
        One row for each p from .51 to .99: p, d_min, d_max (the row of table 8.1.2 that gives p),
        midpoint, table (dp of table 8.1.1).

    See Also
    --------
    dp_deviations : what a formula makes of the same entries.

    Notes
    -----
    Holds for all 49 entries. It ends there: the row of 1.00 has no upper end, so 800 cannot follow.

    References
    ----------
    FIDE B.02 (1 March 2024) 8.1.1 and 8.1.2.

    Examples
    --------
    >>> rule = dp_from_midpoints()
    >>> bool((rule["midpoint"] == rule["table"]).all())
    True
    >>> rule.iloc[[0, -1]]
           p  d_min  d_max  midpoint  table
    0   0.51      4     10         7      7
    48  0.99    620    735       677    677
    """
    import pandas as pd

    percent = np.arange(51, 100)
    of_difference = pd_hundredths(np.arange(FULL_SCORE_DIFFERENCE + 1))
    lowest = np.searchsorted(of_difference, percent, side="left")
    highest = np.searchsorted(of_difference, percent, side="right") - 1
    return pd.DataFrame(
        {
            "p": percent / 100.0,
            "d_min": lowest,
            "d_max": highest,
            "midpoint": (lowest + highest) // 2,
            "table": DP[percent],
        }
    )
