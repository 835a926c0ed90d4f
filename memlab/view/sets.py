"""A sorted set from its lowest score up, and the skip list that finds a rank without walking."""

from __future__ import annotations

from itertools import pairwise
from math import isfinite

from memlab.view.picture import Picture, clean, counted, listing, number, table
from memlab.view.svg import DEAD, GREEN, KEPT, LOOKED_AT, MARGIN, MUTED, ROOM, WIDTH, Canvas, wrap
from memlab.zset import ScoredSet, SkipList

MOST_MEMBERS = 20
MOST_NODES = 12
LEVEL = 40.0
BARS = 292.0
Stop = tuple[int, bytes | None]  # a level, and the member stood on there (None: the head)


def sorted_set(scored: ScoredSet | SkipList) -> Picture:
    """Members from the lowest score up, as they are kept: the first one goes first when room is needed.

    Beyond 20 members the rest is only in the text form.

    >>> sorted_set(ScoredSet([("order", 7), ("weather", 1)]))
    2 members in order of score: weather (1) is the first to go
    rank  member   score
       0  weather      1
       1  order        7
    """
    pairs = [(clean(member), float(scored.score(member) or 0)) for member in scored]
    title = _set_title(pairs)
    canvas = Canvas(title)
    shown = pairs if len(pairs) <= MOST_MEMBERS else pairs[:MOST_MEMBERS]
    if shown:
        _members(canvas, shown)
    hidden = len(pairs) - len(shown)
    canvas.notes(_not_drawn(hidden, "only in the text form."))
    rows = [[rank, member, score] for rank, (member, score) in enumerate(pairs)]
    found = listing((f"{member} {number(score)}" for member, score in pairs), 40)
    return canvas.picture(
        f"Members from the lowest score up: {found}", table(title, ["rank", "member", "score"], rows)
    )


def _not_drawn(hidden: int, where: str) -> list[str]:
    scores = "a higher score is" if hidden == 1 else "higher scores are"
    return [f"{counted(hidden, 'member')} with {scores} {where}"] * (hidden > 0)


def _set_title(pairs: list[tuple[str, float]]) -> str:
    if not pairs:
        return "An empty sorted set: a key without members does not exist"
    first = f"{pairs[0][0]} ({number(pairs[0][1])})"
    return f"{counted(len(pairs), 'member')} in order of score: {first} is the first to go"


def _members(canvas: Canvas, shown: list[tuple[str, float]]) -> None:
    for x, word in ((56, "rank"), (190, "member"), (276, "score")):
        canvas.text(x, canvas.y + 12, word, fill=MUTED, text_anchor="end")
    canvas.y += 20
    bars = _bars([score for _, score in shown])
    for rank, ((member, score), (left, width)) in enumerate(zip(shown, bars, strict=True)):
        y = canvas.y
        canvas.text(56, y + 16, rank, text_anchor="end", fill=MUTED)
        canvas.text(190, y + 16, member, 126, text_anchor="end")
        canvas.text(276, y + 16, number(score), 78, text_anchor="end")
        canvas.box(left, y + 4, width, 15, KEPT if rank else DEAD, f"{member}: {number(score)}")
        canvas.y += 23
    canvas.legend((DEAD, "lowest score: goes first"), (KEPT, "kept"))


def _bars(scores: list[float]) -> list[tuple[float, float]]:
    """Left ends and widths of bars from 0 to each score, to the left for one below 0; ∞ is as long as any."""
    most = max((abs(score) for score in scores if isfinite(score)), default=0.0) or 1.0
    shares = [min(max(score / most, -1.0), 1.0) for score in scores]
    low, high = min(0.0, *shares), max(0.0, *shares)
    scale = (WIDTH - MARGIN - BARS) / ((high - low) or 1.0)
    return [(BARS + (min(s, 0.0) - low) * scale, max(abs(s) * scale, 6.0)) for s in shares]


def skip_list(nodes: SkipList, *, path_to: bytes | str | None = None) -> Picture:
    """The levels of a skip list, the number of places that each link jumps, and the search for a member.

    Beyond 12 members the rest is only in the text form.

    >>> skip_list(SkipList([("order", 7), ("weather", 1)], seed=1), path_to="order").title
    'order is found in 1 jump and has rank 1 (2 members on 2 levels)'
    """
    drawing = _Lanes(nodes, path_to)
    canvas = Canvas(drawing.title)
    for level in reversed(range(len(drawing.levels))):
        _lane(canvas, drawing, level)
    _names(canvas, drawing)
    wanted = [(LOOKED_AT, f"search for {clean(path_to)}")] if path_to is not None else []
    canvas.legend((KEPT, "member; the number on a link is how many places it jumps"), *wanted)
    hidden = len(nodes) - len(drawing.shown)
    canvas.notes(_not_drawn(hidden, "only in the text form."))
    if drawing.path and drawing.path[-1][1] not in drawing.place:
        canvas.notes(wrap(drawing.search, ROOM))
    return canvas.picture(drawing.description, drawing.text)


