"""OpenAIChat: a model behind the chat protocol of OpenAI, which Ollama and vLLM speak, too."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from memlab import checks
from memlab.context.errors import LLMError

MISSING = "the package openai is missing: run  pip install 'memlab[openai]'  (or pip install openai)"
NO_KEY = "no key is needed here"  # what a server without keys gets, since the package insists on one
MENDS = {
    400: "the server refuses the request: a prompt beyond the model's window? lower the budget",
    401: "the key is not accepted: set OPENAI_API_KEY or pass api_key=…",
    403: "the key may not use this model: choose another model or another key",
    404: "the server does not know the model or the path: check the name, and that the URL ends in /v1",
    429: "too many requests or no quota left: wait, or raise the quota",
}


_USER = re.compile(r"://[^/@\s]+@")  # name and password in a URL


class OpenAIChat:
    """`chat(prompt)` -> the model's answer; `prompt` is a text or a list of {"role", "content"}.

    `base_url` and `api_key` come from OPENAI_BASE_URL and OPENAI_API_KEY if they are not given: for Ollama
    write base_url="http://localhost:11434/v1", which needs no key. `timeout` is in seconds for each try;
    after a timeout, a broken connection, 429 or 5xx the package tries again `retries` times, waiting longer
    each time. Whatever goes wrong becomes an LLMError that names URL, model, status and the mend, never the
    key. ImportError if the package is missing.

    >>> OpenAIChat("llama3", base_url="http://localhost:11434/v1", api_key="secret")
    OpenAIChat(model='llama3', base_url='http://localhost:11434/v1', api_key='***')
    """

    takes_messages = True

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        retries: int = 2,
    ) -> None:
        self.model = checks.text("model", model, empty=False)
        self.timeout = checks.number("timeout", timeout, 0, checks.HUGE, above=True)
        self.retries = checks.whole("retries", retries, 0)
        url = os.environ.get("OPENAI_BASE_URL") if base_url is None else base_url
        self.base_url = _url(checks.text("base_url", url)) if url else "https://api.openai.com/v1"
        key = os.environ.get("OPENAI_API_KEY") if api_key is None else api_key
        self._key = _key(checks.text("api_key", key or ""))
        self._client: Any = None
        _package()  # a missing package is told now, and not in the middle of a talk

    def __call__(self, prompt: str | Sequence[dict[str, str]]) -> str:
        messages = _messages(prompt)
        try:
            answer = self._opened().chat.completions.create(model=self.model, messages=messages)
        except _package().OpenAIError as error:
            raise self._told(error) from None  # whose own text may hold the request and the key
        except ValueError as error:  # no JSON
            raise self._error(f"the answer is no JSON ({error}): is this an OpenAI-compatible URL?") from None
        return self._text_of(answer)

    def __repr__(self) -> str:
        key = "***" if self._key else "none"
        url = self._masked(self.base_url)
        return f"OpenAIChat(model={self.model!r}, base_url={url!r}, api_key={key!r})"

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("OpenAIChat holds a key and is not pickled: make a new one where it is needed")

    # -- inside

    def _opened(self) -> Any:
        if self._client is None:
            self._client = _package().OpenAI(
                api_key=self._key or NO_KEY,
                base_url=self.base_url,
                timeout=self.timeout,
                max_retries=self.retries,
            )
        return self._client

    def _text_of(self, answer: Any) -> str:
        choices = getattr(answer, "choices", None)
        if not choices:
            raise self._error("the answer has no choices: is this an OpenAI-compatible URL?")
        text = getattr(getattr(choices[0], "message", None), "content", None)
        if not isinstance(text, str) or not text.strip():
            why = getattr(choices[0], "finish_reason", None)
            raise self._error(f"the answer is empty (finish_reason {checks.shown(why)}): ask again")
        return text

    def _told(self, error: Any) -> LLMError:
        openai, tries = _package(), self.retries + 1
        status = getattr(error, "status_code", None)
        if isinstance(error, openai.APITimeoutError):
            return self._error(f"no answer within {self.timeout:g} s, {tries} tries: raise timeout=…")
        if isinstance(error, openai.APIConnectionError):
            return self._error(f"no connection, {tries} tries: does the server run at this URL?")
        if status is None:
            return self._error(f"{type(error).__name__}: the answer could not be read: check the URL")
        mend = MENDS.get(status, f"the server failed, {tries} tries: look into its log, or try later")
        said = getattr(error, "body", None)
        said = said.get("message") if isinstance(said, dict) else None
        shown = f" ({checks.shown(self._masked(said))})" if isinstance(said, str) and said else ""
        return self._error(f"status {status}{shown}: {mend}", status)

    def _error(self, why: str, status: int | None = None) -> LLMError:
        return LLMError(f"model {self.model!r} at {self._masked(self.base_url)}: {why}", status)

    def _masked(self, text: str) -> str:
        text = _USER.sub("://***@", text)
        return text.replace(self._key, "***") if self._key else text


def _url(given: str) -> str:
    if not given.startswith(("http://", "https://")):
        allowed = "allowed is http://… or https://…, such as http://localhost:11434/v1"
        shown = checks.shown(_USER.sub("://***@", given))
        raise ValueError(f"base_url: {shown}, {allowed}: write it whole")
    return given


def _key(given: str) -> str:
    """The key, which goes into a header. The message does not show it."""
    key = given.strip()
    if not (key.isascii() and key.isprintable()):
        raise ValueError(
            "api_key: letters beyond ASCII or a line break in it, allowed is a key: copy it again"
        )
    return key


def _messages(prompt: Any) -> list[dict[str, str]]:
    if isinstance(prompt, str):
        prompt = [{"role": "user", "content": prompt}]
    listed = checks.kind("prompt", prompt, list, 'pass a text or a list of {"role", "content"}')
    for n, message in enumerate(listed):
        checks.kind(f"prompt[{n}]", message, dict, 'pass {"role": "user", "content": …}')
        checks.text(f"prompt[{n}]: content", message.get("content"))
    return listed


def _package() -> Any:
    try:
        import openai
    except ImportError:
        raise ImportError(MISSING) from None
    return openai
