"""How many tokens a text has when no vocabulary is at hand: an estimate by script.

Characters ÷ 4 is right for English only: a Chinese character is a token or more. What this does *not* do
is tokenise: it is off by a tenth or so on ordinary prose and by more on code, and it says so by its name.
"""

from __future__ import annotations

import math
import re
import reprlib

_RUNS = (
    # (runs of, tokens a run of n characters costs); the costs were fitted to cl100k_base
    (r"[一-鿿㐀-䶿豈-﫿]+", lambda n: 1.3 * n),  # Chinese
    (r"[぀-ヿ]+", lambda n: 0.75 * n),  # Japanese kana
    (r"[가-힯]+", lambda n: 1.25 * n),
    (r"[A-Za-z]+", lambda n: max(1, n / 8)),
    (r"[À-ɏ]+", lambda n: 0.7 * n),  # accented Latin letters split their words
    (r"[Ͱ-ϿЀ-ӿ]+", lambda n: max(1, n / 2)),  # Greek, Cyrillic
    (r"[֐-ࣿऀ-๿]+", lambda n: max(1, n / 1.1)),  # Hebrew, Arabic, Indic, Thai
    (r"[0-9]+", lambda n: math.ceil(n / 3)),
    (r" +", lambda n: 1 if n > 1 else 0),  # one space belongs to the next word
    (r"\s+", lambda n: 1),
    (r"[!-/:-@\[-`{-~]+", lambda n: max(1, n / 2)),
    (r"[ -⯿　-〿＀-￯]", lambda n: 1.0),  # full-width and other punctuation
    (r"(?s:.)", lambda n: 2.5),  # emoji and the rest: about a token for each pair of bytes
)
_PATTERN = re.compile("|".join(f"({run})" for run, _ in _RUNS))


def checked(text: str) -> str:
    """The text, if it is one; TypeError for anything else."""
    if not isinstance(text, str):
        given = f"{reprlib.repr(text)} is {type(text).__name__}"
        raise TypeError(f"text: {given}, allowed is str: decode or join it first")
    return text


def estimate(text: str) -> int:
    """Tokens that `text` would have in about cl100k_base: O(len(text)).

    >>> estimate(""), estimate("Hello, this is Lin Yue."), estimate("我对花生过敏，请记住。")
    (0, 7, 14)
    """
    cost = 0.0
    text = checked(text)
    for run in _PATTERN.finditer(text):
        cost += _RUNS[(run.lastindex or 1) - 1][1](run.end() - run.start())
    return math.ceil(cost)
