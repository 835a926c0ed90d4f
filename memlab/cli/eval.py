"""Measure on annotated conversations: what policies keep, what recall and contexts hold, what facts are read.

locomo: the turns are written in order into a bank whose capacity is a share of all their tokens; the figure
is the share of the questions' evidence that is still there at the end, averaged over the conversations; and
the share of it that recall finds among the first turns, and that a context of a thousand tokens holds.

crosswoz: each dialogue is a program (what the user states defines, what is asked or referred to uses); how
long its memories live, and how many uses each policy serves.

facts: conversations of the course's own, labelled with what is in force and what is held pending at the end
(or those of FILE, in the same form); the figures are counts, precision and recall by language, attribute and
kind of what `FactBook` holds. What is held out is counted apart. A line of FILE is a conversation, such as
  {"turns": ["I live in Oslo.", "I live in Rome."], "active": {"city": ["Oslo"]}, "pending": ["city"]}
turns: what the user says, in order; what somebody else says is {"role": "assistant", "text": "…"}
active: all that is in force at the end; pending: the attributes of which a contradiction waits; absent, in
the form of active: values that must not be in force. At least one of the three must be there.
id, lang, kind and split ("dev" or "held_out") may be told; the figures are then told apart by them.

context: the course's project conversation of forty turns, in English and Chinese; the figures are the tokens
of the context rebuilt for a question against those of the whole conversation, and the share of the asked
facts that are in it. locomo tells the share of the evidence in a context of 1,000 tokens, too.

references: how well `memlab inspect` sees which earlier message one needs, against the annotations of LoCoMo
or CrossWOZ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

from memlab.cli import eval_context, eval_facts, eval_recall, eval_references, table
from memlab.cli.errors import CommandError, reason

Report = dict[str, Any]
UNBOUNDED, OPTIMUM = BOUNDS = ("unbounded", "optimum")
SKIPPED_SHOWN = 5
DATASETS = ("locomo", "crosswoz", "facts", "context", "references")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dataset", choices=DATASETS, help="what FILE holds, or what is measured on it")
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="the data set's own file; facts needs none, context has none"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("--verbose", action="store_true", help="facts: the first that went wrong, too")


def run(options: argparse.Namespace) -> int:
    commands: dict[str, tuple[Callable[..., Report], Callable[[Report], list[str]]]] = {
        "locomo": (locomo, _locomo_lines),
        "crosswoz": (crosswoz, _crosswoz_lines),
        "facts": (partial(facts, verbose=options.verbose), eval_facts.lines),
        "context": (context, eval_context.lines),
        "references": (lambda file, _: eval_references.report(file), eval_references.lines),
    }
    measure, told = commands[options.dataset]
    if options.file is None and options.dataset not in ("facts", "context"):
        raise CommandError(f"FILE is missing: pass {options.dataset}'s own JSON file")
    try:
        result = measure(options.file, sys.stderr.isatty() and not options.json)
    except OSError as error:
        raise CommandError(f"cannot read {options.file}: {reason(error)}") from None
    except ValueError as error:  # a TraceError
        raise CommandError(str(error)) from None
    if options.json:
        print(json.dumps(result, ensure_ascii=sys.stdout.encoding.lower() != "utf-8"))
    else:
        sys.stdout.writelines(f"{line}\n" for line in told(result))
    return 0


def locomo(file: str, progress: bool) -> Report:
    """Policy -> share of all tokens -> share of the evidence that survives."""
    from memlab.replay.locomo import read_locomo
    from memlab.replay.survival import evidence_survival

    conversations = read_locomo(file)
    recalled = eval_recall.recalled(conversations, progress)
    result = {
        "survival": evidence_survival(conversations, progress=progress),
        "recall": eval_recall.report(recalled),
        "context": eval_context.locomo(conversations, recalled),
    }
    _tell_skipped(conversations, "question")
    return result


def crosswoz(file: str, progress: bool) -> Report:
    """The report of the dialogues as plain data."""
    from memlab.replay.crosswoz import read_crosswoz
    from memlab.replay.dialogues import crosswoz_report, quantile

    dialogues = read_crosswoz(file)
    report = crosswoz_report(dialogues, progress=progress)
    _tell_skipped(dialogues, "message")

    def spread(values: tuple[float, ...]) -> dict[str, float]:
        return {"median": quantile(values, 0.5), "p90": quantile(values, 0.9), "most": quantile(values, 1)}

    return {
        "dialogues": report.dialogues,
        "statements": report.statements,
        "definitions": report.definitions,
        "dead_definitions": report.dead_definitions,
        "dead_share": report.dead_definitions / (report.definitions or 1),
        "uses": report.uses,
        "dangling_uses": report.dangling_uses,
        "live_ranges": {"count": len(report.lengths), **spread(report.lengths)},
        "pressure": {"mean": report.mean_pressure, **spread(report.peaks)},
        "served": {name: {str(c): n for c, n in row.items()} for name, row in report.served.items()},
        "share_of_optimum": {
            name: {str(c): report.share(name, c) for c in row}
            for name, row in report.served.items()
            if name != UNBOUNDED  # which serves more than the optimum of a capacity
        },
    }


def facts(file: str | None, progress: bool, verbose: bool = False) -> Report:
    """Split -> table -> counts, precision, recall; `verbose` tells on stderr which conversations failed."""
    from memlab.course.sentences import measure, read_labelled

    conversations, problems = read_labelled(file)
    findings = measure(conversations)
    _tell_skipped([SimpleNamespace(name=file, problems=problems)], "line")
    for line in eval_facts.failures(findings) if verbose else ():
        print(line, file=sys.stderr)
    return eval_facts.report(findings)


def context(file: str | None, progress: bool) -> Report:
    """Language -> tokens, facts asked for and present."""
    if file is not None:
        raise CommandError("FILE: context measures the course's own conversation: leave the file out")
    return eval_context.report()


def _tell_skipped(sources: list, part: str) -> None:
    """Where something could not be read; `part` is what a problem's line counts, 0 standing for none."""
    problems = [(source.name, p) for source in sources for p in source.problems]
    for name, problem in problems[:SKIPPED_SHOWN]:
        where = f"{name}, {part} {problem.line}" if problem.line else name
        print(table.visible(f"skipped {problem.text} in {where}: {problem.why}"), file=sys.stderr)
    if len(problems) > SKIPPED_SHOWN:
        print(f"skipped {len(problems) - SKIPPED_SHOWN:,} more places", file=sys.stderr)


