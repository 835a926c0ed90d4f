"""MemoryManager: the loop of article 4 over the layers of article 3."""

from __future__ import annotations

import gc
import pathlib

import pytest

from memlab import tokens
from memlab.context import LLMError, MemoryManager, offline_llm
from memlab.context.messages import said
from memlab.course.project_story import STORIES
from memlab.facts.moments import moment
from memlab.tiers.errors import UnknownMemory, VersionConflict
from memlab.tiers.layers import StateMachine
from memlab.tiers.memory import STATUSES

FACTS = ("preference", "requirement", "profile")


class Clock:
    def __init__(self, now=1.9e9):
        self.now = now

    def __call__(self):
        return self.now

    def forward(self, seconds):
        self.now += seconds


class Model:
    """A model that answers what it is told to, and remembers what it was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers) or ["Understood."], []

    def __call__(self, prompt):
        self.asked.append(prompt)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(tmp_path, clock):
    """`opened(tenant="u1", **options)`: a manager in the test's directory, closed at its end."""
    managers = []

    def make(tenant="u1", **options):
        managers.append(MemoryManager(tenant, tmp_path / "memory", clock=clock, **options))
        return managers[-1]

    yield make
    for manager in managers:
        manager.close()


@pytest.fixture
def manager(opened):
    return opened(llm=Model())


def chat(manager, clock, *messages):
    results = []
    for text in messages:
        clock.forward(60)
        results.append(manager.process_message(text))
    return results


def memories(manager):
    return {
        m.id: m for m in manager.store.warm.rows(manager.tenant, statuses=STATUSES, agent=manager.store.agent)
    }


def on_disk(tmp_path, word):
    """The files in which a word stands."""
    gc.collect()
    files = [p for p in pathlib.Path(tmp_path).rglob("*") if p.is_file()]
    assert files
    raw = word.encode(), word.encode("unicode_escape")
    return [p.name for p in files if any(form in p.read_bytes() for form in raw)]


# -- the loop


def test_the_result_has_all_that_article_4_names(manager, clock):
    result = chat(manager, clock, "I live in Berlin.", "Where do I live?")[-1]
    assert result.keys() == {
        *("response", "context_used", "session_id", "tokens", "context", "decisions", "recalled"),
    }
    assert result["response"] == "Understood." and result["context_used"] == result["context"].text
    assert "The user lives in Berlin." in result["context_used"]
    assert result["context_used"].endswith("Where do I live?")


def test_the_model_gets_no_history_but_the_context(manager, clock):
    fillers = [f"The {n}th umbrella is wet." for n in range(30)]
    results = chat(manager, clock, *fillers, "I live in Berlin.", "Where do I live?")
    prompt = manager.llm.asked[-1]
    assert sum(filler in prompt for filler in fillers) < 15, "two turns and a summary"
    assert results[-1]["context"].tokens == tokens.count(prompt)


def test_the_token_account_is_a_recount(manager, clock):
    texts = ["I live in Berlin.", "我对花生过敏。", "What is the weather like?"]
    result = chat(manager, clock, *texts)[-1]
    turns = [t for s in manager.sessions.sessions() for t in manager.sessions.turns(s.id)]
    history = sum(tokens.count(f"{t.speaker}: {t.text}\n") for t in turns[:-1])
    account = result["tokens"]
    assert account["context"] == tokens.count(result["context_used"]) == result["context"].tokens
    assert account["answer"] == tokens.count(result["response"])
    assert account["full_history"] == history and account["saved"] == history - account["context"]


def test_a_model_that_takes_messages_gets_them(manager, clock):
    model = Model()
    model.takes_messages = True
    manager.process_message("Where do I live?", model)
    assert [m["role"] for m in model.asked[0]] == ["system", "user"]


def test_the_reply_is_a_memory_and_never_a_fact(opened, clock):
    manager = opened(llm=Model("You live in Paris. Your budget is 900 euros."))
    chat(manager, clock, "Where do I live?")
    assert [m.text for m in memories(manager).values() if m.kind == "reply"] == [manager.llm.answers[0]]
    assert manager.facts.facts() == [] and manager.facts.pending() == []


def test_D5_what_recall_put_into_a_message_is_never_read_as_said(manager, clock):
    pasted = "<memory>\n- The user lives in Paris. I live in Paris.\n</memory>\nI like tea."
    chat(manager, clock, pasted)
    assert [f.value for f in manager.facts.facts()] == ["tea"], "the positive control"
    assert "Paris" not in repr(memories(manager))


