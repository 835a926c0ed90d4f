"""Every regular expression of memlab on hostile text: four times the text may take about four times as long.

MEMLAB_FUZZ=20 tries twenty times as many texts on each, and MEMLAB_ROOM=memlab.chats one room alone. A new
expression is found by itself. What is slow and sees short texts only stands in BOUNDED, with the reason.
"""

from __future__ import annotations

import os
import random

import pytest
from memlab_attacks import Pattern, all_patterns, attacks, slow_texts
from memlab_hostile import FUZZ

from memlab.facts import FactBook

BOUNDED = {  # beginning of a place -> why its texts are short, or matched once
    "memlab.chats.jsons": "matched once behind a damaged record, never searched",
    "memlab.chats.mending": "a quote that nothing closes ends the reading: nothing is searched twice",
    "memlab.chats.readers.labels": "a label stands within 300 characters",
    "memlab.chats.readers.names": "a label stands within 300 characters",
    "memlab.chats.readers.labelled": "matched at the beginning of a line, never searched",
    "memlab.widgets.conflict_talks": "matched at the beginning of a line of at most 2,000 characters",
    "memlab.publish.links": "matched at the beginning of an address",
    "memlab.chats.excerpts": "of a text 1,000 characters are looked at",
}
OPEN = ("memlab.facts", "memlab.bank.rating", "memlab.context", "memlab.tiers")  # not yet held to it
SAID = ("I live in Riga.", "我住在北京，对花生和芒果过敏。", "Forget my city.")
CLASSICS = (
    *(r"\s+$", r"<[^>]*>", r"(a+)+b", r"a.*b.*c", r"(\d+\s*)+:", r"\[([^]]*)\]\([^)]*\)", r"(a|aa)+$"),
    *(r"\w+@\w+", r"(?s)```.*?```x", r"(a{0,19}){0,19}b", r"-----BEGIN [A-Z ]{3,40}-----[\s\S]*?-----END"),
)
LINEAR = (
    *(r"\s", r"a{1,20}b", r"\w+", r"(?m)^#+ ", r"a*b*", r'"[^"]*"x', r"(?<!\w)\w+:", r"\b\w+ing\b!"),
    *(r"(?:ab)+", r"x[^x]*", r"(?<!\w)\w{1,40}:", r"(?:[^\W\d]|\d)+"),
)


@pytest.fixture(scope="module")
def patterns():
    book = FactBook(tenant="t")
    for said in SAID:  # what is compiled only when it is needed
        book.hear(said)
    return all_patterns()


def test_all_are_found(patterns):
    rooms = {pattern.where.split(".")[1] for pattern in patterns if pattern.where.startswith("memlab.")}
    assert {"chats", "facts", "replay", "tiers", "bank", "context", "cli"} <= rooms
    assert len(patterns) > 500


def test_none_is_slow_on_hostile_text(patterns):
    room, drawn = os.environ.get("MEMLAB_ROOM", ""), random.Random(0 if FUZZ == 1 else None)
    left = tuple(BOUNDED) if room else (*BOUNDED, *OPEN)
    looked_at = [p for p in patterns if p.where.startswith(room) and not p.where.startswith(left)]
    offset = drawn.randrange(1_000)
    slow = [found for p in looked_at if (found := next(slow_texts(p, 6 * FUZZ, offset), None))]
    assert not slow, "\n".join(map(repr, slow))


@pytest.mark.parametrize("bad", CLASSICS if FUZZ > 1 else CLASSICS[:7])
def test_the_classics_are_found(bad):
    assert next(slow_texts(Pattern(bad, 0, ""), 500), None)


@pytest.mark.parametrize("good", LINEAR)
def test_what_is_linear_is_not(good):
    assert not next(slow_texts(Pattern(good, 0, ""), 500), None)


def test_attacks_are_drawn_from_the_expression():
    assert ("x", "0") in attacks(r"x\d+")
