"""Which earlier message a message needs: by hand, against flow's analyses, and against annotated data."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from memlab import flow
from memlab.chats.liveness import live
from memlab.chats.measured import measure
from memlab.chats.references import MOST, READ, Heard, Rarity, needs, program_of, terms_of
from memlab.flow import LIVENESS, solve


def needed(*texts):
    terms = [terms_of(text) for text in texts]
    rarity = Rarity()
    for said in terms:
        rarity.add(said)
    return needs(terms, rarity)


def test_an_identifier_is_enough_in_english_and_in_chinese():
    assert needed("Order T-7316 is late", "Sorry", "Tea?", "Where is T-7316?")[-1] == (1,)
    assert needed("订单HS123456没到", "抱歉", "还有吗", "HS123456在哪里")[-1] == (1,)


def test_rare_words_together_are_enough_and_common_ones_never():
    assert needed(
        "I grow tomatoes in my greenhouse", "Nice", "Tea?", "Does my greenhouse suit tomato plants?"
    )[-1] == (1,)
    assert needed("我在阳台种番茄", "好的", "还有吗", "阳台上的番茄要浇水吗")[-1] == (1,)
    assert (
        needed("Please help me to make a plan", "Sure", "Tea?", "Can you help me make another plan?")[-1]
        == ()
    )
    assert needed("请帮我推荐一下，谢谢", "好的", "还有吗", "请问可以帮我推荐吗，谢谢")[-1] == ()


def test_the_message_just_before_does_not_count():
    assert needed("Tea?", "Order T-7316 is late", "Where is T-7316?") == [(), (), ()]


def test_a_message_needs_two_earlier_ones_at_most_the_later_of_equal_ones():
    texts = [f"T-7316 {word}" for word in ("oolong", "sencha", "assam", "keemun")]
    assert needed(*texts, "Well", "Where is T-7316?")[-1] == (3, 4) and MOST == 2


def test_what_stands_in_most_messages_is_common():
    texts = ["Zofia keeps bees in Bergen"] * 40
    assert needed(*texts) == [()] * 40


def test_two_spellings_of_one_thing_are_one():
    assert needed("电话13800138000", "好", "嗯", "打+86 138-0013-8000了吗")[-1] == (1,)
    assert needed("Ｏｒｄｅｒ ＨＳ１２３４５６", "ok", "hm", "hs123456?")[-1] == (1,)


def test_terms_of_nothing_and_of_anything():
    assert terms_of("") == terms_of("?!… 😀") == frozenset()
    assert terms_of("tea " * READ) == {"tea"}
    assert "penicillin" not in terms_of("a " * READ + "penicillin")


def test_what_is_read_is_the_same_in_every_order_of_words():
    assert terms_of("greenhouse tomato") == terms_of("tomato, greenhouse")


def test_asking_what_would_be_needed_changes_nothing():
    rarity = Rarity()
    heard = Heard(rarity)
    for text in ("T-7316 is late", "Sorry", "Tea?"):
        rarity.add(terms_of(text))
        heard.add(terms_of(text))
    asked = terms_of("Where is T-7316?")
    assert heard.needed(asked) == heard.needed(asked) == (1,)


CHAT = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        *(
            st.lists(st.integers(1, max(1, k - 2)), max_size=2 * (k > 2), unique=True).map(sorted)
            for k in range(1, n + 1)
        )
    )
)


@given(CHAT, st.lists(st.integers(0, 50), min_size=12, max_size=12))
def test_live_tokens_are_those_that_flow_finds_live(used, sizes):
    sizes = sizes[: len(used)]
    found, program = live(used, sizes), program_of(used)
    after = solve(program, LIVENESS).after
    assert found.tokens == tuple(sum(sizes[v - 1] for v in after[n]) for n in range(1, len(used) + 1))
    dead = {v for v, _ in flow.dead_definitions(program)}
    assert found.dead_messages == len(dead)
    assert found.dead_tokens == sum(sizes[v - 1] for v in dead)
    assert found.peak_tokens == max(found.tokens)
    assert {(v, n) for n, uses in enumerate(used, 1) for v in uses} == {
        (v, n) for v, by in enumerate(found.needed_by, 1) for n in by
    }


@given(st.lists(st.sets(st.sampled_from("abcdefgh")), max_size=9))
def test_who_is_needed_was_said_before_and_shares_a_term(terms):
    rarity = Rarity()
    for said in terms:
        rarity.add(said)
    for n, used in enumerate(needs(terms, rarity), start=1):
        assert list(used) == sorted(set(used)) and len(used) <= MOST
        assert all(earlier < n - 1 and terms[earlier - 1] & terms[n - 1] for earlier in used)


def test_counting_by_hash_never_makes_a_word_rarer():
    rarity = Rarity()
    words = ["".join(letters) for letters in itertools.product("abcdefghij", repeat=3)]
    for word in words:
        rarity.add([word, "tea"])
    assert rarity.weight("tea") == 0 < rarity.weight(words[0]) <= rarity.weight("never said")


def test_the_figures_that_the_report_states_are_those_measured(shared):
    from memlab.chats.method import METHOD

    locomo = measure(str(shared / "data" / "locomo_dev.json"))
    crosswoz = measure(str(shared / "data" / "crosswoz_dev.json"))
    assert f"finds {crosswoz.recall:.0%} of the messages that need an earlier one" in METHOD
    assert f"and {crosswoz.precision:.0%} of the needs that it sees are right" in METHOD
    assert f"for {locomo.recall:.0%} of the questions, and {locomo.precision:.0%} of what it finds" in METHOD
