"""put, take, touch, demote, promote: what is written, in which version, and what a refused call leaves."""

from __future__ import annotations

import math

import pytest

from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.errors import StoreError, UnknownMemory, VersionConflict
from memlab.tiers.journal import Pointer
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Repair, rows


def test_what_is_written_is_read_back_whole(warm, note):
    whole = note(
        "m1",
        '茶 "quoted" \x00 😀  ',
        kind="preference",
        at=12.5,
        importance=9.0,
        confidence=0.5,
        agent="cook",
        session="s",
        place=-3,
        speaker="Ann",
        source="chat",
        pinned=True,
        secret=True,
        expires_at=99.0,
        metadata={"b": [1, None, {"c": "d"}], "a": 0.1},
        status="pending",
        replaces=("x",),
        provenance=("y", "z"),
        last_access=7.0,
        access_count=2,
        until=50.0,
    )
    (stored,) = warm.put([whole])
    assert stored == whole.with_(seq=1)
    assert warm.get("ann", "m1") == stored
    assert warm.get("ann", "m1").to_json() == stored.to_json()


def test_every_write_has_the_tenants_next_number(warm, note):
    stored = warm.put([note("a"), note("b"), note("a", "again", version=2), note("c", tenant="bob")])
    assert [m.seq for m in stored] == [1, 2, 3, 1]


def test_a_number_beyond_the_last_is_kept_so_that_an_import_is_what_was_exported(warm, note):
    stored = warm.take([note("a", seq=5, version=3), note("b", seq=9), note("c", seq=9), note("d")])
    assert [m.seq for m in stored] == [5, 9, 10, 11]


def test_a_version_must_follow_the_one_that_is_here(warm, note):
    warm.put([note("m")])
    with pytest.raises(VersionConflict, match=r"'m': version 1 cannot follow version 1.*write version 2"):
        warm.put([note("m", "other")])
    with pytest.raises(VersionConflict, match="version 3 cannot follow version 1"):
        warm.put([note("m", "other", version=3)])
    assert warm.put([note("m", "other", version=2)])[0].version == 2
    assert warm.get("ann", "m").text == "other"


@pytest.mark.parametrize(
    ("expected", "version", "said"),
    [(1, 3, "version 2 is here, expected was version 1"), (None, 3, "version 2 is here, expected was none")],
)
def test_an_expectation_that_fails_names_both_versions(warm, note, expected, version, said):
    warm.put([note("m"), note("m", "two", version=2)])
    with pytest.raises(VersionConflict, match=said):
        warm.put([note("m", "three", version=version)], expected={"m": expected})
    assert warm.put([note("m", "three", version=3)], expected={"m": 2})[0].version == 3
    with pytest.raises(VersionConflict, match="no such memory is here, expected was version 1"):
        warm.put([note("new")], expected={"new": 1})


def test_one_refused_memory_refuses_them_all(warm, note):
    warm.put([note("m")])
    before = list(warm.rows("ann")), warm.totals("ann")
    with pytest.raises(VersionConflict):
        warm.put([note("new", "zebra"), note("m")])
    assert (list(warm.rows("ann")), warm.totals("ann")) == before
    assert warm.search_words("ann", ["zebra"]) == [] and warm.put([note("next")])[0].seq == 2


def test_another_tiers_versions_may_jump_but_not_back(warm, note):
    warm.put([note("m")])
    warm.take([note("m", "five", version=5)])
    with pytest.raises(VersionConflict):
        warm.take([note("m", "again", version=5)])
    assert [m.version for m in warm.versions("ann", "m")] == [1, 5]


def test_a_repair_is_noted_with_the_write_and_struck(warm, note):
    warm.put([note("m")], repairs=[Repair("m", 1, "TimeoutError: 超时")])
    assert warm.repairs("ann") == [Repair("m", 1, "TimeoutError: 超时")] and warm.repairs("bob") == []
    with pytest.raises(VersionConflict):
        warm.put([note("m")], repairs=[Repair("x", 1, "no")])
    assert [r.id for r in warm.repairs("ann")] == ["m"]
    warm.note_repairs("ann", [Repair("m", 2, "twice"), Repair("n", 1, "down")])
    warm.repaired("bob", ["m"])
    assert warm.repairs("ann") == [Repair("m", 2, "twice"), Repair("n", 1, "down")]
    warm.repaired("ann", ["m", "unknown"])
    assert [r.id for r in warm.repairs("ann")] == ["n"]


def test_a_use_is_counted_and_no_write(warm, note):
    warm.put([note("m", at=10.0, expires_at=500.0), note("p", status="pending")])
    assert warm.touch("ann", "m", 100.0) and warm.touch("ann", "m", 50.0)
    used = warm.get("ann", "m")
    assert (used.access_count, used.last_access, used.version, used.seq) == (2, 100.0, 1, 1)
    assert not warm.touch("ann", "m", 500.0), "expired"
    assert not any(warm.touch(*who, 100.0) for who in [("ann", "p"), ("ann", "nix"), ("bob", "m")])
    assert warm.get("ann", "m") == used


def test_a_use_of_the_future_does_not_count_before_it_was_said(warm, note):
    warm.put([note("m", at=10.0)])
    warm.touch("ann", "m", 5.0)
    assert warm.get("ann", "m").last_access == 10.0


REFUSED = {
    "text": [3, "\ud800"],
    "id": ["", None],
    "tenant": ["", None],
    "at": [math.nan, math.inf, "now"],
    "importance": [math.nan],
    "expires_at": [math.nan, -math.inf],
    "place": [1.5, 2**70],
    "version": [0, True],
    "status": ["dead"],
    "metadata": [{"x": math.nan}, {"x": object()}],
    "last_access": [math.inf],
}


