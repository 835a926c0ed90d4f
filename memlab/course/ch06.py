"""Exercises of chapter 06, Conflicts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from memlab.course.exercise import Exercise, NotYet, mutants, require, run, small
from memlab.facts import RULES, Fact, FactBook, Rule, Rules, check_examples

# 06.1: what should become of it?

KINDS = ("new", "duplicate", "update", "contradiction", "past", "ignored")
SECOND = {
    "a": "I live in Shanghai.",
    "b": "I have just moved to Shanghai.",
    "c": "我以前住在上海。",
    "d": "If I moved to Shanghai, would the tea come sooner?",
    "e": "我住在北京市。",
    "f": "My sister lives in Shanghai.",
}
RIGHT = {
    "a": "contradiction",
    "b": "update",
    "c": "past",
    "d": "ignored",
    "e": "duplicate",
    "f": "new",
}
_WHY = {
    "a": "nothing in it says that anything has changed. It may be a slip, or somebody else at the keyboard.",
    "b": "a word in it says that the old value is over.",
    "c": "以前 is “formerly”. That is worth keeping, and it says nothing about today.",
    "d": "a supposition is no statement, and a question is none either.",
    "e": "市 is “city”: the value is the same, in other letters.",
    "f": "it is about another person, whose city is a variable of its own, and nobody knew it before.",
}


def _check_kinds(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(RIGHT)
    require(good, "keep the dict of the starter, with the keys 'a' to 'f'.")
    for letter, kind in answer.items():
        require(kind in KINDS, f"{letter}: {small(kind)} is none of {', '.join(KINDS)}.")
    for letter, right in RIGHT.items():
        require(answer[letter] == right, f"look at {letter} again: {_WHY[letter]}")


_BESIDE = "\n".join(f"- {letter}: {text}" for letter, text in SECOND.items())
_KINDS = Exercise(
    id="06.1",
    kind="check",
    question=f"""
**Check.** The book holds that Lin Yue lives in Beijing (北京). Then she says *one* of these. What should the
book do with it?

{_BESIDE}

(c is “I used to live in Shanghai”, e “I live in the city of Beijing”.) Choose from `"new"`, `"duplicate"`
(the value that it has), `"update"` (the old value is over), `"contradiction"` (a second value, held until
somebody asks), `"past"` (kept, but not for today) and `"ignored"` (nothing was said that is so).""",
    starter='answer_06_1 = {"a": ..., "b": ..., "c": ..., "d": ..., "e": ..., "f": ...}   # words in quotes',
    check=_check_kinds,
    hints=(
        "Which of the six are about where Lin Yue lives today?",
        "Of two values for today, does the second say of itself that the first one is over?",
        "Each of the six kinds is used once.",
    ),
    solution=(
        _right := """\
