"""The same thing said again, and merging, at every way into a store."""

from __future__ import annotations

import json
import math

import pytest

from memlab.context import MemoryManager
from memlab.tiers import Settings
from memlab.tiers.memory import STATUSES, Memory
from memlab.tiers.settings import DAY

EVERY = {"statuses": STATUSES}

SAME = [
    ("The boat is called Marigold.", "the boat is called  MARIGOLD"),
    ("我的船叫金盏花。", "我的船叫金盏花！"),
    ("Ｔｈｅ　ｂｏａｔ is blue", "the boat is blue"),
    ("我真的很喜歡這條船", "我喜欢这条船"),
]


def live(store):
    return [memory.text for memory in store.items()]


# -- C8


@pytest.mark.parametrize(
    ("a", "b", "query"),
    [
        ("Lunch is at noon.", "Lunch is at noon in the garden.", "when is lunch"),
        ("午饭在花园里吃", "午饭在花园里吃，大家都来", "午饭在哪里吃"),
    ],
)
@pytest.mark.parametrize("after", ["at once", "reindexed", "reopened", "reconciled", "imported", "touched"])
def test_C8_what_was_merged_is_never_recalled_and_reached_by_provenance(
    open_store, found, a, b, query, after
):
    store = open_store()
    store.add(a, id="a")
    store.add(b, id="b")
    assert set(found(store, query)) == {"a", "b"}, "they would be found"
    whole = store.merge(["a", "b"]).id
    if after == "reindexed":
        store.warm.reindex()
    elif after == "reopened":
        store.close()
        store = open_store()
    elif after == "reconciled":
        store.reconcile()
    elif after == "imported":
        lines, store = list(store.export_lines()), open_store(path=None, client=None)
        assert all(store.import_(lines))
    elif after == "touched":
        assert not store.touch("a") and not store.touch("b")
    assert found(store, query, 50) == [whole]
    assert {m.text for m in (store.get(id) for id in store.get(whole).provenance)} == {a, b}
    assert store.why("a").competitor == whole and store.get("a").status == "merged"
    if after == "imported":
        store.close()


def test_C8_through_two_merges(open_store, found):
    store = open_store()
    for n in range(3):
        store.add(f"the market opens early {'very ' * n}", id=f"m{n}", kind="turn")
    first = store.merge(["m0", "m1"]).id
    second = store.merge([first, "m2"]).id
    assert found(store, "when does the market open?") == [second]
    assert set(store.get(second).provenance) == {first, "m2"}
    assert set(store.get(first).provenance) == {"m0", "m1"} and store.get("m0").status == "merged"


# -- D1


@pytest.mark.parametrize(("first", "again"), SAME)
def test_D1_added_twice_it_is_one_live_item_and_counted(open_store, clock, first, again):
    store = open_store()
    id = store.add(first).id
    before = store.get(id)
    clock.forward(60)
    receipt = store.add(again)
    assert receipt and (receipt.id, receipt.merged_into) == (id, id)
    after = store.get(id)
    assert live(store) == [first] and len(store.items(**EVERY)) == 1
    assert after.access_count == before.access_count + 1 and after.last_access == clock.now
    assert store.warm.tombstones("mira") == [] and store.reconcile() == []


def test_D1_said_again_a_preference_lives_on(open_store, clock):
    store = open_store()
    store.add("我喜欢坐靠窗的位子", id="seat", kind="preference")
    clock.forward(170 * DAY)
    store.add("我很喜欢坐靠窗的位子", kind="preference")
    clock.forward(170 * DAY)
    assert live(store) == ["我喜欢坐靠窗的位子"]
    clock.forward(20 * DAY)
    assert live(store) == []


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("The boat has 3 sails.", "The boat has 4 sails."),
        ("I eat fish.", "I do not eat fish."),
        ("我吃鱼", "我不吃鱼"),
        ("Ann owes Bob money.", "Bob owes Ann money."),
        ("北京大学在这里", "清华大学在这里"),
        ("The flight is TG-104.", "The flight is TG-140."),
        ("She writes C.", "She writes C++."),
        ("She writes C++.", "She writes C#."),
        ("室外 5 度", "室外 -5 度"),
        ("It costs $20", "It costs €20"),
        ("Sales grew by 20%", "Sales grew by 20"),
        ("晚饭吃面👍", "晚饭吃面👎"),
        ("Ann likes tea.", "Ann likes tea?"),
    ],
)
def test_D1_what_only_looks_alike_is_another(open_store, first, other):
    store = open_store()
    store.add(first)
    assert store.add(other).merged_into is None and live(store) == [first, other]


# -- D2


WORDINGS = {
    "city": ["I live in Oslo", "My home is Oslo", "Oslo is where I live"],
    "pet": ["I have a parrot", "A parrot is my pet", "我养了一只鹦鹉"],
    "shop": ["面包店天一亮就开门", "The bakery opens at dawn", "At dawn the bakery opens"],
    "roof": ["屋顶漏雨", "The roof leaks", "下雨的时候屋顶会漏"],
    "music": ["I play the cello", "The cello is my instrument", "我拉大提琴"],
}


