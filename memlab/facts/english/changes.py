"""changes: whether the words around a statement tell that what they state is new, or was wrong before.

A word of change counts where it leads to the statement ("sorry, I live in Rome", "… and now I work there"),
or where it tells of the same matter ("I quit last month", before an employer): an umbrella that was left
changes no city, and a new phone is no new address.
"""

from __future__ import annotations

import re

_LEADS = (
    r"now(?! that)|nowadays|actually|currently|presently|correction|sorry|oops+|whoops|wait|typo|update|edit"
    r"|instead|my mistake|my bad|these days|at present|at the moment|as of (?:today|now|\w+)|recently|lately"
    r"|scratch that|strike that|ignore that|forget that|disregard that|in fact|on second thoughts?|rather"
    r"|after"
    r" all|meanwhile|finally|i meant?|let me correct (?:that|it|you|myself)|correct that|hang on|hold on"
    r"|turns out"
    r"|(?:that|it) was (?:wrong|a (?:typo|mistake))|that's wrong|(?:got|had) (?:it|that|this) wrong"
    r"|not any ?more"
    r"|since (?:last|this|yesterday|january|february|march|april|may|june|july|august|september|october"
    r"|november"
    r"|december|\w{3,6}day|christmas|easter|new year)[\w ]{0,12}|from (?:today|now|this)(?: on| \w+)?"
    r"|as you (?:may|might) (?:have|know)|anymore"
)
_GLUE = (
    r"(?:[\s,.;:!…–—()*'\"-]|\b(?:a (?:sec|second|minute|moment)|and|but|so|that|then|oh|no|yes|well"
    r"|it's|because)\b)"
)
LEADING = re.compile(
    rf"(?:\b(?:{_LEADS}){_GLUE}*|(?:^|[,.;:!–—]\s)\W*(?:no|nope|nah)\b{_GLUE}*|^\W*\*\W*)$", re.I
)
_ANYWHERE = re.compile(  # what speaks of a change wherever it stands
    r"\b(?:no longer|any ?more|used to|turns out|scratch that|strike that|misspoke|mistyped|typo|mistaken"
    r"|(?:is|was|were|are|that's|it's|gone|been) (?:wrong|a mistake|out of date|outdated|old)|correct that"
    r"|(?:got|had|put|gave|told|wrote) (?:it|that|this|you|in)(?: down)?(?: the)? wrong|out of date|outdated"
    r"|changed my mind|let me correct|in the past|the wrong (?:one|number|city|date|day|name|address"
    r"|email|year))\b",
    re.I,
)
_NEW = r"\b(?:new|another|different)(?: \w+)? "
_HOME = (
    r"\bmov(?:ed|ing)\b(?! (?:the|that|it|this|my (?!famil|things|stuff)))|\brelocat|\bpacked\b|\bemigrat"
    rf"|\bleft (?:home|town|(?-i:[A-Z]))|{_NEW}(?:flat|house|home|place|city|apartment|address|town"
    rf"|country|landlord|keys)"
    r"|\bsaid goodbye|\bsold (?:the|my|our) (?:house|flat)|\bunpack"
)
_WORK = (
    r"\b(?:quit|resigned|fired|sacked|laid off|redundant|let me go|promoted|promotion|handed in|poached|hired"
    r"|retired|graduated|got the job|retrained|headhunted)\b|\bleft (?!(?:my|the) (?!job|company|firm"
    r"|bank|agency)"
    r"|early|over|behind|a\b)|\b(?:switched|changed|moved|swapped)(?: from [\w ]+)?(?: jobs?| careers?"
    r"| employers?| compan"
    r"|\b)(?! the| my (?!job|career|employer))|\bstart(?:ed)? (?:over|a|my|at|working)"
    rf"|{_NEW}(?:job|role|position|employer|company|gig|firm|career|boss|work)"
)
_CONTACT = (
    r"\b(?:lost|stolen|stole|hacked|expired|closed|died|dead|deactivated|cancell?ed|changed?|switched"
    r"|updated?|moved)"
    rf"\b|{_NEW}(?:phone|number|sim|mobile|cell|email|e-mail|mail|address|account|provider|contract|inbox)"
)
_MONEY = (
    r"\b(?:changed?|raised?|cut|lower(?:ed)?|increased?|decreased?|reduced?|adjust(?:ed)?|updated?"
    r"|bump(?:ed)?"
    rf"|extend(?:ed)?|bonus|rais(?:e|ed)|saved)\b|{_NEW}budget"
)
_NAMED = rf"\b(?:married|divorced|changed|renamed)\b|{_NEW}name"
_TASTE = (
    rf"\b(?:switched|changed?|gave up|quit|stopped|started|doctor|diagnosed)\b|{_NEW}(?:diet"
    rf"|favou?rite|hobby|taste)"
)
_SETTING = (
    rf"\b(?:switch(?:ed)?|changed?|updated?|moved|pushed|extended)\b|{_NEW}(?:deadline|language"
    rf"|due date|date)"
)
_TOPICS = {
    attribute: re.compile(words, re.I)
    for words, attributes in (
        (_HOME, "city address hometown"),
        (_WORK, "employer job"),
        (_CONTACT, "phone email order_id"),
        (_MONEY, "budget"),
        (_NAMED, "name"),
        (r"\b(?:birthday|turned)\b(?! party)", "age"),
        (_TASTE, "diet likes dislikes favourite"),
        (_SETTING, "reply_language deadline status"),
    )
    for attribute in attributes.split()
}
_OF_NONE = re.compile(r"(?!)")
_AFTER = (
    r"now(?! (?:can|could|what|where|how|please|that|tell|i|we|my|the))|nowadays|these days|instead"
    r"|at the moment"
    r"|at present|right now|currently|from now on|as of|(?:since|starting) (?:last|yesterday|this|today"
    r"|week|month"
    r"|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday|summer|winter|spring|autumn|fall)"
    r"|for (?:a few|two|three) days"
)
_TRAILING = re.compile(rf"\b(?:{_AFTER})\b(?!\?)", re.I)
_BREAK = re.compile(r"[;:!?…]|\.(?=\s|$)|,|\s[-–—]\s|\b(?:which|where|but|so|because|while)\b")
_APART = re.compile(rf"[\s,(–—-]*(?:and |but )?(?:{_AFTER})\b(?!\?)", re.I)


def changed_before(attribute: str, before: str, previous: str) -> bool:
    """Whether what stands `before` a statement, or the sentence `previous` to it, makes it a change."""
    name = "favourite" if attribute.startswith("favourite_") else attribute
    topic = _TOPICS.get(name, _OF_NONE)
    return any(
        LEADING.search(text) or _ANYWHERE.search(text) or topic.search(text)
        for text in (before, previous)
        if text
    )


def change_after(near: str) -> int:
    """Where the words end that follow a value in its clause, or right after a comma, and make it a change.

    "…, now"; 0 if there are none.
    """
    stop = _BREAK.search(near)
    if stop is None:
        found = _TRAILING.search(near)
    else:
        found = _TRAILING.search(near, 0, stop.start()) or _APART.match(near, stop.start())
    return found.end() if found else 0
