"""Two notebooks of the course as apps, without their code."""

import re

import pytest

expect = pytest.importorskip("playwright.sync_api").expect

NOTEBOOKS = {
    "01_worked_example.ipynb": (
        "2½ of 3: true_normal 2785.03, fide 2773, linear 2766.67, true_logistic 2792.23.",
        lambda page: page.get_by_title("Result 1: ½", exact=True).press("Enter"),
        "2 of 3: true_normal",
    ),
    "04_fide_table.ipynb": (
        "1½ of 4 is 37.5 %, rounded 38 %: dp −87.",
        lambda page: page.get_by_role("slider").nth(1).press("ArrowRight"),
        "2 of 4 is 50 %, rounded 50 %: dp 0.",
    ),
}


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook_as_an_app(voila, served, page, name, shot):
    if not (served / name).exists():
        pytest.skip(f"there is no {name} yet")
    start, change, answer = NOTEBOOKS[name]
    page.goto(f"{voila.address}/voila/render/{name}", wait_until="commit")
    readout = page.get_by_role("status")
    expect(readout).to_contain_text(start, timeout=60_000)
    change(page)
    expect(readout).to_contain_text(answer)
    picture = page.get_by_role("img", name=re.compile(re.escape(answer)))
    expect(picture).to_be_visible()
    shot(picture, f"voila_{name[:2]}")
    assert page.problems == []
