"""Metrics where the classes occur in other shares than in the test set, with their intervals.

Given the class counts, the answers within each class are independent of those within the others. What is assumed,
and printed, is that within each class the cases in use are like the test cases.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from referee import _check, _format
from referee.core import ConfusionMatrix, Estimate, Interval
from referee.core.types import Floats
from referee.inference._bootstrap import quantiles
from referee.inference.label_values import ONE_CLASS, Wanted, estimate
from referee.inference.mover import combine
from referee.inference.recalls import recall_limits
from referee.inference.sampler import Sampler
from referee.metrics.at_prevalence import at_prevalence
from referee.metrics.label_metric import LabelMetric
from referee.metrics.metric import kish

Prevalence: TypeAlias = float | tuple[float, float] | Interval | Mapping[Any, float] | None
"""A share of the positive class in use: a number, a range, or the share of each label."""

ASSUMPTION = "within each class, cases in use are taken to be like the test cases"


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


def shares_of(prevalence: Prevalence, matrix: ConfusionMatrix) -> Shares:
    """The shares that a user's `prevalence` means for this matrix.

    A number (of the positive class), a pair (low, high), an `Interval`, or a mapping from each label to its share.
    """
    labels = matrix.labels
    if isinstance(prevalence, dict):
        if set(prevalence) != set(labels):
            _check.fail(
                "prevalence", f"name each class ({_format.listing(labels)})", _check.show_value(prevalence)
            )
        values = np.array([_check.share(f"prevalence[{x!r}]", prevalence[x]) for x in labels])
        if abs(values.sum() - 1) > 1e-9:
            _check.fail("prevalence", "sum to 1", f"{values.sum():g}")
        return Shares(values, values, values)
    if len(labels) != 2:
        rule = "be a mapping from each class to its share when there are more than two"
        _check.fail("prevalence", rule, _check.show_value(prevalence))
    if matrix.positive is None:
        hint = f"Name the positive class, or give {{label: share}} for {_format.listing(labels)}."
        _check.fail("prevalence", "be the share of a known class", _check.show_value(prevalence), hint)
    ends = tuple(prevalence) if isinstance(prevalence, tuple | list | Interval) else (prevalence, prevalence)
    if len(ends) != 2:
        _check.fail("prevalence", "be a number or a pair (low, high)", _check.show_value(prevalence))
    low, high = (_check.fraction("prevalence", end) for end in ends)
    if low > high:
        _check.fail("prevalence", "be a pair with low <= high", _check.show_value(prevalence))
    rows = [np.array([1 - p, p]) for p in ((low + high) / 2, low, high)]
    return Shares(*rows)


def estimate_at(
    metric: LabelMetric, matrix: ConfusionMatrix, shares: Shares, *, level: float, sampler: Sampler
) -> Estimate:
    """The value of a metric with the classes in the given shares, and its interval.

    Of two classes the two recalls are independent. PPV and NPV: MOVER on the logarithm of the ratio of false to true
    answer rates, mapped. Anything else: each recall in turn at its mid-P limits, the changes of the value added in
    squares, which is MOVER where the value is linear in them. Rates within classes do not move. Of more classes:
    Dirichlet draws class by class. They err to the wide side;
    `python -m tools.validity worlds --family prevalence` measures them. References: zou2008, donner2012.
    """
    size = len(matrix.labels)
    if is_unmoved(metric, size) and not matrix.expected:
        return estimate(metric, matrix, level=level, sampler=sampler)
    n = matrix.n if matrix.squares is None else kish(matrix.counts.sum(), matrix.squares.sum())
    made = partial(Estimate, metric.name, n=n, title=metric.title)
    table = at_prevalence(matrix.counts, shares.values.tolist())
    empty = [label for label, total in zip(matrix.labels, matrix.support, strict=True) if total == 0]
    if empty:
        return made(math.nan, undefined=f"no test case of {_format.listing(empty)}")
    if metric.undefined_in(table):
        return made(math.nan, undefined=metric.undefined.sentence)
    value = float(metric.formula(table))
    if matrix.expected:
        return made(value, note="from rates without counts: a value only")
    if _is_of_truth(metric, size) and shares.certain:
        return made(value, note="as stated, not estimated")
    if size == 1:
        return made(value, note=ONE_CLASS)
    wanted = Wanted(metric, matrix, value, level, sampler)
    found: list[Interval] = []
    for share in shares.grid():
        interval, note = _interval(wanted, share)
        if interval is None:
            return made(value, note=note)
        found.append(interval)
    method = found[0].method
    if sampler.clusters is None and not shares.certain:
        method += " over the range of prevalence"
    ends = min(i.low for i in found), max(i.high for i in found)
    return made(value, interval=Interval(*ends, level, method), note=ASSUMPTION)


def _interval(wanted: Wanted, shares: Floats) -> tuple[Interval | None, str]:
    """The interval of one metric at exact shares, and a note when there is none."""
    metric, matrix, sampler, level = wanted.metric, wanted.matrix, wanted.sampler, wanted.level
    if sampler.clusters is not None:
        return wanted.cluster_interval([at_prevalence(drawn, shares.tolist()) for drawn in sampler.cluster_draws])
    if len(matrix.labels) == 2:
        answer = _answer_of(metric)
        ends = _of_recalls(wanted, shares) if answer is None else _predictive(matrix, *answer, shares, level)
        return wanted.inside(*ends, "MOVER on class recalls"), ""
    scale = float(matrix.counts.sum()) if metric.extensive else 1.0
    low, high = quantiles(metric.formula(sampler.draw_stratified(shares)), level)
    return wanted.inside(low * scale, high * scale, "Dirichlet draws by class"), ""


def is_unmoved(metric: LabelMetric, size: int) -> bool:
    """Whether the class shares do not matter: a rate within one class, or a function of such rates."""
    return _is_alike(metric, size, lambda probe: probe * np.arange(1.0, size + 1)[:, None])


def _is_of_truth(metric: LabelMetric, size: int) -> bool:
    """Whether the answers do not matter, so that stated shares are all there is to know."""
    return _is_alike(metric, size, lambda probe: np.roll(probe, 1, axis=1))


def _is_alike(metric: LabelMetric, size: int, change: Callable[[Floats], Floats]) -> bool:
    """Whether a change leaves the metric of a table whose recalls all differ."""
    probe = np.sqrt(np.arange(2.0, size * size + 2)).reshape(size, size)
    one, two = metric.formula(np.stack([probe, change(probe)])).tolist()
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


def _of_recalls(wanted: Wanted, shares: Floats) -> tuple[float, float]:
    """Limits of a function of two recalls: its changes when one of them is at its limits, added in squares.

    Where it is undefined at a limit it may be anything in its range.
    """
    recalls, *ends = recall_limits(wanted.matrix, wanted.level)
    value = float(wanted.metric.formula(at_prevalence(wanted.matrix.counts, shares.tolist())))
    total, down, up = float(wanted.matrix.counts.sum()), 0.0, 0.0
    for moved in range(2):
        at = np.where(np.arange(2) == moved, np.stack(ends), recalls)
        rows = np.stack([at, 1 - at], axis=-1)
        rows[:, 1] = rows[:, 1, ::-1]
        found = wanted.metric.formula(total * shares[:, None] * rows)
        if np.isnan(found).any():
            found = np.array(wanted.metric.range)
        down = math.hypot(down, max(0.0, value - float(found.min())))
        up = math.hypot(up, max(0.0, float(found.max()) - value))
    return value - down, value + up


def _predictive(
    matrix: ConfusionMatrix, truth: int, answer: int, shares: Floats, level: float
) -> tuple[float, float]:
    """The share of class `truth` among the cases with an answer: 1 / (1 + odds x ratio of the rates of that answer).

    The odds are those of the other class; the ratio is its rate of this answer over that of the class.
    """
    least, most = map(float, ratio_limits(*recall_limits(matrix, level), truth, answer))
    odds = float(shares[1 - truth] / shares[truth])
    return 1 / (1 + odds * most), 1 / (1 + odds * least)


def ratio_limits(recalls: Floats, lows: Floats, highs: Floats, truth: int, answer: int) -> tuple[Floats, Floats]:
    """MOVER limits of the rate of an answer in the other class over that in class `truth`, from limits of recalls.

    Recalls and limits are of shape `(..., 2)`. Where the rate in class `truth` may be 0 the upper limit is infinite.
    Reference: zou2008.

    >>> low, high = ratio_limits(np.array([0.9, 0.8]), np.array([0.8, 0.7]), np.array([0.95, 0.9]), 1, 1)
    >>> round(float(low), 3), round(float(high), 3)
    (0.062, 0.253)
    """
    own, order = np.arange(2) == answer, [1 - truth, truth]
    rates = np.where(own, (recalls, lows, highs), (1 - recalls, 1 - highs, 1 - lows))[..., order]
    return combine(rates[0], rates[1], rates[2], np.array([1.0, -1.0]), "log")
