"""Small talk: nothing but pleasantries and chatter. A short turn that says one thing more tells something."""

from __future__ import annotations

import re

from memlab.bank.rating.reading import CJK, LONGEST, NUMBER, WORD, Reading, kinds_of
from memlab.bank.rating.words import TOPICS

SMALL = frozenset(
    {"praise", "cheers", "thanks", "agreement", "interjections", "intensifiers", "high spirits", "talking"}
    | {"generalities", "modals", "negation", "you", "me", "it", "showing"}
)
NAMING = frozenset(TOPICS) | {
    *("identity", "preference", "relative time", "calendar", "reasons", "low spirits"),
    *("getting", "making", "joining", "changing", "losing"),
}
PLEASANTRY = re.compile(
    r"\b(?:hi|hey|hello|thanks|thank you|bye|goodbye|good (?:morning|afternoon|evening|night)|sorry|cheers|"
    r"welcome(?: back)?),? (?-i:[A-Z])[a-z]{1,15}(?=\W*$|\W*\n)"
    r"|\b(?:how are you|how's it going|how (?:have|'ve) you been|what's up|what's new|good (?:morning|"
    r"afternoon|evening|night)|nice to (?:meet|see)|long time no|see you(?: (?:soon|later|around|tomorrow|"
    r"then|"
    r"next \w+))?|take care|have a (?:nice|good|great|lovely)(?: \w+)?|talk (?:to you )?(?:soon|later|"
    r"tomorrow)|"
    r"you're welcome|no (?:worries|problem|way)|my pleasure|sounds (?:good|great|fun|nice|like fun)|got it|"
    r"of course|"
    r"(?:that |it )?makes sense|fair enough|same here|well done|good for you|so sweet|excuse me|you bet|"
    r"let me know|"
    r"how (?:nice|lovely|sweet|cool|funny|kind|exciting|wonderful)|what an? \w+(?= ?!|$)|cheers,? mate|"
    r"(?:great|good|nice) (?:job|one|work|going|idea)|mad?e my day|sleep well|sweet dreams|welcome back|"
    r"happy (?:birthday|new year|anniversary|holidays|easter)|merry christmas|come on|my bad|good luck|"
    r"hang in there)\b"
    r"|(?:谢谢|多谢|感谢|再见|拜拜|你好|您好|早上好|晚上好|下午好|晚安)(?:啊|了|呀|,|"
    r" )?(?![你您大我])[一-鿿]{1,3}(?=[,。!~]|$)"
    r"|你好|您好|早上好|下午好|晚上好|晚安|再见|拜拜|回头聊|保重|(?:下次|明天|回头|改天|待会儿?|"
    r"周[一二三四五六日末])见|谢[啦了]|最近怎么样|吃了吗|好久不见|还好吗|不客气|太客气|"
    r"辛苦[了啦]|祝你|哈哈|在吗|真的吗|收到|明白了?|知道了|对不起|抱歉|不好意思|没问题|没关系|没事|好梦|"
    r"好运|新年快乐|"
    r"(?:周末|节日|假期|生日)(?:愉快|快乐)|恭喜|加油|麻烦(?:你|您)了|随便|无所谓|怎么会|别客气|慢走|"
    r"早安?(?=[啊呀,。!~]|$)",
    re.IGNORECASE | re.MULTILINE,
)
FILLERS = frozenset(
    word
    for line in (
        "a an the and but or so to of for at in on with as is are was were be been am being do does",
        "did have has had having just too also then there here all any some more most much such now",
        "well still again let let's get got going come make makes made if that's about up out down",
        "over by from lot bit there's really fine later soon sorry please cheers same i'm you're",
        "we're it's wish day night weekend sir madam folks guys mate ready morning",
    )
    for word in line.split()
)
FILLERS_ZH = frozenset(
    "的了是在呢吧啊呀哦嘛哈啦哟诶唉么着得地就都也还又再才只真好那这们有来去到把被给让跟和与呵嘿嗯噢嘞哼酷棒谢耶哒滴喽"
)
ALLOWED = 0.25  # share of a turn that may be other words, once it is longer than SHORT
SHORT = 4  # words of a turn that must be chatter all


def is_small_talk(turn: Reading) -> bool:
    """Whether all of it is pleasantries and chatter, or nearly all if it is long. O(characters)."""
    left = PLEASANTRY.sub(" ", turn.text)
    if Reading.of(left).of_kinds(NAMING) or NUMBER.search(left):
        return False
    return told_besides(left) <= max(0.0, ALLOWED * (turn.length - SHORT))


def told_besides(text: str) -> float:
    """How many words are neither chatter nor fillers; two Chinese characters are one."""
    return sum(
        _besides_zh(run) / 2 if CJK.match(run) else not _small(run.lower()) for run in WORD.findall(text)
    )


def _small(word: str) -> bool:
    return word in FILLERS or bool(SMALL & kinds_of(word))


def _besides_zh(run: str) -> int:
    at, found = 0, 0
    while at < len(run):
        sizes = (n for n in range(LONGEST, 0, -1) if SMALL & kinds_of(run[at : at + n]))
        size = next(sizes, 0)
        found += not size and run[at] not in FILLERS_ZH
        at += size or 1
    return found