answer_06_1 = {
    "a": "contradiction",
    "b": "update",
    "c": "past",
    "d": "ignored",
    "e": "duplicate",
    "f": "new",
}"""
    ),
    misconceptions=mutants(
        _right,
        ('"a": "contradiction"', '"a": "update"', "somebody else at the keyboard"),
        ('"b": "update"', '"b": "contradiction"', "that the old value is over"),
        ('"c": "past"', '"c": "ignored"', "worth keeping"),
        ('"d": "ignored"', '"d": "contradiction"', "no statement"),
        ('"e": "duplicate"', '"e": "update"', "in other letters"),
        ('"f": "new"', '"f": "contradiction"', "a variable of its own"),
        ('"f": "new"', '"f": "fresh"', "is none of new"),
    ),
    praise="six sentences with two cities, six different things to do. A similarity score sees one.",
)

# 06.2: what is in force, what is held?

YEAR = (
    "我住在北京，对花生过敏。",
    "I love jasmine tea.",
    "My sister has moved to Nanjing.",
    "I live in Shanghai.",
    "我对花生不过敏了。",
    "I may move to Hangzhou next year.",
    "I love oolong. I no longer like jasmine tea.",
)
FINALLY = {"city": ["北京"], "allergy": ["花生"], "likes": ["oolong"], "pending": ["allergy", "city"]}
_SLIPS = (
    ("city", "nanjing", "whose city is Nanjing?"),
    ("city", "hangzhou", "“may” and “next year”: a guess about tomorrow is no value for today."),
    ("city", "shanghai", "line 4 does not say that she has moved, so it has to wait."),
    ("likes", "jasmine tea", "“no longer” ends a liking there and then."),
    ("pending", "likes", "a taste may turn any day, and nobody is harmed: no need to ask."),
)
_TRANSLATED = (
    ("city", ("beijing", "peking"), "北京"),
    ("allergy", ("peanut", "peanuts"), "花生"),
)
_LACKS = (
    ("city", "北京", "a value stays in force until somebody says that it is over."),
    (
        "allergy",
        "花生",
        "an allergy that is dropped by mistake is a risk: one sentence is not enough for that.",
    ),
    ("likes", "oolong", "somebody may like many things: a liking does not need an empty place."),
    ("pending", "allergy", "what line 5 says is neither taken nor thrown away. Where is it?"),
    ("pending", "city", "what line 4 says is not in force. Is it gone?"),
)


def _check_finally(answer: Any) -> None:
    good = isinstance(answer, dict) and set(answer) == set(FINALLY)
    require(good, "keep the dict of the starter, with its four keys.")
    given = {key: _names(key, some) for key, some in answer.items()}
    asked = given["pending"] <= {"city", "allergy", "likes", "name"}
    require(asked, "`pending` asks for attributes, such as city, and not for their values.")
    for key, name, message in _SLIPS:
        require(name not in given[key], message)
    for key, names, hers in _TRANSLATED:
        require(not given[key] & set(names), f"`{key}` is right, but spell it as she spelt it: {hers}.")
    for key, name, message in _LACKS:
        require(name in given[key], message)
    for key, right in FINALLY.items():
        require(given[key] == set(right), f"`{key}` holds something that nobody said of Lin Yue.")


def _names(key: str, some: Any) -> set[str]:
    good = isinstance(some, (list, tuple, set)) and all(isinstance(name, str) for name in some)
    require(good, f'`{key}`: a list of texts is asked for, such as ["…"], empty if there is nothing.')
    return {name.strip().casefold() for name in some}


_LINES = "\n".join(f"{n}. {text}" for n, text in enumerate(YEAR, start=1))
_FINALLY = Exercise(
    id="06.2",
    kind="prediction",
    question=f"""
**Predict.** Lin Yue's year, line by line. (1: “I live in Beijing and am allergic to peanuts”, 花生; 5: “I am
no longer allergic to peanuts.”)

{_LINES}

Which values are in force at the end, spelt as she spelt them, and for which attributes is a contradiction
held pending? The picture of section 5 will tell.""",
    starter='answer_06_2 = {"city": [...], "allergy": [...], "likes": [...], "pending": [...]}   # texts',
    check=_check_finally,
    hints=(
        "Strike out the line that is about somebody else, and the one that is about a day to come.",
        "Lines 4 and 5 each contradict line 1. Does either of them say that something has changed, and is "
        "that enough?",
        "An allergy is a matter of safety: even 了 (“any more”) does not end it unasked.",
    ),
    solution=(
        _right := """\
