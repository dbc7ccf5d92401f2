"""The test that is valid for where two results came from, and what stands beside it.

One function a provenance. Each returns the leading test at the level asked for, its interval at 1 - 2 alpha (for
equivalence) and the tests shown beside it, with effects in the metric's own units, positive where A is better.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from referee import _check
from referee.core.confusion import ConfusionMatrix
from referee.core.interval import Interval
from referee.core.joint import JointConfusion
from referee.core.ranking import Ranking
from referee.core.score_grid import ScoreGrid
from referee.core.testresult import OTHER, Alternative, TestResult, turned
from referee.data.pairing import PairedPredictions
from referee.data.predictions import Predictions
from referee.intervals.paired_bootstrap import paired_bootstrap
from referee.metrics.metric import Metric
from referee.stattests.cluster_jackknife import cluster_jackknife
from referee.stattests.delong import delong_interval, delong_paired, delong_rankings
from referee.stattests.delong_few import delong_few, delong_few_rankings
from referee.stattests.delong_grid import delong_grid
from referee.stattests.independent_draws import independent_draws
from referee.stattests.mcnemar import mcnemar
from referee.stattests.miettinen_nurminen import miettinen_nurminen
from referee.stattests.paired_draws import MOST_CLASSES, paired_draws
from referee.stattests.permutation_auc import permutation_auc
from referee.stattests.permutation_metric import permutation_metric
from referee.stattests.pivot import quantile
from referee.stattests.samples import SIDES, tail
from referee.stattests.tango import tango
from referee.stattests.weighted_difference import weighted_difference

SMALL_CLASS = 100

_PAIRED_SHARES: dict[str, int | None] = {
    "accuracy": None,
    "error_rate": None,
    "sensitivity": 1,
    "specificity": 0,
    "false_negative_rate": 1,
    "false_positive_rate": 0,
}
"""Metrics that are a paired proportion of right or wrong answers: of all cases (None) or of one true class."""


@dataclass(frozen=True)
class Ask:
    """What is asked of a pair: the level, the direction (`greater` is: A is better), and the seed."""

    level: float
    alternative: Alternative
    seed: int

    @property
    def narrow(self) -> float:
        """The level of the interval that equivalence is read from, 1 - 2 alpha."""
        return 2 * self.level - 1


@dataclass(frozen=True)
class Duel:
    """The leading test, the interval at 1 - 2 alpha, the tests beside it, and where the results came from.

    Every effect is turned so that a positive one favours A. `apart` counts the cases that A alone and B alone has
    right, where that is known; `n` is the number of cases.
    """

    test: TestResult
    narrow: Interval | None
    beside: tuple[TestResult, ...]
    provenance: str
    n: float
    apart: tuple[int, int] | None = None


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


@dataclass(frozen=True)
class CountedScores:
    """Two models whose scores of the same cases were counted on a grid."""

    grid: ScoreGrid
    by: str = "row"


def paired_grid(pair: CountedScores, ask: Ask) -> Duel:
    """Two models' scores on the same cases, from counts: DeLong, cautious about the order within bins."""
    grid = pair.grid
    where = f"the same {grid.n:,} cases, paired by {pair.by}"
    test = delong_grid(grid, level=ask.level, alternative=ask.alternative)
    narrow = _interval(delong_grid(grid, level=ask.narrow))
    sizes = int(grid.positives.sum()), int(grid.negatives.sum())
    return _agreeing(Duel(test, narrow, (), where, grid.n), sizes, ask)


def paired_labels(pair: PairedPredictions | CountedPair, metric: Metric, ask: Ask) -> Duel:
    """Two models' labels on the same cases."""
    where = f"the same {pair.n:,} cases, paired by {pair.by}"
    if isinstance(pair, PairedPredictions) and pair.groups is not None:
        a, b = (_by_cluster(pair, who, metric) for who in (0, 1))
        test, narrow = _led(partial(cluster_jackknife, a, b, metric=metric), metric, ask)
        return Duel(test, narrow, (), f"{where}, in {len(a)} clusters", pair.n)
    if isinstance(pair, PairedPredictions) and pair.weights is not None and pair.a.weights_are == "importance":
        sums, squares = _weighted_joint(pair, metric)
        test, narrow = _led(partial(weighted_difference, sums, squares, metric=metric), metric, ask)
        return Duel(test, narrow, (), f"{where}, with importance weights", pair.n)
    joint = pair.joint
    apart = (joint.only_a_right, joint.only_b_right)
    if metric.name in _PAIRED_SHARES:
        table = _discordance(joint, metric)
        if sum(map(sum, table)):
            options: Any = {"alternative": ask.alternative}
            test = _named(tango(table, level=ask.level, **options), metric)
            narrow = _interval(tango(table, level=ask.narrow))
            beside = _named(mcnemar(table, level=ask.level, **options), metric)
            return Duel(test, narrow, (beside,), where, joint.n, (table[0][1], table[1][0]))
    few = joint.different > 0 and (metric.binary or len(joint.labels) <= MOST_CLASSES)
    route = paired_draws if few else paired_bootstrap
    test, narrow = _led(partial(route, joint, metric=metric, rng=ask.seed), metric, ask)
    beside = _asked(partial(permutation_metric, joint, metric=metric, rng=ask.seed), metric, ask)
    return Duel(test, narrow, (beside,), where, joint.n, apart)


