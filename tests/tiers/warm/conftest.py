"""A warm tier in a folder of its own, with a clock that stands still, and memories to put into it."""

from __future__ import annotations

import pytest

from memlab.tiers.analysis import tokens_of
from memlab.tiers.memory import Memory
from memlab.tiers.warm import Warm


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def engine(request):
    """What the tier runs on. A module of tests for one of them has a fixture of this name."""
    return request.param


@pytest.fixture(scope="session")
def fresh(engine, request, tmp_path_factory):
    """`fresh()`: a place where there is nothing yet, a path or a URL."""
    if engine == "postgresql":
        return request.getfixturevalue("emptied_schema")
    return lambda: tmp_path_factory.mktemp("warm") / "warm.sqlite"


@pytest.fixture
def place(fresh):
    """Where the tier of a test is."""
    return fresh()


@pytest.fixture
def open_warm(place):
    """Opens the tier, again and again if need be; all are closed at the end."""
    opened = []

    def open_warm(where=place, **options) -> Warm:
        opened.append(Warm(where, **{"clock": lambda: 1000.0, **options}))
        return opened[-1]

    yield open_warm
    for each in opened:
        each.close()


@pytest.fixture
def warm(open_warm):
    return open_warm()


@pytest.fixture
def note():
    """A memory of ann's."""

    def note(id: str, text: str = "Tea is green.", **fields) -> Memory:
        return Memory(**{"tenant": "ann", "id": id, "text": text, **fields})

    return note


@pytest.fixture
def turn(note):
    """A turn of a session of ann's."""

    def turn(place: int, text: str, **fields) -> Memory:
        fields = {"kind": "turn", "session": "s", "place": place, "at": float(place), **fields}
        return note(fields.pop("id", f"t{place}"), text, **fields)

    return turn


@pytest.fixture
def found(warm):
    """The ids that a search by the words of a text finds, best first."""

    def found(text: str, tenant: str = "ann", **filters) -> list[str]:
        rows = warm.search_words(tenant, tokens_of(text), **filters)
        memories = warm.load(tenant, rows)
        return [memories[row].id for row in rows]

    return found


@pytest.fixture
def damage(warm):
    """Changes what is stored, behind the tier's back."""

    def damage(sql: str, *values) -> None:
        with warm._db.writing([]) as c:
            c.execute(sql, values)

    return damage


@pytest.fixture
def spoil(warm, engine):
    """Changes the bytes of a body, behind the tier's back."""

    def spoil(id, change, column="body", table="memories", key="id") -> None:
        as_text = "CAST(? AS TEXT)" if engine == "sqlite" else "?"
        with warm._db.writing([]) as c:
            (num,) = c.execute(f"SELECT {column} FROM {table} WHERE {key} = ?", (id,)).fetchone()
            (body,) = c.execute("SELECT CAST(body AS BLOB) FROM bodies WHERE num = ?", (num,)).fetchone()
            c.execute(f"UPDATE bodies SET body = {as_text} WHERE num = ?", (change(body), num))

    return spoil


@pytest.fixture
def stored(place):
    """Which of some words are anywhere in the files of the database, or in the rows of its tables."""

    def stored(*words: str) -> list[str]:
        data = in_tables(place) if isinstance(place, str) else in_files(place)
        return [word for word in words if word.encode() in data]

    return stored


def in_files(path) -> bytes:
    """The bytes of a SQLite database and of its log."""
    files = [path, *(path.with_name(path.name + suffix) for suffix in ("-wal", "-shm"))]
    return b"".join(file.read_bytes() for file in files if file.exists())


def in_tables(url: str) -> bytes:
    """All rows of a schema, as bytes."""
    import psycopg

    address, _, schema = url.rpartition("schema=")
    with psycopg.connect(address.rstrip("?&")) as c:
        sql = "SELECT tablename FROM pg_tables WHERE schemaname = %s"
        tables = [name for (name,) in c.execute(sql, (schema,))]
        rows = [row for name in tables for row in c.execute(f"SELECT * FROM {schema}.{name}")]
    values = [value for row in rows for value in row]
    return b"\n".join(value if isinstance(value, bytes) else str(value).encode() for value in values)
