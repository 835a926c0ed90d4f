"""What the pictures of replays say: bars under the optimum, curves, residents, what went too early."""

from __future__ import annotations

from itertools import pairwise, product
from xml.etree import ElementTree

import pytest

from memlab import view
from memlab.course.story import MEMORIES, SERVICE_CALL
from memlab.flow import Program
from memlab.replay import POLICIES, Access, Trace, simulate, too_early
from memlab.replay.curve import Curve
from memlab.replay.queues import FIFO
from memlab.view.policies import found_unbounded
from memlab.view.svg import measure

SVG = "{http://www.w3.org/2000/svg}"
CALL = Trace.of_program(Program.from_dicts(SERVICE_CALL), MEMORIES)
MIXED = Trace.of_keys("abcabdabeabcabdabfabcabdabe" * 3)


def elements(picture: view.Picture, tag: str, **look: str) -> list[ElementTree.Element]:
    wanted = {name.replace("_", "-"): value for name, value in look.items()}
    found = ElementTree.fromstring(picture.svg).iter(SVG + tag)
    return [e for e in found if all(e.get(name) == value for name, value in wanted.items())]


def texts(picture: view.Picture) -> list[str]:
    return [e.text or e[0].tail for e in elements(picture, "text")]


def tips(picture: view.Picture) -> list[str]:
    return [e.text for e in ElementTree.fromstring(picture.svg).iter(f"{SVG}title")]


def row(picture: view.Picture, first: str) -> list[str]:
    """The cells of a line of the text form."""
    (line,) = (line for line in picture.text.splitlines()[1:] if line.startswith(f"{first} "))
    return line.removeprefix(first).split()


# -- bars


def bars(trace: Trace, capacity: float, unit: str = "items") -> view.Picture:
    return view.policy_bars([simulate(trace, policy, capacity, unit) for policy in POLICIES])


def test_the_bars_say_what_simulate_says_the_best_first():
    picture = bars(MIXED, 3)
    results = {name: simulate(MIXED, name, 3) for name in POLICIES}
    best = results["lru"].optimum
    order = [line.split()[0] for line in picture.text.splitlines()[2 : 2 + len(POLICIES)]]
    hits = [results[name].hits for name in order]
    assert hits == sorted(hits, reverse=True) and set(order) == set(POLICIES)
    for name, result in results.items():
        known, *numbers = row(picture, name)
        assert known == ("yes" if POLICIES[name].foresight else "no")
        assert numbers[:2] == [str(result.hits), str(result.misses)]
        assert float(numbers[3]) == pytest.approx(100 * result.hits / best.hits, rel=0.01)
        assert numbers[4] == str(result.regret)
    assert row(picture, "the optimum")[1] == str(best.hits)
    assert row(picture, "unbounded")[1] == str(simulate(MIXED, "lru", 10**6).hits)


def test_who_knows_the_future_is_told_in_words_and_has_another_look():
    picture = view.policy_bars([simulate(MIXED, "lru", 3), simulate(MIXED, "belady", 3)])
    assert "belady (knows the future)" in texts(picture) and "lru" in texts(picture)
    assert len(elements(picture, "rect", fill="#cfe4f2")) == 2, "lru, and the legend"
    assert picture.title.startswith("Room for 3 memories: lru finds"), "belady does not compete"


def test_the_optimum_is_a_black_line_through_all_bars():
    picture = view.policy_bars([simulate(MIXED, "lru", 3), simulate(MIXED, "belady_bypass", 3)])
    line, *_ = elements(picture, "line", stroke="#000000", stroke_width="2")
    (best,) = (e for e in elements(picture, "rect", stroke="#000000") if float(e.get("width")) > 18)
    assert float(line.get("x1")) == pytest.approx(float(best.get("x")) + float(best.get("width")), abs=0.2)


