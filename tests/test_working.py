"""The steps of a number: they must end in it, and the games must add up to the score."""

import math
import re

import numpy as np
import pytest

import perfkit as pk

TRIO = [2400, 2500, 2600]


def value_of(working, what):
    return next(step.value for step in working.steps if step.what.startswith(what))


@pytest.mark.parametrize("method", list(pk.METHODS))
@pytest.mark.parametrize("score", [0, 0.5, 1.5, 2.5, 3])
def test_the_last_steps_hold_the_answer(method, score):
    working = pk.working(TRIO, score, method=method)
    assert working.rating == pk.performance_rating(TRIO, score, method=method)
    shown = value_of(working, "performance rating")
    if math.isinf(working.rating):
        assert shown == ("unbounded above" if score else "unbounded below")
    else:
        assert float(shown) == pytest.approx(working.rating, abs=0.005)


@pytest.mark.parametrize("method", ["true_normal", "true_logistic", "uscf"])
def test_expected_scores_of_the_games_add_up_to_the_score(method):
    working = pk.working(TRIO, 2.5, method=method)
    assert [opponent for opponent, _, _ in working.games] == TRIO
    assert sum(expected for _, _, expected in working.games) == pytest.approx(2.5)
    assert re.search(r"total +2\.5000", str(working))


def test_fide_steps_before_and_after_rounding():
    # 1.5 of 4 (37.5 %) goes up to 38; 2001.5 goes up to 2002; row .38 is -87.
    working = pk.working([2000, 2001, 2002, 2003], 1.5, method="fide")
    assert value_of(working, "sum of the ratings") == "8006"
    assert value_of(working, "average Ra") == "2001.5000"
    assert value_of(working, "Ra, rounded") == "2002"
    assert value_of(working, "percentage") == "37.5000 %"
    assert value_of(working, "percentage, rounded") == "38 %"
    assert value_of(working, "rating difference dp") == "-87"
    assert working.rating == 1915


def test_ptp_shows_the_point_where_the_table_sum_reaches_the_score():
    working = pk.working([1700, 1950, 1850, 2050, 2150], 3.5, method="fide_ptp")
    assert value_of(working, "table sum at 2112") == "3.50"  # exercises of the FIDE TEC, player 3
    assert float(value_of(working, "table sum at 2111")) < 3.5


def test_uscf_shows_the_interval_of_solutions():
    working = pk.working([1000, 2800], 1, method="uscf")
    assert next(step.how for step in working.steps if step.what == "their interval") == (
        "1400.00 to 2400.00"
    )


def test_complete_shows_the_factor():
    working = pk.working(TRIO, 2.5, method="complete")
    difference = 400 * np.log10(3 / 1)
    assert float(value_of(working, "rating difference")) == pytest.approx(difference, abs=1e-4)
    assert float(value_of(working, "times")) == pytest.approx(difference * 4 / 3, abs=1e-4)


def test_many_opponents_are_shortened():
    assert "2000 + 2001 + 2002 + … + 2049 (50 ratings)" in str(
        pk.working(range(2000, 2050), 25, method="linear")
    )


def test_bad_input():
    with pytest.raises(ValueError, match="`score` must be one number"):
        pk.working(TRIO, [1, 2], method="fide")
    with pytest.raises(ValueError, match="names two definitions"):
        pk.working(TRIO, 2, method="true")
