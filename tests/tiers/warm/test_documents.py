"""Documents: JSON values with versions, changed by compare-and-set."""

from __future__ import annotations

import math

import pytest

from memlab.tiers.errors import VersionConflict
from memlab.tiers.warm import Document


def test_a_document_has_versions_and_a_history(warm):
    assert warm.get_document("ann", "states", "trip") is None
    assert warm.put_document("ann", "states", "trip", {"step": "面试", "n": [1, None]}) == 1
    assert warm.put_document("ann", "states", "trip", None, expires_at=5000.0) == 2
    first = Document({"step": "面试", "n": [1, None]}, 1, 1000.0, None)
    second = Document(None, 2, 1000.0, 5000.0)
    assert warm.get_document("ann", "states", "trip") == second
    assert warm.history_of_document("ann", "states", "trip") == [first, second]
    warm.put_document("ann", "states", "a", 1)
    warm.put_document("ann", "sessions", "s", 1)
    assert [key for key, _ in warm.documents("ann", "states")] == ["a", "trip"]
    assert warm.collections("ann") == ["sessions", "states"] and warm.collections("bob") == []
    assert list(warm.documents("bob", "states")) == []


def test_a_document_is_changed_by_compare_and_set(warm):
    assert warm.put_document("ann", "c", "k", 1, expected=0) == 1
    for expected in (0, 2):
        with pytest.raises(VersionConflict, match=f"document 'k': version 1 is here, not {expected}"):
            warm.put_document("ann", "c", "k", 2, expected=expected)
    assert warm.put_document("ann", "c", "k", 2, expected=1) == 2
    assert warm.get_document("ann", "c", "k").value == 2


def test_a_deleted_document_is_gone_and_its_versions_go_on(warm, stored):
    warm.put_document("ann", "c", "k", "Zanzibarova")
    warm.put_document("ann", "c", "k", "Second")
    with pytest.raises(VersionConflict):
        warm.delete_document("ann", "c", "k", expected=1)
    assert warm.delete_document("ann", "c", "k", expected=2) and not warm.delete_document("ann", "c", "k")
    assert warm.get_document("ann", "c", "k") is None and warm.history_of_document("ann", "c", "k") == []
    assert stored("Zanzibarova", "Second") == []
    assert warm.put_document("ann", "c", "k", 1, expected=0) == 4, "no version is given twice"


@pytest.mark.parametrize("value", [math.nan, {"x": math.inf}, {1, 2}, object(), "\ud800"])
def test_what_is_no_json_is_refused(warm, value):
    warm.put_document("ann", "c", "k", 1)
    with pytest.raises((ValueError, TypeError), match="value"):
        warm.put_document("ann", "c", "k", value)
    assert warm.history_of_document("ann", "c", "k") == [Document(1, 1, 1000.0, None)]


@pytest.mark.parametrize("wrong", [{"collection": ""}, {"key": ""}, {"key": 3}, {"expires_at": math.nan}])
def test_names_and_times_are_checked(warm, wrong):
    with pytest.raises((ValueError, TypeError)):
        warm.put_document(**{"tenant": "ann", "collection": "c", "key": "k", "value": 1, **wrong})
    assert warm.collections("ann") == []
