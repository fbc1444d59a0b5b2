"""The rating change of article 8.3, game by game, in whole hundredths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from perfkit import _validation as check
from perfkit._text import score_text, text_table
from perfkit._validation import FloatArray, IntArray
from perfkit.fide._editions import RATING_REGULATIONS, RatingEdition, edition
from perfkit.fide._k_factor import k_factor as derived_k
from perfkit.fide._k_factor import limited_k
from perfkit.fide_tables import pd_hundredths

_LARGEST_COUNTED = 400  # B.02 8.3.1


@dataclass(frozen=True)
class GameChange:
    """One line of a rating change.

    Parameters
    ----------
    opponent_rating : int
        Opponent's rating in Elo points.
    result : float
        1, 0.5 or 0.
    rating_diff : int
        Own minus opponent's rating.
    counted_diff : int
        The same after the 400-point rule.
    expected_score : float
        PD of table 8.1.2, whole hundredths.
    rated : bool
        Whether the game is rated.
    note : str
        What the regulations did to this game; empty for most.
    """

    opponent_rating: int
    result: float
    rating_diff: int
    counted_diff: int
    expected_score: float
    rated: bool
    note: str


@dataclass(frozen=True)
class RatingChange:
    """A rating change with its working; `str()` gives it as a text.

    Parameters
    ----------
    rating : int
        Own rating before.
    games : tuple of GameChange
        Game by game, in the order given.
    score : float
        Points made in the rated games.
    expected_score : float
        Sum of PD over the rated games, whole hundredths.
    k_factor : int
        K before the limit of 700.
    k_used : int
        K after it.
    unrounded : float
        Σ (score − PD) · K in Elo points, exact to the hundredth.
    change : int
        The same to a whole number, ½ away from zero.
    edition : str
        Regulation and date.
    """

    rating: int
    games: tuple[GameChange, ...]
    score: float
    expected_score: float
    k_factor: int
    k_used: int
    unrounded: float
    change: int
    edition: str

    @property
    def new_rating(self) -> int:
        """Rating after the change."""
        return self.rating + self.change

    def __str__(self) -> str:
        rows = [
            [f"{game.opponent_rating}", score_text(game.result), f"{game.rating_diff:+d}",
             f"{game.counted_diff:+d}", f"{game.expected_score:.2f}",
             f"{game.result - game.expected_score:+.2f}" if game.rated else "", game.note]
            for game in self.games
        ]  # fmt: skip
        head = ["opponent", "result", "D", "counted", "PD", "result - PD", ""]
        widths = [-9, -6, -6, -7, -5, -11, 40]
        if not any(game.note for game in self.games):
            head, widths, rows = head[:-1], widths[:-1], [row[:-1] for row in rows]
        lowered = "" if self.k_used == self.k_factor else f" (from {self.k_factor}: K n ≤ 700)"
        return "\n".join([
            text_table(head, rows, widths),
            f"score {score_text(self.score)}, expected {self.expected_score:.2f}, "
            f"K {self.k_used}{lowered}",
            f"change {self.unrounded:+.2f}, rounded {self.change:+d}: "
            f"{self.rating} becomes {self.new_rating}",
            self.edition,
        ])  # fmt: skip


def rating_change(
    rating: int,
    opponent_ratings: Any,
    results: Any,
    *,
    k_factor: int | None = None,
    games_completed: int | None = None,
    age: int | None = None,
    ever_2400: bool = False,
    ever_2300: bool = False,
    games_in_period: int | None = None,
    events: Sequence[Any] | None = None,
    time_control: str = "standard",
    on: Any = None,
) -> RatingChange:
    """How does a rated player's rating change with these games?

    Σ (score − PD) · K: PD from table 8.1.2 at the rating difference, cut to 400 by the 400-point
    rule, summed over the games, times K, rounded with ½ away from zero. All in whole hundredths.

    Parameters
    ----------
    rating : int
        Own rating in Elo points.
    opponent_ratings : array_like of int, shape (n_games,)
        Ratings of the opponents played over the board; one number for one game.
    results : array_like, shape (n_games,)
        1, 0.5 or 0 for each of these games.
    k_factor : int, optional
        K, 0 or more; where it is missing it is derived, see `k_factor`.
    games_completed, age, ever_2400, ever_2300 : optional
        What K is derived from; games_completed is needed then.
    games_in_period : int, optional
        Games n of the whole rating period, for K · n ≤ 700; by default the rated games given.
    events : sequence, optional
        The event of each game, for the rule before March 2024; by default all are one event.
    time_control : {"standard", "rapid", "blitz"}
        Which regulations rate the games.
    on : date or str, optional
        Day on which the rules are asked for (the start of the event); the newest by default.

    Returns
    -------
    RatingChange
        `change` and `new_rating` in Elo points, `unrounded`, and every game's line in `games`.

    Raises
    ------
    ValueError
        No games; unrated opponents (no finite number) or ratings that are not whole; a result other
        than 1, 0.5, 0; a negative K, or neither K nor games_completed; an unknown time control; a
        date before the first edition known.

    See Also
    --------
    initial_rating : for a player without a rating.
    pd : the table at full scale; the 400-point rule is here only.

    Notes
    -----
    The 400-point rule, by date. Standard chess from 1 October 2025: a difference over 400 counts as
    400 for a player rated below 2650 and in full for others, so the two sides of a game may use
    different differences. From 1 March 2024: 400 for everybody in every game. From 1 January 2022:
    a higher rated player has the upgrade of a lower rated opponent in one game of each event only,
    that with the greatest difference; games against opponents over 400 points higher count as 400,
    which is no benefit. Rapid and blitz: without the 2650; since 1 December 2024 games with a gap
    of 600 or more in which somebody is above 2600 are not rated, and their lines say so.

    A score of 0 or n is nothing special here. Games against unrated opponents and unplayed ones are
    not rated; leave them out. The whole change is rounded once; whether FIDE rounds once per event
    or once per period is not settled by its published lists.

    References
    ----------
    FIDE B.02 (1 March 2024, amended 1 October 2025) 8.3.1 to 8.3.4; B.02 (1 January 2022) 8.3.1;
    Rapid and Blitz Rating Regulations (1 March 2024, amended 1 December 2024) 7.3.1.

    Examples
    --------
    >>> rating_change(2649, 2149, 1, k_factor=10).unrounded       # counts as 400: PD .92
    0.8
    >>> rating_change(2650, 2150, 1, k_factor=10).unrounded       # counts as 500: PD .96
    0.4
    >>> print(rating_change(2000, [2092, 1500], [0.5, 1], k_factor=20))
    opponent  result     D  counted   PD  result - PD
        2092       ½   -92      -92  0.37        +0.13
        1500       1  +500     +400  0.92        +0.08  difference counts as 400 (8.3.1)
    score 1½, expected 1.29, K 20
    change +4.20, rounded +4: 2000 becomes 2004
    B.02, 1 March 2024 as amended 1 October 2025
    """
    rules = edition(RATING_REGULATIONS[_time_control(time_control)], on)
    own = check.whole_number(rating, "rating")
    faced, points = _games(opponent_ratings, results)
    of_event = np.zeros(faced.size, dtype=np.int64) if events is None else _events(events, faced)
    difference = own - faced
    counted = _counted(own, difference, of_event, rules)
    rated = _rated(own, faced, rules)
    hundredths = pd_hundredths(counted)
    n_games = int(rated.sum())
    if games_in_period is not None:
        n_games = check.whole_number(games_in_period, "games_in_period", at_least=n_games)
    about = {"age": age, "ever_2400": ever_2400, "ever_2300": ever_2300}
    k = _k(k_factor, own, games_completed, **about)
    used = limited_k(k, n_games)
    gained = int((np.rint(100 * points).astype(np.int64) - hundredths)[rated].sum()) * used
    notes = _notes(difference, counted, rated, time_control)
    return RatingChange(
        rating=own,
        games=tuple(
            GameChange(int(r), float(s), int(d), int(c), float(h) / 100.0, bool(is_rated), note)
            for r, s, d, c, h, is_rated, note in zip(
                faced, points, difference, counted, hundredths, rated, notes, strict=True
            )
        ),
        score=float(points[rated].sum()),
        expected_score=float(hundredths[rated].sum()) / 100.0,
        k_factor=k,
        k_used=used,
        unrounded=gained / 100.0,
        change=away_from_zero(gained),
        edition=rules.source,
    )


def away_from_zero(hundredths: int) -> int:
    """Round whole hundredths to a whole number, exact halves away from zero (8.3.4)."""
    size = (abs(hundredths) + 50) // 100
    return size if hundredths >= 0 else -size


def _time_control(value: Any) -> str:
    return check.one_of(value, RATING_REGULATIONS, "time_control")


def _games(opponent_ratings: Any, results: Any) -> tuple[IntArray, FloatArray]:
    one = np.ndim(opponent_ratings) == 0
    ratings = check.opponents([opponent_ratings] if one else opponent_ratings)
    check.whole(ratings, "table 8.1.2")
    points = np.atleast_1d(check.finite(results, "results"))
    if points.shape != ratings.shape:
        check.fail("results", f"hold one result per game, {ratings.size}", f"{points.size}")
    wrong = ~np.isin(points, (0.0, 0.5, 1.0))
    if wrong.any():
        check.fail("results", "hold 1, 0.5 or 0", check.show(points[wrong][0]))
    return ratings.astype(np.int64), points


def _events(events: Sequence[Any], faced: IntArray) -> IntArray:
    if np.ndim(events) == 0:
        check.fail("events", f"name one event per game, {faced.size}", check.show(events))
    labels = list(events)
    if len(labels) != faced.size:
        check.fail("events", f"name one event per game, {faced.size}", f"{len(labels)}")
    for at, label in enumerate(labels):
        if not isinstance(label, str | int | np.integer):
            check.fail("events", "hold names or numbers", f"{check.show(label)} at position {at}")
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    return np.array([numbers[label] for label in labels], dtype=np.int64)


def _counted(own: int, difference: IntArray, event: IntArray, rules: RatingEdition) -> IntArray:
    """Apply the 400-point rule of an edition."""
    if rules.full_difference_from is not None and own >= rules.full_difference_from:
        return difference
    cut = np.clip(difference, -_LARGEST_COUNTED, _LARGEST_COUNTED)
    if rules.upgrades_per_event is None:
        return cut
    upgraded = np.zeros(difference.size, dtype=bool)
    for number in np.unique(event):
        games = np.flatnonzero(event == number)
        widest = games[np.argsort(-difference[games], kind="stable")]
        upgraded[widest[: rules.upgrades_per_event]] = True
    return np.where((difference > _LARGEST_COUNTED) & ~upgraded, difference, cut)


def _rated(own: int, faced: IntArray, rules: RatingEdition) -> NDArray[np.bool_]:
    if rules.unrated_gap is None or rules.unrated_above is None:
        return np.ones(faced.size, dtype=bool)
    wide = np.abs(own - faced) >= rules.unrated_gap
    return np.asarray(~(wide & (np.maximum(own, faced) > rules.unrated_above)))


def _k(given: int | None, own: int, completed: int | None, **about: Any) -> int:
    if given is not None:
        return check.whole_number(given, "k_factor", at_least=0)
    if completed is None:
        check.fail("k_factor", "be given, or games_completed to derive it from", "neither")
    return derived_k(own, games_completed=completed, **about)


def _notes(
    difference: IntArray,
    counted: IntArray,
    rated: NDArray[np.bool_],
    time_control: str,
) -> list[str]:
    article = "8.3.1" if time_control == "standard" else "7.3.1"
    notes = []
    for d, c, is_rated in zip(difference, counted, rated, strict=True):
        if not is_rated:
            notes.append(f"not rated: gap of 600 or more ({article})")
        elif d != c:
            notes.append(f"difference counts as 400 ({article})")
        elif abs(d) > _LARGEST_COUNTED:
            notes.append(f"difference counts in full ({article})")
        else:
            notes.append("")
    return notes
