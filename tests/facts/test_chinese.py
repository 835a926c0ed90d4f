"""The grammar of Chinese: what a sentence states, and what it does not state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memlab.facts.candidate import Turn
from memlab.facts.chinese import EXAMPLES, PATTERNS, compile_pattern, read_sentence
from memlab.facts.chinese.matching import Ways, ways_of
from memlab.facts.chinese.places import known
from memlab.facts.chinese.triggers import needed
from memlab.facts.reading import read
from memlab.facts.rules import Rule, Rules
from memlab.facts.scene import Scene
from memlab.facts.sentences import Sentence, sentences
from memlab.facts.table import RULES
from memlab.facts.text import fold


def stated(text, *context):
    """{(attribute, value)} that the user states of themselves, surely and now."""
    found = read(text, context=[c if isinstance(c, Turn) else Turn(c) for c in context])
    return {
        (c.attribute, c.value)
        for c in found
        if c.mood == "stated"
        and c.time.tense == "present"
        and c.polarity
        and (c.entity == "user" or not c.person)
    }


def only(text, *context):
    """The one candidate of a text."""
    (found,) = read(text, context=[Turn(c) for c in context])
    return found


STATED = {
    "我叫李雷，住在武汉，预算300万，对海鲜过敏": {
        ("name", "李雷"),
        ("city", "武汉"),
        ("budget", "300万"),
        ("allergy", "海鲜"),
    },
    "我在腾讯上班做后端": {("employer", "腾讯"), ("job", "后端")},
    "我是美团的骑手": {("employer", "美团"), ("job", "骑手")},
    "大家好我是乔乔，坐标福州，30岁，职业是UI设计师": {
        ("name", "乔乔"),
        ("city", "福州"),
        ("age", "30"),
        ("job", "UI设计师"),
    },
    "我住深圳南山区": {("city", "深圳")},
    "我和我老公住在无锡": {("city", "无锡")},
    "我喜欢跑步和游泳": {("likes", "跑步"), ("likes", "游泳")},
    "我对花生、牛奶和鸡蛋都过敏": {("allergy", "花生"), ("allergy", "牛奶"), ("allergy", "鸡蛋")},
    "我今天要写周报、改简历和订机票": {("task", "写周报"), ("task", "改简历"), ("task", "订机票")},
    "记得买牛奶和鸡蛋": {("task", "买牛奶和鸡蛋")},
    "有两个订单，一个是PX001，一个是PX002": {("order_id", "PX001"), ("order_id", "PX002")},
    "我预算3000够吗": {("budget", "3000")},
    "我对花生过敏能吃这个吗": {("allergy", "花生")},
    "我現在住臺北": {("city", "臺北")},
    "我而家喺滙豐做嘢": {("employer", "滙豐")},
    "我個名叫阿明": {("name", "阿明")},
    "我的预算是５００万": {("budget", "500万")},
    "我住在 Shanghai 了": {("city", "Shanghai")},
    "以后打我13500009966": {("phone", "13500009966")},
    "要是有钱我就全包了，可惜没有，我的预算是600块": {("budget", "600块")},
    "周末同学聚会，预算150块": {("budget", "150块")},
    "我喜欢《三体》和《老人与海》": {("likes", "三体"), ("likes", "老人与海")},
    "《我不是药神》我很喜欢": {("likes", "我不是药神")},
    "我最喜欢的书是《活着》": {("favourite_书", "活着")},
    "我入职哈啰了": {("employer", "哈啰")},
    "那还是用粤语跟我聊吧": {("reply_language", "粤语")},
    "以后叫我王总": {("name", "王总"), ("instruction", "以后叫我王总")},
    "我是陈静怡，叫我静怡就好": {("name", "陈静怡")},
}


@pytest.mark.parametrize("text", STATED)
def test_finds_all_that_a_sentence_states_and_nothing_else(text):
    assert stated(text) == STATED[text]


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("我住在北京吗？", "asked"),
        ("我住在北京，对吧？", "asked"),
        ("我住在北京还是上海来着", "asked"),
        ("如果我住在北京，你推荐哪里", "supposed"),
        ("要是我搬到杭州的话呢", "supposed"),
        ("就算我搬去三亚，冬天也想看雪", "supposed"),
        ("我好想搬去大理", "wished"),
        ("听说他搬到成都了", "quoted"),
        ("我可能对花生过敏", "hedged"),
        ("我对花生过敏，不太确定", "hedged"),
        ("我住在北京吧", "hedged"),
        ("医生说我可能对花生过敏", "hedged"),
        ("医生怀疑我对麸质过敏", "hedged"),
        ("我们来演戏：我是国王，住在长安", "played"),
        ("小说开头：我叫阿木", "played"),
        ("这段话什么意思：我住在京都", "quoted"),
        ("解释一下这句诗：我住长江头", "quoted"),
    ],
)
def test_tells_how_a_statement_is_meant(text, mood):
    assert only(text).mood == mood


@pytest.mark.parametrize("text", ["我住在北京。", "我对花生过敏", "我叫李雷"])
def test_a_plain_statement_is_stated(text):
    assert only(text).mood == "stated" and only(text).confidence >= 0.75


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("我以前住在杭州", "past"),
        ("我在腾讯工作过三年", "past"),
        ("我上大学的时候住在武汉", "past"),
        ("我2015年到2018年住在南京", "past"),
        ("我打算搬到成都", "planned"),
        ("下个月我要搬到上海", "planned"),
        ("我三年前搬到上海", "present"),
        ("我在长沙住了三年了", "present"),
    ],
)
def test_tells_when_it_holds(text, tense):
    assert only(text).time.tense == tense


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("我住在北京。", False),
        ("我今年28岁", False),
        ("我刚搬到上海", True),
        ("我现在住在成都", True),
        ("其实我住在苏州", True),
        ("我换工作了，新东家是青柠教育", True),
        ("打错了！我叫孙莉", True),
        ("预算提到8000了", True),
        ("我入职滴滴了", True),
        ("还是用中文吧", True),
    ],
)
def test_tells_a_change_from_a_bare_statement(text, change):
    assert [c.change for c in read(text)] == [change]


@pytest.mark.parametrize(
    ("text", "attribute", "value", "ends"),
    [
        ("我不住在天津。", "city", "天津", False),
        ("我早就不住北京了", "city", "北京", True),
        ("我对花生不过敏", "allergy", "花生", False),
        ("核桃我现在不过敏了", "allergy", "核桃", True),
        ("我从腾讯离职了", "employer", "腾讯", True),
        ("我离职了", "employer", "", True),
        ("我不再喜欢爵士乐了", "likes", "爵士乐", True),
        ("我可没在云峰集团上过班", "employer", "云峰集团", False),
        ("周报写完了", "task", "周报", True),
        ("我的花生过敏已经好了", "allergy", "花生", True),
        ("花生过敏治好了", "allergy", "花生", True),
        ("我对虾的过敏痊愈了", "allergy", "虾", True),
        ("我终于治好了花粉过敏", "allergy", "花粉", True),
        ("医生说我的芒果过敏没了", "allergy", "芒果", True),
        ("我对花生过敏，不过现在已经好了", "allergy", "花生", True),
        ("我的花生过敏症已经好了", "allergy", "花生", True),
        ("我花生過敏好咗", "allergy", "花生", True),
        ("海鲜过敏这毛病好了", "allergy", "海鲜", True),
        ("过敏好了", "allergy", "", True),
        ("我的过敏早就好了", "allergy", "", True),
    ],
)
def test_negations_and_ends(text, attribute, value, ends):
    found = only(text)
    assert (found.attribute, found.value, found.polarity, found.ends) == (attribute, value, False, ends)


@pytest.mark.parametrize(
    "text",
    [
        "我的花生过敏还没好",
        "花生过敏治不好",
        "花生过敏好多了",
        "我的花生过敏好了一点",
        "我的花生过敏好像好了",
        "我的花生过敏好严重",
        "我对花生过敏，好了，推荐个餐厅",
    ],
)
def test_an_allergy_that_is_not_over_stays(text):
    assert stated(text) == {("allergy", "花生")}


def test_a_taste_is_read_once():
    assert [(c.attribute, c.value) for c in read("我喜欢吃辣，不喜欢香菜")] == [
        ("likes", "吃辣"),
        ("dislikes", "香菜"),
    ]


def test_not_liking_any_more_ends_a_liking_and_is_a_dislike():
    found = {(c.attribute, c.value, c.polarity, c.ends) for c in read("我不喜欢香菜了")}
    assert found == {("likes", "香菜", False, True), ("dislikes", "香菜", True, False)}
    assert {(c.attribute, c.polarity) for c in read("我不喜欢香菜")} == {("dislikes", True)}


@pytest.mark.parametrize(
    ("text", "entity", "value"),
    [
        ("我妈住在苏州", "妈妈", "苏州"),
        ("我母親住在蘇州", "妈妈", "蘇州"),
        ("我的同事小王住在广州", "小王", "广州"),
        ("他住在深圳", "他", "深圳"),
        ("李雷住在福州", "李雷", "福州"),
        ("我女朋友搬到上海了", "女朋友", "上海"),
        ("当时的房主住在汉口", "房主", "汉口"),
        ("医生说我妈对青霉素过敏", "妈妈", "青霉素"),
        ("我弟的作业周三截止", "弟弟", "周三"),
    ],
)
def test_what_is_said_of_others_is_theirs(text, entity, value):
    found = only(text)
    assert (found.entity, found.value, found.person) == (entity, value, True)


@pytest.mark.parametrize(
    ("text", "entity"),
    [
        ("我老公叫张伟，他对海鲜过敏。", "老公"),
        ("我儿子三岁，他对鸡蛋过敏。", "儿子"),
        ("我有个女儿，她对鸡蛋过敏", "女儿"),
        ("我和老公去吃饭，他对海鲜过敏", "老公"),
        ("带我妈去看病。她对青霉素过敏", "妈妈"),
        ("我妈妈的过敏已经好了", "妈妈"),
    ],
)
def test_he_is_who_was_named_in_the_turn(text, entity):
    last = read(text)[-1]
    assert (last.entity, last.attribute, last.mood) == (entity, "allergy", "stated")


@pytest.mark.parametrize("text", ["我是产品经理，他对花生过敏", "我老公来了，她对花生过敏"])
def test_he_is_nobody_where_none_suits(text):
    last = read(text)[-1]
    assert (last.entity in ("他", "她"), last.mood) == (True, "hedged")


def test_a_subject_goes_on_and_gives_way():
    found = [(c.entity, c.attribute) for c in read("我儿子对牛奶过敏，今年6岁，我对虾过敏")]
    assert found == [("儿子", "allergy"), ("儿子", "age"), ("user", "allergy")]


def test_a_deadline_belongs_to_its_thing():
    found = only("项目A的截止日期改到下周一了")
    assert (found.entity, found.person, found.value, found.change) == ("项目A", False, "下周一", True)
    later = read("ddl提前到周四了", context=[Turn("项目A的截止日期是周五")])
    assert [(c.entity, c.value) for c in later] == [("项目A", "周四")]


CORRECTED = [
    (("我住在南京",), "不好意思，说错了，是南昌", "city", "南昌", "南京"),
    (("我叫李强",), "不是李强，是李蔷", "name", "李蔷", "李强"),
    (("我预算3000",), "改成4000吧", "budget", "4000", "3000"),
    (("我预算3000",), "应该是4000，刚才打错了", "budget", "4000", "3000"),
    (("我对李子过敏",), "打错字了，是对栗子过敏", "allergy", "栗子", "李子"),
    (("我对花生过敏",), "不对，是腰果", "allergy", "腰果", "花生"),
    (("我的订单号是LL4410",), "啊发错了，订单号应该是LL4401", "order_id", "LL4401", "LL4410"),
    (
        ("我的邮箱是a@example.com",),
        "少打了个字母，ab@example.com",
        "email",
        "ab@example.com",
        "a@example.com",
    ),
    ((), "我不是27岁，是29岁", "age", "29", "27"),
    ((), "预算是五万不是三万", "budget", "五万", "三万"),
    ((), "我从北京搬到了上海", "city", "上海", "北京"),
]


@pytest.mark.parametrize(("before", "text", "attribute", "value", "old"), CORRECTED)
def test_a_correction_names_what_it_takes_the_place_of(before, text, attribute, value, old):
    found = only(text, *before)
    assert (found.attribute, found.value, found.replaces) == (attribute, value, old)
    assert found.change and found.polarity


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("忘掉我的地址", "address"),
        ("把我的手机号删掉吧", "phone"),
        ("不要再记我的邮箱了", "email"),
        ("能不能别存我的地址", "address"),
        ("可以把我的电话删掉吗", "phone"),
        ("帮我忘掉我的手机号", "phone"),
        ("麻烦忘掉我的手机号", "phone"),
        ("你能忘掉我的手机号吗", "phone"),
        ("请你替我删除我的邮箱", "email"),
        ("帮我把生日忘掉", "birthday"),
    ],
)
def test_forget(text, attribute):
    found = only(text)
    assert (found.attribute, found.forgets, found.ends, found.polarity) == (attribute, True, True, False)


@pytest.mark.parametrize(
    "text", ["我忘了我的电话号码", "别忘了我的生日", "我的地址你忘了吗", "我把我的手机号忘了"]
)
def test_to_have_forgotten_is_no_order(text):
    assert not any(c.forgets for c in read(text))


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("其实我叫李磊", "其实我叫李磊"),
        ("我现在住在成都", "现在住在成都"),
        ("不对，我叫李磊", "不对，我叫李磊"),
        ("嗯我不喝酒了，不住北京了", "不住北京了"),
    ],
)
def test_a_definition_has_its_words_of_change_and_denial(text, clause):
    assert text[slice(*read(text)[-1].clause)] == clause


def test_what_is_done_is_known_by_its_letters_in_order():
    assert only("银行卡办好了", "记得去银行办卡").value == "去银行办卡"
    assert only("周报写完了", "记得去周边报名").value == "周报"


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("您对什么过敏？", "peanuts 过敏", {("allergy", "peanuts")}),
        ("您对什么过敏？", "shrimp 和 peanuts 过敏", {("allergy", "shrimp"), ("allergy", "peanuts")}),
        ("您住在哪里？", "Lisbon 吧", {("city", "Lisbon")}),
        ("您叫什么名字？", "Tom 哈哈", {("name", "Tom")}),
        ("您叫什么？", "张伟 哈哈", {("name", "张伟")}),
    ],
)
def test_a_short_answer_of_two_scripts(question, text, answer):
    assert stated(text, Turn(question, "assistant")) == answer


NOTHING = """
今天好累啊
哈哈哈太好笑了
帮我写一首诗
推荐一部电影
腾讯的股价是多少
李白住在哪里
我想吃火锅
我刚下班
我在地铁上
我下班了
我花了500块
这个手机5000块
我的工作很忙
我的名字很难写
我的预算不够
你住在哪里
你对花生过敏吗
我不知道该怎么办
我是说刚才那个
我叫你别说了
我妈叫我吃饭
我住院了
我住三楼
我在北京出差
我有个3岁的女儿
我是独生子
我是认真的
我喜欢你
我皮肤过敏
我对什么都不过敏
价格涨到100了
以后再说吧
不用谢
别急
我用的是华为手机
我去北京出差三天
我投资了腾讯
我从上海飞广州
叫我干嘛
我喜欢得不得了
老婆对我过敏哈哈
体检没查出过敏
我看到一只小狗，住在垃圾桶旁
""".strip().splitlines()


@pytest.mark.parametrize("text", NOTHING)
def test_small_talk_and_requests_say_nothing(text):
    assert not [c for c in read(text) if c.is_fact]


@pytest.mark.parametrize("attribute", PATTERNS)
def test_every_attribute_has_examples_that_hold(attribute):
    assert EXAMPLES[attribute]
    for text, value in EXAMPLES[attribute].items():
        found = {v for a, v in stated(text) if a.split("_")[0] == attribute.split("_")[0]}
        assert (value in found) if value is not None else not found, text


def test_values_and_spans_are_those_of_the_text_as_given():
    text = "我現在住臺北，預算５００萬"
    assert [text[slice(*c.span)] for c in read(text)] == ["臺北", "５００萬"]


def test_a_teachers_pattern():
    pet = Rule("pet", patterns=["我的[狗猫]叫{value}", "{who}养了一只{value}"], many=True)
    rules = Rules([pet])
    assert [c.value for c in read("我的猫叫咪咪", rules=rules)] == ["咪咪"]
    assert [(c.entity, c.value) for c in read("我姐姐养了一只鹦鹉", rules=rules)] == [("姐姐", "鹦鹉")]
    assert compile_pattern(pet, "我的[狗猫]叫{value}").search("我的狗叫旺财")["value"] == "旺财"


def test_a_province_gives_way_to_its_city():
    text = "广东深圳南山区"
    assert text[slice(*known(text, 0, len(text)))] == "深圳"


def test_what_is_needed_of_a_pattern():
    assert needed("{who}(?:刚|才)?搬到{value}") == ("搬到",)
    assert needed("(?:爱好|兴趣)?是?{value}") == ()
    assert needed("(?P<ends>离职|辞职)了?") == ("离职", "辞职")


@given(st.sampled_from(sorted({t for e in EXAMPLES.values() for t in e} | set(STATED) | set(NOTHING))))
def test_a_pattern_that_matches_is_among_those_tried(text):
    folded = fold(text).text
    ways = ways_of(RULES)
    tried = ways.of(folded)
    matching = [w for w in Ways(RULES).all if w.regex.search(folded)]
    assert [w.regex for w in matching if w not in tried] == []


UNITS = [
    "我",
    "我 ",
    "不是",
    "我住在北京，",
    "12,",
    "、和",
    "明天要写",
    "最喜欢的",
    "把我的",
    "项目截止周五",
    "a@",
    "如果",
    "现在现在",
]


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_run_is_read_to_its_end(unit):
    text = unit * (6_000 // len(unit))
    folded = fold(text)
    scene = Scene(folded, RULES)
    for sentence in sentences(folded):
        for found in read_sentence(sentence, scene):
            assert sentence.start <= found.span[0] <= found.span[1] <= sentence.end


@given(st.text(alphabet="我你妈不住在是叫对的了吗过敏北京，。、1a@ 刚现", max_size=40))
def test_any_text_is_read(text):
    folded = fold(text)
    for found in read_sentence(Sentence(0, len(folded.text), folded.text), Scene(folded, RULES)):
        assert found.value == folded.kept[slice(*found.span)] or found.ends
