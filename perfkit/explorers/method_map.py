"""Method map explorer: where do two methods part, and which one printed this number?"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import pandas as pd

from perfkit import _validation as check
from perfkit._text import score_text
from perfkit.explain import identify_method
from perfkit.explorers._controls import (
    LABEL,
    RATING_RANGE,
    ByValue,
    Choice,
    Control,
    LinkedNumber,
    NumberBox,
    parse_number,
)
from perfkit.explorers._explorer import Explorer, Page, html_table, ratings_code
from perfkit.explorers._picture import Panel
from perfkit.explorers._relaid import RelaidPicture
from perfkit.methods import METHODS, performance_rating
from perfkit.plots import _method_map
from perfkit.plots._style import number_text, rating_text, signed_fixed, signed_text

#: Caruana at the Sinquefield Cup 2014, 8½ of 10, printed 3098, 3103 and 3080.
CARUANA_2014 = (2772, 2768, 2877, 2805, 2787, 2772, 2768, 2877, 2787, 2805)
#: What parts two ratings; a comma alone may be a decimal one, as in 2772,5.
_BETWEEN = re.compile(r",\s+|[;\s]+")
_NO_BLANK = re.compile(r",\d{3}")


class _RatingsBox(ByValue, widgets.Text):
    """A labelled box for the ratings of an event, with blanks, semicolons or ", " between them."""

    def __init__(self, name: str, ratings: Sequence[float]) -> None:
        self._start = " ".join(f"{rating:g}" for rating in ratings)
        super().__init__(
            value=self._start,
            description=name,
            continuous_update=False,
            layout={"width": "auto"},
            style={"description_width": LABEL},
        )

    def numbers(self) -> list[float]:
        """Return the ratings in the box, or raise the sentence that says what is wrong."""
        typed = [text for text in _BETWEEN.split(self.value) if text]
        if not typed:
            check.fail(self.description, "hold at least one rating", "an empty box")
        return [self._rating(text) for text in typed]

    def _rating(self, text: str) -> float:
        if _NO_BLANK.search(text):
            check.fail(self.description, "have a blank after each comma", check.show(text))
        rating, (low, high) = parse_number(text, self.description), RATING_RANGE
        if not low <= rating <= high:
            check.fail(self.description, f"hold ratings in [{low:g}, {high:g}]", check.show(rating))
        return rating


class MethodMapExplorer(Explorer):
    """The map of two methods with a mark to move, and a printed number to be identified.

    Parameters
    ----------
    method, minus : str
        Two of `perfkit.METHODS` at the start; the map shows `method` − `minus`.
    score : float
        Points of ten of the mark at the start, 0.5 to 9.5.
    half_spread : float
        Half-spread of the mark's opponents at the start, 0 to 400 Elo points.
    opponent_ratings : sequence of float
        Opponents of the event whose printed number is to be identified, at the start.
    event_score : float
        Points made in it.
    printed : float
        The number that was printed.
    guess : None, ... or float
        The reader's guess of the difference at the mark, in Elo points: None hides nothing, ...
        covers the answer, a number is marked on the colour bar.

    Raises
    ------
    ValueError
        An unknown method; a guess that is no number.

    Notes
    -----
    Ten games, five opponents at 2000 − d and five at 2000 + d; what counts is the spread, not the
    2000.

    Examples
    --------
    >>> MethodMapExplorer()
    MethodMapExplorer: 7½ of 10 against 2000 ± 300: true_logistic 2319.16 − fide 2193 = +126.16. \
