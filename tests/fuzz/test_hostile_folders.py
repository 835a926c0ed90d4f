"""Hostile folders: what lies where memlab reads and writes never makes it crash, hang or leave the folder.

MEMLAB_FUZZ=20 tries twenty times as many.
"""

from __future__ import annotations

import json
import os
import re
import zipfile

import pytest
from memlab_hostile import BYTES, FUZZ, TEXTS, VALUES, damaged, mutations, only

import memlab
from memlab.cli import main
from memlab.cli.classroom import packed
from memlab.cli.errors import CommandError
from memlab.cli.notebooks import MANIFEST, lay_out
from memlab.course import board_file
from memlab.course.record import FILE, Record
from memlab.publish import pack
from memlab.whole import write_whole

PACK = {
    "memlab": "1",
    "targets": [
        {"system": "linux-x86_64", "python": "3.12", "wheels": ["a-1-py3-none-any.whl"], "missing": []}
    ],
    "files": {"wheels/a-1-py3-none-any.whl": "0" * 64},
}


@pytest.fixture()
def outside(tmp_path):
    """A file that nobody may touch, beside the folder."""
    path = tmp_path / "outside.txt"
    path.write_text("mine", encoding="utf-8")
    yield path
    assert path.read_text(encoding="utf-8") == "mine"


# -- memlab lab DIR


@pytest.fixture()
def laid(tmp_path):
    lay_out(tmp_path / "lab")
    return tmp_path / "lab"