@pytest.mark.parametrize(("field", "value"), [(f, v) for f, values in REFUSED.items() for v in values])
def test_what_cannot_be_stored_is_refused_at_the_door(warm, note, field, value):
    with pytest.raises((ValueError, TypeError)):
        warm.put([note("fine"), note("m").with_(**{field: value})])
    assert warm.count("ann", statuses=None) == 0 and not isinstance(warm.check(), str)


def test_a_stub_keeps_its_words_and_gives_its_text_to_the_cold_tier(warm, note, found):
    warm.put([note("m", "zebra crossing", metadata={"a": 1}, importance=7.0), note("n", "horse")])
    warm.demote("ann", {"m": Pointer(1, 20, 300)})
    stub = warm.get("ann", "m")
    assert (stub.text, stub.metadata, stub.importance) == ("", {}, 7.0)
    assert warm.pointer("ann", "m") == Pointer(1, 20, 300) and warm.pointer("ann", "n") is None
    assert found("zebra") == ["m"]
    near = [row for row, _ in warm.search_vectors("ann", hashed_embedding("zebra crossing"))]
    assert [m.id for m in warm.load("ann", near).values()] == ["n"]
    warm.promote([stub.with_(text="zebra crossing", metadata={"a": 1})])
    assert warm.get("ann", "m").text == "zebra crossing" and warm.pointer("ann", "m") is None
    nearest = warm.search_vectors("ann", hashed_embedding("zebra crossing"), limit=1)
    assert nearest[0][1] == pytest.approx(1) and found("zebra") == ["m"]


def test_a_stub_that_is_written_anew_is_whole(warm, note, found):
    warm.put([note("m", "zebra")])
    warm.demote("ann", {"m": Pointer(1, 0, 9)})
    warm.put([note("m", "horse", version=2)])
    assert warm.pointer("ann", "m") is None and found("horse") == ["m"] and found("zebra") == []


def test_only_what_is_here_can_be_moved_to_the_cold_tier(warm, note):
    warm.put([note("m", "zebra")])
    with pytest.raises(UnknownMemory, match="'nix' is not in the warm tier"):
        warm.demote("ann", {"m": Pointer(1, 0, 9), "nix": Pointer(1, 0, 9)})
    assert warm.get("ann", "m").text == "zebra"


BAD_EMBEDDINGS = {
    "NaN": lambda text: [math.nan, 1.0],
    "no numbers": lambda text: [],
    "length 0": lambda text: [0.0, 0.0],
    "ValueError: no model": lambda text: (_ for _ in ()).throw(ValueError("no model")),
    "TypeError": lambda text: None,
}


@pytest.mark.parametrize("said", BAD_EMBEDDINGS)
def test_an_embedding_that_fails_is_named_and_nothing_is_written(open_warm, note, said):
    warm = open_warm(embed=BAD_EMBEDDINGS[said], embed_name="mine")
    with pytest.raises(StoreError, match=f"embed 'mine'.*{said}"):
        warm.put([note("m")])
    assert warm.count("ann") == 0 and warm.search_words("ann", ["tea"]) == []


def test_an_embedding_that_changes_its_length_is_refused(open_warm, note):
    warm = open_warm(embed=lambda text: [1.0] * len(text), embed_name="mine")
    warm.put([note("m", "tea")])
    with pytest.raises(StoreError, match="makes 6 numbers, the vectors here are of 'mine' with 3"):
        warm.put([note("n", "coffee")])
    assert warm.count("ann") == 1


def test_a_text_without_a_word_needs_no_vector(open_warm, note):
    warm = open_warm(embed=lambda text: [float(text.isalnum())], embed_name="mine")
    warm.put([note("m", "👍!"), note("e", ""), note("w", "word")])
    assert [row for row, _ in warm.search_vectors("ann", [1.0])] == [3]


def test_a_touched_up_memory_is_embedded_once(open_warm, note):
    asked = []
    warm = open_warm(embed=lambda text: asked.append(text) or [1.0], embed_name="mine")
    warm.put([note("m", "tea"), note("n", "tea")])
    warm.put([note("m", "tea", version=2, pinned=True)])
    assert asked == ["tea"]
    warm.put([note("m", "coffee", version=3)])
    assert asked == ["tea", "coffee"]


def test_memory_is_all_that_can_be_put(warm):
    with pytest.raises(TypeError, match="memory: "):
        warm.put([{"id": "m"}])
    assert warm.put([]) == [] and isinstance(Memory("a", "b", "c"), Memory)


def test_bodies_leave_out_what_is_usual_and_what_is_usual_never_changes():
    """Stored memories are read with these values for ever: a new default of Memory needs a migration."""
    told = '{"tenant":"a","id":"b","text":"c","version":2,"seq":9}'
    memory = Memory("a", "b", "c", version=2, seq=9)
    assert rows.encode(memory) == told
    assert Memory.from_json(told).to_json() == (
        '{"tenant":"a","id":"b","text":"c","kind":"note","at":0.0,"importance":5.0,"confidence":1.0,"agent":"",'
        '"session":"","place":0,"speaker":"","source":"","pinned":false,"secret":false,"expires_at":null,'
        '"metadata":{},"status":"live","replaces":[],"provenance":[],"version":2,"seq":9,"last_access":null,'
        '"access_count":0,"until":null}'
    )


@pytest.mark.parametrize("value", [0, -0.0, 0.0, 5, 5.0, 1])
def test_equal_numbers_are_not_the_same_bytes(warm, note, value):
    warm.put([note("m", at=value, importance=value or 5)])
    assert warm.get("ann", "m").to_json() == note("m", at=value, importance=value or 5, seq=1).to_json()
