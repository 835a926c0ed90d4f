"""Play a conversation against a bank: what each turn reads, misses, writes and throws out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memlab import checks, flow
from memlab.bank.bank import MemoryBank, TooLarge
from memlab.bank.item import MemoryItem
from memlab.bank.log import Eviction
from memlab.bank.policies import Liveness, Policy, policy_of

MINUTE = 60.0  # seconds from turn to turn


@dataclass(frozen=True)
class Frame:
    """The bank after one turn; ids are variables. A `missed` memory was read but is not there."""

    turn: Hashable
    text: str
    read: tuple[Hashable, ...]
    missed: tuple[Hashable, ...]
    written: tuple[Hashable, ...]
    resident: tuple[MemoryItem, ...]
    evicted: tuple[Eviction, ...]
    refused: tuple[Hashable, ...] = ()  # larger than the whole capacity


@dataclass(frozen=True)
class BankRun:
    """A conversation played turn by turn, for the views: a frame a turn."""

    policy: str
    capacity: float
    frames: tuple[Frame, ...]

    @property
    def misses(self) -> int:
        """How many reads found nothing."""
        return sum(len(frame.missed) for frame in self.frames)


def play(
    turns: Sequence[Mapping[str, Any]],
    memories: Mapping[str, tuple[str, float]],
    capacity: float,
    policy: str | Policy,
    size: Callable[[str], float] | None = None,
) -> BankRun:
    """Play annotated turns (id, use, def, succ, text) in their order, a minute each.

    A turn first reads its uses (a hit is a touch), then writes its defs with the content and importance that
    `memories` has for the variable (else its name and 0.5). "liveness" is told which turn is running.
    ProgramError, ValueError or TypeError for what is no conversation, no memory or no bank.

    >>> from memlab.course.story import FIVE_STATEMENTS, MEMORIES
    >>> [play(FIVE_STATEMENTS, MEMORIES, 2, policy).misses for policy in ("fifo", "article", "liveness")]
    [0, 2, 0]
    """
    checks.kind("memories", memories, Mapping, "pass a dict of variable: (content, importance)")
    moment: list[Any] = [0, None]  # turns played, id of the turn that is running
    turns = list(turns)
    program = flow.Program.from_dicts(turns)  # whatever the policy: it refuses what is no conversation
    if policy == "liveness":
        policy = Liveness(program, at=lambda: moment[1])
    bank = MemoryBank(capacity, policy_of(policy), size, clock=lambda: MINUTE * moment[0])
    frames = []
    for turn in turns:
        moment[1] = turn["id"]
        frames.append(_turn(bank, turn, memories))
        moment[0] += 1
    return BankRun(bank.policy.name, capacity, tuple(frames))


def _turn(bank: MemoryBank, turn: Mapping[str, Any], memories: Mapping[str, tuple[str, float]]) -> Frame:
    before = len(bank.evict_log)
    hits = {variable: bank.touch(variable) for variable in turn["use"]}
    written, refused = [], []
    for variable in turn["def"]:
        content, importance = memory_of(memories, variable)
        try:
            bank.add(content, importance, id=variable)
            written.append(variable)
        except TooLarge:
            refused.append(variable)
    return Frame(
        turn["id"],
        turn.get("text", ""),
        tuple(variable for variable, hit in hits.items() if hit),
        tuple(variable for variable, hit in hits.items() if not hit),
        tuple(written),
        bank.items,
        tuple(bank.evict_log[before:]),
        tuple(refused),
    )


def memory_of(memories: Mapping[str, tuple[str, float]], variable: Any) -> tuple[str, float]:
    """What is written down for a variable, and its importance; without an entry its name and 0.5."""
    found = memories.get(variable, (str(variable), 0.5))
    if not isinstance(found, (tuple, list)) or len(found) != 2:
        field, allowed = f"memories[{checks.shown(variable)}]", "allowed is (content, importance): write both"
        raise ValueError(f"{field}: {checks.shown(found)}, {allowed}")
    return found[0], found[1]
