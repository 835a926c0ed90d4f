"""replay: traces, policies replayed on them, and the best that was possible (chapter 05).

trace = read_trace("agent.jsonl")                    # what MemoryBank(record=...) wrote, or your own log
result = simulate(trace, "lru", 100)                 # hits, misses, evictions, regret, …
curves(trace, ["lru", "sieve"])["lru"].misses        # the same at many capacities
too_early(result)[0].saved_by                        # what would have kept the first one missed
"""

from __future__ import annotations

from memlab.replay.access import READ, WRITE, Access, Problem
from memlab.replay.crosswoz import Dialogue, read_crosswoz
from memlab.replay.curve import Curve
from memlab.replay.curves import capacities_for, curves
from memlab.replay.departures import Departure, Span
from memlab.replay.dialogues import CrosswozReport, crosswoz_report
from memlab.replay.generators import GENERATORS
from memlab.replay.hindsight import SavedBy, TooEarly, too_early
from memlab.replay.optimum import Optimum, optimum
from memlab.replay.policies import POLICIES
from memlab.replay.readers import read_trace
from memlab.replay.replacement import Options, Replacement
from memlab.replay.result import Result
from memlab.replay.simulate import simulate
from memlab.replay.stacks import lru_curve
from memlab.replay.trace import Trace, TraceError, trace_of

__all__ = [
    "GENERATORS",
    "POLICIES",
    "READ",
    "WRITE",
    "Access",
    "CrosswozReport",
    "Curve",
    "Departure",
    "Dialogue",
    "Optimum",
    "Options",
    "Problem",
    "Replacement",
    "Result",
    "SavedBy",
    "Span",
    "TooEarly",
    "Trace",
    "TraceError",
    "capacities_for",
    "crosswoz_report",
    "curves",
    "lru_curve",
    "optimum",
    "read_crosswoz",
    "read_trace",
    "simulate",
    "too_early",
    "trace_of",
]
