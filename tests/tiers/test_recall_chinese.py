"""Recall in Chinese: a long conversation, words that stand for one another, questions that end in 吗."""

from __future__ import annotations

import math
import re
from collections import Counter

import pytest

from memlab.cli.eval_recall import recalled, report
from memlab.replay.locomo import read_locomo
from memlab.tiers import MemoryStore
from memlab.tiers.analysis import questions
from memlab.tiers.kinds_of_answer import answers, asked_for
from memlab.tiers.ranking import Question


def grams(text):
    """Words, Chinese characters and their pairs, as a plain search engine takes them."""
    runs = re.findall("[\u4e00-\u9fff]+", text)
    pairs = [run[i : i + 2] for run in runs for i in range(len(run) - 1)]
    return [*re.findall("[a-z0-9]+", text.casefold()), *"".join(runs), *pairs]


def plain_bm25(turns, question):
    """The turns' ids, best first, by BM25 of speaker and text."""
    said = [Counter(grams(f"{turn.speaker} {turn.text}")) for turn in turns]
    holding = Counter(word for words in said for word in words)
    mean = sum(sum(words.values()) for words in said) / len(said)

    def score(words):
        long = 0.25 + 0.75 * sum(words.values()) / mean
        return sum(
            math.log(1 + (len(said) - holding[w] + 0.5) / (holding[w] + 0.5))
            * words[w]
            * 2.2
            / (words[w] + 1.2 * long)
            for w in set(grams(question))
            if w in words
        )

    return [turn.id for _, turn in sorted(zip(said, turns, strict=True), key=lambda each: -score(each[0]))]


def test_recall_finds_the_evidence_of_a_long_chinese_conversation(data):
    [talk] = read_locomo(data / "long_talk_zh.json")
    assert len(talk.turns) >= 150 and len(talk.questions) >= 40 and not talk.problems
    found = report(recalled([talk]))
    assert found["5"] >= 0.75 and found["10"] >= 0.82 and found["25"] >= 0.9, found
    for depth in (5, 10, 25):
        plain = sum(
            len(set(plain_bm25(talk.turns, each.text)[:depth]) & set(each.evidence)) / len(each.evidence)
            for each in talk.questions
        ) / len(talk.questions)
        assert found[str(depth)] > plain + 0.2, (depth, plain, found)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("她的母亲是做什么的？", "我妈妈开了三十年公交车"),
        ("他父親做什麼的", "老爸一直跑长途"),
        ("上个月的薪水涨了多少？", "工资加了一成"),
        ("她的电子邮箱？", "信箱给你了"),
    ],
)
def test_a_question_in_other_words_finds_what_was_said(question, said):
    with MemoryStore("u1") as store:
        store.add("今天的风真大，把阳台的花盆吹倒了")
        store.add(said)
        store.add("楼下新来了一群鸽子，天天咕咕叫")
        assert store.recall(question, 1).memories[0].text == said


@pytest.mark.parametrize(("question", "said"), [("5月去哪里", "五月去看海"), ("二十号修什么", "20号修水管")])
def test_a_month_and_a_day_are_found_in_either_numerals(question, said):
    with MemoryStore("u1") as store:
        store.add(said)
        for other in (
            "三月去看雪",
            "十月去看枫叶",
            "12号修屋顶",
            "九号修炉子",
        ):  # newer: first if nothing else tells
            store.add(other)
        assert store.recall(question, 1).memories[0].text == said


def test_the_words_in_which_a_question_is_put_are_no_words_to_search_for():
    assert (
        not {"什么", "么名", "叫什", "哪里", "吗"} & Question.of("她的猫叫什么名字，在哪里吗").tokens.keys()
    )
    assert Question.of("什么时候？").tokens, "a question of nothing else is searched for as it is"


def test_a_sentence_that_ends_in_ma_asks_without_a_mark():
    assert questions("你到家了吗") == "你到家了吗"
    assert questions("你還好嗎。我很好") == "你還好嗎"
    assert questions("买了吗啡的书。") == ""


@pytest.mark.parametrize(
    ("question", "holds", "lacks"),
    [
        ("哪天开会？", "下周三", "不知道"),
        ("什麼時候搬家", "下個禮拜", "不曉得"),
        ("谁帮她的？", "她舅舅", "不清楚"),
        ("住在哪儿？", "在江边", "不清楚"),
        ("怎么联系他？", "打 0571-88213604", "不清楚"),
        ("第几名？", "第七", "不清楚"),
    ],
)
def test_what_a_question_word_asks_for_is_known_in_either_script(question, holds, lacks):
    wanted = asked_for(question)
    assert answers(wanted, holds) == 1.0 and answers(wanted, lacks) == 0.0
