"""The page of the house shows what the imports say, and they point where the walls allow."""

from __future__ import annotations

import importlib.util
import pathlib
import re

import pytest

from memlab.publish import architecture
from memlab.view.rooms import above, needed, rooms_graph

MANY = {"cli": {"view", "bank"}, "view": {"bank"}, "bank": {"checks"}, "checks": set()}


@pytest.fixture(scope="module")
def walls(repo):
    spec = importlib.util.spec_from_file_location("walls", repo / "tests" / "test_walls.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


@pytest.fixture(scope="module")
def taken() -> dict[str, set[str]]:
    return architecture.imports()


@pytest.fixture
def house(tmp_path) -> pathlib.Path:
    """A package of three rooms."""
    for name, text in {
        "__init__.py": "",
        "low/__init__.py": '"""low: what lies below.\n\nMore."""',
        "high/__init__.py": '"""What stands above."""\nfrom pkg import low',
        "high/deep/late.py": "def f():\n    import memlab.low\n    from memlab.high import this\n",
        "single.py": '"""A module."""\nfrom memlab.high.deep import late\nfrom memlab import __main__',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_imports_are_found_wherever_they_stand(house):
    assert architecture.imports(house) == {"low": set(), "high": {"low"}, "single": {"high"}}
    assert architecture.purpose("low", house) == "What lies below."
    assert architecture.purpose("single", house) == "A module."


def test_they_are_those_that_the_walls_see(repo, walls, taken):
    seen = {
        name.removesuffix(".py"): walls.taken(modules)[0] - {name.removesuffix(".py"), "__version__"}
        for name, modules in walls.rooms(repo).items()
        if name[0] != "_"
    }
    assert taken == seen


def test_every_arrow_between_core_rooms_is_one_that_the_walls_allow(walls, taken):
    for room, allowed in walls.MAY_IMPORT.items():
        assert taken[room] <= allowed, room
    assert set(taken) - architecture.RIM == {*walls.CORE, "checks"}


def test_the_picture_draws_all_that_does_not_follow_and_nothing_else(taken):
    drawn = arrows(architecture.picture(taken).svg)
    assert drawn == set(needed(taken)) and len(drawn) >= 15
    assert reached(drawn) == reached({(a, b) for a, others in taken.items() for b in others})


def arrows(svg: str) -> set[tuple[str, str]]:
    return {tuple(pair) for pair in re.findall(r"<title>(\w+) imports (\w+)</title>", svg)}


def reached(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """All pairs that a way of arrows joins, the slow way."""
    while more := {(a, d) for a, b in edges for c, d in edges if b == c} - edges:
        edges = edges | more
    return edges


def test_the_committed_page_and_picture_say_the_same(repo, taken):
    anew = "run: python -m memlab.publish.architecture notebooks"
    committed = (repo / "notebooks" / "architecture.md").read_text(encoding="utf-8")
    assert committed == architecture.page(taken), anew
    svg = (repo / "notebooks" / "images" / "rooms.svg").read_text(encoding="utf-8")
    assert arrows(svg) == arrows(architecture.picture(taken).svg), anew


def test_it_is_written_into_a_folder(tmp_path, taken):
    (tmp_path / "images").mkdir()
    architecture.write(tmp_path, taken)
    assert (tmp_path / "architecture.md").read_text(encoding="utf-8") == architecture.page(taken)
    assert "<svg" in (tmp_path / "images" / "rooms.svg").read_text(encoding="utf-8")


def test_an_arrow_that_follows_is_left_to_the_text():
    picture = rooms_graph(MANY, core=["bank"])
    assert arrows(picture.svg) == {("cli", "view"), ("view", "bank"), ("bank", "checks")}
    assert "cli     view, bank" in picture.text and "view, bank" in picture.description


def test_rooms_stand_above_what_they_import():
    assert [*above(MANY)] == ["cli", "view", "bank", "checks"]
    assert [*above({"b": [], "a": []})] == ["a", "b"]
    assert [*above({"a": ["not a key"]})] == ["a", "not a key"]


def test_a_circle_is_refused_by_its_names():
    with pytest.raises(ValueError, match=r"rooms: a, b import each other in a circle"):
        rooms_graph({"top": ["a"], "a": ["b"], "b": ["a"]})


def test_no_rooms_and_hostile_names_are_drawn():
    assert "0 rooms" in rooms_graph({}).title
    svg = rooms_graph({"<script>": ["&"]}).svg
    assert "<script>" not in svg and "&lt;script&gt;" in svg
