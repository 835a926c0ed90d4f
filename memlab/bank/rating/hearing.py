"""What was heard before a turn, as far as cues ask; and names, which are known by what was heard."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from memlab.bank.rating.reading import Reading

SILENCE = Reading.of("")

_NAME = re.compile(
    r"(?<=[a-z,;:'\"] )[A-Z][\w&'-]{0,30}(?: (?:(?:of|the|and|de) )?[A-Z\d][\w&'-]{0,30}){0,5}"
    r"|[一-鿿]{1,2}(?:先生|女士|小姐|老师|医生|经理|师傅|阿姨|叔叔)|(?:叫做?|名叫|"
    r"我是)[一-鿿]{2,3}(?![一-鿿])|(?<=[一-鿿])[A-Z][a-z]{2,20}"
)
_PLACE = re.compile(
    r"\b(?i:in|at|to|from|near|around|through|visit(?:ed|ing)?|toured?|explor(?:ed|"
    r"ing)) (?:the )?[A-Z][a-z]{2,20}"
    r"|(?:在|去|到|从|来自)[一-鿿]{1,6}(?:省|市|县|区|镇|村|路|街|国|州|岛|山|湖|大学|医院|公园|机场|"
    r"车站|广场)"
    r"|北京|上海|广州|深圳|杭州|南京|成都|重庆|武汉|西安|香港|台湾|美国|英国|日本|法国|德国|韩国"
)
_I = re.compile(r"I(?:'\w{1,3})?$")


@dataclass
class Heard:
    """What came before a turn."""

    turns: int = 0
    session: int = 0  # turns since it began
    last: Reading = SILENCE  # the turn before, in this session
    here: set[str] = field(default_factory=set)  # stems of this session
    words: Counter[str] = field(default_factory=Counter)  # stem -> turns that had it
    kinds: Counter[str] = field(default_factory=Counter)  # kind of word -> turns that had it
    speakers: set[str] = field(default_factory=set)
    reply: Reading = SILENCE  # to the turn that is judged, once it is known
    new: frozenset[str] = frozenset()  # stems that the turn that is judged was the first to have

    def start_session(self) -> None:
        """A break: what was said last asks for no answer any more."""
        self.session, self.last, self.here = 0, SILENCE, set()

    def take(self, turn: Reading) -> None:
        """The turn is heard."""
        self.new = frozenset(word for word in turn.stems if word not in self.words)
        self.words.update(turn.all_stems)
        self.kinds.update(set(turn.kinds))
        self.here |= turn.all_stems
        self.session, self.turns, self.last = self.session + 1, self.turns + 1, turn

    def names(self, turn: Reading) -> list[str]:
        """The proper names that are told."""
        return [name for name in _NAME.findall(turn.told) if not _I.match(name) and not self._speaks(name)]

    def places(self, turn: Reading) -> list[str]:
        """The named places that are told."""
        return _PLACE.findall(turn.told)

    @property
    def taken_up(self) -> float:
        """How much of what was new the reply says again."""
        return len(self.new & self.reply.all_stems) / (len(self.new) + 2)

    def _speaks(self, name: str) -> bool:
        """Whether the name is a speaker's, or short for one."""
        start = name.split("'")[0].casefold()
        return len(start) > 2 and any(speaker.startswith(start) for speaker in self.speakers)
