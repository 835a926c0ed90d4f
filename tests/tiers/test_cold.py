"""The cold tier: what an append promises, what a crash may leave, what erasure leaves of a text.

What holds everywhere is asked of local files, of objects in memory and of a server that speaks S3.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import uuid

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memlab.tiers import segments as module
from memlab.tiers.cold import Cold
from memlab.tiers.errors import Corrupt, StoreError
from memlab.tiers.journal import Grave
from memlab.tiers.memory import Memory

HOSTILE = ["a", "ab", "a:b", "a%", "a/../b", "a' OR 1=1 --", "北京", "x" * 300]
PLACES = ["files", "memory", "s3"]


def memory(id, text="tea", version=1, tenant="u1"):
    return Memory(tenant, id, text, version=version)


@pytest.fixture
def cold(tmp_path):
    return Cold(tmp_path, "u1")


class Place:
    """Somewhere for cold lines, and its raw bytes."""

    def __init__(self, where, fs, root):
        self.where, self.fs, self.root = where, fs, root

    def cold(self, tenant="u1", segment_bytes=64_000_000):
        return Cold(self.where, tenant, segment_bytes)

    def files(self):
        """The paths of what holds lines, the oldest first."""
        return sorted(path for path in self.fs.find(self.root) if path.endswith(".jsonl"))

    def bytes(self):
        return b"".join(self.fs.cat_file(path) for path in self.files())

    def change(self, path, at, data):
        old = self.fs.cat_file(path)
        self.fs.pipe_file(path, old[:at] + data + old[at + len(data) :])


@pytest.fixture(params=PLACES)
def place(request, tmp_path):
    """Each of the places, empty."""
    fsspec = pytest.importorskip("fsspec")
    if request.param == "files":
        return Place(tmp_path, fsspec.filesystem("file", skip_instance_cache=True), str(tmp_path))
    name = f"memory://{uuid.uuid4().hex}" if request.param == "memory" else request.getfixturevalue("s3_url")
    fs, root = fsspec.core.url_to_fs(name, use_listings_cache=False)
    return Place(name, fs, root)


def files(folder):
    return sorted(folder.rglob("*.jsonl"))


def everything(folder):
    return b"".join(path.read_bytes() for path in files(folder))


def test_what_was_appended_is_read_back_from_its_place(place):
    cold = place.cold()
    places = cold.append([memory("m1", "我对青霉素过敏"), memory("m2")])
    assert [cold.read(place, id).text for place, id in zip(places, ("m1", "m2"), strict=True)] == [
        "我对青霉素过敏",
        "tea",
    ]
    with pytest.raises(Corrupt, match="no record of 'm2'"):
        cold.read(places[0], "m2")


def test_each_line_is_a_json_object_that_bears_tenant_id_and_version(cold, tmp_path):
    cold.append([memory("m1", 'a "quote"\nand a new line'), Grave("m2", 4, 7.0)])
    rows = [json.loads(line) for line in files(tmp_path)[0].read_text(encoding="utf-8").splitlines()]
    assert [(row["tenant"], row["id"], row["version"]) for row in rows] == [("u1", "m1", 1), ("u1", "m2", 4)]
    assert rows[1]["tombstone"] == 7.0


def test_the_newest_line_of_an_id_is_the_one_of_the_highest_version(place):
    cold = place.cold()
    cold.append([memory("m1", version=2), memory("m1", version=1), memory("m2"), Grave("m2", 1, 0.0)])
    latest = cold.latest()
    assert {id: (held.version, held.tombstone) for id, held in latest.items()} == {
        "m1": (2, False),
        "m2": (1, True),
    }
    assert [m.version for m in cold.history("m1")] == [2, 1]


def test_the_index_sees_what_others_append(place):
    mine, other = place.cold(segment_bytes=400), place.cold(segment_bytes=400)
    assert mine.latest() == {}
    for n in range(9):
        other.append([memory(f"m{n}")])
        assert f"m{n}" in mine.latest()
    mine.append([memory("m9")])
    assert mine.newest("m9") == other.newest("m9")
    assert len(mine.segments) > 2
    assert mine.latest() == place.cold().latest()
    assert [entry.id for _, entry in mine.records()] == [f"m{n}" for n in range(10)]


def test_a_full_file_is_closed_and_never_written_again(tmp_path):
    cold = Cold(tmp_path, "u1", segment_bytes=1500)
    seen = {}
    for n in range(12):
        cold.append([memory(f"m{n}")])
        for path in files(tmp_path)[:-1]:
            assert seen.setdefault(path, path.read_bytes()) == path.read_bytes()
    assert len(files(tmp_path)) >= 3
    assert all(path.stat().st_size <= 1500 for path in files(tmp_path))


@settings(max_examples=60)
@given(st.data())
def test_whatever_a_crash_leaves_of_the_last_write_all_before_it_is_there(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("cold")
    cold = Cold(folder, "u1")
    cold.append([memory("m1", "青霉素"), memory("m2")])
    whole = everything(folder)
    cold.append([memory("m3", "a last one 茶")])
    path = files(folder)[0]
    size = path.stat().st_size
    kept = data.draw(st.integers(len(whole), size - 1))
    os.truncate(path, kept)
    again = Cold(folder, "u1")
    assert set(again.latest()) == {"m1", "m2"}
    again.append([memory("m4")])
    assert {"m1", "m2", "m4"} <= set(again.latest()) <= {"m1", "m2", "m3", "m4"}
    assert kept < size - 1 or "m3" in again.latest()
    assert again.problems() == ()
    assert set(Cold(folder, "u1").latest()) == set(again.latest())


def test_a_line_that_lacks_only_its_newline_is_finished(cold, tmp_path):
    cold.append([memory("m1")])
    path = files(tmp_path)[0]
    os.truncate(path, path.stat().st_size - 1)
    again = Cold(tmp_path, "u1")
    again.append([memory("m2")])
    assert set(again.latest()) == {"m1", "m2"}


@pytest.mark.parametrize("damage", [b"x", b"\x00" * 40, b"\xff\xfe", b'"', b"\n", b"\r"])
def test_a_damaged_line_in_the_middle_is_skipped_and_reported(place, damage):
    cold = place.cold()
    places = cold.append([memory(f"m{n}") for n in range(3)])
    place.change(place.files()[0], places[1].offset + 60, damage)
    again = place.cold()
    assert set(again.latest()) == {"m0", "m2"}
    problems = again.problems()
    assert problems and all(p.file == "00001.jsonl" for p in problems)
    assert "checksum" in problems[0].why
    with pytest.raises(Corrupt, match=r"00001\.jsonl"):
        again.read(places[1], "m1")


def test_a_line_of_another_tenant_is_refused_and_reported(place):
    mine, other = place.cold("a"), place.cold("b")
    mine.append([memory("m1", tenant="a")])
    (own,) = place.files()
    other.append([memory("m2", tenant="b")])
    (foreign,) = set(place.files()) - {own}
    place.fs.pipe_file(own, place.fs.cat_file(own) + place.fs.cat_file(foreign))
    again = place.cold("a")
    assert set(again.latest()) == {"m1"}
    assert [p.why for p in again.problems()] == ["it bears another tenant's name"]


def test_each_tenant_has_files_of_its_own_whatever_its_name(place):
    for tenant in HOSTILE:
        place.cold(tenant).append([memory("m", tenant, tenant=tenant)])
    for tenant in HOSTILE:
        assert [e.text for _, e in place.cold(tenant).records()] == [tenant]
    folders = [path.rpartition("/")[0] for path in place.files()]
    assert len(set(folders)) == len(HOSTILE)
    assert {folder.rpartition("/")[0] for folder in folders} == {place.root.rstrip("/")}


@pytest.mark.parametrize("tenant", ["", None, 7])
def test_no_tenant_is_no_wildcard(tmp_path, tenant):
    with pytest.raises((ValueError, TypeError), match="tenant"):
        Cold(tmp_path, tenant)


def test_erased_text_is_in_no_file_and_every_other_line_stays_in_place(place):
    cold = place.cold(segment_bytes=1200)
    places = {f"m{n}": cold.append([memory(f"m{n}", f"secret {n}")])[0] for n in range(8)}
    cold.append([memory("m3", "secret 3, said again", version=2)])
    sizes = [place.fs.size(path) for path in place.files()]
    assert b"secret 3" in place.bytes()
    cold.append([Grave("m3", 3, 5.0)])
    assert cold.erase(["m3"]) == 2
    assert b"secret 3" not in place.bytes()
    assert [place.fs.size(path) for path in place.files()][: len(sizes) - 1] == sizes[:-1]
    for again in (cold, place.cold(segment_bytes=1200)):
        assert {id for id, held in again.latest().items() if not held.tombstone} == set(places) - {"m3"}
        assert again.latest()["m3"].tombstone
        assert all(again.read(where, id).id == id for id, where in places.items() if id != "m3")
        assert again.problems() == () and again.unerased(["m3"]) == []
        with pytest.raises(Corrupt):
            again.read(places["m3"], "m3")
    assert cold.erase(None) == 7 and b"secret" not in place.bytes()


def test_erasure_finds_lines_that_others_wrote_and_damaged_ones_that_name_the_id(place):
    mine, other = place.cold(), place.cold()
    assert mine.latest() == {}
    (where,) = other.append([memory("m1", "secret one")])
    other.append([memory("m1", "secret two", version=2)])
    place.change(place.files()[0], where.offset + where.length - 3, b"X")
    assert mine.erase(["m1"]) == 2
    assert b"secret" not in place.bytes()


def test_what_is_torn_off_in_the_middle_of_an_id_is_erased_without_touching_its_neighbour(place):
    cold = place.cold()
    first, second = cold.append([memory("m1", "secret"), memory("m2")])
    (path,) = place.files()
    place.change(path, first.offset + first.length - 9, b'\n"m1"  ')  # a line of 9 bytes that names m1
    assert place.cold().erase(["m1"]) >= 1
    again = place.cold()
    assert b'"m1"' not in place.bytes() and again.read(second, "m2").text == "tea"


@pytest.mark.parametrize("call", ["write", "fsync"])
def test_a_full_disk_is_told_by_file_and_mend_and_the_file_is_as_it_was(cold, tmp_path, monkeypatch, call):
    cold.append([memory("m1")])
    before = everything(tmp_path)
    real = os.write

    def full(file, *data):
        if call == "write":
            real(file, data[0][:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module.os, call, full)
    with pytest.raises(StoreError, match=r"00001\.jsonl: No space left on device.*free some space"):
        cold.append([memory("m2")])
    monkeypatch.undo()
    assert everything(tmp_path) == before
    cold.append([memory("m3")])
    assert set(cold.latest()) == {"m1", "m3"}


def test_a_write_that_takes_only_a_part_is_a_full_disk(cold, tmp_path, monkeypatch):
    real = os.write
    monkeypatch.setattr(module.os, "write", lambda file, data: real(file, data[:10]))
    with pytest.raises(StoreError, match="full"):
        cold.append([memory("m1")])
    assert everything(tmp_path) == b""


def test_a_path_that_can_be_no_directory_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StoreError, match="nothing was written"):
        Cold(tmp_path / "file", "u1").append([memory("m1")])


def test_a_lock_that_another_holds_is_waited_for_and_then_told(cold, monkeypatch):
    cold.append([memory("m1")])
    monkeypatch.setattr(module, "WAIT", 0.05)
    with module.FileLock(cold.folder / ".lock"), pytest.raises(StoreError, match="held the lock"):
        cold.append([memory("m2")])


def test_threads_and_processes_write_whole_lines(place):
    code = (
        "import sys; from memlab.tiers.cold import Cold; from memlab.tiers.memory import Memory\n"
        "cold = Cold(sys.argv[1], 'u1', 20000)\n"
        "for n in range(int(sys.argv[3])): cold.append([Memory('u1', f'{sys.argv[2]}-{n}', 'x' * n)])"
    )
    each, far = (50, 2) if isinstance(place.where, os.PathLike) else (6, 2)
    far = 0 if str(place.where).startswith("memory") else far  # which every process has of its own
    given = [sys.executable, "-c", code, str(place.where)]
    others = [subprocess.Popen([*given, f"p{n}", str(each)]) for n in range(far)]
    cold = place.cold(segment_bytes=20000)

    def write(name, cold):
        for n in range(each):
            cold.append([memory(f"{name}-{n}", "y" * n)])

    colds = [cold, cold, place.cold(segment_bytes=20000)]
    threads = [threading.Thread(target=write, args=[f"t{n}", own]) for n, own in enumerate(colds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.wait() for process in others] == [0] * far
    assert len(cold.latest()) == (3 + far) * each and cold.problems() == ()
    assert len(list(place.cold().records())) == (3 + far) * each


def test_what_was_acknowledged_outlives_the_writer_s_death(place):
    if str(place.where).startswith("memory"):
        return  # which dies with its process
    code = (
        "import sys; from memlab.tiers.cold import Cold; from memlab.tiers.memory import Memory\n"
        "cold = Cold(sys.argv[1], 'u1')\n"
        "for n in range(10**6): cold.append([Memory('u1', f'm{n}', 'x' * n)]) and print(n, flush=True)"
    )
    command = [sys.executable, "-c", code, str(place.where)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        told = [int(writer.stdout.readline()) for _ in range(7)]
        writer.kill()
        told += map(int, writer.stdout.read().split())
    cold = place.cold()
    assert set(cold.latest()) >= {f"m{n}" for n in told} and cold.problems() == ()
    cold.append([memory("later")])
    assert cold.latest() == place.cold().latest()