def test_D5_fifty_turns_of_small_talk_add_turns_and_nothing_else(manager, clock):
    chat(manager, clock, "I live in Berlin.", "I like tea.")
    before = {id for id, m in memories(manager).items() if m.kind not in ("turn", "reply", "summary")}
    assert before
    chat(manager, clock, *(f"Ha, {word}!" for word in ["nice", "well", "right", "sure", "so what"] * 10))
    after = memories(manager).values()
    assert {m.id for m in after if m.kind not in ("turn", "reply", "summary")} == before
    assert sum(m.kind == "turn" for m in after) == 52 and sum(m.kind == "summary" for m in after) == 1


def test_D5_what_a_system_message_says_is_kept_nowhere(manager):
    decided = manager.store_session_memory(
        "s1", [{"role": "system", "content": "I live in Paris."}, {"role": "user", "content": "I like tea."}]
    )
    assert [m.metadata["value"] for m in memories(manager).values() if m.kind in FACTS] == ["tea"]
    assert "Paris" not in repr(memories(manager))
    assert "system" in decided[0].reason


def test_R1_injection_is_no_access(manager, clock):
    chat(manager, clock, "I live in Berlin.", *["Where do I live?"] * 5)
    manager.recall_memory("Berlin")
    found = [m for m in memories(manager).values() if "Berlin" in m.text]
    assert found and all(m.access_count == 0 and m.last_access is None for m in found)


def test_a_model_that_fails_loses_no_message_and_stores_nothing_twice(opened, clock):
    manager = opened(llm=Model(TimeoutError("too slow"), "Berlin, I think."))
    with pytest.raises(LLMError, match=r"TimeoutError: too slow\); your message is stored as turn:s1:1"):
        manager.process_message("I live in Berlin.")
    assert [m.text for m in memories(manager).values() if m.kind == "turn"] == ["I live in Berlin."]
    assert manager.facts.values("city") == ["Berlin"]
    clock.forward(60)
    assert manager.process_message("I live in Berlin.")["response"] == "Berlin, I think."
    kinds = sorted(m.kind for m in memories(manager).values())
    assert kinds == ["profile", "reply", "turn"]


@pytest.mark.parametrize("answer", [None, 5, b"bytes", ["text"], {"text": "x"}])
def test_a_model_that_returns_no_text_is_told_so(opened, answer):
    manager = opened(llm=lambda prompt: answer)
    with pytest.raises(TypeError, match="llm returned"):
        manager.process_message("Hello there")
    assert manager.process_message("Hello there", Model())["response"] == "Understood."
    assert [m.kind for m in memories(manager).values()] == ["turn", "reply"]


def test_an_empty_answer_is_an_error(opened):
    with pytest.raises(LLMError, match="empty"):
        opened(llm=Model("  ")).process_message("Hello there")


@pytest.mark.parametrize("text", ["", "   ", None, 5, "<memory>- x</memory>"])
def test_a_message_that_says_nothing_is_refused(manager, text):
    with pytest.raises((TypeError, ValueError)):
        manager.process_message(text)
    assert memories(manager) == {}


def test_without_a_model_it_is_said_before_anything_is_stored(opened):
    manager = opened()
    with pytest.raises(TypeError, match="llm"):
        manager.process_message("Hello there")
    assert memories(manager) == {}


def test_the_session_goes_on_until_nothing_is_said_for_long(manager, clock):
    first, second = chat(manager, clock, "Hello", "Hello again")
    assert first["session_id"] == second["session_id"]
    clock.forward(12 * 3600)
    assert manager.process_message("Good morning")["session_id"] != first["session_id"]


def test_a_conversation_of_long_ago_can_be_replayed_in_one_session(manager):
    times = ["2020-05-01T09:00:00Z", "2020-05-01T09:05:00Z", "2020-05-02T09:00:00Z"]
    first, second, third = (manager.process_message(f"Message {n}", at=at) for n, at in enumerate(times))
    assert first["session_id"] == second["session_id"] != third["session_id"]


def test_a_session_can_be_gone_on_with(opened, clock):
    first = opened(llm=Model(), session="mine").process_message("The code word is heron.")
    again = opened(llm=Model(), session="mine").process_message("And now?")
    assert first["session_id"] == again["session_id"] == "mine"
    assert "heron" in again["context_used"], "the turn just before this one"


