"""How intervals of a proportion behave: their coverage, their width by the number of cases, their limits as curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from referee import _check
from referee.core import Curve
from referee.core.estimate import WidthRow
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


def width_by_n(
    value: float,
    n: Sequence[int] = (20, 50, 100, 500, 1000, 5000),
    *,
    level: float = 0.95,
    method: str = "midp",
) -> list[WidthRow]:
    """The interval of a measured proportion for several numbers of cases (Tan et al., Example 4.4; Duda, figure 9.10).

    The proportion is taken as it is, also where value x n is no whole number of cases.

    >>> for row in width_by_n(0.8, [20, 100], method="wilson"):
    ...     print(row.n, round(row.low, 3), round(row.high, 3))
    20 0.584 0.919
    100 0.711 0.867
    """
    value = _check.share("value", value)
    rows = []
    for size in _check.items("n", n, "numbers of cases"):
        count = _check.whole("n", size, least=1)
        k = round(value * count, 9)
        ci = proportion_interval(k, count, level, method=method, fractional=True)
        rows.append(WidthRow(count, k, ci.low, ci.high, ci.width))
    return rows


def limit_curves(n: int, *, method: str = "clopper_pearson", level: float = 0.95) -> tuple[Curve, Curve]:
    """The lower and the upper limit of a proportion for every measured share k / n.

    Several n in one picture are Figure 9.10: `referee.plot({f"n = {n}": limit_curves(n) for n in (10, 50, 250)})`. For
    n above 100 the limits stand at every hundredth. Never undefined. It errs as the interval of `method` does.
    Reference: duda2001.

    >>> low, high = limit_curves(10)
    >>> low.x[2].item(), round(low.y[2].item(), 4), round(high.y[2].item(), 4)
    (0.2, 0.0252, 0.5561)
    """
    n = _check.whole("n", n, least=1)
    counts = np.unique(np.rint(np.linspace(0, n, min(n, 100) + 1)))
    found = [proportion_interval(float(k), n, level, method=method) for k in counts]
    axes: Any = {"x_name": "measured share", "y_name": "true share", "title": "Limits of the true share"}
    ends = np.array([(one.low, one.high) for one in found])
    low, high = (
        Curve(f"{side} limit", counts / n, ends[:, i], **axes) for i, side in enumerate(("lower", "upper"))
    )
    return low, high
