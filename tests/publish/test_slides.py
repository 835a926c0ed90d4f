"""Slides: what is marked is on them, nothing overflows or is asked for, and each chapter has its deck."""

from __future__ import annotations

import pathlib
import re

import nbformat
import pytest

from memlab import cli
from memlab.publish.cells import Renderer, columns
from memlab.publish.slides import build_slides, section, slides_of

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "notebooks"
CHAPTERS = sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb"))
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="720" height="{}"><title>A dot</title></svg>'


def text(source: str, kind: str = "slide"):
    return nbformat.v4.new_markdown_cell(source, metadata={"slideshow": {"slide_type": kind}})


def code(source: str, kind: str = "-", tags=(), **data):
    outputs = [nbformat.v4.new_output("display_data", data)] if data else []
    about = {"slideshow": {"slide_type": kind}, "tags": list(tags)}
    return nbformat.v4.new_code_cell(source, metadata=about, outputs=outputs)


def drawn(*cells) -> str:
    """The HTML of the one slide that these cells are."""
    (slide,) = slides_of(cells)
    return section(slide, Renderer(NOTEBOOKS))


def notebook(*cells) -> str:
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))


def test_every_slide_of_every_chapter_fits(decks, watch, overflowing):
    page = watch(height=720).page
    found = [f"{deck.stem}: {what}" for deck in decks for what in overflowing(page, deck)]
    assert found == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_a_deck_of_one_lesson(path):
    """Twelve to thirty slides; every section, every prediction and every exercise is on one."""
    cells = nbformat.read(path, as_version=4).cells
    slides = slides_of(cells, path.name)
    assert 12 <= len(slides) <= 30
    shown = {cell.id for slide in slides for cell in slide.cells}
    for cell in cells:
        if cell.cell_type == "markdown" and re.search(
            r"^### Exercise|^> \*\*Predict|^\*\*Predict", cell.source, re.M
        ):
            assert cell.id in shown, cell.source[:80]


def test_decks_ask_nobody_for_anything(decks, watch):
    tab = watch(height=720)
    for deck in decks:
        tab.visit(deck)
        tab.page.wait_for_function("() => window.Reveal && Reveal.isReady()")
    tab.visit(decks[0].parent / "index.html")
    assert tab.page.locator("li a").count() == len(decks)
    assert tab.asked_outside(decks[0].parent) == [] and tab.wrong == []


@pytest.mark.long
def test_slides_are_readable(decks, watch, faint):
    tab = watch(height=720)
    for deck in decks:
        tab.visit(deck)
        tab.page.wait_for_function("() => window.Reveal && Reveal.isReady()")
        for number in range(tab.page.evaluate("Reveal.getTotalSlides()")):
            tab.page.evaluate(f"Reveal.slide({number})")
            assert faint(tab.page) == [], f"{deck.stem}, slide {number + 1}"


def test_keys_go_through_a_deck(decks, watch):
    tab = watch(height=720)
    tab.visit(decks[0])
    tab.page.wait_for_function("() => window.Reveal && Reveal.isReady()")
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.evaluate("Reveal.getIndices().h") == 1
    tab.page.keyboard.press("ArrowLeft")
    assert tab.page.evaluate("Reveal.getIndices().h") == 0


def test_a_printed_deck_has_a_page_for_each_slide(decks, watch):
    tab = watch(height=720)
    for deck in decks:
        tab.visit(deck, "?print-pdf")
        tab.page.wait_for_function("() => document.querySelectorAll('.pdf-page').length > 0")
        tall = (
            "() => [...document.querySelectorAll('.pdf-page')].filter(page => page.offsetHeight > 720).length"
        )
        assert tab.page.evaluate(tall) == 0, deck.name


def test_an_answer_comes_at_the_next_key_and_is_there_in_print(tmp_path, watch):
    (tmp_path / "q.ipynb").write_text(
        notebook(text("# Which one goes?"), text("The oldest.", "fragment"), text("# Next")), encoding="utf-8"
    )
    (deck,) = build_slides(tmp_path, tmp_path / "decks")
    tab = watch(height=720)
    tab.visit(deck)
    answer = tab.page.locator("p", has_text="The oldest.")
    tab.page.wait_for_function("Reveal.isReady()")
    assert not answer.is_visible()
    tab.page.keyboard.press("ArrowRight")
    answer.wait_for(state="visible")
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.evaluate("Reveal.getCurrentSlide().textContent").strip() == "Next"
    tab.visit(deck, "?print-pdf")
    tab.page.wait_for_function("Reveal.isReady()")
    answer.wait_for(state="visible")
    assert tab.wrong == []


