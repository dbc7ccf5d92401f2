"""The interval that belongs to a metric: what STATISTICS calls the default, or a method by name."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import ndtri, stdtrit

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.types import Counts, Values
from referee.inference import at_prevalence as stated
from referee.inference.choose import choose
from referee.inference.sampler import Sampler
from referee.intervals import bootstrap, delta, overlap, proportion
from referee.intervals.class_average import class_average_limits, weighted_average_bias
from referee.intervals.mover import mover
from referee.metrics.label_metric import LabelMetric
from referee.metrics.sensitivity import sensitivity

GENERAL = ("dirichlet", "percentile", "basic", "bca", "delta")
"""Methods that suit any metric."""

FEW_CLUSTERS = 30
MANY_CELLS = 200_000_000
MANY_CLASSES = 141
SMALL = 10
TOO_FEW_CLUSTERS = 6


def methods() -> tuple[str, ...]:
    """Every interval method by name: those for one proportion, and the general ones."""
    return ("auto", *sorted(proportion.METHODS), *GENERAL)


def default_method(n: float) -> str:
    """The default for one proportion: mid-P, and below 10 cases, where it can fall short, Clopper-Pearson."""
    return "midp" if n >= SMALL else "clopper_pearson"


def estimate(
    metric: LabelMetric,
    matrix: ConfusionMatrix,
    *,
    level: float = 0.95,
    method: str = "auto",
    sampler: Sampler | None = None,
    prevalence: stated.Shares | None = None,
) -> Estimate:
    """The value of a metric with its interval, n and method.

    `matrix` is what the formula sees (of a two-class metric the 2 x 2 table). A method for one proportion applies
    to metrics that are one, and leaves the others their default. `prevalence` gives the shares of the classes in
    use. `sampler` shares random draws between metrics; without one the seed is 0.

    >>> from referee.metrics import precision
    >>> e = estimate(precision, ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72))
    >>> round(e.value, 3), round(e.interval.low, 3), round(e.interval.high, 3), e.n, e.interval.method
    (0.692, 0.592, 0.781, 91, 'mid-P')
    """
    _check.choice("interval", method, methods())
    _check.made("metric", metric, LabelMetric)
    _check.made("matrix", matrix, ConfusionMatrix)
    sampler = sampler or Sampler(matrix, 0)
    if prevalence is not None:
        return stated.estimate_at(metric, matrix, prevalence, level=level, sampler=sampler)
    reason = metric.why_undefined(matrix)
    n = metric.n_of(matrix)
    n = int(n) if float(n).is_integer() else n
    if reason:
        return Estimate(metric.name, math.nan, n, None, reason, title=metric.title)
    value = metric.value_of(matrix)
    if matrix.expected:
        note = "from rates without counts: a value only"
        return Estimate(metric.name, value, n, None, note=note, title=metric.title)
    interval, note = _interval(metric, matrix, value, level, method, sampler)
    absent = metric.left_out(matrix)
    if absent:
        note += f"{_format.plural(len(absent), 'class', 'classes')} left out: {_format.listing(absent)}"
    return Estimate(metric.name, value, n, interval, note=note, title=metric.title)


def _interval(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> tuple[Interval | None, str]:
    """The interval of a defined metric, and a note when there is none."""
    resampled = sampler.clusters is not None or method in ("percentile", "basic", "bca")
    if resampled and sampler.size * len(matrix.labels) ** 2 > MANY_CELLS:
        return None, f"no interval: {len(matrix.labels)} classes are too many to resample"
    if sampler.clusters is not None:
        return clustered(metric, value, sampler.bootstrap, level, sampler)
    dense = metric.shape == "smooth" or method == "dirichlet"
    if dense and len(matrix.labels) > MANY_CLASSES:
        return None, f"no interval: {len(matrix.labels)} classes are too many to draw tables of"
    if len(matrix.labels) == 1 and (dense or metric.shape == "class mean" or method in GENERAL):
        return None, stated.ONE_CLASS
    if method in GENERAL:
        return _general(metric, matrix, value, level, method, sampler), ""
    made = METHODS[choose("value", metric, "cases").key](metric, matrix, value, level, method, sampler)
    weighted = matrix.weighted and metric.pieces is not None
    return made, "weighted: on Kish's effective number of cases" if weighted else ""


def _share(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """One proportion, by the method asked for or by default."""
    n = metric.n_of(matrix)
    name = default_method(n) if method == "auto" else method
    return proportion.proportion_interval(min(value * n, n), n, level, method=name, fractional=True)


def _rates(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """A function of the recalls of the classes."""
    if (
        metric.rates is not None
        and metric.rates.weights == "mean"
        and (len(matrix.labels) > 2 or metric.left_out(matrix))
    ):
        return _class_mean(metric, matrix, value, level, method, sampler)
    low, high = rates_limits(metric, matrix, level)
    return _inside(metric, value, low, high, level, "MOVER on class recalls")


def _class_mean(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """The plain mean over classes of a metric that has limits of its own in each."""
    inner = metric.inner or sensitivity
    parts = [_of_class(inner, matrix.one_vs_rest(label), level, sampler) for label in matrix.labels]
    low, high = class_average_limits(inner, matrix, parts, level)
    return _inside(metric, value, low, high, level, "MOVER on classes, correlated")


def _drawn(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """Any other function of the counts."""
    return _general(metric, matrix, value, level, "dirichlet", sampler)


def _of_class(inner: LabelMetric, table: ConfusionMatrix, level: float, sampler: Sampler) -> Interval | None:
    """The default interval of one class, none where the metric is undefined."""
    if inner.why_undefined(table):
        return None
    return _interval(inner, table, inner.value_of(table), level, "auto", sampler)[0]


def _general(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """Dirichlet draws, bootstrap or delta, for any metric."""
    if method == "dirichlet":
        drawn = sampler.drawn(metric)
        low, high = quantiles(drawn, level)
        if metric.average == "weighted" and metric.inner is not None:
            # the value has the bias once, and the draws of its table once more
            bias = 2 * weighted_average_bias(metric.inner, matrix)
            low, high = min(low, low - bias), max(high, high - bias)
        return _inside(metric, value, low, high, level, "Dirichlet draws")
    if method == "delta":
        if matrix.weighted:
            _check.fail("interval", "not be 'delta' with importance weights", "'delta'", "Use 'percentile'.")
        half = -ndtri((1 - level) / 2) * delta.delta_standard_error(metric.formula, matrix.counts)
        half *= matrix.counts.sum() if metric.extensive else 1
        return _inside(metric, value, value - half, value + half, level, "delta method")
    kind: bootstrap.Kind = "basic" if method == "basic" else "bca" if method == "bca" else "percentile"
    jackknife = None
    if kind == "bca":
        if matrix.weighted:
            _check.fail("interval", "not be 'bca' with importance weights", "'bca'", "Use 'percentile'.")
        jackknife = bootstrap.jackknife_of(metric.formula, matrix.counts)
    drawn = metric.formula(sampler.bootstrap)
    low, high = bootstrap.bootstrap_limits(value, drawn, level, kind, jackknife)
    title = {"percentile": "bootstrap percentile", "basic": "bootstrap basic", "bca": "bootstrap BCa"}[kind]
    return _inside(metric, value, float(low), float(high), level, title)


def quantiles(values: Values, level: float) -> tuple[float, float]:
    """The central interval of drawn values, undefined ones left out."""
    defined = values[np.isfinite(values)]
    if not len(defined):
        return math.nan, math.nan
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def rates_limits(metric: LabelMetric, matrix: ConfusionMatrix, level: float) -> tuple[float, float]:
    """MOVER limits of a metric that combines the recalls of the classes."""
    assert metric.rates is not None
    counts = matrix.counts.astype(float)
    totals = counts.sum(axis=1)
    recalls = np.diagonal(counts) / totals
    sizes = totals if matrix.squares is None else totals**2 / matrix.squares.sum(axis=1)
    k = len(recalls)
    weights = np.full(k, 1 / k) if metric.rates.weights == "mean" else np.array(metric.rates.weights)
    flipped = np.array(metric.rates.complement or (False,) * k)
    made = [
        proportion.proportion_interval(min(r * n, n), n, level, fractional=True)
        for r, n in zip(recalls, sizes, strict=True)
    ]
    lows, highs = np.array([i.low for i in made]), np.array([i.high for i in made])
    return mover(
        np.where(flipped, 1 - recalls, recalls).tolist(),
        np.where(flipped, 1 - highs, lows).tolist(),
        np.where(flipped, 1 - lows, highs).tolist(),
        weights.tolist(),
        scale=metric.rates.scale,
        shift=metric.rates.shift,
    )


def _overlapping(
    metric: LabelMetric, matrix: ConfusionMatrix, value: float, level: float, method: str, sampler: Sampler
) -> Interval:
    """F-beta and Jaccard: limits of the share TP / (TP + FP + FN), transformed where they are a function of it.

    F = c J / (1 + (c - 1) J) for F1 (c = 2) and the Jaccard index J itself (c = 1), c read off the formula at one hit
    and one error. F-beta with another beta weighs the two errors apart and keeps a score interval of its own. Weighted
    cells are scaled to Kish's effective number.
    """
    counts = matrix.counts.astype(float)
    tp, fp, fn = counts[1, 1], counts[0, 1], counts[1, 0]
    if matrix.squares is not None:
        scale = (tp + fp + fn) / (matrix.squares.sum() - matrix.squares[0, 0])
        tp, fp, fn = tp * scale, fp * scale, fn * scale
    alarm, miss = metric.formula(np.array([[[0.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 1.0]]])).tolist()
    if alarm != miss:
        return overlap.fbeta_interval(tp, fp, fn, level, beta=float(metric.parameters.get("beta", 1.0)))
    n, factor = tp + fp + fn, alarm / (1 - alarm)
    name = default_method(n) if method == "auto" else method
    made = proportion.proportion_interval(min(tp, n), n, level, method=name, fractional=True)
    low, high = (factor * share / (1 + (factor - 1) * share) for share in made)
    return _inside(metric, value, low, high, level, f"{made.method} on TP/(TP+FP+FN)")


def clustered(
    metric: LabelMetric, value: float, resampled: Counts, level: float, sampler: Sampler
) -> tuple[Interval | None, str]:
    """The interval from tables of resampled clusters; with few clusters their spread and Student's t.

    With very few there is none, and the reason.
    """
    assert sampler.clusters is not None
    groups = len(sampler.clusters)
    if groups < TOO_FEW_CLUSTERS:
        return None, f"no interval: {_format.plural(groups, 'cluster')} are too few ({TOO_FEW_CLUSTERS} needed)"
    drawn = metric.formula(resampled)
    defined = drawn[np.isfinite(drawn)]
    spread = float(defined.std()) * math.sqrt(groups / (groups - 1)) if len(defined) else 0.0
    if spread < 1e-12:
        if metric.shape not in ("rate", "proportion"):
            return None, "no interval: every resample of clusters gives the same value"
        made = proportion.proportion_interval(min(value, 1.0) * groups, groups, level, fractional=True)
        return Interval(made.low, made.high, level, "mid-P on the number of clusters"), ""
    if groups >= FEW_CLUSTERS:
        low, high = quantiles(drawn, level)
        return _inside(metric, value, low, high, level, f"cluster bootstrap, {groups} clusters"), ""
    half = float(stdtrit(groups - 1, (1 + level) / 2)) * spread
    method = f"cluster bootstrap error with t({groups - 1})"
    return _inside(metric, value, value - half, value + half, level, method), ""


def _inside(metric: LabelMetric, value: float, low: float, high: float, level: float, method: str) -> Interval:
    """An interval cut to the metric's range that holds the value."""
    low, high = (value if math.isnan(limit) else limit for limit in (low, high))
    return Interval(max(metric.range[0], min(low, value)), min(metric.range[1], max(high, value)), level, method)


METHODS = {
    "share": _share,
    "overlap": _overlapping,
    "rates": _rates,
    "class mean": _class_mean,
    "table draws": _drawn,
}
"""How the methods of the table are computed from a confusion matrix."""
