"""PriorityMemory: the same behaviour on the emulated client and on a real server."""

from __future__ import annotations

import itertools
import math

import pytest
from redis.exceptions import WatchError

from memlab.bank import IMPORTANCE, PriorityMemory, Settings, connect, recency, transactions
from memlab.bank.keys import NAMES, key, keys
from memlab.zset import EmulatedRedis

MODES = ("forward", "sweep")
NAN, INF = float("nan"), float("inf")


@pytest.fixture(params=MODES)
def make(request, client, clock):
    """A tenant's memory with the settings given."""
    return lambda tenant="u1", **settings: PriorityMemory(
        client, tenant, Settings(**{"decay_mode": request.param, "protection": 0.0, **settings}), clock
    )


def ids(memory):
    return [id for id, _ in memory.hot()]


def gone(memory):
    return [(entry.id, entry.cause) for entry in memory.evict_log]


def lawful(memory):
    counts = memory.counts()
    assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
    assert counts["resident"] == len(memory.hot()) <= memory.settings.capacity
    assert counts["archived"] == len(memory.archived())
    return counts


# -- score, decay


def test_score_is_importance_times_recency_times_boost(make, clock):
    memory = make()
    for name, grade in IMPORTANCE.items():
        memory.remember(name, "x", grade, pinned=name == "error")
    clock.now += 600
    fresh = recency(600, memory.settings.decay)
    expected = {name: grade * fresh * (10 if name == "error" else 1) for name, grade in IMPORTANCE.items()}
    assert dict(memory.hot()) == pytest.approx(expected)
    assert ids(memory) == ["error", "instruction", "business", "finding", "context", "smalltalk"]


def test_Z4_after_thirty_days_scores_follow_the_closed_form(make, clock):
    memory = make(floor=0, decay=1e-6)
    memory.remember("a", "x", 7)
    clock.now += 30 * 86400
    assert dict(memory.hot())["a"] == pytest.approx(7 * math.exp(-1e-6 * 30 * 86400))


def test_the_floor_holds_all_but_the_pinned(make, clock):
    memory = make(decay=0.01)
    memory.remember("a", "x", 1)
    memory.remember("p", "x", 1, pinned=True)
    clock.now += 2000
    scores = dict(memory.hot())
    assert scores["a"] == 0.1
    assert scores["p"] < 0.1


def test_at_the_floor_the_smallest_id_goes(make, clock):
    memory = make(capacity=3, decay=0.01)
    for id, importance in (("c", 1), ("a", 10), ("b", 5)):
        memory.remember(id, "x", importance)
    clock.now += 5000
    memory.remember("z", "x", 1)
    memory.remember("y", "x", 1)
    assert memory.archived() == ["a", "b"]
    assert memory.why("a").terms == {"floor": 0.1}


def test_Z2_a_write_of_the_future_counts_as_age_0(make, clock):
    memory = make()
    memory.remember("a", "x", 3)
    clock.now -= 500
    memory.remember("b", "x", 5)
    assert dict(memory.hot()) == pytest.approx({"a": 3, "b": 5})


def test_forward_precision_after_ten_years(client, clock):
    memory = PriorityMemory(client, "u1", Settings(protection=0), clock)
    memory.remember("first", "x", 1)
    clock.now += 10 * 365 * 86400
    memory.remember("a", "x", 7)
    clock.now += 1
    assert dict(memory.hot())["a"] == pytest.approx(7 * recency(1, memory.settings.decay), rel=1e-9)


def test_forward_keeps_an_order_where_the_score_itself_has_become_0(client, clock):
    memory = PriorityMemory(client, "u1", Settings(capacity=2, protection=0, floor=0), clock)
    memory.remember("less", "x", 3)
    memory.remember("a more", "x", 5)
    clock.now += 10 * 365 * 86400
    memory.remember("new", "x", 1)
    assert memory.archived() == ["less"]


