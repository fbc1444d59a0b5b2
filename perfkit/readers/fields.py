"""What single fields mean: results, points, ratings, dates, titles, names.

Each kind of field is read here and nowhere else, whatever the file's format.
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

#: One side's points by every spelling that is met.
POINTS = {
    "1": 1.0, "0": 0.0, "1.0": 1.0, "0.0": 0.0, "1,0": 1.0, "0,0": 0.0,
    "½": 0.5, "1/2": 0.5, "0.5": 0.5, "0,5": 0.5, ".5": 0.5, ",5": 0.5, "=": 0.5, "r": 0.5,
}  # fmt: skip
_PENDING = ("", "*", "?", "-")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−:", "-") | {"\xa0": ""})
_FORFEITS = {
    "+--": ("+", "-"), "--+": ("-", "+"), "---": ("-", "-"),
    "+-": ("+", "-"), "-+": ("-", "+"), "--": ("-", "-"),
}  # fmt: skip


class Result(NamedTuple):
    """Result of a game: the two sides' codes as in the Tournament Report File, or none."""

    white: str
    black: str
    understood: bool = True


_NO_RESULT = Result("", "")
_NOT_UNDERSTOOD = Result("", "", understood=False)
CODE_OF_POINTS = {1.0: "1", 0.5: "=", 0.0: "0"}


@lru_cache(maxsize=4096)
def game_result(text: str) -> Result:
    """Read a game's result, White's side first; both sides may lose, or only one have a half.

    More than one point for both together is no result of a game, so "5-5" is not understood.
    """
    token = text.translate(_DASHES).replace(" ", "").lower()
    if token in _PENDING:
        return _NO_RESULT
    if token in _FORFEITS:
        return Result(*_FORFEITS[token])
    if token in ("=", "½", "1/2", "0.5", "0,5", "draw", "remis"):
        return Result("=", "=")
    if is_second_of_january(text):
        return Result("=", "=")
    for cut, character in enumerate(token):
        if character != "-":
            continue
        white_points, black_points = POINTS.get(token[:cut]), POINTS.get(token[cut + 1 :])
        if white_points is None or black_points is None:
            continue
        if white_points + black_points <= 1.0:
            return Result(CODE_OF_POINTS[white_points], CODE_OF_POINTS[black_points])
    return _NOT_UNDERSTOOD


@lru_cache(maxsize=4096)
def own_code(text: str) -> str | None:
    """Read one side's result as a code of the Tournament Report File; None if not understood."""
    token = text.strip().replace("−", "-").replace("–", "-")
    if token in ("", "*", "?"):
        return ""
    if token.upper() in ("W", "WIN", "D", "DRAW", "L", "LOSS"):
        return {"W": "1", "D": "=", "L": "0"}[token[0].upper()]
    if token.upper() in ("+", "-", "H", "F", "U", "Z"):
        return token.upper()
    points = POINTS.get(token.lower())
    if points is None and is_second_of_january(token):
        points = 0.5
    return None if points is None else CODE_OF_POINTS[points]


_SECOND_OF_JANUARY = re.compile(
    r"0?2[-./ ]*jan|jan[-./ ]*0?2|0?1[-./ ]*feb|feb[-./ ]*0?1"
    r"|(\d{4}-)?(01-02|02-01)|(0?1/0?2|0?2/0?1)/\d{2,4}",
    re.I | re.A,
)


def is_second_of_january(text: str) -> bool:
    """Tell whether a spreadsheet made 1/2 a date: 2 January, or 1 February where days lead."""
    return _SECOND_OF_JANUARY.fullmatch(text.strip()) is not None


@lru_cache(maxsize=4096)
def number(text: str) -> float | None:
    """Read a number as tables write it: "5.5", "5,5", "5½", "½"; None if it is none."""
    token = text.strip().replace(",", ".")
    half = 0.5 if token.endswith("½") else 0.0
    token = token.removesuffix("½")
    if half and not token:
        return half
    if not re.fullmatch(r"[-+]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})", token, re.A):
        return None
    return float(token) + half


class Rating(NamedTuple):
    """A rating, NaN where there is none, and what has to be said about it."""

    value: float
    remark: str


_UNRATED = {"", "0", "?", "-", "unr", "unr.", "unrated", "none", "nan", "na", "n/a", "*", "--"}
_PROVISIONAL = re.compile(r"(\d{2,4})\s*p\s*(\d{1,4})|(\d{2,4})\s*\?", re.I | re.A)
_RATING = re.compile(r"\d{1,4}([.,]\d+)?", re.A)
_THOUSANDS = re.compile(r"([1-9])[.,](\d{3})", re.A)
LOWEST_USUAL = 100
"""US Chess rates down to 100 and FIDE to 1400; a rating below is likely a slip of the pen."""
THOUSANDS = "rating with a thousands separator"
LOW_RATING = f"rating below {LOWEST_USUAL}"
PLACEHOLDER = "placeholder rating, read as missing"
PROVISIONAL = "provisional rating"
BAD_RATING = "rating not understood"


@lru_cache(maxsize=65536)
def rating(text: str) -> Rating:
    """Read a rating; "", 0, "?", "-" and "unr." are missing, never a number.

    "1641P17" is 1641 after 17 games; "1500?" and a rating after no game are the value that servers
    give to newcomers, and no rating. "2.350" and "2,350" are 2350, since no rating is near 2.
    """
    token = text.strip()
    if thousands := _THOUSANDS.fullmatch(token):
        return Rating(float(thousands[1] + thousands[2]), THOUSANDS)
    if _RATING.fullmatch(token):
        value = float(token.replace(",", "."))
        if not value:
            return Rating(np.nan, "")
        return Rating(value, "" if value >= LOWEST_USUAL else LOW_RATING)
    if token.lower() in _UNRATED or not token.strip("0"):
        return Rating(np.nan, "")
    provisional = _PROVISIONAL.fullmatch(token)
    if not provisional:
        return Rating(np.nan, BAD_RATING)
    value = float(provisional[1] or provisional[3])
    if (provisional[2] is not None and not int(provisional[2])) or token.rstrip(" ?") == "1500":
        return Rating(np.nan, PLACEHOLDER)
    return Rating(value, PROVISIONAL)


