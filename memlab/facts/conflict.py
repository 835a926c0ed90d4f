"""apply: what one write does to its variable. All the rules of conflict are here, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memlab.checks import shown
from memlab.facts.draft import Draft, State, Step
from memlab.facts.erasing import mark
from memlab.facts.fact import Fact
from memlab.facts.rules import Rule
from memlab.facts.write import Write, changed

Verdict = tuple[str, str, "Fact | None"]  # the kind, the reason, the fact that the write became


def apply(state: State, write: Write, rule: Rule, earlier: Callable[[], Iterable[Write]]) -> Step:
    """What `write` does to a variable in this state; `earlier` lists the writes before it. It is pure."""
    draft = Draft(state, write, rule, earlier)
    return draft.step(*_ruling(write)(draft))


def _ruling(write: Write) -> Callable[[Draft], Verdict]:
    c = write.candidate
    if write.what != "said":
        return _confirm if write.what == "confirm" else _reject
    if c.forgets:
        return _forget
    if c.time.tense == "past":
        return _past
    if not c.value:
        return _end_all
    return _assert if c.polarity else _deny


# -- something is so


def _assert(d: Draft) -> Verdict:
    known = d.mine(d.active)
    if known:
        return _repeat(d, known[0])
    if d.forgotten and d.write.via != "restore" and {d.write.text, mark(d.write.text)} & d.forgotten:
        return d.hold("these are the very words that you asked to forget")
    return _assert_one_of_many(d) if d.rule.many else _assert_the_one(d)


def _repeat(d: Draft, fact: Fact) -> Verdict:
    """The value in force was said again; what contradicted it is settled by that."""
    again = d.again(fact)
    d.active[d.active.index(fact)] = again
    d.close(d.contradicting(), "rejected", f"{shown(fact.value)} was said again")
    _drop_the_wrong_one(d)
    d.certain, d.about = True, fact
    how = "" if d.candidate.value == fact.value else f" in other words ({shown(d.candidate.value)})"
    return "duplicate", f"{shown(fact.value)} was said again{how}", again


def _assert_the_one(d: Draft) -> Verdict:
    c, old = d.candidate, d.active[0] if d.active else None
    if old is None:
        return _begin(d, [])
    d.about = old
    if d.rule.taste:
        return _begin(d, [old])
    if c.replaces and not d.is_(old, c.replaces):
        d.supersede(d.named_by(c.replaces, d.pending))
        return d.hold(f"it takes the place of {shown(c.replaces)}, but {shown(old.value)} is in force")
    if c.change or c.replaces or d.is_stale(old):
        return _begin(d, [old])
    return d.hold(f"nothing says that {shown(old.value)} has changed")


def _assert_one_of_many(d: Draft) -> Verdict:
    flipped = [f for f in d.active if f.attribute == d.rule.opposite and d.same(f)]
    verdict = _begin(d, flipped if d.rule.safety else [*flipped, *_the_wrong_one(d)])
    _drop_the_wrong_one(d)
    return verdict


def _begin(d: Draft, killed: list[Fact]) -> Verdict:
    """The value is in force from now on, in place of those that it kills."""
    waited = next((p for p in d.mine(d.pending) if p.polarity), None)
    if waited:
        d.pending.remove(waited)
    denied = d.mine(d.denied)
    d.supersede([*d.waiting_on(killed), *killed, *d.contradicting(), *denied])
    d.about = next(iter([*killed, *denied]), None)
    kind, reason = _in_words(d, killed, waited, denied)
    return kind, reason, d.start(reason, waited)


def _in_words(d: Draft, killed: list[Fact], waited: Fact | None, denied: list[Fact]) -> tuple[str, str]:
    new = shown(d.candidate.value)
    if killed:
        old = ", ".join(_by_attribute(d, f) for f in killed)
        new = f"{d.candidate.attribute} {new}" if killed[0].attribute != d.candidate.attribute else new
        new = f"{new}, which was pending," if waited else new
        since = f", last said {d.days_since(killed[0]):,.0f} days before" if _by_age(d, killed[0]) else ""
        return "update", f"{shown(d.write.words)} says that {new} takes the place of {old}{since}"
    if denied:
        return "update", f"{shown(d.write.words)} takes back that {new} is not so"
    return "new", f"nothing was in force: {new} is from now on"


def _by_age(d: Draft, fact: Fact) -> bool:
    """Whether the fact gives way for no other reason than that it was said so long ago."""
    c, rule = d.candidate, d.rule
    return not (c.change or c.replaces or rule.many or rule.taste) and d.is_stale(fact)


def _by_attribute(d: Draft, fact: Fact) -> str:
    value = shown(fact.value)
    return value if fact.attribute == d.candidate.attribute else f"{fact.attribute} {value}"


def _the_wrong_one(d: Draft) -> list[Fact]:
    """Of many values that which the candidate names as the wrong or old one."""
    if not (d.rule.many and d.candidate.replaces):
        return []
    return [f for f in d.named_by(d.candidate.replaces, d.active) if not d.same(f)]


def _drop_the_wrong_one(d: Draft) -> None:
    for fact in _the_wrong_one(d):
        if d.rule.safety:
            d.hold_end(fact, d.candidate.replaces)
        else:
            d.supersede([*d.waiting_on([fact]), fact])


# -- something is not so


def _deny(d: Draft) -> Verdict:
    mine, c = d.mine(d.active), d.candidate
    if not mine:
        return _deny_what_is_not_in_force(d)
    d.about, value = mine[0], shown(mine[0].value)
    if d.rule.safety:
        return d.hold(f"a safety fact ends only when you confirm it: {value} stays in force")
    if not (d.rule.many or d.rule.taste or c.ends or c.change):
        return d.hold(f"it denies {value} without saying that it ended")
    return _retract(d, mine, f"{shown(d.write.words)} ends {value}")


def _deny_what_is_not_in_force(d: Draft) -> Verdict:
    value, waiting, known = shown(d.candidate.value), d.mine(d.pending), d.mine(d.denied)
    if waiting:
        d.about = waiting[0]
        ended = d.close(waiting, "rejected", f"denied by {shown(d.write.words)}")
        return "retraction", f"{value}, which was pending, is denied", ended[0]
    if known:
        again = d.denied[d.denied.index(known[0])] = d.again(known[0])
        return "duplicate", f"that {value} is not so was said before", again
    reason = f"{value} is not in force: that it is not so is put on record and ends nothing"
    d.denied.append(d.write.fact(d.rule, "active", reason))
    return "new", reason, d.denied[-1]


def _retract(d: Draft, facts: list[Fact], reason: str) -> Verdict:
    """They end; a single contradiction that waited for that takes their place."""
    heirs = [p for p in d.pending if p.polarity and p.text not in d.forgotten]
    d.supersede([p for p in d.waiting_on(facts) if not p.polarity])
    ended = d.close(facts, "retracted", f"ended by {shown(d.write.words)}")
    d.certain, d.about = True, facts[0]
    if d.rule.many or len(heirs) != 1:
        return "retraction", reason, ended[0]
    heir = changed(heirs[0], status="active", reason=f"{shown(facts[0].value)}, which it contradicted, ended")
    d.pending.remove(heirs[0])
    d.supersede(d.pending)
    d.active.append(heir)
    return "update", f"{reason}; {shown(heir.value)}, which was pending, takes its place", heir


def _end_all(d: Draft) -> Verdict:
    ending = [f for f in d.active if f.attribute == d.candidate.attribute]
    if not ending:
        return "ignored", f"no {d.candidate.attribute} is in force that it could end", None
    if d.rule.safety:
        d.about, held = ending[0], [d.hold_end(f, f.value) for f in ending]
        values = ", ".join(shown(f.value) for f in ending)
        why = f"a safety fact ends only when you confirm it: {values} stays in force; its end waits for you"
        return "contradiction", why, held[0]
    d.supersede([p for p in d.pending if p.attribute == d.candidate.attribute])
    return _retract(d, ending, f"{shown(d.write.words)} ends {', '.join(shown(f.value) for f in ending)}")


def _forget(d: Draft) -> Verdict:
    """A tombstone: nothing that was said before it comes back."""
    attribute = d.candidate.attribute
    d.forgotten |= {w.text for w in d.earlier() if w.text and w.candidate.attribute == attribute}
    mine = [f for f in (*d.active, *d.pending, *d.denied) if f.attribute == attribute]
    d.certain = True
    if not mine:
        return "ignored", f"no {attribute} is known; none that was said before this will come back", None
    d.about = mine[0]
    values = ", ".join(dict.fromkeys(shown(f.value) for f in mine))  # what waits may be the end of what is
    return (
        "retraction",
        f"you asked to forget {values}",
        d.close(mine, "forgotten", "you asked to forget it")[0],
    )


# -- something was so


def _past(d: Draft) -> Verdict:
    fact = d.write.fact(d.rule, "past", "told as something of the past")
    d.closed.append(fact)
    named = d.mine(d.active) if d.candidate.polarity and d.candidate.value else []
    if not named:
        return "past", "told as something of the past: it is history and touches nothing in force", fact
    d.about = named[0]
    d.hold_end(named[0], d.candidate.value)
    value = shown(named[0].value)
    return "past", f"told as something of the past, but {value} is in force: its end waits for you", fact


# -- a word on what is pending


def _confirm(d: Draft) -> Verdict:
    fact = next(iter(_meant(d)), None)
    if fact is None:
        return "ignored", "what was confirmed is not pending any more", None
    d.pending.remove(fact)
    ended = d.mine(d.active)
    if fact.polarity:
        return _confirm_value(d, fact)
    d.denied.append(changed(fact, status="active", reason="you confirmed it"))
    reason = f"you confirmed that {shown(fact.value)} is not so any more"
    return _retract(d, ended, reason) if ended else ("retraction", reason, d.denied[-1])


def _confirm_value(d: Draft, fact: Fact) -> Verdict:
    killed = [f for f in d.active if not d.rule.many or d.same(f)]
    d.close([*killed, *d.contradicting()], "superseded", f"you confirmed {shown(fact.value)}")
    d.about = next(iter(killed), None)
    d.active.append(changed(fact, status="active", reason="you confirmed it"))
    d.certain = True
    outcome = f"takes the place of {shown(killed[0].value)}" if killed else "is in force"
    kind = "update" if killed else "new"
    return kind, f"you confirmed it: {shown(fact.value)} {outcome}", d.active[-1]


def _meant(d: Draft) -> list[Fact]:
    """What is pending and was meant by the word."""
    return [p for p in d.mine(d.pending) if p.version == d.write.target]


def _reject(d: Draft) -> Verdict:
    waiting = _meant(d)
    if not waiting:
        return "ignored", "what was rejected is not pending any more", None
    d.about = next(iter(d.active), None)
    ended = d.close(waiting, "rejected", "you rejected it")
    what = shown(waiting[0].value) if waiting[0].polarity else f"that {shown(waiting[0].value)} is not so"
    known = ", ".join(shown(f.value) for f in d.active)
    stays = f"{known} stays in force" if known else "nothing is in force"
    return "ignored", f"you rejected {what}: {stays}", ended[0]
