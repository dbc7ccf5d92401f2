"""Cases and power to compare the accuracies of two models, on different cases or on the same (McNemar)."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from scipy.special import bdtrc, xlog1py, xlogy
from scipy.special import gammaln as _lgamma

from referee import _check
from referee.inference.mcnemar import midp_of_discordant
from referee.planning._terms import cases_needed, level_quantile, normal_power, refuse_equal


def cases_for_independent(
    a: float, b: float, *, power: float = 0.8, level: float = 0.95, ratio: float = 1.0
) -> int:
    """Cases needed in the first test set, `ratio` times as many in the second, to tell accuracy a from b.

    n = (z_a sqrt((1 + 1/r) p q) + z_b sqrt(a (1-a) + b (1-b) / r))^2 / (a - b)^2, p the pooled accuracy, two-sided.
    Two test sets need several times the cases of one shared set: pair when you can. Reference: fleiss1981.

    >>> cases_for_independent(0.85, 0.75)
    250
    """
    a, b = _check.share("a", a), _check.share("b", b)
    ratio = _check.positive_number("ratio", ratio)
    refuse_equal(a, b, 1e-7)
    pooled = (a + ratio * b) / (1 + ratio)
    null, true = (1 + 1 / ratio) * pooled * (1 - pooled), a * (1 - a) + b * (1 - b) / ratio
    return cases_needed(a - b, null, true, level=level, power=power)


def power_of_independent(n_a: int, n_b: int, a: float, b: float, *, level: float = 0.95) -> float:
    """Chance that a pooled z test shows the difference of two accuracies measured on n_a and n_b cases.

    >>> round(power_of_independent(250, 250, 0.85, 0.75), 2)
    0.8
    """
    n_a, n_b = _check.whole("n_a", n_a, least=1), _check.whole("n_b", n_b, least=1)
    a, b = _check.share("a", a), _check.share("b", b)
    pooled = (n_a * a + n_b * b) / (n_a + n_b)
    null = pooled * (1 - pooled) * (1 / n_a + 1 / n_b)
    true = a * (1 - a) / n_a + b * (1 - b) / n_b
    return normal_power(abs(a - b), null, true, level_quantile(level))


def cases_beside(
    a: float, b: float, n_b: int, *, power: float = 0.8, level: float = 0.95, most: int = 10**9
) -> int | None:
    """Cases needed in the first test set to tell accuracy a from b, the second set having n_b cases and no more.

    The least n_a at which `power_of_independent` reaches the power; None when not even `most` cases do, because the
    second set is too small. It errs as the rates do. Reference: fleiss1981.

    >>> cases_beside(0.85, 0.75, 5000)
    136
    >>> cases_beside(0.85, 0.84, 500) is None
    True
    """
    power, most = _check.fraction("power", power), _check.whole("most", most, least=1)

    def enough(n: int) -> bool:
        return power_of_independent(n, n_b, a, b, level=level) >= power

    a, b = _check.share("a", a), _check.share("b", b)
    if a == b or not enough(most):
        return None
    return 1 + bisect_left(range(1, most), True, key=enough)


EXACT = 2000


def cases_for_paired(effect: float, discordance: float, *, power: float = 0.8, level: float = 0.95) -> int:
    """Cases needed to show a difference in accuracy between two models on the same cases.

    `effect` is the difference of the accuracies, `discordance` the share of cases that just one of the models has
    right (at least |effect|). n = (z_a sqrt(psi) + z_b sqrt(psi - d^2))^2 / d^2, two-sided. It errs by what the
    normal form errs, a few cases; everything hangs on the guess of the discordance. Reference: connor1987.

    >>> cases_for_paired(0.05, 0.15)
    469
    """
    d, psi = _effect(effect, discordance)
    return cases_needed(d, psi, psi - d * d, level=level, power=power)


def power_of_paired(n: int, effect: float, discordance: float, *, level: float = 0.95) -> float:
    """Chance that the mid-p McNemar test shows a true difference of `effect` with n cases.

    Exact up to 2000 cases (the sum over all numbers of discordant cases), beyond by the normal form.

    >>> round(power_of_paired(469, 0.05, 0.15), 2)
    0.81
    """
    n = _check.whole("n", n, least=1)
    alpha = 1 - _check.fraction("level", level)
    d, psi = _effect(effect, discordance)
    if n > EXACT:
        return normal_power(d, psi / n, (psi - d * d) / n, level_quantile(level))
    share = (psi + d) / (2 * psi)
    m = np.arange(n + 1)
    log = _lgamma(n + 1) - _lgamma(m + 1) - _lgamma(n - m + 1) + xlogy(m, psi) + xlog1py(n - m, -psi)
    few, total = 0, 0.0
    for count, chance in enumerate(np.exp(log).tolist()):
        while few <= count / 2 and midp_of_discordant(few, count - few) < alpha:
            few += 1  # mid-p rejects with fewer than `few` on either side; that number only grows
        if few and chance > 1e-12:
            tails = float(bdtrc(count - few, count, share)) + float(1 - bdtrc(few - 1, count, share))
            total += chance * tails
    return min(1.0, total)


def _effect(effect: float, discordance: float) -> tuple[float, float]:
    d = abs(_check.number("effect", effect))
    psi = _check.share("discordance", discordance)
    if not 1e-7 <= d < 1:
        _check.fail("effect", "be a difference other than 0, between -1 and 1 and at least 1e-7 in size", effect)
    if psi < d:
        _check.fail("discordance", f"be at least the effect ({d:g})", discordance)
    return d, psi
