"""A notebook's cells as the HTML of a slide."""

from __future__ import annotations

import html
import pathlib
import re
import unicodedata
from typing import Any

from memlab.publish.formulas import mathml
from memlab.publish.pictures import SVG, image, inlined, words_of

HIDDEN_INPUT = {"hide-input", "remove-input", "hide-cell", "remove-cell"}
HIDDEN_OUTPUT = {"hide-output", "remove-output", "hide-cell", "remove-cell"}


class Renderer:
    """Turns cells into HTML. `folder` is where the notebook lies: its pictures are taken into the page."""

    def __init__(self, folder: pathlib.Path) -> None:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from pygments.formatters import HtmlFormatter

        self.folder = folder
        self._markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self._markdown.use(dollarmath_plugin, renderer=lambda text, how: mathml(text, how["display_mode"]))
        self._markdown.core.ruler.push("memlab", self._stand_alone)
        self._markdown.add_render_rule("fence", lambda _, tokens, i, *more: self._fence(tokens[i]))
        self._formatter = HtmlFormatter(style="a11y-high-contrast-light", nowrap=True)

    def cell(self, cell: Any) -> str:
        """One cell with its outputs."""
        if cell.cell_type == "markdown":
            return self.markdown(cell.source)
        tags = set(cell.metadata.get("tags", []))
        shown = "" if tags & HIDDEN_INPUT else self.code(cell.source, "python")
        return shown + ("" if tags & HIDDEN_OUTPUT else "".join(map(self.output, cell.outputs)))

    def markdown(self, text: str) -> str:
        return self._markdown.render(text)

    def code(self, text: str, language: str) -> str:
        """A piece of code in colours, in letters so small that its longest line fits."""
        from pygments import highlight
        from pygments.lexers import get_lexer_by_name
        from pygments.util import ClassNotFound

        try:
            lexer = get_lexer_by_name(language.strip() or "text")
        except ClassNotFound:
            lexer = get_lexer_by_name("text")
        return _pre(highlight(text, lexer, self._formatter).rstrip("\n"), text, "code")

    def _fence(self, token: Any) -> str:
        return self.code(token.content, token.info)

    def output(self, output: Any) -> str:
        """What a cell showed: a picture, a table, or text."""
        data = output.get("data", {})
        if SVG in data:
            return image(data[SVG], inlined(data[SVG]))
        if "text/html" in data:
            return f'<div class="shown">{data["text/html"]}</div>'
        text = output.get("text") or data.get("text/plain", "")
        return _pre(html.escape(text.rstrip("\n")), text, "printed") if text.strip() else ""

    def code_colours(self) -> str:
        """The style sheet of the code's colours."""
        return self._formatter.get_style_defs("pre.code")

    def _stand_alone(self, state: Any) -> None:
        """Nothing in a deck leads to a file beside it: such links become words, such pictures come along."""
        for token in state.tokens:
            for child in token.children or []:
                if child.type == "image" and not re.match(r"(?:https?|data):", child.attrs["src"]):
                    self._take_in(child)
                elif child.type == "link_open" and not child.attrs["href"].startswith(("http:", "https:")):
                    child.tag, child.attrs = "span", {}
                elif child.type == "link_close":
                    child.tag = _opened(token.children, child).tag

    def _take_in(self, token: Any) -> None:
        svg = (self.folder / token.attrs["src"]).read_text(encoding="utf-8")
        token.attrs["src"] = inlined(svg)
        token.content = token.content or words_of(svg)[0]


def _opened(tokens: list[Any], close: Any) -> Any:
    """The opening of a link; links do not nest, so it is the last one before."""
    before = tokens[: next(i for i, token in enumerate(tokens) if token is close)]
    return next(token for token in reversed(before) if token.type == "link_open")


def columns(text: str) -> int:
    """How wide a text is in letters of one width; a Chinese character takes two.

    >>> columns("a = 1\\n过敏"), columns("")
    (5, 1)
    """
    wide = (sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in line) for line in text.splitlines())
    return max(wide, default=1)


def _pre(inner: str, text: str, kind: str) -> str:
    return f'<pre class="{kind}" style="--columns:{columns(text)}">{inner}</pre>'
