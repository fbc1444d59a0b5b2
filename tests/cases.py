"""Reading the tables of published values that lie in tests/data."""

import csv
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SHARED = HERE.parents[1] / "shared"


@dataclass(frozen=True)
class Case:
    id: str
    method: str
    opponent_ratings: list[float]
    score: float
    expected: float
    tolerance: float
    source: str


def cases(name):
    with open(HERE / "data" / name, encoding="utf-8", newline="") as file:
        return [
            Case(
                row["id"],
                row["method"],
                [float(rating) for rating in row["opponent_ratings"].split()],
                float(row["score"]),
                float(row["expected"]),
                float(row["tolerance"]),
                row["source"],
            )
            for row in csv.DictReader(file)
        ]
