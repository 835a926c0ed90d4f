"""RULES: every attribute once, with the ways it is said in English and Chinese."""

from __future__ import annotations

from typing import Any, NamedTuple

from memlab.facts import chinese, english
from memlab.facts.rules import Rule, Rules


def _rule(name: str, form: str = "words", **more: Any) -> Rule:
    """A rule with its patterns and examples in both languages."""
    patterns = [*english.PATTERNS.get(name, ()), *chinese.PATTERNS.get(name, ())]
    examples = {**english.EXAMPLES.get(name, {}), **chinese.EXAMPLES.get(name, {})}
    return Rule(name, patterns, form, examples=examples, **more)


RULES = Rules(
    [
        _rule("name", "person", firm=None, about="what somebody is called"),
        _rule("age", "number", expires=365.0, about="age in years"),
        _rule("birthday", "date", firm=None, about="the day of birth"),
        _rule("city", "place", about="where somebody lives"),
        _rule("hometown", "place", firm=None, about="where somebody comes from"),
        _rule("address", about="street and number"),
        _rule("employer", "organisation", about="for whom somebody works"),
        _rule("job", about="what somebody works as"),
        _rule("phone", "phone", about="telephone number"),
        _rule("email", "email", about="mail address"),
        _rule("budget", "amount", about="what may be spent"),
        _rule("reply_language", "language", about="the language to answer in"),
        _rule("allergy", many=True, safety=True, about="what somebody must not have"),
        _rule("diet", about="how somebody eats"),
        _rule("likes", many=True, taste=True, opposite="dislikes", about="what somebody likes"),
        _rule("dislikes", many=True, taste=True, opposite="likes", about="what somebody does not like"),
        _rule("favourite", taste=True, about="what somebody likes best, as favourite_<what it is>"),
        _rule("instruction", "sentence", many=True, about="a standing order to the assistant"),
        _rule("order_id", "code", many=True, about="the number of an order"),
        _rule("task", many=True, about="what the user has to do"),
        _rule("deadline", "date", things=True, about="when something is due"),
        _rule("status", things=True, about="how far something is"),
    ]
)


class Failure(NamedTuple):
    """An example of a rule that reads otherwise than it says."""

    rule: str
    sentence: str
    wanted: str | None
    found: tuple[str, ...]


def check_examples(rules: Rules) -> list[Failure]:
    """The examples of a table that do not yield their value (or, of None, yield one): [] if all is well.

    >>> cat = Rule("cat", ["my cat is called {value}"], examples={"My cat is called Tom.": "Tom"})
    >>> check_examples(RULES.with_(cat))
    []
    """
    return [f for rule in rules.values() for f in _failures(rule, rules)]


def _failures(rule: Rule, rules: Rules) -> list[Failure]:
    from memlab.facts.reading import extract  # which takes RULES from here

    failures = []
    for sentence, wanted in rule.examples.items():
        facts = [c for c in extract(sentence, rules=rules) if _is_of(c.attribute, rule)]
        found = tuple(c.value for c in facts if c.polarity)
        if (wanted not in found) if wanted is not None else found:
            failures.append(Failure(rule.name, sentence, wanted, found))
    return failures


def _is_of(attribute: str, rule: Rule) -> bool:
    return attribute == rule.name or (rule.name == "favourite" and attribute.startswith("favourite_"))
