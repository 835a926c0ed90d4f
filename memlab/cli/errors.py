"""The one error that a command raises for its user."""

from __future__ import annotations


class CommandError(Exception):
    """What the user has to mend: printed in one line on stderr, without a traceback; exit code 2."""
