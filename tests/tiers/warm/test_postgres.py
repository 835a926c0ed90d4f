"""What only PostgreSQL has: a server that dies, connections that break, schemas, and texts with NUL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urlsplit

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.cli import servers
from memlab.tiers import MemoryStore
from memlab.tiers.errors import Corrupt, NewerDatabase, StoreError
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm
from memlab.tiers.warm.engines.postgres import database, schema
from memlab.tiers.warm.engines.postgres.pool import MOST


@pytest.fixture
def place(emptied_schema):
    return emptied_schema()


@pytest.fixture
def admin(postgres_url):
    """A connection besides the tier's."""
    with closing(psycopg.connect(postgres_url, autocommit=True)) as c:
        yield c


@pytest.fixture
def cut(admin):
    """Cuts all connections of the tier: the server ends them."""

    def cut():
        admin.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'memlab'"
        )

    return cut


# -- texts

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8) | st.text("\x00\x01\x02aé")
NAMES = TEXTS.filter(bool)


@settings(max_examples=40)
@given(NAMES, NAMES, TEXTS)
def test_every_character_comes_back_in_every_column(emptied_schema, tenant, id, text):
    with closing(Warm(emptied_schema(), clock=lambda: 0.0)) as warm:
        memory = Memory(
            tenant,
            id,
            text,
            kind=id,
            agent=text,
            session=text,
            speaker=text,
            source=text,
            metadata={id: text},
        )
        (stored,) = warm.put([memory])
        assert warm.get(tenant, id) == stored == memory.with_(seq=1)
        assert list(warm.rows(tenant, kinds=[id], session=text, speaker=text, agent=text)) == [stored]
        warm.put_document(tenant, id, tenant, text)
        assert warm.collections(tenant) == [id] and warm.get_document(tenant, id, tenant).value == text


@given(st.lists(NAMES, min_size=2, max_size=6, unique=True))
@settings(max_examples=25)
def test_names_are_in_the_order_of_their_bytes(emptied_schema, names):
    with closing(Warm(emptied_schema(), clock=lambda: 0.0)) as warm:
        for name in names:
            warm.put_document("ann", "c", name, 1)
        assert [key for key, _ in warm.documents("ann", "c")] == sorted(names, key=str.encode)


def test_a_text_of_more_words_than_a_tsvector_holds(warm, note):
    warm.put([note("long", " ".join(f"word{n}" for n in range(16_000))), note("m", "word15999")])
    assert warm.search_words("ann", ["word15999"]) == [2, 1] and warm.check() == []
    assert warm.document_frequencies("ann", ["word0", "word15999"]) == {"word0": 1, "word15999": 2}
    with warm._db.reading() as c:
        assert c.execute("SELECT count(*) FROM words WHERE row = 1").fetchone()[0] == 2


def test_a_name_too_long_for_an_index_is_refused(warm, note):
    long = "".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(4000))
    with pytest.raises(StoreError, match=r"too long for PostgreSQL .*shorten it; nothing was written"):
        warm.put([note(long)])
    assert warm.put([note("m")])[0].seq == 1


def test_such_a_name_is_refused_by_the_store_and_in_no_tier(tmp_path, place):
    """Kept in the others until the warm tier takes it, it would lag for ever."""
    long = "".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(4000))
    with MemoryStore("ann", tmp_path, warm=place, sleep=lambda seconds: None) as store:
        for given in ({"id": long}, {"session": long}):
            with pytest.raises(ValueError, match="too long for PostgreSQL"):
                store.add("a note of tea", **given)
        assert store.reconcile() == [] and store.cold.latest() == {} and store.hot.memories() == {}
        assert store.add("a note of tea").tiers["warm"] == "stored"


# -- where it is


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (
            "postgresql://u:s3cr3t@127.0.0.1:1/db",
            r"postgresql://u@127\.0\.0\.1:1/db.*cannot be reached: start",
        ),
        ("postgresql://u:s3cr3t@127.0.0.1:port/db", "URL does not read: write a %-escape"),
        ("postgresql://u:s3/cr3t@127.0.0.1/db", "URL does not read: write a %-escape"),
        ("postgresql://u:12/cr3t@127.0.0.1/db", "URL does not read: write a %-escape"),
        ("postgresql://u:12@cr3t@127.0.0.1/db", "URL does not read: write a %-escape"),
        ("postgresql://u:12@cr3t@127.0.0.1/db", "URL does not read: write a %-escape"),
        (
            "postgresql://u:s3cr3t@127.0.0.1/db?schema=Bad-Name",
            "schema: 'Bad-Name' is not allowed, allowed are",
        ),
        ("postgresql://u:s3cr3t@127.0.0.1/db?schema=pg_mine", "schema: 'pg_mine' is not allowed"),
        ("mysql://u:s3cr3t@127.0.0.1/db", r"where: mysql:// is not allowed, allowed are postgresql://"),
    ],
)
def test_an_address_that_leads_nowhere_is_told_without_its_password(url, said):
    with pytest.raises((StoreError, ValueError), match=said) as told:
        Warm(url, timeout=1.0)
    assert "s3cr3t" not in str(told.value) and "cr3t" not in str(told.value)


