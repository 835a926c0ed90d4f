"""A deck of slides for each chapter, out of the cells that its notebook marks; reveal.js lies beside them.

A cell's `slideshow.slide_type` says what it is: "slide" begins a slide, "-" (or "subslide") continues it,
"fragment" does so at the next key, "notes" is for the speaker; what is not marked, or "skip", is on no slide.
"""

from __future__ import annotations

import html
import pathlib
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, field

import nbformat

from memlab.publish.cells import Renderer
from memlab.publish.pictures import SVG, size_of
from memlab.publish.place import published

ASSETS = pathlib.Path(__file__).parent / "assets"
REVEAL = ("dist/reveal.js", "dist/reveal.css", "dist/reset.css", "plugin/notes/notes.js", "LICENSE")
BEGINS, LATER, NOTES = "slide", "fragment", "notes"
CONTINUES = ("-", "subslide", LATER)
PARAGRAPH = "\n\n"
TALL = 0.7  # height by width
_HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)


@dataclass
class Slide:
    """The cells of one slide, the last heading before it, and what the speaker reads."""

    cells: list[nbformat.NotebookNode] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    under: str = ""

    @property
    def heading(self) -> str:
        """The first heading on the slide itself."""
        texts = (cell.source for cell in self.cells if cell.cell_type == "markdown")
        return next((words(found[1]) for found in map(_HEADING.search, texts) if found), "")


def build_slides(notebooks: pathlib.Path, target: pathlib.Path) -> list[pathlib.Path]:
    """Build the decks of a folder of executed notebooks; those without a marked cell have none.

    Returns the decks, below `target`. Nothing is run. Errors: place.NotOurs, OSError; ValueError for a cell
    that continues a slide when none has begun.
    """
    with published(target) as fresh:
        _copy_reveal(fresh / "reveal")
        shutil.copyfile(ASSETS / "slides.css", fresh / "slides.css")
        titles = {}
        for path in sorted(notebooks.glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            slides = slides_of(notebook.cells, path.name)
            if slides:
                titles[f"{path.stem}.html"] = slides[0].heading or path.stem
                page = deck(slides, titles[f"{path.stem}.html"], Renderer(path.parent))
                (fresh / f"{path.stem}.html").write_text(page, encoding="utf-8", newline="\n")
        (fresh / "index.html").write_text(contents(titles), encoding="utf-8", newline="\n")
    return [target / name for name in titles]


def slides_of(cells: Iterable[nbformat.NotebookNode], name: str = "") -> list[Slide]:
    """The marked cells, slide by slide.

    >>> from nbformat.v4 import new_markdown_cell as cell
    >>> marked = lambda text, kind: cell(text, metadata={"slideshow": {"slide_type": kind}})
    >>> cells = [marked("# Live", "slide"), cell("long"), marked("or dead", "-"), marked("ask", "notes")]
    >>> [slide] = slides_of(cells)
    >>> [cell.source for cell in slide.cells], slide.notes
    (['# Live', 'or dead'], ['ask'])
    """
    slides: list[Slide] = []
    under = ""
    for cell in cells:
        kind = kind_of(cell)
        if kind == BEGINS:
            slides.append(Slide(under=under))
        elif kind in (*CONTINUES, NOTES) and not slides:
            raise ValueError(
                f"{name}: cell {cell.get('id')} is marked {kind!r}, and no slide has begun; mark one 'slide'"
            )
        if kind in (BEGINS, *CONTINUES):
            slides[-1].cells.append(cell)
        elif kind == NOTES:
            slides[-1].notes.append(cell.source)
        if cell.cell_type == "markdown" and (found := _HEADING.findall(cell.source)):
            under = words(found[-1])
    return slides


def kind_of(cell: nbformat.NotebookNode) -> str:
    """What a cell is on the slides; "skip" if it is not marked."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "skip")


def later(shown: str) -> str:
    """Something that appears at the next key: an answer, after a question."""
    return f'<div class="later">{shown}</div>'


def words(heading: str) -> str:
    """A heading without its marks.

    >>> words("11 · The [account](glossary.md#account) of `lru`")
    '11 · The account of lru'
    """
    return re.sub(r"\[([^][]*)\]\([^()]*\)|[`*]", lambda mark: mark[1] or "", heading)


def deck(slides: list[Slide], title: str, renderer: Renderer) -> str:
    """The page of one deck."""
    sections = "\n".join(section(slide, renderer) for slide in slides)
    page = (ASSETS / "deck.html").read_text(encoding="utf-8")
    return (
        page.replace("{{title}}", html.escape(title))
        .replace("{{code}}", renderer.code_colours())
        .replace("{{slides}}", sections)
    )


def section(slide: Slide, renderer: Renderer) -> str:
    """One slide; one without a heading of its own says under which it stands."""
    parts = [
        later(renderer.cell(cell)) if kind_of(cell) == LATER else renderer.cell(cell) for cell in slide.cells
    ]
    if not slide.heading and slide.under:
        parts.insert(0, f'<p class="under">{html.escape(slide.under)}</p>')
    if slide.notes:
        parts.append(f'<aside class="notes">{renderer.markdown(PARAGRAPH.join(slide.notes))}</aside>')
    layout = ' class="beside"' if has_tall_picture(slide) else ""
    return f"<section{layout}>{''.join(parts)}</section>"


def has_tall_picture(slide: Slide) -> bool:
    """Whether its one picture is so tall that it is better seen beside the text than below it."""
    outputs = [output for cell in slide.cells for output in cell.get("outputs", [])]
    sizes = [size_of(output.data[SVG]) for output in outputs if SVG in output.get("data", {})]
    return len(sizes) == 1 and float(sizes[0][1]) > TALL * float(sizes[0][0])


def contents(titles: dict[str, str]) -> str:
    """The page that leads to the decks."""
    rows = "".join(f'<li><a href="{name}">{html.escape(title)}</a></li>' for name, title in titles.items())
    page = (ASSETS / "decks.html").read_text(encoding="utf-8")
    return page.replace("{{decks}}", rows)


def _copy_reveal(target: pathlib.Path) -> None:
    """reveal.js out of the package that brings it along; only what a deck loads."""
    import sphinx_revealjs

    source = pathlib.Path(sphinx_revealjs.__file__).parent / "_static" / "revealjs"
    for name in REVEAL:
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / name, target / name)
