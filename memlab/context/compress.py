"""Shorter memories: whole sentences of the text that fit, the ones that the question asks for first.

A sentence keeps its numbers and its negations or goes as a whole: "not on Friday" never becomes "on Friday".
A sentence that takes back the one before it stays with it, or that one goes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

from memlab import checks, tokens
from memlab.context.layers import Step
from memlab.context.masking import LINE_BREAK
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded
from memlab.tiers.analysis import tokens_of

MARK = "…"  # stands where something was left out
LONGEST_TOKEN = 128  # characters: blanks in a row are the longest tokens there are
Span = tuple[int, int]

_CLAUSE_END = re.compile(r"[,;:](?=\s)|[，；：、]|\s(?=[-–—]\s)")
NEGATION = re.compile(
    r"\b(?:not?|never|none|nobody|nothing|nor|neither|without|cannot|except|unless|stop(?:ped)?|cancel\w*)\b|n['’]t\b"
    r"|不(?![仅僅但断斷久])|[没沒勿莫]|[无無](?![论論])|未(?![来來])|(?<![特分区區级級类類性个個派])[别別](?![人的])"
    r"|非(?!常)|取消|除了|停止",  # 特别 and 非常 deny nothing, and are in many a text
    re.I,
)
NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_TAKES_BACK = re.compile(
    r"\b(?:correction|actually|i mean(?:t)?|sorry|no longer)\b|更正|纠正|其实|说错|不对|不再", re.I
)
_CODE = re.compile(r"[A-Z][A-Z0-9-]*\d[A-Z0-9-]*|[^\s@]@[^\s@]|https?://\S+")


def extractive(text: str, tokens_left: int, query: str = "") -> str:
    """At most `tokens_left` tokens of the text: its sentences in their order, MARK where some are missing.

    Sentences with the words of `query` come first, then those with identifiers, numbers and negations, then
    the earlier ones. If no sentence fits, a run of clauses of the best one is taken that has all its numbers
    and negations. "" if nothing fits. O(n log n) but for the few that are kept.

    >>> text = "It rains. The launch is not on 3 May. It is on 10 May. Mira brought tea and a cake."
    >>> extractive(text, 19, "When is the launch?")
    '… The launch is not on 3 May. It is on 10 May. …'
    >>> extractive("在下雨。上线日期不是五月三日。大家都来喝茶吃蛋糕。", 15, "什么时候上线？")
    '…上线日期不是五月三日。…'
    """
    text = checks.kind("text", text, str, "decode or format it first")
    if tokens.count(text) <= tokens_left:
        return text
    ranked = _ranked(text, list(_spans(text)), query)
    kept = _fitting(text, ranked, tokens_left)
    if not kept:
        kept = next(filter(None, (_clauses(text, span, tokens_left, query) for span in ranked[:3])), [])
    return _joined(text, sorted(kept)) if kept else ""


def _fitting(text: str, ranked: list[Span], tokens_left: int) -> list[Span]:
    """The best sentences that fit together, until the room is full; what is joined is counted."""
    kept: list[Span] = []
    room = tokens_left
    for span in ranked:
        for start, end in dict.fromkeys((span, _standing(text, span))):
            cost = tokens.count(text[start:end]) if end - start <= LONGEST_TOKEN * room else room + 1
            if cost <= room and tokens.count(_joined(text, sorted([*kept, (start, end)]))) <= tokens_left:
                kept.append((start, end))
                room -= cost
                break
        if room < 2:
            break
    return kept


def _spans(text: str) -> Iterator[Span]:
    """Where the sentences stand, each with those behind it that take it back."""
    before: Span | None = None
    for start, end in _sentences(text):
        if before and _TAKES_BACK.search(text, start, end):
            before = before[0], end
        else:
            yield from [before] if before else []
            before = start, end
    yield from [before] if before else []


def _standing(text: str, span: Span) -> Span:
    """What of a span stands: all of it, or the last sentence in it that takes others back."""
    start, end = span
    inside = _sentences(text[start:end])
    return start + max(
        (a for a, b in inside if _TAKES_BACK.search(text, start + a, start + b)), default=0
    ), end


def _sentences(text: str) -> Iterator[Span]:
    """Where the sentences stand; a line break of a memory ends one, too."""
    at = 0
    for part in text.split(LINE_BREAK):
        for sentence in sentences(Folded(part, part, part)):
            yield at + sentence.start, at + sentence.end
        at += len(part) + len(LINE_BREAK)


def _ranked(text: str, spans: list[Span], query: str) -> list[Span]:
    asked = set(tokens_of(query))
    words = {span: asked & set(tokens_of(text[span[0] : span[1]])) for span in spans}
    frequency = Counter(word for said in words.values() for word in said)

    def value(span: Span) -> tuple[float, int]:
        said = text[span[0] : span[1]]
        weight = 2.0 * bool(_CODE.search(said)) + bool(NUMBER.search(said)) + bool(NEGATION.search(said))
        return -(weight + sum(3 / frequency[word] for word in words[span])), span[0]

    return sorted(spans, key=value)


def _joined(text: str, spans: list[Span]) -> str:
    """The spans of the text with a mark in each gap, at the beginning and at the end."""
    parts, at = [], 0
    for start, end in spans:
        gap = text[at:start]
        if gap.strip():
            parts.append(_gap(gap, first=at == 0))
        else:
            parts.append(gap)
        parts.append(text[start:end])
        at = end
    rest = text[at:]
    return "".join(parts) + (_gap(rest, last=True) if rest.strip() else "")


def _gap(gap: str, *, first: bool = False, last: bool = False) -> str:
    """The mark, with blanks where the text has some (Chinese has none)."""
    before = " " if gap[:1].isspace() and not first else ""
    after = " " if gap[-1:].isspace() and not last else ""
    return f"{before}{MARK}{after}"


def _clauses(text: str, span: Span, tokens_left: int, query: str) -> list[Span]:
    """The longest run of whole clauses that fits and has the numbers and negations of the sentence.

    Of a sentence that was taken back nothing is taken: the run begins with the one that does so.
    """
    start, end = _standing(text, span)
    edges = [start, *(m.end() for m in _CLAUSE_END.finditer(text, start, end)), end]
    needed = _must(text[start:end])
    runs = [(edges[i], edges[j]) for i in range(len(edges)) for j in range(i + 1, min(len(edges), i + 12))]
    whole = [(i, j) for i, j in runs if _must(text[i:j]) == needed]
    fitting = [run for run in whole if tokens.count(_joined(text, [run])) <= tokens_left]
    asked = set(tokens_of(query))
    best = max(
        fitting, key=lambda r: (len(asked & set(tokens_of(text[r[0] : r[1]]))), r[1] - r[0]), default=None
    )
    return [best] if best and text[best[0] : best[1]].strip() else []


def _must(text: str) -> list[str]:
    """What a shorter form may not lose, in order."""
    return [m[0] for m in re.finditer(f"{NUMBER.pattern}|{NEGATION.pattern}", text, re.I)]


def shortened(
    text: str, tokens_left: int, query: str, shorten: Callable[[str, int], str] | None, name: str
) -> tuple[str, tuple[Step, ...]]:
    """(the text in at most `tokens_left` tokens, or "" if that cannot be; what was tried and why it failed).

    `shorten` is asked first, if given: it is somebody else's, so that what it returns is checked.
    """
    before = tokens.count(text)
    steps: tuple[Step, ...] = ()
    if shorten is not None:
        answer, fault = _asked(shorten, text, tokens_left)
        if not fault:
            text = answer
        else:
            steps = (Step(f"shorten {name}", before, before, f"{fault}: shortened by sentences instead"),)
    return extractive(text, tokens_left, query), steps


def _asked(shorten: Callable[[str, int], str], text: str, tokens_left: int) -> tuple[str, str]:
    """(what it returned, what is wrong with it)."""
    try:
        answer = shorten(text, tokens_left)
    except Exception as error:  # whatever it raises, the prompt gets built
        return "", f"the given function raised {type(error).__name__}"
    if not isinstance(answer, str):
        return "", f"the given function returned {type(answer).__name__}, allowed is str"
    if not answer.strip():
        return "", "the given function returned nothing"
    if tokens.count(answer) >= tokens.count(text):
        return "", "the given function returned nothing shorter"
    if not set(NUMBER.findall(answer)) <= set(NUMBER.findall(text)):
        return "", "the given function returned a number that is not in the memory"
    if NEGATION.search(text) and not NEGATION.search(answer):
        return "", "the given function lost a negation"
    return answer, ""
