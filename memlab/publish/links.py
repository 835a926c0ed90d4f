"""What a built page asks for: each link must lead somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import pathlib
import re
import urllib.parse
from dataclasses import dataclass, field
from html.parser import HTMLParser

# An element and the attribute by which it loads what the reader did not ask for.
LOADS = {
    *(("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")),
    *(
        ("video", "src"),
        ("audio", "src"),
        ("object", "data"),
        ("embed", "src"),
        ("image", "href"),
        ("use", "href"),
    ),
}
_OUTSIDE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//|https?:", re.IGNORECASE)
_STYLE_LOAD = re.compile(r"(?:@import\s|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)")


@dataclass
class Page(HTMLParser):
    """What stands in a page: its anchors, its links, what it loads, and pictures without words."""

    anchors: set[str] = field(default_factory=set)
    links: list[str] = field(default_factory=list)
    loads: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag == "img" and not values.get("alt", "").strip():
            self.silent.append(values.get("src", "")[:80])
        self.loads += [values[name] for element, name in LOADS if element == tag and name in values]
        self.loads += _STYLE_LOAD.findall(values.get("style", ""))


def read(path: pathlib.Path) -> Page:
    """One page, taken apart."""
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page


def problems(folder: pathlib.Path) -> list[str]:
    """What is wrong with the pages of a folder, a line each; O(size of the pages)."""
    pages = {path.resolve(): read(path) for path in sorted(folder.rglob("*.html"))}
    found = [
        f"{path.relative_to(folder.resolve())}: {what}"
        for path, page in pages.items()
        for what in _of(path, page, pages)
    ]
    for path in sorted(folder.rglob("*.css")):
        loaded = _STYLE_LOAD.findall(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(folder)}: loads {address}" for address in loaded]
    return found


def _of(path: pathlib.Path, page: Page, pages: dict[pathlib.Path, Page]) -> list[str]:
    return [
        *(f"loads {address}" for address in page.loads if _OUTSIDE.match(address)),
        *(f"a picture without words: {source}" for source in page.silent),
        *(
            f"leads nowhere: {link}"
            for link in dict.fromkeys([*page.links, *page.loads])
            if not _leads(link, path, pages)
        ),
    ]


def _leads(link: str, path: pathlib.Path, pages: dict[pathlib.Path, Page]) -> bool:
    """Whether a relative link has its file and its anchor; one to the outside is not followed."""
    if _OUTSIDE.match(link) or link.startswith(("data:", "mailto:", "javascript:")):
        return not link.startswith("javascript:")
    parts = urllib.parse.urlsplit(link)
    if parts.path.startswith("/"):
        return False  # not relative: it breaks wherever the site does not lie at the root
    target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
    anchor = urllib.parse.unquote(parts.fragment)
    return target.exists() and (not anchor or target not in pages or anchor in pages[target].anchors)
