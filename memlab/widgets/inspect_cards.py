"""What the inspection lab shows besides pictures: conclusions, tables, a policy's code, the page to keep."""

from __future__ import annotations

import base64
import html

from memlab.chats import Report
from memlab.chats.report import Outcome
from memlab.chats.report_text import conclusions, percent
from memlab.chats.suggestion import code_of
from memlab.chats.windows import Run
from memlab.view import chats_tables as tables
from memlab.view.chats_report import chats_report
from memlab.view.chats_style import PLAIN, TABLES
from memlab.view.picture import clean
from memlab.widgets.cards import CARD, code_card

LOOK = f"<style>{TABLES}.memlab-chats{{{PLAIN};width:720px;font-size:13px}}</style>"
BANKLESS = "No bank has this policy: it is a yardstick for the others."


def first_card(report: Report) -> str:
    """What it comes to, as a list."""
    points = "".join(f"<li>{html.escape(clean(sentence))}</li>" for sentence in conclusions(report))
    what = html.escape(clean(f"{report.source} ({report.format})" if report.format else report.source))
    return f'<div style="{CARD};line-height:1.5"><b>{what}</b><ul style="margin:4px 0">{points}</ul></div>'


def policy_card(report: Report, run: Run) -> str:
    """What one policy would have dropped and lost, and the code of a bank that has it."""
    words = html.escape(_told(report.outcome(run.name), report.budget))
    told = f'<div style="{CARD};line-height:1.5">{words}</div>'
    if not run.in_bank:
        return told + f'<div style="{CARD}">{BANKLESS}</div>'
    return told + code_card(f"A bank with {run.name}", code_of(run, report.budget).rstrip())


def _told(outcome: Outcome, budget: int) -> str:
    told = (
        f"{outcome.policy} with {budget:,} tokens drops {outcome.dropped_messages:,} messages "
        f"({outcome.dropped_tokens:,} tokens) and loses {outcome.missed:,} of {outcome.needed:,} that are "
        f"needed later ({percent(outcome.miss_ratio)}): {percent(outcome.share)} of what the best possible "
        "choice finds."
    )
    return f"{told} The costliest loss: {outcome.example}." if outcome.example else told


def tables_card(report: Report) -> str:
    """Facts, conflicts, the largest conversation, policies, what was not read; nothing of an empty report."""
    if not report.totals.messages:
        return ""
    parts = [
        ("Policies", tables.policies(report)),
        ("Facts in force", tables.facts(report)),
        ("Conflicts", tables.conflicts(report)),
        *((f"Dead in conversation {row.number}", tables.largest_dead(row)) for row in report.detailed[:1]),
        ("Could not be read", tables.unread(report)),
    ]
    shown = "".join(f"<h4 style='margin:12px 0 4px'>{title}</h4>{part}" for title, part in parts if part)
    return f'{LOOK}<div class="memlab-chats" style="color:#1a1a1a;background:#fff">{shown}</div>'


def link_card(report: Report) -> str:
    """A link that saves the whole report: the page itself is in it, so nothing is asked of anybody."""
    page = base64.b64encode(chats_report(report).encode("utf-8")).decode("ascii")
    what = "masked" if report.masked else "nothing is masked"
    return (
        f'<div style="{CARD}"><a style="color:#005a8e" download="memlab-report.html" '
        f'href="data:text/html;base64,{page}">Save this report as one HTML page</a> ({what})</div>'
    )
