"""The policy lab without a browser: its extremes, what it replays and when, what it makes of a file."""

from __future__ import annotations

import asyncio
import datetime
import html
import re
from itertools import pairwise

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab import view
from memlab.bank import MemoryBank, Settings
from memlab.course.story import SERVICE_CALL
from memlab.flow import Program
from memlab.replay import POLICIES, Access, Trace, simulate
from memlab.widgets import PolicyLab, ahead, policy_lab, replays
from memlab.widgets.bank_code import bank_code
from memlab.widgets.lab_traces import first_room, rooms, sources
from memlab.widgets.replays import Replays, Setup

KEYS = "abcabcaabbccdefabc"
ODD = {
    "empty": Trace.of_keys([]),
    "one read": Trace.of_keys("a"),
    "one key": Trace.of_keys("a" * 50),
    "no reads": Trace.of([Access(n, n, "write") for n in range(5)]),
    "one moment": Trace.of([Access(n % 3, 7.0) for n in range(30)]),
    "nasty": Trace.of_keys(["<b>&", "花生" * 60, "😀", "\ud800", "", "a\nb", "'\"", None, (1, "x")] * 4),
    "sizes": Trace.of([Access(n * 7 % 5, n, "read", size=n % 4 + 0.5, importance=n % 2) for n in range(60)]),
    "program": Program.from_dicts(SERVICE_CALL),
}


def sound(lab) -> bool:
    """A picture in each of the two places, and no error in them."""
    return lab.frame.value.count("</svg>\n") == lab.below.value.count("</svg>\n") == 1


def extremes(control) -> list:
    if hasattr(control, "max"):
        return [control.min, control.max]
    if isinstance(control.value, bool):
        return [True, False]
    options = [option[1] if isinstance(option, tuple) else option for option in control.options]
    return [options[0], options[-1]]


def uploaded(lab, name: str, content: bytes) -> None:
    """A file as ipywidgets 8 hands it over."""
    lab.upload.value = (
        {
            "name": name,
            "type": "text/plain",
            "size": len(content),
            "content": memoryview(content),
            "last_modified": datetime.datetime.now(datetime.timezone.utc),
        },
    )


def ticks(lab) -> dict:
    return {name: lab._controls[name] for name in POLICIES}


@pytest.fixture
def lab():
    return PolicyLab(KEYS)


def test_the_static_frame_is_the_first_picture(lab):
    bundle = lab._repr_mimebundle_()
    assert bundle["image/svg+xml"] == lab.first.svg
    for place in (lab.frame, lab.below):
        cards = [card.partition(" ")[2] for card in place.value.removesuffix("</svg>\n").split("<svg y=")[1:]]
        assert len(cards) == 2 and all(card in lab.first.svg for card in cards)
    assert bundle["text/plain"] == repr(lab) == lab.first.text
    for part in ("Room for", "misses", "accesses 1–18 of 18", "evicted too early"):
        assert part in lab.first.text


@pytest.mark.parametrize("name", ODD)
def test_every_control_at_its_extremes_draws_a_picture(name):
    lab = PolicyLab(ODD[name])
    assert sound(lab)
    for control in lab._controls.values():
        for value in extremes(control) if control is not lab._controls["trace"] else ():
            control.value = value
            assert sound(lab), (control.description, value, lab.frame.value)


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_can_be_looked_at(lab, policy):
    lab._controls["look"].value = policy
    for capacity in extremes(lab._controls["capacity"]):
        lab._controls["capacity"].value = capacity
        assert sound(lab) and f"{policy}, room for" in lab.below.value


@pytest.mark.parametrize("name", sources())
def test_every_trace_of_the_menu_is_drawn_in_both_units(name):
    lab = PolicyLab(KEYS)
    for policy in ("lfu", "scored", "predicted"):
        if policy in POLICIES:
            lab._controls[policy].value = False
    lab._controls["trace"].value = name
    assert sound(lab) and lab.about.value.startswith(name)
    lab._controls["unit"].value = "tokens"
    assert sound(lab)


