"""Every exercise of every chapter: the starter, the solution and each misconception get what they must."""

from __future__ import annotations

import pytest

from memlab import course
from memlab.course import oracles

EXERCISES = list(course.exercises().values())
WRONG = [(exercise, *pair) for exercise in EXERCISES for pair in exercise.misconceptions]
each = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)


@each
def test_the_untouched_starter_is_not_attempted(exercise):
    assert course.check(exercise.id, exercise.answer_in(exercise.starter)).status == "not attempted"


@each
def test_the_solution_is_correct(exercise):
    outcome = course.check(exercise.id, exercise.answer_in(exercise.solution))
    assert outcome.status == "correct", outcome


@pytest.mark.parametrize(
    ("exercise", "source", "phrase"), WRONG, ids=[f"{e.id}-{phrase[:40]}" for e, _, phrase in WRONG]
)
def test_each_misconception_gets_its_own_message(exercise, source, phrase):
    outcome = course.check(exercise.id, exercise.answer_in(source))
    assert outcome.status == "incorrect"
    assert phrase in outcome.message


@each
def test_every_message_goes_on_with_a_small_letter_after_its_label(exercise):
    sources = [exercise.starter, exercise.solution, *(source for source, _ in exercise.misconceptions)]
    messages = [course.check(exercise.id, exercise.answer_in(source)).message for source in sources]
    messages += [course.check(exercise.id, odd).message for odd in (None, 0, "", {}, int, lambda *a: 1 / 0)]
    assert [message for message in messages if message[0].isupper()] == []


def test_the_lessons_of_the_drills_begin_with_a_small_letter():
    lessons = [drill.lesson for drill in oracles.redis_recordings()] + [
        drill[-1] for drill in oracles.PUT_DRILLS
    ]
    assert len(lessons) > 10 and not [lesson for lesson in lessons if lesson[0].isupper()]


@each
def test_misconceptions_of_one_exercise_are_told_apart(exercise):
    phrases = [phrase for _, phrase in exercise.misconceptions]
    messages = [
        course.check(exercise.id, exercise.answer_in(source)).message for source, _ in exercise.misconceptions
    ]
    for phrase in phrases:
        assert sum(phrase in message for message in messages) == 1, phrase


@pytest.mark.parametrize(
    "exercise",
    [e for e in EXERCISES if not callable(e.answer_in(e.solution))],
    ids=lambda exercise: exercise.id,
)
def test_no_message_gives_a_written_out_answer_away(exercise):
    answer = repr(exercise.answer_in(exercise.solution))
    for source, _ in exercise.misconceptions:
        assert answer not in course.check(exercise.id, exercise.answer_in(source)).message


@each
@pytest.mark.parametrize(
    "answer",
    [None, 0, "", [], {}, object(), float("nan"), lambda *a: 1 / 0, lambda: None, int, {1: [set()]}],
    ids=lambda answer: type(answer).__name__,  # a repr would hold addresses, and workers must agree on names
)
def test_odd_answers_are_judged_and_never_raise(exercise, answer):
    outcome = course.check(exercise.id, answer)
    assert outcome.status == ("correct" if exercise.id == "00.1" else "incorrect")
    assert " at 0x" not in repr(outcome)


@each
def test_an_exercise_is_complete(exercise):
    chapter, number = exercise.id.split(".")
    assert len(chapter) == 2 and number.isdigit()
    assert exercise.question and len(exercise.hints) >= 2
    assert exercise.misconceptions or exercise.id == "00.1"
    assert exercise.starter == exercise.starter.strip() and exercise.solution == exercise.solution.strip()
