"""The conflict explorer in a browser: edited by keys, fed with hostile and huge text, judged, rolled back."""

from __future__ import annotations

import json
import statistics

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

EXPLORER = "from memlab.widgets import ConflictExplorer\nexplorer = ConflictExplorer({})\nexplorer"
PICTURE = ".memlab-explorer .widget-html-content > svg"
AREA = ".memlab-explorer textarea"
TOLD = "words => document.querySelector('.memlab-explorer').textContent.includes(words)"
GONE = "words => !document.querySelector('.memlab-explorer').textContent.includes(words)"
HOSTILE = """I live in <script>window.pwned = 1</script>Oslo.
<img src=x onerror="window.pwned = 2"> <svg onload="window.pwned = 3">
My name is \u202egnp.exe\u202c Tom\u200bmy.
I like </textarea></div></svg><b onclick="window.pwned = 4">tea</b>.
I live in "><iframe srcdoc="<script>parent.pwned = 5</script>">Rome.
مرحبا بالعالم، I like شاي. \u2066hidden\u2069 {{7*7}} $x$ `code` &lt;b&gt;
我住在<a href="javascript:window.pwned=6">北京</a>。
"""
# Elements that none of our pictures has.
STRANGE = """() => [...document.querySelectorAll(
  '.memlab-explorer .widget-html-content :is(script, img, iframe, a, form, input, link, object)'
)].map(element => element.outerHTML)"""
HANDLERS = """() => [...document.querySelectorAll('.memlab-explorer .widget-html-content *:not(style)')]
  .flatMap(element => element.getAttributeNames()).filter(name => name.startsWith('on'))"""


def start(page, desk, name: str, given: str = "") -> None:
    desk.run(f"conflicts-{name}.ipynb", EXPLORER.format(given))
    page.wait_for_selector(PICTURE)


def slider(page, name: str):
    return page.locator(".memlab-explorer .widget-hslider", has_text=name).locator("[role=slider]")


def test_a_letter_has_its_new_picture_at_once(page, desk, artifacts):
    """The figures are kept and not judged: machines differ, and are busy."""
    start(page, desk, "typed")
    desk.keep(artifacts / "conflict-explorer-first.png")
    page.locator(AREA).press("Control+End")
    page.keyboard.press("Enter")
    desk.watch(most=1)
    page.keyboard.insert_text("I live in Oslo")
    page.wait_for_function(TOLD, arg="two values of city reach one reader")
    moves = []
    for key in "abcdefgh":
        page.wait_for_timeout(200)
        moves.append(desk.press(key))
    page.wait_for_function(TOLD, arg="Osloabcdefgh")
    figures = {"letters": len(moves), "median": round(statistics.median(moves)), "longest": round(max(moves))}
    print(json.dumps(figures))
    (artifacts / "conflict-explorer.json").write_text(json.dumps(figures), encoding="utf-8")
    desk.no_errors()


def test_hostile_text_is_shown_as_text(page, desk, artifacts):
    start(page, desk, "hostile", '["Hello."]')
    page.locator(AREA).fill(HOSTILE)
    page.wait_for_function(TOLD, arg="<script>window.pwned = 1</script>")
    for choice in (
        page.locator(".memlab-explorer .widget-dropdown", has_text="History of").locator("option").all()
    ):
        page.locator(".memlab-explorer select").nth(1).select_option(choice.text_content())
        page.wait_for_timeout(300)
    desk.keep(artifacts / "conflict-explorer-hostile.png")
    assert page.evaluate("() => window.pwned") is None
    assert page.evaluate(STRANGE) == [] and page.evaluate(HANDLERS) == []
    shown = page.locator(".memlab-explorer .widget-html-content").all_inner_texts()
    for part in (
        "<img src=x onerror=",
        "[U+202E]",
        "[U+200B]",
        "[U+2066]",
        "<iframe srcdoc=",
        "&lt;b&gt;",
        "北京</a>",
    ):
        assert any(part in text for text in shown), part
    assert not any(char in text for text in shown for char in "\u202e\u2066\u200b")
    desk.no_errors()


