"""rows, count, load and the filters, against a plain list; tenants with hostile names, against each other."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.tiers.analysis import tokens_of
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.memory import STATUSES, Memory
from memlab.tiers.warm import Warm

HOSTILE = ["a", "ab", "a:b", "a%", "a_", "a' OR 1=1 --", 'a"b', "北京", "A", " a", "a\x00b", "x" * 300]


def test_pages_are_no_limit(warm, note):
    warm.put([note(f"m{n}", at=float(n % 7)) for n in range(1103)])
    assert [m.seq for m in warm.rows("ann")] == list(range(1, 1104))
    by_time = [(m.at, m.seq) for m in warm.rows("ann", order="at")]
    assert by_time == sorted(by_time) and len(by_time) == 1103
    assert [m.seq for m in warm.rows("ann", limit=501)] == list(range(1, 502))
    assert list(warm.rows("ann", limit=0)) == []


def test_what_is_written_while_one_reads_does_no_harm(warm, note):
    warm.put([note(f"m{n}") for n in range(600)])
    read = []
    for memory in warm.rows("ann"):
        read.append(memory.id)
        if len(read) == 1:
            warm.erase("ann", ["m599"], 5.0)
            warm.put([note("new")])
    assert read == [f"m{n}" for n in range(599)] + ["new"]


AGENTS, KINDS, SPEAKERS = ["", "cook", "guard"], ["note", "turn", "profile"], ["", "Ann", "王"]
MEMORIES = st.builds(
    dict,
    kind=st.sampled_from(KINDS),
    status=st.sampled_from(STATUSES),
    session=st.sampled_from(["", "s", "t"]),
    place=st.integers(0, 5),
    speaker=st.sampled_from(SPEAKERS),
    at=st.integers(0, 5).map(float),
    agent=st.sampled_from(AGENTS),
    expires_at=st.none() | st.integers(0, 5).map(float),
    text=st.sampled_from(["green tea", "black tea", "a bike", "青霉素过敏", "HS4711 tea"]),
)
FILTERS = st.fixed_dictionaries(
    {},
    optional={
        "kinds": st.lists(st.sampled_from(KINDS), max_size=2),
        "statuses": st.none() | st.lists(st.sampled_from(STATUSES), max_size=3),
        "session": st.sampled_from(["", "s", "none"]),
        "speaker": st.sampled_from(SPEAKERS),
        "since": st.integers(0, 5),
        "until": st.integers(0, 5),
        "agent": st.sampled_from(AGENTS),
        "now": st.integers(0, 5).map(float),
    },
)


def passes(memory: Memory, kinds=None, statuses=("live",), agent=None, now=None, **filters) -> bool:
    """What the filters mean, one by one."""
    return (
        (kinds is None or memory.kind in kinds)
        and (statuses is None or memory.status in statuses)
        and ("session" not in filters or memory.session == filters["session"])
        and ("speaker" not in filters or memory.speaker == filters["speaker"])
        and filters.get("since", -1) <= memory.at <= filters.get("until", 99)
        and (agent is None or memory.agent in ("", agent))
        and (now is None or not memory.expired(now))
    )


@settings(max_examples=20)
@given(st.lists(MEMORIES, min_size=1, max_size=12), FILTERS)
def test_every_way_to_read_passes_the_same_filters(fresh, rows, filters):
    with closing(Warm(fresh(), clock=lambda: 0.0)) as warm:
        stored = warm.put([Memory("ann", f"m{n}", **row) for n, row in enumerate(rows)])
        warm.put([Memory("bob", f"m{n}", **row) for n, row in enumerate(rows)])
        wanted = [m for m in stored if passes(m, **filters)]
        assert list(warm.rows("ann", **filters)) == wanted
        assert warm.count("ann", **filters) == len(wanted)

        def ids(numbers):
            return {m.id for m in warm.load("ann", numbers).values()}

        assert ids(warm.search_words("ann", ["tea"], **filters)) >= {m.id for m in wanted if "tea" in m.text}
        assert ids(warm.search_words("ann", ["tea"], **filters)) <= {m.id for m in wanted}
        near = warm.search_vectors("ann", hashed_embedding("green tea"), limit=3, **filters)
        assert len(near) == min(3, len(wanted)) and ids(row for row, _ in near) <= {m.id for m in wanted}


def test_filters_that_cannot_be_meant_are_refused(warm):
    for wrong in ({"kinds": "note"}, {"statuses": ["dead"]}, {"since": float("nan")}, {"now": "today"}):
        with pytest.raises((ValueError, TypeError)):
            warm.count("ann", **wrong)
    with pytest.raises(ValueError, match="order: 'id'"):
        warm.rows("ann", order="id")
    with pytest.raises(TypeError):
        warm.count("ann", colour="red")


@pytest.mark.parametrize("tenant", ["", None, 7, b"a"])
def test_a_tenant_is_never_left_out(warm, tenant):
    reads = [
        lambda: warm.count(tenant),
        lambda: warm.rows(tenant),
        lambda: warm.get(tenant, "m"),
        lambda: warm.search_words(tenant, ["tea"]),
        lambda: warm.search_identifiers(tenant, ["x"]),
        lambda: warm.search_vectors(tenant, [1.0]),
        lambda: warm.erase(tenant, ["m"], 0.0),
        lambda: warm.erase_all(tenant),
        lambda: warm.get_document(tenant, "c", "k"),
        lambda: warm.as_of(tenant, 0.0),
        lambda: warm.touch(tenant, "m", 0.0),
    ]
    warm.put([Memory("a", "m", "tea")])
    for read in reads:
        with pytest.raises((ValueError, TypeError), match="tenant"):
            read()


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["put", "put", "put", "erase", "demote", "document", "erase_all", "touch"]),
        st.sampled_from(HOSTILE),
        st.integers(0, 3),
    ),
    max_size=25,
)


@settings(max_examples=15)
@given(STEPS)
def test_nothing_of_one_tenant_is_ever_anothers(fresh, steps):
    """A tenant's word is in all of its memories; whoever finds it with another one has seen across."""
    with closing(Warm(fresh(), clock=lambda: 0.0)) as warm:
        model: dict[str, dict[str, str]] = {tenant: {} for tenant in HOSTILE}
        for what, tenant, n in steps:
            _do(warm, model, what, tenant, f"m{n}")
        for number, tenant in enumerate(HOSTILE):
            _holds(warm, tenant, number, model[tenant])


