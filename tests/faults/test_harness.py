"""The harness itself: it sees what is lost, left, mixed or unlike, and its proxy cuts where it is told to."""

from __future__ import annotations

import socket
import threading

import pytest

from memlab.cli import servers
from memlab.cli.bench.faults import measurements
from memlab.cli.bench.faults.outcome import Outcome, total
from memlab.cli.bench.faults.proxy import Proxy
from memlab.cli.bench.faults.truth import GONE, NOWHERE, State, Truth, files_with
from memlab.cli.bench.results import LeftOut
from memlab.tiers import MemoryStore
from memlab.tiers.errors import StoreError

stores = pytest.importorskip("memlab.cli.bench.faults.stores", reason="there is no fork here")
scenes = pytest.importorskip("memlab.cli.bench.faults.scenes", reason="there is no fork here")
plan = pytest.importorskip("memlab.cli.bench.faults.plan", reason="there is no fork here")


def rows(after, done=True):
    """What a writer tells of one write."""
    begun = [{"begin": 0, "after": after, "clock": stores.START}]
    return begun + ([{"done": 0, "after": after}] if done else [])


@pytest.fixture
def scene(tmp_path):
    """A store in which m1 was acknowledged and m2 was forgotten, and bob's beside it."""
    scene = stores.StoreScene("add")
    with scene.opened(tmp_path) as store, scene.opened(tmp_path, "bob", "") as other:
        other.add(stores.WITNESS, id="w")
        store.add("tea", id="m1")
        store.add("a quince for the cellar", id="m2")
        assert files_with(tmp_path, {"a quince for the cellar", "tea", "plum"}) == [
            "a quince for the cellar",
            "tea",
        ]
        store.forget("m2")
    scene.truth.done({"m1": State("live", "tea"), "m2": State("live", "a quince for the cellar")})
    scene.truth.done({"m2": GONE})
    return scene


def test_a_sound_store_is_found_sound(scene, tmp_path):
    found = scene.check(tmp_path, [])
    assert found.ok and (found.tried, found.opened, found.refused, found.checked) == (1, 1, 0, 3)


def test_an_acknowledged_write_that_is_not_there_is_lost_and_one_cut_off_is_not(scene, tmp_path):
    assert scene.check(tmp_path, rows({"m9": ["live", "plum", ""]}, done=False)).ok
    found = scene.check(tmp_path, rows({"m8": ["live", "plum", ""]}))
    assert found.lost == 1 and not found.ok and "m8" in found.wrong[0]


def test_half_a_write_and_another_text_are_lost(scene, tmp_path):
    with scene.opened(tmp_path) as store:
        store.update("m1", text="te")
    found = scene.check(tmp_path, rows({"m1": ["live", "team", ""]}, done=False))
    assert found.lost == 1 and "'te'" in found.wrong[0]


def test_an_erased_text_in_any_file_is_found(scene, tmp_path):
    (tmp_path / "cold" / "left").write_text("… a quince for the cellar …", encoding="utf-8")
    found = scene.check(tmp_path, [])
    assert found.lost == 1 and found.wrong == ("still there: a quince for the cellar",)


def test_what_differs_without_a_reason_and_what_is_not_healed_is_told(scene, tmp_path, monkeypatch):
    with scene.opened(tmp_path) as store:
        store.cold.append([store.get("m1").with_(version=7, text="tea")])
    assert "m1 differed, and no write of it was cut off" in scene.check(tmp_path, []).wrong
    monkeypatch.setattr(MemoryStore, "reconcile", lambda store: [type("D", (), {"id": "m1"})()])
    assert scene.check(tmp_path, rows({"m1": ["live", "te", ""]}, done=False)).differences == 1


def test_what_is_another_tenants_is_mixed(scene, tmp_path):
    with scene.opened(tmp_path, "bob", "") as other:
        other.add("one more", id="w2")
    assert scene.check(tmp_path, []).mixed == 1
    with scene.opened(tmp_path) as store:
        store.add(stores.WITNESS, id="stolen")
    assert scene.check(tmp_path, []).mixed > 1


def test_a_store_that_refuses_must_name_what_it_refuses(scene, tmp_path):
    def refuse(text):
        def open_():
            raise StoreError(text)

        return stores.examined("x", open_, scene.truth, tmp_path)

    assert refuse(f"{tmp_path}/warm.sqlite: it is read-only: make it writable").ok
    assert refuse("no").wrong == ("unclear: no",)


