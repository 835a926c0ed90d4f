"""What the pictures of facts say: who reaches whom, who killed whom, what was decided, what a text holds."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from memlab.facts.candidate import Candidate, Time, Turn
from memlab.facts.fact import KINDS, STATUSES, Decision, Fact
from memlab.view import decisions_table, marked, svg
from memlab.view.facts_axis import Columns, moment_names
from memlab.view.facts_defuse import MOST, defs_and_uses
from memlab.view.facts_lanes import MOST_LANES, lanes
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


def test_a_killed_definition_reaches_nobody_and_its_heir_the_reader():
    picture = defs_and_uses(MOVED, TURNS)
    assert picture.title == "2 definitions in 3 turns: 1 reaches the reader, no two of one variable"
    _, _, first, second = picture.text.splitlines()
    assert " ".join(first.split()) == "1 city = Beijing killed in turn 3 – I live in Beijing."
    assert "in force" in second and "the reader" in second


def test_two_values_that_reach_the_reader_are_orange_and_bear_two_marks_twice():
    picture = defs_and_uses(RACE, TURNS)
    assert picture.title == "3 definitions in 3 turns: !! two values of city reach the reader"
    assert "!!" in words(picture)
    ties = elements(picture, "line", stroke=svg.ORANGE)
    assert len(ties) == 2, "two lines tie what reaches the same reader"
    marks = elements(picture, "rect", stroke=svg.ORANGE)
    assert sum("turn 1: city = Beijing" in tip for tip in tips(marks)) == 1, "the value in force is in it"
    green = [tip for tip in tips(elements(picture, "rect", stroke=svg.GREEN)) if tip]
    assert green == ["turn 2: likes = tea, in force"], "and what is not in conflict is not"


def test_without_a_conflict_nothing_is_orange():
    assert "!!" not in defs_and_uses(MOVED, TURNS).svg and svg.ORANGE not in defs_and_uses(MOVED, TURNS).svg


def test_of_many_values_only_the_denied_one_is_in_conflict():
    facts = [fact(n, name, n, "allergy") for n, name in enumerate(["花生", "虾"], 1)]
    denied = fact(3, "花生", 3, "allergy", polarity=False, status="pending")
    picture = defs_and_uses([*facts, denied], TURNS)
    orange = " ".join(tips(elements(picture, "rect", stroke=svg.ORANGE)))
    assert "花生" in orange and "虾" not in orange


def test_what_waits_alone_is_no_conflict():
    picture = defs_and_uses([fact(1, "Rome", 1, status="pending")], TURNS)
    assert "waits alone" in picture.title and elements(picture, "line", stroke=svg.ORANGE) == []


def test_what_is_past_reaches_nobody_and_is_never_a_bar():
    picture = defs_and_uses([fact(1, "Boston", 2, status="past")], TURNS)
    assert "told as past" in picture.text and "the reader" not in picture.text.split("\n", 1)[1]
    assert not [e for e in elements(picture, "rect", stroke=svg.BLUE) if e.findtext(f"{SVG}title")]


def test_what_no_turn_said_stands_before_the_first():
    picture = defs_and_uses([Fact("u1", "user", "city", "Oslo", 1, -5.0, source="a file")], TURNS)
    assert picture.text.splitlines()[2].split()[:4] == ["0", "city", "=", "Oslo"]
    assert "a file" in picture.text


def test_what_a_later_command_ended_ends_with_the_last_turn():
    ended = fact(1, "Oslo", 1, status="undone", until=1e9, killed_by=9)
    assert "undone in turn 3" in defs_and_uses([ended], TURNS).text


def test_of_many_definitions_the_conflict_is_drawn_whatever_its_age():
    turns = [Turn(f"turn {n}", at=60.0 * n) for n in range(1, 301)]
    said = [Fact("u1", "user", f"a{n}", "x", n, 60.0 * n, f"turn {n}") for n in range(3, 301)]
    old = [Fact("u1", "user", "city", v, n, 60.0 * n, f"turn {n}") for n, v in ((1, "Oslo"), (2, "Rome"))]
    picture = defs_and_uses([old[0], Fact(**{**vars(old[1]), "status": "pending"}), *said], turns)
    assert "Oslo" in words(picture) and "Rome" in words(picture)
    assert f"Only in the text form: {300 - MOST} more definitions." in words(picture)
    assert len(picture.text.splitlines()) == 302, "the text form has all"
    assert picture.height < 1800


@pytest.mark.parametrize("count", [3, 40])
def test_every_turn_has_its_number_or_a_neighbour_that_has(count):
    turns = [Turn(f"turn {n}", at=60.0 * n) for n in range(1, count + 1)]
    facts = [Fact("u1", "user", f"a{n % 9}", f"v{n}", n, 60.0 * n, f"turn {n}") for n in range(1, count + 1)]
    shown = [int(word) for word in words(defs_and_uses(facts, turns)) if word.isdecimal()]
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
    assert moment_names([60.0, 1.7e9, 1.7e9 + 90], TURNS) == ["1", "11-14 22:13", "11-14 22:14"]


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
    rows = {
        kind: decisions_table([Decision(kind, "", Candidate("city", "Rome"), held)]).text for kind in KINDS
    }
    assert "Beijing → Rome" in rows["update"] and "Beijing !! Rome" in rows["contradiction"]
    assert "Beijing → nothing" in rows["retraction"]
    assert "Beijing" not in rows["new"] + rows["past"] + rows["ignored"]


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
