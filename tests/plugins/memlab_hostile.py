"""What hostile input looks like: odd values for every field of a document, odd texts, and odd bytes.

MEMLAB_FUZZ=20 makes twenty times as many examples, for long runs.
"""

from __future__ import annotations

import contextlib
import copy
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

FUZZ = int(os.environ.get("MEMLAB_FUZZ", "1"))
TEXTS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\ufeff",
    "\u202eevil\u2066",
    "\x1b[31mred\x1b]0;title\x07",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)>",
    "]]>",
    "&#x0;&lt;",
    "-->",
    "</style></title></pre><b>",
    "javascript:alert(1)",
    "../../etc/passwd",
    "C:\\..\\x",
    "{}",
    "%s%n{0}{x.__class__}",
    "' OR 1=1 --",
    "\r\n\x0b\x0c\x85\u2028",
    "1e400",
    "NaN",
    "9" * 400,
    "花" * 1_000,
    "x" * 5_000,
    "2026-13-45T99:99:99Z",
    "e\u0301" * 40 + "\u200d",
]
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 0.5, -0.0, 1e300, -1e300, 1e-300, 2**53, 2**64, -(2**70), 10**300),
    *(float("nan"), float("inf"), float("-inf"), 253402300800, -62135596801, 1e15, 1e18),
    *TEXTS,
    *([], {}, [[]], [None], [{}], [[[]]], [0, "a", None], {"": ""}, {"a": None}, {"\0": "\ud800"}),
    {"id": "x", "role": "user", "content": "hi"},
    [{"role": "user", "content": [{"type": "text", "text": "hi"}]}] * 2,
]
BYTES = [
    b"",
    b"\0" * 64,
    b"\xff\xfe",
    b"\xfe\xff\0{",
    b"\xef\xbb\xbf" * 3,
    b"\xff\xfe\0\0",
    b"\x1f\x8b",
    b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
    b"PK\x03\x04",
    b"PK\x05\x06" + b"\0" * 18,
    b"PK\x05\x06" + b"\xff" * 18,
    b"\r" * 100,
    b"{" * 3_000,
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'"' * 1_001,
    b"\x80\x81" * 50,
    "我".encode("gbk") * 99,
    b"1e400",
    b"[1e400]",
    b"9" * 10_000,
    b"[" + b"9" * 10_000 + b"]",
    b'{"a":1,"a":2}',
    b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]>",
    b"SQLite format 3\0" + b"\0" * 100,
    "\ud800".encode("utf-8", "surrogatepass"),
    '{"a": "\ud800"}'.encode("utf-8", "surrogatepass"),
    '[{"role": "user", "content": "hi"}]'.encode("utf-16"),
    '[{"role": "user", "content": "hi"}]'.encode("utf-32"),
]


def places(document: Any, path: tuple = ()) -> Iterator[tuple]:
    """The path to every node of a document: keys and positions."""
    yield path
    inside = document.items() if isinstance(document, dict) else ()
    inside = enumerate(document) if isinstance(document, list) else inside
    for key, value in inside:
        yield from places(value, (*path, key))


def replaced(document: Any, path: tuple, value: Any) -> Any:
    """A copy with another value at the path."""
    if not path:
        return value
    made = copy.deepcopy(document)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return made


def removed(document: Any, path: tuple) -> Any:
    """A copy without the node at the path."""
    made = copy.deepcopy(document)
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return made


def mutations(document: Any, most: int, seed: int = 7316) -> Iterator[Any]:
    """The document with one node made odd, left out or doubled: `most` of all such, drawn at random."""
    spots = list(places(document))
    drawn = random.Random(seed)
    for _ in range(most):
        path = drawn.choice(spots)
        if path and drawn.random() < 0.15:
            yield removed(document, path)
        else:
            yield replaced(document, path, drawn.choice(VALUES))


def damaged(content: bytes, most: int, seed: int = 7316) -> Iterator[bytes]:
    """The bytes cut, with bytes changed, doubled, or with odd ones in between."""
    drawn = random.Random(seed)
    for _ in range(most):
        at = drawn.randrange(len(content) + 1)
        odd = drawn.choice([*BYTES, bytes([drawn.randrange(256)])])[:2_000]
        yield drawn.choice(
            [content[:at], content[:at] + odd + content[at:], content[:at] + odd + content[at + 1 :]]
        )


def alone(
    code: str, *arguments: str, gigabytes: float = 1.5, seconds: int = 60
) -> subprocess.CompletedProcess:
    """Python code in a process of its own that may take only so much memory and processor time."""

    import resource  # not everywhere, and asked for here alone

    def limit() -> None:
        most = int(gigabytes * 2**30)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, preexec_fn=limit, timeout=10 * seconds
    )


@contextlib.contextmanager
def only(*allowed: type[BaseException]) -> Iterator[None]:
    """No exception but these, and each with words in it; RecursionError is never among them."""
    try:
        yield
    except allowed as error:
        assert str(error).strip(), f"{type(error).__name__} says nothing"
        assert not isinstance(error, (UnicodeError, RecursionError, KeyError)), f"bare {error!r}"
