"""tokens: the one token counter of memlab.

A number reported anywhere is a recount of the final text by this counter. It never downloads: the real
cl100k vocabulary comes from a wheel, o200k from tiktoken's cache if only that is there, and failing both
it is an estimate that calls itself one.
"""

from __future__ import annotations

from memlab.tokens.by_script import checked, estimate
from memlab.tokens.loading import Vocabulary, loaded

__all__ = ["Vocabulary", "count", "estimate", "vocabulary"]


def count(text: str) -> int:
    """Tokens of `text`; special-token text counts as the ordinary text it is. Thread-safe, O(len(text)).

    TypeError for anything but a string. A lone surrogate counts as the replacement character.

    >>> count("Hello, this is Lin Yue, customer number U-2041.")
    14
    >>> count("我对花生过敏，请记住。") > len("我对花生过敏，请记住。")
    True
    """
    return loaded()[1](checked(text))


def vocabulary() -> Vocabulary:
    """Which vocabulary `count` uses, for the doctor and the notebooks.

    >>> vocabulary().offline
    True
    """
    return loaded()[0]
