"""Build the site in one command, warnings as errors: python tools/build_docs.py

Needs the extra `docs`. The pages of docs/, the notebooks with the outputs they are committed with
and the texts beside them are laid into build/site-source in the shape of the repository, so that
their links hold; Sphinx writes build/site. Nothing is executed. Then every link inside the site is
followed, its #anchor too; links to other sites are not (that needs a network).
"""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag, urlsplit

import docs_api

ROOT = pathlib.Path(__file__).parents[1]
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
TEXTS = (
    "TEACHING.md",
    "CHANGELOG.md",
    "notebooks/GLOSSARY.md",
    "notebooks/*.ipynb",
    "notebooks/student/*.ipynb",
)
SKIPPED = ("_static", "genindex.html", "search.html")


def lay_out(source: pathlib.Path = SOURCE) -> None:
    """Copy what the site is made of, and write the tables that perfkit itself knows."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "docs", source)
    for pattern in TEXTS:
        for path in sorted(ROOT.glob(pattern)):
            copy = source / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    write_tables(source / "_tables")
    docs_api.write(source / "_api")


def write_tables(folder: pathlib.Path) -> None:
    """Write the tables of methods, data sets and famous performances as Markdown."""
    import perfkit as pk

    folder.mkdir()
    methods = [
        (f"`{m.name}`", m.solution, end(m.at_zero), end(m.at_full), m.rounding, m.also_printed_as)
        for m in pk.METHODS.values()
    ]
    columns = ("method", "definition", "at 0", "at n", "rounding", "also printed as")
    (folder / "methods.md").write_text(table(columns, methods), encoding="utf-8")
    data = [(f"`{name}`", line) for name, line in pk.datasets.names().items()]
    (folder / "datasets.md").write_text(table(("name", "what it holds"), data), encoding="utf-8")
    famous = pk.datasets.famous()
    rows = [
        (
            f"{row.player}, {row.event} {row.year}",
            f"{row.score:g} of {row.n_games}",
            f"{row.printed or '–'}",
            f"`{row.method}`" if row.method else "none" if row.printed else "–",
            row.note,
        )
        for row in famous.astype(object).where(famous.notna(), None).itertuples()
    ]
    printed = ("performance", "score", "printed", "method", "note")
    (folder / "famous.md").write_text(table(printed, rows), encoding="utf-8")


def end(value: str) -> str:
    """Say infinity as people do."""
    return "unbounded" if value.endswith("inf") else value


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Lay rows out as a Markdown table."""
    head = tuple(head)
    cells = [head, ("---",) * len(head), *([c.replace("|", r"\|") for c in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


class Page(HTMLParser):
    """The links of one page and the places on it that a link can point to."""

    def __init__(self, path: pathlib.Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors = {""}
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a link leads to and what it can lead to."""
        found = dict(attrs)
        self.anchors.update(value for key in ("id", "name") if (value := found.get(key)))
        if tag in ("a", "img", "link", "script"):
            self.links += [value for key in ("href", "src") if (value := found.get(key))]


def broken_links(site: pathlib.Path = SITE) -> Iterator[str]:
    """Yield each link inside the site that leads nowhere, with the page that it stands on."""
    pages = {path.resolve(): Page(path) for path in site.rglob("*.html")}
    for path, page in pages.items():
        if path.relative_to(site.resolve()).parts[0] in SKIPPED:
            continue
        for link in page.links:
            address, anchor = urldefrag(link)
            if urlsplit(address).scheme or address.startswith("//"):
                continue
            target = (path.parent / unquote(urlsplit(address).path)).resolve() if address else path
            known = pages[target].anchors if target in pages else {""}
            if not target.exists() or (target in pages and unquote(anchor) not in known):
                yield f"{path.relative_to(site.resolve())}: {link}"


def build() -> int:
    lay_out()
    shutil.rmtree(SITE, ignore_errors=True)
    sphinx = [sys.executable, "-m", "sphinx", "-b", "html", "--fail-on-warning", "--keep-going"]
    done = subprocess.run([*sphinx, "-q", str(SOURCE), str(SITE)], cwd=ROOT, check=False)
    broken = list(broken_links())
    print(*(f"broken link: {line}" for line in broken), sep="\n", end="\n" if broken else "")
    if done.returncode or broken:
        return 1
    print(f"{SITE.relative_to(ROOT)}/index.html: {len(list(SITE.rglob('*.html')))} pages")
    return 0


if __name__ == "__main__":
    sys.exit(build())
