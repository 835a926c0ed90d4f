"""The page of a report on chats: self-contained, escaped, masked, whole, also at its extremes."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import product
from xml.etree import ElementTree

import pytest

from memlab import view
from memlab.chats import Conversation, Message, Unread, inspect_chats, read_chats
from memlab.chats.report_text import conclusions
from memlab.course.tea_chats import export
from memlab.view import chats_pictures, svg
from memlab.view.chats_report import chats_report
from memlab.view.chats_style import DARK, STYLE

HOSTILE = [
    "</title><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><b>&amp;&lt;",
    "\x1b[31m\u202egnp\ud800\0",
    "花生" * 200,
    "a" * 900,
    "https://evil.example/pixel.png",
]
VOID = {"meta", "link", "br", "img"}
MARKS = [mark for mark in vars(svg).values() if isinstance(mark, svg.Mark)]


class Page(HTMLParser):
    """What a page holds: its elements in order, what stands open, its texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, f"</{tag}> closes something else"

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}


def chat(*texts: str, title: str = "c", roles: str = "ua") -> Conversation:
    names = {"u": "user", "a": "assistant"}
    said = (Message(names[roles[n % len(roles)]], text, 60.0 * n) for n, text in enumerate(texts))
    return Conversation(title, title, tuple(said))


def cases():
    long = (f"order T-{7000 + n // 9} of the {n}th week" * (1 + n % 3) for n in range(1200))
    yield "nothing", [], {}
    yield "no message", [Conversation("e", "empty", ())], {}
    yield "an empty message", [chat("")], {}
    yield "hostile", [chat(*HOSTILE, *HOSTILE, title=text) for text in HOSTILE], {"reveal": True}
    yield "hostile, masked", [chat(*HOSTILE, title=HOSTILE[0])], {}
    yield "long", [chat(*long)], {"budget": 300}
    yield "many", [chat("tea", "yes", title=f"no. {n}") for n in range(300)], {"budget": 1}
    yield "tea", read_chats(export()), {"budget": 250}
    yield "tea, one token", read_chats(export()), {"budget": 1}
    yield "tea, no turns", read_chats(export()), {"top": 0}
    yield "tea, foresight", read_chats(export()), {"policies": ("belady", "lru"), "budget": 100}
    yield "tea, a huge budget", read_chats(export()), {"budget": 10**12}


CASES = {name: (chats, more) for name, chats, more in cases()}


@pytest.fixture(scope="module", params=CASES)
def report(request):
    chats, more = CASES[request.param]
    return inspect_chats(chats, **more)


@pytest.fixture(scope="module")
def page(report) -> str:
    return chats_report(report)


@pytest.fixture(scope="module")
def tea():
    return inspect_chats(read_chats(export()), budget=250)


def test_it_is_one_well_formed_page_that_asks_for_nothing(page):
    found = Page(page)
    assert not found.open and page.startswith("<!DOCTYPE html>")
    assert not found.tags & {"script", "img", "iframe", "object", "embed", "base", "form", "audio", "video"}
    for tag, attributes in found.elements:
        assert not any(name.startswith("on") for name in attributes), (tag, attributes)
        for name in ("src", "href", "xlink:href", "action", "data"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,")), (tag, attributes)
    assert "url(" not in page and "@import" not in page
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in page


def test_it_can_be_written_and_every_text_of_it_is_shown(page, report):
    page.encode("utf-8")
    shown = "".join(Page(page).texts)
    for sentence in conclusions(report):
        head, _, rest = sentence.partition(": ")
        assert view.picture.clean(head) in shown and view.picture.clean(rest) in shown
    assert report.method in shown
    if report.totals.messages:
        assert report.suggestion.code in shown
        for outcome in report.outcomes if report.totals.over_budget else ():
            assert outcome.policy in shown


def test_every_picture_has_its_words_and_ids_are_given_once(page, report):
    drawings = re.findall(r"<svg .*?</svg>", page, re.S)
    assert len(drawings) == (2 + len(report.detailed) if report.totals.messages else 0)
    for drawing in drawings:
        root = ElementTree.fromstring(drawing)
        ids = {e.get("id"): "".join(e.itertext()) for e in root.iter() if e.get("id")}
        assert all(ids[name].strip() for name in root.get("aria-labelledby").split())
    ids = [attributes["id"] for _, attributes in Page(page).elements if "id" in attributes]
    links = [a["href"][1:] for tag, a in Page(page).elements if tag == "a"]
    assert len(ids) == len(set(ids)) and set(links) <= set(ids)


def test_every_colour_of_a_picture_is_of_the_palette_and_has_its_like_on_a_dark_page(page):
    known = {mark.stroke for mark in MARKS} | {mark.fill for mark in MARKS} | {svg.INK, svg.RULE, svg.CARD}
    for drawing in re.findall(r"<svg .*?</svg>", page, re.S):
        for element in ElementTree.fromstring(drawing).iter():
            for side in ("fill", "stroke"):
                colour = element.get(side)
                assert colour in known | {"none", None}
                assert colour in {*DARK, "none", None}


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_words_and_lines_stand_out_from_what_lies_behind_them(dark):
    def seen(colour):
        return DARK[colour] if dark else colour

    for ink, ground in product((svg.INK, svg.MUTED), (svg.CARD, svg.KEPT.fill, svg.DEAD.fill)):
        assert contrast(seen(ink), seen(ground)) >= 4.5, (ink, ground)
    for line in (svg.BLUE, svg.GREY, svg.VERMILION, svg.BLACK):
        assert contrast(seen(line), seen(svg.CARD)) >= 3, line
    blocks = re.findall(r":root \{(.*?)\}", STYLE, re.S)
    named = dict(re.findall(r"--(\w+): (#\w{6})", blocks[1] if dark else blocks[0]))
    for ink, ground in product(("ink", "muted", "link"), ("page", "card")):
        assert contrast(named[ink], named[ground]) >= 4.5, (ink, ground)


def test_what_is_masked_is_nowhere_in_the_page(tea):
    page = chats_report(tea)
    for secret in ("901820", "linyue@example.org", "T-7316", "林悦"):
        assert secret not in page
    bare = chats_report(inspect_chats(read_chats(export()), budget=250, reveal=True))
    assert "linyue@example.org" in bare and "Nothing is masked" in bare


def test_figures_of_the_table_are_those_of_the_report(tea):
    rows = re.findall(r"<tr>(.*?)</tr>", chats_report(tea))
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in rows]
    for o in tea.outcomes[1:-1]:
        row = next(row for row in cells if row and row[0] == o.policy)
        assert row[1:4] == [f"{o.dropped_messages:,}", f"{o.dropped_tokens:,}", f"{o.missed:,}"]
        assert row[5] == f"{o.missed_tokens:,}"


