"""The score interval for F-beta and the Jaccard index."""

from __future__ import annotations

import math

from referee import _check
from referee.core import Interval
from referee.inference._solve import root
from referee.inference.proportion import wilson, z_of

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
