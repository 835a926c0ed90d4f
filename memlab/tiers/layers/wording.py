"""wording: a fact as a memory that a reader, a search and a model understand alone."""

from __future__ import annotations

import re
from typing import NamedTuple

from memlab.facts.fact import Fact
from memlab.facts.write import FAVOURITE

USUAL, GRAVE = 6.0, 10.0


class Manner(NamedTuple):
    """How facts of an attribute are kept: kind of memory, the sentence in English and in Chinese."""

    kind: str
    english: str
    chinese: str
    grave: bool = False  # of importance 10, and pinned


# {of} is "The user's" or 用户的, {who} "The user" or 用户, {value} the value as it was said.
MANNERS = {
    "name": Manner("profile", "{of} name is {value}.", "{of}名字是{value}。"),
    "age": Manner("profile", "{who} is {value} years old.", "{of}年龄是{value}。"),
    "birthday": Manner("profile", "{of} birthday is {value}.", "{of}生日是{value}。"),
    "city": Manner("profile", "{who} lives in {value}.", "{who}住在{value}。"),
    "hometown": Manner("profile", "{who} comes from {value}.", "{of}老家是{value}。"),
    "address": Manner("profile", "{of} address is {value}.", "{of}地址是{value}。"),
    "employer": Manner("profile", "{who} works for {value}.", "{who}在{value}工作。"),
    "job": Manner("profile", "{who} works as {value}.", "{of}职业是{value}。"),
    "phone": Manner("profile", "{of} phone number is {value}.", "{of}电话是{value}。"),
    "email": Manner("profile", "{of} e-mail address is {value}.", "{of}邮箱是{value}。"),
    "budget": Manner("requirement", "{of} budget is {value}.", "{of}预算是{value}。"),
    "reply_language": Manner("preference", "{who} wants answers in {value}.", "{who}希望用{value}回答。"),
    "allergy": Manner("profile", "{who} is allergic to {value}.", "{who}对{value}过敏。", grave=True),
    "diet": Manner("preference", "{of} diet is {value}.", "{of}饮食是{value}。"),
    "likes": Manner("preference", "{who} likes {value}.", "{who}喜欢{value}。"),
    "dislikes": Manner("preference", "{who} dislikes {value}.", "{who}不喜欢{value}。"),
    "instruction": Manner("requirement", "{of} instruction: {value}", "{of}要求：{value}", grave=True),
    "order_id": Manner("requirement", "{of} order number is {value}.", "{of}订单号是{value}。"),
    "task": Manner("requirement", "{of} task: {value}.", "{of}任务：{value}。"),
    "deadline": Manner("requirement", "{of} deadline is {value}.", "{of}截止日期是{value}。"),
    "status": Manner("requirement", "{of} status is {value}.", "{of}状态是{value}。"),
}
KINDS = ("preference", "requirement", "profile")
_CJK = re.compile(r"[㐀-鿿豈-﫿]")


def manner(attribute: str) -> Manner:
    """How an attribute is kept; one that is not in the table is a part of the profile.

    >>> manner("favourite_tea").kind, manner("shoe_size").english
    ('preference', '{of} shoe size is {value}.')
    """
    if attribute in MANNERS:
        return MANNERS[attribute]
    favourite = attribute.startswith(FAVOURITE)
    what = attribute.removeprefix(FAVOURITE).replace("_", " ").replace("{", "{{").replace("}", "}}")
    if favourite:
        return Manner(
            "preference", f"{{of}} favourite {what} is {{value}}.", f"{{who}}最喜欢的{what}是{{value}}。"
        )
    return Manner("profile", f"{{of}} {what} is {{value}}.", f"{{of}}{what}是{{value}}。")


def sentence(fact: Fact) -> str:
    """The fact in a sentence of its own, in the language in which it was said, with its value as it was said.

    >>> sentence(Fact("u1", "user", "city", "Rome", 1, 0.0, "I live in Rome."))
    'The user lives in Rome.'
    >>> sentence(Fact("u1", "user", "allergy", "青霉素", 1, 0.0, "我对青霉素过敏", status="pending"))
    '待确认：用户对青霉素过敏。'
    """
    chinese = bool(_CJK.search(fact.text or fact.value))
    how = manner(fact.attribute)
    said = (how.chinese if chinese else how.english).format(**_named(fact, chinese), value=fact.value)
    if not fact.polarity:
        said = f"不再如此：{said}" if chinese else f"No longer so: {said}"
    if fact.status == "pending":
        said = f"待确认：{said}" if chinese else f"Not confirmed: {said}"
    return said


def _named(fact: Fact, chinese: bool) -> dict[str, str]:
    """Whose fact it is, as the subject and as the owner."""
    own = fact.entity == "user"
    if chinese:
        who = "用户" if own else fact.entity
        return {"who": who, "of": f"{who}的"}
    who = "The user" if own else fact.entity[:1].upper() + fact.entity[1:]
    return {"who": who, "of": f"{who}'s"}
