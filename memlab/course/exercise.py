"""What an exercise is, and how an answer is judged without ever raising on it."""

from __future__ import annotations

import ast
import copy
import html
import re
import reprlib
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

Kind = Literal["check", "prediction", "bug hunt", "build", "design"]
KINDS: tuple[str, ...] = get_args(Kind)
LABELS = {"correct": "Correct", "incorrect": "Not yet", "not attempted": "Not attempted"}
COLOURS = {"correct": "#009E73", "incorrect": "#D55E00", "not attempted": "#6B6B6B"}
CARD = (
    "max-width:720px;padding:8px 12px;border-left:6px solid {colour};background:#FFFFFF;color:#1A1A1A;"
    "font:13px/1.5 system-ui,'Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif"
)


class NotYet(Exception):
    """Raised by a check when the answer is not right yet.

    Its text is what the learner reads. It follows a label and a colon, so it begins with a small letter.
    """


@dataclass(frozen=True, repr=False)
class Outcome:
    """What `check` found: `status` is "correct", "incorrect" or "not attempted".

    >>> Outcome("incorrect", "look at turn 3 again.")
    Not yet: look at turn 3 again.
    """

    status: str
    message: str

    @property
    def label(self) -> str:
        """The status in words: Correct, Not yet or Not attempted."""
        return LABELS[self.status]

    def __repr__(self) -> str:
        return f"{self.label}: {self.message}"

    def _repr_html_(self) -> str:
        return _card(f"<b>{self.label}:</b> {_inline(self.message)}", COLOURS[self.status])


@dataclass(frozen=True, repr=False)
class Text:
    """A hint or a solution: shows itself as plain text, and as a card in a notebook."""

    title: str
    text: str
    code: bool = False

    def __repr__(self) -> str:
        return f"{self.title}\n{self.text}"

    def _repr_html_(self) -> str:
        body = f"<pre>{html.escape(self.text)}</pre>" if self.code else f" {_inline(self.text)}"
        return _card(f"<b>{html.escape(self.title)}</b>{body}", "#0072B2")


@dataclass(frozen=True)
class Exercise:
    """One question with everything that belongs to it.

    `kind` is one of `KINDS`: a check of understanding; a prediction that a picture then confirms or refutes;
    a bug hunt in code that is there; a build with one right behaviour; a design with many good answers.
    `starter` and `solution` are source text that runs on its own and binds `name` (answer_02_1 for 02.1).
    `check(answer)` raises `NotYet` when the answer is not right. When it is, it may return what it measured,
    which is said before the praise.
    `misconceptions` are pairs (source of a likely wrong answer, a phrase of the message it must get).
    `praise` is said after a right answer: why it is right.
    """

    id: str
    question: str
    starter: str
    check: Callable[[Any], str | None]
    hints: tuple[str, ...]
    solution: str
    misconceptions: tuple[tuple[str, str], ...] = ()
    praise: str = "that is it."
    kind: Kind = field(kw_only=True)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind = {small(self.kind)} of {self.id}: it is one of {', '.join(KINDS)}.")

    @property
    def name(self) -> str:
        """What the answer is called in the notebook: answer_02_1 for 02.1."""
        return "answer_" + self.id.replace(".", "_")

    @property
    def todo(self) -> str:
        """What to do first, in words that fit the kind."""
        if "..." in self.starter:
            return f"replace every `...` in `{self.name}` and run its cell."
        what = "Find the fault, mend it" if self.kind == "bug hunt" else "Make it your own"
        return f"the code of `{self.name}` is as it was. {what} and run its cell."

    def answer_in(self, source: str) -> Any:
        """Run `source` by itself and return what it bound to this exercise's name.

        Only texts of the course are given to it, the starter by `judge`: a learner's cells run in the kernel.
        """
        namespace: dict[str, Any] = {"__name__": self.name}
        for statement in ast.parse(
            source
        ).body:  # one by one as a notebook does, so that equal code compiles alike
            exec(compile(ast.Module([statement], []), self.name, "exec"), namespace)
        return namespace[self.name]

    def judge(self, answer: Any) -> Outcome:
        """The outcome for `answer`; an error inside it is an outcome too, never an exception."""
        try:
            if untouched(answer, self.answer_in(self.starter)):
                return Outcome("not attempted", self.todo)
            measured = self.check(answer)
        except KeyboardInterrupt:
            raise
        except NotYet as problem:
            return Outcome("incorrect", str(problem))
        except BaseException as error:  # a learner's code may even call exit()
            return Outcome("incorrect", f"your answer could not be checked: {describe(error)}.")
        return Outcome("correct", f"{measured} {_sentence(self.praise)}" if measured else self.praise)