def test_too_much_is_found(tmp_path, watch, overflowing):
    """Too many lines, a table too wide, a picture that would be too small: each is told with its slide."""
    (tmp_path / "in").mkdir()
    cells = [
        text("# Fine"),
        text("# Long\n\n" + "\n\n".join(["word " * 12] * 20)),
        text("|" + "x" * 150 + "|y|\n|---|---|\n|1|2|"),
        text("# Small\n\n" + "\n\n".join(["word"] * 7)),
        code("draw()", **{"image/svg+xml": SVG.format(500)}),
    ]
    (tmp_path / "in" / "00_big.ipynb").write_text(notebook(*cells), encoding="utf-8")
    (deck,) = build_slides(tmp_path / "in", tmp_path / "out")
    found = overflowing(watch(height=720).page, deck)
    assert [line.split()[1] for line in found] == ["2", "3", "4"]
    assert "below the page" in found[0] and "right of the page" in found[1] and "of its size" in found[2]


def test_only_what_is_marked_is_shown():
    slide = drawn(
        text("# Live"), text("never", "skip"), nbformat.v4.new_markdown_cell("unmarked"), text("shown", "-")
    )
    assert "shown" in slide and "never" not in slide and "unmarked" not in slide


def test_notes_are_for_the_speaker():
    assert '<aside class="notes"><p>Let them <strong>argue</strong>.</p>' in drawn(
        text("# A"), text("Let them **argue**.", "notes")
    )


def test_a_slide_without_a_heading_says_where_it_stands():
    slides = slides_of([text("# Chapter"), nbformat.v4.new_markdown_cell("## 3 · <Trap>"), text("Look.")])
    assert '<p class="under">3 · &lt;Trap&gt;</p>' in section(slides[1], Renderer(NOTEBOOKS))


def test_what_continues_nothing_is_refused_by_name():
    with pytest.raises(ValueError, match=r"03\.ipynb: cell .+ is marked '-', and no slide has begun"):
        slides_of([text("lost", "-")], "03.ipynb")


def test_links_into_the_course_become_words_and_links_outside_stay():
    slide = drawn(text("[live](glossary.md#live), [03](03_memory_bank.ipynb), [Redis](https://redis.io/)"))
    assert "<span>live</span>, <span>03</span>" in slide and '<a href="https://redis.io/">Redis</a>' in slide


def test_pictures_come_along():
    slide = drawn(
        text("# A\n\n![Held](images/service_call.svg)"), code("draw()", **{"image/svg+xml": SVG.format(300)})
    )
    assert slide.count('src="data:image/svg+xml;base64,') == 2
    assert 'alt="Held"' in slide and 'alt="A dot"' in slide


@pytest.mark.parametrize(("height", "beside"), [(300, False), (900, True)])
def test_a_tall_picture_stands_beside_its_text(height, beside):
    slide = drawn(text("# A"), code("draw()", **{"image/svg+xml": SVG.format(height)}))
    assert slide.startswith('<section class="beside">') == beside


@pytest.mark.parametrize(
    ("tag", "source", "output"),
    [
        ("other", True, True),
        ("hide-input", False, True),
        ("remove-input", False, True),
        ("remove-output", True, False),
    ],
)
def test_tags_hide_a_half(tag, source, output):
    slide = drawn(text("# A"), code("answer = 1", tags=[tag], **{"text/plain": "printed & done"}))
    assert ("answer" in slide) == source and ("printed &amp; done" in slide) == output


def test_code_is_as_small_as_its_longest_line_needs():
    assert columns("a = '花生'") == 10
    assert "--columns:10" in drawn(text("# A"), code("a = '花生'\nb = 2"))


def test_formulas_and_fences():
    slide = drawn(text("# A\n\n$x^2$ costs $5.\n\n```python\nx = 1\n```\n\n```nonsense\n<b>\n```"))
    assert slide.count("<math") == 1 and '<pre class="code"' in slide and "&lt;b&gt;" in slide


def test_the_command_builds_decks_and_tells_where(tmp_path, capsys, monkeypatch):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "00_a.ipynb").write_text(notebook(text("# 00 · A & B")), encoding="utf-8")
    (tmp_path / "in" / "01_b.ipynb").write_text(
        notebook(nbformat.v4.new_markdown_cell("# B")), encoding="utf-8"
    )
    monkeypatch.setattr(cli.importlib.import_module("memlab.cli.slides"), "source", lambda: tmp_path / "in")
    assert cli.main(["slides", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out == f"1 decks; open {tmp_path / 'out' / 'index.html'}\n"
    assert '<a href="00_a.html">00 · A &amp; B</a>' in (tmp_path / "out" / "index.html").read_text(
        encoding="utf-8"
    )
    assert (tmp_path / "out" / "reveal" / "LICENSE").exists()


def test_a_wrong_mark_is_an_error_of_the_command(tmp_path, capsys, monkeypatch):
    (tmp_path / "00_a.ipynb").write_text(notebook(text("lost", "-")), encoding="utf-8")
    monkeypatch.setattr(cli.importlib.import_module("memlab.cli.slides"), "source", lambda: tmp_path)
    assert cli.main(["slides", str(tmp_path / "out")]) == 2
    assert "no slide has begun" in capsys.readouterr().err and not (tmp_path / "out").exists()


def test_without_its_packages_the_command_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert cli.main(["slides", str(tmp_path / "out")]) == 2
    assert "pip install 'memlab[site]'" in capsys.readouterr().err
