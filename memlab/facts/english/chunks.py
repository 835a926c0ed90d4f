"""chunks: the rest of a sentence in words, and how far a name, a phrase or a list reaches in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice

from memlab.facts.english import lexicon as lex
from memlab.facts.english import phrases
from memlab.facts.rules import Rule

Cut = tuple[int, int, str]  # start and end in the text, and how the value is written ("" as it stands there)
MOST_WORDS, MOST_ITEMS = 40, 500
_CHUNK = re.compile(r"[^\s,;:!?()\[\]{}\"“”…<>|=*`]+|[,;:!?()\[\]{}\"“”…<>|=*`]")
_ARTICLE = re.compile(
    r"(?:(?:the|a|an|my|our|some|any|all|all the|eating|drinking|both|to|of|having|this|these|either)\s+)+",
    re.I,
)
JOINT = re.compile(
    r"\s*(?:,\s*(?:and also|and|&|or|plus|nor)\s+|,\s*|\s(?:as well as|and also|and|&|or|plus|nor)\s+"
    r"|\s?/\s?)(?:both\s+)?",
    re.I,
)
_ANDED = re.compile(r"\b(?:and|or|plus|as well|nor)\b|&", re.I)
_WORD = re.compile(r"[\w'-]+")


def chunks(text: str, start: int, limit: int) -> Iterator[tuple[int, int]]:
    """The words and marks of text[start:limit], at most forty; without the full stop that ends one."""
    for match in islice(_CHUNK.finditer(text, start, limit), MOST_WORDS):
        begin = match.start()
        word = match.group()
        bare = word.rstrip(".'’") or word[:1]
        keeps = word.lower() in lex.ABBREVIATED or bare.count(".") > 0
        yield begin, begin + len(word if keeps and word[-1] != "'" else bare)


def proper(
    text: str, start: int, limit: int, inner: frozenset[str], stops: frozenset[str], most: int
) -> Cut | None:
    """The words with capitals at `start`, with "of" and its like among them; else those up to a stop."""
    parts = chunks(text, start, limit)
    here = next(parts, (limit, limit))
    first = text[here[0] : here[1]]
    if not first or not (first[0].isalnum() or first[0] in "'&"):
        return None
    big = not first[0].islower() or not first[0].isascii()
    stops = stops - inner if big else stops
    end, count, gap = -1, 0, 0
    for begin, stop in chain([here], parts):
        word = text[begin:stop]
        if not _is_of_name(word, big, count, stops) or (end >= 0 and "\n" in text[end:begin]):
            break
        if big and count and word[0].islower() and word[0].isascii():
            if word.lower() not in inner or gap == 2:
                break
            gap += 1
            continue
        end, count, gap = stop, count + 1, 0
        if count == most or (text[stop : stop + 1] == "." and word.lower() not in lex.ABBREVIATED):
            break
    return (here[0], end, "") if end > 0 else None


def _is_of_name(word: str, big: bool, count: int, stops: frozenset[str]) -> bool:
    low = word.lower()
    if not (word[0].isalnum() or (count and (word == "&" or (word[0] in "'+" and len(word) > 1)))):
        return False
    return low not in stops or (
        big and count > 0 and word[0].isupper() and len(word) > 3 and low not in lex.HARD_STOPS
    )


def phrase(text: str, start: int, limit: int, stops: frozenset[str], most: int) -> int:
    """Where the phrase that begins at `start` ends."""
    end, count = start, 0
    for begin, stop in chunks(text, start, limit):
        word = text[begin:stop].lower()
        if count >= most or not (word[0].isalnum() or word[0] in "'&#@+-$£€") or word in ("-", "--"):
            break
        if word in stops or "\n" in text[end:begin] or phrases.stops_at(text, begin, limit):
            break
        if word in ("and", "or", "&", "nor", "plus", "but") and not phrases.is_fixed(
            text, start, begin, limit
        ):
            break
        end, count = stop, count + 1
        if text[stop : stop + 1] == "." and not text[stop + 1 : stop + 2].isalnum():
            break
    return end


def listed(text: str, start: int, limit: int, rule: Rule, stops: frozenset[str], most: int) -> list[Cut]:
    """The items of "nuts, eggs and milk" at `start`, without articles; one if the rule is single-valued."""
    found: list[Cut] = []
    while start < limit and len(found) < MOST_ITEMS:
        article = _ARTICLE.match(text, start, limit)
        titled = (
            article
            and start > 0
            and text[start].isupper()
            and text[article.end() : article.end() + 1].isupper()
        )
        begin = article.end() if article and not titled else start  # "The Beatles"
        to = article is not None and text[start:begin].lower().startswith("to ")  # "to nuts and to milk"
        if found and not _goes_on(text, begin if to else start, limit, rule):
            break
        end = phrase(text, begin, limit, stops, most)
        if end <= begin:
            break
        found.append((begin, end, ""))
        joint = JOINT.match(text, end, limit)
        if joint is None or not rule.many:
            break
        start = joint.end()
    return _whole(text, found)


def _goes_on(text: str, start: int, limit: int, rule: Rule) -> bool:
    """Whether what comes after a comma or "and" is one more item, and no new statement."""
    match = _WORD.search(text, start, limit)
    word = match.group().lower() if match else "i"
    return word not in phrases.NO_ITEM_START and (rule.name == "task" or word not in phrases.VERBS)


def _whole(text: str, found: list[Cut]) -> list[Cut]:
    """The items that are certainly of the list: after commas without any "and" only short ones are."""
    if len(found) < 2 or _ANDED.search(text[found[-2][1] : found[-1][0]]):
        return found
    kept = [found[0]]
    for item in found[1:]:
        if len(text[item[0] : item[1]].split()) > 3:
            break
        kept.append(item)
    return kept
