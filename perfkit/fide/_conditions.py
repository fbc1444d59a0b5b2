"""A requirement of an article, what was reached, and whether that is enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from perfkit._text import text_table


@dataclass(frozen=True)
class Condition:
    """One requirement with the article that makes it.

    Parameters
    ----------
    article : str
        Where it stands.
    what : str
        What is asked for.
    required : str
        The threshold, as people write it.
    value : str
        What was reached.
    met : bool
        Whether it is enough.
    """

    article: str
    what: str
    required: str
    value: str
    met: bool


def conditions_text(conditions: Sequence[Condition]) -> str:
    """Lay conditions out as a table, one in a line."""
    rows = [
        [each.article, each.what, each.required, each.value, "met" if each.met else "not met"]
        for each in conditions
    ]
    return text_table(
        ["article", "condition", "required", "reached", ""], rows, [10, 44, 14, 14, 8]
    )
