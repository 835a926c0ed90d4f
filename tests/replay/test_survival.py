"""Evidence survival: what the figures mean, that a bank evicts alike, and what was reached."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.bank import POLICIES, MemoryBank, Rater
from memlab.bank.rating import Table
from memlab.replay.fitting import fit, printed, solve, sums_of
from memlab.replay.locomo import Conversation, Question, Turn, read_locomo
from memlab.replay.survival import evidence_survival, rated_writes, written

SAID = [
    "Hey Bo! Good to see you, how have you been?",
    "I moved to Bergen with my sister Noor in May.",
    "Wow, that's great! What do you do there?",
    "I repair clocks, and I bought a boat called Marlin for 300 euros.",
    "That is so inspiring. Keep it up, you can do anything!",
    "谢谢！我妈妈也喜欢钓鱼，她住在杭州。",
    "Sounds lovely. Talk to you soon!",
]


def conversation(said=SAID, evidence=((1,), (3, 5), (3,))):
    turns = tuple(Turn(f"D1:{n}", ("Ann", "Bo")[n % 2], text, 1, 60.0 * n) for n, text in enumerate(said))
    questions = tuple(Question("?", tuple(f"D1:{n}" for n in ids)) for ids in evidence)
    return Conversation("talk", turns, questions)


def residents(talk, policy, capacity):
    """What a MemoryBank holds at the end, written to as the docstring says."""
    now = [0.0]
    bank = MemoryBank(capacity, POLICIES[policy](), tokens.count, lambda: now[0])
    rater, before = Rater(), None
    for turn in talk.turns:
        now[0] = turn.time
        rating = rater.rate(turn.text, turn.speaker, at=turn.time)
        rated = policy in ("scored", "worth")
        if rated and rater.revised and before:
            add(bank, before, rater.revised.importance)
        add(bank, turn, rating.importance if rated else 0.5)
        before = turn
    return {item.id for item in bank.items}


def add(bank, turn, importance):
    if tokens.count(turn.text) <= bank.capacity:
        bank.add(turn.text, importance, id=turn.id)


@pytest.mark.parametrize("policy", ["fifo", "lru", "lfu", "article", "scored", "worth"])
@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.9])
def test_a_bank_that_is_written_to_keeps_the_same(policy, share):
    talk = conversation(SAID * 3, [(n,) for n in range(21)])
    capacity = share * written(talk).footprint("tokens")
    kept = residents(talk, policy, capacity)
    assert evidence_survival([talk], [share], [policy])[policy] == {str(share): len(kept) / 21}


def test_the_share_counts_references_and_not_turns():
    talk = conversation()
    kept = residents(talk, "worth", 0.5 * written(talk).footprint("tokens"))
    assert kept >= {"D1:1", "D1:3"}
    found = evidence_survival([talk], [0.5], ["worth"])["worth"]["0.5"]
    assert found == sum(("D1:1" in kept, "D1:3" in kept, "D1:5" in kept, "D1:3" in kept)) / 4


@given(
    st.lists(st.sampled_from(SAID), min_size=1, max_size=7),
    st.lists(st.lists(st.integers(0, 6), max_size=3, unique=True), min_size=1, max_size=4),
    st.sampled_from([0.1, 0.3, 0.5, 1.0]),
)
def test_the_optimum_is_that_of_trying_every_choice(said, asked, share):
    talk = conversation(said, [[n for n in ids if n < len(said)] for ids in asked])
    if not talk.references:
        return
    capacity = share * sum(map(tokens.count, said))
    fitting = (
        sum(talk.references.count(t.id) for t in chosen)
        for size in range(len(said) + 1)
        for chosen in combinations(talk.turns, size)
        if sum(tokens.count(t.text) for t in chosen) <= capacity
    )
    found = evidence_survival([talk], [share])
    best = found["optimum"][str(share)]
    assert best == max(fitting) / len(talk.references)
    assert all(row[str(share)] <= best for name, row in found.items() if name != "unbounded")
    assert found["unbounded"][str(share)] == 1.0


def test_conversations_weigh_alike_and_those_without_questions_do_not_count():
    one, two = conversation(evidence=[(6,)]), conversation(evidence=[(0,)] * 9)
    both = evidence_survival([one, two, conversation(evidence=[])], [0.3], ["fifo"])["fifo"]["0.3"]
    assert both == 0.5  # of the first all, of the second nothing
    assert evidence_survival([], [0.3], ["fifo"])["fifo"] == {"0.3": 0.0}


def test_what_is_asked_never_changes_what_is_written():
    accesses = [list(rated_writes(conversation(evidence=e))) for e in ([(1,)], [(0,), (6,)])]
    assert accesses[0] == accesses[1]
    assert len(accesses[0]) == 2 * len(SAID) - 1  # each again when its reply is there


def test_a_turn_that_went_at_once_comes_back_when_its_reply_shows_its_worth():
    said = ["It has 14 rooms.", "It has old rooms.", "Has it?"]  # the second is passed over for the first
    figures_or_asked_for = Table(base=1.0, weights={"figures": 9.0, "reply asks": 20.0})
    talk = conversation(said, [(1,)])
    found = evidence_survival([talk], [0.5], ["worth"], table=figures_or_asked_for)["worth"]
    assert found == {"0.5": 1.0}
    unasked = conversation([*said[:2], "Yes."], [(0,)])
    assert evidence_survival([unasked], [0.5], ["worth"], table=figures_or_asked_for)["worth"] == {"0.5": 1.0}


@pytest.mark.parametrize("share", [0, -0.1, 1.5, float("nan")])
def test_a_share_that_is_none_is_refused(share):
    with pytest.raises(ValueError, match="share"):
        evidence_survival([conversation()], [share])


def test_an_unknown_policy_is_refused():
    with pytest.raises(ValueError, match="policy: 'best'"):
        evidence_survival([conversation()], policies=["best"])


# -- the fit


@given(st.lists(st.lists(st.floats(-3, 3), min_size=3, max_size=3), min_size=3, max_size=3), st.data())
def test_solving_gives_what_was_multiplied(rows, data):
    matrix = [
        [sum(a * b for a, b in zip(p, q, strict=True)) + 2 * (n == m) for m, q in enumerate(rows)]
        for n, p in enumerate(rows)
    ]
    x = data.draw(st.lists(st.floats(-5, 5), min_size=3, max_size=3))
    right = [sum(a * b for a, b in zip(row, x, strict=True)) for row in matrix]
    assert solve(matrix, right) == pytest.approx(x, abs=1e-6)


def test_the_fit_finds_what_the_questions_ask_for():
    said = ["Thanks, that is great!", "They sold the horse.", "Sure, so nice!", "They saw the parrot."] * 10
    table = fit([sums_of(conversation(said, [(n,) for n in range(40) if n % 2]))])
    assert table.weights["animals"] > 0 > table.weights["chatter"]
    assert table.weights["money"] >= 0 == table.weights["quotation"]


def test_the_sums_of_two_conversations_are_those_of_both(shared):
    first, second = (sums_of(c) for c in read_locomo(shared / "data" / "locomo_dev.json")[:2])
    assert fit([first, second]) == fit([second, first])
    assert fit([first, second]) != fit([first])


def test_the_committed_weights_are_those_of_the_command(shared, repo):
    table = fit(map(sums_of, read_locomo(shared / "data" / "locomo_dev.json")))
    committed = (repo / "memlab" / "bank" / "rating" / "weights.py").read_text(encoding="utf-8")
    assert committed.endswith("\n".join(["", *printed(table), ""]))


def test_weights_that_never_saw_a_conversation_keep_its_evidence(shared):
    known = read_locomo(shared / "data" / "locomo_dev.json")
    sums = [sums_of(c) for c in known]
    rows = []
    for n, unseen in enumerate(known):
        table = fit([*sums[:n], *sums[n + 1 :]])
        rows.append(evidence_survival([unseen], policies=["worth"], table=table)["worth"])
    means = {share: sum(row[share] for row in rows) / len(rows) for share in rows[0]}
    assert means["0.1"] >= 0.33 and means["0.25"] >= 0.62 and means["0.5"] >= 0.85


def test_newest_first_and_random_keep_what_was_measured_elsewhere(shared):
    found = evidence_survival(read_locomo(shared / "data" / "locomo_dev.json"), [0.25], ["fifo", "random"])
    assert found["fifo"]["0.25"] == pytest.approx(0.25, abs=0.02)
    assert found["random"]["0.25"] == pytest.approx(0.24, abs=0.03)
    assert found["optimum"]["0.25"] == pytest.approx(0.89, abs=0.02)
