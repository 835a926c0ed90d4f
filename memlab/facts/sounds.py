"""How Chinese names sound: 王伟 and "Wang Wei" may be one person, 王伟 and 王炜 are two."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, product
from typing import Any

READINGS = 8  # pronunciations of a Chinese name that are tried
_HAN = re.compile("[㐀-鿿豈-﫿]")


def heard_alike(a: tuple, b: tuple) -> bool:
    """A name in Chinese characters and one in letters that sound alike; two of one script never are."""
    return (_HAN.search(a[0]) is None) != (_HAN.search(b[0]) is None) and not a[1].isdisjoint(b[1])


def sounds_of(name: str) -> frozenset[str]:
    """How a name may be spelt in letters: pinyin in either order of surname and given name."""
    if _HAN.search(name) is None:
        tokens = re.findall("[a-z]+", name.replace("ü", "v"))
        orders = ("".join(tokens), "".join(tokens[1:] + tokens[:1])) if tokens else ()
        return frozenset(orders)
    if len(name) > 12 or not all(_HAN.match(c) for c in name):
        return frozenset()
    readings = islice(product(*_readings(name)), READINGS)
    return frozenset(spelt for syllables in readings for spelt in _spellings("".join(syllables)))


def _spellings(sound: str) -> tuple[str, ...]:
    return (sound, sound.replace("v", "u"), sound.replace("v", "yu")) if "v" in sound else (sound,)


def _readings(name: str) -> list[list[str]]:
    library = _pinyin()
    usual = library.lazy_pinyin(name)
    others = library.pinyin(name, style=library.Style.NORMAL, heteronym=True)
    return [list(dict.fromkeys([first, *more])) for first, more in zip(usual, others, strict=True)]


@cache
def _pinyin() -> Any:
    import pypinyin  # a third of a second and a large dictionary: only when Chinese names are compared

    return pypinyin
