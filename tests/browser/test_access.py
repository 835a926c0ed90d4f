"""Every widget without a mouse and without sight: names, a focus that is seen, all of it in reach of Tab."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab import widgets

CELLS = [f"from memlab.widgets import {name}\n{name}()" for name in widgets.__all__ if name != "Explorer"]
CONTROL = re.compile(r'- (slider|combobox|checkbox|button|textbox|spinbutton|link)( "[^"]+")?')
# What can be focused in an explorer, and is not switched off.
CONTROLS = """explorer => [...explorer.querySelectorAll(
    'a[href], button, input, select, textarea, [contenteditable=true], [tabindex="0"]')]
  .filter(e => !e.disabled && e.getClientRects().length && getComputedStyle(e).visibility === 'visible')"""
MARK = f"explorer => {{ ({CONTROLS})(explorer).forEach(e => e.dataset.unseen = '') }}"
# The focused element is seen to be so: by an outline of two pixels that contrasts with white and with black.
SEEN = """() => {
  const focused = document.activeElement, look = getComputedStyle(focused)
  const seen = look.outlineStyle === 'solid' && look.outlineWidth === '2px'
  if (seen && look.outlineColor === 'rgb(0, 114, 178)') delete focused.dataset.unseen
  return Boolean(focused.closest('.memlab-explorer'))
}"""
UNSEEN = "() => [...document.querySelectorAll('[data-unseen]')].map(e => e.outerHTML.slice(0, 200))"
NAMED = """many => document.querySelectorAll('.memlab-explorer:has(svg)').length === many
  && [...document.querySelectorAll('.memlab-explorer [role=slider]')].every(handle => handle.ariaLabel)"""
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def test_the_widgets_without_a_mouse_and_without_sight(page, desk):
    """Each widget once, as a learner has it who has run all cells."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    desk.run("widgets.ipynb", *CELLS)
    page.wait_for_function(NAMED, arg=len(CELLS))
    for explorer in page.locator(".memlab-explorer").all():
        every_control_has_a_name(explorer)
        every_control_is_reached_and_seen_by_tab(page, explorer)
    a_slider_tells_its_words_and_not_its_places(page)
    found = axe.Axe().run(page, context=".memlab-explorer", options=RULES).response["violations"]
    assert [(rule["id"], [node["html"][:200] for node in rule["nodes"]]) for rule in found] == []
    frames = page.locator(".jp-RenderedSVG").all()
    assert len(frames) == len(CELLS)
    assert not any(frame.is_visible() for frame in frames), "the live widget takes its static frame's place"
    desk.no_errors()


def every_control_has_a_name(explorer) -> None:
    found = CONTROL.findall(explorer.aria_snapshot())
    assert found and all(name for _, name in found), found


def every_control_is_reached_and_seen_by_tab(page, explorer) -> None:
    explorer.evaluate(MARK)
    explorer.evaluate(f"explorer => ({CONTROLS})(explorer)[0].focus()")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # to the first one by a key
    while page.evaluate(SEEN) and explorer.locator("[data-unseen]").count():
        page.keyboard.press("Tab")
    assert page.evaluate(UNSEEN) == []


def a_slider_tells_its_words_and_not_its_places(page) -> None:
    slider = page.get_by_role("slider", name="Half-life")
    assert slider.get_attribute("aria-valuetext") == "30 min"
    slider.press("End")
    page.wait_for_function("it => it.getAttribute('aria-valuetext') === 'never'", arg=slider.element_handle())
