"""The interval that belongs to a metric: what STATISTICS calls the default, or a method by name."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from scipy.special import ndtri, stdtrit

from referee import _check, _format
from referee.core import ConfusionMatrix, Estimate, Interval
from referee.core.types import Counts
from referee.inference import bootstrap, overlap
from referee.inference._bootstrap import quantiles
from referee.inference._rows import too_few
from referee.inference.choose import choose
from referee.inference.class_average import class_average_limits, weighted_average_bias
from referee.inference.mover import mover
from referee.inference.proportion import METHODS, proportion_interval
from referee.inference.recalls import given_defined, recall_limits
from referee.inference.sampler import Sampler
from referee.inference.unseen_loss import UnseenLoss
from referee.inference.weighted_difference import delta_standard_error
from referee.inference.weighted_share import widen
from referee.metrics.label_metric import LabelMetric
from referee.metrics.sensitivity import sensitivity

GENERAL = ("dirichlet", "percentile", "basic", "bca", "delta")
"""Methods that suit any metric."""

FEW_CLUSTERS = 30
MANY_CELLS = 200_000_000
MANY_CLASSES = 141
ONE_CLASS = "no interval: no other class is known (say labels=...)"


def estimate(
    metric: LabelMetric,
    matrix: ConfusionMatrix,
    *,
    level: float = 0.95,
    method: str = "auto",
    sampler: Sampler | None = None,
) -> Estimate:
    """The value of a metric with its interval, n and method.

    `matrix` is what the formula sees (of a two-class metric the 2 x 2 table). A method for one proportion applies
    to metrics that are one, and leaves the others their default. `sampler` shares random draws between metrics;
    without one the seed is 0.

    >>> from referee.metrics import precision
    >>> e = estimate(precision, ConfusionMatrix.from_counts(tp=63, fn=37, fp=28, tn=72))
    >>> round(e.value, 3), round(e.interval.low, 3), round(e.interval.high, 3), e.n, e.interval.method
    (0.692, 0.592, 0.781, 91, 'mid-P')
    """
    _check.choice("interval", method, ("auto", *sorted(METHODS), *GENERAL))
    _check.instance("metric", metric, LabelMetric)
    _check.instance("matrix", matrix, ConfusionMatrix)
    value, n = metric.value_of(matrix), metric.n_of(matrix)
    n = int(n) if float(n).is_integer() else n
    if math.isnan(value):
        return Estimate(metric.name, math.nan, n, None, metric.why_undefined(matrix), title=metric.title)
    interval, note = None, "from rates without counts: a value only"
    if not matrix.expected:
        interval, note = Wanted(metric, matrix, value, level, sampler or Sampler(matrix, 0), method).interval()
        absent = metric.left_out_classes(matrix)
        if absent:
            note += f"{_format.plural(len(absent), 'class', 'classes')} left out: {_format.listing(absent)}"
    return Estimate(metric.name, value, n, interval, note=note, title=metric.title)


@dataclass(frozen=True)
class Wanted:
    """The interval of a metric that has a value: of which table, at which level and by which method."""

    metric: LabelMetric
    matrix: ConfusionMatrix
    value: float
    level: float
    sampler: Sampler
    method: str = "auto"

    def interval(self) -> tuple[Interval | None, str]:
        """The interval, and a note when there is none."""
        method, shape, k = self.method, self.metric.shape, len(self.matrix.labels)
        resampled = self.sampler.clusters is not None or method in ("percentile", "basic", "bca")
        if resampled and self.sampler.size * k**2 > MANY_CELLS:
            return None, f"no interval: {k} classes are too many to resample"
        if self.sampler.clusters is not None:
            made = self.cluster_share() if shape in ("rate", "proportion") else None
            return made or self.cluster_interval(self.sampler.cluster_draws)
        inner = self.metric.inner if shape == "class mean" else None
        dense = "smooth" in (shape, inner and inner.shape) or method == "dirichlet"
        if dense and k > MANY_CLASSES:
            return None, f"no interval: {k} classes are too many to draw tables of"
        if k == 1 and (dense or shape == "class mean" or method in GENERAL):
            return None, ONE_CLASS
        if method in GENERAL:
            return _GENERAL.get(method, _bootstrap_interval)(self), ""
        weighted = self.matrix.weighted and self.metric.pieces is not None
        note = "weighted: on Kish's effective number of cases" if weighted else ""
        return _LEADING[choose("value", self.metric, "cases").key](self), note

    def cluster_interval(self, sets: Sequence[Counts]) -> tuple[Interval | None, str]:
        """The interval from tables with random weights on the clusters, with few of them widened to Student's t.

        Of several sets of tables the widest limits hold. With very few clusters there is no interval, and the reason.
        Those count that hold a case which the metric is about: of a share the cases that it is a share of, else the
        cases of the rarest class.
        """
        assert self.sampler.clusters is not None
        groups, value, level = _holding(self.metric, self.sampler.clusters), self.value, self.level
        if few := too_few(groups):
            return None, f"no interval: {few}"
        values = [self.metric.formula(drawn) for drawn in sets]
        if not all(np.isfinite(v).any() for v in values):
            return None, "no interval: undefined whatever the weights of the clusters"
        ends = [quantiles(v, level) for v in values]
        low, high = min(low for low, _ in ends), max(high for _, high in ends)
        method, tail = f"gamma weights on {groups} clusters", (1 - level) / 2
        if groups < FEW_CLUSTERS:
            wider = float(stdtrit(groups - 1, tail) / ndtri(tail))
            low, high = value - wider * (value - low), value + wider * (high - value)
            method += f", widened to t({groups - 1})"
        return self.inside(low, high, method), ""

    def cluster_share(self) -> tuple[Interval | None, str] | None:
        """A share of the cases in clusters: random weights on the clusters and one unseen cluster.

        None for a share whose parts in the clusters do not add up to the whole: the largest class of a cluster need
        not be that of all.
        """
        assert self.sampler.clusters is not None
        if self.metric.pieces is None:
            return None
        part, whole = (np.asarray(x, dtype=float) for x in self.metric.pieces(self.sampler.clusters))
        if not math.isclose(part.sum(), self.value * whole.sum(), rel_tol=1e-9, abs_tol=1e-9):
            return None
        groups = int((whole > 0).sum())
        if few := too_few(groups):
            return None, f"no interval: {few}"
        low, high = UnseenLoss.of_clusters(part, whole, (0.0, 1.0)).limits((1 - self.level) / 2)
        return self.inside(low, high, f"Dirichlet weights on {groups} clusters and one unseen"), ""

    def share_interval(self, k: float, n: float) -> Interval:
        """The interval of a proportion, by the method asked for or by default."""
        return proportion_interval(min(k, n), n, self.level, method=self.method, fractional=True)

    def inside(self, low: float, high: float, method: str) -> Interval:
        """An interval cut to the metric's range that holds the value."""
        low, high = (self.value if math.isnan(limit) else limit for limit in (low, high))
        least, most = self.metric.range
        return Interval(max(least, min(low, self.value)), min(most, max(high, self.value)), self.level, method)


