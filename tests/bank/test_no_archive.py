"""A scored memory without an archive: what it puts out leaves Redis, the account and the log stay whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.bank import PriorityMemory, Settings
from memlab.zset import EmulatedRedis


def memory(archive, client=None):
    settings = Settings(capacity=3, whitelist_cap=1, protection=0, archive=archive)
    return PriorityMemory(client or EmulatedRedis(), "u1", settings, lambda: 0.0)


def bytes_kept(client):
    return sum(len(f) + len(v) for key in client.keys("*:archive") for f, v in client.hgetall(key).items())


@pytest.mark.parametrize("archive", [True, False])
def test_redis_holds_what_was_put_out_only_with_an_archive(archive):
    client = EmulatedRedis()
    hot = memory(archive, client)
    for n in range(20):
        hot.remember(f"m{n}", "x" * 100, 5)
    assert (bytes_kept(client) > 1700) is archive
    assert len(hot.archived()) == (17 if archive else 0)
    assert hot.counts()["forgotten"] == (0 if archive else 17)


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 10), st.booleans()), max_size=30))
def test_the_account_balances_and_both_keep_the_same(writes):
    with_archive, without = memory(True), memory(False)
    for id, importance, pinned in writes:
        with_archive.remember(id, "x", importance, pinned=pinned)
        without.remember(id, "x", importance, pinned=pinned)
    counts = without.counts()
    assert counts["pushed"] == counts["resident"] + counts["archived"] + counts["forgotten"]
    assert counts["archived"] == 0
    assert counts["resident"] == min(3, len({id for id, _, _ in writes}))


def test_why_tells_what_was_let_go_from_what_is_archived():
    told = {}
    for archive in (True, False):
        hot = memory(archive)
        for n, importance in enumerate((2, 5, 6, 7)):
            hot.remember(f"m{n}", "x", importance)
        told[archive] = hot.why("m0")
    assert [told[a].status for a in (True, False)] == ["archived", "evicted"]
    assert told[False].score == 2 and told[False].competitor == "m1"
    assert told[False].terms == {"importance": 2, "recency": 1.0, "boost": 1.0}


def test_an_archive_of_earlier_settings_can_still_be_taken_from():
    client = EmulatedRedis()
    for n in range(4):
        memory(True, client).remember(f"m{n}", "x", 5 + n)
    assert memory(False, client).archived() == ["m0"]
    assert memory(False, client).forget("m0")
    assert memory(False, client).archived() == []


def test_items_are_the_hot_memories_untouched():
    hot = memory(False)
    for n in range(4):
        hot.remember(f"m{n}", str(n), 5 + n)
    before = hot.hot()
    assert [(item.id, item.content) for item in hot.items()] == [("m1", "1"), ("m2", "2"), ("m3", "3")]
    assert hot.hot() == before and all(item.access_count == 0 for item in hot.items())


def test_the_setting_is_yes_or_no():
    with pytest.raises(TypeError, match="archive"):
        Settings(archive=1)
