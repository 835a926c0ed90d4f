"""The learner's record: what counts, what is kept, and all that may be wrong with its file."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import threading

import nbformat
import pytest
from nbclient import NotebookClient

from memlab import course
from memlab.course import record as module
from memlab.course.record import FILE, Record


@pytest.fixture
def record(tmp_path):
    return Record(tmp_path)


@pytest.fixture
def current(monkeypatch):
    """The record of `course.check`, empty and in memory alone."""
    fresh = Record(None)
    monkeypatch.setattr(course, "RECORD", fresh)
    return fresh


def rows(record):
    return record.read()["exercises"]


def test_right_and_wrong_answers_count_and_untouched_ones_do_not(current):
    for answer in (..., {2}, {2, 7}, {2, 7, 8}, {2}):
        course.check("01.2", answer)
    assert rows(current) == {"01.2": {"tries": 4, "correct": 3}}
    assert course.progress().tries == {"01.2": 4}


def test_it_says_how_each_chapter_went_and_what_comes_next(current):
    assert course.progress().next == "exercise 00.1"
    course.check("00.1", "hi")
    course.check("01.2", {2})
    shown = course.progress()
    assert (shown.correct, shown.total) == (1, len(course.exercises()))
    assert f"1 of {shown.total} exercises are correct. Next: exercise 00.2." in repr(shown)
    assert "A conversation is a program: 0 of 5 correct, tried: 01.2" in repr(shown)
    assert "tried: 01.2" in shown._repr_html_() and "aria-hidden" in shown._repr_html_()


def test_every_chapter_has_its_title(current):
    assert not [row for row in course.progress().rows if row[1].startswith("Chapter")]


def test_when_all_is_done_it_says_so(current):
    for id in course.exercises():
        current.note(id, "correct")
    current.note_score(50.0)  # something was lost
    assert course.progress().next == "the capstone"
    current.note_score(81.5)
    current.note_score(40.0)
    assert "All is done." in repr(course.progress()) and "best score 81.5" in repr(course.progress())


def test_it_outlives_the_kernel_and_a_reset_starts_over(record, tmp_path):
    record.note("01.2", "incorrect")
    assert rows(Record(tmp_path)) == {"01.2": {"tries": 1, "correct": None}}
    record.forget()
    assert rows(record) == {} and not (tmp_path / FILE).exists()


def test_reset_is_what_the_learner_calls(current):
    current.note("01.2", "correct")
    assert course.progress(reset=True).correct == 0


def test_a_folder_renamed_under_a_running_kernel(tmp_path, monkeypatch):
    old = tmp_path / "old"
    old.mkdir()
    monkeypatch.chdir(old)
    record = Record(old)
    record.note("01.1", "correct")
    new = old.rename(tmp_path / "new")
    monkeypatch.chdir(new)  # as a kernel's own folder moves with its name on most systems
    record.note("01.2", "correct")
    assert set(rows(Record(new))) == {"01.1", "01.2"}


@pytest.mark.parametrize("text", ["", "{", "[]", '{"exercises": []}', "\ufeff{}", "[" * 100_000, "nul\0"])
def test_a_file_that_is_none_is_put_aside_and_never_lost(record, tmp_path, text):
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    record.note("01.1", "correct")
    assert rows(Record(tmp_path)) == {"01.1": {"tries": 1, "correct": 1}}
    assert (tmp_path / f"{FILE}.unreadable").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "row",
    [None, 3, {}, {"tries": 0, "correct": None}, {"tries": "2", "correct": 1}, {"tries": 2, "correct": "x"}],
    ids=str,
)
def test_a_row_that_is_none_is_left_out(record, tmp_path, row):
    known = {"exercises": {"01.1": row, "01.2": {"tries": 2, "correct": 2}}, "capstone": "great"}
    (tmp_path / FILE).write_text(json.dumps(known), encoding="utf-8")
    assert record.read() == {"exercises": {"01.2": {"tries": 2, "correct": 2}}, "capstone": None}


def test_exercises_of_another_version_are_kept_and_not_shown(current):
    current.note("99.9", "correct")
    assert course.progress().correct == 0 and "99.9" in rows(current)


def test_a_file_that_cannot_be_written_costs_the_file_alone(tmp_path, monkeypatch):
    (tmp_path / FILE).mkdir()  # not even root can write over a folder
    (tmp_path / FILE / "kept").touch()
    record = Record(tmp_path)
    record.note("01.1", "correct")
    monkeypatch.setattr(course, "RECORD", record)
    assert rows(record) == {"01.1": {"tries": 1, "correct": 1}}
    assert "kept only until the kernel stops" in repr(course.progress())


def test_two_kernels_at_once_lose_nothing(tmp_path):
    def learn(chapter):
        for _ in range(20):
            Record(tmp_path).note(f"0{chapter}.1", "incorrect")

    threads = [threading.Thread(target=learn, args=(chapter,)) for chapter in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [row["tries"] for row in rows(Record(tmp_path)).values()] == [20] * 4
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_lock_that_somebody_keeps_costs_a_moment_only(record, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WAIT", 0.05)
    with module._locked(tmp_path / FILE):
        record.note("01.1", "correct")
    assert "01.1" in rows(Record(tmp_path))


def test_a_script_leaves_no_file(tmp_path, repo):
    code = (
        f"import sys; sys.path.insert(0, {str(repo)!r})\nfrom memlab import course; course.check('00.1', 1)"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("switch", "left"), [("off", []), ("", [FILE])])
def test_a_kernel_writes_beside_its_notebook_unless_that_is_switched_off(tmp_path, monkeypatch, switch, left):
    monkeypatch.setenv("MEMLAB_PROGRESS", switch)
    cells = ["from memlab import course", "import os; os.chdir('..')", "course.check('00.1', 1)"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": str(pathlib.Path(tmp_path))}}
    )
    client.create_kernel_manager().kernel_spec.argv[0] = sys.executable
    client.execute()
    assert [path.name for path in tmp_path.iterdir()] == left