def test_a_url_may_name_a_socket_a_host_and_options_in_its_settings(postgres_url):
    nowhere = "postgresql:///db?host=/no/socket&user=u&password=s3cr3t"
    with pytest.raises(StoreError, match=r"postgresql://u@/no/socket/db.*cannot be reached") as told:
        Warm(nowhere, timeout=1.0)
    assert "s3cr3t" not in str(told.value)
    sign = "&" if "?" in postgres_url else "?"
    with closing(Warm(f"{postgres_url}{sign}options=-c%20work_mem%3D5MB")) as warm, warm._db.reading() as c:
        assert c.execute("SELECT current_setting('work_mem')").fetchone() == ("5MB",)


def test_a_url_may_name_a_socket_and_options_in_its_settings(place):
    nowhere = "postgresql:///db?host=/no/socket&user=u&password=s3cr3t"
    with pytest.raises(StoreError, match=r"postgresql://u@/no/socket/db.*cannot be reached") as told:
        Warm(nowhere, timeout=1.0)
    assert "s3cr3t" not in str(told.value)
    with closing(Warm(f"{place}&options=-c%20work_mem%3D5MB")) as warm, warm._db.reading() as c:
        assert c.execute("SELECT current_setting('work_mem')").fetchone() == ("5MB",)


def test_what_the_server_says_of_the_user_and_the_database(postgres_url, place):
    parts = urlsplit(postgres_url)
    user = parts._replace(netloc=parts.netloc.replace(f"{parts.username}@", "nobody@")).geturl()
    for url in (parts._replace(path="/nowhere").geturl(), user):
        with pytest.raises(StoreError, match=r"there is no such database or user|may not connect|password"):
            Warm(url)


def test_the_path_is_the_url_without_the_password(place):
    with closing(Warm(place.replace("@", ":s3cr3t@", 1))) as warm:
        assert "s3cr3t" not in warm.path and warm.path.endswith(place.rpartition("?")[2])


def test_without_the_package_it_says_what_to_install(repo):
    code = """if True:
        import sys
        sys.modules["psycopg"] = None
        from memlab.tiers.warm import Warm
        try:
            Warm("postgresql://u@127.0.0.1/db")
        except Exception as told:
            print(type(told).__name__, told)"""
    done = subprocess.run([sys.executable, "-c", code], cwd=repo, capture_output=True, encoding="utf-8")
    assert done.stdout.startswith("StoreError") and "pip install 'memlab[postgres]'" in done.stdout


def test_sqlite_needs_nothing_of_it(repo, tmp_path):
    code = (
        "import sys; from memlab.tiers.warm import Warm; Warm(sys.argv[1]); print('psycopg' in sys.modules)"
    )
    command = [sys.executable, "-c", code, f"sqlite:{tmp_path}/w.sqlite"]
    done = subprocess.run(command, cwd=repo, capture_output=True, encoding="utf-8")
    assert done.stdout == "False\n" and (tmp_path / "w.sqlite").exists()


def test_a_database_of_another_encoding_is_refused(postgres_url, admin):
    admin.execute("CREATE DATABASE test_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    try:
        with pytest.raises(StoreError, match="its encoding is LATIN1, which cannot hold every text: CREATE"):
            Warm(urlsplit(postgres_url)._replace(path="/test_latin").geturl())
    finally:
        admin.execute("DROP DATABASE test_latin WITH (FORCE)")


# -- the schema


def test_the_schema_of_another_program(admin, fresh_schema):
    url = fresh_schema()
    name = url.rpartition("=")[2]
    admin.execute(f"CREATE SCHEMA {name}")
    admin.execute(f"CREATE TABLE {name}.meta(x INTEGER)")
    with pytest.raises(StoreError, match=f"the schema {name} is another program's: name another one"):
        Warm(url)
    found = admin.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (name,)).fetchall()
    assert found == [("meta",)]


def test_the_schema_of_a_later_memlab(admin, fresh_schema):
    url = fresh_schema()
    Warm(url).close()
    admin.execute(f"UPDATE {url.rpartition('=')[2]}.memlab_schema SET version = 99")
    with pytest.raises(NewerDatabase, match=r"its schema has version 99, this memlab knows up to 1: upgrade"):
        Warm(url)


