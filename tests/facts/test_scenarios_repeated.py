"""What is said more than once, by whatever way it comes in: duplicates and reinforcement, each scenario by its id."""

from __future__ import annotations

import itertools
import json

import pytest

from memlab.facts import RULES, Candidate, FactBook, extract

START, MINUTE, DAY = 1_700_000_000.0, 60.0, 86_400.0


def talk(*turns, start=START, book=None):
    """A book that has heard these turns, a minute apart; a turn is a text or (role, text)."""
    book = FactBook("u1") if book is None else book
    for n, turn in enumerate(turns):
        role, text = ("user", turn) if isinstance(turn, str) else turn
        book.hear(text, at=start + MINUTE * n, role=role)
    return book


def only(facts):
    (fact,) = facts
    return fact


def live(book):
    return [f for entity in book.entities() for f in book.facts(entity)]


def size(book):
    return len(live(book)), len(book.pending()), len(book.short_term()), len(book.history()), book.version


def state(book):
    return (
        [book.history(entity=e) for e in (None, *book.entities())],
        live(book),
        book.pending(),
        book.short_term(),
        book.version,
    )


# -- the ways into a book

SENTENCES = {
    "city": "I live in {}.",
    "allergy": "I'm allergic to {}.",
    "likes": "I like {}.",
    "employer": "I work at {}.",
    "phone": "My phone number is {}.",
}


def hear(book, attribute, value):
    book.hear(SENTENCES[attribute].format(value))


def extractor(book, attribute, value):
    book.hear(json.dumps([{"attribute": attribute, "value": value}], ensure_ascii=False))


def import_facts(book, attribute, value):
    book.import_facts([{"attribute": attribute, "value": value}])


def import_export(book, attribute, value):
    other = FactBook("u1", clock=book._clock)
    import_facts(other, attribute, value)
    book.import_facts(other.export())


def restore(book, attribute, value):
    """What is in the history comes back; if it is not there yet, it was so in the past."""
    if not any(f.value == value for f in book.history(attribute)):
        book.import_facts([{"attribute": attribute, "value": value, "time": {"tense": "past"}}])
    book.restore([f for f in book.history(attribute) if f.value == value][-1])


def promote(book, attribute, value):
    book.import_facts([{"attribute": attribute, "value": value, "confidence": 0.5}])
    book.promote(only(book.short_term()))


WAYS = [hear, extractor, import_facts, import_export, restore, promote]


def json_or_words(text, role, at, context):
    return text if text.startswith("[") else extract(text, role, at, context)


@pytest.fixture
def book():
    """A book whose clock ticks a minute whenever somebody looks at it."""
    ticks = itertools.count()
    return FactBook("u1", extractor=json_or_words, clock=lambda: START + MINUTE * next(ticks))


# -- D1, D4


@pytest.mark.parametrize("second", WAYS)
@pytest.mark.parametrize("first", WAYS)
@pytest.mark.parametrize(
    ("attribute", "value", "again", "other"),
    [
        ("city", "Beijing", "Beijing", "Oslo"),
        ("city", "Beijing", "北京市", "上海"),
        ("allergy", "peanuts", "peanut", "shellfish"),
        ("allergy", "青霉素", "青黴素", "花生"),
        ("likes", "ＡＢＣ songs", "ABC songs", "jazz"),
        ("phone", "13800000001", "+86 138-0000-0001", "13900000002"),
    ],
)
def test_D4_every_way_into_the_book_finds_the_duplicate(first, second, attribute, value, again, other, book):
    first(book, attribute, value)
    kept = book.values(attribute)
    assert [v in (value, "ABC songs") for v in kept] == [True]
    second(book, attribute, again)
    fact = only(live(book))
    assert (book.values(attribute), book.pending()) == (kept, [])
    assert (fact.times, fact.status, fact.last_at > fact.at) == (2, "active", True)
    second(book, attribute, other)  # the control: another value is not taken for the same
    assert len(live(book)) + len(book.pending()) == (
        1 if second is restore and attribute in ("city", "phone") else 2
    )


@pytest.mark.parametrize("attribute", ["city", "allergy", "likes", "employer"])
@pytest.mark.parametrize("way", WAYS)
def test_D1_the_same_thing_twice_is_one_item_counted_twice(way, attribute, book):
    way(book, attribute, "Alpha")
    before = only(live(book))
    way(book, attribute, "Alpha")
    after = only(live(book))
    assert (before.times, after.times) == (1, 2)
    assert (after.version, after.at, after.last_at > before.last_at) == (before.version, before.at, True)
    assert [f.status for f in book.history(attribute) if f.status != "past"] == ["active"]


