"""Which edition of a regulation was in force on a date, and what it says.

Every constant that an edition may change stands here beside its article and the date from which it
applies. A date, `on=`, is the only way to ask for an edition; None asks for the newest one known.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

import numpy as np

from perfkit import _validation as check

date = datetime.date


@dataclass(frozen=True)
class Edition:
    """One edition of a regulation: from which day it applies and where it stands."""

    since: date
    source: str


@dataclass(frozen=True)
class Newcomers:
    """How an edition of the Rating Regulations rates a player for the first time.

    Parameters
    ----------
    hypothetical_opponents : tuple of int
        Opponents drawn with that are added (8.2.2).
    highest : int or None
        Highest initial rating (8.2.3); None is no limit.
    lowest_published : int
        Lowest rating that is published (7.1.4).
    """

    hypothetical_opponents: tuple[int, ...]
    highest: int | None
    lowest_published: int


@dataclass(frozen=True)
class RatingEdition(Edition):
    """What an edition of the Rating Regulations says.

    Parameters
    ----------
    newcomers : Newcomers
        First ratings.
    upgrades_per_event : int or None
        In how many games of one event the difference to a lower rated opponent may be cut to 400
        (8.3.1); None is every game.
    full_difference_from : int or None
        Own rating from which on no difference is cut (8.3.1); None is nobody.
    unrated_gap, unrated_above : int or None
        A game with a gap of at least the first is not rated when one player is above the second.
    """

    newcomers: Newcomers
    upgrades_per_event: int | None = None
    full_difference_from: int | None = None
    unrated_gap: int | None = None
    unrated_above: int | None = None


@dataclass(frozen=True)
class TieBreakEdition(Edition):
    """What an edition of the Tie-Break Regulations says about cuts of ARO."""

    unplayed_rounds_are_cut: bool


_FIRST_2022 = Newcomers(hypothetical_opponents=(), highest=None, lowest_published=1000)
_FIRST_2024 = Newcomers(hypothetical_opponents=(1800, 1800), highest=2200, lowest_published=1400)

# B.02, Rating Regulations. 8.3.1 of 2022: "a player may benefit from only one upgrade" per event,
# "for the game in which the rating difference is greatest"; the sentence went on 1 March 2024. The
# 2650 of 1 October 2025 is an amendment inside the chapter of 2024.
STANDARD = (
    RatingEdition(date(2022, 1, 1), "B.02, 1 January 2022", _FIRST_2022, upgrades_per_event=1),
    RatingEdition(date(2024, 3, 1), "B.02, 1 March 2024", _FIRST_2024),
    RatingEdition(
        date(2025, 10, 1),
        "B.02, 1 March 2024 as amended 1 October 2025",
        _FIRST_2024,
        full_difference_from=2650,
    ),
)

# Rapid and Blitz Rating Regulations (articles numbered one lower: 7.3.1 for 8.3.1): everybody is
# capped at 400, whatever the own rating. In 2022 the 400-point rule, with its one upgrade, was that
# of standard chess (overviews of that year's changes; of three such games in a rapid event FIDE's
# list of changes marks one as upgraded). Since 1 December 2024 games with a wide gap are not rated.
RAPID_AND_BLITZ = (
    RatingEdition(
        date(2022, 1, 1), "B.02 Rapid and Blitz, 1 January 2022", _FIRST_2022, upgrades_per_event=1
    ),
    RatingEdition(date(2024, 3, 1), "B.02 Rapid and Blitz, 1 March 2024", _FIRST_2024),
    RatingEdition(
        date(2024, 12, 1),
        "B.02 Rapid and Blitz, 1 March 2024 as amended 1 December 2024",
        _FIRST_2024,
        unrated_gap=600,
        unrated_above=2600,
    ),
)

#: Time control -> editions of the regulations that rate its games.
RATING_REGULATIONS: Mapping[str, Sequence[RatingEdition]] = MappingProxyType(
    {"standard": STANDARD, "rapid": RAPID_AND_BLITZ, "blitz": RAPID_AND_BLITZ}
)

# C.07, Tie-Break Regulations. That an unplayed round is what a cut removes is the older rule;
# FIDE's reference checker dates it 2022, for the World Rapid and Blitz. Article 14.1.2 of 2024 and
# 2026 cuts the opponents' lowest rating, and unplayed rounds have none.
TIE_BREAKS = (
    TieBreakEdition(date(2022, 1, 1), "tie-break rules of 2022", True),
    TieBreakEdition(date(2023, 9, 1), "C.07, 1 September 2023", True),
    TieBreakEdition(date(2024, 4, 1), "C.07, 1 April 2024", False),
    TieBreakEdition(date(2024, 8, 1), "C.07, 1 August 2024", False),
    TieBreakEdition(date(2026, 3, 1), "C.07, 1 March 2026", False),
)

# B.01, Title Regulations; the numbers of the norms stand in `_norm`.
TITLES = (Edition(date(2024, 1, 1), "B.01, 1 January 2024"),)

AnyEdition = TypeVar("AnyEdition", bound=Edition)


def edition(editions: Sequence[AnyEdition], on: Any) -> AnyEdition:
    """Find the edition in force on a date; None is the newest one."""
    if on is None:
        return editions[-1]
    known = ", ".join(f"{each.since} ({each.source})" for each in editions)
    day = _day(on)
    if day is None:
        check.fail("on", f'be a date such as "2024-03-01"; editions known: {known}', check.show(on))
    if day < editions[0].since:
        check.fail(
            "on", f"be a date from {editions[0].since} on; editions known: {known}", f"{day}"
        )
    return [each for each in editions if each.since <= day][-1]


def _day(on: Any) -> date | None:
    """Read a date, a datetime (NumPy's and pandas' too) or an ISO string; anything else is None."""
    if isinstance(on, np.datetime64):
        on = on.astype("datetime64[D]").item()
    try:
        if isinstance(on, str):
            return date.fromisoformat(on)
        if isinstance(on, datetime.datetime):
            return date(on.year, on.month, on.day)  # NaT, "no date", fails here
    except (TypeError, ValueError):
        return None
    return on if isinstance(on, date) else None
