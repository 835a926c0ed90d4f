"""RULES: every attribute once, with the ways it is said in English and Chinese."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from memlab.facts.rules import Rule, Rules


def _part(language: str, name: str) -> dict[str, Any]:
    try:
        return getattr(import_module(f"memlab.facts.{language}"), name, {})
    except ModuleNotFoundError:
        return {}


def _with_words(rule: dict[str, Any]) -> Rule:
    """A rule with its patterns and examples in both languages."""
    name = rule["name"]
    patterns = [p for lang in ("english", "chinese") for p in _part(lang, "PATTERNS").get(name, ())]
    examples = {
        k: v for lang in ("english", "chinese") for k, v in _part(lang, "EXAMPLES").get(name, {}).items()
    }
    return Rule(patterns=patterns, examples=examples, **rule)


def _rule(name: str, form: str = "words", **more: Any) -> Rule:
    return _with_words({"name": name, "form": form, **more})


RULES = Rules(
    [
        _rule("name", "person", about="what the user is called"),
        _rule("age", "number", expires=365.0, about="age in years"),
        _rule("birthday", "date", about="the day of birth"),
        _rule("city", "place", about="where somebody lives"),
        _rule("hometown", "place", about="where somebody comes from"),
        _rule("address", about="street and number"),
        _rule("employer", "organisation", about="for whom somebody works"),
        _rule("job", about="occupation"),
        _rule("phone", "phone", about="telephone number"),
        _rule("email", "email", about="mail address"),
        _rule("budget", "amount", about="what may be spent"),
        _rule("reply_language", "language", about="the language to answer in"),
        _rule("allergy", many=True, safety=True, about="what somebody must not have"),
        _rule("diet", about="how somebody eats"),
        _rule("likes", many=True, taste=True, opposite="dislikes", about="what somebody likes"),
        _rule("dislikes", many=True, taste=True, opposite="likes", about="what somebody does not like"),
        _rule("favourite", taste=True, about="the one that somebody likes best: favourite_<what>"),
        _rule("instruction", "sentence", many=True, about="a standing order to the assistant"),
        _rule("order_id", "code", many=True, about="the number of an order"),
        _rule("task", many=True, about="what the user has to do"),
        _rule("deadline", "date", things=True, about="when something is due"),
        _rule("status", things=True, about="how far something is"),
    ]
)
