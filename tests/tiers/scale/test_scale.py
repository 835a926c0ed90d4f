"""The models of chapter 10 against counting by hand, against a second way, and against the real parts."""

from __future__ import annotations

from itertools import permutations

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from memlab.bank import PriorityMemory, Settings
from memlab.bank.keys import NAMES, key
from memlab.tiers.scale import interleaving, retries, slots, waiting
from memlab.tiers.scale.capacity import Assumptions, plan, size
from memlab.tiers.scale.wire import Wire
from memlab.zset import EmulatedRedis

# -- two processes


@pytest.mark.parametrize(("way", "rival"), [(w, r) for w in interleaving.WAYS for r in interleaving.RIVALS])
def test_the_orders_are_all_there_are(way, rival):
    there = interleaving.orders(way, rival)
    letters = there[0]
    assert there == sorted({"".join(p) for p in permutations(letters)})


def test_looking_goes_wrong_exactly_where_both_look_before_one_removes():
    for order in interleaving.orders("look, then remove"):
        one, other = ([n for n, letter in enumerate(order) if letter == p] for p in "AB")
        both = one[0] < other[1] and other[0] < one[1]
        assert bool(interleaving.play("look, then remove", order=order).faults) == both, order


@pytest.mark.parametrize("way", ["WATCH … EXEC", "one script"])
@pytest.mark.parametrize("rival", interleaving.RIVALS)
def test_one_step_is_right_in_every_order(way, rival):
    for order in interleaving.orders(way, rival):
        played = interleaving.play(way, rival, order)
        assert played.faults == ()
        assert played.counts["pushed"] == played.counts["resident"] + played.counts["archived"]


@pytest.mark.parametrize(
    ("rival", "wrong"),
    [("raises the lowest", {"ABAA": "was not the lowest"}), ("cuts A's power", {"AABA": "neither here nor"})],
)
def test_what_each_rival_finds(rival, wrong):
    found = {
        order: interleaving.play("look, then remove", rival, order).faults
        for order in interleaving.orders("look, then remove", rival)
    }
    assert {order for order, faults in found.items() if faults} == set(wrong)
    for order, words in wrong.items():
        assert words in found[order][0]


def test_an_order_that_there_is_not_is_refused():
    for words in (
        ("look", "evicts, too", "AB"),
        ("one script", "waits", "AB"),
        ("one script", "evicts, too", "AAB"),
    ):
        with pytest.raises(ValueError, match="take one of orders"):
            interleaving.play(*words)


# -- slots


@given(st.text(min_size=1, max_size=20))
def test_all_keys_of_a_tenant_share_a_slot(tenant):
    try:
        found = {slots.slot(tenant, name) for name in NAMES}
    except ValueError:
        return  # no text that can be a tenant
    assert found == {key_slot(key(tenant, "meta").encode())}


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 100, slots.SLOTS])
def test_every_slot_has_a_node_and_nodes_are_alike(nodes):
    held = [0] * nodes
    for number in range(slots.SLOTS):
        held[slots.node(number, nodes)] += 1
    assert max(held) == -(-slots.SLOTS // nodes) and sum(held) == slots.SLOTS


def test_shares_add_up_and_the_busiest_is_first():
    found = slots.spread(100, 5, 1.3)
    assert sum(found.shares) == pytest.approx(1) == sum(found.loads)
    assert list(found.shares) == sorted(found.shares, reverse=True)
    assert sum(found.tenants) == 100 and found.torn == 0
    assert slots.spread(100, 5, braces=False).torn > 90


@pytest.mark.parametrize("wrong", [(0, 3, 0), (3, 0, 0), (3, 99_999, 0), (3, 3, -1), (3, 3, float("nan"))])
def test_a_spread_refuses_what_cannot_be(wrong):
    with pytest.raises(ValueError):
        slots.spread(*wrong)


# -- retries


@given(
    st.integers(1, 60),
    st.floats(0.01, 1),
    st.floats(0.1, 20),
    st.floats(0, 1),
    st.integers(1, 20),
)
def test_everybody_is_answered_once_and_never_more_than_can_be(clients, base, cap, jitter, serves):
    came = retries.herd(clients, base, cap, jitter, serves)
    assert max(came.answered) <= serves
    assert all(answered <= asked for asked, answered in zip(came.asked, came.answered, strict=True))
    assert sum(came.answered[:10]) == 0, "the server is away"
    assert (sum(came.answered) == clients) == (came.done is not None)


@given(st.integers(1, 200), st.floats(0.01, 1), st.floats(0.01, 20), st.floats(0, 1), st.floats(0, 0.999))
def test_a_wait_is_never_longer_than_the_cap(attempt, base, cap, jitter, drawn):
    assert 0 <= retries.wait(attempt, base, cap, jitter, drawn) <= cap
    assert retries.wait(attempt, base, cap, 0, drawn) == min(cap, base * 2.0 ** min(attempt - 1, 60))


# -- the wire


def test_a_wire_counts_what_a_real_connection_sends():
    client = EmulatedRedis()
    wire = Wire(client)
    client.pipeline().incr("a").incr("b").execute()
    with client.pipeline() as pipe:
        pipe.watch("a")
        pipe.get("a")
        pipe.multi()
        pipe.incr("a")
        pipe.execute()
    assert wire.trips == 4


def test_a_wire_counts_and_cuts_on_a_real_server(redis_url):
    client = redis.Redis.from_url(redis_url, retry=None)
    client.ping()
    client.delete("memlab-wire")
    wire = Wire(client)
    pipe = client.pipeline().incr("memlab-wire")
    greeting = wire.trips
    wire.cut(wire.trips + 1 - greeting, "before")
    with pytest.raises(redis.ConnectionError):
        pipe.execute()
    assert client.get("memlab-wire") is None
    seen = wire.trips
    client.pipeline().incr("memlab-wire").execute()
    assert wire.trips == seen + 1
    wire.cut(1, "after")
    with pytest.raises(redis.ConnectionError):
        client.pipeline().incr("memlab-wire").execute()
    assert int(client.get("memlab-wire")) == 2
    client.delete("memlab-wire")


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("trip", range(1, 9))
def test_a_cut_of_any_trip_pushes_once(trip, when):
    client = EmulatedRedis()
    wire = Wire(client)
    memory = PriorityMemory(client, "u1", Settings(capacity=2, protection=0), clock=lambda: 0.0)
    memory.remember("a", "…", 5), memory.remember("b", "…", 6)
    wire.cut(trip, when)
    memory.remember("c", "…", 7)
    assert memory.counts() == {"pushed": 3, "resident": 2, "archived": 1, "forgotten": 0}


def test_a_wire_is_slow_by_its_delay_and_refuses_what_has_no_pool():
    waited: list[float] = []
    client = EmulatedRedis()
    Wire(client, delay=0.25, sleep=waited.append)
    client.pipeline().incr("a").execute()
    assert waited == [0.25]
    with pytest.raises(TypeError, match="no pool"):
        Wire(object())
    with pytest.raises(ValueError, match="'before' or 'after'"):
        Wire(client).cut(1, "between")


# -- waiting


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=300))
def test_percentiles_are_those_of_the_definition(times):
    found = waiting.measured(times)
    for share, value in zip((50, 95), found, strict=True):
        assert sum(t <= value for t in times) * 100 >= share * len(times)
        assert sum(t < value for t in times) * 100 < share * len(times)


