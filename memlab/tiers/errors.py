"""What the tiers refuse: every message names the field, the value, what is allowed and the mend."""

from __future__ import annotations


class StoreError(RuntimeError):
    """A tier could not do what was asked; nothing was acknowledged and the store is as it was."""


class UnknownMemory(StoreError, KeyError):
    """No memory of this tenant (and visible to this agent) bears the id."""

    __str__ = RuntimeError.__str__  # KeyError would show the quoted repr


class VersionConflict(StoreError):
    """Compare-and-set: somebody else wrote meanwhile. Read again, then write with the new version."""


class TooLong(StoreError, ValueError):
    """The database has no room for a name of that length, and never will: trying again changes nothing."""


class Closed(StoreError):
    """Used after close()."""


class NewerDatabase(StoreError):
    """A later memlab wrote this database."""


class Corrupt(StoreError):
    """A row or a line does not read as what was written; the others do."""


class Forgotten(UnknownMemory):
    """The id is a tombstone: what was erased does not come back by being read, imported or added again."""
