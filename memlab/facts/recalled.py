"""What was pasted or recalled: memories in a prompt, block quotes, transcripts, logs, mails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.stretch import Stretch, paragraph_end

FENCE = ("<memory>", "</memory>")  # what recall puts around memories in a prompt

_TAG = re.compile(
    r"<\|?(/?)(memory|memories|recalled_memories|relevant_memories|context|system|instructions?"
    r"|documents?|quote"
    r"|example|examples|tool_result|history|log|im_start|im_end)\b[^<>\n]{0,120}\|?>",
    re.I,
)
_MOOD = {"system": "instructed", "instruction": "instructed", "instructions": "instructed", "quote": "quoted"}
_MOOD |= {
    "document": "quoted",
    "documents": "quoted",
    "example": "quoted",
    "examples": "quoted",
    "log": "quoted",
}
_HEADING = re.compile(
    r"^[ \t#*_\[(]{0,12}(?:"
    r"(?:(?:here (?:is|are) )?(?:the |some |your |my )?(?:relevant|recalled?|retrieved|related|long[-"
    r" ]term|past|previous|stored|saved|user|known|injected)"
    r" (?:user )?(?:memor(?:y|ies)|facts?|context|information)|memories)\b(?! about me)[^\n:]{0,60}"
    r"|(?:here is |here's )?what (?:i|we) (?:know|remember|recall|have stored) about (?:you|the user"
    r"|this user)[^\n:]{0,40}"
    r"|(?:known )?facts about (?:the|this) user[^\n:]{0,40}|user profile"
    r"|(?:以下|下面|这)?(?:是|为|有)?[^\n:,。]{0,10}(?:相关|长期|历史|已有|检索到的|召回的|保存的"
    r"|用户)(?:的)?(?:记忆|对话记录|对话|记录|信息|事实|画像)[^\n:,。]{0,12}"
    r"|(?:以下|下面)(?:是|为)[^\n:,。]{0,8}记忆[^\n:,。]{0,8}|(?:以下"
    r"|下面)[^\n:,。]{0,6}来自[^\n:,。]{0,6}记忆|记忆|已知(?:信息|事实)"
    r")[*_\])】]{0,4}:|^[ \t]{0,8}[\[【](?:recalled|memory|memories|context|记忆|回忆)[\]】]",
    re.I | re.M,
)
_ITEM = re.compile(r"[ \t]*(?:[-*•·]|\d{1,3}[.)、]|\[[^\]\n]{1,30}\])[ \t]*\S")


def recalled(text: str) -> Iterator[Stretch]:
    """Memories that were put into the prompt: between tags, or under a heading."""
    opened: tuple[int, str] | None = None
    for tag in _TAG.finditer(text):
        closing = bool(tag[1]) or tag[2].lower() == "im_end"
        if opened is None and not closing:
            opened = tag.start(), tag[2].lower()
        elif opened is not None and closing and tag[2].lower() in (opened[1], "im_end"):
            yield Stretch(opened[0], tag.end(), _MOOD.get(opened[1], "recalled"))
            opened = None
    if opened is not None:
        yield Stretch(opened[0], len(text), _MOOD.get(opened[1], "recalled"))
    done = 0
    for heading in _HEADING.finditer(text):
        if heading.start() >= done:
            done = _list_end(text, heading.end())
            yield Stretch(heading.start(), done, "recalled")


def _list_end(text: str, at: int) -> int:
    """Where what stands under a heading ends: with its list, or with its paragraph."""
    while at < len(text) and text[at] in " \t\n":
        at += 1
    if not _ITEM.match(text, at):
        return paragraph_end(text, at)
    while at < len(text) and (_ITEM.match(text, at) or not text[at : at + 1].strip()):
        line = text.find("\n", at)
        if line < 0:
            return len(text)
        at = line + 1
    return at


_ROLES = (
    r"user|assistant|human|ai|bot|chatbot|agent|customer|client|support|system|interviewer|patient|doctor"
)
_LABELS = """note ps btw fyi update correction edit about me myself summary answer question reminder info hi
hello hey background context location yes no also fact facts reply listen remember important todo task tasks
intro bio name address ok okay well first second third finally thanks quick details status situation problem
issue request subject message reason today tomorrow yesterday currently now allergies allergy budget job work
home city email phone preferences profile introduction reality truth so anyway warning please sorry nb"""
_NO_NAMES = frozenset(_LABELS.split())
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严华金魏陶姜戚谢邹章苏潘葛范彭鲁韦马苗方俞任袁柳唐罗薛雷"
    "贺倪汤滕殷毕郝邬安常乐于时傅齐康伍余元卜顾孟平黄和穆萧尹小老阿刘林梁宋高郭"
)
_LINE = re.compile(
    r"^[ \t]*(?:"
    r"(?P<quote>>)"
    r"|(?P<log>\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[\d\d?:\d\d(?::\d\d)?\]|\d\d:\d\d:\d\d\b|(?:INFO"
    r"|ERROR|WARN|WARNING|DEBUG|TRACE|FATAL)\b[ :\]]"
    r"|Traceback \(|File \"|at [\w.$]{1,80}\(|\$ \w|(?:GET|POST|PUT|DELETE) /|(?:代码|日志|报错|code|log) ?:)"
    r"|(?P<code>(?:def|class) \w{1,60}.{0,120}:[ \t]*$|(?:import|from) [\w.]{1,60}(?: import"
    r" .{1,120})?;?[ \t]*$|(?:SELECT|INSERT INTO|UPDATE|DELETE FROM) .{1,200}\b(?:FROM|VALUES|SET|WHERE)\b"
    r"|(?:const|let|var) \w{1,60} ?=|(?:print|console\.log|printf|echo)\b ?[(\"'$]|[\w.\[\]\"']{1,60} ?="
    r" ?[\"'\[{(]|[{\[]\s*[\"{\[]|\"\w{1,60}\" ?:)"
    rf"|(?P<speaker>(?:(?i:{_ROLES})|[A-Z][\w.'-]{{1,20}}(?: [A-Z][\w.'-]{{1,20}})?|用户|助手|客服|顾客"
    rf"|客户|系统|机器人|[{_SURNAMES}][一-鿿]{{1,2}}) ?:)[ \t]*(?P<said>\S)"
    r"|(?P<mail>-{2,12} ?(?:Original|Forwarded) [Mm]essage|Begin forwarded message|On .{4,80} wrote:["
    r" \t]*$|发件人 ?:|-{2,12} ?(?:原始|转发)邮件)"
    r")",
    re.M,
)
_FIRST_PERSON = re.compile(r"(?:\S{1,12}[,. ] ?)?(?:I|I'm|I've|My|my|We|我)\b|我")
_ROLE = re.compile(rf"(?:{_ROLES}|用户|助手|客服|顾客|客户|系统|机器人) ?:", re.I)


def lines(text: str) -> Iterator[Stretch]:
    """Lines that were pasted: quoted with ">", logs, code, transcripts, forwarded mails."""
    for line in _LINE.finditer(text):
        end = text.find("\n", line.end())
        end = len(text) if end < 0 else end
        if line["mail"]:
            yield Stretch(line.start(), len(text), "quoted")
            return
        if line["speaker"] and not _is_speaker(text, line):
            continue
        yield Stretch(line.start(), end, "quoted")


def _is_speaker(text: str, line: re.Match) -> bool:
    """Whether "Bob: I live in Rome" is somebody's line, and "Note: I live in Rome" the user's."""
    name = line["speaker"].rstrip(": ").lower()
    if name[-1] in "说道问答写":
        return False  # reported speech, which ends with its sentence
    if _ROLE.match(line["speaker"]):
        return True
    return name.split()[0] not in _NO_NAMES and _FIRST_PERSON.match(text, line.start("said")) is not None
