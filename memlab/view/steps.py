"""A fixed point in the making: what the analysis knows after each step, forward and back."""

from __future__ import annotations

from collections.abc import Hashable

from memlab.flow import Solution, Step
from memlab.view.graph import fact_names, reads_writes, said
from memlab.view.picture import Picture, listing, table, title_case
from memlab.view.svg import KEPT, LOOKED_AT, MARGIN, MUTED, PLAIN, ROOM, WIDTH, Canvas, fit, measure

MOST = 14
ROW = 40
COLUMNS = (MARGIN + 8, MARGIN + 36, MARGIN + 290, MARGIN + 462, MARGIN + 632)
HEADS = ("", "statement", "before it", "after it", "then")


def fixed_point(solution: Solution, step: int) -> Picture:
    """What is known after `step` steps of a traced solution (0 = at the start), with what that step changed.

    Raises ValueError for a solution without trace and for a step that it does not have.
    """
    state = _State(solution, step)
    canvas = Canvas(state.title)
    _head(canvas)
    for id_ in state.shown:
        _row(canvas, state, id_)
    if state.shown:
        canvas.legend(
            (LOOKED_AT, "looked at in this step"),
            (KEPT, "+ new in this step"),
            (PLAIN, "? not looked at yet"),
        )
    canvas.notes(state.notes)
    header = ["turn", "before it", "after it", "then"]
    rows = [[state.turn[i], *state.sides(i), state.next(i)] for i in solution.program.ids]
    description = f"A row for each statement. {state.title}. " + listing(state.notes)
    return canvas.picture(description, table(state.title, header, rows, state.text_notes))


class _State:
    """The knowledge after k steps: for each statement, the last step that looked at it."""

    def __init__(self, solution: Solution, step: int) -> None:
        program, steps = solution.program, solution.steps
        if len(program) and not steps:
            raise ValueError("solution: it has no steps to show; solve with trace=True records them")
        if not 0 <= step <= len(steps):
            raise ValueError(f"step: {step} is not there; allowed are 0 to {len(steps)}")
        self.solution, self.program, self.step, self.total = solution, program, step, len(steps)
        self.turn = {id_: i + 1 for i, id_ in enumerate(program.ids)}
        self.known: dict[Hashable, Step] = {s.statement: s for s in steps[:step]}
        self.now = steps[step - 1] if step else None
        middle = self.turn[self.now.statement] if self.now else 1
        first = max(0, min(middle - MOST // 2, len(program) - MOST))
        self.shown = program.ids[first : first + MOST]

    @property
    def title(self) -> str:
        where = f"{title_case(self.solution.analysis.name)}, step {self.step} of {self.total}"
        if self.now is None:
            return f"{where}: nothing is known yet"
        changed = fact_names(self.program, self.now.changed)
        verb = "rules out" if self.solution.analysis.must else "learns"
        found = f"{verb} {listing(changed, 6)}" if changed else "changes nothing"
        end = "; the fixed point is reached" if self.step == self.total else ""
        return f"{where}: statement {self.turn[self.now.statement]} {found}{end}"

    @property
    def notes(self) -> list[str]:
        hidden = len(self.program) - len(self.shown)
        return [
            f"{hidden:,} of {len(self.program):,} statements are not drawn; the text form has them all."
        ] * (hidden > 0)

    @property
    def text_notes(self) -> list[str]:
        return (
            ["* looked at in this step, + new in this step, ? not looked at yet"] if len(self.program) else []
        )

    def names(self, id_: Hashable) -> tuple[list[str], list[str]] | None:
        """The facts before and after a statement, new ones with a +; None as long as nobody looked.

        A must-analysis starts from everything and only rules out: there nothing is new.
        """
        step = self.known.get(id_)
        if step is None:
            return None
        learns = step is self.now and not self.solution.analysis.must
        new = set(fact_names(self.program, step.changed)) if learns else set()
        before, after = (fact_names(self.program, side) for side in (step.before, step.after))
        return [f"+{n}" if n in new else n for n in before], [f"+{n}" if n in new else n for n in after]

    def sides(self, id_: Hashable) -> tuple[str, str]:
        names = self.names(id_)
        star = "* " if self.now and self.now.statement == id_ else ""
        return ("?", "?") if names is None else (star + listing(names[0], 40), listing(names[1], 40))

    def next(self, id_: Hashable) -> str:
        return (
            "→ " + listing(self.turn[t] for t in self.program[id_].succ) if self.program[id_].succ else "end"
        )


def _head(canvas: Canvas) -> None:
    for x, word in zip(COLUMNS, HEADS, strict=True):
        canvas.text(x, canvas.y + 12, word, fill=MUTED)
    canvas.y += 20


def _row(canvas: Canvas, state: _State, id_: Hashable) -> None:
    y, statement = canvas.y, state.program[id_]
    now = state.now is not None and state.now.statement == id_
    canvas.box(
        MARGIN,
        y + 1,
        ROOM,
        ROW - 3,
        LOOKED_AT if now else PLAIN,
        stroke=None if now else "none",
    )
    canvas.line(MARGIN, y + ROW, WIDTH - MARGIN, y + ROW)
    canvas.text(COLUMNS[0] + 18, y + 17, state.turn[id_], text_anchor="end", font_weight="bold")
    canvas.text(COLUMNS[1], y + 17, said(statement), COLUMNS[2] - COLUMNS[1] - 12)
    canvas.text(
        COLUMNS[1], y + 33, reads_writes(state.program, statement), COLUMNS[2] - COLUMNS[1] - 12, fill=MUTED
    )
    names = state.names(id_)
    for side in (0, 1):
        room = COLUMNS[side + 3] - COLUMNS[side + 2] - 10
        _facts(canvas, COLUMNS[side + 2], y, room, ["?"] if names is None else names[side])
    canvas.text(COLUMNS[4], y + 17, state.next(id_), WIDTH - MARGIN - COLUMNS[4] - 4, fill=MUTED)
    canvas.y += ROW


def _facts(canvas: Canvas, x: float, y: float, room: float, names: list[str]) -> None:
    """Facts in two lines, new ones in blue and bold; what has no room is in the tooltip."""
    place, line, whole = x, 17.0, listing(names, 60)
    if not names:
        canvas.text(x, y + line, "∅", fill=MUTED)
    for i, name in enumerate(names):
        last = i == len(names) - 1
        word = name if last else name + ","
        if place > x and place + measure(word) > x + room:
            place, line = (x, line + 16) if line < 30 else (x + room, line)
        if place + (12 if not last and line > 30 else 0) >= x + room:
            canvas.text(x + room - 4, y + line, "…", tip=whole)
            return
        new = name.startswith("+")
        shown = fit(word, x + room - place)
        canvas.text(
            place,
            y + line,
            shown,
            tip=whole,
            fill=KEPT.stroke if new else None,
            font_weight="bold" if new else None,
        )
        place += measure(word) * (1.06 if new else 1) + 3