def test_no_policy_ticked_is_told_and_the_timeline_stays(lab):
    for tick in ticks(lab).values():
        tick.value = False
    assert "No policy is chosen" in lab.frame.value and "lru, room for" in lab.below.value


def test_the_capacity_goes_from_nothing_to_more_than_all_there_is(lab):
    capacity = lab._controls["capacity"]
    assert [size for _, size in capacity.options] == [0, 1, 2, 3, 4, 5, 6, 12]
    capacity.value = 12
    assert "Room for 12 memories" in lab.frame.value and "0 evictions" in lab.below.value
    capacity.value = 0
    assert "Room for 0 memories: no policy can find anything" in lab.frame.value


@pytest.mark.parametrize("whole", [1, 21, 1_000, 123_456])
def test_small_capacities_move_by_one_and_large_ones_by_round_steps(whole):
    sizes = rooms(Trace.of_keys(range(whole)), "items")
    assert sizes[: min(whole, 20) + 1] == tuple(range(min(whole, 20) + 1))
    assert sizes[-2:] == (whole, 2 * whole) and list(sizes) == sorted(set(sizes))
    assert all(b <= 1.16 * a + 1 for a, b in pairwise(sizes[1:-1]))
    assert len(sizes) < 160


def test_the_logs_of_chapter_05_start_in_the_room_in_which_it_compares_them(lab):
    for name in ("zipf", "loop", "sliding window", "bursty", "conversation"):
        made = sources()[name]()
        assert len(made) == 5000 and first_room(rooms(made, "items")) == 50
    assert {50, 150} <= set(rooms(made, "items"))
    assert first_room(rooms(Trace.of_keys(range(60)), "items")) == 18, "the middle"
    assert first_room(rooms(Trace.of_keys(range(50_000)), "items")) > 100
    lab._controls["trace"].value = "loop"
    assert lab.values["capacity"] == 50 and "Room for 50 memories" in lab.frame.value


def test_another_unit_keeps_the_share_of_the_footprint():
    lab = PolicyLab()
    lab._controls["trace"].value = "service call"
    lab._controls["capacity"].value = 11
    lab._controls["unit"].value = "tokens"
    sizes = [size for _, size in lab._controls["capacity"].options]
    assert lab._controls["capacity"].value == sizes[-2] > 60, "all of the trace, as before"
    assert "tokens" in lab.frame.value


def test_what_is_shown_is_what_simulate_says(lab):
    lab._controls["capacity"].value = 3
    results = [simulate(KEYS, name, 3) for name, tick in ticks(lab).items() if tick.value]
    assert view.policy_bars(results).text in lab._draw(**lab.values).text


def test_the_settings_reach_the_scored_policy_and_the_whitelist_is_grade_ten():
    rows = [
        Access(key, 60 * n, importance=1 if key == "c" else 0.3)
        for n, key in enumerate("abcabdabeabcabd" * 3)
    ]
    lab = PolicyLab(Trace.of(rows))
    assert "Pinned, with grade 10 (importance 1): 1 memory" in lab.about.value
    for half, boost in ((60, 1), (60, 20), (float("inf"), 1)):
        lab._controls["half"].value, lab._controls["boost"].value = half, boost
        made = lab._replays.result("scored", lab.values["capacity"], lab._wish(lab.values).setup)
        decay = 0 if half == float("inf") else 0.6931471805599453 / half
        settings = Settings(decay=decay, boost=boost, protection=lab.values["protection"])
        wanted = simulate(Trace.of(rows), "scored", lab.values["capacity"], settings=settings, pinned=["c"])
        assert list(made.missed) == list(wanted.missed)


def test_reset_brings_the_first_picture_back(lab):
    before = (lab.frame.value, lab.below.value)
    for tick in ticks(lab).values():
        tick.value = False
    for control in lab._controls.values():
        control.value = extremes(control)[-1]
    lab.children[0].children[-1].click()
    assert (lab.frame.value, lab.below.value) == before
    assert lab.values == lab._start


