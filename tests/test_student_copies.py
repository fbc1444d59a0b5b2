"""The student copies are what nbgrader makes of the solved ones, and nbgrader grades them."""

import sys
from pathlib import Path

import nbformat
import pytest

pytest.importorskip("nbgrader", reason="nbgrader is not installed (extra teach)")

ROOT = Path(__file__).parents[1]
# nbgrader's own use of its database warns; the notebooks run in kernels of their own.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def tool():
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import student_copies
    finally:
        sys.path.remove(str(ROOT / "tools"))
    return student_copies


def sources_and_metadata(notebook):
    """What a run does not change."""
    return [(c.id, c.cell_type, c.source, dict(c.metadata)) for c in notebook.cells]


def test_the_committed_copies_are_what_the_tool_makes(tool):
    made, committed = tool.student_copies(), tool.read_all(tool.STUDENT)
    assert list(committed) == list(made)
    for name, notebook in made.items():
        assert sources_and_metadata(committed[name]) == sources_and_metadata(notebook), name


def all_in_one(copies):
    """Put the code of all notebooks into one, so that one kernel is enough.

    Pictures and explorers are left out: they cost time and bring no marks, and nbval runs them.
    """
    drawing = ("pk.plots.", "pk.explorers.")
    merged = nbformat.v4.new_notebook(metadata=next(iter(copies.values())).metadata)
    for name, notebook in copies.items():
        for cell in notebook.cells:
            if cell.cell_type == "code" and not any(word in cell.source for word in drawing):
                cell.id = f"{name[:2]}-{cell.id}"
                merged.cells.append(cell)
    return merged


def test_an_empty_copy_gets_no_mark_and_the_solved_one_all(tool, tmp_path):
    """Graded are the cells as they are committed: those of the student and the solved copies."""
    from nbgrader.api import Gradebook
    from nbgrader.apps import NbGraderAPI

    solved, student = tool.read_all(tool.NOTEBOOKS), tool.read_all(tool.STUDENT)
    tool.generate_assignment(tmp_path, {"all.ipynb": all_in_one(solved)})
    api = NbGraderAPI(config=tool.nbgrader_config(tmp_path))
    submissions = {"empty": student, "solved": tool.read_all(tool.NOTEBOOKS)}
    for name, copies in submissions.items():
        folder = tmp_path / "submitted" / name / tool.COURSE
        folder.mkdir(parents=True)
        nbformat.write(all_in_one(copies), folder / "all.ipynb")
        result = api.autograde(tool.COURSE, name)
        assert result["success"], result.get("log")
    with Gradebook(api.coursedir.db_url, api.coursedir.course_id) as gradebook:
        assignment = gradebook.find_assignment(tool.COURSE)
        marks = {one.student.id: one.score for one in assignment.submissions}
        full = assignment.max_score
    assert full == 3 * len(student)
    assert marks == {"empty": 0, "solved": full}
