"""Contradictory, stale and lost memories: each scenario by its id, with inputs of its kind in both languages."""

from __future__ import annotations

import itertools

import pytest

from memlab.facts import RULES, Candidate, FactBook, FactError, Time

START, MINUTE = 1_700_000_000.0, 60.0
OF_FORM = {  # two values that are not the same
    "words": ("alpha", "omega"),
    "place": ("Oslo", "Turin"),
    "person": ("Alice", "Bruno"),
    "organisation": ("Nokia", "Bosch"),
    "amount": ("300", "900"),
    "number": ("31", "32"),
    "date": ("Monday", "Friday"),
    "phone": ("13800000001", "13900000002"),
    "email": ("a@example.com", "b@example.org"),
    "code": ("HS1", "HS2"),
    "language": ("English", "French"),
    "sentence": ("Never call me before noon", "Answer in short sentences"),
}
SINGLE = [name for name, rule in RULES.items() if not rule.many]
MANY = [name for name, rule in RULES.items() if rule.many]


def talk(*texts, start=START, **options):
    book = FactBook("u1", **options)
    for n, text in enumerate(texts):
        book.hear(text, at=start + MINUTE * n)
    return book


def later(book, *texts):
    """Say more, a minute apart; the decisions."""
    return [d for text in texts for d in book.hear(text, at=book.turns[-1].at + MINUTE)]


def only(facts):
    (fact,) = facts
    return fact


def told(book, attribute, value, **about):
    return only(f for f in book.history(attribute, **about) if f.value == value)


def by_version(book, version):
    return next(f for f in book.history() if f.version == version)


def present(book):
    """What is in force, of everybody."""
    everybody = [None, *book.entities()]
    return {(f.entity, f.attribute, f.value) for entity in everybody for f in book.facts(entity)}


def waiting(book):
    return [(f.attribute, f.value, f.polarity) for f in book.pending()]


def state(book):
    """Everything that a reader of the book can see."""
    return (
        present(book), waiting(book), book.history(), [book.history(entity=e) for e in book.entities()],
        book.short_term(), book.version, book.turns,
    )  # fmt: skip


def candidate(attribute, value, **more):
    things = RULES[attribute].things if attribute in RULES else False
    return Candidate(attribute, value, *(("project A", False) if things else ()), **more)


def spoken(*turns):
    """A book whose turns are lists of candidates, a minute apart."""
    book = FactBook("u1", extractor=lambda text, *rest: turns[int(text)])
    for n in range(len(turns)):
        book.hear(str(n), at=START + MINUTE * n)
    return book


# -- C1


@pytest.mark.parametrize(
    ("attribute", "first", "old", "second", "new"),
    [
        ("favourite_player", "My favourite player is Ronaldo.", "Ronaldo", "My favourite player is Messi.", "Messi"),
        ("favourite_player", "my favorite player is Iniesta", "Iniesta", "My favorite player is Xavi.", "Xavi"),
        ("favourite_colour", "My favourite colour is green.", "green", "My favourite colour is dark blue.", "dark blue"),
        ("favourite_球员", "我最喜欢的球员是罗纳尔多。", "罗纳尔多", "我最喜欢的球员是梅西。", "梅西"),
        ("favourite_颜色", "我最喜欢的颜色是绿色。", "绿色", "我最喜欢的颜色是深蓝色。", "深蓝色"),
        ("city", "I live in Oslo.", "Oslo", "I've just moved to Turin.", "Turin"),
        ("city", "我住在昆明。", "昆明", "我上周搬到大理了。", "大理"),
        ("employer", "I work at Nokia.", "Nokia", "I switched jobs and now work at Ericsson.", "Ericsson"),
        ("employer", "我在海尔上班。", "海尔", "我跳槽去了美的。", "美的"),
        ("phone", "My phone number is 0301 555 010.", "0301 555 010", "My phone number changed to 0301 555 020.", "0301 555 020"),
        ("budget", "我的预算是3万。", "3万", "预算改成5万。", "5万"),
        ("reply_language", "Please answer in French.", "French", "Actually, answer in Spanish.", "Spanish"),
        ("diet", "I'm vegetarian.", "vegetarian", "I'm vegan now.", "vegan"),
        ("job", "我是老师。", "老师", "我现在是律师。", "律师"),
    ],
)  # fmt: skip
def test_C1_only_the_newer_value_is_in_force_and_the_old_one_names_its_killer(
    attribute, first, old, second, new
):
    book = talk(first)
    assert book.values(attribute) == [old]
    later(book, second)
    assert (book.values(attribute), book.pending()) == ([new], [])
    dead = told(book, attribute, old)
    assert (dead.status, dead.until) == ("superseded", START + MINUTE)
    killer = by_version(book, dead.killed_by)
    assert (killer.value, killer.text) == (new, second)
    assert book.turns[1].text == second


