"""Chinese, mixed and composed text: what was said is found by any part of it, and only by it."""

from __future__ import annotations

import unicodedata

import pytest

# -- U1


@pytest.fixture
def store(open_store):
    """A store with a memory of each kind and others that resemble none of them."""
    store = open_store()
    for n, text in enumerate(["天气不错", "the train was late", "楼下有一家书店", "她在学习做饭", "see you"]):
        store.add(text, id=f"other{n}")
    return store


@pytest.mark.parametrize(
    ("text", "queries"),
    [
        ("我对芝麻过敏", ["过敏", "芝麻", "对什么过敏", "我对什么过敏？"]),
        ("他住在朝阳区的胡同里", ["朝阳", "胡同", "他住在哪个区", "朝阳区"]),
        ("奶奶的生日是九月初七", ["生日", "奶奶", "奶奶什么时候过生日？", "初七"]),
        ("護照在抽屜裡", ["护照", "抽屉", "护照放在哪里", "護照"]),
        ("订单今天发货", ["訂單", "发货", "訂單什麼時候發貨"]),
        ("猫", ["猫", "你家的猫叫什么"]),
    ],
)
@pytest.mark.parametrize("state", ["warm", "archived", "reindexed"])
def test_U1_chinese_is_found_by_every_part_of_it(store, found, text, queries, state):
    store.add(text, id="it", kind="turn", at=0)
    if state == "archived":
        assert [gone.id for gone in store.archive()] == ["it"]
    elif state == "reindexed":
        store.warm.reindex()
    for query in queries:
        assert found(store, query, 1) == ["it"], query
    assert "it" not in found(store, "钢琴"), "and not by what it does not say"


# -- U2


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ",
        "\n\t",
        "？！",
        "。。。",
        "...",
        "???",
        "*",
        '"',
        "()",
        "🙂🎉",
        "——",
        "\u200b",
        "\u0301",
        "  ，、",
    ],
)
@pytest.mark.parametrize("archived", [False, True])
def test_U2_a_query_without_a_word_finds_nothing_and_says_so(store, found, query, archived):
    store.add("一条旧消息", id="it", kind="turn", at=0)
    if archived:
        store.archive()
    assert found(store, "旧消息") == ["it"], "it would be found"
    recalled = store.recall(query, 50)
    assert list(recalled) == [] and recalled.considered == () and recalled.note


# -- U3


PAIRS = [
    ("她毕业于北京大学", "她毕业于清华大学", "北京大学"),
    ("联系人：王小明", "联系人：李小红", "王小明"),
    ("Café Zoë opens at eight", "Café Noé opens at eight", "Café Zoë"),
    ("ＮＥＢＵＬＡ的合同", "ＱＵＡＳＡＲ的合同", "nebula"),
    ("Müller called", "Möller called", "Müller"),
    ("наш поезд", "наш автобус", "поезд"),
]


@pytest.mark.parametrize(("one", "other", "query"), PAIRS)
def test_U3_names_that_differ_stay_two(store, found, one, other, query):
    store.add(one, id="one")
    assert store.add(other, id="other").merged_into is None
    assert found(store, query, 1) == ["one"]
    assert {"one", "other"} <= {memory.id for memory in store.items()}


FORMS = [
    ("ＡＢＣ商店", "ABC商店", "abc"),
    ("café on the corner", unicodedata.normalize("NFD", "café on the corner"), "café"),
    ("ｶﾞﾗｽの靴", "ガラスの靴", "ガラス"),
    ("ﬁsh market", "fish market", "FISH"),
    ("Straße gesperrt", "STRASSE gesperrt", "strasse"),
]


@pytest.mark.parametrize(("one", "other", "query"), FORMS)
def test_U3_one_name_in_two_spellings_is_one(store, found, one, other, query):
    store.add(one, id="one")
    for asked in (
        one,
        other,
        query,
        unicodedata.normalize("NFD", query),
        unicodedata.normalize("NFC", query),
    ):
        assert found(store, asked, 1) == ["one"], asked
    assert store.add(other, id="other").merged_into == "one"


# -- U4


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (
            "The boiler was serviced by Okafor in March.",
            "Hi, I was wondering whether you might by any chance still happen to remember who it was that "
            "came round some time ago in order to have a look at our old boiler, please?",
        ),
        (
            "暖气是老周修的",
            "你好，不好意思打扰一下，我想问问你还记不记得上次我们家里那个暖气坏了以后，到底是请谁过来帮忙修好的呢？",
        ),
    ],
)
def test_U4_a_long_natural_question_finds_the_one(store, found, text, query):
    store.add(text, id="it")
    assert found(store, query, 1) == ["it"]


@pytest.mark.parametrize("missing", ["zyzzyva", "鸵鸟", "TK-99999"])
def test_U4_a_term_that_is_nowhere_kills_nothing(store, found, missing):
    store.add("the lantern hangs in the hall 灯笼", id="it")
    assert found(store, missing) == [] and found(store, f"{missing} lantern 灯笼", 1) == ["it"]


# -- U5


MIXED = "员工 Chen Yu 的 VPN token 失效，工单 OPS-5512"


@pytest.mark.parametrize(
    "query",
    [
        "VPN",
        "token失效",
        "失效",
        "Chen Yu",
        "chen yu的token",
        "OPS-5512",
        "ops 5512",
        "员工",
        "工单",
        "ＶＰＮ",
    ],
)
def test_U5_mixed_text_is_found_by_either_script(store, found, query):
    store.add(MIXED, id="it")
    assert found(store, query, 1) == ["it"]


@pytest.mark.parametrize("query", ["Chan Ya", "OPS-5513", "VPS"])
def test_U5_and_exactly(store, query):
    """What is only like it may come as what is near, never as what holds the identifier."""
    store.add(MIXED, id="it")
    assert "it" not in store.recall(query).channels.get("identifiers", ())
