"""The verdict on a capstone design: its score, and the first decision that was wrong, with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from memlab import checks
from memlab.course.capstone_parts import BUDGET, Design
from memlab.course.capstone_replay import BadDesign, Event, Log, Replay
from memlab.course.capstone_story import ABOUT
from memlab.course.capstone_talk import Talk, Turn
from memlab.course.exercise import card, describe, small
from memlab.replay import simulate
from memlab.view import Picture, held_by_kind

CAP = 50.0
"""The most that a design can have that lost what must never be lost."""

GRAVEST = ("mixed", "lost", "outdated", "left out", "overwritten", "evicted")
"""What is told first: kinds of events by how they begin."""

_WHY = {
    "mixed in a place": "{note} of {note.tenant} was ended by {other} of {other.tenant}: `slot` gave both "
    "one place. A place belongs to one customer.",
    "mixed in a prompt": "into the prompt for {turn.tenant} went {note}, which {note.tenant} said. `prompt` "
    "has to look at whose a note is.",
    "lost, overwritten": "{note} of {note.tenant} must never be lost, and was ended by {other}: `slot` gave "
    "both one place. Of food and of wishes a customer may have several.",
    "lost, evicted": "{note} of {note.tenant} must never be lost, and `key` let it go to make room for "
    "{other}. What in its words says that it has to stay?",
    "lost, not let in": "{note} of {note.tenant} must never be lost, and was not even let in: its key was "
    "the smallest. What in its words says that it has to stay?",
    "lost, left out": "{turn.text} {note} of {note.tenant} must never be lost. It was in memory, and "
    "`prompt` left it out.",
    "outdated": "the prompt for {turn.tenant} still had {note}, though {other} came after it. Of name, "
    "address, order and date a customer has one: give both the same place.",
    "left out": "{turn.text} {note} of {note.tenant} was in memory, and `prompt` left it out.",
    "overwritten": "{note} of {note.tenant} was asked for, and is gone: in turn {since} {other} took its "
    "place. Of food, wishes and chat a customer may have several.",
    "evicted": "{note} of {note.tenant} had to be fetched: in turn {since} your `key` let it go. {other} of "
    "{other.tenant} stayed, with {size} tokens, {idle}.",
}


@dataclass(frozen=True, repr=False)
class Verdict:
    """`score` is from 0 to 100: the share of the optimum's hits, at most `CAP` if anything was lost that must
    not be, and 0 if customers were mixed. `first` tells the gravest mistake, at its first place."""

    design: str
    talk: str
    reads: int = 0
    hits: int = 0
    optimum: int = 1  # a bound: no design has more hits
    lost: int = 0
    safe: int = 0
    mixed: int = 0
    first: str = ""
    missed: tuple[tuple[str, int], ...] = ()  # of what was asked about: how often it was not there
    held: tuple[tuple[str, tuple[int, ...]], ...] = ()  # of each kind: its tokens after every turn
    losses: tuple[tuple[str, int], ...] = ()  # (kind, the turn at which a note was lost that must not be)
    trouble: str = ""  # why there is no score
    note: str = ""  # how it compares

    @property
    def share(self) -> float:
        """Hits ÷ the optimum's hits."""
        return self.hits / self.optimum

    @property
    def score(self) -> float:
        """What counts, with one decimal."""
        return score_of(self.share, self.lost, self.mixed) if not self.trouble else 0.0

    @property
    def label(self) -> str:
        """The score in words."""
        if self.trouble:
            return f"{self.design} could not be replayed"
        return f"{self.design} on {self.talk}: {self.score:.1f} of 100"

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything else, a sentence or two a line."""
        if self.trouble:
            return (self.trouble,)
        found = f"{self.hits} of {self.reads} questions were answered from memory, "
        found += f"{self.share:.1%} of the optimum."
        missed = ", ".join(f"{about} {count}" for about, count in self.missed)
        held = ", ".join(f"{about} {sum(tokens) / len(tokens):.0f}" for about, tokens in self.held)
        return (
            found + (f" Not answered: {missed}." if missed else ""),
            f"In memory, in tokens on average: {held}.",
            f"Lost of the {self.safe} notes that must never be lost: {self.lost}{_capped(self.lost)}",
            f"Customers mixed: {f'{self.mixed} times; that is a score of 0' if self.mixed else 'never'}.",
            self.first or "No decision was worse than it had to be.",
            *filter(None, [self.note]),
        )

    def picture(self) -> Picture:
        """What each kind of note held, turn by turn, and where something was lost that must not be."""
        lost = {about: [turn for kind, turn in self.losses if kind == about] for about, _ in self.held}
        return held_by_kind(f"What is in memory: {self.label}", dict(self.held), lost)

    def __repr__(self) -> str:
        return "\n".join((f"{self.label}.", *self.lines))

    def _repr_html_(self) -> str:
        fine = not (self.trouble or self.lost or self.mixed)
        return card(f"{self.label}.", *self.lines, status="correct" if fine else "incorrect")


def _capped(lost: int) -> str:
    return f"; the score is capped at {CAP:.0f}." if lost else "."


def score_of(share: float, lost: int, mixed: int) -> float:
    """The score from 0 to 100.

    >>> score_of(0.876, 0, 0), score_of(0.876, 1, 0), score_of(0.4, 1, 0), score_of(0.876, 0, 1)
    (87.6, 50.0, 40.0, 0.0)
    """
    if mixed:
        return 0.0
    return round(min(100 * share, CAP if lost else 100.0), 1)


def judged(design: Callable[[], Design], talk: Talk, budget: int = BUDGET) -> Verdict:
    """The verdict on a design after two runs of it; see `memlab.course.capstone.replay`."""
    checks.kind("conversation", talk, Talk, "pass capstone.open_talk(1)")
    checks.whole("budget", budget, 1)
    name = "the design"
    try:
        name = _name(design)
        first, second = (_run(design, talk, budget) for _ in range(2))
        if (first.gone, first.hits, first.events) != (second.gone, second.hits, second.events):
            raise BadDesign(
                "two replays differ: a design throws no dice, and keeps nothing outside of its own object."
            )
    except BadDesign as problem:
        return Verdict(name, talk.name, trouble=str(problem))
    return _verdict(name, talk, first, budget)


def _run(design: Callable[[], Design], talk: Talk, budget: int) -> Log:
    try:
        made = design()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise BadDesign(f"making one stopped with {describe(error)}.") from None
    if not isinstance(made, Design):
        raise BadDesign(f"{small(made)} is no Design: write class Mine(capstone.Design).")
    return Replay(made, talk, budget).run()


def _name(design: Any) -> str:
    if isinstance(design, Design):
        raise BadDesign(f"this is an object: pass the class {type(design).__name__}, without the ().")
    if not callable(design):
        raise BadDesign(f"{small(design)} is no design: pass a class that inherits from capstone.Design.")
    name = getattr(design, "name", None)
    return name if isinstance(name, str) and 0 < len(name) <= 40 and name.isprintable() else "mine"


def _verdict(name: str, talk: Talk, log: Log, budget: int) -> Verdict:
    answers = Counter(talk.turns[event.at - 1].about for event in log.events if _unanswered(event))
    return Verdict(
        name,
        talk.name,
        log.reads,
        log.hits,
        optimum_of(talk, budget),
        len(log.lost()),
        sum(turn.safe for turn in talk.turns),
        log.mixed(),
        _first(log, talk),
        tuple(sorted(answers.items(), key=lambda pair: -pair[1])),
        _held(log),
        tuple((talk.turns[e.note - 1].about, e.at) for e in log.events if e.kind.startswith("lost")),
    )


def _held(log: Log) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Of each kind its tokens after every turn, the largest first."""
    held = [(about, tuple(turn[about] for turn in log.held)) for about in ABOUT]
    return tuple(sorted(held, key=lambda row: -sum(row[1])))


