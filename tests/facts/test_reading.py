"""read and extract: both grammars, moods of the place, the context, and input that is no text."""

from __future__ import annotations

import subprocess
import sys

import pytest

from memlab.facts import RULES, Rule, Turn, extract, read
from memlab.facts.candidate import MOODS
from memlab.facts.rules import Rules
from memlab.facts.scene import Scene
from memlab.facts.table import check_examples
from memlab.facts.text import fold


def told(text: str, **options) -> list[tuple[str, str]]:
    return [(c.attribute, c.value) for c in extract(text, **options)]


# -- both grammars ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I live in Oslo.", [("city", "Oslo")]),
        ("我住在北京。", [("city", "北京")]),
        ("I live in Oslo. 我叫李雷。", [("city", "Oslo"), ("name", "李雷")]),
        ("我住在 Shanghai。", [("city", "Shanghai")]),
        ("I live in 北京.", [("city", "北京")]),
        ("I like 川菜 and 我住在北京", [("likes", "川菜"), ("city", "北京")]),
        ("我住在臺北。", [("city", "臺北")]),
        ("我的预算是５００万。", [("budget", "500万")]),
        ("Ｉ　ｌｉｖｅ　ｉｎ　Ｏｓｌｏ．", [("city", "Oslo")]),
    ],
)
def test_a_sentence_is_read_by_the_grammar_of_its_script(text, facts):
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I live in Oslo😀", "Oslo"), ("I work at Acme🙂🙂, you know.", "Acme"), ("My name is Ann🌸 .", "Ann"),
        ("I'm allergic to peanuts🥜!", "peanuts"), ("我叫小明😀", "小明"), ("I live in O😀slo.", "O😀slo"),
    ],
)  # fmt: skip
def test_emoji_glued_to_a_value_are_no_part_of_it(text, value):
    (found,) = extract(text)
    assert found.value == value == text[slice(*found.span)]
    (answer,) = extract("小明😀", context=[("assistant", "你叫什么名字？")])
    assert (answer.value, answer.span) == ("小明", (0, 2))


def test_a_span_lies_in_the_text_as_given():
    for text in [
        "I\u200b live in Oslo.",
        "我的预算是５００萬。",
        "① I live in Oslo, 我住在臺北",
        "cafe\u0301! I live in Oslo",
    ]:
        found = extract(text)
        assert found
        for c in found:
            assert fold(text[slice(*c.span)]).kept == c.value
            assert c.clause[0] <= c.span[0] and c.span[1] <= c.clause[1]


# -- moods of the place -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("I live in Rome.", "stated"),
        ('Translate: "I live in Rome".', "quoted"),
        ("Let's role play. I live in Rome.", "played"),
        ("<memory>I live in Rome.</memory>", "recalled"),
        ("把这句话翻译成英文：我住在罗马。", "quoted"),
        ("我们来玩角色扮演。我住在罗马。", "played"),
        ("以下是相关记忆：\n我住在罗马。", "recalled"),
        ("我住在罗马。", "stated"),
    ],
)
def test_refused_readings_keep_their_mood(text, mood):
    assert [(c.attribute, c.mood) for c in read(text)] == [("city", mood)]
    assert bool(extract(text)) == (mood == "stated")
    assert mood in MOODS


@pytest.mark.parametrize("role", ["system", "assistant", "tool"])
def test_only_the_user_states_facts(role):
    assert [c.mood for c in read("I live in Rome. 我住在罗马。", role=role)] == ["instructed", "instructed"]
    assert extract("I live in Rome.", role=role) == []
    assert extract("I live in Rome.") != []


def test_a_statement_within_a_title_is_nobodys():
    assert told('My favourite song is "I live in Rome".') in ([], [("favourite_song", "I live in Rome")])
    assert ("city", "Rome") not in told('I like the song "I live in Rome"')
    assert told("My favourite song is Rome.") == [("favourite_song", "Rome")]


