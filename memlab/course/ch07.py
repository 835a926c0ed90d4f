"""Exercises of chapter 07, Layers and recall."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from memlab.course.exercise import Exercise, given, mutants, require, run, small
from memlab.tiers import MemoryStore, Settings
from memlab.tiers.embedding import cosine, hashed_embedding

# 07.1: what is there on a Friday?

FRIDAY, SECOND = "2031-09-12 17:00", "2031-09-02 12:00"
LIVE = {
    "friday": ["allergy", "morning", "tea"],
    "september 2": ["allergy", "budget", "coupon", "refund", "tea"],
}
_NAMES = ("tea", "budget", "refund", "allergy", "morning", "subtotal", "coupon")
_THERE = (  # moment, name, what is said to somebody who has it there
    ("friday", "budget", "the 180 days of `budget` were over on 6 September, whether or not anybody swept."),
    ("friday", "refund", "a state lives for 30 days after it was last set."),
    ("friday", "subtotal", "a task that ends takes its values along; it need not wait for an hour to pass."),
    ("friday", "coupon", "a pin keeps a memory from want of room. Who asks for seven days gets seven days."),
    ("september 2", "morning", "what was said on the 12th was not there on the 2nd."),
    ("september 2", "subtotal", "the cart of the 12th was not open on the 2nd."),
)
_GONE = (
    ("friday", "tea", "a lifetime counts from when it was said *last*."),
    ("friday", "allergy", "a profile does not expire, as the table says."),
    ("friday", "morning", "twelve hours after eight in the morning it is eight in the evening."),
    ("september 2", "budget", "what has expired since was there then: an expiry does not reach back."),
    ("september 2", "coupon", "on the 2nd the seven days had hardly begun."),
    ("september 2", "refund", "on the 2nd the state was 23 days old."),
    ("september 2", "tea", "she had said it in March and again in August."),
    ("september 2", "allergy", "said in 2030, and it does not expire."),
)


def _check_live(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(LIVE)
    require(good, "keep the dict of the starter, with its two keys.")
    there = {when: _named(when, some, _NAMES) for when, some in answer.items()}
    for when, name, message in _THERE:
        require(name not in there[when], f"{when}: {message}")
    for when, name, message in _GONE:
        require(name in there[when], f"{when}: {message}")


def _named(key: str, some: Any, allowed: tuple[str, ...]) -> set[str]:
    good = isinstance(some, (list, tuple, set)) and all(isinstance(name, str) for name in some)
    require(good, f'`{key}`: a list of names is asked for, such as ["…", "…"], empty if there is none.')
    for name in some:
        require(name in allowed, f"`{key}`: {small(name)} is none of {', '.join(allowed)}.")
    return set(some)


_LIVE = Exercise(
    id="07.1",
    kind="check",
    question="""
**Check.** What is there at five in the afternoon of Friday, 12 September 2031, and what was there at noon on
2 September? The sweep has not run since August.

- `tea`: 我喜欢茉莉花茶 (“I like jasmine tea”), a preference, said on 10 March and again on 20 August.
- `budget`: “No more than 200 a month”, a preference, said on 10 March.
- `refund`: the state of a refund, set on 10 August.
- `allergy`: 我对花生过敏, a profile, said in 2030.
- `morning`: the running summary of a session that was open on 12 September from eight in the morning.
- `subtotal`: a value of the task “cart”, which began and ended on 12 September, an hour ago.
- `coupon`: a note that was pinned on 1 September with `ttl` = seven days.""",
    starter='answer_07_1 = {"friday": [...], "september 2": [...]}   # names in quotes',
    check=_check_live,
    hints=(
        "A time is over when it is over. Who needs the sweep for that?",
        "The lifetimes stand at the head of this section: 180 days, 30 days, half a day, and no end at all.",
        "180 days after 10 March is 6 September, and after 20 August it is next February.",
    ),
    solution=(
        _right := """\
