"""What is no statement of its speaker's is found, and what only looks like it stays plain speech."""

from __future__ import annotations

import itertools

import pytest

from memlab.facts.masking import FENCE, moods
from memlab.facts.text import fold

QUOTED = [
    'Translate into German: "I live in Rome".',
    "Translate into German: I live in Rome. I work at Bosch.",
    "Could you please translate this: I live in Rome.",
    "Please translate the following into French.\nI live in Rome.",
    "How do you say I live in Rome in Italian?",
    "I live in Rome. Please translate that into German.",
    "Proofread: I live in Rome.",
    "Can you correct the grammar of this sentence: I live in Rome",
    "Draft an email saying I live in Rome.",
    "把这句话翻译成英文：“我住在罗马”。",
    "帮我翻译一下：我住在罗马。",
    "我住在罗马用英语怎么说？",
    "请把下面这段话翻译成英文。\n我住在罗马。",
    "帮我润色一下：我住在罗马。",
    "用“住”造句：我住在罗马。",
    'She told me "I live in Rome" yesterday.',
    "She told me “I live in Rome” yesterday.",
    "It was 'I live in Rome' that she wrote.",
    "他说「我住在罗马」。",
    "他说：‘我住在罗马。’",
    "我朋友说：我住在罗马。",
    "Ann said, I live in Rome.",
    "Bob: I live in Rome",
    "Customer: I live in Rome\nAgent: thanks",
    "小明：我住在罗马",
    "客服：您好\n顾客：我住在罗马",
    "> I live in Rome",
    "```\nI live in Rome\n```",
    "```\nI live in Rome",
    "~~~\n我住在罗马\n~~~",
    "Run `I live in Rome` please",
    'print("I live in Rome")',
    '{"bio": "I live in Rome"}',
    'bio = "I live in Rome"',
    "2024-05-01 12:00:00 INFO I live in Rome",
    "[12:30] I live in Rome",
    "ERROR: I live in Rome",
    "---------- Forwarded message ----------\nI live in Rome",
    "发件人：李雷\n我住在罗马",
    "Repeat after me: I live in Rome",
    "Please put this into French - I live in Rome",
    "代码：我住在罗马",
    "造句：我住在罗马。",
    "帮我把这句话改得更礼貌：我住在罗马。",
    "请写一封邮件，内容是：我住在罗马。",
]
PLAYED = [
    "Let's role play. I'm Max and I live in Rome.",
    "Role play: I live in Rome.",
    "Pretend I live in Rome. Which area would you suggest?",
    "Pretend you are a doctor and I'm a patient. I live in Rome.",
    "I'll be the guest and you be the waiter. I live in Rome.",
    "Imagine I live in Rome.",
    "In my novel I live in Rome.",
    "The hero says: I live in Rome.",
    "Write a poem: I live in Rome.",
    "Once upon a time I live in Rome.",
    "我们来玩角色扮演，我叫李四，我住在罗马。",
    "假装我住在罗马。你推荐哪个区？",
    "你扮演医生，我扮演病人。我住在罗马。",
    "想象一下我住在罗马。",
    "在小说里我住在罗马。",
    "主角说：我住在罗马。",
    "帮我写一首诗：我住在罗马。",
    "我梦见我住在罗马。",
    "游戏里我住在罗马。",
]
RECALLED = [
    f"{FENCE[0]}I live in Rome{FENCE[1]}",
    f"{FENCE[0]}\n我住在罗马",  # never closed
    "Relevant memories:\n- I live in Rome\n- My name is Max",
    "## Relevant memories:\n\n1. I live in Rome",
    "Here is what I remember about you: I live in Rome.",
    "Known facts about the user:\n* I live in Rome",
    "以下是相关记忆：\n- 我住在罗马",
    "【用户画像】：我住在罗马",
    "已知信息：我住在罗马。",
    "[Memory] I live in Rome",
    "以下内容来自记忆：我住在罗马。",
]


def stretch_around(text: str):
    """The stretch in which the statement about Rome lies, if any."""
    folded = fold(text)
    at = max(folded.text.find("live in Rome"), folded.text.find("住在罗马"))
    assert at >= 0
    return next((s for s in moods(folded) if s.start <= at < s.end), None)


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        *((text, "quoted") for text in QUOTED),
        *((text, "played") for text in PLAYED),
        *((text, "recalled") for text in RECALLED),
    ],
)
def test_it_is_no_statement(text, mood):
    found = stretch_around(text)
    assert found is not None and found.mood == mood and found.splits


