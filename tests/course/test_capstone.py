"""The capstone: fair conversations, a replay that is memlab's own, a verdict that says what is wrong."""

from __future__ import annotations

import itertools
import random
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.bank import Policy
from memlab.course import capstone, capstone_replay
from memlab.course.capstone import Design, Talk, Turn, open_talk, replay
from memlab.course.capstone_baselines import ORACLE, baselines
from memlab.course.capstone_desk import talk
from memlab.course.capstone_replay import Replay
from memlab.course.capstone_story import HIDDEN, OPEN, SINGLE
from memlab.course.capstone_verdict import CAP, optimum_of
from memlab.replay import simulate

SAYS_SO = re.compile(r"allerg|过敏|never|ever |绝不|绝对不要|千万|永远不", re.I)
SEEDS = st.integers(0, 10_000)


class Careful(Design):
    """Places and prompts as they should be; the longest unused goes."""

    name = "careful"

    def slot(self, note):
        return (note.tenant, note.about) if note.about in SINGLE else (note.tenant, note.about, note.text)

    def key(self, note, now):
        return (note.last_used,)

    def prompt(self, question, notes):
        return [n for n in notes if (n.tenant, n.about) == (question.tenant, question.about)]


class Apart(Careful):
    """As careful, and no two notes have one place unless the second ends the first."""

    def slot(self, note):
        return (note.tenant, note.about) if note.about in SINGLE else note.id


class Good(Careful):
    """A design that keeps what must stay, by its words, and weighs the rest."""

    name = "good"
    USE = {"name": 3, "address": 2, "order": 3, "date": 3, "food": 0.3, "wish": 0.05, "chat": 0.02}  # noqa: RUF012

    def key(self, note, now):
        stays = note.about in ("food", "wish") and bool(SAYS_SO.search(note.text))
        if note.about == "chat" and note.uses:
            return (stays, 0, note.last_used)
        age = now - note.last_used
        use = 3 if age < 100 and not note.uses else self.USE[note.about]
        return (stays, 1, use / note.tokens / (age + 600))


def small(seed, visits=12, **more):
    return talk(seed, visits=visits, **more)


def story(*lines):
    """A conversation from (tenant, about, text or the number of the turn that is asked for)."""
    turns = []
    for number, (tenant, about, said) in enumerate(lines, start=1):
        asks = isinstance(said, int)
        text = "?" if asks else said.rstrip("!")
        turns.append(
            Turn(
                number, 60.0 * number, tenant, about, text, said if asks else None, text != said and not asks
            )
        )
    return Talk("a story", tuple(turns))


# the conversations


@pytest.mark.parametrize("hidden", [False, True])
@given(seed=SEEDS)
def test_every_question_is_about_the_latest_that_was_said(seed, hidden):
    latest = {}
    for turn in small(seed, hidden=hidden).turns:
        if turn.needs is None:
            latest[turn.tenant, turn.about] = turn.number
            continue
        assert turn.needs < turn.number
        if turn.about in SINGLE:
            assert turn.needs == latest[turn.tenant, turn.about]


@given(seed=SEEDS)
def test_turns_are_numbered_and_time_goes_on(seed):
    turns = small(seed).turns
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert all(one.time < other.time for one, other in itertools.pairwise(turns))


def test_the_open_conversations_are_in_two_languages_and_always_the_same():
    first, second = open_talk(1), open_talk(2)
    chinese = [
        len({t.tenant for t in one.turns if re.search("[一-龥]", t.tenant)}) for one in (first, second)
    ]
    assert 0 < chinese[0] < chinese[1]
    assert first.turns == talk(1, chinese=0.25).turns
    for wrong in (0, 3, True, "1"):
        with pytest.raises(ValueError, match="allowed are 1 and 2"):
            open_talk(wrong)


def test_hidden_customers_say_nothing_that_the_open_ones_say():
    def wordings(pool):
        return {text for words in pool for texts in vars(words).values() for text in texts} - {"{}。"}

    assert not wordings(OPEN) & wordings(HIDDEN)


