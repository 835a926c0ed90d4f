"""Time against size, both logarithmic: how fast what somebody waits for grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil, floor, isfinite, log10

from memlab.view.curves import DASHES, SHAPES
from memlab.view.picture import Picture, clean, listing, number, table, title_case
from memlab.view.svg import BLUE, CARD, MARGIN, MUTED, WIDTH, Canvas, Point, measure

LEFT, RIGHT, HEIGHT = MARGIN + 62.0, WIDTH - 236.0, 230.0
GAP = 18.0  # between the labels at the right
UNITS = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
Places = list[tuple[float, float]]  # (size, seconds)


def scaling(
    name: str, things: str, sizes: Sequence[float], seconds: Mapping[str, Sequence[float | None]]
) -> Picture:
    """Seconds of each side (the first is memlab's) for so many `things`, with the exponent of each line.

    None, or what has no logarithm, is no point. The dotted line grows as the size does. The title tells what
    ten times the size costs, by a least-squares line through the logarithms of all points.

    >>> taken = {"memlab": [0.001, 0.01, 0.1], "peer": [1, 4, None]}
    >>> print(scaling("A scan", "texts", [10, 100, 1000], taken))
    A scan: ten times the texts take 10 times the time (exponent 1)
    texts  memlab, ms  peer, ms
       10           1     1,000
      100          10     4,000
    1,000         100         –
    Exponents: memlab 1, peer 0.602
    """
    plot = _Plot(name, things, sizes, seconds)
    canvas = Canvas(plot.title)
    if plot.points:
        plot.top = canvas.y + 30
        plot.draw(canvas)
    canvas.notes(plot.notes, at_most=2)
    return canvas.picture(plot.description, plot.text)


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the least-squares line through the logarithms; None for fewer than two sizes.

    >>> exponent([(1, 3.0), (10, 300.0)]), exponent([(5, 1.0)])
    (2.0, None)
    """
    xs, ys = [log10(size) for size, _ in points], [log10(taken) for _, taken in points]
    if len(set(xs)) < 2:
        return None
    middle, level = sum(xs) / len(xs), sum(ys) / len(ys)
    steep = sum((x - middle) * (y - level) for x, y in zip(xs, ys, strict=True))
    return steep / sum((x - middle) ** 2 for x in xs)


def duration(seconds: float) -> str:
    """A time with three significant digits and a fitting unit.

    >>> duration(0.00123456), duration(2.5), duration(0.0000005), duration(0)
    ('1.23 ms', '2.5 s', '500 ns', '0 s')
    """
    size, unit = next((u for u in UNITS if abs(seconds) >= u[0] * 0.9995), UNITS[-1] if seconds else UNITS[0])
    return f"{number(seconds / size)} {unit}"


class _Plot:
    """Points, words, and where a size and a time lie on the card."""

    def __init__(
        self,
        name: str,
        things: str,
        sizes: Sequence[float],
        seconds: Mapping[str, Sequence[float | None]],
    ) -> None:
        self.name, self.things, self.sizes, self.seconds = title_case(name), clean(things), sizes, seconds
        found = {clean(side): _points(sizes, taken) for side, taken in seconds.items()}
        self.lines = {side: points for side, points in found.items() if points}
        self.points = [point for points in self.lines.values() for point in points]
        self.slopes = {side: exponent(points) for side, points in self.lines.items()}
        logs = [log10(size) for size, _ in self.points], [log10(taken) for _, taken in self.points]
        (self.low, self.high), (self.least, self.most) = (_decades(values) for values in logs)
        self.top, self.height = 0.0, max(HEIGHT, GAP * (len(self.lines) + 1))

    @property
    def title(self) -> str:
        if not self.points:
            return f"{self.name}: nothing was measured"
        slope = next(iter(self.slopes.values()))
        if slope is None:
            return f"{self.name}: measured at one size"
        times = number(float(f"{10 ** min(slope, 300):.2g}"))
        told = f"ten times the {self.things} take {times} times the time (exponent {slope:.2g})"
        return f"{self.name}: {told}"

    @property
    def notes(self) -> list[str]:
        short = [side for side, points in self.lines.items() if len(points) < len(self.sizes)]
        return [f"Not asked for more, since it would have taken too long: {listing(short, 4)}."] * bool(short)

    @property
    def description(self) -> str:
        lines = [
            f"{side} from {duration(points[0][1])} to {duration(points[-1][1])}{_exponent(self.slopes[side])}"
            for side, points in self.lines.items()
        ]
        return f"Time against the number of {self.things}, both logarithmic. {listing(lines)}"

    @property
    def text(self) -> str:
        taken = [[None if t is None else 1000.0 * t for t in side] for side in self.seconds.values()]
        rows = [
            [size, *(dict(enumerate(side)).get(n) for side in taken)] for n, size in enumerate(self.sizes)
        ]
        slopes = [f"{side} {slope:.3g}" for side, slope in self.slopes.items() if slope is not None]
        notes = [f"Exponents: {listing(slopes)}"] * bool(slopes)
        return table(self.title, [self.things, *(f"{clean(side)}, ms" for side in self.seconds)], rows, notes)

    def x(self, power: float) -> float:
        """Where ten to this power lies."""
        return LEFT + (RIGHT - LEFT) * (power - self.low) / (self.high - self.low)

    def y(self, power: float) -> float:
        return self.top + self.height * (self.most - power) / (self.most - self.least)

    def draw(self, canvas: Canvas) -> None:
        self._grid(canvas)
        self._reference(canvas)
        for number_of, side in enumerate(self.lines):
            self._line(
                canvas, side, [(self.x(log10(s)), self.y(log10(t))) for s, t in self.lines[side]], number_of
            )
        self._labels(canvas)
        canvas.y = self.top + self.height + 42

    def _grid(self, canvas: Canvas) -> None:
        bottom = self.top + self.height
        for power in _some(self.least, self.most, self.height / 20):
            y = self.y(power)
            canvas.line(LEFT, y, RIGHT, y)
            canvas.text(LEFT - 8, y + 4, duration(float(f"1e{power}")), text_anchor="end", fill=MUTED)
        canvas.text(MARGIN, self.top - 18, "time", fill=MUTED)
        for power in _some(self.low, self.high, (RIGHT - LEFT) / 74):
            x = self.x(power)
            canvas.line(x, bottom, x, bottom + 5, MUTED)
            told = number(10**power if power >= 0 else float(f"1e{power}"))
            canvas.text(x, bottom + 19, told, text_anchor="middle", fill=MUTED)
        canvas.text(
            (LEFT + RIGHT) / 2, bottom + 38, self.things, RIGHT - LEFT, text_anchor="middle", fill=MUTED
        )

    def _reference(self, canvas: Canvas) -> None:
        """Through the last point of the first line, as far as the card reaches: it grows as the size does."""
        size, taken = (log10(value) for value in next(iter(self.lines.values()))[-1])
        least, most = min(size - self.low, taken - self.least), min(self.high - size, self.most - taken)
        ends = [(self.x(size + way), self.y(taken + way)) for way in (-least, most)]
        canvas.path(ends, MUTED, "as the size grows (exponent 1)", stroke_width=1.4, stroke_dasharray="1 4")

    def _line(self, canvas: Canvas, side: str, points: list[Point], number_of: int) -> None:
        stroke, shape = BLUE if number_of == 0 else MUTED, SHAPES[number_of % len(SHAPES)]
        dash = DASHES[number_of % len(DASHES)]
        if len(points) > 1:
            canvas.path(points, stroke, side, stroke_width=2, stroke_dasharray=dash)
        d = "".join(
            "M" + "L".join(f"{x + 3.4 * dx:.1f} {y + 3.4 * dy:.1f}" for dx, dy in shape) + "Z"
            for x, y in points
        )
        fill = stroke if number_of == 0 else CARD
        canvas.element("path", tip=side, d=d, fill=fill, stroke=stroke, stroke_width=1.4)

    def _labels(self, canvas: Canvas) -> None:
        """Names with their exponents at the right, the slowest first, and what the dotted line is."""
        canvas.text(WIDTH - MARGIN, self.top - 18, "exponent", text_anchor="end", fill=MUTED)
        order = sorted(self.lines, key=lambda side: -self.lines[side][-1][1])
        ends = [self.y(log10(self.lines[side][-1][1])) for side in order]
        places = list(accumulate(ends, lambda above, y: max(y, above + GAP)))
        over = max(places[-1] - (self.top + self.height - GAP), 0.0)
        sides = list(self.lines)
        for side, place in zip(order, places, strict=True):
            self._label(canvas, side, place - over, sides.index(side))
        y = self.top + self.height + 4
        canvas.line(RIGHT + 14, y, RIGHT + 38, y, MUTED, stroke_width=1.4, stroke_dasharray="1 4")
        canvas.text(RIGHT + 50, y + 4, "as the size grows", fill=MUTED)
        canvas.text(WIDTH - MARGIN, y + 4, "1", text_anchor="end", fill=MUTED)

    def _label(self, canvas: Canvas, side: str, y: float, number_of: int) -> None:
        slope = self.slopes[side]
        told = "–" if slope is None else f"{slope:.2g}"
        self._line(canvas, side, [(RIGHT + 14, y), (RIGHT + 38, y)], number_of)
        width = WIDTH - MARGIN - measure(told) - RIGHT - 60
        canvas.text(RIGHT + 50, y + 4, side, width, font_weight="bold" if number_of == 0 else None)
        canvas.text(WIDTH - MARGIN, y + 4, told, text_anchor="end")


def _points(sizes: Sequence[float], seconds: Sequence[float | None]) -> Places:
    pairs = zip(sizes, seconds, strict=False)
    return [(s, t) for s, t in pairs if t is not None and s > 0 and t > 0 and isfinite(s) and isfinite(t)]


def _decades(logs: Sequence[float]) -> tuple[int, int]:
    """Whole powers of ten around all values, two at least."""
    low, high = floor(min(logs, default=0)), ceil(max(logs, default=1))
    return low, max(high, low + 1)


def _some(low: int, high: int, at_most: float) -> range:
    """Powers of ten from low to high, as many as have room."""
    return range(low, high + 1, 1 + int((high - low) // at_most))


def _exponent(slope: float | None) -> str:
    return "" if slope is None else f" (exponent {slope:.2g})"
