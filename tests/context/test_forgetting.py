"""What is forgotten, corrected or refused is so in every layer, whatever was said around it."""

from __future__ import annotations

from contextlib import suppress

import pytest

from memlab.context import MemoryManager, offline_llm
from memlab.tiers import Settings
from memlab.tiers.errors import UnknownMemory

TOLD = {
    "en": ("My name is Mira and I live in Oslo.", "I live in Oslo.", "Forget my city.", "Where do I live?"),
    "zh": ("我叫李明，我住在杭州。", "我住在杭州。", "忘记我的城市。", "我住在哪里？"),
}
NAMED = {"en": ("Mira", "Oslo"), "zh": ("李明", "杭州")}


@pytest.fixture
def opened(tmp_path):
    """`opened(**options)`: a manager of u1 in the test's directory, closed at its end."""
    managers = []

    def make(**options):
        given = {"llm": offline_llm, "clock": lambda: 1.9e9, **options}
        managers.append(MemoryManager("u1", tmp_path / "memory", **given))
        return managers[-1]

    yield make
    for manager in managers:
        manager.close()


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("window", [False, True])
def test_what_is_to_be_forgotten_is_in_no_recall_and_no_prompt(opened, lang, window):
    manager = opened()
    both, again, forget, question = TOLD[lang]
    name, city = NAMED[lang]
    for text in (both, again, question):
        told = manager.process_message(text)
    assert city in told["response"] and city in told["context_used"]
    if window:
        for n in range(12):
            manager.process_message(f"Filler {n}: it rains." if lang == "en" else f"闲聊{n}：下雨了。")
        assert city in manager.sessions.summary(manager.session)
    assert "retraction" in {d.kind for d in manager.process_message(forget)["decisions"]}
    told = manager.process_message(question)
    assert city not in told["response"] + told["context_used"] + manager.sessions.summary(manager.session)
    assert not [m for m in manager.recall_memory(question, 20).hits if city in m.memory.text]
    assert name in told["context_used"]
    assert [h.value for h in manager.facts.history("city")] == [city]


def test_forget_fact_hides_what_told_it_and_keeps_what_only_names_the_place(opened):
    manager = opened()
    for text in ("I live in Oslo.", "The Oslo flight leaves at nine.", "Where do I live?"):
        manager.process_message(text)
    manager.forget_fact("city")
    found = [h.memory.text for h in manager.recall_memory("Where do I live, in Oslo?", 20).hits]
    assert "I live in Oslo." not in found and "The Oslo flight leaves at nine." in found


def found_in(folder, word):
    return [path.name for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()]


@pytest.mark.parametrize("session", [None, "mine"])
def test_after_everything_was_forgotten_life_goes_on(opened, session):
    manager, other = opened(session=session), opened(session=session)
    for n in range(13):
        manager.process_message(f"I live in Oslo. Filler {n}.")
    assert other.facts.values("city") == ["Oslo"]
    manager.store.forget_all()
    assert manager.process_message("I live in Lima.")["response"] == "Noted."
    for each in (manager, other, opened(session=session)):
        assert each.facts.values("city") == ["Lima"]
        assert "Lima" in each.process_message("Where do I live?")["response"]
    texts = [m.text for m in manager.store.items(kinds=("profile",))]
    assert texts == ["The user lives in Lima."]
    for n in range(13):
        manager.process_message(f"Filler {n} of later.")
    assert "Lima" in manager.sessions.summary(manager.session)


def test_an_agent_that_forgets_all_forgets_its_facts_and_nobody_elses(opened, tmp_path):
    shared, bob, bobby = opened(), opened(agent="bob"), opened(agent="bob:b")
    for manager, text in ((shared, "I live in Oslo."), (bob, "I hate quokkas."), (bobby, "I hate pandas.")):
        manager.process_message(text)
    assert found_in(tmp_path, "quokkas")
    bob.store.forget_all()
    assert not found_in(tmp_path, "quokkas") and not bob.facts.history()
    assert shared.facts.values("city") == ["Oslo"] and bobby.facts.values("dislikes") == ["pandas"]
    bob.process_message("I hate zebras.")
    assert bob.facts.values("dislikes") == ["zebras"]


def test_a_secret_that_is_forgotten_does_not_come_to_light_elsewhere(opened, tmp_path):
    manager, code = opened(), "tango-77-Kilo"
    told = [
        {"role": "user", "content": f"The door code is {code}.", "secret": code},
        {"role": "assistant", "content": f"I noted {code.upper()}."},
        {"role": "user", "content": "The door is green."},
    ]
    manager.store_session_memory("s", told)
    assert code.lower() not in manager.process_message("What is the door code?")["context_used"].lower()
    assert found_in(tmp_path, code) and found_in(tmp_path, code.upper())
    assert manager.forget("turn:s:1")[:2] == ["turn:s:1", "turn:s:2"]
    prompt = manager.process_message("What about the door code?")["context_used"]
    assert code.lower() not in prompt.lower() and "The door is green." in prompt
    assert not found_in(tmp_path, code) and not found_in(tmp_path, code.upper())


