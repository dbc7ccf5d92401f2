"""Metrics where the classes occur in other shares than in the test set, with their intervals.

Given the class counts, the answers within each class are independent of those within the others. What is assumed,
and printed, is that within each class the cases in use are like the test cases.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee import _check, _format
from referee.core.confusion import ConfusionMatrix
from referee.core.estimate import Estimate
from referee.core.interval import Interval
from referee.core.types import Floats
from referee.inference.sampler import Sampler
from referee.intervals import proportion, ratio
from referee.intervals.mover import mover
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.label_metric import LabelMetric

ONE_CLASS = "no interval: no other class is known (say labels=...)"

ASSUMPTION = "within each class, cases in use are taken to be like the test cases"

_Limits = tuple[float, float, str]


@dataclass(frozen=True)
class Shares:
    """The shares of the classes in use, in the order of the matrix; a range when `low` and `high` differ.

    A range gives the value at its middle and limits that hold over all of it.
    """

    values: Floats
    low: Floats
    high: Floats

    @property
    def certain(self) -> bool:
        """Whether the shares are known exactly."""
        return bool(np.array_equal(self.low, self.high))

    def grid(self) -> list[Floats]:
        """Shares that span the range."""
        if self.certain:
            return [self.values]
        return [self.low + t * (self.high - self.low) for t in np.linspace(0, 1, 17)]


def shares_of(prevalence: object, matrix: ConfusionMatrix) -> Shares:
    """The shares that a user's `prevalence` means for this matrix.

    A number (of the positive class), a pair (low, high), an `Interval`, or a mapping from each label to its share.
    """
    labels = matrix.labels
    if isinstance(prevalence, dict):
        if set(prevalence) != set(labels):
            _check.fail("prevalence", f"name each class ({_format.listing(labels)})", _check.written(prevalence))
        values = np.array([_check.share(f"prevalence[{x!r}]", prevalence[x]) for x in labels])
        if abs(values.sum() - 1) > 1e-9:
            _check.fail("prevalence", "sum to 1", f"{values.sum():g}")
        return Shares(values, values, values)
    if len(labels) != 2:
        rule = "be a mapping from each class to its share when there are more than two"
        _check.fail("prevalence", rule, _check.written(prevalence))
    if matrix.positive is None:
        hint = f"Name the positive class, or give {{label: share}} for {_format.listing(labels)}."
        _check.fail("prevalence", "be the share of a known class", _check.written(prevalence), hint)
    ends = tuple(prevalence) if isinstance(prevalence, tuple | list | Interval) else (prevalence, prevalence)
    if len(ends) != 2:
        _check.fail("prevalence", "be a number or a pair (low, high)", _check.written(prevalence))
    low, high = (_check.fraction("prevalence", end) for end in ends)
    if low > high:
        _check.fail("prevalence", "be a pair with low <= high", _check.written(prevalence))
    rows = [np.array([1 - p, p]) for p in ((low + high) / 2, low, high)]
    return Shares(*rows)


def estimate_at(
    metric: LabelMetric, matrix: ConfusionMatrix, shares: Shares, *, level: float, sampler: Sampler
) -> Estimate:
    """The value of a metric with the classes in the given shares, and its interval.

    PPV and NPV: Koopman's score interval of the ratio of false to true answer rates, mapped. Accuracy, cost and
    the predicted positive rate: MOVER on the recalls. Rates within classes do not move. Anything else: Dirichlet
    draws class by class.
    """
    if _is_unmoved(metric, len(matrix.labels)) and not matrix.expected:
        from referee.inference.label_values import estimate  # which comes here for a stated prevalence

        return estimate(metric, matrix, level=level, sampler=sampler)
    table = at_prevalence(matrix.counts, shares.values.tolist())
    n = matrix.n
    empty = [label for label, total in zip(matrix.labels, matrix.support, strict=True) if total == 0]
    if empty:
        reason = f"no test case of {_format.listing(empty)}"
        return Estimate(metric.name, math.nan, n, None, reason, title=metric.title)
    reason = "" if not metric.undefined_in(table) else metric.undefined.sentence
    if reason:
        return Estimate(metric.name, math.nan, n, None, reason, title=metric.title)
    value = float(metric.formula(table))
    if matrix.expected:
        note = "from rates without counts: a value only"
        return Estimate(metric.name, value, n, None, note=note, title=metric.title)
    if _is_of_truth(metric, len(matrix.labels)) and shares.certain:
        return Estimate(metric.name, value, n, None, note="as stated, not estimated", title=metric.title)
    if len(matrix.labels) == 1:
        return Estimate(metric.name, value, n, None, note=ONE_CLASS, title=metric.title)
    if sampler.clusters is not None:
        return _clustered(metric, value, n, shares, level, sampler)
    found = [_limits(metric, matrix, s, level, sampler) for s in shares.grid()]
    low, high = min(limits[0] for limits in found), max(limits[1] for limits in found)
    low, high = max(metric.range[0], min(low, value)), min(metric.range[1], max(high, value))
    method = found[0][2] + ("" if shares.certain else " over the range of prevalence")
    return Estimate(metric.name, value, n, Interval(low, high, level, method), note=ASSUMPTION, title=metric.title)


def _clustered(
    metric: LabelMetric, value: float, n: float, shares: Shares, level: float, sampler: Sampler
) -> Estimate:
    """The estimate when cases come in clusters: the cluster bootstrap of the table at the given shares."""
    from referee.inference.label_values import clustered

    found = []
    for share in shares.grid():
        made, note = clustered(metric, value, at_prevalence(sampler.bootstrap, share.tolist()), level, sampler)
        if made is None:
            return Estimate(metric.name, value, n, None, note=note, title=metric.title)
        found.append(made)
    low, high = min(i.low for i in found), max(i.high for i in found)
    interval = Interval(low, high, level, found[0].method)
    return Estimate(metric.name, value, n, interval, note=ASSUMPTION, title=metric.title)


def _limits(
    metric: LabelMetric, matrix: ConfusionMatrix, shares: Floats, level: float, sampler: Sampler
) -> _Limits:
    """Limits and method of one metric at exact shares."""
    from referee.inference.label_values import quantiles

    two = len(matrix.labels) == 2
    answer = _answer_of(metric) if two else None
    if answer is not None:
        low, high = _predictive(matrix, *answer, shares, level)
        return low, high, "score interval of the ratio of rates"
    weights = _linear(metric, matrix, shares) if two else None
    if weights is not None:
        low, high = _combined(matrix, weights, level)
        return low, high, "MOVER on class recalls"
    low, high = quantiles(metric.formula(sampler.stratified(shares)), level)
    scale = matrix.counts.sum() if metric.extensive else 1.0
    return low * scale, high * scale, "Dirichlet draws by class"


def _rows(matrix: ConfusionMatrix) -> list[tuple[float, float, float]]:
    """Right answers, cases and wrong answers of the negative and the positive class, in effective numbers."""
    out = []
    for k, (right, total) in enumerate(zip(np.diagonal(matrix.counts), matrix.support, strict=True)):
        scale = 1.0 if matrix.squares is None else float(total / matrix.squares[k].sum())
        out.append((float(right) * scale, float(total) * scale, float(total - right) * scale))
    return out


def _is_unmoved(metric: LabelMetric, size: int) -> bool:
    """Whether the class shares do not matter: a rate within one class, or a function of such rates."""
    probe = _probe(size)
    moved = probe * np.arange(1.0, size + 1)[:, None]
    one, two = metric.formula(np.stack([probe, moved])).tolist()
    return math.isclose(one, two, rel_tol=1e-12)


def _probe(size: int) -> Floats:
    """A table whose recalls all differ, so that a metric that looks at the class shares shows it."""
    return np.sqrt(np.arange(2.0, size * size + 2)).reshape(size, size)


def _is_of_truth(metric: LabelMetric, size: int) -> bool:
    """Whether the answers do not matter, so that stated shares are all there is to know."""
    probe = _probe(size)
    one, two = metric.formula(np.stack([probe, np.roll(probe, 1, axis=1)])).tolist()
    return math.isclose(one, two, rel_tol=1e-12)


def _answer_of(metric: LabelMetric) -> tuple[int, int] | None:
    """Of a share of the cases with one answer: the class that it counts, and that answer; None for other metrics."""
    if metric.shape != "proportion" or metric.pieces is None:
        return None
    part, whole = (np.asarray(x).reshape(2, 2) for x in metric.pieces(np.eye(4).reshape(4, 2, 2)))
    columns = whole.min(axis=0)
    if whole.sum() != 2 or columns.sum() != 1 or part.sum() != 1:
        return None
    answer = int(columns.argmax())
    return int(part[:, answer].argmax()), answer


def _predictive(
    matrix: ConfusionMatrix, truth: int, answer: int, shares: Floats, level: float
) -> tuple[float, float]:
    """The share of class `truth` among the cases with an answer: 1 / (1 + odds x ratio of the rates of that answer).

    The odds are those of the other class; the ratio is its rate of this answer over that of the class.
    """
    rows, other = _rows(matrix), 1 - truth
    rates = [(right if k == answer else wrong, total) for k, (right, total, wrong) in enumerate(rows)]
    low, high = ratio.ratio_limits(*rates[other], *rates[truth], level)
    odds = float(shares[other] / shares[truth])
    return 1 / (1 + odds * high), 1 / (1 + odds * low)


def _linear(metric: LabelMetric, matrix: ConfusionMatrix, shares: Floats) -> tuple[Floats, float] | None:
    """Weights of the two recalls and a constant, for metrics that are linear in them at fixed shares."""
    values = metric.cell_values(2)
    if values is None:
        return None
    scale = float(matrix.counts.sum()) if metric.extensive else 1.0
    wrong = np.array([values[0, 1], values[1, 0]])
    return scale * shares * (np.diagonal(values) - wrong), scale * float(shares @ wrong)


def _combined(matrix: ConfusionMatrix, linear: tuple[Floats, float], level: float) -> tuple[float, float]:
    weights, constant = linear
    rows = _rows(matrix)
    made = [proportion.proportion_interval(min(k, n), n, level, fractional=True) for k, n, _ in rows]
    rates = [k / n for k, n, _ in rows]
    lows, highs = [i.low for i in made], [i.high for i in made]
    return mover(rates, lows, highs, weights.tolist(), shift=constant)
