"""The widget of chapter 05: replay a trace under any policy, capacity and setting, against the optimum."""

from __future__ import annotations

import asyncio
import html
from collections.abc import Mapping, Sequence
from math import inf, log
from typing import Any

import ipywidgets

from memlab.bank import POLICIES as BANKS
from memlab.bank import Settings
from memlab.replay import POLICIES, Result, TooEarly, read_trace, too_early
from memlab.replay.curves import capacities_for
from memlab.view import Picture, miss_curves, policy_bars, residents, stacked, too_early_table
from memlab.view.picture import clean
from memlab.view.svg import Canvas
from memlab.widgets.ahead import Wish, ahead
from memlab.widgets.bank_code import bank_code
from memlab.widgets.cards import code_card, told, words
from memlab.widgets.explorer import Explorer, row
from memlab.widgets.lab_controls import WINDOW, lab_controls, window_starts
from memlab.widgets.lab_traces import CONVERSATIONS, about, first_room, problems, rooms, sources
from memlab.widgets.replays import OPTIMUM, Replays, Setup

FIRST = "conversation"
EARLY = 8  # rows of the table
WAITED, PATIENT = 10_000, 50_000  # accesses: nobody, or no script, waits for the curves of a longer trace
AT_ONCE = 0.03  # seconds for replays before a picture; the others come afterwards
KINDS = "CSV, JSON Lines or a key a line"
FILES = ".csv,.jsonl,.json,.txt,.log"


