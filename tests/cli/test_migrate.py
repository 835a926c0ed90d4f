"""Carrying a store over: it is the same on the other side, wherever it was killed, or it is told."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys

import pytest

from memlab.cli import main
from memlab.tiers import MemoryStore
from memlab.tiers.errors import StoreError
from memlab.tiers.migration import Migration, carrying, tables
from memlab.tiers.warm import Repair, Warm

TENANTS = ("mira", "李雷", "nul\x00 and 'quotes\" %", "empty of all but a paper")
QUERIES = ("penicillin allergy", "青霉素过敏", "tea at noon", "turn 7", "ORD-2207")


class Clock:
    def __init__(self):
        self.now = 1_900_000_000.0

    def __call__(self):
        return self.now


def filled(folder):
    """A store with something of everything; the clock that it was written by."""
    clock = Clock()
    for tenant in TENANTS[:3]:
        with MemoryStore(tenant, folder, clock=clock) as store:
            rows = [
                {
                    "text": f"turn {n} about tea at noon, ORD-22{n:02d}",
                    "kind": "turn",
                    "session": "s",
                    "place": n,
                }
                for n in range(12)
            ]
            store.add_many([{**row, "id": f"t{n}", "at": clock.now + n} for n, row in enumerate(rows)])
            store.add(
                "I am allergic to penicillin.", id="allergy", pinned=True, metadata={"a": [1, "茶\x00"]}
            )
            store.add("我对青霉素过敏", id="过敏", kind="profile", importance=9.5)
            clock.now += 10
            store.update("过敏", text="我对青霉素和花生过敏")
            store.update("过敏", importance=10.0)
            store.add("my own", id="own", ttl=5.0)
            store.forget("t3")
            store.forget("t4")
            store.touch("allergy")
            held = {f"t{n}": store.cold.newest(f"t{n}").pointer for n in (0, 1)}
            assert store.warm.demote(tenant, held) == ["t0", "t1"]
            late = store.get("t5").with_(version=2, importance=6.0)
            store.warm.put([late], repairs=[Repair("t5", 2, "hot was away")])
            for value in ({"茶": 1}, {"茶": 2}, None):
                store.warm.put_document(tenant, "papers", "k", {"v": value}, expires_at=None)
            store.warm.put_document(tenant, "papers", "gone", 1)
            store.warm.delete_document(tenant, "papers", "gone")
    with MemoryStore(TENANTS[3], folder, clock=clock) as store:
        store.warm.put_document(TENANTS[3], "papers", "only", ["one"])
    return clock


def image(folder, clock, warm=None):
    """All that can be asked of the stores of a folder."""
    found = {}
    for tenant in TENANTS:
        with MemoryStore(tenant, folder, clock=clock, **({"warm": warm} if warm else {})) as store:
            ids = [[m.id for m in store.recall(query, 8).memories] for query in QUERIES]
            history = {m.id: store.warm.versions(tenant, m.id) for m in store.items()}
            found[tenant] = (ids, history, list(store.export_lines()), store.reconcile(heal=False))
            assert store.warm.check() == []
    return found


@pytest.fixture
def small_pages(monkeypatch):
    monkeypatch.setattr(tables, "PAGE", 7)


def migrated(source, target, *more):
    return main(["migrate", "--from", source, "--to", target, *more])


def test_to_postgresql_and_back_everything_is_as_it_was(tmp_path, fresh_schema, small_pages, capsys):
    clock, url = filled(tmp_path), fresh_schema()
    before = image(tmp_path, clock)
    assert migrated(f"sqlite:{tmp_path}", url) == 0
    assert "done: every table of every tenant" in capsys.readouterr().out
    there = image(tmp_path, clock, url)
    assert {t: found[1:] for t, found in there.items()} == {t: found[1:] for t, found in before.items()}
    for tenant, (ids, *_) in there.items():  # weighed in another way; what fits best is the same
        assert [found[:1] for found in ids[:2]] == [found[:1] for found in before[tenant][0][:2]]
    back = f"sqlite:{tmp_path / 'back.sqlite'}"
    assert migrated(url, back) == 0
    assert image(tmp_path, clock, back) == before
    with MemoryStore(TENANTS[0], tmp_path, clock=clock, warm=url) as store:  # and it goes on
        store.add("a new one, of today", id="new")
        assert store.get("new").seq > max(m.seq for m in store.items() if m.id != "new")
        assert "new" in [m.id for m in store.recall("new of today", 3).memories]


def test_from_file_to_file_and_the_ids_that_recall_gives_are_the_same(tmp_path, small_pages, capsys):
    clock = filled(tmp_path)
    before = image(tmp_path, clock)
    target = f"sqlite:{tmp_path / 'other.sqlite'}"
    assert migrated(f"sqlite:{tmp_path}", target, "--dry-run") == 0
    said = capsys.readouterr().out
    assert "nothing stands in the way; nothing was written" in said and "李雷" in said
    assert not (tmp_path / "other.sqlite").exists()
    assert migrated(f"sqlite:{tmp_path}", target) == 0
    assert image(tmp_path, clock, target) == before
    assert migrated(f"sqlite:{tmp_path}", target) == 0, "what is done is only looked at"


KILLED = """
import os, sys
from memlab.tiers.errors import StoreError
from memlab.tiers.migration import Migration, carrying, tables
tables.PAGE = 7
left = [int(sys.argv[3])]
def die():
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), 9)
real = carrying.meta.put
def put(c, name, value):
    die()  # with the page written and its note not
    real(c, name, value)
    die()  # with both, before the commit