def test_what_is_pending_is_confirmed_and_rejected_by_buttons(page, desk, artifacts):
    start(page, desk, "pending", '["I live in Oslo.", "I like tea.", "I live in Rome."]')
    page.wait_for_function(TOLD, arg="two values of city reach one reader")
    desk.keep(artifacts / "conflict-explorer-pending.png")
    page.locator(".memlab-explorer button", has_text="Confirm").click()
    page.wait_for_function(TOLD, arg="city = Rome")
    page.wait_for_function(GONE, arg="two values of city")
    assert page.locator(".memlab-explorer button", has_text="Confirm").count() == 0
    desk.keep(artifacts / "conflict-explorer-confirmed.png")
    page.locator(".memlab-explorer button", has_text="Reset").click()
    page.locator(".memlab-explorer button", has_text="Reject").click()
    page.wait_for_function(GONE, arg="two values of city")
    page.wait_for_function(TOLD, arg="rejected")
    desk.no_errors()


def test_versions_and_moments_by_keys(page, desk, artifacts):
    start(page, desk, "versions")
    back = slider(page, "Roll back to version")
    back.focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(TOLD, arg="undid v2")
    desk.keep(artifacts / "conflict-explorer-rolled-back.png")
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="undid v1, v2")
    page.keyboard.press("End")
    page.wait_for_function(GONE, arg="undid")
    slider(page, "As of").focus()
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="In force before turn 1: nothing yet")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(TOLD, arg="In force as of turn 1:city = Beijing")
    page.keyboard.press("End")
    page.wait_for_function(TOLD, arg="In force a year from now:city = Shanghai")
    desk.no_errors()


def test_every_conversation_of_the_menu(page, desk, artifacts):
    start(page, desk, "menu")
    menu = page.locator(".memlab-explorer select").first
    for n, name in enumerate(menu.locator("option").all_text_contents()):
        menu.select_option(name)
        page.wait_for_timeout(700)
        desk.keep(artifacts / f"conflict-explorer-talk-{n}.png")
    assert "柳樹" in page.locator(AREA).input_value()
    desk.no_errors()


def test_a_pasted_megabyte_is_bounded_and_what_is_left_out_is_said(page, desk, artifacts):
    start(page, desk, "megabyte")
    page.locator(AREA).evaluate(
        """area => {
          area.value = 'I like green tea.\\n'.repeat(60000)
          area.dispatchEvent(new Event('input', {bubbles: true}))
        }"""
    )
    page.wait_for_selector(".memlab-explorer [role=alert]")
    assert "were heard" in page.locator(".memlab-explorer [role=alert]").inner_text()
    page.wait_for_function(TOLD, arg="in 120 turns")
    desk.keep(artifacts / "conflict-explorer-megabyte.png")
    page.locator(AREA).fill("I live in Oslo.")
    page.wait_for_function(TOLD, arg="city = Oslo")
    desk.no_errors()


# How far anything of the explorer sticks out of its cell, in pixels; pictures may, in a box that scrolls.
OUTSIDE = """() => {
  const explorer = document.querySelector('.memlab-explorer')
  const edge = explorer.closest('.jp-OutputArea-output').getBoundingClientRect().right
  const parts = [...explorer.querySelectorAll('textarea, select, button, div')]
    .filter(part => !part.closest('svg') && part.getBoundingClientRect().width)
  return Math.max(...parts.map(part => part.getBoundingClientRect().right - edge))
}"""


@pytest.mark.parametrize("width", [1280, 800])
def test_nothing_is_cut_off_at_the_right(page, desk, artifacts, width):
    start(page, desk, f"width-{width}", '["I live in Oslo.", "I like tea.", "I live in Rome."]')
    page.set_viewport_size({"width": width, "height": 2600})
    page.wait_for_timeout(500)
    assert page.evaluate(OUTSIDE) <= 0
    slider(page, "As of").focus()
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="In force before turn 1: nothing yet")
    slider(page, "Roll back to version").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(TOLD, arg="rolled back to version 2 of 3")
    page.locator(".memlab-explorer").screenshot(path=artifacts / f"conflict-explorer-{width}.png")
    assert page.evaluate(OUTSIDE) <= 0
    readout = slider(page, "As of").locator("xpath=ancestor::*[contains(@class, 'widget-hslider')]")
    told = readout.locator(".widget-readout")
    assert told.evaluate("it => it.scrollWidth <= it.clientWidth + 1"), (
        "the name of the moment is shown whole"
    )
    desk.no_errors()
