"""The cards of the conflict explorer: what was heard with its marks, and the values of a moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from memlab.view import marked
from memlab.view.facts_text import CARD_STYLE, WRAP
from memlab.view.facts_words import value_of, variable
from memlab.view.picture import listing
from memlab.view.svg import CARD, MUTED, RULE, escape
from memlab.widgets.keyboard import scrolls

if TYPE_CHECKING:
    from memlab.facts import Decision, Fact, Snapshot

MOST_WHOLE = 12  # turns that are shown without scrolling
SCROLLS = "max-height:560px;overflow-y:auto"
FOOT = f"position:sticky;bottom:-8px;margin:0 -12px;padding:2px 12px;background:{CARD};color:{MUTED}"
WHAT_FOR = "Past now the slider goes a month and a year on, for values that expire, as an age does."
MOST = 16  # lines


def heard_card(turns: Sequence[tuple[str, str]], said: Sequence[Sequence[Decision]]) -> str:
    """The utterances, numbered as turns, each with the marks of what was read in it."""
    rows = "".join(
        _utterance(n, role, text, decisions)
        for n, ((role, text), decisions) in enumerate(zip(turns, said, strict=True), start=1)
    )
    nothing = f'<div style="color:{MUTED}">Nothing was said yet: write an utterance a line.</div>'
    if len(turns) <= MOST_WHOLE:
        return f'<div style="{CARD_STYLE}">{rows or nothing}</div>'
    foot = (
        f'<div style="{FOOT}">{len(turns)} turns: scroll to read them all</div>'  # covers a line cut in half
    )
    return f'<div {scrolls("What was heard")} style="{CARD_STYLE};{SCROLLS}">{rows}{foot}</div>'


def _utterance(n: int, role: str, text: str, decisions: Sequence[Decision]) -> str:
    body = marked(text, [d.candidate for d in decisions if d.candidate]).html
    speaker = "" if role == "user" else f'<span style="color:{MUTED}">{escape(role)}: not the user\'s</span>'
    return (
        f'<div style="display:flex;gap:8px;border-bottom:1px solid {RULE};padding:3px 0">'
        f'<b style="min-width:22px;text-align:right">{n}</b>'
        f'<div style="min-width:0;flex:1">{speaker}{body}</div></div>'
    )


def snapshot_card(
    name: str, snapshot: Snapshot, entities: Iterable[str] = (), expired: Sequence[Fact] = ()
) -> str:
    """What is in force at a moment, of the user, their things and these entities, what waits, what ends."""
    others = [fact for entity in entities for fact in snapshot.facts(entity) if not fact.is_users]
    held, waits = _grouped([*snapshot.facts(), *others]), _grouped(snapshot.pending())
    lines = [f"{key} = {listing(values, 8)}" for key, values in held.items()]
    lines += [f"!! {key}: {listing(values, 8)} is pending" for key, values in waits.items()]
    lines += [
        f"e {key} = {listing(values, 8)} has expired by then" for key, values in _grouped(expired).items()
    ]
    shown = "".join(f'<div style="{WRAP}">{escape(line)}</div>' for line in lines[:MOST])
    more = f'<div style="color:{MUTED}">… and {len(lines) - MOST:,} more</div>' if len(lines) > MOST else ""
    when, _, nothing = name.partition(":")
    title = f"In force {'as of ' if when.startswith('turn') else ''}{when}:"
    hint = f'<div style="color:{MUTED};font-size:12px">{WHAT_FOR}</div>'
    return (
        f'<div style="{CARD_STYLE}"><b>{escape(title)}</b>{shown or nothing or " nothing"}{more}{hint}</div>'
    )


def _grouped(facts: Sequence[Fact]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fact in facts:
        found.setdefault(variable(fact.entity, fact.attribute), []).append(value_of(fact))
    return found