def test_sweeping_and_forward_decay_evict_alike(client):
    def run(mode):
        now = [5000.0]
        settings = Settings(capacity=6, decay=1e-3, protection=5, whitelist_cap=2, decay_mode=mode)
        memory = PriorityMemory(client, mode, settings, lambda: now[0])
        for n in range(120):
            now[0] += (n * 37) % 11 + 0.5
            importance = list(IMPORTANCE.values())[(n * 7) % 6]
            memory.remember(f"m{n * 29 % 41}", "x", importance, pinned=n % 17 == 0)
            if n % 5 == 0:
                memory.touch(f"m{n * 29 % 41}")
            if n % 9 == 0:
                memory.sweep()
            if n % 13 == 0:
                now[0] += 4000  # down to the floor
        return gone(memory), memory.archived(), ids(memory), dict(memory.hot())

    (*forward, forward_scores), (*sweep, sweep_scores) = run("forward"), run("sweep")
    assert forward == sweep
    assert len(forward[0]) > 60
    assert forward_scores == pytest.approx(sweep_scores)


def test_a_sweep_rewrites_all_or_nothing(client, clock):
    for mode, swept in (("forward", 0), ("sweep", 3)):
        memory = PriorityMemory(client, mode, Settings(decay_mode=mode), clock)
        for id in "abc":
            memory.remember(id, "x", 5, pinned=id == "a")
        clock.now += 100
        assert memory.sweep() == swept


def test_a_sweep_stops_at_the_floor(client, clock):
    memory = PriorityMemory(client, "u1", Settings(decay_mode="sweep", decay=0.01), clock)
    memory.remember("a", "x", 5)
    clock.now += 10_000
    memory.sweep()
    assert client.zscore(key("u1", "hot"), "a") == 0.1


def test_the_kept_scores_stand_in_the_sorted_set_in_the_order_of_eviction(client, clock):
    memory = PriorityMemory(client, "u1", Settings(protection=0), clock)
    for id, importance in (("a", 3), ("b", 1), ("c", 10), ("d", 5)):
        memory.remember(id, "x", importance)
        clock.now += 100
    members = [text(member) for member in client.zrange(key("u1", "hot"), 0, -1)]
    assert members == ids(memory)[::-1]


def test_settings_of_another_rule_are_refused(client, clock):
    PriorityMemory(client, "u1", Settings(), clock).remember("a", "x", 3)
    other = PriorityMemory(client, "u1", Settings(decay=1.0), clock)
    with pytest.raises(ValueError, match=r"settings: .*'decay': 1.0.* allowed are"):
        other.remember("b", "x", 3)
    assert PriorityMemory(client, "u2", Settings(decay=1.0), clock).remember("b", "x", 3)


# -- eviction


def test_exactly_as_many_go_as_are_too_many_though_all_scores_are_equal(make):
    memory = make(capacity=5)
    for n in range(50):
        memory.remember(f"m{n:02}", "x", 3)
        assert len(memory.hot()) == min(n + 1, 5)
    assert lawful(memory) == {"pushed": 50, "resident": 5, "archived": 45, "forgotten": 0}


def test_deleting_by_score_range_would_have_taken_all_ties():
    client = EmulatedRedis()
    client.zadd("k", {f"m{n}": 3.0 for n in range(5)})
    assert client.zremrangebyscore("k", "-inf", 3.0) == 5


def test_jitter_breaks_ties_the_same_way_in_every_process(make):
    memory = make(capacity=4, jitter=0.001, seed=7)
    for n in range(8):
        memory.remember(f"m{n}", "x", 3)
    again = make("u2", capacity=4, jitter=0.001, seed=7)
    for n in range(8):
        again.remember(f"m{n}", "x", 3)
    assert memory.hot() == again.hot()
    scores = [score for _, score in memory.hot()]
    assert len(set(scores)) == 4
    assert all(3 <= score <= 3.001 for score in scores)
    assert math.prod(memory.why(ids(memory)[0]).terms.values()) == pytest.approx(scores[0])


