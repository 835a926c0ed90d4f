"""Tokens: the words of a sentence in lower case, contractions taken apart, with their places."""

from __future__ import annotations

import re

from memlab.facts.english.words import word_set

_TOKEN = re.compile(r"[^\W_]+(?:['.@_&+/-][^\W_]+)*|[^\w\s]")
_CLITICS = {"'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would"}
_IS = word_set("he she it that this there who what where how here when everyone nobody someone everybody")
_FUSED = {
    "u": ("you", ""),
    "ur": ("your", ""),
    "im": ("i", "am"),
    "ive": ("i", "have"),
    "i'am": ("i", "am"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "didnt": ("did", "not"),
    "isnt": ("is", "not"),
    "wasnt": ("was", "not"),
    "arent": ("are", "not"),
    "werent": ("were", "not"),
    "cant": ("can", "not"),
    "can't": ("can", "not"),
    "cannot": ("can", "not"),
    "wont": ("will", "not"),
    "won't": ("will", "not"),
    "havent": ("have", "not"),
    "hasnt": ("has", "not"),
    "wouldnt": ("would", "not"),
    "couldnt": ("could", "not"),
    "shouldnt": ("should", "not"),
    "ain't": ("am", "not"),
    "aint": ("am", "not"),
    "shes": ("she", "is"),
    "hes": ("he", "is"),
    "youre": ("you", "are"),
    "theyre": ("they", "are"),
    "thats": ("that", "is"),
    "whats": ("what", "is"),
    "wanna": ("want", "to"),
    "gonna": ("going", "to"),
    "gotta": ("got", "to"),
    "let's": ("let", "us"),
    "lets": ("let", "us"),
}


class Tokens:
    """`words[i]` in lower case stands at [`starts[i]`, `ends[i]`); "I'm" is two words, "Ann's" too.

    >>> Tokens("I'm at Ann's, don't wait").words
    ['i', 'am', 'at', 'ann', "'s", ',', 'do', 'not', 'wait']
    """

    __slots__ = ("ends", "starts", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        for match in _TOKEN.finditer(text):
            word = match.group().lower()
            if "'" in word or word in _FUSED:
                self._apart(word, match.start(), match.end())
            else:
                self._add(word, match.start(), match.end())

    def is_capital(self, i: int) -> bool:
        """Whether word `i` begins with a capital."""
        return self.text[self.starts[i]].isupper()

    def _add(self, word: str, start: int, end: int) -> None:
        self.words.append(word)
        self.starts.append(start)
        self.ends.append(end)

    def _apart(self, word: str, start: int, end: int) -> None:
        base, clitic = _split(word)
        cut = start + len(base) if word.startswith(base) and word not in _FUSED else start
        self._add(base, start, cut if cut > start else end)
        if clitic:
            self._add(clitic, cut, end)


def _split(word: str) -> tuple[str, str]:
    if word in _FUSED:
        return _FUSED[word]
    if word.endswith("n't"):
        return word[:-3], "not"
    base, mark, rest = word.rpartition("'")
    if mark and "'" + rest in _CLITICS:
        return base, _CLITICS["'" + rest]
    if mark and rest == "s":
        return base, "is" if base in _IS else "'s"
    return word, ""