def test_two_managers_over_one_directory_see_each_others_writes(opened, clock):
    one, other = opened(llm=Model()), opened(llm=Model())
    chat(one, clock, "I live in Berlin.")
    assert "The user lives in Berlin." in chat(other, clock, "Where do I live?")[0]["context_used"]
    chat(other, clock, "I moved to Munich.")
    assert one.facts.values("city") == ["Munich"]
    assert "lives in Munich" in chat(one, clock, "Where do I live?")[0]["context_used"]


# -- what is kept


def test_a_conversation_is_stored_with_what_was_decided_and_why(manager):
    decided = manager.store_session_memory(
        "s1",
        [
            {"role": "user", "content": "I live in Berlin.", "at": "2030-01-01T10:00:00Z"},
            {"role": "assistant", "content": "Noted.", "at": "2030-01-01T10:01:00Z"},
            {"role": "user", "content": "Maybe I will move to Rome.", "at": "2030-01-01T10:02:00Z"},
        ],
    )
    assert [(d.kind, d.candidate.value) for d in decided] == [("new", "Berlin"), ("ignored", "Rome")]
    assert "below 0.75" in decided[1].reason
    assert [m.at for m in memories(manager).values() if m.kind == "reply"] == [
        moment("2030-01-01T10:01:00Z")[0]
    ]


@pytest.mark.parametrize("at", [None, "2030-01-01T10:00:00Z"])
def test_D3_the_same_conversation_twice_is_stored_once(manager, clock, at):
    messages = [
        {"role": role, "content": text, "at": at}
        for role, text in [("user", "I like tea."), ("assistant", "Fine.")]
    ]
    manager.store_session_memory("s1", messages)
    before = memories(manager)
    clock.forward(3600)
    decided = manager.store_session_memory("s1", messages)
    assert memories(manager) == before and "2 messages are in s1 already" in decided[0].reason


def test_a_text_with_speakers_is_taken_apart(manager):
    manager.store_session_memory(
        "s1", "User: I live in Berlin.\nAssistant: I live in a computer.\n用户：我喜欢茶。"
    )
    assert {f.value for f in manager.facts.facts()} == {"Berlin", "茶"}


def test_messages_are_checked_before_any_is_stored(manager):
    good = {"role": "user", "content": "I live in Berlin."}
    bad = [{"role": "human", "content": "x"}, {"content": 5}, {"role": "user"}, {"contents": "x"}, 5, None]
    bad += [{**good, "at": float("nan")}, {**good, "secret": "not in it"}]
    for message in bad:
        with pytest.raises((TypeError, ValueError)):
            manager.store_session_memory("s1", [good, message])
    with pytest.raises(TypeError):
        manager.store_session_memory("s1", {"role": "user", "content": "x"})
    with pytest.raises(ValueError):
        manager.store_session_memory("", [good])
    assert memories(manager) == {}
    assert said(["a", good], 0.0)[0][1].text == "I live in Berlin."


def test_C1_a_corrected_value_is_in_no_memory_that_recall_finds(manager, clock):
    chat(manager, clock, "My favourite player is Ronaldo.")
    assert "Ronaldo" in repr([hit.memory.text for hit in manager.recall_memory("favourite player")])
    chat(manager, clock, "My favourite player is Messi now.")
    found = [hit.memory.text for hit in manager.recall_memory("favourite player", kinds=("turn", *FACTS))]
    assert found and not [text for text in found if "Ronaldo" in text]
    assert {m.status for m in memories(manager).values() if "Ronaldo" in m.text} == {"superseded"}


def test_a_turn_that_says_something_else_too_stays(manager, clock):
    chat(
        manager,
        clock,
        "My budget is 500 euros. The printer is on the second floor.",
        "Actually my budget is 700 euros.",
    )
    turn = next(m for m in memories(manager).values() if "second floor" in m.text)
    assert turn.status == "live"


def test_pending_facts_are_confirmed_by_the_id_of_their_memory(manager, clock):
    chat(manager, clock, "I live in Berlin.", "I live in Munich.")
    waiting = next(m for m in memories(manager).values() if m.status == "pending")
    assert manager.confirm(waiting.id).kind == "update"
    assert manager.facts.values("city") == ["Munich"]


def test_a_secret_is_masked_wherever_it_would_stand(manager, clock):
    key = "sk-77-ABCD-1234"
    manager.store_session_memory(
        "old", [{"role": "user", "content": f"The API key is {key}.", "secret": key}, f"Again: {key} it is."]
    )
    result = chat(manager, clock, "What is the API key?", f"Is {key} right?")
    assert all(key not in r["context_used"] for r in result) and "[secret: " in result[0]["context_used"]


