"""Lin Yue's chats with Mira, as an export of the kind that ChatGPT gives: invented, like everybody in them.

`export()` is what the file holds: conversations whose messages hang in a tree, with a `current_node` each.
"""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

HIDDEN = "You are Mira, who answers for a tea shop. Be kind, and be brief."
PACE = 75.0  # seconds between two messages
Line = tuple[str, str]  # who, and what: u for Lin Yue, m for Mira, c for her call of a tool, t for its answer

BOX: tuple[Line, ...] = (
    ("u", "Hello Mira, this is Lin Yue. I am allergic to peanuts. My order T-7316 has not come yet."),
    ("m", "Hello Lin Yue! Noted: no peanuts. T-7316 left us on Monday, and I shall ask the courier."),
    ("u", "Thank you. What a rain we have today."),
    ("m", "It rains here, too. The roof of the shop sings, and the cat sleeps on the scales."),
    ("u", "Which oolong is good for the evening?"),
    (
        "m",
        "A dark roasted one. It has little caffeine and tastes of plum and smoke. Take five grams for a "
        "small pot, water just off the boil, and pour the first infusion away after ten seconds. The second "
        "one stays for half a minute, each later one ten seconds longer. You will get six or seven cups.",
    ),
    ("u", "And how do I keep the leaves fresh?"),
    (
        "m",
        "Away from light, air, damp and strong smells. A tin with a double lid is best, filled to the brim. "
        "Green leaves like the fridge, roasted ones do not. Never put a warm spoon into the tin, and write "
        "the month on it: after a year even a good oolong tastes of the cupboard that it stood in.",
    ),
    ("u", "Has the courier answered about T-7316?"),
    ("c", '{"tool": "courier", "order": "T-7316"}'),
    ("t", '{"order": "T-7316", "state": "held", "depot": "Harbour Street 9", "code": "HX-4402"}'),
    ("m", "It is held at the depot and comes tomorrow before noon; the code for the driver is HX-4402."),
    ("u", "Good. I need a gift box for my aunt Wen: jasmine pearls and a celadon cup, at most 60 euros."),
    (
        "m",
        "Lovely. Jasmine pearls are rolled by hand in spring and scented with fresh blossoms for five "
        "nights. A celadon cup shows the pale liquor well. The glaze has fine cracks, which is no fault: "
        "with the years the tea draws lines in it, and each cup becomes its owner's own.",
    ),
    ("u", "Do you have a story about jasmine for the card?"),
    (
        "m",
        "They say that a tea merchant once hung a branch of blossoms into his store so as not to smell the "
        "harbour. In the morning the tea smelt of the branch and no longer of itself, and he was cross. He "
        "sold it cheaply, as spoilt. By noon all of it was gone, and people asked for more.",
    ),
    ("u", "Write the card, please: my telephone is +49 30 901820, in case that she wants to call."),
    ("m", "Written. It says: for aunt Wen, with a hug from Lin Yue, and the number stands below."),
    ("u", "The driver asks for a code. Which one was HX, for the depot?"),
    ("m", "It is HX-4402."),
    ("u", "Here he is! Is there anything with peanuts in the box for aunt Wen, the jasmine pearls?"),
    ("m", "No peanuts anywhere in it: pearls, a celadon cup, and the card. 58 euros."),
    ("u", "Then send it. And the Longjing has come, all in good order."),
    ("m", "Wonderful. The box leaves today."),
)
MOVE: tuple[Line, ...] = (
    ("u", "你好，我是林悦。我住在北京，想买龙井茶。"),
    ("m", "您好，林悦！今年的明前龙井刚到。您要多少？"),
    ("u", "两罐。我对花生过敏，请不要放花生糖。"),
    (
        "m",
        "好的，不放花生糖。龙井要用八十度的水，先温杯，再投三克茶叶，水从杯边慢慢倒进去，等一分半钟就可以喝了。",
    ),
    ("u", "茶叶怎么保存？"),
    (
        "m",
        "密封，避光，放在冰箱的冷藏室里，不要和味道重的食物放在一起。拿出来以后先等它回到室温再开罐，"
        "不然水汽会凝在叶子上，香气很快就没有了。",
    ),
    ("u", "我搬到上海了，邮箱是 linyue@example.org，请改送货地址。"),
    ("m", "已经改成上海。两罐龙井明天发货。"),
    ("u", "龙井发货了吗？花生糖没有放吧？"),
    ("m", "发货了，没有放花生糖。"),
)
SHORT: tuple[Line, ...] = (
    ("u", "Hello Mira. I live in Hamburg."),
    ("m", "Good morning! What may I do for you?"),
    ("u", "Are you open on Sunday?"),
    ("m", "From ten to four. The kettle is always on."),
)
ASIDE = {  # (title, after how many lines): a first try at the next line, before it was sent anew
    ("A box for aunt Wen", 2): ("u", "Thank you. Do you ship to Mars?"),
    ("A box for aunt Wen", 15): ("m", "I know no story about jasmine."),
    ("搬家", 8): ("u", "龙井发货了吗？"),
}
TALKS = (
    ("A box for aunt Wen", "2031-03-04 09:00", BOX),
    ("搬家", "2031-06-20 18:30", MOVE),
    ("Sunday", "2031-09-12 08:10", SHORT),
)
ROLES = {"u": "user", "m": "assistant", "c": "assistant", "t": "tool"}
TOOL = "courier"


def export() -> list[dict[str, Any]]:
    """The whole export, newest conversation first, as such files are.

    >>> [(talk["title"], len(talk["mapping"])) for talk in export()]
    [('Sunday', 6), ('搬家', 13), ('A box for aunt Wen', 28)]
    """
    return [_conversation(n, *talk) for n, talk in reversed(list(enumerate(TALKS, start=1)))]


def _conversation(number: int, title: str, day: str, lines: tuple[Line, ...]) -> dict[str, Any]:
    at = datetime.strptime(f"{day} +0000", "%Y-%m-%d %H:%M %z").astimezone(timezone.utc).timestamp()
    nodes: dict[str, dict[str, Any]] = {
        "root": {"id": "root", "parent": None, "children": [], "message": None}
    }
    parent = _hang(nodes, "root", f"{number}-0", _message("system", HIDDEN, None))
    for n, (who, text) in enumerate(lines, start=1):
        now = at + n * PACE
        if (title, n - 1) in ASIDE:
            first, tried = ASIDE[title, n - 1]
            _hang(nodes, parent, f"{number}-{n}a", _message(ROLES[first], tried, now - PACE / 2))
        parent = _hang(
            nodes, parent, f"{number}-{n}", _message(ROLES[who], text, now, TOOL if who == "c" else "all")
        )
    return {"id": f"c{number}", "title": title, "create_time": at, "mapping": nodes, "current_node": parent}


def _hang(nodes: dict[str, dict[str, Any]], parent: str, id: str, message: dict[str, Any]) -> str:
    """A node under its parent; its name is returned."""
    nodes[id] = {"id": id, "parent": parent, "children": [], "message": {"id": id, **message}}
    nodes[parent]["children"].append(id)
    return id


def _message(role: str, text: str, at: float | None, to: str = "all") -> dict[str, Any]:
    hidden = {"is_visually_hidden_from_conversation": True} if role == "system" else {}
    content = {"content_type": "text", "parts": [text]}
    author = {"role": role, "name": TOOL if role == "tool" else None}
    told = {"author": author, "create_time": at, "content": content, "metadata": hidden}
    return {**told, "recipient": to}
