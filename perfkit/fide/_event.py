"""Article 10 for everybody in an event: games in, one row per player out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from perfkit import _validation as check
from perfkit._validation import FloatArray, IntArray
from perfkit.fide._averages import average_ratings
from perfkit.fide._editions import TIE_BREAKS, edition
from perfkit.fide._tie_breaks import CUTS, opponents_cut
from perfkit.games import complete
from perfkit.methods import performance_ratings

if TYPE_CHECKING:
    import pandas as pd

_SHOWN = ("event_id", "event", "player_id", "player")
_LEADING_NUMBER = re.compile(r"\s*(\d+)")


def tie_breaks(games: pd.DataFrame, *, on: Any = None, unrated: Any = "refuse") -> pd.DataFrame:
    """Which rating-based tie-breaks does every player of an event have?

    ARO and its four cuts, TPR, PTP, APRO and APPO from the games of one event or of many.

    Parameters
    ----------
    games : DataFrame
        The games table, one row per player and game, as `perfkit.read_games` gives it or with the
        columns of the example. Whole events: APRO and APPO need the opponents' games too.
    on : date or str, optional
        Day on which the rules are asked for (the start of the event); the newest by default.
    unrated : {"refuse", "drop"} or int
        What to do with players without a rating: refuse, as the article does; leave the games
        against them out; or count them with this rating, where the event's rules say so.

    Returns
    -------
    DataFrame
        One row per event and player, in the order of the table: event_id, event, player_id,
        player, player_rating; games_found, games (used), unplayed and unrated_opponents, score (in
        the games used); aro, aro_c1, aro_c2, aro_m1, aro_m2, tpr, ptp, apro, appo in Elo points,
        whole numbers or NA; opponents_without_tpr. ``.attrs`` holds "edition", "unrated" and
        "left_out".

    Raises
    ------
    ValueError
        No games table (a column missing, text for a number); unrated players while `unrated` is
        "refuse"; a played game without a result, or with one that is no multiple of ½; a date
        before the first edition known.

    See Also
    --------
    aro, tpr, ptp, apro, appo : the same for one player.
    perfkit.performance_table : the twelve methods for everybody, tie-breaks or not.

    Notes
    -----
    Counted are games played over the board (column played). Byes, forfeits and unplayed rounds
    never count, in round robins too (15.2); they are in games_found and unplayed. Per player
    games_found = games + unplayed + games left out against unrated opponents. With
    ``unrated="drop"`` the games in unrated_opponents are those left out, with a rating they are
    counted. Games of less than one move (codes W, D, L of the report file) are not played in the
    games table; who reads article 10 otherwise sets their column played.

    A player with no game has NA everywhere: article 10 defines no value, and 0 would be one. A cut
    that leaves no opponent gives NA too. Scores 0 and n are as in `tpr` and `ptp`: finite.

    A player has one rating per event, the first in the table (note in article 10); for opponents
    that do not appear as players the rating of the row is used, and they have no TPR.
    opponents_without_tpr counts the games used whose opponent has no TPR or PTP (no game of the own
    against a rated opponent, or no rows in the table): APRO and APPO average the others.

    References
    ----------
    FIDE C.07 (1 March 2026) 10.1 to 10.5, 14.1 to 14.4, 15.1, 15.2, 4.4.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = [("Ann", 2000, "Bob", 2100, 1.0), ("Bob", 2100, "Ann", 2000, 0.0),
    ...         ("Ann", 2000, "Cem", 1901, 0.5), ("Cem", 1901, "Ann", 2000, 0.5)]
    >>> columns = ["player", "player_rating", "opponent", "opponent_rating", "result"]
    >>> games = pd.DataFrame(rows, columns=columns)
    >>> tie_breaks(games)[["player", "games", "score", "aro", "tpr", "ptp", "apro"]]
      player  games  score   aro   tpr   ptp  apro
    0    Ann      2    1.5  2001  2194  2204  1600
    1    Bob      1    0.0  2000  1200  1200  2194
    2    Cem      1    0.5  2000  2000  1997  2194
    """
    import pandas as pd

    games = complete(games)
    found = _players_of(games)
    stand_in = _rating_for_unrated(unrated, found, games)
    used = found.over_the_board & ~np.isnan(stand_in)
    _check_rows(games, used, stand_in, found.result)
    unplayed = found.per_player(~found.over_the_board)
    values = _measures(found, used, stand_in, found.rounds_without_game(), on)
    head = {name: games[name].array[found.first] for name in _SHOWN}
    counts = {
        "player_rating": found.ratings,
        "games_found": found.per_player(np.ones(used.size, dtype=bool)),
        "games": found.per_player(used),
        "unplayed": unplayed,
        "unrated_opponents": found.per_player(found.over_the_board & found.opponent_unrated),
        "score": np.bincount(found.player[used], found.result[used], minlength=found.ratings.size),
    }
    table = pd.DataFrame(
        {**head, **counts, **{name: _whole(each) for name, each in values.items()}}
    )
    table.attrs["edition"] = edition(TIE_BREAKS, on).source
    table.attrs["unrated"] = unrated
    table.attrs["left_out"] = {
        "not played over the board": int(unplayed.sum()),
        "opponent unrated": int((found.over_the_board & ~used).sum()),
    }
    return table


def _check_rows(
    games: pd.DataFrame, used: NDArray[np.bool_], ratings: FloatArray, results: FloatArray
) -> None:
    """Check what the tables need: whole ratings and half points; name the first player without."""
    for values, needs in (
        (ratings, "whole opponent ratings (table 8.1.2)"),
        (2.0 * results, "results 1, 0.5 or 0"),
    ):
        wrong = np.flatnonzero(used & (values != np.rint(values)))
        if wrong.size:
            row = games.iloc[int(wrong[0])]
            got = f"{row['opponent_rating']:g} with result {row['result']:g}"
            check.fail("games", f"have {needs}", f"{got} for {row['player'] or row['player_id']}")


def _whole(values: FloatArray) -> pd.arrays.IntegerArray:
    """Whole numbers as a column that can say NA."""
    import pandas as pd

    none = np.isnan(values)
    return pd.arrays.IntegerArray(np.where(none, 0, values).astype(np.int64), none)


@dataclass(frozen=True)
class _Found:
    """The rows of a games table as numbers; players are numbered in the order of the table."""

    player: IntArray  # number of the row's player
    opponent: IntArray  # number of the row's opponent, -1 who does not appear as a player
    first: IntArray  # each player's first row
    ratings: FloatArray  # each player's rating, nan unrated
    opponent_ratings: FloatArray  # of each row, nan unrated or no opponent
    over_the_board: NDArray[np.bool_]
    result: FloatArray
    round: FloatArray  # nan where the table has none
    event: IntArray

    @property
    def opponent_unrated(self) -> NDArray[np.bool_]:
        """Rows whose opponent has no rating."""
        return np.isnan(self.opponent_ratings)

    def per_player(self, rows: NDArray[np.bool_]) -> IntArray:
        """Count rows for each player."""
        return np.bincount(self.player[rows], minlength=self.ratings.size)

    def rounds_without_game(self) -> IntArray:
        """Rounds of the event, up to the last one with a game, in which a player had none.

        Counted by the games and not by the rows, because files leave out rounds after a withdrawal
        and add rounds that were never held. Without round numbers the longest list of games counts.
        """
        games = self.per_player(self.over_the_board)
        rounds = np.zeros(int(self.event.max(initial=-1)) + 1)
        played = self.over_the_board & ~np.isnan(self.round)
        np.maximum.at(rounds, self.event[played], np.floor(self.round[played]))
        np.maximum.at(rounds, self.event[self.first], games)
        return np.asarray(rounds[self.event[self.first]] - games).astype(np.int64)


def _players_of(games: pd.DataFrame) -> _Found:
    """Number the players, give each one rating, and look the opponents up."""
    import pandas as pd

    names = pd.concat([games["player_id"], games["opponent_id"]], ignore_index=True)
    known, _ = pd.factorize(names.mask(names == ""))
    event, _ = pd.factorize(games["event_id"], use_na_sentinel=False)
    person, other = known[: len(games)], known[len(games) :]
    if (person < 0).any():
        at = int(np.flatnonzero(person < 0)[0])
        check.fail("games", "have a player_id in every row", f"none in row {at}")
    span = int(known.max(initial=0)) + 1
    player, keys = pd.factorize(event.astype(np.int64) * span + person)
    opponent = pd.Index(keys).get_indexer(event.astype(np.int64) * span + other)
    opponent = np.where(other < 0, -1, opponent)
    _, first = np.unique(player, return_index=True)
    own = games["player_rating"].to_numpy()
    rated = np.flatnonzero(~np.isnan(own))
    ratings = np.full(first.size, np.nan)
    # Assigned backwards, so that each player's first rating is the one that stays.
    ratings[player[rated[::-1]]] = own[rated[::-1]]
    in_row = games["opponent_rating"].to_numpy()
    of_opponent = np.where(opponent < 0, np.nan, ratings[opponent] if first.size else np.nan)
    played, result = games["played"].to_numpy(), games["result"].to_numpy()
    if np.isnan(result[played]).any():
        at = int(np.flatnonzero(played & np.isnan(result))[0])
        check.fail("games", "have a result in every played game", f"none in row {at}")
    return _Found(
        player=player,
        opponent=opponent,
        first=first,
        ratings=ratings,
        opponent_ratings=np.where(np.isnan(of_opponent), in_row, of_opponent),
        over_the_board=played,
        result=result,
        round=_round_numbers(games),
        event=event.astype(np.int64),
    )


def _round_numbers(games: pd.DataFrame) -> FloatArray:
    """Read the round of each row; "7.3", round 7 board 3, is 7."""
    import pandas as pd

    label, labels = pd.factorize(games["round"])
    found = [_LEADING_NUMBER.match(f"{each}") for each in labels]
    numbers = np.array([float(match[1]) if match else np.nan for match in found] + [np.nan])
    return numbers[label]


def _rating_for_unrated(unrated: Any, found: _Found, games: pd.DataFrame) -> FloatArray:
    """Rating of each row's opponent under the choice made for unrated players; nan: left out."""
    if isinstance(unrated, str):
        if unrated not in ("refuse", "drop"):
            check.fail("unrated", 'be "refuse", "drop" or a rating', check.show(unrated))
        without = np.flatnonzero(np.isnan(found.ratings))
        lonely = found.over_the_board & found.opponent_unrated & (found.opponent < 0)
        n_unrated = without.size + int(lonely.sum())
        if unrated == "refuse" and n_unrated:
            rows = np.concatenate([found.first[without], np.flatnonzero(lonely)])
            column = "player_id" if without.size else "opponent_id"
            check.fail(
                "unrated",
                'be "drop" or a rating where players are unrated (C.07 article 10 drops these '
                "tie-breaks unless the event's rules say how to treat them)",
                f'"refuse" with {n_unrated} unrated, the first {games[column].iloc[rows[0]]!r}',
            )
        return found.opponent_ratings
    rating = check.floats(unrated, "unrated")
    if rating.ndim or not np.isfinite(rating) or rating != np.rint(rating):
        check.fail("unrated", 'be "refuse", "drop" or a whole rating', check.show(unrated))
    return np.where(found.opponent_unrated, rating, found.opponent_ratings)


