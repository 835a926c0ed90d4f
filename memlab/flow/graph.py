"""Orders on a graph of positions 0..n-1. Everything is iterative: a chain of a million needs no recursion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Edges = Sequence[Sequence[int]]  # position -> the positions that an edge leads to


class Order(NamedTuple):
    """Positions so that each precedes its successors, but for back edges; and where the search started."""

    positions: list[int]
    roots: frozenset[int]


def reversed_edges(succ: Edges) -> list[list[int]]:
    """The predecessors of each position, in program order. O(edges)."""
    pred: list[list[int]] = [[] for _ in succ]
    for n, targets in enumerate(succ):
        for t in targets:
            pred[t].append(n)
    return pred


def reverse_postorder(succ: Edges, pred: Edges) -> Order:
    """Depth-first from position 0, from what has no predecessor, from what is then unseen. O(edges)."""
    seen = bytearray(len(succ))
    roots = [n for n, sources in enumerate(pred) if n == 0 or not sources]
    finished: list[int] = []
    for root in roots:
        _finish_from(root, succ, seen, finished)
    while (root := seen.find(0)) >= 0:  # a loop that nothing leads into
        roots.append(root)
        _finish_from(root, succ, seen, finished)
    return Order(finished[::-1], frozenset(roots))


def _finish_from(root: int, succ: Edges, seen: bytearray, finished: list[int]) -> None:
    """Append what can be reached from `root`, each after all its successors that are not its ancestors."""
    stack = [root]
    while stack:
        n = stack.pop()
        if n < 0:  # ~n was pushed below what n leads to: all of that is finished
            finished.append(~n)
        elif not seen[n]:
            seen[n] = 1
            stack.append(~n)
            stack.extend(succ[n][::-1])  # the first successor first: the order stays near the layout


def cut(order: Order, succ: Edges, pred: Edges, longest: int) -> list[int]:
    """Where to cut the order into runs without a branch, of at most `longest` positions; both ends included.

    A single successor that has a single predecessor always follows it at once in a reverse postorder.
    """
    cuts, last = [0], -1
    for place, n in enumerate(order.positions):
        joined = len(pred[n]) == 1 and pred[n][0] == last and len(succ[last]) == 1 and n not in order.roots
        if place and not (joined and place - cuts[-1] < longest):
            cuts.append(place)
        last = n
    return [*cuts, len(succ)] if succ else [0]
