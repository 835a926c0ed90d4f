"""SQLite and PostgreSQL under one store: the same calls, the same clock, and nothing that tells them apart.

Every example is a tenant of its own in the same two databases. MEMLAB_EXAMPLES makes a longer run.
"""

from __future__ import annotations

import itertools
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memlab.tiers import MemoryStore, Settings
from memlab.tiers.errors import StoreError
from memlab.tiers.memory import STATUSES
from memlab.zset import EmulatedRedis

EXAMPLES = int(os.environ.get("MEMLAB_EXAMPLES", 8))
START = 1_900_000_000.0
TEXTS = [
    "I am allergic to penicillin.", "I'm allergic to penicillin!", "My order A1001-X is late again.",
    "Order A1001-X came on Monday, A1002-Y did not.", "My name is Mira Anand and I live in Oslo.",
    "I moved from Oslo to Turku in May 2024.", "Jonas owes me 250 euros.", "Call me on +47 22 33 44 55.",
    "我对青霉素过敏。", "我的订单号是 B-20391,还没有发货。", "我叫李明,住在杭州。", "李明上个月搬到了苏州。",
    "我欠小王三百块钱。", "下周二的会议改到上午十点。", "Ich wohne in Zürich; straße, STRASSE.",
    "a\x00b \x01 ﬁn", "🙂", "… — …", "x" * 3_000, "Mira asked: where does Jonas live?",
]  # fmt: skip
IDS = [
    "a", "B", "b", "ä", "z", "z\x00", "z\x01", "é", "e\u0301", "小", "小明", "𝒳", "\uffff", "-1", "A b", "%_",
]  # fmt: skip
QUESTIONS = [
    "what is Mira allergic to?", "where is order A1001-X?", "where does Jonas live?", "penicillin oslo",
    "李明住在哪里?", "订单 B-20391", "我对什么过敏?", "zürich strasse owes", "\x00 \x01",
]  # fmt: skip
KINDS = ["note", "preference", "turn", "reply", "fact:city", "state"]

ids, texts = st.sampled_from(IDS), st.sampled_from(TEXTS)
rows = st.fixed_dictionaries(
    {"text": texts, "id": ids | st.none()},
    optional={
        "kind": st.sampled_from(KINDS),
        "at": st.sampled_from([0.0, START - 86_400 * 200, START - 1, START]),
        "importance": st.sampled_from([0.5, 5, 10]),
        "session": st.sampled_from(["", "s1", "會"]),
        "place": st.integers(0, 3),
        "speaker": st.sampled_from(["Mira", "李明"]),
        "ttl": st.sampled_from([1.0, 100.0]),
        "pinned": st.booleans(),
        "private": st.booleans(),
        "metadata": st.just({"straße": ["\x00", 1.5, None]}),
        "replaces": st.lists(ids, max_size=1),
    },
)
changes = st.fixed_dictionaries(
    {}, optional={"text": texts, "importance": st.just(9), "kind": st.just("note"), "ttl": st.just(50)}
)
calls = st.one_of(
    st.tuples(st.just("add_many"), st.lists(rows, min_size=1, max_size=6)),
    st.tuples(st.just("add"), rows),
    st.tuples(st.just("update"), ids, changes, st.none() | st.integers(1, 2)),
    st.tuples(st.sampled_from(["forget", "restore", "touch", "share"]), ids),
    st.tuples(st.just("merge"), st.lists(ids, min_size=2, max_size=3, unique=True)),
    st.tuples(st.sampled_from(["archive", "sweep", "reconcile"])),
    st.tuples(st.just("forward"), st.sampled_from([0.5, 60.0, 86_400.0 * 100])),
    st.tuples(st.just("document"), ids, st.sampled_from([{"a": "\x00"}, ["ä"], 1.5, None])),
)


def act(store, name, *given):
    """One call: what it returned, or how it was refused."""
    try:
        if name == "forward":
            store.clock.now += given[0]
        elif name == "document":
            return store.warm.put_document(store.tenant, "ding:é", *given)
        elif name == "add":
            return store.add(**given[0])
        elif name == "update":
            return store.update(given[0], expected=given[2], **given[1])
        elif name == "sweep":
            return store.sweep(force=True)
        else:
            return getattr(store, name)(*given)
    except (ValueError, TypeError, KeyError, StoreError) as refused:
        return type(refused).__name__, str(refused)


def seen(store):
    """Everything visible of a store."""
    everything = store.items(statuses=STATUSES)
    yield "export", list(store.export())
    yield "tiers", store.tiers()
    yield "differences", store.reconcile(heal=False)
    for order, statuses, limit in itertools.product(("seq", "at"), (("live",), STATUSES), (None, 2)):
        yield f"items by {order}", store.items(order=order, statuses=statuses, limit=limit)
    for asked in (
        {"kinds": ["note", "turn"]}, {"kinds": []}, {"session": "會"}, {"speaker": "李明"}, {"since": START},
        {"until": START - 1}, {"statuses": STATUSES},
    ):  # fmt: skip
        yield f"filtered by {asked}", (store.count(**asked), store.items(**asked))
    for memory in everything:
        yield f"versions of {memory.id!r}", store.versions(memory.id)
        yield f"why {memory.id!r}", store.why(memory.id)
    for when in (0.0, START - 1, START, store.now):
        yield f"as of {when}", store.as_of(when)
    for question in QUESTIONS:
        for asked in ({}, {"kinds": ["note"], "statuses": STATUSES, "since": 1.0}):
            found = store.recall(question, 5, **asked)
            ranked = [(hit.memory, hit.score, hit.terms) for hit in found.considered]
            yield f"recall of {question!r} {asked}", (ranked, found.memories, found.note)
            yield f"channels of {question!r}", {name: sorted(ids) for name, ids in found.channels.items()}
    yield "documents", list(store.warm.documents(store.tenant, "ding:é"))


class Clock:
    """A clock that is moved by hand."""

    now = START

    def __call__(self):
        return self.now


@pytest.fixture
def pair(tmp_path, emptied_schema):
    """`pair()`: a new tenant's stores on SQLite and on PostgreSQL."""
    number, opened = itertools.count(), []
    warm = {"sqlite": None, "postgres": emptied_schema()}
    how = Settings(hot=4, archive_after=86_400, segment=4_000)

    def new():
        for store in opened:
            store.close()
        tenant = f"té\x00nant {next(number)}"
        opened[:] = [
            MemoryStore(
                tenant, tmp_path / name, client=EmulatedRedis(), warm=where, settings=how, clock=Clock(),
                agent="mira", sleep=lambda seconds: None,
            )
            for name, where in warm.items()
        ]  # fmt: skip
        return opened

    yield new
    for store in opened:
        store.close()


@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
@given(st.lists(calls, min_size=4, max_size=25))
def test_nothing_that_is_seen_tells_the_engines_apart(pair, todo):
    lite, post = pair()
    for call in todo:
        assert act(lite, *call) == act(post, *call), call
    for (what, here), (_, there) in zip(seen(lite), seen(post), strict=True):
        assert here == there, what
