"""When two spellings are one value, and when they are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts.canonical import form, same
from memlab.facts.rules import FORMS
from memlab.facts.wordings import alike, prefix

ONE = {
    "place": [
        ("Beijing", "北京"),
        ("Peking", "北京市"),
        ("Suzhou", "苏州"),
        ("Shang Hai", "上海"),
        ("Munich", "München"),
        ("Muenchen", "慕尼黑"),
        ("NYC", "New York"),
        ("New York City", "纽约"),
        ("台北", "臺北"),
        ("Zürich", "ZURICH"),
        ("Leeds", "Leeds, UK"),
        ("Paris, France", "巴黎"),
        ("Ｂｅｒｌｉｎ", "berlin"),
        ("Xi'an", "西安"),
        ("Chongqing", "重庆"),
        ("广东省", "Guangdong"),
        ("São Paulo", "Sa\u0303o Paulo"),
        ("The Hague", "den haag"),
    ],
    "person": [
        ("王伟", "Wang Wei"),
        ("王伟", "Wei Wang"),
        ("王偉", "王伟"),
        ("曾伟", "Zeng Wei"),
        ("吕布", "Lü Bu"),
        ("吕布", "Lyu Bu"),
        ("José", "Jose\u0301"),
        ("ann lee", "Ann  Lee"),
        ("J. Bell", "J Bell"),
    ],
    "organisation": [
        ("Siemens AG", "siemens"),
        ("The Acme Inc.", "Acme"),
        ("字节跳动有限公司", "ByteDance"),
        ("騰訊", "Tencent"),
        ("华为", "Huawei"),
        ("Google", "谷歌"),
    ],
    "amount": [
        ("500万", "5,000,000"),
        ("500万", "500萬"),
        ("５００万", "五百万"),
        ("5 million", "500万"),
        ("£900", "900 pounds"),
        ("$5k", "5000 dollars"),
        ("3千块", "3000元"),
        ("1.5万", "15000"),
        ("500万元", "500万"),
        ("€300-400", "300 to 400 euros"),
        ("2000 per month", "2000每月"),
        ("一万二", "12000"),
    ],
    "number": [("34", "thirty-four"), ("34岁", "三十四"), ("28 years old", "28")],
    "phone": [
        ("+86 138 0000 0001", "13800000001"),
        ("0086-13800000001", "138-0000-0001"),
        ("+44 7700 900123", "07700 900123"),
        ("１３８００００００01", "13800000001"),
        ("+44 (0)7700 900123", "+447700900123"),
        ("一三八零零零零零零零一", "13800000001"),
    ],
    "email": [("A@B.com", "a@b.COM"), ("mailto:a@b.com", "a@b.com"), ("ａ@b.com", "a@b.com")],
    "date": [
        ("Fri", "Friday"),
        ("Friday", "周五"),
        ("星期五", "礼拜五"),
        ("next Monday", "下周一"),
        ("this Friday", "周五"),
        ("May 3", "5月3日"),
        ("3rd of May", "五月三号"),
        ("May 3, 1990", "1990-05-03"),
        ("5月3日", "1990年5月3日"),
        ("tomorrow", "明天"),
        ("end of the month", "月底"),
        ("Friday 5pm", "周五下午五点"),
        ("17:00", "5 pm"),
        ("June", "6月"),
    ],
    "language": [
        ("English", "英文"),
        ("英语", "english"),
        ("中文", "Chinese"),
        ("Mandarin", "普通话"),
        ("法語", "French"),
    ],
    "code": [("HS-123456", "hs 123456"), ("#A1", "A1")],
    "words": [
        ("peanuts", "peanut"),
        ("the peanuts", "Peanuts"),
        ("吃辣", "辣的东西"),
        ("花生", "花生"),
        ("香菜的", "香菜"),
        ("eating sushi", "sushi"),
        ("swimming", "to swim"),
        ("5 Main St", "5 Main Street"),
    ],
    "sentence": [
        ("Never send me marketing messages", "Please don't send me any marketing message."),
        ("不要推送营销信息", "请不要给我推送营销信息"),
        ("别给我打电话", "不要打电话"),
        ("Always reply briefly", "reply briefly"),
    ],
}
TWO = {
    "place": [
        ("Suzhou", "Hangzhou"),
        ("苏州", "宿州"),
        ("London, UK", "London, Canada"),
        ("York", "New York"),
        ("津市", "天津"),
    ],
    "person": [("王伟", "王炜"), ("Ann", "Anna"), ("Wang Wei", "Wei Wang"), ("李雷", "Han Mei")],
    "organisation": [("北京大学", "清华大学"), ("Bosch", "Siemens"), ("Acme", "Acne")],
    "amount": [
        ("$500", "500元"),
        ("500万", "500"),
        ("£900", "£90"),
        ("100 per day", "100 a month"),
        ("300-400", "300"),
    ],
    "number": [("34", "35"), ("三十四", "四十三")],
    "phone": [
        ("13800000001", "13900000002"),
        ("+44 7700 900123", "+45 7700 900123"),
        ("900123", "7700900123"),
    ],
    "email": [("a@b.com", "a@b.org"), ("a.b@c.com", "ab@c.com")],
    "date": [
        ("周五", "周六"),
        ("Friday", "next Friday"),
        ("May 3, 1990", "May 3, 1991"),
        ("5月3日", "3月5日"),
        ("5pm", "5am"),
    ],
    "language": [("English", "German"), ("中文", "英文")],
    "code": [("HS-1", "HS-2")],
    "words": [
        ("tea", "coffee"),
        ("milk", "oat milk"),
        ("不辣", "辣"),
        ("sugar", "no sugar"),
        ("nurse", "teacher"),
    ],
    "sentence": [
        ("Send me messages", "Never send me messages"),
        (
            "Always answer questions about Python code in English",
            "Always answer questions about Python code in French",
        ),
        ("用英文回答", "用中文回答"),
        ("要推送信息", "不要推送信息"),
    ],
}


@pytest.mark.parametrize(("kind", "a", "b"), [(kind, *pair) for kind, pairs in ONE.items() for pair in pairs])
def test_one_value_in_two_spellings(kind, a, b):
    one, two = form(a, kind), form(b, kind)
    assert same(one, two) and same(two, one)
    assert one.key == two.key or one.near & two.near, "an index by near keys would miss it"


@pytest.mark.parametrize(("kind", "a", "b"), [(kind, *pair) for kind, pairs in TWO.items() for pair in pairs])
def test_two_values(kind, a, b):
    one, two = form(a, kind), form(b, kind)
    assert not same(one, two) and not same(two, one)


def test_it_is_not_transitive():
    one, latin, other = (form(name, "person") for name in ("王伟", "Wang Wei", "王炜"))
    assert same(one, latin) and same(latin, other) and not same(one, other)
    pounds, bare, dollars = (form(said, "amount") for said in ("£500", "500", "$500"))
    assert same(pounds, bare) and same(bare, dollars) and not same(pounds, dollars)


def test_every_kind_is_tried_here():
    assert set(ONE) == set(TWO) == set(FORMS)


def test_forms_of_different_kinds_are_never_the_same():
    assert not same(form("5", "number"), form("5", "amount"))
    assert same(form("5", "number"), form("5", "number"))


VALUES = st.one_of(
    st.text(max_size=12),
    st.text("ab 北京王伟0１，,.-+'£万元月日周五不", max_size=10),
    st.sampled_from([value for pairs in ONE.values() for pair in pairs for value in pair]),
)


@given(a=VALUES, b=VALUES, kind=st.sampled_from(FORMS))
def test_same_is_reflexive_symmetric_and_found_by_its_near_keys(a, b, kind):
    one, two = form(a, kind), form(b, kind)
    assert same(one, one) and one == form(a, kind)
    assert same(one, two) == same(two, one)
    if same(one, two):
        assert one.key == two.key or one.near & two.near
    if one.key == two.key:
        assert same(one, two)
    assert (one.key == "") <= (a.strip() == "" or not a.isprintable()), (
        "no two different values are both empty"
    )


@given(
    st.frozensets(st.sampled_from("abcdefghijkl"), min_size=1),
    st.frozensets(st.sampled_from("abcdefghijkl"), min_size=1),
)
def test_the_prefixes_of_alike_sets_meet(one, two):
    assert alike(one, two) == alike(two, one)
    for a, b in [(one, two), (one, one | two)]:
        if alike(a, b):
            assert set(prefix(a)) & set(prefix(b))


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("unit", ["a", "我", "5,", "(", "peanut ", "\ud800", "五月", "+"])
def test_a_huge_value_has_a_form(kind, unit):
    assert form(unit * (100_000 // len(unit)), kind).kind == kind