carrying.meta.put = put
with Migration(sys.argv[1], sys.argv[2]) as migration:
    migration.run(migration.plan(), lambda rows: die())  # behind the commit
"""


def killed_and_done(source, target):
    """Kill it at one moment after the other, each time further on, until it comes to its end; how often."""
    for kills in range(200):
        done = subprocess.run([sys.executable, "-c", KILLED, source, target, str(4 + 9 * kills)], timeout=120)
        if done.returncode == 0:
            return kills
        assert done.returncode == -signal.SIGKILL
        if kills == 0:
            with pytest.raises(StoreError, match="a migration into it is not finished"):
                Warm(target)
    raise AssertionError("it never ended")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_killed_at_any_moment_it_goes_on_and_the_result_is_exact(tmp_path, request, small_pages, engine):
    filled(tmp_path)
    source = f"sqlite:{tmp_path}"
    target = f"sqlite:{tmp_path / 'o.sqlite'}"
    if engine == "postgres":
        target = request.getfixturevalue("fresh_schema")()
    assert killed_and_done(source, target) >= 3
    with Migration(source, target) as migration:
        plan = migration.plan()
        assert (plan.state, plan.done, plan.obstacles) == (carrying.DONE, plan.sums.rows, ())
        assert migration.run(plan) == []


def test_a_target_that_holds_something_else_is_refused_and_stays_as_it_is(tmp_path, capsys):
    filled(tmp_path / "one")
    with MemoryStore("somebody", tmp_path / "two") as store:
        store.add("theirs", id="m1")
    there = (tmp_path / "two" / "warm.sqlite").read_bytes()
    assert migrated(f"sqlite:{tmp_path / 'one'}", f"sqlite:{tmp_path / 'two'}") == 1
    assert "stands in the way: the target holds something else" in capsys.readouterr().out
    assert (tmp_path / "two" / "warm.sqlite").read_bytes() == there


def test_a_row_that_does_not_read_is_told_and_nothing_is_written(tmp_path, capsys):
    filled(tmp_path)
    with sqlite3.connect(tmp_path / "warm.sqlite") as c:
        c.execute(
            "UPDATE bodies SET body = 'x' || body WHERE num = (SELECT body FROM memories WHERE id = 'own')"
        )
    assert migrated(f"sqlite:{tmp_path}", f"sqlite:{tmp_path / 'o.sqlite'}") == 1
    said = capsys.readouterr().out
    assert "stands in the way: memories" in said and "'own' of" in said and "reconcile()" in said
    assert not (tmp_path / "o.sqlite").exists()


def test_a_source_that_changes_meanwhile_is_told(tmp_path, small_pages):
    clock = filled(tmp_path)
    target = f"sqlite:{tmp_path / 'o.sqlite'}"

    def write(rows):
        with MemoryStore("mira", tmp_path, clock=clock) as store:
            store.touch("allergy")

    with Migration(f"sqlite:{tmp_path}", target) as migration:
        (told,) = migration.run(migration.plan(), write)
        assert "the source was changed meanwhile" in told
    with Migration(f"sqlite:{tmp_path}", target) as migration:
        plan = migration.plan()
        assert plan.state == carrying.UNDER_WAY and "was changed since" in plan.obstacles[0]


def test_what_was_lost_or_changed_on_the_way_is_told_table_by_table(tmp_path, capsys):
    filled(tmp_path)
    target = tmp_path / "o.sqlite"
    assert migrated(f"sqlite:{tmp_path}", f"sqlite:{target}") == 0
    with sqlite3.connect(target) as c:
        c.execute("DELETE FROM tombstones WHERE id = 't3' AND tenant = 1")
        c.execute("UPDATE memories SET access_count = 7 WHERE id = 't5' AND tenant = 2")
        c.execute("DELETE FROM meta WHERE name = 'embed'")
    assert migrated(f"sqlite:{tmp_path}", f"sqlite:{target}") == 1
    said = capsys.readouterr().out
    assert "not as it was: memories of '李雷': 13 rows here, 13 there" in said
    assert "not as it was: tombstones of 'mira': 2 rows here, 1 there" in said
    assert "not as it was: meta embed" in said


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("sqlite:nowhere.sqlite", "sqlite:x", "there is no warm tier there, sqlite:nowhere.sqlite: name"),
        ("mysql://mira:sesame@host/db", "sqlite:x", "from: 'mysql://***@host/db', allowed is sqlite:FILE"),
        ("sqlite:", "sqlite:x", "from: 'sqlite:'"),
        ("sqlite:x", "sqlite:x", "it is the same database"),
        ("sqlite:x", "postgresql://mira:sesame@127.0.0.1:9/db", "it cannot be reached: start the server"),
    ],
)
def test_wrong_input_is_told_without_a_password(tmp_path, monkeypatch, capsys, source, target, told):
    monkeypatch.chdir(tmp_path)
    if source == "sqlite:x" and target != source:
        with MemoryStore("u1", warm=source, cold=(tmp_path / "c").as_uri()) as store:
            store.add("tea")
    assert migrated(source, target) == 2
    said = capsys.readouterr()
    assert told in said.err and "sesame" not in said.err + said.out and "Traceback" not in said.err


def test_another_program_s_database_is_refused(tmp_path, capsys):
    filled(tmp_path)
    with sqlite3.connect(tmp_path / "theirs.db") as c:
        c.execute("CREATE TABLE invoices(num INTEGER)")
    assert migrated(f"sqlite:{tmp_path}", f"sqlite:{tmp_path / 'theirs.db'}") == 2
    assert "another program" in capsys.readouterr().err
    with sqlite3.connect(tmp_path / "theirs.db") as c:
        assert [name for (name,) in c.execute("SELECT name FROM sqlite_master")] == ["invoices"]


def test_two_that_carry_into_one_target_do_not_mix(tmp_path, small_pages):
    filled(tmp_path)
    target = f"sqlite:{tmp_path / 'o.sqlite'}"
    with Migration(f"sqlite:{tmp_path}", target) as one, Migration(f"sqlite:{tmp_path}", target) as other:
        plans = [one.plan(), other.plan()]
        assert other.run(plans[1]) == []
        with pytest.raises(StoreError, match="another migration writes there"):
            carrying_on(one, plans[0])
        assert one.run(one.plan()) == []


def carrying_on(migration, plan):
    note = {"source": plan.sums.fingerprint, "table": 0, "after": None, "rows": 4, "over": False}
    migration._step(plan, note)


def test_what_a_line_of_sums_says_does_not_depend_on_the_order_of_rows(tmp_path):
    filled(tmp_path)
    warm = Warm(tmp_path / "warm.sqlite")
    found = carrying.sums.read(warm._db)
    again = carrying.sums.Sums(found.told, found.names, {}, {}, {}, [])
    for table in (carrying.TENANTS, *carrying.TABLES):
        for line in reversed(list(carrying.sums.lines(warm._db, table))):
            carrying.sums._add(again, table, line)
    assert again.fingerprint == found.fingerprint and again.unlike(found) == []
    assert json.dumps(found.counts[("memories", 1)]) == "13"
    warm.close()