def paired_scores(pair: PairedPredictions, ask: Ask) -> Duel:
    """Two models' scores on the same cases: DeLong leads, with a steadied variance when a class is small."""
    where = f"the same {pair.n:,} cases, paired by {pair.by}"
    scores, truth, weights, groups = pair.scores, pair.is_positive, pair.weights, pair.groups
    if weights is not None and pair.a.weights_are == "counts":
        times = weights.astype(np.int64)
        scores = (np.repeat(scores[0], times), np.repeat(scores[1], times))
        truth, groups = np.repeat(truth, times), None if groups is None else np.repeat(groups, times)
        weights = None
    options: dict[str, Any] = {"level": ask.level, "alternative": ask.alternative}
    test = delong_paired(truth, *scores, positive=True, weights=weights, groups=groups, **options)
    sizes = int(truth.sum()), int((~truth).sum())
    if groups is not None or weights is not None or min(sizes) == 0:
        return _agreeing(Duel(test, delong_interval(test, ask.narrow), (), where, len(truth)), sizes, ask)
    swap = permutation_auc(truth, *scores, positive=True, rng=ask.seed, **options)
    if min(sizes) >= SMALL_CLASS:
        return _agreeing(Duel(test, delong_interval(test, ask.narrow), (swap,), where, len(truth)), sizes, ask)
    if min(sizes) == 1:
        narrow = permutation_auc(truth, *scores, positive=True, rng=ask.seed, level=ask.narrow)
        return _agreeing(Duel(swap, _interval(narrow), (test,), where, len(truth)), sizes, ask)
    few = partial(delong_few, truth, *scores, positive=True)
    return _agreeing(
        Duel(few(**options), _interval(few(level=ask.narrow)), (swap,), where, len(truth)), sizes, ask
    )


def independent_labels(a: ConfusionMatrix, b: ConfusionMatrix, metric: Metric, ask: Ask) -> Duel:
    """Two models' labels on different test sets."""
    where = f"different test sets of {a.n_cases:,} and {b.n_cases:,} cases"
    n = a.n_cases + b.n_cases
    if metric.pieces is not None and metric.shape == "proportion" and not (a.weighted or b.weighted):
        counts = [metric.pieces(metric.counts_of(m).astype(float)) for m in (a, b)]
        x1, n1, x2, n2 = (round(float(value)) for pieces in counts for value in pieces)
        if n1 > 0 and n2 > 0:
            test, narrow = _led(partial(miettinen_nurminen, x1, n1, x2, n2), metric, ask)
            expected = {
                f"{k}_{i}": float(v) for i, k, v in ((1, "x", x1), (1, "n", n1), (2, "x", x2), (2, "n", n2))
            }
            test = replace(_named(test, metric), details={**test.details, **expected})
            return Duel(test, narrow, (), where, n)
    test, narrow = _led(partial(independent_draws, a, b, metric=metric, rng=ask.seed), metric, ask)
    return Duel(test, narrow, (), where, n)


def independent_scores(a: Predictions, b: Predictions, ask: Ask) -> Duel:
    """Two models' scores on different test sets."""
    where = f"different test sets of {a.n:,} and {b.n:,} cases"
    columns = []
    for model in (a, b):
        if model.scores is None or model.positive is None:
            _check.fail("y_score", "be given with a positive class to compare AUC", "labels only")
        if model.weights is not None:
            _check.fail("weights", "not be given to compare AUC on different test sets", "weights")
        columns.append(model.ranking)
    test = _unpaired(columns[0], columns[1], level=ask.level, alternative=ask.alternative)
    return Duel(test, _interval(_unpaired(columns[0], columns[1], level=ask.narrow)), (), where, a.n + b.n)


