"""What the customers of the capstone say, in English and Chinese: invented, a wording a line.

`OPEN` is what the two open conversations are made of. `HIDDEN` has the same things in other words: a design that
knows the open sentences by heart is no use there.
"""

from __future__ import annotations

from dataclasses import dataclass

ABOUT = ("name", "address", "order", "date", "food", "wish", "chat")
"""What a note may be about, as the reader in front of the memory says it."""

SINGLE = ("name", "address", "order", "date")
"""Of these a customer has one, and a new one ends the old; of food, wish and chat there may be many."""


IMPORTANCE = {"name": 0.9, "address": 0.8, "order": 0.8, "date": 0.7, "food": 0.6, "wish": 0.5, "chat": 0.1}
"""What a memory that goes by importance would be told of each kind."""


@dataclass(frozen=True)
class Wordings:
    """Ways to say things in one language; {} is filled in. `safe_food` and `safe_wish` must never be lost."""

    names: tuple[str, ...]
    name: tuple[str, ...]
    streets: tuple[str, ...]
    address: tuple[str, ...]
    moved: tuple[str, ...]
    teas: tuple[str, ...]
    order: tuple[str, ...]
    days: tuple[str, ...]
    date: tuple[str, ...]
    changed: tuple[str, ...]
    allergens: tuple[str, ...]
    safe_food: tuple[str, ...]
    food: tuple[str, ...]
    safe_wish: tuple[str, ...]
    wish: tuple[str, ...]
    chat: tuple[str, ...]


