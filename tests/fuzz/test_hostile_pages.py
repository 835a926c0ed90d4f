"""Hostile texts in every view: what a user wrote is text there, never an element, an attribute or a script.

Each view of tests/view/conftest.py is drawn with hostile names in the place of its nasty ones.
MEMLAB_FUZZ=20 draws all of them, else a part that is drawn at random.
"""

from __future__ import annotations

import importlib.util
import random
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from memlab_hostile import FUZZ, TEXTS

DRAWN = 60 * FUZZ  # of some thousand cases
HOSTILE = [*(text for text in TEXTS if text not in ("\ud800", "")), "\ud800", ""]  # as NASTY ends
MARKUP = {"script", "img", "b", "iframe", "object", "embed", "link", "foreignobject", "a", "image", "use"}


@pytest.fixture(scope="module")
def cases(repo):
    """(name, function that draws) of every view, over hostile texts."""
    path = repo / "tests" / "view" / "conftest.py"
    source = path.read_text(encoding="utf-8")
    hostile, count = re.subn(r"(?ms)^NASTY = \[.*?^\]", lambda _: f"NASTY = {HOSTILE!r}", source)
    assert count == 1, "tests/view/conftest.py names its nasty texts NASTY"
    made = importlib.util.module_from_spec(importlib.util.spec_from_loader("hostile_views", loader=None))
    exec(compile(hostile, str(path), "exec"), made.__dict__)
    named = list(made.cases())
    odd = [case for case in named if "nasty" in case[0]]
    assert len(odd) > 20
    return odd + random.Random(None if FUZZ > 1 else 7316).sample(named, min(len(named), DRAWN))


class Seen(HTMLParser):
    """The elements and attributes of a page, as a browser would find them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes |= {(name, value or "") for name, value in attributes}


def test_no_text_of_a_user_becomes_markup(cases):
    raw = []
    for name, draw in cases:
        shown = draw()
        svg, html = getattr(shown, "svg", None), getattr(shown, "html", None)
        if svg is not None:
            tags = {e.tag.rsplit("}", 1)[-1].lower() for e in ElementTree.fromstring(svg).iter()}
            assert not tags & MARKUP, name
        for page in filter(None, (svg, html)):
            seen = Seen(page)
            assert not seen.elements & (MARKUP - {"b"}), name
            assert not any(
                key.startswith("on") or "javascript:" in value for key, value in seen.attributes
            ), name
            assert not re.search(r"[\x00-\x08\x0b-\x1f\ud800-\udfff]", page), name
        if re.search(r"[\x00-\x08\x0b-\x1f]", getattr(shown, "text", "") or ""):
            raw.append(name)
    assert not raw, "the text form is printed in terminals, which obey such characters"
