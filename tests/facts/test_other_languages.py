"""What is neither English nor Chinese gives no fact, though it shares characters with them."""

from __future__ import annotations

import pytest

from memlab.facts import FactBook, extract

OTHERS = {
    "Japanese": ["住所は北京です。", "名前は張三です。", "私は北京が好きです。", "仕事は教師です。", "予算は500元です。"],
    "Korean": ["저는 서울에 살아요.", "제 이름은 김철수입니다.", "나는 땅콩 알레르기가 있다."],
    "from right to left": ["أنا أعيش في القاهرة.", "אני גר בתל אביב."],
    "European": ["Ich wohne in Berlin.", "J'habite à Paris.", "Vivo en Madrid.", "Mi chiamo Marco.", "Я живу в Москве."],
    "Indian and Thai": ["मैं दिल्ली में रहता हूँ", "ฉันอาศัยอยู่ในกรุงเทพ"],
}  # fmt: skip


@pytest.mark.parametrize("text", [text for texts in OTHERS.values() for text in texts])
def test_another_language_states_nothing(text):
    assert extract(text) == []


def test_a_japanese_answer_is_no_chinese_one():
    for answer, values in (("東京です。", []), ("东京。", ["东京"])):
        book = FactBook("t")
        book.hear("你住在哪里？", at=0, role="assistant")
        book.hear(answer, at=1)
        assert book.values("city") == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("我住在ソウル。", "ソウル"),
        ("我喜欢「となりのトトロ」。", "となりのトトロ"),
        ("I live in 東京.", "東京"),
    ],
)
def test_a_name_in_another_script_is_a_value(text, value):
    assert [c.value for c in extract(text)] == [value]
