"""The labelled conversations and their arithmetic: what a line must have, what is counted as what."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from memlab.course.sentences import (
    Counts,
    Finding,
    LabelError,
    Labelled,
    add_up,
    by,
    by_attribute,
    measure,
    read_labelled,
)

ROW = {
    "id": "x-1",
    "lang": "en",
    "kind": "move",
    "turns": ["I live in Oslo.", {"role": "assistant", "text": "Noted."}],
    "active": {"city": ["Oslo"]},
    "pending": [],
    "absent": {"city": ["Rome"]},
}


@pytest.fixture
def file(tmp_path):
    def write(*lines):
        path = tmp_path / "标注.jsonl"
        texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        path.write_text("\n".join(texts) + "\n", encoding="utf-8")
        return path

    return write


class Says:
    """A book that says what it is told to say, and remembers what it heard."""

    def __init__(self, values=(), pending=()):
        self.values, self.held, self.heard = values, pending, []

    def hear(self, text, at, role):
        self.heard.append((text, at, role))

    def facts(self):
        return [SimpleNamespace(attribute=a, value=v, is_users=True, polarity=True) for a, v in self.values]

    def pending(self):
        return [SimpleNamespace(attribute=a, is_users=True) for a in self.held]


def finding(values=(), **labels):
    labelled = Labelled("1", "en", "move", (("user", "…"),), **labels)
    return measure([labelled], lambda: Says(values))[0]


# what is counted


def test_values_in_force_are_right_wrong_or_missed_whatever_their_case_and_spaces():
    found = finding([("city", "New York"), ("age", "34")], active={"city": ("new york",), "job": ("nurse",)})
    assert found.right == {("city", "newyork")}
    assert found.wrong == {("age", "34")} and found.missed == {("job", "nurse")}
    assert not found.passed and found.attributes == {"city", "age", "job"}


def test_a_value_that_must_be_absent_is_wrong_when_it_is_there():
    assert finding([("city", "Rome")], absent={"city": ("Rome",)}).wrong == {("city", "rome")}
    assert finding([], absent={"city": ("Rome",)}).passed


@pytest.mark.parametrize(
    ("held", "due", "where"),
    [(["city"], ("city",), "held"), (["city"], (), "held_wrongly"), ([], ("city",), "not_held")],
)
def test_what_is_held_is_counted_apart(held, due, where):
    labelled = Labelled("1", "en", "move", (("user", "…"),), pending=due)
    [found] = measure([labelled], lambda: Says((), held))
    assert getattr(found, where) == {"city"}
    assert sum(len(getattr(found, name)) for name in ("held", "held_wrongly", "not_held")) == 1
    assert found.passed == (where == "held")


def test_other_people_and_denials_are_not_the_users_values():
    facts = [
        SimpleNamespace(attribute="city", value="Nice", is_users=False, polarity=True),
        SimpleNamespace(attribute="city", value="Rome", is_users=True, polarity=False),
    ]
    book = SimpleNamespace(hear=lambda *_, **__: None, facts=lambda: facts, pending=lambda: [])
    [found] = measure([Labelled("1", "en", "move", (("user", "…"),))], lambda: book)
    assert found.passed and not found.attributes


def test_what_the_labels_never_tell_is_not_counted():
    assert finding([("status", "lost"), ("hometown", "Bern")]).passed
    assert not finding([("job", "nurse")]).passed


def test_turns_are_heard_in_order_a_minute_apart_and_in_their_roles():
    book = Says()
    turns = (("user", "a"), ("assistant", "b"))
    measure([Labelled("1", "en", "move", turns)], lambda: book)
    assert [(text, role) for text, _, role in book.heard] == [("a", "user"), ("b", "assistant")]
    assert book.heard[1][1] - book.heard[0][1] == 60


# sums


def some(kind, split, right=0, wrong=0, missed=0, attribute="city"):
    sets = [
        frozenset((attribute, f"{name}{n}") for n in range(count))
        for name, count in (("r", right), ("w", wrong), ("m", missed))
    ]
    return Finding(Labelled("1", "en", kind, (("user", "…"),), split=split), *sets)


def test_sums_and_ratios():
    total = add_up([some("move", "dev", right=3, wrong=1), some("age", "dev", right=3, missed=2)])
    assert (total.conversations, total.passed, total.right, total.wrong, total.missed) == (2, 0, 6, 1, 2)
    assert total.precision == 6 / 7 and total.recall == 6 / 8


def test_without_anything_to_find_there_is_no_ratio():
    assert Counts().precision is None is Counts().recall


def test_parts_add_up_to_the_whole():
    findings = [
        some("move", "dev", right=1),
        some("move", "held_out", wrong=2),
        some("age", "dev", missed=1, attribute="age"),
    ]
    for parts in (by("kind", findings), by("split", findings), by("lang", findings), by_attribute(findings)):
        for name in ("right", "wrong", "missed"):
            assert sum(getattr(part, name) for part in parts.values()) == getattr(add_up(findings), name)
    assert list(by_attribute(findings)) == ["age", "city"]
    assert by_attribute(findings)["city"].conversations == 2


def test_favourites_are_one_row():
    findings = [some("f", "", right=1, attribute=f"favourite_{what}") for what in ("tea", "player")]
    assert list(by_attribute(findings)) == ["favourite_…"]


# the file


def test_a_line_becomes_a_conversation(file):
    [labelled], problems = read_labelled(file(ROW))
    assert problems == []
    assert labelled.turns == (("user", "I live in Oslo."), ("assistant", "Noted."))
    assert labelled.active == {"city": ("Oslo",)} and labelled.split == ""


@pytest.mark.parametrize(
    ("odd", "said"),
    [
        ("{", "Expecting"),
        ("7", "line: 7, allowed is an object"),
        ({**ROW, "turns": []}, "turns: [], allowed is a list of texts"),
        ({**ROW, "turns": "hello"}, "turns: 'hello'"),
        ({**ROW, "turns": [7]}, 'allowed is a text or {"role", "text"}'),
        ({**ROW, "turns": [{"role": "user"}]}, 'allowed is a text or {"role", "text"}'),
        ({**ROW, "active": {"city": "Oslo"}}, "active: {'city': 'Oslo'}"),
        ({**ROW, "absent": []}, "absent: []"),
        ({**ROW, "pending": "city"}, "pending: 'city', allowed is a list of attributes"),
        ({**ROW, "split": "third"}, "split: 'third'"),
        ({**ROW, "lang": 7}, "lang: 7, allowed is a string"),
        ("[" * 100_000, ""),
    ],
)
def test_an_odd_line_is_reported_and_costs_no_other(file, odd, said):
    conversations, [problem] = read_labelled(file(ROW, odd, ROW))
    assert len(conversations) == 2
    assert problem.line == 2 and said in problem.why and len(problem.text) <= 80


@pytest.mark.parametrize(("lines", "said"), [((), "the file is empty"), (("7", "8"), "line 1: line: 7")])
def test_a_file_without_conversations_is_refused(file, lines, said):
    with pytest.raises(LabelError, match=said):
        read_labelled(file(*lines))


def test_a_mark_of_the_byte_order_costs_no_conversation(file, tmp_path):
    marked = tmp_path / "marked.jsonl"
    marked.write_bytes(b"\xef\xbb\xbf" + file(ROW, ROW).read_bytes().replace(b"\n", b"\r\n"))
    conversations, problems = read_labelled(marked)
    assert len(conversations) == 2 and problems == []


def test_a_line_without_a_label_is_reported_and_not_measured(file):
    odd = json.dumps({"turns": ["I live in Oslo."], "activ": {"city": ["Oslo"]}})
    conversations, [problem] = read_labelled(file(ROW, odd))
    assert len(conversations) == 1 and "a label, one of absent, active, pending" in problem.why


@pytest.mark.parametrize(
    "label", [{"active": {"town": ["Oslo"]}}, {"pending": ["town"]}, {"absent": {"status": []}}]
)
def test_a_label_about_what_is_never_read_is_reported(file, label):
    conversations, [problem] = read_labelled(file(ROW, {"turns": ["Hello."], **label}))
    assert len(conversations) == 1 and problem.line == 2
    assert problem.why.startswith(f"attribute in {next(iter(label))}: ")


def test_a_label_about_a_rule_of_ones_own_is_taken(file):
    from memlab.facts import RULES, Rule

    rules = RULES.with_(Rule("shoe size", patterns=["{whose} shoe size {is} {value}"], examples={}))
    row = {"turns": ["My shoe size is 38."], "active": {"shoe size": ["38"], "favourite_tea": ["oolong"]}}
    assert len(read_labelled(file(row), rules)[0]) == 1
    with pytest.raises(LabelError, match="attribute in active: 'shoe size'"):
        read_labelled(file(row))


# the course's own


@pytest.fixture(scope="module")
def ours():
    conversations, problems = read_labelled()
    assert problems == []
    return conversations


def test_there_are_enough_of_both_languages_in_both_halves(ours):
    for lang in ("en", "zh"):
        for split in ("dev", "held_out"):
            assert sum((c.lang, c.split) == (lang, split) for c in ours) >= 150


def test_ids_are_their_own_and_no_conversation_is_in_both_halves(ours):
    assert len({c.id for c in ours}) == len(ours)
    turns = [{c.turns for c in ours if c.split == split} for split in ("dev", "held_out")]
    assert not turns[0] & turns[1]


def test_every_kind_is_in_both_halves(ours):
    kinds = [{c.kind for c in ours if c.split == split} for split in ("dev", "held_out")]
    assert kinds[0] == kinds[1] and len(kinds[0]) >= 30


def test_no_value_is_both_in_force_and_absent_and_what_is_pending_is_known(ours):
    from memlab.facts import RULES

    for c in ours:
        for attribute, values in c.absent.items():
            assert not set(values) & set(c.active.get(attribute, ())), c.id
        for attribute in (*c.active, *c.absent, *c.pending):
            assert attribute in RULES or attribute.startswith("favourite_"), c.id


def test_the_book_keeps_the_word_of_the_chapter(ours):
    splits = by("split", measure(ours))
    for counts in splits.values():
        assert counts.precision > 0.85 and counts.recall > 0.85
        assert counts.not_held <= counts.held