@pytest.mark.parametrize("capacity", [1, 3, 6, 99])
def test_the_line_of_the_unbounded_does_not_cross_the_name_of_the_optimum(capacity):
    picture = bars(MIXED, capacity)
    (name,) = elements(picture, "text", font_weight="bold", text_anchor="middle")
    unbounded, *_ = elements(picture, "line", stroke_dasharray="4 3")
    half = measure(name.text) / 2
    assert float(name.get("x")) + half < float(unbounded.get("x1")) and float(name.get("x")) - half >= 16


def test_the_scale_of_the_bars_stays_while_the_capacity_moves():
    ends = {
        e.get("x1") for c in (1, 3, 99) for e in elements(bars(MIXED, c), "line", stroke_dasharray="4 3")[:1]
    }
    assert len(ends) == 1


def test_of_different_sizes_the_bound_is_called_one():
    sizes = Trace.of([Access("abcab"[n % 5], n, size=1 + n % 5) for n in range(40)])
    picture = bars(sizes, 6, "tokens")
    assert "an upper bound" in picture.title and "the optimum" not in picture.text
    assert any(text.startswith("An upper bound of the hits") for text in texts(picture))


@pytest.mark.parametrize(("keys", "capacity", "title"), [
    ("", 3, "Room for 3 memories: nothing is read, so nothing is missed"),
    ("abab", 0, "Room for 0 memories: no policy can find anything"),
    ("aa", 1, "Room for 1 memory: fifo and lru find 50 % of what is read, 100 % of the optimum"),
])  # fmt: skip
def test_titles_of_the_extremes(keys, capacity, title):
    results = [simulate(keys, policy, capacity) for policy in ("fifo", "lru", "belady")]
    assert view.policy_bars(results).title == title


def test_results_that_cannot_be_compared_are_refused():
    with pytest.raises(ValueError, match=r"^results: "):
        view.policy_bars([simulate("abc", "lru", 1), simulate("abc", "lru", 2)])


@pytest.mark.parametrize("trace", [CALL, MIXED, Trace.of_keys("")])
def test_unbounded_is_what_never_evicts(trace):
    assert found_unbounded(trace) == simulate(trace, "lru", 10**9).hits


# -- curves


def test_the_title_tells_the_winners():
    lru, lfu = Curve("lru", (1, 2, 4), (9, 7, 2), 10), Curve("lfu", (1, 2, 4), (9, 6, 3), 10)
    know = Curve("belady", (1, 2, 4), (1, 1, 1), 10)
    picture = view.miss_curves({"lru": lru, "lfu": lfu, "belady": know})
    assert picture.title == "From room for 2 memories lfu misses least, from 4 lru"
    assert (
        view.miss_curves({"lru": lru}).title
        == "lru misses 90 % with room for 1, 20 % with room for 4 memories"
    )
    assert (
        "All 2 policies miss alike at each of the 3 rooms tried"
        in view.miss_curves({"a": lru, "b": lru}).title
    )


def test_who_is_not_beaten_stays_the_winner():
    made = {"a": (9, 7, 5), "b": (8, 7, 5), "c": (9, 9, 9)}
    curves = {name: Curve(name, (1, 2, 4), misses, 10) for name, misses in made.items()}
    assert view.miss_curves(curves).title == "b misses least at each of the 3 rooms tried"


def test_the_title_claims_nothing_about_rooms_at_which_not_all_were_replayed():
    lru, lfu = Curve("lru", (5, 50), (9, 7), 10), Curve("lfu", (50,), (6,), 10)
    title = view.miss_curves({"lru": lru, "lfu": lfu}).title
    assert title == "With room for 50 memories lfu misses least"
    alike = view.miss_curves({"lru": lru, "fifo": Curve("fifo", (50, 70), (7, 1), 10)}, unit="tokens").title
    assert alike == "With room for 50 tokens all 2 policies miss alike"
    apart = view.miss_curves({"lfu": lfu, "fifo": Curve("fifo", (70,), (1,), 10)}).title
    assert apart == "No room is replayed under all 2 policies"
    missing = {name: Curve(name, (), (), 10) for name in ("predicted", "belady")}
    partly = view.miss_curves({"lru": lru, "lfu": lfu, **missing}).title
    assert partly == f"{title} (of the policies replayed so far)"
    assert view.miss_curves({"lru": lru, "lfu": lfu, "belady": missing["belady"]}).title == title


