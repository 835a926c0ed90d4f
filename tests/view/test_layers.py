"""What the pictures of tiers, recall and context say: where a memory lies, why it ranks so, what yielded."""

from __future__ import annotations

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from memlab import view
from memlab.context.layers import LAYERS, Context, LayerUse, LeftOut, Piece, Step
from memlab.tiers.memory import Memory
from memlab.view import channels, context_layers, svg, tiers, tiers_way
from memlab.view.tiers_words import age, legs, way

SVG = "{http://www.w3.org/2000/svg}"
DAY = 86_400.0
HOSTILE = "<script>alert(\"x\")</script> & 'q' \u202egnp.exe\u202c a\u200bb \ud800 مرحبا"


def elements(picture, tag: str, **look: str) -> list[ElementTree.Element]:
    wanted = {name.replace("_", "-"): value for name, value in look.items()}
    found = ElementTree.fromstring(picture.svg).iter(SVG + tag)
    return [e for e in found if all(e.get(name) == value for name, value in wanted.items())]


def words(picture) -> list[str]:
    return [(e.text or "") + "".join(c.tail or "" for c in e) for e in elements(picture, "text")]


def tips(picture, tag: str = "rect", **look: str) -> list[str]:
    found = (e.findtext(f"{SVG}title") for e in elements(picture, tag, **look))
    return [tip for tip in found if tip]


def memory(id: str, text: str = "something", **more) -> Memory:
    return Memory("u1", id, text, at=more.pop("at", 0.0), **more)


# -- tiers


def held(hot=(), warm=(), cold=()) -> SimpleNamespace:
    return SimpleNamespace(hot=list(hot), warm=list(warm), cold=list(cold))


STORE = held(
    [("allergy", 104.0), ("order", 8.3)],
    [
        memory("allergy", "我对花生过敏", pinned=True, version=3, at=7 * DAY),
        memory("order", "T-7316"),
        memory("coupon", "TEA-88", expires_at=8 * DAY),
        memory("old", "18 Plum Lane", status="superseded"),
    ],
    ["turn"],
)
DIFFER = [SimpleNamespace(id="order", direction="cold → warm", why="warm lost it")]


def move(source: str, target: str, why: str = "why", id: str = "turn", at: float = 0.0) -> SimpleNamespace:
    return SimpleNamespace(seq=0, at=at, id=id, source=source, target=target, why=why)


MOVES = [
    move("", "hot", "written"),
    move("", "warm", "written"),
    move("hot", "warm"),
    move("hot", "", "the lowest score"),
    move("warm", "cold", "archived"),
    move("cold", "hot", "recalled"),
    move("", "warm", id="order"),
]


def test_the_title_counts_what_each_tier_holds():
    assert view.tiers_picture(STORE).title == "5 memories in three tiers: 2 hot, 4 warm, 1 cold"
    assert view.tiers_picture(held()).title == "0 memories in three tiers: 0 hot, 0 warm, 0 cold"
    empty = words(view.tiers_picture(held()))
    assert empty.count("nothing") == 2 and empty.count("nothing archived: the journal alone") == 1


def test_each_state_has_its_look_and_says_it_in_words():
    picture = view.tiers_picture(STORE, now=9 * DAY)
    heavy = tips(picture, stroke=svg.BLACK, stroke_width="3")
    assert set(heavy) == {"allergy, version 3, pinned: 我对花生过敏"}
    assert tips(picture, stroke=svg.GREY, stroke_dasharray="4 3") == [
        "coupon, version 1, expired: TEA-88",
        "old, version 1, superseded or merged: 18 Plum Lane",
    ]
    assert tips(picture, stroke_dasharray="2 2") == ["turn"]
    for word in ("pinned", "expired", "superseded or merged", "archived: found there by recall"):
        assert word in words(picture), "the legend names it"
    assert {"e", "–", "↓"} <= set(words(picture)), "a sign beside the colour"


def test_what_expires_later_is_live_and_ages_are_those_at_the_moment():
    picture = view.tiers_picture(STORE, now=7.5 * DAY)
    assert "expired" not in picture.text
    assert "12 h" in words(picture) and "7.5 d" in words(picture) and "104" in words(picture)
    assert age(-1) == "0"