@pytest.mark.parametrize("way", WAYS)
def test_D4_every_way_into_the_book_meets_the_same_conflicts(way, book):
    """Safety, tombstones and contradictions are no matter of the path."""
    import_facts(book, "city", "Oslo")
    way(book, "city", "Turin")
    assert book.values("city") == (
        ["Turin"] if way is restore else ["Oslo"]
    )  # who restores asks for a change
    assert [p.value for p in book.pending()] == ([] if way is restore else ["Turin"])
    assert [d.kind for d in book.decisions][-1] == ("update" if way is restore else "contradiction")


# -- D2

FACTS_IN_ENGLISH = [
    ["I live in Seattle.", "I'm living in Seattle.", "I am based in Seattle."],
    [
        "I'm allergic to shellfish.",
        "I have a shellfish allergy.",
        "I am very allergic to shellfish, by the way.",
    ],
    ["I work at Contoso.", "I work for Contoso.", "I'm employed by Contoso."],
    ["I love hiking.", "I really like hiking.", "I enjoy hiking a lot."],
    ["My birthday is May 3.", "My birthday is on the 3rd of May.", "I was born on May 3rd."],
]
FACTS_IN_CHINESE = [
    ["我住在深圳。", "我现在住在深圳市。", "我家在深圳。"],
    ["我对海鲜过敏。", "我海鲜过敏。", "我对海鲜严重过敏。"],
    ["我在华为工作。", "我在华为上班。", "我就职于华为公司。"],
    ["我喜欢爬山。", "我很喜欢爬山。", "我爱爬山。"],
    ["请用英文回答我。", "请用英语回复我。", "以后用英文回复。"],
]
FACTS_IN_BOTH = [
    ["I live in Guangzhou.", "我住在广州。", "我住在廣州市。"],
    ["My name is Li Lei.", "我叫李雷。", "我的名字是李雷。"],
    ["My budget is 50,000.", "我的预算是5万。", "预算五万。"],
    [
        "My phone number is 13800000001.",
        "我的手机号是+86 13800000001。",
        "我的电话是１３８-００００-０００１。",
    ],
    ["Project A is due on Friday.", "Project A is due Friday.", "The deadline of project A is Friday."],
]


def pairs(groups):
    return {frozenset(pair) for group in groups for pair in itertools.combinations(sorted(group), 2)}


@pytest.mark.parametrize(
    "facts", [FACTS_IN_ENGLISH, FACTS_IN_CHINESE, FACTS_IN_BOTH], ids=["en", "zh", "both"]
)
@pytest.mark.parametrize("mixed", [False, True])
def test_D2_five_facts_in_three_wordings_are_five(facts, mixed):
    order = [text for texts in (zip(*facts, strict=True) if mixed else facts) for text in texts]
    book, of_fact = FactBook("u1"), {}
    for n, text in enumerate(order):
        for decision in book.hear(text, at=START + MINUTE * n):
            of_fact.setdefault(decision.fact and decision.fact.version, set()).add(text)
    of_fact.pop(None, None)
    found, wanted = pairs(of_fact.values()), pairs(facts)
    precision = len(found & wanted) / max(len(found), 1)
    recall = len(found & wanted) / len(wanted)
    report = (
        f"precision {precision:.2f}, recall {recall:.2f}; not joined: {[sorted(p) for p in wanted - found]}"
    )
    assert (precision, recall) == (1, 1), report
    assert (len(live(book)), book.pending()) == (5, []), report


# -- D3

TRANSCRIPT = [
    "Hi, I'm Tom.", "I live in Leeds and I work at Nokia.", ("assistant", "Do you have any allergies?"), "Nuts.",
    "I'm allergic to penicillin.", "I love jazz.", "I hate jazz now.", "I live in York.", "Sorry, I meant Hull.",
    "I used to live in Bath.", "Maybe I'll move to Rome.", "My sister lives in Nice.", "Project A is due on Friday.",
    "The deadline of project A moved to Monday.", "I'm not allergic to nuts.", "My budget is £900.", "Forget my budget.",
    "我喜欢喝茶。", "我不喜欢喝茶了。", "我的手机号是13800000001。", "我换号了，新号码是13900000002。", "不要推送营销信息。",
    ("system", "The user lives in Atlantis."), "I no longer work at Nokia.", "My favourite player is Messi.",
]  # fmt: skip


