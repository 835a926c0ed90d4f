"""Memory does not grow with the file: one conversation is held at a time."""

from __future__ import annotations

import json
import tracemalloc

import pytest

from memlab.chats import read_chats
from memlab.chats.window import PIECE

SAID = "我在杭州。 I live near the lake. " * 100


def chatgpt(number: int) -> str:
    nodes = {
        f"{number}-{i}": {
            "parent": f"{number}-{i - 1}" if i else None,
            "message": {
                "author": {"role": "user"},
                "content": {"content_type": "text", "parts": [f"{i} {SAID}"]},
            },
        }
        for i in range(20)
    }
    return json.dumps({"title": f"t{number}", "mapping": nodes, "current_node": f"{number}-19"})


def line(number: int) -> str:
    return json.dumps({"messages": [{"role": "user", "content": f"{number} {SAID}"}]}, ensure_ascii=False)


@pytest.fixture(params=["array", "object", "lines"])
def export(request, tmp_path):
    """A file of about 25 MB, most of it on one line, and how many conversations it holds."""
    path, count = tmp_path / "big.json", {"lines": 6000}.get(request.param, 200)
    with open(path, "w", encoding="utf-8") as file:
        if request.param == "lines":
            file.writelines(f"{line(i)}\n" for i in range(count))
        else:
            file.write("[" if request.param == "array" else '{"version": 1, "conversations": [')
            file.writelines(f"{', ' * (i > 0)}{chatgpt(i)}" for i in range(count))
            file.write("]" if request.param == "array" else "]}")
    return path, count


def test_a_big_file_is_read_in_the_memory_of_one_conversation(export):
    path, count = export
    size = path.stat().st_size
    assert size > 20 * PIECE
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_chats(path)) == count
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 16 * PIECE, f"{peak:,} bytes for a file of {size:,}"


def test_a_conversation_that_is_too_long_to_hold_comes_in_parts(monkeypatch):
    monkeypatch.setattr("memlab.chats.records.LARGEST", 20_000)
    monkeypatch.setattr("memlab.chats.readers.labelled.LARGEST", 20_000)
    texts = [f"{i} {SAID}" for i in range(30)]
    listed = json.dumps([{"role": "user", "content": t} for t in texts]).encode()
    written = "".join(f"User: {t}\n" for t in texts).encode()
    for source in (listed, written):
        chats = list(read_chats(source))
        assert len(chats) > 2 and "part 2" in chats[1].title
        assert [m.text.strip() for c in chats for m in c.messages] == [t.strip() for t in texts]