def _holding(metric: LabelMetric, tables: Counts) -> int:
    """The number of clusters that hold a case which a metric is about."""
    if metric.pieces is not None:
        return int((np.asarray(metric.pieces(tables)[1]) > 0).sum())
    held = (tables.sum(axis=2) > 0).sum(axis=0)
    return int(held[held > 0].min())


def _share(wanted: Wanted) -> Interval:
    """One proportion."""
    n, pieces = wanted.metric.n_of(wanted.matrix), wanted.metric.pieces
    if pieces is None:
        return wanted.share_interval(wanted.value * n, n)
    part = wanted.value * n if wanted.matrix.weighted else float(pieces(wanted.matrix.counts.astype(float))[0])
    made = wanted.share_interval(part, n)

    def sides(cells: Counts) -> tuple[float, float]:
        part, whole = pieces(cells)
        return float(part), float(whole - part)

    return widen(made, wanted.matrix, sides)


def _overlapping(wanted: Wanted) -> Interval:
    """F-beta and Jaccard: limits of the share TP / (TP + FP + FN), transformed where they are a function of it.

    F = J / (J + w (1 - J)) for F1 (w = 1/2) and the Jaccard index J itself (w = 1), w what an error weighs beside a
    hit. F-beta with another beta weighs the two errors apart and keeps a score interval of its own. Weighted
    cells are scaled to Kish's effective number; then each is the share of the hits in hits and weighed errors.
    """
    metric, counts, squares = wanted.metric, wanted.matrix.counts.astype(float), wanted.matrix.squares
    if squares is not None:
        counts = counts * counts.ravel()[1:].sum() / squares.ravel()[1:].sum()
    (_, fp), (fn, tp) = counts
    alarm, miss = overlap.error_weights(metric)
    if alarm == miss:
        share = wanted.share_interval(tp, tp + fp + fn)
        low, high = (j / (j + alarm * (1 - j)) for j in share)
        made = Interval(low, high, wanted.level, share.method)
    elif 0 in (alarm, miss):  # beta is 0, or so large that it is the recall
        made = wanted.share_interval(tp, tp + (fn if alarm == 0 else fp))
    else:
        made = overlap.fbeta_interval(tp, fp, fn, wanted.level, beta=float(metric.parameters.get("beta", 1.0)))
    factors = np.array([[0.0, alarm], [miss, 1.0]])
    made = widen(
        made, wanted.matrix, lambda cells: (float(cells[1, 1]), float(cells[0, 1] + cells[1, 0])), factors
    )
    return wanted.inside(made.low, made.high, made.method if alarm != miss else f"{made.method} on TP/(TP+FP+FN)")


