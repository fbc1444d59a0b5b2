"""A picture whose frame changes with its numbers: names of rows, the label of a colour bar."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from perfkit.explorers._picture import Panel, Picture


class RelaidPicture(Picture):
    """An image that solves its layout again whenever something beside its axes has changed.

    Parameters
    ----------
    size, axes, panels
        As `Picture`.
    beside : callable
        Takes the numbers and returns what stands beside the axes and on other axes, for comparison.
    room : callable, optional
        Takes the numbers and returns what of this decides the room; by default all of it.
    """

    def __init__(
        self,
        size: tuple[float, float],
        axes: Callable[[Figure], Sequence[Axes]],
        panels: Sequence[Panel],
        beside: Callable[[Sequence[Any]], Hashable],
        room: Callable[[Sequence[Any]], Hashable] | None = None,
    ) -> None:
        super().__init__(size, axes, panels)
        self._beside = beside
        self._room = room or beside

    def show(
        self, numbers: Sequence[Any], alt: str, *, layout_for: Hashable, frame_for: Hashable = None
    ) -> None:
        """Draw or move, and find room again where it is needed."""
        room = (layout_for, self._room(numbers))
        super().show(numbers, alt, layout_for=room, frame_for=(frame_for, self._beside(numbers)))
