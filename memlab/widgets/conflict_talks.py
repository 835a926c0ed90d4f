"""Conversations that the conflict explorer offers, and how its text area is read: one utterance a line."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memlab import checks

ROLES = {
    "assistant": ("agent", "assistant", "助手"),
    "system": ("system", "系统"),
    "user": ("user", "customer", "用户", "顾客"),
}
MOST_LINES, MOST_CHARACTERS, LONGEST = 120, 20_000, 2_000  # utterances, of all of them, of one
_ROLE = {word: role for role, words in ROLES.items() for word in words}
_SPEAKER = re.compile(rf"\s*({'|'.join(_ROLE)})\s*[:：]\s*", re.IGNORECASE)

TALKS = {
    "From Beijing to Shanghai": """I live in Beijing.
Which green teas do you have?
agent: Longjing and Biluochun came in this week.
I have just moved to Shanghai.
Does my old address still matter?""",
    "从北京到上海": """我住在北京。
有什么绿茶推荐？
助手：这周到了龙井和碧螺春。
我刚搬到上海。
我以前住在天津。""",
    "Two homes, one variable": """Hello, I'm Lin Yue.
I live in Harbor Town.
I like oolong.
agent: Where shall the parcel go?
I live in Plum Valley.
I no longer like oolong.""",
    "过敏不能猜": """我对花生过敏。
我喜欢乌龙茶。
我对花生不过敏。
我不喜欢乌龙茶了。
我的预算是500元。
预算改成800元。""",
    "Said, but no fact": """If I moved to Oslo, would shipping cost more?
I might move to Harbor Town next year.
My sister lives in Lisbon.
Translate: "I live in Rome."
Do I still live in Plum Valley?
我可能对虾过敏。
I used to work at Willow Press.""",
    "Names in two spellings": """我叫林月。
我住在北京市。
I live in Beijing.
My phone number is 13800000007.
我的手机号是+86 138 0000 0007。
我換工作了，現在在柳樹出版社上班。""",
}


def as_talk(utterances: str | Iterable[str]) -> str:
    """What a text area holds: one utterance a line, text that UTF-8 can carry.

    >>> as_talk(["I live in\\nBeijing.", "助手：好的。"])
    'I live in Beijing.\\n助手：好的。'
    """
    if isinstance(utterances, str):
        lines: Iterable[str] = utterances.splitlines()
    else:
        mend = "write one string an utterance, the assistant's as 'agent: …'"
        lines = (" ".join(checks.kind("utterance", line, str, mend).splitlines()) for line in utterances)
    return "\n".join(lines).encode("utf-8", "replace").decode("utf-8")


def heard(talk: str) -> tuple[list[tuple[str, str]], str]:
    """The utterances as (role, text), and what was left out, if anything.

    Empty lines say nothing. Of a long text as much is heard as a picture can show.

    >>> heard("I live in Beijing.\\n\\nagent: Noted.\\n助手：好。")
    ([('user', 'I live in Beijing.'), ('assistant', 'Noted.'), ('assistant', '好。')], '')
    """
    lines = [line for line in talk[: 2 * MOST_CHARACTERS].splitlines() if line.strip()]
    kept, room = list[str](), MOST_CHARACTERS
    for line in lines[:MOST_LINES]:
        if room > 0:
            kept.append(line[: min(LONGEST, room)])
            room -= len(kept[-1])
    whole = len(kept) == len(lines) and sum(map(len, kept)) == sum(map(len, lines))
    told = "" if whole and len(talk) <= 2 * MOST_CHARACTERS else _left_out(kept, talk)
    return [_spoken(line) for line in kept], told


def _left_out(kept: list[str], talk: str) -> str:
    return (
        f"Of {len(talk):,} characters {sum(map(len, kept)):,} were heard, in {len(kept):,} utterances. "
        f"Room is here for {MOST_LINES} utterances of {LONGEST:,} characters, {MOST_CHARACTERS:,} in all."
    )


def _spoken(line: str) -> tuple[str, str]:
    found = _SPEAKER.match(line)
    return (_ROLE[found[1].lower()], line[found.end() :]) if found else ("user", line)
