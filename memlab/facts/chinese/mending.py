"""Candidates mended by what stands around them: corrections, denials, doubts, and what they refer to."""

from __future__ import annotations

from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.chinese import bare
from memlab.facts.chinese.clauses import Clause
from memlab.facts.chinese.frame import Start
from memlab.facts.rules import Rules
from memlab.facts.scene import Scene

_PARTICLES = "了吧啊呢哦啦哈呀的 "


def named(read: Candidate, before: list[list[Candidate]], scene: Scene) -> Candidate:
    """后来不喜欢了: of the liking that was spoken of last."""
    if read.value or not scene.rules[read.rule].opposite:
        return read
    here = next(
        (c for group in reversed(before) for c in reversed(group) if c.attribute == read.attribute), None
    )
    it = here or scene.it
    return (
        replace(read, value=it.value, attribute=it.attribute, rule=it.rule, entity=it.entity) if it else read
    )


def linked(read: Candidate, scene: Scene) -> Candidate:
    """猫粮买了 is done with 买猫粮, and a new deadline without a thing is that of the last thing."""
    if read.attribute == "task" and read.ends:
        known = (c.value for c in scene.earlier("task") if c.polarity)
        value = next((v for v in known if _is_done(v, read.value)), read.value)
        return replace(read, value=value, span=(read.span[1], read.span[1]))
    if scene.rules[read.rule].things and read.change and read.entity == USER:
        last = next(scene.earlier(read.attribute), read)
        return replace(read, entity=last.entity, person=last.person)
    return read


def _is_done(task: str, done: str) -> bool:
    """Whether 银行卡 (办好了) tells that 去银行办卡 is done: the words are the same or in the same order."""
    letters = iter(task)
    in_order = len(done) > 2 and all(letter in letters for letter in done)
    return done in task or task in done or set(done) == set(task) or in_order


def instead_of_rest(text: str, read: Candidate, at: int, end: int) -> Candidate:
    """预算是五万不是三万: what follows is the value that it takes the place of."""
    no = bare.NOT_THAT.match(text, at, end)
    return (
        replace(read, change=True, replaces=no["value"].rstrip(_PARTICLES)) if no and read.polarity else read
    )


def instead(
    text: str,
    clause: Clause,
    found: list[Candidate],
    no: Candidate,
    before: list[list[Candidate]],
    scene: Scene,
) -> list[Candidate]:
    """不是X，是Y: one statement, that Y takes the place of X."""
    if scene.rules[no.rule].many and not text.startswith(("是", "而是", "系"), clause.start):
        return found
    yes = next(
        (c for c in found if c.attribute == no.attribute and c.entity == no.entity and c.polarity), None
    )
    if yes is None:
        return found
    before[-1] = [c for c in before[-1] if c is not no]
    kept = scene.folded.kept[slice(*no.span)]
    return [replace(c, change=True, replaces=kept) if c is yes else c for c in found]


def put_right(read: Candidate, scene: Scene) -> Candidate:
    """A slip of a list, put right, takes the place of what was said last."""
    if not scene.rules[read.rule].many or not read.polarity or read.replaces:
        return read
    wrong = next((c for c in scene.said() if c.attribute == read.attribute and c.polarity), None)
    return replace(read, replaces=wrong.value, change=True) if wrong and wrong.value != read.value else read


def denial(
    text: str, clause: Clause, last: Start, before: list[list[Candidate]], scene: Scene
) -> list[Candidate]:
    """不是B after 邮箱是A: the fact before takes the place of B. 不是B of a fact of old: it is denied."""
    no = bare.NOT_THAT.match(text, clause.start, clause.end) or bare.NOT_THAT.match(
        text, max(clause.start, last.at - 2), clause.end
    )
    if no is None or clause.asked:
        return []
    value = no["value"].rstrip(_PARTICLES)
    if before and before[-1] and before[-1][-1].polarity and "corrects" not in last.told:
        fact = before[-1][-1]
        before[-1][-1] = replace(fact, change=True, replaces=value)
        return []
    said = next((c for c in scene.said() if c.value == value), None)
    if said is None:
        return []
    span = (no.start("value"), no.start("value") + len(value))
    return [replace(said, polarity=False, change=True, span=span, clause=no.span(), mood="stated")]


def doubt(found: list[list[Candidate]], clause: Clause) -> None:
    """对吧? asks what was said before, 我不确定 doubts it."""
    if found:
        mood = "asked" if clause.tag else "hedged"
        found[-1] = [replace(c, mood=mood) if c.is_fact and not c.forgets else c for c in found[-1]]


def cured(found: list[list[Candidate]]) -> None:
    """现在好了: the allergy of which was just told is over."""
    if found:
        found[-1] = [
            _over(c) if c.attribute == "allergy" and c.polarity and c.value else c for c in found[-1]
        ]


def _over(read: Candidate) -> Candidate:
    now = replace(read.time, tense="present") if read.time.tense == "past" else read.time
    return replace(read, polarity=False, ends=True, time=now)


def is_nickname(read: Candidate, before: list[list[Candidate]]) -> bool:
    """我是陈静怡，叫我静怡就好: who gave their name and is called otherwise keeps their name."""
    if read.attribute != "name" or not read.polarity or read.change:
        return False
    return any(c.attribute == "name" and c.entity == read.entity and c.polarity for g in before for c in g)


def _contrary(read: Candidate, rules: Rules) -> Candidate:
    """Not to like something is to dislike it; no longer to like it is only that."""
    contrary = rules[read.rule].opposite
    if read.polarity or read.ends or not contrary or read.rule != "likes":
        return read
    return replace(read, attribute=contrary, rule=contrary, polarity=True)


def _merged(found: list[Candidate]) -> list[Candidate]:
    """One candidate for what two patterns read alike (不喜欢, and not to like): that of the longer clause."""
    best: dict[tuple, Candidate] = {}
    for c in found:
        key = c.entity, c.attribute, c.span, c.value, c.polarity
        first = best.get(key, c)
        best[key] = c if c.clause[1] - c.clause[0] > first.clause[1] - first.clause[0] else first
    return list(best.values())


def settled(found: list[Candidate], rules: Rules) -> list[Candidate]:
    """不喜欢 is a dislike; 不喜欢了 ends a liking, too. Of what is done, only what nothing else was read from."""
    found = _merged([_contrary(c, rules) for c in found])
    dislikes = any(c.attribute == "dislikes" and c.polarity for c in found)
    kept = [c for c in found if not (c.attribute == "likes" and not c.polarity and dislikes and not c.ends)]
    kept = [c for c in kept if c.value or c.rule != "task"]
    best = any(c.rule == "favourite" for c in kept)
    kept = [c for c in kept if (c.value or c.rule != "likes") and not (best and c.rule == "likes")]
    others = any(c.attribute not in ("task", "deadline") for c in kept)
    return [c for c in kept if not (others and c.attribute == "task")]
