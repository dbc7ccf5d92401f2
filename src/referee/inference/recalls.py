"""The recalls of the classes of a table with their limits."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from referee.core import ConfusionMatrix
from referee.core.types import Counts, Floats
from referee.inference.proportion import midp_intervals, midp_low, proportion_interval
from referee.inference.weighted_share import widen
from referee.metrics.label_metric import LabelMetric


def effective_counts(matrix: ConfusionMatrix) -> Floats:
    """The counts of each true class; with importance weights scaled to Kish's effective number of its cases."""
    counts = matrix.counts.astype(float)
    if matrix.squares is None:
        return counts
    return counts * (counts.sum(axis=1) / matrix.squares.sum(axis=1))[:, None]


def recall_limits(matrix: ConfusionMatrix, level: float) -> tuple[Floats, Floats, Floats]:
    """The recalls of the classes with their mid-P limits."""
    counts = effective_counts(matrix)
    hits, sizes = np.diagonal(counts), counts.sum(axis=1)
    if matrix.squares is None:
        tail = (1 - level) / 2
        return hits / sizes, *midp_intervals(hits, sizes, tail)
    made = []
    for k, (hit, size) in enumerate(zip(hits, sizes, strict=True)):

        def sides(cells: Counts, k: int = k) -> tuple[float, float]:
            return float(cells[k, k]), float(cells[k].sum() - cells[k, k])

        share = proportion_interval(min(hit, size), size, level, method="midp", fractional=True)
        made.append(widen(share, matrix, sides))
    lows, highs = np.array([tuple(interval) for interval in made]).T
    return hits / sizes, lows, highs


def given_defined(
    metric: LabelMetric, matrix: ConfusionMatrix, level: float, lows: Floats, highs: Floats
) -> tuple[Floats, Floats]:
    """The limits of the recalls, given that the metric is defined.

    A ratio without a value until there is an error (or a hit) of a class is met only when one was seen, which makes
    the error look frequent: of a nearly perfect model the limits would hold the odds ratio too seldom.
    """
    counts, tail = effective_counts(matrix), (1 - level) / 2
    hits, sizes = np.diagonal(counts), counts.sum(axis=1)
    for k, (errors, right) in enumerate(_owed(metric, counts)):
        n = float(sizes[k])
        if errors:
            highs[k] = max(highs[k], 1 - midp_low(n - hits[k], n, tail, seen=True))
        if right:
            lows[k] = min(lows[k], midp_low(hits[k], n, tail, seen=True))
    return lows, highs


def fewest_owed(metric: LabelMetric, matrix: ConfusionMatrix) -> float:
    """The fewest cases that a metric owes a value to: errors of a class, or hits; infinite where it owes it to none.

    >>> from referee.metrics import get
    >>> fewest_owed(get("diagnostic_odds_ratio"), ConfusionMatrix.from_counts(tp=40, fn=2, fp=5, tn=90))
    2.0
    """
    counts = effective_counts(matrix)
    hits, sizes = np.diagonal(counts), counts.sum(axis=1)
    owed = [math.inf]
    for k, (errors, right) in enumerate(_owed(metric, counts)):
        owed += ([float(sizes[k] - hits[k])] if errors else []) + ([float(hits[k])] if right else [])
    return min(owed)


def _owed(metric: LabelMetric, counts: Floats) -> Iterator[tuple[bool, bool]]:
    """For each class, whether the metric has no value without its errors, and none without its hits."""
    for k, n in enumerate(counts.sum(axis=1).tolist()):
        perfect_and_hopeless = np.stack([counts, counts])
        perfect_and_hopeless[:, k] = 0.0
        perfect_and_hopeless[[0, 1], k, [k, (k + 1) % len(counts)]] = n
        never, none = metric.undefined_in(perfect_and_hopeless)
        yield bool(never), bool(none)
