"""Chats in which no role is named: 'Lin Yue: …', '[12:03] Mira: …', as messengers export them.

Whoever speaks first is taken for the user, all others for the assistant; a role that is named stays one.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from memlab.chats.fields import LABELS
from memlab.chats.readers.clocks import TIME, days_first, told
from memlab.chats.readers.labels import LONGEST, Label

_ANY = r"(?P<name>[^\s:：<>\[\]][^\n:：<>\[\]]{0,39}?)"
_WORD = r"(?:[A-ZÀ-ÖØ-Þ][\w'’.-]{0,20}|\d{1,3}|d[aei]|v[ao]n|bin|al)"
_NAME = rf"(?P<name>(?=[^\W\d_]){_WORD}(?: {_WORD}){{0,3}}|[\u4e00-\u9fff·]{{1,6}}\d{{0,3}})"
_UNSEEN = "\u200e\u200f\u202a\u202c\ufeff"
_FORMS = {  # in the order in which they are tried; what stands behind a time or in brackets is surely a name
    "timed": re.compile(rf"[\[(]?(?P<time>{TIME})[\])]?\s*[-–—|,]?\s*{_ANY}[:：](?P<rest>(?!//).*)"),
    "above": re.compile(rf"[\[(]?(?P<time>{TIME})[\])]?\s+{_ANY}(?P<rest>)"),
    "below": re.compile(rf"{_ANY}\s+[\[(]?(?P<time>{TIME})[\])]?(?P<rest>)"),
    "irc": re.compile(rf"(?:[\[(]?(?P<time>{TIME})[\])]?\s*)?<{_ANY}>\s(?P<rest>.*)"),
    "bold": re.compile(rf"(?P<mark>\*\*|__){_NAME}(?:[:：](?P=mark)|(?P=mark)[:：])(?P<time>)(?P<rest>.*)"),
    "plain": re.compile(rf"{_NAME}[:：](?P<time>)(?P<rest>(?!//).*)"),
}
_NOBODY = re.compile(rf"[\[(]?(?P<time>{TIME})[\])]?\s*[-–—|,]\s*(?P<rest>.+)")  # the messenger itself
_THINGS = """
note notes todo info error warning warn debug trace fatal critical notice from to cc subject date time title
name version host accept content type step chapter section part figure table day week summary example input
output result results answer question key value id url http https status author description tags source ps p.s
re ingredients method total price address phone email order item quantity warnings returns args raises yields
注意 注 备注 提示 说明 标题 时间 日期 地点 主题 内容 步骤 原因 结果 方法 例如 总结 来源 作者 地址
电话 姓名 价格 数量 优点 缺点 问题 答案
"""
_NO_NAMES = frozenset(_THINGS.split())
LEAST = 3  # lines with a time or brackets that make a chat; of others two for each of two names
SHARE = 0.5  # of the lines that must bear a name where nothing else marks them


@dataclass(frozen=True)
class Cast:
    """Who speaks in a text, and how its lines say so; called with a line, it is its Label."""

    form: str
    roles: dict[str, str]
    day_first: bool

    def __call__(self, line: str) -> Label | None:
        """The label of a line, None where somebody goes on speaking."""
        found = _matched(self.form, line)
        if found is None:
            return self._of_nobody(line)
        name = found["name"].strip()
        role = self.roles.get(name, "assistant" if self.form not in ("plain", "bold") else "")
        return _label(role, found, self.day_first) if role else None

    def _of_nobody(self, line: str) -> Label | None:
        found = _NOBODY.fullmatch(_seen(line)) if self.form == "timed" else None
        return _label("system", found, self.day_first) if found else None


def cast_of(sample: str) -> Cast | None:
    """Who speaks in a text whose lines bear names; None where they do not, or where it is not sure.

    >>> cast_of("Lin Yue: Hi!\\nMira: Hello.\\nLin Yue: Tea?\\nMira: Yes.").roles
    {'Lin Yue': 'user', 'Mira': 'assistant'}
    >>> cast_of("Note: a list\\nTotal: 3\\nNote: another\\nTotal: 4")
    """
    lines = [line for line in sample.split("\n") if line.strip()]
    for form in _FORMS:
        found = [match for line in lines if (match := _matched(form, line))]
        names = Counter(match["name"].strip() for match in found)
        if chosen := _sure(form, names, len(lines)):
            return Cast(form, _roles(chosen), days_first([match["time"] or "" for match in found]))
    return None


def _sure(form: str, names: Counter[str], lines: int) -> list[str]:
    """The names in the order in which they come, none if these may be no names at all."""
    often = [name for name, times in names.items() if times > 1 and name.lower() not in _NO_NAMES]
    if form == "plain":
        named = sum(names[name] for name in often)
        return often if len(often) > 1 and named >= SHARE * lines and len(often) <= named / 2 else []
    people = [name for name in names if name.lower() not in _NO_NAMES]
    return people if len(people) > 1 and often and sum(names.values()) >= LEAST else []


def _roles(names: list[str]) -> dict[str, str]:
    known = {name: LABELS[name.lower()] for name in names if name.lower() in LABELS}
    others = [name for name in names if name not in known]
    first = [] if "user" in known.values() else others[:1]
    return {name: known.get(name) or ("user" if name in first else "assistant") for name in names}


def _matched(form: str, line: str) -> re.Match[str] | None:
    return _FORMS[form].fullmatch(_seen(line)) if len(line) < LONGEST or form in _OPEN else None


_OPEN = ("timed", "irc", "bold", "plain")  # what was said follows on the line, which may be long


def _seen(line: str) -> str:
    return line.strip().lstrip(_UNSEEN)


def _label(role: str, found: re.Match[str], day_first: bool) -> Label:
    return Label(role, ("", role), told(found["time"] or "", day_first), found["rest"].strip(_UNSEEN + " "))
