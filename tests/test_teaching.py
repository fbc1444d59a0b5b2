"""TEACHING.md: short enough to be read, and its numbers are those that perfkit gives."""

import math
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import perfkit as pk

TEXT = (Path(__file__).parents[1] / "TEACHING.md").read_text("utf-8")
FAR_APART = [1700] * 5 + [2300] * 5
TRIO, WIDE = [2400, 2500, 2600], [2000, 2500, 3000]
CODE_EXAMPLE = [1851, 2457, 1989, 2379, 2407]
MINUTES = [15, 20, 25, 25, 15, 25, 25, 20, 20]  # the course's list of notebooks
HOWELL = [2165, 2453, 2412, 2561, 2625, 2492, 2542, 2379]


def rate(opponents, score, method="true_logistic"):
    return pk.performance_rating(opponents, score, method=method)


def entry(number):
    """Take the paragraph of one notebook."""
    return re.search(rf"^\*\*{number} .*?(?=^\*\*\d\d |^## )", TEXT, flags=re.M | re.S)[0]


def change(method, before, extra):
    """Points that one more win brings or costs after 6 of 8 against 2400s."""
    return rate([2400] * 8 + [extra], before + 1, method) - rate([2400] * 8, before, method)


def dp_of_99(curve):
    return pk.rating_difference(0.99, curve=curve)


def of_player(name, dataset, only_played=False):
    games = pk.datasets.load(dataset)
    rows = games[games["player"].str.startswith(name) & (games["played"] | (not only_played))]
    return rows["opponent_rating"].to_numpy(), rows["result"].sum()


def spread(opponents, score):
    return rate(opponents, score) - rate(opponents, score, "fide")


def binomial_misses(n_games, gap, z=1.959964):
    """Share of Wald bands that miss a true gap, equal opponents, no draws; ends always miss."""
    p = pk.expected_score(gap, 0)
    missed = 0.0
    for wins in range(n_games + 1):
        share = wins / n_games
        chance = math.comb(n_games, wins) * p**wins * (1 - p) ** (n_games - wins)
        if 0 < wins < n_games:
            scale = 400 / math.log(10)
            error = scale / math.sqrt(n_games * share * (1 - share))
            if abs(pk.rating_difference(share) - gap) <= z * error:
                continue
        missed += chance
    return missed


def standard_error(n_games, draw_rate):
    """Give the standard error at even play, variance ¼ less a quarter of the draw rate."""
    variance = 0.25 - draw_rate / 4
    return 400 / math.log(10) * math.sqrt(n_games * variance) / (n_games * 0.25)


def games_to_tell_apart():
    """Games until normal and logistic lie two standard errors apart at 400 points, no draws."""
    low, high = pk.expected_score(400, 0), pk.expected_score(400, 0, curve="normal")
    return 4 * low * (1 - low) / (high - low) ** 2


# Notebook, words that must stand in its paragraph, made from the computation behind them.
NUMBERS = [
    ("01", f"it prints {rate(TRIO, 2.5):.2f}"),
    ("01", f"{rate(TRIO, 2.5, 'true_normal'):.2f} is the normal curve"),
    ("01", f"{rate(TRIO, 2.5):.0f} and {rate(CODE_EXAMPLE, 4):.0f}"),
    ("01", f"{rate(TRIO, 2.5, 'true_normal'):.0f} and {rate(CODE_EXAMPLE, 4, 'true_normal'):.0f}"),
    ("02", f"{100 * (0.75 - 0.5 / 2):.0f} are won"),  # W = E − D/2
    ("03", f"it is {rate(WIDE, 2.5):.2f}"),
    ("03", f"normal {rate(WIDE, 2.5, 'true_normal'):.2f}"),
    ("03", f"stays at {rate(WIDE, 1.5):.0f}"),
    ("04", f"is −{-pk.rating_difference(0.375, curve='fide'):.0f}"),
    ("04", f"−{pk.rating_difference(0.625, curve='fide'):.0f}, the mirror"),
    ("04", f"by {dp_of_99('fide') - dp_of_99('normal'):.0f} points"),
    ("05", f"linear falls by {-change('linear', 6, 1400):.1f}"),
    ("05", f"FIDE by {-change('fide', 6, 1400):.0f}"),
    ("05", f"true rises by {change('true_logistic', 6, 1400):.1f}"),
    ("06", f"−{-spread(*of_player('Nepo', 'candidates2022')):.0f} at the Candidates"),
    ("06", f"it is {rate(FAR_APART, 7.5) - rate(FAR_APART, 7.5, 'fide'):.2f}"),
    ("06", f"+{spread(HOWELL, 7.5):.0f}"),
    ("06", f"{rate(TRIO, 2.5) - rate(TRIO, 2.5, 'true_normal'):.0f} points apart on the trio"),
    ("06", f"{rate([2000] * 51, 50.5) - rate([2000] * 51, 50.5, 'true_normal'):.0f} at 50½ of 51"),
    ("07", f"about {20 * binomial_misses(9, 400):.0f} do"),
    ("07", f"coverage {1 - binomial_misses(9, 400):.3f}".replace("0.", ".")),
    ("07", f"near {standard_error(9, 0):.0f} points"),
    ("07", f"({standard_error(9, 0.5):.0f} with half drawn)"),
    (
        "08",
        f"{rate(*of_player('Dubov', 'tatasteel2022')):.2f} to "
        f"{rate(*of_player('Dubov', 'tatasteel2022', only_played=True)):.2f}",
    ),
    ("08", f"four forfeits among {len(pk.datasets.load('tatasteel2022')) // 2} games"),
]


