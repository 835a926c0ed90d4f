"""MemoryBank: the article's behaviour, and what a bank must do beside it."""

from __future__ import annotations

import pytest

from memlab import tokens
from memlab.bank import Article, MemoryBank, MemoryItem, TooLarge


@pytest.fixture
def bank(clock):
    return MemoryBank(capacity=3, clock=clock)


def ids(bank):
    return [item.id for item in bank.items]


def gone(bank):
    return [(entry.id, entry.cause) for entry in bank.evict_log]


# -- the article's bank


def test_recall_scores_hits_accesses_and_importance(clock):
    bank = MemoryBank(10, clock=clock)
    bank.add("tea and milk", 0.1, id="two hits")
    bank.add("tea", 0.9, id="important")
    bank.add("tea", 0.0, id="used")
    for _ in range(7):  # counts as five
        bank.touch("used")
    assert [item.id for item in bank.recall(["tea", "milk"])] == ["used", "two hits", "important"]
    assert bank.why("used").terms == {"keywords": 0.5, "accesses": 1.0, "importance": 0.0}
    assert bank.why("two hits").score == pytest.approx(2 * 0.5 + 0.1 * 0.3)
    assert bank.why("important").score == pytest.approx(0.5 + 0.9 * 0.3)


def test_recall_gives_the_top_three_and_touches_only_them(clock):
    bank = MemoryBank(10, clock=clock)
    for n in range(5):
        bank.add(f"tea {n}", n / 10, id=n)
    clock.now += 5
    recalled = bank.recall(["tea"])
    assert [item.id for item in recalled] == [4, 3, 2]
    assert [item.access_count for item in bank.items] == [0, 0, 1, 1, 1]
    assert {item.last_access for item in recalled} == {clock.now}
    assert [item.id for item in bank.recall(["tea"], top=5)] == [4, 3, 2, 1, 0]


def test_equal_recall_scores_stay_in_the_order_of_writing(bank):
    for id in ("b", "a", "c"):
        bank.add("tea", id=id)
    assert [item.id for item in bank.recall("tea")] == ["b", "a", "c"]


def test_the_victim_has_fewest_accesses_then_is_longest_unused_then_least_important(bank, clock):
    bank.add("tea", 0.1, id="recalled")
    bank.recall("tea")
    bank.add("x", 0.5, id="old")
    clock.now += 1
    bank.add("y", 0.9, id="new, important")
    bank.add("z", 0.2, id="new, unimportant")
    assert gone(bank) == [("old", "capacity")]
    bank.add("w", 0.3, id="newest")
    assert gone(bank)[1:] == [("new, unimportant", "capacity")]
    assert ids(bank) == ["recalled", "new, important", "newest"]


def test_the_trap_a_newcomer_goes_at_once_when_all_others_were_recalled(bank):
    for id in ("a", "b", "c"):
        bank.add(f"tea {id}", id=id)
    bank.recall("tea")
    newcomer = bank.add("the customer is allergic to peanuts", 1.0, id="allergy")
    assert newcomer.id not in bank
    assert bank.evict_log[-1].reason.startswith("the newcomer itself was the victim")
    assert bank.why("allergy").competitor == "a"


@pytest.mark.parametrize(
    "policy", ["article_protected", Article(protect_newcomer=True)], ids=["name", "option"]
)
def test_the_trap_solved(policy, clock):
    bank = MemoryBank(3, policy, clock=clock)
    for id in ("a", "b", "c"):
        bank.add(f"tea {id}", id=id)
    bank.recall("tea")
    bank.add("the customer is allergic to peanuts", 1.0, id="allergy")
    assert ids(bank) == ["b", "c", "allergy"]
    assert "newcomer" not in bank.evict_log[-1].reason


# -- recall of odd keywords


@pytest.fixture
def notes(clock):
    bank = MemoryBank(10, clock=clock)
    bank.add("我对青霉素过敏", id="zh")
    bank.add("Café Müller, order ＡＢＣ", id="wide")
    bank.add('pre-edit and C++ say "hi" it\'s (python AND *', id="odd")
    return bank


