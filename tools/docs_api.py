"""Write one API page per module, so that a new function needs no entry in a list."""

from __future__ import annotations

import importlib
import inspect
import pathlib
from types import ModuleType
from typing import Any

import perfkit

#: Modules that are public as such, among the names that perfkit loads on first use.
MODULES = tuple(n for n, where in sorted(perfkit._LATER.items()) if where == f"perfkit.{n}")


def write(folder: pathlib.Path) -> None:
    """Write the page of the names at the top of the package, one per module, and their index."""
    folder.mkdir()
    top = {name: getattr(perfkit, name) for name in sorted(perfkit.__all__)}
    top = {name: value for name, value in top.items() if callable(value)}
    pages = {"perfkit": page("perfkit", top)}
    for name in MODULES:
        module = importlib.import_module(f"perfkit.{name}")
        found = public(module)
        here = {key: value for key, value in found.items() if value not in top.values()}
        pages[name] = page(module.__name__, here)
    for name, text in pages.items():
        (folder / f"{name}.rst").write_text(text, encoding="utf-8")


def public(module: ModuleType) -> dict[str, Any]:
    """Collect what a module offers, in the order of its file.

    Functions and classes with a full docstring, that is: helpers for other modules have a line.
    """
    names = [name for name in vars(module) if not name.startswith("_")]
    names = list(getattr(module, "__all__", names))
    found = {name: getattr(module, name) for name in names}
    return {
        name: value
        for name, value in found.items()
        if (inspect.isfunction(value) or inspect.isclass(value))
        and value.__module__.startswith(module.__name__)
        and "\n----" in (inspect.getdoc(value) or "")
    }


def page(module: str, members: dict[str, Any]) -> str:
    """Lay a page out: what the module is for, its names with one line each, each in full."""
    listed = "".join(f"   {name}\n" for name in members)
    entries = "".join(entry(f"{module}.{name}", value) for name, value in members.items())
    return (
        f"{module}\n{'=' * len(module)}\n\n.. automodule:: {module}\n   :no-members:\n\n"
        f".. autosummary::\n   :nosignatures:\n\n{listed}\n{entries}"
    )


def entry(name: str, value: Any) -> str:
    """Document one name: a class with its methods, unless its fields are all there is to it."""
    if not inspect.isclass(value):
        return f".. autofunction:: {name}\n\n"
    members = "" if issubclass(value, tuple) else "   :members:\n   :member-order: bysource\n"
    return f".. autoclass:: {name}\n{members}\n"
