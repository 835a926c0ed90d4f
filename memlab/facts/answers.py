"""Answers: what the assistant's last question asks for, and "Lisbon." as the answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.text import fold

_YOU_IS = r"(?:'s| is|'re| are) your "
_QUESTIONS = {
    "name": rf"\bwhat{_YOU_IS}(?:full |first )?name\b|\bwho (?:are you|am i (?:talking|speaking))"
    rf"|\b(?:what|how) (?:should|can|may|shall|do) i (?:call|address) you|\byour name\b"
    "|你叫什么|怎么称呼|你的名字|您贵姓|贵姓|尊姓大名|你是谁|叫你什么",
    "age": rf"\bhow old\b|\bwhat{_YOU_IS}age\b|\byour age\b|多大|几岁|年龄|年纪|岁数",
    "birthday": r"\bbirthday\b|\bdate of birth\b|\bwhen were you born\b|生日|哪天出生|什么时候出生|出生日期",
    "hometown": r"\bwhere (?:are|do) you (?:come )?from\b|\bhome ?town\b|\bwhere did you grow up\b|老家"
    r"|家乡|哪里人|哪儿人|籍贯",
    "address": r"\b(?:what|which)\b[^?]{0,40}\baddress\b(?<!email address)(?<!mail address)|\byour"
    r" (?:home |postal |shipping |delivery )?address\b"
    "|(?<!邮箱)(?<!邮件)(?<!电子)地址|寄到哪|送到哪",
    "city": r"\bwhere (?:do|are) you (?:currently )?(?:live|living|based|located|now)\b|\b(?:which|what)"
    r" (?:city|town|place|part)\b|\bwhat city\b|\bwhere you live\b|\byour (?:city|location)\b"
    r"|\bdo you (?:still |currently )?live\b|\b(?:did|have) you moved?\b|\bwhere did you move\b"
    "|住在?哪|住什么地方|哪个城市|哪座城市|什么城市|在哪里?(?:生活|居住)|所在(?:地|城市)|现居",
    "employer": r"\bwhere do you work\b|\b(?:who|whom) do you work for\b|\b(?:which|what) company\b"
    r"|\bwho(?:'s| is) your employer\b|\byour employer\b|\bdo you (?:still )?work (?:at|for)\b"
    "|在哪里?(?:工作|上班|高就)|哪儿(?:工作|上班)|哪家公司|什么公司|哪个公司|什么单位|哪个单位",
    "job": r"\bwhat do you do\b|\bwhat(?:'s| is) your (?:job|profession|occupation|role|job title)\b"
    r"|\bwhat kind of (?:work|job)\b|\bfor a living\b"
    "|什么工作|什么职业|做什么的|你的职业|你的工作是|从事什么",
    "phone": r"\b(?:phone|mobile|cell|contact|telephone)(?: phone)? ?(?:number)?\b|\bnumber (?:can"
    r"|should|to) (?:i )?(?:reach|call)\b|手机|电话|号码是多少|联系方式",
    "email": r"\be-?mail\b|邮箱|邮件地址",
    "budget": r"\bbudget\b|\bhow much (?:can|do|would|are|will) you (?:want to |like to |willing to "
    r"|going to )?(?:spend|pay|afford)\b|预算|想花多少|打算花多少|多少钱以内|价位",
    "reply_language": r"\b(?:which|what) language\b|\blanguage (?:do|would|should)\b|什么语言|哪种语言"
    r"|用什么语",
    "allergy": r"\ballerg(?:y|ies|ic)\b|过敏",
    "diet": r"\bdiet(?:ary)?\b|\bhow do you eat\b|饮食(?:习惯|要求|偏好|限制)|吃素吗|忌口",
    "dislikes": r"\bwhat\b[^?]{0,40}\b(?:dislike|hate|don't (?:you )?like)\b|\banything you (?:don't"
    r" like|dislike|hate)\b|(?:不喜欢|讨厌)(?:吃|喝|看|听)?(?:什么|哪)",
    "likes": r"\bwhat\b[^?]{0,60}\b(?:like|love|enjoy)\b|\bhobbies\b|\byour interests\b|(?<!不)喜欢(?:吃"
    r"|喝|看|听|玩|做)?(?:什么|哪)|爱好|兴趣",
    "order_id": r"\border (?:number|id|no)\b|订单(?:号|编号)?",
    "deadline": r"\bwhen(?:'s| is) (?:it|that|this|the [^?]{1,60}|your [^?]{1,60}) due\b|\bdeadline\b"
    r"|\bdue (?:date|when)\b|什么时候(?:截止|要交|交)|截止(?:日期|时间)?",
    "task": r"\bwhat (?:do|are) you (?:have|need|planning|going) to (?:do|finish|get done)\b|\bon your"
    r" (?:to-?do|list|plate)\b|要做(?:什么|哪些)|有什么(?:任务|安排|要做)",
}  # fmt: skip
_PATTERNS = {attribute: re.compile(pattern, re.I) for attribute, pattern in _QUESTIONS.items()}
_OTHERS = re.compile(
    r"\byour (?:sister|brother|mother|mom|mum|dad|father|wife|husband|partner|son|daughter|friend|boss"
    r"|colleague|parents?)\b|你(?:的)?(?:妈|爸|父|母|姐|妹|哥|弟|老婆|老公|妻|丈夫|儿子|女儿|孩子|朋友"
    r"|同事|老板)",
    re.I,
)
_SENTENCE = re.compile(r"[^.!?。\n]{1,400}\?")
_OPENERS = re.compile(
    r"(?:(?:yes|yeah|yep|yup|sure|ok|okay|well|um+|uh+|hm+|oh|ah|hi|hello|of course|certainly|it's|its"
    r"|it is|that's|that is|that would be|it would be|in|at|on|from|by|about|around|roughly|approximately"
    r"|i'm|i am|im|call me|just|currently|the|a|an|as an?|my|to|mostly|mainly|only|both)\b[,.!:]?\s+){1,5}"
    r"|(?:[嗯哦啊好对]+[,。]?|是的[,。]?|就是|是|在|住在|我在|我住|我叫|我是|叫|大概|大约|差不多|一般"
    r"|主要是?|对|有[,:]?)",
    re.I,
)
_CLOSERS = re.compile(
    r"[\s,]+(?:please|thanks|thank you|now|for now|at the moment|actually|i guess|these days|currently"
    r"|years old|or so)$"
    r"|(?<=.)(?:吧|呢|哦|啊|呀|啦|左右|谢谢|,谢谢)$",
    re.I,
)
_NO_ANSWER = re.compile(
    r"^(?:no|nope|not?\b.*|none|nothing|never|why\b.*|what\b.*|who\b.*|how\b.*|where\b.*|when\b.*|i"
    r" don'?t.*|i do|i am|i have|idk|dunno|later|maybe|perhaps|skip|pass|thanks?|thank you|hello|hi|yes"
    r"|yeah|sure|ok(?:ay)?|fine|good|great|here|there|same|both|everything|anything|nothing.*|that.*"
    r"|it.*|can you.*|could you.*|please.*|let.*|help.*"
    r"|没有?|没什么|不.*|无|随便|都行|都可以|好的?|是的?|可以|行|谢谢|你好|什么|为什么.*|怎么.*|帮我.*"
    r"|请.*|忘了|保密|以后再说)$",
    re.I,
)
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|i think|i guess|not sure)\b|可能|也许|大概是|好像|应该是",
    re.I,
)
_VERB = re.compile(
    r"\b(?:i|i'm|you|he|she|we|they|is|are|was|do|does|have|has|can|could|will|would|want|need)\b"
    r"|[我你他她们]",
    re.I,
)
_AND = re.compile(r"\s*(?:,\s*(?:and\s+)?|\band\b|&|、|和|跟|以及|还有|;)\s*", re.I)
_AGE = re.compile(r"^(\d{1,3})(?:\s*岁|\s*years?.*|\s*yrs?.*)?$")
LONGEST = 80  # characters of an answer


def last_question(text: str) -> str:
    """The last question in a turn of the assistant's, folded; "" if there is none or it is about others."""
    folded = fold(text[-2_000:]).text
    questions = _SENTENCE.findall(folded)
    return "" if not questions or _OTHERS.search(questions[-1]) else questions[-1]


