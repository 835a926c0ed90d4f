"""Odd input of every kind: queries in a search engine's syntax, ids that nobody knows, numbers that are none,
and files that are not what they were. What is refused is named, and the store is as it was."""

from __future__ import annotations

import json
import math
import os
import sqlite3
import subprocess
import sys
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.context import MemoryManager
from memlab.facts import FactError
from memlab.tiers import MemoryStore, Settings, StoreError, UnknownMemory
from memlab.tiers.errors import NewerDatabase
from memlab.tiers.memory import STATUSES
from memlab.tiers.ranking import Weights

NOT_FINITE = (math.nan, math.inf, -math.inf, np.float64("nan"), np.float32("inf"), Decimal("NaN"))


@pytest.fixture
def whole(in_redis, tmp_path):
    """`whole(store)`: all that a store can tell, and what lies in Redis and in the cold files."""

    def look(store):
        cold = {p.name: p.read_bytes() for p in sorted(store.cold.folder.rglob("*")) if p.is_file()}
        items = store.items(statuses=STATUSES)
        versions = [store.versions(memory.id) for memory in items]
        return items, versions, list(store.export_lines()), cold, in_redis(), list(store.moves)

    return look


# -- O1


SYNTAX = [
    # query, what it says, what it would say if its marks were syntax
    ("post-mortem", "the post-mortem is on Monday", "post the letter"),
    ("queue:empty", "it logged queue:empty twice", "empty the bin"),
    ('shout "go', "they shout go at the start", "a quiet place"),
    ("lathe AND", "the lathe is oiled", "and so on"),
    ("OR lathe", "the lathe is oiled", "or so it seems"),
    ("NOT lathe", "the lathe is oiled", "it is not"),
    ("NEAR(lathe oil, 2)", "lathe oil by the door", "come near"),
    ("(ruby", "we try ruby next", "an opening bracket"),
    ("ruby)", "we try ruby next", "a closing bracket"),
    ("{text} : ruby", "we try ruby next", "a text of theirs"),
    ("^ruby", "we try ruby next", "hats off"),
    ("rub*", "the rub of it", "a star"),
    ("ruby + perl", "ruby and perl are installed", "a plus"),
    ("F#", "she sings in F# today", "she got an F today"),
    ("C++", "the driver is C++", "vitamin C is good"),
    (".NET", "they ship .NET tools", "a fishing boat"),
    ("node.js", "node.js was upgraded", "a knot"),
    ("we're", "we're early", "they left"),
    ("100%", "the tank is 100% full", "half a tank"),
    ("a_b_c", "rename a_b_c today", "the alphabet"),
    ("'; DROP TABLE memories; --", "drop the table off at eight", "nothing else"),
    ("C:\\temp\\x.log", "see C:\\temp\\x.log for it", "a thermometer"),
    ("lathe\x00oil", "lathe oil by the door", "a zero"),
    ('"芝麻"', "桌上有芝麻", "桌上有盐"),
    ("芝麻 AND", "桌上有芝麻", "桌上有盐"),
    ("（芝麻", "桌上有芝麻", "桌上有盐"),
    ("“芝麻", "桌上有芝麻", "桌上有盐"),
    ("芝麻*", "桌上有芝麻", "桌上有盐"),
    ("NOT 芝麻", "桌上有芝麻", "桌上有盐"),
    ("标签:芝麻", "标签：芝麻", "桌上有盐"),
    ("《西游记》", "他在读《西游记》", "他在读报"),
]


@pytest.mark.parametrize(("query", "text", "other"), SYNTAX)
def test_O1_query_syntax_is_searched_for_as_it_stands(open_store, found, query, text, other):
    store = open_store()
    store.add(other, id="other")
    store.add("unrelated to any of it 毫不相干", id="far")
    store.add(text, id="it")
    assert found(store, query, 1) == ["it"] and "far" not in found(store, query)


@pytest.mark.parametrize("query", ["", " ", "*", "**", '"', '""', "'", "()", "-", "^", ":", "+", "＊", "“”"])
def test_O1_nothing_but_syntax_is_no_wildcard(open_store, found, query):
    store = open_store()
    store.add("lathe 车床", id="it")
    assert found(store, "lathe") == ["it"] == found(store, "车床"), "it would be found"
    recalled = store.recall(query)
    assert not recalled.hits and "nothing is searched" in recalled.note
    assert recalled.explain("it").status == "kept"


