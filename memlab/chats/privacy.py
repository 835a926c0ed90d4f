"""mask: a text without what identifies somebody or opens something, for reports that are shown around.

Patterns only, in English and Chinese: it knows how such things are written, not what they mean. So a name
that nobody gave it, or "my mother's maiden name is …", stays. What is masked is masked whole; its mark says
what it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from memlab import checks
from memlab.chats.private_marks import ADDRESSES, NUMBERS
from memlab.chats.private_rule import Rule
from memlab.chats.private_secrets import SECRETS

WHOLE = {  # attributes of facts whose value is masked as it is
    "name": "[name]",
    "phone": "[phone]",
    "email": "[e-mail]",
    "address": "[address]",
    "order_id": "[number]",
}
LONGEST_NAME = 40
_WIDE = {ord(c) + 0xFEE0: c for c in map(chr, range(0x21, 0x7F)) if c.isalnum() or c in "@._-+#"}
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")

_RULES: tuple[Rule, ...] = (*SECRETS, *NUMBERS, *ADDRESSES)


def mask(text: str, names: Iterable[str] = ()) -> str:
    """The text with a mark such as [phone] for each e-mail, phone, card, account, ID, order number, street
    address, place of a machine, key and password, and for the `names`. Linear in the length.

    Letters and digits of double width become plain ones, and what cannot be seen goes, since either would
    hide a number. TypeError for what is no text.

    >>> mask("I'm Lin Yue: lin@example.org or +49 30 901820; the password is tea-77!", ["Lin Yue"])
    "I'm [name]: [e-mail] or [phone]; the password is [secret]"
    >>> mask("我的手机是13800138000，订单号20240501-7316，住在朝阳区建国路88号3单元501室。")
    '我的手机是[phone]，订单号[number]，住在[address]。'
    """
    checks.kind("text", text, str, "decode or format it first")
    text = seen(text).translate(_WIDE) if not text.isascii() else text
    for pattern, mark in _RULES:
        text = pattern.sub(mark, text)
    for name in sorted({name.strip() for name in names}, key=lambda name: (-len(name), name)):
        if 2 <= len(name) <= LONGEST_NAME:
            text = _named(name).sub("[name]", text)
    return text


def seen(text: str) -> str:
    """The text without characters that cannot be seen, which would hide a number."""
    return _UNSEEN.sub("", text)


@lru_cache(maxsize=1_024)
def _named(name: str) -> re.Pattern[str]:
    """A name in any case, as a whole word where it has an alphabet."""
    before, after = (r"(?<![A-Za-z0-9])" * _latin(name[0]), r"(?![A-Za-z0-9])" * _latin(name[-1]))
    return re.compile(before + re.escape(name) + after, re.I)


def _latin(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def mask_value(attribute: str, value: str, names: Iterable[str] = ()) -> str:
    """The value of a fact: whole where its attribute is about identity, else as `mask` has it.

    >>> mask_value("name", "Lin Yue"), mask_value("city", "Berlin")
    ('[name]', 'Berlin')
    """
    return WHOLE.get(attribute) or mask(value, names)
