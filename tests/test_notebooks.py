"""What nbval takes for granted, and the form that all notebooks of the course share.

nbval itself runs on notebooks/ (see pyproject.toml): it executes every notebook and student copy
and compares the outputs. It compares a cell without an execution count with nothing.
"""

import re
import runpy
from pathlib import Path

import nbformat
import pytest

from perfkit import course

FOLDER = Path(__file__).parents[1] / "notebooks"
SOLVED = sorted(FOLDER.glob("*.ipynb"))
STUDENT = sorted((FOLDER / "student").glob("*.ipynb"))
ALLOWED_TAGS = {"guess", "solved-only"}
ALLOWED_OUTPUTS = {"text/plain", "text/html", "image/png"}


def short(path):
    return str(path.relative_to(FOLDER))


def read(path):
    return nbformat.read(path, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def graded(notebook, kind):
    cells = [cell for cell in code_cells(notebook) if "nbgrader" in cell.metadata]
    return [cell for cell in cells if cell.metadata.nbgrader[kind]]


every_notebook = pytest.mark.parametrize("path", SOLVED + STUDENT, ids=short)
every_solved = pytest.mark.parametrize("path", SOLVED, ids=short)
every_student = pytest.mark.parametrize("path", STUDENT, ids=short)


def test_the_course_is_there():
    names = [path.name for path in SOLVED]
    assert names[:5] == [
        "01_worked_example.ipynb",
        "02_expected_score.ipynb",
        "03_true_performance.ipynb",
        "04_fide_table.ipynb",
        "05_linear.ipynb",
    ]
    assert [path.name for path in STUDENT] == names


@every_notebook
def test_saved_as_run_from_top_to_bottom(path):
    notebook = read(path)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert notebook.metadata.kernelspec.name == "python3"


@every_notebook
def test_saved_without_what_changes_from_run_to_run(path):
    notebook = read(path)
    assert "widgets" not in notebook.metadata
    assert "version" not in notebook.metadata.language_info
    text = path.read_text(encoding="utf-8")
    assert "widget-view" not in text
    assert str(FOLDER.parent) not in text
    for cell in notebook.cells:
        assert "execution" not in cell.metadata
        assert re.search("[a-z]", cell.id), "ids say what a cell is for"


@every_notebook
def test_outputs_are_of_kinds_that_can_be_compared_and_read(path):
    for cell in code_cells(read(path)):
        assert not cell.source.rstrip().endswith(";"), "nbval does not know the closing semicolon"
        for output in cell.outputs:
            assert output.output_type != "error"
            assert output.get("name") != "stderr"
            assert set(output.get("data", {})) <= ALLOWED_OUTPUTS
        if "pk.plots." in cell.source and "try:" not in cell.source:
            assert cell.source.rstrip().endswith("plt.show()")


@every_notebook
def test_every_figure_says_in_words_what_it_shows(path):
    """The site takes the text for those who do not see a figure from the metadata of its cell."""
    figures = [
        cell
        for cell in code_cells(read(path))
        if any("image/png" in output.get("data", {}) for output in cell.outputs)
    ]
    said = [cell.metadata.mystnb.image.alt for cell in figures]
    assert all(len(sentence.split()) >= 10 and sentence.endswith(".") for sentence in said)
    assert len(set(said)) == len(said)


@every_notebook
def test_tags_are_of_the_short_list(path):
    """A misspelt tag would be ignored without a word."""
    tags = {tag for cell in read(path).cells for tag in cell.metadata.get("tags", [])}
    assert tags <= ALLOWED_TAGS


@every_notebook
def test_links_lead_somewhere(path):
    text = "\n".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (path.parent / target).is_file(), target


@every_notebook
def test_no_number_at_the_end_of_a_sentence_becomes_a_list(path):
    """A line that begins with "2000. " is a list's entry number 2000 in Markdown."""
    texts = [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]
    assert not re.findall(r"^\s*\d{2,}[.)]\s.*", "\n".join(texts), re.M)


@every_solved
def test_a_notebook_has_the_form_of_the_course(path):
    notebook = read(path)
    title = notebook.cells[0].source
    assert title.startswith(f"# {int(path.name[:2])}. ")
    assert title.splitlines()[0].endswith("?")
    for needed in ("**You will be able to**", "**Time:**", "**Before this:**"):
        assert needed in title
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for needed in ("## The claim", "## By hand", "## Where it breaks", "## Exercises"):
        assert needed in text
    for needed in ("**Predict", "What to notice", "### Your own games", "**References.**"):
        assert needed in text
    assert "explain" in {cell.id for cell in notebook.cells}


@every_solved
def test_a_guess_and_a_figure_stand_before_the_explorer(path):
    notebook = read(path)
    at = {"guess": [], "image": [], "explorer": []}
    for place, cell in enumerate(code_cells(notebook)):
        if "guess" in cell.metadata.get("tags", []):
            assert re.fullmatch(r"\w+ = [^.\n]*(\.\d[^.\n]*)*", cell.source)
            at["guess"].append(place)
        if "pk.explorers." in cell.source:
            assert "guess=guess" in cell.source
            at["explorer"].append(place)
        if any("image/png" in output.get("data", {}) for output in cell.outputs):
            at["image"].append(place)
    assert at["explorer"]
    assert min(at["guess"]) < at["explorer"][0]
    assert min(at["image"]) < at["explorer"][0]


@every_solved
def test_exercises_carry_what_nbgrader_needs(path):
    notebook = read(path)
    checks, solutions = graded(notebook, "grade"), graded(notebook, "solution")
    assert len(checks) == len(solutions) == 3
    for number, (solution, check) in enumerate(zip(solutions, checks, strict=True), start=1):
        exercise = f"{path.name[:2]}.{number}"
        slug = exercise.replace(".", "-")
        assert solution.metadata.nbgrader.grade_id == f"solution-{slug}"
        assert check.metadata.nbgrader.grade_id == f"check-{slug}"
        assert check.metadata.nbgrader.points == 1
        assert check.metadata.nbgrader.locked
        assert solution.source.startswith("### BEGIN SOLUTION\n")
        assert solution.source.endswith("\n### END SOLUTION")
        assert solution.metadata.jupyter.source_hidden, "folded, so that it can be tried first"
        assert check.source == (
            f'right = check("{exercise}", answer)\n'
            "### BEGIN HIDDEN TESTS\nassert right\n### END HIDDEN TESTS"
        )
        assert check.outputs[0].text == f"{exercise}: right.\n"


def test_every_stored_answer_belongs_to_an_exercise():
    sources = "".join(cell.source for path in SOLVED for cell in graded(read(path), "grade"))
    asked = set(re.findall(r'check\("(.*?)"', sources))
    numbers = {path.name[:2] for path in SOLVED}
    assert asked == {row.exercise for row in course.answers() if row.exercise[:2] in numbers}


@every_student
def test_a_student_copy_gives_nothing_away(path):
    notebook = read(path)
    source = "\n".join(cell.source for cell in notebook.cells)
    for word in ("SOLUTION", "HIDDEN", "assert right"):
        assert word not in source
    for cell in code_cells(notebook):
        if "guess" in cell.metadata.get("tags", []):
            assert re.fullmatch(r"\w+ = \.\.\.", cell.source)
    for cell in graded(notebook, "solution"):
        assert cell.source == "answer = ..."
        assert "jupyter" not in cell.metadata, "open, since it is to be written in"
    for cell in graded(notebook, "grade"):
        assert "not answered yet" in cell.outputs[0].text
        assert not cell.metadata.editable


def test_the_glossary_has_both_languages():
    rows = (FOLDER / "GLOSSARY.md").read_text(encoding="utf-8").splitlines()
    terms = [row.split("|")[1:4] for row in rows if row.startswith("| ")][1:]
    assert len(terms) >= 20
    for english, japanese, meaning in terms:
        assert english.strip()
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]|TPR", japanese)
        assert len(meaning.split()) >= 5


