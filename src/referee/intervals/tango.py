"""Tango's score interval of the difference of two paired proportions."""

from __future__ import annotations

from typing import Any

import numpy as np

from referee.core import Interval
from referee.core.types import Floats
from referee.intervals._solve import edges
from referee.intervals.two_by_two import Side, difference, paired_counts, quantile


def tango(table: Any, level: float = 0.95, *, side: Side = "two") -> Interval:
    """Interval of the difference of two accuracies on the same cases: what the score test does not reject.

    `table` is [[both right, only A right], [only B right, both wrong]]; the difference is A's accuracy minus
    B's. It excludes 0 exactly when McNemar's chi-square without correction does. It errs a little short when
    there are few cases. Reference: tango1998.

    >>> ci = tango([[40, 12], [5, 43]])
    >>> round(ci.low, 4), round(ci.high, 4)
    (-0.0119, 0.1574)
    """
    a, b, c, d = paired_counts(table)
    low, high = tango_limits(b, c, a + b + c + d, quantile(level, side))
    return difference(low, high, level, "Tango", side)


def tango_limits(b: Any, c: Any, n: Any, z: float) -> tuple[Floats, Floats]:
    """Both limits for arrays of counts: b only A right, c only B right, n cases."""
    b, c, n = (np.asarray(v, dtype=float) for v in (b, c, n))
    return edges((b - c) / n, lambda delta: z * tango_error(b, c, n, delta) / n)


def tango_error(b: Any, c: Any, n: Any, delta: Any) -> Floats:
    """Standard error of b - c when the difference is `delta`, at the best-fitting discordant rates.

    With delta >= 0 (else b and c change places) the rate q of the c cell is the root of
    2 n q^2 + ((2 n - b + c) delta - b - c) q - c delta (1 - delta); the variance is n (2 q + delta (1 - delta)).
    """
    size = np.abs(delta)
    more, less = np.where(delta >= 0, b, c), np.where(delta >= 0, c, b)
    line = (2 * n - more + less) * size - more - less
    product = less * size * (1 - size)
    root = np.sqrt(line**2 + 8 * n * product)
    with np.errstate(divide="ignore", invalid="ignore"):
        q = np.where(line > 0, 2 * product / (line + root), (root - line) / (4 * n))
    return np.asarray(np.sqrt(n * (2 * q + size * (1 - size))))