def _rates(wanted: Wanted) -> Interval:
    """A function of the recalls of the classes, or of their precisions."""
    rates, matrix, k = wanted.metric.rates, wanted.matrix, len(wanted.matrix.labels)
    assert rates is not None
    if rates.scale == "identity" and rates.weights == "mean" and (k > 2 or wanted.metric.left_out_classes(matrix)):
        return _class_mean(wanted)
    recalls, lows, highs = recall_limits(matrix.transpose() if rates.of_answers else matrix, wanted.level)
    if wanted.metric.binary and not rates.of_answers:
        lows, highs = given_defined(wanted.metric, matrix, wanted.level, lows, highs)
    weights = np.full(k, 1 / k) if rates.weights == "mean" else np.array(rates.weights)
    flipped = np.array(rates.complement or (False,) * k)
    low, high = mover(
        np.where(flipped, 1 - recalls, recalls).tolist(),
        np.where(flipped, 1 - highs, lows).tolist(),
        np.where(flipped, 1 - lows, highs).tolist(),
        weights.tolist(),
        scale=rates.scale,
        shift=rates.shift,
    )
    return wanted.inside(low, high, f"MOVER on class {'precisions' if rates.of_answers else 'recalls'}")


def _class_mean(wanted: Wanted) -> Interval:
    """The plain mean over classes of a metric that has limits of its own in each, none where it is undefined."""
    inner, matrix, level = wanted.metric.inner or sensitivity, wanted.matrix, wanted.level
    tables = matrix.class_tables.astype(float)
    used = np.flatnonzero(~np.asarray(inner.undefined_in(tables)))
    lows, highs = np.full((2, len(tables)), math.nan)
    if matrix.squares is None and overlap.is_transformed_share(inner):
        lows[used], highs[used] = overlap.table_limits(inner, tables[used], (1 - level) / 2)
    elif matrix.squares is None and inner.shape == "smooth":
        drawn = inner.formula(wanted.sampler.draw_classes(used))
        lows[used], highs[used] = np.transpose([quantiles(values, level) for values in drawn.T])
    else:
        for k in used:
            table = matrix.one_vs_rest(matrix.labels[k])
            draws = Sampler(table, wanted.sampler.seed, size=wanted.sampler.size)
            own = Wanted(inner, table, inner.value_of(table), level, draws)
            lows[k], highs[k] = own.interval()[0] or (math.nan, math.nan)
    return wanted.inside(*class_average_limits(inner, matrix, lows, highs, level), "MOVER on classes, correlated")


def _dirichlet_interval(wanted: Wanted) -> Interval:
    """Any other function of the counts, and any metric: Dirichlet draws; of several sets the widest limits."""
    ends = [quantiles(values, wanted.level) for values in wanted.sampler.draw(wanted.metric)]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    if wanted.metric.average == "weighted" and wanted.metric.inner is not None:
        # the value has the bias once, and the draws of its table once more
        bias = 2 * weighted_average_bias(wanted.metric.inner, wanted.matrix)
        low, high = min(low, low - bias), max(high, high - bias)
    return wanted.inside(low, high, "Dirichlet draws")


def _by_delta(wanted: Wanted) -> Interval:
    """The delta method, for any metric."""
    _refuse_weights(wanted)
    counts = wanted.matrix.counts
    half = -ndtri((1 - wanted.level) / 2) * delta_standard_error(wanted.metric.formula, counts)
    half *= counts.sum() if wanted.metric.extensive else 1
    return wanted.inside(wanted.value - half, wanted.value + half, "delta method")


def _bootstrap_interval(wanted: Wanted) -> Interval:
    """The bootstrap, for any metric: percentile, basic or BCa."""
    kind, formula, jackknife = cast(bootstrap.Kind, wanted.method), wanted.metric.formula, None
    if kind == "bca":
        _refuse_weights(wanted)
        jackknife = bootstrap.jackknife_of(formula, wanted.matrix.counts)
    drawn = formula(wanted.sampler.bootstrap)
    low, high = bootstrap.bootstrap_limits(wanted.value, drawn, wanted.level, kind, jackknife).tolist()
    return wanted.inside(low, high, f"bootstrap {'BCa' if kind == 'bca' else kind}")


def _refuse_weights(wanted: Wanted) -> None:
    if wanted.matrix.weighted:
        word = repr(wanted.method)
        _check.fail("interval", f"not be {word} with importance weights", word, "Use 'percentile'.")


_LEADING: dict[str, Callable[[Wanted], Interval]] = {
    "share": _share,
    "overlap": _overlapping,
    "rates": _rates,
    "class mean": _class_mean,
    "table draws": _dirichlet_interval,
}
"""How the methods of the table are computed from a confusion matrix."""

_GENERAL: dict[str, Callable[[Wanted], Interval]] = {"dirichlet": _dirichlet_interval, "delta": _by_delta}
"""The methods that suit any metric; the others are kinds of bootstrap."""
