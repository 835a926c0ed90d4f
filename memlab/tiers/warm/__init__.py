"""The warm tier: SQL, in which a memory, its words and its vector are written together or not at all."""

from memlab.tiers.warm.filters import Filters
from memlab.tiers.warm.records import Document, Problem, Repair, Totals
from memlab.tiers.warm.warm import Warm

__all__ = ["Document", "Filters", "Problem", "Repair", "Totals", "Warm"]
