"""The site: whole, its links good, readable without a server, asking nobody for anything."""

from __future__ import annotations

import re

import nbformat
import pytest

from memlab import cli
from memlab.publish import links

SVG = "image/svg+xml"


def pages_of(site):
    return sorted(path for path in site.rglob("*.html") if "_static" not in path.parts)


def sources(repo):
    """The notebooks and texts that are pages of the site."""
    return [p for p in sorted((repo / "notebooks").rglob("*")) if p.suffix in (".ipynb", ".md")]


def test_nothing_is_wrong_with_it(built):
    """No warning; each link leads somewhere, nothing is loaded from outside, every picture has words."""
    assert built.problems == ()


def test_every_notebook_and_every_text_is_a_page(repo, site):
    for path in sources(repo):
        page = (site / path.relative_to(repo / "notebooks")).with_suffix(".html")
        assert page.exists(), f"{path} has no page"


def test_every_picture_of_the_notebooks_is_a_figure_with_its_words(repo, built, site):
    """Pictures of widgets are among them: what a widget shows first is in its output."""
    count = 0
    for path in (repo / "notebooks").glob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells
        drawn = sum(SVG in o.get("data", {}) for cell in cells for o in cell.get("outputs", []))
        shown = (site / f"{path.stem}.html").read_text(encoding="utf-8").count('<figure class="picture">')
        assert drawn == shown, path.name
        count += drawn
    assert built.pictures == count > 20


def test_the_picture_of_the_readme_is_one_of_the_site(repo, site):
    wanted = (repo / "notebooks" / "images" / "service_call.svg").read_bytes()
    assert wanted in {path.read_bytes() for path in (site / "_static" / "pictures").glob("02_*.svg")}


def test_formulas_are_drawn_by_the_browser(site):
    page = (site / "04_scored_eviction.html").read_text(encoding="utf-8")
    assert page.count("<math") >= 5 and r"\cdot" not in page


def test_what_leads_outside_is_written_in_a_notebook(repo, site):
    written = "".join(path.read_text(encoding="utf-8") for path in sources(repo))
    outside = {link for page in pages_of(site) for link in links.read(page).links if link.startswith("http")}
    assert {link for link in outside if link.rstrip("/") not in written} == set()


def test_no_file_names_an_address_to_load_from(site):
    """Also scripts: what they could ask for at some later time."""
    loading = re.compile(r"""(?:import\(|fetch\(|src\s*=\s*|@import|url\()\s*["'`]?(?:https?:)?//""")
    for path in [*site.rglob("*.js"), *site.rglob("*.css"), *site.rglob("*.html")]:
        assert not loading.search(path.read_text(encoding="utf-8")), path


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_open_from_the_folder_and_are_readable(site, watch, faint, scheme):
    tab = watch(color_scheme=scheme)
    for path in pages_of(site):
        tab.visit(path)
        found = faint(tab.page)
        assert found == [], f"{path.name}, {scheme}: {found[:5]}"
        unseen = "() => [...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
        assert tab.page.evaluate(unseen) == []
    assert tab.wrong == [] and tab.asked_outside(site) == []


def test_faint_text_would_be_found(site, watch, faint):
    tab = watch()
    tab.visit(site / "index.html")
    tab.page.add_style_tag(content="article p { color: #8a8a8a !important; }")
    assert any("3.4" in what for what in faint(tab.page))


@pytest.mark.long
def test_a_narrow_screen_scrolls_only_downwards(site, watch):
    tab = watch(width=360, height=740)
    for path in pages_of(site):
        tab.visit(path)
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 360, path.name


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("过敏", "00_start_here"),
        ("半衰期", "glossary"),
        ("liveness", "02_liveness"),
        ("skip lists", "04_scored"),
    ],
)
def test_search_finds_words_of_both_languages(site, watch, query, page):
    tab = watch()
    tab.visit(site / "search.html", f"?q={query}")
    tab.page.wait_for_function(
        "() => /found|matched|did not/i.test(document.querySelector('#search-results').textContent)"
    )
    hits = tab.page.evaluate("() => [...document.querySelectorAll('#search-results li a')].map(a => a.href)")
    assert any(page in hit for hit in hits), hits
    assert tab.asked_outside(site) == [] and tab.wrong == []


def test_what_is_nowhere_is_not_found(site, watch):
    tab = watch()
    tab.visit(site / "search.html", "?q=龙虾龙虾")
    tab.page.wait_for_function(
        "() => document.querySelector('#search-results').textContent.includes('did not')"
    )


def test_it_prints_without_what_is_for_the_screen(site, watch):
    tab = watch()
    tab.page.emulate_media(media="print")
    tab.visit(site / "03_memory_bank.html")
    for hidden in (".sidebar-drawer", ".toc-drawer", ".related-pages", "figure.picture details"):
        assert not tab.page.locator(hidden).first.is_visible(), hidden
    assert tab.page.locator("figure.picture img").first.is_visible()


def test_the_cheat_sheet_is_one_printed_page(site, watch):
    tab = watch()
    tab.visit(site / "cheat_sheet.html")
    margin = dict.fromkeys(("top", "bottom", "left", "right"), "12mm")
    for paper in ("A4", "Letter"):
        pdf = tab.page.pdf(format=paper, margin=margin)
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 1, paper


def test_the_cheat_sheet_runs(repo):
    text = (repo / "notebooks" / "cheat_sheet.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict = {}
    for block in blocks:
        exec(compile(block, "cheat_sheet.md", "exec"), names)
    assert len(blocks) >= 3 and names["book"].values("city") == ["Shanghai"]


def test_the_command_builds_it_and_tells_where(tmp_path, capsys, monkeypatch):
    """A small course: what is wrong with it is told, and makes the command fail."""
    notebooks = small_course(tmp_path / "notebooks")
    monkeypatch.setattr(cli.importlib.import_module("memlab.cli.site"), "source", lambda: notebooks)
    assert cli.main(["site", str(tmp_path / "site")]) == 1
    told = capsys.readouterr().out
    assert "1 pictures; open" in told and "nowhere.md" in told
    (notebooks / "00_small.ipynb").write_text(small("fine"), encoding="utf-8")
    assert cli.main(["site", str(tmp_path / "site")]) == 0, capsys.readouterr().out


def test_the_command_leaves_a_folder_of_others_alone(tmp_path, capsys):
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert cli.main(["site", str(tmp_path)]) == 2
    assert "memlab did not write it" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def small(text: str) -> str:
    """A notebook with one text, one formula and one picture."""
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
    svg = f"{head}<title>A dot</title><desc>One.</desc></svg>"
    picture = nbformat.v4.new_output("display_data", {SVG: svg, "text/plain": "a dot"})
    cells = [
        nbformat.v4.new_markdown_cell(f"# Small\n\n{text} $e^{{-20}}$"),
        nbformat.v4.new_code_cell("draw()", outputs=[picture], execution_count=1),
    ]
    about = {"language_info": {"name": "python"}}
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells, metadata=about))


def small_course(folder):
    folder.mkdir()
    (folder / "images").mkdir()
    (folder / "images" / "service_call.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "00_small.ipynb").write_text(small("[gone](nowhere.md)"), encoding="utf-8")
    (folder / "tours.md").write_text("# Tours\n\nNone.\n", encoding="utf-8")
    (folder / "glossary.md").write_text("# Glossary\n\nNothing.\n", encoding="utf-8")
    return folder