def test_labels_are_shown_in_full_and_the_widgets_are_core_ones(lab):
    for control in lab._controls.values():
        assert control.style.description_width == "initial" and control.layout.width
    everything = [
        lab,
        *lab.children,
        *(child for part in lab.children for child in getattr(part, "children", ())),
    ]
    assert all(widget._model_module.startswith("@jupyter-widgets/") for widget in everything)


# -- files


CSV = b"time,key,op,size,importance\n0,tea,write,3,1\n1,tea,read,3,1\n2,cart,read,2,0.5\n"


@pytest.mark.parametrize(("name", "content", "memories"), [
    ("log.csv", CSV, 2),
    ("log.jsonl", b'{"time": 0, "key": "tea", "op": "write"}\n{"time": 1, "key": "tea"}\n', 1),
    ("keys.txt", "花生\n茶\n花生\n".encode(), 2),
])  # fmt: skip
def test_a_file_becomes_a_trace_of_the_menu(lab, name, content, memories):
    uploaded(lab, name, content)
    assert lab.values["trace"] == f"yours: {name}" and lab.alarm.value == ""
    assert len(lab._replays.trace.names) == memories and sound(lab)
    assert lab.upload.value == (), "the same file can be chosen again"
    uploaded(lab, name, content + content.splitlines(keepends=True)[-1])
    assert len(lab._replays.trace) > 2 and sound(lab)


@pytest.mark.parametrize(("name", "content"), [
    ("<i>bad</i>.csv", b"time,size\n1,2\n"),
    ("empty.jsonl", b""),
    ("picture.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\xff\xfe"),
    ("bad.jsonl", b'{"key": \n{"'),
])  # fmt: skip
def test_a_malformed_file_is_told_inside_and_the_old_picture_stays(lab, name, content):
    before, trace = lab.frame.value, lab.values["trace"]
    uploaded(lab, name, content)
    assert 'role="alert"' in lab.alarm.value and html.escape(name) in lab.alarm.value
    assert "<i>" not in lab.alarm.value
    assert (lab.frame.value, lab.values["trace"]) == (before, trace)
    uploaded(lab, "good.csv", CSV)
    assert lab.alarm.value == "" and lab.frame.value != before


def test_lines_that_were_skipped_are_listed(lab):
    uploaded(lab, "torn.jsonl", b'{"key": "tea"}\n{"key": "cart"}\n{"key": "te')
    assert "1 line skipped: line 3" in lab.alarm.value and sound(lab)
    lab._controls["trace"].value = "service call"
    assert lab.alarm.value == ""


def test_two_hundred_thousand_lines(lab):
    for name, tick in ticks(lab).items():
        tick.value = name in ("fifo", "lru")
    uploaded(lab, "long.txt", b"".join(b"m%d\n" % (n * n % 9973) for n in range(200_000)))
    assert "200,000 accesses" in lab.about.value and sound(lab)
    for capacity in (0, *extremes(lab._controls["capacity"])):
        lab._controls["capacity"].value = capacity
        assert sound(lab)
    lab._controls["start"].value = lab._controls["start"].max
    assert "of 200,000" in lab.below.value


# -- what is replayed, and when


@pytest.fixture
def replayed(monkeypatch):
    """The replays made, as (policy, capacity)."""
    made = []

    def counting(trace, policy, capacity, *rest, **more):
        made.append((policy, capacity))
        return simulate(trace, policy, capacity, *rest, **more)

    monkeypatch.setattr(replays, "simulate", counting)
    return made


def test_nothing_is_replayed_twice(lab, replayed):
    lab._controls["capacity"].value = 3
    lab._controls["capacity"].value = 4
    replayed.clear()
    lab._controls["capacity"].value = 3
    lab._controls["start"].value = 2
    assert replayed == []


def test_another_half_life_replays_the_scored_policy_alone(lab, replayed):
    lab._controls["half"].value = 60
    assert {policy for policy, _ in replayed} == {"scored"}


