"""Which slides hold more than fits: python tests/publish/overflow.py NOTEBOOK ...   (needs Chromium)

A slide overflows if anything of it ends below or right of the page, or is cut off inside its own box.
"""

from __future__ import annotations

import pathlib
import shutil
import sys
import tempfile

# Every slide in turn, in the page's own measure (the deck is scaled to the window).
MEASURE = """() => {
  const LEAST = 0.6  // the letters of a picture have 13 pixels
  const scale = Reveal.getScale()
  return Reveal.getSlides().flatMap((slide, i) => {
    Reveal.slide(i)
    const page = slide.getBoundingClientRect()
    const parts = [...slide.querySelectorAll(':scope > :not(aside), pre, table, li, td, math')]
    const found = parts.flatMap(part => {
      const box = part.getBoundingClientRect()
      const below = Math.round((box.bottom - page.top) / scale - 720)
      const right = Math.round((box.right - page.left) / scale - 1280)
      const cut = part.tagName === 'PRE' ? part.scrollWidth - part.clientWidth : 0
      return [below > 0 && `${below}px below the page`, right > 0 && `${right}px right of the page`,
        cut > 1 && `${cut}px of a line cut off`].filter(Boolean)
    })
    for (const picture of slide.querySelectorAll('img')) {
      const natural = Math.min(picture.clientWidth / picture.naturalWidth,
        picture.clientHeight / picture.naturalHeight)
      if (natural < LEAST) found.push(`a picture at ${Math.round(100 * natural)}% of its size`)
    }
    const title = slide.textContent.trim().replace(/\\s+/g, ' ').slice(0, 50)
    return found.length ? [`slide ${i + 1} (${title}): ${[...new Set(found)].slice(0, 3).join(', ')}`] : []
  })
}"""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


def overflowing(page, deck: pathlib.Path) -> list[str]:
    """What does not fit on the slides of a deck, a line for each slide."""
    page.goto(deck.resolve().as_uri())
    page.wait_for_function("() => window.Reveal && Reveal.isReady()")
    return page.evaluate(MEASURE)


def main(names: list[str]) -> int:
    """Build decks of these notebooks alone, look at them, keep a picture of each slide that overflows."""
    from playwright.sync_api import sync_playwright

    from memlab.publish.slides import build_slides

    with tempfile.TemporaryDirectory() as work, sync_playwright() as playwright:
        source = pathlib.Path(work) / "notebooks"
        source.mkdir()
        for name in map(pathlib.Path, names):
            shutil.copy(name, source)
            for images in [name.parent / "images"] if (name.parent / "images").is_dir() else []:
                shutil.copytree(images, source / "images", dirs_exist_ok=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        found = [
            f"{deck.stem}: {what}"
            for deck in build_slides(source, pathlib.Path(work) / "slides")
            for what in overflowing(page, deck)
        ]
        browser.close()
    print("\n".join(found) or "Every slide fits.")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
