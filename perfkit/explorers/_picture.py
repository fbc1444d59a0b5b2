"""A Matplotlib figure as an image that carries its own description.

It needs nothing but ipywidgets' own HTML control, keeps no pyplot state and writes nothing into the
cell's output. The artists are made once and then moved; the layout is solved once and then frozen,
because solving it again at every move doubles the time of a redraw.
"""

from __future__ import annotations

import base64
import html
import struct
import zlib
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import ipywidgets as widgets
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.legend import Legend
from matplotlib.text import Text
from PIL import Image

from perfkit.plots._style import SMALL_SIZE

DPI = 100
_MOST_FRAMES = 4


class Panel(NamedTuple):
    """One picture of `perfkit.plots`: how its artists are made, and how they are moved."""

    draw: Callable[[Axes, Any], Any]
    move: Callable[[Any, Any], None]


class Picture(widgets.HTML):
    """An image that `show` brings to other numbers.

    Parameters
    ----------
    size : (float, float)
        Width and height in inches, of 100 pixels each.
    axes : callable
        Takes the figure and returns one Axes per panel.
    panels : sequence of Panel
        What stands on these Axes.
    """

    def __init__(
        self,
        size: tuple[float, float],
        axes: Callable[[Figure], Sequence[Axes]],
        panels: Sequence[Panel],
    ) -> None:
        super().__init__()
        self.figure = Figure(figsize=size, dpi=DPI)
        self.canvas: Any = FigureCanvasAgg(self.figure)
        self.axes = axes(self.figure)
        self._panels = panels
        self._artists: list[Any] = []
        self._frozen_for: Hashable = None
        self._frame: Any = None
        self._frame_for: Hashable = None
        self._frames: dict[Hashable, Any] = {}
        self._behind: Any = None
        self._still: list[Artist] = []
        self._placed: list[Legend] = []
        # Whoever saves the figure draws it, perhaps in another size: nothing kept is right then.
        self.canvas.mpl_connect("draw_event", self._forget)

    def _forget(self, _: Any = None) -> None:
        self._frame_for = None
        self._frames.clear()

    def show(
        self, numbers: Sequence[Any], alt: str, *, layout_for: Hashable, frame_for: Hashable = None
    ) -> None:
        """Draw or move every panel to its numbers and put the image up.

        `layout_for` names what the room in the figure depends on (whether a guess is in the
        legends): only when it changes is the layout solved again. `frame_for` names what stands
        on the axes beside numbers: only when it or their range changes are they drawn again.
        """
        if self._artists:
            for panel, artists, shown in zip(self._panels, self._artists, numbers, strict=True):
                panel.move(artists, shown)
        else:
            for panel, ax, shown in zip(self._panels, self.axes, numbers, strict=True):
                self._artists.append(panel.draw(ax, shown))
        if layout_for != self._frozen_for:
            self._lay_out()
            self._frozen_for = layout_for
            self._forget()
        source = self._source(frame_for)
        self.value = f'<img alt="{html.escape(alt, quote=True)}" src="{source}" {_FIT}>'

    def cover(self, why: str) -> None:
        """Put an empty frame of the same size in the picture's place, so that nothing jumps."""
        width, height = (round(DPI * inches) for inches in self.figure.get_size_inches())
        self.value = (
            f'<div style="width:{width}px;max-width:100%;height:{height}px;box-sizing:border-box;'
            f"border:1px dashed #8c8c8c;display:flex;align-items:center;justify-content:center"
            f'">{html.escape(why)}</div>'
        )

    def _lay_out(self) -> None:
        """Find room for all letters, then keep it."""
        ConstrainedLayoutEngine().execute(self.figure)

    def _render(self, frame_for: Hashable) -> None:
        """Draw onto the canvas; what has not changed and lies at the back is not drawn again.

        Frame, ticks and axis labels, whose letters are most of the work, are kept as one image;
        with everything in front of them up to the first artist that has changed, as a second.
        """
        ranges = tuple((*ax.viewLim.extents, ax.get_xlabel(), ax.get_ylabel()) for ax in self.axes)
        state = (ranges, frame_for)
        moving = [(ax, artist) for ax in self.axes for artist in _moving(ax)]
        if state != self._frame_for:
            self._frame = self._behind = self._frame_of(state, moving)
            self._frame_for, self._still, self._placed = state, [], []
        moving = [(ax, artist) for ax, artist in moving if _shows(artist)]
        changed = (at for at, (_, artist) in enumerate(moving) if artist.stale)
        still = [artist for _, artist in moving[: next(changed, len(moving))]]
        kept = len(self._still)
        if still[:kept] != self._still:
            self._behind, kept = self._frame, 0
        self.canvas.restore_region(self._behind)
        self._draw(moving[kept : len(still)])
        if len(still) != kept:
            self._behind, self._still = self.canvas.copy_from_bbox(self.figure.bbox), still
        self._draw(moving[len(still) :])
        self._placed = [artist for _, artist in moving if isinstance(artist, Legend)]

    def _frame_of(self, state: Hashable, moving: Sequence[tuple[Axes, Artist]]) -> Any:
        """Image of all that does not move; the last few are kept, for who goes to and fro."""
        frame = self._frames.pop(state, None)
        if frame is None:
            for _, artist in moving:
                artist.set_animated(True)  # Matplotlib's word for: not part of the frame
            kept = self._frames.copy()
            self.canvas.draw()  # which forgets them, as it has to when somebody else draws
            self._frames = dict([*kept.items()][1 - _MOST_FRAMES :])
            frame = self.canvas.copy_from_bbox(self.figure.bbox)
        self._frames[state] = frame
        return frame

    def _draw(self, artists: Sequence[tuple[Axes, Artist]]) -> None:
        """Draw from back to front; a legend that has its place is drawn part by part.

        Finding the place again is most of a legend's work.
        """
        for ax, artist in artists:
            if isinstance(artist, Legend) and artist in self._placed:
                handles = [handle for handle in artist.legend_handles if handle is not None]
                for part in (artist.get_frame(), *handles, *artist.get_texts()):
                    ax.draw_artist(part)
                artist.stale = False
            else:
                ax.draw_artist(artist)

    def _source(self, frame_for: Hashable) -> str:
        """Render to PNG; the canvas is drawn directly, because `savefig` draws everything twice."""
        self._render(frame_for)
        image = Image.fromarray(np.asarray(self.canvas.buffer_rgba())).convert("RGB")
        return "data:image/png;base64," + base64.b64encode(_png(image)).decode("ascii")


