"""Every view over every odd input: well-formed, inside its card, readable as text, the same bytes twice."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from xml.etree import ElementTree

from memlab.view.svg import MARGIN, WIDTH, measure

SVG = "{http://www.w3.org/2000/svg}"
SIZES = ("width", "height", "r", "rx", "stroke-width", "font-size")


def placed(root, x=0.0, y=0.0, scale=1.0):
    """Every element with the place (x, y) and scale of the group that it is in."""
    for element in root:
        if element.tag == f"{SVG}g":
            dx, dy, k = map(float, re.findall(r"-?[\d.]+", element.get("transform")))
            yield from placed(element, x + scale * dx, y + scale * dy, scale * k)
        else:
            yield element, x, y, scale


def sides(element) -> tuple[float, float]:
    """The estimated left and right end of a text."""
    x = float(element.get("x"))
    width = measure(shown(element), float(element.get("font-size", 13)))
    share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor"), 0.0)
    return x - share * width, x + (1 - share) * width


def shown(element) -> str:
    """The text of an element without its tooltip."""
    return (element.text or "") + "".join(child.tail or "" for child in element)


def test_the_picture_is_well_formed_and_described(picture):
    root = ElementTree.fromstring(picture.svg)
    assert root.get("role") == "img" and root.get("width") == "720"
    named = {element.get("id"): element.text for element in root if element.get("id")}
    title, description = (named[id] for id in root.get("aria-labelledby").split())
    assert title == picture.title and description == picture.description
    assert all("\n" not in text and text for text in (title, description))


def test_nothing_is_negative_and_nothing_is_not_a_number(picture):
    for element in ElementTree.fromstring(picture.svg).iter():
        for name in SIZES:
            assert float(element.get(name, 0)) >= 0
        for name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy"):
            assert -1 <= float(element.get(name, 0)) < 1e5
        assert "nan" not in element.get("d", "") and "inf" not in element.get("d", "")


def test_text_stays_inside_its_card(picture):
    root = ElementTree.fromstring(picture.svg)
    for element, x, y, scale in placed(root):
        if element.tag == f"{SVG}text":
            left, right = sides(element)
            assert x + scale * left >= 0 and x + scale * right <= WIDTH, shown(element)
            assert MARGIN / 2 <= y + scale * float(element.get("y")) <= picture.height, shown(element)


def test_text_is_large_enough_to_read(picture):
    for element, _, _, scale in placed(ElementTree.fromstring(picture.svg)):
        if element.tag == f"{SVG}text":
            assert float(element.get("font-size", 13)) * scale >= 9


def test_the_text_form_says_the_answer(picture):
    assert repr(picture) == picture.text
    assert picture.text.startswith(picture.title)
    assert all(line == line.rstrip() for line in picture.text.splitlines())
    assert not re.search(r"0x[0-9a-f]{6}", picture.text)


def test_two_drawings_are_the_same_bytes(picture, draw):
    assert draw() == picture


def test_another_process_with_another_hash_seed_draws_the_same_bytes(repo):
    code = (
        "import hashlib, json; from memlab.widgets import *; from memlab import view;"
        "from memlab.flow import *; from memlab.course.story import *;"
        "p = Program.from_dicts(RETURN_DESK);"
        "pictures = [view.dataflow_graph(p), view.live_range_chart(p), view.pressure_chart(p, 2),"
        " *(w().first for w in (LivenessStepper, PressureExplorer, BankExplorer, DecayExplorer)),"
        " *(w().first for w in (PolicyLab, ConflictExplorer, RecallExplorer, ContextExplorer)),"
        " view.fixed_point(solve(p, REACHING, trace=True), 5)];"
        "print(json.dumps([hashlib.sha256((p.svg + p.text).encode()).hexdigest() for p in pictures]))"
    )
    found = [
        json.loads(subprocess.run([sys.executable, "-c", code], **run(repo, seed)).stdout) for seed in "12"
    ]
    assert found[0] == found[1]


def run(repo, seed: str) -> dict:
    path = os.pathsep.join([str(repo), os.environ.get("PYTHONPATH", "")])
    return {
        "env": {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
        "capture_output": True,
        "check": True,
        "encoding": "utf-8",
    }
