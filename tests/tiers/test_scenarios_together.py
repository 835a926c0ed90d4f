"""Writers at once, one that is killed, tiers that fail one by one, and the way out and in again."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from memlab.context import MemoryManager
from memlab.tiers import Settings, StoreError, VersionConflict
from memlab.tiers.memory import STATUSES
from memlab.tiers.settings import DAY
from memlab.zset import EmulatedRedis

# -- W1


WRITER = """
import sys
from memlab.tiers import MemoryStore
with MemoryStore("mira", sys.argv[1]) as store:
    for n in range(200):
        assert store.add(f"{sys.argv[2]} 第 {n} 次 write", id=f"{sys.argv[2]}-{n}", kind="turn")
"""


@pytest.mark.long
def test_W1_eight_threads_and_two_processes_write_200_times_each(open_store, tmp_path, found):
    command = [sys.executable, "-c", WRITER, str(tmp_path / "memory")]
    processes = [
        subprocess.Popen([*command, f"p{n}"], stderr=subprocess.PIPE, text=True, encoding="utf-8")
        for n in range(2)
    ]
    stores = [open_store(), open_store()]  # four threads share one store, the other four another

    def write(n):
        mine = stores[n % 2]
        for k in range(0, 200, 20):
            rows = [{"text": f"t{n} 第 {k + j} 次 write", "id": f"t{n}-{k + j}"} for j in range(15)]
            assert all(mine.add_many(rows))
            for j in range(15, 20):
                assert mine.add(f"t{n} 第 {k + j} 次 write", id=f"t{n}-{k + j}", kind="turn")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    for process in processes:
        assert process.communicate()[1] == "" and process.returncode == 0
    wanted = {f"{who}-{k}" for who in [*(f"t{n}" for n in range(8)), "p0", "p1"] for k in range(200)}
    store = open_store(client=EmulatedRedis())
    rows = store.items()
    assert store.count() == 2000 == len(rows) and {m.id for m in rows} == wanted
    assert sorted(m.seq for m in rows) == list(range(1, 2001))
    assert set(store.cold.latest()) == wanted and store.cold.problems() == ()
    assert store.reconcile() == [] and store.warm.check() == []
    assert found(store, "p1 第 77 次", 1) == ["p1-77"]


# -- W2


def test_W2_of_many_that_change_one_version_one_wins_and_the_others_are_told(open_store):
    stores = [open_store() for _ in range(7)]
    stores[0].add("计数 0", id="it")

    def change(n):
        try:
            stores[n].update("it", expected=1, text=f"计数 by {n}")
        except VersionConflict as conflict:
            return str(conflict)
        return ""

    with ThreadPoolExecutor(7) as pool:
        told = list(pool.map(change, range(7)))
    (winner,) = [n for n, problem in enumerate(told) if not problem]
    assert all("version" in problem for n, problem in enumerate(told) if n != winner)
    for store in stores:
        assert store.get("it").text == f"计数 by {winner}" and store.get("it").version == 2
    assert stores[0].reconcile() == []


def test_W2_without_an_expected_version_nobody_is_lost(open_store):
    stores = [open_store() for _ in range(5)]
    stores[0].add("the list", id="it")

    def enter(n):
        for k in range(4):
            stores[n].update("it", metadata={f"{n}-{k}": "在"})

    with ThreadPoolExecutor(5) as pool:
        list(pool.map(enter, range(5)))
    assert set(stores[0].get("it").metadata) == {f"{n}-{k}" for n in range(5) for k in range(4)}
    assert stores[0].get("it").version == 21 and stores[0].reconcile() == []


def test_W2_writes_during_a_long_consolidation_are_all_there(open_store):
    store, other = open_store(), open_store()
    store.add_many({"text": f"note {n}", "id": f"n{n}", "kind": "turn", "at": 0} for n in range(120))
    store.add_many([{"text": "half of it", "id": "h1"}, {"text": "half of it, too", "id": "h2"}])

    def consolidate():
        store.archive()
        store.merge(["h1", "h2"])
        store.reconcile()

    def write(n):
        return [bool(other.add(f"meanwhile {n} {k}", id=f"m{n}-{k}")) for k in range(15)]

    with ThreadPoolExecutor(4) as pool:
        done = pool.submit(consolidate)
        assert all(all(each) for each in pool.map(write, range(3)))
        done.result()
    assert {f"m{n}-{k}" for n in range(3) for k in range(15)} <= {m.id for m in store.items()}
    assert len(store.tiers().cold) == 120 and store.get("h1").status == "merged"
    assert store.reconcile() == [] and store.warm.check() == [] and store.cold.problems() == ()


MEANWHILE = {
    "corrected": lambda store: store.update("k", text="码头的钥匙在新的地方", ttl=10 * DAY),
    "forgotten": lambda store: store.forget("k"),
}


@pytest.mark.parametrize("meanwhile", MEANWHILE)
@pytest.mark.parametrize("way", ["archive", "quota", "sweep"])
@pytest.mark.parametrize("when", ["before the cold tier is asked", "after it"])
def test_W2_what_is_written_while_it_is_archived_is_not_lost(
    open_store, clock, monkeypatch, where, meanwhile, way, when
):
    store, other = open_store(settings=Settings(quota=1) if way == "quota" else Settings()), open_store()
    old = {"kind": "turn", "at": clock.now - 200 * DAY, "importance": 2}
    other.add("the key of the pier, 旧地方", id="k", ttl=5 if way == "sweep" else None, **old)
    clock.forward(5)
    tier, name = (store, "in_cold") if when.startswith("before") else (store.warm, "demote")
    act, done = getattr(tier, name), []

    def overtaken(*args, **options):
        if not done:
            done.append(MEANWHILE[meanwhile](other))
        return act(*args, **options)

    monkeypatch.setattr(tier, name, overtaken)
    ways = {"archive": store.archive, "sweep": lambda: store.sweep(force=True)}
    told = ways.get(way, lambda: store.add("a second note", importance=9))()
    assert done and done[0] and (told or way == "archive")
    if meanwhile == "corrected":
        assert other.get("k").text == "码头的钥匙在新的地方" == store.get("k").text
        assert store.versions("k")[0].text == "the key of the pier, 旧地方"
    else:
        assert "k" not in store and where("旧地方") == []
    assert store.reconcile() == [] and store.warm.check() == []


def test_W2_a_text_that_is_taken_back_while_it_is_read_is_read_whole(open_store, clock, monkeypatch):
    store, other = open_store(), open_store()
    store.add("去年的话", id="k", kind="turn", at=clock.now - 200 * DAY)
    assert store.archive() and not store.warm.get("mira", "k").text
    pointer = store.warm.pointer

    def overtaken(*args):
        other.restore("k")
        return pointer(*args)

    monkeypatch.setattr(store.warm, "pointer", overtaken)
    assert store.get("k").text == "去年的话" and [m.text for m in store.items()] == ["去年的话"]


APPENDER = """
import itertools, sys
from memlab.tiers import MemoryStore, Settings
store = MemoryStore("mira", sys.argv[1], settings=Settings(segment=30_000))
for n in itertools.count():
    id = f"{sys.argv[2]}-{n}"
    store.add(f"附加 {id} " + "长" * 3000, id=id, kind="turn")
    print(id, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is not there")
@pytest.mark.parametrize("torn", [False, True])
def test_W2_killed_in_mid_append_every_file_reads(open_store, tmp_path, torn):
    """kill -9 wherever it strikes; and once more with a line that a crash of the machine cut in two."""
    folder, said, draw = tmp_path / "memory", set(), random.Random(7)
    for round in range(2):
        command = [sys.executable, "-c", APPENDER, str(folder), f"r{round}"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        said |= {process.stdout.readline().strip() for _ in range(draw.randrange(3, 15))}
        process.send_signal(signal.SIGKILL)
        said |= set(process.communicate()[0].split("\n")[:-1])
        if torn:
            last = sorted((folder / "cold").rglob("*.jsonl"))[-1]
            last.write_bytes(last.read_bytes()[:-700])
        store = open_store(client=EmulatedRedis())
        told = [d.id for d in store.reconcile()]
        assert len(told) <= 2 and store.reconcile() == []
        assert said <= {m.id for m in store.items()} == set(store.cold.latest())
        assert all(m.text.startswith(f"附加 {m.id} ") for m in store.items())
        assert store.warm.check() == []
        store.close()


# -- W3


class Fails:
    """Takes the place of a method; fails until it is told to stop."""

    def __init__(self, owner, name, error):
        self.real, self.error, self.on = getattr(owner, name), error, True
        setattr(owner, name, self)

    def __call__(self, *args, **options):
        if self.on:
            raise self.error
        return self.real(*args, **options)


def an_add(store):
    return store.add("新的一条", id="new")


def an_update(store):
    return store.update("there", text="changed")


def a_batch(store):
    return store.add_many([{"text": f"one of many {'x' * n}", "id": f"b{n}"} for n in range(3)])[0]


def a_merge(store):
    return store.merge(["there", "half"])


FAULTS = {
    ("hot", "put"): "warm → hot",
    ("warm", "put"): "cold → warm",
    ("cold", "append"): "warm → cold",
}


@pytest.mark.parametrize("error", [StoreError("injected"), OSError(28, "No space left on device")])
@pytest.mark.parametrize(("tier", "method"), FAULTS)
@pytest.mark.parametrize(
    ("act", "ids"), [(an_add, ["new"]), (an_update, ["there"]), (a_batch, ["b0", "b1", "b2"])]
)
def test_W3_a_failure_in_one_tier_is_told_listed_with_a_direction_and_healed(
    open_store, tier, method, act, ids, error
):
    store = open_store()
    store.add("is there", id="there")
    store.add("untouched", id="other")
    fault = Fails(getattr(store, tier), method, error)
    receipt = act(store)
    assert receipt and receipt.tiers[tier].startswith("failed") and str(error) in receipt.tiers[tier]
    fault.on = False
    listed = store.reconcile(heal=False)
    assert [(d.id, d.direction) for d in listed] == [(id, FAULTS[tier, method]) for id in ids]
    assert store.reconcile(heal=False) == listed, "to look is not to heal"
    assert store.reconcile() == listed and store.reconcile() == []
    for id in ids:
        assert id in dict(store.hot.scores()) and id in store.cold.latest()
        assert store.warm.get("mira", id).version == store.cold.latest()[id].version


@pytest.mark.parametrize("tier", ["hot", "cold"])
def test_W3_a_deletion_that_failed_in_one_tier_is_finished(open_store, where, tier):
    store = open_store()
    store.add("要删掉的话", id="there")
    fault = Fails(getattr(store, tier), {"hot": "drop", "cold": "erase"}[tier], StoreError("injected"))
    assert where("要删掉的话")
    assert store.forget("there").tiers[tier].startswith("failed")
    fault.on = False
    assert [d.id for d in store.reconcile()] == ["there"]
    assert store.reconcile() == [] and where("要删掉的话") == [] and "there" not in store


@pytest.mark.parametrize("act", [an_add, an_update, a_batch, a_merge])
def test_W3_what_was_not_persisted_is_never_reported_as_stored(open_store, act):
    store = open_store()
    store.add("is there", id="there")
    store.add("is there, half of it", id="half")
    before = list(store.export_lines())
    faults = [Fails(store.warm, "put", StoreError("a")), Fails(store.cold, "append", StoreError("b"))]
    with pytest.raises(StoreError, match="nothing was stored"):
        act(store)
    for fault in faults:
        fault.on = False
    assert [line for line in store.export_lines() if '"memory"' in line[:20]] == before
    assert store.reconcile() == [] and dict(store.hot.scores()).keys() == {"there", "half"}


def test_W3_an_embedding_that_fails_drops_nothing_silently(open_store, found):
    broken = []

    def embed(text):
        if broken:
            raise RuntimeError("no model here")
        return [1.0, float(len(text))]

    store = open_store(embed=embed)
    store.add("before 之前", id="before")
    broken.append(True)
    receipt = store.add("during 其间", id="during")
    assert receipt and "no model here" in receipt.tiers["warm"], "told, and kept in the cold tier"
    broken.clear()
    assert [(d.id, d.direction) for d in store.reconcile()] == [("during", "cold → warm")]
    assert store.reconcile() == [] and found(store, "其间", 1) == ["during"]


# -- X1


def filled(open_store, clock):
    """A store with pins, ttls, versions, tombstones, archive, merges, papers, private ones."""
    store = open_store(agent="scout")
    manager = MemoryManager("mira", store=store)
    store.add("我对桃子过敏", id="pin", pinned=True, importance=10, secret=True)
    store.add("expires later", id="ttl", ttl=30 * DAY, metadata={"嵌套": {"a": [1, None, "二"]}})
    store.add("a first draft", id="draft")
    clock.forward(60)
    store.update("draft", text="a second draft", confidence=0.5)
    clock.forward(60)
    store.update("draft", text="第三稿")
    store.add("the fair is on", id="fair")
    store.add("the fair is off", id="off", replaces=["fair"])
    store.add_many([{"text": "half of it", "id": "h1"}, {"text": "half of it, too", "id": "h2"}])
    store.merge(["h1", "h2"])
    store.add("to be forgotten", id="gone")
    store.forget("gone")
    old = {"kind": "turn", "at": clock.now - 300 * DAY, "session": "s", "place": 1}
    store.add("an old turn of long ago", id="cold", **old)
    store.add("waits", id="pending")
    store.update("pending", status="pending")
    store.archive()
    store.touch("pin")
    store.add("mine alone", id="private", private=True)
    manager.set_state("delivery", "sent", parcel="包裹 7")
    manager.update_setting("active_project", "灯塔")
    manager.store_session_memory("s1", [f"turn {n} of it" for n in range(14)] + ["I live in Oslo."])
    return store


@pytest.mark.parametrize("later", [0, 10 * DAY])
def test_X1_export_import_export_is_byte_equal(open_store, clock, tmp_path, found, later):
    store = filled(open_store, clock)
    begin = clock.now
    clock.forward(later)
    lines = list(store.export_lines())
    empty = open_store(path=tmp_path / "other", client=EmulatedRedis(), agent="scout")
    assert all(empty.import_(lines))
    assert "\n".join(empty.export_lines()).encode() == "\n".join(lines).encode()
    assert empty.get("pin").pinned and empty.get("pin").secret and empty.get("pin").access_count == 1
    assert empty.get("ttl") == store.get("ttl") and "gone" not in empty
    assert empty.why("gone").status == "forgotten" and empty.get("fair").status == "superseded"
    assert [m.text for m in empty.versions("draft")] == ["a first draft", "a second draft", "第三稿"]
    assert "cold" in empty.tiers().cold and found(empty, "long ago old turn", 1) == ["cold"]
    assert empty.get("private").agent == "scout" and empty.get("pending").status == "pending"
    assert [m.text for m in empty.as_of(begin - 90) if m.id == "draft"] == ["a first draft"]
    manager = MemoryManager("mira", store=empty)
    assert manager.get_state("delivery").data == {"parcel": "包裹 7"}
    assert manager.facts.values("city") == ["Oslo"] and manager.setting("active_project") == "灯塔"
    assert len(manager.sessions.turns("s1")) == 15
    assert all(empty.import_(lines)) and list(empty.export_lines()) == lines, "and again"
    every = [{m.id for m in each.items(statuses=STATUSES)} for each in (store, empty)]
    assert every[0] == every[1] and empty.reconcile() == []
    clock.forward(40 * DAY)
    assert "ttl" not in empty and "ttl" not in store
