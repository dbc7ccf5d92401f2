"""Probabilities sorted into bins, and what calibration would make of each bin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from referee import _check
from referee.core import Answers
from referee.core.cases import Cases
from referee.core.types import Codes, Floats

Strategy = Literal["width", "mass"]
Of = Literal["positive", "top"]

MANY = 1000
"""A bin with more cases than this draws its events from the normal distribution of their sum."""


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


def bin_with_draws(
    answers: Answers, of: Of, bins: int, strategy: Strategy, generator: np.random.Generator, size: int
) -> tuple[Cases, Bins, Floats]:
    """The cases, their bins, and the frequency of each bin drawn `size` times as if every probability were right.

    Each case has a probability and an event (0 or 1): of the positive class, or of the most probable class.
    """
    if _check.choice("of", of, ("positive", "top")) == "positive":
        cases = answers.binary_cases().repeat()
        p, event = cases.scores[:, 1], cases.truth.astype(float)
    else:
        cases = answers.cases(probabilities=True).repeat()
        top = cases.scores.argmax(axis=1)
        p, event = cases.scores[np.arange(cases.n), top], (top == cases.truth).astype(float)
    places = place(p, bins, strategy)
    table = sum_bins(p, event, cases.mass, places)
    return cases, table, draw_events(p, cases.mass, places, generator, size) / table.weight


def place(p: Floats, bins: int, strategy: Strategy) -> Codes:
    """The bin of each probability: bins of equal width on [0, 1], or with equal numbers of cases.

    A probability on an inner edge belongs to the lower bin. Ties never part, so bins of equal mass are equal only
    as far as ties allow.

    >>> place(np.array([0.0, 0.2, 0.21, 1.0]), 5, "width").tolist()
    [0, 0, 1, 4]
    """
    _check.choice("strategy", strategy, ("width", "mass"))
    edges = np.linspace(0, 1, _check.whole("bins", bins, least=1) + 1)
    if strategy == "mass":
        edges = np.percentile(p, edges * 100)
    return np.searchsorted(edges[1:-1], p).astype(np.int64)


def sum_bins(p: Floats, events: Floats, weights: Floats, places: Codes) -> Bins:
    """The sums of each bin that has weight."""
    used, code = np.unique(places, return_inverse=True)

    def total(values: Floats) -> Floats:
        return np.bincount(code, weights=values, minlength=len(used)).astype(float)

    sums = [total(weights), total(weights**2), total(weights * p), total(weights * events)]
    sums.append(total(weights**2 * p * (1 - p)))
    keep = sums[0] > 0
    return Bins(np.bincount(code, weights=weights > 0).astype(np.int64)[keep], *(s[keep] for s in sums))


def draw_events(p: Floats, weights: Floats, places: Codes, generator: np.random.Generator, size: int) -> Floats:
    """Weighted events of each bin when every probability is right, drawn `size` times: shape `(size, bins)`.

    Bins with many cases draw the sum from its normal limit.
    """
    columns = []
    for b in np.unique(places):
        inside = places == b
        own, w = p[inside], weights[inside]
        if not w.sum() > 0:
            continue
        if len(own) > MANY:
            spread = np.sqrt((w**2 * own * (1 - own)).sum())
            columns.append((w * own).sum() + spread * generator.standard_normal(size))
        else:
            columns.append((generator.random((size, len(own))) < own) @ w)
    return np.stack(columns, axis=1)