PARTS = st.lists(
    st.sampled_from(
        [*"\"'()*^:+-{}[],;\\%_/?!＊（“”", "AND", "OR", "NOT", "NEAR", "NEAR/2", " ", "\x00", "\u200b", "🫖"]
    ),
    max_size=8,
).map("".join)


@pytest.fixture(scope="module")
def lanterns():
    with MemoryStore("mira", clock=lambda: 1.9e9) as store:
        store.add("a lantern 灯笼", id="it")
        store.add("a kettle 水壶", id="other")
        yield store


@given(PARTS, PARTS, st.sampled_from(["lantern", "灯笼"]))
def test_O1_no_mixture_of_syntax_hides_a_word_or_finds_another(lanterns, before, after, word):
    assert [m.id for m in lanterns.recall(f"{before} {word} {after}").memories] == ["it"]
    assert all(hit.memory.id in ("it", "other") for hit in lanterns.recall(before + after))


@given(st.text())
def test_O1_any_text_is_a_query_or_refused_by_name(lanterns, query):
    try:
        assert all(math.isfinite(hit.score) for hit in lanterns.recall(query))
    except ValueError as problem:
        assert "query: " in str(problem) and any("\ud800" <= c <= "\udfff" for c in query)


@pytest.mark.parametrize("query", [None, 5, b"lantern", ["lantern"], "half \ud800 a character"])
def test_O1_what_is_no_text_is_no_query(lanterns, query):
    with pytest.raises((TypeError, ValueError), match="query"):
        lanterns.recall(query)


@pytest.mark.parametrize("odd", ["a' OR 1=1 --", 'x" OR text:*', "a%", "*", "会话 1", "NULL", "a\x00b"])
def test_O1_syntax_in_ids_sessions_and_filters_is_text(open_store, found, odd):
    store = open_store()
    store.add("the lathe is oiled", id=odd, session=odd, speaker=odd, kind="turn", place=1)
    store.add("the lathe hums", id="plain", session="s", speaker="ann", kind="turn", place=1)
    assert store.get(odd).id == odd and found(store, "lathe", session=odd) == [odd]
    assert found(store, "lathe", speaker=odd) == [odd] and found(store, "lathe", kinds=[odd]) == []
    assert [m.id for m in store.items(session=odd)] == [odd]
    store.forget(odd)
    assert found(store, "lathe") == ["plain"] and odd not in store


# -- O2


def calls(store, id):
    """Everything that takes an id."""
    yield lambda: store.get(id)
    yield lambda: store.update(id, text="anything")
    yield lambda: store.update(id, expected=1, pinned=True)
    yield lambda: store.forget(id)
    yield lambda: store.share(id)
    yield lambda: store.restore(id)
    yield lambda: store.versions(id)
    yield lambda: store.merge(["known", id])
    yield lambda: store.add("anything", replaces=[id])


def strange(open_store):
    """A store with one memory, and ids that are not in it, for one reason each."""
    store, other = open_store("mira"), open_store("noor")
    store.add_many([{"text": "the lathe is oiled", "id": "known"}, {"text": "说完就没了", "id": "gone"}])
    other.add("theirs", id="theirs")
    open_store("mira", agent="planner").add("mine alone", id="private", private=True)
    store.forget("gone")
    return store, ["nobody", "没有", "KNOWN", "known ", "know", "", "known' --", "theirs", "private", "gone"]


def test_O2_an_unknown_id_is_a_typed_error_and_changes_nothing(open_store, whole):
    store, unknown = strange(open_store)
    assert store.get("known") and store.update("known", metadata={"n": 1}), "a known one is none"
    assert issubclass(UnknownMemory, KeyError)
    before = whole(store)
    for id in unknown[:-1]:  # what was forgotten need not be there any more to be replaced
        for call in calls(store, id):
            with pytest.raises(UnknownMemory if id else (UnknownMemory, ValueError)):
                call()
        assert id not in store and store.touch(id) is False
        assert not any(store.forget_many([id]) if id else [])
    assert whole(store) == before


def test_O2_of_the_unknown_why_and_explain_give_nothing_away(open_store):
    store, unknown = strange(open_store)
    told = {id: (store.why(id), store.recall("lathe").explain(id)) for id in unknown}
    assert {each.status for each in told.pop("gone")} == {"forgotten"}
    assert {each.status for pair in told.values() for each in pair} == {"unknown"}
    assert "alone" not in str(told) and "planner" not in str(told)


