"""What the pictures say about the course's own story, and what they refuse."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from memlab import view
from memlab.bank import Settings, play
from memlab.course.story import FIVE_STATEMENTS, MEMORIES, RETURN_DESK, SERVICE_CALL
from memlab.flow import ASSIGNED, LIVENESS, REACHING, Program, solve
from memlab.view import layout
from memlab.view.scores import duration
from memlab.view.svg import MARGIN, WIDTH, measure
from memlab.zset import ScoredSet, SkipList

FIVE, CALL, DESK = map(Program.from_dicts, (FIVE_STATEMENTS, SERVICE_CALL, RETURN_DESK))


def rows(picture: view.Picture) -> dict[str, str]:
    """The lines of the text form by their first word."""
    return {line.split()[0]: " ".join(line.split()) for line in picture.text.splitlines()[1:]}


def test_the_graph_tells_what_is_alive_on_every_arrow():
    told = rows(view.dataflow_graph(FIVE))
    assert told["3"].endswith("→ 4: cart, coupon") and told["5"].endswith("order – end")


def test_the_graph_of_definitions_names_the_turn_that_wrote_them():
    told = rows(view.dataflow_graph(DESK, solution=solve(DESK, REACHING)))
    assert told["4"].endswith("→ 5: order@1, reason@3; → 2: order@1, reason@3")


def test_a_chosen_variable_is_drawn_heavy_exactly_where_it_is_alive():
    picture = view.dataflow_graph(FIVE, variable="cart")
    assert picture.title == "cart is alive on 2→3, 3→4"
    heavy = [e for e in ElementTree.fromstring(picture.svg).iter() if e.get("stroke-width") == "4"]
    assert len(heavy) == 3, "two arrows and the line in the legend"


def test_a_graph_that_does_not_fit_sideways_has_the_words_in_its_boxes():
    narrow, wide = view.dataflow_graph(FIVE), view.dataflow_graph(DESK)
    assert narrow.svg.count(">1</text>") == 2 and wide.svg.count(">1</text>") == 0
    assert "What is wrong with it?" in wide.svg


def test_of_a_long_graph_the_part_around_the_statement_is_drawn():
    long = Program.from_turns([{"use": [], "def": [], "text": f"turn number {i}"} for i in range(100)])
    picture = view.dataflow_graph(long, statement=90)
    assert "turn number 85" in picture.svg and "turn number 5<" not in picture.svg
    assert "60 of 100 statements are not drawn" in picture.svg
    assert len(picture.text.splitlines()) == 102


def test_live_ranges_tell_what_is_never_read_and_never_written():
    told = rows(view.live_range_chart(DESK))
    assert told["order"] == "order 1–8 1 2, 7, 8"
    assert told["label"] == "label – 8 (never read) –"
    assert "tracking is read in turn 9 but written on no path to it" in view.live_range_chart(DESK).text


def test_of_many_memories_the_chosen_one_is_among_those_drawn():
    many = Program.from_turns([{"use": [], "def": [f"name{i}"]} for i in range(50)])
    assert ">name49<" in view.live_range_chart(many, variable="name49").svg
    assert "20 more memories are only in the text form" in view.live_range_chart(many).svg


def test_pressure_names_what_has_to_go():
    picture = view.pressure_chart(CALL, 4)
    assert picture.title == "Room for 4 memories is too small in 5 of 12 turns: the peak is 5"
    assert rows(picture)["6"] == "6 5 1 name"
    assert "turns 6–10: × name" in picture.svg
    assert "Nothing has to go." in view.pressure_chart(CALL, 5).svg


def test_pressure_in_tokens_says_so():
    assert "tokens held" in view.pressure_chart(CALL, 4, size=lambda variable: 3).text


def test_the_fixed_point_goes_forward_and_back():
    solution = solve(DESK, LIVENESS, trace=True)
    frames = [view.fixed_point(solution, k) for k in range(len(solution.steps) + 1)]
    assert "nothing is known yet" in frames[0].title
    assert frames[-1].title.endswith("the fixed point is reached")
    assert rows(frames[1])["9"].startswith("9 * +reason, +refund, +tracking")
    assert len({frame.svg for frame in frames}) == len(frames)
    last = rows(frames[-1])
    for turn, statement in enumerate(DESK.statements, start=1):
        held = set(last[str(turn)].replace(",", " ").replace("*", " ").replace("+", " ").split())
        assert solution.before[statement.id] <= held


def test_a_must_analysis_rules_out_and_learns_nothing():
    solution = solve(DESK, ASSIGNED, trace=True)
    assert "rules out" in view.fixed_point(solution, 2).title
    assert "+" not in view.fixed_point(solution, 2).text.split("\n* ")[0]


@pytest.mark.parametrize(("solution", "step", "field"), [
    (solve(FIVE, LIVENESS), 0, "solution"),
    (solve(FIVE, LIVENESS, trace=True), -1, "step"),
    (solve(FIVE, LIVENESS, trace=True), 99, "step"),
])  # fmt: skip
def test_a_step_that_is_not_there_is_refused_by_name(solution, step, field):
    with pytest.raises(ValueError, match=rf"^{field}:"):
        view.fixed_point(solution, step)


def test_the_bank_tells_its_evictions_with_reasons():
    run = play(SERVICE_CALL, MEMORIES, 4, "article")
    picture = view.bank_timeline(run)
    for frame in run.frames:
        for eviction in frame.evicted:
            assert f"× {eviction.id}: {eviction.reason}" in picture.text
    assert f"{run.misses} of" in picture.title
    assert picture.svg.count('stroke="#d55e00" stroke-width="2.4"') == 1 + sum(
        len(frame.evicted) for frame in run.frames
    ), "a cross for each eviction and one in the legend"


def test_a_memory_that_the_bank_refuses_is_told():
    run = play([{"id": 1, "use": [], "def": ["name"], "succ": []}], MEMORIES, 3, "lru", size=len)
    assert "turn 1: name is refused, larger than the whole bank" in view.bank_timeline(run).text


HALF_AN_HOUR = Settings(decay=0.02 / 60, floor=0, protection=0)


def test_lines_that_share_a_decay_never_cross_once_both_are_there():
    lines = [view.ScoreLine("a", 5), view.ScoreLine("b", 4), view.ScoreLine("c", 1)]
    assert view.crossings(lines, HALF_AN_HOUR, 5400) == ()
    assert "no memory falls below another" in view.score_curves(lines, HALF_AN_HOUR, 5400).title


def test_a_newcomer_passes_an_older_memory_when_it_is_written():
    (crossing,) = view.crossings(
        [view.ScoreLine("old", 5), view.ScoreLine("new", 5, 1, 600)], HALF_AN_HOUR, 5400
    )
    assert (crossing.loser.label, crossing.winner.label) == ("old", "new")
    assert crossing.time == pytest.approx(600)


def test_a_pinned_memory_without_a_floor_falls_below_one_that_has_it():
    settings = Settings(decay=0.001, floor=1)
    (crossing,) = view.crossings(
        [view.ScoreLine("pinned", 1, 10), view.ScoreLine("plain", 2)], settings, 5400
    )
    assert crossing.time == pytest.approx(2302.6, rel=1e-3), "10 · e^(−t/1000) = 1"


@pytest.mark.parametrize("horizon", [0, -1, float("nan"), float("inf")])
def test_a_horizon_that_is_no_time_span_is_refused(horizon):
    with pytest.raises(ValueError, match=r"^horizon:"):
        view.score_curves([], Settings(), horizon)


def test_a_sorted_set_is_told_from_the_lowest_score_up():
    told = view.sorted_set(ScoredSet([("b", 2), ("a", 2), ("c", 1)])).text.splitlines()
    assert [line.split() for line in told[2:]] == [["0", "c", "1"], ["1", "a", "2"], ["2", "b", "2"]]


def test_the_spans_on_the_way_to_a_member_add_up_to_its_rank():
    nodes = SkipList([(f"m{i:02}", i) for i in range(12)], seed=5)
    picture = view.skip_list(nodes, path_to="m09")
    assert "has rank 9" in picture.title and "m09" in picture.text.splitlines()[-1]
    assert view.skip_list(nodes, path_to="nobody").title.startswith("nobody is not among")


def test_a_picture_is_saved_as_it_is(tmp_path):
    picture = view.correspondence()
    assert picture.save(tmp_path / "table.svg").read_text(encoding="utf-8") == picture.svg
    assert picture._repr_mimebundle_() == {"image/svg+xml": picture.svg, "text/plain": picture.text}


def test_two_pictures_on_one_page_share_no_id():
    pictures = [view.pressure_chart(CALL, capacity) for capacity in (3, 4, 5)]
    ids = [e.get("id") for p in pictures for e in ElementTree.fromstring(p.svg).iter() if e.get("id")]
    assert len(ids) == len(set(ids)) == 6


def test_laying_out_a_graph_prints_nothing():
    code = (
        "from memlab import view; from memlab.flow import Program;"
        "view.dataflow_graph(Program.from_turns([{'use': [], 'def': ['花生'], 'text': '我对花生过敏'}] * 3))"
    )
    ran = subprocess.run([sys.executable, "-c", code], env=os.environ, capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"", b"")


def test_without_graphviz_the_mend_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(RuntimeError, match="pip install 'pygraphviz>=2'"):
        view.dataflow_graph(FIVE)


def test_dot_on_the_path_is_the_way_out(monkeypatch):
    here, called = layout._graphviz, []
    monkeypatch.setitem(sys.modules, "pygraphviz", None)
    monkeypatch.setattr(layout, "_dot_on_path", lambda dot: called.append(dot) or b'{"bb": "0,0,1,1"}')
    assert here("digraph {}") == b'{"bb": "0,0,1,1"}' and called == ["digraph {}"]


def test_one_of_anything_is_told_in_the_singular():
    program = Program.from_turns([{"use": ["a"], "def": []}])
    assert view.live_range_chart(program).title.startswith("1 memory over 1 turn:")
    assert view.pressure_chart(program, 1).title == "Room for 1 memory is enough: at most 1 is held at once"
    assert view.dataflow_graph(program).title == "What is alive around the one statement"
    assert view.sorted_set(ScoredSet([("a", 1)])).title.startswith("1 member in order")
    assert "found in 1 jump " in view.skip_list(SkipList([("a", 1)], seed=1), path_to="a").title
    run = play([{"id": 1, "use": ["a"], "def": [], "succ": []}], {}, 1, "lru")
    assert (
        view.bank_timeline(run).title == "LRU, room for 1: 0 evictions, 1 of 1 reading finds its memory gone"
    )


ONE = re.compile(r"\b1 (memories|tokens|turns|statements|members|levels|jumps|readings|evictions)\b")


def test_no_title_counts_one_thing_as_several(picture):
    assert not ONE.search(picture.title + picture.text + picture.description)


def test_the_number_of_a_capacity_of_nothing_stands_above_the_legend():
    picture = view.pressure_chart(CALL, 0)
    shown = [e for e in ElementTree.fromstring(picture.svg).iter() if e.tag.endswith("text")]
    (capacity,) = (float(e.get("y")) for e in shown if e.text == "0")
    (legend,) = (float(e.get("y")) for e in shown if e.text == "memories held, they fit")
    assert legend - capacity >= 15


def words(picture: view.Picture) -> list[str]:
    """Every text that is drawn."""
    return [e.text for e in ElementTree.fromstring(picture.svg).iter() if e.tag.endswith("text")]


def test_a_scale_that_is_cut_off_below_says_so():
    lines = [view.ScoreLine("fading", 5)]
    assert "≤ 0.0001" in words(view.score_curves(lines, Settings(decay=0.01, floor=0), 5400))
    assert "0.1" in words(view.score_curves(lines, Settings(), 5400))


@pytest.mark.parametrize(("least", "drawn"), [(0, 0), (1e-9, 0), (1, 2), (1e9, 0)])
def test_a_floor_is_drawn_only_where_it_is(least, drawn):
    lines = [view.ScoreLine("two", 2, 1.5), view.ScoreLine("ten", 10, 1.5)]  # pinned: no floor holds them up
    picture = view.score_curves(lines, Settings(decay=0, floor=least), 60)
    dashed = [e for e in ElementTree.fromstring(picture.svg).iter() if e.get("stroke") == "#767676"]
    assert len(dashed) == drawn, "the line and the legend"


def test_a_moment_next_to_a_minute_is_that_minute():
    assert duration(60.0000001) == "1 min"


def test_scores_below_0_reach_to_the_left_of_those_above():
    picture = view.sorted_set(ScoredSet([("debt", -2), ("none", 0), ("credit", 4)]))
    bars = [e for e in ElementTree.fromstring(picture.svg).iter() if e.get("height") == "15"]
    debt, none, credit = ([float(bar.get(side)) for side in ("x", "width")] for bar in bars)
    assert sum(debt) == pytest.approx(none[0], abs=0.1) and none[0] == credit[0]
    assert credit[1] == pytest.approx(2 * debt[1], rel=0.01)


def test_a_search_that_leaves_the_drawing_is_told_in_words():
    lanes = SkipList([(f"member-{i:03}", i) for i in range(100)], seed=1)
    told = " ".join(words(view.skip_list(lanes, path_to="member-099")))
    assert "search: head (level 4)" in told and "member-099 (level " in told
    assert "search:" not in " ".join(words(view.skip_list(lanes, path_to="member-003")))


def test_the_last_name_of_a_skip_list_keeps_the_margin():
    lanes = SkipList([(f"a rather long name {i:02}", i) for i in range(12)], seed=1)
    shown = [e for e in ElementTree.fromstring(view.skip_list(lanes).svg).iter() if e.tag.endswith("text")]
    *_, (x, tail) = ((float(e.get("x")), e[0].tail) for e in shown if len(e))
    assert x + measure(tail) / 2 <= WIDTH - MARGIN


def test_a_bank_that_evicts_nothing_says_so():
    assert "Nothing is evicted." in words(view.bank_timeline(play(SERVICE_CALL, MEMORIES, 99, "lru")))


def test_crosses_are_seen_in_a_long_conversation_too():
    turns = [{"id": i, "use": [], "def": [f"m{i}"], "succ": []} for i in range(200)]
    assert "l4.0 4.0m0 -4.0" in view.bank_timeline(play(turns, {}, 1, "lru")).svg


def test_an_empty_program_has_nothing_to_step_through():
    picture = view.fixed_point(solve(Program.from_dicts([]), LIVENESS, trace=True), 0)
    assert picture.title == "Liveness: an empty program has nothing to find"
    assert words(picture) == [picture.title]


def test_no_band_of_a_newcomer_hides_a_line():
    lines = [view.ScoreLine("a", 7), view.ScoreLine("b", 7, 1, 300)]
    root = ElementTree.fromstring(view.score_curves(lines, Settings(protection=1800), 5400).svg)
    widths = [e.get("stroke-width") for e in root.iter() if e.get("stroke-linejoin") == "round"]
    assert widths == ["12", "12", "2", "2"], "first the bands, then the lines"


def test_a_line_bends_exactly_where_it_reaches_the_floor():
    settings = Settings(decay=0.5 / 60, floor=2)
    drawn = ElementTree.fromstring(view.score_curves([view.ScoreLine("a", 7)], settings, 5400).svg)
    (line,) = (e.get("d") for e in drawn.iter() if e.get("stroke-width") == "2" and e.tag.endswith("path"))
    heights = [float(point.split()[1]) for point in line.strip("M").split("L")]
    assert heights[2] > heights[1] and len(set(heights[2:])) == 1, "from 2.5 minutes on it lies on the floor"


@pytest.mark.parametrize(("variable", "title"), [
    ("cart", "cart is held in turns 3–8"),
    ("address", "address is held in turns 9–10"),
    ("weather", "weather is held nowhere: nobody reads it later"),
    ("nobody", "nobody is held nowhere: nobody reads it later"),
])  # fmt: skip
def test_of_a_chosen_memory_the_title_says_when_it_is_held(variable, title):
    assert view.live_range_chart(CALL, variable=variable).title == title
