"""Times as messengers write them: '31/12/2024, 23:59', '12/31/24, 11:59 PM', '2024年12月31日 下午11:59'."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timezone

_HALF = r"(?:[\s\u202f]?[AaPp]\.?[Mm]\.?)?"
_CLOCK = rf"(?:上午|下午|中午|晚上|凌晨)?\s?\d{{1,2}}:\d\d(?::\d\d)?(?:[.,]\d{{1,3}})?{_HALF}"
TIME = rf"(?:\d{{1,4}}[-/.年]\d{{1,2}}[-/.月]\d{{1,4}}[日.]?,?[\sT]{{0,3}})?{_CLOCK}"
_PARTS = re.compile(
    r"(?:(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})\D{0,3}?)?"
    r"\s?(上午|下午|中午|晚上|凌晨)?\s?(\d{1,2}):(\d\d)(?::(\d\d))?[\d.,]*[\s\u202f]?([AaPp])?"
)


def days_first(times: Iterable[str]) -> bool:
    """Whether 1/2/2024 is the first of February: told by a day beyond the twelfth, else by AM and PM.

    >>> days_first(["1/2/24, 3:00 PM", "13/2/24, 3:00 PM"]), days_first(["1/2/24, 3:00 PM"])
    (True, False)
    """
    found = [match for time in times if (match := _PARTS.match(time)) and match[1]]
    if any(int(match[1]) > 12 for match in found):
        return True
    if any(int(match[2]) > 12 for match in found):
        return False
    return not any(match[8] for match in found)


def told(time: str, day_first: bool) -> float | None:
    """UTC seconds; None of a clock without a day, and of a day that no calendar has.

    >>> told("31/12/2024, 11:59 PM", True) == told("2024年12月31日 下午11:59", False) == 1735689540.0
    True
    """
    match = _PARTS.match(time.strip())
    if not match or not match[1]:
        return None
    one, two, three = int(match[1]), int(match[2]), int(match[3])
    month, day = (two, three) if one > 31 else (two, one) if day_first else (one, two)
    year = one if one > 31 else three
    late = match[4] in ("下午", "晚上", "中午") or (match[8] or "").lower() == "p"
    early = match[4] in ("上午", "凌晨") or (match[8] or "").lower() == "a"
    hour = int(match[5]) % 12 + 12 * late if late or early else int(match[5])
    try:
        year += 2000 * (year < 100)
        at = datetime(year, month, day, hour, int(match[6]), int(match[7] or 0), tzinfo=timezone.utc)
    except ValueError:
        return None
    return at.timestamp()
