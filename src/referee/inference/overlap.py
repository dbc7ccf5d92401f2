"""Score intervals of F-beta and the Jaccard index, and the default limits of shares and overlaps in many tables."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import betaincinv

from referee import _check
from referee.core import Estimate, Interval
from referee.core.types import Counts, Floats
from referee.inference._solve import root
from referee.inference.proportion import METHODS, SMALL, default_method, midp_intervals, wilson, z_of
from referee.metrics.label_metric import LabelMetric

Triple = tuple[float, float, float]


def fbeta_interval(tp: float, fp: float, fn: float, level: float, *, beta: float = 1.0) -> Interval:
    """Interval of F-beta by a score test given the m = TP + FP + FN cases that it looks at.

    F >= f means that g = (1 + b^2)(1 - f) TP - f (b^2 FN + FP) is not negative; it has mean 0 at F = f. The limits
    are the f where |g| = z sd(g), sd under the most likely cell shares with mean 0. For F1 this is Wilson's
    interval on the Jaccard index J = TP / m, mapped by F = 2 J / (1 + J); `evaluate` maps mid-P limits in its place.
    It is right (94-97% measured) under random sampling of cases, also for rare classes where delta and bootstrap fall
    to 55-73%; not for class counts fixed beforehand.

    >>> ci = fbeta_interval(2, 1, 1, 0.95)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.261, 0.919)
    """
    tp, fp, fn = _cells(tp, fp, fn)
    beta, level = min(_check.positive_number("beta", beta), 1e100), _check.fraction("level", level)
    value = (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)
    method = "score on TP/(TP+FP+FN)"
    if beta == 1:
        j = wilson(tp, tp + fp + fn, level, fractional=True)
        return Interval(2 * j.low / (1 + j.low), 2 * j.high / (1 + j.high), level, method)
    z = z_of((1 - level) / 2)

    def excess(f: float) -> float:
        return _score((tp, fn, fp), ((1 + beta**2) * (1 - f), -f * beta**2, -f))

    low = 0.0 if value == 0 else root(lambda f: z - excess(f), 0.0, value)
    high = 1.0 if value == 1 else root(lambda f: -z - excess(f), value, 1.0)
    return Interval(min(low, value), max(high, value), level, method)


def jaccard_interval(tp: float, fp: float, fn: float, level: float) -> Interval:
    """Interval of the Jaccard index: Wilson's, given the TP + FP + FN cases that it looks at.

    >>> ci = jaccard_interval(2, 1, 1, 0.95)
    >>> round(ci.low, 3), round(ci.high, 3)
    (0.15, 0.85)
    """
    tp, fp, fn = _cells(tp, fp, fn)
    j = wilson(tp, tp + fp + fn, level, fractional=True)
    return Interval(j.low, j.high, level, "score on TP/(TP+FP+FN)")


def _cells(tp: float, fp: float, fn: float) -> Triple:
    """The counts, checked; a weighted count may be a fraction, and one must be above 0."""
    cells = _check.number("tp", tp), _check.number("fp", fp), _check.number("fn", fn)
    if min(cells) < 0 or not 0 < sum(cells) <= _check.MOST:
        _check.fail("tp", "be a count at least 0, as `fp` and `fn`, and not all 0", repr((tp, fp, fn)))
    return cells


def _score(cells: Triple, g: Triple) -> float:
    """Sum of g over the cases, over its standard deviation when its mean is 0.

    The most likely shares with mean 0 are cells_i / (m + t g_i), t such that they give mean 0; an empty cell counts
    as a speck, so that they exist on the border too.
    """
    m = sum(cells)
    total = sum(n * x for n, x in zip(cells, g, strict=True))
    if max(g) <= 0 or min(g) >= 0:
        return math.copysign(math.inf, total) if total else 0.0
    pairs = [(max(n, 1e-12 * m), x) for n, x in zip(cells, g, strict=True)]
    ends = -m / max(g) * (1 - 1e-15), -m / min(g) * (1 - 1e-15)
    t = root(lambda t: -sum(n * x / (m + t * x) for n, x in pairs), *ends)
    return total / math.sqrt(m * sum(n * x * x / (m + t * x) for n, x in pairs))


def share_limits(k: Floats, n: Floats, tail: float) -> tuple[Floats, Floats]:
    """The default limits of many proportions at once.

    >>> low, high = share_limits(np.array([3.0, 12.0]), np.array([5.0, 40.0]), 0.025)
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.147, 0.174], [0.947, 0.454])
    """
    low, high = midp_intervals(k, n, tail)
    few = np.flatnonzero(n < SMALL)
    if few.size:
        low[few], high[few] = beta_lows(k[few], n[few], tail), 1 - beta_lows(n[few] - k[few], n[few], tail)
    return low, high


def beta_lows(k: Floats, n: Floats, tail: float) -> Floats:
    """The lower Clopper-Pearson limits of many counts; upper ones are their mirror images."""
    return np.where(k > 0, betaincinv(np.maximum(k, 1e-9), n - k + 1, tail), 0.0)


def table_limits(metric: LabelMetric, tables: Counts, tail: float) -> tuple[Floats, Floats]:
    """The default limits of a share, or of an overlap, in each of many two-class tables `(tables, 2, 2)`."""
    if metric.pieces is not None:
        part, whole = (np.broadcast_to(x, len(tables)).astype(float) for x in metric.pieces(tables))
        return share_limits(part, whole, tail)
    tp = tables[:, 1, 1]
    weight = error_weights(metric)[0]
    low, high = share_limits(tp, tables.sum(axis=(1, 2)) - tables[:, 0, 0], tail)
    return low / (low + weight * (1 - low)), high / (high + weight * (1 - high))


def estimate_shares(metric: LabelMetric, counts: Counts, level: float) -> list[Estimate]:
    """A share, or a measure that is a function of one, in each of many two-class tables: all limits at once."""
    about = counts.sum(axis=(1, 2)) - counts[:, 0, 0] if metric.pieces is None else metric.pieces(counts)[1]
    used = np.flatnonzero(~np.asarray(metric.undefined_in(counts)))
    values = np.clip(metric.formula(counts), *metric.range).tolist()
    lows, highs = np.full((2, len(counts)), math.nan)
    lows[used], highs[used] = table_limits(metric, counts[used], (1 - level) / 2)
    suffix, out = " on TP/(TP+FP+FN)" if metric.pieces is None else "", []
    words = {name: METHODS[name](0, 1).method + suffix for name in set(map(default_method, about.tolist()))}
    for value, low, high, n in zip(values, lows.tolist(), highs.tolist(), map(int, about), strict=True):
        if math.isnan(value):
            out.append(Estimate(metric.name, math.nan, n, None, metric.undefined.sentence, title=metric.title))
            continue
        interval = Interval(min(low, value), max(high, value), level, words[default_method(n)])
        out.append(Estimate(metric.name, value, n, interval, title=metric.title))
    return out


def is_transformed_share(metric: LabelMetric) -> bool:
    """Whether the limits of a metric in a two-class table are a function of those of one share."""
    return metric.pieces is not None or (metric.shape == "overlap" and len(set(error_weights(metric))) == 1)


def error_weights(metric: LabelMetric) -> tuple[float, float]:
    """What a false alarm and a miss weigh beside a hit, read off tables with one hit and one of either."""
    alarm, miss = metric.formula(np.array([[[0.0, 1.0], [0.0, 1.0]], [[0.0, 0.0], [1.0, 1.0]]])).tolist()
    return (1 - alarm) / alarm, (1 - miss) / miss
