"""nbval reads its sanitizing file relative to the current folder; make that this one."""

import pathlib


def pytest_configure(config):
    sanitize = pathlib.Path(__file__).parent / "tests" / "nbval_sanitize.cfg"
    config.option.nbval_sanitize_with = str(sanitize)