3098 is fide, true_normal.
    """

    code_rows = 3

    def __init__(
        self,
        method: str = "true_logistic",
        minus: str = "fide",
        score: float = 7.5,
        half_spread: float = 300,
        opponent_ratings: Sequence[float] = CARUANA_2014,
        event_score: float = 8.5,
        printed: float = 3098,
        guess: float | EllipsisType | None = None,
    ) -> None:
        for name in (method, minus):
            check.one_of(name, METHODS, "method")
        self._events = _method_map.known_events()
        self.method = Choice("Method", tuple(METHODS), method, width="16em")
        self.minus = Choice("minus", tuple(METHODS), minus, width="16em")
        self.score = LinkedNumber("Score", score, 0.5, 9.5, step=0.5, multiple_of=0.5, unit="of 10")
        self.half_spread = LinkedNumber(
            "Half-spread", half_spread, 0, 400, step=5, multiple_of=1, unit="Elo points"
        )
        self.opponents = _RatingsBox("Opponents", opponent_ratings)
        self.event_score = NumberBox("Points", event_score, 0, len(opponent_ratings))
        self.printed = NumberBox("Printed", printed, -10000, 10000)
        controls: dict[str, Control] = {
            "Method": self.method,
            "minus": self.minus,
            "Score": self.score,
            "Half-spread": self.half_spread,
            "Opponents": self.opponents,
            "Points": self.event_score,
            "Printed": self.printed,
        }
        picture = RelaidPicture(
            (6.4, 4.0),
            lambda figure: [figure.subplots()],
            [Panel(_method_map.draw_map, _method_map.move_map)],
            _beside,
        )
        super().__init__(controls, picture, guess, "the difference at the ring, in Elo points")

    def _arrange(self) -> Sequence[widgets.Widget]:
        place = widgets.GridBox(
            [self.method, self.score, self.minus, self.half_spread],
            layout={"grid_template_columns": "1fr 2fr"},
        )
        title = widgets.HTML("<b>Which method printed this number?</b>")
        event = widgets.VBox(
            [title, self.opponents, widgets.HBox([self.event_score, self.printed])]
        )
        return [self.guess, place, self.readout, self.picture, event, self.details, self._foot()]

    def _page(self, guess: float | None) -> Page:
        method, minus = str(self.method.value), str(self.minus.value)
        score, spread = self.score.number(), self.half_spread.number()
        numbers = _method_map.map_numbers(
            method, minus, score=score, half_spread=spread, events=self._events, guess=guess
        )
        opponents = self.opponents.numbers()
        self.event_score.high = len(opponents)
        points = self.event_score.number()
        printed = self.printed.number()
        found = identify_method(opponents, points, printed, every=True)
        field = _method_map.field_of(spread).tolist()
        difference = numbers.marked.difference if numbers.marked else float("nan")
        first, second = (
            f"{name} {rating_text(float(performance_rating(field, score, method=name)), name)}"
            for name in (method, minus)
        )
        at_mark = (
            f"{score_text(score)} of {_method_map.N_GAMES} against {_method_map.MIDDLE:g} ± "
            f"{spread:g}: {first} − {second} = {signed_fixed(difference, 2)}."
        )
        events = ", ".join(
            f"{event.name} {signed_text(round(event.difference))}" for event in numbers.events
        )
        return Page(
            numbers=(numbers,),
            sentence=f"{at_mark} {_capital(found.attrs['sentence'])}.",
            alt=f"Map of {method} minus {minus}, share of the points against half-spread of the "
            f"opponents. {at_mark} Real events: {events}.",
            details=_identified(found, printed, points, len(opponents)),
            code=f'pk.performance_rating({ratings_code(field)}, {score:g}, method="{method}") - '
            f'pk.performance_rating({ratings_code(field)}, {score:g}, method="{minus}")\n'
            f"pk.explain.identify_method({ratings_code(opponents)}, {points:g}, {printed:g})",
            answer=difference,
        )


def _beside(numbers: Sequence[Any]) -> Hashable:
    """What the colour bar says."""
    shown: _method_map.MapNumbers = numbers[0]
    return shown.method, shown.minus, shown.guess


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _identified(table: pd.DataFrame, printed: float, score: float, n_games: int) -> str:
    """HTML table of all methods by their distance from the printed value."""
    rows = [
        (
            str(name),
            rating_text(row["value"], str(name)),
            number_text(row["distance"]) if row["distance"] < float("inf") else "unbounded",
            row["rounding"] or "no",
            METHODS[str(name)].reference,
        )
        for name, row in table.iterrows()
    ]
    return html_table(
        ("method", "value", "distance", "fits", "source"),
        rows,
        f"{number_text(printed)} for {score_text(score)} of {n_games}: methods by distance, in Elo "
        f"points; {n_games} of {n_games} games used",
    )
