"""Hostile text typed into the widgets: each draws on, tells no error of its own, and shows no markup of it.

MEMLAB_FUZZ=20 types all of them.
"""

from __future__ import annotations

import datetime
import importlib.util
import json
import pkgutil
from html.parser import HTMLParser

import ipywidgets
import pytest
from memlab_hostile import FUZZ, TEXTS

from memlab import widgets
from memlab.widgets.keyboard import KEYBOARD

WHEN = datetime.datetime(2026, 5, 1)
TYPED = [*TEXTS, "\n".join(TEXTS), "I live in <img src=x onerror=alert(1)>.\nMy name is <script>x</script>."]
WIDGETS = ("RecallExplorer", "ConflictExplorer", "InspectLab")
MARKUP = {"script", "img", "iframe", "object", "embed", "link", "foreignobject", "image", "form", "base"}


class Seen(HTMLParser):
    """The elements and attributes of what is shown, as a browser would find them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes += [(name, value or "") for name, value in attributes]


def boxes(widget):
    """A widget and all that stands in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from boxes(child)


def typed_into(widget):
    return [b for b in boxes(widget) if isinstance(b, (ipywidgets.Text, ipywidgets.Textarea))]


def sound(widget, typed):
    for box in boxes(widget):
        if isinstance(box, ipywidgets.HTML):
            seen = Seen(box.value.replace(KEYBOARD, ""))  # a handler that is ours
            assert not seen.elements & MARKUP, (seen.elements & MARKUP, typed)
            assert not any(k.startswith("on") or "javascript:" in v for k, v in seen.attributes), typed
            box.value.encode()  # half a character would cut the connection
            assert "\0" not in box.value and "\x1b" not in box.value, typed


def test_every_widget_with_a_text_is_tried():
    found = set()
    for module in pkgutil.iter_modules(widgets.__path__, "memlab.widgets."):
        path = importlib.util.find_spec(module.name).origin
        with open(path, encoding="utf-8") as file:
            source = file.read()
        if "ipywidgets.Text" in source or "ipywidgets.Combobox" in source:
            found |= {name for name in widgets.__all__ if f"class {name}(" in source}
    assert found == set(WIDGETS)


@pytest.mark.parametrize("name", WIDGETS)
def test_what_is_typed_stays_text(name):
    widget = getattr(widgets, name)()
    failed = []
    widget.fail = failed.append  # what a callback raised
    for box in typed_into(widget):
        for typed in TYPED[:: 1 if FUZZ > 1 else 3]:
            box.value = typed
            if name == "InspectLab":
                widget.read(typed)
            sound(widget, typed)
    assert typed_into(widget) and not failed, failed


def test_uploads_with_hostile_names_and_content_are_told_as_text():
    lab = widgets.InspectLab()
    for text in TEXTS:
        content = json.dumps([{"role": "user", "content": text}, {"role": "assistant", "content": "x"}])
        for bytes_ in (content.encode(), text.encode("utf-8", "surrogatepass")):
            lab.upload.value = (
                {
                    "name": text,
                    "content": memoryview(bytes_),
                    "type": "",
                    "size": len(bytes_),
                    "last_modified": WHEN,
                },
            )
            sound(lab, text)
