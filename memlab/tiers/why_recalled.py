"""Why a memory was recalled, or was not: its terms, who beat it, or what kept it from being considered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from memlab.bank import Explanation
from memlab.bank.log import say, say_terms
from memlab.checks import shown
from memlab.tiers.memory import Memory

if TYPE_CHECKING:
    from memlab.tiers.recall import Hit, Recalled
    from memlab.tiers.store import MemoryStore


class Look(NamedTuple):
    """Where to look for what was not considered: the store, and the filters of the recall."""

    store: MemoryStore
    filters: Mapping[str, Any]


def explained(recalled: Recalled, id: str, look: Look) -> Explanation:
    """The answer of `Recalled.explain`. Status recalled, kept (beaten or not found), or as `why` says."""
    for place, hit in enumerate(recalled.considered):
        if hit.memory.id == id:
            return _considered(recalled, place, hit)
    told = look.store.why(id)
    if told.status in ("unknown", "forgotten", "expired", "merged"):
        return Explanation(id, told.status, f"not considered: {told.text}", competitor=told.competitor)
    memory = look.store.get(id)
    kept_out = _filtered(memory, look.filters) or recalled.note
    if not kept_out:
        kept_out = "no channel found it: it holds no identifier of the question, and others are nearer"
    return Explanation(
        id, memory.status if memory.status != "live" else "kept", f"not considered: {kept_out}"
    )


def _considered(recalled: Recalled, place: int, hit: Hit) -> Explanation:
    ids = [each.memory.id for each in recalled.hits]
    found = ", ".join(f"{channel} (rank {n})" for channel, n in hit.ranks.items())
    score = f"{say_terms({k: v for k, v in hit.terms.items() if v}, ' + ')} = {say(hit.score)}"
    if hit.memory.id in ids:
        others = [each for each in recalled.considered[place + 1 :] if each.memory.id not in ids]
        other = others[0] if others else None
        name = shown(other.memory.id) if other else ""
        after = f"; the first not recalled is {name} with {say(other.score)}" if other else ""
        text = f"recalled with {score}, found by {found}{after}"
        return _told(hit, "recalled", text, other)
    other = recalled.hits[-1] if recalled.hits else None
    by = f"; {shown(other.memory.id)} took the last place with {say(other.score)}" if other else ""
    more = f", by its {_difference(hit, other)}" if other else ""
    return _told(hit, "kept", f"not recalled: {score}, found by {found}{by}{more}", other)


def _told(hit: Hit, status: str, text: str, other: Hit | None) -> Explanation:
    competitor = other.memory.id if other else None
    return Explanation(hit.memory.id, status, text, hit.terms, hit.score, competitor, "sum")


def _difference(hit: Hit, other: Hit) -> str:
    """The term in which the other one is most ahead."""
    return max(other.terms, key=lambda name: other.terms[name] - hit.terms.get(name, 0.0))


def _filtered(memory: Memory, filters: Mapping[str, Any]) -> str:
    """The first filter that the memory does not pass."""
    for name, value in (("kind", memory.kind), ("status", memory.status)):
        allowed = filters["kinds" if name == "kind" else "statuses"]
        if allowed is not None and value not in allowed:
            return f"its {name} {shown(value)} is not among {', '.join(sorted(allowed))}"
    for name in ("session", "speaker"):
        if filters[name] is not None and getattr(memory, name) != filters[name]:
            return f"its {name} is {shown(getattr(memory, name))}, not {shown(filters[name])}"
    since, until = filters["since"], filters["until"]
    if since is not None and memory.at < since:
        return "it is from before the time asked for"
    return "it is from after the time asked for" if until is not None and memory.at > until else ""