@pytest.mark.parametrize("policy", sorted(set(POLICIES) - set(replays.READ_SETTINGS)))
def test_no_setting_changes_the_other_policies(policy):
    rows = Trace.of([Access(n * n % 7, 60 * n, importance=n % 2) for n in range(60)])
    results = [
        simulate(rows, policy, 3, settings=Settings(decay=decay, boost=boost, protection=guard), pinned=[1])
        for decay, boost, guard in ((0, 1, 0), (1, 9, 0), (0.001, 3, 600))
    ]
    assert len({tuple(result.missed) for result in results}) == 1


def test_a_picture_waits_for_cheap_replays_only():
    pace = {"lru": 1e-9, "fifo": 2e-9, "lfu": 1.0}
    made = Replays(Trace.of_keys(KEYS), pace).within(0.5, ["lfu", "lru", "fifo"], 2, Setup())
    assert list(made) == ["lru", "fifo"]
    alone = Replays(Trace.of_keys(KEYS), {"lfu": 1.0}).within(0.5, ["lfu"], 2, Setup())
    assert list(alone) == ["lfu"], "one at least"


def test_results_that_nobody_looks_at_go():
    made = Replays(Trace.of_keys("ab"))
    made.kept = 3
    for capacity in range(5):
        made.result("lru", capacity, Setup())
    assert [made.has("lru", capacity, Setup()) for capacity in range(5)] == [False, False, True, True, True]
    assert made.curve("lru", range(5), Setup()).capacities == (0, 1, 2, 3, 4), "their misses stay"


def test_the_nearest_places_are_worked_out_first():
    wish = ahead.Wish(("lru", "fifo"), "lru", 4, Setup(), (1, 2), (0, 1, 2, 3, 4, 5, 9))
    assert wish.near(100) == [5, 3, 9, 2, 1, 0]
    assert wish.near(8) == [5, 3] and wish.near(2) == []


def in_a_kernel(steps):
    """Run steps(lab) where an event loop runs, until nothing is left to do."""

    async def main():
        made = PolicyLab(KEYS)
        steps(made)
        await made._task
        return made

    return asyncio.run(main())


@pytest.fixture
def hurried(monkeypatch):
    """Everything is too dear to be waited for."""
    monkeypatch.setattr(policy_lab, "AT_ONCE", 0.0)
    monkeypatch.setattr(ahead, "PAUSE", 0.0)
    monkeypatch.setattr(ahead, "MOMENT", 0.0)


def test_what_comes_afterwards_is_the_picture_that_was_waited_for(lab, hurried):
    def moved(made):
        made._controls["capacity"].value = 3
        made._controls["half"].value = 300
        made._controls["look"].value = "scored"

    moved(lab)
    later = in_a_kernel(moved)
    assert later.frame.value == lab.frame.value and later.below.value == lab.below.value
    assert later.about.value == lab.about.value


def test_what_is_not_known_is_named_until_it_is(hurried):
    async def main():
        made = PolicyLab(KEYS)
        made._controls["capacity"].value = 5
        assert "Still being replayed" in made.about.value and sound(made)
        made._controls["unit"].value = "tokens"
        assert "other rooms are still being replayed" in made.frame.value
        await made._task
        assert "Still being replayed" not in made.about.value and sound(made)
        assert "other rooms are still being replayed" not in made.frame.value

    asyncio.run(main())


def test_the_next_moves_are_replayed_already(hurried, replayed):
    made = in_a_kernel(lambda made: None)
    replayed.clear()
    made._controls["capacity"].value += 1
    assert replayed == []


def test_the_next_moves_come_before_the_curves(hurried, replayed):
    def moved(made):
        replayed.clear()
        made._controls["half"].value = 300

    made = in_a_kernel(moved)
    here, *later = [capacity for policy, capacity in replayed if policy == "scored"]
    assert here == made.values["capacity"] and later[:2] == [here + 1, here - 1]
    assert set(later[2:]) >= {1, 2, 6, 12}, "the curves, and more places"


def test_a_new_move_ends_what_the_last_one_began(hurried):
    async def main():
        made = PolicyLab(KEYS)
        made._controls["capacity"].value = 2
        first = made._task
        made._controls["capacity"].value = 3
        await made._task
        assert first.cancelled()

    asyncio.run(main())


