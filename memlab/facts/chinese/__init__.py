"""The grammar of Chinese: what a sentence states, of whom, and how sure."""

from memlab.facts.chinese.orders import ORDERS
from memlab.facts.chinese.patterns import PATTERNS as _PATTERNS

PATTERNS = {**_PATTERNS, **ORDERS}
EXAMPLES: dict[str, dict[str, str | None]] = {}

from memlab.facts.chinese.grammar import read_sentence  # noqa: E402
from memlab.facts.chinese.slots import compile_pattern  # noqa: E402

__all__ = ["EXAMPLES", "PATTERNS", "compile_pattern", "read_sentence"]
