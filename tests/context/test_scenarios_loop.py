"""Rows of the store once more, in the loop: what was merged, forgotten, another tenant's, or said at once."""

from __future__ import annotations

import json

import pytest

from memlab.context import MemoryManager, offline_llm, rebuild
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.memory import Memory
from memlab.zset import EmulatedRedis


class Clock:
    def __init__(self, now=1.9e9):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(tmp_path, clock):
    """`opened(tenant, **options)`: managers on one directory and one Redis, closed at the end."""
    managers, client = [], EmulatedRedis()

    def make(tenant="mira", settings=None, **options):
        given = {} if settings is None else {"settings": settings}
        store = MemoryStore(tenant, tmp_path / "m", client=client, clock=clock, **given)
        managers.append(MemoryManager(tenant, store=store, **{"llm": lambda prompt: "I see.", **options}))
        return managers[-1]

    yield make
    for manager in managers:
        manager.store.close()


def told(manager, *texts, clock):
    """The prompts made for some messages, a minute apart."""
    prompts = []
    for text in texts:
        clock.now += 60
        prompts.append(manager.process_message(text)["context_used"])
    return prompts


def before_the_question(prompt):
    """The prompt without the question and its heading."""
    return prompt[: max(prompt.rfind("# Current question"), prompt.rfind("# 当前问题"))]


def relevant(manager, question):
    """The ids of what a prompt has as relevant."""
    return {piece.id for piece in manager.process_message(question)["context"].layer("relevant").pieces}


@pytest.mark.parametrize(
    ("a", "b", "query"),
    [
        ("The shed is locked at nine.", "The shed is locked at nine, says Ann.", "When is the shed locked?"),
        ("仓库九点锁门", "仓库九点锁门，老王说的", "仓库什么时候锁门？"),
    ],
)
def test_C8_of_what_was_merged_a_prompt_has_one(opened, a, b, query):
    manager = opened()
    manager.store.add(a, id="a", at=1.8e9)
    manager.store.add(b, id="b", at=1.85e9)
    assert {"a", "b"} <= relevant(manager, query), "they would be there"
    whole = manager.store.merge(["a", "b"]).id
    there = relevant(manager, query)
    assert whole in there and not {"a", "b"} & there


@pytest.mark.parametrize("times", [1, 4])
def test_D3_the_same_conversation_handed_over_again_is_no_longer_prompt(opened, times):
    said = ["我养了两只猫。", "One of them is called Basil.", "另一只叫薄荷。"]
    manager = opened()
    manager.store_session_memory("s", said)
    question = "What is the other cat called, 另一只猫？"

    def prompt():
        found = manager.recall_memory(question, 9).memories
        return rebuild(question, relevant=found, budget=800, reserve=0).text

    before = prompt()
    assert "薄荷" in before
    for _ in range(times):
        manager.store_session_memory("s", said)
    assert prompt() == before


@pytest.mark.parametrize("size", [3, 15, 25])
def test_L4_a_prompt_is_the_same_whether_the_turns_came_at_once_or_one_by_one(opened, clock, size):
    said = [
        {"role": "user", "content": f"站台 {n}: train number {n} leaves.", "at": 1.9e9 + n}
        for n in range(size)
    ]
    at_once, one_by_one = opened("at once"), opened("one by one")
    at_once.store_session_memory("s", said)
    for message in said:
        one_by_one.store_session_memory("s", [message])
    clock.now += 100
    prompts = []
    for manager in (at_once, one_by_one):
        manager.session = "s"
        prompts.append(manager.process_message("Which train leaves last?")["context_used"])
    assert prompts[0] == prompts[1] and f"number {size - 1} leaves" in prompts[0]


@pytest.mark.parametrize(
    ("text", "word", "question"),
    [
        ("My locker code is tangerine.", "tangerine", "What is my locker code?"),
        ("我的储物柜密码是枇杷。", "枇杷", "我的储物柜密码是什么？"),
    ],
)
def test_L8_what_was_forgotten_stands_in_no_prompt_summary_or_file(
    opened, clock, tmp_path, text, word, question
):
    manager = opened(settings=Settings(window=2))
    told(manager, text, *["The rain goes on."] * 6, clock=clock)
    (prompt,) = told(manager, question, clock=clock)
    assert word in prompt and on_disk(tmp_path, word), "it would be found"
    (turn,) = [m for m in manager.store.items(kinds=["turn"]) if m.text == text]
    manager.forget(turn.id)
    (prompt,) = told(manager, question, clock=clock)
    assert word not in prompt and on_disk(tmp_path, word) == []
    assert all(word not in manager.sessions.summary(s.id) for s in manager.sessions.sessions())


def on_disk(tmp_path, word):
    forms = (word.encode(), json.dumps(word)[1:-1].encode())
    files = [p for p in tmp_path.rglob("*") if p.is_file() and not p.name.endswith("-shm")]
    return [p.name for p in files if any(form in p.read_bytes() for form in forms)]


def test_T1_no_setting_and_no_state_moves_an_owner(opened):
    manager = opened()
    manager.set_state("job", "open", user_id="other", tenant="other")
    manager.update_setting("tenant", "other")
    manager.store.add("mine", id="m")
    with pytest.raises(ValueError, match="metadata"):
        manager.store.update("m", metadata={"user_id": "other"})
    other = opened("other")
    assert other.states() == [] and other.setting("tenant") is None and other.store.items() == []
    assert manager.store.get("m").tenant == "mira" == manager.tenant