def test_C1_the_newest_word_on_a_taste_holds_whatever_it_says_it_replaces():
    players = ["Ronaldo", "Messi", "Ronaldo", "Mbappé"]
    book = talk(*(f"My favourite player is {name}." for name in players))
    assert book.values("favourite_player") == ["Mbappé"]
    assert [f.status for f in book.history("favourite_player")] == ["superseded"] * 3 + ["active"]
    wrong = candidate("favourite_player", "Kane", replaces="Pelé")
    book = spoken([candidate("favourite_player", "Messi")], [wrong])
    assert (book.values("favourite_player"), book.pending()) == (["Kane"], [])
    later_no = candidate("favourite_player", "Messi", polarity=False)
    book = spoken([candidate("favourite_player", "Messi")], [later_no])
    assert (book.values("favourite_player"), book.pending()) == ([], [])


def test_C1_what_is_no_taste_waits_for_a_word():
    """The control: it is the rule of tastes that let the newest word through."""
    book = talk("I live in Oslo.", "I live in Turin.")
    assert (book.values("city"), waiting(book)) == (["Oslo"], [("city", "Turin", True)])


# -- C2


@pytest.mark.parametrize(
    ("first", "second", "what", "was"),
    [
        ("I love Chinese food.", "I hate Chinese food.", "Chinese food", "likes"),
        ("I love Chinese food.", "I hate it.", "Chinese food", "likes"),
        ("I really like jazz.", "I don't like jazz.", "jazz", "likes"),
        ("I dislike olives.", "I love olives now.", "olives", "dislikes"),
        ("我喜欢吃榴莲。", "我讨厌吃榴莲。", "榴莲", "likes"),
        ("我喜欢爬山。", "我不喜欢爬山了。", "爬山", "likes"),
        ("我讨厌苦瓜。", "我现在喜欢苦瓜了。", "苦瓜", "dislikes"),
    ],
)
def test_C2_after_a_change_of_mind_exactly_one_value_is_in_force(first, second, what, was):
    becomes = {"likes": "dislikes", "dislikes": "likes"}[was]
    book = talk(first)
    assert (book.values(was), book.values(becomes)) == ([what], [])
    later(book, second)
    assert (book.values(was), book.values(becomes)) == ([], [what])
    assert [f.attribute for f in book.facts()] == [becomes]


@pytest.mark.parametrize(
    "failed",
    [
        candidate("city", "x" * 5_000, change=True),
        candidate("city", "Turin", change=True, confidence=0.4),
        candidate("city", "Turin", change=True, mood="wished"),
        candidate("city", "", change=True),
        candidate("town", "Turin", change=True),
        candidate("city", "Turin", change=True, time=Time("planned")),
    ],
    ids=["too long", "doubtful", "wished", "empty", "unknown attribute", "planned"],
)
def test_C2_a_replacement_that_fails_leaves_the_old_one_in_force(failed):
    book = spoken([candidate("city", "Oslo")], [failed])
    assert (book.values("city"), book.pending()) == (["Oslo"], [])
    assert (book.decisions[-1].kind, bool(book.decisions[-1].reason)) == ("ignored", True)
    done = spoken([candidate("city", "Oslo")], [candidate("city", "Turin", change=True)])
    assert done.values("city") == ["Turin"]


# -- C3


