"""What `memlab site` and `memlab slides` share: what they need, and how they tell what went wrong."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from memlab.cli.errors import CommandError
from memlab.publish import missing


def needed(*modules: str) -> None:
    """Refuse with the mend where something is not installed."""
    if lacking := missing(*modules):
        raise CommandError(f"{', '.join(lacking)} not installed; mend it with: pip install 'memlab[site]'")


@contextlib.contextmanager
def errors() -> Iterator[None]:
    """Errors of the folder and of the notebooks, told as errors of the command."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot write {error.filename or 'there'}: {error.strerror or error}") from None
