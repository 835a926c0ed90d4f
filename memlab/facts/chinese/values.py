"""Where a value ends in unsegmented text, and what is no value at all."""

from __future__ import annotations

import re
from collections.abc import Callable

from memlab.facts.chinese.forms import FORMS, LANGUAGE
from memlab.facts.chinese.patterns import DUTIES
from memlab.facts.chinese.people import HAN_NAME
from memlab.facts.chinese.places import known, named

Span = tuple[int, int]

_TAIL = re.compile(
    r"(?:了|呢|啊|吧|呀|哦|喔|噢|啦|嘛|哈+|哒|滴|诶|哟|咯|喽|囉|啰|捏|噻|的话|来着|谢谢|而已|就行了?|就好了?|就可以了?|就成|就够了?|即可|就OK|就ok|ok|OK|为好|[~!.。!、,，\s\"”'」』]|哈|咧|喇|㗎|架)+$"
)
_GLUE = re.compile(
    r"\s*(?:、|,|，|;|&|\+|/|以及|还有|或者|或是|或|(?<![温柔平暖饱祥缓])和(?!平|牛|服|谐|风|蔼|弦|室|好|果子)|跟(?!团|风|拍|踪|着)|(?<!参)与(?!众|其))\s*"
)
_VAGUE = re.compile(
    "什么|啥|哪|谁|怎|多少|任何|你|您|我(?!们)|他|她|它|这|那|自己|某|其他|别的|一样|不|没|有点|了|的|可能|好像|是|(?:很|太|挺|非常|最|更)?[大小多少好坏]?$"
)
_BREAK = re.compile(
    "但|不过|可是|所以|因为|尤其|特别是|比如|例如|请|帮我|有没有|能不能|推荐|怎么|的时候|而且|并且|然后|虽然|如果|就是(?=太)|平时|以后|除了|一般|(?<=.)(?:而不是|不是|，|,|。|!|\\?|;|\\(|（)|(?<=.)(?:也(?=喜欢|爱|讨|不)|不(?=喜欢|爱|吃|太))|(?<=.)(?:想(?!象|法)|求(?!职|助))"
)


def spans(text: str, start: int, end: int, form: str, attribute: str, many: bool) -> list[Span]:
    """The value or values in [start, end), each where it really begins and ends; [] if that is no value."""
    start, end = stripped(text, start, end)
    if start >= end:
        return []
    reader = _READERS.get(attribute) or _READERS.get(form) or _words
    pieces = (
        _split(text, reader(text, start, end), _GOES_ON.get(attribute, _never))
        if many and form == "words"
        else None
    )
    found = pieces if pieces is not None else [reader(text, start, end)]
    found += _more(text, found[0], form) if many and form in FORMS else []
    return [s for s in (stripped(text, *span) for span in found) if s[1] > s[0]]


def stripped(text: str, start: int, end: int) -> Span:
    """Without the particles, marks and blanks around."""
    while start < end and text[start] in " \t\"'“”「」『』:：,，":
        start += 1
    tail = _TAIL.search(text, max(start, end - 12), end)
    return start, tail.start() if tail else end


def _split(text: str, whole: Span, goes_on: Callable[[str, int, int], bool]) -> list[Span]:
    """The items of a list."""
    found, at = [], whole[0]
    for glue in _GLUE.finditer(text, *whole):
        if goes_on(text, whole[0], glue.end()):
            continue
        if glue.start() > at:
            found.append((at, glue.start()))
        at = glue.end()
    found.append((at, whole[1]))
    return [_item(text, *span) for span in found]


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


def _words(text: str, start: int, end: int) -> Span:
    cut = _BREAK.search(text, start, end)
    end = cut.start() if cut else end
    return (start, start) if end <= start or _is_vague(text, start, end) else (start, end)


def _is_vague(text: str, start: int, end: int) -> bool:
    return _VAGUE.match(text, start, end) is not None


_VERB = re.compile(
    "食(?!素|品|物|堂|材|斋)|饮(?!料|食|品)|喝(?!酒)|吃(?![辣甜酸咸苦素醋货亏惊力])|(?:用|着)(?=[^,，]{2})"
)
_TASTE_END = re.compile(
    "(?:的(?:味道|感觉|口感|口味|东西|食物)?)$|(?:这(?:个|种|款|道|项)(?:东西|运动|活动|食物|菜|水果|口味|饮料))$|这[个种口味]{0,2}$"
)
_NO_TASTE = re.compile(
    "你|您|他(?!们)|她|它|这|那|上(?!海|网|班)|的|说|听你|问|什么|在(?=这|那|家)|和(?=你|他|她|我)|跟|被|不|吗|死"
)


