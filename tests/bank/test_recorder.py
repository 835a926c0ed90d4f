"""The recorder: what a running bank writes down can be read back and replayed, whatever the disk does."""

from __future__ import annotations

import copy
import json
import os
import pathlib
import pickle
import random

import pytest

from memlab import tokens
from memlab.bank import MemoryBank, TooLarge
from memlab.replay import read_trace, simulate


def size_of(content):
    return len(content)


LONG = pytest.param(10**5000, id="5001 digits")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "agent.jsonl"


def written(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def accesses(path):
    return [(access.key, access.operation) for access in read_trace(path)]


# -- what is written


def test_a_line_an_access_on_the_disk_before_the_call_returns(path, clock):
    bank = MemoryBank(20, "lru", size=tokens.count, clock=clock, record=path)
    assert path.read_bytes() == b""
    bank.add("my cart holds oolong", 0.7, id="cart")
    size = tokens.count("my cart holds oolong")
    row = {"time": clock.now, "key": "cart", "op": "write", "size": size, "importance": 0.7}
    assert written(path) == [row]


def test_uses_are_reads_and_a_use_of_what_is_gone_is_one_that_missed(path, clock):
    bank = MemoryBank(2, "lru", clock=clock, record=str(path))
    for id in ("a", "b", "c"):
        bank.add("tea", id=id)
    assert not bank.touch("a") and bank.touch("b") and not bank.touch("never there")
    rows = written(path)
    assert [row["op"] for row in rows] == ["write"] * 3 + ["read"] * 3
    assert [row.get("hit", True) for row in rows[3:]] == [False, True, False]
    assert rows[4]["size"] == 1 and "size" not in rows[3]


def test_a_recall_reads_each_memory_that_it_hands_out(path, clock):
    bank = MemoryBank(5, clock=clock, record=path)
    for id in ("a", "b", "c", "d"):
        bank.add("oolong" if id != "d" else "cup", id=id)
    before = path.stat().st_size
    assert bank.recall("pu-erh") == [] and path.stat().st_size == before
    found = bank.recall("oolong", top=2)
    assert [(row["key"], row["op"]) for row in written(path)[4:]] == [(item.id, "read") for item in found]


def test_looking_is_no_access_and_what_is_refused_none_either(path, clock):
    bank = MemoryBank(5, size=size_of, clock=clock, record=path)
    bank.add("tea", id="a")
    before = path.read_bytes()
    assert (
        bank.get("a") and "a" in bank and bank.items and bank.why("a") and bank.used and bank.evict_log == []
    )
    with pytest.raises(TooLarge):
        bank.add("a long memory", id="b")
    with pytest.raises(ValueError):
        bank.add("tea", 2.0)
    bank.forget("a")
    assert path.read_bytes() == before


def test_contents_are_never_written(path, clock):
    bank = MemoryBank(5, clock=clock, record=path)
    bank.add("my PIN is 4711", id="pin")
    bank.recall("PIN")
    assert b"4711" not in path.read_bytes()


@pytest.mark.parametrize("id", ["茶", "a\nb", 'say "hi"', "\u2028", 7, -7, 2.5, True, 10**40])
def test_ids_come_back_as_they_were(path, id):
    MemoryBank(record=path).add("tea", id=id)
    assert read_trace(path).names == (id,) and type(read_trace(path).names[0]) is type(id)


@pytest.mark.parametrize(
    "id", [("a", 1), frozenset("a"), float("nan"), float("inf"), "\ud800", "", b"a", LONG]
)
def test_an_id_that_json_cannot_carry_is_refused_before_anything_changes(path, id):
    bank = MemoryBank(record=path)
    for call in (lambda: bank.add("tea", id=id), lambda: bank.touch(id)):
        with pytest.raises((TypeError, ValueError), match=r"(id|key): .*allowed"):
            call()
    assert len(bank) == 0 and path.read_bytes() == b"" and bank._seq == 0


def test_without_a_record_any_hashable_is_an_id():
    bank = MemoryBank()
    bank.add("tea", id=("a", 1))
    assert bank.touch(("a", 1))


# -- the file


def test_a_second_bank_goes_on_where_the_first_ended(path):
    MemoryBank(record=path).add("tea", id="a")
    MemoryBank(record=path).add("tea", id="b")
    assert accesses(path) == [("a", "write"), ("b", "write")]


def test_two_banks_may_share_a_file(path):
    banks = MemoryBank(record=path), MemoryBank(record=path)
    for n in range(20):
        banks[n % 2].add("tea", id=n)
    assert [key for key, _ in accesses(path)] == list(range(20))


def test_a_torn_last_line_is_never_glued_to_the_next_access(path):
    bank = MemoryBank(record=path)
    bank.add("tea", id="a")
    with open(path, "ab") as file:
        file.write(b'{"time": 1, "key": "b", "o')  # another process was killed here
    bank.add("tea", id="c")
    trace = read_trace(path)
    assert trace.names == ("a", "c")
    assert [problem.line for problem in trace.problems] == [2]


def test_a_line_that_was_torn_just_now_is_reported_and_not_fatal(path):
    bank = MemoryBank(record=path)
    for id in "abc":
        bank.add("tea", id=id)
    path.write_bytes(path.read_bytes()[:-9])
    trace = read_trace(path)
    assert trace.names == ("a", "b") and "torn last line" in trace.problems[0].why


def test_the_file_may_be_moved_away_meanwhile(path):
    bank = MemoryBank(record=path)
    bank.add("tea", id="a")
    path.rename(path.with_suffix(".old"))
    bank.add("tea", id="b")
    assert accesses(path) == [("b", "write")]


def test_a_later_change_of_folder_makes_no_difference(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bank = MemoryBank(record="agent.jsonl")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    bank.add("tea", id="a")
    assert accesses(tmp_path / "agent.jsonl") == [("a", "write")]


@pytest.mark.parametrize("record", [3, b"agent.jsonl", ["a"], True])
def test_what_is_no_path_is_refused(record):
    with pytest.raises(TypeError, match=r"record: .*allowed is a path"):
        MemoryBank(record=record)


@pytest.mark.parametrize("record", ["agent\0.jsonl", "\ud800.jsonl"])
def test_what_no_file_can_be_called_is_refused(record):
    with pytest.raises(ValueError, match=r"record: '.*jsonl' is none .*allowed is a path"):
        MemoryBank(record=record)


def test_a_file_that_cannot_be_is_refused_when_the_bank_is_made(tmp_path):
    with pytest.raises(OSError, match=r"record: .*allowed is a file with room"):
        MemoryBank(record=tmp_path)
    with pytest.raises(FileNotFoundError, match="record: "):
        MemoryBank(record=tmp_path / "no folder" / "agent.jsonl")


@pytest.mark.skipif(
    not pathlib.Path("/dev/full").exists(), reason="only Linux has a device that is always full"
)
def test_a_full_disk_refuses_the_access_and_nothing_changes(path, clock):
    bank = MemoryBank(2, "lru", clock=clock, record=path)
    for id in ("a", "b", "c"):
        bank.add("oolong", id=id)
    before, lines = (bank.items, bank.evict_log, bank._seq, bank._recalled), path.read_bytes()
    bank._recorder.path = "/dev/full"
    for call in (lambda: bank.add("tea", id="d"), lambda: bank.touch("b"), lambda: bank.recall("oolong")):
        with pytest.raises(OSError, match="record: No space left on device; nothing was recorded or changed"):
            call()
    assert (bank.items, bank.evict_log, bank._seq, bank._recalled) == before and path.read_bytes() == lines
    bank._recorder.path = str(path)
    bank.add("tea", id="d")
    assert accesses(path)[-1] == ("d", "write") and len(accesses(path)) == 4


def test_what_a_full_disk_left_half_written_is_taken_back(path, monkeypatch):
    bank = MemoryBank(record=path)
    bank.add("tea", id="a")
    whole = path.read_bytes()
    monkeypatch.setattr("builtins.open", lambda *args, **options: _Short(*args, **options))
    with pytest.raises(OSError, match="record: "):
        bank.add("tea", id="b")
    monkeypatch.undo()
    assert path.read_bytes() == whole and "b" not in bank


class _Short:
    """A file on a disk with room for ten more bytes."""

    def __init__(self, path, mode, buffering):
        self.file = _open(path, mode, buffering)

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        self.file.close()

    def __getattr__(self, name):
        return getattr(self.file, name)

    def write(self, data):
        return self.file.write(data[:10])


_open = open


# -- copies


def test_a_deep_copy_is_a_what_if_and_records_nothing(path):
    bank = MemoryBank(record=path)
    bank.add("tea", id="a")
    copy.deepcopy(bank).add("tea", id="b")
    bank.add("tea", id="c")
    assert accesses(path) == [("a", "write"), ("c", "write")]


def test_a_pickled_bank_goes_on_recording(path, clock):
    bank = MemoryBank(size=size_of, clock=clock, record=path)
    bank.add("tea", id="a")
    pickle.loads(pickle.dumps(bank)).touch("a")
    assert accesses(path) == [("a", "write"), ("a", "read")]


# -- the replay


@pytest.mark.parametrize("policy", ["fifo", "lru", "lfu", "article", "article_protected", "scored"])
@pytest.mark.parametrize("unit", ["items", "tokens"])
@pytest.mark.parametrize("seed", range(5))
def test_a_replay_evicts_what_the_bank_evicted(path, clock, policy, unit, seed):
    """An agent that fetches what it missed, at once or a little later, as the replay does."""
    draw = random.Random(seed)
    bank = MemoryBank(7 if unit == "items" else 40, policy, None if unit == "items" else size_of, clock, path)
    texts = {f"fact {n}": "tea " * draw.randint(1, 4) for n in range(20)}
    worth = {id: draw.choice((0.1, 0.3, 0.7, 1.0)) for id in texts}
    for _ in range(400):
        clock.now += draw.choice((0.0, 1.0, 60.0, 1800.0))
        ids = draw.sample(sorted(texts), draw.randint(1, 3))
        if draw.random() < 0.3:
            texts[ids[0]] = "tea " * draw.randint(1, 4)
            bank.add(texts[ids[0]], worth[ids[0]], id=ids[0])
        elif draw.random() < 0.2:
            bank.recall("tea", top=2)
        else:
            for id in [id for id in ids if not bank.touch(id)]:
                bank.add(texts[id], worth[id], id=id)
    trace = read_trace(path)
    result = simulate(trace, policy, bank.capacity, unit)
    assert [departure.key for departure in result.evictions] == [entry.id for entry in bank.evict_log]
    assert len(result.evictions) > 50 and set(result.resident) == {item.id for item in bank.items}


def test_what_is_written_can_be_read_by_anybody_who_reads_json(path):
    bank = MemoryBank(1, "lru", record=path)
    bank.add("tea", id="a")
    bank.add("tea", id="b")
    bank.touch("a")
    assert all(set(row) >= {"time", "key", "op"} for row in written(path))
    assert os.linesep == "\r\n" or b"\r" not in path.read_bytes()
