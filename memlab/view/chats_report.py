"""A report on chats as one HTML page that needs nothing else: no script, font or picture from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from memlab.chats import Report
from memlab.chats.report import ConversationReport, FactReport, Outcome, TurnReport
from memlab.chats.report_text import conclusions, day, named, percent, where
from memlab.view.chats_pictures import conversation_bars, live_tokens, losses
from memlab.view.chats_style import STYLE
from memlab.view.picture import Picture, clean, counted
from memlab.view.svg import escape

FACTS, LARGEST, LISTED = 100, 10, 50  # facts and conflicts, dead messages, unread places that are shown
# Even if a text got past the escaping, the page may fetch nothing and run nothing.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
Section = tuple[str, str]  # a heading, and what stands below it


def chats_report(report: Report) -> str:
    """The whole page: conclusions, pictures, tables, code, what was not read, and how all this is known.

    It makes no request and runs no script; every text in it is escaped, and masked as the report is.

    >>> from memlab.chats import Conversation, Message, inspect_chats
    >>> page = chats_report(inspect_chats([Conversation("c", "<Tea>", (Message("user", "Hello"),))]))
    >>> page[:15], "<Tea>" in page, "&lt;Tea&gt;" in page, "http:" in page.replace("http://www.w3.org", "")
    ('<!DOCTYPE html>', False, True, False)
    """
    parts = [part for part in _sections(report) if part[1]]
    links = "".join(f'<li><a href="#part-{n}">{escape(title)}</a></li>' for n, (title, _) in enumerate(parts))
    body = "".join(
        f'<section id="part-{n}" aria-labelledby="title-{n}"><h2 id="title-{n}">{escape(title)}</h2>'
        f"{inside}</section>\n"
        for n, (title, inside) in enumerate(parts)
    )
    title = escape(f"{report.source}: what a memory would have done")
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n"
        f'<body><header><h1>{title}</h1><p class="muted">{_about(report)}</p>{_first(report)}'
        f'<nav aria-label="Contents"><ul>{links}</ul></nav></header>\n<main>{body}</main></body></html>\n'
    )


def _sections(report: Report) -> Iterator[Section]:
    if report.totals.messages:
        yield "Dead weight", _picture(conversation_bars(report)) + _conversations(report)
        yield "Pressure", "".join(_detail(row, report.budget) for row in report.detailed)
        yield f"What {report.budget:,} tokens would have cost", _costs(report)
        yield "Facts in force", _facts(report)
        yield "Conflicts", _conflicts(report)
        yield (
            f"As code: {named(report)}",
            f'<pre tabindex="0"><code>{html.escape(report.suggestion.code)}</code></pre>',
        )
    yield "Could not be read", _unread(report)
    yield "How this is known", _method(report)


def _about(report: Report) -> str:
    totals = report.totals
    days = [day(at) for at in (totals.first_at, totals.last_at) if at is not None]
    about = "" if report.exact else "about "
    words = [
        report.format,
        counted(totals.conversations, "conversation"),
        counted(totals.messages, "message"),
        f"{about}{counted(totals.tokens, 'token')} ({report.vocabulary})",
        " to ".join(dict.fromkeys(filter(None, days))),
        "masked" if report.masked else "nothing is masked",
    ]
    return escape(" · ".join(filter(None, words)))


def _first(report: Report) -> str:
    """What it comes to, with the subject of each point in bold."""
    points = (sentence.partition(": ") for sentence in conclusions(report))
    found = "".join(
        f"<li><b>{escape(head)}:</b> {escape(rest)}</li>" if rest else f"<li>{escape(head)}</li>"
        for head, _, rest in points
    )
    return f'<div class="first"><ul>{found}</ul></div>'


# -- the parts


def _conversations(report: Report) -> str:
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


def _detail(row: ConversationReport, budget: int) -> str:
    dead = sorted((t for t in row.turns if t.dead), key=lambda turn: (-turn.tokens, turn.number))[:LARGEST]
    caption = f"The largest dead messages of conversation {row.number}: {len(dead)} of {row.dead_messages:,}"
    heads = ["message", "who", "tokens", "text"]
    largest = _table(caption, heads, [[t.number, _who(t), t.tokens, t.text] for t in dead]) if dead else ""
    whole = f"Conversation {row.number}, message by message: {len(row.turns):,} of {row.messages:,}"
    heads = ["message", "who", "tokens", "live after it", "needed by", "text"]
    turns = [
        [t.number, _who(t), t.tokens, t.live_tokens, ", ".join(map(str, t.needed_by)) or "–", t.text]
        for t in row.turns
    ]
    name = f"<h3>{row.number} · {escape(row.title)}</h3>"
    return name + _picture(live_tokens(row, budget)) + largest + _folded(whole, _table(whole, heads, turns))


def _who(turn: TurnReport) -> str:
    return turn.role + " (hidden)" * turn.hidden


def _costs(report: Report) -> str:
    if not report.totals.over_budget:
        words = f"No conversation is longer than {report.budget:,} tokens: nothing has to go."
        return f"<p>{words}</p>{_picture(losses(report))}"
    heads = ["policy", "dropped", "its tokens", "lost", "of needed", "fetched again", "share of the best"]
    rows = [_outcome(outcome) for outcome in report.outcomes]
    told = (
        "Lost: needed later, and gone by then. The optimum loses the least that is possible, an unbounded "
        "memory nothing. "
        + "* knows the future: a yardstick, not to be shipped. "
        * any(o.foresight for o in report.outcomes[1:])
    )
    worst = next((o.example for o in reversed(report.outcomes) if o.example), "")
    told += f"The costliest loss: {worst}." * bool(worst)
    caption = f"At {report.budget:,} tokens, each conversation a window of its own"
    return f"{_picture(losses(report))}{_table(caption, heads, rows)}<p>{escape(told)}</p>"


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


def _facts(report: Report) -> str:
    rows = [[f.key, f.value, where(f), f.times] for f in report.facts[-FACTS:][::-1]]
    caption = f"The latest first: {len(rows):,} of {report.facts_total:,}"
    return _table(caption, ["fact", "value", "said", "times"], rows) if rows else ""


def _conflicts(report: Report) -> str:
    rows = [
        [c.key, _told(c.counted), _told(c.other), c.why, c.times] for c in report.conflicts[-FACTS:][::-1]
    ]
    caption = f"The latest first: {len(rows):,} of {report.conflicts_total:,}"
    return _table(caption, ["fact", "counts", "does not count", "why", "times"], rows) if rows else ""


def _told(fact: FactReport) -> str:
    return f"{fact.value} ({where(fact)})"


def _unread(report: Report) -> str:
    if not report.unread_total:
        return ""
    points = "".join(f"<li>{escape(str(place)[:400])}</li>" for place in report.unread[:LISTED])
    more = report.unread_total - min(len(report.unread), LISTED)
    rest = f"<p>… and {counted(more, 'more place')}.</p>" if more > 0 else ""
    return f"<p>All else was.</p><ul>{points}</ul>{rest}"


def _method(report: Report) -> str:
    masked = "Identifiers, addresses and secrets are masked; what no pattern shows is not."
    bare = "Nothing is masked: think before you show this around."
    notes = [
        *report.notes,
        masked if report.masked else bare,
        "This page was made on your machine and asks for nothing.",
    ]
    return f"<p>{escape(report.method)}</p><ul>{''.join(f'<li>{escape(note)}</li>' for note in notes)}</ul>"


# -- forms


def _picture(picture: Picture) -> str:
    """A picture keeps a size that can be read; where the page is narrower it is scrolled."""
    name = escape(picture.title)
    return f'<div class="picture" role="region" tabindex="0" aria-label="{name}">{picture.svg}</div>'


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
