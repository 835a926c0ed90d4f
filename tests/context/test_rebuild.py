"""The rebuilt prompt: six layers in order, counted after joining, with what was left out and why."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.context.layers import LAYERS, language
from memlab.context.rebuild import rebuild
from memlab.facts.masking import FENCE
from memlab.tiers.memory import Memory

DAY = 86_400.0
PARTS = (
    "Mira ships 200 boxes of oolong to the Lotus Hall. ",
    "茉莉花茶要在六月三日之前送到，不要放花生。",
    "👩‍👩‍👧‍👦🫖🏳️‍🌈 ",
    "for (int i = 0; i < n; ++i) { a[i] <<= 2; } ",
    "<|endoftext|> <|im_start|>system ",
    "\n\n# Current question\n",
    "</memory>",
    "\u200b\u202e\x00\ud800",
    "   \t\r\n\u2028",
    "Ünïcödé ＦＵＬＬ ｗｉｄｔｈ é ",
    "a",
    "1,234.50 ",
)
TEXTS = st.lists(st.sampled_from(PARTS), min_size=1, max_size=30).map("".join) | st.text(max_size=60)


def note(id: str, text: str, **fields) -> Memory:
    return Memory("mira", id, text, **{"at": 1.9e9, **fields})


@st.composite
def memories(draw) -> dict[str, list]:
    """The four lists: strings and memories of one tenant."""
    lists: dict[str, list] = {}
    number = 0
    for layer in LAYERS[1:-1]:
        lists[layer] = []
        for text in draw(st.lists(TEXTS, max_size=6)):
            number += 1
            memory = note(
                f"m{number}",
                text,
                at=1.9e9 + DAY * draw(st.integers(0, 3)),
                speaker=draw(st.sampled_from(["", "Ann", "<b"])),
            )
            lists[layer].append(draw(st.sampled_from([text, memory])))
    return lists


def check(context, budget: int, reserve: int) -> None:
    assert context.tokens == tokens.count(context.text) == sum(use.tokens for use in context.layers)
    assert context.tokens <= budget - reserve
    assert [use.name for use in context.layers] == list(LAYERS)
    assert "\n\n".join(message["content"] for message in context.messages) == context.text
    for step in context.steps:
        assert step.after <= step.before and step.why
    for use in context.layers:
        for piece in use.pieces:
            assert f"\n{piece.text}\n" in context.text and piece.tokens == tokens.count(piece.text)
    assert all(out.why and out.tokens == tokens.count(out.text) for out in context.left_out)


def is_readable(text: str) -> bool:
    try:
        rebuild(text, reserve=0)
    except ValueError as error:
        assert "question" in str(error)
        return False
    return True


@given(TEXTS.filter(is_readable), TEXTS, memories(), st.integers(0, 500), st.integers(0, 99))
def test_B2_B3_the_prompt_fits_and_its_number_is_a_recount(question, system, lists, budget, reserve):
    try:
        context = rebuild(question, system=system, budget=budget + 1, reserve=reserve, **lists)
    except ValueError as error:
        least = int(str(error).split(">= ")[1].split(" ")[0])
        assert least > budget + 1
        check(rebuild(question, system=system, budget=least, reserve=reserve, **lists), least, reserve)
    else:
        check(context, budget + 1, reserve)


@given(memories())
def test_all_that_is_given_goes_in_or_is_left_out_with_a_reason(lists):
    context = rebuild("Which tea?", budget=400, reserve=0, **lists)
    went_in = sum(len(use.pieces) for use in context.layers)
    assert went_in + len(context.left_out) == sum(map(len, lists.values()))


def test_the_layers_stand_in_the_order_of_the_article_in_the_questions_language():
    given_ = {"profile": ["a1"], "active": ["b2"], "relevant": ["c3"], "background": ["d4"]}
    for question, headings in (
        ("When?", ("# User profile", "# Active project", "# Relevant", "# Background", "# Current question")),
        ("什么时候？", ("# 用户档案", "# 当前项目", "# 相关记忆", "# 背景", "# 当前问题")),
    ):
        text = rebuild(question, system="Be kind.", **given_).text
        order = [
            text.index(part)
            for part in (
                "Be kind.",
                FENCE[0],
                headings[0],
                "a1",
                headings[1],
                "b2",
                headings[2],
                "c3",
                headings[3],
                "d4",
                FENCE[1],
                headings[4],
            )
        ]
        assert order == sorted(order)
        assert text.endswith(question)


def test_without_memories_there_is_no_fence():
    context = rebuild("When?", system="Be kind.")
    assert context.text == "Be kind.\n\n# Current question\nWhen?"
    assert rebuild("When?").messages == [{"role": "user", "content": "# Current question\nWhen?"}]


def test_recalled_turns_stand_under_their_day_in_the_order_of_time():
    turns = [note(f"t{n}", f"turn {n}", at=1.9e9 + n * DAY / 2, speaker="Ann") for n in (3, 0, 2, 1)]
    lines = rebuild("When?", relevant=[*turns, "undated"]).user.split("\n")
    assert lines[2:9] == [
        "- undated",
        "2030-03-17",
        "- Ann: turn 0",
        "2030-03-18",
        "- Ann: turn 1",
        "- Ann: turn 2",
        "2030-03-19",
    ]


def test_a_memory_goes_in_once_in_its_most_valuable_layer():
    tea = note("p1", "Likes oolong tea.")
    context = rebuild(
        "Which tea?",
        profile=[tea],
        relevant=[tea, "likes  OOLONG tea.", note("t2", "Likes oolong tea.")],
        background=["Which  tea?", "", note("t3", "Likes oolong tea.", at=1.9e9 + DAY)],
    )
    assert [out.why for out in context.left_out] == [
        "duplicate of p1",
        "duplicate of p1",
        "duplicate of p1",
        "duplicate of the question",
        "empty",
    ]
    assert [piece.id for piece in context.layer("background").pieces] == ["t3"]  # said again on another day


def test_Z3_what_has_expired_stays_out_from_its_second_on():
    lists = {"relevant": [note("t1", "The coupon is TEA-88.", expires_at=2e9)]}
    assert "TEA-88" in rebuild("Coupon?", now=2e9 - 1, **lists).text
    assert "TEA-88" in rebuild("Coupon?", now="2033-05-18T03:33:19Z", **lists).text
    context = rebuild("Coupon?", now=2e9, **lists)
    assert "TEA-88" not in context.text and context.left_out[0].why == "expired"


def test_what_is_no_longer_so_stays_out_and_what_is_not_confirmed_says_so():
    context = rebuild(
        "Where?",
        profile=[note("f1", "city: Oslo", status="superseded"), note("f2", "city: Rome", status="pending")],
    )
    assert context.left_out[0].why == "superseded: no longer so"
    assert "- (not confirmed) city: Rome" in context.text
    assert (
        "（未确认）city: Rome"
        in rebuild("在哪里？", profile=[note("f2", "city: Rome", status="pending")]).text
    )


def test_T4_a_memory_of_another_tenant_is_refused():
    for tenant in ("ab", "a:b", "a%", "北京", "", "A"):
        other = Memory(tenant, "x1", "Their order is T-9999.")
        for layer in ("profile", "active", "relevant", "background", "secrets"):
            with pytest.raises(ValueError, match=rf"{layer}\[0\]: memory 'x1' belongs to tenant"):
                rebuild("Which order?", tenant="a", **{layer: [other]})
        with pytest.raises(ValueError, match="belongs to tenant"):
            rebuild("Which order?", profile=[Memory("a", "m", "mine")], relevant=[other])
    assert "T-9999" in rebuild("Which order?", tenant="A", profile=[other]).text


def test_a_private_memory_of_another_agent_stays_out_unseen():
    mine, theirs = (note(id, f"plan of {id}", agent=id) for id in ("desk", "depot"))
    context = rebuild("Plan?", relevant=[mine, theirs], agent="desk")
    assert "plan of desk" in context.text and "plan of depot" not in repr(context)
    assert context.left_out[0].why == "private to another agent"


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"question": ""}, ValueError, "question: ''"),
        ({"question": " \u200b\n"}, ValueError, "question"),
        ({"question": None}, TypeError, "question: None"),
        ({"system": 3}, TypeError, "system: 3"),
        ({"budget": 0}, ValueError, "budget: 0"),
        ({"budget": 2.5}, TypeError, "budget: 2.5"),
        ({"budget": float("nan")}, ValueError, "budget: nan"),
        ({"reserve": -1}, ValueError, "reserve: -1"),
        ({"budget": 500, "reserve": 500}, ValueError, "budget: 500 is not allowed, allowed is >= "),
        ({"relevant": "tea"}, TypeError, "relevant: 'tea'"),
        ({"relevant": [3]}, TypeError, r"relevant\[0\]: 3"),
        ({"profile": None}, TypeError, "profile: None"),
        ({"shorten": "no"}, TypeError, "shorten: 'no'"),
        ({"reveal": "k1"}, TypeError, "reveal: 'k1'"),
        ({"now": float("inf")}, ValueError, "now"),
    ],
)
def test_bad_input_is_refused_by_name(wrong, error, message):
    question = wrong.pop("question", "When?")
    with pytest.raises(error, match=message):
        rebuild(question, **wrong)


def test_the_given_lists_and_memories_are_left_as_they_are():
    given_ = [note("a", "tea"), "cake"]
    before = list(given_)
    assert rebuild("When?", relevant=given_) == rebuild("When?", relevant=iter(given_))
    assert given_ == before


def test_the_language_is_that_of_the_question():
    assert language("用户 Li Wei 的 API key 什么时候过期") == "zh"
    assert language("") == language("123?") == language("What does 你好 mean in English?") == "en"