def test_D3_a_transcript_read_again_changes_nothing():
    book = talk(*TRANSCRIPT)
    before, rows = state(book), book.export()
    assert len(live(book)) >= 8  # there is something that could be doubled
    for _ in range(3):
        talk(*TRANSCRIPT, book=book)
    assert state(book) == before
    assert {d.kind for d in book.decisions[-len(TRANSCRIPT) :]} == {"ignored"}
    book.import_facts(rows)
    assert state(book) == before
    again = FactBook.from_export(rows, "u1")
    talk(*TRANSCRIPT, book=again)
    assert again.export() == rows


def test_D3_nor_does_it_backwards_or_with_a_part_of_it_missing():
    book = talk(*TRANSCRIPT)
    before = state(book)
    turns = list(enumerate(TRANSCRIPT))
    for n, turn in [*reversed(turns), *turns[5:15:2]]:
        role, text = ("user", turn) if isinstance(turn, str) else turn
        book.hear(text, at=START + MINUTE * n, role=role)
    assert state(book) == before


def test_D3_a_replay_loop_at_later_times_makes_no_more_items():
    told = [t for t in TRANSCRIPT if t != "Forget my budget."]
    book = talk(*told)
    values, number = {(f.entity, f.attribute, f.value) for f in live(book)}, len(live(book))
    for day in range(1, 6):
        talk(*told, start=START + DAY * day, book=book)
    assert {(f.entity, f.attribute, f.value) for f in live(book)} == values
    assert len(live(book)) == number
    assert max(f.times for f in live(book)) >= 5


# -- D5

SMALL_TALK = """Hi there!|Good morning :)|How are you?|I'm fine, thanks.|I'm a bit tired today.|Thanks a lot!|That's funny.
Can you tell me a joke?|What's the weather like?|I'm just looking around.|Call me later.|I'm on my way.|Never mind.
I'd like some coffee right now.|I work best at night, you know.|I see what you mean.|Sounds good to me.|You're right.
I'm not sure what to say.|My train was late again.|Wow, really?|See you tomorrow!|I was wondering about that.|Ok, got it.
What can you do?|I'm sorry to bother you.|No problem at all.|Let me think about it.|lol|Hmm, interesting.
你好呀！|早上好。|今天天气怎么样？|我有点累了。|谢谢你！|哈哈哈，太好笑了|我在路上。|我叫了外卖，还没到。|我是说真的。|没关系。
讲个笑话吧。|我在想一件事。|你说得对。|我是认真的。|晚安，明天见。|我刚起床。|好的，知道了。|我对你的回答很满意。|嗯嗯|我去洗个澡。
你会做什么？|今天好热啊。|我有个问题想问你。|不客气。|我也这么觉得。|今天天气不错，火车又晚点了。|没错，就是这样。|真不错，明天继续。
Not bad at all, the weather today.|Sorry, I was away.|Actually, never mind.|No, thanks.|I mean it.|Now what?|不，谢谢。|其实我没事。|现在怎么办？
好久不见。|我错过了火车。|抱歉，我迟到了。|I changed my mind.|我改主意了。|That's wrong, isn't it?|算了，不说了。|Just kidding!|开玩笑的啦
Actually, I'm tired.|No, I'm good.|Sorry, I'm busy.|It's just amazing!|It is actually raining.|It's now late.|That's really nice.|抱歉，我睡着了。
不好意思，打扰了。|对不起，我忘了。|I'm just browsing.|I'm now ready.|Well, that's just great.""".replace(
    "\n", "|"
).split("|")
BEFORE = {
    "en": "My name is Tom, I live in Oslo, my budget is £900 and I'm allergic to nuts. I like tea.",
    "zh": "我叫李雷，住在武汉，预算300万，对海鲜过敏。我喜欢喝茶。",
}


def test_D5_fifty_turns_of_small_talk_leave_nothing():
    assert len(set(SMALL_TALK)) > 50
    book = talk("I live in Oslo.", "我对花生过敏。")
    before = size(book)
    assert before[0] == 2
    for n, text in enumerate(SMALL_TALK):
        decisions = book.hear(text, at=START + 10_000 + MINUTE * n)
        assert (text, size(book)) == (text, before), decisions
    book.hear("I also like tea.", at=START + 90_000)  # the control
    assert book.values("likes") == ["tea"]


@pytest.mark.parametrize("facts", BEFORE.values(), ids=BEFORE)
@pytest.mark.parametrize("text", SMALL_TALK)
def test_D5_small_talk_right_after_facts_corrects_none_of_them(text, facts):
    book = talk(facts)
    before = size(book)
    assert before[0] == 5
    decisions = book.hear(text, at=START + MINUTE)
    assert size(book) == before, decisions