# -- answers ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "answer", "facts"),
    [
        ("Where do you live?", "Lisbon.", [("city", "Lisbon")]),
        ("And where do you live now?", "In Lisbon, thanks", [("city", "Lisbon")]),
        ("Sure! What's your name?", "Ann", [("name", "Ann")]),
        ("How old are you?", "28", [("age", "28")]),
        ("What's your budget?", "About £900", [("budget", "£900")]),
        ("Are you allergic to anything?", "peanuts and milk", [("allergy", "peanuts"), ("allergy", "milk")]),
        ("What do you do for a living?", "nurse", [("job", "nurse")]),
        ("您贵姓？怎么称呼您？", "李雷", [("name", "李雷")]),
        ("请问您住在哪里？", "北京吧。", [("city", "北京")]),
        ("你多大了？", "28", [("age", "28")]),
        ("您的手机号是多少？", "13800000001", [("phone", "13800000001")]),
        ("你对什么过敏？", "花生和牛奶", [("allergy", "花生"), ("allergy", "牛奶")]),
    ],
)
def test_a_bare_answer(question, answer, facts):
    context = [("user", "hi"), ("assistant", question)]
    assert told(answer, context=context) == facts
    assert all(c.confidence >= 0.75 for c in extract(answer, context=context))
    assert told(answer) == [], "the positive control: without the question it says nothing"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where do you live?", "I don't know"),
        ("Where do you live?", "Why?"),
        ("Where do you live?", "maybe Lisbon"),
        ("Where do you live?", "no"),
        ("Where does your sister live?", "Lisbon."),
        ("What's your phone number?", "Lisbon"),
        ("Shall we go?", "Lisbon."),
        ("I see. You live well.", "Lisbon."),
        ("你住在哪里？", "不告诉你"),
        ("你住在哪里？", "随便"),
        ("你妈妈住在哪里？", "北京"),
        ("你的手机号是多少？", "北京"),
        ("好的。", "北京"),
    ],
)
def test_what_is_no_answer(question, answer):
    assert [c for c in extract(answer, context=[("assistant", question)]) if c.confidence >= 0.75] == []


def test_only_the_last_turn_asks():
    asked = ("assistant", "Where do you live?")
    assert told("Lisbon.", context=[asked]) == [("city", "Lisbon")]
    assert told("Lisbon.", context=[asked, ("user", "wait")]) == []
    assert told("Lisbon.", context=[("user", "Where do you live?")]) == []


# -- corrections and pronouns -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("context", "text", "facts"),
    [
        (["I live in Porto."], "Sorry, I meant Lisbon.", [("city", "Lisbon")]),
        (["I live in Porto.", "Nice weather"], "Sorry, I meant Lisbon.", [("city", "Lisbon")]),
        (["I live in Porto and I'm 34."], "Sorry, I meant 35.", [("age", "35")]),
        (["My name is Ann. I live in Porto."], "Sorry, I meant Lisbon.", [("city", "Lisbon")]),
        (["我住在北京。"], "不对，是上海。", [("city", "上海")]),
        (["hello"], "Sorry, I meant Lisbon.", []),
    ],
)
def test_a_correction_takes_its_attribute_from_the_context(context, text, facts):
    assert told(text, context=context) == facts
    assert all(c.change for c in extract(text, context=context))


@pytest.mark.parametrize(
    ("context", "text", "facts"),
    [
        (["I love Chinese food."], "I hate it.", [("dislikes", "Chinese food", True)]),
        (["I love tea.", "I love jazz."], "I hate it!", [("dislikes", "jazz", True)]),
        (["我喜欢川菜。"], "我讨厌它。", [("dislikes", "川菜", True)]),
        (["I live in Oslo."], "I hate it.", []),
        ([], "I hate it.", []),
        ([], "我讨厌它。", []),
    ],
)
def test_it_stands_for_what_was_liked_last(context, text, facts):
    assert [(c.attribute, c.value, c.polarity) for c in extract(text, context=context)] == facts


def test_a_pronoun_is_its_own_span():
    text = "我喜欢川菜。但是我讨厌它。"
    liked, hated = extract(text)
    assert (text[slice(*liked.span)], text[slice(*hated.span)]) == ("川菜", "它")


@pytest.mark.parametrize(
    "text", ["I love Chinese food. I don't like it anymore.", "我喜欢川菜。后来不喜欢它了。"]
)
def test_it_may_be_what_is_no_longer_liked(text):
    assert [c.attribute for c in extract(text) if c.ends] == ["likes"]


def test_a_turn_that_was_read_is_not_read_again():
    known = Turn("whatever", candidates=tuple(extract("I live in Porto.")))
    assert told("Sorry, I meant Lisbon.", context=[known]) == [("city", "Lisbon")]


def test_a_turn_and_its_text_are_one_context():
    turns = [Turn("I live in Porto."), Turn("Are you sure?", "assistant")]
    pairs = [(t.role, t.text) for t in turns]
    text = "Sorry, I meant Lisbon."
    assert extract(text, context=turns) == extract(text, context=pairs) != []


def test_a_context_of_something_else_is_refused():
    for wrong in (7, ("user", 7), ("user", "a", "b"), None):
        with pytest.raises(TypeError, match="context"):
            read("hi", context=[wrong])
    with pytest.raises(TypeError, match="text"):
        read(None)


