"""The pages for teachers and what they speak of agree: minutes, sections, exercises, checks, commands."""

from __future__ import annotations

import pathlib
import re

import nbformat
import pytest

from memlab import cli, course
from memlab.cli import classroom, doctor
from memlab.publish.pack import UNIX, WINDOWS

TEACHING = pathlib.Path(__file__).resolve().parents[2] / "notebooks" / "teaching"
PLANS = re.split(r"^## (\d+) minutes$", (TEACHING / "plans.md").read_text(encoding="utf-8"), flags=re.M)
ROW = re.compile(r"^\| (\d+):(\d\d) \| (\d+) \| (.+?) \|(.*?)\|(.+)\|$", re.M)


def page(name: str) -> str:
    return (TEACHING / name).read_text(encoding="utf-8")


@pytest.fixture(params=list(zip(PLANS[1::2], PLANS[2::2], strict=True)), ids=lambda pair: pair[0])
def plan(request) -> tuple[int, str]:
    """How many minutes a plan promises, and its text."""
    return int(request.param[0]), request.param[1]


@pytest.fixture
def rows(plan) -> list[tuple[str, ...]]:
    """Hour, minute, minutes, what, exercises, how."""
    found = ROW.findall(plan[1])
    assert len(found) == sum(bool(re.match(r"\| \d", line)) for line in plan[1].splitlines())
    return found


def notebook(what: str) -> tuple[str, nbformat.NotebookNode] | None:
    """The chapter that a row links, "03" or "capstone", if it links one."""
    link = re.search(r"\]\(\.\./(\w+)\.ipynb\)", what)
    if link is None:
        return None
    path = TEACHING.parent / f"{link[1]}.ipynb"
    return link[1].split("_")[0], nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)


def test_there_is_a_plan_for_an_hour_a_lesson_half_a_day_and_a_day():
    assert [int(minutes) for minutes in PLANS[1::2]] == [60, 90, 180, 480]


def test_minutes_add_up_and_the_clock_is_right(plan, rows):
    begins = [int(hour) * 60 + int(minute) for hour, minute, *_ in rows]
    lengths = [int(row[2]) for row in rows]
    assert begins == [sum(lengths[:n]) for n in range(len(rows))]
    assert sum(lengths) == plan[0]


def test_nobody_sits_for_longer_than_ninety_minutes(rows):
    sitting = 0
    for *_, minutes, what, _, _ in rows:
        sitting = 0 if what in ("Break", "Lunch") else sitting + int(minutes)
        assert sitting <= 90, what


def sections(what: str) -> set[int]:
    """The numbers in "sections 1, 2 and 4" and in "sections 1 to 3"."""
    said = re.search(r"sections? (\d.*)$", what)
    numbers = [int(n) for n in re.findall(r"\d+", said[1])] if said else []
    return set(range(numbers[0], numbers[-1] + 1)) if said and " to " in said[1] else set(numbers)


def test_sections_that_are_named_are_headings_of_that_chapter(rows):
    named = 0
    for _, _, _, what, _, _ in rows:
        if (found := notebook(what)) is None:
            continue
        text = "\n".join(c.source for c in found[1].cells if c.cell_type == "markdown")
        headings = re.findall(r"^#+ (.+)$", text, re.M)
        titles = re.findall(r"“([^”]+)”", what)
        numbers = sections(what)
        assert titles or numbers, what
        assert [title for title in titles if title not in headings] == [], what
        assert [n for n in numbers if not any(h.startswith(f"{n} · ") for h in headings)] == [], what
        named += len(titles) + len(numbers)
    assert named > 8


def test_exercises_that_are_named_are_those_of_the_rows_chapter(rows):
    for *_, what, exercises, _ in rows:
        for id in re.findall(r"\b\d\d\.\d\b", exercises):
            assert id in course.exercises() and notebook(what)[0] == id[:2], id


def test_the_exercises_of_a_row_leave_it_some_minutes_to_teach(rows):
    """As long as the chapter's own page says that they take."""
    for _, _, minutes, what, exercises, _ in rows:
        typed = [id for id in re.findall(r"\b\d\d\.\d\b", exercises) if "show of hands" not in exercises]
        assert sum(minutes_of(id) for id in typed) <= int(minutes), what


WORDS = dict(one=1, two=2, three=3, four=4, five=5, six=6, seven=7, eight=8, ten=10, eleven=11, twelve=12)


def minutes_of(id: str) -> int:
    (path,) = TEACHING.glob(f"{id[:2]}_*.md")
    said = re.search(rf"{re.escape(id)} ({'|'.join(WORDS)})\b", path.read_text(encoding="utf-8"))
    return WORDS[said[1]] if said else 0


def test_widgets_that_are_moved_live_are_in_the_rows_notebook(rows):
    for *_, what, _, how in rows:
        for name in re.findall(r"`([A-Z]\w+)`", how):
            assert any(name in c.source for c in notebook(what)[1].cells), (what, name)


def test_a_plan_says_what_to_cut_and_what_it_leaves_out(plan):
    for said in ("**Late? Cut in this order:**", "**What it leaves out.**"):
        assert len(plan[1].split(said)[1].split("\n\n")[0].split()) > 10


def test_every_page_for_teachers_is_linked_from_the_first():
    linked = set(re.findall(r"\]\((\w+\.md)\)", page("README.md")))
    assert linked == {path.name for path in TEACHING.glob("*.md")} - {"README.md"}


@pytest.mark.parametrize(
    ("room", "names"),
    [
        ("The set-up", [check.__name__ for check in doctor.CHECKS]),
        ("What a class needs", [check.__name__ for check in classroom.CLASSROOM]),
        ("if you name a pack", [classroom.packed(pathlib.Path()).__name__]),
    ],
)
def test_the_checklist_explains_each_check_of_the_doctor_and_no_more(room, names):
    table = page("checklist.md").split(room)[1].split("\n\n")[1]
    assert re.findall(r"^\| `(\w+)` \|", table, re.M) == names


def test_the_checklists_numbers_are_the_doctors():
    text = page("checklist.md")
    assert f"at least {classroom.MEMORY_GB} GB of memory" in text
    assert f"at least {classroom.DISK_GB} GB free" in text
    assert f"ports {classroom.PORTS[0]} to {classroom.PORTS[-1]}" in text


def test_the_two_lines_are_those_of_the_pack():
    text = page("without_internet.md")
    for line in (*UNIX, *WINDOWS):
        assert f"\n{line.format('')}\n" in text


@pytest.mark.parametrize("path", sorted(TEACHING.glob("*.md")), ids=lambda path: path.stem)
def test_commands_that_are_named_are_there(path):
    text = path.read_text(encoding="utf-8")
    commands = re.findall(r"(?:^|`|bin/|Scripts\\)memlab (\w+)", text, re.M)
    assert set(commands) <= set(cli.COMMANDS)
