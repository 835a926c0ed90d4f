"""Every figure that chapter 07 says in words is what the store, its layers and its ranking say."""

from __future__ import annotations

import re
from itertools import pairwise
from unittest.mock import patch

import pytest

from memlab import course
from memlab.course.project_story import STORIES
from memlab.course.story import WEDDING_CALL
from memlab.facts import FactBook
from memlab.facts.moments import moment
from memlab.tiers import LIFETIMES, MemoryStore, Settings, Weights
from memlab.tiers.embedding import hashed_embedding
from memlab.tiers.layers import Said, SessionLayer
from memlab.tokens import count
from memlab.widgets.recall import shop
from memlab.widgets.recall_talks import NOW, QUESTIONS

QUESTION = "Please, where is my parcel T-7316 now?"
DAY = 86_400


@pytest.fixture(scope="session")
def text(prose):
    return prose("07")


@pytest.fixture(scope="module")
def counter():
    with shop() as store:
        yield store


def names(recalled):
    return [hit.memory.id for hit in recalled.hits if hit.score]


def test_the_table_of_layers_is_the_table_of_lifetimes(text):
    assert LIFETIMES["preference"] == 180 * DAY and LIFETIMES["profile"] is None
    assert LIFETIMES["state"] == 30 * DAY and LIFETIMES["summary"] == 12 * 3600
    assert LIFETIMES["working"] == 3600 and LIFETIMES["turn"] is None is LIFETIMES["reply"]
    assert "half a year for a preference, for ever for an allergy" in text
    assert "how far each task is | a month" in text
    assert "0.5 is twelve hours, 0.0417 one hour" in text and "Turns and replies do not expire" in text


def test_the_window_has_four_turns_and_the_summary_at_most_60_tokens(text):
    clock = moment("2031-09-12 17:00")[0]
    with MemoryStore("lin-yue", clock=lambda: clock, settings=Settings(window=4, summary_tokens=60)) as store:
        sessions = SessionLayer(store)
        for turn in WEDDING_CALL[:16]:
            sessions.append("wedding", [Said(turn["speaker"], turn["text"], clock)])
        said = [turn["text"] for turn in WEDDING_CALL[:12]]
        assert len(sessions.window("wedding")) == 4 and count(sessions.summary("wedding")) <= 60
        lines = sessions.summary("wedding").splitlines()
        assert all(line.split(": ", 1)[1] in said for line in lines)
    assert (
        "The first sixteen turns" in text and "Room is for four turns" in text and "cut to 60 tokens" in text
    )


def test_the_gate_of_the_facts_is_at_three_quarters(text):
    assert FactBook(tenant="test").settings.threshold == 0.75
    assert "a confidence below 0.75 does not come in" in text


def test_an_embedding_is_256_numbers(text):
    assert len(hashed_embedding("tea")) == 256
    assert "makes 256 numbers of a text" in text and "on one of 256 places" in text


def test_each_write_was_tried_three_times(text):
    with MemoryStore("desk", settings=Settings(pause=0), clock=lambda: 0.0) as store:
        with patch.object(store.cold, "append", side_effect=OSError("out of order")) as tried:
            store.add("I like tea.", id="tea")
        assert tried.call_count == store.settings.attempts == 3
    assert "Each was tried three times" in text


def test_the_shop_has_as_many_notes_as_are_told_three_of_them_orders(text, counter):
    assert f"A shop with {counter.count()} notes" in text
    numbers = [re.search(r"T-(\d+)", m.text)[1] for m in counter.items() if m.id.startswith("order")]
    assert len({"".join(sorted(number)) for number in numbers}) == 1 and len(set(numbers)) == 3
    assert "three of them about orders whose numbers are easily mixed up" in text


def test_by_likeness_alone_five_notes_about_parcels_come_first(text, counter):
    alone = counter.recall(QUESTION, 10, weights=Weights.only(vector=1))
    assert "order" not in names(alone)[:5] and "order" in [hit.memory.id for hit in alone.hits]
    assert all("arcel" in hit.memory.text for hit in alone.hits[:5])
    assert len(re.findall(r"[\w-]+", QUESTION)) == 7
    assert "Five notes about parcels" in text and "one in seven" in text
    assert "not among the first five. Among the first ten it would be, and nine others with it" in text


