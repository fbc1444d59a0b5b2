"""Explorers: widgets around the pictures of `perfkit.plots`."""
