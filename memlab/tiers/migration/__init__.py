"""The warm tier carried from one database into another, whole, in steps that a crash does not break."""

from memlab.tiers.migration.carrying import Migration, Plan
from memlab.tiers.migration.sums import Sums

__all__ = ["Migration", "Plan", "Sums"]
