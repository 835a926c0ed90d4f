"""The one story of the course: Mira, the service agent of a tea shop, and her customer Lin Yue.

Everything here is invented. A turn is a statement: `use` is what the turn reads, `def` what it writes.
Turn ids count from 1, as people count.
"""

from __future__ import annotations

from typing import Any

Turn = dict[str, Any]


def _line(turns: list[tuple[str, str, list[str], list[str]]]) -> list[Turn]:
    """A straight conversation: each turn is followed by the next one."""
    last = len(turns)
    return [
        {
            "id": i,
            "speaker": who,
            "text": text,
            "use": use,
            "def": define,
            "succ": [i + 1] if i < last else [],
        }
        for i, (who, text, use, define) in enumerate(turns, start=1)
    ]


FIVE_STATEMENTS = _line(
    [
        ("customer", "Hello, this is Lin Yue, customer number U-2041.", [], ["user_id"]),
        ("agent", "Let me open your cart.", ["user_id"], ["cart"]),
        ("customer", "我有一张优惠券 TEA-88。", [], ["coupon"]),
        ("agent", "I put the cart and the coupon into one order.", ["cart", "coupon"], ["order"]),
        ("agent", "Your order T-7316 is on its way.", ["order"], []),
    ]
)

SERVICE_CALL = _line(
    [
        ("customer", "Hello, I am Lin Yue, customer number U-2041.", [], ["name", "user_id"]),
        ("customer", "我对花生过敏，请记住。", [], ["allergy"]),
        ("agent", "Let me open your cart.", ["user_id"], ["cart"]),
        ("customer", "It has been raining here all week.", [], ["weather"]),
        ("customer", "Please ship to 18 Plum Lane, Harbor Town.", [], ["address"]),
        ("customer", "我有一张优惠券 TEA-88。", [], ["coupon"]),
        ("agent", "With the coupon the cart comes to 64.", ["cart", "coupon"], ["total"]),
        ("agent", "I checked every item for peanuts.", ["cart", "allergy"], ["safe_cart"]),
        ("customer", "Sorry, 地址改成 7 Willow Road.", [], ["address"]),
        ("agent", "The order is placed.", ["user_id", "safe_cart", "total", "address"], ["order"]),
        ("customer", "Will it come by Friday?", [], ["deadline"]),
        ("agent", "Yes, Lin Yue: T-7316 arrives on Thursday.", ["name", "order", "deadline"], []),
    ]
)

RETURN_DESK: list[Turn] = [
    {"id": 1, "speaker": "customer", "text": "I want to return order T-7316.", "use": [], "def": ["order"], "succ": [2]},
    {"id": 2, "speaker": "agent", "text": "What is wrong with it?", "use": ["order"], "def": [], "succ": [3]},
    {"id": 3, "speaker": "customer", "text": "茶罐的盖子……", "use": [], "def": ["reason"], "succ": [4]},
    {"id": 4, "speaker": "agent", "text": "(Is the reason clear? If not, ask again.)", "use": ["reason"], "def": [], "succ": [5, 2]},
    {"id": 5, "speaker": "agent", "text": "(Broken, or only unwanted?)", "use": ["reason"], "def": [], "succ": [6, 8]},
    {"id": 6, "speaker": "customer", "text": "Here is a photo of the broken lid.", "use": [], "def": ["photo"], "succ": [7]},
    {"id": 7, "speaker": "agent", "text": "I pay the money back.", "use": ["order", "photo"], "def": ["refund"], "succ": [9]},
    {"id": 8, "speaker": "agent", "text": "Here is a label to send it back.", "use": ["order"], "def": ["label"], "succ": [9]},
    {"id": 9, "speaker": "agent", "text": "Refund and tracking number are in your mail.", "use": ["refund", "tracking", "reason"], "def": [], "succ": []},
]  # fmt: skip
"""A branch (5), a loop (4 back to 2), a refund missing on one path and a tracking number that nobody ever gave."""

MEMORIES: dict[str, tuple[str, float]] = {
    "name": ("name = Lin Yue", 0.9),
    "user_id": ("user_id = U-2041", 0.9),
    "allergy": ("allergy = 花生 (peanuts)", 1.0),
    "cart": ("cart = jasmine tea × 2, oolong × 1", 0.6),
    "weather": ("weather = rain all week", 0.1),
    "address": ("address = 7 Willow Road", 0.7),
    "coupon": ("coupon = TEA-88", 0.5),
    "total": ("total = 64", 0.5),
    "safe_cart": ("safe_cart = no peanuts in any item", 0.6),
    "order": ("order = T-7316", 0.8),
    "deadline": ("deadline = Friday", 0.4),
}
"""What the agent writes down for each variable of SERVICE_CALL: (content, importance from 0 to 1)."""

