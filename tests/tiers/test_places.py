"""Where the tiers lie: what the arguments of a store may say, and that no password is ever told."""

from __future__ import annotations

import pathlib

import pytest

from memlab import bank
from memlab.context import MemoryManager
from memlab.tiers import MemoryStore, core
from memlab.tiers.errors import StoreError
from memlab.tiers.places import Places, told
from memlab.zset import EmulatedRedis


def test_without_a_path_there_is_a_folder_until_close():
    places = Places(None, None, None, None)
    assert places.warm == places.path / "warm.sqlite" and places.cold == places.path / "cold"
    assert isinstance(places.client, EmulatedRedis) and places.path.is_dir()
    places.close()
    assert not places.path.exists()


def test_with_warm_and_cold_given_nothing_local_is_made(tmp_path):
    for path in (None, tmp_path / "never"):
        places = Places(path, None, "postgresql://host/db", "memory://cold")
        assert (places.warm, places.cold, places.path) == ("postgresql://host/db", "memory://cold", None)
        places.close()
    assert not (tmp_path / "never").exists()


def test_with_one_of_them_given_the_other_lies_below_the_path(tmp_path):
    assert Places(tmp_path, None, "postgres://host/db", None).cold == tmp_path / "cold"
    assert Places(tmp_path, None, None, "memory://x").warm == tmp_path / "warm.sqlite"
    alone = Places(None, None, f"sqlite:{tmp_path / 'w.db'}", None)
    assert alone.warm == tmp_path / "w.db" and alone.path.is_dir()
    alone.close()


@pytest.mark.parametrize(
    "given",
    [
        {"warm": "mysql://mira:tea@host/db"},
        {"warm": "sqlite:"},
        {"warm": ""},
        {"cold": "folder/cold"},
        {"cold": "s3://"},
        {"cold": ""},
        {"cold": "mira:tea@host"},
    ],
)
def test_another_place_is_refused_by_name_value_and_mend(given):
    (field,) = given
    with pytest.raises(ValueError, match=rf"^{field}: .*allowed is .*: write it so") as refused:
        MemoryStore("u1", **given)
    assert "mysql" not in given[field] or "tea" not in str(refused.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"warm": "sqlite::memory:"}, "':memory:' is no file, allowed is one"),
        ({"cold": "file://u:tea@relative/folder"}, r"'file://\*\*\*@relative/folder', allowed is file:///"),
        ({"cold": "file:///folder/a#b"}, "allowed is file:///folder, from the root: write %3F"),
    ],
)
def test_what_would_lie_elsewhere_than_it_says_is_refused(given, said):
    with pytest.raises(ValueError, match=said) as refused:
        MemoryStore("u1", **given)
    assert "tea" not in str(refused.value)


def test_a_password_that_a_file_system_takes_for_a_part_of_the_name_is_refused_and_not_told():
    with pytest.raises(StoreError, match=r"memory://\*\*\*@bucket/x: it does not take a password") as refused:
        MemoryStore("u1", cold="memory://key:tea@bucket/x")
    assert "tea" not in str(refused.value)


@pytest.mark.parametrize(
    "given", [{"warm": pathlib.Path("x")}, {"warm": 7}, {"cold": pathlib.Path("x")}, {"cold": b"s3://x"}]
)
def test_another_type_is_refused(given):
    (field,) = given
    with pytest.raises(TypeError, match=rf"^{field}: .*allowed is str: pass"):
        MemoryStore("u1", **given)


@pytest.mark.parametrize("client", [7, b"redis://host", ["redis://host"], pathlib.Path("redis")])
def test_what_can_be_no_client_is_refused(client):
    with pytest.raises(TypeError, match=r"^client: .*allowed is a Redis client or a URL"):
        MemoryStore("u1", client=client)


def test_a_client_s_url_is_connected_and_let_go_and_a_client_is_left_open(monkeypatch):
    class Client(EmulatedRedis):
        closed = False

        def close(self):
            self.closed = True

    made = []
    monkeypatch.setattr(
        bank, "connect", lambda url: made.append((url, Client())) or made[-1][1], raising=False
    )
    with MemoryStore("u1", client="redis://host:1") as store:
        assert made[0][0] == "redis://host:1" and store.add("tea").tiers["hot"] == "stored"
    assert made[0][1].closed
    own = Client()
    MemoryStore("u1", client=own).close()
    assert not own.closed


def test_the_manager_hands_everything_through(monkeypatch, tmp_path):
    asked = []

    def places(*given):
        asked.append(given)
        return Places(tmp_path, None, None, None)

    monkeypatch.setattr(core, "Places", places)
    client = EmulatedRedis()
    MemoryManager("u1", client=client, warm="postgresql://host/db", cold="memory://x").close()
    assert asked == [(None, client, "postgresql://host/db", "memory://x")]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://mira:sesame@home/db",
        "postgresql://mira:se@same@home/db",
        "postgresql://home/db?user=mira&password=sesame",
        "could not reach postgresql://mira:ses/ame@home/db: no route",
        "redis://:sesame@home",
    ],
)
def test_no_password_is_told(url):
    assert "home" in told(url)
    assert not any(part in told(url) for part in ("sesame", "same", "ame@", "mira"))
