"""Answers: what the assistant's last question asks for, and 北京 as the answer to it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.text import fold

_YOU_IS = r"(?:'s| is|'re| are) your "
_QUESTIONS = {
    "name": rf"\bwhat{_YOU_IS}(?:full |first )?name\b|\bwho (?:are you|am i (?:talking|speaking))"
    rf"|\b(?:what|how) (?:should|can|may|shall|do) i (?:call|address) you|\byour name\b"
    "|[你您]叫什么|怎么称呼|[你您]的名字|贵姓|尊姓大名|[你您]是谁|叫[你您]什么",
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
_SENTENCE = re.compile(
    r"[^.!?。\n]{1,400}\?|(?:请|麻烦|劳驾|需要您?你?)[^.!?。\n]{0,20}(?:提供|告诉|留|填|输入|说|报|给我?)[^.!?。\n]{1,60}"
)
_OPENERS = re.compile(
    r"(?:(?:可以|行|没问题|当然|方便)[的啊呀,。]{1,2}|不超过|最多|上限|控制在|[嗯哦啊好对呃那喏诺]+[,。]?|是的[,。]?|就是|是|用(?=.{1,4}[语文话])|在|住在|我住在|我在|我住|我叫|我是|叫|大概|大约|差不多|一般|主要是?|有[,:]?|我对|我的){1,3}"
)
_CLOSERS = re.compile(r"(?<=.)\s*(?:吧|呢|哦|啊|呀|啦|哈+|左右|,?谢谢|,?[你您]呢|过敏)$")
_NO_ANSWER = re.compile(
    "(?:没有?|没什么|不.*|无|随便.*|都行|都可以|好的?|是的?|可以|行|谢谢.*|你好|什么.*|为什么.*|怎么.*|帮我.*|请.*|忘了.*|保密"
    "|以后再说|算了.*|哪.*|.*[吗呢]|嗯|哈.*|哦|对|知道.*)"
)
_DOUBT = re.compile("可能|也许|好像|应该是|大概是|说不定|不确定")
_VERB = re.compile("[我你您他她们]|喜欢|觉得|如果|想要")
_AND = re.compile(r"\s*(?:[,、;&]|以及|还有|和|跟)\s*")
_AGE = re.compile(r"(\d{1,3})\s*岁")
LONGEST = 40  # characters of an answer


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
    """The values in a Chinese sentence that is nothing but an answer, as spans of it.

    >>> text = "在北京。"
    >>> [text[start:end] for start, end in bare_answers(text, "city", many=False)]
    ['北京']
    """
    start, end = _core(text)
    core = text[start:end]
    if not core or len(core) > LONGEST or text.rstrip().endswith("?"):
        return
    if _NO_ANSWER.fullmatch(core) or _DOUBT.search(text) or _VERB.search(core):
        return
    if attribute == "age" and (age := _AGE.fullmatch(core)):
        yield start, start + age.end(1)
    elif many:
        yield from _items(core, start)
    else:
        yield start, end


def _core(text: str) -> tuple[int, int]:
    """The span of an answer without 在 and 谢谢."""
    end = len(text.rstrip(" .!。,;\"'”~"))
    while (closer := _CLOSERS.search(text[:end])) is not None:
        end = closer.start()
    opener = _OPENERS.match(text, 0, end)
    start = opener.end() if opener and opener.end() < end else 0
    while start < end and text[start] in " \"'“,":
        start += 1
    return start, end


def _items(core: str, at: int) -> Iterator[tuple[int, int]]:
    """The items of 花生、牛奶和鸡蛋."""
    first = 0
    for joint in [*_AND.finditer(core), None]:
        last = joint.start() if joint else len(core)
        if core[first:last].strip():
            yield at + first, at + last
        first = joint.end() if joint else last
