"""The ranking: positives and negatives at each distinct score. Data that every curve is a function of."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from referee import _check
from referee.core.layers_above import count_columns
from referee.core.noun import ByValue
from referee.core.tables import pieces
from referee.core.types import Array, Bools, Codes, Column, Floats, Label


class Ranking(ByValue, schema="ranking/1"):
    """Counts of positive and negative cases at each distinct score, in descending order of score.

    Higher scores mean more positive; the direction is never guessed (`invert` is the user's own act). Ties are
    kept as ties, so everything computed from a ranking treats them exactly. With importance weights the counts are
    sums of weights, and `positive_squares` and `negative_squares` are sums of squared weights.

    A ranking counted on bins of the score has `tops`, the highest score of each bin; `scores` are then the lowest
    ones, so that counts at or above each of `scores` stay exact. The order of cases within a bin is not known:
    `auc` takes them as ties, `auc_limits` are what any order could give, and `pessimistic` and `optimistic` are the
    rankings at these limits.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> r.scores.tolist(), r.positives.tolist(), r.negatives.tolist()
    ([0.9, 0.8, 0.3, 0.1], [1, 1, 1, 0], [0, 1, 0, 1])
    >>> r.auc
    0.75
    """

    scores: Array
    positives: Array
    negatives: Array
    positive: Label | None = None
    positive_squares: Array | None = None
    negative_squares: Array | None = None
    tops: Array | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.scores) == len(self.positives) == len(self.negatives):
            _check.fail("ranking", "have one count a score", f"{len(self.scores)} scores")
        if self.tops is not None and (len(self.tops) != len(self.scores) or (self.tops < self.scores).any()):
            _check.fail("tops", "be at least the scores, bin by bin", f"{len(self.tops)} tops")

    @classmethod
    def from_scores(
        cls, y_true: Column, y_score: Column, *, positive: Label | None = None, weights: Column = None
    ) -> Ranking:
        """Rank the scores of labelled cases; options as for `referee.read`."""
        ranking = count_columns("read", y_true, y_score=y_score, positive=positive, weights=weights).ranking
        assert isinstance(ranking, Ranking)
        return ranking

    @cached_property
    def n_positive(self) -> int | float:
        """Number (or total weight) of positive cases."""
        return self.positives.sum().item()

    @cached_property
    def n_negative(self) -> int | float:
        """Number (or total weight) of negative cases."""
        return self.negatives.sum().item()

    @property
    def n(self) -> int | float:
        """Number (or total weight) of cases."""
        return self.n_positive + self.n_negative

    @property
    def weighted(self) -> bool:
        """Whether the counts are sums of importance weights."""
        return self.positive_squares is not None

    @property
    def binned(self) -> bool:
        """Whether cases of both classes share a bin in an order that is not known."""
        return self._unknown > 0

    @cached_property
    def _unknown(self) -> float:
        """Pairs of a positive and a negative case whose order is not known."""
        if self.tops is None:
            return 0.0
        wide = self.tops > self.scores
        return float(np.dot(self.positives[wide].astype(float), self.negatives[wide]))

    @cached_property
    def tp(self) -> Array:
        """Positives at or above each score."""
        return _running(self.positives)

    @cached_property
    def fp(self) -> Array:
        """Negatives at or above each score."""
        return _running(self.negatives)

    @cached_property
    def auc(self) -> float:
        """Area under the ROC curve: P(positive above negative) + P(tie) / 2; NaN when a class is absent."""
        found = float(area(self.positives, self.negatives))
        return found if math.isnan(found) else min(1.0, max(0.0, found))

    @property
    def auc_limits(self) -> tuple[float, float]:
        """The lowest and the highest area that an order of the cases within bins allows; equal when all is known.

        >>> r = Ranking([0.5, 0.0], [2, 1], [1, 2], tops=[1.0, 0.5 - 2**-54])
        >>> round(r.auc_limits[0], 4), round(r.auc, 4), round(r.auc_limits[1], 4)
        (0.4444, 0.6667, 0.8889)
        """
        pairs = float(self.n_positive) * float(self.n_negative)
        half = self._unknown / (2 * pairs) if pairs else 0.0
        return max(0.0, self.auc - half), min(1.0, self.auc + half)

    def pessimistic(self) -> Ranking:
        """The ranking in which every bin has its negatives above its positives."""
        return self._split_bins(negatives_first=True)

    def optimistic(self) -> Ranking:
        """The ranking in which every bin has its positives above its negatives."""
        return self._split_bins(negatives_first=False)

    def _split_bins(self, negatives_first: bool) -> Ranking:
        """Bins of both classes taken apart into two groups."""
        if self.tops is None or not self.binned:
            return self
        mixed = (self.tops > self.scores) & (self.positives > 0) & (self.negatives > 0)
        rows = np.repeat(np.arange(len(mixed)), 1 + mixed)
        second = np.zeros(len(rows), dtype=bool)
        second[1:] = rows[1:] == rows[:-1]
        first = mixed[rows] & ~second
        drop_p, drop_n = (first, second) if negatives_first else (second, first)

        def part(counts: Array | None, drop: Bools) -> Any:
            return None if counts is None else np.where(drop, 0, counts[rows])

        return Ranking(
            np.where(first, self.tops[rows], self.scores[rows]),
            part(self.positives, drop_p),
            part(self.negatives, drop_n),
            self.positive,
            part(self.positive_squares, drop_p),
            part(self.negative_squares, drop_n),
        )

    def coarse(self, most: int) -> Ranking:
        """Neighbouring scores joined where there are more than `most`, for what hardly changes by it.

        >>> Ranking([0.9, 0.8, 0.7], [1, 1, 0], [0, 0, 1]).coarse(2).positives.tolist()
        [2, 0]
        """
        step = -(-len(self.scores) // most)
        if step <= 1:
            return self
        starts = np.arange(0, len(self.scores), step)

        def join(counts: Array | None) -> Any:
            return None if counts is None else np.add.reduceat(counts, starts)

        lowest = self.scores[np.append(starts[1:], len(self.scores)) - 1]
        squares = join(self.positive_squares), join(self.negative_squares)
        return Ranking(lowest, join(self.positives), join(self.negatives), self.positive, *squares)

    def invert(self) -> Ranking:
        """The ranking by the negated score: a classifier that is wrong on purpose.

        >>> Ranking.from_scores([1, 0], [0.2, 0.7]).invert().auc
        1.0
        """
        flip = [None if a is None else a[::-1] for a in (self.positive_squares, self.negative_squares)]
        tops = None if self.tops is None else -self.scores[::-1] + 0.0
        lows = -(self.scores if self.tops is None else self.tops)[::-1] + 0.0
        return Ranking(lows, self.positives[::-1], self.negatives[::-1], self.positive, flip[0], flip[1], tops)

    def __add__(self, other: Ranking) -> Ranking:
        """Merge with the ranking of other cases; bins that overlap become one, so that limits stay true."""
        if not isinstance(other, Ranking):
            return NotImplemented
        if None not in (self.positive, other.positive) and self.positive != other.positive:
            _check.fail("positive", "be the same in both rankings", f"{self.positive!r} and {other.positive!r}")
        scores = np.concatenate([self.scores, other.scores])
        tops = None
        if self.tops is None and other.tops is None:
            distinct, place = np.unique(scores, return_inverse=True)
        else:
            distinct, tops, place = _unite_bins(scores, np.concatenate([_tops(self), _tops(other)]))
        order = (len(distinct) - 1) - place

        def merge(name: str, fallback: str) -> Array:
            parts = [
                getattr(r, name) if getattr(r, name) is not None else getattr(r, fallback) for r in (self, other)
            ]
            total = np.zeros(len(distinct), dtype=np.result_type(*parts))
            np.add.at(total, order, np.concatenate(parts))
            return total

        weighted = self.weighted or other.weighted
        return Ranking(
            distinct[::-1],
            merge("positives", "positives"),
            merge("negatives", "negatives"),
            self.positive if self.positive is not None else other.positive,
            merge("positive_squares", "positives") if weighted else None,
            merge("negative_squares", "negatives") if weighted else None,
            None if tops is None else tops[::-1],
        )


def running(positives: Array, negatives: Array) -> Iterator[tuple[Array, Array, Array, Array]]:
    """Counts `(..., scores)` piece by piece, best scores first: both, and the totals of both at or above each score.

    >>> [[part.tolist() for part in piece] for piece in running(np.array([1, 0, 2]), np.array([0, 3, 1]))]
    [[[1, 0, 2], [0, 3, 1], [1, 1, 3], [0, 3, 4]]]
    """
    tp: Any = 0
    fp: Any = 0
    for scores in pieces(positives.shape[-1]):
        p, n = positives[..., scores], negatives[..., scores]
        above_p, above_n = np.cumsum(p, axis=-1), np.cumsum(n, axis=-1)
        above_p += tp
        above_n += fp
        tp, fp = above_p[..., -1:], above_n[..., -1:]
        yield p, n, above_p, above_n


def area(positives: Array, negatives: Array, tie: int = 1) -> Array:
    """The share of pairs with the positive above the negative, those at one score `1 - tie / 2`; NaN without pairs.

    Pairs are counted as whole numbers where these fit, so that the area of counts is exact.

    >>> float(area(np.array([1, 0, 2]), np.array([0, 3, 1])))
    0.4166666666666667
    """
    p, n = positives.sum(axis=-1), negatives.sum(axis=-1)
    if np.max(np.multiply(p, n, dtype=float), initial=0) >= 2**61:
        p, positives = p.astype(float), positives.astype(float)
    wrong = sum((p * (2 * fp + (tie - 2) * n)).sum(axis=-1) for p, n, _, fp in running(positives, negatives))
    pairs = 2 * p * n
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((pairs - wrong) / pairs)


def _running(counts: Array) -> Array:
    """Running totals, read-only."""
    total = np.cumsum(counts)
    total.flags.writeable = False
    return total


def _tops(ranking: Ranking) -> Floats:
    return ranking.scores if ranking.tops is None else ranking.tops


def _unite_bins(lows: Floats, tops: Floats) -> tuple[Floats, Floats, Codes]:
    """Bins joined where they overlap, ascending: their ends, and the place of each given bin."""
    order = np.lexsort((tops, lows))
    reach = np.maximum.accumulate(tops[order])
    fresh = np.append(True, lows[order][1:] > reach[:-1])
    place = np.empty(len(lows), dtype=np.int64)
    place[order] = np.cumsum(fresh) - 1
    return lows[order][fresh], reach[np.append(fresh[1:], True)], place
