"""LoCoMo conversations: turns in order, references of every shape, and what is skipped."""

from __future__ import annotations

import copy
import json

import pytest

from memlab.replay import TraceError
from memlab.replay.locomo import read_locomo


def turn(id, text="I keep bees.", speaker="Ann", **more):
    return {"dia_id": id, "speaker": speaker, "text": text, **more}


SAMPLE = {
    "sample_id": "bees",
    "conversation": {
        "speaker_a": "Ann",
        "session_10": [turn("D10:1")],
        "session_10_date_time": "12:05 am on 3 June, 2031",
        "session_2": [turn("D2:1", blip_caption="a hive"), turn("D2:2", "你好", "Bo")],
        "session_2_date_time": "1:56 pm on 8 May, 2031",
    },
    "qa": [
        {"question": "What?", "evidence": ["D2:1", "D2:1; D10:1"]},
        {"question": "When?", "evidence": ["D2:2 D10:1,D2:1"]},
        {"question": "Where?", "evidence": ["D:2:1", "D9:9"]},
        {"question": "Who?"},
    ],
}


def changed(*path_and_value):
    sample = copy.deepcopy(SAMPLE)
    *path, last, value = path_and_value
    place = sample
    for key in path:
        place = place[key]
    place[last] = value
    return sample


def test_turns_stand_in_order_with_speaker_session_and_time():
    [c] = read_locomo(SAMPLE)
    assert [t.id for t in c.turns] == ["D2:1", "D2:2", "D10:1"]
    assert [(t.speaker, t.session) for t in c.turns] == [("Ann", 2), ("Bo", 2), ("Ann", 10)]
    assert c.turns[1].time == c.turns[0].time + 1
    assert c.turns[2].time - c.turns[0].time == 25 * 86_400 + 10 * 3600 + 9 * 60


def test_a_caption_is_no_part_of_what_was_said():
    [c] = read_locomo(SAMPLE)
    assert c.turns[0].text == "I keep bees."
    assert "a hive" not in repr(c)


def test_several_references_may_stand_in_one_string_and_each_counts_once_a_question():
    [c] = read_locomo(SAMPLE)
    assert [q.evidence for q in c.questions] == [("D2:1", "D10:1"), ("D2:2", "D10:1", "D2:1"), (), ()]
    assert sorted(c.references) == ["D10:1", "D10:1", "D2:1", "D2:1", "D2:2"]


def test_what_names_no_turn_is_told():
    [c] = read_locomo(SAMPLE)
    assert [(p.line, p.text) for p in c.problems] == [(3, "'D:2:1'"), (3, "'D9:9'")]


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        (changed("conversation", "session_2", 1, {"text": 3}), "a turn is"),
        (changed("conversation", "session_2", 1, None), "a turn is"),
        (changed("conversation", "session_2", 1, turn("D2:1", "again")), "a second turn of this name"),
        (changed("conversation", "session_2_date_time", "soon"), "a session's time reads"),
        (changed("qa", 3, "Who?"), "a question is"),
    ],
)
def test_what_is_odd_is_skipped_and_told(sample, said):
    [c] = read_locomo(sample)
    assert any(said in problem.why for problem in c.problems)
    assert c.turns[0].text == "I keep bees." and c.references


def test_a_file_a_list_and_one_conversation_read_alike(tmp_path):
    path = tmp_path / "talk.json"
    path.write_text(json.dumps([SAMPLE]), encoding="utf-8")
    assert read_locomo(path) == read_locomo(str(path)) == read_locomo([SAMPLE]) == read_locomo(SAMPLE)


@pytest.mark.parametrize(
    "data", [[], 3, None, [3], [{"qa": []}], {"1": {"messages": []}}, [{"conversation": []}]]
)
def test_what_holds_no_conversation_is_refused(data):
    with pytest.raises(TraceError, match=r"allowed is LoCoMo's list of .*: pass its own file"):
        read_locomo(data)


def test_a_file_that_is_no_json_is_refused(tmp_path):
    path = tmp_path / "talk.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(TraceError, match="not JSON"):
        read_locomo(path)
    with pytest.raises(OSError):
        read_locomo(tmp_path / "none.json")


def test_the_public_conversations_are_read_whole(shared):
    found = read_locomo(shared / "data" / "locomo_dev.json")
    assert [len(c.turns) for c in found] == [419, 663, 680, 689, 509]
    assert [p.text for c in found for p in c.problems] == ["'D:11:26'", "'D4:36'"]
