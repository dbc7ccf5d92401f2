"""Cases and power to show that a candidate is not worse than a margin, on the same cases."""

from __future__ import annotations

import math

import numpy as np
from scipy.special import gammaln as _lgamma
from scipy.special import xlog1py, xlogy

from referee import _check
from referee.inference.tango import tango_error
from referee.planning._terms import level_quantile, normal_power, power_quantile

EXACT = 300
"""Expected number of discordant cases up to which all their numbers are summed over."""


def cases_for_noninferiority(
    margin: float, discordance: float, *, effect: float = 0.0, power: float = 0.8, level: float = 0.95
) -> int:
    """Cases needed to show that accuracy is not lower by `margin` or more, two models on the same cases.

    n = (z_a sqrt(V0) + z_b sqrt(V1))^2 / (d + margin)^2, d the true difference (`effect`, 0 for equally good models),
    psi the share of cases that just one model has right (`discordance`), V1 = psi - d^2 and V0 the variance that fits
    best at a difference of -margin, as in Tango's score; from there up to the first n whose power suffices. One-sided
    at alpha/2, as `gate` decides. Everything hangs on the guess of the discordance. References: lu1995,
    nam1997.

    >>> cases_for_noninferiority(0.02, 0.06)
    1250
    """
    m, d, psi = _terms(margin, discordance, effect)
    wanted = _check.fraction("power", power)
    za, zb = level_quantile(level), power_quantile(wanted)
    null, true = _variances(m, d, psi)
    n = max(1, math.ceil((max(0.0, za * math.sqrt(null) + zb * math.sqrt(true)) / (d + m)) ** 2))
    while _power(n, m, d, psi, za) < wanted:
        n += max(1, n // 200)
    return n


def power_of_noninferiority(
    n: int, margin: float, discordance: float, *, effect: float = 0.0, level: float = 0.95
) -> float:
    """Chance that Tango's lower limit is above -margin with n cases, so that `gate` opens.

    The sum over all numbers of discordant cases while 300 or fewer are expected, beyond by the normal form.

    >>> round(power_of_noninferiority(1250, 0.02, 0.06), 2)
    0.81
    """
    return _power(_check.whole("n", n, least=1), *_terms(margin, discordance, effect), level_quantile(level))


def _power(n: int, m: float, d: float, psi: float, za: float) -> float:
    null, true = _variances(m, d, psi)
    if n * psi > EXACT:
        return normal_power(d + m, null / n, true / n, za)
    up, down = (psi + d) / 2, (psi - d) / 2
    b, c = (np.arange(min(n, math.ceil(n * p + 8 * math.sqrt(n * p) + 20)) + 1.0) for p in (up, down))
    b, c = b[:, None], c[None, :]
    rest = n - b - c
    kept = rest >= 0
    rest = np.where(kept, rest, 0)
    log = _lgamma(n + 1) - _lgamma(b + 1) - _lgamma(c + 1) - _lgamma(rest + 1)
    chance = np.where(kept, np.exp(log + xlogy(b, up) + xlogy(c, down) + xlog1py(rest, -psi)), 0.0)
    shown = (b - c) + n * m > za * tango_error(b, c, n, -m)
    return min(1.0, float(chance[np.broadcast_to(shown, chance.shape)].sum()))


def _variances(m: float, d: float, psi: float) -> tuple[float, float]:
    """Variance of one case's difference at the best fit to a difference of -m, and as assumed."""
    return float(tango_error((psi + d) / 2, (psi - d) / 2, 1.0, -m)) ** 2, max(0.0, psi - d * d)


def _terms(margin: float, discordance: float, effect: float) -> tuple[float, float, float]:
    m, d = _check.fraction("margin", margin), _check.number("effect", effect)
    psi = _check.share("discordance", discordance)
    if psi < abs(d):
        _check.fail("discordance", f"be at least the size of the effect ({abs(d):g})", discordance)
    if d - 1e-7 <= -m:
        hint = "Otherwise no number of cases will do."
        _check.fail("effect", f"be above minus the margin ({-m:g})", effect, hint)
    return m, d, psi
