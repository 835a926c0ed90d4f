"""The analysis: one spelling for all spellings, and no two words in one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.tiers.analysis import FIELDS, analyse, date_tokens, questions, tokens_of
from memlab.tiers.embedding import cosine, hashed_embedding
from memlab.tiers.memory import Memory


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("café", unicodedata.normalize("NFD", "café")),
        ("cafe", "CAFÉ"),
        ("ＡＢＣ １２", "abc 12"),
        ("臺灣預算五百萬", "台湾预算五百万"),
        ("She bought three children's books", "she buys three child book"),
        ("1,000,000", "1000000"),
        ("ﾊﾝﾊﾞｰｶﾞｰ", "ハンバーガー"),
    ],
)
def test_spellings_of_one_word_are_one(one, other):
    assert tokens_of(one) == tokens_of(other) != []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C++", "C"), ("C#", "C"), ("C++", "C#"), ("北京大学", "清华大学"), ("3.5", "5.3"), ("1.23", "12.3"),
        ("won't", "won"), ("HS123456", "HS123457"),
    ],
)  # fmt: skip
def test_different_words_are_different(one, other):
    assert tokens_of(one) != tokens_of(other)


def test_chinese_by_characters_and_pairs_and_mixed_text():
    assert {"过敏", "青霉", "霉素", "过"} <= set(tokens_of("我对青霉素过敏"))
    assert {"li", "wei", "api", "key", "过期"} <= set(tokens_of("用户 Li Wei 的 API key 过期"))
    assert {"5月", "500万"} <= set(tokens_of("5月预算500万"))


@pytest.mark.parametrize(
    ("raw", "tokens"),
    [
        ("pre-edit", ["pre", "edit"]), ("memory:safe", ["memori", "safe"]), ('say "hi', ["say", "hi"]),
        ("foo AND", ["foo", "and"]), ("(python", ["python"]), ("it's", ["it"]), ("*", []), ("", []),
        ("🎉 !?…", []), ("active_project", ["activ", "project"]),
    ],
)  # fmt: skip
def test_the_literal_sense_of_odd_input(raw, tokens):
    assert tokens_of(raw) == tokens


@given(st.text(max_size=200))
def test_tokens_are_letters_and_digits_and_read_alike_again(text):
    found = tokens_of(text)
    assert all(re.fullmatch(r"[^\W_]+", token) for token in found)
    assert tokens_of(unicodedata.normalize("NFD", text).upper().lower()) is not None
    assert found == tokens_of(text)


@pytest.mark.parametrize("piece", ["a", "中", "é", "1,", "1.1.", "word ", "'s", "a++", "🎉", "ガ"])
def test_a_megabyte_is_read(piece):
    tokens_of(piece * (1_000_000 // len(piece)))


def test_neighbours_are_fields():
    before, after = Memory("t", "b", "Where do you live? I forgot."), Memory("t", "a", "A nice town.")
    two, far = Memory("t", "c", "Tea first."), Memory("t", "d", "Unseen words.")
    turn = Memory("t", "m", "In Oslo.", speaker="Ann", at=1714521600.0)
    found = analyse(turn, [before, two, far], [after])
    assert tuple(found.fields) == FIELDS
    assert "live" in found.fields["asked"] and "forget" not in found.fields["asked"]
    assert "forget" in found.fields["before"] and "town" in found.fields["after"]
    assert found.fields["near"] == ["tea", "first"] and found.fields["speaker"] == ["ann"]
    assert {"2024", "may", "5月", "1号"} <= set(found.fields["date"])
    assert not any("unseen" in tokens for tokens in found.fields.values())
    assert date_tokens(1e99) == []


def test_questions_of_a_text():
    assert "".join(questions("你好吗？我很好。Really? Yes.")).split() == ["你好吗？Really?"]


def test_the_embedding_is_the_same_in_another_process():
    texts = ["green tea", "我对青霉素过敏", "HS123456"]
    code = (
        "import json, sys; from memlab.tiers.embedding import hashed_embedding as e;"
        "print(json.dumps([e(t) for t in json.loads(sys.argv[1])]))"
    )
    out = subprocess.run(
        [sys.executable, "-c", code, json.dumps(texts)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7"},
    )
    assert json.loads(out.stdout) == [hashed_embedding(text) for text in texts]


@given(st.text(max_size=100))
def test_the_embedding_has_length_one(text):
    vector = hashed_embedding(text)
    length = sum(x * x for x in vector)
    assert len(vector) == 256 and (abs(length - 1) < 1e-9 if tokens_of(text) else length == 0)


def test_what_shares_words_is_near_and_strangers_are_not():
    near, far = (
        cosine(hashed_embedding("我对青霉素过敏"), hashed_embedding(t)) for t in ("青霉素", "今天下雨")
    )
    assert near > 0.3 > far
    words = [f"{a}{b}" for a in ("stone", "river", "cloud") for b in ("wright", "mill", "gate")]
    alone = [cosine(hashed_embedding("tea"), hashed_embedding(word)) for word in words]
    assert max(alone) < 0.3  # one shared place of 256 makes nobody near


def test_the_dictionary_of_chinese_is_loaded_for_chinese_only():
    code = (
        "import sys; from memlab.tiers.analysis import tokens_of; tokens_of('naïve “café”');"
        "a = 'opencc' in sys.modules; tokens_of('臺灣'); print(a, 'opencc' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "True"]
