"""The inspection lab without a browser: its extremes, what it reads and refuses, what it shows and masks."""

from __future__ import annotations

import asyncio
import base64
import datetime
import html
import json
import re
import zipfile

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab.chats import inspect_chats, read_chats
from memlab.course.tea_chats import export
from memlab.view.chats_report import chats_report
from memlab.widgets import InspectLab, explorer, inspect_lab, inspect_sources
from memlab.widgets.inspect_sources import of_path, of_uploads

HOSTILE = "<script>alert(1)</script> \u202egnp </div> 花生"


@pytest.fixture(scope="module")
def shared_one():
    return InspectLab()


@pytest.fixture
def lab(shared_one):
    shared_one.reset()
    return shared_one


def control(lab, name: str):
    return lab._controls[name]


def cards(lab) -> str:
    return "".join(place.value for place in lab._parts_below)


def sound(lab) -> bool:
    return lab.frame.value.count("</svg>\n") == 1 and 'role="alert"' not in lab.frame.value


def uploaded(name: str, content: bytes) -> dict:
    day = datetime.datetime(2031, 3, 4)
    return {
        "name": name,
        "type": "",
        "size": len(content),
        "content": memoryview(content),
        "last_modified": day,
    }


def upload(lab, *files: dict) -> None:
    lab.upload.value = files


def chat(*texts: str, title: str = "") -> bytes:
    messages = [{"role": "user" if n % 2 == 0 else "assistant", "content": t} for n, t in enumerate(texts)]
    return json.dumps([{"title": title, "messages": messages}]).encode()


def test_the_static_frame_is_the_invented_export(lab):
    bundle = lab._repr_mimebundle_()
    assert bundle["image/svg+xml"] == lab.first.svg and bundle["text/plain"] == repr(lab) == lab.first.text
    assert lab.first.svg in lab.frame.value and explorer.WIDGET_VIEW in bundle
    assert lab.report.source == "an invented export" and "an invented export" in lab.first.title


def test_it_reports_what_the_library_reports(lab):
    report = inspect_chats(read_chats(export()), budget=inspect_lab.FIRST)
    assert lab.report.outcomes == report.outcomes and lab.report.totals == report.totals
    assert lab.report.facts == report.facts and lab.report.suggestion == report.suggestion


@pytest.mark.parametrize("masked", [True, False])
def test_every_budget_draws_a_picture_that_tells_it(lab, masked):
    control(lab, "masked").value = masked
    for _, budget in control(lab, "budget").options:
        control(lab, "budget").value = budget
        assert sound(lab), budget
        assert lab.report.budget == budget and lab.report.masked == masked
        assert f"at {budget:,} tokens" in lab.frame.value


def test_every_policy_is_told_with_its_figures_and_code_where_a_bank_has_it(lab):
    for name in control(lab, "policy").options[1:]:
        control(lab, "policy").value = name
        told, outcome = html.unescape(cards(lab)), lab.report.outcome(name)
        words = f"{name} with 250 tokens drops {outcome.dropped_messages} messages"
        assert words in told and f"loses {outcome.missed} of {outcome.needed}" in told
        assert ("MemoryBank(" in told) == lab._runs[name].in_bank
    control(lab, "policy").value = inspect_lab.SUGGESTED
    assert lab.report.suggestion.code.rstrip() in html.unescape(cards(lab))


def test_the_link_saves_the_page_of_the_report(lab):
    page = re.search(r'href="data:text/html;base64,([^"]+)"', cards(lab))[1]
    assert base64.b64decode(page).decode("utf-8") == chats_report(lab.report)


def test_masking_hides_and_the_tick_reveals(lab):
    assert "linyue@example.org" not in cards(lab) + lab.frame.value
    control(lab, "masked").value = False
    assert "linyue@example.org" in cards(lab) and "nothing is masked" in cards(lab)


def test_an_upload_takes_the_place_of_the_sample(lab):
    upload(lab, uploaded("mine.json", chat("I live in Oslo.", "Noted.", "Thanks.", "Bye.", title="茶")))
    assert lab.alarm.value == "" and sound(lab)
    assert lab.report.totals.messages == 4 and lab.report.source == "mine.json"
    assert lab.report.budget == inspect_lab.OWN and lab.upload.value == ()
    lab.reset()
    assert lab.report.source == "an invented export" and lab.frame.value.endswith(lab.first.svg)


def test_several_files_and_a_zip_are_read_together_and_those_that_are_no_chats_are_listed(lab, tmp_path):
    packed = tmp_path / "export.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("conversations.json", json.dumps(export()))
    files = [uploaded("export.zip", packed.read_bytes()), uploaded("b.json", chat("Tea?", "Yes."))]
    upload(lab, *files, uploaded("photo.json", b"\x89PNG\0\0"))
    assert lab.alarm.value == "" and sound(lab)
    assert lab.report.totals.conversations == 4 and lab.report.source == "export.zip and 2 more"
    assert lab.report.format == "chatgpt, openai"
    assert any(unread.place == "photo.json" for unread in lab.report.unread) and "photo.json" in cards(lab)


