"""Readers: files people have, as they are, into the games table and a report."""

from __future__ import annotations

from perfkit.readers.errors import ReadError
from perfkit.readers.reading import GamesFile, iter_games, read_games
from perfkit.readers.report import Report

__all__ = ["GamesFile", "ReadError", "Report", "iter_games", "read_games"]
