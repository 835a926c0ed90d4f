"""Whatever is brought: conversations that hold what they promise, the unread listed, or one typed error."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.chats import Conversation, UnreadableChats, read_chats
from memlab.chats.conversation import ROLES
from memlab.chats.mending import mend

NAMES = [
    "chatgpt_conversations.json",
    "claude_conversations.json",
    "langchain_dumpd.json",
    "langchain_dicts.json",
    "letta_agent.af",
    "letta_messages.json",
    "openai_messages.json",
    "openai_chats.jsonl",
    "transcript_zh.txt",
    "markdown_en.md",
]
JUNK = [
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"NaN",
    b"null",
    b"\\",
    b"\\ud800",
    b"1e999",
    b"\xff",
    b"\n",
    b"\0",
]
JUNK += [b'"role"', b"[[[[", b'"messages":', b"```", b"User: ", b"## User\n", b"\xef\xbb\xbf"]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["user", "tool", "text"])
)
FIELDS = (
    "role content type text parts mapping message author current_node parent messages chat_messages sender id"
)
FIELDS += (
    " agents tool_calls function arguments lc kwargs data message_type metadata create_time recipient name"
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(FIELDS.split()), inner, max_size=6)
    ),
    max_leaves=30,
)


def holds(source) -> None:
    """What every reading promises."""
    try:
        chats = read_chats(source)
    except UnreadableChats as error:
        assert "Accepted are" in str(error)
        return
    read = list(chats)
    assert read and read == list(chats), "the same twice"
    for chat in read:
        assert isinstance(chat, Conversation) and chat.messages
        f"{chat.id}{chat.title}{chat.place}".encode()
        for message in chat.messages:
            assert message.role in ROLES and message.text.strip() is not None and message.text
            f"{message.text}{message.tool}".encode()
            assert message.at is None or math.isfinite(message.at)
            assert message.hidden or message.role in ("user", "assistant")
    assert len(chats.problems) <= chats.problems.total
    assert all(str(problem).isprintable() for problem in chats.problems)


@pytest.fixture(scope="module")
def exports(data) -> list[bytes]:
    return [(data / "chats" / name).read_bytes() for name in NAMES]


@given(which=st.integers(0, len(NAMES) - 1), edits=st.data())
def test_an_export_with_holes_and_junk(exports, which, edits):
    content = bytearray(exports[which])
    for _ in range(edits.draw(st.integers(1, 4))):
        at, length = edits.draw(st.integers(0, len(content))), edits.draw(st.sampled_from([0, 0, 1, 5, 400]))
        content[at : at + length] = edits.draw(st.sampled_from(JUNK))
    holds(bytes(content))


@given(VALUES)
def test_any_value(value):
    holds(json.dumps(value).encode())
    if isinstance(value, (list, dict)):
        holds(value)


@given(
    st.lists(VALUES, max_size=3),
    st.sampled_from(["mapping", "chat_messages", "messages", "agents", "conversations"]),
)
def test_any_value_where_messages_are_expected(values, field):
    named = {str(i): v for i, v in enumerate(values)}
    holds(
        [
            {"title": 1, field: values},
            {"current_node": "1", "mapping": named},
            {"mapping": {"1": {"message": named}}},
        ]
    )


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
)
def test_any_bytes(content):
    holds(content)


@given(VALUES)
def test_sound_json_is_mended_to_itself(value):
    text = json.dumps(value)
    assert json.dumps(mend(text, 0).value) == text


@given(VALUES, st.integers(0, 500))
def test_what_was_closed_before_a_cut_is_kept(value, cut):
    text = json.dumps([value, value])
    mended = mend(text[: len(json.dumps(value)) + 2 + cut], 0)
    assert json.dumps(mended.value[0]) == json.dumps(value)
