"""What memlab adds to Sphinx: formulas without a script, search in Chinese, its own template."""

from __future__ import annotations

import pathlib
from typing import Any

from sphinx.application import Sphinx
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

from memlab.publish.formulas import mathml
from memlab.publish.searching import SPLITTER, split

ASSETS = pathlib.Path(__file__).parent / "assets"


class Bilingual(SearchEnglish):
    """English by its stems, Chinese by characters and pairs."""

    js_splitter_code = SPLITTER

    def split(self, input: str) -> list[str]:
        return split(input)

    def word_filter(self, word: str) -> bool:
        return not word.isascii() or super().word_filter(word)


def inline(writer: Any, node: Any) -> None:
    writer.body.append(mathml(node.astext()))


def block(writer: Any, node: Any) -> None:
    writer.body.append(f'<div class="formula" tabindex="0">{mathml(node.astext(), display=True)}</div>')


def skip(writer: Any, node: Any) -> None:
    """The node's text has been written as a formula."""
    from docutils.nodes import SkipNode

    raise SkipNode


def dark_code(app: Sphinx) -> None:
    """The theme brings this setting along, so it is not known yet where the others are given."""
    app.config.pygments_dark_style = "a11y-high-contrast-dark"


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (_then_skip(inline), None), (_then_skip(block), None))
    languages["en"] = Bilingual
    app.connect("builder-inited", dark_code, priority=100)  # before the theme writes its colours
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _then_skip(write: Any) -> Any:
    def visit(writer: Any, node: Any) -> None:
        write(writer, node)
        skip(writer, node)

    return visit
