"""Cases and power to compare two AUCs on the same cases."""

from __future__ import annotations

import math
from typing import Literal, get_args

from scipy.special import ndtri, owens_t

from referee import _check
from referee.planning._terms import cases_needed, level_quantile, normal_power, refuse_equal

Variance = Literal["binormal", "obuchowski"]


def auc_variance_factor(auc: float, ratio: float, *, variance: Variance = "binormal") -> float:
    """Variance of an AUC times the number of positive cases, with `ratio` negatives to each positive.

    "binormal": what DeLong's variance is on average for normal scores of equal spread, (Q - AUC^2) (1 + 1 / ratio), Q
    the chance that one case of a class is ranked right against two of the other. "obuchowski": her form for rating
    data, 0.0099 exp(-a^2 / 2) (5 a^2 + 8 + (a^2 + 8) / ratio), a = 1.414 probit(AUC), up to twice as large. It
    errs when the spreads of the classes differ. References: delong1988, obuchowski1997sample.

    >>> round(auc_variance_factor(0.8, 1.0), 4), round(auc_variance_factor(0.8, 1.0, variance="obuchowski"), 4)
    (0.0943, 0.1194)
    """
    z = float(ndtri(_check.fraction("auc", auc)))
    ratio = _check.positive_number("ratio", ratio)
    if _check.choice("variance", variance, get_args(Variance)) == "binormal":
        both = auc - 2 * float(owens_t(z, math.sqrt(1 / 3)))
        return max(both - auc**2, 1e-300) * (1 + 1 / ratio)  # the difference of nearly equal numbers
    a2 = 2 * z**2
    return 0.0099 * math.exp(-a2 / 2) * (5 * a2 + 8 + (a2 + 8) / ratio)


def positives_for_auc(
    a: float,
    b: float,
    *,
    correlation: float = 0.5,
    ratio: float = 1.0,
    power: float = 0.8,
    level: float = 0.95,
    variance: Variance = "binormal",
) -> int:
    """Positive cases needed (with `ratio` negatives each) to tell AUC a from AUC b on the same cases, two-sided.

    n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (a - b)^2, V0 and V1 the variances of the difference when the AUCs are
    equal and when they are a and b, `correlation` that of the two estimates. It errs when the scores are far from
    normal, and by its guess of the correlation. Reference: obuchowski1997sample.

    >>> positives_for_auc(0.85, 0.80), positives_for_auc(0.85, 0.80, variance="obuchowski")
    (260, 344)
    """
    null, true = _variance_factors(a, b, correlation, ratio, variance)
    return cases_needed(a - b, null, true, level=level, power=power)


def power_of_auc(
    positives: int,
    a: float,
    b: float,
    *,
    correlation: float = 0.5,
    ratio: float = 1.0,
    level: float = 0.95,
    variance: Variance = "binormal",
) -> float:
    """Chance that a paired test shows the difference of two AUCs with this many positive cases.

    >>> round(power_of_auc(260, 0.85, 0.80), 2)
    0.8
    """
    n = _check.whole("positives", positives, least=2)
    null, true = _variance_factors(a, b, correlation, ratio, variance)
    return normal_power(abs(a - b), null / n, true / n, level_quantile(level))


def _variance_factors(
    a: float, b: float, correlation: float, ratio: float, variance: Variance
) -> tuple[float, float]:
    a, b = _check.fraction("a", a), _check.fraction("b", b)
    refuse_equal(a, b, 1e-9)
    r = _check.number("correlation", correlation)
    if not -1 < r < 1:
        _check.fail("correlation", "lie strictly between -1 and 1", correlation)
    middle, va, vb = (auc_variance_factor(x, ratio, variance=variance) for x in ((a + b) / 2, a, b))
    return 2 * middle * (1 - r), max(va + vb - 2 * r * math.sqrt(va) * math.sqrt(vb), 1e-300)
