"""The weights of the cues, as `memlab fit` prints them: fitted, not chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """The worth of a turn's token is base + Σ weight · measure; 1 is average."""

    base: float
    weights: Mapping[str, float]


FITTED = Table(
    base=0.734,
    weights={
        "figures": 8.583,
        "time": 4.803,
        "what I did": 5.592,
        "what I do": 0.303,
        "what I like": 2.427,
        "people": 1.681,
        "who one is": 9.991,
        "its name": 66.929,
        "events": 1.498,
        "news": 3.475,
        "long ago": 6.052,
        "animals": 3.828,
        "food": 5.3,
        "health": 4.726,
        "sport": 2.921,
        "home": 11.016,
        "places": 5.072,
        "study": 4.045,
        "money": 11.516,
        "community": 4.047,
        "topics": 1.097,
        "quotation": 8.228,
        "enumeration": -5.252,
        "reasons": -3.3,
        "low spirits": 0.066,
        "hedging": 8.506,
        "abstract nouns": -0.086,
        "generalities": -1.038,
        "everybody": -1.743,
        "showing": -2.658,
        "you": -0.893,
        "it": -0.831,
        "chatter": -0.325,
        "names": 8.633,
        "long names": 13.244,
        "named places": 22.034,
        "new words": 1.281,
        "rare words": 0.079,
        "common words": -0.11,
        "words of this session": -0.463,
        "echo": -0.889,
        "surprise": 0.73,
        "starts with I": 0.19,
        "ends in a question": -0.118,
        "length": -0.132,
        "opens a session": 0.319,
        "place in the session": -0.042,
        "asked": 0.116,
        "asked what or which": 0.278,
        "asked where, when, who": 0.741,
        "asked why": 0.386,
        "asked a plan": 0.452,
        "asked how it went": 0.148,
        "asked yes or no": 0.07,
        "asked a feeling": -0.235,
        "asked to be shown": -0.335,
        "asked advice": -0.244,
        "reply is taken by it": 0.214,
        "reply thanks or agrees": -0.083,
        "reply congratulates or is sorry": 0.199,
        "reply asks": 0.1,
        "reply asks how or why": 0.22,
        "reply takes it up": 0.616,
    },
)