def test_points_that_are_to_come_are_told_under_the_chart():
    lru = Curve("lru", (5, 50), (9, 7), 10)
    told = "… the other rooms are still being replayed."
    assert told in texts(view.miss_curves({"lru": lru}, waiting=True))
    assert told not in texts(view.miss_curves({"lru": lru}))


def test_each_line_has_a_look_of_its_own_that_stands_at_its_name():
    falling = {f"p{n}": Curve(f"p{n}", (1, 9, 99), (90 + n, 50 + n, 9), 200) for n in range(40)}
    picture = view.miss_curves(falling, 9)
    looks = [
        (e.get("stroke-dasharray"), e.get("stroke")) for e in elements(picture, "path", stroke_width="1.6")
    ]
    assert len(looks) == 80, "each line, and its sample"
    lines = [e for e in elements(picture, "path", stroke_width="1.6")][:40]
    shapes = [e for e in elements(picture, "path", stroke_width="1.2")][:40]
    seen = {
        (
            line.get("stroke-dasharray"),
            mark.get("fill"),
            len(mark.get("d").split("Z")[0].split("L")),
            form(mark),
        )
        for line, mark in zip(lines, shapes, strict=True)
    }
    assert len(seen) == 40


def form(mark: ElementTree.Element) -> tuple:
    """The first marker's corners around its first one."""
    corners = [tuple(map(float, c.split())) for c in mark.get("d").split("Z")[0].strip("M").split("L")]
    return tuple((round(x - corners[0][0], 1), round(y - corners[0][1], 1)) for x, y in corners)


def test_names_at_the_ends_of_lines_never_touch():
    for count, end in product((1, 5, 14, 40), (9, 100, 200)):
        flat = {f"p{n}": Curve(f"p{n}", (1, 9), (90 + n, end), 200) for n in range(count)}
        picture = view.miss_curves(flat, None, Curve("optimum", (1, 9), (10, 9), 200))
        named = [e for e in elements(picture, "text", x="556") if e.text.startswith(("p", "optimum"))]
        heights = sorted(float(e.get("y")) for e in named)
        assert len(heights) == count + 1
        assert all(b - a >= 15.9 for a, b in pairwise(heights))
        assert heights[0] > 60 and heights[-1] < picture.height - 20


def test_policies_that_miss_alike_share_a_line():
    one = Curve("a", (1, 2), (5, 3), 10)
    picture = view.miss_curves({"fifo": one, "clock": one, "belady": Curve("b", (1, 2), (2, 1), 10)}, 1)
    assert "fifo = clock" in texts(picture)
    assert "They miss alike: fifo = clock." in texts(picture)
    assert "Black, too, because they know the future: belady." in texts(picture)


def test_the_present_capacity_is_marked_and_read_off():
    lru = Curve("lru", (1, 10, 100), (90, 40, 10), 100)
    assert "miss ratio at 10" in texts(view.miss_curves({"lru": lru}, 10))
    assert "40 %" in texts(view.miss_curves({"lru": lru}, 10))
    for capacity, words in ((0, "← capacity 0"), (1000, "capacity 1,000 →"), (30, "capacity 30")):
        shown = texts(view.miss_curves({"lru": lru}, capacity))
        assert words in shown and "miss ratio at the right end" in shown


