"""The speed of `memlab.facts`: hearing, against a budget, and asking, however large the book."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from memlab.cli.bench import Measurement
from memlab.facts import RULES, FactBook, chinese, english

BUDGET = 1 / 2_000  # seconds for an utterance
ASKED = 1_000  # times, so that the clock has something to measure
TALK = (  # a third states facts, a third asks or plans, a third is small talk
    "I live in {place}.",
    "I just moved to {place}, so my old address is no good any more.",
    "My name is {name} and I work at {place} Foods.",
    "I'm allergic to {food}, and my budget is £{number}.",
    "If I moved to {place}, which area would you suggest?",
    "I used to live in {place}, but that was years ago.",
    "My sister {name} lives in {place}.",
    "I need to finish report {number} by Friday, and I love {food}.",
    "Could you summarise what we said about {food} so far?",
    "What was order {number} again?",
    "Thanks, that helps a lot!",
    "Ha, good one. Tell me another about {food}, please.",
    "How is the weather in {place} at the moment?",
    "Let me think about number {number} for a minute.",
    "我住在{city}。",
    "我刚搬到{city}，预算{number}万。",
    "我叫{person}，对{dish}过敏。",
    "如果我搬到{city}，你推荐哪个区？",
    "我以前住在{city}，现在不了。",
    "我妈妈住在{city}。",
    "我下午需要完成第{number}份报告，我喜欢{dish}。",
    "{city}今天天气怎么样？",
    "好的，谢谢你！",
    "哈哈，再讲一个关于{dish}的笑话吧。",
    "帮我推荐几家{dish}馆。",
    "嗯，我再想想第{number}个方案。",
)
WORDS = {
    "place": ("Berlin", "Munich", "Oslo", "Leeds", "Porto", "New York", "Lyon", "Austin"),
    "name": ("Ann", "Tom", "Maria", "Li Wei", "Omar"),
    "food": ("peanuts", "sushi", "oat milk", "shellfish", "green tea", "rye bread"),
    "city": ("北京", "上海", "广州", "成都", "杭州", "南京"),
    "person": ("张三", "李雷", "王伟", "韩梅梅"),
    "dish": ("花生", "川菜", "海鲜", "香菜", "牛肉面"),
}


def measurements(quick: bool) -> Iterator[Measurement]:
    """Utterances are made before the clock starts; grammars and vocabularies are loaded by then."""
    n = 500 if quick else 5_000
    texts = utterances(n)
    _hear(FactBook("bench"), utterances(100, seed=2))
    ours = min(_seconds(_hear, FactBook("bench"), texts) for _ in range(3)) / n
    yield Measurement(f"hear, one of {n:,} utterances", ours, "the budget of 0.5 ms", BUDGET, 1)
    yield Measurement("hear, one utterance", ours, "a search for each pattern", _searching(texts))
    mixed = random.Random(3).sample(range(n), n)
    yield Measurement(
        "hear in any order", _seconds(_hear, FactBook("bench"), texts, mixed) / n, "in order", ours
    )
    yield _long_turn(n * 2)
    yield from _asking(10_000 if quick else 100_000)


def utterances(n: int, seed: int = 1) -> list[str]:
    """English and Chinese, facts and small talk; hardly two of them alike."""
    draw = random.Random(seed)

    def words() -> dict[str, Any]:
        return {"number": draw.randint(1, 9_999), **{name: draw.choice(of) for name, of in WORDS.items()}}

    return [draw.choice(TALK).format(**words()) for _ in range(n)]


def _hear(book: FactBook, texts: list[str], order: list[int] | None = None) -> None:
    for at in range(len(texts)) if order is None else order:
        book.hear(texts[at], at=at)


def _searching(texts: list[str]) -> float:
    """What a loop over the table takes that only looks for every pattern and decides nothing."""
    patterns = [english.compile_pattern(rule, p) for rule in RULES.values() for p in rule.english]
    patterns += [chinese.compile_pattern(rule, p) for rule in RULES.values() for p in rule.chinese]
    return _seconds(lambda: [p.search(text) for text in texts for p in patterns]) / len(texts)


def _long_turn(facts: int) -> Measurement:
    """A fact of a long turn against one of a turn a tenth as long: linear means alike."""
    long, short = (" ".join(f"I like tea {n}." for n in range(size)) for size in (facts, facts // 10))
    each = [_seconds(FactBook("bench").hear, text, 0) for text in (long, short)]
    name = f"a fact of a turn with {facts:,}"
    return Measurement(name, each[0] / facts, f"of one with {facts // 10:,}", 10 * each[1] / facts, 0.5)


def _asking(facts: int) -> Iterator[Measurement]:
    """The user's values among so many facts of other people, and among a hundred."""
    large, small = _crowd(facts), _crowd(100)
    for attribute in ("city", "task"):
        ours, peer = (min(_seconds(_ask, book, attribute) for _ in range(5)) for book in (large, small))
        yield Measurement(
            f"values({attribute!r}) of {facts:,} facts", ours / ASKED, "of 100", peer / ASKED, 0.5
        )


def _ask(book: FactBook, attribute: str) -> None:
    for _ in range(ASKED):
        book.values(attribute)


def _crowd(facts: int) -> FactBook:
    """A book in which the user has a city and five tasks, and others have all the rest."""
    book = FactBook("bench")
    rows = [{"attribute": "task", "value": f"report {n}", "at": n} for n in range(5)]
    names = [name for name, rule in RULES.items() if not rule.things][:10]
    rows += [
        {"attribute": names[n % 10], "value": f"value {n}", "entity": f"person {n // 10}", "at": n}
        for n in range(facts - 6)
    ]
    book.import_facts([*rows, {"attribute": "city", "value": "Oslo", "at": 0}])
    return book


def _seconds(function: Callable[..., Any], *arguments: Any) -> float:
    """In processor time, which other processes do not change."""
    gc.collect()  # what was made before is not this function's garbage
    start = process_time()
    function(*arguments)
    return process_time() - start
