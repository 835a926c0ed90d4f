"""Words beside a picture: a line of text, a problem, code to take along."""

from __future__ import annotations

import html
from typing import Any

import ipywidgets

from memlab.view.picture import clean

CARD = (
    "box-sizing:border-box;width:720px;padding:8px 12px;"
    "border:1px solid #d9d9d9;border-radius:6px;background:#fff;color:#1a1a1a"
)


def words(height: str) -> Any:
    """A place for text, as wide as a picture and at least as high as told."""
    return ipywidgets.HTML(layout=ipywidgets.Layout(width="740px", min_height=height))


def told(problem: str) -> str:
    """A problem in a frame that is seen and read out; nothing where there is none.

    >>> told("")
    ''
    """
    framed = (
        f'<div role="alert" style="{CARD};border:2px solid #d55e00">× {html.escape(clean(problem))}</div>'
    )
    return framed if problem else ""


def code_card(title: str, code: str) -> str:
    """Code on a card, to be marked and copied."""
    shown = f'<pre style="margin:6px 0 0">{html.escape(code)}</pre>'
    return f'<div style="{CARD}"><b>{html.escape(title)}</b>{shown}</div>'