def test_a_step_that_fails_undoes_those_before_it(fresh_schema, monkeypatch):
    url = fresh_schema()
    with closing(Warm(url)) as warm:
        warm.put([Memory("ann", "m", "zebra")])

    def second(c):
        c.execute("ALTER TABLE memories ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")

    def failing(c):
        raise RuntimeError("no")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, second, failing))
        with pytest.raises(RuntimeError):
            Warm(url)
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:-1])
        with closing(Warm(url)) as warm, warm._db.reading() as c:
            assert c.execute("SELECT mood FROM memories").fetchall() == [("calm",)]
    with pytest.raises(NewerDatabase):
        Warm(url)


def test_all_who_come_at_once_find_one_schema(fresh_schema):
    url = fresh_schema()

    def come(n):
        with closing(Warm(url)) as warm:
            return warm.put([Memory(f"t{n}", "m", "tea")])[0].seq

    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(come, range(10))) == [1] * 10
    with closing(Warm(url)) as warm:
        assert [warm.count(f"t{n}") for n in range(10)] == [1] * 10 and warm.check() == []


# -- locks and connections


def test_a_tenant_waits_for_itself_only(open_warm, note):
    warm, other = open_warm(timeout=0.2), open_warm()
    warm.put([note("m"), note("m", tenant="bob")])
    with other._db.writing(["ann"]):
        with pytest.raises(StoreError, match=r"locked by another process for over 0\.2 s: try again later"):
            warm.put([note("n")])
        warm.put([note("n", tenant="bob")])
        assert [m.id for m in warm.rows("ann")] == ["m"], "readers go on"
    assert warm.put([note("n")])[0].seq == 2


def test_two_batches_of_the_same_tenants_do_not_lock_each_other_out(open_warm, note):
    warm = open_warm()

    def write(n):
        order = ["a", "b", "c", "d"] if n % 2 else ["d", "c", "b", "a"]
        warm.put([note(f"m{n}", tenant=tenant) for tenant in order])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(24)))
    assert [warm.count(tenant) for tenant in "abcd"] == [24] * 4


def test_while_the_index_is_built_anew_writers_wait_and_readers_do_not(open_warm, note, found):
    warm, other = open_warm(), open_warm(timeout=0.2)
    warm.put([note("m", "zebra")])
    with warm._db.writing_all() as c:
        c.execute("DELETE FROM words")
        with pytest.raises(StoreError, match="locked by another process"):
            other.put([note("n", tenant="new")])
        assert other.search_words("ann", ["zebra"]) == [1]


def test_of_two_first_embeddings_one_is_told(open_warm, note):
    one = open_warm(embed=lambda text: [1.0], embed_name="one")
    two = open_warm(embed=lambda text: [1.0, 0.0], embed_name="two")
    outcomes, barrier = [], threading.Barrier(2)

    def write(warm, tenant):
        barrier.wait()
        try:
            warm.put([note("m", tenant=tenant)])
            outcomes.append("written")
        except StoreError as told:
            outcomes.append("told" if "the vectors here are of" in str(told) else str(told))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, (one, two), ("ann", "bob")))
    assert sorted(outcomes) == ["told", "written"]


def test_more_threads_than_connections(open_warm, note):
    warm = open_warm()
    warm.put([note("m")])
    with ThreadPoolExecutor(3 * MOST) as pool:
        assert {m.id for m in pool.map(lambda n: warm.get("ann", "m"), range(200))} == {"m"}
    with warm._db.reading() as c:
        sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'memlab'"
        assert c.execute(sql).fetchone()[0] <= MOST + 1, "and one of another test, perhaps"


def test_all_connections_in_use_is_told(open_warm, note):
    warm = open_warm(timeout=0.2)
    taken = [warm._db._pool().take() for _ in range(MOST)]
    with pytest.raises(StoreError, match=r"all 8 connections were in use for over 0\.2 s: use fewer threads"):
        warm.get("ann", "m")
    for c in taken:
        warm._db._pool().give(c)
    assert warm.get("ann", "m") is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_opens_its_own_connection(warm, note):
    warm.put([note("m")])
    child = os.fork()
    if child == 0:
        ok = False
        try:
            warm.put([note("child")])
            ok = warm.count("ann") == 2
        finally:
            os._exit(0 if ok else 1)
    assert os.waitpid(child, 0)[1] == 0
    warm.put([note("parent")])
    assert [m.id for m in warm.rows("ann")] == ["m", "child", "parent"]


