"""Movetext: whether there are moves, which result stands behind them, where comments are open.

Nothing here plays chess. Of the moves only three things matter: whether there are any, which result
stands behind them, and whether two games have the same.
"""

from __future__ import annotations

import re

from perfkit.readers import fields
from perfkit.readers.pgn_games import Odd

# Possessive quantifiers (*+) keep every pattern linear on a line of any length.
_COMMENT = re.compile(r"\{[^}]*+\}?|;[^\n]*+|^%[^\n]*+", re.M)
_SHOWN = 60  # characters of moves at either end by which games are told apart
_MOVE = re.compile(r"[a-h][1-8]")
_USUAL_TOKENS = frozenset(("1-0", "0-1", "1/2-1/2", "*"))
_RESULT_TOKEN = re.compile(r"(?:^|(?<=\s))(?:1-0|0-1|1/2-1/2|½-½|0-0|\*)(?=\s|$)")


def movetext(text: str, line: int, odd: list[Odd]) -> tuple[str, str]:
    """Moves and result token of the text that follows the tags of the game of a line."""
    text = bare(text)
    remark_paragraphs(text, line, odd)
    (moves,), (token,) = endings(text, [0], [len(text)])
    return moves, token


def bare(text: str) -> str:
    """Leave out comments, and blanks at the ends."""
    return (_COMMENT.sub(" ", text) if "{" in text or ";" in text else text).strip()


def endings(text: str, begins: list[int], ends: list[int]) -> tuple[list[str], list[str]]:
    """Moves and result tokens that stand, bare, at some places of a text; "" for none.

    Moves that are long are shortened to their beginning, their length and their end, by which games
    are told apart as well.
    """
    places = list(zip(begins, ends, strict=True))
    shown = [
        (
            f"{text[begin : begin + _SHOWN]} {end - begin} {text[end - _SHOWN : end]}"
            if end - begin > 2 * _SHOWN
            else text[begin:end]
        ).replace("\n", " ")
        for begin, end in places
    ]
    tokens = [
        word if (word := moves[moves.rfind(" ") + 1 :]) in _USUAL_TOKENS else _last_word(moves)
        for moves in shown
    ]
    square = _MOVE.search
    played = [
        moves if square(text, begin, end) else ""
        for moves, (begin, end) in zip(shown, places, strict=True)
    ]
    return played, tokens


def _last_word(text: str) -> str:
    """Last word of a text if it is a result."""
    last = text[-24:].rsplit(None, 1)[-1] if text else "-"
    understood = last != "-" and len(last) < 12 and fields.game_result(last).understood
    return last if understood else ""


def remark_paragraphs(text: str, line: int, odd: list[Odd]) -> None:
    """Remark moves of several games behind the tags of one."""
    tokens = len(_RESULT_TOKEN.findall(text)) if "\n\n" in text and _MOVE.search(text) else 1
    if tokens > 1:
        detail = f"{tokens} results behind one set of tags"
        odd.append(Odd(line, "moves without tags", detail, 2 * (tokens - 1)))


def opens(gap: str) -> bool:
    """Tell whether a brace stays open; one behind a semicolon is part of that comment."""
    if ";" not in gap and "\n%" not in gap and gap[:1] != "%":
        return gap.rfind("{") > gap.rfind("}")
    return any(found[0][0] == "{" and found[0][-1] != "}" for found in _COMMENT.finditer(gap))


class Comments:
    """Where comments that are open at a tag block end; every search runs once over the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.close = self.event = -1

    def end_if_open(self, begin: int, start: int) -> int:
        """Position behind the comment open at `start`, 0 if none has opened since `begin`.

        A comment that is still open where the next game begins was never closed: the game counts.
        """
        if self.text.find("{", begin, start) < 0 or not opens(self.text[begin:start]):
            return 0
        if self.text.startswith('[Event "', start):
            return 0
        if self.close < start:
            found = self.text.find("}", start)
            self.close = found if found >= 0 else len(self.text)
        if self.event < start:
            found = self.text.find('\n[Event "', start)
            self.event = found if found >= 0 else len(self.text)
        return self.close + 1 if self.close < self.event else 0
