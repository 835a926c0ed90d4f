"""What the terminal shows of a Report, conclusions first, in lines of 80 columns."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from itertools import accumulate, takewhile

from memlab.bank.policies import OF_REPLAYS
from memlab.chats.report import ConflictReport, ConversationReport, FactReport, Outcome, Report, TurnReport

WIDE = 80
SHOWN = 8  # conversations, facts, conflicts and unread places that are shown
TURNS = 6  # dead messages of a conversation that are shown: the largest
BAR = 20


def text(report: Report) -> str:
    """The report in lines of at most 80 columns; a line of code may be longer."""
    parts = [_head, _conclusions]
    if report.totals.messages:
        parts += [_policies, _conversations, _turns, _facts, _conflicts, _code]
    parts += [_unread, _method]
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part(report))))


# -- what it comes to


def _head(report: Report) -> Iterator[str]:
    totals = report.totals
    days = ""
    if totals.first_at is not None and totals.last_at is not None:
        first, last = day(totals.first_at), day(totals.last_at)
        days = f", {first}" if first == last else f", {first} to {last}"
    kind = f" ({report.format})" if report.format else ""
    yield cut(f"{report.source}{kind}", WIDE)
    yield from _wrapped(
        f"{_count(totals.conversations, 'conversation')}, {_count(totals.messages, 'message')}, "
        f"{'' if report.exact else 'about '}{_count(totals.tokens, 'token')}{days}"
    )


def _conclusions(report: Report) -> Iterator[str]:
    yield "What it comes to"
    if not report.totals.messages:
        yield f"  {conclusions(report)[0]}"
        return
    for sentence in conclusions(report):
        yield from _point(sentence)


def conclusions(report: Report) -> list[str]:
    """What it comes to, a point each: what it is about, a colon, and what is so."""
    totals, advice = report.totals, report.suggestion
    if not totals.messages:
        return ["There is no message in it: nothing to remember."]
    return [
        f"Dead weight: {percent(totals.dead_share)} of all tokens ({totals.dead_tokens:,}) are never needed "
        "again once they are answered.",
        _waste(report),
        _pressure(report),
        f"Policy: {named(report)}. {advice.why[:1].upper()}{advice.why[1:]}.",
        *_enough(report),
    ]


def _waste(report: Report) -> str:
    """Whose the most dead tokens are, and in which conversation."""
    dead = report.totals.dead_by_role
    role = max(dead, key=lambda name: dead[name])
    worst = max(report.conversations, key=lambda row: row.dead_tokens)
    share = percent(dead[role] / (report.totals.dead_tokens or 1))
    title = f" “{cut(worst.title, 40)}”" if worst.title else ""
    return (
        f"Biggest waste: {share} of that is the {role}'s. Conversation {worst.number}{title} has most of it, "
        f"{worst.dead_tokens:,} of {worst.tokens:,} tokens."
    )


def _pressure(report: Report) -> str:
    totals = report.totals
    told = f"Pressure: {totals.over_budget:,} of {_count(totals.conversations, 'conversation')}"
    verb = "is" if 1 in (totals.over_budget, totals.conversations) else "are"
    told += f" {verb} longer than the budget of {report.budget:,} tokens"
    if not totals.peak_tokens:
        return f"{told}; no message is ever needed again."
    told += f"; at most {totals.peak_tokens:,} are live at once"
    return f"{told}, in conversation {totals.peak_conversation}."


def _enough(report: Report) -> Iterator[str]:
    """The budget that would do; nothing where no message is needed again, and so none can be lost."""
    if report.suggestion.enough is not None and report.totals.needs:
        yield f"{report.suggestion.enough:,} tokens are enough to lose at most one needed message in twenty."
    elif report.totals.needs:
        yield (
            f"Even {max(report.budgets):,} tokens lose more than one needed message in twenty: keep the rest "
            "in a store that can be searched."
        )


def named(report: Report) -> str:
    """The suggested policy, with its half-life where it has one."""
    life = report.suggestion.settings.get("half_life")
    return report.suggestion.policy + (f" with a half-life of {_spoken(life)}" if life else "")


def _spoken(seconds: float) -> str:
    return f"{seconds / 86_400:g} d" if seconds >= 86_400 else f"{seconds / 3_600:g} h"


# -- the tables


def _policies(report: Report) -> Iterator[str]:
    if not report.totals.over_budget:
        return
    yield f"What each policy would have dropped at {report.budget:,} tokens, and what that costs"
    rows = [_policy_row(outcome) for outcome in report.outcomes]
    yield from table(["policy", "dropped", "tokens", "lost", "of needed", "tokens", "share"], rows)
    yield "  lost: needed later and gone by then; share: of what the best choice keeps"
    if any(outcome.foresight for outcome in report.outcomes[1:]):
        yield "  * knows the future: a yardstick, not to be shipped"
    for told in filter(None, (only_replayed(report), costliest(report))):
        yield from _wrapped(told, "  ")
    yield ""
    yield "Needed messages lost, by budget"
    heads = ["policy", *(f"{budget:,}" for budget in report.budgets)]
    yield from table(heads, [[c.policy, *(f"{m:,}" for m in c.missed)] for c in report.curves])


def only_replayed(report: Report) -> str:
    """Why some that lose less are not suggested: which policies no bank has; "" where all are a bank's."""
    names = [o.policy for o in report.outcomes if o.policy in OF_REPLAYS and not o.foresight]
    return f"Replayed to compare and never suggested, being in no bank: {', '.join(names)}." * bool(names)


