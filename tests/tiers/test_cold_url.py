"""The cold tier below a URL: nobody overwrites anybody, what is lost on the way is found, failures told."""

from __future__ import annotations

import functools
import sys
import uuid

import fsspec
import pytest
from fsspec import AbstractFileSystem
from fsspec.implementations.memory import MemoryFileSystem

from memlab.tiers import MemoryStore, Settings, remote
from memlab.tiers.cold import Cold
from memlab.tiers.errors import StoreError
from memlab.tiers.journal import Grave
from memlab.tiers.memory import Memory
from memlab.zset import EmulatedRedis

DAY = 86_400.0


def memory(id, text="tea", version=1):
    return Memory("u1", id, text, version=version)


@pytest.fixture
def url():
    return f"memory://{uuid.uuid4().hex}/cold"


@pytest.fixture
def raw(url):
    """`raw()`: path -> bytes of all that lies there."""
    fs, root = fsspec.core.url_to_fs(url)
    return lambda: {path: fs.cat_file(path) for path in fs.find(root)}


@pytest.fixture
def served(monkeypatch, url):
    """`served(name, act)`: from then on `act(real, *given)` takes the place of a call to the server."""

    def patch(name, act):
        real = getattr(MemoryFileSystem, name)
        call = functools.wraps(real)(lambda *given, **options: act(real, *given, **options))
        monkeypatch.setattr(MemoryFileSystem, name, call)

    return patch


def texts(raw):
    return b"".join(data for path, data in raw().items() if path.endswith(".jsonl"))


def test_an_append_is_an_object_and_the_numbers_have_no_gap(url, raw):
    one, other = Cold(url, "u1"), Cold(url, "u1")
    places = [
        writer.append([memory(f"m{n}"), memory(f"n{n}")])[0] for n, writer in enumerate([one, other] * 3)
    ]
    assert [place.segment for place in places] == [1, 2, 3, 4, 5, 6] == one.segments
    names = [path.rpartition("/")[2] for path in raw()]
    assert [name for name in names if name != "exclusive"] == [f"{n:05d}.jsonl" for n in range(1, 7)]


def test_where_there_is_nothing_new_one_request_tells(url, served):
    mine, other = Cold(url, "u1"), Cold(url, "u1")
    other.append([memory(f"m{n}") for n in range(3)])
    assert len(mine.latest()) == 3
    asked = []
    served("cat_file", lambda real, fs, path, *rest, **o: asked.append(path) or real(fs, path, *rest, **o))
    served("ls", lambda *given, **options: pytest.fail("listed"))
    assert mine.newest("m2").version == 1 and len(asked) == 1
    other.append([memory("m9")])
    del asked[:]
    assert mine.newest("m9").version == 1 and len(asked) == 3  # the new one, and two that are not there yet


def test_a_write_whose_answer_was_lost_is_found_and_not_done_twice(url, served):
    lost = [True]

    def pipe(real, fs, path, data, **options):
        real(fs, path, data, **options)
        if path.endswith(".jsonl") and lost.pop():
            raise ConnectionResetError("the line went down")

    served("pipe_file", pipe)
    cold = Cold(url, "u1")
    with pytest.raises(StoreError, match="the line went down"):
        cold.append([memory("m1")])
    lost.append(False)
    (place,) = cold.append([memory("m1")])
    assert cold.segments == [1] and cold.read(place, "m1").text == "tea"


def test_a_server_that_overwrites_is_refused_before_anything_is_lost(url, raw, served):
    served("pipe_file", lambda real, fs, path, data, mode="overwrite": real(fs, path, data))
    cold = Cold(url, "u1")
    with pytest.raises(StoreError, match="nothing was written: the server overwrites what is there: use one"):
        cold.append([memory("m1")])
    assert texts(raw) == b""


