"""What PostgreSQL refuses, told as what is wrong and how to mend it, never with a password."""

from __future__ import annotations

import psycopg
from psycopg import errors

from memlab.tiers.errors import Corrupt, StoreError, TooLong
from memlab.tiers.warm.engines.postgres.connection import Silent
from memlab.tiers.warm.engines.postgres.url import Place

NOTHING = "nothing was written"
_TOLD: tuple[tuple[type[psycopg.Error] | tuple[type[psycopg.Error], ...], str], ...] = (
    (errors.QueryCanceled, "one statement took the server longer than the timeout: give it more"),
    (
        (errors.DeadlockDetected, errors.SerializationFailure),
        "another program locks the same rows: try again",
    ),
    (errors.DiskFull, "the server's disk is full: make room, then do it again"),
    (errors.ReadOnlySqlTransaction, "the server is read-only: connect to the one that takes writes"),
    (
        errors.InsufficientPrivilege,
        "this user may not do that: GRANT it CREATE on the database, or its schema",
    ),
    (errors.InvalidPassword, "the password is wrong: correct it"),
    (errors.InvalidAuthorizationSpecification, "this user may not connect: check the user and pg_hba.conf"),
    (errors.InvalidCatalogName, "there is no such database: create it, or name another one"),
    (errors.TooManyConnections, "the server has too many connections: close some, or raise max_connections"),
    (errors.CannotConnectNow, "the server is starting or stopping: try again"),
    (errors.UndefinedTable, "its tables were dropped meanwhile: open the store again"),
    (Silent, "the server gave no answer within the timeout: see whether it is up"),
)
_CONNECTING = (
    ("password authentication failed", "the password is wrong: correct it"),
    ("no password supplied", "it asks for a password: put one into the URL, or into ~/.pgpass"),
    ("does not exist", "there is no such database or user: create it, or name another one"),
    ("too many", "the server has too many connections: close some, or raise max_connections"),
    ("starting up", "the server is starting: try again"),
    ("shutting down", "the server is stopping: try again"),
)


def told(error: psycopg.Error, place: Place, timeout: float) -> StoreError:
    """The StoreError for an error of the driver or of the server."""
    if isinstance(error, errors.LockNotAvailable):
        return StoreError(
            f"{place.shown}: locked by another process for over {timeout:g} s: try again later; {NOTHING}"
        )
    if isinstance(error, errors.ProgramLimitExceeded):
        mend = "a name or a text is too long for PostgreSQL (names: 2 kB): shorten it"
        return TooLong(f"{place.shown}: {mend}; {NOTHING}")
    if isinstance(error, (errors.DataCorrupted, errors.IndexCorrupted)):
        mend = "restore it from a backup, or from the cold files by reconcile()"
        return Corrupt(f"{place.shown}: {_said(error, place)}: {mend}")
    return StoreError(f"{place.shown}: {_mend(error, place)}; {NOTHING}")


def _mend(error: psycopg.Error, place: Place) -> str:
    for kinds, mend in _TOLD:
        if isinstance(error, kinds):
            return mend
    said = _said(error, place)
    if isinstance(error, psycopg.OperationalError) and (error.sqlstate or "57P01").startswith("57P"):
        return next((mend for part, mend in _CONNECTING if part in said), _lost(said))
    return said


def _lost(said: str) -> str:
    if any(part in said for part in ("connection failed", "connection is bad", "resolve", "timeout")):
        return f"it cannot be reached: start the server, or correct host and port ({said})"
    return f"the connection was lost: do it again when the server is up ({said})"


def _said(error: psycopg.Error, place: Place) -> str:
    """The first line of what was said, whatever stands in it, without the secrets."""
    said = (str(error).strip() or type(error).__name__).splitlines()[0]
    for secret in place.secrets:
        said = said.replace(secret, "…")
    return said
