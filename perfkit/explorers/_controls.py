"""The controls of the explorers: number boxes, sliders linked to them, choices, the guess.

Each has `on_change(callback)`, called once per change by the user, and `reset()`. Every number has
a labelled box, because no slider of ipywidgets carries a name that a screen reader could say. The
box is text, so that whatever is typed arrives here and can be answered in a sentence: a browser's
own number box drops letters without a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import EllipsisType
from typing import Any, Protocol

import ipywidgets as widgets
import numpy as np

from perfkit import _validation as check

Callback = Callable[[], None]

#: Elo points that a box for a rating takes.
RATING_RANGE = (0.0, 4000.0)
#: One width for all labels lines up the boxes.
LABEL = "7em"
_THOUSANDS = re.compile(r"[1-9]\d{0,2},\d{3}")


class Control(Protocol):
    """What an explorer needs to know of a control."""

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each change."""

    def reset(self) -> None:
        """Go back to the value at the start."""


class ByValue:
    """A control that is a widget whose state is its trait `value`, at first `_start`."""

    _start: Any
    value: Any
    observe: Any

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each change of the value."""
        self.observe(lambda _: callback(), names="value")

    def reset(self) -> None:
        """Go back to the value at the start."""
        self.value = self._start


def plain_number(value: float) -> str:
    """Write a number as one types it: 2400, 0.5, 2785.03."""
    return np.format_float_positional(float(value), trim="-")


def parse_number(text: str, name: str) -> float:
    """Read what was typed into a box; a decimal comma, ½ and a printed minus sign are understood.

    A comma before three digits may part thousands or decimals (2,400), so it is refused.

    Examples
    --------
    >>> [parse_number(text, "Score") for text in ("2.5", "2,5", "2½", "½", "−87")]
    [2.5, 2.5, 2.5, 0.5, -87.0]
    """
    if _THOUSANDS.fullmatch(text.strip().lstrip("-−")):
        whole = text.strip().replace(",", "")
        check.fail(name, f"be written {whole}, or with a decimal point", check.show(text))
    typed = text.strip().replace(",", ".").replace("−", "-")
    if typed.endswith("½"):
        typed = f"{typed[:-1] or '0'}.5"
    if not typed:
        check.fail(name, "be a number", "an empty box")
    try:
        value = float(typed)
    except ValueError:
        check.fail(name, "be a number", check.show(text))
    return float(check.finite(value, name))


class NumberBox(ByValue, widgets.Text):
    """A labelled box for one number between two bounds.

    Parameters
    ----------
    name : str
        Label on the page and name in error messages.
    value : float
        Number at the start.
    low, high : float
        Allowed range.
    multiple_of : float, optional
        Number of which the value must be a multiple: 1 for whole numbers, 0.5 for half points.
    width, label_width : str
        Width of label and box together, and of the label alone: one width for all lines up boxes.
    """

    def __init__(
        self,
        name: str,
        value: float,
        low: float,
        high: float,
        *,
        multiple_of: float | None = None,
        width: str = "13em",
        label_width: str = LABEL,
    ) -> None:
        self._start = plain_number(value)
        self.low, self.high, self.multiple_of = low, high, multiple_of
        super().__init__(
            value=self._start,
            description=name,
            continuous_update=False,
            layout={"width": width},
            style={"description_width": label_width},
        )

    def number(self) -> float:
        """Return the number in the box, or raise the sentence that says what is wrong with it."""
        value = parse_number(self.value, self.description)
        if not self.low <= value <= self.high:
            check.fail(self.description, f"lie in [{self.low:g}, {self.high:g}]", check.show(value))
        if self.multiple_of is not None and value % self.multiple_of:
            check.fail(
                self.description, f"be a multiple of {self.multiple_of:g}", check.show(value)
            )
        return value


class LinkedNumber(widgets.Box):
    """A number box and a slider that follow each other; the box holds the truth.

    What the slider cannot show (text, a number out of range) stays in the box and is answered in
    the readout; the slider then keeps its place.
    """

    def __init__(
        self,
        name: str,
        value: float,
        low: float,
        high: float,
        *,
        step: float,
        unit: str = "",
        multiple_of: float | None = None,
        upright: bool = False,
    ) -> None:
        widths = {"width": "8em", "label_width": "3.7em"} if upright else {}
        self.box = NumberBox(name, value, low, high, multiple_of=multiple_of, **widths)
        # The slider has the box's description, but shows it only once, beside the box.
        self.slider = widgets.FloatSlider(
            value=min(low + round((value - low) / step) * step, high),
            min=low,
            max=high,
            step=step,
            description=name,
            readout=False,
            orientation="vertical" if upright else "horizontal",
            style={"description_width": "0"},
            layout={"height": "9em", "width": "auto"} if upright else {"width": "13em"},
        )
        self._following = False
        self._callbacks: list[Callback] = []
        self.slider.observe(self._slider_moved, names="value")
        self.box.observe(self._box_changed, names="value")
        children = [self.slider, self.box] if upright else [self.box, *_unit(unit), self.slider]
        flow = {"flex_flow": "column" if upright else "row", "align_items": "center"}
        super().__init__(children, layout=flow)

    def number(self) -> float:
        """Return the number, or raise the sentence that says what is wrong with it."""
        return self.box.number()

    def set_high(self, high: float) -> None:
        """Change the upper bound; a number above it stays in the box and becomes an error."""
        self.box.high = high
        with self._follow():
            self.slider.max = high
            self._place_slider()

    def on_change(self, callback: Callback) -> None:
        """Call `callback` once after each change of box or slider."""
        self._callbacks.append(callback)

    def reset(self) -> None:
        """Go back to the number at the start."""
        self.box.reset()

    @contextmanager
    def _follow(self) -> Iterator[None]:
        """Keep one half quiet while it follows the other."""
        before, self._following = self._following, True
        try:
            yield
        finally:
            self._following = before

    def _place_slider(self) -> None:
        try:
            self.slider.value = self._on_grid(self.box.number())
        except ValueError:
            return  # the readout says it; the slider keeps its place

    def _on_grid(self, value: float) -> float:
        """Return the slider's nearest position: the browser would send it back as a change."""
        low, step = self.slider.min, self.slider.step
        return float(min(low + round((value - low) / step) * step, self.slider.max))

    def _slider_moved(self, change: Any) -> None:
        # The browser repeats a position in its own rounding; a move by hand is a whole step.
        echo = abs(change["new"] - change["old"]) < 0.5 * self.slider.step
        if self._following or echo:
            return
        with self._follow():
            self.box.value = plain_number(round(change["new"], 6))
        self._tell()

    def _box_changed(self, change: Any) -> None:
        if self._following:
            return
        with self._follow():
            self._place_slider()
        self._tell()

    def _tell(self) -> None:
        for callback in self._callbacks:
            callback()


