"""A metric on the results of a learner: on counts, on pairs of scored cases, and as a loss of each case."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import NoReturn

import numpy as np

from referee import _check, _format
from referee.core import Answers, ConfusionMatrix, Estimate, Interval, Results
from referee.core.rank_scores import rank
from referee.core.types import Bools, Counts, Floats, Values
from referee.inference.estimate import estimate
from referee.learners.per_split import metric_counts, per_split
from referee.metrics.case_metric import CaseMetric
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import Metric
from referee.metrics.registry import get

NO_INTERVAL = "no interval with known coverage"
SAME = "no case differs from another, which says nothing of new ones"
ROUNDING = 1e-12
"""Half a width that is no more than this is 0 but for the order of sums."""


class OnResults:
    """Any metric on the results of a learner, as estimators of true error need it."""

    def __init__(self, metric: str | Metric, results: Results) -> None:
        self.metric, self.results = get(metric), results
        self.name, self.title, self.range = self.metric.name, self.metric.title, self.metric.range
        self.auc = self.metric.shape == "area"
        if self.metric.needs == "ranking" and len(results.labels) != 2 and results.positive is None:
            got = f"{self.name} of {len(results.labels)}"
            hint = "Or pass positive=... for one class against the rest."
            _check.fail(
                "metric", "be a label metric or one of several classes for more than two classes", got, hint
            )

    @property
    def is_error(self) -> bool:
        """Whether less is better."""
        return self.metric.better == "lower"

    def of_counts(self, counts: Counts) -> Values:
        """The label metric of counts `(..., K, K)` in the order of the labels."""
        if not isinstance(self.metric, LabelMetric):
            self.refuse()
        return self.metric.formula(metric_counts(self.metric, counts, self.results))

    def refuse(self) -> NoReturn:
        """Refuse a metric that has a value only on the whole of a test part."""
        hint = "Use k_fold, random_splits or holdout."
        _check.fail("metric", "be one of predicted classes, an area or a mean loss here", self.name, hint)

    @property
    def is_positive(self) -> Bools:
        """Which cases are of the positive class."""
        labels, positive = self.results.labels, self.results.positive
        return self.results.truth == (len(labels) - 1 if positive is None else labels.index(positive))

    def test_scores(self, i: int) -> Floats:
        """The scores of the positive class for the test rows of split i."""
        scores = self.results.test_scores(i)
        return scores if scores.ndim == 1 else scores[:, self.results.labels.index(self.results.positive)]

    @cached_property
    def cell_losses(self) -> Floats | None:
        """What a case of true class i predicted as j adds, when a label metric is the mean of that; else None."""
        if not isinstance(self.metric, LabelMetric):
            return None
        size = len(self.results.labels)
        if self.metric.binary or (self.results.positive is not None and size == 2):
            single = np.eye(size * size).reshape(-1, size, size)
            two = self.metric.cell_values(2)
            if two is None:
                return None
            tables = metric_counts(self.metric, single, self.results)
            return np.asarray((tables * two).sum(axis=(-2, -1))).reshape(size, size)
        return self.metric.cell_values(size)

    @property
    def is_mean(self) -> bool:
        """Whether the metric is a mean over cases."""
        return self.cell_losses is not None or self.metric.shape == "mean"

    @cached_property
    def part_losses(self) -> list[Floats] | None:
        """The loss of each test case of each finished split, for a mean over cases; else None."""
        results, cells = self.results, self.cell_losses
        if cells is not None:
            return [cells[results.truth[rows], codes] for rows, codes in map(results.test, results.finished)]
        if self.metric.shape == "mean" and isinstance(self.metric, CaseMetric):
            return [self.metric.losses(self.metric.sees(results.answers(i))) for i in results.finished]
        return None

    def of_parts(self, parts: str) -> tuple[Values, tuple[str, ...]]:
        """The values on the finished splits that have one, and a note on how many have none."""
        values = per_split(self.results, self.metric)[list(self.results.finished)]
        kept = values[~np.isnan(values)]
        left = len(values) - len(kept)
        return kept, (f"undefined in {left} of {len(values)} {parts}, which are left out",) if left else ()

    def of_fresh(self, cases: Answers | ConfusionMatrix, level: float, how: str) -> Estimate:
        """The value on independent test cases of one model, with its default interval."""
        made = estimate(self.metric, cases, level=level, seed=self.results.seed)
        return replace(made, title=f"{self.title}, {how}")

    def pool(self, splits: Sequence[int]) -> float:
        """The value over the test parts of some splits together.

        Areas compare cases of the same part only: scores of different models are on different scales. A mean is that
        over all cases. Any other metric of scores is averaged over the parts.
        """
        results = self.results
        if isinstance(self.metric, LabelMetric):
            chosen = np.searchsorted(results.finished, splits)
            return float(self.of_counts(results.counts[chosen].sum(axis=0)))
        if self.auc:
            parts = [pairs_won(self.test_scores(i), self.is_positive[results.splits.tests[i]]) for i in splits]
            pairs = sum(total for _, total in parts)
            low, high = self.range
            return low + (high - low) * sum(won for won, _ in parts) / pairs if pairs else math.nan
        if self.metric.shape == "mean":
            losses = self.part_losses or []
            kept = [losses[at] for at in np.searchsorted(results.finished, splits)]
            return float(np.concatenate(kept).mean()) if kept else math.nan
        values = per_split(results, self.metric)[list(splits)]
        return float(np.nanmean(values)) if np.isfinite(values).any() else math.nan

    def estimate(
        self,
        value: float,
        how: str,
        *,
        n: float | None = None,
        interval: Interval | str | None = None,
        undefined: str | None = None,
        notes: tuple[str, ...] = (),
    ) -> Estimate:
        """An estimate with its interval, or with the words that there is none, and why where `interval` says it."""
        results = self.results
        lost = len(results.splits) - len(results.finished)
        told = [*notes]
        if lost and not math.isnan(value):
            told.append(f"{_format.plural(lost, 'split')} of {len(results.splits)} left out")
        if not isinstance(interval, Interval):
            told += [f"{NO_INTERVAL}: {interval}" if interval else NO_INTERVAL] if not math.isnan(value) else []
            interval = None
        if math.isnan(value):
            undefined = undefined or self._why()
        cases = results.n if n is None else n
        title = f"{self.title}, {how}"
        return Estimate(self.name, value, cases, interval, undefined, "; ".join(told), title)

    def _why(self) -> str:
        if not self.results.finished:
            first = self.results.failures[0][1] if self.results.failures else "no fit was finished"
            return f"no split has predictions: {first}"
        return "a class is absent from a test part" if self.metric.by_scores else self.metric.undefined.sentence

    def inside(self, value: float, half: float, level: float, method: str) -> Interval | str | None:
        """Value plus and minus, cut to the range of the metric; a reason where nothing is left but rounding."""
        if not (math.isfinite(value) and math.isfinite(half)):
            return None
        if half <= ROUNDING * max(1.0, abs(value)):
            return SAME
        low, high = max(self.range[0], value - half), min(self.range[1], value + half)
        return Interval(min(low, value), max(high, value), level, method)


def pairs_won(scores: Floats, is_positive: Bools) -> tuple[float, int]:
    """Pairs of a positive and a negative that are ranked right (ties half), and how many pairs there are."""
    _, positives, negatives = rank(scores, is_positive)
    n_positive, n_negative = int(positives.sum()), int(negatives.sum())
    if not n_positive or not n_negative:
        return 0.0, 0
    below = n_negative - np.cumsum(negatives)
    return float((positives * (below + negatives / 2)).sum()), n_positive * n_negative
