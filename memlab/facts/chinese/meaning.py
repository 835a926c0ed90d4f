"""What a matched pattern means: whose it is, whether it is so, since when, how sure, and what it replaces."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from memlab.facts.candidate import USER, Candidate, Time
from memlab.facts.chinese.clauses import Clause
from memlab.facts.chinese.cutting import Span, stripped
from memlab.facts.chinese.frame import ASSISTANT, Start
from memlab.facts.chinese.people import HAN_NAME
from memlab.facts.chinese.slots import groups_of
from memlab.facts.chinese.words import ASKS
from memlab.facts.rules import Rule

# Statements to come are orders or duties all the same: 明天要交报告 is no plan.
_TIMELESS = frozenset(
    {"task", "deadline", "instruction", "birthday", "reply_language", "budget", "order_id", "phone", "email"}
)
_DUTIES = frozenset({"task", "deadline", "instruction", "reply_language"})
_WILLED = frozenset(
    {"budget", "order_id", "phone", "email", "instruction", "reply_language"}
)  # a wish is what they are
_OWN = frozenset({"budget", "order_id", "reply_language", "instruction"})  # hardly ever told of others
_ROUGH = frozenset({"amount", "number"})
_PAST_TOGETHER = frozenset({"city", "employer", "job"})
_TELLS_CHANGE = re.compile(
    "[Mm]ove|[Rr]elocate|去了|去 |搬(?!砖)|迁|移居|移民|跳槽|跳去|跳到|入职|加入|加盟|调到|调去|转行|转岗|改行|升|换|改|新(?!北|竹|疆|加|西|德|乡|余|界|店|郑|密)|变成|成了|成为|当上|爱上|喜欢上|迷上|落户|入咗|转投|被挖|更新|调整|延|推迟|推后|提前|顺延|"
    "(?:提高?|涨|升|降低?|减少?|加|增加|追加|缩减|砍|压|放宽)到|如今|现在|转做|转为"
)
_ASKS_THAT = re.compile(
    "^(?:的|了|过|着|啊|呢|吧|呀|人|左右|\\W)*(?:吗|嘛|么|没有?|不|来着|哦|啊|\\W)*$|记得|记住|知道|晓得|对吗|对吧|对不对|^(?:是|算)(?:什么|怎样|怎么|种)|体验|感受|是吗|是吧|是不是|没错|印象|确定|还是|怎么样|好吗|如何|合适|好不好|真的|行吗|系咪|呢$"
)
_PLEASE = re.compile("(?:好|可以|行|成|ok|OK)(?:不好|不行|不可以)?(?:吗|嘛|么|不)?\\W*$")  # 用英文回我好吗
_IS_NAME = re.compile(f"{HAN_NAME.pattern}|[A-Za-z]")
_FROM_NOW = re.compile("以后|今后|从现在|从今|往后")
_LE = re.compile("(?:了|啦|咯|喽)[!。~ ]*$")
_UNSURE_END = re.compile("吧[?？~!。 ]*$")
_DOUBTED_BY_BA = frozenset({"city", "employer", "age", "birthday", "allergy", "diet", "job", "hometown"})
_NO_LONGER = ("不再", "不会再", "没再", "没有再", "再也")


@dataclass
class State:
    """What the clauses of a sentence hand on to one another."""

    kept: str = ""  # the text as the user spelt it
    entity: str = USER
    passing: bool = False  # that one was only mentioned: 老婆不同意，预算…
    thing: str = ""  # of which a deadline was told
    told: tuple[str, ...] = ()  # by a clause of little words only: 其实, 以前
    since: int | None = None  # where that clause tells of a change
    supposed: bool = False
    said_by_others: bool = False
    changed: bool = False  # 我换工作了: what follows is news
    slipped: bool = False  # 打错了: what follows puts something right
    past: bool = False
    topics: list[str] = field(default_factory=list)  # attributes that were named without a value
    denied: Candidate | None = None  # 不是X, and 是Y may follow


def candidate(
    rule: Rule, match: re.Match[str], span: Span, start: Start, clause: Clause, state: State
) -> Candidate | None:
    """The definition that `match` makes of `span`; None if it is the assistant's."""
    groups = groups_of(match)
    text = match.string
    mine = bool(groups.get("me")) or "who" not in groups
    carried = USER if state.passing and rule.name in _OWN else state.entity
    entity = USER if mine else start.entity or carried
    if entity == ASSISTANT:
        return None
    told = frozenset(start.told)
    if (
        mine
        and rule.name == "name"
        and start.entity not in (None, USER)
        and not _IS_NAME.match(text[slice(*span)])
    ):
        return None  # 我妈叫我吃饭
    ends = bool(groups.get("ends"))
    negative = ends or bool(told & {"denies", "ends"}) or any(groups.get(g) for g in ("not", "denied", "no"))
    words = text[clause.start : clause.end]
    if negative:
        ends = ends or "ends" in told or any(w in words for w in _NO_LONGER) or _LE.search(words) is not None
    return Candidate(
        attribute=rule.name,
        value=text[slice(*span)],
        entity=entity,
        polarity=not negative,
        time=Time(_tense(rule, match, told, groups, clause, state, start), start.words),
        confidence=0.95,
        span=span,
        clause=(_first(match, start), _stop(match, span, negative)),
        rule=rule.name,
        mood=_mood(rule, match, told, groups, clause, state, words),
        change=bool(groups.get("changed") or groups.get("now"))
        or state.changed
        or _is_news(rule, match, span, told, clause),
        ends=ends and negative,
        replaces=_old(match, groups),
    )


