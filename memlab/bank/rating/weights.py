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
    base=0.603,
    weights={
        "figures": 7.287,
        "time": 3.834,
        "what I did": 4.487,
        "what I do": 0.422,
        "what I like": 1.74,
        "people": 1.362,
        "who and what": 11.664,
        "events": 1.322,
        "news": 3.208,
        "long ago": 4.633,
        "animals": 3.559,
        "food": 3.697,
        "health": 3.354,
        "sport": 2.332,
        "home": 8.084,
        "places": 4.116,
        "study": 3.08,
        "money": 8.404,
        "community": 2.876,
        "topics": 1.245,
        "quotation": 7.803,
        "enumeration": -3.459,
        "reasons": -1.855,
        "low spirits": -0.058,
        "hedging": 6.397,
        "abstract nouns": -0.139,
        "generalities": -0.931,
        "everybody": -1.504,
        "showing": -1.956,
        "you": -0.991,
        "it": -0.705,
        "chatter": -0.371,
        "names": 7.915,
        "long names": 11.35,
        "named places": 17.391,
        "new words": 1.068,
        "rare words": 0.093,
        "common words": -0.193,
        "words of this session": -0.43,
        "echo": -0.69,
        "surprise": 0.666,
        "starts with I": 0.179,
        "ends in a question": -0.104,
        "length": -0.063,
        "opens a session": 0.251,
        "place in the session": -0.039,
        "asked": 0.121,
        "asked what or which": 0.221,
        "asked where, when, who": 0.611,
        "asked why": 0.294,
        "asked a plan": 0.346,
        "asked how it went": 0.105,
        "asked yes or no": 0.063,
        "asked a feeling": -0.161,
        "asked to be shown": -0.237,
        "asked advice": -0.16,
        "reply is taken by it": 0.171,
        "reply thanks or agrees": -0.092,
        "reply congratulates or is sorry": 0.159,
        "reply asks": 0.097,
        "reply asks how or why": 0.17,
        "reply takes it up": 0.51,
    },
)
