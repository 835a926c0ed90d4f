"""An agent's memory trace, made up: topics that come back, corrections, errors, small talk. All invented."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from memlab import checks, tokens
from memlab.bank.scoring import IMPORTANCE
from memlab.replay.access import READ, WRITE, Access
from memlab.replay.trace import Trace

Slot = tuple[str, str, str, tuple[str, ...]]  # its name, its grade, what is written down, and the values
Note = tuple[str, str, float, str]  # operation, key, importance, text

TOPICS: tuple[tuple[str, tuple[Slot, ...]], ...] = (
    (
        "trip",
        (
            ("seat", "instruction", "Always book me a seat {}.", ("by the window", "on the aisle")),
            ("goal", "business", "The trip goes to {}.", ("Lisbon", "Oslo", "Ghent", "Porto")),
            ("budget", "business", "For the trip there are {} euros, all in.", ("800", "950", "1,200")),
            ("way", "finding", "The cheapest way there is {}.", ("the night train", "a flight on Tuesday")),
            ("mood", "context", "They look forward to {}.", ("the sea", "the old town", "a week of quiet")),
            ("error", "error", "The booking tool failed: {}.", ("timeout after 30 s", "card declined")),
        ),
    ),
    (
        "装修",
        (
            ("回答", "instruction", "回答装修的问题时，请{}。", ("只说结论", "先列出价格", "用简短的句子")),
            ("预算", "business", "厨房的预算是{}元，不能超。", ("三万", "三万五", "四万二")),
            ("日期", "business", "工人{}进场。", ("十月八日", "十月十五日", "下个月初")),
            ("发现", "finding", "比较了三家，{}的报价最低。", ("城南那家", "老周介绍的那家", "网上那家")),
            ("背景", "context", "他们家的厨房{}。", ("朝北，有点暗", "很小，放不下洗碗机")),
            ("错误", "error", "查询材料价格时工具报错：{}。", ("连接超时", "找不到这个型号")),
        ),
    ),
    (
        "report",
        (
            ("style", "instruction", "Write the report {}.", ("in plain words", "as bullet points")),
            ("due", "business", "The report on tea sales is due on {}.", ("May 3", "May 10", "June 1")),
            ("reader", "business", "It goes to {}.", ("the board", "Ms Ode in purchasing", "all branches")),
            (
                "trend",
                "finding",
                "Sales of oolong {} in spring.",
                ("rose by 12 %", "fell by 3 %", "stood still"),
            ),
            ("source", "context", "The figures come from {}.", ("the till", "last year's ledger")),
            (
                "error",
                "error",
                "The spreadsheet could not be read: {}.",
                ("sheet 2 is missing", "bad encoding"),
            ),
        ),
    ),
    (
        "体检",
        (
            ("提醒", "instruction", "提到用药时，一定要先提醒我{}。", ("我对阿司匹林过敏", "饭后再吃")),
            ("时间", "business", "体检约在{}。", ("周五上午九点", "周六上午八点半", "下周一")),
            ("地点", "business", "体检在{}，要带身份证。", ("东门诊所", "江边医院三楼")),
            ("结论", "finding", "去年的结果里{}偏高。", ("血脂", "尿酸", "血压")),
            ("背景", "context", "最近睡得{}。", ("不太好", "好一些了", "很晚")),
            ("错误", "error", "预约系统返回错误：{}。", ("名额已满", "登录已过期")),
        ),
    ),
    (
        "garden",
        (
            ("units", "instruction", "Give me all lengths in {}.", ("metres", "feet")),
            ("bed", "business", "The new bed measures {}.", ("2 by 5", "3 by 4", "2 by 6")),
            ("plants", "business", "They want {} in it.", ("beans and squash", "asters", "three currants")),
            ("soil", "finding", "The soil test says {}.", ("too sour", "short of potash", "all is well")),
            ("shade", "context", "The plum tree shades it {}.", ("until noon", "from three on")),
            ("error", "error", "The weather service gave nothing: {}.", ("quota used up", "unknown place")),
        ),
    ),
    (
        "课程",
        (
            ("格式", "instruction", "出题的时候{}。", ("每次只出一道", "先给提示再给答案")),
            ("进度", "business", "上次讲到{}。", ("第三课", "第四课的一半", "第五课")),
            ("考试", "business", "考试在{}，占四成。", ("六月二十日", "六月二十七日")),
            ("弱点", "finding", "错得最多的是{}。", ("分数的除法", "应用题", "单位换算")),
            ("背景", "context", "孩子喜欢{}。", ("下棋", "画恐龙", "踢球")),
            ("错误", "error", "题库没有返回题目：{}。", ("服务暂停", "年级不对")),
        ),
    ),
)

SMALL_TALK = (
    "Thanks, that was quick!",
    "Ha, good one.",
    "It has been raining here all day.",
    "Give me a second, the kettle is boiling.",
    "好的，谢谢你！",
    "哈哈，太有意思了。",
    "今天外面真热。",
    "等一下，我去开个门。",
)


def conversation(n: int = 2_000, topics: int = 24, seed: int = 0) -> Trace:
    """An agent's months of talk: topics that come back after a while, corrections, small talk never read.

    Sizes are tokens, importances grades / 10, times seconds; each key is written before it is read, and a
    correction writes its key again. English and Chinese, all invented.

    >>> trace = conversation(200)
    >>> len(trace), trace[0].operation, trace.footprint() < 200
    (200, 'write', True)
    """
    checks.whole("n", n, 0)
    checks.whole("topics", topics, 1)
    checks.whole("seed", seed, 0)
    notes = islice(_months(topics, random.Random(seed).random), n)
    rows = (Access(key, time, act, _tokens(text), worth, text) for time, (act, key, worth, text) in notes)
    return Trace.of(rows, "conversation")


@lru_cache(maxsize=1024)
def _tokens(text: str) -> int:
    return tokens.count(text)


class _Topic:
    """One subject with what is noted of it at present."""

    def __init__(self, place: int, draw: Callable[[], float]) -> None:
        name, self.slots = TOPICS[place % len(TOPICS)]
        self.name = f"{name} {place // len(TOPICS) + 1}"
        self.draw = draw
        self.notes: dict[str, tuple[str, float, str]] = {}

    def write(self, slot: Slot) -> Note:
        """A value for the slot that is not the one it has."""
        field, grade, sentence, values = slot
        before = self.notes.get(field, ("", 0, ""))[2]
        texts = [sentence.format(value) for value in values]
        text = _pick(self.draw, [text for text in texts if text != before])
        self.notes[field] = (f"{self.name}/{field}", IMPORTANCE[grade] / 10, text)
        return (WRITE, *self.notes[field])

    def read(self, field: str) -> Note:
        return (READ, *self.notes[field])


def _months(count: int, draw: Callable[[], float]) -> Iterator[tuple[float, Note]]:
    """Visits, hours apart, to a new topic or to one that was not the last; a minute from turn to turn."""
    time, known, talks = 0.0, [_Topic(0, draw)], 0
    topic = known[0]
    while True:
        for turn in _visit(topic, draw):
            if draw() < 0.4:
                talks += 1
                turn.append((WRITE, f"chat {talks}", IMPORTANCE["smalltalk"] / 10, _pick(draw, SMALL_TALK)))
            yield from ((time, note) for note in turn)
            time += 60.0
        time += 3600.0 * (1 + int(draw() * 12))
        if len(known) < count and draw() < 0.4:
            known.append(_Topic(len(known), draw))
            topic = known[-1]
        else:
            topic = _pick(draw, [other for other in known if other is not topic] or known)


def _visit(topic: _Topic, draw: Callable[[], float]) -> Iterator[list[Note]]:
    """The turns of one visit, each a list of notes; a topic that is new is told first."""
    *facts, error = topic.slots
    if not topic.notes:
        yield from ([topic.write(slot)] for slot in facts)
    for _ in range(3 + int(draw() * 6)):
        turn = [topic.read(facts[0][0])] + [
            topic.read(_pick(draw, facts[1:])[0]) for _ in range(1 + int(draw() * 2))
        ]
        if draw() < 0.15:
            turn.append(topic.write(_pick(draw, facts)))
        yield turn
        if draw() < 0.1:
            yield [topic.write(error)]
            yield [topic.read(error[0])]


def _pick(draw: Callable[[], float], items: Sequence[Any]) -> Any:
    return items[int(draw() * len(items))]
