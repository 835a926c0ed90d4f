"""What a call costs where each of its steps is a round trip: by a model, and as it was measured."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log10

from memlab.tiers.scale.waiting import Waited, waited
from memlab.view.picture import Picture, clean, table
from memlab.view.scaling import duration
from memlab.view.svg import BLUE, INK, KEPT, MARGIN, MUTED, USED, WIDTH, Canvas, Mark, measure

LEFT, RIGHT, HIGH, ROW = MARGIN + 64.0, WIDTH - 150.0, 220.0, 46.0
PLACES = [0.00001 * 10 ** (n / 4) for n in range(17)]  # 0.01 ms to 100 ms
LOW, TOP = 1e-5, 10.0
HERE = Mark("", BLUE, BLUE)
DASHES = ("", "7 4", "2 3", "9 3 2 3", "12 4")


def round_trips(trips: Mapping[str, int], trip: float, spread: float = 0.5) -> Picture:
    """The p95 of each operation over the length of a round trip (both logarithmic), `trip` seconds marked.

    `trips`: how many trips each operation makes, one after another; 0 stands for one that makes none.
    """
    found = {name: waited(count, trip, 0.00005, spread) for name, count in trips.items()}
    canvas = Canvas(_title(found, trip))
    top = canvas.y + 42
    canvas.text(MARGIN, canvas.y + 12, "95 of 100 calls are done within", fill=MUTED)
    _grid(canvas, top)
    _here(canvas, top, trip)
    _lines(canvas, top, trips, found, spread)
    for name, took in found.items():
        y = _y(top, took.p95)
        canvas.box(_x(trip) - 3, y - 3, 6, 6, HERE, f"{name} {duration(took.p95)}")
    canvas.y = top + HIGH + 44
    return canvas.picture(f"A line for each operation. {_title(found, trip)}.", _text(trips, found, trip))


def _x(trip: float) -> float:
    return LEFT + (RIGHT - LEFT) * log10(min(max(trip, PLACES[0]), PLACES[-1]) / PLACES[0]) / 4


def _y(top: float, seconds: float) -> float:
    return top + HIGH * (1 - log10(min(max(seconds, LOW), TOP) / LOW) / log10(TOP / LOW))


def _grid(canvas: Canvas, top: float) -> None:
    for power in range(-5, 2):
        y = _y(top, 10.0**power)
        canvas.line(LEFT, y, RIGHT, y)
        canvas.text(LEFT - 6, y + 4, duration(10.0**power), fill=MUTED, text_anchor="end")
    for power in range(-5, 0):
        canvas.text(
            _x(10.0**power),
            top + HIGH + 18,
            duration(10.0**power),
            fill=MUTED,
            text_anchor="middle",
        )
    canvas.text(
        (LEFT + RIGHT) / 2, top + HIGH + 38, "one round trip (logarithmic)", fill=MUTED, text_anchor="middle"
    )


def _here(canvas: Canvas, top: float, trip: float) -> None:
    x = _x(trip)
    canvas.line(x, top - 4, x, top + HIGH, INK, stroke_dasharray="1 3", stroke_width=2)
    words = f"{duration(trip)} a trip"
    half = measure(words) / 2
    canvas.text(min(x, RIGHT - half), top - 8, words, text_anchor="middle", font_weight="bold")
    canvas.text(RIGHT + 18, top - 8, f"at {words}", WIDTH - MARGIN - RIGHT - 18, size=12, font_weight="bold")


def _lines(
    canvas: Canvas, top: float, trips: Mapping[str, int], found: Mapping[str, Waited], spread: float
) -> None:
    below = top - 10.0
    for n, (name, count) in enumerate(sorted(trips.items(), key=lambda pair: -pair[1])):
        points = [(_x(p), _y(top, waited(count, p, 0.00005, spread).p95)) for p in PLACES]
        canvas.path(points, BLUE, name, stroke_width=1.8, stroke_dasharray=DASHES[n % 5])
        y = max(points[-1][1], below + 17)
        below = y
        canvas.line(RIGHT + 4, points[-1][1], RIGHT + 14, y, MUTED, stroke_width=0.8)
        told = f"{name} {duration(found[name].p95)}"
        canvas.text(RIGHT + 18, y + 4, told, WIDTH - MARGIN - RIGHT - 18, size=12)


def _title(found: Mapping[str, Waited], trip: float) -> str:
    if not found:
        return "No operation, no round trip"
    worst = max(found, key=lambda name: found[name].p95)
    told = duration(found[worst].p95)
    return f"At {duration(trip)} a trip one {worst} in twenty takes {told} or more"


def _text(trips: Mapping[str, int], found: Mapping[str, Waited], trip: float) -> str:
    rows = [[n, count, *map(duration, found[n])] for n, count in trips.items()]
    return table(_title(found, trip), ["operation", "round trips", "p50", "p95"], rows)


def measured_waits(measured: Mapping[str, Mapping[str, Waited]], title: str) -> Picture:
    """Measured p50 and p95 as bars on a logarithmic scale: `measured[engine][operation]`.

    What was measured is in the picture and its description alone: the text form only says what is compared,
    so that a notebook prints the same on every machine.
    """
    canvas = Canvas(title)
    rows = [(engine, name, w) for engine, found in measured.items() for name, w in found.items()]
    ends = [second for *_, w in rows for second in w] or [1.0]
    low, high = floor(log10(max(min(ends), 1e-9))), max(ceil(log10(max(*ends, 1e-9))), -8)
    unit = (WIDTH - MARGIN - 260) / max(high - low, 1)
    for engine, name, w in rows:
        canvas.text(MARGIN, canvas.y + 24, f"{name} · {engine}", 176)
        for n, (second, mark) in enumerate(zip(w, (KEPT, USED), strict=True)):
            length = (log10(max(second, 1e-9)) - low) * unit
            canvas.box(MARGIN + 184, canvas.y + 4 + 17 * n, length, 14, mark, f"{second * 1000:.3g} ms")
            canvas.text(MARGIN + 190 + max(length, 1), canvas.y + 15 + 17 * n, duration(second), 60, size=12)
        canvas.y += ROW
    canvas.legend((KEPT, "half of the calls (p50)"), (Mark("", USED.stroke, USED.fill), "95 of 100 (p95)"))
    told = "; ".join(f"{n} on {e}: {duration(w.p50)}, {duration(w.p95)}" for e, n, w in rows)
    names = list(dict.fromkeys(clean(name) for _, name, _ in rows))
    return canvas.picture(
        told or title,
        f"{clean(title)}: {', '.join(names) or 'nothing'}; the picture has the times",
    )
