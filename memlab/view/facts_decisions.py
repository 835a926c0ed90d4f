"""What the book decided: a row for each candidate, its kind, what changed and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memlab.view.facts_words import KINDS, OUTCOMES, REJECTED, UNDONE, became, short, sign, value_of, variable
from memlab.view.picture import Picture, counted, listing, table
from memlab.view.svg import LINE, MARGIN, MUTED, PLAIN, WIDTH, Canvas, wrap

if TYPE_CHECKING:
    from memlab.facts import Candidate, Decision, Fact

MOST_ROWS = 16
KIND, NAME, VALUE = MARGIN + 58.0, MARGIN + 152.0, MARGIN + 270.0  # where the columns begin
REASON_LINES = 2
ADJECTIVES = ("new", "past", "ignored", *OUTCOMES)


def decisions_table(
    decisions: Iterable[Decision], turns: Sequence[int] = (), version: int | None = None
) -> Picture:
    """A row for each decision: its kind (a sign, a word and a colour), the value old → new, the reason.

    `turns` numbers the turn of each, where that is known; `version` is the one that the book was rolled back
    to: what was decided after it is undone. Of more than 16 the latest are drawn; the text form has all.
    """
    made = [_Row(d, turns[n] if n < len(turns) else None, version) for n, d in enumerate(decisions)]
    title = _title([row.kind for row in made])
    if version is not None:
        title += f"; ↶ rolled back to version {version}"
    canvas = Canvas(title)
    for row in made[-MOST_ROWS:]:
        row.draw(canvas)
    hidden = len(made) - MOST_ROWS
    canvas.notes([f"Only in the text form: {counted(hidden, 'earlier decision')}."] * (hidden > 0))
    rows = [row.cells for row in made]
    lines = (f"{row.kind}: {row.name} {row.change}" for row in made)
    description = f"A row for each decision. {listing(lines, 40)}"
    return canvas.picture(description, table(title, ["turn", "decision", "variable", "value", "why"], rows))


def _title(kinds: Sequence[str]) -> str:
    if not kinds:
        return "No decision: nothing was said that could be a fact"
    counts = Counter(kinds)
    parts = [_several(counts[kind], kind) for kind in {**KINDS, **OUTCOMES} if counts[kind]]
    return f"{counted(len(kinds), 'decision')}: {', '.join(parts)}"


def _several(count: int, kind: str) -> str:
    return f"{count} {kind}" if kind in ADJECTIVES else counted(count, kind)


class _Row:
    """A decision in words."""

    def __init__(self, decision: Decision, turn: int | None, rolled_back: int | None = None) -> None:
        self.turn, self.kind = turn, _kind(decision, rolled_back)
        what = decision.candidate or decision.fact
        self.name = variable(what.entity, what.attribute) if what else "–"
        self.change = _change(decision)
        reason = decision.reason.removeprefix(f"{decision.kind}: ")  # the kind has a place of its own
        self.why = "; ".join(filter(None, (reason, decision.note)))
        self.version = "" if decision.version is None else f"v{decision.version}"

    @property
    def cells(self) -> list[object]:
        return [self.turn, self.kind, self.name, self.change, short(self.why, 300)]

    def draw(self, canvas: Canvas) -> None:
        """Sign, word, variable and value in a line, the reason under it."""
        y, (mark, letter) = canvas.y, {**KINDS, **OUTCOMES}.get(self.kind, (PLAIN, "?"))
        canvas.line(MARGIN, y, WIDTH - MARGIN, y)
        if self.turn is not None:
            canvas.text(MARGIN + 22, y + 18, self.turn, fill=MUTED, text_anchor="end", tip="turn")
        sign(canvas, MARGIN + 30, y + 5, mark, letter, self.kind)
        canvas.text(KIND, y + 18, self.kind, NAME - KIND, font_weight="bold")
        canvas.text(NAME, y + 18, self.name, VALUE - NAME - 10)
        canvas.text(VALUE, y + 18, self.change, WIDTH - MARGIN - 40 - VALUE)
        canvas.text(WIDTH - MARGIN, y + 18, self.version, fill=MUTED, text_anchor="end")
        canvas.y += 22
        self._reason(canvas)

    def _reason(self, canvas: Canvas) -> None:
        lines = wrap(short(self.why, 400), WIDTH - MARGIN - KIND)
        lines = [*lines[: REASON_LINES - 1], " ".join(lines[REASON_LINES - 1 :])] if lines else []
        for line in filter(None, lines):
            canvas.y += LINE - 2
            canvas.text(KIND, canvas.y, line, WIDTH - MARGIN - KIND, fill=MUTED)
        canvas.y += 8


def _kind(decision: Decision, rolled_back: int | None) -> str:
    """The kind, or what is of more weight: that it was undone, that it rejects what was pending."""
    if rolled_back is not None and (decision.version or 0) > rolled_back:
        return UNDONE
    return REJECTED if _rejects(decision) else decision.kind


def _rejects(decision: Decision) -> bool:
    return decision.fact is not None and decision.fact.status == REJECTED


def _change(decision: Decision) -> str:
    """The value in force before, and what came: "Beijing → Shanghai", "Beijing !! Shanghai", "tea"."""
    what = decision.candidate or decision.fact
    new, old = value_of(what) if what else "", _replaced(decision)
    if _rejects(decision):
        return value_of(decision.fact or what) if what else "–"
    if decision.kind == "retraction":
        return became(old or new, "nothing")
    if decision.kind == "contradiction":
        return became(old or "–", new, " !! ")
    if decision.kind == "update":
        turned = what and any(fact.attribute != what.attribute for fact in decision.reaching)
        return became(old, f"{what.attribute} {new}" if what and turned else new)
    return new or "–"


def _replaced(decision: Decision) -> str:
    """What was in force of the variable; of many values, what was meant."""
    held: list[Fact] = [fact for fact in decision.reaching if fact.status == "active"]
    meant = decision.candidate.replaces if decision.candidate else ""
    if meant and len(held) > 1:
        return short(meant)
    return listing((_named(fact, decision.candidate) for fact in held), 3) if held else ""


def _named(fact: Fact, candidate: Candidate | None) -> str:
    """Its value, with the attribute where a candidate of another one takes its place: likes and dislikes."""
    another = candidate is not None and candidate.attribute != fact.attribute
    return f"{fact.attribute} {value_of(fact)}" if another else value_of(fact)
