"""Damaged files: what is sound is used, what is not is listed with its place."""

from __future__ import annotations

import json

import pytest

from memlab.chats import UnreadableChats, read_chats


def talk(name: str, *texts: str) -> dict:
    said = [{"role": ("user", "assistant")[i % 2], "content": t} for i, t in enumerate(texts)]
    return {"title": name, "id": name, "messages": said}


def read(text: str | bytes) -> tuple[dict[str, list[str]], list[str]]:
    """({title: texts}, problems)."""
    chats = read_chats(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return {c.title: [m.text for m in c.messages] for c in chats}, list(map(str, chats.problems))


THREE = json.dumps([talk("a", "one", "two"), talk("b", "three", "four"), talk("c", "five", "six")])


def test_a_file_cut_anywhere_gives_what_stands_before_the_cut():
    for cut in range(THREE.index('"two"') + 6, len(THREE)):
        chats, problems = read(THREE[:cut])
        assert chats["a"] == ["one", "two"]
        assert ("c" in chats) == (cut > THREE.index('"five"') + 5)
        assert any("the file ends in the middle" in p or "a string never ends" in p for p in problems), cut


def test_a_single_conversation_cut_in_the_middle_gives_its_first_messages():
    text = json.dumps(talk("a", "one", "two", "three"))
    chats, problems = read(text[: text.index('"three"')])
    assert chats == {"a": ["one", "two"]} and problems


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"three"', "three"),  # no quotes
        ('"three"', "NaN NaN"),
        ('"three"', '"three'),  # a quote is missing
        ('"three"', '"th\\xree"'),  # a wrong escape
        ('"content": "three"', '"content" "three"'),
        ('"content": "three"}', '"content": "three"]'),
        ('{"role": "user", "content": "three"}', "}"),
        ('"title": "b"', '"title": b'),
    ],
)
def test_a_fault_in_one_conversation_leaves_the_others_alone(old, new):
    chats, problems = read(THREE.replace(old, new))
    assert chats["a"] == ["one", "two"] and chats["c"] == ["five", "six"]
    assert any("conversation 2" in p or "record 2" in p for p in problems)


def test_what_other_parsers_refuse_is_no_fault():
    text = THREE.replace('"title": "a"', '"score": NaN, "at": -Infinity, "title": "x", "title": "a"')
    assert read(text) == read(THREE)
    assert read(THREE.replace("one", "o\nne"))[0]["a"][0] == "o\nne", "a line break in a string"


def test_halves_of_characters_become_whole_or_are_shown():
    chats, _ = read('[{"role": "user", "content": "\\ud83d\\ude00 \\ud83d"}]')
    assert list(chats.values()) == [["😀 \ufffd"]]


def test_deep_nesting_and_huge_numbers_are_passed_over():
    deep = (
        '{"title": "d", "x": '
        + "[" * 5000
        + "]" * 5000
        + ', "messages": [{"role": "user", "content": "hi"}]}'
    )
    huge = '{"title": "h", "x": ' + "9" * 9000 + ', "messages": [{"role": "user", "content": "hi"}]}'
    chats, problems = read(f"[{deep}, {huge}]")
    assert chats == {"d": ["hi"], "h": ["hi"]}
    assert "nested deeper than 200 levels" in problems[0]


def test_lines_that_are_damaged_are_told_by_their_number():
    lines = [json.dumps(talk(n, "hi")) for n in "abc"]
    chats, problems = read("\n".join([lines[0], "oops", lines[1][:-9], "", lines[2]]))
    assert list(chats) == ["a", "c"] or list(chats) == ["a", "b", "c"]
    assert [p.split(":")[0] for p in problems] == ["input, line 2", "input, line 3"]


def chatgpt(nodes: dict, current) -> bytes:
    said = {"author": {"role": "user"}, "content": {"content_type": "text"}}
    mapping = {
        key: {"id": key, **node, "message": said | {"content": {"content_type": "text", "parts": [key]}}}
        for key, node in nodes.items()
    }
    return json.dumps([{"title": "t", "mapping": mapping, "current_node": current}]).encode()


@pytest.mark.parametrize(
    ("nodes", "current", "texts", "problem"),
    [
        ({"a": {"parent": None}, "b": {"parent": "a"}}, "b", ["a", "b"], ""),
        ({"a": {"parent": None}, "b": {"parent": "a"}}, "gone", ["a", "b"], "the last message 'gone' is not"),
        ({"a": {"parent": None}, "b": {"parent": "a"}}, None, ["a", "b"], ""),
        ({"a": {"parent": None}, "b": {"parent": "a"}}, ["b"], ["a", "b"], "the last message ['b'] is not"),
        ({"a": {"parent": "b"}, "b": {"parent": "a"}}, "b", ["a", "b"], "closes a circle"),
        ({"a": {"parent": "a"}}, "a", ["a"], "closes a circle"),
        ({"a": {"parent": None}, "b": {"parent": "lost"}}, "b", ["b"], "parent = 'lost' is not in the file"),
        ({"a": {"parent": None, "children": ["b"]}, "b": {"parent": "lost"}}, "b", ["a", "b"], ""),
        ({"a": {"parent": None, "children": ["b"]}, "b": {}}, "b", ["a", "b"], ""),
        ({"a": {}, "b": {"parent": "a"}, "c": {"parent": "a"}}, "b", ["a", "b"], ""),
    ],
)
def test_chatgpt_trees_with_faults(nodes, current, texts, problem):
    chats, problems = read(chatgpt(nodes, current))
    assert chats["t"] == texts
    assert (problem in problems[0]) if problem else not problems


def test_the_same_conversation_twice_counts_once():
    chats, problems = read(json.dumps([talk("a", "hi"), talk("a", "hi"), talk("a", "hi", "more")]))
    assert chats == {"a": ["hi", "more"]}
    assert problems == [
        "input, conversation 2: the same conversation as in input, conversation 1: counted once"
    ]


def test_at_most_a_thousand_problems_are_kept_and_all_are_counted():
    records = [{"role": "robot", "content": "x"}] * 1500 + [{"role": "user", "content": "hi"}]
    chats = read_chats(json.dumps(records).encode())
    assert len(list(chats)) == 1 and (len(chats.problems), chats.problems.total) == (1000, 1500)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "it is empty"),
        (b"  \n ", "input: "),
        (b"[]", "no chat in it"),
        (b'{"a": 1}', "an object with the fields 'a' is neither a conversation nor a message"),
        (
            b"Dear all,\nthe meeting is moved.",
            "input: neither JSON nor a text whose lines begin with 'User:'",
        ),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "input: neither JSON nor a text"),
        (b"PK\x03\x04 not a zip", "a zip file that cannot be opened"),
    ],
)
def test_what_is_no_chat_says_what_was_found_and_what_is_accepted(content, found):
    with pytest.raises(UnreadableChats) as caught:
        read_chats(content)
    assert found in str(caught.value) and "Accepted are ChatGPT's or Claude's export" in str(caught.value)


def test_problems_show_on_one_line_whatever_the_file_is_called():
    said = '{"messages": [{"role": "robot", "content": "x"}, {"role": "user", "content": "hi"}]}'
    _, problems = read(f'{{"\\u001b[2J\\ud800": {said}, "y": {said}}}')
    assert len(problems) == 2 and all(p.isprintable() for p in problems)
