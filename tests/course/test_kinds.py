"""Every chapter has something to check, to predict, to mend and to build, and not too much of it."""

from __future__ import annotations

import pytest

from memlab import course

CHAPTERS = sorted({id[:2] for id in course.exercises()})


def kinds(chapter):
    return [exercise.kind for id, exercise in course.exercises().items() if id[:2] == chapter]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_three_to_six_exercises(chapter):
    assert 3 <= len(kinds(chapter)) <= 6


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_a_prediction_a_bug_hunt_and_a_build(chapter):
    wanted = [{"prediction"}, {"bug hunt"}, {"build", "design"}]
    assert [sorted(either) for either in wanted if not either & set(kinds(chapter))] == []
