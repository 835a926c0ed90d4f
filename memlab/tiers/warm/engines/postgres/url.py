"""URLs: where a database is, in which schema, and how messages name it: without its password."""

from __future__ import annotations

import re
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from psycopg import Error
from psycopg.conninfo import conninfo_to_dict

from memlab import checks

SCHEMA = "memlab"
_NAME = re.compile(r"(?!pg_)[a-z_][a-z0-9_]{0,62}", re.ASCII)
_READS = re.compile(r"[0-9,]*(/[^/@]*)?")
_SECRET = ("password", "sslpassword")


class Place(NamedTuple):
    """What psycopg connects to, the schema, the place's name in messages, and what is never told."""

    given: dict[str, Any]
    schema: str
    shown: str
    secrets: tuple[str, ...]


def place(url: str) -> Place:
    """The place of a URL; ValueError, which tells nothing of its password, if it does not read.

    >>> place("postgres://ann:secret@db.example/app?schema=lab")[1:3]
    ('lab', 'postgresql://ann@db.example/app?schema=lab')
    >>> place("postgresql:///app?host=/run/postgresql").given
    {'dbname': 'app', 'host': '/run/postgresql'}
    """
    try:
        parts = urlsplit(checks.text("where", url))
        query = parse_qsl(parts.query, keep_blank_values=True)
        rest = [(name, value) for name, value in query if name != "schema"]
        address = f"postgresql://{parts.netloc}{parts.path}?{urlencode(rest, quote_via=quote)}"
        given = conninfo_to_dict(address)
        if not _READS.fullmatch(f"{given.get('port', '')}{parts.path}") or "@" in f"{given.get('host')}":
            raise ValueError  # a password with a /, # or @ in it: what follows would be told as the place
    except (Error, ValueError):
        mend = "write a %-escape (%40 for @) for what its user or password has besides letters and digits"
        raise ValueError(f"where: this postgresql:// URL does not read: {mend}") from None
    schema = dict(query).get("schema", SCHEMA)
    if not _NAME.fullmatch(schema):
        allowed = "small letters, digits and _, at most 63, not pg_…: choose another one"
        raise ValueError(f"schema: {checks.shown(schema)} is not allowed, allowed are {allowed}")
    secrets = tuple(str(given[name]) for name in _SECRET if given.get(name))
    return Place(given, schema, _shown(given, schema), secrets)


def _shown(given: dict[str, Any], schema: str) -> str:
    user = f"{given['user']}@" if "user" in given else ""
    port = f":{given['port']}" if "port" in given else ""
    return f"postgresql://{user}{given.get('host', '')}{port}/{given.get('dbname', '')}?schema={schema}"
