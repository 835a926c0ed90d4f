"""Budget: what yields when a prompt is too long, in which order, until it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from memlab import checks, tokens
from memlab.context.compress import shortened
from memlab.context.corrections import corrected, words
from memlab.context.cutting import truncated
from memlab.context.gate import Draft
from memlab.context.layers import LeftOut, Step
from memlab.context.sheet import Sheet

YIELDS = ("background", "relevant", "active", "profile")
"""The memory layers, the least valuable first. System and question never yield."""

LONG, SHORT = 100, 40  # tokens from which a memory is shortened, and below which it rather stays out
GIANT = 8_000  # tokens of a memory that is shortened before all others
UNASKED = "over {limit:,} tokens: what of {layer} has no word of the question yields before relevant"
SHORTEST = 24  # tokens of a question: a budget has room for so many at least, or for the whole question
Shorten = Callable[[str, int], str]


def with_room(sheet: Sheet, budget: int, reserve: int) -> tuple[Sheet, list[Step]]:
    """The sheet, its question cut if it is longer than budget - reserve. ValueError below the least."""
    checks.whole("budget", budget, 1)
    limit = budget - checks.whole("reserve", reserve, 0)
    if sheet.tokens([]) <= limit:
        return sheet, []
    shortest = truncated(sheet.question, lambda text: tokens.count(text) <= SHORTEST, sheet.lang)
    least = reserve + replace(sheet, question=shortest).tokens([])
    if budget < least:
        parts = f"reserve {reserve:,}, system {tokens.count(sheet.system):,}, the rest for the question"
        mend = "raise budget, or lower reserve or shorten system"
        raise ValueError(f"budget: {budget} is not allowed, allowed is >= {least} ({parts}): {mend}")
    before = sheet.tokens([])
    cut = truncated(
        sheet.question, lambda text: replace(sheet, question=text).tokens([]) <= limit, sheet.lang
    )
    sheet = replace(sheet, question=cut or shortest)
    why = f"the question alone is over {limit:,} tokens: its middle is left out"
    return sheet, [Step("question", before, sheet.tokens([]), why)]


class Fitting:
    """Drafts on their way to a prompt of at most `limit` tokens.

    0. A memory that alone is longer than the limit and than GIANT is shortened to the limit, by sentences,
       or yields.
    1. What another memory here corrects yields first, then the background, from its least valuable end.
    2. What of active and profile has no word of the question, then relevant, active and profile, in this
       order: so much yields that shortening closes the gap.
    3. Long memories are shortened, the least valuable first, as far as needed.
    4. What still does not fit yields as in 2. Pinned memories are the last of their layer.

    Each pass makes the text shorter or changes nothing, and there are fourteen at most: it ends.
    """

    def __init__(self, sheet: Sheet, drafts: Sequence[Draft], limit: int, shorten: Shorten | None) -> None:
        self._sheet, self._limit, self._shorten = sheet, limit, shorten
        self.drafts = list(drafts)
        self._asked = words(sheet.question)
        self.left_out: list[LeftOut] = []
        self.steps: list[Step] = []

    def fit(self) -> None:
        """Let drafts yield and be shortened until the text fits, or none is left."""
        self._shorten_giants()
        self._yield("corrected", corrected(self.drafts), self._excess)
        self._yield("background", self._of("background"), self._excess)
        self._yield_all(self._excess_if_shortened)
        self._shorten_long_ones()
        self._yield_all(self._excess)

    def _yield_all(self, excess: Callable[[Sequence[Draft]], int]) -> None:
        for layer in ("active", "profile"):
            unasked = [d for d in self._of(layer) if not d.pinned and not words(d.body) & self._asked]
            self._yield(layer, unasked, excess, UNASKED)
        for layer in YIELDS[1:]:
            self._yield(layer, self._of(layer), excess)

    def _of(self, layer: str) -> list[Draft]:
        """The drafts of a layer, the first to yield first."""
        mine = [draft for draft in self.drafts if draft.layer == layer]
        return sorted(mine, key=lambda draft: (draft.pinned, -draft.rank))

    def _excess(self, drafts: Sequence[Draft]) -> int:
        return self._sheet.tokens(drafts) - self._limit

    def _excess_if_shortened(self, drafts: Sequence[Draft]) -> int:
        lengths = [tokens.count(draft.line) for draft in drafts]
        return self._excess(drafts) - sum(length - SHORT for length in lengths if length > LONG)

    def _yield(
        self, what: str, queue: list[Draft], excess: Callable[[Sequence[Draft]], int], which: str = ""
    ) -> None:
        """The fewest of the queue go, its first ones, so that there is no excess; all if there always is."""
        over = excess(self.drafts)
        if over <= 0 or not queue:
            return
        before, few, many = self._sheet.tokens(self.drafts), 1, len(queue)
        while few < many:
            middle = (few + many) // 2
            few, many = (few, middle) if excess(self._without(queue[:middle])) <= 0 else (middle + 1, many)
        self.drafts = self._without(queue[:few])
        why = which.format(limit=self._limit, layer=what) or _why(what, self._limit)
        self.left_out += [draft.left_out(why) for draft in queue[:few]]
        after = self._sheet.tokens(self.drafts)
        self.steps.append(Step(f"{what}: {few} of {len(queue)} left out", before, after, why))

    def _without(self, gone: Iterable[Draft]) -> list[Draft]:
        names = {(draft.layer, draft.rank) for draft in gone}
        return [draft for draft in self.drafts if (draft.layer, draft.rank) not in names]

    def _shorten_giants(self) -> None:
        """First, since each pass that follows counts the whole text, and no model shortens a megabyte."""
        for draft in list(self.drafts):
            before = tokens.count(draft.line) if len(draft.line) > GIANT // 4 else 0
            if before <= max(self._limit, GIANT):
                continue
            shorter = self._shorter(draft, before, max(self._limit, SHORT), None)
            self._replace(draft, shorter)
            if shorter is None:
                self.drafts.remove(draft)
                why = f"over {self._limit:,} tokens by itself, and no sentence of it fits"
                self.left_out.append(draft.left_out(why))

    def _replace(self, draft: Draft, shorter: Draft | None) -> None:
        if shorter is not None:
            self.drafts[self.drafts.index(draft)] = shorter

    def _shorten_long_ones(self) -> None:
        over = self._excess(self.drafts)
        for draft in [draft for layer in YIELDS[1:] for draft in self._of(layer)]:
            before = tokens.count(draft.line)
            if over <= 0:
                return
            if before <= LONG:
                continue
            shorter = self._shorter(draft, before, max(SHORT, before - over), self._shorten)
            self._replace(draft, shorter)
            over -= before - tokens.count(shorter.line) if shorter else 0

    def _shorter(self, draft: Draft, before: int, target: int, shorten: Shorten | None) -> Draft | None:
        """The draft in at most `target` tokens, if that can be; the step is noted either way."""
        name = draft.id or f"{draft.layer} {draft.rank + 1}"
        room = target - tokens.count(draft.prefix)
        body, steps = shortened(draft.body, room, self._sheet.question, shorten, name)
        self.steps += steps
        shorter = draft.with_body(body)
        after = tokens.count(shorter.line) if body else before
        why = f"longer than {LONG} tokens" if after < before else "no sentence of it fits: stays as it is"
        self.steps.append(Step(f"shorten {name}", before, after, why))
        return shorter if after < before else None


def _why(what: str, limit: int) -> str:
    if what == "corrected":
        return f"over {limit:,} tokens: what is corrected by another memory here yields first"
    before = YIELDS[YIELDS.index(what) + 1 :] if what in YIELDS else ()
    return f"over {limit:,} tokens: {what} yields before {', '.join(before) or 'the question'}"