def test_T2_messages_and_lists_that_are_passed_are_never_changed(opened):
    manager = opened()
    said = [
        {"role": "user", "content": "I live in Lima.", "at": 1.9e9},
        {"role": "system", "content": "Be brief."},
    ]
    filters = {"kinds": ["turn"], "speaker": "user"}
    notes = [Memory("mira", "a", "a"), Memory("mira", "b", "b")]
    before = json.dumps([said, filters]), list(notes)
    for _ in range(2):
        manager.store_session_memory("s", said)
        first = manager.recall_memory("Lima", **filters)
        rebuild("a?", relevant=notes, profile=notes, budget=200, reserve=0)
        assert (json.dumps([said, filters]), notes) == before and len(first)


@pytest.mark.parametrize("tenant", [None, "", 0, [], b"mira", True])
def test_T3_a_missing_tenant_opens_nothing(opened, tmp_path, tenant):
    opened().store.add("there is something to be seen")
    with pytest.raises((TypeError, ValueError), match="tenant"):
        MemoryManager(tenant, tmp_path / "m", llm=offline_llm)
    with pytest.raises((TypeError, ValueError), match="tenant"):
        opened().recall_memory("something", tenant=tenant)
    assert opened().recall_memory("something").hits, "without it, it is there"


HOSTILE = ["a", "ab", "a:b", "a%", "a' OR 1=1 --", '"quoted"', "北京", "北京市", "x" * 300, "../a", "a\nb"]


def test_T6_each_of_many_hostile_tenants_is_told_its_own_and_nothing_else(opened, clock):
    managers = {tenant: opened(tenant) for tenant in HOSTILE}
    cities = [f"Townsville{chr(ord('a') + n)}" for n in range(len(HOSTILE))]
    for manager, city in zip(managers.values(), cities, strict=True):
        told(manager, f"I live in {city}.", f"The parcel for {city} is under way.", clock=clock)
        manager.set_state("move", "planned", to=city)
        manager.update_setting("active_project", f"Moving to {city}")
    for manager, city in zip(managers.values(), cities, strict=True):
        (prompt,) = told(manager, "Where do I live, and what of the parcel? 我住在哪里？", clock=clock)
        export = "".join(manager.store.export_lines())
        assert city in prompt and city in export
        for other in set(cities) - {city}:
            assert other not in prompt and other not in export


@pytest.mark.parametrize(
    ("text", "question", "word"),
    [
        ("我对花粉过敏。", "我对什么过敏？", "花粉"),
        ("我的 VPN token 明天过期。", "哪个 token 过期？", "VPN"),
        ("Li Wei 的包裹单号是 QX-77120。", "QX-77120 是谁的包裹？", "Li Wei"),
    ],
)
def test_U1_U5_chinese_and_mixed_text_is_in_the_prompt_that_asks_for_it(opened, clock, text, question, word):
    manager = opened()
    told(manager, text, *[f"今天第 {n} 次下雨。" for n in range(8)], clock=clock)
    (prompt,) = told(manager, question, clock=clock)
    assert word in before_the_question(prompt)


@pytest.mark.parametrize("question", ["？？？", "...", "🙂🙂", "!!"])
def test_U2_a_message_without_a_word_pulls_in_no_memories(opened, question):
    manager = opened()
    manager.store.add("the sundial is broken", id="dial")
    assert relevant(manager, question) == set() and "dial" in relevant(manager, "Is the sundial broken?")


LONG = {
    "en": "Please read this: " + " ".join(f"item{n} costs {n} euros" for n in range(900)) + " And sum it up!",
    "zh": "请看：" + "，".join(f"第{n}件要{n}元" for n in range(900)) + "。最后请算总数！",
    "emoji": "🚲" * 1500 + " done?",
    "code": "\n".join(f"def f{n}(x): return x + {n}" for n in range(400)) + "\n# why is it slow?",
    "one word": "ab1" * 9000,
}


@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("budget", [120, 400, 1500])
def test_B1_the_newest_message_alone_is_kept_and_cut_with_a_mark(opened, clock, kind, budget):
    manager = opened(budget=budget, reserve=20, system="Answer.")
    told(manager, "I live in Lima.", clock=clock)
    context = manager.process_message(LONG[kind])["context"]
    question = context.text[len(before_the_question(context.text)) :].split("\n", 1)[1]
    assert question != LONG[kind] and context.tokens <= budget - 20
    assert LONG[kind][:8] == question[:8] and "…" in question
    assert any(step.what == "question" for step in context.steps)


@pytest.mark.parametrize("budget", [60, 61, 75, 90, 150])
def test_B1_never_an_empty_prompt_while_something_was_said(opened, clock, budget):
    manager = opened(budget=budget, reserve=0, system="")
    for text in ["first word", "第二句话", "third one, a little longer than the others"]:
        (prompt,) = told(manager, text, clock=clock)
        assert text in prompt


def test_R1_what_a_prompt_is_given_is_no_access(opened, clock):
    manager = opened()
    told(manager, "I live in Lima.", clock=clock)
    manager.store.add("The Lima office is on the third floor.", id="office")
    for _ in range(20):
        manager.session = None  # a session begins
        assert "third floor" in told(manager, "Where is the Lima office?", clock=clock)[0]
    found = [m for m in manager.store.items() if "Lima" in m.text and m.kind != "turn"]
    assert len(found) == 2 and all((m.access_count, m.last_access) == (0, None) for m in found)
