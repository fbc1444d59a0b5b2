"""What all explorers share: one guarded update, readout, picture, guess, code and reset.

An explorer reads its controls, has `perfkit` compute, and puts up a `Page`; it does no arithmetic
of its own. A subclass says which controls it has, what the page for their state is, and how the
parts are arranged.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import EllipsisType
from typing import Any

import ipywidgets as widgets
import numpy as np

from perfkit.explorers._controls import Control, Guess
from perfkit.explorers._picture import Picture
from perfkit.plots._style import number_text, rating_text

_COVERED = "Covered until a number stands in the box “Your guess”."


@dataclass(frozen=True)
class Page:
    """Everything an explorer shows for one state of its controls.

    Parameters
    ----------
    numbers : tuple
        One entry per panel of the picture.
    sentence : str
        The answer, as the readout says it.
    alt : str
        What the picture shows.
    details : str
        HTML beside the answer: methods, games, rounding.
    code : str
        The call that gives the number shown.
    answer : float or None
        What the guess is compared with; None where this state has no answer.
    decimals : int
        How many of them the sentence shows of the answer: a guess is not held to more.
    """

    numbers: tuple[Any, ...]
    sentence: str
    alt: str
    details: str
    code: str
    answer: float | None
    decimals: int = 2


class Readout(widgets.HTML):
    """A sentence with the role of a status, which screen readers speak when it changes.

    Each change replaces the element that has the role. An element that stays would be surer, but
    no control of ipywidgets has one: HTML writes its whole value anew, and boxes take no role.
    """

    def say(self, text: str) -> None:
        """Replace the sentence; two lines are kept free, so that nothing below jumps."""
        self.value = (
            f'<p role="status" class="perfkit-readout" style="min-height:3em;margin:0;'
            f'line-height:1.5">{html.escape(text)}</p>'
        )


class Explorer(widgets.VBox):
    """Controls, an answer in words, a picture.

    Parameters
    ----------
    controls : mapping of str to Control
        The controls by the names that stand beside them.
    picture : Picture
        The picture, not yet drawn.
    guess : None, ... or float
        The reader's prediction.
    question : str
        What is to be guessed.
    """

    code_rows = 2

    def __init__(
        self,
        controls: Mapping[str, Control],
        picture: Picture,
        guess: float | EllipsisType | None,
        question: str,
    ) -> None:
        self.controls = dict(controls)
        self.picture = picture
        self.guess = Guess(guess, question)
        self.guess_box = self.guess.box
        self.readout = Readout()
        self.details = widgets.HTML()
        self.code = widgets.Textarea(
            description="As code",
            rows=self.code_rows,
            layout={"width": "auto", "flex": "1"},
            style={"description_width": "initial"},
        )
        self.reset = widgets.Button(description="Reset", tooltip="Back to the first state")
        self.answer: float | None = None
        self._said = ""
        self._held = False
        for control in (*self.controls.values(), self.guess):
            control.on_change(self.update)
        self.reset.on_click(self._reset)
        super().__init__(layout={"width": "100%", "max_width": "900px"})
        self.children = self._arrange()
        self.update()

    def _page(self, guess: float | None) -> Page:
        """Read the controls and compute what they show; a ValueError says what is wrong."""
        raise NotImplementedError

    def _arrange(self) -> Sequence[widgets.Widget]:
        """Put the parts in order, the guess first."""
        raise NotImplementedError

    def _foot(self) -> widgets.HBox:
        """Line under every explorer: the code and the way back."""
        return widgets.HBox([self.code, self.reset], layout={"align_items": "center"})

    def update(self) -> None:
        """Show the state of the controls, or say what is wrong with it and leave the picture.

        A browser shows no exception of a callback anywhere, so every one is said here.
        """
        if self._held:
            return
        try:
            guess = self.guess.number()
            page = self._page(guess)
        except ValueError as problem:
            self._say(str(problem))
        except Exception as fault:
            self._say(f"This is a fault of perfkit, please report it: {fault!r}")
        else:
            self._put(page, guess)

    def _put(self, page: Page, guess: float | None) -> None:
        if self.guess.covers:
            self._cover(page)
        else:
            self._show(page, guess)
        self.code.value = page.code

    def _show(self, page: Page, guess: float | None) -> None:
        """Put up the whole page."""
        self.answer = page.answer
        comparison = "" if guess is None else f" {_compared(guess, page.answer, page.decimals)}"
        self.picture.show(page.numbers, page.alt, layout_for=guess is not None)
        self._say(page.sentence + comparison)
        self.details.value = page.details

    def _cover(self, page: Page) -> None:
        """Show nothing of the answer yet."""
        self.answer = None
        self._cover_picture(page)
        self._say(_COVERED)
        self.details.value = ""

    def _cover_picture(self, page: Page) -> None:
        """Hide the whole picture; an explorer with something to show before may keep that."""
        self.picture.cover(_COVERED)

    def _say(self, text: str) -> None:
        self._said = text
        self.readout.say(text)

    @contextmanager
    def one_update(self) -> Iterator[None]:
        """Let several controls change and update once, at the end."""
        before, self._held = self._held, True
        try:
            yield
        finally:
            self._held = before
        self.update()

    def _reset(self, _: Any = None) -> None:
        with self.one_update():
            for control in (*self.controls.values(), self.guess):
                control.reset()

    def __repr__(self) -> str:
        """One line for the web and for print, where a widget is no more than its text."""
        return f"{type(self).__name__}: {self._said}"


def _compared(guess: float, answer: float | None, decimals: int) -> str:
    """Say how far the guess was off, in the decimals that the reader sees."""
    said = f"Your guess {number_text(guess)}"
    if answer is None:
        return f"{said} has no answer to be compared with here."
    if not np.isfinite(answer):
        return f"{said}: the answer is {'undefined' if np.isnan(answer) else 'unbounded'}."
    off = round(round(guess, decimals) - round(answer, decimals), decimals)
    if off == 0:
        return f"{said} is right."
    return f"{said} is {number_text(abs(off))} too {'high' if off > 0 else 'low'}."


def unbounded_change(before: float, after: float, method: str) -> str:
    """Say how a rating changes where the change has no size.

    Examples
    --------
    >>> unbounded_change(-np.inf, 3200.0, "true_logistic")
    'from unbounded below to 3200.00'
    """
    if not np.isfinite([before, after]).any():
        return "undefined (unbounded before and after)"
    return f"from {rating_text(before, method)} to {rating_text(after, method)}"


def ratings_code(opponent_ratings: Sequence[float]) -> str:
    """Write a list of ratings as Python, short where all are equal: [2400] * 8."""
    shown = [
        f"{rating:g}" if rating == round(rating) else repr(float(rating))
        for rating in opponent_ratings
    ]
    if len(shown) > 3 and len(set(shown)) == 1:
        return f"[{shown[0]}] * {len(shown)}"
    return f"[{', '.join(shown)}]"


def plain(text: str) -> str:
    """Write a paragraph of details."""
    return f'<p style="margin:0;line-height:1.4">{html.escape(text)}</p>'


def html_table(
    head: Sequence[str], rows: Sequence[Sequence[str]], caption: str, *, here: int | None = None
) -> str:
    """Write a table with its caption; the first cell of a row names it, row `here` is set off."""
    cells = "".join(f'<th scope="col" style="{_CELL}">{html.escape(name)}</th>' for name in head)
    body = []
    for at, row in enumerate(rows):
        name, *values = (html.escape(value) for value in row)
        looks = ' style="outline:1.5px solid currentColor"' if at == here else ""
        shown = "".join(f'<td style="{_CELL}">{value}</td>' for value in values)
        body.append(f'<tr{looks}><th scope="row" style="{_CELL}">{name}</th>{shown}</tr>')
    return (
        f'<table style="line-height:1.4;border-collapse:collapse">'
        f'<caption style="text-align:left;padding:0.3em 0">{html.escape(caption)}</caption>'
        f"<thead><tr>{cells}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


_CELL = "text-align:left;padding:0 1em 0 0"