@pytest.mark.parametrize(
    ("before", "change", "key", "value"),
    [
        (
            ["Ann works at Siemens.", "Bob lives in Paris.", "Ann lives in Bergen.", "I live in Lyon.", "I work at Nokia."],
            "Ann moved to Oslo.", ("Ann", "city"), "Oslo",
        ),
        (
            ["My sister lives in Nice.", "My sister works at Airbus.", "My brother lives in Metz.", "I live in Lyon."],
            "My sister just moved to Brest.", ("sister", "city"), "Brest",
        ),
        (
            ["小王在腾讯上班。", "小李住在北京。", "小王住在成都。", "我住在南京。", "我在海尔上班。"],
            "小王搬到杭州了。", ("小王", "city"), "杭州",
        ),
        (
            ["我妈妈住在苏州。", "我妈妈是老师。", "我爸爸住在无锡。", "我住在南京。"],
            "我妈妈搬到上海了。", ("妈妈", "city"), "上海",
        ),
        (
            ["Project A is due on Friday.", "Project B is due on Tuesday.", "I live in Lyon."],
            "The deadline of project A moved to Monday.", ("project A", "deadline"), "Monday",
        ),
        (
            ["项目A的截止日期是周五。", "项目B的截止日期是周二。", "我住在南京。"],
            "项目A的截止日期改到下周一了。", ("项目A", "deadline"), "下周一",
        ),
    ],
)  # fmt: skip
def test_C3_a_new_fact_kills_only_its_own_key(before, change, key, value):
    book = talk(*before)
    old = present(book)
    assert len(old) == len(before)
    replaced = only(fact for fact in old if fact[:2] == key)
    later(book, change)
    assert present(book) == old - {replaced} | {(*key, value)}


@pytest.mark.parametrize("changed", RULES)
def test_C3_no_attribute_touches_another(changed):
    pairs = {name: OF_FORM[rule.form] for name, rule in RULES.items() if not rule.opposite}
    pairs |= {"likes": ("tea", "jazz"), "dislikes": ("rain", "snow")}
    book = spoken(
        [candidate(n, p[0]) for n, p in pairs.items()], [candidate(changed, pairs[changed][1], change=True)]
    )
    gone = set() if RULES[changed].many else {(changed, pairs[changed][0])}
    first = {(n, p[0]) for n, p in pairs.items()}
    assert {f[1:] for f in present(book)} == first - gone | {(changed, pairs[changed][1])}


def test_C3_another_tenant_and_another_person_are_other_keys():
    one, other = talk("I live in Oslo.", "My sister lives in Nice."), FactBook("u2")
    other.hear("I live in Oslo.", at=START)
    later(other, "I moved to Turin.")
    assert (other.values("city"), one.values("city"), one.values("city", "sister")) == (
        ["Turin"],
        ["Oslo"],
        ["Nice"],
    )


# -- C4


@pytest.mark.parametrize("attribute", SINGLE)
def test_C4_all_single_valued_attributes_behave_alike(attribute):
    one, two = OF_FORM[RULES[attribute].form]
    bare = spoken([candidate(attribute, one)], [candidate(attribute, two)])
    if RULES[attribute].taste:
        assert (bare.values(attribute), waiting(bare)) == ([two], [])
    else:
        assert (bare.values(attribute), waiting(bare)) == ([one], [(attribute, two, True)])
    told_so = spoken([candidate(attribute, one)], [candidate(attribute, two, change=True)])
    assert (told_so.values(attribute), told_so.pending()) == ([two], [])
    ended = spoken([candidate(attribute, one)], [candidate(attribute, one, polarity=False, ends=True)])
    assert (ended.values(attribute), ended.pending()) == ([], [])
    again = spoken([candidate(attribute, one)], [candidate(attribute, one)])
    assert [f.times for f in again.facts()] == [2]


@pytest.mark.parametrize("attribute", MANY)
def test_C4_many_valued_attributes_accumulate(attribute):
    values = [f"{OF_FORM[RULES[attribute].form][0]} {n * 7919}" for n in range(1, 8)]
    book = spoken(*([candidate(attribute, value)] for value in values))
    assert (book.values(attribute), book.pending()) == (values, [])


