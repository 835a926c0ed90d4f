"""Several pictures under one another as one: what a widget of many parts shows, and its static frame."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import accumulate

from memlab.view.picture import Picture, clean
from memlab.view.svg import FONTS, INK, SIZE, WIDTH, escape

GAP = 8.0
OUTER = ' style="max-width:100%;height:auto"'  # of a picture that stands alone


def stacked(title: str, pictures: Sequence[Picture], heights: Sequence[float] = ()) -> Picture:
    """One picture of several, each with room for `heights` at least, so that the next one does not jump.

    >>> from memlab.view import correspondence
    >>> both = stacked("Twice", [correspondence(), correspondence()], [500])
    >>> both.height == 500 + 8 + correspondence().height
    True
    """
    least = [*heights, *[0.0] * len(pictures)]
    rooms = [max(picture.height, room) for picture, room in zip(pictures, least, strict=False)]
    places = list(accumulate((room + GAP for room in rooms), initial=0.0))
    inside = "".join(map(_inner, pictures, places))
    key = "m" + hashlib.sha256(f"{title}{inside}".encode()).hexdigest()[:10]
    height, words = max(places[-1] - GAP, 1.0), " ".join(picture.description for picture in pictures)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
        f'viewBox="0 0 {WIDTH} {height:g}" role="group" aria-labelledby="{key}-t" '
        f'font-family="{FONTS}" font-size="{SIZE}" fill="{INK}"{OUTER}>'
        f'<title id="{key}-t">{escape(title)}</title>{inside}</svg>\n'
    )
    text = "\n\n".join([clean(title), *(picture.text for picture in pictures)])
    return Picture(clean(title), words, text, svg)


def _inner(picture: Picture, y: float) -> str:
    return picture.svg.replace(OUTER, "", 1).replace("<svg ", f'<svg y="{y:g}" ', 1).rstrip()
