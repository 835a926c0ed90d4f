"""Tenants, scripts and time: what a book must keep apart and what it must not, each scenario by its id."""

from __future__ import annotations

import copy
import itertools
import json
import random
import time
import unicodedata
from datetime import datetime, timedelta, timezone

import pytest

from memlab.facts import RULES, Candidate, FactBook, FactError, Rule, form, read

START, MINUTE, DAY = 1_700_000_000.0, 60.0, 86_400.0
REFUSED = (TypeError, ValueError)


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self, now=START):
        self.now = now

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def talk(*texts, tenant="u1", **options):
    book = FactBook(tenant, **options)
    for n, text in enumerate(texts):
        book.hear(text, at=START + MINUTE * n)
    return book


def state(book):
    everybody = [None, *book.entities()]
    return (
        [book.history(entity=e) for e in everybody], [book.facts(e) for e in everybody], book.pending(),
        book.short_term(), book.version, book.turns,
    )  # fmt: skip


# -- T: tenants

TENANTS = [
    "a", "ab", "a:b", "a%", "a' OR 1=1 --", "北京", "A", "ａ", " a", "a ", "a\n", "a/b", "u1,u2", "*", "%", "_", "[a]", "null", "0",
    "x" * 300,
]  # fmt: skip


@pytest.mark.parametrize("field", ["tenant", "user_id", "owner"])
def test_T1_no_row_moves_to_another_tenant(field):
    book = talk("I live in Oslo.")
    before = state(book)
    row = {"attribute": "likes", "value": "tea", "at": START, field: "u2"}
    (decision,) = book.import_facts([row])
    assert decision.kind == "ignored" and field in decision.reason
    assert state(book) == before
    del row[field]
    assert [d.kind for d in book.import_facts([row])] == ["new"]
    assert {f.tenant for f in book.history()} == {"u1"}


def test_T1_nor_does_an_answer_of_a_model_move_one():
    answer = [
        {"attribute": "city", "value": "Oslo", "tenant": "u2"},
        {"attribute": "likes", "value": "tea", "user_id": "u2"},
        {"attribute": "likes", "value": "jazz"},
    ]
    book = FactBook("u1", extractor=lambda *turn: json.dumps(answer))
    book.hear("anything", at=START)
    assert {f.tenant for f in book.history()} == {"u1"}
    assert "jazz" in book.values("likes")
    assert sum(d.kind == "ignored" for d in book.decisions) == 3 - len(book.facts())


def test_T2_what_was_passed_and_what_was_returned_is_never_shared():
    rows = [
        {"attribute": "city", "value": "Oslo", "at": START, "time": {"tense": "present", "words": "now"}},
        {"attribute": "likes", "value": "tea", "at": START},
    ]
    given = copy.deepcopy(rows)
    book = FactBook("u1")
    book.import_facts(rows)
    FactBook("u2").import_facts(rows)
    assert rows == given
    book.hear("I live in Turin.", at=START + 1)
    exported = book.export()
    FactBook.from_export(exported, "u1")
    assert exported == book.export()
    before = state(book)
    for mine in (
        book.values("city"),
        book.facts(),
        book.history(),
        book.pending(),
        book.turns,
        book.decisions,
    ):
        assert mine
        mine.clear()
    for row in exported:
        row.clear()
    book.as_of(START + 1).facts().clear()
    assert state(book) == before


@pytest.mark.parametrize("tenant", [None, "", 0, 1, b"u1", ["u1"], ("u1",), True, "\ud800", float("nan")])
def test_T3_a_missing_tenant_never_widens(tenant):
    with pytest.raises(REFUSED, match="tenant"):
        FactBook(tenant)
    with pytest.raises(REFUSED, match="tenant"):
        FactBook.from_export(talk("I live in Oslo.").export(), tenant)
    row = {"attribute": "city", "value": "Oslo", "at": START, "tenant": tenant}
    book = FactBook("u1")
    assert [d.kind for d in book.import_facts([row])] == ["ignored"]
    assert book.facts() == []


SAID = ["I live in {}.", "I moved to {}.", "我住在{}。", "我搬到{}了。", "My sister lives in {}.", "I like {}.", "I hate {}.",
        "我对{}过敏。", "My favourite player is {}.", "Maybe I live in {}.", "I no longer live in {}.", "Forget my address."]  # fmt: skip