def test_evicting_ahead_makes_room_for_the_next_writes_too(make, clock):
    memory = make(capacity=4, evict_ahead=2, protection=10)
    for n in range(4):
        memory.remember(f"m{n}", "...", 5)
    clock.now += 60
    memory.remember("m4", "...", 1)
    assert sorted(ids(memory)) == ["m3", "m4"]
    assert gone(memory) == [("m0", "capacity"), ("m1", "capacity"), ("m2", "capacity")]
    assert ["ahead of need" in entry.reason for entry in memory.evict_log] == [False, True, True]
    memory.remember("m5", "...", 1), memory.remember("m6", "...", 1)
    assert len(gone(memory)) == 3
    lawful(memory)


def test_evicting_ahead_ends_nobodys_protection(make, clock):
    memory = make(capacity=2, evict_ahead=2, protection=10)
    for n in range(3):
        memory.remember(f"m{n}", "...", 5)
    assert len(gone(memory)) == 1  # all are protected: one must go, and no more than that


def test_a_smaller_capacity_is_reached_at_the_next_write(make):
    memory = make(capacity=10)
    for n in range(10):
        memory.remember(f"m{n}", "x", n + 0.5)
    smaller = make(capacity=3)
    smaller.remember("new", "x", 10)
    assert ids(smaller) == ["new", "m9", "m8"]
    lawful(smaller)


def test_T5_L3_nothing_vanishes_when_far_more_is_pushed_than_fits(make):
    memory, neighbour = make(capacity=5), make("u2", capacity=5)
    neighbour.remember("mine", "x", 1)
    for n in range(200):
        memory.remember(f"m{n}", "x", 1 + n % 9)
    assert lawful(memory) == {"pushed": 200, "resident": 5, "archived": 195, "forgotten": 0}
    assert sorted([*ids(memory), *memory.archived()]) == sorted(f"m{n}" for n in range(200))
    assert (ids(neighbour), gone(neighbour)) == (["mine"], [])


# -- whitelist


def test_L12_a_pinned_allergy_survives_a_thousand_trifles(clock):
    memory = PriorityMemory(EmulatedRedis(), "u1", Settings(capacity=10), clock)
    memory.remember("allergy", "我对花生过敏", 1, pinned=True)  # importance 1: a test by score would miss it
    memory.remember("a trifle", "x", 1)
    for n in range(1000):
        clock.now += 5184
        memory.remember(f"lol {n}", "lol", 1)
    assert memory.get("allergy").content == "我对花生过敏"
    assert memory.get("a trifle") is None
    lawful(memory)


def test_over_the_cap_the_lowest_by_importance_and_recency_is_demoted(make, clock):
    memory = make(whitelist_cap=2)
    memory.remember("old", "x", 6, pinned=True)
    clock.now += 1800
    memory.remember("new", "x", 5, pinned=True)
    memory.remember("third", "x", 10, pinned=True)
    assert gone(memory) == [("old", "demotion")]  # 6 · ½ < 5
    entry = memory.evict_log[0]
    assert [c.id for c in entry.candidates] == ["old", "new", "third"]
    assert memory.get("old") is not None
    assert dict(memory.hot())["old"] == pytest.approx(3)
    assert "it was pinned" in memory.why("old").text


def test_a_pinned_memory_of_least_importance_is_known_as_pinned(make):
    memory = make(capacity=2)
    memory.remember("pinned", "x", 1, pinned=True)
    memory.remember("a", "x", 9)
    memory.remember("b", "x", 9)
    assert ids(memory) == ["pinned", "b"]
    assert memory.archived() == ["a"]
    assert memory.why("pinned").text.startswith("pinned")


