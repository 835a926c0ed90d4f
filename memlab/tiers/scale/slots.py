"""Slots: on which node of a cluster a tenant's keys lie, and how much of the work each node gets."""

from __future__ import annotations

from dataclasses import dataclass

from redis.crc import key_slot

from memlab import checks
from memlab.bank.keys import NAMES, key

SLOTS = 16_384


def slot(tenant: str, name: str = "hot", braces: bool = True) -> int:
    """The slot of a tenant's key: CRC16 of what stands between the braces, modulo 16,384.

    >>> slot("lin-yue", "hot") == slot("lin-yue", "log"), slot("lin-yue", "hot", braces=False)
    (True, 12728)
    """
    whole = key(tenant, name)
    return key_slot((whole if braces else whole.replace("{", "").replace("}", "")).encode())


def node(slot: int, nodes: int) -> int:
    """The node, from 0, that has a slot where each has an equal share of neighbours.

    >>> node(0, 3), node(5461, 3), node(5462, 3), node(16_383, 3)
    (0, 0, 1, 2)
    """
    return slot // -(-SLOTS // nodes)


@dataclass(frozen=True)
class Spread:
    """Tenants on nodes: of each tenant its slot and its share of the calls, of each node its sums.

    `torn`: tenants whose keys lie on more than one node, so that no transaction can hold them.
    """

    nodes: int
    skew: float
    braces: bool
    slots: tuple[int, ...]
    shares: tuple[float, ...]
    torn: int

    @property
    def tenants(self) -> list[int]:
        """How many tenants each node has (by their sorted set)."""
        return [sum(node(s, self.nodes) == n for s in self.slots) for n in range(self.nodes)]

    @property
    def loads(self) -> list[float]:
        """The share of all calls that each node gets."""
        pairs = list(zip(self.slots, self.shares, strict=True))
        return [sum(share for s, share in pairs if node(s, self.nodes) == n) for n in range(self.nodes)]


def spread(tenants: int, nodes: int = 3, skew: float = 0.0, braces: bool = True) -> Spread:
    """So many tenants on so many nodes; the calls of the n-th busiest tenant are as 1 / n^skew.

    ValueError for fewer than one tenant or node, more nodes than slots, or a negative skew. O(tenants).

    >>> found = spread(1000, 3)
    >>> found.tenants, [round(share, 2) for share in found.loads], found.torn
    ([331, 331, 338], [0.33, 0.33, 0.34], 0)
    """
    checks.whole("tenants", tenants, 1)
    checks.number("nodes", checks.whole("nodes", nodes, 1), 1, SLOTS)
    checks.number("skew", skew, 0, 10)
    names = [f"customer-{n}" for n in range(1, tenants + 1)]
    weights = [n**-skew for n in range(1, tenants + 1)]
    torn = sum(len({node(slot(t, n, braces), nodes) for n in NAMES}) > 1 for t in names)
    slots = tuple(slot(t, "hot", braces) for t in names)
    return Spread(nodes, skew, braces, slots, tuple(w / sum(weights) for w in weights), torn)
