"""What only SQLite has: one file, its log, its locks, and what a file may be instead of a sound database."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading

import pytest

from memlab.tiers.errors import Corrupt, NewerDatabase, StoreError
from memlab.tiers.journal import Grave


@pytest.fixture
def path(tmp_path):
    return tmp_path / "warm.sqlite"


@pytest.fixture
def place(path):
    return path


@pytest.mark.parametrize("then", ["write", "close"])
def test_a_disk_that_is_full_after_the_commit_makes_no_erasure_undone(warm, note, stored, monkeypatch, then):
    """What is erased is told as erased, and the log is emptied as soon as there is room."""
    warm.put([note("m", "Zanzibarova"), note("n", "Otherword")])

    def full(c):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(warm._db, "_emptied", full)
        assert warm.erase("ann", ["m"], 5.0) == [Grave("m", 2, 5.0)]
        assert warm.put([note("o", "Thirdword")])[0].seq == 3
        assert stored("Zanzibarova") == ["Zanzibarova"], "it still stands in the log"
    warm.put([note("p", "Fourthword")]) if then == "write" else warm.close()
    assert stored("Zanzibarova") == [] and stored("Thirdword") == ["Thirdword"]


def test_a_reader_that_holds_the_log_delays_the_emptying_and_does_not_prevent_it(open_warm, note, stored):
    warm, reader = open_warm(timeout=0.05), open_warm()
    warm.put([note("m", "Zanzibarova")])
    with reader._db.reading() as c:
        c.execute("SELECT count(*) FROM memories").fetchone()
        assert warm.erase("ann", ["m"], 5.0)
        assert stored("Zanzibarova") == ["Zanzibarova"], "in the log, which the reader still needs"
    warm.put([note("n", "horse")])
    assert stored("Zanzibarova") == []


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


def test_no_copy_stays_behind_whatever_was_written_before(open_warm, note, stored):
    """Rows that grow and shrink make SQLite move its cells; what is erased must be in no left-over of one."""
    pick = random.Random(7)
    warm = open_warm(embed=lambda text: [1.0], embed_name="one")
    live, gone, version = [], [], {}
    for step in range(60):
        ids = [f"m{step}_{n}" for n in range(20)]
        warm.put([note(id, f"mark{id}x {'pad ' * pick.randrange(400)}") for id in ids])
        live += ids
        version |= dict.fromkeys(ids, 1)
        changed = pick.sample(live, 10)
        for id in changed:
            version[id] += 1
        warm.put(
            [note(id, f"mark{id}x {'grow ' * pick.randrange(900)}", version=version[id]) for id in changed]
        )
        dead = pick.sample(live, 8)
        warm.erase("ann", dead, 5.0)
        gone += dead
        live = [id for id in live if id not in dead]
    marks = [f"mark{id}x" for id in gone]
    assert stored(*marks) == [] and len(gone) == 480
    assert stored(*(f"mark{id}x" for id in live)) == [f"mark{id}x" for id in live]
    assert warm.check() == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_opens_its_own_connection(warm, note):
    warm.put([note("m")])
    parents = warm._db._connection()
    child = os.fork()
    if child == 0:
        ok = False
        try:
            warm.put([note("child")])
            ok = warm.count("ann") == 2 and warm._db._connection() is not parents
        finally:
            os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
    warm.put([note("parent")])
    assert [m.id for m in warm.rows("ann")] == ["m", "child", "parent"]
