"""Erased is gone: from every search, and from the bytes of the file and of its log."""

from __future__ import annotations

import pytest

from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.errors import VersionConflict
from memlab.tiers.journal import Grave, Pointer
from memlab.tiers.warm import Repair


def test_an_erased_text_is_nowhere_in_the_database(warm, note, stored):
    warm.put([note("m", "Zanzibarova 青霉素 HS4711815", metadata={"k": "Metaquark"}), note("n", "Otherword")])
    warm.put([note("m", "Secondversion HS4711815", version=2)], repairs=[Repair("m", 2, "Repairreason")])
    gone = ["Zanzibarova", "zanzibarova", "青霉素", "4711815", "Metaquark", "metaquark", "Secondversion"]
    assert {"Zanzibarova", "青霉素", "4711815", "Metaquark", "Secondversion"} <= set(stored(*gone))
    assert warm.erase("ann", ["m"], 5.0) == [Grave("m", 3, 5.0)]
    assert stored(*gone, "Repairreason", "secondvers") == []
    assert stored("Otherword") == ["Otherword"]
    assert warm.get("ann", "m") is None and warm.versions("ann", "m") == [] and warm.repairs("ann") == []
    assert warm.check() == []


def test_an_erased_turn_is_no_word_of_its_neighbours_either(warm, turn, found, stored):
    warm.put([turn(place, "Zanzibarova" if place == 4 else f"word{place}") for place in range(1, 9)])
    assert len(found("zanzibarova")) == 5 and stored("zanzibarova") == ["zanzibarova"]
    warm.erase("ann", ["t4"], 5.0)
    assert found("zanzibarova") == [] and stored("zanzibarova", "Zanzibarova") == []
    assert "t5" in found("word3"), "the turn before is now that before the gap"


def test_next_best_takes_the_place_of_the_erased(warm, note, found):
    warm.put([note("m1", "penicillin penicillin"), note("m2", "penicillin and a good deal of other words")])
    assert found("penicillin", limit=1) == ["m1"]
    warm.erase("ann", ["m1"], 5.0)
    assert found("penicillin", limit=1) == ["m2"]
    near = warm.search_vectors("ann", hashed_embedding("penicillin"), limit=1)
    assert [m.id for m in warm.load("ann", [near[0][0]]).values()] == ["m2"]


def test_unknown_ids_and_those_of_others_are_left_out(warm, note):
    warm.put([note("m"), note("m", tenant="bob")])
    assert warm.erase("ann", ["nix", "m", "m"], 5.0) == [Grave("m", 2, 5.0)]
    assert warm.erase("ann", ["m"], 6.0) == [] and warm.tombstones("ann") == [Grave("m", 2, 5.0)]
    assert warm.get("bob", "m") is not None and warm.tombstones("bob") == []
    assert warm.erase("nobody", ["m"], 5.0) == []


def test_after_a_tombstone_the_versions_go_on(warm, note):
    warm.put([note("m")])
    warm.erase("ann", ["m"], 5.0)
    with pytest.raises(VersionConflict, match="version 1 cannot follow version 2"):
        warm.put([note("m")])
    warm.put([note("m", "again", version=3)], expected={"m": None})
    assert warm.tombstone("ann", "m") is None and [m.version for m in warm.versions("ann", "m")] == [3]


def test_a_tombstone_of_another_tier_buries_what_is_not_newer(warm, note):
    warm.put([note("m"), note("n", version=1)])
    warm.take([note("new", version=7)])
    warm.bury("ann", [Grave("m", 1, 3.0), Grave("new", 6, 3.0), Grave("unknown", 4, 3.0)])
    assert [m.id for m in warm.rows("ann")] == ["n", "new"]
    assert warm.tombstones("ann") == [Grave("m", 1, 3.0), Grave("unknown", 4, 3.0)]


def test_all_of_one_tenant_and_nothing_of_another(warm, note, stored):
    warm.put([note("m", "Annsword"), note("m", "Bobsword", tenant="bob")])
    warm.put_document("ann", "states", "k", {"v": "Anndocument"})
    warm.put_document("bob", "states", "k", "Bobdocument")
    assert warm.erase_all("ann") == [Grave("m", 2, 1000.0)]
    assert stored("Annsword", "Anndocument", "Bobsword", "Bobdocument") == ["Bobsword", "Bobdocument"]
    assert warm.get_document("ann", "states", "k") is None and list(warm.rows("ann")) == []
    assert [m.text for m in warm.rows("bob")] == ["Bobsword"]
    assert warm.load("bob", warm.search_words("bob", ["bobsword"]))


def test_a_text_moved_to_the_cold_tier_is_not_here(warm, note, stored):
    warm.put([note("m", "The Zanzibarova Incident")])
    warm.demote("ann", {"m": Pointer(1, 0, 10)})
    warm.erase("ann", ["m"], 5.0)
    assert stored("Zanzibarova", "zanzibarova") == []


def test_an_erased_turn_is_no_word_of_an_archived_neighbour(warm, turn, found, stored):
    """Its text cannot be read anew: the words are taken out of what is stored of it."""
    warm.put([turn(1, "lamp"), turn(2, "Zanzibarova lamp"), turn(3, "bike"), turn(4, "horse")])
    warm.demote("ann", {"t1": Pointer(1, 0, 9), "t3": Pointer(1, 9, 9)})
    assert set(found("zanzibarova")) == {"t1", "t2", "t3", "t4"}
    warm.erase("ann", ["t2"], 5.0)
    assert found("zanzibarova") == [] and stored("zanzibarova", "Zanzibarova") == []
    assert found("lamp") == ["t1"] and found("bike")[0] == "t3" and warm.check() == []
    assert warm.totals("ann").count == 3 and warm.document_frequencies("ann", ["bike"]) == {"bike": 2}