def _unpaired(a: Ranking, b: Ranking, **options: Any) -> TestResult:
    """The test of areas on different cases: DeLong's, with steadied variances when a class is small."""
    fewest = min(a.n_positive, a.n_negative, b.n_positive, b.n_negative)
    return (delong_few_rankings if fewest < SMALL_CLASS else delong_rankings)(a, b, **options)


def independent_rankings(a: Ranking, b: Ranking, ask: Ask) -> Duel:
    """Two rankings of different cases; on bins the limits are those of the order that is worst for each side."""
    where = f"different test sets of {a.n:,} and {b.n:,} cases"
    if ask.alternative != "two-sided":
        _check.fail("alternative", "be 'two-sided' to compare counted rankings", ask.alternative)
    return Duel(_between(a, b, ask.level), _interval(_between(a, b, ask.narrow)), (), where, float(a.n + b.n))


def _between(a: Ranking, b: Ranking, level: float) -> TestResult:
    """DeLong's unpaired test, cautious about cases whose order is not known."""
    test = _unpaired(a, b, level=level)
    if not (a.binned or b.binned) or test.effect is None or test.effect.interval is None:
        return test
    ends = [
        _unpaired(*pair, level=level)
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


def _asked(route: Callable[..., TestResult], metric: Metric, ask: Ask) -> TestResult:
    """A test of the metric's own values, turned so that a positive effect favours A."""
    lower = metric.better == "lower"
    alternative = OTHER[ask.alternative] if lower else ask.alternative
    test = route(level=ask.level, alternative=alternative)
    return turned(test) if lower else test


def _led(route: Callable[..., TestResult], metric: Metric, ask: Ask) -> tuple[TestResult, Interval | None]:
    """The leading test, and the interval for equivalence."""
    test = _asked(route, metric, ask)
    return test, _interval(_asked(route, metric, Ask(ask.narrow, "two-sided", ask.seed)))


def _interval(test: TestResult) -> Interval | None:
    return None if test.effect is None else test.effect.interval


def _agreeing(duel: Duel, sizes: tuple[int, int], ask: Ask) -> Duel:
    """Scores that rank all cases alike leave no spread: the bound is the share of each class that may be unseen."""
    effect = duel.test.effect
    if duel.test.p_value != 1 or effect is None or (effect.interval is not None and effect.interval.width > 0):
        return duel
    if "clusters" in duel.test.details or min(sizes) == 0:
        bare = replace(effect, interval=None, note="no interval: the scores rank all cases alike")
        return replace(duel, test=replace(duel.test, effect=bare), narrow=None)

    def bound(level: float, alternative: Alternative) -> Interval:
        return unseen(sizes, level, alternative, 1.0, "no case seen that they rank apart")

    effect = replace(effect, interval=bound(ask.level, ask.alternative), note="")
    return replace(duel, test=replace(duel.test, effect=effect), narrow=bound(ask.narrow, "two-sided"))


def unseen(sizes: tuple[float, ...], level: float, alternative: Alternative, end: float, method: str) -> Interval:
    """How far a mean of differences from -end to end may lie from 0 when no case showed any (Tango's limit)."""
    z2 = quantile(tail(level, alternative), math.inf) ** 2
    most = min(end, end * sum(z2 / (size + z2) for size in sizes))
    low, high = (-end if alternative == "less" else -most), (end if alternative == "greater" else most)
    return Interval(low, high, level, method, SIDES[alternative])


def _discordance(joint: JointConfusion, metric: Metric) -> list[list[int]]:
    """[[both right, only a], [only b, both wrong]] of the cases that the metric is about."""
    which = _PAIRED_SHARES[metric.name]
    if which is not None:
        if joint.positive is None:
            _check.fail("positive", f"name the class that {metric.name} is about", "None")
        joint = joint.binary()
    size = len(joint.labels)
    of_class = np.ones(size, dtype=bool) if which is None else np.arange(size) == which
    right = np.eye(size, dtype=bool)
    right_a, right_b = right[:, :, None], right[:, None, :]
    counts = joint.counts * of_class[:, None, None]
    return [
        [int(counts[x & y].sum()) for y in np.broadcast_arrays(right_b, ~right_b, counts)[:2]]
        for x in np.broadcast_arrays(right_a, ~right_a, counts)[:2]
    ]


def _named(test: TestResult, metric: Metric) -> TestResult:
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
    from referee.data.tables import grouped_counts

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