def test_without_a_moment_it_is_the_latest_that_is_known():
    assert "0" in words(view.tiers_picture(STORE)), "the allergy was written at that moment"


def test_what_differs_between_tiers_is_orange_with_two_marks_and_a_direction():
    picture = view.tiers_picture(STORE, differences=DIFFER)
    assert picture.title.endswith("!! 1 memory differs between the tiers")
    assert len(tips(picture, stroke=svg.ORANGE)) == 2, "in the hot and in the warm tier"
    assert "!! order: cold → warm (warm lost it)" in words(picture)
    assert "cold → warm" in picture.text


def test_the_way_of_a_memory_has_an_arrow_for_each_move_and_a_cross_where_it_left():
    picture = view.tiers_picture(STORE, MOVES, "turn")
    assert picture.title == "The way of turn: into hot, warm; hot → warm; out of hot; warm → cold; …"
    assert tips(picture, "path", stroke=svg.VERMILION) == ["the lowest score"]
    assert len(tips(picture, "path", stroke=svg.BLUE)) == 3, "to warm, to cold, and back"
    assert tips(picture, fill=svg.BLUE) == ["written"] * 2, "one step, in both tiers"
    assert len(elements(picture, "rect", stroke=svg.GREEN, stroke_width="2.4")) == 2, "its chip, the legend"
    assert "order" not in picture.text.partition("Moves")[2], "the moves of others are not its way"


def test_an_arrow_points_from_the_source_to_the_target():
    down, up = (
        [float(y) for y in re.findall(r"[\d.]+ ([\d.]+)", e.get("d"))]
        for e in elements(view.tiers_picture(STORE, MOVES[2::3], "turn"), "path", fill=svg.BLUE)
    )
    assert down[1] > down[0], "hot to warm: its tip is below its wings"
    assert up[1] < up[0], "cold to hot: its tip is above"


@pytest.mark.parametrize("sources", [[""], ["hot", "warm", "cold"]])
def test_what_is_forgotten_leaves_every_tier_in_one_step(sources):
    picture = view.tiers_picture(STORE, [move(source, "", "forgotten") for source in sources], "turn")
    assert tips(picture, "path", stroke=svg.VERMILION) == ["forgotten"] * 3
    assert words(picture).count("1") == 2 and "2" not in words(picture)


def test_without_an_id_the_moves_of_all_are_in_the_text_form():
    text = view.tiers_picture(STORE, MOVES).text
    assert len(text.partition("Moves\n")[2].splitlines()) == 1 + len(MOVES) - 1, "one write is one row"


def test_many_memories_are_counted_and_the_one_looked_at_is_always_drawn():
    many = [memory(f"n{n}") for n in range(200)]
    picture = view.tiers_picture(held(warm=many), [], "n150")
    assert "and 186 more" in words(picture) and tiers.MOST == 14
    assert "n150" in words(picture) and "n13" not in words(picture)
    assert "n199" in picture.text


def test_of_many_moves_the_latest_are_drawn_with_their_numbers():
    many = [move("hot", "warm", f"reason {n}") for n in range(1, 21)]
    picture = view.tiers_picture(held(), many, "turn")
    assert "reason 20" in words(picture) and "reason 8" not in words(picture)
    assert str(20 - tiers_way.MOST) not in words(picture) and "20" in words(picture)
    assert any("earlier moves" in line for line in words(picture))
    assert way(legs(many)).endswith("hot → warm; …")


# -- recall

CHANNELS = {"identifiers": ["order"], "words": ["late", "order"], "vector": ["late", "tea"]}
SCORES = {
    "order": {"identifiers": 1.0, "words": 0.5, "importance": 0.1},
    "late": {"words": 0.9, "vector": 0.3, "conflict": -0.2},
    "tea": {"vector": 0.1},
}


def hit(id: str, **more) -> SimpleNamespace:
    terms = SCORES[id]
    return SimpleNamespace(
        memory=memory(id, f"{id} text", **more), score=sum(terms.values()), terms=terms, ranks={}
    )


def found(note: str = "", most: int = 2, query: str = "Where is T-7316?") -> SimpleNamespace:
    ranking = [hit(id) for id in SCORES]
    return SimpleNamespace(query=query, hits=ranking[:most], considered=ranking, note=note, channels=CHANNELS)


