"""The texts beside the notebooks: they open as pages, and a link to a term leads to the term."""

from __future__ import annotations

import json
import shutil

LINKS = "[live range](glossary.md#live-range) [yardstick](glossary.md#yardstick)"
# How far below the top of the page a term is, and how high the page is.
PLACE = """term => {
  const page = document.querySelector('.jp-MarkdownViewer')
  const heading = page.querySelector(`[id="${term}"], [data-jupyter-id="${term}"]`)
  const scrolled = heading.getBoundingClientRect().top - page.getBoundingClientRect().top
  return scrolled >= 0 && scrolled < page.clientHeight
}"""


def test_a_term_opens_in_the_glossary_as_a_page(page, lab, lab_folder, repo):
    shutil.copy(repo / "notebooks" / "glossary.md", lab_folder)
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    cell = {"cell_type": "markdown", "id": "links", "metadata": {}, "source": LINKS}
    notebook = {"cells": [cell], "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (lab_folder / "links.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    for term in ("live range", "yardstick"):
        page.goto(f"{lab}/lab/workspaces/{term.split()[0]}/tree/links.ipynb")
        page.locator(".jp-MarkdownCell").get_by_role("link", name=term, exact=True).click()
        page.wait_for_selector(".jp-MarkdownViewer h3")
        page.wait_for_function(PLACE, arg=term.replace(" ", "-"))
        assert page.locator(".jp-FileEditor").count() == 0, "the source of the text, not the text"
