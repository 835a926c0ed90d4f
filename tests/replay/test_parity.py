"""Miss counts against those that libCacheSim 0.3.5 gave, and what public reports ask of a cache."""

import gzip
import json

import pytest

from memlab.replay import Access, Trace, simulate

NAMES = {
    "FIFO": "fifo",
    "LRU": "lru",
    "LFU": "lfu",
    "Belady": "belady",
    "Sieve": "sieve",
    "ARC": "arc",
    "TwoQ": "2q",
    "Clock": "clock",
}


@pytest.mark.parametrize("policy", NAMES.values())
def test_counts_as_libcachesim_does(data, policy):
    with gzip.open(data / "policy_misses.jsonl.gz", "rt", encoding="utf-8") as file:
        cases = [json.loads(line) for line in file]
    assert len(cases) == 10
    for case in cases:
        for capacity, misses in zip(case["capacities"], case["misses"][policy], strict=True):
            if misses is not None:  # its 2q takes nobody in below a capacity of 4; ours does
                got = simulate(case["trace"], policy, capacity).misses
                assert got == misses, f"{case['name']} at {capacity}"


def test_counts_as_libcachesim_does_on_long_traces(shared):
    with gzip.open(shared / "data" / "policy_traces_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        traces = {row["name"]: Trace.of_keys(row["trace"]) for row in map(json.loads, file)}
    parity = json.loads((shared / "cases" / "policy_parity_dev.json").read_text(encoding="utf-8"))["traces"]
    for name, row in parity.items():
        for theirs, policy in NAMES.items():
            got = [simulate(traces[name], policy, capacity).misses for capacity in row["sizes"]]
            assert got == row["libcachesim"][theirs], f"{name} {policy}"
        got = [simulate(traces[name], "belady_bypass", capacity).misses for capacity in row["sizes"]]
        assert got == row["plain"]["Belady_bypass"], name


def _reports(data):
    lines = (data / "cache_reports.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for case in map(json.loads, lines) if case["input"]["policy"] in ("FIFO", "LRU", "LFU")]


def _accesses(given):
    """put = write, get = read; asking whether a key is there is no access."""
    if "trace" in given:
        return [Access(key) for key in given["trace"]]
    kinds = {"put": "write", "get": "read"}
    steps = [(*step, 1)[:3] for step in given["ops"] if step[0] != "has"]
    return [Access(key, n, kinds[op], size) for n, (op, key, size) in enumerate(steps)]


def test_public_bug_reports_have_the_right_outcome(data):
    cases = _reports(data)
    assert len(cases) == 6
    for case in cases:
        given = case["input"]
        unit = "tokens" if any(len(step) > 2 for step in given.get("ops", [])) else "items"
        result = simulate(_accesses(given), given["policy"].lower(), given["capacity"], unit)
        assert sorted(result.resident) == sorted(case["expected_keys"]), case["what"]
