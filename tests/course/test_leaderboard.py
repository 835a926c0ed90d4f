"""The leaderboard: many write to its file, the best entry counts, and what was changed does not."""

from __future__ import annotations

import json
import subprocess
import sys
import threading

import pytest

from memlab import course
from memlab.course import board as module
from memlab.course import board_file
from memlab.course.board import checked_name
from memlab.course.board_file import Entry
from memlab.course.capstone import Design
from memlab.course.capstone_desk import talk
from memlab.course.capstone_story import SINGLE
from memlab.course.record import Record


class Plain(Design):
    name = "plain"

    def slot(self, note):
        return (note.tenant, note.about) if note.about in SINGLE else note.id

    def key(self, note, now):
        return (note.last_used,)

    def prompt(self, question, notes):
        return [n for n in notes if (n.tenant, n.about) == (question.tenant, question.about)]


class Nothing(Plain):
    name = "nothing"

    def prompt(self, question, notes):
        return []


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A short hidden conversation, so that a test takes no second; nothing is noted as the learner's."""
    talks = {}
    monkeypatch.setattr(
        module, "hidden_talk", lambda seed: talks.setdefault(seed, talk(seed, hidden=True, visits=8))
    )
    monkeypatch.setattr(module, "RECORD", Record(None))


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.jsonl"
    course.open_board(path, hidden=4711)
    return path


def hand_in(path, name, hits=60, lost=0, mixed=0, design="mine"):
    board_file.append(path, Entry(name, design, hits, 100, lost, mixed))


def learners(path):
    places = course.leaderboard(path).places
    return [(place.rank, place.name, place.score) for place in places if not place.baseline]


def test_a_design_is_entered_and_memlabs_own_stand_beside_it(board):
    verdict = course.submit(Plain, name="林月", board=board)
    assert learners(board) == [(1, "林月", verdict.score)]
    assert "林月 has place 1 of 1 on the board" in repr(verdict)
    shown = repr(course.leaderboard(board))
    for policy in ("fifo", "lru", "scored", "predicted", "knows the future"):
        assert policy in shown
    assert "<th scope" in course.leaderboard(board)._repr_html_()


def test_the_best_entry_of_a_name_counts(board):
    for hits, name in ((50, "Lin"), (80, "LIN"), (70, "Ｌｉｎ"), (80, "lin")):
        hand_in(board, name, hits)
    assert learners(board) == [(1, "LIN", 80.0)]


def test_equal_scores_share_a_place_and_the_next_is_left_out(board):
    for name, hits in (("a", 70), ("b", 80), ("c", 80), ("d", 60)):
        hand_in(board, name, hits)
    assert [(rank, name) for rank, name, _ in learners(board)] == [(1, "b"), (1, "c"), (3, "a"), (4, "d")]


def test_scores_follow_the_rules(board):
    hand_in(board, "a", 90, lost=2)
    hand_in(board, "b", 90, mixed=1)
    hand_in(board, "c", 40, lost=1)
    assert learners(board) == [(1, "a", 50.0), (2, "c", 40.0), (3, "b", 0.0)]


def test_without_a_board_a_design_is_only_compared(tmp_path):
    verdict = course.submit(Plain)
    assert "On the same conversation: fifo" in verdict.note and list(tmp_path.iterdir()) == []


def test_the_best_score_is_remembered_for_the_progress(monkeypatch):
    record = Record(None)
    monkeypatch.setattr(module, "RECORD", record)
    best = course.submit(Plain).score
    course.submit(Nothing)
    assert record.read()["capstone"] == best > 0


def test_what_cannot_be_replayed_is_not_entered(board):
    assert course.submit(3, name="Lin", board=board).trouble
    assert learners(board) == []


def tampered(line):
    return line.replace('"hits": 60', '"hits": 99')


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (tampered, "it was changed after it was written"),
        (lambda line: line[: len(line) // 2], "half of it may be missing"),
        (lambda line: "[1, 2]", "it is no entry"),
        (lambda line: "[" * 100_000, "it cannot be read"),
        (lambda line: "\ud800x".encode("utf-8", "replace").decode(), "it cannot be read"),
        (lambda line: json.dumps({"name": "x"}), "it was changed"),
        (lambda line: board_file._line({"name": "x"}), "it has other fields"),
        (
            lambda line: board_file._line({**json.loads(line), "hits": 999, "check": 0}),
            "other fields|changed",
        ),
        (lambda line: sealed(line, hits=101), "none that a replay gives"),
        (lambda line: sealed(line, hits=True), "none that a replay gives"),
        (lambda line: sealed(line, optimum=0, hits=0), "none that a replay gives"),
        (lambda line: sealed(line, name=""), "none that a replay gives"),
    ],
)
def test_a_line_that_was_changed_does_not_count_and_is_listed(board, change, why):
    hand_in(board, "first")
    hand_in(board, "second")
    head, one, two = board.read_text(encoding="utf-8").splitlines()
    board.write_text("\n".join([head, change(one).rstrip("\n"), two]) + "\n", encoding="utf-8")
    shown = course.leaderboard(board)
    assert [name for _, name, _ in learners(board)] == ["second"]
    ((line, told),) = shown.problems
    assert line == 2 and any(part in told for part in why.split("|"))
    assert "Line 2 does not count" in repr(shown) and "Line 2 does not count" in shown._repr_html_()