def test_demote_on_request(make):
    memory = make(capacity=2)
    memory.remember("a", "x", 1, pinned=True)
    memory.remember("b", "x", 5)
    assert memory.demote("a") is True
    assert memory.demote("a") is False
    assert memory.demote("b") is False
    assert memory.demote("ghost") is False
    memory.remember("c", "x", 5)
    assert gone(memory) == [("a", "demotion"), ("a", "capacity")]
    lawful(memory)


def test_rewriting_a_pinned_memory_does_not_unpin_it(make):
    memory = make(capacity=1)
    memory.remember("a", "x", 1, pinned=True)
    memory.remember("a", "y", 1)
    memory.remember("b", "x", 10)
    assert ids(memory) == ["a"]
    assert memory.get("a").content == "y"


def test_the_whitelist_never_outgrows_the_layer(make):
    memory = make(capacity=3, whitelist_cap=20)
    for n in range(6):
        memory.remember(f"p{n}", "x", n + 1, pinned=True)
    memory.remember("a", "x", 10)
    assert ids(memory) == ["p5", "p4", "p3"]
    lawful(memory)


# -- protection


def test_L10_a_protected_newcomer_is_no_victim_while_an_unprotected_one_exists(make, clock):
    memory = make(capacity=2, protection=30)
    memory.remember("a", "x", 10)
    memory.remember("b", "x", 10)
    clock.now += 30
    memory.remember("hello", "x", 1)
    assert memory.archived() == ["a"]
    clock.now += 29
    memory.remember("c", "x", 10)
    assert memory.archived() == ["a", "b"]
    clock.now += 1
    memory.remember("d", "x", 10)
    assert memory.archived() == ["a", "b", "hello"]


def test_if_all_are_protected_capacity_wins_and_the_lowest_score_goes(make):
    memory = make(capacity=2, protection=30)
    for id, importance in (("a", 5), ("b", 1), ("c", 3)):
        memory.remember(id, "x", importance)
    assert memory.archived() == ["b"]
    assert "all are inside their protection windows" in memory.evict_log[0].reason


# -- archive, touch, forget, expiry


def test_an_archived_memory_comes_back(make, clock):
    memory = make(capacity=2)
    memory.remember("a", "the text", 1)
    memory.remember("b", "x", 5)
    memory.remember("c", "x", 6)
    assert memory.archived() == ["a"]
    assert memory.get("a") is None
    clock.now += 3600
    assert memory.restore("a") is False  # it is lowest again: fresh 1 against 5/4 and 6/4
    clock.now += 3600
    assert memory.restore("a") is True  # fresh 1 against 5/16 and 6/16
    assert memory.get("a").content == "the text"
    assert memory.archived() == ["b"]
    assert memory.restore("ghost") is False
    assert lawful(memory)["pushed"] == 3


def test_restore_of_a_hot_memory_changes_nothing(make, clock):
    memory = make()
    item = memory.remember("a", "x", 5)
    clock.now += 9
    assert memory.restore("a") is True
    assert memory.get("a") == item


def test_R1_a_thousand_touches_never_lift_a_memory_beyond_its_weight(make, clock):
    memory = make(capacity=2)
    memory.remember("a", "x", 3)
    for _ in range(100):
        clock.now += 1
        assert memory.touch("a") is True
    assert dict(memory.hot())["a"] == pytest.approx(3)
    assert memory.get("a").access_count == 100


def test_L5_touch_never_recreates(make):
    memory = make(capacity=1)
    memory.remember("a", "x", 1)
    memory.remember("b", "x", 5)
    memory.forget("b")
    before = memory.counts()
    for id in ("a", "b", "ghost"):  # archived, forgotten, never there
        assert memory.touch(id) is False
    assert (memory.counts(), memory.hot(), memory.archived()) == (before, [], ["a"])


