"""Conversations with conflicts that were handed to the project: what must be in force, pending and absent."""

from __future__ import annotations

import json

import pytest

from memlab.facts import FactBook

FROM_NOWHERE = ("city", "budget", "job", "employer", "allergy", "name", "age")


def rows(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def plain(value) -> str:
    return "".join(str(value).casefold().split())


def heard(case: dict) -> FactBook:
    book = FactBook(tenant="t")
    for n, turn in enumerate(case["turns"]):
        book.hear(turn, at=1_700_000_000 + 60 * n)
    return book


def wrong(case: dict) -> list[str]:
    """What a book that has heard the conversation has otherwise than it must be."""
    book = heard(case)
    have = {a: {plain(v) for v in book.values(a)} for a in {*case["active"], *case["absent"], *FROM_NOWHERE}}
    wanted = {a: {plain(v) for v in values} for a, values in case["active"].items()}
    found = [f"{a} is {have[a]}, not {values}" for a, values in wanted.items() if have[a] != values]
    found += [f"{a} still has {v}" for a, vs in case["absent"].items() for v in vs if plain(v) in have[a]]
    waiting = {p.attribute for p in book.pending()}
    found += [f"{attribute} is not pending" for attribute in case["pending"] if attribute not in waiting]
    if not wanted:
        found += [f"{a} came from nowhere: {have[a]}" for a in FROM_NOWHERE if have[a]]
    return found


@pytest.fixture(scope="module")
def cases(data) -> list[dict]:
    return rows((data / "conflict_cases.jsonl").read_text(encoding="utf-8"))


def test_every_handed_conversation(cases):
    assert len(cases) == 40
    assert {case["id"]: found for case in cases if (found := wrong(case))} == {}


def test_the_comparison_can_fail(cases):
    """The control: with wishes that cannot be met, every part of it says so."""
    told = {
        "turns": ["I live in Berlin."],
        "active": {"city": ["Rome"]},
        "absent": {"city": ["Berlin"]},
        "pending": ["city"],
    }
    assert len(wrong(told)) == 3
    assert wrong({**told, "active": {}, "absent": {}, "pending": []}) == [
        "city came from nowhere: {'berlin'}"
    ]


def test_the_copy_is_the_handed_file(cases, shared):
    handed = shared / "cases" / "conflict_cases_dev.jsonl"
    assert rows(handed.read_text(encoding="utf-8")) == cases


def test_nothing_that_is_pending_in_the_cases_is_so_by_accident(cases):
    """Where none must be pending, none is: a book that asked back about all would pass otherwise."""
    asked = {case["id"]: heard(case).pending() for case in cases if not case["pending"]}
    assert {id: pending for id, pending in asked.items() if pending} == {}
