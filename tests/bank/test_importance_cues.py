"""Every cue finds what it is for in English and in Chinese, and no word list is about one file."""

from __future__ import annotations

import pytest

from memlab.bank import rate
from memlab.bank.rating import CUES, REPLY, Measures, Reading
from memlab.bank.rating.phrases import PHRASES
from memlab.bank.rating.words import KINDS

FOUND = {  # cue -> a turn that has it, in English and in Chinese
    "figures": ("It has 14 rooms.", "里面有十四个房间。"),
    "time": ("We leave on Tuesday.", "我们周二走。"),
    "what I did": ("I finally repaired the roof.", "我终于修好了屋顶。"),
    "what I do": ("I'm renting a boat.", "我正在租一条船。"),
    "what I like": ("I really enjoy chess.", "我很喜欢下棋。"),
    "people": ("Her aunt keeps goats.", "她阿姨养羊。"),
    "who and what": ("The boat is called Marlin.", "这条船叫马林。"),
    "events": ("They bought a piano.", "他们买了钢琴。"),
    "news": ("Guess what, the kiln works.", "告诉你一个好消息。"),
    "long ago": ("We used to swim there.", "小时候常去那儿游泳。"),
    "animals": ("The parrot talks.", "鹦鹉会说话。"),
    "food": ("There was lentil soup.", "有一碗面条。"),
    "health": ("The knee needs surgery.", "膝盖要做手术。"),
    "sport": ("The marathon was cancelled.", "马拉松取消了。"),
    "home": ("The kitchen is blue.", "厨房是蓝色的。"),
    "places": ("The museum was shut.", "博物馆关门了。"),
    "study": ("The exam is over.", "考试结束了。"),
    "money": ("The loan is paid.", "贷款还清了。"),
    "community": ("The election is near.", "选举快到了。"),
    "topics": ("The violin is old.", "小提琴很旧。"),
    "quotation": ('It is "The Blue Door".', "是《蓝色的门》。"),
    "enumeration": ("Bring rope, a lamp, and chalk.", "带上绳子、粉笔。"),
    "reasons": ("Because it leaks.", "因为漏水。"),
    "low spirits": ("That was a sad week.", "这周很难过。"),
    "hedging": ("Maybe the red one.", "也许是红的。"),
    "abstract nouns": ("A matter of tradition and kindness.", "讲的是安全感。"),
    "generalities": ("It is a journey of growth.", "这是一段人生旅程。"),
    "everybody": ("Everyone needs it.", "大家都需要。"),
    "showing": ("Look, a photo.", "看看这张照片。"),
    "you": ("You rest now.", "你先休息。"),
    "it": ("This is heavy.", "这个很重。"),
    "chatter": ("Thanks, awesome!", "谢谢，太棒了！"),
    "names": ("then we met Dr. Okafor", "后来见了王老师。"),
    "long names": ("then we saw Marsh End Light", "in 上海 he met Marsh End Light。"),
    "named places": ("We went to Bergen.", "我们去了杭州。"),
    "new words": ("The lighthouse leaks.", "灯塔漏水。"),
    "rare words": ("The lighthouse leaks.", "灯塔漏水。"),
    "surprise": ("The parrot talks.", "鹦鹉会说话。"),
    "starts with I": ("I keep bees.", "我养蜂。"),
    "ends in a question": ("It leaks. Shall we go?", "漏水了，我们走吗？"),
    "length": ("Yes.", "是。"),
    "opens a session": ("Yes.", "是。"),
}
AFTER = {  # cue -> the turn before and the turn that then has the cue
    "common words": ("The lighthouse leaks.", "The lighthouse leaks.", "灯塔漏水。", "灯塔漏水。"),
    "words of this session": ("The lighthouse leaks.", "That lighthouse!", "灯塔漏水。", "那座灯塔！"),
    "echo": ("The lighthouse leaks.", "That lighthouse!", "灯塔漏水。", "那座灯塔！"),
    "place in the session": ("Yes.", "No.", "是。", "不。"),
    "asked": ("Is it far?", "Very.", "远吗？", "很远。"),
    "asked what or which": ("What kind is it?", "Oak.", "是什么木头？", "橡木。"),
    "asked where, when, who": ("Where is it?", "There.", "在哪里？", "在那边。"),
    "asked why": ("Why so?", "Rain.", "为什么？", "下雨。"),
    "asked a plan": ("Any plans?", "None.", "有什么打算？", "没有。"),
    "asked how it went": ("How was the show?", "Loud.", "演出怎么样？", "很吵。"),
    "asked yes or no": ("Did it rain?", "No.", "下雨了吗？", "没有。"),
    "asked a feeling": ("How do you feel?", "Fine.", "你感觉好吗？", "好。"),
    "asked to be shown": ("Can I see a photo?", "Here.", "有照片吗？", "有。"),
    "asked advice": ("Any tips?", "Wait.", "有什么建议？", "等等。"),
}
REPLIED = {  # cue -> a turn and the reply that gives it the cue
    "reply is taken by it": ("We won.", "Wow!", "我们赢了。", "哇！"),
    "reply thanks or agrees": ("We won.", "Yeah.", "我们赢了。", "是的。"),
    "reply congratulates or is sorry": ("We won.", "So congratulations.", "我们赢了。", "恭喜你们。"),
    "reply asks": ("We won.", "Did it rain?", "我们赢了。", "下雨了吗？"),
    "reply asks how or why": ("We won.", "How was it?", "我们赢了。", "比赛怎么样？"),
    "reply takes it up": ("The lighthouse leaks.", "That lighthouse!", "灯塔漏水。", "那座灯塔！"),
}


