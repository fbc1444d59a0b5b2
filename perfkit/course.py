"""The course's exercises: an answer goes in, one sentence comes out.

The notebooks end with exercises such as ``answer = ...``; `check("02.1", answer)` says whether the
answer is missing, right, close, a usual mistake (with a hint), or none of these, and never raises
because of an answer, so that "Run all" gets to the end of a notebook.

How answers are kept. `course_answers.csv` has one row per known answer, right or wrong, with
digests in place of the numbers, so that reading it gives nothing away; trying numbers until one
fits remains possible, and is more work than the exercise. A number is laid on a grid of whole
multiples of `step`, and the row has the digests of all grid points from the lowest to the highest
value that it takes. An answer belongs to the row if the grid points on both sides of it are among
them (one point, where it lies on the grid): exactly the answers from lowest to highest. So the
digests of 1.01, 1.02 and 1.03 with step 0.01 take 1.01 to 1.03, and a wide range is kept in wide
steps. A word is kept as the digest of the word; its `step` is empty. Of several rows that take an
answer the first is said. Where an exercise lets the reader choose a case, the first part of the
answer says which, and the rows of the other parts name it in `given`.

To add an exercise: `digests("06.2", 1.01, 1.03, step=0.01)` gives the digests for its row, and
`tests/test_course.py`, which derives every answer anew, gets the numbers.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from numbers import Real
from typing import Any

import numpy as np

from perfkit import _validation as valid

_DIGEST_LENGTH = 8
_WORD = 0.0
"""The `step` of a row that keeps a word."""


@dataclass(frozen=True)
class Answer:
    """One row of the table: an answer that is known, by its digests.

    Parameters
    ----------
    exercise : str
        Number of the exercise, "01.1".
    part : int
        Which part of the answer, from 1; exercises that ask for a pair or a triple have several.
    verdict : {"right", "mistake", "close"}
        What the answer is.
    step : float
        Distance of the grid points; 0 for a word.
    digests : str
        Digests of the grid points, or of the word, with blanks between them.
    hint : str
        What is said to a usual mistake.
    given : str
        First part of the answer for which the row holds; "" if for every one.
    """

    exercise: str
    part: int
    verdict: str
    step: float
    digests: str
    hint: str = ""
    given: str = ""

    def holds(self, answer: float | str) -> bool:
        """Say whether this row takes the answer: every grid point beside it is stored."""
        stored = self.digests.split()
        beside = _points_beside(answer, self.step)
        return all(_digest(self.exercise, self.part, point) in stored for point in beside)


def _digest(exercise: str, part: int, point: int | str) -> str:
    text = f"{exercise}/{part}: {point}"
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGEST_LENGTH]


def _points_beside(answer: float | str, step: float) -> set[int | str]:
    """Grid points on both sides of a number, as multiples of `step`; a word is its own point."""
    if isinstance(answer, str):
        return {answer}
    multiple = round(answer / step, 6)  # 2818.97 / 0.01 is no whole number in floating point
    return {math.floor(multiple), math.ceil(multiple)}


def digests(
    exercise: str,
    lowest: float | str,
    highest: float | None = None,
    *,
    step: float = 1.0,
    part: int = 1,
) -> str:
    """Which digests does a row of `course_answers.csv` need to take these answers?

    Parameters
    ----------
    exercise : str
        Number of the exercise, "01.1".
    lowest : float or str
        Lowest number taken; or the word.
    highest : float, optional
        Highest number taken; by default `lowest` alone.
    step : float
        Distance of the grid points; both ends are multiples of it.
    part : int
        Which part of the answer, from 1.

    Returns
    -------
    str
        Digests with blanks between them.

    Raises
    ------
    ValueError
        An end that is no multiple of `step`.

    See Also
    --------
    check : compares an answer with the stored digests.

    Notes
    -----
    The first eight hexadecimal digits of SHA-256: a wrong answer is taken for a right one by chance
    once in four thousand million.

    References
    ----------
    FIPS 180-4, Secure Hash Standard (2015).

    Examples
    --------
    >>> len(digests("06.2", 1.01, 1.03, step=0.01).split())
    3
    """
    if isinstance(lowest, str):
        return _digest(exercise, part, lowest)
    ends = []
    for name, end in (("lowest", lowest), ("highest", lowest if highest is None else highest)):
        point, *others = _points_beside(end, step)
        if others:
            valid.fail(name, f"be a multiple of {step:g}", valid.show(end))
        ends.append(int(point))
    return " ".join(_digest(exercise, part, at) for at in range(ends[0], ends[1] + 1))


@cache
def answers() -> tuple[Answer, ...]:
    """Read `course_answers.csv`, the table of answers that are known."""
    text = resources.files("perfkit").joinpath("course_answers.csv").read_text(encoding="utf-8")
    return tuple(
        Answer(
            exercise=row["exercise"],
            part=int(row["part"]),
            verdict=row["verdict"],
            step=float(row["step"] or _WORD),
            digests=row["digests"],
            hint=row["hint"],
            given=row["given"] or "",
        )
        for row in csv.DictReader(text.splitlines())
    )


def check(exercise: str, answer: Any) -> bool:
    """Is this the answer to the exercise?

    Prints one sentence: not answered yet, right, close, a usual mistake with its hint, or not this.

    Parameters
    ----------
    exercise : str
        Number of the exercise, "01.1".
    answer : float, str, or sequence of them
        The answer; `...` stands for none yet. Where a pair or a triple is asked for, a tuple.

    Returns
    -------
    bool
        True if every part is right.

    Raises
    ------
    ValueError
        An exercise that does not exist; the message lists those that do. Never for an answer.

    See Also
    --------
    digests : how a new answer is stored.

    Notes
    -----
    Numbers are taken within one unit of the last digit asked for.

    References
    ----------
    The exercises stand at the end of each notebook.

    Examples
    --------
    >>> check("02.1", ...)
    02.1: not answered yet. Put your answer in place of the three dots.
    False
    >>> check("02.1", 0.909)
    02.1: not this: that is one step of 400 points; from A to C there are two.
    False
    """
    known = list(dict.fromkeys(row.exercise for row in answers()))
    valid.one_of(exercise, known, "exercise")
    rows = [row for row in answers() if row.exercise == exercise]
    n_parts = max(row.part for row in rows)
    verdicts = _judge(rows, n_parts, answer)
    print(f"{exercise}: {_sentence(verdicts)}")
    return all(verdict == "right" for verdict in verdicts)


def guessed(guess: Any) -> bool:
    """Has the reader written down a guess? Pictures that give the answer away wait for one.

    Prints one sentence if not, and nothing otherwise.

    Parameters
    ----------
    guess : object
        The guess; `...` stands for none yet.

    Returns
    -------
    bool
        True unless `guess` is `...`.

    See Also
    --------
    check : for the exercises; a guess is never judged.

    Notes
    -----
    Who predicts before a demonstration learns more from it and remembers it rightly more often.

    References
    ----------
    Crouch, Fagen, Callan and Mazur, American Journal of Physics 72 (2004); Miller, Lasry, Chu and
    Mazur, Physical Review Special Topics - Physics Education Research 9 (2013).

    Examples
    --------
    >>> guessed(2785)
    True
    >>> guessed(...)
    Guess first: write a value in place of the three dots, run that cell, then this one.
    False
    """
    if guess is Ellipsis:
        print(
            "Guess first: write a value in place of the three dots, run that cell, then this one."
        )
    return guess is not Ellipsis


def _judge(rows: list[Answer], n_parts: int, answer: Any) -> list[str]:
    """Give the verdict on each part; one verdict on the whole where the parts are not there."""
    parts = [answer] if n_parts == 1 else answer
    if not isinstance(parts, Sequence | np.ndarray) or isinstance(parts, str) or not np.ndim(parts):
        parts = [answer]
    if any(part is Ellipsis for part in parts):
        return ["not answered yet. Put your answer in place of the three dots"]
    if len(parts) != n_parts:
        return [f"the answer has {n_parts} parts, in round brackets with commas between them"]
    case = _case(parts[0]) if any(row.given for row in rows) else ""
    return [
        _verdict([row for row in rows if row.part == at], part, case)
        for at, part in enumerate(parts, start=1)
    ]


def _verdict(rows: list[Answer], part: Any, case: str) -> str:
    """Give the verdict on one part: the first row that takes it and holds for the reader's case."""
    wants_word = rows[0].step == _WORD
    if wants_word != isinstance(part, str):
        return "the answer is " + ("a name in quotes" if wants_word else "a number, without quotes")
    try:
        value = _as_word(part) if wants_word else _as_number(part)
    except (ValueError, TypeError, OverflowError):
        return f"the answer is one finite number, this is {_shown(part)}"
    for row in rows:
        if row.given in ("", case) and row.holds(value):
            return "right" if row.verdict == "right" else f"{_OPENING[row.verdict]}: {row.hint}"
    return "not this"


def _shown(part: Any) -> str:
    try:
        return valid.show(part)
    except ValueError:  # Python writes no integer of more than some thousand digits
        return "one of more digits than can be written"


def _case(first: Any) -> str:
    """Write the first part of an answer as the column `given` has it."""
    try:
        return f"{float(first):g}" if isinstance(first, Real) else str(first)
    except (ValueError, OverflowError):  # an integer beyond all floats, or beyond all strings
        return ""


_OPENING = {"mistake": "not this", "close": "close"}


def _as_number(answer: Any) -> float:
    number = valid.finite(answer, "answer")
    if number.ndim:
        valid.fail("answer", "be one number", valid.show(answer))
    return float(number)


def _as_word(text: str) -> str:
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def _sentence(verdicts: list[str]) -> str:
    """Put the verdicts on the parts into one sentence."""
    if len(set(verdicts)) == 1:
        return f"{verdicts[0]}."
    parts = [f"part {at}: {verdict}" for at, verdict in enumerate(verdicts, start=1)]
    return "; ".join(parts) + "."