@pytest.mark.parametrize("text", ["\x00\x01", "\u200b", "\u2060\ufeff"])
def test_what_cannot_be_asked_is_not_stored(opened, text):
    manager = opened()
    with pytest.raises(ValueError, match="question"):
        manager.process_message(text)
    assert manager.store.count() == 0 and manager.sessions.sessions() == []


def test_a_budget_without_room_refuses_before_anything_is_stored(opened):
    manager = opened(budget=100, reserve=90)
    with pytest.raises(ValueError, match="budget: 100"):
        manager.process_message("I live in Oslo.")
    assert manager.store.count() == 0 and manager.facts.values("city") == []


@pytest.mark.parametrize("field", ["extractor", "store"])
def test_what_is_none_of_its_kind_is_refused_at_the_door(opened, field):
    with pytest.raises(TypeError, match=field):
        opened(**{field: 3})


@pytest.mark.parametrize("which", ["turn", "fact"])
def test_who_is_cut_off_while_forgetting_asks_once_more_and_no_word_stays(tmp_path, which):
    """The process dies at the n-th erasure of the warm tier, for every n; then the same call is made."""

    def open_(folder):
        small = Settings(window=1)
        return MemoryManager("u1", folder, llm=lambda prompt: "Noted.", session="s1", settings=small)

    def dying(erase, left):
        def step(*args, **options):
            if not left:
                raise KeyboardInterrupt
            left.pop()
            return erase(*args, **options)

        return step

    for n in range(20):
        folder, finished = tmp_path / str(n), False
        with open_(folder) as manager:
            for text in ("My favourite tea is quincewood.", "It rains.", "It rains again.", "It snows."):
                manager.process_message(text)
            held = [m for m in manager.store.items(statuses=None) if "quincewood" in m.text]
            assert {"turn", "preference", "summary"} <= {m.kind for m in held}
            id = next(m.id for m in held if m.id.startswith(which))
            manager.store.warm.erase = dying(manager.store.warm.erase, [None] * n)
            try:
                manager.forget(id)
                finished = True
            except KeyboardInterrupt:
                pass
        with open_(folder) as manager:
            manager.store.reconcile()
            with suppress(UnknownMemory):
                manager.forget(id)
            assert [m.id for m in manager.store.items(statuses=None) if "quincewood" in m.text] == []
        files = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
        assert not any(b"quincewood" in data for data in files)
        if finished:
            break
    assert finished and n > 2


def test_a_session_whose_reading_was_cut_off_is_read_when_it_comes_again(tmp_path, monkeypatch):
    def die(*given):
        raise KeyboardInterrupt

    told = ["My budget is 500 euros.", "It rains."]
    with MemoryManager("u1", tmp_path) as manager, monkeypatch.context() as patch:
        patch.setattr(manager, "_heard", die)
        with pytest.raises(KeyboardInterrupt):
            manager.store_session_memory("s2", told)
    with MemoryManager("u1", tmp_path) as manager:
        manager.store_session_memory("s2", told)
        assert manager.facts.values("budget") == ["500 euros"]
        before = list(manager.store.export_lines())
        manager.store_session_memory("s2", told)
        assert list(manager.store.export_lines()) == before


@pytest.mark.parametrize("way", ["process", "session"])
def test_a_correction_that_was_cut_off_is_finished_when_it_comes_again(tmp_path, monkeypatch, way):
    def die(*given):
        raise KeyboardInterrupt

    told = ["I live in Oslo.", "Correction: I live in Rome."]
    say = {
        "process": lambda manager, many: [manager.process_message(told[many - 1])],
        "session": lambda manager, many: manager.store_session_memory("s1", told[:many]),
    }[way]
    given = {"llm": lambda _: "Noted.", "session": "s1"}
    with MemoryManager("u1", tmp_path, **given) as manager, monkeypatch.context() as patch:
        say(manager, 1)
        patch.setattr("memlab.context.manager.let_go", die)
        with pytest.raises(KeyboardInterrupt):
            say(manager, 2)
    with MemoryManager("u1", tmp_path, **given) as manager:
        say(manager, 2)
        assert not any("Oslo" in m.text for m in manager.recall_memory("Where do I live?", 9).memories)
        assert manager.store.get("turn:s1:1").status == "superseded"
        before = list(manager.store.export_lines())
        manager.store_session_memory("s1", told)
        assert way == "process" or list(manager.store.export_lines()) == before


def test_recall_never_shows_two_facts_where_the_book_has_one(tmp_path, monkeypatch):
    def die(*given, **more):
        raise KeyboardInterrupt

    with MemoryManager("u1", tmp_path) as manager, monkeypatch.context() as patch:
        manager.store_session_memory("s1", ["I live in Oslo."])
        patch.setattr(manager.store, "update", die)
        with pytest.raises(KeyboardInterrupt):
            manager.store_session_memory("s2", ["Correction: I live in Rome."])
    with MemoryManager("u1", tmp_path) as manager:
        shown = [m for m in manager.store.items(statuses=["live"]) if m.id.startswith("fact:")]
        assert len(shown) == 2, "it was cut off in between"
        found = manager.recall_memory("Oslo or Rome?", 9, kinds={m.kind for m in shown}).memories
        assert [m.metadata["value"] for m in found] == ["Rome"]
