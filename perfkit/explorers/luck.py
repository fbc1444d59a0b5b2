"""Luck explorer: everybody is 2700, so how high does the winner come out?"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType

import ipywidgets as widgets
import numpy as np

from perfkit.explorers._controls import Buttons, Control, LinkedNumber, Turns
from perfkit.explorers._explorer import Explorer, Page, plain
from perfkit.explorers._picture import Panel, Picture
from perfkit.luck import WinnersLuck, winners_luck
from perfkit.methods import METHODS
from perfkit.plots import _luck
from perfkit.plots._style import rating_text

_MOST_PLAYERS = 30
_HIGH = 2850.0
_ROUNDS = (("single round", 1), ("double round", 2))


class LuckExplorer(Explorer):
    """Round robins of equal players, simulated: the winner beside one given player.

    Parameters
    ----------
    n_players : int
        Players at the start, 2 to 30.
    rounds : {1, 2}
        Single or double round robin at the start.
    draw_rate : float
        Share of drawn games between equals at the start, 0 to 1.
    advantage : float
        How many Elo points one favourite is stronger at the start, 0 to 300.
    n_events : int
        Round robins per picture.
    seed : int
        Start of the random numbers, so that a picture can be repeated.
    guess : None, ... or float
        The reader's guess of the winner's mean performance in Elo points: None hides nothing, ...
        covers the answer, a number is marked.

    Raises
    ------
    ValueError
        As `perfkit.luck.winners_luck`.

    Notes
    -----
    Everybody but the favourite has 2700. Without draws somebody may win every game; his performance
    is unbounded and so is the mean, and the median is said instead.

    Examples
    --------
    >>> LuckExplorer().controls["Players"].number()
    14.0
    """

    code_rows = 3

    def __init__(
        self,
        n_players: int = 14,
        rounds: int = 1,
        draw_rate: float = 0.5,
        advantage: float = 0,
        n_events: int = 4000,
        seed: int = 1,
        guess: float | EllipsisType | None = None,
    ) -> None:
        self._n_events, self._seed = n_events, seed
        self.players = LinkedNumber(
            "Players", n_players, 2, _MOST_PLAYERS, step=1, multiple_of=1, unit="players"
        )
        self.draws = LinkedNumber("Draw rate", draw_rate, 0, 1, step=0.05, unit="of games")
        self.advantage = LinkedNumber("Favourite", advantage, 0, 300, step=10, unit="Elo points")
        self.rounds = Buttons("Rounds", _ROUNDS, rounds)
        self.again = Turns("Play again", "Other random numbers, the same players")
        controls: dict[str, Control] = {
            "Players": self.players,
            "Draw rate": self.draws,
            "Favourite": self.advantage,
            "Rounds": self.rounds,
            "Play again": self.again,
        }
        picture = Picture(
            (6.4, 3.6),
            lambda figure: [figure.subplots()],
            [Panel(_luck.draw_luck, _luck.move_luck)],
        )
        question = "the winner's mean performance, in Elo points"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        numbers = widgets.GridBox(
            [self.players, self.draws, self.advantage, self.rounds],
            layout={"grid_template_columns": "1fr 1fr"},
        )
        return [
            self.guess,
            numbers,
            self.again,
            self.readout,
            self.picture,
            self.details,
            self._foot(),
        ]

    def _page(self, guess: float | None) -> Page:
        players, rounds = int(self.players.number()), int(self.rounds.value)
        draw_rate, advantage = self.draws.number(), self.advantage.number()
        seed = [self._seed, self.again.turns]
        luck = winners_luck(
            n_players=players,
            rounds=rounds,
            draw_rate=draw_rate,
            advantage=advantage,
            n_events=self._n_events,
            rng=np.random.default_rng(seed),
        )
        sentence = f"{players} players, {_name(rounds)}: {_said(luck, advantage)}"
        return Page(
            numbers=(_luck.luck_numbers(luck, guess=guess),),
            sentence=sentence,
            alt="Two histograms of performances, one given player and the winner. " + sentence,
            details=plain(
                f"{self._n_events} round robins, everybody {luck.rating:g} but the favourite; the "
                "draw rate is that of equals. "
                f"Method {luck.method}, rounding {METHODS[luck.method].rounding}. A first place "
                "that several share counts their mean performance, and its part for the favourite."
            ),
            code=f"import numpy as np\npk.luck.winners_luck(n_players={players}, rounds={rounds}, "
            f"draw_rate={draw_rate:g}, advantage={advantage:g}, n_events={self._n_events}, "
            f"rng=np.random.default_rng({seed})).winner_{'median' if luck.unbounded else 'mean'}",
            answer=luck.winner_mean,
            decimals=0,
        )


def _name(rounds: int) -> str:
    return next(name for name, value in _ROUNDS if value == rounds)


def _said(luck: WinnersLuck, advantage: float) -> str:
    """Say what the winners perform, what one given player does, and what the favourite gets."""
    if luck.unbounded:
        mean = (
            f"the winner's median is {rating_text(luck.winner_median, luck.method)}, the mean "
            f"unbounded (full score in {100 * luck.unbounded:.2g} of 100 events)"
        )
    else:
        mean = f"the winner performs {luck.winner_mean:.0f} on average"
    given = f"{luck.player_mean:.0f}" if np.isfinite(luck.player_mean) else "undefined"
    if luck.player_unbounded:
        given += f", without the {100 * luck.player_unbounded:.2g} of 100 that are unbounded"
    text = (
        f"{mean}, {100 * luck.reaching(_HIGH):.0f} of 100 winners reach {_HIGH:.0f}; "
        f"one given player {given}."
    )
    if advantage:
        text += (
            f" The favourite, {advantage:g} better, wins {100 * luck.favourite_wins:.0f} of 100 "
            "events."
        )
    return text