def costliest(report: Report) -> str:
    """The costliest loss of the policy that loses most; "" where nothing was lost."""
    worst = next((o for o in reversed(report.outcomes) if o.example), None)
    return f"The costliest loss, by {worst.policy}: {worst.example}." if worst else ""


def _policy_row(outcome: Outcome) -> list[str]:
    def cell(number: int | None) -> str:
        return "-" if number is None else f"{number:,}"

    bound = outcome.policy in ("optimum", "unbounded")
    name = outcome.policy + " *" * (outcome.foresight and not bound)
    share = "-" if outcome.policy == "unbounded" else percent(outcome.share)
    return [
        name,
        cell(outcome.dropped_messages),
        cell(outcome.dropped_tokens),
        cell(outcome.missed),
        percent(outcome.miss_ratio),
        cell(outcome.missed_tokens),
        share,
    ]


def _conversations(report: Report) -> Iterator[str]:
    rows = report.conversations[:SHOWN]
    yield f"The largest conversations ({len(rows)} of {report.totals.conversations:,})"
    yield from table(
        ["no. and title", "turns", "tokens", "dead", "live at most"], [_conversation_row(row) for row in rows]
    )


def _conversation_row(row: ConversationReport) -> list[str]:
    dead = percent(row.dead_tokens / row.tokens) if row.tokens else "-"
    return [
        cut(f"{row.number}  {row.title}", 40),
        f"{row.messages:,}",
        f"{row.tokens:,}",
        dead,
        f"{row.peak_tokens:,}",
    ]


def _turns(report: Report) -> Iterator[str]:
    """Of the largest conversation the largest dead messages."""
    row = next(iter(report.detailed), None)
    dead = [turn for turn in row.turns if turn.dead] if row else []
    if not row or not dead:
        return
    largest = sorted(dead, key=lambda turn: (-turn.tokens, turn.number))[:TURNS]
    yield f"Dead in conversation {row.number}: {len(largest)} of {len(dead):,} messages, the largest"
    yield from table(["turn", "tokens"], [_turn_row(turn) for turn in largest], last=True)


def _turn_row(turn: TurnReport) -> list[str]:
    return [f"{turn.number} {turn.role}", f"{turn.tokens:,}", turn.text]


def _facts(report: Report) -> Iterator[str]:
    if not report.facts:
        return
    shown = report.facts[-SHOWN:][::-1]
    yield f"Facts in force ({len(shown)} of {report.facts_total:,}, the latest first)"
    rows = [[cut(fact.key, 24), where(fact), fact.value] for fact in shown]
    yield from table(["fact", "said", "value"], rows, last=True)


def where(fact: FactReport) -> str:
    """When a fact was said, and in which message."""
    place = f"no. {fact.conversation}, turn {fact.turn}"
    return f"{day(fact.at)}, {place}" if fact.at and fact.at > 86_400 else place


def _conflicts(report: Report) -> Iterator[str]:
    if not report.conflicts:
        return
    shown = report.conflicts[-SHOWN:][::-1]
    yield f"Conflicts ({len(shown)} of {report.conflicts_total:,}, the latest first)"
    for conflict in shown:
        yield from _point(_conflict(conflict))


