"""read_sentence: the statements of an English sentence become candidates."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.english import words as w
from memlab.facts.english.answers import answers
from memlab.facts.english.clauses import FREE, NOBODY, Clause, Finder
from memlab.facts.english.commands import forgotten
from memlab.facts.english.corrections import corrections
from memlab.facts.english.denied import denied
from memlab.facts.english.done import done
from memlab.facts.english.flags import inherited, marked, owner, says_nothing
from memlab.facts.english.readings import Reading
from memlab.facts.english.settle import contrasted, single
from memlab.facts.english.slots import Pattern, worth_trying
from memlab.facts.english.telling import Teller
from memlab.facts.english.tokens import Tokens
from memlab.facts.english.values import cut
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence

_INFLECTED = re.compile(
    r"[a-z']+(?:ing|ed|en|wn|ft|ld|rn|ot)\b|(?:a|an|the|in|on|at|not|with|over|no)\b", re.I
)
_THIRD = re.compile(r"(?:is|has|was|does|[a-z]{2,}[^s'\W]s)\b(?!['@])", re.I)
_CONTRAST = re.compile(
    r"(?:(?:is|it's|am|'m)?\s*not|(?:it\s+)?isn't|it\s+wasn't)\s+(?P<old>[^,;:?!]{1,40}?)\s*,?\s+(?:but"
    r"|it's|it is)\s+(?:rather\s+)?",
    re.I,
)
_POLITE = re.compile(r"(?:(?:please|pls|kindly|and|oh|also|but|so)[ ,]+)*", re.I)
_JOINTS = re.compile(r"[\s,;:–—-]*(?:\b(?:and|but|so|because|then|as|since|plus)\b[\s,]*)*$", re.I)
_PRONOUN = re.compile(
    r"(?:it|them|that|those)(?= ?(?:[.,;!)]|$|now\b|any ?more\b|any longer\b|too\b"
    r"|at all\b|these days\b|so much\b|and\b|but\b|actually\b|a lot\b))",
    re.I,
)
_NOMINAL = re.compile(r"(?:[\w' -]{1,30}, ){0,3}(?:an?|the)\s[\w' -]{2,40}\s", re.I)
ORDERS = 24  # clauses of a sentence that may begin an order
_ELLIPTIC = frozenset(("age", "job", "diet", "hometown"))  # a list goes on: "I'm vegan, 34 and a nurse"
SENTENCE_END = re.compile(r"[.!?;\n](?=\s)")


def read_sentence(sentence: Sentence, scene: Scene) -> list[Candidate]:
    """The candidates in an English sentence, in the order of the text; spans are those of the folded text.

    Linear in the length of the sentence; one without any word of the table costs a look at its words.
    """
    return Reader(sentence, scene).run()


class Reader:
    """Reads one sentence; the values and flags of a clause reach no further than the next clause."""

    def __init__(self, sentence: Sentence, scene: Scene) -> None:
        self.sentence, self.scene, self.text = sentence, scene, sentence.text
        self.tokens = Tokens(self.text)
        before = scene.folded.text[max(0, sentence.start - 80) : sentence.start].rstrip()
        self.previous = SENTENCE_END.split(before)[-1] if before else ""

    def run(self) -> list[Candidate]:
        """What the sentence orders to forget, what it states, and what it corrects."""
        finder = Finder(self.tokens, self.scene.person)
        clauses = sorted(finder.run(), key=lambda c: -c.begin)
        self.clauses, self.places = clauses, [-c.begin for c in clauses]
        self.last_order = clauses[-min(ORDERS, len(clauses))].begin if clauses else 0
        found = forgotten(self.text, self.sentence.start, clauses, self.scene)
        if not found:
            readings = self._readings(clauses, worth_trying(self.tokens, self.scene.rules))
            teller = Teller(self.text, self.sentence.start, self.previous, self.scene)
            for reading in readings:
                found += teller.told(reading, found)
        self.scene.person = finder.person
        if not found and self.scene.context:
            found = answers(self.text, self.sentence.start, self.scene, read_sentence)
            if found:
                return found
        found += done(self.text, self.sentence.start, self.scene) if not found else []
        found += corrections(self.text, self.sentence.start, found, self.scene, self.previous)
        found += denied(self.text, self.sentence.start, found, self.scene)
        return contrasted(single(found), self.scene) if found else found

    def _readings(self, clauses: list[Clause], kinds: dict[str, list[Pattern]]) -> list[Reading]:
        """What matches, from the last clause to the first: a value ends where the next statement begins."""
        limits, found = [len(self.text)], []
        for clause in clauses:
            limit = next(edge for edge in limits if edge > clause.begin)
            here = self._in_clause(clause, kinds, limit)
            found += here
            if clause.strong or here:
                limits.insert(0, self._cut_before(clause.begin) if not clause.appended or here else limits[0])
        found += self._anywhere(kinds.get("any", ()), clauses, found)
        return self._resolved(sorted(found, key=lambda r: r.match.start()))

    def _cut_before(self, begin: int) -> int:
        """Where the text before a clause ends: without the comma, "and" or "but" that leads to it."""
        match = _JOINTS.search(self.text[max(0, begin - 30) : begin])
        return begin - len(match.group()) if match else begin

    def _in_clause(self, clause: Clause, kinds: dict[str, list[Pattern]], limit: int) -> list[Reading]:
        found: dict[str, Reading] = {}
        be, who = kinds.get("be", ()), kinds.get("who", ())
        left_out = self._elliptic(clause, be) if clause.subject is FREE else ()
        for at, flags in reversed(clause.verbs) if clause.subject != NOBODY else ():
            for pattern in be if flags & w.BE else left_out:
                self._try(pattern, clause, at, flags, limit, found)
            for pattern in who if not flags & w.BE or _INFLECTED.match(self.text, at) else ():
                self._try(pattern, clause, at, flags, limit, found)
        whose = kinds.get("whose", ())
        for at, flags in reversed(clause.nouns) if whose else ():
            for pattern in whose:
                self._try(pattern, clause, at, flags, limit, found)
        for pattern in kinds.get("start", ()) if clause.lead >= 0 else ():
            if pattern.rule.form != "sentence" or clause.begin <= self.last_order:
                self._try(pattern, clause, clause.lead, 0, limit, found)
        return list(found.values())

    def _elliptic(self, clause: Clause, be: Iterable[Pattern]) -> list[Pattern]:
        """The patterns before which "I am" may be left out: "Allergic to nuts", "I'm vegan and a nurse"."""
        names = _ELLIPTIC if self._goes_on(clause) else ("diet",) if clause.first == 0 else ()
        return [p for p in be if not p.bare or p.rule.name in names]

    def _goes_on(self, clause: Clause) -> bool:
        """Whether the clause goes on with what somebody is: "I'm vegan, 34 and a nurse"."""
        before = next((c for c in self._before(clause.begin) if c.strong), None)
        joined = clause.first > 0 and self.tokens.words[clause.first - 1] in (",", "and", "but")
        return (
            joined
            and before is not None
            and before.subject == USER
            and bool(before.verbs and before.verbs[-1][1] & w.BE)
        )

    def _try(
        self, pattern: Pattern, clause: Clause, at: int, flags: int, limit: int, found: dict[str, Reading]
    ) -> None:
        if pattern.rule.name in found:
            return
        beyond = pattern.rule.form == "sentence" or (
            pattern.lead == "start" and "who" in pattern.regex.groupindex
        )
        match = pattern.regex.match(self.text, at, len(self.text) if beyond else limit)
        reading = self._read(pattern, clause, match, flags, limit) if match else None
        if reading is not None:
            found[pattern.rule.name] = reading

    def _anywhere(
        self, patterns: Iterable[Pattern], clauses: list[Clause], others: list[Reading]
    ) -> list[Reading]:
        """What patterns without a subject find: the clause they stand in gives them its frame."""
        found: dict[str, Reading] = {}
        read = {r.pattern.rule.name for r in others}
        for pattern in patterns:
            name = pattern.rule.name
            for match in pattern.regex.finditer(self.text) if name not in found and name not in read else ():
                at, value = (
                    match.start(),
                    max(match.start("value") if "value" in match.groupdict() else 0, match.start()),
                )
                around = next(self._before(at + 1), None)
                clause = Clause(USER, 0, at, around.frame if around is not None else 0)
                following = min((c.begin for c in clauses if c.strong and c.begin > value), default=-1)
                limit = self._cut_before(following) if following >= 0 else len(self.text)
                reading = self._read(pattern, clause, match, 0, limit)
                if reading is not None:
                    found[name] = reading
                    break
        return list(found.values())

    def _read(
        self, pattern: Pattern, clause: Clause, match: re.Match[str], flags: int, limit: int
    ) -> Reading | None:
        """The reading with its values; None if what follows is no value of the attribute."""
        if says_nothing(pattern, match, flags):
            return None
        flags = marked(flags, match, pattern)
        if "value" not in match.groupdict():
            return Reading(clause, pattern, match, flags, [], until=limit)
        start, stop = match.span("value")
        stop, old = min(stop, limit), ""
        if pattern.rule.form == "sentence":
            start, stop = match.start(), len(self.text)
            start = _POLITE.match(self.text, start).end()  # type: ignore[union-attr]
        contrast = _CONTRAST.match(self.text, start, stop)
        if contrast and pattern.rule.form != "sentence":
            start, old = contrast.end(), contrast["old"]
        cuts = cut(self.text, start, stop, pattern.rule, pattern.bare)
        if not cuts and pattern.rule.opposite and _PRONOUN.match(self.text, start, stop):
            return Reading(clause, pattern, match, flags, [], old, limit)
        whole = match.end("value") == match.end() or pattern.rule.form == "sentence"
        if not cuts or not (whole or cuts[-1][1] >= stop - 1):
            return None
        return Reading(clause, pattern, match, flags, cuts, old, limit)

    def _resolved(self, found: list[Reading]) -> list[Reading]:
        """The readings with their subjects: one that is left out goes on from the clause before."""
        read = {id(r.clause) for r in found}
        ends = {r.end for r in found if r.pattern.rule.name in _ELLIPTIC or r.clause.appended}
        return [r for r in (self._with_subject(r, read, ends) for r in found) if r is not None]

    def _before(self, at: int) -> Iterator[Clause]:
        """The clauses that begin before `at`, the nearest first; no more than forty."""
        first = bisect_right(self.places, -at)
        return iter(self.clauses[first : first + 40])

    def _follows_noun(self, clause: Clause) -> bool:
        """Whether it is said of what somebody is: "I'm a single mum working as a cook"."""
        before = next((c for c in self._before(clause.begin) if c.strong), None)
        if before is None or not before.verbs or not before.verbs[-1][1] & w.BE:
            return False
        return _NOMINAL.fullmatch(self.text, before.verbs[-1][0], clause.begin) is not None

    def _carried(self, clause: Clause, read: set[int]) -> Clause | None:
        """The clause whose subject goes on: the last one that certainly is a statement."""
        for before in self._before(clause.begin):
            if before.subject is not FREE and (before.strong or id(before) in read):
                return before if before.verbs else None
        return None

    def _with_subject(self, reading: Reading, read: set[int], ends: set[int]) -> Reading | None:
        clause, lead = reading.clause, reading.pattern.lead
        if clause.appended and clause.begin - 1 not in ends and not self._follows_noun(clause):
            return None
        if lead in ("start", "any"):
            return replace(reading, clause=replace(clause, subject=owner(reading.match, self.scene)))
        if clause.subject is not FREE:
            return reading
        if reading.pattern.bare and reading.pattern.rule.name == "name":
            return None  # "that should be Lisbon"
        before = self._carried(clause, read) if lead in ("who", "be") else None
        subject = (before.subject if before is not None else USER) or USER
        if lead in ("who", "be") and subject == USER and _THIRD.match(self.text, clause.begin):
            return None
        flags = reading.flags | (inherited(before, reading) if before is not None else 0)
        return replace(reading, clause=replace(clause, subject=subject), flags=flags)