@pytest.mark.parametrize("where", ["hot", "pinned", "archived"])
def test_L8_forgotten_is_gone_from_every_key(make, client, where):
    memory = make(capacity=1)
    memory.remember("secret", "my password is 1234", 1, pinned=where == "pinned", ttl=99)
    if where == "archived":
        memory.remember("b", "x", 5)
    assert "1234" in everything(client)  # something is there to be removed
    assert memory.forget("secret") is True
    assert memory.forget("secret") is False
    assert "1234" not in everything(client)
    assert (memory.get("secret"), memory.restore("secret"), "secret" in memory.archived()) == (
        None,
        False,
        False,
    )
    assert memory.why("secret").status == "forgotten"
    assert lawful(memory)["forgotten"] == 1


def everything(client):
    """All that the server holds."""
    kinds = {"hash": lambda k: client.hgetall(k), "zset": lambda k: client.zrange(k, 0, -1, withscores=True)}
    kinds["list"] = lambda k: client.lrange(k, 0, -1)
    return str([kinds[text(client.type(name))](name) for name in client.keys("*")])


def text(reply):
    return reply.decode() if isinstance(reply, bytes) else reply


def test_a_forgotten_id_written_again_is_a_new_memory(make, clock):
    memory = make()
    memory.remember("a", "x", 5)
    memory.touch("a")
    memory.forget("a")
    clock.now += 5
    item = memory.remember("a", "y", 5)
    assert (item.access_count, item.created_at) == (0, clock.now)
    assert lawful(memory) == {"pushed": 2, "resident": 1, "archived": 0, "forgotten": 1}


@pytest.mark.parametrize("archived", [False, True])
def test_Z3_an_expired_memory_is_nowhere(make, clock, archived):
    memory = make(capacity=1)
    memory.remember("a", "x", 1, ttl=10)
    if archived:
        memory.remember("b", "x", 5)
    clock.now += 9
    assert "a" in ids(memory) + memory.archived()
    clock.now += 1
    assert "a" not in ids(memory) + memory.archived()
    assert (memory.get("a"), memory.touch("a"), memory.restore("a")) == (None, False, False)
    assert gone(memory)[-1] == ("a", "expiry")
    assert memory.evict_log[-1].at == clock.now
    assert memory.why("a").status == "expired"
    assert lawful(memory)["forgotten"] == 1


def test_a_memory_restored_keeps_its_ttl_and_one_rewritten_gets_the_new_one(make, clock):
    memory = make(capacity=1)
    memory.remember("a", "x", 5, ttl=100)
    memory.remember("b", "x", 10)
    clock.now += 50
    memory.forget("b")
    memory.restore("a")
    memory.remember("c", "x", 1)
    assert memory.get("a").expires_at == clock.now + 50
    memory.remember("a", "x", 5)
    clock.now += 100
    assert memory.get("a") is not None


def test_D1_rewriting_counts_once_and_keeps_what_it_was_not_asked_to_change(make, clock):
    memory = make(capacity=1)
    first = memory.remember("a", "x", 5)
    clock.now += 10
    second = memory.remember("a", "y", 6)
    assert (second.created_at, second.access_count, second.content) == (first.created_at, 1, "y")
    memory.remember("b", "x", 10)
    third = memory.remember("a", "z", 10)  # from the archive
    assert (third.created_at, third.access_count) == (first.created_at, 2)
    assert lawful(memory)["pushed"] == 2


def test_get_does_not_touch(make, clock):
    memory = make()
    memory.remember("a", "x", 5)
    clock.now += 100
    before = memory.hot()
    assert memory.get("a").last_access == clock.now - 100
    assert memory.hot() == before


# -- why


