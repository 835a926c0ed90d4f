"""What nobody should pass and somebody will: refused at the door in a short message, nothing changed."""

from __future__ import annotations

import itertools

import pytest

from memlab.bank import (
    LRU,
    Liveness,
    MemoryBank,
    Policy,
    PriorityMemory,
    Scored,
    Settings,
    play,
    recency,
    score,
)
from memlab.checks import shown
from memlab.course.story import FIVE_STATEMENTS, MEMORIES
from memlab.flow import Program, ProgramError
from memlab.zset import EmulatedRedis

NAN, INF, DIGITS, BEYOND_FLOATS = float("nan"), float("inf"), 10**5000, 10**400
LONG = pytest.param(DIGITS, id="5001 digits")  # more than Python prints
REFUSED = (TypeError, ValueError)


def refusal(call, *arguments, **options):
    with pytest.raises(REFUSED) as caught:
        call(*arguments, **options)
    return str(caught.value)


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no repr")


NESTED = {"conversation": [[{"text": "x" * 99}] * 9] * 9}


@pytest.mark.parametrize(
    "value", ["x" * 1_000_000, LONG, BEYOND_FLOATS, Unspeakable(), [[1] * 999] * 9, NESTED]
)
def test_no_message_is_long_and_none_fails(value):
    assert len(shown(value)) <= 80
    for message in (
        refusal(MemoryBank, value),
        refusal(MemoryBank, policy=value),
        refusal(MemoryBank().add, "x", value),
        refusal(MemoryBank().add, "x", ttl=value),
        refusal(Settings, decay_mode=value),
        refusal(Settings, decay=value),
        refusal(PriorityMemory, value, "u1"),
    ):
        assert len(message) < 400


def test_an_id_is_named_in_a_reason_however_long_it_is():
    bank = MemoryBank(1, "lru")
    for id in ("x" * 1_000_000, DIGITS, "last"):
        bank.add("tea", id=id)
    assert [len(entry.reason) < 400 for entry in bank.evict_log] == [True, True]
    assert len(bank.why(DIGITS).text) < 400


@pytest.mark.parametrize("value", [BEYOND_FLOATS, -BEYOND_FLOATS, LONG])
@pytest.mark.parametrize("field", ["capacity", "decay", "boost", "seed", "protection"])
def test_an_int_beyond_all_floats_is_refused_like_any_other(field, value):
    assert refusal(Settings, **{field: value}).startswith(f"{field}: ")


@pytest.mark.parametrize("value", [0, True, 5.0, "len", b""])
@pytest.mark.parametrize("field", ["size", "clock"])
def test_what_cannot_be_called_is_refused_where_it_is_passed(field, value):
    assert refusal(MemoryBank, **{field: value}).startswith(f"{field}: {value!r} is ")


@pytest.mark.parametrize("keywords", [None, 5, NAN, object()])
def test_keywords_that_are_no_words_are_named(keywords):
    assert refusal(MemoryBank().recall, keywords).startswith("keywords: ")


def test_half_a_memory_cannot_be_recalled():
    assert refusal(MemoryBank().recall, "tea", top=1.5).startswith("top: 1.5 is float")


# -- sizes that are no whole numbers


@pytest.mark.parametrize("capacity", [0.3, 0.6, 0.7])
def test_rounding_never_makes_a_full_bank_too_full(capacity):
    for sizes in itertools.product((0.1, 0.2, 0.3), repeat=4):
        bank = MemoryBank(capacity, "lru", size=float, clock=lambda: 0.0)
        for name, size in enumerate(sizes):
            bank.add(str(size), id=name)
            assert 0 < bank.used <= capacity


# -- policies of one's own


def policy(make_key):
    own = Policy()
    own.key = lambda item, now: make_key(item)
    return own


@pytest.mark.parametrize(
    ("key", "words"),
    [
        (lambda item: None, "None is NoneType, allowed is tuple"),
        (lambda item: 3.0, "3.0 is float, allowed is tuple"),
        (lambda item: item.content, "'tea' is str, allowed is tuple"),
        (lambda item: (1, NAN), r"\(1, nan\) has nan"),
    ],
)
def test_a_key_without_an_order_is_refused_and_changes_nothing(key, words, clock):
    bank = MemoryBank(2, policy(key), clock=clock)
    for id in "ab":
        bank.add("tea", id=id)
    before = bank.items
    with pytest.raises(REFUSED, match=f"key of policy custom: {words}"):
        bank.add("tea", id="c")
    assert (bank.items, bank.evict_log) == (before, [])


