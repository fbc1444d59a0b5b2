"""What the explorers do to be quick shows nowhere: a moved picture is the picture drawn anew."""

import io

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


def forget(picture):
    """Leave nothing of earlier drawings: the next one finds every place anew."""
    picture._forget(None)
    for ax in picture.axes:
        if ax.get_legend() is not None:
            ax.get_legend().remove()


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


def made(name, **more):
    return getattr(pk.explorers, name)(*FIRST.get(name, ()), **more)


@pytest.mark.parametrize("name", pk.explorers.__all__)
def test_a_moved_picture_is_the_picture_drawn_anew(name):
    moved, anew = made(name), made(name)
    for turn in range(8):
        press(moved, turn)
        forget(anew.picture)
        press(anew, turn)
        differs = np.abs(pixels(moved.picture) - pixels(anew.picture)).max(axis=2) > 64
        # Two digits of a legend may stand a part of a pixel beside where they would be put anew.
        assert np.count_nonzero(differs) <= 4, (turn, moved._said)


@pytest.mark.parametrize("name", pk.explorers.__all__)
def test_a_guess_in_the_legend_moves_with_the_rest(name):
    explorer = made(name, guess=20)
    before = pixels(explorer.picture).copy()
    explorer.guess_box.value = "50"
    assert "our guess 50 " in explorer._said
    assert np.count_nonzero(np.abs(pixels(explorer.picture) - before).max(axis=2) > 64) > 20


@pytest.mark.parametrize("how", [{"dpi": 300}, {"format": "pdf"}, {"format": "svg"}])
def test_a_saved_figure_leaves_the_picture_as_it_is(how):
    saved, other = made("LinearExplorer"), made("LinearExplorer")
    for turn in range(4):
        press(saved, turn)
        press(other, turn)
        assert (pixels(saved.picture) == pixels(other.picture)).all(), turn
        saved.picture.figure.savefig(io.BytesIO(), **how)


def test_room_is_made_for_a_wide_name_of_few_letters():
    rows = [
        ("Ann", "Illililli, Lilliilli Illi"),
        ("Ben", "Illililli, Lilliilli Illi"),
        ("Ben", "WWWMMWWMMW, WWMMWWMMW"),
    ]
    file = pk.read_games(
        "player,opponent,opponent_rating,result\n"
        + "\n".join(f'{player},"{opponent}",2400,0.5' for player, opponent in rows)
    )
    explorer = pk.explorers.TournamentExplorer()
    explorer._take(file, None)
    explorer.update()
    for at in range(len(explorer.player.options)):
        explorer.player.index = at
        figure = explorer.picture.figure
        for ax in figure.axes:
            assert ax.yaxis.get_tightbbox(explorer.picture.canvas.get_renderer()).x0 >= 0


def test_going_to_and_fro_shows_the_same_and_draws_frames_once(monkeypatch):
    explorer = made("TournamentExplorer", player="Dubov, Daniil")  # he has a forfeit: other rows
    drawn = []
    draw = explorer.picture.canvas.draw
    monkeypatch.setattr(explorer.picture.canvas, "draw", lambda: drawn.append(draw()))
    shown = {}
    for turn in range(6):
        rule = ("count", "drop")[turn % 2]
        explorer.forfeits.value = rule
        now = pixels(explorer.picture).copy()
        assert (now == shown.setdefault(rule, now)).all()
    assert (shown["count"] != shown["drop"]).any()
    assert len(drawn) == 1  # the start has drawn the other frame
    explorer.picture.figure.savefig(io.BytesIO())  # after which nothing kept is right
    explorer.forfeits.value = "count"
    assert len(drawn) == 2
    assert (pixels(explorer.picture) == shown["count"]).all()
