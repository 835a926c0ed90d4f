"""Exercises of chapter 09, Your own conversations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from memlab.course.exercise import Exercise, NotYet, mutants, require, run, small

# 09.1: walk the tree

Mapping = dict[str, dict[str, Any]]
_ROUNDS = 1_000  # look-ups after which a walk goes round and round


class Tree(dict):
    """A mapping that stops a walk which never ends."""

    def __init__(self, nodes: Mapping) -> None:
        super().__init__(nodes)
        self._looked = 0

    def _count(self) -> None:
        self._looked += 1
        if self._looked > _ROUNDS:
            raise NotYet("the walk goes round and round: some files hold a node that is its own ancestor")

    def __getitem__(self, id: str) -> dict[str, Any]:
        self._count()
        return super().__getitem__(id)

    def get(self, id: str, default: Any = None) -> Any:
        """As a dict has it, counted."""
        self._count()
        return super().get(id, default)


def random_tree(rng: random.Random) -> tuple[Tree, str]:
    """A tree of up to a dozen nodes, some without a message, in any order, and a node of it."""
    names = [f"{rng.randrange(16**4):04x}-{n}" for n in range(rng.randrange(1, 13))]
    parents = {name: rng.choice(names[:n]) if n else None for n, name in enumerate(names)}
    silent = {names[0], *(name for name in names if rng.random() < 0.15)}
    shuffled = rng.sample(names, len(names))
    nodes = {name: _node(name, parents[name], name not in silent) for name in shuffled}
    for name in rng.sample(names, len(names)):
        if parents[name]:
            nodes[str(parents[name])]["children"].append(name)
    return Tree(nodes), rng.choice(names)


def _node(id: str, parent: str | None, says: bool = True) -> dict[str, Any]:
    message = {"content": {"parts": [f"text of {id}"]}} if says else None
    return {"id": id, "parent": parent, "children": [], "message": message}


def _drills() -> Iterator[tuple[Tree, str, str]]:
    """(mapping, current node, what is to be learnt)."""
    plain = {"r": _node("r", None, False), "a": _node("a", "r"), "b": _node("b", "a")}
    plain["r"]["children"], plain["a"]["children"] = ["a"], ["b"]
    yield Tree(plain), "b", "walk from the current node up, then turn the list round: first to last."
    again = {**plain, "c": _node("c", "a"), "d": _node("d", "c")}
    again["a"] = {**again["a"], "children": ["b", "c"]}
    again["c"]["children"] = ["d"]
    yield Tree(again), "d", "the answer was made anew, and the first one is not what was kept."
    yield Tree(again), "b", "she went back to the first answer: the newest child is not always what was kept."
    yield Tree({"x": _node("x", "gone"), "y": _node("y", "x")}), "y", "a parent may be missing: begin there."
    round_ = {"p": _node("p", "q"), "q": _node("q", "p")}
    yield Tree(round_), "q", "a node may be its own ancestor: take each node once."


def branch(mapping: Mapping, current: str) -> list[str]:
    """The nodes with a message from the first to `current`, each once."""
    found: list[str] = []
    while current in mapping and current not in found:
        found.append(current)
        current = mapping[current]["parent"]
    return [id for id in reversed(found) if mapping[id]["message"]]


def _check_walk(answer: Any) -> None:
    for mapping, current, lesson in _drills():
        _compare_walk(answer, mapping, current, lesson)
    rng = random.Random(9)
    for _ in range(60):
        mapping, current = random_tree(rng)
        lesson = "on the way up stand the current node, its parent, the parent of that, and no other."
        _compare_walk(answer, mapping, current, lesson)


def _compare_walk(answer: Any, mapping: Tree, current: str, lesson: str) -> None:
    parents = {id: node["parent"] for id, node in mapping.items()}
    shown = f"a mapping with the parents {small(parents)} and the current node {current!r}"
    got, right = run(answer, mapping, current, shown=shown), branch(mapping, current)
    require(isinstance(got, (list, tuple)), f"return a list of ids, not {small(got)}.")
    empty = [id for id in got if id in parents and not mapping[id]["message"]]
    require(not empty, f"{small(empty[:1])} has no message: nothing was said there. Leave it out.")
    everything = len(got) > len(right) and len(got) == sum(bool(node["message"]) for node in mapping.values())
    lesson = (
        "the file holds first tries, too: what is not above the current node, goes." if everything else lesson
    )
    told = f"{lesson} For {shown} yours is {small(list(got))}, and {small(right)} is right."
    require(list(got) == right, told)


_right = """\
def answer_09_1(mapping, current_node):
    ids = []
    while current_node in mapping and current_node not in ids:
        ids.append(current_node)
        current_node = mapping[current_node]["parent"]
    return [id for id in reversed(ids) if mapping[id]["message"]]"""
_DOWN = """\
def answer_09_1(mapping, current_node):
    node = next(id for id in mapping if mapping[id]["parent"] not in mapping)
    ids = []
    while node:
        ids.append(node)
        node = next(iter(mapping[node]["children"]{which}), None)
    return [id for id in ids if mapping[id]["message"]]"""
_WALK = Exercise(
    id="09.1",
    kind="build",
    question="""