def test_odd_notebooks_and_manifests_in_the_lab(laid):
    name = sorted(laid.glob("0*.ipynb"))[0]
    for odd in (*BYTES, *(json.dumps({"cells": value}).encode() for value in VALUES[:: 4 // min(FUZZ, 4)])):
        name.write_bytes(odd)
        (laid / MANIFEST).write_bytes(odd)
        lay_out(laid)
        assert name.read_bytes() == odd, "what a learner wrote is never overwritten"
        for beside in laid.glob("*.memlab-*"):
            beside.unlink()


@pytest.mark.parametrize("value", [{}, {"files": None}, {"files": {"../outside.txt": "0" * 64, "\0": 1}}])
def test_a_manifest_of_the_lab_names_nothing_outside(laid, outside, value):
    (laid / MANIFEST).write_text(json.dumps(value), encoding="utf-8")
    lay_out(laid)


def test_links_in_the_lab_are_not_followed_when_written(laid, outside):
    names = sorted(laid.glob("0*.ipynb"))
    names[0].unlink()
    names[0].symlink_to(outside)
    names[1].unlink()
    names[1].symlink_to(laid / "nowhere")
    (laid / MANIFEST).unlink()
    (laid / MANIFEST).symlink_to(outside)
    lay_out(laid)


def test_a_folder_of_the_lab_that_leads_outside_is_refused(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab" / "teaching").symlink_to("../elsewhere")
    with pytest.raises(CommandError, match="leads out of"):
        lay_out(tmp_path / "lab")
    assert list((tmp_path / "elsewhere").iterdir()) == []
    (tmp_path / "link").symlink_to("elsewhere")  # DIR itself may be one
    assert lay_out(tmp_path / "link")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only where there are named pipes")
def test_what_is_no_file_is_in_the_way(laid):
    name = sorted(laid.glob("0*.ipynb"))[0]
    name.unlink()
    os.mkfifo(name)
    with pytest.raises(CommandError, match="in the way"):
        lay_out(laid)
    name.unlink()
    name.mkdir()
    with pytest.raises(CommandError, match="in the way"):
        lay_out(laid)
    name.rmdir()
    (laid / MANIFEST).unlink()
    os.mkfifo(laid / MANIFEST)
    lay_out(laid)


def test_a_folder_that_is_a_file_or_has_an_impossible_name(tmp_path, capfd):
    (tmp_path / "file").write_bytes(b"")
    for name in (str(tmp_path / "file"), str(tmp_path / "file" / "x"), str(tmp_path / ("n" * 300))):
        assert main(["lab", name, "--no-browser"]) == 2
        assert capfd.readouterr().err.count("\n") == 1


# -- write_whole


def test_a_part_that_somebody_laid_out_as_a_link_is_not_followed(tmp_path, outside):
    path = tmp_path / "whole.json"
    (tmp_path / f"whole.json.{os.getpid()}.part").symlink_to(outside)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new" and not path.is_symlink()
    path.unlink()
    path.symlink_to(outside)
    write_whole(path, b"newer")
    assert path.read_bytes() == b"newer" and not path.is_symlink()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["outside.txt", "whole.json"]


# -- memlab pack DIR, memlab doctor --class DIR


def test_odd_manifests_of_a_pack_are_refused_and_name_nothing_outside(tmp_path, outside):
    (tmp_path / "pack").mkdir()
    path = tmp_path / "pack" / pack.MANIFEST
    odd = [json.dumps(m).encode() for m in mutations(PACK, 300 * FUZZ)]
    for content in (*odd, *BYTES, *damaged(json.dumps(PACK).encode(), 60 * FUZZ)):
        path.write_bytes(content)
        with only(ValueError, OSError):
            found = pack.read_manifest(tmp_path / "pack")
            pack._drop_damaged(tmp_path / "pack")
            pack.damaged(tmp_path / "pack", found)
            pack.installable(found, "linux-x86_64", "3.12")
            assert re.fullmatch(
                r'memlab pack "[^"]*"( --python 3\.\d+)+', pack.remade(path.parent, found, "3.12")
            )


@pytest.mark.parametrize("name", ["../outside.txt", "/etc/passwd", "a/../../x", "C:/x", "..\\x", "wheels/\0"])
def test_a_pack_that_names_a_file_outside_is_no_pack(tmp_path, name):
    (tmp_path / pack.MANIFEST).write_text(json.dumps({**PACK, "files": {name: "0" * 64}}), encoding="utf-8")
    with pytest.raises(ValueError, match="not written by memlab"):
        pack.read_manifest(tmp_path)
    assert "is no pack" in str(next(packed(tmp_path)()))


def test_wheels_with_odd_names_or_content_are_thrown_out(tmp_path):
    wheels = tmp_path / pack.WHEELS
    wheels.mkdir()
    for n, odd in enumerate(BYTES):
        (wheels / f"a-{n}-py3-none-any.whl").write_bytes(odd)
    (wheels / "x;rm -rf.whl").write_bytes(b"")
    with zipfile.ZipFile(wheels / "b-1-py3-none-any.whl", "w") as archive:
        archive.writestr("../../evil.py", "1")
    pack._drop_damaged(tmp_path)
    assert {p.name for p in wheels.iterdir()} <= {
        "b-1-py3-none-any.whl",
        *(f"a-{n}-py3-none-any.whl" for n in range(99)),
    }
    assert not (tmp_path.parent / "evil.py").exists()


# -- the course's files


def test_odd_records_of_a_learner(tmp_path):
    sound = {"exercises": {"01.1": {"tries": 2, "correct": 2}}, "capstone": 71.5}
    odd = [json.dumps(m).encode() for m in mutations(sound, 200 * FUZZ)]
    for content in (*odd, *BYTES, *damaged(json.dumps(sound).encode(), 60 * FUZZ)):
        (tmp_path / FILE).write_bytes(content)
        record = Record(tmp_path)
        record.note("01.2", "correct")
        assert record.read()["exercises"]["01.2"]["correct"] == 1 and not record.trouble


def test_odd_boards(tmp_path):
    entry = {"name": "Ann", "design": "d", "hits": 3, "optimum": 4, "lost": 0, "mixed": 0}
    path = tmp_path / "board.jsonl"
    head = board_file._line({"board": board_file.HEAD, "hidden": 7})
    lines = [board_file._line(m) for m in mutations(entry, 200 * FUZZ) if isinstance(m, dict)]
    for content in (*BYTES, *damaged((head + board_file._line(entry)).encode(), 60 * FUZZ)):
        path.write_bytes(content)
        with only(board_file.BoardError):
            board_file.hidden_of(path)
            list(board_file.entries(path))
    path.write_bytes((head + "".join(lines)).encode("utf-8", "surrogatepass"))
    for found in board_file.entries(path):
        assert isinstance(found, tuple) or 0 <= found.score <= 100


# -- what is run


def test_nothing_that_a_user_wrote_is_executed():
    """No eval, no exec, no pickle or yaml of files; a process is started by a list of words."""
    may = {
        "replay/processes.py": "between a process and its own workers",
        "course/exercise.py": "an exercise's starter, a text of the course: is an answer another one?",
    }
    root = os.path.dirname(memlab.__file__)
    bad = re.compile(
        r"(?<![\w.])(?:eval|exec|__import__)\(|\bos\.(?:system|popen)|shell\s*=\s*True|\bmarshal\.|\bshelve\b"
        r"|yaml\.load|\bpickle\.loads?\(|np\.load\("
    )
    for folder, _, files in os.walk(root):
        for name in files:
            if name.endswith(".py"):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    found = bad.findall(file.read())
                inside = os.path.relpath(path, root).replace(os.sep, "/")
                assert not found or inside in may, f"{inside}: {found}"


# -- memlab inspect


def test_the_page_and_the_terminal_get_no_code_of_a_users_text(tmp_path, capfdbinary):
    said = [
        {"role": ("user", "assistant")[n % 2], "content": f"I live in {text}. My name is {text}."}
        for n, text in enumerate(TEXTS)
    ]
    named = [{"title": text, "id": f"{n}", "messages": said[n : n + 4]} for n, text in enumerate(TEXTS)]
    path, page = tmp_path / "chats\x1b[31m<b>.json", tmp_path / "page.html"
    path.write_text(json.dumps(named), encoding="utf-8")
    for options in ([], ["--reveal"]):
        assert (
            main(["inspect", str(path), "--html", str(page), "--top", "50", "--budget", "300", *options]) == 0
        )
        out, err = capfdbinary.readouterr()
        assert b"\x1b" not in out + err and b"\0" not in out + err
        html = page.read_text(encoding="utf-8")
        tags = set(re.findall(r"<\s*([a-zA-Z][\w:-]*)", html))
        assert not tags & {"script", "img", "iframe", "object", "embed", "link", "form", "meta http"} - {
            "link"
        }
        assert not re.search(r"<[^>]*\son\w+\s*=", html) and "javascript:alert" not in re.sub(
            r">[^<]*<", "><", html
        )
        assert "\0" not in html and "\x1b" not in html
