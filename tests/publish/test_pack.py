"""A pack is gathered from a folder of tiny wheels that stands for the registry: no test asks the network."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import zipfile
from importlib import metadata

import pytest
from packaging.requirements import Requirement

import memlab
from memlab import cli
from memlab.publish import own_wheel, pack, wheels
from memlab.publish import pip as by_pip
from memlab.publish.pip import PipFailed
from memlab.publish.place import NotOurs
from memlab.publish.platforms import Target, this_python, this_system
from memlab.publish.wheels import gather, requires

pytestmark = pytest.mark.long  # it really calls pip

LINUX, WINDOWS = Target("linux-x86_64", "3.11"), Target("windows-amd64", "3.11")
PURE = "py3-none-any"


def tiny_wheel(folder: pathlib.Path, name: str, version: str, *needs: str, tag: str = PURE) -> pathlib.Path:
    """A wheel with one empty module that requires these."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-{tag}.whl"
    extras = sorted(set(re.findall(r"extra == '(\w+)'", " ".join(needs))))
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Provides-Extra: {extra}" for extra in extras] + [f"Requires-Dist: {need}" for need in needs]
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/_vendor/other-1.0.dist-info/METADATA", "Name: other\nRequires-Dist: never")
        archive.writestr(f"{name}.py", "")
        archive.writestr(f"{info}/METADATA", "\n".join([*lines, ""]))
        archive.writestr(f"{info}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: {tag}\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


@pytest.fixture(autouse=True)
def index(tmp_path, monkeypatch) -> pathlib.Path:
    """The only place where pip looks."""
    folder = tmp_path / "index"
    folder.mkdir()
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder


@pytest.fixture
def wanted(index, monkeypatch) -> pathlib.Path:
    """An index with all that this tiny memlab needs; its own wheel and the site are made in no time."""
    needs = [
        "tinybase>=1",
        "tinywin; sys_platform == 'win32'",
        "tinylab; extra == 'lab'",
        "no; extra == 'test'",
    ]
    tiny_wheel(index, "tinybase", "1.0", "tinydeep")
    for name in ("tinydeep", "tinywin", "tinylab"):
        tiny_wheel(index, name, "1.0")
    monkeypatch.setattr(
        pack, "own_wheel", lambda folder: tiny_wheel(folder, "memlab", memlab.__version__, *needs)
    )
    monkeypatch.setattr(pack, "_publish", lambda notebooks, folder, told: _page(folder))
    return index


def _page(folder: pathlib.Path) -> None:
    (folder / "site").mkdir(exist_ok=True)
    (folder / "site" / "index.html").write_text("<p>the course</p>", encoding="utf-8")


@pytest.fixture
def make(wanted, tmp_path):
    """Makes the pack, in a folder whose name has spaces."""

    def made(*targets: Target, folder: pathlib.Path = tmp_path / "a stick" / "for class") -> pack.Pack:
        return pack.make_pack(folder, targets or (LINUX,), tmp_path, str)

    return made


@pytest.fixture
def fetched(wanted, tmp_path) -> pathlib.Path:
    """All wheels lie in the folder of the pack already, as after an interruption: pip need not be asked."""
    folder = tmp_path / "a stick" / "for class"
    shutil.copytree(wanted, folder / "wheels")
    (folder / pack.MANIFEST).write_text("{}\n", encoding="utf-8")
    return folder


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """What pip is asked to fetch, and it goes on to fetch it."""
    seen: list[str] = []

    def pip(*arguments: str) -> bool:
        seen.extend(word for word in arguments[1:] if not word.startswith("--"))
        return by_pip.pip(*arguments)

    monkeypatch.setattr(wheels, "pip", pip)
    return seen


def names(found) -> set[str]:
    return {wheel.split("-")[0] for wheel in found}


# What is gathered


def test_what_only_windows_needs_is_gathered_from_a_machine_of_any_kind(make):
    linux, windows = make(LINUX, WINDOWS).gathered
    assert names(linux.wheels) == {"memlab", "tinybase", "tinydeep", "tinylab"}
    assert names(windows.wheels) == names(linux.wheels) | {"tinywin"}
    assert not linux.missing and not windows.missing


def test_a_wheel_made_for_the_laptop_is_taken_for_it_alone(wanted, make):
    (wanted / "tinydeep-1.0-py3-none-any.whl").unlink()
    made_for = {LINUX: "cp311-cp311-manylinux_2_17_x86_64", WINDOWS: "cp311-cp311-win_amd64"}
    files = {target: tiny_wheel(wanted, "tinydeep", "1.0", tag=tag).name for target, tag in made_for.items()}
    for gathered in make(*files).gathered:
        assert [w for w in gathered.wheels if "deep" in w] == [files[gathered.target]]


def test_extras_of_what_is_needed_are_followed(index, tmp_path):
    tiny_wheel(index, "tinyweb", "1.0", "tinyfast; extra == 'speed'", "tinyslow; extra == 'rest'")
    tiny_wheel(index, "tinyfast", "1.0", "tinyweb")  # a circle
    gathered = gather(LINUX, [Requirement("tinyweb[speed]")], tmp_path, str)
    assert names(gathered.wheels) == {"tinyweb", "tinyfast"} and not gathered.missing


def test_the_version_that_is_installed_here_is_taken_though_there_is_a_newer_one(index, tmp_path):
    here = metadata.version("packaging")
    tiny_wheel(index, "packaging", here)
    tiny_wheel(index, "packaging", "999.0")
    tiny_wheel(tmp_path / "pack", "packaging", "999.0")  # of an earlier call
    gathered = gather(LINUX, [Requirement("packaging>=1")], tmp_path / "pack", str)
    assert gathered.wheels == [f"packaging-{here}-py3-none-any.whl"]


def test_another_version_is_taken_where_the_laptop_has_no_wheel_of_this_one(index, tmp_path):
    tiny_wheel(index, "packaging", metadata.version("packaging"), tag="cp311-cp311-win_amd64")
    tiny_wheel(index, "packaging", "1.5")
    tiny_wheel(index, "packaging", "0.9")
    first = [Requirement("packaging>=0.5,<2"), Requirement("packaging")]
    assert gather(LINUX, first, tmp_path, str).wheels == ["packaging-1.5-py3-none-any.whl"]


def test_two_that_need_different_versions_of_a_third_get_both(index, tmp_path):
    """pip on the laptop chooses the one that suits both."""
    tiny_wheel(index, "tinyold", "1.0", "tinydeep<2")
    tiny_wheel(index, "tinynew", "1.0", "tinydeep")
    tiny_wheel(index, "tinydeep", "1.0")
    tiny_wheel(index, "tinydeep", "2.0")
    gathered = gather(LINUX, [Requirement("tinyold"), Requirement("tinynew")], tmp_path, str)
    assert {w for w in gathered.wheels if "deep" in w} >= {"tinydeep-1.0-py3-none-any.whl"}
    assert not gathered.missing


def test_what_a_wheel_vendors_is_not_what_it_needs(tmp_path):
    wheel = tiny_wheel(tmp_path, "tinyvendor", "1.0", "tinydeep")
    assert [r.name for r in requires(wheel, (), LINUX)] == ["tinydeep"]


def test_what_there_is_no_wheel_of_is_told_with_who_needs_it(wanted, make):
    (wanted / "tinydeep-1.0-py3-none-any.whl").unlink()
    made = make()
    assert made.gathered[0].missing == ["tinydeep, needed by tinybase"] and not made.complete
    assert "missing: tinydeep, needed by tinybase" in (made.folder / pack.FIRST).read_text(encoding="utf-8")
    why = pack.installable(pack.read_manifest(made.folder), "linux-x86_64", "3.11")
    assert why == "the pack lacks tinydeep, needed by tinybase"


# A second call


def test_a_second_call_fetches_nothing_and_ends_the_same(make, asked):
    first = pack.read_manifest(make(LINUX, WINDOWS).folder)
    assert "tinybase" in asked[0]
    asked.clear()
    again = pack.read_manifest(make(LINUX, WINDOWS).folder)
    assert asked == []
    assert again["targets"] == first["targets"] and again["files"].keys() == first["files"].keys()


def test_wheels_that_no_laptop_needs_any_more_are_thrown_out(make, fetched):
    folder = make(LINUX, WINDOWS).folder
    tiny_wheel(folder / "wheels", "tinyold", "1.0")
    make(LINUX)
    assert names(os.listdir(folder / "wheels")) == {"memlab", "tinybase", "tinydeep", "tinylab"}


def test_what_a_learner_made_in_the_pack_is_no_part_of_it_and_stays(make, fetched):
    folder = make().folder
    mine = folder / "memlab-class" / "pyvenv.cfg"
    mine.parent.mkdir()
    mine.write_text("x" * 10**6, encoding="utf-8")
    made = make()
    assert mine.exists() and made.size < 10**6
    assert "memlab-class/pyvenv.cfg" not in pack.read_manifest(folder)["files"]


def test_a_folder_with_something_else_in_it_is_refused_and_stays_as_it_is(make, tmp_path):
    folder = tmp_path / "holidays"
    folder.mkdir()
    (folder / "beach.jpg").write_bytes(b"sand")
    with pytest.raises(NotOurs, match="holidays is not empty"):
        make(folder=folder)
    assert os.listdir(folder) == ["beach.jpg"]


# Damage


def test_a_whole_pack_is_whole_and_one_changed_byte_is_found(make, fetched):
    folder = make().folder
    assert pack.damaged(folder, pack.read_manifest(folder)) == []
    with (folder / "site" / "index.html").open("r+b") as page:
        page.write(b"!")
    (folder / pack.FIRST).unlink()
    assert pack.damaged(folder, pack.read_manifest(folder)) == ["START_HERE.md", "site/index.html"]


def test_a_damaged_wheel_is_fetched_anew_and_not_believed(make, fetched, asked):
    folder = make().folder
    wheel = folder / "wheels" / "tinydeep-1.0-py3-none-any.whl"
    good = wheel.read_bytes()
    wheel.write_bytes(good[:-1] + b"!")
    asked.clear()
    make()
    assert asked == ["tinydeep"] and wheel.read_bytes() == good


def test_a_wheel_that_was_cut_off_is_fetched_anew(make, fetched):
    wheel = fetched / "wheels" / "tinydeep-1.0-py3-none-any.whl"
    good = wheel.read_bytes()
    for start in (b"", good[:40], good[:-30]):
        wheel.write_bytes(start)
        assert not pack._sound(wheel)
    make()
    assert wheel.read_bytes() == good


def test_an_interrupted_pack_is_ours_and_is_finished_by_the_next_call(make, fetched, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    folder = fetched
    with monkeypatch.context() as patch:
        patch.setattr(pack, "gather", stopped)
        assert cli.main(["pack", str(folder)]) == 130
    assert pack.read_manifest(folder) == {}
    assert "nobody yet" in pack.installable({}, "linux-x86_64", "3.11")
    assert make().complete


def test_a_manifest_of_another_kind_is_refused(make, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / pack.MANIFEST).write_text("[1]", encoding="utf-8")
    with pytest.raises(ValueError, match="not written by memlab"):
        make(folder=tmp_path / "other")


# What lies on top


def test_what_is_written_may_be_read_by_all_who_may_read_the_folder(make, fetched):
    folder = make().folder
    plain = folder / "plain"
    plain.touch()
    for name in (pack.FIRST, pack.MANIFEST):
        assert stat.S_IMODE((folder / name).stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_one_python_is_named_in_the_lines_and_several_are_left_to_the_table(make, fetched):
    one = (make(LINUX, WINDOWS).folder / pack.FIRST).read_text(encoding="utf-8")
    assert "    python3.11 -m venv memlab-class\n" in one and "    py -3.11 -m venv memlab-class\n" in one
    two = (make(LINUX, Target("linux-x86_64", "3.12")).folder / pack.FIRST).read_text(encoding="utf-8")
    assert "    python3 -m venv memlab-class\n" in two and "    py -m venv memlab-class\n" in two
    assert "| linux-x86_64 | 3.12 | 4 |" in two


@pytest.mark.skipif(sys.platform == "win32", reason="the lines for Windows cannot be run by this shell")
def test_the_two_lines_install_from_the_pack_alone(make, fetched, index):
    folder = make(Target(this_system() or "linux-x86_64", this_python())).folder
    for wheel in index.iterdir():
        wheel.unlink()
    text = (folder / pack.FIRST).read_text(encoding="utf-8")
    lines = re.findall(r"^    (python3.*|memlab-class/bin/python .*)$", text, re.M)
    assert len(lines) == 2
    script = " && ".join(lines).replace(f"python{this_python()} ", f"'{sys.executable}' ", 1)
    subprocess.run(script, shell=True, cwd=folder, check=True)
    (site,) = folder.glob("memlab-class/lib/*/site-packages")
    assert {"memlab.py", "tinybase.py", "tinydeep.py", "tinylab.py"} <= set(os.listdir(site))


def test_the_command_that_makes_it_anew_keeps_its_versions_of_python(tmp_path):
    made = {
        "targets": [{"system": "linux-x86_64", "python": "3.10"}, {"system": "macos-arm64", "python": "3.10"}]
    }
    command = pack.remade(pathlib.Path("a stick"), made, "3.12")
    assert command == 'memlab pack "a stick" --python 3.10 --python 3.12'


@pytest.mark.parametrize(
    ("system", "python", "why"),
    [
        ("linux-x86_64", "3.11", ""),
        ("linux-x86_64", "3.13", "is linux-x86_64 with Python 3.13"),
        (None, "3.11", "this is a system of another kind"),
        ("windows-amd64", "3.11", "the pack is for linux-x86_64 with Python 3.11"),
    ],
)
def test_a_laptop_is_told_why_the_pack_is_not_for_it(system, python, why):
    made = {"targets": [{"system": "linux-x86_64", "python": "3.11", "missing": []}]}
    assert why in pack.installable(made, system, python)
    assert bool(why) == bool(pack.installable(made, system, python))


# The command


def test_the_command_says_what_was_gathered_and_how_big_it_is(wanted, tmp_path, capsys):
    arguments = ["pack", str(tmp_path / "out"), "--system", "windows-amd64", "--python", "3.11"]
    assert cli.main(arguments) == 0
    out = capsys.readouterr().out
    assert "windows-amd64, Python 3.11: 5 wheels\n" in out
    assert re.search(r"^\d+ MB; what to do with it stands in .*START_HERE\.md$", out, re.M)


def test_the_command_tells_what_is_missing_by_its_exit_code(wanted, tmp_path, capsys):
    (wanted / "tinydeep-1.0-py3-none-any.whl").unlink()
    assert cli.main(["pack", str(tmp_path / "out"), "--system", "linux-x86_64", "--python", "3.11"]) == 1
    assert "  missing: tinydeep, needed by tinybase\n" in capsys.readouterr().out


@pytest.mark.parametrize("version", ["3.9", "3", "2.7", "new", "3.x"])
def test_the_command_refuses_a_python_that_memlab_does_not_run_on(version, tmp_path, capsys):
    with pytest.raises(SystemExit):
        cli.main(["pack", str(tmp_path / "out"), "--python", version])
    assert "3.10 or newer" in capsys.readouterr().err


def test_without_pip_the_command_says_how_to_get_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(by_pip.importlib.util, "find_spec", lambda name: None)
    assert cli.main(["pack", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err
    assert "no pip" in told and "ensurepip" in told and "uv pip install pip" in told


def test_without_a_network_it_says_so_at_once(wanted, tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.delenv("PIP_FIND_LINKS")
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")  # nobody listens there
    assert cli.main(["pack", str(tmp_path / "out")]) == 2
    assert "reaches no package index" in capsys.readouterr().err


def test_when_pip_breaks_its_own_words_are_told(tmp_path):
    with pytest.raises(PipFailed, match=r"pip stopped: (?s:.*)no such option"):
        by_pip.pip("download", "--no-such-option")


def test_a_file_in_the_place_of_the_folder_is_told(wanted, tmp_path, capsys):
    (tmp_path / "taken").write_text("mine", encoding="utf-8")
    assert cli.main(["pack", str(tmp_path / "taken")]) == 2
    assert "taken" in capsys.readouterr().err and (tmp_path / "taken").read_text(encoding="utf-8") == "mine"


# memlab's own wheel


@pytest.fixture
def built(tmp_path, monkeypatch) -> pathlib.Path:
    """The wheel as it is built from this checkout, with the hatchling that is installed here."""
    monkeypatch.setattr(own_wheel, "pip", lambda *words: by_pip.pip(*words, "--no-build-isolation"))
    return own_wheel.own_wheel(tmp_path)


def contents(wheel: pathlib.Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


def test_the_wheel_made_again_from_installed_files_is_the_one_that_was_built(built, tmp_path, monkeypatch):
    there = tmp_path / "there"
    assert by_pip.pip("install", "--no-deps", "--quiet", f"--target={there}", str(built))
    (installed,) = metadata.distributions(name="memlab", path=[str(there)])
    monkeypatch.setattr(own_wheel.metadata, "distribution", lambda name: installed)
    monkeypatch.setattr(own_wheel.memlab, "__file__", str(there / "memlab" / "__init__.py"))
    again = own_wheel.own_wheel(tmp_path / "there")
    assert again.name == built.name and contents(again) == contents(built)
    assert recorded(again) == {
        name: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        for name, content in contents(built).items()
    }


def recorded(wheel: pathlib.Path) -> dict[str, str]:
    """The digests that the wheel states of its files."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/RECORD")]
        rows = csv.reader(archive.read(name).decode().splitlines())
        return {path: sha.removeprefix("sha256=") for path, sha, _ in rows if sha}


def test_without_a_list_of_its_files_no_empty_wheel_is_made(tmp_path, monkeypatch):
    def unknown(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(own_wheel.memlab, "__file__", str(tmp_path / "memlab" / "__init__.py"))
    monkeypatch.setattr(own_wheel.metadata, "distribution", unknown)
    with pytest.raises(PipFailed, match="pip install memlab"):
        own_wheel.own_wheel(tmp_path)
    assert not list(tmp_path.glob("*.whl"))


def test_the_manifest_is_plain_json_with_relative_names(make, fetched):
    folder = make().folder
    text = (folder / pack.MANIFEST).read_text(encoding="utf-8")
    assert str(folder) not in text and "\\" not in text
    assert set(json.loads(text)) == {"memlab", "targets", "files"}
