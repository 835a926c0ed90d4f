"""The fact layer: a book that no process loses a turn of, and memories that show what it decided."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from memlab.facts import FactBook
from memlab.facts.changes import Changes, book_of
from memlab.facts.fact import Fact
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.layers import FactLayer
from memlab.tiers.layers.wording import manner, sentence
from memlab.tiers.memory import STATUSES
from memlab.tiers.settings import DAY

KINDS = ("preference", "requirement", "profile")
TALK = [
    "I'm Ann and I live in Berlin.",
    "My budget is 500 euros.",
    "I am allergic to peanuts.",
    "I like tea.",
    "Actually my budget is 700 euros",
    "Maybe I will move to Rome",
    "我对青霉素过敏",
    "My sister lives in Oslo",
    "Please answer in Chinese",
]


def hear_all(layer, texts=TALK, start=1.9e9 - 10_000):
    return [d for n, text in enumerate(texts) for d in layer.hear(text, start + n, source=f"turn:s1:{n + 1}")]


def live(store):
    return {m.text for m in store.items(kinds=KINDS) if m.status == "live"}


def every(store):
    found = store.warm.rows(store.tenant, kinds=KINDS, statuses=STATUSES, agent=store.agent, now=None)
    return {m.id: m for m in found}


@pytest.fixture
def layer(store):
    return FactLayer(store)


def test_facts_in_force_are_memories(layer, store):
    hear_all(layer)
    assert live(store) == {
        "The user's name is Ann.",
        "The user lives in Berlin.",
        "The user is allergic to peanuts.",
        "The user likes tea.",
        "The user's budget is 700 euros.",
        "用户对青霉素过敏。",
        "Sister lives in Oslo.",
        "The user wants answers in Chinese.",
    }


def test_kind_expiry_importance_and_source_of_a_fact(layer, store):
    hear_all(layer)
    found = {m.metadata["value"]: m for m in every(store).values()}
    tea, peanuts, budget = found["tea"], found["peanuts"], found["700 euros"]
    assert (tea.kind, peanuts.kind, budget.kind) == ("preference", "profile", "requirement")
    assert tea.expires_at == tea.at + 180 * DAY and peanuts.expires_at is None
    assert peanuts.pinned and peanuts.importance == 10 and not tea.pinned
    assert (tea.session, tea.source, tea.confidence) == ("s1", "turn:s1:4", 0.95)


def test_what_was_corrected_is_superseded_and_absent_from_what_is_live(layer, store):
    hear_all(layer)
    old = [m for m in every(store).values() if m.metadata["value"] == "500 euros"]
    assert [m.status for m in old] == ["superseded"]
    assert not [text for text in live(store) if "500" in text]


def test_what_contradicts_is_pending_until_somebody_decides(layer, store):
    hear_all(layer, ["I live in Berlin.", "I live in Munich."])
    pending = [m for m in every(store).values() if m.status == "pending"]
    assert [m.text for m in pending] == ["Not confirmed: The user lives in Munich."]
    assert live(store) == {"The user lives in Berlin."}
    layer.confirm(layer.fact_of(pending[0].id))
    assert live(store) == {"The user lives in Munich."}
    layer.hear("I live in Oslo.", 1.9e9 + 100)
    layer.reject(layer.pending()[0])
    assert live(store) == {"The user lives in Munich."}
    assert "pending" not in {m.status for m in every(store).values()}


@pytest.mark.parametrize(
    "text",
    [
        "We may change the system next year.",
        "Maybe I will move to Rome",
        "我们明年可能会换系统",
        "也许我会搬到上海",
    ],
)
def test_a_guess_becomes_no_fact(layer, store, text):
    hear_all(layer, ["I live in Berlin.", text])
    assert live(store) == {"The user lives in Berlin."} and len(every(store)) == 1


def test_what_is_forgotten_is_gone_from_what_is_live_and_does_not_come_back(layer, store):
    hear_all(layer)
    assert "The user lives in Berlin." in live(store)
    layer.forget("city")
    hear_all(layer)
    assert not [text for text in live(store) if "Berlin" in text]


def test_a_rollback_shows_in_the_memories(layer, store):
    hear_all(layer, TALK[:4])
    version = layer.book.version
    hear_all(layer, ["Actually my budget is 700 euros"], 1.9e9 - 100)
    layer.rollback(version)
    assert "The user's budget is 500 euros." in live(store)
    assert not [text for text in live(store) if "700" in text]


def test_an_erased_fact_is_in_no_memory_of_any_status_and_in_no_document(layer, store):
    hear_all(layer)
    layer.hear("I moved to Munich.", 1.9e9 - 500)
    held = lambda: repr([*every(store).values(), *store.warm.documents(store.tenant, "facts")])  # noqa: E731
    assert "Berlin" in held() and "Munich" in held(), "the positive control"
    layer.erase("city")
    assert "Berlin" not in held() and "Munich" not in held()
    assert "The user's name is Ann." in live(store)
    hear_all(layer)
    assert "Berlin" not in held() and layer.values("city") == []


def test_a_preference_that_is_not_said_again_expires(layer, store, clock):
    layer.hear("I like tea.", clock(), source="turn:s1:1")
    assert live(store) == {"The user likes tea."}
    clock.forward(180 * DAY)
    assert live(store) == set()
    layer.mirror()
    assert live(store) == set(), "nobody said it again"
    layer.hear("I like tea.", clock(), source="turn:s2:1")
    assert live(store) == {"The user likes tea."}


# -- one book, many processes


def test_a_book_outlives_its_process(opened):
    hear_all(FactLayer(opened()))
    again = FactLayer(opened())
    plain = FactBook("u1", clock=lambda: 1.9e9)
    for n, text in enumerate(TALK):
        plain.hear(text, 1.9e9 - 10_000 + n, source=f"turn:s1:{n + 1}")
    assert again.book.export() == plain.export()
    assert [f.value for f in again.short_term()] == ["Rome"]


def test_two_layers_lose_no_turn_of_one_another(opened):
    layers = [FactLayer(opened()), FactLayer(opened())]
    for n, text in enumerate(TALK):
        layers[n % 2].hear(text, 1.9e9 - 10_000 + n, source=f"turn:s1:{n + 1}")
    assert layers[0].book.export() == layers[1].book.export()
    assert len(layers[0].book.turns) == len(TALK)
    assert layers[0].values("budget") == ["700 euros"]


def test_who_is_overtaken_hears_again(opened, monkeypatch):
    mine, theirs = FactLayer(opened()), FactLayer(opened())
    mine.hear("I live in Berlin.", 1.0)
    keep = mine._log._keep

    def late(value):
        monkeypatch.setattr(mine._log, "_keep", keep)
        theirs.hear("My budget is 500 euros.", 2.0)
        keep(value)

    monkeypatch.setattr(mine._log, "_keep", late)
    decisions = mine.hear("I moved to Munich.", 3.0)
    assert [d.kind for d in decisions] == ["update"]
    assert mine.book.export() == theirs.book.export()
    assert (mine.values("city"), mine.values("budget")) == (["Munich"], ["500 euros"])


def test_memories_are_healed_after_a_crash_before_they_were_written(opened, monkeypatch):
    crashed = FactLayer(opened())
    monkeypatch.setattr(crashed, "mirror", lambda: [])
    hear_all(crashed)
    store = opened()
    assert live(store) == set()
    FactLayer(store).mirror()
    assert "The user's budget is 700 euros." in live(store)


def test_a_crash_within_an_erasure_is_finished_by_the_next_who_looks(opened, monkeypatch):
    store = opened()
    crashed = FactLayer(store)
    hear_all(crashed)
    monkeypatch.setattr(crashed._log, "_drop_before", lambda number: None)
    monkeypatch.setattr(crashed, "mirror", lambda: [])
    crashed.erase("city")
    assert "Berlin" in repr(list(store.warm.documents("u1", "facts"))), "the positive control"
    healed = FactLayer(opened())
    healed.mirror()
    assert "Berlin" not in repr([*store.warm.documents("u1", "facts"), *every(store).values()])


def test_an_error_leaves_book_and_memories_as_they_were(layer, store):
    hear_all(layer)
    before = layer.book.export(), every(store)
    with pytest.raises(ValueError, match="role"):
        layer.hear("I live in Rome.", role="human")
    with pytest.raises(ValueError, match="not pending"):
        layer.confirm(99)
    assert (layer.book.export(), every(store)) == before


def test_the_same_transcript_twice_changes_nothing(layer, store):
    hear_all(layer)
    before = layer.book.export(), every(store)
    hear_all(layer)
    assert (layer.book.export(), every(store)) == before


def test_when_everything_is_forgotten_the_layer_begins_anew(opened):
    store, other = opened(), opened()
    layer, late = FactLayer(store), FactLayer(other)
    hear_all(layer), late.mirror()
    assert late.values("city") == ["Berlin"]
    store.forget_all()
    assert layer.facts() == late.facts() == []
    late.hear("I live in Oslo.", 1.9e9)
    assert layer.values("city") == ["Oslo"] and len(layer.book.turns) == 1


def test_a_memory_that_was_forgotten_alone_is_not_mirrored_again(opened):
    store = opened()
    layer = FactLayer(store)
    hear_all(layer)
    store.forget(next(id for id, m in every(store).items() if m.metadata["value"] == "tea"))
    again = FactLayer(opened())
    again.mirror()
    again.hear("Actually my budget is 900 euros.", 1.9e9)
    assert "The user likes tea." not in live(store) and "The user's budget is 900 euros." in live(store)


def test_agents_have_books_of_their_own(opened):
    planner, writer, nobody = opened(agent="planner"), opened(agent="writer"), opened()
    hear_all(FactLayer(planner), ["I live in Berlin."])
    hear_all(FactLayer(writer), ["I live in Munich."])
    assert live(planner) == {"The user lives in Berlin."} and live(writer) == {"The user lives in Munich."}
    assert live(nobody) == set()
    shared = next(iter(every(planner)))
    planner.share(shared)
    assert live(nobody) == {"The user lives in Berlin."}


def test_an_extractor_may_take_the_place_of_the_rules(opened):
    def extractor(text, role, at, context):
        return '[{"attribute": "city", "value": "Lima", "confidence": 0.9}]' if "Lima" in text else "[]"

    layer = FactLayer(opened(), extractor)
    layer.hear("Lima it is.", 1.0)
    assert layer.values("city") == ["Lima"]


def test_the_memory_of_an_unknown_fact_is_unknown(layer, store):
    hear_all(layer)
    assert layer.fact_of("fact:99") is None
    with pytest.raises(UnknownMemory):
        store.get("fact:99")


def test_threads_of_one_layer_and_of_two_lose_no_turn(opened):
    one, other = FactLayer(opened()), FactLayer(opened())

    def hear(layer, name):
        for n in range(8):
            layer.hear(f"I like {name}{n}ing.", 1.9e9 - 100 + n)

    jobs = [(one, "swimm"), (one, "row"), (other, "ski"), (other, "dr")]
    threads = [threading.Thread(target=hear, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(one.book.turns) == len(other.book.turns) == 32
    assert one.book.export() == other.book.export()
    assert {m.metadata["value"] for m in every(one.store).values()} == set(one.values("likes"))


HEAR = """
import sys
from memlab.tiers.layers import FactLayer
from memlab.tiers.store import MemoryStore
path, name = sys.argv[1:]
layer = FactLayer(MemoryStore("u1", path, clock=lambda: 1.9e9))
for n in range(10):
    layer.hear(f"My order is {name}{n}{n}{n}{n}{n}.", 1.9e9 - 100 + n, source=name)
