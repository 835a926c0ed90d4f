"""The look that all chapters share: what a colour means, and that no meaning hangs on a colour alone."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from memlab import view
from memlab.bank import Settings, play
from memlab.course.story import FIVE_STATEMENTS, MEMORIES, SERVICE_CALL
from memlab.flow import LIVENESS, Program, solve
from memlab.view import svg
from memlab.zset import ScoredSet

SVG = "{http://www.w3.org/2000/svg}"
FIVE, CALL = map(Program.from_dicts, (FIVE_STATEMENTS, SERVICE_CALL))
PALETTE = {  # Okabe and Ito's colours, which people with any colour vision tell apart; grey is ours
    "BLUE": "#0072b2",
    "GREEN": "#009e73",
    "GREY": "#767676",
    "VERMILION": "#d55e00",
    "ORANGE": "#e69f00",
    "BLACK": "#000000",
}
MEANINGS = {  # mark: (meaning, stroke, dash, width of the stroke, sign)
    "KEPT": ("kept or live", "BLUE", "", 1.2, ""),
    "USED": ("used now", "GREEN", "", 1.2, "r"),
    "LOOKED_AT": ("looked at", "GREEN", "", 2.4, ""),
    "DEAD": ("dead or evictable", "GREY", "4 3", 1.2, ""),
    "EVICTED": ("evicted", "VERMILION", "", 1.2, "×"),
    "PINNED": ("pinned", "BLACK", "", 3, ""),
    "CONFLICT": ("conflict", "ORANGE", "", 1.2, "!!"),
    "OPTIMUM": ("optimum", "BLACK", "", 2, ""),
}
INKS = {svg.INKS[PALETTE[name]] for name in ("BLUE", "GREEN", "VERMILION", "ORANGE")}  # of words
NEUTRAL = {svg.INK, svg.MUTED, svg.RULE, svg.CARD, "none", None}
FILLS = {getattr(svg, name).fill for name in MEANINGS} - {""}


def elements(picture: view.Picture, tag: str, **look: str) -> list[ElementTree.Element]:
    """The elements of a picture that have these attributes."""
    wanted = {name.replace("_", "-"): value for name, value in look.items()}
    found = ElementTree.fromstring(picture.svg).iter(SVG + tag)
    return [e for e in found if all(e.get(name) == value for name, value in wanted.items())]


def tips(found: list[ElementTree.Element]) -> set[str | None]:
    return {element.findtext(f"{SVG}title") for element in found} - {None}


@pytest.mark.parametrize(("name", "value"), PALETTE.items())
def test_the_palette(name, value):
    assert getattr(svg, name) == value


@pytest.mark.parametrize("name", MEANINGS)
def test_what_a_mark_means_and_how_it_looks(name):
    mark, (meaning, colour, *look) = getattr(svg, name), MEANINGS[name]
    assert (mark.name, mark.stroke) == (meaning, PALETTE[colour])
    assert [mark.dash, mark.weight, mark.sign] == look


def test_no_meaning_hangs_on_a_colour_alone():
    marks = [getattr(svg, name) for name in MEANINGS]
    for a, b in combinations(marks, 2):
        assert (a.dash, a.weight, a.sign) != (b.dash, b.weight, b.sign), f"{a.name} and {b.name}"


def test_every_colour_of_every_picture_is_of_the_palette(picture):
    for element in ElementTree.fromstring(picture.svg).iter():
        for side in ("fill", "stroke"):
            assert element.get(side) in {*PALETTE.values(), *INKS, *FILLS, *NEUTRAL}


def test_the_fonts_end_in_chinese_japanese_and_korean_ones_and_then_in_any_without_serifs():
    fonts = [font.strip(" '") for font in svg.FONTS.split(",")]
    assert fonts[-6:] == [
        "PingFang SC",
        "Hiragino Sans GB",
        "Microsoft YaHei",
        "Noto Sans CJK SC",
        "WenQuanYi Micro Hei",
        "sans-serif",
    ]


def test_every_picture_lies_on_a_light_card_of_its_own(picture):
    root = ElementTree.fromstring(picture.svg)
    assert (root.get("width"), root.get("font-size"), root.get("font-family")) == ("720", "13", svg.FONTS)
    drawn = [e for e in root if e.tag not in (f"{SVG}title", f"{SVG}desc")]
    card = drawn[0]
    assert (card.tag, card.get("x"), card.get("width")) == (f"{SVG}rect", "0.5", "719")
    assert float(card.get("height")) == picture.height - 1
    assert card.get("fill") == "#ffffff", "dark ink on it reads on a dark page too"


def test_what_is_held_is_blue_and_what_is_written_and_never_read_is_grey_and_dashed():
    chart = view.live_range_chart(CALL)
    assert "name is held in turns 1 to 12" in tips(elements(chart, "rect", stroke="#0072b2", fill="#cfe4f2"))
    dashed = elements(chart, "rect", stroke="#767676", stroke_dasharray="4 3")
    assert {tip.split()[1] for tip in tips(dashed)} == {"4", "5"}, "weather, and the first address"


def test_what_is_read_is_green_and_says_r():
    picture = view.live_range_chart(CALL)
    reads = sum(len(s.use) for s in CALL.statements) + 1  # and the legend
    assert len(elements(picture, "rect", stroke="#009e73")) == reads
    assert [e.text for e in elements(picture, "text", fill=svg.INKS["#009e73"])] == ["r"] * reads


def test_an_eviction_is_a_vermilion_cross():
    run = play(SERVICE_CALL, MEMORIES, 4, "lru")
    crosses = elements(view.bank_timeline(run), "path", stroke="#d55e00", stroke_width="2.4")
    assert len(tips(crosses)) == sum(len(frame.evicted) for frame in run.frames) > 0
    assert all(e.get("d").count("l") == 2 for e in crosses), "two strokes each"


def test_a_pinned_memory_has_a_heavy_black_line():
    lines = [view.ScoreLine("pinned", 5, boost=10), view.ScoreLine("plain", 5)]
    heavy = elements(view.score_curves(lines, Settings(), 600), "path", stroke="#000000")
    assert [e.get("stroke-width") for e in heavy] == ["5"]


def test_what_goes_first_is_grey_and_dashed():
    (first,) = tips(
        elements(view.sorted_set(ScoredSet([("a", 1), ("b", 2)])), "rect", stroke_dasharray="4 3")
    )
    assert first == "a: 1"


@pytest.mark.parametrize("picture", [
    view.dataflow_graph(FIVE, statement=3),
    view.fixed_point(solve(FIVE, LIVENESS, trace=True), 3),
])  # fmt: skip
def test_the_statement_looked_at_has_a_heavier_frame_too(picture):
    looked_at = elements(picture, "rect", stroke="#009e73")
    assert [e.get("stroke-width") for e in looked_at] == ["2.4"] * 2, "the statement and the legend"
