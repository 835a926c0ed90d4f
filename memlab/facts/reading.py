"""read, extract: a turn's text becomes candidates, each with its span and its mood."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from memlab import checks
from memlab.facts import chinese, english
from memlab.facts.answers import bare_answers
from memlab.facts.candidate import USER, Candidate, Turn, speaker
from memlab.facts.fit import fit
from memlab.facts.masking import moods
from memlab.facts.pronouns import with_name
from memlab.facts.rules import Rules
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence, sentences
from memlab.facts.table import RULES
from memlab.facts.text import Folded, fold
from memlab.facts.whom import with_person

LOOKS_BACK = 8  # turns of the context that are looked at
ANSWERED = 0.9  # confidence of a bare answer
REACH = 2_000  # characters beyond a cut in which the end of a value is looked for
REPEATED = 20  # times that the same sentence is read in one text: what follows says nothing new
FEW, SAMPLE = 12, 200  # of a long run of so few different characters no more than this is read
_MARK = re.compile(r"[\s\-–•·●▪*#【\[�]+(?=\S)")
_HAN = re.compile("[㐀-鿿豈-﫿]")
_CHINESE_SUBJECT = re.compile("[我你您他她咱]")  # in an English value: a clause for the other grammar
_CHINESE_END = re.compile("(?:过敏|[吧呢哦啊呀啦哈])$")  # of an English answer: one for the other grammar
_BOUNDARY = re.compile(
    r"[.,;:!?\n。]|\b(?:and|but|so|or|because|i|i'm|my|we|he|she|they)\b|[我你您他她和但]", re.I
)
_KANA = re.compile("[ぁ-ねは-ゖ]")  # but for の, which Chinese names borrow
_CHINESE_WORDS = re.compile("[我你您她们了吗呢这那没]")  # no Japanese sentence has them
_LATIN = re.compile("[A-Za-z]")
_GLUED = re.compile("(?<=\\w)[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\\s]+$")  # emoji behind a word
_SPOKEN = re.compile(r"\w")


def read(
    text: str, role: str = USER, at: float = 0.0, context: Iterable[Any] = (), rules: Rules = RULES
) -> list[Candidate]:
    """What `text` seems to say; refused readings (asked, supposed, quoted, …) bear their mood.

    `context` are the turns before, oldest first: Turn, (role, text) or text (the user's); the last 8 count.
    `role`: one of ROLES; what others than the user say bears the mood "instructed". ValueError or TypeError
    for a bad argument. Linear in the length of the text: of a text that is all statements some 20 s a million
    characters. A sentence that stands in it more than 20 times is read 20 times.

    >>> [c.mood for c in read("My name is Ann.", role="system")]
    ['instructed']
    """
    checks.kind("text", text, str, "pass what was said as a string")
    speaker(role)
    turns = [_turn(item) for item in context][-LOOKS_BACK:]
    return _read(text, role, turns, rules, partial(_read_turns, rules=rules))


def extract(
    text: str, role: str = USER, at: float = 0.0, context: Iterable[Any] = (), rules: Rules = RULES
) -> list[Candidate]:
    """The facts in `text`: what `read` finds, without what was only asked, supposed, wished or quoted.

    >>> [(c.attribute, c.value) for c in extract("My name is Ann.")]
    [('name', 'Ann')]
    """
    return [c for c in read(text, role, at, context, rules) if c.is_fact]


def _turn(item: Any) -> Turn:
    if isinstance(item, Turn):
        return item
    if isinstance(item, str):
        return Turn(item)
    if isinstance(item, tuple) and len(item) == 2 and all(isinstance(part, str) for part in item):
        return Turn(item[1], speaker(item[0]))
    raise TypeError(
        f"context: {checks.shown(item)}, allowed are Turn, (role, text) and text: turn the message into one"
    )


def _read_turns(turns: Sequence[Turn], rules: Rules) -> list[Turn]:
    """The turns with what they say, for those that were handed over as mere text."""
    done: list[Turn] = []
    for turn in turns:
        if turn.role == USER and not turn.candidates:
            turn = replace(turn, candidates=tuple(_read(turn.text, USER, list(done), rules, None)))
        done.append(turn)
    return done


def _read(text: str, role: str, turns: Sequence[Turn], rules: Rules, context_reader: Any) -> list[Candidate]:
    folded = fold(text)
    stretches = moods(folded)
    scene = Scene(folded, rules, turns, stretches, context_reader)
    said: Counter[str] = Counter()
    for sentence in sentences(folded, stretches):
        said[sentence.text] += 1
        if said[sentence.text] > REPEATED:
            continue
        found = (with_person(_undecorated(c, scene), scene) for c in _read_sentence(sentence, scene))
        scene.found.extend(dict.fromkeys(found))
    return [_placed(c, scene, role) for c in scene.found]


def _read_sentence(sentence: Sentence, scene: Scene) -> list[Candidate]:
    if sentence.cut and len(set(sentence.text)) < FEW:  # no language
        sentence = sentence._replace(end=sentence.start + SAMPLE, text=sentence.text[:SAMPLE])
    found = _said(sentence, scene)
    if sentence.cut:
        found = [_to_its_end(c, sentence, scene.folded) for c in found]
    if sentence.mood != "stated":
        return [replace(c, mood=sentence.mood) for c in found]
    if not found and _HAN.search(sentence.text) and not _is_japanese(sentence.text):
        found = _answer(sentence, scene) or with_name(sentence, scene, chinese.read_sentence)
    return found


def _said(sentence: Sentence, scene: Scene) -> list[Candidate]:
    """What the grammar of a sentence's script reads in it; both, if it has both scripts."""
    if _HAN.search(sentence.text) is None:
        return [] if _SPOKEN.search(sentence.text) is None else list(english.read_sentence(sentence, scene))
    found = [] if _is_japanese(sentence.text) else list(chinese.read_sentence(_unmarked(sentence), scene))
    if _LATIN.search(sentence.text) is None:
        return found
    others = english.read_sentence(sentence, scene)
    return _apart([*(c for c in others if not _is_chinese(c)), *found])


def _is_chinese(read: Candidate) -> bool:
    answer = read.rule.endswith(": answer") and _CHINESE_END.search(read.value)
    return bool(answer) or _CHINESE_SUBJECT.search(read.value) is not None


def _is_japanese(text: str) -> bool:
    """Whether it is no Chinese, though it has Chinese characters: 住所は北京です."""
    return _KANA.search(text) is not None and _CHINESE_WORDS.search(text) is None


def _to_its_end(candidate: Candidate, sentence: Sentence, folded: Folded) -> Candidate:
    """The candidate with all of its value if a run without an end was cut in it: too long for any book."""
    start, end = candidate.span
    if end <= start or _BOUNDARY.search(folded.text, end, sentence.end):
        return candidate
    furthest = min(len(folded.text), sentence.end + REACH)
    boundary = _BOUNDARY.search(folded.text, sentence.end, furthest)
    end = boundary.start() if boundary else furthest
    clause = (candidate.clause[0], max(candidate.clause[1], end))
    return replace(candidate, value=folded.kept[start:end].strip(), span=(start, end), clause=clause)


def _undecorated(candidate: Candidate, scene: Scene) -> Candidate:
    """The candidate without the emoji that are glued to its value ("I live in Oslo😀")."""
    value, (start, end) = candidate.value, candidate.span
    glued = None if value.isascii() else _GLUED.search(value)
    rule = scene.rule(candidate.attribute)
    if glued is None or (rule is not None and rule.form == "sentence"):
        return candidate
    if scene.folded.kept[start:end].endswith(glued.group()):
        end -= len(glued.group())
    return replace(candidate, value=value[: glued.start()], span=(start, end))


def _unmarked(sentence: Sentence) -> Sentence:
    """The sentence without the mark of a list item or a heading in front: - • * 【."""
    mark = _MARK.match(sentence.text)
    if mark is None:
        return sentence
    return sentence._replace(start=sentence.start + mark.end(), text=sentence.text[mark.end() :])


def _apart(found: list[Candidate]) -> list[Candidate]:
    """Of readings of one attribute that overlap, by both grammars, that of the longer clause."""
    kept: list[Candidate] = []
    for c in sorted(found, key=lambda c: c.clause[0] - c.clause[1]):
        if not any(c.attribute == k.attribute and c.value != k.value and _overlap(c, k) for k in kept):
            kept.append(c)
    return [c for c in found if c in kept]


def _overlap(a: Candidate, b: Candidate) -> bool:
    return a.span[0] < b.span[1] and b.span[0] < a.span[1]


def _answer(sentence: Sentence, scene: Scene) -> list[Candidate]:
    """The answer that a bare sentence gives to the assistant's question ("Lisbon.")."""
    given = {c.attribute for c in scene.found}
    for attribute in scene.asked:
        rule = scene.rules[attribute]
        spans = [] if attribute in given else list(bare_answers(sentence.text, attribute, rule.many))
        if spans and all(fit(sentence.text[start:end], rule.form) for start, end in spans):
            return [_answered(attribute, sentence, scene, start, end) for start, end in spans]
    return []


def _answered(attribute: str, sentence: Sentence, scene: Scene, start: int, end: int) -> Candidate:
    span = sentence.start + start, sentence.start + end
    value = scene.folded.kept[slice(*span)]
    clause = (sentence.start, sentence.end)
    return Candidate(
        attribute, value, confidence=ANSWERED, span=span, clause=clause, rule=f"{attribute}: answer"
    )


def _placed(candidate: Candidate, scene: Scene, role: str) -> Candidate:
    """The candidate with its spans in the text as given, and the mood of the place where it stands."""
    origin = scene.folded.origin
    mood = candidate.mood
    if role != USER:
        mood = "instructed"
    elif scene.stretches and _within(candidate, scene):
        mood = "quoted"
    span, clause = origin(*candidate.span), origin(*candidate.clause)
    if (span, clause, mood) == (candidate.span, candidate.clause, candidate.mood):
        return candidate
    return replace(candidate, span=span, clause=clause, mood=mood)


def _within(candidate: Candidate, scene: Scene) -> bool:
    """Whether the whole clause lies in quotation marks that split no sentence: a title, no statement."""
    start, end = candidate.clause
    marks = (s for s in scene.stretches if not s.splits)
    return end > start and any(s.start <= start and end <= s.end for s in marks)
