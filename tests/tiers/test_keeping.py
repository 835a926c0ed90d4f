"""What time, want of room and people do to a memory: the table in keeping's docstring, and limits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.tiers import MemoryStore, Settings, keeping
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.memory import Memory
from memlab.tiers.settings import DAY
from memlab.zset import EmulatedRedis

TTL = 10 * DAY


class Clock:
    now = 1_700_000_000.0

    def __call__(self):
        return self.now


def cells():
    """(state, event, outcome) of every cell, read from the docstring."""
    lines = (keeping.__doc__ or "").splitlines()
    top = next(n for n, line in enumerate(lines) if line.strip().startswith("state "))
    rule = lines[top + 1]
    starts = [n for n, mark in enumerate(rule) if mark == "-" and rule[n - 1] != "-"]
    columns = list(zip(starts, [*starts[1:], 200], strict=True))
    events = [lines[top][a:b].strip() for a, b in columns]
    for line in lines[top + 2 :]:
        if not line.strip():
            return
        state, *outcomes = (line[a:b].strip() for a, b in columns)
        for event, outcome in zip(events[1:], outcomes, strict=True):
            yield state, event, outcome


CELLS = list(cells())
GRADES = {"low": 2.0, "middling": 5.0, "high": 8.0}


class World:
    """A store with three others and `x`, a turn in a given state, which stands lowest of its kind."""

    def __init__(self, path, state):
        self.clock, self.state = Clock(), state
        self.reopen(path, None)
        words = state.replace(",", "").split()
        grade = next((GRADES[w] for w in words if w in GRADES), 4.0)
        pinned, expired = "pinned" in words, words[0] == "expired"
        for n in range(3):
            self.store.add(f"another thing {n}", id=f"q{n}", importance=9, pinned=state == "all pinned")
        self.store.add(
            "some words",
            id="x",
            kind="turn",
            importance=grade,
            pinned=pinned,
            ttl=TTL,
        )
        if state == "archived":
            self.clock.now += 5 * DAY
            self.store.archive(older_than=DAY)
            assert self.outcome == "archived"
        if expired:
            self.clock.now += TTL + (91 * DAY if "old" in words else 0)

    def reopen(self, path, quota):
        settings = Settings(quota=quota, archive_after=3 * DAY)
        self.store = MemoryStore("u1", path, client=EmulatedRedis(), settings=settings, clock=self.clock)

    def happen(self, event):
        if event == "ttl ends":
            self.clock.now += TTL
        elif event == "over quota":
            self.store.close()
            self.reopen(self.store.path, 3)
            self.store.add("one more", id="new", importance=9.5, pinned=self.state == "all pinned")
        elif event == "archive()":
            self.clock.now += 4 * DAY
            self.store.archive()
        elif event == "sweep()":
            self.store.sweep()
        elif event == "merge()":
            try:
                self.store.merge(["x", "q0"], text="words and a thing")
            except (UnknownMemory, ValueError):
                self.refused = True
        else:
            self.store.forget("x")

    refused = False

    @property
    def outcome(self):
        row = self.store.warm.get("u1", "x")
        if row is None:
            return "erased" if self.store.warm.tombstone("u1", "x") else "lost"
        if self.refused:
            return "refused"
        if row.status == "merged":
            return "merged"
        if row.status == "expired":
            return "in warm" if row.text else "archived"
        if row.expired(self.clock.now):
            return "absent"
        return "kept" if row.text else "archived"


def test_the_table_is_whole():
    assert len({state for state, _, _ in CELLS}) == 9
    assert [event for _, event, _ in CELLS[:6]] == [
        "ttl ends", "over quota", "archive()", "sweep()", "merge()", "forget()",
    ]  # fmt: skip
    assert len(CELLS) == 54


@pytest.mark.parametrize(("state", "event", "outcome"), CELLS, ids=[f"{s} / {e}" for s, e, _ in CELLS])
def test_cell(tmp_path, state, event, outcome):
    world = World(tmp_path, state)
    world.happen(event)
    assert world.outcome == outcome
    if outcome in ("absent", "merged", "erased", "in warm", "refused") or (outcome, state[:7]) == (
        "archived",
        "expired",
    ):
        assert "some words" not in [m.text for m in world.store.items()]
    else:
        assert "some words" in [m.text for m in world.store.items()]
    assert world.store.reconcile() == []
    world.store.close()


# -- a quota


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(tmp_path, clock, warm_at):
    stores = []

    def open_(tenant="u1", **options):
        stores.append(MemoryStore(tenant, tmp_path, **{"clock": clock, "warm": warm_at(tmp_path), **options}))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


def in_warm(store):
    return [m.id for m in store.warm.rows(store.tenant, now=store.now) if m.text]


def test_over_quota_the_lowest_goes_to_the_archive_and_the_receipt_says_why(opened):
    store = opened(settings=Settings(quota=3))
    for n, importance in enumerate((5, 2, 7)):
        store.add(f"thing {n}", id=f"m{n}", importance=importance)
    receipt = store.add("one more", id="m3", importance=1)
    assert in_warm(store) == ["m0", "m2", "m3"]
    (gone,) = receipt.evicted
    assert gone.id == "m1" and "importance 2 × recency 1 × boost 1" in gone.why and "'m0'" in gone.why
    assert store.get("m1").text == "thing 1" and store.count() == 4
    why = store.why("m1")
    assert (why.status, why.score, why.competitor) == ("archived", 2.0, "m3")


def test_a_quota_is_each_tenants_own(opened):
    other = opened("u2", settings=Settings(quota=3))
    for n in range(3):
        other.add(f"thing {n}", id=f"m{n}", importance=1)
    before = list(other.export_lines())
    store = opened(settings=Settings(quota=3))
    store.add_many({"text": f"thing {n}", "id": f"m{n}"} for n in range(500))
    assert len(in_warm(store)) == 3 and store.count() == 500
    assert list(other.export_lines()) == before and in_warm(other) == ["m0", "m1", "m2"]


def test_a_pinned_allergy_outlives_a_thousand_trifles(opened, clock):
    store = opened(settings=Settings(quota=20, hot=10))
    store.add("allergic to peanuts", id="a", importance=10, pinned=True)
    clock.now += 60 * DAY
    for n in range(100):
        store.add_many({"text": f"lol {n} {k}", "kind": "turn", "importance": 9} for k in range(10))
    assert "a" in in_warm(store) and "a" in dict(store.hot.scores()) and store.count() == 1001


# -- sweeping


def filled(store, n, **fields):
    for i in range(n):
        store.add(f"thing {i}", id=f"m{i}", **fields)


def test_a_sweep_that_would_take_too_much_changes_nothing_and_says_what_it_would(opened, clock):
    store = opened()
    filled(store, 10, ttl=DAY, importance=2)
    clock.now += 100 * DAY
    before = list(store.warm.rows("u1", now=None))
    told = store.sweep()
    assert not told and "10 of 10" in told.refused and "force=True" in told.refused
    assert len(told.erased) == 10 and list(store.warm.rows("u1", now=None)) == before
    forced = store.sweep(force=True)
    assert forced and forced.erased == told.erased
    assert list(store.warm.rows("u1", statuses=None)) == [] and store.reconcile() == []
    assert store.sweep() == keeping.Sweep()


def test_a_sweep_within_its_limit_lists_every_id_once(opened, clock):
    store = opened(settings=Settings(largest_drop=0.5))
    filled(store, 6)
    for grade, id in ((2, "low"), (5, "mid"), (9, "high")):
        store.add(f"the {id} one", id=id, importance=grade, ttl=DAY)
    clock.now += 2 * DAY
    told = store.sweep()
    assert told and {g.id for g in told.expired} == {"low", "mid", "high"}
    assert [[g.id for g in part] for part in (told.archived, told.erased, told.kept)] == [
        ["low", "mid"],
        [],
        ["high"],
    ]
    assert store.count() == 6 and not store.sweep().expired
    clock.now += 100 * DAY
    assert [g.id for g in store.sweep().erased] == ["low"]
    assert store.why("low").status == "forgotten"


def test_one_may_always_go(opened, clock):
    store = opened()
    filled(store, 1, ttl=DAY)
    clock.now += 2 * DAY
    assert [g.id for g in store.sweep().archived] == ["m0"]


def test_what_was_swept_was_there_before_it_expired(opened, clock):
    store = opened(settings=Settings(largest_drop=1))
    store.add("a parcel", id="m0", ttl=DAY)
    then = clock.now + 100
    clock.now += 2 * DAY
    store.sweep()
    assert [m.text for m in store.as_of(then)] == ["a parcel"]
    assert store.as_of(clock.now) == []


# -- archiving


def test_old_turns_are_archived_and_read_as_before(opened, clock):
    store = opened()
    store.add("an old turn of Ann's", id="t1", kind="turn", metadata={"a": 1})
    store.add("a pinned one", id="t2", kind="turn", pinned=True)
    store.add("a note", id="n1")
    clock.now += 50 * DAY
    store.add("used since", id="t3", kind="turn", at=clock.now - 50 * DAY)
    store.touch("t3")
    before = store.items()
    clock.now += 50 * DAY
    assert [g.id for g in store.archive()] == ["t1"] and store.archive() == []
    assert store.items() == before and store.get("t1") == before[0]
    assert store.tiers().cold == ["t1"] and store.reconcile() == []
    assert store.update("t1", text="corrected") and store.tiers().cold == []
    assert [m.text for m in store.versions("t1")] == ["an old turn of Ann's", "corrected"]


def test_an_archived_memory_is_whole_again_when_restored(opened, clock):
    store = opened()
    store.add("an old turn", id="t1", kind="turn", metadata={"a": 1})
    clock.now += 100 * DAY
    store.archive()
    assert store.restore("t1") and store.tiers().cold == []
    assert (store.get("t1").text, store.get("t1").metadata, store.get("t1").access_count) == (
        "an old turn",
        {"a": 1},
        1,
    )
    assert store.archive() == []


def test_an_archived_text_is_erased_like_any_other(opened, clock):
    store = opened()
    store.add("an old zebra", id="t1", kind="turn")
    clock.now += 100 * DAY
    store.archive()
    assert b"zebra" in b"".join(p.read_bytes() for p in store.path.rglob("*.jsonl"))
    store.forget("t1")
    assert b"zebra" not in b"".join(p.read_bytes() for p in store.path.rglob("*") if p.is_file())


# -- the score


@given(st.floats(-1e9, 1e9), st.floats(0, 1e9), st.floats(0.1, 10), st.booleans())
def test_the_score_never_rises_with_age_and_stays_within_bounds(at, later, importance, pinned):
    memory = Memory("u1", "m1", "x", at=at, importance=importance, pinned=pinned)
    young, old = keeping.standing(memory, at), keeping.standing(memory, at + later)
    assert 0 <= old.product <= young.product <= 100
    assert keeping.standing(memory, at - later).product == young.product
    used = keeping.standing(memory.with_(last_access=at + later), at + later)
    assert used.product >= old.product
