"""What a database may hold instead of what was written: a typed error that names it, the rest as it was."""

from __future__ import annotations

import pytest

from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm


def test_a_closed_tier_says_so(warm, note):
    warm.put([note("m")])
    warm.close()
    warm.close()
    for call in (lambda: warm.get("ann", "m"), lambda: warm.put([note("n")]), lambda: warm.count("ann")):
        with pytest.raises(StoreError, match="the store is closed: open it again"):
            call()


SPOILED = {
    "another text": lambda body: body.replace(b"zebra", b"horse"),
    "nothing": lambda body: b"",
    "no UTF-8": lambda body: b"\xff\x00\xfe",
    "cut short": lambda body: body[:-40],
}


DAMAGES = {
    "lost": "DELETE FROM bodies WHERE num = (SELECT body FROM memories WHERE id = ?)",
    "another version": "UPDATE memories SET version = 7 WHERE id = ?",
    "another's body": "UPDATE memories SET body = (SELECT body FROM memories WHERE id = 'n') WHERE id = ?",
}


@pytest.mark.parametrize("how", [*SPOILED, *DAMAGES])
def test_a_row_that_does_not_read_back_is_named_and_the_others_do(warm, note, found, damage, spoil, how):
    warm.put([note("n", "zebra lamp"), note("m", "zebra"), note("o", "bike")])
    if how in SPOILED:
        spoil("m", SPOILED[how])
    else:
        damage(DAMAGES[how], "m")
    with pytest.raises(Corrupt, match=r"'m' of 'ann', version \d: .*reconcile"):
        warm.get("ann", "m")
    assert [m.id for m in warm.rows("ann")] == ["n", "o"] and warm.get("ann", "n").text == "zebra lamp"
    rows = warm.search_words("ann", ["zebra"])
    assert [m.id for m in warm.load("ann", rows).values()] == ["n"]
    assert [(p.tenant, p.id) for p in warm.problems] == [("ann", "m")]
    assert ("ann", "m") in {(p.tenant, p.id) for p in warm.check()}
    assert [m.id for m in warm.as_of("ann", 5.0)] == ["n", "o"]


def test_a_damaged_row_is_mended_by_what_another_tier_has(warm, note, found, spoil):
    warm.put([note("m", "zebra"), note("n", "bike")])
    spoil("m", lambda body: b"x")
    warm.put([note("n", "bike again", version=2)])
    warm.take([note("m", "zebra")])
    assert warm.get("ann", "m").text == "zebra" and found("zebra") == ["m"] and warm.check() == []


def test_a_damaged_row_can_be_erased(warm, note, spoil):
    warm.put([note("m", "zebra")])
    spoil("m", lambda body: b"x")
    assert [g.id for g in warm.erase("ann", ["m"], 5.0)] == ["m"]
    assert warm.check() == [] and warm.search_words("ann", ["zebra"]) == []


def test_damaged_words_are_found_and_mended(warm, note, found, spoil):
    warm.put([note("m", "zebra"), note("n", "zebra")])
    spoil("m", lambda body: b"x", "fields")
    assert [(p.id, "reindex()" in p.what) for p in warm.check()] == [("m", True)]
    assert warm.fields_of("ann", [1, 2]).keys() == {2}
    assert warm.reindex() == 2
    assert warm.check() == [] and found("zebra") == ["m", "n"] and warm.totals("ann").count == 2


def test_a_turn_beside_a_damaged_one_can_be_written(warm, turn, found, spoil):
    warm.put([turn(1, "zebra"), turn(2, "lamp")])
    spoil("t1", lambda body: b"x")
    warm.put([turn(3, "bike")])
    assert found("bike") == ["t3", "t2"]


def test_a_damaged_document_is_named(warm, spoil):
    warm.put_document("ann", "c", "k", {"v": 1})
    spoil("k", lambda body: b"x", table="documents", key="name")
    with pytest.raises(Corrupt, match="document 'k'"):
        warm.get_document("ann", "c", "k")
    assert [(p.tenant, p.id) for p in warm.check()] == [("ann", "k")]


def test_vectors_of_another_embedding_are_not_compared(open_warm, note, found):
    open_warm(embed=lambda text: [1.0, 0.0], embed_name="old").put([note("m", "zebra"), note("z", "!")])
    other = open_warm(embed=lambda text: [0.0, 1.0, 0.0], embed_name="new")
    mend = r"embed 'new' makes 3 numbers, the vectors here are of 'old' with 2: .*reindex\(\)"
    with pytest.raises(StoreError, match=mend):
        other.put([note("n", "bike")])
    with pytest.raises(StoreError, match=mend):
        other.search_vectors("ann", [0.0, 1.0, 0.0])
    assert other.count("ann") == 2 and other.get("ann", "m").text == "zebra"
    assert other.reindex() == 2
    assert other.search_vectors("ann", [0.0, 2.0, 0.0]) == [(1, pytest.approx(1.0))]
    assert other.put([note("n", "bike")]) and other.check() == []


def test_an_index_of_another_analysis_is_built_anew(open_warm, note, turn, damage):
    first = open_warm()
    first.put([note("m", "zebra"), note("cold", "lamp")])
    first.demote("ann", {"cold": (1, 0, 9)})
    damage("UPDATE meta SET value = '0' WHERE name = 'index'")
    warm = open_warm()
    for call in (lambda: warm.put([note("n")]), lambda: warm.search_words("ann", ["zebra"])):
        with pytest.raises(StoreError, match=r"its index is of another version of memlab: call reindex\(\)"):
            call()
    assert warm.get("ann", "m").text == "zebra"
    assert warm.reindex() == 2
    assert warm.search_words("ann", ["zebra"]) == [1] and warm.search_words("ann", ["lamp"]) == [2]
    assert warm.totals("ann").count == 2 and isinstance(warm, Warm) and Memory
