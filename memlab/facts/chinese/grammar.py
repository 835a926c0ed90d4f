"""read_sentence: what a Chinese sentence says of whom, clause by clause."""

from __future__ import annotations

import re
from dataclasses import replace

from memlab.facts.candidate import USER, Candidate
from memlab.facts.chinese import bare, mending, standing
from memlab.facts.chinese.clauses import Clause, clauses
from memlab.facts.chinese.frame import ASSISTANT, Start, mentioned, starts
from memlab.facts.chinese.matching import Way, match, ways_of
from memlab.facts.chinese.meaning import State
from memlab.facts.chinese.patterns import CURED
from memlab.facts.chinese.words import CORRECTS, alternation
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence
from memlab.facts.whom import may_be

_LONGEST = 300  # characters of a clause that are read
_MOST = 5  # predicates of a clause
_HEDGED = 0.5
_CURED = re.compile(  # as a clause of its own; 好了 alone only goes on to something else
    f"(?!(?:好|没有?)[了啦咯喽]*$)(?:不过|但是?|可是?|只是|好在|幸好)*{CURED}[啦呀啊~!]*"
)
_LOOKS_BACK = 60  # characters in which the person is looked for whom a pronoun stands for
_HE_OR_SHE = ("他", "她")
_NO_ORDER = ("reply_language", "phone", "email")
_CARRIED = frozenset({"past", "plans", "wishes", "supposes", "says", "hedges", "now", "newly", "corrects"})
_NEWS = re.compile(
    "(?:搬家|搬走|换(?:了)?(?:个|份|新)*(?:工作|公司|手机号?|电话|号码?|邮箱|地址|城市|岗位|单位|东家|房子)|跳槽|离职|辞职|转行|转岗|升职|改名|调岗|改签)(?:了|啦|,|$)|(?:卡|号|号码|手机|电话|邮箱|地址|的)(?:已经?|都|被|我)*(?:注销|停机|停用|不用|作废|弃用|登不上|用不了|打不通|废弃|失效)(?:了|,|$)|改一?下|更新一?下|(?<!有)变(?:化|更)?了"
)
_WORTH = re.compile(  # words that make something of a sentence in which no pattern can match
    f"{alternation(CORRECTS)}|错|更|纠|混|岔|多打|少打|漏|[多少]了|不是|唔系|[改换变调提涨降加减延推](?:成|为|到|至)|忘|删|清|抹|移除|去掉|记|存"
)
_LIST = re.compile("待办|清单|任务")
_NO_NEWS = re.compile("想|(?<!只|主)要|打算|准备|如果|可能|考虑|没(?!法)|不(?!好意思|过|得不)|会|计划")
_SLIP = re.compile(
    "(?:(?<![不没])错(?!过)|多打|少打|漏打|多写|少写|打多|打少|[少多漏]了[个一]|口误|笔误|手误|手滑|更正|纠正|不对|搞混|记混|弄混|看岔|嘴瓢)[^。]{0,6}$|^(?:啊|哦|噢|呃|哎呀?)?不是?[,，。!]"
)

_IN_FACT = re.compile("可惜|遗憾的是|事实上|实际上|对了|顺便|说正经的|言归正传|回到正题")
_SLIPPED = re.compile(
    "^(?:我|刚才?|刚刚|前面|之前|上面|抱歉|不好意思)*(?:都|是|给)?(?:[打写说讲搞弄记填输发看]错|口误|笔误|手误|手滑|嘴瓢)[^。]{0,4}$"
)


