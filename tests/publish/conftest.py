"""The site and the slides, built once for all tests, and a page that notes what it is asked to load."""

from __future__ import annotations

import importlib.util
import pathlib

import pytest

from memlab.publish.site import Site, build_site
from memlab.publish.slides import build_slides


@pytest.fixture(scope="session")
def built(repo, tmp_path_factory) -> Site:
    """The site of this checkout's notebooks."""
    return build_site(repo / "notebooks", tmp_path_factory.mktemp("built") / "site")


@pytest.fixture(scope="session")
def site(built) -> pathlib.Path:
    """The folder of the built site."""
    return built.first.parent


@pytest.fixture(scope="session")
def decks(repo, tmp_path_factory) -> list[pathlib.Path]:
    """The decks of this checkout's notebooks."""
    return build_slides(repo / "notebooks", tmp_path_factory.mktemp("built") / "slides")


@pytest.fixture(scope="session")
def overflowing(repo):
    """The function that tells which slides hold more than fits."""
    spec = importlib.util.spec_from_file_location("overflow", repo / "tests" / "publish" / "overflow.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script.overflowing


class Watched:
    """A page of the browser, what it asked for, and what went wrong in it."""

    def __init__(self, page) -> None:
        self.page, self.asked, self.wrong = page, [], []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", lambda request: self.wrong.append(f"not loaded: {request.url}"))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.wrong.append(said.text))

    def visit(self, path: pathlib.Path, query: str = "") -> None:
        self.page.goto(path.as_uri() + query)

    def asked_outside(self, folder: pathlib.Path) -> list[str]:
        """What was asked for that does not lie in the folder."""
        inside = (folder.as_uri(), "data:", "about:blank")
        return [url for url in self.asked if not url.startswith(inside)]


@pytest.fixture
def watch(chromium):
    """Opens watched pages: watch(width=390, color_scheme="dark")."""
    contexts = []

    def opened(width: int = 1280, height: int = 900, **options) -> Watched:
        contexts.append(chromium.new_context(viewport={"width": width, "height": height}, **options))
        return Watched(contexts[-1].new_page())

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def faint():
    """Tells which visible text of a page has less contrast than AA asks for."""
    return lambda page: page.evaluate(FAINT)


# Text whose contrast with what lies behind it is below AA: 4.5, or 3 for large letters.
FAINT = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  const known = new Map()
  const rgba = colour => {
    if (!known.has(colour)) {
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(colour, [r, g, b, a / 255])
    }
    return known.get(colour)
  }
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3]))
  const behind = element => {
    const layers = []
    for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor))
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255])
  }
  const light = colour => {
    const [r, g, b] = colour.map(c => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || !element.checkVisibility()) continue
    const style = getComputedStyle(element)
    const ground = behind(element)
    const [a, b] = [light(over(rgba(style.color), ground)), light(ground)].sort((x, y) => y - x)
    const size = parseFloat(style.fontSize)
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700)
    const ratio = (a + 0.05) / (b + 0.05)
    if (ratio < (large ? 3 : 4.5)) {
      const says = texts.currentNode.data.trim().slice(0, 20)
      found.add(`${ratio.toFixed(2)} ${style.color} ${element.className || element.tagName}: ${says}`)
    }
  }
  return [...found]
}"""
