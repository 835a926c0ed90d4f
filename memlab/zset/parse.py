"""Reading a command's words as Redis 7.0 does: numbers, bounds, patterns; and writing numbers back.

One grammar of floats, that of C's strtod in the "C" locale: decimal, hexadecimal (0x1p3), inf, infinity.
What Python's float() accepts beyond it (1_000, blanks, other scripts' digits) is refused; so are NaN and
what overflows or underflows a double.
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from redis.exceptions import ResponseError

from memlab.zset.ranked import above, after

SYNTAX = "syntax error"
NOT_AN_INTEGER = "value is not an integer or out of range"
NOT_A_FLOAT = "value is not a valid float"
BAD_SCORE_RANGE = "min or max is not a float"
BAD_LEX_RANGE = "min or max not valid string range item"
LONG_MAX = 2**63 - 1
LONGEST_PATTERN = 10_000  # bytes of a pattern of KEYS and MATCH
LONGEST_NUMBER = 5 * 1024  # bytes of a number of INCRBYFLOAT, as in Redis

EDGES = frozenset({0.0, math.inf, -math.inf})  # what underflow and overflow end in
_DECIMAL = b"0123456789.eE+-"
_OTHER = re.compile(
    rb"[+-]?(?:(?P<inf>inf(?:inity)?)|(?P<nan>nan(?:\(\w*\))?)"
    rb"|(?P<hex>0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?))",
    re.IGNORECASE | re.ASCII,
)


def strtod(text: bytes) -> float:
    """C's strtod over the whole of `text`: inf on overflow, 0 on underflow; ValueError if it is no number."""
    if not text.translate(None, _DECIMAL):  # only what both grammars read alike
        return float(text)
    if (found := _OTHER.fullmatch(text)) is None:
        raise ValueError(text)
    if found["nan"]:
        return math.nan
    if found["inf"]:
        return float(text)
    try:
        return float.fromhex(text.decode())
    except OverflowError:
        return -math.inf if text.startswith(b"-") else math.inf


def number(text: bytes | float, error: str = NOT_A_FLOAT) -> float:
    """A score, weight or increment, as text or as a caller's float; -0 is read as 0."""
    try:
        value = (text if type(text) is float else strtod(text)) + 0.0  # type: ignore[arg-type]
    except ValueError:
        raise ResponseError(error) from None
    if value != value or (value in EDGES and type(text) is bytes and _left_the_doubles(text, value)):
        raise ResponseError(error)
    return value


def _left_the_doubles(text: bytes, value: float) -> bool:
    """Whether digits became infinite, or digits other than 0 became 0."""
    if value:
        return b"n" not in text.lower()
    mantissa = re.split(rb"[pP]" if b"x" in text.lower() else rb"[eE]", text)[0]
    return bool(mantissa.translate(None, b"+-.0xX"))


def integer(text: bytes, error: str = NOT_AN_INTEGER, low: int = -LONG_MAX - 1, high: int = LONG_MAX) -> int:
    """A 64-bit integer in its one spelling (no plus sign, no leading 0), within low … high."""
    digits = text[1:] if text.startswith(b"-") else text
    if not digits.isdigit() or (digits.startswith(b"0") and text != b"0") or len(digits) > 19:
        raise ResponseError(error)
    if not low <= (value := int(text)) <= high:
        raise ResponseError(error)
    return value


def cursor(text: bytes) -> None:
    """A SCAN cursor is checked, and that is all: see `sweep` in `keyspace`."""
    digits = text[1:] if text[:1] in (b"+", b"-") else text
    if text and not (digits.isdigit() and int(digits[:40]) < 2**64):
        raise ResponseError("invalid cursor")


def score_limit(text: bytes | float, upper: bool) -> float | None:
    """A bound of BYSCORE as one end of `low <= score < high`; None is past every score.

    Leading blanks, an empty bound (0) and what follows a NUL are read as strtod reads them.
    """
    is_open = type(text) is bytes and text.startswith(b"(")
    value = text if type(text) is float else _lenient(text[is_open:])  # type: ignore[index]
    if value != value:
        raise ResponseError(BAD_SCORE_RANGE)
    return above(value) if is_open != upper else value


def _lenient(text: bytes) -> float:
    """strtod as BYSCORE calls it; NaN if there is no number."""
    try:
        return strtod(text)
    except ValueError:
        cut = text.partition(b"\0")[0].lstrip(b" \t\n\v\f\r")
    return 0.0 if not cut else math.nan if cut == text else _lenient(cut)


def lex_limit(text: bytes, upper: bool) -> bytes | None:
    """A bound of BYLEX as one end of `low <= member < high`; None is past every member."""
    if text in (b"-", b"+"):
        return b"" if text == b"-" else None
    if text[:1] not in (b"[", b"("):
        raise ResponseError(BAD_LEX_RANGE)
    return after(text[1:]) if text.startswith(b"(") != upper else text[1:]


