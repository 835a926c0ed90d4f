"""What is only material of a request: to translate, to proofread, to put into a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.stretch import Stretch, sentence_end, sentence_start, until_back

_ASK = (
    r"(?:^|(?<=[.!?\n:,)])|(?<=[。;]))\s{0,3}(?:(?:please|pls|now|ok|okay|hey|hi|so|and|then|also|kindly|just"
    r"|can you|could you|would you|will you|help me|(?:i )?(?:want|need|would like) you to|i'd like you to"
    r"|is it possible to)[,\s]{1,2}){0,5}"
)
_ENGLISH = (
    rf"{_ASK}(?:translat(?:e|ion)\b|proofread\b|rephrase\b|paraphrase\b|rewrite\b|spell[- ]?check\b"
    rf"|summari[sz]e\b"
    r"|(?:correct|fix|check|improve|polish)\b(?=.{0,30}\b(?:sentence|text|grammar|spelling|paragraph"
    r"|phrase|english"
    r"|german|french|wording|typos?)\b)|(?:put|turn|render) (?:this|that|it|these|the"
    r" following)\b.{0,20}\b(?:into|in)\b"
    r"|use .{1,40} in a sentence|(?:repeat|read|say) (?:this )?after me)"
    r"|\bhow (?:do|would|can|should|could) (?:you|i|we|one) (?:say|write|translate|spell|pronounce)\b"
    r"|\b(?:grammar|spelling) (?:check|correction)\b(?= ?:)"
    r"|\bis (?:this|the following) (?:sentence |phrase )?(?:\w+ )?correct\b"
    r"|\b(?:(?:example|sample) sentences?|examples?|lyrics|quote|phrase|sentence)(?= ?: )"
    r"|\b(?:write|draft|compose|send|text|reply|email|message|tweet)\b[^.!?\n]{0,60}?"
    r"\b(?:saying|that says|which says|to say)\b"
)
_CHINESE = (
    r"(?:^|(?<=[。!?,;\n]))\s{0,3}(?:(?:请|麻烦|帮忙|帮我|帮|给我|你能|能不能|能否|可以|可不可以|劳驾|你"
    r"|那)[,\s]?){0,4}"
    r"(?:(?:把|将)[^。!?\n]{0,60}?)?"
    r"(?:翻译(?!官|员|稿|件|任务|项目|费|工作|家|专业|公司|社|了|完|过)|译成|译为|翻成|翻做|润色|改写|校对|仿写|续写|扩写"
    r"|缩写|改得[^。\n]{0,8}(?=:)"
    r"|总结(?=[^。\n]{0,12}:)|改(?:一下)?(?:错|病句)|(?:检查|修改)[^。\n]{0,12}语法|跟(?:着)?我(?:读|念"
    r"|说)(?=[^。\n]{0,4}:))"
    r"|用[^。\n]{1,12}造(?:一?个|几个)?句|造句(?= ?:)|例[句子](?= ?:)"
    r"|(?:写|发|起草|拟|回)[^。!?\n]{0,14}(?:邮件|短信|信|消息|微信|留言)[^。!?\n]{0,10}(?:内容|说|写"
    r"|大意)[^。\n]{0,3}(?=:)"
    r"|(?<!记住)(?<!记下)(?<!记一下)(?:[这那][段句首篇]|下面|以下)[^。,:\n]{0,6}(?:话|诗|文字|文章|课文|介绍|邮件"
    r"|短信|歌词|台词|句子)[^。,:\n]{0,14}(?=:)"
)
_WORK = re.compile(f"{_ENGLISH}|{_CHINESE}", re.I)
_HOW_SAID = re.compile(
    r"[语文](?:应该|要|该)?(?:怎么|如何|怎样)[说讲翻译]|(?:怎么|如何|怎样)(?:用.{1,4}[语文](?:说|讲"
    r"|表达)|翻译)"
)
_FOLLOWS = re.compile(r"\b(?:following|below|these?|this|it)\b|下面|以下|这[句段篇个些]|下列", re.I)
_BEFORE = re.compile(
    r"\b(?:that|it|the above|previous|this sentence|this)\b|上面|以上|前面|这[句段]|刚才", re.I
)
_OWN = re.compile(
    r"\b(?:my|the|this|our|a|an) (?:\w+ )?(?:cv|resume|report|document|file|article|email|letter|essay"
    r"|page|book|contract)\b",
    re.I,
)
_COLON = re.compile(r":(?=\s|$|[^\x00-\x7f]|[\"'(\[A-Z])|\s[-–—]{1,2}\s")
_BLANK = re.compile(r"\s*")


def requests(text: str) -> Iterator[Stretch]:
    """What is to be translated, corrected or said for the user, and is none of their statements."""
    done = 0
    for match in _WORK.finditer(text):
        if match.start() < done:
            continue
        start, done = _material(text, match)
        if done > start:
            yield Stretch(start, done, "quoted")
    for match in _HOW_SAID.finditer(text):
        yield Stretch(sentence_start(text, match.start()), match.end(), "quoted")


def _material(text: str, match: re.Match) -> tuple[int, int]:
    """[start, end) of what the request is about: after its colon, in its sentence, below or above it."""
    end = sentence_end(text, match.end())
    colon = _COLON.search(text, match.end(), end)
    if colon is not None:
        return _after_colon(text, colon.end())
    request = text[match.start() : end]
    below = _BLANK.match(text, end)
    if below is not None and below.end() < len(text) and _follows(request, below[0]):
        return match.start(), until_back(text, end)
    above = text[: match.start()].strip()
    if above and _BEFORE.search(request) and not _OWN.search(request):
        return 0, end
    return match.start(), end


def _after_colon(text: str, at: int) -> tuple[int, int]:
    """What stands behind the colon: up to the way back, or nothing more than a quotation, which is"
    " found anyway."""
    blank = _BLANK.match(text, at)
    start = blank.end() if blank else at
    if text[start : start + 1] and text[start] in "\"“「『«„'`":
        return start, start
    return start, until_back(text, start)


def _follows(request: str, blank: str) -> bool:
    """Whether the material comes after the request's sentence."""
    if _OWN.search(request):
        return False
    return (
        "\n" in blank
        or request.endswith("\n")
        or (bool(_FOLLOWS.search(request)) and not request.endswith("?"))
    )
