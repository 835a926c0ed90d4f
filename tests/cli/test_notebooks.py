"""Laying out notebooks: nothing of the learner's is ever lost."""

from __future__ import annotations

import errno
import json
import os
import pathlib

import pytest

import memlab
from memlab.cli import notebooks
from memlab.cli.errors import CommandError


def notebook(*cells: str, outputs: str = "") -> bytes:
    code = [{"cell_type": "code", "source": source, "outputs": [outputs]} for source in cells]
    return json.dumps({"cells": code, "nbformat": 4}).encode()


@pytest.fixture
def version(tmp_path, monkeypatch):
    """Makes a version of memlab with the given notebooks the installed one."""

    def install(number: str, files: dict[str, bytes]) -> pathlib.Path:
        origin = tmp_path / number
        for name, content in files.items():
            (origin / name).parent.mkdir(parents=True, exist_ok=True)
            (origin / name).write_bytes(content)
        monkeypatch.setattr(memlab, "__version__", number)
        monkeypatch.setattr(notebooks, "source", lambda: origin)
        return origin

    return install


FIRST, SECOND = "00_start_here.ipynb", "02_liveness.ipynb"


@pytest.fixture
def folder(tmp_path, version):
    """A folder with version 1 laid out."""
    version("1", {FIRST: notebook("a"), SECOND: notebook("b"), "images/map.svg": b"<svg/>"})
    notebooks.lay_out(tmp_path / "mine")
    return tmp_path / "mine"


def statuses(laid) -> dict[str, str]:
    return {file.name: file.status for file in laid}


def test_an_empty_folder_gets_everything(folder):
    assert (folder / FIRST).read_bytes() == notebook("a")
    assert (folder / "images" / "map.svg").read_bytes() == b"<svg/>"


def test_a_second_time_nothing_is_written(folder):
    """Not even the manifest: the folder may be read-only by now."""
    before = {p: p.stat().st_mtime_ns for p in folder.rglob("*")}
    assert set(statuses(notebooks.lay_out(folder)).values()) == {"same"}
    assert {p: p.stat().st_mtime_ns for p in folder.rglob("*")} == before


def test_a_changed_notebook_stays_and_the_original_lies_beside_it(folder):
    (folder / SECOND).write_bytes(notebook("b", "my own"))
    laid = {file.name: file for file in notebooks.lay_out(folder)}
    assert laid[SECOND].status == "kept"
    assert (folder / SECOND).read_bytes() == notebook("b", "my own")
    assert laid[SECOND].beside == "02_liveness.memlab-1.ipynb"
    assert (folder / laid[SECOND].beside).read_bytes() == notebook("b")


def test_what_lies_beside_is_not_written_again_and_not_multiplied(folder):
    (folder / SECOND).write_bytes(notebook("my own"))
    for _ in range(3):
        notebooks.lay_out(folder)
    assert sorted(p.name for p in folder.glob("02_*")) == [SECOND, "02_liveness.memlab-1.ipynb"]


def test_what_lies_beside_is_the_learners_too_once_it_is_changed(folder):
    (folder / SECOND).write_bytes(notebook("my own"))
    notebooks.lay_out(folder)
    (folder / "02_liveness.memlab-1.ipynb").write_bytes(notebook("my own too"))
    laid = {file.name: file for file in notebooks.lay_out(folder)}
    assert laid[SECOND].beside == "02_liveness.memlab-1-2.ipynb"
    assert (folder / "02_liveness.memlab-1.ipynb").read_bytes() == notebook("my own too")


def test_running_a_notebook_is_no_change_and_its_outputs_stay(folder):
    ran = notebook("b", outputs="2")
    (folder / SECOND).write_bytes(ran)
    assert statuses(notebooks.lay_out(folder))[SECOND] == "same"
    assert (folder / SECOND).read_bytes() == ran


