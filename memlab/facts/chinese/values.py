"""The value or values in a stretch of unsegmented text, each where it begins and ends."""

from __future__ import annotations

import re
from collections.abc import Callable

from memlab.facts.chinese import cutting, names, things
from memlab.facts.chinese.cutting import Span
from memlab.facts.chinese.forms import FORMS


def spans(text: str, start: int, end: int, form: str, attribute: str, many: bool) -> list[Span]:
    """The value or values in [start, end), each where it really begins and ends; [] if that is no value."""
    start, end = cutting.stripped(text, start, end)
    if start >= end:
        return []
    reader = _READERS.get(attribute) or _READERS.get(form) or cutting.words
    pieces = (
        _split(text, reader(text, start, end), _GOES_ON.get(attribute, _never))
        if many and form == "words"
        else None
    )
    found = pieces if pieces is not None else [reader(text, start, end)]
    found += _more(text, found[0], form) if many and form in FORMS else []
    spans = [s for s in (cutting.stripped(text, *span) for span in found) if s[1] > s[0]]
    return [_untitled(text, *s) for s in spans] if form == "words" else spans


def _untitled(text: str, start: int, end: int) -> Span:
    """三体 of 《三体》; marks that are only a part of the value stay."""
    title = end - start > 2 and text[start] == "《" and text.find("》", start, end) == end - 1
    return (start + 1, end - 1) if title else (start, end)


_GLUE = re.compile(
    r"\s*(?:、|,|，|;|&|\+|/|以及|还有|(?<=[㐀-鿿]) +(?=[㐀-鿿])|或者|或是|或|(?<![温柔平暖饱祥缓])和(?!平|牛|服|谐|风|蔼|弦|室|好|果子)|跟(?!团|风|拍|踪|着)|(?<!参)与(?!众|其))\s*"
)


def _split(text: str, whole: Span, goes_on: Callable[[str, int, int], bool]) -> list[Span]:
    """The items of a list."""
    found, at = [], whole[0]
    for glue in _GLUE.finditer(text, *whole):
        if _in_title(text, whole[0], glue.start()) or goes_on(text, whole[0], glue.end()):
            continue
        if glue.start() > at:
            found.append((at, glue.start()))
        at = glue.end()
    found.append((at, whole[1]))
    return [_item(text, *span) for span in found]


def _in_title(text: str, start: int, at: int) -> bool:
    """《老人与海》 is one item."""
    return text.count("《", start, at) > text.count("》", start, at)


def _more(text: str, last: Span, form: str) -> list[Span]:
    """The further ones of "PX001和PX002"."""
    again = re.compile(rf"\s*(?:、|和|跟|与|及|以及|还有|,|&)\s*(?P<value>{FORMS[form]})")
    found = []
    while last[1] > last[0] and (match := again.match(text, last[1])):
        last = match.span("value")
        found.append(last)
    return found


_ARTICLE = re.compile(
    "(?:各种各样的|各种|一些|一点|这种|那种|所有的?|任何|某些|我|自己的|一[个份下杯只](?!人)|也|都|很|有|(?:当地|本地|新鲜|野生|部分|某些)的?)+"
)


def _item(text: str, start: int, end: int) -> Span:
    article = _ARTICLE.match(text, start, end)
    return (article.end() if article and article.end() < end else start), end


def _never(text: str, start: int, after: int) -> bool:
    return False


_GOES_ON = {"task": things.one_duty}
_READERS: dict[str, Callable[[str, int, int], Span]] = {
    "place": names.place,
    "city": names.place,
    "person": names.person,
    "organisation": names.employer,
    "amount": names.amount,
    "phone": names.phone,
    "email": cutting.whole,
    "code": cutting.whole,
    "date": cutting.whole,
    "sentence": cutting.whole,
    "language": things.language,
    "age": names.age,
    "address": names.address,
    "allergy": things.allergen,
    "diet": cutting.whole,
    "likes": things.taste,
    "dislikes": things.taste,
    "job": things.job,
    "task": things.task,
}
