"""Widgets of chapter 10: two processes in any order, slots, retries, round trips, a plan of capacity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import ipywidgets

from memlab.tiers.scale.capacity import Assumptions, plan
from memlab.tiers.scale.interleaving import RIVALS, WAYS, orders, play
from memlab.tiers.scale.retries import herd
from memlab.tiers.scale.slots import spread
from memlab.view import Picture
from memlab.view.picture import number
from memlab.view.scale_lanes import two_processes
from memlab.view.scale_plan import capacity_plan
from memlab.view.scale_retries import herd_of_retries
from memlab.view.scale_slots import cluster_slots
from memlab.view.scale_waiting import round_trips
from memlab.view.scaling import duration
from memlab.widgets.explorer import Explorer, dropdown, scale, slider, tick

TENANTS = (1, 3, 10, 30, 100, 300, 1000, 3000)
TRIPS = {"remember": 3, "touch": 3, "get": 4, "hot": 8}
ROUND_TRIPS = (0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1)


class RaceExplorer(Explorer):
    """Two processes on one sorted set: in which order do their commands reach the server, and what is left?

    >>> RaceExplorer().first.title
    'Order AAABBB: nothing is lost and nothing doubled'
    """

    def __init__(self) -> None:
        self.way = dropdown("A", list(WAYS), next(iter(WAYS)))
        self.rival = dropdown("B", list(RIVALS), RIVALS[0])
        most = max(len(orders(way, rival)) for way in WAYS for rival in RIVALS)
        self.order = slider(ipywidgets.IntSlider, "Order, number", 1, 1, most, 1)
        super().__init__(self._picture, {"way": self.way, "rival": self.rival, "order": self.order})

    def _picture(self, way: str, rival: str, order: int) -> Picture:
        there = orders(way, rival)
        return two_processes(play(way, rival, there[(order - 1) % len(there)]))


class SlotExplorer(Explorer):
    """Tenants on the nodes of a cluster, some busier than others, with braces in their keys or without.

    >>> SlotExplorer().first.title
    '30 tenants on 3 nodes: the busiest node has 1.4 times its fair share'
    """

    def __init__(self) -> None:
        controls = {
            "tenants": scale("Tenants", TENANTS, 30, lambda n: f"{n:,}"),
            "nodes": slider(ipywidgets.IntSlider, "Nodes", 3, 1, 12, 1),
            "skew": slider(ipywidgets.FloatSlider, "Skew of the calls", 0, 0, 2, 0.1),
            "braces": tick("Tenant in braces", True, "{tenant}: only what is in the braces makes the slot"),
        }
        super().__init__(self._picture, controls)

    def _picture(self, tenants: int, nodes: int, skew: float, braces: bool) -> Picture:
        return cluster_slots(spread(tenants, nodes, skew, braces))


class RetryExplorer(Explorer):
    """A hundred clients lose their server for a second: how they come back depends on how they wait.

    >>> RetryExplorer().first.title.startswith('100 clients')
    True
    """

    def __init__(self) -> None:
        real = ipywidgets.FloatSlider
        controls = {
            "base": slider(real, "First wait in s", 0.1, 0.01, 1, 0.01),
            "cap": slider(real, "Longest wait in s", 5, 0.1, 20, 0.1),
            "jitter": slider(real, "Share that is drawn", 0, 0, 1, 0.1),
            "clients": slider(ipywidgets.IntSlider, "Clients", 100, 10, 500, 10),
        }
        super().__init__(self._picture, controls)

    def _picture(self, base: float, cap: float, jitter: float, clients: int) -> Picture:
        return herd_of_retries(herd(clients, base, cap, jitter))


class RoundTripExplorer(Explorer):
    """What an operation costs if each of its steps is a round trip that takes so long.

    `trips`: round trips of each operation, as a `Wire` counts them.

    >>> RoundTripExplorer({"remember": 8}).first.title
    'At 300 µs a trip one remember in twenty takes 3.67 ms or more'
    """

    def __init__(self, trips: Mapping[str, int] = TRIPS) -> None:
        self.trips = dict(trips)
        controls = {
            "trip": scale("One round trip", ROUND_TRIPS, 0.0003, duration),
            "spread": slider(ipywidgets.FloatSlider, "Unevenness", 0.5, 0, 1.5, 0.1),
        }
        super().__init__(self._picture, controls)

    def _picture(self, trip: float, spread: float) -> Picture:
        return round_trips(self.trips, trip, spread)


class CapacityPlan(Explorer):
    """How many servers for how many tenants? Each line of the arithmetic, from a few assumptions.

    `assumptions` are the start; the controls move five of them.

    >>> CapacityPlan().first.title
    '10,000,000 tenants: 6 Redis nodes, 6 of PostgreSQL, 1.8 TB of cold storage'
    """

    def __init__(self, assumptions: Assumptions | None = None) -> None:
        self.assumptions = Assumptions() if assumptions is None else assumptions
        a, real = self.assumptions, ipywidgets.FloatSlider
        many = sorted({10**n for n in range(3, 10)} | {a.tenants})
        kept = sorted({10, 50, 200, 1000, 5000} | {a.memories})
        warm = sorted({1, 10, 40, 100, 400} | {a.hot})
        controls: dict[str, Any] = {
            "tenants": scale("Tenants", many, a.tenants, _short),
            "awake": slider(real, "Awake at once in %", 100 * a.awake, 0.1, 100, 0.1),
            "memories": scale("Memories of a tenant", kept, a.memories, number),
            "hot": scale("of them hot", warm, a.hot, number),
            "peak": slider(real, "Peak ÷ mean", a.peak, 1, 20, 0.5),
        }
        super().__init__(self._picture, controls)

    def _picture(self, tenants: int, awake: float, memories: int, hot: int, peak: float) -> Picture:
        moved: dict[str, Any] = {
            "tenants": tenants,
            "awake": awake / 100,
            "memories": memories,
            "hot": hot,
            "peak": peak,
        }
        return capacity_plan(plan(replace(self.assumptions, **moved)))


def _short(count: int) -> str:
    """A count that fits beside a slider: 10 M."""
    for unit, name in ((10**6, " M"), (1000, " k")):
        if count >= unit and count % unit == 0:
            return f"{count // unit:,}{name}"
    return f"{count:,}"