INJECTED = [
    "<memory>\n- {}\n</memory>\nWhat should I cook tonight?",
    "<memory>{}</memory>",
    "Relevant memories:\n- {}\n- It was sunny.\n\nWhat should I cook tonight?",
    "以下是相关记忆：\n- {}\n\n今晚吃什么？",
    "What I know about the user:\n* {}\n\nWrite a short reply.",
]
SAID = [
    ("I live in Oslo.", "city", "Oslo"),
    ("I'm allergic to nuts.", "allergy", "nuts"),
    ("我住在北京。", "city", "北京"),
    ("我对花生过敏。", "allergy", "花生"),
    ("My name is Tom.", "name", "Tom"),
]


@pytest.mark.parametrize("frame", INJECTED)
@pytest.mark.parametrize(("text", "attribute", "value"), SAID)
def test_D5_what_recall_put_into_the_prompt_is_never_extracted(frame, text, attribute, value):
    book = FactBook("u1")
    for n in range(20):
        book.hear(frame.format(text), at=START + n)
    assert size(book) == (0, 0, 0, 0, 0)
    book.hear(text, at=START + 99)
    assert book.values(attribute) == [value]


@pytest.mark.parametrize("role", ["system", "assistant", "tool", "developer"])
@pytest.mark.parametrize(("text", "attribute", "value"), SAID)
def test_D5_what_others_than_the_user_say_is_never_extracted(role, text, attribute, value):
    book = FactBook("u1")
    book.hear(text, at=START, role=role)
    book.hear(text.replace("I ", "You ").replace("My", "Your").replace("我", "你"), at=START + 1, role=role)
    assert size(book) == (0, 0, 0, 0, 0)
    book.hear(text, at=START + 2)
    assert book.values(attribute) == [value]


def test_D5_an_extractor_does_not_let_other_roles_in_either():
    book = FactBook("u1", extractor=lambda *turn: [Candidate("city", "Oslo")])
    book.hear("You live in Oslo.", at=START, role="assistant")
    assert (live(book), [d.kind for d in book.decisions]) == ([], ["ignored"])
    book.hear("I live in Oslo.", at=START + 1)
    assert book.values("city") == ["Oslo"]


# -- D6


@pytest.mark.parametrize("order", list(itertools.permutations(["王伟", "Wang Wei", "王炜"])))
def test_D6_two_names_that_sound_like_a_third_are_not_one(order):
    book = FactBook("u1")
    for n, name in enumerate(order):
        book.import_facts([{"attribute": "name", "value": name, "at": START + n}])
    (fact,) = book.facts()
    assert not {"王伟", "王炜"} <= {fact.value, *fact.wordings}
    said = {wording for f in book.history() for wording in (f.value, *f.wordings)}
    assert said == {"王伟", "Wang Wei", "王炜"}  # none is lost
    together = FactBook("u1")
    together.import_facts(
        [{"attribute": "name", "value": name, "at": START} for name in ("王伟", "Wang Wei")]
    )
    assert [f.wordings for f in together.facts()] == [
        ("Wang Wei",)
    ]  # the control: two that sound alike are one


A = "Answer questions about cooking politely"
B = f"{A} daily"
C = f"{B} tomorrow"


@pytest.mark.parametrize("order", list(itertools.permutations([A, B, C])))
def test_D6_orders_do_not_snowball_over_a_third_one(order):
    book = FactBook("u1")
    for n, text in enumerate(order):
        book.import_facts([{"attribute": "instruction", "value": text, "at": START + n}])
    for fact in book.facts():
        assert not {A, C} <= {fact.value, *fact.wordings}
    assert len(book.facts()) == 2
    pair = FactBook("u1")
    pair.import_facts([{"attribute": "instruction", "value": text, "at": START} for text in (A, B)])
    assert [f.wordings for f in pair.facts()] == [(B,)]  # the control: neighbours are merged


def test_D6_unrelated_topics_stay_apart_and_a_merged_text_stays_short():
    topics = [
        "Always greet me by name",
        "Use metric units",
        "Never mention politics",
        "Write code in Python",
        "每周五提醒我交周报",
    ]
    book = FactBook("u1")
    spellings = [" ".join(["Please"] * n + [topic] + ["!"] * n) for n in range(30) for topic in topics]
    book.import_facts(
        [{"attribute": "instruction", "value": text, "at": START + n} for n, text in enumerate(spellings)]
    )
    assert book.values("instruction") == topics
    for fact in book.facts():
        assert sum(map(len, (fact.value, *fact.wordings))) < 10 * 300
        assert fact.times == 30


