"""What is read from an export of each kind: who said what along the branch that was kept."""

from __future__ import annotations

import json

import pytest

from memlab.chats import FORMATS, read_chats
from memlab.chats.conversation import Message


def told(chat) -> list[str]:
    """One line a message: role, tool, * if hidden, text."""
    return [f"{m.role}{m.tool and '/' + m.tool}{'*' * m.hidden}: {m.text}" for m in chat.messages]


def one(source, **options):
    (chat,) = read_chats(source, **options)
    return chat


@pytest.fixture
def export(data):
    return lambda name: read_chats(data / "chats" / name)


def test_chatgpt_keeps_the_branch_that_was_shown_and_marks_what_was_not(export):
    cake, *_ = chats = list(export("chatgpt_conversations.json"))
    assert [chat.title for chat in chats] == ["Allergy and a birthday cake", "搬家清单", "New chat"]
    assert told(cake) == [
        "system*: The user provided the following information about themselves: I am a nurse and work at"
        " night.\n"
        "The user provided the additional info about how they would like you to respond: Answer briefly.",
        "user: I am allergic to hazelnuts. Can you plan a birthday cake for Saturday?",
        "assistant*: Looking for a cake without nuts\nThe user must not eat hazelnuts, so no praline.",
        "assistant*: Thought for 4 seconds",
        "assistant: A lemon cake without any nuts: 200 g of flour, 3 eggs, 2 lemons.",
        "user: [image]\nDoes my tin fit?",
        "assistant/python*: import math\nprint(round(math.pi * 12**2 * 6))",
        "tool/python*: 2714",
        'assistant/web.search*: {"query": "springform tin 24 cm volume"}',
        "tool/web.search*: Tins by size\nhttps://tins.example/24cm\nA tin of 24 cm holds 2.7 litres.",
        "assistant: It fits: the tin holds about 2.7 litres.",
        "assistant/bio*: Remember: the user is allergic to hazelnuts.",
        "tool/bio*: Model set context updated.",
    ]
    assert (cake.at, cake.messages[1].at, cake.messages[0].at) == (1735722000.0, 1735722001.5, None)
    assert cake.place == "chatgpt_conversations.json, conversation 1"


def test_chatgpt_reads_older_instructions_edited_questions_and_contents_it_does_not_know(export):
    _, moving, fox = export("chatgpt_conversations.json")
    assert told(moving) == [
        "system*: 我是一名护士，住在杭州。\n\n请用中文回答。",
        "user: 我下个月搬去苏州，帮我列一个清单。",
        "assistant: 好的：一、通知房东；二、联系搬家公司；三、办理居住证。",
        "user: 改成搬去南京，电话是 13800138000。",
        "assistant: 已改为南京。😀",
    ]
    assert told(fox) == [
        "user: Draw a fox.",
        "system*: 1. [2025-01-01]. The user is allergic to hazelnuts.",
        "tool/dalle.text2im*: [image]",
        "user: [audio]\nMake it red.",
        'assistant: {"widget": {"kind": "chart", "label": "Red fox"}}',
        "tool/dalle.text2im*: Error: the image service is busy.\ntool_error",
    ]


def test_an_empty_conversation_is_listed(export):
    chats = export("chatgpt_conversations.json")
    assert len(list(chats)) == 3
    why = "chatgpt_conversations.json, conversation 3: no message with anything said in it"
    assert list(map(str, chats.problems)) == [why]


def test_claude_keeps_attachments_tools_and_the_edited_question(export):
    budget, allergy = export("claude_conversations.json")
    assert told(budget) == [
        "user: The budget of our workshop is 4,000 euros. Here is the plan.",
        "user: [file: plan.txt]\nRoom: 900 euros\nCatering: 1,500 euros",
        "user: [file: room.png]",
        "assistant*: 900 and 1,500 leave 1,600.",
        "assistant: Let me add that up.",
        'assistant/repl*: {"code": "4000-900-1500"}',
        "tool/repl*: 1600",
        "assistant: 1,600 euros are left.",
        "user: The budget is now 4,500 euros.",
        "assistant: Then 2,100 euros are left.",
    ]
    assert told(allergy) == [
        "user: 我对花生过敏，请记住。",
        "assistant: 记住了：不含花生。",
        "user: [file]\n配料：面粉、鸡蛋",
    ]
    assert (allergy.title, allergy.messages[0].at) == ("花生过敏", 1738720801.0)


