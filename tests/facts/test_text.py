"""fold and sentences: one spelling, with the way back; where statements end."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts.masking import moods
from memlab.facts.sentences import LONGEST, sentences
from memlab.facts.text import fold


@pytest.mark.parametrize(
    ("given_text", "text", "kept"),
    [
        ("I live in Oslo.", "I live in Oslo.", "I live in Oslo."),
        ("我住在臺灣，預算５００萬。", "我住在台湾,预算500万。", "我住在臺灣,預算500萬。"),
        ("Ｃａｌｌ　ｍｅ　Ａｎｎ！", "Call me Ann!", "Call me Ann!"),
        ("cafe\u0301", "café", "café"),
        ("I’m in Oslo", "I'm in Oslo", "I’m in Oslo"),
        ("乾隆皇帝，乾杯", "乾隆皇帝,干杯", "乾隆皇帝,乾杯"),  # by phrase, not by character
        ("½ of ①", "1⁄2 of 1", "1⁄2 of 1"),
    ],
)
def test_one_spelling(given_text, text, kept):
    folded = fold(given_text)
    assert (folded.text, folded.kept) == (text, kept)
    assert len(folded.text) == len(folded.kept)


def test_what_is_no_text_is_mended_and_never_raises():
    assert fold("a\ud800b").text == "a�b"
    assert fold("a\x00b\x1bc\u2028d\te").text == "a b c\nd\te"
    assert fold("O\u200bs\u202elo\ufeff").text == "Oslo"
    assert fold("").text == ""


def test_the_origin_of_a_value_is_its_place_in_the_text_as_given():
    for given_text, value in [
        ("budget: ５００萬!", "500萬"),
        ("① I live in O\u200bslo", "Oslo"),
        ("㎏ and cafe\u0301 nero", "café nero"),
        ("我叫王偉", "王偉"),
    ]:
        folded = fold(given_text)
        start = folded.kept.index(value)
        begin, end = folded.origin(start, start + len(value))
        assert unicodedata.normalize("NFKC", given_text[begin:end]).replace("\u200b", "") == value


@given(st.text(alphabet=st.characters(), max_size=60))
def test_fold_is_total_and_keeps_lengths(text):
    folded = fold(text)
    assert len(folded.text) == len(folded.kept)
    folded.text.encode("utf-8")
    spans = [folded.origin(n, n + 1) for n in range(len(folded.text))]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert spans == sorted(spans)


def split(text: str) -> list[str]:
    return [s.text for s in sentences(fold(text))]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("I live in St. Ives. It is 3.5 km off.", ["I live in St. Ives.", "It is 3.5 km off."]),
        ("I met Dr. Bell, e.g. at 5 p.m. on Friday", ["I met Dr. Bell, e.g. at 5 p.m. on Friday"]),
        (
            "I lead project A. It is due. J. Bell does B.",
            ["I lead project A.", "It is due.", "J. Bell does B."],
        ),
        ("I met Dr. Now and e.g. The Bells.", ["I met Dr. Now and e.g. The Bells."]),
        ("Write to a.b@example.org. Thanks!", ["Write to a.b@example.org.", "Thanks!"]),
        ("See https://example.org/a?b=1. Ok?", ["See https://example.org/a?b=1.", "Ok?"]),
        ("I live in Oslo.I work at Bosch", ["I live in Oslo.", "I work at Bosch"]),
        ("我叫李雷。我住在武汉！对吗？", ["我叫李雷。", "我住在武汉!", "对吗?"]),
        ("第一行\n第二行；第三", ["第一行", "第二行;", "第三"]),
        ("Really?! Yes... ok", ["Really?!", "Yes...", "ok"]),
        ('He said "Go." Then he went.', ['He said "Go."', "Then he went."]),
        ("  \n \n", []),
    ],
)
def test_sentences(text, parts):
    assert split(text) == parts


def test_a_sentence_has_its_place_in_the_folded_text():
    folded = fold("我叫李雷。 I live in Oslo!  Ok")
    for s in sentences(folded):
        assert folded.text[s.start : s.end] == s.text


def test_a_run_without_an_end_is_cut():
    parts = sentences(fold("a" * (2 * LONGEST + 5)))
    assert [len(s.text) for s in parts] == [LONGEST, LONGEST, 5]
    assert [s.cut for s in parts] == [True, True, False]


def test_it_is_cut_where_statements_meet():
    parts = sentences(fold("i live in oslo and i work at bosch " * 60))
    assert len(parts) > 1 and all(s.text.startswith(" and i") for s in parts[1:])
    assert all(s.text.endswith(",") for s in sentences(fold("我住在北京，我叫李雷，" * 200)) if s.cut)


def test_no_sentence_reaches_across_a_quotation():
    folded = fold('She said "I live in Rome. I like it." and I live in Oslo.')
    parts = sentences(folded, moods(folded))
    assert [(s.text, s.mood) for s in parts] == [
        ("She said", "stated"),
        ('"I live in Rome.', "quoted"),
        ('I like it."', "quoted"),
        ("and I live in Oslo.", "stated"),
    ]
