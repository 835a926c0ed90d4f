"""Identifiers: all spellings of one are one, and two that differ in one character are two."""

from __future__ import annotations

import random
import string

import pytest

from memlab.tiers.identifiers import asked_of, identifiers_of


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("订单号HS123456已发货", "hs123456退了吗"),
        ("Order HS-123456", "where is hs 123456"),
        ("ticket T-7316 is open", "t7316?"),
        ("my order 7316", "7316"),
        ("电话138-0013-8000", "+86 138 0013 8000"),
        ("call １３８００１３８０００", "138-0013-8000"),
        ("ring (020) 7946-0958", "+44 20 7946 0958"),
        ("Write to Bob.Smith@Example.com.", "bob.smith@example.com"),
        ("see https://www.example.org/a/b/.", "example.org/a/b"),
        ("due 2024-05-01", "May 1st, 2024"),
        ("due 1 May 2024", "2024年5月1日"),
        ("二〇二四年五月一日到期", "2024/5/1"),
        ("on 5/1/2024", "1 May 2024"),
        ("on 5/1/2024", "5 January 2024"),
        ("预算500万", "¥5,000,000"),
        ("it weighs 3.5 kg", "3.5公斤"),
        ("I met our Li Wei there", "who is li wei"),
        ("he read “Stone and River”", "stone and river"),
        ("IBAN DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
        ("id 550e8400-e29b-41d4-a716-446655440000", "550E8400-E29B-41D4-A716-446655440000"),
        ("server 192.168.0.1", "192.168.0.1"),
    ],
)
def test_every_spelling_is_found(stored, asked):
    assert identifiers_of(stored) & asked_of(asked)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("HS123456", "HS123457"),
        ("138-0013-8000", "138-0013-8001"),
        ("v1.23", "v12.3"),
        ("192.168.0.1", "192.16.80.1"),
        ("2024-05-01", "2024-05-02"),
        ("bob@example.com", "bob@example.org"),
        ("500万", "50万"),
        ("the 20th of the month, in 2024", "what happened in 2024"),
    ],
)
def test_a_look_alike_is_another_one(stored, asked):
    assert not identifiers_of(stored) & asked_of(asked)


def made(kind: str, draw: random.Random) -> tuple[str, str]:
    """(an identifier as it is stored, and as it may be asked for)."""
    digits = "".join(draw.choices(string.digits, k=6))
    letters = "".join(draw.choices(string.ascii_uppercase, k=2))
    if kind == "code":
        return f"{letters}{digits}", f"{letters}-{digits}".lower()
    if kind == "phone":
        number = f"13{draw.randint(0, 9)}{draw.randint(10_000_000, 99_999_999)}"
        return number, f"+86 {number[:3]}-{number[3:7]}-{number[7:]}"
    if kind == "email":
        name = f"{letters}{digits}@mail.example.com".lower()
        return name, name.upper()
    return (f"{draw.randint(1900, 2090)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}",) * 2


@pytest.mark.parametrize("kind", ["code", "phone", "email", "date"])
def test_random_ones_are_read_in_both_spellings(kind):
    draw = random.Random(kind)
    for _ in range(300):
        stored, asked = made(kind, draw)
        assert identifiers_of(f"It is {stored}, I think.") & asked_of(f"what about {asked}?"), (stored, asked)


@pytest.mark.parametrize(
    "piece", ["1 ", "Word ", "a@", "a.a.", "A1-", '"', "1", "a-", "1(( ", "www.a", "Jan 1 ", "AB 12 ", "#"]
)
def test_half_a_megabyte_is_read(piece):
    identifiers_of(piece * (500_000 // len(piece)))