def test_E1_why_for_kept_pinned_archived_and_unknown(make, clock):
    memory = make(capacity=3)
    for id, importance in (("a", 1), ("b", 5), ("c", 7)):
        memory.remember(id, "x", importance)
        clock.now += 60
    memory.remember("p", "x", 2, pinned=True)
    scores = dict(memory.hot())
    for id in ("b", "c", "p"):
        answer = memory.why(id)
        assert (answer.status, answer.combine) == ("kept", "product")
        assert math.prod(answer.terms.values()) == pytest.approx(answer.score) == pytest.approx(scores[id])
    assert memory.why("b").competitor == "c"
    answer = memory.why("a")
    assert (answer.status, answer.competitor) == ("archived", "b")
    assert (
        math.prod(answer.terms.values()) == answer.score == pytest.approx(recency(180, memory.settings.decay))
    )
    assert memory.why("ghost").status == "unknown"


def test_the_log_lists_every_candidate_with_its_score(make):
    memory = make(capacity=3)
    for id, importance in (("a", 5), ("b", 1), ("c", 3), ("d", 7)):
        memory.remember(id, "text", importance)
    (entry,) = memory.evict_log
    assert [c.id for c in entry.candidates] == ["b", "c", "a", "d"]
    assert [c.product for c in entry.candidates] == pytest.approx([1, 3, 5, 7])
    assert sorted(c.key for c in entry.candidates) == [c.key for c in entry.candidates]
    assert entry.next.id == "c"
    assert (entry.item.importance, entry.item.content) == (1, "")


def test_two_objects_on_one_server_see_the_same(make):
    one, two = make(capacity=2), make(capacity=2)
    for n in range(4):
        (one, two)[n % 2].remember(f"m{n}", "x", n + 1)
    assert one.hot() == two.hot()
    assert one.archived() == two.archived()
    assert one.evict_log == two.evict_log
    assert one.counts() == two.counts()


def test_the_log_keeps_the_last_thousand(clock, monkeypatch):
    monkeypatch.setattr("memlab.bank.books.LOG_LENGTH", 5)
    memory = PriorityMemory(EmulatedRedis(), "u1", Settings(capacity=1), clock)
    for n in range(10):
        memory.remember(f"m{n}", "x", 5)
    assert len(memory.evict_log) == 5
    assert memory.why("m0").text == "archived longer ago than the log reaches back"


def test_the_log_is_shorter_where_its_entries_list_many_candidates(clock, monkeypatch):
    monkeypatch.setattr("memlab.bank.books.LOG_CANDIDATES", 10)
    memory = PriorityMemory(EmulatedRedis(), "u1", Settings(capacity=3), clock)
    for n in range(10):
        memory.remember(f"m{n}", "x", 5)
    assert [len(entry.candidates) for entry in memory.evict_log] == [4, 4]
    monkeypatch.setattr("memlab.bank.books.LOG_CANDIDATES", 1)  # the last one is kept, whatever it lists
    memory.remember("m10", "x", 5)
    assert len(memory.evict_log) == 1


# -- tenants

TENANTS = ["a", "ab", "a:b", "a%", "a%3Ab", "北京", "{x}", "x", "a' OR 1=1 --", "a" * 300, " ", "*", "}{"]


def test_T6_odd_tenants_are_apart(make, client):
    for tenant in TENANTS:
        make(tenant).remember("who", tenant, 5)
    for tenant in TENANTS:
        memory = make(tenant)
        assert memory.get("who").content == tenant
        assert memory.counts()["pushed"] == 1
    make("a").forget("who")
    assert [tenant for tenant in TENANTS if make(tenant).get("who") is None] == ["a"]


def test_all_keys_of_a_tenant_lie_in_one_slot(nodes):
    client = connect(nodes)
    for tenant in TENANTS:
        assert len({client.keyslot(each) for each in keys(tenant).values()}) == 1
    assert len({key(t, n) for t, n in itertools.product(TENANTS, NAMES)}) == len(TENANTS) * len(NAMES)
    client.close()


@pytest.mark.parametrize("tenant", ["", None, 3, b"u1"])
def test_T3_no_tenant_no_memory(tenant):
    with pytest.raises((TypeError, ValueError), match="tenant: "):
        PriorityMemory(EmulatedRedis(), tenant)