_ENGLISH = Wordings(
    names=("Ann Hale", "Ruth Keller", "Sam Okoro", "Nils Berg", "Eva Marsh", "Paul Ito", "Greta Voss", "Hugh Lane"),
    name=("Hello Mira, {} speaking.", "Good morning, this is {}."),
    streets=("12 Mill Lane", "7 Willow Road", "3 Harbour Street", "41 Plum Court", "9 Station Square", "26 Orchard Way"),
    address=("I live at {}.", "Please send it to {}."),
    moved=("I have moved: it is {} now.", "New address, {}."),
    teas=("jasmine", "oolong", "sencha", "pu'er", "white peony", "Assam"),
    order=("Order {1}: {2} tins of {0}, please.", "I would like {2} tins of {0}; the number is {1}."),
    days=("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    date=("Please bring it on {}.", "{} would be good."),
    changed=("Make it {} instead.", "Sorry, {} is better after all."),
    allergens=("walnuts", "peanuts", "sesame", "milk", "soy", "almonds", "jasmine", "honey"),
    safe_food=("I am allergic to {}.", "Careful with {}: I'm allergic to it."),
    food=(
        "I like it strong and smoky, the way my grandmother made it for us on cold winter mornings in the mountains.",
        "I never drink green tea in the evening, but in the morning there is nothing that I would rather have in my cup.",
        "My favourite is the one that smells of peaches; I forget what it is called, and you always know it anyway.",
        "Nothing with bergamot, please, I find that it tastes of soap, though my husband says that I imagine it.",
        "The children like it with milk and a lot of sugar, and I have given up telling them that it is a pity.",
    ),
    safe_wish=(
        "Never call me before ten in the morning.",
        "Never leave a parcel with the neighbours.",
        "Never put the price on the parcel: these are gifts.",
        "Please never tell my husband what I order.",
    ),
    wish=(
        "If there is a small sample of something new this time, I would be glad to find it in the parcel.",
        "Wrap it nicely this once, it is for my sister's birthday and I never have any ribbon at home.",
        "Could you put the invoice into a separate envelope today? My office asked for it, I do not know why.",
        "Please write a card to go with it, something short and friendly; you have a better hand for it than I.",
    ),
    chat=(
        "It has been raining for nine days now, and the cat looks at me as if I had ordered it.",
        "I never knew that a kettle could be so loud.",
        "My colleague says that he is allergic to Mondays.",
        "The trains were late again this morning, all of them, and nobody at the station could say why.",
        "We saw a heron at the pond.",
        "My neighbour has taken up the trombone, and he practises after supper with all the windows open.",
        "Is it true that the old bridge will be closed?",
        "I slept badly. Too much moon.",
        "Yesterday I tried to bake the bread from the newspaper, and it came out as flat as the newspaper.",
        "How is your mother's knee?",
        "Somebody has painted the bench in front of our house yellow, and now everybody sits there.",
        "The film was too long, but the music was wonderful, and we walked home along the river.",
    ),
)  # fmt: skip

_CHINESE = Wordings(
    names=("周然", "李牧", "何静", "方圆", "许晴", "唐宁", "韩松", "梅雨"),
    name=("你好，我是{}。", "{}，想买点茶。"),
    streets=("柳荫路七号", "梧桐街十二号", "清河里三号", "桂花巷二十六号", "西湖路九号", "竹园四十一号"),
    address=("我住在{}。", "请寄到{}。"),
    moved=("我搬家了，现在住{}。", "地址换成{}。"),
    teas=("茉莉花茶", "乌龙", "龙井", "普洱", "白牡丹", "铁观音"),
    order=("我要{2}罐{0}，订单{1}。", "订单{1}：{0}{2}罐。"),
    days=("周一", "周二", "周三", "周四", "周五", "周六"),
    date=("请{}送到。", "{}送来就好。"),
    changed=("改到{}吧。", "还是{}方便些。"),
    allergens=("花生", "核桃", "芝麻", "牛奶", "黄豆", "杏仁", "蜂蜜", "桂花"),
    safe_food=("我对{}过敏。", "我{}过敏，请记住。"),
    food=(
        "我喜欢浓一点、带烟熏味的，就像小时候外婆冬天早上在山里给我们煮的那种。",
        "我从来不在晚上喝绿茶，不过早上起来要是没有一杯，我什么都做不了。",
        "我最喜欢有桃子香味的那一款，名字总是记不住，反正你每次都知道是哪一个。",
        "太苦的就算了，我先生倒是喜欢苦的，他说苦的才有回味，我一直没喝出来。",
    ),
    safe_wish=("绝对不要在上午十点以前打电话。", "千万不要把包裹交给邻居。", "绝对不要在包裹上写价格，是送人的。", "千万别告诉我先生我买了什么。"),
    wish=(
        "有新茶的话，这次放一小包给我试试就好，多少钱都没有关系。",
        "这次帮我包漂亮一点，是给妹妹的生日礼物，家里从来没有丝带。",
        "发票这次请单独放在一个信封里，公司要的，我也不知道为什么。",
    ),
    chat=(
        "这边已经下了九天的雨，猫看着我，好像雨是我叫来的一样。",
        "我从来没听过这么响的水壶。",
        "我同事说他对星期一过敏。",
        "今天早上地铁又晚点了，站里的人谁也说不清到底是怎么回事。",
        "池塘边来了一只白鹭。",
        "隔壁开始学吹长号了，每天晚饭以后开着窗户练，整栋楼都听得见。",
        "你妈妈的膝盖好些了吗？",
        "昨天照着报纸上的方子烤面包，烤出来跟报纸一样平。",
        "电影太长了，不过音乐真好听，我们沿着河边一直走回家。",
    ),
)  # fmt: skip

_ENGLISH_HIDDEN = Wordings(
    names=("Dora Finch", "Omar Reyes", "Kate Lund", "Ivo Hart", "Mona Pike", "Leo Strand", "Ada Quist", "Ben Moor"),
    name=("Hi, {} here.", "Hi Mira, it is {}."),
    streets=("5 Chapel Row", "18 Quarry Hill", "2 Ferry Lane", "33 Lime Street", "60 Mason Yard", "11 Brook End"),
    address=("The address is {}.", "Send the parcel to {}, please."),
    moved=("We live at {} from today.", "Our address has changed to {}."),
    teas=("lapsang", "gunpowder", "Darjeeling", "hojicha", "silver needle", "Keemun"),
    order=("{2} tins of {0} today, order {1}.", "My order {1} is for {2} tins of {0}."),
    days=("the 3rd", "the 9th", "the 12th", "the 17th", "the 21st", "the 28th"),
    date=("I need it by {}.", "Can it be here on {}?"),
    changed=("Better on {}, if you can.", "We are away; take {}."),
    allergens=("hazelnuts", "gluten", "celery", "eggs", "cashews", "mustard", "lupin", "cinnamon"),
    safe_food=("My daughter has an allergy to {}.", "Nothing with {} for us, there is an allergy in the house.", "I'm badly allergic to {}."),
    food=(
        "I have never had a better one than the one from last autumn, with the smell of wood and of rain in it.",
        "We take it without sugar and rather weak, since my wife read something about sleep in a magazine.",
        "If I may choose, then always the second flush; the first is too green for me, whatever they say about it.",
        "Flowers in it are fine, and fruit is not; fruit belongs on a plate, as my father used to say at breakfast.",
    ),
    safe_wish=(
        "Don't ever ring the bell, the baby sleeps all day.",
        "Never send the invoice to my office.",
        "Please do not ever give my number to the driver.",
        "Never deliver on a Saturday: nobody may open the door.",
    ),
    wish=(
        "It would be kind to put in the little catalogue again, the last one has been lost under the newspapers.",
        "The tins with the cranes on them this time, if there are some left; I have never seen such pretty ones.",
        "Would you mark which tin is which today? In the dark of our kitchen they all look the same to me.",
    ),
    chat=(
        "There is a fair on the square this week, and one can hear the organ as far as our kitchen.",
        "My doctor's waiting room had one magazine, about allergies, from the year in which I was born.",
        "I have never won anything in my life, and now it is a goose.",
        "We are painting the stairs.",
        "The boys have found a hedgehog under the shed and have given it a name that I may not repeat.",
        "Do you also hear that humming?",
        "The bakery has a new owner, and the rolls have become smaller while the smile has become bigger.",
        "Snow in April! My tulips look like people who have come to the wrong party.",
        "My watch has stopped again.",
        "On the ferry a man sang for the whole crossing, and at the end everybody paid him to go on.",
    ),
)  # fmt: skip

_CHINESE_HIDDEN = Wordings(
    names=("顾盼", "沈青", "陆遥", "白露", "江川", "叶舟", "苏禾", "石磊"),
    name=("我是{}，想订茶。", "早上好，{}。"),
    streets=("槐树街五号", "南山路十八号", "渡口巷二号", "青石弄三十三号", "荷塘里六十号", "小桥东十一号"),
    address=("地址是{}。", "包裹寄{}。"),
    moved=("从今天起我们住{}。", "新地址是{}。"),
    teas=("祁门红茶", "碧螺春", "正山小种", "毛尖", "银针", "大红袍"),
    order=("今天要{0}{2}罐，订单号{1}。", "订单{1}，{2}罐{0}。"),
    days=("三号", "九号", "十二号", "十七号", "二十一号", "二十八号"),
    date=("{}之前要到。", "{}能到吗？"),
    changed=("换成{}行吗。", "我们不在家，{}再送。"),
    allergens=("榛子", "麸质", "芹菜", "鸡蛋", "腰果", "芥末", "肉桂", "荞麦"),
    safe_food=("我一吃{}就过敏。", "家里孩子{}过敏，请注意。", "我女儿对{}严重过敏。"),
    food=(
        "从来没喝过比去年秋天那批更好的，有木头的味道，还有下过雨的味道。",
        "我们不放糖，泡得淡一些，我太太在杂志上看到说这样晚上睡得好。",
        "要是能挑的话，我总是要第二茬的，头一茬对我来说太青了，别人怎么说都一样。",
    ),
    safe_wish=("千万别按门铃，宝宝白天睡觉。", "绝对不要把发票寄到公司。", "永远不要把我的号码给司机。", "绝不要周六送货，没人能开门。"),
    wish=(
        "小册子要是还有，这次再放一本吧，上一本压在报纸底下找不到了。",
        "这次要有仙鹤图案的罐子，还有的话就太好了，从来没见过这么好看的。",
        "今天请在每个罐子上写清楚是什么茶，我们厨房太暗，看着都一样。",
    ),
    chat=(
        "这个星期广场上有庙会，在我们家厨房都能听见锣鼓声。",
        "医院候诊室里只有一本讲过敏的杂志，还是我出生那年的。",
        "我从来没中过奖，这回中了一只鹅。",
        "我们在刷楼梯。",
        "孩子们在棚子底下找到一只刺猬，给它起了一个我不好意思说的名字。",
        "你也听见嗡嗡的声音吗？",
        "面包店换了老板，面包变小了，笑容倒是变大了。",
        "四月还下雪，我的郁金香看起来像走错了地方的客人。",
        "渡船上有个人唱了一路，最后大家给他钱让他接着唱。",
    ),
)  # fmt: skip

OPEN, HIDDEN = (_ENGLISH, _CHINESE), (_ENGLISH_HIDDEN, _CHINESE_HIDDEN)

QUESTIONS = {
    "name": "(Who is this?)",
    "address": "(Where does it go?)",
    "order": "(Which order is it?)",
    "date": "(When is it to be there?)",
    "food": "(What do I know about food and taste?)",
    "wish": "(What was I asked to do, and not to do?)",
    "chat": "(What were we talking about?)",
}
"""What Mira asks her memory."""