@pytest.mark.parametrize("content", [b"", b"\0\xff" * 50, b"[1, 2, 3]", b"{}", b"hello"])
def test_what_is_no_chat_is_refused_with_a_reason_and_the_lab_stays(lab, content):
    before = lab.frame.value
    upload(lab, uploaded("<b>odd.json", content))
    assert "Not read" in lab.alarm.value and "&lt;b&gt;odd.json" in lab.alarm.value
    assert lab.frame.value == before and lab.report.source == "an invented export"
    upload(lab, uploaded("mine.json", chat("Tea?", "Yes.")))
    assert lab.alarm.value == ""


def test_a_path_is_read_by_the_button(lab, tmp_path):
    file = tmp_path / "mine.json"
    file.write_bytes(chat("Tea?", "Yes."))
    assert lab.opened.disabled
    lab.path.value = f' "{file}" '
    assert not lab.opened.disabled
    lab.opened.click()
    assert lab.report.source == "mine.json" and lab.alarm.value == ""
    lab.path.value = str(tmp_path / "nowhere.json")
    lab.opened.click()
    assert "Not read" in lab.alarm.value and lab.report.source == "mine.json"
    lab.path.value = ""
    lab.opened.click()
    assert "Not read" in lab.alarm.value and lab.report.source == "mine.json"


def test_hostile_texts_stay_texts(lab):
    control(lab, "masked").value = False
    upload(lab, uploaded(f"{HOSTILE}.json", chat(HOSTILE, HOSTILE, f"I live in {HOSTILE}", title=HOSTILE)))
    assert sound(lab)
    assert "<script" not in cards(lab) + lab.frame.value and "\u202e" not in cards(lab) + lab.frame.value


def test_chats_without_a_message_are_told_and_break_nothing(lab):
    lab._change(inspect_sources.Together([], "empty"), 50)
    assert sound(lab) and "there is no message in it" in lab.frame.value
    for _, budget in control(lab, "budget").options[::7]:
        control(lab, "budget").value = budget
        assert sound(lab)


def test_what_takes_long_is_worked_out_beside_and_an_older_wish_gives_way(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(inspect_lab, "QUICK", 10)
    monkeypatch.setattr(inspect_lab, "TICK", 0.01)
    file = tmp_path / "mine.json"
    file.write_bytes(json.dumps(export()).encode())
    budgets: list[int] = []
    real = inspect_lab.inspect_chats

    def noted(*args, **more):
        budgets.append(more["budget"])
        return real(*args, **more)

    monkeypatch.setattr(inspect_lab, "inspect_chats", noted)

    async def moved():
        lab.read(str(file))
        assert "an invented export" in lab.frame.value
        await asyncio.sleep(0)
        control(lab, "budget").value = 100
        control(lab, "budget").value = 150
        for _ in range(3_000):
            await asyncio.sleep(0.01)
            if lab._task.done():
                break

    asyncio.run(moved())
    assert sound(lab) and "mine.json at 150 tokens" in lab.frame.value
    assert budgets == [150] and lab.bar.layout.visibility == "hidden" and lab.bar.value > 0


def test_work_for_an_older_wish_stops_at_the_next_conversation(lab):
    with pytest.raises(inspect_lab.Superseded):
        lab._inspected((100, True), object())
    assert lab._inspected((100, True), lab._job).budget == 100


def test_an_error_in_the_work_beside_is_shown(lab, tmp_path, monkeypatch):
    monkeypatch.setattr(inspect_lab, "QUICK", 10)
    file = tmp_path / "mine.json"
    file.write_bytes(chat("Tea?", "Yes."))
    lab.read(str(file))
    monkeypatch.setattr(inspect_lab, "inspect_chats", lambda *_, **__: 1 / 0)

    async def moved():
        control(lab, "budget").value = 100
        await lab._task

    asyncio.run(moved())
    assert 'role="alert"' in lab.frame.value and "ZeroDivisionError" in lab.frame.value


def test_together_counts_all_problems_and_can_be_read_again():
    lines = b'{"role": "user", "content": "Tea?"}\n' + b'{"role": "robot"}\nnonsense\n' * 3
    both = of_uploads([uploaded("a.jsonl", lines), uploaded("b.jsonl", lines)])
    first = [list(both), both.problems.total, list(both.problems)]
    assert first == [list(both), both.problems.total, list(both.problems)]
    assert both.problems.total >= 6 and {str(u)[:7] for u in both.problems} == {"a.jsonl", "b.jsonl"}
    assert both.bytes_read == both.size == 2 * len(lines)


def test_a_path_may_be_a_folder(tmp_path):
    (tmp_path / "a.json").write_bytes(chat("Tea?", "Yes."))
    (tmp_path / "b.json").write_bytes(chat("茶?", "Yes."))
    assert len(list(of_path(str(tmp_path)))) == 2
