"""Words that hardly tell what a question is about: the grammar's, and those in which questions are put."""

from __future__ import annotations

import re

from memlab.tiers.analysis import tokens_of

_SMALL = """
a an the and or but if so than then that this these those there here of in on at to for from by with
about into over after before as is are was were be been being am do does did doing done have has had
having will would can could should may might must shall i me my mine myself you your yours yourself he
him his himself she her hers herself it its itself we us our ours they them their theirs what which who
whom whose when where why how not no nor very too also just ve gonna
的 了 吗 呢 吧 啊 呀 么 是 我 你 您 他 她 它 们 在 有 和 与 也 都 就 还 这 那 哪 谁 什 怎 几 对 把 被 给
跟 为 个 很 请 问 什么 怎么 怎样 哪里 哪个 哪些 哪儿 为什 多少 我们 你们 他们 她们 我的 你的 他的 她的
这个 那个 请问 一下 是什 有什 时候 么时
"""
_ASKING = """
kind type sort name mention describe discuss share plan decide recent likely consider accord main reason
specific certain way thing some any many much long often different various during use activity event
current become other both one
提到 说过 说的 关于 有关 告诉 情况
"""

SMALL: frozenset[str] = frozenset(token for word in _SMALL.split() for token in tokens_of(word)[-1:])
"""Tokens without weight, unless a question has no others."""

ASKING: frozenset[str] = frozenset(token for word in _ASKING.split() for token in tokens_of(word)[-1:])
"""Tokens of half the weight."""

_PUT = re.compile(  # longest first; 什么 of 什么问题 goes, 问题 stays
    "为什么|为何|什么(?:时候|时间|地方|样|原因|东西|事情?|名字?)?|怎么(?:样|办|回事|会)?|怎样|如何|谁"
    "|哪(?:一?[天年]|[里儿些位个家种])?|多少钱?|多(?:长时间|[大久长高远重])|几(?=[个号点月年岁次天位只条本])"
    "|是不是|有没有|请问|[吗呢]"
)


def unasked(question: str) -> str:
    """A folded question without the Chinese words in which it is put, whose pairs would be words of no one.

    >>> unasked("她的猫叫什么名字？"), unasked("Where is it?")
    ('她的猫叫 ？', 'Where is it?')
    """
    return question if question.isascii() else _PUT.sub(" ", question)


def weight(token: str) -> float:
    """What a word of a question counts, before its rarity.

    >>> weight("the"), weight("kind"), weight("penicillin")
    (0.0, 0.5, 1.0)
    """
    return 0.0 if token in SMALL else 0.5 if token in ASKING else 1.0
