"""Score against time for several memories, and the moment at which each falls below another."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil, floor, inf, isfinite, log, log10

from memlab.bank import Settings
from memlab.view.crossings import Crossing, ScoreLine, crossings
from memlab.view.picture import Picture, clean, listing, number, table
from memlab.view.svg import (
    BLACK,
    BLUE,
    CARD,
    GREY,
    INK,
    KEPT,
    MARGIN,
    MUTED,
    PINNED,
    WIDTH,
    Canvas,
    Mark,
    Point,
)

SAMPLES = 60
FLOOR = Mark("floor", GREY, "", weight=2, dash="4 3")
STEPS = [
    k * unit
    for unit, ks in ((1, (1, 2, 5, 10, 15, 30)), (60, (1, 2, 5, 10, 15, 30)), (3600, (1, 2, 3, 6, 12)))
    for k in ks
]
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4")
LEFT, RIGHT, HEIGHT = MARGIN + 76.0, WIDTH - 170.0, 250.0


def _times(horizon: float) -> list[float]:
    return [horizon * i / SAMPLES for i in range(SAMPLES + 1)]


def duration(seconds: float) -> str:
    """Seconds as people say them.

    >>> duration(30), duration(720), duration(9000), duration(0)
    ('30 s', '12 min', '2.5 h', '0')
    """
    seconds = float(f"{seconds:.6g}")  # an instant after a minute is that minute
    if seconds == 0:
        return "0"
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if abs(seconds) >= 2 * size or (abs(seconds) >= size and seconds % size == 0):
            return f"{number(float(f'{seconds / size:.3g}'))} {unit}"
    return f"{number(float(f'{seconds:.3g}'))} s"


def score_curves(lines: Sequence[ScoreLine], settings: Settings, horizon: float) -> Picture:
    """Scores of several memories from 0 to `horizon` seconds on a logarithmic scale, crossings marked.

    On that scale exponential decay is a straight line, and one decay for all means parallel lines. Raises
    ValueError for a horizon that is not above 0.

    >>> lines = [ScoreLine("weather", 1), ScoreLine("order", 7, written=600)]
    >>> score_curves(lines, Settings(), 1800).title
    'Who goes first? After 10 min weather falls below the newcomer order'
    """
    if not horizon > 0 or not isfinite(horizon):
        raise ValueError(f"horizon: {horizon} is not a time span; give seconds above 0")
    found = crossings(lines, settings, horizon)
    canvas = Canvas(_title(lines, found, horizon))
    plot = _Plot(lines, settings, horizon, canvas.y + 18)
    _grid(canvas, plot)
    for line in lines:
        _band(canvas, plot, line)
    for i, line in enumerate(lines):
        _curve(canvas, plot, line, DASHES[i % len(DASHES)])
    _end_labels(canvas, plot)
    moments = _moments(found)
    for i, (crossing, words) in enumerate(moments, start=1):
        _moment(canvas, plot, i, crossing, words)
    canvas.y = plot.top + HEIGHT + 34
    floor_line = [(FLOOR, "floor")] if plot.shows(settings.floor) else []
    canvas.legend((KEPT, "protected newcomer"), (PINNED, "pinned"), *floor_line)
    notes = [
        f"{i}: at {duration(crossing.time)} {words}" for i, (crossing, words) in enumerate(moments, start=1)
    ]
    canvas.notes([_settings(settings)])
    canvas.notes(notes, at_most=6, keep=True)
    return canvas.picture(
        "Score against time, a line for each memory. " + listing(notes, 20),
        _text(canvas.title, plot, [_settings(settings), *notes]),
    )


def _settings(settings: Settings) -> str:
    decay = f"λ = {number(60 * settings.decay)} per minute"
    half = f"half is gone in {duration(log(2) / settings.decay)}" if settings.decay > 0 else "nothing fades"
    guarded = f"a newcomer is protected for {duration(settings.protection)}"
    return f"{decay}: {half}; floor {number(settings.floor)}; {guarded}"


def _title(lines: Sequence[ScoreLine], found: Sequence[Crossing], horizon: float) -> str:
    if not any(line.written <= horizon for line in lines):
        return "No memory, no score"
    lowest = f"in {duration(horizon)} no memory falls below another"
    if found:
        first, words = _moments(found)[0]
        lowest = f"after {duration(first.time)} {words}"
    return f"Who goes first? {lowest[0].upper()}{lowest[1:]}"


class _Plot:
    """Where a time and a score lie on the card; scores that are not above 0 lie on its bottom line."""

    def __init__(self, lines: Sequence[ScoreLine], settings: Settings, horizon: float, top: float) -> None:
        self.lines, self.settings, self.horizon, self.top = lines, settings, horizon, top
        values = [v for line in lines for t in _times(horizon) if (v := line.at(t, settings)) is not None]
        drawn = [v for v in values if 0 < v < inf]
        self.high = ceil(log10(max(drawn, default=1)) + 1e-9)
        self.low = max(floor(log10(min(drawn, default=0.1)) + 1e-9), self.high - 5)
        self.low = min(self.low, self.high - 1)
        self.below = any(v < 10.0**self.low * (1 - 1e-9) for v in values)

    @property
    def ticks(self) -> list[float]:
        """Round times, seven at most."""
        step = next((s for s in STEPS if self.horizon / s <= 6), self.horizon / 6)
        return [step * i for i in range(int(self.horizon / step + 1e-9) + 1)]

    def shows(self, value: float) -> bool:
        """Whether a score has a height of its own."""
        return value > 0 and self.low - 1e-9 <= log10(value) <= self.high + 1e-9

    def x(self, time: float) -> float:
        return LEFT + (RIGHT - LEFT) * time / self.horizon

    def y(self, value: float) -> float:
        level = log10(value) if value > 0 else -inf
        share = (min(max(level, self.low), self.high) - self.low) / (self.high - self.low)
        return self.top + HEIGHT * (1 - share)

    def points(self, line: ScoreLine, until: float) -> list[Point]:
        corners = (line.written, line.reaches_floor(self.settings), until)
        times = sorted(t for t in {*_times(self.horizon), *corners} if line.written <= t <= until)
        pairs = ((t, line.at(t, self.settings)) for t in times if 0 <= t <= self.horizon)
        return [(self.x(t), self.y(v)) for t, v in pairs if v is not None]


def _grid(canvas: Canvas, plot: _Plot) -> None:
    for level in range(plot.low, plot.high + 1):
        y = plot.y(10.0**level)
        canvas.line(LEFT, y, RIGHT, y)
        at_most = "≤ " if level == plot.low and plot.below else ""
        canvas.text(LEFT - 8, y + 4, at_most + number(10.0**level), text_anchor="end", fill=MUTED)
    canvas.text(MARGIN, plot.top - 12, "score", fill=MUTED)
    for time in plot.ticks:
        canvas.line(plot.x(time), plot.top + HEIGHT, plot.x(time), plot.top + HEIGHT + 5, MUTED)
        canvas.text(plot.x(time), plot.top + HEIGHT + 20, duration(time), text_anchor="middle", fill=MUTED)
    if plot.shows(plot.settings.floor):
        y = plot.y(plot.settings.floor)
        canvas.line(LEFT, y, RIGHT, y, GREY, stroke_width=FLOOR.weight, stroke_dasharray=FLOOR.dash)


def _band(canvas: Canvas, plot: _Plot, line: ScoreLine) -> None:
    """A pale band for as long as a memory is protected; it lies under all lines and hides none."""
    guarded = plot.points(line, min(line.written + plot.settings.protection, plot.horizon))
    if len(guarded) > 1:
        tip = f"{clean(line.label)} is a protected newcomer here"
        canvas.path(guarded, KEPT.fill, stroke_width=12, tip=tip)


def _curve(canvas: Canvas, plot: _Plot, line: ScoreLine, dash: str) -> None:
    """The line, over a black one if it is pinned."""
    points = plot.points(line, plot.horizon)
    if not points:
        return
    if line.boost > 1:
        canvas.path(points, BLACK, stroke_width=5)
    canvas.path(points, BLUE, clean(line.label), stroke_width=2, stroke_dasharray=dash)


def _end_labels(canvas: Canvas, plot: _Plot) -> None:
    """Names at the right ends of the lines, pushed apart where lines end close together."""
    ends = [
        (plot.y(v), line, v) for line in plot.lines if (v := line.at(plot.horizon, plot.settings)) is not None
    ]
    ends.sort(key=lambda end: end[0])
    gap = min(16.0, (HEIGHT + 20) / max(len(ends), 1))
    places = list(accumulate((y for y, _, _ in ends), lambda above, y: max(y, above + gap)))
    shift = max(0.0, (places[-1] if places else 0) - (plot.top + HEIGHT))
    for (y, line, value), place in zip(ends, places, strict=True):
        canvas.line(RIGHT, y, RIGHT + 12, place - shift, MUTED)
        canvas.text(
            RIGHT + 16,
            place - shift + 4,
            f"{clean(line.label)}  {number(value)}",
            WIDTH - MARGIN - RIGHT - 16,
        )


def _moments(found: Sequence[Crossing]) -> list[tuple[Crossing, str]]:
    """Crossings in words; those of one moment and one winner are told together."""
    groups: dict[tuple[float, str], list[Crossing]] = {}
    for crossing in found:
        groups.setdefault((round(crossing.time, 3), crossing.winner.label), []).append(crossing)
    return [(group[0], _in_words(group)) for group in groups.values()]


def _in_words(group: Sequence[Crossing]) -> str:
    losers, winner = " and ".join(clean(c.loser.label) for c in group), group[0].winner
    newcomer = "the newcomer " if round(group[0].time - winner.written, 3) == 0 else ""
    return f"{losers} fall{'s' if len(group) == 1 else ''} below {newcomer}{clean(winner.label)}"


def _moment(canvas: Canvas, plot: _Plot, i: int, crossing: Crossing, words: str) -> None:
    x, y = plot.x(crossing.time), plot.y(crossing.winner.at(crossing.time, plot.settings) or 0.0)
    tip = f"{duration(crossing.time)}: {words}"
    canvas.element("circle", tip=tip, cx=x, cy=y, r=8, fill=CARD, stroke=INK, stroke_width=1.2)
    canvas.text(x, y + 4, i, tip=tip, size=11, text_anchor="middle", font_weight="bold")


def _text(title: str, plot: _Plot, notes: Sequence[str]) -> str:
    header = ["memory", "importance", "boost", *(duration(t) for t in plot.ticks)]
    rows = [
        [line.label, line.importance, line.boost, *(line.at(t, plot.settings) for t in plot.ticks)]
        for line in plot.lines
    ]
    return table(title, header, rows, notes)