class PolicyLab(Explorer):
    """Which policy, and how far from the best? Bars, curves, a timeline, what went too early, and the code.

    `trace` is a Trace, a Program or an iterable of keys; without one the lab starts with a conversation. A
    file is read as `read_trace` reads it. In a notebook a curve that takes time is completed afterwards.

    >>> lab = PolicyLab("abcabc")
    >>> lab.values["capacity"], lab.values["look"], lab.first.title[:19]
    (2, 'lru', 'Room for 2 memories')
    """

    def __init__(self, trace: Any = None) -> None:
        self._sources = sources(trace)
        start = FIRST if trace is None else next(iter(self._sources))
        self._replays = Replays(self._sources[start]())
        self._first = True
        self._task: asyncio.Task | None = None
        self._heights, self._lower = [0.0] * 4, list[Picture]()
        self.below = words("0")  # what the window moves: the timeline, and what went too early
        self.upload = ipywidgets.FileUpload(accept=FILES, description="Your own file", tooltip=KINDS)
        self.upload.layout.width = "auto"
        self.alarm, self.about, self.code = words("0"), words("40px"), words("200px")
        controls = lab_controls(self._replays.trace, self._sources, start)
        controls["trace"].observe(lambda change: self._other_trace(change["new"]), "value")  # before …
        controls["unit"].observe(lambda change: self._other_unit(change["old"]), "value")  # … the redraw
        self.upload.observe(lambda _: self._uploaded(), "value")
        super().__init__(self._picture, controls)
        self._later()

    def _parts(self, buttons: tuple[Any, ...], reset: Any) -> list[Any]:
        c = self._controls
        return [
            row(c["trace"], self.upload, c["unit"], reset),
            row(*(c[name] for name in POLICIES)),
            row(*(c[name] for name in ("capacity", "half", "boost", "protection"))),
            self.alarm,
            self.about,
            self.frame,
            row(c["look"], c["start"]),
            self.below,
            self.code,
        ]

    def _show(self, picture: Picture) -> None:
        """The first picture is one; live, its halves stand above and below the controls of the lower one."""
        above, below = self._halves
        super()._show(above)
        self.below.layout.min_height = f"{below.height + 12:.0f}px"
        self.below.value = below.svg

    # -- controls that move others

    def refresh(self) -> None:
        """Draw anew, unless more is about to move; what the curves lack comes afterwards."""
        if not self._quiet:
            super().refresh()
            self._later()

    def reset(self) -> None:
        """Every control back to where it was at first."""
        with self._at_once():
            self._controls["unit"].value = self._start["unit"]
            self._controls["trace"].value = self._start["trace"]
            self._other_trace(self._start["trace"])
            for name, control in self._controls.items():
                control.value = self._start[name]
        self.refresh()

    def _other_trace(self, name: str) -> None:
        self._replays = Replays(self._sources[name](), self._replays.pace)
        self._height, self._heights, self._lower = 0.0, [0.0] * 4, []
        self.alarm.value = told(problems(self._replays.trace))
        sizes, start = rooms(self._replays.trace, self._controls["unit"].value), self._controls["start"]
        with self._at_once():
            self._rescale(sizes, first_room(sizes))
            first, last = window_starts(self._replays.trace)
            start.value, start.max, start.value = 1, last, first

    def _other_unit(self, old: str) -> None:
        """The range of the new unit, and in it the same share of the footprint."""
        sizes, whole = (rooms(self._replays.trace, unit) for unit in (self._controls["unit"].value, old))
        share = self._controls["capacity"].value / whole[-1]
        with self._at_once():
            self._rescale(sizes, min(sizes, key=lambda size: abs(size / sizes[-1] - share)))

    def _rescale(self, sizes: Sequence[int], value: int) -> None:
        """Another scale for the capacity.

        A browser that is told a place beyond the scale it still has cuts it and answers with that: so first
        the least place is told, then the scale, then the place.
        """
        capacity = self._controls["capacity"]
        capacity.index = 0
        capacity.options = [(f"{size:,}", size) for size in sizes]
        capacity.value = value

    def _uploaded(self) -> None:
        """A file becomes a trace of the menu; of one that cannot be read the lab tells why, and stays."""
        if not self.upload.value:
            return
        file, menu = self.upload.value[0], self._controls["trace"]
        try:
            trace = read_trace(bytes(file["content"]), name=file["name"])
        except Exception as error:
            self.alarm.value = told(f"Not read: {error}")
        else:
            name = f"yours: {clean(file['name'])}"
            self._sources[name] = lambda: trace
            with self._at_once():
                menu.options = list(self._sources)
                menu.value = name
                self._other_trace(name)
            self.refresh()
        self.upload.value = ()  # the same file may come again

    # -- the picture

    def _picture(self, **values: Any) -> Picture:
        wish, replays = self._wish(values), self._replays
        waits, length = self._first or not _loop(), len(replays.trace)
        if length <= (WAITED if _loop() else PATIENT) and waits:
            self._complete(wish)
        found = replays.within(inf if waits else AT_ONCE, wish.policies, wish.capacity, wish.setup)
        self._first = False
        results = [found[policy] for policy in wish.ticked if policy in found]
        if wish.look in found:
            chosen = found[wish.look]
            table = too_early_table(self._early(chosen, results, wish))
            self._lower = [residents(chosen, values["start"] - 1, WINDOW), table]
        banks = [result for result in results if result.policy.name in BANKS and not result.policy.foresight]
        best = min(banks, key=lambda result: result.misses).policy.name if banks else ""
        self._tell(wish, values, [policy for policy in wish.policies if policy not in found], best)
        lower = self._lower or [_blank(f"{wish.look} is being replayed"), _blank("Evicted too early")]
        parts = [policy_bars(results), self._curves(wish), *lower]
        heights = zip(parts, self._least(wish), self._heights, strict=True)
        self._heights = [max(part.height, *rooms) for part, *rooms in heights]  # nothing jumps
        places = (slice(0, 2), slice(2, 4))
        self._halves = [stacked(parts[at.start].title, parts[at], self._heights[at]) for at in places]
        return stacked(parts[0].title, parts, self._heights)

    def _least(self, wish: Wish) -> tuple[float, float, float, float]:
        """Pixels that each picture needs once all of it is known."""
        rows = min(len(self._replays.trace.names), 30)
        return (136.0 + 26 * len(wish.ticked), 388.0, 110.0 + 20 * rows, 0.0)

    def _wish(self, values: Mapping[str, Any]) -> Wish:
        decay = 0.0 if values["half"] == inf else log(2) / values["half"]
        settings = Settings(decay=decay, boost=values["boost"], protection=values["protection"])
        ticked, unit = tuple(name for name in POLICIES if values[name]), values["unit"]
        samples = capacities_for(self._replays.trace, unit)
        sizes = [size for _, size in self._controls["capacity"].options]
        return Wish(ticked, values["look"], values["capacity"], Setup(unit, settings), samples, sizes)

    def _complete(self, wish: Wish) -> None:
        """All that the picture shows, now."""
        replays, setup = self._replays, wish.setup
        for job in replays.missing([*wish.ticked, OPTIMUM], wish.samples, setup):
            replays.note(job, setup, replays.measure(*job, setup))
        for capacity in () if wish.tells_itself else wish.samples:
            replays.result(wish.look, capacity, setup)

    def _curves(self, wish: Wish) -> Picture:
        """The curves as far as they are known, the capacity now among their points."""
        replays, setup, places = self._replays, wish.setup, [*wish.samples]
        if places and places[0] <= wish.capacity <= places[-1]:
            places.append(wish.capacity)
            misses = replays.measure(OPTIMUM, wish.capacity, setup)
            replays.note((OPTIMUM, wish.capacity), setup, misses)
        lines = {policy: replays.curve(policy, places, setup) for policy in wish.ticked}
        waiting = bool(_loop() and replays.missing([*wish.ticked, OPTIMUM], wish.samples, setup))
        best = replays.curve(OPTIMUM, places, setup)
        return miss_curves(lines, wish.capacity, best, setup.unit, waiting)

    def _early(self, chosen: Result, rivals: Sequence[Result], wish: Wish) -> list[TooEarly]:
        """What went too early; which room would have kept it is tried out at the curve's capacities."""
        tried = self._replays.known(wish.look, wish.samples, wish.setup)
        larger = None if wish.tells_itself else tried
        return too_early(chosen, rivals, EARLY, larger)

    def _tell(self, wish: Wish, values: Mapping[str, Any], missing: Sequence[str], best: str) -> None:
        """The line about the trace, and the code."""
        replays, setup = self._replays, wish.setup
        line = about(replays.trace, values["half"], len(replays.pinned))
        line += f" Still being replayed: {', '.join(missing)}." if missing else ""
        story, _ = CONVERSATIONS.get(values["trace"], ("", ""))
        more = (setup.unit, setup.settings, replays.pinned, story, best)
        code = code_card("A bank with these settings", bank_code(wish.look, wish.capacity, *more))
        self.about.value, self.code.value = html.escape(line), code

    # -- afterwards

    def _later(self) -> None:
        """In a kernel, work out what the picture lacks and what the next moves will show."""
        if self._task:
            self._task.cancel()
        loop = _loop()
        self._task = loop.create_task(self._completed()) if loop else None

    async def _completed(self) -> None:
        try:
            async for _ in ahead(self._replays, self._wish(self.values)):
                super().refresh()
        except Exception as error:
            self.fail(error)


def _loop() -> asyncio.AbstractEventLoop | None:
    """The event loop of a kernel, which has time between two moves; None in plain Python."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _blank(title: str) -> Picture:
    return Canvas(title).picture(title, title)
