"""Policies side by side at one capacity: what each finds, between what no policy can and what none beats."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from memlab.replay import Result, Trace
from memlab.view.picture import Picture, clean, counted, listing, number, table, title_case
from memlab.view.pressure import HALO
from memlab.view.svg import BLACK, CARD, GREY, KEPT, MARGIN, MUTED, OPTIMUM, WIDTH, Canvas, Mark, measure

MOST_ROWS = 30
ROW = 26
AHEAD = Mark("knows the future", BLACK, CARD)
UNBOUNDED = Mark("unbounded", GREY, "", weight=2, dash="4 3")
RATIO, SHARE = WIDTH - MARGIN - 84.0, float(WIDTH - MARGIN)  # right ends of the columns of numbers
HEADER = ["policy", "knows the future", "hits", "misses", "hit ratio in %"]


def policy_bars(results: Sequence[Result]) -> Picture:
    """A bar for each policy, the best first: its hit ratio under the optimum, and its share of the optimum.

    The results are those of one trace at one capacity; ValueError if they are not. Unbounded is the ratio
    that only the first readings keep from 100 %. Beyond 30 policies the rest is only in the text form.

    >>> from memlab.replay import simulate
    >>> policy_bars([simulate("abcab", policy, 2) for policy in ("lru", "belady")]).title
    'Room for 2 memories: lru finds 0 % of what is read, 0 % of the optimum'
    """
    bars = _Bars(results)
    canvas = Canvas(bars.title)
    if bars.requests:
        bars.draw(canvas)
        canvas.legend(
            (KEPT, "found"),
            (AHEAD, "found, knowing the future"),
            (OPTIMUM, bars.ceiling),
            (UNBOUNDED, "unbounded"),
        )
    canvas.notes(bars.notes, at_most=2)
    return canvas.picture(bars.description, bars.text)


def percent(ratio: float) -> str:
    """A ratio in per cent, three significant digits.

    >>> percent(0.6123), percent(1), percent(0.00012)
    ('61.2 %', '100 %', '0.012 %')
    """
    return f"{number(100 * ratio)} %"


def room(capacity: float, unit: str) -> str:
    """A capacity in words.

    >>> room(1, "items"), room(200, "tokens"), room(float("inf"), "items")
    ('Room for 1 memory', 'Room for 200 tokens', 'Room without end')
    """
    if capacity == inf:
        return "Room without end"
    return f"Room for {counted(capacity, 'memory' if unit == 'items' else 'token')}"


def found_unbounded(trace: Trace) -> int:
    """How many reads find their memory where nothing is ever evicted: all but first readings. O(n)."""
    first = dict(zip(reversed(trace.ids), reversed(trace.writes), strict=True))  # the first one is set last
    return trace.requests - (len(first) - sum(first.values()))


class _Bars:
    """The numbers, their words, and where they lie on the card."""

    def __init__(self, results: Sequence[Result]) -> None:
        self.results = sorted(results, key=lambda r: (-r.hits, r.policy.foresight, clean(r.policy.name)))
        if len({(len(r.trace), r.trace.requests, r.capacity, r.unit) for r in results}) > 1:
            raise ValueError(
                "results: of several traces or capacities, allowed is one of each: compare those"
            )
        self.requests = 0
        if results:
            self.first, self.best, self.requests = results[0], results[0].optimum, results[0].trace.requests
            self.unbounded = found_unbounded(self.first.trace)
        self.left = MARGIN + min(max([measure(_label(r)) for r in self.results], default=0), 230) + 10

    @property
    def ceiling(self) -> str:
        """What the black line is called."""
        return "the optimum" if self.best.exact else "an upper bound"

    @property
    def title(self) -> str:
        if not self.results:
            return "No policy is chosen: there is nothing to compare"
        place = room(self.first.capacity, self.first.unit)
        if not self.requests:
            return f"{place}: nothing is read, so nothing is missed"
        if not self.best.hits:
            return f"{place}: no policy can find anything"
        online = [r for r in self.results if not r.policy.foresight] or self.results
        winners = [clean(r.policy.name) for r in online if r.hits == online[0].hits]
        who = f"all {len(online)} policies find" if len(winners) == len(online) > 2 else _told(winners)
        return (
            f"{place}: {who} {percent(self.ratio(online[0].hits))} of what is read, "
            f"{percent(self.share(online[0].hits))} of {self.ceiling}"
        )

    @property
    def notes(self) -> list[str]:
        if not self.results:
            return ["Tick a policy."]
        hidden = len(self.results) - MOST_ROWS
        more = [f"Only in the text form: {counted(hidden, 'more policy')}."] * (hidden > 0)
        return [*([title_case(self.best.note)] * (not self.best.exact)), *more]

    @property
    def description(self) -> str:
        bars = (f"{_label(r)} {percent(self.ratio(r.hits))}" for r in self.results)
        return "A bar of the hit ratio for each policy, the best first. " + listing(bars, 40)

    @property
    def text(self) -> str:
        rows: list[list[object]] = [
            [_name(r), "yes" if r.policy.foresight else "no", *self._numbers(r.hits)] for r in self.results
        ]
        if self.results:
            rows += [[self.ceiling, "yes", *self._numbers(self.best.hits)]]
            rows += [["unbounded", None, *self._numbers(self.unbounded)[:-2], None, None]]
        header = [*HEADER, f"% of {self.ceiling}", "regret"] if self.results else HEADER
        return table(self.title, header, rows, self.notes)

    def _numbers(self, hits: int) -> list[float]:
        regret = self.best.hits - hits
        return [hits, self.requests - hits, 100 * self.ratio(hits), 100 * self.share(hits), regret]

    def ratio(self, hits: int) -> float:
        return hits / self.requests if self.requests else 1.0

    def share(self, hits: int) -> float:
        return hits / self.best.hits if self.best.hits else 1.0

    def x(self, hits: float) -> float:
        """The scale ends at what an unbounded memory finds: it stays while a capacity is moved."""
        return self.left + (RATIO - 66 - self.left) * hits / max(self.unbounded, self.best.hits, 1)

    def draw(self, canvas: Canvas) -> None:
        shown, top = self.results[:MOST_ROWS], canvas.y + 44
        for x, words in ((RATIO, "hit ratio"), (SHARE, "of optimum" if self.best.exact else "of bound")):
            canvas.text(x, top - 8, words, text_anchor="end", fill=MUTED)
        bottom = top + ROW * len(shown) + 4
        self._bound(canvas, top - 32, bottom, "unbounded", self.unbounded, UNBOUNDED)
        canvas.y = top
        for result in shown:
            self._bar(canvas, result)
        canvas.line(self.left, top - 4, self.left, bottom, MUTED)
        self._bound(canvas, top - 14, bottom, self.ceiling, self.best.hits, OPTIMUM)
        canvas.y = bottom

    def _bar(self, canvas: Canvas, result: Result) -> None:
        y, label, hits = canvas.y, _label(result), result.hits
        style = {"text_anchor": "end", "tip": result.policy.about}
        canvas.text(self.left - 8, y + 17, label, self.left - MARGIN - 8, **style)
        if hits:
            tip = f"{label}: {hits:,} of {self.requests:,} reads find their memory"
            mark = AHEAD if result.policy.foresight else KEPT
            canvas.box(self.left, y + 4, self.x(hits) - self.left, ROW - 8, mark, tip, rx=0)
        canvas.text(RATIO, y + 17, percent(self.ratio(hits)), text_anchor="end")
        canvas.text(SHARE, y + 17, percent(self.share(hits)), text_anchor="end")
        canvas.y += ROW

    def _bound(self, canvas: Canvas, y: float, bottom: float, name: str, hits: int, mark: Mark) -> None:
        x, words = self.x(hits), f"{name} {percent(self.ratio(hits))}"
        look: dict[str, Any] = {"stroke_width": mark.weight, "stroke_dasharray": mark.dash}
        canvas.line(x, y + 4, x, bottom, mark.stroke, **look)
        half = measure(words) / 2
        end = RATIO - 62 if mark is UNBOUNDED else self.x(self.unbounded) - 6  # that line passes by
        middle = max(min(x, end - half), MARGIN + half)
        weight = "bold" if mark is OPTIMUM else None
        canvas.text(middle, y, words, text_anchor="middle", font_weight=weight, **HALO)


def _name(result: Result) -> str:
    return clean(result.policy.name)


def _label(result: Result) -> str:
    return _name(result) + " (knows the future)" * result.policy.foresight


def _told(winners: list[str]) -> str:
    if len(winners) == 1:
        return f"{winners[0]} finds"
    return f"{', '.join(winners[:-1])} and {winners[-1]} find"