def test_two_that_create_at_the_same_moment_try_again(url, served):
    told = iter([OSError(5, "ConditionalRequestConflict"), FileExistsError()])

    def pipe(real, fs, path, data, **options):
        if path.endswith("00001.jsonl") and (problem := next(told, None)):
            if isinstance(problem, FileExistsError):
                real(fs, path, b"{}\n")
            raise problem
        real(fs, path, data, **options)

    served("pipe_file", pipe)
    assert Cold(url, "u1").append([memory("m1")])[0].segment == 2


@pytest.mark.parametrize("call", ["pipe_file", "cat_file", "ls"])
def test_what_the_network_refuses_is_told_by_url_and_mend_without_credentials(served, call):
    place = f"memory://home-{uuid.uuid4().hex}"
    Cold(place, "u1").append([memory("m1")])

    def fail(real, fs, path, *rest, **options):
        raise ConnectionError("no route to https://mira:sesame@home/x?key=sesame")

    cold = Cold(place, "u1")
    if call == "cat_file":
        assert cold.newest("m1")
    served(call, fail)
    with pytest.raises(StoreError, match=r"^memory://home-.*: ConnectionError: no route.*credentials") as e:
        cold.append([memory("m2")]) if call == "pipe_file" else cold.newest("m2")
    assert "sesame" not in str(e.value) and "mira" not in str(e.value)


def test_a_missing_package_is_told_with_the_line_that_installs_it(monkeypatch):
    with monkeypatch.context() as patch, pytest.raises(StoreError, match=r"pip install 'memlab\[cloud\]'"):
        patch.setitem(sys.modules, "fsspec", None)
        Cold("s3://bucket/x", "u1")
    with (
        monkeypatch.context() as patch,
        pytest.raises(StoreError, match=r"fsspec needs a package.*pip install"),
    ):
        patch.setattr(
            fsspec.core, "url_to_fs", lambda *a, **o: (_ for _ in ()).throw(ImportError("Install s3fs"))
        )
        Cold("s3://bucket/x", "u1")


class Rough(AbstractFileSystem):
    """One that looks whether there is an object, and then writes it."""

    protocol = "rough"


class Plain(Rough):
    """One that writes, and knows of no other way."""

    def pipe_file(self, path, value, **options):
        pytest.fail("it was asked to write")


@pytest.mark.parametrize("kind", [Rough, Plain])
def test_a_file_system_that_cannot_keep_writers_apart_is_refused(kind):
    fsspec.register_implementation("rough", kind, clobber=True)
    with pytest.raises(StoreError, match="rough://x: its file system cannot keep two writers apart, allowed"):
        Cold("rough://x", "u1")
    with pytest.raises(StoreError, match="nosuch://x: ValueError: Protocol not known"):
        MemoryStore("u1", cold="nosuch://x")


def test_a_file_url_is_the_local_folder(tmp_path):
    cold = Cold(f"{tmp_path.as_uri()}/with%20space", "u1")
    cold.append([memory("m1")])
    assert cold.folder.parent == tmp_path / "with space" == remote.local_folder(tmp_path / "with space")
    with pytest.raises(TypeError, match="folder: memory://x is no directory"):
        _ = Cold("memory://x", "u1").folder


def test_objects_that_are_gone_or_torn_are_reported_and_the_rest_is_read(url):
    cold = Cold(url, "u1")
    places = [cold.append([memory(f"m{n}"), memory(f"n{n}")])[0] for n in range(4)]
    objects = cold._lines
    objects.fs.rm_file(objects._path(2))
    objects.fs.pipe_file(objects._path(3), objects.fs.cat_file(objects._path(3))[:-20])
    objects.fs.pipe_file(objects._path(4), b"")
    again = Cold(url, "u1")
    assert set(again.latest()) == {"m0", "n0", "m2"}
    assert [p.file for p in again.problems()] == ["00002.jsonl", "00003.jsonl", "00004.jsonl"]
    with pytest.raises(StoreError, match=r"00002\.jsonl, byte 0"):
        again.read(places[1], "m1")
    assert again.append([memory("m9")])[0].segment == 5 and "m9" in cold.latest()


