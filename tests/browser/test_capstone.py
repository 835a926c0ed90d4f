"""The capstone and the learner's progress in a browser: handed in, on the board, there in a new kernel."""

from __future__ import annotations

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab.course.record import FILE

DESIGN = """
from memlab import course
from memlab.course import capstone

class Mine(capstone.Design):
    name = "mine"
    def slot(self, note):
        return (note.tenant, note.about if note.about in capstone.SINGLE else note.text)
    def key(self, note, now):
        words = ("llerg", "过敏", "ever", "千万", "绝", "永远")
        return (any(word in note.text for word in words), note.last_used)
    def prompt(self, question, notes):
        return [n for n in notes if (n.tenant, n.about) == (question.tenant, question.about)]
"""
SUBMIT = """
course.open_board("board.jsonl", hidden=1)
for name in ("林月", "Bo"):
    verdict = course.submit(Mine, name, "board.jsonl")
"""


def test_a_score_a_board_and_a_progress_that_outlives_the_kernel(desk, artifacts):
    checks = "course.check('01.2', {2}); course.check('00.1', 'hi')"
    shown = ("verdict", "course.leaderboard('board.jsonl')", "course.progress()")
    desk.run("board.ipynb", DESIGN, SUBMIT, checks, *shown)
    desk.no_errors()
    assert (desk.folder / FILE).exists()
    desk.page.set_viewport_size({"width": 1280, "height": 2200})
    desk.page.wait_for_timeout(500)
    desk.page.locator(".jp-Notebook").screenshot(path=artifacts / "board.png")
    board = desk.page.locator(".jp-OutputArea-output table").first
    assert "林月" in board.inner_text() and "knows the future" in board.inner_text()
    desk.run("again.ipynb", "from memlab import course", "course.progress()")
    again = desk.page.locator(".jp-OutputArea-output").last.inner_text()
    assert "tried: 01.2" in again and "best score" in again
