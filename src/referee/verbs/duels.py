"""The test that is valid for where two results came from, and what stands beside it.

One function a provenance. Each returns the leading test at the level asked for and at 1 - 2 alpha (for equivalence),
with effects A minus B in the metric's own units, and the tests shown beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.joint import JointConfusion
from referee.core.ranking import Ranking
from referee.core.testresult import TestResult
from referee.counting.pairing import PairedPredictions
from referee.counting.predictions import Predictions
from referee.intervals.paired_bootstrap import paired_bootstrap
from referee.metrics.metric import Metric
from referee.stattests.cluster_jackknife import cluster_jackknife
from referee.stattests.delong import delong_paired, delong_rankings, delong_unpaired
from referee.stattests.independent_draws import independent_draws
from referee.stattests.mcnemar import mcnemar
from referee.stattests.miettinen_nurminen import miettinen_nurminen
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.permutation_metric import permutation_metric
from referee.stattests.tango import tango
from referee.stattests.weighted_difference import weighted_difference

SMALL_CLASS = 30

_PAIRED_SHARES = {
    "accuracy": (None, True),
    "error_rate": (None, False),
    "sensitivity": (1, True),
    "specificity": (0, True),
    "false_negative_rate": (1, False),
    "false_positive_rate": (0, False),
}
"""Metrics that are a paired proportion: of all cases or of one true class; whether it counts right answers."""


@dataclass(frozen=True)
class Duel:
    """The leading test at two levels, the tests beside it, and where the results came from."""

    test: TestResult
    narrow: TestResult
    beside: tuple[TestResult, ...]
    provenance: str
    n: float


@dataclass(frozen=True)
class CountedPair:
    """Two models whose joint answers were counted: rows of one table, so the same cases."""

    joint: JointConfusion
    by: str = "row"
    groups: None = None
    weights: None = None

    @property
    def n(self) -> int:
        """Number of cases."""
        return self.joint.n


def paired_labels(pair: PairedPredictions | CountedPair, metric: Metric, level: float, seed: int) -> Duel:
    """Two models' labels on the same cases."""
    where = f"the same {pair.n:,} cases, paired by {pair.by}"
    narrow = 2 * level - 1
    if isinstance(pair, PairedPredictions) and pair.groups is not None:
        a, b = (_by_cluster(pair, who, metric) for who in (0, 1))
        tests = [cluster_jackknife(a, b, metric=metric, level=x) for x in (level, narrow)]
        return Duel(tests[0], tests[1], (), f"{where}, in {len(a)} clusters", pair.n)
    if isinstance(pair, PairedPredictions) and pair.weights is not None and pair.a.weights_are == "importance":
        sums, squares = _weighted_joint(pair, metric)
        tests = [weighted_difference(sums, squares, metric=metric, level=x) for x in (level, narrow)]
        return Duel(tests[0], tests[1], (), f"{where}, with importance weights", pair.n)
    if metric.name in _PAIRED_SHARES:
        table = _discordance(pair, metric)
        tests = [_renamed(tango(table, level=x), metric) for x in (level, narrow)]
        n = int(np.sum(table))
        return Duel(tests[0], tests[1], (_renamed(mcnemar(table, level=level), metric),), where, n)
    joint = pair.joint
    tests = [paired_bootstrap(joint, metric=metric, level=x, rng=seed) for x in (level, narrow)]
    beside = permutation_metric(joint, metric=metric, level=level, rng=seed)
    return Duel(tests[0], tests[1], (beside,), where, pair.n)


def paired_scores(pair: PairedPredictions, level: float, seed: int) -> Duel:
    """Two models' scores on the same cases: DeLong leads, the swap permutation when a class is small."""
    where = f"the same {pair.n:,} cases, paired by {pair.by}"
    scores = pair.scores
    options: dict[str, Any] = {"positive": True, "weights": pair.weights, "groups": pair.groups}
    tests = [delong_paired(pair.is_positive, *scores, level=x, **options) for x in (level, 2 * level - 1)]
    if pair.groups is not None or pair.weights is not None:
        return Duel(tests[0], tests[1], (), where, pair.n)
    swaps = [permutation_auc(pair, level=x, rng=seed) for x in (level, 2 * level - 1)]
    positives = int(pair.is_positive.sum())
    if min(positives, pair.n - positives) < SMALL_CLASS:
        return Duel(swaps[0], swaps[1], (tests[0],), where, pair.n)
    return Duel(tests[0], tests[1], (swaps[0],), where, pair.n)


def independent_labels(a: ConfusionMatrix, b: ConfusionMatrix, metric: Metric, level: float, seed: int) -> Duel:
    """Two models' labels on different test sets."""
    where = f"different test sets of {a.n_cases:,} and {b.n_cases:,} cases"
    narrow = 2 * level - 1
    if metric.pieces is not None and metric.shape == "proportion" and not (a.weighted or b.weighted):
        counts = [metric.pieces(metric.counts_of(m).astype(float)) for m in (a, b)]
        x1, n1, x2, n2 = (round(float(value)) for pieces in counts for value in pieces)
        if n1 > 0 and n2 > 0:
            tests = [_renamed(miettinen_nurminen(x1, n1, x2, n2, level=x), metric) for x in (level, narrow)]
            return Duel(tests[0], tests[1], (), where, n1 + n2)
    tests = [independent_draws(a, b, metric=metric, level=x, rng=seed) for x in (level, narrow)]
    return Duel(tests[0], tests[1], (), where, a.n_cases + b.n_cases)