answer_06_2 = {
    "city": ["北京"],
    "allergy": ["花生"],
    "likes": ["oolong"],
    "pending": ["allergy", "city"],
}"""
    ),
    misconceptions=mutants(
        _right,
        ('"city": ["北京"]', '"city": ["Shanghai"]', "has to wait"),
        ('"city": ["北京"]', '"city": ["北京", "Nanjing"]', "whose city"),
        ('"city": ["北京"]', '"city": ["Hangzhou"]', "no value for today"),
        ('"city": ["北京"]', '"city": ["Beijing"]', "as she spelt it: 北京"),
        ('"allergy": ["花生"]', '"allergy": ["peanuts"]', "as she spelt it: 花生"),
        ('"city": ["北京"]', '"city": []', "until somebody says that it is over"),
        ('"allergy": ["花生"]', '"allergy": []', "by mistake is a risk"),
        ('["oolong"]', '["jasmine tea", "oolong"]', "there and then"),
        ('["oolong"]', "[]", "an empty place"),
        ('["allergy", "city"]', '["allergy"]', "Is it gone?"),
        ('["allergy", "city"]', '["city"]', "Where is it?"),
        ('["allergy", "city"]', '["allergy", "city", "likes"]', "no need to ask"),
        ('["allergy", "city"]', '["花生", "Shanghai"]', "not for their values"),
        ('["allergy", "city"]', '["allergy", "city", "name"]', "nobody said"),
        ('["oolong"]', '"oolong"', "a list of texts is asked for"),
    ),
    praise="two values in doubt, and not one of them was taken or lost. That is what pending is for.",
)

# 06.3: the decision, by hand

Said = dict[str, Any]
_CITIES = ("Oslo", "Rome")


def _said(**more: Any) -> Said:
    return {"value": "", "change": False, "negated": False, "tense": "present", "confidence": 0.95, **more}


_WAYS: tuple[tuple[str, Said, str], ...] = (
    ("Maybe I live in {}.", _said(confidence=0.5), "a guess does not come in."),
    ("I am moving to {} next year.", _said(tense="planned"), "what is planned is not so yet."),
    ("I used to live in {}.", _said(tense="past"), "the past leaves the present alone."),
    ("I live in {}.", _said(), "without a word of change a second value is held."),
    ("I have just moved to {}.", _said(change=True), "a word of change puts it in place of the old."),
    ("I don't live in {}.", _said(negated=True), "a bare denial is a contradiction, too."),
    ("I no longer live in {}.", _said(negated=True, change=True), "it is over, and nothing takes its place."),
)  # fmt: skip
_SAME = "the same value again is a duplicate, whether or not a word of change is with it."
_FIRST = "where nothing is in force there is nothing to contradict and nothing to update."


def _check_decide(answer: Any) -> None:
    for sentence, said, lesson in _WAYS:
        for old, value in _situations(said["negated"]):
            kind, after = _book_decides(old, sentence.format(value))
            got = run(answer, old, {**said, "value": value})
            pair = isinstance(got, (tuple, list)) and len(got) == 2
            require(pair, f"return two things, the kind and the value in force afterwards, not {small(got)}.")
            positive = kind in ("new", "duplicate")
            why = {"new": _FIRST, "duplicate": _SAME}[kind] if positive else lesson
            shown = f"{old or 'Nothing'} is in force, and she says “{sentence.format(value)}”"
            require(
                tuple(got) == (kind, after),
                f"{why} {shown}: yours says {got[0]}, and {small(got[1])} afterwards.",
            )


def _situations(negated: bool) -> Iterator[tuple[str | None, str]]:
    """(in force, said): a denial always names what is in force."""
    yield "Oslo", "Oslo"
    if not negated:
        yield "Oslo", "Rome"
        yield None, "Rome"


def _book_decides(old: str | None, sentence: str) -> tuple[str, str | None]:
    book = FactBook(tenant="exercise")
    if old:
        book.hear(f"I live in {old}.", at=0.0)
    [decision] = book.hear(sentence, at=60.0)
    return decision.kind, next(iter(book.values("city")), None)


_right = """\
def answer_06_3(in_force, said):
    if said["confidence"] < 0.75 or said["tense"] == "planned":
        return "ignored", in_force
    if said["tense"] == "past":
        return "past", in_force
    if said["negated"]:
        return ("retraction", None) if said["change"] else ("contradiction", in_force)
    if in_force is None:
        return "new", said["value"]
    if said["value"] == in_force:
        return "duplicate", in_force
    if said["change"]:
        return "update", said["value"]
    return "contradiction", in_force"""
_DECIDE = Exercise(
    id="06.3",
    kind="build",
    question="""