answer_07_1 = {
    "friday": ["allergy", "morning", "tea"],
    "september 2": ["allergy", "budget", "coupon", "refund", "tea"],
}"""
    ),
    misconceptions=mutants(
        _right,
        ('"morning", "tea"', '"morning"', "said *last*"),
        ('"allergy", "morning"', '"allergy", "budget", "morning"', "whether or not anybody swept"),
        ('"allergy", "morning"', '"allergy", "refund", "morning"', "after it was last set"),
        ('"allergy", "morning"', '"allergy", "subtotal", "morning"', "takes its values along"),
        ('"allergy", "morning"', '"allergy", "coupon", "morning"', "from want of room"),
        ('"allergy", "morning"', '"morning"', "as the table says"),
        ('"morning", "tea"', '"tea"', "eight in the evening"),
        ('"budget", "coupon"', '"coupon"', "does not reach back"),
        ('"coupon", "refund"', '"refund"', "had hardly begun"),
        ('"coupon", "refund"', '"coupon"', "23 days old"),
        ('"refund", "tea"]', '"refund"]', "again in August"),
        ('"allergy", "budget"', '"budget"', "said in 2030"),
        ('"refund", "tea"]', '"refund", "tea", "morning"]', "was not there on the 2nd"),
        ('"refund", "tea"]', '"refund", "tea", "subtotal"]', "was not open"),
        ('"refund", "tea"]', '"refund", "tea", "rain"]', "is none of tea"),
        ('["allergy", "morning", "tea"]', '"tea"', "a list of names is asked for"),
    ),
    praise="four ways to be over (a lifetime, a ttl, the end of a task, not yet said), and no sweep in any.",
)

# 07.2: two shelves made alike

Shelf = dict[str, tuple[int, "str | None"]]
TEA: tuple[int, str] = (1, "likes tea")
_SHELVES: tuple[tuple[Shelf, Shelf, str], ...] = (
    ({"tea": TEA}, {"tea": TEA}, "where both have the same there is nothing to tell."),
    ({"tea": TEA}, {}, "what the second shelf lacks, it is given."),
    ({}, {"tea": TEA}, "what the first shelf lacks, it is given: to be missing is no wish to be forgotten."),
    ({"tea": (2, "likes oolong")}, {"tea": TEA}, "version 2 is newer than version 1."),
    ({"tea": TEA}, {"tea": (2, "likes oolong")}, "the first shelf is not always right."),
    ({"tea": (2, None)}, {"tea": TEA}, "a tombstone of a higher version wins: what was erased stays erased."),
    ({"tea": TEA}, {"tea": (2, None)}, "a tombstone wins on the second shelf, too."),
    ({}, {"tea": (2, None)}, "a tombstone is handed on like a text, or an old copy comes back one day."),
    (
        {"tea": (3, "drinks it again")},
        {"tea": (2, None)},
        "a text of a higher version wins over a tombstone.",
    ),
    (
        {"tea": (1, "likes tea")},
        {"tea": (1, "likes cake")},
        "one version, two texts: the first shelf decides.",
    ),
)


def _drawn_shelves() -> Iterator[tuple[Shelf, Shelf, str]]:
    rng = random.Random(7)
    for _ in range(200):
        one, other = ({k: _entry(rng) for k in "abcde" if rng.random() < 0.7} for _ in range(2))
        yield one, other, "drawn shelves, several ids at once."


def _entry(rng: random.Random) -> tuple[int, str | None]:
    """Of texts the even versions, of tombstones the odd ones: a text and a tombstone never tie."""
    version = 2 * rng.randint(1, 3)
    text = rng.choice((f"text {version}", f"text {version}", "odd", None))
    return version + (text is None), text


def _mended(one: Shelf, other: Shelf) -> tuple[Shelf, list[tuple[str, str]]]:
    """What both shelves are to hold, and which of them each difference changes. A tie: the first shelf."""
    both = {id: max((s[id] for s in (one, other) if id in s), key=lambda e: e[0]) for id in {*one, *other}}
    changed = [(id, "words" if one.get(id) != both[id] else "vectors") for id in sorted(both)]
    return both, [pair for pair in changed if one.get(pair[0]) != other.get(pair[0])]


def _check_shelves(answer: Any) -> None:
    require(callable(answer), f"a function is asked for, and {small(answer)} is not one.")
    for one, other, lesson in (*_SHELVES, *_drawn_shelves()):
        words, vectors = dict(one), dict(other)
        shown = given(one, other)
        told = run(lambda w=words, v=vectors: answer(w, v), shown=shown)
        both, right = _mended(one, other)
        about = f"{lesson} With {shown}"
        require(isinstance(told, list), f"return a list of (id, shelf that was mended), not {small(told)}.")
        healed = words == both and vectors == both
        require(healed, f"{about} the shelves are {small(words)} and {small(vectors)} afterwards.")
        exact = sorted(map(repr, told)) == sorted(map(repr, right))
        require(exact, f"{_TOLD} With {shown} these are {small(right)}, and yours tells {small(told)}.")
        again = run(lambda w=words, v=vectors: answer(w, v), shown=shown)
        require(again == [], f"a second run has nothing to find. With {shown} it tells {small(again)}.")


_TOLD = "tell exactly the ids that differed, as (id, name of the shelf that was changed)."
_right = """\
def answer_07_2(words, vectors):
    told = []
    for id in sorted({*words, *vectors}):
        mine, other = words.get(id, (0, None)), vectors.get(id, (0, None))
        if mine == other:
            continue
        if other[0] > mine[0]:
            words[id] = other
            told.append((id, "words"))
        else:
            vectors[id] = mine
            told.append((id, "vectors"))
    return told"""
_SHELVED = Exercise(
    id="07.2",
    kind="build",
    question="""