def test_the_order_is_first_by_a_hair_without_identifiers_and_far_ahead_with_them(text, counter):
    gaps = []
    for weights in (Weights(identifiers=0), Weights()):
        first, second = counter.recall(QUESTION, weights=weights).hits[:2]
        assert first.memory.id == "order" and first.terms["words"] > 0.5
        gaps.append(first.score - second.score)
    assert 0 < gaps[0] < 0.3 and gaps[1] > 10 * gaps[0]
    assert [m.id for m in counter.items() if "7316" in m.text] == ["order"]
    assert "7316 is in no other note, but by a hair" in text


def test_within_seven_days_only_the_brittle_has_peanuts(text, counter):
    asked = QUESTIONS["过敏"]
    whole, week = (counter.recall(asked, window_hours=hours) for hours in (None, 7 * 24))
    assert names(whole)[0] == "allergy" and {"allergy", "groom"}.isdisjoint(names(week))
    young = [m for m in counter.items() if m.at > NOW - 7 * DAY and "花生" in m.text]
    assert [m.id for m in young] == ["snack"] and "snack" in names(week)
    ages = [(NOW - counter.get(id).at) / DAY for id in ("allergy", "groom", "snack")]
    assert ages == pytest.approx([30, 20, 2])
    assert "is a month old" in text and "three weeks" in text and "was noted two days ago" in text
    assert f"{asked} “what am I allergic to?”" in text


@pytest.mark.parametrize(("session", "words"), [("june", True), (None, False)])
def test_a_turn_is_found_by_the_words_of_the_question_before_it(text, session, words):
    talk = ("Which tea shall it be for the guests?", "The one with the smoky smell.")
    with MemoryStore("talk", clock=lambda: 0.0) as store:
        for place, said in enumerate(talk, start=1):
            where = {"session": session, "place": place} if session else {}
            store.add(said, id=f"turn {place}", kind="turn", speaker="ab"[place - 1], **where)
        hits = {hit.memory.id: hit.terms for hit in store.recall("Which tea do the guests get?").considered}
        assert (hits.get("turn 2", {}).get("words", 0) > 0) == words
    assert "Turn 2 has neither the tea nor the guests" in text


def test_the_terms_of_a_reason_add_up_to_the_score(text, counter):
    for hit in counter.recall(QUESTION).considered:
        assert sum(hit.terms.values()) == pytest.approx(hit.score)
    assert "the terms of a reason add up to the score" in text


def test_likeness_alone_finds_the_least_in_both_languages(text):
    for story in STORIES.values():
        assert (len(story.turns), len(story.asked)) == (40, 13)
        now = moment(story.turns[-1].at)[0]
        with MemoryStore(story.lang, clock=lambda now=now: now) as memory:
            for place, turn in enumerate(story.turns, start=1):
                where = {"session": turn.session, "place": place, "speaker": turn.role, "at": turn.at}
                memory.add(turn.text, id=f"turn {place}", kind="turn", **where)
            ways = (Weights.only(vector=1), Weights.only(words=1), Weights())
            vector, words, whole = (evidence(memory, story, weights) for weights in ways)
        assert vector < words <= whole <= 1
    assert "Likeness alone finds the least, in both languages" in text
    assert "a conversation of forty turns" in text and "these are thirteen questions each" in text


def evidence(memory, story, weights):
    shares = []
    for asked in story.asked:
        hits = memory.recall(asked.text, 5, weights=weights).hits
        found = " ".join(hit.memory.text for hit in hits if hit.score)
        shares.append(sum(fact in found for fact in asked.present) / len(asked.present))
    return sum(shares) / len(shares)


def test_the_sections_are_numbered_and_what_points_to_them_finds_them(text):
    numbers = [int(n) for n in re.findall(r"## (\d+) · ", text)]
    assert numbers == list(range(1, 13)) and all(b == a + 1 for a, b in pairwise(numbers))
    assert "sections 1 to 6 are about where memories lie" in text
    assert set(re.findall(r"xercise (\d\d\.\d)", text)) <= set(course.exercises())