**Build.** The decision for one variable of one value, a city. `in_force` is its value or `None`. `said` is a
dict with `value`, `change` (a word of change was there), `negated`, `tense` (`"present"`, `"past"` or
`"planned"`) and `confidence`; below 0.75 it is a guess. A negation here always names the value in force.
Return the kind and the value in force afterwards, as in `("new", "Oslo")`. The kinds: `"ignored"`, `"past"`,
`"new"`, `"duplicate"`, `"update"`, `"contradiction"`, `"retraction"`. The judge puts sentences to a
`FactBook` and compares.""",
    starter='''\
def answer_06_3(in_force, said):
    """(kind, the value in force afterwards)"""
    decision = ...
    return decision''',
    check=_check_decide,
    hints=(
        "Begin with what never touches the present: guesses, plans, the past. Return early.",
        "A negation with a word of change ends the value (`None` afterwards); a bare one contradicts.",
        "Then the positive ones: nothing in force, the same, another with a word of change, another without.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        ('said["confidence"] < 0.75 or ', "", "a guess does not come in"),
        (' or said["tense"] == "planned"', "", "is not so yet"),
        ('return "past", in_force', 'return "past", None', "leaves the present alone"),
        ('return "contradiction", in_force', 'return "update", said["value"]', "a second value is held"),
        (
            'if said["change"]:\n        return "update"',
            'if False:\n        return "update"',
            "in place of the old",
        ),
        (
            '("retraction", None) if said["change"] else ("contradiction", in_force)',
            '"retraction", None',
            "a bare denial",
        ),
        ('("retraction", None)', '("retraction", in_force)', "nothing takes its place"),
        ('    if said["value"] == in_force:\n        return "duplicate", in_force\n', "", "is a duplicate"),
        ('    if in_force is None:\n        return "new", said["value"]\n', "", "nothing to contradict"),
        ('return "new", said["value"]', 'return "new"', "return two things"),
    ),
    praise="no score and no model, and the same answer each time. The book asks the same questions.",
)

# 06.4: what is pending is asked

PENDING = (
    "我住在北京，对花生过敏。",
    "My phone number is 555-0117.",
    "I live in Shanghai.",
    "我对花生不过敏了。",
    "My phone number is 555-0171.",
    "My sister lives in Nanjing.",
    "My sister lives in Suzhou.",
)
_REPLIES = (
    {"北京": "yes", "花生": "no", "555-0117": "", "Nanjing": "yes"},
    {"北京": "no", "花生": "yes", "555-0117": "yes", "Nanjing": ""},
    {"北京": "", "花生": "", "555-0117": "no", "Nanjing": "no"},
)


def doubtful() -> FactBook:
    """A book with four contradictions held pending: two cities, an allergy, a telephone."""
    book = FactBook(tenant="lin-yue")
    for minute, text in enumerate(PENDING):
        book.hear(text, at=60.0 * minute)
    return book


class _Customer:
    """Who is asked: she knows what is so, remembers what she was asked, and what she did not understand."""

    def __init__(self, replies: dict[str, str]) -> None:
        self.replies, self.asked, self.unclear = replies, list[Any](), list[str]()

    def ask(self, question: Any) -> str:
        text = question if isinstance(question, str) else ""
        named = [fact for fact in doubtful().pending() if fact.value in text]
        named.sort(key=lambda fact: fact in self.asked)  # what is new first
        for fact in named[:1]:
            if fact in self.asked or _known(fact) in text:
                self.asked.append(fact)
                return self.replies[_known(fact)] if self.asked.count(fact) == 1 else ""
        self.unclear.append(_unclear(text, named) if text else f"`ask` takes a text, not {small(question)}.")
        return ""


def _known(fact: Fact) -> str:
    """The value in force that a pending fact contradicts."""
    [known] = doubtful().values(fact.attribute, fact.entity)
    return known


def _unclear(text: str, named: list[Fact]) -> str:
    """What is missing in a question: the value in force, or the doubtful one of what is asked about."""
    if named:
        missing = f"{_known(named[0])}, the {named[0].attribute} in force ({named[0].entity})"
    else:
        about = [fact.value for fact in doubtful().pending() if _known(fact) in text]
        missing = f"the doubtful value{', ' * bool(about)}{' or '.join(about)}"
    return f"you asked {small(text)}, and she does not know what is meant. Missing is {missing}."


def _check_pending(answer: Any) -> None:
    for replies in _REPLIES:
        book, customer = doubtful(), _Customer(replies)
        run(lambda ask=customer.ask, book=book: answer(book, ask), shown="a book and `ask`")
        require(not customer.unclear, customer.unclear[0] if customer.unclear else "")
        count, wanted = len(customer.asked), len(replies)
        require(count > 0, "nobody was asked. Who but she can know?")
        require(count >= wanted, f"{count} of {wanted} contradictions came up for a question.")
        require(count == wanted, "she was asked about one thing twice.")
        _compare_book(book, replies)


def _compare_book(book: FactBook, replies: dict[str, str]) -> None:
    still = {fact.key for fact in book.pending()}
    for fact in doubtful().pending():
        old = _known(fact)
        now, reply = book.values(fact.attribute, fact.entity), replies[old]
        told = f"She said {reply!r}" if reply else "She said nothing"
        about = f"{told} about {fact.attribute} {old}"
        require((fact.key in still) == (not reply), f"{_SILENCE if not reply else _SETTLED} {about}.")
        after = ([fact.value] if fact.polarity else []) if reply == "yes" else [old]
        require(now == after, f"`confirm` puts the doubtful one in force, `reject` drops it. {about}.")


_SILENCE = "silence is no answer: what nobody answered stays pending."
_SETTLED = "what she answered is still pending."
_right = """\
def answer_06_4(book, ask):
    for fact in book.pending():
        known = " or ".join(book.values(fact.attribute, fact.entity))
        denied = "" if fact.polarity else "not "
        reply = ask(f"{fact.entity}, {fact.attribute}: {known} until now. Is it {denied}{fact.value}?")
        if reply == "yes":
            book.confirm(fact)
        elif reply == "no":
            book.reject(fact)"""
_ASKED = Exercise(
    id="06.4",
    kind="build",
    question="""