@pytest.mark.parametrize("pool", [OPEN, HIDDEN], ids=["open", "hidden"])
def test_what_must_stay_says_so_in_its_words_and_others_only_look_like_it(pool):
    for words in pool:
        assert all(SAYS_SO.search(text) for text in words.safe_food + words.safe_wish)
        for texts in (words.chat, words.food + words.wish):
            assert any(re.search("never|allerg|从来|过敏", text) for text in texts)


def test_knowing_the_open_sentences_by_heart_is_no_use():
    by_heart = re.compile(r"I am allergic|Careful with|^Never (call|leave|put)|我对.*过敏|请记住|绝对不要")

    class Heart(Careful):
        def key(self, note, now):
            return (bool(by_heart.search(note.text)), note.last_used)

    hidden = capstone.hidden_talk(1)
    assert replay(Heart, hidden).lost > 5


# the replay


class ByNumber(Apart):
    def key(self, note, now):
        return (zlib.crc32(note.text.encode()) % 7, note.last_used)


class ByNumberThere(Policy):
    spares_newcomer = False

    def key(self, item, now):
        return (zlib.crc32(item.content.encode()) % 7, item.last_access)


class Oldest(Apart):
    def key(self, note, now):
        return (note.came,)


@pytest.mark.parametrize(
    ("design", "policy"),
    [(Apart, "lru"), (Oldest, "fifo"), (ByNumber, ByNumberThere())],
    ids=["lru", "fifo", "own"],
)
@given(seed=SEEDS, budget=st.integers(60, 700))
def test_it_replays_as_memlab_does(design, policy, seed, budget):
    one = small(seed)
    log = Replay(design(), one, budget).run()
    there = simulate(one.trace, policy, budget, "tokens")
    assert (log.hits, log.reads) == (there.hits, there.requests)
    gone = [(turn, one.key(one.turns[note - 1])) for turn, note in log.gone]
    assert gone == [(departure.position + 1, departure.key) for departure in there.evictions]


@given(seed=SEEDS, budget=st.integers(1, 700), draw=st.integers(0, 99))
def test_whatever_a_design_does_the_bound_and_the_budget_hold(seed, budget, draw):
    class Any(Careful):
        def __init__(self):
            self.rng = random.Random(draw)

        def slot(self, note):
            return (note.tenant, note.about, self.rng.random() if note.about not in SINGLE else 0)

        def key(self, note, now):
            return (self.rng.random(),)

        def prompt(self, question, notes):
            assert sum(note.tokens for note in notes) <= budget
            return super().prompt(question, notes)

    one = small(seed)
    verdict = replay(Any, one, budget)
    assert not verdict.trouble and verdict.hits <= optimum_of(one, budget)
    assert 0 <= verdict.score <= 100 and verdict.mixed == 0


@given(seed=SEEDS, cut=st.floats(0, 1))
def test_a_design_is_told_nothing_of_what_comes(seed, cut):
    class Noting(Careful):
        def __init__(self):
            self.told = []

        def key(self, note, now):
            self.told.append((note, now))
            return super().key(note, now)

        def prompt(self, question, notes):
            self.told.append((question, notes))
            return super().prompt(question, notes)

    whole = small(seed)
    part = Talk("part", whole.turns[: int(cut * len(whole))])
    told = []
    for one in (whole, part):
        design = Noting()
        Replay(design, one, 300).run()
        told.append(design.told)
    assert told[0][: len(told[1])] == told[1]


def test_a_design_that_writes_into_its_notes_changes_nothing():
    class Scribbler(Careful):
        def key(self, note, now):
            object.__setattr__(note, "tokens", 0)
            object.__setattr__(note, "id", 1)
            return (note.last_used,)

        def prompt(self, question, notes):
            answer = super().prompt(question, notes)
            for note in notes:
                object.__setattr__(note, "tenant", question.tenant)
            return answer

    one = small(1, visits=30)
    mine, other = (replay(design, one) for design in (Scribbler, Careful))
    assert (mine.hits, mine.lost) == (other.hits, other.lost)


