"""How often an interval of a proportion holds the true one, by summing over all outcomes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee import _check
from referee.core import Curve
from referee.inference.proportion import METHODS, proportion_interval
from referee.inference.tables import binomial_pmf


def coverage(n: int, p: float, *, method: str = "midp", level: float = 0.95) -> float:
    """The probability that the interval of k successes in n holds the true proportion p.

    The sum of C(n, k) p^k (1 - p)^(n - k) over the k whose interval at `level` holds p; exact, nothing is drawn.
    `method` is one of `proportion_interval`'s. Never undefined. It errs by rounding alone, about 1e-12; it jumps with
    p and n, because outcomes are whole numbers. Reference: brown2001.

    >>> [round(coverage(30, 0.02, method=m), 3) for m in ("wald", "wilson")]
    [0.454, 0.978]
    """
    n, p = _check.whole("n", n, least=1), _check.share("p", p)
    _check.choice("method", method, sorted(METHODS))
    held = [k for k in range(n + 1) if p in proportion_interval(k, n, level, method=method)]
    return sum(binomial_pmf(k, n, p) for k in held)


def coverage_curve(
    p: float, n: Sequence[int] = tuple(range(5, 105, 5)), *, method: str = "midp", level: float = 0.95
) -> Curve:
    """The coverage of an interval against the number of cases, for one true proportion.

    As `coverage` for each n. A method that keeps its promise stays near the level. It errs as `coverage` does.
    Reference: brown2001.

    >>> curve = coverage_curve(0.3, [40], method="wald")
    >>> curve.x.tolist(), curve.y.round(3).tolist()
    ([40.0], [0.93])
    """
    sizes = [_check.whole("n", size, least=1) for size in _check.items("n", n, "numbers of cases")]
    y = [coverage(size, p, method=method, level=level) for size in sizes]
    x = np.array(sizes, dtype=float)
    return Curve(
        method, x, np.array(y), x_name="cases n", y_name="coverage", facts={"level": level}, title="Coverage"
    )
