"""Cases and power to compare two models on the same cases (McNemar)."""

from __future__ import annotations

import numpy as np
from scipy.special import bdtrc, xlog1py, xlogy
from scipy.special import gammaln as _lgamma

from referee import _check
from referee.inference.mcnemar import midp_of_discordant
from referee.planning._terms import cases_needed, level_quantile, normal_power

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
