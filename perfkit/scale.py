"""Performance tables of games that do not fit in memory, with Parquet files and Dask.

`pgn_to_parquet` turns a dump of games into a Parquet data set, piece by piece. `performance_table`
groups a data set, or a Dask frame, with Dask's own shuffle, so that all games of one player and
event meet in one partition, and calls `perfkit.performance_table` on each partition. Nothing is
computed twice over in another way, so the answers are the same.

Needs the extra ``scale``: ``pip install "perfkit[scale]"``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from perfkit import _validation as check
from perfkit import table
from perfkit.games import COLUMNS, NEEDED, kind
from perfkit.methods import FIRST_FOUR, methods_by_name
from perfkit.readers import iter_games

if TYPE_CHECKING:
    import pandas as pd

ROWS_PER_FILE = 1_000_000
"""Rows after which `pgn_to_parquet` begins a new file."""
BYTES_PER_PARTITION = "32MiB"
"""Size on disk of what one task reads; in memory it is several times as much."""

#: What a table is made from, besides the columns it is grouped by.
_USED = (
    *NEEDED, "player_id", "opponent", "opponent_id", "player_rating", "played", "reason",
)  # fmt: skip


@dataclass(frozen=True)
class Conversion:
    """What `pgn_to_parquet` did: records found are rows written and records not understood."""

    files: tuple[Path, ...]
    records: int
    rows: int
    not_understood: int


def performance_table(
    games: Any,
    *,
    by: str | Sequence[str] = ("event", "player"),
    methods: Any = FIRST_FOUR,
    unrated: str | float = "drop",
    forfeits: str = "drop",
    out: str | Path | None = None,
    client: Any = None,
    progress: bool = True,
) -> Any:
    """How well did everybody perform, in more games than fit in memory?

    The same table as `perfkit.performance_table`, one row per group, in another order of rows.

    Parameters
    ----------
    games : str, Path, or Dask DataFrame
        A folder of Parquet files with one schema, one such file, or a Dask frame; columns as in
        `perfkit.performance_table`.
    by : str or list of str
        Names of the columns that make a group.
    methods, unrated, forfeits
        As in `perfkit.performance_table`.
    out : str or Path, optional
        A new or empty folder to write the table to, as Parquet files.
    client : distributed.Client or str, optional
        The Dask cluster that works, or its address; by default one is started on this machine for
        the time it takes. Used with `out` only.
    progress : bool
        Whether to show a progress bar; used with `out` only.

    Returns
    -------
    Dask DataFrame
        The table: still to be computed, on whatever cluster you use, or read from `out`.

    Raises
    ------
    ValueError
        Before any work: no Parquet file, files whose schemas differ, a missing column, an unknown
        method or choice, an `out` that holds something. While it works: as
        `perfkit.performance_table`.

    See Also
    --------
    perfkit.performance_table : for games that fit in memory; it also keeps what was left out.

    Notes
    -----
    A Dask frame carries no `.attrs`: how many games were left out is `games_found` less `games`. A
    partition that is lost with its worker is computed again by Dask from the files.

    References
    ----------
    As `perfkit.performance_table`.

    Examples
    --------
    >>> performance_table("games/", out="table/").head()          # doctest: +SKIP
    """
    import dask.dataframe as dd

    wanted = [by] if isinstance(by, str) else list(by)
    options = {
        "by": wanted,
        "methods": [method.name for method in methods_by_name(methods)],
        "unrated": unrated,
        "forfeits": forfeits,
    }
    frame = games if isinstance(games, dd.DataFrame) else _read(games)
    keys = _keys(list(frame.columns), wanted)
    frame = frame[[name for name in frame.columns if name in {*_USED, *wanted, *keys}]]
    meta = _part(frame._meta, **options)
    result = frame.shuffle(on=keys).map_partitions(_part, **options, meta=meta)
    if out is None:
        return result
    target = _new_folder(out)
    with _cluster(client) as working:
        _run(working, result.to_parquet(str(target), write_index=False, compute=False), progress)
    return dd.read_parquet(str(target))


def pgn_to_parquet(source: Any, out: str | Path, *, rows_per_file: int = ROWS_PER_FILE) -> Any:
    """Turn a PGN dump, compressed or not, into a Parquet data set, in bounded memory.

    Parameters
    ----------
    source : path, URL or stream
        What `perfkit.iter_games` reads.
    out : str or Path
        A new or empty folder; its files are ``part-00000.parquet`` and so on.
    rows_per_file : int
        Rows after which a new file begins.

    Returns
    -------
    Conversion
        Files written, records found, rows written, records not understood.

    Raises
    ------
    ValueError
        An `out` that holds something, `rows_per_file` below 1.
    ReadError
        As `perfkit.iter_games`.

    See Also
    --------
    performance_table : what to do with the data set.

    Notes
    -----
    All files have the columns of the games table with the same types. A file gets its name when it
    is complete, so that a run that was stopped leaves no half of one. The reader's remarks are
    written to ``_remarks.csv`` in the same folder.

    References
    ----------
    Apache Parquet format.

    Examples
    --------
    >>> pgn_to_parquet("dump.pgn.zst", "games/")                  # doctest: +SKIP
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows_per_file = check.whole_number(rows_per_file, "rows_per_file", at_least=1)
    target = _new_folder(out)
    target.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    records = rows = rows_in_file = 0
    writer: Any = None
    remarks = target / "_remarks.csv"
    for piece in iter_games(source):
        if writer is None:
            unfinished = target / f"_part-{len(files):05d}.unfinished"
            writer, rows_in_file = pq.ParquetWriter(unfinished, _schema()), 0
        writer.write_table(pa.Table.from_pandas(piece.games, _schema(), preserve_index=False))
        piece.report.frame.to_csv(remarks, mode="a", index=False, header=not remarks.exists())
        records, rows = records + piece.report.records, rows + len(piece.games)
        rows_in_file += len(piece.games)
        if rows_in_file >= rows_per_file:
            _finish(writer, unfinished, files)
            writer = None
    if writer is not None:
        _finish(writer, unfinished, files)
    return Conversion(tuple(files), records, rows, records - rows)


