"""Remote: the file system behind a URL, opened by fsspec, and its failures told."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memlab import checks
from memlab.tiers.errors import StoreError
from memlab.tiers.places import told

_CREDENTIALS = re.compile(r"/*[^/]*:[^/]*@")


def local_folder(where: str | os.PathLike[str]) -> Path | None:
    """The directory that a path or a file:// URL names; None for another URL.

    ValueError for a URL that names another machine, or whose path would be cut off.
    """
    if isinstance(where, str) and where.startswith("file://"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname  # brings along much that nobody else needs

        parts = urlsplit(where)
        if parts.netloc not in ("", "localhost") or parts.query or parts.fragment:
            mend = "write %3F for ? and %23 for #"
            given = checks.shown(told(where))
            raise ValueError(f"cold: {given}, allowed is file:///folder, from the root: {mend}")
        return Path(url2pathname(parts.path))
    return None if isinstance(where, str) and re.match(r"[a-z][a-z0-9+.-]*://", where) else Path(where)


def file_system(url: str, place: str) -> tuple[Any, str]:
    """The file system of a URL and the path in it, with no memory of what was listed before."""
    try:
        import fsspec
    except ModuleNotFoundError:
        raise StoreError(
            f"{place}: the package fsspec is not installed: run  pip install 'memlab[cloud]'"
        ) from None
    try:
        fs, path = fsspec.core.url_to_fs(url, use_listings_cache=False)
        if _CREDENTIALS.match(path):  # taken for a part of the name, and told as such by the server
            mend = "leave it out, and put it where the package of that file system looks for it"
            raise StoreError(f"{place}: it does not take a password from its URL: {mend}")
        return fs, path
    except ImportError as missing:  # its text names the package, such as s3fs
        name = url.partition("://")[0]
        raise StoreError(
            f"{place}: fsspec needs a package for {name}://: {missing}: pip install it"
        ) from None


def must_create(fs: Any, place: str) -> None:
    """StoreError for a file system in which two processes could overwrite each other's objects."""
    from fsspec import AbstractFileSystem
    from fsspec.asyn import AsyncFileSystem

    for name, base in (("_pipe_file", AsyncFileSystem), ("pipe_file", AbstractFileSystem)):
        own = getattr(type(fs), name, None)
        if own not in (None, getattr(base, name, None)) and "mode" in inspect.signature(own).parameters:
            return
    allowed = "allowed is one that can create an object only if it is absent, such as s3, gs or memory"
    raise StoreError(f"{place}: its file system cannot keep two writers apart, {allowed}: choose another")


@contextmanager
def telling(place: str) -> Iterator[None]:
    """What the server or the way to it refuses, as an error that names the URL and the mend."""
    try:
        yield
    except StoreError:
        raise
    except Exception as problem:
        said = told(f"{type(problem).__name__}: {problem}")
        mend = "see that it can be reached and that the credentials may read and write there; then again"
        raise StoreError(f"{place}: {said}; nothing was written: {mend}") from problem
