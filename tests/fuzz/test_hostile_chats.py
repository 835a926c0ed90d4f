"""Hostile chats: whatever stands in an export, it is read, or told in a typed error.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from memlab_attacks import steep
from memlab_hostile import BYTES, FUZZ, TEXTS, alone, damaged, mutations, only

from memlab.chats import UnreadableChats, files, inspect_chats, read_chats
from memlab.chats.privacy import mask
from memlab.chats.readers.labels import marked, plain

GOOD = '{"role": "user", "content": "hi"}'
TREE = [
    {
        "title": "tea",
        "id": "c1",
        "create_time": 1.7e9,
        "current_node": "b",
        "mapping": {
            "r": {"id": "r", "parent": None, "children": ["a"], "message": None},
            "a": {
                "id": "a",
                "parent": "r",
                "children": ["b"],
                "message": {
                    "author": {"role": "user", "name": None, "metadata": {}},
                    "create_time": 1.7e9,
                    "content": {"content_type": "text", "parts": ["I live in Riga."]},
                    "metadata": {"attachments": [{"name": "x.pdf"}]},
                },
            },
            "b": {
                "id": "b",
                "parent": "a",
                "children": [],
                "message": {
                    "author": {"role": "assistant"},
                    "content": {"content_type": "code", "text": "1"},
                    "recipient": "python",
                },
            },
        },
    }
]
EXPORTS = {
    "chatgpt": TREE,
    "anthropic": [
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "t", "name": "f", "input": {"x": 1}}],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t", "content": [{"text": "3"}]}],
        },
    ],
    "versions": [{"messages": [{"currentlySelected": 0, "versions": [{"role": "user", "content": "hi"}]}]}],
    "responses": [
        {"type": "function_call", "call_id": "1", "name": "f", "arguments": '{"a": 1}'},
        {"type": "function_call_output", "call_id": "1", "output": "3"},
        {"type": "reasoning", "summary": [{"text": "so"}]},
    ],
}
FILES = [
    "chatgpt_conversations.json",
    "claude_conversations.json",
    "langchain_dicts.json",
    "langchain_dumpd.json",
    "langchain_state.json",
    "letta_agent.af",
    "letta_messages.json",
    "openai_messages.json",
]


def read(source, **options):
    """All of it, as a user would have it."""
    with only(UnreadableChats):
        chats = read_chats(source, **options)
        return [message.text for chat in chats for message in chat.messages], list(map(str, chats.problems))


@pytest.mark.parametrize("name", FILES)
def test_one_odd_node_in_an_export_is_no_crash(data, name):
    document = json.loads((data / "chats" / name).read_text(encoding="utf-8"))
    for odd in mutations(document, 120 * FUZZ):
        read(json.dumps(odd).encode())


@pytest.mark.parametrize("name", EXPORTS)
def test_one_odd_node_in_a_small_export_is_no_crash(name):
    for odd in mutations(EXPORTS[name], 400 * FUZZ):
        read(json.dumps(odd).encode())
        if isinstance(odd, (list, dict)):
            read(odd)


@pytest.mark.parametrize("name", [*FILES, "openai_chats.jsonl", "markdown_en.md", "transcript_zh.txt"])
def test_damaged_bytes_are_no_crash(data, name):
    for odd in damaged((data / "chats" / name).read_bytes(), 30 * FUZZ):
        read(odd)


def test_odd_bytes_and_texts_are_no_crash():
    for odd in BYTES:
        read(odd)
    for text in TEXTS:
        read(f"User: {text}\nAssistant: {text}\nUser: ok".encode("utf-8", "surrogatepass"))
        read(f"## User\n{text}\n## Assistant\n{text}\n".encode("utf-8", "surrogatepass"))
        read([{"role": "user", "content": text}, {"role": text, "content": text}])


def test_what_is_inspected_is_told_without_a_crash():
    for odd in mutations(TREE, 12 * FUZZ, seed=1):
        with only(UnreadableChats):
            chats = read_chats(json.dumps(odd).encode())
            report = inspect_chats(chats, progress=False)
            assert all(c.isprintable() or c == "\n" for c in str(report)), "nothing that a terminal obeys"


GROWING = {
    "records": lambda n: "{}," * n,
    "records with a bracket too few": lambda n: f"[{GOOD}" + (',{"role":"user","content":["x"},' + GOOD) * n,
    "records that never end": lambda n: f"[{GOOD}" + (',{"role":"user","content":["x"' + GOOD) * n,
    "letters behind records": lambda n: f"[{GOOD}" + ',{"role":"user"}x' * n,
    "wrong escapes": lambda n: f"[{GOOD}" + ',"\\' * n,
    "brackets": lambda n: "[" * n,
    "objects": lambda n: '{"a":' * n,
    "closing brackets": lambda n: f"[{GOOD}" + "}]" * n,
    "torn lines": lambda n: (GOOD + "\n" + '{"role": "us\n') * n,
    "one line": lambda n: "[" + GOOD + ("," + GOOD) * n + "]",
    "fences": lambda n: "User: hi\nAssistant: x\n" + "```\nUser: a\n" * n,
    "rules": lambda n: "## User\nhi\n## Assistant\nx\n" + "---\n## User\n" * n,
    "blank lines": lambda n: "User: hi\nAssistant: x\n" + "\n" * n,
    "times": lambda n: "[10:31] Ann: hi\n[10:32] Bob: x\n" * n,
    "names": lambda n: "".join(f"Ann{k}: hi\nBob{k}: x\n" * 2 for k in range(n)),
    "script": lambda n: "<jsonData = [" + '{"a":' * n,
    "nodes that are nobody's": lambda n: json.dumps(
        [{"title": "t", "mapping": {f"n{k}": {"parent": f"n{k - 1}", "message": None} for k in range(n)}}]
    ),
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_as_much_takes_about_four_times_as_long(name):
    make = GROWING[name]
    assert not steep(lambda n: make(n).encode(), read, 1_000, floor=0.03)


@pytest.mark.parametrize(
    "line", ["User {}!", "**User {}!", "## User {}!", "[2024-01{}", "User{}:", "**User{}x"]
)
@pytest.mark.parametrize("unit", ["1", " ", "o", "o1", "(a) ", "v1.", "_", "-", "pro"])
def test_a_line_that_is_nearly_a_label_takes_no_time(line, unit):
    text = line.format(unit * (290 // len(unit)))
    assert not steep(lambda n: text, lambda t: [label(t) for label in (plain, marked)], 1, floor=0.1)


MASKED = {
    "keys that never end": "-----BEGIN RSA PRIVATE KEY-----\n",
    "spaces behind a label": "订单号" + " " * 2_000,
    "spaces behind labels": "order number   ",
    "labels": "订单号是",
    "secrets": "my password ",
    "addresses": "a.b@c.d.",
    "places": "朝阳区建国路",
    "roads": "1 Main Main Main ",
    "hex": "ab:",
    "digits": "1",
    "groups": "1234-",
    "links": "a://b/a1/",
    "cookies": "Cookie: a=",
    "letters": "aA1",
}


@pytest.mark.parametrize("name", MASKED)
def test_masking_grows_as_the_text_does(name):
    assert not steep(lambda n: (MASKED[name] * n)[:n], mask, 4_000, floor=0.03)


def test_a_key_without_an_end_hides_the_next_one_too():
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n"
    assert mask(f"a {key}b {key}c") == "a [secret][secret]"
    assert mask("订单号    20240501-7316 好") == "订单号    [number] 好"


def test_packed_files_that_grow_without_measure_stop(monkeypatch):
    monkeypatch.setattr(files, "LEAST_BOMB", 1 << 22)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("conversations.json", b"[" + b" " * (5 << 20) + b"]")
        archive.writestr("../../evil.json", "[" + GOOD + "]")
        archive.writestr("/etc/cron.json", "[" + GOOD + "]")
        archive.writestr("a\x1b[31m\n.json", "[" + GOOD + "]")
    texts, problems = read(packed.getvalue())
    assert texts == ["hi"] * 3
    assert any("it unpacks to more than" in problem for problem in problems)
    assert all(problem.isprintable() for problem in problems)


def test_a_long_line_is_read_in_bounded_memory():
    code = (
        "from memlab.chats import read_chats\n"
        'said = b\'{"role": "user", "content": "%s"}\' % (b\'x\' * 990)\n'
        "one = b'[' + b','.join([said] * 15_000) + b']'\n"
        "print(sum(1 for chat in read_chats(one) for m in chat.messages))\n"
        "two = b'User: ' + b'x' * 36_000_000 + b'\\nAssistant: y'\n"
        "print(sum(len(m.text) for chat in read_chats(two) for m in chat.messages))"
    )
    done = alone(code, gigabytes=1.2)
    messages, characters = map(int, done.stdout.split())
    assert done.stderr == b"" and messages == 15_000 and abs(characters - 36_000_000) < 9
