"""Links as they are written in the notebooks, the texts beside them and the README."""

from __future__ import annotations

import pathlib
import re

import nbformat
import pytest

REPO = pathlib.Path(__file__).resolve().parent.parent
TEXTS = [
    REPO / "README.md",
    *sorted((REPO / "notebooks").rglob("*.md")),
    *sorted((REPO / "notebooks").glob("*.ipynb")),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
TERM = re.compile(r"^### (.+)\n\n\*\*(.+?)\*\* · (.+) · \[(\d\d)\]\((.+)\)$", re.MULTILINE)


def prose(path: pathlib.Path) -> str:
    """What is written in it, without code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        cells = nbformat.reads(text, as_version=4).cells
        text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)


def anchors(path: pathlib.Path) -> set[str]:
    """The anchors of a Markdown file that JupyterLab, code hosts and the site agree on."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {h.replace(" ", "-") for h in headings if re.fullmatch(r"[a-z0-9][a-z0-9 -]*", h)}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(REPO).as_posix())
def test_every_link_leads_somewhere(path):
    for link in LINK.findall(prose(path)):
        if re.match(r"https?://[\w.-]+\.\w+(/|$)", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.is_file(), f"{link}: there is no such file"
        assert not anchor or anchor in anchors(target), f"{link}: no such heading"


def test_the_tours_name_sections_that_are_there():
    """After a link to a chapter, “Title” is a heading of it, and sections have its numbers."""
    text = (REPO / "notebooks" / "tours.md").read_text(encoding="utf-8")
    named = 0
    for name, said in re.findall(r"\]\((\d\d_\w+\.ipynb)\)(.*?)(?=\]\(|\n\n|\|\n|$)", text, re.DOTALL):
        headings = "\n".join(re.findall(r"^#+ (.+)$", prose(REPO / "notebooks" / name), re.MULTILINE))
        numbers = re.findall(r"sections? ((?:\d+(?:, | and | to )?)+)|第 ([\d、]+) 节", said)
        wanted = re.findall(r"“([A-Z][^”]+)”", said)
        wanted += [f"{number} · " for pair in numbers for number in re.findall(r"\d+", "".join(pair))]
        assert [title for title in wanted if title not in headings] == [], name
        named += len(wanted)
    assert named > 20


@pytest.fixture(scope="module")
def terms():
    text = (REPO / "notebooks" / "glossary.md").read_text(encoding="utf-8")
    found = TERM.findall(text)
    assert len(found) == text.count("\n### "), "each term is a heading and one line"
    return found


def test_the_glossary_says_how_many_terms_it_has(terms):
    text = (REPO / "notebooks" / "glossary.md").read_text(encoding="utf-8")
    assert f"{len(terms)} terms" in text


def test_terms_are_in_order_and_each_is_there_once(terms):
    names = [name for name, *_ in terms]
    assert names == sorted(set(names))
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9 -]*", name) for name in names), "else their anchors differ"


def test_a_term_is_chinese_too_and_names_its_chapter(terms):
    for name, chinese, _, number, link in terms:
        assert re.search(r"[\u4e00-\u9fff]", chinese), name
        assert link.startswith(f"{number}_"), name


def test_a_word_has_one_meaning(terms):
    """The same Chinese word for two terms would leave readers of Chinese alone."""
    words = [chinese for _, chinese, *_ in terms]
    assert {word for word in words if words.count(word) > 1} == set()
