"""Probabilities and what came true, sorted and put into bins, and what calibration would make of each bin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import numpy as np

from referee import _check
from referee.core import Ranking
from referee.core.types import Codes, Column, Floats, Label
from referee.data.read import answers_of

Strategy = Literal["width", "mass"]
Of = Literal["positive", "top"]

MANY = 1000
"""A bin with more cases than this draws its events from the normal distribution of their sum."""


@dataclass(frozen=True)
class Stated:
    """Probabilities in ascending order: what the cases weigh that got each, and what those weigh where it came true.

    Without weights and groups there is one row per distinct probability, and a weight is a number of cases; else one
    row per case, perhaps with its `groups`. `effective` is Kish's number of cases.
    """

    p: Floats
    weight: Floats
    events: Floats
    square: Floats
    cases: Codes
    effective: float
    labels: tuple[Label, Label]
    groups: Codes | None = None

    @classmethod
    def of(cls, data: Any, y_score: Column = None, *, of: Of = "positive") -> Stated:
        """Of the positive class, or of the most probable class of each case: of answers, columns, or a ranking."""
        _check.choice("of", of, ("positive", "top"))
        if isinstance(data, Ranking):
            return cls._of_ranking(data, ("negative", "positive" if data.positive is None else data.positive))
        data = answers_of(data, y_score=y_score)
        if of == "positive":
            data.need_probabilities()
            if data.sampling == "cases":
                return cls._of_ranking(data.ranking, data.two_classes)
            cases, labels = data.binary_cases(), data.two_classes
            p, event = cases.scores[:, 1], cases.truth
        else:
            cases, labels = data.cases(probabilities=True), ("wrong", "right")
            top = cases.scores.argmax(axis=1)
            p, event = cases.scores[np.arange(len(top)), top], top == cases.truth
        order = np.argsort(p, kind="stable")
        w = cases.mass[order]
        square, times = (w, w.astype(np.int64)) if cases.weights is None else (w**2, (w > 0).astype(np.int64))
        groups = None if cases.groups is None else cases.groups[order]
        return cls(p[order], w, w * event[order], square, times, cases.n_effective, labels, groups)

    @classmethod
    def _of_ranking(cls, ranking: Ranking, labels: tuple[Label, Label]) -> Stated:
        if ranking.weighted or not 0 <= ranking.scores[-1] <= ranking.scores[0] <= 1:
            got = "weights" if ranking.weighted else f"{ranking.scores[-1]:g} to {ranking.scores[0]:g}"
            _check.fail("data", "be a ranking of cases by probabilities from 0 to 1", got)
        events = ranking.positives[::-1]
        both = events + ranking.negatives[::-1]
        return cls(ranking.scores[::-1], both, events, both, both, float(ranking.n), labels)

    @property
    def caution(self) -> str:
        """What a method that takes cases as independent must say when they come in groups."""
        return "" if self.groups is None else "; cases taken as independent although they come in groups"


@dataclass(frozen=True)
class Bins:
    """Sums over the cases of each bin that is not empty: cases, weight, squared weight, probability, events.

    `variance` is the variance of the weighted events when the probabilities are right.
    """

    cases: Codes
    weight: Floats
    square: Floats
    probability: Floats
    events: Floats
    variance: Floats

    @property
    def predicted(self) -> Floats:
        """Mean probability of each bin."""
        return self.probability / self.weight

    @property
    def observed(self) -> Floats:
        """Frequency of events of each bin."""
        return self.events / self.weight

    @property
    def share(self) -> Floats:
        """Each bin's share of the cases."""
        return self.weight / self.weight.sum()

    @property
    def effective(self) -> Floats:
        """Kish's effective number of cases of each bin."""
        return self.weight**2 / self.square


def place(stated: Stated, bins: int, strategy: Strategy) -> Codes:
    """Where each bin that is not empty begins: bins of equal width on [0, 1], or with equal numbers of cases.

    A probability on an inner edge belongs to the lower bin. Ties never part, so bins of equal mass are equal only
    as far as ties allow.

    >>> from referee import read
    >>> place(Stated.of(read([0, 1, 0, 1], y_score=[0.0, 0.2, 0.21, 1.0], positive=1)), 5, "width").tolist()
    [0, 2, 3]
    """
    _check.choice("strategy", strategy, ("width", "mass"))
    edges = np.linspace(0, 1, _check.whole("bins", bins, least=1) + 1)
    if strategy == "mass":
        edges = np.percentile(np.repeat(stated.p, stated.cases), edges * 100)
    starts = np.append(0, np.searchsorted(stated.p, edges[1:-1], side="right"))
    return np.unique(starts[starts < len(stated.p)])


def sum_bins(stated: Stated, starts: Codes) -> Bins:
    """The sums of each bin that has weight."""
    w, p, square = stated.weight, stated.p, stated.square
    sums = [
        np.add.reduceat(x, starts).astype(float) for x in (w, square, w * p, stated.events, square * p * (1 - p))
    ]
    keep = sums[0] > 0
    return Bins(np.add.reduceat(stated.cases, starts)[keep], *(s[keep] for s in sums))


def draw_frequencies(
    stated: Stated, starts: Codes, table: Bins, generator: np.random.Generator, size: int
) -> Floats:
    """The frequency of each bin when every probability is right, drawn `size` times: shape `(size, bins)`.

    Bins with many cases draw the sum from its normal limit, cases without weights the number of events from its own.
    """
    columns: list[Floats] = []
    for start, end in pairwise([*starts.tolist(), len(stated.p)]):
        weights = stated.weight[start:end]
        if not weights.sum() > 0:
            continue
        times, at = stated.cases[start:end], len(columns)
        own = np.repeat(stated.p[start:end], times) if table.cases[at] <= MANY else None
        if own is None:
            columns.append(table.probability[at] + np.sqrt(table.variance[at]) * generator.standard_normal(size))
        elif np.array_equal(weights, times):
            upto = _at_most(own.tobytes())
            columns.append(np.searchsorted(upto[:-1], generator.random(size), side="right").astype(float))
        else:
            each = np.repeat(weights / np.maximum(times, 1), times)
            columns.append((generator.random((size, len(own))) < own) @ each)
    return np.asarray(np.stack(columns, axis=1) / table.weight)


@lru_cache(maxsize=32)
def _at_most(p: bytes) -> Floats:
    """The chances of at most 0, 1, ..., n events: the curve of a model and its calibration error ask for the same."""
    return np.cumsum(count_distribution(np.frombuffer(p)))


def count_distribution(p: Floats) -> Floats:
    """The chances of 0, 1, ..., n events among n independent ones with probabilities p (Poisson binomial).

    The discrete Fourier transform of prod (1 - p + p z) at the roots of unity z. Reference: hong2013.

    >>> count_distribution(np.array([0.5, 0.5, 1.0])).round(12).tolist()
    [0.0, 0.25, 0.5, 0.25]
    """
    n = len(p)
    roots = np.exp(-2j * np.pi / (n + 1) * np.arange((n + 1) // 2 + 1))  # the others are conjugate
    found = np.fft.irfft(np.prod(1 + np.multiply.outer(p, roots - 1), axis=0), n + 1)
    return np.maximum(found, 0.0)
