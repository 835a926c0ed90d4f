"""The policy lab in a browser: moved by keys, fed with files, at its extremes; how long a move takes."""

from __future__ import annotations

import json
import statistics

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

LAB = "from memlab.widgets import PolicyLab\nlab = PolicyLab()\nlab"
LONG = """from memlab.replay import GENERATORS
from memlab.widgets import PolicyLab
lab = PolicyLab(GENERATORS["zipf"](n=20_000))
lab"""
CHINESE = """from memlab.widgets import PolicyLab
lab = PolicyLab(["花生过敏", "地址：江南路七号 <b>", "😀 优惠券", "乌龙茶" * 12, "订单"] * 9)
lab"""
PICTURE = ".memlab-explorer .widget-html-content > svg"
TOLD = "words => document.querySelector('.memlab-explorer svg > title')?.textContent.includes(words)"
ANYWHERE = "words => document.querySelector('.memlab-explorer')?.textContent.includes(words)"


def capacity(page):
    return page.locator(".memlab-explorer [role=slider]").first


def shown(page) -> str:
    return page.locator(".memlab-explorer svg > title").first.text_content()


def choose(page, path) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator(".memlab-explorer button", has_text="Your own").click()
    chooser.value.set_files(path)


def test_a_moved_capacity_has_its_new_picture_at_once(page, desk, artifacts):
    """20,000 accesses, five policies. The figures are kept and not judged: machines differ, and are busy."""
    desk.run("policy-lab-long.ipynb", LONG)
    page.wait_for_selector(PICTURE)
    assert page.locator(".memlab-explorer input[type=checkbox]:checked").count() == 5
    desk.watch()
    capacity(page).focus()
    for key in ["ArrowRight"] * 4 + ["ArrowLeft"] * 4:
        desk.press(key)
        page.wait_for_timeout(1000)
    first = page.evaluate("() => window.moves.splice(0)")
    page.wait_for_timeout(15_000)  # what is worked out ahead
    before = shown(page)
    for key in ["ArrowRight"] * 8 + ["ArrowLeft"] * 8:
        desk.press(key)
        page.wait_for_timeout(300)
    page.wait_for_function(TOLD, arg=before)
    slow = page.evaluate("() => window.moves.splice(0)")
    for key in ["ArrowRight"] * 12:
        desk.press(key)
    quick = page.evaluate("() => window.moves")
    figures = {
        name: figure(moves)
        for name, moves in (("first", first), ("three a second", slow), ("without a pause", quick))
    }
    print(json.dumps(figures))
    (artifacts / "policy-lab.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    desk.keep(artifacts / "policy-lab-20000.png")
    desk.no_errors()


def figure(moves: list[float]) -> dict[str, int]:
    """From the key to the new picture, in milliseconds."""
    return {"moves": len(moves), "median": round(statistics.median(moves)), "longest": round(max(moves))}


def test_the_first_lab_is_whole_and_answers_to_every_control(page, desk, artifacts):
    desk.run("policy-lab.ipynb", LAB)
    page.wait_for_selector(PICTURE)
    desk.keep(artifacts / "policy-lab-first.png")
    lab = page.locator(".memlab-explorer")
    desk.watch()
    for slider in lab.locator("[role=slider]").all():
        slider.focus()
        desk.press("ArrowLeft")
    for name, choice in (("Counted in", "tokens"), ("Look at", "scored"), ("Trace", "service call")):
        lab.locator(".widget-dropdown", has_text=name).locator("select").select_option(choice)
        page.wait_for_function(TOLD, arg="Room for")
    page.wait_for_function(ANYWHERE, arg="scored, room for")
    page.wait_for_timeout(1000)  # what the browser would answer is there by then
    told = lab.locator(".widget-hslider", has_text="Capacity").locator(".widget-readout").inner_text()
    assert shown(page).startswith(f"Room for {told} tokens")
    box = lab.get_by_label("fifo", exact=True)
    box.focus()
    page.keyboard.press("Space")
    assert not box.is_checked()
    desk.keep(artifacts / "policy-lab-service-call.png")
    lab.locator("button", has_text="Reset").click()
    page.wait_for_function("() => document.querySelectorAll('.memlab-explorer input:checked').length == 5")
    assert lab.locator("select").first.input_value() == "conversation"
    desk.no_errors()


def test_a_longer_log_has_its_own_room_and_not_the_last_one_of_the_shorter_log(page, desk):
    desk.run("policy-lab-longer.ipynb", "from memlab.widgets import PolicyLab\nPolicyLab('abcabc')")
    page.wait_for_function(TOLD, arg="Room for 2 memories")
    page.locator(".memlab-explorer select").first.select_option("zipf")
    page.wait_for_function(TOLD, arg="Room for 50 memories")
    page.wait_for_timeout(2000)  # what the browser would answer is there by then
    assert shown(page).startswith("Room for 50 memories")
    slider = page.locator(".memlab-explorer .widget-hslider", has_text="Capacity")
    assert slider.locator(".widget-readout").inner_text() == "50"
    desk.no_errors()


def test_a_capacity_at_its_ends(page, desk, artifacts):
    desk.run("policy-lab-chinese.ipynb", CHINESE)
    page.wait_for_selector(PICTURE)
    desk.keep(artifacts / "policy-lab-chinese.png")
    capacity(page).focus()
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="Room for 0 memories")
    desk.keep(artifacts / "policy-lab-nothing.png")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(TOLD, arg="Room for 1 memory")
    page.keyboard.press("End")
    page.wait_for_function(TOLD, arg="Room for 10 memories")
    ticked = page.locator(".memlab-explorer input[type=checkbox]:checked")
    while ticked.count():
        ticked.first.click()
    page.wait_for_function(TOLD, arg="No policy is chosen")
    desk.keep(artifacts / "policy-lab-no-policy.png")
    desk.no_errors()


def test_files_good_and_bad_and_long(page, desk, artifacts, tmp_path):
    good, bad, long = tmp_path / "log.jsonl", tmp_path / "bad.csv", tmp_path / "long.txt"
    rows = [
        {"time": 60 * n, "key": "茶花梅兰"[n * 7 % 4], "op": "write" if n < 4 else "read"} for n in range(60)
    ]
    good.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    bad.write_bytes(b"\x00\x01\xff" * 50)
    long.write_text("".join(f"m{n * n % 9973}\n" for n in range(200_000)), encoding="utf-8")
    desk.run("policy-lab-files.ipynb", LAB)
    page.wait_for_selector(PICTURE)
    choose(page, good)
    page.wait_for_function(ANYWHERE, arg="60 accesses of")
    assert page.locator(".memlab-explorer select").first.input_value() == "yours: log.jsonl"
    page.wait_for_function(TOLD, arg="Room for 3 memories")
    before = shown(page)
    choose(page, bad)
    alarm = page.wait_for_selector(".memlab-explorer [role=alert]")
    assert "Not read: bad.csv" in alarm.inner_text() and shown(page) == before
    desk.keep(artifacts / "policy-lab-malformed.png")
    choose(page, long)
    page.wait_for_function(ANYWHERE, arg="200,000 accesses of")
    page.wait_for_function("() => !document.querySelector('.memlab-explorer [role=alert]')")
    title = shown(page)
    capacity(page).focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"title => !({TOLD})(title)", arg=title)
    page.wait_for_function(ANYWHERE, arg="of 200,000:")
    page.wait_for_function(
        "() => !document.querySelector('.memlab-explorer').textContent.includes('Still being')"
    )
    desk.keep(artifacts / "policy-lab-200000.png")
    desk.no_errors()