def test_after_the_connections_were_cut_the_next_call_works(warm, note, cut):
    warm.put([note("m")])
    cut()
    assert warm.get("ann", "m").id == "m"
    cut()
    assert warm.put([note("n")])[0].seq == 2


def test_a_connection_that_is_cut_in_a_write_leaves_nothing_of_it(warm, note, cut, monkeypatch):
    warm.put([note("m")])
    with monkeypatch.context() as patch:
        patch.setattr("memlab.tiers.warm.writing.to_embed", lambda c, memories: [])
        real = warm._index.refresh
        patch.setattr(warm._index, "refresh", lambda *args: (cut(), real(*args)))
        with pytest.raises(StoreError, match=r"the connection was lost: do it again .*nothing was written"):
            warm.put([note("n")])
    assert warm.count("ann") == 1 and warm.put([note("n")])[0].seq == 2


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_answer_was_lost_is_found_out(warm, note, cut, monkeypatch, when):
    """Cut before the server did it: nothing was written. Cut after it did: it was, and so it is told."""
    warm.put([note("m")])
    real, done = database.Connection.execute, []

    def losing(self, sql, values=(), /):
        if sql != "COMMIT" or self.transaction is None or done:
            return real(self, sql, values)
        done.append(sql)
        if when == "after":
            real(self, sql, values)
        cut()
        self.raw.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as patch:
        patch.setattr(database.Connection, "execute", losing)
        if when == "after":
            assert warm.put([note("n")])[0].seq == 2
        else:
            with pytest.raises(StoreError, match="nothing was written"):
                warm.put([note("n")])
    assert done and warm.count("ann") == 1 + (when == "after")


def test_a_damaged_index_is_found_and_mended(warm, note, found, damage):
    warm.put([note("m", "zebra"), note("n", "lamp")])
    damage("UPDATE words SET codes = array_to_tsvector(ARRAY['x']) WHERE row = 1")
    assert [(p.id, "mend it by reindex()" in p.what) for p in warm.check()] == [("m", True)]
    assert found("zebra") == [] and warm.reindex() == 2
    assert found("zebra") == ["m"] and warm.check() == []


@pytest.mark.parametrize(
    ("sqlstate", "kind", "said"),
    [
        ("53100", StoreError, "the server's disk is full: make room, then do it again; nothing was written"),
        ("25006", StoreError, "the server is read-only: connect to the one that takes writes"),
        ("42501", StoreError, "this user may not do that: GRANT"),
        ("XX001", Corrupt, "restore it from a backup, or from the cold files"),
        ("57014", StoreError, "one statement took the server longer than the timeout"),
        ("P0001", StoreError, "raised; nothing was written"),
    ],
)
def test_whatever_the_server_says_comes_as_a_store_error(warm, note, damage, sqlstate, kind, said):
    with pytest.raises(kind, match=said):
        damage(f"DO $$ BEGIN RAISE EXCEPTION 'raised' USING ERRCODE = '{sqlstate}'; END $$")
    assert warm.put([note("m")])[0].seq == 1


# -- a server of its own, which dies


@pytest.fixture
def server():
    try:
        with servers.postgres_server("-c", "max_connections=20") as started:
            yield started
    except servers.Missing as missing:
        pytest.skip(f"{missing}: the other tests of this file run against the server that is named")


def test_a_server_that_is_down_slow_or_read_only(server, note):
    """One server for all of it: starting one takes longer than the test."""
    with closing(Warm(server.url, timeout=0.5)) as warm:
        warm.put([note("m", "zebra")])
        with warm._db.reading() as c:
            (pid,) = c.execute("SELECT pg_backend_pid()").fetchone()
        os.kill(pid, signal.SIGSTOP)  # the server's process for this connection
        with pytest.raises(StoreError, match="gave no answer within the timeout"):
            warm.put([note("n")])
        os.kill(pid, signal.SIGCONT)
        assert warm.get("ann", "m").text == "zebra" and warm.count("ann") == 1
        warm._db._pool().drop()
        with server.paused(), pytest.raises(StoreError, match="cannot be reached"):
            warm.get("ann", "m")
        assert warm.get("ann", "m").text == "zebra"
        server.stop(signal.SIGINT)
        with pytest.raises(StoreError, match=r"cannot be reached: start the server|connection was lost"):
            warm.put([note("n")])
        server.start()
        assert warm.put([note("o")])[0].id == "o"
        server.kill()
        server.start()
        assert {m.id for m in warm.rows("ann")} >= {"m"} and warm.check() == []
        with psycopg.connect(server.url, autocommit=True) as c:
            c.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            c.execute("SELECT pg_reload_conf()")
        time.sleep(0.1)
        assert warm.put([note("p")])[0].id == "p", "what a transaction asks for goes first"
