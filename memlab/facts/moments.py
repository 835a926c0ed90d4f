"""moment: a time as people give it becomes UTC seconds, and what was assumed is said."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from memlab import checks

NAIVE = "the time has no zone: taken as UTC"
_FORMS = "UTC seconds, a datetime or an ISO text such as '2024-05-01T12:00:00+08:00'"


def moment(at: Any, field: str = "at") -> tuple[float, str]:
    """(UTC seconds, what was assumed) of a number, a datetime or an ISO 8601 text.

    ValueError or TypeError for anything else, NaN and infinity too.

    >>> moment("2024-05-01T20:00:00+08:00"), moment("2024-05-01T12:00:00Z")
    ((1714564800.0, ''), (1714564800.0, ''))
    >>> moment("2024-05-01 12:00")
    (1714564800.0, 'the time has no zone: taken as UTC')
    """
    if isinstance(at, str):
        at = _parsed(at, field)
    if not isinstance(at, datetime):
        return float(checks.number(field, at, -checks.HUGE, checks.HUGE)), ""
    if at.utcoffset() is None:
        return at.replace(tzinfo=timezone.utc).timestamp(), NAIVE
    return at.timestamp(), ""


def _parsed(text: str, field: str) -> datetime:
    try:
        return datetime.fromisoformat(f"{text[:-1]}+00:00" if text[-1:] in ("Z", "z") else text)
    except ValueError:
        raise ValueError(
            f"{field}: {checks.shown(text)} is no time, allowed are {_FORMS}: correct it"
        ) from None
