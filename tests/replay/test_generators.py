"""Generators: each makes the shape that it names, and the same one for the same seed everywhere."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest

from memlab import tokens
from memlab.bank import IMPORTANCE
from memlab.replay import GENERATORS, simulate
from memlab.replay.generators import bursty, conversation, loop, scan_over_zipf, sliding_window, zipf

# SHA-256 over keys, times and operations of the first 500 accesses: made once, the same for ever.
PRINTS = {
    "zipf": "3b2dd03c23dc4b40",
    "scan_over_zipf": "3b2dd03c23dc4b40",
    "loop": "60cfb1042a467ff9",
    "sliding_window": "842192b8e0277fc2",
    "bursty": "9dfe9c357c86f372",
    "conversation": "6bc9359e7e80bfc9",
}


def fingerprint(trace):
    rows = [[access.key, access.time, access.operation] for access in trace]
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()[:16]


def test_the_table_holds_all_six_with_a_line_for_menus():
    assert list(GENERATORS) == list(PRINTS)
    for make in GENERATORS.values():
        assert 20 < len(make.__doc__.splitlines()[0]) < 110


@pytest.mark.parametrize("name", PRINTS)
def test_a_seed_gives_the_same_trace_everywhere(name):
    assert fingerprint(GENERATORS[name](500)) == PRINTS[name]


@pytest.mark.parametrize("name", [name for name in PRINTS if name != "loop"])
def test_another_seed_gives_another_trace(name):
    make = GENERATORS[name]
    assert fingerprint(make(500, seed=1)) != fingerprint(make(500))


@pytest.mark.parametrize("name", PRINTS)
@pytest.mark.parametrize("n", [0, 1, 777])
def test_length_is_what_was_asked_for(name, n):
    assert len(GENERATORS[name](n)) == n


@pytest.mark.parametrize("name", PRINTS)
def test_a_shorter_trace_is_the_beginning_of_a_longer_one(name):
    make = GENERATORS[name]
    assert fingerprint(make(500)[:200]) == fingerprint(make(200))


def test_zipf_reads_key_k_as_often_as_its_rank_says():
    trace = zipf(100_000, keys=100, alpha=1.0)
    counts = Counter(trace.names[id] for id in trace.ids)
    assert set(counts) <= set(range(100))
    assert counts[0] / counts[1] == pytest.approx(2, rel=0.05)
    assert counts[0] / counts[9] == pytest.approx(10, rel=0.1)


def test_zipf_with_alpha_0_is_fair_and_a_large_one_hardly_reads_a_second_key():
    fair = Counter(access.key for access in zipf(50_000, keys=5, alpha=0))
    assert all(count == pytest.approx(10_000, rel=0.05) for count in fair.values())
    assert zipf(1_000, keys=50, alpha=100).names == (0,)


def test_a_scan_reads_fresh_keys_once():
    trace = scan_over_zipf(60, keys=10, every=20, length=5)
    keys = [access.key for access in trace]
    assert keys[20:25] == [10, 11, 12, 13, 14] and keys[45:50] == [15, 16, 17, 18, 19]
    assert all(key < 10 for key in keys[:20] + keys[25:45] + keys[50:])


def test_a_loop_one_larger_than_the_bank_never_hits_under_lru():
    trace = loop(1_000, keys=11)
    assert simulate(trace, "lru", 10).hits == 0
    assert simulate(trace, "lru", 11).misses == 11


def test_a_window_reads_only_the_last_keys():
    trace = sliding_window(5_000, window=50, dwell=10)
    for place, access in enumerate(trace):
        assert place // 10 <= access.key < place // 10 + 50
    assert simulate(trace, "lru", 150).miss_ratio < 0.15


def test_a_burst_has_few_keys():
    trace = bursty(20_000, keys=1_000, burst=200, hot=10)
    for start in range(0, 20_000, 200):
        common = Counter(access.key for access in trace[start : start + 200]).most_common(10)
        assert sum(count for _, count in common) > 150
    assert len(trace.names) > 500


def test_a_conversation_writes_before_it_reads_and_reads_what_was_last_written():
    now = {}
    for access in conversation(5_000):
        if access.operation == "write":
            now[access.key] = access.text
        assert now[access.key] == access.text
        assert access.size == tokens.count(access.text)


def test_a_conversation_has_topics_that_return_corrections_and_small_talk_never_read():
    trace = list(conversation(5_000, topics=24))
    reads = Counter(access.key for access in trace if access.operation == "read")
    writes = Counter(access.key for access in trace if access.operation == "write")
    chats = {key for key in writes if key.startswith("chat")}
    assert len(chats) > 500 and not chats & set(reads)
    assert sum(count > 1 for count in writes.values()) > 50
    visits = [access.key.split("/")[0] for access in trace if access.key not in chats]
    visits = Counter(name for name, before in zip(visits, ["", *visits], strict=False) if name != before)
    assert len(visits) == 24 and min(visits.values()) > 2
    assert {access.importance for access in trace} == {grade / 10 for grade in IMPORTANCE.values()}
    assert [access.time for access in trace] == sorted(access.time for access in trace)


def test_a_conversation_is_english_and_chinese():
    texts = {access.text for access in conversation(2_000)}
    assert any("预算" in text for text in texts) and any(
        "budget" in text or "euros" in text for text in texts
    )
    assert conversation(50, topics=1).names[0] == "trip 1/seat"


@pytest.mark.parametrize(
    "make, bad",
    [
        (zipf, {"n": -1}),
        (zipf, {"n": 2.5}),
        (zipf, {"keys": 0}),
        (zipf, {"alpha": -0.1}),
        (zipf, {"alpha": float("nan")}),
        (zipf, {"alpha": "x"}),
        (zipf, {"alpha": 101, "n": 0}),
        (scan_over_zipf, {"alpha": None}),
        (zipf, {"seed": -1}),
        (zipf, {"seed": "x"}),
        (scan_over_zipf, {"every": 0}),
        (scan_over_zipf, {"length": 0}),
        (loop, {"keys": 0}),
        (sliding_window, {"window": 0}),
        (sliding_window, {"dwell": 0}),
        (bursty, {"burst": 0}),
        (bursty, {"hot": 0}),
        (conversation, {"topics": 0}),
        (conversation, {"n": True}),
    ],
)
def test_a_parameter_that_makes_no_trace_is_refused_by_name(make, bad):
    with pytest.raises((TypeError, ValueError), match=f"^{next(iter(bad))}: .*allowed"):
        make(**bad)
