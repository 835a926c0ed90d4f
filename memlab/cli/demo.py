"""The course's service call from the first statement to an explained eviction and a conflict, in 80 columns.

A conversation is a program, a memory is a variable: what is read later is live, the rest may be dropped.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType

    from memlab.bank import BankRun, Frame

WIDTH = 80
CAPACITY = 5


def arguments(parser: argparse.ArgumentParser) -> None:
    """The demo is the same every time: there is nothing to choose."""


def run(options: argparse.Namespace) -> int:
    from rich.console import Console

    # Plain text of a fixed width: the same bytes in every window and in a pipe.
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, markup=False, emoji=False)
    for part in (five_statements, when_to_drop, service_call, small_bank, policies, two_cities):
        with console.capture() as text:
            for piece in part():
                console.print(piece)
        print(*(line.rstrip() for line in text.get().splitlines()), "", sep="\n")
    return 0


def five_statements() -> Iterator[RenderableType]:
    """The conversation as a program: what each statement reads and writes, and what is live around it."""
    from memlab.course.story import FIVE_STATEMENTS
    from memlab.flow import LIVENESS, Program, solve

    solution = solve(Program.from_dicts(FIVE_STATEMENTS), LIVENESS)
    yield "1. Five statements, and the memories that are live before and after each"
    sides = (solution.before, solution.after)
    rows = [
        (
            t["id"],
            t["text"],
            names(t["use"]),
            names(t["def"]),
            *(names(sorted(side[t["id"]])) for side in sides),
        )
        for t in FIVE_STATEMENTS
    ]
    yield table(["", "statement", "reads", "writes", "live-in", "live-out"], rows)


def when_to_drop() -> Iterator[RenderableType]:
    """The last statement at which each memory is held: after it nobody asks for it again."""
    from memlab.course.story import FIVE_STATEMENTS
    from memlab.flow import Program, live_ranges

    program = Program.from_dicts(FIVE_STATEMENTS)
    yield "2. When each may be dropped: it is held from its writing to its last reader"
    rows = [
        (variable, *(f"{program.ids[at]}: {program.statements[at].text}" for at in (held.first, held.last)))
        for variable, ranges in live_ranges(program).items()
        for held in ranges
    ]
    yield table(["memory", "written at", "may be dropped after"], rows)


def service_call() -> Iterator[RenderableType]:
    """The longer call: twelve turns, eleven memories."""
    from memlab.course.story import SERVICE_CALL
    from memlab.flow import Program, dead_definitions, pressure

    program = Program.from_dicts(SERVICE_CALL)
    held = pressure(program)
    yield f"3. A longer call: at most {max(held.values())} memories are live at once"
    rows = [(t["id"], t["text"], names(t["use"]), names(t["def"]), held[t["id"]]) for t in SERVICE_CALL]
    yield table(["", "turn", "reads", "writes", "live"], rows)
    dead = [f"{variable} (turn {turn})" for variable, turn in dead_definitions(program)]
    yield f"Written and never read: {', '.join(dead)}"


def small_bank() -> Iterator[RenderableType]:
    """The same call with a bank that is too small, and the policy `article`."""
    from rich.padding import Padding

    from memlab.bank import play
    from memlab.course.story import MEMORIES, SERVICE_CALL

    played = play(SERVICE_CALL, MEMORIES, CAPACITY, "article")
    yield f"4. The call in a bank of {CAPACITY}: fewest recalls go first, then longest unused"
    yield table(
        ["", "in the bank after the turn", "evicted", "missed"], [_frame(frame) for frame in played.frames]
    )
    yield "Why each of them went:"
    for frame in played.frames:
        for eviction in frame.evicted:
            yield Padding(f"turn {frame.turn}, {eviction.id}: {eviction.reason}", (0, 0, 0, 2))


def _frame(frame: Frame) -> tuple:
    return (
        frame.turn,
        names(item.id for item in frame.resident),
        names(eviction.id for eviction in frame.evicted),
        names(frame.missed),
    )


def policies() -> Iterator[RenderableType]:
    """How often each policy had thrown out what was asked for."""
    from memlab.bank import POLICIES, play
    from memlab.course.story import MEMORIES, SERVICE_CALL

    yield f"5. The same bank of {CAPACITY} under each policy: reads that found nothing"
    runs = [play(SERVICE_CALL, MEMORIES, CAPACITY, policy) for policy in POLICIES]
    yield table(
        ["policy", "misses", "what was missing"], [(run.policy, run.misses, _missing(run)) for run in runs]
    )
    yield (
        "article is the rule of part 4, and article_protected spares the newcomer;\n"
        "liveness knows the program: it drops what nobody reads again, then the\n"
        "farthest next use."
    )


def _missing(run: BankRun) -> str:
    return names(f"{variable} (turn {frame.turn})" for frame in run.frames for variable in frame.missed)


SAID = (
    "我住在北京。",
    "My sister lives in Nanjing.",
    "I live in Shanghai.",
    "I have just moved to Shanghai.",
)


def two_cities() -> Iterator[RenderableType]:
    """Two definitions of one memory: what is believed, what waits, and why."""
    from rich.padding import Padding

    from memlab.facts import FactBook

    yield "6. Two cities: without a word of change the second waits, and the first counts"
    book, rows, reasons = FactBook(tenant="demo"), list[tuple](), list[str]()
    for turn, text in enumerate(SAID, start=1):
        [decision] = book.hear(text, at=60.0 * turn)
        pending = names(fact.value for fact in book.pending())
        rows.append((turn, text, decision.kind, names(book.values("city")), pending))
        reasons.append(f"turn {turn}, {decision.reason}")
    yield table(["", "Lin Yue says", "decision", "her city", "pending"], rows)
    yield "Why:"
    yield from (Padding(reason, (0, 0, 0, 2)) for reason in reasons)


def names(variables: Iterable) -> str:
    """Memories in a cell; a dash where there are none.

    >>> names(["cart", "coupon"]), names([])
    ('cart, coupon', '-')
    """
    return ", ".join(map(str, variables)) or "-"


def table(headings: list[str], rows: list[tuple]) -> RenderableType:
    """A table of exactly 80 columns; rich counts a Chinese character as two. Numbers stand to the right."""
    from rich import box
    from rich.table import Table

    result = Table(box=box.SIMPLE_HEAD, width=WIDTH, show_edge=False, pad_edge=False)
    for heading, cell in zip(headings, rows[0], strict=True):
        result.add_column(heading, justify="right" if isinstance(cell, int) else "left", overflow="fold")
    for row in rows:
        result.add_row(*map(str, row))
    return result
