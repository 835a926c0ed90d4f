"""Names: places, persons and companies, told by their capitals, or by what stands around them."""

from __future__ import annotations

import re

from memlab.facts.english import lexicon as lex
from memlab.facts.english.chunks import Cut, proper
from memlab.facts.english.jobs import is_job
from memlab.facts.rules import Rule

_PLACE_LEAD = re.compile(
    r"(?:(?:the\s+)?(?:city|town|village|suburbs?|centre|center|outskirts|heart|middle|north|south|east"
    r"|west|area) of\s+"
    r"|downtown\s+|central\s+|beautiful\s+|sunny\s+|rainy\s+|lovely\s+|good old\s+|nearby\s+|greater\s+"
    r"|in\s+|over in\s+"
    r"|now\s+|actually\s+|the (?=bronx))+",
    re.I,
)
_DESCRIBED_PLACE = re.compile(r"(?:an?|the|my|our|this|that)\s", re.I)
_FOR_YEARS = re.compile(
    r"\s(?:for|of|in)\s(?:\d|over|about|almost|nearly|many|some|years|ages|the (?:past|last))", re.I
)
_HAGUE = re.compile(r"the hague\b", re.I)  # the one city with an article of its own
_TITLED = re.compile(r"the (?=[A-Z])")
_INSIDE = re.compile(r"(?:an?|the|my|our|this|that)\s+[^,;.!?]{0,40}?\b(?:in|near)\s+(?=[A-Z])")
_GREETING = re.compile(r"\W*(?:hi|hello|hey|hiya|yo|good (?:morning|evening|afternoon))\b", re.I)
_DETERMINED = re.compile(r"(?:the|my)\s+", re.I)
_CALLED = re.compile(r"(?:an?|the)\s+[^,;.!?]{0,40}?\b(?:called|named)\s+", re.I)
_FRIEND = re.compile(rf"(?:{'|'.join(sorted(lex.FIRST_NAMES))})\b(?! (?-i:[A-Z&]))", re.I)  # "with Ann"
_SOME_COMPANY = re.compile(r"(?:an?|our|this|that|your|his|her|their)\s", re.I)


def place(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    """A place at `start`: "Leeds", "new york", "a flat in Leeds"; no country as a city."""
    lead = _PLACE_LEAD.match(text, start, limit)
    if lead:
        start = lead.end()
    elif _TITLED.match(text, start, limit) and not _HAGUE.match(text, start, limit):
        start += len("the ")
    elif _DESCRIBED_PLACE.match(text, start, limit) and not _HAGUE.match(text, start, limit):
        inner = _INSIDE.match(text, start, limit)
        if inner is None:
            return []
        start = inner.end()
    hague = _HAGUE.match(text, start, limit)
    if hague:
        return [(hague.start(), hague.end(), "")]
    found = proper(
        text, start, limit, lex.PLACE_INNER, lex.PLACE_STOPS, 4 if text[start : start + 1].isupper() else 3
    )
    low = text[found[0] : found[1]].lower() if found else ""
    if (
        found is None
        or low.split()[-1] in lex.ORGANISATIONS
        or (low in lex.COUNTRIES and rule.name == "city")
    ):
        return []
    longer = " " in low and (text[found[0]].isupper() or low.startswith("new "))  # "New York"
    return [] if (low.split()[0] in lex.NO_PLACE and not longer) or low[0].isdigit() else [found]


def person(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    """A name at `start`; `bare`: after "I'm", where it must stand alone."""
    found = proper(text, start, limit, lex.NAME_INNER, lex.NAME_STOPS, 4)
    low = text[found[0] : found[1]].lower() if found else ""
    if found is None or any(c.isdigit() for c in low) or low.split()[0] in lex.NO_NAME:
        return []
    return [found] if not bare or _stands_alone(text, found, limit) else []


def _stands_alone(text: str, found: Cut, limit: int) -> bool:
    """Whether the word after "I'm" is a name: it means nothing else, and nothing makes it a noun."""
    value = text[found[0] : found[1]]
    low = value.lower()
    if low in lex.FIRST_NAMES:
        return True
    if low in lex.COUNTRIES or low.split()[-1] in lex.NO_BARE_NAME or low.split()[0] in lex.NO_BARE_NAME:
        return False
    if is_job(low) or not low[-1].isalpha():
        return False
    if value[0].islower() and (" " in low or low.endswith(("ing", "ed")) or not _GREETING.match(text)):
        return False
    rest = text[found[1] : limit].lstrip()
    return not rest or rest[0] in ".,!;:)-–—?&" or rest.split()[0].strip(".,!").lower() in lex.AFTER_NAME


def organisation(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    """A company at `start`: "Bosch", "the BBC", "a startup called Nimbus", "bank of england"."""
    article, called = _DETERMINED.match(text, start, limit), _CALLED.match(text, start, limit)
    if called or article:
        start = (called or article).end()  # type: ignore[union-attr]
    elif (
        text[max(0, start - 5) : start].lower() == "with " and _FRIEND.match(text, start, limit)
    ) or _SOME_COMPANY.match(text, start, limit):
        return []
    found = proper(
        text,
        start,
        limit,
        lex.COMPANY_INNER,
        lex.COMPANY_STOPS,
        6 if text[start : start + 1].isupper() else 3,
    )
    late = _FOR_YEARS.search(text, found[0], found[1]) if found else None
    found = (found[0], late.start(), "") if found and late else found
    value = text[found[0] : found[1]] if found else ""
    if found is None or value.lower().split()[0] in lex.NO_COMPANY or value.isdigit():
        return []
    return [] if article and not called and value[0].islower() else [found]
