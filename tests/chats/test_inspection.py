"""inspect_chats: small conversations worked out by hand, what must always hold, and hostile text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tracemalloc
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab import tokens
from memlab.chats import Conversation, Message, Report, Unread, inspect_chats
from memlab.chats.report_text import width
from memlab.chats.tally import LISTED
from memlab.replay import POLICIES

DAY = 86_400.0


def chat(*texts, id="c", title="Tea", at=None, roles=("user", "assistant")):
    times = [None if at is None else at + 60 * n for n in range(len(texts))]
    said = [Message(roles[n % len(roles)], text, times[n]) for n, text in enumerate(texts)]
    return Conversation(id, title, tuple(said), at)


ORDER = ("My order T-7316 has not come.", "I am sorry.", "Anything else?", "No.", "So where is T-7316?")


# -- by hand


def test_tokens_needs_and_live_tokens_by_turn():
    report = inspect_chats([chat(*ORDER)])
    sizes = [tokens.count(text) for text in ORDER]
    [row] = report.conversations
    assert [turn.tokens for turn in row.turns] == sizes
    assert [turn.needed_by for turn in row.turns] == [(5,), (), (), (), ()]
    assert [turn.live_tokens for turn in row.turns] == [sizes[0]] * 4 + [0]
    assert [turn.dead for turn in row.turns] == [False, True, True, True, True]
    assert (row.messages, row.tokens, row.dead_messages) == (5, sum(sizes), 4)
    assert (row.dead_tokens, row.peak_tokens, row.peak_turn) == (sum(sizes[1:]), sizes[0], 1)
    assert report.totals.needs == 1 and report.totals.peak_conversation == 1
    assert report.totals.tokens_by_role == {"assistant": sizes[1] + sizes[3], "user": sum(sizes[::2])}


def test_what_each_policy_drops_and_what_that_costs():
    """The budget holds the first message and two others; fifo and lru drop the first one, which is needed."""
    sizes = [tokens.count(text) for text in ORDER]
    report = inspect_chats([chat(*ORDER)], budget=sizes[0] + sizes[1], policies=("fifo", "lru", "belady"))
    fifo, best = report.outcome("fifo"), report.outcome("belady")
    assert (fifo.needed, fifo.missed, fifo.missed_tokens, fifo.share) == (1, 1, sizes[0], 0.0)
    assert fifo.example == f"conversation 1: turn 5 needs turn 1 ({sizes[0]} tokens), which was gone"
    assert (best.missed, best.share, best.example, best.foresight) == (0, 1.0, "", True)
    assert report.outcome("optimum").missed == report.outcome("unbounded").missed == 0
    assert report.outcome("unbounded").dropped_messages == 0
    # written: 1 and 2 fill it; 3 puts 1 out; 4; 5 fetches 1 again, which puts out what is in its way
    assert fifo.dropped_messages >= 2 and fifo.dropped_tokens >= sizes[0] + sizes[1]


def test_chinese_conversations_are_read_alike():
    texts = ("我的订单HS123456还没到。", "抱歉。", "还有别的吗？", "没有了。", "那HS123456在哪里？")
    report = inspect_chats([chat(*texts, title="订单")], budget=20)
    assert report.detailed[0].turns[0].needed_by == (5,)
    assert report.detailed[0].turns[0].text == "我的订单[number]还没到。"
    assert report.conversations[0].title == "订单"


def test_facts_are_judged_in_the_order_of_time_though_the_export_is_newest_first():
    new = chat("I just moved to Munich.", "Nice.", id="b", at=20 * DAY)
    old = chat("I live in Berlin.", "Nice.", id="a", at=10 * DAY)
    for order in ([new, old], [old, new]):
        report = inspect_chats(order)
        assert [(f.key, f.value, f.conversation, f.turn, f.at) for f in report.facts] == [
            ("city", "Munich", 2, 1, 20 * DAY)
        ]
        [conflict] = report.conflicts
        assert (conflict.kind, conflict.counted.value, conflict.other.value) == ("update", "Munich", "Berlin")
        assert (conflict.other.conversation, conflict.other.at) == (1, 10 * DAY)
        assert {row.number: row.at for row in report.conversations} == {1: 10 * DAY, 2: 20 * DAY}


def test_a_contradiction_waits_and_the_older_value_counts():
    said = [
        chat(text, "Ok.", id=text, at=n * DAY)
        for n, text in enumerate(["我住在北京。", "我住在上海。"] * 2, 1)
    ]
    report = inspect_chats(said)
    [conflict] = report.conflicts
    assert (conflict.kind, conflict.counted.value, conflict.other.value) == ("contradiction", "北京", "上海")
    assert conflict.why.startswith("nothing says that it has changed") and report.conflicts_total == 1


def test_a_safety_fact_ends_only_when_it_is_confirmed():
    report = inspect_chats(
        [chat("I'm allergic to nuts.", "Ok.", "Actually I'm not allergic to nuts.", at=DAY)]
    )
    assert [(f.key, f.value) for f in report.facts] == [("allergy", "nuts")]
    assert report.conflicts[0].other.value == "not nuts" and "safety" in report.conflicts[0].why


def test_answers_to_the_assistants_question_are_facts_and_its_own_words_are_none():
    report = inspect_chats([chat("Hi", "I live in Rome. Where do you live?", "In Oslo.")])
    assert [(f.key, f.value, f.turn) for f in report.facts] == [("city", "Oslo", 3)]


def test_what_was_hidden_states_no_facts():
    hidden = Message("user", "My name is Ann.", hidden=True)
    assert inspect_chats([Conversation("c", "", (hidden,))]).facts == ()


def test_facts_of_other_people_bear_their_names_masked_if_it_is_the_users_too():
    report = inspect_chats([chat("My sister Mira lives in Oslo.", "Ok.", "My name is Ann Lee.")])
    assert ("Mira: city", "Oslo") in [(f.key, f.value) for f in report.facts]
    assert ("name", "[name]") in [(f.key, f.value) for f in report.facts]


# -- masking


SECRETS = ("Ann Lee", "ann@example.org", "T-7316", "hunter2", "13800138000", "Baker")


def secretive():
    texts = (
        "My name is Ann Lee, ann@example.org, my password is hunter2.",
        "Hello Ann Lee!",
        "我的手机是13800138000，订单T-7316。",
        "ok",
        "I live at 12 Baker Street. T-7316? My phone number is 13800138000. My email is ann@example.org.",
    )
    return chat(*texts, title="Ann Lee's order T-7316", at=DAY)


def test_nothing_of_it_is_shown_unless_it_is_revealed():
    masked = inspect_chats([secretive()], budget=10)
    told = json.dumps(masked.to_dict(), ensure_ascii=False) + str(masked)
    assert [secret for secret in SECRETS if secret in told] == []
    assert masked.conversations[0].title == "[name]'s order [number]"
    revealed = inspect_chats([secretive()], budget=10, reveal=True)
    told = json.dumps(revealed.to_dict(), ensure_ascii=False)
    assert [secret for secret in SECRETS if secret not in told] == []
    assert masked.masked and not revealed.masked and "Nothing is masked" in str(revealed)


def test_half_a_secret_at_the_cut_is_not_shown():
    text = "lin@example.org " * 62 + "call +49301234567890123"
    [turn] = inspect_chats([chat(text)]).detailed[0].turns
    assert "lin@" not in turn.text and "+49" not in turn.text and turn.text.endswith("…")


def test_masking_changes_no_number():
    a, b = inspect_chats([secretive()]), inspect_chats([secretive()], reveal=True)
    assert a.totals == b.totals and a.outcomes == b.outcomes


# -- what must always hold

WORDS = ["T-7316", "HS-2024", "penicillin", "greenhouse", "Bergen", "青霉素", "番茄", "please", "谢谢", "tea"]
TEXT = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
ROLE = st.sampled_from(["user", "assistant", "system", "tool"])
TIME = st.none() | st.floats(-1e6, 4e9)
CHATS = st.lists(
    st.builds(
        Conversation,
        st.just("c"),
        st.text(max_size=5),
        st.lists(st.builds(Message, ROLE, TEXT, TIME, st.just(""), st.booleans()), max_size=12).map(tuple),
        TIME,
    ),
    max_size=4,
)


@settings(max_examples=40)
@given(CHATS, st.integers(1, 60))
def test_sums_and_bounds(chats, budget):
    report = inspect_chats(chats, budget=budget, top=10)
    totals = report.totals
    messages = [m for c in chats for m in c.messages]
    assert totals.messages == len(messages) and totals.conversations == len(chats)
    assert totals.tokens == sum(tokens.count(m.text) for m in messages) == sum(totals.tokens_by_role.values())
    assert totals.tokens == sum(row.tokens for row in report.conversations)
    turns = [turn for row in report.detailed for turn in row.turns]
    needed = sum(turn.tokens for turn in turns if not turn.dead)
    assert totals.dead_tokens + needed == totals.tokens
    assert totals.dead_tokens == sum(totals.dead_by_role.values())
    assert totals.needs == sum(len(turn.needed_by) for turn in turns)
    assert totals.peak_tokens == max((row.peak_tokens for row in report.conversations), default=0)
    assert all(
        row.peak_tokens == max((t.live_tokens for t in row.turns), default=0) for row in report.detailed
    )
    best = report.outcome("optimum")
    for outcome in report.outcomes:
        assert outcome.needed == totals.needs
        assert 0 == report.outcome("unbounded").missed <= best.missed
        assert outcome.policy == "unbounded" or best.missed <= outcome.missed <= outcome.needed
        assert outcome.policy == "unbounded" or 0 <= outcome.share <= 1
    for curve in report.curves:
        assert len(curve.missed) == len(report.budgets)
        assert all(a >= b for a, b in zip(report.curves[0].missed, report.curves[0].missed[1:], strict=False))
        assert all(m >= b for m, b in zip(curve.missed, report.curves[0].missed, strict=True))
        assert curve.missed[report.budgets.index(budget)] == report.outcome(curve.policy).missed
    assert sorted(row.number for row in report.conversations) == list(range(1, len(chats) + 1))
    assert json.loads(json.dumps(report.to_dict())) and str(report)


@settings(max_examples=15)
@given(CHATS)
def test_the_same_conversations_give_the_same_report(chats):
    assert inspect_chats(chats, budget=20) == inspect_chats(iter(chats), budget=20)


def test_the_report_is_the_same_in_every_process():
    code = """if True:
        import hashlib
        from memlab.chats import *
        texts = ["I grow tomatoes in Bergen, T-7316", "Nice", "Tea?", "Sure", "T-7316, tomatoes, Bergen?"]
        said = tuple(Message("user", text, 60.0 * n) for n, text in enumerate(texts * 9))
        report = inspect_chats([Conversation("c", "t", said)], budget=30)
        print(report.totals.needs, hashlib.sha256(repr(report).encode()).hexdigest())
    """
    hashes = set()
    for seed in "01":
        run = [sys.executable, "-c", code]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        hashes.add(subprocess.run(run, capture_output=True, check=True, text=True, env=env).stdout)
    assert len(hashes) == 1


def test_nothing_has_to_go_where_everything_fits():
    report = inspect_chats([chat(*ORDER)], budget=10_000)
    assert {o.missed for o in report.outcomes} == {0} and report.totals.over_budget == 0
    assert "every conversation fits" in report.suggestion.why


# -- the suggestion


@pytest.mark.parametrize("policy", ["fifo", "lru", "lfu", "worth", "scored", "article"])
def test_the_suggested_code_runs_as_it_stands(policy):
    report = inspect_chats([chat(*ORDER)], budget=30, policies=(policy, "sieve", "belady"))
    assert report.suggestion.policy == policy
    names: dict = {}
    exec(report.suggestion.code, names)
    for text in (*ORDER, "我对花生过敏。"):
        names["remember"]("user", text)
    assert names["memory"].items and names["memory"].capacity == 30


def test_the_suggested_policy_is_the_best_of_those_a_bank_has():
    report = inspect_chats([chat(*ORDER)] * 3, budget=14)
    bank = [o for o in report.outcomes if o.policy.split()[0] in ("fifo", "lru", "lfu", "scored", "worth")]
    mine = [o for o in bank if o.policy.split()[0] == report.suggestion.policy]
    assert min(o.missed for o in mine) == min(o.missed for o in bank)
    assert report.suggestion.budget == 14 and report.suggestion.enough in (None, *report.budgets)


# -- hostile


@pytest.mark.parametrize(
    "chats",
    [
        [],
        [Conversation("c", "", ())],
        [Conversation("c", "", ())] * 3,
        [chat("")],
        [chat("", "", "")],
        [chat("\x00\x1b[31m\u202e<script>alert(1)</script>", title="\x1b]0;x\x07<b>\u202e")],
        [chat("tea " * 50_000, "ok", "tea")],
        [chat("茶" * 100_000, "好", "茶")],
        [chat("\ud800 half", "ok")],
        [chat("<|endoftext|>", "{{}} %s {0}")],
        [chat("x", at=1e18), chat("y", at=-1e18)],
        [chat("x" * 300_000)],
    ],
    ids=lambda chats: None,
)
def test_whatever_is_in_it_there_is_a_report(chats):
    report = inspect_chats(chats, budget=5)
    shown = str(report)
    assert all(c.isprintable() or c == "\n" for c in shown)
    code = report.suggestion.code.split("\n")
    assert all(width(line) <= 80 for line in shown.split("\n") if line.strip() not in map(str.strip, code))
    json.dumps(report.to_dict()).encode()
    assert report.totals.messages == sum(len(c.messages) for c in chats)


def test_a_message_larger_than_the_budget_is_never_held():
    big = "order T-7316 " + "tea " * 100
    report = inspect_chats([chat(big, "ok", "hm", "so T-7316?")], budget=50, policies=("lru", "belady"))
    for policy in ("lru", "belady", "optimum"):
        assert report.outcome(policy).missed == 1
    assert report.outcome("lru").dropped_messages == 1 and report.totals.largest_message > 50


@pytest.mark.parametrize("field", ["budget", "top"])
@pytest.mark.parametrize("value", [-1, 1.5, "9", None, True])
def test_a_bad_number_is_refused_by_name(field, value):
    with pytest.raises((TypeError, ValueError), match=rf"^{field}: .*allowed is"):
        inspect_chats([], **{field: value})


def test_bad_policies_and_conversations_are_refused_by_name():
    with pytest.raises(ValueError, match=r"policies: 'mru', allowed are fifo"):
        inspect_chats([], policies=("lru", "mru"))
    with pytest.raises(ValueError, match=r"policies: none of sieve is in a bank: add one of fifo"):
        inspect_chats([], policies=("sieve",))
    with pytest.raises(TypeError, match=r"policies: 'lru' is one, allowed is a list"):
        inspect_chats([], policies="lru")
    with pytest.raises(TypeError, match=r"chats, an item: 'hello' is str, allowed is Conversation"):
        inspect_chats(["hello"])  # type: ignore[list-item]


def test_every_policy_can_be_asked_for():
    report = inspect_chats([chat(*ORDER * 3)], budget=20, policies=tuple(POLICIES))
    assert len(report.outcomes) == len(POLICIES) + 1 + 2  # scored twice, and the two bounds


# -- sources, progress, memory


class Source:
    """What reads itself anew at each pass, as the readers of files do."""

    format, size, source = "claude", 100, "/home/ann/chats.json"

    def __init__(self, *chats):
        self.chats, self.bytes_read, self.problems = chats, 0, [Unread("line 7", "not a chat")]

    def __iter__(self):
        self.bytes_read = 0
        for chat in self.chats:
            self.bytes_read += 50
            yield chat


def test_a_source_tells_its_name_format_and_what_could_not_be_read():
    report = inspect_chats(Source(chat(*ORDER)))
    assert (report.source, report.format, report.unread_total) == ("chats.json", "claude", 1)
    assert report.unread == (Unread("line 7", "not a chat"),) and "line 7: not a chat" in str(report)


def test_what_could_not_be_read_and_the_files_name_are_masked_too():
    source = Source(chat("My name is Ann Lee."))
    source.source, source.problems = (
        "/x/Ann Lee.json",
        [Unread("line 7", "no role: 'call 13800138000, Ann Lee'")],
    )
    report = inspect_chats(source)
    assert (report.source, report.unread[0].why) == ("[name].json", "no role: 'call [phone], [name]'")


def test_progress_is_told_in_bytes_over_both_passes():
    told = []
    inspect_chats(Source(chat("a"), chat("b")), progress=lambda *steps: told.append(steps))
    assert told == [(50, 200), (100, 200), (150, 200), (200, 200)]
    told.clear()
    inspect_chats([chat("a"), chat("b")], progress=lambda *steps: told.append(steps))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_memory_does_not_grow_with_the_number_of_conversations():
    class Many:
        def __init__(self, number):
            self.number = number

        def __iter__(self):
            return (
                chat("kettle " * 2_000, "ok", id=str(n), roles=("tool", "user")) for n in range(self.number)
            )

    def peak(number):
        tracemalloc.start()
        report = inspect_chats(Many(number), budget=100, policies=("lru",))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert report.totals.conversations == number and len(report.conversations) <= LISTED
        return found

    peak(3)  # tables are built once
    assert peak(35) - peak(10) < 150_000  # twenty-five more have 350,000 characters


def test_a_report_cannot_be_changed():
    report = inspect_chats([])
    assert isinstance(report, Report)
    with pytest.raises(FrozenInstanceError):
        report.budget = 1  # type: ignore[misc]
    with pytest.raises(KeyError, match="allowed are optimum"):
        report.outcome("mru")


def test_a_policy_that_no_bank_has_and_whose_loss_is_quoted_are_named():
    """Whoever sees predicted above the suggested policy wants to know why it is not suggested."""
    shown = " ".join(str(inspect_chats([chat(*ORDER)], budget=14)).split())
    assert "Replayed to compare and never suggested, being in no bank: " in shown
    assert "The costliest loss, by " in shown
    banks = " ".join(str(inspect_chats([chat(*ORDER)], budget=14, policies=("fifo", "belady"))).split())
    assert "Replayed to compare" not in banks and "The costliest loss, by fifo: conversation 1: " in banks
    roomy = " ".join(str(inspect_chats([chat(*ORDER)])).split())
    assert "0 of 1 conversation is longer than" in roomy


def test_a_budget_is_called_enough_only_where_something_could_be_lost():
    assert " tokens are enough to lose" in str(inspect_chats([chat(*ORDER)]))
    shown = str(inspect_chats([chat("Hello.", "Good day.")]))
    assert "are enough" not in shown and "no message is ever needed again" in " ".join(shown.split())


def test_the_conclusions_come_first():
    lines = str(inspect_chats([chat(*ORDER, at=DAY * 19_000)], budget=14)).split("\n")
    assert lines[0] == "conversations" and lines[1].startswith("1 conversation, 5 messages, ")
    assert lines[3] == "What it comes to" and lines[4].startswith("  - Dead weight: ")
    heads = [line for line in lines if line and not line.startswith(" ")]
    assert [head.split()[0] for head in heads[2:]] == [
        "What",
        "What",
        "Needed",
        "The",
        "Dead",
        "Facts",
        "As",
        "How",
    ]
