"""The branch of a tree of messages that was kept: from its last message back to the first."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from memlab.chats.fields import moment
from memlab.chats.notes import Notes
from memlab.checks import shown


def branch(nodes: Mapping[str, dict], leaf: Any, parent: str, roots: frozenset, notes: Notes) -> list[dict]:
    """The nodes from the root to `leaf` (if it is missing: to the latest); field `parent` names it.

    A parent that is missing or that closes a circle ends the branch, and is told.
    """
    if not (isinstance(leaf, Hashable) and leaf in nodes):
        leaf = latest(nodes, parent, notes if leaf else None, leaf)
    path: list[dict] = []
    seen: set = set()
    above: dict[Any, str] | None = None
    while leaf is not None and leaf not in roots:
        if leaf in seen or leaf not in nodes:
            fault = "closes a circle" if leaf in seen else "is not in the file"
            notes.tell(f"{parent} = {shown(leaf)} {fault}: the conversation begins after it")
            break
        seen.add(leaf)
        path.append(nodes[leaf])
        before = parent_of(nodes[leaf], parent)
        if before not in nodes and before not in roots:
            above = _above(nodes) if above is None else above
            before = above.get(leaf, before)
        leaf = before
    return path[::-1]


def parent_of(node: dict, field: str) -> str | None:
    """The name of the node before, None where there is none."""
    name = node.get(field)
    return name if isinstance(name, str) and name else None


def _above(nodes: Mapping[str, dict]) -> dict[Any, str]:
    """Child -> the node that lists it, for nodes that have lost their parent's name."""
    found: dict[Any, str] = {}
    for name, node in nodes.items():
        children = node.get("children")
        for child in children if isinstance(children, list) else ():
            if isinstance(child, str) and child != name:
                found.setdefault(child, name)
    return found


def latest(
    nodes: Mapping[str, dict], parent: str, notes: Notes | None = None, told: Any = None
) -> str | None:
    """The latest of the nodes that are nobody's parent; the last in the file where no time is told."""
    if notes is not None:
        notes.tell(f"the last message {shown(told)} is not in the file: the latest branch is used")
    parents = {parent_of(node, parent) for node in nodes.values()}
    leaves = [(_said(nodes[name]), i, name) for i, name in enumerate(nodes) if name not in parents]
    if not leaves:
        leaves = [(_said(node), i, name) for i, (name, node) in enumerate(nodes.items())]
    return max(leaves)[2] if leaves else None


def _said(node: dict) -> float:
    message = node.get("message")
    inner = message if isinstance(message, dict) else node
    return moment(*(inner.get(f) for f in ("create_time", "created_at", "inserted_at", "timestamp"))) or 0.0
