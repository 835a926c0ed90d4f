"""The speed of `memlab.facts`: hearing, against a budget, and asking, however large the book."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from memlab.cli.bench.results import Measurement
from memlab.cli.bench.timing import Side, side_by_side, timed
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
    n = 150 if quick else 5_000
    texts = utterances(n)
    hearing(utterances(100, seed=2))()
    ours, searched = (taken / n for taken in side_by_side(hearing(texts), _searching(texts), repeats=3))
    yield Measurement(f"hear, one of {n:,} utterances", ours, "the budget of 0.5 ms", BUDGET, 1)
    yield Measurement("hear, one utterance", ours, "a search for each pattern", searched)
    mixed = random.Random(3).sample(range(n), n)
    ours, in_order = side_by_side(hearing(texts, mixed), hearing(texts), repeats=1)
    yield Measurement("hear in any order", ours / n, "in order", in_order / n)
    yield _long_turn(n * 2)
    yield from _asking(2_000 if quick else 100_000)


def utterances(n: int, seed: int = 1) -> list[str]:
    """English and Chinese, facts and small talk; hardly two of them alike."""
    draw = random.Random(seed)

    def words() -> dict[str, Any]:
        return {"number": draw.randint(1, 9_999), **{name: draw.choice(of) for name, of in WORDS.items()}}

    return [draw.choice(TALK).format(**words()) for _ in range(n)]


def hearing(texts: list[str], order: list[int] | None = None) -> Side:
    """A new book hears them."""
    places = range(len(texts)) if order is None else order

    def hear(book: FactBook) -> None:
        for at in places:
            book.hear(texts[at], at=at)

    return lambda: timed(hear, FactBook("bench"))


def _searching(texts: list[str]) -> Side:
    """A loop over the table that only looks for every pattern and decides nothing."""
    patterns = [english.compile_pattern(rule, p) for rule in RULES.values() for p in rule.english]
    patterns += [chinese.compile_pattern(rule, p) for rule in RULES.values() for p in rule.chinese]
    return lambda: timed(lambda: [p.search(text) for text in texts for p in patterns])


def _long_turn(facts: int) -> Measurement:
    """A fact of a long turn against one of a turn a tenth as long: linear means alike."""
    texts = [" ".join(f"I like tea {n}." for n in range(size)) for size in (facts, facts // 10)]
    long, short = side_by_side(*(hearing([text]) for text in texts), repeats=3)
    name = f"a fact of a turn with {facts:,}"
    return Measurement(name, long / facts, f"of one with {facts // 10:,}", 10 * short / facts, 0.5)


def _asking(facts: int) -> Iterator[Measurement]:
    """The user's values among so many facts of other people, and among a hundred."""
    books = _crowd(facts), _crowd(100)
    for attribute in ("city", "task"):
        sides = (lambda book=book: timed(_ask, book, attribute) for book in books)  # noqa: B023
        ours, peer = (taken / ASKED for taken in side_by_side(*sides))
        yield Measurement(f"values({attribute!r}) of {facts:,} facts", ours, "of 100", peer, 0.5)


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
