"""FactBook: every rule of conflict, the commands, what is refused. In a language of the tests' own."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

import pytest

from memlab.facts import RULES, Candidate, Decision, FactBook, FactError, Rule, Rules, Settings

REFUSED = (TypeError, ValueError)
DAY = 86_400


def last(book: FactBook) -> Decision:
    return book.decisions[-1]


def rows(book: FactBook, attribute: str) -> list[tuple[str, str]]:
    return [(f.value, f.status) for f in book.history(attribute)]


def everything(book: FactBook):
    return book.export(), book.decisions, book.version, book.history(), book.pending(), book.short_term()


# -- one value

# texts -> values of city in force, values pending, kind of the last decision
ONE = {
    "first": (["city=Oslo"], ["Oslo"], [], "new"),
    "again": (["city=Oslo", "city=Oslo!"], ["Oslo"], [], "duplicate"),
    "changed": (["city=Oslo", "city:=Rome"], ["Rome"], [], "update"),
    "changed to the same": (["city=Oslo", "city:=Oslo"], ["Oslo"], [], "duplicate"),
    "first one with words of change": (["city:=Oslo"], ["Oslo"], [], "new"),
    "bare": (["city=Oslo", "city=Rome"], ["Oslo"], ["Rome"], "contradiction"),
    "bare twice": (["city=Oslo", "city=Rome", "city=Rome!"], ["Oslo"], ["Rome"], "contradiction"),
    "two bare ones": (["city=Oslo", "city=Rome", "city=Ulm"], ["Oslo"], ["Rome", "Ulm"], "contradiction"),
    "bare, then changed": (["city=Oslo", "city=Rome", "city:=Rome"], ["Rome"], [], "update"),
    "bare, then another change": (["city=Oslo", "city=Rome", "city:=Ulm"], ["Ulm"], [], "update"),
    "bare, then the old one": (["city=Oslo", "city=Rome", "city=Oslo!"], ["Oslo"], [], "duplicate"),
    "from the one in force": (["city=Oslo", "city=Rome/Oslo"], ["Rome"], [], "update"),
    "from another": (["city=Oslo", "city:=Rome/Ulm"], ["Oslo"], ["Rome"], "contradiction"),
    "instead of what waits": (
        ["city=Oslo", "city=Rome", "city=Ulm/Rome"],
        ["Oslo"],
        ["Ulm"],
        "contradiction",
    ),
    "denied": (["city=Oslo", "city!=Oslo"], ["Oslo"], ["Oslo"], "contradiction"),
    "ended": (["city=Oslo", "city-=Oslo"], [], [], "retraction"),
    "denied, then ended": (["city=Oslo", "city!=Oslo", "city-=Oslo"], [], [], "retraction"),
    "ended without a name": (["city=Oslo", "city-="], [], [], "retraction"),
    "ended, and one waits": (["city=Oslo", "city=Rome", "city-=Oslo"], ["Rome"], [], "update"),
    "ended, and two wait": (
        ["city=Oslo", "city=Rome", "city=Ulm", "city-=Oslo"],
        [],
        ["Rome", "Ulm"],
        "retraction",
    ),
    "another one denied": (["city=Oslo", "city!=Rome"], ["Oslo"], [], "new"),
    "what waits denied": (["city=Oslo", "city=Rome", "city!=Rome"], ["Oslo"], [], "retraction"),
    "nothing to deny": (["city!=Oslo"], [], [], "new"),
    "denied twice": (["city!=Oslo", "city!=Oslo!"], [], [], "duplicate"),
    "nothing to end": (["city-="], [], [], "ignored"),
    "denied, then said": (["city!=Oslo", "city=Oslo"], ["Oslo"], [], "update"),
    "past": (["city=Oslo", "city~=Rome"], ["Oslo"], [], "past"),
    "past of the one in force": (["city=Oslo", "city~=Oslo"], ["Oslo"], ["Oslo"], "past"),
    "past, then present": (["city~=Oslo", "city=Rome"], ["Rome"], [], "new"),
    "doubted": (["city=Oslo", "city?=Rome"], ["Oslo"], [], "ignored"),
    "planned": (["city=Oslo", "city>=Rome"], ["Oslo"], [], "ignored"),
    "to be forgotten": (["city=Oslo", "city<="], [], [], "retraction"),
    "nothing to forget": (["city<="], [], [], "ignored"),
    "forgotten, said alike": (["city=Oslo", "city<=", "city=Oslo"], [], ["Oslo"], "contradiction"),
    "forgotten, said anew": (["city=Oslo", "city<=", "city:=Oslo"], ["Oslo"], [], "new"),
    "another person's": (["city=Oslo", "Ann.city=Rome"], ["Oslo"], [], "new"),
}


@pytest.mark.parametrize(("texts", "values", "pending", "kind"), ONE.values(), ids=ONE)
def test_an_attribute_of_one_value(told, texts, values, pending, kind):
    book = told(*texts)
    assert book.values("city") == values
    assert [p.value for p in book.pending()] == pending
    assert last(book).kind == kind
    assert last(book).reason.startswith(f"{kind}: ") or kind == "ignored"


MANY = {
    "first": (["task=tea"], ["tea"], [], "new"),
    "more": (["task=tea", "task=rice"], ["tea", "rice"], [], "addition"),
    "again": (["task=tea", "task=tea!"], ["tea"], [], "duplicate"),
    "done": (["task=tea", "task=rice", "task-=tea"], ["rice"], [], "retraction"),
    "denied": (["task=tea", "task!=tea"], [], [], "retraction"),
    "corrected": (["task=tea", "task=rice", "task:=soup/tea"], ["rice", "soup"], [], "update"),
    "corrected, unknown": (["task=tea", "task:=soup/rice"], ["tea", "soup"], [], "addition"),
    "all done": (["task=tea", "task=rice", "task-="], [], [], "retraction"),
    "nothing to deny": (["task!=tea"], [], [], "new"),
    "past": (["task=tea", "task~=tea"], ["tea"], ["tea"], "past"),
    "to be forgotten": (["task=tea", "task=rice", "task<=", "task=soup"], ["soup"], [], "new"),
}


@pytest.mark.parametrize(("texts", "values", "pending", "kind"), MANY.values(), ids=MANY)
def test_an_attribute_of_many_values(told, texts, values, pending, kind):
    book = told(*texts)
    assert book.values("task") == values
    assert [p.value for p in book.pending()] == pending
    assert last(book).kind == kind


SAFETY = {
    "more": (["allergy=nuts", "allergy=milk"], ["nuts", "milk"], []),
    "denied": (["allergy=nuts", "allergy!=nuts"], ["nuts"], ["nuts"]),
    "ended": (["allergy=nuts", "allergy-=nuts"], ["nuts"], ["nuts"]),
    "all ended": (["allergy=nuts", "allergy=milk", "allergy-="], ["nuts", "milk"], ["nuts", "milk"]),
    "corrected": (["allergy=nuts", "allergy:=milk/nuts"], ["nuts", "milk"], ["nuts"]),
    "corrected to a known one": (
        ["allergy=nuts", "allergy=milk", "allergy:=milk/nuts"],
        ["nuts", "milk"],
        ["nuts"],
    ),
    "denied and said again": (["allergy=nuts", "allergy!=nuts", "allergy=nuts!"], ["nuts"], []),
    "nothing to deny": (["allergy!=nuts"], [], []),
}


@pytest.mark.parametrize(("texts", "values", "pending"), SAFETY.values(), ids=SAFETY)
def test_a_safety_fact_never_ends_unasked(told, texts, values, pending):
    book = told(*texts)
    assert sorted(book.values("allergy")) == sorted(values)
    assert [p.value for p in book.pending()] == pending
    for p in book.pending():
        assert p.polarity is False and book.confirm(p).kind == "retraction"
    assert set(book.values("allergy")) == set(values) - set(pending)


def test_what_is_forgotten_is_named_once_though_its_end_waits(told):
    book = told("allergy=nuts", "allergy-=nuts")
    (decision,) = book.forget("allergy")
    assert decision.reason.startswith("retraction: you asked to forget 'nuts' (said at turn 1)")
    assert len(decision.reaching) == 2 and book.pending() == []


def test_a_reason_says_of_the_old_value_when_it_was_said(told):
    waits = last(told("hello", "city=Oslo", "city=Rome")).reason
    assert waits == (
        "contradiction: nothing says that 'Oslo' (said at turn 2) has changed; "
        "'Rome' waits until you confirm or reject it"
    )
    denied = last(told("allergy=nuts", "allergy!=nuts")).reason
    assert denied == (
        "contradiction: a safety fact ends only when you confirm it: 'nuts' (said at turn 1) stays in force; "
        "that 'nuts' is not so waits until you confirm or reject it"
    )


TASTE = {
    "flipped": (["likes=tea", "dislikes=tea"], [], ["tea"], "update"),
    "and back": (["likes=tea", "dislikes=tea", "likes=tea!"], ["tea"], [], "update"),
    "no longer": (["likes=tea", "likes-=tea"], [], [], "retraction"),
    "both at once": (["likes=tea", "dislikes=tea likes-=tea"], [], ["tea"], "new"),
    "another thing": (["likes=tea", "dislikes=rice"], ["tea"], ["rice"], "new"),
    "only one pole forgotten": (["likes=tea", "dislikes=rice", "likes<="], [], ["rice"], "retraction"),
}


@pytest.mark.parametrize(("texts", "likes", "dislikes", "kind"), TASTE.values(), ids=TASTE)
def test_likes_and_dislikes_are_two_poles(told, texts, likes, dislikes, kind):
    book = told(*texts)
    assert book.values("likes") == likes and book.values("dislikes") == dislikes
    assert last(book).kind == kind and book.pending() == []


def test_reasons_name_old_new_and_rule(told):
    book = told(
        "city=Oslo", "hello", "city:=Rome", "city=Ulm", "task=tea", "task=rice", "dislikes=tea", "likes=tea"
    )
    reasons = [d.reason for d in book.decisions]
    assert reasons[0] == "new: nothing was in force: 'Oslo' is from now on"
    assert reasons[1] == "update: 'city:=Rome' says that 'Rome' takes the place of 'Oslo' (said at turn 1)"
    assert reasons[2] == (
        "contradiction: nothing says that 'Rome' (said at turn 3) has changed; "
        "'Ulm' waits until you confirm or reject it"
    )
    assert reasons[4] == "addition: beside what is in force 'rice' is from now on"
    assert reasons[6] == (
        "update: 'likes=tea' says that likes 'tea' takes the place of dislikes 'tea' (said at turn 7)"
    )


def test_who_killed_whom_is_in_the_history(told):
    book = told("city=Oslo", "city:=Rome", "city-=Rome")
    oslo, rome = book.history("city")
    assert (oslo.status, oslo.killed_by, oslo.until) == ("superseded", rome.version, 60)
    assert (rome.status, rome.killed_by, rome.until) == ("retracted", last(book).version, 120)
    assert rows(book, "city") == [("Oslo", "superseded"), ("Rome", "retracted")]


def test_a_duplicate_refreshes_and_keeps_other_wordings():
    said = iter(["Beijing", "北京", "北京市", "Peking"])
    book = FactBook("t", extractor=lambda text, *_: [Candidate("city", next(said))])
    for n in range(4):
        book.hear(f"turn {n}", at=n)
    (fact,) = book.facts()
    assert (fact.value, fact.times, fact.at, fact.last_at) == ("Beijing", 4, 0, 3)
    assert fact.wordings == ("北京", "北京市", "Peking")
    assert "in other words ('Peking')" in last(book).reason


def test_merges_do_not_chain():
    """王伟 is Wang Wei, and so is 王炜; but 王伟 is not 王炜."""
    said = iter(["王伟", "Wang Wei", "王炜"])
    book = FactBook("t", extractor=lambda text, *_: [Candidate("name", next(said))])
    for n in range(3):
        book.hear(f"turn {n}", at=n)
    assert [d.kind for d in book.decisions] == ["new", "duplicate", "contradiction"]
    assert book.values("name") == ["王伟"] and [p.value for p in book.pending()] == ["王炜"]


def test_of_many_values_neither():
    rules = Rules([Rule("friend", form="person", many=True)])
    for order in (["王伟", "王炜", "Wang Wei"], ["Wang Wei", "王伟", "王炜"], ["王伟", "Wang Wei", "王炜"]):
        said = iter(order)
        book = FactBook("t", rules=rules, extractor=lambda *_, said=said: [Candidate("friend", next(said))])
        for n in range(3):
            book.hear(f"turn {n}", at=n)
        expected = ["Wang Wei", "王炜"] if order[0] == "Wang Wei" else ["王伟", "王炜"]
        assert book.values("friend") == expected


def test_a_short_text_keeps_no_endless_list_of_wordings():
    said = (f"Oslo{' ' * n}" for n in range(100))
    book = FactBook("t", extractor=lambda *_: [Candidate("city", next(said))])
    for n in range(100):
        book.hear(f"turn {n}", at=n)
    (fact,) = book.facts()
    assert fact.times == 100 and len(fact.wordings) == 8


def test_more_contradictions_than_anybody_answers_give_way(told):
    book = told("city=Oslo", *[f"city=Town{n}" for n in range(60)])
    assert [p.value for p in book.pending()] == [f"Town{n}" for n in range(10, 60)]
    assert book.history("city")[1].status == "superseded" and "more than 50" in book.history("city")[1].reason


# -- whose it is


def test_other_people_and_things_have_their_own_facts():
    def extract(text, *_):
        who, value, person = text.split()
        return [Candidate("deadline", value, who, person == "person")]

    book = FactBook("t", extractor=extract)
    for n, text in enumerate(["Ann Monday person", "projectA Friday thing", "user Sunday person"]):
        book.hear(text, at=n)
    assert book.values("deadline") == ["Friday", "Sunday"]
    assert book.values("deadline", entity="Ann") == ["Monday"] == book.values("deadline", entity="ＡＮＮ")
    assert book.values("deadline", entity="project A") == ["Friday"]
    assert book.values("deadline", entity="user") == ["Sunday"]
    assert book.entities() == ["Ann", "projectA", "user"]
    assert [f.entity for f in book.facts()] == ["projectA", "user"]
    assert [f.entity for f in book.history("deadline")] == ["projectA", "user"]
    assert [f.entity for f in book.history(entity="ann")] == ["Ann"]
    book.forget("deadline")
    assert book.values("deadline") == [] and book.values("deadline", entity="Ann") == ["Monday"]


def test_a_tombstone_on_things_holds_for_things_heard_of_later():
    book = FactBook("t", extractor=lambda text, *_: [Candidate("deadline", text, "projectA", False)])
    book.forget("deadline", at=100)
    book.hear("Friday", at=50)
    assert book.values("deadline") == []
    book.hear("Monday", at=150)
    assert book.values("deadline") == ["Monday"]


def test_only_the_user_makes_facts(told):
    book = told()
    for role in ("assistant", "system", "tool"):
        (decision,) = book.hear("city=Oslo", at=0, role=role)
        assert decision.kind == "ignored" and f"said by the {role}" in decision.reason
    assert book.version == 0 and len(book.turns) == 3
    book.hear("city=Oslo", at=1)
    assert book.values("city") == ["Oslo"]


def test_moods_are_no_facts():
    for mood, why in (
        ("asked", "a question"),
        ("supposed", "supposed"),
        ("quoted", "quoted"),
        ("played", "role"),
    ):
        book = FactBook("t", extractor=lambda *_, mood=mood: [Candidate("city", "Oslo", mood=mood)])
        (decision,) = book.hear("x", at=0)
        assert decision.kind == "ignored" and why in decision.reason and book.version == 0


# -- commands


def test_confirm(told):
    book = told("city=Oslo", "city=Rome")
    decision = book.confirm(book.pending()[0])
    assert decision.kind == "update" and decision.fact.status == "active"
    assert [f.value for f in decision.reaching] == ["Oslo", "Rome"]
    assert rows(book, "city") == [("Oslo", "superseded"), ("Rome", "active")] and book.pending() == []


def test_reject_by_version(told):
    book = told("city=Oslo", "city=Rome", "city=Ulm")
    decision = book.reject(2)
    assert decision.reason == "ignored: you rejected 'Rome': 'Oslo' (said at turn 1) stays in force"
    assert (decision.kind, decision.version) == ("ignored", book.version) == ("ignored", 4)
    assert (decision.fact.value, decision.fact.status) == ("Rome", "rejected")
    assert [p.value for p in book.pending()] == ["Ulm"]
    assert rows(book, "city") == [("Oslo", "active"), ("Rome", "rejected"), ("Ulm", "pending")]


def test_confirmed_past_ends_the_present(told):
    book = told("city=Oslo", "city~=Oslo")
    assert rows(book, "city") == [("Oslo", "active"), ("Oslo", "past"), ("Oslo", "pending")]
    assert book.confirm(book.pending()[0]).kind == "retraction"
    assert book.values("city") == [] and book.history("city")[0].status == "retracted"


@pytest.mark.parametrize("word", ["confirm", "reject"])
@pytest.mark.parametrize("which", [1, 0, 99, -1, True, None, "2", "fact"])
def test_what_is_not_pending_is_refused(told, word, which):
    book = told("city=Oslo", "city=Rome")
    before = everything(book)
    with pytest.raises(FactError, match=rf"{word}: .* is not pending, allowed are 2 \(city 'Rome'\)"):
        getattr(book, word)(book.facts()[0] if which == "fact" else which)
    assert everything(book) == before


def test_restore_goes_through_the_gate(told):
    book = told("city=Oslo", "city:=Rome", "city-=Rome")
    oslo = book.history("city")[0]
    assert book.restore(oslo).kind == "new" and book.values("city") == ["Oslo"]
    assert book.restore(oslo).kind == "duplicate" and len(book.facts()) == 1
    assert book.restore(book.history("city")[1]).kind == "update" and book.values("city") == ["Rome"]


def test_restore_brings_back_what_was_forgotten(told):
    book = told("city=Oslo")
    book.forget("city")
    assert book.values("city") == []
    book.restore(1)
    assert book.values("city") == ["Oslo"]


def test_promote_goes_through_the_gate(told):
    book = told("city?=Oslo", "city?=Rome", "city>=Ulm")
    oslo, rome, ulm = book.short_term()
    assert [f.status for f in (oslo, rome, ulm)] == ["unconfirmed"] * 3 and book.version == 0
    assert book.promote(oslo).kind == "new" and book.facts()[0].confidence == 1
    assert book.promote(rome).kind == "contradiction"
    assert book.short_term() == [ulm]
    with pytest.raises(FactError, match="not in short-term memory"):
        book.promote(book.facts()[0])
    book.rollback(0)
    assert book.short_term() == [oslo, rome, ulm]


def test_forget_survives_reading_again_and_rollback_undoes_it(told):
    book = told("address=Oak Street", "city=Oslo")
    (decision,) = book.forget("address")
    assert decision.kind == "retraction" and "you asked to forget 'Oak'" in decision.reason
    for n, text in enumerate(["address=Oak Street", "city=Oslo"]):
        assert [d.kind for d in book.hear(text, at=60 * n)] == ["ignored"]
    assert book.values("address") == [] and rows(book, "address") == [("Oak", "forgotten")]
    book.hear("address=Oak Street", at=1000)
    assert book.values("address") == [] and [p.value for p in book.pending()] == ["Oak"]
    book.rollback(2)
    assert book.values("address") == ["Oak"]


def test_rollback(told):
    book = told("city=Oslo", "city:=Rome", "task=tea")
    undone = book.rollback(1)
    assert [(f.value, f.status, f.killed_by) for f in undone] == [("Rome", "undone", 4), ("tea", "undone", 4)]
    assert book.values("city") == ["Oslo"] and book.values("task") == [] and book.version == 4
    assert rows(book, "city") == [("Oslo", "active"), ("Rome", "undone")]
    book.hear("city:=Ulm", at=500)
    assert book.values("city") == ["Ulm"] and book.version == 5
    assert [f.value for f in book.rollback(3)] == ["Ulm"]
    assert book.values("city") == ["Rome"] and book.values("task") == ["tea"]
    book.rollback(0)
    assert book.facts() == [] and {f.status for f in book.history()} == {"undone"}
    book.rollback(6)
    assert book.values("city") == ["Rome"]


@pytest.mark.parametrize("version", [2, -1, 1.0, True, None, "1", math.nan])
def test_an_unknown_version_is_refused(told, version):
    book = told("city=Oslo")
    before = everything(book)
    with pytest.raises(FactError, match=r"version: .*, allowed are 0 \(the empty book\) to 1"):
        book.rollback(version)
    assert everything(book) == before


# -- time


def test_as_of(told):
    book = told("city=Oslo", "city:=Rome", "city=Ulm")
    assert [book.as_of(t)["city"] for t in (-1, 0, 59, 60, 1e9)] == [
        [],
        ["Oslo"],
        ["Oslo"],
        ["Rome"],
        ["Rome"],
    ]
    then = book.as_of(120)
    assert [p.value for p in then.pending()] == ["Ulm"] and [f.value for f in then.facts()] == ["Rome"]
    book.forget("city", at=200)
    assert book.as_of(199).values("city") == ["Rome"] and book.as_of(200).values("city") == []
    assert then.values("city") == ["Rome"]
    with pytest.raises(FactError, match="'shoe'"):
        then.values("shoe")


def test_an_older_fact_never_takes_the_place_of_a_newer_one(told):
    book = told()
    book.hear("city:=Rome", at=2025)
    (late,) = book.hear("city=Oslo", at=2024)
    assert book.values("city") == ["Rome"] and book.as_of(2024)["city"] == ["Oslo"]
    assert late.fact.status == "superseded" and late.note.endswith("in force is 'Rome'")


def test_expiry(told):
    now = [0.0]
    book = told(clock=lambda: now[0])
    book.hear("age=34", at=0)
    book.hear("age=34!", at=100 * DAY)
    assert book.facts()[0].expires_at == 465 * DAY
    now[0] = 464 * DAY
    assert book.values("age") == ["34"]
    now[0] = 465 * DAY
    assert book.values("age") == [] == book.facts() == book.entities() and rows(book, "age") == [
        ("34", "expired")
    ]
    assert book.as_of(464 * DAY)["age"] == ["34"] and book.as_of(465 * DAY)["age"] == []
    (decision,) = book.hear("age=35", at=466 * DAY)
    assert decision.kind == "new" and book.pending() == []
    assert rows(book, "age") == [("34", "expired"), ("35", "active")]


def test_without_a_clock_the_latest_time_heard_of_is_now(told):
    book = told("age=34")
    book.hear("hello", at=400 * DAY)
    assert book.values("age") == []


def test_times(told):
    book = told()
    east = datetime(2024, 5, 1, 20, 0, tzinfo=timezone(timedelta(hours=8)))
    for n, at in enumerate((east, "2024-05-01T20:00:00+08:00", "2024-05-01T12:00:00Z", 1714564800)):
        (decision,) = book.hear(f"city=Oslo{'!' * n}", at=at)
        assert decision.note == ""
    (naive,) = book.hear("city=Oslo naive", at=datetime(2024, 5, 1, 12, 0))
    assert naive.note == "the time has no zone: taken as UTC"
    assert {t.at for t in book.turns} == {1714564800.0}


@pytest.mark.parametrize("at", [math.nan, math.inf, -math.inf, "soon", "", [], True, 10**400])
def test_bad_times_are_refused(told, at):
    book = told("city=Oslo")
    before = everything(book)
    for call in (
        lambda: book.hear("city:=Rome", at=at),
        lambda: book.forget("city", at=at),
        lambda: book.as_of(at),
    ):
        with pytest.raises(REFUSED, match="at: "):
            call()
    assert everything(book) == before


def test_a_clock_is_read_where_no_time_is_given():
    book = FactBook("t", clock=lambda: 7.0, extractor=lambda *_: [Candidate("city", "Oslo")])
    book.hear("x")
    assert book.turns[0].at == 7 and book.facts()[0].at == 7
    with pytest.raises(ValueError, match="clock: nan"):
        FactBook("t", clock=lambda: math.nan).hear("x")


# -- the door


@pytest.mark.parametrize("tenant", [None, "", 5, b"t", "\ud800"])
def test_a_tenant_is_never_optional(tenant):
    with pytest.raises(REFUSED, match="tenant: "):
        FactBook(tenant)


@pytest.mark.parametrize(
    "options",
    [{"rules": []}, {"settings": {}}, {"extractor": "x"}, {"clock": 5}],
    ids=lambda options: next(iter(options)),
)
def test_bad_parts_are_refused(options):
    with pytest.raises(TypeError, match=f"{next(iter(options))}: "):
        FactBook("t", **options)


@pytest.mark.parametrize(
    "arguments", [(None,), (b"x",), (5,), ("x", 0, ""), ("x", 0, None), ("x", 0, "user", None)]
)
def test_bad_turns_are_refused(told, arguments):
    book = told("city=Oslo")
    before = everything(book)
    with pytest.raises(REFUSED):
        book.hear(*arguments)
    assert everything(book) == before


def test_a_turn_longer_than_the_setting_is_refused(told):
    book = told(settings=Settings(longest_turn=10))
    with pytest.raises(ValueError, match="text: 11 characters, allowed are 10"):
        book.hear("x" * 11)
    assert book.turns == []


def test_a_value_that_no_value_is_as_long_as_is_ignored():
    book = FactBook("t", extractor=lambda *_: [Candidate("city", "x" * 100_000), Candidate("name", "Tom")])
    long, fine = book.hear("x", at=0)
    assert long.kind == "ignored" and "100,000 characters" in long.reason and len(long.reason) < 300
    assert fine.kind == "new"


@pytest.mark.parametrize("attribute", ["shoe size", "", None, 5, "user"])
def test_an_unknown_attribute_is_refused(told, attribute):
    book = told("city=Oslo")
    before = everything(book)
    for call in (book.values, book.history if attribute is not None else book.values, book.forget):
        with pytest.raises(FactError, match=r"attribute: .* is not in the table, allowed are name, age"):
            call(attribute)
    assert everything(book) == before


def test_favourites_are_attributes_of_their_own(told):
    book = told("favourite_player=Ronaldo", "favourite_tea=Oolong", "favourite_player:=Messi")
    assert book.values("favourite_player") == ["Messi"] and book.values("favourite_tea") == ["Oolong"]
    assert book.values("favourite_nothing") == []


def test_a_failing_extractor_changes_nothing(told):
    def fail(text, *_):
        raise RuntimeError("no answer")

    book = FactBook("t", extractor=fail)
    with pytest.raises(RuntimeError):
        book.hear("x", at=0)
    assert book.turns == [] and book.version == 0 and book.export() == []


def test_an_unknown_attribute_of_an_extractor_is_reported():
    book = FactBook("t", extractor=lambda *_: [Candidate("shoe", "44"), Candidate("city", "Oslo")])
    assert [d.kind for d in book.hear("x", at=0)] == ["ignored", "new"]
    assert "'shoe' is not in the table" in book.decisions[0].reason


def test_a_book_may_have_rules_of_its_own(told):
    book = told("pet=Rex", "pet=Tom", rules=RULES.with_(Rule("pet", many=True)))
    assert book.values("pet") == ["Rex", "Tom"]


def test_what_is_handed_out_is_no_way_in(told):
    book = told("city=Oslo")
    for listed in (book.decisions, book.turns, book.facts(), book.pending(), book.values("city")):
        listed.clear()
    assert book.values("city") == ["Oslo"] and len(book.turns) == len(book.decisions) == 1


def test_tenants_share_nothing(told):
    one, other = FactBook("a"), FactBook("a:b")
    one.hear("I live in Oslo.", at=0)
    assert other.values("city") == [] and {f.tenant for f in one.facts()} == {"a"}
