"""Games that stand in two of the files that are read together: what no single file shows."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from perfkit.readers import fields
from perfkit.readers.checks import DUPLICATE
from perfkit.readers.parsed import Remark

if TYPE_CHECKING:
    import pandas as pd

_NAMES = ["source", "source_line", "event_id", "round", "player", "opponent", "date", "result"]


def doubled_games(games: pd.DataFrame) -> dict[str, list[Remark]]:
    """Remark, file by file, the pairings that an earlier file has in the same event and round.

    Without a round the date and the result must be the same. What is doubled within one file has
    its remark already.
    """
    events = games[["source", "event_id"]].drop_duplicates()["event_id"]
    shared = set(events[events.duplicated()])
    remarks: dict[str, list[Remark]] = defaultdict(list)
    if not shared:
        return remarks
    whites = games[games["event_id"].isin(shared) & (games["color"] == "white")]
    first: dict[tuple[object, ...], tuple[str, int]] = {}
    for row in zip(*(whites[name].tolist() for name in _NAMES), strict=True):
        source, line, event, round_, white, black, date, result = row
        sides = (fields.short_name(white), fields.short_name(black))
        known, at = first.setdefault((event, round_ or (date, result), sides), (source, line))
        if known != source:
            detail = f"the same round, players and colours as in {known}, line {at}"
            remarks[source].append(Remark(line, DUPLICATE, detail, event, white, round_))
    return remarks
