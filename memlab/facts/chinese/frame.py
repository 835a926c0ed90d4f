"""What stands before a predicate: who, when, whether it is so, and how sure; read word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memlab.facts.candidate import USER
from memlab.facts.chinese import words
from memlab.facts.chinese.people import OTHER, SAME, SELF, TOGETHER

_KINDS = {
    "corrects": words.CORRECTS,
    "supposes": words.SUPPOSES,
    "says": words.SAYS,
    "wishes": words.WISHES,
    "plans": words.PLANS,
    "hedges": words.HEDGES,
    "rough": words.ROUGHLY,
    "ends": words.ENDINGS,
    "past": words.PASTS,
    "denies": words.NEGATIONS,
    "now": words.NOW,
    "newly": words.NEWLY,
    "times": words.TIMES,
}
_GROUPS = "|".join(f"(?P<{kind}>{words.alternation(text)})" for kind, text in _KINDS.items())
_HEAD = re.compile(f"{_GROUPS}|(?P<filler>{words.alternation(words.FILLERS)})|(?P<blank>[\\s,:、]+)")
_TELLING = ("corrects", "now", "newly", "denies", "ends")
_MOST = 12  # words before a predicate
ASSISTANT = "assistant"


@dataclass(frozen=True)
class Start:
    """A place where a predicate may begin, and what the words before it told."""

    at: int
    told: tuple[str, ...] = ()
    entity: str | None = None  # None: left out
    words: str = ""  # when
    since: int | None = None  # where the first word of change or negation stands


def starts(text: str, begin: Start, end: int) -> list[Start]:
    """Every place after `begin` where a predicate may begin, the first one last."""
    found = [begin]
    while len(found) < _MOST and found[0].at < end:
        step = _step(text, found[0], end)
        if step is None:
            break
        found.insert(0, step)
        after = found[1].at + 1
        if step.entity not in (None, ASSISTANT) and text[after - 1] in "我俺" and step.at > after:
            found.insert(
                1, Start(after, step.told, USER, since=step.since)
            )  # 我狗 of 我狗叫旺财, 我家 of 我家地址
    return found


def _step(text: str, here: Start, end: int) -> Start | None:
    """One word further."""
    match = _HEAD.match(text, here.at, end)
    kind = match.lastgroup if match else None
    if kind in (None, "filler", "times", "now") and here.entity in (None, USER):
        who = _subject(text, here.at, end)
        if who and (match is None or who[1] >= match.end()):
            return Start(who[1], here.told, who[0], here.words, here.since)
    if match is None or match.end() == match.start():
        return None
    when = match.group() if kind in ("times", "past", "now") else ""
    since = match.start() if here.since is None and kind in _TELLING else here.since
    return Start(match.end(), (*here.told, str(kind)), here.entity, here.words or when, since)


def _subject(text: str, at: int, end: int) -> tuple[str, int] | None:
    """(entity, where its name ends): the user, the assistant, or another person by name."""
    together = TOGETHER.match(text, at, end)
    if together:
        return USER, together.end()
    other = OTHER.match(text, at, end)
    if other:
        return _name(other), other.end()
    own = SELF.match(text, at, end)
    return (USER, own.end()) if own else None


def mentioned(text: str, start: int, end: int) -> Iterator[str]:
    """The other people who are named in [start, end), the last one first: 老公 of 我和老公去吃饭."""
    named = [match for match in OTHER.finditer(text, start, end) if _begins(text, match.start())]
    yield from (name for match in reversed(named) if (name := _name(match)) != ASSISTANT)


def _begins(text: str, at: int) -> bool:
    """Whether a person may be named at `at`: 经理 of 产品经理 is none."""
    return (
        at == 0 or not "㐀" <= text[at - 1] <= "鿿" or text[at - 1] in "我的和跟与同给陪带有让叫帮问见找为替"
    )


def _name(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if groups["you"]:
        return ASSISTANT
    name = groups["named"] or groups["also"] or groups["title"] or groups["full"] or groups["role"]
    if name:
        return name
    kin = groups["kin"] or groups["bare"] or groups["they"]
    return SAME.get(kin, kin)
