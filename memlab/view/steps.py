"""A fixed point in the making: what the analysis knows after each step, forward and back."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from memlab.flow import Solution, Statement, Step
from memlab.view.picture import Picture, listing, table, title_case
from memlab.view.program import Words, said
from memlab.view.svg import KEPT, LOOKED_AT, MARGIN, MUTED, PLAIN, ROOM, WIDTH, Canvas, measure

MOST = 14
ROW = 40
COLUMNS = (MARGIN + 8, MARGIN + 36, MARGIN + 290, MARGIN + 462, MARGIN + 632)
HEADS = ("", "statement", "before it", "after it", "then")


def fixed_point(solution: Solution, step: int) -> Picture:
    """What is known after `step` steps of a traced solution (0 = at the start), with what that step changed.

    Raises ValueError for a solution without trace and for a step that it does not have.

    >>> from memlab.flow import LIVENESS, Program, solve
    >>> turns = [{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}]
    >>> fixed_point(solve(Program.from_turns(turns), LIVENESS, trace=True), 1)
    Liveness, step 1 of 2: statement 2 learns cart
    turn  before it  after it  then
       1  ?          ?         → 2
       2  * +cart    –         end
    * looked at in this step, + new in this step, ? not looked at yet
    """
    state = _State(solution, step)
    canvas = Canvas(state.title)
    if state.shown:
        _head(canvas)
    for statement in state.shown:
        _row(canvas, state, statement)
    if state.shown:
        canvas.legend(
            (LOOKED_AT, "looked at in this step"),
            (KEPT, "+ new in this step"),
            (PLAIN, "? not looked at yet"),
        )
    canvas.notes(state.words.hidden(state.shown))
    return canvas.picture(
        f"A row for each statement: its facts before and after it. {state.title}.", state.text
    )


class _State:
    """The knowledge after k steps: for each statement, the last step that looked at it."""

    def __init__(self, solution: Solution, step: int) -> None:
        program, steps = solution.program, solution.steps
        if len(program) and not steps:
            raise ValueError("solution: it has no steps to show; solve with trace=True records them")
        if not 0 <= step <= len(steps):
            raise ValueError(f"step: {step} is not there; allowed are 0 to {len(steps)}")
        self.solution, self.program, self.step, self.total = solution, program, step, len(steps)
        self.words = Words(program)
        self.turn = self.words.turn
        self.known: dict[Hashable, Step] = {s.statement: s for s in steps[:step]}
        self.now = steps[step - 1] if step else None
        self.shown = self.words.around(self.now and self.now.statement, MOST)

    @property
    def title(self) -> str:
        where = f"{title_case(self.solution.analysis.name)}, step {self.step} of {self.total}"
        if not self.total:
            return f"{title_case(self.solution.analysis.name)}: an empty program has nothing to find"
        if self.now is None:
            return f"{where}: nothing is known yet"
        must = self.solution.analysis.must
        changed = self.words.facts(self.now.changed - (self.now.after if must else set()))
        verb = "rules out" if must else "learns"
        found = f"{verb} {listing(changed, 6)}" if changed else "changes nothing"
        end = "; the fixed point is reached" if self.step == self.total else ""
        return f"{where}: statement {self.turn[self.now.statement]} {found}{end}"

    @property
    def text(self) -> str:
        rows = [[self.turn[i], *self.sides(i), self.next(i)] for i in self.program.ids]
        notes = ["* looked at in this step, + new in this step, ? not looked at yet"] if rows else []
        return table(self.title, ["turn", "before it", "after it", "then"], rows, notes)

    def names(self, id_: Hashable) -> tuple[list[str], list[str]] | None:
        """The facts before and after a statement, new ones with a +; None as long as nobody looked.

        A must-analysis starts from everything and only rules out: there nothing is new.
        """
        step = self.known.get(id_)
        if step is None:
            return None
        learns = step is self.now and not self.solution.analysis.must
        new = set(self.words.facts(step.changed)) if learns else set()
        before, after = (self.words.facts(side) for side in (step.before, step.after))
        return [f"+{n}" if n in new else n for n in before], [f"+{n}" if n in new else n for n in after]

    def sides(self, id_: Hashable) -> tuple[str, str]:
        names = self.names(id_)
        star = "* " if self.now and self.now.statement == id_ else ""
        return ("?", "?") if names is None else (star + listing(names[0], 40), listing(names[1], 40))

    def next(self, id_: Hashable) -> str:
        succ = self.program[id_].succ
        return f"→ {listing(self.turn[t] for t in succ)}" if succ else "end"


def _head(canvas: Canvas) -> None:
    for x, word in zip(COLUMNS, HEADS, strict=True):
        canvas.text(x, canvas.y + 12, word, fill=MUTED)
    canvas.y += 20


def _row(canvas: Canvas, state: _State, statement: Statement) -> None:
    y, room = canvas.y, [right - left - 10 for left, right in pairwise((*COLUMNS, WIDTH - MARGIN))]
    if state.now is not None and state.now.statement == statement.id:
        canvas.box(MARGIN, y + 1, ROOM, ROW - 3, LOOKED_AT)
    canvas.line(MARGIN, y + ROW, WIDTH - MARGIN, y + ROW)
    canvas.text(COLUMNS[0] + 18, y + 17, state.turn[statement.id], text_anchor="end", font_weight="bold")
    canvas.text(COLUMNS[1], y + 17, said(statement), room[1])
    canvas.text(COLUMNS[1], y + 33, state.words.reads_writes(statement), room[1], fill=MUTED)
    for column, names in zip((2, 3), state.names(statement.id) or (["?"], ["?"]), strict=True):
        _facts(canvas, COLUMNS[column], y + 17, room[column], names or ["∅"])
    canvas.text(COLUMNS[4], y + 17, state.next(statement.id), room[4] + 6, fill=MUTED)
    canvas.y += ROW


def _facts(canvas: Canvas, left: float, y: float, room: float, names: list[str]) -> None:
    """Facts in two lines, new ones blue and bold; what has no room is in the tooltip."""
    x, whole, lines = left, listing(names, 60), 1
    for i, name in enumerate(names):
        word = name + "," * (i < len(names) - 1)
        width = measure(word) * (1.06 if name.startswith("+") else 1) + 3
        if x > left and x + width > left + room - 12 * (lines == 2):
            if lines == 2:
                canvas.text(x, y, "…", tip=whole)
                return
            x, y, lines = left, y + 16, 2
        look = {"fill": KEPT.stroke, "font_weight": "bold"} if name.startswith("+") else {}
        canvas.text(x, y, word, left + room - x, whole, **look)
        x += width
