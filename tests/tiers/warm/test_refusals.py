"""What a file may be instead of a sound database: a typed error that names it, and everything as it was."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading

import pytest

from memlab.tiers.errors import Corrupt, NewerDatabase, StoreError
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm


def test_no_directory(open_warm, tmp_path):
    where = tmp_path / "no" / "warm.sqlite"
    with pytest.raises(StoreError, match=r"no/warm\.sqlite: it cannot be opened: make its directory"):
        open_warm(where)
    assert not where.parent.exists()


def test_a_file_that_is_no_database(open_warm, path):
    path.write_text("Dear diary, " * 100, encoding="utf-8")
    with pytest.raises(StoreError, match=r"warm\.sqlite: it is no SQLite database: name another file"):
        open_warm()
    assert path.read_text(encoding="utf-8") == "Dear diary, " * 100


def test_the_database_of_another_program(open_warm, path):
    with sqlite3.connect(path) as c:
        c.execute("CREATE TABLE theirs(x)")
        c.execute("PRAGMA user_version = 9")
    c.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="the database of another program: name another file"):
        open_warm()
    assert path.read_bytes() == before and os.listdir(path.parent) == [path.name]


def test_the_database_of_a_later_memlab(open_warm, path, note):
    warm = open_warm()
    warm.put([note("m")])
    warm.close()
    with sqlite3.connect(path) as c:
        c.execute("PRAGMA user_version = 99")
    c.close()
    before = path.read_bytes()
    with pytest.raises(NewerDatabase, match=r"its schema has version 99, this memlab knows up to 1: upgrade"):
        open_warm()
    assert path.read_bytes() == before


def test_a_database_that_is_cut_short(open_warm, path, note):
    warm = open_warm()
    warm.put([note(f"m{n}", "tea " * 50) for n in range(200)])
    warm.close()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])
    with pytest.raises(Corrupt, match=r"warm\.sqlite: .*restore it"):
        list(open_warm().rows("ann"))


def test_another_process_holds_it(open_warm, path, note):
    warm = open_warm(timeout=0.05)
    warm.put([note("m")])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"locked by another process for over 0\.05 s: try again"):
        warm.put([note("n")])
    assert [m.id for m in warm.rows("ann")] == ["m"], "readers go on"
    other.execute("ROLLBACK")
    other.close()
    assert warm.put([note("n")])[0].seq == 2


def test_a_full_disk(open_warm, note, path):
    warm = open_warm()
    warm.put([note("m", "zebra")])
    with warm._db.outside() as c:
        pages = c.execute("PRAGMA page_count").fetchone()[0]
        c.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(
        StoreError, match="the disk is full: make room, then do it again; nothing was written"
    ):
        warm.put([note(f"n{n}", "a long text " * 1000) for n in range(50)])
    assert [m.id for m in warm.rows("ann")] == ["m"] and warm.totals("ann").count == 1
    with warm._db.outside() as c:
        c.execute("PRAGMA max_page_count = 1000000")
    assert warm.put([note("n", "zebra")])[0].seq == 2 and warm.check() == []


@pytest.mark.parametrize("said", ["database or disk is full", "disk I/O error", "something new"])
def test_whatever_sqlite_says_comes_as_a_store_error(open_warm, note, monkeypatch, said):
    warm = open_warm()
    warm.put([note("m")])

    def fail(*args, **kwargs):
        raise sqlite3.OperationalError(said)

    with monkeypatch.context() as patch:
        patch.setattr("memlab.tiers.warm.bodies.write", fail)
        with pytest.raises(StoreError, match="nothing was written"):
            warm.put([note("n")])
    assert [m.id for m in warm.rows("ann")] == ["m"] and warm.put([note("n")])[0].seq == 2


AS_NOBODY = """
import os, sys
sys.path.insert(0, sys.argv[2])
from memlab.tiers.errors import StoreError
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Warm(sys.argv[1]).put([Memory("ann", "n", "text")])
except StoreError as problem:
    print("refused:", problem)
"""


def test_a_read_only_file(open_warm, path, note, repo, tmp_path_factory):
    warm = open_warm()
    warm.put([note("m")])
    warm.close()
    before = path.read_bytes()
    for folder in (path.parent, *path.parent.parents[:3]):
        if folder.stat().st_uid == os.geteuid() and folder != tmp_path_factory.getbasetemp().parent.parent:
            folder.chmod(0o755)
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(path), str(repo)], capture_output=True, encoding="utf-8"
        )
    finally:
        path.parent.chmod(0o755)
        path.chmod(0o644)
    assert "refused:" in done.stdout and "warm.sqlite: it " in done.stdout, done.stderr
    assert path.read_bytes() == before


def test_a_closed_tier_says_so(warm, note):
    warm.put([note("m")])
    warm.close()
    warm.close()
    for call in (lambda: warm.get("ann", "m"), lambda: warm.put([note("n")]), lambda: warm.count("ann")):
        with pytest.raises(StoreError, match="the store is closed: open it again"):
            call()


def test_close_closes_what_other_threads_opened(warm, note):
    done = threading.Event()
    thread = threading.Thread(target=lambda: (warm.put([note("m")]), done.wait()))
    thread.start()
    while not warm.count("ann"):
        pass
    warm.close()
    done.set()
    thread.join()
    assert not list(warm._db._all) or all(_closed(held.connection) for held in warm._db._all)


def _closed(connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


@pytest.fixture
def damage(path):
    """Changes what is stored, behind the tier's back."""

    def damage(sql: str, *values) -> None:
        c = sqlite3.connect(path)
        with c:
            c.execute(sql, values)
        c.close()

    return damage


