"""The compiler's answers that judge exercise 02.5 are the recorded ones, and they do judge."""

from __future__ import annotations

import gzip
import json

import pytest

from memlab import course
from memlab.course import bril
from memlab.flow import LIVENESS, Program, solve


@pytest.fixture(scope="module")
def recorded(data):
    with gzip.open(data / "liveness_bril.json.gz", "rt", encoding="utf-8") as file:
        return {case["name"]: case for case in json.load(file)["cases"]}


@pytest.mark.parametrize("function", bril.functions(), ids=lambda function: function.name.split("#")[-1])
def test_the_functions_are_as_recorded(function, recorded):
    case = recorded[function.name]
    assert function.turns == [{k: s[k] for k in ("id", "use", "def", "succ")} for s in case["statements"]]
    blocks = [block for block in case["expected"]["blocks"] if block["stmts"]]
    assert function.live_in == {block["stmts"][0]: set(block["live_in"]) for block in blocks}


@pytest.mark.parametrize("function", bril.functions(), ids=lambda function: function.name.split("#")[-1])
def test_the_library_agrees_with_the_compiler(function):
    live = solve(Program.from_dicts(function.turns), LIVENESS)
    assert {first: live.before[first] for first in function.live_in} == function.live_in


def test_an_answer_that_is_right_only_on_small_conversations_is_found_out():
    right = course.exercises()["02.5"].answer_in(course.exercises()["02.5"].solution)

    def small_only(turns):
        live = right(turns)
        return live if len(turns) != 8 else {id: names - {"mod"} for id, names in live.items()}

    outcome = course.check("02.5", small_only)
    assert (
        outcome.status == "incorrect"
        and "Bril's own tool differs in `benchmarks/core/orders.bril#gcd`" in str(outcome)
    )


def test_the_licence_travels_with_the_functions(repo):
    text = (repo / "memlab" / "course" / "bril_license.txt").read_text(encoding="utf-8")
    assert "MIT License" in text and "Cornell University" in text and "bril.jsonl" in text
