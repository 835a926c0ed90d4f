"""E1: why(id) for recalled, not recalled, kept and evicted memories, with the numbers that were used."""

from __future__ import annotations

import math

import pytest

from memlab.bank import MemoryBank, Scored, Settings


@pytest.fixture
def bank(clock):
    bank = MemoryBank(4, clock=clock)
    for id, content, importance in (
        ("a", "tea and milk", 0.9),
        ("b", "tea", 0.8),
        ("c", "tea", 0.7),
        ("d", "coffee", 0.1),
    ):
        bank.add(content, importance, id=id)
    return bank


def added(answer):
    """The answer, after its terms were added up."""
    assert answer.combine == "sum"
    assert sum(answer.terms.values()) == pytest.approx(answer.score)
    return answer.status, round(answer.score, 6), answer.competitor


def test_recalled_and_whom_it_beat(bank):
    bank.recall(["tea", "milk"], top=2)
    assert added(bank.why("a")) == ("recalled", 1.27, "c")
    assert added(bank.why("b")) == ("recalled", 0.74, "c")


def test_not_recalled_and_who_beat_it(bank):
    bank.recall(["tea", "milk"], top=2)
    assert added(bank.why("c")) == ("kept", 0.71, "b")
    assert bank.why("c").text.startswith("not recalled")
    assert added(bank.why("d")) == ("kept", 0, "b")
    assert "none of the keywords" in bank.why("d").text


def test_a_recall_that_found_nothing_has_no_winner(bank):
    bank.recall("water")
    assert added(bank.why("a")) == ("kept", 0, None)


def test_all_that_matched_were_recalled(bank):
    bank.recall("coffee")
    assert added(bank.why("d")) == ("recalled", 0.53, None)


def test_the_score_is_that_of_the_recall_not_of_now(bank):
    bank.recall("coffee")
    bank.touch("d")
    assert added(bank.why("d"))[1] == 0.53


def test_written_after_the_recall_the_policy_answers(bank):
    bank.touch("d")
    bank.recall("coffee")
    bank.forget("a")
    bank.add("coffee", id="late")
    answer = bank.why("late")
    assert (answer.status, answer.combine, answer.score) == ("kept", "order", None)
    assert list(answer.terms) == ["access count", "last access", "importance"]


def test_kept_names_who_would_go_before_it(bank):
    answer = bank.why("a")
    assert (answer.status, answer.competitor) == ("kept", "d")  # least important of four that are alike
    assert answer.text.startswith("kept: article would put 3 before it")
    assert bank.why("d").competitor == "c"


def test_evicted_names_the_one_that_would_have_gone_next(bank):
    bank.add("x", 0.5, id="e")
    answer = bank.why("d")
    assert (answer.status, answer.competitor) == ("evicted", "e")
    assert answer.terms == {"access count": 0, "last access": 1_000_000.0, "importance": 0.1}
    entry = bank.evict_log[-1]
    assert [candidate.id for candidate in entry.candidates] == ["d", "e", "c", "b", "a"]
    assert all(a.key < b.key for a, b in zip(entry.candidates, entry.candidates[1:], strict=False))


def test_evicted_and_back_again_is_kept(bank):
    bank.add("x", 0.5, id="e")
    bank.add("coffee", 0.95, id="d")
    assert bank.why("d").status == "kept"
    assert bank.why("e").status == "evicted"


@pytest.mark.parametrize("waited", [10, 100_000], ids=["above the floor", "at the floor"])
def test_scored_terms_multiply_to_the_score_that_was_used(clock, waited):
    bank = MemoryBank(2, Scored(Settings(protection=0)), clock=clock)
    for id, importance in (("a", 0.2), ("b", 0.9)):
        bank.add("x", importance, id=id)
    clock.now += waited
    bank.add("x", 0.5, id="c")
    answer = bank.why("a")
    assert (answer.status, answer.combine) == ("evicted", "product")
    assert math.prod(answer.terms.values()) == answer.score == bank.evict_log[0].candidates[0].key[1]
    assert answer.competitor == ("b" if waited > 1000 else "c") or answer.competitor == "c"


def test_forgotten_and_unknown(bank):
    bank.forget("a")
    assert bank.why("a").status == "forgotten"
    assert bank.why("ghost").status == "unknown"
    assert "never" in bank.why("ghost").text
