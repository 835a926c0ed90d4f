"""memlab fit: figures of what it saw and of what it did not, and the table."""

from __future__ import annotations

import json

import pytest

from memlab.cli import main


def sample(name, sold):
    said = ["Thanks, that is great!", f"They sold the {sold}.", "Sure, so nice!", "Bye, take care!"] * 3
    turns = [{"dia_id": f"D1:{n}", "speaker": "Ann", "text": text} for n, text in enumerate(said)]
    talk = {"session_1": turns, "session_1_date_time": "1:56 pm on 8 May, 2031"}
    return {"sample_id": name, "conversation": talk, "qa": [{"question": "?", "evidence": ["D1:1", "D1:5"]}]}


@pytest.fixture
def files(tmp_path):
    known, other = tmp_path / "known.json", tmp_path / "other.json"
    known.write_text(json.dumps([sample("one", "horse"), sample("two", "parrot")]), encoding="utf-8")
    other.write_text(json.dumps([sample("three", "boat")]), encoding="utf-8")
    return str(known), str(other)


def test_it_prints_the_figures_of_both_halves_and_the_table(files, capsys):
    known, other = files
    assert main(["fit", known, "--held-out", other]) == 0
    out = capsys.readouterr().out
    for word in ("fitted on", "left out in turn", "held out", "FITTED = Table(", '"chatter": -'):
        assert word in out
    assert main(["fit", known, "--held-out", other]) == 0
    assert capsys.readouterr().out == out


def test_one_conversation_cannot_be_left_out(files, capsys):
    assert main(["fit", files[1]]) == 0
    assert "left out" not in capsys.readouterr().out


@pytest.mark.parametrize("content", ["[]", "{", "[3]", json.dumps([{"conversation": {}, "qa": []}])])
def test_what_has_no_evidence_is_refused(content, tmp_path, capsys):
    path = tmp_path / "talk.json"
    path.write_text(content, encoding="utf-8")
    assert main(["fit", str(path)]) == 2
    assert capsys.readouterr().err.startswith("memlab fit: ")
    assert main(["fit", str(tmp_path / "none.json")]) == 2


def test_a_conversation_without_words_is_not_fitted_on(files, tmp_path, capsys):
    silent = sample("silent", "boat")
    for turn in silent["conversation"]["session_1"]:
        turn["text"] = ""
    file = tmp_path / "silent.json"
    file.write_text(json.dumps([silent]), encoding="utf-8")
    assert main(["fit", str(file)]) == 2
    assert "no question refers to a turn with words" in capsys.readouterr().err
    file.write_text(json.dumps([silent, sample("one", "horse")]), encoding="utf-8")
    assert main(["fit", str(file)]) == 0
    assert "silent" not in capsys.readouterr().out