def test_openai_lists_with_parts_and_tools(export):
    (trains,) = export("openai_messages.json")
    assert told(trains) == [
        "system*: You book trains.",
        "user: A train from Bern to Basel tomorrow at nine, please.\n[image]",
        'assistant/find_trains*: {"from": "Bern", "to": "Basel", "at": "09:00"}',
        'tool/find_trains*: [{"train": "IC 61", "leaves": "09:04"}]',
        "assistant: The IC 61 leaves at 09:04. Shall I book it under order number 4417-A?",
        "user: Yes.",
        "assistant: I cannot pay for you.",
    ]


def test_openai_json_lines_of_chats_requests_and_responses(export):
    chats = export("openai_chats.jsonl")
    order, desk, hello, oslo = map(told, chats)
    assert order == [
        "system*: 你是客服。",
        "user: 我的订单号是 A20250107，什么时候到？",
        "assistant: 预计周四送达。",
    ]
    assert desk == ["user: My desk is 140 cm wide. Which lamp fits?"]
    assert hello == ["user: Hello", "assistant: Hello. How can I help?"]
    assert oslo == [
        "user: What is the weather in Oslo?",
        "assistant*: I need the weather.",
        'assistant/weather*: {"city":"Oslo"}',
        "tool/weather*: -3",
        "assistant: Minus three degrees.",
    ]
    damaged, robot = map(str, chats.problems)
    assert damaged.startswith("openai_chats.jsonl, line 3: damaged at character 43: a string never ends")
    assert (
        robot
        == "openai_chats.jsonl, line 4, message 2: role = 'robot': allowed are user, assistant, system, tool"
    )


@pytest.mark.parametrize("form", ["dumpd", "dicts", "state"])
def test_langchain_in_each_form_that_it_dumps(export, form):
    chats = export(f"langchain_{form}.json")
    (diary,) = chats
    assert told(diary) == [
        "system*: You keep a diary.",
        "user: My cat Miso has an appointment at the vet on 12 June.",
        "assistant: I note it.",
        'assistant/note*: {"text": "vet, 12 June"}',
        "tool/note*: saved",
        "assistant: 好的，已记下：六月十二日看兽医。",
        "user: 改成六月十三日。\n[image]",
        'assistant/note*: {"text": "vet, 13 June"}',
        "tool/note*: saved",
        "assistant: Changed to 13 June.",
        "user: Is 13 June a Friday?",
    ]
    assert (chats.format, chats.problems.total) == ("langchain", 0)


def test_letta_agent_file_in_which_the_agent_speaks_by_a_tool(export):
    chats = export("letta_agent.af")
    (tea,) = chats
    *_, last = lines = told(tea)
    assert lines[1].startswith('system*: {"type": "login"')
    assert lines[2:5] == [
        "user: 我喜欢龙井茶，不喜欢红茶。",
        "assistant: The user likes longjing.",
        'assistant/core_memory_append*: {"label": "human", "content": "likes longjing tea",'
        ' "request_heartbeat": true}',
    ]
    assert lines[6:8] == ["assistant*: Answer in Chinese.", "assistant: 好的，记住了：龙井茶。"]
    assert last.startswith("tool/send_message*") and (chats.format, tea.title) == ("letta", "tea_agent")


def test_letta_messages_come_newest_first(export):
    (parcel,) = export("letta_messages.json")
    assert told(parcel) == [
        "user: Where is my parcel ZX-81?",
        "assistant*: I look the parcel up.",
        'assistant/track*: {"parcel": "ZX-81"}',
        'tool/track*: {"status": "on its way"}',
        "assistant: Your parcel is on its way.",
    ]


def test_a_label_in_a_block_of_code_is_no_label(export):
    (printer,) = export("transcript_en.txt")
    assert [m.role for m in printer.messages] == ["user", "assistant", "user", "assistant"]
    assert "User: spooler\nstatus: idle" in printer.messages[2].text


def test_a_chinese_transcript_in_a_chinese_encoding(export):
    chats = export("transcript_zh.txt")
    (toys,) = chats
    assert toys.messages[2] == Message("user", "她喜欢恐龙，\n不喜欢洋娃娃。", 1740904380.0)
    assert (chats.format, len(toys.messages), chats.problems.total) == ("transcript", 4, 0)


