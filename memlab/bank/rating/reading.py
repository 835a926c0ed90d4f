"""A turn taken apart: clauses, words and their kinds. Linear in the text, whatever the text is."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from memlab.bank.rating.words import KINDS

# A clause ends at its mark; a full stop inside 3.5 or example.com ends nothing, a dash between words does.
CLAUSE = re.compile(
    r"(?<![.!?])[.!?]+(?=[\s\"')\]]|$)|[。!?;]+|\n| [-–—]+ |[–—]+|--+|, ?(?=(?:how|what) about you|and you\?|"
    r"[你您]呢)"
)
WORD = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]+(?:['-][A-Za-zÀ-ɏͰ-ӿ]+)*|[一-鿿㐀-䶿]+")
CJK = re.compile(r"[一-鿿㐀-䶿]+")
NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
READ = 20_000  # characters of a turn
LONGEST = 5  # characters of a Chinese word in the table


@dataclass(frozen=True)
class Clause:
    """A piece of text up to its mark."""

    text: str
    mark: str

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return "?" in self.mark or self.text.endswith(("吗", "呢", "么"))


@dataclass(frozen=True)
class Reading:
    """What cues look at: `told` is the text without its questions, which tell nothing.

    Of a longer text only the first READ characters: whatever is pasted, a turn takes a fraction of a second.
    """

    text: str
    clauses: tuple[Clause, ...]

    @classmethod
    def of(cls, text: str) -> Reading:
        """Full-width forms, curly quotes and white space are made plain first."""
        plain = unicodedata.normalize("NFKC", text[:READ])[:READ].translate(_PLAIN)
        lines = (" ".join(line.split()) for line in plain.splitlines())
        plain = "\n".join(line for line in lines if line)
        return cls(plain, tuple(_clauses(plain)))

    @cached_property
    def told(self) -> str:
        """A clause a line."""
        return "\n".join(clause.text + clause.mark for clause in self.clauses if not clause.asks)

    @cached_property
    def asked(self) -> str:
        """The questions, one a line."""
        return "\n".join(clause.text + "?" for clause in self.clauses if clause.asks)

    @property
    def ends_asking(self) -> bool:
        """Whether the last clause is a question."""
        return bool(self.clauses) and self.clauses[-1].asks

    @cached_property
    def length(self) -> float:
        """In words; a number is one, and so are two Chinese characters."""
        runs = WORD.findall(self.text)
        return sum(len(run) / 2 if CJK.match(run) else 1 for run in runs) + len(NUMBER.findall(self.text))

    @cached_property
    def kinds(self) -> Counter[str]:
        """How many words of each kind are told."""
        return Counter(kind for word in words(self.told) for kind in kinds_of(word))

    def of_kinds(self, kinds: frozenset[str]) -> int:
        """How many words of the whole text are of one of these kinds."""
        return sum(bool(kinds & kinds_of(word)) for word in words(self.text))

    @cached_property
    def stems(self) -> frozenset[str]:
        """What is told, as word stems and pairs of Chinese characters, without function words."""
        return stems(self.told)

    @cached_property
    def all_stems(self) -> frozenset[str]:
        """The same of the whole text."""
        return stems(self.text)


def share(count: float, turn: Reading) -> float:
    """How much of the turn it is; two more words keep a turn of one word from being all of something."""
    return count / (turn.length + 2)


def words(text: str) -> Iterator[str]:
    """Latin words in lower case, and the Chinese words of the table, the longest at each place."""
    for run in WORD.findall(text):
        if CJK.match(run):
            yield from _chinese(run)
        else:
            yield run.lower()


def _chinese(run: str) -> Iterator[str]:
    at = 0
    while at < len(run):
        size = next((n for n in range(LONGEST, 0, -1) if run[at : at + n] in _TABLE), 0)
        if size:
            yield run[at : at + size]
        at += size or 1


@lru_cache(maxsize=20_000)
def kinds_of(word: str) -> frozenset[str]:
    """The kinds of a word, by its own form or the first of its base forms that is in the table."""
    return next((_TABLE[form] for form in forms(word) if form in _TABLE), frozenset())


def forms(word: str) -> Iterator[str]:
    """A word and what it may be a form of: baked, bake, bak."""
    word = word.removesuffix("'s") if word not in _TABLE else word
    yield word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            base = word.removesuffix(ending)
            yield base + instead
            if base[-1] == base[-2] and ending in ("ed", "ing"):
                yield base[:-1]


def stems(text: str) -> frozenset[str]:
    """Word stems and pairs of Chinese characters, without function words."""
    found: set[str] = set()
    for run in WORD.findall(text):
        if CJK.match(run):
            pairs = (run[n : n + 2] for n in range(len(run) - 1))
            found.update(pair for pair in pairs if not _FUNCTION_ZH & set(pair))
        elif len(run) > 2 and run.lower() not in _FUNCTION:
            found.add(stem(run.lower()))
    return frozenset(found)


def stem(word: str) -> str:
    """A word without its ending."""
    word = word.removesuffix("'s")
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return word.removesuffix(ending) + instead
    return word


def _clauses(text: str) -> Iterator[Clause]:
    start = 0
    for mark in CLAUSE.finditer(text):
        body = text[start : mark.start()].strip()
        if body:
            yield Clause(body, mark[0].strip())
        start = mark.end()
    if text[start:].strip():
        yield Clause(text[start:].strip(), "")


_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "…": "."})
_ENDINGS = (
    ("ies", "y"),
    ("ied", "y"),
    ("es", ""),
    ("es", "e"),
    ("s", ""),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
)
_TABLE: dict[str, frozenset[str]] = {}
for _kind, _lists in KINDS.items():
    for _word in " ".join(_lists).split():
        _TABLE[_word] = _TABLE.get(_word, frozenset()) | {_kind}
_FUNCTION_ZH = frozenset(
    "的了是在我你您他她它们这那不没也都就还和跟与有要会能去来到过着吗呢吧啊很太把被给让对从个一"
)
_FUNCTION = frozenset(
    word
    for line in (
        "the and for with are was were been being have has had did does you she him her they them their",
        "his  its our your this that these those here there what which who when where why how not yes",
        "just really  very too also all some any more most can could will would should may might must",
        "than then out about  into over after before again i'm i've i'll i'd you're you've it's that's",
        "don't can't didn't we're  they're let's there's what's he's she's isn't won't wasn't lot got",
        "get going know think see make  take good great one but from",
    )
    for word in line.split()
)
