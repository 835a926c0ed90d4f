"""Where a trace comes from: a file, the bytes of an upload, lines; gzipped or not. What comes out is text."""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memlab import checks
from memlab.replay.access import Problem, TraceError

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")  # a tab is none
UTF16 = (b"\xff\xfe", b"\xfe\xff")
BOMB, LEAST_BOMB = 200, 1 << 30  # a gzip that unpacks to 200 times its size, and to 1 GB
PIECE = 1 << 24  # bytes unpacked at a time


@dataclass(frozen=True)
class Source:
    """The lines of a source. `torn` is the number of a last line that no line break ends, else 0."""

    title: str
    lines: list[str]
    problems: list[Problem]
    torn: int


def opened(source: Any, name: str | None) -> Source:
    """The source as lines of text; TraceError if most of it is none, OSError for an unreadable file."""
    content, title = _content(source)
    content, cut = _unzipped(content, title := name or title)
    if content[:2] in UTF16:
        raise TraceError(f"{title}: this is UTF-16, allowed is UTF-8: save it as UTF-8")
    content = content.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    raw = content.split(b"\n")
    lines, problems = _decoded(raw)
    if problems and 2 * len(problems) > sum(1 for line in raw if line.strip()):
        first = problems[0]
        raise TraceError(f"{title}: line {first.line} {first.why}: {first.text}, allowed is text in UTF-8")
    torn = len(raw) if raw[-1] else 0
    if cut:
        problems.append(Problem(len(raw), "", "the gzip stream ends early: the rest is lost"))
    return Source(title, lines, problems, torn)


def document(source: Source) -> Any:
    """The dict or list that all lines together are as JSON; TraceError if they are none."""
    try:
        content = json.loads("\n".join(source.lines))
    except RecursionError:
        raise TraceError("not JSON: brackets nested too deep: pass the data set's own file") from None
    except ValueError as error:  # also an int of more digits than Python reads
        raise TraceError(f"not JSON: {str(error)[:80]}: pass the data set's own file") from None
    if not isinstance(content, (dict, list)):
        raise TraceError(
            f"{checks.shown(content)} is none, allowed is a dict or a list: pass the data set's own file"
        )
    return content


def loaded(source: Any) -> Any:
    """The JSON document of a path or of bytes; its errors name the file."""
    given = opened(source, None)
    try:
        return document(given)
    except TraceError as error:
        raise TraceError(f"{given.title}: {error}") from None


def _content(source: Any) -> tuple[bytes, str]:
    """All bytes, and what to call them."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), "trace"
    if isinstance(source, (str, os.PathLike)):
        return _read(os.fspath(source)), Path(source).name
    if isinstance(source, Mapping) or not isinstance(source, Iterable):
        what = f"{checks.shown(source)} is {type(source).__name__}"
        raise TypeError(f"source: {what}, allowed is a path, bytes or lines of text: pass one of these")
    lines = list(source)
    for line in lines:
        checks.kind("source, a line", line, str, "pass lines of text, or use Trace.of or Trace.of_keys")
    text = "".join(f"{line.removesuffix(chr(10))}\n" for line in lines)
    return text.encode("utf-8", "surrogatepass"), "trace"


def _read(path: str | bytes) -> bytes:
    shown = path if isinstance(path, str) else os.fsdecode(path)
    no_path = f"source: {checks.shown(shown)} is no path: pass contents as bytes or as lines"
    if "\n" in shown:
        raise TraceError(no_path)
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise OSError(error.errno, f"trace: {error.strerror}, allowed is a file: name one", shown) from None
    except ValueError:  # a NUL, or half a character
        raise TraceError(no_path) from None


def _unzipped(content: bytes, title: str) -> tuple[bytes, bool]:
    """The content, and whether its gzip stream ends early; what is no gzip stays as it is."""
    if content[:2] != b"\x1f\x8b":
        return content, False
    parts, whole, most = [], True, max(BOMB * len(content), LEAST_BOMB)
    while content[:2] == b"\x1f\x8b":  # members may follow one another
        stream = zlib.decompressobj(wbits=31)
        try:
            while content and not stream.eof:
                parts.append(stream.decompress(content, PIECE))
                most -= len(parts[-1])
                if most < 0:
                    raise TraceError(f"{title}: this gzip grows without measure: unpack it if you trust it")
                content = stream.unconsumed_tail
        except zlib.error as error:
            raise TraceError(f"{title}: damaged gzip ({error}): pack it again") from None
        content, whole = stream.unused_data, stream.eof
    return b"".join(parts), not whole


def _decoded(raw: list[bytes]) -> tuple[list[str], list[Problem]]:
    """The lines as text. One that is none is a problem, and blank, so that the others keep their numbers."""
    lines, problems = [], []
    for n, line in enumerate(raw, start=1):
        why = ""
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            why = "is not UTF-8"
        else:
            if not text.isprintable() and CONTROL.search(text):
                why = "holds control characters"
        if why:
            problems.append(Problem(n, checks.shown(line[:80]), why))
        lines.append("" if why else text)
    return lines, problems