def score_text(score: float) -> bytes:
    """A double as Redis 7.0 writes it: 17 significant digits.

    >>> score_text(3.0), score_text(0.1)
    (b'3', b'0.10000000000000001')
    """
    return b"%.17g" % score


def long_double_sum(text: bytes, increment: bytes, error: str) -> bytes:
    """INCRBYFLOAT: the sum in C's long double (64 bits of mantissa), written with up to 17 decimals."""
    for word, told in ((text, error), (increment, NOT_A_FLOAT)):
        if len(word) >= LONGEST_NUMBER:
            raise ResponseError(told)
    terms = [number(text, error), number(increment)]
    if any(math.isinf(term) for term in terms):
        raise ResponseError("increment would produce NaN or Infinity")
    exact = [_long_double(_fraction(word, term)) for word, term in zip((text, increment), terms, strict=True)]
    scaled = round(_long_double(exact[0] + exact[1]) * 10**17)
    digits = f"{abs(scaled):018d}"
    tail = digits[-17:].rstrip("0")
    return f"{'-' if scaled < 0 else ''}{digits[:-17]}{'.' if tail else ''}{tail}".encode()


def _fraction(word: bytes, value: float) -> Fraction:
    if not value or b"x" in word.lower():  # 0e999999999 is 0, and no power of ten is worked out for it
        return Fraction(value)
    return Fraction(Decimal(word.decode()))  # which knows no limit of digits, as int() does


def _long_double(x: Fraction) -> Fraction:
    """The nearest number with 64 bits of mantissa, ties to even."""
    if not x:
        return x
    exponent = abs(x.numerator).bit_length() - x.denominator.bit_length() - 64
    if abs(x) >= Fraction(2) ** (exponent + 64):
        exponent += 1
    unit = Fraction(2) ** exponent
    return round(x / unit) * unit


class Glob:
    """A pattern as the pieces between its stars: each is searched for once, from where the last one ended.

    The first place is always good enough, since a star takes whatever comes. O(text × pattern) at most.
    """

    def __init__(self, pieces: list[bytes]) -> None:
        first, *self._rest = (re.compile(piece, re.DOTALL) for piece in pieces)
        self._first = first
        self._last = re.compile(pieces[-1] + rb"\Z", re.DOTALL)

    def fullmatch(self, text: bytes) -> bool:
        """Whether all of the text matches."""
        if not self._rest:
            return self._first.fullmatch(text) is not None
        found = self._first.match(text)
        for piece in self._rest[:-1]:
            found = piece.search(text, found.end()) if found else None
        return found is not None and self._last.search(text, found.end()) is not None


@lru_cache(maxsize=256)
def glob(pattern: bytes) -> Glob:
    r"""Redis's patterns (`*`, `?`, `[a-z]`, `[^x]`, `\x`); no backtracking over their stars."""
    if len(pattern) > LONGEST_PATTERN:
        raise ResponseError(f"pattern of {len(pattern):,} bytes, allowed are {LONGEST_PATTERN:,}")
    pieces, i = [b""], 0
    while i < len(pattern):
        char = pattern[i : i + 1]
        if char == b"*":
            pieces.append(b"")
        elif char == b"[":
            chosen, i = _char_class(pattern, i + 1)
            pieces[-1] += chosen
            continue
        elif char == b"\\" and i + 1 < len(pattern):
            i += 1
            pieces[-1] += re.escape(pattern[i : i + 1])
        else:
            pieces[-1] += b"." if char == b"?" else re.escape(char)
        i += 1
    return Glob([pieces[0], *(piece for piece in pieces[1:-1] if piece), *pieces[1:][-1:]])


def _char_class(pattern: bytes, i: int) -> tuple[bytes, int]:
    """The class that begins at i, and where the pattern goes on; one that is not closed ends with it."""
    chosen: set[int] = set()
    negated = pattern[i : i + 1] == b"^"
    i += negated
    while i < len(pattern) and pattern[i] != ord("]"):
        if pattern[i] == ord("\\") and i + 1 < len(pattern):
            chosen.add(pattern[i + 1])
            i += 2
        elif pattern[i + 1 : i + 2] == b"-" and i + 2 < len(pattern):
            low, high = sorted((pattern[i], pattern[i + 2]))
            chosen.update(range(low, high + 1))
            i += 3
        else:
            chosen.add(pattern[i])
            i += 1
    if negated:
        chosen = set(range(256)) - chosen
    return b"[" + b"".join(re.escape(bytes([c])) for c in sorted(chosen)) + b"]" if chosen else b"(?!)", i + 1
