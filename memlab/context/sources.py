"""Sources: where the layers of a context come from: facts, states, settings, recall, the session."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memlab.context.layers import language
from memlab.facts.sentences import sentences
from memlab.facts.text import Folded
from memlab.tiers.layers.wording import KINDS
from memlab.tiers.memory import Memory

if TYPE_CHECKING:
    from memlab.context.manager import MemoryManager

PROFILE = 12  # facts about the user that go in unasked; the others are found by recall
ACTIVE = 8  # states and requirements that do
PREVIOUS = 2  # turns before this one: what "it" and "there" may point to
TOP = 5  # memories recalled
RECALLED = ("turn", "note", *KINDS)  # what a model answered before is no evidence
INSTRUCTION, ABOUT = "instruction", "attribute"


class Sources:
    """The four lists of memories that a prompt is made of, each the most valuable first."""

    def __init__(self, manager: MemoryManager) -> None:
        self._manager = manager
        self._read = 0  # the last write that was looked at for secrets
        self._secret: set[str] = set()

    def layers(self, turn: Memory) -> tuple[dict[str, Any], Any]:
        """(the lists for profile, active, relevant and background; what was recalled)."""
        store = self._manager.store
        facts = [m for m in store.items(kinds=KINDS) if m.status == "live"]
        profile = _best([m for m in facts if _is_profile(m)], PROFILE)
        project = str(self._manager.setting("active_project") or "")
        active = self._active([m for m in facts if m.kind == "requirement" and not _is_profile(m)], project)
        recalled = store.recall(turn.text, 2 * TOP, kinds=RECALLED)
        taken = {turn.id, *(m.id for m in (*profile, *active) if isinstance(m, Memory))}
        found = [hit.memory for hit in recalled if hit.memory.id not in taken]
        relevant = [memory for memory in found if not _only_asks(memory)][:TOP]
        background = self._background(turn, taken | {m.id for m in relevant})
        return {
            "profile": profile,
            "active": active,
            "relevant": relevant,
            "background": background,
        }, recalled

    def language(self, text: str) -> str:
        """The language of headings and instruction."""
        return language(text)

    def secrets(self) -> list[Memory]:
        """All memories whose values must not be seen, wherever they stand. O(what was written since)."""
        store = self._manager.store
        written = store.warm.rows(
            store.tenant, kinds=("note", *KINDS), statuses=None, agent=store.agent, written_after=self._read
        )
        for memory in written:
            self._read = max(self._read, memory.seq)
            (self._secret.add if memory.secret else self._secret.discard)(memory.id)
        there = [store.get(id) for id in sorted(self._secret) if id in store]
        return [*self._manager.sessions.secrets(), *there]

    # -- inside

    def _active(self, requirements: list[Memory], project: str) -> list[Memory | str]:
        """The active project first, then the states of tasks, then what has to be done, its own first."""
        head: list[Memory | str] = [f"{_label(project)}{project}"] if project else []
        states = [str(snapshot) for snapshot in self._manager.states()]
        mine = [m for m in requirements if project and project.casefold() in _words(m)]
        others = [m for m in requirements if m not in mine]
        rest: list[Memory | str] = [*states, *_best(mine, ACTIVE), *_best(others, ACTIVE)]
        return head + rest[:ACTIVE]

    def _background(self, turn: Memory, taken: set[str]) -> list[Memory | str]:
        """The turns just before this one, the last first, and the summary of what went before."""
        window = [m for m in self._manager.sessions.window(turn.session) if m.place < turn.place]
        before: list[Memory | str] = [m for m in reversed(window[-PREVIOUS:]) if m.id not in taken]
        summary = self._manager.sessions.summary_memory(turn.session)
        return [*before, *([summary] if summary else [])]


def _is_profile(memory: Memory) -> bool:
    return memory.kind != "requirement" or memory.metadata.get(ABOUT) == INSTRUCTION


def _only_asks(memory: Memory) -> bool:
    """Whether a turn is nothing but a question, which tells nothing."""
    said = [s.text.strip() for s in sentences(Folded("", "", memory.text)) if s.text.strip()]
    return memory.kind == "turn" and all(text.endswith(("?", "？")) for text in said)


def _best(memories: list[Memory], most: int) -> list[Memory]:
    return sorted(memories, key=lambda m: (not m.pinned, -m.importance, -m.at, m.id))[:most]


def _words(memory: Memory) -> str:
    return f"{memory.text} {memory.metadata.get('entity', '')}".casefold()


def _label(project: str) -> str:
    return "当前项目：" if any("㐀" <= c <= "鿿" for c in project) else "Active project: "