def _unanswered(event: Event) -> bool:
    return event.kind in ("evicted", "overwritten", "outdated", "left out", "lost, left out")


def optimum_of(talk: Talk, budget: int) -> int:
    """A bound that no design passes: the most that a memory could answer that knows the future."""
    return max(1, int(simulate(talk.trace, "fifo", budget, "tokens").optimum.hits))


def _first(log: Log, talk: Talk) -> str:
    """The first event of the gravest kind there is; an eviction only if something better could have gone."""
    for kind in GRAVEST:
        for event in log.events:
            if event.kind.startswith(kind) and (kind != "evicted" or event.other):
                return f"First mistake, turn {event.at}: {_told(event, talk)}"
    return ""


def _told(event: Event, talk: Talk) -> str:
    note, other = _Quoted.of(talk, event.note), _Quoted.of(talk, event.other)
    size, idle = 0, ""
    if event.kind == "evicted" and event.other:
        size, ahead = talk.tokens[event.other - 1], talk.asked_after(event.other, event.since or 0)
        idle = (
            "and nobody asks for it again" if ahead > len(talk) else f"and is not needed before turn {ahead}"
        )
    return _WHY[event.kind].format(
        turn=talk.turns[event.at - 1], note=note, other=other, since=event.since, size=size, idle=idle
    )


@dataclass(frozen=True)
class _Quoted:
    """A turn as it stands in a sentence."""

    tenant: str
    text: str

    @classmethod
    def of(cls, talk: Talk, number: int | None) -> _Quoted | None:
        turn: Turn | None = talk.turns[number - 1] if number else None
        return cls(turn.tenant, turn.text) if turn else None

    def __str__(self) -> str:
        return f"“{self.text}”"
