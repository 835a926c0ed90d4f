"""The README keeps its word: its picture, its code, its chapters, its commands."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re

import pytest


@pytest.fixture
def readme(repo) -> str:
    return (repo / "README.md").read_text(encoding="utf-8")


def test_the_picture_is_what_the_library_draws(repo):
    spec = importlib.util.spec_from_file_location("readme_picture", repo / "tests" / "readme_picture.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.PICTURE.read_text(encoding="utf-8") == script.drawn(), "run: python tests/readme_picture.py"


def test_every_link_leads_somewhere(repo, readme):
    links = re.findall(r"\]\(([^)#]+)\)", readme)
    assert len(links) >= 6
    assert [link for link in links if not (repo / link).exists()] == []


def test_the_ten_lines_run_and_print_what_they_say(readme):
    (code,) = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
    said = re.findall(r"^(?:print.+  )?# (.+)$", code, re.MULTILINE)
    assert len([line for line in code.splitlines() if line and line[0] != "#"]) == 10
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(code, "README.md", "exec"), {})
    assert printed.getvalue().splitlines() == said and said


def test_every_command_it_names_exists(repo, readme):
    from memlab.cli import COMMANDS

    makefile = (repo / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"`?make ([\w-]+)`?(?= +#|`|,| prints)", readme)) <= targets
    assert set(re.findall(r"`memlab (\w+)", readme)) <= set(COMMANDS)
    assert {word for word in COMMANDS if f"memlab {word}" in " ".join(readme.split())} == set(COMMANDS)


def test_the_chapter_table_has_every_notebook(repo, readme):
    rows = re.findall(
        r"^\| (\d\d) \| \[.+?\]\((notebooks/\S+)\) \| .+ \| +(\d+) \| `(\w+)`", readme, re.MULTILINE
    )
    assert [path for _, path, _, _ in rows] == sorted(
        p.relative_to(repo).as_posix() for p in (repo / "notebooks").glob("[0-9]*.ipynb")
    )
    assert "(notebooks/capstone.ipynb)" in readme
    for number, path, minutes, room in rows:
        assert f"/{number}_" in path and (repo / "memlab" / room).is_dir()
        assert minutes_of((repo / path).read_text(encoding="utf-8")) == int(minutes), path


def minutes_of(notebook: str) -> int:
    """What a chapter says of itself, exercises included: `**Minutes:** 50, and 25 for the exercises · …`."""
    said = re.search(r"\*\*Minutes:\*\*([^·\n]+)", notebook)
    return sum(map(int, re.findall(r"\d+", said[1])))
