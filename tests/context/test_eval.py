"""`memlab eval context`: fewer tokens, the same facts; and what LoCoMo's evidence finds room for."""

from __future__ import annotations

import json

import pytest
from rich.cells import cell_len

from memlab import cli, tokens
from memlab.cli import eval_context, eval_recall
from memlab.context.rebuild import rebuild
from memlab.course.project_story import STORIES, Asked
from memlab.replay.locomo import read_locomo

FEWER, EVIDENCE = 0.6, 0.8


@pytest.fixture(scope="module")
def report():
    return eval_context.report()


@pytest.mark.parametrize("lang", STORIES)
def test_a_story_has_forty_turns_and_says_itself_all_that_is_asked(lang):
    story = STORIES[lang]
    said = [turn.text for turn in story.turns if turn.role == "user"]
    assert len(story.turns) == 40 and len(story.asked) >= 12
    assert len({turn.session for turn in story.turns}) == 4
    assert [turn.at for turn in story.turns] == sorted({turn.at for turn in story.turns})
    for asked in story.asked:
        for fact in asked.present:
            assert any(fact in text for text in said) or fact == "[secret: ", fact
    [secret] = [turn for turn in story.turns if turn.secret]
    assert secret.secret in secret.text
    assert sum(bool(asked.outdated) for asked in story.asked) >= 5


@pytest.mark.parametrize("lang", STORIES)
def test_fewer_tokens_and_every_asked_fact(report, lang):
    row = report[lang]
    assert row["missing"] == [] and row["present"] == 1
    assert row["outdated"] == []
    assert row["fewer"] >= FEWER
    assert row["most"] <= eval_context.STORY_BUDGET - eval_context.STORY_RESERVE


@pytest.mark.parametrize("lang", STORIES)
def test_the_figures_are_counts_of_the_prompts(report, lang):
    story = STORIES[lang]
    contexts = list(eval_context.rebuilt(story))
    assert report[lang]["tokens"] == sum(tokens.count(c.text) for c in contexts) / len(contexts)
    assert report[lang]["whole"] > tokens.count(story.history)
    assert all(turn.secret not in repr(contexts) for turn in story.turns if turn.secret)


def test_what_is_missing_and_what_is_outdated_would_be_found():
    asked = Asked("When?", ("25 April",), ("18 April",))
    old, new = "The launch is on 18 April.", "The launch is on 25 April."
    assert eval_context.outdated(asked, rebuild("When?", profile=[old], relevant=[new])) == ["18 April"]
    assert eval_context.outdated(asked, rebuild("When?", relevant=[old])) == ["18 April"]
    assert eval_context.outdated(asked, rebuild("When?", relevant=[old, new])) == []


def talk(turns: int) -> dict:
    """A conversation of many sessions with questions about a few turns of it."""
    says = ["I bought a blue kettle.", "My brother plays the cello.", "We painted the shed green."]
    asks = ["What did Ann buy?", "Who plays the cello?", "Which colour has the shed?"]
    rows = [
        {"speaker": "Ann", "dia_id": f"D1:{n}", "text": "It rained again, and there was soup. " * 4}
        for n in range(turns)
    ]
    for n, text in enumerate(says):
        rows[n * 7]["text"] = text
    qa = [{"question": ask, "evidence": [f"D1:{n * 7}"]} for n, ask in enumerate(asks)]
    qa.append({"question": "Who sings?", "evidence": []})
    return {
        "sample_id": "ann",
        "conversation": {"session_1": rows, "session_1_date_time": "9:05 am on 3 March, 2031"},
        "qa": qa,
    }


def test_of_a_long_conversation_the_evidence_is_in_a_small_context():
    conversations = read_locomo(talk(150))
    found = eval_context.locomo(conversations, eval_recall.recalled(conversations))
    assert found["tokens"] == 1_000 and found["whole"] > 4_000
    assert found["questions"] == 3 and found["evidence"] == 1


@pytest.mark.long
def test_locomo_holds_the_evidence_in_a_thousand_tokens(shared):
    conversations = read_locomo(str(shared / "data" / "locomo_dev.json"))
    found = eval_context.locomo(conversations, eval_recall.recalled(conversations))
    assert found["evidence"] >= EVIDENCE
    assert found["whole"] > 15_000


def test_the_command_tells_both_languages(capsys):
    assert cli.main(["eval", "context", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"en", "zh"} and told["zh"]["turns"] == 40
    assert cli.main(["eval", "context"]) == 0
    text = capsys.readouterr().out
    assert "fewer" in text and "100.0%" in text
    assert max(map(cell_len, text.splitlines())) <= 80


def test_the_command_takes_no_file(capsys):
    assert cli.main(["eval", "context", "talk.json"]) == 2
    assert "leave the file out" in capsys.readouterr().err
