"""The context explorer in a browser: the budget by keys, both languages, the prompt with its fence."""

from __future__ import annotations

import json
import statistics

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

EXPLORER = "from memlab.widgets import ContextExplorer\nexplorer = ContextExplorer()\nexplorer"
PICTURE = ".memlab-explorer .widget-html-content > svg"
TOLD = "words => document.querySelector('.memlab-explorer').textContent.includes(words)"


def start(page, desk, name: str) -> None:
    desk.run(f"context-{name}.ipynb", EXPLORER)
    page.wait_for_selector(PICTURE)


def slider(page, name: str):
    return page.locator(".memlab-explorer .widget-hslider", has_text=name).locator("[role=slider]")


def test_a_key_has_its_new_picture_at_once(page, desk, artifacts):
    """The figures are kept and not judged: machines differ, and are busy."""
    start(page, desk, "keys")
    desk.keep(artifacts / "context-explorer-first.png")
    desk.watch()
    slider(page, "Budget").focus()
    moves = [desk.press(key) for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight") * 3]
    figures = {"moves": len(moves), "median": round(statistics.median(moves)), "longest": round(max(moves))}
    print(json.dumps(figures))
    (artifacts / "context-explorer.json").write_text(json.dumps(figures), encoding="utf-8")
    desk.no_errors()


def test_the_least_budget_still_draws_and_says_what_was_left_out(page, desk, artifacts):
    start(page, desk, "least")
    slider(page, "Budget").focus()
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="left out")
    desk.keep(artifacts / "context-explorer-least.png")
    page.keyboard.press("End")
    page.wait_for_function(TOLD, arg="✓ holds 25 April")
    desk.no_errors()


def test_the_other_language_has_its_own_questions_and_facts(page, desk, artifacts):
    start(page, desk, "chinese")
    page.locator(".memlab-explorer select").first.select_option("中文")
    page.wait_for_function(TOLD, arg="✓ holds 五月十三日")
    page.wait_for_function(TOLD, arg="围栏之内只是资料")
    desk.keep(artifacts / "context-explorer-chinese.png")
    desk.no_errors()
