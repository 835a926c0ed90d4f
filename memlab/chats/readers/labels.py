"""Lines that say who speaks: 'User: …', '**助手**：…', '## ChatGPT said:', '[10:31] Me: …'."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from memlab.chats.fields import LABELS, moment

LONGEST = 300  # characters within which a label stands
_WORDS = "|".join(sorted(map(re.escape, LABELS), key=len, reverse=True))
_NUMBER = r"v?\d[\w.]*?(?=__|[^\w.]|$)"  # to its end: cut anywhere, twenty digits could be read in 2²⁰ ways
_MODEL = (
    rf"(?:[ \-]?(?:{_NUMBER}|pro|plus|turbo|mini|opus|sonnet|haiku|flash|o))*"  # Claude 3.5 Sonnet, GPT-4o
)
_SAID = r"(?: ?(?:said|says|asked|question|answer|prompt|response|message|reply|说|问|答|回答|回复|提问))?"
_LABEL = rf"(?P<label>{_WORDS})(?![^\W_]){_MODEL}{_SAID}"
_TIME = r"\d{1,4}[-/.:年]\d{1,2}[^\]\)）\]a-zA-Z]{0,22}(?:Z|UTC|[AP]M)?"
_ASIDE = r"[ \t]*(?:[(（\[【](?P<aside>[^)）\]】]{1,60})[)）\]】])?[ \t]*"
_WHEN = rf"(?:[\[(]?(?P<time>{_TIME})[\])]?[ \t,|–-]{{0,4}})?"
_BEFORE = rf"[ \t]{{0,3}}(?:[-*>]{{1,3}} )?{_WHEN}[^\w\s#*_`<>:：-]{{0,6}}[ \t]?"
_PLAIN = re.compile(rf"{_BEFORE}[<\[【]?{_LABEL}[>\]】]?{_ASIDE}[:：](?:[ \t]|(?!//))(?P<rest>.*)", re.I)
_RULED = re.compile(
    rf"={{3,}} ?{_LABEL} ?={{3,}}(?P<rest>)(?P<time>)(?P<aside>)", re.I
)  # as LangChain prints
_TAIL = r"[ \t]*(?P<aside>[:：(（\[—–\-·|@,].*)?"
_HEADING = re.compile(rf"(?P<mark>\#{{1,6}})[ \t]\W*(?:\d+[.)][ \t]*)?{_LABEL}{_TAIL}(?P<rest>)", re.I)
_ENDS = r"(?:[:：][ \t]*(?P=mark)|(?P=mark)[ \t]*(?:[:：]|·.*$|$))"  # **You:**, **You**:, **You** · 10:31
_BOLD = re.compile(
    rf"(?:[-*>]+ )?(?P<mark>\*\*|__)[^\w*]*{_LABEL}{_ASIDE}{_ENDS}(?P<rest>.*)",
    re.I,
)


@dataclass(frozen=True)
class Label:
    """Who speaks from here, how the file marks and spells that, when, and what is said on the line itself."""

    role: str
    spelt: tuple[str, str]
    at: float | None
    rest: str


def plain(line: str) -> Label | None:
    """The label of a line of a transcript.

    >>> plain("[2024-03-01 10:31] 用户：我在杭州。").rest, plain("Note: not a role")
    ('我在杭州。', None)
    """
    found = _PLAIN.match(line[:LONGEST]) or _RULED.fullmatch(line[:LONGEST].strip())
    return _label(found, "", line) if found else None


def marked(line: str) -> Label | None:
    """The label of a line of a Markdown chat: a heading, or bold.

    >>> marked("## 👤 User").role, marked("**ChatGPT**: It is red.").rest, marked("## User rights")
    ('user', ' It is red.', None)
    """
    found = _HEADING.fullmatch(line.rstrip()) if len(line) < LONGEST else None
    found = found or _BOLD.match(line[:LONGEST].rstrip())
    return _label(found, found["mark"], line) if found else None


def _label(found: re.Match[str], mark: str, line: str) -> Label:
    told = found.groupdict()
    at = moment(told.get("time") or "", (told.get("aside") or "").strip(" \t:：(（[—–-·|@,"))
    return Label(LABELS[found["label"].lower()], (mark, found["label"]), at, line[found.start("rest") :])


STYLES: dict[str, Callable[[str], Label | None]] = {"markdown": marked, "transcript": plain}


def roles_in(sample: str, style: str) -> set[str]:
    """Whose labels a text has, read in one of the STYLES."""
    return {found.role for found in map(STYLES[style], sample.split("\n")) if found}


def style_of(sample: str) -> str:
    """Which of the two a text is, '' if it is neither: two roles speak, or the first line bears a label.

    >>> style_of("User: hi\\nAI: hello"), style_of("A report.\\nNote: no chat")
    ('transcript', '')
    """
    first = next((line for line in sample.split("\n") if line.strip()), "")
    both = (name for name in STYLES if {"user", "assistant"} <= roles_in(sample, name))
    return next(both, "") or next((name for name, label in STYLES.items() if label(first)), "")


def marks_of(sample: str, style: str) -> dict[str, tuple[str, str]]:
    """Role -> how its label is marked and spelt: of several ways the one whose mark is the most frequent.

    >>> marks_of("**User:** Lin\\n## Prompt:\\nhi\\n## Response:\\nhello", "markdown")["user"]
    ('##', 'Prompt')
    """
    found = [label for label in map(STYLES[style], sample.split("\n")) if label]
    marks = Counter(label.spelt[0] for label in found)
    spelt: dict[str, tuple[str, str]] = {}
    for label in found:
        if label.role not in spelt or marks[label.spelt[0]] > marks[spelt[label.role][0]]:
            spelt[label.role] = label.spelt
    return spelt
