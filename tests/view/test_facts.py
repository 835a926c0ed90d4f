"""What the pictures of facts say: who reaches whom, who killed whom, what was decided, what a text holds."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from memlab.facts import (
    RULES,
    Candidate,
    Decision,
    Fact,
    FactBook,
    FactError,
    Rules,
    Time,
    Turn,
    book_program,
    races,
)
from memlab.facts.fact import KINDS, STATUSES
from memlab.flow import def_use_chains
from memlab.view import decisions_table, def_use, history_lanes, marked, svg
from memlab.view.facts_axis import Columns, moment_names
from memlab.view.facts_defuse import drawn
from memlab.view.facts_lanes import MOST_LANES, lanes
from memlab.view.facts_story import MOST, Story, identity, only_waited, rows, told, who_reads
from memlab.view.facts_text import MOST_CANDIDATES, MOST_CHARACTERS
from memlab.view.facts_words import KINDS as LOOKS_OF_KINDS
from memlab.view.facts_words import LOOKS, became, definition, short, variable

SVG = "{http://www.w3.org/2000/svg}"
TURNS = [
    Turn(text, at=60.0 * n) for n, text in enumerate(["I live in Beijing.", "茶？", "I moved to 上海."], 1)
]
HOSTILE = "<script>alert(\"x\")</script> & 'q' \u202egnp.exe\u202c a\u200bb \u2066c \ufeff \0 \ud800 مرحبا"


def fact(version: int, value: str, turn: int, attribute: str = "city", **more) -> Fact:
    at = TURNS[turn - 1].at
    return Fact("u1", more.pop("entity", "user"), attribute, value, version, at, TURNS[turn - 1].text, **more)


def elements(picture, tag: str, **look: str) -> list[ElementTree.Element]:
    wanted = {name.replace("_", "-"): value for name, value in look.items()}
    found = ElementTree.fromstring(picture.svg).iter(SVG + tag)
    return [e for e in found if all(e.get(name) == value for name, value in wanted.items())]


def words(picture) -> list[str]:
    return [(e.text or "") + "".join(c.tail or "" for c in e) for e in elements(picture, "text")]


def tips(found) -> list[str]:
    return [e.findtext(f"{SVG}title") or "" for e in found]


MOVED = [
    fact(1, "Beijing", 1, status="superseded", until=180.0, killed_by=2, reason="superseded by 'moved'"),
    fact(2, "上海", 3),
]
RACE = [fact(1, "Beijing", 1), fact(2, "Rome", 3, status="pending"), fact(3, "tea", 2, "likes")]


# -- definitions and uses


def heard(*turns: tuple[str, list[Candidate]], rules: Rules = RULES) -> FactBook:
    """A book that was told, a turn a minute, what these turns say."""
    said = dict(turns)
    book = FactBook(
        "u1", rules=rules, extractor=lambda text, *_: said[text], clock=lambda: 60.0 * len(turns) + 90
    )
    for n, (text, _) in enumerate(turns, start=1):
        book.hear(text, at=60 * n)
    return book


def is_(value: str, attribute: str = "city", **more) -> Candidate:
    return Candidate(attribute, value, **more)


def moved() -> FactBook:
    second = is_("上海", change=True)
    return heard(("I live in Beijing.", [is_("Beijing")]), ("茶？", []), ("I moved to 上海.", [second]))


def race() -> FactBook:
    tea = is_("tea", "likes")
    return heard(
        ("I live in Beijing.", [is_("Beijing")]), ("I like tea.", [tea]), ("I live in Rome.", [is_("Rome")])
    )


def marks(picture, colour: str) -> list[str]:
    """The tooltips of the boxes of that colour, of those that have one."""
    return [tip for tip in tips(elements(picture, "rect", stroke=colour)) if tip]


def test_a_killed_definition_reaches_nobody_and_its_heir_whoever_asks_now():
    picture = def_use(moved())
    assert picture.title == "2 definitions in 3 turns: 1 reaches the reader now, no two in conflict"
    lines = [" ".join(line.split()) for line in picture.text.splitlines()]
    assert lines[2:] == [
        "1 city = Beijing killed in turn 3 – I live in Beijing.",
        "3 city = 上海 in force now I moved to 上海.",
    ]


def test_two_values_that_reach_the_reader_are_orange_and_bear_two_marks_twice():
    picture = def_use(race())
    assert picture.title == "3 definitions in 3 turns: !! two values of city reach one reader"
    assert "!!" in words(picture)
    ties = elements(picture, "line", stroke=svg.ORANGE)
    assert len(ties) == 2, "two lines tie what reaches the same reader"
    assert marks(picture, svg.ORANGE).count("turn 1: city = Beijing, in force") == 1, "the old value is in it"
    assert marks(picture, svg.GREEN) == ["turn 2: likes = tea, in force"], "what is not in conflict is not"


def test_the_conflicts_are_those_that_the_analysis_finds():
    book = race()
    _, racing = who_reads(book)
    assert (
        {version for (version, *_), _ in racing}
        == {f.version for r in races(book) for f in r.facts}
        == {1, 3}
    )
    assert who_reads(moved())[1] == set() and races(moved()) == []


def test_readers_are_those_that_the_analysis_finds():
    book = moved()
    uses = [(2, "city"), (3, "city")]
    chains = def_use_chains(book_program(book, uses))
    reads, _ = who_reads(book, uses)
    assert [reads[identity(f)] for f in book.history()] == [[2, 3], [None]]
    assert chains == {(("user", "city"), 1): (2, 3), (("user", "city"), 3): ("now",)}


def test_a_turn_that_needs_a_value_reads_what_reaches_it():
    picture = def_use(moved(), [(2, "city")])
    assert marks(picture, svg.GREEN) == [
        "turn 1: city = Beijing, killed in turn 3",
        "turn 3: city = 上海, in force",
    ]
    assert "turn 2" in picture.text.splitlines()[2]


def test_a_turn_reads_what_it_uses_and_nothing_else():
    book = heard(("a", [is_("Oslo"), is_("tea", "likes")]), ("where?", []))
    reads, _ = who_reads(book, [(2, "city")])
    assert [reads[identity(f)] for f in book.history()] == [[2, None], [None]]


def test_values_of_one_turn_lie_in_lanes_of_their_own():
    said = [is_("Oslo", span=(0, 1)), is_("Rome", span=(5, 6), change=True)]
    book = heard(("Oslo, no: Rome", said))
    (row,) = rows(Story(told(book), book.turns, *who_reads(book)).shown).values()
    assert [(d.fact.value, d.lane) for d in row] == [("Oslo", 0), ("Rome", 1)]


def test_a_conflict_in_a_turn_is_tied_there():
    turns = [
        ("a", [is_("Oslo")]),
        ("b", [is_("Rome")]),
        ("where?", []),
        ("moved", [is_("Rome", change=True)]),
    ]
    picture = def_use(heard(*turns), [(3, "city")])
    assert "two values of city reach one reader" in picture.title and "!! turn 3" in picture.text
    assert len(elements(picture, "line", stroke=svg.ORANGE)) == 2


def test_a_use_in_a_turn_that_is_not_there_is_refused():
    with pytest.raises(FactError, match="turn 9"):
        def_use(moved(), [(9, "city")])


def test_without_a_conflict_nothing_is_orange():
    assert "!!" not in def_use(moved()).svg and svg.ORANGE not in def_use(moved()).svg


def test_of_many_values_only_the_denied_one_is_in_conflict():
    known = [is_("花生", "allergy"), is_("虾", "allergy")]
    picture = def_use(heard(("a", known), ("b", [is_("花生", "allergy", polarity=False)])))
    orange = " ".join(marks(picture, svg.ORANGE))
    assert "花生" in orange and "虾" not in orange


def test_other_people_are_in_the_picture_and_things_too():
    others = [is_("Oslo", entity="sister"), is_("Friday", "deadline", entity="project A", person=False)]
    picture = def_use(heard(("a", others), ("b", [is_("Rome", entity="sister", change=True)])))
    assert {"sister's city", "project A's deadline"} <= set(words(picture))
    assert "killed in turn 2" in picture.text


def test_what_was_rejected_was_never_in_force():
    book = race()
    book.reject(book.pending()[0])
    assert marks(def_use(book), svg.BLUE).count("turn 3: city = Rome, rejected after turn 3") == 0
    assert marks(def_use(book), svg.ORANGE).count("turn 3: city = Rome, rejected after turn 3") == 2


def overtaken() -> FactBook:
    """A book in which one value was only ever pending: another one took the place of both."""
    return heard(("a", [is_("Beijing")]), ("b", [is_("Rome")]), ("c", [is_("Oslo", change=True)]))


def test_what_was_only_ever_pending_was_never_in_force():
    said = "turn 2: city = Rome, pending, superseded in turn 3"
    picture = def_use(overtaken())
    assert said in marks(picture, svg.ORANGE) and said not in marks(picture, svg.BLUE)
    assert "pending" in words(picture) and "!!" in words(picture)
    assert "killed in turn 3" in picture.text, "the other one was"


def test_a_pending_value_that_was_confirmed_and_then_killed_was_in_force():
    book = heard(("a", [is_("Beijing")]), ("b", [is_("Rome")]), ("c", [is_("Oslo", change=True)]))
    now = heard(("a", [is_("Beijing")]), ("b", [is_("Rome")]))
    assert (
        {version for version, *_ in only_waited(now)} == {version for version, *_ in only_waited(book)} == {2}
    )
    now.confirm(now.pending()[0])
    now.hear("a", at=1e6)  # Beijing again: not what is in force any more, so it waits
    now.confirm(now.pending()[0])
    assert only_waited(now) == set() and [f.status for f in now.history()] == [
        "superseded",
        "superseded",
        "active",
    ]


def test_what_is_past_or_not_so_reaches_nobody():
    past = is_("Boston", time=Time("past"))
    picture = def_use(heard(("a", [past]), ("b", [is_("Rome", polarity=False)])))
    assert "told as past" in picture.text and "on record" in picture.text
    assert picture.title.endswith("0 reach the reader now, no two in conflict")
    assert marks(picture, svg.GREEN) == []


def test_a_retraction_has_a_line_of_its_own():
    ended = is_("Oslo", polarity=False, ends=True)
    picture = def_use(heard(("I live in Oslo.", [is_("Oslo")]), ("No longer.", [ended])))
    assert "retracted in turn 2" in picture.text
    assert " ".join(picture.text.splitlines()[3].split()) == "2 ends city = Oslo – – No longer."


def test_a_rollback_ends_what_it_undoes_after_the_last_turn():
    book = moved()
    book.rollback(1)
    assert "city = 上海 undone after turn 3" in " ".join(def_use(book).text.split())
    assert def_use(book).title.startswith("2 definitions in 3 turns: 1 reaches")


def test_what_waits_alone_is_no_conflict():
    book = heard(("I live in Oslo.", [is_("Oslo")]), ("b", []))
    book.forget("city")
    book.hear("I live in Oslo.", at=1e6)
    assert [f.status for f in book.pending()] == ["pending"]
    assert "waits alone" in def_use(book).title
    assert elements(def_use(book), "line", stroke=svg.ORANGE) == []


def test_what_no_turn_said_stands_before_the_first():
    facts = [Fact("u1", "user", "city", "Oslo", 1, -5.0, source="a file")]
    text = drawn(Story(facts, TURNS, {identity(facts[0]): [None]})).text
    assert " ".join(text.splitlines()[2].split()) == "0 city = Oslo in force now a file"


def test_of_many_definitions_the_conflict_is_drawn_whatever_its_age():
    many = [(f"turn {n}", [is_("x", f"favourite_{n}")]) for n in range(3, 301)]
    picture = def_use(heard(("turn 1", [is_("Oslo")]), ("turn 2", [is_("Rome")]), *many))
    assert "Oslo" in words(picture) and "Rome" in words(picture)
    assert f"Only in the text form: {300 - MOST} more definitions." in words(picture)
    assert len(picture.text.splitlines()) == 302, "the text form has all"
    assert picture.height < 1800


@pytest.mark.parametrize("count", [3, 40])
def test_every_turn_has_its_number_or_a_neighbour_that_has(count):
    turns = [(f"turn {n}", [is_(f"v{n}", f"favourite_{n % 9}", change=True)]) for n in range(1, count + 1)]
    shown = [int(word) for word in words(def_use(heard(*turns))) if word.isdecimal()]
    assert shown and all(min(abs(n - other) for other in shown) <= 1 for n in range(1, count + 1))


# -- the history of a variable


def test_a_lane_tells_its_version_and_who_killed_it():
    picture = lanes(MOVED, "city", TURNS)
    assert picture.title == "city: in force is 上海 after 2 versions"
    assert {"v1", "v2", "killed by v2 上海 in turn 3"} <= set(words(picture))
    assert "v2 kills v1" in tips(elements(picture, "path"))


def test_pending_has_two_marks_and_orange():
    picture = lanes(RACE[:2], "city", TURNS)
    assert picture.title.endswith("; pending !! Rome") and "!!" in words(picture)
    bars = [e for e in elements(picture, "rect", stroke=svg.ORANGE) if e.get("height") == "5"]
    assert len(bars) == 2


def test_a_value_that_only_waited_has_two_bars_and_was_never_in_force():
    picture = history_lanes(overtaken(), "city")
    bars = [e for e in elements(picture, "rect", stroke=svg.ORANGE) if e.get("height") == "5"]
    assert len(bars) == 2 and "pending, superseded in turn 3" in words(picture)
    (line,) = [line for line in picture.text.splitlines() if line.startswith("v2")]
    assert line.split()[:6] == ["v2", "Rome", "in", "turn", "2", "–"]


@pytest.mark.parametrize("status", STATUSES)
def test_every_state_has_a_look_a_sign_and_words_of_its_own(status):
    mark, sign, said = LOOKS[status]
    assert sign and said in lanes([fact(1, "Oslo", 1, status=status)], "city", TURNS).text
    others = [LOOKS[other] for other in STATUSES if other != status]
    assert (mark, said) not in [(look, name) for look, _, name in others]


def test_a_rollback_tells_what_it_undid_and_a_tombstone_what_it_forgot():
    undone = [fact(n, f"v{n}", 1, status="undone", until=200.0, killed_by=5) for n in (2, 3)]
    gone = fact(4, "Oslo", 2, status="forgotten", until=210.0, killed_by=6, reason="you asked to forget it")
    picture = lanes([*undone, gone], "city", TURNS)
    assert "↶ the rollback v5 undid v2, v3" in picture.text.splitlines()
    assert "† v6 forgot v4: you asked to forget it" in picture.text.splitlines()
    assert "↶" in words(picture) and "†" in words(picture)


def test_the_history_of_a_book_is_that_of_the_attribute_and_the_entity():
    book = heard(("a", [is_("Oslo"), is_("Rome", entity="sister")]), ("b", [is_("Lima", change=True)]))
    assert history_lanes(book, "city").title == "city: in force is Lima after 2 versions"
    assert history_lanes(book, "city", "sister").title.startswith("sister's city: in force is Rome")
    assert "nothing was ever said" in history_lanes(book, "phone").title
    with pytest.raises(FactError, match="shoe size"):
        history_lanes(book, "shoe size")


def test_a_verdict_is_told_with_what_it_ended():
    book = race()
    book.confirm(book.pending()[0])
    assert "× v4 ended v1: you confirmed 'Rome'" in history_lanes(book, "city").text.splitlines()
    other = race()
    other.reject(other.pending()[0])
    assert "× v4 ended v3: you rejected it" in history_lanes(other, "city").text.splitlines()


def test_an_expired_value_says_so_and_ends():
    picture = lanes([fact(1, "Friday", 1, status="expired", until=120.0)], "deadline", TURNS)
    assert "expired in turn 2" in picture.text and "nothing is in force" in picture.title


def test_of_many_versions_the_latest_are_drawn_and_all_are_told():
    facts = [Fact("u1", "user", "city", f"City {n}", n, 60.0 * n) for n in range(1, 101)]
    picture = lanes(facts, "city")
    assert "City 100" in words(picture) and "City 1" not in words(picture)
    assert f"Only in the text form: {100 - MOST_LANES} earlier versions." in words(picture)
    assert "City 1 " in picture.text


def test_moments_that_are_no_turns_are_dates_and_times_where_a_day_has_several():
    assert moment_names([60.0, 90.0, 1.7e9], TURNS) == ["1", "1+", "3+"]
    assert moment_names([60.0, 1.7e9, 1.7e9 + 90], []) == ["60", "11-14 22:13", "11-14 22:14"]


def test_columns_fill_the_width_and_no_more():
    assert Columns(["1"] * 3, 100).end <= 704
    assert Columns(["1"] * 400, 100).end == pytest.approx(704)


# -- decisions


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_sign_and_its_word_beside_the_colour(kind):
    picture = decisions_table([Decision(kind, "because", Candidate("city", "Rome"), (), None, 3)], [7])
    assert {LOOKS_OF_KINDS[kind][1], kind, "because", "7", "v3"} <= set(words(picture))


def test_a_decision_tells_the_old_value_and_the_new_one():
    held = (fact(1, "Beijing", 1),)
    said = {
        kind: decisions_table([Decision(kind, "", Candidate("city", "Rome"), held)]).text for kind in KINDS
    }
    assert "Beijing → Rome" in said["update"] and "Beijing !! Rome" in said["contradiction"]
    assert "Beijing → nothing" in said["retraction"]
    assert "Beijing" not in said["new"] + said["past"] + said["ignored"]


def test_the_old_value_is_what_was_in_force_and_not_what_waited():
    held = (fact(1, "Beijing", 1), fact(2, "Rome", 3, status="pending"))
    assert "Beijing → Oslo" in decisions_table([Decision("update", "", Candidate("city", "Oslo"), held)]).text


@pytest.mark.parametrize("kind", ["ignored", "retraction"])
def test_what_was_rejected_says_so_with_its_own_sign_and_value(kind):
    held, gone = fact(1, "Beijing", 1), fact(2, "Rome", 3, status="rejected")
    picture = decisions_table(
        [Decision(kind, "you rejected it", Candidate("city", "Rome"), (held,), gone, 4)]
    )
    assert {"×", "rejected", "city", "Rome", "v4"} <= set(words(picture))
    assert picture.title == "1 decision: 1 rejected" and "nothing" not in picture.text


def test_what_a_rollback_undid_is_undone_in_the_decisions():
    made = [Decision("new", "", Candidate("city", value), version=n) for n, value in enumerate("abc", 1)]
    picture = decisions_table(made, version=1)
    assert picture.title == "3 decisions: 1 new, 2 undone; ↶ rolled back to version 1"
    assert words(picture).count("undone") == 2 and "undone" not in decisions_table(made).text


def test_a_taste_that_turned_names_both_sides():
    held = (fact(1, "tea", 1, "likes"),)
    made = decisions_table([Decision("update", "", Candidate("dislikes", "tea"), held)])
    assert "likes tea → dislikes tea" in made.text


def test_the_reason_and_the_note_are_told_in_full_in_the_text_form():
    reason = "a long reason, " * 12 + "indeed"
    shown = decisions_table([Decision("new", reason, Candidate("city", "Rome"), note="taken as UTC")])
    assert f"{reason}; taken as UTC" in shown.text


# -- marked text


class Tags(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.names, self.text = set[str](), set[str](), ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}

    def handle_data(self, data):
        self.text += data


def test_hostile_text_is_shown_as_text():
    made = marked(
        HOSTILE, [Candidate(HOSTILE, HOSTILE, HOSTILE, span=(0, 8), rule=HOSTILE, replaces=HOSTILE)]
    )
    page = Tags(made._repr_mimebundle_()["text/html"])
    assert page.tags <= {"div", "mark", "b", "span"} and page.names <= {"style", "dir"}
    assert "<script>alert(\"x\")</script> & 'q'" in page.text.replace("1 ", "", 1)
    for shown in (made.html, made.text):
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\ufeff\0\ud800]", shown)
        assert all(
            f"[U+{code}]" in shown for code in ("202E", "202C", "200B", "2066", "FEFF", "0000", "D800")
        )


@pytest.mark.parametrize("char", ["\u200d", "\ufe0f", "é", "e\u0301"])
def test_what_writing_needs_stays(char):
    assert char in marked(f"a{char}b").text


def test_what_runs_from_right_to_left_keeps_to_itself():
    made = marked("مرحبا Beijing", [Candidate("city", "Beijing", span=(6, 13))])
    assert made.html.count("unicode-bidi:isolate") >= 3, "the line, the mark and the label"
    assert became("شاي", "قهوة") == "شاي\u200e → \u200eقهوة", "the arrow points from old to new"


def test_a_mark_stands_where_the_value_stands():
    text = "我住在北京，my sister lives in Oslo."
    found = [
        Candidate("city", "北京", span=(3, 5)),
        Candidate("city", "Oslo", "sister", span=(text.index("Oslo"), text.index("Oslo") + 4)),
    ]
    assert marked(text, found).text.splitlines()[0] == "我住在[1 北京]，my sister lives in [2 Oslo]."


def test_marks_may_overlap():
    found = [Candidate("a", "bcd", span=(1, 4)), Candidate("b", "cde", span=(2, 5))]
    assert marked("abcdef", found).text.splitlines()[0] == "a[1 b][1,2 cd][2 e]f"


@pytest.mark.parametrize("span", [(0, 0), (5, 3), (-4, 2), (2, 10**9), (10**8, 10**9)])
def test_an_odd_span_marks_what_there_is(span):
    made = marked("abcdef", [Candidate("a", "x", span=span)])
    assert re.sub(r"\[1 |\]", "", made.text.splitlines()[0]) == "abcdef"


def test_a_label_tells_attribute_rule_mood_confidence_and_time():
    held = Candidate(
        "city", "Oslo", polarity=False, rule="english.city", mood="hedged", confidence=0.5,
        time=Time("past", "last year"), change=True, ends=True, replaces="Rome",
    )  # fmt: skip
    label = marked("x", [held]).text.splitlines()[1]
    for part in ("city ≠ Oslo", "rule english.city", "hedged", "50 %", "past", "last year", "a change"):
        assert part in label
    assert "ends it" in label and "not Rome" in label


@pytest.mark.parametrize(
    "mood", ["asked", "supposed", "wished", "quoted", "played", "recalled", "instructed"]
)
def test_what_is_no_fact_says_so_and_has_another_line(mood):
    made = marked("Oslo?", [Candidate("city", "Oslo", span=(0, 4), mood=mood)])
    assert f"{mood}: no fact" in made.text and "dashed" in made.html
    assert "dashed" not in marked("Oslo.", [Candidate("city", "Oslo", span=(0, 4))]).html


def test_a_megabyte_is_bounded():
    found = [Candidate("city", "x" * 1000, span=(n, n + 3)) for n in range(10_000)]
    made = marked("x" * 10**6, found)
    assert len(made.html) < 100_000
    assert f"{10**6 - MOST_CHARACTERS:,} more characters" in made.text
    assert f"{10_000 - MOST_CANDIDATES:,} more candidates" in made.text


def test_the_text_in_a_notebook_lies_on_a_light_card():
    page = marked("Oslo")._repr_mimebundle_()["text/html"]
    assert f"background:{svg.CARD};color:{svg.INK}" in html.unescape(page)


# -- words


def test_values_are_short_and_in_one_line():
    assert len(short("a" * 10**6)) == 60 and short("a\nb") == "a b"
    assert len(definition(Candidate("a" * 500, "b" * 10**6, "c" * 500))) < 160


def test_of_whom_a_variable_is():
    assert variable("user", "city") == "city"
    assert variable("妈妈", "city") == "妈妈的city" and variable("Ann", "city") == "Ann's city"


@pytest.mark.parametrize(
    ("named", "said"),
    [
        (("city", None), "entity: None is NoneType"),
        (("city", ""), "entity: ''"),
        ((None,), "attribute: None"),
    ],
)
def test_the_history_of_no_variable_is_refused(named, said):
    with pytest.raises((TypeError, ValueError), match=said):
        history_lanes(FactBook("u"), *named)