def test_a_curve_that_is_known_everywhere_is_read_where_the_others_are():
    exact = Curve("lru", tuple(range(101)), tuple(range(100, -1, -1)), 100, exact_for_all=True)
    picture = view.miss_curves({"lru": exact, "fifo": Curve("fifo", (1, 10, 100), (99, 95, 0), 100)}, 50)
    assert row(picture, "lru") == ["99", "90", "50", "0"] and row(picture, "fifo") == ["99", "95", "–", "0"]


# -- residents


def test_the_timeline_tells_every_eviction_and_when_it_is_missed():
    result = simulate(CALL, "lru", 4)
    picture = view.residents(result)
    for gone in result.evictions:
        again = "never" if gone.next_read is None else str(gone.next_read + 1)
        line = picture.text.splitlines()[gone.position + 2]
        assert f"{gone.key} ({again})" in line
    crosses = elements(picture, "path", stroke="#d55e00", stroke_width="2.4")
    assert len(crosses) == len(result.evictions) + 1, "and one in the legend"
    early = sum(gone.next_read is not None for gone in result.evictions)
    assert len(elements(picture, "path", stroke_dasharray="3 3")) == early
    assert picture.title.endswith(f"{len(result.evictions)} evictions, {early} too early")


def test_what_is_missed_is_marked_and_the_reason_of_an_eviction_is_in_its_tooltip():
    result = simulate(CALL, "lru", 4)
    picture = view.residents(result)
    assert len([t for t in texts(picture) if t == "?"]) == result.misses + 1, "and one in the legend"
    for gone in result.evictions:
        assert f"access {gone.position + 1}: {gone.reason}" in tips(picture)


def test_a_link_leads_from_the_cross_to_the_reading_and_over_the_edges_of_the_window():
    trace = Trace.of_keys("abcda" + "e" * 20)
    whole = view.residents(simulate(trace, "fifo", 3))
    (link,) = elements(whole, "path", stroke_dasharray="3 3")
    (left, right) = (float(p.split()[0]) for p in link.get("d").strip("M").split("L"))
    assert right - left == pytest.approx(1 * step(whole, 25), rel=0.05)
    before = view.residents(simulate(trace, "fifo", 3), 0, 4)
    assert len(elements(before, "path", stroke_dasharray="3 3")) == 1, "it is missed beyond the window"
    after = view.residents(simulate(trace, "fifo", 3), 4, 4)
    assert "a was evicted before this window" in tips(after)


def test_what_came_back_before_the_window_is_linked_to_its_last_eviction_alone():
    result = simulate(Trace.of_keys("abcaabcca"), "fifo", 2)
    assert [e.position for e in result.evictions if e.key == "a"] == [2, 6] and {3, 5, 8} <= {*result.missed}
    told = tips(view.residents(result, 5, 4))
    assert "a is read again at access 9" in told and "a was evicted before this window" not in told
    assert "b was evicted before this window" in told, "it did not come back until it was missed here"


def test_a_newcomer_that_is_passed_over_is_in_the_legend():
    trace = Trace.of_keys("abcabcab")
    assert "fetched, passed over" in texts(view.residents(simulate(trace, "belady_bypass", 2)))
    assert "fetched, passed over" not in texts(view.residents(simulate(trace, "lru", 2)))


def test_a_stay_reaches_from_the_middle_of_one_access_to_that_of_another():
    (stay,) = elements(view.residents(simulate("abb", "lru", 1), 0, 2), "rect", height="12")[:1]
    assert float(stay.get("width")) == 30, "in at the first access, out at the second"
    marks = elements(view.residents(simulate("abb", "lru", 1), 0, 2), "rect", height="14", width="14")
    assert float(stay.get("x")) == float(marks[0].get("x")) + 7


def step(picture: view.Picture, accesses: int) -> float:
    rules = elements(picture, "line")
    left = min(float(e.get("x")) for e in elements(picture, "rect", height="12"))
    return (max(float(e.get("x2")) for e in rules) - left) / (accesses - 0.5)


