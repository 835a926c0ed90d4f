"""Chapter 08: what its exercises hold to be right, the library does, and other right answers pass, too."""

from __future__ import annotations

import html

import pytest

from memlab import course
from memlab.context import rebuild
from memlab.context.compress import NEGATION, NUMBER, extractive
from memlab.context.masking import as_data
from memlab.course import ch08
from memlab.tokens import count


def outcome_of(id, source):
    return course.check(id, course.exercises()[id].answer_in(source))


def test_the_memories_of_exercise_2_go_in_its_order_and_none_comes_back():
    gone: list[str] = []
    for budget in range(400, 12, -1):
        left = [out.id for out in rebuild(ch08.ASKED, **ch08.desk(), budget=budget, reserve=0).left_out]
        assert set(gone) <= set(left), budget
        gone += [name for name in left if name not in gone]
    assert gone == ch08.ORDER


def test_exercise_2_has_a_reason_for_each_neighbour_in_its_order():
    assert [pair[:2] for pair in ch08._BEFORE if pair[:2] != ("old", "new")] == [
        (one, other) for one, other in zip(ch08.ORDER, ch08.ORDER[1:], strict=False)
    ]


def test_each_loss_of_exercise_3_is_one_of_the_six_and_there_once():
    assert sorted(row[-1] for row in ch08.SHORTENED.values()) == sorted(ch08.LOSSES)


@pytest.mark.parametrize("letter", ["a", "d"])
def test_the_library_loses_no_negation_and_no_number_as_exercise_3_does(letter):
    memory, _, careless, _, loss = ch08.SHORTENED[letter]
    kept = {"negation": NEGATION, "number": NUMBER}[loss]
    assert kept.search(memory) and kept.findall(memory) != kept.findall(careless)
    for room in range(count(memory) + 1):
        short = extractive(memory, room)
        assert short != careless and (not short or kept.findall(short) == kept.findall(memory))


def test_the_library_keeps_no_sentence_without_its_correction_as_exercise_3_does():
    memory, _, careless, _, _ = ch08.SHORTENED["e"]
    shorter = {extractive(memory, room, "截止日期是哪天？") for room in range(count(memory))}
    assert any("五月十三日" in short for short in shorter)
    assert not any(careless.rstrip("。") in short for short in shorter)


def test_the_library_masks_all_that_exercise_5_calls_hostile():
    for text, _ in ch08.HOSTILE:
        assert ch08._gets_out(text)
        assert not ch08._gets_out(as_data(text)) and ch08._has_all(as_data(text), text)
    assert not any(map(ch08._gets_out, ch08.HARMLESS))


def test_the_random_pieces_of_exercise_1_fit_whole_in_part_or_not_at_all():
    drawn = list(ch08._random_pieces(40))
    kept = [(len(ch08.best_fit(pieces, budget)), len(pieces)) for pieces, budget in drawn]
    assert drawn == list(ch08._random_pieces(40))
    assert {0} < {few for few, _ in kept} and any(few == many for few, many in kept)
    assert sum(0 < few < many for few, many in kept) > 10


OTHER = {
    "08.1 grows": (
        "08.1",
        """
def answer_08_1(pieces, budget, count):
    kept = []
    for value, _ in sorted(pieces, reverse=True):
        texts = [text for v, text in pieces if v >= value]
        if count("\\n".join(texts)) > budget:
            break
        kept = texts
    return tuple(kept)""",
    ),
    "08.4 slices": (
        "08.4",
        """
def answer_08_4(lines, budget, count):
    for first in range(len(lines)):
        if count("\\n".join(lines[first:])) <= budget:
            return lines[first:]
    return lines[-1:]""",
    ),
    "08.5 library": (
        "08.5",
        """
from memlab.context.masking import as_data as answer_08_5""",
    ),
}


@pytest.mark.parametrize("name", OTHER)
def test_another_right_answer_is_right(name):
    outcome = outcome_of(*OTHER[name])
    assert outcome.status == "correct", outcome


def test_escaping_as_html_does_is_right_too():
    def answer(text):
        line = " ".join(text.split())
        return html.escape(line.replace("＜", "<"))

    assert course.check("08.5", answer).status == "correct"


def test_the_untouched_loop_of_exercise_4_never_ends_and_is_stopped():
    answer = course.exercises()["08.4"].answer_in(ch08._LOOP_STARTER + "\n    # touched")
    with pytest.raises(ch08.NotYet, match="never ends: after 50 passes each of the last ten times"):
        ch08._check_loop(answer)


def test_a_loop_with_an_error_of_its_own_is_told_its_error():
    assert "ZeroDivisionError" in course.check("08.4", lambda lines, budget, count: 1 / 0).message
    outcome = course.check("08.4", lambda lines, budget, count: count(None))
    assert "stopped with TypeError" in outcome.message


@pytest.mark.parametrize("answer", [ch08.ORDER[:1] * 8, [*ch08.ORDER, "old"], "old", [["old"]]])
def test_a_wrong_list_of_names_is_told_so(answer):
    message = course.check("08.2", answer).message
    assert "each of them once" in message or "a list of names" in message


def test_names_in_other_case_are_the_names():
    assert course.check("08.2", tuple(name.upper() for name in ch08.ORDER)).status == "correct"