def test_the_title_says_what_comes_first_and_which_channel_alone_loses_it():
    title = view.recall_channels(found()).title
    assert title == "order comes first (identifiers 1, words 2; not found by vector)"


def test_bars_add_up_to_the_score_and_what_takes_from_it_goes_to_the_left():
    picture = view.recall_channels(found())
    shown = ("identifiers 1", "words 0.5", "importance 0.1")
    widths = {
        tip: float(e.get("width"))
        for e in elements(picture, "rect")
        if (tip := e.findtext(f"{SVG}title")) in shown
    }
    one, half, tenth = (widths[tip] for tip in shown)
    assert one == pytest.approx(2 * half, abs=0.2) == pytest.approx(10 * tenth, abs=1.5)
    zero = float(
        next(e for e in elements(picture, "rect") if e.findtext(f"{SVG}title") == "words 0.9").get("x")
    )
    (takes,) = (e for e in elements(picture, "rect") if e.findtext(f"{SVG}title") == "conflict -0.2")
    assert float(takes.get("x")) + float(takes.get("width")) == pytest.approx(zero, abs=0.2)
    assert takes.get("stroke") == svg.ORANGE
    assert {"1.6", "1", "0.1"} <= set(words(picture))


def test_the_exact_hit_is_solid_and_bears_its_sign():
    picture = view.recall_channels(found())
    assert "identifiers 1: order: order text" in tips(picture, fill=svg.BLUE)
    assert "found by an exact identifier" in tips(picture, fill=svg.BLUE)
    assert words(picture).count("=") == 3, "in the ranking, in its bar and in the legend"


def test_what_fell_out_is_grey_and_dashed_with_a_cross():
    picture = view.recall_channels(found())
    assert tips(picture, "path", stroke=svg.VERMILION, stroke_width="2.4") == ["not among the top k"]
    assert tips(picture, "path", stroke=svg.GREY) == ["tea: rank 3"]
    assert tips(picture, "path", stroke=svg.BLUE) == ["late: rank 2", "order: rank 1"]
    assert "× 3" in picture.text


def test_the_top_k_may_be_told():
    assert len(tips(view.recall_channels(found(), 1), "path", stroke=svg.BLUE)) == 1
    assert len(tips(view.recall_channels(found(), 9), "path", stroke=svg.BLUE)) == 3


def test_each_line_goes_through_the_places_of_its_memory():
    (d,) = (
        e.get("d") for e in elements(view.recall_channels(found()), "path", stroke=svg.BLUE)
        if e.findtext(f"{SVG}title") == "order: rank 1"
    )  # fmt: skip
    assert d.count("L") == 4, "out of two columns, into one, and into the ranking"


def test_nothing_found_says_why():
    nothing = SimpleNamespace(query="？", hits=(), considered=(), note="the query has no tokens", channels={})
    picture = view.recall_channels(nothing)
    assert picture.title == "Recall finds nothing" and "the query has no tokens" in words(picture)


def test_a_pinned_memory_has_its_heavy_outline_in_the_ranking():
    recalled = found()
    recalled.considered[0].memory = memory("order", pinned=True)
    assert len(tips(view.recall_channels(recalled), stroke=svg.BLACK, stroke_width="3")) == 1


def test_ranks_beyond_the_drawn_ones_are_in_the_text_form():
    ids = [f"n{n}" for n in range(80)]
    hits = [
        SimpleNamespace(memory=memory(id), score=-n, terms={"words": 1.0}, ranks={})
        for n, id in enumerate(ids)
    ]
    many = SimpleNamespace(query="?", hits=hits[:60], considered=hits, note="", channels={"words": ids})
    picture = view.recall_channels(many)
    crosses = tips(picture, "path", stroke=svg.VERMILION)
    assert crosses == ["not among the top k"] * channels.MOST_FELL
    assert "n49" in picture.text and "… and 30 more" in picture.text and "words (80)" in words(picture)


# -- context


def rebuilt(tokens=600, budget=1000, reserve=300, left_out=(), steps=()) -> Context:
    piece = Piece("allergy", "profile", "- 我对花生过敏。", 12, shortened=True)
    layers = tuple(LayerUse(name, 100, (piece,) * (name == "profile")) for name in LAYERS)
    return Context("", "", "", tokens, budget, reserve, layers, tuple(left_out), tuple(steps))