def test_pinned_memories_have_a_heavy_frame():
    picture = view.residents(simulate(CALL, "scored", 20, pinned=["allergy"]))
    heavy = elements(picture, "rect", stroke_width="3")
    assert len(heavy) == 2, "its stay, and the legend"
    assert not elements(view.residents(simulate(CALL, "scored", 20)), "rect", stroke_width="3")


def test_a_conversation_is_counted_in_turns_and_a_log_in_accesses():
    assert "turn" in texts(view.residents(simulate(CALL, "lru", 4)))
    log = texts(view.residents(simulate(MIXED, "lru", 4), 10, 20))
    assert "access" in log and "15" in log and "turn" not in log


def test_of_many_memories_those_are_drawn_with_which_most_happens():
    keys = [f"m{n}" for n in range(60)]
    picture = view.residents(simulate([*keys, "m55", "m55"], "lru", 100), 0, 62)
    assert "m55" in texts(picture) and "30 more memories are only in the text form." in texts(picture)


@pytest.mark.parametrize(("start", "count"), [(-1, 5), (0, 0), (0, 201), (0.5, 3)])
def test_a_window_that_is_none_is_refused_by_name(start, count):
    with pytest.raises((ValueError, TypeError), match=r"^(start|count): "):
        view.residents(simulate("abc", "lru", 2), start, count)


# -- too early


def test_the_table_tells_what_would_have_kept_it():
    lru, best = simulate(CALL, "lru", 4), simulate(CALL, "belady", 4)
    rows = too_early(lru, [best])
    picture = view.too_early_table(rows)
    for entry in rows:
        at, again, wait, *_ = row(picture, entry.departure.key)
        assert (int(at), int(again)) == (entry.departure.position + 1, entry.needed_at + 1)
        assert int(wait) == entry.wait
        assert f"room for {entry.saved_by.capacity}" in picture.text
        assert simulate(CALL, "lru", entry.saved_by.capacity).hits > lru.hits
    assert any("belady" in text for text in texts(picture))
    assert all(entry.departure.reason in texts(picture) for entry in rows)


def test_nothing_that_went_too_early_is_told_too():
    assert view.too_early_table([]).title == "In the whole log nothing is evicted too early"


def test_more_rows_than_are_drawn_are_counted():
    rows = too_early(simulate("abcdefgh" * 9, "fifo", 3), limit=30)
    picture = view.too_early_table(rows)
    assert "Only in the text form: 18 more rows." in texts(picture)
    assert len(picture.text.splitlines()) == 2 + 30 + picture.text.count("\nRoom:")


def test_a_capacity_that_was_only_tried_is_called_so():
    rows = too_early(simulate("abcdefgh" * 9, "fifo", 3), limit=2)
    assert "Room: the smallest capacity that was tried and keeps it." in texts(view.too_early_table(rows))
    exact = too_early(simulate("abcdefgh" * 9, "lru", 3), limit=2)
    assert not any(text.startswith("Room:") for text in texts(view.too_early_table(exact)))


# -- stacked


def test_stacked_pictures_stand_under_one_another_and_keep_their_words():
    parts = [bars(MIXED, 3), view.residents(simulate(MIXED, "lru", 3)), view.too_early_table([])]
    picture = view.stacked("Three", parts, [700])
    root = ElementTree.fromstring(picture.svg)
    inner = [e for e in root if e.tag == f"{SVG}svg"]
    tops = [float(e.get("y")) for e in inner]
    assert tops == [0, 708, 708 + parts[1].height + 8]
    assert float(root.get("height")) == tops[-1] + parts[2].height
    assert all(part.text in picture.text and part.description in picture.description for part in parts)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 7


def test_policies_of_ones_own_have_bars_and_timelines():
    class Newest(FIFO):
        name = "newest <first>"

    picture = view.policy_bars([simulate(MIXED, Newest, 3)])
    assert "newest <first>" in texts(picture)