**Build.** The messages that were kept. `mapping` is a dict of nodes as in the file: `mapping[id]["parent"]`
is the id of the node above (or `None`), `mapping[id]["message"]` is `None` where nothing was said. Return the
ids from the first message to `current_node`, in order, without those nodes.

Files are not always sound: a parent may be missing from the mapping, and a node may be its own ancestor.
Return what can be reached then, each node once. The judge has sixty random trees.""",
    starter='''\
def answer_09_1(mapping, current_node):
    """The ids of the messages that were kept, the first one first."""
    ids = ...
    return ids''',
    check=_check_walk,
    hints=(
        "A node has one parent and many children: in which direction is there no choice?",
        'Loop upwards with `current_node = mapping[current_node]["parent"]`. Then `reversed`.',
        "The condition settles both faults: `while current_node in mapping and current_node not in ids:`.",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            ("reversed(ids)", "ids", "turn the list round"),
            (' if mapping[id]["message"]', "", "nothing was said there"),
            ("while current_node in mapping and", "while current_node and", "KeyError: 'gone'"),
            (" and current_node not in ids", "", "goes round and round"),
            (
                'return [id for id in reversed(ids) if mapping[id]["message"]]',
                "return current_node",
                "a list of ids",
            ),
        ),
        (_DOWN.format(which=""), "the first one is not what was kept"),
        (_DOWN.format(which="[-1:]"), "the newest child is not always"),
        (
            "def answer_09_1(mapping, current_node):\n"
            '    return [id for id in mapping if mapping[id]["message"]]',
            "the file holds first tries",
        ),
    ),
    praise="upwards there is no choice, so there is nothing to guess.",
)

# 09.2: what the rule sees

PAIRS = {  # letter: (said before, said later)
    "a": ("My order T-7316 has not come yet.", "Has the courier answered about T-7316?"),
    "b": ("I am allergic to peanuts.", "Can I eat the satay, or is there anything in it?"),
    "c": ("我对花生过敏，请不要放花生糖。", "花生糖没有放吧？"),
    "d": ("Write a card for aunt Wen with a drawing of a crane.", "Do it again, but shorter."),
    "e": ("Good morning, thank you for the tea.", "Good evening, thank you for the tea."),
    "f": ("The celadon cup has a crack.", "Which celadon glaze cracks when it is fired?"),
}
_WHY = {
    "a": "an identifier is shared, and hardly any other message has it.",
    "b": "peanuts are *meant*, but no word is shared. This is how an allergy is overlooked.",
    "c": "花生糖 is in both, and rare: two pairs of characters are shared, 花生 and 生糖.",
    "d": "“it” names nothing. The rule sees words, not what is meant.",
    "e": "all that is shared is common. Who shares only “thank you” needs nothing.",
    "f": "celadon and crack are shared and rare, so the rule joins them, although the question is a new one.",
}
JOINED, APART = "joined", "apart"


@lru_cache(maxsize=1)
def ruled() -> dict[str, str]:
    """What the rule says of each pair, among the messages of the course's export.

    >>> sorted(ruled()) == sorted(PAIRS)
    True
    """
    from memlab.chats.references import Rarity, needs, terms_of
    from memlab.course.tea_chats import TALKS

    rarity = Rarity()
    for _, _, lines in TALKS:
        for _, text in lines:
            rarity.add(terms_of(text))
    found = {}
    for letter, (before, later) in PAIRS.items():
        *_, used = needs([terms_of(before), frozenset(), terms_of(later)], rarity)
        found[letter] = JOINED if 1 in used else APART
    return found


def _check_pairs(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(PAIRS)
    require(good, "keep the dict of the starter, with the keys 'a' to 'f'.")
    for letter, said in answer.items():
        require(said in (JOINED, APART), f"{letter}: {small(said)} is neither 'joined' nor 'apart'.")
    for letter, right in ruled().items():
        require(answer[letter] == right, f"look at {letter} again: {_WHY[letter]}")


_LISTED = "\n".join(f"- {letter}: “{before}” … “{later}”" for letter, (before, later) in PAIRS.items())
_ANSWERS = {"a": JOINED, "b": APART, "c": JOINED, "d": APART, "e": APART, "f": JOINED}
_SEEN = Exercise(
    id="09.2",
    kind="check",
    question=f"""
**Check.** Six pairs of messages of one conversation, the second a while after the first. Does the rule say
that the second needs the first?

{_LISTED}

