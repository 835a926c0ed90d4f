"""The walls of the house: who may import whom, who touches disk or network, what `import memlab` pulls in."""

from __future__ import annotations

import ast
import json
import pathlib
import subprocess
import sys

import pytest

# A room and the rooms that it may import. `anything` may import every room.
MAY_IMPORT = {
    "flow": set(),
    "zset": set(),
    "tokens": set(),
    "bank": {"flow", "zset", "tokens", "checks"},
    "replay": {"bank", "flow", "zset", "tokens", "checks"},
    "facts": {"flow", "tokens", "checks"},
    "tiers": {"bank", "facts", "zset", "tokens", "checks"},
    "context": {"tiers", "facts", "tokens", "checks"},
    "chats": {"facts", "replay", "flow", "bank", "tokens", "tiers", "checks"},
}
CORE = tuple(MAY_IMPORT)
VIEW_MAY_NOT = {"widgets", "course", "cli"}
WIDGETS_MAY_NOT = {"course", "cli"}
STORIES = ("memlab.course.story.", "memlab.course.project_story.", "memlab.course.tea_chats.")
LAB_PACKAGES = {
    "matplotlib",
    "ipywidgets",
    "graphviz",
    "pygraphviz",
    "IPython",
    "ipykernel",
    "jupyterlab",
    "nbformat",
}
TEST_PACKAGES = {"pytest", "hypothesis", "fakeredis", "cachetools", "playwright", "nbval"}
GPL = {"libcachesim"}

# Modules that reach a disk or a network; redis itself is a client, and only its exceptions may be taken.
OUTSIDE = {
    "http",
    "urllib",
    "socket",
    "requests",
    "httpx",
    "sqlite3",
    "psycopg",
    "sqlalchemy",
    "subprocess",
    "shutil",
    "tempfile",
}
MAY_REACH_OUTSIDE = {"tiers", "cli"}
MAY_TOUCH_THE_DISK = (  # and nothing else of their rooms
    "tokens/loading.py",  # the vocabulary
    "bank/recorder.py",  # what an agent wrote and read, appended
    "replay/sources.py",  # traces and data sets
    "chats/files.py",  # what people bring
    "replay/processes.py",  # what worker processes are to know, while they work
)
OUTSIDE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "urlopen", "mkdir", "unlink"}


def rooms(repo: pathlib.Path) -> dict[str, list[pathlib.Path]]:
    """Room -> its modules; a module directly under memlab belongs to the room of its own name."""
    found: dict[str, list[pathlib.Path]] = {}
    for path in sorted((repo / "memlab").rglob("*.py")):
        found.setdefault(path.relative_to(repo / "memlab").parts[0], []).append(path)
    return found


def imports(path: pathlib.Path) -> set[str]:
    """Every module that a file imports, wherever in the file, as a dotted name."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import hides which room it takes from"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def taken(paths: list[pathlib.Path]) -> tuple[set[str], set[str]]:
    """(rooms of memlab that these modules import, top packages that they import)."""
    names = {name for path in paths for name in imports(path)}
    ours = {name.split(".")[1] for name in names if name.startswith("memlab.")}
    return ours, {name.split(".")[0] for name in names}


@pytest.mark.parametrize("room", CORE)
def test_a_core_room_imports_only_what_lies_below_it(repo, room):
    ours, packages = taken(rooms(repo)[room])
    assert ours - {room, "__version__"} <= MAY_IMPORT[room]
    assert not packages & LAB_PACKAGES


def test_the_checks_at_the_door_know_no_room(repo):
    assert taken([repo / "memlab" / "checks.py"])[0] == set()


def test_pictures_know_nothing_of_widgets_and_exercises(repo):
    ours, packages = taken(rooms(repo)["view"])
    assert not ours & VIEW_MAY_NOT
    assert not packages & {"ipywidgets", "IPython", "jupyterlab"}


def test_widgets_know_the_story_and_nothing_of_exercises(repo):
    names = {name for path in rooms(repo)["widgets"] for name in imports(path)}
    ours = {name for name in names if name.startswith(tuple(f"memlab.{room}" for room in WIDGETS_MAY_NOT))}
    assert {name for name in ours if not f"{name}.".startswith(STORIES)} == set()


def test_no_room_imports_the_command_line(repo):
    for room, modules in rooms(repo).items():
        if room not in ("cli", "__main__.py"):
            assert "cli" not in taken(modules)[0], room


def test_the_library_needs_no_test_package_and_nothing_under_the_gpl(repo):
    for room, modules in rooms(repo).items():
        measuring = [m for m in modules if m.parent.name == "bench"]
        _, packages = taken([m for m in modules if m not in measuring])
        assert not packages & (TEST_PACKAGES | GPL), room
        assert not taken(measuring)[1] & GPL


@pytest.mark.parametrize("room", [room for room in CORE if room not in MAY_REACH_OUTSIDE])
def test_a_core_room_touches_neither_disk_nor_network(repo, room):
    for path in rooms(repo)[room]:
        if path.as_posix().endswith(MAY_TOUCH_THE_DISK):
            continue
        outside = {name for name in imports(path) if name.split(".")[0] in OUTSIDE}
        assert not outside, f"{path}: {outside}"
        calls = {name for name in called(path) if name in OUTSIDE_CALLS}
        assert not calls, f"{path}: {calls}"


def test_each_file_that_may_touch_the_disk_does(repo):
    for name in MAY_TOUCH_THE_DISK:
        path = repo / "memlab" / name
        assert called(path) & OUTSIDE_CALLS or imports(path) & OUTSIDE, name


def called(path: pathlib.Path) -> set[str]:
    """Names of the functions and methods that a file calls."""
    functions = [
        n.func for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)
    ]
    return {
        f.id if isinstance(f, ast.Name) else f.attr
        for f in functions
        if isinstance(f, (ast.Name, ast.Attribute))
    }


def loaded_by(statement: str) -> set[str]:
    """Top packages in a fresh Python after a statement."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(sorted(sys.modules)))"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8"
    ).stdout
    return {name.split(".")[0] for name in json.loads(out)}


def test_import_memlab_pulls_in_no_package_at_all():
    outside = loaded_by("import memlab") - loaded_by("pass") - {"memlab"} - set(sys.stdlib_module_names)
    assert outside == set()


@pytest.mark.parametrize("room", CORE)
def test_a_core_room_pulls_in_no_lab_package(room):
    assert not loaded_by(f"import memlab.{room}") & LAB_PACKAGES


def test_the_command_line_pulls_in_nothing_before_a_command_runs():
    outside = (
        loaded_by("import memlab.cli; memlab.cli._parser()")
        - loaded_by("pass")
        - set(sys.stdlib_module_names)
    )
    assert outside == {"memlab"}


def test_import_memlab_loads_hardly_anything():
    """Counted in work and not in seconds, which a busy machine would stretch."""
    code = "import sys; before = len(sys.modules); import memlab; print(len(sys.modules) - before)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert int(out) <= 5
