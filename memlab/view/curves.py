"""Miss ratio against capacity, a line for each policy: where more room still helps, and whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import floor, log, log10

from memlab.replay.curve import Curve
from memlab.view.picture import Picture, clean, listing, number, table
from memlab.view.policies import percent
from memlab.view.pressure import HALO
from memlab.view.svg import BLACK, BLUE, CARD, INK, MARGIN, MUTED, WIDTH, Canvas, Point, measure
from memlab.view.winners import foresight, verdict

OPTIMUM = "optimum"
WAITING = "… the other rooms are still being replayed."
LEFT, RIGHT, HEIGHT = MARGIN + 52.0, WIDTH - 216.0, 230.0
GAP = 16.0  # between the labels at the right
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4")
SHAPES = (  # around a point, in half a marker's size
    ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    ((0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)),
    ((0, -1.3), (1.3, 1), (-1.3, 1)),
    ((0, 1.3), (1.3, -1), (-1.3, -1)),
    ((-0.7, -1.2), (0.7, -1.2), (1.4, 0), (0.7, 1.2), (-0.7, 1.2), (-1.4, 0)),
)


def miss_curves(
    curves: Mapping[str, Curve],
    capacity: float | None = None,
    optimum: Curve | None = None,
    unit: str = "items",
    waiting: bool = False,
) -> Picture:
    """The miss ratio of each policy over the capacity (logarithmic), the optimum black, `capacity` marked.

    Lines are told apart by marker and dash and named at their right end, with the miss ratio at `capacity`
    (else at the end); policies that miss alike share a line. Capacity 0, where all miss, has no place. An
    `optimum` that is only a bound is named as its curve is. `waiting` says that more points are to come.
    """
    plot = _Plot(curves, capacity, optimum, unit, waiting)
    canvas = Canvas(plot.title)
    if plot.lines:
        plot.top = canvas.y + 34
        plot.draw(canvas)
    canvas.notes(plot.notes, at_most=2)
    return canvas.picture(plot.description, plot.text)


class _Line:
    """Policies that miss alike at every capacity, their look, and where they are."""

    def __init__(self, names: Sequence[str], curve: Curve, number: int, best: bool) -> None:
        known = best and not foresight(curve.policy)  # a bound, where the optimum itself is not known
        first = curve.policy if known else names[0]
        self.names, self.curve, self.best = [clean(name) for name in (first, *names[1:])], curve, best
        self.ahead = best or all(foresight(name) for name in names)
        self.shape, self.full = SHAPES[number % 5], not (number // 5) % 2
        self.dash = "" if best else DASHES[(number + number // 5) % 5]
        self.stroke = BLACK if self.ahead else BLUE
        pairs = zip(curve.capacities, curve.misses, strict=True)
        self.points = [(c, misses / max(curve.requests, 1)) for c, misses in pairs if c > 0]

    @property
    def label(self) -> str:
        return " = ".join(self.names)

    def draw(self, canvas: Canvas, points: list[Point]) -> None:
        tip = f"{self.label} (knows the future)" if self.ahead and not self.best else self.label
        width = 2.5 if self.best else 1.6
        if len(points) > 1:
            canvas.path(points, self.stroke, tip, stroke_width=width, stroke_dasharray=self.dash)
        if not self.best:
            fill = self.stroke if self.full else CARD
            d = "".join(self._marker(*point) for point in points)
            canvas.element("path", tip=tip, d=d, fill=fill, stroke=self.stroke, stroke_width=1.2)

    def _marker(self, x: float, y: float) -> str:
        return "M" + "L".join(f"{x + 3 * dx:.1f} {y + 3 * dy:.1f}" for dx, dy in self.shape) + "Z"


class _Plot:
    """Lines, words, and where a capacity and a ratio lie on the card."""

    def __init__(
        self,
        curves: Mapping[str, Curve],
        capacity: float | None,
        optimum: Curve | None,
        unit: str,
        waiting: bool,
    ) -> None:
        self.waiting = waiting
        self.curves, self.capacity, self.unit = _sampled(curves, optimum, capacity), capacity, unit
        best = self.curves.pop(OPTIMUM, None) if optimum else None
        self.lines = [line for line in _lines(self.curves, best) if line.points]
        places = [c for line in self.lines for c, _ in line.points]
        known = capacity is not None and any(capacity in dict(line.points) for line in self.lines)
        self.read_at = capacity if known else None
        self.low, self.high = min(places, default=1), max(places, default=1)
        self.top, self.height = 0.0, max(HEIGHT, GAP * len(self.lines))

    @property
    def title(self) -> str:
        return verdict(self.curves, self.unit)

    @property
    def notes(self) -> list[str]:
        ahead = [line.label for line in self.lines if line.ahead and not line.best]
        alike = [line.label for line in self.lines if len(line.names) > 1]
        return [
            *[f"Black, too, because they know the future: {listing(ahead)}."] * bool(ahead),
            *[f"They miss alike: {listing(alike)}."] * (bool(alike) and not self.waiting),
            *[WAITING] * self.waiting,
        ]

    @property
    def description(self) -> str:
        lines = (
            f"{line.label} from {percent(line.points[0][1])} to {percent(line.points[-1][1])}"
            for line in self.lines
            if line.points
        )
        return f"Miss ratio against capacity, a line for each policy. {listing(lines, 40)}"

    @property
    def text(self) -> str:
        places = sorted({c for line in self.lines for c, _ in line.points})
        header = ["miss ratio in % of", *(f"at {number(c)}" for c in places)]
        rows = []
        for line in self.lines:
            known = dict(line.points)
            rows.append([line.label, *(100 * known[c] if c in known else None for c in places)])
        mark = [f"The capacity now: {number(self.capacity)}"] if self.capacity is not None else []
        return table(self.title, header, rows, mark)

    def x(self, capacity: float) -> float:
        if self.low == self.high:
            return (LEFT + RIGHT) / 2
        place = min(max(capacity, self.low), self.high)
        return LEFT + (RIGHT - LEFT) * log(place / self.low) / log(self.high / self.low)

    def y(self, ratio: float) -> float:
        return self.top + self.height * (1 - ratio)

    def draw(self, canvas: Canvas) -> None:
        self._grid(canvas)
        self._here(canvas)
        for line in sorted(self.lines, key=lambda line: line.best):  # the optimum over all
            line.draw(canvas, [(self.x(c), self.y(ratio)) for c, ratio in line.points])
        self._labels(canvas)
        canvas.y = self.top + self.height + 42

    def _grid(self, canvas: Canvas) -> None:
        bottom = self.top + self.height
        for ratio in (0, 0.25, 0.5, 0.75, 1):
            canvas.line(LEFT, self.y(ratio), RIGHT, self.y(ratio))
            canvas.text(LEFT - 8, self.y(ratio) + 4, percent(ratio), text_anchor="end", fill=MUTED)
        canvas.text(MARGIN, self.top - 22, "miss ratio", fill=MUTED)
        for tick in self._ticks():
            canvas.line(self.x(tick), bottom, self.x(tick), bottom + 5, MUTED)
            canvas.text(self.x(tick), bottom + 19, number(tick), text_anchor="middle", fill=MUTED)
        words = f"room in {'memories' if self.unit == 'items' else 'tokens'} (logarithmic)"
        canvas.text((LEFT + RIGHT) / 2, bottom + 38, words, text_anchor="middle", fill=MUTED)

    def _ticks(self) -> list[float]:
        """Round capacities, as many as stand apart: 1, 2, 5, 10 … or powers of ten alone."""
        first, last = floor(log10(self.low)), floor(log10(self.high))
        for steps in ((1, 2, 5), (1,)):
            found = [k * 10.0**p for p in range(first, last + 1) for k in steps]
            found = [t for t in found if self.low <= t <= self.high]
            if len(found) * 42 <= RIGHT - LEFT:
                break
        every = 1 + len(found) * 42 // int(RIGHT - LEFT)
        return found[::every] or [self.low]

    def _here(self, canvas: Canvas) -> None:
        """The capacity now; an arrow says that it lies beyond the scale."""
        if self.capacity is None:
            return
        x, beyond = self.x(self.capacity), " →" * (self.capacity > self.high)
        words = "← " * (self.capacity < self.low) + f"capacity {number(self.capacity)}{beyond}"
        canvas.line(x, self.top - 12, x, self.top + self.height, INK, stroke_dasharray="1 3", stroke_width=2)
        half = measure(words) / 2
        middle = min(max(x, LEFT + 40 + half), RIGHT - half)
        canvas.text(middle, self.top - 18, words, text_anchor="middle", font_weight="bold", **HALO)

    def _labels(self, canvas: Canvas) -> None:
        """Names at the right ends of the lines, each with its sample; what ends together is pushed apart."""
        where = "the right end" if self.read_at is None else number(self.read_at)
        canvas.text(WIDTH - MARGIN, self.top - 18, f"miss ratio at {where}", text_anchor="end", fill=MUTED)
        lines = sorted(
            self.lines, key=lambda line: (-line.points[-1][1], -(self._now(line) or 0), line.label)
        )
        ends = [self.y(line.points[-1][1]) for line in lines]
        places = list(accumulate(ends, lambda above, y: max(y, above + GAP)))
        bottom = self.top + self.height + 6
        for n in range(len(places) - 1, -1, -1):  # what stands below the frame pushes the others up
            places[n], bottom = min(places[n], bottom), min(places[n], bottom) - GAP
        for line, y, place in zip(lines, ends, places, strict=True):
            self._label(canvas, line, y, place)

    def _label(self, canvas: Canvas, line: _Line, y: float, place: float) -> None:
        end, right, ratio = self.x(line.points[-1][0]), WIDTH - MARGIN, self._now(line)
        canvas.path([(end, y), (RIGHT + 6, y), (RIGHT + 18, place)], MUTED, stroke_width=0.8)
        line.draw(canvas, [(RIGHT + 20, place), (RIGHT + 44, place)])
        words = "–" if ratio is None else percent(ratio)
        room_left = right - measure(words) - RIGHT - 58
        canvas.text(RIGHT + 52, place + 4, line.label, room_left, font_weight="bold" if line.best else None)
        canvas.text(right, place + 4, words, text_anchor="end")

    def _now(self, line: _Line) -> float | None:
        """The miss ratio at the capacity now (None: not known there), or at the line's end."""
        return line.points[-1][1] if self.read_at is None else dict(line.points).get(self.read_at)


