"""Paired permutation test of any label metric between two models on the same cases."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import special

from referee import _format
from referee.core import Estimate, JointConfusion, TestResult
from referee.core.pair import Pair
from referee.core.types import Alternative, Column, Counts, Floats, Rng
from referee.inference._draws import draw
from referee.inference._result import Terms, Wording
from referee.inference._rows import too_few
from referee.inference._trial import Scope, Trial, p_of_values
from referee.inference.paired_bootstrap import clustered_pair, joint_of, metric_clusters, metric_counts
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric

_OUTCOMES = 200_000


def permutation_metric(
    data: JointConfusion | Pair | Column,
    a: Column = None,
    b: Column = None,
    *,
    metric: str | LabelMetric = "accuracy",
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    resamples: int | None = None,
    rng: Rng = None,
    **options: Any,
) -> TestResult:
    """Permutation test by swapping the answers of two models within cases, for any registered metric.

    `data` is a `JointConfusion`, a `Pair`, or the truth with the answers `a` and `b`. Cases with the
    same truth and the same two answers are alike, so the swaps inside a cell of the joint table are one binomial
    draw. Accuracy and error rate are exact (a fair coin for each case that one model alone gets right), and so is
    any metric while the outcomes are few; otherwise 9,999 permutations are drawn and p = (b + 1) / (m + 1).
    Cases of a `Pair` with groups are swapped by whole groups.
    Undefined when the metric is for either model. It errs as every test of exchangeability: models with equal
    values of the metric but different habits are not exchangeable. Reference: phipson2010.

    >>> truth, one, two = [1] * 10 + [0] * 10, [1] * 10 + [0] * 10, [1] * 4 + [0] * 16
    >>> [round(permutation_metric(truth, one, two, metric=m).p_value, 6) for m in ("accuracy", "f1")]
    [0.03125, 0.03125]
    """
    joint, chosen, pair = joint_of(data, a, b, **options), label_metric(metric), clustered_pair(data)
    words = Wording(
        "paired permutation test",
        f"the answers of the two models to a {'case' if pair is None else 'cluster of cases'} are exchangeable",
        f"difference of {chosen.title}",
        "It also rejects when the values of the metric are equal but the models err in different ways.",
    )
    trial = Trial(words, Terms(alternative, level))
    name = f"{chosen.name}_difference"
    if reason := chosen.why_undefined(joint.a) or chosen.why_undefined(joint.b):
        return trial.stop(name, joint.n, reason)
    swaps = Swaps(metric_counts(chosen, joint)) if pair is None else ClusterSwaps(*metric_clusters(chosen, pair))
    observed = chosen(joint.a) - chosen(joint.b)
    details = {name: float(getattr(joint, name)) for name in ("different", "only_a_right", "only_b_right")}
    if isinstance(swaps, ClusterSwaps):
        details["clusters"] = float(swaps.groups)
        if reason := too_few(swaps.groups):
            return trial.stop(name, joint.n, reason, observed)
    warnings: tuple[str, ...] = () if joint.different else ("The models agree on every case.",)
    note = "no interval: exchangeability names no difference to invert; see the paired bootstrap"
    effect = Estimate(name, observed, joint.n, note=note, title=trial.blank.statistic_name)
    plan = Scope(swaps.outcomes, resamples, rng)
    if pair is None and chosen.name in ("accuracy", "error_rate"):
        plan = Scope(joint.only_a_right + joint.only_b_right + 1, None, rng)
        p = _coin(joint, alternative, 1 if chosen.name == "accuracy" else -1)
        lost = 0
    else:
        p, lost = _p_of_swaps(swaps, chosen, observed, plan, trial)
        details["undefined_rearrangements"] = float(lost)
    result = plan.result(trial.blank, p, effect, counted="outcomes", **details)
    warnings += result.warnings
    if lost:
        warnings += (f"{_format.plural(lost, 'rearrangement')} without a defined value counted as extreme.",)
    return replace(result, warnings=warnings)


def _p_of_swaps(
    swaps: Swaps, metric: LabelMetric, observed: float, plan: Scope, trial: Trial
) -> tuple[float, int]:
    """The p over all outcomes while they are few, over random ones otherwise; and how many are undefined."""
    weights = None
    if plan.complete and swaps.outcomes <= _OUTCOMES:
        values, weights = swaps.all(metric)
    else:
        values = swaps.draw(metric, *plan.draw())
    close = 1e-12 * max(1.0, abs(observed))
    p = p_of_values(values, observed, trial.way, weights=weights, drawn=weights is None, close=close)
    return p, int(np.isnan(values).sum())


class Swaps:
    """The swaps of a joint table: pairs of cells (t, i, j) and (t, j, i) whose cases may change places.

    Of the `sizes` cases of a pair, a binomial number have the first model say i and the second say j.
    """

    stream = "permutation"

    def __init__(self, counts: Counts) -> None:
        k = counts.shape[0]
        both = counts + counts.transpose(0, 2, 1)
        t, i, j = np.nonzero(np.triu(np.ones((k, k)), 1) * both)
        rows = np.arange(len(t))
        moves = np.zeros((len(t), k * k))
        moves[rows, t * k + i] += 1
        moves[rows, t * k + j] -= 1
        agreed = np.zeros((k, k))
        diagonal = np.arange(k)
        agreed += counts[:, diagonal, diagonal]
        np.add.at(agreed, (t, j), both[t, i, j])
        self._set(both[t, i, j], moves, agreed, counts.sum(axis=2) + counts.sum(axis=1))

    def _set(self, sizes: Any, moves: Floats, start: Any, total: Any) -> None:
        """How many swaps of each kind there are, what one moves between cells, and the table without any."""
        self.sizes, self._moves, self._start, self._total = sizes, moves, start.reshape(-1), total
        self.outcomes = math.prod(int(size) + 1 for size in sizes)

    def all(self, metric: LabelMetric) -> tuple[Floats, Floats]:
        """The difference of the metric at every outcome, and the probability of each."""
        ranges = [np.arange(int(size) + 1) for size in self.sizes]
        grids: list[Any] = [grid.reshape(-1) for grid in np.meshgrid(*ranges, indexing="ij")]
        x: Floats = np.array(grids, dtype=np.float64).reshape(len(self.sizes), self.outcomes).T
        log = special.gammaln(self.sizes + 1) - special.gammaln(x + 1) - special.gammaln(self.sizes - x + 1)
        likelihood = np.exp(log.sum(axis=1) - log.sum(axis=1).max())
        return self._values(metric, x), likelihood / likelihood.sum()

    def draw(self, metric: LabelMetric, draws: int, seed: int) -> Floats:
        """The difference of the metric after random swaps, drawn in blocks with a stream each."""
        width = max(self._moves.shape[1], len(self.sizes))
        return draw(draws, width, seed, self.stream, lambda *block: self._values(metric, self._random(*block)))

    def _random(self, rows: int, generator: np.random.Generator) -> Any:
        return generator.binomial(self.sizes, 0.5, size=(rows, len(self.sizes)))

    def _values(self, metric: LabelMetric, x: Column) -> Floats:
        """The difference of the metric when x of the cases of each pair stand one way."""
        tables = (self._start + x.astype(np.float64) @ self._moves).reshape(len(x), *self._total.shape)
        return np.asarray(metric.formula(tables) - metric.formula(self._total - tables))


class ClusterSwaps(Swaps):
    """Swaps of whole clusters, from tables of both models, cluster by cluster."""

    stream = "cluster permutation"

    def __init__(self, a: Floats, b: Floats) -> None:
        self.groups = len(a)
        moves = (a - b).reshape(self.groups, -1)
        moves = moves[np.abs(moves).sum(axis=1) > 0]
        self._set(np.ones(len(moves)), moves, b.sum(axis=0), (a + b).sum(axis=0))

    def _random(self, rows: int, generator: np.random.Generator) -> Any:
        return generator.integers(0, 2, (rows, len(self.sizes)))


def _coin(joint: JointConfusion, alternative: Alternative, sign: int) -> float:
    """A fair coin for each case that one model alone gets right; where a float would be 0, the least float."""
    a, b = joint.only_a_right, joint.only_b_right
    if alternative == "two-sided":
        if a == b:
            return 1.0
        wins, factor = max(a, b), 2
    else:
        wins, factor = (a if (alternative == "greater") == (sign > 0) else b), 1
    p = factor * float(special.bdtrc(wins - 1, a + b, 0.5)) if wins else 1.0
    return min(1.0, max(p, sys.float_info.min))
