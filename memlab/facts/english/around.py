"""Around: the tense, the mood and the change that a reading's surroundings give it."""

from __future__ import annotations

import re

from memlab.facts.english import tone
from memlab.facts.english import words as w
from memlab.facts.english.changes import LEADING, change_after, changed_before
from memlab.facts.english.clauses import Clause
from memlab.facts.english.readings import Reading
from memlab.facts.english.words import word_set

WINDOW = 160  # characters before and after a statement that may colour it
_LASTING = word_set("task deadline birthday instruction likes dislikes order_id reply_language budget status")
_WORD = re.compile(r"\w")
_NEVER = re.compile(r"\b(?:never|neither|at no time)\b", re.I)


class Around:
    """The sentence `text` that readings stand in, and the sentence `previous` to it."""

    def __init__(self, text: str, previous: str) -> None:
        self.text, self.previous = text, previous
        self.supposing = tone.SUPPOSING.match(text) is not None

    def tense(self, reading: Reading, flags: int, before: str, near: str) -> str:
        said = self.text[reading.clause.begin : reading.match.end()]
        if flags & w.PAST and reading.pattern.rule.name in ("birthday", "hometown"):
            return "present"  # "I was born in …" holds for ever
        if flags & w.PAST and not flags & w.ENDS:
            denied = flags & w.NOT and (reading.pattern.rule.safety or _NEVER.search(said))
            return (
                "present"
                if denied or (flags & w.CHANGE and "change" in reading.match.groupdict())
                else "past"
            )
        if flags & w.PLANNED:
            return "planned"
        if flags & tone.WHEN and (flags & w.PERFECT or not flags & w.CHANGE):
            return "planned"
        late = reading.pattern.rule.name not in _LASTING and not flags & (w.PERFECT | w.CHANGE)
        return "planned" if late and tone.PLANNED_AFTER.search(near) else "present"

    def span(self, reading: Reading, flags: int, near: str) -> tuple[int, int]:
        """The clause with the words that make it a change or an end: "actually, …", "… any more"."""
        begin, after = reading.clause.begin, change_after(near)
        first = max(0, begin - WINDOW)
        lead = LEADING.search(self.text[first:begin])
        word = _WORD.search(self.text, first + lead.start(), begin) if lead else None
        over = tone.ENDED_AFTER.search(near) if flags & w.ENDS else None
        return word.start() if word else begin, reading.end + max(after, over.end() if over else 0)

    def changes(self, attribute: str, flags: int, clause: Clause, near: str) -> bool:
        if flags & w.CHANGE or change_after(near):
            return True
        before = self.text[max(0, clause.begin - WINDOW) : clause.begin]
        return changed_before(attribute, before, self.previous)

    def mood(self, reading: Reading, flags: int, before: str, after: str) -> str:
        if self.supposing or flags & w.SUPPOSED:
            return "supposed"
        if flags & w.WISHED:
            return "wished"
        if flags & w.QUOTED:
            return "quoted"
        if flags & w.ASKED or self._is_asked(reading, flags, before, after):
            return "asked"
        if flags & w.HEDGED or tone.HEDGED_AFTER.search(after) or tone.HEDGED_BEFORE.search(before):
            return "hedged"
        return "stated"

    def _is_asked(self, reading: Reading, flags: int, before: str, after: str) -> bool:
        """Whether the sentence's question mark is that of this clause."""
        if not self.text.rstrip(" \"')”*").endswith("?"):
            return tone.TAG.match(after) is not None
        if tone.TAG.match(after):
            return True
        if (
            reading.pattern.rule.name in ("instruction", "reply_language", "task", "order_id")
            or flags & w.KNOWN
        ):
            return reading.pattern.rule.name == "order_id" and reading.pattern.lead == "whose"
        if tone.ANOTHER_AFTER.search(after) or tone.ORDERED.search(before):
            return False
        comma = max(before.rfind(","), before.rfind(" - "), before.rfind(";"), before.rfind("—"))
        return not (comma >= 0 and tone.REQUEST.search(before[:comma]))
