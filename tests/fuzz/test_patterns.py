"""Every regular expression of memlab on hostile text: four times the text may take about four times as long.

MEMLAB_FUZZ=20 tries twenty times as many texts on each, and MEMLAB_ROOM=memlab.chats one room alone. A new
expression is found by itself. What is slow and sees short texts only stands in BOUNDED, with the reason.
"""

from __future__ import annotations

import json
import os
import random

import pytest
from memlab_attacks import Pattern, attacks, slow_texts
from memlab_hostile import FUZZ, alone

BOUNDED = {  # beginning of a place -> why its texts are short, or matched once
    "memlab.chats.jsons": "matched once behind a damaged record, never searched",
    "memlab.chats.mending": "a quote that nothing closes ends the reading: nothing is searched twice",
    "memlab.chats.readers.labels": "a label stands within 300 characters",
    "memlab.chats.readers.names": "a label stands within 300 characters",
    "memlab.chats.readers.labelled": "matched at the beginning of a line, never searched",
    "memlab.widgets.conflict_talks": "matched at the beginning of a line of at most 2,000 characters",
    "memlab.publish.links:23": "matched at the beginning of an address",
    "memlab.chats.excerpts": "of a text 1,000 characters are looked at",
    "memlab.chats.private": "an excerpt of 1,000 characters is masked",
}
OPEN = ("memlab.facts", "memlab.bank.rating", "memlab.context", "memlab.tiers")  # not yet held to it
COLLECT = """
import json, sys
from memlab_attacks import all_patterns

def exercise():  # what is compiled only when it is needed
    from memlab.facts import FactBook
    book = FactBook(tenant="t")
    for said in ("I live in Riga.", "我住在北京，对花生和芒果过敏。", "Forget my city."):
        book.hear(said)

print(json.dumps(all_patterns(exercise)))
"""


@pytest.fixture(scope="module")
def patterns(repo):
    path = f"import sys; sys.path.insert(0, {str(repo / 'tests' / 'plugins')!r})\n"
    done = alone(path + COLLECT, gigabytes=4)
    assert done.returncode == 0, done.stderr.decode()
    return [Pattern(*row) for row in json.loads(done.stdout)]


def test_all_are_found(patterns):
    rooms = {pattern.where.split(".")[1] for pattern in patterns if pattern.where.startswith("memlab.")}
    assert {"chats", "facts", "replay", "tiers", "bank", "context", "cli"} <= rooms
    assert len(patterns) > 500


def test_none_is_slow_on_hostile_text(patterns):
    room, drawn = os.environ.get("MEMLAB_ROOM", ""), random.Random(0 if FUZZ == 1 else None)
    left = tuple(BOUNDED) if room else (*BOUNDED, *OPEN)
    looked_at = [p for p in patterns if p.where.startswith(room) and not p.where.startswith(left)]
    offset = drawn.randrange(1_000)
    slow = [found for p in looked_at if (found := next(slow_texts(p, 8 * FUZZ, offset), None))]
    assert not slow, "\n".join(map(repr, slow))


def test_what_hostile_means():
    """The attack finds the classics, so it can fail."""
    for bad in (r"\s+$", r"(a+)+b"):
        assert next(slow_texts(Pattern(bad, 0, ""), 500), None), bad
    for good in (r"\s", r"a{1,20}b"):
        assert not next(slow_texts(Pattern(good, 0, ""), 500), None), good
    assert ("x", "0") in attacks(r"x\d+")