def _conflict(conflict: ConflictReport) -> str:
    counted, other = conflict.counted, conflict.other
    times = f"; {conflict.times} times" if conflict.times > 1 else ""
    return (
        f"{cut(conflict.key, 24)}: “{cut(counted.value, 40)}” counts ({where(counted)}), "
        f"“{cut(other.value, 40)}” does not ({where(other)}{times}): {conflict.why}."
    )


def _code(report: Report) -> Iterator[str]:
    yield f"As code: {named(report)}, {report.suggestion.budget:,} tokens"
    yield from (f"  {line}".rstrip() for line in report.suggestion.code.rstrip().split("\n"))


def _unread(report: Report) -> Iterator[str]:
    if not report.unread_total:
        return
    yield f"Could not be read: {_count(report.unread_total, 'place')}; all else was"
    for unread in report.unread[:SHOWN]:
        yield from _point(one_line(str(unread))[:400])


def _method(report: Report) -> Iterator[str]:
    yield "How this is known"
    yield from _wrapped(report.method, "  ")
    for note in report.notes:
        yield from _point(note)
    masked = "Identifiers, addresses and secrets are masked; what no pattern shows is not."
    yield from _point(masked if report.masked else "Nothing is masked: think before you show this around.")


# -- forms


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], last: bool = False) -> list[str]:
    """Rows below each other: names to the left, figures to the right; with `last` the last column is text.

    >>> print(*table(["policy", "lost"], [["lru", "9"], ["最优", "12"]]), sep="\\n")
      policy  lost
      lru        9
      最优      12
    """
    columns = len(headings) if not last else max(map(len, rows)) - 1
    heads = [*headings, *[""] * (columns + last - len(headings))]
    widths = [max(width(row[c]) for row in (heads, *rows)) for c in range(columns)]

    def line(row: Sequence[str]) -> str:
        cells = [
            row[c] + " " * (widths[c] - width(row[c]))
            if c == 0 or (last and c == columns - 1 and len(headings) > 2)
            else " " * (widths[c] - width(row[c])) + row[c]
            for c in range(columns)
        ]
        found = "  " + "  ".join(cells)
        return cut(f"{found}  {row[columns]}", WIDE).rstrip() if last else found.rstrip()

    return [line(row) for row in (heads, *rows)]


def width(text: str) -> int:
    """Columns of a terminal that a text takes: a Chinese character takes two, an accent none."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


def cut(text: str, most: int) -> str:
    """The text in so many columns, with … where it was longer.

    >>> cut("tea shop", 4), cut("乌龙茶", 4), cut("tea", 4)
    ('tea…', '乌…', 'tea')
    """
    text = one_line(text)
    if width(text) <= most:
        return text
    taken = accumulate(map(width, text))
    return text[: sum(1 for _ in takewhile(lambda so_far: so_far < most, taken))].rstrip() + "…"


def one_line(text: str) -> str:
    """The text without what does something to a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def percent(share: float) -> str:
    """A share in whole percent, but never 0% or 100% of what is some or not all.

    >>> percent(0.004), percent(0.5), percent(0.999), percent(1)
    ('<1%', '50%', '>99%', '100%')
    """
    if 0 < share < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= share < 1 else f"{100 * share:.0f}%"


def day(at: float) -> str:
    """The day of a time, in UTC; "" of one that no calendar has."""
    try:
        return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%d")
    except (ValueError, OverflowError, OSError):
        return ""


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _point(text: str) -> list[str]:
    return _wrapped(text, "  - ", "    ")


def _wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of 80 columns; Chinese is broken between any two characters, for it has no blanks."""
    rest = first if rest is None else rest
    if width(text) == len(text):
        return textwrap.wrap(text, WIDE, initial_indent=first, subsequent_indent=rest)
    lines, line = [], first
    for word in _words(text):
        if width(line) + width(word.rstrip()) > WIDE and line.strip():
            lines.append(line.rstrip())
            line = rest
        line += word
    return [*lines, line.rstrip()]


def _words(text: str) -> Iterator[str]:
    word = ""
    for c in text:
        word += c
        if c == " " or width(c) == 2 or len(word) >= 60:
            yield word
            word = ""
    yield word
