"""Exports as other programs and other years write them: what is told beside the messages is read, too."""

from __future__ import annotations

import json
import os
import threading

import pytest

from memlab.chats import UnreadableChats, read_chats
from memlab.chats.readers.clocks import days_first
from memlab.chats.readers.clocks import told as told_time

U, A = {"role": "user", "content": "u"}, {"role": "assistant", "content": "a"}


def told(chat) -> list[str]:
    """One line a message: role, tool, * if hidden, text."""
    return [f"{m.role}{m.tool and '/' + m.tool}{'*' * m.hidden}: {m.text}" for m in chat.messages]


def one(source) -> list[str]:
    (chat,) = read_chats(source if isinstance(source, bytes) else json.dumps(source).encode())
    return told(chat)


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        ({"messages": [U], "system": "be brief"}, ["system*: be brief", "user: u"]),
        (
            {"system": [{"type": "text", "text": "be brief"}], "messages": [U]},
            ["system*: be brief", "user: u"],
        ),
        ({"system": "s", "messages": [{"role": "system", "content": "own"}, U]}, ["system*: own", "user: u"]),
        ({"instructions": "i", "input": "hi", "output": [A]}, ["system*: i", "user: hi", "assistant: a"]),
        ({"prompt": "q", "completion": "w"}, ["user: q", "assistant: w"]),
        ({"prompt": "u", "messages": [U, A]}, ["user: u", "assistant: a"]),
        (
            {"input": "u2", "history": [U, A], "output": "a2"},
            ["user: u", "assistant: a", "user: u2", "assistant: a2"],
        ),
        (
            {
                "systemInstruction": {"parts": [{"text": "s"}]},
                "contents": [{"role": "user", "parts": [{"text": "u"}]}],
            },
            ["system*: s", "user: u"],
        ),
    ],
)
def test_what_is_said_beside_the_messages(record, lines):
    assert one(record) == lines


@pytest.mark.parametrize(
    ("item", "lines"),
    [
        (
            {"type": "web_search_call", "id": "w", "action": {"query": "tea"}},
            ['assistant/web_search_call*: {"query": "tea"}'],
        ),
        (
            {
                "type": "code_interpreter_call",
                "id": "c",
                "code": "1+1",
                "outputs": [{"type": "logs", "logs": "2"}],
            },
            ["assistant/code_interpreter_call*: 1+1", "tool/code_interpreter_call*: [logs]"],
        ),
        ({"from": "function_call", "value": "{}"}, ["assistant/tool*: {}"]),
        (
            {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"x": 1}}}]},
            ['assistant/f*: {"x": 1}'],
        ),
        (
            {"role": "function", "parts": [{"functionResponse": {"name": "f", "response": {"r": 42}}}]},
            ['tool/f*: {"r": 42}'],
        ),
        (
            {"role": "user", "parts": [{"inlineData": {"mimeType": "image/png", "data": "x"}}]},
            ["user: [image]"],
        ),
        ({"role": "user", "content": [{"type": "hologram", "ref": 7}]}, ["user: [hologram]"]),
        ({"role": "user", "content": [{"type": "text", "text": ""}, "hi"]}, ["user: hi"]),
        (
            {
                "role": "user",
                "content": [{"type": "document", "title": "T", "source": {"type": "text", "data": "tea"}}],
            },
            ["user: [file: T]\ntea"],
        ),
        ({"timestamp": "2025-01-01", "payload": {"type": "message", **A}}, ["assistant: a"]),
    ],
)
def test_parts_and_items_of_other_makers(item, lines):
    assert one([U, item])[1:] == lines


def node(name: str, parent: str | None, **message) -> dict:
    return {"id": name, "parent": parent, "children": [], "message": message or None}


def test_of_versions_the_chosen_one_counts_and_an_answer_has_steps():
    def block(text: str) -> dict:
        return {"type": "contentBlock", "content": [{"type": "text", "text": text}]}

    asked = {"type": "singleStep", "role": "user", "content": [{"type": "text", "text": "哪种茶？"}]}
    first = {"type": "multiStep", "role": "assistant", "steps": [block("Oolong.")]}
    again = {"type": "multiStep", "role": "assistant", "steps": [block("Try"), block("龙井。")]}
    messages = [
        {"versions": [asked], "currentlySelected": 0},
        {"versions": [first, again], "currentlySelected": 1},
        {"versions": [first, again], "currentlySelected": 0},
        {"versions": [asked], "currentlySelected": 9},
    ]
    answers = ["assistant: Try\n龙井。", "assistant: Oolong."]
    assert one({"messages": messages}) == ["user: 哪种茶？", *answers, "user: 哪种茶？"]
    assert one({"messages": [{"versions": []}, U]}) == ["user: u"]