def _png(image: Image.Image) -> bytes:
    """Write RGB pixels as PNG in a third of the time that Pillow takes.

    Pillow tries five filters on each line, which flat colours do not repay: here a line goes to
    zlib as it is, behind the 0 that says so.
    """
    pixels = np.frombuffer(image.tobytes(), np.uint8).reshape(image.height, -1)
    lines = np.pad(pixels, ((0, 0), (1, 0)))
    head = struct.pack(">2I5B", image.width, image.height, 8, 2, 0, 0, 0)  # 8 bits, three colours
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


@lru_cache(maxsize=4096)
def text_width(text: str) -> int:
    """Width in pixels of a text in the small letters of ticks."""
    renderer: Any = RendererAgg(1.0, 1.0, DPI)  # type: ignore[no-untyped-call]
    small = FontProperties(size=SMALL_SIZE)
    width, _, _ = renderer.get_text_width_height_descent(text, small, ismath=False)
    return round(float(width))


def _shows(artist: Artist) -> bool:
    """Whether it draws anything; one that does not stays marked as changed for ever."""
    empty = isinstance(artist, Text) and not artist.get_text()
    return artist.get_visible() and not empty


def _moving(ax: Axes) -> list[Artist]:
    """Everything on an Axes except its frame and ticks, from back to front."""
    still = {ax.patch, ax.xaxis, ax.yaxis, *ax.spines.values()}
    moving = [artist for artist in ax.get_children() if artist not in still]
    return sorted(moving, key=lambda artist: artist.get_zorder())


_FIT = 'style="max-width:100%;height:auto"'