**Build.** `reconcile` for two shelves. Each is a dict from an id to `(version, text)`; an erased memory is
`(version, None)`, a tombstone. Make both shelves hold the same: of an id the higher version wins, wherever it
lies; of two texts with one version, that of `words`. (A text and a tombstone never have one version.) Return
a list of what differed, as `(id, "words")` or `(id, "vectors")`, by the shelf that was *changed*. Change the
dicts in place.

The judge: drills, then 200 drawn pairs of shelves. Afterwards both are alike, nothing newer was lost, nothing
erased came back, exactly the ids that differed are told, and a second run tells nothing.""",
    starter='''\
def answer_07_2(words, vectors):
    """[(id, the shelf that was changed), ...]; afterwards both shelves are alike."""
    told = []
    for id in sorted({*words, *vectors}):
        ...
    return told''',
    check=_check_shelves,
    hints=(
        "`words.get(id, (0, None))` makes “not there” a version lower than all others.",
        "Three cases: both the same (go on), the second newer (`words[id] = …`), everything else.",
        "Compare versions only. Whether the text is None does not matter: a tombstone is an entry.",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            ("sorted({*words, *vectors})", "sorted(words)", "no wish to be forgotten"),
            ("other[0] > mine[0]", "not mine[0]", "is not always right"),
            ("other[0] > mine[0]", "other[0] > mine[0] and other[1]", "on the second shelf, too"),
            ("other[0] > mine[0]", "mine[1] is None or other[0] > mine[0]", "of a higher version wins: what"),
            ("other[0] > mine[0]", "other[0] >= mine[0]", "{'tea': (1, 'likes cake')} and"),
            (
                "mine == other",
                "mine[0] == other[0]",
                "{'tea': (1, 'likes tea')} and {'tea': (1, 'likes cake')}",
            ),
            ("mine == other", "mine[1] == other[1]", "is handed on like a text"),
            ('(id, "words")', '(id, "vectors")', "yours tells [('tea', 'vectors')]"),
            (
                "            continue",
                "            told.append((id, 'same'))\n            continue",
                "these are [], and",
            ),
            ('            told.append((id, "words"))', "            return [(id, 'words')]", "drawn shelves"),
            ("return told", "return len(told)", "return a list of"),
        ),
        (
            "def answer_07_2(words, vectors):\n"
            "    both = sorted({*words} & {*vectors})\n"
            "    for id in {*words} ^ {*vectors}:\n"
            "        words.pop(id, None), vectors.pop(id, None)\n"
            "    return []",
            "what the second shelf lacks",
        ),
    ),
    praise="a version at each write, and no shelf needs to be trusted: the higher number is the later truth.",
)

# 07.3: where does it lie?

HOUR, DAY = 3600.0, 86_400.0
EVENING = (  # hour, id, text, how it is added
    (0, "allergy", "我对花生过敏。", {"kind": "profile", "importance": 10, "pinned": True}),
    (0, "rain", "It has been raining here all week.", {"kind": "turn", "importance": 2}),
    (1, "order", "Order T-7316: two tins of jasmine, one of oolong.", {"importance": 7}),
    (2, "thanks", "谢谢，再见！", {"kind": "turn", "importance": 1}),
    (3, "coupon", "我有一张优惠券 TEA-88。", {"importance": 5}),
)
LIES = {
    "hot": ["allergy", "coupon", "order"],
    "archived": ["rain", "thanks"],
    "found": ["allergy", "coupon", "order", "rain", "thanks"],
}
_IDS = tuple(id for _, id, _, _ in EVENING)
_PLACES = (
    ("hot", True, "allergy", "a pin keeps it from want of room, however long ago it was said."),
    ("hot", True, "order", "the hot tier is no window of the newest: importance × recency decides."),
    ("hot", True, "coupon", "importance 5, and only just written."),
    ("hot", False, "rain", "there is room for three in `hot`, and its importance is 2."),
    ("hot", False, "thanks", "there is room for three in `hot`, and its importance is 1."),
    ("archived", True, "rain", "a turn that nobody has used for 90 days."),
    ("archived", True, "thanks", "谢谢 is a turn like the others, and a hundred days old."),
    ("archived", False, "order", "a note is no turn: the archive takes records of conversations."),
    ("archived", False, "coupon", "it is as old as the turns, but nobody *said* it: it is a note."),
    ("archived", False, "allergy", "pinned, and no turn."),
    ("found", True, "rain", "the archive is no grave: the text is read back from the cold file."),
    ("found", True, "thanks", "what is archived is found like anything else."),
    ("found", True, "allergy", "nothing has happened to the allergy."),
    ("found", True, "order", "what is in the warm tier is found."),
    ("found", True, "coupon", "nothing has happened to the coupon."),
)


def evening(until: int = 3) -> tuple[MemoryStore, Callable[[float], None]]:
    """The store of exercise 07.3 after so many hours, and a function that lets a number of days pass."""
    now = [0.0]
    store = MemoryStore("lin-yue", settings=Settings(hot=3), clock=lambda: now[0])
    for hour, id, text, how in EVENING:
        if hour <= until:
            now[0] = hour * HOUR
            store.add(text, id=id, **how)

    def days(number: float) -> None:
        now[0] += number * DAY

    return store, days


def _check_places(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(LIES)
    require(good, "keep the dict of the starter, with its three keys.")
    placed = {key: _named(key, some, _IDS) for key, some in answer.items()}
    for key, there, name, message in _PLACES:
        require((name in placed[key]) is there, f"`{key}`, {name}: {message}")


_LINES = "\n".join(
    f"- hour {hour}: `{id}`, {text} ({', '.join(f'{k} {v}' for k, v in how.items())})"
    for hour, id, text, how in EVENING
)
_PLACED = Exercise(
    id="07.3",
    kind="prediction",
    question=f"""