def read_sentence(sentence: Sentence, scene: Scene) -> list[Candidate]:
    """The definitions in a Chinese sentence; spans are those of the folded text. Linear in its length."""
    text = scene.folded.text
    ways = ways_of(scene.rules).of(sentence.text)
    state = _opening(text, sentence, scene)
    if not ways and not state.changed and not _WORTH.search(sentence.text):
        return []
    parts = clauses(text, sentence.start, sentence.end)
    if len(parts) > 1 and _SLIPPED.match(text[parts[-1].start : parts[-1].end]):  # 应该是2500，打错了
        state.slipped = state.changed = True
    found: list[list[Candidate]] = []
    ordered = -1  # clauses before this one belong to a standing order
    for at, clause in enumerate(parts):
        if clause.tag or clause.doubt:
            mending.doubt(found, clause)
        if _CURED.fullmatch(text[clause.start : clause.end]):
            mending.cured(found)
        here = _read_clause(text, clause, ways, state, scene, found)
        if at >= ordered:
            order, ordered = _order(text, at, parts, ways, state)
            here = _without_a_second(here + order)
        found.append(mending.settled([c for c in here if not mending.is_nickname(c, found)], scene.rules))
    return [_kept(_named(c, text), scene) for group in found for c in group]


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
    begin, end = Start(clause.start, state.told, since=state.since), min(clause.end, clause.start + _LONGEST)
    places = [begin]
    for _ in range(_MOST):
        places = starts(text, begin, end)
        if "employer" in state.topics and places[0].entity is None and text.startswith("叫", places[0].at):
            break  # 我加入了一家公司，叫X: no name of the user's
        here, at = match(text, clause, end, places, ways, state)
        found += [
            mending.linked(mending.named(mending.instead_of_rest(text, c, at, end), before, scene), scene)
            for c in here
        ]
        if not here or at >= end:
            break
        entity = here[-1].entity if places[0].entity is None else places[0].entity
        begin = Start(at, tuple(t for t in places[0].told if t in _CARRIED), entity)
    if not found:
        found = mending.denial(text, clause, places[0], before, scene) or bare.read(
            text, clause, places, state, scene, before
        )
    if state.denied and found:
        found = mending.instead(text, clause, found, state.denied, before, scene)
    _hand_on(text, clause, places[0], found, state)
    return [mending.put_right(c, scene) for c in found] if state.slipped else found


def _without_a_second(found: list[Candidate]) -> list[Candidate]:
    """以后用英文回复 is the language of the replies, 以后打13800000001 a number, and no standing order as well."""
    if any(c.attribute in _NO_ORDER and c.polarity for c in found):
        return [c for c in found if c.attribute != "instruction"]
    return found


def _hand_on(text: str, clause: Clause, last: Start, found: list[Candidate], state: State) -> None:
    """What the clause tells about those after it."""
    words = text[clause.start : clause.end]
    alone = last.at >= clause.end  # nothing but little words
    if last.entity and last.entity != ASSISTANT and (not alone or last.entity == USER or "我" in words):
        state.entity, state.passing = last.entity, not found
    state.told = _alone(words, last) if alone and not clause.doubt else ()
    state.since = last.since if state.told else None
    if _IN_FACT.match(words):
        state.supposed = False
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
    state.topics += [c.attribute for c in found if _goes_on(c)]
    if any(c.attribute == "task" for c in found) and _LIST.search(words):
        state.topics.append("task")
    if not found:
        state.topics += bare.topics(text, clause)


def _goes_on(read: Candidate) -> bool:
    """Whether another value of the same attribute may follow alone: 一个是A，一个是B; 以前是A，现在是B."""
    return read.attribute == "order_id" or read.time.tense == "past" or (read.person and read.entity != USER)


def _alone(words: str, last: Start) -> tuple[str, ...]:
    """What little words by themselves hand on: a 不是 by itself puts right what was said."""
    right = "corrects" in last.told  # 之前说错了 tells of no time
    told = tuple(t for t in last.told if t in _CARRIED and not (right and t == "past"))
    return (*told, "corrects") if words in ("不是", "不", "没有", "不是的", "不对") else told


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


def _named(read: Candidate, text: str) -> Candidate:
    """他对海鲜过敏 as a fact of the person who was named before in the turn: 我老公叫张伟."""
    if read.entity not in _HE_OR_SHE or not read.person:
        return read
    before = mentioned(text, max(0, read.clause[0] - _LOOKS_BACK), read.clause[0])
    name = next((name for name in before if may_be(read.entity, name)), read.entity)
    return replace(read, entity=name)


def _kept(read: Candidate, scene: Scene) -> Candidate:
    """The candidate with its value as the user spelt it, and its confidence."""
    if read.entity not in (USER, ASSISTANT) and read.person:
        scene.person = read.entity
    if not read.person:
        scene.thing = read.entity
    value = scene.folded.kept[slice(*read.span)] if read.span[1] > read.span[0] else read.value
    confidence = _HEDGED if read.mood == "hedged" else read.confidence
    return replace(read, value=value, confidence=confidence)
