"""Tone: what stands around a clause and makes it a question, a wish, a guess, a report or a change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from memlab.facts.candidate import USER
from memlab.facts.english import words as w
from memlab.facts.english.words import word_set

if TYPE_CHECKING:
    from memlab.facts.english.clauses import Clause

_TO_WHOM = r"(?: to)?(?: (?:you|him|her|them|us|me|everyone|everybody|people|the \w+|my \w+))?"
_FRAMES: tuple[tuple[re.Pattern[str], int, int], ...] = tuple(
    (re.compile(f"(?:{words})$"), user, other)
    for words, user, other in (  # what may stand between two subjects, and what it makes of the second clause
        (
            "(?:think|thought|guess|guessing|thinking|believe|suppose|assume|reckon|suspect|bet|feel"
            "|figure|fear|doubt"
            "|imagine|presume|gather)(?:s|ed)?(?: like)?(?: that)?",
            w.HEDGED,
            w.QUOTED,
        ),
        ("(?:a )?(?:feeling|hunch|suspicion|chance|possibility|impression)(?: that)?", w.HEDGED, w.HEDGED),
        (
            "(?:wish|hope|want|prefer|pray|wishing|hoping|rather|'d rather)(?:s|ed|d)?(?: that| if)?",
            w.WISHED,
            w.QUOTED,
        ),
        (
            "(?:[a-z ]*?)(?:tell|say|remember|recall|decide|know|sure|certain|unsure|clear|idea|matter"
            "|wonder|wondering"
            "|wondered|ask|asked|asking|check|checking|curious|tested|see|find out|figure out|forget"
            "|forgot|debating)" + _TO_WHOM + " (?:if|whether)",
            w.HEDGED,
            w.QUOTED,
        ),
        (
            "(?:mean|meant)(?: to (?:say|write|type|tell you))?(?: is| was)?(?: that)?|misspoke|mistyped",
            w.CHANGE,
            w.QUOTED,
        ),
        (
            "(?:said|say|saying|told|tell|telling|mention|mentioned|mentioning|note|repeat|confirm"
            "|remember|know|knew"
            "|realise|realised|realize|realized|admit|add|confess|swear|promise|noticed|forgot|forget"
            "|remind|like you"
            "|want you|claim|claims|says|tells|thinks|wrote|explained|explains|heard|read|insists?"
            "|learned|found out"
            "|discovered|understand)(?:ed)?(?: to (?:know|say|mention|tell|add|remember|note|keep in mind))?"
            + _TO_WHOM
            + "(?: (?:already|before|earlier|yesterday|once))?(?: (?:that|how))?",
            0,
            w.QUOTED,
        ),
        (
            "(?:sure|certain|positive|confident|afraid|glad|happy|proud|sad|sorry|ashamed|lucky|aware"
            "|convinced)"
            "(?: to (?:say|report))?(?: that)?",
            0,
            w.QUOTED,
        ),
        (
            "(?:dreamt|dreamed|imagined|imagining|pretended|pretending|pretend|dream)(?: that)?",
            w.SUPPOSED,
            w.SUPPOSED,
        ),
        ("us (?:say|pretend|assume|imagine|suppose)(?: that)?", w.SUPPOSED, w.SUPPOSED),
        ("(?:possible|seems?|looks?|likely|appears?|sounds?)(?: like)?(?: that)?", w.HEDGED, w.HEDGED),
        ("(?:turns|turned) out(?: that)?", w.CHANGE, w.CHANGE),
        ("(?:true|correct|right|the case|a fact)(?: that)?", 0, 0),
    )
)
_WHEN = word_set("when once until till before after whenever by")
_GUESSES = word_set("maybe perhaps probably possibly presumably apparently whether")
WHEN = 1 << 13  # "when I …": planned, unless the verb is in the past


def framed(words: list[str], i: int, before: Clause | None) -> int:
    """The flags for the clause that begins at token `i`; `before` is the clause before it."""
    last = words[i - 1] if i else ""
    around = (
        _by_clause(words, i, before, last)
        if before is not None and before.after <= i <= before.after + 9
        else None
    )
    return _by_word(words, i, last) if around is None else around


def _by_word(words: list[str], i: int, last: str) -> int:
    if last in w.IFS or (last == "only" and i > 1 and words[i - 2] == "if"):
        return w.SUPPOSED
    if last in _GUESSES:
        return w.HEDGED
    if last in w.CAUSES:
        return w.KNOWN
    if last in _WHEN:
        return WHEN
    if last == "that" and i > 1 and words[i - 2] in w.IFS:
        return w.SUPPOSED
    if last in w.AUXILIARIES and _inverted(words, i - 1):
        return w.SUPPOSED if last in ("had", "were", "should") else w.ASKED
    return 0


def _inverted(words: list[str], i: int) -> bool:
    """Whether the auxiliary at `i` comes before its subject: "do I", "where am I"."""
    return (
        i == 0 or words[i - 1] in w.CLAUSE_STARTS or words[i - 1] in w.QUESTION_WORDS or words[i - 1] == "not"
    )


def _by_clause(words: list[str], i: int, before: Clause, last: str) -> int | None:
    """What a clause before gives: "I think", "she says", a supposition that goes on; None: nothing."""
    between = " ".join(words[before.after : i])
    own = before.frame | (before.verbs[-1][1] if before.verbs else 0)
    if before.subject is None and between in ("forget", "forget that", "please forget that"):
        return 0 if own & w.NOT else w.NOT | w.ENDS  # "forget that I like sushi"
    for pattern, user, other in _FRAMES:
        if pattern.match(between):
            reported = before.subject not in (USER, None) and words[before.first] != "you"
            more = other if reported else user  # "just so you know"
            if (
                more == 0
                and own & w.NOT
                and between.split()[0] in ("sure", "certain", "know", "positive", "confident")
            ):
                more = w.HEDGED
            return more | (own & (w.FRAMED | w.CHANGE))
    if (
        between.startswith(("you ", "it ", "that "))
        and words[before.first] in w.AUXILIARIES
        and before.subject is None
    ):
        return w.ASKED if "," not in between else None
    if between == "that" and own & w.FRAMED:
        return own & w.FRAMED
    if last in ("and", "or") and before.frame & (w.SUPPOSED | w.WISHED):
        return before.frame & (w.SUPPOSED | w.WISHED)
    return None


_LATE = (
    r"(?:week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter"
    r"|spring|autumn|fall)"
)
CHANGED_BEFORE = re.compile(
    r"\b(?:now(?! that)|nowadays|actually|currently|presently|correction|sorry|oops|ooops|wait|typo"
    r"|update|edit|instead"
    r"|mistake|mistaken|wrong|mistyped|misspoke|mixed|changed|change|switched|moved|moving|quit|left"
    r"|resigned|fired"
    r"|new|these days|at present|at the moment|as of|recently|lately|turns out|scratch that|not anymore"
    r"|in fact"
    r"|no longer|any ?more|on second thought|strike that|ignore that|forget that|disregard|packed"
    r"|handed in|used to"
    r"|got the job|started|start(?:ed)? over|from (?:today|now|this)|since (?!i\b|we\b|my\b)\w+|rather"
    r"|correct that"
    r"|after all|meanwhile|finally|anymore|out of date|outdated|expired|lost my|(?:bump|raise|lower"
    r"|increase|decrease|cut|update|adjust|reduce|extend)(?=\s*$)|let me correct|i meant"
    r"|i mean)\b"
    r"|^\s*(?:no|nope|nah)\b|^\s*\*",
    re.I,
)
CHANGED_AFTER = re.compile(
    r"\b(?:now(?! (?:can|could|what|where|how|please|that|tell))|nowadays|these days|instead"
    r"|at the moment|at present"
    rf"|right now|currently|from now on|as of|since last|since yesterday|since this|since {_LATE}"
    r"|for (?:a few|two|three) days|moved)\b(?!\?)",
    re.I,
)
SENTENCE_CHANGES = re.compile(  # the sentence before, in the same turn
    r"\b(?:wait|sorry|oops|typo|correction|scratch that|strike that|my mistake|my bad|wrong|misspoke"
    r"|mistyped|changed"
    r"|moved|switched|quit|new job|update|forget that|not any ?more|lost my|resigned|laid off|birthday"
    r"|let me go"
    r"|fired|news|used to|got married|promoted|out of|changed my mind|no longer|any ?more|in the past"
    r"|correct that)\b"
    r"|^\s*(?:no|nope)\b",
    re.I,
)
ENDED_AFTER = re.compile(r"\b(?:any ?more|any ?longer)\b", re.I)
PLANNED_AFTER = re.compile(
    rf"\b(?:next {_LATE}|tomorrow|soon|in (?:a|an|two|three|four|five|six|\d+|a few|a couple of"
    rf"|some) (?:days?|weeks?"
    r"|months?|years?)|starting (?:on |from |in )?(?:next|monday|tomorrow|january|february|march|april"
    r"|may|june|july"
    r"|august|september|october|november|december)|from next|some ?day|one day|in the (?:near )?future"
    r"|later this)\b",
    re.I,
)
HEDGED_AFTER = re.compile(
    r"\b(?:i think|i guess|i believe|i suppose|i assume|i reckon|probably|maybe|perhaps|possibly|not sure"
    r"|unsure"
    r"|not certain|not (?:a )?100 ?%|if i (?:remember|recall)|if memory serves|i'm not mistaken|or something"
    r"|or so i (?:think|believe)|or was it|or is it|could be wrong|might be wrong|don't quote me"
    r"|don't hold me"
    r"|i dunno|idk|i don't know|(?:can't|cannot|don't) remember|i'd have to check|i (?:have|need) to check"
    r"|need to double.check|or is that|no idea|who knows|hard to (?:say|tell))\b(?!\s+(?:my|i|we|that i"
    r"|he|she)\b)",
    re.I,
)
HEDGED_BEFORE = re.compile(
    r"\b(?:if i (?:remember|recall|'m not)|if i'm not mistaken|if memory serves|not sure|unsure"
    r"|not certain|i'd guess"
    r"|could be that|may be that|might be that|it's possible|no idea|can't tell|don't know|my (?:guess"
    r"|hunch|feeling|suspicion) is|i wonder|wondering if)\b[^.;]*$",
    re.I,
)
TAG = re.compile(
    r"^[\s,.–—-]*(?:right|correct|yes|yeah|no|ok|innit|eh|huh|or|or not|true|remember|didn't i say"
    r"|is that (?:right|correct"
    r"|so|true)|am i right|(?:is|are|am|was|were|do|does|did|have|has|would|could|can)(?:n't|nt"
    r"| not)? (?:i|it|we|he|she|you"
    r"|they|that|there)(?: (?:not|right|correct|wrong))?|or (?:am|do|did|have|is|was) (?:i|it)(?: not"
    r"| wrong)?)\s*\?",
    re.I,
)
_REQUEST = (
    r"(?:can|could|would|will|do|does|did|is|are|am|was|should|shall|may|what|where|which|who|when|why"
    r"|how|any|please|pls"
    r"|recommend|suggest|find|got|have|has|know|tell|show|give|help|so|and|anything|something|i need"
    r"|i want|thoughts"
    r"|ideas|u|you|i'm looking|looking|where's|what's|who's|how's|isn't|aren't|what would)\b"
)
ANOTHER_AFTER = re.compile(
    rf"(?:[,;:.!–—-]|\b(?:and|but|so)\b)\s*(?:(?:and|but|so|then"
    rf"|btw)\s*,?\s*)*{_REQUEST}",
    re.I,
)
REQUEST = re.compile(rf"(?:^|[,;:.!]\s*|\b(?:and|but|so)\s+){_REQUEST}", re.I)
LINK_CHANGES = re.compile(
    r"\b(?:changed?|changes|switched|moved?|updated|becomes?|became|increased"
    r"|raised|gone|went|dropped|rose|risen|fallen|fell|grown|shrunk|cut|reduced"
    r"|lowered|pushed|postponed|shifted|extended|delayed|brought|rescheduled|bumped"
    r"|slipped|corrected|doubled|shrank|shrunk)\b",
    re.I,
)
ORDERED = re.compile(  # "can you change my budget to …?"
    r"\b(?:can|could|would|will) you (?:please |pls |just )*(?:change|update|set|switch|correct|edit"
    r"|adjust|make|save|note)\s*$",
    re.I,
)
SUPPOSING = re.compile(
    r"^\W*(?:(?:ok|okay|so|well|now|hmm|hey),? )*(?:suppose|supposing|imagine|assume|assuming|pretend"
    r"|let'?s (?:say"
    r"|pretend|assume|imagine|suppose)|hypothetically|say (?:i|my|we)\b|what if|picture this)",
    re.I,
)
