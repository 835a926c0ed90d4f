"""Where a value ends: particles and marks around it, and the words that begin something new."""

from __future__ import annotations

import re

Span = tuple[int, int]
_TAIL = re.compile(
    r"(?:了|呢|啊|吧|呀|哦|喔|噢|啦|嘛|哈+|哒|(?<!滴)滴(?!滴)|诶|哟|咯|喽|囉|(?<!哈)啰|捏|噻|的话|来着|谢谢|而已|就行了?|就好了?|就可以了?|就成|就够了?|即可|就OK|就ok|ok|OK|为好|[~!.。!、,，\s\"”'」』]|哈|咧|喇|㗎|架)+$"
)


def stripped(text: str, start: int, end: int) -> Span:
    """Without the particles, marks and blanks around."""
    while start < end and text[start] in " \t\"'“”「」『』:：,，":
        start += 1
    tail = _TAIL.search(text, max(start, end - 12), end)
    return start, tail.start() if tail else end


_VAGUE = re.compile(
    "什么|啥|哪|谁|怎|多少|任何|你|您|我(?!们)|他|她|它|这|那|自己|某|其他|别的|一样|不|没|有点|了|的|可能|好像|是|(?:很|太|挺|非常|最|更)?[大小多少好坏]?$"
)
_BREAK = re.compile(  # but for those in a title
    "《[^》]*》|(?P<cut>但|不过|可是|所以|因为|尤其|特别是|比如|例如|请|帮我|有没有|能不能|推荐|怎么|的时候|而且|并且|然后|虽然|如果|就是(?=太)|平时|以后|除了|一般|(?<=..)预算(?=\\d|[一二两三四五六七八九十])|(?<=.)(?:而不是|不是|，|,|。|!|\\?|;|\\(|（)|(?<=.)(?:也(?=喜欢|爱|讨|不)|不(?=喜欢|爱|吃|太))|(?<=.)(?:想(?!象|法)|求(?!职|助)))"
)


def words(text: str, start: int, end: int) -> Span:
    """Up to where something new begins; empty if it is too vague for a value."""
    cut = next((m for m in _BREAK.finditer(text, start, end) if m["cut"]), None)
    end = cut.start() if cut else end
    return (start, start) if end <= start or is_vague(text, start, end) else (start, end)


def is_vague(text: str, start: int, end: int) -> bool:
    """Whether it names nothing: 什么, 那个, 很多."""
    return _VAGUE.match(text, start, end) is not None


def whole(text: str, start: int, end: int) -> Span:
    """All of it: the form of the value has told where it ends."""
    return start, end
