"""The exercise framework itself: outcomes, hints, solutions, unknown ids, hostile answers."""

from __future__ import annotations

import dataclasses

import pytest

from memlab import course
from memlab.course.exercise import Exercise, Outcome, require, run, small, untouched


class Hostile:
    """An answer whose every manner is bad."""

    def __repr__(self):
        raise RuntimeError("no repr")

    def __eq__(self, other):
        raise RuntimeError("no comparison")

    __hash__ = None


def doubling(answer):
    require(run(answer, 3) == 6, "twice three is asked for: look at the operator.")


DOUBLE = Exercise(
    id="99.1",
    question="Write a function that doubles its argument.",
    starter="def answer_99_1(x):\n    return x ** 2",
    check=doubling,
    hints=("Once.", "Twice."),
    solution="def answer_99_1(x):\n    return x * 2",
    kind="bug hunt",
)


@pytest.mark.parametrize("source", [DOUBLE.starter, "answer_99_1 = ...", "answer_99_1 = [1, ...]"])
def test_untouched_answers_are_not_attempted(source):
    assert DOUBLE.judge(DOUBLE.answer_in(source)).status == "not attempted"


@pytest.mark.parametrize(("kind", "what"), [("bug hunt", "Find the fault"), ("design", "Make it your own")])
def test_what_to_do_first_is_said_in_words_that_fit_the_kind(kind, what):
    exercise = dataclasses.replace(DOUBLE, kind=kind)
    assert what in exercise.judge(exercise.answer_in(exercise.starter)).message


def test_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match=r"kind = 'quiz' of 99\.1: it is one of check"):
        dataclasses.replace(DOUBLE, kind="quiz")


def test_a_mended_starter_is_attempted_and_correct():
    assert DOUBLE.judge(DOUBLE.answer_in(DOUBLE.solution)).status == "correct"
    assert not untouched(lambda x: x * 2, DOUBLE.answer_in(DOUBLE.starter))


def test_what_a_check_measured_is_said_before_the_praise():
    measured = dataclasses.replace(DOUBLE, check=lambda answer: f"it gave {answer(3)}.", praise="that is it.")
    assert measured.judge(lambda x: x * 2).message == "it gave 6. That is it."
    assert DOUBLE.judge(lambda x: x * 2).message == "that is it."


def test_an_error_in_the_answer_names_itself_and_the_failing_input():
    outcome = DOUBLE.judge(lambda x: x["turn"])
    assert outcome.status == "incorrect"
    assert "Its input was: 3" in outcome.message and "TypeError" in outcome.message


@pytest.mark.parametrize("answer", [Hostile(), lambda x: Hostile(), lambda x: exit(), lambda: 6, 6, None])
def test_no_answer_makes_judge_raise(answer):
    assert DOUBLE.judge(answer).status == "incorrect"


def test_a_container_that_holds_itself_is_judged():
    loop: list = []
    loop.append(loop)
    assert DOUBLE.judge(loop).status == "incorrect"


def test_stopping_the_kernel_is_not_an_answer():
    def stopped(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        DOUBLE.judge(stopped)


def test_run_gives_the_answer_its_own_copy():
    turns = [{"use": ["a"]}]
    run(lambda given: given[0]["use"].clear(), turns)
    assert turns == [{"use": ["a"]}]


@pytest.mark.parametrize(
    ("status", "label"),
    [("correct", "Correct"), ("incorrect", "Not yet"), ("not attempted", "Not attempted")],
)
def test_an_outcome_says_its_label_in_words_and_escapes_its_message(status, label):
    outcome = Outcome(status, "look at `a < b`")
    assert repr(outcome) == f"{label}: look at `a < b`"
    assert f"<b>{label}:</b>" in outcome._repr_html_()
    assert "<code>a &lt; b</code>" in outcome._repr_html_()


def test_small_is_bounded_and_has_no_addresses():
    assert small({"b", "a"}) == "{'a', 'b'}"
    assert len(small(list(range(10_000)))) < 100
    assert " at 0x" not in small(object())
    assert "Hostile" in small(Hostile())


def test_hints_climb_and_the_next_one_is_named():
    first, second = course.hint("00.1"), course.hint("00.1", 2)
    assert 'course.hint("00.1", 2)' in repr(first)
    assert "Hint 2 of 2" in repr(second) and first.text != second.text
    with pytest.raises(ValueError, match="hints 1 to 2"):
        course.hint("00.1", 3)


def test_a_solution_shows_its_source():
    assert "answer_00_1 =" in repr(course.solution("00.1"))
    assert "<pre>" in course.solution("00.1")._repr_html_()


@pytest.mark.parametrize("use", [lambda id: course.check(id, 1), course.hint, course.solution])
def test_an_unknown_id_is_an_error_that_lists_the_ids(use):
    with pytest.raises(
        course.UnknownExercise, match=r"'0\.1'.*Did you mean 00\.1\?.*There are: 00\.1, 00\.2"
    ):
        use("0.1")
    with pytest.raises(course.UnknownExercise, match=r"Did you mean 02\.1\?.*There are: 02\.1, 02\.2"):
        use(2.1)
    with pytest.raises(course.UnknownExercise, match=r"There are: 00\.1, .*, 01\.1"):
        use(None)


@pytest.mark.parametrize("id", ["x" * 1_000_000, Hostile(), [Hostile()], 10**400])
def test_an_unknown_id_is_named_in_short(id):
    with pytest.raises(course.UnknownExercise) as caught:
        course.solution(id)
    assert len(str(caught.value)) < 500


def test_a_long_or_broken_error_of_an_answer_is_told_in_short():
    def long(x):
        raise ValueError("\ud800" + "long" * 100_000)

    message = DOUBLE.judge(long).message
    assert message.startswith("your function stopped with ValueError: \\ud800long") and len(message) < 500


@pytest.mark.parametrize(
    ("id", "answer"),
    [
        ("01.1", {"use": [["name"]], "def": []}),
        ("01.2", [[2], [7]]),
        ("01.4", lambda turns: [["weather", 4]]),
        ("02.1", [["weather"]]),
    ],
)
def test_a_list_in_a_set_is_told_as_such(id, answer):
    assert "a flat set of" in course.check(id, answer).message


def test_a_starter_run_statement_by_statement_as_in_a_notebook_is_untouched():
    """Compiled as one text, a module imported there is called by other bytecode than in a cell."""
    starter = "import math\ndef answer_99_2(x):\n    return math.exp(x)"
    exercise = Exercise("99.2", "?", starter, doubling, ("Multiply.",), starter, kind="bug hunt")
    cell: dict = {}
    for statement in starter.split("\n", 1):
        exec(compile(statement, "cell", "exec"), cell)
    assert exercise.judge(cell["answer_99_2"]).status == "not attempted"
