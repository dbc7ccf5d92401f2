"""A metric on results: on counts, on pairs of scored cases, and as a loss of each case."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee import _check, _format
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.results import Results
from referee.core.types import Counts, Floats, Values
from referee.metrics.metric import Metric
from referee.metrics.registry import get
from referee.resampling.per_split import is_auc, seen

NO_INTERVAL = "no interval with known coverage"


class Measure:
    """A label metric, or the area under the ROC curve of two classes, as estimators need it."""

    def __init__(self, metric: str | Metric, results: Results) -> None:
        self.auc = is_auc(metric)
        self.metric = None if self.auc else get(metric)
        self.results = results
        self.name = "roc_auc" if self.metric is None else self.metric.name
        self.title = "AUC" if self.metric is None else self.metric.title
        self.range = (0.0, 1.0) if self.metric is None else self.metric.range
        self.sign = -1.0 if self.metric is None or self.metric.better == "higher" else 1.0
        if self.auc and len(results.labels) != 2:
            _check.fail("metric", "be a label metric for more than two classes", "'roc_auc'")

    def of_counts(self, counts: Counts) -> Values:
        """The label metric of counts `(..., K, K)` in the order of the labels."""
        assert self.metric is not None
        return self.metric.formula(seen(self.metric, counts, self.results))

    @property
    def is_positive(self) -> NDArray[np.bool_]:
        """Which cases are of the positive class."""
        labels, positive = self.results.labels, self.results.positive
        return self.results.truth == (len(labels) - 1 if positive is None else labels.index(positive))

    def losses(self) -> Floats | None:
        """What a case of true class i predicted as j adds, when the metric is the mean of that; else None."""
        if self.metric is None or self.metric.average is not None:
            return None
        size = len(self.results.labels)
        single = np.eye(size * size).reshape(-1, size, size)
        each = self.of_counts(single)
        if not np.isfinite(each).all():
            return None
        probe = np.arange(1.0, size * size + 1).reshape(size, size) ** 2 % 7 + 1
        tables = np.stack([probe, probe.T, probe + single[1] * 3])
        mean = (tables.reshape(3, -1) @ each) / tables.sum(axis=(-2, -1))
        return each.reshape(size, size) if np.allclose(self.of_counts(tables), mean, rtol=1e-12) else None

    def estimate(
        self,
        value: float,
        how: str,
        *,
        n: float | None = None,
        interval: Interval | None = None,
        undefined: str | None = None,
        notes: tuple[str, ...] = (),
    ) -> Estimate:
        """An estimate with its interval, or with the words that there is none."""
        results = self.results
        lost = len(results.splits) - len(results.finished)
        told = [*notes]
        if lost and not math.isnan(value):
            told.append(f"{_format.plural(lost, 'split')} of {len(results.splits)} left out")
        if interval is None and not math.isnan(value):
            told.append(NO_INTERVAL)
        if math.isnan(value):
            undefined = undefined or self._why()
        cases = results.n if n is None else n
        title = f"{self.title}, {how}"
        return Estimate(self.name, value, cases, interval, undefined, "; ".join(told), title)

    def _why(self) -> str:
        if not self.results.finished:
            first = self.results.failures[0][1] if self.results.failures else "no fit was finished"
            return f"no split has predictions: {first}"
        return "a class is absent from a test part" if self.metric is None else self.metric.undefined.sentence

    def inside(self, value: float, half: float, level: float, method: str) -> Interval | None:
        """Value plus and minus, cut to the range of the metric."""
        if not (math.isfinite(value) and math.isfinite(half)):
            return None
        low, high = max(self.range[0], value - half), min(self.range[1], value + half)
        return Interval(min(low, value), max(high, value), level, method)


def pairs_won(scores: Floats, is_positive: NDArray[np.bool_]) -> tuple[float, int]:
    """Pairs of a positive and a negative that are ranked right (ties half), and how many pairs there are."""
    from referee.data.scores import rank

    _, positives, negatives = rank(scores, is_positive)
    n_positive, n_negative = int(positives.sum()), int(negatives.sum())
    if not n_positive or not n_negative:
        return 0.0, 0
    below = n_negative - np.cumsum(negatives)
    return float((positives * (below + negatives / 2)).sum()), n_positive * n_negative


def part_losses(measure: Measure, losses: Floats) -> list[Any]:
    """The loss of each test case of each finished split."""
    results = measure.results
    return [losses[results.truth[rows], codes] for rows, codes in map(results.test, results.finished)]
