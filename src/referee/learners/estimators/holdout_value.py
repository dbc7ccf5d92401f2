"""The value on fresh cases (a holdout, progressive validation), and the apparent one on the training cases."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check, _rng
from referee.core import ConfusionMatrix, Estimate, Results
from referee.learners.estimators.on_results import OnResults
from referee.learners.recipe import Dealing, Parts, SplitCases, draw_rows, share_size
from referee.metrics.metric import Metric


def holdout_value(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The metric on the test part of a single split, with the interval of a fixed model on fresh cases.

    For error the binomial one (mid-P). It is about the model of the training part, which has fewer cases than the
    model that will be used, so it errs on the high side. Reference: tan2006.

    >>> from referee.core.splits import Splits
    >>> results = Results("rule", (0, 1), [0, 1] * 10, Splits("holdout", 20, (range(10),)), ([0, 1] * 4 + [0, 0],))
    >>> e = holdout_value(results)
    >>> e.value, e.interval.method
    (0.1, 'mid-P')
    """
    if len(results.splits) != 1:
        _check.fail("results", "be of a single split", f"{len(results.splits)} splits")
    measure = OnResults(metric, results)
    if not results.complete:
        return measure.estimate(math.nan, "holdout", n=0)
    if measure.metric.by_scores:
        return measure.of_fresh(results.answers(0), level, "holdout")
    matrix = ConfusionMatrix(results.counts[0], results.labels, results.positive)
    return measure.of_fresh(matrix, level, "holdout")


def apparent(results: Results, metric: str | Metric = "error_rate") -> Estimate:
    """The metric of the model trained on all cases, on the same cases.

    Optimistic, without limit for learners that memorise: 1-NN has apparent error 0 on noise. No interval of it says
    anything about new cases. Reference: efron1993.

    >>> from referee.core.splits import Splits
    >>> results = Results("rule", (0, 1), [0, 1], Splits("x", 2, ([0],)), ([0],), whole=[0, 0])
    >>> apparent(results).value
    0.5
    """
    measure = OnResults(metric, results)
    how = "apparent (tested on the training cases)"
    if results.whole is None:
        why = dict(results.failures).get(-1, "the model of all cases was not fitted")
        return measure.estimate(math.nan, how, undefined=why)
    if measure.metric.by_scores:
        value = measure.metric.value(results.whole_answers)
    else:
        value = float(measure.of_counts(results.apparent_counts))
    return measure.estimate(value, how, notes=("optimistic: no estimate of the error on new cases",))


@dataclass(frozen=True)
class Progressive(Dealing):
    """Splits for progressive validation: a part is held out, and its cases join the training part one at a time.

    The last `test` share in a random order, or in the order of `times`; split i tests one case and trains on the
    rest of the training part and on all cases tested before. Reference: blum1999.

    >>> splits = Progressive(test=1 / 2).make([0, 1] * 4, rng=1)
    >>> [len(train) for train, _ in splits]
    [4, 5, 6, 7]
    """

    test: float = 1 / 3

    def __repr__(self) -> str:
        return f"Progressive(test={self.test:g})"

    def _parts(self, cases: SplitCases, seed: int) -> Parts:
        if cases.groups is not None:
            _check.fail("groups", "not be given to progressive validation", "groups")
        stream = _rng.stream(seed, "splits", "progressive")
        size = share_size(cases.n, self.test)
        if cases.times is not None:
            order = np.argsort(cases.times, kind="stable")
            held, start = order[cases.n - size :], order[: cases.n - size]
        else:
            held = stream.permutation(draw_rows(cases.classes, size, stream))
            start = np.setdiff1d(np.arange(cases.n), held)
        trains = [np.concatenate([start, held[:i]]) for i in range(size)]
        return "progressive validation", list(held[:, None]), trains, {}


def progressive(results: Results, metric: str | Metric = "error_rate", *, level: float = 0.95) -> Estimate:
    """The metric of the cases held out, each tested by a model of all cases before it.

    The models grow, so it is less pessimistic than a holdout; its variance is no larger, so the holdout's interval
    holds. A mean loss of scores takes each from the model that gave it; AUC is not defined: each score is another
    model's. Reference: blum1999.

    >>> from referee.core.splits import Splits
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