# -- D7


def test_D7_what_is_reported_equals_the_change_in_the_number_of_items():
    book, change = (
        FactBook("u1"),
        {"new": 1, "addition": 1, "update": 0, "duplicate": 0, "past": 0, "contradiction": 0},
    )
    for n, turn in enumerate(TRANSCRIPT):
        role, text = ("user", turn) if isinstance(turn, str) else turn
        before = len(live(book))
        decisions = book.hear(text, at=START + MINUTE * n, role=role)
        ended = sum(1 for d in decisions if d.kind == "retraction" and d.reaching and d.fact.polarity)
        assert len(live(book)) - before == sum(change.get(d.kind, 0) for d in decisions) - ended, (
            text,
            decisions,
        )


def test_D7_an_import_with_clear_duplicates_reports_them():
    texts = [
        f"{name} {end}"
        for end in ("songs", "song", "Songs!")
        for name in ("folk", "rock", "pop", "soul", "blues")
    ]
    book = FactBook("u1")
    rows = [{"attribute": "likes", "value": text, "at": START + n} for n, text in enumerate(texts)]
    kinds = [d.kind for d in book.import_facts(rows)]
    assert (kinds.count("new") + kinds.count("addition"), kinds.count("duplicate")) == (5, 10)
    assert len(book.facts()) == 5


def test_D7_a_rollback_names_as_many_facts_as_it_takes_away():
    book = talk("I live in Oslo.", "I like tea.", "I'm allergic to nuts.", "I love jazz.")
    before = len(live(book))
    undone = book.rollback(1)
    assert (before, len(undone), len(live(book))) == (4, 3, 1)


# -- R1, R2


@pytest.mark.parametrize(
    ("text", "attribute"),
    [("I live in Oslo.", "city"), ("我对花生过敏。", "allergy"), ("I like tea.", "likes")],
)
def test_R1_a_thousand_repetitions_raise_the_count_and_never_the_confidence(text, attribute):
    book = talk(text)
    first = only(live(book))
    for n in range(1, 1_001):
        book.hear(text, at=START + n)
    fact = only(live(book))
    assert (fact.times, fact.confidence, fact.last_at) == (1_001, first.confidence, START + 1_000)
    assert 0 <= fact.confidence <= 1
    for _ in range(20):  # looking is no repetition
        book.values(attribute), book.history(attribute), book.as_of(START), book.pending(), book.export()
    assert only(live(book)) == fact


def test_R1_the_surest_word_is_the_cap_of_the_confidence():
    rows = [
        {"attribute": "likes", "value": "tea", "at": START + n, "confidence": 0.8 + n % 3 / 20}
        for n in range(300)
    ]
    book = FactBook("u1")
    book.import_facts(rows)
    assert only(book.facts()).confidence == max(row["confidence"] for row in rows) == 0.9
    doubt = [{"attribute": "likes", "value": "jazz", "at": START + n, "confidence": 0.6} for n in range(300)]
    book.import_facts(doubt)
    assert book.values("likes") == ["tea"]  # three hundred guesses are no fact


@pytest.mark.parametrize("frame", INJECTED)
def test_R1_what_recall_put_into_the_prompt_is_no_repetition(frame):
    book = talk("I live in Oslo.", "I'm allergic to nuts.")
    before = state(book)
    for n in range(200):
        book.hear(frame.format("I live in Oslo. I'm allergic to nuts."), at=START + 1_000 + n)
    assert state(book) == before
    book.hear("I live in Oslo. I'm allergic to nuts.", at=START + 5_000)  # the control
    assert [f.times for f in book.facts()] == [2, 2]


def test_R2_said_later_and_oftener_counts_as_later_and_oftener():
    book = talk("I like tea.", "I like jazz.", "I like tea.", "I like tea.")
    tea, jazz = book.facts()
    assert (tea.times, jazz.times) == (3, 1)
    assert tea.last_at > jazz.last_at > tea.at
    book.hear("I like jazz.", at=START - DAY)  # an old repetition, told late, makes nothing older or newer
    jazz = next(f for f in book.facts() if f.value == "jazz")
    assert (jazz.times, jazz.at, jazz.last_at) == (2, START - DAY, START + MINUTE)


def test_the_rules_of_reading_find_nothing_in_any_attribute_of_an_empty_book():
    assert [FactBook("u1").values(attribute) for attribute in RULES] == [[]] * len(RULES)
