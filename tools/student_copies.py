"""Make the student copies in notebooks/student: nbgrader's converter, then one run.

    python tools/student_copies.py

Only the solved copies in notebooks/ are edited. nbgrader empties the solution cells, takes the
hidden tests out and locks the graded cells; before that, cells tagged "guess" lose their guess and
cells tagged "solved-only" go. Needs the extra `teach`.
"""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from refresh_notebooks import NOTEBOOKS, run, save
from traitlets.config import Config

STUDENT = NOTEBOOKS / "student"
COURSE = "perfkit"


def nbgrader_config(folder: Path) -> Config:
    """Configure nbgrader for one assignment with all notebooks, in a folder of its own."""
    config = Config()
    config.CourseDirectory.root = str(folder)
    config.CourseDirectory.course_id = COURSE
    config.ClearSolutions.code_stub = {"python": "answer = ..."}  # its default would stop a run
    return config


def prepare(notebook: NotebookNode) -> NotebookNode:
    """Take out of a solved copy what nbgrader does not know of."""
    notebook.cells = [cell for cell in notebook.cells if "solved-only" not in _tags(cell)]
    for cell in notebook.cells:
        if "guess" in _tags(cell):
            cell.source = re.sub(r"^(\w+) = .*", r"\1 = ...", cell.source)
        if cell.cell_type == "markdown":
            cell.source = cell.source.replace("](GLOSSARY.md", "](../GLOSSARY.md")
    return notebook


def generate_assignment(folder: Path, solved: dict[str, NotebookNode]) -> Path:
    """Let nbgrader convert solved copies, by file name; returns the folder with what it made."""
    from nbgrader.apps import NbGraderAPI

    source = folder / "source" / COURSE
    source.mkdir(parents=True)
    for name, notebook in solved.items():
        nbformat.write(prepare(notebook), source / name)
    api = NbGraderAPI(config=nbgrader_config(folder))
    result = api.generate_assignment(COURSE)
    if not result["success"]:  # in an empty folder the first run can fail on its new database
        result = api.generate_assignment(COURSE)
    if not result["success"]:
        raise RuntimeError(f"nbgrader made no student copies: {result.get('log')}")
    return folder / "release" / COURSE


def read_all(folder: Path) -> dict[str, NotebookNode]:
    """Read the notebooks of a folder, by file name."""
    return {path.name: nbformat.read(path, as_version=4) for path in sorted(folder.glob("*.ipynb"))}


def student_copies() -> dict[str, NotebookNode]:
    """Make every student copy, not yet run."""
    with tempfile.TemporaryDirectory() as folder:
        return opened_copies(generate_assignment(Path(folder), read_all(NOTEBOOKS)))


def opened_copies(made: Path) -> dict[str, NotebookNode]:
    """Read what nbgrader made, with the cells open in which the student is to write."""
    copies = read_all(made)
    for notebook in copies.values():
        for cell in notebook.cells:
            cell.metadata.pop("jupyter", None)  # they were folded as solutions
    return copies


def _tags(cell: NotebookNode) -> list[str]:
    tags: list[str] = cell.metadata.get("tags", [])
    return tags


if __name__ == "__main__":
    STUDENT.mkdir(exist_ok=True)
    for name, notebook in student_copies().items():
        save(run(notebook, STUDENT), STUDENT / name)
        print(f"student/{name}")
