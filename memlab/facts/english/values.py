"""values: where a value ends: a place, a name, a company, a list of things, in the rest of a sentence."""

from __future__ import annotations

import re

from memlab.facts.english import lexicon as lex
from memlab.facts.english.shapes import SHAPES, age
from memlab.facts.rules import Rule

Cut = tuple[int, int, str]  # start and end in the text, and how the value is written ("" as it stands there)

_CHUNK = re.compile(r"[^\s,;:!?()\[\]{}\"“”…<>|=*]+|[,;:!?()\[\]{}\"“”…<>|=*]")
_QUOTED = re.compile(r"\s*[\"“'‘「«*_`](?P<v>[^\"“”'‘’「」«»*_`]{1,60})[\"”'’」»*_`](?=\W|$)")
_ARTICLE = re.compile(r"(?:(?:the|a|an|my|our|some|any|all|all the|eating|drinking|both|to|of|having|this|these)\s+)+", re.I)
_KIND_OF = re.compile(r"(?:(?:a|an|the|my|our|this|that)\s+)?[^,;.!?]{0,40}?\b(?:in|near)\s+(?=[A-Z])")
_CAPITAL = re.compile(r"[^\W\d_]")
_FLUFF = re.compile(r"(?:so much|very much|a lot|a bit|too much|the most|a ton|tons|the best|at all|so badly|like crazy)$", re.I)


def cut(text: str, start: int, limit: int, rule: Rule, bare: bool = False) -> list[Cut]:
    """The values of `rule` that text[start:limit] begins with; none: it is no value of that form.

    `bare` says that nothing but a subject and "to be" stands before it, so that it must be recognised by itself.
    """
    while start < limit and text[start] in " \t\n:=–—-*~":
        start += 1
    form = _form(rule)
    quoted = _QUOTED.match(text, start, limit)
    if quoted and form in ("person", "place", "organisation", "words", "job"):
        return [(quoted.start("v"), quoted.end("v"), "")]
    if form in SHAPES and form != "number":
        return _shaped(text, start, limit, form, rule.many)
    return _CUTTERS[form](text, start, limit, rule, bare)


def _form(rule: Rule) -> str:
    return {"birthday": "birthday", "job": "job", "diet": "diet", "address": "address", "likes": "taste",
            "dislikes": "taste", "task": "task", "status": "status"}.get(rule.name, rule.form)  # fmt: skip


def _shaped(text: str, start: int, limit: int, form: str, many: bool) -> list[Cut]:
    found: list[Cut] = []
    match = SHAPES[form].match(text, start, limit)
    while match and (not found or many):
        end = match.end("v")
        while form == "phone" and text[end - 1] in ".-/ ":
            end -= 1
        value = text[match.start("v") : end]
        if form == "phone" and not 6 <= sum(c.isdigit() for c in value) <= 15:
            break
        if form == "phone" and value.count("(") != value.count(")"):
            break
        found.append((match.start("v"), end, value.lstrip("#") if value[0] == "#" else ""))
        joint = _JOINT.match(text, end, limit)
        match = SHAPES[form].match(text, joint.end(), limit) if joint else None
    return found


_JOINT = re.compile(r"\s*(?:,\s*(?:and|&|or|plus)\s+|,\s*|\s(?:and|&|or|plus|nor|as well as|and also)\s+|/\s*)", re.I)


