"""rating: the table of cues by which a turn is rated, and how a turn is read."""

from __future__ import annotations

from memlab.bank.rating.cues import CUES, REPLY, Cue
from memlab.bank.rating.grades import grade_of
from memlab.bank.rating.measuring import Measures
from memlab.bank.rating.reading import Reading
from memlab.bank.rating.weights import FITTED, Table

__all__ = ["CUES", "FITTED", "REPLY", "Cue", "Measures", "Reading", "Table", "grade_of"]