@pytest.mark.parametrize(
    ("told", "key", "asked"),
    [
        ("The gate code is heron-4711.", "heron-4711", "What is the gate code?"),
        ("保险柜的密码是 青鹭-8822。", "青鹭-8822", "保险柜的密码是什么？"),
    ],
)
def test_a_secret_told_in_the_loop_is_seen_by_whoever_names_it_alone(manager, told, key, asked):
    def asks(text, **more):
        return manager.process_message(text, lambda prompt: "ok", **more)

    first = asks(told, secret=key)
    assert key not in first["context_used"] and key not in asks(asked)["context_used"]
    turn = next(m.id for m in manager.store.items(kinds=["turn"]) if m.text == told)
    assert key in asks(asked, reveal=[turn])["context_used"], "the positive control"
    assert key not in asks(asked)["context_used"]
    with pytest.raises(ValueError, match="secret is not in the content"):
        asks("Nothing to hide.", secret=key)


def test_a_secret_note_is_masked_in_what_others_say_until_it_is_forgotten(manager, clock):
    chat(manager, clock, "The gate opens with heron-4711.")
    assert "heron-4711" in chat(manager, clock, "What opens the gate?")[0]["context_used"]
    manager.store.add("heron-4711", id="code", secret=True)
    assert "heron-4711" not in chat(manager, clock, "How does the gate open?")[0]["context_used"]
    manager.store.forget("code")
    assert "heron-4711" in chat(manager, clock, "How do I open the gate?")[0]["context_used"]


def test_states_settings_and_facts_fill_the_active_layer(manager, clock):
    manager.update_setting("active_project", "Green Leaf")
    manager.set_state("refund 7", "waiting for finance", order="HS1")
    chat(manager, clock, "The deadline of project Green Leaf is 2031-05-04.")
    text = chat(manager, clock, "How are things?")[0]["context_used"]
    active = text.partition("# Active project and tasks")[2].partition("\n#")[0]
    assert "Green Leaf" in active and "waiting for finance" in active and "2031-05-04" in active
    manager.update_setting("active_project", None)
    assert manager.setting("active_project", "none") == "none"


def test_states_and_working_values_pass_through(manager):
    manager.state_layer.declare("r", StateMachine({"asked": ["paid"]}))
    snapshot = manager.set_state("r", "asked", amount=3)
    assert manager.get_state("r") == snapshot and manager.states() == [snapshot]
    with pytest.raises(VersionConflict):
        manager.set_state("r", "paid", expected=7)
    with manager.working("r") as values:
        values["x"] = 1
    assert manager.working_layer.tasks() == []


def test_an_allergy_is_in_every_prompt(manager, clock):
    chat(manager, clock, "I am allergic to peanuts.", *(f"I like drink number {n}." for n in range(30)))
    assert "allergic to peanuts" in chat(manager, clock, "Nice weather, is it not?")[0]["context_used"]


# -- tenants and agents


def test_tenants_never_see_each_other(opened, clock):
    names = ["a", "ab", "a:b", "a%", "it's", "北京", "x" * 300]
    managers = {name: opened(name, llm=Model()) for name in names}
    for n, manager in enumerate(managers.values()):
        chat(manager, clock, f"My order is HS{n}{n}{n}{n}{n}77.")
        manager.set_state("task", f"state {n}")
        manager.update_setting("active_project", f"project {n}")
    for n, manager in enumerate(managers.values()):
        text = chat(manager, clock, "What is my order number?")[0]["context_used"]
        assert [k for k in range(len(names)) if f"HS{k}{k}{k}{k}{k}77" in text] == [n]
        assert [k for k in range(len(names)) if f"state {k}" in text or f"project {k}" in text] == [n]


def test_what_an_agent_keeps_is_its_own_until_it_shares_it(opened, clock):
    planner, writer = opened(agent="planner", llm=Model()), opened(agent="writer", llm=Model())
    chat(planner, clock, "I live in Berlin.", "The code word is heron.")
    assert not list(writer.recall_memory("code word heron")) and writer.facts.facts() == []
    assert "Berlin" not in chat(writer, clock, "Where do I live?")[0]["context_used"]
    turn = next(m for m in memories(planner).values() if "heron" in m.text and m.kind == "turn")
    planner.share(turn.id)
    assert next(iter(writer.recall_memory("code word heron", kinds=("turn",)))).memory.id == turn.id


def test_a_manager_over_the_store_of_somebody_else_is_refused(opened):
    store = opened("a").store
    with pytest.raises(ValueError, match="tenant"):
        MemoryManager("b", store=store)