**Build.** Resolve what is pending. `book` is a `FactBook` with contradictions, some of them about other
people; `ask` is a function that puts one question to Lin Yue and returns `"yes"` (the doubtful one is right),
`"no"` (what is in force is right) or `""` (no answer). Ask about each pending fact once, and name both values
in the question, or she will not know what you mean. A pending `fact` has `entity`, `attribute`, `value` and
`polarity` (`False` for a denial). Practise on `doubtful()`.""",
    starter='''\
def answer_06_4(book, ask):
    """Ask about each fact in book.pending(), then book.confirm(fact) or book.reject(fact)."""
    for fact in book.pending():
        if ask(...) == "yes":
            book.confirm(fact)''',
    check=_check_pending,
    hints=(
        "The doubtful value is `fact.value`; `book.values(fact.attribute, fact.entity)` is what is in force.",
        '`if reply == "yes": book.confirm(fact)`. And what else can be said?',
        "There are three answers, and to one of them the right thing to do is nothing.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        ('elif reply == "no":', "else:", "silence is no answer"),
        (
            "fact.attribute, fact.entity))",
            "fact.attribute))",
            "Missing is Nanjing, the city in force (sister)",
        ),
        ("{denied}{fact.value}", "{denied}so", "Missing is the doubtful value, Shanghai"),
        ("book.confirm(fact)", "book.reject(fact)", "puts the doubtful one in force"),
        ("book.reject(fact)", "pass", "is still pending"),
        ("in book.pending():", "in book.pending()[:1]:", "came up for a question"),
        ("in book.pending():", "in book.pending() * 2:", "about one thing twice"),
        ("reply = ask(f", "reply = str(f", "nobody was asked"),
        ('ask(f"{fact.entity}', 'ask(fact) and str(f"{fact.entity}', "takes a text"),
    ),
    praise="it costs her four short questions, and no parcel goes to a city that somebody guessed.",
)

# 06.5: a normaliser that sees no Chinese

_SPELLINGS: tuple[tuple[str, str, bool, str], ...] = (
    ("Lin Yue", "LIN YUE", True, "capitals make no other name."),
    ("北京大学", "北京大学", True, "a name is the same as itself."),
    (
        "北京大学",
        "清华大学",
        False,
        "nothing is left of either, two nothings are equal, and two names became one.",
    ),
    ("Café Müller", "Caf Mller", False, "é and ü are letters; without them it is another name."),
    ("Café Müller", unicodedata.normalize("NFD", "Café Müller"), True, "é may be an e and an accent."),
    ("ＴＥＡ－８８", "TEA-88", True, "full-width letters are the same letters, wider."),
    (" Lin  Yue ", "Lin Yue", True, "spaces around a name, or in a row, say nothing."),
    ("Straße", "STRASSE", True, "there are capitals that `lower()` does not undo."),
)


def _check_spellings(answer: Any) -> None:
    for one, other, right, lesson in _SPELLINGS:
        for pair in ((one, other), (other, one)):
            got = run(answer, *pair)
            require(isinstance(got, bool), f"return True or False, not {small(got)}.")
            said = "one name" if got else "two names"
            require(got is right, f"{lesson} Yours takes {one!r} and {other!r} for {said}.")


_SPELLINGS_STARTER = '''\
import re


def answer_06_5(one, other):
    """Whether two texts are two spellings of one name."""
    def plain(text):
        return re.sub(r"[^a-z0-9 ]", "", text.lower())

    return plain(one) == plain(other)'''
_right = """\
import unicodedata