@pytest.mark.parametrize("name", sorted(scenes.SCENES.keys() - {"MemoryManager.forget"}))
def test_scenes_see_what_is_lost(tmp_path, name):
    scene = scenes.SCENES[name]()
    write = scene.writer(tmp_path)
    write(0, scene.what(0))
    told = [{"begin": 0, "n": 0, "what": scene.what(0)}, {"done": 0, "n": 0}]
    assert scene.check(tmp_path, told).ok
    if name == "memlab lab laying out notebooks":
        return  # what it must keep is the learner's, which the scene itself writes
    claimed = [{"begin": 0, "n": 1, "what": scene.what(1)}, {"done": 0, "n": 1}]
    assert not scene.check(tmp_path, claimed).ok


def test_a_word_that_was_acknowledged_as_forgotten_is_found(tmp_path):
    scene = scenes.SCENES["MemoryManager.forget"]()
    with scene.opened(tmp_path) as manager:
        manager.process_message("My favourite tea is quinceleaf.")
    begun = {"begin": 0, "n": 0, "what": ["quince", "turn:s1:1"]}
    assert scene.check(tmp_path, [begun, {"done": 0, "n": 0}]).wrong == ("still there: quince, of turn:s1:1",)
    scene = scenes.SCENES["MemoryManager.forget"]()
    assert scene.check(tmp_path, [begun]).ok  # cut off, it is asked for once more


def test_outcomes_add_up():
    found = total("x", [Outcome("x", 1, opened=1, seen={"cut": 2}), Outcome("x", 1, refused=1, wrong=("y",))])
    assert (found.tried, found.opened, found.refused, found.seen, found.ok) == (2, 1, 1, {"cut": 2}, False)
    assert found.count.never == {"lost": 0, "differences": 0, "mixed": 0, "otherwise wrong": 1}
    assert not found.count.met


def test_what_cannot_be_done_here_is_told_and_so_is_what_broke_a_promise(monkeypatch, capsys):
    def missing():
        raise servers.Missing("redis-server is not installed")

    monkeypatch.setattr(plan.servers, "redis_program", missing)
    monkeypatch.setattr(plan, "done", lambda tasks: [Outcome("x", 1, opened=1, wrong=("it broke",))])
    made = list(measurements(quick=True))
    assert LeftOut("faults of redis", "redis-server is not installed") in made
    counts = [result for result in made if result.name == "x"]
    assert counts and not any(count.met for count in counts)
    assert "x: it broke" in capsys.readouterr().err


def test_a_full_run_kills_five_hundred_times():
    tasks, _ = plan.plan(quick=False)
    killed = [given["many"] for ((task, given),) in tasks if task.endswith(("killed_paths", "killed_scenes"))]
    served = [given["many"] * 5 for ((task, given),) in tasks if task.startswith("served")]
    assert sum(sum(many.values()) for many in killed) + sum(served) >= 500


def test_truth_knows_what_may_be():
    truth = Truth()
    truth.begin({"a": State("live", "tea")})
    assert truth.may["a"] == {NOWHERE, State("live", "tea")}
    truth.done({"a": State("live", "tea")})
    truth.done({"a": GONE})
    assert truth.may["a"] == {GONE} and truth.erased == {"a": {"tea"}}


@pytest.fixture
def echo():
    """A server that answers every message with itself; what it heard."""
    heard = []

    def serve():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                while data := connection.recv(99):
                    heard.append(data)
                    connection.sendall(data)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"echo://ann@127.0.0.1:{listener.getsockname()[1]}/x?y=z", heard
        listener.shutdown(socket.SHUT_RDWR)
    thread.join()


@pytest.mark.parametrize("reply", [True, False])
def test_the_proxy_cuts_between_command_and_reply_or_before_the_command(echo, reply):
    url, heard = echo
    with Proxy(url) as proxy:
        assert proxy.url.startswith("echo://ann@127.0.0.1:") and proxy.url.endswith("/x?y=z")
        port = int(proxy.url.partition("@")[2].partition("/")[0].partition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as client, proxy.cutting(1, reply):
            client.sendall(b"one")
            assert client.recv(99) == b"one"
            client.sendall(b"two")
            assert client.recv(99) == b""
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"three")
            assert client.recv(99) == b"three"
    assert heard == ([b"one", b"two", b"three"] if reply else [b"one", b"three"]) and proxy.cuts == 1
