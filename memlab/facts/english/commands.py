"""forgotten: "forget my address" and its like, orders to forget an attribute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.english.clauses import FREE, Clause
from memlab.facts.english.words import favourite
from memlab.facts.scene import FAVOURITE, Scene

NOUNS: dict[str, str] = {  # attribute -> how it is called
    "city": r"(?:home )?(?:city|town)|location|place of residence|residence|where (?:i|we) live"
    r"|the (?:city|place) i live in",
    "address": r"(?:(?:home|postal|street|delivery|mailing) )?(?:address|addresses)",
    "name": r"(?:(?:first|last|full|real) )?name|what i'm called|who i am",
    "age": r"age|how old i am",
    "birthday": r"birthday|bday|birth ?date|date of birth|dob|when i was born",
    "hometown": r"home ?town|birthplace|where i(?:'m| am) from|where i come from",
    "employer": r"employer|company|workplace|where i work|who i work for|firm",
    "job": r"job(?: title)?|occupation|profession|what i do(?: for a living)?",
    "phone": r"(?:(?:phone|mobile|telephone|cell|contact) )*(?:number|phone|mobile|cell|telephone|tel)",
    "email": r"e-?mail(?: address)?|mail address",
    "budget": r"(?:\w+ )?budget|spending limit",
    "reply_language": r"(?:preferred |reply )?language(?: preference)?",
    "diet": r"diet|dietary (?:preferences?|restrictions?)|eating habits",
    "allergy": r"allerg(?:y|ies)",
    "order_id": r"order (?:number|id|no)|order|parcel|package|booking",
    "deadline": r"deadline|due date",
    "likes": r"(?:what|everything|all(?: the things)?|the things|things) (?:that )?i (?:like|love|enjoy)"
    r"|likes|tastes|hobbies",
    "dislikes": r"(?:what|everything|all(?: the things)?|the things|things) (?:that )?i (?:don't like"
    r"|do not like|dislike|hate)|dislikes",
    "task": r"tasks?|to-?do list|todos?",
    "instruction": r"instructions?",
}
_FAVOURITE = r"(?:favourite|favorite|fav|fave) (?P<noun>[\w-]+(?: [\w-]+)?)"
_VERB = (
    r"(?:(?:please|pls|kindly|just|now|actually|can you|could you|would you|will you|you can|you may"
    r"|you should"
    r"|i want you to|i'd like you to|ok|okay|so|and|then|also),? )*"
    r"(?:you )?(?:(?:forget|delete|remove|erase|clear|drop|wipe|scrap|discard|purge|unlearn|disregard"
    r"|ignore|lose"
    r"|(?:don't|do not|dont|never|no longer|no need to|don't need to|don't have to) (?:remember|store"
    r"|save|keep|use|memori[sz]e|retain)"
    r"|stop (?:remembering|storing|using|saving|keeping)|get rid of|throw away|take out|strike)"
    r"(?: (?:about|all about|everything (?:about|you know about)|that you know|what (?:i|you) (?:said"
    r"|know) about"
    r"|what i told you about|any mention of|the (?:bit|part|thing) about))?)"
)
_OWNER = (
    r"(?:my|our|the|his|her|their|(?P<owner>[A-Z][\w-]*)'s|my (?P<person>\w+)'s)(?: (?:old|current"
    r"|saved|stored|entire|whole|home))?"
)
_END = r"(?! (?:is|to|was|in|for the|at the restaurant)\b)"
_NOUN = "|".join(f"(?:{n})" for n in NOUNS.values())
_ORDER = re.compile(
    rf"{_VERB} (?:(?:{_OWNER}) )?(?:{_FAVOURITE}|(?P<what>{_NOUN}))\b{_END}",
    re.I,
)
_EACH = {attribute: re.compile(noun, re.I) for attribute, noun in NOUNS.items()}
_CUE = re.compile(
    r"\b(?:forget|delete|remove|erase|clear|drop|wipe|scrap|discard|purge|unlearn|disregard|ignore|lose"
    r"|remember|store|save"
    r"|keep|use|memori[sz]e|retain|remembering|storing|using|saving|keeping|get rid|throw|take out"
    r"|strike)\b",
    re.I,
)
_ENDED = re.compile(
    rf"\b(?:i|we) (?:(?:no longer have|have no longer) (?:an?|any)|(?:don't|do not|dont"
    rf"|haven't got) (?:have )?(?:an?|any)"
    rf"(?= [^,.]*any ?(?:more|longer))) (?P<has>{_NOUN})\b|\b(?:my|our) (?P<mine>{_NOUN}) (?:(?:is"
    rf"|are) no longer"
    r"|(?:is not|are not|isn't|aren't)(?= [\w ]{4,20} any ?(?:more|longer))) (?:valid|in use|active"
    r"|working|correct|up to date)\b",
    re.I,
)
_ALL = re.compile(
    r"(?:(?:please|pls|kindly|just|now|(?P<asks>can|could|would|will) you|you can|you should|i want you to"
    r"|i'd like you to|ok|okay|so|and|then),? )*(?:forget|delete|erase|clear|wipe|discard|purge|remove)"
    r"(?: (?:absolutely|literally|about))? (?:everything|all|all of it"
    r"|all the (?:facts|data|information|things)|all(?: of)? (?:my|the) (?:data|facts|information|info)"
    r"|my (?:whole |entire |personal )*(?:data|profile|history|information|memory))"
    r"(?: (?:that )?(?:you(?:'ve| have)? (?:know|knew|remember|have|stored|saved|learned|learnt|got|noted)"
    r"|i(?:'ve| have)? (?:ever )?(?:told you|said|mentioned)))?(?: (?:about|on|of) (?:me|myself))?"
    r"(?:,? (?:now|please|so far|thanks|pls))*[\s.!]*(?(asks)\??|)$",
    re.I,
)
_BEGINS = re.compile(r"(?:^|[,.;:!–—-]|\b(?:and|so|then|please|ok|okay|but|now))\s*$", re.I)
_OF_ME = re.compile(r"\b(?:me|my|myself|i|i've)\b|\byou(?:'ve| have)? (?:know|remember|stored|saved)", re.I)
_TWO = re.compile(r",? (?:and|or) (?:(?:my|our|the) )?", re.I)


def forgotten(text: str, start: int, clauses: Sequence[Clause], scene: Scene) -> list[Candidate]:
    """The candidates of an order to forget; none if the sentence is none."""
    if not _CUE.search(text):
        return _gone(text, start, scene)
    for clause in reversed(clauses):
        match = (
            _ORDER.match(text, clause.lead)
            if clause.lead >= 0 and clause.subject in (FREE, "", USER)
            else None
        )
        if match:
            return _orders(match, text, start, scene)
        if _is_of_everything(text, clause.lead):
            return _everything(start + clause.lead, start + len(text), scene)
    return []


def _is_of_everything(text: str, at: int) -> bool:
    """Whether an order to forget all that is known of the user begins at `at`."""
    order = at >= 0 and _ALL.match(text, at) and _OF_ME.search(text, at)
    return bool(order) and _BEGINS.search(text[:at]) is not None


def _everything(begin: int, end: int, scene: Scene) -> list[Candidate]:
    """ "Forget everything about me": each attribute that is known of the user, or may be from before."""
    named = {c.attribute for c in scene.said() if c.entity == USER}
    base = Candidate(
        "",
        "",
        polarity=False,
        ends=True,
        forgets=True,
        change=True,
        span=(begin, end),
        clause=(begin, end),
        rule="forget everything: english",
    )
    return [
        replace(base, attribute=a) for a in dict.fromkeys((*scene.rules, *sorted(named))) if a != FAVOURITE
    ]


def _gone(text: str, start: int, scene: Scene) -> list[Candidate]:
    """ "I don't have a phone any more", "my email is no longer valid": what there was has ended, unnamed."""
    match = _ENDED.search(text)
    if match is None:
        return []
    span = (start + match.start(), start + match.end())
    base = Candidate(
        "", "", polarity=False, ends=True, change=True, span=span, clause=span, rule="ended: english"
    )
    found = _of(base, match["has"] or match["mine"])
    return [found] if found.attribute in scene.rules else []


def _orders(match: re.Match[str], text: str, start: int, scene: Scene) -> list[Candidate]:
    span = (start + match.start(), start + match.end())
    entity = match["owner"] or match["person"] or USER
    base = Candidate(
        "",
        "",
        entity=entity,
        polarity=False,
        ends=True,
        forgets=True,
        change=True,
        span=span,
        clause=span,
        rule="forget: english",
    )
    if match["noun"]:
        return [replace(base, attribute="favourite_" + favourite(match["noun"]))]
    found = [base for base in [_of(base, match["what"])] if base.attribute in scene.rules]
    more = _TWO.match(text, match.end())
    second = more and next((a for a, n in _EACH.items() if n.match(text, more.end())), None)
    return found + ([replace(base, attribute=second)] if second and second in scene.rules else [])


def _of(base: Candidate, noun: str) -> Candidate:
    attribute = next(a for a, regex in _EACH.items() if regex.fullmatch(noun))
    return replace(base, attribute=attribute)
