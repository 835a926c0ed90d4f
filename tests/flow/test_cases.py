"""Recorded cases: functions of the Bril benchmark suite (MIT licence), random graphs, public bug reports.

They lie in tests/data; how each was made is told in the "meta" of liveness_bril.json.gz.
"""

from __future__ import annotations

import gzip
import json

import pytest

from memlab.flow import LIVENESS, REACHING, Program, liveness_analysis, solve

Sets = list[list[str]]


def check_liveness(statements, live_in: Sets, live_out: Sets) -> None:
    p = Program.from_dicts(statements)
    live = solve(p, LIVENESS)
    assert [live.before[id] for id in p.ids] == [set(names) for names in live_in]
    assert [live.after[id] for id in p.ids] == [set(names) for names in live_out]
    before, after, _ = liveness_analysis(statements)
    assert (before, after) == ([set(names) for names in live_in], [set(names) for names in live_out])


def check_reaching(statements, expected: dict[int, list[int]], side: str) -> None:
    """`expected`: id -> the ids of the definitions that reach it."""
    p = Program.from_dicts(statements)
    facts = getattr(solve(p, REACHING), side)
    assert {id: {d for _, d in facts[id]} for id in expected} == {
        id: set(ids) for id, ids in expected.items()
    }
    assert all(v in p[d].defs for id in expected for v, d in facts[id])


def test_functions_of_the_bril_suite(data):
    with gzip.open(data / "liveness_bril.json.gz", "rt", encoding="utf-8") as file:
        cases = json.load(file)["cases"]
    assert len(cases) == 285
    for case in cases:
        rows = case["expected"]["stmts"]
        check_liveness(case["statements"], [r["live_in"] for r in rows], [r["live_out"] for r in rows])
        blocks = [b for b in case["expected"]["blocks"] if b["stmts"]]
        check_reaching(case["statements"], {b["stmts"][0]: b["reach_in"] for b in blocks}, "before")
        check_reaching(case["statements"], {b["stmts"][-1]: b["reach_out"] for b in blocks}, "after")


def test_random_graphs(data):
    with gzip.open(data / "liveness_random.jsonl.gz", "rt", encoding="utf-8") as lines:
        cases = [json.loads(line) for line in lines]
    assert len(cases) == 120
    for case in cases:
        ids = [s["id"] for s in case["statements"]]
        check_liveness(case["statements"], case["live_in"], case["live_out"])
        check_reaching(case["statements"], dict(zip(ids, case["reach_in"], strict=True)), "before")
        check_reaching(case["statements"], dict(zip(ids, case["reach_out"], strict=True)), "after")


def test_public_reports(data):
    for line in (data / "liveness_reports.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        ids = [s["id"] for s in case["statements"]]
        check_liveness(case["statements"], case["live_in"], case["live_out"])
        check_reaching(case["statements"], dict(zip(ids, case["reach_in"], strict=True)), "before")


@pytest.mark.parametrize("rename", [str, lambda n: ("turn", n), lambda n: n / 2])
def test_ids_may_be_any_hashables(data, rename):
    case = json.loads((data / "liveness_reports.jsonl").read_text(encoding="utf-8").splitlines()[0])
    statements = [{**s, "id": rename(s["id"]), "succ": [*map(rename, s["succ"])]} for s in case["statements"]]
    check_liveness(statements, case["live_in"], case["live_out"])