"""


def test_processes_lose_no_turn_of_one_another(opened, tmp_path):
    store = opened()
    command = [sys.executable, "-c", HEAR, str(tmp_path / "memory")]
    running = [subprocess.Popen([*command, name]) for name in ("AB", "CD", "EF")]
    assert [process.wait() for process in running] == [0, 0, 0]
    layer = FactLayer(store)
    assert len(layer.book.turns) == 30 and len(layer.values("order_id")) == 30
    assert {m.metadata["value"] for m in every(store).values()} == set(layer.values("order_id"))


# -- rows and words


@pytest.mark.parametrize("cut", range(len(TALK) + 1))
def test_changes_make_the_book(cut):
    book = FactBook("u1", clock=lambda: 1e4)
    changes, rows = Changes(book), {}
    for n, text in enumerate(TALK[:cut]):
        book.hear(text, 100.0 - n, source="s")  # each slips in before the others
        rows |= changes.take()
    assert [row for _, row in sorted(rows.items()) if row and row["row"] != "doubt"] == [
        row for row in book.export() if row["row"] != "doubt"
    ]
    again = book_of(rows, "u1", clock=lambda: 1e4)
    assert (again.facts(), again.pending(), again.short_term()) == (
        book.facts(),
        book.pending(),
        book.short_term(),
    )


@pytest.mark.parametrize(
    ("attribute", "value", "said", "entity", "words"),
    [
        ("city", "Rome", "I live in Rome", "user", "The user lives in Rome."),
        ("deadline", "4 May", "due 4 May", "project atlas", "Project atlas's deadline is 4 May."),
        ("deadline", "五月四日", "五月四日截止", "青叶计划", "青叶计划的截止日期是五月四日。"),
        ("favourite_colour", "blue", "blue", "user", "The user's favourite colour is blue."),
        ("favourite_颜色", "蓝色", "我最喜欢的颜色是蓝色", "user", "用户最喜欢的颜色是蓝色。"),
        ("shoe_size", "{42}", "42", "user", "The user's shoe size is {42}."),
        ("a{b}", "c", "c", "user", "The user's a{b} is c."),
    ],
)
def test_a_fact_in_words(attribute, value, said, entity, words):
    assert sentence(Fact("u1", entity, attribute, value, 1, 0.0, said)) == words
    assert manner(attribute).kind in KINDS


def test_the_end_of_a_fact_that_waits_is_said_as_one():
    fact = Fact("u1", "user", "allergy", "peanuts", 1, 0.0, "x", polarity=False, status="pending")
    assert sentence(fact) == "Not confirmed: No longer so: The user is allergic to peanuts."
