"""Values that are names or numbers: where a place, an employer, a person or an amount ends."""

from __future__ import annotations

import re

from memlab.facts.chinese.cutting import Span, stripped
from memlab.facts.chinese.people import HAN_NAME
from memlab.facts.chinese.places import known, named

LATIN = re.compile(r"[A-Za-zÀ-ž][A-Za-zÀ-ž.'\-]*(?: [A-Za-zÀ-ž][A-Za-zÀ-ž.'\-]*){0,3}")
_PLACE_END = re.compile(
    "(?:那边|这边|那里|这里|这儿|那儿|附近|周边|旁边|一带|边上|已经?|有(?!.{0,3}[市区县镇])|快|大概|差不多|\\d|[一二三两几四五六七八九十]+(?:年|个月|天)|住|上班|工作|做|当|生活|定居|读|上学|念|了|呢|啊|的|嘛|吧|呀|哦|啦|哈|后|以后|之后|,|，|但|不过|而|因|和|跟|与|来|去|是|也|还|就|都|这|那|不|没|比|租|买|请|帮|想|喜欢|对|预算|在|并|时|陪|找|开|教|里|中心|市区|市内|郊区|城里|为|方便|太|很|好|挺|真|目前|现在|玩|出差|旅|一个人|一起|从|等|\\s(?![A-Za-z]))"
)
_NO_PLACE = re.compile(
    "阳台|厨房|客厅|卧室|书房|车库|仓库|门口|窗|地下室|桌|床|沙发|柜|址|[㐀-鿿]{1,4}家(?:附近|旁|$)|哪|这|那|什么|啥|一|新家|新的|家|公司|学校|宿舍|酒店|宾馆|医院|楼|老家|国外|乡下|城|父母|爸|妈|出租|隔壁|附近|同|别|其他|其它|我|你|他|她|它|自己|里|外面|外地|大|小(?:区|镇$)|[二三四五六七八九十]楼|学生|单位|郊|海边|山|农村|不|没|了|来|去|到|得|的|很|过|着|哥|姐|朋友|老|另|两|[0-9]|更|近|远|离|市|某|异地|何|高|男|女|地下|合租|单|民宿|院|员工|租|楼上|病|在|考虑|[二三四五六七八九十两几半][年个月天周]|多"
)


def place(text: str, start: int, end: int) -> Span:
    """The city or region at `start`: 北京 of 北京朝阳区那边; empty if it is none."""
    latin = LATIN.match(text, start, end)
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
    vague = short - start > 8 or text[short - 1] in "旁边下里外内前后底"
    return (start, short) if not vague and not STREET.search(text, start, short) else (start, start)


STREET = re.compile("[路街巷弄号栋楼室院幢座苑]|小区|大厦|广场|花园|公寓|道(?!里|外)")
_NO_ADDRESS = re.compile("哪|什么|啥|附近|旁边|对面|这|那|你|我|他|不|没|变|删|忘|有|已|之前|以前|多少|怎")


def address(text: str, start: int, end: int) -> Span:
    """The address at `start`, up to what follows it; empty without a street, a number or a building."""
    cut = re.compile(
        "(?:,|，|。|;|这边|那边|附近|就|电话|手机|谢谢|请|麻烦|收件人|不要|别|楼下|旁边)"
    ).search(text, start + 2, end)
    end = cut.start() if cut else end
    good = (STREET.search(text, start, end) or named(text, start, end)[1] > start) and end - start >= 4
    return (start, end) if good and not _NO_ADDRESS.match(text, start, end) else (start, start)


