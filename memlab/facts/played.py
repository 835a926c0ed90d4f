"""What is played or made up: roles, stories, games, dreams."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memlab.facts.stretch import Stretch, sentence_end, until_back

_FICTION = (
    r"(?:novel|story|fairy ?tale|tale|fanfic(?:tion)?|screenplay|script|dream|nightmare|fantasy|campaign"
    r"|simulation|scenario|scene|poem|song|comic|manga|dialogue|game|film|movie|play|musical)"
)
_START = r"(?:^|(?<=[.!?\n,;]))\s{0,3}(?:(?:and|but|so|ok|okay|now|well|please|hey)[,\s]{1,2}){0,3}"
_GAME = re.compile(  # from here on somebody else speaks
    r"\b(?:let'?s|let us|want to|like to|can we|shall we|could we|we'?re|we are|we will|we'll|i'?m|start"
    r"|begin) (?:\w{1,12} ){0,3}?(?:role[- ]?play(?:ing)?\b(?! games?\b)|play pretend|play make[-"
    r" ]believe|pretend(?:ing)?\b|act out)"
    r"|\blet'?s play (?:a|this|some) (?:\w{1,12} )?(?:game|scene|roles?)\b[^.!?\n]{0,12}[:,.]"
    r"\s{0,3}you(?:'re| are|r)\b"
    rf"|{_START}(?:this is a |for this |in this |in our )?role[- ]?play\b(?! games?\b)"
    r"|\bpretend (?:that |like |for a \w+ )?(?:to be|i|i'm|my|we|we're|this)\b"
    r"|\b(?:act|behave|respond|answer|talk|reply) as (?:if|though) (?:i|i'm|my|we)\b"
    r"|\b(?:i'll|i will|i) (?:be|play|act as)\b[^.!?\n]{1,40}?\b(?:you|you'll|you will)(?: be| play| are"
    r"| act)\b"
    r"|\byou(?:'ll| will)? (?:be|play|act as)\b[^.!?\n]{1,40}?\band i(?:'ll| will|'m| am)? (?:be|play|am"
    r"|a|an|the)\b"
    r"|\b(?:pretend|imagine|act like)\b[^.!?\n]{1,80}?\band i(?:'m| am|'ll)\b"
    r"|\bonce upon a time\b"
    r"|(?<!喜欢)(?<!爱)(?:来|一起|现在|开始|进行|做|玩)(?:一?个|一场|一下|次|玩个?)?角色扮演|(?:^"
    r"|(?<=[。!?\n]))\s{0,20}(?:\[|【)?角色扮演(?!游戏)"
    r"|假装(?:我|自己|咱|一下)|我(?:来|们来|们)?(?:扮演|假扮|饰演|演(?![奏员出讲唱技戏过]))"
    r"|(?:我们|咱们?|一起|来|玩)(?:来|一起|玩|再){0,6}(?:演(?:一?[个场段出])?(?:戏|情景剧|小品|短剧|话剧|剧)|玩?(?:一?[个场局])?(?:剧本杀|跑团|情景模拟|情景对话|情景剧))"
    r"|玩(?:一?个)?游戏[^。\n]{0,6}[你我]来?(?:当|做|扮|演|是)|我来当[^。\n]{1,12}你来?当|玩过家家"
    r"|很久很久以前|从前,?有",
    re.I,
)
_LINE = re.compile(  # one sentence of it
    r"\b(?:pretend|imagine|picture|act as (?:if|though)|make believe)\b(?= (?:that |for a \w+ )?(?:you"
    r"|you're|i|i'm|we|we're|my|a|the|someone|somebody|there)\b)"
    rf"|{_START}in (?:my|the|this|a|an|our|his|her) (?:\w{{1,14}} )?{_FICTION}\b(?! (?:club|theat|shop"
    rf"|store|industry|business|night|studio|dev))"
    r"|\b(?:my|the|our|his|her) (?:\w{1,14} )?(?:main character|character|hero|heroine|protagonist"
    r"|narrator|villain|avatar)\b"
    rf"|{_START}(?:(?:can|could|would|will) you )?(?:help me )?(?:write|compose|draft|generate|create"
    rf"|continue|invent|make up|tell|sing|finish)(?: me| us)? (?:a|an|the|this|my|some|another)"
    rf" (?:[\w-]{{1,14}} ){{0,3}}?(?:{_FICTION}|joke|lyrics|limerick|haiku|monologue|character)\b"
    r"|\bi (?:had a dream|dreamt|dreamed)\b"
    r"|(?:想象|设想|假想)(?:一下)?,?(?:我|你|自己|有)"
    r"|在?(?:小说|故事|剧本|游戏|电影|电视剧|动漫|漫画|梦|剧)(?:里面?|中|当中)"
    r"|(?:小说|故事|作文|日记|剧本|短文|段子)的?(?:开头|开篇|结尾|第一[段句章]|片段|草稿|梗概|大纲)|(?:人物|角色)?(?:设定|人设)(?:是|如下)?(?=:)"
    r"|梦[见到]|(?:男|女)?主角|主人公|男主|女主|反派"
    r"|(?:(?:^|(?<=[。!?\n]))\s{0,3}(?:你|来)?|请|帮我|给我|麻烦你?)(?:写|编|创作|续写|讲)(?:一|个|篇|首"
    r"|段|则|部|下){0,2}[^。!?\n]{0,12}?(?:故事|诗|小说|剧本|歌词|台词|对话|段子|童话|独白)"
    r"|(?:歌词|台词)(?:是|里|中|唱| ?:)",
    re.I,
)
_LIKING = re.compile(
    r"(?:\b(?:like|love|enjoy|hate|into|prefer|favou?rite)\b[^.!?\n]{0,30}|喜欢|爱|讨厌|最)[^。\n]{0,6}$",
    re.I,
)


def fiction(text: str) -> Iterator[Stretch]:
    """What is said in a role or in a made-up story: to the way back, or one sentence of it."""
    for pattern, end in ((_GAME, until_back), (_LINE, _line_end)):
        done = 0
        for match in pattern.finditer(text):
            if match.start() >= done and not _LIKING.search(text, max(match.start() - 40, 0), match.start()):
                done = end(text, match.end())
                yield Stretch(match.start(), done, "played")


def _line_end(text: str, at: int) -> int:
    """The end of the sentence, or of all that follows its colon."""
    end = sentence_end(text, at)
    colon = text.find(":", at, end)
    return until_back(text, colon) if colon >= 0 else end