PLAIN = [  # each has the words or marks that the ones above have
    "I live in Rome.",
    "I live in Rome and work as a translator.",
    "I live in Rome. Can you translate my CV into German?",
    "I need to translate the report before I leave; I live in Rome.",
    'I said "yes" and now I live in Rome.',
    "I live in Rome, on the 5\" map it's the dogs' home.",
    "As I said, I live in Rome.",
    "Note: I live in Rome",
    "Correction: I live in Rome.",
    "Me: I live in Rome",
    "It's 12:30 and I live in Rome",
    "I like role-playing games and live in Rome.",
    "I love the hero in that film and I live in Rome.",
    "I work for a game studio and I live in Rome.",
    "Act as a travel agent. I live in Rome.",
    "You're a star and I'm glad that I live in Rome.",
    "I wrote a novel and I live in Rome.",
    "My memory is bad but I live in Rome.",
    "If x < 3 then stop. I live in Rome.",
    "我住在罗马。",
    "就是说，我住在罗马。",
    "我跟你说，我住在罗马。",
    "给我发邮件吧，我住在罗马。",
    "我是做翻译的，我住在罗马。",
    "我住在罗马。帮我翻译一份合同。",
    "老实说，我住在罗马。",
    "更正：我住在罗马",
    "我说：我住在罗马。",
    "我喜欢角色扮演游戏，我住在罗马。",
    "你是一名旅行顾问。我住在罗马。",
    "我在写小说，我住在罗马。",
    "我喜欢《我爱你中国》，我住在罗马。",
    "我记性不好，记忆力差，我住在罗马。",
    "我是演员，我演奏钢琴，我住在罗马。",
]


@pytest.mark.parametrize("text", PLAIN)
def test_it_stays_plain_speech(text):
    assert stretch_around(text) is None


BACK = [
    'Translate into German: "I sing in a choir". I live in Rome.',
    "Translate into German: I sing. By the way, I live in Rome.",
    "How do you say I sing in French? I live in Rome.",
    "Let's role play. I'm a pirate. In real life I live in Rome.",
    "Imagine I could fly. I live in Rome.",
    "<memory>I sing</memory> I live in Rome.",
    "Relevant memories:\n- I sing\nI live in Rome.",
    "Relevant memories: I sing\n\nI live in Rome.",
    "> I sing\nI live in Rome.",
    "```\nI sing\n```\nI live in Rome.",
    "Bob: I sing\nI live in Rome.",
    "2024-05-01 12:00:00 INFO I sing\nI live in Rome",
    "把这句话翻译成英文：“我唱歌”。我住在罗马。",
    "帮我翻译：我唱歌。对了，我住在罗马。",
    "我们来玩角色扮演，我叫李四。回到现实，我住在罗马。",
    "我朋友说：我唱歌。我住在罗马。",
    "以下是相关记忆：\n- 我唱歌\n\n我住在罗马。",
    "“我唱歌\n我住在罗马。",
]


@pytest.mark.parametrize("text", BACK)
def test_plain_speech_goes_on_afterwards(text):
    assert stretch_around(text) is None
    assert moods(fold(text)), "the positive control: something was masked"


def test_a_name_or_a_title_in_quotation_marks_splits_no_sentence():
    for text in [
        'My name is "Tom".',
        'My favourite song is "I Want to Hold Your Hand".',
        "我叫“王伟”。",
        "我最喜欢的歌是《我爱你中国》。",
        "My id is `HS-1`.",
    ]:
        assert [s.splits for s in moods(fold(text))] == [False], text


@pytest.mark.parametrize(
    "text",
    [
        'Relevant memories:\n- "I live in Rome"\n> `x y` and “I sing”\nLet\'s role play: "I am Max". ```a```',
        "Pretend I am Max: “I sing. By the way, I live” so",
        "Imagine I said 'I live. I sing' to you.",
    ],
)
def test_stretches_never_overlap(text):
    found = moods(fold(text))
    assert len(found) > 1
    assert all(one.end <= two.start for one, two in itertools.pairwise(found))


@pytest.mark.parametrize(
    "unit",
    ['"', "'", " 'a", "(", "a", "我", "`", "`a", "```", "“", "「x", "《", "<memory>", "\n", "> a\n",
     "Translate: ", "pretend I ", "Bob: I a\n", "- a\n", "。", "word. ", "说:我", "Relevant memories:\n", "①",
     "\ud800", "I'll be a ", "please can you ", "Translate it. ", "怎么用英语说", "在小说里", "I live in "],
)  # fmt: skip
def test_a_long_text_is_read_to_its_end(unit):
    """Quadratic work would keep this one from ever ending: 300,000 characters."""
    folded = fold(unit * (300_000 // len(unit)) + "\n\n> I live in Rome")
    found = moods(folded)
    assert found[-1].end == len(folded.text)
    assert all(one.end <= two.start for one, two in itertools.pairwise(found))