@pytest.mark.parametrize("part", ["tea", None, (1, 2), 10**400, True])
def test_a_key_may_hold_whatever_can_be_ordered(part, clock):
    bank = MemoryBank(1, policy(lambda item: (part,)), clock=clock)
    for id in "ab":
        bank.add("tea", id=id)
    assert bank.evict_log[0].candidates[0].key[0] == part
    assert bank.why("b").status == "kept"


def test_a_policy_without_a_key_says_what_is_missing():
    bank = MemoryBank(1, Policy())
    bank.add("tea")
    with pytest.raises(NotImplementedError, match=r"policy custom: give it a method key\(item, now\)"):
        bank.add("coffee")


def test_liveness_knows_no_statement_none(clock):
    program = Program.from_dicts(FIVE_STATEMENTS)
    bank = MemoryBank(1, Liveness(program, at=lambda: None), clock=clock)
    bank.add("tea", id="a")
    with pytest.raises(KeyError, match="no statement None"):
        bank.add("tea", id="b")
    assert refusal(Liveness, program, at=3).startswith("at: 3 is int")


def test_settings_are_settings():
    assert refusal(Scored, {"floor": 1}).startswith("settings: {'floor': 1} is dict")
    assert refusal(PriorityMemory, EmulatedRedis(), "u1", 0).startswith("settings: 0 is int")


# -- conversations to be played


@pytest.mark.parametrize("policy", ["lru", "liveness"])
@pytest.mark.parametrize(
    "turns",
    [
        [{"id": 1}],
        [{"id": 1, "use": "abc", "def": [], "succ": []}],
        [{"id": 1, "use": [], "def": [], "succ": [7]}],
        [*FIVE_STATEMENTS, *FIVE_STATEMENTS],
    ],
)
def test_what_is_no_conversation_is_refused_under_every_policy(turns, policy):
    with pytest.raises(ProgramError):
        play(turns, MEMORIES, 3, policy)


@pytest.mark.parametrize("policy", ["lru", "liveness"])
def test_turns_may_come_from_a_generator(policy):
    assert play(iter(FIVE_STATEMENTS), MEMORIES, 3, policy) == play(FIVE_STATEMENTS, MEMORIES, 3, policy)


@pytest.mark.parametrize("memory", ["a text", ("a text",), None, 5])
def test_a_memory_that_is_no_pair_is_named(memory):
    name = FIVE_STATEMENTS[0]["def"][0]
    message = refusal(play, FIVE_STATEMENTS, {name: memory}, 3, LRU())
    assert message.startswith(f"memories['{name}']: ") and "(content, importance)" in message


def test_memories_are_a_dict():
    assert refusal(play, FIVE_STATEMENTS, None, 3, "lru").startswith("memories: None is NoneType")


# -- the formula


@pytest.mark.parametrize("value", [None, NAN, INF, -INF, "1", True, BEYOND_FLOATS])
@pytest.mark.parametrize("field", ["importance", "age", "decay", "boost", "floor"])
def test_O3_the_formula_takes_numbers_only(field, value):
    arguments = {"importance": 5, "age": 1, "decay": 0.1, "boost": 1, "floor": 0}
    assert refusal(score, **{**arguments, field: value}).startswith(f"{field}: ")


def test_Z2_a_decay_below_0_would_grow():
    assert refusal(recency, 5, -0.1).startswith("decay: -0.1")
    assert (recency(1e300, 1e300), recency(-1e300, 1e300)) == (0, 1)


# -- the scored memory


@pytest.fixture
def memory(client, clock):
    memory = PriorityMemory(client, "u1", Settings(capacity=3, protection=0), clock)
    memory.remember("5", "five", 5, pinned=True)
    memory.remember("a", "x", 5)
    return memory