@pytest.mark.parametrize("keywords", [[], [""], ["", "  "], "", " ", ()])
def test_U2_no_keywords_recall_nothing(notes, keywords):
    assert [item.id for item in notes.recall("order")] == ["wide"]  # something is there to be found
    assert notes.recall(keywords) == []
    assert notes.get("zh").access_count == 0


@pytest.mark.parametrize(
    ("keyword", "id"),
    [
        ("过敏", "zh"),
        ("青霉素", "zh"),
        ("CAFÉ", "wide"),
        ("cafe\u0301", "wide"),
        ("abc", "wide"),
        ("müller", "wide"),
        *((odd, "odd") for odd in ("pre-edit", "C++", 'say "hi', "it's", "(python", "*", "AND")),
    ],
)
def test_U1_U3_O1_a_keyword_is_found_as_people_read_it(notes, keyword, id):
    assert [item.id for item in notes.recall(keyword)] == [id]


def test_U3_two_universities_are_two(clock):
    bank = MemoryBank(clock=clock)
    bank.add("北京大学", id="PKU")
    bank.add("清华大学", id="THU")
    assert [item.id for item in bank.recall("清华大学")] == ["THU"]


def test_a_string_is_one_keyword_not_many_characters(notes):
    notes.add("o r d e", id="letters")
    assert [item.id for item in notes.recall("order")] == ["wide"]


def test_a_keyword_that_is_no_string_is_refused(notes):
    with pytest.raises(TypeError, match="keywords: 3 is int"):
        notes.recall(["order", 3])


# -- capacity


def test_capacity_in_tokens(clock):
    bank = MemoryBank(capacity=20, policy="fifo", size=tokens.count, clock=clock)
    for n in range(6):
        bank.add(f"cart = oolong × {n}", id=n)
        assert bank.used == sum(tokens.count(item.content) for item in bank.items) <= 20
    assert gone(bank)[0] == (0, "capacity")
    assert len(bank) > 1


@pytest.mark.parametrize("policy", ["fifo", "article", "scored"])
def test_a_memory_larger_than_the_capacity_is_refused_and_evicts_nobody(policy, clock):
    bank = MemoryBank(10, policy, size=len, clock=clock)
    bank.add("a" * 4, id="a")
    bank.add("b" * 4, id="b")
    before = bank.items
    with pytest.raises(TooLarge, match=r"memory 'huge' has size 11, allowed is the capacity 10: shorten"):
        bank.add("c" * 11, id="huge")
    with pytest.raises(TooLarge):
        bank.add("a" * 11, id="a")
    assert (bank.items, bank.evict_log) == (before, [])
    assert bank.add("d").seq == 3  # a refused call leaves no gap


def test_a_memory_as_large_as_the_capacity_fits(clock):
    bank = MemoryBank(10, "lru", size=len, clock=clock)
    bank.add("a" * 4, id="a")
    bank.add("b" * 4, id="b")
    bank.add("c" * 10, id="c")
    assert ids(bank) == ["c"]
    assert gone(bank) == [("a", "capacity"), ("b", "capacity")]


def test_rewriting_evicts_nobody_unless_it_grew_and_never_itself(clock):
    bank = MemoryBank(10, "article", size=len, clock=clock)
    bank.add("a" * 5, id="a")
    bank.add("b" * 5, id="b")
    bank.add("a" * 5, id="a")
    assert gone(bank) == []
    for _ in range(9):
        bank.touch("b")  # now a stands first in the policy's order
    bank.add("a" * 6, id="a")
    assert (ids(bank), gone(bank)) == (["a"], [("b", "capacity")])


def test_D1_rewriting_keeps_one_item_and_counts_as_a_use(bank, clock):
    first = bank.add("city = Beijing", 0.9, id="city", ttl=5)
    clock.now += 3
    second = bank.add("city = Shanghai", 0.4, id="city")
    assert [item.content for item in bank.items] == ["city = Shanghai"]
    assert (second.created_at, second.last_access, second.access_count) == (first.created_at, clock.now, 1)
    assert (second.importance, second.expires_at) == (0.4, None)


