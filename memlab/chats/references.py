"""Which earlier messages a message needs: those with which it shares what few others have.

Nobody marks in a chat what an answer is based on, so this is a guess by a rule, blind to whatever is meant
and not named ("do it again", "the second one"). Measured by `memlab eval references FILE` on annotated
halves of two data sets: CrossWOZ, needs found 77%, right 77%; LoCoMo's questions, needs found 28%, right
35%.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from memlab.chats.common_words import COMMON, HAN_GRAMMAR
from memlab.facts.text import fold
from memlab.flow import Program
from memlab.tiers.analysis import tokens_of
from memlab.tiers.identifiers import LOOSE, identifiers_of

READ = 20_000  # characters of a message that are looked at: what is longer is a document
SHARED = 9.0  # the weight of what two messages share, from which the later one needs the earlier
PART = 0.1  # of the weight of the shorter message that must be shared: two long texts share much by chance
MOST = 2  # earlier messages that one needs at most: the best
COMMON_SHARE, FEW = (
    0.05,
    5,
)  # common is what stands in more than this share of the messages, and in more than so few
ELSEWHERE = 1_000  # messages without the word that are supposed besides: in a short chat all words are rare
HEAVIEST = 8.0  # weight of one word: however large the export, one word alone is no reference
NEAR = 2  # words on either side of one with digits that are read with it
SURE = 2.0  # an identifier weighs as much more
_SLOTS = 1 << 20

_WORD = re.compile(r"[^\W_]+")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN_RUN = re.compile(f"[{_HAN}]+")
_TELLING = re.compile(r"\d\d|@")
_NO_GRAMMAR = dict.fromkeys(map(ord, HAN_GRAMMAR), " ")


def terms_of(text: str) -> frozenset[str]:
    """What a message may be known by: its words but for common ones, pairs of Han, and identifiers.

    Words are in the spelling of the index (`memlab.tiers`); an identifier is "kind:form". Linear; of a long
    text the first READ characters.

    >>> sorted(terms_of("Is order HS-123456 about my penicillin?"))
    ['123456', 'code:hs123456', 'hs', 'penicillin']
    >>> sorted(terms_of("我对青霉素过敏"))
    ['素过', '过敏', '霉素', '青霉']
    """
    text = text[:READ]
    folded = fold(text).text.casefold()
    if not folded.isascii():
        runs = _HAN_RUN.findall(folded.translate(_NO_GRAMMAR))
        pairs = {run[n : n + 2] for run in runs for n in range(len(run) - 1)} - COMMON
        folded = _HAN_RUN.sub(" ", folded)
    else:
        pairs = set()
    words = {term for word in set(_WORD.findall(folded)) if (term := _term(word))}
    return frozenset(words | pairs | _identifiers(text))


@lru_cache(maxsize=65_536)
def _term(word: str) -> str:
    """A word as the index spells it; "" for one that tells nothing."""
    if len(word) < 2 or (word.isdecimal() and len(word) < 3):
        return ""
    found = tokens_of(word)
    return found[-1] if found and found[-1] not in COMMON else ""


def _identifiers(text: str) -> set[str]:
    """The decisive ones, looked for where there are digits or an @."""
    if not _TELLING.search(text):
        return set()
    return {found for found in identifiers_of(_around(text)) if not found.startswith(LOOSE)}


def _around(text: str) -> str:
    """The words with digits or an @, with a few on either side: "order no. 12345 of May 1st, 2024"."""
    words = text.split()
    telling = [n for n, word in enumerate(words) if _TELLING.search(word)]
    near = sorted({m for n in telling for m in range(max(0, n - NEAR), min(len(words), n + NEAR + 1))})
    joints = [" " if m == n + 1 else " ; " for n, m in pairwise(near)]
    return "".join(part for n, joint in zip(near, [*joints, ""], strict=True) for part in (words[n], joint))


class Rarity:
    """In how many messages each term stands, over all conversations. Four megabytes, however many there are.

    Terms are counted by a hash: where two fall together, both seem commoner than they are.

    >>> rarity = Rarity()
    >>> for text in ["The invoice of Bergen", "Bergen is fine"]:
    ...     rarity.add(terms_of(text))
    >>> rarity.weight("bergen") < rarity.weight("invoic")
    True
    """

    def __init__(self) -> None:
        self.messages = 0
        self._counts = array("I", bytes(4 * _SLOTS))

    def add(self, terms: Iterable[str]) -> None:
        """Count a message."""
        self.messages += 1
        for term in terms:
            self._counts[_slot(term)] += 1

    def weight(self, term: str) -> float:
        """How much sharing this term tells: the logarithm of how rare it is; 0 of a common one."""
        count = max(1, self._counts[_slot(term)])
        if count > max(FEW, COMMON_SHARE * self.messages):
            return 0.0
        weight = min(HEAVIEST, math.log((self.messages + ELSEWHERE) / count))
        return SURE * weight if ":" in term else weight


def _slot(term: str) -> int:
    return crc32(term.encode("utf-8", "replace")) & (_SLOTS - 1)


class Heard:
    """The messages of a conversation so far, each given by its terms.

    >>> rarity = Rarity()
    >>> heard = Heard(rarity)
    >>> for text in ["Zofia has order T-7316.", "Noted.", "Tea?"]:
    ...     rarity.add(terms_of(text))
    ...     heard.add(terms_of(text))
    >>> heard.needed(terms_of("Where is T-7316?"))
    (1,)
    """

    def __init__(self, rarity: Rarity) -> None:
        self._rarity = rarity
        self._holders: dict[str, list[int]] = defaultdict(list)
        self._totals: list[float] = []

    def add(self, terms: Iterable[str]) -> None:
        """The next message was said."""
        self.take(self.weights(terms))

    def take(self, weights: dict[str, float]) -> None:
        """The next message was said, given by the weights of its terms."""
        self._totals.append(math.fsum(weights.values()))
        for term in weights:
            self._holders[term].append(len(self._totals))

    def needed(self, terms: Iterable[str]) -> tuple[int, ...]:
        """The earlier messages, by number from 1, that one said now would need: those that share the most.

        Of those that share as much the later ones are taken.
        """
        return self.sharing(self.weights(terms))

    def sharing(self, weights: dict[str, float]) -> tuple[int, ...]:
        """The same for a message that is given by the weights of its terms."""
        total = math.fsum(weights.values())
        shared: dict[int, float] = defaultdict(float)
        for term, weight in weights.items():
            for earlier in self._holders.get(term, ()):
                shared[earlier] += weight
        enough = [
            (round(weight, 9), earlier)
            for earlier, weight in shared.items()
            if weight >= SHARED
            and weight >= PART * min(self._totals[earlier - 1], total)
            and earlier < len(self._totals)
        ]
        return tuple(sorted(earlier for _, earlier in sorted(enough, reverse=True)[:MOST]))

    def weights(self, terms: Iterable[str]) -> dict[str, float]:
        """Of each term that tells something. Sorted, so that sums are the same in every process."""
        return {term: weight for term in sorted(terms) if (weight := self._rarity.weight(term))}


def needs(terms: Iterable[Iterable[str]], rarity: Rarity) -> list[tuple[int, ...]]:
    """For each message of a conversation, given by its terms, the earlier ones that it needs.

    The message just before is not among them: it is being answered and stands in the prompt anyway. Nearly
    linear: a term that many messages share is common, and looked up no more.

    >>> texts = ["I take penicillin for my knee.", "Noted.", "Tea?", "Can my knee do without penicillin?"]
    >>> rarity = Rarity()
    >>> for text in texts:
    ...     rarity.add(terms_of(text))
    >>> needs([terms_of(text) for text in texts], rarity)
    [(), (), (), (1,)]
    """
    heard, found = Heard(rarity), []
    for said in terms:
        weights = heard.weights(said)
        found.append(heard.sharing(weights))
        heard.take(weights)
    return found


def program_of(needs: Sequence[Sequence[int]]) -> Program:
    """The conversation as a program: message n defines n and uses the earlier messages that it needs.

    >>> [(s.id, sorted(s.use), sorted(s.defs)) for s in program_of([(), (), (1,)])]
    [(1, [], [1]), (2, [], [2]), (3, [1], [3])]
    """
    return Program.from_turns([{"use": list(used), "def": [n]} for n, used in enumerate(needs, start=1)])
