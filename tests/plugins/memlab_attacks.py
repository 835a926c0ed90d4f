"""Texts that make a careless regular expression slow, and every expression that memlab has.

Python's `re` goes back and tries again: `\\s+$` looks at n spaces n times. What is hostile is known from the
expression itself: what each of its endless repeats matches, again and again, and then something that does not
fit. Growth is measured, never time: four times the text may take about four times as long.
"""

from __future__ import annotations

import ast
import gc
import importlib
import pathlib
import pkgutil
import re
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

try:
    from re import _parser as parser  # type: ignore[attr-defined]
except ImportError:  # Python 3.10
    import sre_parse as parser  # type: ignore[no-redef]

PUMPS = [
    *" \t\n0aAz([{<\"'@.,-_:/\\*#&+|中的，\u200b",
    *("1,", "a ", "0 ", "a.", "a@", "0.", "0:", "0-", "a-", ", ", "我", "我的", "和", "I ", "my ", "I like "),
    *("a and ", "a, ", "- ", "[a](", "http://a", "A. ", "a'", "\\u", '\\"'),
]
LETTERS = " \n\t0aAzqé_-.,:;/@'\"()[]<>中我的和，。！？"
ENDLESS = 20  # a repeat that may go on for longer than this counts as endless
SHORT, FACTOR = 20_000, 4  # how much is measured, and FACTOR times as much
STEEP = 2.2 * FACTOR  # growth between the two that is more than linear: quadratic would be FACTOR²
LIMIT = 1.5  # seconds of processor time after which a measurement ends and counts as steep

# Expressions: a first look at 2,000 characters, where a quadratic one takes a millisecond; what is quicker
# passes, else more and more is given until the time says something.
SCREEN, LONGEST = 2_000, 80_000
QUICK, ENOUGH, PATIENCE = 0.0003, 0.008, 0.25  # seconds


class Pattern(NamedTuple):
    """An expression, its flags, and where it is compiled: module:line."""

    text: str
    flags: int
    where: str


class Steep(NamedTuple):
    """A text that an expression is slow on: `before`, then `pump` over and over."""

    where: str
    pattern: str
    before: str
    pump: str
    seconds: tuple[float, float]


def all_patterns() -> list[Pattern]:
    """Every expression of memlab: those that its modules hold, and those in calls like re.sub.

    What a function keeps in a cache is found once it was called.
    """
    found: dict[tuple[str, int], str] = {}
    for module in _modules():
        tree = ast.parse(pathlib.Path(str(module.__file__)).read_text(encoding="utf-8"))
        for pattern in _held(module, tree):
            found.setdefault((pattern.pattern, pattern.flags), module.__name__)
        for text, line in _literals(tree):
            found.setdefault((text, 0), f"{module.__name__}:{line}")
    return [Pattern(text, flags, where) for (text, flags), where in found.items()]