def _do(warm, model, what, tenant, id):
    mine = model[tenant]
    if what == "put":
        version = next((m.version for m in [warm.get(tenant, id) or warm.tombstone(tenant, id)] if m), 0) + 1
        text = f"shared words own{HOSTILE.index(tenant)}q {id}"
        turn = {"kind": "turn", "session": "s", "place": int(id[1:])}
        warm.put([Memory(tenant, id, text, version=version, **turn)])
        mine[id] = text
    elif what == "erase":
        assert [g.id for g in warm.erase(tenant, [id], 0.0)] == [id] * (id in mine)
        mine.pop(id, None)
    elif what == "demote" and id in mine:
        warm.demote(tenant, {id: (1, 0, 9)})
        mine[id] = ""
    elif what == "document":
        warm.put_document(tenant, "c", id, tenant)
    elif what == "erase_all":
        warm.erase_all(tenant)
        mine.clear()
    elif what == "touch":
        assert warm.touch(tenant, id, 0.0) == (id in mine)


def _holds(warm, tenant, number, mine):
    assert {m.id: m.text for m in warm.rows(tenant)} == mine
    assert warm.count(tenant) == warm.totals(tenant).count == len(mine)
    for each in range(len(HOSTILE)):
        rows = warm.search_words(tenant, [f"own{each}q"])
        assert len(rows) == warm.document_frequencies(tenant, [f"own{each}q"])[f"own{each}q"]
        assert len(rows) == (len(mine) if each == number else 0)
    found = warm.load(tenant, warm.search_words(tenant, tokens_of("shared words")))
    assert {m.tenant for m in found.values()} <= {tenant} and {m.id for m in found.values()} == mine.keys()
    near = [row for row, _ in warm.search_vectors(tenant, hashed_embedding("shared words"))]
    assert {m.id for m in warm.load(tenant, near).values()} == {id for id, text in mine.items() if text}
    assert warm.load(tenant, range(500)).keys() == found.keys() == warm.fields_of(tenant, range(500)).keys()
    assert all(document.value == tenant for _, document in warm.documents(tenant, "c"))
