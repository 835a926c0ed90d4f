"""Who was there from when to when, and why each left."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.replay import POLICIES, Access, Trace, simulate, too_early
from memlab.replay.replacement import Replacement

ROWS = st.lists(
    st.builds(
        Access,
        st.integers(0, 5),
        operation=st.sampled_from(["read", "read", "write"]),
        size=st.sampled_from([1, 2, 5]),
    ),
    max_size=40,
)
UNITS = st.sampled_from(["items", "tokens"])


@pytest.mark.parametrize("policy", POLICIES)
@given(rows=ROWS, unit=UNITS)
def test_each_departure_tells_what_the_trace_says(policy, rows, unit):
    trace = Trace.of(rows)
    result = simulate(trace, policy, 3, unit)
    refused = set(result.refused)
    for k, gone in enumerate(result.evictions):
        assert (gone.position, gone.id) == (result.evicted_at[k], result.evicted[k])
        assert gone.key == trace.names[gone.id]
        own = [
            n for n in range(gone.inserted, gone.position + 1) if trace.ids[n] == gone.id and n not in refused
        ]
        assert (gone.inserted, gone.last_used, gone.uses) == (own[0], own[-1], len(own))
        assert gone.written == max(n for n in own if trace.writes[n] or n == own[0])
        later = [n for n in range(gone.last_used + 1, len(trace)) if trace.ids[n] == gone.id]
        assert gone.next_read == (later[0] if later and not trace.writes[later[0]] else None)
        assert gone.passed_over == (trace.ids[gone.position] == gone.id and gone.position not in refused)
        assert gone.reason.startswith("the newcomer itself was passed over: ") == gone.passed_over
        assert gone.reason


@pytest.mark.parametrize("policy", ["lru", "belady_bypass", "2q"])
@given(rows=ROWS, unit=UNITS, window=st.tuples(st.integers(0, 40), st.integers(0, 40)))
def test_spans_are_the_stays_that_touch_a_window(policy, rows, unit, window):
    result = simulate(rows, policy, 3, unit)
    everything = result.spans()
    assert len(everything) == result.insertions
    assert [s.start for s in everything] == sorted(s.start for s in everything)
    assert {s.key for s in everything if not s.ended} == set(result.resident)
    assert all(s.end == len(rows) for s in everything if not s.ended)
    start, stop = window
    assert result.spans(start, stop) == [s for s in everything if s.start < stop and s.end >= start]
    reads = {n for n, row in enumerate(rows) if row.operation == "read"}
    inside = {
        n for s in everything for n in range(s.start + 1, min(s.end + 1, len(rows))) if rows[n].key == s.key
    }
    assert reads & inside == reads - set(result.missed)


def test_the_sequence_is_lazy_and_behaves_like_one():
    result = simulate("abcdab", "lru", 2)
    assert len(result.evictions) == 4
    assert "_stays" not in vars(result)  # the length cost nothing
    assert result.evictions[-1] == list(result.evictions)[3]
    assert [gone.key for gone in result.evictions[1:3]] == ["b", "c"]
    with pytest.raises(IndexError):
        result.evictions[4]


@pytest.mark.parametrize(
    ("policy", "keys", "reason", "terms"),
    [
        ("fifo", "aabac", "the oldest: came in 4 accesses ago", {"age": 4}),
        ("lru", "abaac", "longest unused: last used 3 accesses ago", {"unused for": 3}),
        ("lru", "abc", "longest unused: last used 2 accesses ago", {"unused for": 2}),
        ("lfu", "abac", "fewest uses: 1, the last one 2 accesses ago", {"uses": 1, "unused for": 2}),
        (
            "clock",
            "abac",
            "the hand found it unused since it last passed: last used 2 accesses ago",
            {"unused for": 2},
        ),
        ("sieve", "abac", "the hand found it unvisited: last used 2 accesses ago", {"unused for": 2}),
        ("2q", "abac", "left the first-time queue: came in 3 accesses ago", {"age": 3}),
        (
            "arc",
            "abac",
            "longest unused of those used once: last used 2 accesses ago",
            {"unused for": 2, "uses": 1},
        ),
        ("random", "abac", "drawn by lot (seed 0)", {}),
        ("belady", "abcb", "its value is never read again", {"next read in": float("inf")}),
        ("belady", "abcba", "farthest next read: in 2 accesses", {"next read in": 2}),
        (
            "liveness",
            "abcba",
            "the newcomer itself was passed over: its value is never read again",
            {"next read in": float("inf")},
        ),
    ],
)
def test_reasons_in_words_and_numbers(policy, keys, reason, terms):
    gone = simulate(keys, policy, 2).evictions[0]
    assert (gone.reason, gone.terms) == (reason, terms)


def test_the_victims_of_two_queues_are_told_apart():
    """a comes back after it left the first-time queue: it joins the main one and is its longest unused."""
    result = simulate("abcdeabcdxyz", "2q", 4)
    assert {gone.reason.split(":")[0] for gone in result.evictions} == {
        "left the first-time queue",
        "longest unused of those that had come back",
    }
    kinds = {gone.reason.split(":")[0] for gone in simulate("aabbccaaddbbxyzw", "arc", 2).evictions}
    assert kinds == {"longest unused of those used once", "longest unused of those used more than once"}


def test_victims_keep_their_reasons_after_a_refused_rewrite():
    """The old value of a goes without being a victim, so the first victim's note is still the first one."""
    rows = [Access("a"), Access("a", operation="write", size=99), *map(Access, "bcdbexb")]
    result = simulate(rows, "arc", 3, "tokens")
    assert [(gone.key, gone.number) for gone in result.evictions] == [("a", 0), ("c", 0), ("d", 1)]
    assert [gone.reason.split(":")[0] for gone in result.evictions[1:]] == [
        "longest unused of those used once"
    ] * 2


@pytest.mark.parametrize("policy", POLICIES)
def test_a_replay_can_travel_with_its_reasons(policy):
    result = simulate("abcabdacb", policy, 2)
    copy = pickle.loads(pickle.dumps(result))
    assert list(copy.evictions) == list(result.evictions) and len(result.evictions) > 0
    assert (copy.hits, copy.resident, copy.share) == (result.hits, result.resident, result.share)


class Careless(Replacement):
    """A policy of one's own, whose author has left out what is not asked for at once."""

    name, answer = "careless", ("the oldest", {})

    def __init__(self, options):
        self.order = []

    def admit(self, id, size):
        self.order.append(id)

    def victim(self, newcomer):
        return self.order.pop(0)

    def explain(self, gone):
        return self.answer


def test_a_policy_that_keeps_no_options_is_replayed_at_other_capacities():
    [row, *_] = too_early(simulate("abcabc", Careless, 2))
    assert row.saved_by.capacity == 3 and row.departure.reason == "the oldest"


@pytest.mark.parametrize("answer", [None, "the oldest", ("the oldest",), (None, {})])
def test_a_policy_that_explains_badly_is_named(answer, monkeypatch):
    monkeypatch.setattr(Careless, "answer", answer)
    with pytest.raises(TypeError, match=r"policy careless: explain\(\) returned .*allowed is \(text"):
        simulate("abcabc", Careless, 2).evictions[0]
