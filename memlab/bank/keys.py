"""The one place where a Redis key is made."""

from __future__ import annotations

from memlab import checks

_ESCAPES = str.maketrans({mark: f"%{ord(mark):02X}" for mark in "%:{}"})


def key(tenant: str, name: str) -> str:
    """The key of a tenant's `name`: separators escaped, so that no tenant's key is a part of another's.

    The braces are a hash tag: a cluster keeps all keys of a tenant in one slot, as a transaction needs.

    >>> key("a:b", "hot"), key("北京", "hot")
    ('memlab:{a%3Ab}:hot', 'memlab:{北京}:hot')
    """
    return f"memlab:{{{checks.text('tenant', tenant, empty=False).translate(_ESCAPES)}}}:{name}"
