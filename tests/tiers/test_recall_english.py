"""Recall in English: words that stand for one another, sessions that speak for turns, names asked for."""

from __future__ import annotations

import random

import pytest

from memlab.tiers import MemoryStore, ranking, small_words, synonyms_english
from memlab.tiers.analysis import tokens_of
from memlab.tiers.kinds_of_answer import answers, asked_for
from memlab.tiers.ranking import Question, Weights


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where does his mother work?", "My mum drives a tram in Oslo"),
        ("What instrument is in the attic?", "An old violin that nobody tunes"),
        ("Did they purchase anything?", "We bought three chairs"),
        ("Which vehicle was towed?", "Our truck stood in the wrong place"),
    ],
)
def test_a_question_in_other_words_finds_what_was_said(question, said):
    with MemoryStore("u1") as store:
        store.add(said)
        for other in ("The wind blew the flowerpots down.", "A flock of pigeons moved in upstairs."):
            store.add(other)
        assert store.recall(question, 1).memories[0].text == said


def test_the_word_itself_tells_more_than_one_that_stands_for_it():
    tokens = Question.of("Does the dog have a puppy?").tokens
    assert tokens["dog"] == tokens_weight("puppy", tokens) == 1.0
    assert tokens["pet"] == synonyms_english.WEIGHT and "the" not in tokens
    with MemoryStore("u1") as store:
        store.add("The kitten sleeps on the oven.", id="kin")
        store.add("The cat sleeps on the oven.", id="same")
        store.add("The parrot sleeps on the oven.", id="none")
        words = Weights.only(words=1)
        assert [m.id for m in store.recall("cat oven", 3, weights=words).memories] == ["same", "kin", "none"]


def tokens_weight(word, tokens):
    return tokens[tokens_of(word)[0]]


def test_the_groups_hold_no_small_word_and_go_both_ways():
    groups = synonyms_english._OTHERS
    assert not small_words.SMALL & groups.keys()
    assert all(word in groups[other] for word, others in groups.items() for other in others)
    assert all(word not in others for word, others in groups.items())


def test_the_session_is_the_mean_of_the_three_best_others():
    draw = random.Random(7)
    for _ in range(200):
        rows = [(draw.choice(["", "a", "b"]), draw.choice([0.0, 0.5, draw.random()])) for _ in range(12)]
        sessions, words = zip(*rows[: draw.randrange(1, 12)], strict=True)
        for n, value in enumerate(ranking._sessions(sessions, words)):
            others = [w for i, w in enumerate(words) if i != n and sessions[i] == sessions[n]]
            expected = sum(sorted(others)[-3:]) / 3 if sessions[n] else 0.0
            assert value == pytest.approx(expected)


def test_of_two_turns_alike_the_one_whose_session_is_about_it_comes_first():
    about = ["The harbour festival had lanterns.", "We took the ferry there.", "The lanterns were of paper."]
    aside = ["The dentist was late.", "We took the ferry there.", "My tooth still hurts."]
    with MemoryStore("u1", clock=lambda: 0.0) as store:
        for session, texts in (("festival", about), ("dentist", aside)):
            for place, text in enumerate(texts):
                store.add(text, kind="turn", session=session, place=place, at=0.0, id=f"{session} {place}")
        question = "Which ferry went to the harbour festival with the paper lanterns?"
        for weights in (Weights.only(session=1), Weights()):
            found = store.recall(question, 6, weights=weights)
            places = [hit.memory.id for hit in found.considered]
            assert places.index("festival 1") < places.index("dentist 1")
        assert found.explain("festival 1").terms["session"] > found.explain("dentist 1").terms["session"]


def test_what_has_a_title_is_asked_for_as_a_name_is():
    for question in ("What books did Ann read?", "What cities did they see?", "Who came?"):
        assert answers(asked_for(question), "Then we read Middlemarch in Porto.") == 1.0
        assert answers(asked_for(question), "Then we read a long one there.") == 0.0