def act(book, mark, dice):
    """Something that a user or a program may do, in words that only this tenant uses."""
    word = f"{dice.choice(['Alpha', 'Beta', 'Gamma'])}{mark}"
    at = START + dice.randrange(1_000)
    what = dice.randrange(9)
    if what < 5:
        book.hear(dice.choice(SAID).format(word), at=at)
    elif what == 5:
        book.import_facts([{"attribute": dice.choice(["city", "likes"]), "value": word, "at": at}])
    elif what == 6 and book.pending():
        dice.choice([book.confirm, book.reject])(dice.choice(book.pending()))
    elif what == 7 and book.history():
        book.restore(dice.choice(book.history()))
    elif what == 8:
        dice.choice([lambda: book.rollback(dice.randrange(book.version + 1)), lambda: book.forget("city")])()


def everything(book):
    """All that a book hands out, as text."""
    return repr(
        (state(book), book.export(), book.decisions, book.entities(), book.as_of(START + 500).facts())
    )


@pytest.mark.parametrize("seed", range(6))
def test_T4_whatever_three_tenants_do_none_sees_another(seed):
    marks = {"u1": "qqa", "u11": "qqb", "北京": "qqc"}
    books = {tenant: FactBook(tenant, clock=lambda: START) for tenant in marks}
    alone = {tenant: FactBook(tenant, clock=lambda: START) for tenant in marks}
    order = [tenant for tenant in marks for _ in range(60)]
    random.Random(seed).shuffle(order)
    dice = {tenant: random.Random(f"{seed} {tenant}") for tenant in marks}
    for tenant in order:
        act(books[tenant], marks[tenant], dice[tenant])
    for tenant, mark in marks.items():
        text = everything(books[tenant])
        assert mark in text
        assert not any(other in text for other in marks.values() if other != mark)
        assert {f.tenant for f in books[tenant].history()} <= {tenant}
        again = random.Random(f"{seed} {tenant}")
        for _ in range(60):
            act(alone[tenant], mark, again)
        assert everything(alone[tenant]) == text  # as if nobody else were there
    for tenant, other in itertools.permutations(marks, 2):
        before = everything(books[tenant])
        assert {d.kind for d in books[tenant].import_facts(books[other].export())} <= {"ignored"}
        assert (books[tenant].facts(), marks[other] in str(books[tenant].export())) == (
            books[tenant].facts(),
            False,
        )
        assert (
            everything(books[tenant])[: len(str(state(books[tenant])))]
            == before[: len(str(state(books[tenant])))]
        )


def test_T5_ten_thousand_facts_of_one_tenant_cost_another_none():
    mine, theirs = talk("I live in Oslo.", "我对花生过敏。", tenant="b"), FactBook("a")
    before = state(mine)
    theirs.import_facts([{"attribute": "likes", "value": f"tea {n}", "at": START + n} for n in range(10_000)])
    assert len(theirs.values("likes")) == 10_000
    assert state(mine) == before


@pytest.mark.parametrize("tenant", TENANTS)
def test_T6_any_text_is_a_tenant_and_no_other_one_sees_its_facts(tenant):
    book = talk("I live in Oslo.", tenant=tenant)
    rows = json.loads(json.dumps(book.export()))
    assert FactBook.from_export(rows, tenant).values("city") == ["Oslo"]
    for other in TENANTS:
        if other != tenant:
            foreign = FactBook(other)
            assert {d.kind for d in foreign.import_facts(rows)} <= {"ignored"}
            assert (foreign.facts(), foreign.history(), foreign.turns) == ([], [], [])


# -- U: Chinese and Unicode


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("我对青霉素过敏。", ["青霉素"]),
        ("我對青黴素過敏。", ["青黴素"]),
        ("我对海鲜和花生过敏。", ["海鲜", "花生"]),
        ("我对 penicillin 过敏。", ["penicillin"]),
        ("I'm allergic to 花生.", ["花生"]),
    ],
)
def test_U1_an_allergy_said_in_chinese_is_found(text, values):
    book = talk(text)
    assert book.values("allergy") == values
    for value in values:
        start = text.index(value)
        assert (start, start + len(value)) in [c.span for c in read(text)]