@pytest.mark.parametrize(
    ("texts", "attribute", "values"),
    [
        (["I like tea.", "I love chess.", "I enjoy hiking."], "likes", ["tea", "chess", "hiking"]),
        (["我喜欢喝茶。", "我爱下棋。", "我喜欢徒步。"], "likes", ["茶", "下棋", "徒步"]),
        (["I'm allergic to nuts.", "I am also allergic to penicillin."], "allergy", ["nuts", "penicillin"]),
        (["我对海鲜过敏。", "我对青霉素也过敏。"], "allergy", ["海鲜", "青霉素"]),
    ],
)
def test_C4_hobbies_and_allergies_said_one_by_one_all_stay(texts, attribute, values):
    book = talk(*texts)
    assert [v.removeprefix("喝") for v in book.values(attribute)] == values
    assert book.pending() == []


# -- C5 and C10


@pytest.mark.parametrize("pair", [("Oslo", "Turin"), ("Turin", "Oslo")])
@pytest.mark.parametrize("at", [START, None, 0.0, -5.0])
def test_C5_at_equal_times_the_sequence_of_writing_decides(pair, at):
    book = FactBook("u1", clock=lambda: START)
    for city in pair:
        book.hear(f"I live in {city}.", at=at)
    assert (book.values("city"), waiting(book)) == ([pair[0]], [("city", pair[1], True)])
    moved = FactBook("u1", clock=lambda: START)
    for city in pair:
        moved.hear(f"I just moved to {city}.", at=at)
    assert (moved.values("city"), moved.pending()) == ([pair[1]], [])


def test_C10_writes_of_one_millisecond_have_a_total_order():
    cities = ["Oslo", "Turin", "Lyon", "Metz", "Porto", "Leeds"]
    for order in itertools.islice(itertools.permutations(cities), 0, 720, 37):
        book = FactBook("u1", clock=lambda: START)
        for city in order:
            book.hear(f"I moved to {city}.")
        assert book.values("city") == [order[-1]]
        assert [f.value for f in book.history("city")] == list(order)
        versions = [f.version for f in book.history("city")]
        assert versions == sorted(set(versions))
        again = FactBook.from_export(book.export(), "u1", clock=lambda: START)
        assert again.values("city") == [order[-1]]
        assert again.history() == book.history()


# -- C6

YEAR_2024, YEAR_2025 = "2024-03-01T00:00:00Z", "2025-03-01T00:00:00Z"


def at_2024(days: float) -> float:
    """So many days after YEAR_2024."""
    return 1_709_251_200 + 86_400 * days


@pytest.mark.parametrize(
    ("new", "old", "attribute", "values"),
    [
        ("I moved to Turin.", "I live in Oslo.", "city", ["Turin", "Oslo"]),
        ("I live in Turin now.", "I live in Oslo.", "city", ["Turin", "Oslo"]),
        ("我搬到上海了。", "我住在北京。", "city", ["上海", "北京"]),
        ("I now work at Bosch.", "I work at Nokia.", "employer", ["Bosch", "Nokia"]),
        ("我的预算改成5万。", "我的预算是3万。", "budget", ["5万", "3万"]),
        (
            "My favourite player is Messi.",
            "My favourite player is Ronaldo.",
            "favourite_player",
            ["Messi", "Ronaldo"],
        ),
        ("I live in Turin.", "I live in Oslo.", "city", ["Turin", "Oslo"]),
        ("我的预算是5万。", "我的预算是3万。", "budget", ["5万", "3万"]),
    ],
)
def test_C6_a_backfilled_old_fact_does_not_override_the_current_one(new, old, attribute, values):
    book = FactBook("u1")
    book.hear(new, at=YEAR_2025)
    assert book.values(attribute) == [values[0]]
    (decision,) = book.hear(old, at=YEAR_2024)
    assert (book.values(attribute), book.pending()) == ([values[0]], [])
    assert book.as_of("2024-06-01T00:00:00Z").values(attribute) == [values[1]]
    assert book.as_of("2025-06-01T00:00:00Z").values(attribute) == [values[0]]
    assert told(book, attribute, values[1]).status == decision.fact.status == "superseded"


