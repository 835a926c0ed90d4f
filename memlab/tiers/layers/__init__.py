"""layers: what an agent keeps for how long: sessions, facts, states and the values of a running task."""

from __future__ import annotations

from memlab.tiers.layers.facts import FactLayer
from memlab.tiers.layers.repeats import Said
from memlab.tiers.layers.session import Session, SessionLayer
from memlab.tiers.layers.state import ForbiddenTransition, Snapshot, StateLayer, StateMachine
from memlab.tiers.layers.working import Working, WorkingLayer

__all__ = [
    "FactLayer",
    "ForbiddenTransition",
    "Said",
    "Session",
    "SessionLayer",
    "Snapshot",
    "StateLayer",
    "StateMachine",
    "Working",
    "WorkingLayer",
]
