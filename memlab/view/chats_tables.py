"""The parts of a report on chats in HTML: pictures and tables, every text escaped."""

from __future__ import annotations

from collections.abc import Sequence

from memlab.chats import Report
from memlab.chats.report import ConversationReport, FactReport, Outcome, TurnReport
from memlab.chats.report_text import costliest, day, only_replayed, percent, where
from memlab.view.chats_pictures import live_tokens, losses
from memlab.view.picture import Picture, clean, counted
from memlab.view.svg import escape

FACTS, LARGEST, LISTED = 100, 10, 50  # facts and conflicts, dead messages, unread places that are shown


def conversations(report: Report) -> str:
    """The largest conversations; folded where they are many."""
    rows = [
        [
            r.number,
            clean(r.title),
            day(r.at) if r.at else "",
            r.messages,
            r.tokens,
            r.dead_tokens,
            r.peak_tokens,
        ]
        for r in report.conversations
    ]
    heads = ["no.", "title", "began", "messages", "tokens", "dead", "live at most"]
    caption = f"The largest conversations: {len(rows):,} of {report.totals.conversations:,}"
    return (
        _folded(caption, _table(caption, heads, rows))
        if len(rows) > LARGEST
        else _table(caption, heads, rows)
    )


def detail(row: ConversationReport, budget: int) -> str:
    """One conversation: its live tokens, its largest dead messages, and all of them, folded."""
    whole = f"Conversation {row.number}, message by message: {len(row.turns):,} of {row.messages:,}"
    heads = ["message", "who", "tokens", "live after it", "needed by", "text"]
    turns = [
        [t.number, _who(t), t.tokens, t.live_tokens, ", ".join(map(str, t.needed_by)) or "–", t.text]
        for t in row.turns
    ]
    name = f"<h3>{row.number} · {escape(row.title)}</h3>"
    folded = _folded(whole, _table(whole, heads, turns))
    return name + picture(live_tokens(row, budget)) + largest_dead(row) + folded


def largest_dead(row: ConversationReport) -> str:
    """What is never needed again and costs most; "" where nothing is."""
    dead = sorted((t for t in row.turns if t.dead), key=lambda turn: (-turn.tokens, turn.number))[:LARGEST]
    caption = f"The largest dead messages of conversation {row.number}: {len(dead)} of {row.dead_messages:,}"
    heads = ["message", "who", "tokens", "text"]
    return _table(caption, heads, [[t.number, _who(t), t.tokens, t.text] for t in dead]) if dead else ""


def _who(turn: TurnReport) -> str:
    return turn.role + " (hidden)" * turn.hidden


def costs(report: Report) -> str:
    """What each policy loses: the curves over budgets, and the figures at the budget."""
    if not report.totals.over_budget:
        words = f"No conversation is longer than {report.budget:,} tokens: nothing has to go."
        return f"<p>{words}</p>{picture(losses(report))}"
    ahead = any(outcome.foresight for outcome in report.outcomes[1:])
    told = (
        "Lost: needed later, and gone by then. The optimum loses the least that is possible, an unbounded "
        "memory nothing. " + "* knows the future: a yardstick, not to be shipped. " * ahead
    )
    told += costliest(report)
    return f"{picture(losses(report))}{policies(report)}<p>{escape(told)}</p>"


def policies(report: Report) -> str:
    """A row for each policy, between the optimum and an unbounded memory; "" where nothing has to go."""
    if not report.totals.over_budget:
        return ""
    heads = ["policy", "dropped", "its tokens", "lost", "of needed", "fetched again", "share of the best"]
    caption = f"At {report.budget:,} tokens, each conversation a window of its own"
    told = only_replayed(report)
    table = _table(caption, heads, [_outcome(outcome) for outcome in report.outcomes])
    return table + f"<p>{escape(told)}</p>" * bool(told)


def _outcome(outcome: Outcome) -> list[object]:
    bound = outcome.policy in ("optimum", "unbounded")
    return [
        outcome.policy + " *" * (outcome.foresight and not bound),
        outcome.dropped_messages,
        outcome.dropped_tokens,
        outcome.missed,
        percent(outcome.miss_ratio),
        outcome.missed_tokens,
        "–" if outcome.policy == "unbounded" else percent(outcome.share),
    ]


def facts(report: Report) -> str:
    """What is in force; "" where nothing is."""
    rows = [[f.key, f.value, where(f), f.times] for f in report.facts[-FACTS:][::-1]]
    caption = f"The latest first: {len(rows):,} of {report.facts_total:,}"
    return _table(caption, ["fact", "value", "said", "times"], rows) if rows else ""


def conflicts(report: Report) -> str:
    """Which values met, and which counts; "" where none did."""
    rows = [
        [c.key, _told(c.counted), _told(c.other), c.why, c.times] for c in report.conflicts[-FACTS:][::-1]
    ]
    caption = f"The latest first: {len(rows):,} of {report.conflicts_total:,}"
    return _table(caption, ["fact", "counts", "does not count", "why", "times"], rows) if rows else ""


def _told(fact: FactReport) -> str:
    return f"{fact.value} ({where(fact)})"


def unread(report: Report) -> str:
    """What could not be read; "" where all was."""
    if not report.unread_total:
        return ""
    points = "".join(f"<li>{escape(str(place)[:400])}</li>" for place in report.unread[:LISTED])
    more = report.unread_total - min(len(report.unread), LISTED)
    rest = f"<p>… and {counted(more, 'more place')}.</p>" if more > 0 else ""
    return f"<p>All else was.</p><ul>{points}</ul>{rest}"


def method(report: Report) -> str:
    """How this is known, and what was assumed."""
    masked = "Identifiers, addresses and secrets are masked; what no pattern shows is not."
    bare = "Nothing is masked: think before you show this around."
    notes = [
        *report.notes,
        masked if report.masked else bare,
        "This page was made on your machine and asks for nothing.",
    ]
    return f"<p>{escape(report.method)}</p><ul>{''.join(f'<li>{escape(note)}</li>' for note in notes)}</ul>"


# -- forms


def picture(drawn: Picture) -> str:
    """A picture keeps a size that can be read; where the page is narrower it is scrolled."""
    name = escape(drawn.title)
    return f'<div class="picture" role="region" tabindex="0" aria-label="{name}">{drawn.svg}</div>'


def _folded(title: str, inside: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table that scrolls by itself where the page is narrow, by keys too."""
    kinds = [_kind(head, [row[n] for row in rows]) for n, head in enumerate(heads)]
    head = "".join(f'<th scope="col"{kind}>{escape(h)}</th>' for h, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{_cell(cell)}</td>" for cell, kind in zip(row, kinds, strict=True))
        + "</tr>"
        for row in rows
    )
    name = escape(caption)
    return (
        f'<div class="wide" role="region" tabindex="0" aria-label="{name}"><table><caption>{name}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _kind(head: str, cells: Sequence[object]) -> str:
    figures = all(
        cell is None or isinstance(cell, int) or str(cell).endswith("%") or cell == "–" for cell in cells
    )
    kind = (
        "number" if figures and head != "needed by" else "text" if head in ("text", "value", "title") else ""
    )
    return f' class="{kind}"' if kind else ""


def _cell(cell: object) -> str:
    return "–" if cell is None else f"{cell:,}" if isinstance(cell, int) else escape(cell)
