"""The pen that every picture is drawn with: one palette, one font stack, one card, text that stays text.

Charts here are bars, cells and lines, so they are written as SVG directly: quick to draw (`memlab bench
view` tells how quick), the same bytes on every machine, and no font is ever asked for its glyphs (which is
what makes chart libraries warn on 花生).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from memlab.view.picture import Picture, clean

Point = tuple[float, float]
WIDTH = 720
SIZE = 13
LINE = 18
MARGIN = 16
ROOM = WIDTH - 2 * MARGIN
FONTS = (
    "'Helvetica Neue', Arial, 'Noto Sans', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', "
    "'Noto Sans CJK SC', 'WenQuanYi Micro Hei', sans-serif"
)

INK, MUTED, RULE, CARD = "#1a1a1a", "#595959", "#d9d9d9", "#ffffff"
BLUE, GREEN, GREY, VERMILION, ORANGE, BLACK = "#0072b2", "#009e73", "#767676", "#d55e00", "#e69f00", "#000000"

# What is said in a colour is said in a darker shade of it: letters need more contrast than lines and boxes.
INKS = {BLUE: "#005a8e", GREEN: "#006b4e", GREY: MUTED, VERMILION: "#9c4400", ORANGE: "#7a5300"}


@dataclass(frozen=True)
class Mark:
    """One meaning and its look; `sign` says it a second time for those who cannot tell the colours apart."""

    name: str
    stroke: str
    fill: str
    weight: float = 1.2
    dash: str = ""
    sign: str = ""


KEPT = Mark("kept or live", BLUE, "#cfe4f2")
USED = Mark("used now", GREEN, "#c9ebdf", sign="r")
DEAD = Mark("dead or evictable", GREY, "#f7f7f7", dash="4 3")
EVICTED = Mark("evicted", VERMILION, "#fbe3d2", sign="×")
PINNED = Mark("pinned", BLACK, "#cfe4f2", weight=3)
CONFLICT = Mark("conflict", ORANGE, "#fcefd0", sign="!!")
LOOKED_AT = replace(USED, name="looked at", weight=2.4, sign="")
OPTIMUM = Mark("optimum", BLACK, "", weight=2)
PLAIN = Mark("", MUTED, CARD)


@lru_cache(4096)
def _advance(char: str) -> float:
    """The width of a character in ems, rather too wide than too narrow."""
    if unicodedata.combining(char) or unicodedata.category(char) in {"Cf", "Mn"}:
        return 0
    if unicodedata.east_asian_width(char) in "WF" or ord(char) > 0x1F000:
        return 1.05 if ord(char) < 0x1F000 else 1.4
    if char in "fijlrtI.,:;'|![]() ":
        return 0.32
    if char in "mwMW@%—…→←∞–" or ord(char) > 0x3000:
        return 0.92
    return 0.7 if char.isupper() else 0.56


@lru_cache(8192)  # the same words come back in every new picture
def measure(text: str, size: float = SIZE) -> float:
    """The width of a text in pixels, estimated from its characters (no font is read)."""
    return sum(map(_advance, text)) * size


def fit(text: str, width: float, size: float = SIZE) -> str:
    """The text, or as much of it as fits the width with an ellipsis behind it."""
    if measure(text, size) <= width:
        return text
    room, kept = width - measure("…", size), ""
    for char in text:
        room -= _advance(char) * size
        if room < 0:
            break
        kept += char
    return kept.rstrip() + "…"


def wrap(text: str, width: float, size: float = SIZE) -> list[str]:
    """The text in lines that fit; it breaks at spaces and, as Chinese does, between wide characters."""
    lines, line = [], ""
    for word in re.findall(r"[⺀-鿿＀-￯]|[^\s⺀-鿿＀-￯]+|\s+", text):
        if line.strip() and measure(line + word.rstrip(), size) > width:
            lines.append(line.strip())
            line = ""
        line += word
    return [*lines, line.strip()] if line.strip() else lines


def escape(text: object) -> str:
    """Text that is safe inside an element and inside a quoted attribute."""
    plain = clean(text)
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _number(x: float) -> str:
    return f"{x:.1f}".rstrip("0").rstrip(".") if x % 1 else str(int(x))


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _attributes(values: dict[str, Any]) -> str:
    shown = {k.replace("_", "-"): v for k, v in values.items() if v not in ("", None)}
    return "".join(f' {k}="{_number(v) if isinstance(v, int | float) else v}"' for k, v in shown.items())


class Canvas:
    """A card of 720 px that grows downwards: `y` is where the next thing goes; `picture` closes it."""

    def __init__(self, title: str) -> None:
        self.title, self.y, self._parts = clean(title), float(MARGIN), list[str]()
        lines = wrap(self.title, ROOM, 16)  # bold is wider
        for line in [*lines[:2], " ".join(lines[2:])][: len(lines)]:
            self.text(MARGIN, self.y + 14, line, ROOM - 20, size=15, font_weight="bold")
            self.y += 20
        self.y += 8

    def element(self, tag: str, inside: str = "", tip: object = "", **attributes: Any) -> None:
        """Any element; `tip` is what a mouse that rests on it reads."""
        inside = (f"<title>{escape(tip)}</title>" if tip not in ("", None) else "") + inside
        open_tag = f"<{tag}{_attributes(attributes)}"
        self._parts.append(f"{open_tag}>{inside}</{tag}>" if inside else f"{open_tag}/>")

    def text(
        self, x: float, y: float, words: object, width: float = WIDTH, tip: object = "", **style: Any
    ) -> None:
        """One line of text, cut with an ellipsis at `width`; the whole of it is then in its tooltip."""
        whole = clean(words)
        shown = fit(whole, width, style.get("size", SIZE))
        style["fill"] = INKS.get(style.get("fill", ""), style.get("fill"))
        style["font_size"] = style.pop("size", None)
        self.element("text", escape(shown), tip or (whole if shown != whole else ""), x=x, y=y, **style)

    def box(
        self, x: float, y: float, w: float, h: float, mark: Mark = PLAIN, tip: object = "", **more: Any
    ) -> None:
        """A rounded box in the look of its mark."""
        look = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": mark.weight, "rx": min(3, h / 4)}
        look["stroke_dasharray"] = mark.dash
        self.element("rect", tip=tip, x=x, y=y, width=max(w, 1), height=max(h, 1), **{**look, **more})

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str = RULE, **style: Any) -> None:
        """A straight line."""
        self.element("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, **style)

    def path(
        self, points: list[tuple[float, float]], stroke: str = BLUE, tip: object = "", **style: Any
    ) -> None:
        """A line through points."""
        d = "M" + "L".join(map(_pair, points))
        self.element("path", tip=tip, d=d, fill="none", stroke=stroke, stroke_linejoin="round", **style)

    def curve(
        self, points: Sequence[Point], tip_at: Point, stroke: str, tip: object = "", **style: Any
    ) -> None:
        """A Bézier curve (start, then groups of three control points) that ends in an arrowhead."""
        d = f"M{_pair(points[0])}C" + " ".join(map(_pair, points[1:]))
        self.element("path", tip=tip, d=d, fill="none", stroke=stroke, **style)
        (x, y), (tx, ty) = points[-1], tip_at
        dx, dy = tx - x, ty - y
        wings = [(x - dy * 0.45, y + dx * 0.45), (tx, ty), (x + dy * 0.45, y - dx * 0.45)]
        self.element("path", d="M" + "L".join(map(_pair, wings)) + "Z", fill=stroke)

    @contextmanager
    def moved(self, x: float, y: float, scale: float = 1.0) -> Iterator[None]:
        """What is drawn inside is shifted and scaled as a whole."""
        self._parts.append(f'<g transform="translate({_number(x)} {_number(y)}) scale({scale:.3f})">')
        yield
        self._parts.append("</g>")

    def cross(self, x: float, y: float, r: float = 5, tip: object = "") -> None:
        """The sign of an eviction."""
        d = f"M{_number(x - r)} {_number(y - r)}l{2 * r} {2 * r}m0 {-2 * r}l{-2 * r} {2 * r}"
        self.element("path", tip=tip, d=d, fill="none", stroke=VERMILION, stroke_width=2.4)

    def legend(self, *marks: tuple[Mark, str]) -> None:
        """A row of swatches, so that nobody has to remember a colour; a mark without fill is a line."""
        x, self.y = float(MARGIN), self.y + 6
        for mark, label in marks:
            if x + 26 + measure(label) > WIDTH - MARGIN:
                x, self.y = float(MARGIN), self.y + LINE + 4
            if mark.fill:
                self.box(x, self.y, 18, 14, mark)
            else:
                style = {"stroke_width": mark.weight, "stroke_dasharray": mark.dash}
                self.line(x, self.y + 7, x + 18, self.y + 7, mark.stroke, **style)
            ink = CARD if mark.fill == mark.stroke else mark.stroke
            if sign := mark.sign.replace("×", ""):
                look: dict[str, Any] = {"size": 12, "font_weight": "bold", "text_anchor": "middle"}
                self.text(x + 9, self.y + 11.5, sign, fill=ink, **look)
            if "×" in mark.sign:
                self.cross(x + 9, self.y + 7, 4)
            self.text(x + 24, self.y + 12, label, fill=MUTED)
            x += 24 + measure(label) + 18
        self.y += LINE + 4

    def notes(self, lines: Sequence[str], at_most: int = 8, keep: bool = False) -> None:
        """Sentences under the drawing; what does not fit is counted, never dropped silently.

        `keep` keeps room for `at_most` lines: what stands below does not jump while a slider is moved.
        """
        end = self.y + LINE * at_most
        shown = lines if len(lines) <= at_most else lines[: at_most - 1]
        for note in shown:
            self.y += LINE
            self.text(MARGIN, self.y, note, ROOM)
        if len(shown) < len(lines):
            self.y += LINE
            more = f"… and {len(lines) - len(shown):,} more; the text form lists them all."
            self.text(MARGIN, self.y, more, fill=MUTED)
        self.y = max(self.y + 4 * bool(lines), end * keep)

    def picture(self, description: str, text: str) -> Picture:
        """Close the card. Its ids come from its content: several pictures share a page without clashing."""
        body, description = "".join(self._parts), clean(description)
        key = "m" + hashlib.sha256(f"{self.title}{description}{body}".encode()).hexdigest()[:10]
        height = _number(self.y + MARGIN)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{key}-t {key}-d" '
            f'font-family="{FONTS}" font-size="{SIZE}" fill="{INK}" style="max-width:100%;height:auto">'
            f'<title id="{key}-t">{escape(self.title)}</title><desc id="{key}-d">{escape(description)}</desc>'
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{_number(self.y + MARGIN - 1)}" rx="6" '
            f'fill="{CARD}" stroke="{RULE}"/>{body}</svg>\n'
        )
        return Picture(self.title, description, text, svg)