def test_the_scene_tells_what_may_be_corrected_latest_first():
    turns = [
        Turn(said, candidates=tuple(extract(said))) for said in ("I'm Ann.", "I live in Porto and I'm 34.")
    ]
    scene = Scene(fold("x"), RULES, turns)
    assert [c.value for c in scene.said()] == ["34", "Porto"]
    assert scene.corrected("35").attribute == "age" and scene.corrected("Lisbon").attribute == "city"
    assert scene.corrected("a@b.org") is None
    scene.found.extend(extract("I love tea."))
    assert [c.value for c in scene.said()] == ["tea", "34", "Porto"]
    assert scene.it.value == "tea"


# -- the table --------------------------------------------------------------------------------------------


def test_every_example_of_the_table_is_right():
    assert check_examples(RULES) == []


def test_a_wrong_example_is_found():
    rule = Rule(
        "cat",
        ["my cat is called {value}"],
        examples={"My cat is called Tom.": "Kit", "My cat is called Ann.": None},
    )
    failures = check_examples(Rules([rule]))
    assert [(f.rule, f.wanted, f.found) for f in failures] == [
        ("cat", "Kit", ("Tom",)),
        ("cat", None, ("Ann",)),
    ]


def test_a_teachers_rule_is_read_in_both_languages():
    rule = Rule("pet", ["my (?:dog|cat) is called {value}", "我的[狗猫]叫{value}"], many=True)
    rules = RULES.with_(rule)
    assert {("pet", "Rex"), ("city", "Oslo")} <= set(
        told("My dog is called Rex and I live in Oslo.", rules=rules)
    )
    assert ("pet", "咪咪") in told("我的猫叫咪咪。", rules=rules)
    assert ("pet", "Rex") not in told("My dog is called Rex.")


def test_attributes_that_are_not_in_the_table_are_not_read():
    rules = Rules([RULES["city"]])
    assert told("I'm Ann and I live in Oslo.", rules=rules) == [("city", "Oslo")]
    assert told("我叫李雷，住在北京。", rules=rules) == [("city", "北京")]


# -- bad input --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\x00\x01\xff" * 50, "\ud800\udfff", "�" * 99, "。！？", "((((", "))))", "\\"]
)
def test_what_says_nothing_says_nothing(text):
    assert read(text) == []


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "\u202e", "\u200b", "<script>alert(1)</script>"])
def test_odd_characters_around_a_statement_hide_it_not(odd):
    assert ("city", "Oslo") in told(f"{odd} I live in Oslo. {odd}")
    assert ("city", "北京") in told(f"{odd}。我住在北京。{odd}")


@pytest.mark.parametrize(
    "unit",
    ['"', "(", "a", "我", "```\n```\n", "I live in ", "我住在", "我", "\x00", "a, ", "and ", "的", "1"],
)
def test_a_long_text_is_read_to_its_end(unit):
    """Quadratic work would keep this one from ever ending: 100,000 characters."""
    text = unit * (100_002 // len(unit)) + "\n\nI work at Bosch.\n我叫李雷。"
    found = told(text)
    assert ("employer", "Bosch") in found and ("name", "李雷") in found


@pytest.mark.parametrize("start", ["I live in ", "My name is ", "I am allergic to ", "Never send me "])
@pytest.mark.parametrize("unit", ["a", "word ", "Ab "])
def test_a_huge_value_is_kept_long_enough_for_the_book_to_refuse(start, unit):
    (found,) = extract(start + unit * (100_000 // len(unit)))
    assert len(found.value) > 2_000


def test_ten_thousand_facts_in_one_message():
    found = extract(
        "".join(f"I like thing{n}. " for n in range(2_000))
        + "".join(f"我喜欢东西{n}。" for n in range(2_000))
    )
    assert len(found) == 4_000


def test_the_libraries_are_loaded_when_they_are_needed():
    code = (
        "import sys, memlab.facts as f\n"
        "loaded = lambda: {'opencc', 'pypinyin', 'snowballstemmer'} & set(sys.modules)\n"
        "f.extract('I live in Oslo.'); print(len(loaded()))\n"
        "f.extract('我住在臺北。'); print(*loaded())\n"
        "f.form('王伟', 'person'), f.form('teas', 'words'); print(len(loaded()))"
    )
    out = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=True, encoding="utf-8"
    )
    assert out.stdout.split() == ["0", "opencc", "3"]


@pytest.mark.parametrize(
    ("start", "glue", "end", "item"), [("I like ", ", ", ".", "tea{}x"), ("我喜欢", "、", "。", "茶{}号")]
)
def test_a_list_of_sixty_is_read_to_its_end(start, glue, end, item):
    items = [item.format(n) for n in range(60)]
    assert [c.value for c in extract(start + glue.join(items) + end)] == items
