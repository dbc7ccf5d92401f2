"""Cases and power to compare two AUCs on the same cases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from scipy.special import ndtr, ndtri, owens_t

from referee import _check
from referee._quantile import quantile
from referee.inference.steady_gaps import UNSEEN, Gaps, steady_error
from referee.planning.accuracies import cases_needed, normal_power, refuse_equal

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
    return sum(_class_factors(_check.fraction("auc", auc), _check.positive_number("ratio", ratio), variance))


def _class_factors(auc: float, ratio: float, variance: Variance) -> tuple[float, float]:
    """What the positives and the negatives add to the factor of an AUC."""
    z = float(ndtri(auc))
    if _check.choice("variance", variance, get_args(Variance)) == "binormal":
        both = auc - 2 * float(owens_t(z, math.sqrt(1 / 3)))
        factor = max(both - auc**2, 1e-300)  # the difference of nearly equal numbers
        return factor, factor / ratio
    a2 = 2 * z**2
    factor = 0.0099 * math.exp(-a2 / 2)
    return factor * (5 * a2 + 8), factor * (a2 + 8) / ratio


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

    The least number whose `power_of_auc` is the one asked for: near (z_a sqrt(V) + z_b sqrt(V1))^2 / (a - b)^2, V1 the
    variance of the difference and V that which the test sees, and more where a class has few cases. It errs as
    `power_of_auc`. Reference: obuchowski1997sample.

    >>> positives_for_auc(0.85, 0.80), positives_for_auc(0.85, 0.80, variance="obuchowski")
    (263, 345)
    """
    design = _Design.of(a, b, correlation, ratio, variance, level)
    _check.fraction("power", power)
    least = 1
    most = max(2, cases_needed(a - b, sum(design.seen), design.true, level=level, power=power))
    while design.power(most) < power:
        least, most = most, 2 * most
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if design.power(middle) < power else (least, middle)
    return most


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
    """Chance that `compare` shows the difference of two AUCs on the same cases with this many positive ones.

    Phi((|a - b| - t se) / se1): se and t are the expected error and the quantile of `referee.inference.delong_few`,
    with its floor of half a case in each class and the kurtosis of gaps of normal scores; its variance is taken as the
    mean of those with equal AUCs and with a and b. se1 is the error of the difference itself, `correlation` that of
    the two estimates. How the variance is taken was chosen on simulated designs of AUCs from .6 to .99. It errs when
    the scores are far from normal, and by its guess of the correlation.
    References: obuchowski1997sample, delong1988.

    >>> round(power_of_auc(260, 0.85, 0.80), 2), round(power_of_auc(33, 0.95, 0.92, correlation=0.9, ratio=4), 2)
    (0.8, 0.42)
    """
    design = _Design.of(a, b, correlation, ratio, variance, level)
    return design.power(_check.whole("positives", positives, least=2))


@dataclass(frozen=True)
class _Design:
    """The gap of two AUCs, what its variance times the positives is, in each class by the test, and its kurtosis."""

    gap: float
    true: float
    seen: tuple[float, float]
    kurtosis: float
    ratio: float
    tail: float

    @classmethod
    def of(cls, a: float, b: float, correlation: float, ratio: float, variance: Variance, level: float) -> _Design:
        """The design of checked numbers; the test sees the mean of the variances without and with the gap."""
        a, b = _check.fraction("a", a), _check.fraction("b", b)
        refuse_equal(a, b, 1e-9)
        r, ratio = _check.number("correlation", correlation), _check.positive_number("ratio", ratio)
        if not -1 < r < 1:
            _check.fail("correlation", "lie strictly between -1 and 1", correlation)
        of_a, of_b, middle = (_class_factors(x, ratio, variance) for x in (a, b, (a + b) / 2))
        true = [max(x + y - 2 * r * math.sqrt(x) * math.sqrt(y), 1e-300) for x, y in zip(of_a, of_b, strict=True)]
        seen = tuple((1 - r) * part + with_gap / 2 for part, with_gap in zip(middle, true, strict=True))
        tail = (1 - _check.fraction("level", level)) / 2
        return cls(abs(a - b), sum(true), (seen[0], seen[1]), _gap_kurtosis(a, b, r), ratio, tail)

    def power(self, positives: int) -> float:
        """The chance that the gap is shown, a class being two cases at least."""
        classes = []
        for size, part in zip((float(positives), positives * self.ratio), self.seen, strict=True):
            size = max(2.0, size)
            # what few cases show of it; the 2 is ours, by simulation
            kurtosis = 1 / (1 / self.kurtosis + 2 / size)
            own, floor = part / positives, (UNSEEN / size) ** 2
            sd = own * math.sqrt(max(2 / (size - 1), (kurtosis - 1) / size))
            mean = max(own, floor)
            if sd > 1e-9 * mean:  # what is expected of the larger one, where the first is seen with this error
                z = (own - floor) / sd
                mean = floor + sd * (math.exp(-z * z / 2) / math.sqrt(2 * math.pi) + z * float(ndtr(z)))
            classes.append(Gaps(size, size * mean, 1 + (kurtosis - 1) * min(1.0, own / mean) ** 2))
        se, df = steady_error(classes)
        return normal_power(self.gap, se * se, self.true / positives, -quantile(self.tail, df))


def _gap_kurtosis(a: float, b: float, correlation: float) -> float:
    """The kurtosis of the gaps of placements by two normal scores with these AUCs and this correlation of them."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(32)
    mass = np.outer(weights, weights) / weights.sum() ** 2
    shifts = math.sqrt(2) * ndtri([a, b])
    first = np.repeat(ndtr(shifts[0] + nodes)[:, None], len(nodes), axis=1)
    first -= (mass * first).sum()
    low, high, second = -0.9999, 0.9999, first
    for _ in range(40):
        rho = (low + high) / 2
        second = ndtr(shifts[1] + rho * nodes[:, None] + math.sqrt(1 - rho * rho) * nodes)
        second -= (mass * second).sum()
        shared, sizes = (mass * first * second).sum(), (mass * first**2).sum() * (mass * second**2).sum()
        low, high = (rho, high) if shared < correlation * math.sqrt(sizes) else (low, rho)
    squares = (first - second) ** 2
    spread = float((mass * squares).sum())
    return max(1.0, float((mass * squares**2).sum()) / spread**2) if spread > 1e-100 else 3.0