def _taste(text: str, start: int, end: int) -> Span:
    """What is liked: 吃火锅 is 火锅, 吃辣 stays."""
    verb = _VERB.match(text, start, end)
    start = verb.end() if verb else start
    span = _words(text, start, end)
    if _NO_TASTE.match(text, start, end) and not text.startswith(("被", "不"), start):
        return start, start
    end_ = _TASTE_END.search(text, span[0], span[1])
    return (span[0], end_.start()) if end_ else span


_ALLERGY_END = re.compile(
    "(?:这类|之类|类(?:的?东西|食物|食品)?$|等|严重|有点|一直|的东西|这些|什么的|的食物|都|也|会|轻微|比较|很|非常|重度|特别|确实|真的|就|那种).*$"
)
_NO_ALLERGEN = re.compile(
    "什么|啥|哪|任何|你|他|她|它|这|那|谁|别的|其他|皮肤|鼻子|容易|季节|春|脸|身上|眼|有点|最近|好像|可能|没有?|不|是不|会|都|也|从小|对|又|是|就|经常|今天|昨天|突然|严重|轻微|天生|体质|食物$|药物$|怎么|如何|能|我|请|注意|关于|记得|有|怀疑|检查|测|查|抗|防|治|去|吃了|周[一二三四五六日末]|上班|早起|工作|数学|老板|英语|甲方|开会|加班|学习|考试|确定|说|怕|觉得|担心|不确定"
)


def _allergen(text: str, start: int, end: int) -> Span:
    verb = re.compile("(?:吃|喝|碰)(?=[^,，]{1,})").match(text, start, end)
    start = verb.end() if verb else start
    end_ = _ALLERGY_END.search(text, start + 2, end)
    end = end_.start() if end_ else end
    return (
        (start, start)
        if _NO_ALLERGEN.match(text, start, end) or end - start > 24
        else _words(text, start, end)
    )


_PLACE_END = re.compile(
    "(?:那边|这边|那里|这里|这儿|那儿|附近|周边|旁边|一带|边上|已经?|有(?!.{0,3}[市区县镇])|快|大概|差不多|\\d|[一二三两几四五六七八九十]+(?:年|个月|天)|住|上班|工作|做|当|生活|定居|读|上学|念|了|呢|啊|的|嘛|吧|呀|哦|啦|哈|后|以后|之后|,|，|但|不过|而|因|和|跟|与|来|去|是|也|还|就|都|这|那|不|没|比|租|买|请|帮|想|喜欢|对|预算|在|并|时|陪|找|开|教|里|中心|市区|市内|郊区|城里|为|方便|太|很|好|挺|真|目前|现在|玩|出差|旅|一个人|一起|从|等|\\s(?![A-Za-z]))"
)
_NO_PLACE = re.compile(
    "[㐀-鿿]{1,4}家(?:附近|旁|$)|哪|这|那|什么|啥|一|新家|新的|家|公司|学校|宿舍|酒店|宾馆|医院|楼|老家|国外|乡下|城|父母|爸|妈|出租|隔壁|附近|同|别|其他|其它|我|你|他|她|它|自己|里|外面|外地|大|小(?:区|镇$)|[二三四五六七八九十]楼|学生|单位|郊|海边|山|农村|不|没|了|来|去|到|得|的|很|过|着|哥|姐|朋友|老|另|两|[0-9]|更|近|远|离|市|某|异地|何|高|男|女|地下|合租|单|民宿|院|员工|租|楼上|病|在|考虑|[二三四五六七八九十两几半][年个月天周]|多"
)
_LATIN = re.compile(r"[A-Za-zÀ-ž][A-Za-zÀ-ž.'\-]*(?: [A-Za-zÀ-ž][A-Za-zÀ-ž.'\-]*){0,3}")


def _place(text: str, start: int, end: int) -> Span:
    latin = _LATIN.match(text, start, end)
    if latin:
        return latin.span()
    start += 2 if text.startswith("老家", start) and end - start > 3 else 0
    span = known(text, start, end)
    if span[1] > span[0]:
        return span
    if _NO_PLACE.match(text, start, end):
        return start, start
    stop = _PLACE_END.search(text, start + 2, end)
    short = stop.start() if stop else end
    span = named(text, start, short)
    if span[1] > span[0]:
        return span
    return (start, short) if short - start <= 8 and not _STREET.search(text, start, short) else (start, start)


