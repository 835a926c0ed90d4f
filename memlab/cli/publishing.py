"""What `memlab site` and `memlab slides` share: what they need, and how they tell what went wrong."""

from __future__ import annotations

import contextlib
import importlib.util
from collections.abc import Iterator

from memlab.cli.errors import CommandError


def needed(*modules: str) -> None:
    """Refuse with the mend where something is not installed."""
    missing = [name for name in (*modules, "nbformat", "pygments") if importlib.util.find_spec(name) is None]
    if missing:
        raise CommandError(f"{', '.join(missing)} not installed; mend it with: pip install 'memlab[site]'")


@contextlib.contextmanager
def errors() -> Iterator[None]:
    """Errors of the folder and of the notebooks, told as errors of the command."""
    try:
        yield
    except ValueError as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"cannot write {error.filename or 'there'}: {error.strerror or error}") from None
