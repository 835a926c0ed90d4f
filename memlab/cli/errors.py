"""The one error that a command raises for its user."""

from __future__ import annotations

import os


class CommandError(Exception):
    """What the user has to mend: printed in one line on stderr, without a traceback; exit code 2."""


def reason(error: OSError) -> str:
    """Why a file cannot be read, as the system says it."""
    return os.strerror(error.errno) if error.errno else str(error)
