"""What every test stands on, in tests and notebooks alike."""

import pathlib
import sys

import pytest


def pytest_configure(config):
    # nbval reads its sanitizing file relative to the current folder; make that this one.
    sanitize = pathlib.Path(__file__).parent / "tests" / "nbval_sanitize.cfg"
    config.option.nbval_sanitize_with = str(sanitize)
    # On a new machine Matplotlib lists the fonts first and says so, which no notebook expects.
    import matplotlib.font_manager  # noqa: F401


@pytest.fixture(autouse=True)
def no_figure_stays_open():
    yield
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