GONE = [LeftOut(f"n{n}", "background", "It rains.", 4, "background yields first") for n in range(12)]
STEPS = [Step("background yields", 900, 700, "over the budget")]


def test_the_title_tells_tokens_room_and_what_was_left_out():
    title = view.context_bar(rebuilt()).title
    assert title == "600 of 700 tokens that the question may take: nothing left out"
    assert "12 memories left out" in view.context_bar(rebuilt(left_out=GONE)).title
    over = view.context_bar(rebuilt(800)).title
    assert over.startswith("!! 800 tokens, 100 over the 700")


def test_the_bar_has_a_part_for_each_layer_and_they_are_as_wide_as_their_tokens():
    picture = view.context_bar(rebuilt())
    parts = [e for e in elements(picture, "rect", height="26") if e.get("rx") == "0"][2:]
    assert [float(e.get("width")) for e in parts] == [pytest.approx(68.8, abs=0.1)] * 6
    assert all(words(picture).count(str(n)) >= 2 for n in range(1, 7)), "a sign in the bar and in its row"
    (reserve,) = elements(picture, "rect", height="26", stroke_dasharray="4 3")
    assert float(reserve.get("x")) == pytest.approx(16 + 0.7 * 688, abs=0.1), "at the end of the budget"
    assert float(reserve.get("width")) == pytest.approx(0.3 * 688, abs=0.1)
    assert "300 for the answer" in words(picture) and "budget 1,000" in words(picture)


def test_rows_name_the_layers_in_both_languages_and_what_they_hold():
    shown = words(view.context_bar(rebuilt()))
    assert "1: allergy (shortened)" in view.context_bar(rebuilt()).text, "there it bears its id"
    for name in (
        "user profile",
        "用户档案",
        "relevant memories",
        "相关记忆",
        "1: 我对花生过敏。 (shortened)",
    ):
        assert name in shown


def test_what_was_left_out_is_crossed_and_says_why():
    picture = view.context_bar(rebuilt(left_out=GONE[:2], steps=STEPS))
    assert len(elements(picture, "path", stroke=svg.VERMILION)) == 2
    assert words(picture).count("background yields first") == 2 and "900 → 700" in words(picture)
    assert "background yields first" in picture.text


def test_many_left_out_are_counted():
    picture = view.context_bar(rebuilt(left_out=GONE))
    assert "… and 4 more; the text form lists them all." in words(picture)
    assert context_layers.MOST_LEFT_OUT == 8 and "n11" in picture.text


# -- hostile text


@pytest.mark.parametrize(
    "picture",
    [
        view.tiers_picture(
            held(warm=[memory(HOSTILE, HOSTILE)]),
            [move(HOSTILE, HOSTILE, HOSTILE, HOSTILE)],
            HOSTILE,
            [SimpleNamespace(id=HOSTILE, direction=HOSTILE, why=HOSTILE)],
        ),
        view.recall_channels(
            SimpleNamespace(
                query=HOSTILE,
                hits=[],
                considered=[
                    SimpleNamespace(
                        memory=memory(HOSTILE, HOSTILE), score=1.0, terms={HOSTILE: 1.0}, ranks={}
                    )
                ],
                note=HOSTILE,
                channels={"words": [HOSTILE]},
            ),
            5,
        ),
        view.context_bar(
            Context(
                HOSTILE, "", "", 1, 2, 0,
                (LayerUse(HOSTILE, 1, (Piece(HOSTILE, HOSTILE, HOSTILE, 1),)),),
                (LeftOut(HOSTILE, HOSTILE, HOSTILE, 1, HOSTILE),),
                (Step(HOSTILE, 1, 1, HOSTILE),),
            )
        ),
    ],
)  # fmt: skip
def test_hostile_text_is_shown_as_text(picture):
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(picture.svg).iter()}
    assert tags <= {"svg", "title", "desc", "rect", "text", "line", "path", "g", "circle"}
    for form in (picture.svg, picture.text):
        assert not set("\u202e\u202c\u200b\ud800") & set(form)
    assert "<script" not in picture.svg and "[U+202E]" in picture.svg and "[U+202E]" in picture.text
