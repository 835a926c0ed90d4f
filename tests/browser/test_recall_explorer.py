"""The recall explorer in a browser: weights by keys, questions typed, hostile text, likeness alone."""

from __future__ import annotations

import json
import statistics

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

EXPLORER = "from memlab.widgets import RecallExplorer\nexplorer = RecallExplorer()\nexplorer"
PICTURE = ".memlab-explorer .widget-html-content > svg"
ASK = ".memlab-explorer input[type=text]"
TOLD = "words => document.querySelector('.memlab-explorer svg').textContent.includes(words)"
HOSTILE = (
    "<script>window.pwned = 1</script> </title></svg><img src=x onerror='window.pwned=2'> \u202egnp T-7316"
)
# Elements that none of our pictures has.
STRANGE = """() => [...document.querySelectorAll(
  '.memlab-explorer .widget-html-content :is(script, img, iframe, a, form, input, link, object)'
)].map(element => element.outerHTML)"""


def start(page, desk, name: str) -> None:
    desk.run(f"recall-{name}.ipynb", EXPLORER)
    page.wait_for_selector(PICTURE)


def slider(page, name: str):
    return page.locator(".memlab-explorer .widget-hslider", has_text=name).locator("[role=slider]")


def test_a_key_has_its_new_picture_at_once(page, desk, artifacts):
    """The figures are kept and not judged: machines differ, and are busy."""
    start(page, desk, "keys")
    desk.keep(artifacts / "recall-explorer-first.png")
    desk.watch()
    slider(page, "Weight of words").focus()
    moves = [desk.press(key) for key in ("ArrowLeft", "ArrowRight") * 4]
    page.locator(ASK).focus()
    page.keyboard.press("End")
    letters = [desk.press(key) for key in "teapot"]
    figures = {
        "moves": len(moves),
        "median": round(statistics.median(moves)),
        "longest": round(max(moves)),
        "letters": round(statistics.median(letters)),
    }
    print(json.dumps(figures))
    (artifacts / "recall-explorer.json").write_text(json.dumps(figures), encoding="utf-8")
    desk.no_errors()


def test_an_order_number_is_lost_by_likeness_alone_and_found_again(page, desk, artifacts):
    start(page, desk, "lost")
    page.wait_for_function(TOLD, arg="order comes first")
    page.locator(".memlab-explorer button", has_text="Vector only").click()
    page.wait_for_function(TOLD, arg="gift comes first")
    desk.keep(artifacts / "recall-explorer-vector-only.png")
    page.locator(".memlab-explorer button", has_text="All channels").click()
    page.wait_for_function(TOLD, arg="order comes first")
    desk.no_errors()


def test_a_chinese_question_finds_the_allergy(page, desk, artifacts):
    start(page, desk, "chinese")
    page.locator(".memlab-explorer select").first.select_option("过敏")
    page.wait_for_function(TOLD, arg="allergy comes first")
    page.wait_for_function(TOLD, arg="我对花生过敏，请记住。")
    desk.keep(artifacts / "recall-explorer-chinese.png")
    desk.no_errors()


def test_hostile_questions_are_shown_as_text(page, desk, artifacts):
    start(page, desk, "hostile")
    page.locator(ASK).fill(HOSTILE)
    page.wait_for_function(TOLD, arg="<script>window.pwned = 1</script>")
    desk.keep(artifacts / "recall-explorer-hostile.png")
    page.wait_for_function(TOLD, arg="[U+202E]gnp")
    assert page.evaluate("() => window.pwned") is None and page.evaluate(STRANGE) == []
    for query in ("", "？！", "foo AND", '"', "*", "C++"):
        page.locator(ASK).fill(query)
        page.wait_for_timeout(300)
    desk.no_errors()