def _first(match: re.Match, start: Start) -> int:
    """Where the definition begins: with the word that tells of a change or denies it, if there is one."""
    return min(start.at, match.start()) if start.since is None else min(start.since, match.start())


def _stop(match: re.Match, span: Span, negative: bool) -> int:
    """Where the definition ends: with its value, if the pattern let that run on to the end, or 了 behind it."""
    open_end = "value" in match.re.groupindex and match.end("value") == match.end()
    end = span[1] if open_end else max(match.end(), span[1])
    end += match.string.startswith("》", end)
    return end + 1 if negative and match.string.startswith(("了", "啦"), end) else end


def _tense(
    rule: Rule, match: re.Match, told: frozenset, groups: dict, clause: Clause, state: State, start: Start
) -> str:
    if ("plans" in told or "wishes" in told) and rule.name not in _TIMELESS:
        return "planned"
    if rule.name in _DUTIES:
        return "present"
    moved = bool(groups.get("changed")) or (
        _TELLS_CHANGE.search(match.group()) is not None and rule.name != "name"
    )
    was = "past" in told and not (moved and not clause.past) and not groups.get("ends")
    if (
        was
        or groups.get("was")
        or (clause.past and rule.form != "sentence" and rule.name not in ("task", "deadline"))
    ):
        return "past"
    fresh = (
        start.entity is not None or start.words.endswith("后") or told & {"now", "newly", "corrects"} or moved
    )
    return "past" if state.past and not fresh and rule.name in _PAST_TOGETHER else "present"


def _mood(
    rule: Rule, match: re.Match, told: frozenset, groups: dict, clause: Clause, state: State, words: str
) -> str:
    if clause.asked and _is_asked(rule, match, clause, words):
        return "asked"
    if ("supposes" in told and not clause.polite) or state.supposed:
        return "supposed"
    if "says" in told or state.said_by_others:
        return "quoted"
    hoped = rule.name == "budget" and match.group().startswith("预算")  # 希望预算有十万, but 想花三千
    if "wishes" in told and (hoped or rule.name not in _WILLED):
        return "wished"
    sure = "corrects" in told or state.changed or rule.form == "sentence"
    unsure = "hedges" in told or ("rough" in told and rule.form not in _ROUGH) or groups.get("hedged")
    soft = rule.name in _DOUBTED_BY_BA and _UNSURE_END.search(words) is not None
    return "hedged" if (unsure or soft) and not sure else "stated"


def _is_asked(rule: Rule, match: re.Match, clause: Clause, words: str) -> bool:
    """Whether the question is about this: 我住北京吗 is, of 预算3000够吗 the budget is told."""
    end = match.end()
    rest = match.string[end : clause.end].strip()
    if rule.name in _DUTIES and _PLEASE.match(rest):
        return False
    before = match.string[clause.start : end]
    moved = rule.name in _PAST_TOGETHER and _TELLS_CHANGE.search(match.group()) is not None
    return moved or ASKS.search(before) is not None or _ASKS_THAT.search(rest) is not None


def _is_news(rule: Rule, match: re.Match, span: Span, told: frozenset, clause: Clause) -> bool:
    if told & {"now", "newly", "corrects"}:
        return True
    text = match.string
    value = match.span("value") if "value" in match.re.groupindex else span
    next_words = "" if rule.many else text[span[1] : clause.end][:4]
    around = f"{text[match.start() : value[0]]} {next_words} {text[value[1] : match.end()]}"
    if rule.name in ("name", "reply_language", "phone", "email", "address") and _FROM_NOW.search(around):
        return True
    if rule.name == "name" or rule.form == "sentence":
        return "改" in around or "换" in around
    after = text[max(span[1], match.end() if match.end() > span[1] else span[1]) : clause.end]
    return _TELLS_CHANGE.search(around) is not None or (
        (after in ("了", "啦") or (rule.name == "age" and "了" in around))
        and rule.name in ("age", "city", "employer", "job", "diet")
    )


def _old(match: re.Match, groups: dict) -> str:
    if not groups.get("old"):
        return ""
    return match.string[slice(*stripped(match.string, *match.span("old")))]
