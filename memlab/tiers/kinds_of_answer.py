"""What a question word asks for, and whether a text holds such a thing: a time, a number, a name, a place …

Chinese is read in either script, as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Set

_WHEN = (
    r"\bwhen\b|\bhow long\b|\bwhat (?:date|day|month|year|time)\b"
    r"|什[么麼][时時][候间間]|何[时時]|[几幾][点點号號月年]|哪一?[天年]|多[久长長]|(?:[周週]|星期|[礼禮]拜)[几幾]"
)
_TIME = (
    r"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|since|recently|just|days?|weeks?|weekend|months?|years?"
    r"|morning|evening|night|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july"
    r"|august|september|october|november|december|\d{4})\b"
    r"|[昨今明前后後大][天晚年日]|去年|[上下这這本每]一?[个個]?(?:[周週]|星期|[礼禮]拜|月)|[周週][一二三四五六日天末]"
    r"|[刚剛]|最近|[以之]前|[早晚]上|[上下中]午|凌晨|年[初底前]|月[初底]|元旦|春[节節]|[过過]年|[国國][庆慶]|五一"
    r"|中秋|元宵|[暑寒]假"
    r"|[\d一二三四五六七八九十两兩] ?[年月日号號点點天周週]|[个個]月|小[时時]|星期|[礼禮]拜"
)
_HOW_MANY = (
    r"\bhow (?:many|much|often|old|far|tall|big|large)\b|多少|多[大远遠高重长長]|第?[几幾](?![乎点點号號月])"
)
_NUMBER = (
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|dozen|hundred|few|couple|several|once|twice)\b"
    r"|[一二三四五六七八九十百千万萬两兩半几幾]"
)
_WHO = (  # and what has a name: "what book did she read?"
    r"\b(?:which|who|whom|whose|where|names?|called|titles?|brands?|books?|movies?|films?|songs?|bands?|games?"
    r"|authors?|artists?|cit(?:y|ies)|countr(?:y|ies)|compan(?:y|ies)|restaurants?)\b"
)
_NAME = r"(?<=[a-z,'] )[A-Z][a-z]+"
_WHOM = r"谁|誰|哪[位个個]人?|叫什[么麼]|什[么麼]名|姓什|[贵貴]姓"
_PERSON = (
    r"[爸妈媽哥姐弟妹爷爺奶叔姑舅姨嫂婆公叫姓]|太太|先生|女士|老[板闆师師]|[师師]傅|同[事学學]|朋友|[组組]长"
    r"|[经經]理|主管|[医醫]生|[小阿老][\u4e00-\u9fff]|[「“\"《]"
)
_WHERE = r"哪[里裡裏儿兒]|什[么麼]地方|哪一?[个個座条條家所间間]|[地住]址"
_PLACE = r"[在去到回住从從]|[省市县縣区區镇鎮村路街巷店馆館楼樓]|[医醫]院|[学學]校"
_REACHED = r"\b(?:phone|e-?mail)\b|[电電][话話]|手[机機]|[号號][码碼]|[联聯][系繫絡络]|[邮郵][箱件]|信箱"
_CONTACT = r"\d{6,}|\d{3,}[- ]\d{4,}|微信|@"

_KINDS = tuple(
    (re.compile(asked, re.I), re.compile(held, flags))
    for asked, held, flags in (
        (_WHEN, _TIME, re.I),
        (_HOW_MANY, _NUMBER, re.I),
        (_WHO, _NAME, 0),
        (_WHOM, _PERSON, 0),
        (_WHERE, _PLACE, 0),
        (_REACHED, _CONTACT, 0),
    )
)


def asked_for(question: str) -> tuple[re.Pattern[str], ...]:
    """Patterns of the things that a question asks for, none if its words do not tell."""
    return tuple(held for asked, held in _KINDS if asked.search(question))


def answers(wanted: tuple[re.Pattern[str], ...], text: str, speakers: Set[str] = frozenset()) -> float:
    """1 if the text holds one of the things asked for, else 0; a speaker's name is none.

    >>> when, count, who = map(asked_for, ("When did Ann move?", "你有几只猫？", "Where do you live?"))
    >>> answers(when, "I moved last week."), answers(when, "I moved.")
    (1.0, 0.0)
    >>> answers(count, "我有两只猫。"), answers(who, "I live in Oslo."), answers(who, "Yes, Ann.", {"ann"})
    (1.0, 1.0, 0.0)
    >>> answers(asked_for("電話幾號？"), "0912-334-556"), answers(asked_for("在什麼時候？"), "下禮拜吧")
    (1.0, 1.0)
    """
    for held in wanted:
        for match in held.finditer(text):
            if match.group().casefold() not in speakers:
                return 1.0
    return 0.0
