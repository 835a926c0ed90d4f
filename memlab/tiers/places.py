"""Places: where the tiers of a store lie, as its arguments say it, and how that is told without passwords."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path
from typing import Any

from memlab import checks
from memlab.tiers.errors import StoreError
from memlab.zset import EmulatedRedis

POSTGRES = ("postgresql://", "postgres://")
_SECRET = re.compile(r"://\S*@")  # to the last @: a password may have one of its own
_SETTINGS = re.compile(r"(://[^\s?]*)\?[^\s:]*")  # `password=` among them


def told(text: str) -> str:
    """A text with URLs in it, as an error may show it: neither names, passwords nor settings.

    >>> told("postgresql://mira:tea@home/db?password=tea: no such host")
    'postgresql://***@home/db: no such host'
    """
    return _SETTINGS.sub(r"\1", _SECRET.sub("://***@", text))


class Places:
    """The places of one store: `warm`, `cold` and `client`; the folder that is made where they need one.

    Without a `path` that folder is a new one, which goes with `close`. With `warm` and `cold` both given
    there is none.
    """

    def __init__(self, path: Any, client: Any, warm: Any, cold: Any) -> None:
        self._made: tempfile.TemporaryDirectory | None = None
        self.path: Path | None = None
        far = _warm(warm), _cold(cold)
        self.warm: str | Path = far[0] or self._folder(path) / "warm.sqlite"
        self.cold: str | Path = far[1] or self._folder(path) / "cold"
        self._own_client = isinstance(client, str)
        self.client = _client(client)

    def _folder(self, path: Any) -> Path:
        if path is None and self._made is None:
            self._made = tempfile.TemporaryDirectory(prefix="memlab-")
        self.path = _directory(self._made.name if self._made else path)
        return self.path

    def close(self) -> None:
        """Let go of what was made here: the connection to Redis, and the folder."""
        if self._own_client:
            self.client.close()
        if self._made:
            self._made.cleanup()


def _client(client: Any) -> Any:
    if client is None:
        return EmulatedRedis()
    if isinstance(client, str):
        from memlab.bank import connect

        return connect(client)
    if isinstance(client, (bytes, int, float, list, tuple, dict, set, os.PathLike)):
        given = f"client: {checks.shown(client)} is {type(client).__name__}"
        raise TypeError(f"{given}, allowed is a Redis client or a URL: pass redis.Redis(...) or 'redis://…'")
    return client


def _warm(warm: Any) -> str | Path | None:
    if warm is None:
        return None
    checks.kind("warm", warm, str, "pass 'sqlite:FILE' or 'postgresql://…'")
    if warm.startswith(POSTGRES):
        return warm
    if warm.startswith("sqlite:") and warm != "sqlite:":
        return Path(warm.removeprefix("sqlite:"))
    allowed = "allowed is 'sqlite:FILE' or 'postgresql://user:password@host/database'"
    raise ValueError(f"warm: {checks.shown(told(warm))}, {allowed}: write it so, or leave it out for a file")


def _cold(cold: Any) -> str | None:
    if cold is None:
        return None
    checks.kind("cold", cold, str, "pass a URL such as 's3://bucket/folder', or leave it out")
    if re.match(r"[a-z][a-z0-9+.-]*://.", cold):
        return cold
    allowed = "allowed is a URL such as 's3://bucket/folder', 'memory://name' or 'file:///folder'"
    raise ValueError(
        f"cold: {checks.shown(told(cold))}, {allowed}: write it so, or leave it out for a folder"
    )


def _directory(path: Any) -> Path:
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise StoreError(
            f"path: {folder}: {problem.strerror}: name a directory that can be written"
        ) from None
    return folder
