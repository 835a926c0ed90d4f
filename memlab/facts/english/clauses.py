"""clauses: where a clause may begin, who its subject is, and what its small words say of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from memlab.facts.candidate import USER
from memlab.facts.english import words as w
from memlab.facts.english.tokens import Tokens
from memlab.facts.english.tone import framed

FREE = None  # the subject is left out: it goes on from the clause before
NOBODY = ""  # a subject nothing is read of: you, they, everyone
LONGEST_CHAIN = 10
NAME_STOPS = (
    w.CLAUSE_STARTS
    | w.AUXILIARIES
    | w.QUESTION_WORDS
    | w.OTHER_WORDS
    | w.USER_WORDS
    | w.CHAIN.keys()
    | w.POSSESSIVES.keys()
)


@dataclass
class Clause:
    """A place where a statement may begin.

    `subject` is an entity, FREE or NOBODY; `first` its first token, `begin` that token's place. `verbs` are
    the places where a predicate may begin, `nouns` those of what is possessed, each with the flags so far.
    `frame` are the flags that come from around it, `after` the token after its chain.
    """

    subject: str | None
    first: int
    begin: int
    frame: int = 0
    strong: bool = False  # certainly a new statement: no value reaches over it
    after: int = 0
    verbs: list[tuple[int, int]] = field(default_factory=list)
    nouns: list[tuple[int, int]] = field(default_factory=list)
    appended: bool = False  # "a nurse living in Leeds": it must follow what somebody is
    lead: int = -1  # where a pattern that begins with neither may match


class Finder:
    """Walks once over the tokens of a sentence; `person` is the other person named last."""

    def __init__(self, tokens: Tokens, person: str | None) -> None:
        self.tokens, self.words, self.person = tokens, tokens.words, person
        self.clauses: list[Clause] = []
        self.verbal: list[Clause] = []  # those with a subject and a predicate

    def run(self) -> list[Clause]:
        """The clauses in order of their beginning."""
        for i, word in enumerate(self.words):
            starts = self._starts(i)
            if word in w.USER_WORDS:
                self._subject(USER, i, i + 1, strong=True)
            elif word in w.THIRD_WORDS:
                self._subject(self.person or word, i, i + 1, strong=True)
            elif word in w.POSSESSIVES and (starts or word != "the" or self._word(i - 1) in w.CHANGING):
                self._possessive(i, word, starts)
            elif self._word(i + 1) in ("'s", "'") and word[0].isalpha():
                self._owner(i, starts)
            elif starts:
                self._start(i, word)
            elif word in w.APPENDED and not self._in_chain(i - 1):
                self._subject(FREE, i, i).appended = True
        return self.clauses

    def _word(self, i: int) -> str:
        return self.words[i] if 0 <= i < len(self.words) else ""

    def _starts(self, i: int) -> bool:
        return i == 0 or self.words[i - 1] in w.CLAUSE_STARTS

    def _in_chain(self, i: int) -> bool:
        word = self._word(i)
        return word in w.CHAIN or word in w.CHAIN_ENDS or word.endswith("ly")

    def _start(self, i: int, word: str) -> None:
        """A clause that begins with neither a pronoun nor a possessive."""
        if word in w.OTHER_WORDS:
            self._other(i, word)
            return
        if word in w.BREAKS and word not in "*(\"'":
            return
        if self._word(i - 1) == "me" and self._word(i - 2) in ("call", "name", "calls"):
            return  # "call me Rosa instead": a name, and nobody who does anything
        if self.tokens.is_capital(i) and word not in NAME_STOPS:
            name, after = self._name(i)
            self._subject(
                name, i, after, strong=self._word(after) in w.CHAIN or self._word(after) in w.PAST_VERBS
            )
            self.person = name if self._has_verb(after) else self.person
        if self._word(i - 1) not in ("you", "me"):
            self._free(i)

    def _other(self, i: int, word: str) -> None:
        if word in ("who", "which") and self.person:
            self._subject(self.person, i, i + 1)
            return
        self._subject(NOBODY, i, i + 1, strong=word not in ("that", "this", "who", "which"))

    def _free(self, i: int) -> None:
        clause = self._subject(FREE, i, i)
        self._nouns(clause, i)

    def _possessive(self, i: int, word: str, starts: bool) -> None:
        after, person = self._person(i + 1)
        own = w.POSSESSIVES[word]
        if person and (word != "the" or starts):
            together = self._word(i - 1) == "and" and self._word(i - 2) in ("i", "me")
            self._relative(person, i, after, starts, USER if together else person)
        clause = Clause(USER if own else self.person or word, i, self.tokens.starts[i])
        clause.frame, clause.after = self._frame(i), i + 1
        clause.lead = clause.begin if starts else -1
        self._nouns(clause, i + 1)
        self.clauses.append(clause)

    def _relative(self, person: str, i: int, after: int, starts: bool, subject: str) -> None:
        """ "my sister …" or "my sister's …": a person as a subject or an owner."""
        self.person = person
        if self._word(after) in ("'s", "'"):
            owner = Clause(person, i, self.tokens.starts[i], self._frame(i), after=after + 1)
            self._nouns(owner, after + 1)
            self.clauses.append(owner)
            self._subject(person, i, after + 1, flags=w.BE)
        else:
            self._subject(subject, i, after, strong=starts and self._has_verb(after))

    def _person(self, i: int) -> tuple[int, str]:
        """(the token after, the person) if a person is named from token `i` on: "best friend Tom"."""
        while self._word(i) in w.PEOPLE_ADJECTIVES:
            i += 1
        person = self._word(i)
        if person not in w.PEOPLE:
            return i, ""
        skip = i + 2 if self._word(i + 1) == "," else i + 1
        if skip < len(self.words) and self.tokens.is_capital(skip) and self.words[skip] not in NAME_STOPS:
            name, after = self._name(skip)
            return (after + 1 if skip == i + 2 and self._word(after) == "," else after), name
        return i + 1, person

    def _owner(self, i: int, starts: bool) -> None:
        """ "Ann's …": what is hers, or what she is."""
        first = i
        while first > 0 and self.tokens.is_capital(first - 1) and self.words[first - 1] not in NAME_STOPS:
            first -= 1
        capital = self.tokens.is_capital(first)
        while (
            not capital
            and first
            and i - first < 3
            and self.words[first - 1].isalpha()
            and self.words[first - 1] not in w.NO_NOUNS
        ):
            first -= 1
        name = (
            self.tokens.text[self.tokens.starts[first] : self.tokens.ends[i]]
            if capital
            else " ".join(self.words[first : i + 1])
        )
        clause = Clause(name, first, self.tokens.starts[first], self._frame(first), after=i + 2)
        self._nouns(clause, i + 2)
        if starts:
            clause.lead = clause.begin
            self._free(i) if first == i else None
        self.clauses.append(clause)
        if capital and starts:
            self._subject(name, first, i + 2, flags=w.BE)
        if self.words[i] in w.PEOPLE or (capital and i > 0):
            self.person = name

    def _name(self, i: int) -> tuple[str, int]:
        after = i + 1
        while after < min(len(self.words), i + 3) and self.tokens.is_capital(after):
            if self.words[after] in NAME_STOPS or self.tokens.starts[after] > self.tokens.ends[after - 1] + 2:
                break
            after += 1
        return self.tokens.text[self.tokens.starts[i] : self.tokens.ends[after - 1]], after

    def _has_verb(self, i: int) -> bool:
        word = self._word(i)
        return (
            word in w.CHAIN
            or word in w.PAST_VERBS
            or (word.endswith("s") and len(word) > 3)
            or word.endswith("ed")
        )

    def _subject(self, who: str | None, first: int, i: int, strong: bool = False, flags: int = 0) -> Clause:
        """A clause whose chain of auxiliaries, negations and adverbs begins at token `i`."""
        clause = Clause(who, first, self.tokens.starts[first], self._frame(first), strong)
        clause.lead = clause.begin if self._starts(first) else -1
        stop = min(len(self.words), i + LONGEST_CHAIN)
        while i < stop:
            clause.verbs.append((self.tokens.starts[i], flags))
            length, more = self._link(i, flags)
            if not length:
                break
            verb = length > 1 and more and not more & w.BE and self.words[i + length - 1] in w.BEFORE_VERBS
            flags = (flags & ~w.BE if verb else flags) | more  # "am going to move"
            i += length
        clause.after = i
        self.clauses.append(clause)
        self.verbal.append(clause)
        return clause

    def _link(self, i: int, before: int) -> tuple[int, int]:
        """(how many words, their flags) of the link of the chain at token `i`, (0, 0) if it ends there."""
        word = self.words[i]
        if before & w.SUPPOSED and word in ("like", "love", "prefer") and self._word(i + 1) == "to":
            return 2, w.WISHED  # "I'd love to live in Lisbon"
        for rest, flags in w.PHRASES.get(word, ()):
            if tuple(self.words[i + 1 : i + 1 + len(rest)]) == rest and (
                rest or not flags & (w.ENDS | w.CHANGE) or flags & w.BE or self._word(i + 1).endswith("ing")
            ):
                return 1 + len(rest), flags
        if word in w.CHAIN:
            return 1, w.CHAIN[word]
        return (1, 0) if word == "," and i and self._word(i - 1) in w.CHAIN and i > 1 else (0, 0)

    def _nouns(self, clause: Clause, i: int) -> None:
        flags = 0
        for at in range(i, min(i + 4, len(self.words))):
            clause.nouns.append((self.tokens.starts[at], flags))
            if self.words[at] not in w.NOUN_MARKS:
                break
            flags |= w.NOUN_MARKS[self.words[at]]

    def _frame(self, i: int) -> int:
        """The flags that what stands before token `i` gives to the clause that begins there."""
        near = reversed(self.verbal[-3:])
        before = next((c for c in near if c.first < i and c.after <= i), None)
        return framed(self.words, i, before)
