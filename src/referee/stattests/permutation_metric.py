"""Paired permutation test of any label metric between two models on the same cases."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from typing import Any

import numpy as np
from scipy import special

from referee import _check, _format, _rng
from referee.core.estimate import Estimate
from referee.core.test_result import Alternative, TestResult
from referee.core.types import Counts, Floats
from referee.intervals.paired_bootstrap import FEWEST, clustered, joint_of, metric_clusters, metric_counts
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric
from referee.stattests.inversion import TwoSided, convention
from referee.stattests.resamples import (
    DEFAULT,
    as_float,
    asked_beyond,
    check_resamples,
    monte_carlo_error,
    too_few,
)

_OUTCOMES = 200_000
_VALUES = 4e6


def permutation_metric(
    data: Any,
    a: Any = None,
    b: Any = None,
    *,
    metric: str | LabelMetric = "accuracy",
    alternative: Alternative = "two-sided",
    two_sided: TwoSided = "absolute",
    level: float = 0.95,
    resamples: int | None = None,
    rng: Any = None,
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
    joint = joint_of(data, a, b, **options)
    chosen = label_metric(metric)
    _check.fraction("level", level)
    asked = None if resamples is None else check_resamples(resamples)
    name = f"{chosen.name}_difference"
    result = TestResult(
        name="paired permutation test",
        null="the answers of the two models to a case are exchangeable",
        p_value=math.nan,
        alternative=alternative,
        statistic_name=f"difference of {chosen.title}",
        convention=convention(alternative, two_sided),
        errs="It also rejects when the values of the metric are equal but the models err in different ways.",
    )
    reasons = [r for r in (chosen.why_undefined(joint.a), chosen.why_undefined(joint.b)) if r]
    if reasons:
        effect = Estimate(name, math.nan, joint.n, undefined=reasons[0])
        return replace(result, effect=effect, inapplicable=reasons[0])
    observed = chosen(joint.a) - chosen(joint.b)
    details = {"different": float(joint.different), "only_a_right": float(joint.only_a_right)}
    details["only_b_right"] = float(joint.only_b_right)
    warnings: tuple[str, ...] = ()
    if joint.different == 0:
        warnings = ("The models agree on every case.",)
    pair = clustered(data)
    swaps: Swaps | ClusterSwaps
    if pair is None:
        swaps = Swaps(metric_counts(chosen, joint))
    else:
        swaps = ClusterSwaps(*metric_clusters(chosen, pair))
        if swaps.groups < FEWEST:
            reason = f"there are {_format.plural(swaps.groups, 'cluster')}: at least {FEWEST} are needed"
            return replace(result, effect=Estimate(name, observed, joint.n, note=reason), inapplicable=reason)
        details["clusters"] = float(swaps.groups)
        result = replace(result, null="the answers of the two models to a cluster of cases are exchangeable")
    if pair is None and chosen.name in ("accuracy", "error_rate"):
        sign = 1 if chosen.name == "accuracy" else -1
        p = _coin(joint.only_a_right, joint.only_b_right, alternative, sign)
        outcomes = joint.only_a_right + joint.only_b_right + 1
        details |= {"exact": 1.0, "outcomes": float(outcomes)}
    elif swaps.outcomes <= _OUTCOMES and (asked is None or asked >= swaps.outcomes):
        values, weights = swaps.all(chosen)
        p, lost = _p(values, weights, observed, alternative, two_sided)
        details |= {"exact": 1.0, "outcomes": float(swaps.outcomes), "undefined_rearrangements": float(lost)}
        if asked is not None:
            warnings += asked_beyond(asked, swaps.outcomes)
    else:
        draws = asked or DEFAULT
        seed = _rng.seed_of(rng)
        values = swaps.drawn(chosen, draws, seed)
        with_observed = np.append(values, observed)
        weights = np.full(draws + 1, 1 / (draws + 1))
        p, lost = _p(with_observed, weights, observed, alternative, two_sided)
        details |= {
            "exact": 0.0,
            "resamples": float(draws),
            "monte_carlo_error": monte_carlo_error(p, draws),
            "seed": float(seed),
            "outcomes": as_float(swaps.outcomes),
            "undefined_rearrangements": float(lost),
        }
        warnings += too_few(draws)
    if details.get("undefined_rearrangements"):
        lost = int(details["undefined_rearrangements"])
        warnings += (f"{_format.plural(lost, 'rearrangement')} without a defined value counted as extreme.",)
    note = "no interval: exchangeability names no difference to invert; see the paired bootstrap"
    return replace(
        result,
        p_value=p,
        effect=Estimate(name, observed, joint.n, note=note, title=result.statistic_name),
        statistic=observed,
        details=details,
        warnings=warnings,
    )


class Swaps:
    """The swaps of a joint table: pairs of cells (t, i, j) and (t, j, i) whose cases may change places.

    Of the `size` cases of a pair, a binomial number have the first model say i and the second say j.
    """

    def __init__(self, counts: Counts) -> None:
        k = counts.shape[0]
        both = counts + counts.transpose(0, 2, 1)
        t, i, j = np.nonzero(np.triu(np.ones((k, k)), 1) * both)
        self.sizes = both[t, i, j]
        rows = np.arange(len(t))
        self._moves = np.zeros((len(t), k * k))
        self._moves[rows, t * k + i] += 1
        self._moves[rows, t * k + j] -= 1
        agreed = np.zeros((k, k))
        diagonal = np.arange(k)
        agreed += counts[:, diagonal, diagonal]
        np.add.at(agreed, (t, j), self.sizes)
        self._start = agreed.reshape(-1)
        self._total = counts.sum(axis=2) + counts.sum(axis=1)
        self.outcomes = math.prod(int(size) + 1 for size in self.sizes)

    def all(self, metric: LabelMetric) -> tuple[Floats, Floats]:
        """The difference of the metric at every outcome, and the probability of each."""
        ranges = [np.arange(int(size) + 1) for size in self.sizes]
        grids: list[Any] = [grid.reshape(-1) for grid in np.meshgrid(*ranges, indexing="ij")]
        x: Floats = np.array(grids, dtype=np.float64).reshape(len(self.sizes), self.outcomes).T
        log = special.gammaln(self.sizes + 1) - special.gammaln(x + 1) - special.gammaln(self.sizes - x + 1)
        weights = np.exp((log - self.sizes * math.log(2)).sum(axis=1))
        return self._values(metric, x), weights / weights.sum()

    def drawn(self, metric: LabelMetric, draws: int, seed: int) -> Floats:
        """The difference of the metric after random swaps, drawn in blocks with a stream each."""
        out = np.empty(draws)
        block = max(1, int(_VALUES // max(self._moves.shape[1], len(self.sizes), 1)))
        for start in range(0, draws, block):
            rows = min(block, draws - start)
            generator = _rng.stream(seed, "permutation", start // block)
            x = generator.binomial(self.sizes, 0.5, size=(rows, len(self.sizes)))
            out[start : start + rows] = self._values(metric, x)
        return out

    def _values(self, metric: LabelMetric, x: Any) -> Floats:
        """The difference of the metric when x of the cases of each pair stand one way."""
        tables = (self._start + x.astype(np.float64) @ self._moves).reshape(len(x), *self._total.shape)
        return np.asarray(metric.formula(tables) - metric.formula(self._total - tables))


class ClusterSwaps:
    """Swaps of whole clusters: tables of both models, cluster by cluster."""

    def __init__(self, a: Floats, b: Floats) -> None:
        self.groups = len(a)
        self._half = (a - b).reshape(self.groups, -1) / 2
        self._half = self._half[np.abs(self._half).sum(axis=1) > 0]
        self._total = (a + b).sum(axis=0)
        self.outcomes = 2 ** len(self._half)

    def all(self, metric: LabelMetric) -> tuple[Floats, Floats]:
        """The difference of the metric at every pattern of swaps, and the probability of each."""
        bits = np.arange(self.outcomes)[:, None] >> np.arange(len(self._half))
        return self._values(metric, bits & 1), np.full(self.outcomes, 1 / self.outcomes)

    def drawn(self, metric: LabelMetric, draws: int, seed: int) -> Floats:
        """The difference of the metric after random swaps."""
        out = np.empty(draws)
        block = max(1, int(_VALUES // max(len(self._half), self._total.size)))
        for start in range(0, draws, block):
            rows = min(block, draws - start)
            generator = _rng.stream(seed, "cluster permutation", start // block)
            out[start : start + rows] = self._values(metric, generator.integers(0, 2, (rows, len(self._half))))
        return out

    def _values(self, metric: LabelMetric, bits: Any) -> Floats:
        tables = self._total / 2 + ((2.0 * bits - 1) @ self._half).reshape(len(bits), *self._total.shape)
        return np.asarray(metric.formula(tables) - metric.formula(self._total - tables))


def _coin(a: int, b: int, alternative: Alternative, sign: int) -> float:
    """A fair coin for each case that one model alone gets right; where a float would be 0, the least float."""
    if alternative == "two-sided":
        if a == b:
            return 1.0
        wins, factor = max(a, b), 2
    else:
        wins, factor = (a if (alternative == "greater") == (sign > 0) else b), 1
    p = factor * float(special.bdtrc(wins - 1, a + b, 0.5)) if wins else 1.0
    return min(1.0, max(p, sys.float_info.min))


def _p(
    values: Floats, weights: Floats, observed: float, alternative: Alternative, two_sided: TwoSided
) -> tuple[float, int]:
    """The probability of values at least as extreme; undefined ones count as extreme, and their number."""
    close = 1e-12 * max(1.0, abs(observed))
    above = float(weights[~(values < observed - close)].sum())
    below = float(weights[~(values > observed + close)].sum())
    if alternative != "two-sided":
        p = above if alternative == "greater" else below
    elif two_sided == "doubled":
        p = 2 * min(above, below)
    else:
        p = float(weights[~(np.abs(values) < abs(observed) - close)].sum())
    return (1.0 if p > 1 - 1e-13 else p), int(np.isnan(values).sum())
