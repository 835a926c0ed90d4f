"""The course as a static site: it opens from a folder, has search, and asks nobody for anything."""

from __future__ import annotations

import io
import os
import pathlib
import re
import shutil
import tempfile
from dataclasses import dataclass

import nbformat

import memlab
from memlab.publish.benchmarks import lay_benchmarks
from memlab.publish.links import problems
from memlab.publish.pictures import SVG, figure
from memlab.publish.place import published

ASSETS = pathlib.Path(__file__).parent / "assets"
# In the order of reading, where they are there.
BESIDE = ("tours", "capstone", "glossary", "cheat_sheet", "benchmarks", "architecture")


@dataclass(frozen=True)
class Site:
    """What was built: the first page, how many pages and pictures, and what is wrong with it, a line each."""

    first: pathlib.Path
    pages: int
    pictures: int
    problems: tuple[str, ...]


def build_site(notebooks: pathlib.Path, target: pathlib.Path) -> Site:
    """Build the site of a folder of executed notebooks. Nothing is run. Errors: place.NotOurs, OSError."""
    with published(target) as fresh, tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work) / "source"
        pictures = lay_out(notebooks, source)
        warnings = _sphinx(source, fresh, pathlib.Path(work) / "doctrees")
    found = (*warnings, *problems(target))
    return Site(target / "index.html", len(list(target.rglob("*.html"))), pictures, found)


def lay_out(notebooks: pathlib.Path, source: pathlib.Path) -> int:
    """What Sphinx reads: the notebooks with their pictures as files, the texts, benchmarks, a first page."""
    shutil.copytree(ASSETS / "static", source / "_static")
    pictures = 0
    for path in sorted(p for p in notebooks.rglob("*") if p.is_file() and _shown(p, notebooks)):
        copy = source / path.relative_to(notebooks)
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".ipynb":
            pictures += _lay_notebook(path, copy, source / "_static" / "pictures")
        else:
            shutil.copyfile(path, copy)
    lay_benchmarks(source)
    (source / "index.md").write_text(first_page(source), encoding="utf-8")
    return pictures


def _shown(path: pathlib.Path, notebooks: pathlib.Path) -> bool:
    hidden = any(part[0] in "._" for part in path.relative_to(notebooks).parts)
    return not hidden and path.suffix in {".ipynb", ".md", ".svg", ".png"}


def _lay_notebook(path: pathlib.Path, copy: pathlib.Path, folder: pathlib.Path) -> int:
    """A copy whose pictures are figures; returns how many there are."""
    notebook = nbformat.read(path, as_version=4)
    outputs = [o for cell in notebook.cells for o in cell.get("outputs", []) if SVG in o.get("data", {})]
    folder.mkdir(exist_ok=True)
    for number, output in enumerate(outputs, start=1):
        name = f"{path.stem}-{number}.svg"
        svg, text = output.data[SVG], output.data.get("text/plain", "")
        (folder / name).write_text(svg, encoding="utf-8", newline="\n")
        output.data = {"text/html": figure(svg, f"_static/pictures/{name}", text)}
    nbformat.write(notebook, copy)
    return len(outputs)


def first_page(source: pathlib.Path) -> str:
    """The text of the first page, and the contents: chapters, what lies beside them, the teacher's pages."""
    chapters = [path.stem for path in sorted(source.glob("[0-9][0-9]_*.ipynb"))]
    beside = [name for name in BESIDE if list(source.glob(f"{name}.*"))]
    teaching = [f"teaching/{path.stem}" for path in sorted((source / "teaching").glob("*.md"))]
    teaching.sort(key=lambda name: name[9:11].isdigit())  # plans first, then a page for each chapter
    parts = {"The chapters": chapters, "Beside the chapters": beside, "For teachers": teaching}
    contents = [
        "\n".join(("```{toctree}", ":maxdepth: 1", f":caption: {caption}", "", *names, "```"))
        for caption, names in parts.items()
        if names
    ]
    return "\n\n".join([(ASSETS / "index.md").read_text(encoding="utf-8"), *contents, ""])


def _sphinx(source: pathlib.Path, target: pathlib.Path, doctrees: pathlib.Path) -> list[str]:
    """Run Sphinx with the settings of memlab; what it warns of."""
    from sphinx.application import Sphinx
    from sphinx.util.docutils import docutils_namespace, patch_docutils

    warnings = io.StringIO()
    with patch_docutils(), docutils_namespace():
        app = Sphinx(source, None, target, doctrees, "html", _settings(source), status=None, warning=warnings)
        app.build()
    for name in (".buildinfo", "objects.inv"):  # nobody cites the site from another one
        (target / name).unlink(missing_ok=True)
    told = re.sub(r"\x1b\[[\d;]*m", "", warnings.getvalue()).replace(f"{source}{os.sep}", "")
    return [line for line in told.splitlines() if line.strip()]


def _settings(source: pathlib.Path) -> dict:
    return {
        "extensions": ["myst_nb", "memlab.publish.extension"],
        "project": "memlab",
        "html_title": f"memlab {memlab.__version__}",
        "html_theme": "furo",
        "html_static_path": [str(source / "_static")],
        "html_css_files": ["memlab.css"],
        "templates_path": [str(ASSETS / "templates")],
        "html_show_search_summary": False,  # it would fetch pages, which a browser refuses without a server
        "html_copy_source": False,
        "html_show_sphinx": False,
        "html_show_copyright": False,
        "html_use_index": False,
        "html_math_renderer": "mathml",
        "pygments_style": "a11y-high-contrast-light",
        "nb_execution_mode": "off",
        "nb_ipywidgets_js": {},  # nothing here needs a kernel, so nothing needs its scripts
        "nb_merge_streams": True,
        "myst_enable_extensions": ["dollarmath"],
        "myst_heading_anchors": 3,
        "exclude_patterns": ["_static"],
    }
