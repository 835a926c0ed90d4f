"""The page that shows how memlab is built: its rooms and their imports, read out of its own source.

`python -m memlab.publish.architecture notebooks` writes it anew; a test compares it with the imports.
"""

from __future__ import annotations

import ast
import pathlib
import sys
from collections.abc import Iterator

import memlab
from memlab.view.picture import Picture, listing, title_case
from memlab.view.rooms import above, rooms_graph

ASSETS = pathlib.Path(__file__).parent / "assets"
PACKAGE = pathlib.Path(memlab.__file__).parent
RIM = {"view", "widgets", "course", "cli", "publish", "whole"}


def imports(package: pathlib.Path = PACKAGE) -> dict[str, set[str]]:
    """Room -> the rooms that its modules import, wherever in a module. O(size of the source).

    >>> sorted(imports()["context"] & {"tiers", "view"})
    ['tiers']
    """
    found: dict[str, set[str]] = {}
    for path in sorted(package.rglob("*.py")):
        room = path.relative_to(package).parts[0].removesuffix(".py")
        if not room.startswith("_"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            taken = {name.split(".")[1] for name in _names(tree) if name.startswith("memlab.")}
            found.setdefault(room, set()).update(name for name in taken - {room} if name[0] != "_")
    return found


def _names(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def purpose(room: str, package: pathlib.Path = PACKAGE) -> str:
    """What a room is for: the first sentence of its docstring.

    >>> purpose("flow")
    'The conversation as a program: what is live, what reaches what, and how many context slots it needs.'
    """
    path = package / room / "__init__.py"
    source = (path if path.exists() else package / f"{room}.py").read_text(encoding="utf-8")
    said = " ".join((ast.get_docstring(ast.parse(source)) or "").split("\n\n")[0].split())
    return title_case(said.removeprefix(f"{room}: "))


def picture(taken: dict[str, set[str]]) -> Picture:
    """The rooms and who imports whom, from `imports()`."""
    return rooms_graph(taken, core=set(taken) - RIM)


def page(taken: dict[str, set[str]]) -> str:
    """The page in Markdown, from `imports()`."""
    rows = ["| room | what it is for | imports |", "|---|---|---|"]
    for room in above(taken):
        others = listing((f"`{other}`" for other in above(taken) if other in taken[room]), 99)
        rows.append(f"| `{room}` | {purpose(room)} | {others} |")
    text = (ASSETS / "architecture.md").read_text(encoding="utf-8")
    return text.replace("{{words}}", picture(taken).title).replace("{{rooms}}", "\n".join(rows))


def write(notebooks: pathlib.Path, taken: dict[str, set[str]]) -> None:
    """Write the page and its picture into a folder of notebooks."""
    (notebooks / "architecture.md").write_text(page(taken), encoding="utf-8", newline="\n")
    picture(taken).save(notebooks / "images" / "rooms.svg")


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]), imports())
