"""A picture that a notebook holds, as a figure of a page: an image, its name, and the same in words."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree
from html import escape

SVG = "image/svg+xml"
_NAMED = "{http://www.w3.org/2000/svg}"


def words_of(svg: str) -> tuple[str, str]:
    """(title, description) of a picture; empty where it has none.

    >>> words_of('<svg xmlns="http://www.w3.org/2000/svg"><title>Two cities</title><desc>A row.</desc></svg>')
    ('Two cities', 'A row.')
    """
    root = ElementTree.fromstring(svg)
    return root.findtext(f"{_NAMED}title", ""), root.findtext(f"{_NAMED}desc", "")


def size_of(svg: str) -> tuple[str, str]:
    """Width and height as they are written, for a page that leaves the room before it loads the picture.

    >>> size_of('<svg width="720" height="372"/>')
    ('720', '372')
    """
    head = svg.partition(">")[0]
    found = {name: re.search(rf'\b{name}="([\d.]+)"', head) for name in ("width", "height")}
    width, height = (str(round(float(f[1]))) if f else "" for f in found.values())
    return width, height


def image(svg: str, source: str) -> str:
    """The element that shows it, with its title in place of it where it cannot be seen."""
    width, height = size_of(svg)
    title, _ = words_of(svg)
    return f'<img src="{source}" alt="{escape(title)}" width="{width}" height="{height}">'


def figure(svg: str, source: str, text: str) -> str:
    """The image, and below it, folded, what it shows in words."""
    _, description = words_of(svg)
    return (
        f'<figure class="picture"><div class="scroll" tabindex="0">{image(svg, source)}</div>'
        "<details><summary>The picture in words</summary>"
        f"<p>{escape(description)}</p><pre>{escape(text)}</pre></details></figure>"
    )


def inlined(svg: str) -> str:
    """The image itself in the page: nothing has to be loaded."""
    return f"data:{SVG};base64,{base64.b64encode(svg.encode()).decode()}"