@pytest.mark.parametrize(
    ("new", "old", "value"),
    [
        ("I live in Turin.", "Back then I used to live in Oslo.", "Turin"),
        ("我住在上海。", "我以前住在北京。", "上海"),
        ("I live in Turin.", "I lived in Oslo until 2020.", "Turin"),
    ],
)
def test_C6_what_is_told_as_past_never_is_in_force_whenever_it_is_told(new, old, value):
    for times in ((YEAR_2025, YEAR_2024), (YEAR_2024, YEAR_2025)):
        book = FactBook("u1")
        book.hear(new, at=times[0])
        book.hear(old, at=times[1])
        assert (book.values("city"), book.pending()) == ([value], [])
        assert [f.status for f in book.history("city") if f.value != value] == ["past"]


@pytest.mark.parametrize(("days", "kind"), [(1, "contradiction"), (89, "contradiction"), (91, "update")])
def test_C6_a_bare_statement_is_doubted_only_while_the_old_one_is_firm(days, kind):
    book = FactBook("u1")
    book.hear("I live in Oslo.", at=YEAR_2024)
    (decision,) = book.hear("I live in Turin.", at=at_2024(days))
    assert decision.kind == kind
    assert book.values("city") == [{"contradiction": "Oslo", "update": "Turin"}[kind]]
    assert [f.value for f in book.pending()] == (["Turin"] if kind == "contradiction" else [])
    assert ("91 days before" in decision.reason) == (kind == "update")


def test_C6_said_again_a_value_is_firm_again():
    book = FactBook("u1")
    for text, days in (("I live in Oslo.", 0), ("I live in Oslo.", 80), ("I live in Turin.", 120)):
        (decision,) = book.hear(text, at=at_2024(days))
    assert (decision.kind, book.values("city")) == ("contradiction", ["Oslo"])


@pytest.mark.parametrize(
    ("old", "new", "attribute"),
    [("My name is Ann.", "My name is Eva.", "name"), ("我叫张三。", "我叫李四。", "name")],
)
def test_C6_a_name_stays_firm_for_ever(old, new, attribute):
    book = FactBook("u1")
    kept = book.hear(old, at=YEAR_2024)[0].fact.value
    (decision,) = book.hear(new, at=at_2024(4000))
    assert (decision.kind, book.values(attribute)) == ("contradiction", [kept])


# -- C7


@pytest.mark.parametrize(
    ("one", "other", "attribute", "what"),
    [
        ("I like tea.", "I no longer like tea.", "likes", "tea"),
        ("I love spicy food.", "I don't like spicy food anymore.", "likes", "spicy food"),
        ("我喜欢喝茶。", "我不再喜欢喝茶了。", "likes", "茶"),
        ("我喜欢香菜。", "我已经不喜欢香菜了。", "likes", "香菜"),
    ],
)
def test_C7_a_contradiction_is_never_merged_into_one_text(one, other, attribute, what):
    book = talk(one)
    assert [v.removeprefix("喝") for v in book.values(attribute)] == [what]
    later(book, other)
    assert book.values(attribute) == []
    for fact in [*book.history(), *book.facts()]:
        for wording in (fact.value, *fact.wordings):
            assert not {"no longer", "don't", "不"} & {
                w for w in ("no longer", "don't", "不") if w in wording
            }
    later(book, one)
    assert [v.removeprefix("喝") for v in book.values(attribute)] == [what]


@pytest.mark.parametrize(
    ("yes", "no"),
    [
        ("Always use emojis in your answers.", "Never use emojis in your answers."),
        ("Please send me newsletters every week.", "Don't send me newsletters every week."),
        ("以后都给我推送新闻。", "以后不要给我推送新闻。"),
    ],
)
def test_C7_an_order_and_its_opposite_are_two_values(yes, no):
    yes, no = (candidate("instruction", text.rstrip(".。")) for text in (yes, no))
    for pair in ((yes, no), (no, yes)):
        book = spoken(*([c] for c in pair))
        assert all(f.wordings == () for f in book.facts())
        assert [f.value for f in book.history("instruction")] == [c.value for c in pair]


# -- C8 and C9