def test_of_two_who_erase_in_one_object_neither_brings_the_other_s_text_back(url, raw, served):
    one, other = Cold(url, "u1"), Cold(url, "u1")
    one.append([memory("m1", "sesame one"), memory("m2", "sesame two"), memory("m3")])
    meanwhile = [lambda: other.append([Grave("m2", 2, 0.0)]), lambda: other.erase(["m2"])]
    lock = other._lines._lock

    def pipe(real, fs, path, data, mode="overwrite"):
        if mode == "overwrite" and meanwhile:  # the object was read by one and is not yet written
            todo = list(meanwhile)
            meanwhile.clear()
            lock.release()  # as if the other were another process
            for step in todo:
                step()
            lock.acquire()
        real(fs, path, data, mode=mode)

    served("pipe_file", pipe)
    one.append([Grave("m1", 2, 0.0)])
    assert one.erase(["m1"]) == 1
    assert b"sesame" not in texts(raw)
    assert [e.id for _, e in Cold(url, "u1").records()] == ["m3", "m1", "m2"]


def test_erasing_that_never_comes_to_an_end_is_told(url, served):
    cold = Cold(url, "u1")
    cold.append([memory("m1")])
    served("pipe_file", lambda real, fs, path, data, mode="overwrite": None)
    with pytest.raises(StoreError, match="others rewrite it all the time: erase again"):
        cold.erase(["m1"])


def test_notes_of_what_warm_lacks_are_seen_by_others_and_taken_away(url, served):
    mine, other = Cold(url, "u1").behind, Cold(url, "u1").behind
    assert mine.ids() == frozenset()
    assert mine.mark(["茶", "a/b"]) and other.mark(["茶", "m3"])
    assert mine.ids() == other.ids() == {"茶", "a/b", "m3"}
    other.clear(frozenset({"茶", "a/b", "never"}))
    assert mine.ids() == {"m3"}
    served("pipe_file", lambda *given, **options: (_ for _ in ()).throw(OSError("full")))
    assert mine.mark(["m4"]) is False


def test_a_store_whose_cold_tier_lies_below_a_url_does_all_that_one_on_files_does(url, raw, tmp_path):
    now = [2_000_000_000.0]
    client = EmulatedRedis()

    def opened():
        return MemoryStore(
            "u1", tmp_path, client=client, cold=url, clock=lambda: now[0], settings=Settings(hot=3)
        )

    with opened() as store:
        store.add_many([{"text": f"turn {n} about tea", "kind": "turn", "id": f"t{n}"} for n in range(6)])
        store.add("我对青霉素过敏", id="allergy")
        store.update("allergy", text="我对青霉素和花生过敏")
        store.forget("t0")
        assert b"turn 0" not in texts(raw)
        now[0] += 100 * DAY
        moved = [gone.id for gone in store.archive()]
        assert sorted(moved) == [f"t{n}" for n in range(1, 6)]
    with opened() as store:
        assert store.get("t3").text == "turn 3 about tea"
        assert [m.text for m in store.cold.history("allergy")] == ["我对青霉素过敏", "我对青霉素和花生过敏"]
        assert store.reconcile() == [] and store.cold.problems() == ()
        assert not (tmp_path / "cold").exists()


def test_what_warm_could_not_take_is_read_from_the_url_by_everybody_and_handed_on(url, tmp_path):
    def opened():
        return MemoryStore("u1", tmp_path, cold=url, sleep=lambda seconds: None)

    def down(*given, **options):
        raise StoreError("warm: it is away")

    with opened() as store, opened() as other:
        store.add("green tea", id="m1")
        real, store.warm.put = store.warm.put, down
        assert store.update("m1", text="black tea").tiers["warm"].startswith("failed")
        store.warm.put = real
        assert other.get("m1").text == "black tea"
        assert [d.id for d in other.reconcile()] == ["m1"] and other.warm.get("u1", "m1").text == "black tea"
        assert store.cold.behind.ids() == frozenset() and store.reconcile() == []
