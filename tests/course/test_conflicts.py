"""Chapter 06: what its exercises hold to be right, the book does, and other right answers pass, too."""

from __future__ import annotations

import pytest

from memlab import course
from memlab.course import ch06
from memlab.facts import FactBook


def heard(*texts):
    book = FactBook(tenant="test")
    return book, [book.hear(text, at=60.0 * minute) for minute, text in enumerate(texts)]


@pytest.mark.parametrize("letter", ch06.SECOND)
def test_the_book_decides_as_exercise_1_says(letter):
    _, [_, [decision]] = heard("我住在北京。", ch06.SECOND[letter])
    assert decision.kind == ch06.RIGHT[letter]


def test_each_kind_of_exercise_1_is_used_once():
    assert sorted(ch06.RIGHT.values()) == sorted(ch06.KINDS)


def test_the_book_ends_as_exercise_2_says():
    book, _ = heard(*ch06.YEAR)
    for attribute in ("city", "allergy", "likes"):
        assert book.values(attribute) == ch06.FINALLY[attribute]
    assert sorted(fact.attribute for fact in book.pending()) == ch06.FINALLY["pending"]


def test_exercise_3_asks_for_every_kind_but_those_of_many_values():
    situations = [(way, pair) for way in ch06._WAYS for pair in ch06._situations(way[1]["negated"])]
    kinds = {
        ch06._book_decides(old, sentence.format(value))[0] for (sentence, _, _), (old, value) in situations
    }
    assert kinds == {"ignored", "past", "new", "duplicate", "update", "contradiction", "retraction"}


def test_the_book_of_exercise_4_is_in_doubt_about_four_things_two_of_them_cities():
    pending = ch06.doubtful().pending()
    assert [(f.entity, f.attribute, f.polarity) for f in pending] == [
        ("user", "city", True),
        ("user", "allergy", False),
        ("user", "phone", True),
        ("sister", "city", True),
    ]


def test_who_resolves_nothing_and_asks_is_told_so():
    def only_asks(book, ask):
        for fact in book.pending():
            ask(f"{book.values(fact.attribute, fact.entity)} or {fact.value}?")

    assert "is still pending" in course.check("06.4", only_asks).message


def test_who_loses_the_value_in_force_is_told_so():
    def forgets(book, ask):
        for fact in book.pending():
            reply = ask(f"{book.values(fact.attribute, fact.entity)} or {fact.value}?")
            if reply == "yes":
                book.confirm(fact)
            elif reply == "no":
                book.reject(fact)
                book.forget(fact.attribute, fact.entity)

    assert "`reject` drops it" in course.check("06.4", forgets).message


OTHER = {
    "06.5": """
import unicodedata

def answer_06_5(one, other):
    def plain(text):
        folded = unicodedata.normalize("NFKC", text).casefold()
        return "".join(c for c in folded if c.isalnum())

    return plain(one) == plain(other)""",
    "06.6": """
answer_06_6 = {
    "name": "card",
    "form": "code",
    "patterns": [
        "{whose} (?:card|card number) {is} {value}",
        "{whose}会员卡{is}{value}",
        "{whose}卡号{is}{value}",
    ],
    "examples": {"my card is TC-1": "TC-1", "我的会员卡是TC-1": "TC-1", "My card is nice.": None},
}""",
}


@pytest.mark.parametrize("id", OTHER)
def test_another_right_answer_is_right(id):
    outcome = course.check(id, course.exercises()[id].answer_in(OTHER[id]))
    assert outcome.status == "correct", outcome


def test_a_rule_that_is_refused_says_why():
    answer = {"name": "card", "patterns": ["{whose card"], "examples": {}}
    outcome = course.check("06.6", answer)
    assert outcome.status == "incorrect" and len(outcome.message) < 500


def test_the_right_values_in_english_are_told_how_to_be_spelt():
    answer = {"city": ["Peking"], "allergy": ["Peanuts"], "likes": ["oolong"], "pending": ["allergy", "city"]}
    assert "right, but spell it as she spelt it: 北京" in course.check("06.2", answer).message
    answer["city"] = ["北京"]
    assert "as she spelt it: 花生" in course.check("06.2", answer).message


def test_a_question_without_a_value_is_shown_with_what_is_missing():
    def forgets_whose(book, ask):
        for fact in book.pending():
            ask(f"{book.values(fact.attribute)} or {fact.value}?")

    message = course.check("06.4", forgets_whose).message
    assert "北京" in message and "or Suzhou?" in message and "Missing is Nanjing" in message
    vague = course.check("06.4", lambda book, ask: ask("Still at Nanjing?")).message
    assert "'Still at Nanjing?'" in vague and "Missing is the doubtful value, Suzhou." in vague
    assert course.check("06.4", lambda book, ask: ask("Sure?")).message.endswith("the doubtful value.")


def test_a_list_of_kind_and_value_is_right_in_exercise_3():
    answer = course.exercises()["06.3"].answer_in(course.exercises()["06.3"].solution)
    outcome = course.check("06.3", lambda in_force, said: list(answer(in_force, said)))
    assert outcome.status == "correct", outcome


@pytest.mark.parametrize("fault", [{"patterns": ["{whose card"]}, {"form": "plastic"}, {"colour": "red"}])
def test_a_rule_that_cannot_be_made_is_told_in_one_wording(fault):
    answer = {"name": "card", "patterns": ["{whose} card {is} {value}"], "examples": {}, **fault}
    assert course.check("06.6", answer).message.startswith("`Rule(**answer_06_6)` cannot be made: ")
