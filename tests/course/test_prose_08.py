"""Every figure that chapter 08 says in words is what the story, the counter and the library say."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from memlab import course, tokens
from memlab.cli.eval_context import report
from memlab.context import MemoryManager, offline_llm, rebuild
from memlab.context.compress import extractive
from memlab.course.project_story import KEY_EN, STORIES
from memlab.tiers.memory import Memory

GREEN, QINGYE = STORIES["en"], STORIES["zh"]
BUDGET, RESERVE = 600, 200


@pytest.fixture(scope="session")
def text(prose):
    return prose("08")


@pytest.fixture(scope="module")
def figures():
    return report()


@pytest.fixture(scope="module")
def accounts():
    return {story.lang: list(month(story)) for story in STORIES.values()}


def seconds(time):
    return datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp()


def heard(story, budget=BUDGET):
    """A manager that has read the whole month, as the chapter makes it."""
    after = seconds("2031-04-02T09:00:00Z")
    manager = MemoryManager(story.user, clock=lambda: after, budget=budget, reserve=RESERVE)
    manager.update_setting("active_project", story.project)
    for day in dict.fromkeys(turn.session for turn in story.turns):
        turns = [turn for turn in story.turns if turn.session == day]
        said = [{"role": t.role, "content": t.text, "at": t.at, "secret": t.secret} for t in turns]
        manager.store_session_memory(day, said)
    return manager


def context_at(story, budget):
    return heard(story, budget).process_message(story.asked[0].text, offline_llm)["context"]


def month(story):
    """The tokens of each message, with the answers that were really given."""
    now = [0.0]
    manager = MemoryManager(story.user, clock=lambda: now[0], budget=BUDGET, reserve=RESERVE)
    manager.update_setting("active_project", story.project)
    for user, assistant in zip(story.turns[::2], story.turns[1::2], strict=True):
        now[0] = seconds(user.at)
        yield manager.process_message(user.text, lambda prompt, said=assistant.text: said)["tokens"]


def lines_of(story):
    return [f"{turn.role}: {turn.text}" for turn in story.turns]


def newest(lines, budget, size):
    kept, used = [], 0
    for line in reversed(lines):
        used += size(line)
        if used > budget:
            break
        kept.insert(0, line)
    return kept


def test_a_month_is_four_days_twenty_messages_and_forty_turns(text):
    assert len({turn.session for turn in GREEN.turns}) == 4 and len(GREEN.turns) == 40
    assert sum(turn.role == "user" for turn in GREEN.turns) == 20
    assert "on four days, twenty messages and as many answers" in text
    assert tokens.count(GREEN.history) == 1040 and "forty turns have 1,040 tokens" in text


def test_the_prompts_together_have_ten_times_the_conversation(text):
    said = lines_of(GREEN)
    sent = sum(tokens.count("\n".join(said[:number])) for number in range(1, 40, 2))
    assert 9.5 < sent / tokens.count(GREEN.history) < 10.5 and "Ten times the conversation" in text


def test_the_answer_is_in_one_turn_under_three_hundredths_of_the_text(text):
    wrong, right = (turn for turn in GREEN.turns if "deadline of Green Leaf" in turn.text)
    assert 0.02 < tokens.count(right.text) / tokens.count(GREEN.history) < 0.03
    assert "18 April" in wrong.text and "25 April" in right.text
    assert "The answer is in one turn, under 3% of the text" in text


def test_the_brief_answers_in_both_languages_with_a_third_of_the_history():
    for story, date in ((GREEN, "25 April"), (QINGYE, "五月十三日")):
        result = heard(story).process_message(story.asked[0].text, offline_llm)
        assert date in result["response"]
        assert result["tokens"]["context"] < 0.4 * tokens.count(story.history)
    assert KEY_EN in GREEN.history
    assert KEY_EN not in heard(GREEN).process_message("What is the API key?", offline_llm)["context_used"]


def test_the_rule_of_thumb_overflows_more_than_threefold_in_chinese(text):
    lines = lines_of(QINGYE)
    quarter = tokens.count("\n".join(newest(lines, 300, lambda line: len(line) // 4)))
    assert 3 * 300 < quarter < 4 * 300 and tokens.count("\n".join(newest(lines, 300, tokens.count))) <= 300
    assert 3.5 < tokens.count(QINGYE.history) / (len(QINGYE.history) // 4) < 4
    assert "more than threefold" in text and "wrong in Chinese by a factor of nearly four" in text


def test_three_lines_have_12_tokens_apart(text):
    assert sum(map(tokens.count, ("launch 25 April", "budget 27,500", "design Ines"))) == 12
    assert "Three lines have 12 tokens, counted one by one" in text


def test_what_is_said_of_the_slider_is_what_the_slider_shows(text):
    assert "18 April" in context_at(GREEN, 700).text
    assert "18 April" in context_at(GREEN, 500).left_out[0].text
    wide, narrow = context_at(GREEN, 400).text, context_at(GREEN, 300)
    assert "25 April" in wide and "18 April" not in wide
    assert "25 April" not in narrow.text and "walnuts" in narrow.text
    fixed = sum(use.tokens for use in narrow.layers if use.name in ("system", "question"))
    assert 40 <= fixed <= 60 and narrow.budget - narrow.reserve == 100
    assert context_at(QINGYE, 3000).tokens > context_at(GREEN, 3000).tokens
    assert "At 400 the new date is there and the old one is not" in text
    assert (
        "At 300 only 100 tokens are left for the prompt, instruction and question take half of them" in text
    )


def test_no_shortening_turns_a_memory_round():
    call = (
        "The printer called. The boxes are ready on 3 May, says the web page, but that is not so."
        " They will be ready on 10 May."
    )
    memo = "印刷厂来电话了：礼盒5月3日交货的计划取消了。何佳很喜欢这个绿色。改在5月10日交货。"
    for room in range(60):
        short = extractive(call, room, "When are the boxes ready?")
        assert tokens.count(short) <= room and ("3 May" not in short or "not" in short)
        short = extractive(memo, room, "礼盒什么时候交货？")
        assert tokens.count(short) <= room and ("5月3日" not in short or "取消" in short)


def test_at_no_budget_the_old_date_stands_without_the_new_one(text):
    old, new = (
        Memory("hanna", f"turn {n}", GREEN.turns[n - 1].text, at=seconds(GREEN.turns[n - 1].at))
        for n in (3, 21)
    )
    for budget in range(30, 200):
        made = rebuild(GREEN.asked[0].text, relevant=[old, new], budget=budget, reserve=0).text
        assert "25 April" in made or "18 April" not in made
    assert "At no budget does the old date stand there without the new one" in text


def test_the_key_is_given_away_in_turn_9(text):
    assert [n for n, turn in enumerate(GREEN.turns, start=1) if KEY_EN in turn.text] == [9]
    assert "In turn 9 Hanna gave away the API key" in text


def test_neither_a_guess_nor_a_bare_contradiction_nor_a_reply_moves_the_date(text):
    hanna, asked = heard(GREEN), GREEN.asked[0].text
    guess = hanna.process_message("Maybe the deadline of Green Leaf is 2 May, I'm not sure.", offline_llm)
    assert guess["decisions"][0].kind == "ignored"
    plain = hanna.process_message("The deadline of Green Leaf is 2 May.", offline_llm)
    assert plain["decisions"][0].kind == "contradiction"
    hanna.process_message("Who brings the cake?", lambda prompt: "As you told me, it is 9 May.")
    later = hanna.process_message(asked, offline_llm)
    assert "25 April" in later["response"]
    assert not [hit for hit in later["recalled"].hits if "9 May" in hit.memory.text]
    assert "what a model said is no evidence" in text


def test_the_account_is_as_told(text, accounts):
    shares = {}
    for lang, rows in accounts.items():
        whole, brief = (sum(row[name] for row in rows) for name in ("full_history", "context"))
        shares[lang] = 1 - brief / whole, rows[-1]["context"] / rows[-1]["full_history"]
        assert rows[0]["context"] > rows[0]["full_history"] and max(row["context"] for row in rows) <= 400
    assert 1 / 3 < shares["en"][0] < 1 / 2 < shares["zh"][0]
    assert 1 / 3 < shares["en"][1] < 0.4 and 0.2 < shares["zh"][1] < 0.27
    assert "within its 400 tokens for ever" in text and "At the beginning the brief is *longer*" in text
    assert "more than a third is saved in English and more than half in Chinese" in text
    assert "costs little more than a third in English, and in Chinese a quarter" in text


def test_sixty_per_cent_are_saved_at_the_end_with_all_facts(text, figures):
    for row in figures.values():
        assert row["fewer"] >= 0.6 and row["present"] == 1 and not row["outdated"]
    assert all(len(story.asked) == 13 for story in STORIES.values()) and "thirteen questions" in text
    assert round(1 - 639 / 1500, 2) == 0.57 and "1500 → 639 tokens" in text and "57% less" in text
    assert "More than 60% less in both languages" in text


def test_the_last_ten_turns_know_nothing_of_the_walnuts(text):
    assert not any("walnut" in line for line in lines_of(GREEN)[-10:])
    assert any("walnut" in line for line in lines_of(GREEN))
    assert "the last ten turns know nothing of the walnuts" in text


def test_the_sections_are_numbered_and_what_points_to_them_finds_them(text):
    numbers = [int(n) for n in re.findall(r"## (\d+) · ", text)]
    assert numbers == list(range(1, 13))
    assert all(int(n) in numbers for n in re.findall(r"[Ss]ection (\d+)", text))
    assert set(re.findall(r"xercise (\d\d\.\d)", text)) <= set(course.exercises())