PAIRS_APART = [
    ("organisation", "北京大学", "清华大学"), ("words", "北京大学", "清华大学"), ("person", "张三", "李四"), ("place", "北京", "南京"),
    ("place", "海淀区", "朝阳区"), ("words", "花生", "花菜"), ("organisation", "Café Müller", "Café Möller"),
    ("words", "тест", "текст"), ("words", "مرحبا", "سلام"), ("words", "😀", "😡"), ("person", "さくら", "はると"), ("words", "!!!", "???"),
]  # fmt: skip
PAIRS_EQUAL = [
    ("words", "ＡＢＣ", "ABC"), ("organisation", "ＡＢＣ公司", "ABC公司"), ("place", "café", unicodedata.normalize("NFD", "café")),
    ("organisation", "Café Müller", unicodedata.normalize("NFD", "Café Müller")), ("words", "Ⅳ", "IV"), ("place", "Oslo", "OSLO"),
    ("words", "過敏藥", "过敏药"), ("organisation", "騰訊", "腾讯"), ("place", "臺北", "台北"), ("words", "ｶﾌｪ", "カフェ"),
    ("amount", "５００万", "500万"), ("email", "Ａna@example.com", "ana@example.com"),
]  # fmt: skip
OF_KIND = {
    "organisation": "employer",
    "words": "likes",
    "person": "name",
    "place": "city",
    "amount": "budget",
    "email": "email",
}


@pytest.mark.parametrize(("kind", "one", "other"), PAIRS_APART)
def test_U3_different_values_stay_different(kind, one, other):
    assert form(one, kind).key != form(other, kind).key != ""
    book = FactBook("u1")
    rows = [{"attribute": OF_KIND[kind], "value": v, "at": START} for v in (one, other)]
    assert len(book.import_facts(rows)) == 2
    assert {f.value for f in (*book.facts(), *book.pending())} == {one, other}


@pytest.mark.parametrize(("kind", "one", "other"), PAIRS_EQUAL)
def test_U3_one_value_in_two_spellings_is_one(kind, one, other):
    for pair in ((one, other), (other, one)):
        book = FactBook("u1")
        book.import_facts(
            [{"attribute": OF_KIND[kind], "value": v, "at": START + n} for n, v in enumerate(pair)]
        )
        assert [(f.value, f.times) for f in book.facts()] == [(pair[0], 2)]
        assert book.pending() == []


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [("北京大学", "清华大学", False), ("张三", "李四", False), ("ＡＢＣ", "ABC", True), ("項目A", "项目A", True),
     ("café", unicodedata.normalize("NFD", "café"), True), ("Ann", "ann", True), ("Ann", "Anna", False)],
)  # fmt: skip
def test_U3_entities_are_told_apart_like_values(one, other, equal):
    book = FactBook("u1", extractor=lambda text, *rest: [Candidate("city", text, text)])
    for n, name in enumerate((one, other)):
        book.hear(name, at=START + n)
    assert book.entities() == ([one] if equal else [one, other])
    assert book.values("city", other) == ([one] if equal else [other])
    assert book.values("city") == []


def test_U3_what_is_said_of_two_universities_is_told_apart():
    book = talk("我喜欢北京大学。", "我喜欢清华大学。")
    assert book.values("likes") == ["北京大学", "清华大学"]


@pytest.mark.parametrize(
    "text",
    [
        "用户 Li Wei 的 API key 过期",
        "检查 Li Wei 的 API key",
        "更新 README.md 和 CHANGELOG",
        "给 张三 发 e-mail",
    ],
)
def test_U5_mixed_text_is_kept_as_it_is(text):
    book = FactBook("u1")
    book.import_facts([{"attribute": "task", "value": text, "at": START}])
    assert book.values("task") == [text]
    squeezed = "".join(text.split())
    book.import_facts([{"attribute": "task", "value": squeezed + "!", "at": START + 1}])
    assert text in book.values("task")
    again = FactBook.from_export(json.loads(json.dumps(book.export())), "u1")
    assert again.export() == book.export()


def test_U5_what_is_said_of_somebody_in_mixed_text_is_not_the_users():
    book = talk("用户 Li Wei 的 API key 过期")
    assert (book.values("name"), book.values("city"), book.pending()) == ([], [], [])
    mixed = talk("我叫 Li Wei，住在 Shanghai，我的 email 是 li.wei@example.com。")
    assert [mixed.values(a) for a in ("name", "city", "email")] == [
        ["Li Wei"],
        ["Shanghai"],
        ["li.wei@example.com"],
    ]


# -- Z: time

