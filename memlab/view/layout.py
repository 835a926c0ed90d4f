"""Positions for a drawn graph: DOT goes to Graphviz, positions come back.

Boxes and edge labels are given to Graphviz as bare sizes. It therefore measures no text: no font is looked
up, nothing is printed to stderr, Chinese labels have the room they need, and the layout does not depend on
the machine's fonts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Point = tuple[float, float]
POINTS = 72.0  # Graphviz gives sizes in inches and positions in points


@dataclass(frozen=True)
class Arrow:
    """A drawn edge: control points of its Bézier curve, its tip, the centre of its label (if it has one)."""

    tail: int
    head: int
    curve: tuple[Point, ...]
    tip: Point
    label: Point | None


@dataclass(frozen=True)
class Layout:
    """Centres of the nodes and the arrows between them, y downwards."""

    width: float
    height: float
    centres: tuple[Point, ...]
    arrows: tuple[Arrow, ...]


def lay_out(nodes: Sequence[Point], edges: Mapping[tuple[int, int], Point], direction: str) -> Layout:
    """Place boxes of the given sizes; edges map (tail, head) to the size of their label, (0, 0) for none."""
    drawing = json.loads(_graphviz(_dot(nodes, edges, direction)))
    left, low, right, high = map(float, drawing.get("bb", "0,0,0,0").split(","))
    objects = drawing.get("objects", [])
    place = {o["name"]: _point(o["pos"], high) for o in objects}
    arrows = [_arrow(edge, high, objects) for edge in drawing.get("edges", [])]
    centres = tuple(place[f"n{i}"] for i in range(len(nodes)))
    return Layout(right - left, high - low, centres, tuple(sorted(arrows, key=lambda a: (a.tail, a.head))))


def _dot(nodes: Sequence[Point], edges: Mapping[tuple[int, int], Point], direction: str) -> str:
    import graphviz

    graph = graphviz.Digraph(
        graph_attr={"rankdir": direction, "ranksep": "0.16", "nodesep": "0.3"},
        node_attr={"shape": "box", "fixedsize": "true", "label": ""},
    )
    for i, (width, height) in enumerate(nodes):
        graph.node(f"n{i}", width=f"{width / POINTS:.3f}", height=f"{height / POINTS:.3f}")
    for (tail, head), (width, height) in edges.items():
        size = f'FIXEDSIZE="TRUE" WIDTH="{width:.0f}" HEIGHT="{height:.0f}"'
        label = f'<<TABLE BORDER="0" CELLBORDER="0" {size}><TR><TD></TD></TR></TABLE>>' if width else None
        graph.edge(f"n{tail}", f"n{head}", label=label)
    return graph.source


def _graphviz(dot: str) -> bytes:
    """Graphviz in process (pygraphviz 2 carries it); a `dot` on the PATH is the way out."""
    try:
        import pygraphviz
    except ImportError:
        return _dot_on_path(dot)
    return pygraphviz.AGraph(string=dot).draw(prog="dot", format="json0")


def _dot_on_path(dot: str) -> bytes:
    import graphviz

    try:
        return graphviz.pipe("dot", "json0", dot.encode())
    except graphviz.ExecutableNotFound as missing:
        mend = "pip install 'pygraphviz>=2' brings Graphviz with it; a system package named graphviz does too"
        raise RuntimeError(
            f"the graph cannot be laid out: no pygraphviz and no `dot` on the PATH ({mend})"
        ) from missing


def _point(text: str, high: float) -> Point:
    x, y = map(float, text.split(","))
    return x, high - y


def _arrow(edge: dict, high: float, objects: list[dict]) -> Arrow:
    tip, *curve = edge["pos"].removeprefix("e,").split()
    label = _point(edge["lp"], high) if "lp" in edge else None
    tail, head = (int(objects[edge[end]]["name"][1:]) for end in ("tail", "head"))
    return Arrow(tail, head, tuple(_point(p, high) for p in curve), _point(tip, high), label)