def test_why_a_policy_above_the_suggested_one_is_not_suggested_stands_below_the_table(tea):
    told = "<p>Replayed to compare and never suggested, being in no bank: "
    assert told in chats_report(tea)
    assert told not in chats_report(inspect_chats(read_chats(export()), budget=250, policies=("fifo", "lru")))


def test_what_could_not_be_read_is_listed_and_the_rest_counted(tea):
    many = tuple(Unread(f"file, line {n}", "<no> role") for n in range(70))
    page = chats_report(replace(tea, unread=many, unread_total=1_234))
    assert "file, line 49: &lt;no&gt; role" in page and "file, line 50:" not in page
    assert "… and 1,184 more places." in page
    assert "Could not be read" not in chats_report(tea)


def test_the_same_report_is_the_same_page(tea):
    assert chats_report(tea) == chats_report(inspect_chats(read_chats(export()), budget=250))


def test_the_live_tokens_are_drawn_to_scale_under_the_budget(tea):
    row = tea.detailed[0]
    drawing = chats_pictures.live_tokens(row, 250)
    d = next(
        e.get("d")
        for e in ElementTree.fromstring(drawing.svg).iter()
        if e.get("fill") == svg.KEPT.fill and e.tag.endswith("path")
    )
    points = [tuple(map(float, pair.split())) for pair in d[1:-1].split("L")]
    bottom = points[0][1]
    heights = [bottom - y for _, y in points[1:-1:2]]
    scale = max(heights) / row.peak_tokens
    assert [round(h / scale) for h in heights] == [turn.live_tokens for turn in row.turns]
    assert f"at most {row.peak_tokens} are live at once, which fits into 250" in drawing.title
    assert "does not fit into 100" in chats_pictures.live_tokens(row, 100).title


def test_the_bars_are_as_long_as_their_tokens(tea):
    root = ElementTree.fromstring(chats_pictures.conversation_bars(tea).svg)
    bars = [
        e
        for e in root.iter()
        if e.tag.endswith("rect") and e.find("{http://www.w3.org/2000/svg}title") is not None
    ]
    widths = [float(bar.get("width")) for bar in bars]
    parts = [p for r in tea.conversations for p in (r.tokens - r.dead_tokens, r.dead_tokens) if p]
    assert len(widths) == len(parts)
    for width, part in zip(widths, parts, strict=True):
        assert width / max(widths) == pytest.approx(part / max(parts), abs=0.01)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_browser_shows_it_without_a_request_and_without_scrolling_sideways(
    tea, chromium, tmp_path, width, scheme
):
    file = tmp_path / "report.html"
    file.write_text(chats_report(tea), encoding="utf-8")
    tab = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    asked, said = [], []
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: said.append(message.text))
    tab.goto(file.as_uri())
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert asked == [file.as_uri()] and said == []
    ground = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(18, 20, 23)" if scheme == "dark" else "rgb(246, 246, 244)")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.tagName") == "A"
    tab.locator("summary").first.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("details[open]").count() == 1
    tab.close()
