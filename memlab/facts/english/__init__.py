"""English: a sentence's statements, read by a grammar of clauses and a table of patterns."""

from memlab.facts.english.examples import EXAMPLES
from memlab.facts.english.patterns import PATTERNS
from memlab.facts.english.reader import read_sentence
from memlab.facts.english.slots import compile_pattern

__all__ = ["EXAMPLES", "PATTERNS", "compile_pattern", "read_sentence"]
