"""What nobody should say and somebody will: taken as text or refused in a short message, nothing half written."""

from __future__ import annotations

import json
import random
import signal
import threading
from datetime import datetime, timezone

import pytest

from memlab.facts import RULES, Candidate, Fact, FactBook, FactError, Rule, Rules, Settings, Time, read

START, MINUTE = 1_700_000_000.0, 60.0
NAN, INF, HUGE = float("nan"), float("inf"), 10**400
REFUSED = (TypeError, ValueError)
PATIENCE = 120  # seconds; a text that is read in linear time takes one or two


@pytest.fixture(autouse=True)
def patience():
    """No text may take for ever: regular expressions are interrupted, too."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number, frame):
        raise AssertionError(f"not done after {PATIENCE} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def talk(*texts, **options):
    book = FactBook("u1", **options)
    for n, text in enumerate(texts):
        book.hear(text, at=START + MINUTE * n)
    return book


@pytest.fixture
def book():
    """Something of everything: in force, pending, doubtful, past."""
    return talk(
        "I live in Oslo.",
        "I live in Turin.",
        "我对花生过敏。",
        "I think I might like jazz.",
        "I used to work at Nokia.",
    )


def state(book):
    everybody = [None, *book.entities()]
    return (
        [book.history(entity=e) for e in everybody], [book.facts(e) for e in everybody], book.pending(),
        book.short_term(), book.version, book.turns, book.decisions, book.export(),
    )  # fmt: skip


def refusal(call, *arguments, **options):
    with pytest.raises(REFUSED) as caught:
        call(*arguments, **options)
    message = str(caught.value)
    assert 10 < len(message) < 1_000
    return message


class Unspeakable:
    def __repr__(self):
        raise RuntimeError("no repr")


NO_TEXT = [None, 5, 1.5, True, b"I live in Oslo.", ["I live in Oslo."], {"text": "x"}, Unspeakable(), HUGE]


# -- texts

ODD_TEXTS = {
    "empty": "",
    "blank": " \t\n\r\v\f\u00a0\u3000\u200b",
    "one character": "I",
    "punctuation": "?!.,;:()[]{}<>…—“”‘’「」、。！？；：",
    "binary": "".join(map(chr, range(256))) * 8,
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xfe".decode("latin-1"),
    "nul": "\0" * 50,
    "lone surrogates": "\ud800\udfff\udc00 \ud83d",
    "bidi": "\u202e\u2066\u2069\u202c\u200f\u061c مرحبا שלום",
    "combining": "e" + "\u0301" * 2_000,
    "joined emoji": "👩‍👩‍👧‍👦" * 50,
    "private use": "\ue000\uf8ff\U000f0000\ufffe\uffff",
    "script": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "sql": "'; DROP TABLE facts; --",
    "formats": "%s %n {} {0} {value} {who} $1 \\1 (?P<value>x)",
    "json": '{"attribute": "city", "value": "Oslo"}',
    "unclosed": '"`<memory>「“(```',
    "base64": "aGVsbG8gd29ybGQ=" * 40,
    "token": "<|endoftext|><|im_start|>",
}


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
@pytest.mark.parametrize("role", ["user", "assistant", "system"])
def test_a_text_without_facts_leaves_none_whatever_it_is(text, role, book):
    before = (book.facts(), book.pending(), book.short_term(), book.history(), book.version)
    assert book.hear(text, at=START + 1_000, role=role) == [] or role == "user"
    assert (book.facts(), book.pending(), book.short_term(), book.history(), book.version) == before
    json.dumps(book.export(), ensure_ascii=False).encode("utf-8")
    assert FactBook.from_export(book.export(), "u1").export() == book.export()
    book.hear("I like tea.", at=START + 2_000)
    assert book.values("likes") == ["tea"]


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS)
def test_a_fact_beside_odd_text_is_found(text):
    if text in (ODD_TEXTS["unclosed"], ODD_TEXTS["json"], ODD_TEXTS["token"]):
        return  # what stands beside these is quoted, data or somebody else's turn
    for parts in (
        (text, "\n\nI live in Oslo.\n\n我对花生过敏。"),
        ("I live in Oslo.\n\n我对花生过敏。\n\n", text),
    ):
        book = talk("".join(parts))
        assert (book.values("city"), book.values("allergy")) == (["Oslo"], ["花生"])


@pytest.mark.parametrize(
    "text",
    [
        "My name is \u202egnp.exe\u202c.", "I live in Os\0lo.", "I like te\u200ba.", "I live in \ud800.", "我住在\0北京。",
        "I'm allergic to <script>alert(1)</script>.", "My name is ${7*7}.", "I like {value}.", "My name is \\d+.",
    ],
)  # fmt: skip
def test_odd_characters_in_a_value_are_text(text):
    book = talk(text)
    for fact in (*book.facts(), *book.history()):
        assert 0 < len(fact.value) < 100
    for found in read(text):
        start, end = found.span
        assert 0 <= start <= end <= len(text)
    json.dumps(book.export(), ensure_ascii=False).encode("utf-8")
    assert FactBook.from_export(book.export(), "u1").export() == book.export()


@pytest.mark.parametrize("seed", range(20))
def test_any_mixture_of_marks_and_words_is_read_with_spans_within_it(seed):
    draw = random.Random(seed)
    marks = [
        *"`_}{*\"'“”「()<>.,;:!?。，…—~#@&%$£0123 \n\u200b\ufffd\u0301½😀",
        "I meant ",
        "no, ",
        "not ",
        "my ",
        "it's ",
    ]
    words = [
        "Ann",
        "Oslo",
        "I live in ",
        "and ",
        "£",
        "我",
        "住在",
        "是",
        "不",
        "了",
        "改成",
        "北京",
        "```",
        "<memory>",
    ]
    for _ in range(100):
        said = draw.choice(["", "My name is Ann. ", "I like tea. ", "我住在北京。"])
        text = said + "".join(draw.choice(marks + words) for _ in range(draw.randint(1, 14)))
        for found in read(text, context=["I need to buy milk."]):
            assert 0 <= found.clause[0] <= found.clause[1] <= len(text)
            assert 0 <= found.span[0] <= found.span[1] <= len(text)


def test_a_correction_by_marks_alone_corrects_nothing():
    book = talk("My name is Ann. ` _}", "I like tea. <` _)", "no, ` `")
    assert (book.values("name"), book.values("likes")) == (["Ann"], ["tea"])


SPAN = 1_000_000
UNITS = [
    "a", "A", "我", "0", " ", "\n", ".", ",", "，", "。", "?", "'", '"', "“", "「", "(", "`", "```\n", "-", "_", "@", "/", ">", "> ", "\ud800",
    "\0", "é", "e\u0301", "😀", "a ", "我 ", "I ", "I'm ", "not ", "if ", "and ", "my ", "sister's ", "my sister's ", "or, ", "的", "不", "我的", "妈妈的",
    "如果", "但是", "和", "、", "I live in ", "我住在", "my name is ", "我叫", "I like ", "我喜欢", "I don't ", "no longer ", "actually, ", "<memory>",
    "</memory>", "<memory></memory>", '"I live in Oslo" ', "“我住在北京”", "translate: ", "翻译：", "Project A ", "a.b@", "http://", "I live in Oslo. ",
    "我住在北京。", "I used to live in Oslo, but ", "Is it? ", "don't like tea and ", "forget my address. ", "1,000,", "五万", "Ann ", "Dr. ", "St. ",
]  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "span"),
    [*((unit, SPAN // 20) for unit in UNITS), *((unit, SPAN) for unit in ("a", "我", " ", "\n", "“", "not ", "sister's ", "\0"))],
    ids=ascii,
)  # fmt: skip
def test_a_very_long_text_of_one_thing_is_read_to_its_end(unit, span):
    text = unit * (span // len(unit))
    book = talk("I moved to Bergen.")
    book.hear(text + "\n\nI moved to Lyon.\n", at=START + 1)
    assert all(len(f.value) <= 300 for f in book.history())
    inside = (
        '"',
        "“",
        "「",
        "`",
        "```",
        "<memory>",
        "(",
        "translate",
        "翻译",
        ">",
        "'",
        "my sister",
        "-",
        "if",
        "如果",
    )
    if not unit.strip().startswith(inside):
        assert book.values("city")[-1:] == ["Lyon"]


@pytest.mark.parametrize("seed", range(4))
def test_a_long_text_of_words_in_any_order_is_read_to_its_end(seed):
    dice = random.Random(seed)
    text = "".join(dice.choice(UNITS) for _ in range(10_000))
    book = talk(text, "I moved to Lyon.")
    assert all(len(f.value) <= 300 for f in book.history())
    json.dumps(book.export()).encode("utf-8")


def test_a_turn_beyond_the_limit_is_refused_whole(book):
    before = state(book)
    assert "hear it in parts" in refusal(book.hear, "x" * 5_000_000, at=START)
    assert state(book) == before
    small = FactBook("u1", settings=Settings(longest_turn=20))
    small.hear("I live in Oslo.", at=START)
    assert small.values("city") == ["Oslo"]
    refusal(small.hear, "I live in Turin, I think", at=START)


@pytest.mark.parametrize("sentence", ["I like tea{}. ", "我喜欢茶{}。"])
def test_ten_thousand_facts_in_one_message_are_ten_thousand_facts(sentence):
    book = talk("".join(sentence.format(n) for n in range(10_000)))
    assert len(set(book.values("likes"))) == 10_000
    assert FactBook.from_export(book.export(), "u1").facts() == book.facts()


@pytest.mark.parametrize(
    ("start", "end", "link"), [("I like ", ".", ", "), ("我喜欢", "。", "、"), ("I like ", ".", " and ")]
)
def test_a_list_of_ten_thousand_things_breaks_nothing(start, end, link):
    book = talk(start + link.join(f"tea{n}" for n in range(10_000)) + end)
    assert all(len(value) <= 300 for value in book.values("likes"))


def test_ten_thousand_contradictions_in_one_message_leave_the_first_in_force():
    book = talk("I live in Oslo. " + "".join(f"I live in Town{n}. " for n in range(10_000)))
    assert book.values("city") == ["Oslo"]
    assert book.pending()[-1].value == "Town9999"
    assert len(book.history("city")) == 10_001  # however few of them wait


# -- values that are too long


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("My name is {}.", "name"), ("I live in {}.", "city"), ("I'm allergic to {}.", "allergy"), ("I like {}.", "likes"),
        ("我住在{}。", "city"), ("我叫{}。", "name"), ("我对{}过敏。", "allergy"), ("My phone number is {}.", "phone"),
        ("My email is {}@example.com.", "email"), ("我的订单号是{}。", "order_id"), ("Never {}.", "instruction"),
        ("My favourite {} is tea.", "likes"), ("{} is due on Friday.", "deadline"), ("My sister {} lives in Nice.", "city"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("unit", ["x", "京", "7", "x ", "京 "])
def test_a_value_of_100_kilobytes_in_a_text_is_no_value(text, attribute, unit):
    book = talk(text.format(unit * (100_000 // len(unit))))
    for fact in book.history():
        assert len(fact.value) <= 300 and len(fact.entity) <= 300 and len(fact.attribute) <= 320
    assert all(len(d.reason) < 400 for d in book.decisions)
    book.hear("I moved to Lyon.", at=START + 1_000)
    assert book.values("city") == ["Lyon"]


LONG = "x" * 100_000
TOO_LONG = [
    {"attribute": "city", "value": LONG}, {"attribute": LONG, "value": "Oslo"}, {"attribute": "favourite_" + LONG, "value": "tea"},
    {"attribute": "city", "value": "Oslo", "entity": LONG}, {"attribute": "city", "value": "Oslo", "replaces": LONG},
]  # fmt: skip


@pytest.mark.parametrize("row", TOO_LONG)
def test_a_value_of_100_kilobytes_from_elsewhere_is_reported_and_skipped(row):
    good = {"attribute": "likes", "value": "tea"}
    imported = FactBook("u1")
    imported.import_facts([row | {"at": START}, good | {"at": START}])
    heard = talk("x", extractor=lambda *turn: json.dumps([row, good]))
    direct = talk("x", extractor=lambda *turn: [Candidate(**row), Candidate(**good)])
    for book in (imported, heard, direct):
        assert [f.value for f in book.history()] == ["tea"]
        bad = [d for d in book.decisions if d.kind == "ignored"]
        assert len(bad) == 1 and 10 < len(bad[0].reason) < 400
    assert talk("x", extractor=lambda *turn: [Candidate("city", "x" * 300)]).values("city") == ["x" * 300]


# -- times


BAD_TIMES = [
    NAN, INF, -INF, HUGE, -HUGE, 1e101, True, False, "", " ", "yesterday", "昨天", "2024-13-01", "2024-02-30T00:00:00Z", "12:00", "NaN",
    b"2024-01-01", [], {}, (1,), object(), Unspeakable(), 1 + 2j, "2024-01-01T00:00:00+99:00", "\ud800", "9" * 5_000, "x" * SPAN,
]  # fmt: skip


@pytest.mark.parametrize(
    "at", BAD_TIMES, ids=lambda at: ascii(type(at)) if len(ascii(type(at))) > 40 else None
)
def test_a_time_that_is_none_is_refused_and_changes_nothing(at, book):
    before = state(book)
    calls = [book.hear, lambda text, at: book.forget("city", at=at), lambda text, at: book.as_of(at)]
    for call in calls:
        assert "at: " in refusal(call, "I like tea.", at=at)
        assert state(book) == before
    (decision,) = book.import_facts([{"attribute": "likes", "value": "tea", "at": at}])
    assert decision.kind == "ignored" and len(decision.reason) < 400
    assert state(book)[:6] == before[:6]


def test_no_time_to_look_at_is_refused(book):
    refusal(book.as_of, None)


def test_times_out_of_order_count_as_if_they_had_come_in_order():
    said = [
        (40, "I moved to Turin."),
        (10, "I live in Oslo."),
        (30, "I like tea."),
        (20, "I hate tea."),
        (-1e9, "我叫李雷。"),
        (1e12, "我对花生过敏。"),
    ]
    there, back = FactBook("u1"), FactBook("u1")
    for at, text in said:
        there.hear(text, at=at)
    for at, text in sorted(said):
        back.hear(text, at=at)
    for attribute in ("city", "likes", "dislikes", "name", "allergy"):
        assert there.values(attribute) == back.values(attribute)
    assert (there.values("city"), there.values("likes"), there.pending()) == (["Turin"], ["tea"], [])


def test_dates_at_the_ends_of_the_calendar_are_times(book):
    for at in (
        datetime.min,
        datetime.max,
        datetime.max.replace(tzinfo=timezone.utc),
        "0001-01-01",
        "9999-12-31T23:59:59+00:00",
    ):
        book.hear("I like tea.", at=at)
    assert book.values("likes") == ["tea"]


@pytest.mark.parametrize("now", [None, NAN, INF, "now", True, HUGE, datetime(2024, 1, 1)])
def test_a_clock_that_does_not_tell_the_time_is_refused_and_changes_nothing(now):
    times = iter([START])
    book = FactBook("u1", clock=lambda: next(times, now))
    book.hear("I live in Oslo.")
    turns, version = book.turns, book.version
    assert "clock: " in refusal(book.hear, "I moved to Turin.")
    assert "clock: " in refusal(book.forget, "city")
    assert "clock: " in refusal(book.values, "city")
    assert (book.turns, book.version) == (turns, version)


# -- arguments


@pytest.mark.parametrize("value", NO_TEXT, ids=lambda v: type(v).__name__)
def test_what_is_no_text_is_refused_where_a_text_is_asked_for(value, book):
    before = state(book)
    refusal(book.hear, value, at=START)
    refusal(book.hear, "I like tea.", at=START, role=value)
    refusal(book.hear, "I like tea.", at=START, source=value)
    refusal(book.values, value)
    refusal(book.forget, value)
    refusal(FactBook, value)
    for look in (book.values, book.history):
        if value is not None:
            refusal(look, "city", value)
    if value is not None:
        refusal(book.facts, value)
        refusal(book.history, value)
    refusal(book.forget, "city", value)
    refusal(read, value)
    assert state(book) == before


@pytest.mark.parametrize("tenant", ["", "\ud800"])
def test_a_tenant_that_cannot_be_told_from_others_is_refused(tenant):
    assert refusal(FactBook, tenant).startswith("tenant: ")


@pytest.mark.parametrize("name", ["rules", "settings"])
@pytest.mark.parametrize("value", [None, 5, "x", {}, [], RULES["city"]])
def test_what_is_no_table_and_no_setting_is_refused(name, value):
    assert refusal(FactBook, "u1", **{name: value}).startswith(f"{name}: ")


@pytest.mark.parametrize("name", ["extractor", "clock"])
@pytest.mark.parametrize("value", [5, "x", [], True])
def test_what_cannot_be_called_is_refused_where_it_is_passed(name, value):
    assert refusal(FactBook, "u1", **{name: value}).startswith(f"{name}: ")


@pytest.mark.parametrize("field", ["threshold", "context", "longest_value", "longest_turn"])
@pytest.mark.parametrize("value", [None, "0.5", NAN, INF, -1, True, HUGE, 1.5])
def test_a_setting_out_of_range_is_refused(field, value):
    if field == "context" and value == HUGE:
        return
    assert refusal(Settings, **{field: value}).startswith(f"{field}: ")


@pytest.mark.parametrize(
    "attribute", ["shoe size", "City", "", "city ", "城市", "x" * SPAN, "\ud800", "favourite_"]
)
def test_an_unknown_attribute_is_named_with_what_is_allowed(attribute, book):
    before = state(book)
    for call in (book.values, book.forget, book.history, lambda name: book.as_of(START)[name]):
        message = refusal(call, attribute)
        assert "attribute: " in message and "city" in message
    assert state(book) == before
    assert book.values("favourite_anything") == []


@pytest.mark.parametrize(
    "version", [-1, 10**9, "3", None, True, 1.0, NAN, HUGE, [], Unspeakable()], ids=lambda v: type(v).__name__
)
def test_an_unknown_version_to_roll_back_to_is_refused(version, book):
    before = state(book)
    with pytest.raises(FactError, match="version: "):
        book.rollback(version)
    assert state(book) == before


def test_version_0_is_the_empty_book_and_can_be_rolled_back(book):
    full, version = (book.facts(), book.pending()), book.version
    undone = book.rollback(0)
    assert (book.facts(), book.pending()) == ([], [])
    assert len(undone) >= len(full[0])
    book.rollback(version)
    assert ([f.value for f in book.facts()], len(book.pending())) == ([f.value for f in full[0]], 1)


def test_a_fact_of_another_book_is_refused(book):
    other = talk("I work at Nokia.", "I work at Bosch.", "I think I might like chess.")
    foreign, doubt = other.pending()[0], other.short_term()[0]
    mine = book.pending()[0]
    assert foreign.version == mine.version  # by its number it would be taken for ours
    made_up = Fact("u1", "user", "city", "Rome", mine.version, START, status="pending")
    before = state(book)
    for fact in (foreign, made_up, other.facts()[0], doubt):
        for call in (book.confirm, book.reject, book.restore, book.promote):
            with pytest.raises(REFUSED):
                call(fact)
            assert state(book) == before
    tenant = FactBook("u2")
    tenant.hear("I live in Oslo.", at=START)
    tenant.hear("I live in Turin.", at=START + MINUTE)
    with pytest.raises(FactError):
        book.confirm(tenant.pending()[0])
    assert state(book) == before
    book.confirm(mine)
    assert book.values("city") == ["Turin"]


@pytest.mark.parametrize(
    "fact",
    [None, "Turin", 0, -1, 10**9, True, 1.5, NAN, [], object(), Unspeakable()],
    ids=lambda v: type(v).__name__,
)
def test_what_is_no_fact_is_refused(fact, book):
    before = state(book)
    for call in (book.confirm, book.reject, book.restore, book.promote):
        refusal(call, fact)
        assert state(book) == before


# -- extractors


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("no network"),
        KeyError("choices"),
        RecursionError(),
        UnicodeDecodeError("utf-8", b"x", 0, 1, "bad"),
    ],
)
def test_an_extractor_that_fails_changes_nothing_and_the_turn_can_be_heard_again(error):
    fails = iter([False, True, False])

    def extractor(text, role, at, context):
        if next(fails):
            raise error
        return [Candidate("city", text, change=True)]

    book = talk("Oslo", extractor=extractor)
    before = state(book)
    with pytest.raises(type(error)):
        book.hear("Turin", at=START + MINUTE)
    assert state(book) == before
    book.hear("Turin", at=START + MINUTE)
    assert book.values("city") == ["Turin"]


def test_an_extractor_that_fails_when_a_later_turn_is_read_again_changes_nothing():
    fails = []

    def extractor(text, role, at, context):
        if text in fails:
            raise RuntimeError("no network")
        return [Candidate("city", text, change=True)]

    book = FactBook("u1", extractor=extractor)
    book.hear("Turin", at=START + MINUTE)
    before = state(book)
    fails.append("Turin")
    with pytest.raises(RuntimeError):
        book.hear("Oslo", at=START)
    assert state(book) == before
    fails.clear()
    book.hear("Oslo", at=START)
    assert (book.values("city"), [f.value for f in book.history("city")]) == (["Turin"], ["Oslo", "Turin"])


NO_ANSWERS = [
    None, 5, True, 1.5, NAN, "", " ", "I found no facts.", "[", "{", "nul", "null", "[1, 2", "5", "true", '"Oslo"', "[[]]", "[null]", "[5]",
    '["city", "Oslo"]', b"[]", object(), [None], [5], ["Oslo"], [[]], [object()], {"facts": 5}, set(), "\0", "\ud800", "```json\n```", "NaN",
    '{"attribute": ', "[" * 10_000, "[" * 500 + "]" * 500, '{"a":' * 10_000, "x" * SPAN,
]  # fmt: skip


@pytest.mark.parametrize("answer", NO_ANSWERS, ids=lambda a: ascii(a)[:20])
def test_an_answer_that_is_none_is_reported(answer):
    answers = iter([[Candidate("city", "Oslo")], answer, [Candidate("likes", "tea")]])
    book = talk("one", "two", "three", extractor=lambda *turn: next(answers))
    assert [f.value for f in book.facts()] == ["Oslo", "tea"]
    assert all(d.kind == "ignored" and 10 < len(d.reason) < 400 for d in book.decisions[1:-1])
    assert FactBook.from_export(book.export(), "u1").facts() == book.facts()


@pytest.mark.parametrize("answer", [5, "I found no facts.", "[", [None], [5], '["Oslo"]', '{"attribute": '])
def test_what_could_not_be_read_is_not_passed_over_in_silence(answer):
    book = talk("one", extractor=lambda *turn: answer)
    assert [d.kind for d in book.decisions] == ["ignored"]


BAD_FIELDS = [
    ("confidence", 1.7), ("confidence", -0.1), ("confidence", NAN), ("confidence", INF), ("confidence", "high"), ("confidence", "0.9"),
    ("confidence", None), ("confidence", True), ("confidence", []), ("value", None), ("value", NAN), ("value", True), ("value", []), ("value", {}), ("value", ""),
    ("attribute", None), ("attribute", 5), ("attribute", ""), ("attribute", "shoe size"), ("attribute", []), ("entity", 5), ("entity", []),
    ("entity", None), ("polarity", "no"), ("polarity", 2), ("change", "yes"), ("mood", "angry"), ("mood", 5), ("time", 5), ("time", "yesteryear"),
    ("replaces", 5), ("ends", "x"), ("forgets", 1), ("person", "x"), ("colour", "red"), ("value", "\ud800"),
]  # fmt: skip
GOOD = {"attribute": "likes", "value": "tea", "confidence": 0.9}


@pytest.mark.parametrize(("field", "value"), BAD_FIELDS, ids=lambda v: ascii(v)[:20])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_bad_item_is_reported_with_its_field_and_the_others_are_taken(field, value, place):
    bad = {"attribute": "city", "value": "Oslo", "confidence": 0.9} | {field: value}
    items = [GOOD, GOOD | {"value": "jazz"}]
    items.insert(place, bad)
    for answer in (
        items,
        json.dumps(items),
        f"```json\n{json.dumps(items, indent=2)}\n```",
        "\n".join(map(json.dumps, items)),
    ):
        book = talk("anything", extractor=lambda *turn, answer=answer: answer)
        assert book.values("likes") == ["tea", "jazz"]
        reasons = [d.reason for d in book.decisions if d.kind == "ignored"]
        if field == "colour":  # an unknown field spoils nothing but itself
            assert any("colour" in reason for reason in reasons)
        else:
            assert book.values("city") == []
            assert len(reasons) == 1 and len(reasons[0]) < 400
    imported = FactBook("u1")
    imported.import_facts([{"at": START} | item for item in items])
    assert (imported.values("likes"), imported.values("city")) == (["tea", "jazz"], [])
    assert [d.kind for d in imported.decisions].count("ignored") == 1


@pytest.mark.parametrize(
    "bad",
    [
        Candidate("city", None), Candidate("city", 5), Candidate(None, "Oslo"), Candidate("shoe size", "44"), Candidate("city", ""),
        Candidate("city", "Oslo", None), Candidate("city", "Oslo", ""), Candidate("city", "Oslo", confidence=NAN), Candidate("city", "Oslo", confidence=1.7),
        Candidate("city", "Oslo", confidence="high"), Candidate("city", "Oslo", confidence=None), Candidate("city", "Oslo", mood="angry"),
        Candidate("city", "Oslo", time=None), Candidate("city", "Oslo", time=Time("future")), Candidate("city", "Oslo", replaces=None),
        Candidate("city", "\ud800"), Candidate("city", "Oslo", clause=None), Candidate("city", ["Oslo"]),
        Candidate("city", "Oslo", span=(5, -1), confidence=0.1), Candidate("city", Unspeakable()),
    ],
    ids=lambda c: str(c.attribute) if isinstance(c.value, Unspeakable) else ascii(c)[:60],
)  # fmt: skip
def test_a_candidate_of_ones_own_passes_the_same_gate(bad):
    book = talk(
        "one", "two", extractor=lambda *turn: [Candidate("likes", "tea"), bad, Candidate("likes", "jazz")]
    )
    assert (book.values("likes"), book.values("city")) == (["tea", "jazz"], [])
    assert {d.kind for d in book.decisions} == {"new", "addition", "duplicate", "ignored"}
    assert all(len(d.reason) < 400 for d in book.decisions)
    json.dumps(book.export(), ensure_ascii=False).encode("utf-8")
    assert FactBook.from_export(book.export(), "u1").facts() == book.facts()


# -- rows

NO_ROWS = [None, 5, "[]", b"[]", {"attribute": "city"}, True, object(), NAN]
BAD_ROWS = [
    None, 5, "row", b"row", [], ["city", "Oslo"], {}, {"attribute": "city"}, {"value": "Oslo"}, {1: 2}, {"row": "turn"}, {"row": "write"},
    {"row": "doubt"}, {"row": "egg"}, {"row": []}, {"row": "write", "version": 0}, {"row": "write", "version": "1", "candidate": {}}, Unspeakable(),
    {"row": "turn", "number": 1, "at": NAN, "text": "x"}, {"row": "turn", "number": 0, "at": 0, "text": "x"}, {"attribute": "city", "value": "Oslo", "row": 5},
    {"row": "write", "what": "rollback", "version": 1, "target": 10**9, "at": 0, "turn": 1}, {"attribute": "city", "value": "Oslo", "sppeling": 1},
]  # fmt: skip


@pytest.mark.parametrize("rows", NO_ROWS, ids=lambda v: ascii(v)[:16])
def test_what_is_no_list_of_rows_is_refused(rows, book):
    before = state(book)
    assert refusal(book.import_facts, rows).startswith("rows: ")
    assert state(book) == before


@pytest.mark.parametrize(
    "row", BAD_ROWS, ids=lambda r: "unspeakable" if isinstance(r, Unspeakable) else ascii(r)[:40]
)
def test_a_bad_row_is_reported_and_the_others_are_taken(row, book):
    before = state(book)[:6]
    (decision,) = book.import_facts([row])
    assert decision.kind == "ignored" and 10 < len(decision.reason) < 400
    assert state(book)[:6] == before
    decisions = book.import_facts([GOOD | {"at": START}, row, GOOD | {"value": "jazz", "at": START}])
    assert [d.kind for d in decisions] == ["new", "ignored", "addition"]
    fresh = FactBook("u1")
    fresh.import_facts([row, GOOD | {"at": START}])
    assert fresh.values("likes") == ["tea"]


SPOILERS = [
    None,
    "",
    "x",
    -1,
    0,
    1,
    10**9,
    NAN,
    True,
    [],
    {},
    "\ud800",
    1.5,
    "said",
    [1, 2],
    "x" * 1_000,
    {"tense": "past"},
]


@pytest.mark.parametrize("seed", range(40))
def test_an_export_that_was_damaged_is_taken_in_as_far_as_it_goes(seed):
    dice = random.Random(seed)
    book = talk(
        "I live in Oslo.",
        "I moved to Turin.",
        "我对花生过敏。",
        "I live in Lyon.",
        "I think I might like jazz.",
    )
    book.confirm(book.pending()[0])
    book.rollback(2)
    rows = json.loads(json.dumps(book.export()))
    for _ in range(dice.randrange(1, 6)):
        row = dice.choice(rows)
        if not row:
            continue
        inner = dice.choice([r for r in (row, row.get("candidate")) if isinstance(r, dict) and r])
        field = dice.choice(list(inner))
        if dice.random() < 0.3:
            del inner[field]
        else:
            inner[field] = dice.choice(SPOILERS)
    if dice.random() < 0.3:
        dice.shuffle(rows)
    for target in (FactBook("u1"), talk("I work at Nokia.")):
        decisions = target.import_facts(rows)
        assert all(0 < len(d.reason) < 1_000 for d in decisions)
        target.hear("I moved to Bergen.", at=START + 10_000)
        assert target.values("city") == ["Bergen"]
        json.dumps(target.export(), ensure_ascii=False).encode("utf-8")
        again = FactBook.from_export(target.export(), "u1")
        assert ([f.value for f in again.facts()], again.version) == (
            [f.value for f in target.facts()],
            target.version,
        )
        target.rollback(0)
        assert target.facts() == []


# -- rules


@pytest.mark.parametrize(
    "pattern",
    ["my (dog is {value}", "my dog is {value", "my dog is {colour}", "my [dog is {value}", "my *+?dog {value}", "我的(狗叫{value}", "我的狗叫{谁}",
     "(?P<value>x)(?P<value>y)", "{value}{value}{value}(", "my dog is called", "\\"],
)  # fmt: skip
def test_a_pattern_that_cannot_be_read_is_refused_with_its_rule(pattern):
    with pytest.raises(FactError, match="pet") as caught:
        rules = RULES.with_(Rule("pet", patterns=[pattern]))
        FactBook("u1", rules=rules).hear("My dog is called Rex. 我的狗叫旺财。", at=START)
    assert pattern.strip("\\")[:12] in str(caught.value)
    assert 10 < len(str(caught.value)) < 600


@pytest.mark.parametrize(
    "options",
    [
        {"name": ""}, {"name": None}, {"name": 5}, {"name": "x", "form": "colour"}, {"name": "x", "form": None}, {"name": "x", "expires": -1},
        {"name": "x", "expires": 0}, {"name": "x", "expires": NAN}, {"name": "x", "expires": "day"}, {"name": "x", "patterns": [5]},
        {"name": "x", "patterns": [None]}, {"name": "x", "patterns": "my dog is {value}"}, {"name": "x", "patterns": 5},
        {"name": "x", "opposite": "x" * 3, "many": True, "examples": 5},
    ],
    ids=ascii,
)  # fmt: skip
def test_a_rule_that_is_none_is_refused_where_it_is_made(options):
    refusal(lambda: Rules([Rule(**options)]))


@pytest.mark.parametrize("rule", [None, "city", 5, ("city", []), {"name": "city"}])
def test_what_is_no_rule_is_refused(rule):
    refusal(Rules, [rule])
    refusal(RULES.with_, rule)


def test_a_book_without_rules_knows_nothing_and_says_so():
    book = talk("I live in Oslo.", "我住在北京。", rules=Rules())
    assert (book.facts(), book.decisions) == ([], [])
    refusal(book.values, "city")


# -- several threads


def test_books_in_several_threads_do_not_disturb_each_other():
    """One book is for one thread; what books share (tables, caches) is safe."""
    texts = [
        "I live in Town{}.",
        "I moved to Village{}.",
        "我对花生{}过敏。",
        "I like tea{}.",
        "我喜欢茶{}。",
        "I hate tea{}.",
    ]
    seen, errors = {}, []

    def work(n):
        try:
            seen[n] = talk(*(text.format(n * 100 + m) for m in range(15) for text in texts)).export()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    for n in range(8):
        assert seen[n] == talk(*(text.format(n * 100 + m) for m in range(15) for text in texts)).export()
