"""Whom a pronoun stands for: the person who was spoken of last, or nobody."""

from __future__ import annotations

import pytest

from memlab.facts import FactBook, read


@pytest.mark.parametrize(
    ("before", "text", "entity"),
    [
        (["My sister lives in Leeds."], "She works at Asda.", "sister"),
        (["My sister lives in Leeds.", "My brother lives in York."], "She works at Asda.", "sister"),
        (["My sister lives in Leeds.", "My brother lives in York."], "He works at Asda.", "brother"),
        (["Tom lives in Leeds."], "He is a nurse.", "Tom"),
        (["我妈妈住在苏州。"], "她在美团上班。", "妈妈"),
        (["我妈妈住在苏州。", "我爸爸住在无锡。"], "她在美团上班。", "妈妈"),
    ],
)
def test_a_pronoun_stands_for_the_person_spoken_of_before(before, text, entity):
    (found,) = read(text, context=before)
    assert (found.entity, found.mood) == (entity, "stated")


@pytest.mark.parametrize("text", ["She works at Asda.", "他住在广州。"])
def test_of_nobody_knows_whom_is_in_doubt(text):
    book = FactBook("u1")
    (decision,) = book.hear(text, at=1)
    assert decision.kind == "ignored" and len(book.short_term()) == 1
    assert book.facts(decision.candidate.entity) == []


def test_two_people_called_she_share_no_variable():
    book = FactBook("u1")
    for n, text in enumerate(
        ["My sister lives in Leeds.", "She works at Asda.", "My aunt lives in York.", "She works at BP."]
    ):
        book.hear(text, at=60 * n)
    assert (book.values("employer", "sister"), book.values("employer", "aunt")) == (["Asda"], ["BP"])
    assert book.pending() == []


@pytest.mark.parametrize("mark", ["- ", "-", "•", "* ", "【", "·"])
def test_the_mark_of_a_list_item_hides_no_chinese_statement(mark):
    assert [(c.value, c.span[0]) for c in read(f"{mark}我住在北京。")] == [("北京", len(mark) + 3)]