def _finish(writer: Any, unfinished: Path, files: list[Path]) -> None:
    """Close a file and give it its name."""
    writer.close()
    files.append(unfinished.rename(unfinished.with_name(f"part-{len(files):05d}.parquet")))


def _schema() -> Any:
    """Arrow schema of the games table."""
    import pyarrow as pa

    types = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "truth": pa.bool_()}
    return pa.schema([(name, types[what]) for name, what in COLUMNS.items()])


def _part(games: pd.DataFrame, **options: Any) -> pd.DataFrame:
    """Table of one partition, which holds all games of its groups."""
    made = table.performance_table(games, **options)
    made.attrs = {}
    return made


def _keys(columns: list[str], by: list[str]) -> list[str]:
    """Check the columns a frame has, and say which of them make the groups."""
    shown = ", ".join(map(str, columns))
    for name in NEEDED:
        if name not in columns:
            check.fail("games", f"have the columns {', '.join(NEEDED)}; `{name}` is missing", shown)
    if not by:
        check.fail("by", "name at least one column", "none")
    for name in by:
        if not isinstance(name, str) or name not in columns:
            check.fail("by", f"name columns of the games ({shown})", check.show(name))
    ids = table.IDENTIFIERS
    return [ids[name] if name in ids and ids[name] in columns else name for name in by]


def _read(games: Any) -> Any:
    """Dask frame of a Parquet data set whose files all have one schema."""
    import dask.dataframe as dd
    import pyarrow.parquet as pq

    if not isinstance(games, str | Path):
        check.fail("games", "be a folder of Parquet files or a Dask DataFrame", kind(games))
    folder = Path(games)
    inside = folder.rglob("*.parquet") if folder.is_dir() else [folder]
    files = sorted(file for file in inside if file.is_file() and file.name[0] not in "_.")
    if not files:
        check.fail("games", "be a Parquet file or a folder that holds some", f'"{folder}"')
    first = pq.read_schema(files[0])
    for file in files[1:]:
        _same_schema(first, pq.read_schema(file), files[0].name, file)
    return dd.read_parquet(
        [str(file) for file in files], split_row_groups="adaptive", blocksize=BYTES_PER_PARTITION
    )


def _same_schema(expected: Any, found: Any, first: str, file: Path) -> None:
    """Refuse a file whose columns or types are not those of the first one."""
    if expected.equals(found):
        return
    for name in dict.fromkeys([*expected.names, *found.names]):
        ours, theirs = (
            str(schema.field(name).type) if name in schema.names else "no such column"
            for schema in (expected, found)
        )
        if ours != theirs:
            check.fail(
                "games",
                f"have one schema in all files; `{name}` is {ours} in {first}",
                f"{theirs} in {file}",
            )
    check.fail("games", f"have one schema in all files, that of {first}", f"another in {file}")


def _new_folder(out: str | Path) -> Path:
    folder = Path(out)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        check.fail("out", "be a new or an empty folder", f'"{folder}"')
    return folder


@contextmanager
def _cluster(client: Any) -> Iterator[Any]:
    """Give the user's cluster, or one on this machine for as long as the work takes."""
    distributed = _distributed()
    if isinstance(client, distributed.Client):
        yield client
    elif client is None:
        with (
            distributed.LocalCluster(threads_per_worker=1, dashboard_address=None) as local,
            distributed.Client(local) as own,
        ):
            yield own
    elif isinstance(client, str):
        with distributed.Client(client) as own:
            yield own
    else:
        check.fail("client", "be a distributed.Client or the address of a cluster", kind(client))


def _run(client: Any, work: Any, progress: bool) -> None:
    """Compute, with a progress bar where one is wanted."""
    running = client.compute(work)
    if progress:
        _distributed().progress(running, notebook=False)
    running.result()


def _distributed() -> Any:
    """Load the package, whose functions have no types."""
    return import_module("distributed")
