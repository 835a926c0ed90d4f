"""read_sentence: what a Chinese sentence says of whom, clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.chinese import bare, standing
from memlab.facts.chinese.clauses import Clause, clauses
from memlab.facts.chinese.frame import ASSISTANT, Start, starts
from memlab.facts.chinese.matching import Way, match, ways_of
from memlab.facts.chinese.meaning import State
from memlab.facts.chinese.words import CORRECTS, alternation
from memlab.facts.rules import Rules
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence

_LONGEST = 300  # characters of a clause that are read
_MOST = 5  # predicates of a clause
_HEDGED = 0.5
_PARTICLES = "了吧啊呢哦啦哈呀的 "
_CARRIED = frozenset({"past", "plans", "wishes", "supposes", "says", "hedges", "now", "newly", "corrects"})
_NEWS = re.compile(
    "(?:搬家|搬走|换(?:了)?(?:个|份|新)*(?:工作|公司|手机号?|电话|号码?|邮箱|地址|城市|岗位|单位|东家|房子)|跳槽|离职|辞职|转行|转岗|升职|改名|调岗|改签)(?:了|啦|,|$)|改一?下|更新一?下|(?<!有)变(?:化|更)?了"
)
_WORTH = re.compile(  # words that make something of a sentence in which no pattern can match
    f"{alternation(CORRECTS)}|错|更|纠|混|岔|多打|少打|漏打|不是|唔系|[改换变调提涨降加减延推](?:成|为|到|至)|忘|删|清|抹|移除|去掉|记|存"
)
_NO_NEWS = re.compile("想|(?<!只|主)要|打算|准备|如果|可能|考虑|没(?!法)|不(?!好意思|过|得不)|会|计划")
_SLIP = re.compile(
    "(?:错|多打|少打|漏打|多写|少写|打多|打少|口误|笔误|手误|手滑|更正|纠正|不对|搞混|记混|弄混|看岔|嘴瓢)[^。]{0,6}$|^(?:啊|哦|噢|呃|哎呀?)?不是?[,，。!]"
)


def read_sentence(sentence: Sentence, scene: Scene) -> list[Candidate]:
    """The definitions in a Chinese sentence; spans are those of the folded text. Linear in its length."""
    text = scene.folded.text
    ways = ways_of(scene.rules).of(sentence.text)
    state = _opening(text, sentence, scene)
    if not ways and not state.changed and not _WORTH.search(sentence.text):
        return []
    parts = clauses(text, sentence.start, sentence.end)
    found: list[list[Candidate]] = []
    ordered = -1  # clauses before this one belong to a standing order
    for at, clause in enumerate(parts):
        if clause.tag or clause.doubt:
            _doubt(found, clause)
        here = _read_clause(text, clause, ways, state, scene, found)
        if at >= ordered:
            order, ordered = _order(text, at, parts, ways, state)
            here += order
        found.append(_settled([c for c in here if not _is_nickname(c, found)], scene.rules))
    return [_kept(c, scene) for group in found for c in group]


def _opening(text: str, sentence: Sentence, scene: Scene) -> State:
    """What the sentence before hands on: 打错了！ makes the next one a correction."""
    before = text[max(0, sentence.start - 24) : sentence.start].rstrip("!。?？！~ \n,")
    news = _NEWS.search(before) and not _NO_NEWS.search(before)
    last = scene.found[-1] if scene.found else None
    carried = (
        last.entity
        if last and last.person and last.entity != USER and last.clause[1] > sentence.start - 60
        else USER
    )
    slipped = _SLIP.search(before) is not None
    return State(scene.folded.kept, entity=carried, changed=slipped or bool(news), slipped=slipped)


def _read_clause(
    text: str, clause: Clause, ways: list[Way], state: State, scene: Scene, before: list[list[Candidate]]
) -> list[Candidate]:
    forget = standing.forgets(text, clause)
    if forget:
        return [forget]
    found: list[Candidate] = []
    begin, end = Start(clause.start, state.told), min(clause.end, clause.start + _LONGEST)
    places = [begin]
    for _ in range(_MOST):
        places = starts(text, begin, end)
        if state.topics and text.startswith("叫", places[0].at):
            break  # 我加入了一家公司，叫X: no name of the user's
        here, at = match(text, clause, end, places, ways, state)
        found += [_linked(_named(_instead_of_rest(text, c, at, end), before, scene), scene) for c in here]
        if not here or at >= end:
            break
        entity = here[-1].entity if places[0].entity is None else places[0].entity
        begin = Start(at, tuple(t for t in places[0].told if t in _CARRIED), entity)
    if not found:
        found = _denial(text, clause, places[0], before, scene) or bare.read(
            text, clause, places, state, scene, before
        )
    if state.denied and found:
        found = _instead(text, clause, found, state.denied, before, scene)
    _hand_on(text, clause, places[0], found, state)
    return [_put_right(c, scene) for c in found] if state.slipped else found


def _named(read: Candidate, before: list[list[Candidate]], scene: Scene) -> Candidate:
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


def _instead(
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


def _linked(read: Candidate, scene: Scene) -> Candidate:
    """猫粮买了 is done with 买猫粮, and a new deadline without a thing is that of the last thing."""
    if read.attribute == "task" and read.ends:
        known = (c.value for c in scene.earlier("task") if c.polarity)
        value = next((v for v in known if read.value in v or v in read.value or set(read.value) == set(v)), read.value)
        return replace(read, value=value, span=(read.span[1], read.span[1]))
    if scene.rules[read.rule].things and read.change and read.entity == USER:
        last = next(scene.earlier(read.attribute), read)
        return replace(read, entity=last.entity, person=last.person)
    return read


def _instead_of_rest(text: str, read: Candidate, at: int, end: int) -> Candidate:
    """预算是五万不是三万: what follows is the value that it takes the place of."""
    no = bare.NOT_THAT.match(text, at, end)
    return (
        replace(read, change=True, replaces=no["value"].rstrip(_PARTICLES)) if no and read.polarity else read
    )


def _put_right(read: Candidate, scene: Scene) -> Candidate:
    """A slip of a list, put right, takes the place of what was said last."""
    if not scene.rules[read.rule].many or not read.polarity or read.replaces:
        return read
    wrong = next((c for c in scene.said() if c.attribute == read.attribute and c.polarity), None)
    return replace(read, replaces=wrong.value, change=True) if wrong and wrong.value != read.value else read


def _hand_on(text: str, clause: Clause, last: Start, found: list[Candidate], state: State) -> None:
    """What the clause tells about those after it."""
    words = text[clause.start : clause.end]
    alone = last.at >= clause.end  # nothing but little words
    if last.entity and last.entity != ASSISTANT and (not alone or last.entity == USER):
        state.entity = last.entity
    state.told = _alone(words, last) if alone and not clause.doubt else ()
    if ("supposes" in last.told and not clause.polite) or (words.endswith("的话") and len(words) > 6):
        state.supposed = True
    state.thing = next((c.entity for c in found if not c.person), state.thing)
    state.said_by_others = state.said_by_others or "says" in last.told
    state.slipped = state.slipped or _SLIP.search(words) is not None
    if "corrects" in last.told or state.slipped or (_NEWS.search(words) and not _NO_NEWS.search(words)):
        state.changed = True
    state.past = any(c.time.tense == "past" for c in found) or (alone and "past" in last.told)
    denied = [c for c in found if not c.polarity and c.value and c.mood == "stated"]
    state.denied = denied[-1] if denied else None
    state.topics += [c.attribute for c in found if c.attribute == "order_id" or c.time.tense == "past"]
    if not found:
        state.topics += bare.topics(text, clause)


def _alone(words: str, last: Start) -> tuple[str, ...]:
    """What little words by themselves hand on: a 不是 by itself puts right what was said."""
    told = tuple(t for t in last.told if t in _CARRIED)
    return (*told, "corrects") if words in ("不是", "不", "没有", "不是的", "不对") else told


def _denial(
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


def _doubt(found: list[list[Candidate]], clause: Clause) -> None:
    """对吧? asks what was said before, 我不确定 doubts it."""
    if found:
        mood = "asked" if clause.tag else "hedged"
        found[-1] = [replace(c, mood=mood) if c.is_fact and not c.forgets else c for c in found[-1]]


def _order(
    text: str, at: int, parts: list[Clause], ways: list[Way], state: State
) -> tuple[list[Candidate], int]:
    """(the standing order that begins in this clause, if one does; the first clause after it)."""
    ways = [way for way in ways if way.rule.form == "sentence"]
    if not ways:
        return [], at
    start = standing.order_start(text, parts[at])
    end, after = standing.order_end(text, at, parts)
    if start >= end or not standing.is_order(text, start, end):
        return [], at
    for way in ways:
        if found := way.regex.match(text, start, parts[after - 1].end):
            name = way.rule.name
            change = state.changed
            return [
                Candidate(
                    name, text[start:end], span=(start, end), clause=found.span(), rule=name, change=change
                )
            ], after
    return [], at


def _contrary(read: Candidate, rules: Rules) -> Candidate:
    """Not to like something is to dislike it; no longer to like it is only that."""
    contrary = rules[read.rule].opposite
    if read.polarity or read.ends or not contrary or read.rule != "likes":
        return read
    return replace(read, attribute=contrary, rule=contrary, polarity=True)


def _is_nickname(read: Candidate, before: list[list[Candidate]]) -> bool:
    """我是陈静怡，叫我静怡就好: who gave their name and is called otherwise keeps their name."""
    if read.attribute != "name" or not read.polarity or read.change:
        return False
    return any(c.attribute == "name" and c.entity == read.entity and c.polarity for g in before for c in g)


def _settled(found: list[Candidate], rules: Rules) -> list[Candidate]:
    """不喜欢 is a dislike; 不喜欢了 ends a liking, too. Of what is done, only what nothing else was read from."""
    found = [_contrary(c, rules) for c in found]
    dislikes = any(c.attribute == "dislikes" and c.polarity for c in found)
    kept = [c for c in found if not (c.attribute == "likes" and not c.polarity and dislikes and not c.ends)]
    kept = [c for c in kept if c.value or c.rule != "task"]
    best = any(c.rule == "favourite" for c in kept)
    kept = [c for c in kept if (c.value or c.rule != "likes") and not (best and c.rule == "likes")]
    others = any(c.attribute not in ("task", "deadline") for c in kept)
    return [c for c in kept if not (others and c.attribute == "task")]


def _kept(read: Candidate, scene: Scene) -> Candidate:
    """The candidate with its value as the user spelt it, and its confidence."""
    if read.entity not in (USER, ASSISTANT) and read.person:
        scene.person = read.entity
    if not read.person:
        scene.thing = read.entity
    value = scene.folded.kept[slice(*read.span)] if read.span[1] > read.span[0] else read.value
    confidence = _HEDGED if read.mood == "hedged" else read.confidence
    return replace(read, value=value, confidence=confidence)
