"""Text that is read by everybody: its contrast with what lies behind it, and its size."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from xml.etree import ElementTree

import pytest

from memlab.view import svg

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency" (2009), severity 1, on linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = (  # from linear sRGB, divided by the white of D65
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
LINES = (svg.BLUE, svg.GREEN, svg.GREY, svg.VERMILION, svg.ORANGE, svg.BLACK)
GROUNDS = sorted({svg.CARD, *(m.fill for m in vars(svg).values() if isinstance(m, svg.Mark) and m.fill)})
SVG = "{http://www.w3.org/2000/svg}"


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(part, 16) / 255 for part in re.findall("..", colour.lstrip("#"))]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def seen(colour: str, blindness: str) -> tuple[float, float, float]:
    """A colour as it is seen, in CIELAB: sRGB to linear, the simulation, XYZ under D65, L*a*b*."""
    parts = [int(part, 16) / 255 for part in re.findall("..", colour.lstrip("#"))]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    linear = [min(max(p, 0), 1) for p in times(BLINDNESS[blindness], linear)]
    x, y, z = (p ** (1 / 3) if p > 216 / 24389 else (24389 / 27 * p + 16) / 116 for p in times(XYZ, linear))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(line, vector, strict=True)) for line in matrix]


def texts(svg: str):
    """Each text of a picture: its words, its colour, what lies behind its middle, and its size."""
    root = ElementTree.fromstring(svg)
    grounds: list[tuple[float, float, float, float, str]] = []
    for element in root.iter():
        look = {name: element.get(name) for name in ("x", "y", "fill")}
        if element.tag == f"{SVG}rect" and look["fill"] not in (None, "none"):
            size = float(element.get("width")), float(element.get("height"))
            grounds.append((float(look["x"] or 0), float(look["y"] or 0), *size, look["fill"]))
        elif element.tag == f"{SVG}text":
            size = float(element.get("font-size") or root.get("font-size"))
            x, y = float(look["x"]), float(look["y"]) - size / 3
            x += {"end": -3, None: 3, "middle": 0, "start": 3}[element.get("text-anchor")]
            under = [fill for a, b, w, h, fill in grounds if a <= x <= a + w and b <= y <= b + h]
            yield element.text, look["fill"] or root.get("fill"), under[-1] if under else "#ffffff", size


def test_every_text_of_every_picture_contrasts_with_what_lies_behind_it(picture):
    faint = {
        (words, ink, ground, round(contrast(ink, ground), 2))
        for words, ink, ground, _ in texts(picture.svg)
        if contrast(ink, ground) < 4.5
    }
    assert not faint


def test_no_text_is_smaller_than_eleven_pixels(picture):
    assert min((size for *_, size in texts(picture.svg)), default=13) >= 11


@pytest.mark.parametrize("ground", GROUNDS)
def test_text_reads_on_every_ground(ground):
    assert contrast(svg.INK, ground) >= 7
    assert min(contrast(ink, ground) for ink in (svg.MUTED, *svg.INKS.values())) >= 4.5


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_colours_of_lines_are_told_apart_by_eyes_of_every_kind(blindness):
    """About 2.3 in CIELAB can just be noticed; green and grey are the closest pair of a deuteranope."""
    apart = {(a, b): dist(seen(a, blindness), seen(b, blindness)) for a, b in combinations(LINES, 2)}
    assert min(apart.values()) > 10, min(apart, key=apart.__getitem__)


def test_the_simulation_knows_what_is_known():
    """White stays white; red and a dark olive are nearly one colour to a protanope and two to others."""
    for blindness in BLINDNESS:
        assert dist(seen("#ffffff", blindness), (100, 0, 0)) < 1
    red, olive = "#ff0000", "#6d5f00"
    assert dist(seen(red, "protanopia"), seen(olive, "protanopia")) < 15
    assert dist(seen(red, "none"), seen(olive, "none")) > 70