def test_a_note_that_is_larger_than_the_memory_moves_nobody():
    one = story(("Ann", "date", "Friday."), ("Ann", "chat", "so long " * 50), ("Ann", "date", 1))
    assert replay(Careful, one, 20).hits == 1


# the verdict


def first(design, one, budget=600):
    return replay(design, one, budget).first


def test_one_place_for_two_customers():
    one = story(("Ann", "name", "Ann here."), ("Bo", "name", "Bo here."), ("Ann", "name", 1))
    design = type("Mine", (Careful,), {"slot": lambda self, note: note.about})
    verdict = replay(design, one)
    assert verdict.score == 0 and verdict.mixed >= 1
    assert verdict.first.startswith("First mistake, turn 2: “Ann here.” of Ann was ended by “Bo here.” of Bo")


def test_a_prompt_with_another_customers_note():
    one = story(("Ann", "food", "Allergic to nuts.!"), ("Bo", "food", "I like it strong."), ("Bo", "food", 2))
    design = type("Mine", (Careful,), {"prompt": lambda self, question, notes: notes})
    verdict = replay(design, one)
    assert verdict.score == 0 and verdict.hits == 1
    assert "turn 3: into the prompt for Bo went “Allergic to nuts.”, which Ann said" in verdict.first


def test_a_second_allergy_written_over_the_first():
    one = story(
        ("Ann", "food", "Allergic to nuts.!"), ("Ann", "food", "Allergic to soy.!"), ("Ann", "food", 2)
    )
    design = type("Mine", (Careful,), {"slot": lambda self, note: (note.tenant, note.about)})
    verdict = replay(design, one)
    assert (verdict.lost, verdict.score) == (1, CAP)
    assert (
        "turn 2: “Allergic to nuts.” of Ann must never be lost, and was ended by “Allergic" in verdict.first
    )


CROWDED = (("Ann", "wish", "Never ring.!"), ("Bo", "chat", "It rains and rains."), ("Bo", "chat", 2))


def test_what_must_stay_is_let_go():
    assert "turn 2: “Never ring.” of Ann must never be lost, and `key` let it go" in first(
        Careful, story(*CROWDED), 6
    )


def test_what_must_stay_is_not_let_in():
    turned = type("Mine", (Careful,), {"key": lambda self, note, now: (-note.said,)})
    one = story(("Bo", "chat", "It rains and rains."), ("Ann", "wish", "Never ring.!"), ("Bo", "chat", 1))
    assert "turn 2: “Never ring.” of Ann must never be lost, and was not even let in" in first(turned, one, 6)


def test_what_must_stay_is_left_out_of_the_prompt():
    one = story(("Ann", "wish", "Never ring.!"), ("Ann", "wish", "Wrap it."), ("Ann", "wish", 1))

    class Latest(Careful):
        def prompt(self, question, notes):
            return list(super().prompt(question, notes))[-1:]

    assert replay(Latest, one).lost == 1
    assert "“Never ring.” of Ann must never be lost. It was in memory, and `prompt` left it" in first(
        Latest, one
    )


def test_other_things_left_out_cost_an_answer_only():
    one = story(("Ann", "wish", "Wrap it."), ("Ann", "wish", 1))
    none = type("Mine", (Careful,), {"prompt": lambda self, question, notes: []})
    verdict = replay(none, one)
    assert (verdict.hits, verdict.lost, verdict.missed) == (0, 0, (("wish", 1),))
    assert "`prompt` left it out" in verdict.first


