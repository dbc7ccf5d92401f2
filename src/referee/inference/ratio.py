"""The score interval for a ratio of two independent proportions."""

from __future__ import annotations

import math

from referee import _check
from referee.inference._solve import root
from referee.inference.proportion import z_of


def ratio_limits(x1: float, n1: float, x2: float, n2: float, level: float) -> tuple[float, float]:
    """Limits of (x1/n1) / (x2/n2): the ratios that Koopman's score test does not reject.

    With p2 the most likely second proportion when the ratio is r (the smaller root of a quadratic), the test
    statistic is (x1 - n1 r p2)^2 / (n1 r p2 (1 - r p2)) + (x2 - n2 p2)^2 / (n2 p2 (1 - p2)). The upper limit is
    infinite when x2 is 0, the lower 0 when x1 is 0. Reference: koopman1984.

    >>> low, high = ratio_limits(28, 100, 63, 100, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.311, 0.622)
    """
    level = _check.fraction("level", level)
    n1, n2 = _check.positive_number("n1", n1), _check.positive_number("n2", n2)
    for arg, x, n in (("x1", x1, n1), ("x2", x2, n2)):
        if not 0 <= _check.number(arg, x) <= n * (1 + 1e-9):  # sums of weights are rounded
            _check.fail(arg, f"lie between 0 and its n = {n:g}", x)
    if x1 == 0 and x2 == 0:
        return 0.0, math.inf
    threshold = z_of((1 - level) / 2) ** 2
    low = 0.0 if x1 == 0 else _limit(x1, n1, x2, n2, threshold)
    high = math.inf if x2 == 0 else 1 / _limit(x2, n2, x1, n1, threshold)
    return low, high


def _limit(x1: float, n1: float, x2: float, n2: float, threshold: float) -> float:
    """The ratio below the estimate where the statistic equals the threshold, searched on the log scale."""
    centre = math.log((x1 / n1) / (x2 / n2)) if x2 > 0 else math.log(n2 * 1e6)
    step = 1.0
    while _statistic(x1, n1, x2, n2, math.exp(centre - step)) < threshold:
        step *= 2
        if step > 600:
            return 0.0
    found = root(lambda t: threshold - _statistic(x1, n1, x2, n2, math.exp(t)), centre - step, centre)
    return math.exp(found)


def _statistic(x1: float, n1: float, x2: float, n2: float, r: float) -> float:
    a = r * (n1 + n2)
    b = -(r * (n1 + x2) + x1 + n2)
    p2 = (-b - math.sqrt(max(0.0, b * b - 4 * a * (x1 + x2)))) / (2 * a)
    p2 = min(max(p2, 1e-300), 1.0, 1 / r)
    p1 = r * p2
    out = 0.0
    for x, n, p in ((x1, n1, p1), (x2, n2, p2)):
        gap, spread = x - n * p, n * p * (1 - p)
        if gap != 0:
            out += gap * gap / spread if spread > 0 else math.inf
    return out
