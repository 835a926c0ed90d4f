"""Context: the six layers of a rebuilt prompt, what went in, what was left out and why."""

from __future__ import annotations

from dataclasses import dataclass

LAYERS = ("system", "profile", "active", "relevant", "background", "question")
"""The layers in the order of the prompt (article 4): instruction, user, project, recalled, older, now."""

MEMORY_LAYERS = LAYERS[1:-1]

HEADINGS = {
    "en": {
        "profile": "# User profile",
        "active": "# Active project and tasks",
        "relevant": "# Relevant memories",
        "background": "# Background",
        "question": "# Current question",
    },
    "zh": {
        "profile": "# 用户档案",
        "active": "# 当前项目和任务",
        "relevant": "# 相关记忆",
        "background": "# 背景",
        "question": "# 当前问题",
    },
}


@dataclass(frozen=True)
class Piece:
    """A memory in the prompt: the line's `text` as it stands there, and the tokens of that line alone."""

    id: str  # "" for a plain string
    layer: str
    text: str
    tokens: int
    shortened: bool = False


@dataclass(frozen=True)
class LayerUse:
    """What a layer takes: `tokens` is the count of the prompt up to its end less that up to its beginning.

    So the layers' tokens sum to those of the prompt. The opening of the fence counts to "system", its end to
    "question". `pieces` are in the order of their value.
    """

    name: str
    tokens: int
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class LeftOut:
    """What did not go in and why; `tokens` are those of its line. A secret's text is masked here, too."""

    id: str
    layer: str
    text: str
    tokens: int
    why: str


@dataclass(frozen=True)
class Step:
    """One pass of the fitting: tokens `before` and `after` it, of the prompt or of the memory shortened."""

    what: str
    before: int
    after: int
    why: str


@dataclass(frozen=True)
class Context:
    """A prompt that fits: `tokens` = count(text) <= budget - reserve. `user` holds memories and question."""

    text: str
    system: str
    user: str
    tokens: int
    budget: int
    reserve: int
    layers: tuple[LayerUse, ...]
    left_out: tuple[LeftOut, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as a chat client takes it; joined by an empty line the contents are `text`."""
        system = [{"role": "system", "content": self.system}] if self.system else []
        return [*system, {"role": "user", "content": self.user}]

    def layer(self, name: str) -> LayerUse:
        """The layer of that name; KeyError if there is no such layer."""
        return {use.name: use for use in self.layers}[name]


def language(question: str) -> str:
    """The language of headings and notice: "zh" if every third letter of the question is Chinese.

    >>> language("When does the shop open?"), language("项目 Tea Shop 什么时候上线？")
    ('en', 'zh')
    """
    letters = [c for c in question if c.isalpha()]
    return "zh" if 3 * sum("㐀" <= c <= "鿿" for c in letters) >= max(len(letters), 1) else "en"