SAME_INSTANT = [
    "2024-05-01T20:00:00+08:00", "2024-05-01T12:00:00Z", "2024-05-01T12:00:00+00:00", "2024-05-01T05:00:00-07:00",
    "2024-05-01T17:30:00+05:30", 1_714_564_800, 1_714_564_800.0,
    datetime(2024, 5, 1, 12, tzinfo=timezone.utc), datetime(2024, 5, 1, 20, tzinfo=timezone(timedelta(hours=8))),
]  # fmt: skip
PARKED = RULES.with_(Rule("parking", patterns=["my car is on {value}", "我的车停在{value}"], expires=1.0))


@pytest.mark.parametrize("at", SAME_INSTANT)
def test_Z1_one_instant_is_one_time_however_it_is_written(at):
    book = FactBook("u1", rules=PARKED)
    (decision,) = book.import_facts([{"attribute": "parking", "value": "level 2", "at": at}])
    assert (decision.fact.at, decision.fact.expires_at) == (1_714_564_800.0, 1_714_564_800.0 + DAY)
    spoken = FactBook("u1")
    spoken.hear("I moved to Oslo.", at=at)
    spoken.hear("I moved to Turin.", at="2024-05-01T12:00:01Z")
    assert spoken.values("city") == ["Turin"]
    before = FactBook("u1")
    before.hear("I moved to Oslo.", at=at)
    before.hear("I moved to Turin.", at="2024-05-01T19:59:59+08:00")
    assert before.values("city") == ["Oslo"]
    assert before.as_of("2024-05-01T11:59:59Z").values("city") == ["Turin"]


@pytest.mark.parametrize("zone", ["US/Pacific", "Asia/Shanghai", "UTC"])
@pytest.mark.parametrize("at", ["2024-05-01T12:00:00", "2024-05-01 12:00", datetime(2024, 5, 1, 12)])
def test_Z1_a_time_without_a_zone_is_taken_as_utc_and_that_is_said(at, zone, monkeypatch):
    monkeypatch.setenv("TZ", zone)
    if hasattr(time, "tzset"):
        time.tzset()
    try:
        book = FactBook("u1")
        (decision,) = book.hear("I live in Oslo.", at=at)
    finally:
        monkeypatch.undo()
        if hasattr(time, "tzset"):
            time.tzset()
    assert decision.fact.at == 1_714_564_800.0
    assert "UTC" in decision.note
    (aware,) = FactBook("u1").hear("I live in Oslo.", at="2024-05-01T12:00:00Z")
    assert (aware.fact.at, aware.note) == (1_714_564_800.0, "")
    (row,) = FactBook("u1").import_facts([{"attribute": "city", "value": "Oslo", "at": at}])
    assert row.fact.at == 1_714_564_800.0 and "UTC" in row.note


@pytest.mark.parametrize("at", [-1e15, -5.0, 0.0, 4e9, 1e15, "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"])
def test_Z2_a_time_far_away_breaks_nothing(at):
    book = FactBook("u1", rules=PARKED, clock=lambda: START)
    (decision,) = book.import_facts([{"attribute": "parking", "value": "level 2", "at": at}])
    assert 0 <= decision.fact.confidence <= 1
    assert decision.fact.expires_at - decision.fact.at == pytest.approx(DAY, rel=1e-3)
    assert book.as_of(at).values("parking") == ["level 2"]
    book.hear("I live in Oslo.", at=at)
    book.hear("I moved to Turin.", at=START)
    assert {"Oslo", "Turin"} == {f.value for f in book.history("city")}


def by_words(book, clock):
    book.hear("My car is on level 2.", at=clock.now)


def by_import(book, clock):
    book.import_facts([{"attribute": "parking", "value": "level 2", "at": clock.now}])


def by_promote(book, clock):
    book.import_facts([{"attribute": "parking", "value": "level 2", "at": clock.now, "confidence": 0.5}])
    book.promote(book.short_term()[0])


def by_restore(book, clock):
    book.import_facts(
        [{"attribute": "parking", "value": "level 2", "at": clock.now - DAY, "time": {"tense": "past"}}]
    )
    book.restore(book.history("parking")[0])


