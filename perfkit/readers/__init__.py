"""Readers: files people have, as they are, into the games table and a report."""