def test_a_shared_page_of_chatgpt_lists_nodes_and_files_are_named():
    said = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["q"]}}
    file = {"attachments": [{"name": "plan.pdf", "mime_type": "application/pdf"}, {"mime_type": "image/png"}]}
    answer = {"author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["a"]}}
    page = {"title": "T", "linear_conversation": [node("r", None), node("a", "r", **said, metadata=file)]}
    page["linear_conversation"].append(node("b", "a", **answer))
    assert one(page) == ["user: [file: plan.pdf]\nq", "assistant: a"]


def test_chat_html_holds_the_same_array():
    chat = {"title": "T", "current_node": "a", "mapping": {"r": node("r", None)}}
    said = {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["</b>"]}}
    chat["mapping"]["a"] = node("a", "r", **said)
    page = f"<html><script>var jsonData = {json.dumps([chat])};\nvar assetsJson = {{}};</script></html>"
    assert one(page.encode()) == ["user: </b>"]


def test_deepseek_has_fragments():
    nodes = {"root": node("root", None)}
    parts = [
        ("1", "root", [("REQUEST", "你好")]),
        ("2", "1", [("THINK", "想"), ("SEARCH", "网"), ("RESPONSE", "您好")]),
    ]
    for name, parent, said in parts:
        found = [{"type": kind, "content": text} for kind, text in said]
        nodes[name] = node(name, parent, fragments=found, inserted_at=f"2025-01-01T10:00:0{name}+08:00")
    (chat,) = read_chats(json.dumps([{"id": "x", "title": "T", "mapping": nodes}]).encode())
    assert told(chat) == ["user: 你好", "assistant*: 想", "tool/search*: 网", "assistant: 您好"]
    assert chat.messages[0].at == 1735696801.0


def test_checkpoints_of_one_thread_are_one_conversation():
    said = [{"type": ("human", "ai")[n % 2], "content": str(n)} for n in range(4)]
    states = [{"id": f"c{n}", "values": {"messages": said[:n]}} for n in (1, 2, 3, 4)]
    for source in (states, states[::-1]):
        chats = read_chats(json.dumps(source).encode())
        assert [len(chat.messages) for chat in chats] == [4]
        assert chats.problems.total == 3 and "an earlier state of" in str(next(iter(chats.problems)))
    other = {"id": "o", "values": {"messages": [{"type": "human", "content": "else"}]}}
    assert [c.id for c in read_chats(json.dumps([*states, other]).encode())] == ["c4", "o"]


def test_a_run_of_a_model_has_batches_and_generations():
    run = {
        "inputs": {"messages": [[{"type": "human", "content": "u"}]]},
        "outputs": {"generations": [[{"text": "a", "message": {"type": "ai", "data": {"content": "a"}}}]]},
    }
    assert one(run) == ["user: u", "assistant: a"]


# -- no roles are named

NAMED = {
    "Lin Yue: Hi?\nMira: Yes.\nLin Yue: Thanks.\nMira: Bye.": "uaua",
    "林月：你好\n米拉：在\n林月：谢谢\n米拉：再见": "uaua",
    "[12:03] Alice: hi\n[12:04] Bob: hello\n[12:05] Alice: bye": "uau",
    "Mira: hello\nMe: hi\nMira: bye\nMe: ok": "auau",
    "我：吃了\n妈妈：好\n我：嗯\n妈妈：早点睡": "uaua",
    "<lin> hi\n<mira> hello\n<lin> bye": "uau",
    "**Lin:** hi\n\n**Mira:** hello\n\n**Lin:** bye": "uau",
    "Speaker 1: hi there\nSpeaker 2: hello\nSpeaker 1: so\nSpeaker 2: yes": "uaua",
    "林月 2024-05-01 12:03:11\n你好\n米拉 2024-05-01 12:03:20\n在\n林月 2024-05-01 12:04:00\n谢谢": "uau",
    "Lin  12:03 PM\nhi\nMira  12:04 PM\nhello\nLin  12:05 PM\nbye": "uau",
    "31/12/24, 15:32 - Chats are encrypted.\n31/12/24, 15:32 - Lin: Hi\nyou\n31/12/24, 15:33 - Mira: Yes\n"
    "31/12/24, 15:43 - Lin: <Media omitted>": "suau",
    "\u200e[12/31/24, 3:32:47\u202fPM] Lin Yue: Hi\n[12/31/24, 3:33:14\u202fPM] ~ Mira: \u200eimage omitted\n"
    "[12/31/24, 3:34:00\u202fPM] Lin Yue: ok": "uau",
}


