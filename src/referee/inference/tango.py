"""Tango's score test and interval of two paired proportions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from scipy.special import ndtr

from referee.core import TestResult
from referee.core.types import Alternative, Floats, Table
from referee.inference._result import Measured, Terms, Wording, null_of, score_result
from referee.inference._solve import edges
from referee.inference.samples import paired_counts

KnownLimits = dict[tuple[int, int, int], dict[float, tuple[float, float]]]
"""The limits of counts (b, c, n) by normal quantile."""


def tango(
    table: Table, *, difference: float = 0.0, alternative: Alternative = "two-sided", level: float = 0.95
) -> TestResult:
    """Test that two accuracies on the same cases differ by `difference` (0 unless given), by Tango's score.

    `table` is [[both right, only A right], [only B right, both wrong]]; the effect is A minus B. For a
    difference of 0 z = (b - c) / sqrt(b + c), McNemar's without correction; p is 1 when no case is discordant.
    The interval holds exactly the differences that this test does not reject. It errs slightly to either side
    at small counts. Reference: tango1998.

    >>> result = tango([[40, 6], [15, 39]])
    >>> round(result.p_value, 4), result.effect.interval.high < 0
    (0.0495, True)
    >>> low, high = tango([[40, 12], [5, 43]]).effect.interval
    >>> round(low, 4), round(high, 4)
    (-0.0119, 0.1574)
    """
    a, b, c, d = paired_counts(table)
    return tango_test(b, c, a + b + c + d, difference=difference, alternative=alternative, level=level)


def tango_test(
    b: int,
    c: int,
    n: int,
    *,
    difference: float = 0.0,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
    known: KnownLimits | None = None,
) -> TestResult:
    """`tango` of b cases that only A has right and c that only B has, of n; limits that are `known` are looked up."""
    found = {} if known is None else known.get((b, c, n), {})
    centre, null = null_of(difference, "A's", "B's")
    note = ("p is 1 because A and B are right and wrong on the same cases.",) if b + c == 0 and centre == 0 else ()
    errs = "It errs slightly to either side of its level when few cases are discordant."
    return score_result(
        Wording("Tango's score test of paired proportions", null, "z", errs, method="Tango"),
        Measured((b - c) / n, float(tango_error(b, c, n, centre)) / n, n),
        partial(_limits_at, b, c, n, found),
        Terms(alternative, level),
        centre=centre,
        details={"b": float(b), "c": float(c)},
        warnings=note,
    )


def _limits_at(
    b: int, c: int, n: int, known: dict[float, tuple[float, float]], z: float
) -> tuple[Floats | float, Floats | float]:
    """The limits for a normal quantile, looked up where they are known."""
    return known.get(z) or tango_limits(b, c, n, z)


def find_limits(tables: Iterable[tuple[int, int, int]], quantiles: Iterable[float]) -> KnownLimits:
    """The limits of many counts (b, c, n) for some normal quantiles, looked for together.

    >>> found = find_limits([(12, 5, 100), (3, 9, 100)], [1.96])
    >>> [round(x, 4) for x in found[12, 5, 100][1.96]]
    [-0.0119, 0.1574]
    """
    distinct = list(dict.fromkeys(tables))
    out: KnownLimits = {table: {} for table in distinct}
    for z in quantiles if distinct else ():
        b, c, n = np.array(distinct, dtype=float).T
        for table, ends in zip(distinct, np.transpose(tango_limits(b, c, n, z)).tolist(), strict=True):
            out[table][z] = tuple(ends)
    return out


def tango_ps(b: Any, c: Any, n: Any) -> Floats:
    """The two-sided p of no difference, for arrays of counts, as `tango` gives it for one.

    >>> tango_ps([6, 3], [15, 3], [100, 100]).round(4).tolist(), round(tango([[40, 6], [15, 39]]).p_value, 4)
    ([0.0495, 1.0], 0.0495)
    """
    b, c, n = (np.asarray(v, dtype=float) for v in (b, c, n))
    with np.errstate(invalid="ignore"):
        z = (b - c) / n / (tango_error(b, c, n, 0.0) / n)
    return np.where(b == c, 1.0, np.minimum(1.0, 2 * ndtr(-np.abs(z))))


def tango_limits(b: Any, c: Any, n: Any, z: Floats | float) -> tuple[Floats, Floats]:
    """Both limits for arrays of counts: b only A right, c only B right, n cases; z may be an array as well."""
    b, c, n, z = np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (b, c, n, z)))
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
