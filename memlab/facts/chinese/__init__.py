"""The grammar of Chinese: what a sentence states, of whom, and how sure."""

from memlab.facts.chinese.examples import EXAMPLES
from memlab.facts.chinese.grammar import read_sentence
from memlab.facts.chinese.orders import ORDERS
from memlab.facts.chinese.patterns import PATTERNS as STATEMENTS
from memlab.facts.chinese.slots import compile_pattern

PATTERNS = {**STATEMENTS, **ORDERS}

__all__ = ["EXAMPLES", "PATTERNS", "compile_pattern", "read_sentence"]
