"""The cues: what each of them is and how much of it a turn has.

Most are a share: words of a kind and turns of phrase for each word of the turn, for what counts is how much a
turn tells for the room that it takes. A cue about the turn as a whole, or about what came before, is 0 or 1.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass

from memlab.bank.rating.hearing import Heard
from memlab.bank.rating.phrases import PHRASES, QUESTIONS, REPLIES
from memlab.bank.rating.reading import Reading, share
from memlab.bank.rating.weights import FITTED
from memlab.bank.rating.words import TOPICS

Measure = Callable[[Reading, Heard], float]


@dataclass(frozen=True)
class Cue:
    """One line of the table: what it gives to a turn's worth is weight × measure."""

    name: str
    what: str
    measure: Measure

    @property
    def weight(self) -> float:
        """As fitted."""
        return FITTED.weights.get(self.name, 0.0)


# -- what is told


def told(name: str, what: str, kinds: str = "", *phrases: str) -> Cue:
    """Words of these kinds and these turns of phrase, as a share of the turn."""
    wanted = kinds.split(", ") if kinds else []
    patterns = [compiled(*PHRASES[phrase]) for phrase in phrases]

    def measure(turn: Reading, heard: Heard) -> float:
        found = sum(turn.kinds[kind] for kind in wanted)
        found += sum(1 for pattern in patterns for _ in pattern.finditer(turn.told))
        return share(found, turn)

    return Cue(name, what, measure)


def compiled(english: str, chinese: str) -> re.Pattern[str]:
    """Both languages in one pattern."""
    return re.compile(f"{english}|{chinese}", re.IGNORECASE | re.MULTILINE)


TOLD = (
    told("figures", "numbers, how many, how long", "number words", "digits", "how long"),
    told("time", "days, months, yesterday, often", "relative time, calendar, units, frequency"),
    told("what I did", "the speaker's own past", "", "what I did"),
    told(
        "what I do",
        "the speaker: present, plans, things",
        "me",
        "what I am doing",
        "what I plan",
        "without a subject",
        "my things",
    ),
    told("what I like", "likes and dislikes", "preference", "what I like"),
    told("people", "family, friends, he and she", "family, they", "my people", "he or she"),
    told("who and what", "name, age, birth, origin; called, titled", "identity", "its name"),
    told(
        "events",
        "getting, making, joining, changing, losing",
        "getting, making, joining, changing, losing",
        "first or new",
        "with whom",
        "where from",
    ),
    told("news", "something is announced", "", "news"),
    told("long ago", "childhood and former times", "", "long ago"),
    told("animals", "pets and wild animals", "animals"),
    told("food", "food and drink", "food"),
    told("health", "illness, body, medicine", "health"),
    told("sport", "sport and exercise", "sport"),
    told("home", "house and moving", "home"),
    told("places", "kinds of places", "places"),
    told("study", "school and learning", "study"),
    told("money", "prices, pay, donations", "money"),
    told("community", "politics, faith, origin, volunteering", "community"),
    told("topics", "anything in the world, of whichever kind", ", ".join(TOPICS)),
    told("quotation", "quoted words or a title", "", "quotation"),
    told("enumeration", "one thing, another and a third", "", "enumeration"),
    told("reasons", "because, why", "reasons"),
    told("low spirits", "sadness, stress, difficulty", "low spirits"),
    told("hedging", "perhaps, I guess", "", "hedging"),
    told("abstract nouns", "-tion, -ness, 性, 感", "", "abstract nouns"),
    told("generalities", "life, journey, support, moments", "generalities"),
    told("everybody", "what holds for all people", "", "everybody"),
    told("showing", "a photo is shown", "showing"),
    told("you", "the other one", "you"),
    told("it", "it, this, that", "it"),
    told(
        "chatter",
        "praise, thanks, cheers, greetings, yes and no, feelings",
        "praise, cheers, thanks, agreement, interjections, intensifiers, high spirits, talking, advice, "
        "modals, negation",
        "help and support",
        "urging",
        "what I feel",
    ),
)

