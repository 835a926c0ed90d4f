"""Coverage-guided fuzzing of what reads bytes and texts, by hand: atheris keeps whatever reaches new code.

    pip install atheris  # wheels for Linux and Python 3.10 to 3.13; no part of the test extra
    python tests/fuzz/atheris_targets.py chats -max_total_time=60

The names are those of TARGETS; what stands behind the name goes to libFuzzer (`-help=1` lists it). A target
returns on what is refused by the room's own error, and lets any other error through: that is a finding.
tests/fuzz/test_targets.py gives each a few inputs without atheris.
"""

from __future__ import annotations

import contextlib
import json
import sys
from functools import cache
from typing import Any

COMMANDS = ("zadd", "zrange", "zrangebyscore", "zpopmin", "zscan", "set", "hset", "hscan", "lpush", "lrange")
COMMANDS += ("evalsha", "multi", "exec", "watch", "expire", "scan", "xadd", "client", "zrangestore", "sort")


def text(data: bytes) -> str:
    """Any bytes as a text: what is no UTF-8 becomes halves of characters, which are hostile too."""
    return data.decode("utf-8", "surrogateescape")


def chats(data: bytes) -> None:
    """Exports and transcripts as files come, and the list of what is wrong with them."""
    from memlab.chats import UnreadableChats, read_chats

    with contextlib.suppress(UnreadableChats):
        found = read_chats(data)
        for chat in found:
            assert all(isinstance(message.text, str) for message in chat.messages)
        assert all(str(problem).isprintable() for problem in found.problems)


def masked(data: bytes) -> None:
    """A text without what is private."""
    from memlab.chats.privacy import mask

    assert isinstance(mask(text(data)), str)


def traces(data: bytes) -> None:
    """Access traces in every format, the first byte says which."""
    from memlab.replay import read_trace
    from memlab.replay.access import TraceError

    formats = (None, "keys", "csv", "jsonl", "locomo", "crosswoz")
    with contextlib.suppress(TraceError):
        read_trace(data[1:], format=formats[data[0] % len(formats)] if data else None)


def programs(data: bytes) -> None:
    """Statements in JSON, and the analysis of those that are sound."""
    from memlab.flow import LIVENESS, Program, solve
    from memlab.flow.statement import ProgramError

    with contextlib.suppress(ProgramError):
        rows = parsed(data)
        if rows is not None:
            solve(Program.from_dicts(rows), LIVENESS)


def facts(data: bytes) -> None:
    """What is read out of one utterance."""
    from memlab.facts import FactBook

    FactBook(tenant="t").hear(text(data))


def commands(data: bytes) -> None:
    """Lists of words to the emulated Redis: a line is a command, a tab parts its words."""
    from redis.exceptions import RedisError

    from memlab.zset import EmulatedRedis

    client = EmulatedRedis()
    for line in data.splitlines()[:20]:
        first, *words = line.split(b"\t")
        name = COMMANDS[first[0] % len(COMMANDS)] if len(first) == 1 else text(first)
        with contextlib.suppress(RedisError):
            client.execute_command(name, *words)


def lines(data: bytes) -> None:
    """A line of the journal as it lies there, and with a checksum that fits."""
    from memlab.tiers import journal
    from memlab.tiers.cold import UNREAD

    for line in (data, f'{{"sum":"{journal._digest(data)}",'.encode() + data):
        with contextlib.suppress(*UNREAD):
            journal.read("t", line)


def imports(data: bytes) -> None:
    """Rows of an export that is taken in: whatever is wrong with one stands in its receipt."""
    rows = parsed(data)
    given = rows if isinstance(rows, list) else text(data).splitlines()
    owned = [{**row, "tenant": "t"} if isinstance(row, dict) else row for row in given]
    receipts = store().import_(owned)
    assert len(receipts) == len(owned)


@cache
def store() -> Any:
    """One store in memory for all rows."""
    from memlab.tiers import MemoryStore

    return MemoryStore("t")


def parsed(data: bytes) -> Any:
    """The JSON, None for what is none."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


TARGETS = {
    "chats": chats,
    "masked": masked,
    "traces": traces,
    "programs": programs,
    "facts": facts,
    "commands": commands,
    "lines": lines,
    "imports": imports,
}


def main(words: list[str]) -> None:
    """Fuzz one target until libFuzzer ends or finds something."""
    if len(words) < 2 or words[1] not in TARGETS:
        sys.exit(f"name a target: {', '.join(TARGETS)}")
    import atheris  # type: ignore[import-not-found]

    with atheris.instrument_imports(include=["memlab"]):
        TARGETS[words[1]](b"[]")  # what it imports
    atheris.Setup([words[0], *words[2:]], TARGETS[words[1]])
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