def _unit(unit: str) -> list[widgets.Widget]:
    return [widgets.Label(unit, layout={"width": "5.5em"})] if unit else []


class Choice(ByValue, widgets.Dropdown):
    """A labelled choice between a few values."""

    def __init__(
        self,
        name: str,
        options: Sequence[Any],
        value: Any,
        *,
        width: str = "17em",
    ) -> None:
        self._start = value
        super().__init__(
            options=options,
            value=value,
            description=name,
            layout={"width": width},
            style={"description_width": LABEL},
        )


class Buttons(ByValue, widgets.ToggleButtons):
    """A labelled choice between a few values, one press each.

    Without a `label_width` the name stands on the buttons alone, in what they say when pointed at.
    JupyterLab keeps the arrow keys for itself while a menu has the focus; buttons can be pressed.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[str, Any]],
        value: Any,
        *,
        width: str = "25em",
        label_width: str | None = LABEL,
        button_width: str = "auto",
    ) -> None:
        self._start = value
        super().__init__(
            options=options,
            value=value,
            description=name if label_width else "",
            tooltips=[f"{name}: {shown}" for shown, _ in options],
            layout={
                "width": width,
                "display": "flex",
                "flex": "0 0 auto",
                "flex_flow": "row nowrap",
            },
            style={"description_width": label_width or "0", "button_width": button_width},
        )


class Switch(ByValue, widgets.ToggleButton):
    """A button that stays down."""

    def __init__(self, name: str) -> None:
        self._start = False
        super().__init__(value=False, description=name)


class Turns(widgets.Button):
    """A button that counts how often it was pressed."""

    def __init__(self, name: str, tooltip: str) -> None:
        layout = {"width": "auto", "align_self": "flex-start"}  # not as wide as all lines
        super().__init__(description=name, tooltip=tooltip, layout=layout)
        self.turns = 0
        self._callbacks: list[Callback] = []
        self.on_click(self._pressed)

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each press."""
        self._callbacks.append(callback)

    def reset(self) -> None:
        """Count from the beginning."""
        self.turns = 0

    def _pressed(self, _: Any) -> None:
        self.turns += 1
        for callback in self._callbacks:
            callback()


class Guess(widgets.HBox):
    """The reader's prediction, kept: None hides nothing, ``...`` covers, a number is marked.

    Parameters
    ----------
    guess : None, ... or float
        As the cell ``guess = ...`` before the explorer left it.
    question : str
        What is to be guessed, in a few words beside the box.
    """

    def __init__(self, guess: float | EllipsisType | None, question: str) -> None:
        self._start = "" if guess is None or guess is ... else _given(guess)
        self.asks = guess is ...
        self.box = widgets.Text(
            value=self._start,
            description="Your guess",
            placeholder="a number",
            continuous_update=False,
            layout={"width": "13em"},
            style={"description_width": "initial"},
        )
        hidden = "none" if guess is None else "flex"
        super().__init__([self.box, widgets.Label(question)], layout={"display": hidden})

    def number(self) -> float | None:
        """Return the guess, None where there is none yet."""
        return parse_number(self.box.value, "Your guess") if self.box.value.strip() else None

    @property
    def covers(self) -> bool:
        """Whether the answer is still covered."""
        return self.asks and not self.box.value.strip()

    def on_change(self, callback: Callback) -> None:
        """Call `callback` after each change."""
        self.box.observe(lambda _: callback(), names="value")

    def reset(self) -> None:
        """Go back to the guess at the start: a covered answer is covered again."""
        self.box.value = self._start


def _given(guess: Any) -> str:
    number = check.finite(guess, "guess")
    if number.ndim:
        check.fail("guess", "be None, ... or one number", check.show(guess))
    return plain_number(float(number))