@pytest.mark.parametrize("id", [None, 5, 1.5, b"known", ["known"], {"id": 1}, "half \ud800"], ids=repr)
def test_O2_what_cannot_be_an_id_is_refused_and_changes_nothing(open_store, whole, id):
    store = open_store()
    store.add("the lathe is oiled", id="known")
    before = whole(store)
    for call in (*calls(store, id), lambda: store.touch(id), lambda: store.why(id)):
        with pytest.raises((TypeError, ValueError)):
            call()
    assert id not in store and whole(store) == before


def test_O2_a_manager_says_so_too_and_changes_nothing(open_store, whole):
    store = open_store()
    manager = MemoryManager("mira", store=store)
    manager.store_session_memory("s1", ["I live in Oslo.", "我喜欢乌龙茶。"])
    before = whole(store)
    for id in ("nobody", "fact:nothing", "turn:s9:1", "没有"):
        for call, error in (
            (manager.forget, UnknownMemory),
            (manager.share, UnknownMemory),
            (manager.confirm, FactError),
            (manager.reject, FactError),
        ):
            with pytest.raises(error, match=id):
                call(id)
    assert manager.get_state("no such task") is None and manager.setting("nothing", 7) == 7
    assert whole(store) == before


# -- O3


@pytest.mark.parametrize("bad", NOT_FINITE, ids=repr)
@pytest.mark.parametrize("field", ["importance", "confidence", "at", "ttl"])
def test_O3_no_nan_and_no_infinity_comes_in_by_any_way(open_store, whole, field, bad):
    store = open_store()
    store.add("the lathe is oiled", id="known", at=5.0)
    before = whole(store)
    with pytest.raises((ValueError, TypeError), match=field):
        store.add("车床", **{field: bad})
    with pytest.raises((ValueError, TypeError), match=field):
        store.update("known", **{field: bad})
    [told] = store.add_many([{"text": "车床", field: bad}])
    assert not told and field in told.problem
    assert whole(store) == before


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("field", ["importance", "confidence", "at", "expires_at", "last_access"])
def test_O3_nor_by_an_import(open_store, whole, field, word):
    source, store = open_store("noor"), open_store("mira")
    source.add("the lathe is oiled", id="known")
    row = next(row for row in source.export() if row["record"] == "memory")
    row |= {"tenant": "mira", "memory": {**row["memory"], "tenant": "mira", "id": "other"}}
    broken = {**row, "memory": {**row["memory"], field: "HERE"}}
    before = whole(store)
    [told] = store.import_([json.dumps(broken).replace('"HERE"', word)])
    assert not told and told.problem and whole(store) == before
    [taken] = store.import_([json.dumps(row)])
    assert taken and store.get("other").text == "the lathe is oiled", "the same row with a number"


