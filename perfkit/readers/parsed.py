"""What every format's reader hands on: columns of the games table, remarks, and the count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from perfkit.games import COLUMNS

Columns = dict[str, Any]  # lists, or columns that are coded


@dataclass(frozen=True, slots=True)
class Remark:
    """One row of the import report."""

    line: int
    kind: str
    detail: str = ""
    event: str = ""
    player: str = ""
    round: str = ""
    count: int = 1


@dataclass
class Parsed:
    """Games of one file, before identifiers are given.

    Parameters
    ----------
    format : str
        Name of the format, as reports show it.
    columns : dict of list or Coded
        The columns of the games table but `source`; `player_id` is the file's own or empty,
        `opponent_id` is filled in later.
    remarks : list of Remark
        Whatever has to be said.
    records : int
        Records found: one player's game, bye or absence each.
    not_understood : int
        Records that gave no row; each has a remark.
    moves : dict
        Line of a game -> its moves as text, "" for none; all of them, or beginning, length and end.
    extra : dict of list
        Further columns of a table, as text.
    finished : bool
        Whether the columns are a games table already, with all identifiers and sources.
    paired : bool
        Whether each two rows are the two sides of one game, White's first.
    """

    format: str
    columns: Columns
    remarks: list[Remark] = field(default_factory=list)
    records: int = 0
    not_understood: int = 0
    moves: dict[int, str] = field(default_factory=dict)
    extra: Columns = field(default_factory=dict)
    finished: bool = False
    paired: bool = False

    def remark(self, line: int, kind: str, detail: str = "", **more: Any) -> None:
        """Add a row to the report."""
        self.remarks.append(Remark(line, kind, detail, **more))

    def miss(self, line: int, kind: str, detail: str = "", records: int = 1, **more: Any) -> None:
        """Add a row to the report for records that could not be read."""
        self.remark(line, kind, detail, count=records, **more)
        self.records += records
        self.not_understood += records


def no_columns() -> Columns:
    """Make one empty list per column."""
    return {name: [] for name in COLUMNS if name != "source"}


def each(function: Callable[[str], Any], texts: list[str]) -> list[Any]:
    """Apply a function to every text of a column, once to each that is different."""
    values = {text: function(text) for text in set(texts)}
    return [values[text] for text in texts]
