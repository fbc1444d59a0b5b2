"""Column headings of tables, whatever the program or language that wrote them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from perfkit.games import COLUMNS

_OWN = {name.replace("_", ""): name for name in COLUMNS}

#: Headings by what they mean; compared without case, accents, blanks and punctuation.
_MEANINGS = {
    "white": "white whiteplayer whitename weiss blancs blancas",
    "black": "black blackplayer blackname schwarz noirs negras",
    "white_rating": "whiterating whiteelo whitertg elowhite ratingwhite eloweiss",
    "black_rating": "blackrating blackelo blackrtg eloblack ratingblack eloschwarz",
    "white_title": "whitetitle titlewhite",
    "black_title": "blacktitle titleblack",
    "white_id": "whiteid whitefideid fideidwhite",
    "black_id": "blackid blackfideid fideidblack",
    "white_federation": "whitefederation whitefed fedwhite",
    "black_federation": "blackfederation blackfed fedblack",
    "result": "result res ergebnis resultat resultado",
    "player": "player name playername spieler joueur jugador",
    "player_rating": "playerrating ownrating rating rtg rtgi elo rtgfide fiderating fide elofide "
    "irtg ratingi",
    "player_id": "playerid fideid id idnumber identnumber",
    "player_title": "playertitle title ti typ tit titel",
    "player_federation": "playerfederation fed federation land pays pais country",
    "opponent": "opponent opponentname opp gegner adversaire",
    "opponent_rating": "opponentrating opponentelo opprating oppelo opprtg opponentrtg",
    "color": "color colour farbe",
    "round": "round rd rnd runde ronde",
    "board": "board bo brett table",
    "date": "date datum",
    "event": "event tournament turnier tournoi",
    "site": "site place city ort",
    "points": "pts points total punkte pkt score pt",
    "number": "sno no nr stno startno startingno start num snr startnr pairno",
    "rank": "rk rank rg rang pos place platz",
}
_WORDS = {word: meaning for meaning, words in _MEANINGS.items() for word in words.split()}
_ROUND = re.compile(
    r"(?:r|rd|rnd|round|runde|ronde)?[. ]*(\d{1,3})[. ]*(?:r|rd|rnd|round|runde)?[. ]*", re.I | re.A
)


_LONGEST_HEADING = 80


def _bare(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in letters if character.isalnum())


def meaning(heading: str) -> str:
    """Name what a heading means, or "" for one that is not known; none is long."""
    return _meaning(heading) if len(heading) < _LONGEST_HEADING else ""


@lru_cache(maxsize=4096)
def _meaning(heading: str) -> str:
    bare = _bare(heading)
    return _OWN.get(bare) or _WORDS.get(bare, "")


def round_number(heading: str) -> int:
    """Number of a round's column, 0 for any other heading."""
    found = _ROUND.fullmatch(heading.strip())
    return int(found[1]) if found else 0


def places(cells: Sequence[str]) -> dict[str, int]:
    """Where each known heading stands; the first of several counts.

    Points are the result where there is no other: one game's, in a table of games.
    """
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        found.setdefault(meaning(cell), at)
    found.pop("", None)
    if "points" in found:
        found.setdefault("result", found["points"])
    return found


def rounds(cells: Sequence[str]) -> dict[int, int]:
    """Column of each round of a crosstable's heading."""
    columns: dict[int, int] = {}
    for at, cell in enumerate(cells):
        number = round_number(cell)
        if number:
            columns.setdefault(number, at)
    return columns if 1 in columns else {}


def missing(cells: Sequence[str]) -> str:
    """Name the one column that a row of headings lacks for a list of games, "" for other rows."""
    known = places(cells).keys()
    for names in (("white", "black", "result"), ("player", "result", "opponent_rating")):
        lacking = [name for name in names if name not in known]
        if len(lacking) == 1:
            return lacking[0]
    return ""


def kind_of_table(cells: Sequence[str]) -> str:
    """Say what a row of headings begins: "sides", "games", "crosstable", or ""."""
    known = places(cells)
    if "player" in known and rounds(cells):
        return "crosstable"
    if "player" in known and "result" in known and {"opponent", "opponent_rating"} & known.keys():
        return "sides"
    if {"white", "black", "result"} <= known.keys():
        return "games"
    return ""
