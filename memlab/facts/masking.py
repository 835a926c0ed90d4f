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

# Who is asked only if one of his marks is there: most turns have none.
_FINDERS: tuple[tuple[Finder, tuple[str, ...]], ...] = (
    (code, ("`", "~~~")),
    (recalled, ("<", "memor", "remember about", "know about", "facts about", "known facts", "user profile")),
    (recalled, ("记忆", "已知", "用户画像", "用户信息", "历史对话", "历史记录", "检索到", "召回")),
    (lines, (">", ":", "{", "=", "[", "--", "error", "warn", "debug", "select ", "import ", "get /", "post /")),
    (lines, ("发件人", "原始邮件", "转发", "$ ")),
    (requests, ("translat", "proofread", "rephrase", "paraphrase", "rewrite", "correct", "grammar", "spell")),
    (requests, ("summari", "do you say", "would you say", "do i say", "i say", " in french", "example", "sentence")),
    (requests, ("翻译", "译成", "译为", "怎么说", "润色", "改写", "校对", "造句", "例句", "仿写", "续写", "扩写", "缩写")),
    (requests, ("改错", "病句", "语法", "总结", "saying", "that says", "to say", "lyrics", "quote", "怎么写")),
    (fiction, ("pretend", "role", "imagine", "once upon", "story", "novel", "game", "character", "hero", "poem")),
    (fiction, ("act ", "play", "movie", "film", "script", "dream", "narrator", "dialogue", "song", "joke", "campaign")),
    (fiction, ("as if", "as though", "protagonist", "villain", "scene", "lyrics", "in this scenario", "fantasy")),
    (fiction, ("扮演", "假装", "假扮", "想象", "设想", "小说", "故事", "剧本", "游戏", "电影", "梦", "动漫", "漫画")),
    (fiction, ("主角", "主人公", "男主", "女主", "反派", "从前", "很久", "诗", "歌词", "台词", "对话", "童话", "段子")),
    (fiction, ("电视剧", "过家家", "我演", "我来演")),
    (reported, ("said", "says", "wrote", "writes", "asked", "told", "replied", "texted", "answered", "goes")),
    (reported, ("说:", "道:", "问:", "答:", "写:", "喊:", "说,", "告诉我:", "回复:", "表示:", "说 :")),
    (quotations, ('"', "“", "”", "„", "«", "「", "『", "《", "'")),
)  # fmt: skip


def moods(folded: Folded) -> list[Stretch]:
    """The stretches of a text that are not plain speech, in order, none overlapping; linear.

    >>> from memlab.facts.text import fold
    >>> moods(fold('Translate into German: "I live in Paris".'))
    [Stretch(start=23, end=39, mood='quoted', splits=True)]
    >>> moods(fold("I live in Paris, you say? It's a nice dog's life."))
    []
    """
    text = folded.text
    low = text.lower()
    finders = dict.fromkeys(finder for finder, marks in _FINDERS if any(mark in low for mark in marks))
    return (
        list(_apart(sorted((s for finder in finders for s in finder(text)), key=_order))) if finders else []
    )


def _order(stretch: Stretch) -> tuple[int, int]:
    return stretch.start, -stretch.end


def _apart(stretches: Iterable[Stretch]) -> Iterator[Stretch]:
    """The stretches without overlaps: what lies within one is its own, what reaches beyond it is cut."""
    end = 0
    for stretch in stretches:
        if stretch.end > end:
            yield Stretch(max(stretch.start, end), stretch.end, stretch.mood, stretch.splits)
            end = stretch.end
