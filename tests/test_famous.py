"""Famous performances: which method gives the printed value, or that none does."""

import math

import pytest

import perfkit as pk

FAMOUS = pk.datasets.famous()

# Which method was found behind each printed value, by exact arithmetic done without perfkit: the
# averages by hand from the formulas, the curves opponent by opponent to 40 digits. None: no method.
GIVEN_BY = {
    ("Caruana", 2014, 3098): "fide",
    ("Caruana", 2014, 3103): "average_logistic",
    ("Caruana", 2014, 3102): None,
    ("Caruana", 2014, 3080): None,
    ("Caruana", 2014, 3200): None,
    ("Carlsen", 2009, 3002): "fide",
    ("Karpov", 1994, 2985): None,
    ("Karpov", 1994, 2899): None,
    ("Carlsen", 2012, 2993): None,
    ("Ivanchuk", 2008, 2977): "fide",
    ("Ivanchuk", 2011, 2968): "fide",
    ("Morozevich", 1998, 2936): None,
    ("Kramnik", 1992, 2914): None,
    ("Kasparov", 1989, 2912): None,
    ("Kasparov", 1989, 2908): None,
    ("Gukesh", 2022, 2867): "fide",
    ("Howell", 2022, 2898): "fide",
    ("Abdusattorov", 2022, 2803): "fide",
    ("Abdusattorov", 2022, 2804): "average_logistic",
    ("Carlsen", 2022, 2803): "fide",
    ("Gukesh", 2024, 3056): None,
    ("Nepomniachtchi", 2022, 2909): None,
    ("Carlsen", 2022, 2904): None,
    ("Mamedyarov", 2022, 2819): "fide_ptp",
    ("Rapport", 2022, 2820): "fide_ptp",
    ("Giri", 2022, 2791): "fide_ptp",
    ("Karjakin", 2022, 2764): "fide_ptp",
    ("Van Foreest", 2022, 2767): "fide_ptp",
    ("Jakovenko", 2017, 2823): "fide",
    ("Aronian", 2017, 2821): "fide",
    ("Nakamura", 2017, 2792): "fide",
}

# The same computation's values where every opponent is known: true_logistic, fide, linear.
VALUES = {
    ("Caruana", 2014): (3106.39, 3098, 3081.8),
    ("Carlsen", 2009): (3004.10, 3002, 3002),
    ("Karpov", 1994): (2982.86, 2977, 2958.1),
    ("Gukesh", 2022): (2907.88, 2867, 2859.8),
    ("Howell", 2022): (2960.29, 2898, 2803.6),
    ("Abdusattorov", 2022): (2856.69, 2803, 2810.0),
    ("Nepomniachtchi", 2022): (2902.92, 2906, 2915.6),
    ("Mamedyarov", 2022): (2818.41, 2822, 2826.9),
    ("Rapport", 2022): (2818.73, 2822, 2827.2),
    ("Giri", 2022): (2789.49, 2791, 2795.8),
    ("Karjakin", 2022): (2763.97, 2765, 2767.2),
    ("Van Foreest", 2022): (2767.17, 2769, 2770.4),
    ("Jakovenko", 2017): (2823.46, 2823, 2832.22),
    ("Aronian", 2017): (2821.01, 2821, 2830.33),
    ("Nakamura", 2017): (2788.35, 2792, 2793.67),
    ("Fischer", 1964): (math.inf, 3393, 2992.5),
    ("Beliavsky", 1978): (math.inf, 3192, 2792.3),
    ("Carlsen", 2025): (math.inf, 3385, 2985),
}
# Two performances of one player in one year: Carlsen at Wijk aan Zee and at Chennai.
CARLSEN_2022 = {2904: (2903.44, 2902, 2911.7), 2803: (2821.08, 2803, 2796.4)}

# Where only the average is known: fide and linear at that average.
AVERAGES = {
    ("Carlsen", 2012): (2991, 2990),
    ("Ivanchuk", 2008): (2977, 2977),
    ("Ivanchuk", 2011): (2968, 2922),
    ("Morozevich", 1998): (2980, 2892),
    ("Kramnik", 1992): (2958, 2870),
    ("Kasparov", 1989, "Belgrade"): (2908, 2890),
    ("Kasparov", 1989, "Tilburg"): (2913, 2890),
}


def rounded(value):
    """Round to a whole number, halves up, as printed ratings are."""
    return math.floor(value + 0.5) if math.isfinite(value) else value


def rating(row, method):
    return pk.performance_rating(row.opponents, row.score, method=method)


def rows(player, year):
    return [row for row in FAMOUS.itertuples() if (row.player, row.year) == (player, year)]


def expected(row):
    if row.player == "Carlsen" and row.year == 2022:
        return CARLSEN_2022[row.printed]
    return VALUES[row.player, row.year]


def label(row):
    return f"{row.player}-{row.year}-{row.printed}"


PRINTED = [row for row in FAMOUS.itertuples() if row.Index in FAMOUS["printed"].dropna().index]
EACH_KNOWN = [row for row in FAMOUS.itertuples() if row.opponents_known == "each"]
AVERAGE_KNOWN = [row for row in FAMOUS.itertuples() if row.opponents_known == "average"]