def test_fits_on_a_few_pages():
    assert len(TEXT.splitlines()) <= 150


def test_every_notebook_has_goal_guess_exit_and_marking():
    for number in range(1, 10):
        paragraph = entry(f"{number:02d}")
        for part in ("Goal:", "- Likely wrong guess:", "- Exit:", "- Marking:"):
            assert part in paragraph


@pytest.mark.parametrize(("notebook", "words"), NUMBERS)
def test_number_is_what_perfkit_gives(notebook, words):
    assert words in entry(notebook)


def test_minutes_and_routes_add_up():
    table = re.search(r"## Minutes and routes\n\n(.*?)\n\n", TEXT, flags=re.S)[1]
    cells = dict(re.findall(r"\| (\d\d) \| (\d\d) ", table))
    minutes = {f"{n:02d}": m for n, m in enumerate(MINUTES, 1)}
    assert {number: int(value) for number, value in cells.items()} == minutes
    assert f"01 to 05 ({sum(MINUTES[:5])} min)" in TEXT
    assert f"02, 03, 07, 09 ({sum(minutes[n] for n in ('02', '03', '07', '09'))} min)" in TEXT
    assert f"01, 08, then 07 ({sum(minutes[n] for n in ('01', '08', '07'))} min)" in TEXT


def test_plan_fills_ninety_minutes_with_the_numbers_of_02():
    plan = re.search(r"## Ninety minutes with 02\n(.*?)\n## ", TEXT, flags=re.S)[1]
    spans = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d+)–(\d+) \|", plan, flags=re.M)]
    assert spans[0][0] == 0
    assert spans[-1][1] == 90
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    truth = pk.expected_score([0, 100, 200, 400, 800], 0)
    assert " ".join(f"{value:.3f}".replace("0.", ".", 1) for value in truth) in plan
    equal, wide = (pk.total_expected_score(field, 2000) for field in ([1600] * 2, [1200, 2000]))
    assert f"{equal:.3f} against {wide:.3f} points" in plan
    assert f"{np.ceil(games_to_tell_apart() / 10) * 10:.0f} games" in plan


def test_the_winners_luck_agrees_with_the_course():
    # Simulated by the course; here again with an independent, seeded simulation of 4,000 events.
    rng = np.random.default_rng(2022)
    n_players, n_events = 14, 4000
    half_points = np.zeros((n_events, n_players))
    for first in range(n_players):
        for second in range(first + 1, n_players):
            result = rng.choice([0, 1, 1, 2], size=n_events)  # half the games drawn
            half_points[:, first] += result
            half_points[:, second] += 2 - result
    best = half_points.max(axis=1) / 2
    winner = 2700 + pk.rating_difference(best / (n_players - 1))
    assert abs(winner.mean() - 2826) < 3
    assert abs((winner >= 2850).mean() - 0.19) < 0.02
    assert "it is 2826, and 19 of 100 such winners reach 2850" in entry("09")