def require(condition: bool, message: str) -> None:
    """Go on if `condition` holds, else tell the learner `message`."""
    if not condition:
        raise NotYet(message)


def run(answer: Any, *inputs: Any, shown: str | None = None) -> Any:
    """Call the learner's function on copies of `inputs`; an error names itself and the inputs (or `shown`).

    >>> run(lambda turns: turns[0], {})
    Traceback (most recent call last):
        ...
    memlab.course.exercise.NotYet: your function stopped with KeyError: 0. Its input was: {}
    """
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    try:
        return answer(*copy.deepcopy(inputs))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        asked = shown or given(*inputs)
        gap = "\n" if "\n" in asked else " "
        what = f"your function stopped with {describe(error)}. Its input was:"
        raise NotYet(what + gap + asked) from None


def given(*inputs: Any) -> str:
    """The inputs of a call in small form, for a message."""
    return ", ".join(map(small, inputs)) or "nothing"


def small(value: Any) -> str:
    """A short repr: bounded, sets sorted, without memory addresses, and safe on a broken __repr__.

    >>> small({"b", "a"})
    "{'a', 'b'}"
    """
    try:
        text = _SMALL.repr(value)
    except BaseException:
        text = f"<{type(value).__name__}>"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def untouched(answer: Any, starter: Any) -> bool:
    """Whether `...` is left in the answer, or its code is still the starter's code."""
    if answer is ...:
        return True
    if isinstance(answer, dict):
        return any(untouched(value, None) for value in answer.values())
    if isinstance(answer, (list, tuple, set, frozenset)):
        return any(untouched(value, None) for value in answer)
    code = _code(answer)
    return bool(code) and ("Ellipsis" in str(code) or code == _code(starter))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _code(thing: Any) -> Any:
    """What a function or class does, in a form that can be compared: two equal texts have equal codes."""
    if isinstance(thing, types.FunctionType):
        return _code(thing.__code__)
    if isinstance(thing, types.CodeType):
        return thing.co_code, thing.co_names, tuple(_code(const) or repr(const) for const in thing.co_consts)
    if isinstance(thing, type):
        return tuple((key, _code(value)) for key, value in vars(thing).items() if _code(value))
    return None


def describe(error: BaseException) -> str:
    """An error in short: its type and text, bounded and without addresses."""
    try:
        text = str(error).encode("utf-8", "backslashreplace").decode("utf-8")
    except BaseException:
        text = ""
    text = text if len(text) <= 300 else text[:300] + "…"
    return re.sub(r" at 0x[0-9a-fA-F]+", "", f"{type(error).__name__}: {text}".rstrip(": ."))


def _inline(text: str) -> str:
    """Escape, then `code` and line breaks: all the markup a message needs."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text)).replace("\n", "<br>")


def card(title: str, *lines: str, status: str) -> str:
    """A card of several lines in HTML, in the colour of a status."""
    rest = "".join(f'<div style="margin-top:4px">{_inline(line)}</div>' for line in lines)
    return _card(f"<b>{_inline(title)}</b>{rest}", COLOURS[status])


def _card(body: str, colour: str) -> str:
    return f'<div style="{html.escape(CARD.format(colour=colour))}">{body}</div>'


_SMALL = reprlib.Repr()
_SMALL.maxlevel, _SMALL.maxlist, _SMALL.maxtuple, _SMALL.maxdict = 4, 6, 6, 8
_SMALL.maxset = _SMALL.maxfrozenset = 8
_SMALL.maxstring = _SMALL.maxother = 80


def mutants(solution: str, *faults: tuple[str, str, str]) -> tuple[tuple[str, str], ...]:
    """Misconceptions as faults planted in the solution: each is (old text, new text, phrase of the message).

    >>> mutants("def half(x): return x / 2", ("/ 2", "* 2", "too large"))
    (('def half(x): return x * 2', 'too large'),)
    """
    for old, _, _ in faults:
        if old not in solution:
            raise ValueError(f"fault: {old!r} is not in the solution")
    return tuple((solution.replace(old, new), phrase) for old, new, phrase in faults)