# -- names and new words


def surprise(turn: Reading, heard: Heard) -> float:
    """Topics, each counting more the fewer turns had it."""
    return share(
        sum(
            min(2, turn.kinds[kind]) * math.log((heard.turns + 5) / (heard.kinds[kind] + 1))
            for kind in TOPICS
        ),
        turn,
    )


def rarity(turn: Reading, heard: Heard) -> float:
    """The words told, each counting more the fewer turns had it."""
    return share(sum(math.log((heard.turns + 2) / (heard.words[word] + 1)) for word in turn.stems), turn)


def common(turn: Reading, heard: Heard) -> float:
    """Words that one turn in seventy has."""
    often = max(4, heard.turns / 70)
    return share(sum(heard.words[word] > often for word in turn.stems), turn)


WORDS = (
    Cue("names", "proper names, but for the speakers'", lambda t, h: share(len(h.names(t)), t)),
    Cue("long names", "names of several words", lambda t, h: share(sum(" " in n for n in h.names(t)), t)),
    Cue("named places", "in, to, from a named place", lambda t, h: share(len(h.places(t)), t)),
    Cue("new words", "not heard before", lambda t, h: share(sum(w not in h.words for w in t.stems), t)),
    Cue("rare words", "seldom heard before", rarity),
    Cue("common words", "heard again and again", common),
    Cue("words of this session", "heard since it began", lambda t, h: share(len(t.stems & h.here), t)),
    Cue("echo", "words of the turn before", lambda t, h: share(len(t.stems & h.last.all_stems), t)),
    Cue("surprise", "topics seldom heard before", surprise),
)

# -- the turn as a whole

_OWN = re.compile(r"(?:i|i'm|i've|my|we|we're)\b|我", re.IGNORECASE)
WHOLE = (
    Cue("starts with I", "the first word is I, we or my", lambda t, h: float(bool(_OWN.match(t.text)))),
    Cue("ends in a question", "the turn is handed on", lambda t, h: float(t.ends_asking)),
    Cue("length", "logarithm of the number of words", lambda t, h: math.log(1 + t.length)),
    Cue("opens a session", "the first turn after a break", lambda t, h: float(h.session == 0)),
    Cue("place in the session", "logarithm of the turns since a break", lambda t, h: math.log(1 + h.session)),
)

# -- the question it answers


def answers(name: str) -> Cue:
    """Whether the turn before asked such a question."""
    pattern = compiled(*QUESTIONS[name])
    what = "the turn before asks " + name
    return Cue(f"asked {name}", what, lambda t, h: float(bool(pattern.search(h.last.asked))))


ANSWERS = (
    Cue("asked", "the turn before has a question", lambda t, h: float(bool(h.last.asked))),
    *(answers(name) for name in QUESTIONS),
)

# -- the reply, which is known a turn later


def reply(name: str) -> Cue:
    """Whether the reply begins so, or says so."""
    pattern = compiled(*REPLIES[name])
    return Cue(
        f"reply {name}", "the next turn " + name, lambda t, h: float(bool(pattern.search(h.reply.text)))
    )


_HOW = tuple(compiled(*QUESTIONS[name]) for name in ("how it went", "why"))
REPLY = (
    *(reply(name) for name in REPLIES),
    Cue("reply asks", "the next turn has a question", lambda t, h: float(bool(h.reply.asked))),
    Cue(
        "reply asks how or why", "it asks on", lambda t, h: float(any(p.search(h.reply.asked) for p in _HOW))
    ),
    Cue("reply takes it up", "new words that the next turn repeats", lambda t, h: h.taken_up),
)

CUES: tuple[Cue, ...] = (*TOLD, *WORDS, *WHOLE, *ANSWERS, *REPLY)
"""The table. The reply's cues count from the next turn on."""
