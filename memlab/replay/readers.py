"""read_trace: a trace from a file, an upload or lines of text, whichever of the usual forms it has.

What cannot be read is set aside with its place and its reason, and the rest is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import PurePath
from typing import Any

from memlab import checks
from memlab.replay.access import Problem, TraceError
from memlab.replay.crosswoz import read_crosswoz
from memlab.replay.datasets import crosswoz_trace, locomo_trace
from memlab.replay.intake import NO_OPERATION, Intake
from memlab.replay.locomo import read_locomo
from memlab.replay.sources import Source, document, opened
from memlab.replay.tables import SAMPLE, Rows, csv_rows, is_json_access, json_rows, looks_like_csv
from memlab.replay.trace import Trace

EXAMPLES = {
    "keys": "a key a line, such as: tea",
    "csv": "a header such as time,key,op,size with rows such as 0,tea,write,12, or rows of time,key,size",
    "jsonl": 'JSON Lines such as {"time": 0, "key": "tea", "op": "write", "size": 12, "importance": 0.5}',
    "locomo": "LoCoMo's JSON, a list of conversations",
    "crosswoz": "CrossWOZ's JSON, dialogues with messages",
}
SUFFIXES = {".csv": "csv", ".tsv": "csv", ".jsonl": "jsonl", ".ndjson": "jsonl"}
ROWS: dict[str, Callable[[Sequence[str]], Rows]] = {"csv": csv_rows, "jsonl": json_rows}


def read_trace(source: Any, format: str | None = None, name: str | None = None) -> Trace:
    """The trace in a file (a path), in bytes as an upload gives them, or in an iterable of text lines.

    `format` is "keys" (one a line), "csv", "jsonl" (as `MemoryBank(record=...)` writes it), "locomo" or
    "crosswoz"; None guesses it from the name and the first lines. Any may be gzipped. A CSV's header names
    time, key, op, size, importance and text in any order, or timestamp, obj_id, obj_size and the like;
    without one the columns are time, key, size, as libCacheSim has them. What a row leaves open is as it was
    when its key was last there; at first size 1, importance 0.5 and a second after the row before.

    A read with "hit": false and the next write of its key, which fetched it, are one read, for a replay
    fetches by itself what it misses: `trace.fetched` counts such writes.

    `trace.problems` lists what was skipped: line from 1, text, reason; `trace.unread` the columns that hold
    none of these fields: what tells one memory from another must be in the key (ann/profile). TraceError if
    nothing can be read, OSError if a file cannot be. O(size of the source).

    >>> trace = read_trace(["time,key,op,size", "0,tea,write,12", "60,tea,read,", "61,te"])
    >>> len(trace), trace[1].size, trace.problems[0].line
    (2, 12, 4)
    """
    if format is not None and format not in EXAMPLES:
        allowed = f"allowed are {', '.join(EXAMPLES)}"
        raise ValueError(f"format: {checks.shown(format)}, {allowed}: choose one, or None to guess")
    given = opened(source, name)
    if not any(map(str.strip, given.lines)):
        raise _nothing(given, format or "csv", given.problems)
    try:
        form = format or _guess(given)
        trace = _trace(form, given)
    except TraceError as error:
        raise TraceError(f"{given.title}: {error}") from None
    problems = sorted((*given.problems, *trace.problems), key=lambda problem: problem.line)
    if not len(trace):
        raise _nothing(given, form, problems)
    return replace(trace, name=given.title, problems=tuple(problems))


def _guess(source: Source) -> str:
    """The form by the name's ending, else by the first lines."""
    suffix = PurePath(source.title.lower().removesuffix(".gz")).suffix
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    sample = list(islice((line.strip() for line in source.lines if line.strip()), SAMPLE))
    if sample and sample[0][0] in "[{" and not is_json_access(sample[0]) and (form := _document_form(source)):
        return form
    if suffix == ".json" or 2 * sum(line[0] == "{" or is_json_access(line) for line in sample) > len(sample):
        return "jsonl"
    return "csv" if sample and looks_like_csv(sample) else "keys"


def _document_form(source: Source) -> str | None:
    """Which of the data sets it is, if all lines are one JSON document."""
    try:
        content = document(source)
    except TraceError:
        return None
    for conversation in _conversations(content):
        if isinstance(conversation, dict) and "messages" in conversation:
            return "crosswoz"
        if isinstance(conversation, dict) and "conversation" in conversation:
            return "locomo"
    seen = "one JSON document, but neither LoCoMo nor CrossWOZ"
    raise TraceError(f"{seen}. Allowed is {EXAMPLES['jsonl']}")


def _conversations(document: Any) -> list[Any]:
    """What may be a conversation: the document itself or what is in it."""
    inside = (
        document.values() if isinstance(document, dict) else document if isinstance(document, list) else ()
    )
    return [document, *inside]


def _trace(form: str, source: Source) -> Trace:
    if form == "crosswoz":
        return crosswoz_trace(read_crosswoz(document(source)))
    if form == "locomo":
        return locomo_trace(read_locomo(document(source)))
    if form == "keys":
        return Trace.of_keys([key for line in source.lines if (key := line.strip())])
    rows = ROWS[form]
    trace = _taken(rows(source.lines), source)
    if not len(trace) and trace.problems and all(NO_OPERATION in p.why for p in trace.problems):
        first = trace.problems[0]
        why = f"{first.why}; as no row has one, every access counts as a read"
        return replace(
            _taken(_without_operations(rows(source.lines)), source), problems=(replace(first, why=why),)
        )
    return trace


def _taken(rows: Rows, source: Source) -> Trace:
    intake = Intake()
    for n, line, row in rows:
        if isinstance(row, str):
            intake.skip(n, line, f"{'torn last line: ' if n == source.torn else ''}{row}")
        else:
            intake.take(n, line, row)
    return intake.trace(source.title)


def _without_operations(rows: Rows) -> Rows:
    return ((n, line, row if isinstance(row, str) else {**row, "op": None}) for n, line, row in rows)


def _nothing(source: Source, form: str, problems: Sequence[Problem]) -> TraceError:
    """What was seen, and what is expected instead."""
    seen = "there is nothing in it"
    if problems:
        first = problems[0]
        seen = f"no access could be read; line {first.line}, {checks.shown(first.text)}: {first.why}"
    return TraceError(f"{source.title}: {seen}. Allowed is {EXAMPLES[form]}")
