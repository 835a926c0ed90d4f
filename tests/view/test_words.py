"""Text in pictures: widths, escapes, numbers, tables."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from memlab.view.picture import clean, listing, number, ordered, table
from memlab.view.svg import Canvas, escape, fit, measure, wrap


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (-3, "-3"),
        (0.0, "0"),
        (1 / 3, "0.333"),
        (-1 / 3, "-0.333"),
        (999.6, "1,000"),
        (0.00099951, "0.001"),
        (12345.6, "12,300"),
        (9999999, "9,999,999"),
        (10**7, "10⁷"),
        (2.5e-9, "2.5×10⁻⁹"),
        (1e308, "10³⁰⁸"),
        (float("inf"), "∞"),
        (float("-inf"), "-∞"),
        (float("nan"), "?"),
    ],
)
def test_numbers_have_three_significant_digits(value, shown):
    assert number(value) == shown


def test_a_wide_character_counts_twice_a_narrow_one():
    assert measure("花生") > 1.7 * measure("ab")
    assert measure("e\u0301") == measure("e"), "a combining accent takes no room"


@pytest.mark.parametrize("text", ["short", "a rather long sentence " * 5, "花生过敏" * 30, "😀" * 40])
def test_a_cut_text_fits_and_says_that_it_was_cut(text):
    cut = fit(text, 120)
    assert measure(cut) <= 120
    assert cut == text or cut.endswith("…")


@pytest.mark.parametrize("text", ["a rather long sentence " * 5, "我对花生过敏，请记住。" * 6])
def test_wrapping_keeps_every_character_and_the_width(text):
    lines = wrap(text, 200)
    assert len(lines) > 1
    assert all(measure(line) <= 200 for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_control_characters_and_lone_surrogates_never_reach_the_picture():
    assert clean("a\0b\x1b\ud800 c\nd") == "a�b�� c d"
    assert clean("\u202ea\u2066b") == "�a�b", "what follows would be turned around"
    assert escape('<b> & "c"') == "&lt;b&gt; &amp; &quot;c&quot;"


def test_the_whole_of_a_cut_text_is_in_its_tooltip():
    canvas = Canvas("title")
    canvas.text(0, 0, "<b>" * 100, 80)
    element = ElementTree.fromstring(canvas.picture("", "").svg)[-1]
    assert element[0].text == "<b>" * 100
    assert element[0].tail.endswith("…") and len(element[0].tail) < 20


def test_a_long_list_is_counted_and_not_cut_silently():
    assert listing(range(20), 3) == "0, 1, 2, … (20 in all)"


def test_sets_come_in_the_order_of_the_program():
    assert ordered({"a", "b", "z", "y"}, {"b": 0, "a": 1}) == ["b", "a", "y", "z"]


def test_columns_of_wide_characters_line_up():
    lines = table("t", ["name", "n"], [["花生", 1], ["tea", 10]]).splitlines()
    assert lines == ["t", "name   n", "花生   1", "tea   10"]