def test_C10_writes_of_one_moment_have_an_order(clock):
    bank = MemoryBank(2, "lru", clock=clock)
    for id in ("a", "b", "c"):
        bank.add("same", id=id)
    assert ids(bank) == ["b", "c"]
    bank.touch("b")
    bank.add("same", id="d")
    assert ids(bank) == ["b", "d"]
    assert len({entry.seq for entry in bank.evict_log} | {item.seq for item in bank.items}) == 4


def test_ids_are_made_and_never_collide(clock):
    bank = MemoryBank(10, clock=clock)
    bank.add("x", id="m2")
    made = [bank.add("y").id for _ in range(3)]
    assert len({*made, "m2"}) == 4
    assert len(bank) == 4


@pytest.mark.parametrize("id", [0, ("a", 1), "北京", "", 2.5])
def test_any_hashable_is_an_id(bank, id):
    bank.add("x", id=id)
    assert bank.get(id).id == id
    assert bank.why(id).status == "kept"


# -- looking, time


def test_looking_is_not_touching(bank, clock):
    bank.add("tea", id="a")
    before = bank.items
    clock.now += 9
    looks = (
        bank.get("a"),
        "a" in bank,
        bank.items,
        len(bank),
        bank.used,
        bank.why("a"),
        bank.evict_log,
        repr(bank),
    )
    assert looks[1]
    assert bank.items == before


def test_an_item_handed_out_cannot_change_the_bank(bank):
    item = bank.add("tea", id="a")
    with pytest.raises(AttributeError):
        item.access_count = 9
    bank.evict_log.append("junk")
    assert bank.evict_log == []


def test_Z3_an_expired_memory_is_nowhere(bank, clock):
    bank.add("tea", id="short", ttl=10)
    bank.add("tea", id="long")
    clock.now += 9.999
    assert [item.id for item in bank.recall("tea")] == ["short", "long"]
    clock.now += 0.001
    assert "short" not in bank
    assert (ids(bank), len(bank), bank.used, bank.get("short")) == (["long"], 1, 1, None)
    assert [item.id for item in bank.recall("tea")] == ["long"]
    assert not bank.touch("short")
    assert gone(bank) == [("short", "expiry")]
    assert bank.why("short").status == "expired"


def test_an_expired_memory_makes_room(bank, clock):
    for id in ("a", "b", "c"):
        bank.add("x", id=id, ttl=10 if id == "b" else None)
    clock.now += 10
    bank.add("x", id="d")
    assert ids(bank) == ["a", "c", "d"]
    assert gone(bank) == [("b", "expiry")]


def test_written_again_after_expiry_it_lives_a_full_ttl_as_a_new_memory(bank, clock):
    bank.add("x", id="a", ttl=2)
    bank.touch("a")
    clock.now += 5
    again = bank.add("x", id="a", ttl=2)
    clock.now += 1
    assert "a" in bank
    assert (again.access_count, again.created_at) == (0, clock.now - 1)


def test_expiries_of_one_moment_are_logged_in_order(bank, clock):
    for id, ttl in (("late", 3), ("first", 1), ("same", 1)):
        bank.add("x", id=id, ttl=ttl)
    clock.now += 60
    assert [entry.id for entry in bank.evict_log] == ["first", "same", "late"]


def test_L5_touching_what_is_not_there_makes_nothing(bank):
    assert bank.touch("ghost") is False
    assert "ghost" not in bank


def test_L8_forget_removes_the_text_from_the_log_too(clock):
    bank = MemoryBank(1, "fifo", clock=clock)
    bank.add("password 1234", id="p")
    bank.add("x", id="q")
    bank.add("password 5678", id="p")
    assert "1234" in str(bank.evict_log)  # something is there to be removed
    assert bank.forget("p") is True
    assert "password" not in str((bank.evict_log, bank.items, bank.why("p")))
    assert bank.forget("p") is False
    assert bank.evict_log[-1].cause == "forgotten"
    assert bank.recall("password") == []
    assert bank.why("p").status == "forgotten"


