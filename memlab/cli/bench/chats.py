"""The speed of `memlab.chats`: reading an export and looking through it, against parsing its JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from memlab.chats import inspect_chats, read_chats
from memlab.cli.bench.facts import hearing, utterances
from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import side_by_side, timed

TURNS = 20  # of a conversation


def measurements(quick: bool) -> Iterator[Measurement]:
    """Exports are made before the clock starts and read from memory: no disk takes part."""
    few, many = (10, 100) if quick else (50, 2_000)
    for name, make in {"ChatGPT": _chatgpt, "Claude": _claude}.items():
        content = json.dumps([make(n) for n in range(many)], ensure_ascii=False).encode()
        ours, peer = side_by_side(
            lambda content=content: timed(_read, content),  # type: ignore[misc]
            lambda content=content: timed(json.loads, content),  # type: ignore[misc]
        )
        name = f"reading {name}'s export, {len(content) / 1e6:.1f} MB"
        yield Measurement(name, ours, "json.loads", peer)
    chats = list(read_chats(json.dumps([_claude(n) for n in range(few)]).encode()))
    texts = [message.text for chat in chats for message in chat.messages]
    hearing(texts[:TURNS])()  # which loads the grammars
    ours, peer = side_by_side(lambda: timed(inspect_chats, chats), hearing(texts), repeats=1 if quick else 3)
    yield Measurement(f"inspecting {len(texts):,} messages", ours, "hearing their facts", peer)


def _read(content: bytes) -> None:
    for chat in read_chats(content):
        len(chat.messages)


def _said(number: int) -> Iterator[tuple[str, str]]:
    """(who, what) of a conversation."""
    for n, text in enumerate(utterances(TURNS, seed=number)):
        yield ("user", "assistant")[n % 2], text


def _claude(number: int) -> dict[str, Any]:
    said = [
        {"sender": {"user": "human"}.get(role, role), "text": text, "created_at": "2030-05-01T10:00:00Z"}
        for role, text in _said(number)
    ]
    return {"uuid": f"c{number}", "name": f"Talk {number}", "chat_messages": said}


def _chatgpt(number: int) -> dict[str, Any]:
    """A tree of messages that never branches."""
    nodes: dict[str, Any] = {"root": {"id": "root", "message": None, "parent": None, "children": ["n0"]}}
    for n, (role, text) in enumerate(_said(number)):
        message = {
            "id": f"n{n}",
            "author": {"role": role},
            "content": {"content_type": "text", "parts": [text]},
            "create_time": 1.9e9 + n,
        }
        parent, children = f"n{n - 1}" if n else "root", [f"n{n + 1}"] if n + 1 < TURNS else []
        nodes[f"n{n}"] = {"id": f"n{n}", "message": message, "parent": parent, "children": children}
    last = f"n{TURNS - 1}"
    return {"title": f"Talk {number}", "id": f"c{number}", "mapping": nodes, "current_node": last}
