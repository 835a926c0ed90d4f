"""play(): the story's conversations against a bank."""

from __future__ import annotations

import pytest

from memlab import tokens
from memlab.bank import POLICIES, play
from memlab.course.story import FIVE_STATEMENTS, MEMORIES, RETURN_DESK, SERVICE_CALL


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("capacity", range(1, 12))
def test_every_frame_is_whole(policy, capacity):
    run = play(SERVICE_CALL, MEMORIES, capacity, policy)
    assert (run.policy, run.capacity, len(run.frames)) == (policy, capacity, 12)
    held: set[str] = set()
    for turn, frame in zip(SERVICE_CALL, run.frames, strict=True):
        assert (frame.turn, frame.text) == (turn["id"], turn["text"])
        assert sorted(frame.read + frame.missed) == sorted(turn["use"])
        assert set(frame.read) == held & set(turn["use"])
        assert frame.written == tuple(turn["def"])
        after = {item.id for item in frame.resident}
        assert after == (held | set(frame.written)) - {entry.id for entry in frame.evicted}
        assert len(after) <= capacity
        held = after


def test_at_full_capacity_nothing_is_missed():
    for policy in POLICIES:
        run = play(SERVICE_CALL, MEMORIES, 11, policy)
        assert run.misses == 0
        assert not any(frame.evicted for frame in run.frames)


@pytest.mark.parametrize("capacity", range(1, 11))
def test_on_the_story_knowing_the_future_misses_least(capacity):
    misses = {policy: play(SERVICE_CALL, MEMORIES, capacity, policy).misses for policy in POLICIES}
    assert misses["liveness"] == min(misses.values())


def test_the_articles_trap_shows_on_five_statements():
    assert play(FIVE_STATEMENTS, MEMORIES, 2, "article").misses == 2
    assert play(FIVE_STATEMENTS, MEMORIES, 2, "article_protected").misses == 1
    assert play(FIVE_STATEMENTS, MEMORIES, 2, "liveness").misses == 0


def test_a_read_is_a_touch_and_a_turn_takes_a_minute():
    run = play(FIVE_STATEMENTS, MEMORIES, 9, "lru")
    (user_id,) = (item for item in run.frames[-1].resident if item.id == "user_id")
    assert (user_id.created_at, user_id.last_access, user_id.access_count) == (0, 60, 1)


def test_capacity_in_tokens_and_what_is_larger_is_refused():
    run = play(SERVICE_CALL, MEMORIES, 8, "lru", size=tokens.count)
    refused = [id for frame in run.frames for id in frame.refused]
    assert refused
    assert all(tokens.count(MEMORIES[id][0]) > 8 for id in refused)
    assert all(sum(item.size for item in frame.resident) <= 8 for frame in run.frames)


def test_a_variable_that_the_story_does_not_describe_is_written_by_its_name():
    run = play(RETURN_DESK, {}, 9, "liveness")
    assert {item.content for item in run.frames[-1].resident} >= {"order", "reason", "photo"}
    assert ("tracking",) in [frame.missed for frame in run.frames]


def test_two_runs_are_equal():
    assert play(SERVICE_CALL, MEMORIES, 4, "article") == play(SERVICE_CALL, MEMORIES, 4, "article")


def test_no_turns_no_frames():
    assert play([], {}, 3, "liveness").frames == ()


def test_a_bad_capacity_or_policy_is_refused():
    with pytest.raises(ValueError, match="capacity: 0"):
        play(FIVE_STATEMENTS, MEMORIES, 0, "lru")
    with pytest.raises(ValueError, match="policy: 'best'"):
        play(FIVE_STATEMENTS, MEMORIES, 3, "best")
