"""SkipList: the sorted set as Redis keeps it, a dict beside a linked list with express lanes."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise

from memlab.zset.ranked import Pair, RankedMembers, as_bytes

MAX_LEVELS = 32
P = 0.25  # of the nodes on one level, the share that is on the next one too


class _Node:
    """A pair with, for each level it is on, the next node there and how many places away that is."""

    __slots__ = ("next", "pair", "span")

    def __init__(self, pair: Pair | None, height: int) -> None:
        self.pair = pair
        self.next: list[_Node | None] = [None] * height
        self.span = [0] * height


class SkipList(RankedMembers):
    """A sorted set on a skip list with spans (W. Pugh, 1990; p = 1/4 and spans as in Redis).

    The same questions and answers as ScoredSet; here every step is ordinary Python that one can read.
    `seed` fixes the heights that are drawn. Searching, adding and removing take O(log n) steps on average.

    >>> s = SkipList([("a", 1), ("b", 2), ("c", 2)], seed=4)
    >>> s.rank("c"), s.range_by_score(2)
    (2, [(b'b', 2.0), (b'c', 2.0)])
    """

    def __init__(self, pairs: Iterable[tuple[bytes | str, float]] = (), seed: int | None = 0) -> None:
        self._random = random.Random(seed)
        self._head = _Node(None, MAX_LEVELS)
        self._height = 1
        super().__init__(pairs)

    def levels(self) -> list[list[tuple[bytes, float, int]]]:
        """The levels from the bottom up, each a list of (member, score, span) in order.

        span is the number of places that the link *arriving* at this node moves forward from the node
        before it on this level (or from the head), so the spans up to a node add up to its rank + 1.
        """
        return [list(self._level(i)) for i in range(self._height)]

    def _level(self, level: int) -> Iterable[tuple[bytes, float, int]]:
        node = self._head
        while (following := node.next[level]) is not None:
            assert following.pair is not None
            score, member = following.pair
            yield member, score, node.span[level]
            node = following

    def path(self, member: bytes | str) -> list[tuple[int, bytes | None]]:
        """The search for a member as (level, member stood on) from the head (None) down; [] if absent."""
        member = as_bytes(member)
        score = self._scores.get(member)
        if score is None:
            return []
        steps: list[tuple[int, bytes | None]] = []
        node = self._head
        for level in reversed(range(self._height)):
            steps.append((level, node.pair and node.pair[1]))
            while (following := node.next[level]) is not None and following.pair <= (score, member):  # type: ignore[operator]
                node = following
                steps.append((level, node.pair[1]))  # type: ignore[index]
            if node.pair == (score, member):
                break
        return steps

    def _before(self, key: tuple[float] | Pair) -> tuple[list[_Node], list[int]]:
        """On each level the last node that sorts before `key`, and how many pairs come up to it."""
        nodes, places = [self._head] * MAX_LEVELS, [0] * MAX_LEVELS
        node, place = self._head, 0
        for level in reversed(range(self._height)):
            while (following := node.next[level]) is not None and following.pair < key:  # type: ignore[operator]
                place += node.span[level]
                node = following
            nodes[level], places[level] = node, place
        return nodes, places

    def place(self, key: tuple[float] | Pair) -> int:
        """How many pairs sort before `key`: the spans of the links that the search follows."""
        return self._before(key)[1][0]

    def _insert(self, pair: Pair) -> None:
        nodes, places = self._before(pair)
        height = self._draw_height()
        for level in range(self._height, height):  # a new express lane: from the head past everything
            self._head.span[level] = len(self._scores)
        self._height = max(self._height, height)
        new = _Node(pair, height)
        for level in range(height):
            left = places[0] - places[level]  # pairs between the node before on this level and the new one
            new.next[level] = nodes[level].next[level]
            new.span[level] = nodes[level].span[level] - left
            nodes[level].next[level] = new
            nodes[level].span[level] = left + 1
        for level in range(height, self._height):
            nodes[level].span[level] += 1

    def _draw_height(self) -> int:
        height = 1
        while height < MAX_LEVELS and self._random.random() < P:
            height += 1
        return height

    def _discard(self, pair: Pair) -> None:
        nodes, _ = self._before(pair)
        gone = nodes[0].next[0]
        assert gone is not None and gone.pair == pair, f"{pair} is not in the list"
        for level in range(self._height):
            node = nodes[level]
            if node.next[level] is gone:
                node.next[level] = gone.next[level]
                node.span[level] += gone.span[level]
            node.span[level] -= 1
        while self._height > 1 and self._head.next[self._height - 1] is None:
            self._height -= 1

    def pairs(self, start: int, stop: int, reverse: bool = False) -> Iterable[Pair]:
        """The pairs at positions start … stop - 1: a descent by spans, then along the bottom level."""
        node = self._at(start)
        found = []
        for _ in range(start, stop):
            if (node := node.next[0]) is None:  # type: ignore[assignment]
                break
            found.append(node.pair)
        return found[::-1] if reverse else found  # type: ignore[return-value]

    def _at(self, place: int) -> _Node:
        """The node after which `place` pairs have gone by: the head for 0."""
        node = self._head
        for level in reversed(range(self._height)):
            while (following := node.next[level]) is not None and node.span[level] <= place:
                place -= node.span[level]
                node = following
        return node

    def cut(self, start: int, stop: int) -> list[Pair]:
        """Remove the pairs at positions start … stop - 1 and return them in ascending order."""
        gone = list(self.pairs(start, stop))
        for pair in gone:
            self._discard(pair)
            del self._scores[pair[1]]
        return gone

    def _check(self) -> None:
        super()._check()
        order = {member: place for place, member in enumerate(self)}
        for level in self.levels():
            place = 0
            for member, score, span in level:
                place += span
                assert order[member] == place - 1 and self._scores[member] == score, "a span is wrong"
        members = [{member for member, _, _ in level} for level in self.levels()]
        assert all(upper <= lower for lower, upper in pairwise(members)), "a node skips a level"
