"""The import report: what was found, what was read, and everything that has to be said about it."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from perfkit._coded import Coded
from perfkit.games import BAD_RESULT, frame_with, text_arrays
from perfkit.readers.parsed import Columns, Parsed, Remark

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("source", "line", "kind", "detail", "event", "player", "round", "count")
UNRATED = "unrated opponent"
NOT_READ = "file not read"
FALLBACK = "lines not in UTF-8, read as Windows-1252"


class FileRecord(NamedTuple):
    """The account of one file: records = rows + not understood."""

    source: str
    format: str
    encoding: str
    records: int
    rows: int
    played: int
    not_understood: int


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """What reading did: every record is a row of the games table or is named here.

    The unit is one player's game, bye or absence, so a game counts twice. `records` is `rows` plus
    `not_understood`, for every file and in total.

    Parameters
    ----------
    files : tuple of FileRecord
        One account per file.
    frame : DataFrame
        One row per remark, to filter: source, line, kind, detail, event, player, round, count.
    """

    files: tuple[FileRecord, ...]
    frame: pd.DataFrame = field(repr=False)

    @property
    def records(self) -> int:
        """Records found."""
        return sum(file.records for file in self.files)

    @property
    def rows(self) -> int:
        """Rows of the games table."""
        return sum(file.rows for file in self.files)

    @property
    def played(self) -> int:
        """Rows of games that were played."""
        return sum(file.played for file in self.files)

    @property
    def not_understood(self) -> int:
        """Records that gave no row; `frame` says which."""
        return sum(file.not_understood for file in self.files)

    @property
    def kinds(self) -> pd.Series[int]:
        """How often each kind of remark occurs, the most frequent first."""
        counts = self.frame.groupby("kind", sort=False)["count"].sum()
        return counts.sort_values(ascending=False, kind="stable")

    @property
    def summary(self) -> str:
        """A few lines for people: the account, then every kind of remark with its number."""
        lines = [self._account()]
        lines += [f"  {count} × {kind}" for kind, count in self.kinds.items()]
        return "\n".join(lines)

    def _account(self) -> str:
        if len(self.files) == 1:
            only = self.files[0]
            # A workbook's cells are text already: it has no encoding to tell.
            what = f"{only.source} ({', '.join(filter(None, (only.format, only.encoding)))})"
        else:
            what = f"{len(self.files)} files"
        return (
            f"{what}: {self.records} records = {self.rows} rows + {self.not_understood} not "
            f"understood; {self.played} rows are games that were played"
        )

    def __str__(self) -> str:
        return self.summary

    def __repr__(self) -> str:
        return f"<Report: {self._account()}>"

    def _repr_html_(self) -> str:
        """The summary with the remarks folded away beneath, for notebooks."""
        kinds = "".join(
            f"<tr><td style='text-align:right'>{count}</td>"
            f"<td style='text-align:left'>{html.escape(str(kind))}</td></tr>"
            for kind, count in self.kinds.items()
        )
        shown = self.frame.head(200)
        left = len(self.frame) - len(shown)
        more = f"<p>and {left} more in <code>report.frame</code></p>" if left else ""
        return (
            f"<p>{html.escape(self._account())}</p><table>{kinds}</table>"
            f"<details><summary>every remark</summary>{shown.to_html(index=False)}{more}</details>"
        )


def file_record(parsed: Parsed, name: str, encoding: str) -> FileRecord:
    """Draw up the account of one file."""
    played = Coded.of(parsed.columns["played"]).array(np.bool_)
    return FileRecord(
        name,
        parsed.format,
        encoding,
        parsed.records,
        played.size,
        int(np.count_nonzero(played)),
        parsed.not_understood,
    )


def remarks_frame(name: str, parsed: Parsed) -> pd.DataFrame:
    """Build the report's frame: what the reader remarked, then every row that may not count."""
    remarks = [*parsed.remarks, *_rows_that_may_not_count(parsed.columns)]
    remarks.sort(key=lambda remark: remark.line)
    columns: dict[str, Any] = {"source": [name] * len(remarks)}
    columns |= {label: [getattr(remark, label) for remark in remarks] for label in COLUMNS[1:]}
    texts = [label for label in COLUMNS if label not in ("line", "count")]
    columns |= zip(texts, text_arrays([columns[label] for label in texts]), strict=True)
    for label in ("line", "count"):
        columns[label] = np.array(columns[label], dtype=np.int64)
    return frame_with(columns)


def _rows_that_may_not_count(columns: Columns) -> Iterator[Remark]:
    """Remark every row that was not played, and every game against an unrated opponent."""
    played = Coded.of(columns["played"]).array(np.bool_)
    unrated = np.isnan(Coded.of(columns["opponent_rating"]).array(np.float64))
    rows = np.flatnonzero(~played | unrated).tolist()
    names = ["played", "reason", "source_line", "opponent", "code", "event_id", "player", "round"]
    for told in zip(*([columns[name][row] for row in rows] for name in names), strict=True):
        was_played, reason, line, opponent, code, event, player, round_ = told
        if reason == BAD_RESULT:
            continue
        against = f"against {opponent}" if opponent else ""
        coded = f"code {code}" if code and not was_played else ""
        detail = f"{against} {coded}".strip()
        yield Remark(line, UNRATED if was_played else reason, detail, event, player, round_)