def _modules() -> list[types.ModuleType]:
    package = importlib.import_module("memlab")
    for module in pkgutil.walk_packages(package.__path__, "memlab."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # of an extra that is not installed
                importlib.import_module(module.name)
    named = [(name, m) for name, m in sys.modules.items() if name.partition(".")[0] == "memlab"]
    return [module for _, module in sorted(named) if getattr(module, "__file__", None)]


def _held(module: types.ModuleType, tree: ast.AST) -> Iterator[re.Pattern[str]]:
    """What can be reached from a module's own names, without what belongs to other modules."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    imported = {name.asname or name.name for node in imports for name in node.names}
    names = vars(module)
    todo = [names[name] for name in names if name not in imported and not name.startswith("__")]
    seen = {id(names)}
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, (str, bytes, int, float)):
            continue
        seen.add(id(item))
        if isinstance(item, re.Pattern):
            yield from [item] if isinstance(item.pattern, str) else []
        elif not _elsewhere(item, module.__name__):
            todo += gc.get_referents(item)


def _elsewhere(item: object, module: str) -> bool:
    code = isinstance(item, (type, types.FunctionType, types.BuiltinFunctionType)) or hasattr(
        item, "__wrapped__"
    )
    return isinstance(item, types.ModuleType) or (code and getattr(item, "__module__", "") != module)


def _literals(tree: ast.AST) -> Iterator[tuple[str, int]]:
    calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args)
    for call in calls:
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "re":
            first = call.args[0]
            if (
                isinstance(first, ast.Constant)
                and isinstance(first.value, str)
                and call.func.attr != "escape"
            ):
                yield first.value, call.lineno


def attacks(pattern: str, flags: int = 0) -> Iterator[tuple[str, str]]:
    """(what stands before, what is repeated), first those that the expression itself suggests."""
    pumps: list[tuple[str, str]] = []
    whole = _sample(parser.parse(pattern, flags), pumps, {})
    for before, pump in dict.fromkeys(pumps):
        if pump:
            yield before, pump
            if before:
                yield from (("", before + pump), ("", before))
    for text in {whole, whole[:-1], whole[: len(whole) // 2]} - {""}:
        yield "", text
    yield from (("", pump) for pump in PUMPS)


def _sample(tree: Any, pumps: list[tuple[str, str]], groups: dict[int, str]) -> str:
    """A short text that matches a parsed expression; `pumps` gets its endless repeats."""
    text = ""
    for operator, argument in tree:
        found = _SAMPLES.get(str(operator), _nothing)(argument, text, pumps, groups)
        text += found
    return text


def _nothing(*_: Any) -> str:
    return ""


def _literal(argument: Any, *_: Any) -> str:
    return chr(argument)


def _class(argument: Any, *_: Any) -> str:
    return letters(argument)[0]


def _repeat(argument: Any, text: str, pumps: list, groups: dict) -> str:
    low, high, body = argument
    one = _sample(body, pumps, groups)
    if high > ENDLESS:
        kind = str(body[0][0]) if len(body) == 1 else ""
        bodies = letters(body[0][1])[:3] if kind == "IN" else "a " if kind == "ANY" else [one]
        pumps += [(text, body) for body in bodies]
    return one * low


def _group(argument: Any, text: str, pumps: list, groups: dict) -> str:
    found = _inside(argument[-1], text, pumps, groups)
    if argument[0]:
        groups[argument[0]] = found
    return found


def _inside(tree: Any, text: str, pumps: list, groups: dict) -> str:
    new: list[tuple[str, str]] = []
    found = _sample(tree, new, groups)
    pumps += [(text + before, pump) for before, pump in new]
    return found


def _branches(argument: Any, text: str, pumps: list, groups: dict) -> str:
    found = [_inside(tree, text, pumps, groups) for tree in argument[1]]  # each, for its repeats
    return found[0]


def _look(argument: Any, text: str, pumps: list, groups: dict) -> str:
    _inside(argument[1], text, pumps, groups)
    return ""


_SAMPLES: dict[str, Callable[..., str]] = {
    "LITERAL": _literal,
    "NOT_LITERAL": lambda argument, *_: next(c for c in "aqz" if ord(c) != argument),
    "ANY": lambda *_: "a",
    "IN": _class,
    "MAX_REPEAT": _repeat,
    "MIN_REPEAT": _repeat,
    "POSSESSIVE_REPEAT": _repeat,
    "SUBPATTERN": _group,
    "ATOMIC_GROUP": _inside,
    "BRANCH": _branches,
    "GROUPREF": lambda argument, text, pumps, groups: groups.get(argument, ""),
    "ASSERT": _look,
    "ASSERT_NOT": _look,
}


def letters(items: Any) -> list[str]:
    """Some characters of a class such as [^a-z\\s]."""
    found = [c for c in LETTERS if _fits(c, items)]
    exact = [chr(a) for o, a in items if str(o) == "LITERAL"] + [
        chr(a[0]) for o, a in items if str(o) == "RANGE"
    ]
    return found or exact or ["〇"]


def _fits(c: str, items: Any) -> bool:
    hit = False
    for operator, argument in items:
        kind = str(operator)
        if kind == "LITERAL":
            hit |= ord(c) == argument
        elif kind == "RANGE":
            hit |= argument[0] <= ord(c) <= argument[1]
        elif kind == "CATEGORY":
            name = str(argument)
            of = (
                c.isdecimal()
                if "DIGIT" in name
                else c.isspace()
                if "SPACE" in name
                else c.isalnum() or c == "_"
            )
            hit |= of != ("NOT" in name)
    return hit != (str(items[0][0]) == "NEGATE")


def pumped(before: str, pump: str, characters: int) -> str:
    """The hostile text of about so many characters; what ends it fits nothing."""
    return f"{(before + pump * (characters // len(pump) + 1))[:characters]}\0"


class _Late(Exception):
    pass


def seconds(work: Callable[[], Any], limit: float = LIMIT) -> float:
    """Processor time of a call, `limit` if it takes longer (and where the system can, it is ended then)."""

    def late(*_: Any) -> None:
        raise _Late

    timer = hasattr(signal, "setitimer")
    before = signal.signal(signal.SIGPROF, late) if timer else None
    begun = time.process_time()
    try:
        try:
            if timer:
                signal.setitimer(signal.ITIMER_PROF, limit)
            work()
        finally:
            if timer:
                signal.setitimer(signal.ITIMER_PROF, 0)
    except _Late:  # even one that comes while the timer is stopped
        return limit
    finally:
        if timer:
            signal.signal(signal.SIGPROF, before)
    return time.process_time() - begun


def steep(
    make: Callable[[int], Any], work: Callable[[Any], Any], short: int = SHORT, floor: float = 0.02
) -> Any:
    """(seconds, seconds of FACTOR times as much) if `work` on what `make(size)` gives grows faster than it.

    Below `floor` seconds the short one says nothing. A busy machine is no bug: the best of three counts.
    """
    given = make(short), make(FACTOR * short)
    for attempt in range(3):
        first = seconds(lambda: work(given[0]))
        second = seconds(lambda: work(given[1])) if first < LIMIT else LIMIT
        if second <= STEEP * max(first, floor) and second < LIMIT:
            return None
        if first >= LIMIT / 2 or attempt == 2:
            return first, second
    return None


def all_of(pattern: re.Pattern[str], text: str) -> None:
    """Every place that an expression matches: the most that anybody may ask of it."""
    for _ in pattern.finditer(text):
        pass


def slow_texts(pattern: Pattern, most: int, offset: int = 0) -> Iterator[Steep]:
    """Of `most` attacks on an expression, spread over all that there are, those that it is too slow on."""
    if not repeats(parser.parse(pattern.text, pattern.flags)):
        return
    compiled = re.compile(pattern.text, pattern.flags)
    found = list(dict.fromkeys(attacks(pattern.text, pattern.flags)))
    step = max(1, len(found) // most)
    for before, pump in found[offset % step :: step]:
        if slow := _slow(compiled, before, pump):
            yield Steep(pattern.where, pattern.text, before, pump, slow)


def repeats(tree: Any, inside: bool = False) -> bool:
    """Whether an expression has a repeat that is long, or one within another; without, it cannot be slow."""
    for operator, argument in tree:
        if str(operator).endswith("REPEAT"):
            low, high, body = argument
            found = high > ENDLESS or (inside and high > low) or repeats(body, inside or high > max(low, 1))
        else:
            found = any(repeats(branch, inside) for branch in _branches_of(str(operator), argument))
        if found:
            return True
    return False


def _branches_of(operator: str, argument: Any) -> list[Any]:
    if operator == "BRANCH":
        return list(argument[1])
    if operator == "GROUPREF_EXISTS":
        return [branch for branch in argument[1:] if branch]
    inside = {"SUBPATTERN": -1, "ASSERT": 1, "ASSERT_NOT": 1}.get(operator)
    if operator == "ATOMIC_GROUP":
        return [argument]
    return [] if inside is None else [argument[inside]]


def _slow(compiled: re.Pattern[str], before: str, pump: str) -> tuple[float, float] | None:
    """(seconds, seconds of FACTOR times as much) if an expression is slow; most pass at the first look."""

    def taken(characters: int) -> float:
        text = pumped(before, pump, characters)
        return seconds(lambda: all_of(compiled, text), PATIENCE)

    size = round(SCREEN * len(pump) ** 0.5)  # a long pump gives fewer places to begin at
    begun = time.perf_counter()  # processor time is counted in steps of a millisecond or more
    taken(size)
    if time.perf_counter() - begun < QUICK:
        return None
    while taken(size) < ENOUGH:
        size *= 2
        if size > LONGEST:
            return None
    for _ in range(3):  # a busy machine is no bug
        first = taken(size)
        second = taken(FACTOR * size) if first < PATIENCE else PATIENCE
        if first >= PATIENCE or second >= 2 * STEEP * first:
            break
        if second <= STEEP * first:
            return None
    return first, second