# -- bad input


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (ValueError, "importance: nan", {"importance": NAN}),
        (ValueError, "importance: inf", {"importance": INF}),
        (ValueError, "importance: 0 ", {"importance": 0}),
        (ValueError, "importance: -1", {"importance": -1}),
        (ValueError, "importance: 11", {"importance": 11}),
        (TypeError, "importance: True", {"importance": True}),
        (TypeError, "importance: 'error'", {"importance": "error"}),
        (ValueError, "ttl: nan", {"ttl": NAN}),
        (ValueError, "ttl: 0", {"ttl": 0}),
        (TypeError, "id: 3", {"id": 3}),
        (ValueError, "id: ''", {"id": ""}),
        (ValueError, "id: .* lone surrogate", {"id": "\ud800"}),
        (TypeError, "content: None", {"content": None}),
        (ValueError, "content: .* lone surrogate", {"content": "\udfff"}),
    ],
)
def test_O3_a_bad_memory_is_refused_and_changes_nothing(clock, error, message, call):
    memory = PriorityMemory(EmulatedRedis(), "u1", Settings(), clock)
    memory.remember("a", "x", 5)
    before = (memory.hot(), memory.counts(), memory.get("a"))
    with pytest.raises(error, match=message):
        memory.remember(**{"id": "a", "content": "y", "importance": 5, **call})
    assert (memory.hot(), memory.counts(), memory.get("a")) == before


def test_a_client_that_is_always_overtaken_gives_up_and_says_so(clock, monkeypatch):
    pauses = []
    monkeypatch.setattr(transactions, "ATTEMPTS", 30)
    monkeypatch.setattr(transactions.time, "sleep", pauses.append)

    def overtaken(*keys):
        raise WatchError("somebody wrote")

    class Overtaken(EmulatedRedis):
        def pipeline(self, *args, **kwargs):
            pipe = EmulatedRedis().pipeline(*args, **kwargs)
            pipe.watch = overtaken
            return pipe

    with pytest.raises(WatchError, match="'u1': 30 transactions were overtaken"):
        PriorityMemory(Overtaken(), "u1", Settings(), clock).remember("a", "x", 5)
    limits = [0.005 * min(lost, 20) for lost in range(1, 30)]
    assert all(0 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))
    assert len(set(pauses)) > 20  # at random: rivals that pause alike meet again


def test_another_writer_between_reading_and_writing_loses_nothing(clock):
    client = EmulatedRedis()
    rival = PriorityMemory(client, "u1", Settings(capacity=2, protection=0), clock)
    once = iter(["rival's"])

    class Interrupted(EmulatedRedis):
        def __init__(self):
            pass

        def pipeline(self, transaction=True):
            pipe = client.pipeline(transaction=transaction)
            multi = pipe.multi

            def interrupted():
                for id in once:
                    rival.remember(id, "x", 9)
                multi()

            pipe.multi = interrupted
            return pipe

    memory = PriorityMemory(Interrupted(), "u1", Settings(capacity=2, protection=0), clock)
    memory.remember("a", "x", 5)
    memory.remember("b", "x", 7)
    assert ids(rival) == ["rival's", "b"]
    assert lawful(rival) == {"pushed": 3, "resident": 2, "archived": 1, "forgotten": 0}


@pytest.mark.parametrize("id", ["a", 'a"', "过敏", "a,", "\\", "\x00\n", "\ufeff"])
def test_why_finds_the_entries_of_just_this_id_on_the_log(make, id):
    memory = make(capacity=1)
    others = [f"{id} ", f"{id}{id}", "id", "{"]
    for importance, name in enumerate((id, *others, "last"), start=1):
        memory.remember(name, "x", importance)
    assert [memory.why(name).status for name in (id, *others)] == ["archived"] * 5
    memory.forget(id)
    assert memory.why(id).status == "forgotten"
    assert memory.why(id[:-1] + "b").status == "unknown"
