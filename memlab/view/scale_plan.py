"""A plan of capacity, line by line: what, the arithmetic, the result, and how many nodes come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memlab.tiers.scale.capacity import WHERE, Line, size
from memlab.view.picture import Picture, counted, table
from memlab.view.svg import BLUE, KEPT, LINE, MARGIN, MUTED, ROOM, RULE, WIDTH, Canvas, Mark

if TYPE_CHECKING:
    from memlab.tiers.scale.capacity import Plan

HOW, RESULT, MOST = MARGIN + 172.0, WIDTH - MARGIN - 10.0, 24  # nodes drawn


def capacity_plan(plan: Plan) -> Picture:
    """The tiers as bands: each line of arithmetic with its result, and a box for each node (24 at most)."""
    canvas = Canvas(_title(plan))
    for tier in WHERE:
        lines = [line for line in plan.lines if line.tier == tier]
        nodes = next((int(line.value) for line in lines if line.what == "nodes"), 0)
        height = 34 + 20 * len(lines) + 24 * (nodes > 0)
        canvas.box(MARGIN, canvas.y, ROOM, height, Mark("", RULE, "#ffffff"))
        canvas.text(MARGIN + 10, canvas.y + 20, tier, font_weight="bold")
        for n, line in enumerate(lines):
            _row(canvas, line, canvas.y + 42 + 20 * n)
        if nodes:
            _nodes(canvas, nodes, canvas.y + height - 24)
        canvas.y += height + 8
    canvas.y -= LINE / 2
    about = ". ".join(f"{line.tier}, {line.what}: {line.how} = {_told(line)}" for line in plan.lines)
    return canvas.picture(about, _text(plan))


def _row(canvas: Canvas, line: Line, y: float) -> None:
    bold = "bold" if line.what in ("nodes", "storage", "memory") else None
    canvas.text(MARGIN + 10, y, line.what, HOW - MARGIN - 16, size=12, font_weight=bold)
    canvas.text(HOW, y, line.how, RESULT - HOW - 196, size=12, fill=MUTED)
    canvas.text(RESULT, y, _told(line), 190, size=12, text_anchor="end", font_weight=bold)


def _nodes(canvas: Canvas, nodes: int, y: float) -> None:
    for n in range(min(nodes, MOST)):
        canvas.box(MARGIN + 10 + 22 * n, y, 18, 14, KEPT)
    if nodes > MOST:
        canvas.text(MARGIN + 16 + 22 * MOST, y + 12, f"and {nodes - MOST:,} more", fill=BLUE, size=12)


def _title(plan: Plan) -> str:
    redis, postgres = (f"{plan.value(t, 'nodes'):,.0f}" for t in WHERE[:2])
    cold = size(plan.value("cold", "storage"))
    nodes = f"{redis} Redis nodes, {postgres} of PostgreSQL"
    return f"{plan.assumptions.tenants:,} tenants: {nodes}, {cold} of cold storage"


def _told(line: Line) -> str:
    if line.unit == "B":
        return size(line.value)
    return counted(round(line.value), "node") if line.unit == "nodes" else f"{line.value:,.0f} {line.unit}"


def _text(plan: Plan) -> str:
    rows = [[line.tier, line.what, line.how, _told(line)] for line in plan.lines]
    return table(_title(plan), ["tier", "what", "arithmetic", "is"], rows)
