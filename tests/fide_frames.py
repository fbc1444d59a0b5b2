"""Small events for the tests of perfkit.fide, as games tables and as report files."""

import csv

import pandas as pd
from cases import HERE


def rows_of(name):
    """Rows of a table in tests/data."""
    with open(HERE / "data" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def frame(rows, ratings):
    """Games table from (player, opponent or "", result, played, round) and everybody's rating."""
    return pd.DataFrame(
        {
            "event": ["event"] * len(rows),
            "player": [f"{row[0]}" for row in rows],
            "player_rating": [ratings[row[0]] for row in rows],
            "opponent": [f"{row[1]}" for row in rows],
            "opponent_rating": [ratings.get(row[1], float("nan")) for row in rows],
            "result": [float(row[2]) for row in rows],
            "played": [bool(row[3]) for row in rows],
            "round": [f"{row[4]}" for row in rows],
        }
    ).astype({"player_rating": float, "opponent_rating": float})


POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}


def exercise():
    """The event of FIDE's exercises: 16 players, 5 rounds, byes and forfeits."""
    listed = rows_of("fide_exercise.csv")
    ratings = {int(row["number"]): float(row["rating"]) for row in listed}
    rows = []
    for row in listed:
        for number in range(1, 6):
            entry = row[f"round_{number}"]
            sign, side, other = entry[0], entry[1], entry[2:]
            opponent = int(other) if other.isdigit() else ""
            played = side in "WB" and opponent != ""
            rows.append((int(row["number"]), opponent, POINTS[sign], played, number))
    return frame(rows, ratings), listed