**Predict.** The hot tier has room for three. These come in:

{_LINES}

(谢谢，再见 is “thanks, good-bye”, 我有一张优惠券 “I have a coupon”. What has no kind is a note.) Which are in
the hot tier at hour 3? A hundred days later somebody calls `store.archive()`, which takes turns and replies
that nobody has used for 90 days: which texts are moved to the cold tier? And which of the five does recall
find after that, if it is asked for them? The pictures below the exercise will tell.""",
    starter='answer_07_3 = {"hot": [...], "archived": [...], "found": [...]}   # names in quotes',
    check=_check_places,
    hints=(
        "Hot: at the fourth and at the fifth somebody has to go. Who stands lowest, by importance × recency?",
        "Archived: what has the kind `turn` or `reply`, is not pinned, and is old enough.",
        "Archived and forgotten are two words.",
    ),
    solution=(
        _right := """\
answer_07_3 = {
    "hot": ["allergy", "coupon", "order"],
    "archived": ["rain", "thanks"],
    "found": ["allergy", "coupon", "order", "rain", "thanks"],
}"""
    ),
    misconceptions=mutants(
        _right,
        ('"hot": ["allergy", "coupon", "order"]', '"hot": ["coupon", "order", "thanks"]', "a pin keeps it"),
        ('"coupon", "order"],\n    "arch', '"coupon", "thanks"],\n    "arch', "no window of the newest"),
        ('"coupon", "order"],\n    "arch', '"order", "rain"],\n    "arch', "only just written"),
        ('"coupon", "order"],\n    "arch', '"coupon", "order", "rain"],\n    "arch', "its importance is 2"),
        ('"coupon", "order"],\n    "arch', '"coupon", "order", "thanks"],\n    "arch', "its importance is 1"),
        ('"archived": ["rain", "thanks"]', '"archived": []', "nobody has used"),
        ('"archived": ["rain", "thanks"]', '"archived": ["rain"]', "a hundred days old"),
        ('"archived": ["rain"', '"archived": ["order", "rain"', "records of conversations"),
        ('"archived": ["rain"', '"archived": ["coupon", "rain"', "nobody *said* it"),
        ('"archived": ["rain"', '"archived": ["allergy", "rain"', "and no turn"),
        ('"order", "rain", "thanks"]', '"order"]', "no grave"),
        ('"order", "rain", "thanks"]', '"order", "rain"]', "found like anything else"),
        (
            '"found": ["allergy", "coupon", "order"',
            '"found": ["allergy", "coupon"',
            "in the warm tier is found",
        ),
        ('"hot": ["allergy"', '"hot": ["tea", "allergy"', "is none of allergy"),
    ),
    praise="three tiers, three questions: what is at hand, what is whole, what is found. All is found.",
)

# 07.4: a retriever with three faults

Row = dict[str, str]


def distance(one: str, other: str) -> float:
    """How unlike two texts are for the built-in embedding: 0 for the same words, about 1 for strangers."""
    return 1 - cosine(hashed_embedding(one), hashed_embedding(other))


_SHOP: tuple[tuple[str, str, str], ...] = (
    ("1", "a", "jasmine tea"),
    ("2", "ab", "jasmine tea"),
    ("3", "a", "a broken teapot"),
    ("4", "ab", "jasmine tea, please"),
    ("5", "a:b", "jasmine"),
    ("6", "a", "white tea and jasmine"),
    ("7", "b", "jasmine tea for two"),
)
_NEAREST_FIRST = "a distance is small where texts are alike: the nearest come first."
_CUT_LAST = "cut after the filter: the best k of all tenants may all be somebody else's."
_TENANT = "a tenant is the same or another one. `a` is in `ab` and in `a:b`, and is neither."


def _rows(some: tuple[tuple[str, str, str], ...]) -> list[Row]:
    return [{"id": id, "tenant": tenant, "text": text} for id, tenant, text in some]


def _nearest(rows: list[Row], question: str, tenant: str, k: int) -> list[str]:
    mine = [row for row in rows if row["tenant"] == tenant]
    return [row["id"] for row in sorted(mine, key=lambda row: distance(question, row["text"]))][:k]


def _searches() -> Iterator[tuple[list[Row], str, str, int, str]]:
    """(rows, question, tenant, k, lesson)."""
    alone = _rows(tuple(row for row in _SHOP if row[1] == "a"))
    yield alone, "jasmine tea", "a", 3, _NEAREST_FIRST
    yield _rows(_SHOP), "jasmine tea", "a", 7, _TENANT
    yield _rows(_SHOP), "jasmine tea", "b", 1, _CUT_LAST
    yield _rows(_SHOP), "jasmine tea", "c", 3, "a tenant without memories finds nothing."
    yield alone, "jasmine tea", "a", 1, "k is how many are wanted."
    rng = random.Random(7)
    words = ["jasmine", "oolong", "white", "tea", "teapot", "broken", "花茶", "order", "wedding"]
    for _ in range(60):
        texts = [" ".join(rng.sample(words, 3)) for _ in range(8)]
        rows = [(str(n), rng.choice(("a", "ab", "a:b", "北京")), text) for n, text in enumerate(texts)]
        yield (
            _rows(tuple(rows)),
            " ".join(rng.sample(words, 2)),
            rng.choice(["a", "b", "ab"]),
            3,
            "a drawn shop.",
        )


def _check_search(answer: Any) -> None:
    for rows, question, tenant, k, lesson in _searches():
        shown = f"question {question!r}, tenant {tenant!r}, k = {k}, {len(rows)} memories"
        got = run(answer, rows, question, tenant, k, distance, shown=shown)
        require(isinstance(got, list), f"return a list, not {small(got)}.")
        require(all(isinstance(id, str) for id in got), f"a list of ids is asked for, not {small(got)}.")
        right = _nearest(rows, question, tenant, k)
        require(got == right, f"{lesson} With {shown} the ids are {right}, and yours are {small(got)}.")


_right = '''\
def answer_07_4(memories, question, tenant, k, distance):
    """The ids of the tenant's k memories that are most like the question, the best first."""
    mine = [m for m in memories if m["tenant"] == tenant]
    ranked = sorted(mine, key=lambda m: distance(question, m["text"]))
    return [m["id"] for m in ranked[:k]]'''
_SEARCH_STARTER = '''\
def answer_07_4(memories, question, tenant, k, distance):
    """The ids of the tenant's k memories that are most like the question, the best first."""
    score = lambda m: distance(question, m["text"])
    best = sorted(memories, key=score, reverse=True)[:k]
    return [m["id"] for m in best if tenant in m["tenant"]]'''
_SEARCH = Exercise(
    id="07.4",
    kind="bug hunt",
    question="""
**Bug hunt.** Three lines, three faults, all of them often made. `memories` are dicts with `id`, `tenant` and
`text`; `distance(question, text)` is small where two texts are alike. Find what is wrong, and mend it. Of
equals, keep the order in which they came.""",
    starter=_SEARCH_STARTER,
    check=_check_search,
    hints=(
        "The first fault: what does a *distance* of 0 mean?",
        'The second: `"a" in "ab"`.',
        "The third: ask for one memory of a tenant while another tenant has better ones.",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            (
                'distance(question, m["text"]))',
                'distance(question, m["text"]), reverse=True)',
                "nearest come first",
            ),
            ('m["tenant"] == tenant', 'tenant in m["tenant"]', "`a` is in `ab`"),
            ("ranked[:k]", "ranked", "k is how many"),
            ('[m["id"] for m in ranked[:k]]', "ranked[:k]", "a list of ids is asked for"),
        ),
        (
            _SEARCH_STARTER.replace(", reverse=True", "").replace(
                'tenant in m["tenant"]', 'm["tenant"] == tenant'
            ),
            "may all be somebody else's",
        ),
        (_right.replace("return [", "return next(").replace("[:k]]", "[:k])"), "return a list, not"),
    ),
    praise="nearest first, the tenant exactly, the filter before the cut. The third is the one that ships.",
)

# 07.5: BM25

Texts = list[list[str]]


def _texts_with(word: str, texts: Texts) -> int:
    return sum(word in text for text in texts)


def _times_in(word: str, texts: Texts) -> int:
    return sum(text.count(word) for text in texts)


def bm25(
    question: list[str],
    texts: Texts,
    k: float = 1.0,
    b: float = 0.3,
    holding: Callable[[str, Texts], int] = _texts_with,
) -> list[float]:
    """The score of each text by the formula of exercise 07.5. O(words of the texts)."""
    n = len(texts)
    mean = sum(map(len, texts)) / max(n, 1)
    scores = [0.0] * n
    for word in dict.fromkeys(question):
        rarity = math.log(1 + max(0.0, n - holding(word, texts) + 0.5) / (holding(word, texts) + 0.5))
        for place, text in enumerate(texts):
            times, length = text.count(word), 1 - b + b * len(text) / mean
            scores[place] += rarity * times * (k + 1) / (times + k * length)
    return scores


_FAULTS: tuple[tuple[Callable[..., list[float]], str], ...] = (
    (partial(bm25, holding=_times_in), "`holding` counts texts: a text with the word twice is still one."),
    (partial(bm25, b=0.0), "of two texts with the word the shorter one is more about it: length."),
    (partial(bm25, b=1.0), "`b` says how much of a text's length counts: not all of it."),
    (partial(bm25, k=1e-12), "once is less than five times: with `k` it counts how often."),
)
"""What the formula gives with one fault, and what is said to somebody whose numbers these are."""


def _collections() -> Iterator[tuple[list[str], Texts, str]]:
    """(question, texts, lesson)."""
    one = [["tea"], ["cup"]]
    yield ["tea"], one, "the word is in the first text only."
    yield ["pot"], one, "a word that no text has adds nothing."
    yield ["tea", "tea"], one, "a word that is asked twice counts once."
    yield (
        ["a", "tea"],
        [["a", "tea"], ["a", "cup"], ["a", "pot"]],
        "what every text has tells little: rarity.",
    )
    twice = [["tea", "tea", "x"], ["tea", "x", "x"], ["x", "x", "x"]]
    yield ["tea"], twice, "twice is not twice as much: saturation."
    yield ["tea"], [["tea", *"xxxxxxx"], ["tea", "x"], ["x"]], "short and long texts."
    yield ["tea"], [], "without texts there are no scores."
    rng = random.Random(7)
    for _ in range(100):
        texts = [rng.choices("abcdef", k=rng.randint(1, 9)) for _ in range(rng.randint(1, 6))]
        yield rng.choices("abcdefg", k=3), texts, "a drawn collection."


def _check_bm25(answer: Any) -> None:
    for question, texts, lesson in _collections():
        got, right = run(answer, question, texts), bm25(question, texts)
        good = isinstance(got, list) and len(got) == len(texts)
        require(good, f"return a list with one score for each text, not {small(got)}.")
        number = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in got)
        require(number, f"scores are numbers, and yours are {small(got)}.")
        known = (why for fault, why in _FAULTS if _close(fault(question, texts), got))
        why = "" if _close(got, right) else next(known, lesson)
        shown = f"{given(question, texts)} gives {_rounded(right)}, and yours {_rounded(got)}"
        require(not why, f"{why} {shown}.")


def _close(some: list[float], other: list[float]) -> bool:
    return all(abs(x - y) < 1e-9 for x, y in zip(some, other, strict=True))


def _rounded(scores: list[float]) -> str:
    return small([round(score, 3) for score in scores])


_right = """\
from math import log


def answer_07_5(question, texts, k=1.0, b=0.3):
    n = len(texts)
    mean = sum(len(text) for text in texts) / max(n, 1)
    scores = [0.0] * n
    for word in set(question):
        holding = sum(word in text for text in texts)
        rarity = log(1 + (n - holding + 0.5) / (holding + 0.5))
        for i, text in enumerate(texts):
            times, length = text.count(word), 1 - b + b * len(text) / mean
            scores[i] += rarity * times * (k + 1) / (times + k * length)
    return scores"""
_BM25 = Exercise(
    id="07.5",
    kind="build",
    question="""
**Build.** BM25, which has ranked texts since 1994. `question` is a list of words, `texts` a list of lists of
words, or empty; return one score for each text, the sum of this over the *different* words of the question:

$$\\text{rarity} \\cdot \\frac{\\text{times} \\cdot (k+1)}{\\text{times} + k \\cdot \\text{length}}$$

$$\\text{rarity} = \\ln\\left(1 + \\frac{n - \\text{holding} + 0.5}{\\text{holding} + 0.5}\\right)$$

$$\\text{length} = 1 - b + b \\cdot \\frac{\\text{words of the text}}{\\text{mean words of a text}}$$

`times`: how often the word is in the text; `holding`: how many of the `n` texts have it. The judge: drills,
then 100 drawn collections.""",
    starter='''\
