"""PATTERNS: how each attribute is said in English. Data: `memlab.facts.rules.Rule` says what the slots mean.

Named groups mark what a word adds: `(?P<change>moved)` a change, `(?P<ends>left)` an end, `(?P<past>lived)`
what is over (unless "have" stands before it), `(?P<planned>moving)` what is only planned, `(?P<neg>…)` a
negation; `{old}` is the value that is replaced, `{start}` begins a pattern that a clause must begin with
("reply in English").
"""

from __future__ import annotations

from memlab.facts.english.patterns import contact, orders, person, tasks, taste, work

PATTERNS: dict[str, tuple[str, ...]] = {
    **person.PATTERNS,
    **work.PATTERNS,
    **contact.PATTERNS,
    **taste.PATTERNS,
    **orders.PATTERNS,
    **tasks.PATTERNS,
}