def _locomo_lines(result: Report) -> list[str]:
    rows = result["survival"]
    sizes = list(next(iter(rows.values()), {}))
    middle = sizes[len(sizes) // 2] if sizes else None
    inner = sorted((name for name in rows if name not in BOUNDS), key=lambda name: -rows[name][middle])
    cells = {
        name: [_starred(name), *(table.ratio(row[size]) for size in sizes)] for name, row in rows.items()
    }
    found = [
        "Evidence that survives in a bank whose capacity is a share of all tokens",
        *table.lines(["policy", *(table.percent(float(s)) for s in sizes)], _bounded(cells, inner)),
    ]
    found += [table.FORESIGHT] * any(name != _starred(name) for name in inner)
    found += ["", *eval_recall.lines(result["recall"])]
    return [*found, "", *eval_context.locomo_lines(result["context"])]


def _starred(name: str) -> str:
    """The policy's name, marked if it knows the future."""
    from memlab.replay import POLICIES

    return name + " *" * (name in POLICIES and POLICIES[name].foresight)


def _bounded(cells: dict[str, list[str]], inner: list[str]) -> list[Any]:
    """The optimum above, the unbounded memory below."""
    above, below = ([cells[name]] if name in cells else [] for name in BOUNDS[::-1])
    return [*above, table.RULE, *(cells[name] for name in inner), table.RULE, *below]


def _crosswoz_lines(result: Report) -> list[str]:
    r, lives, held = result, result["live_ranges"], result["pressure"]
    dangling = table.percent(r["dangling_uses"] / (r["uses"] or 1))
    return [
        f"Dialogues: {r['dialogues']:,}, of {r['statements']:,} statements",
        f"Definitions: {r['definitions']:,}; {table.percent(r['dead_share'])} of them are dead: never read",
        f"Uses: {r['uses']:,}; {dangling} of them dangle: no definition reaches them",
        "  the agent looks these up, and what it looked up can serve the next use",
        f"Live ranges: {lives['count']:,}; in statements: median {lives['median']}, nine of ten up to "
        f"{lives['p90']}, longest {lives['most']}",
        f"Pressure: {held['mean']:.3g} live on average; peak of a dialogue: median {held['median']}, highest "
        f"{held['most']}",
        "  what dangles has no range, but is live from the start to its last use",
        "",
        *_served_lines(result["served"], result["share_of_optimum"]),
    ]


def _served_lines(served: Report, shares: Report) -> list[str]:
    """The table of uses that found their memory."""
    sizes = list(served[OPTIMUM])
    inner = sorted((name for name in served if name not in BOUNDS), key=lambda name: -served[name][sizes[0]])
    cells = {name: [_starred(name)] for name in served}
    for name, row in served.items():
        for size in sizes:
            cells[name] += [f"{row[size]:,}", table.percent(shares[name][size]) if name in shares else "-"]
    return [
        "Uses served with so many slots, and their share of what the optimum serves",
        *table.lines(
            ["policy", *(cell for size in sizes for cell in (f"{size} slots", "share"))],
            _bounded(cells, inner),
        ),
        table.FORESIGHT,
    ]
