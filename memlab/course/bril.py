"""Five functions of a real compiler's benchmarks, with the live sets that its own tool finds in them.

They come from Bril, a language for teaching compilers (MIT licence, see bril_license.txt).
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources

from memlab.course.story import Turn


@dataclass(frozen=True)
class Function:
    """`turns` are the instructions, with ids from 0; `live_in` what Bril's tool finds live before each block.

    A block is a run of instructions without a branch into or out of its middle; its key is its first one.
    """

    name: str
    turns: list[Turn]
    live_in: dict[int, set[str]]


@functools.cache
def functions() -> tuple[Function, ...]:
    """The five, from the smallest test to the largest benchmark.

    >>> [function.name.split("/")[-1] for function in functions()][:2]
    ['fact.bril#main', 'orders.bril#gcd']
    """
    lines = (resources.files(__package__) / "bril.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_function(**json.loads(line)) for line in lines)


def _function(name: str, turns: list[Turn], live_in: dict[str, list[str]]) -> Function:
    return Function(name, turns, {int(first): set(names) for first, names in live_in.items()})
