"""Tenants on a cluster: a dot for each on the line of 16,384 slots, and how much each node has to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memlab.view.picture import Picture, counted, number, table
from memlab.view.svg import BLUE, CONFLICT, KEPT, MARGIN, MUTED, ROOM, RULE, VERMILION, WIDTH, Canvas, Mark

if TYPE_CHECKING:
    from memlab.tiers.scale.slots import Spread

SLOTS = 16_384
MOST = 400  # dots
HIGH, BARS = 110.0, 90.0
FAIR = Mark("", VERMILION, "", dash="4 3")


def cluster_slots(spread: Spread) -> Picture:
    """Every tenant as a dot at its slot (larger: more calls), the nodes' shares of slots, tenants and calls.

    Of more than 400 tenants the 400 busiest are drawn; the bars and the text form count all.
    """
    canvas = Canvas(_title(spread))
    _line(canvas, spread)
    _bars(canvas, spread)
    marks = [(Mark("", BLUE, BLUE), "a tenant"), (KEPT, "a node: its calls")]
    canvas.legend(*marks, (CONFLICT, "twice its fair share or more"), (FAIR, "fair share"))
    canvas.notes(_notes(spread), at_most=2, keep=True)
    return canvas.picture(f"{_title(spread)}. Slots 0 to 16,383 from left to right.", _text(spread))


def _line(canvas: Canvas, spread: Spread) -> None:
    """The slots from left to right, each node's part a box, the dots in it by the share of their calls."""
    top, unit = canvas.y, ROOM / SLOTS
    share = -(-SLOTS // spread.nodes)
    for n in range(spread.nodes):
        left, right = n * share, min((n + 1) * share, SLOTS)
        canvas.box(MARGIN + left * unit, top, max((right - left) * unit, 1), HIGH, Mark("", RULE, "#f7f7f7"))
    most = max(spread.shares)
    for n, (slot, share_of) in enumerate(list(zip(spread.slots, spread.shares, strict=True))[:MOST]):
        y = top + 14 + (n * 37 % 83)  # so that neighbours do not lie on each other
        radius = (3.2 if len(spread.slots) <= 100 else 2.2) + 9 * (share_of / most) ** 0.5 * (
            most * len(spread.shares) > 1.5
        )
        tip = f"customer-{n + 1}: slot {slot:,}, {_percent(share_of)} of the calls"
        x = min(max(MARGIN + slot * unit, MARGIN + radius), WIDTH - MARGIN - radius)
        canvas.element(
            "circle", tip=tip, cx=x, cy=y, r=radius, fill=BLUE, fill_opacity=0.55, stroke="#ffffff"
        )
    canvas.text(MARGIN, top + HIGH + 15, "slot 0", fill=MUTED)
    canvas.text(WIDTH - MARGIN, top + HIGH + 15, "16,383", fill=MUTED, text_anchor="end")
    canvas.y = top + HIGH + 30


def _bars(canvas: Canvas, spread: Spread) -> None:
    """A bar for each node: its share of the calls, on one scale, with the fair share as a line."""
    top, width = canvas.y, ROOM / spread.nodes
    most = max(*spread.loads, 1 / spread.nodes)
    for n, load in enumerate(spread.loads):
        height = BARS * load / most
        mark = _mark(load, spread.nodes)
        tip = f"node {n + 1}: {counted(spread.tenants[n], 'tenant')}, {_percent(load)} of the calls"
        canvas.box(MARGIN + n * width + 3, top + 16 + BARS - height, width - 6, height, mark, tip)
        centre = MARGIN + (n + 0.5) * width
        style: dict[str, Any] = {"text_anchor": "middle", "size": 12}
        canvas.text(centre, top + 16 + BARS + 15, _percent(load), width, font_weight="bold", **style)
        canvas.text(centre, top + 16 + BARS + 31, f"node {n + 1}", width, fill=MUTED, **style)
    fair = top + 16 + BARS - BARS / spread.nodes / most
    canvas.line(MARGIN, fair, WIDTH - MARGIN, fair, VERMILION, stroke_dasharray="4 3")
    canvas.y = top + BARS + 52


def _mark(load: float, nodes: int) -> Mark:
    return CONFLICT if nodes > 1 and load >= 2 / nodes else KEPT


def _title(spread: Spread) -> str:
    if spread.torn:
        return (
            f"Without braces {number(spread.torn)} of {counted(len(spread.slots), 'tenant')} are torn apart"
        )
    busiest = max(range(spread.nodes), key=spread.loads.__getitem__)
    load, fair = spread.loads[busiest], 1 / spread.nodes
    over = f"{load / fair:.1f} times its fair share" if spread.nodes > 1 else "all there is"
    there = f"{counted(len(spread.slots), 'tenant')} on {counted(spread.nodes, 'node')}"
    return f"{there}: the busiest node has {over}"


def _notes(spread: Spread) -> list[str]:
    hidden = len(spread.slots) - MOST
    shown = [f"The {MOST} busiest are drawn, {hidden:,} more are counted."] * (hidden > 0)
    return [f"The busiest tenant alone makes {_percent(max(spread.shares))} of all calls.", *shown]


def _text(spread: Spread) -> str:
    rows = [
        [n, held, _percent(load), _mark(load, spread.nodes).sign or "–"]
        for n, (held, load) in enumerate(zip(spread.tenants, spread.loads, strict=True), start=1)
    ]
    return table(_title(spread), ["node", "tenants", "of the calls", "hot"], rows, _notes(spread)[:1])


def _percent(share: float) -> str:
    return f"{100 * share:.3g}%"
