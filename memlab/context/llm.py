"""offline_llm: an answer found in the prompt by rules, so that the course runs without a model."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from memlab import checks
from memlab.context.corrections import said_anew
from memlab.context.gate import Draft
from memlab.context.layers import HEADINGS, language
from memlab.facts.masking import FENCE
from memlab.tiers.analysis import tokens_of

UNKNOWN = {"en": "I do not know that from what I remember.", "zh": "我的记忆里没有这个。"}
NOTED = {"en": "Noted.", "zh": "好的，记下了。"}
FOUND = {"en": "From what I remember: ", "zh": "据我所记："}
ENOUGH = 0.3  # share of what the question asks for that a line must have, in weight
BESIDE = 0.8  # of the best line's score: others so near to it are told, too
MOST = 2  # lines of an answer
STANDS = 1.5  # a line of the profile and of the active project says how it stands now
CORRECTS = 1.15
ELSE = 0.7  # what does not speak of the user, where the user asks about himself
OUTDATED = 0.6  # what a later line corrects
OLDEST = 0.85  # of the newest line's score

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_ABOUT_ME = re.compile(r"\b(?:i|my|me|mine)\b|我", re.I)
_OF_USER = re.compile(r"\b(?:user|i|my)\b|用户|我", re.I)
_SPEAKER = re.compile(r"(?P<who>user|assistant|tool): ?", re.I)
_ASKS = re.compile(
    r"[?？]\s*$|^\s*(?:who|what|whats|when|where|which|why|how|do|does|did|is|are|was|were|can|could|tell|remind)\b"
    r"|[吗呢么]\s*[。!！]?\s*$|什么|多少|哪|谁|几|怎么|为何|是否|告诉我|还记得",
    re.I,
)
_ENGLISH_STOP = """
a an the i me my mine we us our you your he she it its they them his her their this that these those is are
was were be been am do does did doing have has had will would shall should can could may might must of in on
at to for from by with about as into and or but if then so not no yes any some what when where who whom whose
which why how much many long there here please tell know remember remind again user users assistant get got
now still moment currently today
"""
_CHINESE_STOP = (
    "的了吗呢么吧是在有我你您他她它们这那什哪谁几怎多少请问诉还用户和与也都就会要能"
    "可以到对把被一个上下里时候现已经由为"
)
_STOP = frozenset(tokens_of(_ENGLISH_STOP))
_DATE = re.compile(
    r"\d{1,2}:\d\d|\d{4}-\d\d?-\d\d?|\b\d{1,2}(?:st|nd|rd|th)?\b.{0,4}\b(?:jan|feb|mar|apr|may|jun|jul|aug"
    r"|sep|oct|nov|dec)|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d|day\b|tomorrow|month"
    r"|week|[\d一二三四五六七八九十]+ ?[月日号点]|[周星期]+[一二三四五六日天]|[明今后]天|月底|年底",
    re.I,
)
_WANTS = (  # what is asked for, and what an answer to it looks like
    (
        re.compile(r"\bwhen\b|\bwhat (?:day|date|time)\b|\bdue\b|什么时候|哪天|几号|何时|日期|几点", re.I),
        _DATE,
    ),
    (
        re.compile(
            r"\bhow (?:much|many|old)\b|budget|price|cost|number|多少|几个|预算|价|号码|订单号|多大", re.I
        ),
        re.compile(r"\d|[一二三四五六七八九十百千万亿]+"),
    ),
    (re.compile(r"\bwho(?:se|m)?\b", re.I), re.compile(r"(?<!^)(?<![.!?] )\b[A-Z][a-z]+")),
    (re.compile(r"e-?mail|邮箱|邮件", re.I), re.compile(r"\S@\S")),
    (re.compile(r"phone|电话|手机", re.I), re.compile(r"\d{3}")),
)
_CORRECTION = re.compile(
    r"correction|\binstead\b|\bno longer\b|takes over|\bnow\b|更正|改成|改为|不再|接手", re.I
)
_LAUNCH = re.compile(r"\b(?:go(?:es)?|went|going) live\b", re.I)
_ALIKE = (  # words of questions that stand for others in a memory
    "deadline due finish deliver launch until 截止 到期 上线 交付 期限 交稿",
    "live lives city moved home 住 住在 搬到 城市",
    "work works job employer profession 工作 职业 上班",
    "allergic allergy avoid 过敏",
    "like likes favourite favorite prefer prefers love 喜欢 最爱",
    "called name 名字 叫",
    "budget cost spend money 预算 花费",
    "database store postgres mongodb 数据库",
    "phone telephone mobile 电话 手机",
    "responsible charge 负责 接手",
)
_CLASS = {
    token: n
    for n, words in enumerate(_ALIKE)
    for word in words.split()
    for token in tokens_of(word)
    if len(token) > 1 or len(word) == 1  # a character of a Chinese word is in many others
}


class Line(NamedTuple):
    """A line of the fenced memories: its layer, the day under which it stands, who said it, and what."""

    layer: str
    day: str
    who: str
    text: str
    place: int


def offline_llm(prompt: str | Sequence[Mapping[str, Any]]) -> str:
    """The memories of a rebuilt prompt that fit its question best, word for word; else that none does.

    This is no language model: it understands nothing, concludes nothing and adds nothing. It weighs the words
    that a line shares with the question by how few lines have them, asks whether the line has a date, a
    number or a name where one is wanted, and prefers the newer of equals. It is deterministic.

    >>> memories = "<memory>\\n# User profile\\n- The user lives in Rome.\\n</memory>\\n\\n"
    >>> offline_llm(memories + "# Current question\\nWhere do I live?")
    'From what I remember: The user lives in Rome.'
    >>> offline_llm("# Current question\\nWhere do I live?")
    'I do not know that from what I remember.'
    """
    allowed = 'pass a text or a list of {"role", "content"}'
    listed = [] if isinstance(prompt, str) else checks.kind("prompt", prompt, list, allowed)
    text = prompt if isinstance(prompt, str) else "\n\n".join(map(_content, listed))
    question, lines = _question(checks.text("prompt", text)), _lines(text)
    lang = language(question)
    if not _ASKS.search(question):
        return NOTED[lang]
    best = _best(question, lines)
    if not best:
        return UNKNOWN[lang]
    return FOUND[lang] + " / ".join(map(_shown, best))


def _content(message: Mapping[str, Any]) -> str:
    return checks.text("content", checks.kind("message", message, Mapping, "pass a dict").get("content"))  # type: ignore[type-abstract]


def _question(prompt: str) -> str:
    """What stands under the last heading of a question; without one the last paragraph outside the fence."""
    headings = [h["question"] for h in HEADINGS.values()]
    found = max(((prompt.rfind(f"\n{h}\n"), h) for h in headings), default=(-1, ""))
    starts = [h for h in headings if prompt.startswith(f"{h}\n")]
    if found[0] >= 0:
        return prompt[found[0] + len(found[1]) + 2 :].strip()
    if starts:
        return prompt[len(starts[0]) :].strip()
    return prompt.rpartition(FENCE[1])[2].strip().rpartition("\n\n")[2]


def _lines(prompt: str) -> list[Line]:
    """The lines between the fences."""
    inside = prompt.partition(FENCE[0])[2].rpartition(FENCE[1])[0]
    layers = {heading: layer for headings in HEADINGS.values() for layer, heading in headings.items()}
    found: list[Line] = []
    layer = day = ""
    for raw in inside.splitlines():
        line = raw.strip()
        if line in layers:
            layer, day = layers[line], ""
        elif _DAY.fullmatch(line):
            day = line
        elif line.startswith("- "):
            who = _SPEAKER.match(line, 2)
            text = line[who.end() if who else 2 :]
            found.append(Line(layer, day, who["who"].lower() if who else "", text, len(found)))
    return found


def _best(question: str, lines: Sequence[Line]) -> list[Line]:
    """The lines that answer, best first: none if none has enough of what is asked for."""
    wanted = _concepts(question)
    held = [_concepts(line.text) for line in lines]
    rare = Counter(concept for concepts in held for concept in concepts)
    weight = {c: math.log(1 + len(lines) / (rare[c] or 0.5)) for c in wanted}
    total = sum(weight.values()) or 1.0
    shares = [sum(weight[c] for c in wanted & concepts) / total for concepts in held]
    days, over = sorted({line.day for line in lines}), _corrected(lines)
    scores = {
        n: share * _fits(question, lines[n]) * _newness(lines[n], days) * (OUTDATED if n in over else 1.0)
        for n, share in enumerate(shares)
        if share >= ENOUGH and not _is_question(lines[n].text)
    }
    top = max(scores.values(), default=0.0)
    order = sorted(scores, key=lambda n: (-scores[n], lines[n].day != "", -n))
    return [lines[n] for n in order if scores[n] >= BESIDE * top][:MOST]


def _corrected(lines: Sequence[Line]) -> set[int]:
    """The numbers of the lines that a later one from the same speaker corrects."""
    order = {day: n for n, day in enumerate(sorted({line.day for line in lines}))}
    drafts = [
        Draft(line.layer, n, line.who, line.text, day=line.day, order=(order[line.day], n))
        for n, line in enumerate(lines)
    ]
    return {draft.rank for draft in said_anew(drafts)}


def _concepts(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, alike ones as one."""
    told = tokens_of(_LAUNCH.sub("launch", text))
    found = (token for token in told if token not in _STOP and not set(token) & set(_CHINESE_STOP))
    return frozenset(f"≈{_CLASS[token]}" if token in _CLASS else token for token in found)


def _fits(question: str, line: Line) -> float:
    """How far a line looks like an answer to this kind of question; what the user said counts more."""
    fit = STANDS if line.layer in ("profile", "active") else 0.6 if line.who == "assistant" else 1.0
    fit *= 1.0 if line.who == "user" or _OF_USER.search(line.text) or not _ABOUT_ME.search(question) else ELSE
    for asks, answers in _WANTS:
        if asks.search(question):
            fit *= 1.3 if answers.search(line.text) else 0.7
    return fit * (CORRECTS if _CORRECTION.search(line.text) else 1.0)


def _newness(line: Line, days: Sequence[str]) -> float:
    """Of two lines that say as much, the newer one is more likely to be so."""
    if not line.day or len(days) < 2:
        return 1.0
    return OLDEST + (1 - OLDEST) * days.index(line.day) / (len(days) - 1)


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？", "吗", "呢"))


def _shown(line: Line) -> str:
    return f"{line.text} ({line.day})" if line.day else line.text
