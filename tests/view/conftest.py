"""What the tests of the views look at: every view over ordinary, odd and extreme input."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from memlab import view
from memlab.bank import BankRun, Settings, play
from memlab.context.layers import LAYERS, Context, LayerUse, LeftOut, Piece, Step
from memlab.course.story import DAY_AT_THE_DESK, FIVE_STATEMENTS, MEMORIES, RETURN_DESK, SERVICE_CALL
from memlab.facts.candidate import Candidate, Turn
from memlab.facts.fact import KINDS, STATUSES, Decision, Fact
from memlab.flow import ASSIGNED, LIVENESS, REACHING, STRONG_LIVENESS, Program, solve
from memlab.replay import POLICIES, Access, Trace, simulate, too_early
from memlab.replay.curve import Curve
from memlab.replay.queues import FIFO
from memlab.replay.stacks import lru_curve
from memlab.tiers.memory import STATUSES as STATES
from memlab.tiers.memory import Memory
from memlab.tiers.scale.capacity import Assumptions, plan
from memlab.tiers.scale.interleaving import RIVALS, WAYS, orders
from memlab.tiers.scale.interleaving import play as interleaved
from memlab.tiers.scale.retries import herd
from memlab.tiers.scale.slots import spread
from memlab.tiers.scale.waiting import Waited
from memlab.view.facts_defuse import drawn
from memlab.view.facts_lanes import lanes
from memlab.view.facts_story import Story, identity
from memlab.view.scale_lanes import two_processes
from memlab.view.scale_plan import capacity_plan
from memlab.view.scale_retries import herd_of_retries
from memlab.view.scale_slots import cluster_slots
from memlab.view.scale_waiting import measured_waits, round_trips
from memlab.zset import ScoredSet, SkipList

NASTY = [
    "<b>&",
    "\"quoted'",
    "]]>",
    "]]&gt;",
    "😀🇨🇳",
    "مرحبا بالعالم",
    "花生" * 60,
    "a" * 300,
    "tab\tnul\0\x1b[31m",
    "\u202eturned",
    "\ud800",
    "",
]


def straight(*turns: tuple[list, list]) -> Program:
    return Program.from_turns([{"use": use, "def": define} for use, define in turns])


def long(turns: int, names: int) -> Program:
    return straight(*(([f"m{i * 7 % names}"], [f"m{i % names}"]) for i in range(turns)))


PROGRAMS = {
    "empty": Program.from_dicts([]),
    "one statement": straight(([], [])),
    "one self-loop": Program.from_dicts([{"id": 0, "use": ["a"], "def": ["a"], "succ": [0]}]),
    "no variables": straight(([], []), ([], []), ([], [])),
    "never read": straight(([], ["a"]), ([], ["b"])),
    "never written": straight((["a"], []), (["b"], [])),
    "unreachable": Program.from_dicts(
        [
            {"id": "a", "use": [], "def": ["x"], "succ": []},
            {"id": "b", "use": ["x"], "def": [], "succ": ["b"]},
        ]
    ),
    "odd ids": Program.from_dicts(
        [
            {"id": (1, "x"), "use": [], "def": [(2, 3), "ok"], "succ": [frozenset({4}), None]},
            {"id": frozenset({4}), "use": [(2, 3)], "def": [], "succ": [None, (1, "x")]},
            {"id": None, "use": ["ok"], "def": [], "succ": []},
        ]
    ),
    "nasty": Program.from_turns(
        [
            {"use": NASTY[:i], "def": [name], "text": name * 2, "speaker": NASTY[-1 - i]}
            for i, name in enumerate(NASTY)
        ]
    ),
    "a nasty loop": Program.from_dicts(
        [{"id": i, "use": NASTY, "def": [], "succ": [1 - i]} for i in range(2)]
    ),
    "two hundred turns": long(200, 9),
    "two hundred names": long(400, 200),
    "five": Program.from_dicts(FIVE_STATEMENTS),
    "service call": Program.from_dicts(SERVICE_CALL),
    "return desk": Program.from_dicts(RETURN_DESK),
}

CAPACITIES = {"0": 0, "1": 1, "2.5": 2.5, "huge": 10**12}
SETTINGS = {
    "no decay": Settings(decay=0),
    "huge decay": Settings(decay=1e6),
    "no floor": Settings(floor=0, decay=0.01),
    "floor above all": Settings(floor=1e6),
    "long protection": Settings(protection=1e9),
    "plain": Settings(),
}
LINES = [
    view.ScoreLine(id, grade, 10 if pinned else 1, 60 * at) for at, id, _, grade, pinned in DAY_AT_THE_DESK
]
LINE_SETS = {
    "none": [],
    "one": LINES[:1],
    "all": LINES,
    "importance 0": [view.ScoreLine("zero", 0), view.ScoreLine("one", 1)],
    "nasty": [view.ScoreLine(name, i) for i, name in enumerate(NASTY)],
    "written later": [view.ScoreLine("late", 1, 1, 1e9)],
}
TRACES = {analysis.name: analysis for analysis in (LIVENESS, STRONG_LIVENESS, REACHING, ASSIGNED)}
SETS = {
    "empty": [],
    "one": [("only", 0.0)],
    "infinities": [("low", -math.inf), ("high", math.inf), ("zero", 0), ("tiny", 5e-324), ("big", 1.8e308)],
    "nasty": [(name, i) for i, name in enumerate(NASTY) if name != "\ud800"],
    "hundred": [(f"member-{i:03}", i / 7) for i in range(100)],
    "day": [(id, grade) for _, id, _, grade, _ in DAY_AT_THE_DESK],
}


def cases():
    """(name, function that draws) for every view over everything above."""
    yield "correspondence", view.correspondence
    yield from program_cases()
    yield from bank_cases()
    yield from replay_cases()
    yield from curve_cases()
    yield from early_cases()
    yield from facts_cases()
    yield from tiers_cases()
    yield from recall_cases()
    yield from context_cases()
    yield from scaling_cases()
    yield from scale_cases()
    for name, lines in LINE_SETS.items():
        for how, settings in SETTINGS.items():
            yield f"score_curves {name}, {how}", lambda a=lines, b=settings: view.score_curves(a, b, 5400)
    for name, pairs in SETS.items():
        yield f"sorted_set {name}", lambda a=pairs: view.sorted_set(ScoredSet(a))
        yield f"skip_list {name}", lambda a=pairs: view.skip_list(SkipList(a, seed=1))
        wanted = pairs[-1][0] if pairs else "nobody"
        yield (
            f"skip_list path {name}",
            lambda a=pairs, b=wanted: view.skip_list(SkipList(a, seed=1), path_to=b),
        )


def program_cases():
    for name, program in PROGRAMS.items():
        last = program.variables[-1] if program.variables else "nobody"
        middle = program.ids[len(program) // 2] if len(program) else None
        yield f"dataflow_graph {name}", lambda p=program: view.dataflow_graph(p)
        yield (
            f"dataflow_graph chosen {name}",
            lambda p=program, v=last, s=middle: view.dataflow_graph(
                p, solution=solve(p, REACHING), variable=v, statement=s
            ),
        )
        yield f"live_range_chart {name}", lambda p=program: view.live_range_chart(p)
        yield (
            f"live_range_chart chosen {name}",
            lambda p=program, v=last: view.live_range_chart(p, variable=v),
        )
        for how, capacity in CAPACITIES.items():
            yield f"pressure_chart {name}, {how}", lambda p=program, c=capacity: view.pressure_chart(p, c)
        yield f"pressure_chart tokens {name}", lambda p=program: view.pressure_chart(p, 3, size=lambda v: 2.5)
        for analysis in TRACES.values():
            solution = solve(program, analysis, trace=True)
            end = len(solution.steps)
            for step in sorted({0, end // 2, end} if analysis is LIVENESS else {end // 2}):
                yield (
                    f"fixed_point {analysis.name} {name}, {step}",
                    lambda s=solution, k=step: view.fixed_point(s, k),
                )


def bank_cases():
    yield "bank_timeline no turns", lambda: view.bank_timeline(BankRun("lru", 3, ()))
    stories = {
        "call": (SERVICE_CALL, MEMORIES),
        "nasty": ([{"id": i, "use": [], "def": [n], "succ": []} for i, n in enumerate(NASTY[:-2])], {}),
        "long": ([{"id": i, "use": [], "def": [f"m{i % 60}"], "succ": []} for i in range(200)], {}),
    }
    for name, (turns, memories) in stories.items():
        for capacity in (1, 4, 10**9):
            for policy in ("fifo", "article", "scored"):
                yield (
                    f"bank_timeline {name}, {policy}, {capacity}",
                    lambda t=turns, m=memories, c=capacity, p=policy: view.bank_timeline(play(t, m, c, p)),
                )


LOGS = {
    "empty": Trace.of_keys([]),
    "one read": Trace.of_keys("a"),
    "one key": Trace.of_keys("a" * 30),
    "no reads": Trace.of([Access(n, n, "write") for n in range(5)]),
    "nasty": Trace.of_keys(NASTY * 3),
    "sizes": Trace.of([Access(n * 7 % 5, n, "read", size=n % 4 + 0.5, importance=n % 2) for n in range(60)]),
    "service call": Trace.of_program(PROGRAMS["service call"], MEMORIES, len),
    "return desk": Trace.of_program(PROGRAMS["return desk"]),
    "many": Trace.of_keys(n * n % 257 for n in range(3000)),
}
ODD = [type("Odd", (FIFO,), {"name": f"{NASTY[n % 12]} {n}"}) for n in range(40)]


def replay_cases():
    yield "held_by_kind of nothing", lambda: view.held_by_kind("Nothing", {})
    yield "held_by_kind of no turns", lambda: view.held_by_kind("No turns", {"chat": []})
    odd = {name: [1e9, 0.0, 3.5] for name in NASTY}
    yield "held_by_kind, nasty", lambda: view.held_by_kind(NASTY[0], odd, {NASTY[1]: [1, 3]}, NASTY[4])
    much = {"chat": list(range(5000)), "date": [0.1] * 5000}
    yield "held_by_kind, long", lambda: view.held_by_kind("Long", much, {"date": range(1, 5001, 9)})
    yield "policy_bars of nothing", lambda: view.policy_bars([])
    yield (
        "policy_bars of forty",
        lambda: view.policy_bars([simulate(LOGS["nasty"], policy, 3) for policy in ODD]),
    )
    for name, trace in LOGS.items():
        for unit, capacity in (("items", 0), ("items", 1), ("items", 4), ("tokens", 30), ("items", 10**9)):
            at = f"{name}, {capacity} {unit}"
            yield (
                f"policy_bars {at}",
                lambda t=trace, c=capacity, u=unit: view.policy_bars(
                    [simulate(t, p, c, u) for p in POLICIES]
                ),
            )
            yield (
                f"residents {at}",
                lambda t=trace, c=capacity, u=unit: view.residents(simulate(t, "lru", c, u, pinned=NASTY)),
            )
        for start, count in ((0, 200), (5, 1), (2980, 200), (10**9, 40)):
            yield (
                f"residents {name}, {count} from {start}",
                lambda t=trace, a=start, n=count: view.residents(simulate(t, "belady_bypass", 4), a, n),
            )

    late = Trace.of_keys(n % 400 for n in range(100_040))
    yield "residents late", lambda: view.residents(simulate(late, "lru", 9), 100_000, 40)


def early_cases():
    yield "too_early_table of nothing", lambda: view.too_early_table([])
    for name, trace in LOGS.items():
        for policy in ("fifo", "lru", "belady_bypass"):
            yield (
                f"too_early_table {name}, {policy}",
                lambda t=trace, p=policy: view.too_early_table(
                    too_early(simulate(t, p, 3), [simulate(t, q, 3) for q in ("lfu", "belady")], 20)
                ),
            )


def curve(policy: str, trace: Trace, capacities: tuple[int, ...]) -> Curve:
    misses = [simulate(trace, policy, capacity).misses for capacity in capacities]
    return Curve(policy, capacities, misses, trace.requests)


def curve_cases():
    yield "miss_curves of nothing", lambda: view.miss_curves({})
    for name, trace in LOGS.items():
        for places in ((), (1,), (0, 1), (1, 2, 4, 8, 16)):
            for capacity in (None, 0, 4, 10**9):
                yield (
                    f"miss_curves {name}, {len(places)} points, capacity {capacity}",
                    lambda t=trace, c=capacity, at=places: view.miss_curves(
                        {name: curve(name, t, at) for name in ("fifo", "clock", "belady")},
                        c,
                        curve("belady_bypass", t, at),
                        "tokens",
                    ),
                )
        yield f"miss_curves exact {name}", lambda t=trace: view.miss_curves({"lru": lru_curve(t)}, 3)
    falling = {
        kind.name: Curve(kind.name, (1, 10, 10**6), (900 - n, 500 - n, 100), 1000)
        for n, kind in enumerate(ODD)
    }
    yield "miss_curves of forty", lambda: view.miss_curves(falling, 10)
    huge = Curve("huge", (10**6, 10**12), (10**9, 1), 10**10)
    yield "miss_curves huge", lambda: view.miss_curves({"huge": huge}, 10**7, huge)


def fact(version: int, value: str = "Beijing", at: float = 60, entity: str = "user", **more) -> Fact:
    attribute = more.pop("attribute", "city")
    return Fact("u1", entity, attribute, value, version, at, last_at=more.pop("last_at", at), **more)


def ending(version: int, status: str, value: str = "Beijing", at: float = 60) -> Fact:
    """A fact in that state, said at a moment and ended by the next version if it has an end."""
    if status in ("active", "pending", "unconfirmed"):
        return fact(version, value, at, status=status, reason="why")
    killer = None if status in ("past", "expired") else version + 1
    return fact(version, value, at, status=status, until=at + 90, killed_by=killer, times=2, last_at=at + 30)


SAID = [Turn(name or "…", at=60.0 * n) for n, name in enumerate(NASTY, start=1)]
FACTS = {
    "none": [],
    "one": [fact(1)],
    "imported": [fact(1, source="a file", at=-1e18), fact(2, at=1e300, status="pending")],
    "one moment": [ending(n, status) for n, status in enumerate(STATUSES, start=1)],
    "every state": [ending(2 * n, status, at=60.0 * n) for n, status in enumerate(STATUSES, start=1)],
    "nasty": [
        fact(
            n, name, 60.0 * n, entity=name, attribute=name or "-", text=name, reason=name, polarity=n % 3 > 0
        )
        for n, name in enumerate(NASTY, start=1)
    ],
    "nasty values of one": [
        fact(n, name, 60.0 * n, status="pending" if n % 2 else "active", reason=name * 3)
        for n, name in enumerate(NASTY, start=1)
    ],
    "a hundred": [ending(n, "superseded", f"City {n}", 60.0 * n) for n in range(1, 100)]
    + [fact(100, "Rome")],
    "a hundred variables": [fact(n, at=60.0 * n, attribute=f"a{n}") for n in range(1, 100)],
    "dates": [ending(n, "superseded", at=1.7e9 + n * 40_000) for n in range(1, 9)],
}
TALKS = {
    "no turns": [],
    "nasty": SAID,
    "two hundred": [Turn(f"turn {n}", at=60.0 * n) for n in range(1, 201)],
}


def story(facts: list[Fact], turns: list[Turn]) -> Story:
    """What is in force or pending is read now and in the first turn, and is a conflict if anything waits."""
    held = [identity(f) for f in facts if f.status in ("active", "pending")]
    racing = {(id, None) for id in held} if any(f.status == "pending" for f in facts) else set()
    return Story(facts, turns, {id: [1, None] for id in held}, racing)


DECISIONS = {
    "none": [],
    "nothing read": [Decision("ignored", "no reason", note="no candidate")],
    "every kind": [
        Decision(kind, "as it was said " * n, Candidate("city", "Rome"), (fact(1),), fact(2), n)
        for n, kind in enumerate(KINDS)
    ],
    "nasty": [
        Decision(
            kind, name * 9, Candidate(name, name, entity=name), (fact(1, name), fact(2, name)), version=10**9
        )
        for kind in KINDS
        for name in NASTY
    ],
}


def facts_cases():
    for name, facts in FACTS.items():
        yield f"lanes {name}", lambda f=facts: lanes(f, "city", SAID)
        yield f"lanes without turns {name}", lambda f=facts: lanes(f, NASTY[6])
        for said, turns in TALKS.items():
            yield f"def_use {name}, {said}", lambda f=facts, t=turns: drawn(story(f, t))
    for name, decisions in DECISIONS.items():
        yield f"decisions_table {name}", lambda d=decisions: view.decisions_table(d)
        yield (
            f"decisions_table with turns {name}",
            lambda d=decisions: view.decisions_table(d, range(1, 10**4)),
        )


def memory(id: str, text: str = "text", **more) -> Memory:
    return Memory("u1", id, text, at=more.pop("at", 100.0), **more)


MEMORIES_OF = {
    "none": [],
    "one": [memory("one")],
    "every state": [memory(status, status=status, pinned=n % 2 > 0) for n, status in enumerate(STATES)]
    + [memory("gone", expires_at=50.0), memory("later", at=1e300), memory("stub", "")],
    "nasty": [memory(name, name * 3, at=-1e18 * n, version=10**n) for n, name in enumerate(NASTY)],
    "a hundred": [memory(f"turn-{n}", f"text {n}", at=60.0 * n, pinned=n == 9) for n in range(100)],
}


def tiers_of(memories: list[Memory]) -> SimpleNamespace:
    """All in the warm tier, every other one hot, the last ones cold."""
    hot = [(m.id, n * 1e5 - 3) for n, m in enumerate(memories) if n % 2]
    return SimpleNamespace(hot=hot, warm=memories, cold=[m.id for m in memories[-20:]])


def moves_of(id: str, count: int) -> list[SimpleNamespace]:
    places = ("", "hot", "warm", "cold", "", id)
    return [
        SimpleNamespace(
            seq=n, at=1e9 * n, id=id, source=places[n % 6], target=places[-1 - n % 5], why=id * 9 or "why"
        )
        for n in range(count)
    ]


def tiers_cases():
    for name, memories in MEMORIES_OF.items():
        tiers, ids = tiers_of(memories), [m.id for m in memories] or ["nobody"]
        differ = [SimpleNamespace(id=id, direction="cold → warm", why=id) for id in ids[:9]]
        yield f"tiers_picture {name}", lambda t=tiers: view.tiers_picture(t)
        for now in (0.0, 1e12):
            yield (
                f"tiers_picture {name} that differ at {now}",
                lambda t=tiers, d=differ, n=now: view.tiers_picture(t, (), None, d, n),
            )
        for count in (1, 7, 12, 40):
            yield (
                f"tiers_picture {name}, {count} moves",
                lambda t=tiers, i=ids[-1], c=count: view.tiers_picture(t, moves_of(i, c), i),
            )


def recalled(memories: list[Memory], scores: dict[str, float], note: str = "") -> SimpleNamespace:
    """A recall in which the channels find the memories forwards, backwards and by every third one."""
    ids = [m.id for m in memories]
    channels = {"identifiers": ids[::3], "words": ids[::-1], "vector": ids} if ids else {}
    hits = [
        SimpleNamespace(memory=m, score=sum(scores.values()) - n, terms=scores, ranks={})
        for n, m in enumerate(memories)
    ]
    return SimpleNamespace(query=note or "why?", hits=hits[:5], considered=hits, note=note, channels=channels)


TERMS_OF = {
    "no terms": {},
    "all": {
        "identifiers": 3.0,
        "words": 1.0,
        "vector": 0.5,
        "recency": 0.1,
        "importance": 0.2,
        "conflict": -1.0,
    },
    "nothing": {"words": 0.0},
    "odd": {name: 1.0 for name in NASTY},
    "huge": {"words": 1e300, "vector": -1e300},
    "tiny": {"words": 5e-324},
}


def recall_cases():
    for name, memories in MEMORIES_OF.items():
        for how, terms in TERMS_OF.items():
            for top_k in (None, 0, 10):
                yield (
                    f"recall_channels {name}, {how}, {top_k}",
                    lambda m=memories, t=terms, k=top_k: view.recall_channels(
                        recalled(m, t, m and m[-1].text), k
                    ),
                )


def context(tokens: int, budget: int, reserve: int, pieces: list[Memory], yielded: int = 0) -> Context:
    made = tuple(Piece(m.id, "relevant", m.text, n, n % 2 > 0) for n, m in enumerate(pieces))
    layers = tuple(LayerUse(name, tokens // 6, made) for name in LAYERS)
    gone = tuple(LeftOut(m.id, LAYERS[n % 6], m.text, n, m.text * 3) for n, m in enumerate(pieces))
    steps = tuple(Step(m.id, 10**6 - n, n, m.text) for n, m in enumerate(pieces))
    return Context("", "", "", tokens, budget, reserve, layers, gone[:yielded], steps[:yielded])


def context_cases():
    for name, pieces in MEMORIES_OF.items():
        for tokens, budget, reserve in ((0, 0, 0), (600, 1000, 300), (9**9, 3000, 500)):
            for yielded in (0, 5, 100):
                yield (
                    f"context_bar {name}, {tokens} of {budget}, {yielded} left out",
                    lambda p=pieces, a=(tokens, budget, reserve), y=yielded: view.context_bar(
                        context(*a, p, y)
                    ),
                )
    strange = Context("", "", "", 2, 10, 0, tuple(LayerUse(n, 1, (Piece("", n, n, 1),)) for n in NASTY))
    yield "context_bar of strange layers", lambda: view.context_bar(strange)


def scale_cases():
    for way in WAYS:
        for rival in RIVALS:
            there = orders(way, rival)
            for order in dict.fromkeys((there[len(there) // 4], there[-1])):
                yield (
                    f"two_processes {way}, {rival}, {order}",
                    lambda w=way, r=rival, o=order: two_processes(interleaved(w, r, o)),
                )
    for tenants, nodes, skew in ((1, 12, 2), (30, 3, 0), (1000, 12, 2), (10, 40, 0)):
        for braces in (True, False):
            yield (
                f"cluster_slots {tenants} on {nodes}, skew {skew}, braces {braces}",
                lambda a=(tenants, nodes, skew, braces): cluster_slots(spread(*a)),
            )
    for clients in (1, 10, 500):
        for waits in ((0.01, 0.1, 0), (0.01, 0.1, 1), (1, 20, 0), (1, 20, 1), (0.1, 5, 0.5)):
            yield (
                f"herd_of_retries {clients}, {waits}",
                lambda n=clients, w=waits: herd_of_retries(herd(n, *w)),
            )
    for name, trips in TRIPS.items():
        for trip in (0.0, 0.001, 100):
            for uneven in (0, 1.5):
                yield (
                    f"round_trips {name}, {trip}, {uneven}",
                    lambda t=trips, at=trip, u=uneven: round_trips(t, at, u),
                )
    odd = {name: Waited(10.0 ** (n - 9), 10.0 ** (n - 8)) for n, name in enumerate(NASTY)}
    for name, times in (
        ("nothing", {}),
        ("nasty", {NASTY[0]: odd, "near": odd}),
        ("zero", {"": {"": (0, 0)}}),
    ):
        told = {engine: {n: Waited(*w) for n, w in found.items()} for engine, found in times.items()}
        yield f"measured_waits {name}", lambda t=told: measured_waits(t, "What a call takes")
    for name, changes in PLANS.items():
        yield f"capacity_plan {name}", lambda c=changes: capacity_plan(plan(Assumptions(**c)))


TRIPS = {"none": {}, "one": {"remember": 3}, "nasty": {name: n for n, name in enumerate(NASTY)}}
PLANS = {
    "as assumed": {},
    "one": {"tenants": 1, "memories": 1, "hot": 1},
    "all": {"tenants": 10**9, "awake": 1, "memories": 5000, "hot": 400, "peak": 20},
    "idle": {"writes": 0, "reads": 0},
}


TIMES_OF = {
    "nothing": ([], {}),
    "nobody": ([1, 10, 100], {}),
    "one size": ([10], {"memlab": [0.01]}),
    "equal": ([10, 10], {"memlab": [0.01, 0.01]}),
    "linear": ([10, 100, 1000], {"memlab": [0.001, 0.01, 0.1], "peer": [0.01, 1.0, None]}),
    "constant": ([10, 100, 1000], {"memlab": [2.0, 2.0, 2.0]}),
    "a peer alone": ([10, 100], {"memlab": [None, None], "peer": [1.0, 2.0]}),
    "no logarithm": ([0, -1, 10, math.inf], {"memlab": [1.0, 1.0, 0.0, 1.0], "b": [math.nan, -1, 1e-9, 1]}),
    "too few": ([1, 10, 100], {"memlab": [0.1]}),
    "steep": ([1, 1.0001], {"memlab": [1e-300, 1e300]}),
    "huge": ([1, 10**12, 1e300], {"memlab": [5e-324, 1.0, 1.7e308]}),
    "nasty": ([1, 10], {name: [n + 1.0, 2.0] for n, name in enumerate(NASTY)}),
    "many": ([1, 10, 100], {f"peer {n}": [1.0, 2.0, 3.0] for n in range(30)}),
}


def scaling_cases():
    for name, (sizes, seconds) in TIMES_OF.items():
        for things in ("memories", NASTY[7]):
            yield (
                f"scaling {name}, {things[:9]}",
                lambda a=sizes, b=seconds, c=things: view.scaling(f"work on {c}", c, a, b),
            )


CASES = dict(cases())


@pytest.fixture(scope="module", params=CASES)
def draw(request):
    """A function that draws one view of one input."""
    return CASES[request.param]


@pytest.fixture(scope="module")
def picture(draw):
    """What it drew; drawn once for all that is asked about it."""
    return draw()
