"""The widget of chapter 09: your own conversations, what is dead in them, what a memory would have lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import ipywidgets

from memlab.chats import Report, inspect_chats
from memlab.chats.inspection import POLICIES
from memlab.chats.windows import runs_of
from memlab.view import Picture, stacked
from memlab.view.chats_pictures import conversation_bars, live_tokens, losses
from memlab.view.picture import clean
from memlab.view.svg import Canvas
from memlab.widgets.cards import told, words
from memlab.widgets.explorer import WIDE, Explorer, button, dropdown, row, scale, tick
from memlab.widgets.inspect_cards import first_card, link_card, policy_card, tables_card
from memlab.widgets.inspect_sources import FILES, QUICK, Together, of_path, of_sample, of_uploads

BUDGETS = (
    *(50, 75, 100, 125, 150, 175, 200, 250, 300, 400, 500, 700),
    *(k * 10**power for power in (3, 4, 5) for k in (1, 1.5, 2, 3, 5, 7)),
    1_000_000,
)
FIRST, OWN = 250, 2_000  # tokens: for the sample, and for what one brings
SUGGESTED = "the suggested one"
KEPT = 20  # reports
TICK = 0.2  # seconds between two looks at how far it has come

_BESIDE = ThreadPoolExecutor(1, "inspect-lab")


class Superseded(Exception):
    """Somebody has asked for something else meanwhile."""


class InspectLab(Explorer):
    """Upload an export of your chats, or give its path: dead weight, pressure, policies, facts, a report.

    It begins with an invented export. All of it is worked out by this kernel and kept in its memory: nothing
    is sent anywhere or written down. Texts are masked unless the tick is taken away.

    >>> lab = InspectLab()
    >>> lab.report.totals.conversations, lab.report.budget, lab.report.masked
    (3, 250, True)
    """

    def __init__(self) -> None:
        self._runs = {run.name: run for run in runs_of(POLICIES)}
        self._chats = of_sample()
        self._reports: dict[tuple[int, bool], Report] = {}
        self._job: object = None  # of the work that is wanted; what works for another stops
        self._task: asyncio.Task | None = None
        self._parts_below = [words("0") for _ in range(4)]
        self.alarm = words("0")
        self.bar = ipywidgets.IntProgress(max=1000, description="Reading", style=WIDE)
        self.bar.layout = ipywidgets.Layout(width="720px", visibility="hidden")
        self._openers()
        controls = {
            "budget": scale("Budget in tokens", tuple(map(int, BUDGETS)), FIRST, "{:,}".format),
            "policy": dropdown("Look at", [SUGGESTED, *self._runs], SUGGESTED),
            "masked": tick("Mask names, numbers and secrets", True, "What no pattern shows is not masked"),
        }
        super().__init__(self._picture, controls)

    def _openers(self) -> None:
        """What chats are brought with: an upload for small files, a path for big ones."""
        hint = "Exports as they came (zip, JSON), several at once; above some 10 MB give the path instead"
        self.upload = ipywidgets.FileUpload(
            accept=FILES, multiple=True, description="Your files", tooltip=hint
        )
        self.upload.layout.width = "auto"
        self.path = ipywidgets.Text(placeholder="or the path of a big file", description="Path", style=WIDE)
        self.path.layout.width = "300px"
        self.opened = button(
            "Read", "Read the file or folder at this path", lambda: self.read(self.path.value)
        )
        self.opened.disabled = True
        self.path.observe(lambda change: setattr(self.opened, "disabled", not change["new"].strip()), "value")
        self.upload.observe(lambda _: self._uploaded(), "value")

    def _parts(self, buttons: tuple[Any, ...], reset: Any) -> list[Any]:
        c, (first, policy, tables, link) = self._controls, self._parts_below
        opened = row(self.upload, self.path, self.opened, reset)
        looks = row(c["budget"], c["policy"], c["masked"])
        return [opened, looks, self.alarm, self.bar, first, self.frame, policy, link, tables]

    @property
    def report(self) -> Report:
        """The report that is shown, as `memlab.chats.inspect_chats` returns it."""
        return self._reports[self._key()]

    def read(self, path: str) -> None:
        """Inspect the chats in a file or folder of this machine."""
        self._take(lambda: of_path(path))

    def _uploaded(self) -> None:
        if self.upload.value:
            files = self.upload.value
            self._take(lambda: of_uploads(files))
            self.upload.value = ()  # the same file may come again

    def _take(self, opened: Callable[[], Together]) -> None:
        """Other chats; of what is none the lab tells why, and stays."""
        try:
            chats = opened()
        except Exception as error:
            self.alarm.value = told(f"Not read: {error}")
            return
        self.alarm.value = ""
        self._change(chats, OWN)

    def _change(self, chats: Together, budget: int) -> None:
        self._chats, self._height = chats, 0.0
        self._reports.clear()
        with self._at_once():
            self._controls["budget"].value = budget
        self.refresh()

    def reset(self) -> None:
        """The invented export, and every control back to where it was at first."""
        with self._at_once():
            for name, control in self._controls.items():
                control.value = self._start[name]
        self.alarm.value = self.path.value = ""
        self._change(of_sample(), FIRST)

    # -- the work

    def refresh(self) -> None:
        """Draw anew; what takes long is worked out beside, under a bar that tells how far it has come."""
        if self._quiet:
            return
        self._job = object()
        if self._task:
            self._task.cancel()
        self.bar.layout.visibility = "hidden"
        loop = _loop()
        if loop and self._chats.size > QUICK and self._key() not in self._reports:
            self._task = loop.create_task(self._beside(self._job))
        else:
            super().refresh()

    async def _beside(self, job: object) -> None:
        try:
            await asyncio.sleep(TICK)  # another move may follow
            key, loop = self._key(), asyncio.get_running_loop()
            work = loop.run_in_executor(_BESIDE, self._inspected, key, job)
            work.add_done_callback(lambda done: done.cancelled() or done.exception())  # it may be unwanted
            while not work.done():
                self._progress()
                await asyncio.wait([work], timeout=TICK)
            self._progress()
            self._keep(key, work.result())
            self.bar.layout.visibility = "hidden"
            super().refresh()
        except Superseded:
            pass
        except Exception as error:
            self.bar.layout.visibility = "hidden"
            self.fail(error)

    def _progress(self) -> None:
        done, of = self._done
        self.bar.value = round(1000 * done / of) if of else 0
        self.bar.layout.visibility = "visible"

    _done = (0, 0)

    def _inspected(self, key: tuple[int, bool], job: object) -> Report:
        """A report, unless something else is wanted meanwhile."""

        def step(done: int, of: int) -> None:
            self._done = done, of
            if self._job is not job:
                raise Superseded

        self._done = 0, 0
        budget, masked = key
        return inspect_chats(self._chats, budget=budget, reveal=not masked, progress=step, top=3)

    def _keep(self, key: tuple[int, bool], report: Report) -> None:
        """The last few reports stay, for a slider that goes back."""
        while len(self._reports) >= KEPT:
            del self._reports[next(iter(self._reports))]
        self._reports[key] = report

    def _key(self) -> tuple[int, bool]:
        return self._controls["budget"].value, self._controls["masked"].value

    # -- the pictures

    def _picture(self, budget: int, policy: str, masked: bool) -> Picture:
        key = (budget, masked)
        if key not in self._reports:
            self._keep(key, self._inspected(key, self._job))
        report = self._reports[key]
        run = self._runs[policy] if policy in self._runs else self._suggested(report)
        cards = first_card(report), policy_card(report, run), tables_card(report), link_card(report)
        for place, card in zip(self._parts_below, cards, strict=True):
            place.value = card
        return pictured(report)

    def _suggested(self, report: Report) -> Any:
        life, name = report.suggestion.settings.get("half_life"), report.suggestion.policy
        return next(run for run in self._runs.values() if (run.policy, run.half_life) == (name, life))


def pictured(report: Report) -> Picture:
    """The pictures of a report under one another."""
    title = f"{clean(report.source)} at {report.budget:,} tokens"
    if not report.totals.messages:
        return Canvas(f"{title}: there is no message in it").picture("No message.", title)
    lives = [live_tokens(row, report.budget) for row in report.detailed[:1]]
    return stacked(title, [conversation_bars(report), *lives, losses(report)])


def _loop() -> asyncio.AbstractEventLoop | None:
    """The event loop of a kernel; None in plain Python."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