def heard(*texts: str) -> tuple[dict[str, float], dict[str, float] | None]:
    measures = Measures()
    for text in texts[:-1]:
        measures.hear(Reading.of(text), "Ann", None)
    return measures.hear(Reading.of(texts[-1]), "Bo", None)


def test_every_cue_has_its_examples():
    assert {*FOUND, *AFTER, *REPLIED} == {cue.name for cue in CUES}
    assert {cue.name for cue in REPLY} == set(REPLIED)


@pytest.mark.parametrize("text", ["english", "chinese"])
@pytest.mark.parametrize("cue", FOUND)
def test_a_cue_finds_its_kind(cue, text):
    assert heard(FOUND[cue][text == "chinese"])[0].get(cue, 0) > 0


@pytest.mark.parametrize("cue", AFTER)
def test_a_cue_sees_what_came_before(cue):
    times = 6 if cue == "common words" else 1  # common is what was heard again and again
    for before, turn in (AFTER[cue][:2], AFTER[cue][2:]):
        assert heard(*[before] * times, turn)[0].get(cue, 0) > 0
        assert heard(turn)[0].get(cue, 0) == 0


@pytest.mark.parametrize("cue", REPLIED)
def test_a_reply_is_heard_in_both_languages(cue):
    for turn, reply in (REPLIED[cue][:2], REPLIED[cue][2:]):
        assert heard(turn, reply)[1].get(cue, 0) > 0
        assert heard(turn, "Nine lamps.")[1].get(cue, 0) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_many_words_in_both_languages(kind):
    english, chinese = (words.split() for words in KINDS[kind])
    assert len(set(english)) >= 5 and len(set(chinese)) >= 5
    assert all(word == word.lower() for word in english)


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_turn_of_phrase_is_given_in_both_languages(phrase):
    assert all(PHRASES[phrase])


def test_a_question_tells_nothing_but_the_clause_before_it_does():
    turn = Reading.of("Been up and down, got married last week – how about you? 我昨天去了杭州，你呢？")
    assert turn.told == "Been up and down, got married last week–\n我昨天去了杭州,"
    assert turn.ends_asking and turn.kinds["romance"] == 1


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("baked", "food"),
        ("puppies", "animals"),
        ("running", "sport"),
        ("studied", "study"),
        ("Mom's", "family"),
    ],
)
def test_a_word_is_known_in_its_forms(word, kind):
    assert Reading.of(f"{word}.").kinds[kind] == 1


def test_the_longest_chinese_word_counts():
    assert Reading.of("不喜欢").kinds == {"preference": 1}


def test_a_kind_person_hedges_nothing():
    assert "hedging" in rate("It is kind of cold in this room.").terms
    assert "hedging" not in rate("Thanks, that is so kind of you!").terms
