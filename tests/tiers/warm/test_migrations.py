"""A file of every age gets the newest schema, in one transaction or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from memlab.tiers.warm.engines.sqlite import schema


@pytest.fixture
def path(tmp_path):
    return tmp_path / "warm.sqlite"


@pytest.fixture
def place(path):
    return path


def second(c):
    """A step to a schema that there may be one day."""
    c.execute("ALTER TABLE memories ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")


def third(c):
    c.execute("CREATE TABLE more(x)")
    c.execute("UPDATE memories SET mood = 'glad' WHERE id = 'm'")


@pytest.fixture
def old(open_warm, note):
    """A database of version 1 with a memory in it."""
    warm = open_warm()
    warm.put([note("m", "zebra")])
    warm.close()


@pytest.fixture
def version(path):
    import sqlite3

    def version() -> tuple[int, list[str]]:
        c = sqlite3.connect(path)
        found = c.execute("PRAGMA user_version").fetchone()[0]
        columns = [row[1] for row in c.execute("PRAGMA table_info(memories)")]
        c.close()
        return found, columns

    return version


def test_all_missing_steps_are_made_in_order(old, open_warm, monkeypatch, version):
    assert version()[0] == 1 and "mood" not in version()[1]
    monkeypatch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, second, third))
    warm = open_warm()
    assert version() == (3, [*version()[1][:-1], "mood"])
    with warm._db.reading() as c:
        assert c.execute("SELECT mood FROM memories").fetchall() == [("glad",)]
    assert warm.get("ann", "m").text == "zebra"
    assert warm.load("ann", warm.search_words("ann", ["zebra"]))[1].id == "m"


def test_a_step_that_fails_undoes_those_before_it(old, open_warm, monkeypatch, version):
    before = version()

    def failing(c):
        raise RuntimeError("no")

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, second, failing))
        with pytest.raises(RuntimeError):
            open_warm()
    assert version() == before and open_warm().get("ann", "m").text == "zebra"


KILLED = """
import os, signal, sys
sys.path.insert(0, sys.argv[2])
from memlab.tiers.warm import Warm
from memlab.tiers.warm.engines.sqlite import schema

def second(c):
    c.execute("ALTER TABLE memories ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'")
    c.execute("PRAGMA user_version = 2")
    c.execute("DELETE FROM memories")
    os.kill(os.getpid(), signal.SIGKILL)

schema.MIGRATIONS = (*schema.MIGRATIONS, second)
Warm(sys.argv[1])
"""


def test_killed_in_the_middle_it_is_what_it_was(old, open_warm, path, repo, version):
    before = version()
    done = subprocess.run([sys.executable, "-c", KILLED, os.fspath(path), os.fspath(repo)])
    assert done.returncode == -signal.SIGKILL
    assert version() == before
    warm = open_warm()
    assert warm.get("ann", "m").text == "zebra" and warm.check() == []