from math import log


def answer_07_5(question, texts, k=1.0, b=0.3):
    """The BM25 score of each text."""
    n = len(texts)
    scores = [0.0] * n
    for word in set(question):
        holding = ...
        rarity = ...
        for i, text in enumerate(texts):
            scores[i] += ...
    return scores''',
    check=_check_bm25,
    hints=(
        "`sum(word in text for text in texts)` counts the texts that have a word.",
        "`text.count(word)` is `times`. The mean is of no use where there are no texts: do not divide by 0.",
        "In the inner loop: `rarity * times * (k + 1) / (times + k * length)`.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        ("set(question)", "question", "asked twice counts once"),
        ("rarity = log(1 + (n - holding + 0.5) / (holding + 0.5))", "rarity = 1", "in the first text only"),
        ("times * (k + 1) / (times + k * length)", "times", "saturation"),
        ("sum(word in text for text in texts)", "sum(text.count(word) for text in texts)", "is still one"),
        ("1 - b + b * len(text) / mean", "1", "more about it"),
        ("1 - b + b * len(text) / mean", "len(text) / mean", "not all of it"),
        ("times * (k + 1) / (times + k * length)", "(times > 0)", "it counts how often"),
        ("max(n, 1)", "n", "ZeroDivisionError"),
        ("return scores", "return max(scores)", "one score for each text"),
    ),
    praise="rarity, saturation, length: three lines, and no model. The store ranks with a relative of it.",
)

EXERCISES = (_LIVE, _SHELVED, _PLACED, _SEARCH, _BM25)
