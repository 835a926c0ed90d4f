"""Article 2's grades, told by turns of phrase: an instruction, a tool's error, business data, a conclusion.

What is none of these is ordinary conversation, or small talk if hardly anything but chatter is left of it.
"""

from __future__ import annotations

from memlab.bank.rating.facts import BUSINESS, FINDING, is_error, is_failed_call
from memlab.bank.rating.orders import orders, sets_the_role
from memlab.bank.rating.reading import Reading
from memlab.bank.rating.smalltalk import is_small_talk

SETS_UP = ("system", "developer")
GIVES_ORDERS = ("user", *SETS_UP)  # two people who talk with each other give an agent none
TOOLS = ("tool", "function")


def grade_of(turn: Reading, role: str) -> str:
    """The name of the grade; the first that holds, from the highest down."""
    if (role in GIVES_ORDERS and orders(turn)) or (role in SETS_UP and sets_the_role(turn)):
        return "instruction"
    if is_failed_call(turn.text) or (role in TOOLS and is_error(turn.text)):
        return "error"
    if BUSINESS.search(turn.told):
        return "business"
    if role == "assistant" and FINDING.search(turn.told):
        return "finding"
    machine = role in TOOLS or role in SETS_UP  # which makes no small talk
    return "smalltalk" if not machine and is_small_talk(turn) else "context"
