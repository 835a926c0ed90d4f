"""rebuild: the prompt for one question, made anew from memories, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from memlab import checks, tokens
from memlab.context.budget import Fitting, with_room
from memlab.context.gate import Gate, entries, one_tenant
from memlab.context.layers import MEMORY_LAYERS, Context, language
from memlab.context.masking import Secrets, as_data, as_speech
from memlab.context.sheet import Sheet
from memlab.facts.moments import moment
from memlab.tiers.memory import Memory

Entries = Iterable[Memory | str]


def rebuild(
    question: str,
    *,
    system: str = "",
    profile: Entries = (),
    active: Entries = (),
    relevant: Entries = (),
    background: Entries = (),
    budget: int = 3000,
    reserve: int = 500,
    shorten: Callable[[str, int], str] | None = None,
    reveal: Collection[str] = (),
    secrets: Iterable[Memory] = (),
    tenant: str | None = None,
    agent: str = "",
    now: Any = None,
) -> Context:
    """A prompt of the six LAYERS with count(text) <= budget - reserve; the lists are most valuable first.

    Over budget, what is corrected, then background, relevant, active and profile yield, as `Fitting` says;
    system and question never do: a question that is too long by itself is cut in its middle. `shorten(text,
    tokens)` shortens long memories instead of the extractive way. Secret memories (also those in `secrets`,
    which do not go in themselves) are masked wherever their values stand, unless their id or
    metadata["tool"] is in `reveal`. Two memories with the same metadata["key"] are one thing said twice: the
    later one is the correction.

    ValueError: no question, a memory of another tenant, a budget below the least, which it names. A pure
    function: nothing is stored or read. O(n log n) tokens counted for n tokens of memories.

    >>> old = Memory("mira", "d1", "The shop opens on 3 May.", at=1.9e9)
    >>> new = Memory("mira", "d2", "Correction: it opens on 10 May.", at=1.91e9, replaces=("d1",))
    >>> context = rebuild("When does it open?", relevant=[old, new], budget=60, reserve=0)
    >>> print(context.user)
    <memory>
    # Relevant memories
    2030-07-11
    - Correction: it opens on 10 May.
    </memory>
    <BLANKLINE>
    # Current question
    When does it open?
    >>> [(out.id, out.why) for out in context.left_out]
    [('d1', 'over 60 tokens: what is corrected by another memory here yields first')]
    """
    lists = {
        name: entries(name, given)
        for name, given in zip(MEMORY_LAYERS, (profile, active, relevant, background), strict=True)
    }
    hidden = entries("secrets", secrets)
    one_tenant({**lists, "secrets": hidden}, tenant)
    memories = [e for listed in (*lists.values(), hidden) for e in listed if isinstance(e, Memory)]
    veil = Secrets(memories, checks.keys("reveal", reveal))
    sheet, steps = with_room(_sheet(question, system, veil), budget, reserve)
    gate = Gate(question, veil, agent, None if now is None else moment(now, "now")[0], sheet.lang, memories)
    drafts = [draft for layer, listed in lists.items() for draft in gate.admit(layer, listed)]
    fitting = Fitting(sheet, drafts, budget - reserve, _gated(shorten, veil))
    fitting.fit()
    text = sheet.text(fitting.drafts)
    instruction = sheet.instruction(fitting.drafts)
    return Context(
        text,
        instruction,
        user=text[len(instruction) + 2 * bool(instruction) :],
        tokens=tokens.count(text),
        budget=budget,
        reserve=reserve,
        layers=sheet.uses(fitting.drafts),
        left_out=(*gate.left_out, *fitting.left_out),
        steps=(*steps, *fitting.steps),
    )


def _sheet(question: str, system: str, secrets: Secrets) -> Sheet:
    asked = as_speech(secrets.masked(checks.kind("question", question, str, "decode or format it first")))
    if not asked:
        shown, allowed = checks.shown(question), "allowed is a text with something to read in it"
        raise ValueError(f"question: {shown} is not allowed, {allowed}: pass the message")
    told = as_speech(secrets.masked(checks.kind("system", system, str, "pass a text")))
    return Sheet(told, asked, language(asked))


def _gated(shorten: Callable[[str, int], str] | None, secrets: Secrets) -> Callable[[str, int], str] | None:
    """`shorten` with what it returns let in by the rules for memories."""
    if shorten is None:
        return None
    checks.function("shorten", shorten)

    def gated(text: str, left: int) -> str:
        answer = shorten(text, left)
        return as_data(secrets.masked(answer)) if isinstance(answer, str) else answer

    return gated