@pytest.mark.parametrize("order", ["by fact", "by wording", "backwards", "at once"])
def test_D2_five_facts_in_three_wordings_are_five(open_store, order):
    """With an embedding that knows what a text means; the hashed one knows spellings only, and says so."""
    meaning = {text: n for n, texts in enumerate(WORDINGS.values()) for text in texts}

    def embed(text):
        return [1.0 if n == meaning[text] else 0.0 for n in range(5)]

    store = open_store(embed=embed)
    said = [text for texts in WORDINGS.values() for text in texts]
    if order == "by wording":
        said = [texts[n] for n in range(3) for texts in WORDINGS.values()]
    said = said[::-1] if order == "backwards" else said
    rows = [{"text": text, "id": text} for text in said]
    receipts = store.add_many(rows) if order == "at once" else [store.add(**row) for row in rows]
    into = dict(zip(said, receipts, strict=True))
    merged = {(text, r.merged_into) for text, r in into.items() if r.merged_into}
    right = {(text, other) for text, other in merged if meaning[text] == meaning[other]}
    precision, recall = len(right) / max(len(merged), 1), len(right) / 10
    assert precision == recall == 1.0, f"precision {precision}, recall {recall}"
    assert store.count() == 5


# -- D3


TRANSCRIPT = [
    ("user", "I moved to Porto in May."),
    ("assistant", "How do you like it?"),
    ("user", "我喜欢那里的海。"),
    ("user", "The sea, yes."),
    ("user", "yes"),
    ("user", "yes"),
]


@pytest.mark.parametrize("times", [2, 5])
@pytest.mark.parametrize("way", ["add", "add_many", "import", "manager"])
def test_D3_a_transcript_read_again_leaves_as_many_as_before(open_store, clock, way, times):
    store = open_store()
    rows = [
        {"text": text, "kind": "turn", "session": "s", "place": n, "speaker": role, "at": 1000.0 + n}
        for n, (role, text) in enumerate(TRANSCRIPT)
    ]
    said = [{"role": role, "content": text, "at": 1000.0 + n} for n, (role, text) in enumerate(TRANSCRIPT)]
    manager = MemoryManager("mira", store=store)
    store.add_many(rows)
    exported = list(store.export_lines())
    if way == "manager":
        manager.store_session_memory("s1", said)
    before = store.count(), len(store.items(**EVERY)), [m.version for m in store.items(**EVERY)]
    assert before[0] >= len(TRANSCRIPT)
    for _ in range(times):
        clock.forward(DAY)
        if way == "add":
            for row in rows:
                store.add(**row)
        elif way == "add_many":
            assert all(store.add_many(rows))
        elif way == "import":
            assert all(store.import_(exported))
        else:
            manager.store_session_memory("s1", said)
    after = store.count(), len(store.items(**EVERY)), [m.version for m in store.items(**EVERY)]
    assert after == before


# -- D4


def by_add(store, text):
    store.add(text, id="again")


def by_add_many(store, text):
    store.add_many([{"text": "something else entirely"}, {"text": text, "id": "again"}])


def by_add_many_of_a_memory(store, text):
    store.add_many([Memory("mira", "again", text)])


def by_import(store, text):
    assert all(store.import_(imported("again", text)))


def imported(id, text):
    row = {"record": "memory", "tenant": "mira", "archived": False, "earlier": []}
    return [{**row, "memory": json.loads(Memory("mira", id, text).to_json())}]


def by_restore(store, text):
    store.add("what stood here before", id="again")
    store.update("again", status="superseded")
    store.update("again", text=text)
    store.restore("again")


def by_update(store, text):
    store.add("what stood here before", id="again")
    store.update("again", text=text)


def by_revival(store, text):
    store.add("what stood here before", id="again")
    store.update("again", status="superseded", text=text)
    store.update("again", status="live")


def by_kind(store, text):
    store.add(text, id="again", kind="profile")
    store.update("again", kind="note")


def by_merge(store, text):
    store.add("a first half", id="h1")
    store.add("another part", id="h2")
    store.merge(["h1", "h2"], text)


WAYS = [
    by_add, by_add_many, by_add_many_of_a_memory, by_import, by_restore, by_update, by_revival, by_kind,
    by_merge,
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("first", "again"), SAME)
def test_D4_every_way_in_finds_the_duplicate(open_store, found, way, first, again):
    store = open_store()
    store.add(first, id="first")
    uses = store.get("first").access_count
    way(store, again)
    said = [text for text in live(store) if text in (first, again)]
    assert said == [first], "one live item, and the first of them"
    assert store.get("first").access_count > uses or store.get("first").version > 1
    assert store.reconcile() == []