def test_an_outdated_value_beside_the_new_one():
    one = story(("Ann", "address", "Mill Lane."), ("Ann", "address", "Plum Court."), ("Ann", "address", 2))
    heap = type("Mine", (Careful,), {"slot": lambda self, note: note.id})
    assert replay(heap, one).hits == 0
    assert "still had “Mill Lane.”, though “Plum Court.” came after it" in first(heap, one)
    assert replay(Careful, one).hits == 1


def test_chat_over_chat():
    one = story(("Ann", "chat", "Rain."), ("Ann", "chat", "Snow."), ("Ann", "chat", 1))
    design = type("Mine", (Careful,), {"slot": lambda self, note: (note.tenant, note.about)})
    assert "turn 3: “Rain.” of Ann was asked for, and is gone: in turn 2 “Snow.” took" in first(design, one)


def test_what_was_let_go_though_something_else_was_of_no_more_use():
    one = story(
        ("Ann", "order", "Two tins."),
        ("Bo", "chat", "It rains."),
        ("Cy", "date", "Friday."),
        ("Ann", "order", 1),
    )
    told = first(Careful, one, 6)
    assert "turn 4: “Two tins.” of Ann had to be fetched: in turn 3 your `key` let it go." in told
    assert "“It rains.” of Bo stayed, with 3 tokens, and nobody asks for it again" in told


def test_where_nothing_better_could_be_done_it_says_so():
    said = [("Ann", "order", "Two tins."), ("Bo", "date", "Friday.")]
    one = story(*said, ("Ann", "order", 1), ("Bo", "date", 2), ("Ann", "order", 1))
    keeping = type("Mine", (Careful,), {"key": lambda self, note, now: (note.about == "order",)})
    verdict = replay(keeping, one, 4)
    assert (verdict.hits, verdict.reads, verdict.first) == (2, 3, "")
    assert "No decision was worse than it had to be." in repr(verdict)


def test_the_gravest_mistake_is_told_before_earlier_ones():
    one = story(("Ann", "chat", "Rain."), ("Ann", "chat", 1), ("Bo", "name", "Bo."), ("Ann", "chat", 1))

    class Mixing(Careful):
        def prompt(self, question, notes):
            return [note for note in notes if note.tenant != question.tenant]

    assert first(Mixing, one).startswith("First mistake, turn 4: into the prompt")


def bad(**methods):
    return type("Bad", (Careful,), methods)


@pytest.mark.parametrize(
    ("design", "phrase"),
    [
        (Careful(), "this is an object: pass the class Careful, without the ()"),
        (3, "3 is no design: pass a class that inherits"),
        (dict, "{} is no Design"),
        (Design, "at turn 1 slot() stopped with NotImplementedError: give your design a method slot(note)"),
        (bad(__init__=lambda self, more: None), "making one stopped with TypeError"),
        (bad(slot=lambda self, note: [note.about]), "slot() stopped with TypeError: unhashable type"),
        (bad(slot=lambda self, note: exit()), "slot() stopped with SystemExit"),
        (bad(key=lambda self, note, now: note.last_used), "key() returned 60.0: return a tuple"),
        (bad(key=lambda self, note, now: (float("nan"),)), "key() returned (nan,)"),
        (bad(key=lambda self, note, now: (note.id, "x")[note.id % 2 :]), "key() stopped with TypeError"),
        (bad(prompt=lambda self, question, notes: None), "prompt() returned None: return a list of notes"),
        (bad(prompt=lambda self, question, notes: notes[0]), "return a list of notes"),
        (bad(prompt=lambda self, question, notes: ["x"]), "return some of the notes that it was given"),
        (bad(prompt=lambda self, question, notes: (1 / 0 for _ in notes)), "ZeroDivisionError"),
        (bad(key=lambda self, note, now: (random.random(),)), "two replays differ"),
    ],
    ids=lambda value: value if isinstance(value, str) else "design",
)  # fmt: skip
def test_what_cannot_be_replayed_is_told_and_never_raises(design, phrase):
    lines = [(name, "chat", f"{name} talks of rain.") for name in "ABCDEFGHIJ"] + [("A", "chat", 1)]
    verdict = replay(design, story(*lines), 20)
    assert phrase in verdict.trouble and verdict.score == 0
    assert "could not be replayed" in repr(verdict) and " at 0x" not in repr(verdict)


