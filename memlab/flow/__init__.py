"""The conversation as a program: what is live, what reaches what, and how many context slots it needs."""

from memlab.flow.analyses import ASSIGNED, LIVENESS, MAYBE_ASSIGNED, REACHING, STRONG_LIVENESS, Analysis
from memlab.flow.program import Program
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
    "Program",
    "ProgramError",
    "Solution",
    "Statement",
    "Step",
    "liveness_analysis",
    "solve",
]
