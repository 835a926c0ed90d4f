"""Set algebra over sorted sets and plain sets: ZUNION, ZINTER, ZDIFF, their STORE forms and ZINTERCARD."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from redis.exceptions import ResponseError

from memlab.zset.commands import Words, register
from memlab.zset.keyspace import WRONG_TYPE, Keyspace, PlainSet
from memlab.zset.parse import SYNTAX, integer, number
from memlab.zset.scored_set import ScoredSet
from memlab.zset.sorted_sets import flat, keys_and_options, store_pairs


def _source(db: Keyspace, key: bytes) -> dict[bytes, float]:
    """Member → score of a sorted set; in a plain set every score is 1."""
    value = db.peek(key)
    if value is None:
        return {}
    if type(value) is PlainSet:
        return dict.fromkeys(value, 1.0)
    if type(value) is not ScoredSet:
        raise ResponseError(WRONG_TYPE)
    return value._scores


def _no_nan(score: float) -> float:
    return 0.0 if score != score else score


AGGREGATES: dict[bytes, Callable[[float, float], float]] = {
    b"SUM": lambda old, new: _no_nan(old + new),  # inf + -inf is 0 here, and an error in ZINCRBY
    b"MIN": lambda old, new: new if new < old else old,
    b"MAX": lambda old, new: new if new > old else old,
}


class _Options:
    """What follows the keys of a set operation."""

    def __init__(self, operation: str, keys: int, words: Words, store: bool) -> None:
        self.weights, self.aggregate, self.withscores, self.limit = [1.0] * keys, AGGREGATES[b"SUM"], False, 0
        weighs, shows = operation in ("UNION", "INTER"), operation != "INTERCARD" and not store
        left = deque(words)
        while left:
            option = left.popleft().upper()
            if option == b"WEIGHTS" and weighs and len(left) >= keys:
                self.weights = [number(left.popleft(), "weight value is not a float") for _ in range(keys)]
            elif option == b"AGGREGATE" and weighs and left and left[0].upper() in AGGREGATES:
                self.aggregate = AGGREGATES[left.popleft().upper()]
            elif option == b"WITHSCORES" and shows:
                self.withscores = True
            elif option == b"LIMIT" and operation == "INTERCARD" and left:
                self.limit = integer(left.popleft(), "LIMIT can't be negative", low=0)
            else:
                raise ResponseError(SYNTAX)


def _union(sources: list[dict[bytes, float]], options: _Options) -> dict[bytes, float]:
    result: dict[bytes, float] = {}
    for source, weight in _smallest_first(sources, options):
        for member, score in source.items():
            score = _no_nan(score * weight)
            result[member] = options.aggregate(result[member], score) if member in result else score
    return result


def _inter(sources: list[dict[bytes, float]], options: _Options) -> dict[bytes, float]:
    (first, weight), *others = _smallest_first(sources, options)
    result = {}
    for member, score in first.items():
        if all(member in source for source, _ in others):
            score = _no_nan(score * weight)
            for source, factor in others:
                score = options.aggregate(score, source[member] * factor)
            result[member] = score
    return result


def _smallest_first(
    sources: list[dict[bytes, float]], options: _Options
) -> list[tuple[dict[bytes, float], float]]:
    """Redis visits inputs by cardinality, so a sum of floats does not depend on the order of arguments."""
    return sorted(zip(sources, options.weights, strict=True), key=lambda pair: len(pair[0]))


def _diff(sources: list[dict[bytes, float]], options: _Options) -> dict[bytes, float]:
    first, *others = sources
    return {m: score for m, score in first.items() if not any(m in source for source in others)}


OPERATIONS = {"UNION": _union, "INTER": _inter, "DIFF": _diff, "INTERCARD": _inter}


def algebra(operation: str, store: bool, db: Keyspace, words: Words) -> Any:
    """ZUNION, ZINTER, ZDIFF [STORE destination] numkeys key [key …] [options], ZINTERCARD"""
    *destination, numkeys = words[: 1 + store]
    count = integer(numkeys)
    if count < 1:
        name = f"z{operation.lower()}{'store' if store else ''}"
        raise ResponseError(f"at least 1 input key is needed for '{name}' command")
    keys, rest = keys_and_options(words[store:], count)
    sources = [_source(db, key) for key in keys]
    options = _Options(operation, count, rest, store)
    result = OPERATIONS[operation](sources, options)
    if operation == "INTERCARD":
        return min(len(result), options.limit or len(result))
    pairs = sorted((score + 0.0, member) for member, score in result.items())
    return store_pairs(db, destination[0], pairs) if store else flat(pairs, options.withscores)


for _operation in ("UNION", "INTER", "DIFF"):
    register(f"Z{_operation}", -3, partial(algebra, _operation, False))
    register(f"Z{_operation}STORE", -4, partial(algebra, _operation, True))
register("ZINTERCARD", -3, partial(algebra, "INTERCARD", False))