def test_stopping_the_kernel_stops_the_replay():
    def stopped(self, note):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay(bad(slot=stopped), small(1))


def test_a_design_that_takes_too_long_is_stopped(monkeypatch):
    monkeypatch.setattr(capstone_replay, "LIMIT", -1.0)
    assert "it is too slow: after -1 seconds it was at turn 1" in replay(Careful, small(1)).trouble


@pytest.mark.parametrize("budget", [0, -3, 1.5, "600", True])
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises((TypeError, ValueError), match="budget"):
        replay(Careful, small(1), budget)


def test_what_is_no_conversation_is_refused():
    with pytest.raises(TypeError, match="conversation"):
        replay(Careful, "open 1")


def test_a_verdict_is_shown_without_markup_of_the_learner():
    shown = replay(type("X", (Careful,), {"name": "<b>mine"}), small(1))._repr_html_()
    assert "&lt;b&gt;mine" in shown and "<b>mine" not in shown


# how good one can be


@pytest.mark.parametrize("seed", [1, 7316, 4711])
def test_a_good_design_beats_every_policy_that_knows_nothing_of_safety(seed):
    hidden = capstone.hidden_talk(seed)
    good, known = replay(Good, hidden), {verdict.design: verdict for verdict in baselines(hidden)}
    assert good.lost == good.mixed == 0
    for policy in ("fifo", "lru", "scored", "predicted"):
        assert known[policy].lost and known[policy].score <= CAP < 80 < good.score
        assert known[policy].share < good.share
    assert good.share < known[ORACLE].share and known[ORACLE].score > 95


def test_what_has_to_stay_leaves_room_for_the_rest():
    for one in (open_talk(1), open_talk(2), *map(capstone.hidden_talk, range(6))):
        kept = sum(size for size, turn in zip(one.tokens, one.turns, strict=True) if turn.safe)
        assert 0 < kept < 0.75 * capstone.BUDGET


def test_designs_are_compared_on_one_conversation():
    board = capstone.compare(open_talk(1), Careful, Good, 3)
    assert [place.design for place in board.places[:2]] == [ORACLE, "good"]
    assert "3 is no design" in repr(board) and "bound that nobody passes" in board._repr_html_()


# the ladder that the teaching plan tells of


class OnePlace(Careful):
    def slot(self, note):
        return note.about

    def prompt(self, question, notes):
        return [note for note in notes if note.about == question.about]


class OwnPlaces(OnePlace):
    def slot(self, note):
        return (note.tenant, note.about)


class OwnPrompts(Careful):
    def slot(self, note):
        return (note.tenant, note.about)


class Pins(Careful):
    def key(self, note, now):
        return (bool(SAYS_SO.search(note.text)), note.last_used)


class PinsLess(Careful):
    def key(self, note, now):
        return (note.about in ("food", "wish") and bool(SAYS_SO.search(note.text)), note.last_used)


class ChatFirst(PinsLess):
    def key(self, note, now):
        stays, _ = super().key(note, now)
        return (stays, now - note.last_used < 150, note.about not in ("chat", "wish"), note.last_used)


LADDER = (OnePlace, OwnPlaces, OwnPrompts, Careful, Pins, PinsLess, ChatFirst, Good)


def test_the_teaching_plan_tells_the_scores_that_designs_have(repo):
    plan = (repo / "notebooks" / "teaching" / "capstone.md").read_text(encoding="utf-8")
    told = [tuple(map(float, row)) for row in re.findall(r"\| ([\d.]+) \| ([\d.]+) \|$", plan, re.M)]
    talks = open_talk(1), capstone.hidden_talk(7316)
    assert told == [tuple(replay(design, one).score for one in talks) for design in LADDER]