def answer_06_5(one, other):
    def plain(text):
        return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

    return plain(one) == plain(other)"""
_SPELLED = Exercise(
    id="06.5",
    kind="bug hunt",
    question="""
**Bug hunt.** Before two names are compared, case and punctuation are taken away. In English these lines pass
every test. Find what they do to 北京大学 (Peking University) and 清华大学 (Tsinghua University), and to Café
Müller, and mend it. Full-width letters (ＴＥＡ) and an é that is made of two characters count as the same
spelling, and so do spaces around a name or in a row; `unicodedata.normalize` helps.""",
    starter=_SPELLINGS_STARTER,
    check=_check_spellings,
    hints=(
        "Call `plain` on each of the two universities. What is left?",
        "Do not list what may stay. The letters of the world do not fit between the brackets.",
        '`unicodedata.normalize("NFKC", text)` unites widths and accents, `.casefold()` is a thorough '
        '`.lower()`, and `" ".join(text.split())` tidies spaces.',
    ),
    solution=_right,
    misconceptions=(
        *mutants(
            _right,
            (".casefold()", "", "capitals make no other name"),
            (".casefold()", ".lower()", "does not undo"),
            ('"NFKC"', '"NFC"', "the same letters, wider"),
            ('unicodedata.normalize("NFKC", text)', "text", "an e and an accent"),
            (
                '" ".join(unicodedata.normalize("NFKC", text).casefold().split())',
                'unicodedata.normalize("NFKC", text).casefold()',
                "in a row, say nothing",
            ),
            ("return plain(one) == plain(other)", "return plain(one)", "return True or False"),
        ),
        (_SPELLINGS_STARTER.replace("a-z0-9 ", "a-z0-9\\u4e00-\\u9fff "), "without them it is another"),
        (_SPELLINGS_STARTER + " and re.search('[a-z]', one.lower()) is not None", "the same as itself"),
        (_SPELLINGS_STARTER.replace("[^a-z0-9 ]", "[.,]").replace("lower()", "upper()[:0]"), "became one"),
    ),
    praise="a normaliser says which differences do not count. What it deletes, it declares to be nothing.",
)

# 06.6: a rule of one's own

SAID = (  # sentence, the card that must be found (None: none of hers)
    ("My card number is TC-4471.", "TC-4471"),
    ("my card is TC-9030, by the way", "TC-9030"),
    ("我的卡号是TC-4471。", "TC-4471"),
    ("我的会员卡是TC-9030。", "TC-9030"),
    ("Is my card number TC-4471?", None),
    ("If my card number were TC-4471, would I get a discount?", None),
    ("My sister's card number is TC-7002.", None),
    ("我妈妈的卡号是TC-7002。", None),
    ("My coupon is TEA-88.", None),
    ("我的优惠券是TEA-88。", None),
)
_HELD = "she has one card: a second number contradicts the first, and has to be held."
_TWO_BLANKS = re.compile(r"\s\)[?*]\{is\}")
_BLANK = " `{is}` begins with a blank of its own: of what may be missing, put the blank in front."
_CHANGED = "write `{is}` for what links a card to its number: it knows the words of change."
_MOVES: tuple[tuple[tuple[str, str], list[str], list[str], str], ...] = (
    (("My card number is TC-1.", "My card number is TC-2."), ["TC-1"], ["TC-2"], _HELD),
    (("My card number is TC-1.", "My card number was changed to TC-2."), ["TC-2"], [], _CHANGED),
    (("我的卡号是TC-1。", "我的卡号改成TC-2了。"), ["TC-2"], [], _CHANGED),
)


def _check_rule(answer: Any) -> None:
    rules = _rules_with(answer)
    _check_own_examples(rules)
    for sentence, card in SAID:
        book = FactBook(tenant="exercise", rules=rules)
        book.hear(sentence, at=0.0)
        found = book.values("card")
        require(
            found == ([card] if card else []),
            f"{_missing(sentence, card, found)} “{sentence}” gives {found}.",
        )
    for sentences, active, pending, why in _MOVES:
        book = FactBook(tenant="exercise", rules=rules)
        for minute, sentence in enumerate(sentences):
            book.hear(sentence, at=60.0 * minute)
        got = book.values("card"), [fact.value for fact in book.pending()]
        said = f"After “{' '.join(sentences)}” in force and pending are {got}."
        require(got == (active, pending), f"{why} {said}")


def _rules_with(answer: Any) -> Rules:
    require(isinstance(answer, dict), "keep the dict of the starter: it is what `Rule` is made of.")
    require(answer.get("name") == "card", 'the rule\'s "name" must stay "card".')
    try:
        rules = RULES.with_(Rule(**answer))
        check_examples(rules)  # which is where a pattern is first tried
        return rules
    except (TypeError, ValueError) as error:
        raise NotYet(f"`Rule(**answer_06_6)` cannot be made: {error}.") from None


def _check_own_examples(rules: Rules) -> None:
    rule = rules["card"]
    found = list(rule.examples.values())
    require(bool(rule.english and rule.chinese), "she speaks two languages: give a pattern in each of them.")
    require(
        len([v for v in found if v]) >= 2,
        "the examples are the rule's tests: give two at least in which a card is named.",
    )
    require(None in found, "give an example in which there is nothing to be found, too: its value is None.")
    for failed in (f for f in check_examples(rules) if f.rule == "card"):
        gives = f"your own example does not hold: “{failed.sentence}” gives {list(failed.found)}."
        raise NotYet(f"{gives}{_BLANK if _TWO_BLANKS.search(' '.join(rule.english)) else ''}")


def _missing(sentence: str, card: str | None, found: list[str]) -> str:
    if card is None:
        return "that is none of her card numbers."
    return (
        "a pattern finds too much or too little." if found else "a way to say it is not in your patterns yet."
    )


_right = """\
answer_06_6 = {
    "name": "card",
    "form": "code",
    "patterns": ["{whose} card(?: number)? {is} {value}", "{whose}(?:会员卡|卡号){is}{value}"],
    "examples": {
        "My card number is TC-1000.": "TC-1000",
        "我的卡号是TC-1000。": "TC-1000",
        "Is my card number TC-1000?": None,
    },
}"""
_RULE = Exercise(
    id="06.6",
    kind="build",
    question="""
