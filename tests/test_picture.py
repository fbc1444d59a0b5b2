"""What the explorers do to be quick shows nowhere: a moved picture is the picture drawn anew."""

import numpy as np
import pytest

import perfkit as pk
from perfkit.explorers._controls import LinkedNumber

FIRST = {  # what an explorer needs to begin with
    "TournamentExplorer": (pk.datasets.path("tatasteel2022"),),
}


def linked_numbers(widget):
    if isinstance(widget, LinkedNumber):
        return [widget]
    return [found for child in getattr(widget, "children", ()) for found in linked_numbers(child)]


def pixels(picture):
    return np.asarray(picture.canvas.buffer_rgba())[..., :3].astype(int)


def drawn_anew(picture):
    """Forget what was kept of earlier drawings, and draw."""
    picture._frame_for = None
    picture._source(None)
    return pixels(picture)


def press(explorer, turn):
    """Change one control, another one each time."""
    sliders = linked_numbers(explorer)
    if sliders:
        slider = sliders[turn % len(sliders)].slider
        slider.value = slider.min + (slider.value + 7 * slider.step - slider.min) % (
            slider.max - slider.min
        )
    elif isinstance(explorer, pk.explorers.EventExplorer):
        row = explorer.games.rows[turn % 3]
        row.result.value = (1.0, 0.5, 0.0)[turn % 2]
    else:
        explorer.player.index = (5 * turn + 3) % len(explorer.player.options)


@pytest.mark.parametrize("name", pk.explorers.__all__)
def test_a_moved_picture_is_the_picture_drawn_anew(name):
    explorer = getattr(pk.explorers, name)(*FIRST.get(name, ()))
    for turn in range(8):
        press(explorer, turn)
        if turn % 2 == 0:  # the next one finds what this one has kept
            continue
        moved = pixels(explorer.picture)
        anew = drawn_anew(explorer.picture)
        # A letter of the legend may stand a hundredth of a pixel beside its old place.
        differs = np.abs(moved - anew).max(axis=2) > 64
        assert differs.mean() < 2e-4, (turn, explorer._said)
