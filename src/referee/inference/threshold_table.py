"""Measures with intervals over the thresholds of a score."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from referee import _check
from referee.core import ConfusionMatrix, Curve, Estimate, ThresholdTable
from referee.core.types import Array, Label
from referee.inference.at_prevalence import ratio_limits
from referee.inference.label_values import estimate
from referee.inference.overlap import estimate_shares, is_transformed_share
from referee.inference.proportion import midp_intervals
from referee.inference.sampler import Sampler
from referee.metrics.label_metric import LabelMetric
from referee.metrics.registry import label_metric

MOST = 512
MEASURES = (
    "accuracy",
    "balanced_accuracy",
    "sensitivity",
    "specificity",
    "precision",
    "negative_predictive_value",
    "f1",
    "mcc",
    "kappa",
    "youden_j",
    "g_mean",
    "positive_likelihood_ratio",
    "negative_likelihood_ratio",
)


def threshold_table(
    roc: Curve,
    *,
    labels: Sequence[Label] = ("negative", "positive"),
    measures: Iterable[str | LabelMetric] = MEASURES,
    keep: Iterable[float] = (),
    most: int = 201,
    level: float = 0.95,
    intervals: bool = True,
    rng: int = 0,
) -> ThresholdTable:
    """Every measure at up to `most` thresholds of a ROC curve that knows its counts, each with its default interval.

    The thresholds are spread evenly along the curve (in FPR + TPR), so that both classes are seen; those in `keep`
    are always there. A row says exactly what `referee.evaluate` says with that threshold, level and seed. It errs
    when a threshold is chosen from it: the values there flatter. `intervals=False` leaves values only, for weighted
    or dependent cases. Undefined (no rows) when the curve is.

    >>> from referee.core import Ranking
    >>> from referee.curves import roc
    >>> r = Ranking.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.8, 0.3, 0.1], positive=1)
    >>> t = threshold_table(roc(r), measures=["sensitivity"])
    >>> [(float(x), round(m[0].value, 3)) for x, m in zip(t.thresholds, t.measures)][:3]
    [(inf, 0.0), (0.9, 0.333), (0.8, 0.667)]
    """
    _check.instance("roc", roc, Curve)
    if roc.tp is None or roc.fp is None or roc.thresholds is None:
        _check.fail("roc", "be a ROC curve with its counts and thresholds", roc.name)
    most = _check.whole("most", most, least=2)
    if most > MOST:
        _check.fail("most", f"be at most {MOST}", most)
    names = tuple(labels)
    if len(names) != 2:
        _check.fail("labels", "be two, the positive one last", f"{len(names)} labels")
    chosen = [label_metric(m) for m in measures]
    rows = _spread_positions(roc, most, keep) if roc.defined else np.zeros(0, dtype=int)
    tp, fp = roc.tp[rows], roc.fp[rows]
    cells = [[roc.negatives - fp, fp], [roc.positives - tp, tp]]
    counts = np.moveaxis(np.array(cells), -1, 0) if len(rows) else np.zeros((0, 2, 2))
    matrices = [ConfusionMatrix(table, names, names[1]) for table in counts]
    found = roc.thresholds[rows], counts
    if not intervals:
        values = tuple(tuple(_value(m, matrix) for m in chosen) for matrix in matrices)
        return ThresholdTable(*found, values, (names[0], names[1]), level)
    samplers = [Sampler(matrix, rng) for matrix in matrices]
    columns = [
        estimate_shares(m, counts.astype(float), level)
        if is_transformed_share(m)
        else [estimate(m, s.matrix, level=level, sampler=s) for s in samplers]
        for m in chosen
    ]
    made = tuple(zip(*columns, strict=True)) if columns else ((),) * len(rows)
    hits, sizes = counts[:, [0, 1], [0, 1]].astype(float).ravel(), counts.sum(axis=2).astype(float).ravel()
    tail = (1 - level) / 2
    low, high = midp_intervals(hits, sizes, tail)
    recalls, low, high = (x.reshape(-1, 2) for x in (hits / sizes, low, high))
    ratios = np.stack([np.stack(ratio_limits(recalls, low, high, k, k), axis=-1) for k in range(2)], axis=1)
    limits = np.stack([low, high], axis=-1)
    return ThresholdTable(*found, made, (names[0], names[1]), level, "", limits, ratios)


def _value(metric: LabelMetric, matrix: ConfusionMatrix) -> Estimate:
    """A measure without an interval."""
    reason = metric.why_undefined(matrix)
    value = math.nan if reason else metric.value_of(matrix)
    return Estimate(metric.name, value, metric.n_of(matrix), undefined=reason or None, title=metric.title)


def _spread_positions(roc: Curve, most: int, keep: Iterable[float]) -> Array:
    """Positions on the curve: the ends, the thresholds to keep, and the rest evenly along it."""
    if len(roc) <= most:
        return np.arange(len(roc))
    assert roc.thresholds is not None
    kept = {0, len(roc) - 1}
    for threshold in keep:
        here = np.flatnonzero(roc.thresholds >= threshold)
        if len(here) and len(kept) < most // 2:
            kept.add(int(here[-1]))
    along = roc.x + roc.y
    even = np.searchsorted(along, np.linspace(along[0], along[-1], most - len(kept)))
    return np.array(sorted(kept | {int(i) for i in even}))