def test_the_refresh_tool_saves_one_form():
    """Two runs that differ in timings, cut streams, view ids and Python version are saved alike."""
    tool = runpy.run_path(str(FOLDER.parent / "tools" / "refresh_notebooks.py"))

    def a_run(pieces, view, version):
        streams = [nbformat.v4.new_output("stream", name="stdout", text=text) for text in pieces]
        data = {"text/plain": "Explorer", tool["WIDGET_VIEW"]: {"model_id": view}}
        shown = nbformat.v4.new_output("execute_result", data=data, execution_count=1)
        cell = nbformat.v4.new_code_cell("x", id="cell", outputs=[*streams, shown])
        cell.metadata["execution"] = {"iopub.execute_input": version}
        notebook = nbformat.v4.new_notebook(cells=[cell])
        notebook.metadata.language_info = {"name": "python", "version": version}
        notebook.metadata.widgets = {view: {}}
        return tool["saved_form"](notebook)

    one, other = a_run(["a\nb\n"], "1f", "3.11.7"), a_run(["a\n", "b\n"], "2e", "3.13.0")
    assert nbformat.writes(one) == nbformat.writes(other)
    assert one.cells[0].outputs[0].text == "a\nb\n"
    assert one.cells[0].outputs[1].data == {"text/plain": "Explorer"}
