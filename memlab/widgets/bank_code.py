"""The code that builds the bank which a replay has tried out."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log

from memlab.bank import POLICIES, Settings

AHEAD = {"belady": "liveness", "belady_bypass": "liveness"}  # a bank that knows the future, too
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
    best: str = "",
) -> str:
    """Python that builds a MemoryBank with this policy, or with another one if no bank has it.

    `conversation` is the name of turns in `memlab.course.story`; only liveness reads it. `best` is the policy
    that was measured to miss least of those that a bank has.

    >>> print(bank_code("sieve", 500, "tokens"))
    # No bank has sieve, it is there for replays only; lru is the nearest that a bank has.
    from memlab import tokens
    from memlab.bank import MemoryBank
    <BLANKLINE>
    bank = MemoryBank(capacity=500, policy="lru", size=tokens.count)
    # size: the same function that the log's sizes come from
    """
    taken = policy if policy in POLICIES else AHEAD.get(policy, best or "lru")
    notes = []
    if taken != policy:
        why = "misses least here of the ticked ones" if taken == best else "is the nearest"
        notes.append(f"# No bank has {policy}, it is there for replays only; {taken} {why} that a bank has.")
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
        *["# size: the same function that the log's sizes come from"] * bool(size),
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
