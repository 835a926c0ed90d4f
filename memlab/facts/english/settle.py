"""Settling a sentence's candidates together: contrasts, repetitions, the special before the general."""

from __future__ import annotations

from dataclasses import replace

from memlab.facts.candidate import Candidate
from memlab.facts.scene import Scene

_SPECIAL = ("reply_language", "name")


def contrasted(found: list[Candidate], scene: Scene) -> list[Candidate]:
    """ "I don't work at Bosch, I work at Siemens": a denial and what is said instead make a change."""
    single_valued = (
        c for c in found if not c.polarity and not getattr(scene.rule(c.attribute), "many", True)
    )
    denied = {(c.entity, c.attribute) for c in single_valued}
    stated = {(c.entity, c.attribute) for c in found if c.polarity}
    both = denied & stated
    return (
        [replace(c, change=True) if (c.entity, c.attribute) in both else c for c in found] if both else found
    )


def single(found: list[Candidate]) -> list[Candidate]:
    """The candidates without those that say the same again, or that a more special reading explains."""
    orders = [c for c in found if c.attribute == "instruction"]
    if len(orders) > 1:  # a sentence gives one order: the longest
        longest = max(orders, key=lambda c: len(c.value))
        found = [c for c in found if c.attribute != "instruction" or c is longest]
    numbers = {c.span for c in found if c.attribute == "order_id"}
    found = [c for c in found if c.attribute != "phone" or c.span not in numbers]
    kept: dict[tuple[str, str, str, bool], Candidate] = {}
    special = [c.clause for c in found if c.attribute in _SPECIAL or c.attribute.startswith("favourite_")]
    for c in found:
        general = special and c.attribute in ("likes", "dislikes", "instruction")
        if not (general and any(a < c.clause[1] and c.clause[0] < b for a, b in special)):
            kept.setdefault((c.attribute, c.value, c.entity, c.polarity), c)
    return list(kept.values())
