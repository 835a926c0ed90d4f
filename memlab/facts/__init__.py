"""facts: what a user said that is so, what contradicts it and how it came to be so, for chapter 06."""

from __future__ import annotations

from memlab.facts.book import FactBook
from memlab.facts.candidate import ROLES, Candidate, Time, Turn
from memlab.facts.canonical import Form, form, same
from memlab.facts.fact import Decision, Fact, FactError
from memlab.facts.llm import Problem, candidates_from_json
from memlab.facts.program import Race, book_program, races
from memlab.facts.reading import extract, read
from memlab.facts.rules import Rule, Rules
from memlab.facts.settings import Settings
from memlab.facts.snapshot import Snapshot
from memlab.facts.table import RULES, check_examples

__all__ = [
    "ROLES",
    "RULES",
    "Candidate",
    "Decision",
    "Fact",
    "FactBook",
    "FactError",
    "Form",
    "Problem",
    "Race",
    "Rule",
    "Rules",
    "Settings",
    "Snapshot",
    "Time",
    "Turn",
    "book_program",
    "candidates_from_json",
    "check_examples",
    "extract",
    "form",
    "races",
    "read",
    "same",
]
