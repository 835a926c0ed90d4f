"""OpenAIChat against a server on this machine that speaks the protocol, and that fails in all ways."""

from __future__ import annotations

import json
import pickle
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from memlab.context.errors import LLMError
from memlab.context.openai_chat import OpenAIChat

KEY = "sk-very-secret-key-123"


def answer(text="Munich", **more):
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop", **more}
    return 200, {"id": "c1", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}


def problem(status, message="no"):
    return status, {"error": {"message": message, "type": "t", "code": None}}


@pytest.fixture
def server():
    """A server whose answers are played from a list, the last one again and again."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            made.seen.append((self.path, self.headers.get("Authorization"), body))
            played = made.answers.pop(0) if len(made.answers) > 1 else made.answers[0]
            if callable(played):
                return played(self)
            status, content = played
            raw = content if isinstance(content, bytes) else json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.send_header("Retry-After-Ms", "1")
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args):
            pass

    made = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.seen, made.answers, made.daemon_threads = [], [answer()], True
    made.url = f"http://127.0.0.1:{made.server_port}/v1"
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture
def chat(server, monkeypatch):
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return OpenAIChat("tiny", base_url=server.url, api_key=KEY, timeout=5, retries=2)


def failed(chat, *answers, server):
    server.answers = list(answers)
    with pytest.raises(LLMError) as caught:
        chat("Where do I live?")
    told = str(caught.value)
    assert server.url in told and "tiny" in told and KEY not in told
    return caught.value


def test_a_text_and_messages_are_answered(server, chat):
    assert chat("Where do I live?") == "Munich"
    messages = [{"role": "system", "content": "Be short."}, {"role": "user", "content": "我住在哪里？"}]
    assert chat(messages) == "Munich"
    (path, key, first), (_, _, second) = server.seen
    assert (path, key) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert first["messages"] == [{"role": "user", "content": "Where do I live?"}] and first["model"] == "tiny"
    assert second["messages"] == messages


@pytest.mark.parametrize(
    ("status", "mend"), [(401, "OPENAI_API_KEY"), (404, "check the name"), (400, "budget")]
)
def test_a_refusal_is_told_at_once(server, chat, status, mend):
    error = failed(chat, problem(status, f"bad {KEY}"), server=server)
    assert error.status == status and mend in str(error)
    assert len(server.seen) == 1


def test_after_a_429_it_is_tried_again(server, chat):
    server.answers = [problem(429), problem(503), answer("Oslo")]
    assert chat("Where do I live?") == "Oslo"
    assert len(server.seen) == 3


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_goes_on_failing_is_given_up(server, chat, status):
    error = failed(chat, problem(status), server=server)
    assert error.status == status and len(server.seen) == 3


def test_a_time_out(server):
    chat = OpenAIChat("tiny", base_url=server.url, api_key=KEY, timeout=0.2, retries=1)
    error = failed(chat, lambda handler: time.sleep(1), server=server)
    assert "0.2 s" in str(error) and error.status is None and len(server.seen) == 2


def test_a_cut_connection(server, chat):
    def cut(handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{")
        handler.wfile.flush()
        handler.connection.close()

    assert failed(chat, cut, server=server).status is None


def test_nobody_listens(server, chat):
    server.shutdown()
    server.server_close()
    with pytest.raises(LLMError, match="no connection, 3 tries") as caught:
        chat("Hello?")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize(
    "content",
    [b"<html>Welcome</html>", b"{", b"[]", b"null", {}, {"choices": []}, {"choices": None}, b'"hi"'],
)
def test_what_is_no_answer_is_an_error(server, chat, content):
    failed(chat, (200, content), server=server)


@pytest.mark.parametrize("text", [None, "", "  \n", 5])
def test_an_empty_answer_is_an_error(server, chat, text):
    failed(chat, answer(text), server=server)


def test_url_and_key_from_the_environment(server, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    assert OpenAIChat("tiny")("Hello?") == "Munich"
    assert server.seen[0][1] == f"Bearer {KEY}"


def test_a_server_without_keys_needs_none(server, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    chat = OpenAIChat("tiny", base_url=server.url)
    assert chat("Hello?") == "Munich" and "api_key='none'" in repr(chat)


def test_the_key_is_never_shown(server, chat):
    assert chat("Hello?") == "Munich"
    assert KEY not in repr(chat) and "***" in repr(chat)
    with pytest.raises(TypeError, match="key"):
        pickle.dumps(chat)


def test_without_the_package_the_mend_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ImportError, match=r"pip install 'memlab\[openai\]'"):
        OpenAIChat("tiny")


@pytest.mark.parametrize(
    "wrong", [{"model": ""}, {"model": None}, {"timeout": 0}, {"timeout": float("nan")}, {"retries": -1}]
)
def test_arguments_are_checked(wrong):
    with pytest.raises((TypeError, ValueError), match=next(iter(wrong))):
        OpenAIChat(**{"model": "tiny", **wrong})
