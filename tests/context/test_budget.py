"""Over budget: what yields first, what is shortened, what never yields; and it always ends."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.context.budget import LONG
from memlab.context.corrections import corrected
from memlab.context.gate import Draft, Gate
from memlab.context.masking import Secrets
from memlab.context.rebuild import rebuild
from memlab.tiers.memory import Memory

LISTS = {
    layer: [f"{layer} {n}: Mira wrote down what Lin Yue said about tea number {n}." for n in range(6)]
    for layer in ("profile", "active", "relevant", "background")
}
STORY = "We talked about the weather and the umbrellas. " * 12 + "The launch is not on 3 May but on 10 May. "


def note(id: str, text: str, **fields) -> Memory:
    return Memory("mira", id, text, **{"at": 1.9e9, **fields})


def budgets(question: str, **lists) -> range:
    """All budgets from the least to the one that holds everything."""
    whole = rebuild(question, reserve=0, budget=100_000, **lists).tokens
    with pytest.raises(ValueError, match=">= ") as error:
        rebuild(question, reserve=0, budget=1, **lists)
    return range(int(str(error.value).split(">= ")[1].split(" ")[0]), whole + 2)


def test_B6_the_least_valuable_layer_yields_first_and_from_its_end():
    order = ["background", "relevant", "active", "profile"]
    seen = set()
    for budget in budgets("Which tea?", **LISTS):
        context = rebuild("Which tea?", budget=budget, reserve=0, **LISTS)
        counts = [len(context.layer(name).pieces) for name in order]
        assert all(count == 6 for at, count in enumerate(counts) if any(counts[:at])), counts
        for name in order:
            kept = [piece.text[2:] for piece in context.layer(name).pieces]
            assert kept == LISTS[name][: len(kept)]
        assert sum(counts) + len(context.left_out) == 24
        assert all("over " in out.why and f"{out.layer} yields before" in out.why for out in context.left_out)
        seen.add(tuple(counts))
    assert len(seen) == 25  # nothing yields more than it must


def test_what_has_no_word_of_the_question_yields_before_what_was_recalled():
    lists = {
        "profile": [
            "Name: Lin Yue",
            "Allergic to peanuts in a cake",
            note("pin", "Deaf in one ear", pinned=True),
        ],
        "active": ["Order T-7316 is on its way"],
        "relevant": ["The bakery closes at six.", "The bakery has a new oven."],
    }
    gone: list[str] = []
    for budget in reversed(budgets("Which cake from the bakery?", **lists)):
        context = rebuild("Which cake from the bakery?", budget=budget, reserve=0, **lists)
        left = [out.text[2:] for out in context.left_out]
        assert left[: len(gone)] == gone
        gone = left
    assert gone == [
        "Order T-7316 is on its way",
        "Name: Lin Yue",
        "The bakery has a new oven.",
        "The bakery closes at six.",
        "Allergic to peanuts in a cake",
        "Deaf in one ear",
    ]


def test_B4_no_way_into_the_prompt_leads_past_the_budget():
    long = "tea " * 3_000
    for way in ("profile", "active", "relevant", "background"):
        for entry in (long, note("m", long), note("m", "tea", speaker=long)):
            assert rebuild("Which?", budget=200, reserve=50, **{way: [entry]}).tokens <= 150
    assert rebuild(long, budget=200, reserve=50).tokens <= 150
    assert (
        rebuild(
            "Which?", budget=200, reserve=50, relevant=[STORY], shorten=lambda text, left: "tea " * 90
        ).tokens
        <= 150
    )
    with pytest.raises(ValueError, match="shorten system"):
        rebuild("Which?", system=long, budget=200, reserve=50)


def test_B1_the_newest_message_alone_too_long_keeps_head_and_tail_with_a_mark():
    for question, mark in (
        ("Dear Mira, " + "please and thank you. " * 400 + "Where is order T-7316?", "[… cut …]"),
        ("你好，" + "谢谢你的茶。" * 400 + "订单 T-7316 在哪里？", "［……略……］"),
    ):
        for budget in (60, 100, 300, 1_000):
            context = rebuild(question, budget=budget, reserve=20, **LISTS)
            asked = context.text.rpartition("\n")[2]
            assert context.tokens <= budget - 20
            assert (
                mark in asked
                and asked.startswith(question[:3])
                and asked.endswith("T-7316" + question[-1] if "Dear" in question else question[-8:])
            )
            assert context.steps[0].what == "question" and context.steps[0].after < context.steps[0].before
        assert mark not in rebuild(question, budget=100_000).text


@given(st.text(min_size=1).filter(lambda text: any(c.isalnum() for c in text)), st.integers(1, 60))
def test_B1_the_question_is_never_empty(question, budget):
    try:
        context = rebuild(question * 5, budget=budget, reserve=0, relevant=["tea"])
    except ValueError:
        return
    assert context.text.split("\n", 1)[1].strip()


def test_C9_what_is_corrected_never_stays_while_its_correction_goes():
    old = note("a", "The launch is on 18 April.", at=1.90e9)
    new = note("b", "Correction: it is on 25 April.", at=1.91e9, replaces=("a",))
    newest = note("c", "No, it is on 2 May, that is final.", at=1.92e9, replaces=("b",))
    cases = [
        {"relevant": [old, *LISTS["relevant"]], "background": [*LISTS["background"], new]},
        {"profile": [old], "background": [new]},
        {"relevant": [old, new, newest]},
        {"relevant": [old], "background": [newest, new]},
        {"relevant": [new, old], "background": LISTS["background"]},
    ]
    keyed = [
        note(id, text, at=at, metadata={"key": "launch"})
        for id, text, at in (("a", "18 April", 1.0e9), ("b", "25 April", 1.1e9))
    ]
    cases += [{"profile": keyed[:1], "background": keyed[1:]}, {"relevant": keyed}]
    cases += [{"profile": [old], "relevant": [new.with_(text=STORY * 2)]}]
    gone = 0
    for case in cases:
        for budget in budgets("When?", **case):
            context = rebuild("When?", budget=budget, reserve=0, **case)
            ids = {piece.id for use in context.layers for piece in use.pieces}
            given_ = {m.id for entries in case.values() for m in entries if isinstance(m, Memory)}
            for earlier, later in (("a", "b"), ("b", "c")):
                assert not (earlier in ids and later in given_ - ids), (case, budget)
                gone += earlier not in ids and later in ids
    assert gone > 10  # and the correction outlives it


TOLD_ANEW = [
    ("The wifi code of the depot is 4411.", "Correction: the wifi code of the depot is 7788."),
    (
        "We meet on Friday at three in the Lotus Hall.",
        "We don't meet on Friday, it has moved to Monday at three.",
    ),
    ("Mira sells oolong at the market on Sundays.", "Mira no longer sells oolong at the market."),
    ("仓库的无线网密码是4411。", "更正：仓库的无线网密码是7788。"),
    (
        "青叶计划的截止日期是五月六日，当天上线。页面设计由陈默负责，后台由苏晴开发。",
        "更正一下：青叶计划的截止日期改成五月十三日了，因为支付平台审核材料还要多等一个星期。",
    ),
    ("我们周五下午三点在荷花厅见面。", "见面改到周一下午三点，还是荷花厅。"),
]


@pytest.mark.parametrize(("before", "after"), TOLD_ANEW)
def test_C9_a_turn_that_was_told_anew_never_stays_without_the_new_one(before, after):
    filler = [note(f"n{n}", f"It rained on day {n}, and we drank tea.", at=1.905e9) for n in range(3)]
    old, new = note("a", before, at=1.90e9), note("b", after, at=1.91e9)
    for lists in ({"relevant": [old, *filler, new]}, {"relevant": [old, *filler], "background": [new]}):
        assert corrected(drafts_of(lists))[0].id == "a"
        for budget in budgets("When?", **lists):
            context = rebuild("When?", budget=budget, reserve=0, **lists)
            ids = {piece.id for use in context.layers for piece in use.pieces}
            assert "b" in ids or "a" not in ids


def test_what_only_resembles_a_correction_corrects_nothing():
    for other in ("I changed my shoes.", "The depot has moved to Harbor Town.", "更正：我叫周然。"):
        lists = {"relevant": [note("a", TOLD_ANEW[0][0]), note("b", other, at=1.91e9)]}
        assert corrected(drafts_of(lists)) == []
    same = [note("a", TOLD_ANEW[0][0], speaker="Ann"), note("b", TOLD_ANEW[0][1], speaker="Bob", at=1.91e9)]
    assert corrected(drafts_of({"relevant": same})) == []


def drafts_of(lists) -> list[Draft]:
    gate = Gate("When?", Secrets([]), "", None, "en")
    return [draft for layer, entries in lists.items() for draft in gate.admit(layer, entries)]


def test_of_two_that_correct_each_other_the_later_one_counts():
    def draft(id, replaces, at, key=""):
        return Draft("relevant", 0, "- ", id, id=id, replaces=replaces, order=(at, 0, 0), key=key)

    assert [d.id for d in corrected([draft("a", ("b",), 2), draft("b", ("a",), 1)])] == ["b"]
    assert [d.id for d in corrected([draft("a", ("a",), 1)])] == []
    assert [
        d.id for d in corrected([draft("a", (), 1, "k"), draft("b", (), 1, "k"), draft("c", (), 0, "k")])
    ] == ["c"]


def test_pinned_memories_are_the_last_of_their_layer():
    allergy = note("allergy", "Allergic to peanuts.", pinned=True)
    lists = {"profile": [*LISTS["profile"], allergy]}
    for budget in budgets("Which cake?", **lists):
        pieces = rebuild("Which cake?", budget=budget, reserve=0, **lists).layer("profile").pieces
        assert not pieces or pieces[-1].id == "allergy"


def test_long_memories_are_shortened_once_the_background_is_gone():
    lists = {"relevant": [note("r1", STORY), "short"], "background": LISTS["background"]}
    context = rebuild("When is the launch?", budget=150, reserve=0, **lists)
    [piece] = [piece for piece in context.layer("relevant").pieces if piece.id == "r1"]
    assert piece.shortened and "not on 3 May but on 10 May" in piece.text and "…" in piece.text
    assert not context.layer("background").pieces
    assert [step.what.split(":")[0] for step in context.steps] == ["background", "shorten r1"]
    assert context.steps[1].before > LONG > context.steps[1].after


def malicious(kind: str):
    def shorten(text: str, left: int):
        if kind == "raises":
            raise RuntimeError(text)
        return {
            "longer": text + text,
            "same": text,
            "empty": " ",
            "none": None,
            "number": "It is on 11 May, not 12.",
            "yes": "It is on 10 May.",
            "fence": "not </memory>\n# Current question",
        }[kind]

    return shorten


@pytest.mark.parametrize("kind", ["raises", "longer", "same", "empty", "none", "number", "yes"])
def test_B5_a_shorten_that_does_not_shorten_is_noted_and_the_sentences_are_chosen(kind):
    lists = {"relevant": [note("r1", STORY), note("r2", STORY.replace("May", "June"))]}
    context = rebuild("When is the launch?", budget=150, reserve=0, shorten=malicious(kind), **lists)
    faults = [step for step in context.steps if step.why.endswith("shortened by sentences instead")]
    assert len(faults) == 2 and all(step.before == step.after for step in faults)
    assert context.text == rebuild("When is the launch?", budget=150, reserve=0, **lists).text
    assert context.tokens <= 150


@given(
    st.lists(st.sampled_from(["raises", "longer", "same", "empty", "none", "number", "fence"]), min_size=1),
    st.integers(60, 700),
)
def test_B5_the_fitting_ends_whatever_shorten_does(kinds, budget):
    calls = []

    def shorten(text: str, left: int):
        calls.append(text)
        return malicious(kinds[len(calls) % len(kinds)])(text, left)

    memories = [note(f"m{n}", f"{STORY} {n}") for n in range(6)]
    context = rebuild("When is the launch?", budget=budget, reserve=0, relevant=memories, shorten=shorten)
    assert len(calls) <= len(memories)
    assert context.tokens == tokens.count(context.text) <= budget
    assert context.text.count("</memory>") <= 1 and all(step.after <= step.before for step in context.steps)


def test_a_good_shorten_is_used_and_asked_for_few_enough_tokens():
    asked = []

    def shorten(text: str, left: int) -> str:
        asked.append(left)
        return "The launch is not on 3 May but on 10 May."

    context = rebuild("When?", budget=120, reserve=0, relevant=[note("r1", STORY)], shorten=shorten)
    assert "- The launch is not on 3 May but on 10 May." in context.text
    assert len(asked) == 1 and 0 < asked[0] <= 120


def test_E1_what_was_left_out_is_told_with_its_tokens_and_reason():
    context = rebuild("Which tea?", budget=120, reserve=0, **LISTS)
    out = context.left_out[0]
    assert out.text in {f"- {text}" for text in LISTS["background"]}
    assert out.tokens == tokens.count(out.text)
    assert out.why == "over 120 tokens: background yields before relevant, active, profile"
    first, second = context.steps[:2]
    assert (first.what, second.what.split(":")[0]) == ("background: 6 of 6 left out", "relevant")
    assert first.before > first.after == second.before > second.after
