"""Types are part of the package: a strict checker accepts what uses memlab rightly, and nothing else."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

RIGHT = """
from memlab.bank import MemoryBank, PriorityMemory
from memlab.context import MemoryManager, offline_llm
from memlab.facts import FactBook
from memlab.flow import LIVENESS, Program, liveness_analysis, solve
from memlab.replay import POLICIES, Result, simulate
from memlab.tiers import MemoryStore
from memlab.zset import EmulatedRedis


def needed(turns: list[dict[str, list[str]]]) -> int:
    program = Program.from_turns(turns)
    return len(solve(program, LIVENESS).after[1]) + liveness_analysis(program)[2]


def misses(keys: list[str]) -> dict[str, float]:
    results: list[Result] = [simulate(keys, policy=name, capacity=2) for name in POLICIES]
    return {name: result.miss_ratio for name, result in zip(POLICIES, results)}


def main() -> str:
    bank = MemoryBank(capacity=1, policy="lru")
    item = bank.add("peanuts", 0.9, id="allergy")
    memory = PriorityMemory(EmulatedRedis(), "u1")
    book = FactBook("u1")
    book.hear("I live in Ulm.", at=1.0)
    store = MemoryStore("u1")
    receipt = store.add("likes tea", importance=3.0)
    manager = MemoryManager("u1", llm=offline_llm)
    answer: dict[str, object] = manager.process_message("Hello")
    found = [hit.memory.text for hit in store.recall("tea", top_k=2).hits]
    told = [item.content, bank.why("allergy").text, *book.values("city"), *found]
    return f"{told} {memory} {receipt} {answer}"
"""
IMPORTS = """
from memlab.bank import MemoryBank
from memlab.facts import FactBook
from memlab.flow import Program
from memlab.replay import simulate
from memlab.tiers import MemoryStore
"""
WRONG = {  # a line, and the kind of error that it is
    "Program.from_turns(7)": "arg-type",
    'MemoryBank(capacity="five")': "arg-type",
    'simulate(["a"], capacity="ten")': "arg-type",
    'FactBook("u1").values(3)': "arg-type",
    'MemoryStore("u1").add("tea", importance="high")': "arg-type",
    'city: int = FactBook("u1").values("city")': "assignment",
}


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> list[str]:
    """What mypy says of both programs, somewhere away from the checkout."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "right.py").write_text(RIGHT, encoding="utf-8")
    (folder / "wrong.py").write_text(IMPORTS + "\n".join(WRONG), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-color-output", "--no-error-summary"]
    command += ["--cache-dir", str(folder / "cache"), "right.py", "wrong.py"]
    run = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
    assert run.stderr == ""
    return run.stdout.splitlines()


def test_a_program_that_uses_the_public_names_is_accepted(told):
    """Also: the package says that it has types, else each import would be an error of its own."""
    assert [line for line in told if not line.startswith("wrong.py:")] == []


def test_each_wrong_use_is_refused_where_it_stands(told):
    first = IMPORTS.count("\n") + 1
    found = [re.match(r"wrong\.py:(\d+): error: .*\[(.+)\]$", line).groups() for line in told]
    assert found == [(str(first + n), kind) for n, kind in enumerate(WRONG.values())]