def _measures(
    found: _Found, used: NDArray[np.bool_], ratings: FloatArray, without_game: IntArray, on: Any
) -> dict[str, FloatArray]:
    """Compute the nine measures for all players at once; nan where there is none."""
    rows = np.flatnonzero(used)
    rows = rows[np.argsort(found.player[rows], kind="stable")]
    faced, games = ratings[rows], found.per_player(used)
    score = np.bincount(found.player[rows], found.result[rows], minlength=games.size)
    tpr = performance_ratings(faced, counts=games, scores=score, method="fide")
    ptp = performance_ratings(faced, counts=games, scores=score, method="fide_ptp")
    apro, averaged = _average_of_opponents(tpr, found, rows)
    appo, _ = _average_of_opponents(ptp, found, rows)
    cuts = {
        f"aro_{cut.lower()}": average_ratings(faced, games, *opponents_cut(cut, without_game, on))
        for cut in CUTS
    }
    return {
        "aro": average_ratings(faced, games),
        **cuts,
        "tpr": tpr,
        "ptp": ptp,
        "apro": apro,
        "appo": appo,
        "opponents_without_tpr": (games - averaged).astype(np.float64),
    }


def _average_of_opponents(
    performances: FloatArray, found: _Found, rows: IntArray
) -> tuple[FloatArray, IntArray]:
    """Average the opponents' performances over the games in `rows`, and count those that exist."""
    opponent = found.opponent[rows]
    known = rows[opponent >= 0]
    theirs = performances[found.opponent[known]]
    known, theirs = known[~np.isnan(theirs)], theirs[~np.isnan(theirs)]
    counts = np.bincount(found.player[known], minlength=performances.size)
    return average_ratings(theirs, counts), counts
