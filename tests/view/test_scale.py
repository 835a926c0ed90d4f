"""What the pictures of chapter 10 say: which order loses what, who is hot, who is turned away, how much."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from memlab.tiers.scale.capacity import Assumptions, plan
from memlab.tiers.scale.interleaving import RIVALS, WAYS, orders, play
from memlab.tiers.scale.retries import herd
from memlab.tiers.scale.slots import spread
from memlab.tiers.scale.waiting import Waited
from memlab.view.scale_lanes import two_processes
from memlab.view.scale_plan import capacity_plan
from memlab.view.scale_retries import herd_of_retries
from memlab.view.scale_slots import cluster_slots
from memlab.view.scale_waiting import measured_waits, round_trips

SVG = "{http://www.w3.org/2000/svg}"
LOOK, WATCH, SCRIPT = WAYS


def words(picture) -> list[str]:
    return [e.text for e in ElementTree.fromstring(picture.svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("rival", RIVALS)
def test_every_order_says_its_fault_or_that_there_is_none(way, rival):
    for order in orders(way, rival):
        played = play(way, rival, order)
        picture = two_processes(played)
        assert picture.title.startswith(f"Order {order}: ")
        assert ("nothing is lost" in picture.title) == (not played.faults)
        assert all(fault in picture.text for fault in played.faults)
        assert any(word.startswith("!! ") for word in words(picture)) == bool(played.faults)


def test_the_lanes_have_a_column_for_each_command_and_its_answer():
    picture = two_processes(play(WATCH, order="ABABAB"))
    shown = words(picture)
    assert shown.count("WATCH") == 3 and shown.count("refused") == 2, "once in the legend"
    assert "9  B        EXEC     weather" in picture.text


def test_what_a_node_has_more_than_twice_its_share_is_marked():
    calm, hot = (cluster_slots(spread(300, 12, skew)) for skew in (0, 1.5))
    assert "!!" not in calm.text and "!!" in hot.text
    assert "#e69f00" in hot.svg.split("twice its fair share")[0]


def test_of_many_tenants_the_busiest_are_drawn_and_all_are_counted():
    picture = cluster_slots(spread(3000, 3))
    assert len(list(ElementTree.fromstring(picture.svg).iter(f"{SVG}circle"))) == 400
    assert "2,600 more are counted" in " ".join(words(picture))
    assert sum(int(n.replace(",", "")) for n in re.findall(r"^ +\d  +([\d,]+)", picture.text, re.M)) == 3000


def test_without_braces_tenants_are_torn_apart():
    assert cluster_slots(spread(30, 1, braces=False)).title.startswith("30 tenants on 1 node")
    assert "are torn apart" in cluster_slots(spread(30, 3, braces=False)).title


def test_bars_of_a_herd_are_all_attempts_of_ten_seconds():
    came = herd()
    picture = herd_of_retries(came)
    tips = [e.findtext(f"{SVG}title") or "" for e in ElementTree.fromstring(picture.svg).iter(f"{SVG}rect")]
    asked = {tip for tip in tips if tip.startswith("second")}
    assert sum(int(re.search(r": (\d+) ask", tip)[1]) for tip in asked) == sum(came.asked[:100])
    assert f"{sum(came.asked[100:])} attempts more" in " ".join(words(picture))
    assert "850 attempts" in picture.title


def test_a_herd_that_never_comes_back_is_told():
    assert herd_of_retries(herd(500, 20, 120)).title.startswith("After 120 s not all")


def test_the_lines_of_round_trips_end_in_their_order():
    picture = round_trips({"few": 1, "many": 9}, 0.001)
    places = {
        word.split()[0]: float(e.get("y"))
        for e in ElementTree.fromstring(picture.svg).iter(f"{SVG}text")
        if (word := e.text).startswith(("few", "many"))
    }
    assert places["many"] < places["few"]
    assert "one many in twenty" in picture.title


def test_measured_times_are_in_the_picture_and_never_in_its_text():
    one = measured_waits({"near": {"add": Waited(0.001, 0.002)}}, "What a call takes")
    other = measured_waits(
        {"near": {"add": Waited(0.5, 0.7)}, "far": {"add": Waited(1, 2)}}, "What a call takes"
    )
    assert one.text == other.text and one.title == other.title
    assert "1 ms" in words(one) and "1 ms, 2 ms" in one.description


def test_a_plan_draws_a_box_for_each_node_and_says_each_line():
    made = plan(Assumptions(tenants=100_000_000, awake=0.5))
    picture = capacity_plan(made)
    nodes = made.value("Redis", "nodes")
    assert nodes > 24 and f"and {nodes - 24:,.0f} more" in words(picture)
    assert all(line.how in picture.text for line in made.lines)