_EMPLOYER_END = re.compile(
    "(?:那边|这边|上班|工作(?!室|坊|台)|打工|担任|就职|任职|入职|报到|负责|里面|,|，|了|去(?=了|$)|的(?!家)|做(?!空)|当(?!当)|任(?!天)|干(?!洗)|呢|啊|吧|呀|啦|已经|实习|有|不是|是|也|还|但|离|之后|以后|啦)"
)
_NO_EMPLOYER = re.compile(
    "家(?!乐|得|园)|外面|外地|国外|国内|这|那|哪|什么|啥|你|我|他|她|它|一(?!汽|点|加|嗨)|办公|公司$|单位|本地|网上|线上|远程|某|同(?=[一个样行事]|$)|附近|里(?=面|$)|地铁|路上|另|别|新(?:公司|单位|的|东家)$|自己|现在|努力|认真|不|没|家里|楼|上(?!海|汽|药|港|好佳|饶|实|虞)|下(?!厨房|沙)|工厂$|外企$|国企$|私企$|民企$|大厂$|小公司|企业$|周(?=[一二三四五六日末]|$)|星期|晚(?=[上班点])|早(?=[上就早期晚起])|忙|加班|哪家|老家|体制|[\\d一二三四五六七八九]+(?:点|年|月|个|楼)|互联网(?:公司|大厂|企业|行业|$)|房(?=[间子里]|$)|学习|考虑|找|等(?=$|[着待你我])|正(?=[在常好]|$)|做|招(?=聘|人|$)|事业单位$|政府$|老东家$|原来|前(?=[天年面几台两]|$)|今(?=[天年晚日早])|明(?=[天年早晚日])|昨|最近|编"
)
_CALLED = re.compile(
    '(?:一[家间所个]|[家间所个])?(?:[㐀-鿿]{0,6})?(?:叫做?|名为|叫作)["“「『]?(?P<name>[^的,，"”」』]{2,16})["”」』]?(?:的.*)?$'
)
_TRADE = re.compile(
    "[㐀-鿿]{0,6}(?:老师|教师|医生|护士|律师|会计|司机|厨师|经理|程序员|工程师|设计师|销售|客服|记者|编辑|保安|公务员)"
)
_AT = re.compile("(?:在|到|去|了|叫|是)+(?=[^在到去了])")


def employer(text: str, start: int, end: int) -> Span:
    """The name of an employer: 蓝鲸 of 一家叫蓝鲸的公司; empty for 家, 公司 and for places."""
    at = _AT.match(text, start, end)
    start = at.end() if at else start
    called = _CALLED.match(text, start, end)
    if called:
        return called.span("name")
    stop = _EMPLOYER_END.search(text, start + 2, end)
    end = stop.start() if stop else end
    latin = LATIN.match(text, start, end)
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
    "干(?:[嘛吗什啥]|$)|您|你|我|他|她|它|什么|啥|谁|不|没|了|外卖|车|滴|醒|起|人(?!$)|的|一|这|那|怎|哪|亲(?:爱|$)|个|救|大家|过|出|做(?!$)|停|好|几|多|快递|名|啊|嘛|吧|呢|号|全|早|上|下|来|去|到|很|真|太|比较|挺|跟|和|有|又|写|打"
)


def person(text: str, start: int, end: int) -> Span:
    """The name at `start`, by its surname if it has one; empty if nobody is called so."""
    latin = LATIN.match(text, start, end)
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


def amount(text: str, start: int, end: int) -> Span:
    """The sum of money; empty for a small number without a unit."""
    words = text[start:end]
    is_one = re.search("\\d{2}|[元块万千百刀镑kKwW¥$€£]|\\d\\s?[万千百亿]|人民币|币", words)
    return (start, end) if is_one else (start, start)


def age(text: str, start: int, end: int) -> Span:
    """The age in years; empty if nobody is that old."""
    digits = text[start:end]
    return (start, end) if not digits.isdigit() or 0 < int(digits) < 130 else (start, start)


def phone(text: str, start: int, end: int) -> Span:
    """The number without what ends it; empty unless it has 7 to 15 digits."""
    while end > start and text[end - 1] in " -(":
        end -= 1
    return (start, end) if 7 <= sum(c.isdigit() for c in text[start:end]) <= 15 else (start, start)
