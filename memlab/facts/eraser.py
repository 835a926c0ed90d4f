"""erase, erase_turn: a book without what was told of something, and without the words that told it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from memlab import checks
from memlab.facts.candidate import USER, speaker
from memlab.facts.erasing import erased, mentions, values_in
from memlab.facts.fact import Decision, FactError
from memlab.facts.moments import moment
from memlab.facts.rows import to_dict
from memlab.facts.write import Write, alike, entity_key

if TYPE_CHECKING:
    from memlab.facts.book import FactBook

About = Callable[[Mapping[str, Any]], bool]


def erase(book: FactBook, attribute: str, entity: str, value: str | None) -> list[Decision]:
    """Every value of an attribute, with a tombstone; or the one, which is taken back."""
    book._known_attribute(attribute)
    checks.text("entity", entity, empty=False)
    about = _about(book, attribute, entity, value)
    values = values_in(book.export(), about) | ({value} if value else set())
    named = mentions(values)
    decided = book.forget(attribute, entity) if value is None else []
    if value is not None:
        _withdraw(book, [w for w in _said(book) if about(to_dict(w.candidate))])
    for other in sorted({(f.attribute, f.entity) for f in book.history() if named(f.entity)}):
        decided += book.forget(*other)  # what is told of a thing with this name goes, too
    rows = erased(book.export(), lambda c: about(c) or named(c.get("entity", USER)), named)
    _begin_with(book, rows)
    return book._logged(
        [Decision("retraction", f"erased: {attribute}, {len(values)} values with their words")]
    )


def erase_turn(book: FactBook, text: str, at: Any, role: str) -> Decision:
    """A turn with what was read in it."""
    when, _ = moment(at)
    heard = book._transcript.known(book._clean(text), speaker(role), when)
    if heard is None:
        raise FactError(f"text: {checks.shown(text)} was not heard at {when!r}: take one from turns")
    words, number = heard.turn.text, heard.number
    gone = [w for w in _said(book) if w.turn == number or w.text == words]
    _withdraw(book, gone)
    rows = erased(book.export(), lambda c: False, words.__eq__, {w.version for w in gone}, {number})
    _begin_with(book, rows)
    return book._logged([Decision("retraction", f"erased: a turn with {len(gone)} facts")])[0]


def _about(book: FactBook, attribute: str, entity: str, value: str | None) -> About:
    """Whether the row of a candidate is about the attribute of an entity (and this value of it)."""
    form, key = book._store.rule(attribute).form, entity_key(entity)

    def about(c: Mapping[str, Any]) -> bool:
        if c["attribute"] != attribute or entity_key(c.get("entity", USER)) != key:
            return False
        return value is None or alike(c["value"], value, form)

    return about


def _said(book: FactBook) -> list[Write]:
    return [w for w in book._store.log if w.what == "said"]


def _withdraw(book: FactBook, writes: list[Write]) -> None:
    for write in writes:
        if book._store.versions.counts(write.version):
            book._gate.withdraw(write, book._numbers.last)


def _begin_with(book: FactBook, rows: list[dict[str, Any]]) -> None:
    """Be the book of these rows from now on; what quotes is dropped."""
    new = type(book)(book.tenant, rules=book.rules, settings=book.settings, clock=book._clock)
    new.import_facts(rows)
    new._transcript.read_by(book._transcript)
    latest = book._store.latest_time
    book._store, book._transcript, book._gate = new._store, new._transcript, new._gate
    if latest is not None:
        book._store.seen(latest)
    book._numbers, book._decisions = new._numbers, []
