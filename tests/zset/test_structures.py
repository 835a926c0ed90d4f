"""ScoredSet and SkipList: one contract, one order, the same answers over random operations."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from memlab.zset import ScoredSet, SkipList

MEMBERS = st.sampled_from([b"", b"a", b"ab", b"b", b"\xff", "é".encode(), b"10", b"9"]) | st.binary(
    max_size=3
)
SCORES = st.sampled_from([0.0, -0.0, 1, 1.5, -2, math.inf, -math.inf, 5e-324]) | st.floats(allow_nan=False)
RANKS = st.integers(-12, 12)
BOTH = pytest.mark.parametrize("kind", [ScoredSet, SkipList])


class SameAnswers(RuleBasedStateMachine):
    """Each operation on both structures and on a plain dict."""

    def __init__(self):
        super().__init__()
        self.dict, self.scored, self.skips = {}, ScoredSet(), SkipList(seed=5)

    def both(self, ask):
        answers = ask(self.scored), ask(self.skips)
        assert answers[0] == answers[1]
        return answers[0]

    def order(self):
        return sorted((score, member) for member, score in self.dict.items())

    @rule(member=MEMBERS, score=SCORES)
    def add(self, member, score):
        assert self.both(lambda s: s.add(member, score)) is (member not in self.dict)
        self.dict[member] = score

    @rule(member=MEMBERS)
    def remove(self, member):
        assert self.both(lambda s: s.remove(member)) is (self.dict.pop(member, None) is not None)

    @rule(member=MEMBERS, reverse=st.booleans())
    def rank(self, member, reverse):
        place = self.both(lambda s: s.rank(member, reverse))
        order = self.order()[:: -1 if reverse else 1]
        assert place == (order.index((self.dict[member], member)) if member in self.dict else None)

    @rule(start=RANKS, stop=RANKS, reverse=st.booleans())
    def by_rank(self, start, stop, reverse):
        found = self.both(lambda s: s.range_by_rank(start, stop, reverse))
        order = self.order()[:: -1 if reverse else 1]
        size = len(order)
        first = max(start + size if start < 0 else start, 0)
        last = stop + size if stop < 0 else stop
        assert found == [(m, s) for s, m in order[first : max(last + 1, 0)]]

    @rule(low=SCORES, high=SCORES, opens=st.tuples(st.booleans(), st.booleans()), reverse=st.booleans())
    def by_score(self, low, high, opens, reverse):
        found = self.both(
            lambda s: s.range_by_score(low, high, low_open=opens[0], high_open=opens[1], reverse=reverse)
        )
        wanted = [
            (m, s)
            for s, m in self.order()
            if (low < s if opens[0] else low <= s) and (s < high if opens[1] else s <= high)
        ]
        assert found == wanted[:: -1 if reverse else 1]

    @rule(low=MEMBERS, high=st.none() | MEMBERS, reverse=st.booleans())
    def by_lex(self, low, high, reverse):
        found = self.both(lambda s: s.range_by_lex(low, high, reverse))
        if len(set(self.dict.values())) < 2:
            wanted = [m for m in sorted(self.dict) if m >= low and (high is None or m <= high)]
            assert [m for m, _ in found] == wanted[:: -1 if reverse else 1]

    @rule(count=st.integers(-1, 3), greatest=st.booleans())
    def pop(self, count, greatest):
        gone = self.both(lambda s: s.pop_max(count) if greatest else s.pop_min(count))
        order = self.order()[:: -1 if greatest else 1][: max(count, 0)]
        assert gone == [(m, s) for s, m in order]
        for member, _ in gone:
            del self.dict[member]

    @rule(start=st.integers(0, 6), length=st.integers(0, 4))
    def cut(self, start, length):
        start = min(start, len(self.dict))
        stop = min(start + length, len(self.dict))
        for _, member in self.both(lambda s: s.cut(start, stop)):
            del self.dict[member]

    @invariant()
    def sound(self):
        self.scored._check()
        self.skips._check()
        assert list(self.scored) == list(self.skips) == [m for _, m in self.order()]


TestSameAnswers = SameAnswers.TestCase


@BOTH
@pytest.mark.parametrize(
    "member, score, error, says",
    [
        ("a", math.nan, ValueError, "score is NaN"),
        ("a", "1", TypeError, "score must be a number, not str"),
        ("a", None, TypeError, "score must be a number, not NoneType"),
        (7, 1.0, TypeError, "member must be bytes or str, not int"),
        (None, 1.0, TypeError, "member must be bytes or str, not NoneType"),
    ],
)
def test_a_refused_pair_changes_nothing(kind, member, score, error, says):
    scored = kind([("a", 2)])
    with pytest.raises(error, match=says):
        scored.add(member, score)
    scored._check()
    assert scored.range_by_rank() == [(b"a", 2.0)]


@BOTH
def test_minus_zero_is_zero(kind):
    scored = kind([("a", -0.0)])
    assert math.copysign(1, scored.score("a")) == 1
    assert scored.add("a", -0.0) is False


@BOTH
def test_text_is_utf_8_and_contained_like_any_member(kind):
    scored = kind([("花生", 1)])
    assert "花生" in scored and "花生".encode() in scored and 7 not in scored
    assert repr(scored) == f"{kind.__name__}([({'花生'.encode()!r}, 1.0)])"


@BOTH
def test_checks_notice_damage(kind):
    scored = kind([("a", 1), ("b", 2)])
    scored._scores[b"a"] = 3.0
    with pytest.raises(AssertionError):
        scored._check()


@given(st.lists(st.tuples(MEMBERS, SCORES), max_size=40), st.integers(0, 5))
def test_levels_thin_out_and_their_spans_give_ranks(pairs, seed):
    skips = SkipList(pairs, seed=seed)
    bottom, *lanes = skips.levels()
    assert [(member, score) for member, score, _ in bottom] == skips.range_by_rank()
    assert all(span == 1 for _, _, span in bottom)
    for lane in lanes:
        assert lane and len(lane) <= len(bottom)
        place = -1
        for member, _, span in lane:
            place += span
            assert skips.rank(member) == place


def test_a_path_goes_right_and_down_to_its_member():
    skips = SkipList([(f"m{i:02}", i) for i in range(40)], seed=2)
    path = skips.path("m31")
    assert path[0] == (len(skips.levels()) - 1, None) and path[-1][1] == b"m31"
    for (level, member), (below, following) in pairwise(path):
        assert below == level or (below == level - 1 and following == member)
    assert skips.path("absent") == []


def test_a_seed_draws_the_same_levels_again():
    pairs = [(f"m{i}", i % 7) for i in range(60)]
    assert SkipList(pairs, seed=1).levels() == SkipList(pairs, seed=1).levels()
    assert SkipList(pairs, seed=1).levels() != SkipList(pairs, seed=2).levels()