def test_markdown_with_titles_front_matter_and_headings_of_its_own(export):
    garden, slugs = export("markdown_en.md")
    assert (garden.title, garden.at, slugs.title) == ("A garden on the balcony", 1743811200.0, "Slugs")
    assert "## User rights" in garden.messages[1].text and "## 👤 User" in garden.messages[2].text
    assert told(slugs) == ["user: And against slugs?", "assistant: Copper tape."]


def test_markdown_with_bold_labels(export):
    chats = export("markdown_zh.md")
    assert [m.text for chat in chats for m in chat.messages][::3] == [
        "我的驾照考试是五月三日。",
        "好的，五月一日提醒你。",
    ]
    assert chats.format == "markdown"


@pytest.mark.parametrize(
    "text",
    [
        "##### You said:\nhi\n###### ChatGPT said:\nhello",
        "## Prompt:\nhi\n\n## Response:\nhello\n",
        "**You**\n\nhi\n\n**Claude 3.5 Sonnet** · _10:31_\n\nhello",
        "Human: hi\n\nAI: hello",
        "[10:31] Me: hi\n[10:32] GPT-4o: hello",
        "=== Human Message ===\n\nhi\n=== Ai Message ===\n\nhello",
        "Q: hi\nA: hello",
        "👤 User:\nhi\n\n---\n\n🤖 Assistant:\nhello\n\n---\n",
        "用户： hi\r\n助手： hello\r\n",
    ],
)
def test_labels_as_people_and_programs_write_them(text):
    assert told(one(text.encode())) == ["user: hi", "assistant: hello"]


@pytest.mark.parametrize(
    "record",
    [
        {"role": "user", "parts": [{"text": "hi"}]},
        {"from": "human", "value": "hi"},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "user", "message": {"role": "user", "content": "hi"}, "sessionId": "s", "uuid": "u"},
        {"type": "human", "data": {"content": "hi"}},
        {"type": "human", "content": "hi", "additional_kwargs": {}},
        {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "HumanMessage"],
            "kwargs": {"content": "hi"},
        },
        {"sender": "human", "text": "hi", "uuid": "u", "created_at": "2025-01-01T00:00:00Z"},
        {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}},
        {"message_type": "user_message", "content": "hi"},
    ],
)
def test_one_message_of_each_kind_alone_in_a_list_in_lines_and_in_a_field(record):
    answer = {"role": "assistant", "content": "hello"}
    assert told(one([record])) == ["user: hi"]
    assert told(one(json.dumps(record).encode())) == ["user: hi"]
    assert told(one("\n".join(map(json.dumps, [record, record])).encode())) == ["user: hi"] * 2
    assert told(one({"title": "T", "messages": [record, answer]}))[0] == "user: hi"
    assert one({"title": "T", "messages": [record]}).title == "T"


def test_conversations_in_fields_and_lists():
    chat = {"id": "a", "messages": [{"role": "user", "content": "hi"}]}
    other = {**chat, "id": "b"}
    for source in (
        [chat, other],
        {"chats": [chat, other]},
        {"x": chat, "y": other},
        {"data": {"all": [chat, other]}},
    ):
        assert [c.id for c in read_chats(json.dumps(source).encode())] == ["a", "b"]


def test_lines_that_name_their_conversation_make_one_each():
    lines = [{"session_id": s, "role": "user", "content": t} for s, t in [("a", "1"), ("a", "2"), ("b", "3")]]
    chats = read_chats("\n".join(map(json.dumps, lines)).encode())
    assert [(c.id, len(c.messages)) for c in chats] == [("a", 2), ("b", 1)]


def test_messages_as_libraries_hold_them():
    class Model:
        def model_dump(self):
            return {"role": "user", "content": "hi"}

    assert told(one([Model()])) == ["user: hi"]


def test_a_format_that_is_named_is_the_only_one(data):
    file = data / "chats" / "openai_messages.json"
    assert read_chats(file, format="openai").format == "openai"
    with pytest.raises(ValueError, match=r"no chat was found as letta.*Accepted are"):
        read_chats(file, format="letta")
    with pytest.raises(ValueError, match=r"format: 'word', allowed are chatgpt, claude"):
        read_chats(file, format="word")
    assert sorted(FORMATS) == sorted(
        {"chatgpt", "claude", "openai", "transcript", "langchain", "letta", "markdown"}
    )
