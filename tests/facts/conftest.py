"""A language of our own for what a turn says, so that the book is tested apart from English and Chinese."""

from __future__ import annotations

import re

import pytest

from memlab.facts import Candidate, FactBook, Time

SAYING = re.compile(r"(?:(\w+)\.)?(\w+)(=|:=|!=|-=|\?=|~=|>=|<=)([\w-]*)(?:/(\w+))?")
MEANING = {
    "=": {},
    ":=": {"change": True},
    "!=": {"polarity": False},
    "-=": {"polarity": False, "ends": True},
    "?=": {"confidence": 0.5, "mood": "hedged"},
    "~=": {"time": Time("past")},
    ">=": {"time": Time("planned")},
    "<=": {"polarity": False, "ends": True, "forgets": True, "change": True},
}


def spell(text, role, at, context):
    """What `city=Rome` says; `:=` with a change, `!=` denied, `-=` ended, `?=` doubted, `~=` of the past,
    `>=` planned, `<=` to be forgotten; `city:=Rome/Oslo` in Oslo's place; `Ann.city=Rome` of Ann.

    `meant Rome` corrects the last value of the turns before.
    """
    found = [
        Candidate(
            attribute,
            value,
            who or "user",
            replaces=old or "",
            span=m.span(4),
            clause=m.span(),
            **MEANING[how],
        )
        for m in SAYING.finditer(text)
        for who, attribute, how, value, old in [m.groups()]
    ]
    for m in re.finditer(r"meant (\w+)", text):
        last = next((t.candidates[-1] for t in reversed(context) if t.role == "user" and t.candidates), None)
        if last:
            old = last.value
            found.append(
                Candidate(
                    last.attribute,
                    m[1],
                    last.entity,
                    change=True,
                    replaces=old,
                    span=m.span(1),
                    clause=m.span(),
                )
            )
    return found


@pytest.fixture(scope="session")
def speller():
    """The extractor of that language."""
    return spell


@pytest.fixture(scope="session")
def told():
    """A book of that language that has heard these texts, a minute apart."""

    def told(*texts: str, **options) -> FactBook:
        book = FactBook("t", extractor=spell, **options)
        for n, text in enumerate(texts):
            book.hear(text, at=60 * n)
        return book

    return told
