"""Progressive validation: each test case is tested, then trained on."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.results import Results
from referee.core.splits import Splits
from referee.metrics.metric import Metric
from referee.resampling.estimators.on_results import OnResults
from referee.resampling.recipe import cases_of, drawn, share_size


@dataclass(frozen=True)
class Progressive:
    """Splits for progressive validation: a part is held out, and its cases join the training part one at a time.

    The last `test` share in a random order, or in the order of `times`; split i tests one case and trains on the
    rest of the training part and on all cases tested before. Reference: blum1999.

    >>> splits = Progressive(test=1 / 2).make([0, 1] * 4, rng=1)
    >>> [len(train) for train, _ in splits]
    [4, 5, 6, 7]
    """

    test: float = 1 / 3

    def __post_init__(self) -> None:
        object.__setattr__(self, "test", _check.fraction("test", self.test))

    def __repr__(self) -> str:
        return f"Progressive(test={self.test:g})"

    def make(self, y: Any, *, groups: Any = None, times: Any = None, rng: Any = None) -> Splits:
        """The splits of cases with these labels."""
        cases, seed = cases_of(y, groups, times), _rng.seed_of(rng)
        if cases.groups is not None:
            _check.fail("groups", "not be given to progressive validation", "groups")
        stream = _rng.stream(seed, "splits", "progressive")
        size = share_size(cases.n, self.test)
        if cases.times is not None:
            order = np.argsort(cases.times, kind="stable")
            held, start = order[cases.n - size :], order[: cases.n - size]
        else:
            held = stream.permutation(drawn(cases.classes, size, stream))
            start = np.setdiff1d(np.arange(cases.n), held)
        trains = tuple(np.concatenate([start, held[:i]]) for i in range(size))
        parts, facts = (tuple(held[:, None]), trains), asdict(self)
        return Splits("progressive validation", cases.n, *parts, parameters=facts, seed=seed)


def progressive(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The metric of the cases held out, each tested by a model of all cases before it.

    The models grow, so it is less pessimistic than a holdout; its variance is no larger, so the holdout's interval
    holds. A mean loss of scores takes each from the model that gave it; AUC is not defined: each score is another
    model's. Reference: blum1999.

    >>> splits = Splits("progressive validation", 4, ([2], [3]), ([0, 1], [0, 1, 2]))
    >>> progressive(Results("rule", (0, 1), [0, 1, 0, 1], splits, ([0], [0]))).value
    0.5
    """
    measure = OnResults(metric, results)
    how = "progressive validation"
    if measure.metric.by_scores and measure.metric.shape == "mean" and results.finished:
        each = [results.answers(i) for i in results.finished]
        columns: Any = {
            name: np.concatenate([getattr(a, name) for a in each]) for name in ("truth", "predicted", "scores")
        }
        return measure.of_fresh(replace(each[0], **columns), level, how)
    if measure.metric.by_scores or not results.finished:
        why = "each score is of another model" if measure.metric.by_scores else None
        return measure.estimate(math.nan, how, undefined=why)
    matrix = ConfusionMatrix(results.counts.sum(axis=0), results.labels, results.positive)
    return measure.of_fresh(matrix, level, how)