@pytest.mark.parametrize(
    ("texts", "attribute", "kept", "other"),
    [
        (["I live in Beijing.", "我住在北京市。", "I live in Peking."], "city", "Beijing", {"北京市", "Peking"}),
        (["My name is 王伟.", "My name is Wang Wei."], "name", "王伟", {"Wang Wei"}),
        (["I'm allergic to peanuts.", "I'm allergic to peanut."], "allergy", "peanuts", {"peanut"}),
        (["我的手机号是13800000001。", "我的手机号是+86 138 0000 0001。"], "phone", "13800000001", {"+86 138 0000 0001"}),
    ],
)  # fmt: skip
def test_C8_what_was_merged_is_found_once_and_the_parts_from_the_whole(texts, attribute, kept, other):
    book = talk(*texts)
    assert (book.values(attribute), book.pending()) == ([kept], [])
    fact = only(book.history(attribute))
    assert (set(fact.wordings), fact.times) == (other, len(texts))
    apart = [talk(text).values(attribute) for text in texts]
    assert {value for (value,) in apart} == {kept, *other}


@pytest.mark.parametrize(
    ("old", "filler", "correction", "new"),
    [
        ("I live in Oslo.", "I like tea number {}.", "Sorry, I moved to Turin.", "Turin"),
        ("我住在北京。", "我喜欢第{}号茶。", "更正一下，我搬到上海了。", "上海"),
    ],
)
def test_C9_never_the_old_fact_is_kept_and_its_correction_dropped(old, filler, correction, new):
    book = talk(old, *(filler.format(n) for n in range(500)), correction)
    assert len(book.values("likes")) == 500  # so much that a store with a budget would have had to cut
    assert (book.values("city"), book.pending()) == ([new], [])
    again = FactBook.from_export(book.export(), "u1")
    assert again.values("city") == [new]


