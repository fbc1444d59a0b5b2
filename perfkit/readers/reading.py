"""`read_games`: whatever people have, to the games table and the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perfkit import _validation as check
from perfkit import games
from perfkit.readers import pgn, pgn_text, pieces, tables, trf, uscf, xlsx
from perfkit.readers.checks import check_games
from perfkit.readers.doubled import doubled_games
from perfkit.readers.errors import ReadError
from perfkit.readers.parsed import Parsed, Remark, no_columns
from perfkit.readers.report import FALLBACK, NOT_READ, Report, file_record, remarks_frame
from perfkit.readers.rows import complete_columns, games_of
from perfkit.readers.sources import Folder, Source, load, locate
from perfkit.readers.text import TextFile, decode

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class GamesFile:
    """What `read_games` gives back.

    Parameters
    ----------
    games : DataFrame
        The games table, one row per player and game.
    report : Report
        The account of every record.
    """

    games: pd.DataFrame
    report: Report

    def __repr__(self) -> str:
        return f"<GamesFile: {len(self.games)} rows; {self.report!r}>"

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


#: Formats by name, in the order in which a text is tried for them.
TEXT_FORMATS: dict[str, tuple[Callable[[str], bool], Callable[[TextFile], Parsed]]] = {
    "pgn": (pgn_text.looks_like_pgn, pgn.read),
    "uscf": (uscf.looks_like_uscf, uscf.read),
    "trf": (trf.looks_like_trf, trf.read),
    "csv": (tables.looks_like_csv, tables.read_csv),
    "tsv": (tables.looks_like_csv, tables.read_csv),
    "crosstable": (tables.looks_like_text_table, tables.read_text_table),
}
FORMATS = (*TEXT_FORMATS, "xlsx")
LINK = "a link, not followed"


def read_games(source: Any, *, format: str | None = None) -> GamesFile:
    r"""Which games are in this file, and what has to be said about them?

    Parameters
    ----------
    source : str, path, bytes
        A file, a folder (every file beneath it), the bytes of a file, or text with line ends.
        ``.gz``, ``.bz2`` and ``.zst`` are unpacked.
    format : str, optional
        One of "pgn", "trf", "csv", "tsv", "xlsx", "crosstable", "uscf"; by default it is found out
        from the contents.

    Returns
    -------
    GamesFile
        `games`, the games table (see `perfkit.games.COLUMNS`), and `report`, with `summary` for
        people and `frame` to filter.

    Raises
    ------
    ReadError
        A ValueError naming file and line, what was expected and what was found: no known format, an
        empty file, a folder without files, a broken or encrypted file. In a folder a bad file is a
        row of the report; only when no file can be read is it an error.

    See Also
    --------
    iter_games : the same in pieces, for a file that does not fit in memory.
    perfkit.performance_table : leaves games out, by stated rules; reading drops nothing.

    Notes
    -----
    Text is UTF-8, or Windows-1252 on the lines that are not; the report counts them. In a PGN file
    with moves, a result without moves is a suspected forfeit; in one with tags only every result
    counts as played.

    References
    ----------
    PGN Specification and Implementation Guide (1994); FIDE Tournament Report File 2026, applied
    1 September 2025.

    Examples
    --------
    >>> text = '[White "Ann"]\n[Black "Bob"]\n[WhiteElo "2400"]\n[Result "1-0"]\n\n1. e4'
    >>> read_games(text).games[["player", "opponent", "opponent_rating", "result", "played"]]
      player opponent  opponent_rating  result  played
    0    Ann      Bob              NaN     1.0    True
    1    Bob      Ann           2400.0     0.0    True
    """
    if format is not None:
        check.one_of(format, FORMATS, "format")
    found = locate(source)
    if isinstance(found, Source):
        return read_one(found, format)
    return _read_folder(found, format)


def read_one(source: Source, format: str | None) -> GamesFile:
    """Read one file."""
    sheets = [_framed(parsed, file) for parsed, file in parse(source.name, load(source), format)]
    return sheets[0] if len(sheets) == 1 else _joined(sheets)


def parse(name: str, data: bytes, format: str | None) -> list[tuple[Parsed, TextFile]]:
    """Read everything but the frames: one parsed table per file, or per sheet of a workbook."""
    if not data.strip(b" \t\r\n\0"):
        raise ReadError(name, f"a file in one of the formats {', '.join(FORMATS)}", "an empty file")
    if format == "xlsx" or (format is None and xlsx.looks_like_xlsx(data)):
        sheets = xlsx.read(name, data)
        return [_complete(parsed, TextFile(title, "", "")) for title, parsed in sheets]
    file = decode(data, name)
    parsed = TEXT_FORMATS[format or _detect(file)][1](file)
    if format == "pgn" and not parsed.records:
        raise ReadError(name, "a game in PGN, with its tags", _first_line(file))
    return [_complete(parsed, file)]


def _detect(file: TextFile) -> str:
    for name, (looks_like, _) in TEXT_FORMATS.items():
        if looks_like(file.text):
            return name
    if tables.is_nearly_csv(file.text):
        tables.fail_without_heading(file)
    raise ReadError(file.name, f"one of the formats {', '.join(FORMATS)}", _first_line(file))


def _first_line(file: TextFile) -> str:
    return next((line for line in file.lines() if line.strip()), "")


def _complete(parsed: Parsed, file: TextFile, *, whole: bool = True) -> tuple[Parsed, TextFile]:
    """Add to a parsed file what its rows do not say by themselves, and what they show together."""
    if file.fallback_lines:
        shown = ", ".join(map(str, file.fallback_lines[:20]))
        more = "" if len(file.fallback_lines) <= 20 else ", ..."
        count = len(file.fallback_lines)
        parsed.remark(file.fallback_lines[0], FALLBACK, f"lines {shown}{more}", count=count)
    complete_columns(parsed, file.name, whole=whole)
    check_games(parsed)
    return parsed, file


def _framed(parsed: Parsed, file: TextFile) -> GamesFile:
    """Build the frames of a parsed file: games and report."""
    account = file_record(parsed, file.name, file.encoding)
    report = Report((account,), remarks_frame(file.name, parsed))
    return GamesFile(games_of(parsed), report)


def _read_folder(folder: Folder, format: str | None) -> GamesFile:
    """Read every file; one that cannot be read is a row of the report."""
    read: list[GamesFile] = []
    bad: list[GamesFile] = []
    last: ReadError | None = None
    for file in folder.files:
        try:
            read.append(read_one(file, format))
        except ReadError as error:
            last = error
            bad.append(_not_read(file.name, error))
    if last is not None and not read:
        raise last
    bad += [_not_read(name, LINK) for name in folder.links]
    return _joined([*read, *bad])


def _not_read(name: str, why: ReadError | str) -> GamesFile:
    """Stand for a file that could not be read: no games, one remark."""
    line = why.line if isinstance(why, ReadError) else 0
    parsed = Parsed("", no_columns(), [Remark(line, NOT_READ, str(why))])
    return GamesFile(games.empty(), Report((), remarks_frame(name, parsed)))


def _joined(read: list[GamesFile]) -> GamesFile:
    import pandas as pd

    files = tuple(file for one in read for file in one.report.files)
    filled = [one.games for one in read if len(one.games)]
    table = pd.concat(filled, ignore_index=True) if filled else games.empty()
    doubled = [
        remarks_frame(source, Parsed("", no_columns(), remarks))
        for source, remarks in doubled_games(table).items()
    ]
    frame = pd.concat([*(one.report.frame for one in read), *doubled], ignore_index=True)
    return GamesFile(table, Report(files, frame))


def iter_games(source: Any, *, format: str | None = None) -> Iterator[GamesFile]:
    r"""Which games are in this file, a few thousand at a time?

    For what does not fit in memory: a PGN file, compressed or not, is read in pieces of a few
    megabytes, each of whole games; any other file is one piece, a folder is read file by file.

    Parameters
    ----------
    source, format
        As in `read_games`.

    Yields
    ------
    GamesFile
        Games table and report of one piece.

    Raises
    ------
    ReadError
        As `read_games`, when the piece is reached.

    See Also
    --------
    read_games : the whole file at once, with the checks that need it.

    Notes
    -----
    Checks across games see one piece at a time, and a player's identifier is the file's or the
    name: names that show two ratings are not told apart, since the next piece may show a third.

    References
    ----------
    As `read_games`.

    Examples
    --------
    >>> text = '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4'
    >>> [len(piece.games) for piece in iter_games(text)]
    [2]
    """
    if format is not None:
        check.one_of(format, FORMATS, "format")
    found = locate(source)
    if isinstance(found, Folder):
        yield from _pieces_of_folder(found, format)
    else:
        yield from _pieces_of(found, format)


def _pieces_of_folder(folder: Folder, format: str | None) -> Iterator[GamesFile]:
    """Read file by file; as in `read_games`, it is an error when none can be read."""
    some = False
    last: ReadError | None = None
    for file in folder.files:
        try:
            for piece in _pieces_of(file, format):
                some = True
                yield piece
        except ReadError as error:
            last = error
            yield _not_read(file.name, error)
    yield from (_not_read(name, LINK) for name in folder.links)
    if last is not None and not some:
        raise last


def _pieces_of(source: Source, format: str | None) -> Iterator[GamesFile]:
    if format not in (None, "pgn") or not pieces.is_pgn(source):
        yield read_one(source, format)
        return
    tags_only = pieces.tags_only(source)
    games_before = 0
    for file in pieces.cut(source):
        parsed = pgn.read(file, tags_only, games_before)
        games_before += len(parsed.columns["player"]) // 2
        yield _framed(*_complete(parsed, file, whole=False))
