"""Standing orders to the assistant, and the order to forget."""

from __future__ import annotations

import re

from memlab.facts.candidate import Candidate
from memlab.facts.chinese.clauses import Clause
from memlab.facts.chinese.people import OTHER

LEAD = re.compile(
    "(?:嗯+|哦+|啊+|那个?|对了|好的?|还有|另外|此外|顺便|最后|然后|首先|其次|再|拜托|请(?!勿)你?|麻烦(?:你|您)?|你好|您好|哎|唉|帮我记住|(?:请)?记住|记一下|帮我记一?下|请注意|注意|提醒一下|我说|总之|所以|不过|但是?|而且|并且|[\\s,，:：、])+"
)
_JOINS = re.compile("(?:也(?:不要|别|要|请|不用)|并且|并|而且|还要|再|最后|然后|同时|以及)")
_OPEN = re.compile(
    "(?:的?时候?|时|之?后|以前|之前|的话|方面|起|开始|问题|以后|今后|都|每次|天|内容)$|^(?:如果|只要|凡是|每当|每次|要是|当)"
)
_MY_STATEMENT = re.compile(
    "(?:我|我们|咱)(?!问|说|发|提|让|叫|贴|给|要你|的|没问|聊|睡|休|上班|开会|工作|不在|回|喊|@|找|生)"
)
_MOST = 4  # clauses of an order
_ONE_OFF = re.compile("吗|呢$|怎么|什么|多少|吧\\?|可以帮|能不能|难道|有没有|为什么|是不是|谁|哪")

_NAMES = {
    "地址": "address", "住址": "address", "住处": "address", "电话": "phone", "手机": "phone", "号码": "phone", "联系方式": "phone", "邮箱": "email", "邮件": "email",
    "电邮": "email", "信箱": "email", "姓名": "name", "名字": "name", "生日": "birthday", "年龄": "age", "岁数": "age", "预算": "budget", "职业": "job", "职位": "job",
    "工作": "employer", "公司": "employer", "单位": "employer", "城市": "city", "住哪": "city", "住在哪": "city", "过敏": "allergy", "订单": "order_id", "单号": "order_id",
    "语言": "reply_language", "爱好": "likes", "喜好": "likes", "饮食": "diet", "老家": "hometown", "家乡": "hometown", "忌口": "diet", "截止": "deadline",
}  # fmt: skip
_NAME = "|".join(sorted(_NAMES, key=len, reverse=True))
_DROP = "(?:忘掉|忘记|忘了|删掉|删除|删了|删|清除|清掉|清空|移除|抹掉|抹去|去掉|不用记|别记|不要记|别再记|不要再记|不用再记|不用保存|不要保存|别保存|别存|不要存)"
FORGET = re.compile(
    f"(?:{_DROP}(?:掉|住|着|了)?(?:关于)?(?:我|咱)?(?:之前|以前|刚才|原来|说的|告诉你的|给你的|家|保存的|存的|的)*(?P<a>{_NAME})"
    f"|(?:(?:把|将)(?:我|咱)?|我|咱)(?:之前|以前|家|刚才|说的|告诉你的|给你的|保存的|存的|住|的)*(?P<b>{_NAME})(?:号码?|信息|记录|地址|资料|史|的事|这件事|这条|[，,])*(?:给|从[^,，]{{0,6}}|都|全|也|请|麻烦|你|就|可以)*{_DROP})"
)
_I_FORGOT = re.compile(
    "(?<![帮替给为])(?:我|咱)(?:又|都|也|好像|已经)*(?:把|将)|"
    "(?:(?<![帮替给为])(?:我|咱)|总|老|又|差点|别|不要|没|没有|千万别|怕)(?:又|都|也|好像|老是|已经|会|再|给)*(?:忘|删)"
)

_PLEASE = re.compile("能不能|可不可以|可以|能否|帮我|麻烦|请|(?:你|您|^)能(?!记)|(?:好|行|可以)[吗么嘛]")


def forgets(text: str, clause: Clause) -> Candidate | None:
    """忘掉我的地址, 把我的电话删掉: the order to forget an attribute."""
    match = FORGET.search(text, clause.start, clause.end)
    if (
        match is None
        or (clause.asked and not _PLEASE.search(text, clause.start, clause.end))
        or _I_FORGOT.search(text[max(clause.start, match.start() - 3) : match.end()])
    ):
        return None
    name = _NAMES[match["a"] or match["b"]]
    span = match.span("a") if match["a"] else match.span("b")
    return Candidate(
        name,
        "",
        polarity=False,
        ends=True,
        forgets=True,
        change=True,
        span=(span[0], span[0]),
        clause=match.span(),
        rule=name,
    )


def order_start(text: str, clause: Clause) -> int:
    """Where an order in the clause would begin: after 请, 嗯, 另外 and the like."""
    lead = LEAD.match(text, clause.start, clause.end)
    return lead.end() if lead else clause.start


def order_end(text: str, at: int, parts: list[Clause]) -> tuple[int, int]:
    """(end of the order that begins in parts[at], the clause after it): a condition takes the next clause in."""
    last = at
    while last + 1 < min(len(parts), at + _MOST) and not parts[last + 1].tag:
        here, after = parts[last], parts[last + 1]
        condition = last == at and _OPEN.search(text[here.start : here.end])
        if not (condition or _JOINS.match(text, after.start, after.end)):
            break
        last += 1
    end = parts[last].end
    while end < len(text) and text[end] in '”」』"' and end > 0:
        end += 1  # its last word may stand in quotation marks
    return end, last + 1


def is_order(text: str, start: int, end: int) -> bool:
    """Whether it is neither a statement of the user's about themselves nor a question."""
    other = OTHER.match(text, start, end)
    of_others = (
        other is not None and not other["you"] and not other.group().startswith(("大家", "别人", "有人"))
    )
    return (
        not of_others
        and _MY_STATEMENT.match(text, start, end) is None
        and _ONE_OFF.search(text, start, end) is None
    )