@pytest.mark.parametrize("id", [None, 5, 5.0, True, b"5", ["5"], "\ud800", LONG])
@pytest.mark.parametrize("call", ["get", "touch", "restore", "demote", "forget", "why"])
def test_an_id_that_is_no_text_is_refused_everywhere(memory, call, id):
    before = (memory.hot(), memory.counts(), memory.evict_log)
    assert refusal(getattr(memory, call), id).startswith("id: ")
    assert (memory.hot(), memory.counts(), memory.evict_log) == before


@pytest.mark.parametrize("id", ["", "\x00", "x" * 100_000, "过敏😀", "ש ל"])
@pytest.mark.parametrize("call", ["get", "touch", "restore", "demote", "forget"])
def test_an_id_that_was_never_written_is_not_there(memory, call, id):
    assert not getattr(memory, call)(id)
    assert memory.why(id).status == "unknown"


@pytest.mark.parametrize("pinned", [None, 1, 0, "no", NAN])
def test_pinned_is_yes_or_no(memory, pinned):
    assert refusal(memory.remember, "b", "x", 5, pinned=pinned).startswith(f"pinned: {pinned!r} is ")
    assert memory.get("b") is None


@pytest.mark.parametrize("client", [None, 5, "redis://localhost", dict])
def test_a_client_that_is_none_is_refused_where_it_is_passed(client):
    assert refusal(PriorityMemory, client, "u1").startswith("client: ")


@pytest.mark.parametrize("time", [None, NAN, INF, "now", True, BEYOND_FLOATS])
def test_a_clock_without_a_time_is_refused_and_changes_nothing(client, time):
    times = iter([1.0, time, 2.0, 2.0])
    memory = PriorityMemory(client, "u1", Settings(), lambda: next(times))
    memory.remember("a", "x", 5)
    assert refusal(memory.remember, "b", "x", 5).startswith("clock: ")
    assert [id for id, _ in memory.hot()] == ["a"]


@pytest.mark.parametrize("mode", ["forward", "sweep"])
def test_the_largest_settings_give_numbers(client, mode):
    now = [-1e100]
    settings = Settings(2, 1, boost=1e9, decay=1e9, floor=1e9, protection=1e9, jitter=1e9, decay_mode=mode)
    memory = PriorityMemory(client, "u1", settings, lambda: now[0])
    for n in range(5):
        memory.remember(f"m{n}", "x", 10, pinned=n % 2 == 0, ttl=1e100)
        now[0] += 1e99
        assert all(0 <= score <= 1e19 for _, score in memory.hot())
    counts = memory.counts()
    assert counts["pushed"] == 5 == counts["resident"] + counts["archived"] + counts["forgotten"]


@pytest.mark.parametrize("skew", [0.5, 30, 500])
def test_two_clocks_that_disagree_decay_nothing_twice(client, skew):
    """As the sweep of the one is in the future of the other: forward decay is right by its nature."""
    scores, now = {}, [0.0]
    for mode in ("forward", "sweep"):
        now[0] = 1000.0
        ahead, behind = (
            PriorityMemory(
                client, mode, Settings(decay=1e-3, floor=0, decay_mode=mode), lambda s=s: now[0] + s
            )
            for s in (skew, 0)
        )
        ahead.remember("old", "x", 10)
        now[0] += skew
        for n in range(20):
            (behind if n % 2 else ahead).remember(f"m{n}", "x", 10)
            now[0] += 0.5
        now[0] += skew
        scores[mode] = dict(behind.hot())
    assert scores["sweep"] == pytest.approx(scores["forward"])


@pytest.mark.parametrize("other", [{"jitter": 0.5}, {"seed": 1}, {"boost": 2}, {"decay_mode": "sweep"}])
def test_scores_of_two_rules_are_not_mixed(client, clock, other):
    PriorityMemory(client, "u1", Settings(), clock).remember("a", "x", 5)
    name = next(iter(other))
    message = refusal(PriorityMemory(client, "u1", Settings(**other), clock).remember, "b", "x", 5)
    assert message.startswith("settings: ") and f"'{name}': {other[name]!r}" in message
    PriorityMemory(client, "u1", Settings(capacity=7, protection=1), clock).remember("b", "x", 5)
