"""A value that stands alone: an answer, a correction, or what a topic was waiting for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import Candidate
from memlab.facts.chinese import things
from memlab.facts.chinese.clauses import Clause
from memlab.facts.chinese.forms import FORMS
from memlab.facts.chinese.frame import Start
from memlab.facts.chinese.meaning import State, candidate
from memlab.facts.chinese.slots import IS
from memlab.facts.chinese.values import spans
from memlab.facts.fit import fit
from memlab.facts.rules import Rule
from memlab.facts.scene import Scene

_WORDS = {  # a noun that names an attribute
    "order_id": "订单|单号", "phone": "手机|电话|号码|换号|联系方式|新号|停机|那个号|旧号|老号", "email": "邮箱|邮件|电邮|信箱|email|e-mail|mail", "address": "地址|住址|收货",
    "budget": "预算|budget", "name": "名字|姓名|昵称|称呼", "birthday": "生日", "deadline": "截止|ddl|DDL|deadline|到期", "employer": "公司|单位|东家|换工作|跳槽|律所|事务所|一家",
    "city": "城市|搬家|搬走|搬了", "allergy": "过敏", "age": "年龄|岁数", "job": "职业|职位|岗位", "reply_language": "回复语言|语言", "task": "待办|任务清单|任务",
}  # fmt: skip
_TOPICS = {name: re.compile(words) for name, words in _WORDS.items()}
_BY_FORM = frozenset({"order_id", "phone", "email", "budget", "address", "birthday"})
_LEAD = (
    "(?:(?:依然|仍然?|依旧|维持|还是|应该|应|就|才|也|正确的?|准确的?|新的|新号码?|其中|分别|那|号码|号|编号|下了|有|再?改?(?:成|为)|改成|改为|换成|变成|更新为|更正为|现在|以后|用|写成?|打成?|发|打|一个|另一个|还有一个|还有|第[一二三]个|后面|前面|实际|真正的?|本来|的|我|其实|说的|指的|想说|要说|人(?=在)|在|住在?|去了?|到了?|叫|做)*"
    f"(?:{IS}))?"
)
_CHANGES = re.compile(
    "(?:再|都|就|给我|帮我)*(?:改|换|变|调整?|更新|提|涨|降|加|减|延|推迟|提前)(?:成|为|到|至)"
)
NOT_THAT = re.compile('(?:而)?(?:不是|并非|唔系|非)(?:说|指|叫|在)?["“「]?(?P<value>[^,，。]{1,40})')
_ASIDE = ("只是", "但", "可是", "不过", "就是")
_INSTEAD = re.compile("(?:而|应该?|其实|正确的?|准确的?)?(?:是(?!不)|系|为|叫|在|住)")
_TELLS = re.compile(  # "抱歉，我迟到了", "我是说真的": no value stands alone there
    "(?:我|俺|咱)(?!是|系|说|指|的|想|要|应|叫|住|在|家|现|其实|意|搬|改|换|用|打|写|记|搞|弄)|打扰|麻烦|.{0,4}真的"
)
_TAIL = re.compile(
    r"(?:才对|才是|就对了|对的|没错|是对的|了|吧|啊|呢|哦|啦|哈|呀|左右|以内|以下|之内|上下|谢谢|嘛|的|这个|喔|噢|那个|上班|工作|市|岁|元|块|钱|\W)*$"
)


def topics(text: str, clause: Clause) -> list[str]:
    """The attributes that the clause names."""
    words = text[clause.start : clause.end]
    return [name for name, regex in _TOPICS.items() if regex.search(words)]


def read(
    text: str, clause: Clause, places: list[Start], state: State, scene: Scene, before: list[list[Candidate]]
) -> list[Candidate]:
    """The clause as a bare value of what was asked, denied, corrected or named before; [] if it is none."""
    if text.startswith(_ASIDE, clause.start):
        return []
    for begin in _outward(places):
        for attribute, fact in _expected(text, clause, begin, state, scene, before):
            rule = scene.rule(attribute)
            found = _value(text, clause, begin, state, rule, attribute) if rule else []
            if found:
                return [_like(c, fact, state) for c in found] if fact else found
    return []


def _outward(places: list[Start]) -> Iterator[Start]:
    """The places from the innermost, as long as it was a time that stood between: 周四 may be the value."""
    for begin in places:
        yield begin
        if not begin.told or begin.told[-1] not in ("times", "plans", "blank", "filler"):
            return


_GOES = ("叫", "去了", "到了", "换到")
_SPEAKS = ("用", "换", "改", "讲", "说")


def _is_awaited(name: str, text: str, begin: Start, state: State) -> bool:
    """Whether a value of the attribute `name`, which was named before, may stand alone here."""
    if name == "task":
        return things.DUTY.match(text, begin.at) is not None
    if name == "reply_language":
        return text.startswith(_SPEAKS, begin.at)
    if name == "employer" and text.startswith(_GOES, begin.at):
        return True
    return name in _BY_FORM or state.changed or "now" in begin.told


def _expected(
    text: str, clause: Clause, begin: Start, state: State, scene: Scene, before: list[list[Candidate]]
) -> Iterator[tuple[str, Candidate | None]]:
    """(attribute, the fact it would correct) in the order of what is likeliest."""
    if state.denied and _INSTEAD.match(text, begin.at, clause.end):
        yield state.denied.attribute, state.denied
    for name in reversed(state.topics):
        if _is_awaited(name, text, begin, state):
            yield name, None
    corrects = state.changed or "corrects" in begin.told or _CHANGES.match(text, begin.at, clause.end)
    if corrects and not _TELLS.match(text, clause.start, clause.end):
        value = _rough(text, begin.at, clause.end)
        here = (c for group in reversed(before) for c in reversed(group) if _suits(c, value, scene))
        fact = next(here, None) or (scene.corrected(value) if value else None)
        if fact:
            yield fact.attribute, fact


def _suits(fact: Candidate, value: str, scene: Scene) -> bool:
    return fact.is_fact and bool(fact.value) and bool(fit(value, scene.rules[fact.rule].form))


_ROUGH = re.compile(
    r"(?:应该|应|就|才|正确|的|是|为|叫|在|住|(?:改|换|变|调整?|更新|提|涨|降|加|减|延|推迟|提前)(?:成|为|到|至)|我|说|指|意思|:|写成?|\s)*(?P<rest>[^,，。]{1,40}?)(?:才对|才是|了|吧|啊|呢|哦|啦|哈|呀)*$"
)


def _rough(text: str, start: int, end: int) -> str:
    match = _ROUGH.match(text, start, end)
    return match["rest"] if match else ""


def _value(
    text: str, clause: Clause, begin: Start, state: State, rule: Rule, attribute: str
) -> list[Candidate]:
    form = FORMS.get(rule.form) or r"[^,，。]{1,30}"
    match = re.compile(rf"(?P<who>){_LEAD}[\"“「『]?(?P<value>{form})").match(text, begin.at, clause.end)
    if match is None or (match["value"].startswith("不") and rule.form not in ("sentence",)):
        return []
    found = spans(text, *match.span("value"), rule.form, attribute, rule.many)
    if not found or not (
        _TAIL.match(text, found[-1][1], clause.end) or NOT_THAT.match(text, found[-1][1], clause.end)
    ):
        return []
    read = [candidate(rule, match, span, begin, clause, state) for span in found]
    return [replace(c, confidence=0.9, attribute=attribute) for c in read if c]


def _like(new: Candidate, fact: Candidate, state: State) -> Candidate:
    """The same variable as the fact that it corrects."""
    mood = "stated" if new.mood == "hedged" else new.mood
    return replace(
        new, entity=fact.entity, person=fact.person, attribute=fact.attribute, change=True, replaces=fact.value, mood=mood,
        polarity=new.polarity,
    )  # fmt: skip
