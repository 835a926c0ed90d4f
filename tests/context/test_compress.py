"""Shorter by whole sentences: nothing new, no negation and no number lost within what stays."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.context.compress import MARK, NEGATION, NUMBER, extractive, shortened
from memlab.context.cutting import CUT, truncated
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded

SENTENCES = (
    "Mira does not ship to Harbor Town.",
    "The launch is on 3 May, not on 10 May, because the printer is late.",
    "Order T-7316 costs 1,234.50 yuan.",
    "We never drink tea with milk, except on Sundays, when Lin Yue visits us.",
    "It rained.",
    "上线日期不是五月三日，而是5月10日，因为印刷厂来不及。",
    "我对花生过敏，千万别放花生。",
    "大家都来喝茶了！",
    "订单号是QY-60352，一共500个。",
    "👩‍👩‍👧‍👦 came with 2 🏳️‍🌈 flags.",
)
TEXTS = st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=12).map(" ".join)
QUERIES = st.sampled_from(["", "When is the launch?", "什么时候上线？", "T-7316", "peanuts and milk"])


def parts(short: str) -> list[str]:
    return [part.strip() for part in short.split(MARK) if part.strip()]


@given(TEXTS, st.integers(0, 150), QUERIES)
def test_what_is_left_stands_in_the_text_in_the_same_order(text, most, query):
    short = extractive(text, most, query)
    assert tokens.count(short) <= most or not short
    at = 0
    for part in parts(short):
        at = text.index(part, at) + len(part)
    if tokens.count(text) <= most:
        assert short == text


@given(TEXTS, st.integers(0, 150), QUERIES)
def test_a_sentence_keeps_its_negations_and_numbers_or_goes(text, most, query):
    whole = [sentence.text for sentence in sentences(Folded(text, text, text))]
    for part in parts(extractive(text, most, query)):
        kept = [s for s in whole if s in part]
        rest = part
        for sentence in kept:
            rest = rest.replace(sentence, "", 1)
        rest = rest.strip()
        if rest:  # a run of clauses of one sentence
            [source] = {s for s in whole if rest in s}
            for pattern in (NEGATION, NUMBER):
                assert [m[0] for m in pattern.finditer(rest)] == [m[0] for m in pattern.finditer(source)]


def test_the_sentence_that_is_asked_for_is_the_one_that_stays():
    text = " ".join(SENTENCES)
    for query, kept in (
        ("Which milk in the tea?", "milk"),
        ("花生可以放吗？", "花生过敏"),
        ("order T-7316?", "T-7316"),
        ("印刷厂", "印刷厂"),
    ):
        assert kept in extractive(text, 40, query), query


def test_clauses_are_cut_only_where_no_number_and_no_negation_is_lost():
    text = "After a long talk with everyone in the office, the launch is not on 3 May, as Mira told us all."
    assert extractive(text, 14, "launch") == "… the launch is not on 3 May, …"
    assert extractive("We talked, and Lin Yue, who never laughs, laughed about 3 jokes of mine", 8) == ""


@pytest.mark.parametrize(
    "text", ["a" * 5_000, "1" * 5_000, "茶" * 5_000, "🫖" * 3_000, "\u0301" * 900, "", "。。。", "not " * 900]
)
@pytest.mark.parametrize("most", [0, 1, 40])
def test_odd_texts_come_back_short(text, most):
    short = extractive(text, most, text[:50])
    assert tokens.count(short) <= most


def test_the_given_function_has_the_first_word_and_is_checked():
    text = " ".join(SENTENCES)
    assert shortened(text, 30, "", lambda t, n: "Mira does not ship 3 boxes.", "m") == (
        "Mira does not ship 3 boxes.",
        (),
    )
    rambling, steps = shortened(text, 30, "", lambda t, n: "Mira does not ship. " * 8, "m")
    assert set(parts(rambling)) == {("Mira does not ship. " * 4).strip()} and steps == ()
    for answer in (None, "", text, text + "!", 3, "not on 4 May", "It is on 3 May."):
        short, steps = shortened(text, 30, "", lambda t, n, answer=answer: answer, "m")
        assert short == extractive(text, 30) and len(steps) == 1, answer


@pytest.mark.parametrize(
    ("said", "denies"),
    [
        ("我特别喜欢茶，非常甜", False),
        ("未来不久会搬到别的城市，无论如何", False),
        ("分别在两个类别里", False),
        ("千万别放花生", True),
        ("未付款", True),
        ("不要糖", True),
        ("非会员", True),
        ("无糖", True),
    ],
)
def test_what_only_looks_like_a_negation_need_not_be_kept_by_the_given_function(said, denies):
    text = f"{said}。" + "店里今天来了很多客人，大家喝茶吃蛋糕。" * 20
    short, steps = shortened(text, 30, "", lambda t, n: "客人喝茶吃蛋糕。", "m")
    assert (short == "客人喝茶吃蛋糕。") is not denies
    assert [step.why.startswith("the given function lost a negation") for step in steps] == [True] * denies


def graphemes(text: str) -> bool:
    """Whether the text begins and ends with whole characters."""
    odd = ("Mn", "Me", "Mc")
    return not text or (
        unicodedata.category(text[0]) not in odd
        and text[0] != "\u200d"
        and text[-1] != "\u200d"
        and not "\U0001f3fb" <= text[0] <= "\U0001f3ff"
    )


@given(
    st.lists(
        st.sampled_from(["👩‍👩‍👧‍👦", "👍🏽", "e\u0301", "🇨🇳", "茶", "tea ", "12345 ", "각"]),
        min_size=1,
        max_size=60,
    ).map("".join),
    st.integers(0, 200),
)
def test_a_message_is_cut_between_characters(text, most):
    short = truncated(text, lambda t: len(t) <= most)
    assert len(short) <= most
    if short != text and short:
        head, tail = short.split(CUT["en"])
        assert text.startswith(head) and text.endswith(tail) and graphemes(head) and graphemes(tail)
        assert sum("\U0001f1e6" <= c <= "\U0001f1ff" for c in tail) % 2 == 0
        assert not (head[-1:].isdigit() and text[len(head)].isdigit()) and not (
            tail[:1].isdigit() and text[len(text) - len(tail) - 1].isdigit()
        )


TAKEN_BACK = {  # what was said first -> what takes it back
    "The deadline of the shop is 18 April.": "Correction: it is 25 April.",
    "Four hundred boxes were ordered for the shop.": "Actually 500, I asked again.",
    "截止日期是五月六日。": "更正：是五月十三日。",
    "预算一共是18万元。": "说错了，是21万元。",
}


@pytest.mark.parametrize("old", TAKEN_BACK)
@pytest.mark.parametrize("around", ["", "It rained all week. ", "昨晚下雨了。"])
def test_a_sentence_never_stays_without_the_one_that_takes_it_back(old, around):
    new = TAKEN_BACK[old]
    text = f"{around}{old} {new} {around}".strip()
    for query in ("", "When is the deadline?", "截止日期是哪天？", old):
        for most in range(tokens.count(text) + 1):
            short = extractive(text, most, query)
            assert old[:-2] not in short or new[-5:-1] in short, (query, most, short)
    assert any(extractive(text, most, old).strip("… ") == new for most in range(tokens.count(text)))
