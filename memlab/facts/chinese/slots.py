"""compile_pattern: a pattern with slots becomes a regular expression."""

from __future__ import annotations

import re
from functools import lru_cache

from memlab.facts.chinese.forms import DAY, FORMS, LONGEST, LONGEST_LIST, OCCUPATION
from memlab.facts.chinese.people import SURNAME, SURNAMED
from memlab.facts.chinese.places import PLACES
from memlab.facts.rules import Rule, compiled

_PAUSE = r"(?:的话|的|嘛|呢|么|啊|吧|哈|哦|这块|方面|就)?\s*"
_ADVERBS = (
    r"(?:(?P<now>现在|如今|今后|以后)|(?P<hedged>可能|好像|也许|应该|估计|似乎|貌似|或许|说不定|大概率|恐怕|八成)|(?P<was>以前|之前|原来|原先|曾经|本来)"
    r"|目前|这次|刚刚?|也|就|还|都|其实|最后|终于|一共|总共|大概|大约|约|差不多|已经?|才|只|一直|最多|最高|至多|上限|顶多|不超过|不能超过|不要超过|别超过|不得超过|控制|被|由|给|得|能|可以|那|这|仍|又|大致|总|预计|暂定|定|设定?|在|要|我|想|希望"
    r"|左右|每个?[月年周天次人晚]|分别|依次|抓|落|需|须|必须|必|统一|全部|请|一律|一般|通常|比较|主要){0,4}\s*"
)
_CHANGED = (
    "(?:[又再已]?(?:经)?(?:改|换|变|调整|调|更新|更改|修改|变更|更换|提高|提|涨|升|降低|降|减少|减|加|增加|追加|缩减|砍|压|上浮|下调|上调|提升|下降|缩|扩大|放宽|放低|延后|延长|延期|延|推迟|推后|推|顺延|提前|挪|移|定|转|搬)(?:了?[一二两三几0-9]{1,4}个?(?:天|周|月|星期|礼拜|小时|块|元|万))?(?:成|为|到|至|去|做|作)了?"
    r"|[改换转变]咗(?:做|成|为|去|到)?|换了|改了|变了|(?:更新|变更|更改|修改)(?:了|一下)?(?=:))\s*:?"
)
_APPROX = r"\s*:?\s*(?:大概|大约|约|差不多|最多|不超过|左右|上限|个)?\s*"
IS = rf"{_PAUSE}{_ADVERBS}(?:(?P<changed>{_CHANGED})|(?P<denied>不是|并非|并不是|不再(?=是)|不叫|没有|不在|不)?\s*(?P<link>是在|是|为|系|[:=]|叫做?|叫作|名叫|在|到|有|写的?是|填的?是)?(?!不))\s*{_APPROX}"
NOT = "(?P<not>(?:其实|现在|已经|并|也|都|又|还|才|早就|早已|早|完全|根本|从来|一点都?|可|好像|应该|可能)*(?:不再|不会再|不会|不太|不怎么|没有再|没有|没再|没|不|从不|唔))?"
SLOTS = {
    "{is}": IS,
    "{links}": IS.replace("写的?是|填的?是)?(?!不)", "写的?是|填的?是)"),
    "{not}": NOT,
    "{job}": OCCUPATION,
    "{occupation}": OCCUPATION.replace("(?P<value>", "(?:", 1),
    "{surnamed}": SURNAMED,
    "{surname}": SURNAME,
    "{place}": "(?P<value>(?:"
    + "|".join(sorted(PLACES, key=len, reverse=True))
    + ")[市省县州岛区]?|[㐀-鿿]{1,5}[市县镇]|[A-Z][A-Za-z]+(?: [A-Z][a-z]+)?)",
    "{street}": r"(?P<value>(?=[^,，。;]{0,40}(?:[路街巷弄号栋楼室苑道里]|小区|大厦|广场|花园|公寓))[^,，。;!?]{4,60})",
    "{day}": f"(?P<value>{DAY})",
    "{thing}": "(?:(?:组|公司|部门|班|团队|小组|项目组|学校)的?)?(?P<thing>(?!我|你|他|她|不|别|请|应该|可能|好像|大概|也许|估计|现在|已经|最[晚迟]|时间|闹钟|航班|音量)[^\\s,。:、;!?是在的不每让帮我你]{1,16}?)(?:的)?",
    "{me}": "(?P<me>我们|我|俺|咱|人家)",
    "{who}": "(?P<who>)",
    "{whose}": "(?P<who>)",
}
_FIRST = "(?P<me>我们|我|俺|咱)(?:的)?"
_QUOTE = "[\"'“”‘’「」『』]?"


def _filled(pattern: str, form: str, many: bool) -> str:
    head = "{who}" if pattern.startswith("{who}") else "{whose}" if pattern.startswith("{whose}") else ""
    regex = pattern[len(head) :].replace("{whose}", _FIRST).replace("{who}", _FIRST)
    for slot, words in SLOTS.items():
        regex = regex.replace(slot, words)
    regex = regex.replace("{value}", value(form, regex.endswith(("{value}", "{value})")), many)).replace(
        ")*", "){0,6}"
    )
    return (SLOTS["{who}"] if head else "") + _numbered(regex)


def _numbered(regex: str) -> str:
    """Each group of a name that occurs again gets a number: not, not_2."""
    seen: dict[str, int] = {}

    def name(match: re.Match[str]) -> str:
        seen[match[1]] = seen.get(match[1], 0) + 1
        return f"(?P<{match[1]}_{seen[match[1]]}>" if seen[match[1]] > 1 else match.group()

    return re.sub(r"\(\?P<(\w+)>", name, regex)


def groups_of(match: re.Match[str]) -> dict[str, str]:
    """The groups that matched something, by name without number."""
    return {name.split("_")[0]: words for name, words in match.groupdict().items() if words is not None}


def value(form: str, last: bool, many: bool = False) -> str:
    """The group for a value of `form`, or a list of `many`; not the `last` thing, it is as short as may be."""
    if form in FORMS:
        return rf"\s*{_QUOTE}(?P<value>{FORMS[form]})"
    stops = (
        "\n"
        if form == "sentence"
        else ",。;!?\n，；！？"
        if form == "organisation"
        else ',。;!?\n，；！？"”」』'
    )
    longest = LONGEST_LIST if many and last else LONGEST.get(form, 60)
    return rf"\s*{_QUOTE}(?P<value>[^{stops}\s][^{stops}]{{0,{longest}}}{'' if last else '?'})"


@lru_cache(maxsize=4096)
def compile_pattern(rule: Rule, pattern: str) -> re.Pattern[str]:
    """The regular expression of a Chinese `pattern` of `rule`; groups `value`, `who`, `thing`, … as it has them.

    >>> compile_pattern(Rule("budget", form="amount"), "{whose}预算{is}{value}").match("预算是500万左右")["value"]
    '500万'
    """
    return compiled(rule, pattern, _filled(pattern, rule.form, rule.many))