def test_every_printed_value_is_judged():
    assert {(row.player, row.year, row.printed) for row in PRINTED} == set(GIVEN_BY)
    assert len(PRINTED) == len(GIVEN_BY)


@pytest.mark.parametrize("row", PRINTED, ids=label)
def test_which_method_gives_the_printed_value(row):
    given_by = GIVEN_BY[row.player, row.year, row.printed]
    if given_by is None:
        assert math.isnan(row.value)
        assert not isinstance(row.method, str)
        assert row.also == ""
        usable = [] if row.opponents_known == "none" else list(pk.METHODS.values())
        if row.opponents_known == "average":
            usable = [method for method in usable if method.opponents == "average"]
        assert all(rounded(rating(row, method.name)) != row.printed for method in usable)
    else:
        assert row.method == given_by
        assert row.value == rating(row, given_by)
        assert rounded(row.value) == row.printed


@pytest.mark.parametrize("row", EACH_KNOWN, ids=label)
def test_values_computed_without_perfkit(row):
    true_logistic, fide, linear = expected(row)
    assert len(row.opponents) == row.n_games
    assert rating(row, "true_logistic") == pytest.approx(true_logistic, abs=0.005)
    assert rating(row, "fide") == fide
    assert rating(row, "linear") == pytest.approx(linear, abs=0.051)


@pytest.mark.parametrize("row", AVERAGE_KNOWN, ids=label)
def test_average_opponent_only(row):
    key = (row.player, row.year)
    fide, linear = AVERAGES.get(key) or AVERAGES[(*key, row.event)]
    assert row.opponents == (row.opponents[0],) * row.n_games
    assert rating(row, "fide") == fide
    assert rounded(rating(row, "linear")) == linear
    if row.method == "fide":
        assert row.value == fide == row.printed


def test_mean_plus_400_is_behind_two_rows_of_one_table():
    for player, year in (("Morozevich", 1998), ("Kramnik", 1992)):
        (row,) = rows(player, year)
        assert row.printed == row.opponents[0] + 400


def test_logistic_on_the_average_is_close_to_london_but_does_not_meet_it():
    (row,) = rows("Carlsen", 2012)
    # 400 log10(6.5/1.5) above 2740 by the formula of average_logistic.
    assert 2740 + 400 * math.log10(6.5 / 1.5) == pytest.approx(2994.73, abs=0.005)
    assert rating(row, "average_logistic") == pytest.approx(2994.73, abs=0.005)


def test_clean_scores_are_unbounded_only_on_the_smooth_curves():
    for row in EACH_KNOWN:
        if row.score == row.n_games:
            unbounded = {name for name in pk.METHODS if math.isinf(rating(row, name))}
            assert unbounded == {
                "true_normal",
                "true_logistic",
                "average_normal",
                "average_logistic",
            }


def test_budapest_2024_fits_fide_only_with_an_average_that_was_not_read():
    (row,) = rows("Gukesh", 2024)
    assert row.opponents == ()
    assert row.opponents_known == "none"
    assert pk.performance_rating([2690] * 10, 9, method="fide") == row.printed  # dp(.90) = 366


def test_tata_steel_column_is_ptp_in_five_of_six_rows():
    column = [row for row in PRINTED if row.event == "Tata Steel Masters"]
    meets = {
        method: sum(rounded(rating(row, method)) == row.printed for row in column)
        for method in ("fide_ptp", "true_normal", "true_logistic", "fide", "linear")
    }
    # Answer and usual mistakes of the course's exercise 06.1.
    assert meets == {
        "fide_ptp": 5,
        "true_normal": 3,
        "true_logistic": 2,
        "fide": 1,
        "linear": 0,
    }


@pytest.mark.parametrize(
    ("event", "dataset", "names"),
    [
        ("Candidates, Madrid", "candidates2022", ["Nepomniachtchi"]),
        (
            "Tata Steel Masters",
            "tatasteel2022",
            ["Carlsen", "Mamedyarov", "Rapport", "Giri", "Karjakin", "Van Foreest"],
        ),
        ("Grand Prix, Palma", "palma2017", ["Jakovenko", "Aronian", "Nakamura"]),
        ("Sinquefield Cup", "sinquefield2014", ["Caruana"]),
    ],
)
def test_agrees_with_the_bundled_event(event, dataset, names):
    games = pk.datasets.load(dataset)
    games = games.set_index(games["player"].str.split(",").str[0])
    for row in (row for row in EACH_KNOWN if row.event == event):
        assert row.player in names
        of_player = games.loc[row.player]  # forfeits included, as printed
        assert sorted(row.opponents) == sorted(of_player["opponent_rating"])
        assert row.score == of_player["result"].sum()


def test_linares_opponents_are_the_rest_of_the_field():
    field = pk.datasets.load("linares1994").set_index("player")
    for row in rows("Karpov", 1994):
        assert sorted(row.opponents) == sorted(field["player_rating"].drop("Karpov"))
        assert row.score == field["score"]["Karpov"]


def test_every_printed_value_names_its_source():
    assert (FAMOUS["printed_source"].str.len() > 20).all()
    assert (FAMOUS["note"].str.len() > 20).all()