**Build.** A rule of your own. The shop hands out cards, and customers tell their numbers: “My card number is
TC-4471”, “my card is TC-4471”, 我的卡号是TC-4471, 我的会员卡是TC-4471. Fill in the patterns, one in English
and one in Chinese, and examples that are its tests: two at least with a number, and one in which there is
nothing to find (`None`). The slots: `{whose}` is “my” or “Ann's” (我的), `{is}` what links a thing to its
value, with or without a change (“is”, “was changed to”, 是, 改成), `{value}` the value. The rest is a regular
expression.

The judge has other sentences: questions, suppositions, other people's cards, a coupon, a changed number.""",
    starter="""\
answer_06_6 = {
    "name": "card",
    "form": "code",
    "patterns": [..., ...],
    "examples": {"My card number is TC-1000.": "TC-1000"},
}""",
    check=_check_rule,
    hints=(
        'Print `RULES["order_id"].patterns`: it is the nearest relative of what you need.',
        "`(?: number)?` stands for “ number” or nothing, `(?:会员卡|卡号)` for one of two words.",
        "The English one: `{whose} card(?: number)? {is} {value}`.",
    ),
    solution=_right,
    misconceptions=mutants(
        _right,
        (', "{whose}(?:会员卡|卡号){is}{value}"', "", "a pattern in each of them"),
        ('        "Is my card number TC-1000?": None,\n', "", "nothing to be found, too"),
        ('        "我的卡号是TC-1000。": "TC-1000",\n', "", "two at least in which"),
        ('"我的卡号是TC-1000。": "TC-1000"', '"我的卡号是TC-1000。": "TC-1"', "gives ['TC-1000']"),
        ("card(?: number)?", "card number", "not in your patterns yet"),
        ("card(?: number)? {is}", "card (?:number )?{is}", "put the blank in front"),
        ("{whose} card(?: number)? {is}", "my card(?: number)? is", "knows the words of change"),
        ("{whose} card(?: number)?", "(?:{whose} )?[a-z ]+", "none of her card numbers"),
        ('"name": "card",', '"name": "card", "many": True,', "has to be held"),
        ('"form": "code"', '"form": "plastic"', "cannot be made: form"),
        ('"name": "card"', '"name": "number"', 'must stay "card"'),
    ),
    praise="ten lines, and it knows questions, sisters and changes: the slots brought them along.",
)

EXERCISES = (_KINDS, _FINALLY, _DECIDE, _ASKED, _SPELLED, _RULE)