def asked_for(question: str) -> Iterator[str]:
    """The attributes that a folded question asks for.

    >>> [list(asked_for(said)) for said in ("Where do you live?", "你叫什么名字?", "Shall we go?")]
    [['city'], ['name'], []]
    """
    return (attribute for attribute, pattern in _PATTERNS.items() if pattern.search(question))


def bare_answers(text: str, attribute: str, many: bool) -> Iterator[tuple[int, int]]:
    """The values in a sentence that is nothing but an answer, as spans of it.

    >>> text = "In Lisbon, thanks."
    >>> [text[start:end] for start, end in bare_answers(text, "city", many=False)]
    ['Lisbon']
    """
    start, end = _core(text)
    core = text[start:end]
    if (
        not core
        or len(core) > LONGEST
        or text.rstrip().endswith("?")
        or _NO_ANSWER.match(core)
        or _DOUBT.search(text)
    ):
        return
    if _VERB.search(core):
        return
    if attribute == "age" and (age := _AGE.match(core)):
        yield start, start + age.end(1)
    elif many:
        yield from _items(core, start)
    else:
        yield start, end


def _core(text: str) -> tuple[int, int]:
    """The span of an answer without "It's", "In" and "please"."""
    end = len(text.rstrip(" .!。,;\"'”"))
    while (closer := _CLOSERS.search(text[:end])) is not None:
        end = closer.start()
    opener = _OPENERS.match(text, 0, end)
    start = opener.end() if opener and opener.end() < end else 0
    while start < end and text[start] in " \"'“,":
        start += 1
    return start, end


def _items(core: str, at: int) -> Iterator[tuple[int, int]]:
    """The items of "peanuts, milk and eggs"."""
    first = 0
    for joint in [*_AND.finditer(core), None]:
        last = joint.start() if joint else len(core)
        if core[first:last].strip():
            yield at + first, at + last
        first = joint.end() if joint else last
