"""Values that are common words: tastes, allergens, occupations, things to do, languages."""

from __future__ import annotations

import re

from memlab.facts.chinese.cutting import Span, words
from memlab.facts.chinese.forms import DATE, LANGUAGE
from memlab.facts.chinese.patterns import DUTIES

_VERB = re.compile(
    "食(?!素|品|物|堂|材|斋)|饮(?!料|食|品)|喝(?!酒)|吃(?![辣甜酸咸苦素醋货亏惊力])|(?:用|着)(?=[^,，]{2})|[看读听玩追](?=《)"
)
_TASTE_END = re.compile(
    "(?:的(?:味道|感觉|口感|口味|东西|食物)?)$|(?:这(?:个|种|款|道|项)(?:东西|运动|活动|食物|菜|水果|口味|饮料))$|这[个种口味]{0,2}$"
)
_NO_TASTE = re.compile(
    "你|您|他(?!们)|她|它|这|那|上(?!海|网|班)|的|说|听你|问|什么|在(?=这|那|家)|和(?=你|他|她|我)|跟|被|不|吗|死|今天|昨天|刚才|此刻|得"
)


def taste(text: str, start: int, end: int) -> Span:
    """What is liked: 吃火锅 is 火锅, 吃辣 stays."""
    verb = _VERB.match(text, start, end)
    start = verb.end() if verb else start
    span = words(text, start, end)
    if _NO_TASTE.match(text, start, end) and not text.startswith(("被", "不"), start):
        return start, start
    end_ = _TASTE_END.search(text, span[0], span[1])
    return (span[0], end_.start()) if end_ else span


_ALLERGY_END = re.compile(
    "(?:这类|之类|类(?:的?东西|食物|食品)?$|等|严重|有点|一直|的东西|这些|什么的|的食物|都|也|会|轻微|比较|很|非常|重度|特别|确实|真的|就|那种).*$"
)
_NO_ALLERGEN = re.compile(
    "别人|误|[搞弄记打说看]错|开玩笑|什么|啥|哪|任何|你|他|她|它|这|那|谁|别的|其他|皮肤|鼻子|容易|季节|春|脸|身上|眼|有点|最近|好像|可能|没有?|不|是不|会|都|也|从小|对|又|是|就|经常|今天|昨天|突然|严重|轻微|天生|体质|食物$|药物$|怎么|如何|能|我|请|注意|关于|记得|有|怀疑|检查|测|查|抗|防|治|去|吃了|周[一二三四五六日末]|上班|早起|工作|数学|老板|英语|甲方|开会|加班|学习|考试|确定|说|怕|觉得|担心|不确定"
)


def allergen(text: str, start: int, end: int) -> Span:
    """What one is allergic to: 海鲜 of 吃海鲜类的东西; empty for a part of the body or a season."""
    verb = re.compile("(?:吃|喝|碰)(?=[^,，]{1,})").match(text, start, end)
    start = verb.end() if verb else start
    end_ = _ALLERGY_END.search(text, start + 2, end)
    end = end_.start() if end_ else end
    return (
        (start, start)
        if _NO_ALLERGEN.match(text, start, end) or end - start > 24
        else words(text, start, end)
    )


_JOB_END = re.compile("(?:的|了|,|，|这行|这一行|工作$|方面|行业$|呢|啊|已经|有|在|快|但|不过|啦)")
_NO_JOB = re.compile(
    "什么|啥|哪|这|那|你|我|他|她|不|没|很|太|忙|累|轻松|好|[一两几]|稳定|找|换|辞|丢|压力|在|暂|还|自由(?=$|的|了|自在|随)|大事|饭|客(?!服|房|户)|梦|生意|错|多|有点|非常|挺|比较|无|空(?!姐|少|乘|管)|主(?!管|任|持|播|编|厨|妇|治)|法(?!官|医|务|律)|实验$|作业|运动|家务|梦|对|到|完|客(?!服|房|户)|得|面(?!点|包)|个|会(?!计)"
)


def job(text: str, start: int, end: int) -> Span:
    """The occupation at `start`; empty for 饭, 大事 and whatever else is done and is no trade."""
    stop = _JOB_END.search(text, start + 1, end)
    end = stop.start() if stop else end
    return (start, start) if _NO_JOB.match(text, start, end) or end - start > 14 else (start, end)


_TASK_LEAD = re.compile(
    rf"(?:(?:{DATE})(?:之前|以前|前)|"
    r"[一二三四五六七八两几\d]+[个项件条](?:事|任务)?[:,]|完成|(?:提交|上交|递交|交)(?![^,，、和]{0,4}(?:费|租|税|款|钱|金|保|朋友))|搞定|做完|弄完|处理完|写完|赶完|弄好|交掉|处理掉|一下|我|要|得|记得|把|在)+"
)
_NO_TASK = re.compile(
    "什么|啥|哪|谁|你|他|她|我(?!的)|怎|多少|这|那|不|没|了|什|几|点(?:外卖|餐)|问|知|想|吃|看看$|走了?$|睡|喝(?!水|药)|玩|帮|已经|终于|刚|都|早就|总算|也|全部|一[部本个次场封张份条]|个|今天$|昨天$"
)


def task(text: str, start: int, end: int) -> Span:
    """What is to be done, without 完成 and the date in front; empty if it names nothing."""
    lead = _TASK_LEAD.match(text, start, end)
    start = lead.end() if lead else start
    cut = re.compile("[,，。!;]|但|不过|所以|因为|好烦|好累|烦死|帮我|有没有|怎么|(?<=.)(?:呢|吗)").search(
        text, start, end
    )
    end = cut.start() if cut else end
    bad = end - start < 1 or end - start > 30 or _NO_TASK.match(text, start, end)
    return (start, start) if bad else (start, end)


DUTY = re.compile(DUTIES)


def one_duty(text: str, start: int, after: int) -> bool:
    """买牛奶和鸡蛋 is one thing to do, 写周报和订机票 two."""
    return (
        text.startswith(("买", "去", "给", "带", "陪", "跟"), start)
        and DUTY.match(text, start) is not None
        and DUTY.match(text, after) is None
    )


def language(text: str, start: int, end: int) -> Span:
    """The language at `start`; empty if it is none."""
    match = re.compile(LANGUAGE).match(text, start, end)
    return match.span() if match else (start, start)