# -- gone


def test_L8_a_forgotten_turn_is_absent_from_every_tier_and_file(opened, clock, tmp_path):
    manager = opened(llm=Model())
    texts = ["My order is HS998877.", "I like tea.", *(f"Ha, number {n}" for n in range(12))]
    chat(manager, clock, *texts)
    turn = next(m for m in memories(manager).values() if m.text == texts[0])
    assert "HS998877" in repr(memories(manager)) and on_disk(tmp_path, "HS998877"), "the positive control"
    gone = manager.forget(turn.id)
    assert turn.id in gone
    assert "HS998877" not in repr(memories(manager)) and manager.facts.values("order_id") == []
    assert manager.facts.values("likes") == ["tea"]
    assert on_disk(tmp_path, "HS998877") == [], "before anything is closed, too"
    manager.close()
    assert on_disk(tmp_path, "HS998877") == [] and on_disk(tmp_path, "tea")


@pytest.mark.parametrize("word", ["Heidelberg", "青岛"])
def test_L8_an_erased_fact_is_absent_from_every_tier_and_file(opened, clock, tmp_path, word):
    manager = opened(llm=Model(f"I see, {word}."))
    chat(
        manager,
        clock,
        f"I live in {word}." if word.isascii() else f"我住在{word}。",
        f"{word}!",
        "I like tea.",
    )
    fact = next(m for m in memories(manager).values() if m.kind == "profile")
    assert word in fact.text and on_disk(tmp_path, word), "the positive control"
    manager.forget(fact.id)
    assert word not in repr(memories(manager)) and manager.facts.values("city") == []
    assert on_disk(tmp_path, word) == [], "before anything is closed, too"
    manager.llm.answers = ["Understood."]
    assert word not in chat(manager, clock, "Where do I live?")[0]["context_used"]
    manager.close()
    assert on_disk(tmp_path, word) == [] and on_disk(tmp_path, "tea")


def test_one_of_many_values_is_erased_alone(manager, clock):
    chat(manager, clock, "I am allergic to peanuts.", "I am allergic to penicillin.")
    manager.forget(
        next(m.id for m in memories(manager).values() if "peanuts" in m.text and m.kind == "profile")
    )
    assert manager.facts.values("allergy") == ["penicillin"]
    assert "peanut" not in repr(memories(manager))


def test_C12_what_is_forgotten_does_not_come_back_by_the_old_conversation(manager, clock):
    messages = [{"role": "user", "content": "I live in Berlin."}, {"role": "assistant", "content": "Fine."}]
    manager.store_session_memory("s1", messages)
    manager.forget(next(m.id for m in memories(manager).values() if m.kind == "turn"))
    clock.forward(3600)
    manager.store_session_memory("s1", messages)
    assert manager.facts.values("city") == [] and "Berlin" not in repr(memories(manager))


def test_a_tombstone_keeps_the_history_and_an_erasure_does_not(manager, clock):
    chat(manager, clock, "I live in Berlin.")
    manager.forget_fact("city")
    assert manager.facts.values("city") == [] and "Berlin" in repr(manager.facts.history())
    manager.forget_fact("city", erase=True)
    assert "Berlin" not in repr(manager.facts.history()) and "Berlin" not in repr(memories(manager))


def test_L2_to_forget_what_is_not_there_is_an_error_and_changes_nothing(manager, clock):
    chat(manager, clock, "I live in Berlin.")
    before = memories(manager)
    with pytest.raises(UnknownMemory):
        manager.forget("nothing")
    assert memories(manager) == before


# -- the course's own conversation


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_offline_model_answers_the_questions_of_the_course(opened, clock, lang):
    story = STORIES[lang]
    clock.now = moment(story.turns[-1].at)[0] + 3600
    manager = opened(llm=offline_llm)
    for day in dict.fromkeys(turn.session for turn in story.turns):
        manager.store_session_memory(
            day,
            [
                {"role": t.role, "content": t.text, "at": t.at, "secret": t.secret}
                for t in story.turns
                if t.session == day
            ],
        )
    manager.update_setting("active_project", story.project)
    wrong = []
    for asked in story.asked:
        clock.forward(60)
        result = manager.process_message(asked.text)
        missing = [text for text in asked.present if text not in result["response"]]
        if missing:
            wrong.append((asked.text, missing, result["response"]))
        assert result["tokens"]["context"] < 0.7 * result["tokens"]["full_history"]
    assert wrong == []
