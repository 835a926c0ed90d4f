"""The rater: article 2's grades in English and Chinese, what it may see, and whatever it may be handed."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab import tokens
from memlab.bank import IMPORTANCE, MemoryBank, Rater, rate
from memlab.bank.importance import LEAST
from memlab.bank.rating import CUES, FITTED, Table

GRADED = {
    "instruction": [
        ("From now on, always answer in French.", "user"),
        ("Please call me Dr. Okafor.", "user"),
        ("Remember that I never want calls before nine.", "user"),
        ("Never send the report without asking me first.", "user"),
        ("Keep in mind that the client hates exclamation marks.", "user"),
        ("Don't forget: staging only, no production.", "user"),
        ("Please use metric units in every reply.", "system"),
        ("以后请用中文回复我。", "user"),
        ("记住，开会之前不要给我打电话。", "user"),
        ("从现在起一律用公制单位。", "system"),
        ("请叫我欧阳老师。", "user"),
        ("不要再用感叹号了。", "user"),
        ("别忘了先问我再发报告。", "user"),
        ("把这条规则记下来：只看上午的场次。", "user"),
    ],
    "error": [
        ('Traceback (most recent call last):\n  File "kiln.py"\nValueError: bad header', "tool"),
        ("API call failed: 503 Service Unavailable", "tool"),
        ("permission denied: /srv/stock", "tool"),
        ("Connection refused by the warehouse gateway", "tool"),
        ("Error: quota exceeded", "assistant"),
        ("接口调用失败：连接超时", "tool"),
        ("权限不足，无法读取库存表", "tool"),
        ("错误：磁盘已满", "assistant"),
        ("服务器返回 503，请求失败", "tool"),
    ],
    "business": [
        ("My order number is TK-90417.", "user"),
        ("The invoice comes to $1,284.50.", "user"),
        ("You can reach me at lin.yue@example.org.", "user"),
        ("My phone is +44 20 7946 0321.", "user"),
        ("The deadline is 2031-04-09.", "user"),
        ("Project ID: PX-7731, region eu-west.", "user"),
        ("Your flight KL1023 departs at 14:35.", "assistant"),
        ("我的订单号是TK90417。", "user"),
        ("这张发票一共1284.5元。", "user"),
        ("我的邮箱是 lin.yue@example.org。", "user"),
        ("我的手机号是１３８００００１１１１。", "user"),
        ("交货日期是2031年4月9日。", "user"),
        ("项目编号：PX-7731。", "user"),
        ("预算上限是３２０００元。", "user"),
    ],
    "finding": [
        ("It turns out the kiln was set twenty degrees too low.", "assistant"),
        ("The root cause is a stale lock in the stock service.", "assistant"),
        ("Therefore the second shelf must be the older one.", "assistant"),
        ("查明了，原因是窑温低了二十度。", "assistant"),
        ("因此第二层架子应该更旧。", "assistant"),
        ("分析结果表明两家用的是同一个港口。", "assistant"),
    ],
    "context": [
        ("We walked along the canal and fed the ducks.", "user"),
        ("What time does the library close?", "user"),
        ("I usually cook lentil soup on Mondays.", "user"),
        ("The shop sells green tea and cups.", "assistant"),
        ("It turns out my cousin moved to a farm.", "user"),  # a conclusion is the agent's
        ("Always answer in French, she said.", "Bo"),  # two people give an agent no orders
        ("我们沿着运河散步，还喂了鸭子。", "user"),
        ("图书馆几点关门？", "user"),
        ("我周一一般煮扁豆汤。", "user"),
        ("我对花生过敏。", "user"),
        ("这家店卖绿茶和杯子 and some cups。", "assistant"),
    ],
    "smalltalk": [
        ("Hello!", "user"),
        ("Hi there, how are you?", "user"),
        ("Thanks so much, you're the best!", "user"),
        ("Bye, take care!", "user"),
        ("You're welcome, no worries at all.", "assistant"),
        ("ok", "user"),
        ("😀👍", "user"),
        ("", "user"),
        ("你好！", "user"),
        ("您好，最近怎么样？", "user"),
        ("太谢谢你了，你真好！", "user"),
        ("再见，保重！", "user"),
        ("不客气，没关系的。", "assistant"),
        ("嗯，好的。", "user"),
        ("在吗？", "user"),
    ],
}
CASES = [(grade, text, role) for grade, rows in GRADED.items() for text, role in rows]


@pytest.mark.parametrize(("grade", "text", "role"), CASES)
def test_each_grade_is_told_in_both_languages(grade, text, role):
    rating = rate(text, role)
    assert rating.grade == grade, rating.text
    if grade not in ("context", "smalltalk"):
        assert rating.importance >= IMPORTANCE[grade] / 10
    assert 0 <= rating.importance <= 1


def test_the_grades_are_those_of_the_article():
    assert set(GRADED) == set(IMPORTANCE)


@pytest.mark.parametrize("grade", ["instruction", "error", "business", "finding"])
def test_a_grade_outweighs_all_small_talk(grade):
    least = min(rate(text, role).importance for text, role in GRADED[grade])
    assert least > max(rate(text, role).importance for text, role in GRADED["smalltalk"])


@pytest.mark.parametrize(
    ("fact", "chatter"),
    [
        (
            "My sister Noor got married in Bergen last May.",
            "That is so amazing, you are really awesome, keep it up!",
        ),
        ("我姐姐去年五月在卑尔根结婚了。", "太棒了，你真的很厉害，继续加油，我相信你！"),
        ("我sister去年在Bergen结婚了，花了３万块。", "哈哈 that's great，真不错，加油！"),
    ],
)
def test_a_fact_is_worth_more_than_chatter_of_its_length(fact, chatter):
    assert rate(fact).worth > 2 * rate(chatter).worth


# -- what it says


@pytest.mark.parametrize("text", ["My cat Miso broke a vase yesterday!", "我的猫昨天打碎了花瓶。"])
def test_the_terms_add_up_to_the_worth_and_the_text_names_them(text):
    rating = rate(text)
    assert rating.worth == pytest.approx(sum(rating.terms.values()))
    known = {cue.name for cue in CUES} | {"base"}
    assert set(rating.terms) <= known
    strongest = max(rating.terms, key=lambda name: abs(rating.terms[name]))
    assert rating.text.startswith(f"{rating.grade}, importance ") and strongest in rating.text


def test_full_width_forms_read_as_plain_ones():
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in "Order TK-90417 costs 300!")
    assert rate(wide).grade == rate("Order TK-90417 costs 300!").grade == "business"
    assert rate(wide).terms == rate("Order TK-90417 costs 300!").terms


def test_a_rating_stays_as_it_is_and_can_be_sent_to_another_process():
    rating = rate("I keep bees.")
    with pytest.raises(AttributeError):
        rating.grade = "error"
    assert pickle.loads(pickle.dumps(rating)) == rating


def test_another_table_weighs_otherwise():
    flat = Table(base=1.0, weights={})
    assert Rater(flat).rate("My sister lives in Bergen.").terms["base"] == 1.0
    assert sum(Rater(flat).rate("My sister lives in Bergen.").terms.values()) == 1.0
    with pytest.raises(TypeError, match=r"table: .* allowed is Table"):
        Rater({"base": 1})


# -- what it may see


def test_what_comes_before_counts():
    asked = rate("In Bergen.", "Ann", before=[("Bo", "Where did you get married?")])
    assert asked.worth > rate("In Bergen.", "Ann", before=[("Bo", "I love your coat!")]).worth
    assert "asked where, when, who" in asked.terms
    again = rate("I keep bees.", before=["I keep bees."])
    assert "new words" not in again.terms and "echo" in again.terms


@given(st.lists(st.text(max_size=40), max_size=6), st.lists(st.text(max_size=40), max_size=6))
def test_what_comes_after_never_changes_a_rating(start, rest):
    one, two = Rater(), Rater()
    before = [one.rate(text, "Ann") for text in start]
    for text in rest:
        one.rate(text, "Bo")
    assert before == [two.rate(text, "Ann") for text in start]


def test_a_reply_revises_the_turn_before_and_no_other():
    rater = Rater()
    first = rater.rate("I adopted a puppy called Biscuit yesterday!", "Ann")
    assert rater.revised is None
    rater.rate("Wow, congratulations! Where did you find Biscuit?", "Bo")
    assert rater.revised.importance > first.importance
    assert dict(first.terms).items() <= rater.revised.terms.items()
    assert {"reply is taken by it", "reply asks", "reply takes it up"} <= set(rater.revised.terms)


def test_an_hour_of_silence_begins_a_session():
    rater = Rater()
    rater.rate("Where do you live?", "Bo", at=0)
    soon = rater.rate("In Bergen.", "Ann", at=3600)
    late = rater.rate("In Bergen.", "Ann", at=3600 + 3601)
    assert "asked" in soon.terms and "opens a session" not in soon.terms
    assert "asked" not in late.terms and "opens a session" in late.terms
    assert rater.revised is None


def test_a_speakers_name_is_no_news():
    rater = Rater()
    rater.rate("Hello.", "Marguerite")
    known = rater.rate("We met there, Marguerite, and then Marg left.", "Bo")
    assert "names" not in known.terms
    assert "names" in rater.rate("We met there, Svetlana left.", "Bo").terms


# -- whatever it may be handed


@pytest.mark.parametrize("text", [None, 3, b"tea", ["tea"]])
def test_what_is_no_text_is_refused_and_not_heard(text):
    rater = Rater()
    with pytest.raises(TypeError, match=r"text: .* allowed is str"):
        rater.rate(text)
    assert rater.rate("Tea.") == rate("Tea.")


def test_other_bad_arguments_are_refused():
    with pytest.raises(TypeError, match=r"role: 3 is int, allowed is str"):
        rate("tea", 3)
    with pytest.raises(ValueError, match=r"^at: nan"):
        Rater().rate("tea", at=float("nan"))
    with pytest.raises(TypeError, match=r"before: 'tea', allowed is an iterable of turns"):
        rate("tea", before="tea")
    with pytest.raises(TypeError, match=r"text: 3 is int"):
        rate("tea", before=[3])


MEGABYTE = 1_000_000
HOSTILE = [
    "a",
    "a ",
    "I ",
    "my ",
    "我",
    "我,",
    "1",
    "1-",
    "1 ",
    "A",
    "Ab ",
    '"',
    '"a',
    "《",
    "😀",
    "\n",
    "?",
    ". ",
]
HOSTILE += [
    "-",
    "a@",
    "a.",
    "\ufdfa",
    " ",
    "ab, ",
    "order ",
    "I just just ",
    "api key ",
    "A_",
    "a-",
    "a'",
    "e\u0301",
    "remember the ",
    "i want you to ",
    "and, ",
    ", ok",
    "以后你",
    "再别",
    "说",
    "0 errors ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_of_anything_is_rated(piece):
    rating = Rater().rate(piece * (MEGABYTE // len(piece)), "tool")
    assert rating.importance < 1 and rating.tokens == tokens.count(piece * (MEGABYTE // len(piece)))


@given(st.text(st.characters(), max_size=200), st.sampled_from(["user", "assistant", "tool", "Ann"]))
def test_any_text_has_a_grade_and_an_importance(text, role):
    rating = rate(text, role, before=["Where?", text])
    assert rating.grade in IMPORTANCE
    assert 0 <= rating.importance <= 1 and rating.worth >= LEAST


def test_lone_surrogates_are_rated():
    assert rate("The kiln \ud800 leaks").grade == rate("The kiln leaks").grade == "context"


# -- and what a bank makes of it


def test_worth_keeps_the_fact_and_drops_the_chatter():
    bank = MemoryBank(capacity=14, policy="worth", size=tokens.count, clock=lambda: 0.0)
    said = [
        "My sister Noor married in Bergen.",
        "Wow, that is so great to hear!",
        "Thanks, you are really kind!",
    ]
    for n, text in enumerate(said):
        bank.add(text, rate(text, "Ann").importance, id=n)
    assert 0 in bank and 1 not in bank
    assert "expected uses" in bank.why(0).text


def test_worth_is_per_size_and_ties_go_to_the_longest_unused():
    bank = MemoryBank(capacity=10, policy="worth", size=len, clock=lambda: 0.0)
    bank.add("a" * 8, 0.6, id="long")
    bank.add("bb", 0.3, id="short")
    bank.add("cc", 0.3, id="new")
    assert "long" not in bank and "short" in bank
    tied = MemoryBank(capacity=2, policy="worth", clock=lambda: 0.0)
    for id in "abc":
        tied.add(id, 0.5, id=id)
    assert [item.id for item in tied.items] == ["b", "c"]


def test_what_is_certain_to_be_used_stays_and_an_unimportant_newcomer_goes():
    bank = MemoryBank(capacity=2, policy="worth", clock=lambda: 0.0)
    for id, importance in (("rule", 1.0), ("fact", 0.9), ("chat", 0.0)):
        bank.add(id, importance, id=id)
    assert [item.id for item in bank.items] == ["rule", "fact"]
    bank.add("better", 0.95, id="better")
    assert [item.id for item in bank.items] == ["rule", "better"]


def test_every_cue_has_a_weight_and_a_line_that_says_what_it_is():
    assert list(FITTED.weights) == [cue.name for cue in CUES]
    assert all(cue.what and cue.weight == FITTED.weights[cue.name] for cue in CUES)