_STREET = re.compile("[路街巷弄号栋楼室院幢座苑]|小区|大厦|广场|花园|公寓|道(?!里|外)")
_NO_ADDRESS = re.compile("哪|什么|啥|附近|旁边|对面|这|那|你|我|他|不|没|变|删|忘|有|已|之前|以前|多少|怎")


def _address(text: str, start: int, end: int) -> Span:
    cut = re.compile(
        "(?:,|，|。|;|这边|那边|附近|就|电话|手机|谢谢|请|麻烦|收件人|不要|别|楼下|旁边)"
    ).search(text, start + 2, end)
    end = cut.start() if cut else end
    good = (_STREET.search(text, start, end) or named(text, start, end)[1] > start) and end - start >= 4
    return (start, end) if good and not _NO_ADDRESS.match(text, start, end) else (start, start)


_EMPLOYER_END = re.compile(
    "(?:那边|这边|上班|工作|打工|担任|就职|任职|入职|报到|负责|里面|,|，|了|的(?!家)|做(?!空)|当(?!当)|任(?!天)|干(?!洗)|呢|啊|吧|呀|啦|已经|实习|有|不是|是|也|还|但|离|之后|以后|啦)"
)
_NO_EMPLOYER = re.compile(
    "家(?!乐|得|园)|外面|外地|国外|国内|这|那|哪|什么|啥|你|我|他|她|它|一(?!汽|点|加|嗨)|办公|公司$|单位|本地|网上|线上|远程|某|同|附近|里|地铁|路上|另|别|新(?:公司|单位|的|东家)$|自己|现在|努力|认真|不|没|家里|楼|上|下|工厂$|外企$|国企$|私企$|民企$|大厂$|小公司|企业$|周|星期|晚|早|忙|加班|哪家|老家|体制|[\\d一二三四五六七八九]+(?:点|年|月|个|楼)|互联网|房|学习|考虑|找|等|正|做|招|事业单位$|政府$|老东家$|原来|前|今|明|昨|最近|编"
)
_CALLED = re.compile(
    "(?:一[家间所个]|[家间所个])?(?:[㐀-鿿]{0,6})?(?:叫做?|名为|叫作)[\"“「『]?(?P<name>[^的,，\"”」』]{2,16})[\"”」』]?(?:的.*)?$"
)
_TRADE = re.compile(
    "[㐀-鿿]{0,6}(?:老师|教师|医生|护士|律师|会计|司机|厨师|经理|程序员|工程师|设计师|销售|客服|记者|编辑|保安|公务员)"
)
_COUNTED = re.compile("一[家间所]|[家间]")
_AT = re.compile("(?:在|到|去|了|叫|是)+(?=[^在到去了])")


def _employer(text: str, start: int, end: int) -> Span:
    at = _AT.match(text, start, end)
    start = at.end() if at else start
    called = _CALLED.match(text, start, end)
    if called:
        return called.span("name")
    stop = _EMPLOYER_END.search(text, start + 2, end)
    end = stop.start() if stop else end
    latin = _LATIN.match(text, start, end)
    start, end = stripped(text, start, end)
    end -= end - start > 2 and text[end - 1] == "里"
    place = known(text, start, end)
    if _TRADE.fullmatch(text[start:end]):
        return start, start
    vague = _NO_EMPLOYER.match(text, start, end) or place[1] == end or end - start > 20 or end - start < 2
    return (start, start) if vague and not (latin and end - start > 0) else (start, end)


_AFTER_NAME = re.compile(
    "住|在|是|今年|来自|对|从|就|呢|啊|了|的|也|现|不|想|要|有|男|女|家|目前|预算|很|请|可|吧|哈|哦|算|好|行|做|喜欢|平|以后|,|，|\\d|岁|属|这|那|叫|而"
)
_NO_NAME = re.compile(
    "您|你|我|他|她|它|什么|啥|谁|不|没|了|外卖|车|滴|醒|起|人(?!$)|的|一|这|那|怎|哪|亲(?:爱|$)|个|救|大家|过|出|做(?!$)|停|好|几|多|快递|名|啊|嘛|吧|呢|号|全|早|上|下|来|去|到|很|真|太|比较|挺|跟|和|有|又|写|打"
)


def _person(text: str, start: int, end: int) -> Span:
    latin = _LATIN.match(text, start, end)
    if latin:
        return latin.span()
    if _NO_NAME.match(text, start, end):
        return start, start
    for length in (4, 3, 2):  # a surname of two and a name of two is the longest
        if HAN_NAME.match(text, start, min(start + length, end)) and (
            start + length == end or _AFTER_NAME.match(text, start + length, end)
        ):
            inner = _AFTER_NAME.search(text, start + 2, start + length)
            return start, inner.start() if inner else start + length
    stop = _AFTER_NAME.search(text, start + 2, end)
    end = stop.start() if stop else end
    return (start, end) if end - start <= 8 else (start, start)


