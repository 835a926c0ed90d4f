"""A report on chats as one HTML page that needs nothing else: no script, font or picture from elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterator

from memlab.chats import Report
from memlab.chats.report_text import conclusions, day, named
from memlab.view import chats_tables as tables
from memlab.view.chats_pictures import conversation_bars
from memlab.view.chats_style import STYLE
from memlab.view.picture import counted
from memlab.view.svg import escape

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
        f'<body class="memlab-chats"><header><h1>{title}</h1><p class="muted">{_about(report)}</p>'
        f"{_first(report)}"
        f'<nav aria-label="Contents"><ul>{links}</ul></nav></header>\n<main>{body}</main></body></html>\n'
    )


def _sections(report: Report) -> Iterator[Section]:
    if report.totals.messages:
        yield "Dead weight", tables.picture(conversation_bars(report)) + tables.conversations(report)
        yield "Pressure", "".join(tables.detail(row, report.budget) for row in report.detailed)
        yield f"What {report.budget:,} tokens would have cost", tables.costs(report)
        yield "Facts in force", tables.facts(report)
        yield "Conflicts", tables.conflicts(report)
        yield (
            f"As code: {named(report)}",
            f'<pre tabindex="0"><code>{html.escape(report.suggestion.code)}</code></pre>',
        )
    yield "Could not be read", tables.unread(report)
    yield "How this is known", tables.method(report)


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
