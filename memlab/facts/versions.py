"""Versions: the chain of a book's writes. A rollback is a write whose parent is an old one."""

from __future__ import annotations

from collections.abc import Iterator

from memlab import checks
from memlab.facts.fact import FactError


class Versions:
    """Each version has a parent; the present is made of the latest one's ancestors, itself included.

    >>> versions = Versions()
    >>> [versions.add() for _ in range(3)], versions.back_to(1), versions.latest
    ([1, 2, 3], ({2, 3}, set()), 4)
    >>> versions.back_to(3)  # a rollback can be rolled back
    ({4}, {2, 3})
    """

    def __init__(self) -> None:
        self._parents = [0]
        self._left: set[int] = set()  # versions that the present is not made of
        self._withdrawn: dict[int, list[int]] = {}  # version -> the versions that withdraw it

    @property
    def latest(self) -> int:
        """The number of the last write; 0 for none."""
        return len(self._parents) - 1

    def add(self) -> int:
        """The number of a new write, which goes on from the latest."""
        self._parents.append(self.latest)
        return self.latest

    def withdraw(self, version: int) -> int:
        """The number of a write that takes one single version back."""
        new = self.add()
        self._withdrawn.setdefault(version, []).append(new)
        return new

    def counts(self, version: int) -> bool:
        """Whether the present is made of this version: neither rolled back nor withdrawn."""
        if version in self._left:
            return False
        return all(by in self._left for by in self._withdrawn.get(version, ()))

    def check(self, version: int) -> int:
        """The version if there is such a one, 0 for the empty book; else FactError."""
        known = isinstance(version, int) and not isinstance(version, bool) and 0 <= version <= self.latest
        if not known:
            allowed = f"allowed are 0 (the empty book) to {self.latest}"
            raise FactError(f"version: {checks.shown(version)}, {allowed}: take one from history()")
        return version

    def back_to(self, version: int) -> tuple[set[int], set[int]]:
        """Go on from an old version: (versions that count no longer, versions that count again).

        O(number of writes in between).
        """
        again = set()
        for v in self._chain(version):
            if v not in self._left:
                break
            again.add(v)
        meeting = self._parents[min(again)] if again else version
        gone = set()
        for v in self._chain(self.latest):
            if v == meeting:
                break
            gone.add(v)
        self._parents.append(version)
        self._left -= again
        self._left |= gone
        return gone, again

    def _chain(self, version: int) -> Iterator[int]:
        while version:
            yield version
            version = self._parents[version]
