"""Numbers and tables as people read them: "unbounded" instead of inf, "2½" instead of 2.5."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence


def rating_text(value: float, *, whole: bool = False) -> str:
    """Write a rating: two decimals, none where the method gives whole numbers, words at infinity.

    Examples
    --------
    >>> [rating_text(x) for x in (2785.0303, float("inf"), float("-inf"), float("nan"))]
    ['2785.03', 'unbounded above', 'unbounded below', 'undefined']
    >>> rating_text(2773.0, whole=True)
    '2773'
    """
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "unbounded above" if value > 0 else "unbounded below"
    return f"{value:.0f}" if whole and value == round(value) else f"{value:.2f}"


def score_text(score: float) -> str:
    """Write a score the way crosstables do, with ½ where it is one.

    Examples
    --------
    >>> [score_text(s) for s in (0, 0.5, 2.5, 9, 1.25)]
    ['0', '½', '2½', '9', '1.25']
    """
    whole, rest = divmod(score, 1.0)
    if rest == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{score:g}"


def games_text(n_games: int) -> str:
    """Write a number of games.

    Examples
    --------
    >>> games_text(1), games_text(9)
    ('1 game', '9 games')
    """
    return f"{n_games} game{'' if n_games == 1 else 's'}"


def text_table(head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> str:
    """Lay a table out in columns of at most these widths; longer cells go on in the next line.

    A negative width aligns the column to the right. A column takes no more room than it needs.

    Examples
    --------
    >>> print(text_table(["method", "rating"], [["fide", "2773"], ["linear", "2766.67"]], [9, -8]))
    method   rating
    fide       2773
    linear  2766.67
    """
    needed = [max(1, *map(len, column)) for column in zip(head, *rows, strict=True)]
    room = [min(abs(width), need) for width, need in zip(widths, needed, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = [textwrap.wrap(cell, wide) or [""] for cell, wide in zip(row, room, strict=True)]
        for at in range(max(map(len, cells))):
            parts = [cell[at] if at < len(cell) else "" for cell in cells]
            padded = [
                part.rjust(wide) if width < 0 else part.ljust(wide)
                for part, wide, width in zip(parts, room, widths, strict=True)
            ]
            lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)
