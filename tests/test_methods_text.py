"""The paragraph for a paper: every part that the course asks for stands in it."""

import re
from pathlib import Path

import pandas as pd
import pytest
import yaml

import perfkit as pk

TATA = pk.datasets.load("tatasteel2022")
TABLE = pk.performance_table(TATA, methods="all")
CITATION = yaml.safe_load((Path(__file__).parents[1] / "CITATION.cff").read_text("utf-8"))


def sentence_of(method):
    """What the paragraph says about one method."""
    text = pk.methods_text(pk.performance_table(TATA, methods=[method]))
    return re.search(rf"The column {method} is (.+?)\. A draw is", text)[1]


class TestGames:
    def test_used_of_found_with_reasons(self):
        # 91 games count twice; four of them are forfeits (course.md 08)
        text = pk.methods_text(TABLE)
        assert text.startswith("174 of 182 games found were used (one player's game each); ")
        assert "left out: forfeit win (4), forfeit loss (4)." in text

    def test_of_one_player(self):
        text = pk.methods_text(TABLE[TABLE["player"] == "Dubov, Daniil"])
        assert text.startswith("9 of 13 games found were used")
        assert "left out: forfeit loss (4)." in text

    def test_nothing_left_out(self):
        text = pk.methods_text(pk.performance_table(pk.datasets.load("candidates2022")))
        assert text.startswith("112 of 112 games found were used (one player's game each). Opp")

    def test_slices_that_cut_through_a_player(self):
        dubov = TATA[TATA["player"] == "Dubov, Daniil"]
        table = pk.performance_table(dubov, by=["player", "color"])
        white = table[table["color"] == "white"]
        found, used = int(white["games_found"].iloc[0]), int(white["games"].iloc[0])
        text = pk.methods_text(white)
        assert text.startswith(f"{used} of {found} games found")
        assert f"; {found - used} were left out." in text


class TestChoices:
    def test_whose_ratings_and_that_they_are_exact(self):
        assert "Opponents' ratings are those printed in the source, taken as exact" in (
            pk.methods_text(TABLE)
        )

    @pytest.mark.parametrize(
        ("unrated", "said"),
        [
            ("drop", "Unrated opponents were left out."),
            ("refuse", "Unrated opponents did not occur."),
            (1400, "Unrated opponents were counted with a rating of 1400."),
        ],
    )
    def test_unrated(self, unrated, said):
        assert said in pk.methods_text(pk.performance_table(TATA, unrated=unrated))

    def test_forfeits(self):
        counted = pk.methods_text(pk.performance_table(TATA, forfeits="count"))
        assert "Forfeits count like games over the board" in counted
        assert "Forfeits, byes and unplayed rounds do not count." in pk.methods_text(TABLE)

    def test_draws(self):
        assert "A draw is half a point" in pk.methods_text(TABLE)


class TestMethods:
    @pytest.mark.parametrize("method", pk.METHODS)
    def test_curve_opponents_score_rounding_and_source(self, method):
        entry = pk.METHODS[method]
        said = sentence_of(method)
        assert said.startswith(f"{entry.solution}: {entry.curve.name} curve")
        assert ("each opponent counted" in said) == (entry.opponents == "each")
        assert ("as their average" in said) == (entry.opponents == "average")
        assert f"rounding: {entry.rounding}; source: {entry.reference}" in said
        assert ("score: " in said) == (entry.score_rule != "as made")

    def test_only_methods_whose_columns_are_there(self):
        text = pk.methods_text(TABLE.drop(columns="linear"))
        assert "The column linear" not in text
        assert "The column fide " in text


class TestIntervals:
    def test_none(self):
        assert "No intervals are given." in pk.methods_text(TABLE)

    def test_columns(self):
        text = pk.methods_text(pk.performance_table(TATA, intervals=0.9))
        assert "The columns _low and _high of true_normal, true_logistic are 90 % score" in text
        assert "No interval is given for fide, linear." in text

    def test_one_number(self):
        games = pk.form.used_games(TATA, player="Giri, Anish")
        opponents, results = games["opponent_rating"], games["result"]
        found = pk.interval(opponents, results.sum(), results=results, level=0.9)
        text = pk.methods_text(TABLE[TABLE["player"] == "Giri, Anish"], interval=found)
        assert (
            f"The interval for true_logistic 2765.24 is {found}. Intervals hold" in text
        )  # course.md 08.1
        assert "90 %, score interval, 7 draws observed" in text
        assert "No interval is given for fide, linear" in text


class TestVersionAndCitation:
    def test_as_in_citation_cff(self):
        text = pk.methods_text(TABLE)
        assert f"Computed with perfkit {CITATION['version']} " in text
        assert CITATION["authors"][0]["name"] in text
        assert CITATION["title"] in text
        assert "citing the method by its name" in text

    def test_one_paragraph(self):
        assert "\n" not in pk.methods_text(TABLE)


@pytest.mark.parametrize(
    "table", [pd.DataFrame({"player": ["Ann"]}), [1, 2], pd.DataFrame(TABLE.to_dict())]
)
def test_other_tables_are_refused(table):
    with pytest.raises(ValueError, match="`table` must come from perfkit.performance_table"):
        pk.methods_text(table)
