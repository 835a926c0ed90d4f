"""What the recall explorer starts with: the tea shop's memories in two languages, and questions to ask."""

from __future__ import annotations

from typing import Any

DAY = 86_400.0
NOW = 1_900_000_000.0  # the moment of the questions: a fixed one, so that ages and pictures stay the same

# (id, kind, days ago, importance, text). Three order numbers differ in one place, as they do in real life.
_ROWS: list[tuple[str, str, float, float, str]] = [
    ("order", "note", 6, 6, "T-7316: two tins of jasmine, one of oolong, packed on Monday."),
    ("order-2", "note", 40, 5, "T-7361: one teapot of red clay, picked up at the counter."),
    ("order-3", "note", 90, 4, "T-7136 was cancelled before it was packed."),
    ("late", "note", 1, 3, "Parcels are late this week; where my parcel is now, the post cannot say."),
    ("delivery", "note", 3, 4, "Where a parcel is now: please ask at the counter, with the receipt."),
    ("lost", "note", 17, 4, "My parcel was lost once; now I know where the post keeps such a parcel."),
    ("neighbour", "note", 4, 2, "Please leave my parcel with the neighbour now and then."),
    ("gift", "note", 18, 3, "Where is a nice parcel paper for my gift, please?"),
    ("allergy", "profile", 30, 10, "我对花生过敏，请记住。"),
    ("groom", "note", 20, 7, "新郎对茉莉花过敏。"),
    ("snack", "note", 2, 2, "花生酥卖得很好，吃过的人都要再买。"),
    ("address", "note", 8, 7, "Please ship to 7 Willow Road."),
    ("coupon", "note", 9, 5, "我有一张优惠券 TEA-88。"),
    ("phone", "profile", 60, 8, "我的电话是 139 1234 5678，上午十点前别打。"),
    ("wedding", "note", 21, 7, "我妹妹六月结婚，要两百份茶做回礼。"),
    ("brewing", "note", 15, 4, "White tea wants eighty-five degrees and three minutes."),
    ("black tea", "note", 14, 4, "Black tea wants boiling water."),
    ("tin", "note", 11, 3, "An open tin keeps half a year, dry and dark."),
    ("puer", "note", 12, 3, "The pu'er on the shelf is from 2009, and soft."),
    ("pots", "note", 5, 2, "Clay pots keep the heat."),
    ("weather", "note", 0.5, 1, "It has been raining here all week."),
    ("opera", "note", 4.5, 1, "Opera and warm tea go together."),
    ("refund", "note", 13, 6, "The money for the broken lid is on its way back to Lin Yue."),
]  # fmt: skip
PINNED = ("allergy",)

QUESTIONS = {
    "An order number": "Please, where is my parcel T-7316 now?",
    "A paraphrase": "How hot should a white tea be brewed?",
    "过敏": "我对什么过敏？",
    "电话": "请打 +86 139-1234-5678 联系我好吗？",
    "A coupon, 优惠券": "Is the coupon tea-88 still good?",
}


def rows() -> list[dict[str, Any]]:
    """The memories as `MemoryStore.add_many` takes them."""
    return [
        {
            "id": id,
            "kind": kind,
            "text": text,
            "at": NOW - days * DAY,
            "importance": importance,
            "pinned": id in PINNED,
        }
        for id, kind, days, importance, text in _ROWS
    ]
