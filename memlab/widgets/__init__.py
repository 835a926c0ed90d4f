"""Widgets: a few controls over one picture each. Core ipywidgets only, one HTML value a picture."""

from __future__ import annotations

from memlab.widgets.bank import BankExplorer, DecayExplorer
from memlab.widgets.conflicts import ConflictExplorer
from memlab.widgets.context import ContextExplorer
from memlab.widgets.explorer import Explorer
from memlab.widgets.flow import LivenessStepper, PressureExplorer
from memlab.widgets.inspect_lab import InspectLab
from memlab.widgets.policy_lab import PolicyLab
from memlab.widgets.recall import RecallExplorer
from memlab.widgets.scale import (
    CapacityPlan,
    RaceExplorer,
    RetryExplorer,
    RoundTripExplorer,
    SlotExplorer,
)

__all__ = [
    "BankExplorer",
    "CapacityPlan",
    "ConflictExplorer",
    "ContextExplorer",
    "DecayExplorer",
    "Explorer",
    "InspectLab",
    "LivenessStepper",
    "PolicyLab",
    "PressureExplorer",
    "RaceExplorer",
    "RecallExplorer",
    "RetryExplorer",
    "RoundTripExplorer",
    "SlotExplorer",
]
