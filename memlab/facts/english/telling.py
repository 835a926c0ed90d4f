"""Teller: a reading becomes candidates, with the mood, time and change that its surroundings give it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate, Time
from memlab.facts.english import lexicon as lex
from memlab.facts.english import phrases, tone
from memlab.facts.english import words as w
from memlab.facts.english.around import WINDOW, Around
from memlab.facts.english.chunks import Cut
from memlab.facts.english.denied import DIAGNOSED
from memlab.facts.english.readings import Reading
from memlab.facts.english.words import favourite, word_set
from memlab.facts.scene import Scene

STATED, HEDGED = 0.95, 0.5
_NOT_OLD = re.compile(
    r"^[\s,(–—-]*(?:now\s*,?\s*|and |actually,? )*not (?:in |at |on "
    r"|for )?(?P<old>[^,;:?!()]{1,40}?)(?: any ?more| any longer)?\s*\)?\s*(?:[,;!?]|\.(?=\s|$)|$)",
    re.I,
)
_PRONOUNS = frozenset(("it", "them", "that", "this", "those", "these"))
_THING_WORDS = word_set(
    "project order task ticket parcel package shipment delivery release sprint migration application"
    " contract invoice"
    " report thesis booking purchase refund"
)
_LEADING = re.compile(
    r"^(?:(?:both|the|my|our|this|that|a|an|for|of|and|but|so|now|also|please note|then)\s+)+", re.I
)
_NOW_OVER = re.compile(
    r"^[\s,;.–—-]*(?:but |though |and )?(?:not|no longer|that's over|those days are (?:over|gone))"
    r"(?:\s+(?:any ?more|any longer|now|these days|so much))?[\s.!]*(?:$|[,;.!])",
    re.I,
)
_THEIRS = re.compile(r"(?:(?:my|our|the)\s+)?(?P<owner>[\w-]+(?: [\w-]+)?)'s?\s", re.I)
_HERS = frozenset(("his", "her", "their", "your"))
_APPOINTMENTS = word_set(
    "meeting call appointment lunch dinner flight party date interview class lesson session game match"
    " standup concert show gig wedding trip visit dentist event webinar conference workshop"
)
_TIMETABLED = frozenset(("baby", "bus", "train", "flight", "plane", "tram", "ferry"))
_AND = re.compile(r"\s+and\s+|,\s*")
_DEADLINE = re.compile(
    r"^(?:due date|deadline)s?(?: date)? (?:of|for|on) (?:the |my |our )?"
    r"|(?:'s)? (?:due date|deadline)$",
    re.I,
)
_MISTAKE = re.compile(
    r"\b(?:typo|mistyped|mistake|wrong|correct(?:ion)?|i meant?|misread|mixed up|sorry"
    r"|oops|right one)\b",
    re.I,
)


class Teller:
    """Makes candidates of the readings of one sentence, which begins at `start` of the folded text."""

    def __init__(self, text: str, start: int, previous: str, scene: Scene) -> None:
        self.text, self.start, self.scene, self.previous = text, start, scene, previous
        self.around = Around(text, previous)

    def told(self, reading: Reading, found: list[Candidate]) -> Iterator[Candidate]:
        """The candidates of a reading, one a value; `found` are those of the sentence so far."""
        rule, clause = reading.pattern.rule, reading.clause
        before = self.text[max(0, clause.begin - WINDOW) : clause.begin]
        after = self.text[reading.end : reading.end + WINDOW]
        near = self.text[reading.end : max(reading.end, min(reading.until, reading.end + WINDOW))]
        flags = self._ended(reading, self._flags(reading, before), after, near)
        mood = self.around.mood(reading, flags, before, after)
        begin, end = self.around.span(reading, flags, near)
        base = Candidate(
            rule.name,
            "",
            clause=(self.start + begin, self.start + end),
            rule=f"{rule.name}: english",
            polarity=not flags & w.NOT,
            ends=bool(flags & w.ENDS),
            time=Time(self.around.tense(reading, flags, before, near)),
            change=self.around.changes(rule.name, flags, clause, near),
            entity=clause.subject or USER,
            mood=mood,
            confidence=HEDGED if mood == "hedged" else STATED,
        )
        if not rule.opposite or reading.cuts:
            yield from self._valued(base, reading, after)
        elif meant := self._meant(found):
            yield from self._poles(replace(base, value=meant, span=base.clause), reading)

    def _flags(self, reading: Reading, before: str) -> int:
        """Its flags and its clause's, without those that mean something else for the attribute."""
        flags = reading.flags | reading.clause.frame
        rule, lead = reading.pattern.rule, reading.pattern.lead
        if rule.form == "amount" and lead == "who":
            flags &= ~(w.NOT | w.WISHED)  # "I don't want to spend more than 25 pounds"
        if rule.name == "order_id" and lead == "any":
            flags &= ~w.ASKED  # "Where is my order HS-123?"
        if rule.form == "language":
            flags &= ~(w.SUPPOSED | w.WISHED | w.ASKED)  # "I'd like you to reply in Danish", "can you …"
            flags &= ~w.HEDGED if lead == "start" else ~0  # "could you …"
        if rule.safety and flags & w.QUOTED and DIAGNOSED.search(before):
            flags &= ~w.QUOTED  # "My doctor says I'm allergic to latex": nobody tells it but the user
        return flags

    def _ended(self, reading: Reading, flags: int, after: str, near: str) -> int:
        """The flags with those of an end that is told behind the value."""
        if flags & w.PAST and not flags & w.NOT and _NOW_OVER.match(after):
            return (flags & ~w.PAST) | w.NOT | w.ENDS  # "I used to love karaoke but not any more"
        said = self.text[reading.clause.begin : reading.end] + near
        return flags | w.ENDS if flags & w.NOT and tone.ENDED_AFTER.search(said) else flags

    def _meant(self, found: list[Candidate]) -> str:
        """What "it" stands for: the liking that was spoken of last."""
        here = [
            c.value for c in (*self.scene.found, *found) if c.attribute in ("likes", "dislikes") and c.value
        ]
        return here[-1] if here else getattr(self.scene.it, "value", "")

    def _valued(self, base: Candidate, reading: Reading, after: str) -> Iterator[Candidate]:
        """`base` with its values, its entity and what it replaces."""
        groups = reading.match.groupdict()
        if groups.get("noun"):
            base = replace(base, attribute="favourite_" + favourite(groups["noun"]))
        old = self._old(reading, after)
        if old and not reading.pattern.rule.opposite and base.polarity:
            base = replace(base, replaces=old, change=True)
        other = self._others(reading, groups)
        thing = self._thing(reading, groups) if not other else ""
        if thing is None or (old and not self._may_replace(base, old, groups.get("known") is not None)):
            return
        if thing:
            base = replace(base, entity=thing, person=False)
        if other:
            base = replace(base, entity=other)
        for bare in () if reading.cuts else self._bare(groups):
            yield from self._poles(replace(base, value=bare, span=base.clause), reading)
        for place in reading.cuts:
            span = (self.start + place[0], self.start + place[1])
            yield from self._poles(replace(base, value=self._value(place), span=span), reading)

    def _may_replace(self, base: Candidate, old: str, only: bool) -> bool:
        """Whether `old` was said to be nothing else: "I left Leeds for Bath" tells of a city if Leeds is one.

        `only`: and it must have been said.
        """
        known = {c.attribute for c in self.scene.said() if c.value.casefold() == old.casefold()}
        return base.attribute in known if only or known else True

    def _value(self, place: Cut) -> str:
        kept = self.scene.folded.kept[self.start + place[0] : self.start + place[1]]
        return place[2] or " ".join(kept.split())

    def _bare(self, groups: dict[str, str | None]) -> list[str]:
        """The values of a pattern without any: the tasks that are done, or "" (the job was quit)."""
        if "thing" not in groups:
            return [""]
        things = [_LEADING.sub("", part, count=1) for part in _AND.split(groups["thing"] or "")]
        if things[0].lower() in _PRONOUNS:
            return [c.value for c in self.scene.said() if c.attribute == "task"][:1]
        return [t for t in things if t and not set(t.lower().split()) & phrases.NO_THING_PART]

    def _old(self, reading: Reading, after: str) -> str:
        old = reading.old or reading.match.groupdict().get("old") or ""
        if not old:
            match = _NOT_OLD.match(after)
            old = match["old"] if match else ""
        old = _LEADING.sub("", old.strip(), count=1)
        if reading.pattern.rule.form == "amount" and old.isdigit():
            return ""  # "from 900 to 1200 euros": of what, is not said
        if old or not (
            reading.pattern.rule.name == "order_id" and _MISTAKE.search(self.text + " " + self.previous)
        ):
            return old
        return next((c.value for c in self.scene.said() if c.attribute == "order_id"), "")

    def _thing(self, reading: Reading, groups: dict[str, str | None]) -> str | None:
        """The thing it is about: "" none, None: no reading, for it is no thing that anything is told of."""
        rule = reading.pattern.rule
        if not rule.things:
            return ""
        named = _DEADLINE.sub("", _LEADING.sub("", groups.get("thing") or "", count=1).strip())
        low = named.lower()
        if not low or low in _PRONOUNS or low in ("deadline", "due date", "new deadline"):
            if low == "" and reading.clause.subject not in (USER, None):
                return _owned(reading.clause.subject or "")
            return self._last_thing(rule.name) or (None if rule.name == "status" else "")
        if set(low.split()) & phrases.NO_THING_PART or low.endswith("'s"):
            return None  # "Ann's": the owner's clause tells it
        if low.split()[-1] in _TIMETABLED:
            return None  # "the baby is due in June"
        if low.split()[-1] in _APPOINTMENTS and "change" in groups:
            return None  # "the meeting moved to Monday": nothing is due
        if rule.name == "status" and not set(low.split()) & _THING_WORDS:
            return None
        self.scene.thing = self._known(_spelt(named))
        return self.scene.thing

    def _others(self, reading: Reading, groups: dict[str, str | None]) -> str:
        """The other person whose thing it is ("my sister's essay", "her thesis"), "" if it is nobody's."""
        named = groups.get("thing") or ""
        if not reading.pattern.rule.things or not named:
            return ""
        first = named.lower().split()[0]
        if first in _HERS:
            return self.scene.person or first
        match = _THEIRS.match(named)
        words = match["owner"].lower().split() if match else []
        last = words[-1] if words else ""
        return match["owner"] if match and (last in w.PEOPLE or last in lex.FIRST_NAMES) else ""

    def _known(self, thing: str) -> str:
        """The thing as it was called before: "Falcon" for "project Falcon"."""
        names = (c.entity for c in self.scene.said() if not c.person)
        return next((n for n in names if n.lower().endswith(" " + thing.lower())), thing)

    def _last_thing(self, attribute: str) -> str:
        earlier = (c.entity for c in self.scene.said() if c.attribute == attribute and not c.person)
        return self.scene.thing or next(earlier, "")

    def _poles(self, found: Candidate, reading: Reading) -> Iterator[Candidate]:
        """Tastes have two poles: "I don't like X" is a dislike, "I don't hate X" the end of one."""
        if found.attribute == "task" and not found.polarity:
            found = replace(found, ends=True)
        if found.attribute == "likes" and not found.polarity:
            if found.ends:
                yield found
            if not (reading.flags | reading.clause.frame) & (w.ENDS | w.PAST):
                yield replace(found, attribute="dislikes", polarity=True, ends=False)
            return
        if found.attribute == "dislikes" and not found.polarity:
            found = replace(found, ends=True)
        yield found


def _spelt(thing: str) -> str:
    """A thing's name in small letters, but for what is a sign: "project A", "order HS1"."""
    return " ".join(p if p.isupper() or any(c.isdigit() for c in p) else p.lower() for p in thing.split())


def _owned(owner: str) -> str:
    """The thing whose deadline it is ("the report's"), "" if that is a person."""
    words = owner.lower().split()
    is_thing = set(words) & _THING_WORDS or (
        owner == owner.lower() and not set(words) & (w.PEOPLE | w.THIRD_WORDS)
    )
    return _spelt(owner) if is_thing else ""