def _age(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    if rule.name != "age":
        match = SHAPES["number"].match(text, start, limit)
        return [(match.start("v"), match.end("v"), "")] if match else []
    found = age(text[:limit], start, bare)
    return [found] if found else []


def _chunks(text: str, start: int, limit: int) -> list[tuple[int, int]]:
    """The words and marks of text[start:limit], at most forty; a full stop that ends a word is no part of it."""
    found = []
    for match in _CHUNK.finditer(text, start, limit):
        begin, end = match.span()
        while end > begin + 1 and text[end - 1] in ".'’" and not (text[end - 1] == "." and text[begin:end].count(".") > 1):
            end -= 1
        if match.end() > end and text[match.end() - 1] == "." and text[begin:match.end()].lower() in lex.ABBREVIATED:
            end = match.end()
        found.append((begin, end))
        if len(found) == 40:
            break
    return found


def _proper(text: str, start: int, limit: int, inner: frozenset[str], stops: frozenset[str], most: int) -> Cut | None:
    """The words with capitals at `start`, with small ones such as "of" among them; in small letters up to a stop."""
    chunks = _chunks(text, start, limit)
    first = text[chunks[0][0] : chunks[0][1]] if chunks else ""
    if not first or not (first[0].isalnum() or first[0] in "'&"):
        return None
    big = first[0].isupper() or first[0].isdigit() or not first[0].isascii()
    end, count, gap = -1, 0, False
    for begin, stop in chunks:
        word = text[begin:stop]
        low = word.lower()
        if end >= 0 and begin > end and "\n" in text[end:begin]:
            break
        if not (word[0].isalnum() or (word[0] in "&'-+" and count)) or (low in stops and not (big and count and word[0].isupper() and len(word) > 3 and low not in lex.HARD_STOPS)):
            break
        if big and count and not (word[0].isupper() or word[0].isdigit() or not word[0].isascii()):
            if low not in inner or gap:
                break
            gap = True
            continue
        end, count, gap = stop, count + 1, False
        if count == most or (text[stop : stop + 1] in (".",) and low not in lex.ABBREVIATED):
            break
    return (chunks[0][0], end, "") if end > 0 else None


def _place(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    lead = re.compile(r"(?:(?:the\s+)?(?:city|town|village|suburbs?|centre|center|outskirts|heart|middle|north|south|east|west|area) of\s+"
                      r"|downtown\s+|central\s+|beautiful\s+|sunny\s+|rainy\s+|lovely\s+|good old\s+|nearby\s+|greater\s+|in\s+|over in\s+|now\s+|actually\s+|the (?=hague|bronx))+", re.I).match(text, start, limit)  # fmt: skip
    if lead:
        start = lead.end()
    elif re.match(r"(?:an?|the|my|our|this|that)\s", text[start : start + 6], re.I):
        inner = _KIND_OF.match(text, start, limit)
        if inner is None:
            return []
        start = inner.end()
    found = _proper(text, start, limit, lex.PLACE_INNER, lex.PLACE_STOPS, 4 if text[start : start + 1].isupper() else 3)
    if found is None:
        return []
    low = text[found[0] : found[1]].lower()
    if low in lex.COUNTRIES and rule.name == "city" or low.split()[0] in lex.NO_PLACE or low[0].isdigit():
        return []
    return [found]


def _person(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    found = _proper(text, start, limit, lex.NAME_INNER, lex.NAME_STOPS, 4)
    if found is None or any(c.isdigit() for c in text[found[0] : found[1]]):
        return []
    value = text[found[0] : found[1]]
    low = value.lower()
    if low.split()[0] in lex.NO_NAME or low in lex.NO_NAME:
        return []
    if bare and not _stands_alone(text, found, limit):
        return []
    return [found]


def _stands_alone(text: str, found: Cut, limit: int) -> bool:
    """Whether the word after "I'm" is a name: a capital in a text that has some, and nothing that makes it a noun."""
    value = text[found[0] : found[1]]
    low = value.lower()
    if low in lex.COUNTRIES or low.split()[-1] in lex.NO_BARE_NAME or lex.is_job(low) or not low[-1].isalpha():
        return False
    if not value[0].isupper() and low not in lex.FIRST_NAMES:
        greeted = re.match(r"\W*(?:hi|hello|hey|hiya|yo|good (?:morning|evening|afternoon))\b", text, re.I)
        if not greeted or low.endswith(("ing", "ed")) or " " in low:
            return False
    rest = text[found[1] : limit].lstrip()
    return not rest or rest[0] in ".,!;:)-–—?&" or rest.split()[0].strip(".,!").lower() in lex.AFTER_NAME


def _organisation(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    article = re.compile(r"(?:the|my)\s+", re.I).match(text, start, limit)
    if article:
        start = article.end()
    described = re.compile(r"(?:an?|the)\s+[^,;.!?]{0,40}?\b(?:called|named)\s+", re.I).match(text, start, limit)
    if described:
        start = described.end()
    elif re.match(r"(?:an?|our|this|that|your|his|her|their)\s", text[start : start + 6], re.I):
        return []
    found = _proper(text, start, limit, lex.COMPANY_INNER, lex.COMPANY_STOPS, 6 if text[start : start + 1].isupper() else 3)
    if found is None or text[found[0] : found[1]].lower().split()[0] in lex.NO_COMPANY:
        return []
    if article and not text[found[0]].isupper():
        return []
    return [found] if not text[found[0] : found[1]].isdigit() else []


def _listed(text: str, start: int, limit: int, rule: Rule, stops: frozenset[str], most: int, items: int = 50) -> list[Cut]:
    """The items of "nuts, eggs and milk" at `start`, each without its article."""
    found: list[Cut] = []
    while start < limit and len(found) < items:
        article = _ARTICLE.match(text, start, limit)
        begin = article.end() if article else start
        if found and not _goes_on(text, start, begin, limit, rule):
            break
        end = _phrase(text, begin, limit, stops, most)
        if end <= begin:
            break
        found.append((begin, end, ""))
        joint = _JOINT.match(text, end, limit)
        if joint is None or not rule.many:
            break
        start = joint.end()
    return _whole(text, found, limit)


def _phrase(text: str, start: int, limit: int, stops: frozenset[str], most: int) -> int:
    """Where the phrase that begins at `start` ends."""
    end, count = start, 0
    for begin, stop in _chunks(text, start, limit):
        word = text[begin:stop].lower()
        low = word.removesuffix("'s")
        if not (word[0].isalnum() or word[0] in "'&#@+-$£€") or count >= most:
            break
        if low in stops or lex.stops_at(text, begin, limit) or word in ("-", "--"):
            break
        if word in ("and", "or", "&", "nor", "plus", "but") and not lex.is_fixed(text, start, begin, limit):
            break
        if "\n" in text[end:begin]:
            break
        end, count = stop, count + 1
        if text[stop : stop + 1] == "." and not text[stop : stop + 2].strip(".").isalnum():
            break
    return end


def _goes_on(text: str, start: int, begin: int, limit: int, rule: Rule) -> bool:
    """Whether what comes after a comma or "and" is one more item, and no new statement."""
    words = re.findall(r"[\w'-]+", text[start : min(limit, start + 80)].lower())
    if not words:
        return False
    if rule.name == "task":
        return words[0] not in lex.NO_ITEM_START
    return words[0] not in lex.NO_ITEM_START and words[0] not in lex.VERBS


def _whole(text: str, found: list[Cut], limit: int) -> list[Cut]:
    """The items that are certainly of the list: after a comma without any "and" only short ones are."""
    if len(found) < 2:
        return found
    last = text[found[-2][1] : found[-1][0]].lower()
    if re.search(r"and|&|or|plus|as well", last):
        return found
    kept = [found[0]]
    for item in found[1:]:
        if len(text[item[0] : item[1]].split()) > 3:
            break
        kept.append(item)
    return kept


def _words(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    return [c for c in _listed(text, start, limit, rule, lex.WORD_STOPS, 6) if text[c[0] : c[1]].lower() not in lex.NO_THING]


def _taste(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    found = []
    if re.match(r"(?:how|that|when|what|if|where|why|being asked|you|u|him|her|them|us|me|your|the (?:way|idea|fact|look|sound|first|second|third|last|other|one)|this|these|those|it|doing|better|or|to (?:know|see|be|hear|ask|think|say|get|have|go|try|do|buy|book))\b", text[start : start + 16], re.I):
        return []
    for begin, end, _ in _listed(text, start, limit, rule, lex.TASTE_STOPS, 7):
        fluff = _FLUFF.search(text[begin:end])
        if fluff:
            end = begin + len(text[begin : begin + fluff.start()].rstrip())
        if end > begin and text[begin:end].lower() not in lex.NO_THING:
            found.append((begin, end, ""))
    return found


def _task(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    found = []
    for begin, end, _ in _listed(text, start, limit, rule, lex.TASK_STOPS, 12):
        light = lex.LIGHT_VERB.match(text, begin, end)
        begin = light.end() if light else begin
        done = re.search(r"\s+(?:done|finished|ready|completed|sorted|out of the way|off my plate)$", text[begin:end], re.I)
        end = begin + done.start() if done else end
        value = text[begin:end].lower()
        if end > begin and value.split()[0] not in lex.NO_TASK and value not in lex.NO_THING:
            found.append((begin, end, ""))
    return found


def _job(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    article = re.compile(r"(?:(?:an?|the|your|that of an?|currently|now|still|just|actually|simply|only)\s+)+", re.I).match(text, start, limit)
    begin = article.end() if article else start
    end = _phrase(text, begin, limit, lex.JOB_STOPS, 5)
    value = text[begin:end].lower()
    if end <= begin or value in lex.NO_THING or (bare and not lex.is_job(value)) or value[0].isdigit():
        return []
    return [(begin, end, "")]


def _diet(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    lead = re.compile(r"(?:(?:an?|the|my|strict|strictly|mostly|fully|completely|now|on|about|following|mainly|100%|currently|basically|very|committed|lifelong|a bit)\s+)+", re.I).match(text, start, limit)
    begin = lead.end() if lead else start
    match = lex.DIETS.match(text, begin, limit)
    if match:
        return [(match.start("v"), match.end("v"), "")]
    end = _phrase(text, begin, limit, lex.WORD_STOPS, 3)
    return [(begin, end, "")] if end > begin and not bare else []


_ADDRESS_END = re.compile(r"[;!?\n]|\.(?=\s|$)|\s[-–—]\s|,?\s+(?:and|but|so|please|thanks|thank you|if|can|could|which|where|because|now|instead|since|not|for|until|btw|from now on|these days|that's|as|in case|whenever|when|anymore|any|is)\b|,\s+(?:(?:that|it|my|i|we|the|he|she|call|ring|leave|what|do|is|how|right|the one)\b|it's|i'm|or)", re.I)


def _address(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    lead = re.compile(r"(?:(?:at|is|to|on|of|number|no\.?(?=\s*\d)|now|over)\s+)+", re.I).match(text, start, limit)
    begin = lead.end() if lead else start
    stop = _ADDRESS_END.search(text, begin, min(limit, begin + 160))
    end = stop.start() if stop else min(limit, begin + 160)
    while end > begin and text[end - 1] in " ,.)":
        end -= 1
    value = text[begin:end]
    if not lex.ADDRESS.search(value) or "@" in value or (bare and not re.match(r"(?:flat |apt\.? |unit |suite |#)?\d", value, re.I)):
        return []
    return [(begin, end, "")]


def _status(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    match = lex.STATUSES.match(text, start, limit)
    return [(match.start("v"), match.end("v"), "")] if match else []


def _sentence(text: str, start: int, limit: int, rule: Rule, bare: bool) -> list[Cut]:
    end = limit
    while end > start and text[end - 1] in " .!?;,…\n":
        end -= 1
    return [(start, end, "")] if end > start else []


_CUTTERS = {
    "place": _place, "person": _person, "organisation": _organisation, "words": _words, "taste": _taste,
    "task": _task, "job": _job, "diet": _diet, "address": _address, "status": _status, "sentence": _sentence,
    "number": _age,
}  # fmt: skip
