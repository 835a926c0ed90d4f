"""The inspection lab in a browser: a file is uploaded, the slider moved, the report saved and opened."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab.course.tea_chats import export

LAB = "from memlab.widgets import InspectLab\nlab = InspectLab()\nlab"
PICTURE = ".memlab-explorer .widget-html-content > svg"
TOLD = "words => document.querySelector('.memlab-explorer svg > title')?.textContent.includes(words)"
ANYWHERE = "words => document.querySelector('.memlab-explorer')?.textContent.includes(words)"


def choose(page, *paths) -> None:
    with page.expect_file_chooser() as chooser:
        page.locator(".memlab-explorer button", has_text="Your files").click()
    chooser.value.set_files(list(paths))


@pytest.fixture
def mine(tmp_path):
    """Ten times the invented export, with a name of its own."""
    chats = [
        {**chat, "id": f"{chat['id']}-{n}", "title": f"<b>{n} 茶"} for n in range(10) for chat in export()
    ]
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(chats), encoding="utf-8")
    return file


def test_a_file_is_uploaded_looked_at_and_its_report_saved(page, desk, artifacts, mine, tmp_path):
    desk.run("inspect-lab.ipynb", LAB)
    page.wait_for_selector(PICTURE)
    page.wait_for_function(TOLD, arg="an invented export at 250 tokens")
    desk.keep(artifacts / "inspect-lab-first.png")
    choose(page, mine)
    page.wait_for_function(TOLD, arg="mine.json at 2,000 tokens")
    page.wait_for_function(ANYWHERE, arg="30 conversations")
    slider = page.locator(".memlab-explorer [role=slider]").first
    slider.focus()
    page.keyboard.press("Home")
    page.wait_for_function(TOLD, arg="mine.json at 50 tokens")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(TOLD, arg="mine.json at 75 tokens")
    page.locator(".memlab-explorer select").select_option("lru")
    page.wait_for_function(ANYWHERE, arg="A bank with lru")
    assert "linyue@example.org" not in page.locator(".memlab-explorer").inner_text()
    page.get_by_label("Mask names").focus()
    page.keyboard.press("Space")
    page.wait_for_function(ANYWHERE, arg="linyue@example.org")
    desk.keep(artifacts / "inspect-lab-own.png")
    with page.expect_download() as saved:
        page.locator(".memlab-explorer a", has_text="Save this report").click()
    report = tmp_path / "report.html"
    saved.value.save_as(report)
    assert "what a memory would have done" in report.read_text(encoding="utf-8")
    page.locator(".memlab-explorer button", has_text="Reset").click()
    page.wait_for_function(TOLD, arg="an invented export at 250 tokens")
    desk.no_errors()


def test_what_is_no_chat_is_refused_and_a_path_is_read_under_a_bar(page, desk, mine, tmp_path):
    big = tmp_path / "big.json"
    chats = json.loads(mine.read_text(encoding="utf-8"))
    many = [{**chat, "id": f"{chat['id']}/{n}"} for n in range(12) for chat in chats]
    big.write_text(json.dumps(many), encoding="utf-8")
    assert big.stat().st_size > 1 << 20
    wrong = tmp_path / "photo.json"
    wrong.write_bytes(b"\x89PNG\0")
    desk.run("inspect-lab-refused.ipynb", LAB)
    page.wait_for_selector(PICTURE)
    choose(page, wrong)
    page.wait_for_function(ANYWHERE, arg="Not read")
    page.wait_for_function(TOLD, arg="an invented export at 250 tokens")
    path = page.locator(".memlab-explorer input[type=text]")
    path.fill(str(big))
    page.locator(".memlab-explorer button", has_text="Read").click()
    page.wait_for_function(TOLD, arg="big.json at 2,000 tokens")
    page.wait_for_function(ANYWHERE, arg="360 conversations")
    desk.no_errors()