def _sampled(curves: Mapping[str, Curve], optimum: Curve | None, capacity: float | None) -> dict[str, Curve]:
    """All curves; one that is known at every capacity is read where the others are known."""
    found = {**curves, **({OPTIMUM: optimum} if optimum else {})}
    places = {c for curve in found.values() if not curve.exact_for_all for c in curve.capacities}
    for curve in found.values() if not places else ():
        places |= {round(max(curve.capacities, default=0) ** (n / 40)) for n in range(41)}
    if capacity is not None and min(places, default=0) <= capacity <= max(places, default=0):
        places.add(capacity)
    return {name: _at(curve, sorted(places)) for name, curve in found.items()}


def _at(curve: Curve, places: Sequence[float]) -> Curve:
    if not curve.exact_for_all:
        return curve
    misses = [round(curve.miss_ratio(place) * curve.requests) for place in places]
    return Curve(curve.policy, places, misses, curve.requests)


def _lines(curves: Mapping[str, Curve], optimum: Curve | None) -> list[_Line]:
    """One line for all that miss alike; the optimum is a line of its own, which others may share."""
    alike: dict[tuple, list[str]] = {}
    found = {OPTIMUM: optimum, **curves} if optimum else dict(curves)
    for name, curve in found.items():
        alike.setdefault((tuple(curve.capacities), tuple(curve.misses)), []).append(name)
    groups = sorted(alike.values(), key=lambda names: optimum is None or names[0] != OPTIMUM)
    best = optimum is not None
    return [_Line(names, found[names[0]], n - best, best and n == 0) for n, names in enumerate(groups)]
