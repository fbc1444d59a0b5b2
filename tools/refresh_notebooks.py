"""Run notebooks and save them in one reproducible form.

    python tools/refresh_notebooks.py                                    # all of notebooks/*.ipynb
    python tools/refresh_notebooks.py notebooks/02_expected_score.ipynb  # these

What differs from run to run or from machine to machine is dropped: widget state, the random ids of
widget views, timings, the Python version. The student copies are made by tools/student_copies.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Execute a notebook from top to bottom, in `folder`, and bring it to the saved form."""
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, resources=resources, record_timing=False, timeout=120).execute()
    return saved_form(notebook)


def saved_form(notebook: NotebookNode) -> NotebookNode:
    """Drop what is not the same in every run."""
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.metadata.pop("execution", None)
            cell.outputs = _joined(cell.outputs)
            for output in cell.outputs:
                output.get("data", {}).pop(WIDGET_VIEW, None)
    return notebook


def _joined(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Join neighbouring pieces of one stream: where it is cut depends on the moment."""
    joined: list[NotebookNode] = []
    for output in outputs:
        last = joined[-1] if joined else None
        if last and output.output_type == last.output_type == "stream" and output.name == last.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def save(notebook: NotebookNode, path: Path) -> None:
    """Write a notebook that the format's own check accepts."""
    nbformat.validate(notebook)
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(map(str, NOTEBOOKS.glob("*.ipynb")))):
        save(run(nbformat.read(path, as_version=4), path.parent), path)
        print(path.name)
