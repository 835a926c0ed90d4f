"""Finding: one line of the doctor."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARN, FAIL = "OK", "WARN", "FAIL"


@dataclass(frozen=True)
class Finding:
    """One line: how it stands with one thing, and what mends it."""

    status: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"[{self.status}]".ljust(7) + self.what + (f"; mend: {self.mend}" if self.mend else "")
