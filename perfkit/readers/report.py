"""The import report: what was found, what was read, and everything that has to be said about it."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from perfkit.games import BAD_RESULT
from perfkit.readers.parsed import Parsed, Remark

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
            what = f"{only.source} ({only.format}, {only.encoding})"
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


def file_record(parsed: Parsed, games: pd.DataFrame, name: str, encoding: str) -> FileRecord:
    """Draw up the account of one file."""
    played = int(np.count_nonzero(games["played"].to_numpy()))
    return FileRecord(
        name, parsed.format, encoding, parsed.records, len(games), played, parsed.not_understood
    )


def remarks_frame(name: str, remarks: list[Remark], games: pd.DataFrame) -> pd.DataFrame:
    """Build the report's frame: what the reader remarked, then every row that may not count."""
    import pandas as pd

    said = pd.DataFrame(
        {
            label: [getattr(remark, label) for remark in remarks]
            for label in COLUMNS
            if label != "source"
        }
    )
    said.insert(0, "source", name)
    frame = pd.concat([_typed(said), _rows_not_played(games), _unrated(games)], ignore_index=True)
    return frame.sort_values("line", kind="stable", ignore_index=True)


def empty_frame() -> pd.DataFrame:
    """Build a report frame without remarks."""
    import pandas as pd

    return _typed(pd.DataFrame({label: [] for label in COLUMNS}))


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    types = {label: "int64" if label in ("line", "count") else "str" for label in COLUMNS}
    return frame.astype(types)[list(COLUMNS)]


def _rows_not_played(games: pd.DataFrame) -> pd.DataFrame:
    rows = games[~games["played"] & (games["reason"] != BAD_RESULT)]
    return _remarks(rows, rows["reason"], _who(rows))


def _unrated(games: pd.DataFrame) -> pd.DataFrame:
    rows = games[games["played"] & games["opponent_rating"].isna()]
    return _remarks(rows, UNRATED, _who(rows))


def _who(rows: pd.DataFrame) -> pd.Series[str]:
    against = ("against " + rows["opponent"]).where(rows["opponent"] != "", "")
    coded = (" code " + rows["code"]).where(~rows["played"] & (rows["code"] != ""), "")
    return (against + coded).str.strip()


def _remarks(
    rows: pd.DataFrame, kind: str | pd.Series[str], detail: pd.Series[str]
) -> pd.DataFrame:
    import pandas as pd

    taken = {"source": "source", "line": "source_line", "event": "event_id", "player": "player"}
    columns = {label: rows[column] for label, column in taken.items()}
    frame = pd.DataFrame(columns | {"round": rows["round"]})
    frame["kind"], frame["detail"], frame["count"] = kind, detail, 1
    return _typed(frame)