WEDDING_CALL = _line(
    [
        ("customer", "Hello Mira, Lin Yue here.", [], ["name"]),
        ("customer", "It rains here without end.", [], ["weather"]),
        ("agent", "Rain is good for the tea bushes, Lin Yue.", ["name", "weather"], []),
        ("customer", "What is white tea, by the way?", [], ["white_tea"]),
        ("agent", "Leaves that are only withered and dried.", ["white_tea"], []),
        ("customer", "水温要多少度？", [], ["water"]),
        ("agent", "For white tea, eighty-five degrees.", ["white_tea", "water"], []),
        ("customer", "My scale is broken.", [], ["scale"]),
        ("agent", "Three fingers of leaves do as well as a scale.", ["scale"], []),
        ("customer", "我妹妹六月结婚，要茶做回礼。", [], ["occasion"]),
        ("customer", "Two hundred guests, twenty each.", [], ["guests", "budget"]),
        ("customer", "新郎对茉莉花过敏。", [], ["allergy"]),
        ("customer", "Deliver to the Lotus Hall. 上午十点前别打电话。", [], ["venue", "hours"]),
        ("customer", "And is the old pu'er on your shelf good?", [], ["puer"]),
        ("agent", "The pu'er is from 2009, and soft.", ["puer"], []),
        ("customer", "My neighbour swears by clay pots.", [], ["pots"]),
        ("agent", "Clay pots keep the heat.", ["pots"], []),
        ("customer", "She sings opera, too.", [], ["opera"]),
        ("agent", "Opera and warm tea go together.", ["opera"], []),
        ("customer", "How long does an open tin keep?", [], ["tin"]),
        ("agent", "An open tin keeps half a year, dry and dark.", ["tin"], []),
        ("customer", "Now, what do you suggest for the wedding?", [], ["request"]),
        ("agent", "Oolong, and no jasmine, for the groom.", ["request", "allergy"], ["tea"]),
        ("agent", "Two hundred at twenty: four thousand.", ["guests", "budget"], ["total"]),
        ("customer", "Good. 六月三日前送到。", [], ["date"]),
        ("agent", "To the Lotus Hall, before the third of June.", ["venue", "date"], ["shipment"]),
        ("customer", "Will you tell me when it arrives?", [], []),
        ("agent", "I shall call you, Lin Yue, after ten.", ["name", "hours", "shipment"], []),
        (
            "agent",
            "Oolong, two hundred boxes, four thousand, for the wedding.",
            ["tea", "guests", "total", "occasion"],
            ["order"],
        ),
        ("agent", "W-4180 is on its way.", ["order"], []),
    ]
)
"""A call that is longer than the bank, with what matters in its middle (turns 10 to 13)."""

WEDDING_MEMORIES: dict[str, tuple[str, float]] = {
    "name": ("name = Lin Yue", 0.9),
    "weather": ("weather = rain without end", 0.1),
    "white_tea": ("white_tea = asks what it is", 0.3),
    "water": ("water = asks how hot", 0.3),
    "scale": ("scale = broken", 0.1),
    "occasion": ("occasion = 妹妹的婚礼 (her sister's wedding), June", 0.8),
    "guests": ("guests = 200", 0.7),
    "budget": ("budget = 20 each", 0.7),
    "allergy": ("allergy = 茉莉花 (jasmine), the groom", 1.0),
    "venue": ("venue = Lotus Hall", 0.7),
    "hours": ("hours = no call before ten", 1.0),
    "puer": ("puer = asks whether it is good", 0.3),
    "pots": ("pots = the neighbour's are of clay", 0.1),
    "opera": ("opera = the neighbour sings", 0.1),
    "tin": ("tin = asks how long it keeps", 0.3),
    "request": ("request = what to give", 0.5),
    "tea": ("tea = oolong", 0.7),
    "total": ("total = 4000", 0.7),
    "date": ("date = 3 June", 0.8),
    "shipment": ("shipment = Lotus Hall by 3 June", 0.7),
    "order": ("order = W-4180", 0.8),
}
"""What the agent writes down for each variable of WEDDING_CALL: (content, importance from 0 to 1)."""

DAY_AT_THE_DESK: list[tuple[float, str, str, int, bool]] = [
    (0, "greeting", "Hello!", 1, False),
    (1, "identity", "I am Lin Yue, customer U-2041.", 10, True),
    (2, "allergy", "我对花生过敏，请记住。", 10, True),
    (5, "order", "Order T-7316: jasmine tea × 2, oolong × 1.", 7, False),
    (8, "weather", "It has been raining here all week.", 1, False),
    (12, "gateway", "Payment gateway answered 502.", 8, False),
    (20, "finding", "The delay comes from the depot in Harbor Town.", 5, False),
    (30, "roast", "Lin Yue asks how oolong is roasted.", 3, False),
    (45, "language", "请用中文回复。", 10, True),
    (60, "thanks", "谢谢！", 1, False),
]
"""One working day for the scored memory: (minute, id, text, importance grade, pinned)."""

HALF_A_YEAR: tuple[tuple[str, str, str], ...] = (
    ("2031-03-04 09:05", "customer", "Hello Mira, this is Lin Yue. 我住在北京，对花生过敏。"),
    ("2031-05-20 11:40", "customer", "I love jasmine tea."),
    ("2031-07-01 16:20", "customer", "My sister lives in Nanjing."),
    ("2031-09-12 10:15", "customer", "I have just moved to Shanghai."),
    ("2031-09-30 08:50", "customer", "The same box as in spring, please. You know where I live."),
)
"""Five calls: (time in UTC, who, what). Two definitions of one variable, and one of another that looks like it."""
