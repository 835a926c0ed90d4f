"""Rule, Rules: the table of attributes, which is data: what is asked of each value and how it is said."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from memlab import checks
from memlab.facts.fact import FactError

FORMS = (  # what a value looks like: how far it reaches in a sentence, and when two spellings are the same
    "words",
    "place",
    "person",
    "organisation",
    "amount",
    "number",
    "date",
    "phone",
    "email",
    "code",
    "language",
    "sentence",
)
DAY = 86_400.0
_NO_SLOT = re.compile(r"\{(?!\d+(?:,\d*)?\}|,\d+\})")
_TELLING = frozenset({"value", "ends", "gone", "done"})  # groups without one of which nothing is told
_CJK = re.compile(r"[぀-ヿ㐀-鿿豈-﫿]")


@dataclass(frozen=True)
class Rule:
    """One attribute: how it is said, in English and Chinese, and how its values live.

    `patterns` are regular expressions with slots; one with a Chinese character is for Chinese. English slots:
    `{who}` a subject with auxiliary, negation and adverbs ("I", "I don't", "my sister has just"), `{be}`
    forms of to be, `{whose}` a possessive ("my", "Ann's"), `{is}` what links an attribute to its value ("is",
    "was changed to", ":"), `{thing}` a task, project or order, `{value}` the value. Chinese: `{who}` (may be
    left out where it goes on from the clause before), `{whose}`, `{is}`, `{thing}`, `{value}`.

    `many`: values accumulate; else a new value contradicts the old one. `expires`: days, or None. `safety`: a
    negation never takes effect unconfirmed. `taste`: an opinion, of which the newest word holds at once.
    `firm`: days for which a value, once said, holds against one that contradicts it without a word of change;
    later the newer one is believed (None: it always holds).
    `opposite`: the attribute that denies this one's values; both are `many`, and each names the other.
    `things`: the attribute of a task, project or order, not of a person. `examples`: sentence -> the value to
    find (or None: nothing); they are the rule's tests.

    >>> Rule("pet", patterns=["my (?:dog|cat) is called {value}", "我的[狗猫]叫{value}"], many=True,
    ...      examples={"My dog is called Rex.": "Rex", "我的猫叫咪咪。": "咪咪"}).english
    ('my (?:dog|cat) is called {value}',)
    """

    name: str
    patterns: Iterable[str] = ()
    form: str = "words"
    many: bool = False
    expires: float | None = None
    safety: bool = False
    taste: bool = False
    firm: float | None = 90.0
    opposite: str | None = None
    things: bool = False
    about: str = ""
    examples: Mapping[str, str | None] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        checks.text("name", self.name, empty=False)
        if not isinstance(self.form, str) or self.form not in FORMS:
            raise FactError(f"form: {checks.shown(self.form)}, allowed are {', '.join(FORMS)}: choose one")
        for name in ("expires", "firm"):
            if getattr(self, name) is not None:
                checks.number(name, getattr(self, name), 0, checks.HUGE, above=True)
        for name in ("many", "safety", "taste", "things"):
            checks.kind(name, getattr(self, name), bool, "write True or False")
        if self.opposite is not None:
            checks.text("opposite", self.opposite, empty=False)
        checks.text("about", self.about)
        checks.kind("examples", self.examples, Mapping, 'write {"My dog is Rex.": "Rex"}')
        for sentence, value in self.examples.items():
            checks.text("example", sentence)
            if value is not None:
                checks.text("value of an example", value)
        if isinstance(self.patterns, str) or not isinstance(self.patterns, Iterable):
            raise FactError(
                f'patterns: {checks.shown(self.patterns)}, allowed is a list of them: write ["…"]'
            )
        object.__setattr__(
            self, "patterns", tuple(checks.text("pattern", p, empty=False) for p in self.patterns)
        )

    @property
    def english(self) -> tuple[str, ...]:
        """The patterns for English."""
        return tuple(p for p in self.patterns if not _CJK.search(p))

    @property
    def chinese(self) -> tuple[str, ...]:
        """The patterns for Chinese."""
        return tuple(p for p in self.patterns if _CJK.search(p))


def compiled(rule: Rule, pattern: str, filled: str, flags: int = 0) -> re.Pattern[str]:
    """The regular expression of a pattern whose slots are filled in; FactError if it is none."""
    why = "{ opens no slot" if _NO_SLOT.search(filled) else ""
    try:
        regex = re.compile(filled, flags)
        if not why and _TELLING.isdisjoint(regex.groupindex):
            why = "it has no {value}"
    except re.error as error:
        why = f"{error}"
    if why:
        raise FactError(
            f"pattern: {checks.shown(pattern)} of {rule.name}: {why}, allowed are regular expressions with "
            "the slots {who} {be} {whose} {is} {thing} {value}: correct it"
        )
    return regex


class Rules(Mapping[str, Rule]):
    """The table: attribute -> rule. It never changes; `with_` makes a longer one.

    >>> Rules([Rule("city", form="place")]).with_(Rule("pet", many=True))
    Rules(city, pet)
    """

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules: dict[str, Rule] = {}
        for rule in rules:
            checks.kind("rule", rule, Rule, "write Rule(name, patterns=[…])")
            self._rules[rule.name] = rule

    def with_(self, *rules: Rule) -> Rules:
        """This table with more rules; one of the same name takes the old one's place."""
        return Rules([*self._rules.values(), *rules])

    def opposite_of(self, rule: Rule) -> str | None:
        """The attribute of the contrary values, if each names the other and both may have many."""
        other = self._rules.get(rule.opposite) if rule.opposite else None
        paired = other is not None and other.opposite == rule.name and rule.many and other.many
        return rule.opposite if paired else None

    def __getitem__(self, name: str) -> Rule:
        return self._rules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"Rules({', '.join(self)})"