def test_a_new_version_replaces_what_was_not_changed_and_only_that(folder, version):
    (folder / SECOND).write_bytes(notebook("my own"))
    version("2", {FIRST: notebook("a, better"), SECOND: notebook("b, better"), "03_new.ipynb": notebook("c")})
    assert statuses(notebooks.lay_out(folder)) == {FIRST: "replaced", SECOND: "kept", "03_new.ipynb": "new"}
    assert (folder / FIRST).read_bytes() == notebook("a, better")
    assert (folder / SECOND).read_bytes() == notebook("my own")
    assert (folder / "02_liveness.memlab-2.ipynb").read_bytes() == notebook("b, better")


@pytest.mark.parametrize("manifest", [None, b"", b"[]", b'{"files": 3}', b"\xff"])
def test_without_a_readable_manifest_every_other_file_counts_as_the_learners(folder, version, manifest):
    (folder / notebooks.MANIFEST).unlink()
    if manifest is not None:
        (folder / notebooks.MANIFEST).write_bytes(manifest)
    version("2", {FIRST: notebook("a, better")})
    assert statuses(notebooks.lay_out(folder)) == {FIRST: "kept"}
    assert (folder / FIRST).read_bytes() == notebook("a")


def test_a_file_that_is_no_notebook_any_more_is_kept(folder):
    (folder / SECOND).write_bytes(b"notes on liveness")
    notebooks.lay_out(folder)
    assert (folder / SECOND).read_bytes() == b"notes on liveness"


def test_the_checkouts_own_folder_is_left_alone(repo):
    assert notebooks.source().samefile(repo / "notebooks")
    assert notebooks.lay_out(repo / "notebooks") == []
    assert not (repo / "notebooks" / notebooks.MANIFEST).exists()


def test_a_file_in_place_of_the_folder_is_named(tmp_path, version):
    version("1", {FIRST: notebook("a")})
    (tmp_path / "file").write_bytes(b"")
    for target in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(CommandError, match=r"file.*memlab lab DIR"):
            notebooks.lay_out(target)


def test_a_full_disk_is_told_and_leaves_no_half_file(tmp_path, version, monkeypatch):
    version("1", {FIRST: notebook("a")})

    def full(self, content):
        self.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(pathlib.Path, "write_bytes", full)
    with pytest.raises(CommandError, match="No space left on device"):
        notebooks.lay_out(tmp_path / "mine")
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_folder_that_may_not_be_written_is_told(tmp_path, version, monkeypatch):
    """Simulated: root, who runs the tests in a container, may write everywhere."""
    version("1", {FIRST: notebook("a")})

    def refuse(self, *args, **kwargs):
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    monkeypatch.setattr(pathlib.Path, "mkdir", refuse)
    with pytest.raises(CommandError, match=r"cannot write .*Permission denied"):
        notebooks.lay_out(tmp_path / "mine")


def test_missing_notebooks_are_told_with_the_mend(tmp_path, monkeypatch):
    monkeypatch.setattr(memlab, "__file__", os.fspath(tmp_path / "memlab" / "__init__.py"))
    with pytest.raises(CommandError, match="pip install"):
        notebooks.source()


def test_two_at_once_do_not_take_files_from_each_other(tmp_path, version, monkeypatch):
    """Between the writing and the moving of a file another process lays out the same folder, whole."""
    version("1", {FIRST: notebook("a"), SECOND: notebook("b")})
    replace, pid = os.replace, os.getpid()

    def interrupted(part, path):
        monkeypatch.setattr(os, "replace", replace)
        monkeypatch.setattr(os, "getpid", lambda: pid + 1)
        notebooks.lay_out(tmp_path / "mine")
        monkeypatch.setattr(os, "getpid", lambda: pid)
        replace(part, path)

    monkeypatch.setattr(os, "replace", interrupted)
    assert notebooks.lay_out(tmp_path / "mine")
    names = sorted(p.name for p in (tmp_path / "mine").iterdir())
    assert names == sorted([notebooks.MANIFEST, FIRST, SECOND])
