"""Spreadsheets (.xlsx): every sheet with a heading is read, formulas by their stored values."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from perfkit.readers import fields
from perfkit.readers.errors import MAX_ROUNDS, ReadError
from perfkit.readers.game_lists import Row
from perfkit.readers.parsed import Parsed
from perfkit.readers.sources import MOST_BYTES
from perfkit.readers.tables import EXPECTED, read_rows

FORMAT = "XLSX"
_MOST_CELLS_WIDE = MAX_ROUNDS + 100
_MOST_EMPTY_ROWS = 10_000
_WORKBOOK = "a workbook (.xlsx) that is whole and has no password"
_OLD_OR_ENCRYPTED = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"


def looks_like_xlsx(data: bytes) -> bool:
    """Tell whether bytes are a zip archive, or the container of an encrypted workbook."""
    return data.startswith((_ZIP, _OLD_OR_ENCRYPTED))


def read(name: str, data: bytes) -> list[tuple[str, Parsed]]:
    """Read every sheet that holds a table; pairs of a name to show and what was parsed."""
    if data.startswith(_OLD_OR_ENCRYPTED):
        raise ReadError(name, _WORKBOOK, "an encrypted workbook or one of the old .xls format")
    _check_size(name, data)
    workbook = _open(name, data)
    found, empty = [], []
    try:
        for sheet in workbook.worksheets:
            parsed = read_rows(f"{name} [{sheet.title}]", FORMAT, _rows(name, sheet))
            if parsed is None:
                empty.append(sheet.title)
            else:
                found.append((sheet.title, parsed))
    except ReadError:
        raise
    except Exception as error:  # openpyxl reads lazily and lets any error of a broken part through
        raise ReadError(name, _WORKBOOK, _told(error)) from None
    finally:
        workbook.close()
    if not found:
        raise ReadError(name, EXPECTED, "sheets without: " + ", ".join(empty))
    for title in empty:
        found[0][1].remark(0, "sheet without a table", title)
    if len(found) == 1:
        return [(name, found[0][1])]
    return [(f"{name} [{title}]", parsed) for title, parsed in found]


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _check_size(name: str, data: bytes) -> None:
    """Refuse an archive that unpacks beyond all bounds; zipfile holds members to these sizes."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, EOFError, NotImplementedError) as error:
        raise ReadError(name, _WORKBOOK, _told(error)) from None
    if any(member.flag_bits & 1 for member in members):
        raise ReadError(name, _WORKBOOK, "an archive with a password")
    total = sum(member.file_size for member in members)
    if total > MOST_BYTES // 4:
        expected = f"a workbook that unpacks to at most {MOST_BYTES // 4 // 1024**2} MB"
        raise ReadError(name, expected, f"{total // 1024**2} MB")
    names = {member.filename for member in members}
    if "[Content_Types].xml" not in names:  # every Office document has it (ECMA-376, part 2)
        raise ReadError(name, _WORKBOOK, _other_archive(names))


def _other_archive(names: set[str]) -> str:
    if {"mimetype", "content.xml"} <= names:
        return "an OpenDocument file: save it as .xlsx or .csv"
    return "a zip archive: unpack it first"


def _open(name: str, data: bytes) -> Any:
    import openpyxl

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about styles and extensions, which hold no games
            return openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except Exception as error:  # openpyxl has no error of its own for most broken files
        raise ReadError(name, _WORKBOOK, _told(error)) from None


def _rows(name: str, sheet: Any) -> Iterator[Row]:
    """Yield the rows of a sheet as text; a stray cell far away must not make millions of them."""
    sheet.reset_dimensions()
    empty = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for line, row in enumerate(sheet.iter_rows(values_only=True), 1):
            if len(row) > _MOST_CELLS_WIDE:
                raise ReadError(name, f"at most {_MOST_CELLS_WIDE} columns", str(len(row)), line)
            cells = [fields.as_text(value) for value in row]
            empty = 0 if any(cells) else empty + 1
            if empty > _MOST_EMPTY_ROWS:
                raise ReadError(name, f"at most {_MOST_EMPTY_ROWS} empty rows", "more", line)
            yield line, cells
