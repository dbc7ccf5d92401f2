"""The ranking: positives and negatives at each distinct score. Data that every curve is a function of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from referee import _check
from referee.core.doors import counted
from referee.core.noun import Noun
from referee.core.types import Floats, Label


@dataclass(frozen=True, eq=False)
class Ranking(Noun):
    """Counts of positive and negative cases at each distinct score, in descending order of score.

    Higher scores mean more positive; the direction is never guessed (`inverted` is the user's own act). Ties are
    kept as ties, so everything computed from a ranking treats them exactly. With importance weights the counts are
    sums of weights, and `positive_squares` and `negative_squares` are sums of squared weights.

    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> r.scores.tolist(), r.positives.tolist(), r.negatives.tolist()
    ([0.9, 0.8, 0.3, 0.1], [1, 1, 1, 0], [0, 1, 0, 1])
    >>> r.auc
    0.75
    """

    schema: ClassVar[str] = "ranking/1"

    scores: Floats
    positives: NDArray[Any]
    negatives: NDArray[Any]
    positive: Label | None = None
    positive_squares: NDArray[Any] | None = None
    negative_squares: NDArray[Any] | None = None

    def __post_init__(self) -> None:
        for name in ("scores", "positives", "negatives", "positive_squares", "negative_squares"):
            values = getattr(self, name)
            if values is not None:
                array = np.asarray(values)
                array.flags.writeable = False
                object.__setattr__(self, name, array)
        if not len(self.scores) == len(self.positives) == len(self.negatives):
            _check.fail("ranking", "have one count a score", f"{len(self.scores)} scores")

    @classmethod
    def from_scores(
        cls, y_true: Any, y_score: Any, *, positive: Label | None = None, weights: Any = None
    ) -> Ranking:
        """Rank the scores of labelled cases; options as for `referee.Predictions`."""
        ranking = counted("Predictions", y_true, y_score=y_score, positive=positive, weights=weights).ranking
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

    @cached_property
    def tp(self) -> NDArray[Any]:
        """Positives at or above each score."""
        return _running(self.positives)

    @cached_property
    def fp(self) -> NDArray[Any]:
        """Negatives at or above each score."""
        return _running(self.negatives)

    @cached_property
    def auc(self) -> float:
        """Area under the ROC curve: P(positive above negative) + P(tie) / 2; NaN when a class is absent."""
        pairs = self.n_positive * self.n_negative
        if not pairs:
            return float("nan")
        wrong = 2 * np.dot(self.positives, self.fp) - np.dot(self.positives, self.negatives)
        return min(1.0, max(0.0, float((2 * pairs - wrong) / (2 * pairs))))

    def inverted(self) -> Ranking:
        """The ranking by the negated score: a classifier that is wrong on purpose.

        >>> Ranking.from_scores([1, 0], [0.2, 0.7]).inverted().auc
        1.0
        """
        flip = [None if a is None else a[::-1] for a in (self.positive_squares, self.negative_squares)]
        return Ranking(
            -self.scores[::-1] + 0.0, self.positives[::-1], self.negatives[::-1], self.positive, flip[0], flip[1]
        )

    def __add__(self, other: Ranking) -> Ranking:
        """Merge with the ranking of other cases."""
        if not isinstance(other, Ranking):
            return NotImplemented
        if None not in (self.positive, other.positive) and self.positive != other.positive:
            _check.fail("positive", "be the same in both rankings", f"{self.positive!r} and {other.positive!r}")
        scores = np.concatenate([self.scores, other.scores])
        distinct, place = np.unique(scores, return_inverse=True)
        order = (len(distinct) - 1) - place

        def merged(name: str, fallback: str) -> NDArray[Any]:
            parts = [
                getattr(r, name) if getattr(r, name) is not None else getattr(r, fallback) for r in (self, other)
            ]
            total = np.zeros(len(distinct), dtype=np.result_type(*parts))
            np.add.at(total, order, np.concatenate(parts))
            return total

        weighted = self.weighted or other.weighted
        return Ranking(
            distinct[::-1],
            merged("positives", "positives"),
            merged("negatives", "negatives"),
            self.positive if self.positive is not None else other.positive,
            merged("positive_squares", "positives") if weighted else None,
            merged("negative_squares", "negatives") if weighted else None,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ranking) and all(
            np.array_equal(getattr(self, name), getattr(other, name))
            for name in ("scores", "positives", "negatives")
        )

    __hash__ = None  # type: ignore[assignment]


def _running(counts: NDArray[Any]) -> NDArray[Any]:
    """Running totals, read-only."""
    total = np.cumsum(counts)
    total.flags.writeable = False
    return total