(c: “I am allergic to peanuts, please no peanut sweets” … “No peanut sweets in it, I hope?”) Answer with
`"joined"` or `"apart"`: what the *rule* says, not what is true.""",
    starter='answer_09_2 = {"a": ..., "b": ..., "c": ..., "d": ..., "e": ..., "f": ...}   # joined or apart',
    check=_check_pairs,
    hints=(
        "Underline the words that are in both. Then strike out those that half of all messages have.",
        "In two of them the second does need the first, and the rule does not see it.",
        "Three are joined: one by a number, one by Chinese characters, one by mistake.",
    ),
    solution=f"answer_09_2 = {_ANSWERS!r}".replace("'", '"'),
    misconceptions=tuple(
        (f"answer_09_2 = { {**_ANSWERS, letter: said}!r}", phrase)
        for letter, said, phrase in (
            ("a", APART, "an identifier is shared"),
            ("b", JOINED, "no word is shared"),
            ("c", APART, "two pairs of characters"),
            ("d", JOINED, "names nothing"),
            ("e", JOINED, "all that is shared is common"),
            ("f", APART, "although the question is a new one"),
            ("a", "yes", "is neither"),
        )
    ),
    praise="b and d are needs that it misses, f is one that it makes up. The report tells both at its end.",
)

# 09.3: who loses the fewest

BUDGET = 250
RIVALS = ("fifo", "lru", "lfu", "scored 1d")
_ABOUT = {
    "fifo": "fifo drops what came first, and the first messages hold the order and the allergy.",
    "lru": "lru drops what was not needed for longest: here that is often what is needed next.",
    "lfu": "lfu drops what was needed least often, and a message that has just come was never needed yet.",
    "scored 1d": "scored weighs how important a message looks, how often it was needed and how long ago.",
}


@lru_cache(maxsize=1)
def lost() -> dict[str, int]:
    """What each of the four loses on the course's export at 250 tokens."""
    from memlab.chats import inspect_chats, read_chats
    from memlab.course.tea_chats import export

    report = inspect_chats(read_chats(export()), budget=BUDGET)
    return {policy: report.outcome(policy).missed for policy in RIVALS}


def _check_rivals(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == {"fewest", "most"}
    require(good, "keep the dict of the starter, with the keys 'fewest' and 'most'.")
    found = lost()
    for key, best in (("fewest", min(found.values())), ("most", max(found.values()))):
        name = answer[key]
        require(name in RIVALS, f"{key}: {small(name)} is none of {', '.join(RIVALS)}.")
        require(found[name] == best, f"{key}: not {name}. {_ABOUT[name]}")


_right = 'answer_09_3 = {"fewest": "scored 1d", "most": "lfu"}'
_RIVALRY = Exercise(
    id="09.3",
    kind="prediction",
    question=f"""
**Predict.** A memory of {BUDGET} tokens for each of Lin Yue's conversations. Which of `"fifo"`, `"lru"`,
`"lfu"` and `"scored 1d"` (chapter 04's score with a half-life of a day) finds the fewest needed messages
gone, and which the most? Think of the story: an order at the beginning, much about tea in the middle, then
codes and names again. The picture below the exercise will tell.""",
    starter='answer_09_3 = {"fewest": ..., "most": ...}   # names in quotes',
    check=_check_rivals,
    hints=(
        "Which of the four knows that a line with a number in it is worth more than one about the cat?",
        "A message that has just come was never needed yet. Which of the four holds that against it?",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            ('"fewest": "scored 1d"', '"fewest": "lru"', "fewest: not lru"),
            ('"fewest": "scored 1d"', '"fewest": "lfu"', "fewest: not lfu"),
            ('"most": "lfu"', '"most": "fifo"', "most: not fifo"),
            ('"most": "lfu"', '"most": "lru"', "most: not lru"),
            ('"most": "lfu"', '"most": "scored 1d"', "most: not scored 1d"),
            ('"most": "lfu"', '"most": "random"', "is none of"),
        ),
    ),
    praise="for these conversations. One export is no law: that is why you will look at your own.",
)

# 09.4: a masker with holes

_MAILS = ("lin.yue@example.org", "LinYue@Example.ORG", "tea+box_7@mail-7.example.com", "a1@b2.cn")
_PHONES = ("13800000001", "19900001234", "１３８００００００００")
_AROUND = (
    ("Write to ", " please."),
    ("邮箱是", "，谢谢。"),
    ("电话", "打给我"),
    ("(", ")"),
    ("", ""),
    ("地址见邮件：", "。Thanks!"),
)
_STAYS = (
    "Order 1380000000155 costs 7316 in all.",
    "Meet @mira @ the shop, at 10:30.",
    "订单号13800000015560，共3件。",
    "No number in this line.",
)


