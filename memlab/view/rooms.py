"""A house of modules as a picture: its rooms, and which takes what from which."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from memlab.view.layout import lay_out
from memlab.view.picture import Picture, counted, listing, table
from memlab.view.svg import BLUE, KEPT, MARGIN, MUTED, PLAIN, ROOM, WIDTH, Canvas, Mark, measure

HEIGHT, SPACE = 30, 28  # of a box, and around the letters in it
BETWEEN = (8, 14)  # an invisible label on each arrow: room for its head


def rooms_graph(imports: Mapping[str, Collection[str]], core: Collection[str] = ()) -> Picture:
    """Who imports whom: each room (a key) with the rooms that it takes from, those of `core` marked.

    An arrow that follows from others is not drawn; the text form has all. O(rooms³).
    Raises ValueError where rooms import each other in a circle, RuntimeError where Graphviz is missing.

    >>> rooms_graph({"bank": ["flow"], "replay": ["bank", "flow"], "flow": []}, core=["flow"])
    3 rooms, and who imports whom: one direction, no way back
    room    imports
    replay  bank, flow
    bank    flow
    flow    –
    """
    rooms = [*above(imports)]
    taken = {room: [other for other in rooms if other in imports.get(room, ())] for room in rooms}
    title = f"{counted(len(rooms), 'room')}, and who imports whom: one direction, no way back"
    canvas = Canvas(title)
    if rooms:
        _draw(canvas, rooms, list(needed(taken)), core)
    arrows = (Mark("imports", MUTED, ""), "imports, and by it all that follows below")
    canvas.legend(*([(KEPT, "a core room")] if core else []), (PLAIN, "around the core"), arrows)
    said = "; ".join(f"{room} imports {listing(taken[room], 99)}" for room in rooms if taken[room])
    text = table(title, ["room", "imports"], [[room, listing(taken[room], 99)] for room in rooms])
    return canvas.picture(f"Rooms as boxes, arrows to what they import. {said}", text)


def above(imports: Mapping[str, Collection[str]]) -> Iterator[str]:
    """The rooms, each before all that it imports; those on one height by their names."""
    left = {*imports, *(other for others in imports.values() for other in others)}
    while left:
        wanted = {other for room in left for other in imports.get(room, ()) if other != room}
        top = sorted(left - wanted)
        if not top:
            raise ValueError(f"rooms: {listing(sorted(left), 99)} import each other in a circle; cut it")
        yield from top
        left -= set(top)


def needed(taken: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
    """The imports that do not follow from others: what is left says the same of what reaches what."""
    reach: dict[str, set[str]] = {}
    for room in reversed([*above(taken)]):
        reach[room] = set(taken[room]).union(*(reach[other] for other in taken[room]))
    for room, others in taken.items():
        yield from ((room, o) for o in others if not any(o in reach[other] for other in others))


def _draw(canvas: Canvas, rooms: list[str], edges: list[tuple[str, str]], core: Collection[str]) -> None:
    sizes = [(measure(room) + SPACE, HEIGHT) for room in rooms]
    place = {room: number for number, room in enumerate(rooms)}
    frame = lay_out(sizes, {(place[a], place[b]): BETWEEN for a, b in edges}, "TB")
    scale = min(1.0, ROOM / frame.width)
    with canvas.moved(max(MARGIN, (WIDTH - frame.width * scale) / 2), canvas.y, scale):
        for arrow in frame.arrows:
            tip = f"{rooms[arrow.tail]} imports {rooms[arrow.head]}"
            inner = rooms[arrow.tail] in core
            canvas.curve(arrow.curve, arrow.tip, BLUE if inner else MUTED, tip, stroke_width=1.4)
        for room, (width, height), (x, y) in zip(rooms, sizes, frame.centres, strict=True):
            mark = KEPT if room in core else PLAIN
            canvas.box(x - width / 2, y - height / 2, width, height, mark, room)
            canvas.text(x, y + 5, room, text_anchor="middle", font_weight="bold")
    canvas.y += frame.height * scale + 10
