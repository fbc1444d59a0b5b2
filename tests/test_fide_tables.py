"""The tables of article 8.1: what must hold for any correct copy, and a second transcription."""

import csv

import numpy as np
import pytest
from cases import SHARED

import perfkit as pk
from perfkit.fide_tables import DP, FULL_SCORE_DIFFERENCE, PD, pd_hundredths

needs_shared = pytest.mark.skipif(
    not (SHARED / "reference" / "fide_dp.csv").exists(),
    reason="second transcription of the tables not at hand (../shared/reference)",
)


def table(name):
    with open(SHARED / "reference" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@needs_shared
def test_table_of_dp_equals_the_other_transcription():
    other = table("fide_dp.csv")
    assert [round(100 * float(row["p"])) for row in other] == list(range(101))
    assert [int(row["dp"]) for row in other] == DP.tolist()


@needs_shared
def test_table_of_pd_equals_the_other_transcription():
    other = table("fide_pd.csv")
    assert len(other) == 51
    for row in other:
        low = int(row["d_min"])
        high = int(row["d_max"]) if row["d_max"] else low + 1000
        for difference in (low, (low + high) // 2, high):
            assert pd_hundredths(np.array(difference)) == round(100 * float(row["p_high"]))
            assert pd_hundredths(np.array(-difference)) == round(100 * float(row["p_low"]))


# rules.md 1.2: facts that a slip in either table would break.


def test_both_ends_are_800_and_the_middle_is_0():
    assert (DP[0], DP[50], DP[100]) == (-800, 0, 800)


def test_dp_is_antisymmetric():
    assert (DP + DP[::-1] == 0).all()


def test_dp_rises_with_every_hundredth():
    assert (np.diff(DP) > 0).all()


def test_higher_and_lower_share_one_point():
    assert (PD + PD[::-1] == 100).all()


def test_rows_of_pd_are_contiguous_and_leave_no_hundredth_out():
    higher = pd_hundredths(np.arange(FULL_SCORE_DIFFERENCE + 1))
    assert sorted(set(higher.tolist())) == list(range(50, 101))
    assert set(np.diff(higher).tolist()) == {0, 1}


def test_dp_is_the_middle_of_its_row_rounded_down():
    higher = pd_hundredths(np.arange(FULL_SCORE_DIFFERENCE)).tolist()
    for percent in range(51, 100):
        row = [difference for difference, pd in enumerate(higher) if pd == percent]
        assert DP[percent] == (row[0] + row[-1]) // 2


def test_pd_of_dp_gives_p_back():
    assert (pd_hundredths(DP[1:100]) == np.arange(1, 100)).all()


# One entry of each kind as FIDE prints it (B.02, 1 March 2024, 8.1.1 and 8.1.2).


@pytest.mark.parametrize(
    ("score", "n_games", "dp"),
    [(3, 4, 193), (9, 10, 366), (99, 100, 677), (1, 4, -193), (0, 7, -800), (7, 7, 800)],
)
def test_printed_entries_of_dp(score, n_games, dp):
    assert pk.fide.dp(score, n_games) == dp


@pytest.mark.parametrize(
    ("difference", "pd"),
    [
        *[(0, 0.50), (3, 0.50), (4, 0.51), (-4, 0.49), (344, 0.88), (345, 0.89), (391, 0.91)],
        *[(392, 0.92), (-392, 0.08), (619, 0.98), (620, 0.99), (735, 0.99), (736, 1.0), (-736, 0)],
    ],
)
def test_printed_entries_of_pd(difference, pd):
    assert pk.fide.pd(difference) == pd


def test_plain_numbers_for_one_and_arrays_for_many():
    assert type(pk.fide.dp(1, 2)) is int
    assert type(pk.fide.pd(10)) is float
    assert type(pk.fide.percentage(1, 3)) is int
    assert pk.fide.dp([1, 1.5], [2, 3]).dtype == np.int64
    assert pk.fide.pd([[0, 10]]).shape == (1, 2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pk.fide.dp(9.5, 9), r"`score` must lie in \[0, 9\], got 9.5"),
        (lambda: pk.fide.dp(-0.5, 9), r"`score` must lie in \[0, 9\], got -0.5"),
        (lambda: pk.fide.dp(1.25, 9), "`score` must be a multiple of 0.5 for FIDE's tables"),
        (lambda: pk.fide.dp(0, 0), "`n_games` must be at least 1, got 0"),
        (lambda: pk.fide.dp(1, 2.5), "`n_games` must hold whole numbers"),
        (lambda: pk.fide.dp([1, 2], [3, 4, 5]), "`n_games` must fit the shape of `score`"),
        (lambda: pk.fide.dp("1", 2), "`score` must be a number, got text '1'"),
        (lambda: pk.fide.pd(0.5), "`rating_diff` must hold whole numbers for table 8.1.2"),
        (lambda: pk.fide.pd(float("nan")), "`rating_diff` must be a finite number"),
        (lambda: pk.fide.dp_card(rounds=[]), "`rounds` must hold at least one"),
        (lambda: pk.fide.dp_card(rounds=8), "`rounds` must be a list of numbers of rounds, got 8"),
        (lambda: pk.fide.dp_card(rounds=[0]), "`n_games` must be at least 1"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()
