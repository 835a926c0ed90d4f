"""The code that builds the bank which a replay has tried out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log

from memlab.bank import POLICIES, Settings

NEAREST = {"belady": "liveness", "belady_bypass": "liveness", "random": "fifo"}  # the others: lru
PROGRAM = (
    'program = Program.from_turns([{"use": [], "def": ["cart"]}, {"use": ["cart"], "def": []}])  # yours'
)
MOST_PINNED = 6


def bank_code(
    policy: str,
    capacity: int,
    unit: str = "items",
    settings: Settings | None = None,
    pinned: Sequence[Hashable] = (),
    conversation: str = "",
) -> str:
    """Python that builds a MemoryBank with this policy, or with the nearest one that a bank has.

    `conversation` is the name of turns in `memlab.course.story`; only liveness reads it.

    >>> print(bank_code("sieve", 500, "tokens"))
    # sieve is there for replays only; the nearest that a bank has is lru.
    from memlab import tokens
    from memlab.bank import MemoryBank
    <BLANKLINE>
    bank = MemoryBank(capacity=500, policy="lru", size=tokens.count)
    """
    taken = policy if policy in POLICIES else NEAREST.get(policy, "lru")
    notes = []
    if taken != policy:
        notes.append(f"# {policy} is there for replays only; the nearest that a bank has is {taken}.")
    if capacity == 0:
        notes.append("# A replay may have no room at all; a bank has room for 1 at least.")
    names, imports, before, how = _built(taken, settings or Settings(), pinned, conversation)
    size = ", size=tokens.count" if unit == "tokens" else ""
    lines = [
        *notes,
        *(["from math import log"] if taken == "scored" else []),
        *(["from memlab import tokens"] if size else []),
        f"from memlab.bank import {', '.join(sorted(['MemoryBank', *names]))}",
        *imports,
        "",
        *before,
        f"bank = MemoryBank(capacity={max(capacity, 1)}, policy={how}{size})",
    ]
    return "\n".join(lines)


def _built(
    policy: str, settings: Settings, pinned: Sequence[Hashable], conversation: str
) -> tuple[list[str], list[str], list[str], str]:
    """(names from memlab.bank, further imports, lines before the bank, the policy as an expression)."""
    if policy == "scored":
        lines = [_settings(settings), f"policy = Scored(settings, pinned={_pinned(pinned)})"]
        return ["Scored", "Settings"], [], lines, "policy"
    if policy == "liveness":
        story = [f"from memlab.course.story import {conversation}"] if conversation else []
        program = f"program = Program.from_dicts({conversation})" if conversation else PROGRAM
        turn = "turn = program.ids[0]  # your agent sets it to the id of the turn that is running"
        imports = [*story, "from memlab.flow import Program"]
        return ["Liveness"], imports, [program, turn], "Liveness(program, at=lambda: turn)"
    return [], [], [], f'"{policy}"'


def _settings(settings: Settings) -> str:
    fading = f"log(2) / {log(2) / settings.decay:.6g}" if settings.decay else "0"
    return (
        f"settings = Settings(decay={fading}, boost={settings.boost:g}, protection={settings.protection:g})"
        "  # in seconds"
    )


def _pinned(keys: Sequence[Hashable]) -> str:
    """The whitelist as an expression; a long one is left to the reader."""
    shown = ", ".join(repr(key if isinstance(key, int) else str(key)) for key in keys[:MOST_PINNED])
    return f"[{shown}]"