@pytest.mark.parametrize("write", [by_words, by_import, by_promote, by_restore])
def test_Z3_what_has_expired_is_absent_from_everything_but_the_past(write, clock):
    book = FactBook("u1", rules=PARKED, clock=clock)
    write(book, clock)
    assert (book.values("parking"), len(book.facts()), book.entities()) == (["level 2"], 1, ["user"])
    clock.now += DAY - 1
    assert book.values("parking") == ["level 2"]
    clock.now += 1
    for now in (book, FactBook.from_export(book.export(), "u1", rules=PARKED, clock=clock)):
        assert (now.values("parking"), now.facts(), now.entities(), now.pending()) == ([], [], [], [])
        assert now.as_of(clock.now).facts() == []
        assert now.as_of(clock.now - 1).values("parking") == now.as_of(START)["parking"] == ["level 2"]
        assert [f.status for f in now.history("parking") if f.status != "past"] == ["expired"]
    clock.now += 30 * DAY
    assert book.as_of(START).values("parking") == ["level 2"]  # by the expiry that it had then


def test_Z3_an_expired_value_is_no_contradiction_and_a_repetition_lengthens_its_time(clock):
    book = FactBook("u1", rules=PARKED, clock=clock)
    by_words(book, clock)
    book.hear("My car is on level 5.", at=clock.now + 60)
    assert [p.value for p in book.pending()] == ["level 5"]
    clock.now += DAY / 2
    by_words(book, clock)
    clock.now += DAY * 0.75
    assert (book.values("parking"), book.pending()) == (["level 2"], [])
    clock.now += DAY
    assert book.values("parking") == []
    book.hear("My car is on level 7.", at=clock.now)
    assert (book.values("parking"), book.pending()) == (["level 7"], [])
    clock.now += 60
    (other,) = book.hear("My car is on level 8.", at=clock.now)
    assert other.kind == "contradiction"
    clock.now += 2 * DAY
    assert (book.values("parking"), book.pending()) == ([], [])


def test_Z3_what_waits_and_what_is_doubtful_expires_too(clock):
    book = FactBook("u1", rules=PARKED, clock=clock)
    by_words(book, clock)
    book.hear("My car is on level 5.", at=clock.now + 60)
    book.import_facts([{"attribute": "parking", "value": "level 9", "at": clock.now, "confidence": 0.5}])
    late = book.pending()[0]
    assert len(book.short_term()) == 1
    clock.now += 2 * DAY
    assert (book.pending(), book.short_term()) == ([], [])
    with pytest.raises(FactError, match="not pending"):
        book.confirm(late)
    assert book.values("parking") == []


@pytest.mark.parametrize(("text", "age"), [("I'm 34 years old.", "34"), ("我今年28岁。", "28")])
def test_Z4_time_passes_without_a_word(text, age, clock):
    book = FactBook("u1", clock=clock)
    book.hear(text)
    for days, left in ((30, [age]), (300, [age]), (364, [age]), (366, [])):
        clock.now = START + days * DAY
        assert (days, book.values("age")) == (days, left)


# -- O: odd input that has an id; more of it in test_odd_input.py


@pytest.mark.parametrize("which", [0, -1, 10**9, "3", None, True, 2.0, float("nan"), object(), []])
@pytest.mark.parametrize("call", ["confirm", "reject"])
def test_O2_an_unknown_id_is_a_typed_error_and_changes_nothing(which, call):
    book = talk("I live in Oslo.", "I live in Turin.")
    before = state(book)
    with pytest.raises(FactError, match="not pending"):
        getattr(book, call)(which)
    assert state(book) == before
    getattr(book, call)(2)
    assert (book.values("city"), book.pending()) == ([{"confirm": "Turin", "reject": "Oslo"}[call]], [])


BAD_NUMBERS = [float("nan"), float("inf"), float("-inf"), 10**400, -(10**400), True, 1e101]


@pytest.mark.parametrize("value", BAD_NUMBERS, ids=repr)
@pytest.mark.parametrize("field", ["at", "confidence"])
def test_O3_no_nan_and_no_infinity_comes_in(field, value):
    book = talk("I live in Oslo.")
    before = state(book)
    (decision,) = book.import_facts([{"attribute": "likes", "value": "tea", "at": START} | {field: value}])
    assert decision.kind == "ignored" and field in decision.reason
    if field == "at":
        for call in (
            lambda: book.hear("I like tea.", at=value),
            lambda: book.forget("city", at=value),
            lambda: book.as_of(value),
        ):
            with pytest.raises(REFUSED, match="at"):
                call()
    assert state(book) == before
