"""What a scored set can be asked, once it knows where a pair would stand in its order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from math import copysign, inf, nextafter
from typing import Any

Pair = tuple[float, bytes]
Scored = list[tuple[bytes, float]]


class RankedMembers(ABC):
    """Members with scores in the total order (score, then member bytes), as Redis has it.

    Every question is one about positions: a range is a half-open span `(start, stop)` of them, whether it
    was asked for by rank, by score or by member. A subclass gives `place`, `pairs`, `cut` and two ways to
    write one pair. Members are bytes (a str is stored as UTF-8); -0 is stored as 0.

    Raises:
        TypeError: a member that is neither bytes nor str, or a score that is no number.
        ValueError: a score that is NaN. A refused call changes nothing.
    """

    _scores: dict[bytes, float]
    _insert: Callable[[Pair], None]  # put in a pair whose member is not there
    _discard: Callable[[Pair], None]  # take out a pair that is there
    place: Callable[[Any], int]
    """How many pairs sort before (score, member), or before (score,), which comes before all its ties."""

    def __init__(self, pairs: Iterable[tuple[bytes | str, float]] = ()) -> None:
        self._scores = {}
        for member, score in pairs:
            self.add(member, score)

    @abstractmethod
    def pairs(self, start: int, stop: int, reverse: bool = False) -> Iterable[Pair]:
        """The (score, member) pairs at positions start … stop - 1 of the ascending order."""

    @abstractmethod
    def cut(self, start: int, stop: int) -> list[Pair]:
        """Remove the pairs at positions start … stop - 1 and return them in ascending order."""

    # -- one member ------------------------------------------------------------------------------------

    def add(self, member: bytes | str, score: float) -> bool:
        """Store a member, or move it to its new score; True if it was not there. O(log n)."""
        try:
            score = score + 0.0  # an int becomes a float, and -0.0 becomes 0.0
        except TypeError:
            raise TypeError(f"score must be a number, not {type(score).__name__}: pass a float") from None
        if score != score:
            raise ValueError("score is NaN, which has no place in an order: pass a number or an infinity")
        return self.put(as_bytes(member), score) == "added"

    def put(self, member: bytes, score: float) -> str | None:
        """`add` for what has been checked: "added", "moved" or None for no change."""
        old = self._scores.get(member)
        if old == score:
            return None
        if old is not None:
            self._discard((old, member))
        self._insert((score, member))
        self._scores[member] = score
        return "added" if old is None else "moved"

    def score(self, member: bytes | str) -> float | None:
        """The score of a member, None if it is not there. O(1)."""
        return self._scores.get(member if type(member) is bytes else as_bytes(member))

    def rank(self, member: bytes | str, reverse: bool = False) -> int | None:
        """The position of a member from 0, counted from the top if `reverse`; None if absent. O(log n)."""
        if type(member) is not bytes:
            member = as_bytes(member)
        score = self._scores.get(member)
        if score is None:
            return None
        place = self.place((score, member))
        return len(self) - 1 - place if reverse else place

    def remove(self, member: bytes | str) -> bool:
        """Take a member out; False if it was not there. O(log n)."""
        member = as_bytes(member)
        score = self._scores.pop(member, None)
        if score is None:
            return False
        self._discard((score, member))
        return True

    # -- spans of positions ----------------------------------------------------------------------------

    def rank_span(self, start: int, stop: int, reverse: bool = False) -> tuple[int, int]:
        """Redis's ranks as a span: `stop` is included, negative ranks count from the end."""
        size = len(self)
        start = min(max(start + size if start < 0 else start, 0), size)
        stop = max(min(stop + size if stop < 0 else stop, size - 1) + 1, start)
        return (size - stop, size - start) if reverse else (start, stop)

    def score_span(self, low: float | None, high: float | None) -> tuple[int, int]:
        """The span of low <= score < high, where None stands for what is past every score."""
        start = len(self) if low is None else self.place((low,))
        stop = len(self) if high is None else self.place((high,))
        return start, max(start, stop)

    def between(self, low: float | None, high: float | None, reverse: bool = False) -> Iterable[Pair]:
        """The pairs of low <= score < high, where None stands for what is past every score."""
        return self.pairs(*self.score_span(low, high), reverse)

    def lex_span(self, low: bytes | None, high: bytes | None, reverse: bool = False) -> tuple[int, int]:
        """The span of low <= member < high, None being past every member; meant for equal scores.

        Where scores differ Redis leaves the outcome open; this does what a small sorted set does there,
        which walks from one end and stops at the first member out of range. O(log n), else O(n).
        """
        if not self._scores or low is None:
            return 0, 0
        (first, head), (last, tail) = self._end(0), self._end(len(self) - 1)
        if first != last:
            ordered = tail >= low and (high is None or head < high)
            return self._walk(low, high, reverse) if ordered else (0, 0)
        start = self.place((first, low))
        stop = len(self) if high is None else self.place((first, high))
        return start, max(start, stop)

    def _end(self, position: int) -> Pair:
        return next(iter(self.pairs(position, position + 1)))

    def _walk(self, low: bytes, high: bytes | None, reverse: bool) -> tuple[int, int]:
        def enough(member: bytes) -> bool:
            return member >= low

        def little(member: bytes) -> bool:
            return high is None or member < high

        enter, stay = (little, enough) if reverse else (enough, little)
        members = [member for _, member in self.pairs(0, len(self), reverse)]
        size = len(members)
        start = next((i for i in range(size) if enter(members[i])), size)
        stop = next((i for i in range(start, size) if not stay(members[i])), size)
        return (size - stop, size - start) if reverse else (start, stop)

    # -- ranges ----------------------------------------------------------------------------------------

    def range_by_rank(self, start: int = 0, stop: int = -1, reverse: bool = False) -> Scored:
        """(member, score) at ranks start … stop, both included, negative from the end. O(log n + found)."""
        span = self.rank_span(start, stop, reverse)
        return [(member, score) for score, member in self.pairs(*span, reverse)]

    def range_by_score(
        self,
        low: float = -inf,
        high: float = inf,
        *,
        low_open: bool = False,
        high_open: bool = False,
        reverse: bool = False,
    ) -> Scored:
        """(member, score) for low <= score <= high; an open end leaves its bound out. O(log n + found)."""
        found = self.between(above(low) if low_open else low, high if high_open else above(high), reverse)
        return [(member, score) for score, member in found]

    def range_by_lex(
        self, low: bytes | str = b"", high: bytes | str | None = None, reverse: bool = False
    ) -> Scored:
        """(member, score) for low <= member <= high in byte order (None: no end), scores being equal."""
        limit = None if high is None else after(as_bytes(high))
        span = self.lex_span(as_bytes(low), limit, reverse)
        return [(member, score) for score, member in self.pairs(*span, reverse)]

    def pop_min(self, count: int = 1) -> Scored:
        """Remove and return the `count` first (member, score). O(count · log n)."""
        stop = min(max(count, 0), len(self._scores))
        return [(member, score) for score, member in self.cut(0, stop)]

    def pop_max(self, count: int = 1) -> Scored:
        """Remove and return the `count` last (member, score), the greatest first. O(count · log n)."""
        size = len(self._scores)
        return [(member, score) for score, member in self.cut(max(size - max(count, 0), 0), size)[::-1]]

    def __len__(self) -> int:
        return len(self._scores)

    def __contains__(self, member: object) -> bool:
        return isinstance(member, (bytes, str)) and as_bytes(member) in self._scores

    def __iter__(self) -> Iterator[bytes]:
        """The members in order; `range_by_rank()` gives them with their scores."""
        return (member for _, member in self.pairs(0, len(self)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.range_by_rank()!r})"

    def _check(self) -> None:
        """Raise AssertionError if the dict and the order disagree. O(n)."""
        pairs = list(self.pairs(0, len(self)))
        assert pairs == sorted(pairs), "pairs are out of order"
        assert {member: score for score, member in pairs} == self._scores, "dict and order disagree"
        assert len(pairs) == len(self._scores), "a member stands in the order twice"
        assert all(type(score) is float and score == score for score in self._scores.values()), "bad score"
        assert not any(score == 0 and copysign(1, score) < 0 for score in self._scores.values()), "-0"


def as_bytes(member: bytes | str) -> bytes:
    """A member as bytes: UTF-8, whose byte order is the order of code points."""
    if isinstance(member, bytes):
        return member
    if isinstance(member, str):
        return member.encode()
    raise TypeError(f"member must be bytes or str, not {type(member).__name__}: encode it first")


def above(score: float) -> float | None:
    """The next float after `score`, None after infinity: `s <= score` is the same as `s < above(score)`."""
    return None if score == inf else nextafter(score, inf)


def after(member: bytes) -> bytes:
    """The very next byte string: `m <= member` is the same as `m < after(member)`."""
    return member + b"\0"
