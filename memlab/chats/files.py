"""What can be opened: a file, a zip as it was downloaded, gzip, a folder, an open file, bytes."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import pathlib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import IO, Any

from memlab.chats.fields import name as tidy
from memlab.chats.notes import Problems

SUFFIXES = (".json", ".jsonl", ".ndjson", ".af", ".txt", ".md", ".markdown", ".log", ".gz", ".zip")
UNNAMED = "input"  # in places, for bytes and open files that have no name
SIDE_FILES = (  # what exports carry besides the chats
    "user users user_settings message_feedback model_comparisons shared_conversations export_manifest"
    " manifest projects group_chats shopping sora memories metadata conversation_asset_file_names readme"
    " library_files tasks uploads"
)
BOMB, LEAST_BOMB = 200, 1 << 28  # a file that unpacks to 200 times its size, and to 256 MB
FAULTS = (  # a file that cannot be read on, an archive that is damaged, encrypted or packed in an unknown way
    OSError,
    EOFError,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
    ValueError,
)


Opener = Callable[[], AbstractContextManager[IO[bytes]]]


class Bomb(ValueError):
    """A packed file that grows beyond measure."""


@dataclass(frozen=True)
class Part:
    """One file: its name as places tell it, its size in bytes as it will be counted, how it is opened."""

    name: str
    size: int
    most: int  # bytes after which unpacking it stops; 0: it is not packed
    opener: Opener


@dataclass(frozen=True)
class Reopened:
    """An open file that is read from where it stood, as often as one likes."""

    file: Any
    name: str
    start: int
    size: int

    @contextmanager
    def open(self) -> Iterator[IO[bytes]]:
        """The file, back where it stood."""
        self.file.seek(self.start)
        yield self.file


def settled(source: Any) -> Any:
    """A source that can be read again: an open file's content, or its place, is kept."""
    if isinstance(source, (str, os.PathLike)) and pathlib.Path(source).is_fifo():
        return pathlib.Path(source).read_bytes()  # a pipe gives its content once
    if not hasattr(source, "read"):
        return bytes(source) if isinstance(source, (bytearray, memoryview)) else source
    if isinstance(source, io.TextIOBase) or not (hasattr(source, "seekable") and source.seekable()):
        content = source.read()
        return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else bytes(content)
    name = os.path.basename(source.name) if isinstance(getattr(source, "name", None), str) else UNNAMED
    start = source.tell()
    return Reopened(source, name, start, source.seek(0, os.SEEK_END) - start)


def parts(source: Any, problems: Problems) -> list[Part]:
    """The files in a source that may hold chats, in order of their names; OSError if it cannot be opened."""
    if isinstance(source, bytes):
        return _unpacked(UNNAMED, _in_memory(source), len(source), problems)
    if isinstance(source, Reopened):
        return _unpacked(source.name, source.open, source.size, problems)
    path = pathlib.Path(source)
    if not path.is_dir():
        return _of_file(path, path.name, problems)
    names = [file.relative_to(path) for file in sorted(path.rglob("*")) if file.is_file()]
    wanted = [name for name in names if _wanted(name.as_posix())]
    return [part for name in wanted for part in _of_file(path / name, str(name), problems)]


def _of_file(path: pathlib.Path, name: str, problems: Problems) -> list[Part]:
    return _unpacked(name, lambda: path.open("rb"), path.stat().st_size, problems)


def _in_memory(content: bytes) -> Opener:
    return lambda: io.BytesIO(content)


def _unpacked(name: str, opener: Opener, size: int, problems: Problems) -> list[Part]:
    with opener() as file:
        magic = file.read(4)
        if magic[:2] == b"\x1f\x8b":
            return [Part(name, _size_of_gzip(file, size), _most(size), _gunzip(opener))]
    if magic in (b"PK\x03\x04", b"PK\x05\x06"):
        return _of_zip(name, opener, problems)
    return [Part(name, size, 0, opener)]


def _most(packed: int) -> int:
    return max(BOMB * packed, LEAST_BOMB)


def _size_of_gzip(file: IO[bytes], size: int) -> int:
    """What the last four bytes tell of it: right for one member below 4 GB, else a guess."""
    file.seek(-4, os.SEEK_CUR if size == 4 else os.SEEK_END)
    return max(int.from_bytes(file.read(4), "little"), size)


def _gunzip(opener: Opener) -> Opener:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with opener() as packed, gzip.GzipFile(fileobj=packed, mode="rb") as file:
            yield file  # type: ignore[misc]

    return opened


def _of_zip(name: str, opener: Opener, problems: Problems) -> list[Part]:
    try:
        with opener() as file, zipfile.ZipFile(file) as archive:
            members = [info for info in archive.infolist() if not info.is_dir() and _wanted(info.filename)]
    except FAULTS as error:
        problems.add(tidy(name), f"a zip file that cannot be opened: {tidy(str(error))}: download it again")
        return []
    members.sort(key=lambda info: info.filename)
    return [_member(info, opener) for info in members]


def _member(info: zipfile.ZipInfo, opener: Opener) -> Part:
    @contextmanager
    def opened() -> Iterator[IO[bytes]]:
        with opener() as file, zipfile.ZipFile(file) as archive, archive.open(info) as member:
            yield member

    return Part(tidy(info.filename), info.file_size, _most(info.compress_size), opened)


def _wanted(name: str) -> bool:
    """Whether a file of an export or a folder may hold chats: by its name, which is never used to write."""
    path = pathlib.PurePosixPath(name.replace("\\", "/").lower())
    if any(part.startswith((".", "__macosx")) and part not in (".", "..") for part in path.parts):
        return False
    return path.suffix in SUFFIXES and path.stem not in SIDE_FILES.split()


def pieces(part: Part, told: Callable[[int], None], size: int = 1 << 18) -> Iterator[bytes]:
    """The bytes of a part, piece by piece; `told` hears of each how long it was."""
    read = 0
    with part.opener() as file:
        while piece := file.read(size):
            read += len(piece)
            told(len(piece))
            if part.most and read > part.most:
                raise Bomb(f"it unpacks to more than {part.most:,} bytes: unpack it yourself if you trust it")
            yield piece
