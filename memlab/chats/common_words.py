"""Words that tell nothing about what a message is about, in a small export too, where every word is rare."""

from __future__ import annotations

from memlab.tiers.analysis import tokens_of
from memlab.tiers.small_words import ASKING, SMALL

_ENGLISH = """
able actually add again agree ago ahead all almost already also although always amaze another answer
anyway ask available away awesome back bad base because begin believe best better big bit bring build
call care case change check choose clear close come common complete continue correct cost could create
day definitely detail different do easy effect either else end enough especially even ever every
everyone everything exactly example excite explain extra fact fair far feel few find fine finish first
fix follow form free friend full fun further general get give glad go good great group guess half hand
happen happy hard have hear hello help hey hi high hope hour however idea if important include
information inside instead interest issue join just keep know large last late later learn least leave
left less let level life like line list listen little live long look lot love low make man may maybe
mean meet mind minute moment month more morning most move name near necessary need never new next nice
night nothing now number of off offer often ok okay old once one only open option order other out over
own part past pay people perfect perhaps person place play please point possible prefer pretty probably
problem provide put question quick quite read ready really reason receive remember reply right run sad
same save say second see seem send sense sentence set several short should show side simple since single
small some someone something soon sorry sort sound special spend stand start stay step still stop story
suggest suppose sure take talk team tell text thank thanks thing think thought time tip today together
tomorrow tonight top total toward true try turn two type understand until up update use useful usually
value various view wait walk want watch way week welcome well while whole without woman wonder word work
world worry would write wrong yeah year yes yesterday yet
"""
_CHINESE = """
谢谢 感谢 没有 需要 知道 觉得 问题 时候 时间 现在 今天 明天 昨天 东西 地方 事情 一个 一些 一样 一起 一直
一般 已经 这样 那样 这里 那里 因为 所以 但是 如果 还是 或者 可能 应该 非常 比较 其实 然后 当然 喜欢 希望
帮忙 推荐 告诉 建议 介绍 看看 找到 哪些 附近 周边 满足 符合 要求 条件 信息 不错 不好 好意 意思 抱歉 客气
开心 祝您 愉快 欢迎 再见 您好 你好 大家 自己 别人 朋友 工作 生活 学习 开始 结束 继续 使用 进行 通过 方法
内容 部分 情况 方面 主要 重要 简单 具体 完全 直接 最后 首先 其次 第一 第二 例如 比如 以下 以上 关于 对于
根据 提供 选择 帮助 支持 注意 包括 确实 明白 理解
"""
HAN_GRAMMAR = "的了吗呢吧啊呀么是我你您他她它们在有和与也就还这那哪谁什怎几对把被给跟为个很请问"
HAN_GRAMMAR += "不没好可以能要想看说帮让再又太更最些样得着嗯哦哈呃喔"
"""Characters of which no pair is looked at: with them it is grammar, not a word."""

COMMON: frozenset[str] = SMALL | ASKING | {t for w in _ENGLISH.split() for t in tokens_of(w)[-1:]}
COMMON |= frozenset(_CHINESE.split())
"""Terms, spelled as the index does, that weigh nothing."""