def test_B6_over_capacity_evicts_and_says_what_and_why(bank):
    for n in range(5):
        bank.add("x", id=n)
    assert gone(bank) == [(0, "capacity"), (1, "capacity")]
    assert all(entry.reason for entry in bank.evict_log)


# -- bad input: a refused call changes nothing

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("error", "field", "call"),
    [
        (ValueError, "importance: nan", {"importance": NAN}),
        (ValueError, "importance: inf", {"importance": INF}),
        (ValueError, "importance: -0.1", {"importance": -0.1}),
        (ValueError, "importance: 1.1", {"importance": 1.1}),
        (TypeError, "importance: True", {"importance": True}),
        (TypeError, "importance: 'high'", {"importance": "high"}),
        (TypeError, "importance: None", {"importance": None}),
        (ValueError, "ttl: 0", {"ttl": 0}),
        (ValueError, "ttl: -1", {"ttl": -1}),
        (ValueError, "ttl: nan", {"ttl": NAN}),
        (ValueError, "ttl: inf", {"ttl": INF}),
        (TypeError, "content: None", {"content": None}),
        (TypeError, "content: b'x'", {"content": b"x"}),
        (ValueError, "content: .* lone surrogate", {"content": "\ud800"}),
        (TypeError, "id: .*hashable", {"id": ["a"]}),
    ],
)
def test_O3_a_bad_memory_is_refused(bank, error, field, call):
    bank.add("x", id="a")
    before = bank.items
    with pytest.raises(error, match=field):
        bank.add(**{"content": "y", "id": "a", **call})
    assert (bank.items, bank.evict_log) == (before, [])


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (ValueError, "capacity: 0", {"capacity": 0}),
        (ValueError, "capacity: -1", {"capacity": -1}),
        (ValueError, "capacity: nan", {"capacity": NAN}),
        (ValueError, "capacity: inf", {"capacity": INF}),
        (TypeError, "capacity: True", {"capacity": True}),
        (TypeError, "capacity: '5'", {"capacity": "5"}),
        (ValueError, "policy: 'lfuu', allowed are fifo", {"policy": "lfuu"}),
        (ValueError, "policy: 'liveness' needs the conversation", {"policy": "liveness"}),
        (TypeError, "policy: None", {"policy": None}),
        (TypeError, "policy: Article is a class", {"policy": Article}),
    ],
)
def test_a_bad_bank_is_refused(error, message, arguments):
    with pytest.raises(error, match=message):
        MemoryBank(**arguments)


@pytest.mark.parametrize("size", [lambda content: -1, lambda content: NAN, lambda content: None])
def test_a_size_function_that_returns_no_size_is_refused(size):
    bank = MemoryBank(5, size=size)
    with pytest.raises((TypeError, ValueError), match="size: "):
        bank.add("x")
    assert len(bank) == 0


def test_a_clock_that_returns_no_time_is_refused():
    with pytest.raises(ValueError, match="clock: nan"):
        MemoryBank(clock=lambda: NAN).add("x")


@pytest.mark.parametrize("top", [0, -1, True, "3"])
def test_a_bad_top_is_refused(bank, top):
    with pytest.raises((TypeError, ValueError), match="top: "):
        bank.recall("x", top=top)


def test_a_policy_that_fails_changes_nothing(clock):
    class Broken(Article):
        def key(self, item: MemoryItem, now: float) -> tuple:
            raise KeyError("no such turn")

    bank = MemoryBank(1, Broken(), clock=clock)
    bank.add("x", id="a")
    before = bank.items
    with pytest.raises(KeyError):
        bank.add("y", id="b")
    assert (bank.items, bank.evict_log, bank.used) == (before, [], 1)


def test_the_default_clock_is_the_time_of_day():
    item = MemoryBank().add("x")
    assert item.created_at > 1_700_000_000