@pytest.mark.parametrize("text", NAMED, ids=lambda text: text[:12])
def test_who_speaks_first_is_the_user(text):
    chats = read_chats(text.encode())
    (chat,) = chats
    assert "".join(m.role[0] for m in chat.messages) == NAMED[text]
    assert "no roles are named" in chats.problems.assumed[0] and chats.problems.total == 0
    assert "Lin" not in chats.problems.assumed[0], "a note names nobody"


def test_lines_of_messengers_have_their_time():
    *_, phone, mac = NAMED
    (chat,), (other,) = read_chats(phone.encode()), read_chats(mac.encode())
    assert chat.messages[1].at == 1735659120.0 and chat.messages[1].text == "Hi\nyou"
    assert other.messages[0].at == 1735659167.0 and other.messages[1].text == "image omitted"


@pytest.mark.parametrize(
    "text",
    [
        "Note: a list\nTodo: milk\nNote: again\nTodo: tea",
        "name: x\nversion: 1\nname: y\nversion: 2",
        "INFO: start\nERROR: x\nINFO: y\nERROR: z",
        "Step 1: mix\nStep 2: bake\nStep 1: mix\nStep 3: eat",
        "From: Lin\nTo: Mira\nFrom: Mira\nTo: Lin",
        "标题：一\n内容：二\n标题：三\n内容：四",
        "Dear Lin: I am well.\nRegards: Mira",
        "Lin: hi\nMira: ho",
    ],
)
def test_lists_and_logs_are_no_chats(text):
    with pytest.raises(UnreadableChats, match=r"whose lines begin with 'User:', 'Assistant:' or names"):
        read_chats(text.encode())


def test_messages_with_names_in_json():
    chats = read_chats([{"speaker": "Mira", "text": "hi"}, {"speaker": "Lin", "text": "ho"}])
    assert [told(chat) for chat in chats] == [["user: hi", "assistant: ho"]] and chats.problems.assumed


def test_of_two_spellings_that_counts_whose_mark_is_the_chats():
    text = "# T\n\n**User:** Lin\n\n## Prompt:\nhi\n\n## Response:\nhello\n"
    assert one(text.encode()) == ["user: hi", "assistant: hello"]


@pytest.mark.parametrize(
    ("time", "day_first", "at"),
    [
        ("1/2/24, 3:04 PM", True, 1706799840.0),
        ("1/2/24, 3:04 PM", False, 1704207840.0),
        ("2024年1月2日 下午3:04", False, 1704207840.0),
        ("2024-01-02 12:04 AM", False, 1704153840.0),
        ("12:04", True, None),
        ("31/31/24, 12:00", True, None),
    ],
)
def test_times_of_messengers(time, day_first, at):
    assert told_time(time, day_first) == at


def test_which_comes_first_is_told_by_the_days_and_by_the_half_of_the_day():
    assert days_first(["1/2/24, 15:00"]) and not days_first(["1/13/24, 15:00"])
    assert days_first(["13/1/24, 3:00 PM"]) and not days_first(["1/2/24, 3:00 PM"])


# -- faults


def test_brackets_without_end_are_given_up_soon():
    for text in ("[" * 3_000_000, '[{"a":' * 500_000):
        with pytest.raises(UnreadableChats, match="nested deeper than 200 levels"):
            read_chats(text.encode())
    chats = read_chats(("[" + "[" * 50_000 + "]" * 50_000 + "," + json.dumps(U) + "]").encode())
    assert [told(chat) for chat in chats] == [["user: u"]] and chats.problems.total == 1


def test_a_stray_byte_does_not_change_the_encoding():
    chats = read_chats("用户：你好\n助手：好\n".encode("gb18030") * 20 + b"\xff\n")
    assert next(iter(chats)).messages[0].text == "你好" and "gb18030" in str(next(iter(chats.problems)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("User: hi\nAI: ho",))
    writer.start()
    chats = read_chats(tmp_path / "pipe")
    writer.join()
    assert [told(chat) for chat in chats] == [["user: hi", "assistant: ho"]] == [told(chat) for chat in chats]


def test_what_is_no_chat_is_told_without_what_it_holds():
    with pytest.raises(UnreadableChats) as caught:
        read_chats(b'[{"note": "my mother is Zofia"}]')
    assert "fields 'note'" in str(caught.value) and "Zofia" not in str(caught.value)
