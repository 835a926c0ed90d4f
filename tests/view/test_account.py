"""The token account: its title is the answer, and odd numbers neither break it nor get in."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from memlab.view import token_account
from memlab.view.svg import MARGIN, WIDTH

SVG = "{http://www.w3.org/2000/svg}"
TALK = [{"full_history": 50 * n, "context": 100 + 10 * n, "answer": 3} for n in range(1, 9)]
INPUTS = {
    "none": [],
    "one": TALK[:1],
    "a talk": TALK,
    "long": TALK * 100,
    "nothing said": [{"full_history": 0, "context": 0}] * 3,
    "large": [{"full_history": 1e12, "context": 1}],
}


def test_the_title_says_the_sums_and_from_where_on_it_is_less():
    assert token_account(TALK).title == (
        "8 messages: 1,800 tokens with history, 1,160 rebuilt; less from message 3 on"
    )


@pytest.mark.parametrize(
    ("rows", "end"),
    [
        ([(1, 2)], "; not less"),
        ([(2, 1), (3, 4)], "; not less"),
        ([(2, 1), (4, 3)], "; less from message 1 on"),
        ([(2, 1), (3, 3), (5, 4)], "; less from message 3 on"),
    ],
)
def test_less_means_less_from_there_to_the_end(rows, end):
    accounts = [{"full_history": history, "context": context} for history, context in rows]
    assert token_account(accounts).title.endswith(end)


def test_the_text_form_has_a_row_for_each_message():
    rows = token_account(TALK).text.splitlines()[2:]
    assert [row.split() for row in rows][2] == ["3", "150", "130", "20"]
    assert len(rows) == 8


@pytest.mark.parametrize("name", INPUTS)
def test_it_stays_on_its_card_and_is_the_same_twice(name):
    picture = token_account(INPUTS[name])
    assert picture == token_account(INPUTS[name])
    for rect in ElementTree.fromstring(picture.svg).iter(f"{SVG}rect"):
        x, width, y = (float(rect.get(side)) for side in ("x", "width", "y"))
        assert x >= 0 and x + width <= WIDTH and y >= 0
    for text in ElementTree.fromstring(picture.svg).iter(f"{SVG}text"):
        assert MARGIN / 2 <= float(text.get("y")) <= picture.height


def test_the_two_bars_of_a_message_are_as_high_as_its_tokens():
    picture = token_account([{"full_history": 200, "context": 100}])
    bars = [rect for rect in ElementTree.fromstring(picture.svg).iter(f"{SVG}rect") if len(rect)]
    assert [float(bar.get("height")) for bar in bars] == [170, 85]


@pytest.mark.parametrize("odd", [float("nan"), float("inf"), -1, "7", None, True])
def test_what_is_no_count_is_refused_by_its_name(odd):
    with pytest.raises((TypeError, ValueError), match=r"accounts\[1\]\['context'\]"):
        token_account([TALK[0], {"full_history": 1, "context": odd}])
