"""The forty-turn project conversation of chapter 08, in English and in Chinese, and what is asked about it.

Everything here is invented: two people who renew the web shop of Mira's tea shop talk to their assistant.
Deadlines move, decisions are made, a guess stays a guess, a key must not be seen, and it rains.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain


@dataclass(frozen=True)
class Said:
    """A turn: `at` is its time in UTC; `secret` the part of the text that nobody may see in a prompt."""

    session: str
    at: str
    role: str
    text: str
    secret: str = ""


@dataclass(frozen=True)
class Asked:
    """A question, the texts that its context must hold, and those that are no longer so (or never were)."""

    text: str
    present: tuple[str, ...]
    outdated: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProjectStory:
    """A conversation of forty turns, its project, and the questions about it."""

    lang: str
    user: str
    project: str
    turns: tuple[Said, ...]
    asked: tuple[Asked, ...]

    @property
    def history(self) -> str:
        """The whole conversation as it would go into a prompt, a line a turn."""
        return "\n".join(f"{turn.role}: {turn.text}" for turn in self.turns)


Pairs = list[tuple[str, str]]


def _session(day: str, pairs: Pairs) -> list[Said]:
    """What the user said and the assistant answered on one day, a minute a turn."""
    texts = [(role, text) for pair in pairs for role, text in zip(("user", "assistant"), pair, strict=True)]
    return [
        Said(day, f"{day}T09:{n:02}:00Z", role, text, _secret(text)) for n, (role, text) in enumerate(texts)
    ]


def _secret(text: str) -> str:
    return next((key for key in (KEY_EN, KEY_ZH) if key in text), "")


KEY_EN, KEY_ZH = "sk-leaf-93F7-QX21-LL08", "pay-qingye-7H2K-55WD"

_ENGLISH = [
    _session(
        "2031-03-03",
        [
            (
                "Hello! My name is Hanna Voss. I lead the relaunch of the tea shop's website; we call it Green Leaf.",
                "Welcome, Hanna. I will keep the notes of Green Leaf for you: dates, people, decisions and what is open.",
            ),
            (
                "The deadline of Green Leaf is 18 April: the new site goes live that day. Tomas Reed does the design, "
                "and Priya Nair builds the backend with two people from her team.",
                "Thank you, that is a clear start. Shall I also watch the money, and what should I know about meetings?",
            ),
            (
                "Our budget is 24,000 euros, everything included: design, hosting, photographs and the translations.",
                "Good, I will hold every offer against that sum and tell you as soon as one of them goes beyond it.",
            ),
            (
                "Before I forget it: I'm allergic to walnuts. Please no walnut cake when you order for our meetings.",
                "Of course. I will tell the bakery each time, and ask for the list of ingredients when it is a new one.",
            ),
            (
                f"The API key of the payment provider is {KEY_EN}. You need it for the test orders, keep it to yourself.",
                "I will use it for the test orders only and write it into no protocol and no message to anybody.",
            ),
        ],
    ),
    _session(
        "2031-03-10",
        [
            (
                "It has been raining here the whole week. The office smells of wet umbrellas, and everybody drinks "
                "twice as much tea as usual.",
                "Then it is good weather for a tea shop at least. I hope that the umbrellas are dry again by Friday.",
            ),
            (
                "We decided to keep the orders in Postgres and not in MongoDB, because Priya wants real transactions.",
                "A sound decision. I will put it at the top of the technical notes, with the reason that she gave.",
            ),
            (
                "I ordered the new gift boxes at the printer's. The order number is GL-40718; it's four hundred boxes.",
                "Thank you. I will ask the printer about the delivery next week and let you know what they answer.",
            ),
            (
                "Maybe we could move the blog to Ghost one day, but I'm not sure about that at all.",
                "Then I leave it open: nobody has decided anything about the blog, and nobody has to do it this month.",
            ),
            (
                "If something burns, my phone number is +1 202 555 0142. Before eight in the morning only if it "
                "really burns, please.",
                "Understood. I will write first and call only when something cannot wait until you are at your desk.",
            ),
        ],
    ),
    _session(
        "2031-03-20",
        [
            (
                "A correction: the deadline of Green Leaf is now 25 April. The payment provider needs another week "
                "to check our papers.",
                "I have changed the plan and told the others about the week. Everything before the launch stays.",
            ),
            (
                "We test on staging.greenleaf.example now instead of test.greenleaf.example: the old machine was too "
                "slow for the photographs.",
                "Thank you. I will send the new address to everyone who tests and take the old one from the notes.",
            ),
            (
                "Tomas Reed is ill for some weeks. Ines Moreau takes over the design of Green Leaf from today.",
                "I am sorry to hear that, I wish him well. I will show her where the drafts and the fonts are.",
            ),
            (
                "Last night I read half a novel about the keepers of a lighthouse. They quarrel about soup for "
                "three hundred pages, and it's wonderful.",
                "That sounds like a quiet evening. Tell me how the soup ends when you have read the other half.",
            ),
            (
                "From now on, please keep your answers under five sentences. I read them on the train.",
                "I will. Long lists I will send as a file, so that the message itself fits on a small screen.",
            ),
        ],
    ),
    _session(
        "2031-04-01",
        [
            (
                "Good news from the owner: our budget is 27,500 euros now, no longer 24,000.",
                "That is a relief for the photographs. I will go through the offers that we had put aside.",
            ),
            (
                "The gift boxes have arrived, but the green is wrong on 60 of them. The printer replaces those by 9 April.",
                "I will remind the printer two days before and count the boxes again when the new ones are here.",
            ),
            (
                "At the launch the site speaks English, German and Chinese. French follows in the summer, when the "
                "translator is back.",
                "Then I will ask for the three first, and plan the fourth with the translator after the holidays.",
            ),
            (
                "The owner asked whether we need a mobile app. We decided against it: there is no app this year.",
                "Good to have that settled. I will answer the two agencies that had sent us their offers for one.",
            ),
            (
                "The load test is done, and it went well. The privacy page is still open: Priya Nair has it until 15 April.",
                "I have closed the load test and put the page on the list of things that must be ready for the launch.",
            ),
        ],
    ),
]

_ENGLISH_ASKED = (
    Asked("When does Green Leaf go live?", ("25 April",), ("18 April",)),
    Asked(
        "Who does the design of Green Leaf at the moment?", ("Ines Moreau",), ("Tomas Reed does the design",)
    ),
    Asked("How much budget do we have?", ("27,500",), ("24,000",)),
    Asked("What is the order number of the gift boxes?", ("GL-40718",)),
    Asked("Which database do we use for the orders, and why?", ("Postgres", "transactions")),
    Asked("I am ordering cake for the meeting: what must not be in it?", ("walnut",)),
    Asked("What is my phone number?", ("+1 202 555 0142",)),
    Asked(
        "On which server do we test?", ("staging.greenleaf.example",), ("We test on test.greenleaf.example",)
    ),
    Asked(
        "Have we decided to move the blog?", ("I'm not sure about that",), ("We decided to move the blog",)
    ),
    Asked("How many of the gift boxes are wrong, and when will they be replaced?", ("60", "9 April")),
    Asked("Which languages will the site speak at the launch?", ("English, German and Chinese",)),
    Asked("What is still open, who has it and until when?", ("privacy page", "Priya Nair", "15 April")),
    Asked("What is the API key of the payment provider?", ("API key", "[secret: "), (KEY_EN,)),
)

_CHINESE = [
    _session(
        "2031-03-04",
        [
            (
                "你好！我叫周然，最近在忙茶铺网店的改版，这个项目叫青叶计划。",
                "周然你好。青叶计划的日期、人员、决定和还没做完的事，我都会替你记着，随时可以问我。",
            ),
            (
                "青叶计划的截止日期是五月六日，当天新网站就要上线。页面设计由陈默负责，后台由苏晴带两个同事一起开发。",
                "好的，这样开头很清楚。费用要不要我也一起盯着？开会方面还有什么需要注意的吗？",
            ),
            (
                "我们的预算是18万元，设计、服务器、拍照和翻译都算在里面。",
                "明白。以后每收到一份报价，我都会先和这个数对一对，一旦超出就马上告诉你。",
            ),
            (
                "差点忘了说，我对芒果过敏。开会订点心的时候千万别订芒果蛋糕。",
                "放心，每次下单我都会跟店家说清楚，碰到新的店还会先要一份配料表看看。",
            ),
            (
                f"支付平台的接口密钥是 {KEY_ZH}，测试下单要用到它，别告诉任何人。",
                "我只在测试下单的时候用，不会写进任何纪要，也不会出现在发给别人的消息里。",
            ),
        ],
    ),
    _session(
        "2031-03-12",
        [
            (
                "这边已经连着下了一个星期的雨，办公室里到处都是湿雨伞的味道，大家喝的茶比平时多了一倍。",
                "对茶铺来说倒算是好天气了。希望到周五的时候，雨伞都能晾干，大家也能出去走走。",
            ),
            (
                "我们决定订单数据放在PostgreSQL里，不用MongoDB，因为苏晴需要真正的事务。",
                "这个决定很稳妥。我会把它写在技术记录的最前面，连同她说的理由一起留着。",
            ),
            (
                "我在印刷厂订了新的礼盒，订单号是QY-60352，一共五百个。",
                "收到。下星期我会去问一问印刷厂的交货情况，有了回音就第一时间告诉你。",
            ),
            (
                "博客以后也许可以换成语雀，不过我还拿不准。",
                "那就先放着。博客的事谁也没有定下来，这个月也不需要有人去做，等你想好了再说。",
            ),
            (
                "有急事的话，我的手机号是13900001234。早上八点以前，请先发消息。",
                "明白了。只有实在等不到你上班的事情，我才会直接给你打电话。",
            ),
        ],
    ),
    _session(
        "2031-03-24",
        [
            (
                "更正一下：青叶计划的截止日期改成五月十三日了，因为支付平台审核材料还要多等一个星期。",
                "计划已经改好，多出来的这一周我也通知了其他人，上线之前的安排都不变。",
            ),
            (
                "测试服务器也搬了家，现在的地址是 staging.qingye.example，不再用 test.qingye.example。",
                "好的，我会把新的地址发给所有参加测试的人，再把旧的从记录里拿掉。",
            ),
            (
                "陈默病了，要休息几个星期。从今天起，青叶计划的页面设计改由何佳接手。",
                "希望他早日康复。设计稿和字体放在哪里，我会带新同事从头到尾看一遍。",
            ),
            (
                "昨晚看了半本写灯塔看守人的小说，两个人为了一锅汤吵了三百页，好看极了。",
                "听起来是个安静的晚上。等你把后面半本也看完了，记得告诉我那锅汤最后怎么样了。",
            ),
            (
                "以后请把回答控制在五句话以内，我都是在地铁上看的。",
                "好。比较长的清单我会另外做成文件发给你，这样消息在手机屏幕上一眼就能看完。",
            ),
        ],
    ),
    _session(
        "2031-04-02",
        [
            (
                "老板那边有好消息：我们的预算改成21万元了，不再是18万元。",
                "拍照的钱总算宽裕了。之前放在一边的那几份报价，我会重新再过一遍。",
            ),
            (
                "礼盒到货了，可是有70个绿色印错了，印刷厂答应在四月十日之前换好。",
                "我会提前两天去催一催印刷厂，等新的一批送到以后，再把数量重新点一遍。",
            ),
            (
                "上线的时候网站有中文、英文和日文三种语言，法文要等到夏天译者回来再做。",
                "那我先催这三种，第四种等译者休假回来以后，再一起把时间排出来。",
            ),
            (
                "老板问要不要做手机应用，我们决定不做，今年没有这个打算。",
                "定下来就好。之前给我们发过报价的那两家公司，我会分别回复一声，谢谢他们。",
            ),
            (
                "压力测试已经做完了，结果不错。隐私页面还没写完，由苏晴负责，四月十八日交稿。",
                "压力测试我已经关掉了，那个页面也放进了上线之前必须完成的清单里。",
            ),
        ],
    ),
]

_CHINESE_ASKED = (
    Asked("青叶计划什么时候上线？", ("五月十三日",), ("五月六日",)),
    Asked("现在页面设计由谁负责？", ("何佳",), ("设计由陈默负责",)),
    Asked("我们的预算是多少？", ("21万元",), ("18万元",)),
    Asked("礼盒的订单号是多少？", ("QY-60352",)),
    Asked("订单数据用哪个数据库，为什么？", ("PostgreSQL", "事务")),
    Asked("开会要订点心，有什么不能订的？", ("芒果",)),
    Asked("我的手机号是多少？", ("13900001234",)),
    Asked("测试服务器的地址是什么？", ("staging.qingye.example",), ("地址是 test.qingye.example",)),
    Asked("博客已经决定换平台了吗？", ("拿不准",), ("决定博客",)),
    Asked("礼盒有多少个印错了，什么时候换好？", ("70个", "四月十日")),
    Asked("上线的时候网站有哪几种语言？", ("中文、英文和日文",)),
    Asked("还有什么没做完，由谁负责，什么时候交？", ("隐私页面", "苏晴", "四月十八日")),
    Asked("支付平台的接口密钥是什么？", ("密钥", "[secret: "), (KEY_ZH,)),
)

STORIES: dict[str, ProjectStory] = {
    "en": ProjectStory("en", "Hanna Voss", "Green Leaf", tuple(chain(*_ENGLISH)), _ENGLISH_ASKED),
    "zh": ProjectStory("zh", "周然", "青叶计划", tuple(chain(*_CHINESE)), _CHINESE_ASKED),
}
"""Language -> its conversation of forty turns on four days."""