@pytest.mark.parametrize(
    "filler", ["The weather is nice and the train was late again. ", "今天天气不错，火车又晚点了。"]
)
def test_C9_the_correction_at_the_end_of_a_very_long_turn_is_read(filler):
    book = talk("I live in Oslo.", filler * (300_000 // len(filler)) + " I just moved to Turin.")
    assert book.values("city") == ["Turin"]


# -- C11

OPERATIONS = [
    "I live in Oslo.", "I live in Oslo.", "I live in Turin.", "I live in Oslo.", "I moved to Turin.", "Hello!",
    "I used to live in Metz.", "Maybe I'll move to Lyon.", "If I lived in Rome, I'd eat out.", "I'm allergic to nuts.",
    "I'm not allergic to nuts.", "I no longer live in Porto.", "I no longer live in Turin.", "Forget my address.",
    "我住在北京。", "我喜欢喝茶。", "我不喜欢喝茶了。", "忘掉我的电话。", "我的手机号是13800000001。", "忘掉我的电话。",
    "忘掉我的电话。", "My sister lives in Nice.", "My budget is £900.", "My budget is now £1,200.", "I like chess.", "I also like jazz.",
]  # fmt: skip


def test_C11_every_operation_changes_the_book_or_says_why_not():
    book, kinds = FactBook("u1"), set()
    for n, text in enumerate(OPERATIONS):
        seen, version, pending = present(book), book.version, waiting(book)
        for decision in book.hear(text, at=START + n * MINUTE):
            kinds.add(decision.kind)
            assert len(decision.reason) > 10
            assert decision.candidate.attribute in RULES
        decided = {d.kind for d in book.hear(text, at=START + n * MINUTE)}
        assert decided <= {"ignored"}  # and the second time it says that, too
        if book.version == version:
            assert (present(book), waiting(book)) == (seen, pending)
        else:
            assert book.history() and book.decisions
    assert kinds == {
        "new",
        "duplicate",
        "update",
        "addition",
        "retraction",
        "past",
        "contradiction",
        "ignored",
    }


def test_C11_an_operation_that_cannot_be_done_is_refused_and_changes_nothing():
    book = talk("I live in Oslo.", "I live in Turin.", "Maybe I like jazz.")
    before, active, pending = state(book), only(book.facts()), only(book.pending())
    for refused in (
        lambda: book.confirm(active),
        lambda: book.reject(active),
        lambda: book.confirm(10**9),
        lambda: book.promote(active),
        lambda: book.restore(10**9),
        lambda: book.rollback(10**9),
        lambda: book.forget("shoe size"),
        lambda: book.values("shoe size"),
    ):
        with pytest.raises(FactError, match=r"allowed|take one"):
            refused()
        assert state(book) == before
    book.confirm(pending)
    assert book.values("city") == ["Turin"]
    with pytest.raises(FactError, match="not pending"):
        book.reject(pending)


def test_C11_forgetting_what_is_not_known_says_so():
    book = talk("I live in Oslo.")
    (decision,) = book.forget("phone")
    assert decision.kind == "ignored" and "phone" in decision.reason
    assert book.values("city") == ["Oslo"]


# -- C12

SECRETS = [
    ("address", "My address is 12 Rose Lane.", "12 Rose Lane", "Please forget my address."),
    ("address", "我的地址是长宁路12号。", "长宁路12号", "忘掉我的地址。"),
    ("phone", "我的手机号是13800000001。", "13800000001", "请忘记我的电话。"),
    ("phone", "My phone number is 0301 555 010.", "0301 555 010", "Forget my phone number."),
    ("allergy", "I'm allergic to nuts.", "nuts", "Forget my allergies."),
    ("likes", "I like tea.", "tea", "Forget my likes."),
]


def forget_in_words(book, attribute, words):
    later(book, words)


def forget_by_call(book, attribute, words):
    book.forget(attribute, at=book.turns[-1].at + MINUTE)


@pytest.mark.parametrize("how", [forget_in_words, forget_by_call])
@pytest.mark.parametrize(("attribute", "text", "value", "words"), SECRETS)
def test_C12_what_was_forgotten_does_not_come_back_with_its_old_turn(attribute, text, value, words, how):
    book = talk("Hello!", text)
    assert book.values(attribute) == [value]
    rows = book.export()
    how(book, attribute, words)
    assert (book.values(attribute), book.pending()) == ([], [])
    book.hear(text, at=START + MINUTE)  # the transcript is read again
    book.import_facts(rows)  # a copy from before
    book.import_facts([{"attribute": attribute, "value": value, "at": START + MINUTE, "text": text}])
    assert (book.values(attribute), book.pending()) == ([], [])
    again = FactBook.from_export(book.export(), "u1")
    again.hear(text, at=START + MINUTE)
    assert (again.values(attribute), again.pending()) == ([], [])
    assert told(again, attribute, value).status == "forgotten"
    assert again.as_of(START + MINUTE).values(attribute) == [value]
    book.restore(told(book, attribute, value))  # the control: only the tombstone kept it away
    assert book.values(attribute) == [value]


@pytest.mark.parametrize(("attribute", "text", "value", "words"), SECRETS)
def test_C12_an_old_turn_read_again_as_if_it_were_new_asks_first(attribute, text, value, words):
    book = talk(text, words)
    later(book, text)
    assert book.values(attribute) == []
    assert waiting(book) == [(attribute, value, True)]
    book.confirm(only(book.pending()))
    assert book.values(attribute) == [value]


def test_C12_new_words_later_are_a_new_statement():
    book = talk("My address is 12 Rose Lane.", "Forget my address.", "My new address is 3 Elm Road.")
    assert book.values("address") == ["3 Elm Road"]


def test_C12_a_tombstone_is_for_one_attribute_of_one_entity():
    book = talk("I live in Oslo.", "My address is 12 Rose Lane.", "My sister lives in Nice.")
    book.forget("city")
    assert [book.values(a, e) for a, e in (("city", None), ("address", None), ("city", "sister"))] == [
        [], ["12 Rose Lane"], ["Nice"],
    ]  # fmt: skip


# -- L2, L8, L9, L13


def test_L2_one_bad_row_is_reported_and_the_others_are_taken():
    rows = [
        {"attribute": "city", "value": "Oslo", "at": START},
        {"attribute": "shoe size", "value": "44", "at": START},
        {"value": "no attribute", "at": START},
        {"attribute": "likes", "value": "tea", "at": START},
    ]
    book = FactBook("u1")
    decisions = book.import_facts(rows)
    assert [d.kind for d in decisions] == ["new", "ignored", "ignored", "new"]
    assert all(word in decisions[1].reason for word in ("shoe size", "table"))
    assert "attribute" in decisions[2].reason
    assert present(book) == {("user", "city", "Oslo"), ("user", "likes", "tea")}


def test_L2_one_bad_item_of_an_answer_is_reported_and_the_others_are_taken():
    answer = '[{"attribute": "city", "value": "Oslo"}, {"attribute": "zzz", "value": "1"}, {"attribute": "likes", "value": "tea"}]'
    book = FactBook("u1", extractor=lambda *turn: answer)
    kinds = [d.kind for d in book.hear("anything", at=START)]
    assert sorted(kinds) == ["ignored", "new", "new"]
    assert present(book) == {("user", "city", "Oslo"), ("user", "likes", "tea")}
    assert any("zzz" in d.reason for d in book.decisions)


@pytest.mark.parametrize(
    ("texts", "attribute", "gone", "next_one"),
    [
        (["I live in Oslo.", "I live in Turin."], "city", "Oslo", "Turin"),
        (["我住在北京。", "我住在上海。"], "city", "北京", "上海"),
    ],
)
def test_L8_what_is_deleted_is_gone_everywhere_and_the_next_one_takes_its_place(
    texts, attribute, gone, next_one
):
    book = talk(*texts)
    assert book.values(attribute) == [gone]
    book.confirm(only(book.pending()))
    assert book.values(attribute)[:1] == [next_one]
    book.forget(attribute)
    for fresh in (book, FactBook.from_export(book.export(), "u1")):
        assert (fresh.values(attribute), fresh.pending(), fresh.facts(), fresh.short_term()) == (
            [],
            [],
            [],
            [],
        )
        assert all(f.status not in ("active", "pending") for f in fresh.history(attribute))
        assert fresh.as_of(fresh.turns[-1].at + 10**6).facts() == []


def test_L8_what_is_forgotten_is_gone_from_short_term_memory_too():
    book = talk("I think I might be allergic to nuts.")
    assert [f.value for f in book.short_term()] == ["nuts"]
    book.forget("allergy")
    assert book.short_term() == []
    assert FactBook.from_export(book.export(), "u1").short_term() == []


def test_L9_an_operation_keeps_what_it_was_not_asked_to_change():
    book = FactBook("u1")
    book.hear("I live in Beijing.", at=START, source="mail 7")
    book.hear("我住在北京市。", at=START + MINUTE, source="chat 9")
    fact = only(book.facts())
    assert (fact.value, fact.source, fact.at, fact.text) == ("Beijing", "mail 7", START, "I live in Beijing.")
    assert (fact.times, fact.last_at, fact.entity) == (2, START + MINUTE, "user")
    book.hear("I live in Turin.", at=START + 2 * MINUTE, source="mail 8")
    waits = only(book.pending())
    book.confirm(waits)
    now = only(book.facts())
    for field in ("value", "source", "at", "text", "version", "confidence", "entity", "person"):
        assert getattr(now, field) == getattr(waits, field)
    book.restore(fact)
    back = only(book.facts())
    assert (back.value, back.entity, back.person) == ("Beijing", "user", True)


@pytest.mark.parametrize(
    ("first", "second", "end", "values"),
    [
        ("I live in Oslo.", "I moved to Turin.", "I no longer live in Turin.", ["Oslo", "Turin"]),
        ("我住在北京。", "我搬到上海了。", "我不住在上海了。", ["北京", "上海"]),
    ],
)
def test_L13_the_first_of_a_chain_whose_second_is_gone_can_be_had_back(first, second, end, values):
    book = talk(first, second, end)
    assert book.values("city") == []
    assert told(book, "city", values[0]).status == "superseded"
    decision = book.restore(told(book, "city", values[0]))
    assert (decision.kind, book.values("city")) == ("new", [values[0]])
    book.rollback(1)
    assert book.values("city") == [values[0]]
    book.rollback(2)
    assert book.values("city") == [values[1]]


def test_L13_neither_a_rollback_nor_a_tombstone_loses_the_first_of_a_chain():
    book = talk("I live in Oslo.", "I moved to Turin.")
    undone = book.rollback(1)
    assert ([f.value for f in undone], book.values("city")) == (["Turin"], ["Oslo"])
    assert told(book, "city", "Turin").status == "undone"
    book.restore(told(book, "city", "Turin"))
    assert book.values("city") == ["Turin"]
    book.forget("city")
    assert book.values("city") == []
    oslo = [f for f in book.history("city") if f.value == "Oslo"]
    book.restore(oslo[0])
    assert book.values("city") == ["Oslo"]