def test_waiting_grows_with_trips_and_distance():
    assert waiting.waited(0, 9.0, own=0.5) == (0.5, 0.5)
    for trips in (1, 3, 8):
        near, far = waiting.waited(trips, 0.001), waiting.waited(trips, 0.002)
        assert far.p50 == pytest.approx(2 * near.p50) and near.p50 <= near.p95
        assert waiting.waited(trips + 1, 0.001).p50 > near.p50
    with pytest.raises(ValueError, match="measure first"):
        waiting.measured([])


# -- capacity


@given(
    st.integers(1, 10**9),
    st.floats(0.001, 1),
    st.integers(1, 10_000),
    st.integers(1, 1_000),
    st.floats(1, 50),
    st.integers(1, 5),
)
def test_a_plan_holds_what_it_plans_for_and_a_node_less_would_not(
    tenants, awake, memories, hot, peak, copies
):
    a = Assumptions(tenants=tenants, awake=awake, memories=memories, hot=hot, peak=peak, copies=copies)
    made = plan(a)
    masters = made.value("Redis", "nodes") / copies
    calls = made.value("Redis", "round trips at the peak")
    memory = made.value("Redis", "memory")
    assert masters == int(masters) >= 3
    assert masters * a.redis_bytes * a.full >= memory * 0.999999
    assert masters * a.redis_calls * a.full >= calls * 0.999999
    if masters > 3:
        less = masters - 1
        assert less * a.redis_bytes * a.full < memory or less * a.redis_calls * a.full < calls
    shards = made.value("PostgreSQL", "nodes") / copies
    assert shards * a.postgres_bytes * a.full >= made.value("PostgreSQL", "storage") * 0.999999


def test_the_plan_of_ten_million_by_hand():
    made = plan()
    assert made.value("Redis", "memory") == 10_000_000 * 0.05 * 40 * 1000 == 20e9
    assert made.value("Redis", "round trips at the peak") == pytest.approx(10_000_000 * 20 / 86_400 * 4 * 4)
    assert made.value("PostgreSQL", "storage") == 10_000_000 * 200 * 3000 == 6e12
    assert made.value("PostgreSQL", "nodes") == 2 * 3 and made.value("Redis", "nodes") == 2 * 3
    assert made.value("cold", "puts") == 10_000_000 * 5 * 30 / 10


@pytest.mark.parametrize(
    "wrong",
    [
        {"tenants": 0},
        {"awake": 1.1},
        {"peak": 0},
        {"hot": 1.5},
        {"writes": -1},
        {"full": float("nan")},
    ],
)
def test_an_assumption_that_cannot_be_is_refused_by_its_name(wrong):
    with pytest.raises((ValueError, TypeError), match=next(iter(wrong))):
        Assumptions(**wrong)


@pytest.mark.parametrize(
    ("bytes", "told"), [(0, "0 kB"), (999_999, "1e+03 kB"), (6e12, "6 TB"), (2.5e15, "2.5 PB")]
)
def test_sizes_in_words(bytes, told):
    assert size(bytes) == told