def test_an_error_that_comes_afterwards_is_shown(hurried, monkeypatch):
    def broken(self, *job, **more):
        raise ValueError("<no such policy>")

    def breaking(made):
        monkeypatch.setattr(Replays, "replay", broken)
        made._controls["half"].value = 60

    assert "&lt;no such policy&gt;" in in_a_kernel(breaking).frame.value


# -- the code


def run(code: str) -> MemoryBank:
    space: dict = {}
    exec(code, space)
    return space["bank"]


@pytest.mark.parametrize("unit", ["items", "tokens"])
@pytest.mark.parametrize("capacity", [0, 1, 1_000_000])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_code_builds_the_bank(policy, capacity, unit):
    for conversation in ("", "SERVICE_CALL"):
        bank = run(bank_code(policy, capacity, unit, Settings(decay=0), ["a", 1, (2, 3)], conversation))
        assert bank.capacity == max(capacity, 1)
        bank.add("", id="cart")
        assert "cart" in bank


def test_the_code_says_what_only_a_replay_has():
    assert "lru is the nearest that a bank has" in bank_code("arc", 5)
    measured = bank_code("arc", 5, best="lfu")
    assert "lfu misses least here of the ticked ones that a bank has" in measured
    assert run(measured).policy.name == "lfu"
    assert "No bank has" not in bank_code("lru", 5, best="lfu")
    assert "liveness is the nearest" in bank_code("belady", 5, best="lfu")


def test_the_lab_names_the_best_of_the_ticked_policies_that_a_bank_has(lab):
    misses = {name: simulate(KEYS, name, 3).misses for name in ("fifo", "lru", "lfu", "scored")}
    lab._controls["capacity"].value = 3
    lab._controls["look"].value = "predicted"
    assert misses["lfu"] == min(misses.values()) < misses["lru"]
    assert "lfu misses least here" in lab.code.value
    lab._controls["lfu"].value = False
    assert "lfu" not in lab.code.value and "misses least here" in lab.code.value
    for tick in ticks(lab).values():
        tick.value = False
    assert "lru is the nearest" in lab.code.value


def test_in_tokens_the_code_says_where_sizes_come_from():
    assert "same function that the log's sizes come from" in bank_code("lru", 5, "tokens").splitlines()[-1]
    assert "size" not in bank_code("lru", 5)


def test_who_knows_the_future_says_so_at_its_box(lab):
    said = {name for name, tick in ticks(lab).items() if tick.description == f"{name} (knows the future)"}
    assert said == {name for name, kind in POLICIES.items() if kind.foresight} >= {"liveness", "belady"}


def test_the_controls_of_the_timeline_stand_directly_above_it(lab):
    place = lab.children.index(lab.below)
    look, start = lab.children[place - 1].children
    assert (look, start.children) == (lab._controls["look"], (lab._controls["start"],))
    assert "accesses 1–18 of 18" in lab.below.value and "accesses 1–18 of 18" not in lab.frame.value


def test_the_code_of_the_scored_policy_has_these_settings():
    settings = Settings(decay=0.001, boost=7, protection=90)
    bank = run(bank_code("scored", 5, "items", settings, [f"m{n}" for n in range(9)]))
    assert bank.policy.settings.decay == pytest.approx(0.001, rel=1e-5)
    assert (bank.policy.settings.boost, bank.policy.settings.protection) == (7, 90)


def test_the_lab_shows_the_code_of_what_is_looked_at(lab):
    lab._controls["look"].value = "scored"
    lab._controls["capacity"].value = 4
    (shown,) = re.findall(r"<pre[^>]*>(.*)</pre>", lab.code.value, re.S)
    bank = run(html.unescape(shown))
    assert (bank.policy.name, bank.capacity) == ("scored", 4)


def test_columns_that_were_not_read_are_named(lab):
    uploaded(lab, "mine.csv", b"time,user,key\n1,ann,profile\n2,bob,profile\n")
    assert "columns not read: user" in lab.alarm.value and sound(lab)
