"""Hostile databases, journals, caches: what somebody changed is read, healed, or told as a StoreError.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from memlab_hostile import FUZZ, VALUES, mutations

from memlab.context import LLMError, MemoryManager
from memlab.tiers import MemoryStore, StoreError
from memlab.tiers.memory import Memory
from memlab.zset import EmulatedRedis

SAID = ["My name is Ann.", "I live in Riga.", "I moved to Oslo.", "我对花生过敏。", "Forget my name."]
CELLS: list[Any] = [
    None,
    -1,
    0,
    7,
    2**40,
    2**62,
    1.5,
    1e300,
    "",
    "x",
    "../../x",
    "[]",
    "{}",
    b"\xff\0",
    "9" * 50,
]


def clock() -> float:
    return 1e9


def opened(path: Any, client: Any = None) -> MemoryManager:
    return MemoryManager("t", path, client=client, clock=clock, llm=lambda prompt: "ok")


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    path = tmp_path_factory.mktemp("filled") / "s"
    with opened(path) as m:
        for said in SAID:
            m.process_message(said)
        m.set_state("job", "begun", a=1)
        m.update_setting("lang", "en")
        ids = [m.store.add(f"note {n} of Riga", id=f"n{n}").id for n in range(6)]
        m.store.update("n1", text="note one of Riga")
        m.store.forget("n2")
        m.store.merge([m.store.add(w, id=w).id for w in ("green tea", "black tea")])
        for n in range(30):
            m.store.add(f"turn {n} about tea", id=f"t{n}", kind="turn", at=n, session="old", place=n + 1)
        m.store.archive(older_than=5)
        m.working_layer._documents.put("wk", {"owner": "x", "values": {"a": 1}})
        assert ids
    return path


CALLS: dict[str, Callable[[MemoryManager], Any]] = {
    "items": lambda m: m.store.items(),
    "recall": lambda m: [m.store.recall(q).memories for q in ("Riga", "tea", "where do I live?")],
    "get": lambda m: [m.store.get(id) for id in ("n0", "n1", "t3")],
    "versions": lambda m: m.store.versions("n1"),
    "as_of": lambda m: m.store.as_of(1e9),
    "why": lambda m: m.store.why("n1"),
    "tiers": lambda m: m.store.tiers(),
    "export": lambda m: list(m.store.export_lines()),
    "facts": lambda m: (m.facts.values("city"), m.facts.history()),
    "states": lambda m: (m.states(), m.get_state("job"), m.setting("lang"), m.state_layer.history("job")),
    "working": lambda m: m.working("wk").__enter__(),
    "sessions": lambda m: m.sessions.sessions(),
    "add": lambda m: m.store.add("a new note on Riga", id="new"),
    "update": lambda m: m.store.update("n1", importance=7),
    "ask": lambda m: m.process_message("Where do I live now?"),
    "reconcile": lambda m: m.store.reconcile(),
    "check": lambda m: m.store.warm.check(),
    "sweep": lambda m: m.store.sweep(),
    "forget": lambda m: m.store.forget("n1"),
    "forget_all": lambda m: m.store.forget_all(),
}


def tried(path: Any, client: Any = None, calls: dict[str, Callable[[MemoryManager], Any]] = CALLS) -> None:
    """Every call on what lies there: it works, or a StoreError says what is wrong."""
    try:
        m = opened(path, client)
    except StoreError as told:
        assert str(told).strip()
        return
    with m:
        for name, call in calls.items():
            try:
                call(m)
            except (StoreError, LLMError) as told:
                assert str(told).strip(), name
            except Exception as raw:
                raise AssertionError(f"{name}: {raw!r}") from raw


def columns(path: Any) -> list[tuple[str, str]]:
    with sqlite3.connect(path / "warm.sqlite") as c:
        names = [n for (n,) in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        own = [n for n in names if not n.startswith(("words", "sqlite"))]
        return [(n, row[1]) for n in own for row in c.execute(f'PRAGMA table_info("{n}")')]


def test_rows_whose_columns_somebody_changed(filled, tmp_path):
    drawn = random.Random(11)
    for n in range(6 * FUZZ):
        path = tmp_path / f"d{n}"
        shutil.copytree(filled, path)
        table, column = drawn.choice(columns(path))
        value, among = drawn.choice(CELLS), drawn.choice(["", " WHERE rowid % 2", " WHERE rowid = 1"])
        try:
            with sqlite3.connect(path / "warm.sqlite") as c:
                c.execute(f'UPDATE "{table}" SET "{column}" = ?{among}', (value,))
        except sqlite3.Error:
            continue
        finally:
            c.close()
        try:
            tried(path)
        except AssertionError as wrong:
            raise AssertionError(f"{table}.{column} = {value!r}{among}: {wrong}") from wrong
        shutil.rmtree(path)


def sealed(row: dict) -> bytes:
    """A line of the cold tier with a right checksum, whatever it says."""
    rest = (json.dumps(row, ensure_ascii=False, separators=(",", ":"))[1:] + "\n").encode()
    return b'{"sum":"' + hashlib.blake2b(rest, digest_size=8).hexdigest().encode() + b'",' + rest


def test_lines_of_the_cold_tier_with_a_right_checksum(filled, tmp_path):
    cold = next((filled / "cold").rglob("*.jsonl"))
    lines = cold.read_bytes().splitlines(keepends=True)
    drawn = random.Random(13)
    for n in range(5 * FUZZ):
        path = tmp_path / f"c{n}"
        shutil.copytree(filled, path)
        at = drawn.randrange(len(lines))
        row = json.loads(lines[at])
        row.pop("sum", None)
        odd = next(mutations(row, 1, drawn.random()))
        try:
            line = sealed(odd) if isinstance(odd, dict) else b"[]\n"
        except UnicodeError:
            continue
        (path / cold.relative_to(filled)).write_bytes(b"".join([*lines[:at], line, *lines[at + 1 :]]))
        if n % 2:
            for file in path.glob("warm.sqlite*"):
                file.unlink()
        tried(path, calls={"reconcile": CALLS["reconcile"], **CALLS})
        shutil.rmtree(path)


def test_keys_of_the_hot_tier_that_another_program_changed(tmp_path):
    drawn = random.Random(17)
    for n in range(12 * FUZZ):
        r, odd = EmulatedRedis(), drawn.choice([b"", b"null", b"[]", b"5", b"{}", b"\xff", b"1e400", b"x"])
        with opened(tmp_path / f"h{n}", r) as m:
            for k in range(4):
                m.store.add(f"word{'abcd'[k]} on Riga", id=f"n{k}")
            key = drawn.choice(sorted(r.keys("*")))
            if n % 2 and r.type(key) == b"hash":
                r.hset(key, drawn.choice(r.hkeys(key)), odd)
            else:
                r.delete(key)
                r.set(key, odd) if n % 3 else r.zadd(key, {odd: 1})
        tried(tmp_path / f"h{n}", r, {k: CALLS[k] for k in ("items", "recall", "add", "reconcile", "tiers")})
        with opened(tmp_path / f"h{n}", r) as m:
            m.store.reconcile()
            assert not m.store.reconcile() and m.store.hot.scores() is not None  # healed


def test_rows_of_an_export_that_somebody_changed(filled):
    with opened(filled) as m:
        rows = list(m.store.export())
    drawn = random.Random(19)
    for n in range(3 * FUZZ):
        odd = [each for _ in range(6) for each in mutations(drawn.choice(rows), 1, drawn.random())]
        with MemoryStore("t", clock=clock) as store:
            assert len(store.import_([*odd, *rows])) == len(odd) + len(rows), n
            assert all(id and m.tenant == "t" for m in store.items() for id in [m.id])


@pytest.mark.parametrize("id", ["../../x", "a/b", "a\0b", "..", "x" * 10_000, "__proto__", "C:\\x"])
def test_no_name_is_a_path(tmp_path, id):
    with MemoryManager(id, tmp_path / "s", clock=clock, llm=lambda prompt: "ok") as m:
        m.store.add("a note on Riga", id=id, session=id)
        m.store_session_memory(id, ["I live in Riga."])
        m.set_state(id, "begun")
        m.update_setting(id, 1)
        assert m.store.get(id).text == "a note on Riga" and m.get_state(id)
    assert [path.name for path in tmp_path.iterdir()] == ["s"]


def test_odd_fields_of_a_memory_do_not_read():
    row = json.loads(Memory("t", "a", "tea").to_json())
    for name in row:
        for value in VALUES:
            try:
                read = Memory.from_json(json.dumps({**row, name: value}))
            except (ValueError, TypeError):
                continue
            assert read.to_json() and type(read.text) is str and read.at + 0 == read.at


@pytest.mark.parametrize("answer", [None, b"x", {}, [], 5, 1.5, object(), True])
def test_a_model_that_answers_anything_but_text(tmp_path, answer):
    with (
        MemoryManager("t", clock=clock, llm=lambda prompt: answer) as m,
        pytest.raises((TypeError, LLMError)),
    ):
        m.process_message("I live in Riga.")
