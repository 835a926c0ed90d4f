"""No online policy sees the future: whatever comes later, what it has decided until then is the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import bank
from memlab.replay import GENERATORS, POLICIES, READ, WRITE, Access, Trace, simulate
from memlab.replay.replacement import Replacement

ONLINE = {name: name for name, policy in POLICIES.items() if not policy.foresight}
OWN = {"a bank's": bank.Scored(pinned=["a"]), "a bank's lru": bank.LRU()}
FORESIGHT = sorted(name for name, policy in POLICIES.items() if policy.foresight)

ROWS = st.lists(
    st.builds(
        Access,
        st.sampled_from("abcdefgh"),
        st.integers(0, 5),
        st.sampled_from([READ, READ, WRITE]),
        st.sampled_from([1, 2, 3, 0.5]),
        st.sampled_from([0, 0.1, 0.5, 1]),
    ),
    max_size=40,
)


def decided(rows, cut, policy, capacity, unit="items"):
    """(kind, place, key) of all that was decided before the place `cut`."""
    result = simulate(Trace.of(rows), policy, capacity, unit, seed=7, pinned=["b"])
    names = result.trace.names
    gone = [("evicted", at, names[id]) for at, id in zip(result.evicted_at, result.evicted, strict=True)]
    missed = [("missed", at, "") for at in result.missed] + [("refused", at, "") for at in result.refused]
    return [entry for entry in gone + missed if entry[1] < cut]


@pytest.mark.parametrize("policy", [*ONLINE.values(), *OWN.values()], ids=[*ONLINE, *OWN])
@given(head=ROWS, one=ROWS, other=ROWS, capacity=st.integers(1, 6), unit=st.sampled_from(["items", "tokens"]))
def test_another_tail_changes_no_decision_before_it(policy, head, one, other, capacity, unit):
    cut = len(head)
    alone = decided(head, cut, policy, capacity, unit)
    assert alone == decided(head + one, cut, policy, capacity, unit)
    assert alone == decided(head + other, cut, policy, capacity, unit)


@pytest.mark.parametrize("policy", ONLINE)
@pytest.mark.parametrize("generator", ["zipf", "conversation", "loop"])
def test_nor_in_a_long_trace(policy, generator):
    """Long enough that what policies learn and draw by lot has its say."""
    rows = list(GENERATORS[generator](3_000))
    backwards = rows[:1500] + rows[1500:][::-1]
    for capacity in (8, 40):
        assert decided(rows, 1500, policy, capacity) == decided(backwards, 1500, policy, capacity)
        assert len(decided(rows, 1500, policy, capacity)) > 40


@pytest.mark.parametrize("policy", FORESIGHT)
def test_the_yardsticks_do_look_ahead(policy):
    """The control: the same comparison finds those that see the future."""
    head = [Access(key, n) for n, key in enumerate("abc")]
    first, second = (decided([*head, Access(key, 3), Access("c", 4)], 3, policy, 2) for key in "ab")
    assert first != second


def test_who_looks_ahead():
    assert FORESIGHT == ["belady", "belady_bypass", "liveness"]
    assert {"predicted", "scored", "article", "random", "arc"} <= ONLINE.keys()


def test_only_foresight_is_handed_the_trace():
    handed = {}

    class Spy(Replacement):
        name = "spy"

        def __init__(self, options):
            super().__init__(options)
            handed[self.foresight] = options
            self.there = []

        def admit(self, id, size):
            self.there.append(id)

        def victim(self, newcomer):
            return self.there.pop()

        def drop(self, id):
            self.there.remove(id)

    class Seer(Spy):
        foresight = True

    for policy in (Spy, Seer):
        simulate("abcabc", policy, 2)
    assert handed[False].trace is None
    assert handed[False].names == ()  # keys in the order in which they will appear
    assert isinstance(handed[True].trace, Trace)


@pytest.mark.parametrize("policy", ONLINE)
def test_no_online_policy_asks_where_in_the_trace_it_is(policy):
    assert POLICIES[policy].look is None
