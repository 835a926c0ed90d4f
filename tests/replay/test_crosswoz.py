"""CrossWOZ dialogues as programs: a dialogue of our own worked by hand, odd files, and the dev half."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.flow import dangling_uses, dead_definitions, def_use_chains, pressure
from memlab.replay import TraceError, simulate
from memlab.replay.crosswoz import read_crosswoz
from memlab.replay.dialogues import crosswoz_report

# Our own: a teahouse, a museum near it, a second museum, and a taxi from the teahouse to the second museum.
GOAL = [
    [1, "餐馆", "推荐菜", ["茉莉花茶"], False],
    [1, "餐馆", "名称", "", False],
    [1, "餐馆", "电话", "", False],
    [1, "餐馆", "周边景点", [], False],
    [2, "景点", "名称", "出现在id=1的周边景点里", False],
    [2, "景点", "门票", "", False],
    [3, "景点", "名称", "印章馆", False],
    [3, "景点", "门票", "", False],
    [4, "出租", "出发地", "id=1", False],
    [4, "出租", "目的地", "id=3", False],
    [4, "出租", "车牌", "", False],
]


def state(*spoken):
    """The goal with the (sub-goal, slot) that were spoken of so far."""
    return [[n, domain, slot, value, (n, slot) in spoken] for n, domain, slot, value, _ in GOAL]


FIRST = [(1, "推荐菜"), (1, "名称")]
SECOND = [*FIRST, (1, "电话"), (1, "周边景点")]
THIRD = [*SECOND, (2, "名称"), (2, "门票")]
FOURTH = [*THIRD, (3, "名称"), (3, "门票")]
LAST = [*FOURTH, (4, "出发地"), (4, "目的地"), (4, "车牌")]


def user(content, acts, *spoken):
    return {"role": "usr", "content": content, "dialog_act": acts, "user_state": state(*spoken)}


def agent(content, acts):
    return {"role": "sys", "content": content, "dialog_act": acts}


MESSAGES = [
    user(
        "想喝茉莉花茶，去哪家好？",
        [["Inform", "餐馆", "推荐菜", "茉莉花茶"], ["Request", "餐馆", "名称", ""]],
        *FIRST,
    ),
    agent("清和茶舍不错。", [["Recommend", "餐馆", "名称", "清和茶舍"]]),
    user(
        "那里电话多少？旁边有什么可看的？",
        [["Request", "餐馆", "电话", ""], ["Request", "餐馆", "周边景点", ""]],
        *SECOND,
    ),
    agent(
        "电话是010-0000，旁边有茶具馆。",
        [["Inform", "餐馆", "电话", "010-0000"], ["Inform", "餐馆", "周边景点", "茶具馆"]],
    ),
    user(
        "旁边那个景点，门票多少？",
        [["Select", "景点", "源领域", "餐馆"], ["Request", "景点", "门票", ""]],
        *THIRD,
    ),
    agent("茶具馆免费。", [["Inform", "景点", "名称", "茶具馆"], ["Inform", "景点", "门票", "免费"]]),
    user(
        "印章馆的门票呢？", [["Inform", "景点", "名称", "印章馆"], ["Request", "景点", "门票", ""]], *FOURTH
    ),
    agent("20元。", [["Inform", "景点", "门票", "20元"]]),
    user("刚才茶舍的电话再说一遍？", [["Request", "餐馆", "电话", ""]], *FOURTH),
    agent("010-0000。", [["Inform", "餐馆", "电话", "010-0000"]]),
    user(
        "叫一辆出租车，从茶舍到印章馆。",
        [
            ["Inform", "出租", "出发地", "清和茶舍"],
            ["Inform", "出租", "目的地", "印章馆"],
            ["Request", "出租", "车牌", ""],
        ],
        *LAST,
    ),
    agent("车牌是京A·0000。", [["Inform", "出租", "车牌", "京A·0000"], ["General", "bye", "none", "none"]]),
]
OURS = {"茶": {"goal": GOAL, "type": "不独立多领域+交通", "messages": MESSAGES}}


def first(data):
    return read_crosswoz(data)[0]


def test_a_dialogue_worked_by_hand():
    dialogue = first(OURS)
    assert [(set(s.use), set(s.defs)) for s in dialogue.program] == [
        ({"餐馆-名称"}, {"餐馆-推荐菜"}),
        (set(), set()),  # what the agent answers it has looked up
        ({"餐馆-电话", "餐馆-周边景点"}, set()),
        (set(), set()),
        ({"景点-门票", "餐馆-周边景点"}, set()),  # the sight that is to be in the first place's list
        (set(), set()),
        ({"景点(3)-门票"}, {"景点(3)-名称"}),  # the second sight is another memory
        (set(), set()),
        ({"餐馆-电话"}, set()),  # asked again
        (set(), set()),
        (
            {"餐馆-名称", "景点(3)-名称", "出租-车牌"},
            {"出租-出发地", "出租-目的地"},
        ),  # the taxi's two references
        (set(), set()),
    ]
    assert (dialogue.name, dialogue.kind, dialogue.problems) == ("茶", "不独立多领域+交通", ())
    assert [s.speaker for s in dialogue.program][:2] == ["usr", "sys"]
    assert dialogue.program.statements[1].text == "清和茶舍不错。"


def test_what_the_user_stated_lives_until_it_is_referred_to_and_the_rest_dangles():
    program = first(OURS).program
    assert {v: uses for (v, _), uses in def_use_chains(program).items() if uses} == {"景点(3)-名称": (11,)}
    assert dead_definitions(program) == (("餐馆-推荐菜", 1), ("出租-出发地", 11), ("出租-目的地", 11))
    dangling = [(use.variable, use.statement) for use in dangling_uses(program)]
    assert len(dangling) == 9 and ("餐馆-名称", 11) in dangling and ("景点(3)-名称", 11) not in dangling


def test_a_reference_is_used_once_when_the_user_first_speaks_of_it():
    asks = user("再叫一辆？", [["Request", "出租", "车牌", ""]], *LAST)
    program = first({"茶": {**OURS["茶"], "messages": [*MESSAGES, asks]}}).program
    assert program.statements[12].use == {"出租-车牌"}


def test_who_is_named_is_meant_though_another_was_spoken_of_last():
    named = state(*FOURTH)
    named[4][3] = "茶具馆"  # the user chose it: the state holds the name
    again = {
        "role": "usr",
        "content": "茶具馆的门票是多少来着？",
        "dialog_act": [["Inform", "景点", "名称", "茶具馆"], ["Inform", "景点", "门票", "免费"]],
        "user_state": named,
    }
    program = first({"茶": {**OURS["茶"], "messages": [*MESSAGES[:8], again]}}).program
    assert program.statements[8].defs == {"景点-名称", "景点-门票"}


def changed(**fields):
    return {"茶": {**OURS["茶"], **fields}}


def with_act(act, role="usr"):
    message = {"role": role, "content": "?", "dialog_act": [act]}
    return {"x": {"goal": GOAL, "messages": [message]}}


def test_only_the_user_defines_and_an_answer_defines_nothing():
    inform = ["Inform", "餐馆", "名称", "清和茶舍"]
    assert first(with_act(inform)).program.statements[0].defs == {"餐馆-名称"}
    assert first(with_act(inform, role="sys")).program.statements[0].defs == frozenset()
    assert first(with_act(["Recommend", *inform[1:]])).program.statements[0].defs == frozenset()


def test_a_request_uses_its_own_slot_whatever_was_said():
    message = user(
        "清和茶舍在哪儿？", [["Inform", "餐馆", "名称", "清和茶舍"], ["Request", "餐馆", "地址", ""]], *FIRST
    )
    for messages in ([message], [*MESSAGES[:2], message]):
        program = first({"茶": {**OURS["茶"], "messages": messages}}).program
        assert (program.statements[-1].use, program.statements[-1].defs) == ({"餐馆-地址"}, {"餐馆-名称"})


def test_what_a_message_uses_comes_before_what_it_defines():
    acts = [["Inform", "酒店", "评分", "4分以上"], ["Request", "酒店", "评分", ""]]
    program = first({"messages": [{"role": "usr", "content": "?", "dialog_act": acts}]}).program
    assert len(dangling_uses(program)) == 1 and simulate(program, "lru", 8).hits == 0


TWO_SIGHTS = [
    [1, "景点", "门票", "免费", False],
    [1, "景点", "名称", "", False],
    [2, "景点", "评分", "4分以上", False],
    [2, "景点", "名称", "", False],
]


def sights(*messages):
    """Definitions of each message: (acts, what was spoken of so far, the name of the first sight)."""
    spoken = [
        {
            "role": "usr",
            "content": "?",
            "dialog_act": [[*act] for act in acts],
            "user_state": [
                [n, domain, slot, name if (n, slot) == (1, "名称") else value, (n, slot) in so_far]
                for n, domain, slot, value, _ in TWO_SIGHTS
            ],
        }
        for acts, so_far, name in messages
    ]
    return [set(s.defs) for s in first({"x": {"goal": TWO_SIGHTS, "messages": spoken}}).program]


def test_an_act_is_about_the_goal_that_was_spoken_of_last():
    free, rated = ("Inform", "景点", "门票", "免费"), ("Inform", "景点", "评分", "4分以上")
    cheap = ("Inform", "景点", "门票", "10元")
    assert sights(
        ([free], [(1, "门票")], ""), ([rated], [(1, "门票"), (2, "评分")], ""), ([cheap], [], "")
    ) == [
        {"景点-门票"},
        {"景点(2)-评分"},
        {"景点(2)-门票"},
    ]


def test_of_two_goals_in_one_message_a_new_slot_and_a_name_know_theirs():
    free, name = ("Inform", "景点", "门票", "免费"), ("Inform", "景点", "名称", "印章馆")
    both = [(1, "门票"), (2, "评分")]
    assert sights(([free], both, "")) == [{"景点-门票"}], "the second goal came last, but has no ticket"
    assert sights(([name], [(1, "名称")], "印章馆"), ([name], [(1, "名称"), (2, "评分")], "印章馆")) == [
        {"景点-名称"},
        {"景点-名称"},
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (with_act(["Whistle", "餐馆", "名称", ""]), "'Whistle' is no act"),
        (with_act(["Inform", "餐馆"]), "an act is"),
        (with_act("Inform"), "an act is"),
        (with_act(["Inform", None, "名称", ""]), "an act is"),
        ({"x": {"goal": GOAL, "messages": [None]}}, "a message is"),
        ({"x": {"goal": GOAL, "messages": [{"role": "usr", "content": "?", "dialog_act": 7}]}}, "dialog_act"),
        ({"x": {"goal": [[1, "酒店"]], "messages": []}}, "goal"),
        (
            {
                "x": {
                    "goal": [[1, "出租", "出发地", "id=9", False]],
                    "messages": [
                        {
                            "role": "usr",
                            "content": "?",
                            "dialog_act": [],
                            "user_state": [[1, "出租", "出发地", "id=9", True]],
                        }
                    ],
                }
            },
            "id=9",
        ),
    ],
)
def test_what_cannot_be_read_is_skipped_and_said(data, why):
    [problem] = first(data).problems
    assert why in problem.why or why in problem.text
    assert len(first(data).program) == len(data["x"]["messages"]), "each message stays a statement"


def test_what_is_missing_is_no_problem():
    bare = {"messages": [{"role": "usr", "content": "你好"}, {"role": "sys"}, {}]}
    dialogue = first({"x": bare})
    assert (len(dialogue.program), dialogue.problems, dialogue.kind) == (3, (), "")
    assert len(first({"x": {"messages": []}}).program) == 0
    with_messages_alone = first({"x": {"messages": MESSAGES}})  # the goal is known from the user's state
    assert [s.use for s in with_messages_alone.program] == [s.use for s in first(OURS).program]


def test_a_domain_outside_the_goal_has_memories_too():
    dialogue = first(with_act(["Inform", "影院", "名称", "大光明"]))
    assert dialogue.program.statements[0].defs == {"影院-名称"}


@pytest.mark.parametrize("wrap", [lambda d: d, lambda d: list(d.values()), lambda d: next(iter(d.values()))])
def test_the_forms_of_a_file(wrap, tmp_path):
    path = tmp_path / "对话.json"
    path.write_text(json.dumps(wrap(OURS), ensure_ascii=False), encoding="utf-8-sig")
    assert [d.program for d in read_crosswoz(path)] == [d.program for d in read_crosswoz(OURS)]
    assert read_crosswoz(str(path)) == read_crosswoz(wrap(OURS))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[", "not JSON"),
        ("[" * 100_000, "nested too deep"),
        ("9" * 5_000, "odd.json: not JSON|is none"),  # older Pythons read it
        ("7", "7 is none"),
        ('{"a": 7}', "'a'"),
        ('{"a": {"goal": []}}', "messages"),
        ('{"a": {"messages": 7}}', "messages"),
    ],
)
def test_what_holds_no_dialogues_is_refused_with_its_place(content, why, tmp_path):
    path = tmp_path / "odd.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(TraceError, match=why):
        read_crosswoz(path)


def test_one_dialogue_that_is_none_does_not_spoil_the_others():
    bad, good = read_crosswoz([{"goal": []}, OURS["茶"]])
    assert (len(bad.program), len(good.program)) == (0, 12)
    assert "messages" in bad.problems[0].why and bad.name == "1"
    assert read_crosswoz({}) == []


def test_a_large_odd_value_is_told_in_short():
    large = [[["x" * 99] * 9] * 9] * 9
    assert len(first(changed(goal=large)).problems[0].text) == 80
    with pytest.raises(TraceError) as told:
        read_crosswoz({"x": {"goal": large}})
    assert len(str(told.value)) < 300


def test_bytes_that_are_no_text_and_files_that_are_not_there(tmp_path):
    path = tmp_path / "odd.json"
    path.write_bytes(b"\xff\xfe[")
    with pytest.raises(TraceError, match="UTF-8"):
        read_crosswoz(path)
    with pytest.raises(FileNotFoundError):
        read_crosswoz(tmp_path / "none.json")


def test_every_dialogue_of_the_dev_half(shared):
    dialogues = read_crosswoz(shared / "data" / "crosswoz_dev.json")
    raw = json.loads((shared / "data" / "crosswoz_dev.json").read_text(encoding="utf-8"))
    assert [d.name for d in dialogues] == list(raw)
    assert [len(d.program) for d in dialogues] == [len(r["messages"]) for r in raw.values()]
    assert not any(d.problems for d in dialogues)
    for dialogue, source in zip(dialogues, raw.values(), strict=True):
        acts = [(m["role"], {(k, d, s) for k, d, s, _ in m["dialog_act"]}) for m in source["messages"]]
        stated = [sum(k == "Inform" for k, *_ in said) * (role == "usr") for role, said in acts]
        asked = [sum(k == "Request" for k, *_ in said) for _, said in acts]
        assert [len(s.defs) for s in dialogue.program] == stated, dialogue.name
        assert all(len(s.use) >= n for s, n in zip(dialogue.program, asked, strict=True)), dialogue.name
        references = sum(isinstance(g[3], str) and "id=" in g[3] for g in source["goal"])
        assert sum(len(s.use) for s in dialogue.program) <= sum(asked) + references, dialogue.name


def test_the_report_worked_by_hand():
    report = crosswoz_report(read_crosswoz(OURS), capacities=(2, 4), policies=("fifo", "lru", "liveness"))
    assert (report.dialogues, report.statements, report.definitions, report.uses) == (1, 12, 4, 10)
    assert (report.dangling_uses, report.dead_definitions, report.problems) == (9, 3, 0)
    assert report.lengths == (5,), "the second sight's name, from the seventh message to the eleventh"
    assert report.peaks == (6,), "six that are used and never defined are live from the first message on"
    assert report.mean_pressure == pytest.approx((5 * 6 + 4 * 4 + 2 * 3 + 0) / 12)
    assert report.served == {
        "unbounded": {2: 4, 4: 4},  # the list, the phone and both ends of the taxi's way
        "fifo": {2: 0, 4: 3},
        "lru": {2: 0, 4: 2},  # the second reading of the list cost the phone its place
        "liveness": {2: 3, 4: 4},
        "optimum": {2: 3, 4: 4},
    }


def test_a_live_range_ends_at_the_last_use():
    states = {"role": "usr", "content": "!", "dialog_act": [["Inform", "酒店", "价格", "300-400元"]]}
    asks = {"role": "usr", "content": "?", "dialog_act": [["Request", "酒店", "价格", ""]]}
    report = crosswoz_report(read_crosswoz({"messages": [states, asks, states, asks, asks, states]}), [1], ())
    assert (report.lengths, report.dead_definitions) == ((2, 3), 1)


def test_what_dangles_presses_and_has_no_live_range():
    asks = {"role": "usr", "content": "?", "dialog_act": [["Request", "酒店", "电话", ""]]}
    quiet = {"role": "sys", "content": "…", "dialog_act": []}
    dialogues = read_crosswoz({"messages": [quiet, asks, quiet, asks, quiet]})
    report = crosswoz_report(dialogues, capacities=[1], policies=())
    assert list(pressure(dialogues[0].program).values()) == [1, 1, 1, 1, 0]
    assert (report.lengths, report.dangling_uses, report.mean_pressure) == ((), 2, 0.8)
    assert report.served == {"unbounded": {1: 1}, "optimum": {1: 1}}, "what was looked up serves the next use"


def test_the_report_of_nothing():
    report = crosswoz_report([], policies=("lru",))
    assert (report.dialogues, report.mean_pressure, report.lengths) == (0, 0.0, ())
    assert report.share("lru", 8) == 1.0
    empty = crosswoz_report(read_crosswoz({"x": {"messages": []}}), policies=("lru",))
    assert empty.peaks == (0,)


def test_progress_is_told_after_each_dialogue():
    told = []
    crosswoz_report(
        read_crosswoz([OURS["茶"]] * 3), policies=(), progress=lambda *counts: told.append(counts)
    )
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize("capacity", [1, 2, 3, 4, 8])
def test_liveness_is_the_optimum_in_every_dialogue(shared, capacity):
    for dialogue in read_crosswoz(shared / "data" / "crosswoz_dev.json"):
        result = simulate(dialogue.program, "liveness", capacity)
        assert result.hits == result.optimum.hits, dialogue.name


def test_the_bounds_of_the_dev_half(shared):
    report = crosswoz_report(read_crosswoz(shared / "data" / "crosswoz_dev.json"))
    for capacity in (2, 4, 8):
        rows = {name: row[capacity] for name, row in report.served.items()}
        assert rows["liveness"] == rows["optimum"] <= rows["unbounded"] < report.uses
        assert max(rows["fifo"], rows["lru"], rows["predicted"]) <= rows["optimum"]
    assert report.dead_definitions / report.definitions > 0.9, "most of what is stated is never asked for"
    assert report.dangling_uses / report.uses > 0.9, "most of what is asked for nobody has stated"
    assert len(report.lengths) == report.definitions - report.dead_definitions


ATOMS = (
    st.none()
    | st.booleans()
    | st.integers(0, 3)
    | st.sampled_from(["Inform", "Request", "酒店", "名称", "id=1"])
)
ANYTHING = st.recursive(ATOMS, lambda inner: st.lists(inner, max_size=5), max_leaves=12)
ROW = st.tuples(
    st.integers(1, 3), st.just("酒店"), st.sampled_from(["名称", "电话"]), ATOMS, st.booleans()
).map(list)
ROWS = ANYTHING | st.lists(ROW | ANYTHING, max_size=5)
MESSAGE = ANYTHING | st.fixed_dictionaries(
    {}, optional={"role": ANYTHING, "content": ANYTHING, "dialog_act": ROWS, "user_state": ROWS}
)


@given(ROWS, st.lists(MESSAGE, max_size=4), ANYTHING)
def test_nothing_in_a_dialogue_stops_the_reading(goal, messages, kind):
    [dialogue] = read_crosswoz({"x": {"goal": goal, "messages": messages, "type": kind}})
    assert len(dialogue.program) == len(messages)
    crosswoz_report([dialogue], capacities=[1])
