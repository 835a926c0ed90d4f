"""The conflict explorer without a browser: hostile and huge text, every control at its extremes, verdicts."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab.facts import RULES, Fact, Rule
from memlab.widgets import ConflictExplorer, conflicts, explorer
from memlab.widgets.conflict_talks import LONGEST, MOST_CHARACTERS, MOST_LINES, TALKS, as_talk, heard

MOVED = ["I live in Beijing.", "I have just moved to Shanghai."]
RACE = ["I live in Beijing.", "I like tea.", "I live in Rome."]
HOSTILE = [
    "I live in <script>alert(1)</script>.",
    '<img src=x onerror="alert(2)">',
    "My name is \u202egnp.exe\u202c.",
    "I like te\u200ba & 'tea' \"tea\".",
    "\0\x1b[31m\ud800 مرحبا بالعالم ]]> <!-- ",
    "我住在</div></svg><b>北京。",
]
ODD = {
    "nothing": "",
    "blank lines": "\n \n\t\n",
    "no fact": "Hello there.\nWhich teas do you have?",
    "hostile": "\n".join(HOSTILE),
    "agent only": "agent: I live in Beijing.",
    "one long line": "I live in Beijing. " * 500,
    "many lines": "I like tea number 1.\n" * 400,
    "a megabyte": "x" * 10**6,
    "a megabyte of statements": "I like green tea.\n" * 60_000,
    "binary": "".join(map(chr, range(256))) * 20,
    "combining": "e" + "\u0301" * 500,
}


def sound(made) -> bool:
    """A picture in each of the two places, and no error in them."""
    return made.frame.value.count("</svg>\n") == made.below.value.count("</svg>\n") == 1


def control(made, name: str):
    return made._controls[name]


def extremes(widget) -> list:
    if hasattr(widget, "max"):
        return [widget.min, widget.max]
    options = [option[1] if isinstance(option, tuple) else option for option in widget.options]
    return [options[0], options[-1]]


def shown(made) -> str:
    """Everything that a browser is given as HTML."""
    lines = [
        part.value
        for line in made.pending.children
        for part in getattr(line, "children", [line])
        if hasattr(part, "value")
    ]
    boxes = (made.frame, made.below, made.heard, made.snapshot, made.alarm)
    return "".join([*(box.value for box in boxes), *lines])


def buttons(made, word: str) -> list:
    lines = [line for line in made.pending.children if hasattr(line, "children")]
    return [b for line in lines for b in line.children if getattr(b, "description", "") == word]


class Tags(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags, self.names = set[str](), set[str]()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.names |= {name for name, _ in attrs}


@pytest.fixture
def race():
    return ConflictExplorer(RACE)


# -- what it shows


def test_the_static_frame_is_the_first_picture(race):
    bundle = race._repr_mimebundle_()
    assert bundle["image/svg+xml"] == race.first.svg and bundle["text/plain"] == repr(race) == race.first.text
    assert explorer.WIDGET_VIEW in bundle
    for part in (
        "two values of city reach one reader",
        "contradiction",
        "pending !! Rome",
        "I live in Beijing.",
    ):
        assert part in race.first.text
    for place in (race.frame, race.below):
        assert place.value.partition("<rect")[2][:400] in race.first.svg


@pytest.mark.parametrize("name", TALKS)
def test_every_conversation_of_the_menu_is_drawn_and_says_something(name):
    made = ConflictExplorer()
    control(made, "sample").value = name
    assert sound(made) and made.hearing.decisions
    assert control(made, "talk").value == TALKS[name]
    assert all(
        line.split("：")[-1].split(": ")[-1] in made.heard.value or "<mark" in made.heard.value
        for line in TALKS[name].splitlines()
    )


def test_the_first_conversation_moves_from_beijing_to_shanghai():
    made = ConflictExplorer()
    assert made.hearing.book.values("city") == ["Shanghai"]
    control(made, "sample").value = "从北京到上海"
    assert made.hearing.book.values("city") == ["上海"]


@pytest.mark.parametrize("name", ODD)
def test_every_control_at_its_extremes_draws_a_picture(name):
    made = ConflictExplorer(ODD[name])
    assert sound(made)
    for key in ("key", "version", "moment"):
        for value in extremes(control(made, key)):
            control(made, key).value = value
            assert sound(made), (name, key, value, made.frame.value[:2000])
    assert len(shown(made)) < 600_000


@pytest.mark.parametrize("name", TALKS)
def test_every_place_of_every_slider_is_drawn(name):
    made = ConflictExplorer(TALKS[name])
    for version in range(control(made, "version").max + 1):
        control(made, "version").value = version
        assert sound(made) and f"{min(version, made.hearing.latest)}" in str(control(made, "version").value)
    for _, key in control(made, "key").options:
        control(made, "key").value = key
        assert sound(made)
    for _, moment in control(made, "moment").options:
        control(made, "moment").value = moment
        assert sound(made) and "In force" in made.snapshot.value


# -- editing


def test_an_edit_is_heard_at_once():
    made = ConflictExplorer(MOVED[:1])
    control(made, "talk").value = "\n".join(MOVED)
    assert made.hearing.book.values("city") == ["Shanghai"] and sound(made)
    assert "Beijing → Shanghai" in made.frame.value


def test_words_typed_letter_by_letter_never_show_an_error():
    made = ConflictExplorer("")
    text = "我住在北京。\nI live in Rome.\nagent: Where?\n我刚搬到上海。"
    for end in range(len(text) + 1):
        control(made, "talk").value = text[:end]
        assert sound(made), text[:end]
    for end in range(len(text), -1, -1):
        control(made, "talk").value = text[:end]
        assert sound(made), text[:end]


def test_a_normal_conversation_takes_less_than_a_move_may():
    made = ConflictExplorer(TALKS["过敏不能猜"])
    start = time.perf_counter()
    control(made, "talk").value += "\n我喜欢绿茶。"
    assert sound(made) and time.perf_counter() - start < 30, "no timing: only that it does not hang"


def test_the_history_stays_with_its_variable_while_one_edits():
    made = ConflictExplorer(RACE)
    control(made, "key").value = ("user", "likes")
    control(made, "talk").value += "\nI work at Acme."
    assert control(made, "key").value == ("user", "likes")
    control(made, "talk").value = "I live in Rome."
    assert control(made, "key").value == ("user", "city"), "the one chosen is gone"


def test_the_assistants_lines_become_no_facts_of_the_user():
    made = ConflictExplorer(
        ["agent: I live in Beijing.", "助手：我住在上海。", "Assistant: My name is Mira."]
    )
    assert made.hearing.book.facts() == []
    assert "not the user" in made.heard.value


# -- text is text


def test_hostile_text_is_shown_as_text():
    made = ConflictExplorer(HOSTILE)
    for box in (
        made.heard,
        made.snapshot,
        made.alarm,
        *(line.children[0] for line in made.pending.children if hasattr(line, "children")),
    ):
        page = Tags(box.value)
        assert page.tags <= {"div", "mark", "b", "span", "bdi"} and page.names <= {"style", "dir", "role"}
    for box in (made.frame, made.below):
        assert Tags(box.value).tags <= {"style", "svg", "title", "desc", "rect", "line", "path", "text", "g"}
    assert "&lt;script&gt;" in made.heard.value
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u200b\0\ud800]", shown(made))


def test_what_waits_is_shown_as_text():
    bad = "<b onclick=x>\u202e"
    line = ConflictExplorer(MOVED)._question(Fact("u1", bad, bad, bad, 1, 0.0)).children[0].value
    assert Tags(line).tags == {"div", "b"} and Tags(line).names == {"style"}
    assert "&lt;b onclick=x&gt;[U+202E]" in line


def test_what_is_in_force_of_other_people_is_told_too():
    made = ConflictExplorer(["My sister lives in Oslo."])
    assert "sister&#39;s city = Oslo" in made.snapshot.value.replace("'", "&#39;")


def test_what_cannot_be_heard_is_said_and_what_is_heard_is_bounded():
    made = ConflictExplorer("I like green tea.\n" * 60_000)
    assert len(made.hearing.turns) == MOST_LINES and 'role="alert"' in made.alarm.value
    control(made, "talk").value = "I like tea."
    assert made.alarm.value == ""


def test_an_error_is_shown_inside_and_goes_away(monkeypatch):
    made = ConflictExplorer(MOVED)

    class Broken(conflicts.Hearing):
        def __init__(self, *given):
            raise ValueError("<no such book>")

    with monkeypatch.context() as patch:
        patch.setattr(conflicts, "Hearing", Broken)
        control(made, "talk").value += "\nI like tea."
        assert 'role="alert"' in made.frame.value and "&lt;no such book&gt;" in made.frame.value
    control(made, "talk").value += "\nI like coffee."
    assert sound(made)


def test_an_error_of_the_picture_is_shown_inside(monkeypatch):
    made = ConflictExplorer(MOVED)

    def broken(*given):
        raise ValueError("<no such view>")

    monkeypatch.setattr(conflicts, "def_use", broken)
    control(made, "version").value = 0
    assert "&lt;no such view&gt;" in made.frame.value


# -- verdicts


def test_what_is_pending_has_two_buttons(race):
    assert len(buttons(race, "Confirm")) == len(buttons(race, "Reject")) == 1
    assert ConflictExplorer(MOVED).pending.children == ()


def test_confirming_puts_the_new_value_in_force(race):
    buttons(race, "Confirm")[0].click()
    assert race.hearing.book.values("city") == ["Rome"] and race.pending.children == ()
    assert "no two in conflict" in race.frame.value and sound(race)


def test_rejecting_keeps_the_old_one(race):
    buttons(race, "Reject")[0].click()
    assert race.hearing.book.values("city") == ["Beijing"] and race.pending.children == ()


def test_a_verdict_holds_while_one_edits_and_goes_with_its_conversation(race):
    buttons(race, "Confirm")[0].click()
    control(race, "talk").value += "\nI like coffee."
    assert race.hearing.book.values("city") == ["Rome"]
    control(race, "sample").value = "从北京到上海"
    control(race, "sample").value = "yours"
    assert race.hearing.book.values("city") == ["Beijing"]


def test_a_verdict_on_what_is_not_said_any_more_does_nothing(race):
    buttons(race, "Confirm")[0].click()
    control(race, "talk").value = "I live in Oslo."
    assert race.hearing.book.values("city") == ["Oslo"] and sound(race)


def test_many_that_wait_have_some_buttons_and_a_count():
    lines = [f"My favourite tea{n} is green." for n in range(12)]
    made = ConflictExplorer([f"I live in Oslo{n}." for n in range(12)] + lines)
    assert len(buttons(made, "Confirm")) <= conflicts.MOST_PENDING


# -- versions and moments


def test_rolling_back_takes_back_what_came_later_and_the_text_stays():
    made = ConflictExplorer(MOVED)
    version = control(made, "version")
    assert (version.min, version.max, version.value) == (0, 2, 2)
    version.value = 1
    assert made.shown.book.values("city") == ["Beijing"] and "undone" in made.below.value
    version.value = 0
    assert made.shown.book.values("city") == []
    version.value = 2
    assert made.shown.book.values("city") == ["Shanghai"] and "undone" not in made.below.value
    assert control(made, "talk").value == "\n".join(MOVED)


def test_as_of_a_turn_the_values_of_that_turn_are_told():
    made = ConflictExplorer(MOVED)
    moment = control(made, "moment")
    names = [name for name, _ in moment.options]
    assert names[1:4] == ["turn 1", "turn 2", "now"] and names[moment.value] == "now"
    assert names[0] == "before turn 1: nothing yet"
    told = {}
    for name, place in moment.options:
        moment.value = place
        told[name] = re.sub("<[^>]*>", "", made.snapshot.value)
    assert told[names[0]].startswith("In force before turn 1: nothing yet")
    assert "Beijing" in told["turn 1"] and "Shanghai" not in told["turn 1"]
    assert "Shanghai" in told["turn 2"] and "Shanghai" in told["now"]


def test_later_moments_show_what_expires_and_say_so():
    made = ConflictExplorer(["I am 30 years old.", "I live in Oslo."])
    moment = control(made, "moment")
    later = {name: place for name, place in moment.options if "from now" in name}
    assert list(later) == ["a month from now", "a year from now"] and "that expire" in made.snapshot.value
    moment.value = later["a month from now"]
    assert "In force a month from now:" in made.snapshot.value and "age = 30<" in made.snapshot.value
    moment.value = later["a year from now"]
    assert "e age = 30 has expired by then" in made.snapshot.value and "age = 30<" not in made.snapshot.value


def test_rolled_back_one_line_tells_where_to_decide(race):
    control(race, "version").value = 0
    assert buttons(race, "Confirm") == [] and len(race.pending.children) == 1
    assert "rolled back to version 0 of 3: move to version 3, the end, to confirm" in shown(race)
    assert "rolled back to version 0" in race.frame.value and ">undone<" in race.frame.value
    control(race, "version").value = 3
    assert len(buttons(race, "Confirm")) == 1 and "rolled back" not in shown(race)


def test_rolled_back_to_what_was_decided_later():
    made = ConflictExplorer([*RACE, "I have just moved to Oslo."])
    control(made, "version").value = 3
    assert "what is pending here was decided later" in shown(made)
    control(made, "version").value = 2
    assert shown(made).count("rolled back to version 2 of 4</div>") == 1


def test_a_shorter_conversation_leaves_no_room_for_the_longer_one(race):
    fresh = ConflictExplorer(RACE[:1])
    control(race, "talk").value = RACE[0]
    height = re.compile(r'<svg [^>]*height="([0-9.]+)"')
    assert height.findall(race.frame.value) == height.findall(fresh.frame.value)
    assert race.frame.layout.min_height == fresh.frame.layout.min_height


def test_few_turns_are_shown_whole_and_many_scroll_and_say_so():
    assert "overflow-y" not in ConflictExplorer(["I like tea."] * 12).heard.value
    assert "13 turns: scroll to read them all" in ConflictExplorer(["I like tea."] * 13).heard.value


def test_reset_brings_the_first_picture_back(race):
    first = race.frame.value, race.below.value
    buttons(race, "Reject")[0].click()
    control(race, "talk").value = "I like tea.\n" * 3
    control(race, "version").value = 0
    control(race, "moment").value = 0
    race.reset()
    assert (race.frame.value, race.below.value) == first
    assert control(race, "talk").value == "\n".join(RACE) and len(buttons(race, "Confirm")) == 1


# -- what it is given


def test_a_table_of_ones_own_is_read():
    rule = Rule(
        "pet", patterns=["my (?:dog|cat) is called {value}"], examples={"My dog is called Rex.": "Rex"}
    )
    made = ConflictExplorer(["My dog is called Rex."], rules=RULES.with_(rule))
    assert made.hearing.book.values("pet") == ["Rex"]


@pytest.mark.parametrize("given", [[1], [None], [b"bytes"], 7])
def test_what_are_no_utterances_is_refused(given):
    with pytest.raises(TypeError):
        ConflictExplorer(given)


def test_one_utterance_a_line_whoever_speaks():
    turns, told = heard("agent: a\nASSISTANT：b\n助手: c\nsystem: d\nuser: e\n顾客：f\nfor agent: g\n\n")
    assert turns == [
        ("assistant", "a"), ("assistant", "b"), ("assistant", "c"), ("system", "d"), ("user", "e"),
        ("user", "f"), ("user", "for agent: g"),
    ]  # fmt: skip
    assert told == ""


@pytest.mark.parametrize(
    "talk", [ODD["a megabyte"], "x\n" * 10**6, "x" * (LONGEST + 1), ("x" * 1000 + "\n") * 40]
)
def test_of_a_long_text_a_part_is_heard_and_that_is_said(talk):
    turns, told = heard(talk)
    assert len(turns) <= MOST_LINES and sum(len(text) for _, text in turns) <= MOST_CHARACTERS
    assert all(len(text) <= LONGEST for _, text in turns) and told


def test_text_in_the_area_can_be_sent_to_a_browser():
    as_talk(HOSTILE).encode("utf-8")
    ConflictExplorer(HOSTILE)._controls["talk"].value.encode("utf-8")
