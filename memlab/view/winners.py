"""Who misses least at which capacity: what a picture of curves has for its title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memlab.replay import POLICIES
from memlab.replay.curve import Curve
from memlab.view.picture import clean, number, title_case
from memlab.view.policies import percent, room

MOST_TOLD = 3  # winners that are named


def foresight(name: str) -> bool:
    """Whether a policy of this name knows the future."""
    return name in POLICIES and POLICIES[name].foresight


def verdict(curves: Mapping[str, Curve], unit: str = "items") -> str:
    """Which policy misses least, and from which capacity on; those that know the future do not compete.

    >>> lru, lfu = Curve("lru", (1, 2, 4), (9, 7, 2), 10), Curve("lfu", (1, 2, 4), (9, 6, 3), 10)
    >>> verdict({"lru": lru, "lfu": lfu})
    'From room for 2 memories lfu misses least, from 4 lru'
    """
    known = {name: curve for name, curve in curves.items() if curve.capacities}
    if not known:
        chosen = "No capacity is replayed" if curves else "No policy is chosen"
        return f"{chosen}: there is no curve to draw"
    online = {name: curve for name, curve in known.items() if not foresight(name)} or known
    if not any(curve.requests for curve in online.values()):
        return "Nothing is read, so nothing is missed, whatever the room"
    if len(online) == 1:
        return _alone(*next(iter(online.items())), unit)
    shared = sorted(set.intersection(*(set(curve.capacities) for curve in online.values())))
    if not shared:
        return f"No room is replayed under all {len(online)} policies"
    partly = any(not curve.capacities and not foresight(name) for name, curve in curves.items())
    told = _told(_winners(online, shared), len(online), shared, unit)
    return told + " (of the policies replayed so far)" * partly


def _winners(online: Mapping[str, Curve], shared: Sequence[float]) -> list[tuple[float, str]]:
    """Each capacity from which on another policy misses least; who is not beaten stays the winner."""
    found: list[tuple[float, str]] = []
    for capacity in shared:
        ratios = {name: curve.miss_ratio(capacity) for name, curve in online.items()}
        best = [name for name in online if ratios[name] == min(ratios.values())]
        if len(best) < len(online) and (not found or found[-1][1] not in best):
            found.append((capacity, best[0]))
    return found


def _told(winners: list[tuple[float, str]], policies: int, shared: Sequence[float], unit: str) -> str:
    """The winners in words; what is said of all rooms is said of those at which all were replayed."""
    if len(winners) > MOST_TOLD:
        return f"No policy is always best: the winner changes {len(winners) - 1} times as the room grows"
    if len(winners) > 1:
        (first, name), *others = winners
        changes = "".join(f", from {number(capacity)} {clean(other)}" for capacity, other in others)
        return f"From {_room(first, unit)} {clean(name)} misses least{changes}"
    who = f"{clean(winners[0][1])} misses least" if winners else f"all {policies} policies miss alike"
    if len(shared) == 1:
        return f"With {_room(shared[0], unit)} {who}"
    return f"{who if winners else title_case(who)} at each of the {len(shared)} rooms tried"


def _alone(name: str, curve: Curve, unit: str) -> str:
    low, high = min(curve.capacities), max(curve.capacities)
    most, least = percent(curve.miss_ratio(low)), percent(curve.miss_ratio(high))
    if low == high:
        return f"{clean(name)} misses {least} with {_room(high, unit)}"
    return f"{clean(name)} misses {most} with room for {number(low)}, {least} with {_room(high, unit)}"


def _room(capacity: float, unit: str) -> str:
    place = room(capacity, unit)
    return place[:1].lower() + place[1:]
