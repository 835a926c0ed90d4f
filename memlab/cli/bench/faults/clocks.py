"""Clocks: the time jumps ahead by a year or back by an hour, in the middle of writes, expiry and sweeps."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from memlab.cli.bench.faults.outcome import Outcome, total
from memlab.cli.bench.faults.paths import PATHS, SMALL, Writer, add_many
from memlab.cli.bench.faults.stores import StoreScene, examined
from memlab.context import MemoryManager
from memlab.tiers import MemoryStore
from memlab.tiers.settings import HOUR

YEAR = 365 * 24 * HOUR
JUMPS = (-HOUR, YEAR, -YEAR, HOUR, -2 * YEAR)
BRIEF, LONG = 100.0, 30  # lifetime in seconds of what can expire, and how many of it there are


def jumping(many: int, seed: int) -> list[Outcome]:
    """The clock jumps between the writes of every path, and while sweeps are under way."""
    draw = Random(seed)
    return [
        total("clock jumps between writes", (_writing(draw) for _ in range(many))),
        total("clock jumps a year ahead, sweeps, and back", (_sweeping(draw) for _ in range(many))),
        total("clock jumps in a conversation", (_talking(draw) for _ in range(many))),
    ]


def _writing(draw: Random) -> Outcome:
    name = "clock jumps between writes"
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        folder, scene, wrong = Path(place), StoreScene("add"), []
        with scene.opened(folder) as store:
            writer = Writer(scene, store, folder, draw.getrandbits(30))
            for path in draw.sample(sorted(set(PATHS) - {"sweep"}), 6):
                for make in (add_many, *PATHS[path]):
                    scene.clock.now += draw.choice((0.0, *JUMPS))
                    scene.truth.follow(make(writer))
            wrong += _order(store)
        return examined(name, lambda: scene.opened(folder), scene.truth, folder) + Outcome(
            name, wrong=tuple(wrong)
        )


def _order(store: MemoryStore) -> list[str]:
    """Sequence and versions are counted, not timed."""
    seqs = [m.seq for m in store.items(statuses=None)]
    wrong = [] if seqs == sorted(set(seqs)) else [f"the order of writing: {seqs}"]
    for memory in store.items():
        versions = [m.version for m in store.versions(memory.id)]
        if versions != sorted(set(versions)):
            wrong.append(f"versions of {memory.id}: {versions}")
    return wrong


def _sweeping(draw: Random) -> Outcome:
    """What expires only by a clock that is a year ahead is there again when the clock is right again."""
    name = "clock jumps a year ahead, sweeps, and back"
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        folder, scene = Path(place), StoreScene("add")
        with scene.opened(folder) as store:
            texts = {f"b{n}": f"Parcel {n} of {draw.getrandbits(40)}." for n in range(LONG)}
            for n, (id, text) in enumerate(texts.items()):
                store.add(text, id=id, ttl=BRIEF, importance=1 + n % 9)
            right = scene.clock.now
            scene.clock.now = right + draw.choice((YEAR, 2 * YEAR))
            told = store.sweep()
            scene.clock.now = right + draw.choice((0.0, -HOUR, 50.0))
            there = {m.id for m in store.items()}
            most = max(1, int(SMALL.largest_drop * LONG))
            lost = [id for id in texts if id not in there]
            wrong = (
                [f"{len(lost)} of {LONG} were lost by one sweep, allowed are {most}"]
                if len(lost) > most
                else []
            )
            wrong += [] if told or not lost else [f"refused, and all the same lost: {lost}"]
            wrong += [f"{m.id} says {m.text}" for m in store.items() if m.text != texts[m.id]]
            again = store.reconcile() and store.reconcile()
        return Outcome(
            name, 1, opened=1, checked=LONG, lost=len(wrong), differences=len(again), wrong=tuple(wrong),
            seen={"sweeps refused": not told},
        )  # fmt: skip


def _talking(draw: Random) -> Outcome:
    """A conversation goes on whatever the clock says, and keeps all its turns in their order."""
    name = "clock jumps in a conversation"
    with TemporaryDirectory(prefix="memlab-faults-") as place:
        scene = StoreScene("add")
        said = [f"The parcel number {n} stands at gate {draw.randrange(99)}." for n in range(8)]
        with MemoryManager(
            "ann", place, llm=lambda prompt: "Noted.", clock=scene.clock, session="s1"
        ) as manager:
            for text in said:
                manager.process_message(text)
                scene.clock.now += draw.choice((1.0, *JUMPS))
            kept = [m.text for m in manager.store.items(statuses=None, kinds=["turn"])]
            again = manager.store.reconcile() and manager.store.reconcile()
        wrong = () if kept == said else (f"kept {kept} of {said}",)
        return Outcome(
            name, 1, opened=1, checked=len(said), lost=len(wrong), differences=len(again), wrong=wrong
        )
