"""Where the normal distribution and the tables part, entry by entry."""

import math

import pytest

import perfkit as pk

# rules.md 1.3: found there by computation from two transcriptions of the tables; 110 in number.
TEXTBOOK = """25 32 61 76 83 91 98 106 113 121 129 137 145 153 161-162 170 178-179 187-188 196-197
205-206 214-215 224-225 234-235 244-245 254-256 265-267 276-278 288-290 300-302 312-315 326-328
340-344 355-357 371-374 389-391 408-411 429-432 453-456 480-484 513-517 555-559 614-619 729-735"""
DP_TEXTBOOK = """.54 29/28 .59 65/64 .61 80/79 .62 87/86 .63 95/94 .64 102/101 .65 110/109
.67 125/124 .68 133/132 .69 141/140 .70 149/148 .71 158/157 .72 166/165 .73 175/173 .74 184/182
.75 193/191 .76 202/200 .77 211/209 .78 220/218 .79 230/228 .80 240/238 .81 251/248 .82 262/259
.83 273/270 .84 284/281 .85 296/293 .86 309/306 .87 322/319 .88 336/332 .89 351/347 .90 366/362
.91 383/379 .92 401/397 .93 422/417 .94 444/440 .95 470/465 .96 501/495 .97 538/532 .98 589/581
.99 677/658"""
DP_2000_7 = """.53 21/22 .58 57/58 .66 117/118 .67 125/126 .68 133/134 .69 141/142 .70 149/150
.72 166/167 .78 220/221 .89 351/350 .96 501/500 .97 538/537 .98 589/587 .99 677/665"""
PD_2000_7 = {
    54: (58, 57),
    343: (88, 89),
    344: (88, 89),
    358: (90, 89),
    392: (92, 91),
    620: (99, 98),
}


def differences(text):
    spans = [part.split("-") for part in text.split()]
    return [d for span in spans for d in range(int(span[0]), int(span[-1]) + 1)]


def entries(text):
    words = text.split()
    return {
        round(100 * float(p)): tuple(int(value) for value in pair.split("/"))
        for p, pair in zip(words[::2], words[1::2], strict=True)
    }


def test_110_differences_deviate_from_the_textbook_curve():
    frame = pk.fide.pd_deviations()
    assert frame["rating_diff"].tolist() == differences(TEXTBOOK)
    assert len(frame) == 110
    # In every one of them the table is one hundredth lower.
    assert (100 * frame["rounded"] - 100 * frame["table"]).round(9).unique().tolist() == [1.0]


def test_6_differences_deviate_from_2000_over_7():
    frame = pk.fide.pd_deviations(sigma=pk.fide.TABLE_SIGMA)
    found = {
        row.rating_diff: (round(100 * row.table), round(100 * row.rounded))
        for row in frame.itertuples()
    }
    assert found == PD_2000_7


@pytest.mark.parametrize(
    ("sigma", "expected", "count"),
    [(200 * math.sqrt(2), DP_TEXTBOOK, 40), (2000 / 7, DP_2000_7, 14)],
    ids=["200 sqrt 2", "2000/7"],
)
def test_entries_of_dp_that_deviate(sigma, expected, count):
    frame = pk.fide.dp_deviations(sigma=sigma)
    found = {round(100 * row.p): (row.table, row.rounded) for row in frame.itertuples()}
    assert found == entries(expected)
    assert len(frame) == count


def test_the_default_is_the_textbook_curve():
    assert pk.fide.dp_deviations().equals(pk.fide.dp_deviations(sigma=200 * math.sqrt(2)))


def test_the_formula_column_is_the_normal_curve():
    row = pk.fide.pd_deviations().iloc[0]
    assert row["formula"] == pytest.approx(0.5 * math.erfc(-row["rating_diff"] / 400), abs=1e-12)


def test_midpoints_rebuild_the_other_table():
    rule = pk.fide.dp_from_midpoints()
    assert (rule["p"] * 100).round().astype(int).tolist() == list(range(51, 100))
    assert (rule["midpoint"] == (rule["d_min"] + rule["d_max"]) // 2).all()
    assert (rule["midpoint"] == rule["table"]).all()
    # 8.1.2 as printed: 345-357 is .89, 620-735 is .99.
    assert rule.loc[rule["p"].round(2) == 0.89, ["d_min", "d_max"]].values.tolist() == [[345, 357]]


@pytest.mark.parametrize("sigma", [0, -1.0])
def test_sigma_must_be_positive(sigma):
    with pytest.raises(ValueError, match="`sigma` must be above 0"):
        pk.fide.pd_deviations(sigma=sigma)
