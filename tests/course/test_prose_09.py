"""Every figure that chapter 09 says in words is what the export, the rule and the replays say."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from memlab import course
from memlab.chats import inspect_chats, read_chats
from memlab.chats.method import METHOD
from memlab.chats.privacy import mask
from memlab.chats.references import MOST, needs, terms_of
from memlab.chats.survey import Survey, times_of
from memlab.chats.windows import importances_of, runs_of, window_trace
from memlab.course import ch09
from memlab.course.tea_chats import export
from memlab.tokens import count

CLAIMS = (  # each is held by a test below
    "“A box for aunt Wen” has 28 nodes",
    "22. One node is the root, where nobody says anything. Twice a line was written *anew*: she changed her "
    "second message",
    "And three messages are hidden, although they were sent: the system's instruction, and Mira's question "
    "to the courier's computer with its answer.",
    "chapters 02 (liveness), 05 (policies), 06 (conflicts)",
    "At most two; and the message just before does not count",
    "Words that half the world uses",
    "More than half of the tokens are dead weight",
    "look at message 2 in the list above",
    "it is needed by messages 10 and 11",
    "in message 22 Lin Yue asks",
    "aunt Wen, two at most",
    "about three quarters of the needs",
    "little more than a quarter",
    "The tea box has 650 tokens",
    "Just over a quarter",
    "It stays below 250, so a memory of 250 tokens *could*",
    "At 250 tokens the optimum loses nothing",
    "`scored` loses 3 of the 24 needed messages, `fifo` 6, `lru` 8 and `lfu` 9",
    "in message 20 of the tea box, all three have let go of messages 12 and 13",
    "24 needs are few",
    "With 400 tokens it is another order",
    "there will be more of them than three",
    "The two longest messages of the tea box are dead",
    "Five lines. In which",
    "The first three are clean",
)


@pytest.fixture(scope="session")
def text(prose):
    return prose("09")


@pytest.fixture(scope="session")
def report():
    return inspect_chats(read_chats(export()), budget=250)


@pytest.fixture(scope="session")
def tea(report):
    return report.detailed[0]


def test_there_is_no_figure_without_a_test(unproved, text):
    assert all(" ".join(claim.split()) in text for claim in CLAIMS)
    assert unproved("09", CLAIMS) == []


def test_the_tree_of_the_tea_box_has_28_nodes_of_which_22_were_seen():
    box = export()[-1]
    assert box["title"] == "A box for aunt Wen" and len(box["mapping"]) == 28
    (chat,) = [chat for chat in read_chats(export()) if chat.title == box["title"]]
    assert sum(not message.hidden for message in chat.messages) == 22
    assert [message.role for message in chat.messages if message.hidden] == ["system", "assistant", "tool"]
    assert [id for id, node in box["mapping"].items() if not node["message"]] == ["root"]
    anew = [node["children"] for node in box["mapping"].values() if len(node["children"]) > 1]
    roles = [box["mapping"][children[0]]["message"]["author"]["role"] for children in anew]
    assert roles == ["user", "assistant"]
    kept = ch09.branch(box["mapping"], box["current_node"])
    assert [box["mapping"][id]["message"]["author"]["role"] for id in kept][1:4] == [
        "user",
        "assistant",
        "user",
    ]
    assert anew[0][1] == kept[3]


def test_the_rule_is_as_it_is_told(text):
    assert MOST == 2
    long_ago = ["My order T-7316 has not come.", "Is T-7316 here?", "Where is T-7316?"]
    from memlab.chats.references import Rarity

    rarity = Rarity()
    for said in long_ago:
        rarity.add(terms_of(said))
    assert needs(map(terms_of, long_ago), rarity) == [(), (), (1,)]
    assert re.search(r"finds 77% of the messages", METHOD) and re.search(r"for 28% of the questions", METHOD)


def test_more_than_half_is_dead_and_most_of_it_is_the_assistants(report, text):
    assert 0.5 < report.totals.dead_share < 0.7
    dead = report.totals.dead_by_role
    assert max(dead, key=dead.get) == "assistant" and dead["assistant"] > report.totals.dead_tokens / 2
    fresh = next(turn for chat in report.detailed for turn in chat.turns if "Away from light" in turn.text)
    assert fresh.dead and "how to keep leaves fresh, and nobody comes back to it" in text


def test_the_allergy_is_needed_by_two_and_overlooked_by_the_third(tea):
    said, asked = tea.turns[1], tea.turns[21]
    assert "allergic to peanuts" in said.text and said.needed_by == (10, 11)
    assert "anything with peanuts" in asked.text
    used = [turn for turn in tea.turns if 22 in turn.needed_by]
    assert len(used) == 2 and all("Wen" in turn.text for turn in used)


def test_the_pressure_of_the_tea_box(tea):
    assert tea.tokens == 650 and 0.25 < tea.peak_tokens / tea.tokens < 0.3 and tea.peak_tokens < 250
    assert [turn.live_tokens for turn in tea.turns][tea.peak_turn - 1] == tea.peak_tokens


def test_the_two_longest_messages_of_the_tea_box_are_dead(tea):
    by_length = sorted(tea.turns, key=lambda turn: -turn.tokens)
    assert by_length[0].dead and by_length[1].dead and by_length[1].tokens > by_length[2].tokens


def test_what_policies_lose(report):
    assert report.outcome("optimum").missed == 0 and report.outcome("unbounded").missed == 0
    assert ch09.lost() == {"fifo": 6, "lru": 8, "lfu": 9, "scored 1d": 3}
    assert {outcome.needed for outcome in report.outcomes} == {24}


def test_who_has_let_go_of_the_code_when_the_driver_asks():
    survey, chats = Survey(), list(read_chats(export()))
    for chat in chats:
        survey.take(chat)
    (place,) = [n for n, chat in enumerate(chats) if chat.title == "A box for aunt Wen"]
    chat, keys = chats[place], survey.finder.keys
    said = (terms_of(m.text) | keys.get((place, n), frozenset()) for n, m in enumerate(chat.messages, 1))
    times = times_of(chat)
    used = needs(said, survey.rarity)
    trace = window_trace(
        used, [count(m.text) for m in chat.messages], times, importances_of(chat.messages, times)
    )
    for run in runs_of(("fifo", "lru", "lfu", "scored")):
        missed = run.replay(trace, 250).missed
        gone = [trace.names[trace.ids[n]] for n in missed if 1 + trace.writes[:n].count(1) == 20]
        assert gone == ([12, 13] if not run.half_life else []), run.name
    assert not [n for n in range(14, 20) for earlier in used[n - 1] if earlier in (12, 13)]


def test_at_400_tokens_the_order_is_another(report):
    wide = inspect_chats(read_chats(export()), budget=400)
    best = {o.policy for o in wide.outcomes[1:-1] if o.missed == wide.outcomes[1].missed}
    assert not best & {"scored 1d", "worth"} and report.outcomes[1].policy in ("scored 1d", "worth")
    assert report.totals.conversations == 3


def test_shanghai_counts_and_hamburg_waits(report, text):
    cities = [fact.value for fact in report.facts if fact.key == "city"]
    assert cities == ["上海"]
    told = {conflict.other.value: conflict.kind for conflict in report.conflicts if conflict.key == "city"}
    assert told == {"北京": "update", "Hamburg": "contradiction"}
    assert "Hamburg only contradicts, and waits" in text


def test_what_a_mask_finds_and_what_it_does_not(shown, tea):
    lines = shown("09", "mask(line)").splitlines()
    assert len(lines) == 5 and all("[" in line for line in lines[:3])
    assert not any("[" in line for line in lines[3:])
    assert "Lin Yue" in tea.turns[1].text and "Lin Yue" in mask("Hello Mira, this is Lin Yue.")


def test_the_sections_are_numbered_and_what_points_to_them_finds_them(text):
    numbers = [int(n) for n in re.findall(r"## (\d+) · ", text)]
    assert all(later == earlier + 1 for earlier, later in pairwise(numbers))
    assert all(int(n) in numbers for n in re.findall(r"[Ss]ections? (\d+)(?!\.\d)", text))
    assert set(re.findall(r"exercise (\d\d\.\d)", text)) <= set(course.exercises())