@pytest.mark.parametrize("value", [math.nan, [1, math.inf], {"深": {"x": -math.inf}}], ids=repr)
def test_O3_nor_in_metadata_states_and_settings(open_store, whole, value):
    store = open_store()
    manager = MemoryManager("mira", store=store)
    manager.set_state("delivery", "packed", boxes=2)
    before = whole(store)
    for call in (
        lambda: store.add("x", metadata={"n": value}),
        lambda: manager.set_state("delivery", "shipped", boxes=value),
        lambda: manager.update_setting("boxes", value),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
    assert whole(store) == before and manager.get_state("delivery").state == "packed"
    assert manager.setting("boxes") is None


@pytest.mark.parametrize("bad", NOT_FINITE[:3], ids=repr)
def test_O3_nor_in_a_question_a_job_or_a_setting(open_store, bad):
    store = open_store()
    store.add("the lathe is oiled", id="known")
    for call in (
        lambda: store.recall("lathe", since=bad),
        lambda: store.recall("lathe", until=bad),
        lambda: store.recall("lathe", window_hours=bad),
        lambda: store.recall("lathe", bad),
        lambda: store.as_of(bad),
        lambda: store.archive(older_than=bad),
        lambda: store.items(since=bad),
        lambda: Settings(same=bad),
        lambda: Settings(archive_after=bad),
        lambda: Settings(lifetimes={"note": bad}),
        lambda: Weights(words=bad),
    ):
        with pytest.raises((ValueError, TypeError)):
            call()
    assert [hit.memory.id for hit in store.recall("lathe", since=0.0, until=store.now)] == ["known"]


NO_VECTORS = [[math.nan] * 3, [math.inf, 0.0, 0.0], [], [[1.0]], "abc", None, 5]


@pytest.mark.parametrize("vector", NO_VECTORS, ids=repr)
@pytest.mark.parametrize(
    ("sound", "odd", "word"), [("lathe", "the lathe hums", "lathe"), ("车床", "车床在响", "车床")]
)
def test_O3_a_vector_that_is_none_loses_no_memory_and_hides_no_other(open_store, vector, sound, odd, word):
    broken = [True]

    def embed(text):
        return vector if broken[0] and text != sound else [1.0, 0.0, 0.0]

    store = open_store(embed=embed)
    store.add(sound, id="sound")
    receipt = store.add(odd, id="odd")
    assert receipt and "embed" in receipt.tiers["warm"] and store.get("odd").text == odd
    recalled = store.recall(f"{word}?")
    assert [m.id for m in recalled.memories] == ["sound"] and "the channel vector is out" in recalled.note
    assert all(math.isfinite(hit.score) for hit in recalled.considered)
    broken[0] = False
    assert [d.id for d in store.reconcile()] == ["odd"] and store.reconcile() == []
    assert {m.id for m in store.recall(f"{word}?").memories} == {"sound", "odd"}


# -- files that are not what they were


@pytest.fixture
def path(tmp_path):
    return tmp_path / "memory"


of_the_file = pytest.mark.parametrize("warm_engine", ["sqlite"], ids=["the file"])  # which they look into


def damaged(path, sql, *values):
    connection = sqlite3.connect(path / "warm.sqlite")
    with connection:
        connection.execute(sql, values)
    connection.close()


BODY = "UPDATE bodies SET body = ? WHERE num = (SELECT body FROM memories WHERE id = ?)"
FILLED = [
    {"text": "the lathe is oiled", "id": "it"},
    {"text": "the kettle leaks", "id": "kettle"},
    {"text": "阳台的花要浇水", "id": "花"},
]


@pytest.mark.parametrize("body", ["", "{", '{"text": 5}', "车床", "x" * 5000], ids=lambda b: b[:12])
@of_the_file
def test_a_corrupt_row_is_read_from_the_journal_and_mended_and_the_others_go_on(
    open_store, found, path, body
):
    store = open_store()
    store.add_many(FILLED)
    assert found(store, "lathe") == ["it"]
    damaged(path, BODY, body, "it")
    assert store.get("it").text == "the lathe is oiled", "the cold tier has it"
    assert found(store, "kettle") == ["kettle"] and found(store, "浇水") == ["花"]
    assert [m.id for m in store.items()] == ["kettle", "花"]
    assert store.add("the ferry is late", id="new") and [p.id for p in store.warm.check()] == ["it"]
    assert "it" in [difference.id for difference in store.reconcile()]
    assert store.reconcile() == [] == store.warm.check() and found(store, "lathe") == ["it"]


@pytest.mark.parametrize("act", ["update", "add", "forget", "merge", "reconcile"])
@of_the_file
def test_a_corrupt_row_can_be_written_anew_and_erased(open_store, found, where, path, act):
    store = open_store()
    store.add_many(FILLED)
    store.update("it", text="the lathe is oiled again")
    damaged(path, BODY, "{", "it")
    if act == "update":
        assert store.update("it", text="the lathe is sold")
    elif act == "add":
        assert store.add("the lathe is sold", id="it")
    elif act == "merge":
        assert store.merge(["it", "kettle"], "the lathe and the kettle")
    elif act == "reconcile":
        assert store.reconcile()
    else:
        store.forget("it")
    if act == "forget":
        assert "it" not in store and where("lathe is oiled") == []
    elif act != "merge":
        said = "the lathe is oiled again" if act == "reconcile" else "the lathe is sold"
        assert found(store, "lathe") == ["it"] and store.get("it").text == said
        assert store.versions("it")[0].text == "the lathe is oiled"
    assert store.reconcile() == [] == store.warm.check()


@of_the_file
def test_a_row_that_is_corrupt_in_both_tiers_is_named_and_the_others_go_on(open_store, found, path):
    store = open_store()
    store.add_many(FILLED)
    damaged(path, BODY, "", "it")
    [segment] = store.cold.folder.glob("*.jsonl")
    data = segment.read_bytes()
    segment.write_bytes(data.replace(b"the lathe is oiled", b"the lathe is broke"))
    store = open_store(client=None)
    with pytest.raises(StoreError, match="it"):
        store.get("it")
    assert found(store, "kettle") == ["kettle"] and store.get("花").text == "阳台的花要浇水"
    assert store.forget("kettle") and store.add("新的", id="new") and "kettle" not in store
    assert found(store, "lathe") == []


@pytest.mark.parametrize(
    "line", [b"", b"{", b"\xff\xfe", b'{"id": 5}', "半行".encode()[:-1], b"null", b"[" * 5000]
)
@pytest.mark.parametrize("end", [b"", b"\n"])
@of_the_file
def test_a_line_of_the_journal_that_is_none_costs_no_other(open_store, found, line, end):
    store = open_store()
    store.add_many(FILLED)
    [segment] = store.cold.folder.glob("*.jsonl")
    with open(segment, "ab") as file:
        file.write(line + end)
    store = open_store()
    assert store.add("the ferry is late", id="new").tiers["cold"] == "stored"
    store.warm.erase_all("mira")
    damaged(store.path, "DELETE FROM tombstones")
    store.reconcile()
    assert {m.id for m in store.items()} == {"it", "kettle", "花", "new"} and found(store, "浇水") == ["花"]


def before_and_after(path, store):
    files = {p: p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file() and p.suffix != ".lock"}
    return {p: data for p, data in files.items() if not p.name.endswith(("-shm", "-wal"))}


@of_the_file
def test_the_database_of_a_later_memlab_is_left_as_it_was(open_store, path):
    store = open_store()
    store.add_many(FILLED)
    store.close()
    damaged(path, "PRAGMA user_version = 99")
    before = before_and_after(path, store)
    with pytest.raises(NewerDatabase, match=r"warm\.sqlite: its schema has version 99.*upgrade"):
        open_store()
    assert before_and_after(path, store) == before
    damaged(path, "PRAGMA user_version = 1")
    assert open_store().get("花").text == "阳台的花要浇水", "and nothing else kept it shut"


NO_DATABASES = [b"Dear diary, " * 99, "亲爱的日记，".encode() * 99, b"SQLite format 3\x00" + b"x" * 999]


@pytest.mark.parametrize("data", NO_DATABASES, ids=["English", "Chinese", "a torn one"])
@of_the_file
def test_a_file_that_is_no_database_is_named_and_left_as_it_was(open_store, path, data):
    path.mkdir()
    (path / "warm.sqlite").write_bytes(data)
    with pytest.raises(StoreError, match=r"warm\.sqlite"):
        open_store()
    assert (path / "warm.sqlite").read_bytes() == data


def test_a_file_where_the_directory_should_be_is_named(open_store, path):
    path.write_text("not a directory", encoding="utf-8")
    with pytest.raises(StoreError, match=r"path: .*memory: .*name a directory"):
        open_store()
    assert path.read_text(encoding="utf-8") == "not a directory"


AS_NOBODY = """
import os, sys
sys.path.insert(0, sys.argv[2])
from memlab.tiers import MemoryStore, StoreError
if os.geteuid() == 0:
    os.setuid(65534)
try:
    MemoryStore("mira", sys.argv[1]).add("one more")
except StoreError as problem:
    print("refused:", problem)
"""


def test_a_directory_that_may_only_be_read_refuses_and_is_as_it_was(open_store, path, repo, tmp_path_factory):
    store = open_store()
    store.add_many(FILLED)
    store.close()
    before = before_and_after(path, store)
    for folder in (path.parent, *path.parent.parents[:3]):
        if folder.stat().st_uid == os.geteuid() and folder != tmp_path_factory.getbasetemp().parent.parent:
            folder.chmod(0o755)
    modes = [(p, p.stat().st_mode) for p in (path, *path.rglob("*"))]
    for place, _ in modes:
        place.chmod(0o555 if place.is_dir() else 0o444)
    try:
        command = [sys.executable, "-c", AS_NOBODY, str(path), str(repo)]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
    finally:
        for place, mode in modes:
            if place.exists():
                place.chmod(mode)
    assert "refused:" in done.stdout and str(path) in done.stdout, done.stderr
    assert before_and_after(path, store) == before
    assert open_store().add("one more"), "whoever may write, can"
