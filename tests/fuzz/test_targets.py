"""The targets of coverage-guided fuzzing, without it: each takes the hostile bytes and its own good input."""

from __future__ import annotations

import importlib.util
import json

import pytest
from memlab_hostile import BYTES, FUZZ, TEXTS, damaged

from memlab.tiers import journal

NAMES = ("chats", "masked", "traces", "programs", "facts", "commands", "lines", "imports")
GOOD = {
    "chats": b'[{"role": "user", "content": "I live in Riga."}]',
    "masked": "我的手机是13800138000, key sk-abcdefghijklmnop1234".encode(),
    "traces": b"\x03" + b'{"key": "a", "time": 1, "op": "get"}\n',
    "programs": b'[{"id": 1, "use": ["a"], "def": [], "succ": [1]}]',
    "facts": "I live in Riga. 我住在北京。".encode(),
    "commands": b"zadd\tk\t1\ta\nzrange\tk\t0\t-1\nzadd\tk\tnan\ta\nset\tk\tv\tEX\t-1",
    "lines": journal.write("t", journal.Grave("m1", 3, 0.0))[26:],
    "imports": json.dumps([{"record": "memory", "memory": {"id": "a", "tenant": "t", "text": "x"}}]).encode(),
}


@pytest.fixture(scope="module")
def targets(repo):
    path = repo / "tests" / "fuzz" / "atheris_targets.py"
    spec = importlib.util.spec_from_file_location("atheris_targets", path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made.TARGETS


def test_all_targets_are_tried(targets):
    assert tuple(targets) == NAMES == tuple(GOOD)


@pytest.mark.parametrize("name", NAMES)
def test_a_target_finds_nothing_in_the_usual_hostile_bytes(targets, name):
    texts = [text.encode("utf-8", "surrogatepass") for text in TEXTS]
    odd = [content[:1_000] for content in (*BYTES, *texts)]
    deep = b'"a":' + b"[" * 3_000
    for content in (GOOD[name], deep, *odd[:: 1 if FUZZ > 1 else 3], *damaged(GOOD[name], 12 * FUZZ)):
        targets[name](content)
