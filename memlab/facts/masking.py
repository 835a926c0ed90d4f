"""moods: what in a text is no statement of its speaker's: quotations, code, roles, recalled memories."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from memlab.facts.played import fiction
from memlab.facts.quoted import code, quotations, reported
from memlab.facts.recalled import FENCE, lines, recalled
from memlab.facts.requested import requests
from memlab.facts.stretch import Stretch
from memlab.facts.text import Folded

__all__ = ["FENCE", "Stretch", "moods"]

Finder = Callable[[str], Iterable[Stretch]]

# A finder is asked only if one of its marks is there: most turns have none. "_" is a blank, "↵" a newline.
_ENGLISH: dict[Finder, str] = {
    code: "` ~~~",
    recalled: "< [memor [recall memor remember_about know_about facts_about known_facts user_profile",
    lines: "> : { = [ -- error warn debug select_ import_ get_/ post_/ $_",
    requests: """translat proofread rephrase paraphrase rewrite correct grammar spell summari do_you_say
        would_you_say can_you_say do_i_say you_write you_pronounce example: sentence saying that_says
        to_say after_me put_th put_it turn_th turn_it render_ lyrics: quote: phrase:""",
    fiction: """pretend role imagine once_upon story novel game character hero poem act_ you_be_ i'll_be
        movie film script dream narrator dialogue song joke campaign as_if as_though protagonist villain
        scen fantasy i'll_play you_play i_play make_believe picture fairy avatar limerick haiku comic
        manga musical""",
    reported: """said: said, says: says, wrote: writes: asked: asked, me: me, us: him: her: replied:
        texted: answered: goes:""",
    quotations: "\" _' (' :' ↵' ,'",
}
_CHINESE: dict[Finder, str] = {
    recalled: "记忆 回忆 已知 画像 信息 历史 记录 事实 对话",
    lines: "发件人 邮件",
    requests: """翻译 译成 译为 翻成 翻做 怎么 如何 怎样 润色 改写 校对 造句 造个 例句 例子 改得 跟我 跟着我
        邮件 短信 信 消息 微信 留言 仿写 续写 扩写 缩写 改错 病句 语法 总结 这段 这句 这首 这篇 那段 那句""",
    fiction: """扮演 假装 假扮 饰演 我演 我来演 来当 过家家 想象 设想 假想 小说 故事 作文 日记 戏 人设 剧
        游戏 电影 梦 动漫 漫画 主角 主人公 男主 女主 反派 从前 很久很久 诗 歌词 台词 对话 童话 段子 独白""",
    reported: "说: 说, 道: 道, 问: 问, 写: 喊: 回答: 告诉我: 告诉我, 回复: 表示: 说_:",
    quotations: "“ ” „ « 「 『 《 ‘",
}


def _marks(table: dict[Finder, str]) -> list[tuple[str, Finder]]:
    return [
        (mark.replace("_", " ").replace("↵", "\n"), finder)
        for finder, marks in table.items()
        for mark in marks.split()
    ]


_ASCII_MARKS, _OTHER_MARKS = _marks(_ENGLISH), _marks(_CHINESE)


def moods(folded: Folded) -> list[Stretch]:
    """The stretches of a text that are not plain speech, in order, none overlapping; linear.

    >>> from memlab.facts.text import fold
    >>> moods(fold('Translate into German: "I live in Paris".'))
    [Stretch(start=23, end=40, mood='quoted', splits=True)]
    >>> moods(fold("I live in Paris, you say? It's a nice dog's life."))
    []
    """
    text = folded.text
    low = text.lower()
    finders = {finder: None for mark, finder in _ASCII_MARKS if mark in low}
    if not text.isascii():
        finders |= {finder: None for mark, finder in _OTHER_MARKS if mark in low}
    if text[:1] == "'":
        finders[quotations] = None
    return (
        list(_apart(sorted((s for finder in finders for s in finder(text)), key=_order))) if finders else []
    )


def _order(stretch: Stretch) -> tuple[int, int]:
    return stretch.start, -stretch.end


def _apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """The stretches without overlaps: what lies within one is its own, what reaches beyond it is cut."""
    last = Stretch(0, 0, "")
    for stretch in stretches:
        if stretch.end <= last.end:
            continue
        if stretch.start <= last.end + 1 and stretch[2:] == last[2:] and stretch.splits:
            last = last._replace(end=stretch.end)  # pasted line by line
            continue
        if last.mood:
            yield last
        last = stretch._replace(start=max(stretch.start, last.end))
    if last.mood:
        yield last
