"""The session layer: the newest turns whole, the older ones summed up, none lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.tiers.errors import UnknownMemory
from memlab.tiers.layers import Said, SessionLayer
from memlab.tiers.layers.repeats import digest, overlap
from memlab.tiers.layers.summary import fold, in_words
from memlab.tiers.memory import Memory
from memlab.tiers.settings import HOUR, Settings


def said(*texts, role="user", at=1.9e9):
    return [Said(role, text, at + n) for n, text in enumerate(texts)]


def texts(memories):
    return [memory.text for memory in memories]


MANY = [f"message number {n}" for n in range(15)]


def test_L4_a_batch_and_single_calls_give_the_same_window_of_the_newest(opened):
    batch, single = SessionLayer(opened("a")), SessionLayer(opened("b"))
    batch.append("s1", said(*MANY))
    for n, text in enumerate(MANY):
        single.append("s1", said(text, at=1.9e9 + n))
    assert texts(batch.window("s1")) == texts(single.window("s1")) == MANY[5:]
    assert batch.summary("s1") == single.summary("s1") != ""


def test_L3_what_left_the_window_and_what_is_in_it_is_all_there_was(store):
    layer = SessionLayer(store)
    for n in range(0, 60, 4):
        layer.append("s1", said(*(f"turn {k} of sixty" for k in range(n, n + 4))))
    assert texts(layer.turns("s1")) == [f"turn {k} of sixty" for k in range(60)]
    assert texts(layer.window("s1")) == [f"turn {k} of sixty" for k in range(50, 60)]
    assert layer.get("s1").count == 60
    assert store.count(kinds=("turn",)) == 60


def test_turns_know_their_session_place_and_speaker(store):
    layer = SessionLayer(store)
    turns = layer.append(
        "s1", [Said("user", "Hello", 1.0), Said("assistant", "Hi!", 2.0), Said("tool", "{}", 3.0)]
    )
    assert [(t.kind, t.session, t.place, t.speaker) for t in turns] == [
        ("turn", "s1", 1, "user"),
        ("reply", "s1", 2, "assistant"),
        ("turn", "s1", 3, "tool"),
    ]
    assert [t.at for t in turns] == [1.0, 2.0, 3.0]


def test_two_layers_over_one_directory_give_each_turn_a_place_of_its_own(opened):
    one, other = SessionLayer(opened()), SessionLayer(opened())
    for n in range(6):
        (one if n % 2 else other).append("s1", said(f"turn {n}"))
    assert texts(one.turns("s1")) == texts(other.turns("s1")) == [f"turn {n}" for n in range(6)]
    assert [t.place for t in one.turns("s1")] == [1, 2, 3, 4, 5, 6]


def test_the_summary_keeps_what_tells_most_within_its_tokens(opened):
    layer = SessionLayer(opened(settings=Settings(window=2, summary_tokens=40)))
    layer.append(
        "s1",
        said("Nice weather.", "My budget is 500 euros.", "Haha.", "We decided to launch on 4 May.", *"ab"),
    )
    summary = layer.summary("s1")
    assert "500 euros" in summary and "4 May" in summary
    assert tokens.count(summary) <= 40


def test_the_summary_lives_hours_and_the_turns_go_on(store, clock):
    layer = SessionLayer(store)
    layer.append("s1", said(*MANY))
    summary = layer.summary_memory("s1")
    assert summary.kind == "summary" and summary.expires_at == clock() + 12 * HOUR
    clock.forward(12 * HOUR)
    assert layer.summary("s1") == "" and summary.id not in store
    assert texts(layer.turns("s1")) == MANY
    layer.append("s1", said("I am back"))
    assert "message number 5" in layer.summary("s1"), "made again from the turns"


def test_a_model_may_write_the_summary(opened):
    heard = []

    def summarise(summary, turn):
        heard.append((summary, turn))
        return f"{summary} {turn.rpartition(' ')[2]}".strip()

    layer = SessionLayer(opened(settings=Settings(window=1)), summarise)
    layer.append("s1", said("alpha one", "beta two", "gamma three"))
    assert layer.summary("s1") == "one two"
    assert heard == [("", "user: alpha one"), ("one", "user: beta two")]


def test_a_model_that_writes_too_much_is_cut(opened):
    settings = Settings(window=1, summary_tokens=20)
    layer = SessionLayer(opened(settings=settings), lambda summary, turn: "word " * 500)
    layer.append("s1", said("one", "two"))
    assert 0 < tokens.count(layer.summary("s1")) <= 20


def test_a_secret_is_in_no_summary(opened):
    layer = SessionLayer(opened(settings=Settings(window=1)))
    told = "The door code is 4711."
    layer.append("s1", [*said(told), Said("user", "The safe code is 4712.", 1.0, secret="4712"), *said("ok")])
    assert "4711" in layer.summary("s1") and "4712" not in layer.summary("s1")
    assert texts(layer.secrets()) == ["The safe code is 4712."]


def test_new_ids_are_unique(opened):
    one, other = SessionLayer(opened()), SessionLayer(opened())
    one.append("s2", said("taken by hand"))
    ids = [layer.new() for layer in (one, other, one, other)]
    assert len({*ids, "s2"}) == 5


def test_a_session_is_over_when_ended_or_when_nothing_was_said_for_long(store, clock):
    layer = SessionLayer(store)
    layer.append("s1", said("one", at=clock()))
    layer.append("s2", said("two", at=clock()))
    assert [s.id for s in layer.sessions(active=True)] == ["s1", "s2"]
    assert layer.end("s1").ended == clock()
    assert [s.id for s in layer.sessions(active=True)] == ["s2"]
    clock.forward(12 * HOUR)
    assert layer.sessions(active=True) == []
    assert layer.get("s2").ended == pytest.approx(1.9e9 + 12 * HOUR)
    layer.append("s1", said("again", at=clock()))
    assert [s.id for s in layer.sessions(active=True)] == ["s1"]
    assert [s.id for s in layer.sessions()] == ["s1", "s2"]


def test_to_end_an_unknown_session_is_refused(store):
    with pytest.raises(UnknownMemory, match="nowhere"):
        SessionLayer(store).end("nowhere")


def test_agents_have_sessions_of_their_own(opened):
    planner, writer = SessionLayer(opened(agent="planner")), SessionLayer(opened(agent="writer"))
    planner.append("s1", said("for the planner"))
    writer.append("s1", said("for the writer"))
    assert texts(planner.turns("s1")) == ["for the planner"]
    assert texts(writer.turns("s1")) == ["for the writer"]


@pytest.mark.parametrize("session", ["a:b", "a/b", "a%3Ab", "北京", "it's", "x" * 300])
def test_sessions_with_odd_names_are_apart(opened, session):
    layer = SessionLayer(opened())
    layer.append(session, said("here"))
    layer.append("a", said("elsewhere"))
    assert texts(layer.turns(session)) == ["here"]


def test_an_erased_turn_is_in_no_summary(opened):
    store = opened(settings=Settings(window=1))
    layer = SessionLayer(store)
    turns = layer.append("s1", said("My order is HS998877.", "The launch is on 4 May.", "ok"))
    assert "HS998877" in layer.summary("s1"), "the positive control"
    store.forget(turns[0].id)
    layer.erased(turns[0])
    assert "HS998877" not in layer.summary("s1") and "4 May" in layer.summary("s1")


# -- what is known already


def test_the_same_conversation_read_again_is_known(store):
    layer = SessionLayer(store)
    layer.append("s1", said(*MANY))
    assert layer.unknown("s1", said(*MANY)) == []
    assert texts(layer.unknown("s1", said(*MANY, "new"))) == ["new"]
    assert texts(layer.unknown("s1", said(*MANY[10:], "new"))) == ["new"], "a window that goes on"
    assert layer.unknown("s1", said(*MANY[3:7])) == []
    assert texts(layer.unknown("s1", said("message number 14"))) == ["message number 14"], (
        "one proves nothing"
    )


def test_messages_with_times_are_known_by_them(store):
    layer = SessionLayer(store)
    timed = [Said("user", "ok", 1.0, True), Said("user", "ok", 2.0, True)]
    layer.append("s1", timed)
    assert layer.unknown("s1", timed) == []
    assert layer.unknown("s1", [Said("user", "ok", 3.0, True)]) != []


def test_an_erased_turn_read_again_stays_erased(store):
    layer = SessionLayer(store)
    turns = layer.append("s1", said("one", "two", "three"))
    store.forget(turns[1].id)
    layer.erased(turns[1])
    assert layer.unknown("s1", said("one", "two", "three")) == []
    assert layer.unknown("s1", [Said("user", "two", turns[1].at, True)]) == []


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=6))
def test_overlap_against_brute_force(there, new):
    known = [digest("user", text) for text in there]
    n = overlap(known, said(*new))
    assert n <= len(new)
    assert n == 0 or any(there[k : k + n] == new[:n] for k in range(len(there)))
    if len(new) > 1 and any(there[k : k + len(new)] == new for k in range(len(there))):
        assert n == len(new)


@given(st.lists(st.text(max_size=60), max_size=12), st.integers(5, 60))
def test_a_summary_never_takes_more_than_its_tokens(said_texts, most):
    lines = []
    for place, text in enumerate(said_texts, 1):
        lines = fold(lines, Memory("u1", f"t{place}", text, place=place, speaker="user"), most)
        assert tokens.count(in_words(lines)) <= most
    assert [line.place for line in lines] == sorted(line.place for line in lines)