BODY = "num = (SELECT body FROM memories WHERE id = ?)"


@pytest.mark.parametrize(
    "sql",
    [
        f"UPDATE bodies SET body = replace(body, 'zebra', 'horse') WHERE {BODY}",
        f"UPDATE bodies SET body = '' WHERE {BODY}",
        f"UPDATE bodies SET body = CAST(x'ff00fe' AS TEXT) WHERE {BODY}",
        f"DELETE FROM bodies WHERE {BODY}",
        "UPDATE memories SET version = 7 WHERE id = ?",
        "UPDATE memories SET body = (SELECT body FROM memories WHERE id = 'n') WHERE id = ?",
    ],
)
def test_a_row_that_does_not_read_back_is_named_and_the_others_do(warm, note, found, damage, sql):
    warm.put([note("n", "zebra lamp"), note("m", "zebra"), note("o", "bike")])
    damage(sql, "m")
    with pytest.raises(Corrupt, match=r"'m' of 'ann', version \d: .*reconcile"):
        warm.get("ann", "m")
    assert [m.id for m in warm.rows("ann")] == ["n", "o"] and warm.get("ann", "n").text == "zebra lamp"
    rows = warm.search_words("ann", ["zebra"])
    assert [m.id for m in warm.load("ann", rows).values()] == ["n"]
    assert [(p.tenant, p.id) for p in warm.problems] == [("ann", "m")]
    assert ("ann", "m") in {(p.tenant, p.id) for p in warm.check()}
    assert [m.id for m in warm.as_of("ann", 5.0)] == ["n", "o"]


def test_a_damaged_row_is_mended_by_what_another_tier_has(warm, note, found, damage):
    warm.put([note("m", "zebra"), note("n", "bike")])
    damage(f"UPDATE bodies SET body = 'x' WHERE {BODY}", "m")
    warm.put([note("n", "bike again", version=2)])
    warm.take([note("m", "zebra")])
    assert warm.get("ann", "m").text == "zebra" and found("zebra") == ["m"] and warm.check() == []


def test_a_damaged_row_can_be_erased(warm, note, damage):
    warm.put([note("m", "zebra")])
    damage(f"UPDATE bodies SET body = 'x' WHERE {BODY}", "m")
    assert [g.id for g in warm.erase("ann", ["m"], 5.0)] == ["m"]
    assert warm.check() == [] and warm.search_words("ann", ["zebra"]) == []


def test_damaged_words_are_found_and_mended(warm, note, found, damage):
    warm.put([note("m", "zebra"), note("n", "zebra")])
    damage("UPDATE bodies SET body = 'x' WHERE num = (SELECT fields FROM memories WHERE id = 'm')")
    assert [(p.id, "reindex()" in p.what) for p in warm.check()] == [("m", True)]
    assert warm.fields_of("ann", [1, 2]).keys() == {2}
    assert warm.reindex() == 2
    assert warm.check() == [] and found("zebra") == ["m", "n"] and warm.totals("ann").count == 2


def test_a_damaged_index_is_found_and_mended(open_warm, note, damage):
    warm = open_warm()
    warm.put([note(f"m{n}", f"zebra word{n}") for n in range(50)])
    warm.close()
    damage("UPDATE words_data SET block = x'0102030405' WHERE id > 1000")
    warm = open_warm()
    with pytest.raises(Corrupt, match="restore it"):
        warm.search_words("ann", ["zebra"])
    assert any("the index" in p.what for p in warm.check()) and warm.count("ann") == 50
    assert warm.reindex() == 50 and warm.check() == []
    assert len(warm.search_words("ann", ["zebra"])) == 50


def test_a_turn_beside_a_damaged_one_can_be_written(warm, turn, found, damage):
    warm.put([turn(1, "zebra"), turn(2, "lamp")])
    damage(f"UPDATE bodies SET body = 'x' WHERE {BODY}", "t1")
    warm.put([turn(3, "bike")])
    assert found("bike") == ["t3", "t2"]


def test_a_damaged_document_is_named(warm, damage):
    warm.put_document("ann", "c", "k", {"v": 1})
    damage("UPDATE bodies SET body = 'x'")
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
    damage("UPDATE meta SET value = 0 WHERE name = 'index'")
    warm = open_warm()
    for call in (lambda: warm.put([note("n")]), lambda: warm.search_words("ann", ["zebra"])):
        with pytest.raises(StoreError, match=r"its index is of another version of memlab: call reindex\(\)"):
            call()
    assert warm.get("ann", "m").text == "zebra"
    assert warm.reindex() == 2
    assert warm.search_words("ann", ["zebra"]) == [1] and warm.search_words("ann", ["lamp"]) == [2]
    assert warm.totals("ann").count == 2 and isinstance(warm, Warm) and Memory
