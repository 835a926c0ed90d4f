"""The recall explorer without a browser: what likeness loses, extremes, hostile questions, other stores."""

from __future__ import annotations

import pytest

pytest.importorskip("ipywidgets", reason="ipywidgets is not installed")

from memlab.tiers import MemoryStore
from memlab.view import recall_channels
from memlab.widgets import RecallExplorer, explorer, recall
from memlab.widgets.recall_talks import NOW, QUESTIONS, rows

ODD = [
    "",
    " ",
    "？！",
    '"',
    "foo AND",
    "*",
    "C++ NEAR(a b)",
    "(python",
    "<script>alert(1)</script> T-7316",
    "\u202egnp \0\x1b \ud800 مرحبا",
    "x" * 10**6,
    "T-7316 " * 10**5,
]
FIRST = {  # question: the memory that answers it
    "An order number": "order",
    "A paraphrase": "brewing",
    "过敏": "allergy",
    "电话": "phone",
    "A coupon, 优惠券": "coupon",
}


@pytest.fixture
def made():
    widget = RecallExplorer()
    yield widget
    widget.store.close()


def control(made, name: str):
    return made._controls[name]


def first(made) -> str:
    return made.recalled.hits[0].memory.id


def press(made, word: str) -> None:
    (found,) = (b for b in made.children[0].children if getattr(b, "description", "") == word)
    found.click()


def sound(made) -> bool:
    return made.frame.value.count("</svg>\n") == 1 and 'role="alert"' not in made.frame.value


def test_the_static_frame_is_the_first_picture(made):
    bundle = made._repr_mimebundle_()
    assert bundle["image/svg+xml"] == made.first.svg and bundle["text/plain"] == repr(made) == made.first.text
    assert made.first.svg in made.frame.value and explorer.WIDGET_VIEW in bundle


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_question_of_the_menu_finds_its_answer_first(made, name):
    control(made, "example").value = name
    assert control(made, "query").value == QUESTIONS[name]
    assert first(made) == FIRST[name] and sound(made)


def test_likeness_alone_loses_the_order_number_and_all_channels_find_it_again(made):
    assert first(made) == "order" and made.recalled.channels["identifiers"] == ("order",)
    press(made, "Vector only")
    assert "order" not in [hit.memory.id for hit in made.recalled.hits]
    assert all(made.values[name] == 0 for name in recall.WEIGHTS if name != "vector")
    press(made, "All channels")
    assert first(made) == "order" and made.first.svg in made.frame.value


def test_a_button_draws_once(made, monkeypatch):
    drawn = []
    monkeypatch.setattr(made, "_draw", lambda **values: drawn.append(values) or made.first)
    press(made, "Vector only")
    assert len(drawn) == 1


@pytest.mark.parametrize("query", ODD, ids=range(len(ODD)))
def test_hostile_and_empty_questions_draw_a_picture(made, query):
    control(made, "query").value = query
    assert sound(made)
    assert "<script" not in made.frame.value and "\u202e" not in made.frame.value


def test_a_question_without_a_word_says_so(made):
    control(made, "query").value = "？！"
    assert not made.recalled.hits and "Recall finds nothing" in made.frame.value
    assert made.recalled.note


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_slider_at_its_extremes_draws_a_picture(made, name):
    control(made, "example").value = name
    for key in (*recall.WEIGHTS, "top_k"):
        for value in (control(made, key).min, control(made, key).max):
            control(made, key).value = value
            assert sound(made), (key, value)
    for key in (*recall.WEIGHTS,):
        control(made, key).value = 0
    assert sound(made), "nothing weighs anything"


def test_the_window_hides_what_is_older(made):
    for _, hours in control(made, "window").options:
        control(made, "window").value = hours
        assert sound(made)
        assert all(hit.memory.at >= NOW - 3600 * hours for hit in made.recalled.hits)
    control(made, "window").value = 24.0
    assert "order" not in [hit.memory.id for hit in made.recalled.hits], "it is six days old"


def test_moving_a_slider_draws_what_the_view_draws(made):
    control(made, "words").value = 0
    assert recall_channels(made.recalled, 5).svg in made.frame.value
    assert made.first.svg not in made.frame.value


def test_a_reset_brings_the_first_picture_back(made):
    control(made, "example").value = "过敏"
    control(made, "top_k").value = 9
    press(made, "Vector only")
    press(made, "Reset")
    assert made.first.svg in made.frame.value and made.values["query"] == QUESTIONS["An order number"]


def test_a_store_and_a_question_of_your_own():
    with MemoryStore("u1", clock=lambda: NOW) as store:
        store.add("My bike is green.", id="bike")
        made = RecallExplorer(store, "Which colour has my bike?")
        assert first(made) == "bike" and control(made, "example").options == (recall.OWN,)
        assert store.get("bike").access_count == 0, "looking is no use"


def test_a_store_without_a_question_or_memory_has_an_explorer_too():
    with MemoryStore("u1") as store:
        assert sound(RecallExplorer(store))


def test_a_store_that_fails_says_so_inside(made, monkeypatch):
    def broken(*_, **__):
        raise OSError("the disk is gone <b>")

    monkeypatch.setattr(made.store, "recall", broken)
    control(made, "top_k").value = 3
    assert 'role="alert"' in made.frame.value and "the disk is gone &lt;b&gt;" in made.frame.value


def test_the_memories_are_different_and_in_both_languages():
    texts = [row["text"] for row in rows()]
    assert len({row["id"] for row in rows()}) == len(texts) == len(set(texts))
    assert 5 <= sum(not text.isascii() for text in texts) <= len(texts) - 5
