"""What is forgotten, corrected or refused is so in every layer, whatever was said around it."""

from __future__ import annotations

import pytest

from memlab.context import MemoryManager, offline_llm

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
