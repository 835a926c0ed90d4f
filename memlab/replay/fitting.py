"""The weights of the cues, fitted on conversations with annotated evidence.

What is fitted is the worth of a turn's token: how often questions refer to the turn for each of its tokens,
1 being the conversation's average. Ridge regression on standardised cues has a closed form, and all it takes
are sums over turns: a conversation is left out by leaving out its sums.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from memlab import tokens
from memlab.bank.rating import CUES, Measures, Reading, Table
from memlab.replay.locomo import Conversation

PENALTY = 1.4  # what a weight must gain for each turn to be far from 0, in standard deviations
DIGITS = 3  # of a weight

Matrix = list[list[float]]


@dataclass(frozen=True)
class Sums:
    """Σ z zᵀ over turns, each weighed by its tokens; z = (1, measures, worth)."""

    turns: int
    products: Matrix

    def __add__(self, other: Sums) -> Sums:
        rows = zip(self.products, other.products, strict=True)
        return Sums(self.turns + other.turns, [[a + b for a, b in zip(*two, strict=True)] for two in rows])


def sums_of(conversation: Conversation) -> Sums:
    """O(turns × cues²)."""
    needed = Counter(conversation.references)
    sizes = [tokens.count(turn.text) for turn in conversation.turns]
    average = len(conversation.references) / (sum(sizes) or 1) or 1
    order = [cue.name for cue in CUES]
    products = [[0.0] * (len(CUES) + 2) for _ in range(len(CUES) + 2)]
    for turn, measures, size in zip(conversation.turns, measured(conversation), sizes, strict=True):
        worth = needed[turn.id] / size / average if size else 0.0
        _add(products, [1.0, *(measures.get(name, 0.0) for name in order), worth], size)
    return Sums(len(sizes), products)


def measured(conversation: Conversation) -> list[dict[str, float]]:
    """The cues' measures for each turn, those of its reply among them."""
    measures, rows = Measures(), list[dict[str, float]]()
    for turn in conversation.turns:
        row, added = measures.hear(Reading.of(turn.text), turn.speaker, turn.time)
        if added:
            rows[-1] |= added
        rows.append(row)
    return rows


def _add(products: Matrix, z: Sequence[float], weight: float) -> None:
    """products += weight · z zᵀ; most of z is 0."""
    there = [(n, value) for n, value in enumerate(z) if value]
    for n, value in there:
        row = products[n]
        for m, other in there:
            row[m] += weight * value * other


def fit(parts: Iterable[Sums]) -> Table:
    """The weights that ridge regression finds on these conversations, rounded as they are printed."""
    total = reduce(Sums.__add__, parts)
    p, last = total.products, len(CUES) + 1
    mean = [value / p[0][0] for value in p[0]]
    covariance = [[p[n][m] / p[0][0] - mean[n] * mean[m] for m in range(last + 1)] for n in range(last + 1)]
    spread = [math.sqrt(max(covariance[n][n], 0)) for n in range(last + 1)]
    used = [n for n in range(1, last) if spread[n] > 1e-9]
    matrix = [[covariance[n][m] / spread[n] / spread[m] + PENALTY * (n == m) for m in used] for n in used]
    solved = solve(matrix, [covariance[n][last] / spread[n] for n in used])
    weights = {CUES[n - 1].name: round(w / spread[n], DIGITS) for n, w in zip(used, solved, strict=True)}
    told = sum(weights[CUES[n - 1].name] * mean[n] for n in used)
    return Table(round(mean[last] - told, DIGITS), {cue.name: weights.get(cue.name, 0.0) for cue in CUES})


def solve(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """x with matrix · x = right, for a symmetric positive definite matrix, by Cholesky's method. O(n³)."""
    n = len(right)
    lower = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(map(float.__mul__, lower[i][:j], lower[j][:j]))
            lower[i][j] = math.sqrt(rest) if i == j else rest / lower[j][j]
    y: list[float] = []
    for i in range(n):
        y.append((right[i] - sum(map(float.__mul__, lower[i][:i], y))) / lower[i][i])
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (y[i] - sum(lower[k][i] * x[k] for k in range(i + 1, n))) / lower[i][i]
    return x


def printed(table: Table) -> list[str]:
    """The table as it stands in memlab/bank/rating/weights.py."""
    rows = (f'        "{name}": {weight},' for name, weight in table.weights.items())
    return ["FITTED = Table(", f"    base={table.base},", "    weights={", *rows, "    },", ")"]
