"""The widget of chapter 06: edit a conversation, see what is read out of it, decided and kept."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import ipywidgets

from memlab.facts import RULES, Fact, Rules
from memlab.view import Picture, decisions_table, def_use, history_lanes, stacked
from memlab.view.facts_text import WRAP
from memlab.view.facts_words import USER, definition, variable
from memlab.view.svg import escape
from memlab.widgets.cards import told, words
from memlab.widgets.conflict_book import NOW, Hearing, Verdict
from memlab.widgets.conflict_cards import heard_card, snapshot_card
from memlab.widgets.conflict_talks import TALKS, as_talk
from memlab.widgets.explorer import STYLE, Explorer, button, dropdown, row, scale, slider

FIRST, YOURS = "From Beijing to Shanghai", "yours"
# Where there is less room than a picture is wide, words wrap and pictures shrink, then scroll.
NARROW = (
    "<style>.memlab-conflicts .widget-html-content{min-width:0;max-width:100%}"
    ".memlab-conflicts .widget-html-content>svg{min-width:600px}"
    ".memlab-moment .widget-readout{min-width:170px;white-space:nowrap}</style>"
)
NOTHING = (USER, "city")  # what the history is of while nothing was said
MOST_PENDING = 6  # with buttons
ASKS = f"{WRAP};color:#1a1a1a;background:#fcefd0;border:1px solid #e69f00;border-radius:3px;padding:0 8px"


class ConflictExplorer(Explorer):
    """A conversation to edit, in English or Chinese: what is read in it, decided, in force and in conflict.

    `utterances` are lines of text, an utterance each; one that begins with "agent:", "assistant:" or 助手：is
    the assistant's. `rules` is the table of attributes. What is pending can be confirmed or rejected, the
    book can be rolled back to a version, and looked at as of a turn.

    >>> explorer = ConflictExplorer(["I live in Beijing.", "I have just moved to Shanghai."])
    >>> explorer.hearing.book.values("city")
    ['Shanghai']
    """

    def __init__(self, utterances: str | Iterable[str] | None = None, rules: Rules = RULES) -> None:
        given = {} if utterances is None else {YOURS: as_talk(utterances)}
        self._talks, self._rules, start = {**given, **TALKS}, rules, YOURS if given else FIRST
        self._verdicts = list[Verdict]()
        self.hearing = self.shown = Hearing(self._talks[start], rules)
        self._known = (self._talks[start], self._verdicts)  # what the hearing is of
        self._heights, self._halves = [0.0, 0.0], list[Picture]()  # of the first two pictures; what is shown
        self.alarm, self.heard, self.snapshot, self.below = map(words, ("0", "60px", "60px", "0"))
        self.pending = ipywidgets.VBox(layout=ipywidgets.Layout(width="740px"))
        super().__init__(self._picture, self._made(start))
        self.add_class("memlab-conflicts")
        self._controls["moment"].add_class("memlab-moment")
        for box in self.children:
            box.layout.max_width = "calc(100% - 4px)"  # of which the margins take 4
        for box in (self.frame, self.below):
            box.layout.overflow = "auto hidden"

    def _made(self, start: str) -> dict[str, Any]:
        """The controls by name."""
        layout, last = ipywidgets.Layout(width="720px", height="150px"), self.hearing.latest
        keys, names = self._keys(), self._moments()
        sample = dropdown("Conversation", list(self._talks), start)
        moment = scale("As of", range(len(names)), names.index(NOW), names.__getitem__)
        sample.layout.width = moment.layout.width = "420px"
        sample.observe(lambda change: self._other_talk(change["new"]), "value")  # before the redraw
        return {
            "sample": sample,
            "talk": ipywidgets.Textarea(self._talks[start], tooltip="Turns, one a line", layout=layout),
            "key": dropdown("History of", keys, self.hearing.liveliest or NOTHING),
            "version": slider(ipywidgets.IntSlider, "Roll back to version", last, 0, max(last, 1), 1),
            "moment": moment,
        }

    def _keys(self) -> list[tuple[str, tuple[str, str]]]:
        """The variables to choose from, by name."""
        return [(variable(*key), key) for key in self.hearing.variables or [NOTHING]]

    def _moments(self) -> list[str]:
        return [name for name, _ in self.hearing.moments]

    def _parts(self, buttons: tuple[Any, ...], reset: Any) -> list[Any]:
        c = self._controls
        return [
            row(c["sample"], reset),
            c["talk"],
            self.alarm,
            self.heard,
            self.pending,
            self.frame,
            self._under(c["key"], c["version"], c["moment"]),
            self.snapshot,
            self.below,
        ]

    @staticmethod
    def _under(*controls: Any) -> Any:
        """A row as wide as a picture: what has no room goes into the next line."""
        made = row(*controls)
        made.layout.width = "740px"
        return made

    # -- what the conversation moves

    def refresh(self) -> None:
        """Hear the conversation and draw, unless more is about to move; an error is shown."""
        if self._quiet:
            return
        try:
            with self._at_once():
                self._listen()
        except Exception as error:
            self.fail(error)
        else:
            super().refresh()

    def reset(self) -> None:
        """The first conversation, with no verdict and no rollback."""
        with self._at_once():
            self._controls["sample"].value = self._start["sample"]
            self._other_talk(self._start["sample"])
        self.refresh()
        with self._at_once():
            for name, control in self._controls.items():
                control.value = self._start[name]
        self.refresh()

    def _other_talk(self, name: str) -> None:
        with self._at_once():
            self._controls["talk"].value = self._talks[name]
        self._verdicts = []

    def _listen(self) -> None:
        """A book for the conversation as it is now; if it is another one, every control fits it."""
        talk, version = self._controls["talk"].value, self._controls["version"]
        if (talk, self._verdicts) != self._known:
            self.hearing = self.shown = Hearing(talk, self._rules, self._verdicts)
            self._known = (talk, self._verdicts)
            self._heights = [0.0, 0.0]  # no room is kept for what is not said any more
            self._fit()
        rolled_back = version.value < self.hearing.latest
        self.shown = self._back_to(version.value) if rolled_back else self.hearing

    def _back_to(self, version: int) -> Hearing:
        return Hearing(self._controls["talk"].value, self._rules, self._verdicts, version)

    def _fit(self) -> None:
        """The ranges of this conversation.

        A browser that is told a value beyond the range it still has cuts it and answers with that: so first
        the least value is told, then the range, then the value.
        """
        key, version, moment = (self._controls[name] for name in ("key", "version", "moment"))
        keys, names, last = self._keys(), self._moments(), self.hearing.latest
        known, chosen = [found for _, found in keys], key.value
        if key.options != tuple(keys):
            key.options = keys
        key.value = chosen if chosen in known else self.hearing.liveliest or NOTHING
        if version.max != max(last, 1):
            version.value, version.max = 0, max(last, 1)
        version.value = last
        if len(moment.options) != len(names):
            moment.value, moment.options = 0, [(name, n) for n, name in enumerate(names)]
        moment.value = names.index(NOW)

    # -- what waits

    def _judge(self, fact: Fact, confirmed: bool) -> None:
        """A reader's verdict; it takes effect in a book that is not rolled back."""
        self._verdicts = [*self._verdicts, Verdict.on(fact, confirmed)]
        with self._at_once():
            self._controls["version"].value = self._controls["version"].max
        self.refresh()

    def _waiting(self) -> list[Any]:
        """A line for each pending fact, with its two buttons."""
        waits = self.shown.book.pending()
        if self.shown.rolled_back:
            return [self._rolled_back(bool(waits))]
        lines = [self._question(fact) for fact in waits[:MOST_PENDING]]
        more = f"… and {len(waits) - MOST_PENDING} more wait"
        return lines + [ipywidgets.HTML(more)] * (len(waits) > MOST_PENDING)

    def _rolled_back(self, waits: bool) -> Any:
        """One line in the buttons' place: decided is at the end of the conversation."""
        last, end = self.hearing.latest, bool(self.hearing.book.pending())
        decide = f"move to version {last}, the end, to confirm or reject what is pending"
        decide = decide if end else "what is pending here was decided later" if waits else ""
        line = f"↶ rolled back to version {self.shown.version} of {last}"
        style = f"{ASKS};max-width:720px;box-sizing:border-box"
        return ipywidgets.HTML(f'<div style="{style}">{": ".join(filter(None, (line, decide)))}</div>')

    def _question(self, fact: Fact) -> Any:
        asks = ipywidgets.HTML(f'<div style="{ASKS}"><b>!!</b> pending: {escape(definition(fact))}</div>')
        return row(
            asks,
            button("Confirm", "Let it take the place of what is in force", partial(self._judge, fact, True)),
            button("Reject", "Keep what is in force", partial(self._judge, fact, False)),
        )

    # -- the picture

    def _picture(self, key: tuple[str, str], moment: int, **others: Any) -> Picture:
        shown, (entity, attribute) = self.shown, key
        name, at = shown.moments[moment]
        self.alarm.value = told(shown.told)
        self.heard.value = heard_card(shown.turns, shown.said)
        self.snapshot.value = snapshot_card(
            name, shown.book.as_of(at), shown.book.entities(), shown.expired(at)
        )
        self.pending.children = self._waiting()
        parts = [
            decisions_table(shown.decisions, shown.turn_numbers, shown.version),
            def_use(shown.book),
            history_lanes(shown.book, attribute, entity),
        ]
        least = [*self._heights, 0.0]
        self._heights = [max(part.height, room) for part, room in zip(parts, least, strict=True)][:2]
        title = parts[1].title
        self._halves = [stacked(title, parts[:2], self._heights), parts[2]]
        return stacked(title, parts, self._heights)

    def _show(self, picture: Picture) -> None:
        """The first picture is one; live, the history stands under its own controls."""
        above, below = self._halves
        self.frame.value = STYLE + NARROW + above.svg  # it keeps its height by itself, however narrow it is
        self.below.value = below.svg