class _Lanes:
    """Which nodes stand where, and which links the search takes."""

    def __init__(self, nodes: SkipList, path_to: bytes | str | None) -> None:
        self.levels = nodes.levels()
        self.order = list(nodes)
        self.shown = self.order[:MOST_NODES]
        self.place: dict[bytes | None, int] = {None: 0, **{m: i + 1 for i, m in enumerate(self.shown)}}
        self.path_to, self.path = path_to, nodes.path(path_to) if path_to is not None else []
        self.visited = set(self.path)
        self.step = min((ROOM - 40) / (len(self.shown) + 1.5), 96.0)  # the last name needs half a column more

    def x(self, member: bytes | None) -> float:
        return MARGIN + 40 + (self.place[member] + 0.5) * self.step

    @property
    def half(self) -> float:
        return min(11.0, self.step * 0.3)

    @property
    def title(self) -> str:
        if not self.order:
            return "An empty skip list: only its head"
        size = f"{counted(len(self.order), 'member')} on {counted(len(self.levels), 'level')}"
        if self.path_to is None:
            return f"A skip list: {size}"
        if not self.path:
            return f"{clean(self.path_to)} is not among the {size}"
        hops = len({m for _, m in self.path}) - 1
        rank = self.order.index(self.path[-1][1] or b"")
        return f"{clean(self.path_to)} is found in {counted(hops, 'jump')} and has rank {rank} ({size})"

    @property
    def description(self) -> str:
        lanes = (
            f"level {i + 1}: {listing((m for m, _, _ in lane), 20)}" for i, lane in enumerate(self.levels)
        )
        return "; ".join(lanes)

    @property
    def text(self) -> str:
        rows = [[f"level {i + 1}", self._links(i)] for i in reversed(range(len(self.levels)))]
        return table(self.title, ["level", "links"], rows, [self.search] if self.path else [])

    @property
    def search(self) -> str:
        """Where the search stands, one after the other."""
        stops = (f"{clean(m) if m is not None else 'head'} (level {i + 1})" for i, m in self.path)
        return f"search: {' → '.join(stops)}"

    def _links(self, level: int) -> str:
        return "head" + "".join(f" –{span}→ {clean(m)}" for m, _, span in self.levels[level])


def _lane(canvas: Canvas, drawing: _Lanes, level: int) -> None:
    y, lane = canvas.y + LEVEL / 2, drawing.levels[level]
    here = [None, *(member for member, _, _ in lane if member in drawing.place)]
    canvas.text(MARGIN, y + 5, f"level {level + 1}", 60, fill=MUTED)
    if len(here) <= len(lane):
        onwards = {(level, here[-1]), (level, lane[len(here) - 1][0])} <= drawing.visited
        ink, width = (GREEN, 4) if onwards else (MUTED, 1)
        edge = WIDTH - MARGIN
        canvas.line(drawing.x(here[-1]), y, edge, y, ink, stroke_dasharray="2 3", stroke_width=width)
    for (a, b), (_, _, span) in zip(pairwise(here), lane, strict=False):
        _link(canvas, drawing, (level, a), (level, b), span)
    for member in here:
        _node(canvas, drawing, level, member, y)
    canvas.y += LEVEL


def _link(canvas: Canvas, drawing: _Lanes, a: Stop, b: Stop, span: int) -> None:
    taken = {a, b} <= drawing.visited
    ink, y = GREEN if taken else MUTED, canvas.y + LEVEL / 2
    x1, x2 = drawing.x(a[1]) + drawing.half, drawing.x(b[1]) - drawing.half
    straight = [(x1, y), (x1, y), (x2 - 9, y), (x2 - 9, y)]
    canvas.curve(straight, (x2, y), ink, stroke_width=4 if taken else 1.4)
    canvas.text((x1 + x2) / 2 - 2, y - 6, span, text_anchor="middle", size=11, fill=ink)


def _node(canvas: Canvas, drawing: _Lanes, level: int, member: bytes | None, y: float) -> None:
    mark = LOOKED_AT if (level, member) in drawing.visited else KEPT
    x, half = drawing.x(member), drawing.half
    canvas.box(x - half, y - half, 2 * half, 2 * half, mark, "head" if member is None else member)


def _names(canvas: Canvas, drawing: _Lanes) -> None:
    """Names stand under the columns in two lines in turn, so that each has the room of two columns."""
    wanted = drawing.path[-1][1] if drawing.path else None
    canvas.text(drawing.x(None), canvas.y + 29, "head", fill=MUTED, text_anchor="middle")
    canvas.text(MARGIN, canvas.y + 50, "score", fill=MUTED)
    scores = {m: s for m, s, _ in drawing.levels[0]}
    for i, member in enumerate(drawing.shown):
        x, bold = drawing.x(member), "bold" if member == wanted else None
        y = canvas.y + 12 + 17 * (i % 2)
        canvas.text(x, y, member, 2 * drawing.step - 8, text_anchor="middle", font_weight=bold)
        canvas.text(
            x, canvas.y + 50, number(scores[member]), drawing.step - 4, text_anchor="middle", fill=MUTED
        )
    canvas.y += 56