def _amount(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    is_one = re.search("\\d{2}|[元块万千百刀镑kKwW¥$€£]|\\d\\s?[万千百亿]|人民币|币", words)
    return (start, end) if is_one else (start, start)


def _age(text: str, start: int, end: int) -> Span:
    digits = text[start:end]
    return (start, end) if not digits.isdigit() or 0 < int(digits) < 130 else (start, start)


def _phone(text: str, start: int, end: int) -> Span:
    while end > start and text[end - 1] in " -(":
        end -= 1
    return (start, end) if 7 <= sum(c.isdigit() for c in text[start:end]) <= 15 else (start, start)


_JOB_END = re.compile("(?:的|了|,|，|这行|这一行|工作$|方面|行业$|呢|啊|已经|有|在|快|但|不过|啦)")
_NO_JOB = re.compile(
    "什么|啥|哪|这|那|你|我|他|她|不|没|很|太|忙|累|轻松|好|[一两几]|稳定|找|换|辞|丢|压力|在|暂|还|自由(?!职业|撰|摄)|大事|饭|客(?!服|房|户)|梦|生意|错|多|有点|非常|挺|比较|无|空(?!姐|少|乘|管)|主(?!管|任|持|播|编|厨|妇|治)|法(?!官|医|务|律)|实验$|作业|运动|家务|梦|对|到|完|客(?!服|房|户)|得|面(?!点|包)|个|会(?!计)"
)


def _job(text: str, start: int, end: int) -> Span:
    stop = _JOB_END.search(text, start + 1, end)
    end = stop.start() if stop else end
    return (start, start) if _NO_JOB.match(text, start, end) or end - start > 14 else (start, end)


_TASK_LEAD = re.compile(r"(?:[一二三四五六七八两几\d]+[个项件条](?:事|任务)?[:,]|完成|(?:提交|上交|递交|交)(?![^,，、和]{0,4}(?:费|租|税|款|钱|金|保|朋友))|搞定|做完|弄完|处理完|写完|赶完|弄好|交掉|处理掉|一下|我|要|得|记得|把|在)+")
_NO_TASK = re.compile(
    "什么|啥|哪|谁|你|他|她|我(?!的)|怎|多少|这|那|不|没|了|什|几|点(?:外卖|餐)|问|知|想|吃|看看$|走了?$|睡|喝|玩|帮|已经|终于|刚|都|早就|总算|也|全部|一[部本个次场封张份条]|个|今天$|昨天$"
)


def _task(text: str, start: int, end: int) -> Span:
    lead = _TASK_LEAD.match(text, start, end)
    start = lead.end() if lead else start
    cut = re.compile("[,，。!;]|但|不过|所以|因为|好烦|好累|烦死|帮我|有没有|怎么|(?<=.)(?:呢|吗)").search(
        text, start, end
    )
    end = cut.start() if cut else end
    bad = end - start < 1 or end - start > 30 or _NO_TASK.match(text, start, end)
    return (start, start) if bad else (start, end)


_DUTY = re.compile(DUTIES)


def _one_duty(text: str, start: int, after: int) -> bool:
    """买牛奶和鸡蛋 is one thing to do, 写周报和订机票 two."""
    return text.startswith(("买", "去", "给", "带", "陪", "跟"), start) and _DUTY.match(text, start) is not None and _DUTY.match(text, after) is None


def _never(text: str, start: int, after: int) -> bool:
    return False


_GOES_ON = {"task": _one_duty}


def _language(text: str, start: int, end: int) -> Span:
    match = re.compile(LANGUAGE).match(text, start, end)
    return match.span() if match else (start, start)


def _whole(text: str, start: int, end: int) -> Span:
    return start, end


_READERS: dict[str, Callable[[str, int, int], Span]] = {
    "place": _place,
    "city": _place,
    "person": _person,
    "organisation": _employer,
    "amount": _amount,
    "phone": _phone,
    "email": _whole,
    "code": _whole,
    "date": _whole,
    "sentence": _whole,
    "language": _language,
    "age": _age,
    "address": _address,
    "allergy": _allergen,
    "diet": _whole,
    "likes": _taste,
    "dislikes": _taste,
    "job": _job,
    "task": _task,
}
