"""Chapter 07: what its exercises hold to be right, the store does, and other right answers pass, too."""

from __future__ import annotations

import random

import pytest

from memlab import course
from memlab.course import ch07
from memlab.facts.moments import moment
from memlab.tiers import MemoryStore, Weights
from memlab.tiers.analysis import tokens_of
from memlab.tiers.layers import Said, SessionLayer, StateLayer, WorkingLayer

DAY = 86_400


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def set(self, day):
        self.now, _ = moment(day)

    def __call__(self):
        return self.now


def there(store):
    """The names of exercise 1 that this store and its layers have now, each in its own layer."""
    names = [m.id for m in store.items(kinds=["preference", "profile", "note"])]
    names += ["refund"] * (StateLayer(store).get_state("refund") is not None)
    names += ["morning"] * bool(SessionLayer(store).summary("morning"))
    return sorted([*names, *(["subtotal"] if WorkingLayer(store).tasks() else [])])


def test_the_store_and_its_layers_have_what_exercise_1_says():
    clock = Clock()
    clock.set("2030-05-01")
    with MemoryStore("lin-yue", clock=clock) as store:
        store.add("我对花生过敏。", id="allergy", kind="profile")
        clock.set("2031-03-10")
        store.add("No more than 200 a month.", id="budget", kind="preference")
        store.add("我喜欢茉莉花茶。", id="tea", kind="preference")
        clock.set("2031-08-10")
        StateLayer(store).set_state("refund", "waits")
        clock.set("2031-08-20")
        assert store.add("我喜欢茉莉花茶。", kind="preference").merged_into == "tea"
        clock.set("2031-09-01")
        store.add("TEA-88 is mine.", id="coupon", pinned=True, ttl=7 * DAY)
        clock.set(ch07.SECOND)
        assert there(store) == ch07.LIVE["september 2"]
        clock.set("2031-09-12 08:00")
        said = [Said("user", f"Tea number {n} is good.", clock()) for n in range(20)]
        SessionLayer(store).append("morning", said)
        clock.set("2031-09-12 16:00")
        with WorkingLayer(store).working("cart") as values:
            values["subtotal"] = 64
            assert "subtotal" in there(store)
        clock.set(ch07.FRIDAY)
        assert there(store) == ch07.LIVE["friday"]
        expected = set(ch07.LIVE["september 2"]) - {"refund"}  # a state is a document, not a memory
        assert {m.id for m in store.as_of(ch07.SECOND)} == expected


def test_the_tiers_hold_what_exercise_3_says():
    store, days = ch07.evening()
    assert sorted(id for id, _ in store.tiers().hot) == ch07.LIES["hot"]
    days(100)
    assert sorted(gone.id for gone in store.archive()) == ch07.LIES["archived"]
    found = store.recall("过敏 优惠券 order raining 谢谢").memories
    assert sorted(m.id for m in found) == ch07.LIES["found"]
    store.close()


def test_shelves_are_drawn_in_which_every_case_occurs():
    kinds = set()
    for one, other, _ in ch07._drawn_shelves():
        both, told = ch07._mended(one, other)
        assert set(both) == {*one, *other}
        assert all(both[id][0] == max(s[id][0] for s in (one, other) if id in s) for id in both)
        kinds |= {where for _, where in told} | {"grave" for _, text in both.values() if text is None}
        kinds |= {"same" for id in both if one.get(id) == other.get(id)}
    assert kinds == {"words", "vectors", "grave", "same"}


@pytest.mark.parametrize("question", ["boiling black tea", "jasmine tins oolong", "花生过敏"])
def test_the_library_ranks_by_words_as_the_function_of_exercise_5(question):
    from memlab.widgets.recall import shop

    with shop() as store:
        notes = store.items()
        scores = ch07.bm25(tokens_of(question), [tokens_of(m.text) for m in notes])
        hits = store.recall(question, 50, weights=Weights.only(words=1)).hits
        best = max(scores)
        mine = {m.id: score / best for score, m in zip(scores, notes, strict=True) if score}
        assert {hit.memory.id: hit.score for hit in hits} == pytest.approx(mine)


def test_a_likeness_alone_loses_the_order_number_and_the_channels_find_it():
    from memlab.widgets.recall import shop

    with shop() as store:
        question = "Please, where is my parcel T-7316 now?"
        alone = store.recall(question, 5, weights=Weights.only(vector=1)).hits
        assert "order" not in [hit.memory.id for hit in alone]
        assert store.recall(question, 1).hits[0].memory.id == "order"


def test_searches_are_drawn_in_which_some_tenant_has_nothing_and_none_is_a_prefix():
    drawn = list(ch07._searches())
    found = [ch07._nearest(rows, question, tenant, k) for rows, question, tenant, k, _ in drawn]
    assert [] in found and any(len(ids) == 3 for ids in found)


OTHER = {
    "07.2": """
def answer_07_2(words, vectors):
    told = []
    for id in {**words, **vectors}:
        there = [shelf[id] for shelf in (words, vectors) if id in shelf]
        best = max(there, key=lambda entry: entry[0])
        for name, shelf in (("words", words), ("vectors", vectors)):
            if shelf.get(id) != best:
                shelf[id] = best
                told.append((id, name))
    return told""",
    "07.4": """
def answer_07_4(memories, question, tenant, k, distance):
    found = sorted(
        (distance(question, m["text"]), place, m["id"])
        for place, m in enumerate(memories)
        if m["tenant"] == tenant
    )
    return [id for _, _, id in found][:k]""",
    "07.5": """
from collections import Counter
from math import log

def answer_07_5(question, texts, k=1.0, b=0.3):
    if not texts:
        return []
    mean = sum(map(len, texts)) / len(texts)
    def part(word, text):
        holding = len([t for t in texts if word in t])
        rarity = log((len(texts) + 1) / (holding + 0.5))
        times = Counter(text)[word]
        return rarity * times * (k + 1) / (times + k * (1 - b + b * len(text) / mean))
    return [sum(part(word, text) for word in set(question)) for text in texts]""",
}


@pytest.mark.parametrize("id", OTHER)
def test_another_right_answer_is_right(id):
    outcome = course.check(id, course.exercises()[id].answer_in(OTHER[id]))
    assert outcome.status == "correct", outcome


def test_lists_may_be_tuples_or_sets_and_in_any_order():
    answer = {key: tuple(reversed(names)) for key, names in ch07.LIVE.items()}
    assert course.check("07.1", answer).status == "correct"
    assert course.check("07.3", {key: set(names) for key, names in ch07.LIES.items()}).status == "correct"


@pytest.mark.parametrize("returned", [None, 7, "ab", [1, 2], {"a": 1}, [[]], [None], [float("nan")]])
def test_whatever_a_function_returns_is_judged(returned):
    for id in ("07.2", "07.4", "07.5"):
        outcome = course.check(id, lambda *args: returned)
        assert outcome.status == "incorrect" and "could not be checked" not in outcome.message


def test_what_a_learner_writes_onto_the_shelves_is_judged():
    def writes(value):
        return lambda words, vectors: words.update(x=value) or vectors.clear() or []

    rng = random.Random(7)
    for value in (None, [], object(), rng):
        outcome = course.check("07.2", writes(value))
        assert outcome.status == "incorrect" and " at 0x" not in outcome.message
