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