_MONTHS = {name: at for at, name in enumerate(
    ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
)}  # fmt: skip
_YEAR_FIRST = re.compile(
    r"(\d{4})(?:[-./ ]+([\d?]{1,2})(?:[-./ ]+([\d?]{1,2}))?)?(?:[T ].*)?", re.A
)
_DAY_FIRST = re.compile(r"(\d{1,2})[-./ ]+(\d{1,2})[-./ ]+(\d{4})", re.A)
_IN_WORDS = re.compile(r"([a-z]{3})[a-z]* +(\d{1,2}),? +(\d{4})", re.A | re.I)
_SHORT_YEAR = re.compile(r"(\d{2})/(\d{2})/(\d{2})", re.A)


def month_first(text: str) -> bool | None:
    """Tell whether 12/31/2023 or 31/12/2023 is written; None where both or neither may be meant."""
    found = _DAY_FIRST.fullmatch(text.strip())
    if found is None or (int(found[1]) > 12) == (int(found[2]) > 12):
        return None
    return int(found[2]) > 12


def is_ambiguous_date(text: str) -> bool:
    """Tell whether day and month of a date may change places and make another date."""
    found = _DAY_FIRST.fullmatch(text.strip())
    return found is not None and found[1] != found[2] and max(int(found[1]), int(found[2])) <= 12


@lru_cache(maxsize=16384)
def iso_date(text: str, months_first: bool = False) -> str | None:
    """Read a date as YYYY-MM-DD, without the parts that are unknown; None if not understood.

    Three pairs of digits are year, month, day as in TRF record 132; a day stands before the month
    where the year is last, unless `months_first`.
    """
    token = text.strip()
    if not token.strip("?0-./ "):
        return ""
    if found := _SHORT_YEAR.fullmatch(token):
        return _joined(f"20{found[1]}", found[2], found[3])
    if found := _YEAR_FIRST.fullmatch(token):
        return _joined(found[1], found[2], found[3])
    if found := _DAY_FIRST.fullmatch(token):
        day, month = (found[2], found[1]) if months_first else (found[1], found[2])
        return _joined(found[3], month, day)
    found = _IN_WORDS.fullmatch(token)
    if found and found[1].lower() in _MONTHS:
        return _joined(found[3], str(_MONTHS[found[1].lower()]), found[2])
    return _joined(token[:4], None, None) if re.fullmatch(r"\d{4}\?*\S*", token, re.A) else None


def _joined(year: str, month: str | None, day: str | None) -> str | None:
    if not month or not month.isdigit() or not int(month):
        return year if year.strip("0") else ""
    if not day or not day.isdigit() or not int(day):
        return f"{year}-{int(month):02d}" if 1 <= int(month) <= 12 else None
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def event_id(event: str, site: str, date: str) -> str:
    """Name an event by Event, Site and year, as far as they are known."""
    return " | ".join(part for part in (event, site, date[:4]) if part.strip("?"))


_OLD_TITLES = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
TITLES = frozenset(("GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "WNM"))


@lru_cache(maxsize=1024)
def title(text: str) -> str:
    """Read a title; older report files write g, m, f, c, wg, wm, wf, wc."""
    token = text.strip().upper()
    return "" if token in ("-", "?") else _OLD_TITLES.get(token, token)


@lru_cache(maxsize=65536)
def name(text: str) -> str:
    """Read a name: composed characters, single blanks."""
    token = text if text.isascii() else unicodedata.normalize("NFC", text)
    return " ".join(token.split())


@lru_cache(maxsize=65536)
def known(text: str) -> str:
    """Read a text field; "?" and "-" say that nothing is known."""
    return "" if text in ("?", "-") else text.strip()


@lru_cache(maxsize=65536)
def identifier(text: str) -> str:
    """Read a federation's number; 0 and blanks are none."""
    token = text.strip()
    return token if token.strip("0-? ") else ""


#: What files write for an opponent where there was none, in English, German and French.
NOBODY = frozenset(("bye", "freilos", "spielfrei", "exempt"))


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text)
    key = "".join(character for character in letters if not unicodedata.combining(character))
    return key.replace("ø", "o").replace("ł", "l").replace("đ", "d")


@lru_cache(maxsize=65536)
def plain_name(text: str) -> str:
    """Reduce a name to a key without accents and case, ä and ae alike: a candidate, no proof."""
    key = text.lower() if text.isascii() else _without_accents(text.casefold())
    for two, one in (("ae", "a"), ("oe", "o"), ("ue", "u"), ("æ", "a"), ("œ", "o")):
        key = key.replace(two, one)
    return " ".join(key.replace(",", " ").replace(".", " ").split())


@lru_cache(maxsize=65536)
def short_name(text: str) -> str:
    """Reduce a name to surname and first initial, so that "Muster, M." meets "Muster, Max"."""
    surname, _, first = text.partition(",")
    return f"{plain_name(surname)} {plain_name(first)[:1]}".strip()


def as_text(value: Any) -> str:
    """Write a spreadsheet's cell as text; whole numbers without ".0", dates in ISO form."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat()
    return str(value)