@pytest.mark.parametrize(("first", "again"), SAME)
def test_D4_sharing_finds_the_duplicate_too(open_store, first, again):
    mine = open_store(agent="scout")
    mine.add(first, id="first")
    mine.add(again, id="private", private=True)
    assert len(live(mine)) == 2, "an agent's own and the shared one are two areas"
    assert mine.share("private").merged_into == "first"
    assert live(open_store()) == [first] == live(mine)


@pytest.mark.parametrize("way", WAYS)
def test_D4_and_keeps_what_is_another_thing(open_store, way):
    store = open_store()
    store.add("The boat is called Marigold.", id="first")
    way(store, "The boat is called Primrose.")
    assert {"The boat is called Marigold.", "The boat is called Primrose."} <= set(live(store))


# -- D6


def circle(degrees):
    return [math.cos(math.radians(degrees)), math.sin(math.radians(degrees))]


@pytest.mark.parametrize("texts", ["abc", "船车马"])
@pytest.mark.parametrize("order", ["012", "021", "102", "120", "201", "210"])
@pytest.mark.parametrize("way", ["add", "add_many", "import"])
def test_D6_likeness_makes_no_chains(open_store, texts, order, way):
    """0 ~ 1 and 1 ~ 2, but 0 and 2 are not alike: whatever the order, those two never become one."""
    words = [f"about {c}" for c in texts]
    store = open_store(embed=lambda text: circle(15 * words.index(text)), settings=Settings(same=0.95))
    rows = [{"text": words[int(n)], "id": n} for n in order]
    if way == "add":
        for row in rows:
            store.add(**row)
    elif way == "add_many":
        store.add_many(rows)
    else:
        for row in rows:
            store.import_(imported(**row))
    ends = {n: store.why(n).competitor if n not in store else n for n in "02"}
    assert ends["0"] != ends["2"] and None not in ends.values()


def test_D6_five_topics_never_snowball_and_the_text_stays_bounded(open_store):
    """Each is like the next; a text that was put together of them would grow and be like all."""
    topics = ["the leaking roof", "a letter to Ann", "买新的自行车", "the dog's vet", "下周的音乐会"]
    store = open_store(embed=lambda text: circle(17 * topics.index(text)), settings=Settings(same=0.95))
    for _ in range(4):
        for topic in topics:
            store.add(topic)
    assert len(live(store)) >= 3
    assert max(len(m.text) for m in store.items(**EVERY)) <= max(map(len, topics))


@pytest.mark.parametrize("text", ["a note that is said and merged again", "说了又说的一句话"])
def test_D6_merging_again_and_again_never_grows_a_text(open_store, text):
    store = open_store()
    whole = store.add(text).id
    for n in range(20):
        other = store.add(f"{text} {'啊' * n}", kind="turn").id
        whole = store.merge([whole, other]).id
    assert len(store.get(whole).text) <= len(text) + 21 and store.count() == 1


# -- D7


def test_D7_what_is_reported_equals_the_change_in_live_items(open_store, clock):
    store = open_store(settings=Settings(drop_after=0))
    texts = ["钟慢了", "the clock is slow", "钟慢了！", "The clock is slow.", "the clock is fast"]
    receipts = store.add_many({"text": text} for text in texts)
    assert sum(r.merged_into is not None for r in receipts) == 2 == len(texts) - store.count()

    rest = [store.add(f"a turn {'on and ' * n}", kind="turn", id=f"t{n}").id for n in range(6)]
    before = store.count()
    whole = store.merge(["t0", "t1", "t2"], "the turns of the morning")
    assert len(store.get(whole.id).provenance) - 1 == before - store.count() == 2

    before = store.count()
    assert len([r for r in store.forget_many(["t3", "no such id"]) if r]) == before - store.count() == 1

    store.update("t4", ttl=5)
    before = store.count()
    clock.forward(5)
    assert len(store.sweep(force=True).expired) == before - store.count() == 1
    assert len(store.sweep(force=True).expired) == 0 and rest

    before = len(store.items(**EVERY)) + 1  # the expired one is shown to nobody
    assert store.forget_all() == before and store.count() == 0


@pytest.mark.parametrize("n", [1, 4, 9])
def test_D7_an_import_with_clear_duplicates_reports_them(open_store, n):
    source, target = open_store(), open_store(path=None, client=None)
    source.add_many({"text": f"重要的事 {k}", "id": f"s{k}"} for k in range(10))
    target.add_many({"text": f"重要的事 {k}！", "id": f"t{k}"} for k in range(n))
    before = target.count()
    receipts = target.import_(source.export())
    assert sum(r.merged_into is not None for r in receipts) == n == 10 - (target.count() - before)
    target.close()


def test_D7_a_merge_that_is_refused_merges_none(open_store):
    store = open_store()
    store.add("Ann likes plums.", id="a")
    store.add("Ann no longer likes plums.", id="b")
    before = list(store.export_lines())
    with pytest.raises(ValueError, match="contradict"):
        store.merge(["a", "b"])
    assert list(store.export_lines()) == before