def sealed(line, **changed):
    row = {**json.loads(line), **changed}
    row.pop("check")
    return board_file._line(row)


def test_a_writing_that_was_cut_off_spoils_only_itself(board):
    with board.open("ab") as file:
        file.write(b'{"name": "half')
    hand_in(board, "whole")
    assert [name for _, name, _ in learners(board)] == ["whole"]
    assert len(course.leaderboard(board).problems) == 1


def test_many_at_once_lose_nothing(board):
    code = (
        "import sys, pathlib; from memlab.course.board_file import Entry, append\n"
        "path, who = pathlib.Path(sys.argv[1]), sys.argv[2]\n"
        "for n in range(15): append(path, Entry(f'{who}-{n}', 'd', n, 100, 0, 0))"
    )
    others = [subprocess.Popen([sys.executable, "-c", code, str(board), str(n)]) for n in range(3)]
    threads = [threading.Thread(target=hand_in, args=(board, f"t-{n}")) for n in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [other.wait() for other in others] == [0, 0, 0]
    assert len(learners(board)) == 3 * 15 + 10 and not course.leaderboard(board).problems


def test_a_teacher_chooses_the_hidden_conversation(tmp_path, board):
    other = tmp_path / "other.jsonl"
    course.open_board(other, hidden=1)
    one, two = (course.submit(Plain, name="Lin", board=path) for path in (board, other))
    assert (one.hits, one.reads) != (two.hits, two.reads)
    course.open_board(board, hidden=4711)
    assert len(learners(board)) == 1, "a board that is there stays as it is"
    with pytest.raises(course.BoardError, match="is for hidden=4711: choose a new file"):
        course.open_board(board, hidden=5)
    for wrong in (-1, 1.5, "7", None):
        with pytest.raises((TypeError, ValueError), match="hidden"):
            course.open_board(tmp_path / "new", hidden=wrong)


def test_a_board_that_is_not_there_is_no_board(tmp_path):
    with pytest.raises(course.BoardError, match=r"there is no file .*open_board"):
        course.submit(Plain, name="Lin", board=tmp_path / "typo.jsonl")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(course.BoardError, match=r"there is no folder .*no/folder"):
        course.open_board(tmp_path / "no" / "folder" / "b.jsonl", hidden=1)


@pytest.mark.parametrize(
    "text", ["", "hello\n", "{}\n", '{"board": "memlab capstone", "hidden": 3}\n', "x" * 99_999]
)
def test_another_file_is_never_taken_for_a_board(tmp_path, text):
    path = tmp_path / "notes.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(course.BoardError, match="line 1 of"):
        course.submit(Plain, name="Lin", board=path)
    if text:
        with pytest.raises(course.BoardError, match="line 1 of"):
            course.open_board(path, hidden=3)
    assert path.read_text(encoding="utf-8") == text


def test_a_folder_is_no_board(tmp_path):
    with pytest.raises(course.BoardError, match="cannot be read"):
        course.leaderboard(tmp_path)
    for wrong in (None, 3, ""):
        with pytest.raises(TypeError, match="board"):
            course.leaderboard(wrong)


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "a\nb\x00", "fifo", "LRU", "Knows the future", "memlab"]
)
def test_a_name_that_cannot_stand_on_the_board(board, name):
    with pytest.raises(ValueError, match="name"):
        course.submit(Plain, name=name, board=board)


def test_names_are_tidied_and_a_name_and_a_board_go_together(board):
    assert checked_name("  Lin \t Yue ") == "Lin Yue"
    for one in ({"name": "Lin"}, {"board": board}):
        with pytest.raises(ValueError, match="pass name=… and board=…"):
            course.submit(Plain, **one)
    with pytest.raises(TypeError, match="name"):
        course.submit(Plain, name=3, board=board)


def test_a_name_with_markup_is_shown_as_text(board):
    hand_in(board, "<script>x</script>", design="<b>")
    assert "&lt;script&gt;" in course.leaderboard(board)._repr_html_()
    assert "<script>" not in course.leaderboard(board)._repr_html_()
