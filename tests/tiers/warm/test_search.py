"""What each channel finds, and that the index is at any time what reading everything anew would make."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.tiers.analysis import FIELDS, analyse, tokens_of
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.errors import StoreError
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm, searching


def test_english_is_found_by_its_stem_and_chinese_by_its_characters(warm, note, found):
    warm.put([note("e", "Who allergically reacts to penicillins"), note("z", "我对青霉素过敏")])
    assert found("penicillin") == ["e"]
    assert found("过敏") == found("青霉素") == found("对什么过敏") == ["z"]
    assert found("HS4711") == [] and warm.search_words("ann", []) == []


@pytest.mark.parametrize(
    "query", ["pre-edit", "memory:safe", 'say "hi', "foo AND", "(python", "C++", "it's", "*", "", "NEAR(a b)"]
)
def test_nothing_in_a_query_is_syntax(warm, note, found, query):
    warm.put([note("m", f"before {query} after"), note("n", "another")])
    assert found(query) == (["m"] if tokens_of(query) else [])
    assert warm.search_words("ann", [query]) == [], "raw, it is a word that nobody said"


def test_one_missing_word_does_not_hide_the_memory(warm, note, found):
    warm.put([note("m", "The blue bike is in the garage"), note("n", "The car")])
    assert found("where exactly did zachary put the blue bike")[0] == "m"


def test_the_rarest_words_are_looked_up_and_the_newest_of_a_common_one(warm, note, found, monkeypatch):
    warm.put([note(f"m{n}", "tea" if n != 3 else "tea zebra") for n in range(10)])
    monkeypatch.setattr(searching, "READ", 5)
    assert found("tea zebra") == ["m3"]
    assert found("tea", limit=3) == ["m9", "m8", "m7"]


def test_filters_are_passed_although_the_best_do_not(warm, note, found):
    warm.put([note(f"m{n}", "tea " * 5, speaker="Bob") for n in range(50)])
    warm.put([note("last", "tea and a lot of words besides it", speaker="Ann")])
    assert found("tea", speaker="Ann", limit=1) == ["last"]


def test_identifiers_are_found_exactly(warm, note):
    memories = [note("m1", "order HS123456"), note("m2", "order HS123457"), note("m3", "call 13812345678")]
    warm.put(memories)
    for memory in memories:
        wanted = analyse(memory).identifiers
        rows = warm.search_identifiers("ann", wanted)
        assert [m.id for m in warm.load("ann", rows).values()] == [memory.id]
        assert set(warm.identifier_frequencies("ann", wanted).values()) == {1}
        assert warm.search_identifiers("bob", wanted) == []
    assert warm.search_identifiers("ann", []) == []


def test_the_nearest_are_those_of_a_plain_search(warm, note):
    pick = random.Random(3)
    words = ["tea", "bike", "rain", "Oslo", "过敏", "garage", "zebra", "lamp"]
    texts = [" ".join(pick.choices(words, k=4)) for _ in range(60)]
    warm.put([note(f"m{n}", text) for n, text in enumerate(texts)])
    asked = hashed_embedding("rain in the garage of Oslo")
    cosines = {n + 1: math.fsum(map(float.__mul__, asked, hashed_embedding(t))) for n, t in enumerate(texts)}
    got = warm.search_vectors("ann", asked, limit=10)
    assert [cosine for _, cosine in got] == pytest.approx(
        sorted(cosines.values(), reverse=True)[:10], abs=1e-5
    )
    assert all(cosine == pytest.approx(cosines[row], abs=1e-5) for row, cosine in got)


def test_vectors_follow_every_write_of_anybody(open_warm, note):
    here, there = open_warm(), open_warm()
    here.put([note("m", "tea"), note("n", "bike")])

    def nearest(warm, text):
        rows = [row for row, cosine in warm.search_vectors("ann", hashed_embedding(text)) if cosine > 0.9]
        return [m.id for m in warm.load("ann", rows).values()]

    assert nearest(there, "tea") == nearest(here, "tea") == ["m"]
    there.put([note("m", "lamp", version=2), note("o", "tea")])
    assert nearest(here, "tea") == ["o"] and nearest(here, "lamp") == ["m"]
    here.put([note("o", "🙂", version=2)])
    assert nearest(there, "tea") == nearest(here, "tea") == [] and nearest(there, "bike") == ["n"]
    there.demote("ann", {"n": (1, 0, 9)})
    assert nearest(here, "bike") == nearest(there, "bike") == []
    there.erase("ann", ["n", "m"], 5.0)
    assert nearest(here, "bike") == [] and here.search_vectors("ann", hashed_embedding("tea")) == []


def test_many_erased_vectors_are_dropped_from_memory(warm, note):
    warm.put([note(f"m{n}", f"word{n}") for n in range(40)])
    warm.search_vectors("ann", hashed_embedding("word1"))
    warm.erase("ann", [f"m{n}" for n in range(30)], 5.0)
    warm.put([note("new", "word50")])
    assert len(warm.search_vectors("ann", hashed_embedding("word1"), limit=99)) == 11
    (matrix,) = warm._matrices.values()
    assert len(matrix._places) == 11


def test_a_vector_that_says_nothing_is_near_nothing(warm, note):
    assert warm.search_vectors("ann", hashed_embedding("tea")) == []
    warm.put([note("m", "tea")])
    assert warm.search_vectors("ann", [0.0] * 256) == [] and warm.search_vectors("bob", [1.0] * 256) == []
    with pytest.raises(ValueError, match="vector: nan"):
        warm.search_vectors("ann", [math.nan] * 256)
    with pytest.raises(StoreError, match=r"makes 2 numbers.*with 256: use that one, or call reindex"):
        warm.search_vectors("ann", [1.0, 0.0])


def test_a_private_turn_is_no_word_of_a_shared_one(warm, turn, found):
    warm.put([turn(1, "zebra", agent="cook"), turn(2, "lamp"), turn(3, "bike", agent="cook")])
    assert found("zebra") == ["t1", "t3"], "its own neighbour may know it"
    assert found("zebra", agent="guard") == [] and found("lamp", agent="cook") == ["t2", "t1", "t3"]


def test_a_turn_that_moves_is_no_word_of_those_it_leaves(warm, turn, found):
    warm.put([turn(place, f"word{place}") for place in (1, 2, 3)])
    assert found("word2") == ["t2", "t1", "t3"]
    warm.put([turn(2, "word2", session="other", version=2)])
    assert found("word2") == ["t2"] and set(found("word1")) == {"t1", "t3"}


def test_a_shared_turn_is_a_word_of_private_ones_whoever_stands_between(warm, turn, found):
    between = [turn(place, f"word{place}", agent="guard") for place in (2, 3, 4)]
    warm.put([turn(1, "zebra"), *between, turn(5, "lamp", agent="cook")])
    assert "t5" in found("zebra")
    warm.put([turn(1, "horse", version=2)])
    assert "t5" in found("horse") and found("zebra") == []


def test_frequencies_are_those_of_now(open_warm, note):
    here, there = open_warm(), open_warm()
    assert here.document_frequencies("ann", ["tea"]) == {"tea": 0}
    there.put([note("m", "tea"), note("n", "tea")])
    assert here.document_frequencies("ann", ["tea"]) == {"tea": 2}
    there.erase("ann", ["m"], 5.0)
    assert here.document_frequencies("ann", ["tea"]) == {"tea": 1}
    there.put([note("n", "bike", version=2)])
    assert here.document_frequencies("ann", ["tea", "bike"]) == {"tea": 0, "bike": 1}


def test_who_holds_most_of_the_identifiers_comes_first(warm, note):
    warm.put([note("both", "HS123456 and HS999999"), note("one", "HS123456")])
    wanted = analyse(note("q", "HS123456 HS999999")).identifiers
    assert warm.search_identifiers("ann", wanted) == [1, 2]


def test_what_is_no_turn_has_no_neighbours(warm, turn, found):
    warm.put([turn(1, "zebra"), turn(2, "lamp", kind="note"), turn(3, "bike")])
    assert found("lamp") == ["t2"] and found("zebra") == ["t1", "t3"]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "batch", "erase", "reindex", "share"]),
        st.integers(0, 4),  # the id
        st.integers(0, 4),  # its place
        st.sampled_from(["s", "s", "s", "t", ""]),
        st.sampled_from(["", "", "cook", "guard"]),
    ),
    min_size=3,
    max_size=12,
)


@settings(max_examples=40)
@given(STEPS)
def test_the_index_is_always_what_reading_all_anew_would_make(fresh, steps):
    warm = Warm(fresh(), clock=lambda: 0.0)
    for number, step in enumerate(steps):
        _do(warm, number, *step)
    rows = {m.id: row for row, m in warm.load("ann", range(100)).items()}
    fields = warm.fields_of("ann", rows.values())
    memories = sorted(warm.rows("ann"), key=lambda m: (m.place, rows[m.id]))
    wanted = {m.id: _anew(m, memories) for m in memories}
    assert {m.id: fields[rows[m.id]] for m in memories} == wanted
    tokens = {token for each in wanted.values() for field in each.values() for token in field}
    assert warm.document_frequencies("ann", tokens) == {
        token: sum(any(token in field for field in each.values()) for each in wanted.values())
        for token in tokens
    }
    means = {f: sum(len(each[f]) for each in wanted.values()) / max(1, len(wanted)) for f in FIELDS}
    assert warm.totals("ann").lengths == pytest.approx(means)
    assert warm.check() == []
    warm.close()


def _do(warm, number, what, n, place, session, agent):
    def memory(n, place):
        old = warm.get("ann", f"m{n}") or warm.tombstone("ann", f"m{n}")
        return Memory(
            "ann",
            f"m{n}",
            f"word{number} is it {place}?",
            "turn",
            session=session,
            place=place,
            agent=agent,
            version=old.version + 1 if old else 1,
        )

    if what == "put":
        warm.put([memory(n, place)])
    elif what == "batch":
        warm.put([memory(n, place), memory((n + 1) % 5, place + 1), memory((n + 2) % 5, place + 2)])
    elif what == "erase":
        warm.erase("ann", [f"m{n}", f"m{(n + 1) % 5}"], 0.0)
    elif what == "reindex":
        warm.reindex()
    elif old := warm.get("ann", f"m{n}"):
        warm.put([old.with_(agent="", version=old.version + 1)])


def _anew(memory, memories):
    """The fields of a memory, given all memories by place."""
    seen = [m for m in memories if m.session == memory.session and m.agent in ("", memory.agent)]
    before = [m for m in seen if m.place < memory.place][::-1] if memory.session else []
    after = [m for m in seen if m.place > memory.place] if memory.session else []
    return analyse(memory, before[:2], after[:2]).fields


def test_a_vector_that_is_gone_is_not_found_although_it_is_remembered(warm, note):
    warm.put([note(f"m{n}", f"word{n}") for n in range(20)])
    asked = hashed_embedding("word7")
    assert warm.search_vectors("ann", asked, limit=1) == [(8, pytest.approx(1.0))]
    warm.demote("ann", {"m7": (1, 0, 9)})
    (best,) = warm.search_vectors("ann", asked, limit=1)
    assert best[0] != 8 and len(warm.search_vectors("ann", asked)) == 19
