"""Checks of the doctor on what environment variables name: Redis, PostgreSQL, a place for cold files.

The course needs none of them, so each is looked at only where its variable is set. No finding has a password.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memlab.cli.finding import FAIL, OK, WARN, Finding

TIMEOUT = 2  # seconds


def redis_server() -> Iterator[Finding]:
    """A server or a cluster: whether it answers, and whether it takes single keys away when it is full."""
    url = os.environ.get("MEMLAB_REDIS_URL")
    if not url:
        yield Finding(OK, "no Redis server is configured (MEMLAB_REDIS_URL), the emulated one serves")
        return
    import redis

    from memlab.bank import connect

    mend = "start the server, or correct or unset MEMLAB_REDIS_URL"
    try:
        client = connect(url, timeout=TIMEOUT)
        nodes = _nodes(client)
        versions = sorted({node.info("server")["redis_version"] for node in nodes})
        what = "Redis" if client is nodes[0] else f"a Redis cluster of {len(nodes)},"
        yield Finding(OK, f"{what} {', '.join(versions)} answers at MEMLAB_REDIS_URL")
        yield from _policy(nodes)
    except (redis.RedisError, ValueError, OSError) as error:
        yield Finding(FAIL, f"the Redis server of MEMLAB_REDIS_URL: {type(error).__name__}: {error}", mend)


def _nodes(client: Any) -> list[Any]:
    """A client of each node that takes writes; of a single server it itself."""
    if not hasattr(type(client), "get_node_from_key"):
        return [client]
    return [client.get_redis_connection(node) for node in client.get_primaries()]


def _policy(nodes: list[Any]) -> Iterator[Finding]:
    policies = {node.info("memory").get("maxmemory_policy", "noeviction") for node in nodes}
    if policies - {"noeviction"}:
        found = f"its maxmemory-policy is {', '.join(sorted(policies))}: full, it takes single keys away"
        yield Finding(
            WARN, found, "CONFIG SET maxmemory-policy noeviction, or keep nothing but a cache there"
        )


def postgres_server() -> Iterator[Finding]:
    """Whether it answers, its version, and whether its encoding holds every text."""
    url = os.environ.get("MEMLAB_POSTGRES_URL")
    if not url:
        yield Finding(OK, "no PostgreSQL is configured (MEMLAB_POSTGRES_URL), SQLite serves")
        return
    if not importlib.util.find_spec("psycopg"):
        mend = "pip install 'memlab[postgres]'"
        yield Finding(FAIL, "MEMLAB_POSTGRES_URL is set and the package psycopg is not here", mend)
        return
    yield _postgres(url)


def _postgres(url: str) -> Finding:
    import psycopg

    from memlab.tiers.warm.engines.postgres.url import place

    mend = "start the server, or correct or unset MEMLAB_POSTGRES_URL"
    try:
        given = {"connect_timeout": TIMEOUT, **place(url).given}
        with psycopg.connect(**given) as connection:
            version = connection.info.parameter_status("server_version")
            encoding = connection.info.parameter_status("server_encoding")
    except (psycopg.Error, ValueError) as error:
        said = " ".join(str(error).split())
        return Finding(FAIL, f"the PostgreSQL of MEMLAB_POSTGRES_URL: {type(error).__name__}: {said}", mend)
    if encoding != "UTF8":
        mend = "CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and name that"
        return Finding(FAIL, f"the database of MEMLAB_POSTGRES_URL has the encoding {encoding}", mend)
    return Finding(OK, f"PostgreSQL {version} answers at MEMLAB_POSTGRES_URL, in UTF8")


def cold_place() -> Iterator[Finding]:
    """Whether fsspec knows the scheme, with what it needs for it."""
    url = os.environ.get("MEMLAB_COLD_URL")
    if not url:
        yield Finding(
            OK, "no place for cold files is configured (MEMLAB_COLD_URL), the store's folder serves"
        )
        return
    from memlab.tiers.errors import StoreError
    from memlab.tiers.places import told
    from memlab.tiers.remote import file_system, local_folder, must_create

    try:
        if (folder := local_folder(url)) is not None:
            _must_write(folder)
        else:
            must_create(file_system(url, "MEMLAB_COLD_URL")[0], "MEMLAB_COLD_URL")
        yield Finding(OK, f"cold files can go to MEMLAB_COLD_URL ({url.partition('://')[0]}://)")
    except (StoreError, ValueError, OSError) as error:
        mend = "correct or unset MEMLAB_COLD_URL"
        yield Finding(FAIL, f"MEMLAB_COLD_URL: {told(str(error).removeprefix('MEMLAB_COLD_URL: '))}", mend)


def _must_write(folder: Path) -> None:
    """OSError where the folder, or the nearest one above it that is there, takes no files."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if not (there.is_dir() and os.access(there, os.W_OK | os.X_OK)):
        raise OSError(f"{folder} cannot be written, {there} takes no files")


CONFIGURED = (redis_server, postgres_server, cold_place)
