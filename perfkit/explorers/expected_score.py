"""Expected score explorer: draw your own curve, then difference and draw rate."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType

import ipywidgets as widgets
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit.curves import expected_score
from perfkit.explorers._controls import Control, LinkedNumber, plain_number
from perfkit.explorers._explorer import Explorer, Page, html_table
from perfkit.explorers._picture import Panel, Picture
from perfkit.plots import _expected_score, _result_shares
from perfkit.plots._expected_score import DRAWN_AT, REACH
from perfkit.plots._style import signed_text

_FLAT = (0.5,) * len(DRAWN_AT)
_CURVES = ("logistic", "normal", "line")


class ExpectedScoreExplorer(Explorer):
    """What a rating difference promises, and what an expected score leaves open.

    Parameters
    ----------
    rating_diff : float
        Own minus opponent's rating at the start, −800 to 800 Elo points.
    draw_rate : float
        Share of drawn games at the start, 0 to 1.
    drawn : ... or sequence of five floats
        Where the upright sliders of "your own curve" start, at differences of 0, 100, 200, 400 and
        800; ... is one half everywhere.
    guess : None, ... or float
        The reader's guess of the games lost of a hundred: None hides nothing, ... covers the
        truth (the own curve can be drawn all the same), a number is marked.

    Raises
    ------
    ValueError
        Not five expected scores from 0 to 1; a guess that is no number.

    Notes
    -----
    A draw rate that the expected score does not allow is said in the readout.

    Examples
    --------
    >>> ExpectedScoreExplorer(rating_diff=0, draw_rate=0.4)
    ExpectedScoreExplorer: Difference 0: expected score 0.500. Of 100 games 30.0 won, 40.0 drawn, \
30.0 lost.
    """

    def __init__(
        self,
        rating_diff: float = 190.8,
        draw_rate: float = 0.5,
        drawn: Sequence[float] | EllipsisType = ...,
        guess: float | EllipsisType | None = None,
    ) -> None:
        own = _expected_score.check_drawn(_FLAT if drawn is ... else drawn)
        self.drawn = {
            at: LinkedNumber(f"at {at}", value, 0.0, 1.0, step=0.01, upright=True)
            for at, value in zip(DRAWN_AT, own.tolist(), strict=True)
        }
        self.rating_diff = LinkedNumber(
            "Difference", rating_diff, -REACH, REACH, step=1.0, unit="Elo points"
        )
        self.draw_rate = LinkedNumber("Draw rate", draw_rate, 0.0, 1.0, step=0.01, unit="0 to 1")
        controls: dict[str, Control] = {
            **{control.box.description: control for control in self.drawn.values()},
            "Difference": self.rating_diff,
            "Draw rate": self.draw_rate,
        }
        picture = Picture(
            (8.4, 3.2),
            _two_axes,
            [
                Panel(_expected_score.draw_curves, _expected_score.move_curves),
                Panel(_result_shares.draw_shares, _result_shares.move_shares),
            ],
        )
        question = "games lost of 100, at the difference and draws shown"
        super().__init__(controls, picture, guess, question)

    def _arrange(self) -> Sequence[widgets.Widget]:
        own = widgets.HBox(list(self.drawn.values()))
        title = widgets.HTML(
            "<b>Draw your own curve</b>: expected score per game at a rating difference of …"
        )
        return [
            title,
            own,
            self.guess,
            self.rating_diff,
            self.draw_rate,
            self.readout,
            self.picture,
            self.details,
            self._foot(),
        ]

    def _cover_picture(self, page: Page) -> None:
        """Keep the own curve in sight, so that it can be drawn before the truth is shown."""
        own = (page.numbers[0].drawn_alone(), _result_shares.COVERED)
        drawn = page.numbers[0].drawn.tolist()
        self.picture.show(own, f"{_own_text(drawn)}; the truth is covered.", layout_for="covered")

    def _page(self, guess: float | None) -> Page:
        difference, draw_rate = self.rating_diff.number(), self.draw_rate.number()
        own = [control.number() for control in self.drawn.values()]
        shared = float(expected_score(difference, 0.0))
        shares = _result_shares.shares_numbers(shared, draw_rate, guess=guess)
        games = shares.games
        answer = (
            f"Difference {signed_text(difference)}: expected score {shared:.3f}. Of 100 games "
            f"{games['won']:.1f} won, {games['drawn']:.1f} drawn, {games['lost']:.1f} lost."
        )
        curves = _expected_score.curves_numbers(_CURVES, drawn=own, rating_diff=difference)
        return Page(
            numbers=(curves, shares),
            sentence=answer,
            alt=f"Logistic, normal and straight curve with your own one. {_own_text(own)}. "
            f"{answer}",
            details=_truth(own),
            code=f"pk.expected_score({plain_number(difference)}, 0)",
            answer=games["lost"],
            decimals=1,
        )


def _two_axes(figure: Figure) -> list[Axes]:
    return list(figure.subplots(1, 2, width_ratios=(4.5, 1)))


def _own_text(own: Sequence[float]) -> str:
    """Say where the sliders of the own curve stand."""
    points = ", ".join(
        f"{plain_number(value)} at {at}" for at, value in zip(DRAWN_AT, own, strict=True)
    )
    return f"Your own curve: {points}"


def _truth(own: Sequence[float]) -> str:
    """HTML table: the own curve and the three others at the five differences, unrounded inside."""
    values = {
        "your own curve": own,
        **{curve: [expected_score(at, 0.0, curve=curve) for at in DRAWN_AT] for curve in _CURVES},
    }
    rows = [(name, *(f"{value:.3f}" for value in row)) for name, row in values.items()]
    head = ("rating difference", *(str(at) for at in DRAWN_AT))
    return html_table(head, rows, "Expected score per game, shown to three decimals")
