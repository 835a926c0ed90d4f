"""Codes: what stands for a word in the index, so that the index itself holds no word that could stay behind.

FTS5 keeps deleted words in its segments until they are merged, which for a large index takes long, and
PostgreSQL until it vacuums. A code is keyed by the database's salt and by the tenant: the lists of two
tenants never share a word.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

_BYTES = 7  # that any two of a million words of a tenant share a code has a chance of one in 144,000
REMEMBERED = 100_000


class Codes:
    """The codes of one database."""

    def __init__(self, salt: bytes) -> None:
        self._salt = salt
        self.of = lru_cache(REMEMBERED)(self._of)

    def _of(self, tenant: int, token: str) -> str:
        """The code of a word of a tenant: letters and digits that FTS5 takes for one token."""
        return blake2b(f"{tenant} {token}".encode(), key=self._salt, digest_size=_BYTES).hexdigest()
