"""The conversation as a program: what is live, what reaches what, and how many context slots it needs."""

from memlab.flow.analyses import ASSIGNED, LIVENESS, MAYBE_ASSIGNED, REACHING, STRONG_LIVENESS, Analysis
from memlab.flow.calls import Summary, summary
from memlab.flow.interference import Slots, interference, slots
from memlab.flow.pressure import NextUse, Spill, next_use, pressure, spills
from memlab.flow.program import Program
from memlab.flow.queries import (
    DanglingUse,
    LiveRange,
    dangling_uses,
    dead_definitions,
    def_use_chains,
    live_ranges,
)
from memlab.flow.solver import Solution, Step, solve
from memlab.flow.statement import ProgramError, Statement
from memlab.flow.textbook import liveness_analysis

__all__ = [
    "ASSIGNED",
    "LIVENESS",
    "MAYBE_ASSIGNED",
    "REACHING",
    "STRONG_LIVENESS",
    "Analysis",
    "DanglingUse",
    "LiveRange",
    "NextUse",
    "Program",
    "ProgramError",
    "Slots",
    "Solution",
    "Spill",
    "Statement",
    "Step",
    "Summary",
    "dangling_uses",
    "dead_definitions",
    "def_use_chains",
    "interference",
    "live_ranges",
    "liveness_analysis",
    "next_use",
    "pressure",
    "slots",
    "solve",
    "spills",
    "summary",
]
