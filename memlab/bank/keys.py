"""The one place where a Redis key is made."""

from __future__ import annotations

from memlab import checks

TABLES = ("items", "archive", "hot", "pinned", "protected", "expiry")  # two hashes, four sorted sets
NAMES = ("meta", *TABLES, "log", "done")  # all keys of a tenant
_ESCAPES = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%:{}"})


def key(tenant: str, name: str) -> str:
    """The key of a tenant's `name`: separators escaped, so that no tenant's key is a part of another's.

    The braces are a hash tag: a cluster keeps all keys of a tenant in one slot, as a transaction needs.

    >>> key("a:b", "hot"), key("北京", "hot")
    ('memlab:{a%3Ab}:hot', 'memlab:{北京}:hot')
    """
    return f"memlab:{{{checks.text('tenant', tenant, empty=False).translate(_ESCAPES)}}}:{name}"


def keys(tenant: str) -> dict[str, str]:
    """Name → key, of all that a tenant may have: the server can hold no other of its keys.

    >>> list(keys("u1").values())[-1], len(keys("u1"))
    ('memlab:{u1}:done', 9)
    """
    return {name: key(tenant, name) for name in NAMES}