def independent_scores(a: Predictions, b: Predictions, level: float) -> Duel:
    """Two models' scores on different test sets."""
    where = f"different test sets of {a.n:,} and {b.n:,} cases"
    columns = []
    for model in (a, b):
        if model.scores is None or model.positive is None:
            _check.fail("y_score", "be given with a positive class to compare AUC", "labels only")
        code = model.labels.index(model.positive)
        scores = model.scores if model.scores.ndim == 1 else model.scores[:, code]
        columns += [model.truth == code, scores]
    tests = [delong_unpaired(*columns, positive=True, level=x) for x in (level, 2 * level - 1)]
    return Duel(tests[0], tests[1], (), where, a.n + b.n)


def independent_rankings(a: Ranking, b: Ranking, level: float) -> Duel:
    """Two rankings of different cases; on bins the limits are those of the order that is worst for each side."""
    where = f"different test sets of {a.n:,} and {b.n:,} cases"
    tests = [_between(a, b, x) for x in (level, 2 * level - 1)]
    return Duel(tests[0], tests[1], (), where, float(a.n + b.n))


def _between(a: Ranking, b: Ranking, level: float) -> TestResult:
    """DeLong's unpaired test, cautious about cases whose order is not known."""
    test = delong_rankings(a, b, level=level)
    if not (a.binned or b.binned) or test.effect is None or test.effect.interval is None:
        return test
    ends = [
        delong_rankings(*pair, level=level)
        for pair in ((a.pessimistic(), b.optimistic()), (a.optimistic(), b.pessimistic()))
    ]
    effects = [end.effect for end in ends if end.effect is not None and end.effect.interval is not None]
    if len(effects) < 2:
        return test
    low, high = (effect.value for effect in effects)
    limits = [effect.interval for effect in effects if effect.interval is not None]
    interval = replace(test.effect.interval, low=limits[0].low, high=limits[1].high)
    p = 1.0 if low <= 0 <= high else max(end.p_value for end in ends)
    effect = replace(test.effect, interval=interval, limits=(low, high))
    return replace(test, effect=effect, p_value=p, details={**test.details, "low": low, "high": high})


def _discordance(pair: PairedPredictions | CountedPair, metric: Metric) -> list[list[int]]:
    """[[both right, only a], [only b, both wrong]] of the cases that the metric is about."""
    which, _ = _PAIRED_SHARES[metric.name]
    joint = pair.joint if which is None else pair.joint.binary()
    size = len(joint.labels)
    truth = np.arange(size)
    if which is not None:
        truth = np.array([which])
    right_a = np.eye(size, dtype=bool)[:, :, None] & np.ones(size, dtype=bool)
    right_b = np.eye(size, dtype=bool)[:, None, :] & np.ones((size, 1), dtype=bool)
    chosen = np.zeros((size, size, size), dtype=bool)
    chosen[truth] = True
    cells = [(right_a & right_b), (right_a & ~right_b), (~right_a & right_b), (~right_a & ~right_b)]
    both, only_a, only_b, neither = (int(joint.counts[cell & chosen].sum()) for cell in cells)
    if not _PAIRED_SHARES[metric.name][1]:
        both, only_a, only_b, neither = neither, only_b, only_a, both
    return [[both, only_a], [only_b, neither]]


def _renamed(test: TestResult, metric: Metric) -> TestResult:
    """A test of proportions as one of this metric."""
    if test.effect is None:
        return test
    return replace(test, effect=replace(test.effect, name=f"{metric.name}_difference"))


def _codes(pair: PairedPredictions, metric: Metric) -> tuple[list[Any], int]:
    """Truth and both predictions as codes of the table that the metric sees."""
    columns = [pair.truth, *pair.predicted]
    if not metric.binary:
        return columns, len(pair.labels)
    if pair.positive is None:
        _check.fail("positive", f"name the class that {metric.name} is about", "None")
    code = pair.labels.index(pair.positive)
    return [(c == code).astype(np.int64) for c in columns], 2


def _by_cluster(pair: PairedPredictions, who: int, metric: Metric) -> Any:
    """One confusion table a cluster for one of the models."""
    from referee.counting.tables import grouped_counts

    assert pair.groups is not None
    columns, size = _codes(pair, metric)
    names, group = np.unique(pair.groups.astype(str), return_inverse=True)
    return grouped_counts(columns[0], columns[1 + who], size, group, len(names), pair.weights)


def _weighted_joint(pair: PairedPredictions, metric: Metric) -> tuple[Any, Any]:
    """Sums of weights and of squared weights by (truth, a, b)."""
    assert pair.weights is not None
    (truth, a, b), size = _codes(pair, metric)
    cell = (truth * size + a) * size + b
    shape = (size, size, size)
    sums = np.bincount(cell, weights=pair.weights, minlength=size**3).reshape(shape)
    return sums, np.bincount(cell, weights=pair.weights**2, minlength=size**3).reshape(shape)