_BORDER = r"`\b` is a border between a letter and none, and 话 is a letter: before 1 there is no border."
_LATIN = "nothing need stand between an address and Chinese, and 是 belongs to no address: list what does."


def _holes() -> Iterator[tuple[str, str, str]]:
    """(text, what it should become, what is to be learnt)."""
    yield "Call 13800000001.", "Call [phone].", "eleven digits that begin with 1 are a phone."
    yield "我的电话13800000001，谢谢", "我的电话[phone]，谢谢", _BORDER
    yield "邮箱是lin@example.org吗", "邮箱是[e-mail]吗", _LATIN
    yield "Mail Lin.Yue@Example.org", "Mail [e-mail]", "addresses are written in capitals, too."
    yield "tea+box_7@mail-7.example.com", "[e-mail]", "digits, `+`, `_` and `-` are part of addresses."
    yield "a@example.org.", "[e-mail].", "the full stop ends the sentence and not the address."
    yield "１３８００００００００", "[phone]", "digits of double width are digits."
    for text in _STAYS:
        lesson = "an @ alone makes no address." if "@" in text else "a longer number is no phone."
        yield text, text, lesson


def _check_mask(answer: Any) -> None:
    for text, right, lesson in _holes():
        _compare_mask(answer, text, right, lesson)
    rng = random.Random(4)
    for _ in range(120):
        parts = [rng.choice(_AROUND) for _ in range(rng.randrange(1, 4))]
        secrets = [rng.choice(((m, "[e-mail]"), (p, "[phone]"))) for m, p in zip(
            rng.choices(_MAILS, k=len(parts)), rng.choices(_PHONES, k=len(parts)), strict=True)]  # fmt: skip
        pairs = [(a + s + b, a + mark + b) for (a, b), (s, mark) in zip(parts, secrets, strict=True)]
        texts = " · ".join(text for text, _ in pairs), " · ".join(masked for _, masked in pairs)
        _compare_mask(answer, *texts, "mask each of them, and leave what stands around it.")


def _compare_mask(answer: Any, text: str, right: str, lesson: str) -> None:
    got = run(answer, text)
    require(isinstance(got, str), f"return the text, not {small(got)}.")
    require(got == right, f"{lesson} “{text}” becomes “{got}”, and should be “{right}”.")


_right = """\
import re


def answer_09_4(text):
    text = re.sub(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]*[A-Za-z0-9]", "[e-mail]", text)
    return re.sub(r"(?<!\\d)[1１]\\d{10}(?!\\d)", "[phone]", text)"""
_MASK = Exercise(
    id="09.4",
    kind="bug hunt",
    question="""
**Bug hunt.** A masker as it is written in an afternoon. In English it passes every test that its author
thought of. Find what it lets through in Lin Yue's Chinese messages, and in addresses that are not as plain as
the author's own, and mend it. An e-mail address is of Latin letters, digits and `. _ % + -`, an @, and a name
of a machine. A phone is eleven digits that begin with 1, of single or double width; a longer number is none.
All else stays as it is.""",
    starter='''\
import re


def answer_09_4(text):
    """The text with [e-mail] and [phone] in the place of addresses and telephone numbers."""
    text = re.sub(r"\\b[a-z.]+@[a-z.]+\\b", "[e-mail]", text)
    return re.sub(r"\\b\\d{11}\\b", "[phone]", text)''',
    check=_check_mask,
    hints=(
        r"Try `re.findall(r'\b\d{11}\b', '电话13800000001')`. Where does Python see a border of a word?",
        r"Say what may not stand beside a phone: `(?<!\d)` before it, `(?!\d)` behind it.",
        "An address: `[A-Za-z0-9._%+-]+@`, and behind the @ the same with a letter or digit at the end.",
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            (r"(?<!\d)[1１]\d{10}(?!\d)", r"\b[1１]\d{10}\b", "there is no border"),
            (r"(?<!\d)[1１]\d{10}(?!\d)", r"[1１]\d{10}", "a longer number is no phone"),
            ("[1１]", "1", "digits of double width"),
            ("[A-Za-z0-9._%+-]+@", r"[\w.%+-]+@", "belongs to no address"),
            ("[A-Za-z0-9._%+-]+@", "[a-z0-9._%+-]+@", "in capitals, too"),
            ("[A-Za-z0-9._%+-]+@", "[A-Za-z0-9.]+@", "are part of addresses"),
            ("[A-Za-z0-9.-]*[A-Za-z0-9]", "[A-Za-z0-9.-]+", "ends the sentence"),
            ("[A-Za-z0-9._%+-]+@", "[A-Za-z0-9._%+-]*@", "an @ alone"),
        ),
        ("def answer_09_4(text):\n    return None", "return the text"),
    ),
    praise="a masker is as good as the texts it was tried on. The report's own has more rules, and holes.",
)

EXERCISES = (_WALK, _SEEN, _RIVALRY, _MASK)
