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
